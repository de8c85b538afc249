//! The state machine between chunks of bytes and the dialects.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::builder::Builder;
use super::detect::{self, Head};
use super::lines::{Line, Lines};
use super::scan::{Cursor, Scan, ScanError};
use super::{claude_code, codex, copilot_cli, gemini, limits, memory_log, pi, plain};
use crate::diagnostic::{Diagnostic, Outcome, Severity};
use crate::model::{Dialect, Transcript};
use crate::text::find_byte;

/// How a transcript is read.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReaderOptions {
    /// The dialect, when the caller knows it; otherwise the first telling record decides.
    pub dialect: Option<Dialect>,
}

/// Reads a transcript from chunks of bytes.
///
/// The result does not depend on where the chunks were cut.
#[derive(Debug)]
pub struct TranscriptReader {
    /// The first bytes, until there are enough to judge; `None` afterwards.
    head: Option<Vec<u8>>,
    refused: bool,
    lines: Lines,
    state: State,
}

/// Reads a whole transcript at once.
pub fn read_transcript(bytes: &[u8], dialect: Option<Dialect>) -> Outcome<Transcript> {
    let mut reader = TranscriptReader::new(ReaderOptions { dialect });
    reader.push(bytes);
    reader.finish()
}

impl TranscriptReader {
    /// Starts a session.
    pub fn new(options: ReaderOptions) -> Self {
        let mut state = State {
            builder: Builder::new(),
            parser: None,
            layout: Layout::Unknown,
            document: Document::default(),
            unclaimed: Vec::new(),
        };
        if let Some(dialect) = options.dialect {
            state.settle(dialect);
        }
        Self { head: Some(Vec::new()), refused: false, lines: Lines::default(), state }
    }

    /// Takes the next bytes of the file.
    pub fn push(&mut self, mut chunk: &[u8]) {
        if let Some(head) = &mut self.head {
            let wanted = limits::HEAD_BYTES.saturating_sub(head.len()).min(chunk.len());
            head.extend_from_slice(&chunk[..wanted]);
            chunk = &chunk[wanted..];
            if head.len() < limits::HEAD_BYTES {
                return;
            }
            self.open();
        }
        self.feed(chunk);
    }

    /// Ends the session.
    pub fn finish(mut self) -> Outcome<Transcript> {
        self.open();
        let state = &mut self.state;
        self.lines.finish(&mut |number, line| state.line(number, line));
        self.state.finish(self.refused)
    }

    /// Judges the beginning and lets it through.
    fn open(&mut self) {
        let Some(head) = self.head.take() else { return };
        let (code, message) = match detect::judge_head(&head) {
            Head::Text => {
                let start = if head.starts_with(&[0xEF, 0xBB, 0xBF]) { 3 } else { 0 };
                self.feed(&head[start..]);
                return;
            }
            Head::Utf16 => ("transcript/utf-16", "the file is UTF-16; save it as UTF-8 to have it read"),
            Head::Binary => ("transcript/binary", "the file is not text, so it is no transcript"),
        };
        self.refused = true;
        self.state.builder.report(Diagnostic::whole(Severity::Error, code, message.into()));
    }

    fn feed(&mut self, chunk: &[u8]) {
        if !self.refused {
            let state = &mut self.state;
            self.lines.push(chunk, &mut |number, line| state.line(number, line));
        }
    }
}

#[derive(Debug)]
enum Parser {
    Pi(pi::Reader),
    ClaudeCode(claude_code::Reader),
    Codex(codex::Reader),
    CopilotCli(copilot_cli::Reader),
    Gemini(gemini::Reader),
    Plain(plain::Reader),
    MemoryLog(memory_log::Reader),
}

/// How the file is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// No JSON seen yet.
    Unknown,
    /// The first value goes on after its line: a torn line, or a document over many lines.
    Opened,
    /// One record a line.
    Records,
    /// Each line holds a whole list of messages.
    Lists,
    /// The whole file is one value.
    Document,
}

/// The text of a file that is one JSON value.
#[derive(Debug, Default)]
struct Document {
    text: Vec<u8>,
    first_line: u32,
    last_line: u32,
    too_long: bool,
}

impl Document {
    fn push(&mut self, line: &[u8], number: u32) {
        if self.text.is_empty() {
            (self.first_line, self.last_line) = (number, number);
        }
        self.too_long |= self.text.len() + line.len() > limits::DOCUMENT_BYTES;
        if !self.too_long {
            // Empty lines count too, so that line numbers come out right.
            self.text.resize(self.text.len() + (number - self.last_line) as usize, b'\n');
            self.text.extend_from_slice(line);
            self.last_line = number;
        }
    }
}

/// A line that is not JSON.
#[derive(Debug)]
struct Unclaimed {
    number: u32,
    error: ScanError,
    /// In a memory log it is a fact without a time.
    text: Vec<u8>,
}

/// What the lines feed.
#[derive(Debug)]
struct State {
    builder: Builder,
    parser: Option<Parser>,
    layout: Layout,
    document: Document,
    /// Lines that no dialect has claimed yet.
    unclaimed: Vec<Unclaimed>,
}

impl State {
    fn settle(&mut self, dialect: Dialect) {
        self.builder.transcript.dialect = dialect;
        self.parser = Some(match dialect {
            Dialect::Pi => Parser::Pi(pi::Reader::default()),
            Dialect::ClaudeCode => Parser::ClaudeCode(claude_code::Reader::default()),
            Dialect::Codex => Parser::Codex(codex::Reader::default()),
            Dialect::CopilotCli => Parser::CopilotCli(copilot_cli::Reader),
            Dialect::Gemini => Parser::Gemini(gemini::Reader::default()),
            Dialect::Plain => Parser::Plain(plain::Reader),
            Dialect::MemoryLog => Parser::MemoryLog(memory_log::Reader),
        });
        for Unclaimed { number, error, text } in core::mem::take(&mut self.unclaimed) {
            let is_fact = dialect == Dialect::MemoryLog && !text.is_empty();
            if let Err(error) = if is_fact { self.record(&text, number) } else { Err(error) } {
                self.builder.bad_line(number, error);
            }
        }
        self.builder.line_follows();
    }

    fn line(&mut self, number: u32, line: Line<'_>) {
        match line {
            Line::Whole([]) => {}
            Line::Whole(line) => self.text_line(number, line),
            Line::TooLong(length) => {
                let message = format!("the line is {length} bytes long, more than can be read, skipped");
                self.builder.line_follows();
                let diagnostic = Diagnostic::at_line(Severity::Warning, "transcript/long-line", number, message);
                self.builder.report(diagnostic);
            }
        }
    }

    fn text_line(&mut self, number: u32, line: &[u8]) {
        self.builder.line_follows();
        match self.layout {
            Layout::Document => return self.document.push(line, number),
            Layout::Opened => {
                // A record of its own: what came before was a torn line, not the start of a document.
                if line[0] == b'{' && Cursor::record(line, |cursor, _| cursor.skip()).is_ok() {
                    self.layout = Layout::Unknown;
                    let torn = core::mem::take(&mut self.document);
                    self.unclaimed(torn.first_line, ScanError::Truncated, &torn.text);
                } else {
                    self.layout = Layout::Document;
                    return self.document.push(line, number);
                }
            }
            Layout::Unknown | Layout::Records | Layout::Lists => {}
        }
        if self.layout == Layout::Unknown && self.recognise(number, line) {
            return;
        }
        let read = match self.layout {
            Layout::Lists => self.list(line, number),
            _ => self.record(line, number),
        };
        if let Err(error) = read {
            self.builder.bad_line(number, error);
        }
    }

    /// Settles dialect and layout when the line tells them; returns whether the line is used up.
    fn recognise(&mut self, number: u32, line: &[u8]) -> bool {
        match detect::recognise(line) {
            Ok(found) => {
                if let (None, Some(dialect)) = (&self.parser, found.dialect) {
                    self.settle(dialect);
                }
                if found.is_list {
                    self.layout = Layout::Lists;
                } else if self.parser.is_some() {
                    self.layout = Layout::Records;
                } else if line[0] != b'{' {
                    self.unclaimed(number, ScanError::Syntax, line);
                }
                self.layout == Layout::Unknown
            }
            Err(ScanError::Truncated) if self.unclaimed.is_empty() => {
                self.layout = Layout::Opened;
                self.document.push(line, number);
                true
            }
            Err(error) => {
                self.unclaimed(number, error, line);
                true
            }
        }
    }

    /// Remembers a line that is not JSON until it is known whether it should be.
    fn unclaimed(&mut self, number: u32, error: ScanError, line: &[u8]) {
        if self.parser.is_some() {
            self.builder.bad_line(number, error);
        } else if self.unclaimed.len() < limits::DIAGNOSTICS {
            let text = if line.len() <= limits::TURN_BYTES { line.to_vec() } else { Vec::new() };
            self.unclaimed.push(Unclaimed { number, error, text });
        }
    }

    fn record(&mut self, line: &[u8], number: u32) -> Scan<()> {
        let builder = &mut self.builder;
        match &mut self.parser {
            Some(Parser::Pi(reader)) => reader.record(line, number, builder),
            Some(Parser::ClaudeCode(reader)) => reader.record(line, number, builder),
            Some(Parser::Codex(reader)) => reader.record(line, number, builder),
            Some(Parser::CopilotCli(reader)) => reader.record(line, number, builder),
            Some(Parser::Gemini(reader)) => reader.record(line, number, builder),
            Some(Parser::Plain(reader)) => reader.record(line, number, builder),
            Some(Parser::MemoryLog(reader)) => reader.record(line, number, builder),
            None => Ok(()),
        }
    }

    /// Reads the messages of one list, or of the list inside one object.
    fn list(&mut self, text: &[u8], first_line: u32) -> Scan<()> {
        let mut items = Vec::new();
        let walked = detect::list_items(text, &mut items);
        if text.first() == Some(&b'{') {
            // What the object says about the session; its messages are stepped over.
            let _ = self.record(text, first_line);
        }
        let mut line = first_line;
        let mut counted_to = 0;
        for (start, item) in items {
            while let Some(newline) = find_byte(b'\n', &text[..start], counted_to) {
                line = line.saturating_add(1);
                counted_to = newline + 1;
            }
            if self.parser.is_none() {
                match detect::recognise(item) {
                    Ok(detect::Found { dialect: Some(dialect), .. }) => self.settle(dialect),
                    _ => continue,
                }
            }
            if let Err(error) = self.record(item, line) {
                self.builder.bad_line(line, error);
            }
        }
        walked
    }

    fn read_document(&mut self) {
        let document = core::mem::take(&mut self.document);
        if document.too_long {
            let message = format!(
                "the file is one JSON document of more than {} MB, which cannot be read",
                limits::DOCUMENT_BYTES >> 20
            );
            self.builder.report(Diagnostic::whole(Severity::Error, "transcript/long-document", message));
            return;
        }
        if document.text.is_empty() {
            return;
        }
        if self.parser.is_none()
            && let Some(dialect) = detect::dialect_of_document(&document.text)
        {
            self.settle(dialect);
        }
        if let Err(error) = self.list(&document.text, document.first_line) {
            match self.parser {
                Some(_) => self.builder.bad_line(document.last_line, error),
                None => self.unclaimed(document.first_line, error, &[]),
            }
        }
    }

    fn finish(mut self, refused: bool) -> Outcome<Transcript> {
        self.read_document();
        match self.parser {
            Some(Parser::Pi(reader)) => reader.finish(&mut self.builder),
            Some(Parser::ClaudeCode(reader)) => reader.finish(&mut self.builder),
            Some(Parser::Gemini(reader)) => reader.finish(&mut self.builder),
            None if !refused => {
                let message = String::from("no record of a known transcript format was found");
                self.builder.report(Diagnostic::whole(Severity::Error, "transcript/unknown-format", message));
            }
            _ => {}
        }
        let (value, diagnostics) = self.builder.finish();
        Outcome { value, diagnostics }
    }
}
