//! Files that say which issue a session belongs to: `state/issues/12.json`.

use alloc::string::String;
use serde::Serialize;

use super::scan::Cursor;
use crate::time::Timestamp;

/// Which session an issue continues. Several issues may share one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct IssueMapping {
    /// The issue's number.
    pub issue: u32,
    /// Path of the session, relative to the repository; the name of its root folder varies.
    pub session_path: String,
    /// When the mapping was written.
    pub updated: Option<Timestamp>,
    /// The scheduled task that opened the issue, when one did.
    pub scheduled_task: Option<String>,
}

/// Reads a mapping; `None` when the bytes are not one.
pub fn read_issue_mapping(bytes: &[u8]) -> Option<IssueMapping> {
    let bytes = bytes.strip_prefix(&[0xEF, 0xBB, 0xBF]).unwrap_or(bytes);
    let (mut issue, mut path, mut updated, mut task) = (None, None, None, None);
    Cursor::record(bytes, |cursor, key| {
        match key {
            b"issueNumber" => issue = cursor.integer()?,
            b"sessionPath" => path = cursor.name()?,
            b"updatedAt" => updated = cursor.time()?,
            b"scheduledTask" => task = cursor.name()?,
            _ => cursor.skip()?,
        }
        Ok(())
    })
    .ok()?;
    let issue = u32::try_from(issue?).ok().filter(|&number| number > 0)?;
    let session_path = path.filter(|path| !path.is_empty())?;
    Some(IssueMapping { issue, session_path, updated, scheduled_task: task })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_mappings_of_all_writers() {
        let plain = br#"{
  "issueNumber": 46,
  "sessionPath": ".AGENT/state/sessions/2026-01-02T03-04-05-006Z_aaaa.jsonl",
  "updatedAt": "2026-01-02T03:04:05.006Z"
}
"#;
        let mapping = read_issue_mapping(plain).unwrap();
        assert_eq!(mapping.issue, 46);
        assert_eq!(mapping.session_path, ".AGENT/state/sessions/2026-01-02T03-04-05-006Z_aaaa.jsonl");
        let scheduled = br#"{"issueNumber":7,"sessionPath":"state/sessions/issue-7.jsonl","scheduledTask":"weekly"}"#;
        assert_eq!(read_issue_mapping(scheduled).unwrap().scheduled_task.as_deref(), Some("weekly"));
    }

    #[test]
    fn refuses_what_is_no_mapping() {
        for text in
            ["", "[]", "{}", "{\"issueNumber\":1}", "{\"issueNumber\":-1,\"sessionPath\":\"a\"}", "{\"issueNumber\":1,"]
        {
            assert_eq!(read_issue_mapping(text.as_bytes()), None, "{text}");
        }
    }
}
