//! Finds candidates for signals in transcripts and plans. A candidate is a suggestion; nothing is stored here.

mod config;
mod deviation;
mod frustration;
mod settings;
mod struggle;

use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use super::{SignalSeverity, SignalType};
use crate::model::{Evidence, Transcript, Turn};
use crate::text::one_line;

pub use config::{Configured, detect_config};
pub use deviation::{PlanPair, detect_deviation};
pub use frustration::detect_frustration;
pub use settings::{SETTINGS_FILES, configured_model};
pub use struggle::detect_struggle;

/// Longest quote kept as evidence, in characters.
const QUOTE: usize = 240;

/// Something that looks like a signal, with what speaks for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// What sort of event.
    pub signal_type: SignalType,
    /// How much it matters.
    pub severity: SignalSeverity,
    /// A short name, from the words of the event.
    pub title: String,
    /// Topics.
    pub tags: Vec<String>,
    /// What happened, in one or two sentences.
    pub what_happened: String,
    /// The state of things around it.
    pub context: String,
    /// Why, as far as the record tells; empty when it does not.
    pub cause: String,
    /// The words it rests on.
    pub evidence: Vec<Evidence>,
    /// Phase of the plan, where known.
    pub phase: Option<String>,
    /// The plan, where known.
    pub plan: Option<String>,
}

/// Everything one transcript suggests, in the order it happened.
pub fn detect(transcript: &Transcript, session: &str, configured: &[Configured]) -> Vec<Candidate> {
    let mut found = detect_frustration(transcript, session);
    found.extend(detect_struggle(transcript, session));
    found.extend(detect_config(transcript, session, configured));
    found.sort_by_key(|candidate| candidate.evidence.first().map_or(0, |evidence| evidence.line));
    found
}

/// A turn quoted as evidence.
fn quote(session: &str, turn: &Turn, text: &str) -> Evidence {
    Evidence {
        session: session.into(),
        line: turn.line,
        speaker: turn.speaker,
        time: turn.time,
        quote: cut(text, QUOTE),
    }
}

/// At most `limit` characters of one line, cut at a word where it must be cut.
fn cut(text: &str, limit: usize) -> String {
    let line = one_line(text);
    if line.chars().count() <= limit {
        return line;
    }
    let end = line.char_indices().nth(limit).map_or(line.len(), |(at, _)| at);
    let end = line[..end].rfind(' ').unwrap_or(end);
    alloc::format!("{}…", &line[..end])
}

/// Small conversations for the tests of the detectors.
#[cfg(test)]
mod fixture {
    use super::*;
    use crate::model::{Dialect, Role, Speaker};

    pub(super) fn turn(line: u32, speaker: Speaker, text: &str) -> Turn {
        Turn {
            id: None,
            line,
            role: if speaker == Speaker::Human { Role::User } else { Role::Assistant },
            speaker,
            time: None,
            text: text.into(),
            tool_calls: Vec::new(),
            tool_result: None,
            model: None,
            error: None,
        }
    }

    pub(super) fn transcript(turns: Vec<Turn>) -> Transcript {
        Transcript {
            dialect: Dialect::Plain,
            version: None,
            session_id: None,
            cwd: None,
            started: None,
            ended: None,
            turns,
            model_changes: Vec::new(),
            compactions: Vec::new(),
        }
    }
}
