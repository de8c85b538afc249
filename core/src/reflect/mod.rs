//! Reflection: many signals become a few lessons, in the signals' own words, the same every time.
//!
//! Gather → cluster → weigh → look for counter-evidence → distil. Nothing is invented: every sentence of a
//! lesson stands in one of the signals it rests on.

mod cluster;
mod distil;
mod files;
mod lesson;
mod plan;
mod report;
mod sentence;
mod weigh;

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use crate::signal::Signal;
use crate::time::Timestamp;

pub use cluster::{Cluster, Linkage, clusters};
pub use files::{lesson_path, mark_signal, report_path, update_lesson, write_lesson, write_report};
pub use lesson::{Cited, ExistingLesson, LessonChange, lesson_from_article};
pub use plan::{ReflectChange, ReflectPlan, plan_reflection};
pub use report::render_report;
pub use weigh::{PatternVerdict, Thresholds, Weighed};

/// Rounds of clustering in one run; two are enough unless the tags are odd.
const MAX_ROUNDS: usize = 8;

/// What a reflection may be told.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct ReflectOptions {
    /// Weights at which a cluster counts as a pattern.
    pub thresholds: Thresholds,
    /// Only this project; `None` for all.
    pub project: Option<String>,
    /// How many processed signals stay active; older ones are archived. `None` keeps all.
    pub keep: Option<u32>,
    /// The time of the run.
    pub now: Timestamp,
}

impl Default for ReflectOptions {
    fn default() -> Self {
        Self { thresholds: Thresholds::default(), project: None, keep: None, now: Timestamp(0) }
    }
}

/// What a reflection found and would write.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Reflection {
    /// How many signals were looked at: active and not yet behind a lesson.
    pub considered: u32,
    /// Every cluster with its weight, strongest first.
    pub clusters: Vec<Weighed>,
    /// Lessons to create or to update.
    pub lessons: Vec<LessonChange>,
    /// Signals that a lesson now rests on, with that lesson's id.
    pub processed: Vec<(String, String)>,
    /// Signals to be put away under `keep`, oldest first.
    pub archived: Vec<String>,
}

/// Reflects over the signals of a knowledge base.
///
/// The order of `signals` and `lessons` does not matter. A second run over the result finds nothing to do.
pub fn reflect(signals: &[Signal], lessons: &[ExistingLesson], options: &ReflectOptions) -> Reflection {
    let mut active: Vec<&Signal> = signals
        .iter()
        .filter(|signal| !signal.archived && signal.lifecycle != "invalidated")
        .filter(|signal| options.project.as_ref().is_none_or(|project| *project == signal.project))
        .collect();
    active.sort_by(|a, b| a.id.cmp(&b.id).then_with(|| a.path.cmp(&b.path)));
    active.dedup_by(|a, b| a.id == b.id);
    let fresh: Vec<&Signal> = active.iter().copied().filter(|signal| signal.processed_by.is_none()).collect();
    let (joined, rest) = lesson::join_existing(&fresh, lessons);
    let mut changes = joined;
    let mut author = distil::Author::new(&active, lessons, options.now);
    let mut weighed: Vec<Weighed> = Vec::new();
    // Again over what is left, until nothing new comes of it: the next run would do the same.
    let mut rest = rest;
    for _ in 0..MAX_ROUNDS {
        let round = weigh::weigh_all(&clusters(&rest), &active, &options.thresholds);
        let made = author.lessons(&round, &rest);
        weighed.retain(|weighed| weighed.verdict == PatternVerdict::Pattern);
        weighed.extend(round);
        let used: BTreeSet<&str> =
            made.iter().flat_map(|lesson| lesson.new_evidence.iter().map(|cited| cited.id.as_str())).collect();
        rest.retain(|signal| !used.contains(signal.id.as_str()));
        let done = made.is_empty();
        changes.extend(made);
        if done {
            break;
        }
    }
    weigh::order(&mut weighed);
    changes.sort_by(|a, b| a.id.cmp(&b.id));
    let processed: Vec<(String, String)> = changes
        .iter()
        .flat_map(|change| change.new_evidence.iter().map(|evidence| (evidence.id.clone(), change.id.clone())))
        .collect();
    let archived = to_archive(&active, &processed, options.keep);
    Reflection {
        considered: u32::try_from(fresh.len()).unwrap_or(u32::MAX),
        clusters: weighed,
        lessons: changes,
        processed,
        archived,
    }
}

/// Processed signals beyond the newest `keep`, oldest first.
fn to_archive(active: &[&Signal], processed: &[(String, String)], keep: Option<u32>) -> Vec<String> {
    let Some(keep) = keep else { return Vec::new() };
    let now_processed: alloc::collections::BTreeSet<&str> = processed.iter().map(|(id, _)| id.as_str()).collect();
    let mut done: Vec<&&Signal> = active
        .iter()
        .filter(|signal| signal.processed_by.is_some() || now_processed.contains(signal.id.as_str()))
        .collect();
    done.sort_by(|a, b| a.created.cmp(&b.created).then_with(|| a.id.cmp(&b.id)));
    let surplus = done.len().saturating_sub(keep as usize);
    done.iter().take(surplus).map(|signal| signal.id.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Confidence;
    use crate::signal::{SignalSeverity, SignalType};
    use alloc::format;
    use alloc::vec;

    pub(super) fn signal(id: &str, tags: &[&str]) -> Signal {
        Signal {
            id: id.into(),
            path: format!("signals/app/{id}.md"),
            project: "app".into(),
            signal_type: SignalType::Deviation,
            positive: false,
            severity: SignalSeverity::Notable,
            confidence: Confidence::Medium,
            tags: tags.iter().map(|tag| (*tag).into()).collect(),
            created: Timestamp::parse("2026-03-01"),
            phase: None,
            occurrence_count: 1,
            lifecycle: "detected".into(),
            archived: false,
            processed_by: None,
            what_happened: format!("The installer wrote the hook of {id} to the wrong folder."),
            context: String::new(),
            cause: "Installer paths are resolved against the working directory. They should be resolved against the package root."
                .into(),
            remedy: String::new(),
        }
    }

    fn installer_signals(count: usize) -> Vec<Signal> {
        (0..count).map(|n| signal(&format!("sig-{n:02}"), &["installer", "paths", "deviation"])).collect()
    }

    fn run(signals: &[Signal], lessons: &[ExistingLesson]) -> Reflection {
        reflect(
            signals,
            lessons,
            &ReflectOptions { now: Timestamp::parse("2026-04-01").unwrap(), ..ReflectOptions::default() },
        )
    }

    #[test]
    fn four_notable_signals_become_one_lesson_in_their_own_words() {
        let found = run(&installer_signals(4), &[]);
        assert_eq!(found.lessons.len(), 1);
        let lesson = &found.lessons[0];
        assert_eq!(lesson.id, "les-2026-04-01-installer-paths");
        assert_eq!(lesson.lesson, "Installer paths are resolved against the working directory.");
        assert_eq!(lesson.confidence, Confidence::Medium);
        assert_eq!(lesson.evidence_count, 4);
        assert_eq!(found.processed.len(), 4);
    }

    #[test]
    fn the_order_of_the_input_does_not_matter() {
        let mut signals = installer_signals(6);
        signals.extend((0..5).map(|n| signal(&format!("sig-b{n}"), &["ci", "flaky", "cache"])));
        let straight = run(&signals, &[]);
        signals.reverse();
        assert_eq!(run(&signals, &[]), straight);
    }

    #[test]
    fn a_chain_of_neighbours_is_not_one_heap() {
        // a-b, b-c, c-d …: each shares two tags with the next and none with the one after that.
        let names = ["t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9", "t10", "t11", "t12"];
        let signals: Vec<Signal> =
            (0..10).map(|n| signal(&format!("sig-{n}"), &[names[n], names[n + 1], names[n + 2]])).collect();
        let found = run(&signals, &[]);
        assert!(found.clusters.iter().all(|weighed| weighed.cluster.members.len() <= 2), "{:?}", found.clusters);
    }

    #[test]
    fn no_cluster_grows_past_the_limit() {
        let found = run(&installer_signals(90), &[]);
        assert!(found.clusters.iter().all(|weighed| weighed.cluster.members.len() <= cluster::MAX_CLUSTER));
    }

    #[test]
    fn good_and_bad_are_kept_apart_and_speak_against_each_other() {
        let mut signals = installer_signals(4);
        signals.push(Signal { positive: true, ..signal("sig-good", &["installer", "paths"]) });
        let found = run(&signals, &[]);
        assert_eq!(found.lessons[0].counter_evidence, ["sig-good"]);
        assert_eq!(found.lessons[0].confidence, Confidence::Low);
        assert_eq!(found.lessons[0].evidence_count, 4);
    }

    #[test]
    fn a_stored_lesson_grows_and_processed_signals_rest() {
        let lesson = ExistingLesson {
            id: "les-old".into(),
            path: "lessons/tooling/old.md".into(),
            tags: vec!["installer".into(), "paths".into()],
            signal_type: Some("deviation".into()),
            positive: false,
            confidence: Confidence::Low,
            evidence: vec!["sig-x".into()],
            evidence_count: 0,
            counter_evidence: Vec::new(),
        };
        let mut signals = installer_signals(2);
        let found = run(&signals, core::slice::from_ref(&lesson));
        assert_eq!(found.lessons.len(), 1);
        assert_eq!(found.lessons[0].existing.as_deref(), Some("lessons/tooling/old.md"));
        assert_eq!(found.lessons[0].evidence_count, 3);
        assert_eq!(found.lessons[0].confidence, Confidence::Medium);
        for signal in &mut signals {
            signal.processed_by = Some("les-old".into());
        }
        let again = run(
            &signals,
            &[ExistingLesson { evidence: vec!["sig-x".into(), "sig-00".into(), "sig-01".into()], ..lesson }],
        );
        assert_eq!((again.lessons.len(), again.processed.len()), (0, 0));
    }

    #[test]
    fn what_no_pattern_took_joins_at_once_so_that_the_next_run_finds_nothing() {
        // Pairs that share a third tag wait on their own; they carry the lesson's tags all the same.
        let signals: Vec<Signal> = (0..120)
            .map(|n| {
                signal(&format!("sig-{n:03}"), &["ci", "build", &format!("pair-{}", n / 2), &format!("x-{}", n % 7)])
            })
            .collect();
        let first = run(&signals, &[]);
        let lessons: Vec<ExistingLesson> = first
            .lessons
            .iter()
            .map(|lesson| ExistingLesson {
                id: lesson.id.clone(),
                path: format!("lessons/{}.md", lesson.id),
                tags: lesson.tags.clone(),
                signal_type: Some(lesson.signal_type.clone()),
                positive: lesson.positive,
                confidence: lesson.confidence,
                evidence: lesson.new_evidence.iter().map(|cited| cited.id.clone()).collect(),
                evidence_count: lesson.evidence_count,
                counter_evidence: lesson.counter_evidence.clone(),
            })
            .collect();
        let processed: alloc::collections::BTreeMap<String, String> = first.processed.into_iter().collect();
        let marked: Vec<Signal> = signals
            .into_iter()
            .map(|signal| Signal { processed_by: processed.get(&signal.id).cloned(), ..signal })
            .collect();
        let again = run(&marked, &lessons);
        assert_eq!((again.lessons.len(), again.processed.len()), (0, 0), "{:?}", again.lessons);
    }

    #[test]
    fn what_speaks_against_a_stored_lesson_lowers_it_once() {
        let lesson = |counter: &[&str]| ExistingLesson {
            id: "les-old".into(),
            path: "lessons/tooling/old.md".into(),
            tags: vec!["installer".into(), "paths".into()],
            signal_type: Some("deviation".into()),
            positive: false,
            confidence: Confidence::High,
            evidence: vec!["sig-x".into()],
            evidence_count: 0,
            counter_evidence: counter.iter().map(|id| (*id).into()).collect(),
        };
        let good = [Signal { positive: true, ..signal("sig-good", &["installer", "paths"]) }];
        let found = run(&good, &[lesson(&[])]);
        assert_eq!(found.lessons[0].confidence, Confidence::Medium);
        assert_eq!(found.lessons[0].counter_evidence, ["sig-good"]);
        assert_eq!(found.lessons[0].evidence_count, 1);
        assert_eq!(run(&good, &[lesson(&["sig-good"])]).lessons, []);
    }

    #[test]
    fn keep_puts_the_oldest_processed_away() {
        let mut signals = installer_signals(4);
        signals[2].created = Timestamp::parse("2026-01-01");
        let options = ReflectOptions { keep: Some(3), now: Timestamp(0), ..ReflectOptions::default() };
        assert_eq!(reflect(&signals, &[], &options).archived, ["sig-02"]);
    }

    #[test]
    fn nothing_in_nothing_out() {
        let found = run(&[], &[]);
        assert_eq!((found.considered, found.lessons.len()), (0, 0));
    }
}
