//! Grounding: decisions as values, and two scans that are fed file by file.

use js_sys::Error as JsError;
use repolore_core::ground::cache::{self, AnswerCache};
use repolore_core::ground::cascade::{self, Cascade};
use repolore_core::ground::enforce::{self, ImpactVerdict};
use repolore_core::ground::impact::{ImpactReport, ImpactScan};
use repolore_core::ground::policy::{DesignMode, GroundingPolicy, PhaseTransition, policy_for, standalone_policy};
use repolore_core::ground::search::RepoSearch;
use repolore_core::ground::{agree, merge, route, sanitize, table};
use repolore_core::time::Timestamp;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::{from_js, to_js};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"import type {
  Agreement, AnswerCache, CachedAnswer, CacheLookup, Cascade, DesignMode, EnforcementDecision, EnforcementLevel, GroundingConflict,
  GroundingPolicy, GroundingResult, GroundingRoute, GroundingSource, GroundingTier, ImpactReport, ImpactVerdict, NextStep,
  RepoFindings, SanitizedQuery, SkipOverride, SourceOutcome,
} from "./types.js";"#;

/// What has to run at a transition; without one, for a question of its own.
#[wasm_bindgen(js_name = groundingPolicy, unchecked_return_type = "GroundingPolicy")]
pub fn grounding_policy(
    #[wasm_bindgen(unchecked_param_type = "DesignMode")] mode: JsValue,
    transition: Option<String>,
) -> Result<JsValue, JsError> {
    let mode: DesignMode = from_js("mode", mode)?;
    to_js(&match transition {
        None if mode == DesignMode::Full => standalone_policy(),
        transition => policy_for(mode, PhaseTransition::parse(&transition.unwrap_or_default())),
    })
}

/// Where a question goes; with a policy, within its tier.
#[wasm_bindgen(js_name = routeQuestion, unchecked_return_type = "GroundingRoute")]
pub fn route_question(
    question: &str,
    #[wasm_bindgen(unchecked_optional_param_type = "GroundingPolicy")] policy: JsValue,
) -> Result<JsValue, JsError> {
    let policy: Option<GroundingPolicy> = from_js("policy", policy)?;
    to_js(&match policy {
        Some(policy) => route::route_for(question, &policy),
        None => route::route(question),
    })
}

/// Begins a grounding.
#[wasm_bindgen(js_name = cascadeBegin, unchecked_return_type = "Cascade")]
pub fn cascade_begin(
    question: &str,
    #[wasm_bindgen(unchecked_param_type = "GroundingPolicy")] policy: JsValue,
    cross_check: bool,
) -> Result<JsValue, JsError> {
    to_js(&cascade::begin(question, from_js("policy", policy)?, cross_check))
}

/// What to do next.
#[wasm_bindgen(js_name = cascadeNext, unchecked_return_type = "NextStep")]
pub fn cascade_next(
    #[wasm_bindgen(unchecked_param_type = "Cascade")] state: JsValue,
    elapsed_ms: u32,
) -> Result<JsValue, JsError> {
    let state: Cascade = from_js("state", state)?;
    to_js(&cascade::next(&state, elapsed_ms))
}

/// Takes an outcome in.
#[wasm_bindgen(js_name = cascadeRecord, unchecked_return_type = "Cascade")]
pub fn cascade_record(
    #[wasm_bindgen(unchecked_param_type = "Cascade")] state: JsValue,
    #[wasm_bindgen(unchecked_param_type = "SourceOutcome")] outcome: JsValue,
) -> Result<JsValue, JsError> {
    to_js(&cascade::record(from_js("state", state)?, from_js("outcome", outcome)?))
}

/// Ends a grounding.
#[wasm_bindgen(js_name = cascadeFinish, unchecked_return_type = "GroundingResult")]
pub fn cascade_finish(
    #[wasm_bindgen(unchecked_param_type = "Cascade")] state: JsValue,
    phase_transition: &str,
    now_ms: f64,
    elapsed_ms: u32,
) -> Result<JsValue, JsError> {
    let state: Cascade = from_js("state", state)?;
    to_js(&merge::finish(&state, phase_transition, timestamp(now_ms), elapsed_ms))
}

/// What people have to be told about how it went.
#[wasm_bindgen(js_name = cascadeWarnings)]
pub fn cascade_warnings(
    #[wasm_bindgen(unchecked_param_type = "Cascade")] state: JsValue,
    elapsed_ms: u32,
) -> Result<Vec<String>, JsError> {
    let state: Cascade = from_js("state", state)?;
    Ok(merge::warnings(&state, elapsed_ms))
}

/// Compares two answers to a question.
#[wasm_bindgen(js_name = answersAgree, unchecked_return_type = "Agreement")]
pub fn answers_agree(question: &str, left: &str, right: &str) -> Result<JsValue, JsError> {
    to_js(&agree::answers_agree(question, left, right))
}

/// The box that shows a conflict.
#[wasm_bindgen(js_name = conflictBox)]
pub fn conflict_box(
    #[wasm_bindgen(unchecked_param_type = "GroundingConflict")] conflict: JsValue,
) -> Result<String, JsError> {
    Ok(merge::conflict_box(&from_js("conflict", conflict)?))
}

/// Judges a transition.
#[wasm_bindgen(js_name = enforceGrounding, unchecked_return_type = "EnforcementDecision")]
pub fn enforce_grounding(
    #[wasm_bindgen(unchecked_param_type = "EnforcementLevel")] level: JsValue,
    #[wasm_bindgen(unchecked_param_type = "GroundingResult | null")] result: JsValue,
    #[wasm_bindgen(unchecked_param_type = "ImpactVerdict | null")] impact: JsValue,
) -> Result<JsValue, JsError> {
    let result: Option<repolore_core::ground::result::GroundingResult> = from_js("result", result)?;
    let impact: Option<ImpactVerdict> = from_js("impact", impact)?;
    to_js(&enforce::enforce(from_js("level", level)?, result.as_ref(), impact.as_ref()))
}

/// Takes an impact scan into a result.
#[wasm_bindgen(js_name = mergeImpact, unchecked_return_type = "GroundingResult")]
pub fn merge_impact(
    #[wasm_bindgen(unchecked_param_type = "GroundingResult")] result: JsValue,
    #[wasm_bindgen(unchecked_param_type = "ImpactVerdict")] impact: JsValue,
) -> Result<JsValue, JsError> {
    let impact: ImpactVerdict = from_js("impact", impact)?;
    to_js(&enforce::merge_impact(from_js("result", result)?, &impact))
}

/// What is missing from a skip, or nothing.
#[wasm_bindgen(js_name = refuseSkip)]
pub fn refuse_skip(
    #[wasm_bindgen(unchecked_param_type = "EnforcementLevel")] level: JsValue,
    #[wasm_bindgen(unchecked_param_type = "SkipOverride")] skip: JsValue,
) -> Result<Option<String>, JsError> {
    Ok(enforce::refuse_skip(from_js("level", level)?, &from_js("skip", skip)?))
}

/// The stored form of a skipped grounding.
#[wasm_bindgen(js_name = skippedResult, unchecked_return_type = "GroundingResult")]
pub fn skipped_result(
    phase_transition: &str,
    #[wasm_bindgen(unchecked_param_type = "GroundingPolicy")] policy: JsValue,
    #[wasm_bindgen(unchecked_param_type = "SkipOverride")] skip: JsValue,
) -> Result<JsValue, JsError> {
    let policy: GroundingPolicy = from_js("policy", policy)?;
    let skip = from_js("skip", skip)?;
    to_js(&enforce::skipped_result(phase_transition.into(), policy.tier, policy.enforcement, skip))
}

/// The key of a question in the cache.
#[wasm_bindgen(js_name = cacheKey)]
pub fn cache_key(query: &str) -> String {
    cache::cache_key(query)
}

/// A question as it is compared.
#[wasm_bindgen(js_name = normalizeQuery)]
pub fn normalize_query(query: &str) -> String {
    cache::normalize_query(query)
}

/// Looks into the cache; `null` is an empty one.
#[wasm_bindgen(js_name = cacheLookUp, unchecked_return_type = "CacheLookup")]
pub fn cache_look_up(
    #[wasm_bindgen(unchecked_param_type = "AnswerCache | null")] cache: JsValue,
    key: &str,
    #[wasm_bindgen(unchecked_param_type = "GroundingSource")] source: JsValue,
    fingerprint: &str,
    #[wasm_bindgen(unchecked_param_type = "GroundingTier")] tier: JsValue,
    now_ms: f64,
) -> Result<JsValue, JsError> {
    let (source, tier) = (from_js("source", source)?, from_js("tier", tier)?);
    to_js(&cache::look_up(read_cache(cache)?, key, source, fingerprint, tier, timestamp(now_ms)))
}

/// Puts an answer into the cache.
#[wasm_bindgen(js_name = cachePut, unchecked_return_type = "AnswerCache")]
pub fn cache_put(
    #[wasm_bindgen(unchecked_param_type = "AnswerCache | null")] cache: JsValue,
    #[wasm_bindgen(unchecked_param_type = "CachedAnswer")] answer: JsValue,
) -> Result<JsValue, JsError> {
    to_js(&cache::put(read_cache(cache)?, from_js("answer", answer)?))
}

/// Throws away the answers to one question, or all.
#[wasm_bindgen(js_name = cacheInvalidate, unchecked_return_type = "AnswerCache")]
pub fn cache_invalidate(
    #[wasm_bindgen(unchecked_param_type = "AnswerCache | null")] cache: JsValue,
    key: Option<String>,
) -> Result<JsValue, JsError> {
    to_js(&cache::invalidate(read_cache(cache)?, key.as_deref()))
}

/// A question that may be sent outside.
#[wasm_bindgen(js_name = sanitizeQuery, unchecked_return_type = "SanitizedQuery")]
pub fn sanitize_query(question: &str) -> Result<JsValue, JsError> {
    to_js(&sanitize::sanitize_query(question))
}

/// The impact scan as Markdown.
#[wasm_bindgen(js_name = impactMarkdown)]
pub fn impact_markdown(
    #[wasm_bindgen(unchecked_param_type = "ImpactReport")] report: JsValue,
) -> Result<String, JsError> {
    let report: ImpactReport = from_js("report", report)?;
    Ok(table::impact_markdown(&report))
}

/// What enforcement needs to know of an impact scan.
#[wasm_bindgen(js_name = impactVerdict, unchecked_return_type = "ImpactVerdict")]
pub fn impact_verdict(
    #[wasm_bindgen(unchecked_param_type = "ImpactReport")] report: JsValue,
) -> Result<JsValue, JsError> {
    let report: ImpactReport = from_js("report", report)?;
    to_js(&report.verdict())
}

/// A search for a question, fed file by file.
#[wasm_bindgen]
#[derive(Debug)]
pub struct QuestionScan(RepoSearch);

#[wasm_bindgen]
impl QuestionScan {
    /// Begins a search.
    #[wasm_bindgen(constructor)]
    pub fn new(question: &str) -> Self {
        Self(RepoSearch::new(question))
    }

    /// Texts of which every matching file holds one.
    pub fn needles(&self) -> Vec<String> {
        self.0.needles()
    }

    /// Looks at a file.
    pub fn add(&mut self, path: &str, bytes: &[u8]) {
        self.0.add(path, bytes);
    }

    /// Looks at a path alone.
    #[wasm_bindgen(js_name = addPath)]
    pub fn add_path(&mut self, path: &str) {
        self.0.add_path(path);
    }

    /// Ends the search. It cannot be used afterwards.
    #[wasm_bindgen(unchecked_return_type = "RepoFindings")]
    pub fn finish(self, n_listed: u32, limit: u32) -> Result<JsValue, JsError> {
        to_js(&self.0.finish(n_listed, limit as usize))
    }
}

/// A scan for the files a design touches, fed file by file.
#[wasm_bindgen]
#[derive(Debug)]
pub struct DesignScan(ImpactScan);

#[wasm_bindgen]
impl DesignScan {
    /// Begins a scan.
    #[wasm_bindgen(constructor)]
    pub fn new(design: &str) -> Self {
        Self(ImpactScan::new(design))
    }

    /// Looks at a file.
    pub fn add(&mut self, path: &str, bytes: &[u8]) {
        self.0.add(path, bytes);
    }

    /// Notes a file that could not be looked at.
    #[wasm_bindgen(js_name = addPath)]
    pub fn add_path(&mut self, path: &str) {
        self.0.add_path(path);
    }

    /// Takes `git log --name-only --format=%x01%B%x02`.
    #[wasm_bindgen(js_name = setLog)]
    pub fn set_log(&mut self, log: &[u8]) {
        self.0.set_log(log);
    }

    /// Ends the scan; `early` says why it ended before its time.
    #[wasm_bindgen(unchecked_return_type = "ImpactReport")]
    pub fn finish(self, early: Option<String>) -> Result<JsValue, JsError> {
        to_js(&self.0.finish(early.as_deref()))
    }
}

fn read_cache(cache: JsValue) -> Result<AnswerCache, JsError> {
    let cache: Option<AnswerCache> = from_js("cache", cache)?;
    Ok(cache.unwrap_or_default())
}

#[allow(clippy::cast_possible_truncation)] // milliseconds since 1970 stay far below 2^53
fn timestamp(ms: f64) -> Timestamp {
    Timestamp(ms as i64)
}
