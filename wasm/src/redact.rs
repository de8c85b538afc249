//! Redaction and trust.

use std::cell::RefCell;

use js_sys::WebAssembly::Memory;
use js_sys::{Error as JsError, Uint8Array};
use repolore_core::redact::{self as core_redact, utf8_room, write_utf8};
use repolore_core::trust::quarantine::Entry;
use repolore_core::trust::{TrustRecord, TrustResult, judge_record};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::convert::{from_js, to_js};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"import type { QuarantineEntry, RedactedText, TrustRecord, TrustResult } from "./types.js";"#;

thread_local! {
    /// Where the host writes a piece of text.
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The pieces written so far.
    static TEXT: RefCell<Text> = const { RefCell::new(Text { room: Vec::new(), length: 0 }) };
}

/// Text in UTF-8, with room behind it for more: preparing room for every piece takes as long as filling it.
struct Text {
    room: Vec<u8>,
    length: usize,
}

impl Text {
    /// What is behind the text, at least `length` bytes.
    fn behind(&mut self, length: usize) -> &mut [u8] {
        let needed = self.length + length;
        if self.room.len() < needed {
            self.room.resize(needed.max(2 * self.room.len()), 0);
        }
        &mut self.room[self.length..]
    }

    fn add(&mut self, piece: &[u8]) {
        self.behind(piece.len())[..piece.len()].copy_from_slice(piece);
        self.length += piece.len();
    }

    fn add_utf16(&mut self, piece: &[u8]) {
        self.length += write_utf8(piece, self.behind(utf8_room(piece.len())));
    }

    fn forget(&mut self) {
        self.length = 0;
        self.room.truncate(KEPT_TEXT);
        self.room.shrink_to(KEPT_TEXT);
    }
}

/// The largest text whose room is kept between calls.
const KEPT_TEXT: usize = 8 << 20;

/// A view on `length` bytes for pieces of text, good until memory grows.
#[wasm_bindgen(js_name = redactRoom)]
pub fn redact_room(length: usize) -> Uint8Array {
    ROOM.with_borrow_mut(|room| {
        room.resize(length, 0);
        let memory = wasm_bindgen::memory().unchecked_into::<Memory>().buffer();
        let in_u32 = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Uint8Array::new_with_byte_offset_and_length(&memory, in_u32(room.as_ptr() as usize), in_u32(length))
    })
}

/// Adds the piece of `length` bytes that the room holds to the text: UTF-16, or UTF-8.
#[wasm_bindgen(js_name = redactAdd)]
pub fn redact_add(length: usize, utf16: bool) {
    ROOM.with_borrow(|room| {
        let piece = room.get(..length).unwrap_or_default();
        TEXT.with_borrow_mut(|text| if utf16 { text.add_utf16(piece) } else { text.add(piece) });
    });
}

/// Takes the secrets out of the text that was added, and forgets it; `undefined` when there is none and the text can be
/// used as it is.
#[wasm_bindgen(js_name = redactAdded, unchecked_return_type = "RedactedText | undefined")]
pub fn redact_added() -> Result<JsValue, JsError> {
    TEXT.with_borrow_mut(|text| {
        let redacted = core_redact::redact_utf8(&text.room[..text.length]);
        text.forget();
        redacted.map_or(Ok(JsValue::UNDEFINED), |redacted| to_js(&redacted))
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
