//! What two clauses have in common: their subject, what is done with what, and when it holds.

use alloc::vec::Vec;

use super::alternatives;
use super::lexicon;
use super::statement::{Clause, Statement, Token};

/// Whether each is about a ticket of its own: "pull request 12", "pull request 14".
pub(super) fn references_differ(a: &Statement, b: &Statement) -> bool {
    let is_reference = |token: &&Token| token.subject && token.key.starts_with('#');
    let of = |statement: &Statement, other: &Statement| {
        statement.tokens().find(is_reference).is_some_and(|token| !other.has(&token.key))
    };
    of(a, b) && of(b, a)
}

/// Whether each clause speaks of something that the other statement does not mention at all.
pub(super) fn subjects_differ(clause_a: &Clause, clause_b: &Clause, a: &Statement, b: &Statement) -> bool {
    let own = |token: &Token, other: &Statement| token.subject && !token.light && !other.has(&token.key);
    let (mut of_a, mut of_b) = (clause_a.tokens.iter(), clause_b.tokens.iter());
    if !of_a.any(|token| own(token, b)) || !of_b.any(|token| own(token, a)) {
        return false;
    }
    // "The worker pool" and "the pool size" are one thing and a property of it.
    let is_property = |clause: &Clause, other: &Statement, of: &Clause| {
        let mut own = clause.tokens.iter().filter(|token| own(token, other));
        let thing = of.tokens.iter().rfind(|token| token.subject);
        // "The upload limit", "files can be uploaded".
        let does_it = || {
            let deed = of.tokens.iter().find(|token| token.verb);
            deed.is_some_and(|deed| clause.tokens.iter().any(|token| token.subject && token.key == deed.key))
        };
        let names_it = |thing: &Token| clause.tokens.iter().any(|token| token.subject && token.key == thing.key);
        let head = clause.tokens.iter().rfind(|token| token.subject);
        own.all(|token| lexicon::is_attribute(&token.key) && Some(token) == head)
            && (thing.is_some_and(names_it) || does_it())
    };
    !is_property(clause_a, b, clause_b) && !is_property(clause_b, a, clause_a)
}

/// Whether two clauses are said of the very same.
pub(super) fn equal_subjects(clause_a: &Clause, clause_b: &Clause) -> bool {
    let (of_a, of_b) = (keys(clause_a, |token| token.subject), keys(clause_b, |token| token.subject));
    !of_a.is_empty() && of_a == of_b
}

/// Whether each clause tells what is done with something else: "keeps messages in X", "keeps metrics in Y".
pub(super) fn objects_differ(
    clause_a: &Clause,
    clause_b: &Clause,
    a: &Statement,
    b: &Statement,
    values: &[&str],
) -> bool {
    let own = |clause: &Clause, other: &Statement| {
        let said = clause.tokens.iter().skip_while(|token| token.subject);
        let mut objects = said.take_while(|token| !lexicon::is_placing(token.slot));
        objects.any(|token| {
            let is_value = token.verb || token.light || token.name || values.contains(&&*token.key);
            !is_value && matches!(token.slot, "" | "own" | "same") && !other.has(&token.key)
        })
    };
    own(clause_a, b) && own(clause_b, a)
}

/// Keys of the words of a clause that count, in order.
pub(super) fn keys(clause: &Clause, counts: impl Fn(&Token) -> bool) -> Vec<&str> {
    clause.tokens.iter().filter(|token| counts(token)).map(|token| &*token.key).collect()
}

/// Whether the other statement has all of the name that a word is of: "Google Sheets" is gone, not all of Google.
pub(super) fn is_whole_name(clause: &Clause, word: &Token, other: &Statement) -> bool {
    let behind = clause.tokens.iter().skip_while(|token| *token != word).nth(1);
    let is_apart = |next: &Token| !next.name || next.verb || alternatives::class_of(&next.word).is_some();
    !word.name || behind.is_none_or(|next| is_apart(next) || !next.slot.is_empty() || other.has(&next.key))
}

/// Whether the later clause names a condition under which it holds, and the earlier one none: an exception.
pub(super) fn narrows(earlier: &Clause, later: &Clause, whole: &Statement) -> bool {
    let is_general =
        || later.conditional && !earlier.conditional || !earlier.tokens.iter().any(|token| token.condition);
    let limits = |token: &Token| {
        token.condition && (!token.name || token.subject || later.conditional) && !whole.has(&token.key)
    };
    is_general() && later.tokens.iter().any(limits)
}

/// What a clause is said of, and what stands around it: "the sprites" and "on the map".
pub(super) fn named(clause: &Clause) -> (Vec<&Token>, Vec<&Token>) {
    let subject: Vec<&Token> = clause.tokens.iter().filter(|token| token.subject).collect();
    let is_inside = |(at, token): (usize, &&Token)| at > 0 && !token.slot.is_empty();
    let end = subject.iter().enumerate().position(is_inside).unwrap_or(subject.len());
    (subject[..end].to_vec(), subject[end..].to_vec())
}

/// Whether the later clause is said of some of what the earlier one is said of: "sprites", "boss sprites", "sprites on
/// the map".
pub(super) fn is_of_some(earlier: &Clause, later: &Clause, whole: &Statement) -> bool {
    let ((all, of_all), (some, of_some)) = (named(earlier), named(later));
    let head = |thing: &[&Token]| thing.last().map(|token| token.key.clone());
    let limits = |token: &&Token| {
        !token.light && !whole.has(&token.key) && !lexicon::is_attribute(&token.key) && !lexicon::is_more(&token.word)
    };
    let is_place = of_some.first().is_some_and(|token| matches!(token.slot, "on" | "in" | "for"));
    head(&all).is_some()
        && head(&all) == head(&some)
        && of_all.is_empty()
        && all.iter().all(|token| some.iter().any(|other| other.key == token.key))
        && (some.iter().any(limits) || is_place && of_some.iter().any(limits))
}

/// Whether both clauses name a condition and the conditions have nothing in common.
pub(super) fn scopes_differ(clause_a: &Clause, clause_b: &Clause) -> bool {
    own_scope(clause_a, clause_b, |_| true) && own_scope(clause_b, clause_a, |_| true)
}

/// Share of the shorter clause's words that the other clause has too, not counting names and the values compared.
pub(super) fn frame_share(clause_a: &Clause, clause_b: &Clause, values: [&str; 2]) -> f64 {
    // A name is what differs, unless both have it.
    let in_both = |key: &str| [clause_a, clause_b].iter().all(|clause| clause.tokens.iter().any(|t| &*t.key == key));
    let is_frame =
        |token: &Token| !token.light && !values.contains(&&*token.key) && (!token.name || in_both(&token.key));
    let (mut of_a, mut of_b) = (keys(clause_a, is_frame), keys(clause_b, is_frame));
    for keys in [&mut of_a, &mut of_b] {
        keys.sort_unstable();
        keys.dedup();
    }
    let common = of_a.iter().filter(|key| of_b.contains(key)).count();
    common as f64 / of_a.len().min(of_b.len()).max(1) as f64
}

/// The key of the clause's verb.
pub(super) fn verb(clause: &Clause) -> Option<&str> {
    clause.tokens.iter().find(|token| token.verb).map(|token| &*token.key)
}

/// Conditions that differ apart from the names that stand in them.
pub(super) fn scopes_differ_beside_names(clause_a: &Clause, clause_b: &Clause) -> bool {
    own_scope(clause_a, clause_b, |token| !token.name) && own_scope(clause_b, clause_a, |token| !token.name)
}

/// Conditions that differ apart from some words.
pub(super) fn scopes_differ_beside(clause_a: &Clause, clause_b: &Clause, words: &[&str]) -> bool {
    let counts = |token: &Token| !words.contains(&&*token.key);
    own_scope(clause_a, clause_b, counts) && own_scope(clause_b, clause_a, counts)
}

/// Conditions that differ and can be nothing else.
pub(super) fn conditions_differ(clause_a: &Clause, clause_b: &Clause) -> bool {
    own_scope(clause_a, clause_b, |token| token.condition) && own_scope(clause_b, clause_a, |token| token.condition)
}

/// Whether a clause names a condition, which can be nothing else, and the other does not have it.
pub(super) fn has_own_condition(clause: &Clause, other: &Clause) -> bool {
    own_scope(clause, other, |token| token.condition)
}

/// Whether a clause names a condition that the other does not have; of the words that count.
fn own_scope(clause: &Clause, other: &Clause, counts: impl Fn(&Token) -> bool) -> bool {
    let is_private = |token: &Token| !other.tokens.iter().any(|theirs| counts(theirs) && theirs.key == token.key);
    clause.tokens.iter().any(|token| token.scope && !token.subject && counts(token) && is_private(token))
}

/// Whether a word that both share is another thing in each: "disk usage", "CPU usage".
pub(super) fn qualified_apart(a: &Statement, b: &Statement, shared: &[&str]) -> bool {
    let qualifier = |statement: &Statement, other: &Statement, key: &str| {
        let pairs = statement.clauses.iter().flat_map(|clause| clause.tokens.windows(2));
        let mut pairs = pairs.filter(|pair| &*pair[1].key == key && pair[0].subject && pair[1].subject);
        pairs.any(|pair| pair[1].slot.is_empty() && !other.has(&pair[0].key))
    };
    shared.iter().any(|key| qualifier(a, b, key) && qualifier(b, a, key))
}

/// Whether both clauses are said of the same word, of those that count.
pub(super) fn share_subject(clause_a: &Clause, clause_b: &Clause, counts: fn(&Token) -> bool) -> bool {
    let is_subject = |key: &str| clause_b.tokens.iter().any(|token| token.subject && &*token.key == key);
    clause_a.tokens.iter().any(|token| token.subject && counts(token) && is_subject(&token.key))
}
