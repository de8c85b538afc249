//! Which source is asked next, for how long, and when it is enough.
//!
//! The cascade is a value. The shim asks [`next`] what to do, does it, and hands the outcome to [`record`]; it
//! keeps no state of its own and can print the whole story.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use super::policy::{GroundingConfidence, GroundingPolicy, GroundingSource};
use super::route::{GroundingRoute, route_for};
use super::sanitize::{clean_outcome, question_without_secrets};

/// Less time than this is not worth asking a source for.
const MIN_ASK_MS: u32 = 50;

/// A grounding under way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Cascade {
    /// The question, without secrets.
    pub question: String,
    /// What runs.
    pub policy: GroundingPolicy,
    /// Where the question goes.
    pub route: GroundingRoute,
    /// Whether every source is asked, even after a sure answer.
    pub cross_check: bool,
    /// What happened so far.
    pub outcomes: Vec<SourceOutcome>,
}

/// How asking a source ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum OutcomeStatus {
    /// It gave an answer.
    Answered,
    /// It looked and found nothing.
    Empty,
    /// It could not be asked or broke.
    Failed,
    /// It did not end within its limit; it may have given a part.
    TimedOut,
    /// It is switched off or not there (no provider configured, no network).
    Unavailable,
}

/// What one source gave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SourceOutcome {
    /// Who was asked.
    pub source: GroundingSource,
    /// How it ended.
    pub status: OutcomeStatus,
    /// The answer, whole or in part.
    pub answer: Option<SourceAnswer>,
    /// How long it took.
    pub elapsed_ms: u32,
    /// What did the looking.
    pub tool: String,
    /// Why there is no (whole) answer, in words for people.
    #[serde(default)]
    pub problem: Option<String>,
    /// Whether the answer came from the cache.
    #[serde(default)]
    pub cached: bool,
    /// Age of the cached answer.
    #[serde(default)]
    pub cache_age_seconds: u32,
    /// Things taken out of the question before it was sent.
    #[serde(default)]
    pub redaction_count: u32,
}

/// An answer with its evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SourceAnswer {
    /// What it says, without places; this is what answers are compared by.
    pub text: String,
    /// How sure it is.
    pub confidence: GroundingConfidence,
    /// Where it comes from.
    pub evidence: Vec<AnswerEvidence>,
}

/// A place that supports an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AnswerEvidence {
    /// A path, an address, a commit.
    pub place: String,
    /// 1-based line, when there is one.
    pub line: Option<u32>,
    /// What stands there.
    pub text: String,
}

/// What the shim has to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum NextStep {
    /// Ask a source.
    Ask {
        /// Which.
        source: GroundingSource,
        /// When this has passed, take what is there and go on.
        #[serde(rename = "limitMs")]
        limit_ms: u32,
    },
    /// Enough.
    Done {
        /// Why.
        reason: String,
        /// Sources that were not asked.
        #[serde(rename = "notAsked")]
        not_asked: Vec<GroundingSource>,
    },
}

/// Begins a grounding.
pub fn begin(question: &str, policy: GroundingPolicy, cross_check: bool) -> Cascade {
    let route = route_for(question, &policy);
    Cascade { question: question_without_secrets(question), policy, route, cross_check, outcomes: Vec::new() }
}

/// What to do after `elapsed_ms` since the beginning.
pub fn next(cascade: &Cascade, elapsed_ms: u32) -> NextStep {
    let asked = |source: GroundingSource| cascade.outcomes.iter().any(|outcome| outcome.source == source);
    let not_asked: Vec<_> = cascade.route.sources.iter().copied().filter(|&source| !asked(source)).collect();
    let Some(&source) = not_asked.first() else {
        return NextStep::Done { reason: "every source was asked".into(), not_asked };
    };
    let sure = cascade.outcomes.iter().find(|outcome| confidence(outcome) == GroundingConfidence::High);
    if let Some(outcome) = sure.filter(|_| !cascade.cross_check) {
        return NextStep::Done {
            reason: format!("{} answered with high confidence", outcome.source.name()),
            not_asked,
        };
    }
    let left = cascade.policy.hard_ms.saturating_sub(elapsed_ms);
    if left < MIN_ASK_MS {
        return NextStep::Done {
            reason: format!("the limit of {} s is reached", cascade.policy.hard_ms / 1000),
            not_asked,
        };
    }
    let own = cascade.policy.limits.iter().find(|limit| limit.source == source).map_or(left, |limit| limit.ms);
    NextStep::Ask { source, limit_ms: own.min(left) }
}

/// Takes an outcome in, without the secrets it may hold. A second outcome of the same source replaces the first.
pub fn record(mut cascade: Cascade, outcome: SourceOutcome) -> Cascade {
    cascade.outcomes.retain(|known| known.source != outcome.source);
    cascade.outcomes.push(clean_outcome(outcome));
    cascade
}

/// How sure an outcome is; none when there is no answer.
pub fn confidence(outcome: &SourceOutcome) -> GroundingConfidence {
    let Some(answer) = &outcome.answer else { return GroundingConfidence::None };
    match outcome.status {
        OutcomeStatus::Answered => answer.confidence,
        // A part of an answer is never sure.
        OutcomeStatus::TimedOut => answer.confidence.min(GroundingConfidence::Medium),
        OutcomeStatus::Empty | OutcomeStatus::Failed | OutcomeStatus::Unavailable => GroundingConfidence::None,
    }
}
