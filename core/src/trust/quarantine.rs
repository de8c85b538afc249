//! What was held back, as records that a person can look through and release.
//!
//! One record is one file `quarantine/<id>.json` in the state folder. The id comes from the words, so
//! the same words are held back once however often they appear. The words are stored without secrets.

use alloc::format;
use alloc::string::String;
use serde::{Deserialize, Serialize};

use super::{Judgement, Reason};
use crate::model::Origin;
use crate::redact::redact;
use crate::sha256;

/// The longest text that is kept for a person to read, in characters.
const TEXT_LIMIT: usize = 2000;

/// One statement that was held back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "QuarantineEntry"))]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Stable identifier of the words.
    pub id: String,
    /// Why it was held back.
    pub reason: Reason,
    /// Where it came from.
    pub origin: Origin,
    /// The words, without secrets and shortened.
    pub text: String,
    /// The file it stands in, usually a session.
    pub source: String,
    /// 1-based line of that file, when known.
    #[serde(default)]
    pub line: Option<u32>,
    /// When a person released it, as an ISO date.
    #[serde(default)]
    pub released: Option<String>,
}

impl Entry {
    /// The record for a statement that [`judge`](super::judge) wants quarantined; `None` for any other verdict.
    pub fn new(text: &str, judgement: &Judgement, source: &str, line: Option<u32>) -> Option<Self> {
        if judgement.verdict != super::Verdict::Quarantine {
            return None;
        }
        let clean = redact(text).text;
        Some(Self {
            id: id_of(text),
            reason: judgement.reason.unwrap_or(Reason::NotAnOwner),
            origin: judgement.origin,
            text: clean.chars().take(TEXT_LIMIT).collect(),
            source: redact(source).text.into_owned(),
            line,
            released: None,
        })
    }

    /// Its path inside the state folder.
    pub fn path(&self) -> String {
        format!("quarantine/{}.json", self.id)
    }

    /// Its file, as JSON with a newline at the end.
    pub fn to_json(&self) -> String {
        let mut json = serde_json::to_string_pretty(self).unwrap_or_default();
        json.push('\n');
        json
    }

    /// Reads a file that [`Entry::to_json`] wrote.
    pub fn parse(json: &str) -> Option<Self> {
        serde_json::from_str(json).ok()
    }
}

/// The identifier of a statement: the same for the same words, whatever the spacing.
pub fn id_of(text: &str) -> String {
    let mut normal = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !normal.is_empty() {
            normal.push(' ');
        }
        normal.push_str(word);
    }
    let mut id = sha256::sha256_hex(normal.as_bytes());
    id.truncate(12);
    id
}
