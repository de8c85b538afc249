//! The state machine between chunks of bytes and the dialects.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::builder::Builder;
use super::detect::{self, Head};
use super::lines::{Line, Lines};
use super::scan::{Scan, ScanError};
use super::{limits, memory_log, pi};
use crate::diagnostic::{Diagnostic, Outcome, Severity};
use crate::model::{Dialect, Transcript};

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

/// What the lines feed.
#[derive(Debug)]
struct State {
    builder: Builder,
    dialect: Option<Parser>,
    /// Lines that no dialect has claimed yet.
    unclaimed: Vec<(u32, ScanError)>,
}

#[derive(Debug)]
enum Parser {
    Pi(pi::Reader),
    MemoryLog(memory_log::Reader),
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
        let mut state = State { builder: Builder::new(), dialect: None, unclaimed: Vec::new() };
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

impl State {
    fn settle(&mut self, dialect: Dialect) {
        self.builder.transcript.dialect = dialect;
        self.dialect = Some(match dialect {
            Dialect::MemoryLog => Parser::MemoryLog(memory_log::Reader),
            _ => Parser::Pi(pi::Reader::default()),
        });
        for (number, error) in core::mem::take(&mut self.unclaimed) {
            if dialect != Dialect::MemoryLog {
                self.builder.bad_line(number, error);
            }
        }
    }

    fn line(&mut self, number: u32, line: Line<'_>) {
        let line = match line {
            Line::Whole([]) => return,
            Line::Whole(line) => line,
            Line::TooLong(length) => {
                let limit = limits::LINE_BYTES >> 20;
                let message = format!("the line is {length} bytes long, more than {limit} MB, skipped");
                self.builder.line_follows();
                let diagnostic = Diagnostic::at_line(Severity::Warning, "transcript/long-line", number, message);
                self.builder.report(diagnostic);
                return;
            }
        };
        self.builder.line_follows();
        if self.dialect.is_none() {
            match detect::dialect_of_line(line) {
                Ok(Some(dialect)) => self.settle(dialect),
                Ok(None) if line[0] == b'{' => return,
                Ok(None) => return self.unclaimed(number, ScanError::Syntax),
                Err(error) => return self.unclaimed(number, error),
            }
        }
        if let Err(error) = self.record(line, number) {
            self.builder.bad_line(number, error);
        }
    }

    fn unclaimed(&mut self, number: u32, error: ScanError) {
        if self.unclaimed.len() < limits::DIAGNOSTICS {
            self.unclaimed.push((number, error));
        }
    }

    fn record(&mut self, line: &[u8], number: u32) -> Scan<()> {
        match &mut self.dialect {
            Some(Parser::Pi(reader)) => reader.record(line, number, &mut self.builder),
            Some(Parser::MemoryLog(reader)) => reader.record(line, number, &mut self.builder),
            None => Ok(()),
        }
    }

    fn finish(mut self, refused: bool) -> Outcome<Transcript> {
        match self.dialect {
            Some(Parser::Pi(reader)) => reader.finish(&mut self.builder),
            Some(Parser::MemoryLog(_)) => {}
            None if refused => {}
            None => {
                let message = String::from("no record of a known transcript format was found");
                self.builder.report(Diagnostic::whole(Severity::Error, "transcript/unknown-format", message));
            }
        }
        let (value, diagnostics) = self.builder.finish();
        Outcome { value, diagnostics }
    }
}
