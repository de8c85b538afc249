//! What is kept of a talk: how much each part is worth to somebody who reads the page later, within a budget.
//!
//! The weights are log odds that a person who knows the project would record the part, fitted on annotated conversations
//! of many projects and checked on each with the others: they speak of form, not of words.

use alloc::vec::Vec;

use super::cue::Cues;
use super::form::{has_number, is_first_person, is_pronoun};
use super::read::Unit;
use super::select::SAID;
use super::topic::Topic;
use super::{Extraction, sentence};

/// Most characters of a statement. Higher keeps more details and makes pages that nobody reads.
const STATEMENT_BUDGET: usize = 4_500;
/// Answers shorter than this in all leave nothing out.
const SHORT_TALK: usize = 800;
/// In a long talk, parts below this are left out.
const LEAST: f64 = -2.4;
/// For each factor of e in length: a few words are a remark, a paragraph or a list tells something.
const LENGTH: f64 = 0.6;
const PLAIN: f64 = -5.8;
/// What the last exchange of a topic has ahead of the first, of equal weight.
const LATER: f64 = 0.7;
/// For each point that cues and place gave.
const SCORE: f64 = 0.25;
/// What bold words and names in code add to a part on average.
const BOLD_ON_AVERAGE: f64 = 0.15;
const NAMES_ON_AVERAGE: f64 = 0.25;
/// Parts of a talk that show what its writer never uses.
const MANY: usize = 8;
/// Names in code that count.
const MAX_NAMES: usize = 6;

/// The best units within the budget, in their order.
pub(super) fn keep(units: Vec<Unit>, topic: &Topic<'_>, length: usize, extraction: &mut Extraction) -> Vec<Unit> {
    // Where the conversation ended counts for more than where it began.
    let n_exchanges = units.iter().map(|unit| unit.place.0 + 1).max().unwrap_or(1);
    let worth = |unit: &Unit| {
        let is_at_work = topic.exchanges.get(unit.place.0).is_some_and(|exchange| exchange.is_at_work);
        let later = LATER * unit.place.0 as f64 / n_exchanges as f64;
        if unit.label == SAID { f64::MAX } else { weigh(unit, is_at_work) + later }
    };
    let is_long = length > SHORT_TALK;
    let least = LEAST - unmarked(&units);
    let mut order: Vec<(f64, usize)> = Vec::with_capacity(units.len());
    for (at, unit) in units.iter().enumerate() {
        let worth = worth(unit);
        if is_long && worth < least {
            extraction.leave_out("says little");
        } else {
            order.push((worth, at));
        }
    }
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut chosen: Vec<usize> = Vec::new();
    let mut used = 0;
    for (_, at) in order {
        let length = units[at].text.len() + units[at].label.len();
        // What a person said leaves room for what came of it.
        let cost = if units[at].label == SAID { length / 2 } else { length };
        if used + cost > STATEMENT_BUDGET && used > 0 {
            extraction.leave_out("beyond the budget");
            continue;
        }
        used += cost;
        chosen.push(at);
    }
    chosen.sort_unstable();
    units.into_iter().enumerate().filter(|(at, _)| chosen.binary_search(at).is_ok()).map(|(_, unit)| unit).collect()
}

/// Whether a heading stands above a part.
fn is_headed(unit: &Unit) -> bool {
    unit.label != SAID && !unit.label.is_empty()
}

/// What marks would add on average, in a talk whose writer never uses them: there they tell nothing apart.
fn unmarked(units: &[Unit]) -> f64 {
    let n_labels = units.chunk_by(|unit, next| unit.label == next.label).filter(|units| is_headed(&units[0])).count();
    let never = |mark: &str| units.len() + n_labels >= MANY && !units.iter().any(|unit| unit.text.contains(mark));
    [("**", BOLD_ON_AVERAGE), ("`", NAMES_ON_AVERAGE)]
        .iter()
        .filter(|(mark, _)| never(mark))
        .map(|(_, mean)| mean)
        .sum()
}

/// What speaks for a part, in log odds.
fn weigh(unit: &Unit, is_at_work: bool) -> f64 {
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
