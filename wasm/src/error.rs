//! Core errors as JavaScript errors that carry a stable `code`.

use js_sys::{Error as JsError, Reflect};
use wasm_bindgen::JsValue;

/// A JavaScript `Error` with a `code` property.
pub(crate) fn coded(code: &str, message: &str) -> JsError {
    let error = JsError::new(message);
    // Setting a property on a fresh Error object cannot fail; if it did, the message still stands.
    let _ = Reflect::set(&error, &JsValue::from_str("code"), &JsValue::from_str(code));
    error
}

/// Converts an error of the core.
#[allow(dead_code)]
pub(crate) fn to_js_error(error: &repolore_core::Error) -> JsError {
    coded(error.code(), &error.to_string())
}
