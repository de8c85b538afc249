//! What every dialect fills: turns within the session's budget, and what was odd.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::content::{CUT_MARK, Caps, Text};
use super::scan::ScanError;
use super::{limits, question, speaker};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Compaction, Dialect, ModelChange, Role, Speaker, ToolCall, ToolResult, Transcript, Turn};
use crate::text::without_mojibake;
use crate::time::Timestamp;

/// A transcript in the making.
#[derive(Debug)]
pub(crate) struct Builder {
    pub(crate) transcript: Transcript,
    diagnostics: Vec<Diagnostic>,
    /// Diagnostics beyond the limit.
    untold: u32,
    /// The last line could not be read; whether that is a torn end or lost data shows with the next line.
    pending: Option<(u32, ScanError)>,
    used: usize,
    cut_texts: u32,
    cut_bytes: usize,
    dropped_turns: u32,
}

impl Builder {
    pub(crate) fn new() -> Self {
        Self {
            transcript: Transcript {
                dialect: Dialect::Plain,
                version: None,
                session_id: None,
                cwd: None,
                started: None,
                ended: None,
                turns: Vec::new(),
                model_changes: Vec::new(),
                compactions: Vec::new(),
            },
            diagnostics: Vec::new(),
            untold: 0,
            pending: None,
            used: 0,
            cut_texts: 0,
            cut_bytes: 0,
            dropped_turns: 0,
        }
    }

    /// How much of a text may be kept now.
    pub(crate) fn caps(&self) -> Caps {
        let roomy = self.used < limits::TOTAL_BYTES / 2;
        Caps { text: limits::TURN_BYTES, tool: if roomy { limits::TOOL_BYTES } else { limits::TOOL_BYTES_WHEN_FULL } }
    }

    /// Ends a text: marks it when it was cut.
    pub(crate) fn seal(&mut self, mut text: Text) -> String {
        if text.left_out > 0 {
            text.kept.push_str(CUT_MARK);
            self.count_cut(text.left_out);
        }
        text.kept
    }

    /// Counts bytes that were left out of a text.
    pub(crate) fn count_cut(&mut self, bytes: usize) {
        if bytes > 0 {
            self.cut_texts += 1;
            self.cut_bytes += bytes;
        }
    }

    /// Keeps a turn when the budget allows, and tells its place among the turns.
    pub(crate) fn push(&mut self, mut turn: Turn) -> Option<u32> {
        self.note_time(turn.time);
        turn.text = without_mojibake(&turn.text).unwrap_or(turn.text);
        let turn = speaker::judge_turn(turn);
        let cost = cost(&turn);
        let limit = if turn.speaker == Speaker::Human { limits::TOTAL_BYTES / 4 * 5 } else { limits::TOTAL_BYTES };
        if self.used + cost > limit {
            self.dropped_turns += 1;
            return None;
        }
        self.used += cost;
        self.transcript.turns.push(turn);
        u32::try_from(self.transcript.turns.len() - 1).ok()
    }

    /// Gives back what turns cost that will not be part of the conversation.
    pub(crate) fn discard(&mut self, places: Range<usize>) {
        for turn in self.transcript.turns.get_mut(places).unwrap_or_default() {
            self.used = self.used.saturating_sub(cost(turn));
            *turn = blank_turn(turn.line, turn.role, turn.speaker);
            self.used += cost(turn);
        }
    }

    /// Adds to a turn that is kept already: a reply may come in several records, some of them repeated.
    pub(crate) fn extend(&mut self, place: u32, text: String, calls: Vec<ToolCall>) {
        let Some(turn) = self.transcript.turns.get_mut(place as usize) else { return };
        let text = without_mojibake(&text).unwrap_or(text);
        let cost = text.len() + calls.iter().map(|call| 96 + call.arguments.len()).sum::<usize>();
        if self.used + cost > limits::TOTAL_BYTES || turn.text.len() + text.len() > limits::TURN_BYTES * 2 {
            self.cut_texts += 1;
            self.cut_bytes += cost;
            return;
        }
        self.used += cost;
        if text.starts_with(&turn.text) {
            turn.text = text; // the same record again, grown
        } else if !turn.text.ends_with(&text) {
            turn.text.push('\n');
            turn.text.push_str(&text);
        }
        for call in calls {
            if call.id.is_empty() || turn.tool_calls.iter().rev().take(64).all(|known| known.id != call.id) {
                turn.tool_calls.push(call);
            }
        }
    }

    /// Whether turns that nobody human spoke are no longer kept.
    pub(crate) fn is_full(&self) -> bool {
        self.dropped_turns > 0
    }

    pub(crate) fn push_model_change(&mut self, change: ModelChange) {
        let repeated = self.transcript.model_changes.last().is_some_and(|last| last.model == change.model);
        if !repeated && self.used < limits::TOTAL_BYTES {
            self.used += 128;
            self.transcript.model_changes.push(change);
        }
    }

    pub(crate) fn push_compaction(&mut self, compaction: Compaction) {
        if self.used < limits::TOTAL_BYTES {
            self.used += 32;
            self.transcript.compactions.push(compaction);
        }
    }

    /// Widens the span of the session.
    pub(crate) fn note_time(&mut self, time: Option<Timestamp>) {
        let Some(time) = time else { return };
        let (started, ended) = (&mut self.transcript.started, &mut self.transcript.ended);
        *started = Some(started.map_or(time, |earliest| earliest.min(time)));
        *ended = Some(ended.map_or(time, |latest| latest.max(time)));
    }

    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < limits::DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        } else {
            self.untold += 1;
        }
    }

    /// A line could not be read.
    pub(crate) fn bad_line(&mut self, line: u32, error: ScanError) {
        self.line_follows();
        self.pending = Some((line, error));
    }

    /// Another line came: a line that was cut short before it is lost data.
    pub(crate) fn line_follows(&mut self) {
        if let Some((line, error)) = self.pending.take() {
            self.report(bad_line(line, error, false));
        }
    }

    pub(crate) fn finish(mut self) -> (Transcript, Vec<Diagnostic>) {
        if let Some((line, error)) = self.pending.take() {
            self.report(bad_line(line, error, true));
        }
        name_results(&mut self.transcript.turns);
        question::hear_answers(&mut self.transcript.turns);
        speaker::mark_repeated(&mut self.transcript);
        let mut diagnostics = self.diagnostics;
        if self.untold > 0 {
            let message = format!("{} more problems of this kind are not listed", self.untold);
            diagnostics.push(Diagnostic::whole(Severity::Warning, "transcript/more-problems", message));
        }
        if self.cut_texts > 0 {
            let message =
                format!("{} long texts were cut, {} bytes of them were not kept", self.cut_texts, self.cut_bytes);
            diagnostics.push(Diagnostic::whole(Severity::Note, "transcript/cut-text", message));
        }
        if self.dropped_turns > 0 {
            let message = format!(
                "the session is larger than what is kept ({} MB); {} turns were left out",
                limits::TOTAL_BYTES >> 20,
                self.dropped_turns
            );
            diagnostics.push(Diagnostic::whole(Severity::Warning, "transcript/too-large", message));
        }
        (self.transcript, diagnostics)
    }
}

/// Roughly the memory that a turn takes.
fn cost(turn: &Turn) -> usize {
    let calls: usize = turn.tool_calls.iter().map(|call| 96 + call.arguments.len() + call.name.len()).sum();
    let result = turn.tool_result.as_ref().map_or(0, |result| 64 + result.text.len());
    256 + turn.text.len() + calls + result
}

/// Names the tool on results whose record does not, after the call they answer.
fn name_results(turns: &mut [Turn]) {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for turn in turns {
        if let Some(result) = turn.tool_result.as_mut().filter(|result| result.name.is_none()) {
            result.name = names.remove(&result.call_id);
        }
        for call in turn.tool_calls.iter().filter(|call| !call.id.is_empty()) {
            if names.len() < limits::OPEN_CALLS {
                names.insert(call.id.clone(), call.name.clone());
            }
        }
    }
}

fn bad_line(line: u32, error: ScanError, is_last: bool) -> Diagnostic {
    let (severity, code, message) = match error {
        ScanError::Truncated if is_last => {
            (Severity::Note, "transcript/torn-end", "the last line is incomplete, the session may still be written")
        }
        ScanError::Truncated => (Severity::Warning, "transcript/bad-line", "the line ends inside a value, skipped"),
        ScanError::Syntax => (Severity::Warning, "transcript/bad-line", "the line is not valid JSON, skipped"),
        ScanError::TooDeep => {
            (Severity::Warning, "transcript/too-deep", "the line is nested deeper than 128 levels, skipped")
        }
        ScanError::NotUtf8 => (Severity::Warning, "transcript/not-utf8", "the line is not valid UTF-8, skipped"),
    };
    Diagnostic::at_line(severity, code, line, message.into())
}

/// A turn with nothing but its place, role and speaker.
pub(crate) fn blank_turn(line: u32, role: Role, speaker: Speaker) -> Turn {
    Turn {
        id: None,
        line,
        role,
        speaker,
        time: None,
        text: String::new(),
        tool_calls: Vec::new(),
        tool_result: None,
        model: None,
        error: None,
    }
}

/// A turn that carries the result of a tool.
pub(crate) fn tool_turn(line: u32, result: ToolResult) -> Turn {
    Turn { tool_result: Some(result), ..blank_turn(line, Role::Tool, Speaker::Tool) }
}
