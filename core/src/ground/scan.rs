//! One pass over the bytes of a file: which terms stand where, what it defines, what it imports.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::imports::extension;
use super::query::{Matcher, Query};
use crate::text::content_terms;

/// Passages kept for each file.
const MAX_PASSAGES: usize = 4;
/// Lines that may lie between two hits of one passage.
const PASSAGE_GAP: u32 = 3;
/// Bytes of a line that are shown.
const SHOWN_BYTES: usize = 240;
/// Imports kept for each file.
const MAX_IMPORTS: usize = 200;
/// Bytes at the start of a file that tell text from binary.
const SNIFFED_BYTES: usize = 8_000;

/// What was found in one file.
#[derive(Debug, Clone, Default)]
pub(super) struct FileHits {
    pub(super) path: String,
    pub(super) n_bytes: u32,
    /// Weighted count for each term that occurs, by term.
    pub(super) counts: Vec<(u8, f64)>,
    /// Terms of the path, as a set.
    pub(super) path_terms: u128,
    /// Terms of the file's own name, as a set.
    pub(super) name_terms: u128,
    /// Identifiers that are defined here, as a set of terms.
    pub(super) defines: u128,
    pub(super) passages: Vec<Passage>,
    /// What the file imports, as written.
    pub(super) imports: Vec<String>,
}

/// Neighbouring lines that hold terms.
#[derive(Debug, Clone, Default)]
pub(super) struct Passage {
    /// 1-based line with the most terms.
    pub(super) line: u32,
    /// The text of that line.
    pub(super) text: String,
    /// Terms of the whole passage.
    pub(super) terms: u128,
    /// Terms of that line.
    pub(super) line_terms: u128,
    pub(super) defines: bool,
    weight: f64,
}

/// Whether the bytes are text worth reading.
pub(super) fn is_text(bytes: &[u8]) -> bool {
    !bytes[..bytes.len().min(SNIFFED_BYTES)].contains(&0)
}

/// Terms of a path: of all its parts, and of the file's name alone.
pub(super) fn path_terms(matcher: &mut Matcher, path: &str) -> (u128, u128) {
    if matcher.next_start(path.as_bytes(), 0).is_none() {
        return (0, 0);
    }
    let mut set_of = |text: &str| {
        let mut set = 0u128;
        for term in content_terms(text) {
            if let Some(id) = matcher.word(term.as_bytes()) {
                set |= 1 << id;
            }
        }
        // A path part can be a whole identifier.
        for part in text.split(['/', '.']) {
            if let Some(id) = matcher.identifier(part.as_bytes()) {
                set |= 1 << id;
            }
        }
        set
    };
    let name = path.rsplit('/').next().unwrap_or(path);
    (set_of(path), set_of(name))
}

/// Reads one file.
pub(super) fn scan_file(
    matcher: &mut Matcher,
    query: &Query,
    path: &str,
    bytes: &[u8],
    want_imports: bool,
) -> FileHits {
    let (path_terms, name_terms) = path_terms(matcher, path);
    let mut hits = FileHits {
        path: path.to_string(),
        n_bytes: u32::try_from(bytes.len()).unwrap_or(u32::MAX),
        path_terms,
        name_terms,
        ..FileHits::default()
    };
    if !is_text(bytes) {
        return hits;
    }
    let markdown = matches!(extension(path), "md" | "mdx" | "rst" | "adoc");
    let mut counts = alloc::vec![0.0f64; query.terms.len()];
    let mut open: Option<(Passage, u32)> = None;
    if want_imports {
        super::imports::read_imports(bytes, MAX_IMPORTS, &mut hits.imports);
    }
    // Only lines on which something can begin like a term are cut into words.
    let (mut at, mut number) = (0, 1u32);
    while let Some(hit) = matcher.next_start(bytes, at) {
        let start = bytes[at..hit].iter().rposition(|&byte| byte == b'\n').map_or(at, |newline| at + newline + 1);
        let skipped = bytes[at..start].iter().filter(|&&byte| byte == b'\n').count();
        let end = bytes[hit..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |newline| hit + newline);
        let line = &bytes[start..end];
        let line_number = number.saturating_add(u32::try_from(skipped).unwrap_or(u32::MAX));
        at = (end + 1).min(bytes.len());
        number = line_number.saturating_add(1);
        let (terms, identifiers) = line_terms(matcher, line);
        if terms == 0 {
            continue;
        }
        let number = line_number;
        let kind = if markdown && line.starts_with(b"#") { LineKind::Heading } else { line_kind(line) };
        let factor = match kind {
            LineKind::Definition => 2.5,
            LineKind::Heading => 3.0,
            LineKind::Plain => 1.0,
        };
        let mut weight = 0.0;
        for id in ids(terms) {
            counts[id] += factor;
            weight += query.terms[id].weight;
        }
        let defined = if kind == LineKind::Definition { identifiers & defined_on(matcher, line) } else { 0 };
        hits.defines |= defined;
        if kind != LineKind::Plain {
            weight *= 1.3;
        }
        let fits = open.as_ref().is_some_and(|(_, last)| number - last <= PASSAGE_GAP);
        if !fits && let Some((passage, _)) = open.take() {
            keep(&mut hits.passages, passage);
        }
        let (passage, last) = open.get_or_insert_with(|| (Passage::default(), number));
        *last = number;
        passage.terms |= terms;
        passage.defines |= defined != 0;
        let stronger = weight > passage.weight;
        if stronger {
            passage.weight = weight;
            passage.line = number;
            passage.line_terms = terms;
            passage.text = shown(line);
        }
    }
    if let Some((passage, _)) = open {
        keep(&mut hits.passages, passage);
    }
    hits.counts = (0u8..).zip(counts).filter(|(_, count)| *count > 0.0).collect();
    hits
}

/// The positions of the bits of a set.
pub(super) fn ids(mut set: u128) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let id = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(id)
    })
}

fn keep(passages: &mut Vec<Passage>, passage: Passage) {
    passages.push(passage);
    if passages.len() > MAX_PASSAGES {
        let rank = |p: &Passage| (p.weight + f64::from(p.terms.count_ones()), p.line);
        let weakest = (0..passages.len())
            .min_by(|&a, &b| {
                let (a, b) = (rank(&passages[a]), rank(&passages[b]));
                a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))
            })
            .unwrap_or(0);
        passages.remove(weakest);
    }
}

fn shown(line: &[u8]) -> String {
    let mut end = line.len().min(SHOWN_BYTES);
    // Half a word is no word, and half a secret would not be recognised as one.
    if end < line.len() {
        end = line[..end].iter().rposition(u8::is_ascii_whitespace).unwrap_or(0);
    }
    let text = String::from_utf8_lossy(&line[..end]);
    text.trim().trim_end_matches('\u{fffd}').to_string()
}

/// The terms on a line, and among them those that stand there as whole identifiers.
fn line_terms(matcher: &mut Matcher, line: &[u8]) -> (u128, u128) {
    let (mut terms, mut identifiers) = (0u128, 0u128);
    let mut at = 0;
    while at < line.len() {
        if !is_word_byte(line[at]) {
            at += 1;
            continue;
        }
        let start = at;
        while at < line.len() && is_word_byte(line[at]) {
            at += 1;
        }
        let run = &line[start..at];
        if matcher.may_start(run)
            && let Some(id) = matcher.identifier(run)
        {
            terms |= 1 << id;
            identifiers |= 1 << id;
        }
        for_each_part(run, |part| {
            if matcher.may_start(part)
                && let Some(id) = matcher.word(part)
            {
                terms |= 1 << id;
            }
        });
    }
    (terms, identifiers)
}

#[inline]
fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The parts of `getUserName`, `get_user_name`, `HTTPServer`, and each of them once.
fn for_each_part(run: &[u8], mut visit: impl FnMut(&[u8])) {
    let mut start = 0;
    let mut at = 0;
    while at < run.len() {
        let byte = run[at];
        if byte == b'_' {
            if at > start {
                visit(&run[start..at]);
            }
            start = at + 1;
        } else if at > start && byte.is_ascii_uppercase() {
            let after_lower = !run[at - 1].is_ascii_uppercase();
            let before_lower = run.get(at + 1).is_some_and(u8::is_ascii_lowercase);
            if after_lower || before_lower {
                visit(&run[start..at]);
                start = at;
            }
        } else if at > start && byte.is_ascii_digit() != run[at - 1].is_ascii_digit() && byte < 0x80 {
            visit(&run[start..at]);
            start = at;
        }
        at += 1;
    }
    if start < run.len() {
        visit(&run[start..]);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineKind {
    Plain,
    Definition,
    Heading,
}

fn line_kind(line: &[u8]) -> LineKind {
    let trimmed = line.trim_ascii();
    let mut words = trimmed.split(|byte| !is_word_byte(*byte)).filter(|word| !word.is_empty());
    for _ in 0..5 {
        let Some(word) = words.next() else { break };
        if is_definition_word(word) {
            return LineKind::Definition;
        }
        if !is_modifier(word) {
            break;
        }
    }
    // A C-like function head starts in the first column; a method head opens a block. Neither ends a statement.
    let first_column = line.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
    let head = trimmed.split(|&byte| byte == b'(').next().unwrap_or_default();
    let open_end = !trimmed.ends_with(b";") && !trimmed.ends_with(b",");
    let plain_head =
        head.len() < trimmed.len() && !head.iter().any(|byte| matches!(byte, b'=' | b'.' | b'"' | b'\'' | b'`'));
    if plain_head && (first_column && open_end || trimmed.ends_with(b"{")) {
        let word = trimmed.split(|byte| !is_word_byte(*byte)).next().unwrap_or_default();
        if !is_control_word(word) {
            return LineKind::Definition;
        }
    }
    LineKind::Plain
}

fn is_definition_word(word: &[u8]) -> bool {
    matches!(
        word,
        b"fn"
            | b"function"
            | b"def"
            | b"class"
            | b"struct"
            | b"enum"
            | b"trait"
            | b"interface"
            | b"type"
            | b"func"
            | b"fun"
            | b"module"
            | b"mod"
            | b"const"
            | b"define"
            | b"typedef"
            | b"impl"
            | b"macro_rules"
            | b"let"
            | b"var"
            | b"val"
            | b"sub"
            | b"namespace"
            | b"package"
            | b"object"
            | b"protocol"
            | b"extension"
            | b"record"
            | b"union"
            | b"defmodule"
            | b"defp"
    )
}

fn is_control_word(word: &[u8]) -> bool {
    matches!(
        word,
        b"" | b"if"
            | b"for"
            | b"while"
            | b"return"
            | b"else"
            | b"switch"
            | b"case"
            | b"assert"
            | b"print"
            | b"catch"
            | b"do"
            | b"try"
            | b"match"
            | b"with"
            | b"await"
            | b"throw"
            | b"new"
            | b"elif"
            | b"elsif"
            | b"unless"
            | b"until"
            | b"foreach"
    )
}

fn is_modifier(word: &[u8]) -> bool {
    matches!(
        word,
        b"pub"
            | b"export"
            | b"default"
            | b"async"
            | b"static"
            | b"public"
            | b"private"
            | b"protected"
            | b"abstract"
            | b"final"
            | b"crate"
            | b"extern"
            | b"unsafe"
            | b"inline"
            | b"declare"
            | b"readonly"
            | b"override"
            | b"internal"
            | b"virtual"
            | b"sealed"
            | b"data"
            | b"open"
            | b"local"
            | b"global"
    )
}

/// The identifier that a definition line defines: the first one after the words that open the definition, or the name
/// in front of the parameters.
fn defined_on(matcher: &Matcher, line: &[u8]) -> u128 {
    let head = line.split(|&byte| byte == b'(').next().unwrap_or_default();
    let called = head.split(|byte| !is_word_byte(*byte)).rfind(|word| !word.is_empty());
    // `const x = f(y)` defines x and calls f.
    if head.len() < line.len()
        && !head.contains(&b'=')
        && let Some(id) = called.and_then(|name| matcher.identifier(name))
    {
        return 1 << id;
    }
    let mut words = line.split(|byte| !is_word_byte(*byte)).filter(|word| !word.is_empty());
    let first = words.find(|word| !is_definition_word(word) && !is_modifier(word));
    first.and_then(|name| matcher.identifier(name)).map_or(0, |id| 1 << id)
}

#[cfg(test)]
mod tests {
    use super::super::query::read_query;
    use super::*;

    fn scan(query: &str, path: &str, text: &[u8]) -> FileHits {
        let query = read_query(query);
        scan_file(&mut Matcher::new(&query.terms), &query, path, text, true)
    }

    #[test]
    fn passages_quote_the_line_with_the_most_terms() {
        let text = b"// nothing\nfn retry_upload(n: u32) {\n  upload(n)\n}\n\n\n\n\n\nlet x = upload;\n";
        let hits = scan("How do we retry uploads?", "src/a.rs", text);
        let found: Vec<_> = hits.passages.iter().map(|p| (p.line, p.text.as_str())).collect();
        assert_eq!(found, [(2, "fn retry_upload(n: u32) {"), (10, "let x = upload;")]);
    }

    #[test]
    fn definitions_of_identifiers_are_told_from_uses() {
        let query = "Who calls `parseConfig`?";
        for (line, defines) in [
            ("export function parseConfig(text) {", true),
            ("def parseConfig(text):", true),
            ("int parseConfig(const char *text)\n{", true),
            ("pub(crate) const parseConfig: u32 = 1;", true),
            ("  const x = parseConfig(text);", false),
            ("return parseConfig(text)", false),
            ("  public static Config parseConfig(String text) {", true),
            ("  async parseConfig(text) {", true),
            ("Config Reader::parseConfig(const char *text)", true),
            ("  if (parseConfig(text)) {", false),
            ("  run(parseConfig(text), () => {", false),
        ] {
            assert_eq!(scan(query, "a.ts", line.as_bytes()).defines != 0, defines, "{line}");
        }
    }

    #[test]
    fn binary_and_broken_text_do_no_harm() {
        assert!(scan("retry", "a.bin", b"retry\0retry").counts.is_empty());
        assert_eq!(scan("retry", "a.txt", b"\xff\xfe retry \xe2\x82").passages.len(), 1);
        assert!(scan("", "a.txt", b"text").passages.is_empty());
        let many = b"retry x\n\n\n\n\n".repeat(1000);
        assert_eq!(scan("retry", "a.txt", &many).passages.len(), MAX_PASSAGES);
    }

    #[test]
    fn paths_count_too() {
        let hits = scan("user upload limits", "src/upload/user_limit.ts", b"");
        assert_eq!((hits.path_terms.count_ones(), hits.name_terms.count_ones()), (3, 2));
    }
}
