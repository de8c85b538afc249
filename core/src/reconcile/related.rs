//! Cross-links: articles that share telling keywords point at each other.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::render::Link;

/// An article as the linker sees it.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) path: String,
    pub(super) title: String,
    /// Stems of its keywords.
    pub(super) keywords: BTreeSet<String>,
}

/// Most links that an article asks for; it may get more from the other side.
const MAX_LINKS: usize = 5;
/// A keyword of more articles than this links none of them.
const MAX_POSTINGS: usize = 40;
/// Least shared keywords.
const MIN_SHARED: usize = 2;

/// Links of every node, in the order of the nodes; if one points at another, the other points back.
pub(super) fn related(nodes: &[Node]) -> Vec<Vec<Link>> {
    let mut postings: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, node) in nodes.iter().enumerate() {
        for keyword in &node.keywords {
            postings.entry(keyword).or_default().push(at);
        }
    }
    let mut pairs: BTreeSet<(usize, usize)> = BTreeSet::new();
    for (at, node) in nodes.iter().enumerate() {
        let mut scores: BTreeMap<usize, (usize, f64)> = BTreeMap::new();
        for keyword in &node.keywords {
            let Some(list) = postings.get(keyword.as_str()).filter(|list| list.len() <= MAX_POSTINGS) else { continue };
            for &other in list {
                if other != at {
                    let score = scores.entry(other).or_insert((0, 0.0));
                    score.0 += 1;
                    // A keyword of few articles ties them closer.
                    score.1 += 1.0 / list.len() as f64;
                }
            }
        }
        let mut best: Vec<(usize, f64)> = scores
            .into_iter()
            .filter(|(_, (n, _))| *n >= MIN_SHARED)
            .map(|(other, (_, score))| (other, score))
            .collect();
        best.sort_by(|a, b| b.1.total_cmp(&a.1).then(nodes[a.0].path.cmp(&nodes[b.0].path)));
        for (other, _) in best.into_iter().take(MAX_LINKS) {
            pairs.insert((at, other));
            pairs.insert((other, at));
        }
    }
    let mut links: Vec<Vec<Link>> = nodes.iter().map(|_| Vec::new()).collect();
    for (from, to) in pairs {
        links[from].push(Link { path: nodes[to].path.clone(), title: nodes[to].title.clone() });
    }
    for list in &mut links {
        list.sort_by(|a, b| a.path.cmp(&b.path));
    }
    links
}
