//! Two numbers for the same thing.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::common::{is_of_some, keys, narrows, qualified_apart, scopes_differ, share_subject, subjects_differ, verb};
use super::conflict::Conflict;
use super::lexicon;
use super::piece::DATE;
use super::statement::{Clause, Quantity, Statement, Token};
use crate::text::Words;

/// More than one, and not known how many.
pub(super) const SEVERAL: f64 = 2.5;
/// No time that is told is longer.
const ENDLESS: f64 = 1e15;

/// With more clauses a statement speaks of many things.
const FEW_CLAUSES: usize = 2;

/// Times of one thing differ by less.
const FAR_APART: f64 = 10_000.0;

/// Two numbers for the same thing.
pub(super) fn differing_numbers(a: &Statement, b: &Statement, shared: &[&str]) -> Option<Conflict> {
    if b.additive {
        return None;
    }
    // "60 % of the pages are migrated", "all pages are migrated".
    if let [Quantity { value, dimension: "share", clause, .. }] = a.quantities.as_slice()
        && let [of_all] = b.clauses.as_slice()
        && b.universal
        && b.quantities.is_empty()
        && !of_all.negative
        && a.clauses.get(*clause).is_some_and(|part| {
            !part.negative && of_all.tokens.iter().all(|token| part.tokens.iter().any(|t| t.key == token.key))
        })
    {
        return Conflict::new(format!("{value} is not all of it"));
    }
    for x in a.quantities.iter().filter(|quantity| !quantity.supposed) {
        for y in b.quantities.iter().filter(|quantity| !quantity.supposed) {
            let dimensional = !x.dimension.is_empty();
            // A unit beside a number without one belongs to another number.
            let counts = |key: &&String| y.of.contains(key) && (dimensional || lexicon::unit_of(key).is_none());
            let unit: Vec<&String> = x.of.iter().filter(counts).collect();
            // "Tries five times", "tries forever": one has an end.
            let endless =
                |one: &Quantity, other: &Statement| one.value >= ENDLESS && other.tokens().any(|t| &*t.key == "limit");
            if (endless(y, a) || endless(x, b))
                && x.dimension != y.dimension
                && !subjects_differ(clause_of(a, x), clause_of(b, y), a, b)
            {
                return Conflict::new("one has an end, the other none".into());
            }
            if takes_over_unit(x, y, a, b) || is_value_of_same(x, y, a, b) {
                return Conflict::new(format!("{} in one and {} in the other", x.written, y.written));
            }
            if x.dimension != y.dimension || (unit.is_empty() && !dimensional) || nearly_equal(x.value, y.value) {
                continue;
            }
            // "Starts May 3, ends May 10", "ran on May 3 and on May 10": only when one thing is to be is one day.
            if x.dimension == DATE && (b.again || !is_appointed(clause_of(a, x), clause_of(b, y))) {
                continue;
            }
            let telling = |key: &&&str| !lexicon::is_measured(key) && lexicon::unit_of(key).is_none();
            let same_matter = shared.iter().filter(telling).count() >= 2 && !qualified_apart(a, b, shared);
            let told_elsewhere =
                b.quantities.iter().any(|q| q.dimension == x.dimension && nearly_equal(q.value, x.value))
                    || a.quantities.iter().any(|q| q.dimension == y.dimension && nearly_equal(q.value, y.value));
            let (clause_a, clause_b) = (clause_of(a, x), clause_of(b, y));
            // Seconds to build, days to keep: what differs that much is two things.
            let is_far = x.dimension == "time" && x.value.max(y.value) > FAR_APART * x.value.min(y.value);
            if is_far && x.value.min(y.value) > 0.0 && x.value.max(y.value) < ENDLESS {
                continue;
            }
            // "One role", "several roles".
            if [x, y].iter().any(|q| nearly_equal(q.value, SEVERAL)) && x.value.min(y.value) > 1.0 {
                continue;
            }
            // None at all is none of anybody's; and what files demand, the project does.
            let is_absolute = unit.len() > 1 && x.value.min(y.value) <= 0.0;
            let is_file = |token: &Token| !token.subject || token.light || token.name && token.word.contains('.');
            let by_files = || {
                let says =
                    |clause: &Clause, other: &Statement| clause.tokens.iter().all(|t| is_file(t) || other.has(&t.key));
                a.demands
                    && b.demands
                    && x.label.is_some()
                    && x.label == y.label
                    && says(clause_a, b)
                    && says(clause_b, a)
            };
            let other_subject = subjects_differ(clause_a, clause_b, a, b)
                && !same_matter
                && !is_absolute
                && !counts_alike(a, b, shared)
                && !by_files();
            // "Raised from 5 to 12" tells the old number with the new one.
            let told_elsewhere = told_elsewhere && !(b.change.is_some() && b.quantities.len() == 2);
            if told_elsewhere || other_subject || scopes_differ(clause_a, clause_b) || narrows(clause_a, clause_b, a) {
                continue;
            }
            if b.change.is_none() && !b.again && !a.universal && is_of_some(clause_a, clause_b, a) {
                continue;
            }
            // "A limit of 90 seconds per run", "a tick of 6 seconds": each has something of its own.
            let is_own = |of: &[String], other: &Statement| {
                !of.is_empty() && !of.iter().any(|key| other.tokens().any(|token| &*token.key == key.as_str()))
            };
            if dimensional
                && !(a.configured && b.configured && same_matter)
                && is_own(&x.of, b)
                && is_own(&y.of, a)
                && !share_subject(clause_a, clause_b, |_| true)
                && shared.iter().filter(telling).count() < 3
            {
                continue;
            }
            // Of many clauses, only what stands with the number tells what it counts.
            let is_near =
                |key: &str| a.clauses.len() <= FEW_CLAUSES || clause_a.tokens.iter().any(|token| &*token.key == key);
            let beside = shared.iter().filter(|key| is_near(key) && !unit.iter().any(|of| of == *key)).count();
            // "Needs two approvals", "one approval is enough": the same is demanded.
            let demanded = || a.demands && b.demands && !unit.is_empty();
            // "We moved to gcc 14": another version of the same.
            let is_version = || b.change.is_some() && x.label.is_some() && x.label == y.label;
            // "There is one region", "we run in three regions".
            let is_open = || clause_a.open_subject && clause_b.open_subject && !unit.is_empty();
            // "214 people are in the system", "there are 263 people in the system".
            let is_counted = || {
                let there_are = |clause: &Clause| {
                    clause.open_subject && clause.tokens.first().is_some_and(|first| matches!(first.slot, "is" | "are"))
                };
                let n_common =
                    clause_a.tokens.iter().filter(|t| clause_b.tokens.iter().any(|o| o.key == t.key)).count();
                (there_are(clause_a) || there_are(clause_b)) && !unit.is_empty() && x.of == y.of && n_common >= 2
            };
            // "It polls every 10 s", "the poll interval is 60 s".
            let does = |clause: &Clause| clause.tokens.iter().find(|token| token.verb).map(|token| token.key.clone());
            let is_done = || does(clause_a).is_some() && does(clause_a) == does(clause_b);
            let is_rhythm = || x.dimension == "period" && (!unit.is_empty() || is_done());
            // "X is 120 s", "reduce X to 60 s".
            let is_reset = || {
                let is_told_of =
                    |key: &&String| clause_a.tokens.iter().any(|token| token.subject && *token.key == ***key);
                clause_b.open_subject && b.change.as_deref().is_some_and(lexicon::resets) && unit.iter().any(is_told_of)
            };
            let is_same = || {
                is_reset()
                    || share_subject(clause_a, clause_b, |_| true)
                    || demanded()
                    || is_version()
                    || is_open()
                    || is_rhythm()
                    || is_counted()
            };
            if beside == 0 && unit.len() < 2 && !is_same() {
                continue;
            }
            // What it takes to do one thing is not how long another lasts.
            let performs = |clause: &Clause| clause.tokens.iter().any(|token| lexicon::is_performance(&token.key));
            let is_one_word = || shared.iter().filter(telling).count() < 2;
            if x.dimension == "time" && b.change.is_none() && is_one_word() && performs(clause_a) != performs(clause_b)
            {
                continue;
            }
            let mut words = shared.iter().copied().chain(unit.iter().map(|key| key.as_str()));
            let timed = x.dimension == "time" && words.any(lexicon::is_performance);
            let counted = unit.iter().any(|key| lexicon::is_measured(key)) || x.dimension == "size" || timed;
            let what = unit.first().map_or(x.dimension, |key| b.word_of(key));
            return Some(Conflict {
                text: format!("two numbers for “{what}”"),
                measured: counted && !(a.configured && b.configured),
                is_weak: false,
            });
        }
    }
    None
}

/// "The room is heated to 21 °C", "the setpoint of the room is 19 now": a new value of which only the old one has a unit.
fn takes_over_unit(x: &Quantity, y: &Quantity, a: &Statement, b: &Statement) -> bool {
    let (clause_a, clause_b) = (clause_of(a, x), clause_of(b, y));
    let is_one = |statement: &Statement| statement.quantities.len() == 1;
    let is_told_of = |of: &String| clause_b.tokens.iter().any(|token| token.subject && *token.key == **of);
    let n_common = clause_b.tokens.iter().filter(|token| token.subject && !token.light && a.has(&token.key)).count();
    !x.dimension.is_empty()
        && !matches!(x.dimension, "date" | "clock" | "period")
        && y.dimension.is_empty()
        && b.change.is_some()
        && is_one(a)
        && is_one(b)
        && n_common >= 2
        && !y.of.is_empty()
        && y.of.iter().all(is_told_of)
        && !nearly_equal(x.written, y.written)
        && !narrows(clause_a, clause_b, a)
}

/// "Contempt is 0 by default", "the default contempt is 20 points": one value each, and nothing else.
fn is_value_of_same(x: &Quantity, y: &Quantity, a: &Statement, b: &Statement) -> bool {
    let (clause_a, clause_b) = (clause_of(a, x), clause_of(b, y));
    let is_all = |statement: &Statement, clause: &Clause| {
        let told = keys(clause, |token| !token.subject && !token.light && !token.verb);
        statement.quantities.len() == 1 && statement.clauses.len() == 1 && told.len() <= 1 && verb(clause).is_none()
    };
    let thing = |clause| keys(clause, |token: &Token| token.subject && !token.light);
    let unit = |clause: &Clause| clause.tokens.iter().any(|token| !token.subject && !token.light);
    x.dimension.is_empty()
        && y.dimension.is_empty()
        && is_all(a, clause_a)
        && is_all(b, clause_b)
        && !thing(clause_a).is_empty()
        && thing(clause_a) == thing(clause_b)
        && !(unit(clause_a) && unit(clause_b))
        && !nearly_equal(x.value, y.value)
}

/// Whether both tell of a day, and not of the same.
pub(super) fn days_differ(a: &Statement, b: &Statement) -> bool {
    let days = |statement: &Statement| -> Vec<f64> {
        let days = statement.quantities.iter().filter(|quantity| quantity.dimension == DATE);
        days.map(|quantity| quantity.value).collect()
    };
    let (of_a, of_b) = (days(a), days(b));
    !of_a.is_empty() && !of_b.is_empty() && !of_a.iter().any(|x| of_b.iter().any(|y| nearly_equal(*x, *y)))
}

/// Whether both tell of one thing when it is to be, and not the same day.
pub(super) fn reappoints(a: &Statement, b: &Statement) -> bool {
    let day = |statement: &Statement| statement.quantities.iter().position(|quantity| quantity.dimension == DATE);
    let (Some(x), Some(y)) = (day(a), day(b)) else { return false };
    days_differ(a, b) && is_appointed(clause_of(a, &a.quantities[x]), clause_of(b, &b.quantities[y]))
}

/// Stems of words that only say that something is due, or is due then.
static APPOINTS: Words =
    Words::new("config delai delay due happen move moved plan postpon push resched schedul set shift slip");
static EVENTS: Words = Words::new("begin close end expir launch open ship start");

/// Whether two clauses tell of one thing when it is to be, and nothing else.
fn is_appointed(clause_a: &Clause, clause_b: &Clause) -> bool {
    let is_day = |token: &Token| token.subject || APPOINTS.contains(&token.key) || EVENTS.contains(&token.key);
    let event =
        |clause: &Clause| clause.tokens.iter().find(|token| EVENTS.contains(&token.key)).map(|token| token.key.clone());
    // "The launch", "the launch date".
    let thing = |clause: &Clause| -> Vec<String> {
        let is_thing = |token: &Token| token.subject && !matches!(&*token.key, "date" | "dai" | "day" | "deadlin");
        keys(clause, is_thing).into_iter().map(Into::into).collect()
    };
    !thing(clause_a).is_empty()
        && thing(clause_a) == thing(clause_b)
        && clause_a.tokens.iter().chain(&clause_b.tokens).all(is_day)
        && (event(clause_a) == event(clause_b) || event(clause_b).is_none())
}

/// Whether both count two things alike, or speak of the same named thing.
fn counts_alike(a: &Statement, b: &Statement, shared: &[&str]) -> bool {
    let counts_it = |x: &&Quantity, y: &Quantity| x.dimension == y.dimension && x.of.iter().any(|of| y.of.contains(of));
    let alike = a.quantities.iter().filter(|x| b.quantities.iter().any(|y| counts_it(x, y)));
    let names = shared.iter().filter(|key| a.tokens().any(|token| token.name && &*token.key == **key)).count();
    alike.count() >= 2 || names >= 2
}

fn clause_of<'a>(statement: &'a Statement, quantity: &Quantity) -> &'a Clause {
    static EMPTY: Clause = Clause {
        tokens: Vec::new(),
        negative: false,
        denied: false,
        none: false,
        none_else: false,
        negated_from: 0,
        open_subject: true,
        conditional: false,
        only: false,
    };
    statement.clauses.get(quantity.clause).unwrap_or(&EMPTY)
}

pub(super) fn nearly_equal(x: f64, y: f64) -> bool {
    let larger = x.abs().max(y.abs());
    (x - y).abs() <= larger * 1e-6
}
