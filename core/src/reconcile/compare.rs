//! Judges how a later statement relates to an earlier one.
//!
//! Two statements conflict when they say something different about the same attribute of the same
//! subject: another value, number or name, the opposite, or another choice of the one best thing.
//! Sharing many words is not enough, and a different condition (per user, on mobile) is no conflict.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use super::amount::nearly_equal;
use super::change::told_change;
use super::clause::analyse;
use super::common::subjects_differ;
use super::conflict::{Conflict, find_conflict};
use super::glossary::{Glossary, Key};
use super::statement::Statement;
use crate::time::Timestamp;

/// How a later statement relates to an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// Both cannot hold, and nothing says which one does.
    Contradicts,
    /// The later one replaces the earlier one and says so, or measures the same thing again.
    Supersedes,
    /// Both hold; the later one adds, limits or details.
    Refines,
    /// Both say the same.
    Duplicate,
    /// They are about different things.
    Unrelated,
}

impl Relation {
    /// The word used in output.
    pub fn name(self) -> &'static str {
        match self {
            Relation::Contradicts => "contradicts",
            Relation::Supersedes => "supersedes",
            Relation::Refines => "refines",
            Relation::Duplicate => "duplicate",
            Relation::Unrelated => "unrelated",
        }
    }

    /// Whether the earlier statement cannot stand as before.
    pub fn is_conflict(self) -> bool {
        matches!(self, Relation::Contradicts | Relation::Supersedes)
    }
}

/// A judgment with its reason, for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Judgment {
    /// How they relate.
    pub relation: Relation,
    /// One sentence in lower case that names what decided.
    pub reason: String,
}

/// Two statements to be judged; `b` is the later one unless the dates say otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct StatementPair {
    /// The earlier statement.
    pub a: String,
    /// The later statement.
    pub b: String,
    /// When `a` was said.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub date_a: Option<String>,
    /// When `b` was said.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub date_b: Option<String>,
}

/// Judges a pair.
///
/// ```
/// use repolore_core::reconcile::{Relation, StatementPair, compare_statements};
/// let pair = StatementPair {
///     a: "Logs are kept for 30 days.".into(),
///     b: "Logs are kept for 90 days.".into(),
///     date_a: None,
///     date_b: None,
/// };
/// assert_eq!(compare_statements(&pair).relation, Relation::Contradicts);
/// ```
pub fn compare_statements(pair: &StatementPair) -> Judgment {
    let date = |text: &Option<String>| text.as_deref().and_then(Timestamp::parse);
    let (first, second) = match (date(&pair.date_a), date(&pair.date_b)) {
        (Some(a), Some(b)) if a > b => (&pair.b, &pair.a),
        _ => (&pair.a, &pair.b),
    };
    let mut words = Glossary::default();
    judge(&analyse(first, &mut words), &analyse(second, &mut words))
}

/// What somebody said in reply, ready to be held against what was told before.
#[derive(Debug)]
pub(crate) struct Rejoinder {
    said: Vec<Statement>,
    words: Glossary,
}

impl Rejoinder {
    /// The sentences of a reply.
    pub(crate) fn of(sentences: &[&str]) -> Self {
        let mut words = Glossary::default();
        let said = sentences.iter().map(|sentence| analyse(sentence, &mut words)).collect();
        Self { said, words }
    }

    /// Whether a sentence told before is about the same as one of them and cannot hold beside it.
    pub(crate) fn contradicts(&mut self, told: &str) -> bool {
        if self.said.is_empty() {
            return false;
        }
        let told = analyse(told, &mut self.words);
        let opposes =
            |said: &Statement| is_close(&told.topic(), &said.topic()) && judge(&told, said).relation.is_conflict();
        self.said.iter().any(opposes)
    }
}

/// Share of the words of two topics that must be common for a conflict between sentences out of longer texts to mean
/// something.
const SAME_FIELD: f64 = 0.4;

/// Whether two topics, sorted, are close enough for a conflict between their sentences to mean something.
pub(super) fn is_close<T: Ord>(a: &[T], b: &[T]) -> bool {
    may_be_close(n_shared(a, b), a, b)
}

/// The same for topics of which is known how many words they have in common, or not more than how many.
pub(super) fn may_be_close<T>(n_shared: usize, a: &[T], b: &[T]) -> bool {
    let smaller = a.len().min(b.len()).max(1);
    n_shared >= 2 && n_shared as f64 / smaller as f64 > SAME_FIELD
}

/// How many entries two sorted lists without repetitions have in common.
pub(super) fn n_shared<T: Ord>(mut a: &[T], mut b: &[T]) -> usize {
    let mut n = 0;
    while let ([x, rest_a @ ..], [y, rest_b @ ..]) = (a, b) {
        let order = x.cmp(y);
        n += usize::from(order.is_eq());
        a = if order.is_le() { rest_a } else { a };
        b = if order.is_ge() { rest_b } else { b };
    }
    n
}

/// Judges whether the later statement itself says that the earlier one no longer holds, however little else they share.
pub(super) fn judge_told(a: &Statement, b: &Statement) -> Option<Judgment> {
    if a.question || b.question {
        return None;
    }
    let told = told_change(a, b)?;
    let reason = replacement_sign(b, &told).map_or_else(|| told.text.clone(), |sign| format!("{}; {sign}", told.text));
    Some(Judgment { relation: Relation::Supersedes, reason })
}

/// Judges two analysed statements, `b` being the later one.
pub(super) fn judge(a: &Statement, b: &Statement) -> Judgment {
    judge_where(a, b, |_| true)
}

/// Judges two statements of which is not known whether they are about the same, so that more than a hint must speak
/// for a conflict.
pub(super) fn judge_apart(a: &Statement, b: &Statement) -> Judgment {
    judge_where(a, b, |conflict| !conflict.is_weak)
}

fn judge_where(a: &Statement, b: &Statement, counts: impl Fn(&Conflict) -> bool) -> Judgment {
    let verdict = |relation, reason: String| Judgment { relation, reason };
    if a.question || b.question {
        return verdict(Relation::Unrelated, "a question states nothing".into());
    }
    let (topic_a, topic_b) = (a.topic(), b.topic());
    let mut shared: Vec<&str> = topic_a.iter().copied().filter(|key| topic_b.contains(key)).collect();
    // "The sensor polls", "the poll interval": one word, whatever its part in the sentence.
    shared.extend(topic_a.iter().copied().filter(|key| b.does(key)));
    shared.extend(topic_b.iter().copied().filter(|key| a.does(key)));
    if let Some(reason) = find_conflict(a, b, &shared).filter(counts) {
        let told = || told_change(a, b).map(|told| told.text);
        return match replacement_sign(b, &reason).or_else(told) {
            Some(sign) if sign == reason.text => verdict(Relation::Supersedes, sign),
            Some(sign) => verdict(Relation::Supersedes, format!("{}; {sign}", reason.text)),
            None => verdict(Relation::Contradicts, reason.text),
        };
    }
    if shared.is_empty() {
        return verdict(Relation::Unrelated, "they share no topic".into());
    }
    compatible(a, b, &topic_a, &topic_b, &shared)
}

/// What says that the later statement replaces the earlier one.
fn replacement_sign(b: &Statement, conflict: &Conflict) -> Option<String> {
    if let Some(word) = &b.change {
        return Some(format!("the later one says “{word}”"));
    }
    conflict.measured.then(|| "a later count of the same thing".into())
}

/// Keys of the verbs that tell something, in order.
fn verbs(statement: &Statement) -> Vec<&Key> {
    statement.tokens().filter(|token| token.verb && !token.light).map(|token| &token.key).collect()
}

/// Tells apart what does not conflict.
fn compatible(a: &Statement, b: &Statement, topic_a: &[&str], topic_b: &[&str], shared: &[&str]) -> Judgment {
    let verdict = |relation, reason: &str| Judgment { relation, reason: reason.into() };
    let smaller = topic_a.len().min(topic_b.len()).max(1) as f64;
    let larger = topic_a.len().max(topic_b.len()).max(1) as f64;
    let common = shared.len() as f64;
    let (verbs_a, verbs_b) = (verbs(a), verbs(b));
    let verbs_meet = verbs_a.is_empty() && verbs_b.is_empty()
        || verbs_a.iter().any(|verb| b.has(verb))
        || verbs_b.iter().any(|verb| a.has(verb));
    let same_numbers = a.quantities.len() == b.quantities.len()
        && a.quantities.iter().zip(&b.quantities).all(|(x, y)| nearly_equal(x.value, y.value));
    let numbers_tell = same_numbers && !a.quantities.is_empty() && common / smaller >= 0.5;
    let denies = |statement: &Statement| statement.clauses.iter().any(|clause| clause.negative);
    // "Optional" and "required" tell nothing of the topic, and not the same; "per user" limits what held of all.
    let tells_else = |one: &Statement, other: &Statement| {
        one.tokens().any(|token| token.light && !token.verb && !token.subject && !other.has(&token.key))
    };
    let is_limited = b.tokens().any(|token| token.condition && !token.light && !a.has(&token.key));
    let same_sense =
        a.open == b.open && denies(a) == denies(b) && !is_limited && !(tells_else(a, b) && tells_else(b, a));
    if !b.additive && same_sense && verbs_meet && same_numbers && (common / larger >= 0.8 || numbers_tell) {
        return verdict(Relation::Duplicate, "both say the same");
    }
    let subject_meets = a.tokens().any(|token| token.subject && b.has(&token.key))
        || b.tokens().any(|token| token.subject && a.has(&token.key))
        || a.clauses.iter().all(|clause| clause.open_subject);
    let both_private = a.clauses.iter().any(|x| b.clauses.iter().any(|y| subjects_differ(x, y, a, b)));
    if both_private && common / larger < 0.5 && common < 3.0 {
        return verdict(Relation::Unrelated, "they speak of different subjects");
    }
    if both_private && a.clauses.len() == 1 && b.clauses.len() == 1 {
        return verdict(Relation::Unrelated, "they speak of different subjects");
    }
    let parallel = verbs_a == verbs_b && !verbs_a.is_empty() || verbs_a.is_empty() && verbs_b.is_empty();
    let beyond_subject = shared.iter().any(|key| a.tokens().any(|token| &*token.key == *key && !token.subject));
    if parallel && !beyond_subject && !b.additive && common / larger < 0.8 {
        return verdict(Relation::Unrelated, "the same subject, another matter");
    }
    if subject_meets && (common >= 2.0 || common / smaller >= 0.3) || common / larger >= 0.5 {
        return verdict(Relation::Refines, "the same topic, and both can hold");
    }
    verdict(Relation::Unrelated, "they share words but no topic")
}

#[cfg(test)]
mod tests;
