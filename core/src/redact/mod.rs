//! Takes secrets out of text: tokens of known shape, private keys, credentials in URLs and headers,
//! and values whose name tells that they are secret.
//!
//! One pass with a literal prefilter, then small matchers around each hit; the time is linear in the
//! text whatever it holds. Text without a secret is handed back without a copy. What is found is told
//! by kind and place, never by content.
//!
//! ```
//! let redacted = repolore_core::redact::redact("API_KEY=abc123");
//! assert_eq!(redacted.text, "API_KEY=[REDACTED]");
//! ```

mod anchors;
mod assign;
mod blocks;
mod calls;
mod codes;
mod commands;
mod decode;
mod engine;
mod judge;
mod key;
mod keys;
mod lanes;
mod pattern;
mod places;
mod plain;
mod prefilter;
mod prose;
mod rules;
mod scan;
mod sets;
mod tables;
mod utf16;
mod value;
mod wordy;

#[cfg(test)]
mod tests;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
pub(crate) use decode::decode_base64;
pub(crate) use key::asks_for_secret;
use serde::Serialize;
pub use utf16::{utf8_room, write_utf8};

/// How often the result is looked at again, until nothing more is found.
const PASSES: usize = 4;

/// Text without its secrets, and what was taken out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redacted<'a> {
    /// The text; borrowed when nothing was found.
    pub text: Cow<'a, str>,
    /// What was taken out, in order.
    pub findings: Vec<Finding>,
}

/// The same as [`Redacted`] with text of its own, for callers across the boundary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RedactedText {
    /// The text.
    pub text: String,
    /// What was taken out, in order.
    pub findings: Vec<Finding>,
}

impl From<Redacted<'_>> for RedactedText {
    fn from(redacted: Redacted<'_>) -> Self {
        Self { text: redacted.text.into_owned(), findings: redacted.findings }
    }
}

/// One secret that was taken out: what it was and where it stood, never the secret itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Finding {
    /// The kind, such as `github-token`; `secret` when only its name or place told.
    pub kind: &'static str,
    /// 1-based line of the text.
    pub line: u32,
    /// 1-based column (in characters) of that line.
    pub column: u32,
}

/// Replaces every secret in `text` with `[REDACTED]`, or `[REDACTED:kind]` where the kind is known.
///
/// Names stay: `API_KEY=abc123` becomes `API_KEY=[REDACTED]`. Calling it on its own result changes
/// nothing.
pub fn redact(text: &str) -> Redacted<'_> {
    take_out(text, &scan::scan(text.as_bytes()))
}

/// As [`redact`], for UTF-8 from elsewhere; `None` when there is no secret and the text can be used as it is.
///
/// Text without a secret is read once and not even checked to be UTF-8; where it is not, what is handed back is mended.
pub fn redact_utf8(text: &[u8]) -> Option<RedactedText> {
    let spans = scan::scan(text);
    if spans.is_empty() {
        return None;
    }
    let redacted = match str::from_utf8(text) {
        Ok(text) => take_out(text, &spans).into(),
        Err(_) => RedactedText::from(redact(&String::from_utf8_lossy(text))),
    };
    (!redacted.findings.is_empty()).then_some(redacted)
}

fn take_out<'a>(text: &'a str, spans: &[scan::Span]) -> Redacted<'a> {
    if spans.is_empty() {
        return Redacted { text: Cow::Borrowed(text), findings: Vec::new() };
    }
    let mut findings = findings_of(text, spans);
    let mut current = replace(text, spans);
    // A replacement changes what stands beside it, so look again until the text is at rest.
    for _ in 1..PASSES {
        let spans = scan::scan(current.as_bytes());
        if spans.is_empty() {
            break;
        }
        findings.extend(findings_of(&current, &spans));
        current = replace(&current, &spans);
    }
    Redacted { text: Cow::Owned(current), findings }
}

/// How what stands for a secret begins.
pub(crate) const MARK: &str = "[REDACTED";

fn replace(text: &str, spans: &[scan::Span]) -> String {
    let mut output = String::with_capacity(text.len());
    let mut at = 0;
    for span in spans {
        output.push_str(&text[at..span.start]);
        output.push_str(MARK);
        if !span.kind.is_empty() {
            output.push(':');
            output.push_str(span.kind);
        }
        output.push(']');
        at = span.end;
    }
    output.push_str(&text[at..]);
    output
}

fn findings_of(text: &str, spans: &[scan::Span]) -> Vec<Finding> {
    let mut line = 1;
    let mut column = 1;
    let mut at = 0;
    spans
        .iter()
        .map(|span| {
            for byte in &text.as_bytes()[at..span.start] {
                if *byte == b'\n' {
                    line += 1;
                    column = 1;
                } else if *byte & 0xC0 != 0x80 {
                    column += 1;
                }
            }
            at = span.start;
            let kind = if span.kind.is_empty() { "secret" } else { span.kind };
            Finding { kind, line, column }
        })
        .collect()
}
