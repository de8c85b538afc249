//! `{"role": …, "content": …}` lines, as exported by many tools and sent to most APIs.
//!
//! A message may also keep its role in an `info` object beside its `parts`, as opencode exports it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::builder::{Builder, blank_turn, tool_turn};
use super::codex::read_arguments;
use super::content::{Content, Text};
use super::scan::{Cursor, Scan};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Role, Speaker, ToolCall, ToolResult, Turn};
use crate::time::Timestamp;

/// Reads the messages one by one.
#[derive(Debug, Default)]
pub(crate) struct Reader;

#[derive(Default)]
struct Message<'a> {
    role: &'a [u8],
    id: Option<String>,
    time: Option<Timestamp>,
    model: Option<String>,
    content: Content,
    calls: Vec<ToolCall>,
    left_out: usize,
    call_id: Option<String>,
    name: Option<String>,
}

impl Reader {
    #[allow(clippy::unused_self)] // one shape for every dialect
    pub(crate) fn record(&mut self, line: &[u8], number: u32, builder: &mut Builder) -> Scan<()> {
        let message = read_message(line, builder)?;
        keep(message, number, builder);
        Ok(())
    }
}

/// Who speaks, however the role is capitalised.
fn role_of(name: &[u8]) -> Option<(Role, Speaker)> {
    const NAMES: [(&[&str], Role, Speaker); 4] = [
        (&["user", "human"], Role::User, Speaker::Human),
        (&["assistant", "ai", "model", "agent", "bot"], Role::Assistant, Speaker::Agent),
        (&["tool", "function"], Role::Tool, Speaker::Tool),
        (&["system", "developer"], Role::System, Speaker::InjectedContext),
    ];
    let is_name = |known: &&str| name.eq_ignore_ascii_case(known.as_bytes());
    let (_, role, speaker) = NAMES.into_iter().find(|(names, ..)| names.iter().any(is_name))?;
    Some((role, speaker))
}

fn keep(message: Message<'_>, number: u32, builder: &mut Builder) {
    let Some((role, speaker)) = role_of(message.role) else {
        if !message.role.is_empty() {
            // Its name may be anything, a secret too.
            let text = "nothing is known of its role, skipped".to_string();
            builder.report(Diagnostic::at_line(Severity::Warning, "transcript/unknown-role", number, text));
        }
        return;
    };
    let Content { text, mut calls, results, left_out, attachments } = message.content;
    builder.count_cut(left_out + message.left_out);
    let with_origin = |turn: Turn| Turn { id: message.id.clone(), time: message.time, ..turn };
    if role == Role::Tool {
        let text = builder.seal(text);
        let call_id = message.call_id.unwrap_or_default();
        let result = ToolResult { call_id, name: message.name, text, is_error: false };
        builder.push(with_origin(tool_turn(number, result)));
        return;
    }
    for result in results {
        let text = builder.seal(result.text);
        let result = ToolResult { call_id: result.call_id, name: None, text, is_error: result.is_error };
        builder.push(with_origin(tool_turn(number, result)));
    }
    calls.extend(message.calls);
    if text.kept.trim().is_empty() && calls.is_empty() && attachments == 0 {
        return;
    }
    let text = builder.seal(text);
    let turn = blank_turn(number, role, speaker);
    builder.push(with_origin(Turn { text, tool_calls: calls, model: message.model.clone(), ..turn }));
}

fn read_message<'a>(line: &'a [u8], builder: &Builder) -> Scan<Message<'a>> {
    let mut message = Message::default();
    let caps = builder.caps();
    Cursor::record(line, |cursor, key| {
        match key {
            b"role" => message.role = cursor.word()?,
            b"id" => message.id = cursor.name()?,
            b"timestamp" | b"time" | b"ts" | b"created_at" | b"createdAt" | b"date" => message.time = cursor.time()?,
            b"model" => message.model = cursor.name()?,
            b"content" | b"parts" => message.content.read(cursor, caps)?,
            b"tool_calls" => cursor.array(|cursor| {
                let (call, left_out) = read_call(cursor, caps.tool)?;
                message.left_out += left_out;
                message.calls.push(call);
                Ok(())
            })?,
            b"info" => cursor.object(|cursor, key| match key {
                b"role" => cursor.word().map(|role| message.role = role),
                b"id" => cursor.name().map(|id| message.id = id),
                b"modelID" => cursor.name().map(|model| message.model = model),
                b"time" => cursor.object(|cursor, key| match key {
                    b"created" => cursor.time().map(|time| message.time = time),
                    _ => cursor.skip(),
                }),
                _ => cursor.skip(),
            })?,
            b"tool_call_id" => message.call_id = cursor.name()?,
            b"name" => message.name = cursor.name()?,
            _ => cursor.skip()?,
        }
        Ok(())
    })?;
    Ok(message)
}

/// `{"id":…,"function":{"name":…,"arguments":"…"}}`, or the same without the inner object.
fn read_call(cursor: &mut Cursor<'_>, limit: usize) -> Scan<(ToolCall, usize)> {
    let mut call = ToolCall { id: String::new(), name: String::new(), arguments: String::new() };
    let mut arguments = Text::default();
    cursor.object(|cursor, key| {
        match key {
            b"id" => call.id = cursor.name()?.unwrap_or_default(),
            b"name" => call.name = cursor.name()?.unwrap_or_default(),
            b"arguments" => read_arguments(cursor, &mut arguments, limit)?,
            b"function" => cursor.object(|cursor, key| match key {
                b"name" => cursor.name().map(|name| call.name = name.unwrap_or_default()),
                b"arguments" => read_arguments(cursor, &mut arguments, limit),
                _ => cursor.skip(),
            })?,
            _ => cursor.skip()?,
        }
        Ok(())
    })?;
    call.arguments = arguments.kept;
    Ok((call, arguments.left_out))
}
