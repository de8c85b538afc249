//! A person's long message told in its own lines: entries stay entries, rows stay rows, parts keep their heads.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;
use core::ops::Range;
use core::slice;

use super::block::{heading_of, is_closed, marker_of};
use super::said::LEFT_OUT;
use super::sentence;
use super::table::is_table_rule;
use crate::text::one_line;

/// What is longer than this is told in the lines that it was written in.
pub(super) const LINES_FROM: usize = 400;

/// What a line of a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Blank,
    Prose,
    /// Says what stands below it.
    Head,
    /// Of a list, with how far it stands in.
    Entry(usize),
    /// Of a table, with the number of the line that heads it.
    Row(usize),
}

struct Line<'t> {
    start: usize,
    text: &'t str,
    form: Form,
}

/// Most words of a line that heads what follows it.
const MAX_HEAD: usize = 12;

/// Shorter lines are no paragraphs.
const SHORT_LINE: usize = 80;

/// Whether a line only says what stands below it: "## Ovens", "**Ovens**", "The ovens:".
fn is_head(line: &str) -> bool {
    let bare = line.trim_end_matches(['*', '_', ' ']);
    let is_stressed = line.starts_with("**") && line.ends_with("**") && line.len() > 4;
    heading_of(line).is_some() || (is_stressed || bare.ends_with(':')) && !sentence::has_more_words(line, MAX_HEAD)
}

/// Whether a line leads to what stands right below it.
fn leads_on(line: &str) -> bool {
    heading_of(line.trim()).is_none() && line.trim_end_matches(['*', '_', ' ']).ends_with(':')
}

/// How far in a head stands: headings by their level, then lines in bold, leads, and entries.
fn rank(line: &Line<'_>) -> usize {
    const BOLD: usize = 7;
    match (heading_of(line.text.trim()), line.form) {
        (Some((level, _)), _) => usize::from(level),
        (None, Form::Entry(depth)) => BOLD + 2 + depth,
        _ => BOLD + usize::from(leads_on(line.text)),
    }
}

/// Whether an entry heads those that stand below it.
fn is_parent(line: &Line<'_>, next: Option<&Line<'_>>) -> bool {
    let depth = |line: &Line<'_>| if let Form::Entry(depth) = line.form { Some(depth) } else { None };
    depth(line).is_some_and(|outer| next.and_then(depth).is_some_and(|inner| inner > outer))
        && !sentence::has_more_words(line.text, MAX_HEAD)
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut out: Vec<Line<'_>> = Vec::new();
    let mut table: Option<usize> = None;
    // How far the numbered entry stands in that what follows without a break may belong to.
    let mut numbered: Option<usize> = None;
    for text_line in text.split('\n') {
        let start = sentence::place_of(text_line, text);
        let trimmed = text_line.trim();
        let above = out.len().checked_sub(1).filter(|_| is_table_rule(trimmed) && table.is_none());
        if let Some(above) = above.filter(|above| out[*above].text.contains('|')) {
            out[above].form = Form::Row(above);
            table = Some(above);
        }
        table = table.filter(|_| trimmed.contains('|'));
        let marker = marker_of(text_line).filter(|_| table.is_none());
        numbered = match &marker {
            Some(marker) if marker.ordered => Some(marker.indent),
            _ => numbered.filter(|_| !trimmed.is_empty()),
        };
        let form = match marker {
            _ if trimmed.is_empty() => Form::Blank,
            Some(marker) if !marker.ordered && numbered == Some(marker.indent) => Form::Entry(marker.indent + 1),
            Some(marker) => Form::Entry(marker.indent),
            _ => match table {
                Some(head) => Form::Row(head),
                None if is_head(trimmed) => Form::Head,
                None => Form::Prose,
            },
        };
        out.push(Line { start, text: text_line, form });
    }
    out
}

/// Shortest and longest message that is a document, and how many of its lines are heads, entries or rows.
const DOCUMENT: core::ops::RangeInclusive<usize> = 800..=8_000;
const LEAST_STRUCTURE: usize = 8;

/// Whether a message is a document, with parts, lists or tables, of which a good part is told anyway.
pub(super) fn is_document(text: &str, told: &[Range<usize>]) -> bool {
    let is_structure = |line: &Line<'_>| matches!(line.form, Form::Head | Form::Entry(_) | Form::Row(_));
    let n_told: usize = told.iter().map(ExactSizeIterator::len).sum();
    DOCUMENT.contains(&text.len())
        && n_told * 5 >= text.len() * 2
        && lines(text).iter().filter(|line| is_structure(line)).count() >= LEAST_STRUCTURE
}

/// A line without the tags around its words, where it is written for a browser.
fn without_tags(line: &str) -> String {
    if !line.trim_start().starts_with('<') || !line.contains("</") && !line.contains("<!--") {
        return one_line(line);
    }
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, tag)) = rest.split_once('<') {
        let Some((_, behind)) = tag.split_once('>') else { break };
        out.push_str(before);
        out.push(' ');
        rest = behind;
    }
    out.push_str(rest);
    one_line(&out)
}

/// "*“Mind the step!”*": words in marks from the first to the last.
fn is_spoken(words: &str) -> bool {
    let words = words.trim_matches(['*', '_', ' ', '\r']);
    words.starts_with(['"', '“']) && words.ends_with(['"', '”']) && words.chars().count() > 2
}

/// What is told of a line, with a mark where words of it are left out.
fn told_of(line: &Line<'_>, told: &[Range<usize>]) -> String {
    let mut out = String::new();
    let marker = marker_of(line.text);
    let begin = line.start + marker.as_ref().map_or(0, |marker| sentence::place_of(marker.text, line.text));
    let end = line.start + line.text.len();
    // What somebody is to say is told whole.
    let whole = begin..end;
    let is_touched = told.iter().any(|place| place.start < end && place.end > begin);
    let told = if is_touched && is_spoken(&line.text[begin - line.start..]) { slice::from_ref(&whole) } else { told };
    let mut told_to = begin;
    let has_words = |from: usize, to: usize| {
        line.text
            .get(from - line.start..to.max(from) - line.start)
            .is_some_and(|left| left.contains(char::is_alphanumeric))
    };
    for place in told {
        let (from, to) = (place.start.max(begin), place.end.min(end));
        if from >= to {
            continue;
        }
        if has_words(told_to, from) {
            out.push_str(if out.is_empty() { LEFT_OUT.trim_start() } else { LEFT_OUT });
        } else if !out.is_empty() {
            out.push_str(&line.text[told_to - line.start..from - line.start]);
        }
        out.push_str(&without_tags(&line.text[from - line.start..to - line.start]));
        told_to = to;
    }
    if !out.is_empty() && has_words(told_to, end) {
        out.push_str(LEFT_OUT.trim_end());
    }
    out
}

/// The places that touch a line.
fn touching<'p>(line: &Line<'_>, told: &'p [Range<usize>]) -> &'p [Range<usize>] {
    let from = told.partition_point(|place| place.end <= line.start);
    let n = told[from..].iter().take_while(|place| place.start < line.start + line.text.len()).count();
    &told[from..from + n]
}

/// What is told of a message, each place in the line of the message where it stands. A table is told whole when half of
/// it is told, and always with its head; what is told of a part stands below the head of the part.
pub(super) fn in_lines(text: &str, told: &[Range<usize>]) -> String {
    let lines = lines(text);
    let mut page = Page::default();
    // The heads of the part, the outer ones first, each with whether something was left out before it.
    let mut heads: Vec<(&Line<'_>, bool)> = Vec::new();
    let mut is_whole_table = false;
    for (at, line) in lines.iter().enumerate() {
        let here = touching(line, told);
        let words = match line.form {
            Form::Blank => continue,
            Form::Row(top) => {
                let is_told = |row: &&Line<'_>| !touching(row, told).is_empty();
                if at == top {
                    let rows = || lines[at + 1..].iter().take_while(|row| row.form == line.form).skip(1);
                    let n_told = rows().filter(is_told).count();
                    is_whole_table = n_told * 2 >= rows().count() && n_told > 0;
                    if n_told > 0 { without_tags(line.text) } else { String::new() }
                } else if is_table_rule(line.text) && page.last == Some(line.form) || is_whole_table || is_told(&line) {
                    without_tags(line.text)
                } else {
                    String::new()
                }
            }
            _ => told_of(line, here),
        };
        // What only leads on is told with what it leads to.
        let is_lead = line.form == Form::Head && (heading_of(line.text.trim()).is_some() || leads_on(line.text));
        if words.is_empty() || is_lead {
            if line.form == Form::Head || is_parent(line, lines.get(at + 1)) {
                let n_heads = heads.len();
                heads.retain(|(head, _)| rank(head) < rank(line));
                let is_gap = core::mem::take(&mut page.is_gap) || heads.len() < n_heads;
                heads.push((line, is_gap));
            } else if line.text.contains(char::is_alphanumeric) {
                page.is_gap = true;
                // "The trays:" leads to a list; a heading holds for all that stands below it.
                heads.retain(|(head, _)| line.form != Form::Prose || !leads_on(head.text));
            }
            continue;
        }
        let is_under = |head: &Line<'_>, is_gap: bool| match (head.form, line.form) {
            (Form::Entry(outer), Form::Entry(inner)) => outer < inner,
            (Form::Entry(_), _) => false,
            (_, Form::Head) => rank(head) < rank(line),
            (_, Form::Prose) => !is_gap || !leads_on(head.text),
            _ => true,
        };
        for (head, was_gap) in core::mem::take(&mut heads) {
            if !is_under(head, page.is_gap) {
                page.is_gap = true;
                continue;
            }
            let is_gap = core::mem::replace(&mut page.is_gap, was_gap);
            let all = head.start..head.start + head.text.len();
            page.push(at, head, &told_of(head, slice::from_ref(&all)));
            page.is_gap = is_gap && matches!(line.form, Form::Entry(_));
        }
        page.push(at, line, &words);
    }
    let told = page.text.trim_start_matches(LEFT_OUT.trim_start());
    told.strip_suffix(LEFT_OUT.trim_end()).unwrap_or(told).to_string()
}

#[derive(Default)]
struct Page {
    text: String,
    /// What the last line is, and its number in the message.
    last: Option<Form>,
    at: usize,
    /// How far the lists go in that the last entry stands in: in the message, and here.
    indents: Vec<(usize, usize)>,
    /// Something was left out since the last line.
    is_gap: bool,
}

impl Page {
    fn push(&mut self, at: usize, line: &Line<'_>, words: &str) {
        if core::mem::take(&mut self.is_gap)
            && !matches!(self.last, None | Some(Form::Row(_)))
            && !self.text.ends_with('…')
        {
            self.text.push_str(LEFT_OUT.trim_end());
        }
        let goes_on = match (self.last, line.form) {
            (Some(Form::Entry(_)), Form::Entry(_)) => true,
            // Lines that do not end as sentences do stand together as they were written.
            (Some(Form::Prose), Form::Prose) => {
                let last = self.text.lines().next_back().unwrap_or("");
                self.at + 1 == at && last.len() < SHORT_LINE && !is_closed(last)
            }
            (Some(last), form) => last == form && matches!(form, Form::Row(_)),
            (None, _) => true,
        };
        if !self.text.is_empty() {
            self.text.push_str(if goes_on { "\n" } else { "\n\n" });
        }
        self.last = Some(line.form);
        self.at = at;
        let Form::Entry(indent) = line.form else {
            self.indents.clear();
            match heading_of(words) {
                Some((_, heading)) => _ = write!(self.text, "**{}**", heading.replace("**", "").trim()),
                None => self.text.push_str(words),
            }
            return;
        };
        self.indents.retain(|(outer, _)| *outer < indent);
        let mark = marker_of(line.text).filter(|marker| marker.ordered).map(|marker| marker.number);
        let here = self.indents.last().map_or(0, |(_, inner)| *inner);
        _ = write!(self.text, "{:here$}", "");
        let _ = match mark {
            Some(number) => write!(self.text, "{number}. {words}"),
            None => write!(self.text, "- {words}"),
        };
        self.indents.push((indent, here + if mark.is_some() { 3 } else { 2 }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of a message of which the given words are told.
    #[track_caller]
    fn check(text: &str, told: &[&str], expected: &str) {
        let places: Vec<Range<usize>> = told
            .iter()
            .map(|told| {
                let at = text.find(told).expect("words of the message");
                at..at + told.len()
            })
            .collect();
        assert_eq!(in_lines(text, &places), expected, "{text}");
    }

    #[test]
    fn entries_stay_entries_below_their_head() {
        check(
            "Hi!\n\n## The ferry\n\n1. It leaves at six. Fine?\n   * Never on Sundays.\n2. Two decks.\n\nThanks a lot.",
            &["It leaves at six.", "Never on Sundays.", "Two decks."],
            "**The ferry**\n\n1. It leaves at six. …\n   - Never on Sundays.\n2. Two decks.",
        );
        // A numbered line stands above the entries that follow it without a break.
        check(
            "1) Door\n- It is red.\n2) Roof\n- It is flat.\n- Why?\n- It is grey.",
            &["It is red.", "It is flat.", "It is grey."],
            "1. Door\n   - It is red.\n2. Roof\n   - It is flat. …\n   - It is grey.",
        );
        check(
            "# Ovens\n\n## Wood\n\n**Heat**\n\nIt is hot.\n\n## Gas\n\n**Heat**\n\nIt is mild.",
            &["**Heat**\n\nIt is hot.", "It is mild."],
            "**Ovens**\n\n**Wood**\n\n**Heat**\n\nIt is hot.\n\n**Gas**\n\n**Heat**\n\nIt is mild.",
        );
        // What leads to nothing that is told is not told.
        check(
            "## Decks\n\nmaybe\n\n## Crew\n\nAnn steers.\n\nFor each of them:\n- a\n- b\n\nTom cooks.",
            &["## Decks", "Ann steers.", "Tom cooks."],
            "**Crew**\n\nAnn steers. …\n\nTom cooks.",
        );
    }

    #[test]
    fn rows_stay_rows_below_the_head_of_their_table() {
        let table = "| Deck | Seats |\n|---|---|\n| upper | 40 |\n| lower | 60 |\n| crew | 4. Or 5. |";
        let text = alloc::format!("These:\n\n{table}\n\nThat is all.");
        check(&text, &["| upper | 40 |", "| lower | 60 |"], &alloc::format!("These:\n\n{table}"));
        let few = "These:\n\n| Deck | Seats |\n|---|---|\n| crew | 4. Or 5. |";
        check(&text, &["4."], few);
        check(&text, &["That is all."], "That is all.");
        check("<p>Two decks</p><hr>\nVec<Deck> holds them", &["<p>Two decks</p><hr>"], "Two decks");
    }

    #[test]
    fn what_is_left_out_of_a_line_leaves_a_mark() {
        check(
            "The ferry takes forty cars. Great. And bikes.\nAnn steers it. Great.",
            &["The ferry takes forty cars.", "And bikes.", "Ann steers it."],
            "The ferry takes forty cars. … And bikes.\n\nAnn steers it.",
        );
        check(
            "The mate says:\n*\"Mind the step! All aboard.\"*",
            &["All aboard."],
            "The mate says:\n\n*\"Mind the step! All aboard.\"*",
        );
        check(
            "upper deck\nlower deck\n\ncrew",
            &["upper deck", "lower deck", "crew"],
            "upper deck\nlower deck\n\ncrew",
        );
        check("", &[], "");
    }
}
