use super::*;
use crate::time::Date;

type Step = fn(&mut Editor) -> Result<(), Refusal>;

#[track_caller]
fn check(before: &str, step: Step, after: &str) {
    let mut editor = Editor::open("x/y.md", before.as_bytes()).unwrap();
    step(&mut editor).unwrap();
    assert_eq!(core::str::from_utf8(editor.bytes()).unwrap(), after);
    // The same change again changes nothing.
    if !before.contains("## ") {
        step(&mut editor).unwrap();
        assert_eq!(core::str::from_utf8(&editor.finish()).unwrap(), after);
    }
}

#[track_caller]
fn refuses(before: &str, step: Step, reason: &str) {
    let mut editor = Editor::open("x/y.md", before.as_bytes()).unwrap();
    let refusal = step(&mut editor).unwrap_err();
    assert!(refusal.reason.contains(reason), "{refusal}");
    assert_eq!(core::str::from_utf8(editor.bytes()).unwrap(), before, "a refused change leaves the file alone");
}

fn source() -> Source {
    let date = Date::parse("2026-02-21").map(Date::midnight);
    Source { issue: Some(71), session: Some("2026-02-20T12-55_31b7.jsonl".into()), date, ..Source::default() }
}

#[test]
fn a_scalar_changes_in_place() {
    let dispute: Step = |e| e.set_text("status", "disputed");
    check(
        "---\n# why\nstatus:   current   # for now\nz: 1\n---\nB",
        dispute,
        "---\n# why\nstatus:   disputed   # for now\nz: 1\n---\nB",
    );
    check("---\r\nstatus: \"current\"\r\n---\r\nB", dispute, "---\r\nstatus: \"disputed\"\r\n---\r\nB");
    check("---\nstatus: 'current' # x\n---\n", dispute, "---\nstatus: 'disputed' # x\n---\n");
    check("---\nstatus:\nz: 1\n---\n", dispute, "---\nstatus: disputed\nz: 1\n---\n");
    check("---\n\"status\" : a\n---\n", dispute, "---\n\"status\" : disputed\n---\n");
    check("\u{feff}---\na: 1\n---\n", dispute, "\u{feff}---\na: 1\nstatus: disputed\n---\n");
    check("---\n---\n", dispute, "---\nstatus: disputed\n---\n");
    check(
        "---\nupdated: \"2026-01-01T00:00:00Z\"\n---\n",
        |e| e.set_date("updated", Date::parse("2026-02-21").unwrap().midnight()),
        "---\nupdated: \"2026-02-21\"\n---\n",
    );
    check("---\noccurrences: 1\n---\n", |e| e.set_count("occurrences", 2), "---\noccurrences: 2\n---\n");
    check("---\ntitle: a\n---\n", |e| e.set_text("title", "x: \"y\" # z"), "---\ntitle: \"x: \\\"y\\\" # z\"\n---\n");
}

#[test]
fn what_cannot_be_changed_safely_is_refused() {
    let dispute: Step = |e| e.set_text("status", "disputed");
    refuses("---\nstatus: [a]\n---\n", dispute, "does not hold a single value");
    refuses("---\nstatus: |\n  long\n---\n", dispute, "spans several lines");
    refuses("---\n{status: current}\n---\n", dispute, "line of its own");
    refuses("---\n{a: 1}\n---\n", dispute, "without touching other lines");
    refuses("---\nstatus: &s current\nother: *s\n---\n", dispute, "single value");
    refuses("---\nkeywords: # mine\n  - a\n---\n", |e| e.set_list("keywords", &["b".into()]), "comments");
}

#[test]
fn files_that_no_machine_edits() {
    for (path, text, reason) in [
        ("a.md", "no front matter", "no front matter"),
        ("a.md", "---\na: `x`\n---\n", "cannot be parsed"),
        ("a.md", "---\na: 1\n---\n<<<<<<< ours\n", "merge conflict"),
        ("a.json", "{}", "JSON"),
        ("a.md", "---\na: 1\na: 2\n---\n", "cannot be parsed"),
    ] {
        let refusal = Editor::open(path, text.as_bytes()).unwrap_err();
        assert!(refusal.reason.contains(reason), "{refusal}");
    }
}

#[test]
fn sources_are_appended_in_the_style_of_the_list() {
    let add: Step = |e| e.append_source(&source());
    let item = "- issue: 71\n    session: 2026-02-20T12-55_31b7.jsonl\n    date: 2026-02-21\n";
    check(
        "---\nsources:\n  - issue: 63\n    session: a.jsonl\n\n# after\nstatus: current\n---\n",
        add,
        &format!("---\nsources:\n  - issue: 63\n    session: a.jsonl\n  {item}\n# after\nstatus: current\n---\n"),
    );
    check("---\na: 1\n---\n", add, &format!("---\na: 1\nsources:\n  {item}---\n"));
    check(
        "---\nsources:\n- issue: 63\nb: 2\n---\n",
        add,
        "---\nsources:\n- issue: 63\n- issue: 71\n  session: 2026-02-20T12-55_31b7.jsonl\n  date: 2026-02-21\nb: 2\n---\n",
    );
    check(
        "---\nsources: [{issue: 63}] # all\n---\n",
        add,
        "---\nsources: [{issue: 63}, {issue: 71, session: 2026-02-20T12-55_31b7.jsonl, date: 2026-02-21}] # all\n---\n",
    );
    check(
        "---\nsources: []\n---\n",
        add,
        "---\nsources: [{issue: 71, session: 2026-02-20T12-55_31b7.jsonl, date: 2026-02-21}]\n---\n",
    );
    check("---\nsources:\nb: 1\n---\n", add, &format!("---\nsources:\n  {item}b: 1\n---\n"));
}

#[test]
fn lists_grow_and_are_replaced() {
    check("---\ntags: [a]\n---\n", |e| e.append("tags", "b, c"), "---\ntags: [a, \"b, c\"]\n---\n");
    check("---\ntags: [a, ]\n---\n", |e| e.append("tags", "b"), "---\ntags: [a, b]\n---\n");
    check("---\ntags: a\n---\n", |e| e.append("tags", "[b]"), "---\ntags: [a, \"[b]\"]\n---\n");
    check(
        "---\r\ntags:\r\n    - a\r\n---\r\n",
        |e| e.append("tags", "b"),
        "---\r\ntags:\r\n    - a\r\n    - b\r\n---\r\n",
    );
    check(
        "---\nkeywords:\n  - a\n  - b\nz: 1\n---\n",
        |e| e.set_list("keywords", &["c".into(), "d".into()]),
        "---\nkeywords: [c, d]\nz: 1\n---\n",
    );
    check("---\nz: 1\n---\n", |e| e.set_list("keywords", &[]), "---\nz: 1\nkeywords: []\n---\n");
}

#[test]
fn sections_are_set_appended_and_removed() {
    let body = "---\na: 1\n---\n\n# T\n\n## Key Facts\n\n- one\n\n## Related\n\n- [x](y.md)\n";
    check(body, |e| e.append_to_section("Key Facts", "- two"), &body.replace("- one\n", "- one\n- two\n"));
    check(body, |e| e.append_to_section("Key Facts", "Text."), &body.replace("- one\n", "- one\n\nText.\n"));
    check(
        body,
        |e| e.set_section("⚠️ Conflict", "Both."),
        &body.replace("## Related", "## ⚠️ Conflict\n\nBoth.\n\n## Related"),
    );
    check(body, |e| e.set_section("Key Facts", "- new\n"), &body.replace("- one", "- new"));
    check(body, |e| e.append_to_section("Related", "- [z](z.md)"), &body.replace("(y.md)\n", "(y.md)\n- [z](z.md)\n"));
    check(body, |e| e.remove_section("Key Facts"), &body.replace("## Key Facts\n\n- one\n\n", ""));
    check("---\na: 1\n---\n# T", |e| e.set_section("Related", "x"), "---\na: 1\n---\n# T\n\n## Related\n\nx\n");
    check(
        "---\r\na: 1\r\n---\r\n# T\r\n",
        |e| e.set_section("New", "x\ny"),
        "---\r\na: 1\r\n---\r\n# T\r\n\r\n## New\r\n\r\nx\r\ny\r\n",
    );
    check("---\na: 1\n---\n", |e| e.replace_body("\nall new\n"), "---\na: 1\n---\n\nall new\n");
}

#[test]
fn whole_yaml_entries_are_edited_too() {
    let mut editor = Editor::open("decision/a.yaml", b"id: a\nstatus: active").unwrap();
    editor.set_text("status", "superseded").unwrap();
    editor.append("superseded_by", "b").unwrap();
    assert_eq!(editor.bytes(), b"id: a\nstatus: superseded\nsuperseded_by:\n  - b\n");
    assert!(editor.set_section("x", "y").is_err());
}

proptest::proptest! {
    #[test]
    fn opening_and_finishing_is_byte_identical(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..200)) {
        if let Ok(editor) = Editor::open("x.md", &bytes) {
            proptest::prop_assert_eq!(editor.finish(), bytes);
        }
    }

    #[test]
    fn any_text_around_survives_an_edit(
        before in "([a-z]{1,8}: ([a-zA-Z0-9 '\"#:,\\[\\]{}&*!|>-]{0,20})?(\r\n|\n)){0,6}",
        body in proptest::collection::vec(proptest::num::u8::ANY, 0..100),
        value in ".{0,30}",
    ) {
        let mut bytes = alloc::format!("---\n{before}---\n").into_bytes();
        bytes.extend(&body);
        if let Ok(mut editor) = Editor::open("x.md", &bytes) {
            let old = editor.map().unwrap();
            if editor.set_text("zz_own", &value).is_ok() {
                let new = editor.map().unwrap();
                proptest::prop_assert_eq!(new.get("zz_own").and_then(Value::as_str), Some(value.as_str()));
                proptest::prop_assert!(old.iter().all(|(key, value)| key == "zz_own" || new.get(key) == Some(value)));
                proptest::prop_assert!(editor.bytes().ends_with(&body));
            } else {
                proptest::prop_assert_eq!(editor.bytes(), bytes.as_slice());
            }
        }
    }
}
