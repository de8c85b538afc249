//! The first look: which documents could be meant, and their scores so far.

use alloc::vec::Vec;

use super::index::Index;
use super::query::{Concept, Match};
use super::search::Hit;

/// What alternatives beside the best add, as a share of their worth, where the word itself stands nowhere.
const OTHERS: f32 = 0.2;

/// Room for scores, kept between queries so that a query costs what it touches and not what there is.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Sum of all concepts so far, by document.
    total: Vec<f32>,
    /// The current concept's share, by document; valid where `round` matches.
    best: Vec<f32>,
    round: Vec<u32>,
    current: u32,
    touched: Vec<u32>,
}

impl Scratch {
    /// Forgets the last query.
    pub(crate) fn reset(&mut self, n_docs: usize) {
        for &doc in &self.touched {
            if let Some(total) = self.total.get_mut(doc as usize) {
                *total = 0.0;
            }
        }
        self.touched.clear();
        if self.total.len() != n_docs {
            self.total = alloc::vec![0.0; n_docs];
            self.best = alloc::vec![0.0; n_docs];
            self.round = alloc::vec![0; n_docs];
            self.current = 0;
        }
    }

    /// Adds one concept: each document gets its best alternative, and of a word that nobody used a share of the others.
    pub(crate) fn add(&mut self, index: &Index, concept: &Concept) {
        if self.current == u32::MAX {
            self.round.fill(0);
            self.current = 0;
        }
        self.current += 1;
        let is_known = concept.alternatives.first().is_some_and(|first| first.how == Match::Exact);
        let others = if is_known { 0.0 } else { OTHERS };
        for alternative in &concept.alternatives {
            let (docs, impacts) = index.strongest_postings(alternative.term);
            for (&doc, &impact) in docs.iter().zip(impacts) {
                let at = doc as usize;
                let score = alternative.weight * impact;
                if self.total[at] == 0.0 {
                    self.touched.push(doc);
                }
                if self.round[at] == self.current {
                    let (less, more) = (score.min(self.best[at]), score.max(self.best[at]));
                    self.total[at] += more - self.best[at] + others * less;
                    self.best[at] = more;
                } else {
                    self.round[at] = self.current;
                    self.best[at] = score;
                    self.total[at] += score;
                }
            }
        }
    }

    /// The `limit` best documents so far, best first; equal scores by place in the index.
    pub(crate) fn best(&self, limit: usize) -> Vec<Hit> {
        let mut hits: Vec<Hit> = self.touched.iter().map(|&doc| Hit { doc, score: self.total[doc as usize] }).collect();
        if hits.len() > limit && limit > 0 {
            hits.select_nth_unstable_by(limit - 1, Hit::order);
        }
        hits.truncate(limit);
        hits.sort_unstable_by(Hit::order);
        hits
    }
}

/// Adds what [`Scratch::add`] left out: the share of words so common that only their strongest documents were looked at.
pub(crate) fn complete(index: &Index, concepts: &[Concept], hits: &mut [Hit]) {
    for concept in concepts {
        if !concept.alternatives.iter().any(|alternative| index.is_shortened(alternative.term)) {
            continue;
        }
        for hit in &mut *hits {
            let share = |all: bool| {
                let shares = concept.alternatives.iter().map(|alternative| {
                    let impact = index.impact(alternative.term, hit.doc);
                    let seen = all || impact >= index.shortened_at(alternative.term);
                    if seen { alternative.weight * impact } else { 0.0 }
                });
                shares.fold(0.0_f32, f32::max)
            };
            hit.score += share(true) - share(false);
        }
    }
    hits.sort_unstable_by(Hit::order);
}
