//! From whatever a file spells to the typed view: the spellings of all layouts and all their versions.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::front::{CuratedBy, FrontMatter, Source};
use crate::model::{Confidence, Kind, Status};
use crate::time::{Date, Timestamp};

/// A value that was there and could not be understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OddValue {
    /// The key it stands under.
    pub(crate) key: &'static str,
    /// What was found and what would be right.
    pub(crate) message: String,
}

/// A mapping that mostly is asked for keys it does not have: those are told by a mark, without a search.
struct Fields {
    map: Map<String, Value>,
    marks: u64,
}

impl Fields {
    fn new(map: Map<String, Value>) -> Self {
        let marks = map.keys().fold(0, |marks, key| marks | Self::mark(key));
        Self { map, marks }
    }

    fn mark(key: &str) -> u64 {
        let first = usize::from(key.as_bytes().first().copied().unwrap_or(0));
        1 << ((key.len() * 5 + first) & 63)
    }

    fn get(&self, key: &str) -> Option<&Value> {
        if self.marks & Self::mark(key) == 0 { None } else { self.map.get(key) }
    }

    fn remove(&mut self, key: &str) -> Option<Value> {
        if self.marks & Self::mark(key) == 0 { None } else { self.map.remove(key) }
    }
}

/// Reads the typed view; values that make no sense are reported and left out.
pub(crate) fn interpret(map: Map<String, Value>) -> (FrontMatter, Vec<OddValue>) {
    let mut map = Fields::new(map);
    let mut odd = Vec::new();
    let mut front = FrontMatter::default();
    let relations = take_object(&mut map, "relationships");
    let content = map.get("content").and_then(Value::as_object).cloned().unwrap_or_default();

    front.id = take_text(&mut map, &["id"]);
    front.topic = take_text(&mut map, &["topic"]);
    front.title = take_text(&mut map, &["title"]).or_else(|| {
        ["title", "name", "issue_title", "finding"].iter().find_map(|key| content.get(*key).and_then(text))
    });
    let created_keys = ["created", "created_at", "date", "detected_at"];
    let created_day = created_keys.iter().find_map(|key| Date::parse(&map.get(key).and_then(text)?));
    front.created = take_date(&mut map, &created_keys, &mut odd);
    front.created_day =
        created_day.filter(|day| front.created.is_some_and(|time| time.date() != *day)).map(Date::to_iso);
    front.updated = take_date(&mut map, &["updated", "updated_at", "last_updated"], &mut odd);
    front.last_auto_curated = take_date(&mut map, &["last_auto_curated"], &mut odd);

    front.sources = list(map.remove("sources")).iter().filter_map(source).collect();
    // `source: auto|manual` of old signals says how it was detected, not where; only a mapping is a source.
    if map.get("source").is_some_and(Value::is_object) {
        front.sources.extend(map.remove("source").as_ref().and_then(source));
    }

    front.confidence = take_word(&mut map, "confidence", Confidence::parse, "high, medium or low", &mut odd);
    let status_word = map.get("status").and_then(text);
    front.status =
        take_word(&mut map, "status", Status::parse, "current, disputed, superseded, outdated or archived", &mut odd)
            .or_else(|| content.get("status").and_then(text).and_then(|word| Status::parse(&word)));
    front.curated_by = take_word(&mut map, "curated_by", CuratedBy::parse, "auto, human or mixed", &mut odd);

    front.keywords = take_texts(&mut map, &["keywords"]);
    front.domains = take_texts(&mut map, &["domain", "domains"]);
    front.domains.extend(texts(content.get("domains")));
    for tag in take_texts(&mut map, &["tags"]) {
        match tag.strip_prefix("domain:") {
            Some(domain) => front.domains.push(domain.trim().to_string()),
            None => front.tags.push(tag),
        }
    }
    dedupe(&mut front.domains);
    dedupe(&mut front.tags);
    front.files = take_texts(&mut map, &["files", "files_changed"]);
    front.files.extend(texts(content.get("files_changed")));
    front.files.extend(content.get("file_context").and_then(|context| context.get("file")).and_then(text));
    dedupe(&mut front.files);

    // Conditions are sentences; a comma inside one separates nothing.
    front.depends_on = list(map.remove("depends_on")).iter().filter_map(text).collect();
    front.occurrences = take_count(&mut map, &["occurrences", "occurrence_count"])
        .or_else(|| content.get("occurrences").and_then(count))
        .or_else(|| content.get("similar_findings_count").and_then(count));
    front.supersedes = take_texts(&mut map, &["supersedes"]);
    front.superseded_by = take_texts(&mut map, &["superseded_by"]);
    front.related = take_texts(&mut map, &["related", "related_signals", "related_entries"]);
    front.related_issues = issues(map.remove("related_issues").as_ref());
    if let Some(relations) = relations {
        front.supersedes.extend(texts(relations.get("supersedes")));
        front.superseded_by.extend(texts(relations.get("superseded_by")));
        front.related.extend(texts(relations.get("related_entries")));
        front.related_issues.extend(issues(relations.get("related_issues")));
    }
    dedupe(&mut front.related);
    front.durability = take_text(&mut map, &["durability"]);
    front.pattern_type = take_text(&mut map, &["pattern_type"]).or_else(|| content.get("pattern_type").and_then(text));
    front.project = take_text(&mut map, &["project"]);
    front.severity = take_text(&mut map, &["severity"]).or_else(|| content.get("severity").and_then(text));
    front.outcome = take_text(&mut map, &["outcome"]);
    front.category = take_text(&mut map, &["category"]).or_else(|| content.get("category").and_then(text));
    interpret_kind(&mut map, &mut front, status_word.as_deref());
    front.extra = map.map.into_iter().collect();
    (front, odd)
}

/// What older signals put under `type`.
const SIGNAL_TYPES: [&str; 13] = [
    "deviation",
    "struggle",
    "config-mismatch",
    "capability-gap",
    "epistemic-gap",
    "baseline",
    "improvement",
    "good-pattern",
    "custom",
    "observation",
    "process-gap",
    "positive-pattern",
    "positive_pattern",
];

/// `kind`, `type` and the fields of signals, whose older versions put the signal's type under `type`.
fn interpret_kind(map: &mut Fields, front: &mut FrontMatter, status_word: Option<&str>) {
    front.signal_type = take_text(map, &["signal_type"]);
    front.polarity = take_text(map, &["signal_category"]);
    let polarity = take_text(map, &["polarity"]);
    front.polarity = front.polarity.take().or(polarity);
    front.lifecycle = take_text(map, &["lifecycle_state", "lifecycle"]);
    if front.lifecycle.is_none() && matches!(status_word, Some("remediated" | "resolved")) {
        front.lifecycle = Some("remediated".to_string());
    }
    if let Some(kind) = map.get("kind").and_then(text).and_then(|word| Kind::parse(&word)) {
        map.remove("kind");
        front.kind = Some(kind);
        return;
    }
    let Some(word) = map.get("type").and_then(text) else { return };
    let has_signal_fields = front.severity.is_some() && (front.polarity.is_some() || front.signal_type.is_some());
    let is_signal_type = SIGNAL_TYPES.contains(&word.as_str());
    match word.as_str() {
        _ if (has_signal_fields || is_signal_type) && Kind::parse(&word) != Some(Kind::Signal) => {
            front.kind = Some(Kind::Signal);
            let signal_type = match word.as_str() {
                "observation" => "deviation",
                "architecture" | "process-gap" => "capability-gap",
                "positive-pattern" | "positive_pattern" => "good-pattern",
                other => other,
            };
            front.signal_type.get_or_insert_with(|| signal_type.to_string());
            map.remove("type");
        }
        // Kinds of the other layouts that have no folder of their own here; the word stays in `extra`.
        "reflection" => front.kind = Some(Kind::Event),
        "incident" => front.kind = Some(Kind::Resolution),
        "remediation_pattern" | "remediation-pattern" => front.kind = Some(Kind::Pattern),
        word => {
            front.kind = Kind::parse(word);
            if front.kind.is_some() {
                map.remove("type");
            }
        }
    }
}

/// The text of a scalar, trimmed; `None` for empty and for anything that is not a scalar.
pub(crate) fn text(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.trim().to_string(),
        Value::Number(number) => number.to_string(),
        Value::Bool(flag) => flag.to_string(),
        Value::Null | Value::Array(_) | Value::Object(_) => return None,
    };
    (!text.is_empty()).then_some(text)
}

/// The texts of a list; a single text counts as a list, and one with commas as several.
pub(crate) fn texts(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::Array(items)) => items.iter().filter_map(text).collect(),
        Some(Value::String(line)) if line.contains(',') && !line.contains(['"', '(']) => line
            .trim_matches(['[', ']'])
            .split(',')
            .map(|part| part.trim().to_string())
            .filter(|p| !p.is_empty())
            .collect(),
        Some(value) => text(value).into_iter().filter(|text| text != "[]").collect(),
        None => Vec::new(),
    }
}

/// The issues of a list, or of one text with commas.
fn issues(value: Option<&Value>) -> Vec<u32> {
    texts(value).into_iter().filter_map(|text| issue_number(&Value::String(text))).collect()
}

fn list(value: Option<Value>) -> Vec<Value> {
    match value {
        Some(Value::Array(items)) => items,
        Some(Value::Null) | None => Vec::new(),
        Some(other) => alloc::vec![other],
    }
}

fn take_object(map: &mut Fields, key: &str) -> Option<Map<String, Value>> {
    match map.remove(key) {
        Some(Value::Object(object)) => Some(object),
        Some(other) => {
            map.map.insert(key.to_string(), other);
            None
        }
        None => None,
    }
}

/// The first of `keys` that holds text. All scalar spellings are taken; values of another shape stay in `extra`.
fn take_text(map: &mut Fields, keys: &[&str]) -> Option<String> {
    let mut found = None;
    for key in keys {
        if matches!(map.get(key), Some(Value::Array(_) | Value::Object(_)) | None) {
            continue;
        }
        let value = map.remove(key).as_ref().and_then(text);
        found = found.or(value);
    }
    found
}

fn take_texts(map: &mut Fields, keys: &[&str]) -> Vec<String> {
    let mut all = Vec::new();
    for key in keys {
        if matches!(map.get(key), Some(Value::Object(_)) | None) {
            continue;
        }
        all.extend(texts(map.remove(key).as_ref()));
    }
    all
}

fn take_date(map: &mut Fields, keys: &[&'static str], odd: &mut Vec<OddValue>) -> Option<Timestamp> {
    let mut found = None;
    for key in keys {
        let Some(word) = map.get(key).and_then(text) else { continue };
        match Timestamp::parse(&word) {
            Some(time) => {
                map.remove(key);
                found = found.or(Some(time));
            }
            None => odd.push(OddValue { key, message: format!("`{word}` is not a date; write it as YYYY-MM-DD") }),
        }
    }
    found
}

fn take_word<T>(
    map: &mut Fields,
    key: &'static str,
    parse: fn(&str) -> Option<T>,
    expected: &str,
    odd: &mut Vec<OddValue>,
) -> Option<T> {
    let word = map.get(key).and_then(text)?;
    let parsed = parse(&word);
    if parsed.is_some() {
        map.remove(key);
    } else {
        odd.push(OddValue { key, message: format!("`{word}` is not a {key}; use {expected}") });
    }
    parsed
}

fn take_count(map: &mut Fields, keys: &[&str]) -> Option<u32> {
    let mut found = None;
    for key in keys {
        if let Some(number) = map.get(key).and_then(count) {
            map.remove(key);
            found = found.or(Some(number));
        }
    }
    found
}

fn count(value: &Value) -> Option<u32> {
    match value {
        Value::Number(number) => number.as_u64().and_then(|n| u32::try_from(n).ok()),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// Reads `42`, `"#42"`, `"GH-42"` and links that end in `/issues/42`.
pub(crate) fn issue_number(value: &Value) -> Option<u32> {
    let word = text(value)?;
    let digits = word.strip_prefix('#').or_else(|| word.strip_prefix("GH-")).unwrap_or(&word);
    let digits = digits.rsplit_once("/issues/").map_or(digits, |(_, number)| number);
    digits.parse().ok()
}

fn source(value: &Value) -> Option<Source> {
    let Value::Object(map) = value else {
        let word = text(value)?;
        return Some(match issue_number(value) {
            Some(issue) => Source { issue: Some(issue), ..Source::default() },
            None if word.contains(".jsonl") => Source { session: Some(word), ..Source::default() },
            None => Source { reference: Some(word), ..Source::default() },
        });
    };
    let mut source = Source {
        issue: map.get("issue").and_then(issue_number),
        session: map.get("session").and_then(text),
        line: map.get("line").and_then(count),
        date: ["date", "timestamp", "time"]
            .iter()
            .find_map(|key| map.get(*key).and_then(text).and_then(|word| Timestamp::parse(&word))),
        reference: None,
    };
    if let Some(reference) = map.get("ref").or_else(|| map.get("reference")) {
        match issue_number(reference) {
            Some(number) if source.issue.is_none() && map.get("type").and_then(text).as_deref() != Some("review") => {
                source.issue = Some(number);
            }
            _ => source.reference = text(reference),
        }
    }
    (source != Source::default()).then_some(source)
}

fn dedupe(list: &mut Vec<String>) {
    let mut seen = alloc::collections::BTreeSet::new();
    list.retain(|item| seen.insert(item.clone()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::yaml::parse_map;
    use alloc::vec;

    fn read(yaml: &str) -> FrontMatter {
        interpret(parse_map(yaml).unwrap()).0
    }

    #[test]
    fn reads_the_default_layout() {
        let front = read(
            "topic: decisions\ntitle: Agent Identity — Spock\ncreated: 2026-02-20\nupdated: \"2026-02-21\"\nsources:\n  - issue: 63\n    session: a.jsonl\n  - issue: \"#71\"\n    session: b.jsonl\n    date: 2026-02-21\nconfidence: HIGH\nstatus: current\nkeywords: [spock, identity]\nmood: calm\n",
        );
        assert_eq!(front.sources[1].issue, Some(71));
        assert_eq!(front.sources[1].session.as_deref(), Some("b.jsonl"));
        assert_eq!(front.confidence, Some(Confidence::High));
        assert_eq!(front.created.map(|t| t.date().to_iso()).as_deref(), Some("2026-02-20"));
        assert_eq!(front.extra["mood"], "calm");
        assert_eq!(front.extra.len(), 1);
    }

    #[test]
    fn issues_stand_in_a_list_or_in_a_line() {
        for yaml in ["related_issues: 40, 41\n", "related_issues: [40, '#41']\n", "related_issues: '#40, #41'\n"] {
            assert_eq!(read(yaml).related_issues, [40, 41], "{yaml}");
        }
        assert_eq!(read("related_issues: 40\n").related_issues, [40]);
    }

    #[test]
    fn reads_signals_of_all_versions() {
        let now = read(
            "id: sig-1\ntype: signal\nseverity: notable\nsignal_type: deviation\nsignal_category: positive\npolarity: neutral\nphase: 57.4\nplan: {}\noccurrence_count: 5\nrelated_signals: [a, b]\nlifecycle_state: triaged\ntriage: \"{}\"\nconfidence: 0.85\nstatus: active\nsource: auto\n",
        );
        assert_eq!(now.kind, Some(Kind::Signal));
        assert_eq!(now.polarity.as_deref(), Some("positive"));
        assert_eq!(now.occurrences, Some(5));
        assert_eq!(now.related, vec!["a", "b"]);
        assert_eq!(now.confidence, Some(Confidence::High));
        assert_eq!(now.extra["source"], "auto");
        let legacy = read(
            "id: SIG-260223-014\ndate: 2026-02-23\ntype: observation\nseverity: medium\npolarity: neutral\nstatus: resolved\n",
        );
        assert_eq!(legacy.kind, Some(Kind::Signal));
        assert_eq!(legacy.signal_type.as_deref(), Some("deviation"));
        assert_eq!(legacy.lifecycle.as_deref(), Some("remediated"));
        assert_eq!(legacy.status, Some(Status::Current));
        assert!(legacy.created.is_some());
    }

    #[test]
    fn reads_entries_of_the_claude_layout() {
        let entry = read(
            "id: KE-decision-20260110-ab12\ntype: decision\ncreated_at: 2026-01-10T09:00:00Z\ntags: [auth, \"domain:security\"]\nsource: {type: issue, ref: \"#42\", phase: 3}\ncontent:\n  title: Use short tokens\n  status: deprecated\nrelationships:\n  related_issues: [\"#40\", 41]\n  related_entries: [KE-pattern-1]\n  supersedes: KE-decision-0\n",
        );
        assert_eq!(entry.title.as_deref(), Some("Use short tokens"));
        assert_eq!(entry.tags, vec!["auth"]);
        assert_eq!(entry.domains, vec!["security"]);
        assert_eq!(entry.sources[0].issue, Some(42));
        assert_eq!(entry.related_issues, vec![40, 41]);
        assert_eq!(entry.supersedes, vec!["KE-decision-0"]);
        assert_eq!(entry.status, Some(Status::Outdated));
        assert!(entry.extra.contains_key("content"));
    }

    #[test]
    fn a_single_value_counts_as_a_list() {
        let front = read("tags: a, b\nsupersedes: x\ndepends_on: prisma >= 4, < 5\nkeywords: []\nrelated:\n");
        assert_eq!(front.tags, ["a", "b"]);
        assert_eq!(front.supersedes, ["x"]);
        assert_eq!(front.depends_on, ["prisma >= 4, < 5"]);
        assert!(front.keywords.is_empty() && front.related.is_empty());
    }

    #[test]
    fn the_day_is_the_one_its_author_wrote() {
        let front = read("created: 2026-03-03T00:00:00+11:00\n");
        assert_eq!(front.created.map(|time| time.date().to_iso()).as_deref(), Some("2026-03-02"));
        assert_eq!(front.created_on().as_deref(), Some("2026-03-03"));
        assert_eq!(read("created: 2026-03-03T00:00:00Z\n").created_day, None);
    }

    #[test]
    fn odd_values_are_told_and_kept() {
        let map = parse_map("created: soon\nstatus: maybe\nconfidence: very\n").unwrap();
        let (front, odd) = interpret(map);
        assert_eq!(odd.len(), 3);
        assert_eq!(odd[0].message, "`soon` is not a date; write it as YYYY-MM-DD");
        assert_eq!(front.extra["status"], "maybe");
        assert_eq!(front.status, None);
    }
}
