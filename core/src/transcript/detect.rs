//! Which program wrote this? Decided by the shape of a record, never by the file's name.

use super::memory_log;
use super::scan::{Cursor, Scan};
use crate::model::Dialect;

/// What the beginning of a file says about the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Head {
    Text,
    Utf16,
    Binary,
}

/// Judges the first bytes, byte order mark included.
pub(crate) fn judge_head(head: &[u8]) -> Head {
    if head.starts_with(&[0xFF, 0xFE]) || head.starts_with(&[0xFE, 0xFF]) {
        return Head::Utf16;
    }
    let nul_at = |parity: usize| head.iter().enumerate().filter(|(at, byte)| at % 2 == parity && **byte == 0).count();
    let (even, odd) = (nul_at(0), nul_at(1));
    if head.len() >= 8 && (even == 0 || odd == 0) && even.max(odd) * 5 > head.len() * 2 {
        return Head::Utf16;
    }
    let control = head.iter().filter(|byte| matches!(byte, 0..=8 | 14..=26 | 28..=31 | 127)).count();
    let opens_a_line = |at: usize| head[at] == b'{' && (at == 0 || head[at - 1] == b'\n');
    if control * 10 > head.len() && !(0..head.len()).any(opens_a_line) {
        return Head::Binary;
    }
    Head::Text
}

/// The dialect that a line proves, if it proves one.
pub(crate) fn dialect_of_line(line: &[u8]) -> Scan<Option<Dialect>> {
    match line.first() {
        Some(b'{') => dialect_of_record(line),
        _ if memory_log::is_entry(line) => Ok(Some(Dialect::MemoryLog)),
        _ => Ok(None),
    }
}

/// Which telling fields a record has.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools)] // a set of fields, not a state
struct Fields<'a> {
    kind: &'a [u8],
    role: bool,
    content: bool,
    message: bool,
    messages: bool,
    payload: bool,
    data: bool,
    parent: bool,
    uuid: bool,
    session: bool,
    summary: bool,
    project: bool,
}

/// The dialect that a JSON object proves.
fn dialect_of_record(line: &[u8]) -> Scan<Option<Dialect>> {
    let mut has = Fields::default();
    Cursor::record(line, |cursor, key| {
        match key {
            b"type" => {
                has.kind = cursor.string()?.map_or(&b""[..], |kind| kind.raw);
                return Ok(());
            }
            b"role" => has.role = true,
            b"content" | b"parts" | b"tool_calls" => has.content = true,
            b"message" => has.message = true,
            b"messages" => has.messages = true,
            b"payload" => has.payload = true,
            b"data" => has.data = true,
            b"parentId" => has.parent = true,
            b"uuid" | b"parentUuid" | b"leafUuid" | b"messageId" => has.uuid = true,
            b"sessionId" => has.session = true,
            b"summary" => has.summary = true,
            b"projectHash" | b"startTime" => has.project = true,
            _ => {}
        }
        cursor.skip()
    })?;
    Ok(decide(&has))
}

fn decide(has: &Fields<'_>) -> Option<Dialect> {
    let kind = has.kind;
    let dotted = [&b"session."[..], b"user.", b"assistant.", b"tool.", b"system.", b"skill."];
    Some(match kind {
        b"session" => Dialect::Pi,
        b"session_meta" => Dialect::Codex,
        b"response_item" | b"event_msg" | b"turn_context" | b"compacted" if has.payload => Dialect::Codex,
        b"message" if has.message => Dialect::Pi,
        b"message" if has.role && has.content => Dialect::Codex,
        b"model_change" | b"thinking_level_change" if has.parent => Dialect::Pi,
        _ if has.data && dotted.iter().any(|prefix| kind.starts_with(prefix)) => Dialect::CopilotCli,
        b"" if has.session && has.project => Dialect::Gemini,
        b"gemini" if has.content => Dialect::Gemini,
        b"user" | b"info" if has.content && !has.message && !has.role && !has.uuid => Dialect::Gemini,
        b"summary" if has.summary && has.uuid => Dialect::ClaudeCode,
        b"user" | b"assistant" if has.message => Dialect::ClaudeCode,
        _ if !kind.is_empty() && has.uuid && (has.session || has.message) => Dialect::ClaudeCode,
        _ if has.role && has.content => Dialect::Plain,
        b"" if has.messages => Dialect::Plain,
        _ => return None,
    })
}
