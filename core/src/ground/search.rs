//! The repository as a source: files and lines that answer a question, with a level of confidence.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use super::cascade::{AnswerEvidence, SourceAnswer};
use super::impact_paths::is_test;
use super::imports::extension;
use super::policy::GroundingConfidence;
use super::query::{Matcher, Query, needle, read_query};
use super::scan::{FileHits, Passage, ids, path_terms, scan_file};

/// Saturation of repeated terms, as usual for BM25.
const K1: f64 = 1.2;
/// How much long files are held back, as usual for BM25.
const B: f64 = 0.6;
/// Lines quoted as evidence.
const MAX_EVIDENCE: usize = 6;
/// Lines that make up the answer's text.
const MAX_ANSWER_LINES: usize = 3;

/// One file that was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RepoHit {
    /// Where.
    pub path: String,
    /// The best line.
    pub line: Option<u32>,
    /// What stands there.
    pub text: String,
    /// Best first; comparable within one search only.
    pub score: f64,
    /// Whether something asked for is defined here.
    pub defines: bool,
}

/// What a search over a work tree gave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RepoFindings {
    /// The answer, when anything was found.
    pub answer: Option<SourceAnswer>,
    /// Files, best first.
    pub hits: Vec<RepoHit>,
    /// How many files hold any of the terms.
    pub n_matching: u32,
}

/// A search under way: files are added one by one, in any order.
pub struct RepoSearch {
    query: Query,
    matcher: Matcher,
    files: Vec<FileHits>,
}

impl core::fmt::Debug for RepoSearch {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("RepoSearch").field("n_files", &self.files.len()).finish_non_exhaustive()
    }
}

impl RepoSearch {
    /// Begins a search.
    pub fn new(question: &str) -> Self {
        let query = read_query(question);
        let matcher = Matcher::new(&query.terms);
        Self { query, matcher, files: Vec::new() }
    }

    /// Texts of which every matching file holds at least one, in any case. Empty when there is nothing to look for.
    pub fn needles(&self) -> Vec<String> {
        let mut needles: Vec<String> = self
            .query
            .terms
            .iter()
            .map(|term| if term.identifier { term.text.clone() } else { needle(&term.text).to_string() })
            .collect();
        needles.sort();
        needles.dedup();
        needles
    }

    /// Looks at a file's path alone; for files that a filter ruled out, or that are too big to read.
    pub fn add_path(&mut self, path: &str) {
        let (terms, name_terms) = path_terms(&mut self.matcher, path);
        if terms != 0 {
            self.files.push(FileHits { path: path.to_string(), path_terms: terms, name_terms, ..FileHits::default() });
        }
    }

    /// Looks at a file.
    pub fn add(&mut self, path: &str, bytes: &[u8]) {
        let hits = scan_file(&mut self.matcher, &self.query, path, bytes, false);
        if hits.path_terms != 0 || !hits.counts.is_empty() {
            self.files.push(hits);
        }
    }

    /// Ends the search. `n_listed` is the number of files in the tree, looked at or not.
    pub fn finish(mut self, n_listed: u32, limit: usize) -> RepoFindings {
        self.files.sort_by(|a, b| a.path.cmp(&b.path));
        let weights = term_weights(&self.query, &self.files, n_listed);
        let scores = score_files(&self.files, &weights);
        let mut order: Vec<usize> = (0..self.files.len()).filter(|&at| scores[at] > 0.0).collect();
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
        let n_matching = u32::try_from(order.len()).unwrap_or(u32::MAX);
        order.truncate(limit.max(MAX_EVIDENCE));
        let hits: Vec<RepoHit> =
            order.iter().take(limit).map(|&at| hit(&self.files[at], scores[at], &weights)).collect();
        let answer = self.answer(&order, &scores, &weights);
        RepoFindings { answer, hits, n_matching }
    }

    fn answer(&self, order: &[usize], scores: &[f64], weights: &[f64]) -> Option<SourceAnswer> {
        let top = scores[*order.first()?];
        let about_tests = self.query.terms.iter().any(|term| term.text == "test");
        let mut quoted: Vec<(f64, &FileHits, &Passage)> = Vec::new();
        for &at in order {
            let file = &self.files[at];
            for passage in &file.passages {
                let share = mass(passage.terms | file.path_terms, weights);
                let bonus = match () {
                    () if passage.defines => 1.3,
                    // A test shows that something holds, the code says it.
                    () if !about_tests && is_test(&file.path) => 0.7,
                    () => 1.0,
                };
                quoted.push((share * bonus * (0.5 + 0.5 * scores[at] / top), file, passage));
            }
        }
        quoted.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.path.cmp(&b.1.path)).then(a.2.line.cmp(&b.2.line)));
        quoted.truncate(MAX_EVIDENCE);
        let evidence: Vec<AnswerEvidence> = if quoted.is_empty() {
            let named = order.iter().take(3).map(|&at| self.files[at].path.clone());
            named.map(|path| AnswerEvidence { text: path.clone(), place: path, line: None }).collect()
        } else {
            quoted
                .iter()
                .map(|(_, file, passage)| AnswerEvidence {
                    place: file.path.clone(),
                    line: Some(passage.line),
                    text: passage.text.clone(),
                })
                .collect()
        };
        let lines: Vec<&str> = evidence.iter().take(MAX_ANSWER_LINES).map(|evidence| evidence.text.as_str()).collect();
        Some(SourceAnswer { text: lines.join("\n"), confidence: self.confidence(&quoted, weights), evidence })
    }

    /// How much of what was asked stands together in one place.
    fn confidence(&self, quoted: &[(f64, &FileHits, &Passage)], weights: &[f64]) -> GroundingConfidence {
        let all = mass(u128::MAX, weights);
        if all <= 0.0 {
            return GroundingConfidence::Low;
        }
        let symbols = self
            .query
            .terms
            .iter()
            .enumerate()
            .filter(|(_, term)| term.identifier)
            .fold(0u128, |set, (at, _)| set | 1 << at);
        let defined = self.files.iter().fold(0u128, |set, file| set | file.defines);
        if symbols != 0 && defined & symbols == symbols {
            return GroundingConfidence::High;
        }
        let best = quoted
            .iter()
            .map(|(_, file, passage)| {
                let terms = passage.terms | file.path_terms;
                (mass(terms, weights) / all, terms.count_ones())
            })
            .fold((0.0, 0), |best: (f64, u32), found| if found.0 > best.0 { found } else { best });
        match best {
            (share, n_terms) if share >= 0.75 && n_terms >= 2 => GroundingConfidence::High,
            (share, _) if share >= 0.45 => GroundingConfidence::Medium,
            _ => GroundingConfidence::Low,
        }
    }
}

/// What each term is worth: rare terms and those the text stresses more than others.
pub(super) fn term_weights(query: &Query, files: &[FileHits], n_listed: u32) -> Vec<f64> {
    let mut n_with = alloc::vec![0u32; query.terms.len()];
    for file in files {
        let mut set = file.path_terms;
        for (id, _) in &file.counts {
            set |= 1 << id;
        }
        for id in ids(set).filter(|&id| id < query.terms.len()) {
            n_with[id] += 1;
        }
    }
    let n = f64::from(n_listed.max(u32::try_from(files.len()).unwrap_or(u32::MAX)));
    query
        .terms
        .iter()
        .zip(n_with)
        .map(|(term, n_with)| {
            let df = f64::from(n_with);
            term.weight * libm::log(1.0 + (n - df + 0.5) / (df + 0.5))
        })
        .collect()
}

/// BM25 over path, definitions and text, held back for files that repeat others.
pub(super) fn score_files(files: &[FileHits], weights: &[f64]) -> Vec<f64> {
    // Files that only their path speaks for may not have been read; they count as files of average length.
    let read = files.iter().filter(|file| !file.counts.is_empty());
    let (n_read, total) = read.fold((0u32, 0.0), |(n, sum), file| (n + 1, sum + libm::sqrt(f64::from(file.n_bytes))));
    let average = if n_read == 0 { 1.0 } else { total / f64::from(n_read) };
    files
        .iter()
        .map(|file| {
            let read = !file.counts.is_empty();
            let length = if read { libm::sqrt(f64::from(file.n_bytes)) / average } else { 1.0 };
            let norm = K1 * (1.0 - B + B * length);
            let mut counts = alloc::vec![0.0f64; weights.len()];
            for (id, count) in &file.counts {
                counts[usize::from(*id)] += count;
            }
            for id in ids(file.path_terms).filter(|&id| id < weights.len()) {
                counts[id] += 2.0;
            }
            for id in ids(file.name_terms | file.defines).filter(|&id| id < weights.len()) {
                counts[id] += 4.0;
            }
            let sum: f64 = counts
                .iter()
                .zip(weights)
                .filter(|(count, _)| **count > 0.0)
                .map(|(count, weight)| weight * count / (count + norm))
                .sum();
            sum * standing(file)
        })
        .collect()
}

/// Files that repeat what others say (locks, bundles, generated text) answer no question as well as the others.
fn standing(file: &FileHits) -> f64 {
    let path = file.path.as_str();
    let name = path.rsplit('/').next().unwrap_or(path);
    let repeats = file.generated
        || matches!(extension(path), "lock" | "map" | "po" | "svg" | "snap")
        || name.contains("-lock.")
        || name.contains(".min.")
        || path.split('/').any(|part| matches!(part, "vendor" | "third_party" | "generated" | "dist" | "node_modules"));
    if repeats { 0.5 } else { 1.0 }
}

fn mass(terms: u128, weights: &[f64]) -> f64 {
    weights.iter().enumerate().filter(|(id, _)| terms >> id & 1 == 1).map(|(_, weight)| weight).sum()
}

fn hit(file: &FileHits, score: f64, weights: &[f64]) -> RepoHit {
    let best = file.passages.iter().max_by(|a, b| {
        let worth = |passage: &Passage| mass(passage.line_terms, weights) + 0.5 * mass(passage.terms, weights);
        worth(a).total_cmp(&worth(b)).then(b.line.cmp(&a.line))
    });
    RepoHit {
        path: file.path.clone(),
        line: best.map(|passage| passage.line),
        text: best.map(|passage| passage.text.clone()).unwrap_or_default(),
        score,
        defines: file.defines != 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: &[(&str, &str)] = &[
        (
            "src/upload/client.ts",
            "export function sendChunk(chunk) {\n  return retry(() => post(chunk), RETRY_LIMIT);\n}\n",
        ),
        ("src/upload/limits.ts", "// how often an upload is tried again\nexport const RETRY_LIMIT = 3;\n"),
        ("src/app.ts", "import { sendChunk } from './upload/client';\nsendChunk(data);\n"),
        ("docs/upload.md", "# Uploads\n\nChunks are sent one by one.\n"),
        ("package-lock.json", "{ \"retry\": { \"version\": \"1.0.0\" } }"),
        ("logo.png", "\u{0}retry upload limit"),
    ];

    fn search(question: &str) -> RepoFindings {
        let mut search = RepoSearch::new(question);
        for (path, text) in TREE {
            search.add(path, text.as_bytes());
        }
        search.finish(u32::try_from(TREE.len()).unwrap_or_default(), 10)
    }

    #[track_caller]
    fn check(question: &str, path: &str, line: u32, confidence: GroundingConfidence) {
        let found = search(question);
        let answer = found.answer.expect(question);
        assert_eq!(
            (answer.evidence[0].place.as_str(), answer.evidence[0].line),
            (path, Some(line)),
            "{question} {answer:?}"
        );
        assert_eq!(answer.confidence, confidence, "{question}");
    }

    #[test]
    fn answers_with_file_line_and_confidence() {
        use GroundingConfidence::{High, Low};
        check("Where is `sendChunk` defined?", "src/upload/client.ts", 1, High);
        check("What is our upload retry limit?", "src/upload/limits.ts", 2, High);
        check("upload quota for guests", "docs/upload.md", 1, Low);
        check("Are uploads resumable?", "docs/upload.md", 1, Low);
        assert_eq!(search("Do we use Kafka?").answer, None);
        assert_eq!(search("").answer, None);
    }

    #[test]
    fn a_filter_by_needles_changes_nothing() {
        let question = "How are upload retries limited?";
        let mut filtered = RepoSearch::new(question);
        let needles = filtered.needles();
        for (path, text) in TREE {
            if needles.iter().any(|needle| text.to_lowercase().contains(needle)) {
                filtered.add(path, text.as_bytes());
            } else {
                filtered.add_path(path);
            }
        }
        assert_eq!(filtered.finish(u32::try_from(TREE.len()).unwrap_or_default(), 10), search(question));
    }
}
