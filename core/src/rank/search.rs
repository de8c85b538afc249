//! A query from its words to the ranked hits, and why each was found.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use serde::Serialize;

pub use super::candidates::Scratch;
use super::candidates::complete;
use super::feedback;
use super::index::Index;
use super::proximity;
use super::query::{Concept, Match, concepts};

/// Most hits that one search returns.
pub const MAX_LIMIT: usize = 10_000;
/// Hits of the first look that are looked at closely.
const POOL: usize = 64;
/// What a document loses that holds nothing of what was asked, only what others lent. Higher favours those that
/// speak of everything asked over those that speak much of one thing.
const LACK: f32 = 0.2;
/// What the best page without the one word asked for has at most of the worst that has it.
const BELOW: f32 = 0.7;

/// How a search is carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchOptions {
    /// How many hits at most.
    pub limit: usize,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self { limit: 10 }
    }
}

/// One document found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// Its place in the index.
    pub doc: u32,
    /// How well it answers; above 1 only when words stand together as asked.
    pub score: f32,
}

impl Hit {
    /// Best first; equal scores by place in the index, so that every host shows the same order.
    #[allow(clippy::trivially_copy_pass_by_ref)] // the shape that sorting takes
    pub(crate) fn order(a: &Hit, b: &Hit) -> Ordering {
        b.score.total_cmp(&a.score).then(a.doc.cmp(&b.doc))
    }
}

/// Why a document was found: one word of the query and what answered it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Explanation {
    /// The word of the query, folded; empty for words lent by other hits.
    pub word: String,
    /// The stem in the document that answered it.
    pub matched: String,
    /// How the two belong together.
    pub how: Match,
    /// What it adds to the score.
    pub score: f32,
}

/// The documents that answer a query best, best first. Scores are shares of a perfect answer.
pub fn search(index: &Index, scratch: &mut Scratch, query: &str, options: SearchOptions) -> Vec<Hit> {
    run(index, scratch, query, options).0
}

fn run(index: &Index, scratch: &mut Scratch, query: &str, options: SearchOptions) -> (Vec<Hit>, Vec<Concept>) {
    let limit = options.limit.min(MAX_LIMIT);
    let mut concepts = concepts(index, query);
    if concepts.is_empty() || limit == 0 {
        return (Vec::new(), concepts);
    }
    scratch.reset(index.len());
    for concept in &concepts {
        scratch.add(index, concept);
    }
    let pool = POOL.max(limit);
    let mut hits = scratch.best(pool);
    complete(index, &concepts, &mut hits);
    proximity::boost(index, &concepts, &mut hits, POOL, 0.0);
    let lent = feedback::expand(index, &concepts, &hits);
    for concept in &lent {
        scratch.add(index, concept);
    }
    let n_asked = concepts.len();
    concepts.extend(lent);
    let mut hits = scratch.best(pool);
    complete(index, &concepts, &mut hits);
    proximity::boost(index, &concepts[..n_asked], &mut hits, POOL, LACK);
    if let [only] = &concepts[..n_asked] {
        put_exact_first(index, only, &mut hits);
    }
    hits.truncate(limit);
    let perfect: f32 = concepts.iter().map(|concept| concept.worth).sum();
    for hit in &mut hits {
        hit.score /= perfect;
    }
    (hits, concepts)
}

/// Who asks for one word wants the pages that have it, before those that only speak of something like it.
fn put_exact_first(index: &Index, asked: &Concept, hits: &mut [Hit]) {
    // Where nobody wrote the word, its other spellings are the word.
    let of_kind = |how: Match| asked.alternatives.iter().filter(move |alternative| alternative.how == how);
    let how = if of_kind(Match::Exact).next().is_some() { Match::Exact } else { Match::Form };
    let has_it = |hit: &Hit| of_kind(how).any(|exact| index.impact(exact.term, hit.doc) > 0.0);
    let lowest = hits.iter().filter(|hit| has_it(hit)).map(|hit| hit.score).reduce(f32::min);
    let highest = hits.iter().filter(|hit| !has_it(hit)).map(|hit| hit.score).reduce(f32::max);
    let (Some(lowest), Some(highest)) = (lowest, highest) else { return };
    if highest > BELOW * lowest {
        for hit in hits.iter_mut().filter(|hit| !has_it(hit)) {
            hit.score *= BELOW * lowest / highest;
        }
        hits.sort_by(Hit::order);
    }
}

/// Like [`search`], with what answered each word of the query, strongest first.
pub fn search_explained(
    index: &Index,
    scratch: &mut Scratch,
    query: &str,
    options: SearchOptions,
) -> Vec<(Hit, Vec<Explanation>)> {
    let (hits, concepts) = run(index, scratch, query, options);
    let perfect: f32 = concepts.iter().map(|concept| concept.worth).sum();
    let explain = |hit: Hit| {
        let mut why: Vec<Explanation> = concepts
            .iter()
            .filter_map(|concept| {
                let scored =
                    concept.alternatives.iter().map(|a| (a, a.weight * index.impact(a.term, hit.doc) / perfect));
                let (alternative, score) = scored.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
                (score > 0.0).then(|| Explanation {
                    word: concept.word.clone(),
                    matched: String::from(index.terms.text(alternative.term)),
                    how: alternative.how,
                    score,
                })
            })
            .collect();
        why.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.matched.cmp(&b.matched)));
        (hit, why)
    };
    hits.into_iter().map(explain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::Document;

    #[test]
    fn the_one_word_asked_for_comes_before_words_like_it() {
        let texts = [
            "You never run the pipeline; ops runs the pipeline.",
            "Flour, salt and yeast are stored in the cellar of the old bakery beside the mill. Kafka was rejected, because \
             the bakers know another queue and would have to learn it, and the books say nothing of it at all.",
        ];
        let index = Index::of(texts.into_iter().map(|text| Document { text, ..Document::default() }));
        let hits = search(&index, &mut Scratch::default(), "kafka", SearchOptions::default());
        assert_eq!(hits.first().map(|hit| hit.doc), Some(1));
        assert!(hits.windows(2).all(|pair| pair[0].score >= pair[1].score));
    }
}
