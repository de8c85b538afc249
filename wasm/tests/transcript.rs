//! Sessions across the boundary: chunks in, plain objects out.
#![cfg(target_arch = "wasm32")]

use js_sys::{Array, Reflect};
use repolore_wasm::transcript::{SessionReader, issue_mapping};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

fn field(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &JsValue::from_str(name)).expect("an object")
}

#[wasm_bindgen_test]
fn chunks_become_a_summary_and_turns() {
    let mut reader = SessionReader::new(JsValue::UNDEFINED).expect("no dialect is fine");
    let text = "{\"role\":\"user\",\"content\":\"häm\",\"timestamp\":\"2026-01-01T00:00:00Z\"}\n{\"role\":";
    for byte in text.as_bytes() {
        reader.push(&[*byte]);
    }
    let session = reader.finish();
    let summary = session.summary().expect("serializable");
    assert_eq!(field(&summary, "dialect").as_string().as_deref(), Some("plain"));
    assert_eq!(field(&summary, "humanTurns").as_f64(), Some(1.0));
    assert_eq!(field(&summary, "started").as_f64(), Some(1_767_225_600_000.0));
    assert!(field(&summary, "sessionId").is_null());
    let diagnostics = Array::from(&field(&summary, "diagnostics"));
    assert_eq!(field(&diagnostics.get(0), "code").as_string().as_deref(), Some("transcript/torn-end"));
    let turns = Array::from(&session.turns().expect("serializable"));
    assert_eq!(field(&turns.get(0), "text").as_string().as_deref(), Some("häm"));
}

#[wasm_bindgen_test]
fn an_unknown_dialect_is_refused_by_name() {
    let error = SessionReader::new(JsValue::from_str("klingon")).expect_err("refused");
    assert_eq!(field(&error, "code").as_string().as_deref(), Some("input/invalid"));
}

#[wasm_bindgen_test]
fn a_mapping_is_an_object_or_null() {
    let mapping = issue_mapping(br#"{"issueNumber":3,"sessionPath":"a.jsonl"}"#).expect("serializable");
    assert_eq!(field(&mapping, "issue").as_f64(), Some(3.0));
    assert!(issue_mapping(b"{").expect("serializable").is_null());
}
