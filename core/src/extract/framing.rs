//! What stands around what a person tells: greetings, labels, requests, what is merely shown.

use alloc::vec::Vec;
use core::ops::Range;

use super::chat::is_filler;
use super::form::is_question;
use super::sentence::{self, Word};
use super::speech::{asks, is_command, is_order};
use super::worth::PREPOSITIONS;
use crate::text::{Words, is_list_entry};

/// Words in one line are said; so many more lines are shown.
const MANY_LINES: usize = 4;

/// What a person shows: what a program says.
static SHOWN: Words = Words::new("getting get error errors warning output log logs trace prints messages console");

/// "I'm getting:": what follows is shown rather than said. "An error handler:" and an entry of a list tell what is to be.
pub(super) fn shows(line: &str) -> bool {
    let words = sentence::words(line);
    let is_free = |word: &Word<'_>| {
        word.len() <= 4 || SHOWN.contains(word) || matches!(word.as_str(), "message" | "below" | "after" | "while")
    };
    let near = &words[words.len().saturating_sub(14)..];
    let is_shown = |at: usize| {
        let is_thing = matches!(near[at].as_str(), "error" | "log");
        SHOWN.contains(&near[at]) && (!is_thing || near.get(at + 1).is_none_or(is_free))
    };
    line.trim_end().ends_with(':') && words.len() <= 30 && !is_list_entry(line) && (0..near.len()).any(is_shown)
}

/// Where the first paragraph stands that a person shows. What is shown right behind the words that say so, over many
/// lines, goes on to the end of the message or to a last word on it.
pub(super) fn pasted(text: &str) -> Range<usize> {
    let mut from = 0;
    while let Some(at) = text[from..].find('\n') {
        let end = from + at;
        let line = &text[from..end];
        if shows(line) {
            let start = end + text[end..].len() - text[end..].trim_start().len();
            let length = text[start..].find("\n\n").unwrap_or(text.len() - start);
            return start..start + length;
        }
        let shown = line.find(": ").filter(|colon| shows(&line[..=*colon]));
        if let Some(colon) = shown.filter(|_| text[end..].lines().count() > MANY_LINES) {
            let last = text.trim_end().rfind("\n\n").filter(|at| *at > end && is_speech(&text[*at..]));
            return from + colon + 1..last.unwrap_or(text.len());
        }
        from = end + 1;
    }
    0..0
}

/// Where lists stand that say what to try when the work is done: "After changes:", and orders below. Past when it is done.
pub(super) fn trials(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(label) = lines.next() {
        let words = sentence::words(label);
        let is_after = matches!(words.first().map_or("", Word::as_str), "after" | "afterwards" | "then" | "finally");
        if !is_after || words.len() > MAX_TRIAL_LABEL || !label.trim_end().ends_with(':') {
            continue;
        }
        let start = sentence::place_of(label, text);
        let mut end = start + label.len();
        let (mut n_entries, mut n_orders) = (0, 0);
        while let Some(entry) = lines.next_if(|line| is_list_entry(line)) {
            end += entry.len();
            n_entries += 1;
            n_orders += usize::from(sentence::words(entry).first().is_some_and(|word| is_order(word) || word == "if"));
        }
        if n_orders > 0 && n_orders * 3 >= n_entries {
            out.push(start..end);
        }
    }
    out
}

/// Most words of a label above what to try.
const MAX_TRIAL_LABEL: usize = 4;

/// Whether a paragraph is addressed to somebody: logs know no "you".
fn is_speech(paragraph: &str) -> bool {
    let is_person = |word: &Word<'_>| {
        matches!(word.as_str(), "i" | "i'm" | "we" | "you" | "please" | "can" | "why" | "let's" | "should")
    };
    !paragraph.trim().contains('\n') && sentence::words(paragraph).iter().any(is_person)
}

/// What a person tells before asking for work: "we agreed on 16, could you change that?".
pub(super) fn without_request(sentence: &str) -> &str {
    if !is_question(sentence) {
        return sentence;
    }
    // "I added a second oven, but how would you know when it is hot?"
    if let Some((told, _)) = sentence.split_once(", but ")
        && sentence::has_more_words(told, 4)
        && sentence::words(told).first().is_some_and(|word| matches!(word.as_str(), "i" | "i've" | "we" | "we've"))
        && !asks(told)
    {
        return told.trim_end();
    }
    let Some((told, asked)) = sentence.rsplit_once(", ") else { return sentence };
    let words = sentence::words(sentence::cut(asked, 60));
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let requests = matches!((word(0), word(1)), ("can" | "could" | "would" | "will", "you") | ("please", _));
    // "…, could it be the mic?": only this is in doubt.
    let doubts =
        matches!((word(0), word(1)), ("it", "seems" | "looks") | ("could" | "is" | "might", "it" | "that" | "this"))
            || matches!(word(0), "maybe" | "perhaps");
    if requests || doubts && sentence::has_more_words(told, 5) && !asks(told) { told } else { sentence }
}

/// Most words before a wish that is put as a question: "but instead of the small button, can you let me …".
const MAX_BEFORE: usize = 10;
/// What nobody changes by it.
static LOOKING: Words = Words::new(
    "know see check look think test try finish explain tell ask show run read find verify confirm understand write print",
);

/// "Can you make it so that the door shuts by itself?", "could we let guests pay later?": how a thing is to be, put as a
/// question. "Can you explain why" asks.
pub(super) fn is_asked_wish(sentence: &str) -> bool {
    if !is_asked_for(sentence) {
        return false;
    }
    let words = sentence::words(sentence::cut(sentence, 300));
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let favour = (0..words.len().min(MAX_BEFORE)).find_map(|at| match (word(at), word(at + 1)) {
        ("can" | "could" | "would" | "will", "you" | "we") => Some(at + 2),
        ("way", "you" | "we") if matches!(word(at + 2), "can" | "could") => Some(at + 3),
        _ => None,
    });
    // "What can we do", "how could you".
    let is_open = |at: usize| words[..at].iter().any(|word| matches!(word.as_str(), "what" | "how" | "why" | "which"));
    let Some(from) = favour.filter(|at| !is_open(*at)) else { return false };
    let polite = |word: &&Word<'_>| matches!(word.as_str(), "please" | "also" | "just" | "now" | "actually" | "then");
    let deed = from + words[from..].iter().take_while(polite).count();
    let (first, second) = (word(deed), word(deed + 1));
    let n_more = words.len() - deed.min(words.len());
    let makes_so = first == "make" && second == "it" && word(deed + 2) == "so";
    let lets =
        first == "let" && matches!(second, "me" | "us" | "users" | "people") && !LOOKING.contains(word(deed + 2));
    // "Adjust the lamp so that it shines on the till", not "write it down so I can copy it".
    let is_end = |pair: &[Word<'_>]| pair[0] == "so" && matches!(pair[1].as_str(), "that" | "it" | "they" | "the");
    let shapes = !LOOKING.contains(first) && first != "be" && words[deed..].windows(2).any(is_end);
    // "Can we put the trays into one oven instead of two?" says where things are to be.
    let places = PLACING.contains(first) && n_more >= PLACED && !matches!(second, "it" | "this" | "that" | "them");
    n_more >= 5 && (makes_so || lets || shapes) || places
}

/// What is done to things so that they are another way from then on.
static PLACING: Words = Words::new(
    "move put rename replace remove merge split convert switch keep store pass hide disable enable limit sort group \
     place use set reconcile add change turn reduce increase drop combine separate extract",
);
/// Words with which that says enough.
const PLACED: usize = 8;

/// A cheap look for what every such wish holds.
fn is_asked_for(sentence: &str) -> bool {
    let holds = |wanted: &str| sentence::holds(sentence, wanted);
    let asks = || sentence.trim_end().ends_with('?');
    (holds(" you ") || holds(" we ")) && (asks() || holds(" so ") || holds(" let "))
}

/// Words before what is to hold.
const ENSURING: [&str; 2] = ["ensure ", "make sure "];

/// "Push it, but ensure that no recipe gets out": what is to hold, said with the work.
pub(super) fn to_ensure(sentence: &str) -> Option<&str> {
    let at = ENSURING.iter().filter_map(|lead| Some((find_word(sentence, lead)?, lead.len()))).min()?;
    let told = sentence.get(at.0 + at.1..)?.trim_start();
    let told = told.strip_prefix("that ").unwrap_or(told);
    let words = sentence::words(sentence::cut(told, 200));
    let is_bound = words.iter().any(|word| {
        matches!(
            word.as_str(),
            "not"
                | "never"
                | "no"
                | "won't"
                | "can't"
                | "cannot"
                | "don't"
                | "doesn't"
                | "isn't"
                | "aren't"
                | "only"
                | "always"
                | "every"
        )
    });
    // "Ensure it does not crash": whoever is there knows what.
    let points = words.first().is_some_and(|word| matches!(word.as_str(), "it" | "this" | "that" | "you" | "to"));
    // "Make sure the trays are in `data/trays`".
    let is_exact = told.contains('`');
    ((is_bound || is_exact) && !points && words.len() >= 5).then_some(told)
}

/// Where a wish begins of which the words from `at` on are to hold: without "make sure that" they would be so already.
pub(super) fn ensured_from(text: &str, at: usize) -> usize {
    let ends = |text: &str, lead: &str| {
        let from = text.len().checked_sub(lead.len());
        from.is_some_and(|from| text.as_bytes()[from..].eq_ignore_ascii_case(lead.as_bytes()))
    };
    let before = &text[..at];
    let before = if ends(before, "that ") { &before[..at - "that ".len()] } else { before };
    ENSURING.iter().find(|lead| ends(before, lead)).map_or(at, |lead| before.len() - lead.len())
}

/// Where a word begins, whatever its case.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_start = |at: usize| at == 0 || text[..at].ends_with([' ', ',', '(', '-']);
    text.char_indices().map(|(at, _)| at).find(|at| {
        is_start(*at) && text.get(*at..at + word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word))
    })
}

/// A sentence without the greeting before it.
pub(super) fn without_greeting(sentence: &str) -> &str {
    match sentence.split_once(['.', ',', '!']) {
        Some(("Hi" | "hi" | "Hello" | "hello" | "Hey" | "hey" | "Hiya", rest)) => {
            rest.trim_start_matches(['!', '.', ',', ' '])
        }
        _ => sentence,
    }
}

/// "That's the one, it is called X" says what follows the comma.
pub(super) fn without_assent(sentence: &str) -> &str {
    let Some((lead, rest)) = sentence.split_once(", ") else { return sentence };
    let words = sentence::words(lead);
    let agrees = matches!(words.first().map_or("", Word::as_str), "yes" | "yeah" | "yep" | "that's" | "haha");
    if agrees && words.len() <= 4 && sentence::has_more_words(rest, 3) { rest } else { sentence }
}

/// What follows "please remember that", "you forgot that", "keep in mind" or "note:".
pub(super) fn to_remember(sentence: &str) -> &str {
    let asked = strip_word(sentence, "please");
    let leads = ["remember", "keep in mind", "note", "fyi", "you forgot that", "don't forget that"];
    let Some(rest) = leads.into_iter().map(|lead| strip_word(asked, lead)).find(|rest| rest.len() < asked.len()) else {
        return to_write_down(sentence).or_else(|| found_out(sentence)).unwrap_or(sentence);
    };
    let told = strip_word(rest.trim_start_matches([',', ':', ' ']), "that");
    // "Remember to lock up" and "note the time" ask for something.
    let is_told = told.len() < rest.len() || strip_word(asked, "note") == asked && strip_word(rest, "to") == rest;
    if is_told && told.split_whitespace().count() >= 4 { told } else { sentence }
}

/// What is to be told to others, and so to us: "update the readme to say that x", "explain that y".
fn to_write_down(sentence: &str) -> Option<&str> {
    let (order, told) = sentence.split_once(" that ")?;
    let words = sentence::words(order);
    let is_told = words.last().is_some_and(|word| {
        matches!(
            word.as_str(),
            "say" | "explain" | "mention" | "clarify" | "document" | "state" | "clear" | "specify" | "add" | "write"
        )
    });
    let first = words.iter().find(|word| !is_filler(word)).map_or("", Word::as_str);
    let is_order = is_order(first) || is_command(first);
    // "Write that down", "add that to the list": whoever was there knows what.
    let next = sentence::words(sentence::cut(told, 30));
    let points = next.first().is_none_or(|word| PREPOSITIONS.contains(word) || matches!(word.as_str(), "down" | "up"));
    (is_told && is_order && !points && told.split_whitespace().count() >= 5 && !is_question(sentence)).then_some(told)
}

/// What a person found out: "I checked the tray and realised that x" tells x.
fn found_out(sentence: &str) -> Option<&str> {
    let (finding, told) = sentence.split_once(" that ")?;
    let words = sentence::words(finding);
    let finds = words.last().is_some_and(|word| {
        matches!(word.as_str(), "realised" | "realized" | "discovered" | "learned" | "confirmed" | "found")
            || word == "out"
                && words.iter().rev().nth(1).is_some_and(|word| matches!(word.as_str(), "found" | "figured"))
    });
    let is_own = words.iter().any(|word| matches!(word.as_str(), "i" | "we" | "i've" | "we've"));
    (finds && is_own && words.len() <= 16 && told.split_whitespace().count() >= 5).then_some(told)
}

/// A sentence without a word at its beginning, in whatever case.
fn strip_word<'a>(sentence: &'a str, word: &str) -> &'a str {
    let head = sentence.get(..word.len()).filter(|head| head.eq_ignore_ascii_case(word));
    let rest = head.map_or(sentence, |head| &sentence[head.len()..]);
    if rest.starts_with(char::is_alphanumeric) { sentence } else { rest.trim_start() }
}

/// "Change of plan: the launch moves" states what follows the label.
pub(super) fn without_label(sentence: &str) -> &str {
    match sentence.split_once(": ") {
        Some((label, rest)) if label.split_whitespace().count() <= 4 && rest.split_whitespace().count() >= 4 => rest,
        _ => sentence,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_told_from_what_is_to_be() {
        for said in ["I'm getting:", "this is the error when I light the oven:", "the log:", "Error message:"] {
            assert!(shows(said), "{said}");
        }
        for said in ["- On error:", "errors.ts has an error handler:", "The oven:"] {
            assert!(!shows(said), "{said}");
        }
    }

    #[test]
    fn what_to_try_afterwards_is_found() {
        let said = "The door must be blue.\n\nAfter changes:\n- Run the oven\n- Check the door\n\nThe bell stays.";
        let places = trials(said);
        assert_eq!(places.len(), 1);
        assert_eq!(&said[places[0].clone()], "After changes:\n- Run the oven\n- Check the door\n");
        assert!(trials("After Easter:\n- the door is blue\n- the bell is red").is_empty());
    }

    #[test]
    fn what_is_to_be_written_down_is_told() {
        let said = "Also add that most mills are closed, so best to order by post.";
        assert_eq!(to_remember(said), "most mills are closed, so best to order by post.");
        for work in ["Add the tray that we bought", "Please write that down where you will find it again"] {
            assert_eq!(to_remember(work), work);
        }
    }

    #[test]
    fn a_wish_may_be_put_as_a_question() {
        for said in [
            "Can you make it so that the door shuts by itself?",
            "Is there any way we can make it so the bell rings twice?",
            "But instead of the small button can you let me move the trays by hand?",
            "Could we adjust the lamp so that it shines on the till?",
        ] {
            assert!(is_asked_wish(said), "{said}");
        }
        for said in [
            "Can you explain why the door is so heavy?",
            "Can you let me know how to open the door",
            "Can you check the oven so that we know whether it is hot?",
            "Could you write the recipe down so I can copy it?",
            "What can we do so that it bakes faster?",
            "So can you open the door?",
            "We let guests pay later.",
        ] {
            assert!(!is_asked_wish(said), "{said}");
        }
    }

    #[test]
    fn what_is_told_before_a_question_is_told() {
        let said = "I have added a second oven , but i have doubt, how would you know when it is hot??";
        assert_eq!(without_request(said), "I have added a second oven");
        assert_eq!(without_request("Is it hot, but not too hot?"), "Is it hot, but not too hot?");
        assert_eq!(to_remember("you forgot that we bake in two towns"), "we bake in two towns");
    }

    #[test]
    fn what_is_shown_behind_a_colon_is_no_speech() {
        let log = "It does not rise but I am seeing these messages: Oven on\nGas: ok\n\nThe Loaf is a cake.\nDone\n";
        let text = alloc::format!("{log}\nTray 1\n\nWhy is that, and can you mend it?");
        let shown = pasted(&text);
        assert!(text[shown.clone()].contains("The Loaf is a cake") && !text[shown].contains("Why is that"), "{text}");
        assert_eq!(pasted("These messages: we keep all of them\nand the logs too"), 0..0);
    }
}
