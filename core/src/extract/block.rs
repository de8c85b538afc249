//! Markdown as agents write it, cut into sections of paragraphs, lists and tables.
//!
//! A heading keeps what stands under it; code is left out, it shows how something could look, not what is so.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A heading with what stands under it, up to the next heading.
#[derive(Debug, Clone, Default)]
pub(super) struct Section {
    /// 1 to 6; 0 for text before the first heading.
    pub(super) level: u8,
    /// The heading's text without marks, numbering and emoji.
    pub(super) heading: String,
    pub(super) blocks: Vec<Block>,
}

/// What stands under a heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Block {
    Paragraph(String),
    /// Top-level items; nested lines follow inside the item, indented by two spaces. Open are those with a box that is
    /// not ticked.
    List {
        ordered: bool,
        items: Vec<String>,
        is_open: bool,
    },
    /// The header row and the others, each as cells.
    Table {
        header: Vec<String>,
        rows: Vec<Vec<String>>,
    },
    Quote(String),
}

/// Longest message that is looked at; the rest is cut off.
const MAX_MESSAGE: usize = 200_000;

/// Cuts a message into sections. Linear in its length.
pub(super) fn sections(text: &str) -> Vec<Section> {
    let text = super::sentence::cut(text, MAX_MESSAGE);
    let lines: Vec<&str> = text.lines().collect();
    let mut sections = alloc::vec![Section::default()];
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        let trimmed = line.trim();
        if trimmed.is_empty() || is_rule(trimmed) {
            at += 1;
        } else if let Some(fence) = fence_of(trimmed) {
            at = after_fence(&lines, at + 1, fence);
        } else if let Some((level, heading)) = heading_of(trimmed) {
            sections.push(Section { level, heading: clean_heading(heading), blocks: Vec::new() });
            at += 1;
        } else {
            let (block, next) = read_block(&lines, at);
            if let (Some(block), Some(section)) = (block, sections.last_mut()) {
                section.blocks.push(block);
            }
            at = next.max(at + 1);
        }
    }
    sections.retain(|section| section.level > 0 || !section.blocks.is_empty());
    for section in &mut sections {
        super::option::gather_options(section);
    }
    sections
}

fn read_block(lines: &[&str], at: usize) -> (Option<Block>, usize) {
    let trimmed = lines[at].trim();
    if trimmed.starts_with('>') {
        let mut end = at;
        let mut text = String::new();
        while end < lines.len() && lines[end].trim().starts_with('>') {
            push_line(&mut text, lines[end].trim().trim_start_matches('>').trim());
            end += 1;
        }
        return (Some(Block::Quote(text)), end);
    }
    if trimmed.contains('|') && lines.get(at + 1).is_some_and(|next| is_table_rule(next)) {
        let mut rows: Vec<Vec<String>> = Vec::new();
        let mut end = at + 2;
        while end < lines.len() && lines[end].contains('|') {
            rows.push(cells(lines[end]));
            end += 1;
        }
        return (Some(Block::Table { header: cells(lines[at]), rows }), end);
    }
    if trimmed.starts_with(['┌', '╭', '╔']) {
        return read_drawn_table(lines, at);
    }
    if marker_of(lines[at]).is_some() {
        return read_list(lines, at);
    }
    let mut end = at;
    let mut text = String::new();
    while end < lines.len() {
        let line = lines[end].trim();
        let starts_other = end > at
            && (fence_of(line).is_some()
                || heading_of(line).is_some()
                || marker_of(lines[end]).is_some_and(|marker| !marker.ordered || marker.number == 1)
                || line.starts_with('>')
                || (line.contains('|') && lines.get(end + 1).is_some_and(|next| is_table_rule(next))));
        if line.is_empty() || is_rule(line) || starts_other {
            break;
        }
        // Two spaces at the end are a hard break: lines of their own such as `**Branch:** main`.
        let hard_break = lines[end].ends_with("  ") || line.starts_with("**");
        if hard_break && !text.is_empty() {
            text.push('\n');
            text.push_str(line);
        } else {
            push_line(&mut text, line);
        }
        end += 1;
    }
    let is_told = !text.is_empty() && !is_code(&lines[at..end]) && !is_drawn(&text);
    (is_told.then_some(Block::Paragraph(text)), end)
}

/// A table as terminals draw it: a row may take several lines, and ends at the next line across.
fn read_drawn_table(lines: &[&str], at: usize) -> (Option<Block>, usize) {
    let is_part = |line: &&&str| is_drawn_sign(line.trim().chars().next().unwrap_or(' '));
    let n = lines[at..].iter().take_while(is_part).count();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut is_new = true;
    for line in &lines[at..at + n] {
        let line = line.trim();
        if !line.starts_with(['│', '║']) {
            is_new = true;
            continue;
        }
        let cells = line.trim_matches(['│', '║']).split(['│', '║']).map(|cell| cell.trim().to_string());
        match rows.last_mut().filter(|_| !is_new) {
            Some(row) => {
                let more = row.iter_mut().zip(cells).filter(|(_, more)| !more.is_empty());
                more.for_each(|(known, more)| push_line(known, &more));
            }
            None => rows.push(cells.collect()),
        }
        is_new = false;
    }
    let is_table = rows.len() > 1 && rows[0].len() > 1;
    (is_table.then(|| Block::Table { header: rows.remove(0), rows }), at + n)
}

/// Whether lines are code that nobody fenced: most of them end or begin as no sentence does.
fn is_code(lines: &[&str]) -> bool {
    let is_line = |line: &&&str| {
        let line = line.trim();
        line.ends_with([';', '{', '}']) || line.starts_with("//") || line.starts_with('}')
    };
    let n = lines.iter().filter(is_line).count();
    n > 1 && n * 2 > lines.len()
}

/// Signs of a drawing that make one.
const MIN_DRAWN: usize = 3;

/// Whether a text is drawn with lines and corners, as terminals draw tables and trees.
fn is_drawn(text: &str) -> bool {
    text.chars().filter(|c| is_drawn_sign(*c)).take(MIN_DRAWN).count() == MIN_DRAWN
}

fn is_drawn_sign(c: char) -> bool {
    matches!(c, '\u{2500}'..='\u{257f}')
}

fn read_list(lines: &[&str], at: usize) -> (Option<Block>, usize) {
    let Some(first) = marker_of(lines[at]) else { return (None, at + 1) };
    let mut items: Vec<String> = Vec::new();
    let mut is_open = false;
    let mut end = at;
    while end < lines.len() {
        let line = lines[end];
        let trimmed = line.trim();
        if trimmed.is_empty() {
            let next = lines[end + 1..].iter().find(|line| !line.trim().is_empty());
            let goes_on = next.is_some_and(|next| {
                indent_of(next) > first.indent + 1
                    || marker_of(next).is_some_and(|m| m.ordered == first.ordered && m.indent >= first.indent)
            });
            if !goes_on || items.is_empty() {
                break;
            }
            end += 1;
        } else if let Some(fence) = fence_of(trimmed) {
            if indent_of(line) <= first.indent {
                break;
            }
            end = after_fence(lines, end + 1, fence);
        } else if heading_of(trimmed).is_some() || is_rule(trimmed) {
            break;
        } else if let Some(marker) = marker_of(line) {
            is_open |= marker.is_open;
            if marker.indent <= first.indent + 1 {
                if marker.ordered != first.ordered {
                    break;
                }
                items.push(marker.text.to_string());
            } else if let Some(item) = items.last_mut() {
                item.push_str("\n  - ");
                item.push_str(marker.text);
            }
            end += 1;
        } else {
            let Some(item) = items.last_mut() else { break };
            if indent_of(line) <= first.indent && lines.get(end.wrapping_sub(1)).is_some_and(|l| l.trim().is_empty()) {
                break;
            }
            item.push(' ');
            item.push_str(trimmed);
            end += 1;
        }
    }
    ((!items.is_empty()).then_some(Block::List { ordered: first.ordered, items, is_open }), end)
}

struct Marker<'a> {
    indent: usize,
    ordered: bool,
    number: u32,
    text: &'a str,
    /// Its box is not ticked.
    is_open: bool,
}

/// What stands behind the mark of a list, if the line begins with one.
pub(super) fn entry_of(line: &str) -> Option<&str> {
    marker_of(line).map(|marker| marker.text)
}

fn marker_of(line: &str) -> Option<Marker<'_>> {
    let indent = indent_of(line);
    let rest = line.trim_start();
    for bullet in ["- ", "* ", "+ ", "• "] {
        if let Some(text) = rest.strip_prefix(bullet) {
            let text = text.trim();
            let open = text.strip_prefix("[ ] ");
            let ticked = ["[x] ", "[X] "].iter().find_map(|mark| text.strip_prefix(mark));
            let text = open.or(ticked).unwrap_or(text);
            return Some(Marker { indent, ordered: false, number: 0, text, is_open: open.is_some() });
        }
    }
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=3).contains(&digits) {
        let after = &rest[digits..];
        let text = after.strip_prefix(". ").or_else(|| after.strip_prefix(") "))?;
        return Some(Marker {
            indent,
            ordered: true,
            number: rest[..digits].parse().unwrap_or(0),
            text: text.trim(),
            is_open: false,
        });
    }
    None
}

fn indent_of(line: &str) -> usize {
    line.bytes().take_while(|b| *b == b' ' || *b == b'\t').map(|b| if b == b'\t' { 4 } else { 1 }).sum()
}

fn fence_of(trimmed: &str) -> Option<&'static str> {
    ["```", "~~~"].into_iter().find(|fence| trimmed.starts_with(fence))
}

fn after_fence(lines: &[&str], mut at: usize, fence: &str) -> usize {
    while at < lines.len() {
        let trimmed = lines[at].trim();
        at += 1;
        if trimmed.starts_with(fence) && trimmed.trim_matches(fence.as_bytes()[0] as char).trim().is_empty() {
            break;
        }
    }
    at
}

fn heading_of(trimmed: &str) -> Option<(u8, &str)> {
    let level = trimmed.bytes().take_while(|b| *b == b'#').count();
    if !(1..=6).contains(&level) {
        return None;
    }
    let text = trimmed[level..].strip_prefix(' ')?.trim();
    #[allow(clippy::cast_possible_truncation)] // 1 to 6
    (!text.is_empty()).then_some((level as u8, text))
}

fn is_rule(trimmed: &str) -> bool {
    trimmed.len() >= 3
        && ['-', '*', '_', '=', '─', '━', '═'].into_iter().any(|c| trimmed.chars().all(|x| x == c || x == ' '))
}

fn is_table_rule(line: &str) -> bool {
    let line = line.trim();
    line.contains('-') && line.contains('|') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

fn cells(line: &str) -> Vec<String> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let line = line.strip_suffix('|').unwrap_or(line);
    line.split('|').map(|cell| cell.trim().to_string()).collect()
}

/// Removes marks, leading numbering, emoji and a trailing colon from a heading.
pub(super) fn clean_heading(heading: &str) -> String {
    let plain = super::mark::plain(heading);
    let mut rest = plain.trim();
    loop {
        let before = rest;
        rest = rest.trim_start_matches(|c: char| {
            !(c.is_alphanumeric()
                || matches!(c, '.' | '@' | '/' | '~' | '"' | '“' | '\'' | '(' | '`' | '#' | '-' | '_'))
        });
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let numbered = (1..=2).contains(&digits).then(|| &rest[digits..]);
        if let Some(after) = numbered.and_then(|after| after.strip_prefix(". ").or_else(|| after.strip_prefix(") "))) {
            rest = after.trim_start();
        }
        if rest.len() > 3 && rest.is_char_boundary(3) {
            let (mark, after) = rest.split_at(3);
            let bytes = mark.as_bytes();
            if bytes[0].is_ascii_uppercase() && bytes[1] == b'.' && bytes[2] == b' ' {
                rest = after.trim_start();
            }
        }
        if rest == before {
            break;
        }
    }
    let tidy = rest
        .trim_end_matches(|c: char| c == ':' || c.is_whitespace() || !c.is_ascii() && !c.is_alphanumeric() && c != '”');
    tidy.to_string()
}

fn push_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_keeps_its_list_and_table() {
        let text = "Intro.\n\n## 📊 1. **Numbers**:\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- x\n  - y\n- z\n";
        let sections = sections(text);
        assert_eq!(sections.len(), 2);
        assert_eq!(sections[1].heading, "Numbers");
        assert!(matches!(&sections[1].blocks[0], Block::Table { rows, .. } if rows.len() == 1));
        assert!(matches!(&sections[1].blocks[1], Block::List { items, .. } if items[0] == "x\n  - y"));
    }

    #[test]
    fn a_drawn_table_is_a_table() {
        let text = "┌──────┬────────┐\n│ Tray │ Flour  │\n├──────┼────────┤\n│ 1    │ Rye of │\n│      │ the \
                    mill │\n├──────┼────────┤\n│ 2    │ Wheat  │\n└──────┴────────┘\nBoth are full.";
        let blocks = sections(text).remove(0).blocks;
        let row = |cells: [&str; 2]| Vec::from(cells.map(ToString::to_string));
        let rows = Vec::from([row(["1", "Rye of the mill"]), row(["2", "Wheat"])]);
        let header = row(["Tray", "Flour"]);
        assert_eq!(blocks, [Block::Table { header, rows }, Block::Paragraph("Both are full.".into())]);
        assert_eq!(sections("┌───").len(), 0);
    }

    #[test]
    fn code_without_a_fence_and_drawings_are_left_out() {
        let told = |text: &str| sections(text).iter().map(|section| section.blocks.len()).sum::<usize>();
        assert_eq!(told("struct Tray {\n  int n;  // loaves\n};"), 0);
        assert_eq!(told("oven\n├── tray\n└── door"), 0);
        assert_eq!(told("The tray is full;\nthe oven is hot\nand the shop is shut."), 1);
        assert_eq!(told("Rye → wheat, as before."), 1);
        assert_eq!(told("Rye first.\n────────\nWheat second."), 2);
    }

    #[test]
    fn boxes_say_how_far_a_list_is() {
        let list = |text: &str| match sections(text).remove(0).blocks.remove(0) {
            Block::List { items, is_open, .. } => (items, is_open),
            other => panic!("{other:?}"),
        };
        assert_eq!(list("- [x] Oven\n- [ ] Tray"), (Vec::from(["Oven".into(), "Tray".into()]), true));
        assert_eq!(list("- [x] Oven\n- [X] Tray"), (Vec::from(["Oven".into(), "Tray".into()]), false));
        assert_eq!(list("- [Oven](a.md)"), (Vec::from(["[Oven](a.md)".into()]), false));
    }

    #[test]
    fn code_is_left_out_even_when_it_never_ends() {
        let sections = sections("Before.\n```sh\nrm -rf /\n# not a heading\n");
        assert_eq!(sections.len(), 1);
        assert_eq!(sections[0].blocks, [Block::Paragraph("Before.".into())]);
    }

    #[test]
    fn bad_input_is_read_without_loss_of_order() {
        for text in [
            "",
            "|",
            "|\n|-|",
            "#",
            "- ",
            "1.",
            ">",
            "- a\n```\n",
            "###### \n",
            "* *\n** **",
            "(a)",
            "**A",
            "Option 1:\nOption 2:",
            "—\u{0}\u{202e}",
        ] {
            let _ = sections(text);
        }
    }
}
