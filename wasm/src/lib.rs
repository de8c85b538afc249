//! Bindings of `repolore-core`: every exported function converts, calls, and converts back.
//!
//! One module per area of the core. Nothing is decided here.

// Arguments that cross the boundary arrive owned.
#![allow(clippy::needless_pass_by_value)]

pub mod article;
#[cfg(target_arch = "wasm32")]
mod bytes;
mod convert;
pub mod curate;
mod error;
pub mod ground;
#[cfg(all(target_arch = "wasm32", not(target_feature = "atomics")))]
mod memory;
pub mod panic;
pub mod rank;
pub mod redact;
pub mod reflect;
pub mod surface;
pub mod transcript;
