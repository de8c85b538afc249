//! The thinking part of Repolore: pure, deterministic, without I/O, clock or randomness.
//!
//! Bytes go in, values come out. The same input gives the same bytes on every host; whatever the
//! world must supply (files, the date, answers of other systems) is an argument.

#![cfg_attr(not(feature = "types"), no_std)]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod article;
pub mod check;
pub mod curate;
pub mod diagnostic;
pub mod error;
pub mod extract;
pub mod fence;
mod fingerprint;
pub mod freshness;
pub mod ground;
pub mod index;
pub mod model;
pub mod rank;
pub mod reconcile;
pub mod redact;
pub mod refine;
pub mod reflect;
pub mod sha256;
pub mod signal;
pub mod slug;
pub mod spike;
pub mod surface;
pub mod text;
pub mod time;
pub mod transcript;
pub mod trust;

pub use diagnostic::{Diagnostic, Outcome, Severity};
pub use error::Error;
