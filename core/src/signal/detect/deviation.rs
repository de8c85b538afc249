//! A plan against its summary: tasks missing, added or reordered, files nobody planned, checks that failed.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use super::struggle::same_file;
use super::{Candidate, cut};
use crate::article::{self, body};
use crate::model::{Evidence, Speaker};
use crate::signal::{SignalSeverity, SignalType};
use crate::text::content_terms;

/// Auto-fixes from which on the plan was far from the truth.
const MANY_FIXES: usize = 3;
/// Tasks and files of a plan that are compared; a list longer than that is no plan.
const MOST: usize = 200;
/// Share of words in common from which on two task names mean the same task.
const SAME_TASK: f64 = 0.5;

/// A plan and the summary written after it was carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlanPair {
    /// Path of the plan.
    pub plan_path: String,
    /// The plan's text.
    pub plan: String,
    /// Path of the summary.
    pub summary_path: String,
    /// The summary's text.
    pub summary: String,
}

/// Suggests at most one signal for a pair, holding everything that differs.
pub fn detect_deviation(pair: &PlanPair) -> Option<Candidate> {
    let plan = article::read(&pair.plan_path, pair.plan.as_bytes()).value;
    let summary = article::read(&pair.summary_path, pair.summary.as_bytes()).value;
    let mut found = Differences::default();
    compare_tasks(&planned_tasks(&plan.body), &done_tasks(&summary.body), &mut found);
    compare_files(&plan, &summary, &mut found);
    read_deviations(&summary.body, &mut found);
    let lines_above = summary.body_line.saturating_sub(1);
    let severity = found.severity()?;
    let phase = text_of(&plan, "phase").or_else(|| text_of(&summary, "phase"));
    let number = text_of(&plan, "plan").or_else(|| text_of(&summary, "plan"));
    let mut tags: Vec<String> = alloc::vec!["deviation".into(), "plan-accuracy".into()];
    tags.extend(found.topics().iter().map(ToString::to_string));
    Some(Candidate {
        signal_type: SignalType::Deviation,
        severity,
        title: found.title(),
        tags,
        what_happened: found.sentences().join(" "),
        context: format!("{} against {}.", pair.plan_path, pair.summary_path),
        cause: String::new(),
        evidence: found
            .quotes
            .iter()
            .map(|(line, text)| Evidence {
                session: pair.summary_path.clone(),
                line: line.saturating_add(lines_above),
                speaker: Speaker::Agent,
                time: None,
                quote: cut(text, super::QUOTE),
            })
            .collect(),
        phase,
        plan: number,
    })
}

#[derive(Default)]
struct Differences {
    missing: Vec<String>,
    added: Vec<String>,
    reordered: bool,
    unplanned_files: Vec<String>,
    fixes: Vec<String>,
    failed_check: Option<String>,
    /// With the line of the body.
    quotes: Vec<(u32, String)>,
}

impl Differences {
    fn severity(&self) -> Option<SignalSeverity> {
        if self.failed_check.is_some() {
            return Some(SignalSeverity::Critical);
        }
        if self.fixes.len() >= MANY_FIXES || !self.missing.is_empty() {
            return Some(SignalSeverity::Notable);
        }
        let minor =
            !self.fixes.is_empty() || !self.added.is_empty() || self.reordered || !self.unplanned_files.is_empty();
        minor.then_some(SignalSeverity::Minor)
    }

    /// What sort of difference it is, so that those of one sort find each other.
    fn topics(&self) -> Vec<&'static str> {
        let topics = [
            ("verification", self.failed_check.is_some()),
            ("missing-task", !self.missing.is_empty()),
            ("auto-fix", !self.fixes.is_empty()),
            ("added-task", !self.added.is_empty()),
            ("unplanned-files", !self.unplanned_files.is_empty()),
            ("task-order", self.reordered),
        ];
        topics.into_iter().filter(|(_, holds)| *holds).map(|(topic, _)| topic).collect()
    }

    fn title(&self) -> String {
        if let Some(check) = &self.failed_check {
            return format!("Verification failed: {}", cut(check, 60));
        }
        let (what, first) = if let Some(task) = self.missing.first() {
            ("Planned task not done", task)
        } else if let Some(fix) = self.fixes.first() {
            ("Fixed beside the plan", fix)
        } else if let Some(task) = self.added.first() {
            ("Task added", task)
        } else if let Some(file) = self.unplanned_files.first() {
            ("File nobody planned", file)
        } else {
            return "Tasks done in another order".into();
        };
        format!("{what}: {}", cut(first, 60))
    }

    fn sentences(&self) -> Vec<String> {
        let mut told = Vec::new();
        if let Some(check) = &self.failed_check {
            told.push(format!("Verification failed: {}.", cut(check, 160).trim_end_matches('.')));
        }
        let mut list = |what: &str, items: &[String]| {
            if !items.is_empty() {
                told.push(format!(
                    "{what}: {}.",
                    items.iter().map(|item| cut(item, 80)).collect::<Vec<_>>().join("; ")
                ));
            }
        };
        list("Planned but not done", &self.missing);
        list("Done but not planned", &self.added);
        list("Fixed beside the plan", &self.fixes);
        list("Files changed that were not planned", &self.unplanned_files);
        if self.reordered {
            told.push("Tasks were done in another order than planned.".into());
        }
        told
    }
}

fn text_of(article: &article::Article, key: &str) -> Option<String> {
    article.front.text(key).filter(|text| !text.is_empty())
}

/// `<name>Task 1: …</name>`, or headings and list lines that start with "Task n".
fn planned_tasks(text: &str) -> Vec<String> {
    let tagged: Vec<String> = text
        .split("<name>")
        .skip(1)
        .filter_map(|rest| rest.split_once("</name>"))
        .map(|(name, _)| task_name(name))
        .collect();
    if !tagged.is_empty() {
        return tagged;
    }
    let named = named_tasks(text);
    if named.is_empty() { boxes(text, false) } else { named }
}

/// Lines that name a task: `1. **Task 1: …** - abc1234`, `### Task 2 — …`, `- Task 3: …`; else what is ticked off.
fn done_tasks(text: &str) -> Vec<String> {
    let named = named_tasks(text);
    if named.is_empty() { boxes(text, true) } else { named }
}

/// Items of check lists: `- [x] …` and, unless only what is done counts, `- [ ] …`.
fn boxes(text: &str, only_done: bool) -> Vec<String> {
    text.lines()
        .filter_map(|line| {
            let item = line.trim_start().trim_start_matches(['-', '*', '+']).trim_start();
            let done = item.strip_prefix("[x]").or_else(|| item.strip_prefix("[X]"));
            done.or_else(|| if only_done { None } else { item.strip_prefix("[ ]") })
        })
        .map(|item| item.trim().trim_matches('*').to_string())
        .filter(|item| !item.is_empty())
        .collect()
}

fn named_tasks(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in text.lines() {
        let plain =
            line.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '#' | '-' | '*' | ' ' | '.' | ')'));
        let Some(rest) = plain.strip_prefix("Task ") else { continue };
        if !rest.starts_with(|c: char| c.is_ascii_digit()) {
            continue;
        }
        let name = task_name(plain.split("**").next().unwrap_or(plain));
        if !name.is_empty() && !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// What stands behind "Task n:".
fn task_name(text: &str) -> String {
    let text = text.trim();
    let rest = text.strip_prefix("Task ").map_or(text, |rest| {
        rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.')
            .trim_start_matches([':', ' ', '-', '–', '—', ')'])
    });
    rest.split(" - `").next().unwrap_or(rest).trim().trim_end_matches('*').to_string()
}

fn compare_tasks(planned: &[String], done: &[String], found: &mut Differences) {
    // A summary that lists no tasks says nothing about them.
    if planned.is_empty() || done.is_empty() {
        return;
    }
    let (planned, done) = (&planned[..planned.len().min(MOST)], &done[..done.len().min(MOST)]);
    let terms = |tasks: &[String]| -> Vec<BTreeSet<String>> {
        tasks.iter().map(|task| content_terms(task).into_iter().collect()).collect()
    };
    let (planned_terms, done_terms) = (terms(planned), terms(done));
    let mut likely: Vec<(f64, f64, usize, usize)> = Vec::new();
    for (at, task) in planned_terms.iter().enumerate() {
        for (other, candidate) in done_terms.iter().enumerate() {
            let (of_smaller, of_larger) = likeness(task, candidate);
            if of_smaller >= SAME_TASK {
                likely.push((of_smaller, of_larger, at, other));
            }
        }
    }
    // The best pairs first; tasks in the same words, as they come.
    likely.sort_by(|a, b| {
        b.0.total_cmp(&a.0)
            .then(b.1.total_cmp(&a.1))
            .then(a.2.abs_diff(a.3).cmp(&b.2.abs_diff(b.3)))
            .then(a.2.cmp(&b.2))
    });
    let mut done_as: BTreeMap<usize, usize> = BTreeMap::new();
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    for (_, _, at, other) in likely {
        if !done_as.contains_key(&at) && taken.insert(other) {
            done_as.insert(at, other);
        }
    }
    // Two tasks may have become one, or one two: what is all told by another is neither missing nor added.
    let is_told = |task: &BTreeSet<String>, others: &[BTreeSet<String>]| {
        !task.is_empty() && others.iter().any(|other| task.is_subset(other))
    };
    let is_missing = |at: &usize| !done_as.contains_key(at) && !is_told(&planned_terms[*at], &done_terms);
    let is_added = |at: &usize| !taken.contains(at) && !is_told(&done_terms[*at], &planned_terms);
    found.missing = (0..planned.len()).filter(is_missing).map(|at| planned[at].clone()).collect();
    found.added = (0..done.len()).filter(is_added).map(|at| done[at].clone()).collect();
    found.reordered = !done_as.values().is_sorted();
}

/// The share of words in common, of the task with fewer words and of the one with more.
fn likeness(a: &BTreeSet<String>, b: &BTreeSet<String>) -> (f64, f64) {
    let common = a.intersection(b).count() as f64;
    if common > 0.0 { (common / a.len().min(b.len()) as f64, common / a.len().max(b.len()) as f64) } else { (0.0, 0.0) }
}

fn compare_files(plan: &article::Article, summary: &article::Article, found: &mut Differences) {
    let mut planned: BTreeSet<String> = plan.front.list("files_modified").into_iter().collect();
    for part in plan.body.split("<files>").skip(1).filter_map(|rest| rest.split_once("</files>")) {
        planned.extend(part.0.split([',', '\n']).map(|file| file.trim().to_string()).filter(|file| !file.is_empty()));
    }
    if planned.is_empty() {
        return;
    }
    let mut changed = summary.front.list("key-files.created");
    changed.extend(summary.front.list("key-files.modified"));
    changed.extend(summary.front.list("files_modified"));
    changed.truncate(MOST);
    let known = |file: &str| planned.iter().take(10 * MOST).any(|plan| same_file(plan, file));
    found.unplanned_files =
        changed.into_iter().filter(|file| !known(file) && !file.starts_with(".planning/")).collect();
    found.unplanned_files.dedup();
}

/// The summary's own account: its deviations section and its self-check.
fn read_deviations(text: &str, found: &mut Differences) {
    for heading in body::headings(text) {
        let name = heading.text.to_ascii_lowercase();
        let Some(range) = body::section(text, &heading.text) else { continue };
        let section = &text[range];
        if name.contains("deviation") {
            for (at, line) in section.lines().enumerate() {
                let plain = line.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '*' | ' ' | '.'));
                if plain.starts_with("[Rule ") {
                    let what = plain.split_once(']').map_or(plain, |(_, rest)| rest).trim().trim_matches('*').trim();
                    if !found.fixes.iter().any(|known| known == what) {
                        found.fixes.push(what.to_string());
                        found
                            .quotes
                            .push((heading.number.saturating_add(u32::try_from(at).unwrap_or(0)), plain.to_string()));
                    }
                }
            }
        }
    }
    for (at, line) in text.lines().enumerate() {
        if found.failed_check.is_none() && says_failed(line) {
            let words = line.trim().trim_matches(|c| matches!(c, '#' | '*' | ' '));
            found.failed_check = Some(words.to_string());
            found.quotes.push((u32::try_from(at + 1).unwrap_or(u32::MAX), words.to_string()));
        }
    }
}

/// A verdict that is a failure: `## Self-Check: FAILED`, `**Verification:** ❌ 2 of 3`, `Verification failed: …`.
fn says_failed(line: &str) -> bool {
    let plain = line.to_ascii_lowercase().replace(['*', '#', '_', '`'], " ");
    let plain = plain.trim_start_matches(|c: char| !c.is_alphanumeric());
    let failures = ["fail", "gaps", "❌", "✗", "not met", "not passed"];
    let named = |subject: &str| {
        ["verif", "self-check", "self check", "status", "acceptance", "uat"].iter().any(|word| subject.contains(word))
    };
    let by_colon = plain.split_once(':').is_some_and(|(subject, verdict)| {
        subject.split_whitespace().count() <= 4
            && named(subject)
            && failures.iter().any(|word| verdict.trim_start().starts_with(word))
    });
    by_colon
        || ["verification failed", "self-check failed", "acceptance failed"]
            .iter()
            .any(|words| plain.starts_with(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(plan: &str, summary: &str) -> PlanPair {
        PlanPair {
            plan_path: "01-PLAN.md".into(),
            plan: plan.into(),
            summary_path: "01-SUMMARY.md".into(),
            summary: summary.into(),
        }
    }

    const PLAN: &str = "---\nphase: 05-map\nplan: 01\nfiles_modified:\n  - src/map.ts\n---\n<tasks>\n<task>\n<name>Task 1: Draw the boats on the map</name>\n<files>src/map.ts</files>\n</task>\n<task>\n<name>Task 2: Interpolate positions between samples</name>\n</task>\n</tasks>\n";

    #[test]
    fn a_plan_carried_out_as_written_is_no_signal() {
        let summary = "## Task Commits\n\n1. **Task 1: Draw boats on the map** - `abc1234`\n2. **Task 2: Interpolate positions** - `def5678`\n\n## Deviations from Plan\n\nNone.\n";
        assert_eq!(detect_deviation(&pair(PLAN, summary)), None);
    }

    #[test]
    fn a_missing_task_is_notable_and_named() {
        let found = detect_deviation(&pair(PLAN, "1. **Task 1: Draw boats on the map** - `abc1234`\n")).unwrap();
        assert_eq!(found.severity, SignalSeverity::Notable);
        assert!(found.what_happened.contains("Interpolate positions"), "{}", found.what_happened);
        assert_eq!(found.phase.as_deref(), Some("05-map"));
    }

    #[test]
    fn auto_fixes_count_and_a_failed_check_is_critical() {
        let summary =
            "## Deviations from Plan\n\n**1. [Rule 1 - Bug] Fixed the sign of the tide**\n- Found during: Task 1\n";
        let found = detect_deviation(&pair(PLAN, summary)).unwrap();
        assert_eq!(found.severity, SignalSeverity::Minor);
        assert_eq!(found.title, "Fixed beside the plan: Fixed the sign of the tide");
        let failed = detect_deviation(&pair(PLAN, "## Self-Check: FAILED\n")).unwrap();
        assert_eq!(failed.severity, SignalSeverity::Critical);
    }

    #[track_caller]
    fn check_tasks(planned: &[&str], done: &[&str], missing: &[&str], added: &[&str]) {
        let strings = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut found = Differences::default();
        compare_tasks(&strings(planned), &strings(done), &mut found);
        assert_eq!((found.missing, found.added), (strings(missing), strings(added)), "{planned:?} {done:?}");
        assert!(!found.reordered, "{planned:?} {done:?}");
    }

    #[test]
    fn one_task_that_was_done_stands_for_one_that_was_planned() {
        let (login, logout) = ("Add login endpoint", "Add logout endpoint");
        check_tasks(&[login, logout], &[login], &[logout], &[]);
        check_tasks(&[login, logout], &[logout], &[login], &[]);
        check_tasks(&[login], &[login, logout], &[], &[logout]);
        check_tasks(&[login, logout], &["Add the login endpoint", "Logout endpoint added"], &[], &[]);
        check_tasks(&[login, logout], &["Add login and logout endpoints"], &[], &[]);
        check_tasks(&["Add login and logout endpoints"], &[login, logout], &[], &[]);
        check_tasks(&["Write tests", "Write tests"], &["Write tests", "Write tests"], &[], &[]);
        check_tasks(&["Draw the boats"], &["Read the tides"], &["Draw the boats"], &["Read the tides"]);
    }

    #[test]
    fn a_file_is_planned_by_whole_names() {
        let plan = "---\nfiles_modified: [src/data.ts, web/map.ts]\n---\n";
        let files = |list: &str| {
            let summary = format!("---\nfiles_modified: [{list}]\n---\n");
            detect_deviation(&pair(plan, &summary)).map(|found| found.title)
        };
        assert_eq!(files("data.ts, app/web/map.ts, src/data.ts"), None);
        assert_eq!(files("metadata.ts").as_deref(), Some("File nobody planned: metadata.ts"));
        assert_eq!(files("ta.ts").as_deref(), Some("File nobody planned: ta.ts"));
    }

    #[test]
    fn evidence_names_the_line_of_the_file() {
        let text = "## Deviations from Plan\n\n**1. [Rule 1 - Bug] Fixed the tide**\n\n## Self-Check: FAILED\n";
        let lines = |summary: &str| {
            let found = detect_deviation(&pair(PLAN, summary)).unwrap();
            found.evidence.iter().map(|evidence| evidence.line).collect::<Vec<_>>()
        };
        assert_eq!(lines(text), [3, 5]);
        assert_eq!(lines(&format!("---\nphase: 1\nplan: 2\n---\n{text}")), [7, 9]);
    }

    #[test]
    fn check_lists_are_tasks_too() {
        let plan = "# Plan\n\n- [ ] Draw the boats on the map\n- [ ] Write the tide table\n";
        let done = "- [x] Draw the boats on the map\n- [ ] Write the tide table\n";
        let found = detect_deviation(&pair(plan, done)).unwrap();
        assert_eq!(found.title, "Planned task not done: Write the tide table");
        assert_eq!(found.tags, ["deviation", "plan-accuracy", "missing-task"]);
        assert_eq!(detect_deviation(&pair(plan, &done.replace("[ ]", "[x]"))), None);
    }

    #[test]
    fn verdicts_are_told_from_talk_about_them() {
        for (line, failed) in [
            ("## Self-Check: FAILED", true),
            ("**Verification:** ❌ 2 of 3 criteria", true),
            ("status: gaps_found", true),
            ("Verification failed: the map stays empty.", true),
            ("## Self-Check: PASSED", false),
            ("No verification failed.", false),
            ("- Retries run when verification failed once before.", false),
            ("Status: complete, although one test failed at first", false),
        ] {
            assert_eq!(says_failed(line), failed, "{line}");
        }
    }

    #[test]
    fn empty_files_say_nothing() {
        assert_eq!(detect_deviation(&pair("", "")), None);
    }
}
