//! The human repeats, corrects or complains. One cue is an ordinary day; two are a signal.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Candidate, cut, quote};
use crate::model::{Speaker, Transcript, Turn};
use crate::signal::{SignalSeverity, SignalType};
use crate::text::{content_terms, fold, keywords};

/// Cues needed before anything is suggested.
const ENOUGH: usize = 2;
/// Human turns within which the cues must fall.
const WINDOW: usize = 8;
/// Words a turn needs before it can repeat another: "thanks" twice is no repetition.
const REPEAT_WORDS: usize = 4;
/// Words in common from which on a report of failure comes back to what was asked before.
const SAME_SUBJECT: usize = 2;
/// Beyond this length a turn is a document that somebody pasted, not an outburst.
const LONGEST: usize = 1200;

/// Complaints about the course of the work: something comes back, nothing helps, patience ends.
const COMPLAINTS: &[&str] = &[
    "still not working",
    "still isn't working",
    "still doesn't work",
    "still does not work",
    "still broken",
    "still failing",
    "still fails",
    "still wrong",
    "still the same",
    "still getting",
    "still see the",
    "tried everything",
    "keeps failing",
    "keep failing",
    "keeps happening",
    "keeps breaking",
    "still nothing",
    "nothing happens",
    "nothing changed",
    "nothing works",
    "crashed again",
    "failed again",
    "fails again",
    "broken again",
    "wrong again",
    "worse than before",
    "made it worse",
    "makes it worse",
    "what is going on",
    "what happened to my",
    "never answered",
    "did not answer",
    "didn't answer",
    "frustrat",
    "so annoying",
    "really annoying",
    "getting annoying",
    "why won't",
    "why can't you",
    "why do you keep",
    "makes no sense",
    "wasting time",
    "wasting my time",
    "waste of time",
    "wasted my",
    "you wasted",
    "this is horrible",
    "that's horrible",
    "this is terrible",
    "this is ridiculous",
    "that's ridiculous",
    "this is useless",
    "you are useless",
    "fed up",
    "for the last time",
    "how many times do i",
    "how many times have i",
    "how many times did i",
    "how many times must i",
    "i give up",
    "going in circles",
    "going nowhere",
    "not what i asked",
    "not what i wanted",
    "not what i meant",
    "you broke",
    "you ignored",
    "you keep",
    "you're not listening",
    "you are not listening",
    "are you even",
    "stop doing",
    "for the third time",
    "wtf",
    "ffs",
    "come on,",
    "come on!",
    "seriously?",
];

/// Words that complain when they are said of what was just done ("it doesn't work") and describe otherwise ("the
/// export does not work on Windows").
const FAILURES: &[&str] =
    &["is broken", "doesn't work", "does not work", "didn't work", "did not work", "isn't working", "not working"];

/// What comes back, when nothing narrows it down: "same error again", but not "the same error code on a replica".
const RETURNS: &[&str] = &["same error", "same problem", "same mistake", "same issue", "same result"];

/// What stands for the thing just done.
const POINTING: &[&str] = &["it", "it's", "this", "that", "that's", "these", "those", "they", "again", "nothing"];

/// Corrections of what the agent said or did.
const CORRECTIONS: &[&str] = &[
    "no, ",
    "no. ",
    "no! ",
    "nope",
    "wrong",
    "you deleted",
    "you removed",
    "you overwrote",
    "put it back",
    "put them back",
    "undo everything",
    "revert everything",
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
    "i asked",
    "you did not",
    "you didn't",
    "you haven't",
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
            let text = spoken(&fold(&turn.text).replace('’', "'"));
            // Who opens a conversation reports a problem; who comes back to it complains.
            if at > 0 && complains(&text, &words[at], &words[..at]) {
                return Some(Cue::Complains);
            }
            let bare_no = matches!(text.trim_matches(|c: char| !c.is_alphanumeric()), "no" | "nope");
            if bare_no || CORRECTIONS.iter().any(|cue| text.starts_with(cue) || text.contains(&format!(". {cue}"))) {
                return Some(Cue::Corrects);
            }
            let repeats = words[at].len() >= REPEAT_WORDS
                && words[at.saturating_sub(WINDOW)..at].iter().any(|earlier| says_again(earlier, &words[at]));
            repeats.then_some(Cue::Repeats)
        })
        .collect()
}

/// The text without code blocks and quoted lines: an error message that was pasted is nobody's complaint.
fn spoken(text: &str) -> String {
    let mut in_code = false;
    let mut kept: Vec<&str> = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if !in_code && !line.trim_start().starts_with('>') {
            kept.push(line);
        }
    }
    kept.join("\n")
}

fn complains(text: &str, words: &BTreeSet<String>, before: &[BTreeSet<String>]) -> bool {
    // Who sees it getting better is not losing patience.
    let content = ["thank", "great", "nice", "progress", "works now", "better", "well done", "perfect", "almost there"];
    if content.iter().any(|word| meant(text, word).is_some()) {
        return false;
    }
    if COMPLAINTS.iter().any(|cue| meant(text, cue).is_some()) {
        return true;
    }
    let unqualified = |cue: &str| {
        meant(text, cue).is_some()
            && text.split_once(cue).is_some_and(|(_, after)| {
                let next = after.trim_start_matches('s').trim_start().split(' ').next().unwrap_or("");
                let ends = next.is_empty() || next.starts_with(|c: char| !c.is_alphanumeric());
                ends || ["again", "as", "still", "every", "over", "and", "twice"]
                    .contains(&next.trim_matches(|c: char| !c.is_alphanumeric()))
            })
    };
    if RETURNS.iter().any(|cue| unqualified(cue)) {
        return true;
    }
    let again = |words: &BTreeSet<String>| {
        before.iter().rev().take(WINDOW).any(|earlier| earlier.intersection(words).count() >= SAME_SUBJECT)
    };
    FAILURES.iter().filter_map(|cue| meant(text, cue)).any(|clause| {
        let points = clause.split_whitespace().any(|word| POINTING.contains(&word.trim_matches([',', ';', '(', '-'])));
        let short = clause.split_whitespace().count() <= 4;
        (points && short) || again(words)
    })
}

/// The clause before a cue, unless it makes the cue a condition, a wish or a question about others.
fn meant<'a>(text: &'a str, cue: &str) -> Option<&'a str> {
    let conditions = [
        "if ",
        "when ",
        "whenever ",
        "in case ",
        "unless ",
        "whether ",
        "until ",
        "should ",
        "would ",
        "might ",
        "could ",
        "users ",
        "people ",
        "customers ",
        "no longer",
        "not be ",
        "never ",
        "isn't ",
        "don't be ",
        "message ",
        "says ",
    ];
    text.match_indices(cue).find_map(|(at, _)| {
        let starts_word = text[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric());
        let clause = text[..at].rsplit(['.', '!', '?', '\n', ';', ':']).next().unwrap_or("");
        let padded = format!("{} ", clause.trim_start());
        let conditional = conditions.iter().any(|word| {
            padded
                .match_indices(word)
                .any(|(at, _)| padded[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric()))
        });
        (starts_word && !conditional).then_some(clause)
    })
}

/// Whether a request was made before: all of its words, or all of the earlier one's, come again. A request with one
/// word exchanged for another is the next of a series.
fn says_again(earlier: &BTreeSet<String>, now: &BTreeSet<String>) -> bool {
    let (gone, new) = (earlier.difference(now).count(), now.difference(earlier).count());
    let shared = now.len() - new;
    let is_long = shared >= 2 * REPEAT_WORDS;
    shared >= REPEAT_WORDS && (gone == 0 || new == 0 || (is_long && gone <= 1 && new <= 1))
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
    // What it was about: the words of the request that did not go well.
    let asked = &human[hits[0].0.saturating_sub(1)].text;
    let mut tags: Vec<String> = alloc::vec!["frustration".into(), "conversation".into()];
    tags.extend(keywords("", &cut(asked, LONGEST), 3));
    Candidate {
        signal_type: SignalType::Frustration,
        severity: if hits.len() >= 4 { SignalSeverity::Critical } else { SignalSeverity::Notable },
        title: format!("Patience lost: {subject}"),
        tags,
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
    fn reports_of_bugs_are_work_and_not_impatience() {
        check(
            &[
                "The login page is broken on Safari.",
                "The CSV export does not work on Windows, please have a look.",
                "Next: the tide table is broken for leap years.",
            ],
            None,
        );
        check(
            &[
                "Write the help page.",
                "Add a section on what to do if it doesn't work.",
                "Say that users who are frustrated can write to us.",
            ],
            None,
        );
        check(
            &[
                "Run the tests.",
                "```\nsame error\nstill failing\n```\nWhat does the log mean?",
                "> same error\nThanks!",
            ],
            None,
        );
    }

    #[test]
    fn coming_back_to_the_same_thing_counts() {
        check(
            &[
                "Make the export button download the timetable.",
                "The export button does not work.",
                "Same error as before, the file is empty.",
            ],
            Some(SignalSeverity::Notable),
        );
        check(
            &["Fix the login.", "That didn't work.", "It is broken again.", "Why won't it start?", "Seriously?"],
            Some(SignalSeverity::Critical),
        );
    }

    #[test]
    fn a_series_a_retrospective_and_good_news_are_no_impatience() {
        check(
            &[
                "Add unit tests for the parser module please.",
                "Add unit tests for the lexer module please.",
                "Add unit tests for the printer module please.",
            ],
            None,
        );
        check(
            &[
                "Summarise the last month.",
                "We wasted hours on the flaky runner; put that first.",
                "Add that people were frustrated, and that the deploy keeps failing on Fridays.",
            ],
            None,
        );
        check(
            &[
                "The job runs into a time-out.",
                "I still see the time-out, but later. Progress!",
                "Same error on staging, here is the log.",
            ],
            None,
        );
    }

    #[test]
    fn short_words_count_too() {
        check(
            &["Add the button.", "Nothing happens when I click it.", "Still nothing.", "Nope."],
            Some(SignalSeverity::Notable),
        );
        check(&["Translate the page.", "no", "no!!", "I give up, I'll do it myself."], Some(SignalSeverity::Notable));
        check(
            &["Deploy it.", "You deleted my tests. Put them back.", "This is worse than before."],
            Some(SignalSeverity::Notable),
        );
    }

    #[test]
    fn asking_what_became_of_a_question_counts() {
        check(
            &[
                "Compare our harbour map with the one of the old port authority.",
                "What happened to my comparison of the harbour maps?",
                "I asked the question and it was never answered.",
            ],
            Some(SignalSeverity::Notable),
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
