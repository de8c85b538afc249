//! What kind of knowledge a topic holds.

use super::cue::{self, Cues};
use super::read::Unit;
use super::select::SAID;
use super::sentence::Word;
use super::topic::{Exchange, Topic};
use super::{sentence, settle, unquoted};
use crate::model::Kind;

/// What a person settled makes a page a decision when it is at least one part in so many of it.
const SETTLED_SHARE: usize = 12;

/// What cannot be done, however it is said. That something is not so is no limit.
const LIMITS: [&str; 18] = [
    "can't",
    "can’t",
    "cannot",
    "couldn't",
    "can not",
    "no way to",
    "no built-in",
    "no mechanism",
    "no support",
    "not support",
    "n't support",
    "not possible",
    "impossible",
    "limitation",
    "limited to",
    "not allow",
    "n't allow",
    "rejects",
];

/// Whether a text begins with what cannot be done.
fn limits(text: &str) -> bool {
    sentence::sentences(text).first().is_some_and(|first| LIMITS.iter().any(|limit| sentence::holds(first, limit)))
}

/// "I just want you to explain", "don't do anything, only tell me", and nothing was done: whatever else the message says,
/// an answer was wanted.
fn wants_words_only(exchange: &Exchange<'_>) -> bool {
    !exchange.wrote_files && sentence::sentences(exchange.question()).into_iter().any(is_for_words)
}

fn is_for_words(said: &str) -> bool {
    let words = sentence::words(sentence::cut(said, 200));
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let tells = |word: &str| matches!(word, "explain" | "answer" | "check" | "tell" | "recommend");
    let is_wanted = |at: usize| match (word(at), word(at + 1)) {
        ("just" | "only", deed) => tells(deed),
        ("want" | "need", "you") => word(at + 2) == "to" && tells(word(at + 3)),
        ("need" | "want", "a" | "your") => matches!(word(at + 2), "recommendation" | "opinion" | "advice"),
        ("answer", "me") => true,
        // "Don't do anything", "do not change anything yet".
        ("don't", "do") => matches!(word(at + 2), "anything" | "any" | "it"),
        ("not", "do" | "change") => word(at + 2) == "anything",
        _ => false,
    };
    (0..words.len()).any(is_wanted)
}

pub(super) fn kind_of(topic: &Topic<'_>, units: &[Unit]) -> (Kind, &'static str) {
    let mut cues = Cues::default();
    for unit in units {
        cues.add(unit.cues);
    }
    let wrote = topic.exchanges.iter().any(|exchange| exchange.wrote_files);
    let agreed = topic.exchanges.iter().any(|exchange| exchange.agreed.is_some());
    let leading = units.iter().find(|unit| unit.is_prose && unit.label != SAID);
    let first = leading.map(|unit| unit.cues).unwrap_or_default();
    let is_limit = leading.is_some_and(|unit| limits(&unit.text));
    let names_cause = |unit: &Unit| {
        cue::scan(&sentence::words(&unit.label)).has(Cues::CAUSE)
            || sentence::begins(&unit.text, "**cause")
            || sentence::holds(&unit.text, "root cause")
    };
    let names_fix = |unit: &Unit| {
        let text = unit.text.trim_start_matches('*');
        unit.label.eq_ignore_ascii_case("fix") || sentence::begins(text, "fix:") || sentence::begins(text, "fixed")
    };
    let has_cause = units.iter().any(names_cause);
    if has_cause && (wrote || cues.has(Cues::DONE) || units.iter().any(names_fix)) {
        return (Kind::Resolution, "root-cause");
    }
    if agreed {
        return (Kind::Decision, "accepted-proposal");
    }
    // What a person settles is the page's matter unless it only asks for a long answer: "the state of things, one page".
    let settled: usize = units
        .iter()
        .filter(|unit| unit.label == SAID && settle::settles(&unquoted(&unit.text)))
        .filter(|unit| !topic.exchanges.get(unit.place.0).is_some_and(wants_words_only))
        .map(|unit| unit.text.len())
        .sum();
    if settled * SETTLED_SHARE >= units.iter().map(|unit| unit.text.len()).sum() && settled > 0 {
        return (Kind::Decision, "stated-decision");
    }
    if wrote && cues.has(Cues::DONE) || first.has(Cues::DONE) && !is_limit {
        return (Kind::Event, "closing-summary");
    }
    if is_limit {
        return (Kind::Limitation, "verdict");
    }
    if first.has(Cues::MECHANISM) {
        return (Kind::Architecture, "explanation");
    }
    (Kind::Fact, if cues.has(Cues::VERDICT) { "verdict" } else { "answer" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wants_words_settles_nothing() {
        for said in
            ["I just want you to explain why it burns.", "Don't do anything.", "I need a recommendation.", "Answer me"]
        {
            assert!(is_for_words(said), "{said}");
        }
        for said in
            ["We only bake rye.", "Check the oven twice a day.", "I want you to bake rye.", "Do not add raisins."]
        {
            assert!(!is_for_words(said), "{said}");
        }
    }

    #[test]
    fn a_limit_is_what_cannot_be_done() {
        assert!(limits("The oven cannot bake two trays. It is old.") && limits("There is no way to light it."));
        assert!(!limits("The oven isn't blue.") && !limits("The oven is old. It can't bake two trays."));
    }
}
