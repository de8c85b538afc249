//! Sessions: bytes in, a transcript that stays on this side until somebody asks for it.

use js_sys::Error as JsError;
use repolore_core::Outcome;
use repolore_core::model::{Dialect, Transcript};
use repolore_core::transcript::{ReaderOptions, TranscriptReader, read_issue_mapping, summarize};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::{from_js, to_js};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"import type { Dialect, IssueMapping, Transcript, TranscriptSummary, Turn } from "./types.js";"#;

/// Reads one session from chunks of bytes.
#[wasm_bindgen]
#[derive(Debug)]
pub struct SessionReader(TranscriptReader);

#[wasm_bindgen]
impl SessionReader {
    /// Starts a session; without a dialect the first telling record decides.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "Dialect")] dialect: JsValue,
    ) -> Result<SessionReader, JsError> {
        let dialect: Option<Dialect> = from_js("dialect", dialect)?;
        Ok(Self(TranscriptReader::new(ReaderOptions { dialect })))
    }

    /// Takes the next bytes of the file.
    pub fn push(&mut self, chunk: &[u8]) {
        self.0.push(chunk);
    }

    /// Ends the session. The reader cannot be used afterwards.
    pub fn finish(self) -> SessionTranscript {
        SessionTranscript(self.0.finish())
    }
}

/// A session that has been read.
#[wasm_bindgen]
#[derive(Debug)]
pub struct SessionTranscript(Outcome<Transcript>);

impl SessionTranscript {
    /// For the other bindings of this crate.
    #[allow(dead_code)]
    pub(crate) fn outcome(&self) -> &Outcome<Transcript> {
        &self.0
    }
}

#[wasm_bindgen]
impl SessionTranscript {
    /// Dialect, counts, dates, models and what was odd.
    #[wasm_bindgen(unchecked_return_type = "TranscriptSummary")]
    pub fn summary(&self) -> Result<JsValue, JsError> {
        to_js(&summarize(&self.0))
    }

    /// Every turn of the conversation.
    #[wasm_bindgen(unchecked_return_type = "Turn[]")]
    pub fn turns(&self) -> Result<JsValue, JsError> {
        to_js(&self.0.value.turns)
    }

    /// The whole transcript.
    #[wasm_bindgen(unchecked_return_type = "Transcript")]
    pub fn transcript(&self) -> Result<JsValue, JsError> {
        to_js(&self.0.value)
    }
}

/// Reads a file that maps an issue to its session; `null` when it is none.
#[wasm_bindgen(js_name = readIssueMapping, unchecked_return_type = "IssueMapping | null")]
pub fn issue_mapping(bytes: &[u8]) -> Result<JsValue, JsError> {
    match read_issue_mapping(bytes) {
        Some(mapping) => to_js(&mapping),
        None => Ok(JsValue::NULL),
    }
}
