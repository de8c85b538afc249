//! Relative links in Markdown: they must lead to a file.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{CheckRequest, File, Findings};
use crate::article::body::prose_lines;
use crate::diagnostic::{Diagnostic, Severity};

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

/// Targets of inline links and images, and of link definitions, outside code.
fn links(text: &str) -> Vec<Link> {
    let mut found = Vec::new();
    for line in prose_lines(text) {
        if line.text.len() > MAX_LINE {
            continue;
        }
        let prose = without_code(line.text);
        // Columns are counted on from the last one.
        let (mut counted, mut characters) = (0, 1);
        let mut column = |at: usize| {
            characters += prose[counted..at].chars().count();
            counted = at;
            u32::try_from(characters).unwrap_or(u32::MAX)
        };
        let mut at = 0;
        let last_close = prose.rfind([')', '>']).unwrap_or(0);
        while let Some(open) = prose[at..].find("](").map(|found| at + found + 2).filter(|&open| open < last_close) {
            let Some(target) = destination(&prose[open..]) else {
                at = open;
                continue;
            };
            found.push(Link { target: target.to_string(), line: line.number, column: column(open) });
            at = open + target.len();
        }
        let trimmed = prose.trim_start();
        if trimmed.starts_with('[')
            && let Some(end) = trimmed.find("]:")
            && !trimmed.starts_with("[^")
        {
            let rest = &trimmed[end + 2..];
            let target = rest.split_whitespace().next().unwrap_or("").trim_matches(['<', '>']);
            found.push(Link { target: target.to_string(), line: line.number, column: 1 });
        }
    }
    found
}

/// The line with its code spans blanked out, byte for byte.
fn without_code(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(start) = rest.find('`') {
        let ticks = rest[start..].bytes().take_while(|&b| b == b'`').count();
        let after = start + ticks;
        let fence = &rest[start..after];
        let mut close = None;
        let mut from = after;
        while let Some(found) = rest[from..].find(fence) {
            let length = rest[from + found..].bytes().take_while(|&b| b == b'`').count();
            if length == ticks {
                close = Some(from + found + length);
                break;
            }
            from += found + length;
        }
        out.push_str(&rest[..start]);
        let end = close.unwrap_or(after);
        if close.is_some() {
            out.extend(rest[start..end].chars().map(|_| ' '));
        } else {
            out.push_str(fence);
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
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
