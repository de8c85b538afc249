//! Signals, spikes and reflection: files and transcripts in, plans out.

use std::collections::BTreeMap;

use js_sys::Error as JsError;
use repolore_core::reflect::{ReflectOptions, plan_reflection};
use repolore_core::signal::detect::{Configured, PlanPair, SETTINGS_FILES, configured_model, detect, detect_deviation};
use repolore_core::signal::{NewSignal, candidates, capture_among};
use repolore_core::spike::{ConcludeRequest, conclude, known_spikes, new_workspace, workspace_status};
use repolore_core::time::Timestamp;
use repolore_core::{article, freshness::Facts};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::article::KnowledgeFiles;
use crate::convert::{from_js, to_js};
use crate::error::to_js_error;
use crate::transcript::SessionTranscript;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"import type {
  Candidate, Captured, Concluded, ConcludeRequest, Configured, Facts, NewFile, NewSignal, PlanPair, ReflectOptions,
  ReflectPlan, SpikeAnswer, WorkspaceStatus,
} from "./types.js";"#;

/// What one transcript suggests.
#[wasm_bindgen(js_name = detectSignals, unchecked_return_type = "Candidate[]")]
pub fn detect_signals(
    session: &SessionTranscript,
    name: &str,
    #[wasm_bindgen(unchecked_param_type = "Configured[]")] configured: JsValue,
) -> Result<JsValue, JsError> {
    let configured: Vec<Configured> = from_js("configured", configured)?;
    to_js(&detect(&session.outcome().value, name, &configured))
}

/// Settings files that may name a model, relative to the project.
#[wasm_bindgen(js_name = settingsFiles)]
pub fn settings_files() -> Vec<String> {
    SETTINGS_FILES.iter().map(|(file, _)| (*file).to_string()).collect()
}

/// The model that a settings file asks for, or `null`.
#[wasm_bindgen(js_name = configuredModel, unchecked_return_type = "Configured | null")]
pub fn model_of_settings(file: &str, text: &str) -> Result<JsValue, JsError> {
    to_js(&configured_model(file, text))
}

/// What a plan and its summary suggest, or `null`.
#[wasm_bindgen(js_name = detectDeviation, unchecked_return_type = "Candidate | null")]
pub fn deviation(#[wasm_bindgen(unchecked_param_type = "PlanPair")] pair: JsValue) -> Result<JsValue, JsError> {
    let pair: PlanPair = from_js("pair", pair)?;
    to_js(&detect_deviation(&pair))
}

/// Identifiers of stored signals that a new one could be related to, by the index alone.
#[wasm_bindgen(js_name = signalCandidates)]
pub fn signal_candidates(
    #[wasm_bindgen(unchecked_param_type = "NewSignal")] signal: JsValue,
    index: &str,
) -> Result<Vec<String>, JsError> {
    let signal: NewSignal = from_js("signal", signal)?;
    Ok(candidates(&signal, index))
}

/// The file and the index of a new signal. `files` are candidates as path and text, `taken` the stems in use.
#[wasm_bindgen(js_name = captureSignal, unchecked_return_type = "Captured")]
pub fn capture_signal(
    #[wasm_bindgen(unchecked_param_type = "NewSignal")] signal: JsValue,
    #[wasm_bindgen(unchecked_param_type = "[string, string][]")] files: JsValue,
    index: Option<String>,
    taken: Vec<String>,
    now: f64,
) -> Result<JsValue, JsError> {
    let signal: NewSignal = from_js("signal", signal)?;
    let files: Vec<(String, String)> = from_js("files", files)?;
    let captured = capture_among(&signal, &files, index.as_deref(), &taken, time(now));
    to_js(&captured.map_err(|error| to_js_error(&error))?)
}

#[wasm_bindgen]
impl KnowledgeFiles {
    /// Plans a reflection over the signals and lessons.
    #[wasm_bindgen(unchecked_return_type = "ReflectPlan")]
    pub fn reflect(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ReflectOptions")] options: JsValue,
    ) -> Result<JsValue, JsError> {
        let options: ReflectOptions = from_js("options", options)?;
        let files: BTreeMap<String, Vec<u8>> = self.0.iter().cloned().collect();
        to_js(&plan_reflection(&files, &options))
    }

    /// Looks for spikes that answer a question.
    #[wasm_bindgen(js_name = knownSpikes, unchecked_return_type = "SpikeAnswer")]
    pub fn known_spikes(
        &self,
        question: &str,
        now: f64,
        #[wasm_bindgen(unchecked_param_type = "Facts | null")] facts: JsValue,
    ) -> Result<JsValue, JsError> {
        let facts: Option<Facts> = from_js("facts", facts)?;
        let articles: Vec<_> = self.0.iter().map(|(path, bytes)| article::read(path, bytes).value).collect();
        to_js(&known_spikes(question, &articles, time(now), facts.as_ref()))
    }
}

/// The files of a new spike.
#[wasm_bindgen(js_name = newSpike, unchecked_return_type = "NewFile[]")]
pub fn new_spike(question: &str, taken: Vec<String>) -> Result<JsValue, JsError> {
    to_js(&new_workspace(question, &taken))
}

/// What a spike's workspace still lacks.
#[wasm_bindgen(js_name = spikeStatus, unchecked_return_type = "WorkspaceStatus")]
pub fn spike_status(
    #[wasm_bindgen(unchecked_param_type = "[string, string][]")] files: JsValue,
) -> Result<JsValue, JsError> {
    let files: Vec<(String, String)> = from_js("files", files)?;
    to_js(&workspace_status(&files))
}

/// The record of a concluded spike.
#[wasm_bindgen(js_name = concludeSpike, unchecked_return_type = "Concluded")]
pub fn conclude_spike(
    #[wasm_bindgen(unchecked_param_type = "ConcludeRequest")] request: JsValue,
) -> Result<JsValue, JsError> {
    let request: ConcludeRequest = from_js("request", request)?;
    to_js(&conclude(&request).map_err(|error| to_js_error(&error))?)
}

#[allow(clippy::cast_possible_truncation)] // times of files and clocks are whole milliseconds far below 2^53
fn time(ms: f64) -> Timestamp {
    Timestamp(ms as i64)
}
