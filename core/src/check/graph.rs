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

/// Nodes that can be reached from themselves: what is left after taking away, again and again, everything that
/// nothing leads to or that leads nowhere.
fn on_circles(edges: &[BTreeSet<usize>]) -> Vec<usize> {
    let mut incoming: Vec<usize> = edges.iter().map(|_| 0).collect();
    let mut backwards: Vec<Vec<usize>> = edges.iter().map(|_| Vec::new()).collect();
    for (from, targets) in edges.iter().enumerate() {
        for &to in targets {
            incoming[to] += 1;
            backwards[to].push(from);
        }
    }
    let mut outgoing: Vec<usize> = edges.iter().map(BTreeSet::len).collect();
    let mut gone: Vec<bool> = edges.iter().map(|_| false).collect();
    let mut open: Vec<usize> = (0..edges.len()).filter(|&at| incoming[at] == 0 || outgoing[at] == 0).collect();
    while let Some(at) = open.pop() {
        if core::mem::replace(&mut gone[at], true) {
            continue;
        }
        for &to in &edges[at] {
            incoming[to] -= 1;
            if incoming[to] == 0 {
                open.push(to);
            }
        }
        for &from in &backwards[at] {
            outgoing[from] -= 1;
            if outgoing[from] == 0 {
                open.push(from);
            }
        }
    }
    (0..edges.len()).filter(|&at| !gone[at]).collect()
}
