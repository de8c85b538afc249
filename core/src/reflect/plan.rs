//! A reflection as file changes: what to write where, and what had to be left alone.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;

use super::{
    ReflectOptions, Reflection, lesson_from_article, lesson_path, mark_signal, reflect, render_report, report_path,
    update_lesson, write_lesson, write_report,
};
use crate::article::{self, Article, Refusal};
use crate::index::is_entry_path;
use crate::signal::{Signal, signal_from_article};

/// A file to write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ReflectChange {
    /// Path below the knowledge base.
    pub path: String,
    /// What it shall hold.
    pub content: String,
    /// Why.
    pub reason: String,
}

/// Everything a reflection would do.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ReflectPlan {
    /// What was found.
    pub reflection: Reflection,
    /// The report for people.
    pub report: String,
    /// Files to write; empty when there is nothing to learn.
    pub changes: Vec<ReflectChange>,
    /// Files that could not be marked or updated, with the reason.
    pub skipped: Vec<(String, String)>,
}

/// Plans a reflection over the files of a knowledge base.
pub fn plan_reflection(files: &BTreeMap<String, Vec<u8>>, options: &ReflectOptions) -> ReflectPlan {
    let articles: Vec<Article> = files
        .iter()
        .filter(|(path, _)| is_entry_path(path))
        .map(|(path, bytes)| article::read(path, bytes).value)
        .collect();
    let signals: Vec<Signal> = articles.iter().filter_map(signal_from_article).collect();
    let lessons: Vec<_> = articles.iter().filter_map(lesson_from_article).collect();
    let reflection = reflect(&signals, &lessons, options);
    let mut changes = Vec::new();
    let mut skipped = Vec::new();
    let mut taken: BTreeSet<String> = files.keys().cloned().collect();
    for lesson in &reflection.lessons {
        if let Some(path) = &lesson.existing {
            if let Some(bytes) = files.get(path) {
                let edited = update_lesson(path, bytes, lesson, options.now);
                let (more, against) = (lesson.new_evidence.len(), lesson.counter_evidence.len());
                let reason = format!("{more} more signals, {against} against it");
                add(path, edited, reason, &mut changes, &mut skipped);
            }
            continue;
        }
        let base = lesson_path(lesson);
        let path = free_path(&base, &taken);
        taken.insert(path.clone());
        changes.push(ReflectChange { path, content: write_lesson(lesson, options.now), reason: "new lesson".into() });
    }
    mark_signals(files, &signals, &reflection, &mut changes, &mut skipped);
    if !changes.is_empty() {
        let project = options.project.clone().or_else(|| signals.first().map(|signal| signal.project.clone()));
        let project = project.unwrap_or_else(|| "_global".into());
        let path = free_path(&report_path(&project, options.now), &taken);
        changes.push(ReflectChange {
            path,
            content: write_report(&reflection, &project, options.now),
            reason: "report".into(),
        });
    }
    changes.sort_by(|a, b| a.path.cmp(&b.path));
    ReflectPlan { report: render_report(&reflection), reflection, changes, skipped }
}

fn mark_signals(
    files: &BTreeMap<String, Vec<u8>>,
    signals: &[Signal],
    reflection: &Reflection,
    changes: &mut Vec<ReflectChange>,
    skipped: &mut Vec<(String, String)>,
) {
    let processed: BTreeMap<&str, &str> =
        reflection.processed.iter().map(|(signal, lesson)| (signal.as_str(), lesson.as_str())).collect();
    let archived: BTreeSet<&str> = reflection.archived.iter().map(String::as_str).collect();
    for signal in signals {
        let lesson = processed.get(signal.id.as_str()).copied();
        let archive = archived.contains(signal.id.as_str());
        if lesson.is_none() && !archive {
            continue;
        }
        let Some(bytes) = files.get(&signal.path) else { continue };
        let reason = if archive { "archived" } else { "processed" };
        let edited = mark_signal(&signal.path, bytes, lesson, archive);
        add(&signal.path, edited, reason.to_string(), changes, skipped);
    }
}

/// Adds what a file becomes, or why it stays as it is.
fn add(
    path: &str,
    edited: Result<Vec<u8>, Refusal>,
    reason: String,
    changes: &mut Vec<ReflectChange>,
    skipped: &mut Vec<(String, String)>,
) {
    let edited = edited.map_err(|refusal| refusal.to_string());
    match edited.and_then(|bytes| String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_string())) {
        Ok(content) => changes.push(ReflectChange { path: path.to_string(), content, reason }),
        Err(why) => skipped.push((path.to_string(), why)),
    }
}

/// The path itself, or with the lowest number that is free.
fn free_path(path: &str, taken: &BTreeSet<String>) -> String {
    let stem = path.trim_end_matches(".md");
    (2u32..1000)
        .map(|n| format!("{stem}-{n}.md"))
        .find(|other| taken.contains(path) && !taken.contains(other))
        .filter(|_| taken.contains(path))
        .unwrap_or_else(|| path.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signal::{NewSignal, SignalSeverity, SignalType, capture};
    use crate::time::Timestamp;

    fn store(count: usize) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        for n in 0..count {
            let new = NewSignal {
                signal_type: SignalType::Deviation,
                severity: SignalSeverity::Notable,
                project: "app".into(),
                title: format!("Hook {n} in the wrong folder"),
                tags: alloc::vec!["installer".into(), "paths".into()],
                what_happened: format!("The installer wrote hook {n} to the wrong folder."),
                cause: "Installer paths are resolved against the working directory of the caller.".into(),
                ..NewSignal::default()
            };
            let captured = capture(&new, &[], None, &[], Timestamp::parse("2026-03-01").unwrap()).unwrap();
            files.insert(captured.path, captured.content.into_bytes());
        }
        files
    }

    fn options() -> ReflectOptions {
        ReflectOptions { now: Timestamp::parse("2026-04-01T09:30:00Z").unwrap(), ..ReflectOptions::default() }
    }

    #[test]
    fn a_second_run_changes_nothing() {
        let mut files = store(5);
        let plan = plan_reflection(&files, &options());
        assert_eq!(plan.reflection.lessons.len(), 1);
        assert_eq!(plan.skipped, []);
        for change in plan.changes {
            files.insert(change.path, change.content.into_bytes());
        }
        assert!(files.contains_key("lessons/tooling/installer-paths.md"), "{:?}", files.keys());
        assert!(files.contains_key("reflections/app/reflect-2026-04-01T093000.md"));
        let again = plan_reflection(&files, &options());
        assert_eq!(again.changes, []);
    }

    #[test]
    fn a_positive_lesson_is_confirmed_by_what_went_well_and_lowered_by_what_did_not() {
        let kept = |n: usize, positive: bool| {
            let new = NewSignal {
                signal_type: SignalType::Custom("habit".into()),
                severity: SignalSeverity::Notable,
                positive: Some(positive),
                project: "app".into(),
                title: format!("Dry run {n} of the migration"),
                tags: alloc::vec!["database".into(), "migration".into()],
                what_happened: format!("The dry run {n} showed the locks before anybody had to wait."),
                cause: "A dry run on a copy shows the locks of a migration.".into(),
                ..NewSignal::default()
            };
            let captured = capture(&new, &[], None, &[], Timestamp::parse("2026-03-01").unwrap()).unwrap();
            (captured.path, captured.content.into_bytes())
        };
        let mut files: BTreeMap<_, _> = (0..5).map(|n| kept(n, true)).collect();
        for change in plan_reflection(&files, &options()).changes {
            files.insert(change.path, change.content.into_bytes());
        }
        let is_lesson = |path: &&String| path.starts_with("lessons/");
        let path = files.keys().find(is_lesson).expect("a lesson was made").clone();
        let text = String::from_utf8(files[&path].clone()).unwrap();
        assert!(text.contains("\npolarity: positive\n"), "{text}");
        // Lessons that were written before they said it are judged by the type of their signals.
        let older = text.replace("polarity: positive\n", "").replace("signal_type: habit", "signal_type: good-pattern");
        let read = |text: &str| lesson_from_article(&article::read(&path, text.as_bytes()).value).unwrap();
        assert!(read(&older).positive);
        assert!(!read(&older.replace("good-pattern", "deviation")).positive);
        for (positive, evidence, against) in [(true, 1, 0), (false, 0, 1)] {
            let mut more = files.clone();
            more.extend([kept(9, positive)]);
            let found = plan_reflection(&more, &options()).reflection;
            let lesson = &found.lessons[0];
            assert_eq!((lesson.new_evidence.len(), lesson.counter_evidence.len()), (evidence, against), "{lesson:?}");
        }
    }

    #[test]
    fn a_lesson_that_counts_evidence_in_its_text_only_keeps_its_count() {
        let path = "lessons/tooling/installer.md";
        let lesson = "---\nid: les-installer\ntype: lesson\ncategory: tooling\nconfidence: medium\nevidence_count: 7\nlast_updated: 2026-01-05\ntags: [installer, paths]\n---\n\n## Lesson\n\nResolve paths against the package root.\n\n## Evidence\n\n- Seven installs went astray.\n";
        let grown = |text: &str, signals: usize| {
            let mut files = store(signals);
            files.insert(path.into(), text.as_bytes().to_vec());
            let plan = plan_reflection(&files, &options());
            plan.changes.into_iter().find(|change| change.path == path).unwrap().content
        };
        let text = grown(lesson, 1);
        assert!(text.contains("evidence_count: 8\nlast_updated: 2026-04-01"), "{text}");
        assert!(!text.contains("\nupdated:"), "{text}");
        assert!(grown(&text, 2).contains("evidence_count: 9\n"));
        let listed = lesson.replace("evidence_count: 7\nlast_updated: 2026-01-05", "evidence: [sig-a, sig-b]");
        let text = grown(&listed, 1);
        assert!(text.contains("evidence_count: 3\n") && text.contains("\nupdated: 2026-04-01"), "{text}");
    }

    #[test]
    fn a_broken_signal_is_named_and_left_alone() {
        let mut files = store(4);
        let broken = "---\nid: sig-x\ntype: signal\nsignal_type: deviation\nproject: app\nseverity: notable\ntags: [installer, paths]\nevidence:\n  - `oops` here\n---\n\n## What Happened\n\nThe installer wrote somewhere else entirely.\n";
        files.insert("signals/app/x.md".into(), broken.as_bytes().to_vec());
        let plan = plan_reflection(&files, &options());
        assert!(plan.changes.iter().all(|change| change.path != "signals/app/x.md"));
        assert_eq!(plan.skipped.len(), 1);
        assert_eq!(plan.skipped[0].0, "signals/app/x.md");
    }
}
