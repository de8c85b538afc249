//! What is to be written: drafts against the files that exist, what people did to them, and what they deleted.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;

use super::analysed::Analysed;
use super::draft::{Draft, keyword_stems};
use super::fold::{fold, in_order};
use super::identity::{content_hash, shingle_overlap, shingles, word_key};
use super::related::{Node, related};
use super::render;
use super::repeated::without_standing_orders;
use super::state::{Deleted, Manifest, Tombstone, Written};
use crate::article::{self, Article, Editor};
use crate::error::Error;
use crate::model::{Item, Status};
use crate::slug::{slug, unique_slug};

/// One file of the knowledge base as it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Path below the root of the knowledge base, `/` between the parts.
    pub path: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// One file to be written or removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PlannedChange {
    /// Path below the root of the knowledge base.
    pub path: String,
    /// What the file shall hold; `None` removes it.
    pub content: Option<String>,
    /// What happens to the article.
    pub action: Action,
    /// Why, for people.
    pub reason: String,
}

/// What happens to an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// A new article.
    Create,
    /// New information went in.
    Update,
    /// Two statements contradict each other now.
    Dispute,
    /// A later statement replaced an earlier one.
    Supersede,
    /// A person owns the text; only sources were added.
    AppendSources,
    /// Its content went into another article, or moved.
    Remove,
    /// The table of contents or the machine index.
    Index,
}

/// An article or item that is not written, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct LeftOut {
    /// What it would have been called.
    pub title: String,
    /// Why not.
    pub reason: String,
}

/// How careful a run is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PlanOptions {
    /// Goes on when many articles are gone or would be removed at once.
    pub allow_bulk: bool,
}

/// Everything a run wants to do.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Files to be written or removed, sorted by path.
    pub changes: Vec<PlannedChange>,
    /// What was not written.
    pub left_out: Vec<LeftOut>,
    /// Every article of the knowledge base after the run, for the index.
    pub articles: Vec<Article>,
    /// Paths of articles whose statements contradict each other.
    pub disputed: Vec<String>,
    /// State for the next run.
    pub manifest: Manifest,
    /// State for the next run.
    pub deleted: Deleted,
}

/// What is known from earlier runs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Memory {
    /// What was written; `None` on a first run.
    pub manifest: Option<Manifest>,
    /// What people deleted; `None` when the record is missing or damaged.
    pub deleted: Option<Deleted>,
}

/// Share of the articles that may vanish at once without a question.
const BULK_SHARE: usize = 10;
/// And the number that always may.
const BULK_FLOOR: usize = 5;
/// Shared prints from which a text is another one's copy.
const SAME_TEXT: f64 = 0.5;

/// Items taken apart before all of them are there, so that less is left to do when they are. The plan is the same
/// without, and whatever the order they come in.
#[derive(Debug, Default)]
pub struct Prepared(Analysed);

impl Prepared {
    /// Takes an item apart.
    pub fn add(&mut self, item: &Item) {
        self.0.prepare(&item.statement);
    }
}

/// Makes the plan. Pure: the same items, files and memory give the same plan.
pub fn plan(
    mut items: Vec<Item>,
    mut prepared: Prepared,
    files: &[File],
    memory: &Memory,
    options: PlanOptions,
) -> Result<Plan, Error> {
    in_order(&mut items);
    let items = without_standing_orders(items);
    let (drafts, _) = fold(&items, &mut prepared.0);
    let estate = Estate::survey(files, memory, options)?;
    let mut plan = Planner::new(&estate, memory, &prepared.0).settle(drafts);
    plan.changes.sort_by(|a, b| a.path.cmp(&b.path));
    let removed = plan.changes.iter().filter(|change| change.action == Action::Remove).count();
    check_bulk("would be removed", removed, estate.owned.len(), options)?;
    Ok(plan)
}

/// Who owns which file.
struct Estate<'a> {
    files: BTreeMap<&'a str, &'a [u8]>,
    /// What Repolore wrote and still finds, by its path now.
    owned: BTreeMap<String, Written>,
    /// Articles that people wrote.
    foreign: Vec<Article>,
    deleted: Vec<Tombstone>,
}

impl<'a> Estate<'a> {
    fn survey(files: &'a [File], memory: &Memory, options: PlanOptions) -> Result<Self, Error> {
        let by_path: BTreeMap<&str, &[u8]> =
            files.iter().map(|file| (file.path.as_str(), file.bytes.as_slice())).collect();
        let records: &[Written] = memory.manifest.as_ref().map_or(&[], |manifest| &manifest.articles);
        let known: BTreeSet<&str> = records.iter().map(|record| record.path.as_str()).collect();
        let mut strangers: BTreeMap<&str, &[u8]> =
            by_path.iter().filter(|(path, _)| !known.contains(*path)).map(|(&path, &bytes)| (path, bytes)).collect();
        let mut seen = None;
        let mut owned = BTreeMap::new();
        let mut gone = Vec::new();
        for record in records {
            let mut record = record.clone();
            match by_path.get(record.path.as_str()) {
                Some(bytes) => {
                    record.mixed |= content_hash(bytes) != record.hash;
                    owned.insert(record.path.clone(), record);
                }
                None => match moved(&record, seen.get_or_insert_with(|| Stranger::all(&strangers))) {
                    Some(Stranger { path, hash, .. }) => {
                        record.mixed |= hash != record.hash;
                        strangers.remove(path);
                        record.pinned = true;
                        record.path = path.to_string();
                        owned.insert(path.to_string(), record);
                    }
                    None => gone.push(record),
                },
            }
        }
        check_bulk("are gone", gone.len(), records.len(), options)?;
        let mut deleted = memory.deleted.clone().unwrap_or_default().deleted;
        deleted.extend(gone.into_iter().map(|record| Tombstone {
            path: record.path,
            subject: record.subject,
            title: record.title,
            shingles: record.shingles,
        }));
        // A person who writes the article again takes the deletion back.
        deleted.retain(|tomb| !by_path.contains_key(tomb.path.as_str()));
        let foreign = strangers.iter().map(|(path, bytes)| article::read(path, bytes).value).collect();
        Ok(Self { files: by_path, owned, foreign, deleted })
    }
}

/// A file that Repolore did not write where it is now.
struct Stranger<'a> {
    path: &'a str,
    hash: String,
    title: String,
    shingles: Vec<u32>,
}

impl<'a> Stranger<'a> {
    fn all(strangers: &BTreeMap<&'a str, &[u8]>) -> Vec<Self> {
        let known_by = |(&path, bytes): (&&'a str, &&[u8])| {
            let article = article::read(path, bytes).value;
            let (hash, title) = (content_hash(bytes), word_key(&article.title));
            Self { path, hash, title, shingles: shingles(&article.body) }
        };
        strangers.iter().map(known_by).collect()
    }
}

/// Takes out where a file went that is no longer at its place: the same bytes, or the same title and much of the same
/// text.
fn moved<'a>(record: &Written, strangers: &mut Vec<Stranger<'a>>) -> Option<Stranger<'a>> {
    let is_rewritten = |stranger: &Stranger<'_>| {
        let overlap = shingle_overlap(&stranger.shingles, &record.shingles);
        overlap >= SAME_TEXT && (stranger.title == record.title || overlap >= 0.8)
    };
    let same = strangers.iter().position(|stranger| stranger.hash == record.hash);
    let at = same.or_else(|| strangers.iter().position(is_rewritten))?;
    Some(strangers.remove(at))
}

fn check_bulk(what: &str, n: usize, of: usize, options: PlanOptions) -> Result<(), Error> {
    if options.allow_bulk || n <= BULK_FLOOR.max(of / BULK_SHARE) {
        return Ok(());
    }
    Err(Error::InvalidInput {
        field: "knowledge base".to_string(),
        message: format!(
            "{n} of {of} articles {what} at once, which looks like an accident (a wrong folder, an empty checkout); \
             nothing was written. If it is meant, run again with --allow-bulk"
        ),
    })
}

/// A draft with the place it is written to, and what it is known again by.
struct Placed {
    path: String,
    draft: Draft,
    title: String,
    prints: Vec<u32>,
}

/// Settles drafts against the estate.
struct Planner<'a> {
    estate: &'a Estate<'a>,
    memo: &'a Analysed,
    /// Deletions cannot be known, so nothing may be created.
    closed: bool,
    left_out: Vec<LeftOut>,
}

impl<'a> Planner<'a> {
    fn new(estate: &'a Estate<'a>, memory: &Memory, memo: &'a Analysed) -> Self {
        let closed = memory.manifest.is_some() && memory.deleted.is_none();
        Self { estate, memo, closed, left_out: Vec::new() }
    }

    fn settle(mut self, drafts: Vec<Draft>) -> Plan {
        let placed = self.place(drafts);
        let nodes: Vec<Node> = placed
            .iter()
            .map(|Placed { path, draft, .. }| Node {
                path: path.clone(),
                title: draft.title.clone(),
                keywords: draft.keyword_stems(),
            })
            .chain(self.estate.foreign.iter().map(|article| Node {
                path: article.path.clone(),
                title: article.title.clone(),
                keywords: keyword_stems(&article.front.keywords),
            }))
            .collect();
        let links = related(&nodes);
        let mut changes = Vec::new();
        let mut manifest = Manifest::default();
        let mut articles: Vec<Article> = self.estate.foreign.clone();
        let mut disputed = Vec::new();
        for (Placed { path, draft, title, prints }, links) in placed.iter().zip(&links) {
            let existing = self.estate.files.get(path.as_str()).copied();
            let record = self.estate.owned.get(path);
            let mixed = record.is_some_and(|record| record.mixed);
            let (article, content) = match (mixed, existing) {
                (true, Some(bytes)) => {
                    let content = match with_sources(path, bytes, draft) {
                        Ok(content) => Some(content),
                        Err(reason) => {
                            self.left_out.push(LeftOut { title: draft.title.clone(), reason });
                            None
                        }
                    };
                    (article::read(path, content.as_ref().map_or(bytes, String::as_bytes)).value, content)
                }
                _ => {
                    let (article, content) = render::article(draft, path, links);
                    (article, Some(content))
                }
            };
            // What sources cannot be added to stays byte for byte.
            let hash = content_hash(content.as_ref().map_or(existing.unwrap_or_default(), String::as_bytes));
            articles.push(article);
            if draft.status == Status::Disputed && !mixed {
                disputed.push(path.clone());
            }
            manifest.articles.push(Written {
                path: path.clone(),
                hash: hash.clone(),
                subject: draft.subject.clone(),
                title: title.clone(),
                shingles: prints.clone(),
                pinned: record.is_some_and(|record| record.pinned),
                mixed,
            });
            // Line ends that a checkout changed are no reason to write.
            let unchanged = existing.is_some_and(|bytes| content_hash(bytes) == hash);
            if !unchanged {
                let (action, reason) = describe(draft, existing.is_some(), mixed);
                changes.push(PlannedChange { path: path.clone(), content, action, reason });
            }
        }
        self.keep_or_remove(&placed, &mut manifest, &mut changes, &mut articles);
        articles.sort_by(|a, b| a.path.cmp(&b.path));
        let deleted = Deleted { version: 0, deleted: self.estate.deleted.clone() };
        Plan { changes, left_out: self.left_out, articles, disputed, manifest, deleted }
    }

    /// Decides for each draft whether and where it is written.
    fn place(&mut self, drafts: Vec<Draft>) -> Vec<Placed> {
        let estate = self.estate;
        let mut taken: BTreeSet<String> = estate.foreign.iter().map(|article| fold_path(&article.path)).collect();
        let mut held: BTreeMap<&str, &Written> = BTreeMap::new();
        for (path, record) in &estate.owned {
            if record.mixed || record.pinned {
                held.insert(path, record);
                taken.insert(fold_path(path));
            }
        }
        let theirs = ForeignIndex::of(&estate.foreign);
        let mut placed = Vec::with_capacity(drafts.len());
        for draft in drafts {
            let title = word_key(&draft.title);
            let prints = self.memo.prints(&draft.text());
            if let Some(tomb) = estate.deleted.iter().find(|tomb| is_buried(tomb, &draft, &title, &prints)) {
                self.leave_out(&draft, format!("a person deleted it ({})", tomb.path));
                continue;
            }
            if let Some(at) = theirs.tells(&draft, &title) {
                self.leave_out(&draft, format!("a person's article tells it ({})", estate.foreign[at].path));
                continue;
            }
            let home = held
                .iter()
                .find(|(_, record)| is_record_of(record, &draft, &title, &prints))
                .map(|(path, _)| (*path).to_string());
            let path = match home {
                Some(path) => {
                    held.remove(path.as_str());
                    path
                }
                None => {
                    let folder = draft.kind.topic();
                    let name = unique_slug(&slug(&draft.title), |name| {
                        taken.contains(&fold_path(&format!("{folder}/{name}.md")))
                    });
                    format!("{folder}/{name}.md")
                }
            };
            if self.closed && !estate.owned.contains_key(&path) {
                self.leave_out(
                    &draft,
                    "kb-deleted.json is missing or damaged, so nothing new is created; restore it from git".to_string(),
                );
                continue;
            }
            taken.insert(fold_path(&path));
            placed.push(Placed { path, draft, title, prints });
        }
        placed
    }

    fn leave_out(&mut self, draft: &Draft, reason: String) {
        self.left_out.push(LeftOut { title: draft.title.clone(), reason });
    }

    /// Files of ours that no draft asks for any more: a person's edit stays, our own bytes go.
    fn keep_or_remove(
        &self,
        placed: &[Placed],
        manifest: &mut Manifest,
        changes: &mut Vec<PlannedChange>,
        articles: &mut Vec<Article>,
    ) {
        let wanted: BTreeSet<&str> = placed.iter().map(|placed| placed.path.as_str()).collect();
        for (path, record) in &self.estate.owned {
            if wanted.contains(path.as_str()) {
                continue;
            }
            if record.mixed || self.closed {
                manifest.articles.push(record.clone());
                if let Some(bytes) = self.estate.files.get(path.as_str()) {
                    articles.push(article::read(path, bytes).value);
                }
            } else {
                let reason = "what it told is now told by another article".to_string();
                changes.push(PlannedChange { path: path.clone(), content: None, action: Action::Remove, reason });
            }
        }
    }
}

fn fold_path(path: &str) -> String {
    crate::text::fold(path)
}

/// Whether the draft is what a person deleted.
fn is_buried(tomb: &Tombstone, draft: &Draft, title: &str, prints: &[u32]) -> bool {
    let same_path = tomb.path == format!("{}/{}.md", draft.kind.topic(), slug(&draft.title));
    let same_subject = !tomb.subject.is_empty() && tomb.subject == draft.subject;
    let same_title = !tomb.title.is_empty() && tomb.title == title;
    same_path || same_subject || same_title || shingle_overlap(&tomb.shingles, prints) >= SAME_TEXT
}

/// Whether a record of an edited or moved article belongs to the draft.
fn is_record_of(record: &Written, draft: &Draft, title: &str, prints: &[u32]) -> bool {
    record.title == title
        || (!record.subject.is_empty() && record.subject == draft.subject)
        || shingle_overlap(&record.shingles, prints) >= SAME_TEXT
}

/// People's articles by title and keyword, so that each draft does not look at all of them.
struct ForeignIndex {
    titles: BTreeMap<String, usize>,
    keywords: BTreeMap<String, Vec<usize>>,
    n_keywords: Vec<usize>,
}

impl ForeignIndex {
    fn of(articles: &[Article]) -> Self {
        let mut index = Self { titles: BTreeMap::new(), keywords: BTreeMap::new(), n_keywords: Vec::new() };
        for (at, article) in articles.iter().enumerate() {
            index.titles.entry(word_key(&article.title)).or_insert(at);
            let stems = keyword_stems(&article.front.keywords);
            index.n_keywords.push(stems.len());
            for stem in stems {
                index.keywords.entry(stem).or_default().push(at);
            }
        }
        index
    }

    /// The article that is about the same subject as the draft.
    fn tells(&self, draft: &Draft, title: &str) -> Option<usize> {
        if let Some(&at) = self.titles.get(title).or_else(|| self.titles.get(&draft.subject)) {
            return Some(at);
        }
        if self.keywords.is_empty() {
            return None;
        }
        let own = draft.keyword_stems();
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        for at in own.iter().filter_map(|stem| self.keywords.get(stem)).flatten() {
            *shared.entry(*at).or_insert(0) += 1;
        }
        let same =
            |(at, n): &(usize, usize)| *n >= 3 && *n as f64 / own.len().min(self.n_keywords[*at]).max(1) as f64 > 0.6;
        shared.into_iter().find(same).map(|(at, _)| at)
    }
}

/// A person's text with the new sources and nothing else changed.
fn with_sources(path: &str, bytes: &[u8], draft: &Draft) -> Result<String, String> {
    let refused = |refusal: article::Refusal| format!("{path} belongs to a person and cannot be edited: {refusal}");
    let mut editor = Editor::open(path, bytes).map_err(refused)?;
    let known = article::read(path, bytes).value.front.sources;
    for source in &draft.sources {
        if !known.iter().any(|other| other.session == source.session) {
            editor.append_source(source).map_err(refused)?;
        }
    }
    editor.set_text("curated_by", "mixed").map_err(refused)?;
    String::from_utf8(editor.finish()).map_err(|_| format!("{path} is not UTF-8"))
}

fn describe(draft: &Draft, exists: bool, mixed: bool) -> (Action, String) {
    let sources = match draft.sources.len() {
        1 => "one conversation".to_string(),
        n => format!("{n} conversations"),
    };
    if mixed {
        return (Action::AppendSources, "a person edited it, so only sources are added".to_string());
    }
    if let Some(conflict) = draft.disputes.last() {
        return (Action::Dispute, conflict.reason.clone());
    }
    if !exists {
        return (Action::Create, format!("told in {sources}"));
    }
    match draft.history.last() {
        Some(_) => (Action::Supersede, "a later statement replaced an earlier one".to_string()),
        None => (Action::Update, format!("told in {sources}")),
    }
}
