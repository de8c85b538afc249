//! Changing single keys and sections of a file and nothing else.
//!
//! Every change of front matter is parsed again before it is kept: if any other key would read differently,
//! or the changed one not as intended, the change is refused and the bytes stay as they were.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;
use core::ops::Range;

use serde_json::{Map, Value};

use super::emit::{inline_list, quoted, yaml_entry, yaml_string};
use super::front::Source;
use super::split::{Container, line_break, line_end, split};
use super::write::{date_text, source_pairs};
use super::{body, yaml};
use crate::time::Timestamp;

/// Why a file or a part of it is not edited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// One sentence in lower case without a full stop.
    pub reason: String,
    /// 1-based line of the file, when one is to blame.
    pub line: Option<u32>,
}

impl Refusal {
    fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), line: None }
    }
}

impl core::fmt::Display for Refusal {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

/// A file being edited. What no call touches stays byte for byte as it was.
#[derive(Debug, Clone)]
pub struct Editor {
    container: Container,
    bytes: Vec<u8>,
}

impl Editor {
    /// Opens a file for editing; refused when its front matter is missing or broken, when it holds an unresolved
    /// merge, or when it is JSON.
    pub fn open(path: &str, bytes: &[u8]) -> Result<Self, Refusal> {
        let container = Container::of(path);
        if container == Container::Json {
            return Err(Refusal::new("JSON entries are read but not edited"));
        }
        let outcome = super::read(path, bytes);
        match outcome.value.state {
            super::FrontState::Missing => return Err(Refusal::new("the file has no front matter")),
            super::FrontState::Broken => {
                let first = outcome.diagnostics.into_iter().next();
                return Err(Refusal {
                    reason: "the front matter cannot be parsed".to_string(),
                    line: first.and_then(|diagnostic| diagnostic.line),
                });
            }
            super::FrontState::Parsed => {}
        }
        if let Some(&line) = body::conflict_markers(&String::from_utf8_lossy(bytes)).first() {
            return Err(Refusal {
                reason: "the file holds an unresolved merge conflict".to_string(),
                line: Some(line),
            });
        }
        Ok(Self { container, bytes: bytes.to_vec() })
    }

    /// The file as it is now.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Ends the editing.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }

    /// Sets a key to a text.
    pub fn set_text(&mut self, key: &str, text: &str) -> Result<(), Refusal> {
        self.set(key, &yaml_string(text), &Value::from(text))
    }

    /// Sets a key to a day, or to a time when it is not midnight.
    pub fn set_date(&mut self, key: &str, time: Timestamp) -> Result<(), Refusal> {
        let text = date_text(time);
        self.set(key, &text, &Value::from(text.as_str()))
    }

    /// Whether a key stands in the front matter.
    pub fn has(&self, key: &str) -> Result<bool, Refusal> {
        Ok(self.map()?.contains_key(key))
    }

    /// Sets a key to a number.
    pub fn set_count(&mut self, key: &str, count: u32) -> Result<(), Refusal> {
        self.set(key, &count.to_string(), &Value::from(count))
    }

    /// Sets a key to a list, whatever it held; refused when comments stand inside the old value.
    pub fn set_list(&mut self, key: &str, items: &[String]) -> Result<(), Refusal> {
        let value = Value::from(items.to_vec());
        if self.map()?.get(key) == Some(&value) {
            return Ok(());
        }
        let lines = if items.is_empty() { format!("{key}: []\n") } else { yaml_entry(key, &value) };
        match self.find(key)? {
            None => self.insert_lines(key, &lines, &value),
            Some(place) => {
                let old = self.text(&place.extent)?;
                if old.contains(" #") || old.lines().any(|line| line.trim_start().starts_with('#')) {
                    return Err(Refusal::new(format!("`{key}` holds comments that would be lost")));
                }
                self.replace(key, place.extent, &lines, &value)
            }
        }
    }

    /// Adds a text to the list under a key, in the list's own style; nothing happens when it is there already.
    pub fn append(&mut self, key: &str, item: &str) -> Result<(), Refusal> {
        let flow = inline_list([item]);
        let flow = flow.trim_start_matches('[').trim_end_matches(']');
        // Brackets belong to the item only when it was quoted.
        let flow = if flow.len() == item.len() || flow.starts_with('"') { flow.to_string() } else { quoted(item) };
        self.append_item(key, &[yaml_string(item)], &flow, Value::from(item))
    }

    /// Adds a source to `sources`; nothing happens when the same source is there already.
    pub fn append_source(&mut self, source: &Source) -> Result<(), Refusal> {
        let pairs = source_pairs(source);
        if pairs.is_empty() {
            return Ok(());
        }
        let lines: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}: {value}")).collect();
        let flow = format!("{{{}}}", lines.join(", "));
        let item = yaml::parse_map(&lines.join("\n")).map_err(|error| Refusal::new(error.message))?;
        self.append_item("sources", &lines, &flow, Value::Object(item))
    }

    /// The body as text; refused when it is not UTF-8.
    pub fn body(&self) -> Result<&str, Refusal> {
        let range = split(self.container, &self.bytes).body;
        core::str::from_utf8(&self.bytes[range]).map_err(|_| Refusal::new("the body is not UTF-8"))
    }

    /// Replaces the whole body.
    pub fn replace_body(&mut self, text: &str) -> Result<(), Refusal> {
        let old = self.body()?.len();
        self.splice_body(0..old, text)
    }

    /// Sets the text of a `## heading` section. A new section goes to the end, before `## Related`.
    pub fn set_section(&mut self, heading: &str, text: &str) -> Result<(), Refusal> {
        let body = self.body()?;
        let text = text.trim();
        let Some(range) = body::section(body, heading) else { return self.add_section(heading, text) };
        let heading_end = line_end(body.as_bytes(), range.start);
        let is_last = range.end == body.len();
        let lead = if heading_end == range.start || !body[..heading_end].ends_with('\n') { "\n\n" } else { "\n" };
        let tail = if is_last { "\n" } else { "\n\n" };
        self.splice_body(heading_end..range.end, &format!("{lead}{text}{tail}"))
    }

    /// Adds text at the end of a section, making the section when it is not there.
    pub fn append_to_section(&mut self, heading: &str, text: &str) -> Result<(), Refusal> {
        let body = self.body()?;
        let text = text.trim_matches('\n');
        let Some(range) = body::section(body, heading) else { return self.add_section(heading, text) };
        let end = range.start + body[range.clone()].trim_end().len();
        let last_line = body[range.start..end].lines().last().unwrap_or("").trim_start();
        // A list goes on; anything else starts a paragraph of its own.
        let goes_on = last_line.starts_with("- ") && text.starts_with("- ");
        let lead = if goes_on { "\n" } else { "\n\n" };
        let tail = if end == body.len() { "\n" } else { "" };
        self.splice_body(end..end, &format!("{lead}{text}{tail}"))
    }

    /// Removes a section with its heading; nothing happens when it is not there.
    pub fn remove_section(&mut self, heading: &str) -> Result<(), Refusal> {
        match body::section(self.body()?, heading) {
            Some(range) => self.splice_body(range, ""),
            None => Ok(()),
        }
    }

    fn add_section(&mut self, heading: &str, text: &str) -> Result<(), Refusal> {
        let body = self.body()?;
        let related = if heading.eq_ignore_ascii_case("related") { None } else { body::section(body, "Related") };
        if let Some(range) = related {
            return self.splice_body(range.start..range.start, &format!("## {heading}\n\n{text}\n\n"));
        }
        let lead = match body.trim_end_matches(['\r', '\n']).len() {
            0 => "\n",
            kept if kept == body.len() => "\n\n",
            _ if body.ends_with("\n\n") || body.ends_with("\n\r\n") => "",
            _ => "\n",
        };
        let lead = if body.is_empty() || !body.trim().is_empty() { lead } else { "" };
        let end = body.len();
        self.splice_body(end..end, &format!("{lead}## {heading}\n\n{text}\n"))
    }

    fn splice_body(&mut self, range: Range<usize>, text: &str) -> Result<(), Refusal> {
        if self.container != Container::Markdown {
            return Err(Refusal::new("the file has no Markdown body"));
        }
        let start = split(self.container, &self.bytes).body.start;
        let text = self.in_file_line_breaks(text);
        self.bytes.splice(start + range.start..start + range.end, text.bytes());
        Ok(())
    }

    fn in_file_line_breaks(&self, text: &str) -> String {
        match line_break(&self.bytes) {
            "\r\n" => text.replace("\r\n", "\n").replace('\n', "\r\n"),
            _ => text.to_string(),
        }
    }

    fn set(&mut self, key: &str, raw: &str, value: &Value) -> Result<(), Refusal> {
        if self.map()?.get(key) == Some(value) {
            return Ok(());
        }
        let Some(place) = self.find(key)? else { return self.insert_lines(key, &format!("{key}: {raw}\n"), value) };
        let scalar = self.scalar(key, &place)?;
        let old = self.text(&scalar)?;
        let raw = match old.as_bytes().first() {
            None => format!(" {raw}"),
            Some(b'"') if value.is_string() && !raw.starts_with('"') => format!("\"{raw}\""),
            Some(b'\'') if value.is_string() && !raw.contains(['"', '\'']) => format!("'{raw}'"),
            _ => raw.to_string(),
        };
        self.replace(key, scalar, &raw, value)
    }

    fn append_item(&mut self, key: &str, lines: &[String], flow: &str, item: Value) -> Result<(), Refusal> {
        let mut list = match self.map()?.get(key) {
            Some(Value::Array(items)) => items.clone(),
            None | Some(Value::Null) => Vec::new(),
            Some(single) => alloc::vec![single.clone()],
        };
        if list.contains(&item) {
            return Ok(());
        }
        list.push(item);
        let expected = Value::Array(list);
        let Some(place) = self.find(key)? else {
            return self.insert_lines(key, &format!("{key}:\n{}", block_item(2, lines)), &expected);
        };
        let after_key = self.text(&(place.value_start..place.extent.end))?;
        let first_line = after_key.lines().next().unwrap_or("").trim();
        if first_line.is_empty() || first_line.starts_with('#') {
            let indent = after_key
                .lines()
                .skip(1)
                .find(|line| line.trim_start().starts_with('-'))
                .map_or(2, |line| line.len() - line.trim_start().len());
            let at = place.extent.end;
            let lead = if self.bytes[..at].ends_with(b"\n") { "" } else { "\n" };
            return self.replace(key, at..at, &format!("{lead}{}", block_item(indent, lines)), &expected);
        }
        let scalar = self.value_on_line(key, &place)?;
        let old = self.text(&scalar)?;
        let raw = match old.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            Some(inside) if inside.trim().is_empty() => format!("[{flow}]"),
            Some(inside) if inside.trim_end().ends_with(',') => format!("[{inside}{flow}]"),
            Some(inside) => format!("[{inside}, {flow}]"),
            None => format!("[{old}, {flow}]"),
        };
        self.replace(key, scalar, &raw, &expected)
    }

    /// The parsed front matter as it is now.
    fn map(&self) -> Result<Map<String, Value>, Refusal> {
        parse(self.container, &self.bytes)
    }

    fn text(&self, range: &Range<usize>) -> Result<&str, Refusal> {
        let bytes = self.bytes.get(range.clone()).unwrap_or_default();
        core::str::from_utf8(bytes).map_err(|_| Refusal::new("the front matter is not UTF-8"))
    }

    /// The lines of a top-level key; `None` when the key is not there.
    fn find(&self, key: &str) -> Result<Option<Place>, Refusal> {
        let range = split(self.container, &self.bytes).front.unwrap_or_default();
        let front = self.text(&range)?;
        let mut at = 0;
        while at < front.len() {
            let next = line_end(front.as_bytes(), at);
            if let Some(colon) = key_at(&front[at..next], key) {
                let mut end = next;
                let mut last = next;
                while end < front.len() {
                    let after = line_end(front.as_bytes(), end);
                    let line = front[end..after].trim_end();
                    let belongs = line.starts_with([' ', '\t']) || line == "-" || line.starts_with("- ");
                    if !belongs && !line.is_empty() && !line.starts_with('#') {
                        break;
                    }
                    end = after;
                    if belongs && !line.trim().is_empty() && !line.trim_start().starts_with('#') {
                        last = after;
                    }
                }
                let base = range.start;
                return Ok(Some(Place {
                    extent: base + at..base + last,
                    value_start: base + at + colon + 1,
                    line_end: base + next,
                }));
            }
            at = next;
        }
        if self.map()?.contains_key(key) {
            return Err(Refusal::new(format!("`{key}` does not stand on a line of its own")));
        }
        Ok(None)
    }

    /// The value behind a key when it stands on the key's line, without spaces and comment around it.
    fn value_on_line(&self, key: &str, place: &Place) -> Result<Range<usize>, Refusal> {
        if place.extent.end != place.line_end {
            return Err(Refusal::new(format!("the value of `{key}` spans several lines")));
        }
        let line = self.text(&(place.value_start..place.line_end))?;
        let lead = line.len() - line.trim_start().len();
        let value = line.trim();
        if value.is_empty() || value.starts_with('#') {
            return Ok(place.value_start..place.value_start);
        }
        let length = match value.as_bytes()[0] {
            quote @ (b'"' | b'\'') => closing_quote(value, quote),
            _ => value.find(" #").map(|end| value[..end].trim_end().len()).or(Some(value.len())),
        };
        let length = length.ok_or_else(|| Refusal::new(format!("the quotes of `{key}` do not close on its line")))?;
        let start = place.value_start + lead;
        Ok(start..start + length)
    }

    fn scalar(&self, key: &str, place: &Place) -> Result<Range<usize>, Refusal> {
        let range = self.value_on_line(key, place)?;
        if self.text(&range)?.starts_with(['[', '{', '|', '>', '&', '*', '!']) {
            return Err(Refusal::new(format!("`{key}` does not hold a single value")));
        }
        Ok(range)
    }

    fn insert_lines(&mut self, key: &str, lines: &str, expected: &Value) -> Result<(), Refusal> {
        let end = split(self.container, &self.bytes).front.unwrap_or_default().end;
        let lead = if end == 0 || self.bytes[..end].ends_with(b"\n") || self.bytes[..end].ends_with(b"\xBF") {
            ""
        } else {
            "\n"
        };
        self.replace(key, end..end, &format!("{lead}{lines}"), expected)
    }

    /// Makes the change if, read again, it changes this key as intended and nothing else.
    fn replace(&mut self, key: &str, range: Range<usize>, text: &str, expected: &Value) -> Result<(), Refusal> {
        let mut before = self.map()?;
        let mut changed = self.bytes.clone();
        changed.splice(range, self.in_file_line_breaks(text).bytes());
        let unsafe_change = || Refusal::new(format!("`{key}` cannot be changed without touching other lines"));
        let mut after = parse(self.container, &changed).map_err(|_| unsafe_change())?;
        before.remove(key);
        if after.remove(key).as_ref() != Some(expected) || after != before {
            return Err(unsafe_change());
        }
        self.bytes = changed;
        Ok(())
    }
}

struct Place {
    /// The key's line and the lines of its value.
    extent: Range<usize>,
    /// Just behind the colon.
    value_start: usize,
    /// The end of the key's line.
    line_end: usize,
}

fn parse(container: Container, bytes: &[u8]) -> Result<Map<String, Value>, Refusal> {
    let range = split(container, bytes).front.ok_or_else(|| Refusal::new("the file has no front matter"))?;
    let text = core::str::from_utf8(&bytes[range]).map_err(|_| Refusal::new("the front matter is not UTF-8"))?;
    yaml::parse_map(text).map_err(|error| Refusal { reason: error.message, line: Some(error.line) })
}

/// The offset of the colon when `line` starts with the key, bare or in quotes.
fn key_at(line: &str, key: &str) -> Option<usize> {
    let quote = line.chars().next().filter(|c| matches!(c, '"' | '\''));
    let inner = &line[quote.map_or(0, char::len_utf8)..];
    let mut rest = inner.strip_prefix(key)?;
    if let Some(quote) = quote {
        rest = rest.strip_prefix(quote)?;
    }
    let rest = rest.trim_start_matches([' ', '\t']).strip_prefix(':')?;
    (rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n'])).then(|| line.len() - rest.len() - 1)
}

/// Length of a quoted scalar with its quotes, when it closes and only a comment follows.
fn closing_quote(value: &str, quote: u8) -> Option<usize> {
    let bytes = value.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quote == b'"' => at += 1,
            b if b == quote && quote == b'\'' && bytes.get(at + 1) == Some(&b'\'') => at += 1,
            b if b == quote => {
                let rest = value[at + 1..].trim_start();
                return (rest.is_empty() || rest.starts_with('#')).then_some(at + 1);
            }
            _ => {}
        }
        at += 1;
    }
    None
}

fn block_item(indent: usize, lines: &[String]) -> String {
    let pad = " ".repeat(indent);
    let mut out = String::new();
    for (at, line) in lines.iter().enumerate() {
        let lead = if at == 0 { "- " } else { "  " };
        _ = writeln!(out, "{pad}{lead}{line}");
    }
    out
}

#[cfg(test)]
mod tests;
