//! Values as YAML that every parser reads the same way: quoted wherever a plain scalar could be taken for
//! something else.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use serde_json::Value;

use super::plain::NOT_TEXT;

/// Widest line on which a list is written inline.
const INLINE_WIDTH: usize = 100;

/// Any JSON value as block YAML under `key`, with a line break at its end.
pub fn yaml_entry(key: &str, value: &Value) -> String {
    let mut out = String::new();
    emit_entry(&mut out, 0, key, value);
    out
}

/// The same for a list of strings, which is not empty.
pub(crate) fn emit_list(out: &mut String, key: &str, items: &[String]) {
    let key = yaml_key(key);
    let scalars: Vec<Cow<'_, str>> = items.iter().map(|item| scalar(item, true)).collect();
    let width = key.len() + 2 + scalars.iter().map(|scalar| scalar.len() + 2).sum::<usize>();
    out.push_str(&key);
    out.push(':');
    for (at, scalar) in scalars.iter().enumerate() {
        out.push_str(match (width <= INLINE_WIDTH, at) {
            (true, 0) => " [",
            (true, _) => ", ",
            (false, _) => "\n  - ",
        });
        out.push_str(scalar);
    }
    out.push_str(if width <= INLINE_WIDTH { "]\n" } else { "\n" });
}

/// A string as a YAML scalar on one line: plain where that is safe in every parser, else double-quoted.
pub fn yaml_string(text: &str) -> String {
    scalar(text, false).into_owned()
}

/// A string as a YAML key.
pub(crate) fn yaml_key(text: &str) -> String {
    scalar(text, true).into_owned()
}

/// A string as it stands in a block, or in an inline list or mapping.
fn scalar(text: &str, in_flow: bool) -> Cow<'_, str> {
    if is_plain(text, in_flow) { Cow::Borrowed(text) } else { Cow::Owned(quoted(text)) }
}

/// Strings as an inline list: `[a, "b: c"]`.
pub(crate) fn inline_list<'a>(items: impl IntoIterator<Item = &'a str>) -> String {
    let items: Vec<Cow<'_, str>> = items.into_iter().map(|item| scalar(item, true)).collect();
    format!("[{}]", items.join(", "))
}

pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Line breaks of YAML 1.1, the byte order mark, and what YAML does not take raw.
            '\u{0}'..='\u{1f}'
            | '\u{7f}'..='\u{a0}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{feff}'
            | '\u{fffe}'
            | '\u{ffff}' => {
                _ = write!(out, "\\u{:04x}", c as u32);
            }
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Whether a string needs no quotes, whatever YAML version the reader speaks.
fn is_plain(text: &str, in_flow: bool) -> bool {
    let Some(first) = text.chars().next() else { return false };
    if !(first.is_alphanumeric() || first == '/' || first == '_') || text.ends_with([' ', ':']) {
        return false;
    }
    let is_safe = |c: char| {
        c.is_alphanumeric()
            || matches!(
                c,
                ' ' | '_' | '-' | '.' | '/' | '(' | ')' | '+' | '@' | '=' | ';' | '\'' | '—' | '–' | '’' | '“' | '”'
            )
            || (!in_flow && matches!(c, ',' | ':' | '?' | '!' | '&' | '*' | '~' | '$' | '^' | '<' | '>'))
    };
    if !text.chars().all(is_safe) || text.contains(": ") || text.len() > 500 {
        return false;
    }
    if NOT_TEXT.iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return false;
    }
    // Numbers, dates and times of any notation are made of these characters only.
    let number_like = text.chars().all(|c| {
        c.is_ascii_hexdigit()
            || matches!(c, 'x' | 'X' | 'o' | 'O' | '_' | '+' | '-' | '.' | ':' | ' ' | 'T' | 't' | 'Z' | 'z')
    });
    !(number_like && first.is_ascii_digit())
}

fn emit_entry(out: &mut String, indent: usize, key: &str, value: &Value) {
    let pad = " ".repeat(indent);
    let key = yaml_key(key);
    _ = write!(out, "{pad}{key}:");
    emit_value(out, indent, pad.len() + key.len() + 2, value);
}

/// What follows `key:` or `-`, up to and with the line break.
fn emit_value(out: &mut String, indent: usize, column: usize, value: &Value) {
    match value {
        Value::Array(items) if !items.is_empty() => {
            let scalars: Option<Vec<String>> = items.iter().map(flow_scalar).collect();
            if let Some(scalars) = scalars {
                let line = scalars.join(", ");
                if column + line.len() + 2 <= INLINE_WIDTH {
                    _ = writeln!(out, " [{line}]");
                    return;
                }
            }
            out.push('\n');
            for item in items {
                emit_item(out, indent + 2, item);
            }
        }
        Value::Object(map) if !map.is_empty() => {
            out.push('\n');
            for (key, value) in map {
                emit_entry(out, indent + 2, key, value);
            }
        }
        scalar => _ = writeln!(out, " {}", scalar_text(scalar)),
    }
}

fn emit_item(out: &mut String, indent: usize, item: &Value) {
    let mut inner = String::new();
    match item {
        Value::Object(map) if !map.is_empty() => {
            for (key, value) in map {
                emit_entry(&mut inner, indent + 2, key, value);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                emit_item(&mut inner, indent + 2, item);
            }
        }
        scalar => inner = format!("{}{}\n", " ".repeat(indent + 2), scalar_text(scalar)),
    }
    // The item's first line takes the dash in place of two spaces of its indentation.
    out.push_str(&" ".repeat(indent));
    out.push_str("- ");
    out.push_str(inner.get(indent + 2..).unwrap_or_default());
}

/// A scalar as it stands inside an inline list or mapping; `None` for what is no scalar.
pub(crate) fn flow_scalar(value: &Value) -> Option<String> {
    match value {
        Value::Array(_) | Value::Object(_) => None,
        Value::String(text) if is_plain(text, true) => Some(text.clone()),
        other => Some(scalar_text(other)),
    }
}

fn scalar_text(value: &Value) -> String {
    match value {
        Value::Null => "null".to_string(),
        Value::String(text) if is_plain(text, true) => text.clone(),
        Value::String(text) => quoted(text),
        Value::Array(_) => "[]".to_string(),
        Value::Object(_) => "{}".to_string(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}
