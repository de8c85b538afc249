//! Redaction and trust.

use std::borrow::Cow;

use js_sys::Error as JsError;
use repolore_core::redact::{RedactedText, redact};
use repolore_core::trust::quarantine::Entry;
use repolore_core::trust::{TrustRecord, TrustResult, judge_record};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::{from_js, to_js};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"import type { QuarantineEntry, RedactedText, TrustRecord, TrustResult } from "./types.js";"#;

/// Takes the secrets out of UTF-8 text; `undefined` when there is none and the text can be used as it is.
#[wasm_bindgen(js_name = redactUtf8, unchecked_return_type = "RedactedText | undefined")]
pub fn redact_utf8(text: &[u8]) -> Result<JsValue, JsError> {
    let text: Cow<'_, str> = String::from_utf8_lossy(text);
    let redacted = redact(&text);
    if redacted.findings.is_empty() {
        return Ok(JsValue::UNDEFINED);
    }
    to_js(&RedactedText::from(redacted))
}

/// Judges records one by one.
#[wasm_bindgen(js_name = judgeTrust, unchecked_return_type = "TrustResult[]")]
pub fn judge_trust(
    #[wasm_bindgen(unchecked_param_type = "TrustRecord[]")] records: JsValue,
) -> Result<JsValue, JsError> {
    let records: Vec<TrustRecord> = from_js("records", records)?;
    let results: Vec<TrustResult> = records.iter().map(judge_record).collect();
    to_js(&results)
}

/// Reads a quarantine file; `undefined` when it is none.
#[wasm_bindgen(js_name = readQuarantine, unchecked_return_type = "QuarantineEntry | undefined")]
pub fn read_quarantine(json: &str) -> Result<JsValue, JsError> {
    Entry::parse(json).map_or(Ok(JsValue::UNDEFINED), |entry| to_js(&entry))
}

/// The quarantine file with the mark that a person released it on `date`; `undefined` when it is none.
#[wasm_bindgen(js_name = releaseQuarantine)]
pub fn release_quarantine(json: &str, date: &str) -> Option<String> {
    let mut entry = Entry::parse(json)?;
    entry.released = Some(date.to_owned());
    Some(entry.to_json())
}
