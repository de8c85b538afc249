//! Redaction and trust.

use std::cell::RefCell;

use js_sys::WebAssembly::Memory;
use js_sys::{Error as JsError, Uint8Array};
use repolore_core::redact as core_redact;
use repolore_core::trust::quarantine::Entry;
use repolore_core::trust::{TrustRecord, TrustResult, judge_record};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::convert::{from_js, to_js};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"import type { QuarantineEntry, RedactedText, TrustRecord, TrustResult } from "./types.js";"#;

thread_local! {
    /// Where the host writes text, so that it crosses the boundary without a copy.
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The largest room that is kept between calls.
const KEPT_ROOM: usize = 8 << 20;

/// A view on at least `length` bytes for the text of the next call, good until memory grows.
#[wasm_bindgen(js_name = redactRoom)]
pub fn redact_room(length: usize) -> Uint8Array {
    ROOM.with_borrow_mut(|room| {
        if room.len() < length {
            room.resize(length, 0);
        }
        let memory = wasm_bindgen::memory().unchecked_into::<Memory>().buffer();
        let (start, length) = (room.as_ptr() as usize, room.len());
        let in_u32 = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Uint8Array::new_with_byte_offset_and_length(&memory, in_u32(start), in_u32(length))
    })
}

/// Takes the secrets out of the UTF-8 text of `length` bytes that the room holds; `undefined` when there is none and
/// the text can be used as it is.
#[wasm_bindgen(js_name = redactUtf8, unchecked_return_type = "RedactedText | undefined")]
pub fn redact_utf8(length: usize) -> Result<JsValue, JsError> {
    ROOM.with_borrow_mut(|room| {
        let text = room.get(..length).unwrap_or_default();
        let redacted = core_redact::redact_utf8(text).map_or(Ok(JsValue::UNDEFINED), |redacted| to_js(&redacted));
        if room.len() > KEPT_ROOM {
            *room = Vec::new();
        }
        redacted
    })
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
