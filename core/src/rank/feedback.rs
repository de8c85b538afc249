//! The second look: the best documents of the first lend the query their telling words.

use alloc::string::String;
use alloc::vec::Vec;

use super::index::{Index, SAME_POSITION};
use super::query::{Alternative, Concept, Match};
use super::search::Hit;

/// Documents that lend words. More make the second look broader and blunter.
const N_DOCS: usize = 8;
/// Words that are lent.
const N_TERMS: usize = 24;
/// Words read of each document.
const MAX_WORDS: usize = 400;
/// What all lent words together are worth against the query itself.
const SHARE: f32 = 0.7;
/// A word that a larger part of all documents holds tells nothing.
const MAX_SPREAD: f32 = 0.25;

/// Concepts made of the words that tell the best hits from the rest.
pub(crate) fn expand(index: &Index, concepts: &[Concept], hits: &[Hit]) -> Vec<Concept> {
    let Some(best) = hits.first().map(|hit| hit.score).filter(|&best| best > 0.0) else { return Vec::new() };
    let average = index.forward.len() as f32 / index.len().max(1) as f32;
    let mut found: Vec<(u32, f32)> = Vec::new();
    let mut words: Vec<u32> = Vec::new();
    for hit in hits.iter().take(N_DOCS) {
        let share = hit.score / best;
        let share = share * share * share * share;
        words.clear();
        let span = index.span(hit.doc);
        words.extend(index.forward[span].iter().take(MAX_WORDS).map(|entry| entry & !SAME_POSITION));
        words.sort_unstable();
        let length = 0.25 + 0.75 * words.len() as f32 / average;
        for run in words.chunk_by(|a, b| a == b) {
            let term = run[0];
            let n_docs = index.n_docs_with(term);
            if n_docs < 2 || n_docs as f32 > MAX_SPREAD * index.len() as f32 + 4.0 {
                continue;
            }
            let count = run.len() as f32;
            found.push((term, share * index.idf[term as usize] * count / (count + 1.2 * length)));
        }
    }
    found.sort_by_key(|&(term, _)| term);
    let mut merged: Vec<(u32, f32)> =
        found.chunk_by(|a, b| a.0 == b.0).map(|run| (run[0].0, run.iter().map(|(_, weight)| weight).sum())).collect();
    merged.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    merged.truncate(N_TERMS);
    let asked: f32 = concepts.iter().map(|concept| concept.worth).sum();
    let lent: f32 = merged.iter().map(|(_, weight)| weight).sum();
    let scale = if lent > 0.0 { SHARE * asked / lent } else { 0.0 };
    let concept = |(term, weight): (u32, f32)| Concept {
        word: String::new(),
        alternatives: alloc::vec![Alternative { term, weight: weight * scale, how: Match::Feedback }],
        worth: 0.0,
    };
    merged.into_iter().map(concept).collect()
}
