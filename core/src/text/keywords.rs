//! The words that tell what a text is about.

use alloc::string::String;
use alloc::vec::Vec;

use super::fold::fold;
use super::interner::Interner;
use super::stem::{stem_in_place, with_content_stem};
use super::tokenize::{TermKind, for_each_small_term, for_each_term};

/// The stem of a word as it is written.
pub(crate) fn folded_stem(word: &str) -> String {
    let mut folded = fold(word);
    stem_in_place(&mut folded);
    folded
}

/// Calls `visit` with the stem of every content word of a text, in order: no stop words, no single letters, no
/// compound's written-as-one form. What two texts share in this form, they share in meaning.
pub fn for_each_content_term(text: &str, mut visit: impl FnMut(&str)) {
    each_content_term(text, &mut visit);
}

/// The same for every caller, so that the module holds the tokenizer once for all of them.
fn each_content_term(text: &str, visit: &mut dyn FnMut(&str)) {
    let mut buffer = String::new();
    for_each_small_term(text, |term| match term.kind {
        // No letters, no stem.
        TermKind::Issue | TermKind::Bigram | TermKind::Number => visit(term.text),
        TermKind::Word | TermKind::Part if term.text.len() > 1 => {
            with_content_stem(term.text, &mut buffer, &mut *visit);
        }
        TermKind::Word | TermKind::Part | TermKind::Whole => {}
    });
}

/// Stems of the content words of a text, in order, with repetitions. See [`for_each_content_term`].
pub fn content_terms(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for_each_content_term(text, |stem| out.push(String::from(stem)));
    out
}

/// Up to `limit` words that describe a text, best first: repeated words before single ones, words of the title
/// before those of the body, names and identifiers before plain words. Forms of one word count together and are
/// given as first written, in lower case.
pub fn keywords(title: &str, body: &str, limit: usize) -> Vec<String> {
    keywords_with(title, body, limit, None)
}

/// Who is told the stems of content words, and whether they stand in the body.
type Listener<'a> = &'a mut dyn FnMut(&str, bool);

/// The same; who wants to know the [content terms](for_each_content_term) of the title and the body as well is told
/// them on the way.
pub(crate) fn keywords_with(title: &str, body: &str, limit: usize, mut told: Option<Listener<'_>>) -> Vec<String> {
    struct Candidate<'a> {
        /// As first written.
        written: &'a str,
        score: f64,
    }
    let mut stems = Interner::default();
    // By the number of their stem, which is the order in which they were first met.
    let mut found: Vec<Candidate<'_>> = Vec::new();
    let mut buffer = String::new();
    let is_told = told.is_some();
    for (text, weight, is_body) in [(title, 3.0, false), (body, 1.0, true)] {
        for_each_term(text, |term| {
            let source = &text[term.start..term.end];
            let mut count = |stem: &str| {
                let identifier = term.kind == TermKind::Whole || source.chars().skip(1).any(char::is_uppercase);
                // Longer words say more; an identifier says more than a word of its length.
                let own =
                    weight * (if identifier { 1.5 } else { 1.0 }) * (0.7 + 0.05 * (term.text.len().min(12) as f64));
                match stems.intern(stem) {
                    (_, true) => found.push(Candidate { written: source, score: own }),
                    (known, false) => found[known as usize].score += own,
                }
            };
            let mut tell = |stem: &str| {
                if let Some(told) = &mut told {
                    told(stem, is_body);
                }
            };
            let counts = term.kind == TermKind::Word && term.text.len() > 2;
            match term.kind {
                TermKind::Whole if term.text.len() <= 40 => {
                    buffer.clear();
                    buffer.push_str(term.text);
                    stem_in_place(&mut buffer);
                    count(&buffer);
                }
                TermKind::Word | TermKind::Part if counts || is_told && term.text.len() > 1 => {
                    with_content_stem(term.text, &mut buffer, |stem| {
                        tell(stem);
                        if counts {
                            count(stem);
                        }
                    });
                }
                TermKind::Bigram => {
                    tell(term.text);
                    count(term.text);
                }
                TermKind::Number | TermKind::Issue => tell(term.text),
                TermKind::Whole | TermKind::Word | TermKind::Part => {}
            }
        });
    }
    // Stable: of equals, what was met first stays first.
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    found.into_iter().take(limit).map(|candidate| fold(candidate.written)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_terms_drop_what_says_nothing() {
        assert_eq!(
            content_terms("Which databases did we choose? See getUserName in #42."),
            ["databas", "choos", "see", "user", "name", "#42", "42"].map(String::from)
        );
        assert!(content_terms("what is it, then?").is_empty());
    }

    #[test]
    fn keywords_favour_the_title_and_repetition() {
        let words =
            keywords("Deploy workflow", "Deploys run nightly. The deployment uses the cache-warmer of Redis.", 4);
        assert_eq!(words[..2], ["deploy", "workflow"].map(String::from));
        assert!(words.iter().any(|word| word == "cache-warmer"), "{words:?}");
        assert!(keywords("", "", 5).is_empty());
    }
}
