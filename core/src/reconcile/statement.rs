//! What a statement says: clauses with their subject, polarity, numbers and conditions.
//!
//! This is shallow on purpose. It knows where a subject ends, what a negation covers, which number
//! belongs to which unit and which words only limit where the rest holds; the comparison needs no more.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::cue::{LEFT, exchanges};
use super::glossary::Key;
use super::lexicon;
use super::number::is_whole;

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

impl Quantity {
    /// A value that counts nothing beside it.
    pub(super) fn bare(value: f64, dimension: &'static str, clause: usize) -> Self {
        Self { value, written: value, dimension, of: Vec::new(), clause, supposed: false, label: None }
    }
}

/// A value that is told to be over.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Transition {
    /// In the base of its dimension, as quantities are.
    pub(super) old: f64,
    /// What it is now, as written, where that is told.
    pub(super) new: Option<f64>,
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
    /// Whether a little word denies it, whatever its verb says: `can't delete`.
    pub(super) denied: bool,
    /// It only says what is not done besides: `…, but not bake it`.
    pub(super) none_else: bool,
    /// It is denied by `no`: there is none of something.
    pub(super) none: bool,
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

    /// Whether it calls something by name a mistake: "X was the wrong call".
    pub(super) fn regrets(&self) -> bool {
        let is_wrong = |token: &Token| !token.subject && lexicon::is_wrong(&token.key);
        !self.negative
            && self.tokens.iter().any(is_wrong)
            && self.tokens.iter().any(|token| token.subject && token.name)
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
            || self.clauses.iter().any(|clause| drops(clause) || leaves(clause) || clause.regrets())
    }

    /// Whether the key is one of its [`topic`](Self::topic).
    pub(super) fn is_about(&self, key: &str) -> bool {
        self.tokens().any(|token| token.tells_topic() && &*token.key == key)
    }

    /// Whether the key is a name in it.
    pub(super) fn names(&self, key: &str) -> bool {
        self.tokens().any(|token| token.name && &*token.key == key)
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
