//! Learning by hand: a decision, resolution, pattern or piece of feedback becomes an entry.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::base::{Entry, KnowledgeBase};
use crate::article::write::{content_as_markdown, render, yaml_entry};
use crate::article::{CuratedBy, FrontMatter, Source, issue_number};
use crate::error::Error;
use crate::model::{Confidence, Kind, Status};
use crate::redact::redact;
use crate::sha256::sha256_hex;
use crate::slug::{slug, unique_slug};
use crate::text::{content_terms, fold};
use crate::time::Timestamp;

/// Above this an entry may be the same.
const SAME: f64 = 0.95;
/// Above this an entry is about the same thing.
const LINKED: f64 = 0.85;
/// Above this, pieces of feedback say the same.
const ALIKE: f64 = 0.7;
/// So many alike make a pattern.
const PROMOTED_AT: usize = 3;
/// Bytes of all fields together.
const MAX_BYTES: usize = 100_000;
/// Lists and tables inside one another.
const MAX_DEPTH: usize = 8;

/// What was learned.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct LearnRequest {
    /// `decision`, `resolution`, `pattern` or `feedback`.
    pub kind: Kind,
    /// The content: `title`, `decision`, `rationale`, `problem`, … as the kind asks.
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"))]
    pub content: Map<String, Value>,
    /// Tags, `/` between levels.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Fields of work.
    #[serde(default)]
    pub domains: Vec<String>,
    /// Paths it speaks of.
    #[serde(default)]
    pub files: Vec<String>,
    /// The issue it belongs to.
    #[serde(default)]
    pub issue: Option<u32>,
    /// What it rests on, such as `prisma >= 4.0`.
    #[serde(default)]
    pub depends_on: Vec<String>,
    /// The present.
    pub now: Timestamp,
    /// Write `{type}/{id}.yaml` instead of Markdown.
    #[serde(default)]
    pub yaml: bool,
}

/// One file to write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LearnedFile {
    /// The entry's identifier.
    pub id: String,
    /// Path below the knowledge base.
    pub path: String,
    /// What it shall hold.
    pub content: String,
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Learned {
    /// `captured`, `linked` to an entry about the same, or `skipped` as already known.
    pub outcome: String,
    /// One sentence for people.
    pub message: String,
    /// The entry it is the same as or linked to.
    pub similar: Option<String>,
    /// Files to write; a pattern made of alike feedback comes second.
    pub files: Vec<LearnedFile>,
}

/// Fields that a kind must have.
fn required(kind: Kind) -> Option<&'static [&'static str]> {
    match kind {
        Kind::Decision => Some(&["title", "decision", "rationale"]),
        Kind::Resolution => Some(&["issue_ref", "problem", "root_cause", "solution"]),
        Kind::Pattern => Some(&["name", "pattern_type", "description"]),
        Kind::Feedback => Some(&["finding", "recommendation"]),
        _ => None,
    }
}

/// Checks what was learned, looks for what is known of it, and says what to write. Nothing is stored when it is not complete.
pub fn learn(base: &KnowledgeBase, request: &LearnRequest) -> Result<Learned, Error> {
    let content = checked(request)?;
    let clean = |texts: &[String]| texts.iter().map(|text| redact(text).text.into_owned()).collect();
    let request = &LearnRequest {
        tags: clean(&request.tags),
        domains: clean(&request.domains),
        files: clean(&request.files),
        depends_on: clean(&request.depends_on),
        issue: request.issue.or_else(|| content.get("issue_ref").and_then(issue_number)),
        ..request.clone()
    };
    let own_text = format!("{}\n{}", title_of(request.kind, &content), content_as_markdown(&shown(&content)));
    let own_terms = term_counts(&own_text);
    let mut closest: Option<(f64, &Entry)> = None;
    let mut same = None;
    for entry in base.entries().iter().filter(|entry| entry.article.kind == request.kind) {
        let text = comparable(entry);
        let likeness = cosine(&own_terms, &term_counts(&text));
        // Shared words tell neither their order nor which one was changed: a reversed decision is news.
        if likeness > SAME && says_the_same(&own_text, &text) {
            same = Some(entry);
            break;
        }
        if closest.is_none_or(|(best, _)| likeness > best) {
            closest = Some((likeness, entry));
        }
    }
    if let Some(entry) = same {
        return Ok(Learned {
            outcome: "skipped".to_string(),
            message: format!("Already captured: {} ({})", entry.article.id, entry.place()),
            similar: Some(entry.article.id.clone()),
            files: Vec::new(),
        });
    }
    let linked = closest.filter(|(likeness, _)| *likeness >= LINKED).map(|(_, entry)| entry.article.id.clone());
    let mut files = Vec::new();
    let file = entry_file(base, request, &content, linked.as_deref(), &files);
    let id = file.id.clone();
    let mut message = match &linked {
        Some(other) => format!("Captured {id}, linked to {other}, which says about the same"),
        None => format!("Captured {id}"),
    };
    files.push(file);
    if request.kind == Kind::Feedback
        && let Some(pattern) = promoted(base, request, &content, &own_terms, &id)
    {
        message = format!("{message}; {PROMOTED_AT} alike made the pattern {}", pattern.id);
        files.push(pattern);
    }
    let outcome = if linked.is_some() { "linked" } else { "captured" };
    Ok(Learned { outcome: outcome.to_string(), message, similar: linked, files })
}

/// The content without secrets, or which fields are missing.
fn checked(request: &LearnRequest) -> Result<Map<String, Value>, Error> {
    let kind = request.kind;
    let Some(required) = required(kind) else {
        let message =
            format!("{} cannot be learned by hand; use decision, resolution, pattern or feedback", kind.name());
        return Err(Error::InvalidInput { field: "type".to_string(), message });
    };
    let mut content = request.content.clone();
    if let (Kind::Resolution, false, Some(issue)) = (kind, content.contains_key("issue_ref"), request.issue) {
        content.insert("issue_ref".to_string(), Value::String(format!("#{issue}")));
    }
    let missing: Vec<&str> = required
        .iter()
        .copied()
        .filter(|key| match content.get(*key) {
            Some(Value::String(text)) => text.trim().is_empty(),
            Some(Value::Object(map)) => map.is_empty(),
            _ => true,
        })
        .collect();
    if !missing.is_empty() {
        let message = format!("missing {}; nothing was stored", missing.join(", "));
        return Err(Error::InvalidInput { field: kind.name().to_string(), message });
    }
    if kind == Kind::Pattern {
        let stated = content.get("pattern_type").and_then(Value::as_str).unwrap_or("");
        if !matches!(stated, "pattern" | "anti-pattern") {
            let message = format!("\"{stated}\" is not known; use pattern or anti-pattern");
            return Err(Error::InvalidInput { field: "pattern_type".to_string(), message });
        }
    }
    let size: usize = content.values().map(|value| value.to_string().len()).sum();
    if size > MAX_BYTES {
        let message = format!("{size} bytes are too much for one entry; {MAX_BYTES} at most");
        return Err(Error::InvalidInput { field: kind.name().to_string(), message });
    }
    match without_secrets(Value::Object(content), 0) {
        Some(Value::Object(content)) => Ok(content),
        _ => {
            let message = format!("nested deeper than {MAX_DEPTH} levels; nothing was stored");
            Err(Error::InvalidInput { field: kind.name().to_string(), message })
        }
    }
}

/// The value without secrets in any text or name inside; `None` where that is too deep to look.
fn without_secrets(value: Value, depth: usize) -> Option<Value> {
    let clean = |text: &str| redact(text).text.into_owned();
    Some(match value {
        Value::Array(_) | Value::Object(_) if depth > MAX_DEPTH => return None,
        Value::String(text) => Value::String(clean(&text)),
        Value::Array(items) => {
            Value::Array(items.into_iter().map(|item| without_secrets(item, depth + 1)).collect::<Option<_>>()?)
        }
        Value::Object(map) => {
            let entries = map.into_iter().map(|(key, item)| Some((clean(&key), without_secrets(item, depth + 1)?)));
            Value::Object(entries.collect::<Option<_>>()?)
        }
        other => other,
    })
}

fn title_of(kind: Kind, content: &Map<String, Value>) -> String {
    let keys: &[&str] = match kind {
        Kind::Pattern => &["name"],
        Kind::Feedback => &["title", "finding"],
        Kind::Resolution => &["issue_title", "title", "problem"],
        _ => &["title"],
    };
    let text = keys.iter().find_map(|key| content.get(*key).and_then(Value::as_str)).unwrap_or("");
    let line = super::words::first_sentence(text);
    let cut = super::words::clip(&line, 90);
    cut.trim_end_matches('.').to_string()
}

fn entry_file(
    base: &KnowledgeBase,
    request: &LearnRequest,
    content: &Map<String, Value>,
    related: Option<&str>,
    pending: &[LearnedFile],
) -> LearnedFile {
    let kind = request.kind;
    let day = request.now.date().to_iso().replace('-', "");
    let canonical = Value::Object(content.clone()).to_string();
    let id = unused_id(base, kind, &day, &canonical, pending);
    let title = title_of(kind, content);
    let mut front = FrontMatter {
        id: Some(id.clone()),
        kind: Some(kind),
        topic: Some(kind.topic().to_string()),
        title: Some(title.clone()),
        created: Some(request.now.date().midnight()),
        updated: Some(request.now.date().midnight()),
        confidence: Some(Confidence::High),
        status: Some(Status::Current),
        tags: request.tags.clone(),
        domains: request.domains.clone(),
        files: request.files.clone(),
        depends_on: request.depends_on.clone(),
        curated_by: Some(CuratedBy::Human),
        related: related.map(ToString::to_string).into_iter().collect(),
        ..FrontMatter::default()
    };
    if let Some(issue) = request.issue {
        front.sources.push(Source { issue: Some(issue), ..Source::default() });
    }
    let text = |key: &str| content.get(key).and_then(Value::as_str).map(ToString::to_string);
    front.severity = text("severity");
    front.category = text("category");
    front.pattern_type = text("pattern_type");
    if kind == Kind::Pattern {
        let stated = content.get("occurrences").and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok());
        front.occurrences = Some(stated.unwrap_or(1));
    }
    if request.yaml {
        return LearnedFile {
            path: format!("{}/{id}.yaml", kind.name()),
            content: yaml_file(&front, request, content),
            id,
        };
    }
    let taken = |name: &str| {
        let path = format!("{}/{name}.md", kind.topic());
        base.entries().iter().any(|entry| entry.root.is_empty() && fold(&entry.article.path) == path)
            || pending.iter().any(|file| file.path == path)
    };
    let path = format!("{}/{}.md", kind.topic(), unique_slug(&slug(&title), taken));
    let body = format!("# {title}\n\n{}", content_as_markdown(&shown(content)).trim_start());
    LearnedFile { id, path, content: render(&front, &body) }
}

/// What the body tells; the rest stands in the front matter.
fn shown(content: &Map<String, Value>) -> Map<String, Value> {
    let mut shown = content.clone();
    for key in ["title", "name", "severity", "category", "pattern_type", "occurrences"] {
        shown.remove(key);
    }
    shown
}

/// `KE-{type}-{date}-{hash4}`; a longer hash where four digits are taken by something else.
fn unused_id(base: &KnowledgeBase, kind: Kind, day: &str, canonical: &str, pending: &[LearnedFile]) -> String {
    let hash = sha256_hex(canonical.as_bytes());
    let make = |digits: usize| format!("KE-{}-{day}-{}", kind.name(), &hash[..digits]);
    let taken = |id: &String| base.find(id).is_some() || pending.iter().any(|file| file.id == *id);
    (4..=64).map(make).find(|id| !taken(id)).unwrap_or_else(|| make(64))
}

fn yaml_file(front: &FrontMatter, request: &LearnRequest, content: &Map<String, Value>) -> String {
    let mut out = String::new();
    let mut line = |key: &str, value: Value| out.push_str(&yaml_entry(key, &value));
    line("id", Value::from(front.id.clone().unwrap_or_default()));
    line("type", Value::from(request.kind.name()));
    line("created_at", Value::from(request.now.to_iso()));
    line("updated_at", Value::from(request.now.to_iso()));
    line("decay_score", Value::from(1.0));
    line("tags", Value::from(request.tags.clone()));
    let mut source = Map::new();
    source.insert("type".into(), Value::from("manual"));
    if let Some(issue) = request.issue {
        source.insert("ref".into(), Value::from(format!("#{issue}")));
    }
    line("source", Value::Object(source));
    line("content", Value::Object(content.clone()));
    let mut relationships = Map::new();
    let issues: Vec<String> = request.issue.map(|issue| format!("#{issue}")).into_iter().collect();
    relationships.insert("related_issues".into(), Value::from(issues));
    relationships.insert("related_entries".into(), Value::from(front.related.clone()));
    line("relationships", Value::Object(relationships));
    out
}

/// The pattern that alike feedback adds up to, unless one was made of it before.
fn promoted(
    base: &KnowledgeBase,
    request: &LearnRequest,
    content: &Map<String, Value>,
    own_terms: &BTreeMap<String, f64>,
    own_id: &str,
) -> Option<LearnedFile> {
    let category = content.get("category").and_then(Value::as_str);
    let mut alike: Vec<&Entry> = base
        .entries()
        .iter()
        .filter(|entry| entry.article.kind == Kind::Feedback)
        .filter(|entry| entry.article.front.category.as_deref().or_else(|| category_in(entry)) == category)
        .filter(|entry| cosine(own_terms, &term_counts(&comparable(entry))) > ALIKE)
        .collect();
    if alike.len() + 1 < PROMOTED_AT {
        return None;
    }
    alike.sort_by(|a, b| a.article.id.cmp(&b.article.id));
    let known = base.entries().iter().any(|entry| {
        entry.article.kind == Kind::Pattern
            && alike.iter().any(|feedback| entry.article.front.related.contains(&feedback.article.id))
    });
    if known {
        return None;
    }
    let finding = content.get("finding").and_then(Value::as_str).unwrap_or("");
    let mut pattern = Map::new();
    pattern.insert("name".into(), Value::from(title_of(Kind::Feedback, content)));
    pattern.insert("pattern_type".into(), Value::from("anti-pattern"));
    pattern.insert("description".into(), Value::from(finding));
    if let Some(recommendation) = content.get("recommendation") {
        pattern.insert("recommendation".into(), recommendation.clone());
    }
    let occurrences = alike.len() + 1;
    pattern.insert("occurrences".into(), Value::from(occurrences));
    let asked = LearnRequest { kind: Kind::Pattern, content: pattern.clone(), ..request.clone() };
    let mut file = entry_file(base, &asked, &pattern, Some(own_id), &[]);
    // All of them, not only the newest, so that the next one is recognised as counted.
    let all: Vec<String> = alike.iter().map(|entry| entry.article.id.clone()).chain([own_id.to_string()]).collect();
    let one = yaml_entry("related", &Value::from(alloc::vec![own_id.to_string()]));
    if !request.yaml {
        file.content = file.content.replacen(&one, &yaml_entry("related", &Value::from(all)), 1);
    }
    Some(file)
}

fn category_in(entry: &Entry) -> Option<&str> {
    entry.article.front.extra.get("content").and_then(|content| content.get("category")).and_then(Value::as_str)
}

/// The entry's text as a new one would be written.
fn comparable(entry: &Entry) -> String {
    let article = &entry.article;
    let mut text = article.title.clone();
    text.push('\n');
    match article.front.extra.get("content") {
        Some(Value::Object(content)) => text.push_str(&content_as_markdown(&shown(content))),
        _ => text.push_str(super::words::without_title(&article.body)),
    }
    text
}

/// Whether two texts are made of the same words in the same order, however they are spelt, wrapped and punctuated.
fn says_the_same(a: &str, b: &str) -> bool {
    let (a, b) = (fold(a), fold(b));
    spoken_words(&a).eq(spoken_words(&b))
}

fn spoken_words(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().filter(|line| !line.starts_with("## "));
    let marks = |c: char| matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '"' | '\'' | '`' | '*' | '_' | '(' | ')');
    lines.flat_map(str::split_whitespace).map(move |word| word.trim_matches(marks)).filter(|word| !word.is_empty())
}

fn term_counts(text: &str) -> BTreeMap<String, f64> {
    let mut counts = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with("## ")) {
        for term in content_terms(line) {
            *counts.entry(term).or_insert(0.0) += 1.0;
        }
    }
    counts
}

/// How alike two texts are by the words they share, from 0 to 1.
fn cosine(a: &BTreeMap<String, f64>, b: &BTreeMap<String, f64>) -> f64 {
    let norm = |counts: &BTreeMap<String, f64>| libm::sqrt(counts.values().map(|n| n * n).sum());
    let (left, right) = (norm(a), norm(b));
    if left == 0.0 || right == 0.0 {
        return 0.0;
    }
    let shared: f64 = a.iter().filter_map(|(term, n)| b.get(term).map(|m| n * m)).sum();
    shared / (left * right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn asked(kind: Kind, content: Value) -> LearnRequest {
        let Value::Object(content) = content else { panic!("an object is needed") };
        LearnRequest {
            kind,
            content,
            tags: Vec::new(),
            domains: Vec::new(),
            files: Vec::new(),
            issue: None,
            depends_on: Vec::new(),
            now: Timestamp::parse("2026-03-04").unwrap(),
            yaml: false,
        }
    }

    fn decision(title: &str, rationale: &str) -> LearnRequest {
        asked(Kind::Decision, json!({"title": title, "decision": title, "rationale": rationale}))
    }

    fn store(base: &mut KnowledgeBase, request: &LearnRequest) -> Learned {
        let learned = learn(base, request).unwrap();
        for file in &learned.files {
            base.add("", &file.path, file.content.as_bytes());
        }
        learned
    }

    #[test]
    fn a_reversed_decision_is_news_and_a_repeated_one_is_not() {
        for yaml in [false, true] {
            let mut base = KnowledgeBase::default();
            let long = "The load test of March showed fewer evictions, and operations knows how to run it at night.";
            let made = |title: &str, rationale: &str| LearnRequest { yaml, ..decision(title, rationale) };
            let there = made("Use Redis instead of Memcached", long);
            let back = made("Use Memcached instead of Redis", long);
            assert_eq!(store(&mut base, &there).outcome, "captured");
            assert_eq!(store(&mut base, &back).outcome, "linked");
            for known in [&there, &back, &made("use **redis** instead of memcached.", long)] {
                assert_eq!(store(&mut base, known).outcome, "skipped", "{known:?}");
            }
            assert_eq!(store(&mut base, &made("Do not use Redis instead of Memcached", long)).outcome, "linked");
        }
    }

    #[test]
    fn secrets_stay_out_wherever_they_stand() {
        let secret = ["ghp_", "16C7e42F292c6912E7710c838347Ae178B4a"].concat();
        let nested = |levels: usize| (0..levels).fold(json!(secret), |inner, _| json!([inner]));
        let mut request = decision("Deploy with the bot", "It signs its commits.");
        request.content.insert("notes".into(), nested(MAX_DEPTH));
        request.content.insert("by_token".into(), json!({ secret.clone(): "bot" }));
        for list in [&mut request.tags, &mut request.domains, &mut request.files, &mut request.depends_on] {
            *list = alloc::vec![secret.clone(), "auth/jwt".into()];
        }
        for yaml in [false, true] {
            let learned = learn(&KnowledgeBase::default(), &LearnRequest { yaml, ..request.clone() }).unwrap();
            let text = &learned.files[0].content;
            assert!(!text.contains(&secret) && text.contains("auth/jwt"), "{text}");
        }
        request.content.insert("notes".into(), nested(MAX_DEPTH + 1));
        let refused = learn(&KnowledgeBase::default(), &request).unwrap_err().to_string();
        assert!(refused.contains("nested deeper than 8 levels"), "{refused}");
    }

    #[test]
    fn a_resolution_belongs_to_the_issue_it_refers_to() {
        for (reference, issue) in [("#42", Some(42)), ("the old tracker", None)] {
            let content = json!({"issue_ref": reference, "problem": "p", "root_cause": "r", "solution": "s"});
            let mut base = KnowledgeBase::default();
            store(&mut base, &asked(Kind::Resolution, content.clone()));
            assert_eq!(base.entries()[0].issues(), Vec::from_iter(issue), "{reference}");
            let mut base = KnowledgeBase::default();
            store(&mut base, &LearnRequest { issue: Some(7), ..asked(Kind::Resolution, content) });
            assert_eq!(base.entries()[0].issues(), [7]);
        }
    }

    #[test]
    fn one_changed_number_is_news() {
        let mut base = KnowledgeBase::default();
        let text = |seconds: u32| {
            let words = "The balancer in front of the timetable drops idle connections before the service does. ";
            format!("{}The keepalive timeout is {seconds} seconds.", words.repeat(4))
        };
        assert_eq!(store(&mut base, &decision("Keepalive of the balancer", &text(30))).outcome, "captured");
        assert_eq!(store(&mut base, &decision("Keepalive of the balancer", &text(30))).outcome, "skipped");
        assert_eq!(store(&mut base, &decision("Keepalive of the balancer", &text(90))).outcome, "linked");
    }
}
