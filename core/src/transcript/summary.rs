//! What a transcript holds, in figures.

use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

use crate::diagnostic::{Diagnostic, Outcome, Severity};
use crate::model::{Dialect, Speaker, Transcript};
use crate::time::Timestamp;

/// A transcript at a glance, with everything that was odd about its file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TranscriptSummary {
    /// Which program wrote it; `None` when the file is no known transcript.
    pub dialect: Option<Dialect>,
    /// The format version the file states, when it states one.
    pub version: Option<u32>,
    /// The session's own identifier, when the file states one.
    pub session_id: Option<String>,
    /// Working directory of the session, as recorded.
    pub cwd: Option<String>,
    /// The earliest time known for the session.
    pub started: Option<Timestamp>,
    /// The latest time known for the session.
    pub ended: Option<Timestamp>,
    /// Turns of the conversation, of all speakers.
    pub turns: u32,
    /// Turns that a person spoke.
    pub human_turns: u32,
    /// Turns that the agent spoke.
    pub agent_turns: u32,
    /// Turns made by a machine in a person's place: templates, injected context, summaries.
    pub machine_turns: u32,
    /// Calls of tools.
    pub tool_calls: u32,
    /// Turns that ended in an error, and tool results that report failure.
    pub errors: u32,
    /// Models that spoke, in order of first appearance.
    pub models: Vec<String>,
    /// What was odd, in file order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Counts what an outcome of reading holds.
pub fn summarize(outcome: &Outcome<Transcript>) -> TranscriptSummary {
    let Transcript { turns, model_changes, .. } = &outcome.value;
    let spoken_by = |speakers: &[Speaker]| count(turns.iter().filter(|turn| speakers.contains(&turn.speaker)).count());
    let failed = turns
        .iter()
        .filter(|turn| turn.error.is_some() || turn.tool_result.as_ref().is_some_and(|result| result.is_error));
    let mut models: Vec<String> = Vec::new();
    for model in
        model_changes.iter().map(|change| &change.model).chain(turns.iter().filter_map(|turn| turn.model.as_ref()))
    {
        if models.len() < 32 && !models.contains(model) {
            models.push(model.clone());
        }
    }
    TranscriptSummary {
        dialect: is_transcript(&outcome.diagnostics).then_some(outcome.value.dialect),
        version: outcome.value.version,
        session_id: outcome.value.session_id.clone(),
        cwd: outcome.value.cwd.clone(),
        started: outcome.value.started,
        ended: outcome.value.ended,
        turns: count(turns.len()),
        human_turns: spoken_by(&[Speaker::Human]),
        agent_turns: spoken_by(&[Speaker::Agent]),
        machine_turns: spoken_by(&[Speaker::Template, Speaker::InjectedContext, Speaker::Summary]),
        tool_calls: count(turns.iter().map(|turn| turn.tool_calls.len()).sum()),
        errors: count(failed.count()),
        models,
        diagnostics: outcome.diagnostics.clone(),
    }
}

/// Whether the file was a transcript at all.
fn is_transcript(diagnostics: &[Diagnostic]) -> bool {
    let refusals = ["transcript/unknown-format", "transcript/utf-16", "transcript/binary"];
    !diagnostics.iter().any(|found| found.severity == Severity::Error && refusals.contains(&found.code.as_ref()))
}

fn count(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}
