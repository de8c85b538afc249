//! The one error type of the core, for calls that cannot go on.
//!
//! Anything wrong inside user data is a [`Diagnostic`](crate::diagnostic::Diagnostic) instead.

use alloc::string::String;
use core::fmt;

/// Why a call could not be carried out.
///
/// Messages are lower case, without a full stop, and name the offending value and the next step.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A value passed in by the caller is not of the form the call takes.
    InvalidInput {
        /// Which argument or field.
        field: String,
        /// What was found and what would be right.
        message: String,
    },
    /// A persisted format was written by a newer Repolore.
    FormatTooNew {
        /// Which format, for example `index.yaml`.
        format: String,
        /// The version found in the file.
        found: u32,
        /// The newest version this build reads.
        supported: u32,
    },
    /// Something was asked for by name and is not there.
    NotFound {
        /// What kind of thing, for example `entry`.
        what: String,
        /// The name asked for.
        name: String,
    },
}

impl Error {
    /// Stable identifier of the error; part of the public API.
    pub fn code(&self) -> &'static str {
        match self {
            Self::InvalidInput { .. } => "input/invalid",
            Self::FormatTooNew { .. } => "format/too-new",
            Self::NotFound { .. } => "not-found",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidInput { field, message } => write!(f, "{field}: {message}"),
            Self::FormatTooNew { format, found, supported } => write!(
                f,
                "{format} has format version {found}, newer than the supported {supported}; upgrade repolore to read it"
            ),
            Self::NotFound { what, name } => write!(f, "{what} not found: {name}"),
        }
    }
}

impl core::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[track_caller]
    fn check(error: &Error, code: &str, text: &str) {
        assert_eq!(error.code(), code);
        assert_eq!(error.to_string(), text);
    }

    #[test]
    fn every_error_has_its_code_and_text() {
        check(
            &Error::InvalidInput { field: "limit".into(), message: "0 is too small, use 1 or more".into() },
            "input/invalid",
            "limit: 0 is too small, use 1 or more",
        );
        check(
            &Error::FormatTooNew { format: "index.yaml".into(), found: 9, supported: 1 },
            "format/too-new",
            "index.yaml has format version 9, newer than the supported 1; upgrade repolore to read it",
        );
        check(&Error::NotFound { what: "entry".into(), name: "KE-1".into() }, "not-found", "entry not found: KE-1");
    }
}
