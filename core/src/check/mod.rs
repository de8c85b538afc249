//! The linter of a knowledge base: what a person should mend, with file, line and column.

mod graph;
mod links;

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::article::{self, Article, FrontState, body};
use crate::diagnostic::{Diagnostic, Outcome, Severity};
use crate::index::is_entry_path;
use crate::redact::redact;
pub use links::links_outside;

/// Most findings that are reported; a broken knowledge base must not cost more than a broken one can.
const MAX_FINDINGS: usize = 10_000;

/// One file of a knowledge base.
#[derive(Debug, Clone, Copy)]
pub struct File<'a> {
    /// Path below the root of the knowledge base.
    pub path: &'a str,
    /// What it holds.
    pub bytes: &'a [u8],
}

/// What is known about the world around the knowledge base.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields))]
#[serde(rename_all = "camelCase", default)]
pub struct CheckRequest {
    /// File names of all transcripts; without them sources are not checked.
    pub sessions: Option<Vec<String>>,
    /// Those of [`links_outside`] that lead nowhere.
    pub missing_outside: Option<Vec<String>>,
}

/// One thing to mend.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CheckFinding {
    /// The file, below the root of the knowledge base.
    pub path: String,
    /// What is wrong there.
    #[serde(flatten)]
    pub diagnostic: Diagnostic,
}

/// What the linter found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CheckReport {
    /// How many entries were read.
    pub entries: u32,
    /// How many findings are errors.
    pub errors: u32,
    /// How many are warnings.
    pub warnings: u32,
    /// How many are notes.
    pub notes: u32,
    /// All of them, by file and line.
    pub findings: Vec<CheckFinding>,
}

/// Checks all files of a knowledge base together.
pub fn check(files: &[File<'_>], request: &CheckRequest) -> CheckReport {
    let mut findings = Findings::default();
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for file in files {
        let text = String::from_utf8_lossy(file.bytes);
        check_text(file.path, &text, &mut findings);
        if is_entry_path(file.path) {
            let Outcome { value, diagnostics } = article::read(file.path, file.bytes);
            findings.extend(file.path, diagnostics);
            check_entry(&value, &text, &mut findings);
            entries.push(Entry { article: value, text });
        }
    }
    links::check(files, request, &mut findings);
    check_ids(&entries, &mut findings);
    check_sources(&entries, request, &mut findings);
    graph::check(&entries, &mut findings);
    findings.report(entries.len())
}

/// An entry with its text, for finding lines.
struct Entry<'a> {
    article: Article,
    text: Cow<'a, str>,
}

#[derive(Default)]
struct Findings(Vec<CheckFinding>);

impl Findings {
    fn add(&mut self, path: &str, severity: Severity, code: &'static str, line: Option<u32>, message: String) {
        self.extend(path, [Diagnostic { severity, code: code.into(), message, line, column: line.map(|_| 1) }]);
    }

    fn extend(&mut self, path: &str, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        for diagnostic in diagnostics {
            if self.0.len() < MAX_FINDINGS {
                self.0.push(CheckFinding { path: path.to_string(), diagnostic });
            }
        }
    }

    fn report(mut self, entries: usize) -> CheckReport {
        self.0.sort_by(|a, b| {
            let place = |finding: &CheckFinding| (finding.diagnostic.line, finding.diagnostic.column);
            let (x, y) = (&a.diagnostic, &b.diagnostic);
            (&a.path, place(a), &x.code, &x.message).cmp(&(&b.path, place(b), &y.code, &y.message))
        });
        let count = |severity| {
            let number = self.0.iter().filter(|finding| finding.diagnostic.severity == severity).count();
            u32::try_from(number).unwrap_or(u32::MAX)
        };
        CheckReport {
            entries: u32::try_from(entries).unwrap_or(u32::MAX),
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            notes: count(Severity::Note),
            findings: self.0,
        }
    }
}

/// Checks on the plain text of any file, front matter or not.
fn check_text(path: &str, text: &str, findings: &mut Findings) {
    if let Some(&line) = body::conflict_markers(text).first() {
        let message = "unresolved merge conflict; settle it, the entry is not surfaced until then".to_string();
        findings.add(path, Severity::Error, "check/conflict-marker", Some(line), message);
    }
    for secret in redact(text).findings {
        let message = format!("this looks like a {}; take it out and make it invalid where it was valid", secret.kind);
        let (line, column) = (Some(secret.line), Some(secret.column));
        findings.extend(
            path,
            [Diagnostic { severity: Severity::Warning, code: "check/secret".into(), message, line, column }],
        );
    }
}

/// Checks that need one entry only.
fn check_entry(article: &Article, text: &str, findings: &mut Findings) {
    let (path, front) = (article.path.as_str(), &article.front);
    if article.state == FrontState::Missing {
        let message = "no front matter; the entry counts as written by people".to_string();
        findings.add(path, Severity::Note, "check/no-front-matter", Some(1), message);
    }
    for key in ["kind", "type"] {
        if let Some(word) = front.extra.get(key).and_then(|value| value.as_str())
            && front.kind.is_none()
        {
            let message = format!("{key}: `{word}` is not a kind of entry; read as {}", article.kind.name());
            findings.add(path, Severity::Warning, "check/unknown-kind", line_of_key(text, key), message);
            break;
        }
    }
    if let (Some(topic), Some((folder, _))) = (&front.topic, path.split_once('/'))
        && !topic.eq_ignore_ascii_case(folder)
    {
        let message = format!("topic: `{topic}` differs from its folder `{folder}`");
        findings.add(path, Severity::Warning, "check/topic-folder", line_of_key(text, "topic"), message);
    }
    if let (Some(created), Some(updated)) = (front.created, front.updated)
        && updated.date() < created.date()
    {
        let message = format!("updated {} lies before created {}", updated.date().to_iso(), created.date().to_iso());
        findings.add(path, Severity::Warning, "check/date-order", line_of_key(text, "updated"), message);
    }
}

fn check_ids(entries: &[Entry<'_>], findings: &mut Findings) {
    let mut owners: BTreeMap<&str, &str> = BTreeMap::new();
    for Entry { article, text } in entries {
        if let Some(first) = owners.get(article.id.as_str()) {
            let message = format!("id `{}` is also the id of {first}", article.id);
            findings.add(&article.path, Severity::Error, "check/duplicate-id", line_of_key(text, "id"), message);
        } else {
            owners.insert(&article.id, &article.path);
        }
    }
}

fn check_sources(entries: &[Entry<'_>], request: &CheckRequest, findings: &mut Findings) {
    let Some(sessions) = &request.sessions else { return };
    let mut known: BTreeSet<&str> = sessions.iter().map(|path| file_name(path)).collect();
    known.extend(sessions.iter().filter_map(|path| short_name(file_name(path))));
    for Entry { article, text } in entries {
        for session in article.front.sources.iter().filter_map(|source| source.session.as_deref()) {
            let name = file_name(session);
            let is_short = || name.strip_suffix(".jsonl").is_some_and(|stem| known.contains(stem));
            if !known.contains(name) && !is_short() {
                let message = format!("source `{session}` is not among the transcripts");
                findings.add(
                    &article.path,
                    Severity::Warning,
                    "check/dangling-source",
                    line_of(text, session),
                    message,
                );
            }
        }
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// A transcript's name up to the first eight signs of its id, as pages may cite it: `…_2ab061f6` for
/// `…_2ab061f6-1111-….jsonl`.
fn short_name(name: &str) -> Option<&str> {
    let id = name.rfind('_').map_or(0, |at| at + 1);
    let (start, rest) = name[id..].split_at_checked(8)?;
    let is_cut = rest.starts_with('-') && start.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_cut.then(|| &name[..id + 8])
}

/// 1-based line of a top-level key.
fn line_of_key(text: &str, key: &str) -> Option<u32> {
    line_where(text, |line| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':')))
}

/// 1-based line of the first mention.
fn line_of(text: &str, needle: &str) -> Option<u32> {
    line_where(text, |line| line.contains(needle))
}

fn line_where(text: &str, is_it: impl Fn(&str) -> bool) -> Option<u32> {
    text.lines().position(is_it).and_then(|at| u32::try_from(at + 1).ok())
}

#[cfg(test)]
mod tests;
