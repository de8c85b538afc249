//! Secrets in columns: a table of Markdown, a CSV file, aligned output or the values of an `INSERT`, with a heading that
//! tells of a secret.

use alloc::vec::Vec;

use super::assign::{Assignment, Join};
use super::judge;
use super::key::{self, Level};
use super::scan::Span;

/// The longest line of headings, the longest row, and how much of a table in HTML is read.
const HEADINGS: usize = 512;
const LONGEST_ROW: usize = 4096;
const MARKED_UP: usize = 16 * 1024;
/// Columns looked at.
const COLUMNS: usize = 24;

/// How the cells of a line are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cut {
    /// By a mark.
    At(&'static str),
    /// By two blanks or more.
    Aligned,
}

const COMMA: Cut = Cut::At(",");

/// Adds the cells below telling headings of the table whose line of headings holds `at`; returns how far it was read.
pub(super) fn columns(text: &[u8], at: usize, spans: &mut Vec<Span>) -> usize {
    let start = at - text[..at].iter().rev().take(HEADINGS).take_while(|&&byte| byte != b'\n').count();
    let (headings, mut line) = next_line(text, start, start + HEADINGS);
    let read = line.max(at + 1);
    // So long a line is no line of headings, wherever in it names stand.
    if headings.len() == HEADINGS {
        return at + 1 + text[at + 1..].iter().take(HEADINGS).take_while(|&&byte| byte != b'\n').count();
    }
    let Some(cut) = cut_of(headings) else { return read };
    let mut levels: [Option<Level>; COLUMNS] = [None; COLUMNS];
    let mut count = 0;
    for cell in cells(headings, cut) {
        let name = &headings[cell.0..cell.1];
        if count == COLUMNS || !is_heading(name) {
            return read;
        }
        levels[count] = key::judge(name);
        count += 1;
    }
    if count < 2 || levels.iter().all(Option::is_none) {
        return read;
    }
    // Rows of a wiki have one bar where the headings have two.
    let cut = if cut == Cut::At("||") { Cut::At("|") } else { cut };
    while line < text.len() {
        let (row, next) = next_line(text, line, line + LONGEST_ROW);
        if is_rule(row) {
            line = next;
            continue;
        }
        if cells(row, cut).count() != count {
            break;
        }
        for (cell, level) in cells(row, cut).zip(levels) {
            take(text, (line + cell.0, line + cell.1), level, spans);
        }
        line = next;
    }
    line.max(read)
}

/// Whether a name stands as headings do: by marks, not in the middle of words.
pub(super) fn may_be_heading(text: &[u8], name: (usize, usize)) -> bool {
    let is_edge =
        |byte: Option<&u8>| byte.is_none_or(|byte| matches!(byte, b',' | b';' | b'|' | b'\t' | b'\n' | b'\r'));
    let before = name.0.checked_sub(1).and_then(|at| text.get(at));
    let behind = text.get(name.1);
    let is_blank = |byte: Option<&u8>| byte == Some(&b' ');
    match (is_edge(before), is_edge(behind)) {
        (true, true) => before.is_some() || behind.is_some(),
        // `IMAP password |`, `user   password`
        _ => {
            let gap = is_blank(behind) && text.get(name.1 + 1).is_some_and(|byte| matches!(byte, b' ' | b'|' | 0xe2));
            gap || is_blank(before) && is_edge(behind) && behind != Some(&b',') && name.0 > 2 && {
                matches!(text[name.0 - 2], b' ' | b'|' | b',' | 0x80..)
                    || text[..name.0].iter().rev().take(40).take_while(|&&byte| byte != b'\n').any(|&byte| byte == b'|')
            }
        }
    }
}

/// Adds what `INSERT INTO users (name, password) VALUES ('…', '…')` sets telling columns to; the table's name stands at
/// `at`.
pub(super) fn inserted(text: &[u8], at: usize, spans: &mut Vec<Span>) {
    let brackets = |from: usize| {
        let rest = &text[from..text.len().min(from + HEADINGS)];
        let open = rest.iter().position(|&byte| byte == b'(')?;
        let close = rest[open..].iter().position(|&byte| byte == b')')?;
        Some((from + open + 1, from + open + close))
    };
    let Some((start, end)) = brackets(at) else { return };
    let Some((row, row_end)) = brackets(end) else { return };
    if !text[end + 1..row].trim_ascii_start().get(..6).is_some_and(|word| word.eq_ignore_ascii_case(b"values")) {
        return;
    }
    let names = &text[start..end];
    let (mut row, mut row_end) = (row, row_end);
    loop {
        let line = &text[row..row_end];
        for (name, cell) in cells(names, COMMA).zip(cells(line, COMMA)) {
            take(text, (row + cell.0, row + cell.1), key::judge(&names[name.0..name.1]), spans);
        }
        // The next row follows a comma.
        let gap = text[row_end + 1..]
            .iter()
            .take(40)
            .take_while(|byte| matches!(byte, b',' | b' ' | b'\n' | b'\r' | b'\t'))
            .count();
        if text.get(row_end + 1 + gap) != Some(&b'(') {
            return;
        }
        let Some(next) = brackets(row_end + 1 + gap) else { return };
        (row, row_end) = next;
    }
}

/// Adds the secrets among the other cells of a row that a telling name begins, from `at` on.
pub(super) fn row(text: &[u8], at: usize, level: Level, spans: &mut Vec<Span>) {
    let (rest, _) = next_line(text, at, at + HEADINGS);
    let Some(cut) = cut_of(rest) else { return };
    // What is left of the first cell is no other one.
    let ends_cell = match cut {
        Cut::At(mark) => rest.trim_ascii_start().starts_with(mark.as_bytes()),
        Cut::Aligned => rest.starts_with(b"  "),
    };
    for cell in cells(rest, cut).skip(usize::from(!ends_cell)) {
        take(text, (at + cell.0, at + cell.1), Some(level), spans);
    }
}

/// How many lines a cell may go on for.
const CELL_LINES: usize = 40;

/// Adds what is left of the cell at `value` on the lines below, where it was too long for its column: the cells before
/// it are empty there.
pub(super) fn wrapped(text: &[u8], value: (usize, usize), spans: &mut Vec<Span>) {
    let start = value.0 - text[..value.0].iter().rev().take(HEADINGS).take_while(|&&byte| byte != b'\n').count();
    let (row, mut line) = next_line(text, start, start + LONGEST_ROW);
    let Some(cut @ Cut::At("|" | "│")) = cut_of(row) else { return };
    let Some(column) = cells(row, cut).position(|cell| start + cell.1 >= value.1) else { return };
    for _ in 0..CELL_LINES {
        let (row, next) = next_line(text, line, line + LONGEST_ROW);
        let is_rest = column > 0 && cells(row, cut).take(column).all(|cell| cell.0 == cell.1);
        let Some(cell) = cells(row, cut).nth(column).filter(|_| is_rest) else { return };
        if !judge::is_rest(&row[cell.0..cell.1]) {
            return;
        }
        spans.push(Span { start: line + cell.0, end: line + cell.1, kind: "" });
        line = next;
    }
}

/// Adds what the rows of `COPY users (name, password) FROM stdin;` have in telling columns; `at` stands behind that
/// line. Returns how far was read.
pub(super) fn copied(text: &[u8], at: usize, spans: &mut Vec<Span>) -> usize {
    let start = at - text[..at].iter().rev().take(HEADINGS).take_while(|&&byte| byte != b'\n').count();
    let head = &text[start..at];
    let names = head.iter().position(|&byte| byte == b'(').zip(head.iter().position(|&byte| byte == b')'));
    let Some((open, close)) = names.filter(|(open, close)| open < close && starts_copy(head)) else { return at };
    let names = &head[open + 1..close];
    let (_, mut line) = next_line(text, at, at + 8);
    while line < text.len() {
        let (row, next) = next_line(text, line, line + LONGEST_ROW);
        if row.starts_with(b"\\.") || row.is_empty() {
            break;
        }
        for (name, cell) in cells(names, COMMA).zip(cells(row, Cut::At("\t"))) {
            take(text, (line + cell.0, line + cell.1), key::judge(&names[name.0..name.1]), spans);
        }
        line = next;
    }
    line.min(text.len())
}

fn starts_copy(line: &[u8]) -> bool {
    line.get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"copy "))
}

/// Adds the cells of the column whose heading is the name, `<th>Password</th>`.
pub(super) fn marked_up(text: &[u8], name: (usize, usize), spans: &mut Vec<Span>) {
    if !text[name.1..].starts_with(b"</th>") {
        return;
    }
    let before = &text[name.0.saturating_sub(HEADINGS)..name.0];
    let row = before.windows(3).rposition(|window| window == b"<tr").unwrap_or(0);
    let column = before[row..].windows(3).filter(|window| window == b"<th").count().saturating_sub(1);
    let level = key::judge(&text[name.0..name.1]);
    let table = &text[name.1..text.len().min(name.1 + MARKED_UP)];
    let (mut at, mut cell) = (name.1, 0);
    for tag in table.split_inclusive(|&byte| byte == b'>') {
        if tag.ends_with(b"</td>") {
            if cell == column {
                take(text, (at, at + tag.len() - 5), level, spans);
            }
            cell += 1;
        } else if tag.ends_with(b"</tr>") {
            cell = 0;
        }
        at += tag.len();
    }
}

/// The line that begins at `at` and where the next one does.
fn next_line(text: &[u8], at: usize, limit: usize) -> (&[u8], usize) {
    let line = &text[at.min(text.len())..text.len().min(limit.max(at))];
    match line.iter().position(|&byte| byte == b'\n') {
        Some(length) => (&line[..length], at + length + 1),
        None => (line, at + line.len() + 1),
    }
}

fn cut_of(headings: &[u8]) -> Option<Cut> {
    let has = |mark: &&str| headings.windows(mark.len()).any(|window| window == mark.as_bytes());
    let mark = ["||", "|", "│", "\t", ";", ","].into_iter().find(has).map(Cut::At);
    mark.or_else(|| headings.windows(2).any(|pair| pair == b"  ").then_some(Cut::Aligned))
}

/// A line that only separates others: `|---|---|`, `+----+`, `====  ====`, `├────┼────┤`.
fn is_rule(line: &[u8]) -> bool {
    let is_mark = |byte: &u8| matches!(byte, b'|' | b'-' | b':' | b' ' | b'\r' | b'+' | b'=' | 0xe2 | 0x80..=0xbf);
    line.len() > 2 && line.iter().all(is_mark)
}

/// The bounds of the cells of a line, without blanks around them.
fn cells(line: &[u8], cut: Cut) -> impl Iterator<Item = (usize, usize)> {
    let first = line.len() - line.trim_ascii_start().len();
    let end = line.trim_ascii_end().len().max(first);
    // The bars around a row are no cuts.
    let bar = match cut {
        Cut::At(bar @ ("|" | "||" | "│")) => bar.as_bytes(),
        _ => b"",
    };
    let mut at = first + if line[first..end].starts_with(bar) { bar.len() } else { 0 };
    let end = end - if end >= at + bar.len() && line[at..end].ends_with(bar) { bar.len() } else { 0 };
    let mut done = at > end;
    core::iter::from_fn(move || {
        if done {
            return None;
        }
        let rest = &line[at..end];
        let (length, gap) = match cut {
            Cut::At(mark) => (rest.windows(mark.len()).position(|window| window == mark.as_bytes()), mark.len()),
            Cut::Aligned => {
                let length = rest.windows(2).position(|pair| pair == b"  ");
                let gap = length.map_or(0, |from| rest[from..].iter().take_while(|&&byte| byte == b' ').count());
                (length, gap)
            }
        };
        let cell = &rest[..length.unwrap_or(rest.len())];
        let lead = cell.len() - cell.trim_ascii_start().len();
        let bounds = (at + lead, at + lead + cell.trim_ascii().len());
        match length {
            Some(length) => at += length + gap,
            None => done = true,
        }
        Some(bounds)
    })
}

/// Words of letters, as headings are.
fn is_heading(cell: &[u8]) -> bool {
    (1..=40).contains(&cell.len())
        && !cell[0].is_ascii_digit()
        && cell.iter().all(|byte| {
            byte.is_ascii_alphanumeric()
                || matches!(byte, b' ' | b'_' | b'-' | b'*' | b'`' | b'"' | b'/' | b'#' | 0x80..)
        })
}

/// Adds what a cell holds between its quotes, if its heading promises a secret and it looks like one.
fn take(text: &[u8], cell: (usize, usize), level: Option<Level>, spans: &mut Vec<Span>) {
    let Some(level) = level else { return };
    let is_mark = |byte: &u8| matches!(byte, b'"' | b'\'' | b'`' | b'*' | b')' | b';');
    let start = cell.0 + text[cell.0..cell.1].iter().take_while(|byte| is_mark(byte)).count();
    let end = cell.1 - text[start..cell.1].iter().rev().take_while(|byte| is_mark(byte)).count();
    let held = Assignment { name: (start, start), value: (start, end), join: Join::Colon, quoted: true };
    if judge::is_cell(text, &held, level) {
        spans.push(Span { start, end, kind: "" });
    }
}
