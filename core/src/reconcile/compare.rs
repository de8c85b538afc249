//! Judges how a later statement relates to an earlier one.
//!
//! Two statements conflict when they say something different about the same attribute of the same
//! subject: another value, number or name, the opposite, or another choice of the one best thing.
//! Sharing many words is not enough, and a different condition (per user, on mobile) is no conflict.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use super::lexicon;
use super::statement::{Clause, Quantity, Statement, Token, analyse};
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
    judge(&analyse(first), &analyse(second))
}

/// Judges two analysed statements, `b` being the later one.
pub(super) fn judge(a: &Statement, b: &Statement) -> Judgment {
    let verdict = |relation, reason: String| Judgment { relation, reason };
    if a.question || b.question {
        return verdict(Relation::Unrelated, "a question states nothing".into());
    }
    let (topic_a, topic_b) = (a.topic(), b.topic());
    let shared: Vec<&str> = topic_a.iter().copied().filter(|key| topic_b.contains(key)).collect();
    if let Some(reason) = find_conflict(a, b, &shared) {
        return match replacement_sign(b, &reason) {
            Some(sign) => verdict(Relation::Supersedes, format!("{}; {sign}", reason.text)),
            None => verdict(Relation::Contradicts, reason.text),
        };
    }
    if shared.is_empty() {
        return verdict(Relation::Unrelated, "they share no topic".into());
    }
    compatible(a, b, &topic_a, &topic_b, &shared)
}

/// What makes two statements conflict.
struct Conflict {
    text: String,
    /// The thing counted, when two numbers differ.
    measured: bool,
}

impl Conflict {
    fn new(text: String) -> Option<Self> {
        Some(Self { text, measured: false })
    }
}

fn find_conflict(a: &Statement, b: &Statement, shared: &[&str]) -> Option<Conflict> {
    if let Some(conflict) = differing_fields(a, b) {
        return Some(conflict);
    }
    for clause_a in &a.clauses {
        for clause_b in &b.clauses {
            if subjects_differ(clause_a, clause_b, a, b) {
                let found = only_subject(clause_a, clause_b).or_else(|| same_attribute(clause_a, clause_b, a, b));
                if found.is_some() {
                    return found;
                }
                continue;
            }
            let found = opposite_polarity(clause_a, clause_b, a, b)
                .or_else(|| exclusive_words(clause_a, clause_b, a, b))
                .or_else(|| other_name(clause_a, clause_b, a, b, shared))
                .or_else(|| other_value(clause_a, clause_b, a, b))
                .or_else(|| other_complement(clause_a, clause_b, a, b));
            if found.is_some() {
                return found;
            }
        }
    }
    differing_numbers(a, b, shared)
        .or_else(|| rejected_mention(a, b, shared))
        .or_else(|| other_best_choice(a, b, shared))
        .or_else(|| announced_change(a, b, shared))
}

/// `Name: X` against `Name: Y`.
fn differing_fields(a: &Statement, b: &Statement) -> Option<Conflict> {
    let (key, old, new) = a.fields.iter().find_map(|(key, old)| {
        let (_, new) = b.fields.iter().find(|(other, _)| other == key)?;
        (old != new && !lexicon::is_light(key)).then_some((key, old, new))
    })?;
    Conflict::new(format!("{key} is “{old}” in one and “{new}” in the other"))
}

/// Whether each clause speaks of something that the other statement does not mention at all.
fn subjects_differ(clause_a: &Clause, clause_b: &Clause, a: &Statement, b: &Statement) -> bool {
    let own = |clause: &Clause, other: &Statement| {
        clause.tokens.iter().any(|token| token.subject && !lexicon::is_light(&token.key) && !other.has(&token.key))
    };
    own(clause_a, b) && own(clause_b, a)
}

/// `Only admins can deploy` against `Developers can deploy`.
fn only_subject(clause_a: &Clause, clause_b: &Clause) -> Option<Conflict> {
    if !(clause_a.only || clause_b.only) || clause_a.negative != clause_b.negative {
        return None;
    }
    let said = |clause: &Clause| -> Vec<String> {
        clause.tokens.iter().filter(|token| !token.subject).map(|token| token.key.clone()).collect()
    };
    let (of_a, of_b) = (said(clause_a), said(clause_b));
    let same = !of_a.is_empty() && of_a.iter().all(|key| of_b.contains(key)) && of_b.len() <= of_a.len() + 1;
    if same { Conflict::new("one says it of its subject only, the other of another subject".into()) } else { None }
}

/// Different subjects, the same two words for the attribute, and values that exclude each other.
fn same_attribute(clause_a: &Clause, clause_b: &Clause, a: &Statement, b: &Statement) -> Option<Conflict> {
    let attribute = clause_a
        .tokens
        .iter()
        .filter(|token| !token.subject && !token.verb)
        .filter(|token| clause_b.tokens.iter().any(|other| other.key == token.key && !other.subject))
        .count();
    if attribute >= 2 { exclusive_words(clause_a, clause_b, a, b) } else { None }
}

/// The same thing affirmed in one clause and denied in the other.
fn opposite_polarity(clause_a: &Clause, clause_b: &Clause, a: &Statement, b: &Statement) -> Option<Conflict> {
    if clause_a.negative == clause_b.negative {
        return None;
    }
    let (denied, affirmed, whole) = if clause_a.negative { (clause_a, clause_b, b) } else { (clause_b, clause_a, a) };
    let from_denial = || denied.tokens.iter().skip(denied.negated_from).filter(|token| !lexicon::is_denial(&token.key));
    let mut focus: Vec<&Token> = from_denial().filter(|token| !lexicon::is_light(&token.key)).collect();
    if focus.is_empty() {
        // "is not supported": all that is denied is a light word, and it is what the sentence is about.
        focus = from_denial().collect();
        // "X is not used" denies X to whoever takes it for something.
        let taken =
            |key: &str| affirmed.tokens.iter().any(|token| token.key == key && !token.subject && !token.rejected);
        if !focus.iter().any(|token| taken(&token.key)) {
            focus.extend(denied.tokens.iter().filter(|token| token.subject && taken(&token.key)));
            focus.retain(|token| !lexicon::is_light(&token.key) || !token.verb);
        }
    }
    let holds = |key: &str| affirmed.tokens.iter().any(|token| token.key == key && !token.rejected);
    let hits: Vec<&str> = focus.iter().filter(|token| holds(&token.key)).map(|token| token.key.as_str()).collect();
    let share = hits.len() as f64 / focus.len().max(1) as f64;
    // "The icon font is gone" denies the font, not the icons.
    let head = focus.iter().rfind(|token| token.subject).map(|token| token.key.as_str());
    let only_modifies = head.is_some_and(|head| !hits.contains(&head)) && focus.iter().all(|token| token.subject);
    if hits.is_empty() || share < 0.5 || share < 0.75 && only_modifies {
        return None;
    }
    // A condition that only one side names may explain the difference.
    if scopes_differ(denied, affirmed) || narrows(clause_a, clause_b, a) {
        return None;
    }
    let subject = |clause: &Clause| clause.tokens.iter().any(|token| token.subject);
    let common_subject = denied.tokens.iter().any(|token| token.subject && whole.has(&token.key));
    if hits.len() == 1 && subject(denied) && subject(affirmed) && !common_subject {
        let hit_is_subject = affirmed.tokens.iter().any(|token| token.subject && token.key == hits[0]);
        if !hit_is_subject {
            return None;
        }
    }
    Conflict::new(format!("one affirms and the other denies “{}”", hits.join(" ")))
}

/// Whether the later clause names a condition under which it holds, and the earlier one none: an exception.
fn narrows(earlier: &Clause, later: &Clause, whole: &Statement) -> bool {
    !earlier.tokens.iter().any(|token| token.condition)
        && later.tokens.iter().any(|token| token.condition && !token.name && !whole.has(&token.key))
}

/// Whether both clauses name a condition and the conditions have nothing in common.
fn scopes_differ(clause_a: &Clause, clause_b: &Clause) -> bool {
    let scope = |clause: &Clause| -> Vec<String> {
        clause.tokens.iter().filter(|token| token.scope && !token.subject).map(|token| token.key.clone()).collect()
    };
    let (of_a, of_b) = (scope(clause_a), scope(clause_b));
    let private =
        |own: &[String], other: &Clause| own.iter().any(|key| !other.tokens.iter().any(|token| token.key == *key));
    private(&of_a, clause_b) && private(&of_b, clause_a)
}

/// `high` against `medium`, `public` against `private`.
fn exclusive_words(clause_a: &Clause, clause_b: &Clause, a: &Statement, b: &Statement) -> Option<Conflict> {
    if clause_a.negative || clause_b.negative {
        return None;
    }
    for x in clause_a.tokens.iter().filter(|token| !token.subject && !b.has(&token.key)) {
        for y in clause_b.tokens.iter().filter(|token| !token.subject && !a.has(&token.key)) {
            let exclusive = lexicon::are_exclusive(&x.key, &y.key) || lexicon::are_exclusive(&x.word, &y.word);
            if exclusive && frame_share(clause_a, clause_b, [&x.key, &y.key]) >= 0.4 {
                return Conflict::new(format!("“{}” and “{}” exclude each other", x.word, y.word));
            }
        }
    }
    None
}

/// Share of the shorter clause's words that the other clause has too, not counting names and the values compared.
fn frame_share(clause_a: &Clause, clause_b: &Clause, values: [&str; 2]) -> f64 {
    let frame = |clause: &Clause| -> Vec<String> {
        let mut keys: Vec<String> = clause
            .tokens
            .iter()
            .filter(|token| !token.name && !lexicon::is_light(&token.key) && !values.contains(&token.key.as_str()))
            .map(|token| token.key.clone())
            .collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    };
    let (of_a, of_b) = (frame(clause_a), frame(clause_b));
    let common = of_a.iter().filter(|key| of_b.contains(key)).count();
    common as f64 / of_a.len().min(of_b.len()).max(1) as f64
}

/// The same slot filled with another name.
fn other_name(clause_a: &Clause, clause_b: &Clause, a: &Statement, b: &Statement, shared: &[&str]) -> Option<Conflict> {
    if clause_a.negative || clause_b.negative || b.additive || scopes_differ_beside_names(clause_a, clause_b) {
        return None;
    }
    let common_frame = clause_a.tokens.iter().any(|token| {
        !token.name && !token.verb && !lexicon::is_light(&token.key) && shared.contains(&token.key.as_str())
    }) || clause_a.tokens.iter().any(|token| token.subject && shared.contains(&token.key.as_str()));
    if !common_frame {
        return None;
    }
    let values = |clause: &'_ Clause, other: &Statement| -> Vec<Token> {
        clause
            .tokens
            .iter()
            .filter(|token| token.name && !token.subject && !token.rejected)
            .filter(|token| !other.tokens().any(|t| t.key == token.key && !t.rejected && !t.subject))
            .cloned()
            .collect()
    };
    let verb = |clause: &Clause| clause.tokens.iter().find(|token| token.verb).map(|token| token.key.clone());
    let (verb_a, verb_b) = (verb(clause_a), verb(clause_b));
    let verbs_agree = verb_a == verb_b;
    for x in values(clause_a, b) {
        for y in values(clause_b, a) {
            let class = |token: &Token| lexicon::class_of(&token.key).or_else(|| lexicon::class_of(&token.word));
            // Whatever they are, one thing is stored in one of them.
            let same_place = verbs_agree
                && x.slot == y.slot
                && verb_a.as_deref().is_some_and(|verb| lexicon::is_placement_verb(verb) && verb != "write");
            // With numbers beside them, two names are where each number holds: "10 on Linux, 25 on Windows".
            let conditions = x.scope && y.scope && !a.quantities.is_empty() && !b.quantities.is_empty();
            let alternatives = !conditions
                && match (class(&x), class(&y)) {
                    (Some(_), Some(_)) if same_place => true,
                    (Some(p), Some(q)) => {
                        p == q && (verbs_agree || x.slot == y.slot || settles(clause_a, &x) && settles(clause_b, &y))
                    }
                    (None, None) => {
                        let exclusive = verb_a.as_deref().is_none_or(lexicon::is_exclusive_verb);
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
    by_verb || matches!(name.slot.as_str(), "is" | "are" | "was" | "be")
}

/// The property that a clause gives a value: "colour" in "the primary colour is teal".
fn attribute(clause: &Clause) -> Option<&Token> {
    let last = clause.tokens.iter().rfind(|token| token.subject)?;
    lexicon::is_attribute(&last.key).then_some(last)
}

/// The same property of the same thing, with another value: "the colour is teal", "the colour is orange".
fn other_value(clause_a: &Clause, clause_b: &Clause, a: &Statement, b: &Statement) -> Option<Conflict> {
    if clause_a.negative || clause_b.negative || b.additive || attribute(clause_a)?.key != attribute(clause_b)?.key {
        return None;
    }
    let value = |clause: &Clause, other: &Statement| {
        let is_value = |token: &&Token| matches!(token.slot.as_str(), "is" | "are" | "was" | "now" | "be");
        let mut own = clause.tokens.iter().filter(|token| !token.subject).take(2);
        own.find(is_value).filter(|token| !other.has(&token.key)).map(|token| token.word.clone())
    };
    let (x, y) = (value(clause_a, b)?, value(clause_b, a)?);
    Conflict::new(format!("“{x}” in one and “{y}” in the other"))
}

/// The same said of the same thing, with another word after the same preposition: stored in UTC, stored in local time.
fn other_complement(clause_a: &Clause, clause_b: &Clause, a: &Statement, b: &Statement) -> Option<Conflict> {
    let verb = |clause: &Clause| clause.tokens.iter().find(|token| token.verb).map(|token| token.key.clone());
    let both_best = a.superlative && b.superlative;
    let same_verb =
        verb(clause_a) == verb(clause_b) && verb(clause_a).is_some_and(|key| lexicon::is_placement_verb(&key));
    if clause_a.negative || clause_b.negative || b.additive || !(same_verb || both_best) {
        return None;
    }
    if !share_subject(clause_a, clause_b) {
        return None;
    }
    let heads = |clause: &Clause, other: &Statement| -> Vec<Token> {
        let heads = clause.tokens.iter().filter(|token| {
            !token.subject && !token.rejected && lexicon::is_placing(&token.slot) && !other.has(&token.key)
        });
        heads.cloned().collect()
    };
    let (of_a, of_b) = (heads(clause_a, b), heads(clause_b, a));
    let x = of_a.first()?;
    let y = of_b.iter().find(|y| lexicon::same_placing(&y.slot, &x.slot))?;
    if lexicon::class_of(&x.key) != lexicon::class_of(&y.key) {
        return None; // in French, in YAML: both can hold
    }
    Conflict::new(format!("“{} {}” in one and “{} {}” in the other", x.slot, x.word, y.slot, y.word))
}

/// Conditions that differ apart from the names that stand in them.
fn scopes_differ_beside_names(clause_a: &Clause, clause_b: &Clause) -> bool {
    let plain = |clause: &Clause| {
        let mut copy = clause.clone();
        copy.tokens.retain(|token| !token.name);
        copy
    };
    scopes_differ(&plain(clause_a), &plain(clause_b))
}

/// Two numbers for the same thing.
fn differing_numbers(a: &Statement, b: &Statement, shared: &[&str]) -> Option<Conflict> {
    if b.additive {
        return None;
    }
    for x in &a.quantities {
        for y in &b.quantities {
            let unit: Vec<&String> = x.of.iter().filter(|key| y.of.contains(key)).collect();
            let dimensional = !x.dimension.is_empty();
            if x.dimension != y.dimension || (unit.is_empty() && !dimensional) || nearly_equal(x.value, y.value) {
                continue;
            }
            let told_elsewhere =
                b.quantities.iter().any(|q| q.dimension == x.dimension && nearly_equal(q.value, x.value))
                    || a.quantities.iter().any(|q| q.dimension == y.dimension && nearly_equal(q.value, y.value));
            let (clause_a, clause_b) = (clause_of(a, x), clause_of(b, y));
            let other_subject = subjects_differ(clause_a, clause_b, a, b) && !counts_alike(a, b, shared);
            if told_elsewhere || other_subject || scopes_differ(clause_a, clause_b) || narrows(clause_a, clause_b, a) {
                continue;
            }
            let beside = shared.iter().filter(|key| !unit.iter().any(|of| of == *key)).count();
            if beside == 0 && unit.len() < 2 && !share_subject(clause_a, clause_b) {
                continue;
            }
            let counted = unit.iter().any(|key| lexicon::is_measured(key)) || x.dimension == "size";
            let what = unit.first().map_or(x.dimension, |key| key.as_str());
            return Some(Conflict {
                text: format!("two numbers for “{what}”"),
                measured: counted && !(a.configured && b.configured),
            });
        }
    }
    None
}

/// Whether both count two things alike, or speak of the same named thing.
fn counts_alike(a: &Statement, b: &Statement, shared: &[&str]) -> bool {
    let alike = a.quantities.iter().filter(|x| b.quantities.iter().any(|y| x.of.iter().any(|of| y.of.contains(of))));
    let names = shared.iter().filter(|key| a.tokens().any(|token| token.name && token.key == **key)).count();
    alike.count() >= 2 || names >= 2
}

/// Whether both clauses are said of the same word, however general.
fn share_subject(clause_a: &Clause, clause_b: &Clause) -> bool {
    let is_subject = |key: &str| clause_b.tokens.iter().any(|token| token.subject && token.key == key);
    clause_a.tokens.iter().any(|token| token.subject && is_subject(&token.key))
}

fn clause_of<'a>(statement: &'a Statement, quantity: &Quantity) -> &'a Clause {
    static EMPTY: Clause =
        Clause { tokens: Vec::new(), negative: false, negated_from: 0, open_subject: true, only: false };
    statement.clauses.get(quantity.clause).unwrap_or(&EMPTY)
}

fn nearly_equal(x: f64, y: f64) -> bool {
    let larger = x.abs().max(y.abs());
    (x - y).abs() <= larger * 1e-6
}

/// What one statement holds, the other names as rejected.
fn rejected_mention(a: &Statement, b: &Statement, shared: &[&str]) -> Option<Conflict> {
    let found = |one: &Statement, other: &Statement| {
        one.tokens()
            .find(|token| {
                token.rejected
                    && token.name
                    && other.tokens().any(|t| t.key == token.key && !t.rejected)
                    && !other.clauses.iter().any(|clause| clause.negative)
            })
            .map(|token| token.word.clone())
    };
    let word = found(b, a).or_else(|| found(a, b))?;
    if shared.len() < 2 {
        return None;
    }
    Conflict::new(format!("“{word}” is held in one and rejected in the other"))
}

/// Each names one best choice, and not the same one.
fn other_best_choice(a: &Statement, b: &Statement, shared: &[&str]) -> Option<Conflict> {
    if !a.superlative || !b.superlative {
        return None;
    }
    let choice = |statement: &Statement| statement.tokens().find(|token| token.name && !token.scope).cloned();
    let (x, y) = (choice(a)?, choice(b)?);
    let common = shared.iter().any(|key| *key != x.key && *key != y.key);
    if x.key == y.key || !common {
        return None;
    }
    Conflict::new(format!("the best choice is “{}” in one and “{}” in the other", x.word, y.word))
}

/// The later statement says that the state is new, and brings another value for the same subject.
fn announced_change(a: &Statement, b: &Statement, shared: &[&str]) -> Option<Conflict> {
    let change = b.change.as_deref()?;
    if b.additive || shared.len() < 2 && !moves(change, a, b, shared) {
        return None;
    }
    let adds_only = b.tokens().any(|token| token.verb && matches!(token.key.as_str(), "support" | "includ" | "add"));
    let new_value = b.tokens().any(|token| token.name && !a.has(&token.key));
    let old_value = a.tokens().any(|token| token.name || token.verb);
    let subject_shared = a.clauses.iter().any(|clause| {
        clause.open_subject || clause.tokens.iter().any(|t| t.subject && shared.contains(&t.key.as_str()))
    });
    if adds_only || !new_value || !old_value || !subject_shared {
        return None;
    }
    Conflict::new(format!("the later one tells a new state of “{}”", shared.join(" ")))
}

/// Whether the later statement moves, renames or replaces what the earlier one gives a place or a name:
/// "runs in X", "moved to Y".
fn moves(change: &str, a: &Statement, b: &Statement, shared: &[&str]) -> bool {
    let placed = |statement: &Statement, slots: &[&str], other: &Statement| {
        statement
            .tokens()
            .any(|token| token.name && !token.subject && slots.contains(&token.slot.as_str()) && !other.has(&token.key))
    };
    lexicon::is_move(change)
        && !shared.is_empty()
        && placed(a, &["in", "on", "at", "from", "with", "is"], b)
        && placed(b, &["to", "with", "by", "on"], a)
}

/// What says that the later statement replaces the earlier one.
fn replacement_sign(b: &Statement, conflict: &Conflict) -> Option<String> {
    if let Some(word) = &b.change {
        return Some(format!("the later one says “{word}”"));
    }
    conflict.measured.then(|| "a later count of the same thing".into())
}

/// Tells apart what does not conflict.
fn compatible(a: &Statement, b: &Statement, topic_a: &[&str], topic_b: &[&str], shared: &[&str]) -> Judgment {
    let verdict = |relation, reason: &str| Judgment { relation, reason: reason.into() };
    let smaller = topic_a.len().min(topic_b.len()).max(1) as f64;
    let larger = topic_a.len().max(topic_b.len()).max(1) as f64;
    let common = shared.len() as f64;
    let verbs = |s: &Statement| -> Vec<String> {
        s.tokens().filter(|t| t.verb && !lexicon::is_light(&t.key)).map(|t| t.key.clone()).collect()
    };
    let (verbs_a, verbs_b) = (verbs(a), verbs(b));
    let verbs_meet = verbs_a.is_empty() && verbs_b.is_empty()
        || verbs_a.iter().any(|verb| b.has(verb))
        || verbs_b.iter().any(|verb| a.has(verb));
    let same_numbers = a.quantities.len() == b.quantities.len()
        && a.quantities.iter().zip(&b.quantities).all(|(x, y)| nearly_equal(x.value, y.value));
    let numbers_tell = same_numbers && !a.quantities.is_empty() && common / smaller >= 0.5;
    if !b.additive && verbs_meet && same_numbers && (common / larger >= 0.8 || numbers_tell) {
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
    let beyond_subject = shared.iter().any(|key| a.tokens().any(|token| token.key == *key && !token.subject));
    if parallel && !beyond_subject && !b.additive && common / larger < 0.8 {
        return verdict(Relation::Unrelated, "the same subject, another matter");
    }
    if subject_meets && (common >= 2.0 || common / smaller >= 0.3) || common / larger >= 0.5 {
        return verdict(Relation::Refines, "the same topic, and both can hold");
    }
    verdict(Relation::Unrelated, "they share words but no topic")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of made-up projects, one per mechanism.
    #[test]
    fn relations_of_made_up_pairs() {
        use Relation::{Contradicts, Duplicate, Refines, Supersedes, Unrelated};
        let mut wrong = Vec::new();
        for (a, b, relation) in [
            ("Logs are kept for 30 days.", "Logs are kept for 90 days.", Contradicts),
            ("The cache lives in Redis.", "The cache lives in Memcached.", Contradicts),
            ("We never rebase shared branches.", "We always rebase shared branches.", Contradicts),
            ("Only admins can restart the worker.", "Developers can restart the worker.", Contradicts),
            ("The importer supports CSV files.", "The importer does not support CSV files.", Contradicts),
            ("The report is sent weekly.", "The report is sent daily.", Contradicts),
            ("The site is hosted on Netlify.", "The site moved to Vercel in March.", Supersedes),
            ("The queue is RabbitMQ.", "We replaced RabbitMQ with Kafka for the queue.", Supersedes),
            ("The minimum Python version is 3.9.", "Since 4.0 the minimum Python version is 3.11.", Supersedes),
            ("The repo has 120 tests.", "The repo has 310 tests.", Supersedes),
            ("Dark mode is not supported.", "Dark mode is now supported.", Supersedes),
            ("The runners live in us-east-1.", "We moved the runners to us-west-2.", Supersedes),
            ("Dates are stored in UTC.", "Dates are stored in local time.", Contradicts),
            ("The mailer retries failed sends twice.", "Failed sends are not retried by the mailer.", Contradicts),
            ("Links live for one hour.", "Links live for ten minutes.", Contradicts),
            ("The build takes 10 minutes on Linux.", "The build takes 25 minutes on Windows.", Refines),
            ("We will store sessions in Postgres.", "We decided to store the sessions in Redis.", Contradicts),
            ("The job runs hourly.", "The job runs hourly, except at midnight.", Refines),
            ("Webhooks are retried.", "Webhooks are also signed.", Refines),
            ("Backups are encrypted with age.", "Backups are encrypted using age.", Duplicate),
            ("Sessions expire after one day.", "Invoices are sent after one day.", Unrelated),
            ("The mobile app uses Kotlin.", "The backend uses Go.", Unrelated),
            ("Shall we use Deno?", "We use Deno.", Unrelated),
        ] {
            let pair = StatementPair { a: a.into(), b: b.into(), date_a: None, date_b: None };
            let judgment = compare_statements(&pair);
            if judgment.relation != relation {
                wrong.push(alloc::format!("{a} / {b}: {:?}, {}", judgment.relation, judgment.reason));
            }
        }
        assert_eq!(wrong, Vec::<String>::new());
    }
}
