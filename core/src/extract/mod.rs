//! From turns to items: what a careful librarian would write down after reading a conversation.
//!
//! A conversation is cut into exchanges (a person's words and the agent's answer) and exchanges about the same
//! subject into topics. Each topic yields at most one item that holds the verdict, the key facts and the reasons;
//! standing wishes of people and what tools prove are items of their own.

mod amount;
mod answers;
mod aside;
mod asked;
mod block;
mod chat;
mod choice;
mod code;
mod cue;
mod echo;
mod evidence;
mod file;
mod form;
mod framing;
mod general;
mod habit;
mod headline;
mod human;
mod judge;
mod keyword;
mod kind;
mod layout;
mod lead;
mod lesson;
mod list;
mod mark;
mod menu;
mod message;
mod narration;
mod option;
mod phrase;
mod pitch;
mod progress;
mod quotation;
mod read;
mod reason;
mod redo;
mod reply;
mod revise;
mod revision;
mod rule;
mod said;
mod select;
mod sentence;
mod settle;
mod speech;
mod table;
mod telling;
#[cfg(test)]
mod tests;
mod thought;
mod tidy;
mod title;
mod tool;
mod topic;
mod trouble;
mod vocabulary;
mod wants;
mod weigh;
mod withdraw;
mod worth;

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use crate::model::{Item, Transcript};
pub(crate) use file::add as add_file;
pub(crate) use list::{OPTIONS, SUGGESTED};
pub(crate) use mark::{balanced, unlink};
pub(crate) use quotation::{holds as holds_quotation, in_brackets as quotations_in_brackets};
pub(crate) use said::{LEFT_OUT, SAYS_BELOW, is_said, only_said, said, unquoted};
pub(crate) use sentence::ends_with_abbreviation;
pub(crate) use speech::is_order;
pub use vocabulary::Background;

/// What is known about a session besides its turns.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The transcript's file name, as sources cite it.
    pub session: &'a str,
    /// The issue the conversation belongs to.
    pub issue: Option<u32>,
    /// What other sessions and files say.
    pub background: &'a Background,
}

/// Everything that extraction has to say about a session.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Extraction {
    /// What was learned, oldest first.
    pub items: Vec<Item>,
    /// How much was left out, by reason.
    pub left_out: BTreeMap<String, u32>,
}

impl Extraction {
    /// How much was left out because somebody took it back.
    fn n_taken_back(&self) -> u32 {
        ["corrected", "retracted", "undone"].iter().filter_map(|reason| self.left_out.get(*reason)).sum()
    }

    fn leave_out(&mut self, reason: &str) {
        *self.left_out.entry(reason.to_string()).or_insert(0) += 1;
    }
}

/// Finds what a conversation teaches. See [`extract_explained`] for what was left out and why.
pub fn extract(transcript: &Transcript, context: &Context<'_>) -> Vec<Item> {
    extract_explained(transcript, context).items
}

/// Finds what a conversation teaches, and counts what was left out by reason.
///
/// Linear in the size of the transcript. Never fails: a conversation without knowledge gives no items.
pub fn extract_explained(transcript: &Transcript, context: &Context<'_>) -> Extraction {
    let project = vocabulary::Project::of(transcript);
    let mut extraction = Extraction::default();
    let mut items = human::items(transcript, context, &mut extraction);
    items.extend(tool::items(transcript, context, &mut extraction));
    let scope =
        judge::Scope { background: context.background, project: &project, is_grounded: false, is_lesson: false };
    let mut counter = keyword::Counter::default();
    let mut counted = |mut item: Item| {
        item.files = file::named(&format!("{}\n{}", item.title, item.statement), &project);
        let words = counter.ids(&item.statement);
        (item, words)
    };
    let mut items: Vec<(Item, Vec<u32>)> = items.into_iter().map(&mut counted).collect();
    for topic in topic::topics(transcript, scope, &mut extraction) {
        items.extend(select::item(&topic, context, scope, &mut extraction, &mut counter));
    }
    items.sort_by_key(|(item, _)| item.evidence.first().map_or(0, |evidence| evidence.line));
    extraction.items = join_by_subject(items, &mut counter);
    extraction
}

/// One item per subject: what is said later about the same subject is added to the first, and what another item
/// already holds only adds its evidence. Each comes with the numbers of the stems in its statement.
fn join_by_subject(items: Vec<(Item, Vec<u32>)>, counter: &mut keyword::Counter) -> Vec<Item> {
    let mut out: Vec<(Item, Vec<u32>)> = Vec::new();
    for (item, words) in items {
        let same = out.iter().position(|(known, _)| !item.subject.is_empty() && known.subject == item.subject);
        let holder = same.or_else(|| out.iter().position(|(_, known)| holds(known, &words)));
        if let Some((known, known_words)) = holder.and_then(|at| out.get_mut(at)) {
            add(known, item, same.is_some());
            if same.is_some() {
                *known_words = counter.ids(&known.statement);
            }
        } else if let Some((known, known_words)) = out.iter_mut().find(|(_, known)| holds(&words, known)) {
            let smaller = core::mem::replace(known, item);
            *known_words = words;
            add(known, smaller, false);
        } else {
            out.push((item, words));
        }
    }
    out.into_iter().map(|(item, _)| item).collect()
}

/// Whether nearly every content word of the small text stands in the large one.
fn holds(large: &[u32], small: &[u32]) -> bool {
    let is_inside = || small.iter().filter(|stem| large.binary_search(stem).is_ok()).count() * 10 >= small.len() * 9;
    small.len() >= 4 && small.len() <= large.len() && is_inside()
}

fn add(known: &mut Item, item: Item, with_statement: bool) {
    if with_statement && !known.statement.contains(&item.statement) {
        known.statement.push_str("\n\n");
        known.statement.push_str(&item.statement);
    }
    if with_statement && known.attribute != item.attribute {
        known.attribute.clear();
    }
    for evidence in item.evidence {
        if !known.evidence.contains(&evidence) && known.evidence.len() < MAX_EVIDENCE {
            known.evidence.push(evidence);
        }
    }
    known.evidence.sort_by_key(|evidence| evidence.line);
    for file in &item.files {
        add_file(&mut known.files, file, MAX_WORDS);
    }
    for (list, more) in [(&mut known.entities, item.entities), (&mut known.tags, item.tags)] {
        for word in more {
            if !list.contains(&word) && list.len() < MAX_WORDS {
                list.push(word);
            }
        }
    }
    known.confidence = known.confidence.max(item.confidence);
    known.score = known.score.max(item.score);
}

const MAX_EVIDENCE: usize = 6;
const MAX_WORDS: usize = 16;
