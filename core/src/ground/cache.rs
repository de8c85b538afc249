//! What was answered a moment ago is not asked again.
//!
//! The cache is a value: the shim keeps it in a file that processes share and passes the clock in.

use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use super::policy::{GroundingConfidence, GroundingSource, GroundingTier};
use crate::sha256::sha256_hex;
use crate::time::Timestamp;

/// Version of the stored form; a file of another version is started anew.
pub const CACHE_VERSION: u32 = 1;
/// Questions kept; more than a session asks within the time an answer lives.
pub const CACHE_QUESTIONS: usize = 10;

/// Answers of the last minutes, most recently used last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AnswerCache {
    /// [`CACHE_VERSION`].
    pub version: u32,
    /// The answers.
    pub entries: Vec<CachedAnswer>,
    /// How well it works.
    pub metrics: CacheMetrics,
}

impl Default for AnswerCache {
    fn default() -> Self {
        Self { version: CACHE_VERSION, entries: Vec::new(), metrics: CacheMetrics::default() }
    }
}

/// Counters since the cache was begun.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CacheMetrics {
    /// Questions answered from the cache.
    pub hits: u32,
    /// Questions that had to be asked.
    pub misses: u32,
    /// Answers thrown away before they were replaced.
    pub invalidations: u32,
}

/// One answer of one source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CachedAnswer {
    /// [`cache_key`] of the question.
    pub key: String,
    /// Who answered.
    pub source: GroundingSource,
    /// What the answer depends on (state of the work tree, address of the provider); another one makes it worthless.
    pub fingerprint: String,
    /// When it was stored.
    pub stored: Timestamp,
    /// How sure it is.
    pub confidence: GroundingConfidence,
    /// The answer as the shim serialised it.
    pub value: String,
}

/// What a look into the cache gave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CacheLookup {
    /// The answer, when there is one to use.
    pub value: Option<String>,
    /// Its age.
    pub age_seconds: u32,
    /// Why there is none: `never asked`, `expired`, `changed`, `unsure`.
    pub why: String,
    /// The cache afterwards.
    pub cache: AnswerCache,
}

/// A question as it is compared: lower case, single spaces, without punctuation at the end.
///
/// Only the very end is trimmed, so that `C++`, `std::` and `[]` inside keep their meaning.
pub fn normalize_query(query: &str) -> String {
    let mut normal = String::with_capacity(query.len());
    for word in query.split_whitespace() {
        if !normal.is_empty() {
            normal.push(' ');
        }
        normal.extend(word.chars().flat_map(char::to_lowercase));
    }
    // `std::` ends in punctuation that belongs to the name.
    if !normal.ends_with("::") {
        let end = normal.trim_end_matches(['?', '!', '.', ',', ';', ':']).trim_end().len();
        normal.truncate(end);
    }
    normal
}

/// The key of a question: the first 16 hexadecimal digits of the SHA-256 of its normal form.
pub fn cache_key(query: &str) -> String {
    let mut hex = sha256_hex(normalize_query(query).as_bytes());
    hex.truncate(16);
    hex
}

/// How long an answer lives, in seconds.
///
/// Five minutes, twice that where a quick look is enough. A full grounding keeps the five minutes (two identical
/// questions within them make one call) and takes no unsure answer from the cache instead.
pub fn ttl_seconds(tier: GroundingTier) -> i64 {
    match tier {
        GroundingTier::Light => 600,
        GroundingTier::Mini | GroundingTier::Standard | GroundingTier::Full => 300,
    }
}

/// Looks up an answer, counts the look and throws away what must not be used again.
pub fn look_up(
    mut cache: AnswerCache,
    key: &str,
    source: GroundingSource,
    fingerprint: &str,
    tier: GroundingTier,
    now: Timestamp,
) -> CacheLookup {
    if cache.version != CACHE_VERSION {
        cache = AnswerCache::default();
    }
    let position = cache.entries.iter().position(|entry| entry.key == key && entry.source == source);
    let Some(position) = position else { return miss(cache, "never asked") };
    let entry = &cache.entries[position];
    let age_ms = now.0.saturating_sub(entry.stored.0);
    let why = if age_ms >= ttl_seconds(tier) * 1000 || age_ms < -1000 {
        Some("expired")
    } else if entry.fingerprint != fingerprint {
        Some("changed")
    } else if tier == GroundingTier::Full && entry.confidence <= GroundingConfidence::Low {
        Some("unsure")
    } else {
        None
    };
    if let Some(why) = why {
        cache.entries.remove(position);
        cache.metrics.invalidations = cache.metrics.invalidations.saturating_add(1);
        return miss(cache, why);
    }
    let entry = cache.entries.remove(position);
    let value = entry.value.clone();
    cache.entries.push(entry);
    cache.metrics.hits = cache.metrics.hits.saturating_add(1);
    let age_seconds = u32::try_from(age_ms.max(0) / 1000).unwrap_or(u32::MAX);
    CacheLookup { value: Some(value), age_seconds, why: String::new(), cache }
}

fn miss(mut cache: AnswerCache, why: &str) -> CacheLookup {
    cache.metrics.misses = cache.metrics.misses.saturating_add(1);
    CacheLookup { value: None, age_seconds: 0, why: why.into(), cache }
}

/// Puts an answer in; the least recently used question makes room.
pub fn put(mut cache: AnswerCache, answer: CachedAnswer) -> AnswerCache {
    if cache.version != CACHE_VERSION {
        cache = AnswerCache::default();
    }
    cache.entries.retain(|entry| entry.key != answer.key || entry.source != answer.source);
    cache.entries.push(answer);
    let mut questions: Vec<String> = Vec::new();
    for entry in cache.entries.iter().rev() {
        if !questions.contains(&entry.key) {
            questions.push(entry.key.clone());
        }
    }
    questions.truncate(CACHE_QUESTIONS);
    cache.entries.retain(|entry| questions.contains(&entry.key));
    cache
}

/// Throws away the answers to one question (after a conflict), or all of them (by hand, after a change of phase).
pub fn invalidate(mut cache: AnswerCache, key: Option<&str>) -> AnswerCache {
    let before = cache.entries.len();
    cache.entries.retain(|entry| key.is_some_and(|key| entry.key != key));
    let gone = u32::try_from(before - cache.entries.len()).unwrap_or(u32::MAX);
    cache.metrics.invalidations = cache.metrics.invalidations.saturating_add(gone);
    cache
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[track_caller]
    fn check_normal(query: &str, expected: &str) {
        assert_eq!(normalize_query(query), expected);
    }

    #[test]
    fn normal_form_keeps_what_code_means() {
        check_normal("  How do we\n RETRY ?!", "how do we retry");
        check_normal("What is C++?", "what is c++");
        check_normal("where is std::", "where is std::");
        check_normal("type of items[]", "type of items[]");
        check_normal("really...", "really");
        check_normal("", "");
        assert_eq!(cache_key("Hello,  world?"), cache_key("hello, WORLD"));
        assert_eq!(cache_key("hello"), "2cf24dba5fb0a30e");
    }

    fn answer(key: &str, at: i64, confidence: GroundingConfidence) -> CachedAnswer {
        CachedAnswer {
            key: key.into(),
            source: GroundingSource::Web,
            fingerprint: "f".into(),
            stored: Timestamp(at * 1000),
            confidence,
            value: format!("answer to {key}"),
        }
    }

    #[track_caller]
    fn check_look(at: i64, fingerprint: &str, tier: GroundingTier, confidence: GroundingConfidence, expected: &str) {
        let cache = put(AnswerCache::default(), answer("k", 0, confidence));
        let found = look_up(cache, "k", GroundingSource::Web, fingerprint, tier, Timestamp(at * 1000));
        assert_eq!(found.why, expected);
        assert_eq!(found.value.is_some(), expected.is_empty());
        assert_eq!(found.cache.metrics.hits, u32::from(expected.is_empty()));
        assert_eq!(found.cache.metrics.invalidations, u32::from(!expected.is_empty()));
    }

    #[test]
    fn an_answer_lives_five_minutes() {
        use GroundingConfidence::{High, Low};
        use GroundingTier::{Full, Light, Standard};
        check_look(299, "f", Standard, High, "");
        check_look(300, "f", Standard, High, "expired");
        check_look(599, "f", Light, High, "");
        check_look(600, "f", Light, High, "expired");
        check_look(299, "f", Full, High, "");
        check_look(1, "f", Full, Low, "unsure");
        check_look(1, "f", Standard, Low, "");
        check_look(1, "g", Standard, High, "changed");
        // A clock that was set back must not keep an answer alive.
        check_look(-500, "f", Standard, High, "expired");
    }

    #[test]
    fn the_least_recently_used_question_makes_room() {
        let mut cache = AnswerCache::default();
        for n in 0..10 {
            cache = put(cache, answer(&format!("k{n}"), n, GroundingConfidence::High));
        }
        let now = Timestamp(20_000);
        cache = look_up(cache, "k0", GroundingSource::Web, "f", GroundingTier::Standard, now).cache;
        cache = put(cache, answer("new", 20, GroundingConfidence::High));
        let keys: Vec<_> = cache.entries.iter().map(|entry| entry.key.as_str()).collect();
        assert_eq!(keys, ["k2", "k3", "k4", "k5", "k6", "k7", "k8", "k9", "k0", "new"]);
        let other = look_up(cache, "k0", GroundingSource::Repo, "f", GroundingTier::Standard, now);
        assert_eq!((other.value, other.why.as_str()), (None, "never asked"));
        let emptied = invalidate(invalidate(other.cache, Some("k0")), None);
        assert_eq!((emptied.entries.len(), emptied.metrics.invalidations), (0, 10));
    }

    #[test]
    fn a_file_of_another_version_is_started_anew() {
        let old = AnswerCache { version: 99, ..put(AnswerCache::default(), answer("k", 0, GroundingConfidence::High)) };
        let found = look_up(old, "k", GroundingSource::Web, "f", GroundingTier::Standard, Timestamp(0));
        assert_eq!((found.value, found.cache.version), (None, CACHE_VERSION));
    }
}
