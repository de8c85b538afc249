//! What was odd in the input, told to a person without stopping the work.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// How much an oddity costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Nothing was lost; for example the last line of a session that is still being written.
    Note,
    /// Something was skipped or read with a guess.
    Warning,
    /// The thing named cannot be used until a person mends it.
    Error,
}

/// One oddity, with its place and a stable code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Diagnostic {
    /// How much it costs.
    pub severity: Severity,
    /// Stable, documented identifier such as `transcript/bad-line`.
    pub code: Cow<'static, str>,
    /// One sentence in lower case without a full stop: what was found and what to do.
    pub message: String,
    /// 1-based line in the file, when there is one.
    pub line: Option<u32>,
    /// 1-based column (in characters) in that line, when there is one.
    pub column: Option<u32>,
}

impl Diagnostic {
    /// Makes a diagnostic that names a whole line.
    pub fn at_line(severity: Severity, code: &'static str, line: u32, message: String) -> Self {
        Self { severity, code: code.into(), message, line: Some(line), column: None }
    }

    /// Makes a diagnostic about the file as a whole.
    pub fn whole(severity: Severity, code: &'static str, message: String) -> Self {
        Self { severity, code: code.into(), message, line: None, column: None }
    }
}

/// A value read from outside, together with what was odd about the input.
///
/// Bad data is not an error: the value holds everything that could be read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Outcome<T> {
    /// What could be read.
    pub value: T,
    /// What could not, in input order.
    pub diagnostics: Vec<Diagnostic>,
}

impl<T> Outcome<T> {
    /// A value that came without any oddity.
    pub fn clean(value: T) -> Self {
        Self { value, diagnostics: Vec::new() }
    }

    /// Transforms the value and keeps the diagnostics.
    pub fn map<U>(self, transform: impl FnOnce(T) -> U) -> Outcome<U> {
        Outcome { value: transform(self.value), diagnostics: self.diagnostics }
    }
}
