//! Knowledge handed back: search results, briefs and context blocks, each as a value and as text.
//!
//! A [`KnowledgeBase`] holds the entries of one or several roots with one index over all of them. Everything here
//! only reads; [`learn`] makes new entries for the caller to write.

mod base;
pub mod brief;
pub mod context;
pub mod domain;
mod fit;
pub mod learn;
pub mod metrics;
pub mod recent;
pub mod related;
pub mod search;
mod words;

pub use base::{Entry, KnowledgeBase};
