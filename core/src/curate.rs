//! The pipeline: conversations in, a plan for the knowledge base out.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;

use crate::diagnostic::{Diagnostic, Severity};
use crate::error::Error;
use crate::extract::{Background, Context, extract_explained};
use crate::model::{Item, Transcript};
use crate::reconcile::{
    Action, Deleted, File, LeftOut, Manifest, Memory, PlanOptions, PlannedChange, SessionRecord, plan, read_records,
    write_records,
};
use crate::time::Timestamp;
use crate::transcript::{ReaderOptions, TranscriptReader};

/// A session of which the bytes are being read.
#[derive(Debug)]
struct OpenSession {
    name: String,
    issue: Option<u32>,
    reader: TranscriptReader,
    hash: u64,
}

/// Reads sessions and files piece by piece and ends in a plan. Transcripts never leave it.
#[derive(Debug, Default)]
pub struct Curator {
    files: Vec<File>,
    memory: Memory,
    records: Vec<SessionRecord>,
    background: Background,
    open: Option<OpenSession>,
    read: Vec<SessionRecord>,
    left_out: BTreeMap<String, u32>,
    oddities: Vec<Oddity>,
    options: CurateOptions,
}

/// How a run works.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CurateOptions {
    /// Reads every session again instead of trusting what was learned from it before.
    pub bootstrap: bool,
    /// Goes on when many articles are gone or would be removed at once.
    pub allow_bulk: bool,
}

/// Something odd in one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Oddity {
    /// The file.
    pub file: String,
    /// What was odd.
    pub diagnostic: Diagnostic,
}

/// Everything a run wants to do, and what to tell about it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CuratePlan {
    /// Files of the knowledge base to be written or removed, sorted by path.
    pub changes: Vec<PlannedChange>,
    /// State files to be written when they differ: name and content.
    pub state: Vec<StateFile>,
    /// What it comes to.
    pub report: CurateReport,
}

/// A file of the state folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct StateFile {
    /// File name inside the state folder.
    pub name: String,
    /// What it shall hold.
    pub content: String,
}

/// What a run comes to, for people.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CurateReport {
    /// Conversations that the knowledge base stands on after the run.
    pub n_sessions: u32,
    /// Conversations read in this run that are new or have grown.
    pub n_new_sessions: u32,
    /// Articles in the knowledge base after the run.
    pub n_articles: u32,
    /// Paths of new articles.
    pub created: Vec<String>,
    /// Paths of articles that changed.
    pub updated: Vec<String>,
    /// Paths of articles that are disputed after the run.
    pub disputed: Vec<String>,
    /// Paths of articles that were removed because another one tells it.
    pub removed: Vec<String>,
    /// Articles that were not written, with reasons.
    pub left_out: Vec<LeftOut>,
    /// What extraction passed over, by reason.
    pub passed_over: BTreeMap<String, u32>,
    /// What was odd in the input.
    pub oddities: Vec<Oddity>,
}

impl Curator {
    /// Begins a run.
    pub fn new(options: CurateOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// Adds a file of the knowledge base.
    pub fn add_file(&mut self, path: &str, bytes: &[u8]) {
        if is_article(path) {
            self.files.push(File { path: path.to_string(), bytes: bytes.to_vec() });
        }
    }

    /// Adds a file of the state folder; files that are not known are ignored.
    pub fn add_state(&mut self, name: &str, text: &str) -> Result<(), Error> {
        match name {
            "kb-manifest.json" => self.memory.manifest = Some(Manifest::read(text)?),
            "kb-deleted.json" => match Deleted::read(text) {
                Ok(deleted) => self.memory.deleted = Some(deleted),
                Err(error) => self.note(name, Severity::Error, "state/damaged", error.to_string()),
            },
            "kb-items.jsonl" => self.records = read_records(text)?,
            _ => {}
        }
        Ok(())
    }

    /// Adds text that is no news: `memory.log`, `user.md`, `AGENTS.md`.
    pub fn know(&mut self, text: &str) {
        self.background.know(text);
    }

    /// Begins a session; a session begun before is ended.
    pub fn begin_session(&mut self, name: &str, issue: Option<u32>) {
        self.end_session();
        let reader = TranscriptReader::new(ReaderOptions::default());
        self.open = Some(OpenSession { name: name.to_string(), issue, reader, hash: FNV_START });
    }

    /// Takes the next bytes of the session.
    pub fn push(&mut self, chunk: &[u8]) {
        if let Some(open) = &mut self.open {
            open.hash = fnv64(open.hash, chunk);
            open.reader.push(chunk);
        }
    }

    /// Ends the session and learns from it.
    pub fn end_session(&mut self) {
        let Some(open) = self.open.take() else { return };
        let outcome = open.reader.finish();
        let hash = format!("{:016x}", open.hash);
        for diagnostic in outcome.diagnostics {
            self.oddities.push(Oddity { file: open.name.clone(), diagnostic });
        }
        let transcript = outcome.value;
        let known = self.records.iter().find(|record| record.session == open.name && record.hash == hash);
        let items = match known {
            Some(record) if !self.options.bootstrap => record.items.clone(),
            _ => self.learn(&transcript, &open.name, open.issue),
        };
        let ended = transcript.ended;
        self.read.push(SessionRecord { version: 0, session: open.name, hash, ended, items });
    }

    fn learn(&mut self, transcript: &Transcript, session: &str, issue: Option<u32>) -> Vec<Item> {
        let mut background = self.background.clone();
        background.observe(transcript);
        let extraction = extract_explained(transcript, &Context { session, issue, background: &background });
        for (reason, n) in extraction.left_out {
            *self.left_out.entry(reason).or_insert(0) += n;
        }
        extraction.items
    }

    fn note(&mut self, file: &str, severity: Severity, code: &'static str, message: String) {
        self.oddities.push(Oddity { file: file.to_string(), diagnostic: Diagnostic::whole(severity, code, message) });
    }

    /// Folds everything that was read, now and before, into the plan.
    pub fn plan(mut self) -> Result<CuratePlan, Error> {
        self.end_session();
        let n_new = self
            .read
            .iter()
            .filter(|new| !self.records.iter().any(|old| old.session == new.session && old.hash == new.hash))
            .count();
        let mut records = core::mem::take(&mut self.read);
        for old in core::mem::take(&mut self.records) {
            if !records.iter().any(|record| record.session == old.session) {
                records.push(old);
            }
        }
        let items: Vec<Item> = records.iter().flat_map(|record| record.items.iter().cloned()).collect();
        let options = PlanOptions { allow_bulk: self.options.allow_bulk };
        let plan = plan(items, &self.files, &self.memory, options)?;
        let paths = |wanted: &[Action]| -> Vec<String> {
            let of = plan.changes.iter().filter(|change| wanted.contains(&change.action));
            of.map(|change| change.path.clone()).collect()
        };
        let existed = |path: &String| self.files.iter().any(|file| file.path == *path);
        let (updated, created) =
            paths(&[Action::Create, Action::Update, Action::Dispute, Action::Supersede, Action::AppendSources])
                .into_iter()
                .partition(existed);
        let report = CurateReport {
            n_sessions: count(records.len()),
            n_new_sessions: count(n_new),
            n_articles: count(plan.articles.len()),
            created,
            updated,
            disputed: plan.disputed.clone(),
            removed: paths(&[Action::Remove]),
            left_out: plan.left_out,
            passed_over: self.left_out,
            oddities: self.oddities,
        };
        let state = [
            ("kb-manifest.json", plan.manifest.write()),
            ("kb-deleted.json", plan.deleted.write()),
            ("kb-items.jsonl", write_records(records)),
        ];
        Ok(CuratePlan {
            changes: plan.changes,
            state: state.map(|(name, content)| StateFile { name: name.to_string(), content }).into(),
            report,
        })
    }
}

/// The time of the last entry among sessions, for the index and the closing line.
pub fn last_entry(records: &[SessionRecord]) -> Option<Timestamp> {
    records.iter().filter_map(|record| record.ended).max()
}

/// Whether a file of the knowledge base is an article: Markdown, and neither an index nor a readme.
fn is_article(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let lower = name.to_ascii_lowercase();
    let Some(stem) = lower.strip_suffix(".md") else { return false };
    !(name.starts_with(['_', '.']) || stem == "index" || stem == "readme")
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a; tells a session that has grown from one that has not.
fn fnv64(mut hash: u64, bytes: &[u8]) -> u64 {
    for byte in bytes {
        hash ^= u64::from(*byte);
        hash = hash.wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash
}
