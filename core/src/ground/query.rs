//! What is looked for: the terms, identifiers and paths of a question or a design.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::words::{Shape, read_words};
use crate::text::{content_terms, fold, stem};

/// Terms told apart; the rest of a long design repeats them.
pub(super) const MAX_TERMS: usize = 120;
/// Longer texts are read up to here.
const MAX_TEXT_BYTES: usize = 200_000;

/// One thing looked for.
#[derive(Debug, Clone)]
pub(super) struct QueryTerm {
    /// The stem of a word, or a whole identifier in lower case.
    pub(super) text: String,
    /// Whether it is a whole identifier.
    pub(super) identifier: bool,
    /// How much the text itself stresses it, 1 for a plain word that stands once.
    pub(super) weight: f64,
}

/// What is looked for in every file.
#[derive(Debug, Clone, Default)]
pub(super) struct Query {
    pub(super) terms: Vec<QueryTerm>,
    /// Paths as written, with `/`, without `./` in front.
    pub(super) paths: Vec<String>,
    /// Identifiers as written.
    pub(super) symbols: Vec<String>,
}

/// Words so common in questions about code that they tell no files apart.
const CHATTER: &[&str] = &[
    "add",
    "also",
    "chang",
    "code",
    "current",
    "exist",
    "file",
    "implement",
    "make",
    "need",
    "new",
    "repositori",
    "see",
    "sinc",
    "thing",
    "use",
    "want",
    "way",
    "work",
    "codebas",
    "repo",
    "project",
    "handl",
    "alreadi",
    "becaus",
    "allow",
    "instead",
];

/// Reads what to look for out of a question, a design or a plan. The first line counts double: it names the matter.
pub(super) fn read_query(text: &str) -> Query {
    let mut end = text.len().min(MAX_TEXT_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut query = Query::default();
    let mut weights: BTreeMap<(bool, String), (f64, usize)> = BTreeMap::new();
    let mut order = 0;
    let mut first_line = true;
    for line in text[..end].lines().filter(|line| !is_trailer(line)) {
        let stress = if first_line { 2.0 } else { 1.0 };
        let mut note = |identifier: bool, term: String, weight: f64| {
            order += 1;
            let entry = weights.entry((identifier, term)).or_insert((0.0, order));
            // Repetition says less every time.
            entry.0 = (entry.0 + weight).min(entry.0.max(weight) + 0.3 * weight);
        };
        for word in read_words(line) {
            match word.shape {
                Shape::Path => push_path(&mut query.paths, word.text),
                Shape::Identifier => {
                    let name = word.text.trim_end_matches("()").trim_end_matches(['!', ';']);
                    let last = name.rsplit([':', '.', '>']).next().unwrap_or(name);
                    if last.len() > 2 && !query.symbols.iter().any(|known| known == last) {
                        query.symbols.push(last.to_string());
                    }
                    if last.len() > 2 {
                        note(true, last.to_lowercase(), 2.5 * stress);
                    }
                }
                Shape::Plain | Shape::Capitalised | Shape::Number => {}
            }
        }
        for term in content_terms(line) {
            if term.len() < 2 || !term.bytes().any(|byte| byte.is_ascii_alphabetic() || byte >= 0x80) {
                continue;
            }
            let chatter = CHATTER.contains(&term.as_str());
            note(false, term, stress * if chatter { 0.25 } else { 1.0 });
        }
        first_line = first_line && line.trim().is_empty();
    }
    let mut terms: Vec<_> = weights
        .into_iter()
        .map(|((identifier, text), (weight, order))| (QueryTerm { text, identifier, weight }, order))
        .collect();
    terms.sort_by(|(a, at_a), (b, at_b)| b.weight.total_cmp(&a.weight).then(at_a.cmp(at_b)));
    terms.truncate(MAX_TERMS);
    query.terms = terms.into_iter().map(|(term, _)| term).collect();
    query
}

/// `Signed-off-by: …`, `Change-Id: …`, `Thanks to …`: says who and where, not what.
pub(super) fn is_trailer(line: &str) -> bool {
    const ENDINGS: [&str; 8] = ["-by", "-id", "-version", "-type", "-encoding", "-name", "-url", "-link"];
    let line = line.trim().to_ascii_lowercase();
    let key = line.split_once(':').map_or("", |(key, _)| key);
    line.starts_with("thanks ")
        || line.starts_with("(cherry picked ")
        || !key.contains(' ') && ENDINGS.iter().any(|ending| key.ends_with(ending))
}

fn push_path(paths: &mut Vec<String>, text: &str) {
    let mut path = text.replace('\\', "/");
    // `src/a.ts:12` names a line.
    if let Some((file, line)) = path.rsplit_once(':')
        && line.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
    {
        path = file.to_string();
    }
    let path = path.trim_start_matches("./").trim_start_matches("a/").trim_start_matches('/').trim_end_matches('/');
    if path.len() > 1 && !path.contains("..") && !paths.iter().any(|known| known == path) {
        paths.push(path.to_string());
    }
}

/// Finds query terms in source text without cutting every word to its stem.
pub(super) struct Matcher {
    /// One bit for each start of three letters that some term has.
    starts: Vec<u64>,
    /// The same for three bytes of running text: behind a term of two letters anything may follow.
    windows: Vec<u64>,
    stems: BTreeMap<String, u8>,
    identifiers: BTreeMap<String, u8>,
    /// Forms met before; text repeats itself.
    seen: BTreeMap<String, Option<u8>>,
}

/// Beyond this many different words the memory of forms is begun anew.
const MAX_SEEN: usize = 4_000;

impl Matcher {
    pub(super) fn new(terms: &[QueryTerm]) -> Self {
        let mut matcher = Self {
            starts: alloc::vec![0; 512],
            windows: alloc::vec![0; 512],
            stems: BTreeMap::new(),
            identifiers: BTreeMap::new(),
            seen: BTreeMap::new(),
        };
        for (at, term) in terms.iter().take(MAX_TERMS).enumerate() {
            // MAX_TERMS stays below 128, so that a set of terms fits into a u128.
            let id = u8::try_from(at).unwrap_or(u8::MAX);
            let start = start_of(term.text.as_bytes());
            matcher.starts[usize::from(start >> 6)] |= 1 << (start & 63);
            let followers = if term.text.len() < 3 { 0..32 } else { 0..1 };
            for follower in followers {
                let window = start | follower;
                matcher.windows[usize::from(window >> 6)] |= 1 << (window & 63);
            }
            if term.identifier {
                matcher.identifiers.insert(term.text.clone(), id);
            } else {
                matcher.stems.insert(term.text.clone(), id);
            }
        }
        matcher
    }

    /// Whether a word that begins like this can be one that is looked for. Wrong only in saying yes.
    #[inline]
    pub(super) fn may_start(&self, word: &[u8]) -> bool {
        let start = start_of(word);
        self.starts[usize::from(start >> 6)] >> (start & 63) & 1 == 1
    }

    /// The first place at or behind `from` where a word or a part of an identifier begins like one that is looked for.
    /// Wrong only in saying yes.
    pub(super) fn next_start(&self, bytes: &[u8], from: usize) -> Option<usize> {
        let mut window = 0u16;
        // Two bytes more than there are, so that a short term at the very end is seen too.
        for end in from..bytes.len() + 2 {
            let byte = bytes.get(end).map_or(0, |byte| u16::from(byte & 31));
            window = ((window << 5) | byte) & 0x7fff;
            if self.windows[usize::from(window >> 6)] >> (window & 63) & 1 == 1 && end >= from + 2 {
                let start = end - 2;
                let inside = start > from && bytes[start - 1].is_ascii_alphabetic();
                if !inside || bytes[start].is_ascii_uppercase() {
                    return Some(start);
                }
            }
        }
        None
    }

    /// The term that a word or a part of an identifier is a form of.
    pub(super) fn word(&mut self, word: &[u8]) -> Option<u8> {
        let text = core::str::from_utf8(word).ok()?;
        if text.len() > 40 {
            return None;
        }
        if let Some(known) = self.seen.get(text) {
            return *known;
        }
        if self.seen.len() >= MAX_SEEN {
            self.seen.clear();
        }
        let folded = fold(text);
        let found = self
            .stems
            .get_key_value(&stem(&folded))
            .filter(|(stem, _)| folded.starts_with(needle(stem)))
            .map(|(_, id)| *id);
        self.seen.insert(text.to_string(), found);
        found
    }

    /// The identifier that is looked for, when the whole run is one.
    pub(super) fn identifier(&self, run: &[u8]) -> Option<u8> {
        if self.identifiers.is_empty() || run.len() > 120 {
            return None;
        }
        let text = core::str::from_utf8(run).ok()?;
        self.identifiers.get(&text.to_lowercase()).copied()
    }
}

/// What every form of a stem begins with; a search for it finds all files that can hold the term.
pub(super) fn needle(stem: &str) -> &str {
    let mut end = stem.len().saturating_sub(2).max(3).min(stem.len());
    while !stem.is_char_boundary(end) {
        end += 1;
    }
    &stem[..end]
}

/// The first three letters in 15 bits, whatever their case.
#[inline]
fn start_of(word: &[u8]) -> u16 {
    let at = |index: usize| word.get(index).map_or(0, |byte| u16::from(byte & 31));
    (at(0) << 10) | (at(1) << 5) | at(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_design_names_terms_symbols_and_paths() {
        let query = read_query("Retry uploads\n\nChange `sendChunk()` in ./src/upload/client.ts:12 and a/lib/x.rs.");
        assert_eq!(query.symbols, ["sendChunk"]);
        assert_eq!(query.paths, ["src/upload/client.ts", "lib/x.rs"]);
        let weight = |text: &str| query.terms.iter().find(|term| term.text == text).map_or(0.0, |term| term.weight);
        assert!(weight("retri") > weight("client"));
        assert!(weight("sendchunk") > weight("retri"));
    }

    #[test]
    fn forms_of_a_word_are_found_in_code() {
        let query = read_query("caching policies");
        let mut matcher = Matcher::new(&query.terms);
        for word in ["cache", "Cached", "CACHING", "policy", "Policies"] {
            assert!(matcher.may_start(word.as_bytes()) && matcher.word(word.as_bytes()).is_some(), "{word}");
        }
        assert_eq!(matcher.word(b"police"), None);
        assert_eq!(matcher.word(&[0xff, 0xfe]), None);
    }

    #[test]
    fn long_texts_are_capped() {
        let words: Vec<String> = (0..5000).map(|n| alloc::format!("word{n}x other{n}y")).collect();
        let text = words.join(" ");
        assert!(read_query(&text).terms.len() <= MAX_TERMS);
    }
}
