//! Which sentences of people set a rule beyond the task at hand.

use alloc::string::String;
use alloc::vec::Vec;

use super::chat::is_filler;
use super::cue::{self, Cues};
use super::form::{capitalise, is_pronoun};
use super::habit::{keeps_say, learns, repeats};
use super::lead::announced;
use super::sentence::Word;
use super::speech::{asks, is_command, is_order};
use super::{menu, sentence};
use crate::reconcile::is_verb;
use crate::text::stem;

/// So many sentences tell what is to be done now.
const BRIEF: usize = 3;
/// Fewest words of a rule.
const LEAST: usize = 4;
/// Longest sentence that is taken as a rule or a decision.
pub(super) const MAX_RULE: usize = 320;

/// A rule without the words that lead to it: "great, and please …", "one more thing: …".
pub(super) fn without_lead(rule: &str) -> String {
    let mut rest = without_tag(rule.trim());
    while let Some((word, more)) = rest.split_once(' ') {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        if !is_filler(&bare) && !(is_lead(&bare) && (bare == "btw" || bare == "but" || word.len() > bare.len())) {
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

/// Words before a rule that are no part of it.
fn is_lead(word: &str) -> bool {
    matches!(word, "great" | "nice" | "perfect" | "cool" | "thanks" | "yes" | "btw" | "but")
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
    ("for the future", false),
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
fn bounds_task(sentence: &str) -> bool {
    let words = sentence::words(sentence);
    let Some(n) = forbidden_at(&words) else { return false };
    // "Do not nitpick."
    if words.len() < LEAST {
        return words.len() > n && !points(&words) && !comforts(&words) && !lacks(&words[n - 1..]);
    }
    let is_definite = |word: &Word<'_>| {
        matches!(word.as_str(), "the" | "current" | "existing" | "these" | "your" | "my" | "other" | "others")
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

/// Of the sentences of a message, which only say where the work ends that the others ask for.
pub(super) fn bounds_of_task(sentences: &[&str]) -> Vec<bool> {
    let bounds: Vec<bool> = sentences.iter().map(|sentence| bounds_task(sentence)).collect();
    let asks_for_work = |(sentence, bounds): (&&str, &bool)| {
        let words = sentence::words(sentence::cut(sentence, 60));
        let first = words.iter().map(Word::as_str).find(|word| !is_filler(word)).unwrap_or("");
        !bounds && forbidden_at(&words).is_none() && is_command(first)
    };
    let is_brief = sentences.len() >= BRIEF || sentences.iter().zip(&bounds).any(asks_for_work);
    bounds.into_iter().map(|bounds| bounds && is_brief).collect()
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
    // "Possibly we need to always close the door".
    let doubts = words.first().is_some_and(|word| matches!(word.as_str(), "possibly" | "maybe" | "perhaps"));
    if menu::picks(&words) || doubts || words.windows(2).take(3).any(ponders) {
        return false;
    }
    let asked = &words[words.iter().take_while(|word| is_filler(word) || *word == "but").count()..];
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
    let prefers = (0..words.len()).any(|at| words[at] == "prefer" && is_wish(at));
    let strong = prefers
        || rules_always(sentence, &words)
        || holds_on(&words)
        || labelled(sentence).is_some_and(|(label, _)| sets_rule(label))
        || bids(&words)
        || asked.first().is_some_and(|word| matches!(word.as_str(), "don't" | "avoid"))
            && !points(asked)
            && !lacks(asked)
            && !is_favour
            && asked.len() >= LEAST
        || unwants(&words)
        || repeats(sentence, &words)
        || keeps_say(asked)
        || learns(&words)
        || words.first().is_some_and(|word| word == "no") && words.last().is_some_and(|word| word == "ever")
        || words.windows(2).enumerate().any(|(at, pair)| {
            // "It did not ever bake" tells what happened.
            let before = at.checked_sub(1).map_or("", |before| words[before].as_str());
            let is_told = matches!(before, "did" | "does" | "has" | "have" | "had" | "was" | "were" | "is" | "could");
            let forbids = matches!(pair[0].as_str(), "don't" | "dont") || pair[0] == "not" && !is_told;
            // "You must not touch them": what, was said before.
            let is_object = |word: &Word<'_>| matches!(word.as_str(), "it" | "this" | "that" | "them");
            let names = || !words[at + 2..].iter().any(is_object);
            pair[0] == "must" && pair[1] == "not" && names() || forbids && pair[1] == "ever"
        })
        || matches!(asked, [one, two, ..] if *one == "do" && *two == "not") && !points(&asked[1..]);
    strong
        && !is_of_moment(asked)
        && !is_of_today(asked)
        && words.len() >= LEAST
        && !cue::scan(&words[..main_clause(&words)]).has(Cues::HYPOTHETICAL)
        && !comforts(&words)
}

/// Whether "always" or "never" stands where somebody orders: "never push to main", "you should always ask". Elsewhere it
/// tells how things are: "she never takes photos", "the mill is always right", "we can always go back".
fn rules_always(sentence: &str, words: &[Word<'_>]) -> bool {
    let is_such = |word: &Word<'_>| matches!(word.as_str(), "always" | "never");
    // "Never sends the bill": what a thing does, or fails to do.
    let is_observed = |pair: &[Word<'_>]| {
        is_such(&pair[0]) && pair[1].ends_with('s') && !pair[1].ends_with("ss") && is_verb(&stem(&pair[1]))
    };
    if !words.iter().any(is_such) || words.windows(2).any(is_observed) {
        return false;
    }
    let orders = words.iter().map(Word::as_str).find(|word| !is_filler(word)).is_some_and(is_command);
    let clauses = sentence.split([',', ';', '–', '—', '(']).flat_map(|clause| clause.split(" - "));
    clauses.flat_map(|clause| clause.split(": ")).any(|clause| {
        // "Bake rye, never wheat", "deliveries: never on a Monday". "The key is for guests, never lend out" says of what
        // before, and "…, but never their own" goes on with what is told.
        let before = sentence[..sentence::place_of(clause, sentence)].trim_end();
        let leads_only = || sentence::words(before).iter().all(|word| is_filler(word) || is_lead(word));
        let words = sentence::words(clause);
        // "Prices are written in euros, never in cents".
        let is_contrast = || words.len() <= MAX_CONTRAST && !words.iter().skip(1).any(|word| is_verb(&stem(word)));
        let is_whole = orders || before.ends_with(':') || leads_only() || is_contrast() && is_done_so(before);
        (0..words.len()).any(|at| is_such(&words[at]) && is_ruled(&words, at, is_whole))
    })
}

/// Most words of what is never to be instead.
const MAX_CONTRAST: usize = 4;

/// "Prices are written in euros": how something is done, whoever does it.
fn is_done_so(said: &str) -> bool {
    let is_such = |pair: &[Word<'_>]| {
        matches!(pair[0].as_str(), "is" | "are") && (pair[1].ends_with("ed") || pair[1].ends_with("en"))
    };
    sentence::words(said).windows(2).any(is_such)
}

/// Who may be told to always do something.
pub(super) fn is_doer(word: &str) -> bool {
    matches!(word, "we" | "you" | "i" | "everyone" | "everybody" | "nobody" | "anyone" | "agent" | "agents")
}

fn is_ruled(words: &[Word<'_>], at: usize, is_whole: bool) -> bool {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let next = word(at + 1);
    // "Never mind", "the Always Free tier", "always out of room".
    let is_phrase = matches!(next, "mind" | "again" | "sure" | "been" | "had" | "seen" | "heard" | "got" | "quite")
        || words[at] == "always" && matches!(next, "free" | "out" | "in" | "on" | "at" | "a" | "an" | "the");
    // "That this can never come back": whoever was there knows what.
    let points = words[..at].iter().rev().take(3).any(|word| word == "this");
    if is_phrase || points {
        return false;
    }
    let leads = |word: &Word<'_>| is_filler(word) || is_lead(word) || matches!(word.as_str(), "or" | "just" | "do");
    let Some(last) = words[..at].iter().rposition(|word| !leads(word)) else {
        return is_whole;
    };
    let has_doer = words[..last].iter().any(|word| is_doer(word));
    match (word(last), at == last + 1) {
        ("should" | "must" | "shall", true) => has_doer || next == "be",
        // "Remember to never open it", "I want you to always ask", not "I want the door to always be open".
        ("to", true) => {
            matches!(word(last.wrapping_sub(1)), "remember" | "need" | "have" | "try" | "sure" | "you" | "us" | "want")
        }
        ("we", true) => {
            !next.ends_with("ed") && !matches!(next, "have" | "are" | "were" | "did" | "get" | "see" | "knew" | "went")
        }
        // "I never want to see that again".
        ("i", true) => matches!(next, "want" | "wanna"),
        // "Ask me first and never guess".
        (_, false) => is_whole && is_command(next),
        _ => false,
    }
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

/// "I don't want you to add comments": how the agent is to work. "I don't want raisins" is what the thing is to be, and
/// "I don't want you to guess, I want you to look" speaks of what was done just now.
fn unwants(words: &[Word<'_>]) -> bool {
    let is_such = |said: &[Word<'_>]| said[0] == "don't" && said[1] == "want" && said[2] == "you" && said[3] == "to";
    words.windows(4).any(is_such) && words.iter().filter(|word| *word == "want").count() == 1
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

/// "Right now I don't want to learn anything", "do not sell rye for now": not for long.
fn is_of_today(words: &[Word<'_>]) -> bool {
    let is_now =
        |pair: &[Word<'_>]| matches!((pair[0].as_str(), pair[1].as_str()), ("right" | "for", "now") | ("this", "time"));
    // "Don't bake it, just tell me how", "do not begin now, instead clean up", "stop baking and explain".
    let is_order = |word: &str| is_command(word) || is_order(word);
    let denies = words.first().is_some_and(|word| matches!(word.as_str(), "don't" | "do" | "stop"));
    let turns = |pair: &[Word<'_>]| {
        let is_turn = matches!(pair[0].as_str(), "just" | "but") || pair[0] == "and" && words[0] == "stop";
        is_turn && is_order(&pair[1]) || pair[0] == "instead" && pair[1] != "of"
    };
    words.windows(2).any(|pair| is_now(pair) || denies && turns(pair))
        || words.iter().take(3).any(|word| matches!(word.as_str(), "rn" | "today" | "tonight"))
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
    let waits = words.iter().any(|word| word == "until");
    is_work && matches!(word(at + 1), "any" | "anything" | "nothing") && (waits || !words.iter().any(is_case))
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
        ("you", "must", third) => third != "not",
        ("i'd" | "i", "rather" | "would", "you" | "rather") => true,
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
        check("Possibly we need to always close the door", None);
        check("Please don't touch the oven", None);
        check("please don't make any changes", None);
        check("Don't take any road that could be closed", Some("Don't take any road that could be closed"));
        check("Don't change anything without a test", Some("Don't change anything without a test"));
        check("btw never touch the pictures, ok?", Some("Never touch the pictures"));
        check("I never want to see raisins again, got it?", Some("I never want to see raisins again"));
        check("use rye, never wheat", Some("Use rye, never wheat"));
        check("prices are given in euros, never in cents", Some("Prices are given in euros, never in cents"));
        check("you should always weigh the salt", Some("You should always weigh the salt"));
        check("we never open on Mondays", Some("We never open on Mondays"));
        check("remember to never move the scale", Some("Remember to never move the scale"));
    }

    #[test]
    fn always_and_never_tell_how_things_are() {
        for told in [
            "the miller is always right about flour",
            "our guests never know what to order",
            "we never baked in that hall",
            "we can always move the oven back",
            "The till opens from the desk, but it is always called from the door",
            "the till: never sends the bill, never opens",
            "The spare key is for the cellar only, never lend it to guests",
            "a guest pays for the others, but never for themselves",
            "the list should never fail because of one bad loaf",
            "I want the door to always be open",
            "you don't always need a lid",
        ] {
            check(told, None);
        }
    }

    #[test]
    fn how_the_agent_is_to_work_is_a_rule() {
        for rule in [
            "After each step show the list and wait for my word",
            "Write tests and run the tests at each phase",
            "Run the tests before every commit",
            "Whenever we start a new week, we begin by counting the flour",
            "Before you light the oven, I want to approve your plan",
            "I want to be asked about every change of the menu",
            "Wait before any order that costs money",
            "I'm a student, tell me why and how",
            "teach me how to knead, don't knead it for me",
            "I don't want you to add notes to every recipe",
        ] {
            check(rule, Some(&capitalise(rule)));
        }
        for told in [
            "After each turn the oven gets hotter",
            "After each step update the heat",
            "Whenever I press the bell, the door should open",
            "Whenever you bake rye, the oven smokes",
            "I want to approve orders on my phone",
            "I'm a student of bread",
            "I don't want raisins in the rolls",
            "I don't want you to guess, I want you to look",
            "right now i don't want to learn anything",
            "Do not sell rye for now",
            "Don't bake the rolls, just tell me how",
            "Do not begin with the rolls, instead clean the oven",
            "Stop kneading and explain the recipe",
            "please don't tease me",
            "you must not touch them",
            "Do not make any changes until we agree on the recipe",
        ] {
            check(told, None);
        }
    }

    #[test]
    fn where_a_task_ends_is_no_rule() {
        assert_eq!(bounds_of_task(&["Add a tray.", "Do not change the others."]), [false, true]);
        assert_eq!(bounds_of_task(&["The oven is hot.", "Do not change the door."]), [false, false]);
        for said in [
            "Do not rewrite the ledger.",
            "Do not change other trays",
            "Don't use the current oven.",
            "Do not bake the existing dough again",
            "Do not dawdle.",
        ] {
            assert!(bounds_task(said), "{said}");
        }
        for said in [
            "Do not add raisins.",
            "Don't open the oven unless it is cold.",
            "Never rewrite the ledger.",
            "Do not touch the old oven, it is rented.",
            "Do not write to the production ledger.",
            "Don't worry!",
            "don't know yet",
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
