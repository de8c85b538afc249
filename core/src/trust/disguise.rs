//! Words in disguise: letters set apart, digits for letters, base64.

use alloc::string::String;

use super::words::{self, Sentence};
use super::{order, steering};
use crate::model::Origin;
use crate::redact::decode_base64;

/// So many letters set apart are no list of initials.
const SPACED: usize = 12;
/// Shorter runs are names and hashes.
const ENCODED: usize = 16;

/// Whether the text hides an order in a disguise.
pub(super) fn hides_order(text: &str) -> bool {
    spaced_out(text).is_some_and(|plain| steers(&plain) || names_agents_matters(&plain))
        || text
            .split(|character: char| {
                !(character.is_ascii_alphanumeric() || matches!(character, '+' | '/' | '=' | '-' | '_'))
            })
            .filter(|run| run.len() >= ENCODED)
            .filter_map(|run| decode_base64(run.trim_end_matches('=').as_bytes()))
            .any(|plain| plain.contains(' ') && steers(&plain))
}

/// The sentence with letters for the digits that stand for them, when several words are written so.
pub(super) fn spelled(sentence: &Sentence) -> Option<Sentence> {
    let disguised = |word: &&String| {
        let digits = word.bytes().filter(|byte| b"013457".contains(byte)).count();
        let letters = word.bytes().filter(u8::is_ascii_lowercase).count();
        let hash = word.bytes().all(|byte| byte.is_ascii_hexdigit()) && word.len() > 5;
        digits > 0 && letters > 1 && digits + letters == word.len() && !hash
    };
    if sentence.words.iter().filter(disguised).count() < 2 {
        return None;
    }
    let plain = |text: &str| -> String {
        text.chars()
            .map(|character| match character {
                '0' => 'o',
                '1' => 'i',
                '3' => 'e',
                '4' => 'a',
                '5' => 's',
                '7' => 't',
                other => other,
            })
            .collect()
    };
    Some(Sentence::new(sentence.words.iter().map(|word| plain(word)).collect(), plain(&sentence.text)))
}

fn steers(plain: &str) -> bool {
    steering::find(plain, Origin::Web).is_some() || words::sentences(plain).iter().any(order::addresses_agent)
}

/// Without blanks between the words only their letters are left to look at.
fn names_agents_matters(plain: &str) -> bool {
    let letters: String =
        plain.chars().filter(|character| !character.is_whitespace()).flat_map(char::to_lowercase).collect();
    ["instruction", "systemprompt", "disregard", "yourrules", "password", "secret", "assistant"]
        .iter()
        .any(|word| letters.contains(word))
}

/// What stands in letters that are set apart: "i g n o r e   t h e".
fn spaced_out(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let alone = |at: usize| {
        bytes[at].is_ascii_alphabetic()
            && (at == 0 || !bytes[at - 1].is_ascii_alphanumeric())
            && bytes.get(at + 1).is_none_or(|next| !next.is_ascii_alphanumeric())
    };
    if (0..bytes.len()).step_by(2).filter(|at| alone(*at)).count() * 3 < SPACED {
        return None;
    }
    let mut best = String::new();
    let mut run = String::new();
    let mut blanks = 0;
    for (at, byte) in bytes.iter().enumerate() {
        if alone(at) {
            if blanks > 1 {
                run.push(' ');
            }
            run.push(char::from(*byte));
            blanks = 0;
        } else if byte.is_ascii_alphanumeric() {
            if run.len() > best.len() {
                best = core::mem::take(&mut run);
            }
            run.clear();
        } else if byte.is_ascii_whitespace() {
            blanks += 1;
        }
    }
    if run.len() > best.len() {
        best = run;
    }
    (best.len() >= SPACED).then_some(best)
}
