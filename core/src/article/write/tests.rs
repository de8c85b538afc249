use super::*;
use crate::article::emit::flow_scalar;
use crate::article::{self, CuratedBy, FrontState, yaml};
use crate::model::{Confidence, Status};
use crate::time::Date;
use alloc::vec;

fn day(text: &str) -> Option<Timestamp> {
    Date::parse(text).map(Date::midnight)
}

fn spock() -> FrontMatter {
    FrontMatter {
        kind: Some(Kind::Decision),
        topic: Some("decisions".into()),
        title: Some("Agent Identity — Spock".into()),
        created: day("2026-02-20"),
        updated: day("2026-02-21"),
        sources: vec![
            Source {
                issue: Some(63),
                session: Some("2026-02-20T12-32-37-832Z_fd67ceb3.jsonl".into()),
                ..Source::default()
            },
            Source { issue: Some(71), session: Some("b.jsonl".into()), ..Source::default() },
        ],
        confidence: Some(Confidence::High),
        status: Some(Status::Current),
        keywords: vec!["spock".into(), "identity".into(), "on".into()],
        curated_by: Some(CuratedBy::Auto),
        last_auto_curated: Timestamp::parse("2026-02-22T10:00:00.000Z"),
        depends_on: vec!["prisma >= 4.0".into()],
        ..FrontMatter::default()
    }
}

#[test]
fn an_article_has_the_stated_form_and_reads_back() {
    let body = render_body(
        "Agent Identity — Spock",
        &[("Decision", "The agent is **Spock**."), ("Context", ""), ("Related", "- x")],
    );
    let text = render(&spock(), &body);
    assert_eq!(
        text,
        "---\nkind: decision\ntopic: decisions\ntitle: Agent Identity — Spock\ncreated: 2026-02-20\nupdated: 2026-02-21\nsources:\n  - issue: 63\n    session: 2026-02-20T12-32-37-832Z_fd67ceb3.jsonl\n  - issue: 71\n    session: b.jsonl\nconfidence: high\nstatus: current\nkeywords: [spock, identity, \"on\"]\ncurated_by: auto\nlast_auto_curated: 2026-02-22T10:00:00.000Z\ndepends_on: [\"prisma >= 4.0\"]\n---\n\n# Agent Identity — Spock\n\n## Decision\n\nThe agent is **Spock**.\n\n## Related\n\n- x\n"
    );
    let back = article::read("decisions/x.md", text.as_bytes());
    assert_eq!(back.diagnostics, []);
    assert_eq!(back.value.front, spock());
}

#[test]
fn a_signal_has_the_form_of_its_layout_and_reads_back() {
    let mut front = FrontMatter {
        id: Some("sig-2026-03-01-x".into()),
        kind: Some(Kind::Signal),
        project: Some("demo".into()),
        tags: vec!["a".into(), "b".into()],
        created: Timestamp::parse("2026-03-01T19:00:04Z"),
        status: Some(Status::Current),
        severity: Some("notable".into()),
        signal_type: Some("deviation".into()),
        polarity: Some("negative".into()),
        occurrences: Some(1),
        ..FrontMatter::default()
    };
    front.extra.insert("phase".into(), Value::from(57.4));
    front.extra.insert("evidence".into(), serde_json::json!({"supporting": ["`x`: y"], "counter": []}));
    let text = render_gsd(&front, "## What Happened\n");
    assert_eq!(
        text,
        "---\nid: sig-2026-03-01-x\ntype: signal\nproject: demo\ntags: [a, b]\ncreated: \"2026-03-01T19:00:04.000Z\"\nstatus: active\nseverity: notable\nsignal_type: deviation\nsignal_category: negative\npolarity: negative\noccurrence_count: 1\nrelated_signals: []\nevidence:\n  counter: []\n  supporting: [\"`x`: y\"]\nphase: 57.4\n---\n\n## What Happened\n"
    );
    assert_eq!(article::read("signals/demo/x.md", text.as_bytes()).value.front, front);
}

#[test]
fn an_entry_of_the_claude_layout_reads_back() {
    let front = FrontMatter {
        id: Some("KE-decision-20260110-ab12".into()),
        kind: Some(Kind::Decision),
        created: Timestamp::parse("2026-01-10T09:00:00Z"),
        tags: vec!["auth".into()],
        domains: vec!["security".into()],
        sources: vec![Source { issue: Some(42), ..Source::default() }],
        related_issues: vec![40],
        related: vec!["KE-pattern-1".into()],
        supersedes: vec!["KE-decision-0".into()],
        status: Some(Status::Current),
        ..FrontMatter::default()
    };
    let content = serde_json::json!({"title": "Use short tokens", "alternatives": [{"option": "Long", "rejected_because": "theft"}]});
    let Value::Object(content) = content else { unreachable!() };
    let text = render_claude(&front, &content);
    assert_eq!(
        text,
        "id: KE-decision-20260110-ab12\ntype: decision\ncreated_at: \"2026-01-10T09:00:00.000Z\"\ntags: [auth, \"domain:security\"]\nsources:\n  - issue: 42\ncontent:\n  alternatives:\n    - option: Long\n      rejected_because: theft\n  title: Use short tokens\nrelationships:\n  related_entries: [KE-pattern-1]\n  related_issues: [\"#40\"]\n  superseded_by: []\n  supersedes: [KE-decision-0]\nstatus: current\n"
    );
    let back = article::read("decision/KE-decision-20260110-ab12.yaml", text.as_bytes()).value;
    let mut expected = FrontMatter { title: Some("Use short tokens".into()), ..front };
    expected.extra.insert("content".into(), Value::Object(content));
    assert_eq!(back.front, expected);
}

#[test]
fn long_and_nested_values_become_blocks() {
    let items: Vec<String> = (0..30).map(|n| format!("keyword-{n}")).collect();
    let text = yaml_entry("k", &Value::from(items.clone()));
    assert!(text.starts_with("k:\n  - keyword-0\n"), "{text}");
    assert_eq!(yaml::parse_map(&text).unwrap()["k"], Value::from(items));
    let nested = serde_json::json!([{"a": 1, "b": [{"c": null}, []]}, ["x", ["y"]], {}, "z: z"]);
    let text = yaml_entry("k", &nested);
    assert_eq!(yaml::parse_map(&text).unwrap()["k"], nested, "{text}");
}

#[test]
fn links_are_relative_to_the_article() {
    assert_eq!(relative_path("decisions/a.md", "preferences/b.md"), "../preferences/b.md");
    assert_eq!(relative_path("decisions/a.md", "decisions/b.md"), "b.md");
    assert_eq!(relative_path("_index.md", "decisions/b.md"), "decisions/b.md");
    assert_eq!(relative_path("a/b/c.md", "d.md"), "../../d.md");
    assert_eq!(link("a/x.md", "b/y z.md", "See [this]\n"), "[See \\[this\\]](../b/y%20z.md)");
}

#[test]
fn a_broken_value_never_hides_a_parsed_one() {
    let text = render(&FrontMatter { title: Some("---\n...".into()), ..FrontMatter::default() }, "");
    let back = article::read("x.md", text.as_bytes()).value;
    assert_eq!((back.state, back.title.as_str()), (FrontState::Parsed, "---\n..."));
}

#[track_caller]
fn round_trips(text: &str) {
    let map =
        yaml::parse_map(&format!("a: {}\nb: [{}]\n", yaml_string(text), flow_scalar(&Value::from(text)).unwrap()));
    let map = map.unwrap_or_else(|error| panic!("{text:?}: {error:?}"));
    assert_eq!(map["a"], text);
    assert_eq!(map["b"][0], text);
}

#[test]
fn strings_that_look_like_something_else_are_quoted() {
    for text in [
        "",
        " ",
        "true",
        "No",
        "~",
        "null",
        "1",
        "1.5",
        "-1",
        "0x1F",
        "1e3",
        "2026-02-20",
        "12:30",
        ".inf",
        "- a",
        "a: b",
        "a #b",
        "#42",
        "a\nb",
        "\"q\"",
        "'q'",
        "[x]",
        "{x}",
        "&a",
        "*a",
        "!t",
        "%x",
        "@x",
        "`x`",
        "a:",
        "?",
        "|",
        ">",
        "é",
        "数据",
        "🖖",
        "\u{feff}x",
        "\u{2028}",
        "\u{85}",
        "\u{7f}",
        "a\tb",
        "x\\y",
        "---",
        "...",
        "=",
        "<<",
        "y",
        "a, b",
        "1_000",
        "0o17",
        "1st",
        "\u{fffd}",
        "\u{a0}x",
    ] {
        round_trips(text);
    }
    assert_eq!(yaml_string("Agent Identity — Spock"), "Agent Identity — Spock");
    assert_eq!(yaml_string("2026-02-20"), "\"2026-02-20\"");
    assert_eq!(yaml_string("yes"), "\"yes\"");
}

proptest::proptest! {
    #[test]
    fn any_string_round_trips(text in "\\PC*|.*|[ -~\\n\\t]{0,40}") {
        round_trips(&text);
    }
}

proptest::proptest! {
    #[test]
    fn what_was_written_is_known_without_reading(
        title in "[ -~]{0,12}|\\PC*|(domain:)?[a-c]{0,2}",
        texts in proptest::collection::vec("[a-c]{0,2}|(domain:)[ab]|[ -~\\n]{0,9}|\\PC{0,4}", 0..4),
        (issue, time) in (proptest::option::of(0_u32..9), -99_999_999_999_999_i64..399_999_999_999_999),
    ) {
        let time = Some(Timestamp(time).date().midnight());
        let front = FrontMatter {
            kind: Some(Kind::Decision),
            topic: Some("decisions".into()),
            title: Some(title),
            created: time,
            sources: vec![Source { issue, session: texts.first().cloned(), date: time, ..Source::default() }],
            keywords: texts.clone(),
            tags: texts.clone(),
            files: texts,
            ..FrontMatter::default()
        };
        let text = render(&front, "# Title\n\nText.");
        let path = "decisions/x.md";
        proptest::prop_assert_eq!(article::written(path, front, &text), article::read(path, text.as_bytes()).value);
    }
}
