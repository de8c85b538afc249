//! New files: our own keys as YAML that every parser reads the same way, in an order that never changes.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use serde_json::{Map, Value};

use super::emit::emit_list;
pub use super::emit::{yaml_entry, yaml_string};
use super::front::{FrontMatter, Source};
use crate::model::Kind;
use crate::text::one_line;
use crate::time::Timestamp;

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
        yaml.text("polarity", front.polarity.as_deref());
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

/// Writes an entry of the `.claude/knowledge` layout, which is all YAML: what it states stands under `content`.
pub fn render_claude(front: &FrontMatter, content: &Map<String, Value>) -> String {
    let mut yaml = Yaml { quote_dates: true, ..Yaml::default() };
    yaml.text("id", front.id.as_deref());
    yaml.text("type", front.kind.map(Kind::name));
    yaml.date("created_at", front.created);
    yaml.date("updated_at", front.updated);
    let mut tags = front.tags.clone();
    tags.extend(front.domains.iter().map(|domain| format!("domain:{domain}")));
    yaml.inline("tags", &tags);
    yaml.sources(&front.sources);
    if !content.is_empty() {
        yaml.out.push_str(&yaml_entry("content", &Value::Object(content.clone())));
    }
    let issues: Vec<Value> = front.related_issues.iter().map(|issue| Value::from(format!("#{issue}"))).collect();
    let relationships = serde_json::json!({
        "related_issues": issues,
        "related_entries": front.related,
        "supersedes": front.supersedes,
        "superseded_by": front.superseded_by,
    });
    yaml.out.push_str(&yaml_entry("relationships", &relationships));
    let rest = FrontMatter {
        tags: Vec::new(),
        domains: Vec::new(),
        supersedes: Vec::new(),
        superseded_by: Vec::new(),
        related_issues: Vec::new(),
        ..front.clone()
    };
    yaml.text("confidence", front.confidence.map(crate::model::Confidence::name));
    yaml.text("status", front.status.map(crate::model::Status::name));
    yaml.common(&rest);
    yaml.count("occurrences", front.occurrences);
    for (key, value) in front.extra.iter().filter(|(key, _)| *key != "content") {
        yaml.out.push_str(&yaml_entry(key, value));
    }
    yaml.out
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
    let mut out = String::with_capacity(title.len() + to_path.len() + 8);
    out.push('[');
    for (at, word) in title.split_whitespace().enumerate() {
        if at > 0 {
            out.push(' ');
        }
        push_escaped(&mut out, word, |c| match c {
            '[' => Some("\\["),
            ']' => Some("\\]"),
            _ => None,
        });
    }
    out.push_str("](");
    push_escaped(&mut out, &relative_path(from_path, to_path), |c| match c {
        ' ' => Some("%20"),
        '#' => Some("%23"),
        '%' => Some("%25"),
        '(' => Some("%28"),
        ')' => Some("%29"),
        '?' => Some("%3F"),
        _ => None,
    });
    out.push(')');
    out
}

fn push_escaped(out: &mut String, text: &str, escape: impl Fn(char) -> Option<&'static str>) {
    for c in text.chars() {
        match escape(c) {
            Some(escaped) => out.push_str(escaped),
            None => out.push(c),
        }
    }
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
        value_as_markdown(&mut out, value);
        out.push('\n');
    }
    out
}

fn value_as_markdown(out: &mut String, value: &Value) {
    match value {
        Value::Null => {}
        Value::String(text) => _ = writeln!(out, "{text}"),
        Value::Bool(_) | Value::Number(_) => _ = writeln!(out, "{value}"),
        Value::Array(items) => {
            for item in items {
                let mut inner = String::new();
                value_as_markdown(&mut inner, item);
                _ = writeln!(out, "- {}", inner.trim_end().replace('\n', "\n  "));
            }
        }
        Value::Object(map) => {
            for (key, value) in map {
                let mut inner = String::new();
                value_as_markdown(&mut inner, value);
                let joint = if matches!(value, Value::Array(_) | Value::Object(_)) { '\n' } else { ' ' };
                _ = writeln!(out, "**{}**:{joint}{}", key.replace('_', " "), inner.trim_end());
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
            emit_list(&mut self.out, key, items);
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
            self.out.push_str(&yaml_entry("related_issues", &Value::from(front.related_issues.clone())));
        }
        self.text("durability", front.durability.as_deref());
        self.text("pattern_type", front.pattern_type.as_deref());
        self.text("project", front.project.as_deref());
        self.text("outcome", front.outcome.as_deref());
        self.text("category", front.category.as_deref());
    }

    fn finish(mut self, front: &FrontMatter, body: &str) -> String {
        for (key, value) in &front.extra {
            self.out.push_str(&yaml_entry(key, value));
        }
        let body = body.trim_matches('\n');
        if body.is_empty() { format!("---\n{}---\n", self.out) } else { format!("---\n{}---\n\n{body}\n", self.out) }
    }
}

#[cfg(test)]
mod tests;
