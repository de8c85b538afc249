//! Passages taken apart into sentences, ready to be compared with others.

use alloc::collections::BTreeMap;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use super::alternatives;
use super::amount::{nearly_equal, reappoints};
use super::change::measures_again;
use super::choice::is_constant;
use super::clause::analyse;
use super::compare::{is_close, may_be_close, n_shared};
use super::draft::{Draft, Passage};
use super::glossary::{Glossary, Key};
use super::identity::shingles;
use super::lexicon;
use super::manner::Manner;
use super::metrics;
use super::passage::{self, Saying};
use super::statement::{Clause, NO_LONGER, Statement, Token};
use crate::text::Interner;

/// How many words of an answer tell something without the question.
const TELLING_WORDS: usize = 6;
/// Sentences of a passage that are compared.
const MAX_SENTENCES: usize = 96;

/// Passages taken apart, each once however often it is compared.
#[derive(Debug, Default)]
pub(super) struct Analysed {
    texts: Interner,
    /// By the number of their text.
    passages: Vec<Apart<Vec<Sentence>>>,
    /// The same, of those for which it was asked.
    tallies: Vec<Option<Apart<Vec<Counted>>>>,
    prints: Vec<Option<Vec<u32>>>,
    /// The words of all of them: comparing numbers is far quicker.
    pub(super) words: Glossary,
    ranks: Ranks,
}

/// A block of a passage and what it counts.
pub(super) type Counted = (String, BTreeMap<String, f64>);

/// What a passage was taken apart into.
#[derive(Debug)]
struct Apart<T> {
    parts: Rc<T>,
    /// The keys that were asked for on the way, until it is used for the first time.
    asked: Option<Vec<u32>>,
}

/// The order in which words come up where passages are used, which is the same whatever was taken apart first.
#[derive(Debug, Default)]
struct Ranks {
    /// By the number of their key; one more than the rank.
    by_key: Vec<u32>,
    n_ranked: u32,
}

impl Ranks {
    fn add(&mut self, keys: &[u32]) {
        for &key in keys {
            let at = key as usize;
            self.by_key.resize(self.by_key.len().max(at + 1), 0);
            if self.by_key[at] == 0 {
                self.n_ranked += 1;
                self.by_key[at] = self.n_ranked;
            }
        }
    }

    /// One bit for each word.
    fn bits(&self, words: &[u32]) -> u64 {
        words.iter().fold(0, |bits, word| bits | 1 << ((self.by_key[*word as usize] - 1) % 64))
    }
}

impl Analysed {
    pub(super) fn of(&mut self, text: &str) -> Rc<Vec<Sentence>> {
        let number = self.take_apart(text);
        let Apart { parts, asked } = &mut self.passages[number as usize];
        if let Some(asked) = asked.take() {
            self.ranks.add(&self.words.take_asked());
            self.ranks.add(&asked);
            for sentence in Rc::get_mut(parts).into_iter().flatten() {
                sentence.topic_bits = self.ranks.bits(&sentence.topic);
            }
        }
        Rc::clone(parts)
    }

    /// The blocks of a passage that count things.
    pub(super) fn counted(&mut self, text: &str) -> Rc<Vec<Counted>> {
        let number = self.take_apart(text);
        self.count(number, text);
        let Some(Some(Apart { parts, asked })) = self.tallies.get_mut(number as usize) else { return Rc::default() };
        if let Some(asked) = asked.take() {
            self.ranks.add(&self.words.take_asked());
            self.ranks.add(&asked);
        }
        Rc::clone(parts)
    }

    /// Does ahead of time what the text of an item will be needed for.
    pub(super) fn prepare(&mut self, text: &str) {
        let number = self.take_apart(text);
        self.count(number, text);
        self.prints[number as usize].get_or_insert_with(|| shingles(text));
    }

    /// The prints of a text.
    pub(super) fn prints(&self, text: &str) -> Vec<u32> {
        let known = self.texts.get(text).and_then(|number| self.prints[number as usize].clone());
        known.unwrap_or_else(|| shingles(text))
    }

    // Once in the module, not in each of its callers; the same below.
    #[inline(never)]
    fn take_apart(&mut self, text: &str) -> u32 {
        let (number, is_new) = self.texts.intern(text);
        if is_new {
            self.ranks.add(&self.words.take_asked());
            let sayings = passage::sayings(text, MAX_SENTENCES).into_iter();
            let analysed = sayings.map(|saying| Sentence::of(saying, &mut self.words));
            let mut analysed: Vec<Sentence> = analysed.collect();
            mark_repeated(&mut analysed);
            self.passages.push(Apart { parts: Rc::new(analysed), asked: Some(self.words.take_asked()) });
            self.tallies.push(None);
            self.prints.push(None);
        }
        number
    }

    #[inline(never)]
    fn count(&mut self, number: u32, text: &str) {
        if self.tallies[number as usize].is_some() {
            return;
        }
        self.ranks.add(&self.words.take_asked());
        let blocks = passage::blocks(text).into_iter().map(|block| {
            let counts = metrics::counts(&block, &mut self.words);
            (block, counts)
        });
        let parts = Rc::new(blocks.filter(|(_, counts)| !counts.is_empty()).collect());
        self.tallies[number as usize] = Some(Apart { parts, asked: Some(self.words.take_asked()) });
    }

    /// The passages of a page, in order.
    pub(super) fn page<'a>(&mut self, draft: &'a Draft) -> Vec<(&'a Passage, Rc<Vec<Sentence>>)> {
        let passages = core::iter::once(&draft.statement).chain(&draft.additions);
        passages.map(|passage| (passage, self.of(&passage.text))).collect()
    }
}

/// Stands before the number of a kind of things.
const KIND: &str = "kind ";

/// What a statement settles by name, see [`Sentence::settles`].
fn settled(statement: &Statement, is_choice: bool) -> Vec<String> {
    let constants = statement.fields.iter().filter(|(key, _)| is_constant(key)).map(|(key, _)| key.clone());
    let taken = statement.tokens().filter(|token| is_choice && !token.verb);
    let kinds =
        taken.filter_map(|token| alternatives::class_of(&token.word).map(|class| alloc::format!("{KIND}{class}")));
    constants.chain(kinds).collect()
}

/// A sentence taken apart, and what decides whether it is compared with another.
#[derive(Debug)]
pub(super) struct Sentence {
    pub(super) text: String,
    /// A person said it, in so many words.
    pub(super) by_person: bool,
    /// It tells a value that a person gave in the same passage.
    pub(super) repeats_person: bool,
    /// It holds values and tells nothing.
    pub(super) is_row: bool,
    pub(super) statement: Statement,
    /// Words that name the subject of each clause, sorted.
    subjects: Vec<Vec<u32>>,
    /// Words that tell topics apart, sorted.
    pub(super) topic: Vec<u32>,
    /// What each clause tells, by its words that are not too general, sorted, and whether it denies it.
    matters: Vec<(Vec<u32>, bool)>,
    /// One bit for each word of the topic; sentences without a common bit have no common word.
    topic_bits: u64,
    pub(super) manner: Manner,
    /// The products and formats that it names, each with its kind.
    kinds: Vec<(usize, Key)>,
    /// What it settles by name: a constant, and where a person says it in few words the kind of thing they take.
    pub(super) settles: Vec<String>,
    /// It can say by itself that something else no longer holds.
    pub(super) may_end: bool,
    /// The words of its topic by which what it ends is found: those of the clause that gives something up.
    pub(super) ended: Vec<u32>,
}

impl Sentence {
    fn of(Saying { text, by_person, is_row }: Saying, words: &mut Glossary) -> Self {
        let statement = if is_row {
            analyse(&text.replace('|', ", "), words)
        } else {
            analyse(if by_person { alone(&text) } else { &text }, words)
        };
        let subjects = statement.clauses.iter().map(subject_of);
        let subjects = subjects.filter(|keys| !keys.is_empty()).collect();
        let topic = numbers(statement.tokens().filter(|token| token.tells_topic()));
        let matter = |clause: &Clause| (numbers(clause.tokens.iter().filter(|token| !token.light)), clause.negative);
        let matters = statement.clauses.iter().map(matter).filter(|(words, _)| words.len() > 1).collect();
        let may_end = statement.may_end();
        let gives_up = |clause: &&Clause| clause.gives_up_at().is_some();
        let given_up = statement.clauses.iter().filter(gives_up).flat_map(|clause| &clause.tokens);
        let mut ended = numbers(given_up.filter(|token| token.tells_topic()));
        if ended.is_empty() {
            ended.clone_from(&topic);
        }
        let manner = Manner::of(&text, by_person);
        let kind_of = |token: &Token| Some((alternatives::class_of(&token.word)?, token.key.clone()));
        let kinds = statement.tokens().filter_map(kind_of).collect();
        let settles = settled(&statement, by_person && manner.is_plain());
        Self {
            manner,
            kinds,
            settles,
            text,
            by_person,
            repeats_person: false,
            is_row,
            statement,
            subjects,
            topic,
            matters,
            topic_bits: 0,
            may_end,
            ended,
        }
    }

    /// Of what it settles, that of which it may tell another value or choice than was told before.
    pub(super) fn resets(&self) -> impl Iterator<Item = &String> {
        let is_new = self.statement.change.is_some();
        self.settles.iter().filter(move |matter| is_new || !matter.starts_with(KIND))
    }

    /// Whether two sentences speak of nearly the same.
    pub(super) fn is_close(&self, other: &Self) -> bool {
        // Each common bit stands for one common word, and for one more where words of this sentence share a bit.
        let n_bits = |bits: u64| bits.count_ones() as usize;
        let n_common = n_bits(self.topic_bits & other.topic_bits) + self.topic.len() - n_bits(self.topic_bits);
        may_be_close(n_common, &self.topic, &other.topic) && is_close(&self.topic, &other.topic)
    }

    /// Whether the topics of two sentences may have a word in common.
    pub(super) fn shares_words(&self, other: &Self) -> bool {
        self.topic_bits & other.topic_bits != 0
    }

    /// Whether the topics of two sentences have a word in common.
    pub(super) fn shares_topic(&self, other: &Self) -> bool {
        self.shares_words(other) && self.topic.iter().any(|word| other.topic.binary_search(word).is_ok())
    }

    /// How many words the topics of two sentences have in common.
    pub(super) fn n_common(&self, other: &Self) -> usize {
        n_shared(&self.topic, &other.topic)
    }

    /// Whether some clause of a later sentence tells of nearly the same, or denies nothing else than what this one
    /// tells; or both fill in the same field.
    pub(super) fn is_like(&self, later: &Self) -> bool {
        let alike = |(told, was_denied): &(Vec<u32>, bool), (words, is_denied): &(Vec<u32>, bool)| {
            let n = n_shared(told, words);
            let ends_it = *is_denied && !was_denied && n == words.len();
            n >= 2 && (n * 2 >= told.len().max(words.len()) || ends_it)
        };
        // "Frontend: …" above a whole account is the name of a part.
        let is_value = self.manner.n_words.max(later.manner.n_words) <= MAX_FIELD;
        let fills_in = |name: &str| is_value && later.statement.fields.iter().any(|(theirs, _)| theirs == name);
        self.matters.iter().any(|told| later.matters.iter().any(|words| alike(told, words)))
            || self.statement.fields.iter().any(|(name, _)| fills_in(name))
            || reappoints(&self.statement, &later.statement)
    }

    /// Whether both name one of a kind, and not the same one: "use rye for all loaves", "use spelt".
    fn takes_other(&self, later: &Self) -> bool {
        let is_other = |x: &Token, y: &Token| alternatives::are_alternatives(&x.word, &y.word);
        self.statement.tokens().any(|x| later.statement.tokens().any(|y| is_other(x, y)))
    }

    /// Whether it tells a value that stands in another sentence as well.
    pub(super) fn repeats_value_of(&self, other: &Self) -> bool {
        let theirs = &other.statement.quantities;
        let is_theirs = |value: f64| theirs.iter().any(|quantity| nearly_equal(quantity.value, value));
        self.statement.transitions.is_empty() && self.statement.quantities.iter().any(|own| is_theirs(own.value))
    }

    /// Whether it holds so many numbers that one of them differs from another's by chance.
    pub(super) fn is_sum(&self) -> bool {
        self.statement.quantities.len() > 2
    }

    /// Whether it says something of something, or gives a value: a title or a line of a list names things only.
    pub(super) fn tells_whole(&self) -> bool {
        // Only before a verb is there a subject.
        let tells = |token: &Token| token.verb || token.subject || matches!(token.slot, "is" | "are" | "was" | "were");
        !self.statement.fields.is_empty()
            || self.is_row
            || self.by_person && !self.statement.quantities.is_empty()
            || self.statement.tokens().any(tells)
            || !self.statement.transitions.is_empty()
    }

    /// Whether some clause of a later sentence tells the very same but for a word or a number, or denies just that; or
    /// both fill in the same field. Less in common may be said of something else.
    pub(super) fn is_one_matter(&self, later: &Self) -> bool {
        let is_same = |(told, was_denied): &(Vec<u32>, bool), (words, is_denied): &(Vec<u32>, bool)| {
            let n = n_shared(told, words);
            let is_plain = n > 2 || later.statement.change.as_deref() == Some(NO_LONGER);
            let ends_it = *is_denied && !was_denied && n == words.len() && is_plain;
            // "A seat is held for 30 minutes now" tells nothing but another value.
            let is_value = || n == words.len() && measures_again(&self.statement, &later.statement);
            let n_beside = told.len().max(words.len()) - usize::from(n >= 2 && self.takes_other(later));
            n >= 2 && (n * 3 >= n_beside * 2 || ends_it || is_value())
        };
        // "Frontend: …" above a whole account is the name of a part.
        let is_value = self.manner.n_words.max(later.manner.n_words) <= MAX_FIELD;
        let fills_in = |name: &str| is_value && later.statement.fields.iter().any(|(theirs, _)| theirs == name);
        self.matters.iter().any(|told| later.matters.iter().any(|words| is_same(told, words)))
            || self.statement.fields.iter().any(|(name, _)| fills_in(name))
            || reappoints(&self.statement, &later.statement)
            || self.is_exchanged(later)
    }

    /// "The store of the loaves is X", "let's not use X for the store of the loaves, use Y": of a kind, something else is
    /// taken for the same.
    fn is_exchanged(&self, later: &Self) -> bool {
        // Few sentences name anything of a kind.
        if self.kinds.is_empty() || later.kinds.is_empty() {
            return false;
        }
        let n_common = self.n_common(later);
        let is_left = |x: &Key| later.statement.has(x) && n_common > 2;
        let is_new = later.statement.change.is_some() && self.same_subject(later);
        let is_other = |(kind, x): &(usize, Key)| {
            later.kinds.iter().any(|(other, y)| kind == other && x != y) && (is_new || is_left(x))
        };
        n_common >= 2 && self.kinds.iter().any(is_other)
    }

    /// Whether two sentences say something of the same subject.
    pub(super) fn opposes(&self, other: &Self) -> bool {
        self.is_close(other) && self.same_subject(other)
    }

    /// Whether two sentences name the same subject, one perhaps in more words.
    pub(super) fn same_subject(&self, other: &Self) -> bool {
        self.subjects.iter().any(|a| other.subjects.iter().any(|b| is_subset(a, b) || is_subset(b, a)))
    }
}

/// Most words of a field and its value.
const MAX_FIELD: usize = 12;

/// What an answer says without its question, `[Display:] show it on the receipt`: what is called alike elsewhere is
/// another thing, and few words say nothing by themselves.
fn alone(said: &str) -> &str {
    let Some((asked, answer)) = said.strip_prefix('[').and_then(|rest| rest.split_once("] ")) else { return said };
    // The name of a plan tells nothing either.
    let is_told = !asked.starts_with("Approved plan") && answer.split_whitespace().count() >= TELLING_WORDS;
    if is_told { answer } else { "" }
}

/// "20 seconds, please", "the timeout is 20 s now": the value is the person's, whoever reports it.
fn mark_repeated(sentences: &mut [Sentence]) {
    let quantities = |sentence: &Sentence| -> Vec<(&'static str, f64)> {
        let with_unit = sentence.statement.quantities.iter().filter(|quantity| !quantity.dimension.is_empty());
        with_unit.map(|quantity| (quantity.dimension, quantity.value)).collect()
    };
    let given: Vec<(&str, f64)> = sentences.iter().filter(|sentence| sentence.by_person).flat_map(quantities).collect();
    for sentence in sentences.iter_mut().filter(|sentence| !sentence.by_person) {
        let is_given =
            |told: &(&str, f64)| given.iter().any(|(of, value)| *of == told.0 && nearly_equal(*value, told.1));
        sentence.repeats_person = quantities(sentence).iter().any(is_given);
    }
}

/// Words by number, sorted, each once.
fn numbers<'a>(tokens: impl Iterator<Item = &'a Token>) -> Vec<u32> {
    let mut numbers: Vec<u32> = tokens.map(|token| token.key.number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Words that name a clause's subject. What "we" do something to is the subject of "we store sessions in X", and what it
/// is for that of "use X for the sessions".
fn subject_of(clause: &Clause) -> Vec<u32> {
    let mut slot = "";
    let names_it = |token: &&Token| {
        slot = if token.slot.is_empty() { slot } else { token.slot };
        let is_told = !token.scope && !lexicon::is_placing(token.slot) || slot == "for";
        let is_object = clause.open_subject && !token.verb && is_told;
        (token.subject || is_object) && !token.light && !lexicon::is_unit(&token.word)
    };
    numbers(clause.tokens.iter().filter(names_it))
}

/// Whether all of the first list stands in the second; both sorted.
fn is_subset(small: &[u32], large: &[u32]) -> bool {
    small.len() <= large.len() && small.iter().all(|key| large.binary_search(key).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_has_a_value_and_a_part_an_account() {
        let mut memo = Analysed::default();
        let mut is_one = |old: &str, later: &str| memo.of(old)[0].is_one_matter(&memo.of(later)[0]);
        assert!(is_one("Oven: brick with a steel door", "Oven: steel with a brick door"));
        let part = "Oven: `bake.rs` now heats both sides at once and tells the till whenever a tray of rye is done";
        assert!(!is_one("Oven: brick with a steel door", part));
    }

    #[test]
    fn what_is_taken_apart_ahead_is_used_as_if_it_were_not() {
        let texts = [
            "The importer of the harbour reads 12 files and 40 tests an hour.\n\nIt writes to Redis.",
            "Ramps open at dawn.\n\n| files | 12 |\n|---|---|\n| tests | 40 |",
            "We dropped Redis. The queue of the harbour is NATS now.",
        ];
        let (mut plain, mut ahead) = (Analysed::default(), Analysed::default());
        texts.iter().rev().for_each(|text| ahead.prepare(text));
        for text in texts {
            let bits = |memo: &mut Analysed| -> Vec<u64> { memo.of(text).iter().map(|said| said.topic_bits).collect() };
            assert_eq!(bits(&mut ahead), bits(&mut plain));
            assert_eq!(ahead.counted(text), plain.counted(text));
            assert_eq!(ahead.prints(text), plain.prints(text));
        }
        let numbers = |memo: &mut Analysed| memo.of(texts[0])[0].topic.clone();
        assert_ne!(numbers(&mut ahead), numbers(&mut plain));
        assert!(!plain.counted(texts[0]).is_empty());
    }
}
