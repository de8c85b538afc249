//! A damaged line costs that line and a diagnostic.

use super::*;
use crate::diagnostic::Severity;
use alloc::vec;

/// A session of three lines of speech with `line` instead of the second one.
#[track_caller]
fn check_middle(line: &[u8], code: &'static str) {
    let mut bytes = Vec::new();
    for part in
        [HEADER.as_bytes(), says("1", None, "before").as_bytes(), line, says("3", Some("2"), "after").as_bytes()]
    {
        bytes.extend_from_slice(part);
        bytes.push(b'\n');
    }
    let outcome = read(&bytes);
    assert_eq!(texts(&outcome), ["before", "after"], "{code}");
    assert_eq!(codes(&outcome), [(code, Some(3))]);
    assert_eq!(outcome.diagnostics[0].severity, Severity::Warning);
}

#[test]
fn a_bad_line_in_the_middle_is_a_warning_and_costs_only_itself() {
    check_middle(b"{\"type\":\"message\",\"id\":\"2\",\"mess", "transcript/bad-line");
    check_middle(b"not json at all", "transcript/bad-line");
    check_middle(b"{\"type\":\"message\"}{\"type\":\"message\"}", "transcript/bad-line");
    check_middle(b"{\"type\":\"message\",}", "transcript/bad-line");
    check_middle(b"{\"type\" \"message\"}", "transcript/bad-line");
    check_middle(b"{\"a\":[1,2}}", "transcript/bad-line");
    check_middle(b"{\"a\":nul}", "transcript/bad-line");
    check_middle(b"\0\0\0\0{\"type\":\"message\"}", "transcript/bad-line");
    check_middle(b"{\"type\":\"mess\0age\"}", "transcript/bad-line");
    check_middle(
        b"{\"type\":\"message\",\"message\":{\"role\":\"user\",\"content\":\"bad \\x escape\"}}",
        "transcript/bad-line",
    );
    check_middle(
        b"{\"type\":\"message\",\"message\":{\"role\":\"user\",\"content\":\"\xff\xfe\"}}",
        "transcript/not-utf8",
    );
}

#[test]
fn a_torn_last_line_is_only_a_note() {
    let whole = format!("{HEADER}\n{}\n{}", says("1", None, "kept"), says("2", Some("1"), "torn"));
    for missing in 1..60 {
        let outcome = read(&whole.as_bytes()[..whole.len() - missing]);
        assert_eq!(texts(&outcome), ["kept"]);
        assert_eq!(codes(&outcome), [("transcript/torn-end", Some(3))]);
        assert_eq!(outcome.diagnostics[0].severity, Severity::Note);
    }
    assert_eq!(codes(&read(whole.as_bytes())), []);
}

#[test]
fn a_torn_first_line_does_not_cost_the_dialect() {
    let text = format!("{}\n{}\n", &HEADER[..40], says("1", None, "still here"));
    let outcome = read(text.as_bytes());
    assert_eq!(texts(&outcome), ["still here"]);
    assert_eq!(codes(&outcome), [("transcript/bad-line", Some(1))]);
}

#[test]
fn line_endings_byte_order_mark_and_empty_lines_do_not_matter() {
    let plain = format!("{HEADER}\n{}\n{}", says("1", None, "a"), says("2", Some("1"), "b"));
    let expected = read(plain.as_bytes());
    for variant in
        [plain.replace('\n', "\r\n"), format!("\u{feff}{plain}"), format!("{plain}\n"), format!("{plain}\r\n\r\n  \n")]
    {
        assert_eq!(read(variant.as_bytes()), expected);
    }
}

#[test]
fn what_is_no_text_is_refused_with_the_reason() {
    let utf16: Vec<u8> = HEADER.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big_endian: Vec<u8> = HEADER.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let with_mark = [&[0xFF, 0xFE][..], &utf16].concat();
    let binary: Vec<u8> = (0..4000u32).map(|at| (at * 7 % 32) as u8).collect();
    for (bytes, code) in [
        (utf16, "transcript/utf-16"),
        (big_endian, "transcript/utf-16"),
        (with_mark, "transcript/utf-16"),
        (binary, "transcript/binary"),
        (vec![0; 5000], "transcript/binary"),
        (b"just some words\nand more\n".to_vec(), "transcript/unknown-format"),
        (b"{\"name\":\"package\"}\n".to_vec(), "transcript/unknown-format"),
        (Vec::new(), "transcript/unknown-format"),
    ] {
        let outcome = read(&bytes);
        assert_eq!(codes(&outcome), [(code, None)]);
        assert_eq!(outcome.diagnostics[0].severity, Severity::Error);
        assert!(outcome.value.turns.is_empty());
    }
}

#[test]
fn a_newer_version_is_read_and_said() {
    let text = format!("{}\n{}\n", HEADER.replace("\"version\":3", "\"version\":9"), says("1", None, "hello"));
    let outcome = read(text.as_bytes());
    assert_eq!(texts(&outcome), ["hello"]);
    assert_eq!(codes(&outcome), [("transcript/newer-version", Some(1))]);
}

#[test]
fn many_bad_lines_are_counted_not_listed() {
    let text = format!("{HEADER}\n{}{}\n", "oops\n".repeat(500), says("1", None, "end"));
    let outcome = read(text.as_bytes());
    assert_eq!(texts(&outcome), ["end"]);
    assert_eq!(outcome.diagnostics.len(), 101);
    assert!(outcome.diagnostics[100].message.starts_with("400 more"));
}

#[test]
fn a_document_that_ends_early_keeps_what_came_before() {
    let text = "{\n  \"sessionId\": \"x\",\n  \"projectHash\": \"y\",\n  \"messages\": [\n    {\"id\": \"1\", \"type\": \"user\", \"content\": \"kept\"},\n    {\"id\": \"2\", \"ty";
    let outcome = read(text.as_bytes());
    assert_eq!(texts(&outcome), ["kept"]);
    assert_eq!(outcome.value.turns[0].line, 5);
    assert_eq!(codes(&outcome), [("transcript/torn-end", Some(6))]);
}

#[test]
fn merge_conflict_markers_in_a_memory_log_are_told() {
    let outcome = read(b"[2026-01-01 10:00] One.\n<<<<<<< HEAD\n[2026-01-02 10:00] Two.\n");
    assert_eq!(texts(&outcome), ["One.", "Two."]);
    assert_eq!(codes(&outcome), [("transcript/conflict-marker", Some(2))]);
}

#[test]
fn roles_are_known_in_any_case_and_unknown_ones_are_told() {
    let line = |role: &str| format!(r#"{{"role":"{role}","content":"Rye first."}}"#);
    let lines = ["User", "Assistant", "HUMAN", "baker"].map(line).join("\n");
    let outcome = read(lines.as_bytes());
    assert_eq!(speakers(&outcome), [Speaker::Human, Speaker::Agent, Speaker::Human]);
    assert_eq!(codes(&outcome), [("transcript/unknown-role", Some(4))]);
    let document = format!(r#"{{"title":"x","messages":[{}]}}"#, line("user"));
    assert_eq!(codes(&read(document.as_bytes())), []);
}

#[test]
fn facts_without_a_time_are_kept_wherever_they_stand_in_a_memory_log() {
    let outcome = read(
        b"# Memory\n\nRye comes first.\n#42 is about rye.\n[2026-04-08] The oven is hot.\n## Later\n#\n#43 too.\nWheat.\n",
    );
    assert_eq!(texts(&outcome), ["Rye comes first.", "#42 is about rye.", "The oven is hot.", "#43 too.", "Wheat."]);
    assert_eq!(outcome.value.turns.iter().map(|turn| turn.line).collect::<Vec<_>>(), [3, 4, 5, 8, 9]);
    assert_eq!(codes(&outcome), []);
    let other = read(format!("Rye comes first.\n{HEADER}\n{}\n", says("1", None, "Rye.")).as_bytes());
    assert_eq!((texts(&other), codes(&other)), (Vec::from(["Rye."]), Vec::from([("transcript/bad-line", Some(1))])));
}
