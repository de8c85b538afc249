//! Whether a transition may pass, and what has to be done when it may not.

use alloc::string::{String, ToString};
use alloc::{format, vec::Vec};
use serde::{Deserialize, Serialize};

use super::policy::{EnforcementLevel, GroundingConfidence, GroundingTier};
use super::result::{ALL_FAILED, CONFLICT, GroundingResult, LOW_CONFIDENCE, SkipOverride, TIMEOUT};

/// What has to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum EnforcementAction {
    /// Go on.
    Proceed,
    /// Go on, and read the warning.
    Warn,
    /// Run grounding first.
    RunGrounding,
    /// A person has to verify.
    ManualVerify,
    /// Ground again: more precisely, or with more sources.
    RetryGrounding,
    /// Grounding was skipped; that is recorded.
    Skipped,
    /// A person ended the session. Never decided here; hosts with a dialog record it.
    CancelSession,
}

/// The verdict on a transition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EnforcementDecision {
    /// What has to be done.
    pub action: EnforcementAction,
    /// Whether the transition may pass.
    pub allowed: bool,
    /// How strictly it was judged.
    pub level: EnforcementLevel,
    /// `GR-001`, …, when one applies.
    pub error_code: Option<String>,
    /// For people, one sentence each; the first says the verdict.
    pub messages: Vec<String>,
    /// For hooks and CI: 0 pass, 3 run grounding, 4 verify by hand, 5 ground again.
    pub exit_code: u32,
}

/// What enforcement needs to know of an impact scan.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ImpactVerdict {
    /// Files whose change is risky.
    pub high_risk_files: Vec<String>,
    /// How sure the scan is.
    pub confidence: GroundingConfidence,
}

/// Takes the result of an impact scan into a grounding result: the lower confidence counts, and risky files block.
pub fn merge_impact(mut result: GroundingResult, impact: &ImpactVerdict) -> GroundingResult {
    result.overall_confidence = result.overall_confidence.min(impact.confidence);
    result.blocking = result.blocking || !impact.high_risk_files.is_empty();
    result
}

/// Judges a transition.
///
/// `result` is `None` when grounding was not run; `impact` when no scan was run or it ran out of time.
pub fn enforce(
    level: EnforcementLevel,
    result: Option<&GroundingResult>,
    impact: Option<&ImpactVerdict>,
) -> EnforcementDecision {
    let Some(result) = result else { return not_run(level) };
    if let Some(skip) = &result.skip_override {
        return skipped(level, skip);
    }
    let mandatory = level == EnforcementLevel::Mandatory;
    let risky: &[String] = impact.map_or(&[], |impact| &impact.high_risk_files);
    let confidence =
        impact.map_or(result.overall_confidence, |impact| result.overall_confidence.min(impact.confidence));
    let mut verdict = if result.all_sources_failed {
        let message = "all sources failed; manual verification required";
        if mandatory { block(level, EnforcementAction::ManualVerify, message) } else { pass(level, message) }
            .with(ALL_FAILED)
    } else if confidence <= GroundingConfidence::Low {
        let message = "low confidence; additional verification needed";
        if mandatory { block(level, EnforcementAction::RetryGrounding, message) } else { pass(level, message) }
            .with(LOW_CONFIDENCE)
    } else if mandatory && (!risky.is_empty() || result.blocking) {
        let risky = if risky.is_empty() { "see impact-scan.md".to_string() } else { risky.join(", ") };
        block(level, EnforcementAction::ManualVerify, &format!("high-risk files will change: {risky}"))
    } else if !result.conflicts.is_empty() {
        pass(level, "sources disagree; review the conflict summary before DELIVER").with(CONFLICT)
    } else if result.error_code.as_deref() == Some(TIMEOUT) {
        pass(level, "a time limit was passed; the result is partial").with(TIMEOUT)
    } else {
        let message = format!("grounded with {} confidence", confidence.name());
        EnforcementDecision {
            action: EnforcementAction::Proceed,
            allowed: true,
            level,
            error_code: None,
            messages: Vec::from([message]),
            exit_code: 0,
        }
    };
    if !risky.is_empty() && verdict.allowed {
        verdict.messages.push(format!("high-risk files will change: {}", risky.join(", ")));
        if verdict.action == EnforcementAction::Proceed {
            verdict.action = EnforcementAction::Warn;
        }
    }
    if !verdict.allowed && result.manual_override == Some(true) {
        let reason = result.override_reason.as_deref().map_or("", str::trim);
        if !reason.is_empty() {
            let was = verdict.messages.join("; ");
            return pass(level, &format!("let pass by hand: {reason} (was: {was})"));
        }
    }
    verdict
}

/// What is missing from a skip, or `None` when it may be recorded.
///
/// A skip needs a reason everywhere; at mandatory transitions also a risk that is acknowledged, and lack of time is
/// no way to verify.
pub fn refuse_skip(level: EnforcementLevel, skip: &SkipOverride) -> Option<String> {
    use super::result::VerificationMethod::TimeConstraint;
    if skip.reason.trim().chars().filter(|c| c.is_alphanumeric()).count() < 3 {
        return Some("a skip needs a reason".to_string());
    }
    if level == EnforcementLevel::Mandatory {
        if skip.acknowledged_risks.iter().all(|risk| risk.trim().is_empty()) {
            return Some("skipping a mandatory grounding needs at least one acknowledged risk".to_string());
        }
        if skip.verification_method == TimeConstraint {
            return Some("lack of time is no reason to skip a mandatory grounding; verify in another way".to_string());
        }
    }
    None
}

/// The stored form of a grounding that was skipped.
pub fn skipped_result(
    phase_transition: String,
    grounding_type: GroundingTier,
    level: EnforcementLevel,
    skip: SkipOverride,
) -> GroundingResult {
    GroundingResult {
        phase_transition,
        grounding_type,
        timestamp: skip.timestamp.clone(),
        routing: super::result::GroundingRouting::default(),
        queries: Vec::new(),
        overall_confidence: GroundingConfidence::None,
        duration_ms: None,
        conflicts: Vec::new(),
        all_sources_failed: false,
        blocking: false,
        enforcement_level: Some(level),
        enforcement_action: Some(EnforcementAction::Skipped),
        notes: Some("⚠️ Grounding skipped.".to_string()),
        error_code: None,
        skip_override: Some(skip),
        manual_override: None,
        override_reason: None,
    }
}

fn not_run(level: EnforcementLevel) -> EnforcementDecision {
    match level {
        EnforcementLevel::Advisory => EnforcementDecision {
            action: EnforcementAction::Skipped,
            allowed: true,
            level,
            error_code: None,
            messages: Vec::from(["⚠️ Grounding skipped.".to_string()]),
            exit_code: 0,
        },
        EnforcementLevel::Gatekeeper | EnforcementLevel::Mandatory => {
            block(level, EnforcementAction::RunGrounding, "grounding was not run for this transition")
        }
    }
}

fn skipped(level: EnforcementLevel, skip: &SkipOverride) -> EnforcementDecision {
    if let Some(refusal) = refuse_skip(level, skip) {
        return block(level, EnforcementAction::RunGrounding, &refusal);
    }
    EnforcementDecision {
        action: EnforcementAction::Skipped,
        allowed: true,
        level,
        error_code: None,
        messages: Vec::from(["⚠️ Grounding skipped.".to_string(), format!("reason: {}", skip.reason.trim())]),
        exit_code: 0,
    }
}

fn pass(level: EnforcementLevel, message: &str) -> EnforcementDecision {
    EnforcementDecision {
        action: EnforcementAction::Warn,
        allowed: true,
        level,
        error_code: None,
        messages: Vec::from([message.to_string()]),
        exit_code: 0,
    }
}

fn block(level: EnforcementLevel, action: EnforcementAction, message: &str) -> EnforcementDecision {
    let exit_code = match action {
        EnforcementAction::ManualVerify => 4,
        EnforcementAction::RetryGrounding => 5,
        EnforcementAction::RunGrounding
        | EnforcementAction::Proceed
        | EnforcementAction::Warn
        | EnforcementAction::Skipped
        | EnforcementAction::CancelSession => 3,
    };
    EnforcementDecision {
        action,
        allowed: false,
        level,
        error_code: None,
        messages: Vec::from([message.to_string()]),
        exit_code,
    }
}

impl EnforcementDecision {
    fn with(mut self, code: &str) -> Self {
        self.error_code = Some(code.to_string());
        self
    }
}
