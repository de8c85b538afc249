//! How much a cluster weighs, and what speaks against it.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use super::cluster::{Cluster, Linkage, for_each_subset, telling_tags};
use crate::model::Confidence;
use crate::signal::{Signal, SignalSeverity};

/// Opposite signals that are named; more change nothing.
pub(super) const MAX_COUNTER: usize = 3;
/// Share of the threshold from which on a cluster is worth an experiment.
const MARGINAL: f64 = 0.8;
/// What a cluster across types weighs beside one of a single type.
const CROSS_TYPE: f64 = 0.8;

/// Weight at which a cluster counts as a pattern, by its most severe member. Higher asks for more evidence.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default)]
pub struct Thresholds {
    /// With a critical member.
    pub critical: f64,
    /// With a notable member.
    pub notable: f64,
    /// With minor members only.
    pub minor: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { critical: 3.0, notable: 4.0, minor: 5.0 }
    }
}

/// What a cluster amounts to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum PatternVerdict {
    /// Enough evidence for a lesson.
    Pattern,
    /// Nearly enough: an experiment could settle it.
    SpikeCandidate,
    /// Not enough yet; the signals stay and wait for company.
    Waiting,
}

/// A cluster with its weight.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Weighed {
    /// The cluster itself.
    pub cluster: Cluster,
    /// Sum over members of confidence times severity.
    pub weight: f64,
    /// What it had to reach.
    pub threshold: f64,
    /// Its most severe member.
    pub severity: SignalSeverity,
    /// What it amounts to.
    pub verdict: PatternVerdict,
    /// Signals of the opposite sign about the same tags, at most three.
    pub counter_evidence: Vec<String>,
}

pub(super) fn weigh_all(clusters: &[Cluster], active: &[&Signal], thresholds: &Thresholds) -> Vec<Weighed> {
    let by_id: BTreeMap<&str, &Signal> = active.iter().map(|signal| (signal.id.as_str(), *signal)).collect();
    let opposite = by_pair(active);
    let mut weighed: Vec<Weighed> =
        clusters.iter().map(|cluster| weigh(cluster, &by_id, &opposite, thresholds)).collect();
    order(&mut weighed);
    weighed
}

/// Patterns first, the strongest on top.
pub(super) fn order(weighed: &mut [Weighed]) {
    weighed.sort_by(|a, b| {
        (a.verdict.cmp(&b.verdict))
            .then_with(|| (b.weight / b.threshold).total_cmp(&(a.weight / a.threshold)))
            .then_with(|| a.cluster.members.cmp(&b.cluster.members))
    });
}

fn weigh(cluster: &Cluster, by_id: &BTreeMap<&str, &Signal>, by_pair: &ByPair<'_>, thresholds: &Thresholds) -> Weighed {
    let members: Vec<&Signal> = cluster.members.iter().filter_map(|id| by_id.get(id.as_str()).copied()).collect();
    let severity = members.iter().map(|signal| signal.severity).max().unwrap_or(SignalSeverity::Minor);
    let sum: f64 = members.iter().map(|signal| weight_of(signal)).sum();
    let weight = if cluster.linkage == Linkage::CrossType { sum * CROSS_TYPE } else { sum };
    let threshold = match severity {
        SignalSeverity::Critical => thresholds.critical,
        SignalSeverity::Notable => thresholds.notable,
        SignalSeverity::Minor | SignalSeverity::Trace => thresholds.minor,
    };
    let verdict = if weight >= threshold {
        PatternVerdict::Pattern
    } else if weight >= threshold * MARGINAL {
        PatternVerdict::SpikeCandidate
    } else {
        PatternVerdict::Waiting
    };
    Weighed {
        weight,
        threshold,
        severity,
        verdict,
        counter_evidence: counter_evidence(cluster, by_pair),
        cluster: cluster.clone(),
    }
}

fn weight_of(signal: &Signal) -> f64 {
    let confidence = match signal.confidence {
        Confidence::High => 2.0,
        Confidence::Medium => 1.0,
        Confidence::Low => 0.5,
    };
    let severity = match signal.severity {
        SignalSeverity::Critical => 1.5,
        SignalSeverity::Notable => 1.0,
        SignalSeverity::Minor | SignalSeverity::Trace => 0.7,
    };
    confidence * severity
}

/// The first few signals of each sign that carry two tags.
type ByPair<'a> = BTreeMap<(&'a str, &'a str, bool), Vec<&'a str>>;

/// `active` must be sorted by id.
fn by_pair<'a>(active: &[&'a Signal]) -> ByPair<'a> {
    let mut found: ByPair<'a> = BTreeMap::new();
    for signal in active {
        let tags = telling_tags(signal);
        for_each_subset(&tags, 2, |pair| {
            let holders = found.entry((pair[0], pair[1], signal.positive)).or_default();
            if holders.len() < MAX_COUNTER {
                holders.push(signal.id.as_str());
            }
        });
    }
    found
}

/// Signals of the opposite sign that carry at least two of the cluster's tags.
fn counter_evidence(cluster: &Cluster, by_pair: &ByPair<'_>) -> Vec<String> {
    let mut tags: Vec<&str> = cluster.tags.iter().map(String::as_str).collect();
    tags.sort_unstable();
    let mut found: BTreeSet<&str> = BTreeSet::new();
    for_each_subset(&tags, 2, |pair| {
        found.extend(by_pair.get(&(pair[0], pair[1], !cluster.positive)).into_iter().flatten());
    });
    found.into_iter().take(MAX_COUNTER).map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reflect::tests::signal;
    use alloc::format;

    #[track_caller]
    fn check(members: &[(Confidence, SignalSeverity)], expected: f64, verdict: PatternVerdict) {
        let signals: Vec<Signal> = members
            .iter()
            .enumerate()
            .map(|(n, (confidence, severity))| Signal {
                confidence: *confidence,
                severity: *severity,
                ..signal(&format!("sig-{n}"), &["a", "b"])
            })
            .collect();
        let active: Vec<&Signal> = signals.iter().collect();
        let weighed = weigh_all(&super::super::clusters(&active), &active, &Thresholds::default());
        assert_eq!(weighed.len(), 1);
        assert!((weighed[0].weight - expected).abs() < 1e-9, "{}", weighed[0].weight);
        assert_eq!(weighed[0].verdict, verdict);
    }

    #[test]
    fn weights_are_confidence_times_severity() {
        use Confidence::{High, Low, Medium};
        use SignalSeverity::{Critical, Minor, Notable};
        check(&[(High, Critical); 3], 9.0, PatternVerdict::Pattern);
        check(&[(Low, Minor); 5], 1.75, PatternVerdict::Waiting);
        check(&[(Medium, Notable); 4], 4.0, PatternVerdict::Pattern);
        check(&[(High, Notable), (High, Notable), (Low, Notable)], 4.5, PatternVerdict::Pattern);
        check(&[(High, Notable), (Medium, Notable), (Low, Notable)], 3.5, PatternVerdict::SpikeCandidate);
    }
}
