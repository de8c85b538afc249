//! How much a part of an answer is worth to somebody who reads the page later.
//!
//! The weights are log odds that a person who knows the project would record the part, fitted on annotated conversations
//! of many projects and checked on each with the others: they speak of form, not of words.

use super::cue::Cues;
use super::judge::{has_number, is_first_person, is_pronoun};
use super::read::Unit;
use super::sentence;

/// In a long talk, parts below this are left out.
pub(super) const LEAST: f64 = -2.4;
/// For each factor of e in length: a few words are a remark, a paragraph or a list tells something.
const LENGTH: f64 = 0.6;
const PLAIN: f64 = -5.8;
/// For each point that cues and place gave.
const SCORE: f64 = 0.25;
/// Names in code that count.
const MAX_NAMES: usize = 6;

/// What speaks for a part, in log odds.
pub(super) fn weigh(unit: &Unit, is_at_work: bool) -> f64 {
    let words = sentence::words(&unit.text);
    let first = words.first().map_or("", |word| word.as_str());
    let has = |test: fn(&str) -> bool| words.iter().any(|word| test(word));
    let n_names = (unit.text.matches('`').count() / 2).min(MAX_NAMES);
    let weights = [
        (unit.text.contains("**"), 0.45),
        (has_number(&unit.text), 0.3),
        (unit.cues.has(Cues::CAUSE), 0.5),
        (unit.cues.has(Cues::STANDING), 0.4),
        (is_at_work, 0.3),
        (unit.is_prose, -0.3),
        (first.ends_with("ing"), -0.5),
        (is_pronoun(first), -0.25),
        (has(is_first_person), -0.25),
        (has(|word| matches!(word, "you" | "your" | "you're")), -0.55),
    ];
    let form: f64 = weights.iter().filter(|(holds, _)| *holds).map(|(_, weight)| weight).sum();
    PLAIN + LENGTH * libm::log(unit.text.len() as f64) + SCORE * unit.score + 0.13 * n_names as f64 + form
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};

    use super::*;

    fn weight(text: &str) -> f64 {
        let (label, cues) = (String::new(), Cues::default());
        let text = text.to_string();
        weigh(
            &Unit { place: (0, 0, 0), label, text, score: 1.0, cues, is_prose: true, points: 0.0, is_plain: false },
            false,
        )
    }

    #[test]
    fn a_remark_weighs_less_than_what_tells_something() {
        let remark = weight("Massive validation.");
        let told = weight(
            "**Proofing:** `proofer.toml` keeps `night.degrees` at 28, so the dough of the evening is ready at four, and \
             `tray.count` at 40 leaves room for the rolls of the second shop.",
        );
        assert!(remark < LEAST && LEAST < told, "{remark} {told}");
    }

    #[test]
    fn names_count_and_speech_to_somebody_counts_against() {
        let plain = weight("The tray goes into the lower half of the stone oven first.");
        assert!(weight("The `tray` goes into the lower half of the `stone` oven first.") > plain);
        assert!(weight("Your tray goes into the lower half of the stone oven first.") < plain);
        assert!(weight("") < LEAST);
    }
}
