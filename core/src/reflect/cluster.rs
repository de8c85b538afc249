//! Clusters by what their members share, not by chains of neighbours.
//!
//! A cluster is a set of tags that *every* member carries, so two signals that have nothing in common never
//! meet through a third. The strongest tag pairs are taken first; a signal belongs to one cluster.

use alloc::collections::{BTreeMap, BTreeSet, BinaryHeap};
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

use crate::signal::{Signal, SignalType};

/// Members from which on a cluster is split by a further tag.
pub(super) const MAX_CLUSTER: usize = 25;
/// Tags of one signal that take part in pairs; what stands first was thought of first.
const MAX_TAGS: usize = 12;
/// Below this many patterns the second look across types is taken.
const ENOUGH_PATTERNS: usize = 5;

/// How the members of a cluster were brought together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Linkage {
    /// Same type, same sign, at least two tags in common.
    Primary,
    /// Same project, same sign, at least three tags in common, any type; weighs four fifths.
    CrossType,
}

/// Signals that speak of the same thing.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Cluster {
    /// How it came together.
    pub linkage: Linkage,
    /// Whether its members report something good.
    pub positive: bool,
    /// The type all members have, or the most frequent one for a cross-type cluster.
    pub signal_type: String,
    /// The tags that every member carries, most telling first.
    pub tags: Vec<String>,
    /// Identifiers of the members, sorted.
    pub members: Vec<String>,
}

/// Groups signals; `signals` must be sorted by id and free of duplicates.
pub fn clusters(signals: &[&Signal]) -> Vec<Cluster> {
    let mut found = group(signals, Linkage::Primary);
    if found.len() < ENOUGH_PATTERNS {
        let taken: BTreeSet<&str> =
            found.iter().flat_map(|cluster| cluster.members.iter().map(String::as_str)).collect();
        let left: Vec<&Signal> = signals.iter().copied().filter(|signal| !taken.contains(signal.id.as_str())).collect();
        let more = group(&left, Linkage::CrossType);
        found.extend(more);
    }
    found
}

/// A candidate cluster in the queue: how many it would hold, and the tags that say so.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Candidate<'a> {
    members: usize,
    /// Rarer tags first: of two equally large groups the more specific one is taken.
    rarity: u32,
    key: core::cmp::Reverse<Key<'a>>,
}

/// What members must have in common.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key<'a> {
    group: (&'a str, bool),
    tags: Vec<&'a str>,
}

fn group(signals: &[&Signal], linkage: Linkage) -> Vec<Cluster> {
    let shared = if linkage == Linkage::Primary { 2 } else { 3 };
    let frequency = tag_frequency(signals);
    let mut holders: BTreeMap<Key<'_>, Vec<usize>> = BTreeMap::new();
    for (index, signal) in signals.iter().enumerate() {
        let tags = telling_tags(signal);
        for_each_subset(&tags, shared, |subset| {
            let key = Key { group: group_of(signal, linkage), tags: subset.to_vec() };
            holders.entry(key).or_default().push(index);
        });
    }
    holders.retain(|_, members| members.len() >= 2);

    let mut queue: BinaryHeap<Candidate<'_>> =
        holders.iter().map(|(key, members)| candidate(key, members.len(), &frequency)).collect();
    let mut free: Vec<bool> = alloc::vec![true; signals.len()];
    let mut found = Vec::new();
    // A count in the queue can only be too high: what was taken since is looked at again when it comes up.
    while let Some(top) = queue.pop() {
        let key = &top.key.0;
        let Some(all) = holders.get(key) else { continue };
        let members: Vec<usize> = all.iter().copied().filter(|&index| free[index]).collect();
        if members.len() < 2 {
            continue;
        }
        if members.len() < top.members {
            queue.push(candidate(key, members.len(), &frequency));
            continue;
        }
        for part in split(&members, signals, &key.tags) {
            for &index in &part {
                free[index] = false;
            }
            found.push(cluster_of(&part, signals, linkage, &frequency));
        }
    }
    found
}

fn candidate<'a>(key: &Key<'a>, members: usize, frequency: &BTreeMap<&str, u32>) -> Candidate<'a> {
    let common: u32 = key.tags.iter().map(|tag| frequency.get(tag).copied().unwrap_or(0)).sum();
    Candidate { members, rarity: u32::MAX - common, key: core::cmp::Reverse(key.clone()) }
}

/// Too many for one thing: divided by the tags that most of them share beside those they all do.
fn split(members: &[usize], signals: &[&Signal], tags: &[&str]) -> Vec<Vec<usize>> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let further = |index: usize| telling_tags(signals[index]).into_iter().filter(|tag| !tags.contains(tag));
    if members.len() > MAX_CLUSTER {
        for tag in members.iter().flat_map(|&index| further(index)) {
            *counts.entry(tag).or_default() += 1;
        }
    }
    let mut parts = Vec::new();
    let mut rest: Vec<usize> = members.to_vec();
    while rest.len() > MAX_CLUSTER {
        let best = counts
            .iter()
            .filter(|&(_, &count)| count >= 2 && count < rest.len())
            .max_by(|a, b| a.1.cmp(b.1).then_with(|| b.0.cmp(a.0)))
            .map(|(tag, _)| *tag);
        let Some(tag) = best else { break };
        let (with, without): (Vec<usize>, Vec<usize>) =
            rest.iter().partition(|&&index| signals[index].tags.iter().any(|own| own == tag));
        for tag in with.iter().flat_map(|&index| further(index)) {
            if let Some(count) = counts.get_mut(tag) {
                *count -= 1;
            }
        }
        let mut deeper = tags.to_vec();
        deeper.push(tag);
        // No deeper than a signal has tags.
        parts.extend(split(&with, signals, &deeper));
        rest = without;
    }
    parts.extend(rest.chunks(MAX_CLUSTER).map(<[usize]>::to_vec));
    parts.retain(|part| part.len() >= 2);
    parts
}

fn cluster_of(members: &[usize], signals: &[&Signal], linkage: Linkage, frequency: &BTreeMap<&str, u32>) -> Cluster {
    let first = signals[members[0]];
    let mut tags: Vec<String> = telling_tags(first)
        .into_iter()
        .filter(|tag| members.iter().all(|&index| signals[index].tags.iter().any(|own| own == tag)))
        .map(String::from)
        .collect();
    tags.sort_by(|a, b| frequency.get(a.as_str()).cmp(&frequency.get(b.as_str())).then_with(|| a.cmp(b)));
    let mut types: BTreeMap<&str, usize> = BTreeMap::new();
    for &index in members {
        *types.entry(signals[index].signal_type.name()).or_default() += 1;
    }
    let signal_type = types
        .iter()
        .max_by(|a, b| a.1.cmp(b.1).then_with(|| b.0.cmp(a.0)))
        .map_or_else(String::new, |(name, _)| String::from(*name));
    let mut ids: Vec<String> = members.iter().map(|&index| signals[index].id.clone()).collect();
    ids.sort();
    Cluster { linkage, positive: first.positive, signal_type, tags, members: ids }
}

fn group_of(signal: &Signal, linkage: Linkage) -> (&str, bool) {
    match linkage {
        Linkage::Primary => (signal.signal_type.name(), signal.positive),
        Linkage::CrossType => (signal.project.as_str(), signal.positive),
    }
}

/// Tags that say what a signal is about: not a type of signals, not the number of a phase.
pub(super) fn telling_tags(signal: &Signal) -> Vec<&str> {
    let mut tags: Vec<&str> = signal
        .tags
        .iter()
        .map(String::as_str)
        .filter(|tag| !tag.is_empty() && !names_a_type(tag) && !is_phase(tag))
        .take(MAX_TAGS)
        .collect();
    tags.sort_unstable();
    tags.dedup();
    tags
}

fn names_a_type(tag: &str) -> bool {
    !matches!(SignalType::parse(tag), SignalType::Custom(_)) && tag != "architecture"
}

fn is_phase(tag: &str) -> bool {
    let rest = tag.strip_prefix("phase").map(|rest| rest.trim_start_matches(['-', '_', ' ']));
    rest.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit() || b == b'.'))
}

fn tag_frequency<'a>(signals: &[&'a Signal]) -> BTreeMap<&'a str, u32> {
    let mut frequency = BTreeMap::new();
    for signal in signals {
        for tag in &signal.tags {
            *frequency.entry(tag.as_str()).or_default() += 1;
        }
    }
    frequency
}

/// Calls `visit` with every sorted subset of `size` (two or three) tags.
pub(super) fn for_each_subset<'a>(tags: &[&'a str], size: usize, mut visit: impl FnMut(&[&'a str])) {
    for a in 0..tags.len() {
        for b in a + 1..tags.len() {
            if size == 2 {
                visit(&[tags[a], tags[b]]);
                continue;
            }
            for c in b + 1..tags.len() {
                visit(&[tags[a], tags[b], tags[c]]);
            }
        }
    }
}
