//! `_index.md`: the table of contents that people read.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use crate::article::write::link;
use crate::article::{Article, FrontState};
use crate::model::{Confidence, Kind, Status};
use crate::text::fold;
use crate::time::Timestamp;

/// The order in which topics are listed; others follow by name.
const TOPICS: [&str; 10] = [
    "decisions",
    "architecture",
    "project",
    "preferences",
    "history",
    "resolutions",
    "patterns",
    "feedback",
    "lessons",
    "spikes",
];

/// Writes the index. Archived entries are left out; raw signals are counted, not listed.
pub fn people_index(articles: &[Article], conversations: Option<u32>) -> String {
    let mut topics: BTreeMap<(usize, String), Vec<&Article>> = BTreeMap::new();
    let mut signals = 0_u32;
    for article in articles.iter().filter(|article| article.status != Status::Archived) {
        if article.kind == Kind::Signal {
            signals += 1;
            continue;
        }
        let topic = article.path.split_once('/').map_or(article.topic.as_str(), |(folder, _)| folder);
        let place = TOPICS.iter().position(|known| *known == topic).unwrap_or(TOPICS.len());
        topics.entry((place, topic.to_string())).or_default().push(article);
    }
    let mut out = String::from("# Knowledge Base\n\n");
    out.push_str(&summary(articles, conversations));
    for ((_, topic), mut list) in topics {
        list.sort_by_cached_key(|article| (fold(&article.title), article.path.clone()));
        _ = writeln!(out, "\n## {} ({})", heading(&topic), count(list.len(), "article"));
        for article in list {
            _ = writeln!(out, "- {} — {}", link("_index.md", &article.path, &article.title), remark(article));
        }
    }
    if signals > 0 {
        _ = writeln!(out, "\n## Signals ({signals})\n- [Raw evidence, not surfaced by default](signals/)");
    }
    out
}

fn summary(articles: &[Article], conversations: Option<u32>) -> String {
    let sessions: BTreeSet<&str> = articles
        .iter()
        .flat_map(|article| &article.front.sources)
        .filter_map(|source| source.session.as_deref())
        .collect();
    let conversations = conversations.map_or(sessions.len(), |number| number as usize);
    let updated = articles.iter().filter_map(|article| article.front.updated.or(article.front.created)).max();
    let updated = updated.map_or(String::new(), |time: Timestamp| format!(" Last updated: {}.", time.date().to_iso()));
    format!("_Auto-curated from {}.{updated}_\n", count(conversations, "conversation"))
}

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// `api-design` → `Api Design`.
fn heading(topic: &str) -> String {
    let words = topic.split(['-', '_', ' ']).filter(|word| !word.is_empty());
    let capitalised: Vec<String> = words
        .map(|word| {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
        })
        .collect();
    if capitalised.is_empty() { "Other".to_string() } else { capitalised.join(" ") }
}

fn remark(article: &Article) -> String {
    let mut text = format!("{} confidence", article.confidence.name());
    if article.status != Status::Current {
        let mark = if article.status == Status::Disputed { "⚠️ " } else { "" };
        _ = write!(text, ", {mark}{}", article.status.name());
    }
    if article.state == FrontState::Broken {
        text.push_str(", ⚠️ front matter cannot be read");
    }
    text
}

/// One line of `_index.md`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeopleRow {
    /// The entry's title.
    pub title: String,
    /// Its path.
    pub path: String,
    /// Its confidence, when stated.
    pub confidence: Option<Confidence>,
    /// Its status; current when nothing else is stated.
    pub status: Status,
}

/// Reads `_index.md` back; lines of another form are skipped. A dash that was mis-decoded on the way is no obstacle.
pub fn read_people_index(text: &str) -> Vec<PeopleRow> {
    text.lines().filter_map(read_row).collect()
}

fn read_row(line: &str) -> Option<PeopleRow> {
    let rest = line.trim().strip_prefix("- [")?;
    let middle = rest.find("](")?;
    let end = middle + rest[middle..].find(')')?;
    let path = rest[middle + 2..end].replace("%20", " ").replace("%28", "(").replace("%29", ")");
    let remark = rest[end + 1..].to_lowercase();
    let words: Vec<&str> = remark.split(|c: char| !c.is_alphanumeric()).collect();
    (!path.ends_with('/')).then(|| PeopleRow {
        title: rest[..middle].replace("\\[", "[").replace("\\]", "]"),
        path,
        confidence: words.iter().find_map(|word| Confidence::parse(word).filter(|_| word.parse::<f64>().is_err())),
        status: words.iter().find_map(|word| Status::parse(word)).unwrap_or(Status::Current),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::read;

    fn articles() -> Vec<Article> {
        [
            ("decisions/b.md", "---\ntitle: Zed\nconfidence: high\nupdated: 2026-02-22\nsources:\n  - issue: 1\n    session: a.jsonl\n---\n"),
            ("decisions/a.md", "---\ntitle: Agent Identity — Spock\nconfidence: high\nstatus: disputed\n---\n"),
            ("api-notes/x.md", "---\ntitle: Extra [topic]\ncreated: 2026-01-01\n---\n"),
            ("architecture/s.md", "---\ntitle: Session Model\nconfidence: low\nstatus: superseded\n---\n"),
            ("project/old.md", "---\ntitle: Gone\nstatus: archived\n---\n"),
            ("project/bad.md", "---\ntitle: Bad\nx: `y`\n---\n"),
            ("signals/p/s.md", "---\nid: sig-1\ntype: signal\n---\n"),
        ]
        .map(|(path, text)| read(path, text.as_bytes()).value)
        .to_vec()
    }

    #[test]
    fn the_index_has_the_stated_form() {
        assert_eq!(
            people_index(&articles(), Some(21)),
            "# Knowledge Base\n\n_Auto-curated from 21 conversations. Last updated: 2026-02-22._\n\n## Decisions (2 articles)\n- [Agent Identity — Spock](decisions/a.md) — high confidence, ⚠️ disputed\n- [Zed](decisions/b.md) — high confidence\n\n## Architecture (1 article)\n- [Session Model](architecture/s.md) — low confidence, superseded\n\n## Project (1 article)\n- [Bad](project/bad.md) — medium confidence, ⚠️ front matter cannot be read\n\n## Api Notes (1 article)\n- [Extra \\[topic\\]](api-notes/x.md) — medium confidence\n\n## Signals (1)\n- [Raw evidence, not surfaced by default](signals/)\n"
        );
        assert!(people_index(&articles(), None).contains("from 1 conversation."));
        assert_eq!(people_index(&[], None), "# Knowledge Base\n\n_Auto-curated from 0 conversations._\n");
    }

    #[test]
    fn the_index_reads_back() {
        let rows = read_people_index(&people_index(&articles(), None));
        assert_eq!(rows.len(), 5);
        assert_eq!(rows[0].title, "Agent Identity — Spock");
        assert_eq!((rows[0].confidence, rows[0].status), (Some(Confidence::High), Status::Disputed));
        assert_eq!(rows[4].title, "Extra [topic]");
        let damaged = read_people_index("- [T](a/b.md) â€” high confidence\n");
        assert_eq!(damaged[0].confidence, Some(Confidence::High));
    }
}
