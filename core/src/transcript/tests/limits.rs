//! Huge lines, deep nesting and long texts stay within what is documented.

use super::*;
use crate::transcript::limits::{TOOL_BYTES, TURN_BYTES};
use crate::transcript::{ReaderOptions, TranscriptReader};

#[test]
fn a_huge_line_is_skipped_without_being_held() {
    let mut reader = TranscriptReader::new(ReaderOptions::default());
    reader.push(format!("{HEADER}\n{}\n{{\"type\":\"", says("1", None, "before")).as_bytes());
    let filler = alloc::vec![b'x'; 1 << 16];
    for _ in 0..(64 << 20) / filler.len() {
        reader.push(&filler);
    }
    reader.push(format!("\"}}\n{}\n", says("2", Some("1"), "after")).as_bytes());
    let outcome = reader.finish();
    assert_eq!(texts(&outcome), ["before", "after"]);
    assert_eq!(codes(&outcome), [("transcript/long-line", Some(3))]);
}

#[test]
fn deep_nesting_costs_the_line_and_not_the_stack() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":[", "]}]")] {
        let deep = format!("{{\"type\":\"message\",\"deep\":{}1{}}}", open.repeat(10_000), close.repeat(10_000));
        let text = format!("{HEADER}\n{}\n{deep}\n{}\n", says("1", None, "before"), says("2", Some("1"), "after"));
        let outcome = read(text.as_bytes());
        assert_eq!(texts(&outcome), ["before", "after"]);
        assert_eq!(codes(&outcome), [("transcript/too-deep", Some(3))]);
    }
}

#[test]
fn nesting_within_the_limit_is_fine() {
    let deep = format!("{{\"type\":\"custom\",\"deep\":{}1{}}}", "[".repeat(120), "]".repeat(120));
    assert_eq!(codes(&read(format!("{HEADER}\n{deep}\n").as_bytes())), []);
}

#[test]
fn long_texts_are_cut_between_characters_and_marked() {
    let long = "ä€🔥".repeat(TURN_BYTES / 4);
    let outcome = read(format!("{HEADER}\n{}\n", says("1", None, &long)).as_bytes());
    let text = &outcome.value.turns[0].text;
    assert!(text.ends_with("\n[… cut]") && text.len() <= TURN_BYTES + 16);
    assert!(long.starts_with(text.trim_end_matches("\n[… cut]")));
    assert_eq!(codes(&outcome), [("transcript/cut-text", None)]);
}

#[test]
fn tool_output_is_cut_sooner() {
    let output = "line\\n".repeat(TOOL_BYTES);
    let text = format!(
        "{HEADER}\n{{\"type\":\"message\",\"id\":\"1\",\"parentId\":null,\"message\":{{\"role\":\"toolResult\",\"toolCallId\":\"c\",\"content\":[{{\"type\":\"text\",\"text\":\"{output}\"}}]}}}}\n"
    );
    let outcome = read(text.as_bytes());
    let result = outcome.value.turns[0].tool_result.as_ref().unwrap();
    assert!(result.text.len() <= TOOL_BYTES + 16 && result.text.ends_with("[… cut]"));
}
