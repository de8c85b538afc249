//! `index.yaml`: the table of contents for machines, with a tag, an issue and an agent index.
//!
//! One line per entry and per key, sorted, so that two branches that add entries merge.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::article::emit::{inline_list, yaml_entry, yaml_key};
use crate::article::{Article, parse_yaml};
use crate::error::Error;
use crate::model::{Confidence, Kind, Status};
use crate::time::Timestamp;

/// The version this build writes, and the newest it reads.
const VERSION: u32 = 1;

/// Keys that are made from the entries; everything else in the file belongs to others and is carried over.
const OWN_KEYS: [&str; 6] = ["version", "last_updated", "stats", "entries", "tag_index", "issue_index"];

/// How agents did, by field of work.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", default)]
pub struct AgentMetrics {
    /// How often the agent was called.
    pub total_invocations: u32,
    /// How it did in each domain.
    pub by_domain: BTreeMap<String, DomainMetrics>,
}

/// How an agent did in one domain.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", default)]
pub struct DomainMetrics {
    /// How often it was called there.
    pub count: u32,
    /// The share of calls that went well, from 0 to 1.
    pub success_rate: f64,
}

/// One line of `entries`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct IndexEntry {
    /// The entry's identifier.
    pub id: String,
    /// What it is.
    pub kind: Kind,
    /// Its title.
    pub title: String,
    /// Its path; empty in indexes of other tools that do not name it.
    pub path: String,
    /// When it was first written.
    pub created: Option<Timestamp>,
    /// When it was last changed.
    pub updated: Option<Timestamp>,
    /// How sure we are.
    pub confidence: Confidence,
    /// Where it stands in its life.
    pub status: Status,
    /// Its tags.
    pub tags: Vec<String>,
    /// Its fields of work.
    pub domains: Vec<String>,
    /// Issues it belongs to.
    pub issues: Vec<u32>,
}

/// What an `index.yaml` holds.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct IndexFile {
    /// The entries, in the order of the file.
    pub entries: Vec<IndexEntry>,
    /// Identifiers by tag; fields of work stand under `domain:name`.
    pub tag_index: BTreeMap<String, Vec<String>>,
    /// Identifiers by issue, under `#42`.
    pub issue_index: BTreeMap<String, Vec<String>>,
    /// How agents did.
    pub agent_metrics: BTreeMap<String, AgentMetrics>,
    /// Everything that is not made from the entries, agent metrics included, as it stands.
    pub carried: BTreeMap<String, Value>,
}

/// Reads an `index.yaml` of ours or of another tool.
///
/// Of a file that is not YAML (an unresolved merge, say) only what belongs to others is read, as far as it can be:
/// the rest is made anew from the entries anyway. Only a newer format version is an error, because writing over it
/// would lose what it holds.
pub fn read_index_yaml(text: &str) -> Result<IndexFile, Error> {
    let mut map = parse_yaml(text).unwrap_or_else(|_| salvage(text));
    let version = map.get("version").map(|value| value.as_str().map_or_else(|| value.to_string(), ToString::to_string));
    let major = version.as_deref().and_then(|text| text.split('.').next()?.parse::<u32>().ok()).unwrap_or(VERSION);
    if major > VERSION {
        return Err(Error::FormatTooNew { format: "index.yaml".to_string(), found: major, supported: VERSION });
    }
    let entries = match map.get("entries") {
        Some(Value::Array(rows)) => rows.iter().filter_map(|row| read_entry(None, row)).collect(),
        Some(Value::Object(rows)) => rows.iter().filter_map(|(id, row)| read_entry(Some(id), row)).collect(),
        _ => Vec::new(),
    };
    let file = IndexFile {
        entries,
        tag_index: read_lists(map.get("tag_index")),
        issue_index: read_lists(map.get("issue_index")),
        agent_metrics: read_metrics(map.get("agent_metrics")),
        carried: BTreeMap::new(),
    };
    for key in OWN_KEYS {
        map.remove(key);
    }
    Ok(IndexFile { carried: map.into_iter().collect(), ..file })
}

/// The top-level keys that parse by themselves, our own tables left out.
fn salvage(text: &str) -> Map<String, Value> {
    let mut blocks: Vec<String> = Vec::new();
    let is_mark = |line: &str| ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].iter().any(|mark| line.starts_with(mark));
    for line in text.lines().filter(|line| !is_mark(line)) {
        let starts_block = line.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | '\'' | '_'));
        match blocks.last_mut() {
            Some(block) if !starts_block => _ = writeln!(block, "{line}"),
            _ => blocks.push(format!("{line}\n")),
        }
    }
    let is_table =
        |block: &str| OWN_KEYS[1..].iter().any(|key| block.strip_prefix(key).is_some_and(|b| b.starts_with(':')));
    let mut map = Map::new();
    for block in blocks.iter().filter(|block| !is_table(block)) {
        for (key, value) in parse_yaml(block).unwrap_or_default() {
            map.entry(key).or_insert(value);
        }
    }
    map
}

fn read_entry(id: Option<&str>, row: &Value) -> Option<IndexEntry> {
    let text = |keys: &[&str]| keys.iter().find_map(|key| row.get(*key).and_then(Value::as_str)).map(str::trim);
    let list = |keys: &[&str]| -> Vec<String> {
        let values = keys.iter().find_map(|key| row.get(*key)?.as_array());
        values.into_iter().flatten().filter_map(|value| value.as_str().map(ToString::to_string)).collect()
    };
    let id = id.or_else(|| text(&["id"]))?.to_string();
    let issues = row.get("issues").or_else(|| row.get("related_issues")).and_then(Value::as_array);
    let issues = issues.into_iter().flatten().filter_map(crate::article::issue_number).collect();
    Some(IndexEntry {
        kind: text(&["type", "kind"]).and_then(Kind::parse).unwrap_or(Kind::Fact),
        title: text(&["title", "name", "summary"]).unwrap_or(&id).to_string(),
        path: text(&["path", "file"]).unwrap_or_default().to_string(),
        created: text(&["created", "created_at"]).and_then(Timestamp::parse),
        updated: text(&["updated", "updated_at"]).and_then(Timestamp::parse),
        confidence: text(&["confidence"]).and_then(Confidence::parse).unwrap_or(Confidence::Medium),
        status: text(&["status"]).and_then(Status::parse).unwrap_or(Status::Current),
        tags: list(&["tags"]),
        domains: list(&["domain", "domains"]),
        issues,
        id,
    })
}

fn read_lists(value: Option<&Value>) -> BTreeMap<String, Vec<String>> {
    let entries = value.and_then(Value::as_object).into_iter().flatten();
    entries
        .map(|(key, list)| {
            let ids = list.as_array().into_iter().flatten().filter_map(|id| id.as_str().map(ToString::to_string));
            (key.clone(), ids.collect())
        })
        .collect()
}

fn read_metrics(value: Option<&Value>) -> BTreeMap<String, AgentMetrics> {
    let entries = value.and_then(Value::as_object).into_iter().flatten();
    entries.filter_map(|(agent, value)| Some((agent.clone(), serde_json::from_value(value.clone()).ok()?))).collect()
}

/// Writes the index of `articles`, carrying over what `previous` holds beside it. Archived entries are left out.
pub(super) fn index_yaml(articles: &[Article], previous: Option<&str>) -> Result<String, Error> {
    let carried = previous.map(read_index_yaml).transpose()?.unwrap_or_default().carried;
    let mut entries: Vec<(&Article, Vec<u32>)> = articles
        .iter()
        .filter(|article| article.status != Status::Archived)
        .map(|article| (article, issues(article)))
        .collect();
    entries.sort_by(|(a, _), (b, _)| (&a.id, &a.path).cmp(&(&b.id, &b.path)));
    let mut by_type: BTreeMap<&str, u32> = BTreeMap::new();
    let mut by_domain: BTreeMap<&str, u32> = BTreeMap::new();
    let mut tags: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut by_issue: BTreeMap<u32, BTreeSet<&str>> = BTreeMap::new();
    for (article, issues) in &entries {
        *by_type.entry(article.kind.name()).or_default() += 1;
        for domain in &article.front.domains {
            *by_domain.entry(domain).or_default() += 1;
            tags.entry(format!("domain:{domain}")).or_default().insert(&article.id);
        }
        for tag in &article.front.tags {
            tags.entry(tag.clone()).or_default().insert(&article.id);
        }
        for issue in issues {
            by_issue.entry(*issue).or_default().insert(&article.id);
        }
    }
    let updated = entries.iter().filter_map(|(article, _)| article.front.updated.or(article.front.created)).max();

    let mut out = format!("version: \"{VERSION}.0\"\n");
    if let Some(updated) = updated {
        _ = writeln!(out, "last_updated: {}", updated.date().to_iso());
    }
    _ = writeln!(out, "stats:\n  total_entries: {}", entries.len());
    for (name, counts) in [("by_type", by_type), ("by_domain", by_domain)] {
        _ = writeln!(out, "  {name}:{}", if counts.is_empty() { " {}" } else { "" });
        for (key, count) in counts {
            _ = writeln!(out, "    {}: {count}", yaml_key(key));
        }
    }
    _ = writeln!(out, "entries:{}", if entries.is_empty() { " []" } else { "" });
    for (article, issues) in &entries {
        _ = writeln!(out, "  - {}", entry_line(article, issues));
    }
    let by_issue = by_issue.into_iter().map(|(issue, ids)| (format!("#{issue}"), ids)).collect::<Vec<_>>();
    for (name, index) in [("tag_index", tags.into_iter().collect::<Vec<_>>()), ("issue_index", by_issue)] {
        _ = writeln!(out, "{name}:{}", if index.is_empty() { " {}" } else { "" });
        for (key, ids) in index {
            _ = writeln!(out, "  {}: {}", yaml_key(&key), inline_list(ids));
        }
    }
    if !carried.contains_key("agent_metrics") {
        out.push_str("agent_metrics: {}\n");
    }
    for (key, value) in &carried {
        out.push_str(&yaml_entry(key, value));
    }
    Ok(out)
}

/// Issues that an entry belongs to, sorted, each once.
fn issues(article: &Article) -> Vec<u32> {
    let sources = article.front.sources.iter().filter_map(|source| source.issue);
    let all: BTreeSet<u32> = sources.chain(article.front.related_issues.iter().copied()).collect();
    all.into_iter().collect()
}

fn entry_line(article: &Article, issues: &[u32]) -> String {
    let front = &article.front;
    let mut out = String::from("{");
    let mut put = |key: &str, value: &str| {
        let joint = if out.len() > 1 { ", " } else { "" };
        _ = write!(out, "{joint}{key}: {value}");
    };
    put("id", &flow(&article.id));
    put("type", &flow(article.kind.name()));
    put("title", &flow(&article.title));
    put("path", &flow(&article.path));
    for (key, day) in [("created", front.created_on()), ("updated", front.updated.map(|time| time.date().to_iso()))] {
        if let Some(day) = day {
            put(key, &flow(&day));
        }
    }
    put("confidence", &flow(article.confidence.name()));
    put("status", &flow(article.status.name()));
    put("tags", &flow_list(front.tags.iter().map(|tag| flow(tag))));
    put("domain", &flow_list(front.domains.iter().map(|domain| flow(domain))));
    put("issues", &flow_list(issues.iter().map(ToString::to_string)));
    out.push('}');
    out
}

/// A string inside an inline mapping; a date stands as one.
fn flow(text: &str) -> String {
    let is_date = crate::time::Date::parse(text).is_some_and(|date| date.to_iso() == text);
    if is_date { text.to_string() } else { yaml_key(text) }
}

fn flow_list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::read;

    fn articles() -> Vec<Article> {
        [
            ("patterns/b.md", "---\nid: KE-b\ntype: pattern\ntitle: \"Lock: then, check\"\ncreated: 2026-01-10\ntags: [concurrency]\ndomain: security\nrelated_issues: [18]\n---\n"),
            ("decisions/a.md", "---\ntitle: A\nupdated: 2026-02-01\ntags: [auth/jwt, concurrency]\nsources:\n  - issue: 42\n  - issue: 18\n---\n"),
            ("decisions/z.md", "---\nstatus: archived\n---\n"),
        ]
        .map(|(path, text)| read(path, text.as_bytes()).value)
        .to_vec()
    }

    const EXPECTED: &str = "version: \"1.0\"\nlast_updated: 2026-02-01\nstats:\n  total_entries: 2\n  by_type:\n    decision: 1\n    pattern: 1\n  by_domain:\n    security: 1\nentries:\n  - {id: KE-b, type: pattern, title: \"Lock: then, check\", path: patterns/b.md, created: 2026-01-10, confidence: medium, status: current, tags: [concurrency], domain: [security], issues: [18]}\n  - {id: decisions/a, type: decision, title: A, path: decisions/a.md, updated: 2026-02-01, confidence: medium, status: current, tags: [auth/jwt, concurrency], domain: [], issues: [18, 42]}\ntag_index:\n  auth/jwt: [decisions/a]\n  concurrency: [KE-b, decisions/a]\n  \"domain:security\": [KE-b]\nissue_index:\n  \"#18\": [KE-b, decisions/a]\n  \"#42\": [decisions/a]\nagent_metrics: {}\n";

    #[test]
    fn the_index_has_the_stated_form_whatever_the_order() {
        let mut list = articles();
        assert_eq!(index_yaml(&list, None).unwrap(), EXPECTED);
        list.reverse();
        assert_eq!(index_yaml(&list, Some(EXPECTED)).unwrap(), EXPECTED);
    }

    #[test]
    fn the_index_reads_back() {
        let file = read_index_yaml(EXPECTED).unwrap();
        assert_eq!(file.entries.len(), 2);
        assert_eq!(file.entries[0].title, "Lock: then, check");
        assert_eq!(file.entries[1].issues, [18, 42]);
        assert_eq!(file.tag_index["domain:security"], ["KE-b"]);
        assert_eq!(file.issue_index["#42"], ["decisions/a"]);
    }

    #[test]
    fn what_others_keep_in_it_is_carried_over() {
        let previous = "version: \"1.0\"\nentries: []\nagent_metrics:\n  security-analyst:\n    total_invocations: 34\n    by_domain:\n      security: {count: 28, success_rate: 0.94}\nremediation_metrics: {x: 1}\n";
        let text = index_yaml(&articles(), Some(previous)).unwrap();
        let file = read_index_yaml(&text).unwrap();
        assert_eq!(file.agent_metrics["security-analyst"].by_domain["security"].count, 28);
        assert_eq!(file.carried["remediation_metrics"]["x"], 1);
        assert_eq!(index_yaml(&articles(), Some(&text)).unwrap(), text);
    }

    #[test]
    fn a_newer_index_is_not_touched_and_a_broken_one_is_made_anew() {
        let error = index_yaml(&[], Some("version: \"2.0\"\n")).unwrap_err();
        assert_eq!(error.code(), "format/too-new");
        assert!(index_yaml(&articles(), Some("<<<<<<< ours\nversion: [")).is_ok());
        let merged = "version: \"1.0\"\n<<<<<<< ours\nentries:\n  - {id: a}\n=======\nentries: [\n>>>>>>> theirs\nagent_metrics:\n  a: {total_invocations: 3}\n";
        assert_eq!(read_index_yaml(merged).unwrap().agent_metrics["a"].total_invocations, 3);
        assert!(read_index_yaml("version: '3.0'\n<<<<<<<\n").is_err());
        assert_eq!(read_index_yaml("version: 1\nentries: {KE-1: {type: decision}}").unwrap().entries[0].id, "KE-1");
    }

    #[test]
    fn a_large_index_reads_back() {
        let list: Vec<Article> = (0..3000)
            .map(|n| {
                read(
                    &format!("decisions/article-{n:05}.md"),
                    format!("---\ntags: [t{n}]\n---\n# Title {n}\n").as_bytes(),
                )
                .value
            })
            .collect();
        let text = index_yaml(&list, None).unwrap();
        assert_eq!(read_index_yaml(&text).unwrap().entries.len(), 3000);
    }
}
