//! An article in the making: everything said about one subject, in the order it was said.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::compare::Relation;
use super::identity::word_key;
use super::passage;
use crate::article::Source;
use crate::extract::add_file;
use crate::model::{Confidence, Evidence, Item, Kind, Revision, Status};
use crate::text::folded_stem;
use crate::time::Timestamp;

/// Text that stands in an article, with where it comes from.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Passage {
    /// Markdown.
    pub(super) text: String,
    /// When it was said.
    pub(super) time: Option<Timestamp>,
    /// The issue it was said in.
    pub(super) issue: Option<u32>,
    /// The transcript it was said in.
    pub(super) session: String,
}

impl Passage {
    pub(super) fn of(item: &Item, text: String) -> Self {
        let first = item.evidence.first();
        Self {
            text,
            time: first.and_then(|evidence| evidence.time),
            issue: item.issue,
            session: first.map(|evidence| evidence.session.clone()).unwrap_or_default(),
        }
    }
}

/// Sentences of an article that a later item speaks against.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Told {
    /// The passage they stand in.
    pub(super) passage: Passage,
    /// The sentences, without the marks of a list.
    pub(super) sentences: Vec<String>,
    /// The sentences of the item that say so.
    pub(super) by: Vec<String>,
}

impl Told {
    /// A passage as a whole.
    pub(super) fn whole(passage: Passage) -> Self {
        Self { passage, sentences: Vec::new(), by: Vec::new() }
    }
}

/// Two statements that cannot both hold.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Dispute {
    /// What was said first.
    pub(super) earlier: Passage,
    /// What was said against it.
    pub(super) later: Passage,
    /// What decided that they conflict.
    pub(super) reason: String,
}

impl Dispute {
    /// The sentences of an article and of an item that cannot both hold, and what else the item says.
    pub(super) fn between(told: Told, item: &Item, reason: &str) -> (Self, String) {
        let statement = item.statement.trim();
        let earlier = passage::part(&told.passage.text, &told.sentences).map(|(ended, _, _)| passage::bare(&ended));
        let (later, rest) = passage::part(statement, &told.by)
            .map_or_else(|| (statement.to_string(), String::new()), |(said, rest, _)| (passage::bare(&said), rest));
        let earlier = Passage { text: earlier.unwrap_or(told.passage.text), ..told.passage };
        (Self { earlier, later: Passage::of(item, later), reason: reason.to_string() }, rest)
    }
}

/// A statement that was replaced.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Former {
    /// What held.
    pub(super) passage: Passage,
    /// When it was replaced.
    pub(super) until: Option<Timestamp>,
}

/// A quote and the issue it belongs to.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Quote {
    pub(super) evidence: Evidence,
    pub(super) issue: Option<u32>,
}

/// An article in the making.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Draft {
    pub(super) kind: Kind,
    pub(super) title: String,
    /// Folded subject.
    pub(super) subject: String,
    /// What holds now.
    pub(super) statement: Passage,
    /// Why, as far as told.
    pub(super) rationale: Vec<String>,
    /// What later conversations added.
    pub(super) additions: Vec<Passage>,
    pub(super) disputes: Vec<Dispute>,
    pub(super) history: Vec<Former>,
    pub(super) quotes: Vec<Quote>,
    pub(super) sources: Vec<Source>,
    pub(super) confidence: Confidence,
    pub(super) status: Status,
    pub(super) keywords: Vec<String>,
    pub(super) tags: Vec<String>,
    pub(super) files: Vec<String>,
    /// What a conversation went back on.
    pub(super) revision: Option<Revision>,
    /// How many conversations told it.
    pub(super) occurrences: u32,
    pub(super) created: Option<Timestamp>,
    pub(super) updated: Option<Timestamp>,
}

/// Whether a conversation is among the sources.
pub(super) fn cites(sources: &[Source], session: &str) -> bool {
    sources.iter().any(|source| source.session.as_deref() == Some(session))
}

/// Text beyond this is only counted, not added: a page that nobody reads helps nobody.
const MAX_BODY: usize = 6_000;
const MAX_QUOTES: usize = 8;
const MAX_KEYWORDS: usize = 12;

impl Draft {
    /// Begins an article with its first item.
    pub(super) fn new(item: &Item) -> Self {
        let mut draft = Self {
            kind: item.kind,
            title: item.title.clone(),
            subject: word_key(&item.subject),
            statement: Passage::of(item, item.statement.trim().to_string()),
            rationale: Vec::new(),
            additions: Vec::new(),
            disputes: Vec::new(),
            history: Vec::new(),
            quotes: Vec::new(),
            sources: Vec::new(),
            confidence: item.confidence,
            status: Status::Current,
            keywords: Vec::new(),
            tags: Vec::new(),
            files: Vec::new(),
            revision: item.revision,
            occurrences: 0,
            created: None,
            updated: None,
        };
        draft.take_evidence(item);
        draft
    }

    /// Takes a later item about the same subject in.
    pub(super) fn absorb(&mut self, item: &Item, relation: Relation, reason: &str, against: Option<&Told>) {
        match relation {
            Relation::Supersedes => self.supersede(item, against),
            Relation::Contradicts => self.dispute(item, reason, against),
            Relation::Refines | Relation::Unrelated => self.supplement(item, &item.statement),
            Relation::Duplicate => {}
        }
        if relation.is_conflict() && item.confidence < self.confidence {
            // The doubt comes from a weaker voice; both stay, and the page is less sure of itself.
            self.confidence = lower(self.confidence);
        } else {
            self.confidence = self.confidence.max(item.confidence);
        }
        self.revision = self.revision.max(item.revision);
        self.take_evidence(item);
    }

    fn supersede(&mut self, item: &Item, against: Option<&Told>) {
        let passage = Passage::of(item, item.statement.trim().to_string());
        let old = against.map_or_else(|| self.statement.clone(), |told| told.passage.clone());
        let title = passage::retitled(&self.title, &passage.text);
        // What stands beside the replaced sentences still holds, unless they were what the page is about.
        let parted = against.filter(|_| title == self.title);
        let parted = parted.and_then(|told| passage::replaced(&old.text, &told.sentences, &passage.text, passage.time));
        let (ended, rest, leads) = parted.unwrap_or_else(|| (old.text.clone(), String::new(), true));
        let title = passage::without_claim(&title, &ended, &item.title);
        let rest = Passage { text: rest, ..old.clone() };
        if let Some(at) = self.additions.iter().position(|addition| *addition == old) {
            self.additions[at] = rest;
            self.additions.push(passage.clone());
        } else if leads {
            self.statement = passage.clone();
            self.additions.insert(0, rest);
            self.rationale.clear();
        } else {
            self.statement = rest;
            self.additions.push(passage.clone());
        }
        self.title = title;
        self.additions.retain(|addition| !addition.text.is_empty());
        self.history.push(Former { passage: Passage { text: ended, ..old }, until: passage.time });
        if passage::only_ends(&passage.text) {
            self.status = Status::Outdated;
        } else if self.status == Status::Outdated {
            self.status = Status::Current;
        }
    }

    fn dispute(&mut self, item: &Item, reason: &str, against: Option<&Told>) {
        let told = against.cloned().unwrap_or_else(|| Told::whole(self.statement.clone()));
        let (dispute, rest) = Dispute::between(told, item, reason);
        self.disputes.push(dispute);
        self.status = Status::Disputed;
        // What the item says beside it is nobody's dispute.
        self.supplement(item, &rest);
    }

    fn supplement(&mut self, item: &Item, text: &str) {
        let known: Vec<&str> = core::iter::once(self.statement.text.as_str())
            .chain(self.additions.iter().map(|addition| addition.text.as_str()))
            .collect();
        let length: usize = known.iter().map(|text| text.len()).sum();
        let news = passage::news(text, &known);
        if !news.is_empty() && length + news.len() <= MAX_BODY {
            self.additions.push(Passage::of(item, news));
        }
    }

    fn take_evidence(&mut self, item: &Item) {
        self.occurrences += 1;
        for evidence in &item.evidence {
            if !cites(&self.sources, &evidence.session) {
                self.sources.push(Source::of(&evidence.session, item.issue, evidence.time));
            }
            let told = self.quotes.iter().any(|quote| quote.evidence.quote == evidence.quote);
            if !told && self.quotes.len() < MAX_QUOTES {
                self.quotes.push(Quote { evidence: evidence.clone(), issue: item.issue });
            }
            self.created = earliest(self.created, evidence.time);
            self.updated = self.updated.max(evidence.time);
        }
        if let Some(rationale) = item.rationale.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
            let known: Vec<&str> = self.rationale.iter().map(String::as_str).collect();
            let news = passage::news(rationale, &known);
            if !news.is_empty() {
                self.rationale.push(news);
            }
        }
        merge(&mut self.keywords, &item.keywords, MAX_KEYWORDS);
        merge(&mut self.tags, &item.tags, MAX_KEYWORDS);
        for file in &item.files {
            add_file(&mut self.files, file, MAX_KEYWORDS);
        }
        self.kind = stronger(self.kind, item.kind);
    }

    /// Takes a block out of what holds; tells whether it was there.
    pub(super) fn retire(&mut self, block: &str) -> bool {
        let mut found = false;
        for passage in core::iter::once(&mut self.statement).chain(&mut self.additions) {
            let blocks = passage::blocks(&passage.text);
            if blocks.iter().any(|other| other == block) {
                let rest: Vec<String> = blocks.into_iter().filter(|other| other != block).collect();
                passage.text = rest.join("\n\n");
                found = true;
            }
        }
        self.additions.retain(|addition| !addition.text.is_empty());
        found
    }

    /// Keeps a statement of another time as history.
    pub(super) fn remember(&mut self, passage: Passage, until: Option<Timestamp>) {
        if !cites(&self.sources, &passage.session) {
            self.sources.push(Source::of(&passage.session, passage.issue, passage.time));
            self.sources.sort_by(|a, b| (a.date, &a.session).cmp(&(b.date, &b.session)));
        }
        self.history.push(Former { passage, until });
    }

    /// Says that another article tells the present state of something that stood here.
    pub(super) fn note_newer(&mut self, title: &str, since: Option<Timestamp>) {
        let since = since.map(|time| alloc::format!(" since {}", time.date().to_iso())).unwrap_or_default();
        let text = alloc::format!("The numbers that stood here are superseded{since}; see “{title}”.");
        if self.statement.text.is_empty() {
            self.statement.text = text;
            self.status = Status::Superseded;
        } else {
            self.statement.text = alloc::format!("{}\n\n{text}", self.statement.text);
        }
    }

    /// Stems of the keywords, for matching.
    pub(super) fn keyword_stems(&self) -> BTreeSet<String> {
        keyword_stems(&self.keywords)
    }

    /// Everything that holds, for comparison and for prints.
    pub(super) fn text(&self) -> String {
        let mut text = self.statement.text.clone();
        for addition in &self.additions {
            text.push_str("\n\n");
            text.push_str(&addition.text);
        }
        text
    }
}

/// Stems of keywords.
pub(super) fn keyword_stems(keywords: &[String]) -> BTreeSet<String> {
    keywords.iter().map(|word| folded_stem(word)).collect()
}

fn lower(confidence: Confidence) -> Confidence {
    match confidence {
        Confidence::High => Confidence::Medium,
        Confidence::Medium | Confidence::Low => Confidence::Low,
    }
}

fn earliest(a: Option<Timestamp>, b: Option<Timestamp>) -> Option<Timestamp> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

fn merge(list: &mut Vec<String>, more: &[String], limit: usize) {
    for word in more {
        if list.len() < limit && !list.contains(word) {
            list.push(word.clone());
        }
    }
}

/// Of two kinds the one that says more about how the article is to be read.
fn stronger(a: Kind, b: Kind) -> Kind {
    let rank = |kind| match kind {
        Kind::Decision => 0,
        Kind::Preference => 1,
        Kind::Architecture => 2,
        Kind::Limitation => 3,
        Kind::Resolution => 4,
        Kind::Pattern => 5,
        Kind::Lesson => 6,
        Kind::Feedback => 7,
        Kind::Fact => 8,
        Kind::Event => 9,
        Kind::Spike => 10,
        Kind::Signal => 11,
    };
    if rank(b) < rank(a) { b } else { a }
}
