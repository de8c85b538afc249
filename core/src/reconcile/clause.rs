//! Takes a statement apart, clause by clause.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::alternatives;
use super::cue::{
    LEFT, exchanges, first_word, is_out_of, is_possible, n_finding, next_word, note_cues, opening_condition,
    starts_on_a_day, switched, takes_leave,
};
use super::glossary::Glossary;
use super::lexicon;
use super::marks::Marks;
use super::number::{LABELS, bare_month, is_whole, period, push_quantity, transitions};
use super::piece::{Piece, split_pieces};
use super::statement::{Clause, NO_LONGER, Quantity, Reach, Statement, Token};
use super::verb::{find_verb, main_verb, next_clause};
use crate::text::stem;

/// Longer statements are cut here: what a statement says, it says in its first sentences.
const MAX_BYTES: usize = 2000;

/// What fills in a field has no more words.
const VALUE_WORDS: usize = 4;

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
            close_clause(&mut statement, &rest[..lead + at], lead, words);
            rest = &rest[lead + at..];
            lead = 0;
        }
        close_clause(&mut statement, rest, lead, words);
    }
    statement
}

fn is_question(text: &str) -> bool {
    let trimmed = text.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ')' | '*' | '_'));
    trimmed.ends_with('?')
}

/// The name of the setting that a number gives a value to: "pool_size 20", "with pool_size at 35".
fn setting(before: &[Piece]) -> Option<&str> {
    let mut words = before.iter().rev().map(|piece| match piece {
        Piece::Word { folded, .. } => &**folded,
        _ => "",
    });
    let links = |word: &str| matches!(word, "at" | "is" | "to" | "of" | "now" | "be" | "=");
    let name = words.find(|word| !links(word))?;
    (name.contains('_') && !name.contains(['/', '.'])).then_some(name)
}

/// Whether a number tells which one is meant: "level 12 is too hard", "run 41 failed".
fn is_label(pieces: &[Piece], index: usize, verb_at: Option<usize>) -> bool {
    let is_thing = |piece: &Piece| {
        matches!(piece, Piece::Word { marks, raw_name, .. }
            if !marks.has(Marks::STOP) && !marks.has(Marks::PRODUCT) && !*raw_name)
    };
    let is_plain =
        matches!(&pieces[index], Piece::Number { value, glued_unit } if is_whole(*value) && glued_unit.is_empty());
    is_plain && verb_at == Some(index + 1) && (1..=2).contains(&index) && is_thing(&pieces[index - 1])
}

/// "On port 8080", "at 10.0.0.1" tells where, and limits nothing.
fn names_port(pieces: &[Piece], index: usize) -> bool {
    let is_address =
        |word: &str| word == "port" || word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
    matches!(&pieces[index], Piece::Word { folded, .. } if matches!(&**folded, "on" | "at"))
        && matches!(pieces.get(index + 1), Some(Piece::Word { folded, .. }) if is_address(folded))
}

/// "Oven: for now, …" and "oven: there is …" fill in no field.
fn begins_to_tell(pieces: &[Piece]) -> bool {
    matches!(pieces.first(), Some(Piece::Word { folded, marks, .. })
        if marks.has(Marks::STOP) && !matches!(&**folded, "the" | "a" | "an" | "no" | "our" | "always" | "every" | "each"))
}

/// "Store: SQLite" fills in a field, "Store: writes go to the file that …" tells something.
fn is_value(pieces: &[Piece]) -> bool {
    let value = pieces.iter().take_while(|piece| !matches!(piece, Piece::Comma));
    value.filter(|piece| matches!(piece, Piece::Word { .. })).count() <= VALUE_WORDS || find_verb(pieces).is_none()
}

/// The first word that has a meaning of its own.
fn first_content(pieces: &[Piece]) -> Option<&str> {
    pieces.iter().find_map(|piece| match piece {
        Piece::Word { folded, marks, .. } if !marks.has(Marks::STOP) => Some(&**folded),
        _ => None,
    })
}

/// "Only" behind a word is said of it.
fn limit_last(clause: &mut Clause) {
    if let Some(last) = clause.tokens.last_mut().filter(|last| !last.verb) {
        last.reach = Reach::Only;
    }
}

/// Whether what is denied is what follows: "skips the linker", not "fails on Windows", "ended last year".
fn has_object(pieces: &[Piece], index: usize) -> bool {
    let follows = match pieces.get(index + 1) {
        Some(Piece::Word { folded, marks, .. }) => {
            !marks.has(Marks::STOP) || matches!(&**folded, "the" | "a" | "an" | "its" | "our" | "their" | "all" | "any")
        }
        _ => false,
    };
    let is_of_itself = matches!(&pieces[index], Piece::Word { stem, .. }
        if matches!(lexicon::canonical(stem), "end" | "expir" | "error" | "stop" | "break" | "broken"));
    follows && !is_of_itself
}

/// "For any refund", "on every page": where all is meant, no condition is named.
fn widens(pieces: &[Piece], index: usize) -> bool {
    let is_all = |word: &str| matches!(word, "any" | "all" | "every" | "each" | "everyone" | "everybody");
    matches!(&pieces[index], Piece::Word { marks, .. } if marks.has(Marks::SCOPE_MARKER))
        && next_word(pieces, index).is_some_and(is_all)
}

fn close_clause(statement: &mut Statement, pieces: &[Piece], lead: usize, words: &mut Glossary) {
    if !pieces.iter().any(|piece| matches!(piece, Piece::Word { .. } | Piece::Number { .. })) {
        return;
    }
    let verb_at = find_verb(&pieces[lead..]).map(|verb| lead + verb);
    let main_verb_at = verb_at.map(|verb| main_verb(pieces, verb));
    let clause_index = statement.clauses.len();
    let tokens = Vec::with_capacity(pieces.len() / 2 + 1);
    let mut clause = Clause { tokens, conditional: lead > 0, ..Clause::default() };
    let mut negations = 0;
    let mut scope = false;
    let mut condition = false;
    let mut rejected = false;
    let mut relative = false;
    let mut imagined = false;
    let mut lacks = false;
    let mut describes = false;
    let mut slot = "";
    let mut previous = "";
    let mut field: Option<String> = None;
    let mut subject_words = 0;
    let mut reach = Reach::Open;
    let mut reaches = 0;
    for (index, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Comma => {
                if previous == "only" {
                    limit_last(&mut clause);
                }
                reach = Reach::Open;
                describes = false;
                scope = false;
                rejected = false;
            }
            Piece::Colon => {
                let is_field = !previous.is_empty() && !begins_to_tell(&pieces[index + 1..]);
                field = is_field.then(|| previous.to_owned());
            }
            Piece::Number { value, glued_unit } => {
                // "Pull request 88" and "pull request 89" are two things.
                let is_label = is_label(pieces, index, verb_at);
                if is_label || LABELS.contains(previous) && verb_at.is_some_and(|verb| index < verb) {
                    let label = alloc::format!("#{value}");
                    let (name, subject) = (true, true);
                    let (word, key) = (Arc::from(label.as_str()), words.key(&label));
                    clause.tokens.push(Token { key, word, name, subject, ..Token::default() });
                }
                if let Some(name) = setting(&pieces[..index]) {
                    statement.fields.push((name.to_owned(), alloc::format!("{value}{glued_unit}")));
                }
                let known = statement.quantities.len();
                if !is_label {
                    push_quantity(statement, pieces, index, *value, glued_unit, clause_index);
                }
                // "It fails when there are more than 10" tells of no ten.
                statement.quantities[known..].iter_mut().for_each(|quantity| quantity.supposed = imagined);
                previous = "";
            }
            Piece::Word { folded, stem: key_stem, marks, stem_marks, raw_name, capitals, quoted } => {
                let word = &**folded;
                // `UPDATE` and `US` in capitals are names.
                let is_stop = marks.has(Marks::STOP) && !(*capitals && word.len() == 2);
                let is_negator = marks.has(Marks::NEGATOR);
                if takes_leave(pieces, index) {
                    statement.change.get_or_insert_with(|| LEFT.to_owned());
                }
                match word {
                    "only" if previous != "not" => (reach, reaches) = (Reach::Only, 0),
                    "any" | "all" | "every" | "each" => (reach, reaches) = (Reach::All, 0),
                    // "Only on old ovens in the cellar": of the ovens.
                    _ if is_stop && reaches > 0 => reach = Reach::Open,
                    _ => {}
                }
                // "Pass X to get Y instead of the default Z" is a choice.
                let is_default = first_content(&pieces[index + 1..]) == Some("default");
                // "Switch on the lock" adds to what is there.
                let turns_on =
                    word.starts_with("switch") && matches!(next_word(pieces, index), Some("on" | "off" | "between"));
                // "A box is used instead if there is no room."
                let is_case = turns_on
                    || exchanges(word)
                        && (matches!(next_word(pieces, index), Some("if" | "when" | "unless")) || is_default);
                if !*capitals && !is_case {
                    note_cues(statement, previous, word, *marks, *stem_marks);
                }
                // "It was too slow" adds nothing, "it does that too" does.
                statement.additive |= word == "too" && next_word(pieces, index).is_none() && statement.change.is_none();
                // "No route without a token" has one with each.
                let does_without = word == "without" && negations == 0;
                // "A tray without a label isn't allowed": each has one.
                lacks |= does_without && verb_at.is_some_and(|verb| index < verb);
                // "No more than 500" sets a bound.
                let is_bound = matches!(next_word(pieces, index), Some("longer" | "more" | "less" | "fewer" | "later"));
                if is_negator && !(word == "no" && is_bound) {
                    let partial = ["only", "just", "always", "necessarily", "all", "every", "everything", "even"];
                    // "It is not clear if …", "… or not": open, and nothing is denied.
                    let doubted = ["clear", "sure", "certain", "convinced"];
                    let is_kept = |next: &str| partial.contains(&next) || doubted.contains(&next);
                    let kept = word == "not" && (previous == "or" || next_word(pieces, index).is_some_and(is_kept));
                    statement.open |=
                        word == "not" && next_word(pieces, index).is_some_and(|next| doubted.contains(&next));
                    if !kept && !imagined && !describes {
                        clause.denied = !clause.denied;
                        clause.none |= matches!(word, "no" | "zero");
                        negations += 1;
                        if negations == 1 {
                            clause.negated_from = clause.tokens.len();
                        }
                        if word == "without" {
                            // A thing left out of a measure is no denial of the measure; "never without" is always, and
                            // "no way without" but one way.
                            let is_way = clause.tokens.first().is_some_and(|first| &*first.key == "way");
                            negations -= if negations > 1 && !is_way { 2 } else { 1 };
                        }
                    }
                } else if word == "longer" && matches!(previous, "no") {
                    negations += 1;
                    clause.negated_from = clause.tokens.len();
                    statement.change.get_or_insert_with(|| NO_LONGER.to_owned());
                }
                if is_out_of(pieces, index) {
                    negations += 1;
                    clause.negated_from = clause.tokens.len();
                }
                let sets_aside = matches!(
                    word,
                    "considered" | "against" | "rejected" | "replacing" | "replaces" | "dropping" | "ruled"
                );
                // "Moved off X", "away from X".
                let leaves = matches!(
                    (previous, word),
                    ("moved" | "move" | "moving" | "switched" | "migrated", "off") | ("away", "from")
                );
                if sets_aside
                    || leaves
                    || takes_leave(pieces, index)
                    || does_without
                    || word == "not" && matches!(index.checked_sub(1).map(|at| &pieces[at]), Some(Piece::Comma))
                    || word == "of" && previous == "instead" && !is_default
                    || word == "than" && previous == "rather"
                {
                    rejected = true;
                } else if matches!(word, "and" | "with" | "use" | "to" | "for" | "is" | "are" | "by" | "on" | "in") {
                    rejected = false;
                }
                if Some(index) == verb_at {
                    scope = false;
                }
                imagined |=
                    matches!(word, "if" | "when" | "unless" | "once") && verb_at.is_some_and(|verb| index > verb);
                // "For 8 hours" is no condition, and "since the audit" tells when, not where.
                let counts = |piece: Option<&Piece>| match piece {
                    Some(Piece::Number { glued_unit, .. }) => {
                        !glued_unit.is_empty()
                            || matches!(pieces.get(index + 2), Some(Piece::Word { stem_marks, .. }) if stem_marks.has(Marks::UNIT))
                    }
                    _ => false,
                };
                let is_unit_at = |at: usize| matches!(pieces.get(at), Some(Piece::Word { stem_marks, .. }) if stem_marks.has(Marks::UNIT));
                let lasts = word == "for"
                    && (counts(pieces.get(index + 1))
                        || matches!(next_word(pieces, index), Some("a" | "an")) && is_unit_at(index + 2));
                // "Shops with few orders …" are not all shops.
                let restricts = matches!(word, "with" | "whose" | "older" | "newer" | "larger" | "bigger" | "longer" | "smaller")
                        // "20 or newer" counts on.
                        && previous != "or"
                        && subject_words > 0
                        && verb_at.is_some_and(|verb| index < verb);
                // "All but the oven is gone" leaves the oven.
                let leaves_out =
                    word == "except" || word == "but" && matches!(previous, "all" | "everything" | "anything");
                if restricts || leaves_out {
                    (scope, condition) = (true, true);
                } else if word == "since" || lasts {
                    scope = false;
                    condition = false;
                } else if word == "regardless" || widens(pieces, index) || names_port(pieces, index) {
                    (scope, condition) = (false, false);
                } else if marks.has(Marks::SCOPE_MARKER) {
                    condition = matches!(word, "for" | "if" | "when" | "unless" | "per" | "during");
                    scope = verb_at.is_none_or(|verb| index > verb) || matches!(word, "per" | "for" | "if" | "when");
                }
                // "Versions that nobody loads": of the versions.
                describes |= matches!(word, "that" | "which" | "who" | "whose")
                    && verb_at.is_some_and(|verb| index > verb)
                    && clause.tokens.last().is_some_and(|last| !last.verb && !last.light);
                relative |= verb_at.is_some_and(|verb| index > verb) && matches!(word, "that" | "which" | "who");
                let state = switched(pieces, index, previous);
                let other_key = match state {
                    Some(key) => Some(key),
                    None if word == "hand" && previous == "by" => Some("manual"),
                    None if stem_marks.has(Marks::SYNONYM) => Some(lexicon::canonical(key_stem)),
                    None => None,
                };
                let key = other_key.unwrap_or(key_stem);
                if marks.has(Marks::SUPERLATIVE) || stem_marks.has(Marks::SUPERLATIVE) || lexicon::is_best(word) {
                    statement.superlative = true;
                }
                // "The translation is complete" is all of it.
                if word == "complete" && matches!(previous, "is" | "are" | "now") {
                    statement.quantities.push(Quantity::bare(1.0, "share", clause_index));
                }
                if let Some(value) = period(pieces, index, previous) {
                    statement.quantities.push(Quantity::bare(value, "period", clause_index));
                }
                if marks.has(Marks::MONTH)
                    && let Some(month) = bare_month(pieces, index, previous)
                {
                    statement.quantities.push(Quantity::bare(month, "month", clause_index));
                }
                let is_content = !is_stop && !is_negator && word != "longer";
                if (is_content || *capitals || state.is_some()) && !marks.has(Marks::MONTH) {
                    let is_verb = Some(index) == main_verb_at;
                    let subject = verb_at.is_some_and(|verb| index < verb) && index >= lead;
                    subject_words += usize::from(subject);
                    // "Failed jobs" and "deleted users" deny nothing.
                    let attributive = || {
                        !is_verb
                            && !lexicon::is_auxiliary(previous)
                            && (word.ends_with("ed") || matches!(word, "missing" | "failing" | "broken"))
                            && next_word(pieces, index).is_some_and(|next| !lexicon::is_stop(next))
                    };
                    // What can be removed is there, and links that expire are links.
                    let possible = || is_possible(pieces, index) && negations == 0;
                    // "To stop cheats" tells what for.
                    let purpose = previous == "to" && !is_verb;
                    // "Encrypted end to end" ends nothing, and what ends on Friday is there until then.
                    let ends_later = matches!(pieces.get(index + 1), Some(Piece::Number { .. }))
                        || matches!(next_word(pieces, index), Some("up" | "on" | "at" | "after" | "with" | "when"));
                    let is_end = key == "end" && (!is_verb || ends_later) || key == "stop" && ends_later;
                    // "Fixed or deleted" leaves a choice, and "when it is deleted" tells when.
                    let is_open = previous == "or" || imagined || index < lead;
                    // "410 Gone" is the name of an answer.
                    let denies = (stem_marks.has(Marks::DENIAL) && !*raw_name || state == Some("disabl"))
                        && !purpose
                        && !is_end
                        && !is_open
                        && !matches!(state, Some("fall" | "live"));
                    if denies && !subject && !relative && !attributive() && !possible() {
                        negations += 1;
                        if negations == 1 {
                            // "Debug builds skip the linker" denies no builds.
                            let is_done_to = is_verb && !lexicon::is_auxiliary(previous) && has_object(pieces, index);
                            clause.negated_from = if is_done_to { clause.tokens.len() } else { 0 };
                        }
                    }
                    if let Some(name) = field.take().filter(|_| is_value(&pieces[index..])) {
                        statement.fields.push((lexicon::canonical(&stem(&name)).to_owned(), key.to_owned()));
                    }
                    let is_unit =
                        index > 0 && matches!(pieces[index - 1], Piece::Number { .. }) && stem_marks.has(Marks::UNIT);
                    let key_marks = if other_key.is_some() { Marks::of(key) } else { *stem_marks };
                    // "Went" has the stem of "go", and is no language.
                    let regular = key.as_bytes().first() == word.as_bytes().first();
                    let known = marks.has(Marks::PRODUCT) || regular && key_marks.has(Marks::PRODUCT);
                    // What stands behind it is the same, or its own.
                    let is_shade = matches!(state, Some("same" | "own"));
                    clause.tokens.push(Token {
                        key: other_key.map_or_else(|| key_stem.clone(), |key| words.key(key)),
                        word: Arc::clone(folded),
                        light: key_marks.has(Marks::LIGHT) && !*capitals,
                        name: *raw_name || known || *quoted || matches!(previous, "called" | "named" | "dubbed"),
                        scope: (scope || index < lead) && !is_unit,
                        condition: (scope && condition || index < lead) && !is_unit,
                        subject,
                        verb: is_verb,
                        rejected: rejected && !takes_leave(pieces, index),
                        slot: if slot.is_empty() || is_shade {
                            ""
                        } else {
                            lexicon::stop_word(slot).unwrap_or_default()
                        },
                        reach: if is_verb { Reach::Open } else { reach },
                    });
                    reaches += usize::from(!is_verb);
                    slot = if is_shade { word } else { "" };
                } else if is_stop
                    && (word != "own" || slot.is_empty())
                    && !matches!(word, "the" | "a" | "an" | "our" | "its" | "their" | "his" | "her" | "my" | "your")
                {
                    slot = word;
                }
                previous = word;
            }
            Piece::Break | Piece::Arrow => {}
        }
    }
    // "The shop takes cash only."
    if previous == "only" {
        limit_last(&mut clause);
    }
    // What may not exceed a bound has one.
    let is_bound = |token: &Token| token.verb && &*token.key == "exceed";
    if lacks && negations % 2 == 1 {
        negations += 1;
        clause.tokens.iter_mut().for_each(|token| token.rejected = false);
    }
    clause.negative = negations % 2 == 1 && !clause.tokens.iter().any(is_bound);
    clause.none_else = clause_index > 0 && first_word(pieces) == Some("not");
    clause.only = first_word(pieces) == Some("only") && !matches!(pieces.get(1), Some(Piece::Number { .. }));
    clause.open_subject = subject_words == 0;
    // "The agent is Spock" tells the agent's name without the word.
    if clause.tokens.len() >= 2
        && clause.tokens.iter().any(|t| t.subject && !t.name)
        && clause.tokens.iter().any(|t| {
            !t.subject
                && t.name
                && matches!(t.slot, "is" | "am")
                && !lexicon::is_unit(&t.word)
                && alternatives::class_of(&t.word).is_none()
        })
    {
        let (word, key) = (Arc::from("name"), words.key("name"));
        clause.tokens.push(Token { key, word, subject: true, ..Token::default() });
    }
    statement.clauses.push(clause);
}
