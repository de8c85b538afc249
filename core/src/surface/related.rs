//! What belongs to an issue or to an entry, and why.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use serde::Serialize;

use super::base::{Entry, KnowledgeBase};
use super::search::{EntryHit, EntryQuery, present, score, write_hit};
use crate::error::Error;
use crate::freshness::Facts;
use crate::model::Kind;

/// Neighbours found by overlap, not by link.
const MAX_INDIRECT: usize = 10;

/// How one entry is connected with another.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Edge {
    /// Id of the entry it starts from.
    pub from: String,
    /// Id of the entry, or `#42`, that it leads to.
    pub to: String,
    /// `related`, `supersedes`, `superseded by`, `issue`, `tags`, `files`, `domain`.
    pub relation: String,
    /// What they share, when it is not a link.
    pub detail: String,
    /// From 0 to 1.
    pub strength: f64,
}

/// One end of an edge.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Node {
    /// Id of an entry, or `#42`.
    pub id: String,
    /// Its title; empty for an issue and for a link that leads nowhere.
    pub title: String,
    /// What it is; absent for an issue.
    pub kind: Option<Kind>,
    /// Where it lies; empty for an issue.
    pub path: String,
}

/// An entry and its neighbours.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Graph {
    /// The entry in the middle first, then by strength.
    pub nodes: Vec<Node>,
    /// Strongest first.
    pub edges: Vec<Edge>,
    /// For people.
    pub text: String,
    /// As a Mermaid flowchart.
    pub mermaid: String,
}

/// What belongs to an issue.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct IssueRelated {
    /// The issue.
    pub issue: u32,
    /// Whether any entry names the issue; otherwise everything is found by content.
    pub indexed: bool,
    /// Entries that name it.
    pub direct: Vec<EntryHit>,
    /// Entries that share tags, files or content with those.
    pub indirect: Vec<EntryHit>,
    /// The same as Markdown.
    pub markdown: String,
}

/// The relationship graph around an entry.
pub fn entry_graph(base: &KnowledgeBase, id: &str) -> Result<Graph, Error> {
    let Some(centre) = base.find(id) else {
        return Err(Error::NotFound { what: "entry".into(), name: id.to_string() });
    };
    let own = &base.entries[centre];
    let front = &own.article.front;
    let own_id = own.article.id.clone();
    let mut edges: Vec<Edge> = Vec::new();
    let mut edge = |to: String, relation: &str, detail: String, strength: f64| {
        edges.push(Edge { from: own_id.clone(), to, relation: relation.to_string(), detail, strength });
    };
    for (links, relation) in
        [(&front.supersedes, "supersedes"), (&front.superseded_by, "superseded by"), (&front.related, "related")]
    {
        for link in links {
            let to = base.find(link).map_or_else(|| link.clone(), |at| base.entries[at].article.id.clone());
            edge(to, relation, String::new(), 1.0);
        }
    }
    for issue in own.issues() {
        edge(format!("#{issue}"), "issue", String::new(), 0.9);
    }
    let mut linked: BTreeSet<String> =
        front.supersedes.iter().chain(&front.superseded_by).chain(&front.related).cloned().collect();
    linked.insert(own.article.id.clone());
    let mut indirect: Vec<(f64, usize, &'static str, String)> = Vec::new();
    for (at, other) in base.entries.iter().enumerate() {
        if at == centre || linked.contains(&other.article.id) || !other.is_live() {
            continue;
        }
        if other.article.front.related.iter().any(|link| *link == own.article.id || *link == own.article.path) {
            indirect.push((0.95, at, "related", String::new()));
        } else if let Some((strength, relation, detail)) = overlap(own, other) {
            indirect.push((strength, at, relation, detail));
        }
    }
    indirect.sort_by(|a, b| {
        b.0.total_cmp(&a.0).then_with(|| base.entries[a.1].article.id.cmp(&base.entries[b.1].article.id))
    });
    for (strength, at, relation, detail) in indirect.into_iter().take(MAX_INDIRECT) {
        edge(base.entries[at].article.id.clone(), relation, detail, strength);
    }
    edges.sort_by(|a, b| {
        b.strength.total_cmp(&a.strength).then_with(|| a.to.cmp(&b.to)).then_with(|| a.relation.cmp(&b.relation))
    });
    edges.dedup_by(|a, b| a.to == b.to && a.relation == b.relation);
    let nodes = nodes(base, own, &edges);
    let (text, mermaid) = (graph_text(&nodes, &edges), graph_mermaid(&nodes, &edges));
    Ok(Graph { nodes, edges, text, mermaid })
}

/// What two entries share: issues, files, tags, domains; the strongest bond wins.
fn overlap(own: &Entry, other: &Entry) -> Option<(f64, &'static str, String)> {
    let shared = |a: &[String], b: &[String]| -> Vec<String> {
        a.iter().filter(|word| b.iter().any(|other| other.eq_ignore_ascii_case(word))).cloned().collect()
    };
    let (left, right) = (&own.article.front, &other.article.front);
    let files = shared(&left.files, &right.files);
    let tags = shared(&left.tags, &right.tags);
    let domains = shared(&left.domains, &right.domains);
    let issues: Vec<u32> = own.issues().into_iter().filter(|issue| other.issues().contains(issue)).collect();
    let more = |n: usize, base: f64| (base + 0.1 * (n.saturating_sub(1)) as f64).min(base + 0.2);
    if !issues.is_empty() {
        let detail = issues.iter().map(|issue| format!("#{issue}")).collect::<Vec<_>>().join(", ");
        return Some((more(issues.len(), 0.7), "same issue", detail));
    }
    if !files.is_empty() {
        return Some((more(files.len(), 0.6), "files", files.join(", ")));
    }
    if !tags.is_empty() {
        return Some((more(tags.len(), 0.4), "tags", tags.join(", ")));
    }
    (!domains.is_empty()).then(|| (0.2, "domain", domains.join(", ")))
}

fn nodes(base: &KnowledgeBase, own: &Entry, edges: &[Edge]) -> Vec<Node> {
    let node = |entry: &Entry| Node {
        id: entry.article.id.clone(),
        title: entry.article.title.clone(),
        kind: Some(entry.article.kind),
        path: entry.place(),
    };
    let mut out = alloc::vec![node(own)];
    let mut seen: BTreeSet<&str> = BTreeSet::from([own.article.id.as_str()]);
    for edge in edges {
        if seen.insert(&edge.to) {
            out.push(base.find(&edge.to).map_or_else(
                || Node { id: edge.to.clone(), title: String::new(), kind: None, path: String::new() },
                |at| node(&base.entries[at]),
            ));
        }
    }
    out
}

fn graph_text(nodes: &[Node], edges: &[Edge]) -> String {
    let titles: BTreeMap<&str, &str> = nodes.iter().map(|node| (node.id.as_str(), node.title.as_str())).collect();
    let mut out = String::new();
    if let Some(centre) = nodes.first() {
        let kind = centre.kind.map_or("entry", Kind::name);
        let _ = writeln!(out, "## Related to [{kind}] {}\n\n{}\n", centre.id, centre.title);
    }
    if edges.is_empty() {
        out.push_str("Nothing is connected with it.\n");
    }
    for edge in edges {
        let _ = write!(out, "- {} → {}", edge.relation, edge.to);
        if let Some(title) = titles.get(edge.to.as_str()).filter(|title| !title.is_empty()) {
            let _ = write!(out, ": {title}");
        }
        if !edge.detail.is_empty() {
            let _ = write!(out, " ({})", edge.detail);
        }
        out.push('\n');
    }
    out
}

fn graph_mermaid(nodes: &[Node], edges: &[Edge]) -> String {
    let quoted = |text: &str| text.replace('"', "#quot;").replace(['\n', '\r'], " ");
    let mut out = String::from("graph LR\n");
    let number: BTreeMap<&str, usize> = nodes.iter().enumerate().map(|(at, node)| (node.id.as_str(), at)).collect();
    for (at, node) in nodes.iter().enumerate() {
        let label = if node.title.is_empty() { &node.id } else { &node.title };
        let _ = writeln!(out, "  n{at}[\"{}\"]", quoted(label));
    }
    for edge in edges {
        if let (Some(from), Some(to)) = (number.get(edge.from.as_str()), number.get(edge.to.as_str())) {
            let _ = writeln!(out, "  n{from} -->|\"{}\"| n{to}", quoted(&edge.relation));
        }
    }
    out
}

/// What belongs to an issue. `about` is its title and text when they are known.
pub fn issue_related(
    base: &mut KnowledgeBase,
    issue: u32,
    about: &str,
    request: &EntryQuery,
    facts: Option<&Facts>,
) -> IssueRelated {
    let is_direct = |entry: &Entry| entry.issues().contains(&issue);
    let direct_at: Vec<usize> =
        (0..base.entries.len()).filter(|&at| is_direct(&base.entries[at]) && base.entries[at].is_live()).collect();
    let indexed = !direct_at.is_empty();
    let mut query = String::from(about);
    let mut words: BTreeSet<String> = BTreeSet::new();
    for &at in &direct_at {
        let article = &base.entries[at].article;
        query.push(' ');
        query.push_str(&article.title);
        words.extend(article.front.tags.iter().chain(&article.front.files).cloned());
    }
    for word in words {
        query.push(' ');
        query.push_str(&word);
    }
    if query.trim().is_empty() {
        query = format!("#{issue}");
    }
    let limit = request.limit.unwrap_or(super::search::DEFAULT_LIMIT) as usize;
    let asked = EntryQuery { query, ..request.clone() };
    let scored = score(base, &asked, facts);
    let mut direct = Vec::new();
    let mut indirect = Vec::new();
    for scored in scored {
        let entry = &base.entries[scored.at];
        let list = if direct_at.contains(&scored.at) { &mut direct } else { &mut indirect };
        list.push(present(entry, scored));
    }
    direct.truncate(limit.max(10));
    indirect.truncate(limit);
    let mut markdown = format!("## Knowledge Related to Issue #{issue}\n");
    if !indexed {
        let _ = write!(markdown, "\nNo entry names #{issue}; found by content.\n");
    }
    for (heading, hits) in [("Direct", &direct), ("Indirect", &indirect)] {
        if !hits.is_empty() {
            let _ = write!(markdown, "\n**{heading}**: {}\n\n---\n", hits.len());
            for (rank, hit) in (1..).zip(hits) {
                write_hit(&mut markdown, rank, hit, request.explain);
            }
        }
    }
    if direct.is_empty() && indirect.is_empty() {
        markdown = format!("{}\n", super::search::NO_RESULTS_TEXT);
    }
    IssueRelated { issue, indexed, direct, indirect, markdown }
}
