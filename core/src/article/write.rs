//! New files: our own keys as YAML that every parser reads the same way, in an order that never changes.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use serde_json::{Map, Value};

use super::front::{FrontMatter, Source};
use crate::model::Kind;
use crate::time::Timestamp;

/// Widest line on which a list is written inline.
const INLINE_WIDTH: usize = 100;

/// Writes an article of the default layout: front matter, a blank line, the body.
pub fn render(front: &FrontMatter, body: &str) -> String {
    let mut yaml = Yaml::default();
    yaml.text("id", front.id.as_deref());
    yaml.text("kind", front.kind.map(Kind::name));
    yaml.text("topic", front.topic.as_deref());
    yaml.text("title", front.title.as_deref());
    yaml.date("created", front.created);
    yaml.date("updated", front.updated);
    yaml.sources(&front.sources);
    yaml.text("confidence", front.confidence.map(crate::model::Confidence::name));
    yaml.text("status", front.status.map(crate::model::Status::name));
    yaml.common(front);
    yaml.list("related", &front.related);
    yaml.count("occurrences", front.occurrences);
    yaml.text("severity", front.severity.as_deref());
    yaml.text("signal_type", front.signal_type.as_deref());
    yaml.text("polarity", front.polarity.as_deref());
    yaml.text("lifecycle_state", front.lifecycle.as_deref());
    yaml.finish(front, body)
}

/// Writes an entry of the GSD layout: `type` instead of `kind`, ISO times in quotes, that layout's key order.
pub fn render_gsd(front: &FrontMatter, body: &str) -> String {
    let mut yaml = Yaml { quote_dates: true, ..Yaml::default() };
    yaml.text("id", front.id.as_deref());
    yaml.text("type", front.kind.map(Kind::name));
    yaml.text("project", front.project.as_deref());
    yaml.inline("tags", &front.tags);
    yaml.date("created", front.created);
    yaml.date("updated", front.updated);
    yaml.text("durability", front.durability.as_deref());
    let status = front.status.map(|status| match status {
        crate::model::Status::Current => "active",
        other => other.name(),
    });
    yaml.text("status", status);
    yaml.text("severity", front.severity.as_deref());
    yaml.text("signal_type", front.signal_type.as_deref());
    if front.kind == Some(Kind::Signal) {
        let category = front.polarity.as_deref().filter(|&polarity| polarity != "neutral");
        yaml.text("signal_category", category);
        yaml.text("polarity", front.polarity.as_deref());
        yaml.count("occurrence_count", front.occurrences);
        yaml.inline("related_signals", &front.related);
    } else {
        yaml.list("related", &front.related);
        yaml.count("occurrences", front.occurrences);
    }
    yaml.text("lifecycle_state", front.lifecycle.as_deref());
    yaml.text("confidence", front.confidence.map(crate::model::Confidence::name));
    yaml.sources(&front.sources);
    let rest = FrontMatter { tags: Vec::new(), project: None, durability: None, ..front.clone() };
    yaml.common(&rest);
    yaml.finish(front, body)
}

/// Writes the Markdown of an article: title, then sections, empty ones left out.
pub fn render_body(title: &str, sections: &[(&str, &str)]) -> String {
    let mut out = format!("# {}\n", one_line(title));
    for (heading, text) in sections {
        let text = text.trim();
        if !text.is_empty() {
            _ = writeln!(out, "\n## {heading}\n\n{text}");
        }
    }
    out
}

/// A relative Markdown link from one article to another: `[Title](../topic/file.md)`.
pub fn link(from_path: &str, to_path: &str, title: &str) -> String {
    let escaped: String = one_line(title).replace('[', "\\[").replace(']', "\\]");
    let target: String = relative_path(from_path, to_path).replace(' ', "%20").replace('(', "%28").replace(')', "%29");
    format!("[{escaped}]({target})")
}

/// The path of `to` as seen from the folder of `from`.
pub fn relative_path(from: &str, to: &str) -> String {
    let from: Vec<&str> = from.rsplit_once('/').map_or_else(Vec::new, |(folder, _)| folder.split('/').collect());
    let to: Vec<&str> = to.split('/').collect();
    let shared = from.iter().zip(&to[..to.len() - 1]).take_while(|(a, b)| a == b).count();
    let mut parts: Vec<&str> = from[shared..].iter().map(|_| "..").collect();
    parts.extend(&to[shared..]);
    parts.join("/")
}

/// Any JSON value as block YAML under `key`, with a line break at its end.
pub fn yaml_entry(key: &str, value: &Value) -> String {
    let mut out = String::new();
    emit_entry(&mut out, 0, key, value);
    out
}

/// A string as a YAML scalar on one line: plain where that is safe in every parser, else double-quoted.
pub fn yaml_string(text: &str) -> String {
    if is_plain(text, false) { text.to_string() } else { quoted(text) }
}

/// A string as a YAML key.
pub(crate) fn yaml_key(text: &str) -> String {
    if is_plain(text, true) { text.to_string() } else { quoted(text) }
}

/// The content of an entry that is all YAML, as Markdown that can be searched and shown.
pub(crate) fn content_as_markdown(content: &Map<String, Value>) -> String {
    let mut out = String::new();
    for (key, value) in content {
        if matches!(value, Value::Null) {
            continue;
        }
        let heading = key.replace('_', " ");
        let mut letters = heading.chars();
        let heading: String = letters.next().map(|c| c.to_uppercase().chain(letters).collect()).unwrap_or_default();
        _ = writeln!(out, "## {heading}\n");
        value_as_markdown(&mut out, value, 0);
        out.push('\n');
    }
    out
}

fn value_as_markdown(out: &mut String, value: &Value, depth: usize) {
    let indent = "  ".repeat(depth);
    match value {
        Value::Null => {}
        Value::String(text) => _ = writeln!(out, "{indent}{text}"),
        Value::Bool(_) | Value::Number(_) => _ = writeln!(out, "{indent}{value}"),
        Value::Array(items) => {
            for item in items {
                let mut inner = String::new();
                value_as_markdown(&mut inner, item, 0);
                _ = writeln!(out, "{indent}- {}", inner.trim_end().replace('\n', &format!("\n{indent}  ")));
            }
        }
        Value::Object(map) => {
            for (key, value) in map {
                let mut inner = String::new();
                value_as_markdown(&mut inner, value, 0);
                let joint = if matches!(value, Value::Array(_) | Value::Object(_)) { '\n' } else { ' ' };
                _ = writeln!(out, "{indent}**{}**:{joint}{}", key.replace('_', " "), inner.trim_end());
            }
        }
    }
}

/// One source as the lines of a block list item without their indentation, or as a flow mapping.
pub(crate) fn source_pairs(source: &Source) -> Vec<(&'static str, String)> {
    let mut pairs = Vec::new();
    pairs.extend(source.issue.map(|issue| ("issue", issue.to_string())));
    pairs.extend(source.session.as_deref().map(|session| ("session", yaml_string(session))));
    pairs.extend(source.line.map(|line| ("line", line.to_string())));
    pairs.extend(source.date.map(|date| ("date", date_text(date))));
    pairs.extend(source.reference.as_deref().map(|reference| ("ref", yaml_string(reference))));
    pairs
}

/// `2026-02-20` for a whole day, else the full time.
pub fn date_text(time: Timestamp) -> String {
    let day = time.date();
    if day.midnight() == time { day.to_iso() } else { time.to_iso() }
}

/// Strings as an inline list: `[a, "b: c"]`.
pub(crate) fn inline_list(items: &[String]) -> String {
    let items: Vec<String> =
        items.iter().map(|item| if is_plain(item, true) { item.clone() } else { quoted(item) }).collect();
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
    let reserved = ["true", "false", "yes", "no", "on", "off", "null", "y", "n", "nan", "inf"];
    if reserved.iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return false;
    }
    // Numbers, dates and times of any notation are made of these characters only.
    let number_like = text.chars().all(|c| {
        c.is_ascii_hexdigit()
            || matches!(c, 'x' | 'X' | 'o' | 'O' | '_' | '+' | '-' | '.' | ':' | ' ' | 'T' | 't' | 'Z' | 'z')
    });
    !(number_like && first.is_ascii_digit())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[derive(Default)]
struct Yaml {
    out: String,
    quote_dates: bool,
}

impl Yaml {
    fn text(&mut self, key: &str, value: Option<&str>) {
        if let Some(value) = value {
            _ = writeln!(self.out, "{key}: {}", yaml_string(value));
        }
    }

    fn count(&mut self, key: &str, value: Option<u32>) {
        if let Some(value) = value {
            _ = writeln!(self.out, "{key}: {value}");
        }
    }

    fn date(&mut self, key: &str, value: Option<Timestamp>) {
        let Some(time) = value else { return };
        let text = if self.quote_dates { format!("\"{}\"", time.to_iso()) } else { date_text(time) };
        _ = writeln!(self.out, "{key}: {text}");
    }

    fn list(&mut self, key: &str, items: &[String]) {
        if !items.is_empty() {
            emit_entry(&mut self.out, 0, key, &Value::from(items.to_vec()));
        }
    }

    /// A list that is written even when empty.
    fn inline(&mut self, key: &str, items: &[String]) {
        if items.is_empty() {
            _ = writeln!(self.out, "{key}: []");
        } else {
            self.list(key, items);
        }
    }

    fn sources(&mut self, sources: &[Source]) {
        if sources.is_empty() {
            return;
        }
        self.out.push_str("sources:\n");
        for source in sources {
            for (at, (key, value)) in source_pairs(source).into_iter().enumerate() {
                let lead = if at == 0 { "  - " } else { "    " };
                _ = writeln!(self.out, "{lead}{key}: {value}");
            }
        }
    }

    /// The keys that every layout shares.
    fn common(&mut self, front: &FrontMatter) {
        self.list("keywords", &front.keywords);
        self.list("tags", &front.tags);
        match front.domains.as_slice() {
            [one] => self.text("domain", Some(one)),
            many => self.list("domain", many),
        }
        self.list("files", &front.files);
        self.text("curated_by", front.curated_by.map(super::front::CuratedBy::name));
        self.date("last_auto_curated", front.last_auto_curated);
        self.list("depends_on", &front.depends_on);
        self.list("supersedes", &front.supersedes);
        self.list("superseded_by", &front.superseded_by);
        if !front.related_issues.is_empty() {
            emit_entry(&mut self.out, 0, "related_issues", &Value::from(front.related_issues.clone()));
        }
        self.text("durability", front.durability.as_deref());
        self.text("pattern_type", front.pattern_type.as_deref());
        self.text("project", front.project.as_deref());
        self.text("outcome", front.outcome.as_deref());
        self.text("category", front.category.as_deref());
    }

    fn finish(mut self, front: &FrontMatter, body: &str) -> String {
        for (key, value) in &front.extra {
            emit_entry(&mut self.out, 0, key, value);
        }
        let body = body.trim_matches('\n');
        if body.is_empty() { format!("---\n{}---\n", self.out) } else { format!("---\n{}---\n\n{body}\n", self.out) }
    }
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
            let sorted: BTreeMap<_, _> = map.iter().collect();
            for (key, value) in sorted {
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

fn flow_scalar(value: &Value) -> Option<String> {
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

#[cfg(test)]
mod tests;
