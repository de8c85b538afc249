//! Search over entries: similarity, freshness, domain and occurrence in one score, every part shown.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::base::{Entry, KnowledgeBase};
use super::domain::infer_domains;
use super::words::fields;
use crate::error::Error;
use crate::freshness::{DecaySettings, Facts, Freshness, assess};
use crate::model::{Confidence, Kind, Status};
use crate::rank::{self, Explanation, MAX_LIMIT, SearchOptions, search_explained};
use crate::text::{content_terms, fold, one_line};
use crate::time::Timestamp;

/// Hits shown unless told otherwise.
pub const DEFAULT_LIMIT: u32 = 5;
/// Share of a perfect answer that counts as full similarity: no document holds every word in every field.
const FULL_SIMILARITY: f64 = 0.7;
/// What the query as a phrase in the entry adds to its similarity.
const PHRASE_BONUS: f64 = 0.2;
/// Best entries that are looked through for the phrase; who holds all its words side by side is among them.
const PHRASE_POOL: usize = 64;
/// Entries below this share of the best hit's similarity are noise.
const LEAST_SHARE: f64 = 0.12;

/// What people read when the knowledge base is empty.
pub const EMPTY_TEXT: &str = "Knowledge base empty. Use /learn to capture knowledge.";
/// What people read when nothing was found.
pub const NO_RESULTS_TEXT: &str = "No matching entries. Try broader search.";

/// What to search for.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields))]
#[serde(rename_all = "camelCase", default)]
pub struct EntryQuery {
    /// Free text; empty lists everything that passes the filters.
    pub query: String,
    /// Only entries of this kind.
    pub kind: Option<Kind>,
    /// Only entries with this tag, domain or topic, or one below it.
    pub domain: Option<String>,
    /// Only entries changed on or after this time.
    pub since: Option<Timestamp>,
    /// How many at most; 5 unless told.
    pub limit: Option<u32>,
    /// Say which word was answered by what.
    pub explain: bool,
    /// Also search raw signals and archived entries.
    pub all: bool,
    /// The present, for ages.
    pub now: Option<Timestamp>,
    /// How age lowers the score.
    pub decay: Option<DecaySettings>,
}

/// The parts of a score; it is 0.6, 0.2, 0.1 and 0.1 of them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ScoreParts {
    /// How well the words fit, from 0 to 1.
    pub similarity: f64,
    /// How fresh the entry is, from the floor to 1.
    pub decay: f64,
    /// 1 when the domain asked for fits, else 0.5.
    pub domain: f64,
    /// How often a pattern was seen, up to ten times; 0.5 for other kinds.
    pub occurrence: f64,
}

impl ScoreParts {
    /// The score.
    pub fn total(self) -> f64 {
        0.6 * self.similarity + 0.2 * self.decay + 0.1 * self.domain + 0.1 * self.occurrence
    }
}

/// A named line of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NamedField {
    /// What it is.
    pub name: String,
    /// One line.
    pub value: String,
}

/// One entry found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EntryHit {
    /// The entry's identifier.
    pub id: String,
    /// Where it lies, below its root; the root's name stands before it when there are several.
    pub path: String,
    /// What it is.
    pub kind: Kind,
    /// Its title.
    pub title: String,
    /// Where it stands in its life.
    pub status: Status,
    /// How sure we are.
    pub confidence: Confidence,
    /// Its tags.
    pub tags: Vec<String>,
    /// From 0 to 1.
    pub score: f64,
    /// The score as people read it, from 0 to 100.
    pub relevance: u32,
    /// What the score is made of.
    pub parts: ScoreParts,
    /// The title field and up to two key fields.
    pub fields: Vec<NamedField>,
    /// How far it can be trusted today.
    pub freshness: Freshness,
    /// Which word was answered by what; empty unless asked for.
    pub why: Vec<Explanation>,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EntryResults {
    /// The query as asked.
    pub query: String,
    /// Entries that match, before the limit.
    pub total: u32,
    /// The best of them.
    pub hits: Vec<EntryHit>,
    /// The same as Markdown.
    pub markdown: String,
}

/// One scored entry, before it is made presentable.
pub(crate) struct Scored {
    pub(crate) at: usize,
    pub(crate) parts: ScoreParts,
    pub(crate) freshness: Freshness,
    pub(crate) why: Vec<Explanation>,
}

/// Searches the knowledge base; the last ten answers are kept for five minutes of the clock in `request.now`.
///
/// An answer is found again only with the same request on the same entries; new facts are taken up when it expires.
pub fn search(base: &mut KnowledgeBase, request: &EntryQuery, facts: Option<&Facts>) -> Result<EntryResults, Error> {
    let Some(now) = request.now else { return search_now(base, request, facts) };
    let key = serde_json::to_string(&EntryQuery { now: None, ..request.clone() }).unwrap_or_default();
    if let Some(known) = base.recent.get(&key, now) {
        return Ok(known);
    }
    let results = search_now(base, request, facts)?;
    base.recent.put(key, now, results.clone());
    Ok(results)
}

fn search_now(base: &mut KnowledgeBase, request: &EntryQuery, facts: Option<&Facts>) -> Result<EntryResults, Error> {
    let limit = request.limit.unwrap_or(DEFAULT_LIMIT);
    if limit == 0 {
        return Err(Error::InvalidInput { field: "limit".into(), message: "0 is too small, use 1 or more".into() });
    }
    let scored = score(base, request, facts);
    let total = u32::try_from(scored.len()).unwrap_or(u32::MAX);
    let hits: Vec<EntryHit> =
        scored.into_iter().take(limit as usize).map(|scored| present(&base.entries[scored.at], scored)).collect();
    let markdown = render(base, request, total, &hits);
    Ok(EntryResults { query: request.query.clone(), total, hits, markdown })
}

/// Every entry that passes the filters and answers the query, best first.
pub(crate) fn score(base: &mut KnowledgeBase, request: &EntryQuery, facts: Option<&Facts>) -> Vec<Scored> {
    let decay = request.decay.clone().unwrap_or_default();
    let asked: Vec<String> = match &request.domain {
        Some(domain) => alloc::vec![domain.clone()],
        None => infer_domains(&request.query),
    };
    let similar: Vec<(usize, f64, Vec<Explanation>)> = if request.query.trim().is_empty() {
        (0..base.entries.len()).map(|at| (at, 1.0, Vec::new())).collect()
    } else {
        let (index, scratch) = base.searcher();
        let options = SearchOptions { limit: MAX_LIMIT };
        let hits = if request.explain {
            search_explained(index, scratch, &request.query, options)
        } else {
            rank::search(index, scratch, &request.query, options).into_iter().map(|hit| (hit, Vec::new())).collect()
        };
        hits.into_iter().map(|(hit, why)| (hit.doc as usize, f64::from(hit.score) / FULL_SIMILARITY, why)).collect()
    };
    let phrase = phrase_of(&request.query);
    let similar = if similar.is_empty() { in_so_many_words(base, &request.query) } else { similar };
    let best = similar.iter().map(|(_, similarity, _)| *similarity).fold(0.0, f64::max);
    // Of several that are more than enough, the best stays the best.
    let full = best.max(1.0);
    let mut out: Vec<Scored> = Vec::new();
    for (rank, (at, similarity, why)) in similar.into_iter().enumerate() {
        let entry = &base.entries[at];
        if similarity < LEAST_SHARE * best || !passes(entry, request) {
            continue;
        }
        let in_words = phrase.as_deref().filter(|_| rank < PHRASE_POOL).is_some_and(|phrase| {
            fold(&entry.article.title).contains(phrase) || fold(&entry.article.body).contains(phrase)
        });
        let similarity = (similarity / full + if in_words { PHRASE_BONUS } else { 0.0 }).min(1.0);
        let now = request.now.or(entry.article.front.updated).unwrap_or(Timestamp(0));
        let freshness = assess(&entry.article, now, &decay, facts);
        let parts = ScoreParts {
            similarity,
            decay: freshness.score,
            domain: if asked.iter().any(|domain| entry.has_tag(domain)) { 1.0 } else { 0.5 },
            occurrence: occurrence(entry),
        };
        out.push(Scored { at, parts, freshness, why });
    }
    out.sort_by(|a, b| {
        let (left, right) = (&base.entries[a.at], &base.entries[b.at]);
        b.parts
            .total()
            .total_cmp(&a.parts.total())
            .then_with(|| left.article.id.cmp(&right.article.id))
            .then(a.at.cmp(&b.at))
    });
    out
}

fn passes(entry: &Entry, request: &EntryQuery) -> bool {
    let article = &entry.article;
    let wanted_kind = request.kind.is_none_or(|kind| article.kind == kind);
    let live =
        request.all || entry.is_live() || (request.kind == Some(Kind::Signal) && article.status != Status::Archived);
    let wanted_domain = request.domain.as_deref().is_none_or(|domain| entry.has_tag(domain));
    let recent = request
        .since
        .is_none_or(|since| article.front.updated.or(article.front.created).is_some_and(|time| time >= since));
    wanted_kind && live && wanted_domain && recent
}

fn occurrence(entry: &Entry) -> f64 {
    match entry.article.kind {
        Kind::Pattern => f64::from(entry.article.front.occurrences.unwrap_or(1)).min(10.0) / 10.0,
        _ => 0.5,
    }
}

/// Entries that hold the very words of a query which names nothing: "to be or not to be".
fn in_so_many_words(base: &KnowledgeBase, query: &str) -> Vec<(usize, f64, Vec<Explanation>)> {
    let phrase = folded_phrase(query);
    let is_said =
        |entry: &Entry| fold(&entry.article.title).contains(&phrase) || fold(&entry.article.body).contains(&phrase);
    if phrase.split_whitespace().count() < 2 || phrase.len() > MAX_PHRASE || !content_terms(&phrase).is_empty() {
        return Vec::new();
    }
    let said = base.entries.iter().enumerate().filter(|(_, entry)| is_said(entry));
    said.map(|(at, _)| (at, 1.0, Vec::new())).collect()
}

/// Longest query that is looked for as it stands.
const MAX_PHRASE: usize = 200;

fn folded_phrase(query: &str) -> String {
    fold(query.trim().trim_matches(|c: char| c == '"' || c == '?' || c == '.' || c == '!'))
}

/// The query as it would stand in a text, when it is more than one word.
fn phrase_of(query: &str) -> Option<String> {
    let phrase = folded_phrase(query);
    (content_terms(&phrase).len() > 1 && phrase.len() <= MAX_PHRASE).then_some(phrase)
}

pub(crate) fn present(entry: &Entry, scored: Scored) -> EntryHit {
    let article = &entry.article;
    let score = scored.parts.total();
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // between 0 and 100
    let relevance = libm::round(score * 100.0) as u32;
    EntryHit {
        id: article.id.clone(),
        path: entry.place(),
        kind: article.kind,
        title: article.title.clone(),
        status: article.status,
        confidence: article.confidence,
        tags: article.front.tags.clone(),
        score,
        relevance,
        parts: scored.parts,
        fields: fields(article).into_iter().map(|(name, value)| NamedField { name, value }).collect(),
        freshness: scored.freshness,
        why: scored.why,
    }
}

fn render(base: &KnowledgeBase, request: &EntryQuery, total: u32, hits: &[EntryHit]) -> String {
    if base.entries.is_empty() {
        return format!("{EMPTY_TEXT}\n");
    }
    if hits.is_empty() {
        return format!("{NO_RESULTS_TEXT}\n");
    }
    let mut out = String::from("## Knowledge Search Results\n\n");
    let _ = writeln!(out, "**Query**: \"{}\"", one_line(&request.query));
    let mut filters: Vec<String> = Vec::new();
    filters.extend(request.kind.map(|kind| kind.name().to_string()));
    filters.extend(request.domain.clone());
    filters.extend(request.since.map(|since| format!("since {}", since.date().to_iso())));
    if !filters.is_empty() {
        let _ = writeln!(out, "**Filters**: {}", filters.join(", "));
    }
    let _ = writeln!(out, "**Found**: {total} entries (showing {})\n\n---", hits.len());
    for (rank, hit) in (1..).zip(hits) {
        write_hit(&mut out, rank, hit, request.explain);
    }
    out
}

/// `### 1. [decision] KE-… (relevance: 95)` with its fields and a rule below.
pub(crate) fn write_hit(out: &mut String, rank: u32, hit: &EntryHit, explain: bool) {
    let _ = writeln!(out, "\n### {rank}. [{}] {} (relevance: {})\n", hit.kind.name(), hit.id, hit.relevance);
    for field in &hit.fields {
        let _ = writeln!(out, "**{}**: {}", field.name, field.value);
    }
    if hit.status != Status::Current {
        let note = match hit.status {
            Status::Disputed => "disputed; both sides are in the entry, review recommended",
            Status::Superseded => "superseded by something newer",
            Status::Outdated => "outdated",
            Status::Archived => "archived",
            Status::Current => "",
        };
        let _ = writeln!(out, "**Status**: {note}");
    }
    if let Some(caveat) = &hit.freshness.caveat {
        let _ = writeln!(out, "{caveat}");
    }
    if explain {
        let parts = hit.parts;
        let _ = writeln!(
            out,
            "**Score**: 0.6×{:.2} similarity + 0.2×{:.2} decay + 0.1×{:.2} domain + 0.1×{:.2} occurrence = {:.2}",
            parts.similarity, parts.decay, parts.domain, parts.occurrence, hit.score
        );
        let why: Vec<String> = hit
            .why
            .iter()
            .filter(|why| !why.word.is_empty())
            .map(|why| format!("{} → {} ({}, {:.2})", why.word, why.matched, why.how.name(), why.score))
            .collect();
        if !why.is_empty() {
            let _ = writeln!(out, "**Matched**: {}", why.join("; "));
        }
    }
    let _ = writeln!(out, "**File**: {}\n\n---", hit.path);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(pages: &[(&str, &str)], query: &str) -> Vec<String> {
        let mut base = KnowledgeBase::default();
        for (at, (date, text)) in pages.iter().enumerate() {
            let page = format!("---\ntitle: Page {at}\nupdated: {date}\n---\n\n# Page {at}\n\n{text}\n");
            base.add("", &format!("project/{at}.md"), page.as_bytes());
        }
        let request =
            EntryQuery { query: query.to_string(), now: Timestamp::parse("2026-11-01"), ..EntryQuery::default() };
        let results = search(&mut base, &request, None).expect("a limit");
        results.hits.into_iter().map(|hit| hit.title).collect()
    }

    #[test]
    fn the_page_that_has_the_word_comes_before_a_newer_one_about_something_like_it() {
        let pages = [
            ("2026-10-30", "C++ is used for the engine of the ferry game."),
            ("2026-01-05", "Node 22 in CI, as on the server."),
            ("2026-10-30", "The timetable is printed on Mondays."),
        ];
        assert_eq!(found(&pages, "Node").first().map(String::as_str), Some("Page 1"));
        assert_eq!(found(&pages, "nodejs").first().map(String::as_str), Some("Page 1"));
    }

    #[test]
    fn words_that_name_nothing_are_found_as_they_stand() {
        let pages = [("2026-10-30", "The motto is: to be or not to be."), ("2026-10-30", "The ferry sails.")];
        assert_eq!(found(&pages, "to be or not to be"), ["Page 0"]);
        assert!(found(&pages, "to").is_empty() && found(&pages, "it is or was").is_empty());
    }
}
