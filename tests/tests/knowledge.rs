//! The bundled example gives the knowledge base that stands beside it; the JavaScript tests hold the WASM core to the
//! same bytes.
//!
//! `BLESS=1 cargo test -p repolore-tests --test knowledge` writes what is made now; review the difference.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use repolore_core::curate::{CurateOptions, CuratePlan, Curator};
use repolore_core::transcript::read_issue_mapping;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in fs::read_dir(folder).expect("folder") {
        let path = entry.expect("readable").path();
        if path.is_dir() { out.extend(files_below(&path)) } else { out.push(path) }
    }
    out.sort();
    out
}

fn name_of(path: &Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}

/// What sources call a session: its file, or its folder where every file is called the same.
fn session_name(path: &Path) -> String {
    let name = name_of(path);
    if name == "events.jsonl" { name_of(path.parent().expect("a folder")) } else { name }
}

/// Curates the example, its sessions in the given order.
fn curate(sessions: &[PathBuf]) -> CuratePlan {
    let state = fixtures().join("example/.GITCLAW/state");
    let issues: BTreeMap<String, u32> = files_below(&state.join("issues"))
        .iter()
        .filter_map(|path| read_issue_mapping(&fs::read(path).expect("readable")))
        .map(|mapping| (name_of(Path::new(&mapping.session_path)), mapping.issue))
        .collect();
    let mut curator = Curator::new(CurateOptions { bootstrap: true, ..CurateOptions::default() });
    for known in ["memory.log", "user.md"] {
        curator.know(&fs::read_to_string(state.join(known)).expect("readable"));
    }
    for path in sessions {
        curator.begin_session(&session_name(path), issues.get(&name_of(path)).copied());
        curator.push(&fs::read(path).expect("readable"));
    }
    curator.plan().expect("a plan")
}

fn sessions() -> Vec<PathBuf> {
    files_below(&fixtures().join("example/.GITCLAW/state/sessions"))
}

fn pages(plan: CuratePlan) -> BTreeMap<String, String> {
    plan.changes.into_iter().filter_map(|change| Some((change.path, change.content?))).collect()
}

#[test]
fn the_example_gives_the_expected_knowledge() {
    let folder = fixtures().join("example-knowledge");
    let made = pages(curate(&sessions()));
    if std::env::var_os("BLESS").is_some() {
        let _ = fs::remove_dir_all(&folder);
        for (path, text) in &made {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
            fs::write(path, text).expect("writable");
        }
    }
    let expected: BTreeMap<String, String> = files_below(&folder)
        .iter()
        .map(|path| {
            let inside = path.strip_prefix(&folder).expect("inside").to_string_lossy().replace('\\', "/");
            (inside, fs::read_to_string(path).expect("text").replace("\r\n", "\n"))
        })
        .collect();
    assert_eq!(made.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (path, text) in &made {
        assert_eq!(text, &expected[path], "{path}");
    }
}

#[test]
fn the_order_of_sessions_changes_nothing() {
    let forward = pages(curate(&sessions()));
    let backward: Vec<PathBuf> = sessions().into_iter().rev().collect();
    assert_eq!(pages(curate(&backward)), forward);
}
