//! What a run remembers for the next one. Every file carries a version; damage is told, never guessed away.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::model::Item;
use crate::time::Timestamp;

/// Version of every state file written by this build.
const VERSION: u32 = 1;

/// One article as Repolore last wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Written {
    /// Path below the root of the knowledge base.
    pub path: String,
    /// Hash of the bytes written.
    pub hash: String,
    /// Folded subject, the first half of its identity.
    pub subject: String,
    /// Folded title, the second half.
    pub title: String,
    /// Prints of its text, for when neither path nor title can be recognised.
    pub shingles: Vec<u32>,
    /// A person moved it here; it stays here.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub pinned: bool,
    /// A person edited it; only sources are appended from now on.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub mixed: bool,
}

/// What Repolore wrote (`kb-manifest.json`).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Format version.
    pub version: u32,
    /// Articles, sorted by path.
    pub articles: Vec<Written>,
}

/// An article that a person deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tombstone {
    /// Where it was.
    pub path: String,
    /// Folded subject.
    #[serde(default)]
    pub subject: String,
    /// Folded title.
    #[serde(default)]
    pub title: String,
    /// Prints of its text.
    #[serde(default)]
    pub shingles: Vec<u32>,
}

/// What people deleted (`kb-deleted.json`). A plain list of paths is read too.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deleted {
    /// Format version.
    pub version: u32,
    /// Deleted articles, sorted by path.
    pub deleted: Vec<Tombstone>,
}

/// What was learned from one session (one line of `kb-items.jsonl`), so that it outlives the transcript.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionRecord {
    /// Format version.
    pub version: u32,
    /// The transcript's file name.
    pub session: String,
    /// Hash of the transcript's bytes.
    pub hash: String,
    /// When it ended.
    pub ended: Option<Timestamp>,
    /// What was learned.
    pub items: Vec<Item>,
}

impl Manifest {
    /// Reads the file's text.
    pub fn read(text: &str) -> Result<Self, Error> {
        let manifest: Self = read_json("kb-manifest.json", text)?;
        check_version("kb-manifest.json", manifest.version)?;
        Ok(manifest)
    }

    /// Writes the file's text; sorted, so that the same knowledge gives the same bytes.
    pub fn write(mut self) -> String {
        self.version = VERSION;
        self.articles.sort_by(|a, b| a.path.cmp(&b.path));
        write_lines("articles", &self.articles)
    }
}

impl Deleted {
    /// Reads the file's text, or a plain list of paths.
    pub fn read(text: &str) -> Result<Self, Error> {
        if let Ok(paths) = serde_json::from_str::<Vec<String>>(text) {
            let bare = |path| Tombstone { path, subject: String::new(), title: String::new(), shingles: Vec::new() };
            return Ok(Self { version: VERSION, deleted: paths.into_iter().map(bare).collect() });
        }
        let deleted: Self = read_json("kb-deleted.json", text)?;
        check_version("kb-deleted.json", deleted.version)?;
        Ok(deleted)
    }

    /// Writes the file's text.
    pub fn write(mut self) -> String {
        self.version = VERSION;
        self.deleted.sort_by(|a, b| a.path.cmp(&b.path));
        self.deleted.dedup();
        write_lines("deleted", &self.deleted)
    }
}

/// Reads `kb-items.jsonl`. A line that cannot be read is named by its number.
pub fn read_records(text: &str) -> Result<Vec<SessionRecord>, Error> {
    let mut records = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let record: SessionRecord = serde_json::from_str(line).map_err(|error| Error::InvalidInput {
            field: format!("kb-items.jsonl:{}", at + 1),
            message: format!("{error}; restore the file from git, or delete it to read every transcript again"),
        })?;
        check_version("kb-items.jsonl", record.version)?;
        records.push(record);
    }
    Ok(records)
}

/// Writes `kb-items.jsonl`, one line per session, and sorts the records by session.
pub fn write_records(records: &mut [SessionRecord]) -> String {
    records.sort_by(|a, b| a.session.cmp(&b.session));
    let mut out = String::new();
    for record in records {
        record.version = VERSION;
        out.push_str(&serde_json::to_string(record).unwrap_or_default());
        out.push('\n');
    }
    out
}

fn read_json<'a, T: Deserialize<'a>>(file: &str, text: &'a str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|error| Error::InvalidInput {
        field: file.to_string(),
        message: format!("{error}; restore the file from git before curating"),
    })
}

fn check_version(file: &str, found: u32) -> Result<(), Error> {
    if found > VERSION {
        return Err(Error::FormatTooNew { format: file.to_string(), found, supported: VERSION });
    }
    Ok(())
}

/// One entry a line: a change of one article is a change of one line.
fn write_lines<T: Serialize>(key: &str, entries: &[T]) -> String {
    let mut out = format!("{{\n  \"version\": {VERSION},\n  \"{key}\": [");
    for (at, entry) in entries.iter().enumerate() {
        out.push_str(if at == 0 { "\n    " } else { ",\n    " });
        out.push_str(&serde_json::to_string(entry).unwrap_or_default());
    }
    out.push_str(if entries.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" });
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn state_reads_back_what_it_wrote() {
        let manifest = Manifest {
            version: 1,
            articles: vec![Written {
                path: "decisions/x.md".into(),
                hash: "00".into(),
                subject: "x".into(),
                title: "x".into(),
                shingles: vec![1, 2],
                pinned: false,
                mixed: false,
            }],
        };
        assert_eq!(Manifest::read(&manifest.clone().write()).unwrap(), manifest);
        assert_eq!(Deleted::read(&Deleted::default().write()).unwrap().deleted, []);
        assert_eq!(Deleted::read("[\"decisions/x.md\"]").unwrap().deleted[0].path, "decisions/x.md");
    }

    #[test]
    fn damage_and_newer_versions_are_refused() {
        assert!(Manifest::read("{").unwrap_err().to_string().contains("kb-manifest.json"));
        assert_eq!(Deleted::read("{\"version\":9,\"deleted\":[]}").unwrap_err().code(), "format/too-new");
        assert!(read_records("{}\n").unwrap_err().to_string().starts_with("kb-items.jsonl:1"));
        assert_eq!(read_records("\n").unwrap(), []);
    }
}
