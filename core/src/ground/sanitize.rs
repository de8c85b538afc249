//! What leaves the machine, and what is kept, holds no secrets.

use alloc::string::{String, ToString};
use serde::{Deserialize, Serialize};

use super::cascade::SourceOutcome;
use super::policy::GroundingSource;
use crate::redact::{MARK, redact};

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
    let (text, n_unnamed) = hide_unnamed(&text);
    let n_secrets = redacted.findings.len() + n_named + n_unnamed;
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
const SECRET_NAMES: [&str; 9] =
    ["api_key", "api-key", "apikey", "secret", "password", "passwd", "token", "auth", "secret_access_key"];

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
        let spaced = before[..at].trim_end_matches([' ', '\t']).to_ascii_lowercase();
        let name = before[..at].trim_end_matches(['"', '\'', '`']).to_ascii_lowercase();
        // In settings of AWS blanks stand before the `=`; elsewhere that is code.
        let is_setting = before.ends_with('=') && spaced.ends_with("aws_secret_access_key");
        if !is_setting && !SECRET_NAMES.iter().any(|secret| name.ends_with(secret)) {
            continue;
        }
        let value_at = rest.len() - rest.trim_start_matches([' ', '\t', '"', '\'', '`']).len();
        let value = &rest[value_at..];
        let quote = rest[..value_at].chars().next_back().filter(|c| matches!(c, '"' | '\'' | '`'));
        let end = value.find(|c: char| c.is_whitespace() || Some(c) == quote).unwrap_or(value.len());
        // What ends the sentence or the list around a bare value is no part of it.
        let marks: &[char] = if quote.is_some() { &[] } else { &['"', '\'', '`', ',', ';', ')', '?', ']', '}'] };
        let end = value[..end].trim_end_matches(marks).len();
        if end == 0 || value.starts_with(MARK) || value.starts_with([':', '=', '/']) {
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

/// The shortest run of base64 that goes, whatever it is: no search needs a digest.
const ENCODED: usize = 40;
/// Databases whose addresses go without user and password, even where these are samples.
const DATABASES: [&str; 4] = ["mongodb", "postgres", "mysql", "redis"];

/// Replaces what looks like a secret wherever it stands: long runs of base64, ids of AWS keys, what is behind `Bearer`
/// and who opens a database.
fn hide_unnamed(text: &str) -> (String, usize) {
    let mut out = String::with_capacity(text.len());
    let mut count = 0;
    let mut rest = text;
    let mut is_behind_bearer = false;
    while let Some(first) = rest.chars().next() {
        let run = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')).count();
        let (word, behind) = rest.split_at(run);
        let padding = behind.bytes().take(2).take_while(|&byte| byte == b'=').count();
        let found = if run == 0 {
            None
        } else if is_behind_bearer && let Some(length) = bearer(rest) {
            Some((0, length, "[REDACTED]"))
        } else if DATABASES.iter().any(|database| word.eq_ignore_ascii_case(database)) {
            opener(behind).map(|length| (run + 3, length, "[REDACTED]"))
        } else if run == 20 && word[..4].eq_ignore_ascii_case("akia") {
            Some((0, run, "[REDACTED:aws-key]"))
        } else if run >= ENCODED && !is_path(word) {
            Some((0, run + padding, "[REDACTED:encoded]"))
        } else {
            None
        };
        is_behind_bearer = word.eq_ignore_ascii_case("bearer") || is_behind_bearer && matches!(first, ' ' | '\t');
        let (kept, hidden) = found.map_or((run.max(first.len_utf8()), 0), |(kept, hidden, _)| (kept, hidden));
        out.push_str(&rest[..kept]);
        out.push_str(found.map_or("", |(_, _, mark)| mark));
        count += usize::from(found.is_some());
        rest = &rest[kept + hidden..];
    }
    (out, count)
}

/// The length of the token that `text` begins with; "a bearer token" has none.
fn bearer(text: &str) -> Option<usize> {
    let is_inside = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'+' | b'/');
    let length = text.bytes().take_while(is_inside).count();
    let padding = text[length..].bytes().take(2).take_while(|&byte| byte == b'=').count();
    let token = text[..length].trim_end_matches('.');
    let is_token = padding > 0 || token.len() >= 20 || token.bytes().any(|byte| byte.is_ascii_digit());
    is_token.then_some(if padding > 0 { length + padding } else { token.len() })
}

/// How long user and password are in what follows the scheme of an address.
fn opener(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("://")?;
    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`')).unwrap_or(rest.len());
    let length = rest[..end].rfind('@')?;
    (length > 0 && !rest[..length].contains(MARK)).then_some(length)
}

/// Folders and files in plain letters, numbered at most.
fn is_path(word: &str) -> bool {
    let is_name =
        |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).bytes().all(|b| b.is_ascii_alphabetic());
    word.contains('/') && word.split('/').all(is_name)
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

    #[test]
    fn values_of_secret_names_go_whatever_they_are() {
        for (question, text) in [
            ("API_KEY: abc123", "API_KEY: [REDACTED]"),
            ("\"API_KEY\": \"abc123\"", "\"API_KEY\": \"[REDACTED]\""),
            ("api_key=abc123", "api_key=[REDACTED]"),
            ("SECRET: abc123", "SECRET: [REDACTED]"),
            ("AUTH=abc123", "AUTH=[REDACTED]"),
            ("aws_secret_access_key = abc123", "aws_secret_access_key = [REDACTED]"),
            ("is password=abc,d;e)f9 right?", "is password=[REDACTED] right?"),
            ("what is AUTH=abc?", "what is AUTH=[REDACTED]?"),
        ] {
            check(question, text, 1);
        }
        for question in ["how does token = parse(x) work?", "is it auth://login or auth: /login?"] {
            check(question, question, 0);
        }
    }

    #[test]
    fn what_looks_like_a_secret_goes_without_a_name() {
        let digest = "4f1d9c0a".repeat(5);
        check(&alloc::format!("why did {digest}== break?"), "why did [REDACTED:encoded] break?", 1);
        check("is AKIAIOSFODNN7EXAMPLE real?", "is [REDACTED:aws-key] real?", 1);
        check("curl says Bearer abc12.d is bad", "curl says Bearer [REDACTED] is bad", 1);
        check("postgres://user:password@localhost/db", "postgres://[REDACTED]@localhost/db", 1);
        for question in [
            "How long does a bearer token live?",
            "Is redis://localhost:6379 open?",
            "components/navigation2/header/account/settings/profile",
            "Did commit 4f1d9c0 break it?",
        ] {
            check(question, question, 0);
        }
    }
}
