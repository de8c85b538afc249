//! The folder of a running spike: templates that guide, and what is still missing.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;

use super::{is_filled, section_of};
use crate::slug::slug;
use crate::text::one_line;

/// What each file of a workspace must say before the spike can be concluded.
const REQUIRED: [(&str, &[&str]); 3] = [
    ("HYPOTHESIS.md", &["Hypothesis"]),
    ("EXPERIMENT.md", &["Method", "Success Criteria"]),
    ("DECISION.md", &["Results", "Decision"]),
];

/// A file of a new workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NewFile {
    /// Path relative to the folder of spikes.
    pub path: String,
    /// What it holds.
    pub content: String,
}

/// What a workspace still lacks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct WorkspaceStatus {
    /// Whether it can be concluded.
    pub ready: bool,
    /// What is missing, each with its file.
    pub missing: Vec<String>,
}

/// The files of a new workspace `{n}-{slug}/`; `taken` are the names of the folders that are there.
pub fn new_workspace(question: &str, taken: &[String]) -> Vec<NewFile> {
    let numbers = taken.iter().filter_map(|name| name.split('-').next()?.parse::<u32>().ok());
    let number = numbers.max().unwrap_or(0).saturating_add(1);
    let folder = format!("{number:03}-{}", slug(question));
    let question = one_line(question);
    let file = |name: &str, content: String| NewFile { path: format!("{folder}/{name}"), content };
    alloc::vec![
        file(
            "HYPOTHESIS.md",
            format!(
                "# {question}\n\n## Question\n\n{question}\n\n## Hypothesis\n\n\
                 <!-- One sentence that an experiment can prove wrong: \"X handles Z with less than N ms at M rows\". -->\n\n\
                 ## Constraints\n\n<!-- Technology, versions, scale, budget: what a later reader must compare with. -->\n"
            ),
        ),
        file(
            "EXPERIMENT.md",
            "# Experiment\n\n## Method\n\n<!-- What is built or measured, in which order, with which data. -->\n\n\
             ## Success Criteria\n\n<!-- Numbers decided before measuring: what confirms, what rejects. -->\n"
                .to_string(),
        ),
        file("results/.gitkeep", String::new()),
        file(
            "DECISION.md",
            "# Decision\n\n## Results\n\n<!-- The data: a small table, with the command that printed it. -->\n\n\
             ## Decision\n\n<!-- The chosen approach, in one sentence first. -->\n\n\
             ## Consequences\n\n<!-- What follows, and what would make this wrong. -->\n"
                .to_string(),
        ),
    ]
}

/// Looks at the files of a workspace, given as name and text.
pub fn workspace_status(files: &[(String, String)]) -> WorkspaceStatus {
    let mut missing = Vec::new();
    for (name, sections) in REQUIRED {
        let Some((_, text)) = files.iter().find(|(file, _)| file == name) else {
            missing.push(format!("{name} is not there"));
            continue;
        };
        for section in sections {
            if !is_filled(&section_of(text, section)) {
                missing.push(format!("{name}: \"{section}\" is empty"));
            }
        }
    }
    WorkspaceStatus { ready: missing.is_empty(), missing }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_workspace_counts_on_and_lacks_everything() {
        let files = new_workspace("Should we use SQLite or Postgres?", &["007-older".into()]);
        assert_eq!(files[0].path, "008-should-we-use-sqlite-or-postgres/HYPOTHESIS.md");
        let named: Vec<(String, String)> =
            files.iter().map(|file| (file.path.split_once('/').unwrap().1.to_string(), file.content.clone())).collect();
        let status = workspace_status(&named);
        assert!(!status.ready);
        assert_eq!(status.missing.len(), 5, "{:?}", status.missing);
    }

    #[test]
    fn a_promise_is_not_a_decision() {
        let files = |decision: &str| {
            alloc::vec![
                ("HYPOTHESIS.md".to_string(), "## Hypothesis\n\nSQLite serves 100 readers.\n".to_string()),
                (
                    "EXPERIMENT.md".to_string(),
                    "## Method\n\nRun wrk.\n\n## Success Criteria\n\np95 below 10 ms\n".to_string()
                ),
                ("DECISION.md".to_string(), format!("## Results\n\np95 was 4 ms\n\n## Decision\n\n{decision}\n")),
            ]
        };
        assert_eq!(workspace_status(&files("**TBD**")).missing, ["DECISION.md: \"Decision\" is empty"]);
        assert!(workspace_status(&files("Use SQLite.")).ready);
    }
}
