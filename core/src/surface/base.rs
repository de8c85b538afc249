//! The entries of a knowledge base in memory, with an index over them.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::recent::Recent;
use super::search::EntryResults;
use crate::article::{self, Article};
use crate::diagnostic::Outcome;
use crate::index::is_entry_path;
use crate::model::{Kind, Status};
use crate::rank::{Document, Index, IndexBuilder, Scratch};

/// One entry and the root it comes from.
#[derive(Debug)]
pub struct Entry {
    /// Name of the root; empty for the main one.
    pub root: String,
    /// The entry itself.
    pub article: Article,
}

impl Entry {
    /// Every issue the entry belongs to, each once.
    pub fn issues(&self) -> Vec<u32> {
        let front = &self.article.front;
        let mut issues: Vec<u32> = front.sources.iter().filter_map(|source| source.issue).collect();
        issues.extend(&front.related_issues);
        issues.sort_unstable();
        issues.dedup();
        issues
    }

    /// Its path, with the root before it when there are several.
    pub fn place(&self) -> String {
        if self.root.is_empty() {
            return self.article.path.clone();
        }
        let mut place = self.root.clone();
        place.push('/');
        place.push_str(&self.article.path);
        place
    }

    /// Whether a tag or domain of the entry is `wanted` or lies below it: `auth` finds `auth/jwt`.
    pub fn has_tag(&self, wanted: &str) -> bool {
        let wanted = wanted.trim().trim_start_matches("domain:");
        let front = &self.article.front;
        front.tags.iter().chain(&front.domains).any(|tag| is_below(tag, wanted))
            || self.article.topic.eq_ignore_ascii_case(wanted)
    }

    /// Whether it may be handed to people and agents unasked.
    pub fn is_live(&self) -> bool {
        self.article.status != Status::Archived && self.article.kind != Kind::Signal
    }
}

/// Whether `tag` is `wanted`, or a level of it is.
pub(crate) fn is_below(tag: &str, wanted: &str) -> bool {
    let tag = tag.strip_prefix("domain:").unwrap_or(tag);
    if wanted.contains('/') {
        let head = tag.get(..wanted.len()).is_some_and(|head| head.eq_ignore_ascii_case(wanted));
        return head && matches!(tag.as_bytes().get(wanted.len()), None | Some(b'/'));
    }
    tag.split('/').any(|level| level.eq_ignore_ascii_case(wanted))
}

/// Entries of one or several roots.
#[derive(Debug, Default)]
pub struct KnowledgeBase {
    pub(crate) entries: Vec<Entry>,
    /// What is collected while there is no index; the index takes it over.
    builder: IndexBuilder,
    index: Option<Index>,
    pub(crate) scratch: Scratch,
    pub(crate) recent: Recent<EntryResults>,
}

impl KnowledgeBase {
    /// Reads one file. Index files and other company are skipped; returns what was odd about an entry.
    pub fn add(&mut self, root: &str, path: &str, bytes: &[u8]) -> Option<Outcome<()>> {
        if !is_entry_path(path) {
            return None;
        }
        let Outcome { value: article, diagnostics } = article::read(path, bytes);
        let mut tags = String::new();
        let front = &article.front;
        for word in front.tags.iter().chain(&front.keywords).chain(&front.domains).chain(&front.files) {
            tags.push_str(word);
            tags.push(' ');
        }
        for issue in front.sources.iter().filter_map(|source| source.issue).chain(front.related_issues.iter().copied())
        {
            tags.push('#');
            tags.push_str(&issue.to_string());
            tags.push(' ');
        }
        if let Some(index) = self.index.take() {
            self.builder = index.reopen();
        }
        self.builder.add(&Document { id: &article.id, title: &article.title, tags: &tags, text: &article.body });
        self.entries.push(Entry { root: root.to_string(), article });
        self.recent.clear();
        Some(Outcome { value: (), diagnostics })
    }

    /// The entries in the order they were added.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry with this id, or at this path.
    pub fn find(&self, id: &str) -> Option<usize> {
        let id = id.trim();
        let by = |matches: &dyn Fn(&Entry) -> bool| self.entries.iter().position(matches);
        by(&|entry| entry.article.id == id)
            .or_else(|| by(&|entry| entry.place() == id || entry.article.path == id))
            .or_else(|| by(&|entry| entry.article.id.eq_ignore_ascii_case(id)))
            .or_else(|| by(&|entry| entry.article.path.strip_suffix(".md") == Some(id)))
    }

    /// The index over all entries, and room for a query.
    pub(crate) fn searcher(&mut self) -> (&Index, &mut Scratch) {
        let index = self.index.get_or_insert_with(|| core::mem::take(&mut self.builder).build());
        (index, &mut self.scratch)
    }
}
