//! Signals: raw evidence of how the work went. Capturing them is cheap and decides nothing.
//!
//! The vocabulary is the one GSD Reflect ships; older spellings are read, never written.

mod capture;
pub mod detect;
mod record;
mod relate;

use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use crate::model::Confidence;
use crate::time::Timestamp;

pub use capture::{Captured, candidates, capture, capture_among};
pub(crate) use record::tells_good;
pub use record::{NewSignal, signal_from_article, signal_id, write_signal};
pub use relate::{SignalRelation, relate};

/// What sort of event a signal reports.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum SignalType {
    /// The plan said one thing and the work did another.
    Deviation,
    /// A person repeats, corrects or complains.
    Frustration,
    /// Retries, reverts, a task far longer than its neighbours.
    Struggle,
    /// What ran is not what was configured.
    ConfigMismatch,
    /// A tool or agent cannot do what is needed.
    CapabilityGap,
    /// Something is believed without having been checked.
    EpistemicGap,
    /// How things stand, for later comparison.
    Baseline,
    /// Something got better.
    Improvement,
    /// Something to do again.
    GoodPattern,
    /// Anything else, by its own name.
    #[serde(untagged)]
    Custom(String),
}

impl SignalType {
    /// The word used in front matter.
    pub fn name(&self) -> &str {
        match self {
            Self::Deviation => "deviation",
            Self::Frustration => "frustration",
            Self::Struggle => "struggle",
            Self::ConfigMismatch => "config-mismatch",
            Self::CapabilityGap => "capability-gap",
            Self::EpistemicGap => "epistemic-gap",
            Self::Baseline => "baseline",
            Self::Improvement => "improvement",
            Self::GoodPattern => "good-pattern",
            Self::Custom(name) => name,
        }
    }

    /// Reads today's words and the older ones (`config`, `observation`, `positive_pattern`, `process-gap`, …).
    pub fn parse(word: &str) -> Self {
        let word = word.trim().to_ascii_lowercase().replace(['_', ' '], "-");
        match word.as_str() {
            "deviation" | "observation" => Self::Deviation,
            "frustration" => Self::Frustration,
            "struggle" => Self::Struggle,
            "config" | "config-mismatch" => Self::ConfigMismatch,
            "capability-gap" | "architecture" | "process-gap" => Self::CapabilityGap,
            "epistemic-gap" => Self::EpistemicGap,
            "baseline" => Self::Baseline,
            "improvement" => Self::Improvement,
            "good-pattern" | "positive-pattern" => Self::GoodPattern,
            "" => Self::Custom("custom".into()),
            _ => Self::Custom(word),
        }
    }

    /// Whether signals of this type report something good unless they say otherwise.
    pub fn is_positive(&self) -> bool {
        matches!(self, Self::GoodPattern | Self::Improvement)
    }
}

/// How much a signal matters. `Trace` is never stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum SignalSeverity {
    /// Too small to keep.
    Trace,
    /// A single small thing.
    Minor,
    /// Worth knowing.
    Notable,
    /// Broke something or wasted much.
    Critical,
}

impl SignalSeverity {
    /// The word used in front matter.
    pub fn name(self) -> &'static str {
        match self {
            Self::Trace => "trace",
            Self::Minor => "minor",
            Self::Notable => "notable",
            Self::Critical => "critical",
        }
    }

    /// Reads today's words and the older high, medium, low.
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word.trim().to_ascii_lowercase().as_str() {
            "trace" => Self::Trace,
            "minor" | "low" => Self::Minor,
            "notable" | "medium" => Self::Notable,
            "critical" | "high" => Self::Critical,
            _ => return None,
        })
    }

    /// One step more severe; what came back after it was mended weighs more.
    #[must_use]
    pub fn escalated(self) -> Self {
        match self {
            Self::Trace => Self::Minor,
            Self::Minor => Self::Notable,
            Self::Notable | Self::Critical => Self::Critical,
        }
    }
}

/// One stored signal, as far as clustering and relating need it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Signal {
    /// Its identifier, or the file's stem.
    pub id: String,
    /// Path relative to the knowledge base.
    pub path: String,
    /// The project it was seen in; `_global` for none.
    pub project: String,
    /// What sort of event.
    pub signal_type: SignalType,
    /// Whether it reports something good.
    pub positive: bool,
    /// How much it matters.
    pub severity: SignalSeverity,
    /// How sure its author was.
    pub confidence: Confidence,
    /// Topics.
    pub tags: Vec<String>,
    /// When it was captured.
    pub created: Option<Timestamp>,
    /// Phase of the plan, as written.
    pub phase: Option<String>,
    /// How often this has been seen.
    pub occurrence_count: u32,
    /// Where it stands: detected, triaged, blocked, remediated, verified, invalidated.
    pub lifecycle: String,
    /// Whether it was put away.
    pub archived: bool,
    /// The lesson that already rests on it.
    pub processed_by: Option<String>,
    /// What happened, in the signal's own words.
    pub what_happened: String,
    /// The state of things around it.
    pub context: String,
    /// Why, as far as its author could tell.
    pub cause: String,
    /// What its author says to do about it.
    pub remedy: String,
}
