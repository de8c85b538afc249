//! Inline marks of Markdown: emphasis, code, links and what hosts put in.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::sentence::cut;
use crate::text::find_byte;

/// Where a short mark stands in a text. What prepares a search for long texts costs more than looking for it here.
pub(super) fn find_mark(text: &str, mark: &str) -> Option<usize> {
    let (text, mark) = (text.as_bytes(), mark.as_bytes());
    // Every other letter is followed by a blank; what else the mark has is rare.
    let rare = mark.iter().position(|byte| *byte != b' ')?;
    let mut at = rare;
    loop {
        at = find_byte(mark[rare], text, at)?;
        if text[at - rare..].starts_with(mark) {
            return Some(at - rare);
        }
        at += 1;
    }
}

/// What stands before and behind a short mark.
pub(super) fn split_at_mark<'t>(text: &'t str, mark: &str) -> Option<(&'t str, &'t str)> {
    find_mark(text, mark).map(|at| (&text[..at], &text[at + mark.len()..]))
}

/// The words of a line that is bold from end to end: a label.
pub(super) fn all_bold(line: &str) -> Option<&str> {
    let inner = line.trim().strip_prefix("**")?.strip_suffix("**")?;
    (!inner.contains("**")).then_some(inner)
}

/// Text without emphasis, code marks and link targets.
pub(super) fn plain(text: &str) -> String {
    let unlinked = unlink(text, true);
    let bytes = unlinked.as_bytes();
    if !bytes.iter().any(|byte| matches!(byte, b'`' | b'*' | b'~')) {
        return unlinked;
    }
    let mut out = String::with_capacity(unlinked.len());
    let mut copied = 0;
    for (at, byte) in bytes.iter().enumerate() {
        // The marks and what matters beside them are ASCII.
        let previous = || if at == 0 { b' ' } else { bytes[at - 1] };
        let next = || bytes.get(at + 1).copied();
        let emphasis = match byte {
            b'`' => true,
            b'*' => {
                previous() == b'*'
                    || next() == Some(b'*')
                    || !(previous() == b' ' && next() == Some(b' ')) && previous() != b'/'
            }
            b'~' => next() == Some(b'~') || previous() == b'~',
            _ => false,
        };
        if emphasis {
            out.push_str(&unlinked[copied..at]);
            copied = at + 1;
        }
    }
    out.push_str(&unlinked[copied..]);
    out
}

/// Lines without the marks of emphasis that nothing opens or closes: what they belonged to was left out.
pub(crate) fn balanced(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(balanced_line).collect();
    lines.join("\n")
}

fn balanced_line(line: &str) -> String {
    // The marks of code before a place, counted on from the place before.
    let (mut counted, mut is_code) = (0, false);
    let is_outside = |at: &usize| {
        is_code ^= !line[counted..*at].matches('`').count().is_multiple_of(2);
        counted = *at;
        !is_code
    };
    let before = |at: usize| line[..at].chars().next_back();
    let behind = |at: usize| line[at + 2..].chars().next();
    // "src/**/*.ts" and "2**8" stress nothing.
    let closes = |at: usize| {
        let is_edge = |c: char| c.is_whitespace() || matches!(c, '.' | ',' | ':' | ';' | '!' | '?' | ')');
        behind(at).is_none_or(is_edge) && before(at).is_some_and(|c| !c.is_whitespace() && c != '/' && c != '*')
    };
    let opens = |at: usize| {
        before(at).is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '"'))
            && behind(at).is_some_and(|c| !c.is_whitespace() && c != '*' && c != '/')
    };
    let (mut open, mut lone) = (None, None);
    for at in line.match_indices("**").map(|(at, _)| at).filter(is_outside) {
        match open {
            Some(_) if closes(at) => open = None,
            None if opens(at) => open = Some(at),
            None if closes(at) => lone = Some(at),
            _ => {}
        }
    }
    // What begins a line stresses its first words; elsewhere it may be `**options`.
    let begins =
        |at: &usize| line[..*at].chars().all(|c| !c.is_alphanumeric()) && behind(*at).is_some_and(char::is_uppercase);
    match lone.or(open.filter(begins)) {
        Some(at) => format!("{}{}", &line[..at], &line[at + 2..]),
        None => line.to_string(),
    }
}

/// Bytes of a host's mark, and of a link's words and target. Nobody looks further for their end, however many begin.
const MAX_MARK: usize = 80;
const MAX_LINK: usize = 300;
const MAX_TARGET: usize = 1_000;

/// A text without the marks by which a host's program finds the source again: "[as you prefer][[memory:42]]".
fn without_citations(text: &str) -> Cow<'_, str> {
    if !text.contains("[[") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("[[") {
        let is_mark = |mark: &&str| mark.contains(':') && !mark.contains([' ', '[', '\n']);
        let mark = cut(behind, MAX_MARK).split_once("]]").map(|(mark, _)| mark).filter(is_mark);
        match mark {
            Some(mark) => {
                // What it is said of stands in brackets before it.
                let said = before.strip_suffix(']').and_then(|said| said.rsplit_once('['));
                match said {
                    Some((start, said)) => out.extend([start, said]),
                    None => out.push_str(before.trim_end()),
                }
                rest = &behind[mark.len() + 2..];
            }
            None => {
                out.extend([before, "[["]);
                rest = behind;
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Replaces Markdown links by their text; links to the web keep their target unless `all`.
pub(crate) fn unlink(text: &str, all: bool) -> String {
    let text = &*without_citations(text);
    if find_mark(text, "](").is_none() || !text.contains('[') {
        return text.to_string();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        out.push_str(&rest[..open]);
        let after = &rest[open + 1..];
        let link = cut(after, MAX_LINK).find("](").and_then(|mid| {
            let close = cut(&after[mid + 2..], MAX_TARGET).find(')')?;
            (!after[..mid].contains('[')).then(|| (mid, mid + 2 + close))
        });
        let Some((mid, close)) = link else {
            out.push('[');
            rest = after;
            continue;
        };
        let target = &after[mid + 2..close];
        let is_image = out.ends_with('!');
        if is_image {
            out.pop();
        } else if !all && (target.starts_with("http://") || target.starts_with("https://")) {
            out.push_str(&rest[open..=(open + 1 + close)]);
        } else {
            out.push_str(&after[..mid]);
        }
        rest = &after[close + 1..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_a_host_are_left_out() {
        let unlinked = |text: &str| unlink(text, true);
        assert_eq!(unlinked("Rye is sold [as you prefer][[memory:42]]."), "Rye is sold as you prefer.");
        assert_eq!(unlinked("Rye is sold [[memory:42]]."), "Rye is sold.");
        let many = "[[".repeat(100_000) + "](";
        assert_eq!(unlinked(&many), many, "and soon");
        assert_eq!(unlinked("`[[ -f oven ]]` and [[Rye bread]] stay."), "`[[ -f oven ]]` and [[Rye bread]] stay.");
    }

    #[test]
    fn emphasis_that_lost_its_other_half_is_plain() {
        let text = "Rye only.** No wheat.\n- **Rye** stays\n**Rye\nThe **rye** is `2**8` g.** Ok";
        assert_eq!(balanced(text), "Rye only. No wheat.\n- **Rye** stays\nRye\nThe **rye** is `2**8` g. Ok");
        for kept in ["Tests go to src/**/*.ts", "pass **kwargs through", "- **Limit**: 2**20 bytes", "``2**8 ` x``"] {
            assert_eq!(balanced(kept), kept);
        }
    }

    #[test]
    fn marks_and_links_go() {
        assert_eq!(plain("**Bold** `code` [text](https://x.y/z) *it*"), "Bold code text it");
        assert_eq!(unlink("see [a](b.md) and [c](https://d)", false), "see a and [c](https://d)");
        assert_eq!(unlink("[ [x](", false), "[ [x](");
        assert_eq!(plain("state/*.json"), "state/*.json");
    }
}
