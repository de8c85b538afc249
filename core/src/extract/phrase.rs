//! The phrase that names a text best: words that stand together in it and that it keeps coming back to.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::mark;
use super::progress::is_hash;
use super::tidy::{bare, tidy};
use super::worth::{is_of_work, often};
use super::{keyword, speech};
use crate::reconcile::is_verb;
use crate::text::Words;

/// A phrase of fewer words says too little, one of more is a sentence.
const N_WORDS: core::ops::RangeInclusive<usize> = 2..=4;
/// For each factor of e in how often the phrase stands there, against the same of its words.
const AS_A_WHOLE: f64 = 1.5;

/// What a second phrase must be worth, against the first.
const SECOND: f64 = 0.5;

/// A phrase of the text.
struct Found<'a> {
    n: u32,
    /// Whether it stood there once with nothing around it that belongs to it.
    is_whole: bool,
    words: &'a [&'a str],
    at: usize,
}

/// The phrase that names the text best, whose words were counted before.
pub(super) fn of(text: &str, counted: &keyword::Counter) -> Option<String> {
    let plain = mark::plain(text);
    let words: Vec<&str> = plain.split_whitespace().collect();
    let mut found: BTreeMap<Vec<String>, Found<'_>> = BTreeMap::new();
    let mut start = 0;
    for at in 0..=words.len() {
        let is_end = words.get(at).is_none_or(|word| parts(word));
        let ends_here = !is_end && words[at].ends_with(|c: char| !c.is_alphanumeric());
        if !is_end && !ends_here {
            continue;
        }
        add(&words, start..if ends_here { at + 1 } else { at }, &mut found);
        start = at + 1;
    }
    let worth = |stems: &[String], phrase: &Found<'_>| {
        often(stems.iter().map(String::as_str), counted) + AS_A_WHOLE * libm::log(f64::from(phrase.n))
    };
    let telling = found.iter().filter(|(_, phrase)| phrase.n > 1 || phrase.is_whole);
    let telling: Vec<_> = telling.map(|(stems, phrase)| (worth(stems, phrase), stems, phrase)).collect();
    let best_of = |apart_from: &[String]| {
        let apart = telling.iter().filter(|(_, stems, _)| !stems.iter().any(|stem| apart_from.contains(stem)));
        apart.max_by(|a, b| a.0.total_cmp(&b.0).then(b.2.at.cmp(&a.2.at)))
    };
    let written = |phrase: &Found<'_>| phrase.words.join(" ").trim_matches(|c: char| !c.is_alphanumeric()).to_string();
    let (most, stems, best) = best_of(&[])?;
    let first = written(best);
    // One phrase names many pages of a project; two that the text comes back to name this one.
    let second = best_of(stems).filter(|(worth, _, phrase)| phrase.n > 1 && *worth >= most * SECOND);
    let both = second.map(|(_, _, phrase)| alloc::format!("{first} and {}", written(phrase)));
    tidy(&both.unwrap_or(first))
}

/// Adds the phrases of a run of words that no other word parts.
fn add<'a>(words: &'a [&'a str], run: core::ops::Range<usize>, found: &mut BTreeMap<Vec<String>, Found<'a>>) {
    let whole = run.clone();
    for from in run.clone() {
        for to in (from + N_WORDS.start())..=(from + N_WORDS.end()).min(run.end) {
            let phrase = &words[from..to];
            if !is_thing(phrase) {
                continue;
            }
            let stems = phrase.iter().map(|word| crate::text::stem(&bare(word))).collect();
            let entry = found.entry(stems).or_insert(Found { n: 0, is_whole: false, words: phrase, at: from });
            entry.n += 1;
            entry.is_whole |= whole == (from..to);
        }
    }
}

/// Words between phrases that other texts take for content.
static BETWEEN: Words = Words::new(
    "across around alongside already instead within toward towards behind beside besides along among against below above \
     beyond near onto ago ahead away together elsewhere everywhere here there now then later earlier put",
);

/// Whether a word belongs to no phrase.
fn parts(word: &str) -> bool {
    let bare = bare(word);
    bare.len() < 3
        || word.starts_with(|c: char| !c.is_alphanumeric())
        || !bare.starts_with(char::is_alphabetic)
        || bare.contains('\'')
        || is_hash(&bare)
        || bare.ends_with("ly")
        || keyword::is_stop_word(&bare)
        || BETWEEN.contains(&bare)
        || bare.ends_with("ed") && is_verb(&crate::text::stem(&bare))
}

/// Whether the words name a thing: "the oven covers" and "adding salt" break off.
fn is_thing(phrase: &[&str]) -> bool {
    let Some(written) = phrase.first() else { return false };
    let first = bare(written);
    let does = |word: &&str| {
        let word = bare(word);
        (word.ends_with("ing") || word.ends_with('s')) && is_verb(&crate::text::stem(&word))
            || word.strip_suffix("ing").is_some_and(speech::is_order)
    };
    let is_told = written.starts_with(char::is_uppercase) && first.ends_with("ed");
    !phrase.iter().any(does) && !is_told && !is_of_work(&first) && !speech::is_order(&first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(text: &str) -> Option<String> {
        let mut counted = keyword::Counter::default();
        counted.count(text, |_| ());
        of(text, &counted)
    }

    #[test]
    fn what_a_text_comes_back_to_names_it() {
        let text = "The proofing cabinet is kept at 28 degrees. Added a lamp already. When the proofing cabinet is full, \
                    the night baker opens the door of the cabinet.";
        assert_eq!(best(text).as_deref(), Some("Proofing cabinet"));
        let text =
            alloc::format!("{text} The stone mill is old. In the stone mill nobody bakes. See 4f1d9c0 and 4f1d9c0.");
        assert_eq!(best(&text).as_deref(), Some("Proofing cabinet and stone mill"));
    }

    #[test]
    fn what_breaks_off_names_nothing() {
        for text in ["", "Adding salt.", "Added salt.", "The oven runs it.", "It is so.", "New commit."] {
            assert_eq!(best(text), None, "{text}");
        }
    }
}
