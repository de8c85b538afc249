use super::*;
use alloc::format;

#[track_caller]
fn check(text: &str, expected: &str) {
    let once = redact(text);
    assert_eq!(once.text, expected);
    assert_eq!(redact(&once.text).text, once.text, "not at rest");
}

#[test]
fn names_stay_and_values_go() {
    check("API_KEY=abc123", "API_KEY=[REDACTED]");
    check("password: hunter2", "password: [REDACTED]");
}

#[test]
fn known_kinds_are_named() {
    let token = format!("{}{}", "ghp_", "0ohdwzo69aqpz2qwmgvl0ey0tbmwfmdce1aq");
    check(&format!("use {token} for now"), "use [REDACTED:github-token] for now");
}

#[test]
fn clean_text_is_not_copied() {
    assert!(matches!(redact("nothing to see in src/token.rs").text, Cow::Borrowed(_)));
}
