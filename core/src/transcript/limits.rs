//! What one session may cost. Everything beyond is counted and reported, never silently lost.
//!
//! The figures keep a session of any size within 256 MB of resident memory of a whole Node process.

/// The longest line that is read; a longer one is skipped and reported.
pub const LINE_BYTES: usize = 8 << 20;
/// The longest file that is one JSON document instead of lines.
pub const DOCUMENT_BYTES: usize = 32 << 20;
/// How deep JSON may be nested.
pub const DEPTH: u32 = 128;
/// Kept text of one turn.
pub const TURN_BYTES: usize = 256 << 10;
/// Kept text of one tool result, and of the arguments of one tool call.
pub const TOOL_BYTES: usize = 16 << 10;
/// Kept text of one tool result or argument once half of [`TOTAL_BYTES`] is used.
pub const TOOL_BYTES_WHEN_FULL: usize = 256;
/// Identifiers, names of tools and models, paths.
pub const NAME_BYTES: usize = 512;
/// Everything kept of one session; beyond it only turns of people are kept, until a quarter more is used.
pub const TOTAL_BYTES: usize = 40 << 20;
/// Entries of a session tree whose links are remembered.
pub const TREE_ENTRIES: usize = 1 << 20;
/// Diagnostics told one by one; the rest is counted.
pub const DIAGNOSTICS: usize = 100;
/// How much of the beginning decides whether a file is text at all.
pub const HEAD_BYTES: usize = 1024;
/// Calls of tools that wait for their result at the same time.
pub const OPEN_CALLS: usize = 4096;
/// Different lines whose frequency is counted to find machine-made turns.
pub const CENSUS_LINES: usize = 200_000;
