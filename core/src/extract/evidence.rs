//! The words behind an item, exactly as they stand in the transcript.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::read::Unit;
use super::select::SAID;
use super::topic::Topic;
use super::{Context, message, sentence, speech};
use crate::model::{Evidence, Speaker, Turn};

/// Longest quote kept as evidence.
const MAX_QUOTE: usize = 320;

/// What a person stated and the strongest sentences of the answer, exactly as they stand in the transcript.
pub(super) fn evidence_of(topic: &Topic<'_>, turns: &[&Turn], units: &[Unit], context: &Context<'_>) -> Vec<Evidence> {
    let mut out: Vec<Evidence> = Vec::new();
    for (at, exchange) in topic.exchanges.iter().enumerate() {
        let counts = units.iter().any(|unit| unit.place.0 == at && unit.label == SAID);
        if let Some(asked) =
            exchange.asked.filter(|turn| turn.speaker == Speaker::Human && (counts || speech::is_wish(&turn.text)))
        {
            let said = if counts { message::quotable(&asked.text) } else { &asked.text };
            out.push(quote(asked, sentence::cut(said.trim(), MAX_QUOTE), context));
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
        out.push(quote(turn, row.unwrap_or(turn.text.trim()), context));
    }
    out.sort_by_key(|evidence| evidence.line);
    out.dedup();
    out
}

/// The first sentence of a line that stands in the turn word for word, but for the case of its first letter.
fn exact<'a>(turn: &'a Turn, line: &str) -> Option<&'a str> {
    let line = line.trim().trim_start_matches("- ");
    sentence::sentences(line).into_iter().filter(|sentence| sentence.len() > 20).find_map(|sentence| {
        let first = sentence.chars().next()?;
        let rest = &sentence[first.len_utf8()..];
        turn.text.match_indices(rest).find_map(|(at, _)| {
            let written = turn.text[..at].chars().next_back().filter(|c| c.to_lowercase().eq(first.to_lowercase()))?;
            turn.text.get(at - written.len_utf8()..at + rest.len())
        })
    })
}

/// The first row below the head of a table, as it stands in the turn.
fn exact_row<'a>(turn: &'a Turn, table: &str) -> Option<&'a str> {
    let row = table.lines().filter(|line| line.starts_with('|')).nth(2)?;
    let is_same = |line: &&str| line.split_whitespace().eq(row.split_whitespace());
    turn.text.lines().map(str::trim).find(is_same)
}

/// Words of a turn, and where they stand.
pub(super) fn quote(turn: &Turn, text: &str, context: &Context<'_>) -> Evidence {
    Evidence {
        session: context.session.to_string(),
        line: turn.line,
        speaker: turn.speaker,
        time: turn.time,
        quote: sentence::cut(text, MAX_QUOTE).trim().to_string(),
    }
}
