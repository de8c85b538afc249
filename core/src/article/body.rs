//! The parts of a Markdown body that Repolore looks at: headings, sections, links, conflict markers.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

/// A heading of the body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// 1 for `#`, 2 for `##`, …
    pub level: u8,
    /// The heading's text without marks and spaces around it.
    pub text: String,
    /// The heading's own line, with its line break, as a byte range of the body.
    pub line: Range<usize>,
    /// 1-based number of that line in the body.
    pub number: u32,
}

/// The ATX headings of a body in order, those inside code left out.
pub fn headings(body: &str) -> Vec<Heading> {
    let mut found = Vec::new();
    for line in prose_lines(body) {
        let text = line.text.trim_end();
        let indent = text.len() - text.trim_start_matches(' ').len();
        let text = &text[indent..];
        let marks = text.bytes().take_while(|&b| b == b'#').count();
        if indent > 3 || !(1..=6).contains(&marks) || !matches!(text.as_bytes().get(marks), None | Some(b' ' | b'\t')) {
            continue;
        }
        let inner = text[marks..].trim();
        let without_tail = inner.trim_end_matches('#');
        let title =
            if without_tail.is_empty() || without_tail.ends_with([' ', '\t']) { without_tail.trim() } else { inner };
        #[allow(clippy::cast_possible_truncation)] // 1 to 6
        found.push(Heading { level: marks as u8, text: title.to_string(), line: line.range, number: line.number });
    }
    found
}

/// The byte range of a section: its heading line and all that follows up to the next heading of the same or a
/// higher level. Headings are compared without case and without emoji or damage to it.
pub fn section(body: &str, heading: &str) -> Option<Range<usize>> {
    let wanted = heading_key(heading);
    let all = headings(body);
    let at = all.iter().position(|candidate| candidate.level > 1 && heading_key(&candidate.text) == wanted)?;
    let end = all[at + 1..].iter().find(|next| next.level <= all[at].level).map_or(body.len(), |next| next.line.start);
    Some(all[at].line.start..end)
}

/// A heading folded for comparison: its letters and digits in lower case. `⚠️ Conflict` and its mis-decoded
/// form `âš ï¸ Conflict` both become `conflict`.
fn heading_key(heading: &str) -> String {
    let words = heading
        .split_whitespace()
        .filter(|word| word.bytes().any(|b| b.is_ascii_alphanumeric()) || word.chars().all(char::is_alphabetic));
    let mut key = String::new();
    for word in words.filter(|word| !is_damaged_symbol(word)) {
        if !key.is_empty() {
            key.push(' ');
        }
        key.extend(word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase));
    }
    key
}

/// Whether a word is what UTF-8 symbols look like after being read as Windows-1252.
fn is_damaged_symbol(word: &str) -> bool {
    word.starts_with(['â', 'ð', 'ï', 'Ã', 'Â']) && !word.bytes().any(|b| b.is_ascii_alphabetic())
}

/// A line of prose: not inside a fenced code block.
pub(crate) struct Line<'a> {
    pub(crate) text: &'a str,
    pub(crate) range: Range<usize>,
    pub(crate) number: u32,
}

/// Lines outside fenced code, each with its line break.
pub(crate) fn prose_lines(body: &str) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0;
    let mut number = 0;
    let mut fence: Option<(u8, usize)> = None;
    body.split_inclusive('\n').filter_map(move |text| {
        let range = at..at + text.len();
        at = range.end;
        number += 1;
        let trimmed = text.trim_start_matches(' ');
        let mark = trimmed.bytes().next().unwrap_or(b' ');
        let length = trimmed.bytes().take_while(|&b| b == mark).count();
        let is_mark = matches!(mark, b'`' | b'~') && length >= 3 && text.len() - trimmed.len() <= 3;
        match fence {
            Some((open, least)) => {
                if is_mark && mark == open && length >= least && trimmed[length..].trim().is_empty() {
                    fence = None;
                }
                None
            }
            None if is_mark && !(mark == b'`' && trimmed[length..].contains('`')) => {
                fence = Some((mark, length));
                None
            }
            None => Some(Line { text, range, number }),
        }
    })
}

/// 1-based lines of `text` that hold the marks of an unresolved merge, those inside fenced code left out.
pub fn conflict_markers(text: &str) -> Vec<u32> {
    prose_lines(text)
        .filter(|line| {
            let line = line.text.trim_end();
            ["<<<<<<<", ">>>>>>>", "|||||||"]
                .iter()
                .any(|mark| line.strip_prefix(mark).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')))
        })
        .map(|line| line.number)
        .collect()
}

/// The title a body gives itself: its level-1 heading, or a heading that stands alone at the top level.
///
/// A body whose top level is several headings has sections, not a title.
pub fn title(body: &str) -> Option<String> {
    let all = headings(body);
    let top = all.iter().map(|heading| heading.level).min()?;
    let mut at_top = all.iter().filter(|heading| heading.level == top && !heading.text.is_empty());
    let first = at_top.next()?;
    (top == 1 || at_top.next().is_none()).then(|| first.text.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn headings_inside_code_do_not_count() {
        let body = "# One\n```sh\n# comment\n```\n~~~\n## no\n~~~\n## Two ##\n#hash\n";
        let texts: Vec<_> = headings(body).into_iter().map(|h| (h.level, h.text)).collect();
        assert_eq!(texts, vec![(1, "One".to_string()), (2, "Two".to_string())]);
    }

    #[test]
    fn sections_end_at_the_next_heading_of_their_level() {
        let body = "# T\n\n## A\ntext\n### A1\nmore\n## ⚠️ Conflict\nboth\n";
        assert_eq!(&body[section(body, "a").unwrap()], "## A\ntext\n### A1\nmore\n");
        assert_eq!(&body[section(body, "⚠️ Conflict").unwrap()], "## ⚠️ Conflict\nboth\n");
        assert_eq!(section(body, "B"), None);
        let damaged = "## âš ï¸ Conflict\nboth\n";
        assert!(section(damaged, "⚠️ Conflict").is_some());
    }

    #[test]
    fn a_title_is_the_only_heading_of_the_top_level() {
        assert_eq!(title("text\n# First\n# Second\n").as_deref(), Some("First"));
        assert_eq!(title("## Only\ntext\n### Part\n").as_deref(), Some("Only"));
        assert_eq!(title("## What Happened\n## Context\n"), None);
        assert_eq!(title("no heading"), None);
    }

    #[test]
    fn conflict_markers_inside_code_do_not_count() {
        let text = "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> branch\n```\n<<<<<<< HEAD\n```\n<<<<<<<<< no\n";
        assert_eq!(conflict_markers(text), vec![2, 6]);
    }
}
