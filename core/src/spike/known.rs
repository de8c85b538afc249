//! Is the question answered already? By technology, constraints and scale, as far as the words tell.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;

use super::{Outcome, section_of};
use crate::article::Article;
use crate::freshness::{DecaySettings, Facts, Verdict, assess};
use crate::model::{Kind, Status};
use crate::text::content_terms;
use crate::time::Timestamp;

/// Share of the question's words from which on a spike answers it.
const APPLICABLE: f64 = 0.75;
/// Share from which on it answers a part.
const PARTIAL: f64 = 0.4;
/// Spikes that are offered.
const MOST: usize = 5;

/// How far a stored spike answers the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Prior {
    /// It answers the question: no need for another.
    Applicable,
    /// It answers a part; the gap is named.
    Partial,
    /// It was about the same, but what it rests on has changed.
    Stale,
}

/// A stored spike that bears on the question.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct KnownSpike {
    /// Its identifier.
    pub id: String,
    /// Path below the knowledge base.
    pub path: String,
    /// What it asked.
    pub hypothesis: String,
    /// What it decided, in its first sentence.
    pub decision: String,
    /// What it showed.
    pub outcome: String,
    /// high, medium or low, by outcome.
    pub confidence: String,
    /// How far it answers.
    pub prior: Prior,
    /// Words of the question it does not speak of.
    pub gap: Vec<String>,
    /// What changed since, when something it rests on did.
    pub caveat: Option<String>,
}

/// What is known before a spike is begun.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SpikeAnswer {
    /// Spikes that bear on the question, best first.
    pub known: Vec<KnownSpike>,
    /// Whether one of them answers it: the spike is avoided.
    pub avoided: bool,
    /// Said when several together cover the question and none does alone.
    pub composite: Option<String>,
}

/// A spike with the share of the question it covers and the words it covers.
type Scored = (f64, KnownSpike, BTreeSet<String>);

/// Looks for stored spikes that answer a question.
pub fn known_spikes(question: &str, articles: &[Article], now: Timestamp, facts: Option<&Facts>) -> SpikeAnswer {
    let asked: BTreeSet<String> = content_terms(question).into_iter().collect();
    let mut found: Vec<Scored> = articles
        .iter()
        .filter(|article| article.kind == Kind::Spike && matches!(article.status, Status::Current | Status::Disputed))
        .filter(|article| article.front.superseded_by.is_empty())
        .filter_map(|article| known(article, &asked, now, facts))
        .collect();
    found.sort_by(|a, b| a.1.prior.cmp(&b.1.prior).then_with(|| b.0.total_cmp(&a.0)).then_with(|| a.1.id.cmp(&b.1.id)));
    found.truncate(MOST);
    let avoided = found.first().is_some_and(|(_, spike, _)| spike.prior == Prior::Applicable);
    let composite = if avoided { None } else { composite_of(&found, &asked) };
    SpikeAnswer { avoided, composite, known: found.into_iter().map(|(_, spike, _)| spike).collect() }
}

fn known(article: &Article, asked: &BTreeSet<String>, now: Timestamp, facts: Option<&Facts>) -> Option<Scored> {
    let hypothesis = article.front.text("hypothesis").unwrap_or_else(|| section_of(&article.body, "Hypothesis"));
    let decision = section_of(&article.body, "Decision");
    let told = format!("{} {hypothesis} {decision} {}", article.title, article.front.tags.join(" "));
    let told: BTreeSet<String> = content_terms(&told).into_iter().collect();
    let covered: BTreeSet<String> = asked.intersection(&told).cloned().collect();
    let share = covered.len() as f64 / asked.len().max(1) as f64;
    if share < PARTIAL {
        return None;
    }
    let outcome = article.front.outcome.as_deref().and_then(Outcome::parse).unwrap_or(Outcome::Inconclusive);
    let freshness = assess(article, now, &DecaySettings::default(), facts);
    let broken = freshness.verdict == Some(Verdict::Broken);
    let prior = if broken {
        Prior::Stale
    } else if share >= APPLICABLE && outcome != Outcome::Inconclusive {
        Prior::Applicable
    } else {
        Prior::Partial
    };
    let spike = KnownSpike {
        id: article.id.clone(),
        path: article.path.clone(),
        hypothesis: first_sentence(&hypothesis),
        decision: first_sentence(&decision),
        outcome: outcome.name().into(),
        confidence: outcome.confidence().into(),
        prior,
        gap: asked.difference(&told).cloned().collect(),
        caveat: if broken { freshness.caveat } else { None },
    };
    Some((share, spike, covered))
}

/// Several partial answers that together cover the question.
fn composite_of(found: &[Scored], asked: &BTreeSet<String>) -> Option<String> {
    let parts: Vec<&Scored> = found.iter().filter(|(_, spike, _)| spike.prior == Prior::Partial).collect();
    if parts.len() < 2 {
        return None;
    }
    let together: BTreeSet<&String> = parts.iter().flat_map(|(_, _, covered)| covered).collect();
    let share = together.len() as f64 / asked.len().max(1) as f64;
    let ids: Vec<String> = parts.iter().map(|(_, spike, _)| format!("[{}]", spike.id)).collect();
    (share >= APPLICABLE).then(|| format!("Composite from {} -- not directly tested as a unit.", ids.join(" and ")))
}

fn first_sentence(text: &str) -> String {
    let is_prose = |line: &&str| !line.is_empty() && !line.starts_with(['#', '|', '-']);
    let line = text.lines().map(str::trim).find(is_prose).unwrap_or("");
    line.split_inclusive(". ").next().unwrap_or("").trim().to_string()
}
