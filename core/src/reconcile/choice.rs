//! What is chosen or set anew: another of the same kind, another best one, another value of a constant.

use alloc::format;

use super::alternatives;
use super::conflict::{Conflict, is_other_time};
use super::lexicon;
use super::statement::{Clause, Statement, Token};

/// Each names one best choice, and not the same one.
pub(super) fn other_best_choice(a: &Statement, b: &Statement, shared: &[&str]) -> Option<Conflict> {
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

/// "TRAYS_PER_OVEN": written like a value that a program keeps.
pub(super) fn is_constant(key: &str) -> bool {
    key.contains('_') && !key.contains(['/', '.'])
}

/// Whether the later statement gives a constant another value: "`TRAYS_PER_OVEN = 30`".
pub(super) fn sets_anew(a: &Statement, b: &Statement) -> bool {
    a.fields.iter().any(|(key, old)| is_constant(key) && b.fields.iter().any(|(other, new)| other == key && new != old))
}

/// Whether the later statement takes another of the same kind, or gives a constant another value: "back to X".
pub(super) fn chooses_anew(a: &Statement, b: &Statement) -> bool {
    sets_anew(a, b) || other_of_kind(a, b).is_some()
}

/// The later statement says that something is new, and names another of the same kind, of nothing that is another
/// thing: "answer in X", "from now on Y".
pub(super) fn other_of_kind(a: &Statement, b: &Statement) -> Option<Conflict> {
    b.change.as_ref().filter(|_| !b.additive)?;
    // "Going" is no language.
    let is_kind = |token: &&Token| {
        !token.verb && (alternatives::has_alternatives(&token.key) || alternatives::has_alternatives(&token.word))
    };
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
    let is_other = alternatives::are_alternatives(&x.key, &y.key) || alternatives::are_alternatives(&x.word, &y.word);
    if !is_other || is_other_time(&x, &y) {
        return None;
    }
    Conflict::weak(format!("“{}” in one and “{}” in the other", x.word, y.word))
}
