//! One more row in an index, without reading the entries behind the others.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::gsd::{GsdRow, cell};
use crate::model::Kind;
use crate::time::Date;

/// An index that holds no entry yet.
pub const EMPTY_GSD_INDEX: &str = "# Knowledge Store Index\n\n**Total entries:** 0\n\n## Signals (0)\n\n\
    | ID | Project | Severity | Lifecycle | Tags | Date | Status |\n|----|---------|----------|-----------|------|------|--------|\n\n\
    ## Spikes (0)\n\n| ID | Project | Outcome | Tags | Date | Status |\n|----|---------|---------|------|------|--------|\n";

/// Adds a row where its date belongs and corrects the counts. `None` when the text has no such table.
pub fn insert_gsd_row(index: &str, row: &GsdRow) -> Option<String> {
    let heading = match row.kind {
        Kind::Signal => "## Signals (",
        Kind::Spike => "## Spikes (",
        Kind::Lesson => "## Lessons (",
        _ => return None,
    };
    let mut lines: Vec<String> = index.lines().map(ToString::to_string).collect();
    let head = lines.iter().position(|line| line.starts_with(heading))?;
    let columns = head + lines[head..].iter().position(|line| line.starts_with('|'))?;
    let names: Vec<String> = lines[columns].split('|').map(|name| name.trim().to_ascii_lowercase()).collect();
    let date_at = names.iter().position(|name| name == "date")?;
    let date = row.date.map(Date::to_iso).unwrap_or_default();
    let values = |name: &str| match name {
        "id" => row.id.clone(),
        "project" => row.project.clone(),
        "severity" | "outcome" | "category" => row.grade.clone(),
        "lifecycle" => row.lifecycle.clone(),
        "tags" => row.tags.join(","),
        "date" => date.clone(),
        "status" => row.status.clone(),
        _ => String::new(),
    };
    let cells: Vec<String> = names.iter().filter(|name| !name.is_empty()).map(|name| cell(&values(name))).collect();
    let mut at = columns + 2;
    while lines.get(at).is_some_and(|line| line.starts_with('|') && newer(line, date_at, &date)) {
        at += 1;
    }
    lines.insert(at.min(lines.len()), format!("| {} |", cells.join(" | ")));
    for line in [head, lines.iter().position(|line| line.starts_with("**Total entries:**"))?] {
        lines[line] = counted_up(&lines[line]);
    }
    let line_end = if index.contains("\r\n") { "\r\n" } else { "\n" };
    Some(lines.join(line_end) + line_end)
}

fn newer(line: &str, date_at: usize, date: &str) -> bool {
    line.split('|').nth(date_at).is_some_and(|own| own.trim().trim_matches('"') > date)
}

/// The line with its number one higher.
fn counted_up(line: &str) -> String {
    let Some(start) = line.find(|c: char| c.is_ascii_digit()) else { return line.to_string() };
    let digits: String = line[start..].chars().take_while(char::is_ascii_digit).collect();
    let next = digits.parse::<u32>().unwrap_or(0).saturating_add(1);
    format!("{}{next}{}", &line[..start], &line[start + digits.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::read_gsd_index;

    fn row(id: &str, date: &str) -> GsdRow {
        GsdRow {
            kind: Kind::Signal,
            id: id.into(),
            project: "app".into(),
            grade: "minor".into(),
            lifecycle: "detected".into(),
            tags: alloc::vec!["ci".into(), "cache".into()],
            date: Date::parse(date),
            status: "active".into(),
        }
    }

    #[test]
    fn rows_stand_newest_first_and_are_counted() {
        let mut index = EMPTY_GSD_INDEX.to_string();
        for (id, date) in [("sig-b", "2026-03-02"), ("sig-c", "2026-03-03"), ("sig-a", "2026-03-01")] {
            index = insert_gsd_row(&index, &row(id, date)).unwrap();
        }
        assert!(index.contains("**Total entries:** 3") && index.contains("## Signals (3)"), "{index}");
        let ids: Vec<String> = read_gsd_index(&index).into_iter().map(|row| row.id).collect();
        assert_eq!(ids, ["sig-c", "sig-b", "sig-a"]);
    }

    #[test]
    fn line_ends_of_another_system_stay() {
        let index = EMPTY_GSD_INDEX.replace('\n', "\r\n");
        let index = insert_gsd_row(&index, &row("sig-a", "2026-03-01")).unwrap();
        assert_eq!(index.matches('\n').count(), index.matches("\r\n").count(), "{index:?}");
        assert_eq!(read_gsd_index(&index).len(), 1);
    }

    #[test]
    fn a_text_without_the_table_is_refused() {
        assert_eq!(insert_gsd_row("# Something else\n", &row("sig-a", "2026-03-01")), None);
    }
}
