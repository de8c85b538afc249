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
