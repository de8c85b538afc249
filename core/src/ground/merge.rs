//! From what the sources gave to one result.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::agree::answers_agree;
use super::cascade::{Cascade, NextStep, OutcomeStatus, SourceOutcome, confidence, next};
use super::policy::{GroundingConfidence, GroundingSource};
use super::result::{
    ALL_FAILED, CONFLICT, GroundingConflict, GroundingQuery, GroundingResult, GroundingRouting, LOW_CONFIDENCE,
    SANITIZED, TIMEOUT,
};
use crate::text::one_line;
use crate::time::Timestamp;

/// Characters of an answer that stand in the stored summary.
const SUMMARY_CHARS: usize = 1_200;
/// Characters of an answer that stand in a conflict.
const CONFLICT_CHARS: usize = 300;

/// Ends a grounding: one result in the stored form, not yet enforced.
pub fn finish(cascade: &Cascade, phase_transition: &str, now: Timestamp, elapsed_ms: u32) -> GroundingResult {
    let succeeded: Vec<&SourceOutcome> =
        cascade.outcomes.iter().filter(|outcome| confidence(outcome) > GroundingConfidence::None).collect();
    let conflicts = find_conflicts(cascade, &succeeded);
    let all_sources_failed = succeeded.is_empty();
    let timed_out = elapsed_ms > cascade.policy.soft_ms
        || cascade.outcomes.iter().any(|outcome| outcome.status == OutcomeStatus::TimedOut);
    let overall = overall(cascade, &succeeded, !conflicts.is_empty());
    let sanitized = cascade.outcomes.iter().any(|outcome| outcome.redaction_count > 0);
    // The most serious first.
    let error_code = [
        (all_sources_failed, ALL_FAILED),
        (!conflicts.is_empty(), CONFLICT),
        (overall <= GroundingConfidence::Low, LOW_CONFIDENCE),
        (timed_out, TIMEOUT),
        (sanitized, SANITIZED),
    ]
    .into_iter()
    .find_map(|(applies, code)| applies.then(|| code.to_string()));
    let first = cascade.route.sources.first();
    let notes = warnings(cascade, elapsed_ms);
    GroundingResult {
        phase_transition: phase_transition.to_string(),
        grounding_type: cascade.policy.tier,
        timestamp: now.to_iso(),
        routing: GroundingRouting {
            sources_tried: cascade.outcomes.iter().map(|outcome| outcome.source).collect(),
            sources_succeeded: succeeded.iter().map(|outcome| outcome.source).collect(),
            fallback_used: !succeeded.is_empty() && !succeeded.iter().any(|outcome| Some(&outcome.source) == first),
        },
        queries: cascade.outcomes.iter().map(|outcome| query(cascade, outcome)).collect(),
        overall_confidence: overall,
        duration_ms: Some(elapsed_ms),
        conflicts,
        all_sources_failed,
        blocking: false,
        enforcement_level: Some(cascade.policy.enforcement),
        enforcement_action: None,
        notes: (!notes.is_empty()).then(|| notes.join("\n")),
        error_code,
        skip_override: None,
        manual_override: None,
        override_reason: None,
    }
}

/// What people have to be told about how it went, in the order it happened.
pub fn warnings(cascade: &Cascade, elapsed_ms: u32) -> Vec<String> {
    let mut warnings = Vec::new();
    for outcome in &cascade.outcomes {
        let name = outcome.source.name();
        let problem = outcome.problem.as_deref().unwrap_or("no reason given");
        match outcome.status {
            OutcomeStatus::Answered | OutcomeStatus::Empty => {
                if let Some(problem) = &outcome.problem {
                    warnings.push(format!("{name}: {problem}"));
                }
            }
            OutcomeStatus::TimedOut => {
                let rest = if outcome.answer.is_some() { "; what it found until then is used" } else { "" };
                warnings.push(format!("{TIMEOUT}: {name} did not end within its limit: {problem}{rest}"));
            }
            OutcomeStatus::Failed => warnings.push(format!("{name} failed: {problem}")),
            OutcomeStatus::Unavailable => warnings.push(format!("{name} is not available: {problem}")),
        }
        if outcome.redaction_count > 0 {
            warnings.push(format!("{SANITIZED}: sensitive content was removed from the question before asking {name}"));
        }
    }
    if elapsed_ms > cascade.policy.soft_ms {
        warnings.push(format!(
            "{TIMEOUT}: grounding took {} ms, longer than its target of {} ms",
            elapsed_ms, cascade.policy.soft_ms
        ));
    }
    if let NextStep::Done { reason, not_asked } = next(cascade, elapsed_ms)
        && !not_asked.is_empty()
        && elapsed_ms >= cascade.policy.hard_ms
    {
        let names: Vec<_> = not_asked.iter().map(|source| source.name()).collect();
        warnings.push(format!("{reason}; not asked: {}", names.join(", ")));
    }
    warnings
}

/// The best answer counts. Two sources that agree and are not guessing make it sure; a disagreement costs a rank.
fn overall(cascade: &Cascade, succeeded: &[&SourceOutcome], conflicting: bool) -> GroundingConfidence {
    let best = succeeded.iter().map(|outcome| confidence(outcome)).max().unwrap_or_default();
    if conflicting {
        return best.lowered();
    }
    let sound: Vec<_> = succeeded.iter().filter(|outcome| confidence(outcome) >= GroundingConfidence::Medium).collect();
    let confirmed = sound.iter().enumerate().any(|(at, a)| {
        sound[at + 1..].iter().any(|b| {
            let verdict = answers_agree(&cascade.question, text(a), text(b));
            verdict.comparable && verdict.agree
        })
    });
    if confirmed { GroundingConfidence::High } else { best }
}

fn find_conflicts(cascade: &Cascade, succeeded: &[&SourceOutcome]) -> Vec<GroundingConflict> {
    let mut ordered: Vec<&SourceOutcome> = succeeded.to_vec();
    // The most confident first; among equals the order of the cascade.
    ordered.sort_by(|a, b| confidence(b).cmp(&confidence(a)).then(a.source.cmp(&b.source)));
    let mut conflicts = Vec::new();
    for (at, used) in ordered.iter().enumerate() {
        for other in &ordered[at + 1..] {
            let verdict = answers_agree(&cascade.question, text(used), text(other));
            if verdict.agree {
                continue;
            }
            let higher = confidence(used) > confidence(other);
            let because = if higher { "higher confidence" } else { "same confidence, nearer source" };
            let what: Vec<String> = verdict
                .differences
                .iter()
                .map(|difference| format!("{} against {}", difference.left, difference.right))
                .collect();
            conflicts.push(GroundingConflict {
                source1: used.source,
                source2: other.source,
                answer1: shorten(text(used), CONFLICT_CHARS),
                answer2: shorten(text(other), CONFLICT_CHARS),
                recommendation: format!(
                    "Using: {} ({because}); they differ in: {}. Review recommended before DELIVER",
                    used.source.name(),
                    shorten(&what.join("; "), CONFLICT_CHARS)
                ),
            });
        }
    }
    conflicts
}

/// The box that shows a conflict to people.
pub fn conflict_box(conflict: &GroundingConflict) -> String {
    let title = |source: GroundingSource| match source {
        GroundingSource::Repo => "Repo",
        GroundingSource::Web => "Web",
        GroundingSource::History => "History",
    };
    let using = conflict.recommendation.split(';').next().unwrap_or_default();
    let lines = [
        "⚠️ CONFLICT DETECTED".to_string(),
        format!("{} source says: {}", title(conflict.source1), one_line(&conflict.answer1)),
        format!("{} source suggests: {}", title(conflict.source2), one_line(&conflict.answer2)),
        using.to_string(),
        "Review recommended before DELIVER".to_string(),
    ];
    let mut text = String::from("┌────\n");
    for line in lines {
        text.push_str("│ ");
        text.push_str(&line);
        text.push('\n');
    }
    text.push_str("└────\n");
    text
}

fn query(cascade: &Cascade, outcome: &SourceOutcome) -> GroundingQuery {
    let mut summary = outcome.answer.as_ref().map(|answer| {
        let places: Vec<String> = answer
            .evidence
            .iter()
            .map(|evidence| match evidence.line {
                Some(line) => format!("{}:{line}: {}", evidence.place, one_line(&evidence.text)),
                None => format!("{}: {}", evidence.place, one_line(&evidence.text)),
            })
            .collect();
        if places.is_empty() { answer.text.clone() } else { places.join("\n") }
    });
    if summary.is_none() {
        summary.clone_from(&outcome.problem);
    }
    GroundingQuery {
        intent: cascade.route.intent,
        question: cascade.question.clone(),
        source: outcome.source,
        confidence: confidence(outcome),
        tool: Some(outcome.tool.clone()).filter(|tool| !tool.is_empty()),
        result_summary: summary.map(|text| shorten(&text, SUMMARY_CHARS)),
        cached: Some(outcome.cached),
        cache_age_seconds: outcome.cached.then_some(outcome.cache_age_seconds),
        sanitized: (outcome.source == GroundingSource::Web).then_some(outcome.redaction_count > 0),
        redaction_count: (outcome.source == GroundingSource::Web).then_some(outcome.redaction_count),
    }
}

fn text(outcome: &SourceOutcome) -> &str {
    outcome.answer.as_ref().map_or("", |answer| answer.text.as_str())
}

fn shorten(text: &str, chars: usize) -> String {
    match text.char_indices().nth(chars) {
        Some((at, _)) => format!("{}…", text[..at].trim_end()),
        None => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::cascade::{SourceAnswer, begin, record};
    use super::super::enforce::{EnforcementAction, ImpactVerdict, enforce, merge_impact, refuse_skip, skipped_result};
    use super::super::policy::{DesignMode, EnforcementLevel, PhaseTransition, policy_for};
    use super::super::result::{SkipOverride, VerificationMethod};
    use super::*;

    const ASKED: &str = "What is the cache TTL in our server?";

    fn outcome(
        source: GroundingSource,
        status: OutcomeStatus,
        confidence: GroundingConfidence,
        text: &str,
    ) -> SourceOutcome {
        let has_answer = confidence > GroundingConfidence::None;
        SourceOutcome {
            source,
            status,
            answer: has_answer.then(|| SourceAnswer { text: text.into(), confidence, evidence: Vec::new() }),
            elapsed_ms: 10,
            tool: "test".into(),
            problem: (status != OutcomeStatus::Answered).then(|| "as told".into()),
            cached: false,
            cache_age_seconds: 0,
            redaction_count: 0,
        }
    }

    fn run(transition: PhaseTransition, outcomes: Vec<SourceOutcome>) -> (Cascade, GroundingResult) {
        let mut cascade = begin(ASKED, policy_for(DesignMode::Full, transition), false);
        for outcome in outcomes {
            cascade = record(cascade, outcome);
        }
        let result = finish(&cascade, transition.name(), Timestamp(0), 100);
        (cascade, result)
    }

    use GroundingConfidence::{High, Low, Medium, None as Nothing};
    use GroundingSource::{History, Repo, Web};
    use OutcomeStatus::{Answered, Empty, Failed, TimedOut};
    use VerificationMethod::{HumanReview, TimeConstraint};

    #[test]
    fn the_cascade_goes_on_until_it_is_sure() {
        let mut cascade = begin(ASKED, policy_for(DesignMode::Full, PhaseTransition::DevelopDeliver), false);
        assert_eq!(next(&cascade, 0), NextStep::Ask { source: Repo, limit_ms: 5000 });
        cascade = record(cascade, outcome(Repo, Failed, Nothing, ""));
        assert_eq!(next(&cascade, 100), NextStep::Ask { source: Web, limit_ms: 8000 });
        cascade = record(cascade, outcome(Web, Answered, Medium, "x"));
        assert_eq!(next(&cascade, 13_000), NextStep::Ask { source: History, limit_ms: 2000 });
        assert!(matches!(next(&cascade, 15_000), NextStep::Done { not_asked, .. } if not_asked == [History]));
        cascade = record(cascade, outcome(Repo, Answered, High, "x"));
        assert!(matches!(next(&cascade, 200), NextStep::Done { reason, .. } if reason.contains("high")));
        cascade.cross_check = true;
        assert!(matches!(next(&cascade, 200), NextStep::Ask { source: History, .. }));
    }

    #[test]
    fn a_conflict_uses_the_higher_confidence_and_costs_a_rank() {
        let (_, result) = run(
            PhaseTransition::DevelopDeliver,
            [
                outcome(Repo, Answered, High, "cache TTL = 300 s"),
                outcome(Web, Answered, Medium, "The cache TTL is 10 minutes"),
            ]
            .into(),
        );
        assert_eq!(result.overall_confidence, Medium);
        assert_eq!(result.error_code.as_deref(), Some("GR-004"));
        let shown = conflict_box(&result.conflicts[0]);
        for part in [
            "⚠️ CONFLICT DETECTED",
            "Web source suggests: The cache TTL is 10 minutes",
            "Using: repo (higher confidence)",
            "Review recommended before DELIVER",
        ] {
            assert!(shown.contains(part), "{shown}");
        }
        assert_eq!(enforce(EnforcementLevel::Gatekeeper, Some(&result), None).action, EnforcementAction::Warn);
    }

    #[test]
    fn agreement_of_two_sources_makes_sure() {
        let (_, result) = run(
            PhaseTransition::DevelopDeliver,
            [
                outcome(Repo, Answered, Medium, "cache TTL = 300 s"),
                outcome(Web, Answered, Medium, "The cache TTL is 5 minutes"),
            ]
            .into(),
        );
        assert_eq!((result.overall_confidence, result.conflicts.len()), (High, 0));
        assert_eq!(enforce(EnforcementLevel::Mandatory, Some(&result), None).action, EnforcementAction::Proceed);
    }

    #[test]
    fn a_timed_out_source_leaves_a_partial_result_with_a_warning() {
        let (_, result) = run(
            PhaseTransition::DevelopDeliver,
            [outcome(Repo, TimedOut, High, "cache TTL = 300 s"), outcome(Web, TimedOut, Nothing, "")].into(),
        );
        assert_eq!(result.overall_confidence, Medium);
        assert_eq!(result.error_code.as_deref(), Some("GR-002"));
        assert!(result.notes.as_deref().unwrap_or_default().contains("what it found until then is used"));
        assert_eq!(result.routing.sources_succeeded, [Repo]);
        assert_eq!(enforce(EnforcementLevel::Mandatory, Some(&result), None).action, EnforcementAction::Warn);
    }

    #[track_caller]
    fn check_enforced(level: EnforcementLevel, result: Option<&GroundingResult>, action: EnforcementAction, exit: u32) {
        let verdict = enforce(level, result, None);
        assert_eq!((verdict.action, verdict.exit_code), (action, exit));
        assert_eq!(verdict.allowed, exit == 0);
    }

    #[test]
    fn enforcement_by_level() {
        use EnforcementAction::{ManualVerify, Proceed, RetryGrounding, RunGrounding, Skipped, Warn};
        use EnforcementLevel::{Advisory, Gatekeeper, Mandatory};
        let (_, failed) = run(
            PhaseTransition::DeliverComplete,
            [
                outcome(Repo, Failed, Nothing, ""),
                outcome(Web, TimedOut, Nothing, ""),
                outcome(History, Empty, Nothing, ""),
            ]
            .into(),
        );
        assert_eq!((failed.all_sources_failed, failed.error_code.as_deref()), (true, Some("GR-001")));
        let (_, low) = run(PhaseTransition::DeliverComplete, [outcome(Repo, Answered, Low, "maybe")].into());
        let (_, sure) = run(PhaseTransition::DeliverComplete, [outcome(Repo, Answered, High, "yes")].into());
        for (level, none, when_failed, when_low) in [
            (Advisory, (Skipped, 0), (Warn, 0), (Warn, 0)),
            (Gatekeeper, (RunGrounding, 3), (Warn, 0), (Warn, 0)),
            (Mandatory, (RunGrounding, 3), (ManualVerify, 4), (RetryGrounding, 5)),
        ] {
            check_enforced(level, None, none.0, none.1);
            check_enforced(level, Some(&failed), when_failed.0, when_failed.1);
            check_enforced(level, Some(&low), when_low.0, when_low.1);
            check_enforced(level, Some(&sure), Proceed, 0);
        }
        let mut by_hand = failed;
        by_hand.manual_override = Some(true);
        check_enforced(Mandatory, Some(&by_hand), ManualVerify, 4);
        by_hand.override_reason = Some("checked with the vendor".into());
        check_enforced(Mandatory, Some(&by_hand), Warn, 0);
    }

    #[test]
    fn impact_lowers_confidence_and_risky_files_block() {
        let (_, sure) = run(PhaseTransition::DeliverComplete, [outcome(Repo, Answered, High, "yes")].into());
        let risky = ImpactVerdict { high_risk_files: Vec::from(["a.ts".to_string()]), confidence: High };
        let merged = merge_impact(sure.clone(), &risky);
        assert!(merged.blocking);
        let verdict = enforce(EnforcementLevel::Mandatory, Some(&merged), Some(&risky));
        assert_eq!((verdict.action, verdict.allowed), (EnforcementAction::ManualVerify, false));
        assert!(enforce(EnforcementLevel::Advisory, Some(&merged), Some(&risky)).allowed);
        let unsure = ImpactVerdict { high_risk_files: Vec::new(), confidence: Low };
        assert_eq!(merge_impact(sure.clone(), &unsure).overall_confidence, Low);
        assert_eq!(
            enforce(EnforcementLevel::Mandatory, Some(&sure), Some(&unsure)).action,
            EnforcementAction::RetryGrounding
        );
    }

    #[test]
    fn a_skip_needs_a_reason() {
        let skip = |reason: &str, method, risks: &[&str]| SkipOverride {
            skipped: true,
            reason: reason.into(),
            verification_method: method,
            acknowledged_risks: risks.iter().map(ToString::to_string).collect(),
            timestamp: "2026-01-01T00:00:00.000Z".into(),
        };
        assert!(refuse_skip(EnforcementLevel::Advisory, &skip(" … ", HumanReview, &[])).is_some());
        assert!(refuse_skip(EnforcementLevel::Gatekeeper, &skip("no time", TimeConstraint, &[])).is_none());
        assert!(refuse_skip(EnforcementLevel::Mandatory, &skip("no time", TimeConstraint, &["stale"])).is_some());
        assert!(refuse_skip(EnforcementLevel::Mandatory, &skip("reviewed", HumanReview, &[])).is_some());
        let good = skip("reviewed by Ada", HumanReview, &["stale docs"]);
        assert!(refuse_skip(EnforcementLevel::Mandatory, &good).is_none());
        let policy = policy_for(DesignMode::Full, PhaseTransition::DeliverComplete);
        let stored = skipped_result("deliver-complete".into(), policy.tier, policy.enforcement, good);
        check_enforced(EnforcementLevel::Mandatory, Some(&stored), EnforcementAction::Skipped, 0);
    }

    #[test]
    fn results_keep_the_field_names_of_the_stored_form() {
        let (_, result) = run(PhaseTransition::DevelopDeliver, [outcome(Web, Answered, High, "yes")].into());
        let json = serde_json::to_string(&result).expect("plain data");
        for field in [
            "\"phase_transition\":\"develop-deliver\"",
            "\"grounding_type\":\"standard\"",
            "\"sources_tried\":[\"web\"]",
            "\"fallback_used\":true",
            "\"intent\":\"",
            "\"overall_confidence\":\"high\"",
            "\"enforcement_level\":\"gatekeeper\"",
        ] {
            assert!(json.contains(field), "{json}");
        }
        assert_eq!(serde_json::from_str::<GroundingResult>(&json).expect("reads back"), result);
    }
}
