//! What a person wants a thing to be: requirements in plain words, and lists of what it is made of.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::block::entry_of;
use super::chat::{is_filler, is_log_line};
use super::form::is_question;
use super::framing::shows;
use super::mark;
use super::rule::MAX_RULE;
use super::sentence::{self, Word};
use super::speech::{asks, is_order};
use super::trouble::reports_trouble;
use super::vocabulary::looks_like_path;
use crate::text::Words;

/// What somebody wants to be told, or done once: no part of the project.
static ERRANDS: Words = Words::new(
    "summary explanation list answer report logs log output reason plan review commit pr branch screenshot test tests \
     run copy link look example examples idea ideas opinion feedback advice help hand moment second minute break word \
     change changes fix tweak point note suggestion comment remark decision request thing things backup joke",
);
/// What people do to a thing they want to be so: "I want to use gas for the small oven". Who wants to know, see or try
/// something asks.
static SHAPING: Words = Words::new(
    "add allow avoid build connect disable drop enable extend have host include introduce keep limit make move offer \
     provide remove rename replace require restrict reuse run separate serve ship show split store support switch track use",
);
/// Fewest words of a requirement; below, nobody can tell what is wanted.
const MIN_WORDS: usize = 6;

/// Words before somebody who wants something, of which it is told only: "if you want", "what I want".
static HELD: Words = Words::new("if what when whether did do does why how because that which whatever unless until");
/// Most words before what is wanted: "now that we have a till, we want …".
const MAX_LEAD: usize = 12;

/// "I want an oven that lights itself", "in the shop we need a till": how the thing is to be.
pub(super) fn requires(words: &[Word<'_>]) -> bool {
    let is_wish = |at: usize| wish_at(words, at) && !words[..at].last().is_some_and(|before| HELD.contains(before));
    words.len() >= MIN_WORDS && (0..words.len().min(MAX_LEAD)).any(is_wish)
}

/// Whether somebody wants a thing to be so, in the words from here on.
fn wish_at(words: &[Word<'_>], at: usize) -> bool {
    // "We now want", "I also want".
    let spoken = words[at..].iter().map(Word::as_str).enumerate();
    let mut said = spoken.filter(|(at, word)| *at != 1 || !matches!(*word, "now" | "also")).map(|(_, word)| word);
    let wishes = match (said.next().unwrap_or(""), said.next().unwrap_or("")) {
        ("i" | "we", "want" | "need") => true,
        ("i'd" | "we'd", "like") => true,
        ("i" | "we", "would") => said.next() == Some("like"),
        ("i" | "we", "wanna") => return said.next().is_some_and(|deed| SHAPING.contains(deed)),
        _ => false,
    };
    let next = said.next().unwrap_or("");
    let rest: Vec<&str> = said.take(4).collect();
    let shapes = || next == "to" && rest.first().is_some_and(|deed| SHAPING.contains(deed));
    let is_thing = || matches!(next, "a" | "an" | "the" | "all" | "every" | "each" | "no" | "only") || shapes();
    // "A report of the day" is told once, "a report page" is built.
    let is_told_once = |at: usize| {
        let next = rest.get(at + 1).copied().unwrap_or("");
        ERRANDS.contains(rest[at])
            && matches!(
                next,
                "" | "of" | "on" | "at" | "about" | "from" | "in" | "with" | "why" | "how" | "what" | "and"
            )
            || matches!(rest[at], "change" | "changes" | "fix" | "tweak") && next == "to"
    };
    let is_errand = |at: usize| is_told_once(at) || matches!(rest[at], "you" | "your" | "me");
    wishes && is_thing() && !(0..rest.len().min(3)).any(is_errand)
}

/// What else is done to code, besides [`SHAPING`].
static CODING: Words =
    Words::new("call change convert default expose extract include log make pass put raise reset return set wrap");

/// "Add a `--slow` switch, pass it to `Oven`": an order that shapes the code it names, and tells how that is once it was
/// carried out. Whoever orders something with a file only runs an errand.
pub(super) fn shapes_code(sentence: &str) -> bool {
    let words = sentence::words(sentence);
    let mut spoken = words.iter().map(Word::as_str).skip_while(|word| {
        is_filler(word) || matches!(*word, "please" | "then" | "also" | "and" | "now" | "instead" | "next" | "just")
    });
    let shapes = spoken.next().is_some_and(|deed| SHAPING.contains(deed) || CODING.contains(deed));
    let is_for_me = || words.iter().any(|word| matches!(word.as_str(), "me" | "us" | "your"));
    shapes && words.len() >= MIN_SHAPED && !is_for_me() && sentence.split_whitespace().any(names_code)
}

/// Fewest words of an order that says what is to be how.
const MIN_SHAPED: usize = 4;

/// Whether a word names a piece of code: `heat()`, `--slow`, `max_heat`, `BreadOven`, `Oven.heat`, and not a file.
fn names_code(word: &str) -> bool {
    let is_quoted = word.matches('`').count() == 2;
    let is_flag = word.trim_start_matches('`').starts_with("--");
    let bare = word.trim_matches(|c: char| matches!(c, '`' | '"' | '\'' | ',' | '.' | ':' | ';' | '(' | ')'));
    if bare.len() < 3 || looks_like_path(bare) && !word.contains("()") || bare.contains('/') {
        return false;
    }
    let is_camel = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
    is_quoted
        || is_flag && bare.len() > 4
        || word.contains("()")
        || bare.trim_matches('_').contains('_')
        || bare.as_bytes().windows(2).any(is_camel)
}

/// What people do to the world around the project, and tell because it is so from then on.
static DEEDS: Words = Words::new(
    "installed reinstalled bought ordered moved switched upgraded migrated configured enabled disabled replaced renamed \
     registered wiped rented cancelled canceled set",
);

/// "I installed a gas oven in the cellar": what is there now.
pub(super) fn tells_deed(words: &[Word<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let at = usize::from(matches!(word(0), "and" | "so" | "also"));
    let did = |at: usize| DEEDS.contains(word(at)) && !(word(at) == "set" && word(at + 1) != "up");
    let points = |at: usize| matches!(word(at), "it" | "this" | "that" | "them" | "these" | "your" | "and");
    matches!(word(at), "i" | "i've" | "we" | "we've") && did(at + 1) && !points(at + 2) && words.len() >= at + 4
}

/// What is done to work in progress, once.
static MENDING: Words = Words::new(
    "fixed rerun re-run restarted rebased updated merged corrected reviewed checked rebuilt redeployed investigated \
     retested finished committed pushed reverted cleaned run",
);

/// "The oven needs to be fixed", "the build needs to run again": to be done once.
pub(super) fn is_chore(words: &[Word<'_>]) -> bool {
    words.windows(2).enumerate().any(|(at, pair)| {
        let needs = matches!((pair[0].as_str(), pair[1].as_str()), ("needs" | "need" | "has" | "have", "to"));
        let rest: Vec<&str> = words[at + 2..].iter().map(Word::as_str).take(4).collect();
        let deed = rest.iter().position(|word| !matches!(*word, "be" | "get")).unwrap_or(0);
        let is_again = rest.contains(&"again");
        // "Has to be checked before each batch" rules.
        let is_rule =
            words.iter().any(|word| matches!(word.as_str(), "always" | "every" | "each" | "before" | "whenever"));
        needs && rest.get(deed).is_some_and(|word| MENDING.contains(word)) && (deed > 0 || is_again) && !is_rule
    })
}

/// "Another baker can't open it": what others may not. Who cannot do something themselves tells trouble.
pub(super) fn forbids(words: &[Word<'_>]) -> bool {
    words.windows(2).any(|pair| {
        let is_own = matches!(
            pair[0].as_str(),
            "i" | "we" | "you" | "it" | "that" | "this" | "just" | "still" | "and" | "they" | "he" | "she"
        );
        !is_own && matches!(pair[1].as_str(), "can't" | "cannot")
    })
}

/// Fewest and most entries of a list that is told as one thing, and the longest of them.
const FEWEST: usize = 3;
const MOST: usize = 20;
const MAX_ENTRY: usize = 120;
/// Most words of the line above a list.
const MAX_LABEL: usize = 12;

/// Words of a line above what is not settled, or is only shown.
static OPEN: Words = Words::new(
    "which what how why should could might maybe perhaps option options choice choices idea ideas steps reproduce todo \
     question questions example examples",
);

/// A list with the line above it, as one sentence.
pub(super) struct Listed {
    /// Where it stands in the text.
    pub(super) place: Range<usize>,
    pub(super) told: String,
}

/// Lists that tell what something consists of: "Our flour:", and a line for each. What is to be done line by line is
/// work, which tells something once it `is_done`, and what is shown was not said.
pub(super) fn listed(text: &str, is_done: bool) -> Vec<Listed> {
    let mut out = Vec::new();
    let mut label: Option<&str> = None;
    let mut entries: Vec<&str> = Vec::new();
    for line in text.lines().map(str::trim) {
        match entry_of(line).filter(|entry| !entry.is_empty()) {
            Some(entry) => entries.push(entry),
            None if line.is_empty() => {}
            None => {
                out.extend(label.and_then(|label| told(text, label, &entries, is_done)));
                entries.clear();
                let bare = line.trim_end_matches(['*', '_', ' ']);
                label = (bare.ends_with(':') || line.starts_with('#')).then_some(line);
            }
        }
    }
    out.extend(label.and_then(|label| told(text, label, &entries, is_done)));
    out
}

fn told(text: &str, label: &str, entries: &[&str], is_done: bool) -> Option<Listed> {
    let orders = |words: &[Word<'_>]| words.iter().map(Word::as_str).find(|word| !is_filler(word)).is_none_or(is_order);
    let words = sentence::words(label);
    // "Go" is a language here, "go home" is not.
    let is_work = |entry: &str| {
        let words = sentence::words(entry);
        !is_done && words.len() > 1 && orders(&words)
    };
    let longest = if is_done { MAX_RULE } else { MAX_ENTRY };
    let is_plain =
        |entry: &&&str| entry.len() <= longest && !is_question(entry) && !is_log_line(entry) && !is_work(entry);
    let is_material = words.len() <= MAX_LABEL
        && (is_done || !orders(&words))
        && !words.iter().any(|word| OPEN.contains(word))
        && !asks(label)
        && !shows(label)
        && !reports_trouble(label)
        && (FEWEST..=MOST).contains(&entries.len())
        && entries.iter().filter(is_plain).count() * 3 >= entries.len() * 2;
    let last = entries.last().filter(|_| is_material)?;
    let end = sentence::place_of(last, text) + last.len();
    let named = mark::plain(label.trim_start_matches('#')).trim().trim_end_matches(':').to_string();
    let ended: Vec<&str> = entries.iter().map(|entry| entry.trim_end_matches(['.', ';', ','])).collect();
    // "The tray:" is followed by its own entries.
    let told = alloc::format!("{named}: {}.", ended.join("; ").replace(":; ", ": "));
    Some(Listed { place: sentence::place_of(label, text)..end, told })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_that_shape_named_code_are_told_from_errands() {
        for order in [
            "add a --slow switch, pass it to `Oven`",
            "make an Oven.heat() method that returns None if it is cold",
            "please rename max_heat to top_heat",
            "include `loaves` when counting the trays",
        ] {
            assert!(shapes_code(order), "{order}");
        }
        for errand in [
            "add tests for src/oven.rs and push",
            "show me what BreadOven does",
            "make the oven hotter and the hall cold",
            "move README.md into the docs",
            "use `heat` here",
            "is the `heat` of the oven right",
        ] {
            assert!(!shapes_code(errand), "{errand}");
        }
    }

    #[test]
    fn a_requirement_is_told_from_an_errand() {
        for said in [
            "Also I want an overview of who baked what",
            "we need a till in each of the shops",
            "I would like the oven to be lit from the app",
            "I want no sugar in any of the rolls",
            "I want a report page for the bakers",
            "I want the tests to run against a real oven",
            "I want to use gas as the only fuel so that the hall stays cool",
            "i wanna keep the rye path just between mill and oven",
            "Now that we have the menu, we now want to extend it with a column for rye",
            "In the shop we would like to show a board with today's bread",
        ] {
            assert!(requires(&sentence::words(said)), "{said}");
        }
        for said in [
            "I want a summary of what was baked",
            "I want you to bake the bread now",
            "I need a quick look at the oven",
            "I want to know why it burns",
            "i wanna see how it burns in the big oven",
            "I want to see how the new oven behaves",
            "I want to make a change to the menu",
            "Tell me if you want a bigger oven, or what I need to change",
            "I want the rolls",
            "",
        ] {
            assert!(!requires(&sentence::words(said)), "{said}");
        }
    }

    #[test]
    fn what_people_did_around_the_project_is_told() {
        let tells = |said: &str| tells_deed(&sentence::words(said));
        assert!(tells("I reinstalled the system on my old oven.") && tells("and we set up a second till in the hall"));
        assert!(!tells("I installed it twice and nothing") && !tells("I set the oven") && !tells("I moved"));
    }

    #[test]
    fn a_chore_is_told_from_a_rule() {
        let is_chore = |said: &str| is_chore(&sentence::words(said));
        for said in ["the build needs to run again", "The oven needs to be fixed.", "The docs have to be updated"] {
            assert!(is_chore(said), "{said}");
        }
        for said in
            ["The crust has to be darker.", "The oven has to be checked before each batch.", "It needs to run on gas"]
        {
            assert!(!is_chore(said), "{said}");
        }
        let forbids = |said: &str| forbids(&sentence::words(said));
        assert!(forbids("Another baker can't open a sealed bag.") && !forbids("I can't see the bag."));
    }

    #[test]
    fn a_list_of_what_there_is_is_one_thing() {
        let told = |text: &str| listed(text, false).into_iter().map(|list| list.told).collect::<Vec<_>>();
        assert_eq!(
            told("We bake.\n\nOur flour:\n\n- rye (dark)\n- spelt\n- wheat only on Sundays\n\nWrite it down."),
            ["Our flour: rye (dark); spelt; wheat only on Sundays."]
        );
        assert!(told("To do:\n- fix the oven\n- add a tray\n- remove the crumbs").is_empty());
        let done = listed("To do:\n- bake the rolls:\n  - with seeds.\n- close the door", true);
        assert_eq!(done[0].told, "To do: bake the rolls: with seeds; close the door.");
        assert!(told("I get these errors:\n- E1 burnt\n- E2 raw\n- E3 gone").is_empty());
        assert_eq!(told("Stack:\n- Go\n- SQLite\n- htmx"), ["Stack: Go; SQLite; htmx."]);
        assert_eq!(told("## Stack\n\n- Go 1.22 for all\n- SQLite\n- htmx"), ["Stack: Go 1.22 for all; SQLite; htmx."]);
        assert_eq!(told("**Stack:**\n- Go\n- SQLite\n- htmx"), ["Stack: Go; SQLite; htmx."]);
        for open in ["Which of these should we take", "Options for the oven", "Maybe later", "Steps to reproduce"] {
            assert!(told(&alloc::format!("{open}:\n- rye\n- spelt\n- oats")).is_empty(), "{open}");
        }
        assert!(told("Which one:\n- rye?\n- spelt?\n- oats?").is_empty());
        assert!(told("Two kinds:\n- rye\n- spelt").is_empty());
        assert!(told("- rye\n- spelt\n- oats").is_empty());
        assert!(told(&"a:\n".repeat(20_000)).is_empty());
    }
}
