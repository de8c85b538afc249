//! Lessons as data: what exists, and what a reflection changes.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

use super::distil::one_line;
use super::weigh::MAX_COUNTER;
use crate::article::Article;
use crate::model::{Confidence, Kind, Status};
use crate::signal::{Signal, SignalType, tells_good};

/// A lesson that is already stored.
#[derive(Debug, Clone, PartialEq)]
pub struct ExistingLesson {
    /// Its identifier.
    pub id: String,
    /// Path relative to the knowledge base.
    pub path: String,
    /// Topics.
    pub tags: Vec<String>,
    /// Type of the signals it rests on, when it says so.
    pub signal_type: Option<String>,
    /// Whether it tells what to do again rather than what to avoid.
    pub positive: bool,
    /// How sure it is.
    pub confidence: Confidence,
    /// Identifiers of the signals it rests on.
    pub evidence: Vec<String>,
    /// On how many signals it says it rests; some name them in their text only.
    pub evidence_count: u32,
    /// Identifiers of the signals that speak against it.
    pub counter_evidence: Vec<String>,
}

/// A signal as a lesson cites it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Cited {
    /// The signal's identifier.
    pub id: String,
    /// Its path relative to the knowledge base.
    pub path: String,
    /// Its first sentence, so that the lesson can be judged without opening it.
    pub summary: String,
}

/// A lesson to be created or updated.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LessonChange {
    /// The lesson's identifier.
    pub id: String,
    /// Path of the stored lesson; `None` when it is new.
    pub existing: Option<String>,
    /// What a person would write above it.
    pub title: String,
    /// One sentence that stands alone, from a signal's own words.
    pub lesson: String,
    /// When it applies.
    pub applies: String,
    /// What to do, from the signals' own words.
    pub recommendation: String,
    /// tooling, architecture, testing, workflow, external or environment.
    pub category: String,
    /// The project it holds for; `_global` when several projects and an outside cause show it.
    pub project: String,
    /// Topics that all its evidence shares.
    pub tags: Vec<String>,
    /// Type of the signals.
    pub signal_type: String,
    /// Whether it tells what to do again.
    pub positive: bool,
    /// How sure it is after this run.
    pub confidence: Confidence,
    /// How many signals it rests on after this run.
    pub evidence_count: u32,
    /// Signals added by this run.
    pub new_evidence: Vec<Cited>,
    /// Signals that speak against it.
    pub counter_evidence: Vec<String>,
}

/// Reads a stored lesson; `None` for other kinds and for those put away.
pub fn lesson_from_article(article: &Article) -> Option<ExistingLesson> {
    if article.kind != Kind::Lesson || article.status == Status::Archived {
        return None;
    }
    let signal_type = SignalType::parse(article.front.signal_type.as_deref().unwrap_or_default());
    Some(ExistingLesson {
        id: article.id.clone(),
        path: article.path.clone(),
        tags: article.front.tags.clone(),
        signal_type: article.front.signal_type.clone(),
        positive: tells_good(article.front.polarity.as_deref(), &signal_type),
        confidence: article.confidence,
        evidence: article.front.list("evidence"),
        evidence_count: article.front.text("evidence_count").and_then(|count| count.parse().ok()).unwrap_or_default(),
        counter_evidence: article.front.list("counter_evidence"),
    })
}

/// Lessons by their tags.
struct Shelf<'a> {
    lessons: &'a [ExistingLesson],
    by_tag: BTreeMap<&'a str, Vec<usize>>,
}

impl<'a> Shelf<'a> {
    fn of(lessons: &'a [ExistingLesson]) -> Self {
        // All tags of a lesson are shared by its evidence, so its first one leads to it.
        let mut by_tag: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, lesson) in lessons.iter().enumerate().filter(|(_, lesson)| lesson.tags.len() >= 2) {
            by_tag.entry(&lesson.tags[0]).or_default().push(at);
        }
        Self { lessons, by_tag }
    }

    /// Lessons all of whose tags a signal carries.
    fn about(&self, signal: &Signal) -> Vec<usize> {
        let candidates = signal.tags.iter().filter_map(|tag| self.by_tag.get(tag.as_str())).flatten().copied();
        candidates.filter(|&at| self.lessons[at].tags.iter().all(|tag| signal.tags.contains(tag))).collect()
    }

    /// Which of them it confirms: the most specific one of its type and sign.
    fn confirmed(&self, signal: &Signal, about: &[usize]) -> Option<usize> {
        about
            .iter()
            .map(|&at| (at, &self.lessons[at]))
            .filter(|(_, lesson)| lesson.positive == signal.positive)
            .filter(|(_, lesson)| lesson.signal_type.as_deref().is_none_or(|own| own == signal.signal_type.name()))
            .max_by(|(_, a), (_, b)| a.tags.len().cmp(&b.tags.len()).then_with(|| b.id.cmp(&a.id)))
            .map(|(at, _)| at)
    }
}

/// Hands signals that no pattern took to the new lessons they confirm, as the next run would; returns which of the
/// lessons grew.
pub(super) fn join_new(left: &[&Signal], lessons: &mut [LessonChange]) -> BTreeSet<usize> {
    let views: Vec<ExistingLesson> = lessons
        .iter()
        .map(|lesson| ExistingLesson {
            id: lesson.id.clone(),
            path: String::new(),
            tags: lesson.tags.clone(),
            signal_type: Some(lesson.signal_type.clone()),
            positive: lesson.positive,
            confidence: lesson.confidence,
            evidence: Vec::new(),
            evidence_count: 0,
            counter_evidence: Vec::new(),
        })
        .collect();
    let shelf = Shelf::of(&views);
    let mut grown = BTreeSet::new();
    for signal in left {
        let Some(at) = shelf.confirmed(signal, &shelf.about(signal)) else { continue };
        let lesson = &mut lessons[at];
        lesson.new_evidence.push(cite(signal));
        lesson.evidence_count = lesson.evidence_count.saturating_add(1);
        grown.insert(at);
    }
    grown
}

/// What a run brings to a stored lesson.
#[derive(Default)]
struct News<'a> {
    supporting: Vec<&'a Signal>,
    against: Vec<&'a Signal>,
}

/// Hands each fresh signal to the stored lesson it confirms, if there is one, and names those that speak against a
/// lesson; returns what is left over.
pub(super) fn join_existing<'a>(
    fresh: &[&'a Signal],
    lessons: &[ExistingLesson],
) -> (Vec<LessonChange>, Vec<&'a Signal>) {
    let shelf = Shelf::of(lessons);
    let mut news: BTreeMap<usize, News<'a>> = BTreeMap::new();
    let mut rest = Vec::new();
    for &signal in fresh {
        let about = shelf.about(signal);
        for &at in about.iter().filter(|&&at| lessons[at].positive != signal.positive) {
            let named = &lessons[at].counter_evidence;
            let new = news.get(&at).map_or(0, |news| news.against.len());
            if !named.contains(&signal.id) && named.len() + new < MAX_COUNTER {
                news.entry(at).or_default().against.push(signal);
            }
        }
        match shelf.confirmed(signal, &about) {
            Some(at) if !lessons[at].evidence.contains(&signal.id) => {
                news.entry(at).or_default().supporting.push(signal);
            }
            Some(_) => {}
            None => rest.push(signal),
        }
    }
    let changes = news.iter().map(|(&at, news)| update_of(&lessons[at], news)).collect();
    (changes, rest)
}

fn update_of(lesson: &ExistingLesson, news: &News<'_>) -> LessonChange {
    let size = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let before = lesson.evidence_count.max(size(lesson.evidence.len()));
    let mut confidence = lesson.confidence;
    if !news.supporting.is_empty() {
        confidence = raised(confidence);
    }
    if !news.against.is_empty() {
        confidence = lowered(confidence);
    }
    LessonChange {
        id: lesson.id.clone(),
        existing: Some(lesson.path.clone()),
        title: String::new(),
        lesson: String::new(),
        applies: String::new(),
        recommendation: String::new(),
        category: String::new(),
        project: String::new(),
        tags: lesson.tags.clone(),
        signal_type: lesson.signal_type.clone().unwrap_or_default(),
        positive: lesson.positive,
        confidence,
        evidence_count: before.saturating_add(size(news.supporting.len())),
        new_evidence: news.supporting.iter().map(|signal| cite(signal)).collect(),
        counter_evidence: news.against.iter().map(|signal| signal.id.clone()).collect(),
    }
}

pub(super) fn cite(signal: &Signal) -> Cited {
    Cited { id: signal.id.clone(), path: signal.path.clone(), summary: one_line(signal) }
}

fn raised(confidence: Confidence) -> Confidence {
    match confidence {
        Confidence::Low => Confidence::Medium,
        Confidence::Medium | Confidence::High => Confidence::High,
    }
}

pub(super) fn lowered(confidence: Confidence) -> Confidence {
    match confidence {
        Confidence::High => Confidence::Medium,
        Confidence::Medium | Confidence::Low => Confidence::Low,
    }
}
