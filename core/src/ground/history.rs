//! What past commits tell: which files change together, and which changed for similar reasons.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::query::{Query, is_trailer};
use crate::text::content_terms;

/// Commits read; older ones describe a tree that is gone.
const MAX_COMMITS: usize = 5_000;
/// A commit that touches more files says nothing about which belong together.
const MAX_FILES: usize = 40;
/// Words of a message that count.
const MAX_WORDS: usize = 80;

/// One past commit.
#[derive(Debug, Clone, Default)]
pub(super) struct Commit {
    /// Stems of its message, sorted.
    words: Vec<String>,
    /// Paths it touched.
    pub(super) files: Vec<String>,
}

/// Reads `git log --name-only --format=%x01%B%x02`: records begin with 0x01, messages end with 0x02, paths follow.
pub(super) fn read_log(log: &[u8]) -> Vec<Commit> {
    log.split(|&byte| byte == 1)
        .skip(1)
        .take(MAX_COMMITS)
        .filter_map(|record| {
            let end = record.iter().position(|&byte| byte == 2)?;
            let message = String::from_utf8_lossy(&record[..end]);
            let files: Vec<String> = record[end + 1..]
                .split(|&byte| byte == b'\n' || byte == 0)
                .filter(|path| !path.is_empty())
                .map(|path| String::from_utf8_lossy(path).to_string())
                .collect();
            let mut words: Vec<String> =
                message.lines().filter(|line| !is_trailer(line)).flat_map(content_terms).collect();
            words.truncate(MAX_WORDS);
            words.sort();
            words.dedup();
            Some(Commit { words, files })
        })
        .collect()
}

/// What the history says about each file it knows.
#[derive(Debug, Default)]
pub(super) struct History {
    /// How strongly a file changed for reasons like the one asked about, 0 to 1.
    pub(super) similar: BTreeMap<String, f64>,
    /// In how many commits a file changed.
    pub(super) n_changes: BTreeMap<String, u32>,
    commits: Vec<Commit>,
    by_file: BTreeMap<String, Vec<u32>>,
}

impl History {
    pub(super) fn new(commits: Vec<Commit>, query: &Query) -> Self {
        let mut history = Self { commits, ..Self::default() };
        for (at, commit) in (0u32..).zip(&history.commits) {
            for file in &commit.files {
                *history.n_changes.entry(file.clone()).or_default() += 1;
                if commit.files.len() <= MAX_FILES {
                    history.by_file.entry(file.clone()).or_default().push(at);
                }
            }
        }
        history.similar = similar_files(&history.commits, query);
        history
    }

    pub(super) fn is_empty(&self) -> bool {
        self.commits.is_empty()
    }

    /// Files that changed together with `file`, with the share of its changes in which they did.
    pub(super) fn together(&self, file: &str) -> Vec<(String, f64)> {
        let Some(commits) = self.by_file.get(file) else { return Vec::new() };
        let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
        for &at in commits.iter().take(200) {
            for other in &self.commits[at as usize].files {
                if other != file {
                    *counts.entry(other).or_default() += 1;
                }
            }
        }
        let n = commits.len().min(200) as f64;
        // One common change may be chance: it counts as much as its smoothed share says.
        counts.into_iter().map(|(other, count)| (other.to_string(), f64::from(count) / (n + 1.5))).collect()
    }
}

/// Files of the past commits whose messages resemble the text, weighted by the resemblance.
fn similar_files(commits: &[Commit], query: &Query) -> BTreeMap<String, f64> {
    let mut n_with: BTreeMap<&str, u32> = BTreeMap::new();
    for commit in commits {
        for word in &commit.words {
            *n_with.entry(word).or_default() += 1;
        }
    }
    let n = commits.len() as f64;
    let rarity = |word: &str| {
        let df = f64::from(n_with.get(word).copied().unwrap_or(0));
        libm::log(1.0 + (n - df + 0.5) / (df + 0.5))
    };
    let wanted: Vec<(&str, f64)> = query
        .terms
        .iter()
        .filter(|term| !term.identifier)
        .map(|term| (term.text.as_str(), term.weight * rarity(&term.text)))
        .collect();
    let whole: f64 = wanted.iter().map(|(_, weight)| weight).sum();
    let mut ranked: Vec<(f64, usize)> = Vec::new();
    for (at, commit) in commits.iter().enumerate().filter(|(_, commit)| commit.files.len() <= MAX_FILES) {
        let shared: f64 = wanted
            .iter()
            .filter(|(word, _)| commit.words.binary_search_by(|known| known.as_str().cmp(word)).is_ok())
            .map(|(_, weight)| weight)
            .sum();
        if shared > 0.0 {
            let own: f64 = commit.words.iter().map(|word| rarity(word)).sum();
            ranked.push((shared / libm::sqrt(whole.max(1e-9) * own.max(1e-9)), at));
        }
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut files: BTreeMap<String, f64> = BTreeMap::new();
    for (rank, (similarity, at)) in ranked.into_iter().take(30).enumerate() {
        let commit = &commits[at];
        let share =
            similarity / libm::sqrt(libm::sqrt(commit.files.len().max(1) as f64)) / libm::sqrt(1.0 + rank as f64 / 4.0);
        for file in &commit.files {
            *files.entry(file.clone()).or_default() += share;
        }
    }
    for score in files.values_mut() {
        *score = *score / (*score + 0.5);
    }
    files
}

#[cfg(test)]
mod tests {
    use super::super::query::read_query;
    use super::*;

    fn history_for(log: &[u8], text: &str) -> History {
        History::new(read_log(log), &read_query(text))
    }

    const LOG: &[u8] = b"\x01Retry uploads that time out\x02\n\nsrc/upload.ts\ntest/upload.test.ts\n\x01Dark mode\x02\n\nsrc/theme.css\n\x01Limit upload size\x02\n\nsrc/upload.ts\ntest/upload.test.ts\nsrc/limits.ts\n\x01broken record";

    #[test]
    fn similar_reasons_and_common_changes() {
        let history = history_for(LOG, "Make retries of uploads configurable");
        let best = history.similar.iter().max_by(|a, b| a.1.total_cmp(b.1)).map(|(path, _)| path.as_str());
        assert!(matches!(best, Some("src/upload.ts" | "test/upload.test.ts")), "{best:?}");
        assert!(!history.similar.contains_key("src/theme.css"));
        assert_eq!(history.n_changes["src/upload.ts"], 2);
        let together = history.together("src/upload.ts");
        assert_eq!(together[1].0, "test/upload.test.ts");
        assert!(together[1].1 > together[0].1);
        assert!(history.together("nowhere").is_empty());
    }

    #[test]
    fn odd_logs_are_empty() {
        for log in [&b""[..], b"no records", b"\x01no end", b"\x02\x01\x02"] {
            assert!(history_for(log, "x").similar.is_empty());
        }
    }
}
