//! GitHub Copilot CLI `events.jsonl`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::builder::{Builder, blank_turn, tool_turn};
use super::codex::read_arguments;
use super::content::{Text, read_flat};
use super::scan::{Cursor, Scan};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Compaction, ModelChange, Role, Speaker, ToolCall, ToolResult, Turn};
use crate::time::Timestamp;

/// The newest version this reader was written for.
const NEWEST: u32 = 1;

/// Reads the events one by one.
#[derive(Debug, Default)]
pub(crate) struct Reader;

#[derive(Default)]
struct Data<'a> {
    session: Option<String>,
    version: Option<i64>,
    cwd: Option<String>,
    /// What a person typed, an agent said or a skill holds.
    content: Text,
    source: &'a [u8],
    calls: Vec<ToolCall>,
    left_out: usize,
    call_id: Option<String>,
    tool: Option<String>,
    result: Text,
    failed: bool,
    error: Option<Text>,
    model: Option<String>,
    new_model: Option<String>,
    summary: Text,
    message: Text,
}

impl Reader {
    #[allow(clippy::unused_self)] // one shape for every dialect
    pub(crate) fn record(&mut self, line: &[u8], number: u32, builder: &mut Builder) -> Scan<()> {
        let mut kind: &[u8] = b"";
        let mut id = None;
        let mut time = None;
        let mut data = Data::default();
        Cursor::record(line, |cursor, key| {
            match key {
                b"type" => kind = cursor.word()?,
                b"id" => id = cursor.name()?,
                b"timestamp" => time = cursor.time()?,
                b"data" => data = read_data(cursor, builder)?,
                _ => cursor.skip()?,
            }
            Ok(())
        })?;
        builder.note_time(time);
        let blank = |role, speaker| Turn { time, ..blank_turn(number, role, speaker) };
        let turn = match kind {
            b"session.start" => {
                keep_start(data, number, time, builder);
                return Ok(());
            }
            b"session.model_change" => {
                push_model(data.new_model, number, time, builder);
                return Ok(());
            }
            b"user.message" => {
                let typed = matches!(data.source, b"" | b"user");
                let speaker = if typed { Speaker::Human } else { Speaker::InjectedContext };
                Turn { text: builder.seal(data.content), ..blank(Role::User, speaker) }
            }
            b"assistant.message" => {
                builder.count_cut(data.left_out);
                let text = builder.seal(data.content);
                let turn = blank(Role::Assistant, Speaker::Agent);
                Turn { text, tool_calls: data.calls, model: data.model, ..turn }
            }
            b"tool.execution_complete" => {
                let failed = data.failed || data.error.is_some();
                let text = builder.seal(data.error.unwrap_or(data.result));
                let call_id = data.call_id.unwrap_or_default();
                let result = ToolResult { call_id, name: data.tool, text, is_error: failed };
                Turn { time, ..tool_turn(number, result) }
            }
            b"skill.invoked" | b"system.message" | b"system.notification" => {
                Turn { text: builder.seal(data.content), ..blank(Role::System, Speaker::InjectedContext) }
            }
            b"session.compaction_complete" => {
                builder.push_compaction(Compaction { line: number, kept_from_line: None });
                Turn { text: builder.seal(data.summary), ..blank(Role::System, Speaker::Summary) }
            }
            b"session.error" => {
                let error = Some(builder.seal(data.message));
                Turn { error, ..blank(Role::Assistant, Speaker::Agent) }
            }
            _ => return Ok(()),
        };
        builder.push(Turn { id, ..turn });
        Ok(())
    }
}

fn keep_start(data: Data<'_>, number: u32, time: Option<Timestamp>, builder: &mut Builder) {
    let version = data.version.and_then(|version| u32::try_from(version).ok());
    if let Some(version) = version.filter(|&version| version > NEWEST) {
        let message = format!(
            "Copilot session version {version} is newer than version {NEWEST}, the newest known; upgrade repolore if turns are missing"
        );
        builder.report(Diagnostic::at_line(Severity::Warning, "transcript/newer-version", number, message));
    }
    builder.transcript.version = version;
    builder.transcript.session_id = data.session;
    builder.transcript.cwd = data.cwd;
    push_model(data.new_model.or(data.model), number, time, builder);
}

fn push_model(model: Option<String>, line: u32, time: Option<Timestamp>, builder: &mut Builder) {
    if let Some(model) = model {
        builder.push_model_change(ModelChange { line, time, provider: None, model });
    }
}

fn read_data<'a>(cursor: &mut Cursor<'a>, builder: &Builder) -> Scan<Data<'a>> {
    let mut data = Data::default();
    let caps = builder.caps();
    cursor.object(|cursor, key| {
        match key {
            b"sessionId" => data.session = cursor.name()?,
            b"version" => data.version = cursor.integer()?,
            b"context" => cursor.object(|cursor, key| match key {
                b"cwd" => cursor.name().map(|cwd| data.cwd = cwd),
                _ => cursor.skip(),
            })?,
            b"content" => read_flat(cursor, &mut data.content, caps.text)?,
            b"source" => data.source = cursor.word()?,
            b"toolRequests" => cursor.array(|cursor| {
                let (call, left_out) = read_request(cursor, caps.tool)?;
                data.left_out += left_out;
                data.calls.push(call);
                Ok(())
            })?,
            b"toolCallId" => data.call_id = cursor.name()?,
            b"toolName" => data.tool = cursor.name()?,
            b"success" => data.failed = cursor.raw()? == b"false",
            b"result" => cursor.object(|cursor, key| match key {
                b"content" => read_flat(cursor, &mut data.result, caps.tool),
                _ => cursor.skip(),
            })?,
            b"error" => data.error = read_error(cursor, caps.tool)?,
            b"model" => data.model = cursor.name()?,
            b"newModel" | b"selectedModel" => data.new_model = cursor.name()?,
            b"summaryContent" => read_flat(cursor, &mut data.summary, caps.text)?,
            b"message" => read_flat(cursor, &mut data.message, caps.tool)?,
            _ => cursor.skip()?,
        }
        Ok(())
    })?;
    Ok(data)
}

fn read_request(cursor: &mut Cursor<'_>, limit: usize) -> Scan<(ToolCall, usize)> {
    let mut call = ToolCall { id: String::new(), name: String::new(), arguments: String::new() };
    let mut arguments = Text::default();
    cursor.object(|cursor, key| {
        match key {
            b"toolCallId" => call.id = cursor.name()?.unwrap_or_default(),
            b"name" => call.name = cursor.name()?.unwrap_or_default(),
            b"arguments" => read_arguments(cursor, &mut arguments, limit)?,
            _ => cursor.skip()?,
        }
        Ok(())
    })?;
    call.arguments = arguments.kept;
    Ok((call, arguments.left_out))
}

/// An error as text or as an object with a message; `null` is none.
fn read_error(cursor: &mut Cursor<'_>, limit: usize) -> Scan<Option<Text>> {
    let mut text = Text::default();
    match cursor.peek()? {
        b'{' => cursor.object(|cursor, key| match key {
            b"message" => read_flat(cursor, &mut text, limit),
            _ => cursor.skip(),
        })?,
        b'"' => read_flat(cursor, &mut text, limit)?,
        _ => return cursor.skip().map(|()| None),
    }
    Ok(Some(text))
}
