//! Takes a statement apart, clause by clause.

use alloc::borrow::ToOwned;

use super::cue::{n_finding, opening_condition, starts_on_a_day};
use super::glossary::Glossary;
use super::number::transitions;
use super::piece::{Piece, split_pieces};
use super::reading::read_clause;
use super::statement::Statement;
use super::verb::next_clause;

/// Longer statements are cut here: what a statement says, it says in its first sentences.
const MAX_BYTES: usize = 2000;

/// Takes a statement apart.
pub(super) fn analyse(text: &str, words: &mut Glossary) -> Statement {
    let mut cut = text.len().min(MAX_BYTES);
    while !text.is_char_boundary(cut) {
        cut -= 1;
    }
    let text = &text[..cut];
    let pieces = split_pieces(text, words);
    let transitions = transitions(&pieces);
    let change = starts_on_a_day(&pieces).then(|| "from".to_owned());
    let mut statement = Statement { question: is_question(text), transitions, change, ..Statement::default() };
    for sentence in pieces.split(|piece| matches!(piece, Piece::Break)) {
        let found = n_finding(sentence);
        if found > 0 {
            statement.change.get_or_insert_with(|| "turned out".to_owned());
        }
        let mut rest = &sentence[found..];
        let sentence = rest;
        let mut lead = opening_condition(sentence);
        while let Some(at) = next_clause(&rest[lead..]) {
            read_clause(&mut statement, &rest[..lead + at], lead, words);
            rest = &rest[lead + at..];
            lead = 0;
        }
        read_clause(&mut statement, rest, lead, words);
    }
    statement
}

fn is_question(text: &str) -> bool {
    let trimmed = text.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ')' | '*' | '_'));
    trimmed.ends_with('?')
}
