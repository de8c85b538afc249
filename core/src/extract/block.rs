//! Markdown as agents write it, cut into sections of paragraphs, lists and tables.
//!
//! A heading keeps what stands under it; code is left out, it shows how something could look, not what is so.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::code::{after_code, apart_from_fence, is_code};
use super::table::{cells, is_table_rule};

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
        /// The number of the first item, where they have numbers.
        first: usize,
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
    let lines: Vec<&str> = text.lines().flat_map(apart_from_fence).collect();
    let mut sections = alloc::vec![Section::default()];
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        let trimmed = line.trim();
        if trimmed.is_empty() || is_rule(trimmed) {
            at += 1;
        } else if let Some(end) = after_code(&lines, at) {
            at = end;
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
    let whole = paragraph_end(lines, at);
    let width = lines[at..whole].iter().map(|line| line.trim().len()).max().unwrap_or(0);
    let entries = run_of_entries(&lines[at..whole], width);
    if entries > 1 && !is_code(&lines[at..at + entries]) && !is_drawn(&lines[at..at + entries].concat()) {
        let items = lines[at..at + entries].iter().map(|line| line.trim().to_string()).collect();
        return (Some(Block::List { ordered: false, first: 1, items, is_open: false }), at + entries);
    }
    let mut end = at;
    let mut text = String::new();
    while end < whole {
        let line = lines[end].trim();
        if end > at && starts_apart(&lines[at..whole], end - at, width) {
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

/// Lines of a paragraph that are looked at together.
const MAX_LINES: usize = 100;

/// Where the lines end that stand together as a paragraph.
fn paragraph_end(lines: &[&str], at: usize) -> usize {
    let lines = &lines[..lines.len().min(at + MAX_LINES)];
    let mut end = at;
    while end < lines.len() {
        let line = lines[end].trim();
        let starts_other = end > at
            && (after_code(lines, end).is_some()
                || heading_of(line).is_some()
                || marker_of(lines[end]).is_some_and(|marker| !marker.ordered || marker.number == 1)
                || line.starts_with('>')
                || (line.contains('|') && lines.get(end + 1).is_some_and(|next| is_table_rule(next))));
        if line.is_empty() || is_rule(line) || starts_other {
            break;
        }
        end += 1;
    }
    end
}

/// Nobody wraps text narrower than this, or wider than the other.
const NARROW: usize = 60;
const WIDE: usize = 120;

/// Whether a line ends where its writer wanted it to: the next word would have had room, and begins anew.
fn ends_by_will(line: &str, next: &str, width: usize) -> bool {
    let (line, next) = (line.trim(), next.trim());
    let word = next.split(' ').next().unwrap_or("");
    let has_room = line.len() + 1 + word.len() <= width.max(NARROW) || line.len() > WIDE;
    let begins = |c: char| c.is_uppercase() || c.is_ascii_digit() || matches!(c, '`' | '"' | '“' | '\'');
    has_room && (next.starts_with(begins) || word.contains(['_', '.', '/', '(']))
}

/// Whether a line closes as sentences do, or goes on.
pub(super) fn is_closed(line: &str) -> bool {
    line.trim_end_matches(['*', '_', '"', '”', ')', ' ']).ends_with(['.', '!', '?', '…', ',', ';', ':', '-', '—', '–'])
}

/// How many lines from the first on are entries of a list without marks: "rye.png", "oats.png". They end without a
/// full stop where their writer wanted them to.
fn run_of_entries(lines: &[&str], width: usize) -> usize {
    let is_entry = |line: &str| !is_closed(line) && !line.ends_with("  ") && !line.trim().starts_with("**");
    let mut n = 0;
    while n < lines.len() && is_entry(lines[n]) {
        n += 1;
        if lines.get(n).is_some_and(|next| !ends_by_will(lines[n - 1], next, width)) {
            // The last one goes on in the next line.
            return n - 1;
        }
    }
    n
}

/// Most words of a line that heads what follows it.
const MAX_HEAD: usize = 10;

/// Whether a line of a paragraph begins something else: a list without marks, or what the line before it heads; or is
/// the head of what stands below the paragraph.
fn starts_apart(lines: &[&str], at: usize, width: usize) -> bool {
    let (before, line) = (lines[at - 1], lines[at]);
    if before.ends_with("  ")
        || [before, line].iter().any(|line| line.trim().starts_with("**"))
        || !ends_by_will(before, line, width)
    {
        return false;
    }
    let is_head = |line: &str| is_head(line) && !is_closed(line);
    at == 1 && is_head(before)
        || at + 1 == lines.len() && is_closed(before) && is_head(line)
        || (is_closed(before) || at == 1) && run_of_entries(&lines[at..], width) > 1
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
    let mut last_number = first.number;
    let mut end = at;
    while end < lines.len() {
        let line = lines[end];
        let trimmed = line.trim();
        if trimmed.is_empty() {
            let next = lines[end + 1..].iter().find(|line| !line.trim().is_empty());
            let goes_on = next.is_some_and(|next| {
                indent_of(next) > first.indent + 1
                    || marker_of(next).is_some_and(|m| {
                        let is_headed = || first.ordered && !m.ordered && items.last().is_some_and(|item| heads(item));
                        m.indent >= first.indent && (m.ordered == first.ordered || is_headed())
                    })
            });
            if !goes_on || items.is_empty() {
                break;
            }
            end += 1;
        } else if let Some(behind) = after_code(lines, end) {
            if indent_of(line) <= first.indent {
                break;
            }
            end = behind;
        } else if heading_of(trimmed).is_some() || is_rule(trimmed) {
            break;
        } else if let Some(marker) = marker_of(line) {
            is_open |= marker.is_open;
            if marker.indent <= first.indent + 1 {
                let is_headed = |item: &&mut String| first.ordered && (heads(item) || item.contains("\n  - "));
                // "5. Trays", and "1. Wash them": another list.
                if marker.ordered && marker.number < last_number {
                    break;
                }
                if marker.ordered == first.ordered {
                    last_number = marker.number;
                    items.push(marker.text.to_string());
                } else if let Some(item) = items.last_mut().filter(is_headed) {
                    item.push_str("\n  - ");
                    item.push_str(marker.text);
                } else {
                    break;
                }
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
    // "2. Recursion", and a paragraph: the number stands before a heading.
    let is_followed =
        || lines[end..].iter().find(|line| !line.trim().is_empty()).is_some_and(|l| heading_of(l.trim()).is_none());
    if let [head] = items.as_slice()
        && first.ordered
        && is_head(head)
        && is_followed()
    {
        let head = head.replace("**", "");
        return (Some(Block::Paragraph(alloc::format!("**{}. {}**", first.number, head.trim_end_matches(':')))), end);
    }
    let is_any = !items.is_empty();
    (is_any.then_some(Block::List { ordered: first.ordered, first: first.number, items, is_open }), end)
}

/// Whether an entry is the head of what stands under it: "**Trays:**", "**Trays**", "Trays:".
pub(super) fn heads(item: &str) -> bool {
    let bare = item.trim_end_matches(['*', '_', ' ']);
    !item.contains('\n') && (bare.ends_with(':') || item.starts_with("**") && is_head(item) && item.ends_with("**"))
}

/// Whether a line has the form of a heading: few words, not closed as sentences are.
pub(super) fn is_head(line: &str) -> bool {
    let open = line.trim_end_matches(['*', '_', ' ']).trim_end_matches(':');
    !line.contains('\n') && !is_closed(open) && !super::sentence::has_more_words(line, MAX_HEAD)
}

pub(super) struct Marker<'a> {
    pub(super) indent: usize,
    pub(super) ordered: bool,
    pub(super) number: usize,
    pub(super) text: &'a str,
    /// Its box is not ticked.
    is_open: bool,
}

/// What stands behind the mark of a list, if the line begins with one.
pub(super) fn entry_of(line: &str) -> Option<&str> {
    marker_of(line).map(|marker| marker.text)
}

pub(super) fn marker_of(line: &str) -> Option<Marker<'_>> {
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

pub(super) fn heading_of(trimmed: &str) -> Option<(u8, &str)> {
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

/// Removes marks, leading numbering, emoji and a trailing colon from a heading.
pub(super) fn clean_heading(heading: &str) -> String {
    let plain = super::mark::plain(heading);
    let mut rest = plain.trim();
    // "[HIGH] The door is open" keeps what it is about.
    let is_closed = plain.contains(']');
    loop {
        let before = rest;
        rest = ["[ ]", "[x]", "[X]"].iter().find_map(|open| rest.strip_prefix(open)).unwrap_or(rest);
        rest = rest.trim_start_matches(|c: char| {
            !(c.is_alphanumeric()
                || c == '[' && is_closed
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
    fn a_heading_keeps_its_brackets_and_loses_its_box() {
        assert_eq!(clean_heading("🔥 2. [HIGH] The door is open:"), "[HIGH] The door is open");
        assert_eq!(clean_heading("[x] The door is open"), "The door is open");
        assert_eq!(clean_heading("[The door"), "The door");
    }

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
        assert_eq!(told("int  tray_size(tray *t);  // loaves\nint  tray_left(tray *t);  // places"), 0);
        assert_eq!(told("oven\n├── tray\n└── door"), 0);
        assert_eq!(told("The tray is full;\nthe oven is hot\nand the shop is shut."), 1);
        assert_eq!(told("async fn bake(\n  tray: Tray,\n  oven: &Oven,\n) -> Bread {"), 0);
        assert_eq!(told("bake(rye, 40);"), 0);
        assert_eq!(told("rye..............Passed\noats.............Passed\nwheat............Failed"), 0);
        assert_eq!(told("The tray (the small one) is full;"), 1);
        assert_eq!(told("Our flour: rye,\nspelt: only on Sundays, and oats,\nwhich nobody buys."), 1);
        assert_eq!(told("Rye → wheat, as before."), 1);
        assert_eq!(told("Rye first.\n────────\nWheat second."), 2);
    }

    #[test]
    fn a_fence_glued_to_a_line_is_one() {
        let told = |text: &str| sections(text).remove(0).blocks;
        let kept = [Block::Paragraph("Give them this.".into()), Block::Paragraph("It is done.".into())];
        assert_eq!(told("Give them this.```markdown\n- Bake rye\n```\nIt is done."), kept);
        assert_eq!(told("Give them this.\n```\nbake();```\nIt is done."), kept);
        assert_eq!(told("Write ```x``` there."), [Block::Paragraph("Write ```x``` there.".into())]);
    }

    #[test]
    fn code_between_the_marks_of_an_edit_is_left_out() {
        let texts = |text: &str| -> Vec<Block> { sections(text).remove(0).blocks };
        let edit = "<<<<<<< SEARCH\n# Heat it first\nheat = 200\n=======\nheat = 240\n>>>>>>> REPLACE";
        let kept = [Block::Paragraph("We bake hotter.".into()), Block::Paragraph("It is done.".into())];
        assert_eq!(texts(&alloc::format!("We bake hotter.\n\n{edit}\n\nIt is done.")), kept);
        let tagged = alloc::format!("We bake hotter.\n<source>python\n{edit}\n</source>\nIt is done.");
        assert_eq!(texts(&tagged), kept);
        // A mark that nobody closes stands in words.
        assert_eq!(texts("<code> is what we print.\nRye."), [Block::Paragraph("<code> is what we print. Rye.".into())]);
        let closed = [Block::Paragraph("<code>bake</code> is run.".into()), Block::Paragraph("Rye.".into())];
        assert_eq!(texts("<code>bake</code> is run.\n\nRye.\n\n<code>\nheat = 1\n</code>"), closed);
    }

    #[test]
    fn lines_without_marks_are_a_list_and_wrapped_ones_are_prose() {
        let blocks = |text: &str| sections(text).remove(0).blocks;
        let list = |items: &[&str]| Block::List {
            ordered: false,
            first: 1,
            items: items.iter().map(ToString::to_string).collect(),
            is_open: false,
        };
        let prose = |text: &str| Block::Paragraph(text.to_string());
        assert_eq!(
            blocks("We have:\nrye.png\noats.png\nBoth are cut."),
            [prose("We have:"), list(&["rye.png", "oats.png"]), prose("Both are cut.")]
        );
        assert_eq!(
            blocks("The tray is full.\nOn the second oven\n\nIt is cold."),
            [prose("The tray is full."), prose("On the second oven"), prose("It is cold.")]
        );
        let wrapped = "The ferry that leaves the old harbour in the morning is steered by\nAnn, who has the key of the \
                       engine room and also the one of the\nBridge, and by Tom.";
        assert_eq!(blocks(wrapped), [prose(&wrapped.replace('\n', " "))]);
        assert_eq!(blocks("The tray is full\nand the oven is hot."), [prose("The tray is full and the oven is hot.")]);
    }

    #[test]
    fn what_stands_under_a_numbered_head_belongs_to_it() {
        let blocks = |text: &str| sections(text).remove(0).blocks;
        let list = |first: usize, items: &[&str]| Block::List {
            ordered: true,
            first,
            items: items.iter().map(ToString::to_string).collect(),
            is_open: false,
        };
        assert_eq!(
            blocks("1. **Trays**:\n- rye\n- oats\n2. **Doors**\n\n- left"),
            [list(1, &["**Trays**:\n  - rye\n  - oats", "**Doors**\n  - left"])]
        );
        let restarted = blocks("5. Trays\n\n1. Wash them.\n2. Dry them.");
        assert_eq!(restarted, [Block::Paragraph("**5. Trays**".into()), list(1, &["Wash them.", "Dry them."])]);
        assert_eq!(blocks("1. Rye is sold.\n2. Oats too.\n\n- left").len(), 2);
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
