//! Values across the boundary: plain JSON-shaped objects and bytes, never `Map`, never `BigInt`.

use js_sys::Error as JsError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

use crate::error::coded;

/// Turns a core value into a plain JavaScript object.
#[allow(dead_code)]
pub(crate) fn to_js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, JsError> {
    value
        .serialize(&serde_wasm_bindgen::Serializer::json_compatible().serialize_bytes_as_arrays(false))
        .map_err(|error| coded("boundary/serialize", &error.to_string()))
}

/// Reads an argument that JavaScript passed as an object.
///
/// `name` is the parameter's name, so that the message says which argument was wrong.
#[allow(dead_code)]
pub(crate) fn from_js<T: DeserializeOwned>(name: &str, value: JsValue) -> Result<T, JsError> {
    serde_wasm_bindgen::from_value(value).map_err(|error| coded("input/invalid", &format!("{name}: {error}")))
}
