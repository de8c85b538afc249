//! The typed view of front matter: one set of fields over the spellings of all layouts.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::interpret::{text, texts};
use crate::model::{Confidence, Kind, Status};
use crate::time::Timestamp;

/// Where an entry was learned.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct Source {
    /// The issue whose conversation it was.
    pub issue: Option<u32>,
    /// The transcript's file name.
    pub session: Option<String>,
    /// 1-based line of the transcript.
    pub line: Option<u32>,
    /// When it was said.
    pub date: Option<Timestamp>,
    /// A source that is neither issue nor session, such as `PR #7` or a page, in its own words.
    pub reference: Option<String>,
}

impl Source {
    /// A conversation, by the day of what was said in it.
    pub(crate) fn of(session: &str, issue: Option<u32>, said: Option<Timestamp>) -> Self {
        let date = said.map(|time| time.date().midnight());
        Self { issue, session: Some(session.into()), date, ..Self::default() }
    }
}

/// Who wrote the words of an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum CuratedBy {
    /// Repolore alone.
    Auto,
    /// People alone.
    Human,
    /// Repolore first, then people.
    Mixed,
}

impl CuratedBy {
    /// The word used in front matter.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Human => "human",
            Self::Mixed => "mixed",
        }
    }

    /// Reads the word in any case.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Auto, Self::Human, Self::Mixed].into_iter().find(|who| word.trim().eq_ignore_ascii_case(who.name()))
    }
}

/// What front matter states, in the vocabulary of all layouts at once. Absent and unreadable values are empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct FrontMatter {
    /// The entry's own identifier.
    pub id: Option<String>,
    /// What the entry is.
    pub kind: Option<Kind>,
    /// The folder it belongs to.
    pub topic: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// When it was first written.
    pub created: Option<Timestamp>,
    /// The day it was first written as the file's own time zone counts it, where that is not the day in UTC.
    pub created_day: Option<String>,
    /// When it was last changed.
    pub updated: Option<Timestamp>,
    /// Where it was learned, oldest first.
    pub sources: Vec<Source>,
    /// How sure we are.
    pub confidence: Option<Confidence>,
    /// Where it stands in its life.
    pub status: Option<Status>,
    /// Words that tell this entry from others, best first.
    pub keywords: Vec<String>,
    /// Topical tags, `/` between levels.
    pub tags: Vec<String>,
    /// The fields of work it belongs to: `security`, `frontend`, …
    pub domains: Vec<String>,
    /// Paths of the project it is about.
    pub files: Vec<String>,
    /// Who wrote its words.
    pub curated_by: Option<CuratedBy>,
    /// When Repolore last wrote it.
    pub last_auto_curated: Option<Timestamp>,
    /// What must hold for it to hold.
    pub depends_on: Vec<String>,
    /// How often it was seen.
    pub occurrences: Option<u32>,
    /// Identifiers of entries it replaces.
    pub supersedes: Vec<String>,
    /// Identifiers of entries that replace it.
    pub superseded_by: Vec<String>,
    /// Identifiers of entries that belong to it.
    pub related: Vec<String>,
    /// Issues that belong to it, besides those of its sources.
    pub related_issues: Vec<u32>,
    /// How lasting it is: `workaround`, `convention` or `principle`.
    pub durability: Option<String>,
    /// Whether a pattern is one to follow (`pattern`) or to avoid (`anti-pattern`).
    pub pattern_type: Option<String>,
    /// The project it was seen in.
    pub project: Option<String>,
    /// How bad a signal or finding is, in the file's own word.
    pub severity: Option<String>,
    /// What a signal is a signal of: `deviation`, `struggle`, …
    pub signal_type: Option<String>,
    /// Whether a signal is `positive`, `negative` or `neutral`.
    pub polarity: Option<String>,
    /// Where a signal stands: `detected`, `triaged`, `remediated`, …
    pub lifecycle: Option<String>,
    /// How a spike ended: `confirmed`, `rejected`, `partial` or `inconclusive`.
    pub outcome: Option<String>,
    /// The category of a lesson or finding.
    pub category: Option<String>,
    /// Every key that has no field of its own, as it stands.
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"))]
    pub extra: BTreeMap<String, Value>,
}

impl FrontMatter {
    /// The text of a key that has no field of its own; a dot steps into a mapping (`key-files.created`).
    pub fn text(&self, key: &str) -> Option<String> {
        self.extra_value(key).and_then(text)
    }

    /// The texts of a list under a key that has no field of its own.
    pub fn list(&self, key: &str) -> Vec<String> {
        texts(self.extra_value(key))
    }

    /// Whether reading leaves what curation states as it is: texts without blanks around them, none told twice, and
    /// nothing that could be taken for deep nesting or is written in another way.
    pub(super) fn reads_back(&self) -> bool {
        let is_tidy = |text: &str| !text.is_empty() && text.trim() == text && !text.contains(['[', '{']);
        let are_tidy = |texts: &[String]| texts.iter().all(|text| is_tidy(text));
        let is_once = |texts: &[String]| texts.iter().enumerate().all(|(at, text)| !texts[..at].contains(text));
        let is_common = |time: Timestamp| (1970..=9999).contains(&time.date().year);
        let times = [self.created, self.updated, self.last_auto_curated].into_iter().flatten();
        self.topic.as_deref().is_none_or(is_tidy)
            && self.title.as_deref().is_none_or(is_tidy)
            && [&self.keywords, &self.tags, &self.files].into_iter().all(|texts| are_tidy(texts))
            && is_once(&self.tags)
            && is_once(&self.files)
            && !self.tags.iter().any(|tag| tag.starts_with("domain:"))
            && self.sources.iter().all(|source| source.session.as_deref().is_some_and(is_tidy))
            && times.chain(self.sources.iter().filter_map(|source| source.date)).all(is_common)
    }

    fn extra_value(&self, key: &str) -> Option<&Value> {
        let (first, rest) = key.split_once('.').map_or((key, None), |(first, rest)| (first, Some(rest)));
        let value = self.extra.get(first)?;
        rest.map_or(Some(value), |rest| value.get(rest))
    }

    /// The day it was first written, as `2026-02-20` and as its author counted it.
    pub fn created_on(&self) -> Option<String> {
        self.created_day.clone().or_else(|| self.created.map(|time| time.date().to_iso()))
    }
}
