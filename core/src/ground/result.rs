//! What a grounding found, in the stored form `grounding-result-v1.1`.

use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use super::enforce::EnforcementAction;
use super::policy::{EnforcementLevel, GroundingConfidence, GroundingSource, GroundingTier};
use super::route::QueryIntent;

/// All sources failed: manual verification required.
pub const ALL_FAILED: &str = "GR-001";
/// A time limit was passed: retry, or skip when advisory.
pub const TIMEOUT: &str = "GR-002";
/// Low confidence: additional verification needed.
pub const LOW_CONFIDENCE: &str = "GR-003";
/// Sources disagree: review the conflict summary.
pub const CONFLICT: &str = "GR-004";
/// The query was sanitized: sensitive content removed.
pub const SANITIZED: &str = "GR-005";

/// One grounding of one transition. The field names are those of the stored file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct GroundingResult {
    /// `develop-deliver`, …; the name of an unknown transition as it was given.
    pub phase_transition: String,
    /// How much ran.
    pub grounding_type: GroundingTier,
    /// When, as ISO 8601 in UTC.
    pub timestamp: String,
    /// Which sources were asked.
    pub routing: GroundingRouting,
    /// What each source answered.
    pub queries: Vec<GroundingQuery>,
    /// How sure the whole is.
    pub overall_confidence: GroundingConfidence,
    /// How long it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub duration_ms: Option<u32>,
    /// Where sources disagree.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<GroundingConflict>>"))]
    pub conflicts: Vec<GroundingConflict>,
    /// Whether no source gave an answer.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub all_sources_failed: bool,
    /// Whether the transition is blocked.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub blocking: bool,
    /// How strictly it is enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub enforcement_level: Option<EnforcementLevel>,
    /// What is to be done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub enforcement_action: Option<EnforcementAction>,
    /// Warnings and remarks, one a line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub notes: Option<String>,
    /// The most serious of the codes that apply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub error_code: Option<String>,
    /// Why grounding was skipped, when it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub skip_override: Option<SkipOverride>,
    /// Whether a person let it pass by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub manual_override: Option<bool>,
    /// Why a person let it pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub override_reason: Option<String>,
}

/// Which sources were asked and which answered.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct GroundingRouting {
    /// In the order asked.
    pub sources_tried: Vec<GroundingSource>,
    /// Those that answered.
    pub sources_succeeded: Vec<GroundingSource>,
    /// Whether the answer comes from another source than the first one.
    pub fallback_used: bool,
}

/// One question put to one source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct GroundingQuery {
    /// What kind of question it is.
    pub intent: QueryIntent,
    /// The question, without secrets.
    pub question: String,
    /// Who was asked.
    pub source: GroundingSource,
    /// How sure the answer is.
    pub confidence: GroundingConfidence,
    /// What did the looking: `repo-scan`, `ripgrep+repo-scan`, the host of the web provider, …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub tool: Option<String>,
    /// The answer with its evidence, or what went wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub result_summary: Option<String>,
    /// Whether the answer came from the cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub cached: Option<bool>,
    /// How old the cached answer is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub cache_age_seconds: Option<u32>,
    /// Whether something sensitive was taken out of the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub sanitized: Option<bool>,
    /// How many things were taken out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub redaction_count: Option<u32>,
}

/// Two sources that disagree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct GroundingConflict {
    /// The one that is used.
    pub source1: GroundingSource,
    /// The other one.
    pub source2: GroundingSource,
    /// What the used one says.
    pub answer1: String,
    /// What the other one says.
    pub answer2: String,
    /// What to do about it.
    pub recommendation: String,
}

/// How something skipped is known to be right all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum VerificationMethod {
    /// A person looked.
    HumanReview,
    /// Another tool checked.
    ExternalTool,
    /// It was known before.
    PriorKnowledge,
    /// There was no time.
    TimeConstraint,
}

impl VerificationMethod {
    /// Reads the word with `_` or `-`.
    pub fn parse(word: &str) -> Option<Self> {
        match word.trim().to_ascii_lowercase().replace('-', "_").as_str() {
            "human_review" => Some(Self::HumanReview),
            "external_tool" => Some(Self::ExternalTool),
            "prior_knowledge" => Some(Self::PriorKnowledge),
            "time_constraint" => Some(Self::TimeConstraint),
            _ => None,
        }
    }
}

/// The record of a grounding that was skipped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SkipOverride {
    /// Always true.
    pub skipped: bool,
    /// Why.
    pub reason: String,
    /// How it is known to be right all the same.
    pub verification_method: VerificationMethod,
    /// What can go wrong because of it.
    pub acknowledged_risks: Vec<String>,
    /// When, as ISO 8601 in UTC.
    pub timestamp: String,
}
