//! Thoughts of people who write without full stops: "we bake rye, I want a second oven, so we need more flour".

use alloc::vec::Vec;

use super::rule::MAX_RULE;
use super::sentence::{self, Word};
use super::worth::{PREPOSITIONS, SUBORDINATE};

/// So many words nobody says in one breath.
pub(super) const ONE_BREATH: usize = 60;
/// Fewest words of a thought.
const LEAST: usize = 4;

/// The sentences of a person. One that is longer than a breath is taken apart where the next thought begins.
pub(super) fn thoughts(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    for sentence in sentence::sentences(text) {
        if sentence.len() > MAX_RULE || sentence::has_more_words(sentence, ONE_BREATH - 1) {
            take_apart(sentence, &mut out);
        } else {
            out.push(sentence);
        }
    }
    out
}

fn take_apart<'t>(sentence: &'t str, out: &mut Vec<&'t str>) {
    let mut start = 0;
    let mut depth = 0_usize;
    let (mut is_quoted, mut is_half) = (false, begins_half(sentence));
    for (at, c) in sentence.char_indices() {
        match c {
            '(' | '[' | '“' => depth += 1,
            ')' | ']' | '”' => depth = depth.saturating_sub(1),
            '"' | '`' => is_quoted = !is_quoted,
            ',' | ';' | '-' if depth == 0 && !is_quoted => {
                let next = &sentence[at + 1..];
                let is_joint = next.starts_with(' ') && (c != '-' || sentence[..at].ends_with(' '));
                let next = next.trim_start();
                if !is_joint || !begins_thought(next) {
                    continue;
                }
                let thought = sentence[start..at].trim_end();
                // "Once it is hot, we bake", "for the old oven, we …": only with what follows is it whole.
                if is_half || !sentence::has_more_words(thought, LEAST - 1) || is_setting(thought) {
                    is_half = false;
                    continue;
                }
                out.push(thought);
                start = sentence.len() - next.len();
                is_half = begins_half(next);
            }
            _ => {}
        }
    }
    out.push(&sentence[start..]);
}

/// "So we need flour", "(2) the mill is closed": somebody goes on with something else.
fn begins_thought(text: &str) -> bool {
    if let Some(numbered) = text.strip_prefix('(') {
        let number = numbered.split(')').next().unwrap_or("");
        return (1..=2).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_alphanumeric());
    }
    let words = sentence::words(sentence::cut(text, 60));
    let mut said = words.iter().map(Word::as_str).skip_while(|word| is_joint(word));
    let first = said.next().unwrap_or("");
    let person = first.split('\'').next().unwrap_or("");
    // "… so if the mill is closed, we …".
    let opens = || SUBORDINATE.contains(first) && words[0] != first;
    opens()
        || matches!(person, "i" | "we" | "you" | "he" | "she" | "it" | "they" | "there" | "let" | "please")
        || person == "this" && matches!(said.next(), Some("is" | "was" | "must" | "should" | "will" | "can"))
}

/// "When the oven is hot": what then, is told behind it.
fn begins_half(text: &str) -> bool {
    let words = sentence::words(sentence::cut(text, 60));
    words.iter().find(|word| !is_joint(word)).is_some_and(|first| SUBORDINATE.contains(first))
}

/// Most words that only say where or for what.
const MAX_SETTING: usize = 6;

/// "In the small shop by the river", "(3) for the old oven".
fn is_setting(text: &str) -> bool {
    let words = sentence::words(text);
    let first = words.iter().map(Word::as_str).find(|word| !is_joint(word) && word.len() > 1).unwrap_or("");
    words.len() <= MAX_SETTING && (first == "for" || PREPOSITIONS.contains(first))
}

/// Words between two thoughts.
fn is_joint(word: &str) -> bool {
    matches!(word, "and" | "so" | "but" | "then" | "also" | "now")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_writes_without_full_stops_is_heard_all_the_same() {
        let said = "thanks for the list of the ovens that we have in the three shops of the old town and by the river, I \
                    want rye (we have enough of it, I think) and oats to be baked every day, so if the mill is closed on \
                    a Monday, we take what stands in the cellar, there is always some, (2) the trays stay as they are - \
                    let us use gas until it fails, (3) for the old oven, we keep wood";
        assert_eq!(
            thoughts(said),
            [
                "thanks for the list of the ovens that we have in the three shops of the old town and by the river",
                "I want rye (we have enough of it, I think) and oats to be baked every day",
                "so if the mill is closed on a Monday, we take what stands in the cellar",
                "there is always some",
                "(2) the trays stay as they are",
                "let us use gas until it fails",
                "(3) for the old oven, we keep wood",
            ]
        );
    }

    #[test]
    fn what_is_said_in_one_breath_stays_whole() {
        for said in ["we bake rye, I want a second oven, so we need flour", "", "rye, we said"] {
            assert_eq!(thoughts(said), if said.is_empty() { Vec::new() } else { Vec::from([said]) });
        }
        let list = "rye, oats, wheat, ".repeat(30);
        assert_eq!(thoughts(&list).len(), 1);
        let quoted = alloc::format!("the sign says \"{}\"", "come in, we are open, ".repeat(20));
        assert_eq!(thoughts(&quoted).len(), 1);
    }
}
