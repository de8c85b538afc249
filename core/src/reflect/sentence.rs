//! How well one sentence says a thing to somebody who knows nothing else.

use alloc::string::String;
use alloc::vec::Vec;

use crate::text::fold;

/// The sentence as a lesson says it: "The root cause is that X" becomes X.
pub(super) fn statement(text: &str) -> String {
    let text = tidy(text);
    let lead = ["cause is that ", "cause was that ", "reason is that ", "problem is that ", "issue is that "];
    let led = lead.iter().find_map(|words| text.split_once(words));
    // "The gap is structural: X" says X.
    let named = text.split_once(": ").filter(|(before, _)| refers_back(before));
    let rest = led.or(named).filter(|(before, rest)| {
        before.split_whitespace().count() <= 5 && before.starts_with("The ") && rest.split_whitespace().count() >= 8
    });
    let Some((_, rest)) = rest else { return text };
    let mut chars = rest.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// A lesson is read at a glance: what is longer than that counts less.
pub(super) fn brevity(text: &str) -> f64 {
    const GLANCE: f64 = 26.0;
    (GLANCE / text.split_whitespace().count().max(1) as f64).min(1.0)
}

/// How things are carries over; how one day went does not.
pub(super) fn standing(text: &str) -> f64 {
    let words: Vec<String> =
        text.split_whitespace().map(|word| fold(word.trim_matches(|c: char| !c.is_alphanumeric()))).collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let present =
        has(&["is", "are", "has", "have", "lacks", "does", "do", "cannot", "can", "requires", "should", "must"]);
    let past = has(&["was", "were", "had", "did", "became"]);
    let told = has(&[
        "then",
        "again",
        "later",
        "initially",
        "already",
        "yesterday",
        "today",
        "user",
        "claude",
        "asked",
        "session",
    ]);
    // "Most likely a push to main": a guess without a sentence around it.
    let guess = words
        .first()
        .is_some_and(|word| ["most", "likely", "probably", "possibly", "perhaps", "maybe"].contains(&word.as_str()));
    let factor = |holds: bool, weight: f64| if holds { weight } else { 1.0 };
    factor(guess && !present && !past, 0.4)
        * factor(present, 1.2)
        * factor(past, 0.8)
        * factor(told, 0.6)
        * factor(refers_back(text), 0.35)
}

/// "The gap is …", "The affected tool …": the reader has not heard of it.
fn refers_back(text: &str) -> bool {
    let referring = [
        "gap",
        "issue",
        "problem",
        "pattern",
        "failure",
        "mismatch",
        "difference",
        "affected",
        "fix",
        "bug",
        "error",
        "incident",
        "behavior",
        "behaviour",
        "situation",
        "latter",
        "former",
        "finding",
    ];
    let mut words = text.split_whitespace().map(|word| fold(word.trim_matches(|c: char| !c.is_alphanumeric())));
    words.next().is_some_and(|first| first == "the") && words.take(2).any(|word| referring.contains(&word.as_str()))
}

/// Whether a sentence tells that something went well.
pub(super) fn reports_success(text: &str) -> bool {
    let success = ["correctly", "successfully", "passed", "passes", "green", "cleanly", "flawlessly"];
    let mut words = text.split_whitespace().map(|word| fold(word.trim_matches(|c: char| !c.is_alphanumeric())));
    words.any(|word| success.contains(&word.as_str()))
        && !["not ", " but ", "n't ", "yet "].iter().any(|word| text.contains(word))
}

/// Whether a sentence says what to do: by "should" and its kin early in it, or by beginning with the deed.
pub(super) fn orders(text: &str) -> bool {
    // What stands in quotation marks was said by somebody else.
    let own: String = tidy(text).split('"').step_by(2).collect();
    let folded = fold(&own);
    let cues =
        [" should ", " must ", " needs to ", " need to ", "the fix is ", "fix: ", "the remedy is ", " ought to "];
    // "Should have been" tells what went wrong, "asked whether it should" tells what was said.
    let reports = [
        " should have ",
        " must have ",
        " should not have ",
        "needs to have ",
        " whether ",
        " asked",
        " said ",
        " i need ",
        " would need ",
        " we need to know",
        "should be considered",
        " cause is ",
        " assumed ",
        " believed ",
    ];
    if reports.iter().any(|cue| folded.contains(cue)) {
        return false;
    }
    // A remedy is the point of its sentence: its verb comes early.
    let early = folded.len() / 2;
    if cues.iter().any(|cue| folded.find(cue).is_some_and(|at| at <= early)) {
        return true;
    }
    let deeds = [
        "add",
        "always",
        "avoid",
        "ask",
        "build",
        "call",
        "change",
        "check",
        "commit",
        "compare",
        "confirm",
        "consider",
        "create",
        "declare",
        "define",
        "delete",
        "do",
        "document",
        "don't",
        "embed",
        "ensure",
        "establish",
        "extend",
        "extract",
        "fail",
        "flag",
        "give",
        "include",
        "introduce",
        "keep",
        "leave",
        "let",
        "list",
        "log",
        "maintain",
        "make",
        "mark",
        "merge",
        "move",
        "name",
        "never",
        "pin",
        "prefer",
        "read",
        "record",
        "remove",
        "replace",
        "require",
        "review",
        "run",
        "set",
        "split",
        "start",
        "stop",
        "store",
        "test",
        "track",
        "treat",
        "update",
        "use",
        "validate",
        "verify",
        "wait",
        "warn",
        "wire",
    ];
    // "Missing guardrail: check …": the deed follows its label.
    let deed = folded.split_once(": ").filter(|(label, _)| label.split_whitespace().count() <= 3);
    let deed = deed.map_or(folded.as_str(), |(_, rest)| rest);
    let first = deed.trim_start_matches(['-', '*', '[', ']', ' ', '`']).split_whitespace().next().unwrap_or("");
    deeds.contains(&first.trim_matches(|c: char| !c.is_alphanumeric() && c != '\''))
}

/// Whether a reader who knows nothing else understands the sentence.
pub(super) fn stands_alone(text: &str) -> bool {
    let words = text.split_whitespace().count();
    if !(8..=45).contains(&words) || text.ends_with(':') || text.contains("](") {
        return false;
    }
    // "Supporting evidence: …" and other labels introduce; they do not say.
    let label = text.split_once(": ").map(|(label, _)| label);
    if label.is_some_and(|label| label.split_whitespace().count() <= 3 && fold(label).ends_with("evidence")) {
        return false;
    }
    let last = fold(text.split_whitespace().next_back().unwrap_or(""));
    if matches!(last.trim_matches(|c: char| !c.is_alphanumeric()), "this" | "that" | "it" | "them" | "these" | "those")
    {
        return false;
    }
    if !text.ends_with(['.', '!', ')', '"', '`']) || !text.starts_with(|c: char| c.is_uppercase() || c == '`') {
        return false;
    }
    let first = fold(text.split_whitespace().next().unwrap_or(""));
    let first = first.trim_matches(|c: char| !c.is_alphanumeric());
    let dangling = [
        "this",
        "that",
        "these",
        "those",
        "it",
        "they",
        "he",
        "she",
        "both",
        "neither",
        "however",
        "additionally",
        "also",
        "but",
        "and",
        "so",
        "then",
        "therefore",
        "similarly",
        "second",
        "third",
        "finally",
        "instead",
        "specifically",
        "either",
        "such",
        "the same",
        "its",
        "their",
        "another",
        "otherwise",
    ];
    !dangling.contains(&first)
}

/// Sentences full of paths, numbers and identifiers tell of one case; plain ones carry over.
pub(super) fn generality(text: &str) -> f64 {
    let words = text.split_whitespace().count().max(1) as f64;
    let special = text
        .split_whitespace()
        .filter(|word| word.bytes().any(|b| b.is_ascii_digit()) || word.contains(['/', '`', '_', '=', '#', '{']))
        .count() as f64;
    // "This file", "these plans": the reader has not seen them.
    let pointing =
        text.split_whitespace().filter(|word| matches!(*word, "this" | "these" | "those" | "above" | "below")).count()
            + [" in that ", " of that ", " for that ", " from that ", " with that ", " by that "]
                .iter()
                .filter(|words| text.contains(**words))
                .count();
    1.0 / (1.0 + (8.0 * special + 12.0 * pointing as f64) / words)
}

/// One line without emphasis marks.
pub(super) fn tidy(text: &str) -> String {
    text.replace("**", "").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_said_without_its_announcement() {
        let text = "The root cause is that paths are resolved against the folder of the caller.";
        assert_eq!(statement(text), "Paths are resolved against the folder of the caller.");
        let short = "The root cause is that nobody looked.";
        assert_eq!(statement(short), short);
    }

    #[test]
    fn what_to_do_is_told_from_what_was_said() {
        for (text, order) in [
            ("Releases should be tagged before the notes are written.", true),
            ("Pin the version of the compiler in the build file.", true),
            ("The build should have failed when the file was missing.", false),
            ("The user asked whether the cache should be kept.", false),
            ("Somebody wrote \"you should restart it\" into the log.", false),
            ("The cache was cold on every run.", false),
        ] {
            assert_eq!(orders(text), order, "{text}");
        }
    }

    #[test]
    fn how_things_are_carries_over() {
        let general = "Cache keys that contain the date are cold every morning.";
        let told = "The user then restarted the build again and it was cold.";
        assert!(standing(general) > standing(told));
        let special = "Run 4711 of `ci/build.sh` at 10:04 had the key `2026-03-01`.";
        assert!(generality(general) > generality(special));
    }
}
