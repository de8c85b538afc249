//! Reads one clause of a statement, piece by piece.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::alternatives;
use super::cue::{
    LEFT, exchanges, first_content, first_word, has_object, is_out_of, is_possible, names_port, next_word, note_cues,
    switched, takes_leave, widens,
};
use super::glossary::{Glossary, Key};
use super::lexicon;
use super::marks::Marks;
use super::number::{LABELS, bare_month, is_whole, period, push_quantity};
use super::piece::Piece;
use super::statement::{Clause, NO_LONGER, Quantity, Reach, Statement, Token};
use super::verb::{find_verb, main_verb};
use crate::text::stem;

/// What fills in a field has no more words.
const VALUE_WORDS: usize = 4;

/// Adds a clause to a statement. The first `lead` pieces name the condition under which it holds.
pub(super) fn read_clause(statement: &mut Statement, pieces: &[Piece], lead: usize, words: &mut Glossary) {
    if !pieces.iter().any(|piece| matches!(piece, Piece::Word { .. } | Piece::Number { .. })) {
        return;
    }
    let mut reading = Reading::new(pieces, lead, statement.clauses.len());
    for (index, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Comma => reading.comma(index),
            Piece::Colon => reading.colon(index),
            Piece::Number { value, glued_unit } => reading.number(statement, index, *value, glued_unit, words),
            Piece::Word { .. } => reading.word(statement, index, words),
            Piece::Break | Piece::Arrow => {}
        }
    }
    let clause = reading.finish(words);
    statement.clauses.push(clause);
}

/// A word of the clause, and what is known of it.
#[derive(Clone, Copy)]
struct Heard<'p> {
    index: usize,
    word: &'p str,
    folded: &'p Arc<str>,
    stem: &'p Key,
    marks: Marks,
    stem_marks: Marks,
    raw_name: bool,
    capitals: bool,
    quoted: bool,
    is_stop: bool,
}

impl<'p> Heard<'p> {
    fn at(pieces: &'p [Piece], index: usize) -> Option<Self> {
        let Piece::Word { folded, stem, marks, stem_marks, raw_name, capitals, quoted } = pieces.get(index)? else {
            return None;
        };
        let word = &**folded;
        let (marks, stem_marks, raw_name) = (*marks, *stem_marks, *raw_name);
        let (capitals, quoted) = (*capitals, *quoted);
        // `UPDATE` and `US` in capitals are names.
        let is_stop = marks.has(Marks::STOP) && !(capitals && word.len() == 2);
        Some(Self { index, word, folded, stem, marks, stem_marks, raw_name, capitals, quoted, is_stop })
    }
}

/// A clause while it is read, and what the words so far say of those that follow.
struct Reading<'p> {
    pieces: &'p [Piece],
    lead: usize,
    verb_at: Option<usize>,
    main_verb_at: Option<usize>,
    /// Which clause of the statement it is.
    place: usize,
    clause: Clause,
    negations: usize,
    /// What follows tells where or when it holds, and whether that is a condition.
    scope: bool,
    condition: bool,
    /// What follows is set aside: "instead of x".
    rejected: bool,
    /// What follows tells more of something, behind the verb or behind a thing.
    relative: bool,
    describes: bool,
    /// What follows is a case: "when there are more than 10".
    imagined: bool,
    /// The subject is without something.
    lacks: bool,
    /// The little word before the next word of content, and the word before it.
    slot: &'p str,
    previous: &'p str,
    /// The name of the field that the next word fills in.
    field: Option<String>,
    subject_words: usize,
    reach: Reach,
    /// How many words the reach is said of.
    reaches: usize,
}

impl<'p> Reading<'p> {
    fn new(pieces: &'p [Piece], lead: usize, place: usize) -> Self {
        let verb_at = find_verb(&pieces[lead..]).map(|verb| lead + verb);
        let tokens = Vec::with_capacity(pieces.len() / 2 + 1);
        Self {
            pieces,
            lead,
            verb_at,
            main_verb_at: verb_at.map(|verb| main_verb(pieces, verb)),
            place,
            clause: Clause { tokens, conditional: lead > 0, ..Clause::default() },
            negations: 0,
            scope: false,
            condition: false,
            rejected: false,
            relative: false,
            describes: false,
            imagined: false,
            lacks: false,
            slot: "",
            previous: "",
            field: None,
            subject_words: 0,
            reach: Reach::Open,
            reaches: 0,
        }
    }

    fn is_before_verb(&self, index: usize) -> bool {
        self.verb_at.is_some_and(|verb| index < verb)
    }

    fn is_behind_verb(&self, index: usize) -> bool {
        self.verb_at.is_some_and(|verb| index > verb)
    }

    fn next_word(&self, index: usize) -> Option<&'p str> {
        next_word(self.pieces, index)
    }

    fn comma(&mut self, index: usize) {
        if self.previous == "only" {
            limit_last(&mut self.clause);
        }
        // "No heat, the oven rests": the heat is none. "No rye, wheat or oats are baked" goes on.
        let is_thing = self.clause.negated_from == 0 && self.clause.tokens.len() == 1 || !self.is_behind_verb(index);
        if self.clause.none && self.negations == 1 && is_thing && !self.lists_on(index) {
            (self.clause.none, self.clause.denied, self.negations) = (false, false, 0);
        }
        self.reach = Reach::Open;
        self.describes = false;
        self.scope = false;
        self.rejected = false;
    }

    /// Whether more of the same kind follows up to the verb.
    fn lists_on(&self, index: usize) -> bool {
        let end = self.verb_at.filter(|verb| *verb > index).unwrap_or(self.pieces.len());
        let subject = &self.pieces[index..end];
        subject
            .iter()
            .any(|piece| matches!(piece, Piece::Word { folded, .. } if matches!(&**folded, "or" | "and" | "nor")))
    }

    fn colon(&mut self, index: usize) {
        // `log("Oven:", heat)` shows a value, and says none.
        let is_shown = matches!(self.pieces.get(index + 1), Some(Piece::Comma));
        let is_field = !self.previous.is_empty() && !is_shown && !begins_to_tell(&self.pieces[index + 1..]);
        self.field = is_field.then(|| self.previous.to_owned());
    }

    fn number(&mut self, statement: &mut Statement, index: usize, value: f64, glued_unit: &str, words: &mut Glossary) {
        // "Pull request 88" and "pull request 89" are two things.
        let is_label = is_label(self.pieces, index, self.verb_at);
        if is_label || LABELS.contains(self.previous) && self.is_before_verb(index) {
            let label = alloc::format!("#{value}");
            let (name, subject) = (true, true);
            let (word, key) = (Arc::from(label.as_str()), words.key(&label));
            self.clause.tokens.push(Token { key, word, name, subject, ..Token::default() });
        }
        if let Some(name) = setting(&self.pieces[..index]) {
            statement.fields.push((name.to_owned(), alloc::format!("{value}{glued_unit}")));
        }
        let known = statement.quantities.len();
        if !is_label {
            push_quantity(statement, self.pieces, index, value, glued_unit, self.place);
        }
        // "It fails when there are more than 10" tells of no ten.
        statement.quantities[known..].iter_mut().for_each(|quantity| quantity.supposed = self.imagined);
        self.previous = "";
    }

    fn word(&mut self, statement: &mut Statement, index: usize, words: &mut Glossary) {
        let Some(heard) = Heard::at(self.pieces, index) else { return };
        let word = heard.word;
        // "Pass X to get Y instead of the default Z" is a choice.
        let is_default = first_content(&self.pieces[index + 1..]) == Some("default");
        // "No route without a token" has one with each.
        let does_without = word == "without" && self.negations == 0;
        self.hear_reach(heard);
        self.hear_change(statement, heard, is_default);
        // "A tray without a label isn't allowed": each has one.
        self.lacks |= does_without && self.is_before_verb(index);
        self.hear_denial(statement, heard);
        self.hear_rejection(heard, is_default, does_without);
        if Some(index) == self.verb_at {
            self.scope = false;
        }
        self.imagined |= matches!(word, "if" | "when" | "unless" | "once") && self.is_behind_verb(index);
        self.hear_scope(heard);
        // "Versions that nobody loads": of the versions.
        self.describes |= matches!(word, "that" | "which" | "who" | "whose")
            && self.is_behind_verb(index)
            && self.clause.tokens.last().is_some_and(|last| !last.verb && !last.light);
        self.relative |= self.is_behind_verb(index) && matches!(word, "that" | "which" | "who");
        self.hear_amount(statement, heard);
        let state = switched(self.pieces, index, self.previous);
        let is_content = !heard.is_stop && !heard.marks.has(Marks::NEGATOR) && word != "longer";
        if (is_content || heard.capitals || state.is_some()) && !heard.marks.has(Marks::MONTH) {
            self.push_token(statement, heard, state, words);
        } else if heard.is_stop
            && (word != "own" || self.slot.is_empty())
            && !matches!(word, "the" | "a" | "an" | "our" | "its" | "their" | "his" | "her" | "my" | "your")
        {
            self.slot = word;
        }
        self.previous = word;
    }

    /// "Only", "every": of what follows.
    fn hear_reach(&mut self, heard: Heard<'_>) {
        match heard.word {
            "only" if self.previous != "not" => (self.reach, self.reaches) = (Reach::Only, 0),
            "any" | "all" | "every" | "each" => (self.reach, self.reaches) = (Reach::All, 0),
            // "Only on old ovens in the cellar": of the ovens.
            _ if heard.is_stop && self.reaches > 0 => self.reach = Reach::Open,
            _ => {}
        }
    }

    /// Words that say that something is new, left, the best, or one more.
    fn hear_change(&mut self, statement: &mut Statement, heard: Heard<'_>, is_default: bool) {
        let Heard { index, word, marks, stem_marks, .. } = heard;
        if takes_leave(self.pieces, index) {
            statement.change.get_or_insert_with(|| LEFT.to_owned());
        }
        let next = self.next_word(index);
        // "Switch on the lock" adds to what is there.
        let turns_on = word.starts_with("switch") && matches!(next, Some("on" | "off" | "between"));
        // "A box is used instead if there is no room."
        let is_case = turns_on || exchanges(word) && (matches!(next, Some("if" | "when" | "unless")) || is_default);
        if !heard.capitals && !is_case {
            note_cues(statement, self.previous, word, marks, stem_marks);
        }
        // "It was too slow" adds nothing, "it does that too" does.
        statement.additive |= word == "too" && next.is_none() && statement.change.is_none();
        statement.superlative |=
            marks.has(Marks::SUPERLATIVE) || stem_marks.has(Marks::SUPERLATIVE) || lexicon::is_best(word);
    }

    /// Little words that deny what follows.
    fn hear_denial(&mut self, statement: &mut Statement, Heard { index, word, marks, .. }: Heard<'_>) {
        let next = self.next_word(index);
        // "No more than 500" sets a bound.
        let is_bound = matches!(next, Some("longer" | "more" | "less" | "fewer" | "later"));
        if marks.has(Marks::NEGATOR) && !(word == "no" && is_bound) {
            let partial = ["only", "just", "always", "necessarily", "all", "every", "everything", "even"];
            // "It is not clear if …", "… or not": open, and nothing is denied.
            let doubted = ["clear", "sure", "certain", "convinced"];
            let is_kept = |next: &str| partial.contains(&next) || doubted.contains(&next);
            let kept = word == "not" && (self.previous == "or" || next.is_some_and(is_kept));
            statement.open |= word == "not" && next.is_some_and(|next| doubted.contains(&next));
            if !kept && !self.imagined && !self.describes {
                self.clause.denied = !self.clause.denied;
                self.clause.none |= matches!(word, "no" | "zero");
                self.negations += 1;
                if self.negations == 1 {
                    self.clause.negated_from = self.clause.tokens.len();
                }
                if word == "without" {
                    // A thing left out of a measure is no denial of the measure; "never without" is always, and
                    // "no way without" but one way.
                    let is_way = self.clause.tokens.first().is_some_and(|first| &*first.key == "way");
                    self.negations -= if self.negations > 1 && !is_way { 2 } else { 1 };
                }
            }
        } else if word == "longer" && self.previous == "no" {
            self.deny_from_here();
            statement.change.get_or_insert_with(|| NO_LONGER.to_owned());
        }
        if is_out_of(self.pieces, index) {
            self.deny_from_here();
        }
    }

    fn deny_from_here(&mut self) {
        self.negations += 1;
        self.clause.negated_from = self.clause.tokens.len();
    }

    /// Words behind which something is set aside.
    fn hear_rejection(&mut self, Heard { index, word, .. }: Heard<'_>, is_default: bool, does_without: bool) {
        let sets_aside =
            matches!(word, "considered" | "against" | "rejected" | "replacing" | "replaces" | "dropping" | "ruled");
        // "Moved off X", "away from X".
        let leaves = matches!(
            (self.previous, word),
            ("moved" | "move" | "moving" | "switched" | "migrated", "off") | ("away", "from")
        );
        let is_behind_comma = || matches!(index.checked_sub(1).map(|at| &self.pieces[at]), Some(Piece::Comma));
        if sets_aside
            || leaves
            || takes_leave(self.pieces, index)
            || does_without
            || word == "not" && is_behind_comma()
            || word == "of" && self.previous == "instead" && !is_default
            || word == "than" && self.previous == "rather"
        {
            self.rejected = true;
        } else if matches!(word, "and" | "with" | "use" | "to" | "for" | "is" | "are" | "by" | "on" | "in") {
            self.rejected = false;
        }
    }

    /// Words behind which it is told where, when or of which it holds.
    fn hear_scope(&mut self, Heard { index, word, marks, .. }: Heard<'_>) {
        let is_unit_at = |at: usize| matches!(self.pieces.get(at), Some(Piece::Word { stem_marks, .. }) if stem_marks.has(Marks::UNIT));
        // "For 8 hours" is no condition, and "since the audit" tells when, not where.
        let is_amount = match self.pieces.get(index + 1) {
            Some(Piece::Number { glued_unit, .. }) => !glued_unit.is_empty() || is_unit_at(index + 2),
            _ => false,
        };
        let is_while = || matches!(self.next_word(index), Some("a" | "an")) && is_unit_at(index + 2);
        let lasts = word == "for" && (is_amount || is_while());
        // "Shops with few orders …" are not all shops; "20 or newer" counts on.
        let restricts =
            matches!(word, "with" | "whose" | "older" | "newer" | "larger" | "bigger" | "longer" | "smaller")
                && self.previous != "or"
                && self.subject_words > 0
                && self.is_before_verb(index);
        // "All but the oven is gone" leaves the oven.
        let leaves_out =
            word == "except" || word == "but" && matches!(self.previous, "all" | "everything" | "anything");
        if restricts || leaves_out {
            (self.scope, self.condition) = (true, true);
        } else if word == "since"
            || lasts
            || word == "regardless"
            || widens(self.pieces, index)
            || names_port(self.pieces, index)
        {
            (self.scope, self.condition) = (false, false);
        } else if marks.has(Marks::SCOPE_MARKER) {
            self.condition = matches!(word, "for" | "if" | "when" | "unless" | "per" | "during");
            self.scope = self.verb_at.is_none_or(|verb| index > verb) || matches!(word, "per" | "for" | "if" | "when");
        }
    }

    /// Amounts that are told in words.
    fn hear_amount(&mut self, statement: &mut Statement, Heard { index, word, marks, .. }: Heard<'_>) {
        // "The translation is complete" is all of it.
        let share = (word == "complete" && matches!(self.previous, "is" | "are" | "now")).then_some(1.0);
        let period = period(self.pieces, index, self.previous);
        let month = if marks.has(Marks::MONTH) { bare_month(self.pieces, index, self.previous) } else { None };
        for (value, dimension) in [(share, "share"), (period, "period"), (month, "month")] {
            statement.quantities.extend(value.map(|value| Quantity::bare(value, dimension, self.place)));
        }
    }

    /// Takes a word of content in. `state` is the state that it says something to be in, with the words around it.
    fn push_token(
        &mut self,
        statement: &mut Statement,
        heard: Heard<'p>,
        state: Option<&'static str>,
        words: &mut Glossary,
    ) {
        let Heard { index, word, stem_marks, .. } = heard;
        let other_key = match state {
            Some(key) => Some(key),
            None if word == "hand" && self.previous == "by" => Some("manual"),
            None if stem_marks.has(Marks::SYNONYM) => Some(lexicon::canonical(heard.stem)),
            None => None,
        };
        let key = other_key.unwrap_or(heard.stem);
        let is_verb = Some(index) == self.main_verb_at;
        let subject = self.is_before_verb(index) && index >= self.lead;
        self.subject_words += usize::from(subject);
        if !subject && !self.relative && self.denies(heard, key, state) {
            self.negations += 1;
            if self.negations == 1 {
                // "Debug builds skip the linker" denies no builds.
                let is_done_to = is_verb && !lexicon::is_auxiliary(self.previous) && has_object(self.pieces, index);
                self.clause.negated_from = if is_done_to { self.clause.tokens.len() } else { 0 };
            }
        }
        if let Some(name) = self.field.take().filter(|_| is_value(&self.pieces[index..])) {
            statement.fields.push((lexicon::canonical(&stem(&name)).to_owned(), key.to_owned()));
        }
        let is_unit =
            index > 0 && matches!(self.pieces[index - 1], Piece::Number { .. }) && stem_marks.has(Marks::UNIT);
        let key_marks = if other_key.is_some() { Marks::of(key) } else { stem_marks };
        // "Went" has the stem of "go", and is no language.
        let regular = key.as_bytes().first() == word.as_bytes().first();
        let known = heard.marks.has(Marks::PRODUCT) || regular && key_marks.has(Marks::PRODUCT);
        // What stands behind it is the same, or its own.
        let is_shade = matches!(state, Some("same" | "own"));
        let is_lead = index < self.lead;
        self.clause.tokens.push(Token {
            key: other_key.map_or_else(|| heard.stem.clone(), |key| words.key(key)),
            word: Arc::clone(heard.folded),
            light: key_marks.has(Marks::LIGHT) && !heard.capitals,
            name: heard.raw_name || known || heard.quoted || matches!(self.previous, "called" | "named" | "dubbed"),
            scope: (self.scope || is_lead) && !is_unit,
            condition: (self.scope && self.condition || is_lead) && !is_unit,
            subject,
            verb: is_verb,
            rejected: self.rejected && !takes_leave(self.pieces, index),
            slot: if is_shade { "" } else { lexicon::stop_word(self.slot).unwrap_or_default() },
            reach: if is_verb { Reach::Open } else { self.reach },
        });
        self.reaches += usize::from(!is_verb);
        self.slot = if is_shade { word } else { "" };
    }

    /// Whether a word of content denies the clause: "X is gone".
    fn denies(&self, heard: Heard<'_>, key: &str, state: Option<&str>) -> bool {
        let Heard { index, word, .. } = heard;
        let next = self.next_word(index);
        let is_verb = Some(index) == self.main_verb_at;
        // "Encrypted end to end" ends nothing, and what ends on Friday is there until then.
        let ends_later = || {
            matches!(self.pieces.get(index + 1), Some(Piece::Number { .. }))
                || matches!(next, Some("up" | "on" | "at" | "after" | "with" | "when"))
        };
        // "410 Gone" is the name of an answer.
        let is_denial = heard.stem_marks.has(Marks::DENIAL) && !heard.raw_name || state == Some("disabl");
        let is_end = || key == "end" && (!is_verb || ends_later()) || key == "stop" && ends_later();
        // "To stop cheats" tells what for.
        let is_purpose = self.previous == "to" && !is_verb;
        // "Fixed or deleted" leaves a choice, and "when it is deleted" tells when.
        let is_open = self.previous == "or" || self.imagined || index < self.lead;
        // "Failed jobs" and "deleted users" deny nothing.
        let is_attribute = || {
            !is_verb
                && !lexicon::is_auxiliary(self.previous)
                && (word.ends_with("ed") || matches!(word, "missing" | "failing" | "broken"))
                && next.is_some_and(|next| !lexicon::is_stop(next))
        };
        // What can be removed is there, and links that expire are links.
        let is_possible = || is_possible(self.pieces, index) && self.negations == 0;
        // "Keep the bell disabled" keeps it.
        let keeps =
            |piece: &Piece| matches!(piece, Piece::Word { folded, .. } if matches!(&**folded, "keep" | "leave"));
        let is_kept = || word.ends_with("ed") && self.pieces[..index].iter().any(keeps);
        is_denial
            && !is_kept()
            && !is_purpose
            && !is_open
            && !matches!(state, Some("fall" | "live"))
            && !is_end()
            && !is_attribute()
            && !is_possible()
    }

    fn finish(self, words: &mut Glossary) -> Clause {
        let Self { pieces, mut clause, mut negations, .. } = self;
        // "The shop takes cash only."
        if self.previous == "only" {
            limit_last(&mut clause);
        }
        // What may not exceed a bound has one.
        let is_bound = |token: &Token| token.verb && &*token.key == "exceed";
        if self.lacks && negations % 2 == 1 {
            negations += 1;
            clause.tokens.iter_mut().for_each(|token| token.rejected = false);
        }
        clause.negative = negations % 2 == 1 && !clause.tokens.iter().any(is_bound);
        clause.none_else = self.place > 0 && first_word(pieces) == Some("not");
        clause.only = first_word(pieces) == Some("only") && !matches!(pieces.get(1), Some(Piece::Number { .. }));
        clause.open_subject = self.subject_words == 0;
        if tells_name(&clause) {
            let (word, key) = (Arc::from("name"), words.key("name"));
            clause.tokens.push(Token { key, word, subject: true, ..Token::default() });
        }
        clause
    }
}

/// "The agent is Spock" tells the agent's name without the word.
fn tells_name(clause: &Clause) -> bool {
    let is_name = |token: &Token| {
        !token.subject
            && token.name
            && matches!(token.slot, "is" | "am")
            && !lexicon::is_unit(&token.word)
            && alternatives::class_of(&token.word).is_none()
    };
    clause.tokens.len() >= 2
        && clause.tokens.iter().any(|token| token.subject && !token.name)
        && clause.tokens.iter().any(is_name)
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

/// "Oven: for now, …" and "oven: there is …" fill in no field.
fn begins_to_tell(pieces: &[Piece]) -> bool {
    matches!(pieces.first(), Some(Piece::Word { folded, marks, .. })
        if marks.has(Marks::STOP) && !matches!(&**folded, "the" | "a" | "an" | "no" | "our" | "always" | "every" | "each"))
}

/// "Store: SQLite" fills in a field, "Store: writes go to the file that …" tells something.
fn is_value(pieces: &[Piece]) -> bool {
    let value = pieces.iter().take_while(|piece| !matches!(piece, Piece::Comma));
    // "Oven: changed it" tells what was done.
    let leans = |piece: &Piece| matches!(piece, Piece::Word { folded, .. } if matches!(&**folded, "it" | "them"));
    let is_short = value.clone().filter(|piece| matches!(piece, Piece::Word { .. })).count() <= VALUE_WORDS;
    !value.clone().any(leans) && (is_short || find_verb(pieces).is_none())
}

/// "Only" behind a word is said of it.
fn limit_last(clause: &mut Clause) {
    if let Some(last) = clause.tokens.last_mut().filter(|last| !last.verb) {
        last.reach = Reach::Only;
    }
}
