//! Which program wrote this? Decided by the shape of a record, never by the file's name.

use alloc::vec::Vec;

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

/// What one line or value tells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) dialect: Option<Dialect>,
    /// It holds a list of messages instead of being one.
    pub(crate) is_list: bool,
}

/// What a line tells about the file.
pub(crate) fn recognise(line: &[u8]) -> Scan<Found> {
    if memory_log::is_entry(line) {
        return Ok(Found { dialect: Some(Dialect::MemoryLog), is_list: false });
    }
    match line.first() {
        Some(b'{') => {
            let mut fields = Fields::default();
            read_fields(line, &mut fields)?;
            Ok(Found { dialect: decide(&fields), is_list: fields.messages && !fields.role })
        }
        Some(b'[') => {
            Cursor::new(line).skip()?;
            Ok(Found { dialect: None, is_list: true })
        }
        _ => Ok(Found::default()),
    }
}

/// The dialect of a file that is one value, even when its end is missing.
pub(crate) fn dialect_of_document(text: &[u8]) -> Option<Dialect> {
    let mut fields = Fields::default();
    let _ = read_fields(text, &mut fields);
    decide(&fields)
}

/// The messages of a list, or of the list inside an object, each with the place where it starts.
pub(crate) fn list_items<'a>(text: &'a [u8], items: &mut Vec<(usize, &'a [u8])>) -> Scan<()> {
    let mut take_items = |cursor: &mut Cursor<'a>| {
        cursor.array(|cursor| {
            let start = cursor.position()?;
            items.push((start, cursor.raw()?));
            Ok(())
        })
    };
    match text.first() {
        Some(b'[') => take_items(&mut Cursor::new(text)),
        _ => Cursor::record(text, |cursor, key| match key {
            b"messages" => take_items(cursor),
            _ => cursor.skip(),
        }),
    }
}

/// Which telling fields a record has.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools)] // a set of fields, not a state
struct Fields<'a> {
    kind: &'a [u8],
    role: bool,
    content: bool,
    parts: bool,
    info: bool,
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

fn read_fields<'a>(line: &'a [u8], has: &mut Fields<'a>) -> Scan<()> {
    Cursor::record(line, |cursor, key| {
        match key {
            b"type" => {
                has.kind = cursor.word()?;
                return Ok(());
            }
            b"role" => has.role = true,
            b"content" | b"tool_calls" => has.content = true,
            b"parts" => has.parts = true,
            b"info" => has.info = true,
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
    })
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
        _ if (has.role && has.content) || ((has.role || has.info) && has.parts) => Dialect::Plain,
        b"" if has.messages => Dialect::Plain,
        _ => return None,
    })
}
