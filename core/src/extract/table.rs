//! Tables of an answer: kept for their numbers, or for what they name.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use super::block::Section;
use super::cue::{self, Cues};
use super::form::has_number;
use super::judge::{Place, judge, names_project};
use super::mark;
use super::progress::is_task_state;
use super::read::{MAX_ROWS, PLAIN_BELOW, Reader, Weight};
use super::sentence;

/// Tables with more rows are kept only for their numbers or for what they name.
const LARGE_TABLE: usize = 12;

pub(super) fn is_table_rule(line: &str) -> bool {
    let line = line.trim();
    line.contains('-') && line.contains('|') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

pub(super) fn cells(line: &str) -> Vec<String> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let line = line.strip_suffix('|').unwrap_or(line);
    // "`a || b`" and "a \\| b" are one cell each.
    let has_pairs = line.matches('`').count().is_multiple_of(2);
    let (mut is_code, mut is_escaped) = (false, false);
    let cells = line.split(|c: char| {
        is_code ^= c == '`' && has_pairs;
        let is_end = c == '|' && !is_code && !is_escaped;
        is_escaped = c == '\\';
        is_end
    });
    cells.map(|cell| cell.trim().to_string()).collect()
}

impl Reader<'_> {
    /// Whether a table names something of the project.
    pub(super) fn names_any(&self, rows: &[Vec<String>]) -> bool {
        rows.iter().any(|row| {
            let joined = row.join(" ");
            names_project(&sentence::words(&joined), &joined, self.scope.project)
        })
    }

    /// Keeps the rows of a table that tell something.
    pub(super) fn table(
        &mut self,
        header: &[String],
        rows: &[Vec<String>],
        intro: Option<&str>,
        section: &Section,
        place: (usize, usize, usize),
        weight: Weight,
    ) {
        // A list of tasks is past when the next one is done.
        let is_state =
            |column: usize| rows.iter().filter(|row| row.get(column).is_some_and(|c| is_task_state(c))).count();
        if (0..header.len()).any(|column| is_state(column) * 3 >= rows.len() * 2) && rows.len() > 1 {
            self.extraction.leave_out("momentary");
            return;
        }
        let mut kept: Vec<&Vec<String>> = Vec::new();
        let (mut n_numeric, mut n_named) = (0_u32, 0_u32);
        let mut all = Cues::default();
        for row in rows.iter().take(MAX_ROWS) {
            let joined = row.join(" ");
            let words = sentence::words(&joined);
            let cues = cue::scan(&words);
            if cues.has(Cues::HYPOTHETICAL) || cues.has(Cues::OFFER) || cues.has(Cues::MOMENTARY) && words.len() <= 24 {
                self.extraction.leave_out("hypothetical");
                continue;
            }
            all.add(cues);
            n_numeric += u32::from(row.iter().skip(1).any(|cell| has_number(cell)));
            n_named += u32::from(names_project(&words, &joined, self.scope.project));
            kept.push(row);
        }
        if kept.is_empty() {
            return;
        }
        let n_kept = u32::try_from(kept.len()).unwrap_or(1);
        let n = f64::from(n_kept);
        if rows.len() > LARGE_TABLE && n_numeric * 2 < n_kept && n_named * 3 < n_kept {
            self.extraction.leave_out("large table");
            return;
        }
        let points = 0.9 * f64::from(n_numeric) / n + 0.7 * f64::from(n_named) / n
            - if rows.len() > LARGE_TABLE { 0.4 } else { 0.0 };
        let mut out = String::new();
        if let Some(intro) = intro.and_then(|intro| judge(intro, Place::Prose, self.scope).ok()) {
            let _ = write!(out, "{}\n\n", intro.text);
        }
        push_row(&mut out, header);
        let _ = writeln!(out, "|{}", "---|".repeat(header.len()));
        for row in kept {
            push_row(&mut out, row);
        }
        self.push(place, &section.heading, out.trim_end().to_string(), weight.base + points, all, false);
        if let Some(unit) = self.units.last_mut() {
            unit.points = points;
            unit.is_plain = points < PLAIN_BELOW && !weight.is_rich;
        }
    }
}

fn push_row(out: &mut String, cells: &[String]) {
    out.push('|');
    for cell in cells {
        out.push(' ');
        let cell = mark::unlink(cell, false);
        // Readers of Markdown see a cell's end in every bare line.
        if cell.contains('|') {
            out.push_str(&cell.replace("\\|", "|").replace('|', "\\|"));
        } else {
            out.push_str(&cell);
        }
        out.push_str(" |");
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_inside_a_cell_is_marked_once() {
        let mut row = String::new();
        push_row(&mut row, &["tray".into(), "`rye || 0`".into(), r"rye \| oats".into()]);
        assert_eq!(row, "| tray | `rye \\|\\| 0` | rye \\| oats |\n");
    }

    #[test]
    fn a_line_in_code_ends_no_cell() {
        assert_eq!(cells("| tray | `rye || 0` |"), ["tray", "`rye || 0`"]);
        assert_eq!(cells(r"| tray | rye \| oats |"), ["tray", r"rye \| oats"]);
        assert_eq!(cells("| tray` | rye | 2 |"), ["tray`", "rye", "2"]);
    }
}
