//! What a person wants undone or done another way.

use alloc::vec::Vec;

use super::chat::is_filler;
use super::keyword::{self, Content};
use super::sentence::{self, Word};

/// Sentences of a reply that are looked at.
const FIRST: usize = 3;

/// The words of a sentence behind what only leads to an order: "ok, let's please undo that".
pub(super) fn order<'a>(words: &'a [Word<'a>]) -> &'a [Word<'a>] {
    let mut rest = words;
    loop {
        let word = |at: usize| rest.get(at).map_or("", Word::as_str);
        let n = match (word(0), word(1)) {
            ("let's" | "lets" | "just" | "actually", _) => 1,
            ("can" | "could" | "would", "you") | ("you", "should") | ("let", "us") => 2,
            ("i", "want" | "need") if word(2) == "you" && word(3) == "to" => 4,
            (first, _) if is_filler(first) => 1,
            _ => return rest,
        };
        rest = &rest[n..];
    }
}

/// Whether one of the first sentences of a reply is such an order.
fn orders(reply: &str, is_such: impl Fn(&[Word<'_>]) -> bool) -> bool {
    sentence::sentences(reply).into_iter().take(FIRST).any(|said| is_such(order(&sentence::words(said))))
}

/// Whether a person has the last change undone, whatever it was: "undo that", "revert the last change".
pub(super) fn undoes(reply: &str) -> bool {
    orders(reply, |words| {
        let word = |at: usize| words.get(at).map_or("", Word::as_str);
        let behind = match (word(0), word(1)) {
            ("undo" | "revert" | "rollback", _) => 1,
            ("roll", "back") => 2,
            ("roll", "it" | "that" | "this" | "them") if word(2) == "back" => return true,
            _ => return false,
        };
        let object = &words[behind..];
        // "Revert the commit if CI fails" undoes nothing yet.
        if object.iter().any(|word| matches!(word.as_str(), "if" | "unless" | "when" | "once" | "except")) {
            return false;
        }
        let names = |at: usize| object.get(at).map_or("", Word::as_str);
        let is_change =
            |word: &str| matches!(word, "change" | "changes" | "edit" | "edits" | "commit" | "update" | "modification");
        // "What you just did", "all of what u did".
        let is_deed = |at: usize| {
            names(at) == "what"
                && matches!(names(at + 1), "you" | "u" | "we")
                && matches!(names(at + 2), "just" | "did")
        };
        match names(0) {
            "" | "it" | "everything" => true,
            "what" => is_deed(0),
            "all" if is_deed(1) || names(1) == "of" && is_deed(2) => true,
            "that" | "this" | "these" | "those" => is_change(names(1)) || names(1).is_empty() || names(1) == "last",
            "the" | "your" | "my" | "all" => {
                let mut rest = object.iter().skip(1).map(Word::as_str);
                let which = rest.find(|word| !matches!(*word, "the" | "your" | "these" | "those" | "of"));
                let is_last = matches!(which, Some("last" | "latest" | "previous" | "recent" | "most"));
                // "Revert the changes in the footer" leaves the others.
                let is_part = |next: &str| matches!(next, "to" | "in" | "of" | "from" | "for" | "on" | "with");
                is_last || which.is_some_and(is_change) && rest.next().is_none_or(|next| !is_part(next))
            }
            _ => false,
        }
    })
}

/// Most words of a thing between "put" and "back".
const MAX_THING: usize = 6;

/// What a person wants back: "no, put the check back".
pub(super) fn returned(reply: &str) -> Option<Content> {
    sentence::sentences(reply).into_iter().take(FIRST).find_map(|said| {
        let words = sentence::words(said);
        let at = words.iter().position(|word| matches!(word.as_str(), "put" | "bring" | "want" | "add"))?;
        let length = words[at + 1..].iter().take(MAX_THING + 1).position(|word| word == "back")?;
        let thing: Vec<&str> = words[at + 1..at + 1 + length].iter().map(Word::as_str).collect();
        Some(keyword::content(&thing.join(" "))).filter(|thing| !thing.is_empty())
    })
}

/// Whether a person wants another proposal than the one before: "make a new proposal with fewer files".
pub(super) fn asks_anew(reply: &str) -> bool {
    orders(reply, |words| {
        let asks = words.first().is_some_and(|word| {
            matches!(
                word.as_str(),
                "make" | "give" | "propose" | "suggest" | "try" | "show" | "write" | "come" | "find"
            )
        });
        let is_other = |which: &Word<'_>| {
            matches!(which.as_str(), "new" | "another" | "different" | "other" | "alternative" | "simpler" | "better")
        };
        let word = |at: usize| words.get(at).map_or("", Word::as_str);
        // "Come up with a better name for it": whatever it is.
        let comes_up = matches!((word(0), word(1), word(2)), ("come", "up", "with"));
        comes_up && words.iter().skip(3).take(3).any(is_other)
            || refuses(words)
            || asks
                && words.iter().take(8).zip(words.iter().skip(1)).any(|(which, what)| {
                    is_other(which)
                        && matches!(
                            what.as_str(),
                            "proposal" | "proposals" | "suggestion" | "approach" | "idea" | "ideas" | "plan" | "layout"
                        )
                })
    })
}

/// "This won't work, as the oven is full", "…, so try again". "It won't work in Safari" tells where.
fn refuses(words: &[Word<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let is_whole = |at: usize| !matches!(word(at), "in" | "on" | "if" | "unless" | "when" | "until");
    let fails = matches!(word(0), "this" | "that" | "it")
        && (matches!(word(1), "won't" | "wont" | "wouldn't" | "can't") && word(2) == "work" && is_whole(3)
            || matches!((word(1), word(2), word(3)), ("will" | "would", "not", "work")) && is_whole(4));
    let again =
        |three: &[Word<'_>]| matches!(three[0].as_str(), "so" | "please") && three[1] == "try" && three[2] == "again";
    fails || words.windows(3).any(again)
}

/// Whether a person asks for a proposal; the one before was not what they wanted.
pub(super) fn asks_for_proposal(text: &str) -> bool {
    orders(text, |words| {
        let word = |at: usize| words.get(at).map_or("", Word::as_str);
        let asks = matches!(word(0), "make" | "give" | "propose" | "suggest" | "show" | "write" | "draft" | "first");
        asks && words.iter().take(7).any(|word| matches!(word.as_str(), "proposal" | "proposals" | "propose"))
    })
}

/// "Reload to see the new ring", "check by opening the page": what somebody is to try just now.
pub(super) fn is_trial(words: &[Word<'_>]) -> bool {
    let polite = usize::from(words.first().is_some_and(|word| word == "please"));
    let word = |at: usize| words.get(at + polite).map_or("", Word::as_str);
    let again = polite > 0 && words.windows(2).any(|pair| pair[0] == "try" && pair[1] == "again");
    // "Give it a spin", "monitor it for a day to confirm".
    let is_go = |word: &Word<'_>| matches!(word.as_str(), "spin" | "try" | "go" | "shot" | "test" | "whirl");
    let tries_out = word(0) == "give" && matches!(word(1), "it" | "this" | "that") && words.iter().take(6).any(is_go)
        || word(0) == "monitor"
            && words.windows(2).any(|pair| pair[0] == "to" && matches!(pair[1].as_str(), "confirm" | "verify"));
    let tries = again
        || tries_out
        || matches!(word(0), "reload" | "refresh" | "rerun" | "retry" | "reopen")
        || matches!((word(0), word(1)), ("re", "run") | ("hard", "refresh") | ("try", "it" | "again" | "running"))
        || word(0) == "check" && matches!(word(1), "by" | "it" | "again")
        || matches!((word(0), word(1)), ("next", "step" | "steps"))
        || word(0) == "you"
            && matches!(word(1), "can" | "should" | "may")
            && (matches!(word(2), "rerun" | "retry" | "reload" | "refresh" | "test" | "verify" | "proceed" | "see")
                || word(2) == "now"
                    && matches!(word(3), "rerun" | "run" | "test" | "try" | "proceed" | "see" | "start"));
    // "Serve via x, reload, and drag a piece".
    let reloads = || words.iter().skip(1).take(12).any(|word| matches!(word.as_str(), "reload" | "refresh"));
    tries || matches!(word(0), "serve" | "run" | "restart" | "start" | "open" | "just") && reloads()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wanted_back_is_named() {
        let wanted = |said: &str| returned(said).map(|thing| thing.iter().collect::<Vec<_>>().join(" "));
        assert_eq!(wanted("no put the tray check back, we need it").as_deref(), Some("check tray"));
        assert_eq!(wanted("put it back"), None);
        assert_eq!(wanted("I want rye. Go back home."), None);
    }

    #[test]
    fn the_last_change_is_undone_or_a_certain_one() {
        for said in [
            "undo the last change it burnt the crust",
            "Let's undo this last change",
            "Can you revert that?",
            "please roll it back",
            "revert your changes",
            "ok, revert everything",
        ] {
            assert!(undoes(said), "{said}");
        }
        for said in [
            "undo the rename of the oven",
            "revert to the old recipe",
            "revert the change to the oven only",
            "add an undo button",
            "The undo stack holds ten loaves",
        ] {
            assert!(!undoes(said), "{said}");
        }
    }

    #[test]
    fn another_proposal_is_wanted() {
        for said in [
            "Make a new proposal with fewer ovens",
            "ok, let's try a different approach",
            "suggest another plan",
            "Can you come up with a better name for the oven?",
            "This won't work, as the oven is full.",
            "You forgot the rye, so try again",
        ] {
            assert!(asks_anew(said), "{said}");
        }
        for said in ["the new proposal is fine", "make the oven new", "add another oven"] {
            assert!(!asks_anew(said), "{said}");
        }
    }

    #[test]
    fn a_remark_or_a_part_undoes_nothing_else() {
        for said in [
            "Revert the last commit.",
            "Undo that",
            "Hm. No. You should undo all of what u just did",
            "ok let's roll them back",
            "Please revert your changes and start over.",
        ] {
            assert!(undoes(said), "{said}");
        }
        for said in [
            "Revert the commit if the oven fails.",
            "Revert the changes in the footer.",
            "Undo the tray.",
            "Undo what the mill did.",
        ] {
            assert!(!undoes(said), "{said}");
        }
        assert!(asks_anew("It won't work, as the oven is full."));
        assert!(!asks_anew("It won't work in Safari though, so note that."));
    }

    #[test]
    fn what_is_to_be_tried_now_is_no_rule() {
        for said in [
            "Reload to see the new ring.",
            "Check by opening the page, then hit start.",
            "Serve via the script and reload: the board should be even.",
            "You can now proceed with the oven.",
            "Next steps: verify by baking one.",
            "Give it a spin with rye.",
            "Monitor the oven for a day to confirm the fix.",
        ] {
            assert!(is_trial(&sentence::words(said)), "{said}");
        }
        for said in [
            "Give it 2 GB of memory.",
            "Monitor the queue to see stuck loaves.",
            "Serve the folder over HTTP.",
            "Run with `bake test`.",
            "Check the oven weekly.",
            "You can use any flour.",
        ] {
            assert!(!is_trial(&sentence::words(said)), "{said}");
        }
    }
}
