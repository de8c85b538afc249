//! Which sentences of people set a rule beyond the task at hand.

use alloc::string::String;

use super::chat::is_filler;
use super::cue::{self, Cues};
use super::form::{capitalise, is_pronoun};
use super::lead::announced;
use super::sentence::Word;
use super::speech::asks;
use super::{menu, sentence};
use crate::reconcile::is_verb;
use crate::text::stem;

/// Longest sentence that is taken as a rule or a decision.
pub(super) const MAX_RULE: usize = 320;

/// A rule without the words that lead to it: "great, and please …", "one more thing: …".
pub(super) fn without_lead(rule: &str) -> String {
    let mut rest = without_tag(rule.trim());
    while let Some((word, more)) = rest.split_once(' ') {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let is_praise =
            matches!(bare.as_str(), "great" | "nice" | "perfect" | "cool" | "thanks" | "yes" | "btw" | "but");
        if !is_filler(&bare) && !(is_praise && (bare == "btw" || bare == "but" || word.len() > bare.len())) {
            break;
        }
        rest = more.trim_start();
    }
    // "One more thing: never …" is the rule that follows. "Deliveries: never on a Monday" says what it is for.
    if let Some((label, said)) = labelled(rest)
        && (is_standing(said) && announced(rest).len() < rest.len() || sets_rule(label))
    {
        rest = said;
    }
    capitalise(rest)
}

/// The words before a colon and what they announce.
fn labelled(sentence: &str) -> Option<(&str, &str)> {
    sentence.split_once(": ").filter(|(label, _)| label.split_whitespace().count() <= 4)
}

/// Whether a label announces a rule: "New rule: two approvals".
fn sets_rule(label: &str) -> bool {
    let words = sentence::words(label);
    words.last().is_some_and(|word| matches!(word.as_str(), "rule" | "policy" | "convention" | "future"))
}

/// Words that make what is said hold from then on, and whether they do so wherever they stand: "charts next time" puts
/// work off, "next time, ask" is a rule.
const TERMS: [(&str, bool); 20] = [
    ("from now on", true),
    ("from here on", true),
    ("going forward", true),
    ("for next time", true),
    ("for the future", true),
    ("ab jetzt", true),
    ("ab sofort", true),
    ("von nun an", true),
    ("à partir de maintenant", true),
    ("désormais", true),
    ("dorénavant", true),
    ("de ahora en adelante", true),
    ("a partir de ahora", true),
    ("d'ora in poi", true),
    ("a partir de agora", true),
    ("vanaf nu", true),
    ("from now", false),
    ("next time", false),
    ("in future", false),
    ("in the future", false),
];

/// A rule without the words that say since when it holds.
pub(super) fn without_term(rule: &str) -> &str {
    let lower = rule.to_lowercase();
    let is_term = |term: &str| {
        lower.strip_prefix(term).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
    };
    let term = TERMS.iter().find(|(term, _)| is_term(term));
    let rest = term.and_then(|(term, _)| rule.get(term.len()..));
    let rest = rest.map_or(rule, |rest| rest.trim_start_matches([',', ':', ' ']));
    if rest.split_whitespace().count() < 2 { rule } else { rest }
}

/// Where stands what is forbidden in so many words: "don't …", "do not …".
fn forbidden_at(words: &[Word<'_>]) -> Option<usize> {
    match (words.first()?.as_str(), words.get(1).map_or("", Word::as_str)) {
        ("don't", _) => Some(1),
        ("do", "not") => Some(2),
        _ => None,
    }
}

/// "Do not rewrite the document", said with what else there is to do: where this work ends. "Do not add tables" is a rule.
pub(super) fn bounds_task(sentence: &str) -> bool {
    let words = sentence::words(sentence);
    let Some(n) = forbidden_at(&words) else { return false };
    let is_definite = |word: &Word<'_>| {
        matches!(word.as_str(), "the" | "current" | "existing" | "these" | "your" | "other" | "others")
    };
    // "… once merged", "… in tests", "…, it is vendored": a rule has its case or its reason.
    let has_case = |word: &Word<'_>| {
        matches!(
            word.as_str(),
            "ever"
                | "any"
                | "unless"
                | "without"
                | "once"
                | "when"
                | "because"
                | "since"
                | "until"
                | "tests"
                | "production"
        )
    };
    let has_reason = sentence.contains(", it ") || sentence.contains(", they ");
    words.iter().skip(n + 1).take(3).any(is_definite) && !has_reason && !words.iter().any(has_case)
}

/// Whether a sentence sets a rule beyond the task at hand.
pub(super) fn is_standing(sentence: &str) -> bool {
    let sentence = without_tag(sentence);
    if asks(sentence) || sentence.len() > MAX_RULE {
        return false;
    }
    let words = sentence::words(sentence);
    // "Let's think about how we bake from now on".
    let ponders = |pair: &[Word<'_>]| {
        pair[0] == "let's" && matches!(pair[1].as_str(), "think" | "talk" | "discuss" | "see" | "consider")
    };
    if menu::picks(&words) || words.windows(2).take(3).any(ponders) {
        return false;
    }
    // "She never takes photos" and "i always lose my place" tell, they do not rule.
    let tells = |at: usize| {
        let before = at.checked_sub(1).map_or("", |before| words[before].as_str());
        let next = words.get(at + 1).map_or("", Word::as_str);
        // "That this can never come back": whoever was there knows what.
        let points = words[..at].iter().rev().take(3).any(|word| word == "this");
        // "… and never returns": what goes wrong.
        let is_observed = matches!(before, "and" | "but" | "then") && next.ends_with('s') && is_verb(&stem(next));
        // "The Always Free tier", "always out of room".
        let is_name = words[at] == "always" && matches!(next, "free" | "out" | "in" | "on" | "at" | "a" | "an" | "the");
        // "I never want to see that again" rules.
        if before == "i" && words[at] == "never" && matches!(next, "want" | "wanna") {
            return false;
        }
        // "The first try always fails".
        let happens = matches!(next, "fails" | "breaks" | "crashes" | "hangs" | "happens" | "shows" | "gets" | "comes");
        points
            || happens
            || is_name
            || is_observed
            || matches!(next, "mind" | "again" | "sure" | "been" | "had" | "seen" | "heard" | "got" | "quite")
            || matches!(
                before,
                "i" | "he"
                    | "she"
                    | "they"
                    | "it"
                    | "people"
                    | "that"
                    | "who"
                    | "which"
                    | "he'd"
                    | "she'd"
                    | "they'd"
                    | "i'd"
                    | "has"
                    | "have"
                    | "had"
                    | "was"
                    | "were"
                    | "said"
                    | "almost"
                    | "nearly"
                    | "hardly"
                    | "not"
                    | "didn't"
                    | "didnt"
                    | "doesn't"
                    | "doesnt"
            )
    };
    let asked = &words[words.iter().take_while(|word| is_filler(word)).count()..];
    let is_favour = asked.len() < words.len() && is_for_now(asked);
    // "We prefer tabs", "please prefer tabs", not "some customers prefer to pay by invoice".
    let is_wish = |at: usize| {
        let before = at.checked_sub(1).map_or("", |before| words[before].as_str());
        is_filler(before)
            || before.ends_with("ly")
            || matches!(
                before,
                "" | "i" | "we" | "i'd" | "we'd" | "would" | "should" | "also" | "and" | "or" | "but" | "do" | "always"
            )
    };
    let rules = |(at, word): (usize, &Word<'_>)| match word.as_str() {
        "always" | "never" => !tells(at),
        "prefer" => is_wish(at),
        _ => false,
    };
    let strong = words.iter().enumerate().any(rules)
        || holds_on(&words)
        || labelled(sentence).is_some_and(|(label, _)| sets_rule(label))
        || bids(&words)
        || asked.first().is_some_and(|word| matches!(word.as_str(), "don't" | "avoid"))
            && !points(asked)
            && !lacks(asked)
            && !is_favour
        || unwants(&words)
        || repeats(&words)
        || words.first().is_some_and(|word| word == "no") && words.last().is_some_and(|word| word == "ever")
        || words.windows(2).enumerate().any(|(at, pair)| {
            // "It did not ever bake" tells what happened.
            let before = at.checked_sub(1).map_or("", |before| words[before].as_str());
            let is_told = matches!(before, "did" | "does" | "has" | "have" | "had" | "was" | "were" | "is" | "could");
            let forbids = matches!(pair[0].as_str(), "don't" | "dont") || pair[0] == "not" && !is_told;
            pair[0] == "must" && pair[1] == "not" || forbids && pair[1] == "ever"
        })
        || words.windows(2).next().is_some_and(|pair| pair[0] == "do" && pair[1] == "not") && !points(&words[1..]);
    strong
        && !is_of_moment(&words)
        && words.len() >= 4
        && !cue::scan(&words[..main_clause(&words)]).has(Cues::HYPOTHETICAL)
        && !comforts(&words)
}

/// Where the words end that say what is ruled: "don't take any road | that could be closed" leaves nothing open.
fn main_clause(words: &[Word<'_>]) -> usize {
    let is_thing = |at: usize| words[..at].iter().any(|word| matches!(word.as_str(), "any" | "anything"));
    let joint = words.iter().position(|word| matches!(word.as_str(), "that" | "which" | "who"));
    joint.filter(|at| is_thing(*at)).unwrap_or(words.len())
}

/// `const rule = "always …"`, `echo "never …" > rules`: a program may say anything.
pub(super) fn is_code(sentence: &str) -> bool {
    let first = sentence.split_whitespace().next().unwrap_or("");
    matches!(first, "const" | "let" | "var" | "echo" | "printf" | "print" | "def" | "return" | "import")
        && sentence.contains(['"', '\'', '='])
}

/// "Don't worry about the limit": comfort, no rule.
fn comforts(words: &[Word<'_>]) -> bool {
    let second = words.get(1).map_or("", Word::as_str);
    words.first().is_some_and(|word| word == "don't") && matches!(second, "worry" | "bother" | "panic")
}

/// "I don't want raisins", not "I don't want that any more" or "I don't want to be mean".
fn unwants(words: &[Word<'_>]) -> bool {
    words.windows(2).position(|pair| pair[0] == "don't" && pair[1] == "want").is_some_and(|at| {
        let word = |at: usize| words.get(at).map_or("", Word::as_str);
        let is_mood = word(at + 2) == "to" && word(at + 3) == "be";
        !is_mood && !is_pronoun(word(at + 2))
    })
}

/// "Don't need a backup", "don't know yet": somebody speaks of themselves.
fn lacks(words: &[Word<'_>]) -> bool {
    words.get(1).is_some_and(|word| {
        matches!(
            word.as_str(),
            "need" | "know" | "think" | "have" | "care" | "mind" | "remember" | "understand" | "see"
        )
    })
}

/// "Don't write it down yet", "don't touch anything else" speak of the work at hand.
fn points(words: &[Word<'_>]) -> bool {
    words.iter().take(4).any(|word| matches!(word.as_str(), "it" | "this" | "that" | "them" | "else"))
}

/// "Please don't run the oven yet", "… make any changes": until the work goes on.
fn is_for_now(words: &[Word<'_>]) -> bool {
    let is_bound =
        |word: &Word<'_>| matches!(word.as_str(), "yet" | "now" | "changes" | "anything" | "the" | "my" | "these");
    words.iter().take(4).any(is_bound)
}

/// "Before you commit, each time, …", "every time you edit the menu …"; not "it breaks every time you open it".
fn repeats(words: &[Word<'_>]) -> bool {
    let pair = |is_pair: fn(&str, &str) -> bool| words.windows(2).any(|pair| is_pair(&pair[0], &pair[1]));
    let works = |who: &str, deed: &str| {
        let is_work = matches!(
            deed,
            "commit"
                | "push"
                | "merge"
                | "deploy"
                | "release"
                | "finish"
                | "start"
                | "edit"
                | "change"
                | "add"
                | "write"
        );
        who == "you" && is_work
    };
    let is_told = |word: &Word<'_>| {
        matches!(
            word.as_str(),
            "i" | "break"
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
        )
    };
    !words.iter().any(is_told) && pair(|each, time| matches!(each, "each" | "every") && time == "time") && pair(works)
}

/// "I don't want any changes at this time".
pub(super) fn is_of_moment(words: &[Word<'_>]) -> bool {
    let is_now = |said: &[Word<'_>]| {
        matches!(
            (said[0].as_str(), said[1].as_str(), said[2].as_str()),
            ("at", "this", "time" | "moment" | "point") | ("at" | "for", "the", "moment" | "time")
        )
    };
    // "Don't write code yet".
    let waits = || {
        let denies = words.iter().take(3).any(|word| matches!(word.as_str(), "don't" | "not"));
        denies && (words.last().is_some_and(|word| word == "yet") || words.iter().take(5).any(|word| word == "yet"))
    };
    words.windows(3).any(is_now) || waits() || halts(words)
}

/// "Don't do anything", "do not make any changes until I have looked": the work is to stop. "Don't change anything
/// without a test" is a rule.
fn halts(words: &[Word<'_>]) -> bool {
    let Some(at) = forbidden_at(words) else { return false };
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let is_work = matches!(
        word(at),
        "do" | "make" | "change" | "touch" | "edit" | "modify" | "write" | "implement" | "fix" | "revert" | "start"
    );
    let is_case = |word: &Word<'_>| {
        matches!(word.as_str(), "without" | "unless" | "ever" | "when" | "before" | "in" | "on" | "by" | "with")
    };
    is_work && matches!(word(at + 1), "any" | "anything" | "nothing") && !words.iter().any(is_case)
}

/// "Never touch the pictures, ok?" asks nothing.
fn without_tag(sentence: &str) -> &str {
    let Some(said) = sentence.trim_end().strip_suffix('?') else { return sentence };
    let said = said.trim_end_matches(['?', '!']);
    let tags = ["ok", "okay", "please", "alright", "deal", "got it", "understood"];
    let said = tags.into_iter().find_map(|tag| said.strip_suffix(tag)).filter(|said| said.ends_with([' ', ',']));
    said.map_or(sentence, |said| said.trim_end_matches([' ', ',']))
}

/// "You must ask first", "I'd rather you rebase", "stop adding comments": how the agent is to work.
fn bids(words: &[Word<'_>]) -> bool {
    let mut said = words.iter().map(Word::as_str).skip_while(|word| is_filler(word));
    let (first, second, third) = (said.next().unwrap_or(""), said.next().unwrap_or(""), said.next().unwrap_or(""));
    match (first, second, third) {
        // "I dislike you adding comments everywhere".
        ("i", "hate" | "dislike", "you") => said.next().is_some_and(|doing| doing.len() > 5 && doing.ends_with("ing")),
        ("you", "must", _) | ("i'd" | "i", "rather" | "would", "you" | "rather") => true,
        ("stop", doing, _) => doing.len() > 5 && doing.ends_with("ing"),
        ("i", "hate" | "dislike", what) => !is_pronoun(what) && !matches!(what, "to" | "when" | "how" | "the" | "you"),
        _ => false,
    }
}

/// Whether words say that something holds from then on.
fn holds_on(words: &[Word<'_>]) -> bool {
    let spoken = words.iter().take_while(|word| is_filler(word)).count();
    // "I'll be more careful with the oven from now on": somebody speaks of themselves.
    if words.get(spoken).is_some_and(|word| word == "i'll") {
        return false;
    }
    TERMS.iter().any(|(term, anywhere)| {
        let n = term.split(' ').count();
        let is_term = |said: &[Word<'_>]| said.iter().map(Word::as_str).eq(term.split(' '));
        if *anywhere { words.windows(n).any(is_term) } else { words[spoken..].windows(n).next().is_some_and(is_term) }
    })
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[track_caller]
    fn check(rule: &str, expected: Option<&str>) {
        let title = is_standing(rule).then(|| without_term(&without_lead(rule)).to_string());
        assert_eq!(title.as_deref().map(capitalise).as_deref(), expected, "{rule}");
    }

    #[test]
    fn a_rule_is_told_in_many_ways() {
        check("from now on: answers in German, please", Some("Answers in German, please"));
        check("Bitte antworte ab jetzt immer auf Deutsch", Some("Bitte antworte ab jetzt immer auf Deutsch"));
        check("New rule: two approvals per change", Some("Two approvals per change"));
        check("also, next time ask before you delete files", Some("Ask before you delete files"));
        check("you must ask before a release", Some("You must ask before a release"));
        check("Please don't ever open it at night", Some("Don't ever open it at night"));
        check("stop adding comments to every line", Some("Stop adding comments to every line"));
        check("I hate emojis in commit messages", Some("I hate emojis in commit messages"));
        check("I dislike you adding comments everywhere", Some("I dislike you adding comments everywhere"));
        check("Please don't write tables in recipes, these bore", Some("Don't write tables in recipes, these bore"));
        check("Next timer jobs must never be started by hand", Some("Next timer jobs must never be started by hand"));
        check("we prefer rye over wheat", Some("We prefer rye over wheat"));
        check("Some guests prefer to pay by invoice", None);
        check("Please don't touch the oven", None);
        check("please don't make any changes", None);
        check("Don't take any road that could be closed", Some("Don't take any road that could be closed"));
        check("Don't change anything without a test", Some("Don't change anything without a test"));
        check("btw never touch the pictures, ok?", Some("Never touch the pictures"));
        check("I never want to see raisins again, got it?", Some("I never want to see raisins again"));
    }

    #[test]
    fn where_a_task_ends_is_no_rule() {
        for said in [
            "Do not rewrite the ledger.",
            "Do not change other trays",
            "Don't use the current oven.",
            "Do not bake the existing dough again",
        ] {
            assert!(bounds_task(said), "{said}");
        }
        for said in [
            "Do not add raisins.",
            "Don't open the oven unless it is cold.",
            "Never rewrite the ledger.",
            "Do not touch the old oven, it is rented.",
            "Do not write to the production ledger.",
        ] {
            assert!(!bounds_task(said), "{said}");
        }
    }

    #[test]
    fn work_and_moods_are_no_rules() {
        check("I'll be more careful with the oven from now on", None);
        for told in [
            "never mind, i pushed the tray",
            "put the charts in next time",
            "in the future we could support Windows",
            "stop the old server now",
            "i hate this flaky thing",
            "as a rule of thumb it takes a day",
            "don't build it all, I'll tell you which ones",
            "Don't do any work.",
            "Do NOT make any changes to the ovens until I've looked",
            "don't revert anything for the second batch",
            "no cake, he'd never forgive me",
            "is it always ok?",
            "it didnt always work",
            "the first try always fails",
            "I don't want that any more",
            "I don't want any new ovens at this time",
            "I don't want to be mean here",
            "i lit the stove but it did not ever get warm",
            "the timer starts and never returns to the first batch",
            "I got the always free oven from the mill",
            "",
        ] {
            check(told, None);
        }
    }
}
