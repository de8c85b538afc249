//! Items in the order they were said become articles, one per subject.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::analysed::{Analysed, Sentence};
use super::compare::{Judgment, Relation, judge, judge_told, n_shared};
use super::conflict::moves_on;
use super::draft::{Draft, Passage, Told};
use super::glossary::Glossary;
use super::identity::word_key;
use super::lexicon;
use super::metrics;
use super::passage;
use crate::model::{Item, Kind, Origin};
use crate::text::{Interner, content_terms, folded_stem, stem};

/// Share of the shorter keyword list that must be common for two texts to be about the same subject.
const SAME_SUBJECT: f64 = 0.6;
/// A keyword that this many articles have tells none of them apart.
const MAX_POSTINGS: usize = 64;
/// Pages on which a contradiction is looked for.
const MAX_CANDIDATES: usize = 8;
/// A longer text has a subject of its own and its own page: only what it begins with brings it to another one.
const SHORT_TEXT: usize = 1_200;
const BEGINNING: usize = 3;
/// Pages of which one item can say that something on them is over.
const MAX_ENDED: usize = 3;

/// Sorts items into the order in which they were said; the same for every order in which sessions arrive.
pub(super) fn in_order(items: &mut [Item]) {
    items.sort_by(|a, b| place(a).cmp(&place(b)).then_with(|| a.title.cmp(&b.title)));
}

fn place(item: &Item) -> (Option<i64>, &str, u32) {
    let first = item.evidence.first();
    (
        first.and_then(|evidence| evidence.time).map(|time| time.0),
        first.map_or("", |evidence| evidence.session.as_str()),
        first.map_or(0, |evidence| evidence.line),
    )
}

/// What became of one item.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Step {
    /// Index of the draft it went into.
    pub(super) draft: usize,
    /// How it related to what was there; `None` when it began the article.
    pub(super) relation: Option<Judgment>,
}

/// Folds items, which must be [`in_order`].
pub(super) fn fold(items: &[Item]) -> (Vec<Draft>, Vec<Step>) {
    let mut drafts: Vec<Draft> = Vec::new();
    let stems = Stems::of(items);
    let items: Vec<Named> = items.iter().map(|item| Named::of(item, &stems)).collect();
    let mut index = Index::of(&items, stems);
    let mut steps = Vec::with_capacity(items.len());
    let mut tallies: Vec<Tally> = Vec::new();
    let mut memo = Analysed::default();
    for named in &items {
        let item = named.item;
        let new = memo.of(&item.statement);
        let near = index.near(named, &new, &drafts, &mut memo);
        let found = match index.find(named, &drafts) {
            Some(at) => Some((at, relate(&drafts[at], item, &mut memo))),
            None => opposed(item, &new, &near),
        };
        let own = found.as_ref().map(|(at, _)| *at);
        for (at, part, (judgment, against)) in ended(item, &new, own, &near) {
            drafts[at].absorb(&part, judgment.relation, &judgment.reason, Some(&against));
        }
        let step = match found {
            Some((at, (judgment, against))) => {
                drafts[at].absorb(item, judgment.relation, &judgment.reason, against.as_ref());
                index.add(at, named);
                index.weigh(at, &drafts[at], named);
                Step { draft: at, relation: Some(judgment) }
            }
            None => {
                drafts.push(Draft::new(item));
                index.add(drafts.len() - 1, named);
                index.weigh(drafts.len() - 1, &drafts[drafts.len() - 1], named);
                Step { draft: drafts.len() - 1, relation: None }
            }
        };
        index.add_values(step.draft, &new);
        replace_tallies(&mut drafts, &mut tallies, step.draft, named, &mut memo.words);
        steps.push(step);
    }
    (drafts, steps)
}

/// An item with what it is found by.
struct Named<'a> {
    item: &'a Item,
    /// The stems of its keywords by number, sorted.
    stems: Vec<u32>,
    /// Folded, as is its subject, which may be empty.
    title: String,
    subject: String,
    /// What it measures of which named thing.
    measures: Vec<String>,
}

impl<'a> Named<'a> {
    fn of(item: &'a Item, stems: &Stems) -> Self {
        let subject = if item.subject.is_empty() { String::new() } else { word_key(&item.subject) };
        let (stems, title) = (stems.numbers(&item.keywords), word_key(&item.title));
        Self { item, stems, title, subject, measures: metrics::measured(&item.title) }
    }
}

/// The stems of all keywords, numbered in their order.
#[derive(Debug, Default)]
struct Stems {
    words: Interner,
    /// Of each word.
    numbers: Vec<u32>,
}

impl Stems {
    fn of(items: &[Item]) -> Self {
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

/// A block of numbers that stands in a draft.
struct Tally {
    draft: usize,
    block: String,
    passage: Passage,
    counts: BTreeMap<String, f64>,
    stems: Vec<u32>,
}

/// A later count of the same things moves the earlier one into the history, in whichever article it stands.
fn replace_tallies(
    drafts: &mut [Draft],
    tallies: &mut Vec<Tally>,
    at: usize,
    Named { item, stems, .. }: &Named<'_>,
    words: &mut Glossary,
) {
    for block in passage::blocks(&item.statement) {
        let counts = metrics::counts(&block, words);
        if counts.is_empty() || !drafts[at].text().contains(&block) {
            continue;
        }
        let passage = Passage::of(item, block.clone());
        let is_earlier = |tally: &Tally| {
            tally.passage.session != passage.session
                && metrics::counted_again(&tally.counts, &counts)
                && n_shared(&tally.stems, stems) >= if counts.len() > 2 { 1 } else { 2 }
        };
        while let Some(old) = tallies.iter().position(is_earlier) {
            let old = tallies.swap_remove(old);
            if drafts[old.draft].retire(&old.block) {
                let title = drafts[at].title.clone();
                drafts[at].remember(old.passage, passage.time);
                if old.draft != at {
                    drafts[old.draft].note_newer(&title, passage.time);
                }
            }
        }
        tallies.push(Tally { draft: at, block, passage, counts, stems: stems.clone() });
    }
}

/// Finds drafts by subject, title and keywords without looking at all of them.
#[derive(Debug, Default)]
struct Index {
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
}

impl Index {
    fn of(items: &[Named<'_>], stems: Stems) -> Self {
        let mut n_items: Vec<u32> = alloc::vec![0; stems.numbers.len()];
        for &stem in items.iter().flat_map(|item| &item.stems) {
            n_items[stem as usize] += 1;
        }
        let weights = n_items.iter().map(|n| 1.0 / f64::from(*n)).collect();
        Self { keywords: alloc::vec![Vec::new(); n_items.len()], weights, stems, ..Self::default() }
    }

    fn add(&mut self, draft: usize, named: &Named<'_>) {
        if !named.item.subject.is_empty() {
            self.subjects.entry(named.subject.clone()).or_insert(draft);
        }
        self.titles.entry(named.title.clone()).or_insert(draft);
        for key in &named.measures {
            self.measures.entry(key.clone()).or_insert(draft);
        }
        for &stem in &named.stems {
            let postings = &mut self.keywords[stem as usize];
            if postings.last() != Some(&draft) && postings.len() <= MAX_POSTINGS {
                postings.push(draft);
            }
        }
    }

    fn add_values(&mut self, draft: usize, sentences: &[Sentence]) {
        for quantity in sentences.iter().flat_map(|sentence| &sentence.statement.quantities) {
            let of = quantity.of.iter().map(String::as_str).take(2);
            for what in core::iter::once(quantity.dimension).chain(of) {
                let holders = self.values.entry((quantity.value.to_bits(), what.to_string())).or_default();
                if holders.last() != Some(&draft) && holders.len() < MAX_CANDIDATES {
                    holders.push(draft);
                }
            }
        }
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
    fn weigh(&mut self, at: usize, draft: &Draft, named: &Named<'_>) {
        let total = if draft.keywords == named.item.keywords {
            self.weight_of(&named.stems)
        } else {
            self.weight_of(&self.stems.numbers(&draft.keywords))
        };
        self.totals.resize(self.totals.len().max(at + 1), 0.0);
        self.totals[at] = total;
    }

    fn find(&self, named: &Named<'_>, drafts: &[Draft]) -> Option<usize> {
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

/// A draft that has keywords in common with an item.
struct Near<'a> {
    at: usize,
    n_shared: usize,
    page: Vec<(&'a Passage, Rc<Vec<Sentence>>)>,
}

/// The draft that an item on another page speaks against: the same subject, another value.
fn opposed(item: &Item, new: &[Sentence], near: &[Near<'_>]) -> Option<(usize, (Judgment, Option<Told>))> {
    let speaks = if is_long(item) { new.len().min(BEGINNING) } else { new.len() };
    near.iter().filter(|near| near.n_shared > 0).find_map(|near| {
        let may_oppose = |old: &Sentence, later: &Sentence| near.n_shared >= 2 && old.opposes(later);
        let (judgment, _, told) = conflict(&near.page, item, &new[..speaks], may_oppose)?;
        Some((near.at, (judgment, Some(told))))
    })
}

/// The drafts that sentences of an item on another page say to be over, with the item cut down to that sentence.
/// Some sentence of many always seems to, so it must name the same subject as well, or the very value that is over.
fn ended(item: &Item, new: &[Sentence], own: Option<usize>, near: &[Near<'_>]) -> Vec<(usize, Item, (Judgment, Told))> {
    // "The script removes the limit" is about the limit.
    let is_told = |old: &Sentence, later: &Sentence| {
        old.is_close(later) && (later.may_end && !old.may_end || old.same_subject(later))
    };
    let others = near.iter().filter(|near| Some(near.at) != own);
    let ends = others.filter_map(|near| {
        new.iter().find_map(|later| {
            let (judgment, old, told) = conflict(&near.page, item, core::slice::from_ref(later), is_told)?;
            let mut old = old.iter().filter(|old| told.sentences.contains(&old.text));
            // What a conversation found out is not over because of what it then decided.
            let is_older = item.evidence.iter().all(|evidence| evidence.session != told.passage.session);
            let names_it = |old: &Sentence| {
                let is_near = old.shares_topic(later) || !is_older;
                is_near && moves_on(&old.statement, &later.statement) || is_older && is_told(old, later)
            };
            let ends = judgment.relation == Relation::Supersedes && old.any(names_it);
            ends.then(|| (near.at, part_of(item, &later.text), (judgment, told)))
        })
    });
    ends.take(MAX_ENDED).collect()
}

impl Index {
    /// Drafts that share the most keywords with an item, and those that hold a value which it says to be over.
    fn near<'a>(&self, named: &Named<'_>, new: &[Sentence], drafts: &'a [Draft], memo: &mut Analysed) -> Vec<Near<'a>> {
        let mut candidates = self.candidates(&named.stems);
        for at in self.holders(new).into_iter().chain(self.meant(new)) {
            if candidates.iter().all(|(known, _)| *known != at) {
                candidates.push((at, 0));
            }
        }
        let near = candidates.into_iter().map(|(at, n_shared)| Near { at, n_shared, page: memo.page(&drafts[at]) });
        near.collect()
    }

    /// Drafts whose keywords stand in a sentence that says of something that it is over.
    fn meant(&self, sentences: &[Sentence]) -> Vec<usize> {
        let ends = sentences.iter().filter(|sentence| sentence.may_end);
        let drafts = ends.flat_map(|sentence| self.candidates(&self.stems.numbers(&content_terms(&sentence.text))));
        drafts.filter(|(_, n_shared)| *n_shared >= 2).map(|(at, _)| at).collect()
    }

    /// Drafts that share the most keywords with an item, and how many.
    fn candidates(&self, stems: &[u32]) -> Vec<(usize, usize)> {
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        for &draft in self.telling(stems).flat_map(|(_, postings)| postings) {
            *shared.entry(draft).or_insert(0) += 1;
        }
        let mut candidates: Vec<(usize, usize)> = shared.into_iter().collect();
        candidates.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        candidates.truncate(MAX_CANDIDATES);
        candidates
    }
}

/// An item cut down to one of its sentences, with the evidence that fits it best.
fn part_of(item: &Item, sentence: &str) -> Item {
    let terms: BTreeSet<String> = content_terms(sentence).into_iter().collect();
    let fits = |quote: &str| content_terms(quote).iter().filter(|term| terms.contains(*term)).count();
    let best = item.evidence.iter().rev().max_by_key(|evidence| fits(&evidence.quote)).cloned();
    Item { statement: sentence.to_string(), rationale: None, evidence: best.into_iter().collect(), ..item.clone() }
}

fn is_long(item: &Item) -> bool {
    item.statement.len() > SHORT_TEXT
}

/// The passage of a page that new sentences speak against: one says so itself, or `may_oppose` it and says something
/// else.
fn conflict<'a>(
    page: &'a [(&Passage, Rc<Vec<Sentence>>)],
    item: &Item,
    new: &[Sentence],
    may_oppose: impl Fn(&Sentence, &Sentence) -> bool,
) -> Option<(Judgment, &'a [Sentence], Told)> {
    let session = item.evidence.first().map_or("", |evidence| evidence.session.as_str());
    let judged = |old: &Sentence, later: &Sentence, is_same_talk: bool| {
        // An agent that reports what it did takes nothing back that the person said before, but for a value.
        if is_same_talk && old.by_person && !later.by_person && !moves_on(&old.statement, &later.statement) {
            return None;
        }
        // What is told to end is named, or a value that moves on.
        let may_end = later.may_end && (old.shares_words(later) || !later.statement.transitions.is_empty());
        let told = if may_end { judge_told(&old.statement, &later.statement) } else { None };
        told.or_else(|| may_oppose(old, later).then(|| judge(&old.statement, &later.statement)))
            .filter(|judgment| judgment.relation.is_conflict())
    };
    page.iter().find_map(|(passage, old)| {
        // An agent that seems to contradict itself within a conversation speaks of two things, or says that it changes.
        let is_same_talk = passage.session == session;
        let is_same_voice = is_same_talk && item.origin == Origin::Agent;
        let stands = |judgment: &Judgment| judgment.relation != Relation::Contradicts || !is_same_voice;
        // What says itself that it replaces something counts before what merely differs.
        let against = |old: &Sentence| {
            let mut found = new.iter().filter_map(|later| judged(old, later, is_same_talk).filter(stands));
            let first = found.next()?;
            let explicit = found.find(|judgment| judgment.relation == Relation::Supersedes);
            Some(if first.relation == Relation::Supersedes { first } else { explicit.unwrap_or(first) })
        };
        let mut judgment = old.iter().find_map(against)?;
        // What a person says in the same conversation settles what was said before.
        if is_same_talk && item.origin == Origin::Owner {
            judgment.relation = Relation::Supersedes;
        }
        let sentences = old.iter().filter(|old| against(old).is_some()).map(|old| old.text.clone()).collect();
        Some((judgment, old.as_slice(), Told { passage: (*passage).clone(), sentences }))
    })
}

/// Whether items of two kinds can share a page when only their keywords agree.
fn may_join(a: Kind, b: Kind) -> bool {
    a == b || !(a == Kind::Preference || b == Kind::Preference)
}

/// How an item relates to the article about the same subject, and to which passage of it.
pub(super) fn relate(draft: &Draft, item: &Item, memo: &mut Analysed) -> (Judgment, Option<Told>) {
    if let Some(old) = &item.replaces {
        let reason = format!("it says that it replaces “{}”", one_line(old));
        return (Judgment { relation: Relation::Supersedes, reason }, None);
    }
    if metrics::measured_again(&draft.title, &draft.statement.text, item, &mut memo.words) {
        let reason = "a later measurement of the same thing".to_string();
        return (Judgment { relation: Relation::Supersedes, reason }, None);
    }
    let new = memo.of(&item.statement);
    if let Some((judgment, _, told)) = conflict(&memo.page(draft), item, &new, Sentence::is_close) {
        return (judgment, Some(told));
    }
    let known = draft.text();
    if passage::news(&item.statement, &[&known]).is_empty() {
        let reason = "everything it says is there already".to_string();
        return (Judgment { relation: Relation::Duplicate, reason }, None);
    }
    let reason = "it adds to the same subject".to_string();
    (Judgment { relation: Relation::Refines, reason }, None)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Timestamp;

    fn item(day: i64, title: &str, statement: &str) -> Item {
        let mut item = Item::sample(title, statement);
        item.evidence[0].session = format!("{day}.jsonl");
        item.evidence[0].time = Some(Timestamp(day * 86_400_000));
        item
    }

    #[test]
    fn what_is_over_is_told_on_its_page_and_a_long_report_keeps_its_own() {
        let page = item(1, "Queue of the importer", "The importer queue is Redis.\n\nThe importer reads from a queue.");
        let note = "The importer queue is no longer Redis, the importer queue is NATS now.";
        let (drafts, _) = fold(&[page.clone(), item(2, "Move to NATS", note)]);
        assert_eq!((drafts.len(), drafts[0].history.len()), (1, 1));
        let long = "The board shows tides, ships and berths of the harbour from the importer queue. ".repeat(9)
            + &"A legend names colours, and pilots read gates, winds and depths from large signs. ".repeat(9);
        let (drafts, _) = fold(&[page.clone(), item(2, "Board of the harbour", &format!("{long}\n\n{note}"))]);
        assert_eq!((drafts.len(), drafts[0].history.len()), (2, 1));
        assert!(!drafts[0].text().contains("board") && drafts[1].text().contains("board"));
        let report = format!("{long}\n\nThe old legend of the board was dropped.");
        let (drafts, _) = fold(&[page, item(2, "Board of the harbour", &report)]);
        assert_eq!((drafts.len(), drafts[0].history.len()), (2, 0));
    }

    #[test]
    fn a_value_told_to_be_over_is_over_on_whichever_page_it_stands() {
        let price = item(
            1,
            "No ads for children",
            "Children see no ads in any of the forty levels, and nobody tracks them. The unlock costs 2.99 once.",
        );
        let later = "The store texts are translated. The unlock costs 3.99 now, not 2.99 any more.";
        let (drafts, _) = fold(&[price.clone(), item(2, "Texts of the store", later)]);
        assert_eq!(drafts[0].history.len(), 1);
        assert!(drafts[0].text().contains("no ads") && drafts[0].text().contains("3.99"));
        let others = "The store has 2.99 million visitors. The tariff costs 3.99 (was 2.50).";
        let (drafts, _) = fold(&[price, item(2, "Visitors of the store", others)]);
        assert!(drafts.iter().all(|draft| draft.history.is_empty()));
    }

    #[test]
    fn a_report_takes_nothing_back_that_the_person_said_in_the_same_talk() {
        let told = item(1, "Way of the readings", "The user: \"mqtt is a pain. we drop mqtt and post over http\"");
        let mut report = item(1, "Importer of readings", "MQTT is gone. The importer posts over HTTP.");
        report.evidence[0].line = 9;
        let (drafts, _) = fold(&[told, report]);
        assert!(drafts.iter().all(|draft| draft.history.is_empty() && draft.conflicts.is_empty()));
    }
}
