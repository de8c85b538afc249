//! What can still be read of front matter that is not valid YAML: its plain lines.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Map, Value};

/// Reads top-level `key: value` lines and simple lists; everything deeper is left out.
///
/// The first spelling of a key wins.
pub(crate) fn read_lines(text: &str) -> Map<String, Value> {
    let mut map = Map::new();
    let mut open_list: Option<(String, Vec<Value>)> = None;
    for line in text.lines().take(5_000) {
        let line = line.trim_end();
        let trimmed = line.trim_start();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        if let (Some((_, items)), Some(item)) = (&mut open_list, trimmed.strip_prefix("- ")) {
            items.push(scalar(item));
            continue;
        }
        if line.len() != trimmed.len() {
            continue;
        }
        close(&mut map, &mut open_list);
        let Some((key, value)) = line.split_once(':') else { continue };
        let is_name = key.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
        if key.is_empty() || !is_name || map.contains_key(key) {
            continue;
        }
        let value = value.trim();
        if value.is_empty() {
            open_list = Some((key.to_string(), Vec::new()));
        } else if let Some(inner) = value.strip_prefix('[').and_then(|rest| rest.split(']').next()) {
            let items = inner.split(',').map(scalar).filter(|item| item != "").collect();
            map.insert(key.to_string(), Value::Array(items));
        } else if !value.starts_with(['{', '|', '>', '&', '*', '!']) {
            map.insert(key.to_string(), scalar(value));
        }
    }
    close(&mut map, &mut open_list);
    map
}

fn close(map: &mut Map<String, Value>, open_list: &mut Option<(String, Vec<Value>)>) {
    if let Some((key, items)) = open_list.take()
        && !items.is_empty()
    {
        map.insert(key, Value::Array(items));
    }
}

/// A scalar without its quotes, or without the comment behind it.
fn scalar(text: &str) -> Value {
    let text = text.trim();
    for quote in ['"', '\''] {
        if let Some((inside, _)) = text.strip_prefix(quote).and_then(|rest| rest.split_once(quote)) {
            return Value::from(inside.trim());
        }
    }
    Value::from(text.split(" #").next().unwrap_or(text).trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn keeps_what_plain_lines_say() {
        let map = read_lines(
            "id: sig-1\r\ntags:\n  - a\n  - \"b\"\ncreated: \"2026-04-21T00:00:00Z\"\nevidence:\n  supporting:\n    - `code` first\nother: [x, 'y', ]\nid: again\nnote: plain # said so\n",
        );
        assert_eq!(
            Value::Object(map),
            json!({"id": "sig-1", "tags": ["a", "b"], "created": "2026-04-21T00:00:00Z", "evidence": ["`code` first"], "other": ["x", "y"], "note": "plain"})
        );
    }
}
