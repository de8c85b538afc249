//! Code that stands among words: in fences, between other marks, or told by its lines.

use alloc::vec::Vec;
use core::ops::Range;

use super::sentence;

/// Longest name of a language behind a fence.
const MAX_LANGUAGE: usize = 12;

/// A line, apart from the fence that somebody glued to its end: "Put this there:```sh", "}```".
pub(super) fn apart_from_fence(line: &str) -> impl Iterator<Item = &str> {
    let is_fence = |at: &usize| {
        let language = &line[at + 3..];
        let is_alone = !line[..*at].contains("```") && !line[..*at].trim().is_empty();
        is_alone && language.len() <= MAX_LANGUAGE && language.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    let at = line.rfind("```").filter(is_fence).unwrap_or(line.len());
    core::iter::once(&line[..at]).chain((at < line.len()).then(|| &line[at..]))
}

/// Whether an edit begins in a line that replaces one piece of a file by another: `<<<<<<< SEARCH`.
fn begins_edit(line: &str) -> bool {
    line.strip_prefix("<<<<<<< ").is_some_and(|name| !sentence::has_more_words(name, 1))
}

/// Whether a message holds an edit, for the host to carry out.
pub(super) fn holds_edit(text: &str) -> bool {
    text.contains("<<<<<<< ") && text.lines().any(|line| begins_edit(line.trim()))
}

/// What stands around code on pages.
const CODE_TAGS: [(&str, &str); 3] = [("<source>", "</source>"), ("<code>", "</code>"), ("<pre>", "</pre>")];
/// Lines in which the tag that closes is looked for.
const MAX_CODE: usize = 1_000;

/// Where the code ends that begins in a line. A fence or an edit that nothing closes reaches to the end, a tag is none then.
pub(super) fn after_code(lines: &[&str], at: usize) -> Option<usize> {
    let trimmed = lines[at].trim();
    let rest = &lines[at + 1..];
    let behind = |n: Option<usize>| n.map(|n| at + n + 2);
    if let Some(fence) = ["```", "~~~"].into_iter().find(|fence| trimmed.starts_with(fence)) {
        let sign = [fence.as_bytes()[0] as char, ' '];
        let closes = |line: &&str| line.trim().starts_with(fence) && line.trim().trim_matches(sign).is_empty();
        return behind(rest.iter().position(closes)).or(Some(lines.len()));
    }
    if begins_edit(trimmed) {
        return behind(rest.iter().position(|line| line.trim().starts_with(">>>>>>>"))).or(Some(lines.len()));
    }
    // "<code>bake</code> is what we print" closes it at once.
    let opens = |(open, close): &&(&str, &str)| trimmed.starts_with(open) && !trimmed.contains(close);
    let (_, close) = CODE_TAGS.iter().find(opens)?;
    behind(rest.iter().take(MAX_CODE).position(|line| line.trim().starts_with(close)))
}

/// Whether lines are code that nobody fenced: most of them end or begin as no sentence does.
pub(super) fn is_code(lines: &[&str]) -> bool {
    let n = lines.iter().filter(|line| is_code_line(line)).count();
    // "bake(rye, 40);" is code by itself.
    let is_whole = |line: &str| line.trim_end().ends_with(");") || line.contains(LEADER);
    n > 1 && n * 2 > lines.len() || matches!(lines, [line] if is_whole(line))
}

/// Most words of a field: "pub tray: Vec<Loaf>,".
const MAX_FIELD: usize = 3;

/// Whether a line ends or begins as no sentence does.
fn is_code_line(line: &str) -> bool {
    let line = line.trim();
    let code = line.split_once(" //").map_or(line, |(code, _)| code.trim_end());
    let is_field = || code.ends_with(',') && code.contains(": ") && !sentence::has_more_words(code, MAX_FIELD);
    code.ends_with([';', '{', '}', '('])
        || ["//", "}", ")"].iter().any(|mark| line.starts_with(mark))
        || code.contains(" => ")
        || is_field()
        || line.contains(LEADER)
}

/// Stands between a check and what came of it: "rye..........Passed".
const LEADER: &str = "..........";

/// Where lines stand in a text that are code and that nobody fenced.
pub(super) fn code_in(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    for paragraph in text.split("\n\n").filter(|paragraph| paragraph.contains(['=', '{', '}'])) {
        let lines: Vec<&str> = paragraph.lines().collect();
        let is_code_at = |at: &usize| is_code_line(lines[*at]);
        let (Some(first), Some(last)) = ((0..lines.len()).find(is_code_at), (0..lines.len()).rfind(is_code_at)) else {
            continue;
        };
        if is_code(&lines[first..=last]) {
            let place = |line: &str| sentence::place_of(line, text);
            out.push(place(lines[first])..place(lines[last]) + lines[last].len());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_has_a_mark_with_a_name() {
        assert!(holds_edit("Hotter:\n<<<<<<< SEARCH\nheat = 200\n=======\nheat = 240\n>>>>>>> REPLACE"));
        assert!(!holds_edit("<<<<<<< is a mark of it.\nRye.") && !holds_edit("Rye."));
    }

    #[test]
    fn code_is_found_between_words() {
        let text = "We bake so:\nfn bake() {\n  heat(240);\n}\n\nRye first; then wheat.";
        let code: Vec<&str> = code_in(text).into_iter().map(|place| &text[place]).collect();
        assert_eq!(code, ["fn bake() {\n  heat(240);\n}"]);
        assert!(code_in("The oven is hot;\nthe tray is full;\nso we bake.\nRye comes first.\nThen wheat.").is_empty());
    }
}
