//! What one statement affirms and the other denies.

use alloc::format;
use alloc::vec::Vec;

use super::common::{equal_subjects, has_own_condition, is_whole_name, named, narrows, objects_differ, scopes_differ};
use super::conflict::Conflict;
use super::cue::is_inside;
use super::lexicon;
use super::statement::{Clause, NO_LONGER, Statement, Token};
use crate::text::Words;

/// Content words of a clause in which one thing is said.
const LONG_CLAUSE: usize = 16;

/// How much of something there is, in one word.
static DEGREES: Words = Words::new("long short big large huge small tiny detailed complex elaborate fancy heavy");

/// Verbs for what went wrong once, not for what was given up; stems.
static INCIDENTS: Words = Words::new("reject refus fail miss block");

/// The same thing affirmed in one clause and denied in the other.
pub(super) fn opposite_polarity(
    clause_a: &Clause,
    clause_b: &Clause,
    a: &Statement,
    b: &Statement,
) -> Option<Conflict> {
    if clause_a.negative == clause_b.negative {
        return None;
    }
    let denial =
        if clause_a.negative { Denial::new(clause_a, clause_b, b) } else { Denial::new(clause_b, clause_a, a) };
    let is_incident = denial.is_incident() && equal_subjects(clause_a, clause_b);
    if is_incident || denial.is_beside_the_point() {
        return None;
    }
    let hits = denial.hits();
    if !denial.is_hit_whole(&hits) || !denial.is_hit_enough(&hits) || b.additive && denial.is_of_nobody(&hits) {
        return None;
    }
    // "Can see the schedule", "can't see invoices": not the same is denied.
    let keys: Vec<&str> = hits.iter().map(|token| &*token.key).collect();
    if denial.are_deeds(&hits) && objects_differ(clause_a, clause_b, a, b, &keys) {
        return None;
    }
    // A condition that only one side names may explain the difference.
    let Denial { denied, affirmed, .. } = denial;
    if scopes_differ(denied, affirmed) || narrows(clause_a, clause_b, a) || denial.is_of_another(&hits) {
        return None;
    }
    // "The bell is off while we bake" leaves the bell.
    if has_own_condition(denied, affirmed) && denied.gives_up_at().is_none() && !denial.whole.universal {
        return None;
    }
    let is_weak = hits.len() == 1 && !affirmed.tokens.iter().any(|token| token.name && token.key == hits[0].key);
    let named: Vec<&str> = hits.iter().map(|token| &*token.word).collect();
    Some(Conflict {
        text: format!("one affirms and the other denies “{}”", named.join(" ")), measured: false, is_weak
    })
}

/// What one clause denies, held against a clause that affirms something. The hits are the denied words that it affirms.
struct Denial<'s> {
    denied: &'s Clause,
    affirmed: &'s Clause,
    /// The statement of the clause that affirms.
    whole: &'s Statement,
    /// The words that are denied.
    focus: Vec<&'s Token>,
}

impl<'s> Denial<'s> {
    fn new(denied: &'s Clause, affirmed: &'s Clause, whole: &'s Statement) -> Self {
        Self { denied, affirmed, whole, focus: denied_words(denied, affirmed) }
    }

    /// "The mill refused the sack" once, and takes sacks all the same.
    fn is_incident(&self) -> bool {
        self.denied.tokens.iter().any(|token| INCIDENTS.contains(&token.key) && token.word.ends_with("ed"))
    }

    /// Whether the denial is of a kind that says nothing against what is affirmed.
    fn is_beside_the_point(&self) -> bool {
        let Self { denied, affirmed, focus, .. } = self;
        // "Skipped rows end up in X" goes on about what "skips rows" tells.
        let presumes = |token: &&Token| {
            lexicon::is_denial(&token.key)
                && !token.subject
                && affirmed.tokens.iter().any(|theirs| theirs.subject && theirs.key == token.key)
        };
        // Who rambles denies something else in the end.
        let is_long = denied.tokens.len().max(affirmed.tokens.len()) > LONG_CLAUSE;
        // "We need no long list" denies its length.
        let is_degree = |token: &Token| DEGREES.contains(&token.word);
        let denies_degree =
            || focus.iter().take(2).any(|token| is_degree(token) && !affirmed.tokens.iter().any(is_degree));
        // "Do not change the oven" says nothing against what the oven does.
        let alters = |token: &Token| lexicon::alters(&token.key);
        let denies_change = || focus.first().is_some_and(|token| alters(token)) && !affirmed.tokens.iter().any(alters);
        // "It lists loaves (but not bake them)" denies of what it tells only, whoever bakes.
        let denies_its_own = denied.none_else && focus.len() > 1;
        is_long || denies_its_own || focus.iter().any(presumes) || denies_degree() || denies_change()
    }

    fn hits(&self) -> Vec<&'s Token> {
        // "Never stores it", "keeps it": whatever the verb, it is there.
        let holds = |key: &str| {
            let is_it = |token: &Token| &*token.key == key || token.verb && lexicon::both_place(&token.key, key);
            // What something is compared with is not told of.
            self.affirmed.tokens.iter().any(|token| is_it(token) && !token.rejected && token.slot != "than")
        };
        let is_hit = |token: &&Token| holds(&token.key) && is_whole_name(self.denied, token, self.whole);
        self.focus.iter().copied().filter(is_hit).collect()
    }

    /// Whether the hits are what the denial is about, and not something beside it.
    fn is_hit_whole(&self, hits: &[&Token]) -> bool {
        let Self { denied, affirmed, whole, focus } = self;
        // "Never sell the keys" says nothing against keys.
        let deed = focus.iter().find(|token| token.verb && denied.open_subject);
        if deed.is_some_and(|deed| !lexicon::involves(&deed.key) && !hits.iter().any(|hit| hit.key == deed.key)) {
            return false;
        }
        // "We need no long prompt for the reviewer" denies no reviewer.
        if focus.iter().any(|token| !token.scope) && hits.iter().all(|token| token.scope) {
            return false;
        }
        // "In this table: trays with lids" claims nothing, and "no trays with broken lids" denies some of them only.
        let is_fragment = affirmed.open_subject && !affirmed.tokens.iter().any(|token| token.verb);
        if is_fragment && hits.len() > 1 && hits.len() < focus.len() {
            return false;
        }
        // "Docs are in scope", "the translation of docs is out of scope".
        let is_it = affirmed.open_subject && denied.tokens.iter().any(|token| token.subject && whole.has(&token.key));
        let head = |clause: &Clause| named(clause).0.last().map(|token| token.key.clone());
        let is_same = || is_it || head(denied).is_some() && head(denied) == head(affirmed);
        !hits.iter().all(|token| is_inside(&token.word)) || is_same()
    }

    fn is_hit_enough(&self, hits: &[&Token]) -> bool {
        let share = hits.len() as f64 / self.focus.len().max(1) as f64;
        // "The icon font is gone" denies the font, not the icons.
        let head = self.focus.iter().rfind(|token| token.subject);
        let only_modifies = head.is_some_and(|head| !hits.iter().any(|hit| hit.key == head.key))
            && self.focus.iter().all(|token| token.subject);
        !hits.is_empty() && share >= if only_modifies { 0.75 } else { 0.5 }
    }

    /// "It must be by post, not by e-mail", "they share one e-mail": of whom, nobody knows.
    fn is_of_nobody(&self, hits: &[&Token]) -> bool {
        let is_it =
            |clause: &Clause| clause.open_subject && !clause.tokens.iter().any(|token| token.name && token.subject);
        let is_named = |hit: &Token| self.affirmed.tokens.iter().any(|token| token.name && token.key == hit.key);
        matches!(hits, [hit] if is_it(self.denied) && is_it(self.affirmed) && !is_named(hit))
    }

    fn are_deeds(&self, hits: &[&Token]) -> bool {
        let is_deed = |hit: &&Token| {
            self.affirmed.tokens.iter().any(|token| token.key == hit.key && (token.verb || lexicon::is_verb(&hit.key)))
        };
        hits.iter().all(is_deed)
    }

    /// Whether two subjects have only one word in common, and it is neither's subject.
    fn is_of_another(&self, hits: &[&Token]) -> bool {
        let has_subject = |clause: &Clause| clause.tokens.iter().any(|token| token.subject);
        let has_common = || self.denied.tokens.iter().any(|token| token.subject && self.whole.has(&token.key));
        let is_subject = |hit: &Token| self.affirmed.tokens.iter().any(|token| token.subject && token.key == hit.key);
        let [hit] = hits else { return false };
        has_subject(self.denied) && has_subject(self.affirmed) && !has_common() && !is_subject(hit)
    }
}

/// The words that a clause denies before another.
fn denied_words<'s>(denied: &'s Clause, affirmed: &Clause) -> Vec<&'s Token> {
    // A denying word is no thing that is denied, unless the other side has it too: "we delete", "we never delete".
    let is_thing =
        |token: &&Token| !lexicon::is_denial(&token.key) || affirmed.tokens.iter().any(|other| other.key == token.key);
    let from_denial = || {
        denied.tokens.iter().skip(denied.negated_from).filter(is_thing).filter(|token| !lexicon::is_unit(&token.word))
    };
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
    focus
}

/// "X isn't involved" against something that X does or is used for.
pub(super) fn left_out(clause_a: &Clause, clause_b: &Clause) -> Option<Conflict> {
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

/// "Coaches no longer enter results", whatever was told of coaches and results; "trays can be moved now", where they could
/// not be.
pub(super) fn turned(a: &Statement, b: &Statement, shared: &[&str]) -> Option<Conflict> {
    let change = b.change.as_deref().filter(|_| !b.additive && !a.question)?;
    let is_denied = |statement: &Statement| statement.clauses.iter().any(|clause| clause.negative || clause.denied);
    let has = |clause: &Clause, key: &str| clause.tokens.iter().any(|token| &*token.key == key);
    let n_common = |clause: &Clause| shared.iter().filter(|key| has(clause, key)).count();
    let is_over = matches!(change, NO_LONGER | "anymore" | "more");
    if is_over && !is_denied(a) {
        let ended = b.clauses.iter().find(|clause| clause.negative && !clause.conditional && n_common(clause) >= 2)?;
        return (ended.tokens.len() <= LONG_CLAUSE)
            .then(|| Conflict::new(format!("“{}” no longer holds", b.word_of(shared[0]))))?;
    }
    let is_new = matches!(change, "now" | "since" | "of" | "from" | "all");
    let [lacking] = a.clauses.as_slice() else { return None };
    if !is_new || !lacking.denied || is_over || lacking.tokens.len() > LONG_CLAUSE {
        return None;
    }
    let is_there = |clause: &Clause| {
        let meets = |token: &Token| !token.light && !token.rejected && has(lacking, &token.key);
        let n_met = clause.tokens.iter().filter(|token| meets(token)).count();
        let is_named = || {
            clause.tokens.iter().any(|token| {
                token.name
                    && token.subject
                    && lacking.tokens.iter().any(|other| other.subject && other.key == token.key)
            })
        };
        !clause.negative && !clause.denied && !clause.conditional && (n_met >= 2 || is_named())
    };
    let clause = b.clauses.iter().find(|clause| is_there(clause))?;
    let thing = clause.tokens.iter().find(|token| has(lacking, &token.key) && !token.light)?;
    (!scopes_differ(lacking, clause))
        .then(|| Conflict::new(format!("what was denied of “{}” holds now", thing.word)))?
}

/// The same deed done and not done: "users can delete a box", "users can't delete a box". What denies by itself is no
/// denial of the other then.
pub(super) fn undone(clause_a: &Clause, clause_b: &Clause, a: &Statement) -> Option<Conflict> {
    if clause_a.denied == clause_b.denied || narrows(clause_a, clause_b, a) {
        return None;
    }
    let has = |clause: &Clause, key: &str| clause.tokens.iter().any(|token| &*token.key == key && !token.rejected);
    let is_deed = |token: &&Token| lexicon::is_denial(&token.key) && !token.subject && has(clause_b, &token.key);
    let deed = clause_a.tokens.iter().find(is_deed)?;
    let common = clause_a.tokens.iter().filter(|token| token.tells_topic() && token.key != deed.key);
    let n_common = common.filter(|token| has(clause_b, &token.key)).count();
    let is_main = |clause: &Clause| clause.tokens.iter().any(|token| token.verb && token.key == deed.key);
    (n_common >= 2 || n_common == 1 && is_main(clause_a) && is_main(clause_b))
        .then(|| Conflict::new(format!("one affirms and the other denies “{}”", deed.word)))?
}

/// "The page sets no cookies at all", "a cookie appears on the page": there is some of what there is none of.
pub(super) fn none_and_some(clause_a: &Clause, clause_b: &Clause, a: &Statement, b: &Statement) -> Option<Conflict> {
    if clause_a.negative == clause_b.negative || b.open || b.change.is_some() && clause_b.negative {
        return None;
    }
    let (none, some, whole) = if clause_a.negative { (clause_a, clause_b, a) } else { (clause_b, clause_a, b) };
    if !none.none || some.conditional {
        return None;
    }
    let thing = none.tokens.get(none.negated_from..)?.iter().take_while(|token| token.slot.is_empty() || !token.scope);
    let thing = thing.take_while(|token| !token.verb && !lexicon::is_placing(token.slot)).last()?;
    // "No long list" denies its length.
    let is_degree = none.tokens.iter().skip(none.negated_from).take(2).any(|token| DEGREES.contains(&token.word));
    if is_degree || thing.light || lexicon::is_denial(&thing.key) || lexicon::is_unit(&thing.word) {
        return None;
    }
    // "A cookie banner" is no cookie.
    let is_head = |at: usize| {
        let next = some.tokens.get(at + 1);
        next.is_none_or(|next| next.verb || !next.slot.is_empty() || next.subject != some.tokens[at].subject)
    };
    let is_there =
        |(at, token): (usize, &Token)| token.key == thing.key && !token.rejected && !token.condition && is_head(at);
    let is_of_same = some
        .tokens
        .iter()
        .any(|token| !token.light && token.key != thing.key && none.tokens.iter().any(|other| other.key == token.key));
    let is_told = some.tokens.iter().enumerate().any(is_there) && (is_of_same || whole.universal);
    is_told.then(|| Conflict::new(format!("there is no “{}” in one, and some in the other", thing.word)))?
}
