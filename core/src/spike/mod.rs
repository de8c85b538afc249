//! Spikes: a question, an experiment, a decision that is kept with its data.
//!
//! Before anything is built, what is already known is offered. A concluded spike is immutable; a later one
//! replaces it in the index and links back.

mod known;
mod record;
mod workspace;

use alloc::string::String;
use serde::{Deserialize, Serialize};

pub use known::{KnownSpike, Prior, SpikeAnswer, known_spikes};
pub use record::{ConcludeRequest, Concluded, conclude};
pub use workspace::{NewFile, WorkspaceStatus, new_workspace, workspace_status};

/// What an experiment showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The hypothesis holds.
    Confirmed,
    /// It does not.
    Rejected,
    /// It holds in part.
    Partial,
    /// The data do not tell.
    Inconclusive,
}

impl Outcome {
    /// The word used in front matter.
    pub fn name(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Rejected => "rejected",
            Self::Partial => "partial",
            Self::Inconclusive => "inconclusive",
        }
    }

    /// Reads the word in any case.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Confirmed, Self::Rejected, Self::Partial, Self::Inconclusive]
            .into_iter()
            .find(|outcome| word.trim().eq_ignore_ascii_case(outcome.name()))
    }

    /// How far the answer can be taken over: high, medium or low.
    pub fn confidence(self) -> &'static str {
        match self {
            Self::Confirmed | Self::Rejected => "high",
            Self::Partial => "medium",
            Self::Inconclusive => "low",
        }
    }
}

/// A section without its heading line and without the comments that guide its author.
fn section_of(text: &str, heading: &str) -> String {
    let Some(range) = crate::article::body::section(text, heading) else { return String::new() };
    let section = &text[range];
    let section =
        section.split_once('\n').filter(|(first, _)| first.starts_with('#')).map_or(section, |(_, rest)| rest);
    let mut out = String::new();
    let mut rest = section;
    while let Some((before, after)) = rest.split_once("<!--") {
        out.push_str(before);
        rest = after.split_once("-->").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out.trim().into()
}

/// Whether a section was filled in: neither empty nor a promise.
fn is_filled(text: &str) -> bool {
    let plain = text.trim().trim_matches(|c: char| matches!(c, '*' | '_' | '.' | '`' | '-' | ' '));
    let promises = ["", "tbd", "todo", "to be decided", "to be determined", "n/a", "none", "?", "…"];
    !promises.iter().any(|promise| plain.eq_ignore_ascii_case(promise))
}
