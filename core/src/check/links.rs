//! Relative links in Markdown: they must lead to a file.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::{CheckRequest, File, Findings};
use crate::article::body::prose_lines;
use crate::diagnostic::{Diagnostic, Severity};
use crate::text::is_list_entry;

/// Longer lines are data, not prose.
const MAX_LINE: usize = 20_000;

/// Links that lead out of the knowledge base, as paths relative to its root (`../src/main.rs`); sorted, each once.
/// The host looks which of them exist.
pub fn links_outside(files: &[File<'_>]) -> Vec<String> {
    let mut outside = BTreeSet::new();
    for file in files.iter().filter(|file| is_markdown(file.path)) {
        for link in links(&String::from_utf8_lossy(file.bytes)) {
            outside.extend(resolve(file.path, &link.target).filter(|path| path.starts_with("../")));
        }
    }
    outside.into_iter().collect()
}

pub(super) fn check(files: &[File<'_>], request: &CheckRequest, findings: &mut Findings) {
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for file in files {
        known.insert(file.path);
        let folders = file.path.match_indices('/').map(|(at, _)| &file.path[..at]);
        known.extend(folders);
    }
    let missing: BTreeSet<&str> = request.missing_outside.iter().flatten().map(String::as_str).collect();
    for file in files.iter().filter(|file| is_markdown(file.path)) {
        let text = String::from_utf8_lossy(file.bytes);
        for link in links(&text) {
            let Some(path) = resolve(file.path, &link.target) else { continue };
            let leads_nowhere = if path.starts_with("../") {
                missing.contains(path.as_str())
            } else {
                !path.is_empty() && !known.contains(path.as_str())
            };
            if leads_nowhere {
                let diagnostic = Diagnostic {
                    severity: Severity::Error,
                    code: "check/broken-link".into(),
                    message: format!("the link to `{}` leads nowhere", link.target),
                    line: Some(link.line),
                    column: Some(link.column),
                };
                findings.extend(file.path, [diagnostic]);
            }
        }
    }
}

fn is_markdown(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("md") || end.eq_ignore_ascii_case("markdown"))
}

struct Link {
    target: String,
    line: u32,
    column: u32,
}

/// Targets of inline links and images, and of link definitions, outside code and comments.
fn links(text: &str) -> Vec<Link> {
    let mut found = Vec::new();
    for block in blocks(text) {
        let text = &text[block.range];
        let prose = without_code(text);
        // Places are counted on from the last one.
        let (mut counted, mut line, mut column) = (0, block.line, 1);
        let mut add = |at: usize, target: &str| {
            for c in prose[counted..at].chars() {
                (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
            }
            counted = at;
            found.push(Link { target: target.to_string(), line, column });
        };
        let mut at = 0;
        for (line, prose_line) in text.split_inclusive('\n').zip(prose.split_inclusive('\n')) {
            // A label may be code.
            match definition(line) {
                Some(target) => add(at, target),
                None if line.trim_start().starts_with("[^") => {}
                None => break,
            }
            at += prose_line.len();
        }
        let bytes = prose.as_bytes();
        let last_close = prose.rfind([')', '>']).unwrap_or(0);
        let mut open_brackets = 0_u32;
        while let Some(next) =
            bytes.get(at..last_close).and_then(|rest| rest.iter().position(|byte| matches!(byte, b'[' | b']' | b'\\')))
        {
            at += next + 1;
            match bytes[at - 1] {
                b'\\' => at += 1,
                b'[' => open_brackets += 1,
                _ if open_brackets == 0 => {}
                _ => {
                    open_brackets -= 1;
                    if bytes[at] == b'('
                        && let Some(target) = destination(&prose[at + 1..])
                    {
                        add(at + 1, target);
                        at += 1 + target.len();
                    }
                }
            }
        }
    }
    found
}

/// The target of a line `[label]: target "title"`.
fn definition(line: &str) -> Option<&str> {
    let inner = line.trim().strip_prefix('[').filter(|inner| !inner.starts_with('^'))?;
    let (label, rest) = inner.split_at(inner.find(['[', ']'])?);
    let rest = rest.strip_prefix("]:").filter(|_| !label.trim().is_empty())?.trim_start();
    let (target, title) = match rest.strip_prefix('<') {
        Some(inner) => inner.split_once('>')?,
        None => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
    };
    let title = title.trim();
    let is_title = [('"', '"'), ('\'', '\''), ('(', ')')]
        .iter()
        .any(|(open, close)| title.strip_prefix(*open).is_some_and(|rest| rest.ends_with(*close)));
    (title.is_empty() || is_title).then_some(target)
}

/// Lines that belong together: a code span or a link may go on from one to the next.
struct Block {
    range: Range<usize>,
    line: u32,
}

/// Splits a text into its paragraphs, headings, entries of lists and rows of tables, without code and comments.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut end, mut goes_on, mut in_list, mut in_comment) = (0, false, false, false);
    for line in prose_lines(text) {
        let trimmed = line.text.trim();
        // Code in fences is not among these lines.
        goes_on &= line.range.start == end;
        end = line.range.end;
        let is_comment = in_comment || trimmed.starts_with("<!--");
        if is_comment {
            in_comment = !trimmed.contains("-->");
        }
        let is_entry = is_list_entry(trimmed);
        let is_indented = line.text.starts_with('\t') || line.text.starts_with("    ");
        in_list = is_entry || in_list && (goes_on || trimmed.is_empty() || line.text.starts_with([' ', '\t']));
        let is_code = is_indented && !goes_on && !in_list;
        let is_rule = trimmed.trim_matches(['-', '=', '*', '_', ' ']).is_empty();
        if is_comment || is_code || is_rule || line.text.len() > MAX_LINE {
            goes_on = false;
            continue;
        }
        match blocks.last_mut() {
            Some(block) if goes_on && !is_entry && !trimmed.starts_with(['#', '>', '|']) => block.range.end = end,
            _ => blocks.push(Block { range: line.range, line: line.number }),
        }
        goes_on = !trimmed.starts_with('#');
    }
    blocks
}

/// A block with its code spans and comments blanked out, sign for sign.
fn without_code(text: &str) -> Cow<'_, str> {
    if !text.contains('`') && !text.contains("<!--") {
        return Cow::Borrowed(text);
    }
    let bytes = text.as_bytes();
    let ticks_at = |at: usize| bytes[at..].iter().take_while(|&&byte| byte == b'`').count();
    // Where the last run of so many ticks begins; what is opened behind it is never closed.
    let mut last_runs: BTreeMap<usize, usize> = BTreeMap::new();
    let mut at = 0;
    while let Some(start) = text[at..].find('`').map(|found| at + found) {
        at = start + ticks_at(start);
        last_runs.insert(at - start, start);
    }
    let last_comment = text.rfind("-->").unwrap_or(0);
    let mut out = String::with_capacity(text.len());
    let (mut copied, mut at) = (0, 0);
    while let Some(next) =
        bytes.get(at..).and_then(|rest| rest.iter().position(|byte| matches!(byte, b'`' | b'<' | b'\\')))
    {
        let start = at + next;
        let mut end = None;
        match bytes[start] {
            b'\\' => at = start + 2,
            b'<' => {
                at = start + 1;
                if start < last_comment && text[start..].starts_with("<!--") {
                    end = text[start..].find("-->").map(|found| start + found + 3);
                }
            }
            _ => {
                let ticks = ticks_at(start);
                at = start + ticks;
                if last_runs.get(&ticks).is_some_and(|&last| last > start) {
                    let mut close = at;
                    while let Some(found) = text[close..].find('`') {
                        let length = ticks_at(close + found);
                        close += found + length;
                        if length == ticks {
                            end = Some(close);
                            break;
                        }
                    }
                }
            }
        }
        if let Some(end) = end {
            out.push_str(&text[copied..start]);
            out.extend(text[start..end].chars().map(|c| if c == '\n' { c } else { ' ' }));
            (copied, at) = (end, end);
        }
    }
    out.push_str(&text[copied..]);
    Cow::Owned(out)
}

/// What stands between the round brackets of a link, without a title behind it. A bracket closes somewhere behind.
fn destination(text: &str) -> Option<&str> {
    let lead = text.len() - text.trim_start_matches(' ').len();
    let text = &text[lead..];
    if let Some(inner) = text.strip_prefix('<') {
        return inner.split_once('>').map(|(target, _)| target);
    }
    let mut depth = 0_u32;
    for (at, c) in text.char_indices().take(400) {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return Some(&text[..at]),
            ')' => depth -= 1,
            c if c.is_whitespace() => return Some(&text[..at]),
            _ => {}
        }
    }
    None
}

/// A link's target as a path relative to the root of the knowledge base; `None` for anything that is no relative path.
fn resolve(from: &str, target: &str) -> Option<String> {
    let path = target.split(['#', '?']).next().unwrap_or("");
    let scheme = path.split('/').next().is_some_and(|head| head.contains(':'));
    if path.is_empty() || path.starts_with('/') || scheme || path.contains('\\') {
        return None;
    }
    let path = percent_decoded(path);
    let mut parts: Vec<&str> = from.rsplit_once('/').map_or_else(Vec::new, |(folder, _)| folder.split('/').collect());
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| first == b'%').and_then(|hex| core::str::from_utf8(hex).ok());
        let byte = code.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        bytes.push(byte.unwrap_or(first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_string())
}
