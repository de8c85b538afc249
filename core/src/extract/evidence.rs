//! The words behind an item, exactly as they stand in the transcript.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::form::ends_open;
use super::mark::all_bold;
use super::read::Unit;
use super::select::SAID;
use super::topic::Topic;
use super::{Context, block, message, quotation, sentence, speech};
use crate::model::{Evidence, Speaker, Turn};

/// Longest quote kept as evidence.
const MAX_QUOTE: usize = 320;
/// Stands where a quote breaks off.
pub(super) const CUT: &str = " …";
/// How far an answer is looked through for what it says first.
const MAX_LEAD: usize = 1_000;

/// What a person stated and the strongest sentences of the answer, exactly as they stand in the transcript.
pub(super) fn evidence_of(topic: &Topic<'_>, turns: &[&Turn], units: &[Unit], context: &Context<'_>) -> Vec<Evidence> {
    let mut out: Vec<Evidence> = Vec::new();
    for (at, exchange) in topic.exchanges.iter().enumerate() {
        let counts = units.iter().any(|unit| unit.place.0 == at && unit.label == SAID);
        if let Some(asked) =
            exchange.asked.filter(|turn| turn.speaker == Speaker::Human && (counts || speech::is_wish(&turn.text)))
        {
            let said = if counts { message::quotable(&asked.text) } else { &asked.text };
            out.push(quote(asked, said, context));
        }
        if out.len() >= 4 {
            break;
        }
    }
    let mut best: Vec<&Unit> = units.iter().filter(|unit| unit.label != SAID).collect();
    best.sort_by(|a, b| b.is_prose.cmp(&a.is_prose).then(b.score.total_cmp(&a.score)).then(a.place.cmp(&b.place)));
    let leading = best.first().and_then(|unit| turns.get(unit.place.1));
    for unit in best.into_iter().take(2) {
        if let Some(turn) = turns.get(unit.place.1) {
            let line = unit.text.lines().filter(|line| !line.starts_with('|')).find_map(|line| exact(turn, line));
            out.extend(line.map(|line| quote(turn, line, context)));
        }
    }
    if let (true, Some(turn)) = (out.is_empty(), leading.or(turns.first())) {
        let row = units.iter().filter(|unit| unit.label != SAID).find_map(|unit| exact_row(turn, &unit.text));
        out.push(quote(turn, row.unwrap_or_else(|| from_telling(&turn.text)), context));
    }
    out.sort_by_key(|evidence| evidence.line);
    out.dedup();
    out
}

/// The first sentence of a line that says something and stands in the turn word for word, but for the case of its first
/// letter.
fn exact<'a>(turn: &'a Turn, line: &str) -> Option<&'a str> {
    let line = block::entry_of(line).unwrap_or(line);
    let tells = |sentence: &&str| sentence.len() > 20 && !is_lead(sentence) && sentence::has_more_words(sentence, 1);
    sentence::sentences(line).into_iter().filter(tells).map(paired).find_map(|sentence| {
        let first = sentence.chars().next()?;
        let rest = &sentence[first.len_utf8()..];
        turn.text.match_indices(rest).find_map(|(at, _)| {
            let written = turn.text[..at].chars().next_back().filter(|c| c.to_lowercase().eq(first.to_lowercase()))?;
            turn.text.get(at - written.len_utf8()..at + rest.len())
        })
    })
}

/// A sentence without the one mark of bold words that lost the other.
fn paired(sentence: &str) -> &str {
    if sentence.matches("**").count() != 1 {
        return sentence;
    }
    sentence.strip_prefix("**").or_else(|| sentence.strip_suffix("**")).unwrap_or(sentence)
}

/// "Two ovens are left:", "**Ovens**", "## Ovens": says only that something follows.
fn is_lead(sentence: &str) -> bool {
    let is_label = || all_bold(sentence).is_some_and(|label| !label.ends_with(['.', '!', '?']));
    ends_open(sentence) || sentence.starts_with('#') || is_label()
}

/// A text from the first sentence on that says something.
fn from_telling(text: &str) -> &str {
    let told = sentence::sentences(sentence::cut(text, MAX_LEAD)).into_iter().find(|sentence| !is_lead(sentence));
    told.map_or(text, |told| &text[sentence::place_of(told, text)..])
}

/// The first row below the head of a table, as it stands in the turn.
fn exact_row<'a>(turn: &'a Turn, table: &str) -> Option<&'a str> {
    let row = table.lines().filter(|line| line.starts_with('|')).nth(2)?;
    // A line inside a cell is written with a mark, which the turn may lack.
    let row = row.replace("\\|", "|");
    let is_same =
        |line: &&str| line.starts_with('|') && line.replace("\\|", "|").split_whitespace().eq(row.split_whitespace());
    turn.text.lines().map(str::trim).find(is_same)
}

/// The beginning of a text: whole sentences, or whole words and a mark where they break off.
fn beginning(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    if text.len() <= MAX_QUOTE {
        return Cow::Borrowed(text);
    }
    // The sentence at the limit shows where it ends.
    let near = sentence::cut(text, 2 * MAX_QUOTE);
    let ends = sentence::sentences(near).into_iter().filter(|sentence| !is_lead(sentence));
    let ends = ends.map(|sentence| sentence::place_of(sentence, text) + sentence.len());
    if let Some(end) = ends.take_while(|end| *end <= MAX_QUOTE).last().filter(|end| *end >= MAX_QUOTE / 4 * 3) {
        return Cow::Borrowed(&text[..end]);
    }
    let head = sentence::cut(text, MAX_QUOTE);
    let words = head.rsplit_once(char::is_whitespace).map_or(head, |(words, _)| words.trim_end());
    Cow::Owned(format!("{words}{CUT}"))
}

/// Words of a turn, and where they stand.
pub(super) fn quote(turn: &Turn, text: &str, context: &Context<'_>) -> Evidence {
    Evidence {
        session: context.session.to_string(),
        line: turn.line,
        speaker: turn.speaker,
        time: turn.time,
        quote: beginning(&quotation::left_out(text)).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::tests::turn;

    #[test]
    fn a_quote_says_something_and_pairs_its_marks() {
        let turn = turn(
            Speaker::Agent,
            1,
            "**The oven of the bakery is hot. It bakes rye.**\n- `ovens/of/the/bakery/north.svg`",
        );
        assert_eq!(
            exact(&turn, "**The oven of the bakery is hot. It bakes rye.**"),
            Some("The oven of the bakery is hot.")
        );
        assert_eq!(exact(&turn, "- `ovens/of/the/bakery/north.svg`"), None);
    }

    #[test]
    fn a_long_quote_ends_with_a_sentence_or_says_that_it_breaks_off() {
        assert_eq!(beginning(" Rye only. "), "Rye only.");
        let sentences = "The oven is warm at six. ".repeat(20);
        assert!(beginning(&sentences).ends_with("at six.") && beginning(&sentences).len() > 280);
        let words = "warm oven 3000 ".repeat(40);
        assert!(beginning(&words).len() <= MAX_QUOTE + CUT.len() && beginning(&words).ends_with(CUT));
        let before = beginning(&words).strip_suffix(CUT).map_or(0, str::len);
        assert!(words[before..].starts_with(' '), "between words");
        assert!(beginning(&"ü".repeat(400)).ends_with(CUT));
        // A list is quoted to the end of an entry, not to the words that lead to the next one.
        let list = format!("{}\n- the second oven is cold\n\nAnd then:\n- {}", "x ".repeat(140), "rye ".repeat(40));
        assert!(beginning(&list).ends_with("oven is cold"));
    }

    #[test]
    fn what_only_leads_to_something_is_no_evidence() {
        let said =
            "## Ovens\n\n**What is left of them**\n\nTwo ovens of five are left:\n\n1. The small oven bakes rye.";
        let turn = turn(Speaker::Agent, 3, said);
        assert_eq!(exact(&turn, "Two ovens of five are left:"), None);
        assert_eq!(exact(&turn, "**What is left of them**"), None);
        assert_eq!(exact(&turn, "2. The small oven bakes rye."), Some("The small oven bakes rye."));
        assert_eq!(from_telling(said), "1. The small oven bakes rye.");
        assert_eq!(from_telling("**Rye is sold out.** All of it."), "**Rye is sold out.** All of it.");
        assert_eq!(from_telling("Ovens:"), "Ovens:");
    }
}
