//! What the form of a sentence or a word shows, whatever it is about.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::sentence::Word;
use crate::reconcile::is_unit;

/// "<tray-filled>rye</tray-filled>": written for a program.
pub(super) fn is_markup(sentence: &str) -> bool {
    let name = sentence.strip_prefix('<').and_then(|rest| rest.split_once('>')).map(|(name, _)| name);
    name.is_some_and(|name| {
        name.starts_with(|c: char| c.is_ascii_lowercase()) && sentence.ends_with(&alloc::format!("</{name}>"))
    })
}

/// Where the name ends that a line tells something of: "**One oven** — the small one is sold".
pub(super) fn label_end(line: &str) -> Option<usize> {
    let start = line.len() - line.trim_start().len();
    let (name, rest) = line[start..].strip_prefix("**")?.split_once("**")?;
    let goes_on = [":", " —", " –", " - "].iter().any(|mark| rest.starts_with(mark));
    (goes_on || name.ends_with(':')).then(|| line.len() - rest.len())
}

/// A sentence without what stands in it as code.
pub(super) fn without_code(sentence: &str) -> String {
    sentence.split('`').step_by(2).collect::<Vec<_>>().join(" ")
}

/// "Session | ovens: 2 | trays: 40 | door: open": what some agents put under every answer.
pub(super) fn is_status_line(sentence: &str) -> bool {
    let fields = sentence.split(" | ");
    !sentence.starts_with('|') && fields.filter(|field| field.contains(": ")).count() >= 2
}

/// Whether words tell an amount with its unit: "9 s", "41ms", "3 percent".
pub(super) fn measures(words: &[Word<'_>]) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        let unit = word.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
        unit.len() < word.len()
            && if unit.is_empty() { words.get(at + 1).is_some_and(|next| is_unit(next)) } else { is_unit(unit) }
    })
}

/// Whether a sentence that starts with this word leans on the one before it.
pub(super) fn is_pronoun(word: &str) -> bool {
    matches!(
        word,
        "it" | "it's"
            | "its"
            | "this"
            | "that"
            | "that's"
            | "these"
            | "those"
            | "they"
            | "they're"
            | "he"
            | "he's"
            | "she"
            | "she's"
            | "there"
            | "here"
            | "both"
    )
}

pub(super) fn is_first_person(word: &str) -> bool {
    matches!(word, "i" | "i'm" | "i've" | "i'd" | "i'll" | "my" | "me" | "we" | "we've" | "let's")
}

pub(super) fn is_question(sentence: &str) -> bool {
    sentence.trim_end_matches(['*', '"', '”', '_', ')', ' ']).ends_with('?')
}

pub(super) fn ends_open(sentence: &str) -> bool {
    sentence.trim_end_matches(['*', '_', ' ']).ends_with(':')
}

pub(super) fn capitalise(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if first.is_lowercase() && !begins_with_name(text) => first.to_uppercase().chain(chars).collect(),
        _ => text.to_string(),
    }
}

/// "n8n", "tray_size", "src/oven", "dt = 1", "int  n": what is written so by a machine's rules.
fn begins_with_name(text: &str) -> bool {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let is_mark = |c: char| c.is_uppercase() || c.is_ascii_digit() || matches!(c, '/' | '_' | '(' | '=' | '<' | '[');
    word.chars().any(is_mark)
        || word.trim_end_matches('.').contains('.')
        || rest.starts_with([' ', '=', '<', '>'])
        || ["+= ", "-= ", ":= ", "!= "].iter().any(|sign| rest.starts_with(sign))
}

pub(super) fn has_number(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_digit())
}

/// Whether a word is an issue or pull request, such as `#12`.
pub(super) fn is_reference(word: &str) -> bool {
    word.strip_prefix('#').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_small_letters() {
        for name in ["n8n runs here", "tray_size is 40", "dt = 1/120", "int  tray(t)", "src/oven is cold"] {
            assert_eq!(capitalise(name), name);
        }
        for (told, expected) in [("rye is sold", "Rye is sold"), ("rye. Oats too", "Rye. Oats too")] {
            assert_eq!(capitalise(told), expected);
        }
    }
}
