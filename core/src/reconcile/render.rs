//! The page that people read.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::draft::{Dispute, Draft, Passage, Quote};
use super::passage;
use crate::article::{self, Article, CuratedBy, FrontMatter, write};
use crate::extract::unlink;
use crate::model::{Kind, Revision, Speaker};
use crate::time::Timestamp;

/// The heading of what was added to the statement.
pub(super) const FACTS: &str = "Key Facts";
/// The heading of what nobody has settled yet.
pub(super) const CONFLICT: &str = "⚠️ Conflict";

/// A link to another article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) path: String,
    pub(super) title: String,
}

/// An article and the file that holds it.
pub(super) fn article(draft: &Draft, path: &str, related: &[Link]) -> (Article, String) {
    let front = FrontMatter {
        kind: Some(draft.kind),
        topic: Some(path.split('/').next().unwrap_or(draft.kind.topic()).to_string()),
        title: Some(draft.title.clone()),
        created: draft.created.map(|time| time.date().midnight()),
        updated: draft.updated.map(|time| time.date().midnight()),
        sources: draft.sources.clone(),
        confidence: Some(draft.confidence),
        status: Some(draft.status),
        keywords: draft.keywords.clone(),
        tags: draft.tags.clone(),
        files: draft.files.clone(),
        curated_by: Some(CuratedBy::Auto),
        last_auto_curated: draft.updated.map(|time| time.date().midnight()),
        occurrences: (draft.occurrences > 1).then_some(draft.occurrences),
        ..FrontMatter::default()
    };
    let text = write::render(&front, &body(draft, path, related));
    (article::written(path, front, &text), text)
}

fn body(draft: &Draft, path: &str, related: &[Link]) -> String {
    let (lead, details) = split_details(&draft.statement.text);
    let sections = [
        (main_heading(draft.kind), lead),
        (CONFLICT, conflicts(draft)),
        ("Context", context(draft)),
        (FACTS, key_facts(draft, details)),
        ("Rationale", reasons(draft)),
        ("History", history(draft)),
        ("Evidence", evidence(draft)),
        ("Related", links(path, related)),
    ];
    let sections: Vec<(&str, &str)> = sections.iter().map(|(heading, text)| (*heading, text.as_str())).collect();
    write::render_body(&draft.title, &sections)
}

/// The heading above what an article is about.
pub(super) fn main_heading(kind: Kind) -> &'static str {
    match kind {
        Kind::Decision => "Decision",
        Kind::Fact => "Facts",
        Kind::Preference => "Preference",
        Kind::Architecture => "How It Works",
        Kind::Limitation => "Limitation",
        Kind::Event => "What Happened",
        Kind::Resolution => "Resolution",
        Kind::Pattern => "Pattern",
        Kind::Feedback => "Finding",
        Kind::Lesson => "Lesson",
        Kind::Spike => "Result",
        Kind::Signal => "Signal",
    }
}

/// The statement's opening, and the lists and tables that follow it.
fn split_details(text: &str) -> (String, String) {
    let text = lowered_headings(text);
    let blocks = passage::blocks(&text);
    let at = blocks.iter().position(|block| passage::is_structured(block)).unwrap_or(blocks.len());
    if at == 0 {
        return (text, String::new());
    }
    (blocks[..at].join("\n\n"), blocks[at..].join("\n\n"))
}

/// Headings inside a passage become bold lines, so that the page keeps its own outline.
fn lowered_headings(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut fenced = false;
    for line in text.lines() {
        fenced ^= line.trim_start().starts_with("```");
        let title = line.trim_start_matches('#');
        if !fenced && line.starts_with('#') && title.starts_with(' ') {
            let plain = title.trim().replace("**", "");
            _ = writeln!(out, "**{plain}**");
        } else {
            out.push_str(line);
            out.push('\n');
        }
    }
    out.truncate(out.trim_end().len());
    out
}

fn context(draft: &Draft) -> String {
    let mut out = String::new();
    let n_sessions = draft.sources.len();
    let issues = issue_list(draft);
    let when = match (draft.created, draft.updated) {
        (Some(first), Some(last)) if first.date() != last.date() => {
            format!("between {} and {}", first.date().to_iso(), last.date().to_iso())
        }
        (Some(day), _) => format!("on {}", day.date().to_iso()),
        _ => String::new(),
    };
    let conversations = if n_sessions == 1 { "one conversation".into() } else { format!("{n_sessions} conversations") };
    let who = if draft.quotes.iter().any(|quote| quote.evidence.speaker == Speaker::Human) {
        "Said by a person"
    } else {
        "Reported by the agent"
    };
    _ = write!(out, "{who} in {conversations}");
    if !when.is_empty() {
        _ = write!(out, " {when}");
    }
    if !issues.is_empty() {
        _ = write!(out, " ({issues})");
    }
    out.push('.');
    out.push_str(match draft.revision {
        Some(Revision::Answer) => " An earlier answer was corrected.",
        Some(Revision::State) => " What was found first was changed later on.",
        None => "",
    });
    out
}

fn issue_list(draft: &Draft) -> String {
    let mut issues: Vec<u32> = draft.sources.iter().filter_map(|source| source.issue).collect();
    issues.sort_unstable();
    issues.dedup();
    let names: Vec<String> = issues.iter().map(|issue| format!("#{issue}")).collect();
    match names.len() {
        0 => String::new(),
        1 => format!("issue {}", names[0]),
        _ => format!("issues {}", names.join(", ")),
    }
}

fn key_facts(draft: &Draft, details: String) -> String {
    let mut parts: Vec<String> = Vec::new();
    if !details.is_empty() {
        parts.push(details);
    }
    for addition in &draft.additions {
        parts.push(format!("{}\n\n{}", lowered_headings(&addition.text), cited(addition)));
    }
    parts.join("\n\n")
}

fn cited(passage: &Passage) -> String {
    let origin = origin(passage);
    if origin.is_empty() { String::new() } else { format!("_({origin})_") }
}

/// `issue #63, 2026-02-20`.
fn origin(passage: &Passage) -> String {
    let mut parts = Vec::new();
    parts.extend(passage.issue.map(|issue| format!("issue #{issue}")));
    parts.extend(passage.time.map(|time| time.date().to_iso()));
    if parts.is_empty() && !passage.session.is_empty() {
        parts.push(passage.session.clone());
    }
    parts.join(", ")
}

fn conflicts(draft: &Draft) -> String {
    let parts: Vec<String> = draft.disputes.iter().map(conflict).collect();
    parts.join("\n\n")
}

/// How the account of a dispute begins.
pub(super) const DISPUTE: &str = "Two statements contradict each other";

/// Both sides of a dispute with their dates and sources.
pub(super) fn conflict(Dispute { earlier, later, reason }: &Dispute) -> String {
    format!(
        "{DISPUTE}: {reason}. Both are kept until a person settles it.\n\n\
         **Earlier** ({}):\n\n{}\n\n**Later** ({}):\n\n{}",
        full_origin(earlier),
        quoted(&earlier.text),
        full_origin(later),
        quoted(&later.text),
    )
}

/// `issue #63, 2026-02-20, session.jsonl`.
fn full_origin(passage: &Passage) -> String {
    let short = origin(passage);
    if passage.session.is_empty() || short == passage.session {
        short
    } else {
        format!("{short}, `{}`", passage.session)
    }
}

/// A text as a quotation, with one empty line wherever it has any.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut is_break = true;
    for line in lowered_headings(text).lines() {
        let was_break = core::mem::replace(&mut is_break, line.trim().is_empty());
        if is_break && was_break {
            continue;
        }
        out.push_str(if out.is_empty() { ">" } else { "\n>" });
        if !is_break {
            out.push(' ');
            out.push_str(line);
        }
    }
    out
}

fn history(draft: &Draft) -> String {
    let parts: Vec<String> = draft.history.iter().rev().map(|f| former(&f.passage, f.until)).collect();
    parts.join("\n\n")
}

/// A statement that no longer holds, with its dates and source.
pub(super) fn former(passage: &Passage, until: Option<Timestamp>) -> String {
    let until = until.map(|time| format!(" until {}", time.date().to_iso())).unwrap_or_default();
    format!("Superseded{until} — previously ({}):\n\n{}", full_origin(passage), quoted(&passage.text))
}

fn evidence(draft: &Draft) -> String {
    let parts: Vec<String> = draft.quotes.iter().map(quote).collect();
    parts.join("\n\n")
}

fn quote(quote: &Quote) -> String {
    let evidence = &quote.evidence;
    let who = match evidence.speaker {
        Speaker::Human => "a person",
        Speaker::Agent => "the agent",
        Speaker::Tool => "a tool",
        Speaker::Template => "a template",
        Speaker::InjectedContext => "injected context",
        Speaker::Summary => "a summary",
    };
    let mut origin = who.to_string();
    if let Some(issue) = quote.issue {
        _ = write!(origin, ", issue #{issue}");
    }
    if let Some(time) = evidence.time {
        _ = write!(origin, ", {}", time.date().to_iso());
    }
    _ = write!(origin, ", `{}` line {}", evidence.session, evidence.line);
    // A link that led somewhere from where it was written leads nowhere from here.
    format!("{}\n>\n> — {origin}", quoted(unlink(&evidence.quote, false).trim()))
}

fn links(path: &str, related: &[Link]) -> String {
    let lines: Vec<String> =
        related.iter().map(|link| format!("- {}", write::link(path, &link.path, &link.title))).collect();
    lines.join("\n")
}

/// Reasons that are no sentence of the page already, whatever their case and marks.
fn reasons(draft: &Draft) -> String {
    if draft.rationale.is_empty() {
        return String::new();
    }
    let words = |text: &str| {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
    };
    let text = draft.text();
    let told: Vec<String> = text.lines().flat_map(passage::split_sentences).map(words).collect();
    let is_told = |why: &&str| told.contains(&words(why));
    draft.rationale.iter().map(String::as_str).filter(|why| !is_told(why)).collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Evidence, Item};

    #[test]
    fn a_reason_is_told_once() {
        let why = |rationale: &str| {
            let item = Item::sample("Rye only", "The shop bakes rye. **The mill** is near.");
            reasons(&Draft::new(&Item { rationale: Some(rationale.into()), ..item }))
        };
        assert_eq!(why("The mill is near."), "");
        assert_eq!(why("Rye keeps for a week."), "Rye keeps for a week.");
    }

    #[test]
    fn a_quotation_has_one_empty_line_wherever_it_has_any() {
        assert_eq!(quoted("\nRye.\n\n \n\nOats.\nWheat.\n\n"), "> Rye.\n>\n> Oats.\n> Wheat.");
        assert_eq!(quoted(""), "");
    }

    #[test]
    fn a_link_in_a_quote_leads_nowhere_else() {
        let said = "Added to [notes.md](notes.md), see [the guide](https://example.org/guide).";
        let evidence =
            Evidence { session: "s.jsonl".into(), line: 3, speaker: Speaker::Agent, time: None, quote: said.into() };
        assert_eq!(
            quote(&Quote { evidence, issue: None }),
            "> Added to notes.md, see [the guide](https://example.org/guide).\n>\n> — the agent, `s.jsonl` line 3"
        );
    }
}
