//! References between entries: they must lead somewhere, and replacing must not go in circles.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::vec::Vec;

use super::{Entry, Findings, line_of};
use crate::diagnostic::Severity;

pub(super) fn check(entries: &[Entry<'_>], findings: &mut Findings) {
    let names = names(entries);
    let mut replaces: Vec<BTreeSet<usize>> = entries.iter().map(|_| BTreeSet::new()).collect();
    for (at, Entry { article, text }) in entries.iter().enumerate() {
        let front = &article.front;
        for (key, targets) in
            [("related", &front.related), ("supersedes", &front.supersedes), ("superseded_by", &front.superseded_by)]
        {
            for target in targets {
                let Some(&other) = names.get(target.as_str()) else {
                    let message = format!("{key}: there is no entry `{target}`");
                    findings.add(&article.path, Severity::Warning, "check/dangling-id", line_of(text, target), message);
                    continue;
                };
                match key {
                    "supersedes" => _ = replaces[at].insert(other),
                    "superseded_by" => _ = replaces[other].insert(at),
                    _ => {}
                }
            }
        }
    }
    for at in on_circles(&replaces) {
        let Entry { article, text } = &entries[at];
        let line = super::line_of_key(text, "supersedes").or_else(|| super::line_of_key(text, "superseded_by"));
        let message = format!("`{}` is replaced by what it replaces; break the circle", article.id);
        findings.add(&article.path, Severity::Error, "check/supersession-cycle", line, message);
    }
}

/// Every name an entry can be referred to by: its id, its path, its path and name without extension.
fn names<'a>(entries: &'a [Entry<'_>]) -> BTreeMap<&'a str, usize> {
    let mut names = BTreeMap::new();
    for (at, Entry { article, .. }) in entries.iter().enumerate() {
        let path = article.path.as_str();
        let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
        let file = stem.rsplit('/').next().unwrap_or(stem);
        for name in [article.id.as_str(), path, stem, file] {
            names.entry(name).or_insert(at);
        }
    }
    names
}

/// Nodes that can be reached from themselves: those of strongly connected components (Kosaraju) of more than one
/// node, or with an edge to itself.
fn on_circles(edges: &[BTreeSet<usize>]) -> Vec<usize> {
    let mut backwards: Vec<BTreeSet<usize>> = edges.iter().map(|_| BTreeSet::new()).collect();
    for (from, targets) in edges.iter().enumerate() {
        for &to in targets {
            backwards[to].insert(from);
        }
    }
    let mut seen: Vec<bool> = edges.iter().map(|_| false).collect();
    let order: Vec<usize> = (0..edges.len()).flat_map(|root| left_last(root, edges, &mut seen)).collect();
    seen.fill(false);
    let mut found: Vec<usize> = Vec::new();
    for &root in order.iter().rev() {
        let component = left_last(root, &backwards, &mut seen);
        if component.len() > 1 || component.iter().any(|at| edges[*at].contains(at)) {
            found.extend(component);
        }
    }
    found.sort_unstable();
    found
}

/// The nodes not seen so far that can be reached from `root`, each after those that are reached through it.
fn left_last(root: usize, edges: &[BTreeSet<usize>], seen: &mut [bool]) -> Vec<usize> {
    let mut left = Vec::new();
    if core::mem::replace(&mut seen[root], true) {
        return left;
    }
    let mut open = Vec::from([(root, edges[root].iter())]);
    while let Some((at, targets)) = open.last_mut() {
        match targets.find(|&&to| !seen[to]) {
            Some(&to) => {
                seen[to] = true;
                open.push((to, edges[to].iter()));
            }
            None => {
                left.push(*at);
                open.pop();
            }
        }
    }
    left
}
