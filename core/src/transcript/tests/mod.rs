//! What the reader promises about damaged, hostile and odd input. Well-formed sessions of every
//! dialect are tested over files in the repository's `tests/fixtures/transcripts`.

mod damage;
mod limits;
mod random;
mod speakers;
mod tree;

use super::read_transcript;
use crate::diagnostic::Outcome;
use crate::model::{Speaker, Transcript};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub(super) const HEADER: &str =
    r#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/w"}"#;

/// A line of a pi session in which a person speaks.
pub(super) fn says(id: &str, parent: Option<&str>, text: &str) -> String {
    let parent = parent.map_or("null".to_string(), |parent| format!("\"{parent}\""));
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!(r#"{{"type":"message","id":"{id}","parentId":{parent},"message":{{"role":"user","content":"{text}"}}}}"#)
}

pub(super) fn read(bytes: &[u8]) -> Outcome<Transcript> {
    read_transcript(bytes, None)
}

pub(super) fn texts(outcome: &Outcome<Transcript>) -> Vec<&str> {
    outcome.value.turns.iter().map(|turn| turn.text.as_str()).collect()
}

pub(super) fn codes(outcome: &Outcome<Transcript>) -> Vec<(&str, Option<u32>)> {
    outcome.diagnostics.iter().map(|found| (found.code.as_ref(), found.line)).collect()
}

pub(super) fn speakers(outcome: &Outcome<Transcript>) -> Vec<Speaker> {
    outcome.value.turns.iter().map(|turn| turn.speaker).collect()
}
