//! Message content as the vendors write it: a string, or blocks of text, calls and results.

use alloc::string::String;
use alloc::vec::Vec;
use core::str;

use super::limits;
use super::scan::{Cursor, Quoted, Scan, ScanError};
use crate::model::ToolCall;

/// Stands at the end of a text that was longer than what is kept.
pub(crate) const CUT_MARK: &str = "\n[… cut]";

/// A text in the making that never grows beyond its limit.
#[derive(Debug, Clone, Default)]
pub(crate) struct Text {
    pub(crate) kept: String,
    /// Source bytes that did not fit.
    pub(crate) left_out: usize,
}

impl Text {
    /// Adds a piece as a paragraph of its own.
    pub(crate) fn push(&mut self, piece: Quoted<'_>, limit: usize) -> Scan<()> {
        if piece.raw.is_empty() {
            return Ok(());
        }
        if self.left_out > 0 {
            self.left_out += piece.raw.len();
            return Ok(());
        }
        if !self.kept.is_empty() {
            self.kept.push('\n');
        }
        self.left_out = piece.append_to(&mut self.kept, limit)?;
        Ok(())
    }

    /// Adds a JSON value as it stands.
    pub(crate) fn push_raw(&mut self, raw: &[u8], limit: usize) -> Scan<()> {
        let mut end = raw.len().min(limit.saturating_sub(self.kept.len()));
        while end < raw.len() && end > 0 && raw[end] & 0xC0 == 0x80 {
            end -= 1;
        }
        self.kept.push_str(str::from_utf8(&raw[..end]).map_err(|_| ScanError::NotUtf8)?);
        self.left_out += raw.len() - end;
        Ok(())
    }
}

/// What a message holds, before it is known who speaks.
#[derive(Debug, Default)]
pub(crate) struct Content {
    pub(crate) text: Text,
    pub(crate) calls: Vec<ToolCall>,
    pub(crate) results: Vec<ResultBlock>,
    /// Source bytes of arguments and results that did not fit.
    pub(crate) left_out: usize,
    /// Pictures and other things that are not text.
    pub(crate) attachments: u32,
}

/// The result of a tool call inside a message.
#[derive(Debug, Default)]
pub(crate) struct ResultBlock {
    pub(crate) call_id: String,
    pub(crate) text: Text,
    pub(crate) is_error: bool,
}

/// How much of each part is kept.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Caps {
    pub(crate) text: usize,
    pub(crate) tool: usize,
}

impl Content {
    /// Reads a string, a block or a list of either.
    pub(crate) fn read(&mut self, cursor: &mut Cursor<'_>, caps: Caps) -> Scan<()> {
        match cursor.peek()? {
            b'[' => cursor.array(|cursor| self.read_item(cursor, caps)),
            _ => self.read_item(cursor, caps),
        }
    }

    fn read_item(&mut self, cursor: &mut Cursor<'_>, caps: Caps) -> Scan<()> {
        match cursor.peek()? {
            b'"' => match cursor.string()? {
                Some(text) => self.text.push(text, caps.text),
                None => Ok(()),
            },
            b'{' => self.read_block(cursor, caps),
            _ => cursor.skip(),
        }
    }

    fn read_block(&mut self, cursor: &mut Cursor<'_>, caps: Caps) -> Scan<()> {
        let mut kind: &[u8] = b"";
        let mut text = None;
        let mut id = None;
        let mut name = None;
        let mut arguments = None;
        let mut is_unsaid = false;
        let mut result = ResultBlock::default();
        cursor.object(|cursor, key| {
            match key {
                b"type" => kind = cursor.word()?,
                b"text" => text = cursor.string()?,
                b"id" => id = cursor.string()?,
                b"name" => name = cursor.string()?,
                b"arguments" | b"input" => arguments = Some(cursor.raw()?),
                b"tool_use_id" => result.call_id = cursor.name()?.unwrap_or_default(),
                // Put in by the host, shown to nobody, or only thought.
                b"synthetic" | b"ignored" | b"thought" => is_unsaid |= cursor.is_true()?,
                b"is_error" => result.is_error = cursor.is_true()?,
                b"content" => read_flat(cursor, &mut result.text, caps.tool)?,
                _ => cursor.skip()?,
            }
            Ok(())
        })?;
        match (kind, text) {
            (b"text" | b"", _) if is_unsaid => {}
            (b"input_text", Some(text)) if is_frame_of_a_picture(text.raw) => {}
            (b"text" | b"input_text" | b"output_text" | b"", Some(text)) => self.text.push(text, caps.text)?,
            (b"toolCall" | b"tool_use" | b"server_tool_use", _) => {
                let id = id.map_or(Ok(String::new()), |id| id.decode(limits::NAME_BYTES))?;
                let name = name.map_or(Ok(String::new()), |name| name.decode(limits::NAME_BYTES))?;
                self.push_call(id, name, arguments.unwrap_or(b"{}"), caps.tool)?;
            }
            (b"tool_result", _) => {
                self.left_out += result.text.left_out;
                self.results.push(result);
            }
            (b"image" | b"document" | b"file" | b"audio" | b"input_image", _) => self.attachments += 1,
            _ => {}
        }
        Ok(())
    }

    /// Adds a call whose arguments stand as JSON in the file.
    pub(crate) fn push_call(&mut self, id: String, name: String, arguments: &[u8], limit: usize) -> Scan<()> {
        let mut text = Text::default();
        text.push_raw(arguments, limit)?;
        self.left_out += text.left_out;
        self.calls.push(ToolCall { id, name, arguments: text.kept });
        Ok(())
    }
}

/// Codex sets a picture between two texts, `<image name=[Image #1]>` and `</image>`.
fn is_frame_of_a_picture(text: &[u8]) -> bool {
    let opens = |tag: &[u8]| tag.is_empty() || tag[0] == b' ' && !tag.contains(&b'>');
    text == b"</image>" || text.strip_prefix(b"<image").and_then(|rest| rest.strip_suffix(b">")).is_some_and(opens)
}

/// Reads the text of a result: a string, or blocks of which only the text counts.
pub(crate) fn read_flat(cursor: &mut Cursor<'_>, out: &mut Text, limit: usize) -> Scan<()> {
    match cursor.peek()? {
        b'"' => {
            if let Some(text) = cursor.string()? {
                out.push(text, limit)?;
            }
            Ok(())
        }
        b'[' => cursor.array(|cursor| match cursor.peek()? {
            b'"' => match cursor.string()? {
                Some(text) => out.push(text, limit),
                None => Ok(()),
            },
            _ => read_flat_block(cursor, out, limit),
        }),
        _ => read_flat_block(cursor, out, limit),
    }
}

fn read_flat_block(cursor: &mut Cursor<'_>, out: &mut Text, limit: usize) -> Scan<()> {
    cursor.object(|cursor, key| match key {
        b"text" | b"content" | b"output" => match cursor.string()? {
            Some(text) => out.push(text, limit),
            None => Ok(()),
        },
        _ => cursor.skip(),
    })
}
