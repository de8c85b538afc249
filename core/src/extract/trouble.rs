//! What a person finds not to work, not to be so, or never to have said.

use super::chat::is_filler;
use super::form::is_question;
use super::keyword::{self, Content};
use super::sentence::{self, Word};
use crate::text::Words;

/// Sentences of a reply that are looked at.
const FIRST: usize = 3;

/// Whether a sentence of a person tells that something does not work, or looks wrong just now.
pub(super) fn reports_trouble(said: &str) -> bool {
    let words = sentence::words(said);
    let start = words.iter().take_while(|word| is_filler(word) || matches!(word.as_str(), "but" | "hm")).count();
    let words = &words[start..];
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let is_seen = |word: &str| matches!(word, "see" | "get" | "find" | "hear" | "notice");
    let fails = |at: usize| {
        let behind = if matches!((word(at), word(at + 1)), ("do" | "does" | "did", "not")) { at + 2 } else { at + 1 };
        let negates = behind > at + 1 || matches!(word(at), "doesn't" | "didn't" | "don't" | "isn't" | "aren't");
        let seems = word(behind) == "seem";
        negates
            && (seems
                || matches!(word(behind), "work" | "working" | "happen" | "appear" | "show" | "render" | "update")
                || matches!(word(behind), "fix" | "help" | "solve" | "resolve") && word(at.wrapping_sub(1)) != "i"
                || at <= 2 && word(0) == "i" && is_seen(word(behind)))
    };
    // "I get this error: …", "there is an error when I save".
    let meets_error = (0..words.len().min(10)).any(|at| {
        matches!(word(at), "this" | "that" | "an" | "the" | "following" | "same")
            && matches!(word(at + 1), "error" | "exception" | "warning")
            && matches!(
                word(at.wrapping_sub(1)),
                "get" | "got" | "getting" | "see" | "have" | "is" | "gives" | "throws" | "with"
            )
    });
    // "Fix the error I have when I save".
    let has_error =
        words.windows(2).take(14).any(|pair| pair[0] == "error" && matches!(pair[1].as_str(), "i" | "i'm" | "we"));
    let is_puzzled = has_error || matches!((word(0), word(1), word(2)), ("for", "some", "reason"));
    // "I am not seeing the tray move".
    let is_blind = |at: usize| {
        word(at) == "not"
            && matches!(word(at + 1), "seeing" | "getting" | "receiving")
            && matches!(word(at.wrapping_sub(1)), "am" | "i'm" | "im" | "are" | "we're")
    };
    // "The tests are failing again".
    let is_down = |at: usize| {
        let behind = at + 1 + usize::from(matches!(word(at + 1), "also" | "still" | "again" | "now" | "all"));
        matches!(word(at), "is" | "are" | "keeps" | "keep")
            && (matches!(word(behind), "failing" | "crashing" | "hanging")
                || word(at + 1) == "not" && matches!(word(at + 2), "working" | "loading" | "showing"))
    };
    // "It doesn't work when it rains, so we stay inside" holds beyond the moment; "can you look" is asked for now.
    let is_asked = words.windows(2).any(|pair| matches!(pair[0].as_str(), "can" | "could") && pair[1] == "you");
    let is_lasting = || {
        let lasts = |word: &Word<'_>| {
            matches!(word.as_str(), "if" | "when" | "whenever" | "should" | "more" | "anymore")
                || word == "we" && !is_asked
        };
        words.iter().any(lasts)
    };
    !is_question(said)
        && (meets_error
            || is_puzzled
            || matches!((word(0), word(1)), ("nothing", "happens" | "happened" | "changed" | "shows" | "works"))
            || matches!(
                (word(0), word(1)),
                ("i'm" | "im", "getting" | "seeing") | ("currently", "they" | "it" | "this")
            )
            || matches!((word(0), word(1), word(2)), ("i'm" | "im", "still", "getting" | "seeing"))
            || (0..words.len().min(12)).any(|at| fails(at) || is_down(at) || is_blind(at)) && !is_lasting())
}

/// What a person says did not come about: "the script didn't write x", "nothing happens".
pub(super) fn failures(reply: &str) -> impl Iterator<Item = &str> {
    let first = if is_satisfied(&sentence::words(sentence::cut(reply, 600))) { 0 } else { FIRST };
    sentence::sentences(reply).into_iter().take(first).filter(|said| {
        let words = sentence::words(said);
        let acts = |pair: &[Word<'_>]| {
            matches!(pair[0].as_str(), "didn't" | "doesn't") && !matches!(pair[1].as_str(), "need" | "have" | "want")
        };
        !is_question(said) && (reports_trouble(said) || words.windows(2).take(10).any(acts))
    })
}

/// So many clauses of a reply are looked at.
const MAX_CLAUSES: usize = 12;

/// What a person says they never said or meant: "I never said that the oven is cold", "I wasn't saying that, I said …".
pub(super) fn disowned(reply: &str) -> impl Iterator<Item = Content> {
    let may_deny = |clause: &&str| ["n't ", "n’t ", " never "].iter().any(|word| clause.contains(word));
    let clauses = reply.split([',', ';', '.', '\n']).filter(may_deny);
    clauses.take(MAX_CLAUSES).filter_map(|clause| {
        let words = sentence::words(clause);
        let disowns = |said: &[Word<'_>]| {
            let denies = matches!(said[1].as_str(), "never" | "didn't" | "wasn't" | "haven't" | "don't");
            let tells = matches!(
                said[2].as_str(),
                "said" | "say" | "saying" | "meant" | "mean" | "imply" | "implying" | "asked" | "ask" | "asking"
            );
            said[0] == "i" && denies && tells
        };
        // "I never said that it is wrong" lets it stand, and "I didn't mean to delete it" excuses.
        let is_judged = |word: &Word<'_>| {
            matches!(word.as_str(), "wrong" | "bad" | "incorrect" | "right" | "true" | "false" | "broken" | "good")
        };
        let excuses = words.windows(3).any(|said| {
            said[0] == "mean" && said[1] == "to" && !matches!(said[2].as_str(), "imply" | "say" | "suggest")
        });
        if words.iter().any(is_judged) || excuses {
            return None;
        }
        let verb = words.windows(3).find(|said| disowns(said))?[2].as_str();
        clause.split_once(verb).map(|(_, never)| keyword::content(never))
    })
}

/// Whether a person says that what was found or mended is not it: "still the same", "I reverted that, it's not the issue".
/// Who is content, or speaks of what is meant to be so, says nothing of the kind.
pub(super) fn refutes(text: &str) -> bool {
    let text = sentence::cut(text, 600);
    if is_satisfied(&sentence::words(text)) {
        return false;
    }
    sentence::sentences(text).into_iter().take(3).any(|said| {
        let words = sentence::words(said);
        let word = |at: usize| words.get(at).map_or("", Word::as_str);
        let persists = word(0) != "if"
            && (0..words.len().min(6)).any(|at| {
                word(at) == "still"
                    && (at + 1..at + 4).any(|at| is_trouble(word(at)) || is_trouble_of(word(at), word(at + 1)))
            });
        // "I closed it, but the smoke is still there".
        let persists = persists
            || words.len() <= 4 * SHORT
                && words
                    .windows(2)
                    .any(|pair| pair[0] == "still" && matches!(pair[1].as_str(), "there" | "here" | "happening"));
        // "It is not working yet", but not "… not working on Sundays".
        let fails = words.iter().enumerate().any(|(at, said)| {
            let not_yet = matches!(word(at + 2), "" | "yet" | "either" | "still" | "again" | "properly" | "correctly");
            said == "not" && word(at + 1) == "working" && not_yet
        });
        let is_vain = words.len() <= SHORT
            && words.windows(2).any(|pair| {
                matches!(pair[0].as_str(), "didn't" | "doesn't" | "didnt" | "doesnt" | "not")
                    && matches!(pair[1].as_str(), "help" | "work" | "fix")
            })
            || is_no_help(&words)
            || is_gone(&words)
            || is_idle(&words)
            || lacks_it(&words);
        // "The error persists", "now we are back to an earlier error".
        let is_back = words.len() <= 2 * SHORT
            && words.iter().any(|word| is_fault(word))
            && words.windows(2).any(|pair| {
                matches!(pair[0].as_str(), "persists" | "remains" | "continues")
                    || matches!(pair[1].as_str(), "persists" | "remains" | "continues")
                    || matches!((pair[0].as_str(), pair[1].as_str()), ("back", "to") | ("is" | "are" | "came", "back"))
            });
        let is_same = matches!((word(0), word(1)), ("same", "error" | "issue" | "problem" | "thing" | "result" | ""))
            || (1..words.len().min(8)).any(|at| {
                matches!(word(at - 1), "got" | "get" | "getting" | "see" | "seeing" | "have" | "exactly")
                    && matches!((word(at), word(at + 1)), ("the", "same"))
                    && matches!(word(at + 2), "error" | "issue" | "problem")
            })
            || matches!((word(0), word(1), word(2)), ("no", "change" | "difference" | "luck", ""))
            || matches!((word(0), word(1)), ("no", "luck"));
        let is_not_it = (0..words.len()).any(|at| {
            let denies = matches!(word(at), "not" | "isn't" | "wasn't" | "cannot" | "can't");
            let behind = if word(at + 1) == "be" { at + 2 } else { at + 1 };
            let is_cause = matches!(word(behind + 1), "issue" | "problem" | "cause" | "reason" | "bug" | "culprit");
            denies && word(behind) == "the" && is_cause
        });
        // "Timed out, hanging now": nothing is named, so it is what was done last.
        let is_bare = words.len() <= SHORT
            && words.iter().any(|word| FAILS.contains(word))
            && words.iter().all(|word| FAILS.contains(word) || keyword::is_stop_word(word) || is_filler(word));
        let is_undone = words.windows(2).any(|pair| {
            matches!(pair[0].as_str(), "i" | "i've") && matches!(pair[1].as_str(), "reverted" | "undid" | "undone")
        }) || matches!((word(0), word(1)), ("i've" | "i", "reset"))
            && words.iter().any(|word| word == "commit");
        !is_question(said) && (persists || fails || is_vain || is_back || is_same || is_not_it || is_bare || is_undone)
    })
}

/// Whether a person finds fault with what was said or done: "this belongs in the cellar, not in the oven". What does not
/// exist yet, or how a thing behaves, is no fault of the answer.
pub(super) fn objects(text: &str) -> bool {
    let said = sentence::sentences(sentence::cut(text, 600));
    let is_fault = |said: &&str| {
        let words = sentence::words(said);
        let is_against = |pair: &[Word<'_>]| {
            matches!(
                (pair[0].as_str(), pair[1].as_str()),
                ("not", "in" | "the" | "on" | "at" | "as" | "what" | "right")
                    | ("should", "not")
                    | ("don't", "like" | "think" | "want")
                    | ("that's" | "it's" | "this" | "that", "not" | "isn't" | "wrong")
            )
        };
        let is_plain = |word: &Word<'_>| matches!(word.as_str(), "wrong" | "shouldn't" | "instead");
        !is_question(said) && (words.windows(2).any(is_against) || words.iter().any(is_plain))
    };
    let is_content = said.first().is_some_and(|first| is_satisfied(&sentence::words(first)));
    !is_content && said.iter().take(2).any(is_fault)
}

/// A complaint of no more words says nothing but that.
const SHORT: usize = 5;

/// "It works", "great", "that is expected", "ignore it": nothing is left to mend.
fn is_satisfied(words: &[Word<'_>]) -> bool {
    let denies = |word: &Word<'_>| {
        matches!(word.as_str(), "not" | "never" | "nothing" | "longer" | "dont" | "doesnt" | "didnt")
            || word.ends_with("n't")
    };
    let is_glad = |at: usize| {
        // "Not what I expected", "no longer works".
        let reach = if words[at] == "expected" { 4 } else { 1 };
        matches!(words[at].as_str(), "works" | "worked" | "perfect" | "great" | "nice" | "thanks" | "expected")
            && !words[at.saturating_sub(reach)..at].iter().any(denies)
    };
    let is_meant = |pair: &[Word<'_>]| {
        matches!(
            (pair[0].as_str(), pair[1].as_str()),
            ("by", "design") | ("ignore", "it" | "that") | ("another", "ticket") | ("is", "right")
        )
    };
    // "The error no longer appears", not "the login no longer works".
    let is_over = |at: usize| {
        words[at] == "no"
            && words.get(at + 1).is_some_and(|next| next == "longer")
            && (words[at.saturating_sub(3)..at].iter().any(|word| is_fault(word))
                || words.get(at + 2).is_some_and(|next| FAILING.contains(next)))
    };
    (0..words.len()).any(|at| is_glad(at) || is_over(at)) || words.windows(2).any(is_meant)
}

/// What trouble does, and who is in trouble.
static FAILING: Words = Words::new(
    "fail fails failing crash crashes crashing hang hangs hanging break breaks happen happens happening occur occurs \
     flicker flickers leak leaks complain complains see seeing get getting",
);

/// What something does that does not work.
static FAILS: Words =
    Words::new("failing failed fails hanging hangs hung crashing crashed crashes timed broken errored");

/// What is to be mended, in one word or in many.
fn is_fault(word: &str) -> bool {
    matches!(word, "error" | "errors" | "issue" | "issues" | "problem" | "problems" | "bug" | "warning" | "crash")
}

/// "That did not fix the issue", "your changes didn't improve the crust": said of what was done last.
fn is_no_help(words: &[Word<'_>]) -> bool {
    let is_last = |word: &Word<'_>| matches!(word.as_str(), "that" | "this" | "it" | "your" | "those" | "these");
    let is_vain = |at: usize| {
        let word = |at: usize| words.get(at).map_or("", Word::as_str);
        let behind = match (word(at), word(at + 1)) {
            ("didn't" | "doesn't" | "hasn't", _) => at + 1,
            ("did" | "does" | "has" | "are" | "is", "not") => at + 2,
            _ => return false,
        };
        matches!(word(behind), "fix" | "fixed" | "help" | "helped" | "solve" | "solved" | "improve" | "improved")
    };
    words.len() <= 3 * SHORT && words.first().is_some_and(is_last) && (1..5).any(is_vain)
}

/// "Now I can't find the tray at all": it was there before.
fn is_gone(words: &[Word<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let start = words.iter().take_while(|word| is_filler(word) || *word == "but").count();
    let is_new = words[..start].iter().any(|word| word == "now") || word(words.len().wrapping_sub(2)) == "at";
    let is_lost = matches!(word(start + 1), "can't" | "cant" | "cannot")
        && matches!(word(start + 2), "find" | "see" | "hear" | "open" | "reach");
    words.len() <= 2 * SHORT && is_new && matches!(word(start), "i" | "we") && is_lost
}

/// "The oven is definitely not glowing": what was to come about has not, and nothing else is said.
fn is_idle(words: &[Word<'_>]) -> bool {
    let is_own = |word: &Word<'_>| matches!(word.as_str(), "i" | "i'm" | "im" | "we" | "we're" | "you" | "if" | "when");
    let stays = |at: usize| {
        let denies = matches!(words[at - 1].as_str(), "not" | "isn't" | "aren't" | "isnt" | "arent");
        denies && words[at].len() > 5 && words[at].ends_with("ing") && at + 1 == words.len()
    };
    words.len() <= SHORT + 1 && !words.iter().any(is_own) && (1..words.len()).any(stays)
}

/// "But the shop doesn't have these trays": said of what was told last.
fn lacks_it(words: &[Word<'_>]) -> bool {
    let denies =
        |word: &Word<'_>| matches!(word.as_str(), "doesn't" | "doesnt" | "don't" | "dont" | "hasn't" | "isn't");
    let points = |word: &Word<'_>| matches!(word.as_str(), "these" | "those" | "that" | "this" | "it");
    words.len() <= 2 * SHORT
        && words.first().is_some_and(|word| word == "but")
        && !words.iter().any(|word| matches!(word.as_str(), "i" | "we" | "if" | "when"))
        && words.iter().position(denies).is_some_and(|at| words[at + 1..].iter().any(points))
}

/// What is still so when a thing is not mended.
fn is_trouble(word: &str) -> bool {
    matches!(
        word,
        "same"
            | "broken"
            | "wrong"
            | "failing"
            | "fails"
            | "crashes"
            | "crashing"
            | "happening"
            | "happens"
            | "doesn't"
            | "don't"
            | "isn't"
            | "aren't"
            | "can't"
            | "cannot"
            | "not"
            | "nothing"
            | "error"
            | "errors"
    )
}

/// "Still get an error", "still seeing it".
fn is_trouble_of(word: &str, next: &str) -> bool {
    matches!(word, "get" | "getting" | "see" | "seeing" | "shows" | "showing" | "says" | "have" | "having")
        && !matches!(next, "to" | "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_did_not_help_is_refuted() {
        for said in [
            "the error persists",
            "Now we are back to a previous error",
            "that did not fix the burnt crust at all",
            "Your changes did not improve the look of the loaf. It still looks like a brick.",
            "still seeing crust errors:",
            "Timed out, hanging...",
            "hung again now",
        ] {
            assert!(refutes(said), "{said}");
        }
        for said in [
            "The crust remains soft",
            "it did not rain",
            "We are back to the rye",
            "This problem is solved",
            "The oven hangs",
        ] {
            assert!(!refutes(said), "{said}");
        }
    }

    #[test]
    fn what_a_person_never_said_is_named() {
        let n_named = |said: &str| disowned(said).map(|never| never.len()).collect::<alloc::vec::Vec<_>>();
        assert_eq!(n_named("One more thing, I never said that the oven bakes rye"), [3]);
        assert_eq!(n_named("I wasn't saying the miller pays, I said he waits."), [2]);
        for said in
            ["I said the oven is cold. He never said so.", "I never said rye is bad.", "I didn't mean to burn rye."]
        {
            assert_eq!(n_named(said), [0_usize; 0], "{said}");
        }
    }

    #[test]
    fn a_fault_is_told_from_a_wish() {
        for said in [
            "I don't like this. It belongs in the cellar.",
            "The rye should be in the cellar, not in the oven.",
            "Trays should not know the oven.",
        ] {
            assert!(objects(said), "{said}");
        }
        for said in [
            "We do not have a scale yet, so let us add one",
            "Good. When guests come they don't see the bread. Please add that.",
            "No worries, it does not need to be perfect. Please add a tray",
            "Great, not the rye this time.",
        ] {
            assert!(!objects(said), "{said}");
        }
    }

    #[test]
    fn who_complains_is_not_content() {
        for said in [
            "The oven no longer works. Still the same error.",
            "Not what I expected. Still the same error.",
            "now I can't find the tray at all",
            "gas is on, definitely not glowing",
            "I closed the door and swept the floor but the smoke is still there",
            "But the shop doesn't have these trays....",
            "that didnt work",
            "I've reset the previous commit. Take the large tray.",
        ] {
            assert!(refutes(said), "{said}");
        }
        for said in [
            "The error no longer appears.",
            "It works as expected, the old error is still in the log.",
            "I can't find the list, where is it",
            "We are not baking",
            "Rye is not selling on Sundays",
            "But we don't need that tray",
            "But rye doesn't rise",
        ] {
            assert!(!refutes(said), "{said}");
        }
        assert_eq!(disowned("Fine. I never asked for a glass door.").count(), 1);
    }

    #[test]
    fn trouble_of_the_moment_is_told_from_how_things_are() {
        for said in [
            "Nothing happens when I press start.",
            "The drag and drop doesn't seem to be working.",
            "I don't see the oven (no door and no light)",
            "But regardless it doesn't seem to work",
            "Currently they change with the light.",
            "I'm still getting a list with only bread",
            "The oven checks are also failing.",
            "In the shop I am not seeing the tray move",
            "that did not fix the oven",
            "whatever you bake is not working",
            "the new tray didn't work, can you look how we mended the old one",
        ] {
            assert!(reports_trouble(said), "{said}");
        }
        for said in [
            "We don't work on Sundays",
            "Currently the oven is heated with wood.",
            "I don't want tables.",
            "The mixer doesn't work with rye, so we knead by hand",
            "Why doesn't it work?",
            "I did not fix the oven",
        ] {
            assert!(!reports_trouble(said), "{said}");
        }
    }
}
