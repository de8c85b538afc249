//! What a reflection writes: new lessons, lessons that grew, marks on signals, its own report.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;
use serde_json::Value;

use super::lesson::{Cited, LessonChange};
use super::{Reflection, render_report};
use crate::article::write::render_gsd;
use crate::article::{Editor, FrontMatter, Refusal};
use crate::model::{Kind, Status};
use crate::time::Timestamp;

/// Path of a new lesson below the knowledge base: `lessons/{category}/{name}.md`.
pub fn lesson_path(change: &LessonChange) -> String {
    // les-2026-03-07-name → name
    let name = change.id.get("les-0000-00-00-".len()..).unwrap_or(&change.id);
    format!("lessons/{}/{name}.md", change.category)
}

/// The text of a new lesson.
pub fn write_lesson(change: &LessonChange, now: Timestamp) -> String {
    let mut front = FrontMatter {
        id: Some(change.id.clone()),
        kind: Some(Kind::Lesson),
        title: Some(change.title.clone()),
        project: Some(change.project.clone()),
        tags: change.tags.clone(),
        created: Some(now),
        updated: Some(now),
        durability: Some("convention".into()),
        status: Some(Status::Current),
        category: Some(change.category.clone()),
        confidence: Some(change.confidence),
        signal_type: Some(change.signal_type.clone()),
        polarity: Some(if change.positive { "positive" } else { "negative" }.into()),
        ..FrontMatter::default()
    };
    let ids = change.new_evidence.iter().map(|evidence| Value::String(evidence.id.clone())).collect();
    front.extra.insert("evidence".into(), Value::Array(ids));
    front.extra.insert("evidence_count".into(), Value::from(change.evidence_count));
    if !change.counter_evidence.is_empty() {
        let ids = change.counter_evidence.iter().map(|id| Value::String(id.clone())).collect();
        front.extra.insert("counter_evidence".into(), Value::Array(ids));
    }
    let counter = counter_lines(&change.counter_evidence);
    let mut body = String::new();
    for (heading, text) in [
        ("Lesson", change.lesson.as_str()),
        ("When This Applies", &change.applies),
        ("Recommendation", &change.recommendation),
        ("Evidence", &evidence_lines(&change.new_evidence)),
        ("Counter-Evidence", &counter),
    ] {
        if !text.is_empty() {
            let _ = write!(body, "## {heading}\n\n{text}\n\n");
        }
    }
    render_gsd(&front, &format!("{}\n", body.trim_end()))
}

/// A stored lesson with the new evidence added; everything else stays as it is.
pub fn update_lesson(path: &str, bytes: &[u8], change: &LessonChange, now: Timestamp) -> Result<Vec<u8>, Refusal> {
    let mut editor = Editor::open(path, bytes)?;
    for evidence in &change.new_evidence {
        editor.append("evidence", &evidence.id)?;
    }
    for id in &change.counter_evidence {
        editor.append("counter_evidence", id)?;
    }
    editor.set_count("evidence_count", change.evidence_count)?;
    editor.set_text("confidence", change.confidence.name())?;
    let mut dated = false;
    for key in ["updated", "updated_at", "last_updated"] {
        if editor.has(key)? {
            editor.set_date(key, now)?;
            dated = true;
        }
    }
    if !dated {
        editor.set_date("updated", now)?;
    }
    if !change.new_evidence.is_empty() {
        editor.append_to_section("Evidence", &evidence_lines(&change.new_evidence))?;
    }
    if !change.counter_evidence.is_empty() {
        editor.append_to_section("Counter-Evidence", &counter_lines(&change.counter_evidence))?;
    }
    Ok(editor.finish())
}

/// A signal with the mark of the lesson that rests on it; put away too when `archive` says so.
pub fn mark_signal(path: &str, bytes: &[u8], lesson: Option<&str>, archive: bool) -> Result<Vec<u8>, Refusal> {
    let mut editor = Editor::open(path, bytes)?;
    if let Some(lesson) = lesson {
        editor.set_text("processed_by", lesson)?;
    }
    if archive {
        editor.set_text("status", "archived")?;
    }
    Ok(editor.finish())
}

/// Path of the report: `reflections/{project}/reflect-2026-03-07T053824.md`.
pub fn report_path(project: &str, now: Timestamp) -> String {
    let iso = now.to_iso();
    let time: String = iso[11..19].chars().filter(|c| *c != ':').collect();
    format!("reflections/{project}/reflect-{}T{time}.md", &iso[..10])
}

/// The report as a file of its own.
pub fn write_report(reflection: &Reflection, project: &str, now: Timestamp) -> String {
    let mut front = FrontMatter {
        id: Some(format!("reflect-{}", now.date().to_iso())),
        project: Some(project.to_string()),
        created: Some(now),
        ..FrontMatter::default()
    };
    front.extra.insert("type".into(), Value::String("reflection".into()));
    render_gsd(&front, &render_report(reflection))
}

fn counter_lines(ids: &[String]) -> String {
    ids.iter().map(|id| format!("- Signal: {id}")).collect::<Vec<_>>().join("\n")
}

fn evidence_lines(evidence: &[Cited]) -> String {
    evidence
        .iter()
        .map(|evidence| format!("- Signal: {} — {}", evidence.path, evidence.summary))
        .collect::<Vec<_>>()
        .join("\n")
}
