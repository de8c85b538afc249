//! Where a sentence comes from.

use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

use super::state::SessionRecord;
use crate::article::Article;
use crate::model::{Confidence, Evidence};
use crate::text::content_terms;

/// One thing that was learned and went into an article.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Grounds {
    /// What was learned.
    pub statement: String,
    /// The quotes behind it, with session, line, date and speaker.
    pub evidence: Vec<Evidence>,
    /// The mechanism that found it.
    pub rule: String,
    /// How strongly the mechanisms speak for it, from 0 to 1.
    pub score: f64,
    /// How sure we are.
    pub confidence: Confidence,
}

/// What stands behind an article, or behind one line of its file; best first.
pub fn why(article: &Article, line: Option<&str>, records: &[SessionRecord]) -> Vec<Grounds> {
    let cited: Vec<&str> = article.front.sources.iter().filter_map(|source| source.session.as_deref()).collect();
    let wanted = content_terms(line.unwrap_or(&article.body));
    let mut found: Vec<(f64, Grounds)> = Vec::new();
    for record in records.iter().filter(|record| cited.contains(&record.session.as_str())) {
        for item in &record.items {
            let mut told = content_terms(&item.statement);
            told.extend(item.evidence.iter().flat_map(|evidence| content_terms(&evidence.quote)));
            told.extend(content_terms(&item.title));
            told.extend(item.rationale.iter().flat_map(|reason| content_terms(reason)));
            let (inner, outer) = if line.is_some() { (&wanted, &told) } else { (&told, &wanted) };
            let hits = inner.iter().filter(|term| outer.contains(term)).count();
            let share = hits as f64 / inner.len().max(1) as f64;
            if share >= 0.6 {
                let reason = Grounds {
                    statement: item.statement.clone(),
                    evidence: item.evidence.clone(),
                    rule: item.rule.clone(),
                    score: item.score,
                    confidence: item.confidence,
                };
                found.push((share, reason));
            }
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.into_iter().map(|(_, reason)| reason).collect()
}
