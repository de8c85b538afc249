//! The human repeats, corrects or complains. One cue is an ordinary day; two are a signal.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Candidate, cut, quote};
use crate::model::{Speaker, Transcript, Turn};
use crate::signal::{SignalSeverity, SignalType};
use crate::text::{content_terms, fold};

/// Cues needed before anything is suggested.
const ENOUGH: usize = 2;
/// Human turns within which the cues must fall.
const WINDOW: usize = 8;
/// Share of words in common from which on a turn repeats an earlier one.
const REPEATS: f64 = 0.6;
/// Words a turn needs before it can repeat another: "thanks" twice is no repetition.
const REPEAT_WORDS: usize = 4;
/// Beyond this length a turn is a document that somebody pasted, not an outburst.
const LONGEST: usize = 1200;

/// Plain complaints.
const COMPLAINTS: &[&str] = &[
    "still not working",
    "still doesn't work",
    "still does not work",
    "still broken",
    "still failing",
    "still fails",
    "still wrong",
    "still the same",
    "still getting",
    "is broken",
    "tried everything",
    "keeps failing",
    "keep failing",
    "keeps happening",
    "doesn't work",
    "does not work",
    "didn't work",
    "did not work",
    "isn't working",
    "not working",
    "same error",
    "same problem",
    "same mistake",
    "frustrat",
    "annoying",
    "why won't",
    "why can't you",
    "makes no sense",
    "wasting time",
    "waste of time",
    "wasted",
    "this is horrible",
    "that's horrible",
    "terrible",
    "ridiculous",
    "fed up",
    "for the last time",
    "how many times",
    "give up",
    "useless",
    "not what i asked",
    "not what i wanted",
    "not what i meant",
    "you broke",
    "you ignored",
    "you keep",
    "stop doing",
];

/// Corrections of what the agent said or did.
const CORRECTIONS: &[&str] = &[
    "no, ",
    "no. ",
    "no! ",
    "nope",
    "wrong",
    "that's not",
    "that is not",
    "that's wrong",
    "that is wrong",
    "incorrect",
    "i said",
    "i already said",
    "i already told",
    "as i said",
    "i told you",
    "i asked for",
    "i asked you",
    "you missed",
    "you forgot",
    "you misunderstood",
    "i undid",
    "undo that",
    "undo this",
    "revert that",
    "revert this",
    "revert it",
    "again, ",
    "not like that",
];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cue {
    Repeats,
    Corrects,
    Complains,
}

/// Suggests at most one signal per stretch of a conversation.
pub fn detect_frustration(transcript: &Transcript, session: &str) -> Vec<Candidate> {
    let human: Vec<&Turn> = transcript.turns.iter().filter(|turn| turn.speaker == Speaker::Human).collect();
    let cues: Vec<Option<Cue>> = cues_of(&human);
    let mut found = Vec::new();
    let mut start = 0;
    while start < human.len() {
        if cues[start].is_none() {
            start += 1;
            continue;
        }
        let mut end = start + 1;
        let mut last = start;
        while end < human.len() && end - last <= WINDOW {
            if cues[end].is_some() {
                last = end;
            }
            end += 1;
        }
        let hits: Vec<(usize, Cue)> = (start..=last).filter_map(|at| cues[at].map(|cue| (at, cue))).collect();
        // Corrections alone are how people work with an agent; somebody who also complains or repeats is losing patience.
        let patience_lost = hits.iter().any(|(_, cue)| *cue != Cue::Corrects);
        if hits.len() >= ENOUGH && patience_lost {
            found.push(candidate(&human, &hits, session));
        }
        start = last + 1;
    }
    found
}

fn cues_of(human: &[&Turn]) -> Vec<Option<Cue>> {
    let words: Vec<BTreeSet<String>> =
        human.iter().map(|turn| content_terms(&cut(&turn.text, LONGEST)).into_iter().collect()).collect();
    human
        .iter()
        .enumerate()
        .map(|(at, turn)| {
            if turn.text.len() > LONGEST {
                return None;
            }
            let text = fold(&turn.text).replace('’', "'");
            if COMPLAINTS.iter().any(|cue| text.contains(cue)) && !is_report(&text) {
                return Some(Cue::Complains);
            }
            if CORRECTIONS.iter().any(|cue| text.starts_with(cue) || text.contains(&format!(". {cue}"))) {
                return Some(Cue::Corrects);
            }
            let repeats = words[at].len() >= REPEAT_WORDS
                && words[at.saturating_sub(WINDOW)..at]
                    .iter()
                    .any(|earlier| similarity(earlier, &words[at]) >= REPEATS);
            repeats.then_some(Cue::Repeats)
        })
        .collect()
}

/// "If it doesn't work, …" and "users say it is broken" describe; they do not complain.
fn is_report(text: &str) -> bool {
    text.starts_with("if ") || text.contains("if it doesn't work") || text.contains("when it doesn't work")
}

fn similarity(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f64 {
    let common = a.intersection(b).count();
    let all = a.len() + b.len() - common;
    if all == 0 { 0.0 } else { common as f64 / all as f64 }
}

fn candidate(human: &[&Turn], hits: &[(usize, Cue)], session: &str) -> Candidate {
    let count = |kind: Cue| hits.iter().filter(|(_, cue)| *cue == kind).count();
    let mut told = Vec::new();
    for (kind, word) in
        [(Cue::Complains, "complains"), (Cue::Corrects, "corrects the agent"), (Cue::Repeats, "repeats a request")]
    {
        match count(kind) {
            0 => {}
            1 => told.push(format!("{word} once")),
            many => told.push(format!("{word} {many} times")),
        }
    }
    let strongest = hits.iter().max_by_key(|(at, cue)| (*cue, core::cmp::Reverse(*at))).map_or(0, |(at, _)| *at);
    let subject = cut(&human[strongest].text, 60);
    Candidate {
        signal_type: SignalType::Frustration,
        severity: if hits.len() >= 4 { SignalSeverity::Critical } else { SignalSeverity::Notable },
        title: format!("Patience lost: {subject}"),
        tags: alloc::vec!["frustration".into(), "conversation".into()],
        what_happened: format!("The human {}.", told.join(", ")),
        context: human[..hits[0].0]
            .last()
            .map_or_else(String::new, |turn| format!("Before that the human asked: {}", cut(&turn.text, 160))),
        cause: String::new(),
        evidence: hits.iter().map(|(at, _)| quote(session, human[*at], &human[*at].text)).collect(),
        phase: None,
        plan: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signal::detect::fixture::{transcript, turn};

    #[track_caller]
    fn check(human: &[&str], severity: Option<SignalSeverity>) {
        let turns = (1u32..)
            .zip(human)
            .flat_map(|(n, text)| [turn(n * 2, Speaker::Human, text), turn(n * 2 + 1, Speaker::Agent, "Done.")])
            .collect();
        let transcript = transcript(turns);
        let found = detect_frustration(&transcript, "s.jsonl");
        assert_eq!(found.first().map(|candidate| candidate.severity), severity, "{human:?}");
    }

    #[test]
    fn two_cues_are_a_signal_and_one_is_not() {
        check(
            &["Please fix the login page.", "It still doesn't work.", "No, that's not what I asked for."],
            Some(SignalSeverity::Notable),
        );
        check(&["Please fix the login page.", "It still doesn't work.", "Great, thank you!"], None);
    }

    #[test]
    fn corrections_alone_are_how_people_work() {
        check(
            &[
                "Draw the map in blue.",
                "No, a darker blue.",
                "Actually call it navy.",
                "Wrong shade, one step lighter.",
            ],
            None,
        );
    }

    #[test]
    fn saying_it_again_counts() {
        check(
            &[
                "Export the timetable as a CSV file please.",
                "This is broken.",
                "Please export the timetable as a CSV file.",
            ],
            Some(SignalSeverity::Notable),
        );
        check(&["thanks", "thanks", "thanks"], None);
    }
}
