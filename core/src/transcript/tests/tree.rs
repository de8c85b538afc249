//! The branch that is the conversation, also when the links are wrong.

use super::*;

#[track_caller]
fn check(entries: &[(&str, Option<&str>)], expected: &[&str]) {
    let lines: Vec<String> = entries.iter().map(|(id, parent)| says(id, *parent, id)).collect();
    let outcome = read(format!("{HEADER}\n{}\n", lines.join("\n")).as_bytes());
    assert_eq!(texts(&outcome), expected);
}

#[test]
fn the_last_entry_decides_the_branch() {
    check(&[("a", None), ("b", Some("a")), ("c", Some("a"))], &["a", "c"]);
    check(&[("a", None), ("b", Some("a")), ("c", Some("a")), ("d", Some("b"))], &["a", "b", "d"]);
    check(&[("a", None), ("b", Some("a")), ("fresh", None)], &["fresh"]);
}

#[test]
fn a_lost_parent_falls_back_to_the_entry_before() {
    check(&[("a", None), ("b", Some("a")), ("c", Some("lost"))], &["a", "b", "c"]);
}

#[test]
fn cycles_and_self_references_end() {
    check(&[("a", Some("c")), ("b", Some("a")), ("c", Some("b"))], &["a", "b", "c"]);
    check(&[("a", Some("a"))], &["a"]);
    check(&[("a", None), ("b", Some("b"))], &["a", "b"]);
}

#[test]
fn a_repeated_id_is_told_and_means_the_latest_before() {
    let lines = [says("a", None, "1"), says("b", Some("a"), "2"), says("a", Some("b"), "3"), says("d", Some("a"), "4")];
    let outcome = read(format!("{HEADER}\n{}\n", lines.join("\n")).as_bytes());
    assert_eq!(texts(&outcome), ["1", "2", "3", "4"]);
    assert_eq!(codes(&outcome), [("transcript/duplicate-id", None)]);
}

/// Records of Claude Code: kind or flag, id, parent (`-` for none, nothing for unstated).
#[track_caller]
fn check_records(records: &[(&str, &str, &str)], expected: &[&str]) {
    let lines: Vec<String> = records
        .iter()
        .map(|&(kind, id, parent)| {
            let parent = match parent {
                "" => String::new(),
                "-" => "\"parentUuid\":null,".to_string(),
                parent => format!("\"parentUuid\":\"{parent}\","),
            };
            let (kind, flag) = match kind {
                "says" => ("user", ""),
                "meta" => ("user", "\"isMeta\":true,"),
                "summary" => ("user", "\"isCompactSummary\":true,"),
                kind => (kind, ""),
            };
            let block = format!(r#"{{"type":"text","text":"{id}"}}"#);
            let result = format!(r#"{block},{{"type":"tool_result","tool_use_id":"{id}","content":"ok"}}"#);
            let content = if id.starts_with('r') { result } else { block };
            format!(
                r#"{{"type":"{kind}",{flag}{parent}"uuid":"{id}","sessionId":"s","message":{{"content":[{content}]}}}}"#
            )
        })
        .collect();
    let outcome = read(lines.join("\n").as_bytes());
    let said: Vec<&str> = texts(&outcome).into_iter().filter(|text| !text.is_empty()).collect();
    assert_eq!(said, expected);
}

#[test]
fn a_prompt_that_was_taken_back_and_written_anew_counts_once() {
    check_records(
        &[("says", "u1", "-"), ("assistant", "a1", "u1"), ("says", "u2", "-"), ("assistant", "a2", "u2")],
        &["u2", "a2"],
    );
    check_records(
        &[
            ("says", "u1", "-"),
            ("assistant", "a1", "u1"),
            ("says", "u2", "a1"),
            ("assistant", "a2", "u2"),
            ("says", "u3", "a2"),
            ("says", "u4", "a1"),
            ("says", "u5", "a1"),
            ("assistant", "a5", "u5"),
        ],
        &["u1", "a1", "u5", "a5"],
    );
}

#[test]
fn forks_that_nobody_typed_and_branches_that_go_on_are_kept() {
    let talk = [("says", "u1", "-"), ("assistant", "a1", "u1"), ("says", "u2", "a1"), ("assistant", "a2", "u2")];
    check_records(&talk, &["u1", "a1", "u2", "a2"]);
    check_records(
        &[("says", "u1", "-"), ("assistant", "a1", "u1"), ("says", "r1", "a1"), ("says", "r2", "a1")],
        &["u1", "a1", "r1", "r2"],
    );
    check_records(&[("says", "u1", "-"), ("meta", "m1", "-"), ("says", "u2", "m1")], &["u1", "m1", "u2"]);
    check_records(
        &[("says", "u1", "-"), ("assistant", "a1", "u1"), ("summary", "c1", "-"), ("says", "u2", "-")],
        &["u1", "a1", "c1", "u2"],
    );
    // Two windows on one session.
    check_records(
        &[("says", "u1", "x"), ("assistant", "a1", "u1"), ("says", "u2", "x"), ("says", "u3", "a1")],
        &["u1", "a1", "u2", "u3"],
    );
    // No links, or wrong ones.
    check_records(&[("says", "u1", "-"), ("assistant", "a1", "-"), ("says", "u2", "-")], &["u1", "a1", "u2"]);
    check_records(&[("says", "u1", ""), ("assistant", "a1", "u1"), ("says", "u2", "")], &["u1", "a1", "u2"]);
    check_records(&[("says", "u1", "u1"), ("says", "u2", "u1")], &["u1", "u2"]);
    check_records(&[("says", "u1", "a1"), ("assistant", "a1", "u1"), ("says", "u2", "a1")], &["u1", "a1", "u2"]);
}
