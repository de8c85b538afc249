//! Entries of the knowledge base as files: read tolerantly, written by changing only what is ours.
//!
//! [`read()`] never fails: a file whose front matter cannot be parsed still yields its text, its title and
//! whatever plain lines say, marked [`FrontState::Broken`] so that no machine edits it. [`Editor`] changes
//! single keys and sections and leaves every other byte as it was; [`write`] makes new files.

pub mod body;
mod edit;
pub(crate) mod emit;
mod fallback;
mod front;
mod interpret;
mod plain;
mod split;
pub mod write;
mod yaml;

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::diagnostic::{Diagnostic, Outcome, Severity};
use crate::model::{Confidence, Kind, Status};
pub use edit::{Editor, Refusal};
pub use front::{CuratedBy, FrontMatter, Source};
pub(crate) use interpret::issue_number;
use split::{Container, Split};
pub(crate) use yaml::parse_large_map as parse_yaml;

/// Whether front matter is there and could be parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum FrontState {
    /// The file has none.
    Missing,
    /// It was read in full.
    Parsed,
    /// It could not be parsed; the fields hold what its plain lines say, and no machine may edit the file.
    Broken,
}

/// One entry of the knowledge base, with every field that matters settled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Article {
    /// Path below the root of the knowledge base, `/` between the parts.
    pub path: String,
    /// The stated id; without one the file's stem in the layout of signals, the path without extension elsewhere.
    pub id: String,
    /// The stated kind, or the one its folder stands for.
    pub kind: Kind,
    /// The stated topic, or the folder it lies in.
    pub topic: String,
    /// The stated title, the body's heading, or the file's name in words.
    pub title: String,
    /// How sure we are; medium when it does not say.
    pub confidence: Confidence,
    /// Where it stands in its life; current when it does not say.
    pub status: Status,
    /// What the front matter states.
    pub front: FrontMatter,
    /// The Markdown below the front matter; for entries that are all YAML, their content as Markdown.
    pub body: String,
    /// 1-based line of the file on which the body starts.
    pub body_line: u32,
    /// Whether front matter is there and could be parsed.
    pub state: FrontState,
}

/// Reads one file of a knowledge base. `path` is relative to its root and decides the format by its extension.
pub fn read(path: &str, bytes: &[u8]) -> Outcome<Article> {
    let mut diagnostics = Vec::new();
    let container = Container::of(path);
    let parts = split::split(container, bytes);
    let (front, state) = read_front(container, &parts, bytes, &mut diagnostics);
    let body = read_body(&parts, bytes, &front, &mut diagnostics);
    let article = settle(path, front, state, body, parts.body_line);
    Outcome { value: article, diagnostics }
}

/// The article of a file that was just made of `front`, as curation writes it: what [`read()`] gives, without parsing
/// where reading would leave everything as it is.
pub(crate) fn written(path: &str, front: FrontMatter, text: &str) -> Article {
    let parts = split::split(Container::of(path), text.as_bytes());
    let in_bounds = parts.front.as_ref().is_some_and(|front| front.len() <= yaml::MAX_BYTES);
    if !in_bounds || parts.unclosed || !front.reads_back() {
        return read(path, text.as_bytes()).value;
    }
    let body = text[parts.body].to_string();
    let article = settle(path, front, FrontState::Parsed, body, parts.body_line);
    debug_assert_eq!(article, read(path, text.as_bytes()).value);
    article
}

fn read_front(
    container: Container,
    parts: &Split,
    bytes: &[u8],
    diagnostics: &mut Vec<Diagnostic>,
) -> (FrontMatter, FrontState) {
    let Some(range) = parts.front.clone() else { return (FrontMatter::default(), FrontState::Missing) };
    let (text, problem) = match core::str::from_utf8(&bytes[range.clone()]) {
        Ok(text) => (Cow::Borrowed(text), None),
        Err(error) => {
            let line = split::line_count(&bytes[range.start..range.start + error.valid_up_to()]);
            let place = (line, 1);
            (String::from_utf8_lossy(&bytes[range]), Some(("front matter is not UTF-8".to_string(), place)))
        }
    };
    let parsed = match (problem, container) {
        (Some(problem), _) => Err(problem),
        (None, _) if parts.unclosed => Err(("front matter is opened with `---` and never closed".to_string(), (0, 1))),
        (None, Container::Json) => yaml::parse_json_map(&text).map_err(|e| (e.message, (e.line, e.column))),
        (None, _) => yaml::parse_map(&text).map_err(|e| (e.message, (e.line, e.column))),
    };
    match parsed {
        Ok(map) => {
            let (front, odd) = interpret::interpret(map);
            diagnostics.extend(odd.into_iter().map(|odd| Diagnostic {
                severity: Severity::Warning,
                code: "article/odd-value".into(),
                message: format!("{}: {}", odd.key, odd.message),
                line: key_line(&text, odd.key).map(|line| line + parts.front_line),
                column: Some(1),
            }));
            (front, FrontState::Parsed)
        }
        Err((message, (line, column))) => {
            diagnostics.push(Diagnostic {
                severity: Severity::Error,
                code: "article/bad-front-matter".into(),
                message: format!(
                    "{message}; the file is kept as it is and not edited by repolore until this is mended"
                ),
                line: Some((parts.front_line + line).saturating_sub(1).max(1)),
                column: Some(column),
            });
            let capped = text.get(..text.len().min(yaml::MAX_BYTES)).unwrap_or(&text);
            (interpret::interpret(fallback::read_lines(capped)).0, FrontState::Broken)
        }
    }
}

/// 0-based line of the front matter on which a top-level key stands.
fn key_line(text: &str, key: &str) -> Option<u32> {
    let at = text.lines().position(|line| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':')))?;
    u32::try_from(at).ok()
}

fn read_body(parts: &Split, bytes: &[u8], front: &FrontMatter, diagnostics: &mut Vec<Diagnostic>) -> String {
    if parts.body.is_empty()
        && let Some(Value::Object(content)) = front.extra.get("content")
    {
        return write::content_as_markdown(content);
    }
    match core::str::from_utf8(&bytes[parts.body.clone()]) {
        Ok(text) => text.to_string(),
        Err(error) => {
            let before = &bytes[parts.body.start..parts.body.start + error.valid_up_to()];
            diagnostics.push(Diagnostic::at_line(
                Severity::Warning,
                "article/not-utf8",
                (parts.body_line - 1).saturating_add(split::line_count(before)),
                "the text is not UTF-8 from here; save the file as UTF-8".to_string(),
            ));
            String::from_utf8_lossy(&bytes[parts.body.clone()]).into_owned()
        }
    }
}

fn settle(path: &str, front: FrontMatter, state: FrontState, body: String, body_line: u32) -> Article {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let top_folder = folder.split('/').next().unwrap_or("");
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| if stem.is_empty() { file } else { stem });
    let topic = front.topic.clone().unwrap_or_else(|| top_folder.to_string());
    let kind = front.kind.or_else(|| kind_of_topic(&topic)).or_else(|| kind_of_topic(top_folder)).unwrap_or(Kind::Fact);
    let id = front.id.clone().unwrap_or_else(|| match kind {
        Kind::Signal | Kind::Spike | Kind::Lesson => stem.to_string(),
        _ if folder.is_empty() => stem.to_string(),
        _ => format!("{folder}/{stem}"),
    });
    let title = front.title.clone().or_else(|| body::title(&body)).unwrap_or_else(|| words_of_name(stem));
    // The report of a reflection is a record: what it says stands in the lessons, so nobody is handed it unasked.
    let is_report = top_folder.eq_ignore_ascii_case("reflections");
    let status = front.status.unwrap_or(if is_report { Status::Archived } else { Status::Current });
    Article {
        path: path.to_string(),
        id,
        kind,
        topic: if topic.is_empty() { kind.topic().to_string() } else { topic },
        title,
        confidence: front.confidence.unwrap_or(Confidence::Medium),
        status,
        front,
        body,
        body_line,
        state,
    }
}

/// The kind that entries of a folder have when they do not say.
pub fn kind_of_topic(topic: &str) -> Option<Kind> {
    if topic.eq_ignore_ascii_case("reflections") {
        return Some(Kind::Event);
    }
    Kind::parse(topic).or_else(|| Kind::ALL.into_iter().find(|kind| kind.topic().eq_ignore_ascii_case(topic)))
}

/// `sig-2026-04-10-model-override-leak` → `Model override leak`.
fn words_of_name(stem: &str) -> String {
    let mut rest = stem;
    for prefix in ["sig-", "spk-", "les-", "SIG-"] {
        rest = rest.strip_prefix(prefix).unwrap_or(rest);
    }
    if crate::time::Date::parse(rest.get(..10).unwrap_or("")).is_some() {
        rest = rest[10..].trim_start_matches(['-', '_', 'T']);
    }
    let text = if rest.is_empty() { stem } else { rest }.replace(['-', '_'], " ");
    let mut letters = text.trim().chars();
    letters.next().map_or_else(|| stem.to_string(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPOCK: &str = "---\ntopic: decisions\ntitle: Agent Identity — Spock\ncreated: 2026-02-20\nconfidence: high\n---\n\n# Agent Identity — Spock 🖖\n\n## Decision\n\nSpock.\n";

    #[test]
    fn reports_of_reflections_are_records() {
        let report = b"---\ntype: reflection\n---\n\n## Reflection Report\n";
        assert_eq!(read("reflections/app/reflect-2026-03-02.md", report).value.status, Status::Archived);
        assert_eq!(read("history/reflect-2026-03-02.md", report).value.status, Status::Current);
    }

    #[test]
    fn reads_an_article() {
        let Outcome { value, diagnostics } = read("decisions/identity-spock.md", SPOCK.as_bytes());
        assert_eq!(diagnostics, []);
        assert_eq!(value.id, "decisions/identity-spock");
        assert_eq!(value.kind, Kind::Decision);
        assert_eq!(value.title, "Agent Identity — Spock");
        assert_eq!(value.confidence, Confidence::High);
        assert_eq!(value.status, Status::Current);
        assert_eq!(value.state, FrontState::Parsed);
        assert_eq!(value.body_line, 7);
        assert!(value.body.starts_with("\n# Agent"));
    }

    #[track_caller]
    fn check_title(path: &str, text: &str, title: &str) {
        assert_eq!(read(path, text.as_bytes()).value.title, title);
    }

    #[test]
    fn the_title_comes_from_front_matter_heading_or_name() {
        check_title("a/b.md", "---\ntitle: Stated\n---\n# Other\n", "Stated");
        check_title("a/b.md", "---\ntags: []\n---\n# Heading\n", "Heading");
        check_title("signals/p/sig-2026-04-10-model-leak.md", "---\nid: x\n---\n## What\n## Why\n", "Model leak");
        check_title("a/2026-04-10.md", "no front matter", "2026 04 10");
        check_title("notes.md", "", "Notes");
    }

    #[test]
    fn broken_front_matter_keeps_what_can_be_read() {
        let text = "---\nid: sig-1\ntags:\n  - a\nseverity: minor\npolarity: negative\ntype: signal\nevidence:\n  - `code`\n---\nbody text\n";
        let Outcome { value, diagnostics } = read("signals/x.md", text.as_bytes());
        assert_eq!(value.state, FrontState::Broken);
        assert_eq!((value.id.as_str(), value.kind), ("sig-1", Kind::Signal));
        assert_eq!(value.front.tags, ["a"]);
        assert_eq!(value.body, "body text\n");
        assert_eq!(diagnostics.len(), 1);
        assert_eq!((diagnostics[0].line, diagnostics[0].column), (Some(9), Some(5)));
        assert_eq!(diagnostics[0].code, "article/bad-front-matter");
    }

    #[test]
    fn odd_bytes_do_not_stop_the_reading() {
        for bytes in [
            &b"---\ntitle: \xff\xfe\n---\nbody"[..],
            b"---\r\ntitle: x\r\n---\r\nbody \xff",
            b"\xff\xfe-\0-\0",
            b"---\ntitle: a\0b\n---\n",
            b"---\ntitle: unclosed\n\nbody",
            b"",
        ] {
            let outcome = read("x/y.md", bytes);
            assert!(!outcome.value.title.is_empty());
        }
        assert_eq!(read("x/y.md", b"\xef\xbb\xbf---\r\ntitle: T\r\n---\r\nb").value.title, "T");
        assert_eq!(read("x/y.md", b"---\ntitle: unclosed\n\nbody").diagnostics[0].line, Some(1));
    }

    #[test]
    fn whole_yaml_and_json_entries_are_read() {
        let yaml = "id: KE-decision-1\ntype: decision\ncontent:\n  title: Use X\n  decision: We use X\n  alternatives:\n    - option: Y\n      rejected_because: slow\n";
        let entry = read("decision/KE-decision-1.yaml", yaml.as_bytes()).value;
        assert_eq!((entry.title.as_str(), entry.kind), ("Use X", Kind::Decision));
        assert!(entry.body.contains("We use X") && entry.body.contains("slow"), "{}", entry.body);
        let json = r#"{"id":"KE-2","type":"pattern","content":{"name":"P","pattern_type":"anti-pattern"}}"#;
        let entry = read("patterns/KE-2.json", json.as_bytes()).value;
        assert_eq!((entry.title.as_str(), entry.kind), ("P", Kind::Pattern));
        assert_eq!(entry.front.pattern_type.as_deref(), Some("anti-pattern"));
    }

    #[test]
    fn odd_values_name_their_line() {
        let outcome = read("a/b.md", b"---\ntitle: x\nstatus: maybe\n---\n");
        assert_eq!(outcome.diagnostics[0].line, Some(3));
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_read(
            bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..300),
            front in "[ -~\\n\\t]{0,200}",
            name in proptest::sample::select(&["a/b.md", "a/b.yaml", "a/b.json", "b", ".md", "/"][..]),
        ) {
            let _ = read(name, &bytes);
            let text = alloc::format!("---\n{front}\n---\n");
            let _ = read(name, text.as_bytes());
            let mut mixed = text.into_bytes();
            mixed.extend(&bytes);
            let article = read(name, &mixed).value;
            proptest::prop_assert!(!article.title.is_empty() || name == "/");
        }
    }
}
