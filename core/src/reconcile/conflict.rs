//! What two statements cannot both say: another value, number or name of the same thing, its opposite, another choice.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::alternatives::{self, Exclusive};
use super::amount::{days_differ, differing_numbers, nearly_equal};
use super::change::{
    announced_change, arrived, done_by_another, dropped, exchanged, moved_on, other_default, renamed, renewed,
    restored, set_aside, unlimited,
};
use super::common::{
    conditions_differ, equal_subjects, frame_share, is_whole_name, keys, narrows, objects_differ, qualified_apart,
    references_differ, scopes_differ, scopes_differ_beside, scopes_differ_beside_names, share_subject, subjects_differ,
    verb,
};
use super::cue::is_inside;
use super::glossary::Key;
use super::lexicon;
use super::reach::other_reach;
use super::statement::{Clause, Reach, Statement, Token};
use crate::text::Words;

/// Content words of a clause in which one thing is said.
const LONG_CLAUSE: usize = 16;

/// How much of something there is, in one word.
static DEGREES: Words = Words::new("long short big large huge small tiny detailed complex elaborate fancy heavy");

/// What makes two statements conflict.
pub(super) struct Conflict {
    pub(super) text: String,
    /// The thing counted, when two numbers differ.
    pub(super) measured: bool,
    /// It stands on one word, or on nothing but a word that says that something is new: enough where both statements
    /// are known to be about the same.
    pub(super) is_weak: bool,
}

impl Conflict {
    pub(super) fn new(text: String) -> Option<Self> {
        Some(Self { text, measured: false, is_weak: false })
    }

    fn weak(text: String) -> Option<Self> {
        Some(Self { text, measured: false, is_weak: true })
    }
}

/// The first thing on which they conflict.
pub(super) fn find_conflict(a: &Statement, b: &Statement, shared: &[&str]) -> Option<Conflict> {
    if references_differ(a, b) {
        return None;
    }
    if let Some(conflict) = differing_fields(a, b).or_else(|| moved_on(a, b)) {
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
            let is_general =
                (a.universal || b.universal) && share_subject(clause_a, clause_b, |token| &*token.key != "name");
            if subjects_differ(clause_a, clause_b, a, b) && !is_general {
                let found = only_subject(clause_a, clause_b)
                    .or_else(|| open_to_all(clause_a, clause_b))
                    .or_else(|| left_out(clause_a, clause_b))
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
                .or_else(|| exclusive_words(clause_a, clause_b, a, b))
                .or_else(|| other_name(clause_a, clause_b, a, b, shared))
                .or_else(|| other_value(clause_a, clause_b, b))
                .or_else(|| other_holder(clause_a, clause_b, a, b))
                .or_else(|| other_complement(clause_a, clause_b, a, b));
            if found.is_some() {
                return found;
            }
        }
    }
    differing_numbers(a, b, shared)
        .or_else(|| other_state(a, b))
        .or_else(|| dropped(a, b, |key| shared.contains(&key)))
        .or_else(|| arrived(a, b, shared))
        .or_else(|| restored(a, b, shared))
        .or_else(|| rejected_mention(a, b, shared))
        .or_else(|| done_by_another(a, b))
        .or_else(|| set_aside(a, b))
        .or_else(|| renamed(a, b))
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

/// `Only Ann may approve releases` against `approval of releases is open to the whole team`.
fn open_to_all(clause_a: &Clause, clause_b: &Clause) -> Option<Conflict> {
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
    if attribute >= 2 { exclusive_words(clause_a, clause_b, a, b) } else { None }
}

/// Verbs for what went wrong once, not for what was given up; stems.
static INCIDENTS: Words = Words::new("reject refus fail miss block");

/// The same thing affirmed in one clause and denied in the other.
fn opposite_polarity(clause_a: &Clause, clause_b: &Clause, a: &Statement, b: &Statement) -> Option<Conflict> {
    if clause_a.negative == clause_b.negative {
        return None;
    }
    let (denied, affirmed, whole) = if clause_a.negative { (clause_a, clause_b, b) } else { (clause_b, clause_a, a) };
    // A denying word is no thing that is denied, unless the other side has it too: "we delete", "we never delete".
    let is_thing =
        |token: &&Token| !lexicon::is_denial(&token.key) || affirmed.tokens.iter().any(|other| other.key == token.key);
    let from_denial = || denied.tokens.iter().skip(denied.negated_from).filter(is_thing);
    let mut focus: Vec<&Token> = from_denial().filter(|token| !token.light).collect();
    if focus.is_empty() {
        // "is not supported": all that is denied is a light word, and it is what the sentence is about.
        focus = from_denial().collect();
        // "X is not used" denies X to whoever takes it for something.
        let taken =
            |key: &str| affirmed.tokens.iter().any(|token| &*token.key == key && !token.subject && !token.rejected);
        if !focus.iter().any(|token| taken(&token.key)) {
            focus.extend(denied.tokens.iter().filter(|token| token.subject && taken(&token.key)));
            focus.retain(|token| !token.light || !token.verb);
        }
    }
    // "Skipped rows end up in X" goes on about what "skips rows" tells.
    let presumes = |token: &&Token| {
        lexicon::is_denial(&token.key)
            && !token.subject
            && affirmed.tokens.iter().any(|theirs| theirs.subject && theirs.key == token.key)
    };
    if focus.iter().any(presumes) {
        return None;
    }
    // "The mill refused the sack" once, and takes sacks all the same.
    let happened = |token: &Token| INCIDENTS.contains(&token.key) && token.word.ends_with("ed");
    if denied.tokens.iter().any(happened) && equal_subjects(clause_a, clause_b) {
        return None;
    }
    // Who rambles denies something else in the end.
    if denied.tokens.len().max(affirmed.tokens.len()) > LONG_CLAUSE {
        return None;
    }
    // "We need no long list" denies its length.
    let is_degree = |token: &Token| DEGREES.contains(&token.word);
    if focus.iter().take(2).any(|token| is_degree(token) && !affirmed.tokens.iter().any(is_degree)) {
        return None;
    }
    // "Do not change the oven" says nothing against what the oven does.
    let alters = |token: &Token| lexicon::alters(&token.key);
    if focus.first().is_some_and(|token| alters(token)) && !affirmed.tokens.iter().any(alters) {
        return None;
    }
    // "Never stores it", "keeps it": whatever the verb, it is there.
    let holds = |key: &str| {
        let is_it = |token: &Token| &*token.key == key || token.verb && lexicon::both_place(&token.key, key);
        // What something is compared with is not told of.
        affirmed.tokens.iter().any(|token| is_it(token) && !token.rejected && token.slot != "than")
    };
    let is_hit = |token: &&&Token| holds(&token.key) && is_whole_name(denied, token, whole);
    let hits: Vec<&str> = focus.iter().filter(is_hit).map(|token| &*token.key).collect();
    // "We need no long prompt for the reviewer" denies no reviewer.
    if focus.iter().any(|token| !token.scope) && !focus.iter().filter(is_hit).any(|token| !token.scope) {
        return None;
    }
    // "Docs are in scope", "the translation of docs is out of scope".
    if focus.iter().filter(is_hit).all(|token| is_inside(&token.word)) && !equal_subjects(clause_a, clause_b) {
        return None;
    }
    let share = hits.len() as f64 / focus.len().max(1) as f64;
    // "The icon font is gone" denies the font, not the icons.
    let head = focus.iter().rfind(|token| token.subject).map(|token| &*token.key);
    let only_modifies = head.is_some_and(|head| !hits.contains(&head)) && focus.iter().all(|token| token.subject);
    if hits.is_empty() || share < 0.5 || share < 0.75 && only_modifies {
        return None;
    }
    // "Can see the schedule", "can't see invoices": not the same is denied.
    let is_deed =
        |key: &&str| affirmed.tokens.iter().any(|token| &*token.key == *key && (token.verb || lexicon::is_verb(key)));
    if hits.iter().all(is_deed) && objects_differ(clause_a, clause_b, a, b, &hits) {
        return None;
    }
    // A condition that only one side names may explain the difference.
    if scopes_differ(denied, affirmed) || narrows(clause_a, clause_b, a) {
        return None;
    }
    let subject = |clause: &Clause| clause.tokens.iter().any(|token| token.subject);
    let common_subject = denied.tokens.iter().any(|token| token.subject && whole.has(&token.key));
    if hits.len() == 1 && subject(denied) && subject(affirmed) && !common_subject {
        let hit_is_subject = affirmed.tokens.iter().any(|token| token.subject && &*token.key == hits[0]);
        if !hit_is_subject {
            return None;
        }
    }
    let is_weak = hits.len() == 1 && !affirmed.tokens.iter().any(|token| token.name && &*token.key == hits[0]);
    let named: Vec<&str> = focus.iter().filter(is_hit).map(|token| &*token.word).collect();
    Some(Conflict {
        text: format!("one affirms and the other denies “{}”", named.join(" ")), measured: false, is_weak
    })
}

/// "X isn't involved" against something that X does or is used for.
fn left_out(clause_a: &Clause, clause_b: &Clause) -> Option<Conflict> {
    let (denied, affirmed) = if clause_a.negative { (clause_a, clause_b) } else { (clause_b, clause_a) };
    let subject: Vec<&Token> = denied.tokens.iter().filter(|token| token.subject).collect();
    // "Reads QR codes", "QR codes are not recognised".
    let takes_in = affirmed.tokens.iter().any(|token| lexicon::takes_in(&token.key) || &*token.key == "support");
    let taken = |token: &&Token| affirmed.tokens.iter().any(|t| t.key == token.key && !t.subject && !t.rejected);
    let is_denied =
        || denied.negative != affirmed.negative && !denied.tokens.iter().any(|t| lexicon::is_denial(&t.key));
    if takes_in && is_denied() && subject.len() > 1 && subject.iter().all(taken) {
        return Conflict::new(format!("“{}” is taken in one and not in the other", subject[0].word));
    }
    let [name] = subject.as_slice() else { return None };
    let takes_part =
        denied.tokens.iter().find(|token| !token.subject).is_some_and(|token| lexicon::involves(&token.key));
    let held =
        affirmed.tokens.iter().any(|token| token.key == name.key && token.name && !token.subject && !token.rejected);
    if denied.negative != affirmed.negative && name.name && takes_part && held {
        return Conflict::new(format!("“{}” plays a part in one and none in the other", name.word));
    }
    None
}

/// "Down since Thursday", "renamed on Saturday": two days of two things.
fn is_other_time(x: &Token, y: &Token) -> bool {
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
        let is_value = |token: &&Token| matches!(token.slot, "is" | "are" | "was" | "now" | "be");
        let mut own = clause.tokens.iter().filter(|token| !token.subject).take(2);
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
        one.tokens()
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
    Conflict::new(format!("“{word}” is held in one and rejected in the other"))
}

/// What one statement needs or includes, the other does without.
fn needless(a: &Statement, b: &Statement, shared: &[&str]) -> Option<Conflict> {
    let found = |one: &Statement, other: &Statement| {
        let needs = other.clauses.iter().filter(|clause| {
            !clause.negative && clause.tokens.iter().any(|token| token.verb && lexicon::takes_in(&token.key))
        });
        let needed = |key: &str| {
            needs
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

/// Each names one best choice, and not the same one.
fn other_best_choice(a: &Statement, b: &Statement, shared: &[&str]) -> Option<Conflict> {
    if !a.superlative || !b.superlative {
        return None;
    }
    let choice = |statement: &Statement| statement.tokens().find(|token| token.name && !token.scope).cloned();
    let (x, y) = (choice(a)?, choice(b)?);
    let common = shared.iter().any(|key| *key != &*x.key && *key != &*y.key);
    if x.key == y.key || !common {
        return None;
    }
    Conflict::weak(format!("the best choice is “{}” in one and “{}” in the other", x.word, y.word))
}

/// The later statement says that something is new, and names another of the same kind, of nothing that is another
/// thing: "answer in X", "from now on Y".
fn other_of_kind(a: &Statement, b: &Statement) -> Option<Conflict> {
    b.change.as_ref().filter(|_| !b.additive)?;
    let is_kind = |token: &&Token| alternatives::has_alternatives(&token.key);
    let named = |statement: &Statement, other: &Statement| {
        let of_kind = |clause: &Clause| {
            let mut values = clause.tokens.iter().filter(is_kind);
            let value = values.next().filter(|_| values.next().is_none() && !clause.negative)?.clone();
            let is_own =
                |token: &Token| token.subject && !token.light && token.key != value.key && !other.has(&token.key);
            // "The upper bar" is another thing, and what takes in one may take in others.
            let adds = |token: &Token| token.verb && lexicon::takes_many(&token.key);
            let is_thing = value.subject && clause.tokens.iter().filter(|token| token.subject).count() > 1;
            let is_told =
                !is_thing && !other.has(&value.key) && !clause.tokens.iter().any(|token| is_own(token) || adds(token));
            is_told.then_some(value)
        };
        statement.clauses.iter().find_map(of_kind)
    };
    let (x, y) = (named(a, b)?, named(b, a)?);
    if !alternatives::are_alternatives(&x.key, &y.key) || is_other_time(&x, &y) {
        return None;
    }
    Conflict::weak(format!("“{}” in one and “{}” in the other", x.word, y.word))
}
