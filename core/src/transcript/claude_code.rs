//! Claude Code project logs. Their maker calls the format internal, so everything unknown is skipped.

use alloc::string::{String, ToString};

use super::builder::{Builder, blank_turn, tool_turn};
use super::content::{Content, Text, read_flat};
use super::question::objection;
use super::rewind::{Origin, Prompts};
use super::scan::{Cursor, Scan};
use super::tree::{Key, Parent};
use crate::model::{Compaction, Role, Speaker, ToolResult, Turn};
use crate::time::Timestamp;

/// Reads the records one by one.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    prompts: Prompts,
    /// How often the conversation began anew: a prompt without a parent replaces none from before.
    beginnings: u32,
    /// The API message that the last agent turn belongs to: one reply spans several records.
    reply: Option<(String, u32)>,
}

#[derive(Default)]
#[allow(clippy::struct_excessive_bools)] // flags of the format
struct Record<'a> {
    kind: &'a [u8],
    subtype: &'a [u8],
    uuid: Option<String>,
    parent: Parent,
    time: Option<Timestamp>,
    session: Option<String>,
    cwd: Option<String>,
    is_meta: bool,
    is_sidechain: bool,
    is_summary: bool,
    is_api_error: bool,
    /// A person refused to let the tool run: the host says so, beside what the tool says.
    is_refused: bool,
    message: Message,
    summary: Text,
    content: Text,
    attachment: Attachment<'a>,
}

#[derive(Default)]
struct Message {
    id: Option<String>,
    model: Option<String>,
    content: Content,
}

/// Only prompts typed while the agent was busy matter here.
#[derive(Default)]
struct Attachment<'a> {
    kind: &'a [u8],
    mode: &'a [u8],
    prompt: Content,
}

impl Reader {
    pub(crate) fn record(&mut self, line: &[u8], number: u32, builder: &mut Builder) -> Scan<()> {
        let record = read_record(line, builder)?;
        let key = record.uuid.as_deref().map(Key::new);
        // A resumed session may copy earlier records into its own file.
        if key.is_some_and(|key| self.prompts.knows(key)) {
            return Ok(());
        }
        self.beginnings +=
            u32::from(record.is_summary || record.kind == b"summary" || record.subtype == b"compact_boundary");
        let (parent, origin) = match record.parent {
            Parent::Unstated => (None, None),
            Parent::Root => {
                let session = record.session.as_deref().map(Key::new);
                (None, Some(Origin::Beginning(session, self.beginnings)))
            }
            Parent::Entry(parent) => (Some(parent), Some(Origin::Entry(parent))),
        };
        let may_be_typed = record.kind == b"user" && record.message.content.results.is_empty();
        let first = builder.transcript.turns.len();
        if builder.transcript.session_id.is_none() {
            builder.transcript.session_id.clone_from(&record.session);
        }
        if builder.transcript.cwd.is_none() {
            builder.transcript.cwd.clone_from(&record.cwd);
        }
        match record.kind {
            b"user" => self.keep_user(record, number, builder),
            b"assistant" => self.keep_reply(record, number, builder),
            b"summary" => {
                let text = builder.seal(record.summary);
                builder.push(Turn { text, ..blank_turn(number, Role::System, Speaker::Summary) });
            }
            b"system" => keep_system(record, number, builder),
            b"attachment" if record.attachment.kind == b"queued_command" => {
                let typed = matches!(record.attachment.mode, b"" | b"prompt");
                let speaker = if typed { Speaker::Human } else { Speaker::Template };
                let text = builder.seal(record.attachment.prompt.text);
                let turn = blank_turn(number, Role::User, speaker);
                builder.push(Turn { id: record.uuid, time: record.time, text, ..turn });
            }
            _ => {}
        }
        let turns = &builder.transcript.turns;
        let is_typed = may_be_typed && turns[first..].iter().any(|turn| turn.speaker == Speaker::Human);
        self.prompts.add(key, parent, origin.filter(|_| is_typed), turns.len());
        Ok(())
    }

    /// Leaves out the prompts that were taken back to be written anew, with all that came of them.
    pub(crate) fn finish(self, builder: &mut Builder) {
        let mut kept = self.prompts.kept_turns();
        builder.transcript.turns.retain(|_| kept.next().unwrap_or(true));
    }

    fn keep_user(&mut self, record: Record<'_>, number: u32, builder: &mut Builder) {
        let content = record.message.content;
        // Of several results, nobody knows which one was refused.
        let is_alone = content.results.len() == 1;
        for result in content.results {
            let mut text = builder.seal(result.text);
            let said =
                (record.is_refused && is_alone).then(|| objection(text.trim()).map(ToString::to_string)).flatten();
            if said.is_some() {
                text.clear();
            }
            let result = ToolResult { call_id: result.call_id, name: None, text, is_error: result.is_error };
            let mut turn = Turn { id: record.uuid.clone(), time: record.time, ..tool_turn(number, result) };
            if let Some(said) = said {
                (turn.text, turn.speaker) = (said, Speaker::Human);
            }
            builder.push(turn);
        }
        if content.text.kept.trim().is_empty() && content.attachments == 0 {
            return;
        }
        self.reply = None;
        let speaker = if record.is_summary {
            builder.push_compaction(Compaction { line: number, kept_from_line: None });
            Speaker::Summary
        } else if record.is_meta {
            Speaker::InjectedContext
        } else if record.is_sidechain {
            Speaker::Template // the agent's own prompt to a sub-agent
        } else {
            Speaker::Human
        };
        let text = builder.seal(content.text);
        let turn = blank_turn(number, Role::User, speaker);
        builder.push(Turn { id: record.uuid, time: record.time, text, ..turn });
    }

    fn keep_reply(&mut self, record: Record<'_>, number: u32, builder: &mut Builder) {
        let Message { id, model, content } = record.message;
        builder.count_cut(content.left_out);
        let text = builder.seal(content.text);
        if let (Some(id), Some((reply, place))) = (&id, &self.reply)
            && id == reply
        {
            builder.extend(*place, text, content.calls);
            builder.note_time(record.time);
            return;
        }
        if text.is_empty() && content.calls.is_empty() && id.is_none() {
            return;
        }
        let error = record.is_api_error.then(|| text.clone());
        let place = builder.push(Turn {
            id: record.uuid,
            time: record.time,
            text: if record.is_api_error { String::new() } else { text },
            tool_calls: content.calls,
            model,
            error,
            ..blank_turn(number, Role::Assistant, Speaker::Agent)
        });
        self.reply = id.zip(place);
    }
}

fn keep_system(record: Record<'_>, number: u32, builder: &mut Builder) {
    if record.subtype == b"compact_boundary" || record.content.kept.trim().is_empty() {
        return;
    }
    let text = builder.seal(record.content);
    let turn = blank_turn(number, Role::System, Speaker::InjectedContext);
    builder.push(Turn { id: record.uuid, time: record.time, text, ..turn });
}

fn read_record<'a>(line: &'a [u8], builder: &Builder) -> Scan<Record<'a>> {
    let mut record = Record::default();
    let caps = builder.caps();
    Cursor::record(line, |cursor, key| {
        match key {
            b"type" => record.kind = cursor.word()?,
            b"subtype" => record.subtype = cursor.word()?,
            b"uuid" => record.uuid = cursor.name()?,
            b"parentUuid" => record.parent = Parent::named(cursor.name()?.as_deref()),
            b"timestamp" => record.time = cursor.time()?,
            b"sessionId" | b"session_id" => record.session = cursor.name()?,
            b"cwd" => record.cwd = cursor.name()?,
            b"isMeta" => record.is_meta = cursor.is_true()?,
            b"isSidechain" => record.is_sidechain = cursor.is_true()?,
            b"isCompactSummary" => record.is_summary = cursor.is_true()?,
            b"isApiErrorMessage" => record.is_api_error = cursor.is_true()?,
            b"toolDenialKind" => record.is_refused = cursor.word()? == b"user-rejected",
            b"summary" => read_flat(cursor, &mut record.summary, caps.text)?,
            b"content" => read_flat(cursor, &mut record.content, caps.tool)?,
            b"message" => cursor.object(|cursor, key| match key {
                b"id" => cursor.name().map(|id| record.message.id = id),
                b"model" => cursor.name().map(|model| record.message.model = model),
                b"content" => record.message.content.read(cursor, caps),
                _ => cursor.skip(),
            })?,
            b"attachment" => cursor.object(|cursor, key| match key {
                b"type" => cursor.word().map(|kind| record.attachment.kind = kind),
                b"commandMode" => cursor.word().map(|mode| record.attachment.mode = mode),
                b"prompt" => record.attachment.prompt.read(cursor, caps),
                _ => cursor.skip(),
            })?,
            _ => cursor.skip()?,
        }
        Ok(())
    })?;
    Ok(record)
}
