//! A closer look at the best documents: do words stand together as in the query, and is everything there that was asked?

use alloc::vec::Vec;

use super::index::{Index, SAME_POSITION};
use super::query::Concept;
use super::search::Hit;

/// How far apart two words may stand to count as together.
const WINDOW: u32 = 4;
/// What a neighbouring pair adds, as a share of its second word's worth.
const BONUS: f32 = 0.15;
/// The same for words that are no neighbours in the query.
const LOOSE: f32 = 0.5;
/// Words read of each document.
const MAX_WORDS: usize = 2000;

/// Looks at the first `pool` hits: raises those in which words of the query stand together and sorts again.
///
/// `lack` is the share of its score that a document loses which holds nothing of what was asked; others lose in
/// proportion to what they lack. Hits that are not looked at count as holding nothing, so that the order stays whole.
pub(crate) fn boost(index: &Index, concepts: &[Concept], hits: &mut [Hit], pool: usize, lack: f32) {
    if concepts.len() < 2 {
        return;
    }
    let (hits, rest) = hits.split_at_mut(pool.min(hits.len()));
    for hit in rest {
        hit.score *= 1.0 - lack;
    }
    let mut wanted: Vec<(u32, usize, f32)> = Vec::new();
    for (at, concept) in concepts.iter().enumerate() {
        wanted.extend(concept.alternatives.iter().map(|alternative| (alternative.term, at, alternative.weight)));
    }
    wanted.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut filter = [0_u64; 16];
    for &(term, ..) in &wanted {
        filter[(term as usize / 64) % 16] |= 1 << (term % 64);
    }
    let mut best = alloc::vec![0.0_f32; concepts.len()];
    let mut held = alloc::vec![0.0_f32; concepts.len()];
    let asked: f32 = concepts.iter().map(|concept| concept.worth).sum();
    for hit in &mut *hits {
        best.fill(0.0);
        held.fill(0.0);
        let mut recent: [(usize, u32); 8] = [(usize::MAX, 0); 8];
        let mut n_seen = 0;
        let mut position = WINDOW + 1;
        for entry in index.forward[index.span(hit.doc)].iter().take(MAX_WORDS) {
            if entry & SAME_POSITION == 0 {
                position += 1;
            }
            let term = entry & !SAME_POSITION;
            if filter[(term as usize / 64) % 16] & (1 << (term % 64)) == 0 {
                continue;
            }
            let from = wanted.partition_point(|&(other, ..)| other < term);
            for &(_, concept, weight) in wanted[from..].iter().take_while(|&&(other, ..)| other == term) {
                held[concept] = held[concept].max(weight);
                for &(other, at) in &recent {
                    let distance = position - at;
                    if other == usize::MAX || other == concept || distance > WINDOW || distance == 0 {
                        continue;
                    }
                    let distance = distance as f32;
                    let order = if other + 1 == concept { 1.0 } else { LOOSE };
                    best[concept] = best[concept].max(weight * order / (distance * distance));
                }
                recent[n_seen % recent.len()] = (concept, position);
                n_seen += 1;
            }
        }
        hit.score += BONUS * best.iter().sum::<f32>();
        let answered: f32 = concepts.iter().zip(&held).map(|(concept, &weight)| weight.min(concept.worth)).sum();
        if asked > 0.0 {
            hit.score *= 1.0 - lack * (1.0 - answered / asked);
        }
    }
    hits.sort_unstable_by(Hit::order);
}
