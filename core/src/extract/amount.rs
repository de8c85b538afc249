//! Amounts and dates that a person settles: "attitude: 50 ms", "make it 18 px at least", "release on 5 October".

use super::form::measures;
use super::sentence::Word;
use crate::reconcile::is_month;

/// Longer sentences with a number in them tell a story.
const MAX_WORDS: usize = 14;

/// Whether a sentence gives an amount, a bound or a day rather than telling of one.
pub(super) fn settles_amount(words: &[Word<'_>]) -> bool {
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    let tells =
        has(&["was", "were", "took", "ago", "yesterday", "got", "said", "wrote", "maybe", "about", "roughly", "if"]);
    let is_told = has(&["i", "i've", "you", "you've", "it's", "my", "me"]);
    let names = words.iter().any(|word| word.len() > 3 && word.chars().all(char::is_alphabetic));
    let settles = is_bounded(words) || names && is_dated(words) || names && measures(words) && !is_told;
    settles && !tells && (3..=MAX_WORDS).contains(&words.len())
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

/// "At least 18 px", "max 20000 lines", "50 at most".
fn is_bounded(words: &[Word<'_>]) -> bool {
    let bounds = |at: usize| {
        let before = |back: usize| at.checked_sub(back).map_or("", |at| words[at].as_str());
        let next = |by: usize| words.get(at + by).map_or("", Word::as_str);
        matches!((before(2), before(1)), ("at", "least" | "most") | ("up", "to") | ("more" | "less", "than"))
            || matches!(before(1), "max" | "maximum" | "min" | "minimum" | "under" | "below" | "above")
            || (1..=2).any(|by| {
                matches!((next(by), next(by + 1)), ("at", "least" | "most")) || matches!(next(by), "max" | "min")
            })
    };
    words.iter().enumerate().any(|(at, word)| is_number(word) && bounds(at))
}

/// "5 October", "July 31".
fn is_dated(words: &[Word<'_>]) -> bool {
    let is_day = |word: &Word<'_>| {
        word.trim_end_matches(char::is_alphabetic).parse::<u8>().is_ok_and(|day| (1..=31).contains(&day))
    };
    words.windows(2).any(|pair| is_day(&pair[0]) && is_month(&pair[1]) || is_month(&pair[0]) && is_day(&pair[1]))
}

#[cfg(test)]
mod tests {
    use super::super::sentence::words;
    use super::*;

    #[track_caller]
    fn check(sentence: &str, settles: bool) {
        assert_eq!(settles_amount(&words(sentence)), settles, "{sentence}");
    }

    #[test]
    fn amounts_are_settled_or_told() {
        for settled in [
            "pressure: 40 ms between readings",
            "please make the frame 18 px at least",
            "max 300 rows per page",
            "opening on 5 october",
            "the boiler restarts after 10 minutes",
        ] {
            check(settled, true);
        }
        for told in [
            "i wrote you 10 min ago",
            "it took 40 minutes on my laptop",
            "if it lasts 5 minutes the tenants call",
            "do 1 and 3",
            "the third of them is fine",
            "maybe 40 ms",
        ] {
            check(told, false);
        }
    }
}
