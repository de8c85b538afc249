//! What leaves the machine, and what is kept, holds no secrets.

use alloc::string::{String, ToString};
use serde::{Deserialize, Serialize};

use super::cascade::SourceOutcome;
use super::policy::GroundingSource;
use crate::redact::redact;

/// A question that may be sent outside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SanitizedQuery {
    /// The question without secrets and without names of people in paths.
    pub text: String,
    /// Things taken out.
    pub redaction_count: u32,
    /// Characters before.
    pub original_length: u32,
    /// Characters after.
    pub sanitized_length: u32,
}

/// Takes secrets and personal paths out of a question for the web.
pub fn sanitize_query(question: &str) -> SanitizedQuery {
    let redacted = redact(question);
    let (text, n_named) = hide_named_values(&redacted.text);
    let n_secrets = redacted.findings.len() + n_named;
    let (text, n_paths) = hide_paths(&text);
    let length = |text: &str| u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
    SanitizedQuery {
        redaction_count: u32::try_from(n_secrets + n_paths).unwrap_or(u32::MAX),
        original_length: length(question),
        sanitized_length: length(&text),
        text,
    }
}

/// A text without secrets, for everything that is stored or shown.
pub(super) fn without_secrets(text: &str) -> String {
    hide_literals(&redact(text).text)
}

/// A question without secrets, for everything that is stored or shown: whatever is called a password counts as one.
pub(super) fn question_without_secrets(question: &str) -> String {
    hide_named_values(&redact(question).text).0
}

/// Takes the secrets out of what a source gave.
///
/// In code a value called `token` is mostly a variable and stays; in text from outside it goes.
pub(super) fn clean_outcome(mut outcome: SourceOutcome) -> SourceOutcome {
    let clean = if outcome.source == GroundingSource::Web { question_without_secrets } else { without_secrets };
    if let Some(answer) = &mut outcome.answer {
        answer.text = clean(&answer.text);
        for evidence in &mut answer.evidence {
            evidence.text = clean(&evidence.text);
            evidence.place = clean(&evidence.place);
        }
    }
    outcome.problem = outcome.problem.as_deref().map(without_secrets);
    outcome
}

/// Names whose values never leave, whatever they look like.
const SECRET_NAMES: [&str; 8] = ["api_key", "api-key", "apikey", "secret", "password", "passwd", "token", "auth"];

/// Replaces the literals that code and settings give to names of secrets: `PASSWORD = "…"`, `API_KEY=…`. What is not
/// written out (a variable, a call) stays.
fn hide_literals(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['=', ':']) {
        let (before, after) = rest.split_at(at + 1);
        out.push_str(before);
        rest = after;
        let name = before[..at].trim_end_matches(['"', '\'', '`', ' ', '\t']);
        let lower = name.to_ascii_lowercase();
        if !SECRET_NAMES.iter().any(|secret| lower.ends_with(secret)) {
            continue;
        }
        let value_at = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let quoted = rest[value_at..].starts_with(['"', '\'', '`']);
        // `PASSWORD=…` without spaces and in capitals is a line of an environment file.
        let setting = value_at == 0 && name.len() == at && name.ends_with(|c: char| c.is_ascii_uppercase());
        let value_at = value_at + usize::from(quoted);
        let value = &rest[value_at..];
        let end = value
            .find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | ',' | ';' | ')' | '('))
            .unwrap_or(value.len());
        if !(quoted || setting) || end < 6 || value.starts_with(['[', '$', '<', '{', '=', ':']) {
            continue;
        }
        out.push_str(&rest[..value_at]);
        out.push_str("[REDACTED]");
        rest = &value[end..];
    }
    out.push_str(rest);
    out
}

/// Replaces the values of `password=…`, `token: …` and their kin.
fn hide_named_values(text: &str) -> (String, usize) {
    let mut out = String::with_capacity(text.len());
    let mut count = 0;
    let mut rest = text;
    while let Some(at) = rest.find(['=', ':']) {
        let (before, after) = rest.split_at(at + 1);
        out.push_str(before);
        rest = after;
        let name = before[..at].trim_end_matches(['"', '\'', '`']).to_ascii_lowercase();
        if !SECRET_NAMES.iter().any(|secret| name.ends_with(secret)) {
            continue;
        }
        let value_at = rest.len() - rest.trim_start_matches([' ', '\t', '"', '\'', '`']).len();
        let value = &rest[value_at..];
        let end = value
            .find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | ',' | ';' | ')' | '?'))
            .unwrap_or(value.len());
        if end == 0 || value.starts_with('[') || value.starts_with([':', '=', '/']) {
            continue;
        }
        out.push_str(&rest[..value_at]);
        out.push_str("[REDACTED]");
        rest = &value[end..];
        count += 1;
    }
    out.push_str(rest);
    (out, count)
}

/// Home folders and internal folders lose the part that tells whose they are.
fn hide_paths(text: &str) -> (String, usize) {
    let mut out = String::with_capacity(text.len());
    let mut count = 0;
    let mut rest = text;
    while !rest.is_empty() {
        if let Some((replacement, after)) = hidden(rest) {
            out.push_str(&replacement);
            rest = after;
            count += 1;
        } else {
            let next = rest.char_indices().nth(1).map_or(rest.len(), |(at, _)| at);
            out.push_str(&rest[..next]);
            rest = &rest[next..];
        }
    }
    (out, count)
}

/// What stands for the private path that `text` begins with, and the text behind it.
fn hidden(text: &str) -> Option<(String, &str)> {
    for head in ["/Users/", "/home/"] {
        if let Some(rest) = text.strip_prefix(head) {
            let end = rest.find(['/', ' ', '\n', '"', '\'', '`', ')']).unwrap_or(rest.len());
            let after = rest[end..].strip_prefix('/').unwrap_or(&rest[end..]);
            return (end > 0).then(|| ("/~/".to_string(), after));
        }
    }
    let drive = text.as_bytes();
    if drive.len() > 9
        && drive[0].is_ascii_alphabetic()
        && text.is_char_boundary(9)
        && text[1..9].eq_ignore_ascii_case(":\\users\\")
    {
        let rest = &text[9..];
        let end = rest.find(['\\', ' ', '\n', '"', '\'', '`']).unwrap_or(rest.len());
        let after = rest[end..].strip_prefix('\\').unwrap_or(&rest[end..]);
        return (end > 0).then(|| (alloc::format!("{}:\\~\\", &text[..1]), after));
    }
    if let Some(rest) = text.strip_prefix("/internal/") {
        let end =
            rest.find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | ')' | ',')).unwrap_or(rest.len());
        return (end > 0 && !rest.starts_with('[')).then(|| ("/internal/[REDACTED]".to_string(), &rest[end..]));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(question: &str, text: &str, count: u32) {
        let sanitized = sanitize_query(question);
        assert_eq!((sanitized.text.as_str(), sanitized.redaction_count), (text, count));
        assert_eq!(sanitize_query(&sanitized.text).text, text, "twice changes nothing");
    }

    #[test]
    fn literals_of_secrets_in_code_stay_here() {
        for (text, expected) in [
            ("const PASSWORD = \"kZrTqGLGAJQUab\";", "const PASSWORD = \"[REDACTED]\";"),
            ("PASSWORD=kZrTqGLGAJQUab for it", "PASSWORD=[REDACTED] for it"),
            ("{ \"api_key\": \"kZrTqGLGAJQUab\" }", "{ \"api_key\": \"[REDACTED]\" }"),
            ("const token = readToken(request);", "const token = readToken(request);"),
            ("password: string; auth::login", "password: string; auth::login"),
            ("TOKEN=$SECRET_FROM_CI", "TOKEN=$SECRET_FROM_CI"),
        ] {
            assert_eq!(without_secrets(text), expected);
            assert_eq!(without_secrets(expected), expected, "twice changes nothing");
        }
    }

    #[test]
    fn secrets_and_private_paths_stay_here() {
        check("API_KEY=abc123", "API_KEY=[REDACTED]", 1);
        check("How do we retry?", "How do we retry?", 0);
        check("open /home/ada/src/a.ts and /Users/bob", "open /~/src/a.ts and /~/", 2);
        check("C:\\Users\\ada\\x", "C:\\~\\x", 1);
        check("see /internal/billing/plan.md, please", "see /internal/[REDACTED], please", 1);
        check("C:\\Üsers", "C:\\Üsers", 0);
        check("password=correcthorse or \"token\": \"abc\"?", "password=[REDACTED] or \"token\": \"[REDACTED]\"?", 2);
        check("Where is auth::login, and what is a token?", "Where is auth::login, and what is a token?", 0);
        check("password:", "password:", 0);
    }
}
