//! Gemini CLI chats: lines that update each other, or one older JSON document.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::builder::{Builder, blank_turn, tool_turn};
use super::content::{Content, Text, read_flat};
use super::limits;
use super::scan::{Cursor, Scan};
use super::tree::Key;
use crate::model::{Role, Speaker, ToolCall, ToolResult, Turn};
use crate::time::Timestamp;

/// Reads the records one by one.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    /// The turns of each message: it may be written again, and the last writing counts.
    messages: BTreeMap<Key, Range<usize>>,
    /// Where each turn belongs; `None` when it was written again or taken back.
    order: Vec<Option<u32>>,
    /// The turns that count, by where they belong: each is taken back once.
    live: BTreeMap<u32, Range<usize>>,
    next: u32,
}

#[derive(Default)]
struct Record<'a> {
    kind: &'a [u8],
    id: Option<String>,
    time: Option<Timestamp>,
    session: Option<String>,
    model: Option<String>,
    content: Content,
    calls: Vec<(ToolCall, ToolResult)>,
    left_out: usize,
    rewind_to: Option<String>,
}

impl Reader {
    pub(crate) fn record(&mut self, line: &[u8], number: u32, builder: &mut Builder) -> Scan<()> {
        let mut record = read_record(line, builder)?;
        builder.note_time(record.time);
        if let Some(session) = record.session.take() {
            builder.transcript.session_id.get_or_insert(session);
        }
        if let Some(id) = record.rewind_to.take() {
            self.rewind(&id, builder);
        }
        let (role, speaker) = match record.kind {
            b"user" => (Role::User, Speaker::Human),
            b"gemini" => (Role::Assistant, Speaker::Agent),
            b"error" => (Role::System, Speaker::InjectedContext),
            _ => return Ok(()),
        };
        self.keep(record, role, speaker, number, builder);
        Ok(())
    }

    fn keep(&mut self, record: Record<'_>, role: Role, speaker: Speaker, number: u32, builder: &mut Builder) {
        builder.count_cut(record.left_out);
        let key = record.id.as_deref().map(Key::new);
        let order = key.and_then(|key| self.forget(key, builder)).unwrap_or(self.next);
        self.next = self.next.max(order.saturating_add(1));
        let text = builder.seal(record.content.text);
        let failed = record.kind == b"error";
        let (calls, results): (Vec<_>, Vec<_>) = record.calls.into_iter().unzip();
        let first = self.order.len();
        builder.push(Turn {
            id: record.id,
            time: record.time,
            error: failed.then(|| text.clone()),
            text: if failed { String::new() } else { text },
            tool_calls: calls,
            model: record.model,
            ..blank_turn(number, role, speaker)
        });
        for result in results {
            builder.push(Turn { time: record.time, ..tool_turn(number, result) });
        }
        self.order.resize(builder.transcript.turns.len(), Some(order));
        self.live.insert(order, first..self.order.len());
        if let Some(key) = key.filter(|_| self.messages.len() < limits::TREE_ENTRIES) {
            self.messages.insert(key, first..self.order.len());
        }
    }

    /// Drops an earlier writing of a message and tells its place.
    fn forget(&mut self, key: Key, builder: &mut Builder) -> Option<u32> {
        let range = self.messages.remove(&key)?;
        builder.discard(range.clone());
        let places = self.order.get_mut(range)?;
        let order = *places.first()?;
        places.fill(None);
        self.live.remove(&order?);
        order
    }

    /// Takes back a message and everything after it.
    fn rewind(&mut self, id: &str, builder: &mut Builder) {
        let Some(first) = self.messages.remove(&Key::new(id)) else { return };
        let Some(Some(from)) = self.order.get(first.start).copied() else { return };
        for range in self.live.split_off(&from).into_values() {
            self.order[range.clone()].fill(None);
            builder.discard(range);
        }
    }

    /// Puts the turns that count in their places.
    pub(crate) fn finish(self, builder: &mut Builder) {
        let turns = core::mem::take(&mut builder.transcript.turns);
        let mut placed: Vec<_> =
            turns.into_iter().zip(self.order).filter_map(|(turn, order)| Some((order?, turn))).collect();
        placed.sort_by_key(|(order, _)| *order);
        builder.transcript.turns = placed.into_iter().map(|(_, turn)| turn).collect();
    }
}

fn read_record<'a>(line: &'a [u8], builder: &Builder) -> Scan<Record<'a>> {
    let mut record = Record::default();
    let caps = builder.caps();
    Cursor::record(line, |cursor, key| {
        match key {
            b"type" => record.kind = cursor.word()?,
            b"id" => record.id = cursor.name()?,
            b"timestamp" | b"startTime" => record.time = cursor.time()?,
            b"sessionId" => record.session = cursor.name()?,
            b"model" => record.model = cursor.name()?,
            b"content" => record.content.read(cursor, caps)?,
            b"toolCalls" => cursor.array(|cursor| {
                let (call, result, left_out) = read_call(cursor, caps.tool)?;
                record.left_out += left_out;
                record.calls.push((call, result));
                Ok(())
            })?,
            b"$rewindTo" => record.rewind_to = cursor.name()?,
            _ => cursor.skip()?,
        }
        Ok(())
    })?;
    Ok(record)
}

/// A call and its answer stand together.
fn read_call(cursor: &mut Cursor<'_>, limit: usize) -> Scan<(ToolCall, ToolResult, usize)> {
    let mut call = ToolCall { id: String::new(), name: String::new(), arguments: String::new() };
    let mut arguments = Text::default();
    let mut answer = Text::default();
    let mut display = Text::default();
    let mut status: &[u8] = b"";
    cursor.object(|cursor, key| {
        match key {
            b"id" => call.id = cursor.name()?.unwrap_or_default(),
            b"name" => call.name = cursor.name()?.unwrap_or_default(),
            b"args" => arguments.push_raw(cursor.raw()?, limit)?,
            b"status" => status = cursor.word()?,
            b"result" => read_answer(cursor, &mut answer, limit)?,
            b"resultDisplay" => read_flat(cursor, &mut display, limit)?,
            _ => cursor.skip()?,
        }
        Ok(())
    })?;
    let left_out = arguments.left_out + answer.left_out;
    call.arguments = arguments.kept;
    let text = if answer.kept.is_empty() { display.kept } else { answer.kept };
    let is_error = matches!(status, b"error" | b"cancelled");
    let result = ToolResult { call_id: call.id.clone(), name: Some(call.name.clone()), text, is_error };
    Ok((call, result, left_out))
}

/// `[{"functionResponse":{"response":{"output":"…"}}}]`, or parts of text.
fn read_answer(cursor: &mut Cursor<'_>, out: &mut Text, limit: usize) -> Scan<()> {
    if cursor.peek()? != b'[' {
        return read_flat(cursor, out, limit);
    }
    cursor.array(|cursor| {
        cursor.object(|cursor, key| match key {
            b"text" => read_flat(cursor, out, limit),
            b"functionResponse" => cursor.object(|cursor, key| match key {
                b"response" => cursor.object(|cursor, key| match key {
                    b"output" | b"error" => read_flat(cursor, out, limit),
                    _ => cursor.skip(),
                }),
                _ => cursor.skip(),
            }),
            _ => cursor.skip(),
        })
    })
}
