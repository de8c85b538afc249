//! A statement taken apart: clauses with their subject, polarity, numbers and conditions.
//!
//! This is shallow on purpose. It knows where a subject ends, what a negation covers, which number
//! belongs to which unit and which words only limit where the rest holds; the comparison needs no more.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::alternatives;
use super::cue::{
    LEFT, exchanges, first_word, is_out_of, is_possible, n_finding, next_word, note_cues, opening_condition,
    starts_on_a_day, switched, takes_leave,
};
use super::glossary::{Glossary, Key};
use super::lexicon;
use super::marks::Marks;
use super::number::{LABELS, bare_month, is_whole, period, push_quantity, transitions};
use super::piece::{Piece, split_pieces};
use super::verb::{find_verb, main_verb, next_clause};
use crate::text::stem;

/// Longer statements are cut here: what a statement says, it says in its first sentences.
const MAX_BYTES: usize = 2000;

/// What fills in a field has no more words.
const VALUE_WORDS: usize = 4;

/// From here on, a number is one of its own.
const RARE: f64 = 100.0;

/// How far what is said of a word reaches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Reach {
    /// Nothing is said of it.
    #[default]
    Open,
    /// `only on Linux`, `Linux only`.
    Only,
    /// `any knob`, `every user`.
    All,
}

/// One content word in its place.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Token {
    /// Folded, stemmed, synonyms joined.
    pub(super) key: Key,
    /// Folded, as written.
    pub(super) word: Arc<str>,
    /// The key is too general to be a topic.
    pub(super) light: bool,
    /// A name: capitalised inside a sentence, an identifier, a path, a known product, or quoted.
    pub(super) name: bool,
    /// Inside a phrase that limits where the clause holds (`for free accounts`, `per user`, `in production`).
    pub(super) scope: bool,
    /// Inside one that can be nothing else: `for`, `if`, `when`, `unless`, `per`, `during`.
    pub(super) condition: bool,
    /// Before the verb of its clause.
    pub(super) subject: bool,
    /// The verb itself.
    pub(super) verb: bool,
    /// Said to be rejected: `considered X but`, `instead of X`, `rather than X`.
    pub(super) rejected: bool,
    /// The little word right before it (`in`, `to`, `with`, `is`), the slot that it fills.
    pub(super) slot: &'static str,
    /// Whether it is said of this alone, or of all such things.
    pub(super) reach: Reach,
}

impl Token {
    /// Whether it can tell topics apart.
    pub(super) fn tells_topic(&self) -> bool {
        !self.light && !self.verb
    }
}

/// The plainest word for the end of something, where "no" stands before it.
pub(super) const NO_LONGER: &str = "longer";

/// A number with what it counts.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Quantity {
    /// In the base of its dimension when the unit is a known one.
    pub(super) value: f64,
    /// As it is written.
    pub(super) written: f64,
    /// `time`, `size`, … or empty.
    pub(super) dimension: &'static str,
    /// Content words beside it, nearest first: what it counts.
    pub(super) of: Vec<String>,
    /// Name of the clause's subject words at that point.
    pub(super) clause: usize,
    /// It stands in a condition: "fails when there are more than 10".
    pub(super) supposed: bool,
    /// The word right before it, of which it may be the version.
    pub(super) label: Option<Key>,
}

/// A value that is told to be over.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Transition {
    /// In the base of its dimension, as quantities are.
    pub(super) old: f64,
    /// The word behind the old number.
    pub(super) unit: String,
    /// The step in words.
    pub(super) told: String,
}

impl Transition {
    /// Whether few things have this value: 180, 44.1.
    pub(super) fn is_rare(&self) -> bool {
        !is_whole(self.old) || self.old.abs() >= RARE
    }
}

/// One clause.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Clause {
    /// Its content words in order.
    pub(super) tokens: Vec<Token>,
    /// Whether it is denied.
    pub(super) negative: bool,
    /// Index of the first token that the denial covers.
    pub(super) negated_from: usize,
    /// The subject is a pronoun, or missing as in a command.
    pub(super) open_subject: bool,
    /// It begins with a condition under which it holds.
    pub(super) conditional: bool,
    /// Said of its subject alone: `only admins can …`.
    pub(super) only: bool,
}

impl Clause {
    /// Where it says that something is given up: "X is gone", "X is switched off" where X is a service.
    pub(super) fn gives_up_at(&self) -> Option<usize> {
        (0..self.tokens.len()).find(|at| lexicon::gives_up(&self.tokens[*at].key) || self.is_off_at(*at))
    }

    pub(super) fn is_off_at(&self, at: usize) -> bool {
        let [.., name, verb, off] = &self.tokens[..=at] else { return false };
        name.name && name.subject && verb.verb && &*verb.key == "switch" && &*off.key == "disabl"
    }
}

/// A statement ready for comparison.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Statement {
    /// Its clauses in order.
    pub(super) clauses: Vec<Clause>,
    /// Its numbers in order.
    pub(super) quantities: Vec<Quantity>,
    /// `Name: value` pairs in order, as keys.
    pub(super) fields: Vec<(String, String)>,
    /// Values that it says are replaced: "from 5 to 12", "23 µA → 14 µA", "0.64, up from 0.62".
    pub(super) transitions: Vec<Transition>,
    /// It asks; it states nothing.
    pub(super) question: bool,
    /// A word or phrase that says the state is new, when there is one.
    pub(super) change: Option<String>,
    /// It tells of something that was measured or counted once more.
    pub(super) again: bool,
    /// It says that something is not sure.
    pub(super) open: bool,
    /// It says that it adds to what is known.
    pub(super) additive: bool,
    /// It names one best choice.
    pub(super) superlative: bool,
    /// It is said of all of something.
    pub(super) universal: bool,
    /// It says how much is needed.
    pub(super) demands: bool,
    /// It speaks of something that somebody sets: a limit, a duty.
    pub(super) configured: bool,
}

impl Statement {
    /// Every content word.
    pub(super) fn tokens(&self) -> impl Iterator<Item = &Token> {
        self.clauses.iter().flat_map(|clause| clause.tokens.iter())
    }

    /// Whether some content word has this key.
    pub(super) fn has(&self, key: &Key) -> bool {
        self.tokens().any(|token| token.key == *key)
    }

    /// The word as people write it that has a key.
    pub(super) fn word_of<'a>(&'a self, key: &'a str) -> &'a str {
        self.tokens().find(|token| &*token.key == key).map_or(key, |token| &*token.word)
    }

    /// Whether it tells a value with its unit.
    pub(super) fn has_unit(&self) -> bool {
        self.quantities.iter().any(|quantity| !quantity.dimension.is_empty())
    }

    /// Who does it, where one is named: "signed by Ann".
    pub(super) fn doer(&self) -> Option<&Token> {
        let mut doers = self.tokens().filter(|token| token.slot == "by" && token.name && !token.rejected);
        doers.next().filter(|_| doers.next().is_none())
    }

    /// Whether it can say by itself that something else no longer holds.
    pub(super) fn may_end(&self) -> bool {
        let drops = |clause: &Clause| clause.negative && clause.open_subject && clause.tokens.len() <= 2;
        let leaves = |clause: &Clause| {
            let is_left = |token: &Token| token.slot == "from" && token.name || lexicon::switches(&token.key);
            let mut tokens = clause.tokens.iter().skip_while(|token| !is_left(token));
            self.change.is_some() && tokens.any(|token| token.slot == "to")
        };
        !self.transitions.is_empty()
            || self.clauses.iter().any(|clause| clause.gives_up_at().is_some())
            || self.change.as_deref().is_some_and(|word| exchanges(word) || word == LEFT)
                && self.tokens().any(|token| token.rejected)
            || self.tokens().any(|token| lexicon::is_unlimited(&token.key))
            || self.change.is_some() && (self.doer().is_some() || self.tokens().any(|token| &*token.key == "default"))
            || self.clauses.iter().any(|clause| drops(clause) || leaves(clause))
    }

    /// Whether the key is one of its [`topic`](Self::topic).
    pub(super) fn is_about(&self, key: &str) -> bool {
        self.tokens().any(|token| token.tells_topic() && &*token.key == key)
    }

    /// Whether the word is a verb of the statement that says something.
    pub(super) fn does(&self, key: &str) -> bool {
        self.tokens().any(|token| token.verb && !token.light && &*token.key == key)
    }

    /// Keys of the content words that can tell topics apart, sorted, without repetition.
    pub(super) fn topic(&self) -> Vec<&str> {
        let mut keys: Vec<&str> = self.tokens().filter(|token| token.tells_topic()).map(|token| &*token.key).collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }
}

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
    let mut slot = "";
    let mut previous = "";
    let mut field: Option<String> = None;
    let mut subject_words = 0;
    let mut reach = Reach::Open;
    let mut reaches = 0;
    for (index, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Comma => {
                reach = Reach::Open;
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
                if !*capitals {
                    note_cues(statement, previous, word, *marks, *stem_marks);
                }
                // "It was too slow" adds nothing, "it does that too" does.
                statement.additive |= word == "too" && next_word(pieces, index).is_none() && statement.change.is_none();
                // "No route without a token" has one with each.
                let does_without = word == "without" && negations == 0;
                if is_negator && !(word == "no" && next_word(pieces, index) == Some("longer")) {
                    let partial = ["only", "just", "always", "necessarily", "all", "every", "everything", "even"];
                    // "It is not clear if …", "… or not": open, and nothing is denied.
                    let doubted = ["clear", "sure", "certain", "convinced"];
                    let is_kept = |next: &str| partial.contains(&next) || doubted.contains(&next);
                    let kept = word == "not" && (previous == "or" || next_word(pieces, index).is_some_and(is_kept));
                    statement.open |=
                        word == "not" && next_word(pieces, index).is_some_and(|next| doubted.contains(&next));
                    if !kept {
                        negations += 1;
                        if negations == 1 {
                            clause.negated_from = clause.tokens.len();
                        }
                    }
                    if word == "without" {
                        // A thing left out of a measure is no denial of the measure; "never without" is always.
                        negations -= if negations > 1 { 2 } else { 1 };
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
                    || word == "of" && previous == "instead"
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
                let lasts = word == "for" && counts(pieces.get(index + 1));
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
                    let of = Vec::new();
                    statement.quantities.push(Quantity {
                        value: 1.0,
                        written: 1.0,
                        dimension: "share",
                        of,
                        clause: clause_index,
                        label: None,
                        supposed: false,
                    });
                }
                if let Some(value) = period(pieces, index, previous) {
                    let of = Vec::new();
                    statement.quantities.push(Quantity {
                        value,
                        written: value,
                        dimension: "period",
                        of,
                        clause: clause_index,
                        label: None,
                        supposed: false,
                    });
                }
                if marks.has(Marks::MONTH)
                    && let Some(month) = bare_month(pieces, index, previous)
                {
                    let of = Vec::new();
                    statement.quantities.push(Quantity {
                        value: month,
                        written: month,
                        dimension: "month",
                        of,
                        clause: clause_index,
                        label: None,
                        supposed: false,
                    });
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
                            && word.ends_with("ed")
                            && next_word(pieces, index).is_some_and(|next| !lexicon::is_stop(next))
                    };
                    // What can be removed is there, and links that expire are links.
                    let possible = || is_possible(pieces, index) && negations == 0;
                    // "To stop cheats" tells what for.
                    let purpose = previous == "to" && !is_verb;
                    // "Encrypted end to end" ends nothing, and what ends on Friday is there until then.
                    let ends_later = matches!(pieces.get(index + 1), Some(Piece::Number { .. }))
                        || matches!(next_word(pieces, index), Some("up" | "on" | "at" | "after" | "with" | "when"));
                    let is_end = key == "end" && (!is_verb || ends_later);
                    // "Fixed or deleted" leaves a choice, and "when it is deleted" tells when.
                    let is_open = previous == "or" || imagined || index < lead;
                    // "410 Gone" is the name of an answer.
                    let denies = (stem_marks.has(Marks::DENIAL) && !*raw_name || state == Some("disabl"))
                        && !purpose
                        && !is_end
                        && !is_open;
                    if denies && !subject && !relative && !attributive() && !possible() {
                        negations += 1;
                        if negations == 1 {
                            clause.negated_from = 0;
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
    if previous == "only"
        && let Some(last) = clause.tokens.last_mut()
        && !last.verb
    {
        last.reach = Reach::Only;
    }
    // What may not exceed a bound has one.
    let is_bound = |token: &Token| token.verb && &*token.key == "exceed";
    clause.negative = negations % 2 == 1 && !clause.tokens.iter().any(is_bound);
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
