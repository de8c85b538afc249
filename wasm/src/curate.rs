//! Curation: files, state and sessions in, a plan out. Transcripts stay on this side.

use js_sys::Error as JsError;
use repolore_core::article;
use repolore_core::curate::{CurateOptions, Curator as CoreCurator};
use repolore_core::model::Item;
use repolore_core::reconcile::{
    Keep, StatementPair, compare_statements, contradictions, generate, read_records, resolve, update, why,
};
use repolore_core::time::Timestamp;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::{from_js, to_js};
use crate::error::to_js_error;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"import type { Contradiction, CurateOptions, CuratePlan, Grounds, Item, Keep, RefineRequest, Judgment, StatementPair } from "./types.js";"#;

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

    /// Hands over what was learned since the last call, for another curator.
    #[wasm_bindgen(js_name = handOver)]
    pub fn hand_over(&mut self) -> String {
        self.0.hand_over()
    }

    /// Takes in what another curator handed over.
    #[wasm_bindgen(js_name = takeIn)]
    pub fn take_in(&mut self, handed_over: &str) -> Result<(), JsError> {
        self.0.take_in(handed_over).map_err(|error| to_js_error(&error))
    }

    /// Does what can be done of the plan before all sessions are read.
    pub fn prepare(&mut self) {
        self.0.prepare();
    }

    /// How many sessions taught something since the last run.
    #[wasm_bindgen(js_name = nNewSessions)]
    pub fn n_new_sessions(&mut self) -> u32 {
        self.0.n_new_sessions()
    }

    /// What a model would be asked; nothing when there is nothing to ask.
    #[wasm_bindgen(js_name = refineRequest, unchecked_return_type = "RefineRequest | null")]
    pub fn refine_request(&mut self, max_tokens: u32) -> Result<JsValue, JsError> {
        to_js(&self.0.refine_request(max_tokens))
    }

    /// Takes a model's answer in; returns what was refused.
    #[wasm_bindgen(unchecked_return_type = "string[]")]
    pub fn refine(&mut self, answer: &str) -> Result<JsValue, JsError> {
        to_js(&self.0.refine(answer))
    }

    /// Ends the run. The object cannot be used afterwards.
    #[wasm_bindgen(unchecked_return_type = "CuratePlan")]
    pub fn plan(self) -> Result<JsValue, JsError> {
        to_js(&self.0.plan().map_err(|error| to_js_error(&error))?)
    }
}

/// What a session teaches, without its secrets.
#[wasm_bindgen(js_name = extractItems, unchecked_return_type = "Item[]")]
pub fn extract_items(transcript: &[u8], session: &str, issue: Option<u32>) -> Result<JsValue, JsError> {
    let mut curator = CoreCurator::new(CurateOptions::default());
    curator.begin_session(session, issue);
    curator.push(transcript);
    to_js(&curator.items())
}

/// The article of one item: `[path, text]`.
#[wasm_bindgen(js_name = generateArticleText, unchecked_return_type = "[path: string, text: string]")]
pub fn generate_article(#[wasm_bindgen(unchecked_param_type = "Item")] item: JsValue) -> Result<JsValue, JsError> {
    let item: Item = from_js("knowledge", item)?;
    to_js(&generate(&item))
}

/// An article with an item taken in.
#[wasm_bindgen(js_name = updateArticleText)]
pub fn update_article(
    path: &str,
    text: &str,
    #[wasm_bindgen(unchecked_param_type = "Item")] item: JsValue,
) -> Result<String, JsError> {
    let item: Item = from_js("knowledge", item)?;
    update(path, text, &item).map_err(|error| to_js_error(&error))
}

/// Articles (`[path, text]`) that an item speaks against.
#[wasm_bindgen(js_name = findContradictions, unchecked_return_type = "Contradiction[]")]
pub fn find_contradictions(
    #[wasm_bindgen(unchecked_param_type = "Item")] item: JsValue,
    #[wasm_bindgen(unchecked_param_type = "[path: string, text: string][]")] articles: JsValue,
) -> Result<JsValue, JsError> {
    let item: Item = from_js("knowledge", item)?;
    let articles: Vec<(String, String)> = from_js("articles", articles)?;
    let articles: Vec<article::Article> =
        articles.iter().map(|(path, text)| article::read(path, text.as_bytes()).value).collect();
    to_js(&contradictions(&item, &articles))
}

/// An article with its dispute settled.
#[wasm_bindgen(js_name = resolveDispute)]
pub fn resolve_dispute(
    path: &str,
    text: &str,
    #[wasm_bindgen(unchecked_param_type = "Keep")] keep: JsValue,
    note: Option<String>,
    now: f64,
) -> Result<String, JsError> {
    let keep: Keep = from_js("keep", keep)?;
    #[allow(clippy::cast_possible_truncation)] // milliseconds of a date
    let now = Timestamp(now as i64);
    resolve(path, text, keep, note.as_deref(), now).map_err(|error| to_js_error(&error))
}

/// What stands behind an article or a line of it.
#[wasm_bindgen(js_name = explainArticle, unchecked_return_type = "Grounds[]")]
pub fn explain_article(path: &str, text: &str, line: Option<String>, items: &str) -> Result<JsValue, JsError> {
    let records = read_records(items).map_err(|error| to_js_error(&error))?;
    to_js(&why(&article::read(path, text.as_bytes()).value, line.as_deref(), &records))
}
