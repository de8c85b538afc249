//! A concluded spike as an entry of the knowledge base.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Outcome, section_of, workspace_status};
use crate::article::write::render_gsd;
use crate::article::{self, FrontMatter};
use crate::error::Error;
use crate::index::{EMPTY_GSD_INDEX, GsdRow, insert_gsd_row};
use crate::model::{Kind, Status};
use crate::redact::redact;
use crate::slug::{slug, unique_slug};
use crate::text::{keywords, one_line};
use crate::time::Timestamp;

/// What is needed to conclude a spike.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ConcludeRequest {
    /// Name of the workspace folder.
    pub workspace: String,
    /// Its files, as name and text.
    pub files: Vec<(String, String)>,
    /// What the experiment showed.
    pub outcome: String,
    /// The project; `_global` for none.
    pub project: String,
    /// Topics; taken from the words of the hypothesis when empty.
    pub tags: Vec<String>,
    /// What must stay true for the answer to hold.
    pub depends_on: Vec<String>,
    /// The spike that this one replaces.
    pub supersedes: Option<String>,
    /// The spikes that are stored, as path and text.
    #[serde(default)]
    pub stored: Vec<(String, String)>,
    /// The index as it stands.
    pub index: Option<String>,
    /// The time of the call.
    pub now: Timestamp,
}

/// A spike ready to be stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Concluded {
    /// Its identifier.
    pub id: String,
    /// Path below the knowledge base.
    pub path: String,
    /// The file.
    pub content: String,
    /// The index with its row, and without the row of the spike it replaces.
    pub index: String,
}

/// Makes the record of a spike; refused while something is missing.
pub fn conclude(request: &ConcludeRequest) -> Result<Concluded, Error> {
    let clean = |text: &String| redact(text).text.into_owned();
    let request = &ConcludeRequest {
        project: clean(&request.project),
        tags: request.tags.iter().map(clean).collect(),
        depends_on: request.depends_on.iter().map(clean).collect(),
        ..request.clone()
    };
    let refuse = |field: &str, message: String| Error::InvalidInput { field: field.into(), message };
    let outcome = Outcome::parse(&request.outcome).ok_or_else(|| {
        refuse("outcome", format!("`{}` is none of confirmed, rejected, partial, inconclusive", request.outcome))
    })?;
    let status = workspace_status(&request.files);
    if !status.ready {
        return Err(refuse(&request.workspace, format!("not ready: {}", status.missing.join("; "))));
    }
    let text = |name: &str, section: &str| {
        let file = request.files.iter().find(|(file, _)| file == name).map_or("", |(_, text)| text.as_str());
        redact(&section_of(file, section)).text.to_string()
    };
    let hypothesis = text("HYPOTHESIS.md", "Hypothesis");
    let constraints = text("HYPOTHESIS.md", "Constraints");
    let name = request.workspace.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('-');
    let id = unused_id(request, name, &hypothesis);
    let tags = if request.tags.is_empty() { keywords(name, &hypothesis, 5) } else { request.tags.clone() };
    let mut front = FrontMatter {
        id: Some(id.clone()),
        kind: Some(Kind::Spike),
        project: Some(request.project.clone()),
        tags: tags.clone(),
        created: Some(request.now),
        updated: Some(request.now),
        durability: Some("principle".into()),
        status: Some(Status::Current),
        outcome: Some(outcome.name().into()),
        depends_on: request.depends_on.clone(),
        supersedes: request.supersedes.iter().cloned().collect(),
        ..FrontMatter::default()
    };
    front.extra.insert("hypothesis".into(), Value::String(one_line(&hypothesis)));
    front.extra.insert("rounds".into(), Value::from(1));
    let criteria = text("EXPERIMENT.md", "Success Criteria");
    let experiment = format!("{}\n\n**Success criteria:** {criteria}", text("EXPERIMENT.md", "Method"));
    let related = request.supersedes.as_ref().map_or_else(String::new, |old| format!("Replaces [{old}]."));
    // The data stay where they were made; the record says where.
    let data = request
        .files
        .iter()
        .filter(|(name, _)| name.starts_with("results/") && !name.ends_with("/.gitkeep"))
        .map(|(name, _)| format!("- `.planning/spikes/{}/{name}`", request.workspace))
        .collect::<Vec<_>>()
        .join("\n");
    let mut body = String::new();
    for (heading, content) in [
        ("Hypothesis", hypothesis),
        ("Constraints", constraints),
        ("Experiment", experiment),
        ("Results", text("DECISION.md", "Results")),
        ("Data", data),
        ("Decision", text("DECISION.md", "Decision")),
        ("Consequences", text("DECISION.md", "Consequences")),
        ("Related", related),
    ] {
        if !content.trim().is_empty() {
            for part in ["## ", heading, "\n\n", content.trim(), "\n\n"] {
                body.push_str(part);
            }
        }
    }
    let row = GsdRow {
        kind: Kind::Spike,
        id: id.clone(),
        project: request.project.clone(),
        grade: outcome.name().into(),
        lifecycle: String::new(),
        tags,
        date: Some(request.now.date()),
        status: "active".into(),
    };
    let before = request.index.as_deref().unwrap_or(EMPTY_GSD_INDEX);
    let before = match request.supersedes.as_deref() {
        Some(old) if old == id => return Err(refuse("supersedes", "a spike cannot replace itself".into())),
        Some(old) => without_row(before, old),
        None => before.to_string(),
    };
    let index = insert_gsd_row(&before, &row).ok_or_else(|| {
        refuse("index.md", "it has no table of spikes; rebuild it with `repolore index --write`".into())
    })?;
    let path = path_of(request, &id);
    Ok(Concluded { content: render_gsd(&front, &format!("{}\n", body.trim_end())), id, path, index })
}

fn path_of(request: &ConcludeRequest, id: &str) -> String {
    format!("spikes/{}/{id}.md", request.project)
}

/// `spk-{date}-{name}`, with a number where another spike has that name.
///
/// A spike that is concluded again keeps its name, so that the host finds it there; one that replaces another is new.
fn unused_id(request: &ConcludeRequest, name: &str, hypothesis: &str) -> String {
    let id_of = |name: &str| format!("spk-{}-{name}", request.now.date().to_iso());
    let is_other = |path: &str, text: &str, id: &str| {
        let stored = || article::read(path, text.as_bytes()).value.front.text("hypothesis");
        request.supersedes.is_some()
            || path != path_of(request, id)
            || stored().as_deref().map(one_line) != Some(one_line(hypothesis))
    };
    let taken = |name: &str| {
        let id = id_of(name);
        let file = format!("{id}.md");
        request.stored.iter().any(|(path, text)| {
            path.rsplit('/').next().is_some_and(|own| own.eq_ignore_ascii_case(&file)) && is_other(path, text, &id)
        })
    };
    id_of(&unique_slug(&slug(name), taken))
}

/// The index without the row of one spike, its counts one lower.
fn without_row(index: &str, id: &str) -> String {
    let start = format!("| {id} |");
    let listed = index.lines().any(|line| line.starts_with(&start));
    let mut out = String::new();
    for line in index.lines().filter(|line| !line.starts_with(&start)) {
        let counts = line.starts_with("## Spikes (") || line.starts_with("**Total entries:**");
        if listed && counts {
            out.push_str(&counted_down(line));
        } else {
            out.push_str(line);
        }
        out.push('\n');
    }
    out
}

/// The line with its number one lower.
fn counted_down(line: &str) -> String {
    let Some(start) = line.find(|c: char| c.is_ascii_digit()) else { return line.to_string() };
    let end = line[start..].find(|c: char| !c.is_ascii_digit()).map_or(line.len(), |length| start + length);
    let count = line[start..end].parse::<u32>().map_or(0, |count| count.saturating_sub(1));
    format!("{}{count}{}", &line[..start], &line[end..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spike::{Prior, known_spikes};

    fn request(decision: &str) -> ConcludeRequest {
        ConcludeRequest {
            workspace: "001-sqlite-for-the-timetable".into(),
            files: alloc::vec![
                (
                    "HYPOTHESIS.md".into(),
                    "## Hypothesis\n\nSQLite serves the timetable to 100 readers below 10 ms.\n".into()
                ),
                (
                    "EXPERIMENT.md".into(),
                    "## Method\n\nRun wrk for a minute.\n\n## Success Criteria\n\np95 below 10 ms\n".into()
                ),
                ("DECISION.md".into(), format!("## Results\n\np95 was 4 ms\n\n## Decision\n\n{decision}\n")),
            ],
            outcome: "confirmed".into(),
            project: "quayside".into(),
            tags: alloc::vec!["sqlite".into(), "timetable".into()],
            depends_on: Vec::new(),
            supersedes: None,
            stored: Vec::new(),
            index: None,
            now: Timestamp::parse("2026-03-04").unwrap(),
        }
    }

    #[test]
    fn a_concluded_spike_answers_the_question_next_time() {
        let made = conclude(&request("Use SQLite for the timetable.")).unwrap();
        assert_eq!(made.path, "spikes/quayside/spk-2026-03-04-sqlite-for-the-timetable.md");
        assert!(made.index.contains("## Spikes (1)"));
        let stored = article::read(&made.path, made.content.as_bytes()).value;
        let now = Timestamp::parse("2026-03-10").unwrap();
        let known = |question: &str| known_spikes(question, core::slice::from_ref(&stored), now, None);
        let answer = known("Should SQLite serve the timetable to readers?");
        assert!(answer.avoided, "{answer:?}");
        assert_eq!(answer.known[0].decision, "Use SQLite for the timetable.");
        let other = known("Does SQLite serve the timetable over a network share?");
        assert!(!other.avoided, "{other:?}");
        assert_eq!(other.known[0].prior, Prior::Partial);
        assert!(!other.known[0].gap.is_empty());
        assert_eq!(known("Which colour has the logo?").known, []);
    }

    #[test]
    fn the_record_names_its_data() {
        let mut asked = request("Use SQLite.");
        asked.files.push(("results/.gitkeep".into(), String::new()));
        asked.files.push(("results/run-1.csv".into(), String::new()));
        let made = conclude(&asked).unwrap();
        let data = "## Data\n\n- `.planning/spikes/001-sqlite-for-the-timetable/results/run-1.csv`\n\n## Decision";
        assert!(made.content.contains(data), "{}", made.content);
    }

    #[test]
    fn a_replacing_spike_takes_the_row_of_the_old_one() {
        let old = conclude(&request("Use SQLite.")).unwrap();
        let newer = ConcludeRequest {
            workspace: "002-postgres-for-the-timetable".into(),
            supersedes: Some(old.id.clone()),
            index: Some(old.index.clone()),
            ..request("Use PostgreSQL.")
        };
        let made = conclude(&newer).unwrap();
        assert!(!made.index.contains(&format!("| {} |", old.id)), "{}", made.index);
        assert!(made.index.contains("## Spikes (1)"), "{}", made.index);
        let stored: Vec<_> = [(&old.path, &old.content), (&made.path, &made.content)]
            .iter()
            .map(|(path, content)| article::read(path, content.as_bytes()).value)
            .collect();
        let answer = known_spikes("Should SQLite serve the timetable to readers?", &stored, Timestamp(0), None);
        assert!(answer.known.iter().all(|spike| spike.id != old.id), "{answer:?}");
        assert!(made.content.contains(&format!("Replaces [{}]", old.id)));
    }

    #[test]
    fn tags_and_conditions_hold_no_secret() {
        let secret = ["ghp_", "16C7e42F292c6912E7710c838347Ae178B4a"].concat();
        let list = || alloc::vec![secret.clone(), "sqlite >= 3".to_string()];
        let made = conclude(&ConcludeRequest { tags: list(), depends_on: list(), ..request("Use SQLite.") }).unwrap();
        assert!(!made.content.contains(&secret) && made.content.contains("sqlite >= 3"), "{}", made.content);
        assert!(!made.index.contains(&secret), "{}", made.index);
    }

    #[test]
    fn two_spikes_of_one_name_on_one_day_are_told_apart() {
        let first = conclude(&request("Use SQLite.")).unwrap();
        let stored = alloc::vec![(first.path.clone(), first.content.clone())];
        let after = ConcludeRequest { stored, index: Some(first.index.clone()), ..request("Use SQLite.") };
        assert_eq!(conclude(&after).unwrap().path, first.path, "the same one is found again");
        let mut other = after.clone();
        other.workspace = "002-sqlite-for-the-timetable".into();
        other.files[0].1 = "## Hypothesis\n\nSQLite survives a power cut.\n".into();
        let second = conclude(&other).unwrap();
        assert_eq!(second.id, format!("{}-2", first.id));
        assert!(second.index.contains("## Spikes (2)"), "{}", second.index);
        other.files[0].1 = "## Hypothesis\n\nSQLite fits on the card.\n".into();
        other.stored.push((second.path, second.content));
        assert_eq!(conclude(&other).unwrap().id, format!("{}-3", first.id));
        let replacing = ConcludeRequest { supersedes: Some(first.id.clone()), ..after.clone() };
        let newer = conclude(&replacing).unwrap();
        assert_eq!(newer.id, format!("{}-2", first.id));
        assert!(newer.index.contains("## Spikes (1)"), "{}", newer.index);
        let elsewhere = ConcludeRequest { project: "harbour".into(), ..after };
        assert_eq!(conclude(&elsewhere).unwrap().id, format!("{}-2", first.id));
    }

    #[test]
    fn an_unfinished_spike_or_an_odd_outcome_is_refused() {
        assert_eq!(
            conclude(&request("TBD")).unwrap_err().to_string(),
            "001-sqlite-for-the-timetable: not ready: DECISION.md: \"Decision\" is empty"
        );
        let odd = ConcludeRequest { outcome: "maybe".into(), ..request("Use SQLite.") };
        assert_eq!(conclude(&odd).unwrap_err().code(), "input/invalid");
    }
}
