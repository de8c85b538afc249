//! pi session files, versions 1 to 3: a tree of entries of which one branch is the conversation.

use alloc::string::String;
use alloc::vec::Vec;

use super::builder::{Builder, blank_turn, tool_turn};
use super::content::{Content, Text, read_flat};
use super::scan::{Cursor, Scan};
use super::tree::{Key, Parent, Tree};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Compaction, ModelChange, Role, Speaker, ToolResult, Turn};
use crate::time::Timestamp;
use alloc::format;

/// The newest version this reader was written for.
const NEWEST: u32 = 3;

/// Reads pi's entries one by one.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    tree: Tree,
    compactions: Vec<(u32, KeptFrom)>,
}

#[derive(Debug)]
enum KeptFrom {
    Entry(Key),
    /// Version 1 counts entries instead of naming them.
    Index(usize),
}

/// The fields of any entry; the key says what a value is, whatever the order.
#[derive(Default)]
struct Entry<'a> {
    kind: &'a [u8],
    id: Option<String>,
    parent: Parent,
    time: Option<Timestamp>,
    message: Option<Message<'a>>,
    version: Option<i64>,
    cwd: Option<String>,
    provider: Option<String>,
    model: Option<String>,
    summary: Option<Text>,
    content: Option<Content>,
    kept_from: Option<KeptFrom>,
}

#[derive(Default)]
struct Message<'a> {
    role: &'a [u8],
    content: Content,
    time: Option<Timestamp>,
    model: Option<String>,
    stop_reason: &'a [u8],
    error: Option<String>,
    call_id: Option<String>,
    tool: Option<String>,
    is_error: bool,
    command: Option<String>,
    output: Text,
    exit_code: Option<i64>,
    summary: Option<Text>,
}

impl Reader {
    pub(crate) fn record(&mut self, line: &[u8], number: u32, builder: &mut Builder) -> Scan<()> {
        let entry = read_entry(line, builder)?;
        match entry.kind {
            b"session" => read_header(&entry, number, builder),
            _ => self.keep(entry, number, builder),
        }
        Ok(())
    }

    fn keep(&mut self, entry: Entry<'_>, number: u32, builder: &mut Builder) {
        let Entry { kind, id, parent, time, message, .. } = entry;
        let key = id.as_deref().map(Key::new);
        let turn = match (kind, message) {
            (b"message", Some(message)) => push_message(message, id, time, number, builder),
            (b"compaction" | b"branch_summary", _) => {
                let text = builder.seal(entry.summary.unwrap_or_default());
                let turn = builder.push(Turn { id, time, text, ..blank_turn(number, Role::System, Speaker::Summary) });
                if let (b"compaction", Some(place)) = (kind, turn) {
                    self.compactions.push((place, entry.kept_from.unwrap_or(KeptFrom::Index(0))));
                }
                turn
            }
            (b"custom_message", _) => {
                let text = builder.seal(entry.content.unwrap_or_default().text);
                builder.push(Turn { id, time, text, ..blank_turn(number, Role::User, Speaker::InjectedContext) })
            }
            (b"model_change", _) => {
                if let Some(model) = entry.model {
                    builder.push_model_change(ModelChange { line: number, time, provider: entry.provider, model });
                }
                None
            }
            _ => None,
        };
        builder.note_time(time);
        match parent {
            Parent::Root => self.tree.add_root(key, turn),
            Parent::Entry(parent) => self.tree.add_child(key, parent, turn, builder.is_full()),
            Parent::Unstated => self.tree.add_next(key, turn, builder.is_full()),
        }
    }

    /// Keeps the branch that ends in the last entry.
    pub(crate) fn finish(self, builder: &mut Builder) {
        let path = self.tree.active_branch();
        if self.tree.duplicates() > 0 {
            let message = format!("{} entries repeat the id of an earlier entry", self.tree.duplicates());
            builder.report(Diagnostic::whole(Severity::Note, "transcript/duplicate-id", message));
        }
        for (place, kept_from) in &self.compactions {
            if path.binary_search(place).is_err() {
                continue;
            }
            let first_kept = match kept_from {
                KeptFrom::Entry(key) => self.tree.turn_at_or_after(*key),
                KeptFrom::Index(index) => self.tree.turn_at_or_after_index(*index),
            };
            let turns = &builder.transcript.turns;
            let line_of = |place: u32| turns.get(place as usize).map(|turn| turn.line);
            let kept_from_line = first_kept.filter(|first| first < place).and_then(line_of);
            if let Some(line) = line_of(*place) {
                builder.push_compaction(Compaction { line, kept_from_line });
            }
        }
        let mut wanted = path.iter().peekable();
        let mut place = 0;
        builder.transcript.turns.retain(|_| {
            let here = place;
            place += 1;
            wanted.next_if_eq(&&here).is_some()
        });
    }
}

fn read_entry<'a>(line: &'a [u8], builder: &Builder) -> Scan<Entry<'a>> {
    let mut entry = Entry::default();
    let caps = builder.caps();
    Cursor::record(line, |cursor, key| {
        match key {
            b"type" => entry.kind = cursor.word()?,
            b"id" => entry.id = cursor.name()?,
            b"parentId" => {
                entry.parent = Parent::named(cursor.name()?.as_deref());
            }
            b"timestamp" => entry.time = cursor.time()?,
            b"message" => entry.message = Some(read_message(cursor, builder)?),
            b"version" => entry.version = cursor.integer()?,
            b"cwd" => entry.cwd = cursor.name()?,
            b"provider" => entry.provider = cursor.name()?,
            b"modelId" => entry.model = cursor.name()?,
            b"summary" => read_flat(cursor, entry.summary.get_or_insert_default(), caps.text)?,
            b"content" => entry.content.get_or_insert_default().read(cursor, caps)?,
            b"firstKeptEntryId" => entry.kept_from = cursor.name()?.map(|id| KeptFrom::Entry(Key::new(&id))),
            b"firstKeptEntryIndex" => {
                // The count includes the header, which is no entry here.
                let index = cursor.integer()?.and_then(|index| usize::try_from(index.checked_sub(1)?).ok());
                entry.kept_from = index.map(KeptFrom::Index);
            }
            _ => cursor.skip()?,
        }
        Ok(())
    })?;
    Ok(entry)
}

fn read_message<'a>(cursor: &mut Cursor<'a>, builder: &Builder) -> Scan<Message<'a>> {
    let mut message = Message::default();
    let caps = builder.caps();
    cursor.object(|cursor, key| {
        match key {
            b"role" => message.role = cursor.word()?,
            b"content" if message.role == b"toolResult" => read_flat(cursor, &mut message.output, caps.tool)?,
            b"content" => message.content.read(cursor, caps)?,
            b"timestamp" => message.time = cursor.time()?,
            b"model" => message.model = cursor.name()?,
            b"stopReason" => message.stop_reason = cursor.word()?,
            b"errorMessage" => message.error = cursor.name()?,
            b"toolCallId" => message.call_id = cursor.name()?,
            b"toolName" => message.tool = cursor.name()?,
            b"isError" => message.is_error = cursor.is_true()?,
            b"command" => message.command = cursor.name()?,
            b"output" => read_flat(cursor, &mut message.output, caps.tool)?,
            b"exitCode" => message.exit_code = cursor.integer()?,
            b"summary" => read_flat(cursor, message.summary.get_or_insert_default(), caps.text)?,
            _ => cursor.skip()?,
        }
        Ok(())
    })?;
    Ok(message)
}

fn read_header(entry: &Entry<'_>, number: u32, builder: &mut Builder) {
    let version = entry.version.and_then(|version| u32::try_from(version).ok()).unwrap_or(1);
    if version > NEWEST {
        let message = format!(
            "pi session version {version} is newer than version {NEWEST}, the newest known; upgrade repolore if turns are missing"
        );
        builder.report(Diagnostic::at_line(Severity::Warning, "transcript/newer-version", number, message));
    }
    builder.transcript.version = Some(version);
    builder.transcript.session_id.clone_from(&entry.id);
    builder.transcript.cwd.clone_from(&entry.cwd);
    builder.note_time(entry.time);
}

fn push_message(
    mut message: Message<'_>,
    id: Option<String>,
    time: Option<Timestamp>,
    number: u32,
    builder: &mut Builder,
) -> Option<u32> {
    let time = time.or(message.time);
    builder.count_cut(message.content.left_out);
    let turn = match message.role {
        b"assistant" => {
            let failed = matches!(message.stop_reason, b"error" | b"aborted");
            let reason = || String::from_utf8_lossy(message.stop_reason).into_owned();
            Turn {
                text: builder.seal(message.content.text),
                tool_calls: message.content.calls,
                model: message.model,
                error: failed.then(|| message.error.take().unwrap_or_else(reason)),
                ..blank_turn(number, Role::Assistant, Speaker::Agent)
            }
        }
        b"toolResult" => {
            let mut output = message.output;
            if output.kept.is_empty() {
                output = message.content.text; // content stood before the role
            }
            let text = builder.seal(output);
            let call_id = message.call_id.unwrap_or_default();
            tool_turn(number, ToolResult { call_id, name: message.tool, text, is_error: message.is_error })
        }
        b"bashExecution" => {
            let output = builder.seal(message.output);
            let text = format!("$ {}\n{output}", message.command.unwrap_or_default());
            let is_error = message.exit_code.is_some_and(|code| code != 0);
            tool_turn(number, ToolResult { call_id: String::new(), name: Some("bash".into()), text, is_error })
        }
        b"branchSummary" | b"compactionSummary" => {
            let text = builder.seal(message.summary.unwrap_or(message.content.text));
            Turn { text, ..blank_turn(number, Role::System, Speaker::Summary) }
        }
        b"custom" | b"hookMessage" => {
            let text = builder.seal(message.content.text);
            Turn { text, ..blank_turn(number, Role::User, Speaker::InjectedContext) }
        }
        b"system" => {
            let text = builder.seal(message.content.text);
            Turn { text, ..blank_turn(number, Role::System, Speaker::InjectedContext) }
        }
        b"user" => {
            let text = builder.seal(message.content.text);
            Turn { text, ..blank_turn(number, Role::User, Speaker::Human) }
        }
        _ => return None,
    };
    builder.push(Turn { id, time, ..turn })
}
