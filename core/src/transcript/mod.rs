//! Reads what agents leave behind: session logs of several programs, one model out.
//!
//! Bytes are fed in chunks of any size. A damaged line costs that line and a diagnostic, never the
//! file; what nobody will read is stepped over instead of built; what is kept stays within
//! [`limits`], whatever the size of the file.

mod builder;
mod claude_code;
mod codex;
mod content;
mod copilot_cli;
mod detect;
mod gemini;
mod issue;
pub mod limits;
mod lines;
mod memory_log;
mod pi;
mod plain;
mod question;
mod reader;
mod rewind;
mod scan;
mod speaker;
mod summary;
mod tree;

#[cfg(test)]
mod tests;

pub use issue::{IssueMapping, read_issue_mapping};
pub use reader::{ReaderOptions, TranscriptReader, read_transcript};
pub use speaker::FormCensus;
pub(crate) use speaker::is_marker;
pub use summary::{TranscriptSummary, summarize};
