//! Words that tell an item from others: content words, entities, files and tags.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::mark;
use super::said::{SAYS, SAYS_BELOW};
use super::sentence;
use super::vocabulary::looks_like_path;
use crate::text::{self, Interner, Rows, Words};

/// Verbs and fillers of requests; they say what to do, not what about.
static REQUEST_WORDS: Words = Words::new(
    "tell show give make use want need like look see get go let ok okay please now just also do explain yes no hello hi \
     hey thank",
);

/// Whether a lower-case word says nothing about a subject.
pub(super) fn is_stop_word(word: &str) -> bool {
    let folded: String = word.chars().filter(|c| *c != '\'').collect();
    folded.len() < 2 || text::is_stop_word(&folded)
}

/// Whether a stem says something about a subject.
fn tells(stem: &str) -> bool {
    stem.chars().any(char::is_alphabetic) && !REQUEST_WORDS.contains(stem)
}

/// The stems of a text's content words, each once.
#[derive(Debug, Default)]
pub(super) struct Content {
    /// The stems one after the other, as they were met.
    arena: String,
    /// Where each begins and ends, sorted by what stands there.
    spans: Vec<(u32, u32)>,
}

impl Content {
    pub(super) fn len(&self) -> usize {
        self.spans.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The stems in the order of the alphabet.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.spans.iter().map(|span| stem_at(&self.arena, *span))
    }

    pub(super) fn contains(&self, stem: &str) -> bool {
        self.spans.binary_search_by(|span| stem_at(&self.arena, *span).cmp(stem)).is_ok()
    }

    /// How many of its stems the other text has too.
    pub(super) fn n_shared(&self, other: &Self) -> usize {
        self.iter().filter(|stem| other.contains(stem)).count()
    }
}

fn stem_at(arena: &str, (start, end): (u32, u32)) -> &str {
    &arena[start as usize..end as usize]
}

/// The stems of the content words.
pub(super) fn content(text: &str) -> Content {
    let mut arena = String::new();
    let mut spans: Vec<(u32, u32)> = Vec::new();
    // Offsets of a text that fits into memory of 32 bits.
    let offset = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    text::for_each_content_term(text, |stem| {
        if tells(stem) {
            let start = offset(arena.len());
            arena.push_str(stem);
            spans.push((start, offset(arena.len())));
        }
    });
    spans.sort_unstable_by(|a, b| stem_at(&arena, *a).cmp(stem_at(&arena, *b)));
    spans.dedup_by(|a, b| stem_at(&arena, *a) == stem_at(&arena, *b));
    Content { arena, spans }
}

/// Counts stems of many texts, or gives them numbers by which texts are compared quickly.
#[derive(Debug, Default)]
pub(super) struct Counter {
    stems: Interner,
    /// How often each was met; `None` for one that tells nothing.
    counts: Vec<Option<u32>>,
}

impl Counter {
    /// The numbers of the stems of a text's content words, sorted, each once.
    pub(super) fn ids(&mut self, text: &str) -> Vec<u32> {
        let mut ids = Vec::new();
        self.count(text, |id| ids.push(id));
        each_once(ids)
    }

    /// Counts the content words of a text and tells the numbers of their stems, in order.
    pub(super) fn count(&mut self, text: &str, mut tell: impl FnMut(u32)) {
        text::for_each_content_term(text, |stem| {
            if let Some(id) = self.add(stem) {
                tell(id);
            }
        });
    }

    /// Counts a stem; its number if it tells something.
    pub(super) fn add(&mut self, stem: &str) -> Option<u32> {
        let (id, is_new) = self.stems.intern(stem);
        if is_new {
            self.counts.push(tells(stem).then_some(0));
        }
        *self.counts[id as usize].as_mut()? += 1;
        Some(id)
    }

    /// How often a stem was met.
    pub(super) fn n_met(&self, stem: &str) -> u32 {
        self.stems.get(stem).and_then(|id| self.counts[id as usize]).unwrap_or(0)
    }

    /// The stems that were met most often; of equals, the first of the alphabet.
    pub(super) fn most_frequent(&self, limit: usize) -> BTreeSet<String> {
        let counted = (0_u32..).zip(&self.counts).filter_map(|(id, n)| Some(((*n)?, self.stems.text(id))));
        let mut counted: Vec<(u32, &str)> = counted.collect();
        let by_count = |a: &(u32, &str), b: &(u32, &str)| b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1));
        if counted.len() > limit {
            // Which ones they are is enough; nobody asks for their order.
            counted.select_nth_unstable_by(limit, by_count);
        }
        counted.iter().take(limit).map(|(_, stem)| (*stem).to_string()).collect()
    }
}

/// Numbers of stems, sorted, each once.
pub(super) fn each_once(mut ids: Vec<u32>) -> Vec<u32> {
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// Names: code spans, `owner/name`, `#12`, and capitalised words inside sentences.
pub(super) fn entities(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut push = |name: &str| {
        let name = name.trim();
        if (2..60).contains(&name.len()) && out.len() < 16 && !out.iter().any(|known| known.eq_ignore_ascii_case(name))
        {
            out.push(name.to_string());
        }
    };
    for (n, span) in text.split('`').enumerate() {
        if n % 2 == 1 && !span.contains('\n') && span.split_whitespace().count() <= 3 {
            push(span);
        }
    }
    let plain = mark::plain(text);
    for sentence in sentence::sentences(&plain) {
        let mut starts = true;
        for word in sentence.split_whitespace() {
            if !may_name(word) {
                starts = ends_phrase(word);
                continue;
            }
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '#' && c != '@');
            if super::form::is_reference(bare) || is_repository(bare) || is_name(bare, starts) {
                push(bare);
            }
            starts = ends_phrase(word);
        }
    }
    out
}

/// A quick look: a word without a capital, `#` and `/` is no name.
fn may_name(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_uppercase() || matches!(byte, b'#' | b'/') || !byte.is_ascii())
}

/// Whether the word behind this one begins something.
fn ends_phrase(word: &str) -> bool {
    word.ends_with([':', '—', '|', '.', '-'])
}

/// `owner/name`
fn is_repository(word: &str) -> bool {
    word.matches('/').count() == 1
        && word.split('/').all(|part| part.len() > 1)
        && !looks_like_path(word)
        && word.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'-' | b'_' | b'.'))
        && word.bytes().any(|b| b.is_ascii_alphabetic())
}

/// A capitalised word that does not merely start a sentence, or one with a capital inside.
fn is_name(word: &str, starts: bool) -> bool {
    let capital = word.chars().next().is_some_and(char::is_uppercase);
    let mixed = word.chars().skip(1).any(char::is_uppercase);
    capital && (mixed || !starts && !is_stop_word(&word.to_lowercase()))
}

/// Topics of software work.
const TOPICS: [&str; 9] =
    ["security", "infra", "performance", "api", "database", "frontend", "testing", "docs", "process"];

/// Words that speak of each topic; stems.
static TOPIC_WORDS: Rows = Rows::new(&[
    "auth login password token jwt oauth xss inject vulner cve encrypt permiss secret licens",
    "docker kubernet deploy workflow action pipelin ci terraform server cron runner",
    "latenc slow cach benchmark throughput speed perform timeout",
    "api endpoint rest graphql webhook request respons http",
    "databas sql postgr sqlite mysql schema migrat queri",
    "ui css html react compon button layout websit",
    "test coverag fixtur flaki",
    "doc document readm guid",
    "releas branch commit merg issu pr review fork",
]);

/// Topical tags from the vocabulary of software work.
#[derive(Debug, Default)]
struct Tags {
    /// How often each word of a topic was met.
    counts: BTreeMap<String, u32>,
}

impl Tags {
    fn count(&mut self, stem: &str) {
        if TOPIC_WORDS.of(stem).next().is_some() {
            *self.counts.entry(stem.to_string()).or_insert(0) += 1;
        }
    }

    /// The three that were spoken of most.
    fn best(self) -> Vec<String> {
        let mut scores = [(0, false); TOPICS.len()];
        for (stem, n) in self.counts {
            for row in TOPIC_WORDS.of(&stem) {
                let (score, is_told) = &mut scores[row];
                // One word may mean something else here: a schema is not always one of a database.
                *is_told |= *score > 0 || TOPICS[row].starts_with(&*stem);
                // A word that is said all the time tells no more than one that is said three times.
                *score += n.min(3);
            }
        }
        let told = scores.into_iter().zip(TOPICS).filter(|((n, is_told), _)| *n >= 2 && *is_told);
        let mut scored: Vec<(u32, &str)> = told.map(|((n, _), topic)| (n, topic)).collect();
        scored.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1)));
        scored.into_iter().take(3).map(|(_, tag)| tag.to_string()).collect()
    }
}

/// The keywords and tags of an item, found in one pass that shows the stems of the statement's content words as well.
pub(super) fn describe(title: &str, statement: &str, mut see: impl FnMut(&str)) -> (Vec<String>, Vec<String>) {
    let mut tags = Tags::default();
    let mut listen = |stem: &str, is_body: bool| {
        tags.count(stem);
        if is_body {
            see(stem);
        }
    };
    // The words that say whose words they are stand on every page.
    let statement = if statement.contains(SAYS_BELOW) {
        Cow::from(statement.replace(SAYS, "").replace(SAYS_BELOW, ""))
    } else {
        Cow::from(statement)
    };
    let keywords = text::keywords_with(title, &statement, 10, Some(&mut listen));
    (keywords, tags.best())
}
