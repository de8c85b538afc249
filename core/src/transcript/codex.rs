//! Codex rollouts: two interleaved logs of the same conversation, counted once.

use alloc::collections::VecDeque;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::builder::{Builder, blank_turn, tool_turn};
use super::content::{Content, Text, read_flat};
use super::limits;
use super::scan::{Cursor, Scan};
use super::tree::Key;
use crate::model::{Compaction, ModelChange, Role, Speaker, ToolCall, ToolResult, Turn};
use crate::time::Timestamp;

/// How far apart the two records of one message may stand.
const TWIN_DISTANCE: usize = 64;

/// Reads the records one by one.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    /// Messages whose twin in the other log has not come yet.
    awaiting_twin: VecDeque<(Log, Role, Key)>,
    /// Another agent started this one and writes its prompts.
    is_subagent: bool,
}

/// Which of the two logs a message stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Log {
    Items,
    Events,
}

#[derive(Default)]
struct Payload<'a> {
    kind: &'a [u8],
    role: &'a [u8],
    id: Option<String>,
    call_id: Option<String>,
    name: Option<String>,
    content: Content,
    message: Text,
    arguments: Text,
    output: Output,
    cwd: Option<String>,
    model: Option<String>,
    rolled_back: Option<i64>,
    is_subagent: bool,
}

#[derive(Default)]
struct Output {
    text: Text,
    failed: bool,
}

impl Reader {
    pub(crate) fn record(&mut self, line: &[u8], number: u32, builder: &mut Builder) -> Scan<()> {
        let mut kind: &[u8] = b"";
        let mut time = None;
        let mut payload = None;
        Cursor::record(line, |cursor, key| {
            match key {
                b"type" => kind = cursor.word()?,
                b"timestamp" => time = cursor.time()?,
                b"payload" => payload = Some(read_payload(cursor, builder)?),
                _ => cursor.skip()?,
            }
            Ok(())
        })?;
        builder.note_time(time);
        // The first releases wrote the items bare.
        let payload = match payload {
            Some(payload) => payload,
            None => read_payload(&mut Cursor::new(line), builder)?,
        };
        match kind {
            b"session_meta" => {
                let transcript = &mut builder.transcript;
                // A thread that was forked repeats the header of the thread it came from.
                if transcript.session_id.is_none() {
                    self.is_subagent = payload.is_subagent;
                }
                transcript.session_id = transcript.session_id.take().or(payload.id);
                transcript.cwd = transcript.cwd.take().or(payload.cwd);
            }
            b"turn_context" => {
                if let Some(model) = payload.model {
                    builder.push_model_change(ModelChange { line: number, time, provider: None, model });
                }
            }
            b"compacted" => {
                let text = builder.seal(payload.message);
                builder.push_compaction(Compaction { line: number, kept_from_line: None });
                builder.push(Turn { time, text, ..blank_turn(number, Role::System, Speaker::Summary) });
            }
            b"event_msg" => self.keep_event(payload, time, number, builder),
            _ => self.keep_item(payload, time, number, builder),
        }
        Ok(())
    }

    fn keep_item(&mut self, payload: Payload<'_>, time: Option<Timestamp>, number: u32, builder: &mut Builder) {
        match payload.kind {
            b"message" => {
                let role = match payload.role {
                    b"user" => Role::User,
                    b"assistant" => Role::Assistant,
                    b"developer" | b"system" => Role::System,
                    _ => return,
                };
                self.keep_message(Log::Items, role, payload.content.text, time, number, builder);
            }
            b"function_call" | b"custom_tool_call" | b"local_shell_call" | b"tool_search_call" => {
                builder.count_cut(payload.arguments.left_out);
                let call = ToolCall {
                    id: payload.call_id.or(payload.id).unwrap_or_default(),
                    name: payload.name.unwrap_or_else(|| String::from_utf8_lossy(payload.kind).into_owned()),
                    arguments: payload.arguments.kept,
                };
                keep_call(call, time, number, builder);
            }
            b"function_call_output" | b"custom_tool_call_output" => {
                let is_error =
                    payload.output.failed || exit_code(&payload.output.text.kept).is_some_and(|code| code != 0);
                let text = builder.seal(payload.output.text);
                let call_id = payload.call_id.unwrap_or_default();
                let result = ToolResult { call_id, name: payload.name, text, is_error };
                builder.push(Turn { time, ..tool_turn(number, result) });
            }
            _ => {}
        }
    }

    fn keep_event(&mut self, payload: Payload<'_>, time: Option<Timestamp>, number: u32, builder: &mut Builder) {
        match payload.kind {
            b"user_message" => self.keep_message(Log::Events, Role::User, payload.message, time, number, builder),
            b"agent_message" => self.keep_message(Log::Events, Role::Assistant, payload.message, time, number, builder),
            b"error" => {
                let error = Some(builder.seal(payload.message));
                builder.push(Turn { time, error, ..blank_turn(number, Role::Assistant, Speaker::Agent) });
            }
            b"thread_rolled_back" => roll_back(payload.rolled_back.unwrap_or(0), &mut builder.transcript.turns),
            _ => {}
        }
    }

    /// Keeps a message unless its twin in the other log was kept already.
    fn keep_message(
        &mut self,
        log: Log,
        role: Role,
        text: Text,
        time: Option<Timestamp>,
        number: u32,
        builder: &mut Builder,
    ) {
        if text.kept.trim().is_empty() {
            // Only the event says that a prompt without words (a picture) was sent.
            if log == Log::Events {
                builder.push(Turn { time, ..blank_turn(number, role, self.speaker(role)) });
            }
            return;
        }
        let key = Key::new(text.kept.trim());
        let twin = self
            .awaiting_twin
            .iter()
            .position(|&(other, as_role, twin)| other != log && as_role == role && twin == key);
        if let Some(place) = twin {
            self.awaiting_twin.remove(place);
            return;
        }
        if self.awaiting_twin.len() == TWIN_DISTANCE {
            self.awaiting_twin.pop_front();
        }
        self.awaiting_twin.push_back((log, role, key));
        let text = builder.seal(text);
        builder.push(Turn { time, text, ..blank_turn(number, role, self.speaker(role)) });
    }

    fn speaker(&self, role: Role) -> Speaker {
        match role {
            Role::User if self.is_subagent => Speaker::Template,
            Role::User => Speaker::Human,
            Role::Assistant => Speaker::Agent,
            Role::Tool | Role::System => Speaker::InjectedContext,
        }
    }
}

/// A call belongs to the agent's turn before it, when nothing came between them.
fn keep_call(call: ToolCall, time: Option<Timestamp>, number: u32, builder: &mut Builder) {
    let last = builder.transcript.turns.len().checked_sub(1).and_then(|last| u32::try_from(last).ok());
    match (builder.transcript.turns.last(), last) {
        (Some(turn), Some(place)) if turn.role == Role::Assistant && turn.error.is_none() => {
            builder.extend(place, String::new(), Vec::from([call]));
        }
        _ => {
            let turn = blank_turn(number, Role::Assistant, Speaker::Agent);
            builder.push(Turn { time, tool_calls: Vec::from([call]), ..turn });
        }
    }
}

/// Takes back the last `count` prompts of a person and everything after them.
fn roll_back(count: i64, turns: &mut Vec<Turn>) {
    for _ in 0..count.clamp(0, 10_000) {
        match turns.iter().rposition(|turn| turn.speaker == Speaker::Human) {
            Some(place) => turns.truncate(place),
            None => return,
        }
    }
}

fn read_payload<'a>(cursor: &mut Cursor<'a>, builder: &Builder) -> Scan<Payload<'a>> {
    let mut payload = Payload::default();
    let caps = builder.caps();
    cursor.object(|cursor, key| {
        match key {
            b"type" => payload.kind = cursor.word()?,
            b"role" => payload.role = cursor.word()?,
            b"id" => payload.id = cursor.name()?,
            b"call_id" => payload.call_id = cursor.name()?,
            b"name" => payload.name = cursor.name()?,
            b"content" => payload.content.read(cursor, caps)?,
            b"message" => read_flat(cursor, &mut payload.message, caps.text)?,
            b"arguments" | b"input" | b"action" => read_arguments(cursor, &mut payload.arguments, caps.tool)?,
            b"output" => read_output(cursor, &mut payload.output, caps.tool)?,
            b"cwd" => payload.cwd = cursor.name()?,
            b"model" => payload.model = cursor.name()?,
            b"source" => cursor.object(|cursor, key| {
                payload.is_subagent |= key == b"subagent";
                cursor.skip()
            })?,
            b"num_turns" => payload.rolled_back = cursor.integer()?,
            _ => cursor.skip()?,
        }
        Ok(())
    })?;
    Ok(payload)
}

/// Arguments as JSON inside a string, or as JSON itself.
pub(crate) fn read_arguments(cursor: &mut Cursor<'_>, out: &mut Text, limit: usize) -> Scan<()> {
    if cursor.peek()? == b'"' {
        return read_flat(cursor, out, limit);
    }
    out.push_raw(cursor.raw()?, limit)
}

fn read_output(cursor: &mut Cursor<'_>, output: &mut Output, limit: usize) -> Scan<()> {
    if cursor.peek()? != b'{' {
        read_flat(cursor, &mut output.text, limit)?;
        unwrap_output(output, limit);
        return Ok(());
    }
    cursor.object(|cursor, key| match key {
        b"content" => read_flat(cursor, &mut output.text, limit),
        b"success" => cursor.raw().map(|value| output.failed = value == b"false"),
        _ => cursor.skip(),
    })
}

/// Shell results once were JSON inside the string: `{"output":"…","metadata":{"exit_code":1}}`.
fn unwrap_output(output: &mut Output, limit: usize) {
    if output.text.left_out > 0 || !output.text.kept.starts_with("{\"output\":") {
        return;
    }
    let wrapped = core::mem::take(&mut output.text.kept);
    let mut inner = Output::default();
    let read = Cursor::record(wrapped.as_bytes(), |cursor, key| match key {
        b"output" => read_flat(cursor, &mut inner.text, limit),
        b"metadata" => cursor.object(|cursor, key| match key {
            b"exit_code" => cursor.integer().map(|code| inner.failed = code.is_some_and(|code| code != 0)),
            _ => cursor.skip(),
        }),
        _ => cursor.skip(),
    });
    match read {
        Ok(()) => *output = inner,
        Err(_) => output.text.kept = wrapped,
    }
}

/// The exit code that a shell result states in its first lines.
fn exit_code(text: &str) -> Option<i64> {
    let head = text.char_indices().nth(limits::NAME_BYTES).map_or(text, |(end, _)| &text[..end]);
    let own_lines = head.lines().take_while(|line| line.trim_end() != "Output:");
    let after = own_lines.map(str::to_ascii_lowercase).find_map(|line| {
        let ends = ["exit code: ", "exited with code "].map(|phrase| Some(line.find(phrase)? + phrase.len()));
        ends.into_iter().flatten().min().map(|end| line[end..].to_string())
    })?;
    after.split(|c: char| !c.is_ascii_digit() && c != '-').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::exit_code;

    #[test]
    fn the_exit_code_is_the_host_s_word_and_not_the_output_s() {
        for (text, code) in [
            ("Exit code: 0\nWall time: 0.1 seconds\nOutput:\nbake: Exit code: 1", Some(0)),
            ("Process exited with code 0\nOutput:\nExit code: 1", Some(0)),
            ("Process exited with code 0, not exit code: 1", Some(0)),
            ("Wall time: 0.1 seconds\nOutput:\nExit code: 1", None),
            ("Exit code: 1\nWall time: 0.1 seconds\nOutput:\nExit code: 0", Some(1)),
            ("Chunk ID: a\r\nProcess exited with code 2\r\nOutput:\r\n", Some(2)),
            ("bake failed, exit code: -1", Some(-1)),
            ("Rye is done.", None),
        ] {
            assert_eq!(exit_code(text), code, "{text}");
        }
    }
}
