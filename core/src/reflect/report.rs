//! The report a person reads before anything is written, and which is stored afterwards.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::{LessonChange, PatternVerdict, Reflection, Weighed};

/// Most rows of a table; the rest is counted.
const ROWS: usize = 40;

/// The report as Markdown.
pub fn render_report(reflection: &Reflection) -> String {
    let mut out = String::from("## Reflection Report\n\n");
    let count =
        |verdict: PatternVerdict| reflection.clusters.iter().filter(|weighed| weighed.verdict == verdict).count();
    let created = reflection.lessons.iter().filter(|lesson| lesson.existing.is_none()).count();
    line(&mut out, &format!("**Signals considered:** {}", reflection.considered));
    line(
        &mut out,
        &format!(
            "**Patterns:** {} · **Spike candidates:** {} · **Waiting:** {}",
            count(PatternVerdict::Pattern),
            count(PatternVerdict::SpikeCandidate),
            count(PatternVerdict::Waiting)
        ),
    );
    line(&mut out, &format!("**Lessons:** {created} new, {} updated", reflection.lessons.len() - created));
    if !reflection.archived.is_empty() {
        line(&mut out, &format!("**Signals to archive:** {}", reflection.archived.len()));
    }
    table(&mut out, "Patterns Detected", &pick(reflection, PatternVerdict::Pattern));
    for lesson in &reflection.lessons {
        lesson_section(&mut out, lesson);
    }
    table(&mut out, "Spike Candidates", &pick(reflection, PatternVerdict::SpikeCandidate));
    out
}

fn pick(reflection: &Reflection, verdict: PatternVerdict) -> Vec<&Weighed> {
    reflection.clusters.iter().filter(|weighed| weighed.verdict == verdict).collect()
}

fn table(out: &mut String, title: &str, rows: &[&Weighed]) {
    if rows.is_empty() {
        return;
    }
    let _ = write!(
        out,
        "\n### {title}\n\n| # | Tags | Type | Signals | Weight | Severity | Counter-evidence |\n|---|---|---|---|---|---|---|\n"
    );
    for (n, weighed) in rows.iter().take(ROWS).enumerate() {
        let cross = if weighed.cluster.linkage == super::Linkage::CrossType { " (cross-type)" } else { "" };
        let sign = if weighed.cluster.positive { " +" } else { "" };
        let _ = writeln!(
            out,
            "| {} | {} | {}{sign}{cross} | {} | {:.1} of {:.1} | {} | {} |",
            n + 1,
            weighed.cluster.tags.join(", "),
            weighed.cluster.signal_type,
            weighed.cluster.members.len(),
            weighed.weight,
            weighed.threshold,
            weighed.severity.name(),
            weighed.counter_evidence.len(),
        );
    }
    if rows.len() > ROWS {
        let _ = writeln!(out, "\n… and {} more.", rows.len() - ROWS);
    }
}

fn lesson_section(out: &mut String, lesson: &LessonChange) {
    let _ = write!(out, "\n#### [{}]", lesson.id);
    if lesson.existing.is_some() {
        let _ = write!(
            out,
            " — {} more signals, {} against it, now {} confidence\n\n",
            lesson.new_evidence.len(),
            lesson.counter_evidence.len(),
            lesson.confidence.name()
        );
    } else {
        let _ = write!(
            out,
            " {} ({} confidence)\n\n{}\n\n- **Applies:** {}\n- **Do:** {}\n",
            lesson.title,
            lesson.confidence.name(),
            lesson.lesson,
            lesson.applies,
            lesson.recommendation
        );
    }
    for evidence in &lesson.new_evidence {
        let _ = writeln!(out, "- Signal: {} — {}", evidence.path, evidence.summary);
    }
    for id in &lesson.counter_evidence {
        let _ = writeln!(out, "- Against it: {id}");
    }
}

fn line(out: &mut String, text: &str) {
    let _ = writeln!(out, "{text}  ");
}
