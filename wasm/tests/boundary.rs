//! What only a real host can show: conversions, error codes, panics.
#![cfg(target_arch = "wasm32")]

use repolore_wasm::panic;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn no_panic_has_happened_in_a_fresh_instance() {
    panic::install_panic_hook();
    assert_eq!(panic::last_panic(), "");
}
