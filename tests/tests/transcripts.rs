//! Every made-up session in `fixtures/transcripts` gives the transcript that stands beside it.
//!
//! `BLESS=1 cargo test -p repolore-tests --test transcripts` writes what is read now; review the difference.

use std::fs;
use std::path::{Path, PathBuf};

use repolore_core::transcript::{ReaderOptions, TranscriptReader, read_transcript};

fn fixtures() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/transcripts");
    let folders = fs::read_dir(root).expect("fixtures").map(|entry| entry.expect("readable").path());
    let mut files: Vec<PathBuf> = folders
        .flat_map(|folder| fs::read_dir(folder).expect("folder").map(|entry| entry.expect("readable").path()))
        .filter(|path| !path.to_string_lossy().ends_with(".expected.json"))
        .collect();
    files.sort();
    files
}

#[test]
fn sessions_are_read_as_expected() {
    let files = fixtures();
    assert!(files.len() >= 10, "fixtures are missing");
    for path in files {
        let outcome = read_transcript(&fs::read(&path).expect("readable"), None);
        let actual = serde_json::to_string_pretty(&outcome).expect("serializable") + "\n";
        let expected_path = PathBuf::from(format!("{}.expected.json", path.display()));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&expected_path, &actual).expect("writable");
        }
        let expected = fs::read_to_string(&expected_path).unwrap_or_default().replace("\r\n", "\n");
        assert_eq!(actual, expected, "{}", path.display());
    }
}

#[test]
fn where_chunks_are_cut_changes_nothing() {
    for path in fixtures() {
        let bytes = fs::read(&path).expect("readable");
        let whole = read_transcript(&bytes, None);
        for size in [1, 7, 64, 1023, 1024, 1025, 4096] {
            let mut reader = TranscriptReader::new(ReaderOptions::default());
            for chunk in bytes.chunks(size) {
                reader.push(chunk);
            }
            assert_eq!(reader.finish(), whole, "{} in chunks of {size}", path.display());
        }
    }
}
