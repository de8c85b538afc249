//! Chunks in, lines out: whatever the cuts between the chunks, the lines are the same.

use alloc::vec::Vec;

use super::limits;
use crate::text::find_byte;

/// One line of the file.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Line<'a> {
    /// A line without its line ending.
    Whole(&'a [u8]),
    /// A line beyond the limit; only its length is known.
    TooLong(usize),
}

/// Splits a stream of bytes into numbered lines.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    started: Vec<u8>,
    /// Length of the line so far when it is beyond the limit.
    overlong: usize,
    number: u32,
}

impl Lines {
    /// Hands every line that ends in `chunk` to `each`.
    pub(crate) fn push(&mut self, mut chunk: &[u8], each: &mut impl FnMut(u32, Line<'_>)) {
        while let Some(end) = find_byte(b'\n', chunk, 0) {
            let (line, rest) = (&chunk[..end], &chunk[end + 1..]);
            chunk = rest;
            if self.started.is_empty() && self.overlong == 0 && line.len() <= self.limit() {
                self.number = self.number.saturating_add(1);
                each(self.number, Line::Whole(trim(line)));
            } else {
                self.extend(line);
                self.flush(each);
            }
        }
        self.extend(chunk);
    }

    /// Hands out the last line when no line ending closed it.
    pub(crate) fn finish(&mut self, each: &mut impl FnMut(u32, Line<'_>)) {
        if !self.started.is_empty() || self.overlong > 0 {
            self.flush(each);
        }
    }

    /// The first line may be a whole document.
    fn limit(&self) -> usize {
        if self.number == 0 { limits::DOCUMENT_BYTES } else { limits::LINE_BYTES }
    }

    fn extend(&mut self, part: &[u8]) {
        if self.overlong > 0 {
            self.overlong += part.len();
        } else if self.started.len() + part.len() > self.limit() {
            self.overlong = self.started.len() + part.len();
            self.started = Vec::new();
        } else {
            self.started.extend_from_slice(part);
        }
    }

    fn flush(&mut self, each: &mut impl FnMut(u32, Line<'_>)) {
        self.number = self.number.saturating_add(1);
        if self.overlong > 0 {
            each(self.number, Line::TooLong(self.overlong));
            self.overlong = 0;
            return;
        }
        each(self.number, Line::Whole(trim(&self.started)));
        self.started.clear();
        // A single huge line must not hold its memory for the rest of the session.
        if self.started.capacity() > limits::LINE_BYTES / 8 {
            self.started = Vec::new();
        }
    }
}

fn trim(line: &[u8]) -> &[u8] {
    line.trim_ascii()
}
