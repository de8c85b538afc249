//! Lessons: what an agent tells off the top of its head to somebody who asked how the world is.
//!
//! "What is a lease, by the way?" asks for no look at the project. As long as the agent takes none, its answer is of the
//! project only where it says so.

use super::cue::Cues;
use super::form::{is_question, is_reference};
use super::sentence::{self, Word};
use super::vocabulary::{Project, looks_like_path};
use crate::text::Words;

/// Words that turn a question to the project at hand.
static OWN: Words = Words::new(
    "we we're we've our ours us your yours this these those here it its they them there current currently now today \
     still already next he she his her that",
);

/// Words that tie what is told to the project at hand.
static TIES: Words = Words::new("we we're we've our ours us your yours you've currently already");

/// What one asks of a thing in general, after "what is the".
static IN_GENERAL: Words = Words::new(
    "deal difference differences point idea meaning purpose standard usual typical common best definition concept",
);

/// Words before the "explain" of somebody who is not asked to.
static TELLERS: Words =
    Words::new("to can can't cannot could couldn't will would must should i we they he she who not never");

/// Most words of a question that only sets two things against each other.
const MAX_CONTRAST: usize = 20;

/// Longest message in which a question is looked for.
const MAX_QUESTION: usize = 2_000;

/// Whether a person asks how the world is: "explain what a lease is", "what's the difference between x and y?".
pub(super) fn asks(question: &str) -> bool {
    question.len() <= MAX_QUESTION && sentence::sentences(question).into_iter().any(asks_in_general)
}

/// Whether such a question comes first.
pub(super) fn begins_with_question(text: &str) -> bool {
    sentence::sentences(text).into_iter().find(|said| sentence::has_more_words(said, 2)).is_some_and(asks_in_general)
}

/// What is asked stands before the comma: "remind me what a lease is, our lawyer keeps saying it".
fn asks_in_general(sentence: &str) -> bool {
    let asks = |said: &str| !said.contains('`') && is_general(said);
    asks(sentence) || sentence.split_once(',').is_some_and(|(head, _)| asks(head))
}

fn is_general(sentence: &str) -> bool {
    let words = sentence::words(sentence);
    let is_own = |word: &Word<'_>| OWN.contains(word) || looks_like_path(word) || is_reference(word);
    // "No recipe that I can't explain" and "it tells what is in stock" ask for nothing.
    let is_asked = |at: usize| match words[at].as_str() {
        "explain" => at == 0 || !TELLERS.contains(&words[at - 1]),
        _ => at <= 1 || is_question(sentence),
    };
    let is_asked_aside = is_question(sentence) && is_aside(&words) || is_forgotten(&words) || is_contrast(&words);
    if is_asked_aside && !words.iter().any(is_own) {
        return true;
    }
    (0..words.len())
        .filter(|at| is_asked(*at))
        .find_map(|at| question_at(&words[at..]))
        .is_some_and(|thing| !thing.is_empty() && !thing.iter().any(is_own))
}

/// "Random: why …?", "side question, …": something else than the work.
fn is_aside(words: &[Word<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    matches!(
        (word(0), word(1)),
        ("random" | "unrelated" | "curious" | "aside", _)
            | ("side" | "dumb" | "silly" | "stupid", "question" | "note")
            | ("off" | "out", "topic" | "of")
            | ("just", "curious" | "wondering")
    )
}

/// "What is a lease, I always forget": asked for the head, not for the work.
fn is_forgotten(words: &[Word<'_>]) -> bool {
    words.windows(3).any(|three| {
        three[0] == "i"
            && matches!(three[1].as_str(), "always" | "never" | "keep")
            && matches!(three[2].as_str(), "forget" | "forgetting" | "know" | "remember" | "confuse" | "confusing")
    })
}

/// "Rye vs spelt, in two sentences".
fn is_contrast(words: &[Word<'_>]) -> bool {
    words.len() <= MAX_CONTRAST && words.iter().skip(1).take(3).any(|word| matches!(word.as_str(), "vs" | "versus"))
}

/// Whether a person asks for ideas, which are none of the project's until one is taken up: "any ideas?".
pub(super) fn asks_for_ideas(question: &str) -> bool {
    let is_call = |said: &str| {
        let words = sentence::words(said);
        let wants = |word: &Word<'_>| matches!(word.as_str(), "ideas" | "suggestions");
        words.iter().any(|word| matches!(word.as_str(), "brainstorm" | "brainstorming" | "spitball" | "spitballing"))
            || is_question(said) && words.iter().any(wants)
    };
    question.len() <= MAX_QUESTION && sentence::sentences(question).into_iter().any(is_call)
}

/// Whether a person asks how the agent went about it: "why didn't you run the tests?". The answer is about the agent.
pub(super) fn asks_for_excuse(question: &str) -> bool {
    let first = sentence::sentences(sentence::cut(question, MAX_QUESTION)).into_iter().next().unwrap_or("");
    let words = sentence::words(first);
    words.windows(3).take(12).any(|three| {
        three[0] == "why"
            && (matches!(three[1].as_str(), "did" | "didn't" | "didnt" | "don't" | "dont" | "do" | "are" | "aren't")
                && three[2] == "you"
                || matches!(three[1].as_str(), "you" | "you're"))
    })
}

/// Whether a person asks what is to be done just now: "what tasks are available?", "which tickets are left".
pub(super) fn asks_for_state(question: &str) -> bool {
    let words = sentence::words(sentence::cut(question, MAX_QUESTION));
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    words.len() <= 12
        && matches!(words.first().map_or("", Word::as_str), "what" | "which" | "list" | "show" | "any" | "are")
        && has(&["tasks", "tickets", "todos", "issues", "prs", "branches", "sessions"])
        && has(&["available", "open", "left", "pending", "remaining", "unfinished"])
}

/// What is asked about, when words begin a question for an explanation.
fn question_at<'a, 'b>(words: &'a [Word<'b>]) -> Option<&'a [Word<'b>]> {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let n_asked = match (word(0), word(1), word(2)) {
        ("explain" | "difference", ..) => 1,
        ("remind", "me", "what" | "how" | "why") => 3,
        ("why", "is" | "are", "it" | "they") if word(3) == "called" => 4,
        ("is", "it", "bad" | "good" | "normal" | "common" | "usual" | "considered" | "true") => 3,
        ("what", "exactly" | "actually", "is" | "are") => 3,
        ("what", "is" | "are", _) => 2,
        ("what's", ..) => 1,
        ("what", "does" | "do", _) if words.iter().skip(3).any(|word| matches!(word.as_str(), "mean" | "stand")) => 2,
        ("how" | "what", "do", "other" | "others" | "people" | "most") => 3,
        ("how", "does" | "do", _) if words.iter().skip(3).any(|word| word == "work") => 2,
        _ => return None,
    };
    let thing = &words[n_asked..];
    let asks_for_one = thing.first().is_some_and(|word| word == "the");
    (!asks_for_one || thing.get(1).is_some_and(|word| IN_GENERAL.contains(word))).then_some(thing)
}

/// Whether a sentence of a lesson speaks of the project at hand.
pub(super) fn returns_to_project(words: &[Word<'_>], cues: Cues, project: &Project) -> bool {
    // "I added the tray", "committed as X-1": not "a loaf is added to the queue".
    let first = words.first().map_or("", Word::as_str);
    let has_done = cues.has(Cues::DONE) && (matches!(first, "i" | "i've") || first.ends_with("ed"));
    has_done || cues.has(Cues::VERDICT) || words.iter().any(|word| TIES.contains(word) || project.is_called(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_for_ideas_settles_nothing() {
        for question in ["Any ideas for the window?", "What would sell more rye? Just brainstorming, sun's out"] {
            assert!(asks_for_ideas(question), "{question}");
        }
        for question in ["Good ideas, take the first.", "What would the oven need?", ""] {
            assert!(!asks_for_ideas(question), "{question}");
        }
    }

    #[test]
    fn who_asks_for_an_excuse_or_for_what_is_left_learns_nothing_that_lasts() {
        for question in
            ["why didn't you weigh the flour?", "I want to know why you didn't weigh it", "why are you baking"]
        {
            assert!(asks_for_excuse(question), "{question}");
        }
        for question in ["why is the flour weighed twice?", "weigh it, and say why", ""] {
            assert!(!asks_for_excuse(question), "{question}");
        }
        assert!(asks_for_state("what tasks are available?") && asks_for_state("which tickets are left"));
        assert!(!asks_for_state("what issues did the open window cause last year, and who left it open so long?"));
        assert!(!asks_for_state("open a ticket"));
    }

    #[test]
    fn questions_about_the_world_are_told_from_those_about_the_project() {
        for question in [
            "Bake it at four. By the way, what exactly is a poolish? I always mix them up.",
            "What is autolysis, by the way? The supplier keeps asking.",
            "what's the difference between rye and spelt in general?",
            "While the kettle boils: explain to me, as to a child, why bread rises.",
            "how does a spiral mixer work",
            "How do other bakeries deal with old bread? Somebody asked.",
            "What does hydration mean?",
            "Why is it called sourdough?",
            "I will do that myself. By the way, is it bad style to freeze rolls?",
            "Before the oven is hot, what is the deal with hard and soft wheat, I always forget",
            "remind me what preferments do, in short",
            "rye vs spelt, one paragraph, I have to look clever in front of an IT consultant",
            "remind me what autolysis is, Ingrid says it like it's a spell",
            "random: why are bagels not just bread with a hole? My nephew asked",
        ] {
            assert!(asks(question), "{question}");
        }
        for question in [
            "What is the status of oven 2?",
            "What are our opening hours?",
            "What is src/oven.rs for?",
            "Explain this error.",
            "Explain the proofing schedule.",
            "The board tells the bakers what is in stock.",
            "What's next?",
            "How does the timer work now?",
            "What is `bake.sh`?",
            "Take no recipe that Ingrid can't explain to a baker.",
            "Take the small tray.",
            "",
        ] {
            assert!(!asks(question), "{question}");
        }
    }
}
