//! Code that stands among words and that nobody fenced.

use alloc::vec::Vec;
use core::ops::Range;

use super::sentence;

/// Whether lines are code that nobody fenced: most of them end or begin as no sentence does.
pub(super) fn is_code(lines: &[&str]) -> bool {
    let n = lines.iter().filter(|line| is_code_line(line)).count();
    // "bake(rye, 40);" is code by itself.
    let is_call = |line: &str| line.trim_end().ends_with(");");
    n > 1 && n * 2 > lines.len() || matches!(lines, [line] if is_call(line))
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
}

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
    fn code_is_found_between_words() {
        let text = "We bake so:\nfn bake() {\n  heat(240);\n}\n\nRye first; then wheat.";
        let code: Vec<&str> = code_in(text).into_iter().map(|place| &text[place]).collect();
        assert_eq!(code, ["fn bake() {\n  heat(240);\n}"]);
        assert!(code_in("The oven is hot;\nthe tray is full;\nso we bake.\nRye comes first.\nThen wheat.").is_empty());
    }
}
