//! Single articles outside of a run: making one, updating one, finding contradictions, settling a dispute.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use super::analysed::Analysed;
use super::compare::{Judgment, Relation};
use super::draft::{Draft, Passage, keyword_stems};
use super::fold::relate;
use super::identity::word_key;
use super::{passage, render};
use crate::article::{self, Article, Editor, Refusal, Source, body};
use crate::error::Error;
use crate::model::{Item, Status};
use crate::slug::slug;
use crate::time::Timestamp;

/// The article of one item: its path and its text.
pub fn generate(item: &Item) -> (String, String) {
    let draft = Draft::new(item);
    let path = format!("{}/{}.md", draft.kind.topic(), slug(&draft.title));
    let (_, text) = render::article(&draft, &path, &[]);
    (path, text)
}

/// An article that a new item speaks against.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Contradiction {
    /// The article's path.
    pub path: String,
    /// How they relate.
    pub relation: Relation,
    /// What decided.
    pub conflict: String,
}

/// Articles about the same field (more than 40 % of the shorter keyword list in common, or the same title) that an item contradicts or supersedes.
pub fn contradictions(item: &Item, articles: &[Article]) -> Vec<Contradiction> {
    let stems = keyword_stems(&item.keywords);
    let title = word_key(&item.title);
    let mut found = Vec::new();
    for article in articles {
        let theirs = keyword_stems(&article.front.keywords);
        let shared = stems.intersection(&theirs).count();
        let overlap = shared as f64 / stems.len().min(theirs.len()).max(1) as f64;
        if overlap <= 0.4 && word_key(&article.title) != title {
            continue;
        }
        let (judgment, _) = relate(&draft_of(article), item, &mut Analysed::default());
        if judgment.relation.is_conflict() {
            found.push(Contradiction {
                path: article.path.clone(),
                relation: judgment.relation,
                conflict: judgment.reason,
            });
        }
    }
    found
}

/// Takes an item into an article that exists, changing only what must change.
pub fn update(path: &str, text: &str, item: &Item) -> Result<String, Error> {
    let existing = article::read(path, text.as_bytes()).value;
    let (Judgment { relation, reason }, _) = relate(&draft_of(&existing), item, &mut Analysed::default());
    let refused = |refusal: Refusal| Error::InvalidInput { field: path.to_string(), message: refusal.to_string() };
    let mut editor = Editor::open(path, text.as_bytes()).map_err(refused)?;
    for evidence in &item.evidence {
        let known = existing.front.sources.iter().any(|source| source.session.as_deref() == Some(&evidence.session));
        if !known {
            let date = evidence.time.map(|time| time.date().midnight());
            let source =
                Source { issue: item.issue, session: Some(evidence.session.clone()), date, ..Source::default() };
            editor.append_source(&source).map_err(refused)?;
        }
    }
    let said = item.evidence.iter().filter_map(|evidence| evidence.time).max();
    if let Some(time) = said.filter(|time| existing.front.updated.is_none_or(|updated| *time > updated)) {
        editor.set_date("updated", time.date().midnight()).map_err(refused)?;
    }
    let owned_by_people = existing.front.curated_by.is_some_and(|who| who != article::CuratedBy::Auto);
    if !owned_by_people {
        let new = Passage::of(item, item.statement.trim().to_string());
        match relation {
            Relation::Contradicts => {
                editor.set_text("status", Status::Disputed.name()).map_err(refused)?;
                let old = Passage {
                    text: main_text(&existing),
                    time: existing.front.updated,
                    issue: None,
                    session: String::new(),
                };
                editor.append_to_section("⚠️ Conflict", &render::conflict(&old, &new, &reason)).map_err(refused)?;
            }
            Relation::Supersedes => {
                let old = Passage {
                    text: main_text(&existing),
                    time: existing.front.updated,
                    issue: None,
                    session: String::new(),
                };
                editor.append_to_section("History", &render::former(&old, new.time)).map_err(refused)?;
                editor.set_section(&main_heading(&existing), &new.text).map_err(refused)?;
            }
            Relation::Refines | Relation::Unrelated => {
                let news = passage::news(&item.statement, &[&existing.body]);
                if !news.is_empty() {
                    editor.append_to_section("Key Facts", &news).map_err(refused)?;
                }
            }
            Relation::Duplicate => {}
        }
    }
    into_text(path, editor)
}

/// Which side of a dispute holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// The earlier statement.
    A,
    /// The later statement.
    B,
    /// Both hold.
    Both,
}

/// Settles a dispute: the statement kept is the article's, the other goes into its history, and the article is
/// from now on in the hands of people.
pub fn resolve(path: &str, text: &str, keep: Keep, note: Option<&str>, now: Timestamp) -> Result<String, Error> {
    let article = article::read(path, text.as_bytes()).value;
    let missing =
        || Error::InvalidInput { field: path.to_string(), message: "it holds no dispute to settle".to_string() };
    let range = body::section(&article.body, "⚠️ Conflict").ok_or_else(missing)?;
    let (earlier, later) = sides(&article.body[range]).ok_or_else(missing)?;
    let refused = |refusal: Refusal| Error::InvalidInput { field: path.to_string(), message: refusal.to_string() };
    let mut editor = Editor::open(path, text.as_bytes()).map_err(refused)?;
    editor.remove_section("⚠️ Conflict").map_err(refused)?;
    let today = now.date().to_iso();
    let told = note.map(|note| format!(" {}", note.trim())).unwrap_or_default();
    let outcome = match keep {
        Keep::A => format!("Settled on {today}: the earlier statement holds.{told} Rejected:\n\n{}", quoted(&later)),
        Keep::B => {
            editor.set_section(&main_heading(&article), &later).map_err(refused)?;
            format!("Settled on {today}: the later statement holds.{told} Superseded:\n\n{}", quoted(&earlier))
        }
        Keep::Both => {
            editor.append_to_section("Key Facts", &later).map_err(refused)?;
            format!("Settled on {today}: both statements hold.{told}")
        }
    };
    editor.append_to_section("History", &outcome).map_err(refused)?;
    editor.set_text("status", Status::Current.name()).map_err(refused)?;
    editor.set_text("curated_by", "mixed").map_err(refused)?;
    into_text(path, editor)
}

fn into_text(path: &str, editor: Editor) -> Result<String, Error> {
    String::from_utf8(editor.finish())
        .map_err(|_| Error::InvalidInput { field: path.to_string(), message: "the file is not UTF-8".to_string() })
}

/// The quoted texts below `**Earlier**` and `**Later**`.
fn sides(section: &str) -> Option<(String, String)> {
    let earlier = section.find("**Earlier**")?;
    let later = section[earlier..].find("**Later**")? + earlier;
    let unquote = |part: &str| -> String {
        let lines = part.lines().skip_while(|line| !line.starts_with('>')).take_while(|line| line.starts_with('>'));
        lines.map(|line| line.trim_start_matches('>').strip_prefix(' ').unwrap_or("")).collect::<Vec<_>>().join("\n")
    };
    let (a, b) = (unquote(&section[earlier..later]), unquote(&section[later..]));
    (!a.is_empty() && !b.is_empty()).then_some((a, b))
}

fn quoted(text: &str) -> String {
    text.lines().map(|line| format!("> {line}")).collect::<Vec<_>>().join("\n")
}

/// The heading of the first section, under which the statement stands.
fn main_heading(article: &Article) -> String {
    body::headings(&article.body)
        .into_iter()
        .find(|heading| heading.level == 2)
        .map_or_else(|| render::main_heading(article.kind).to_string(), |heading| heading.text)
}

fn main_text(article: &Article) -> String {
    let Some(range) = body::section(&article.body, &main_heading(article)) else {
        return article.body.trim().to_string();
    };
    let section = &article.body[range];
    section.split_once('\n').map_or("", |(_, text)| text).trim().to_string()
}

/// An article read back as a draft, as far as comparison needs it.
fn draft_of(article: &Article) -> Draft {
    let passage = |text: String| Passage { text, time: article.front.updated, issue: None, session: String::new() };
    let facts = body::section(&article.body, "Key Facts").map(|range| article.body[range].to_string());
    Draft {
        kind: article.kind,
        title: article.title.clone(),
        subject: String::new(),
        statement: passage(main_text(article)),
        rationale: Vec::new(),
        additions: facts.map(passage).into_iter().collect(),
        conflicts: Vec::new(),
        history: Vec::new(),
        quotes: Vec::new(),
        sources: article.front.sources.clone(),
        confidence: article.confidence,
        status: article.status,
        keywords: article.front.keywords.clone(),
        tags: Vec::new(),
        files: Vec::new(),
        revision: None,
        occurrences: 1,
        created: article.front.created,
        updated: article.front.updated,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DISPUTED: &str = "---\ntopic: decisions\ntitle: Queue\nsources: []\nstatus: disputed\n---\n\n# Queue\n\n## Decision\n\nWe use Kafka.\n\n## ⚠️ Conflict\n\nTwo statements.\n\n**Earlier** (issue #1):\n\n> We use Kafka.\n\n**Later** (issue #2):\n\n> We use NATS.\n\n## Related\n\n- x\n";

    #[track_caller]
    fn check(keep: Keep, decision: &str, history: &str) {
        let text = resolve("decisions/queue.md", DISPUTED, keep, Some("Agreed in the review."), Timestamp(0)).unwrap();
        let article = article::read("decisions/queue.md", text.as_bytes()).value;
        assert_eq!(article.status, Status::Current);
        assert_eq!(main_text(&article), decision);
        assert!(text.contains(history) && text.contains("Agreed in the review."), "{text}");
        assert!(!text.contains("Conflict"));
    }

    #[test]
    fn a_person_settles_a_dispute() {
        check(Keep::A, "We use Kafka.", "> We use NATS.");
        check(Keep::B, "We use NATS.", "> We use Kafka.");
        check(Keep::Both, "We use Kafka.", "both statements hold");
        let settled = resolve("decisions/queue.md", DISPUTED, Keep::A, None, Timestamp(0)).unwrap();
        let again = resolve("decisions/queue.md", &settled, Keep::A, None, Timestamp(0)).unwrap_err();
        assert!(again.to_string().contains("no dispute"));
    }
}
