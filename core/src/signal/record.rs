//! Signals as files: read from any layout, written as GSD Reflect ships them.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Signal, SignalRelation, SignalSeverity, SignalType};
use crate::article::write::render_gsd;
use crate::article::{Article, FrontMatter, body};
use crate::model::{Confidence, Evidence, Kind, Status};
use crate::slug::slug;
use crate::time::Timestamp;

/// The project of signals that belong to none.
pub(super) const GLOBAL: &str = "_global";

/// A signal as it is handed in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct NewSignal {
    /// What sort of event.
    pub signal_type: SignalType,
    /// How much it matters.
    pub severity: SignalSeverity,
    /// Whether it reports something good; `None` decides by type.
    pub positive: Option<bool>,
    /// The project it was seen in.
    pub project: String,
    /// A short name; becomes the file name.
    pub title: String,
    /// Topics.
    pub tags: Vec<String>,
    /// What happened.
    pub what_happened: String,
    /// The state of things around it.
    pub context: String,
    /// Why, as far as known.
    pub cause: String,
    /// How sure its author is.
    pub confidence: Confidence,
    /// The words it rests on.
    pub evidence: Vec<Evidence>,
    /// Phase of the plan.
    pub phase: Option<String>,
    /// The plan.
    pub plan: Option<String>,
    /// Whether a person entered it or it was detected.
    pub detected: bool,
}

impl Default for NewSignal {
    fn default() -> Self {
        Self {
            signal_type: SignalType::Custom("custom".into()),
            severity: SignalSeverity::Minor,
            positive: None,
            project: GLOBAL.into(),
            title: String::new(),
            tags: Vec::new(),
            what_happened: String::new(),
            context: String::new(),
            cause: String::new(),
            confidence: Confidence::Medium,
            evidence: Vec::new(),
            phase: None,
            plan: None,
            detected: false,
        }
    }
}

/// `sig-2026-03-06-counter-comment-mismatch`.
pub fn signal_id(new: &NewSignal, now: Timestamp) -> String {
    let name = if new.title.trim().is_empty() { &new.what_happened } else { &new.title };
    format!("sig-{}-{}", now.date().to_iso(), slug(name))
}

/// The file of a new signal: its text in the layout that GSD Reflect reads.
pub fn write_signal(id: &str, new: &NewSignal, relation: &SignalRelation, now: Timestamp) -> String {
    let positive = new.positive.unwrap_or_else(|| new.signal_type.is_positive());
    let polarity = if positive { "positive" } else { "negative" };
    let mut front = FrontMatter {
        id: Some(id.into()),
        kind: Some(Kind::Signal),
        project: Some(new.project.clone()),
        tags: new.tags.clone(),
        created: Some(now),
        updated: Some(now),
        durability: Some("convention".into()),
        status: Some(Status::Current),
        severity: Some(relation.severity.name().into()),
        signal_type: Some(new.signal_type.name().into()),
        polarity: Some(polarity.into()),
        lifecycle: Some("detected".into()),
        confidence: Some(new.confidence),
        occurrences: Some(relation.occurrence_count),
        related: relation.related.clone(),
        ..FrontMatter::default()
    };
    let mut extra = |key: &str, value: Option<&String>| {
        if let Some(value) = value {
            front.extra.insert(key.into(), Value::String(value.clone()));
        }
    };
    extra("phase", new.phase.as_ref());
    extra("plan", new.plan.as_ref());
    extra("recurrence_of", relation.recurrence_of.as_ref());
    extra("detection_method", Some(&if new.detected { "automated" } else { "manual" }.to_string()));
    render_gsd(&front, &body_of(new))
}

fn body_of(new: &NewSignal) -> String {
    let mut out = String::new();
    let evidence = new
        .evidence
        .iter()
        .map(|evidence| format!("> {}\n\n— {}, line {}", evidence.quote, evidence.session, evidence.line))
        .collect::<Vec<_>>()
        .join("\n\n");
    let sections = [
        ("What Happened", new.what_happened.as_str()),
        ("Context", &new.context),
        ("Potential Cause", &new.cause),
        ("Evidence", &evidence),
    ];
    for (heading, text) in sections {
        if !text.trim().is_empty() {
            let _ = write!(out, "## {heading}\n\n{}\n\n", text.trim());
        }
    }
    format!("{}\n", out.trim_end())
}

/// Reads a stored signal; `None` when the entry is something else.
pub fn signal_from_article(article: &Article) -> Option<Signal> {
    if article.kind != Kind::Signal {
        return None;
    }
    let front = &article.front;
    let signal_type = SignalType::parse(front.signal_type.as_deref().unwrap_or("custom"));
    let positive = tells_good(front.polarity.as_deref(), &signal_type);
    let section = |name: &str| {
        body::section(&article.body, name).map_or_else(String::new, |range| section_text(&article.body[range]))
    };
    let all = |names: &[&str]| {
        let found: Vec<String> = names.iter().map(|name| section(name)).filter(|text| !text.is_empty()).collect();
        found.join("\n\n")
    };
    let mut what_happened = all(&["What Happened", "Observation"]);
    if what_happened.is_empty() {
        what_happened = article
            .body
            .lines()
            .filter(|line| !line.starts_with('#'))
            .collect::<Vec<_>>()
            .join("\n")
            .trim()
            .to_string();
    }
    Some(Signal {
        id: article.id.clone(),
        path: article.path.clone(),
        project: front.project.clone().unwrap_or_else(|| GLOBAL.into()),
        positive,
        severity: front.severity.as_deref().and_then(SignalSeverity::parse).unwrap_or(SignalSeverity::Minor),
        confidence: front.confidence.unwrap_or(Confidence::Medium),
        tags: front.tags.clone(),
        created: front.created,
        phase: front.text("phase"),
        occurrence_count: front.occurrences.unwrap_or(1),
        lifecycle: front.lifecycle.clone().unwrap_or_else(|| "detected".into()),
        archived: article.status == Status::Archived,
        processed_by: front.text("processed_by"),
        what_happened,
        context: section("Context"),
        cause: all(&["Potential Cause", "Root Cause", "Root Cause Analysis", "Why It Matters", "Why This Matters"]),
        remedy: all(&[
            "Recommendation",
            "Suggested Remediation",
            "Suggested Actions",
            "Suggested Fix",
            "Proposed Fix",
            "Next Steps",
            "Remediation",
            "Resolution",
            "Implications",
            "Rule",
        ]),
        signal_type,
    })
}

/// Whether an entry reports something good: as it says, else as its type does.
pub(crate) fn tells_good(polarity: Option<&str>, signal_type: &SignalType) -> bool {
    polarity.map_or_else(|| signal_type.is_positive(), |polarity| polarity == "positive")
}

/// A section without its heading line.
fn section_text(section: &str) -> String {
    let text = section.split_once('\n').filter(|(first, _)| first.starts_with('#')).map_or(section, |(_, rest)| rest);
    text.trim().to_string()
}
