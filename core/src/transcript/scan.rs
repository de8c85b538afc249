//! A JSON scanner that reads what is asked for and steps over the rest.
//!
//! Most bytes of a transcript (thinking, signatures, usage, images, long tool output) are never
//! looked at again, so no tree is built: callers walk the fields, take the few they need as
//! borrowed slices and skip the others at the speed of a search for the closing quote.

use alloc::string::String;
use core::str;

use super::limits;
use crate::text::{HIGHS, ONES, find_byte, word_at, zero_bytes};
use crate::time::Timestamp;

/// Why a line is not the JSON it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScanError {
    /// The text ends inside a value: a write was cut short.
    Truncated,
    /// Something else stands where a value, a comma or a bracket should.
    Syntax,
    /// Arrays and objects are nested deeper than [`limits::DEPTH`].
    TooDeep,
    /// A text that was to be kept is not UTF-8.
    NotUtf8,
}

pub(crate) type Scan<T> = Result<T, ScanError>;

/// A position in one JSON text.
#[derive(Debug, Clone)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: u32,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, depth: 0 }
    }

    /// The first byte of the next token, without consuming it.
    #[inline]
    pub(crate) fn peek(&mut self) -> Scan<u8> {
        while let Some(&byte) = self.bytes.get(self.at) {
            if !matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
                return Ok(byte);
            }
            self.at += 1;
        }
        Err(ScanError::Truncated)
    }

    /// Walks the fields of the one object that the whole text is.
    #[inline]
    pub(crate) fn record(bytes: &'a [u8], field: impl FnMut(&mut Self, &'a [u8]) -> Scan<()>) -> Scan<()> {
        let mut cursor = Self::new(bytes);
        if cursor.peek()? != b'{' {
            return Err(ScanError::Syntax);
        }
        cursor.object(field)?;
        if cursor.peek().is_ok() { Err(ScanError::Syntax) } else { Ok(()) }
    }

    /// Walks the fields of an object; `field` must consume the value. Any other value is stepped over.
    #[inline]
    pub(crate) fn object(&mut self, mut field: impl FnMut(&mut Self, &'a [u8]) -> Scan<()>) -> Scan<()> {
        if self.peek()? != b'{' {
            return self.skip();
        }
        self.enter()?;
        if self.peek()? == b'}' {
            return self.leave();
        }
        loop {
            if self.peek()? != b'"' {
                return Err(ScanError::Syntax);
            }
            let key = self.quoted()?.raw;
            if self.peek()? != b':' {
                return Err(ScanError::Syntax);
            }
            self.at += 1;
            field(self, key)?;
            match self.peek()? {
                b',' => self.at += 1,
                b'}' => return self.leave(),
                _ => return Err(ScanError::Syntax),
            }
        }
    }

    /// Walks the items of an array; `item` must consume the value. Any other value is stepped over.
    #[inline]
    pub(crate) fn array(&mut self, mut item: impl FnMut(&mut Self) -> Scan<()>) -> Scan<()> {
        if self.peek()? != b'[' {
            return self.skip();
        }
        self.enter()?;
        if self.peek()? == b']' {
            return self.leave();
        }
        loop {
            item(self)?;
            match self.peek()? {
                b',' => self.at += 1,
                b']' => return self.leave(),
                _ => return Err(ScanError::Syntax),
            }
        }
    }

    fn enter(&mut self) -> Scan<()> {
        self.at += 1;
        self.depth += 1;
        if self.depth > limits::DEPTH { Err(ScanError::TooDeep) } else { Ok(()) }
    }

    #[allow(clippy::unnecessary_wraps)] // reads as the last step of a walk
    fn leave(&mut self) -> Scan<()> {
        self.at += 1;
        self.depth -= 1;
        Ok(())
    }

    /// A string; any other value is stepped over and gives `None`.
    #[inline]
    pub(crate) fn string(&mut self) -> Scan<Option<Quoted<'a>>> {
        if self.peek()? == b'"' { self.quoted().map(Some) } else { self.skip().map(|()| None) }
    }

    /// A string, decoded and cut to what an identifier may be long; any other value gives `None`.
    pub(crate) fn name(&mut self) -> Scan<Option<String>> {
        match self.string()? {
            Some(quoted) => quoted.decode(limits::NAME_BYTES).map(Some),
            None => Ok(None),
        }
    }

    /// A string as it stands, escapes and all, for comparing with words of the format; empty for any other value.
    pub(crate) fn word(&mut self) -> Scan<&'a [u8]> {
        Ok(self.string()?.map_or(&b""[..], |quoted| quoted.raw))
    }

    /// A time as text or as Unix seconds or milliseconds; any other value gives `None`.
    pub(crate) fn time(&mut self) -> Scan<Option<Timestamp>> {
        if self.peek()? == b'"' {
            return Ok(str::from_utf8(self.word()?).ok().and_then(Timestamp::parse));
        }
        Ok(self.integer()?.and_then(Timestamp::from_unix))
    }

    /// A whole number (fractions are cut off); any other value gives `None`.
    pub(crate) fn integer(&mut self) -> Scan<Option<i64>> {
        let text = self.raw()?;
        let digits = text.iter().position(|b| matches!(b, b'.' | b'e' | b'E')).unwrap_or(text.len());
        Ok(str::from_utf8(&text[..digits]).ok().and_then(|text| text.parse().ok()))
    }

    /// Whether the value is `true`.
    pub(crate) fn is_true(&mut self) -> Scan<bool> {
        Ok(self.raw()? == b"true")
    }

    /// The bytes of the next value as they stand.
    pub(crate) fn raw(&mut self) -> Scan<&'a [u8]> {
        self.peek()?;
        let start = self.at;
        self.skip()?;
        Ok(&self.bytes[start..self.at])
    }

    /// Where the next value starts.
    pub(crate) fn position(&mut self) -> Scan<usize> {
        self.peek()?;
        Ok(self.at)
    }

    /// Steps over one value of any kind, without recursion.
    pub(crate) fn skip(&mut self) -> Scan<()> {
        // One bit per open bracket, the innermost lowest: 1 for an object, 0 for an array.
        let mut open: u128 = 0;
        let base = self.depth;
        loop {
            match self.peek()? {
                b'"' => {
                    self.quoted()?;
                }
                bracket @ (b'{' | b'[') => {
                    self.enter()?;
                    open = (open << 1) | u128::from(bracket == b'{');
                    continue;
                }
                bracket @ (b'}' | b']') => {
                    if self.depth == base || (open & 1 == 1) != (bracket == b'}') {
                        return Err(ScanError::Syntax);
                    }
                    open >>= 1;
                    self.leave()?;
                }
                b',' | b':' if self.depth > base => {
                    self.at += 1;
                    continue;
                }
                _ => self.literal()?,
            }
            if self.depth == base {
                return Ok(());
            }
        }
    }

    /// Steps over a number, `true`, `false` or `null`.
    fn literal(&mut self) -> Scan<()> {
        let rest = &self.bytes[self.at..];
        let length = rest
            .iter()
            .position(|b| !matches!(b, b'0'..=b'9' | b'a'..=b'z' | b'E' | b'+' | b'-' | b'.'))
            .unwrap_or(rest.len());
        let word = &rest[..length];
        let number = word.first().is_some_and(|b| matches!(b, b'0'..=b'9' | b'-'))
            && word.iter().all(|b| matches!(b, b'0'..=b'9' | b'e' | b'E' | b'+' | b'-' | b'.'));
        self.at += length;
        if number || matches!(word, b"true" | b"false" | b"null") {
            return Ok(());
        }
        let cut_short = self.at == self.bytes.len()
            && length > 0
            && [&b"true"[..], b"false", b"null"].iter().any(|whole| whole.starts_with(word));
        Err(if cut_short { ScanError::Truncated } else { ScanError::Syntax })
    }

    /// The string that starts at the quote under the cursor.
    #[inline]
    fn quoted(&mut self) -> Scan<Quoted<'a>> {
        let start = self.at + 1;
        let mut at = start;
        let mut escaped = false;
        loop {
            at = find_special(self.bytes, at).ok_or(ScanError::Truncated)?;
            match self.bytes[at] {
                b'"' => {
                    self.at = at + 1;
                    return Ok(Quoted { raw: &self.bytes[start..at], escaped });
                }
                b'\\' => {
                    escaped = true;
                    at += 2;
                }
                _ => return Err(ScanError::Syntax),
            }
        }
    }
}

/// A string as it stands between its quotes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Quoted<'a> {
    /// The bytes between the quotes, escapes included.
    pub(crate) raw: &'a [u8],
    escaped: bool,
}

impl Quoted<'_> {
    /// Decodes at most `limit` bytes.
    pub(crate) fn decode(&self, limit: usize) -> Scan<String> {
        let mut text = String::new();
        self.append_to(&mut text, limit)?;
        Ok(text)
    }

    /// Appends the decoded text until `out` is `limit` bytes long; returns how many source bytes were left out.
    pub(crate) fn append_to(&self, out: &mut String, limit: usize) -> Scan<usize> {
        if !self.escaped {
            let taken = append_plain(self.raw, out, limit)?;
            return Ok(self.raw.len() - taken);
        }
        out.reserve(self.raw.len().min(limit.saturating_sub(out.len())));
        // Looked at once as a whole; where it is no UTF-8, only what is taken must be.
        let whole = str::from_utf8(self.raw).ok();
        let mut at = 0;
        while at < self.raw.len() {
            let end = find_byte(b'\\', self.raw, at).unwrap_or(self.raw.len());
            let taken = match whole {
                Some(text) if end - at <= limit.saturating_sub(out.len()) => {
                    out.push_str(&text[at..end]);
                    end - at
                }
                _ => append_plain(&self.raw[at..end], out, limit)?,
            };
            at += taken;
            if at < end || out.len() >= limit {
                break;
            }
            if at < self.raw.len() {
                at += append_escape(&self.raw[at..], out)?;
            }
        }
        Ok(self.raw.len() - at)
    }
}

/// Copies text without escapes up to the limit, never splitting a character; returns the bytes taken.
fn append_plain(raw: &[u8], out: &mut String, limit: usize) -> Scan<usize> {
    let mut end = raw.len().min(limit.saturating_sub(out.len()));
    if end < raw.len() {
        while end > 0 && raw[end] & 0xC0 == 0x80 {
            end -= 1;
        }
    }
    out.push_str(str::from_utf8(&raw[..end]).map_err(|_| ScanError::NotUtf8)?);
    Ok(end)
}

/// Decodes the escape at the start of `raw`; returns the bytes taken.
fn append_escape(raw: &[u8], out: &mut String) -> Scan<usize> {
    let simple = match raw.get(1) {
        Some(b'n') => '\n',
        Some(b't') => '\t',
        Some(b'r') => '\r',
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'u') => return append_unicode_escape(raw, out),
        _ => return Err(ScanError::Syntax),
    };
    out.push(simple);
    Ok(2)
}

fn append_unicode_escape(raw: &[u8], out: &mut String) -> Scan<usize> {
    let unit = hex4(raw, 2).ok_or(ScanError::Syntax)?;
    let low = hex4(raw, 8).filter(|low| raw.get(6..8) == Some(b"\\u") && (0xDC00..0xE000).contains(low));
    if let (0xD800..0xDC00, Some(low)) = (unit, low) {
        let point = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        out.push(char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER));
        return Ok(12);
    }
    // Half a surrogate pair stands for nothing.
    out.push(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
    Ok(6)
}

fn hex4(raw: &[u8], at: usize) -> Option<u32> {
    let digits = raw.get(at..at + 4)?;
    digits.iter().try_fold(0, |value, &digit| Some(value * 16 + char::from(digit).to_digit(16)?))
}

/// The next quote, backslash or control character: whatever ends the plain run of a JSON string.
#[inline]
fn find_special(bytes: &[u8], mut at: usize) -> Option<usize> {
    while let Some(word) = word_at(bytes, at) {
        let marks = zero_bytes(word ^ (ONES * 0x22))
            | zero_bytes(word ^ (ONES * 0x5C))
            | (word.wrapping_sub(ONES * 0x20) & !word & HIGHS);
        if marks != 0 {
            return Some(at + (marks.trailing_zeros() / 8) as usize);
        }
        at += 8;
    }
    (at..bytes.len()).find(|&at| matches!(bytes[at], b'"' | b'\\' | 0..0x20))
}
