//! Writes the TypeScript declarations of every core type that crosses the WASM boundary.
//!
//! `export-types FILE` rewrites FILE; the committed copy is what reviewers read, and the tests
//! fail when it is stale.

use std::fmt::Write as _;

// One line each, so that lines added side by side merge.
use repolore_core::article;
use repolore_core::check;
use repolore_core::curate;
use repolore_core::diagnostic;
use repolore_core::freshness;
use repolore_core::index;
use repolore_core::model;
use repolore_core::rank;
use repolore_core::reconcile;
use repolore_core::refine;
use repolore_core::time;
use repolore_core::transcript;
#[allow(clippy::wildcard_imports, reason = "every area has types here")]
#[allow(clippy::wildcard_imports, reason = "every area has types here, and lines of one list merge")]
use repolore_core::*;
use ts_rs::{Config, TS};

/// Appends `export type …` of each type, with its documentation, in the order listed.
macro_rules! declare {
    ($out:ident, $($type:ty),+ $(,)?) => {
        let config = Config::default();
        $(
            if let Some(docs) = <$type>::docs() {
                $out.push_str(&docs);
            }
            writeln!($out, "export {}\n", <$type>::decl(&config)).expect("writing to a string cannot fail");
        )+
    };
}

fn main() -> std::io::Result<()> {
    let mut out = String::from("// Generated from the Rust core by `npm run build`. Do not edit.\n\n");
    declare!(
        out,
        time::Timestamp,
        diagnostic::Severity,
        diagnostic::Diagnostic,
        model::Dialect,
        model::Role,
        model::Speaker,
        model::Transcript,
        model::Turn,
        model::ToolCall,
        model::ToolResult,
        model::ModelChange,
        model::Compaction,
        transcript::TranscriptSummary,
        transcript::IssueMapping,
        model::Kind,
        model::Confidence,
        model::Status,
        model::Origin,
        model::Item,
        model::Evidence,
        reconcile::Relation,
        reconcile::Judgment,
        reconcile::StatementPair,
        reconcile::Action,
        reconcile::PlannedChange,
        reconcile::LeftOut,
        reconcile::Contradiction,
        reconcile::Keep,
        reconcile::Grounds,
        refine::RefineRequest,
        curate::CurateOptions,
        curate::Oddity,
        curate::StateFile,
        curate::CurateReport,
        curate::CuratePlan,
        rank::Match,
        rank::Explanation,
        surface::search::EntryQuery,
        surface::search::ScoreParts,
        surface::search::NamedField,
        surface::search::EntryHit,
        surface::search::EntryResults,
        surface::related::Node,
        surface::related::Edge,
        surface::related::Graph,
        surface::related::IssueRelated,
        surface::metrics::AgentRun,
        surface::metrics::AgentAdvice,
        surface::brief::BriefRequest,
        surface::brief::Brief,
        surface::context::AgentRole,
        surface::context::ContextRequest,
        surface::context::ReceiptLine,
        surface::context::ContextBlock,
        surface::learn::LearnRequest,
        surface::learn::LearnedFile,
        surface::learn::Learned,
        article::Source,
        article::CuratedBy,
        article::FrontMatter,
        article::FrontState,
        article::Article,
        check::CheckRequest,
        check::CheckFinding,
        check::CheckReport,
        freshness::Verdict,
        freshness::CheckedCondition,
        freshness::DecaySettings,
        freshness::Band,
        freshness::Facts,
        freshness::Freshness,
        index::IndexPreset,
        index::RenderedIndex,
        index::DomainMetrics,
        index::AgentMetrics,
        index::IndexEntry,
        ground::policy::DesignMode,
        ground::policy::PhaseTransition,
        ground::policy::GroundingTier,
        ground::policy::EnforcementLevel,
        ground::policy::GroundingSource,
        ground::policy::GroundingConfidence,
        ground::policy::SourceLimit,
        ground::policy::GroundingPolicy,
        ground::route::QueryIntent,
        ground::route::GroundingRoute,
        ground::cascade::Cascade,
        ground::cascade::OutcomeStatus,
        ground::cascade::SourceOutcome,
        ground::cascade::SourceAnswer,
        ground::cascade::AnswerEvidence,
        ground::cascade::NextStep,
        ground::agree::DifferenceKind,
        ground::agree::Difference,
        ground::agree::Agreement,
        ground::enforce::EnforcementAction,
        ground::enforce::EnforcementDecision,
        ground::enforce::ImpactVerdict,
        ground::result::GroundingResult,
        ground::result::GroundingRouting,
        ground::result::GroundingQuery,
        ground::result::GroundingConflict,
        ground::result::VerificationMethod,
        ground::result::SkipOverride,
        ground::cache::AnswerCache,
        ground::cache::CacheMetrics,
        ground::cache::CachedAnswer,
        ground::cache::CacheLookup,
        ground::sanitize::SanitizedQuery,
        ground::search::RepoHit,
        ground::search::RepoFindings,
        ground::impact::ChangeType,
        ground::impact::Risk,
        ground::impact::Likelihood,
        ground::impact::ImpactFile,
        ground::impact::ImpactTotals,
        ground::impact::ImpactReport,
        signal::SignalType,
        signal::SignalSeverity,
        signal::Signal,
        signal::NewSignal,
        signal::SignalRelation,
        signal::Captured,
        signal::detect::Candidate,
        signal::detect::Configured,
        signal::detect::PlanPair,
        reflect::ReflectOptions,
        reflect::Thresholds,
        reflect::Linkage,
        reflect::Cluster,
        reflect::PatternVerdict,
        reflect::Weighed,
        reflect::Cited,
        reflect::LessonChange,
        reflect::Reflection,
        redact::Finding,
        redact::RedactedText,
        trust::Verdict,
        trust::Reason,
        trust::Judgement,
        trust::TrustRecord,
        trust::TrustResult,
        trust::quarantine::Entry,
        reflect::ReflectChange,
        reflect::ReflectPlan,
        spike::Prior,
        spike::KnownSpike,
        spike::SpikeAnswer,
        spike::NewFile,
        spike::WorkspaceStatus,
        spike::ConcludeRequest,
        spike::Concluded,
    );
    match std::env::args().nth(1) {
        Some(path) if std::fs::read_to_string(&path).is_ok_and(|old| old == out) => Ok(()),
        Some(path) => std::fs::write(path, out),
        None => Err(std::io::Error::other("usage: export-types FILE")),
    }
}
