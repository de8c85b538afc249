//! Tables of contents: `_index.md` for people, `index.yaml` for machines, `index.md` of the GSD layout.
//!
//! All three are made from the entries alone, so that the same entries give the same bytes and a stale index
//! shows as a difference. Nothing in Repolore trusts an index over the files.

mod gsd;
mod insert;
mod machine;
mod people;

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::article::Article;
use crate::error::Error;
use crate::time::Timestamp;
pub use gsd::{GsdRow, gsd_index, read_gsd_index};
pub use insert::{EMPTY_GSD_INDEX, insert_gsd_row};
pub use machine::{AgentMetrics, DomainMetrics, IndexEntry, IndexFile, read_index_yaml};
pub use people::{PeopleRow, people_index, read_people_index};

/// Which index files a knowledge base keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum IndexPreset {
    /// `_index.md` and `index.yaml`.
    Gitclaw,
    /// `index.md`.
    Gsd,
    /// `index.yaml`.
    Claude,
}

impl IndexPreset {
    /// Names of the index files, in the root of the knowledge base.
    pub fn files(self) -> &'static [&'static str] {
        match self {
            Self::Gitclaw => &["_index.md", "index.yaml"],
            Self::Gsd => &["index.md"],
            Self::Claude => &["index.yaml"],
        }
    }
}

/// One index file as it should be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RenderedIndex {
    /// Its name in the root of the knowledge base.
    pub path: String,
    /// What it should hold.
    pub content: String,
    /// Whether the file that was there says the same.
    pub fresh: bool,
}

/// What to make the indexes from, besides the entries.
#[derive(Debug, Clone, Default)]
pub struct IndexRequest {
    /// The index files that are there now, by name. What others keep in them (agent metrics) is carried over.
    pub previous: BTreeMap<String, String>,
    /// How many conversations were curated; without it, the number of distinct sessions named as sources.
    pub conversations: Option<u32>,
    /// For the `Generated` line of the GSD index; kept as it was when nothing else changed.
    pub now: Option<Timestamp>,
}

/// Makes the index files of a layout.
///
/// Fails only when an index that is there was written by a newer version.
pub fn render_indexes(
    preset: IndexPreset,
    articles: &[Article],
    request: &IndexRequest,
) -> Result<Vec<RenderedIndex>, Error> {
    preset
        .files()
        .iter()
        .map(|&name| {
            let previous = request.previous.get(name).map(String::as_str);
            let content = match name {
                "_index.md" => people_index(articles, request.conversations),
                "index.md" => gsd_index(articles, request.now, previous),
                _ => machine::index_yaml(articles, previous)?,
            };
            Ok(RenderedIndex { path: name.to_string(), fresh: previous == Some(content.as_str()), content })
        })
        .collect()
}

/// Whether a path below a knowledge base is an entry: Markdown anywhere, YAML and JSON below a folder, and neither
/// hidden nor an index, a readme or a configuration file.
pub fn is_entry_path(path: &str) -> bool {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    if path.split('/').any(|part| part.starts_with('.') || part.is_empty()) {
        return false;
    }
    let Some((stem, extension)) = file.rsplit_once('.') else { return false };
    let extension = extension.to_ascii_lowercase();
    let named = |names: &[&str]| names.iter().any(|name| stem.eq_ignore_ascii_case(name));
    match extension.as_str() {
        "md" | "markdown" => !(named(&["_index"]) || matches!(folder, "" | "signals") && named(&["index", "readme"])),
        "yaml" | "yml" | "json" => !folder.is_empty() && !named(&["index", "config"]),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_told_from_everything_else() {
        for path in ["decisions/x.md", "x.md", "decision/KE-1.yaml", "patterns/a.json", "signals/p/x.md", "a/index.md"]
        {
            assert!(is_entry_path(path), "{path}");
        }
        for path in [
            "_index.md",
            "index.md",
            "README.md",
            "index.yaml",
            "config.yaml",
            ".git/x.md",
            "a/.b/c.md",
            "x.txt",
            "x",
            "a/_index.md",
        ] {
            assert!(!is_entry_path(path), "{path}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_as_an_index(text in "([|#a-zA-Z0-9 \"\\[\\](){}:,.\\\\-]{0,40}\n){0,6}|.*") {
            let _ = read_gsd_index(&text);
            let _ = read_people_index(&text);
            let _ = read_index_yaml(&text);
        }
    }
}
