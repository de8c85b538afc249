//! Grounding: check a claim against the repository, the web and the project's history before building on it.
//!
//! Everything here decides and nothing acts. The shim asks the sources and passes their answers and
//! the clock back in; every decision is a value that can be printed and tested.

pub mod agree;
pub mod cache;

pub mod cascade;
pub mod enforce;
mod history;
pub mod impact;
mod impact_paths;
mod imports;
pub mod merge;

pub mod policy;
mod quantity;
mod query;
pub mod result;
pub mod route;
mod route_cues;
mod route_signs;
pub mod sanitize;
mod scan;
pub mod search;
pub mod table;
mod words;
