//! Finds the drafts that an item may be about without looking at all of them.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::against::{Near, is_by_person};
use super::analysed::{Analysed, Sentence};
use super::draft::Draft;
use super::identity::word_key;
use super::lexicon;
use super::metrics;
use crate::model::{Item, Kind};
use crate::text::{Interner, folded_stem, stem};

/// Share of the shorter keyword list that must be common for two texts to be about the same subject.
const SAME_SUBJECT: f64 = 0.6;
/// A keyword that this many articles have tells none of them apart.
const MAX_POSTINGS: usize = 64;
/// Pages on which a contradiction is looked for, by the keywords of an item and by what its sentences name.
const MAX_CANDIDATES: usize = 8;
const MAX_NEAR: usize = 24;

/// An item with what it is found by.
pub(super) struct Named<'a> {
    pub(super) item: &'a Item,
    /// The stems of its keywords by number, sorted.
    pub(super) stems: Vec<u32>,
    /// Folded, as is its subject, which may be empty.
    title: String,
    subject: String,
    /// What it measures of which named thing.
    measures: Vec<String>,
}

impl<'a> Named<'a> {
    pub(super) fn of(item: &'a Item, stems: &Stems) -> Self {
        let subject = if item.subject.is_empty() { String::new() } else { word_key(&item.subject) };
        let (stems, title) = (stems.numbers(&item.keywords), word_key(&item.title));
        Self { item, stems, title, subject, measures: metrics::measured(&item.title) }
    }

    pub(super) fn is_called(&self, title: &str) -> bool {
        self.title == word_key(title)
    }
}

/// The stems of all keywords, numbered in their order.
#[derive(Debug, Default)]
pub(super) struct Stems {
    words: Interner,
    /// Of each word.
    numbers: Vec<u32>,
}

impl Stems {
    pub(super) fn of(items: &[Item]) -> Self {
        let mut words = Interner::default();
        for keyword in items.iter().flat_map(|item| &item.keywords) {
            words.intern(&folded_stem(keyword));
        }
        let mut in_order: Vec<u32> = (0..).take(words.len()).collect();
        in_order.sort_unstable_by(|a, b| words.text(*a).cmp(words.text(*b)));
        let mut numbers = alloc::vec![0; words.len()];
        for (number, word) in (0..).zip(in_order) {
            numbers[word as usize] = number;
        }
        Self { words, numbers }
    }

    /// The numbers of the stems of keywords, sorted, each once.
    fn numbers(&self, keywords: &[String]) -> Vec<u32> {
        let words = keywords.iter().filter_map(|keyword| self.words.get(&folded_stem(keyword)));
        let mut numbers: Vec<u32> = words.map(|word| self.numbers[word as usize]).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

/// Finds drafts by subject, title and keywords without looking at all of them.
#[derive(Debug, Default)]
pub(super) struct Index {
    subjects: BTreeMap<String, usize>,
    titles: BTreeMap<String, usize>,
    stems: Stems,
    /// The drafts that have a stem among their keywords, by its number.
    keywords: Vec<Vec<usize>>,
    /// How much each stem tells: the fewer items have it, the more. From all items, so that order does not matter.
    weights: Vec<f64>,
    /// The weight of all keywords of each draft.
    totals: Vec<f64>,
    /// What is measured of which named thing.
    measures: BTreeMap<String, usize>,
    /// Where which value of what stands.
    values: BTreeMap<(u64, String), Vec<usize>>,
    /// Where what is settled by name, see [`Sentence`].
    settled: BTreeMap<String, Vec<usize>>,
    /// Where which word stands that tells topics apart, by its number.
    words: Vec<Vec<usize>>,
}

impl Index {
    pub(super) fn of(items: &[Named<'_>], stems: Stems) -> Self {
        let mut n_items: Vec<u32> = alloc::vec![0; stems.numbers.len()];
        for &stem in items.iter().flat_map(|item| &item.stems) {
            n_items[stem as usize] += 1;
        }
        let weights = n_items.iter().map(|n| 1.0 / f64::from(*n)).collect();
        Self { keywords: alloc::vec![Vec::new(); n_items.len()], weights, stems, ..Self::default() }
    }

    pub(super) fn add(&mut self, draft: usize, named: &Named<'_>) {
        if !named.item.subject.is_empty() {
            self.subjects.entry(named.subject.clone()).or_insert(draft);
        }
        self.titles.entry(named.title.clone()).or_insert(draft);
        for key in &named.measures {
            self.measures.entry(key.clone()).or_insert(draft);
        }
        for &stem in &named.stems {
            note(draft, &mut self.keywords[stem as usize]);
        }
    }

    pub(super) fn add_words(&mut self, draft: usize, sentences: &[Sentence]) {
        for &word in sentences.iter().flat_map(|sentence| &sentence.topic) {
            let at = word as usize;
            self.words.resize_with(self.words.len().max(at + 1), Vec::new);
            note(draft, &mut self.words[at]);
        }
    }

    pub(super) fn add_values(&mut self, draft: usize, sentences: &[Sentence]) {
        for matter in sentences.iter().flat_map(|sentence| &sentence.settles) {
            let holders = self.settled.entry(matter.clone()).or_default();
            if holders.len() < MAX_CANDIDATES && !holders.contains(&draft) {
                holders.push(draft);
            }
        }
        for quantity in sentences.iter().flat_map(|sentence| &sentence.statement.quantities) {
            let of = quantity.of.iter().map(String::as_str).take(2);
            let values = core::iter::once(quantity.dimension).chain(of).map(|what| (quantity.value, what));
            for (value, what) in values.chain([(quantity.written, "")]) {
                let holders = self.values.entry((value.to_bits(), what.to_string())).or_default();
                if holders.len() < MAX_CANDIDATES && !holders.contains(&draft) {
                    holders.push(draft);
                }
            }
        }
    }

    /// Drafts that hold another choice or value of what a sentence settles.
    fn settled(&self, sentences: &[Sentence]) -> Vec<usize> {
        let matters = sentences.iter().flat_map(Sentence::resets);
        matters.filter_map(|matter| self.settled.get(matter)).flatten().copied().collect()
    }

    /// Drafts that hold a value of which a sentence says that it is the old one.
    fn holders(&self, sentences: &[Sentence]) -> Vec<usize> {
        let steps = sentences.iter().flat_map(|sentence| &sentence.statement.transitions);
        let holders = steps.flat_map(|step| {
            let (unit, dimension) = (stem(&step.unit), lexicon::dimension_of(&step.unit));
            [unit, dimension.to_string()].into_iter().filter_map(|what| self.values.get(&(step.old.to_bits(), what)))
        });
        holders.flatten().copied().collect()
    }

    fn weight_of(&self, stems: &[u32]) -> f64 {
        stems.iter().map(|&stem| self.weights[stem as usize]).sum()
    }

    /// The stems that tell drafts apart, each with the drafts that have it.
    fn telling<'a>(&'a self, stems: &'a [u32]) -> impl Iterator<Item = (u32, &'a [usize])> {
        let postings = stems.iter().map(|&stem| (stem, self.keywords[stem as usize].as_slice()));
        postings.filter(|(_, drafts)| drafts.len() <= MAX_POSTINGS)
    }

    /// Weighs what a draft says of itself now, which may be what its first item said.
    pub(super) fn weigh(&mut self, at: usize, draft: &Draft, named: &Named<'_>) {
        let total = if draft.keywords == named.item.keywords {
            self.weight_of(&named.stems)
        } else {
            self.weight_of(&self.stems.numbers(&draft.keywords))
        };
        self.totals.resize(self.totals.len().max(at + 1), 0.0);
        self.totals[at] = total;
    }

    pub(super) fn find(&self, named: &Named<'_>, drafts: &[Draft]) -> Option<usize> {
        let Named { item, stems, .. } = named;
        if let Some(&at) = self.titles.get(&named.title) {
            return Some(at);
        }
        if !item.subject.is_empty()
            && let Some(&at) = self.subjects.get(&named.subject)
        {
            return Some(at);
        }
        if let Some(&at) = named.measures.iter().find_map(|key| self.measures.get(key)) {
            return Some(at);
        }
        let mut shared: BTreeMap<usize, (usize, f64)> = BTreeMap::new();
        for (stem, postings) in self.telling(stems) {
            for &draft in postings {
                let entry = shared.entry(draft).or_insert((0, 0.0));
                entry.0 += 1;
                entry.1 += self.weights[stem as usize];
            }
        }
        let own = self.weight_of(stems);
        let mut best: Option<(f64, usize)> = None;
        for (at, (n, weight)) in shared {
            let draft = &drafts[at];
            let overlap = weight / own.min(self.totals[at]).max(1e-9);
            let is_better = best.is_none_or(|(score, _)| overlap > score);
            if n >= 3 && overlap > SAME_SUBJECT && may_join(draft.kind, item.kind) && is_better {
                best = Some((overlap, at));
            }
        }
        best.map(|(_, at)| at)
    }
}

impl Index {
    /// Drafts that share the most keywords with an item, and those that hold a value which it says to be over.
    pub(super) fn near<'a>(
        &self,
        named: &Named<'_>,
        new: &[Sentence],
        drafts: &'a [Draft],
        memo: &mut Analysed,
    ) -> Vec<Near<'a>> {
        let mut candidates = self.candidates(&named.stems);
        let meant = self.holders(new).into_iter().chain(self.settled(new)).chain(self.meant(named.item, new));
        for at in meant {
            if candidates.len() < MAX_NEAR && candidates.iter().all(|(known, _)| *known != at) {
                candidates.push((at, 0));
            }
        }
        let near = candidates.into_iter().map(|(at, n_shared)| {
            let draft = &drafts[at];
            Near { at, n_shared, is_rule: draft.kind == Kind::Preference, page: memo.page(draft) }
        });
        near.collect()
    }

    /// Drafts that share words with a sentence that says of something that it is over, or by which a person changes
    /// something.
    fn meant(&self, item: &Item, sentences: &[Sentence]) -> Vec<usize> {
        let changes = |sentence: &&Sentence| {
            let is_said = is_by_person(item, sentence) && sentence.statement.change.is_some();
            // "It takes 95 ms now."
            let is_value = || sentence.statement.change.is_some() && sentence.statement.has_unit();
            let is_news = is_said || sentence.statement.again || is_value();
            sentence.may_end || is_news && !sentence.is_row
        };
        let drafts = sentences.iter().filter(changes).flat_map(|sentence| {
            let postings = sentence.ended.iter().filter_map(|word| self.words.get(*word as usize)).map(Vec::as_slice);
            let least = if is_by_person(item, sentence) { 1 } else { 2 };
            let sharing = sharing(postings.filter(|drafts| drafts.len() <= MAX_POSTINGS));
            sharing.into_iter().filter(move |(_, n_shared)| *n_shared >= least)
        });
        drafts.map(|(at, _)| at).collect()
    }

    /// Drafts that share the most keywords with an item, and how many.
    fn candidates(&self, stems: &[u32]) -> Vec<(usize, usize)> {
        sharing(self.telling(stems).map(|(_, postings)| postings))
    }
}

/// Notes once that a draft has a word, up to one more draft than anybody asks for.
fn note(draft: usize, postings: &mut Vec<usize>) {
    if postings.len() <= MAX_POSTINGS && !postings.contains(&draft) {
        postings.push(draft);
    }
}

/// The drafts that stand in the most lists, and in how many.
fn sharing<'a>(postings: impl Iterator<Item = &'a [usize]>) -> Vec<(usize, usize)> {
    let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
    for &draft in postings.flatten() {
        *shared.entry(draft).or_insert(0) += 1;
    }
    let mut candidates: Vec<(usize, usize)> = shared.into_iter().collect();
    candidates.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    candidates.truncate(MAX_CANDIDATES);
    candidates
}

/// Whether items of two kinds can share a page when only their keywords agree.
fn may_join(a: Kind, b: Kind) -> bool {
    a == b || !(a == Kind::Preference || b == Kind::Preference)
}
