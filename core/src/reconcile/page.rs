//! Single articles outside of a run: making one, updating one, finding contradictions, settling a dispute.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use super::analysed::Analysed;
use super::compare::{Judgment, Relation};
use super::draft::{Dispute, Draft, Passage, Told, cites, keyword_stems};
use super::fold::relate;
use super::identity::word_key;
use super::render::{CONFLICT, FACTS};
use super::{passage, render};
use crate::article::{self, Article, Editor, Refusal, Source, body};
use crate::error::Error;
use crate::extract::is_said;
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
    let (Judgment { relation, reason }, against) = relate(&draft_of(&existing), item, &mut Analysed::default());
    let refused = |refusal: Refusal| Error::InvalidInput { field: path.to_string(), message: refusal.to_string() };
    let mut editor = Editor::open(path, text.as_bytes()).map_err(refused)?;
    for evidence in &item.evidence {
        if !cites(&existing.front.sources, &evidence.session) {
            let source = Source::of(&evidence.session, item.issue, evidence.time);
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
                let told = against.unwrap_or_else(|| Told::whole(dated(&existing, main_text(&existing))));
                let (dispute, rest) = Dispute::between(told, item, &reason);
                editor.append_to_section(CONFLICT, &render::conflict(&dispute)).map_err(refused)?;
                add_news(&mut editor, &existing, &rest).map_err(refused)?;
            }
            Relation::Supersedes => {
                let is_fact = |told: &Told| told.passage.text != main_text(&existing);
                let heading = if against.as_ref().is_some_and(is_fact) { FACTS } else { &main_heading(&existing) };
                let known = section_text(&existing, heading).unwrap_or_default();
                // What stands beside the replaced sentences still holds.
                let parted = against.and_then(|told| passage::part(&known, &told.sentences));
                let (ended, rest) = parted.map_or((known, String::new()), |(ended, rest, _)| (ended, rest));
                editor
                    .append_to_section("History", &render::former(&dated(&existing, ended), new.time))
                    .map_err(refused)?;
                let text = [new.text.as_str(), rest.as_str()].join("\n\n");
                editor.set_section(heading, text.trim_end()).map_err(refused)?;
            }
            Relation::Refines | Relation::Unrelated => {
                add_news(&mut editor, &existing, &item.statement).map_err(refused)?;
            }
            Relation::Duplicate => {}
        }
    }
    into_text(path, editor)
}

/// Adds what an article does not say yet to its facts.
fn add_news(editor: &mut Editor, article: &Article, text: &str) -> Result<(), Refusal> {
    match passage::news(text, &[&article.body]).as_str() {
        "" => Ok(()),
        news => editor.append_to_section(FACTS, news),
    }
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

/// Settles the first dispute of an article: the statement kept is the article's, the other goes into its history, and
/// the article is from now on in the hands of people. It stays disputed while it holds another.
pub fn resolve(path: &str, text: &str, keep: Keep, note: Option<&str>, now: Timestamp) -> Result<String, Error> {
    let article = article::read(path, text.as_bytes()).value;
    let missing =
        || Error::InvalidInput { field: path.to_string(), message: "it holds no dispute to settle".to_string() };
    let section = section_text(&article, CONFLICT).ok_or_else(missing)?;
    let (dispute, others) = first_dispute(&section);
    let (earlier, later) = sides(dispute).ok_or_else(missing)?;
    let refused = |refusal: Refusal| Error::InvalidInput { field: path.to_string(), message: refusal.to_string() };
    let mut editor = Editor::open(path, text.as_bytes()).map_err(refused)?;
    let status = if others.is_empty() {
        editor.remove_section(CONFLICT).map_err(refused)?;
        Status::Current
    } else {
        editor.set_section(CONFLICT, others).map_err(refused)?;
        Status::Disputed
    };
    let today = now.date().to_iso();
    let told = note.map(|note| format!(" {}", note.trim())).unwrap_or_default();
    let outcome = match keep {
        Keep::A => {
            format!("Settled on {today}: the earlier statement holds.{told} Rejected:\n\n{}", render::quoted(&later))
        }
        Keep::B => {
            let ended = replace(&article, &mut editor, &earlier, &later).map_err(refused)?;
            format!("Settled on {today}: the later statement holds.{told} Superseded:\n\n{}", render::quoted(&ended))
        }
        Keep::Both => {
            editor.append_to_section(FACTS, &later).map_err(refused)?;
            format!("Settled on {today}: both statements hold.{told}")
        }
    };
    editor.append_to_section("History", &outcome).map_err(refused)?;
    editor.set_text("status", status.name()).map_err(refused)?;
    editor.set_text("curated_by", "mixed").map_err(refused)?;
    into_text(path, editor)
}

/// Puts the later statement where the earlier one stands, else in the place of what the article says first. Tells what
/// had to go.
fn replace(article: &Article, editor: &mut Editor, earlier: &str, later: &str) -> Result<String, Refusal> {
    let main = main_heading(article);
    let sentences: Vec<String> = passage::sayings(earlier, usize::MAX).into_iter().map(|saying| saying.text).collect();
    for heading in [main.as_str(), FACTS] {
        let Some(known) = section_text(article, heading) else { continue };
        // Words of a person and rows of a table are not rewritten: what holds now stands beside the rest.
        let may_be_rewritten = |at: usize| {
            let start = known[..at].rfind('\n').map_or(0, |end| end + 1);
            let line = known[start..].lines().next().unwrap_or("");
            start == at || !is_said(line) && !line.starts_with('>')
        };
        if known.find(earlier).is_some_and(may_be_rewritten) && !earlier.starts_with('|') {
            editor.set_section(heading, &known.replacen(earlier, later, 1))?;
            return Ok(earlier.to_string());
        }
        let is_told = !sentences.is_empty() && sentences.iter().all(|sentence| known.contains(sentence.as_str()));
        if let Some((ended, rest, leads)) = passage::part(&known, &sentences).filter(|_| is_told) {
            let text = if leads { [later, &rest] } else { [rest.as_str(), later] }.join("\n\n");
            editor.set_section(heading, &text)?;
            return Ok(ended);
        }
    }
    let known = main_text(article);
    editor.set_section(&main, later)?;
    let is_told = earlier.contains(&known);
    Ok(if is_told { earlier.to_string() } else { [earlier, known.as_str()].join("\n\n") })
}

/// The first dispute of a section, and the others.
fn first_dispute(section: &str) -> (&str, &str) {
    let second =
        section.match_indices("\n\n").map(|(at, _)| at + 2).find(|at| section[*at..].starts_with(render::DISPUTE));
    second.map_or((section, ""), |at| (section[..at].trim_end(), &section[at..]))
}

fn into_text(path: &str, editor: Editor) -> Result<String, Error> {
    String::from_utf8(editor.finish())
        .map_err(|_| Error::InvalidInput { field: path.to_string(), message: "the file is not UTF-8".to_string() })
}

/// The quoted texts below `**Earlier**` and `**Later**`.
fn sides<'a>(section: &'a str) -> Option<(String, String)> {
    let earlier = section.find("**Earlier**")?;
    let later = section[earlier..].find("**Later**")? + earlier;
    let unquote = |part: &'a str| -> String {
        let lines = part.lines().skip_while(|line| !line.starts_with('>')).take_while(|line| line.starts_with('>'));
        let bare = |line: &'a str| {
            let words = line.trim_start_matches('>');
            words.strip_prefix(' ').unwrap_or(words)
        };
        lines.map(bare).collect::<Vec<_>>().join("\n")
    };
    let (a, b) = (unquote(&section[earlier..later]), unquote(&section[later..]));
    (!a.is_empty() && !b.is_empty()).then_some((a, b))
}

/// The heading of the first section, under which the statement stands.
fn main_heading(article: &Article) -> String {
    body::headings(&article.body)
        .into_iter()
        .find(|heading| heading.level == 2)
        .map_or_else(|| render::main_heading(article.kind).to_string(), |heading| heading.text)
}

fn main_text(article: &Article) -> String {
    section_text(article, &main_heading(article)).unwrap_or_else(|| article.body.trim().to_string())
}

/// What stands under a heading.
fn section_text(article: &Article, heading: &str) -> Option<String> {
    let section = &article.body[body::section(&article.body, heading)?];
    Some(section.split_once('\n').map_or("", |(_, text)| text).trim().to_string())
}

/// A text of an article, told when the article was.
fn dated(article: &Article, text: String) -> Passage {
    Passage { text, time: article.front.updated, issue: None, session: String::new() }
}

/// An article read back as a draft, as far as comparison needs it.
fn draft_of(article: &Article) -> Draft {
    let facts = section_text(article, FACTS).map(|facts| dated(article, facts));
    Draft {
        kind: article.kind,
        title: article.title.clone(),
        subject: String::new(),
        statement: dated(article, main_text(article)),
        rationale: Vec::new(),
        additions: facts.into_iter().collect(),
        disputes: Vec::new(),
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

    fn resolved(text: &str, keep: Keep) -> (String, Article) {
        let text = resolve("decisions/queue.md", text, keep, None, Timestamp(0)).unwrap();
        let article = article::read("decisions/queue.md", text.as_bytes()).value;
        (text, article)
    }

    #[test]
    fn a_dispute_is_settled_where_its_statement_stands() {
        let facts = DISPUTED
            .replace("We use Kafka.\n\n## ⚠️", "We need a queue.\n\n## ⚠️")
            .replace("## Related", "## Key Facts\n\n- We use Kafka.\n- It has two hosts.\n\n## Related");
        let (text, article) = resolved(&facts, Keep::B);
        assert_eq!(main_text(&article), "We need a queue.");
        assert_eq!(section_text(&article, FACTS).as_deref(), Some("- We use NATS.\n- It has two hosts."));
        assert!(text.contains("> We use Kafka."), "{text}");
        // Of what a person said at once, the rest stays in their words.
        let said = "The user: \"We use Kafka. Never store card numbers in it.\"";
        let (text, article) = resolved(&DISPUTED.replacen("We use Kafka.", said, 1), Keep::B);
        assert_eq!(main_text(&article), "The user: \"Never store card numbers in it.\"\n\nWe use NATS.");
        assert!(text.contains("> The user: \"We use Kafka.\""), "{text}");
        // A person put it into other words: nothing of them is lost.
        let (text, article) = resolved(&DISPUTED.replacen("We use Kafka.", "Kafka it is.", 1), Keep::B);
        assert_eq!(main_text(&article), "We use NATS.");
        assert!(text.contains("> We use Kafka.\n>\n> Kafka it is."), "{text}");
    }

    #[test]
    fn an_update_changes_what_it_replaces_and_nothing_else() {
        let text = "---\ntopic: decisions\ntitle: Importer queue\nsources: []\n---\n\n# Importer queue\n\n## Decision\n\nThe importer reads ships and tides.\n\n## Key Facts\n\n- The importer queue is Redis.\n- A board shows the berths.\n- Pilots read the winds.\n";
        let item =
            Item::sample("Importer queue", "The importer queue is no longer Redis, the importer queue is NATS now.");
        let text = update("decisions/importer-queue.md", text, &item).unwrap();
        let article = article::read("decisions/importer-queue.md", text.as_bytes()).value;
        assert_eq!(main_text(&article), "The importer reads ships and tides.");
        let facts = section_text(&article, FACTS).unwrap();
        assert!(facts.contains("NATS now") && facts.contains("berths") && !facts.contains("is Redis."), "{facts}");
        assert!(section_text(&article, "History").unwrap().contains("> - The importer queue is Redis."), "{text}");
    }

    #[test]
    fn one_dispute_is_settled_and_the_next_stays() {
        let pair = |a: &str, b: &str| {
            format!("{}: they do.\n\n**Earlier** (x):\n\n> {a}\n\n**Later** (y):\n\n> {b}", render::DISPUTE)
        };
        let both = format!("{}\n\n{}", pair("We use Kafka.", "We use NATS."), pair("Two hosts.", "Three hosts."));
        let start = DISPUTED.find("Two statements.").unwrap();
        let end = DISPUTED.find("\n\n## Related").unwrap();
        let (text, article) = resolved(&format!("{}{both}{}", &DISPUTED[..start], &DISPUTED[end..]), Keep::B);
        assert_eq!(article.status, Status::Disputed);
        assert_eq!(main_text(&article), "We use NATS.");
        assert_eq!(section_text(&article, CONFLICT).as_deref(), Some(pair("Two hosts.", "Three hosts.").as_str()));
        let (text, article) = resolved(&text, Keep::A);
        assert_eq!(article.status, Status::Current);
        assert!(text.contains("> Three hosts.") && !text.contains(CONFLICT), "{text}");
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
