//! What an agent is to do again and again: after each step, before every commit, whenever somebody is to be asked or taught.

use super::chat::is_filler;
use super::rule::is_doer;
use super::sentence::{self, Word};
use super::speech::is_command;
use crate::text::Words;

/// What an agent does over and over.
static ROUNDS: Words =
    Words::new("commit change edit session task release deploy deployment merge push pr feature milestone fix");
/// What an agent goes through, and many a program, too.
static STAGES: Words = Words::new("step phase stage iteration");
/// What is wanted of an agent on such an occasion.
static AT_WORK: Words = Words::new(
    "show wait ask commit test tests stop report tell confirm check document push build remind run explain summarize \
     summarise review update write do begin start make",
);

/// "Every time you edit the menu, …", "after each step show the diff", "run the tests before every commit"; not "it breaks
/// every time you open it".
pub(super) fn repeats(sentence: &str, words: &[Word<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    let is_each = |at: usize| matches!(word(at), "each" | "every");
    let Some(at) = (0..words.len()).find(|at| is_each(*at) || word(*at) == "whenever") else { return false };
    let is_told = |word: &Word<'_>| {
        matches!(
            word.as_str(),
            "break"
                | "fail"
                | "crash"
                | "hang"
                | "breaks"
                | "fails"
                | "crashes"
                | "hangs"
                | "stops"
                | "loses"
                | "gets"
                | "is"
                | "was"
                | "been"
                | "i've"
                | "i'm"
        )
    };
    if words.iter().any(is_told) {
        return false;
    }
    let main = sentence::words(sentence.split_once(", ").map_or("", |(_, main)| sentence::cut(main, 60)));
    let then = main.iter().map(Word::as_str).find(|word| !is_filler(word)).unwrap_or("");
    if word(at) == "whenever" || word(at + 1) == "time" {
        let works = |pair: &[Word<'_>]| {
            let is_work = AT_WORK.contains(&pair[1])
                || matches!(pair[1].as_str(), "merge" | "deploy" | "release" | "finish" | "edit" | "change" | "add");
            matches!(pair[0].as_str(), "you" | "we") && is_work
        };
        // "…, the oven stops" tells.
        let is_wanted = is_command(then) || is_doer(then) || matches!(then, "" | "only" | "always" | "never");
        return !has(&["i"]) && words.windows(2).any(works) && (at > 0 || is_wanted);
    }
    let is_when = at > 0 && matches!(word(at - 1), "after" | "before" | "at" | "in" | "for" | "with" | "on");
    let unit = if ROUNDS.contains(word(at + 1)) || STAGES.contains(word(at + 1)) { at + 1 } else { at + 2 };
    let is_own = || has(&["me", "my", "you", "diff", "tests", "commit", "push"]);
    let is_round = ROUNDS.contains(word(unit)) || STAGES.contains(word(unit)) && is_own();
    let orders = if at <= 2 {
        word(unit + 1)
    } else {
        words.iter().map(Word::as_str).find(|word| !is_filler(word) && *word != "only").unwrap_or("")
    };
    is_when && is_round && (AT_WORK.contains(orders) || AT_WORK.contains(then))
}

/// "Before you start, I want to approve the plan", "ask before any release", "I want to be asked": the agent does not
/// decide alone.
pub(super) fn keeps_say(words: &[Word<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let find = |wanted: &[&str]| {
        words.windows(wanted.len()).position(|said| said.iter().zip(wanted).all(|(said, wanted)| said == wanted))
    };
    // "I want to approve orders on my phone" is what a shop needs.
    let approves = find(&["i", "want", "to", "approve"]).is_some_and(|at| {
        matches!(word(at + 4), "your" | "any" | "every" | "each") || find(&["before", "you"]).is_some()
    });
    let is_asked = find(&["i", "want", "to", "be"]).is_some_and(|at| {
        (at + 4..at + 7).any(|at| matches!(word(at), "involved" | "asked" | "consulted" | "informed" | "final"))
    });
    let waits = matches!(word(0), "ask" | "wait" | "stop" | "check" | "confirm")
        && words.windows(2).any(|pair| pair[0] == "before" && matches!(pair[1].as_str(), "any" | "every" | "each"));
    approves || is_asked || waits
}

/// "I'm a student, tell me why and how", "teach me, don't do it for me": how somebody wants to learn.
pub(super) fn learns(words: &[Word<'_>]) -> bool {
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    let teaches = words.windows(2).any(|pair| pair[0] == "teach" && pair[1] == "me");
    let is_learner = has(&["i'm", "am"]) && has(&["student", "beginner", "newbie", "novice", "learning"]);
    teaches && has(&["not", "don't", "myself", "instead"]) || is_learner && has(&["tell", "explain", "teach", "why"])
}
