//! `index.md` of the GSD layout: tables of signals, spikes and lessons.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt::Write as _;

use crate::article::Article;
use crate::model::{Kind, Status};
use crate::text::one_line;
use crate::time::{Date, Timestamp};

/// One row of the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GsdRow {
    /// Which table it stands in.
    pub kind: Kind,
    /// The entry's identifier.
    pub id: String,
    /// The project it was seen in.
    pub project: String,
    /// Severity of a signal, outcome of a spike, category of a lesson.
    pub grade: String,
    /// Where a signal stands; empty for the others and in older indexes.
    pub lifecycle: String,
    /// Its tags.
    pub tags: Vec<String>,
    /// When it was created.
    pub date: Option<Date>,
    /// Its status, in the file's own word.
    pub status: String,
}

/// Writes the index. Archived entries are left out; rows are newest first.
///
/// When `previous` differs in nothing but its `Generated` line, it is given back unchanged.
pub fn gsd_index(articles: &[Article], now: Option<Timestamp>, previous: Option<&str>) -> String {
    let mut rows: Vec<(Reverse<Option<Timestamp>>, GsdRow)> = articles
        .iter()
        .filter(|article| article.status != Status::Archived)
        .filter(|article| matches!(article.kind, Kind::Signal | Kind::Spike | Kind::Lesson))
        .map(|article| (Reverse(article.front.created), row_of(article)))
        .collect();
    rows.sort_by(|(time_a, a), (time_b, b)| (time_a, &a.id).cmp(&(time_b, &b.id)));
    let has_lessons = articles.iter().any(|article| article.kind == Kind::Lesson);
    let mut body = format!("**Total entries:** {}\n", rows.len());
    for (kind, heading, columns) in [
        (Kind::Signal, "Signals", &["ID", "Project", "Severity", "Lifecycle", "Tags", "Date", "Status"][..]),
        (Kind::Spike, "Spikes", &["ID", "Project", "Outcome", "Tags", "Date", "Status"]),
        (Kind::Lesson, "Lessons", &["ID", "Project", "Category", "Tags", "Date", "Status"]),
    ] {
        if kind == Kind::Lesson && !has_lessons {
            continue;
        }
        let rows: Vec<&GsdRow> = rows.iter().map(|(_, row)| row).filter(|row| row.kind == kind).collect();
        let rule: Vec<String> = columns.iter().map(|name| "-".repeat(name.len() + 2)).collect();
        _ = writeln!(body, "\n## {heading} ({})\n\n| {} |\n|{}|", rows.len(), columns.join(" | "), rule.join("|"));
        for row in rows {
            let date = row.date.map(Date::to_iso).unwrap_or_default();
            let tags = row.tags.join(",");
            let mut cells = alloc::vec![row.id.as_str(), &row.project, &row.grade];
            if kind == Kind::Signal {
                cells.push(&row.lifecycle);
            }
            cells.extend([tags.as_str(), &date, &row.status]);
            let cells: Vec<String> = cells.into_iter().map(cell).collect();
            _ = writeln!(body, "| {} |", cells.join(" | "));
        }
    }
    if let Some(previous) = previous
        && previous.find("**Total entries:**").is_some_and(|at| previous[at..] == body)
    {
        return previous.to_string();
    }
    let generated = now.map_or_else(String::new, |now| {
        let iso = now.to_iso();
        format!("**Generated:** {}Z\n", iso.split('.').next().unwrap_or(&iso))
    });
    format!("# Knowledge Store Index\n\n{generated}{body}")
}

fn row_of(article: &Article) -> GsdRow {
    let front = &article.front;
    let word = |value: &Option<String>, missing: &str| value.clone().unwrap_or_else(|| missing.to_string());
    GsdRow {
        kind: article.kind,
        id: article.id.clone(),
        project: word(&front.project, ""),
        grade: match article.kind {
            Kind::Signal => word(&front.severity, "minor"),
            Kind::Spike => word(&front.outcome, ""),
            _ => word(&front.category, ""),
        },
        lifecycle: if article.kind == Kind::Signal { word(&front.lifecycle, "detected") } else { String::new() },
        tags: front.tags.clone(),
        date: front.created_on().and_then(|day| Date::parse(&day)),
        status: if article.status == Status::Current { "active" } else { article.status.name() }.to_string(),
    }
}

pub(super) fn cell(text: &str) -> String {
    one_line(text).replace('|', "\\|")
}

/// Reads an index of any version, also those whose indexer left `tags:` in the tag column or a quote before the date.
pub fn read_gsd_index(text: &str) -> Vec<GsdRow> {
    let mut rows = Vec::new();
    let mut kind = Kind::Signal;
    let mut columns: Vec<String> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(heading) = line.strip_prefix("## ") {
            let word = heading.split([' ', '(']).next().unwrap_or("");
            kind = Kind::parse(word).unwrap_or(kind);
            columns.clear();
            continue;
        }
        let Some(inner) = line.strip_prefix('|').and_then(|rest| rest.strip_suffix('|')) else { continue };
        let cells = split_cells(inner);
        if columns.is_empty() {
            columns = cells.iter().map(|cell| cell.to_ascii_lowercase()).collect();
            continue;
        }
        if cells.iter().all(|cell| cell.bytes().all(|b| matches!(b, b'-' | b':'))) {
            continue;
        }
        let get = |names: &[&str]| {
            let at = columns.iter().position(|column| names.contains(&column.as_str()));
            at.and_then(|at| cells.get(at)).cloned().unwrap_or_default()
        };
        let id = get(&["id"]);
        if id.is_empty() {
            continue;
        }
        let tags = get(&["tags"]);
        let tags = tags.trim_start_matches("tags:").trim_matches(['[', ']', ' ']).split(',').map(unquote);
        rows.push(GsdRow {
            kind,
            id,
            project: get(&["project"]),
            grade: get(&["severity", "outcome", "category"]),
            lifecycle: get(&["lifecycle"]),
            tags: tags.filter(|tag| !tag.is_empty()).collect(),
            date: Date::parse(&unquote(&get(&["date"]))),
            status: get(&["status"]),
        });
    }
    rows
}

/// Cells between bars that are not escaped.
fn split_cells(line: &str) -> Vec<String> {
    let mut cells = alloc::vec![String::new()];
    let mut letters = line.chars().peekable();
    while let Some(c) = letters.next() {
        match (c, cells.last_mut()) {
            ('\\', Some(cell)) if letters.peek() == Some(&'|') => {
                letters.next();
                cell.push('|');
            }
            ('|', _) => cells.push(String::new()),
            (_, Some(cell)) => cell.push(c),
            (_, None) => {}
        }
    }
    cells.iter().map(|cell| cell.trim().to_string()).collect()
}

fn unquote(text: &str) -> String {
    text.trim().trim_matches(['"', '\'']).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::read;

    fn articles() -> Vec<Article> {
        [
            ("signals/p/a.md", "---\nid: sig-a\ntype: signal\nproject: p\ntags: [x, y]\ncreated: \"2026-04-10T05:00:00Z\"\nseverity: notable\nsignal_type: deviation\nstatus: open\n---\n"),
            ("signals/p/b.md", "---\nid: sig-b\ntype: signal\ntags:\n  - one\n  - two|three\ncreated: 2026-04-11\n---\n"),
            ("signals/p/old.md", "---\nid: sig-old\ntype: signal\nstatus: archived\n---\n"),
            ("spikes/p/s.md", "---\nid: spk-1\ntype: spike\nproject: p\noutcome: confirmed\ncreated: 2026-03-01\n---\n"),
        ]
        .map(|(path, text)| read(path, text.as_bytes()).value)
        .to_vec()
    }

    const EXPECTED: &str = "# Knowledge Store Index\n\n**Generated:** 2026-04-22T02:47:06Z\n**Total entries:** 3\n\n## Signals (2)\n\n| ID | Project | Severity | Lifecycle | Tags | Date | Status |\n|----|---------|----------|-----------|------|------|--------|\n| sig-b |  | minor | detected | one,two\\|three | 2026-04-11 | active |\n| sig-a | p | notable | detected | x,y | 2026-04-10 | active |\n\n## Spikes (1)\n\n| ID | Project | Outcome | Tags | Date | Status |\n|----|---------|---------|------|------|--------|\n| spk-1 | p | confirmed |  | 2026-03-01 | active |\n";

    #[test]
    fn the_index_has_the_stated_form() {
        let now = Timestamp::parse("2026-04-22T02:47:06Z");
        assert_eq!(gsd_index(&articles(), now, None), EXPECTED);
        let later = Timestamp::parse("2026-05-01");
        assert_eq!(gsd_index(&articles(), later, Some(EXPECTED)), EXPECTED, "nothing changed but the clock");
        assert_ne!(gsd_index(&articles()[1..], later, Some(EXPECTED)), EXPECTED);
    }

    #[test]
    fn the_index_reads_back() {
        let rows = read_gsd_index(EXPECTED);
        assert_eq!(rows.len(), 3);
        assert_eq!(rows[0].tags, ["one", "two|three"]);
        assert_eq!(rows[1].date, Date::parse("2026-04-10"));
        assert_eq!((rows[2].kind, rows[2].grade.as_str()), (Kind::Spike, "confirmed"));
    }

    #[test]
    fn damaged_and_older_indexes_are_read() {
        let rows = read_gsd_index(
            "## Signals (2)\n\n| ID | Project | Severity | Tags | Date | Status |\n|----|--|--|--|--|--|\n| a | p | high | tags: | \"2026-02-22 | active |\n| b | p |\n",
        );
        assert_eq!(rows[0].tags, [] as [&str; 0]);
        assert_eq!(rows[0].date, Date::parse("2026-02-22"));
        assert_eq!((rows[1].id.as_str(), rows[1].status.as_str()), ("b", ""));
    }
}
