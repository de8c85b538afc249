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
