//! What later words of a conversation take back by name: a sentence that is quoted to be changed, a thing that was made
//! and then removed, a message that is sent again.

use alloc::string::String;
use alloc::vec::Vec;

use super::keyword::{self, Content};
use super::mark;
use super::quotation;
use super::redo::order;
use super::sentence::{self, Word};
use super::table::{cells, is_table_rule};
use crate::text::Words;

/// Fewer words are quoted to name a thing, not to speak of a sentence.
const SENTENCE: usize = 5;
/// An order about a quotation has no more words; who says more speaks of something else as well.
const SHORT_ORDER: usize = 10;
/// Verbs with which words are changed.
static AMENDING: Words = Words::new("correct change remove delete drop reword rephrase rewrite revise amend replace");

/// The words that a person quotes to have them changed: "please correct this: “the oven is new and electric”", or what the
/// agent said, with "remove this" below it.
pub(super) fn amended(reply: &str) -> Vec<&str> {
    let mut out = Vec::new();
    if reply.contains(QUOTES) {
        let mut pieces = reply.split(QUOTES).filter(|piece| !piece.trim().is_empty());
        let mut lead = if reply.trim_start().starts_with(QUOTES) { "" } else { pieces.next().unwrap_or("") };
        while let Some(quoted) = pieces.next() {
            if is_sentence(quoted) && sentence::sentences(lead).last().is_some_and(|said| amends(said)) {
                out.push(quoted);
            }
            lead = pieces.next().unwrap_or("");
        }
    }
    let answered = quotation::answered(reply).filter(|(quoted, answer)| is_sentence(quoted) && amends(answer));
    out.extend(answered.map(|(quoted, _)| quoted));
    out
}

const QUOTES: [char; 3] = ['"', '“', '”'];

fn is_sentence(quoted: &str) -> bool {
    sentence::has_more_words(quoted, SENTENCE - 1)
}

/// Whether an order has a quotation changed. "Change it to “…”" quotes what is wanted.
pub(super) fn amends(said: &str) -> bool {
    let words = sentence::words(sentence::cut(said, 200));
    let order = order(&words);
    let is_goal =
        |word: &Word<'_>| matches!(word.as_str(), "to" | "with" | "by" | "into" | "as" | "say" | "says" | "read");
    order.len() <= SHORT_ORDER
        && order.first().is_some_and(|word| AMENDING.contains(word))
        && !order.iter().any(is_goal)
}

/// Whether a sentence holds the words of a quotation one after the other, or is part of it.
pub(super) fn is_quoted_in(told: &str, quoted: &str) -> bool {
    let joined = |text: &str| -> String { alloc::format!(" {} ", sentence::words(text).join(" ")) };
    is_sentence(told) && {
        let (told, quoted) = (joined(told), joined(quoted));
        told.contains(&quoted) || quoted.contains(&told)
    }
}

/// Deeds that make something, and those that take it away.
static MAKING: Words = Words::new("added created implemented introduced built wrote");
static TAKING: Words = Words::new("removed deleted dropped reverted undid");
/// Words behind which a sentence tells no longer what was made.
const BEYOND: [&str; 18] = [
    " with ",
    " from ",
    " since ",
    " because ",
    " as ",
    " in ",
    " on ",
    " by ",
    " so ",
    " that ",
    " which ",
    " and ",
    " for ",
    " to ",
    " via ",
    " using ",
    " when ",
    ". ",
];

/// What an answer tells to have been taken away, by its name.
pub(super) fn removed(answer: &str) -> impl Iterator<Item = &str> {
    let may_remove =
        |line: &&str| ["moved ", "eleted", "ropped ", "everted ", "ndid "].iter().any(|verb| line.contains(verb));
    let sentences = answer.lines().filter(may_remove).flat_map(sentence::sentences);
    sentences.filter_map(|said| object_of(said, &TAKING)).filter(|thing| is_name(&keyword::content(thing)))
}

/// One word may name anything of that kind.
fn is_name(thing: &Content) -> bool {
    thing.len() > 1
}

/// Whether a sentence tells that a thing was made which was removed later.
pub(super) fn makes(told: &str, removed: &Content) -> bool {
    object_of(told, &MAKING).is_some_and(|made| keyword::content(made).n_shared(removed) == removed.len())
}

/// What a sentence begins by telling to have been done something to: "Also added a second tray to the oven".
fn object_of<'t>(said: &'t str, deeds: &Words) -> Option<&'t str> {
    let mut rest = said.trim_start_matches(|c: char| !c.is_alphabetic());
    loop {
        let (word, behind) = rest.split_once(' ')?;
        let word = Word::lowered(word.trim_end_matches([':', '*', '_', '`']));
        rest = behind;
        match word.as_str() {
            "i" | "i've" | "we" | "we've" | "have" | "also" | "now" | "then" | "and" => {}
            word if deeds.contains(word) => break,
            _ => return None,
        }
    }
    let end = BEYOND.iter().filter_map(|word| rest.find(word)).chain(rest.find([',', ';', '(', '—'])).min();
    Some(&rest[..end.unwrap_or(rest.len())])
}

/// Whether a heading names a thing and little more: what stands below it tells of nothing else.
pub(super) fn is_called(heading: &str, thing: &Content) -> bool {
    let name = keyword::content(heading);
    name.len() <= thing.len() + 1 && name.n_shared(thing) == thing.len()
}

/// A table with fewer columns says of anything what it is.
const COLUMNS: usize = 3;
/// So many rows make a table known by their names.
const ROWS: usize = 3;

/// The tables of an answer as they stand there, which a later one may give again.
pub(super) fn tables(answer: &str) -> impl Iterator<Item = &str> {
    let mut rest = if answer.contains("\n|") || answer.starts_with('|') { answer } else { "" };
    core::iter::from_fn(move || {
        let start = if rest.starts_with('|') { 0 } else { rest.find("\n|")? + 1 };
        let lines = rest[start..].split_inclusive('\n').take_while(|line| line.starts_with('|'));
        let end = start + lines.map(str::len).sum::<usize>();
        let table = &rest[start..end];
        rest = &rest[end..];
        Some(table)
    })
    .filter(|table| head_of(table).is_some())
}

/// The columns of a table that may be given again.
fn head_of(table: &str) -> Option<Vec<String>> {
    let mut lines = table.lines();
    let head = lines.next()?;
    let is_table = lines.next().is_some_and(is_table_rule) && lines.nth(ROWS - 1).is_some();
    Some(cells(head)).filter(|columns| is_table && columns.len() >= COLUMNS)
}

/// A text without a table of which a later one has the same columns and most of the rows.
pub(super) fn without_table(text: &str, later: &str) -> Option<String> {
    let head = head_of(later)?;
    let names = |table: &str| -> Vec<String> {
        let rows = table.lines().skip(2).map(|row| cells(row).into_iter().next().unwrap_or_default());
        rows.map(|name| mark::plain(&name)).collect()
    };
    let is_same = |table: &&str| {
        let (before, after) = (names(table), names(later));
        let n_again = before.iter().filter(|name| after.contains(name)).count();
        head_of(table).is_some_and(|columns| columns == head) && n_again * 2 > before.len()
    };
    let table = tables(text).find(is_same)?;
    Some(text.replacen(table, "", 1).trim().into())
}

/// Fewer words may be said twice of two things.
const MESSAGE: usize = 8;
/// So many of a hundred words come back when a message is sent again.
const SENT_AGAIN: usize = 85;

/// Whether a person's message is sent again, perhaps corrected or with more to it.
pub(super) fn is_sent_again(earlier: &str, later: &str) -> bool {
    if later.len() * 4 < earlier.len() * 3 || !sentence::has_more_words(earlier, MESSAGE - 1) {
        return false;
    }
    let sorted = |text| {
        let mut words = sentence::words(text);
        words.sort_unstable_by(|a, b| a.as_str().cmp(b.as_str()));
        words
    };
    let (earlier, later) = (sorted(earlier), sorted(later));
    let mut at = 0;
    let comes_back = |word: &&Word<'_>| {
        at += later[at..].iter().take_while(|other| other.as_str() < word.as_str()).count();
        let is_there = later.get(at).is_some_and(|other| other == *word);
        at += usize::from(is_there);
        is_there
    };
    earlier.iter().filter(comes_back).count() * 100 >= earlier.len() * SENT_AGAIN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_quoted_to_be_changed() {
        let quoted = "the oven of the shop is new and electric";
        for said in [
            alloc::format!("please correct this statement - \"\"\" {quoted}\"\"\", we heat with wood since 1912"),
            alloc::format!("Looks good. Can you remove “{quoted}” from the menu?"),
            alloc::format!("[> {quoted}] Remove this.\n[> the second line is about trays] Yes"),
        ] {
            let words = amended(&said);
            assert!(matches!(words[..], [words] if words.trim() == quoted), "{said}: {words:?}");
        }
        for said in [
            alloc::format!("change the sign to \"{quoted}\""),
            alloc::format!("replace it with \"{quoted}\""),
            alloc::format!("[> {quoted}] Please do so"),
            alloc::format!("\"{quoted}\" is what I like"),
            "remove the \"old oven\" button".into(),
            "the tray is 20\" wide, remove it before the guests come to the shop".into(),
        ] {
            assert!(amended(&said).is_empty(), "{said}");
        }
        let told = "**The oven of the shop is new and electric**, which saves an hour.";
        assert!(is_quoted_in(told, quoted));
        assert!(is_quoted_in("The oven of the shop is new.", "Good. The oven of the shop is new. It is red."));
        assert!(!is_quoted_in("The oven of the shop is old and electric.", quoted));
        assert!(!is_quoted_in("The oven", quoted));
    }

    #[test]
    fn what_was_made_and_removed_is_not_told() {
        let removed_from = |answer: &'static str| removed(answer).collect::<Vec<_>>();
        let answer =
            "Done.\n\n- ✅ Removed the **tray counter** (bell toggle)\n- Also deleted `oven.log` from the shelf.";
        let things = removed_from(answer);
        assert_eq!(things.len(), 2, "{things:?}");
        let thing = keyword::content(things[0]);
        assert!(makes("- Added a tray counter tied to the bell.", &thing));
        assert!(makes("I've also implemented the new tray counter, which rings at ten.", &thing));
        assert!(!makes("- Added a bell to the tray counter.", &thing));
        assert!(!makes("The tray counter rings at ten.", &thing));
        assert!(!makes("- Added a tray.", &thing));
        assert!(is_called("The new tray counter", &thing) && !is_called("Why a tray counter rings at ten", &thing));
        assert!(removed_from("Removed the section.\nThe tray counter was removed by the baker.").is_empty());
    }

    #[test]
    fn a_table_that_is_given_again_is_told_as_it_was_given_last() {
        let table = |rows: [&str; 3]| alloc::format!("| Loaf | Heat | Time |\n|---|---|---|\n{}", rows.join("\n"));
        let first = table(["| Rye | 240 | 60 |", "| **Oat** | 220 | 40 |", "| Spelt | 210 | 35 |"]);
        let told = alloc::format!("All loaves are baked twice.\n\n{first}");
        let again = table(["| Rye | 250 | 55 |", "| Oat | 220 | 40 |", "| Bun | 200 | 20 |"]);
        let answer = alloc::format!("Here it is:\n\n{again}\nDone.");
        let later: Vec<&str> = tables(&answer).collect();
        assert!(matches!(later[..], [later] if later.trim_end() == again), "{later:?}");
        assert_eq!(without_table(&told, later[0]).as_deref(), Some("All loaves are baked twice."));
        let others = table(["| Rye | 250 | 55 |", "| Bun | 200 | 20 |", "| Roll | 200 | 15 |"]);
        assert_eq!(without_table(&told, &others), None);
        assert_eq!(without_table(&told, &again.replace("Heat", "Price")), None);
        let fields = "| Field | Value |\n|---|---|\n| Name | Ann |\n| Age | 4 |\n| Town | Ulm |";
        assert_eq!(without_table(fields, &fields.replace("Ann", "Bob")), None);
        assert_eq!(tables("a | b\nc | d").count() + tables("").count() + tables("| a\n|").count(), 0);
    }

    #[test]
    fn a_message_that_is_sent_again_holds_the_words_of_the_first() {
        let first = "please open the left door with the red key, and make sure that the oven is cold by then";
        assert!(is_sent_again(
            first,
            "please open the left door with the green key, and make sure the oven is cold by then"
        ));
        let more =
            alloc::format!("{first}. The trays go to the cellar, and the flour stays where it is until we know more.");
        assert!(is_sent_again(first, &more));
        assert!(!is_sent_again(&more, first));
        assert!(!is_sent_again("open the door", "open the door"));
        assert!(!is_sent_again(
            first,
            "please open the shop at six with the blue key and count what is on the shelves"
        ));
    }
}
