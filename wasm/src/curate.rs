//! Curation: files, state and sessions in, a plan out. Transcripts stay on this side.

use js_sys::Error as JsError;
use repolore_core::curate::{CurateOptions, Curator as CoreCurator};
use repolore_core::reconcile::{StatementPair, compare_statements};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::{from_js, to_js};
use crate::error::to_js_error;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"import type { CurateOptions, CuratePlan, Judgment, StatementPair } from "./types.js";"#;

/// Judges how a later statement relates to an earlier one.
#[wasm_bindgen(js_name = compareStatements, unchecked_return_type = "Judgment")]
pub fn compare(#[wasm_bindgen(unchecked_param_type = "StatementPair")] pair: JsValue) -> Result<JsValue, JsError> {
    let pair: StatementPair = from_js("pair", pair)?;
    to_js(&compare_statements(&pair))
}

/// One run of curation.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Curator(CoreCurator);

#[wasm_bindgen]
impl Curator {
    /// Begins a run.
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "CurateOptions")] options: JsValue) -> Result<Curator, JsError> {
        let options: CurateOptions = from_js("options", options)?;
        Ok(Self(CoreCurator::new(options)))
    }

    /// Adds a file of the knowledge base.
    #[wasm_bindgen(js_name = addFile)]
    pub fn add_file(&mut self, path: &str, bytes: &[u8]) {
        self.0.add_file(path, bytes);
    }

    /// Adds a file of the state folder.
    #[wasm_bindgen(js_name = addState)]
    pub fn add_state(&mut self, name: &str, text: &str) -> Result<(), JsError> {
        self.0.add_state(name, text).map_err(|error| to_js_error(&error))
    }

    /// Adds text that is no news.
    pub fn know(&mut self, text: &str) {
        self.0.know(text);
    }

    /// Begins a session.
    #[wasm_bindgen(js_name = beginSession)]
    pub fn begin_session(&mut self, name: &str, issue: Option<u32>) {
        self.0.begin_session(name, issue);
    }

    /// Takes the next bytes of the session.
    pub fn push(&mut self, chunk: &[u8]) {
        self.0.push(chunk);
    }

    /// Ends the session.
    #[wasm_bindgen(js_name = endSession)]
    pub fn end_session(&mut self) {
        self.0.end_session();
    }

    /// Ends the run. The object cannot be used afterwards.
    #[wasm_bindgen(unchecked_return_type = "CuratePlan")]
    pub fn plan(self) -> Result<JsValue, JsError> {
        to_js(&self.0.plan().map_err(|error| to_js_error(&error))?)
    }
}
