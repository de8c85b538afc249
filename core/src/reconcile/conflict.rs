//! What two statements cannot both say: another value, number or name of the same thing, its opposite, another choice.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::alternatives::{self, Exclusive};
use super::amount::{days_differ, differing_numbers, nearly_equal};
use super::change::{
    announced_change, arrived, became, done_by_another, exchanged, moved_on, other_default, put_off, renamed, renewed,
    restored, set_aside, unlimited, was_before,
};
use super::choice::{other_best_choice, other_of_kind};
use super::common::{
    conditions_differ, equal_subjects, frame_share, is_of_some, keys, narrows, objects_differ, qualified_apart,
    references_differ, scopes_differ_beside, scopes_differ_beside_names, share_subject, subjects_differ, verb,
};
use super::denial::{left_out, none_and_some, opposite_polarity, turned, undone};
use super::dropped::dropped;
use super::glossary::Key;
use super::lexicon;
use super::reach::other_reach;
use super::statement::{Clause, Reach, Statement, Token};

/// What makes two statements conflict.
pub(super) struct Conflict {
    pub(super) text: String,
    /// Two counts or measurements differ, which are expected to change.
    pub(super) measured: bool,
    /// It stands on one word, or on nothing but a word that says that something is new: enough where both statements
    /// are known to be about the same.
    pub(super) is_weak: bool,
}

impl Conflict {
    pub(super) fn new(text: String) -> Option<Self> {
        Some(Self { text, measured: false, is_weak: false })
    }

    pub(super) fn weak(text: String) -> Option<Self> {
        Some(Self { text, measured: false, is_weak: true })
    }
}

/// The first thing on which they conflict.
pub(super) fn find_conflict(a: &Statement, b: &Statement, shared: &[&str]) -> Option<Conflict> {
    if references_differ(a, b) {
        return None;
    }
    if let Some(conflict) = was_before(a, b).or_else(|| differing_fields(a, b)).or_else(|| moved_on(a, b)) {
        return Some(conflict);
    }
    // "Passed on May 3", "failed on May 10": each on its day.
    if b.change.is_none() && days_differ(a, b) {
        return differing_numbers(a, b, shared);
    }
    for clause_a in &a.clauses {
        for clause_b in &b.clauses {
            if clause_b.conditional && narrows(clause_a, clause_b, a) {
                continue;
            }
            // What holds of all holds of some of them.
            let heads =
                || keys(clause_a, |token| token.subject && !token.light).last().is_some_and(|head| b.is_about(head));
            let is_general = (a.universal || b.universal)
                && share_subject(clause_a, clause_b, |token| &*token.key != "name")
                || a.universal && heads();
            if subjects_differ(clause_a, clause_b, a, b) && !is_general {
                let found = only_subject(clause_a, clause_b)
                    .or_else(|| open_to_all(clause_a, clause_b))
                    .or_else(|| left_out(clause_a, clause_b))
                    .or_else(|| none_and_some(clause_a, clause_b, a, b))
                    .or_else(|| undone(clause_a, clause_b, a))
                    .or_else(|| other_holder(clause_a, clause_b, a, b))
                    .or_else(|| same_attribute(clause_a, clause_b, a, b, shared));
                if found.is_some() {
                    return found;
                }
                continue;
            }
            let found = open_to_all(clause_a, clause_b)
                .or_else(|| other_reach(clause_a, clause_b))
                .or_else(|| opposite_polarity(clause_a, clause_b, a, b))
                .or_else(|| left_out(clause_a, clause_b))
                .or_else(|| none_and_some(clause_a, clause_b, a, b))
                .or_else(|| undone(clause_a, clause_b, a))
                .or_else(|| exclusive_words(clause_a, clause_b, a, b))
                .or_else(|| other_holder(clause_a, clause_b, a, b))
                .or_else(|| {
                    // "Recordings are MP4", "audio recordings are Ogg".
                    let is_part = b.change.is_none() && !a.universal && is_of_some(clause_a, clause_b, a);
                    let other = || {
                        other_name(clause_a, clause_b, a, b, shared)
                            .or_else(|| other_value(clause_a, clause_b, b))
                            .or_else(|| other_complement(clause_a, clause_b, a, b))
                    };
                    if is_part { None } else { other() }
                });
            if found.is_some() {
                return found;
            }
        }
    }
    differing_numbers(a, b, shared)
        .or_else(|| free_or_paid(a, b))
        .or_else(|| other_state(a, b))
        .or_else(|| dropped(a, b, |key| shared.contains(&key)))
        .or_else(|| arrived(a, b, shared))
        .or_else(|| restored(a, b, shared))
        .or_else(|| turned(a, b, shared))
        .or_else(|| rejected_mention(a, b, shared))
        .or_else(|| done_by_another(a, b))
        .or_else(|| set_aside(a, b))
        .or_else(|| renamed(a, b))
        .or_else(|| became(a, b))
        .or_else(|| put_off(a, b))
        .or_else(|| other_default(a, b))
        .or_else(|| unlimited(a, b))
        .or_else(|| needless(a, b, shared))
        .or_else(|| exchanged(a, b))
        .or_else(|| other_best_choice(a, b, shared))
        .or_else(|| other_of_kind(a, b))
        .or_else(|| announced_change(a, b, shared))
        .or_else(|| renewed(a, b))
}

/// `Name: X` against `Name: Y`.
fn differing_fields(a: &Statement, b: &Statement) -> Option<Conflict> {
    let (key, old, new) = a.fields.iter().find_map(|(key, old)| {
        let (_, new) = b.fields.iter().find(|(other, _)| other == key)?;
        (old != new && !lexicon::is_light(key) && !lexicon::is_label(key)).then_some((key, old, new))
    })?;
    Conflict::new(format!("{key} is “{old}” in one and “{new}” in the other"))
}

/// `Trials are free of charge` against `a trial costs 5 €`.
fn free_or_paid(a: &Statement, b: &Statement) -> Option<Conflict> {
    let free = |statement: &Statement| {
        let is_free = |clause: &&Clause| {
            let told =
                |token: &Token| &*token.key == "free" && !token.subject && matches!(token.slot, "is" | "are" | "be");
            !clause.negative && !clause.conditional && clause.tokens.iter().any(told)
        };
        statement.clauses.iter().find(is_free).cloned()
    };
    let price = |statement: &Statement| {
        let quantity =
            statement.quantities.iter().find(|quantity| quantity.dimension == "money" && quantity.value > 0.0)?;
        statement.clauses.get(quantity.clause).cloned().filter(|clause| !clause.negative && !clause.conditional)
    };
    let (gift, paid) = free(a).zip(price(b)).or_else(|| free(b).zip(price(a)))?;
    let thing =
        |token: &&Token| token.subject && !token.light && paid.tokens.iter().any(|t| t.subject && t.key == token.key);
    let thing = gift.tokens.iter().find(thing)?;
    Conflict::new(format!("“{}” is free in one and paid in the other", thing.word))
}

/// `Only Ann may approve releases` against `approval of releases is open to the whole team`.
fn open_to_all(clause_a: &Clause, clause_b: &Clause) -> Option<Conflict> {
    if done_by_few(clause_a, clause_b) || done_by_few(clause_b, clause_a) {
        return Conflict::new("one leaves it to some only, the other to everybody".into());
    }
    let (limited, open) = if clause_a.only { (clause_a, clause_b) } else { (clause_b, clause_a) };
    let is_all = |token: &Token| {
        matches!(&*token.word, "entire" | "everyone" | "everybody" | "anyone" | "anybody")
            || token.subject && token.reach == Reach::All
    };
    if limited.only == open.only || limited.negative || open.negative || !open.tokens.iter().any(is_all) {
        return None;
    }
    let of = keys(limited, |token| !token.subject && !token.light);
    let same = of.len() > 1 && of.iter().all(|key| open.tokens.iter().any(|token| &*token.key == *key));
    if same { Conflict::new("one says it of its subject only, the other of everybody".into()) } else { None }
}

/// `Runs may be started by the night shift only` against `… by anyone`.
fn done_by_few(limited: &Clause, open: &Clause) -> bool {
    let deed = |clause: &Clause| clause.tokens.iter().find(|token| !token.subject).map(|token| token.key.clone());
    let doer = |clause: &Clause, is_meant: &dyn Fn(&Token) -> bool| {
        clause.tokens.iter().skip_while(|token| token.slot != "by").any(is_meant)
    };
    equal_subjects(limited, open)
        && deed(limited) == deed(open)
        && doer(limited, &|token| token.reach == Reach::Only)
        && doer(open, &|token| {
            token.slot == "by" && matches!(&*token.word, "anyone" | "anybody" | "everyone" | "everybody")
        })
}

/// `Only admins can deploy` against `Developers can deploy`.
fn only_subject(clause_a: &Clause, clause_b: &Clause) -> Option<Conflict> {
    if !(clause_a.only || clause_b.only) || clause_a.negative != clause_b.negative {
        return None;
    }
    let (of_a, of_b) = (keys(clause_a, |token| !token.subject), keys(clause_b, |token| !token.subject));
    let same = !of_a.is_empty() && of_a.iter().all(|key| of_b.contains(key)) && of_b.len() <= of_a.len() + 1;
    if same { Conflict::new("one says it of its subject only, the other of another subject".into()) } else { None }
}

/// The same thing in the charge of somebody else: "Ann owns the importer", "Bob has taken over the importer".
fn other_holder(clause_a: &Clause, clause_b: &Clause, a: &Statement, b: &Statement) -> Option<Conflict> {
    let has_charge = |clause: &Clause| {
        let tells = |token: &Token| {
            lexicon::has_charge(&token.key) && (token.verb || &*token.key != "own")
                || &*token.key == "call" && token.slot == "on"
                || token.slot == "over"
        };
        !clause.negative && clause.tokens.iter().any(|token| !token.subject && tells(token))
    };
    // "Ann maintains it", "it was handed over to Bob".
    let handed_to = clause_b.tokens.iter().any(|token| matches!(&*token.word, "handed" | "passed" | "transferred"));
    if handed_to && has_charge(clause_a) {
        let heir = clause_b.tokens.iter().find(|token| token.slot == "to" && token.name && !a.has(&token.key))?;
        let is_same = |token: &Token| !token.subject && !token.verb && !token.light;
        let is_it = |token: &Token| is_same(token) && clause_b.tokens.iter().any(|t| t.subject && t.key == token.key);
        return clause_a
            .tokens
            .iter()
            .any(is_it)
            .then(|| Conflict::new(format!("the later one hands it to “{}”", heir.word)))?;
    }
    if !has_charge(clause_a) || !has_charge(clause_b) || b.additive {
        return None;
    }
    let holder = |clause: &Clause| {
        let mut subject = clause.tokens.iter().filter(|token| token.subject);
        subject.next().filter(|_| subject.next().is_none()).map(|token| token.word.clone())
    };
    let (x, y) = (holder(clause_a)?, holder(clause_b)?);
    let is_object = |token: &Token| !token.subject && !token.verb && !token.light && !lexicon::has_charge(&token.key);
    let (of_a, of_b) = (keys(clause_a, is_object), keys(clause_b, is_object));
    let common = of_a.iter().filter(|key| of_b.contains(key)).count();
    let same_numbers = a.quantities.iter().all(|x| b.quantities.iter().any(|y| nearly_equal(x.value, y.value)));
    if x == y || common == 0 || common < of_a.len().min(of_b.len()) || !same_numbers {
        return None;
    }
    Conflict::new(format!("it is “{x}” in one and “{y}” in the other"))
}

/// Different subjects, the same two words for the attribute, and values that exclude each other.
fn same_attribute(
    clause_a: &Clause,
    clause_b: &Clause,
    a: &Statement,
    b: &Statement,
    shared: &[&str],
) -> Option<Conflict> {
    if qualified_apart(a, b, shared) {
        return None;
    }
    let attribute = clause_a
        .tokens
        .iter()
        .filter(|token| !token.verb)
        .filter(|token| clause_b.tokens.iter().any(|other| other.key == token.key))
        .count();
    if attribute >= 2 {
        return exclusive_words(clause_a, clause_b, a, b);
    }
    // "The licence is X", "the licence file says Y": one property, two values of a kind.
    let is_property = |token: &Token| lexicon::is_attribute(&token.key) && shared.contains(&&*token.key);
    let value = |clause: &Clause| {
        let mut values = clause.tokens.iter().filter(|token| !token.subject && !token.rejected && !token.scope);
        values.find(|token| alternatives::class_of(&token.word).is_some()).map(|token| token.word.clone())
    };
    if clause_a.negative || clause_b.negative || b.additive || !clause_a.tokens.iter().any(is_property) {
        return None;
    }
    let (x, y) = (value(clause_a)?, value(clause_b)?);
    alternatives::are_alternatives(&x, &y).then(|| Conflict::new(format!("“{x}” in one and “{y}” in the other")))?
}

/// "Down since Thursday", "renamed on Saturday": two days of two things.
pub(super) fn is_other_time(x: &Token, y: &Token) -> bool {
    alternatives::is_day(&x.word) && x.slot != y.slot
}

/// `high` against `medium`, `public` against `private`.
fn exclusive_words(clause_a: &Clause, clause_b: &Clause, a: &Statement, b: &Statement) -> Option<Conflict> {
    if clause_a.negative || clause_b.negative || narrows(clause_a, clause_b, a) {
        return None;
    }
    let of_b: Vec<&Token> = clause_b.tokens.iter().filter(|token| !token.subject && !a.has(&token.key)).collect();
    if of_b.is_empty() {
        return None;
    }
    // "The title is required", "the title prefix is optional": a part has its own duties.
    let demands = |token: &Token| matches!(&*token.word, "optional" | "required" | "mandatory");
    let is_part = |token: &Token| demands(token) && (is_part(clause_a, clause_b) || is_part(clause_b, clause_a));
    for x in clause_a.tokens.iter().filter(|token| !token.subject && !b.has(&token.key)) {
        let (key, word) = (Exclusive::of(&x.key), Exclusive::of(&x.word));
        for y in &of_b {
            let exclusive = (key.excludes(&y.key) || word.excludes(&y.word)) && !is_other_time(x, y);
            let values = [&*x.key, &*y.key];
            let is_same = || {
                frame_share(clause_a, clause_b, values) >= 0.4
                    && !is_part(x)
                    && !objects_differ(clause_a, clause_b, a, b, &values)
                    && !scopes_differ_beside(clause_a, clause_b, &values)
            };
            if exclusive && is_same() {
                return Conflict::new(format!("“{}” and “{}” exclude each other", x.word, y.word));
            }
        }
    }
    None
}

/// Whether the subject of one clause is more than that of the other: "the oven", "the oven door".
fn is_part(clause: &Clause, of: &Clause) -> bool {
    let (part, whole) = (keys(clause, |token| token.subject), keys(of, |token| token.subject));
    !whole.is_empty() && part.len() > whole.len() && part.starts_with(&whole)
}

/// The same slot filled with another name.
fn other_name(clause_a: &Clause, clause_b: &Clause, a: &Statement, b: &Statement, shared: &[&str]) -> Option<Conflict> {
    let is_affirmed = !clause_a.negative && !clause_b.negative && !b.additive;
    let (verb_a, verb_b) = (verb(clause_a), verb(clause_b));
    // "In an S3 bucket" is where it lives, not when it holds.
    let is_elsewhere = if lexicon::both_place(verb_a.unwrap_or_default(), verb_b.unwrap_or_default()) {
        conditions_differ(clause_a, clause_b)
    } else {
        scopes_differ_beside_names(clause_a, clause_b)
    };
    if !is_affirmed || is_elsewhere || objects_differ(clause_a, clause_b, a, b, &[]) {
        return None;
    }
    let common_frame =
        clause_a.tokens.iter().any(|token| !token.name && !token.verb && !token.light && shared.contains(&&*token.key))
            || clause_a.tokens.iter().any(|token| token.subject && shared.contains(&&*token.key));
    if !common_frame {
        return None;
    }
    let is_value = |token: &Token, other: &Statement| {
        let held = |theirs: &Token| theirs.key == token.key && !theirs.rejected && !theirs.subject;
        token.name && !token.subject && !token.rejected && !other.tokens().any(held)
    };
    let verbs_agree = verb_a == verb_b;
    for x in clause_a.tokens.iter().filter(|token| is_value(token, b)) {
        for y in clause_b.tokens.iter().filter(|token| is_value(token, a)) {
            if is_other_time(x, y) {
                continue;
            }
            let class =
                |token: &Token| alternatives::class_of(&token.key).or_else(|| alternatives::class_of(&token.word));
            // Whatever they are, one thing is stored in one of them.
            let places = |verb: &str| lexicon::is_placement_verb(verb) && verb != "write";
            let same_place = x.slot == y.slot
                && (verbs_agree && verb_a.is_some_and(places)
                    || lexicon::both_place(verb_a.unwrap_or_default(), verb_b.unwrap_or_default()));
            // With numbers beside them, two names are where each number holds: "10 on Linux, 25 on Windows".
            let conditions = x.scope && y.scope && !a.quantities.is_empty() && !b.quantities.is_empty();
            let alternatives = !conditions
                && match (class(x), class(y)) {
                    (Some(_), Some(_)) if same_place => true,
                    (Some(p), Some(q)) => {
                        p == q
                            && !verb_b.is_some_and(lexicon::takes_many)
                            && (verbs_agree && verb_a.is_some()
                                || x.slot == y.slot
                                || settles(clause_a, x) && settles(clause_b, y))
                    }
                    (None, None) => {
                        let exclusive = verb_a.is_none_or(lexicon::is_exclusive_verb);
                        verbs_agree && exclusive && x.slot == y.slot
                    }
                    _ => false,
                };
            if alternatives {
                return Conflict::new(format!("“{}” in one and “{}” in the other", x.word, y.word));
            }
        }
    }
    None
}

/// Whether a clause leaves room for one such name only: "runs on X", "is X", not "has X bindings".
fn settles(clause: &Clause, name: &Token) -> bool {
    let by_verb = clause.tokens.iter().any(|token| token.verb && lexicon::is_exclusive_verb(&token.key));
    // "Comments are in German".
    let is_in = || verb(clause).is_none() && matches!(name.slot, "in" | "on");
    by_verb || matches!(name.slot, "is" | "are" | "was" | "be") || is_in()
}

/// The property that a clause gives a value: "colour" in "the primary colour is teal".
fn attribute(clause: &Clause) -> Option<&Token> {
    let last = clause.tokens.iter().rfind(|token| token.subject)?;
    lexicon::is_attribute(&last.key).then_some(last)
}

/// The same property of the same thing, with another value: "the colour is teal", "the colour is orange".
fn other_value(clause_a: &Clause, clause_b: &Clause, b: &Statement) -> Option<Conflict> {
    if clause_a.negative || clause_b.negative || b.additive || attribute(clause_a)?.key != attribute(clause_b)?.key {
        return None;
    }
    // "Petrol, and terracotta only for the logo": what else is told of a value does not count.
    let value = |clause: &Clause, other: &Clause| {
        let has = |key: &Key| other.tokens.iter().any(|token| token.key == *key && !token.scope);
        let becomes = |token: &Token| matches!(&*token.word, "became" | "becomes" | "become");
        let is_value = |token: &&Token| {
            matches!(token.slot, "is" | "are" | "was" | "now" | "be") || clause.tokens.iter().any(becomes)
        };
        let mut own = clause.tokens.iter().filter(|token| !token.subject && !becomes(token)).take(2);
        own.find(is_value)
            .filter(|token| !token.verb && !lexicon::is_unit(&token.word) && !has(&token.key))
            .map(|token| token.word.clone())
    };
    let (x, y) = (value(clause_a, clause_b)?, value(clause_b, clause_a)?);
    Conflict::new(format!("“{x}” in one and “{y}” in the other"))
}

/// The same said of the same thing, with another word after the same preposition: stored in UTC, stored in local time.
fn other_complement(clause_a: &Clause, clause_b: &Clause, a: &Statement, b: &Statement) -> Option<Conflict> {
    let both_best = a.superlative && b.superlative;
    let (verb_a, verb_b) = (verb(clause_a).unwrap_or_default(), verb(clause_b).unwrap_or_default());
    let same_verb = verb_a == verb_b && lexicon::is_placement_verb(verb_a) || lexicon::both_place(verb_a, verb_b);
    // "Users are identified by X", "users are identified by Y": all of it is the same but that.
    let is_done =
        || equal_subjects(clause_a, clause_b) && done(clause_a).is_some_and(|key| done(clause_b) == Some(key));
    // "The bug is in the parser", "the bug is in the lexer".
    let is_in = |clause: &Clause| {
        let mut told = clause.tokens.iter().filter(|token| !token.subject);
        // A file or a version has other bugs in it.
        let is_thing = |token: &Token| !token.light && !token.name && &*token.key != "version";
        matches!((told.next(), told.next()), (Some(token), None) if token.slot == "in" && is_thing(token))
    };
    let is_elsewhere = || is_in(clause_a) && is_in(clause_b) && equal_subjects(clause_a, clause_b);
    let by_deed = !same_verb && !both_best && (is_done() || is_elsewhere());
    if clause_a.negative || clause_b.negative || b.additive || !(same_verb || both_best || by_deed) {
        return None;
    }
    if !share_subject(clause_a, clause_b, |_| true) || objects_differ(clause_a, clause_b, a, b, &[]) {
        return None;
    }
    let is_head = |token: &Token, other: &Statement| {
        let may_be_one = !by_deed || !matches!(token.slot, "on" | "to" | "into");
        // Per month and per seat: both can hold.
        let is_share = by_deed && token.slot == "per" && !is_time(&token.word);
        let is_placed = lexicon::is_placing(token.slot) || is_share;
        !token.subject && !token.rejected && is_placed && may_be_one && !other.has(&token.key)
    };
    let x = clause_a.tokens.iter().find(|token| is_head(token, b))?;
    // By somebody, and with something: both can hold.
    let is_by = |slot: &str| slot == "by";
    let is_on_or_in = |slot: &str| matches!(slot, "on" | "in");
    let fits = |slot: &str| {
        slot == x.slot
            || !by_deed
                && is_by(slot) == is_by(x.slot)
                && (lexicon::same_placing(slot, x.slot)
                    || lexicon::both_place(verb_a, verb_b) && is_on_or_in(slot) && is_on_or_in(x.slot))
    };
    let y = clause_b.tokens.iter().find(|token| is_head(token, a) && fits(token.slot))?;
    // "As a backup", "by an admin" tells of another case.
    let is_all = |clause: &Clause| {
        let is_deed = |token: &Token| token.verb || done(clause).is_some_and(|key| *key == *token.key);
        clause.tokens.iter().filter(|token| !token.subject && !token.light && !is_deed(token)).count() == 1
    };
    let is_alone = equal_subjects(clause_a, clause_b) && is_all(clause_a) && is_all(clause_b);
    if x.slot == "per" && !is_alone {
        return None;
    }
    // In French, in YAML: both can hold. On a disk is no form, and in S3 it is on another.
    let is_product = |token: &Token| token.slot == "in" && alternatives::class_of(&token.key).is_some();
    let is_place = same_verb && is_alone && (x.slot == "on" && is_product(y) || y.slot == "on" && is_product(x));
    // Nor is a folder on the disk another place.
    let is_form = (x.slot == "on") == (y.slot == "on");
    let is_one_kind = is_form && alternatives::class_of(&x.key) == alternatives::class_of(&y.key);
    if !is_one_kind && !is_place {
        return None;
    }
    let text = format!("“{} {}” in one and “{} {}” in the other", x.slot, x.word, y.slot, y.word);
    Some(Conflict { text, measured: false, is_weak: by_deed })
}

fn is_time(word: &str) -> bool {
    lexicon::dimension_of(word) == "time" || matches!(word, "quarter" | "term" | "sprint")
}

/// What is done to the subject of a clause: "identified" in "users are identified by X".
fn done(clause: &Clause) -> Option<&str> {
    let first = clause.tokens.iter().find(|token| !token.subject)?;
    let is_passive = matches!(first.slot, "is" | "are" | "was" | "were" | "be") && first.word.ends_with("ed");
    (is_passive && !lexicon::is_at_home(&first.key)).then_some(&*first.key)
}

/// What one statement holds, the other names as rejected.
fn rejected_mention(a: &Statement, b: &Statement, shared: &[&str]) -> Option<Conflict> {
    let found = |one: &Statement, other: &Statement| {
        // "On old ovens we use X instead of Y".
        let always = one.clauses.iter().filter(|clause| !clause.conditional);
        always
            .flat_map(|clause| clause.tokens.iter())
            .find(|token| {
                token.rejected
                    && token.name
                    && other.tokens().any(|t| t.key == token.key && t.name && !t.rejected)
                    && !other.clauses.iter().any(|clause| clause.negative)
            })
            .map(|token| token.word.clone())
    };
    // "We submit to X, not Y": the later one names what it sets aside, and what it takes.
    let corrects = |word: &str| {
        let held = a.tokens().any(|token| *token.word == *word && !token.subject);
        held && b.tokens().any(|token| token.name && !token.rejected && !token.subject && !a.has(&token.key))
    };
    let word = found(b, a).or_else(|| found(a, b))?;
    if shared.len() < 2 && !corrects(&word) {
        return None;
    }
    Conflict::weak(format!("“{word}” is held in one and rejected in the other"))
}

/// What one statement needs or includes, the other does without.
fn needless(a: &Statement, b: &Statement, shared: &[&str]) -> Option<Conflict> {
    let found = |one: &Statement, other: &Statement| {
        let needs = other.clauses.iter().filter(|clause| {
            !clause.negative && clause.tokens.iter().any(|token| token.verb && lexicon::takes_in(&token.key))
        });
        // "A label is mandatory".
        let is_duty = |clause: &&Clause| {
            let told =
                |token: &Token| !token.subject && matches!(&*token.word, "mandatory" | "required" | "obligatory");
            !clause.negative && clause.tokens.iter().any(told)
        };
        let is_due = |key: &str| {
            let mut duties = other.clauses.iter().filter(is_duty);
            duties.any(|clause| clause.tokens.iter().any(|token| token.subject && &*token.key == key))
        };
        let needed = |key: &str| {
            is_due(key)
                || needs
                    .clone()
                    .any(|clause| clause.tokens.iter().any(|t| &*t.key == key && !t.subject && !t.verb && !t.rejected))
        };
        let mut without = one.tokens().filter(|token| token.rejected && !token.light);
        without.find(|token| needed(&token.key)).map(|token| token.word.clone())
    };
    let word = found(b, a).or_else(|| found(a, b))?;
    let is_same_matter = shared.iter().any(|key| *key != &*word && *key != crate::text::stem(&word));
    let is_open =
        |statement: &Statement| statement.clauses.iter().all(|clause| clause.open_subject || clause.tokens.len() < 4);
    (is_same_matter || is_open(a) || is_open(b)).then(|| Conflict {
        text: format!("one needs “{word}”, the other does without"),
        measured: false,
        is_weak: false,
    })
}

/// A ticket that both name waits in one and is done in the other.
fn other_state(a: &Statement, b: &Statement) -> Option<Conflict> {
    let ticket = a.tokens().find(|token| token.key.starts_with('#') && b.has(&token.key))?;
    let is = |statement: &Statement, test: fn(&str) -> bool| {
        let tells =
            |clause: &Clause, token: &Token| test(&token.key) && (!clause.negative || lexicon::is_denial(&token.key));
        statement.clauses.iter().any(|clause| clause.tokens.iter().any(|token| tells(clause, token)))
    };
    let (waits, done) = (lexicon::waits as fn(&str) -> bool, lexicon::is_settled as fn(&str) -> bool);
    let differs = is(a, waits) && is(b, done) && !is(a, done) || is(a, done) && is(b, waits) && !is(b, done);
    if differs { Conflict::new(format!("“{}” waits in one and is done in the other", ticket.word)) } else { None }
}
