//! How a person speaks: what a sentence asks, states, wishes or leaves open.

use alloc::vec::Vec;

use super::amount::settles_amount;
use super::chat::{is_courtesy, is_filler, is_log_line, is_small_talk, thinks_aloud};
use super::cue::{self, Cues};
use super::form::is_question;
use super::framing::{to_remember, without_assent, without_greeting, without_label};
use super::redo::undoes;
use super::rule::{MAX_RULE, is_of_moment, is_standing};
use super::sentence::{self, Word};
use super::settle;
use super::telling::is_report;
use super::thought::ONE_BREATH;
use super::trouble::reports_trouble;
use super::wants::{forbids, is_chore, requires, tells_deed};
use crate::reconcile::{is_auxiliary, is_verb};
use crate::text::{self, Words};

/// Whether a person asks, with or without a question mark: "how do I test this", "ok so is the cache on".
pub(super) fn asks(sentence: &str) -> bool {
    let words = sentence::words(sentence::cut(sentence, 200));
    let mut spoken = words.iter().map(Word::as_str).skip_while(|word| is_filler(word));
    let (first, second) = (spoken.next().unwrap_or(""), spoken.next().unwrap_or(""));
    let verb = |word: &str| {
        let short = word.split('\'').next().unwrap_or(word);
        matches!(
            short,
            "is" | "are" | "was" | "were" | "do" | "does" | "did" | "can" | "could" | "would" | "should" | "will"
        ) || matches!(short, "has" | "have")
    };
    let turned = || {
        matches!(
            second,
            "i" | "we" | "you" | "it" | "he" | "she" | "they" | "this" | "that" | "there" | "the" | "our" | "my"
        )
    };
    // "In the tests, why does the clock stop".
    let asks_behind = sentence::cut(sentence, 200).split(", ").skip(1).any(|clause| {
        let words = sentence::words(clause);
        matches!(words.first().map_or("", Word::as_str), "why" | "how")
            && words.get(1).is_some_and(|word| matches!(word.as_str(), "is" | "are" | "do" | "does" | "did"))
    });
    is_question(sentence)
        || asks_behind
        || match first {
            "how" => {
                verb(second) || matches!(second, "to" | "i" | "many" | "much" | "come" | "about" | "long" | "often")
            }
            "what" | "why" | "where" | "when" | "who" | "which" => {
                verb(second)
                    || matches!(second, "about" | "if" | "happened" | "happens" | "not")
                    || first == "which" && second == "of"
                    || second == "you" && matches!(spoken.next(), Some("think" | "say" | "mean" | "recommend"))
            }
            "what's" | "who's" | "where's" | "how's" => true,
            _ => verb(first) && !matches!(first, "do" | "have") && turned(),
        }
}

/// Most words of what holds for a moment only.
const MAX_PASSING: usize = 10;

/// "Bench test tomorrow", "still waiting for the flour": past when it is read again.
pub(super) fn passes(words: &[Word<'_>], cues: Cues) -> bool {
    let first = words.iter().find(|word| !is_filler(word)).map_or("", Word::as_str);
    let is_short = words.len() <= MAX_PASSING || matches!(first, "tomorrow" | "tonight");
    let leaves = |four: &[Word<'_>]| {
        matches!(four[0].as_str(), "i'm" | "im")
            && four[1] == "going"
            && four[2] == "to"
            && matches!(four[3].as_str(), "go" | "sleep" | "bed" | "eat" | "leave" | "lunch" | "head")
    };
    let is_still = first == "still" && is_short;
    is_still || words.windows(4).any(leaves) || cues.has(Cues::MOMENTARY) && is_short && !settles_amount(words)
}

/// Whether a sentence of a person decides, requires or tells something, rather than asks for work.
pub(super) fn is_statement(sentence: &str) -> bool {
    let told = to_remember(sentence);
    let is_to_remember = told.len() < sentence.len();
    let sentence = without_assent(without_greeting(without_label(told)));
    // "and Ann is on leave" tells of Ann.
    let sentence = sentence.strip_prefix("and ").or_else(|| sentence.strip_prefix("And ")).unwrap_or(sentence);
    let words = sentence::words(sentence);
    let cues = cue::scan(&words);
    // "No ORM." is short, and says it.
    let is_name = |word: &str| word.contains('`') || word.chars().filter(|c| c.is_uppercase()).count() > 1;
    let least = if settle::rules_out(&words) && sentence.split(' ').any(is_name) { 2 } else { 3 };
    if !(least..ONE_BREATH).contains(&words.len())
        || sentence.len() > MAX_RULE
        || is_log_line(told)
        || asks(sentence)
        || is_standing(sentence)
        || words.first().is_some_and(|word| matches!(word.as_str(), "don't" | "do")) && is_of_moment(&words)
        || doubts(sentence, &words)
        || reports_trouble(sentence)
        || undoes(sentence)
        || is_chore(&words)
        || defers(&words)
        || breaks_off(sentence, &words)
        || (is_courtesy(&words) || passes(&words, cues)) && !cues.has(Cues::DECISION)
    {
        return false;
    }
    // "So tell me why X should go" asks for work, whatever it says besides.
    let first = words.iter().find(|word| !is_filler(word)).map_or("", Word::as_str);
    let proposed = settle::proposes(&words);
    if !proposed && is_order(first) && words.iter().any(|word| matches!(word.as_str(), "me" | "us")) {
        return false;
    }
    let decides = cues.has(Cues::DECISION)
        || cues.has(Cues::CAUSE)
        || proposed
        || settles_amount(&words)
        || settle::rules_out(&words)
        || settle::turns(&words)
        // "Make it rye, we have enough of it."
        || sentence.split_once(',').is_some_and(|(first, _)| settle::turns(&sentence::words(first)))
        || forbids(&words)
        // "Skip the bell, the lamp and the second till."
        || first == "skip" && words.len() > 3
        || words.windows(2).any(|pair| pair[0] == "by" && pair[1] == "default")
        || beyond_oneself(sentence).any(|word| {
            matches!(word.as_str(), "must" | "only" | "should" | "shouldn't" | "won't" | "don't" | "not" | "too")
        });
    let we = first == "we" || first.starts_with("we'");
    let declares = we
        || matches!(first, "our" | "the" | "they" | "there")
        || is_named(sentence)
            && !is_order(first)
            && !sends(&words)
            // "Release builds are made at night" tells, "release the build" asks.
            && (!is_command(first) || words.iter().skip(2).take(2).any(|word| is_auxiliary(word)))
            && !super::form::is_pronoun(first);
    if is_to_remember
        || keeps_to(&words)
        || names_parts(sentence)
        || introduces(sentence, &words)
        || requires(&words)
        || tells_deed(&words)
    {
        return true;
    }
    // Whatever "we" do is told, not asked for.
    let predicate = we || words.iter().skip(1).take(8).any(|word| is_auxiliary(word) || is_verb(&text::stem(word)));
    decides && (words.len() >= 4 || settle::rules_out(&words))
        || declares && predicate && words.len() >= 4 && !is_small_talk(sentence) && !is_report(sentence, &words)
}

/// "Before we get started on it": what then, was never said.
pub(super) fn breaks_off(sentence: &str, words: &[Word<'_>]) -> bool {
    let first = words.iter().find(|word| !is_filler(word)).map_or("", Word::as_str);
    matches!(first, "before" | "after" | "while" | "until") && words.len() <= 9 && !sentence.contains([',', ':', ';'])
}

/// "Reflect on the notes in plan.md", "go through the list": where to look, and nothing of what is there.
fn sends(words: &[Word<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let is_verb_of = |first: &str| !first.ends_with('s') && !first.ends_with("ing") && !first.ends_with("ed");
    matches!(word(1), "on" | "at" | "into" | "through" | "over")
        && is_verb_of(word(0))
        && !words.iter().any(|word| is_auxiliary(word))
}

/// "Let's do it the way you proposed": what, the other one said.
pub(super) fn defers(words: &[Word<'_>]) -> bool {
    let is_theirs = |pair: &[Word<'_>]| {
        let proposes = matches!(pair[1].as_str(), "proposed" | "suggested" | "recommended" | "recommend" | "described");
        pair[0] == "you" && proposes
    };
    words.len() <= 12 && words.windows(2).any(is_theirs)
}

/// The words of a sentence outside the clauses in which somebody describes themselves: "I am only a baker".
fn beyond_oneself(sentence: &str) -> impl Iterator<Item = Word<'_>> {
    sentence.split([',', ';']).flat_map(|clause| {
        let words = sentence::words(clause);
        let mut said = words.iter().map(Word::as_str).skip_while(|word| is_filler(word) || *word == "but");
        let start = (said.next().unwrap_or(""), said.next().unwrap_or(""));
        let is_oneself = matches!(start, ("i", "am" | "was") | ("i'm", _));
        if is_oneself { Vec::new() } else { words }
    })
}

/// Whether a person corrects what they said themselves: "wait, I meant …", "sorry, scratch that".
pub(super) fn takes_back(text: &str) -> bool {
    let words = sentence::words(sentence::cut(text, 80));
    words.iter().take(4).any(|word| matches!(word.as_str(), "wait" | "sorry" | "scratch" | "meant" | "actually"))
}

/// "This repo is the till of our shop", "till = what the shop runs on": what the project is.
fn introduces(sentence: &str, words: &[Word<'_>]) -> bool {
    let mut said = words.iter().map(Word::as_str).skip_while(|word| is_filler(word));
    let (first, second, third) = (said.next().unwrap_or(""), said.next().unwrap_or(""), said.next().unwrap_or(""));
    let is_work_of = |word: &str| {
        matches!(word, "repo" | "repository" | "project" | "app" | "tool" | "game" | "service" | "library")
    };
    let is_work = is_work_of(second);
    let equals = sentence.split_once(" = ").is_some_and(|(name, what)| {
        name.split_whitespace().count() <= 2 && what.split_whitespace().count() >= 3 && !sentence.contains('`')
    });
    // "It's an app that …", of what was just named.
    let is_one = matches!((first, second), ("it's", "a" | "an")) && words.iter().take(5).any(|word| is_work_of(word));
    // "I want to build a till for small shops".
    let mut is_wished = || {
        let wishes = matches!((first, second), ("i'd" | "we'd", "like") | ("i" | "we", "want"));
        let makes = third == "to" && matches!(said.next(), Some("make" | "build" | "create" | "write" | "develop"));
        wishes
            && makes
            && matches!(said.next(), Some("a" | "an"))
            && said.next().is_some_and(|thing| !SMALL.contains(thing))
    };
    equals
        || words.len() >= 8 && is_wished()
        || words.len() >= 6 && (first == "this" && (is_work && third == "is" || second == "is") || is_one)
}

/// What somebody wants to make that is no project.
static SMALL: Words = Words::new(
    "point suggestion backup note change copy decision request comment tweak remark joke list plan quick small few fix \
     test branch commit pr",
);

/// Whether a sentence is thought aloud. What stands in brackets may be in doubt, and so may what follows a statement.
pub(super) fn doubts(sentence: &str, words: &[Word<'_>]) -> bool {
    let is_bracketed = || {
        let outside = sentence::unbracketed(sentence);
        outside.len() < sentence.len() && !thinks_aloud(&sentence::words(&outside))
    };
    thinks_aloud(words) && !is_bracketed() && !settles_before_doubt(sentence)
}

/// "Let's use x, and perhaps y": the first is settled.
fn settles_before_doubt(sentence: &str) -> bool {
    let clauses: Vec<&str> = sentence.split(", ").collect();
    let doubts = |clause: &str| cue::scan(&sentence::words(clause)).has(Cues::HYPOTHETICAL);
    let settled = clauses.iter().position(|clause| {
        let from = sentence::place_of(clause, sentence);
        settle::proposes(&sentence::words(&sentence[from..])) && !doubts(clause)
    });
    settled.is_some_and(|at| !clauses[..at].iter().any(|clause| doubts(clause)))
        || states_before_doubt(sentence)
        || states_with_doubtful_reason(sentence)
}

/// "Light the small oven only, otherwise it might get too hot": why is in doubt, not what.
fn states_with_doubtful_reason(sentence: &str) -> bool {
    let said = sentence::without_reason(sentence);
    let said = said.split_once(" otherwise ").map_or(said, |(said, _)| said).trim_end_matches([',', ';', ' ']);
    said.len() < sentence.len() && !thinks_aloud(&sentence::words(said)) && is_statement(said)
}

/// Words of a statement that stands for itself before a doubt.
const LEAST_BEFORE_DOUBT: usize = 6;

/// "The oven stays in the cellar, but we should open the shop earlier and probably need a second tray".
fn states_before_doubt(sentence: &str) -> bool {
    let is_told = |said: &str| {
        let words = sentence::words(said);
        let demands = words.iter().any(|word| matches!(word.as_str(), "should" | "must" | "shall"));
        words.len() >= LEAST_BEFORE_DOUBT && demands && !thinks_aloud(&words) && is_statement(said)
    };
    let joints = [" and ", ", "].into_iter().flat_map(|joint| sentence.rmatch_indices(joint));
    joints.map(|(at, _)| sentence[..at].trim_end_matches(',')).any(is_told)
}

/// Whether a sentence that starts so asks for work: "tag the release", not "tags are signed".
pub(super) fn is_command(first: &str) -> bool {
    !first.ends_with('s') && is_verb(&text::stem(first))
}

/// Whether a sentence starts with a name. Who writes without capitals gives names without them.
pub(super) fn is_named(sentence: &str) -> bool {
    let informal = || !sentence.chars().any(char::is_uppercase) || sentence.starts_with(char::is_lowercase);
    let first = || {
        let first = sentence.split_whitespace().next().unwrap_or("");
        first.trim_end_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
    };
    let spoken = |word: &str| {
        super::form::is_first_person(word)
            || matches!(word, "you" | "that" | "yes" | "no" | "not" | "a" | "but" | "if" | "when" | "thats" | "still")
    };
    let begins = sentence.chars().next().is_some_and(char::is_uppercase) || informal() && !spoken(&first());
    begins && !is_filler(&first())
}

/// "Keep 15 minutes", "use the small model": an order that settles something rather than asks for work.
pub(super) fn keeps_to(words: &[Word<'_>]) -> bool {
    let words = &words[words.iter().take_while(|word| is_filler(word)).count()..];
    let [first, second, _, ..] = words else { return false };
    // "Switch bcrypt to argon2": what from and what to.
    if matches!(first.as_str(), "switch" | "migrate" | "swap") {
        let old = words[1..].iter().take(MAX_OLD + 1);
        let to = old.clone().position(|word| matches!(word.as_str(), "to" | "for" | "with"));
        let points = matches!(
            second.as_str(),
            "it" | "this" | "that" | "them" | "back" | "over" | "things" | "to" | "for" | "with"
        );
        return to.is_some_and(|at| words.len() > at + 2) && !points;
    }
    (matches!(first.as_str(), "keep" | "stay" | "stick" | "use") || first == "default" && second == "to")
        && !matches!(
            second.as_str(),
            "it" | "this" | "that" | "them" | "these" | "those" | "going" | "me" | "us" | "your"
        )
        && words.len() <= 14
}

/// Most words of what is left for something else: "switch all the small ovens to gas".
const MAX_OLD: usize = 4;

/// Whether a sentence lists parts by their designations: "stm32f4 + bme280, freertos 10".
fn names_parts(sentence: &str) -> bool {
    let is_part = |word: &&str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        bare.len() > 3
            && bare.bytes().any(|b| b.is_ascii_digit())
            && bare.bytes().filter(u8::is_ascii_alphabetic).count() > 1
    };
    !sentence.contains("://") && sentence.split_whitespace().filter(is_part).take(2).count() == 2
}

/// Words that start requests, questions and greetings: nothing that begins with one of them tells something by its form.
static ORDERS: Words = Words::new(
    "add answer ask build can change check clean compare could create delete describe do does draft ensure explain \
     explore find fix generate get give go hello help hey hi how i if implement investigate is are let let's lets list \
     look make merge move now ok okay open please push put read refactor remove rename review rewrite run search \
     show start stop summarize take tell test try turn update use what when where which who why will would write \
     yes you your",
);

pub(crate) fn is_order(first: &str) -> bool {
    ORDERS.contains(first)
}

/// Whether a person tells what they want: "I need to…", "we want…".
pub(super) fn is_wish(text: &str) -> bool {
    let text = sentence::cut(text, 600);
    !text.contains('?')
        && sentence::words(text).windows(2).any(|w| {
            matches!(w[0].as_str(), "i" | "we") && matches!(w[1].as_str(), "need" | "want" | "prefer" | "like")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doubtful_reason_leaves_no_doubt() {
        let doubts = |said: &str| doubts(said, &sentence::words(said));
        assert!(!doubts("Make it rye instead of oats, otherwise that might get too sweet"));
        assert!(!doubts("We only bake rye because the oven could burn the rest"));
        assert!(doubts("it might be too hot, otherwise we only bake rye") && doubts("maybe rye because it is dark"));
    }

    #[test]
    fn what_others_are_to_be_told_is_told() {
        for said in [
            "update the readme to say that the shop opens at six",
            "add a line to explain that rye is ground once the order is paid",
            "I opened the oven and realised that the left half stays cold",
            "for the label, lets use grain/weight, and perhaps the name of the farm",
        ] {
            assert!(is_statement(said), "{said}");
        }
        for said in ["say that again please", "perhaps lets use grain/weight for the label", "I found that funny"] {
            assert!(!is_statement(said), "{said}");
        }
    }

    #[test]
    fn a_question_needs_no_mark() {
        for question in ["how do i test this", "ok so is the cache on", "what about windows", "what you think", "Why?"]
        {
            assert!(asks(question), "{question}");
        }
        for told in ["what we need is a cache", "do the atlas", "have a look", "when it rains we wait"] {
            assert!(!asks(told), "{told}");
        }
    }

    #[test]
    fn what_is_left_open_is_no_statement() {
        for said in [
            "not now, it is fast enough",
            "the button.. i am not sure",
            "we don't know the port yet",
            "The sign is his job, but thank you for thinking of it",
            "The picture with the house is perfect, I will steal it",
            "That sounds like a topic for another year",
            "I am only a baker and not a smith",
            "09-28 19:02:11 W scale: drift of 40 g, should be 2",
            "I wonder whether we should open on Sundays",
            "I don't believe that the oven is the cause",
            "yep, lets do it the way you proposed",
            "Before we get started on the oven",
            "Tomorrow we can go on with the dough and then move on to the rolls of the second shop",
            "reflect on the review of the oven in ./notes/review-3.md",
        ] {
            assert!(!is_statement(said), "{said}");
        }
        for told in [
            "Hi. tillbook counts loaves in the shop windows",
            "tillbook = till and stock list of three shops",
            "I'd like to make a small till for shops that sell bread",
            "This repo is tillbook, the till of our three shops",
            "ok stay on 13 till after Christmas",
            "also switch rye to spelt, the mill again",
            "The shop stays small, but we should make the oven larger and probably need a second tray",
        ] {
            assert!(is_statement(told), "{told}");
        }
        assert!(is_statement("only squash merges on this repo") && is_small_talk("portuguese i can hehe"));
    }

    #[test]
    fn what_is_to_be_remembered_is_told() {
        assert_eq!(to_remember("please remember that prod is read only"), "prod is read only");
        assert_eq!(to_remember("Keep in mind the disks are full"), "the disks are full");
        for asked in
            ["remember to lock the door again", "note the time it takes", "remember?", "notes are in the wiki", ""]
        {
            assert_eq!(to_remember(asked), asked);
        }
    }
}
