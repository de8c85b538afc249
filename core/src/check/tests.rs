use super::*;
use alloc::vec;

#[track_caller]
fn check_files(files: &[(&str, &str)], expected: &[&str]) {
    let files: Vec<File<'_>> = files.iter().map(|(path, text)| File { path, bytes: text.as_bytes() }).collect();
    let request = CheckRequest {
        sessions: Some(vec!["state/sessions/a.jsonl".into()]),
        missing_outside: Some(vec!["../src/gone.rs".into()]),
    };
    let report = check(&files, &request);
    let found: Vec<String> = report
        .findings
        .iter()
        .map(|CheckFinding { path, diagnostic: d }| {
            format!("{path}:{}:{} {} {}", d.line.unwrap_or(0), d.column.unwrap_or(0), d.code, d.message)
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn a_sound_knowledge_base_has_no_findings() {
    check_files(
        &[
            ("_index.md", "- [A](decisions/a.md) — high confidence\n- [all](signals/)\n"),
            (
                "decisions/a.md",
                "---\ntopic: decisions\nsources:\n  - session: a.jsonl\nrelated: [decisions/b, c]\n---\n[b](b.md#x \"t\") [out](../../src/main.rs) [web](https://x.y/z) ![i](<../img/p q.png>) `[no](no.md)`\n```\n[no](no.md)\n<<<<<<< x\n```\n[r]: ../decisions/b.md\n[^1]: note.md\n",
            ),
            ("decisions/b.md", "---\nsupersedes: decisions/a.md\n---\n"),
            ("signals/p/c.md", "---\ntype: signal\n---\n"),
            ("img/p q.png", ""),
        ],
        &[],
    );
}

#[test]
fn every_kind_of_problem_is_found_with_its_place() {
    check_files(
        &[
            (
                "decisions/a.md",
                "---\nid: one\ntopic: project\nstatus: maybe\nrelated:\n  - nobody\nsources:\n  - session: gone.jsonl\n---\nSee [x](../project/gone.md) and [é](../../src/gone.rs).\n",
            ),
            ("decisions/b.md", "---\nid: one\nkind: wisdom\ncreated: 2026-02-02\nupdated: 2026-01-01\n---\n"),
            ("decisions/c.md", "---\nid: c\nx: `y`\n---\n<<<<<<< ours\n"),
            ("decisions/d.md", "text only, API_KEY=abc123\n"),
            ("patterns/e.md", "---\nid: e\nsupersedes: f\n---\n"),
            ("patterns/f.md", "---\nid: f\nsupersedes: [e]\n---\n"),
            ("patterns/g.md", "---\nid: g\nsuperseded_by: f\n---\n"),
        ],
        &[
            "decisions/a.md:3:1 check/topic-folder topic: `project` differs from its folder `decisions`",
            "decisions/a.md:4:1 article/odd-value status: `maybe` is not a status; use current, disputed, superseded, outdated or archived",
            "decisions/a.md:6:1 check/dangling-id related: there is no entry `nobody`",
            "decisions/a.md:8:1 check/dangling-source source `gone.jsonl` is not among the transcripts",
            "decisions/a.md:10:9 check/broken-link the link to `../project/gone.md` leads nowhere",
            "decisions/a.md:10:37 check/broken-link the link to `../../src/gone.rs` leads nowhere",
            "decisions/b.md:2:1 check/duplicate-id id `one` is also the id of decisions/a.md",
            "decisions/b.md:3:1 check/unknown-kind kind: `wisdom` is not a kind of entry; read as decision",
            "decisions/b.md:5:1 check/date-order updated 2026-01-01 lies before created 2026-02-02",
            "decisions/c.md:3:4 article/bad-front-matter found character that cannot start any token; the file is kept as it is and not edited by repolore until this is mended",
            "decisions/c.md:5:1 check/conflict-marker unresolved merge conflict; settle it, the entry is not surfaced until then",
            "decisions/d.md:1:1 check/no-front-matter no front matter; the entry counts as written by people",
            "decisions/d.md:1:20 check/secret this looks like a secret; take it out and make it invalid where it was valid",
            "patterns/e.md:3:1 check/supersession-cycle `e` is replaced by what it replaces; break the circle",
            "patterns/f.md:3:1 check/supersession-cycle `f` is replaced by what it replaces; break the circle",
        ],
    );
}

/// The targets of links that lead nowhere.
#[track_caller]
fn check_broken_links(text: &str, expected: &[(u32, u32, &str)]) {
    let file = File { path: "a/b.md", bytes: text.as_bytes() };
    let report = check(&[file], &CheckRequest::default());
    let found: Vec<(u32, u32, &str)> = report
        .findings
        .iter()
        .filter(|finding| finding.diagnostic.code == "check/broken-link")
        .map(|CheckFinding { diagnostic: d, .. }| {
            (d.line.unwrap(), d.column.unwrap(), d.message.split('`').nth(1).unwrap())
        })
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn only_definitions_are_read_as_definitions() {
    for text in [
        "[2026-01-02] users[0]: hello world",
        "[TODO]: finish the migration by Friday",
        "[Decision]: we keep Postgres",
        "Some text\n[r]: x.md",
        "[^1]: note.md",
        "[ ]: x.md",
    ] {
        check_broken_links(text, &[]);
    }
    check_broken_links("[r]: x.md\n[^1]: y.md\n[s]: <z.md> 'its title'\n", &[(1, 1, "x.md"), (3, 1, "z.md")]);
    check_broken_links("[`é`]: x.md\n[`s`]: y.md\nSee [z](z.md)", &[(1, 1, "x.md"), (2, 1, "y.md"), (3, 9, "z.md")]);
    check_broken_links("Text.\n\n  [r]: x.md \"t\"\n[t]: y.md (t)", &[(3, 1, "x.md"), (4, 1, "y.md")]);
}

#[test]
fn links_in_code_and_comments_are_none() {
    for text in [
        "<!-- [x](x.md) -->",
        "A <!-- [x](x.md) --> b",
        "<!--\n[x](x.md)\n\n[y](y.md) -->",
        "Code:\n\n    [x](x.md)\n\n    [y](y.md)\n",
        "Code:\n\n\t[x](x.md)\n",
        "A span `over\n[x](x.md)` two lines",
        "``a ` [x](x.md)``",
        "\\[x](x.md)",
        "[x\\](x.md)",
    ] {
        check_broken_links(text, &[]);
    }
    check_broken_links("<!-- a -->\n[x](x.md) <!-- b", &[(2, 5, "x.md")]);
    check_broken_links("- a\n\n    [x](x.md)\n", &[(3, 9, "x.md")]);
    check_broken_links("- an odd `\n- [x](x.md)\n- another `\n", &[(2, 7, "x.md")]);
    check_broken_links("# an odd `\n[x](x.md)` and\n\n`\n", &[(2, 5, "x.md")]);
    check_broken_links("Text\n    [x](x.md)\n", &[(2, 9, "x.md")]);
    check_broken_links("a \\` [x](x.md) `", &[(1, 10, "x.md")]);
    check_broken_links(
        "[a long\nname](x.md) [![i](i.png)](y.md)",
        &[(2, 7, "x.md"), (2, 19, "i.png"), (2, 27, "y.md")],
    );
    check_broken_links("- [ ] see [x](x.md)\n  and [y](y.md)\n", &[(1, 15, "x.md"), (2, 11, "y.md")]);
    check_broken_links("| a ` | [x](x.md) |\n| ` | [y](y.md) |\n", &[(1, 13, "x.md"), (2, 11, "y.md")]);
}

#[test]
fn a_source_may_be_cited_by_the_start_of_its_id() {
    let sources = |session: &str| {
        let text = format!("---\nsources:\n  - session: {session}\n---\n");
        let file = File { path: "decisions/a.md", bytes: text.as_bytes() };
        let request = CheckRequest {
            sessions: Some(vec!["s/2026-01-02_2ab061f6-1111-4222-8333-944455556666.jsonl".into()]),
            ..CheckRequest::default()
        };
        check(&[file], &request).findings.len()
    };
    assert_eq!(sources("2026-01-02_2ab061f6.jsonl"), 0);
    assert_eq!(sources("2026-01-02_2ab061f6-1111-4222-8333-944455556666.jsonl"), 0);
    assert_eq!(sources("2026-01-02_2ab061f7.jsonl"), 1);
    assert_eq!(sources("2026-01-02_2ab061f6-9999-4222-8333-944455556666.jsonl"), 1);
    assert_eq!(sources("2026-01-02_2ab061.jsonl"), 1);
}

#[test]
fn an_entry_between_two_circles_is_on_none() {
    let entry = |replaces: &str| format!("---\nsupersedes: [{replaces}]\n---\n");
    let replaces = [("a", "b"), ("b", "a, c"), ("c", "d"), ("d", "e"), ("e", "d"), ("f", "f"), ("g", "a")];
    let texts = replaces.map(|(name, others)| (format!("patterns/{name}.md"), entry(others)));
    let files: Vec<File<'_>> = texts.iter().map(|(path, text)| File { path, bytes: text.as_bytes() }).collect();
    let report = check(&files, &CheckRequest::default());
    let on_circles: Vec<&str> = report.findings.iter().map(|finding| &finding.path[9..10]).collect();
    assert_eq!(on_circles, ["a", "b", "d", "e", "f"]);
}

#[test]
fn the_host_is_told_which_links_lead_outside() {
    let file = File {
        path: "decisions/a.md",
        bytes: b"[a](../../src/x.rs) [b](b.md) [c](../../../up.md) [d](../../src/x.rs#L3)",
    };
    assert_eq!(links_outside(&[file]), ["../../up.md", "../src/x.rs"]);
}

#[test]
fn hostile_text_is_checked_in_time() {
    let started = std::time::Instant::now();
    let hostile = "[](".repeat(2_000) + &"`".repeat(2_000) + &"](x".repeat(2_000) + "\n";
    let text = hostile.repeat(10) + &"[](x".repeat(100_000);
    let file = File { path: "a/b.md", bytes: text.as_bytes() };
    check(&[file], &CheckRequest::default());
    assert!(started.elapsed().as_secs() < 5);
}
