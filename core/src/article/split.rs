//! Where front matter ends and the body begins, by bytes.

use core::ops::Range;

/// How a file is written down, told by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Container {
    /// Markdown with optional front matter between `---` lines.
    Markdown,
    /// The whole file is YAML.
    Yaml,
    /// The whole file is JSON.
    Json,
}

impl Container {
    /// Decides by the extension; anything unknown is read as Markdown.
    pub(crate) fn of(path: &str) -> Self {
        match path.rsplit_once('.').map(|(_, extension)| extension) {
            Some(e) if e.eq_ignore_ascii_case("yaml") || e.eq_ignore_ascii_case("yml") => Self::Yaml,
            Some(e) if e.eq_ignore_ascii_case("json") => Self::Json,
            _ => Self::Markdown,
        }
    }
}

/// The parts of a file as byte ranges. Nothing is copied and nothing is lost: what no range covers are the
/// byte order mark and the two fences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Split {
    /// The YAML (or JSON), without fences; `None` when the file has no front matter.
    pub(crate) front: Option<Range<usize>>,
    /// 1-based line on which the front matter's first line stands.
    pub(crate) front_line: u32,
    /// Everything after the closing fence's line.
    pub(crate) body: Range<usize>,
    /// 1-based line on which the body starts.
    pub(crate) body_line: u32,
    /// Whether a front matter was opened and never closed.
    pub(crate) unclosed: bool,
}

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Splits `bytes` as the file name says.
pub(crate) fn split(container: Container, bytes: &[u8]) -> Split {
    let start = if bytes.starts_with(BOM) { BOM.len() } else { 0 };
    let end = bytes.len();
    if container != Container::Markdown {
        return Split {
            front: Some(start..end),
            front_line: 1,
            body: end..end,
            body_line: line_count(&bytes[start..end]),
            unclosed: false,
        };
    }
    let without = Split { front: None, front_line: 1, body: start..end, body_line: 1, unclosed: false };
    let first_end = line_end(bytes, start);
    if !is_fence(&bytes[start..first_end], true) || first_end == end {
        return without;
    }
    let front_start = first_end;
    let mut at = front_start;
    let mut line = 2;
    let mut first_blank = None;
    while at < end {
        let next = line_end(bytes, at);
        let text = &bytes[at..next];
        if is_fence(text, false) {
            return Split {
                front: Some(front_start..at),
                front_line: 2,
                body: next..end,
                body_line: line + 1,
                unclosed: false,
            };
        }
        if first_blank.is_none() && text.iter().all(u8::is_ascii_whitespace) {
            first_blank = Some((at, next, line));
        }
        at = next;
        line += 1;
    }
    // Never closed. Markdown may start with a thematic break; only `key:` makes it front matter.
    let second = &bytes[front_start..line_end(bytes, front_start)];
    if !looks_like_key(second) {
        return without;
    }
    let (front_end, body_start, body_line) =
        first_blank.map_or((end, end, line), |(at, next, line)| (at, next, line + 1));
    Split { front: Some(front_start..front_end), front_line: 2, body: body_start..end, body_line, unclosed: true }
}

/// The offset just behind the line break that ends the line at `at`, or the end of the bytes.
pub(crate) fn line_end(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |found| at + found + 1)
}

/// The line break that a file uses: that of its first line, `\n` when it has none.
pub(crate) fn line_break(bytes: &[u8]) -> &'static str {
    let end = line_end(bytes, 0);
    if bytes[..end].ends_with(b"\r\n") { "\r\n" } else { "\n" }
}

fn is_fence(line: &[u8], opening: bool) -> bool {
    let text = line.trim_ascii_end();
    text == b"---" || (!opening && text == b"...")
}

fn looks_like_key(line: &[u8]) -> bool {
    let name = line.iter().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')).count();
    name > 0 && line.get(name) == Some(&b':')
}

/// How many lines bytes span; at least one.
pub(crate) fn line_count(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.split(|&b| b == b'\n').count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, front: Option<&str>, body: &str, lines: (u32, u32)) {
        let bytes = text.as_bytes();
        let parts = split(Container::Markdown, bytes);
        assert_eq!(parts.front.map(|range| &text[range]), front, "front matter of {text:?}");
        assert_eq!(&text[parts.body], body, "body of {text:?}");
        assert_eq!((parts.front_line, parts.body_line), lines, "lines of {text:?}");
    }

    #[test]
    fn finds_the_fences() {
        check("---\na: 1\n---\nhello\n", Some("a: 1\n"), "hello\n", (2, 4));
        check("\u{feff}---\r\na: 1\r\n--- \r\nhello", Some("a: 1\r\n"), "hello", (2, 4));
        check("---\n---\n", Some(""), "", (2, 3));
        check("---\na: 1\n...\nx", Some("a: 1\n"), "x", (2, 4));
        check("# Title\n", None, "# Title\n", (1, 1));
        check("", None, "", (1, 1));
        check("---", None, "---", (1, 1));
        check("---\n\nafter a rule\n", None, "---\n\nafter a rule\n", (1, 1));
        check(" ---\na: 1\n---\n", None, " ---\na: 1\n---\n", (1, 1));
    }

    #[test]
    fn an_unclosed_front_matter_ends_at_the_first_blank_line() {
        let text = "---\ntitle: x\ntags: [a]\n\n# Body\n";
        check(text, Some("title: x\ntags: [a]\n"), "# Body\n", (2, 5));
        assert!(split(Container::Markdown, text.as_bytes()).unclosed);
        check("---\ntitle: x", Some("title: x"), "", (2, 3));
    }
}
