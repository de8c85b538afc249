//! Menus: what an answer offers to choose from.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::LazyCell;
use core::fmt::Write;

use super::aside::WORK;
use super::block::{Block, Section};
use super::choice::{chosen, is_welcome};
use super::cue::{self, Cues};
use super::form::is_question;
use super::judge::expects;
use super::list::tell_what_is;
use super::mark;
use super::option::{option_mark, option_of};
use super::reply::Reply;
use super::sentence::{self, Word};
use super::{chat, keyword};
use crate::text::Words;

/// "Which one would you like?" after a list makes it a menu; "Would you like me to set it up?" does not.
pub(super) fn asks_to_choose(block: &Block) -> bool {
    let Block::Paragraph(text) = block else { return false };
    let first = sentence::sentences(text).into_iter().next().unwrap_or("");
    let words = sentence::words(first);
    let says = |wanted: &str| words.iter().any(|word| word == wanted);
    is_question(first)
        && (["which", "prefer", "one", "choose", "pick"].into_iter().any(says) || says("like") && !says("me"))
}

/// A table of options has them in its first column, or their pros and cons beside.
pub(super) fn is_menu(header: &[String]) -> bool {
    let first = sentence::words(header.first().map_or("", String::as_str));
    // "Concern | Choice" tells what was chosen.
    let is_option = |word: &Word<'_>| {
        matches!(word.as_str(), "option" | "options" | "choice" | "choices" | "candidate" | "approach" | "alternative")
    };
    first.iter().any(is_option)
        || sentence::words(&header.join(" ")).iter().any(|word| {
            matches!(
                word.as_str(),
                "pro"
                    | "pros"
                    | "con"
                    | "cons"
                    | "against"
                    | "advantage"
                    | "advantages"
                    | "disadvantage"
                    | "disadvantages"
                    | "drawback"
                    | "drawbacks"
                    | "upside"
                    | "downside"
            )
        })
}

/// What the words before a list make of it.
pub(super) enum Lead {
    Plain,
    /// What there is to choose from.
    Options,
    /// What the speaker would do, all of it.
    Suggested,
    Imagined,
    /// What the speaker is about to do.
    Planned,
}

/// `**Options**` right above a list is its heading.
pub(super) fn is_label(sentence: &str) -> bool {
    mark::all_bold(sentence).is_some_and(|label| label.split_whitespace().count() <= 6)
}

/// "Architectural choices", "choices made": what was chosen, not what to choose from.
pub(super) fn tells_choices(heading: &[Word<'_>]) -> bool {
    let Some(at) = heading.iter().position(|word| word == "choices") else { return false };
    let is_open = |word: &Word<'_>| {
        let word = word.as_str();
        matches!(
            word,
            "your"
                | "the"
                | "some"
                | "few"
                | "several"
                | "possible"
                | "available"
                | "other"
                | "these"
                | "open"
                | "two"
                | "three"
        ) || word.starts_with(|c: char| c.is_ascii_digit())
    };
    let next = heading.get(at + 1).map_or("", Word::as_str);
    next == "made" || at > 0 && !is_open(&heading[at - 1]) && !matches!(next, "to" | "for" | "we" | "you" | "left")
}

/// Verbs with which a change of the project is asked for.
static CHANGING: Words = Words::new(
    "add change create delete drop extract fix implement introduce modify move refactor remove rename replace restructure \
     rewrite split update wire write",
);

/// "Add a tray", "move the oven": steps that somebody is to take.
pub(super) fn is_plan(items: &[String]) -> bool {
    let is_step = |item: &&String| {
        let line = item.trim_start_matches(|c: char| !c.is_alphabetic());
        sentence::words(sentence::cut(line, 40)).first().is_some_and(|word| CHANGING.contains(word))
    };
    items.len() > 1 && items.iter().filter(is_step).count() * 3 >= items.len() * 2
}

/// Words before the number of a stretch of work.
static STRETCHES: Words =
    Words::new("hour hours day days week weeks minute minutes month months sprint phase stage iteration milestone");

/// "Hour 1: …", "Hours 2-4: …": work that somebody shares out over time.
pub(super) fn is_schedule(items: &[String]) -> bool {
    let is_stretch = |item: &&String| {
        let words = sentence::words(sentence::cut(item, 40));
        let is_number = |word: &Word<'_>| word.starts_with(|c: char| c.is_ascii_digit());
        words.first().is_some_and(|word| STRETCHES.contains(word)) && words.get(1).is_some_and(is_number)
    };
    items.len() > 1 && items.iter().filter(is_stretch).count() * 2 > items.len() && !tell_what_is(items)
}

/// "Try it:", "To verify:", "How to test it:": steps for whoever looks at the work now.
pub(super) fn asks_to_try(words: &[Word<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    if word(0) == "verification" && matches!(word(1), "" | "steps" | "results") {
        return true;
    }
    let is_look = |word: &str| matches!(word, "verify" | "test" | "try" | "check" | "confirm" | "see");
    let points =
        |at: usize| words.len() <= at || words.len() <= at + 2 && matches!(word(at), "it" | "this" | "that" | "the");
    let at = match (word(0), word(1)) {
        ("to", _) => 1,
        ("how" | "what", "to") | ("you", "can") => 2,
        _ => 0,
    };
    is_look(word(at)) && points(at + 1) && (at > 0 || words.len() > 1)
}

/// Verbs of who tells something and is polite about it.
static TELLING: Words = Words::new(
    "consider flag highlight note raise mention call say point convey emphasise emphasize stress list describe \
     characterise characterize summarise summarize rate rank",
);

/// "The points I would raise:", "what I'd flag:": they are raised.
fn would_tell(words: &[Word<'_>]) -> bool {
    let is_would = |at: usize| words[at] == "i'd" || words[at] == "would" && at > 0 && words[at - 1] == "i";
    (0..words.len()).any(|at| is_would(at) && words[at + 1..].iter().take(2).any(|word| TELLING.contains(word)))
}

/// "Example scenario", "An example:": made up to show how it is.
pub(super) fn shows_example(words: &[Word<'_>]) -> bool {
    let is_sample = |word: &Word<'_>| matches!(word.as_str(), "example" | "examples" | "scenario" | "scenarios");
    words.len() <= 4 && (words.first().is_some_and(is_sample) || words.last().is_some_and(is_sample))
}

/// "Here's what I'll do:", "Let me mend this by:", "Once you agree, I'll:": what the speaker is about to do. What it lets
/// itself explain follows.
fn plans(words: &[Word<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let is_work = |verb: &str| matches!(verb, "" | "do") || WORK.contains(verb);
    (0..words.len()).any(|at| match (word(at), word(at + 1)) {
        ("i'll" | "we'll", verb) => is_work(verb),
        ("let", "me") | ("i" | "we", "will" | "should") => is_work(word(at + 2)),
        ("we", "can" | "could") => CHANGING.contains(word(at + 2)),
        _ => false,
    })
}

/// Words before the number of a step or a class, which nobody chooses from.
pub(super) const STAGES: [&str; 2] = ["phase", "tier"];

/// What several are, of which one is taken.
static OFFERED: Words =
    Words::new("alternatives approaches angles candidates choices designs options possibilities variants ways");

/// "Three options:", with nothing behind it that could be so of them.
pub(super) fn announces_menu(lead: &str) -> bool {
    sentence::words(lead).last().is_some_and(|word| OFFERED.contains(word))
}

/// Words before a list that speak of it.
const NEAR: usize = 6;

pub(super) fn lead_mood(lead: &str) -> Lead {
    let words = sentence::words(lead);
    let cues = cue::scan(&words);
    if shows_example(&words) {
        return Lead::Imagined;
    }
    // "Option 2, because:": reasons follow, no options. "Updated the proposal:" follows what was said of it.
    let is_settled = |word: &Word<'_>| matches!(word.as_str(), "updated" | "revised" | "final" | "agreed" | "chosen");
    // "Based on what seems to be the plan of the mill, it has:" doubts something else.
    let near = &words[words.len().saturating_sub(NEAR)..];
    let is_doubted = (cue::scan(near).has(Cues::GUESS) || expects(&words)) && !cues.has(Cues::RECOMMEND);
    if is_doubted || cues.has(Cues::HYPOTHETICAL) && words.last().is_some_and(|word| word == "because") {
        return Lead::Imagined;
    }
    if plans(&words) {
        return Lead::Planned;
    }
    if words.last().is_some_and(|word| word == "because") || words.first().is_some_and(is_settled) {
        Lead::Plain
    } else if cues.has(Cues::OPTION) && chosen(lead).is_some() {
        // "I think option 1 serves us best:" goes on with reasons, "I'd suggest option 1 with:" with what it is.
        if cues.has(Cues::RECOMMEND) { Lead::Plain } else { Lead::Imagined }
    } else if words.iter().any(|word| word == "steps") {
        // "Next steps:" are work, nobody chooses between them.
        Lead::Imagined
    } else if cues.has(Cues::OPTION) {
        // "Phase 2:" and "key design choices:" lead to what is so, "a better approach:" to one of them.
        let is_stage = words.first().is_some_and(|word| STAGES.contains(&word.as_str()));
        match () {
            () if is_stage || tells_choices(&words) => Lead::Plain,
            () if words.iter().any(|word| OFFERED.contains(word)) => Lead::Options,
            () => Lead::Suggested,
        }
    } else if cues.has(Cues::HYPOTHETICAL) && !would_tell(&words)
        || cues.has(Cues::OFFER)
        || is_question(lead)
        || asks_to_try(&words)
        || words.last().is_some_and(|word| matches!(word.as_str(), "to" | "can" | "asking"))
    {
        Lead::Imagined
    } else {
        Lead::Plain
    }
}

/// "**Option 2: Use a queue** — needs Redis" is named "Use a queue"; code names from the text under it follow.
pub(super) fn option_name(text: &str, blocks: &[Block]) -> String {
    // "**(b) Use a queue.** It …" is named "Use a queue".
    let (text, marked) = option_of(text).map_or((text, false), |(_, rest)| (rest.trim_start_matches('*').trim(), true));
    let bold = if marked {
        text.split_once("**").map(|(name, _)| name).filter(|name| !name.is_empty())
    } else {
        text.split("**").nth(1).filter(|bold| text.trim_start().starts_with("**") && !bold.is_empty())
    };
    let recommended = text.to_lowercase().contains("(recommended)");
    let head = bold.unwrap_or_else(|| text.split([':', '—', '–']).next().unwrap_or(text));
    let mut head = mark::plain(head).trim().trim_end_matches([':', '.']).to_string();
    let words: Vec<&str> = text.split_whitespace().collect();
    if let Some((mark, rest)) = mark::plain(text).split_once([':', '—']) {
        let label = sentence::words(mark);
        if label.len() <= 2
            && label.first().is_some_and(|word| {
                matches!(
                    word.as_str(),
                    "option" | "approach" | "tier" | "phase" | "alternative" | "idea" | "plan" | "variant"
                )
            })
            && bold.is_none()
        {
            head = rest.trim().to_string();
        }
    }
    if head.split_whitespace().count() > 10 || words.is_empty() {
        head = sentence::shorten(&head, 60);
    }
    let mut spans: Vec<&str> = Vec::new();
    for block in blocks {
        if let Block::Paragraph(text) = block {
            spans.extend(text.split('`').skip(1).step_by(2).filter(|span| span.len() <= 40 && !head.contains(span)));
        }
    }
    spans.dedup();
    spans.truncate(2);
    if !spans.is_empty() {
        let _ = write!(head, " (`{}`)", spans.join("`, `"));
    }
    if recommended && !head.to_lowercase().contains("recommended") {
        head.push_str(" (recommended)");
    }
    head
}

/// What a person left of a list or table by choosing from it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Settled {
    /// The options that were not taken, as they stand in the answer, with their numbers.
    left: Vec<(usize, String)>,
    /// Words that only they have.
    words: Vec<String>,
}

/// What a person chose from the answer: "1. no redis", "first", "the view, resends do cross months".
///
/// Whatever a list is called, it was a menu when the reply takes some of it and leaves the rest. `sections` are those of
/// the answer.
pub(super) fn settled(answer: &str, sections: &[Section], reply: &str) -> Settled {
    let mut settled = Settled::default();
    let proposal = LazyCell::new(|| match super::reply::reply(answer, reply) {
        Reply::Agrees(to) => Some(to),
        Reply::Corrects | Reply::Other => None,
    });
    let is_ordered = |block: &&Block| matches!(block, Block::List { ordered: true, .. });
    let n_ordered = sections.iter().flat_map(|section| &section.blocks).filter(is_ordered).count();
    let mut n_seen = 0;
    let leads_to_choice = LazyCell::new(|| asks_or_offers(answer));
    for block in sections.iter().flat_map(|section| &section.blocks) {
        n_seen += usize::from(is_ordered(&block));
        let (n_items, ordered) = match block {
            Block::List { ordered, items, .. } => (items.len(), *ordered),
            Block::Table { rows, .. } => (rows.len(), false),
            _ => continue,
        };
        // Numbers mean the last numbered list; a list without numbers is a menu when the answer asks or offers.
        let is_open = || if ordered { n_seen == n_ordered } else { *leads_to_choice };
        if !(2..=8).contains(&n_items) || !is_open() {
            continue;
        }
        let items: Vec<String> = match block {
            Block::List { items, .. } => items.clone(),
            Block::Table { header, rows } if is_menu(header) || takes_row(reply, rows) => {
                rows.iter().map(|row| row.join(" | ")).collect()
            }
            _ => continue,
        };
        let mut taken = if ordered { numbers(reply, items.len()) } else { ordinals(reply, items.len()) };
        taken.extend(letter(reply, &items));
        // "Option c, that is."
        if taken.is_empty() && are_options(&items) {
            taken.extend(chosen(reply).map(|n| n - 1).filter(|at| *at < items.len()));
        }
        if taken.is_empty() {
            taken = named(reply, &items);
        }
        // Who agrees takes what was proposed.
        if taken.is_empty()
            && let Some(proposal) = &*proposal
        {
            taken = mentioned(proposal, &items);
        }
        if taken.is_empty() || taken.len() == items.len() {
            continue;
        }
        let kept: String = taken.iter().map(|at| items[*at].as_str()).collect::<Vec<_>>().join(" ");
        let kept = keyword::content(&kept);
        for (at, item) in items.into_iter().enumerate().filter(|(at, _)| !taken.contains(at)) {
            let head = option_name(item.split(['\n', '|']).next().unwrap_or(""), &[]);
            let own = keyword::content(&head);
            settled.words.extend(own.iter().filter(|stem| !kept.contains(stem)).map(ToString::to_string));
            settled.left.push((at + 1, item));
        }
    }
    settled
}

/// Whether the items of a list are marked as options, one after the other.
pub(super) fn are_options(items: &[String]) -> bool {
    items.len() > 1 && items.iter().enumerate().all(|(at, item)| option_mark(item) == Some(at + 1))
}

/// Whether a reply takes one row of a table by its name, whatever the table is called.
fn takes_row(reply: &str, rows: &[Vec<String>]) -> bool {
    let names: Vec<String> = rows.iter().filter_map(|row| row.first().cloned()).collect();
    let takes = |clause: &&str| {
        let is_taking = |word: &Word<'_>| matches!(word.as_str(), "yes" | "take" | "use" | "go" | "please" | "pick");
        sentence::words(clause).iter().any(is_taking)
    };
    let clauses = reply.split(['.', ',', ';', '\n', '!']).take(8);
    clauses.filter(takes).any(|clause| named(clause, &names).len() == 1)
}

/// Whether an answer leaves something to choose: it asks at its end, or speaks of options.
fn asks_or_offers(answer: &str) -> bool {
    let asks = sentence::sentences(sentence::tail(answer, 300)).iter().any(|last| is_question(last));
    let offers = |line: &str| {
        let cues = cue::scan(&sentence::words(sentence::cut(line, 200)));
        cues.has(Cues::OPTION) || cues.has(Cues::RECOMMEND)
    };
    asks || answer.lines().filter(|line| !line.trim_start().starts_with(['-', '*', '|'])).any(offers)
}

/// The item that a reply picks by its letter: "b), and write it down" of "a) …", "b) …".
fn letter(reply: &str, items: &[String]) -> Option<usize> {
    let first = reply.split_whitespace().next()?;
    let picked = first.trim_end_matches([')', '.', ',', ':', ';', '!']);
    // "A bakery …" picks nothing.
    let at = match picked.as_bytes() {
        [letter] if picked.len() < first.len() || reply.len() == 1 => {
            usize::from(letter.to_ascii_lowercase().checked_sub(b'a')?)
        }
        _ => return None,
    };
    let is_lettered = |(at, item): (usize, &String)| match item.trim_start_matches("**").as_bytes() {
        [letter, b')' | b'.' | b':', ..] => usize::from(letter.to_ascii_lowercase()) == usize::from(b'a') + at,
        _ => option_mark(item) == Some(at + 1),
    };
    (at < items.len() && items.iter().enumerate().all(is_lettered)).then_some(at)
}

impl Settled {
    pub(super) fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// Whether a line of the answer is, or only speaks of, an option that was not taken.
    pub(super) fn leaves(&self, line: &str) -> bool {
        let bare = bare_item(line);
        if bare.len() > 3 && self.left.iter().any(|(_, item)| begins_alike(&bare_item(item), &bare)) {
            return true;
        }
        let words = sentence::words(sentence::cut(line, 120));
        let numbered = matches!(words.first().map(Word::as_str), Some("option" | "approach" | "variant"))
            && words
                .get(1)
                .and_then(|word| word.parse().ok())
                .is_some_and(|n: usize| self.left.iter().any(|l| l.0 == n));
        let subject = words.first().map(|word| crate::text::stem(word)).unwrap_or_default();
        numbered || !line.starts_with(['-', '|']) && self.words.contains(&subject)
    }
}

/// An item without its mark, number and emphasis.
fn bare_item(item: &str) -> String {
    let first = item.trim().lines().next().unwrap_or("");
    let plain = mark::plain(first.trim_start_matches(['-', '|', ' ']));
    let rest = plain.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', ')']);
    rest.trim().to_lowercase()
}

/// Whether two items begin with the same words; tables have their marks between.
fn begins_alike(item: &str, line: &str) -> bool {
    let (mut item, mut line) = (sentence::words(item), sentence::words(line));
    item.truncate(4);
    line.truncate(4);
    let n = item.len().min(line.len());
    n > 0 && item[..n] == line[..n] && (n > 1 || item.len() == line.len())
}

/// Numbers of the items that a reply takes: "1.", "1 today. and 3, …", "number 2".
pub(super) fn numbers(reply: &str, limit: usize) -> Vec<usize> {
    let refused = super::reply::refused(reply);
    let mut taken = Vec::new();
    for clause in reply.split(['.', ',', ';', '\n', ':', '!']).take(8) {
        let words = sentence::words(clause);
        let mut rest = words.iter().map(Word::as_str).skip_while(|word| {
            chat::is_filler(word)
                || matches!(*word, "number" | "option" | "the" | "yes" | "yeah" | "take" | "do" | "with" | "go")
        });
        let Some(n) = rest.next().and_then(|word| word.parse::<usize>().ok()) else { continue };
        let next = rest.next().unwrap_or("");
        let is_told = matches!(next, "is" | "sounds" | "looks");
        let stands_alone = matches!(next, "" | "today" | "now" | "first" | "please" | "then" | "and" | "yes")
            || is_told && is_welcome(&words);
        let second = if next == "and" { rest.next().and_then(|word| word.parse().ok()) } else { None };
        for n in stands_alone.then_some(n).into_iter().chain(second) {
            if (1..=limit).contains(&n) && !refused.contains(&n) && !taken.contains(&(n - 1)) {
                taken.push(n - 1);
            }
        }
    }
    if taken.is_empty() { ordinals(reply, limit) } else { taken }
}

/// "I prefer the third one": of what, the answer before it says.
pub(super) fn picks(words: &[Word<'_>]) -> bool {
    let is_place = |word: &Word<'_>| {
        matches!(word.as_str(), "first" | "second" | "third" | "last" | "other" | "latter" | "former")
    };
    words.windows(2).any(|pair| is_place(&pair[0]) && matches!(pair[1].as_str(), "one" | "option"))
}

/// "First.", "the second one", "the last".
fn ordinals(reply: &str, limit: usize) -> Vec<usize> {
    let clause = reply.split(['.', ',', ';', '\n']).next().unwrap_or(reply);
    let words = sentence::words(clause);
    if words.len() > 5 {
        return Vec::new();
    }
    let place = |word: &Word<'_>| match word.as_str() {
        "first" => Some(0),
        "second" => Some(1),
        "third" => Some(2),
        "last" => limit.checked_sub(1),
        _ => None,
    };
    // "First issue: it burns" and "first let us look" begin to tell.
    let at = words.iter().position(|word| place(word).is_some());
    let takes = |at: &usize| {
        let next = words.get(at + 1).map_or("", Word::as_str);
        matches!(next, "" | "one" | "option" | "please" | "two" | "then" | "and" | "for" | "with" | "is" | "looks")
            || *at > 0
    };
    let taken = at.filter(takes).and_then(|at| place(&words[at]));
    taken.filter(|at| *at < limit).into_iter().collect()
}

/// The one item whose name stands in a proposal.
fn mentioned(proposal: &str, items: &[String]) -> Vec<usize> {
    let proposed = keyword::content(proposal);
    let head = |item: &String| keyword::content(&option_name(item.split(['\n', '|']).next().unwrap_or(""), &[]));
    let holds = |at: &usize| {
        let head = head(&items[*at]);
        !head.is_empty() && head.n_shared(&proposed) == head.len()
    };
    let holders: Vec<usize> = (0..items.len()).filter(holds).collect();
    if holders.len() == 1 { holders } else { Vec::new() }
}

/// The one item that a short clause of the reply names by words no other item has.
fn named(reply: &str, items: &[String]) -> Vec<usize> {
    let first_line = |item: &String| keyword::content(item.split('\n').next().unwrap_or(item));
    let contents = LazyCell::new(|| items.iter().map(first_line).collect::<Vec<_>>());
    for clause in reply.split(['.', ',', ';', '\n', '?', '!', '(']).take(8) {
        let words = sentence::words(clause);
        let denies = words
            .iter()
            .any(|word| matches!(word.as_str(), "no" | "not" | "don't" | "without" | "but" | "what" | "maybe"));
        if words.is_empty() || words.len() > 5 || denies {
            continue;
        }
        let wanted = keyword::content(clause);
        let holders: Vec<usize> = (0..items.len()).filter(|at| wanted.n_shared(&contents[*at]) > 0).collect();
        let all = |at: usize| wanted.n_shared(&contents[at]) * 3 >= wanted.len() * 2;
        if let [only] = holders.as_slice()
            && all(*only)
        {
            return Vec::from([*only]);
        }
    }
    Vec::new()
}

/// "Possible: a token per site, or certificates": a menu within a sentence.
pub(super) fn lists_options(sentence: &str) -> bool {
    let Some((label, rest)) = mark::split_at_mark(sentence, ": ") else { return false };
    let words = sentence::words(sentence::cut(label, 60));
    let first = words.first().map_or("", Word::as_str);
    let is_menu = matches!(first, "possible" | "options" | "alternatives" | "candidates" | "ideas" | "choices");
    is_menu && words.len() <= 3 && rest.contains(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_shared_out_over_time_is_a_schedule() {
        let items = |items: [&str; 3]| items.map(alloc::string::String::from);
        assert!(is_schedule(&items(["**Hour 1**: the oven", "**Hours 2-4**: the rye", "Sell it"])));
        assert!(!is_schedule(&items(["✅ Phase 1: the oven is hot", "✅ Phase 2: the rye is baked", "Phase 3: sold"])));
        assert!(!is_schedule(&items(["Daily bread", "Weekly cakes", "Hour 1: rye"])));
    }
    use crate::extract::block::sections;

    const WAYS: &str = "Two of them work:\n\n1. **SQLite** in one file\n2. **Postgres** on the server, needs a user\n\
        3. **Redis** as a cache\n\nRedis would be the fastest. Option 2 costs money.";

    #[track_caller]
    fn check(reply: &str, left: &[usize]) {
        let settled = settled(WAYS, &sections(WAYS), reply);
        assert_eq!(settled.left.iter().map(|(n, _)| *n).collect::<Vec<_>>(), left, "{reply}");
    }

    #[test]
    fn steps_and_choices_are_told_from_what_is() {
        let is_plan = |items: &[&str]| is_plan(&items.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert!(is_plan(&["**Add** a tray", "Move the oven to the cellar", "The shop stays open"]));
        assert!(!is_plan(&["Added a tray", "Moved the oven"]) && !is_plan(&["Add a tray"]));
        assert!(!is_plan(&["Open the door", "Run the mixer"]), "how to use it");
        let tells = |heading: &str| tells_choices(&sentence::words(heading));
        assert!(tells("Architectural choices (of the shop)") && tells("Choices made"));
        for open in ["Your choices", "Two choices", "3 choices", "Design choices to consider", "Choices"] {
            assert!(!tells(open), "{open}");
        }
        let tries = |lead: &str| asks_to_try(&sentence::words(lead));
        assert!(tries("Try it:") && tries("To verify:") && tries("How to test it:") && tries("Verification:"));
        assert!(!tries("To test the oven we bake rye:") && !tries("Test results:"));
    }

    #[test]
    fn what_somebody_would_raise_is_raised() {
        assert!(matches!(lead_mood("These are the points I would raise with the miller:"), Lead::Plain));
        assert!(matches!(lead_mood("What I'd also flag:"), Lead::Plain));
        assert!(matches!(lead_mood("A second oven would bring:"), Lead::Imagined));
        assert!(matches!(lead_mood("I would build:"), Lead::Imagined));
    }

    #[test]
    fn reasons_for_an_option_are_no_options() {
        assert!(matches!(lead_mood("I'd take option 2 because:"), Lead::Plain));
        assert!(matches!(lead_mood("There are three options:"), Lead::Options));
    }

    #[test]
    fn a_row_is_taken_by_its_name() {
        let table = "| Flour | Price |\n|---|---|\n| rye | low |\n| spelt | high |\n| oats | fair |\n\nWhich one?";
        assert_eq!(settled(table, &sections(table), "Ooh okay. spelt yes. But no oats in it").left.len(), 2);
        assert!(settled(table, &sections(table), "spelt was sold out on Friday").is_empty());
        assert!(settled(table, &sections(table), "why is spelt so dear?").is_empty());
    }

    #[test]
    fn options_are_picked_by_their_letters() {
        let items: Vec<String> = ["a) rye", "b) spelt", "c) oats"].map(ToString::to_string).to_vec();
        assert_eq!(letter("b). And write this down: no wheat.", &items), Some(1));
        assert_eq!(letter("C, definitely", &items), Some(2));
        assert_eq!(letter("a bakery needs all of them", &items), None);
        assert_eq!(letter("d) none", &items), None);
        assert_eq!(letter("b)", &["rye".to_string(), "spelt".to_string()]), None);
    }

    #[test]
    fn who_takes_one_leaves_the_others() {
        check("1. no redis here, it pages me at night", &[2, 3]);
        check("1 today. and 3, it was planned anyway", &[2]);
        check("first", &[2, 3]);
        check("postgres please", &[1, 3]);
        check("hmm, number 2", &[1, 3]);
        check("2!! thats perfect", &[1, 3]);
        check("postgres, my cousin knows the redis one", &[1, 3]);
        check("why is that slow?", &[]);
        let offer = alloc::format!("{WAYS}\n\nSQLite should be plenty. Shall I use that?");
        assert_eq!(settled(&offer, &sections(&offer), "hm, later").left.len(), 0);
        check("3 tests fail now", &[]);
        check("", &[]);
        let taken = settled(WAYS, &sections(WAYS), "1");
        assert!(taken.leaves("2. **Postgres** on the server, needs a user"));
        assert!(taken.leaves("Redis would be the fastest.") && taken.leaves("Option 2 costs money."));
        assert!(!taken.leaves("1. **SQLite** in one file") && !taken.leaves("The file lies in `data/`."));
    }
}
