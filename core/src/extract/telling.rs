//! What of a person's words carries something, where nothing in their form says so.

use super::chat::{is_chat, is_courtesy, is_filler, is_small_talk};
use super::form::has_number;
use super::redo::undoes;
use super::sentence::{self, Word};
use super::speech::{breaks_off, defers, doubts, is_command, is_order, passes};
use super::vocabulary::looks_like_path;
use super::wants::is_chore;
use super::{cue, keyword};
use crate::text::Words;

/// Content words without which a sentence needs a name or a number to say something.
const LEAST: usize = 2;
/// Most words of what somebody reports of the moment, and of an apology.
const MAX_REPORT: usize = 8;
const MAX_APOLOGY: usize = 15;

static CURSES: Words = Words::new(
    "fuck fucking fucked shit shitty bullshit dumbass moron moronic idiot idiotic stupid stupidly wtf damn goddamn crap \
     crappy",
);
static APOLOGIES: Words = Words::new("sorry apologies apologize apologise worries oops whoops");
static OUTCOMES: Words = Words::new(
    "error errors successful successfully works worked working blank broken crashes crashed fails failed persists stuck \
     fixed fix finished completed missing ran runs starts started restarted stopped loading loads populating",
);

/// Words of a sentence that tells something without a word that says so.
const FULL: usize = 5;

/// "n8n is on port 5678, which others cannot reach": no order, no chat and no doubt, so it tells something.
pub(super) fn tells_plainly(sentence: &str) -> bool {
    let words = sentence::words(sentence);
    let is_lead = |word: &&Word<'_>| is_filler(word) || matches!(word.as_str(), "hey" | "hi" | "btw");
    // "Who orders the flour: that's me, on Mondays" answers itself.
    let told = sentence::words(sentence.split_once(": ").map_or(sentence, |(_, told)| told));
    let is_answered = told.len() < words.len() && told.len() >= FULL && words.first().is_some_and(is_question_word);
    let first = if is_answered { &told } else { &words };
    let first = first.iter().find(|word| !is_lead(word)).map_or("", Word::as_str);
    let is_subject = matches!(first, "i" | "if" | "when" | "you" | "your");
    words.len() >= FULL
        && carries(sentence)
        && (is_subject || !is_order(first))
        && !is_errand(&words)
        && !is_command(first)
        && !is_chore(&words)
        && !is_small_talk(sentence)
        && !is_chat(sentence)
        && !is_courtesy(&words)
        && !doubts(sentence, &words)
        && !passes(&words, cue::scan(&words))
        && !breaks_off(sentence, &words)
        && !undoes(sentence)
        && !defers(&words)
}

fn is_question_word(word: &Word<'_>) -> bool {
    matches!(word.as_str(), "who" | "what" | "where" | "when" | "how" | "which" | "why")
}

/// What somebody wants help with, just now.
static HELP: Words = Words::new(
    "commit push see know understand start continue check try look go ask talk discuss think review finish run get hear \
     read proceed",
);

/// "I want to commit everything", "I need help with the oven": asked for now, and past when it is done.
fn is_errand(words: &[Word<'_>]) -> bool {
    words.windows(3).take(4).any(|said| {
        let wishes = matches!((said[0].as_str(), said[1].as_str()), ("i", "want" | "need") | ("i'd", "like"));
        wishes && matches!(said[2].as_str(), "help" | "you" | "your")
    }) || words.windows(4).take(4).any(|said| {
        matches!((said[0].as_str(), said[1].as_str()), ("i", "want" | "need") | ("i'd", "like"))
            && said[2] == "to"
            && HELP.contains(&said[3])
    })
}

/// What is done with a piece of work, and what pieces of work are called.
static DONE_WITH: Words = Words::new(
    "complete finish start begin continue do implement review resolve fix proceed execute work handle tackle address \
     take pick check run merge close",
);
static WORK: Words = Words::new(
    "issue issues pr prs pull request ticket tickets task tasks story stories epic epics phase step steps milestone \
     sprint todo todos",
);

/// "Complete issue #188 for me", "now start step 4": which work, and nothing about it.
fn assigns_work(words: &[Word<'_>]) -> bool {
    let is_bare = |word: &&Word<'_>| {
        let is_number = word.trim_start_matches('#').starts_with(|c: char| c.is_ascii_digit());
        is_number
            || WORK.contains(word)
            || matches!(
                word.as_str(),
                "please" | "now" | "then" | "and" | "on" | "to" | "with" | "of" | "the" | "all" | "for" | "me" | "next"
            )
    };
    let mut named = words.iter().filter(|word| !is_bare(word));
    words.iter().any(|word| WORK.contains(word))
        && named.next().is_some_and(|verb| DONE_WITH.contains(verb))
        && named.all(|word| DONE_WITH.contains(word))
}

/// Whether a sentence of a person says something of the project, rather than to the listener or of the moment.
pub(super) fn carries(sentence: &str) -> bool {
    let words = sentence::words(sentence);
    !is_marker(sentence)
        && !sentence.contains(crate::redact::MARK)
        && !is_curse(sentence, &words)
        && !is_apology(&words)
        && !is_of_listener(&words)
        && !is_feeling(&words)
        && !is_opinion(&words)
        && !is_of_talk(&words)
        && !is_report(sentence, &words)
        && !assigns_work(&words)
        && (keyword::content(sentence).len() >= LEAST || is_exact(sentence))
}

/// Whether a word curses.
pub(super) fn is_oath(word: &str) -> bool {
    CURSES.contains(word)
}

/// Somebody who curses may say something all the same, in more words.
fn is_curse(sentence: &str, words: &[Word<'_>]) -> bool {
    let n_curses = words.iter().filter(|word| is_oath(word)).count();
    n_curses > 0 && keyword::content(sentence).len() < n_curses + 2 * LEAST
}

/// A message without the lines that a program put before it.
pub(super) fn without_markers(text: &str) -> &str {
    let mut rest = text;
    while let Some((line, below)) = rest.split_once('\n')
        && line.trim_start().starts_with(['*', '['])
        && is_marker(line)
    {
        rest = below;
    }
    rest
}

/// "*[Opened file: plan.md]*": put in by a program; "## Trays": what follows is told below it.
fn is_marker(sentence: &str) -> bool {
    let bare = sentence.trim_matches(['*', '_', ' ', '.', ';']);
    bare.starts_with('[') && bare.ends_with(']') || sentence.starts_with('#')
}

/// "You just came back", "your last loaf was burnt": of the one who listens. What they are to be or may do is a rule.
fn is_of_listener(words: &[Word<'_>]) -> bool {
    let mut said = words.iter().map(Word::as_str).skip_while(|word| is_filler(word));
    match said.next() {
        Some("you") => {
            // "You are an expert baker" is how people begin, not who they speak to.
            let is_part = |next: Option<&str>| !matches!(next, Some("a" | "an"));
            match said.next() {
                Some("are") => !is_part(said.next()),
                Some("can" | "may" | "must" | "should" | "will" | "need" | "don't") => false,
                _ => true,
            }
        }
        Some("you're" | "you've" | "you'd") => true,
        Some("your") => said.next().is_some_and(|word| matches!(word, "last" | "changes" | "previous" | "latest")),
        _ => false,
    }
}

fn is_apology(words: &[Word<'_>]) -> bool {
    words.len() <= MAX_APOLOGY && words.iter().any(|word| APOLOGIES.contains(word))
}

/// "Everything you say seems sound to me": praise, or the lack of it.
fn is_opinion(words: &[Word<'_>]) -> bool {
    let to_me = words.len() >= 2 && words[words.len() - 2] == "to" && words[words.len() - 1] == "me";
    to_me && words.iter().any(|word| matches!(word.as_str(), "seems" | "sounds" | "looks" | "seem" | "look"))
}

/// "Something goes wrong in this session": of the talk, not of the work.
fn is_of_talk(words: &[Word<'_>]) -> bool {
    words.windows(2).any(|pair| {
        pair[0] == "this" && matches!(pair[1].as_str(), "session" | "conversation" | "chat" | "thread" | "context")
    })
}

/// "It drives me mad": what something does to the speaker.
fn is_feeling(words: &[Word<'_>]) -> bool {
    words.len() <= MAX_REPORT
        && words.first().is_some_and(|word| matches!(word.as_str(), "it" | "this" | "that"))
        && words.iter().any(|word| word == "me")
}

/// "Server starts, no errors", "the page is blank": how it is just now.
pub(super) fn is_report(sentence: &str, words: &[Word<'_>]) -> bool {
    words.len() <= MAX_REPORT && !has_number(sentence) && words.iter().any(|word| OUTCOMES.contains(word))
}

/// Whether a sentence names a thing as it is written in a program.
fn is_exact(sentence: &str) -> bool {
    has_number(sentence)
        || sentence.contains(['`', '_'])
        || sentence.split_whitespace().any(|word| looks_like_path(word.trim_end_matches(['.', ',', ';'])))
        || sentence.split_whitespace().skip(1).any(|word| word.starts_with(char::is_uppercase) && word.len() > 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_put_before_a_message_is_no_part_of_it() {
        assert_eq!(without_markers("*[Opened file: plan.md]*\nBake rye\n[later]"), "Bake rye\n[later]");
        assert_eq!(without_markers("[rye] is baked"), "[rye] is baked");
    }

    #[test]
    fn which_work_is_next_says_nothing_of_it() {
        for said in
            ["Complete issue #188 for me", "Now start step 4", "please review PR 149 and merge", "do the next task"]
        {
            assert!(!carries(said), "{said}");
        }
        for said in ["Skip phase 2 of the oven", "Review PR 149 for the oven's heat", "Complete the oven"] {
            assert!(!assigns_work(&sentence::words(said)), "{said}");
        }
    }

    #[test]
    fn errands_are_told_from_wishes() {
        for said in
            ["I want to commit everything in the shop", "i need help with the small oven", "I need you to bake rye"]
        {
            assert!(!tells_plainly(said), "{said}");
        }
        assert!(tells_plainly("i want to exclude the small oven btw"));
        assert!(tells_plainly("who orders the flour: thats me, every first monday, from the old mill"));
        assert!(!tells_plainly("who orders the flour of the old mill every monday"));
    }

    #[test]
    fn what_is_said_of_the_project_is_told_from_what_is_said_to_somebody() {
        for said in [
            "n8n is on port 5678",
            "i purchased a domain name from namecheap",
            "You are the lead baker on this",
            "Start with a SINGLE FUCKING LOAF and put the seeds on top of the crust",
            "the bakery closes every other monday in winter",
        ] {
            assert!(carries(said), "{said}");
        }
        for said in [
            "*[Opened file: /bread/plan.md]*",
            "## Error Type",
            "It drives me mad.",
            "that did not fix the fucking issue dumbass",
            "Your last solutions were a total mess",
            "You just came out of a break.",
            "You are an expert in rye and wheat",
            "Server starts, no errors.",
            "No worries, my mistake with the rye",
            "Talk to me.",
            "Everything you mentioned seems sound to me.",
            "Something seems to go wrong in this session",
        ] {
            assert!(!carries(said), "{said}");
        }
    }
}
