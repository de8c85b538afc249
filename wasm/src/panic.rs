//! Keeps the message of a panic, so that the host can report it after the trap.
//!
//! A panic aborts the instance and JavaScript sees a bare `RuntimeError: unreachable`. The shim
//! reads the message from here, throws the instance away and starts a new one.

use std::sync::Mutex;

use wasm_bindgen::prelude::wasm_bindgen;

static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// Installs the hook; called by the host once per instance.
#[wasm_bindgen(js_name = installPanicHook)]
pub fn install_panic_hook() {
    std::panic::set_hook(Box::new(|info| {
        if let Ok(mut last) = LAST_PANIC.lock() {
            *last = info.to_string();
        }
    }));
}

/// The text of the panic that ended this instance, or an empty string.
#[wasm_bindgen(js_name = lastPanic)]
pub fn last_panic() -> String {
    LAST_PANIC.lock().map(|last| last.clone()).unwrap_or_default()
}

/// Panics on purpose, so that the recovery of the host can be tested for real.
///
/// # Panics
///
/// Always; that is its job.
#[wasm_bindgen(js_name = panicForTest)]
pub fn panic_for_test(message: &str) {
    panic!("{message}");
}
