//! What a person settles: a choice, an order, a limit, a refusal. A report of how things are settles nothing.

use alloc::string::String;

use super::chat::{is_filler, is_identity_or_courtesy};
use super::cue::{self, Cues};
use super::form::{is_first_person, is_pronoun};
use super::framing::is_asked_wish;
use super::sentence::{self, Word};
use super::speech::{asks, keeps_to};
use super::wants::forbids;
use crate::reconcile::{is_auxiliary, is_unit, is_verb};
use crate::text::{self, Words};

/// Verbs that choose when they are ordered: "take the second", "cap it at ten".
static CHOOSING: Words = Words::new(
    "use take keep drop pin stay stick skip cap leave limit let make choose pick prefer go allow forbid restrict enable \
     disable require default store hide reserve retire reverse capture publish fall remove rip",
);
/// Verbs that arrange something when they are proposed; to others, work is proposed.
static ARRANGING: Words =
    Words::new("make take move keep use switch stay stick have call limit set drop replace store put go plan treat");
/// Words after "no" that name nothing.
static NO_THINGS: Words = Words::new(
    "idea problem worries wait need way thanks more one you the not leave just \
     error errors warning warnings output response luck change changes difference result results",
);
/// Words after a form of "be" that end a matter.
static ENDINGS: Words = Words::new(
    "out enough ok okay fine final off dead over mandatory required forbidden allowed optional frozen unlimited \
     unchanged acceptable free",
);
/// Words after "make it" that give no value.
static VAGUE: Words = Words::new(
    "so work look better faster nicer more less easy easier possible clear clearer like that happen a the quick fast \
     simple simpler shorter longer smaller bigger larger",
);
/// Words for what was: what happened settles nothing.
static PAST: Words = Words::new(
    "was were had did didn't wasn't weren't said told asked got came went took saw found counted measured looked \
     happened failed broke died tested became noticed answered sent ran lost wrote made built shipped forgot felt spent \
     began paid met",
);
/// Words that open a reason or a condition.
static REASONS: Words = Words::new("because since as when while who which where although though otherwise");

/// Whether one of a person's sentences settles something.
pub(super) fn settles(said: &str) -> bool {
    sentence::sentences(said).into_iter().any(settles_in_sentence)
}

fn settles_in_sentence(sentence: &str) -> bool {
    if is_asked_wish(sentence) {
        return true;
    }
    if asks(sentence) || is_identity_or_courtesy(sentence) {
        return false;
    }
    if sentence.contains(" = ") || forbids(&sentence::words(sentence)) {
        return true;
    }
    let told = sentence.split_once(": ").map_or(sentence, |(label, rest)| {
        if label.split_whitespace().count() <= 4 && rest.split_whitespace().count() >= 2 { rest } else { sentence }
    });
    told.split([',', ';', '!']).any(|clause| settles_in_clause(&sentence::words(clause)))
}

fn settles_in_clause(words: &[Word<'_>]) -> bool {
    let is_lead = |word: &Word<'_>| {
        is_filler(word)
            || matches!(word.as_str(), "yes" | "yeah" | "yep" | "but" | "btw" | "pls" | "just" | "then" | "therefore")
    };
    let lead = words.iter().take_while(|word| is_lead(word)).count();
    let words = &words[lead..];
    // "2, with a lock": the number picks from a menu.
    let is_pick = |word: &Word<'_>| word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit());
    if words.first().is_some_and(is_pick) && words.get(1).is_none_or(|next| !is_unit(next) && is_pick(next)) {
        return true;
    }
    let first = words.first().map_or("", Word::as_str);
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    let dates =
        matches!((first, words.get(1).map_or("", Word::as_str)), ("as", "of") | ("from" | "since" | "effective", _))
            && words.iter().take(5).any(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    // "Since 3 days the page is slow" is no date.
    let is_span = first == "since" && words.get(2).is_some_and(|next| is_unit(next));
    if dates && !is_span {
        return true;
    }
    if words.is_empty() || REASONS.contains(first) || cue::scan(words).has(Cues::HYPOTHETICAL) {
        return false;
    }
    if matches!(first, "i" | "i'd" | "i'm" | "i've" | "you" | "my") {
        return !words.iter().any(|word| PAST.contains(word)) && wants(words);
    }
    let is_past = words.iter().any(|word| PAST.contains(word));
    if refuses(words) || keeps_to(words) {
        return true;
    }
    if is_past {
        return false;
    }
    let pair = |a: &[&str], b: &[&str]| {
        words.windows(2).any(|pair| a.contains(&pair[0].as_str()) && b.contains(&pair[1].as_str()))
    };
    let obliges = has(&["must", "should", "shouldn't", "mustn't", "shall"])
        || pair(&["has", "have", "needs", "need"], &["to"])
        || pair(&["may", "can"], &["only"]);
    let contrasts = words.len() >= 2
        && (has(&["only"])
            || words[1..].iter().any(|word| word == "not") && !words.iter().any(|word| is_auxiliary(word)));
    let ends = words
        .windows(2)
        .any(|pair| matches!(pair[0].as_str(), "is" | "are" | "it's" | "stays" | "goes") && ENDINGS.contains(&pair[1]));
    cue::scan(words).has(Cues::DECISION)
        || obliges
        || contrasts
        || ends
        || chooses(words)
        || resolves(words)
        || sets_bound(words)
}

/// "No cloud", "no auto update": what there will not be.
fn refuses(words: &[Word<'_>]) -> bool {
    matches!(words, [no, thing, ..] if no == "no" && is_refused(thing))
}

/// The same of a whole sentence, which may be a mere answer: "no cloud, kids have no account", not "no, run it again".
pub(super) fn rules_out(words: &[Word<'_>]) -> bool {
    let mut said = words.iter().map(Word::as_str).skip_while(|word| is_filler(word)).peekable();
    let denies = said.next_if(|word| *word == "no").is_some();
    let thing = said.find(|word| *word != "no").unwrap_or("");
    // "No generated files", not "no, generated it again".
    let is_made = thing.ends_with("ed") && said.next().is_some_and(|next| next.len() > 3 && !is_pronoun(next));
    let is_done = is_verb(&text::stem(thing)) && !thing.ends_with('s') && !is_made;
    denies && is_refused(thing) && !is_done && !is_first_person(thing)
}

/// "Drop the whole rule", "going type S for both", "make it utc": few words that turn to something else.
pub(super) fn turns(words: &[Word<'_>]) -> bool {
    let lead = words.iter().take_while(|word| is_filler(word)).count();
    let words = &words[lead..];
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let is_thing = |word: &str| !word.is_empty() && !is_pronoun(word) && !matches!(word, "them" | "me" | "us" | "out");
    let goes_to = || words.iter().skip(1).take(4).any(|word| word == "to");
    match word(0) {
        "going" => {
            !matches!(word(1), "to" | "back" | "through" | "on" | "well" | "forward" | "over" | "up" | "down" | "")
        }
        "switching" | "moving" | "migrating" | "changing" => goes_to(),
        "dropping" | "ditching" | "keeping" | "sticking" | "retiring" => is_thing(word(1)),
        "drop" | "ditch" | "scrap" | "abolish" | "retire" | "remove" => is_thing(word(1)) && words.len() >= 4,
        "name" | "call" | "rename" => words.len() >= 4 && matches!(word(1), "the" | "it" | "this" | "that"),
        "make" if word(1) == "it" && words.len() <= 7 => !VAGUE.contains(word(2)) && words.len() > 2,
        _ => false,
    }
}

/// Whether what follows "no" is a thing.
fn is_refused(thing: &str) -> bool {
    thing.len() > 2 && !is_auxiliary(thing) && !is_pronoun(thing) && !NO_THINGS.contains(thing)
}

/// "Let us make X the source of truth": how things shall be from now on, not what to do next.
pub(super) fn proposes(words: &[Word<'_>]) -> bool {
    let mut said = words.iter().map(Word::as_str).skip_while(|word| is_filler(word));
    let proposes = match said.next() {
        Some("let's" | "lets") => true,
        Some("let") => said.next() == Some("us"),
        _ => false,
    };
    proposes && said.next().is_some_and(|verb| ARRANGING.contains(verb)) && words.len() >= 5
}

/// Whether the first thing a person says refuses something by name: "no diagrams", not "no, the log is empty".
pub(super) fn refuses_first(said: &str) -> bool {
    let clause = said.trim().split([',', ';', '.', '!', '\n']).next().unwrap_or("");
    let words = sentence::words(clause);
    let lead = words.windows(2).take_while(|pair| pair[0] == "no" && pair[1] == "no").count();
    let told = words
        .iter()
        .skip(lead + 1)
        .take(4)
        .any(|word| is_auxiliary(word) || is_verb(&text::stem(word)) && word.ends_with('s'));
    words.len() - lead.min(words.len()) <= 5 && !told && refuses(&words[lead..])
}

/// What a person refuses by name: "fine, but no broker" refuses "broker".
pub(super) fn refused(said: &str) -> String {
    let mut out = String::new();
    for clause in said.split([',', ';', '.', '!', '\n']).flat_map(|clause| clause.split(" but ")) {
        let words = sentence::words(clause);
        let lead = words.iter().take_while(|word| is_filler(word) || *word == "but").count();
        if refuses(&words[lead..]) && words.len() - lead <= 4 {
            out.push_str(&words[lead + 1..].join(" "));
            out.push(' ');
        }
    }
    out
}

/// "I want …", "I'd rather …", "I do not want it".
fn wants(words: &[Word<'_>]) -> bool {
    words.iter().take(4).any(|word| matches!(word.as_str(), "want" | "prefer" | "rather" | "won't"))
}

/// "Take the second", "let us deploy on Mondays".
fn chooses(words: &[Word<'_>]) -> bool {
    let (first, second) = (words[0].as_str(), words.get(1).map_or("", Word::as_str));
    matches!((first, second), ("let", "us" | "the"))
        || first == "let's"
        || CHOOSING.contains(first) && !second.is_empty() && !matches!(second, "me" | "a" | "your")
}

/// "We drop the broker": what "we" do from now on.
fn resolves(words: &[Word<'_>]) -> bool {
    // "We never bake on Sundays" resolves as little or as much as "we bake".
    let mut said = words.iter().map(Word::as_str).filter(|word| !matches!(*word, "always" | "never"));
    let (first, second) = (said.next().unwrap_or(""), said.next().unwrap_or(""));
    matches!(first, "we" | "we'll")
        && !second.ends_with("ed")
        && !matches!(second, "have" | "need" | "are" | "can" | "can't" | "cannot" | "know" | "think" | "see" | "got")
}

/// "Max 12 rows each", "one queue per team": no verb, but a bound.
fn sets_bound(words: &[Word<'_>]) -> bool {
    let is_bound = |word: &Word<'_>| matches!(word.as_str(), "max" | "min" | "maximum" | "minimum" | "per");
    let is_told = |word: &Word<'_>| is_auxiliary(word) || is_verb(&text::stem(word)) || is_pronoun(word);
    (2..=9).contains(&words.len()) && words.iter().any(is_bound) && !words.iter().any(is_told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_choices_and_refusals_settle_something() {
        for said in [
            "we move the bakery to gas ovens",
            "2, with the small bowl",
            "no delivery, the van is sold",
            "The dough has to rest for a night.",
            "Let us close on Mondays.",
            "rye only, wheat is too dear",
            "one oven is enough",
            "As of 3 May the loaf costs 4.20.",
            "max 12 loaves per tray",
            "take the long proof",
            "I do not want sugar in it",
            "unsold = given away",
        ] {
            assert!(settles(said), "{said}");
        }
    }

    #[test]
    fn few_words_turn_to_something_else() {
        for said in
            ["drop the whole night rule", "so going rye for both", "moving the oven to gas", "make it wholegrain"]
        {
            assert!(turns(&sentence::words(said)), "{said}");
        }
        for said in ["drop it", "going to the fair", "make it faster", "remove them all from here", "moving on"] {
            assert!(!turns(&sentence::words(said)), "{said}");
        }
    }

    #[test]
    fn what_is_refused_is_named() {
        assert_eq!(refused("rye is ok but no seeds, the kids pick them out"), "seeds ");
        assert_eq!(refused("no idea"), "");
        assert_eq!(refused("the mill has no stones"), "");
    }

    #[test]
    fn reports_and_talk_settle_nothing() {
        for said in [
            "The oven was cold this morning.",
            "Our baker counted 40 loaves, and we were only three.",
            "I nodded, but I was only pretending.",
            "the mill has 12 stones",
            "is rye only allowed?",
            "Thank you, that is perfect.",
            "I cannot read the label.",
            "We ran out of flour yesterday.",
            "We never baked in the old mill.",
            "Since 3 days the oven is slow.",
            "No errors in the log so far.",
            "",
        ] {
            assert!(!settles(said), "{said}");
        }
    }
}
