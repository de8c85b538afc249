//! Items in the order they were said become articles, one per subject.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::compare::{Judgment, Relation, is_close, judge, judge_told};
use super::draft::{Draft, Passage, Told, keyword_stems};
use super::identity::word_key;
use super::lexicon;
use super::metrics;
use super::passage;
use super::statement::{Clause, Statement, Token, analyse};
use crate::model::{Item, Kind, Origin};
use crate::text::{Interner, content_terms};

/// Share of the shorter keyword list that must be common for two texts to be about the same subject.
const SAME_SUBJECT: f64 = 0.6;
/// A keyword that this many articles have tells none of them apart.
const MAX_POSTINGS: usize = 64;
/// Pages on which a contradiction is looked for.
const MAX_CANDIDATES: usize = 8;
/// A longer text has a subject of its own and its own page: only what it begins with brings it to another one.
const SHORT_TEXT: usize = 1_200;
const BEGINNING: usize = 3;
/// Sentences of a passage that are compared.
const MAX_SENTENCES: usize = 32;

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
    let stems: Vec<BTreeSet<String>> = items.iter().map(|item| keyword_stems(&item.keywords)).collect();
    let mut index = Index { weights: weights(&stems), ..Index::default() };
    let mut steps = Vec::with_capacity(items.len());
    let mut tallies: Vec<Tally> = Vec::new();
    let mut memo = Analysed::default();
    for (item, stems) in items.iter().zip(&stems) {
        let found = match index.find(item, stems, &drafts) {
            Some(at) => Some((at, relate(&drafts[at], item, &mut memo))),
            None => index.opposed(item, stems, &drafts, &mut memo),
        };
        let own = found.as_ref().map(|(at, _)| *at);
        if let Some((at, part, (judgment, against))) = index.ended(item, stems, own, &drafts, &mut memo) {
            drafts[at].absorb(&part, judgment.relation, &judgment.reason, Some(&against));
        }
        let step = match found {
            Some((at, (judgment, against))) => {
                drafts[at].absorb(item, judgment.relation, &judgment.reason, against.as_ref());
                index.add(at, item, stems);
                index.weigh(at, &drafts[at]);
                Step { draft: at, relation: Some(judgment) }
            }
            None => {
                drafts.push(Draft::new(item));
                index.add(drafts.len() - 1, item, stems);
                index.weigh(drafts.len() - 1, &drafts[drafts.len() - 1]);
                Step { draft: drafts.len() - 1, relation: None }
            }
        };
        replace_tallies(&mut drafts, &mut tallies, step.draft, item, stems);
        steps.push(step);
    }
    (drafts, steps)
}

/// Passages taken apart, each once however often it is compared.
#[derive(Debug, Default)]
pub(super) struct Analysed {
    passages: BTreeMap<String, Rc<Vec<Sentence>>>,
    /// The words of all of them: comparing numbers is far quicker.
    words: Interner,
}

impl Analysed {
    fn of(&mut self, text: &str) -> Rc<Vec<Sentence>> {
        if let Some(known) = self.passages.get(text) {
            return Rc::clone(known);
        }
        let sentences = passage::sentences(text, MAX_SENTENCES).into_iter();
        let analysed: Rc<Vec<Sentence>> = Rc::new(sentences.map(|text| Sentence::of(text, &mut self.words)).collect());
        self.passages.insert(text.to_string(), Rc::clone(&analysed));
        analysed
    }
}

/// A sentence taken apart, and what decides whether it is compared with another.
#[derive(Debug)]
struct Sentence {
    text: String,
    statement: Statement,
    /// Words that name the subject of each clause, sorted.
    subjects: Vec<Vec<u32>>,
    /// Words that tell topics apart, sorted.
    topic: Vec<u32>,
    /// One bit for each word of the topic; sentences without a common bit have no common word.
    topic_bits: u64,
    /// It can say by itself that something else no longer holds.
    may_end: bool,
}

impl Sentence {
    fn of(text: String, words: &mut Interner) -> Self {
        let statement = analyse(&text);
        let subjects = statement.clauses.iter().map(|clause| subject_of(clause, words));
        let subjects = subjects.filter(|keys| !keys.is_empty()).collect();
        let mut topic: Vec<u32> = statement.topic().into_iter().map(|key| words.intern(key).0).collect();
        topic.sort_unstable();
        let topic_bits = topic.iter().fold(0, |bits, word| bits | 1 << (word % 64));
        let may_end = statement.may_end();
        Self { text, statement, subjects, topic, topic_bits, may_end }
    }

    /// Whether two sentences speak of nearly the same.
    fn is_close(&self, other: &Self) -> bool {
        self.shares_words(other) && is_close(&self.topic, &other.topic)
    }

    /// Whether the topics of two sentences may have a word in common.
    fn shares_words(&self, other: &Self) -> bool {
        self.topic_bits & other.topic_bits != 0
    }

    /// Whether two sentences name the same subject, one perhaps in more words.
    fn same_subject(&self, other: &Self) -> bool {
        self.subjects.iter().any(|a| other.subjects.iter().any(|b| is_subset(a, b) || is_subset(b, a)))
    }
}

/// Words that name a clause's subject. What "we" do something to is the subject of "we store sessions in X".
fn subject_of(clause: &Clause, words: &mut Interner) -> Vec<u32> {
    let names_it = |token: &&Token| {
        let is_object = clause.open_subject && !token.verb && !token.scope && !lexicon::is_placing(token.slot);
        (token.subject || is_object) && !token.light
    };
    let mut keys: Vec<u32> = clause.tokens.iter().filter(names_it).map(|token| words.intern(&token.key).0).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Whether all of the first list stands in the second; both sorted.
fn is_subset(small: &[u32], large: &[u32]) -> bool {
    small.len() <= large.len() && small.iter().all(|key| large.binary_search(key).is_ok())
}

/// A block of numbers that stands in a draft.
struct Tally {
    draft: usize,
    block: String,
    passage: Passage,
    counts: BTreeMap<String, f64>,
    stems: BTreeSet<String>,
}

/// A later count of the same things moves the earlier one into the history, in whichever article it stands.
fn replace_tallies(drafts: &mut [Draft], tallies: &mut Vec<Tally>, at: usize, item: &Item, stems: &BTreeSet<String>) {
    for block in passage::blocks(&item.statement) {
        let counts = metrics::counts(&block);
        if counts.is_empty() || !drafts[at].text().contains(&block) {
            continue;
        }
        let passage = Passage::of(item, block.clone());
        let is_earlier = |tally: &Tally| {
            tally.passage.session != passage.session
                && metrics::counted_again(&tally.counts, &counts)
                && tally.stems.intersection(stems).count() >= if counts.len() > 2 { 1 } else { 2 }
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

/// How much each keyword tells: the fewer items have it, the more. From all items, so that order does not matter.
fn weights(stems: &[BTreeSet<String>]) -> BTreeMap<String, f64> {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for stem in stems.iter().flatten() {
        *counts.entry(stem.clone()).or_insert(0) += 1;
    }
    counts.into_iter().map(|(stem, n)| (stem, 1.0 / f64::from(n))).collect()
}

/// Finds drafts by subject, title and keywords without looking at all of them.
#[derive(Debug, Default)]
struct Index {
    subjects: BTreeMap<String, usize>,
    titles: BTreeMap<String, usize>,
    keywords: BTreeMap<String, Vec<usize>>,
    weights: BTreeMap<String, f64>,
    /// The weight of all keywords of each draft.
    totals: Vec<f64>,
    /// What is measured of which named thing.
    measures: BTreeMap<String, usize>,
}

impl Index {
    fn add(&mut self, draft: usize, item: &Item, stems: &BTreeSet<String>) {
        if !item.subject.is_empty() {
            self.subjects.entry(word_key(&item.subject)).or_insert(draft);
        }
        self.titles.entry(word_key(&item.title)).or_insert(draft);
        for key in metrics::measured(&item.title) {
            self.measures.entry(key).or_insert(draft);
        }
        for stem in stems {
            let postings = self.keywords.entry(stem.clone()).or_default();
            if postings.last() != Some(&draft) && postings.len() <= MAX_POSTINGS {
                postings.push(draft);
            }
        }
    }

    fn weight(&self, stem: &String) -> f64 {
        self.weights.get(stem).copied().unwrap_or(1.0)
    }

    /// Weighs what a draft says of itself now.
    fn weigh(&mut self, at: usize, draft: &Draft) {
        let total = draft.keyword_stems().iter().map(|stem| self.weight(stem)).sum();
        self.totals.resize(self.totals.len().max(at + 1), 0.0);
        self.totals[at] = total;
    }

    fn find(&self, item: &Item, stems: &BTreeSet<String>, drafts: &[Draft]) -> Option<usize> {
        if let Some(&at) = self.titles.get(&word_key(&item.title)) {
            return Some(at);
        }
        if !item.subject.is_empty()
            && let Some(&at) = self.subjects.get(&word_key(&item.subject))
        {
            return Some(at);
        }
        if let Some(&at) = metrics::measured(&item.title).iter().find_map(|key| self.measures.get(key)) {
            return Some(at);
        }
        let mut shared: BTreeMap<usize, (usize, f64)> = BTreeMap::new();
        for stem in stems {
            if let Some(postings) = self.keywords.get(stem).filter(|postings| postings.len() <= MAX_POSTINGS) {
                for &draft in postings {
                    let entry = shared.entry(draft).or_insert((0, 0.0));
                    entry.0 += 1;
                    entry.1 += self.weight(stem);
                }
            }
        }
        let own: f64 = stems.iter().map(|stem| self.weight(stem)).sum();
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
    /// The draft that an item on another page speaks against: the same subject, another value.
    fn opposed(
        &self,
        item: &Item,
        stems: &BTreeSet<String>,
        drafts: &[Draft],
        memo: &mut Analysed,
    ) -> Option<(usize, (Judgment, Option<Told>))> {
        let new = memo.of(&item.statement);
        let speaks = if is_long(item) { new.len().min(BEGINNING) } else { new.len() };
        self.candidates(stems).into_iter().find_map(|(at, n_shared)| {
            let may_oppose = |old: &Sentence, later: &Sentence| n_shared >= 2 && old.same_subject(later);
            let (judgment, passage) = conflict(&drafts[at], item, &new[..speaks], memo, may_oppose)?;
            Some((at, (judgment, Some(passage))))
        })
    }

    /// The draft that a sentence of an item on another page says to be over, with the item cut down to that sentence.
    /// Some sentence of many always seems to, so it must name the same subject as well.
    fn ended(
        &self,
        item: &Item,
        stems: &BTreeSet<String>,
        own: Option<usize>,
        drafts: &[Draft],
        memo: &mut Analysed,
    ) -> Option<(usize, Item, (Judgment, Told))> {
        let new = memo.of(&item.statement);
        self.candidates(stems).into_iter().filter(|(at, _)| Some(*at) != own).find_map(|(at, _)| {
            new.iter().find_map(|later| {
                // "The script removes the limit" is about the limit.
                let is_told = |old: &Sentence, later: &Sentence| {
                    old.is_close(later) && (later.may_end && !old.may_end || old.same_subject(later))
                };
                let only = core::slice::from_ref(later);
                let (judgment, told) = conflict(&drafts[at], item, only, memo, is_told)?;
                let old = memo.of(&told.passage.text);
                let names_it = old.iter().any(|old| told.sentences.contains(&old.text) && is_told(old, later));
                let part = part_of(item, &later.text);
                // What a conversation found out is not over because of what it then decided.
                let is_older = item.evidence.iter().all(|evidence| evidence.session != told.passage.session);
                let ends = is_older && names_it && judgment.relation == Relation::Supersedes;
                ends.then_some((at, part, (judgment, told)))
            })
        })
    }

    /// Drafts that share the most keywords with an item, and how many.
    fn candidates(&self, stems: &BTreeSet<String>) -> Vec<(usize, usize)> {
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        for postings in stems.iter().filter_map(|stem| self.keywords.get(stem)) {
            for &draft in postings.iter().filter(|_| postings.len() <= MAX_POSTINGS) {
                *shared.entry(draft).or_insert(0) += 1;
            }
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

/// The passage of a draft that new sentences speak against: one says so itself, or is about the same, `may_oppose` it and
/// says something else.
fn conflict(
    draft: &Draft,
    item: &Item,
    new: &[Sentence],
    memo: &mut Analysed,
    may_oppose: impl Fn(&Sentence, &Sentence) -> bool,
) -> Option<(Judgment, Told)> {
    let judged = |old: &Sentence, later: &Sentence| {
        let is_close = old.is_close(later) && may_oppose(old, later);
        // What is told to end is named, or a value that moves on.
        let may_end = later.may_end && (old.shares_words(later) || !later.statement.transitions.is_empty());
        let told = if may_end { judge_told(&old.statement, &later.statement) } else { None };
        told.or_else(|| is_close.then(|| judge(&old.statement, &later.statement)))
            .filter(|judgment| judgment.relation.is_conflict())
    };
    let session = item.evidence.first().map_or("", |evidence| evidence.session.as_str());
    core::iter::once(&draft.statement).chain(&draft.additions).find_map(|passage| {
        let old = memo.of(&passage.text);
        // An agent that seems to contradict itself within a conversation speaks of two things, or says that it changes.
        let is_same_voice = passage.session == session && item.origin == Origin::Agent;
        let stands = |judgment: &Judgment| !(is_same_voice && judgment.relation == Relation::Contradicts);
        // What says itself that it replaces something counts before what merely differs.
        let against = |old: &Sentence| {
            let mut found = new.iter().filter_map(|later| judged(old, later).filter(stands));
            let first = found.next()?;
            let explicit = found.find(|judgment| judgment.relation == Relation::Supersedes);
            Some(if first.relation == Relation::Supersedes { first } else { explicit.unwrap_or(first) })
        };
        let mut judgment = old.iter().find_map(against)?;
        // What a person says in the same conversation settles what was said before.
        if passage.session == session && item.origin == Origin::Owner {
            judgment.relation = Relation::Supersedes;
        }
        let sentences = old.iter().filter(|old| against(old).is_some()).map(|old| old.text.clone()).collect();
        Some((judgment, Told { passage: passage.clone(), sentences }))
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
    if metrics::measured_again(&draft.title, &draft.statement.text, item) {
        let reason = "a later measurement of the same thing".to_string();
        return (Judgment { relation: Relation::Supersedes, reason }, None);
    }
    let new = memo.of(&item.statement);
    if let Some((judgment, passage)) = conflict(draft, item, &new, memo, |_, _| true) {
        return (judgment, Some(passage));
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
}
