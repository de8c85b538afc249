//! Codes and words that let somebody in again: `Recovery codes: …`, `seed phrase: …`.

use alloc::vec::Vec;

use super::judge;
use super::scan::Span;
use super::value::{is_placeholder, is_uuid};

/// What they are called.
pub(super) const NAMES: &[&str] = &[
    "recovery code",
    "recovery-code",
    "backup code",
    "backup-code",
    "rescue code",
    "scratch code",
    "emergency code",
    "recovery key",
    "seed phrase",
    "seed words",
    "recovery phrase",
    "secret phrase",
    "wallet phrase",
];

/// Words of the shortest phrase that opens a wallet.
const PHRASE: usize = 12;
/// How far a list is read.
const LIST: usize = 64 * 1024;

/// Adds the codes or the phrase behind the name; returns how far was read.
pub(super) fn read(text: &[u8], name: (usize, usize), spans: &mut Vec<Span>) -> usize {
    let line = line_at(text, name.1);
    let joined = behind_join(line);
    let next = text.len().min(name.1 + line.len() + 1);
    let called = &text[name.0..name.1];
    let is_phrase = called.ends_with(b"phrase") || called.ends_with(b"words");
    for at in [joined.map(|joined| name.1 + joined), Some(next)].into_iter().flatten() {
        let read = if is_phrase { phrase(text, at, spans) } else { codes(text, at, spans) };
        if read > at {
            return read;
        }
    }
    name.1
}

/// Adds the codes that follow one another from `at` on.
fn codes(text: &[u8], at: usize, spans: &mut Vec<Span>) -> usize {
    let limit = text.len().min(at + LIST);
    let mut at = at;
    let mut read = at;
    while at < limit {
        let start = at + text[at..limit].iter().take_while(|byte| is_between(**byte)).count();
        let mut end = start + code_length(&text[start..limit]);
        // `1.` numbers the list.
        if end - start <= 2 && end > start && text.get(end).is_some_and(|byte| matches!(byte, b'.' | b')' | b':')) {
            at = end + 1;
            continue;
        }
        // `4821 9037`: one code in two groups.
        let is_group = |group: &[u8]| group.len() == 4 && group.iter().all(u8::is_ascii_digit);
        if is_group(&text[start..end]) && text.get(end) == Some(&b' ') {
            let second = end + 1 + code_length(&text[end + 1..limit]);
            end = if is_group(&text[end + 1..second]) { second } else { end };
        }
        if !is_code(&text[start..end]) {
            break;
        }
        spans.push(Span { start, end, kind: "" });
        at = end;
        read = end;
    }
    read
}

fn code_length(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count()
}

/// Adds the words of a phrase that begin at `at`, a line of them or a numbered list.
fn phrase(text: &[u8], at: usize, spans: &mut Vec<Span>) -> usize {
    if let Some((start, end)) = judge::phrase(text, at, PHRASE) {
        spans.push(Span { start, end, kind: "" });
        return end;
    }
    let limit = text.len().min(at + LIST / 4);
    let (mut count, mut end, mut cursor) = (0, at, at);
    while cursor < limit {
        let gap = text[cursor..limit].iter().take_while(|byte| !byte.is_ascii_alphabetic()).count();
        let is_number =
            text[cursor..cursor + gap].iter().all(|byte| byte.is_ascii_digit() || is_between(*byte) || *byte == b'.');
        let word = cursor + gap;
        let length = text[word..limit].iter().take_while(|byte| byte.is_ascii_lowercase()).count();
        if !is_number || !(3..=8).contains(&length) {
            break;
        }
        count += 1;
        cursor = word + length;
        end = cursor;
    }
    if count < PHRASE {
        return at;
    }
    spans.push(Span { start: at, end, kind: "" });
    end
}

fn line_at(text: &[u8], at: usize) -> &[u8] {
    let rest = &text[at..text.len().min(at + 200)];
    &rest[..rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len())]
}

/// Where a list begins in the rest of the line: behind a colon, "is" or "are".
fn behind_join(line: &[u8]) -> Option<usize> {
    let plural = line.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let rest = &line[plural..];
    let joins = [&b" is "[..], b" are ", b" was ", b" ist ", b" lauten "];
    let word = joins.into_iter().find(|join| rest.starts_with(join)).map(<[u8]>::len);
    let joined = word.or_else(|| rest.iter().position(|byte| matches!(byte, b':' | b'=')).map(|colon| colon + 1))?;
    let marks = rest[joined..].iter().take(4).take_while(|byte| matches!(byte, b' ' | b'"' | b'`' | b'*' | b'\''));
    Some(plural + joined + marks.count())
}

fn is_between(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b',' | b';' | b'*' | b'`' | b'"' | b'\'' | b'|' | b'[' | b'(')
}

/// `8f3k-29dk`, `48210937`, `4821 9037`: short, with digits, and no date or number of another kind.
fn is_code(code: &[u8]) -> bool {
    let digits = code.iter().filter(|byte| byte.is_ascii_digit()).count();
    let letters = code.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    let is_told = letters > 0 && digits > 0 || digits >= 8;
    (6..=64).contains(&code.len()) && is_told && !is_uuid(code) && !is_placeholder(code)
}
