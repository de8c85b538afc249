//! The context brief: what to know before working on an issue.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::base::KnowledgeBase;
use super::domain::infer_domains;
use super::metrics::{AgentAdvice, advise};
use super::search::{EntryHit, EntryQuery, present, score};
use super::words::named;
use crate::freshness::{DecaySettings, Facts};
use crate::index::AgentMetrics;
use crate::model::{Kind, Status};
use crate::time::Timestamp;

/// What the brief is for.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields))]
#[serde(rename_all = "camelCase", default)]
pub struct BriefRequest {
    /// The issue, when there is one.
    pub issue: Option<u32>,
    /// Its title, or the question as typed.
    pub title: String,
    /// Its text.
    pub description: String,
    /// Its labels; those that name a domain count as such.
    pub labels: Vec<String>,
    /// Files it names.
    pub files: Vec<String>,
    /// The present, for ages.
    pub now: Option<Timestamp>,
    /// How age lowers the score.
    pub decay: Option<DecaySettings>,
    /// How agents did.
    pub metrics: BTreeMap<String, AgentMetrics>,
}

/// What to know before the work.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Brief {
    /// The issue, when there is one.
    pub issue: Option<u32>,
    /// One sentence.
    pub summary: String,
    /// Fields of work it belongs to.
    pub domains: Vec<String>,
    /// Patterns, decisions and lessons that matter most.
    pub must_know: Vec<EntryHit>,
    /// Resolutions of similar problems, feedback and past events.
    pub related: Vec<EntryHit>,
    /// What went wrong before.
    pub anti_patterns: Vec<EntryHit>,
    /// Files that similar work touched.
    pub files: Vec<String>,
    /// Agents that did well in these domains.
    pub agents: Vec<AgentAdvice>,
    /// The same as Markdown.
    pub markdown: String,
}

/// Builds the brief.
pub fn brief(base: &mut KnowledgeBase, request: &BriefRequest, facts: Option<&Facts>) -> Brief {
    let text = format!("{} {} {}", request.title, request.description, request.files.join(" "));
    let mut domains: Vec<String> = request
        .labels
        .iter()
        .filter_map(|label| label.strip_prefix("domain:").or_else(|| label.strip_prefix("area:")).or(Some(label)))
        .map(|label| label.trim().to_lowercase())
        .filter(|label| base.entries.iter().any(|entry| entry.has_tag(label)))
        .collect();
    for domain in infer_domains(&text) {
        if !domains.contains(&domain) {
            domains.push(domain);
        }
    }
    let mut query = text;
    if let Some(issue) = request.issue {
        let _ = write!(query, " #{issue}");
    }
    let asked = EntryQuery { query, now: request.now, decay: request.decay.clone(), ..EntryQuery::default() };
    let scored = score(base, &asked, facts);
    let (mut decisions, mut patterns, mut anti, mut lessons, mut related) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut files: Vec<String> = request.files.clone();
    for scored in scored {
        let entry = &base.entries[scored.at];
        let article = &entry.article;
        if matches!(article.status, Status::Superseded | Status::Outdated) && article.kind == Kind::Decision {
            continue;
        }
        let list = match article.kind {
            Kind::Pattern if is_anti(article.front.pattern_type.as_deref()) => &mut anti,
            Kind::Pattern => &mut patterns,
            Kind::Decision | Kind::Architecture | Kind::Preference => &mut decisions,
            Kind::Lesson | Kind::Spike | Kind::Limitation | Kind::Fact => &mut lessons,
            Kind::Resolution | Kind::Feedback | Kind::Event => &mut related,
            Kind::Signal => continue,
        };
        if list.len() < 5 {
            if matches!(article.kind, Kind::Resolution | Kind::Feedback) {
                files.extend(article.front.files.iter().take(5).cloned());
            }
            list.push((article.front.occurrences.unwrap_or(1), present(entry, scored)));
        }
    }
    patterns.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.score.total_cmp(&a.1.score)));
    let plain = |list: Vec<(u32, EntryHit)>, n: usize| list.into_iter().take(n).map(|(_, hit)| hit);
    let must_know: Vec<EntryHit> = plain(patterns, 5).chain(plain(decisions, 3)).chain(plain(lessons, 3)).collect();
    let related: Vec<EntryHit> = plain(related, 3).collect();
    let anti_patterns: Vec<EntryHit> = plain(anti, 3).collect();
    let mut seen = alloc::collections::BTreeSet::new();
    files.retain(|file| seen.insert(file.clone()));
    files.truncate(10);
    let agents = advise(&request.metrics, &domains);
    let n = must_know.len() + related.len() + anti_patterns.len();
    let field = if domains.is_empty() { "no particular domain".to_string() } else { domains.join(", ") };
    let what = request.issue.map_or_else(|| "This topic".to_string(), |issue| format!("Issue #{issue}"));
    let summary = match n {
        0 => format!("{what} ({field}): the knowledge base holds nothing about it."),
        1 => format!("{what} ({field}): 1 entry of the knowledge base applies."),
        _ => format!("{what} ({field}): {n} entries of the knowledge base apply."),
    };
    let mut made = Brief {
        issue: request.issue,
        summary,
        domains,
        must_know,
        related,
        anti_patterns,
        files,
        agents,
        markdown: String::new(),
    };
    made.markdown = render(base, request, &made);
    made
}

fn is_anti(pattern_type: Option<&str>) -> bool {
    pattern_type.is_some_and(|word| word.eq_ignore_ascii_case("anti-pattern"))
}

fn render(base: &KnowledgeBase, request: &BriefRequest, brief: &Brief) -> String {
    let mut out = match request.issue {
        Some(issue) => format!("## Context Brief for Issue #{issue}\n\n"),
        None => format!("## Context Brief for \"{}\"\n\n", request.title.trim()),
    };
    let _ = writeln!(out, "### Summary\n\n{}\n\n### Must-Know\n", brief.summary);
    for (n, hit) in (1..).zip(&brief.must_know) {
        let _ = writeln!(out, "{n}. {}", line(hit));
    }
    none(&mut out, brief.must_know.is_empty());
    out.push_str("\n### Related Past Issues\n\n");
    for hit in &brief.related {
        let entry = base.find(&hit.id).map(|at| &base.entries[at]);
        let issues = entry.map(super::base::Entry::issues).unwrap_or_default();
        let issues: Vec<String> = issues.iter().map(|issue| format!("#{issue}")).collect();
        let mut text = line(hit);
        if !issues.is_empty() {
            text = format!("{}: {text}", issues.join(", "));
        }
        if let Some(time) = entry.and_then(|entry| named(&entry.article, "time_to_resolve")) {
            let _ = write!(text, " (resolved in {time})");
        }
        let _ = writeln!(out, "- {text}");
    }
    none(&mut out, brief.related.is_empty());
    out.push_str("\n### Anti-Patterns to Avoid\n\n");
    for hit in &brief.anti_patterns {
        let _ = writeln!(out, "- {}", line(hit));
    }
    none(&mut out, brief.anti_patterns.is_empty());
    out.push_str("\n### Recommended Agents\n\n");
    for advice in &brief.agents {
        let _ = writeln!(
            out,
            "- {}: {:.0} % success in {} ({} runs)",
            advice.agent,
            advice.success_rate * 100.0,
            advice.domain,
            advice.count
        );
    }
    none(&mut out, brief.agents.is_empty());
    out
}

fn none(out: &mut String, empty: bool) {
    if empty {
        out.push_str("None known.\n");
    }
}

/// `Title: key field [id]`, with what to be careful about.
fn line(hit: &EntryHit) -> String {
    let mut text = format!("**{}**", hit.title);
    if let Some(field) = hit.fields.get(1).filter(|field| field.value != hit.title) {
        let _ = write!(text, ": {}", field.value);
    }
    let _ = write!(text, " [{}]", hit.id);
    if hit.status == Status::Disputed {
        text.push_str(" (disputed)");
    }
    if let Some(caveat) = &hit.freshness.caveat {
        let _ = write!(text, " ({caveat})");
    }
    text
}
