//! Capturing one signal: cheap, whatever the size of the store.
//!
//! The index says which stored signals could be related; only those are read. The host lists file names, but
//! opens no other file.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;

use super::{NewSignal, Signal, SignalSeverity, SignalType, relate, signal_from_article, signal_id, write_signal};
use crate::article::{self, Editor, Refusal};
use crate::error::Error;
use crate::index::{EMPTY_GSD_INDEX, GsdRow, insert_gsd_row, read_gsd_index};
use crate::model::Kind;
use crate::redact::redact;
use crate::slug::unique_slug;
use crate::time::Timestamp;

/// Stored signals that are looked at for relations; the newest come first.
const MAX_CANDIDATES: usize = 50;

/// A signal ready to be written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Captured {
    /// Its identifier.
    pub id: String,
    /// Path below the knowledge base.
    pub path: String,
    /// The file.
    pub content: String,
    /// The index with its row.
    pub index: String,
    /// Stored signals it belongs to.
    pub related: Vec<String>,
    /// How often it has been seen, this time included.
    pub occurrence_count: u32,
    /// The mended signal that came back, if it did.
    pub recurrence_of: Option<String>,
    /// Path and text of that signal, open again; `None` when nothing came back or its file cannot be edited.
    pub reopened: Option<(String, String)>,
}

/// Identifiers of stored signals that share enough tags to be related.
pub fn candidates(new: &NewSignal, index: &str) -> Vec<String> {
    let tags = tidy_tags(&new.tags);
    read_gsd_index(index)
        .into_iter()
        .filter(|row| row.kind == Kind::Signal && super::relate::shared_tags(&row.tags, &tags) >= 2)
        .take(MAX_CANDIDATES)
        .map(|row| row.id)
        .collect()
}

/// Makes the file and the index row of a new signal.
///
/// `taken` holds the stems of the files that are there; `stored` the candidates that were read.
pub fn capture(
    new: &NewSignal,
    stored: &[Signal],
    index: Option<&str>,
    taken: &[String],
    now: Timestamp,
) -> Result<Captured, Error> {
    let new = checked(new)?;
    let relation = relate(&new, stored);
    let taken: BTreeSet<&str> = taken.iter().map(String::as_str).collect();
    let base = signal_id(&new, now);
    let free = |id: &str| taken.contains(id) || taken.contains(id.trim_start_matches("sig-"));
    let id = if free(&base) { unique_slug(&base, free) } else { base };
    let row = GsdRow {
        kind: Kind::Signal,
        id: id.clone(),
        project: new.project.clone(),
        grade: relation.severity.name().into(),
        lifecycle: "detected".into(),
        tags: new.tags.clone(),
        date: Some(now.date()),
        status: "active".into(),
    };
    let index = index.unwrap_or(EMPTY_GSD_INDEX);
    // Somebody may have rebuilt the index since the file was written.
    let listed = index.lines().any(|line| line.starts_with(&format!("| {id} |")));
    let index = if listed { Some(index.to_string()) } else { insert_gsd_row(index, &row) };
    let index = index.ok_or_else(|| Error::InvalidInput {
        field: "index.md".into(),
        message: "it has no table of signals; rebuild it with `repolore index --write`".into(),
    })?;
    Ok(Captured {
        path: format!("signals/{}/{}.md", new.project, id.trim_start_matches("sig-")),
        content: write_signal(&id, &new, &relation, now),
        index,
        related: relation.related,
        occurrence_count: relation.occurrence_count,
        recurrence_of: relation.recurrence_of,
        reopened: None,
        id,
    })
}

/// [`capture`] with the files of the candidates, as path and text: a mended signal that came back is opened again.
pub fn capture_among(
    new: &NewSignal,
    files: &[(String, String)],
    index: Option<&str>,
    taken: &[String],
    now: Timestamp,
) -> Result<Captured, Error> {
    let stored: Vec<Signal> = files
        .iter()
        .filter_map(|(path, text)| signal_from_article(&article::read(path, text.as_bytes()).value))
        .collect();
    let mut captured = capture(new, &stored, index, taken, now)?;
    let back = stored.iter().find(|signal| captured.recurrence_of.as_deref() == Some(signal.id.as_str()));
    captured.reopened = back.and_then(|signal| {
        let (path, text) = files.iter().find(|(path, _)| *path == signal.path)?;
        Some((path.clone(), reopen(path, text, &signal.lifecycle, &captured.id, now).ok()?))
    });
    Ok(captured)
}

/// A mended signal back where it began, with the reason in its log.
fn reopen(path: &str, text: &str, former: &str, by: &str, now: Timestamp) -> Result<String, Refusal> {
    let mut editor = Editor::open(path, text.as_bytes())?;
    editor.set_text("lifecycle_state", "detected")?;
    editor.append("lifecycle_log", &format!("{former}->detected by {by} at {}: it came back", now.to_iso()))?;
    editor.set_date("updated", now)?;
    Ok(String::from_utf8(editor.finish()).unwrap_or_default())
}

/// The signal without secrets and with tidy names, or why it cannot be stored.
fn checked(new: &NewSignal) -> Result<NewSignal, Error> {
    let refuse = |field: &str, message: &str| Err(Error::InvalidInput { field: field.into(), message: message.into() });
    if new.what_happened.trim().is_empty() {
        return refuse("whatHappened", "say in a sentence or two what happened");
    }
    if new.severity == SignalSeverity::Trace {
        return refuse("severity", "trace is never stored; use minor or higher");
    }
    let clean = |text: &str| redact(text).text.to_string();
    let mut safe = new.clone();
    safe.title = clean(&new.title);
    safe.what_happened = clean(&new.what_happened);
    safe.context = clean(&new.context);
    safe.cause = clean(&new.cause);
    if let SignalType::Custom(name) = &mut safe.signal_type {
        *name = clean(name);
    }
    safe.phase = new.phase.as_deref().map(clean);
    safe.plan = new.plan.as_deref().map(clean);
    safe.project = crate::slug::slug(&clean(&new.project));
    if new.project.is_empty() || new.project == super::record::GLOBAL {
        safe.project = super::record::GLOBAL.into();
    }
    safe.tags = tidy_tags(&new.tags);
    for evidence in &mut safe.evidence {
        evidence.quote = clean(&evidence.quote);
        evidence.session = clean(&evidence.session);
    }
    Ok(safe)
}

/// Tags without secrets, in small letters, with hyphens, each once.
fn tidy_tags(tags: &[String]) -> Vec<String> {
    let mut tidy: Vec<String> = Vec::new();
    for tag in tags.iter().map(|tag| redact(tag.trim()).text.to_lowercase().replace(' ', "-")) {
        if !tag.is_empty() && !tidy.contains(&tag) {
            tidy.push(tag);
        }
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(title: &str) -> NewSignal {
        NewSignal {
            signal_type: SignalType::Struggle,
            severity: SignalSeverity::Notable,
            project: "app".into(),
            title: title.into(),
            tags: alloc::vec!["ci".into(), "Build Cache".into()],
            what_happened: "The cache was cold and `API_KEY=abc123def456` was printed.".into(),
            ..NewSignal::default()
        }
    }

    #[test]
    fn a_captured_signal_reads_back_and_holds_no_secret() {
        let now = Timestamp::parse("2026-03-06T10:00:00Z").unwrap();
        let captured = capture(&new("Cold cache"), &[], None, &[], now).unwrap();
        assert_eq!(captured.path, "signals/app/2026-03-06-cold-cache.md");
        assert!(!captured.content.contains("abc123def456"), "{}", captured.content);
        let signal = signal_from_article(&article::read(&captured.path, captured.content.as_bytes()).value).unwrap();
        assert_eq!(signal.id, "sig-2026-03-06-cold-cache");
        assert_eq!(signal.tags, ["ci", "build-cache"]);
        assert_eq!(signal.severity, SignalSeverity::Notable);
        assert_eq!(candidates(&new("x"), &captured.index), ["sig-2026-03-06-cold-cache"]);
    }

    #[test]
    fn names_of_all_sorts_hold_no_secret() {
        let secret = ["ghp_", "16C7e42F292c6912E7710c838347Ae178B4a"].concat();
        let mut leaky = new("Cold cache");
        leaky.signal_type = SignalType::Custom(secret.clone());
        leaky.project.clone_from(&secret);
        leaky.tags.push(secret.clone());
        leaky.phase = Some(secret.clone());
        leaky.plan = Some(secret.clone());
        let captured = capture(&leaky, &[], None, &[], Timestamp(0)).unwrap();
        let tail = &secret[20..].to_lowercase();
        for text in [&captured.path, &captured.content, &captured.index] {
            assert!(!text.to_lowercase().contains(tail), "{text}");
        }
        let plain = NewSignal { phase: Some("57.4".into()), plan: Some("02".into()), ..new("Cold cache") };
        let captured = capture(&plain, &[], None, &[], Timestamp(0)).unwrap();
        assert!(captured.content.contains("phase: \"57.4\"\nplan: \"02\"\n"), "{}", captured.content);
    }

    #[test]
    fn the_same_name_on_the_same_day_gets_a_number_and_the_relation() {
        let now = Timestamp::parse("2026-03-06").unwrap();
        let first = capture(&new("Cold cache"), &[], None, &[], now).unwrap();
        let stored = signal_from_article(&article::read(&first.path, first.content.as_bytes()).value).unwrap();
        let taken = ["2026-03-06-cold-cache".to_string()];
        let second = capture(&new("Cold cache"), &[stored], Some(&first.index), &taken, now).unwrap();
        assert_eq!(second.id, "sig-2026-03-06-cold-cache-2");
        assert_eq!(second.related, ["sig-2026-03-06-cold-cache"]);
        assert_eq!(second.occurrence_count, 2);
        assert!(second.index.contains("## Signals (2)"));
    }

    #[test]
    fn what_was_mended_and_comes_back_is_opened_again() {
        let now = Timestamp::parse("2026-03-06").unwrap();
        let first = capture(&new("Cold cache"), &[], None, &[], now).unwrap();
        for state in ["remediated", "verified"] {
            let mended = first.content.replace("lifecycle_state: detected", &format!("lifecycle_state: {state}"));
            assert_ne!(mended, first.content);
            let files = [(first.path.clone(), mended)];
            let later = Timestamp::parse("2026-04-01").unwrap();
            let back = capture_among(&new("Cold cache"), &files, Some(&first.index), &[], later).unwrap();
            assert_eq!(back.recurrence_of.as_deref(), Some("sig-2026-03-06-cold-cache"));
            let (path, text) = back.reopened.unwrap();
            assert_eq!(path, first.path);
            let again = signal_from_article(&article::read(&path, text.as_bytes()).value).unwrap();
            assert_eq!(again.lifecycle, "detected");
            assert!(text.contains(&format!("{state}->detected by sig-2026-04-01-cold-cache at ")), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_stored_is_refused_with_the_reason() {
        let now = Timestamp(0);
        let trace = NewSignal { severity: SignalSeverity::Trace, ..new("x") };
        assert_eq!(
            capture(&trace, &[], None, &[], now).unwrap_err().to_string(),
            "severity: trace is never stored; use minor or higher"
        );
        let empty = NewSignal { what_happened: " ".into(), ..new("x") };
        assert_eq!(capture(&empty, &[], None, &[], now).unwrap_err().code(), "input/invalid");
        assert!(capture(&new("x"), &[], Some("# Odd\n"), &[], now).is_err());
    }
}
