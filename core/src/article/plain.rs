//! The front matter that nearly every file has, read without a YAML parser: `key: value` lines, lists, plain mappings.
//!
//! Reading a thousand articles is mostly reading their front matter, and a full parser is ten times as slow. Anything
//! that is not plainly one of the forms below is refused and goes to the parser, which has the last word: whatever is
//! read here, the parser reads the same.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Number, Value};

/// Deepest nesting that is read here.
const MAX_DEPTH: usize = 8;
const MAX_KEY: usize = 100;
const MAX_BRACKETS: usize = super::yaml::MAX_DEPTH;

/// Plain words that mean something else in some version of YAML.
pub(super) const NOT_TEXT: &[&str] = &["null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan"];

/// The mapping that `text` spells, or `None` when it takes a parser to tell.
pub(crate) fn parse(text: &str) -> Option<Map<String, Value>> {
    let mut lines = Vec::new();
    let mut n_brackets = 0;
    for line in text.strip_suffix('\n').unwrap_or(text).split('\n') {
        let indent = line.bytes().take_while(|&b| b == b' ').count();
        let words = &line[indent..];
        let mut is_ascii = true;
        for byte in words.bytes() {
            match byte {
                b'[' | b'{' => n_brackets += 1,
                b' '..=b'~' => {}
                _ => is_ascii = false,
            }
        }
        if words.is_empty() || words.ends_with(' ') || !(is_ascii || words.chars().all(is_ordinary)) {
            return None;
        }
        lines.push(Line { indent, text: words });
    }
    // So many could nest deeper than anybody may; the parser's guard looks closer.
    if n_brackets > MAX_BRACKETS {
        return None;
    }
    let mut reader = Reader { lines: &lines, at: 0 };
    let map = reader.mapping(0, None, 0)?;
    (reader.at == lines.len()).then_some(map)
}

/// Characters that stand for themselves wherever they stand; control characters and odd line breaks do not.
fn is_ordinary(c: char) -> bool {
    matches!(c, ' '..='~') || c.is_alphanumeric() || matches!(c, '–' | '—' | '‘' | '’' | '“' | '”' | '…' | '→')
}

#[derive(Clone, Copy)]
struct Line<'t> {
    indent: usize,
    text: &'t str,
}

struct Reader<'l, 't> {
    lines: &'l [Line<'t>],
    at: usize,
}

impl<'t> Reader<'_, 't> {
    fn peek(&self) -> Option<Line<'t>> {
        self.lines.get(self.at).copied()
    }

    /// `key: value` lines at `indent`; `first` is one that stood behind a list's dash.
    fn mapping(&mut self, indent: usize, first: Option<&'t str>, depth: usize) -> Option<Map<String, Value>> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut map = Map::new();
        let mut next = first;
        loop {
            let text = match next.take() {
                Some(text) => text,
                None => match self.peek() {
                    Some(line) if line.indent == indent && !is_item(line.text) => {
                        self.at += 1;
                        line.text
                    }
                    Some(line) if line.indent > indent => return None,
                    _ => break,
                },
            };
            let (key, rest) = key_of(text)?;
            let value = if rest.is_empty() { self.below(indent, depth)? } else { self.scalar(rest, indent)? };
            if map.insert(String::from(key), value).is_some() {
                return None;
            }
        }
        Some(map)
    }

    /// What stands below `key:`: a list, a mapping, or nothing.
    fn below(&mut self, indent: usize, depth: usize) -> Option<Value> {
        match self.peek() {
            Some(line) if is_item(line.text) && line.indent >= indent => self.list(line.indent, depth + 1),
            Some(line) if line.indent > indent => self.mapping(line.indent, None, depth + 1).map(Value::Object),
            _ => Some(Value::Null),
        }
    }

    fn list(&mut self, indent: usize, depth: usize) -> Option<Value> {
        let mut items = Vec::new();
        while let Some(line) = self.peek() {
            if line.indent != indent || !is_item(line.text) {
                if line.indent > indent {
                    return None;
                }
                break;
            }
            self.at += 1;
            let text = line.text.strip_prefix("- ")?;
            items.push(if key_of(text).is_some() {
                Value::Object(self.mapping(indent + 2, Some(text), depth + 1)?)
            } else {
                self.scalar(text, indent)?
            });
        }
        Some(Value::Array(items))
    }

    /// A value on the rest of its line; one that goes on below is refused.
    fn scalar(&self, text: &str, indent: usize) -> Option<Value> {
        if self.peek().is_some_and(|next| next.indent > indent) {
            return None;
        }
        match text.as_bytes() {
            b"[]" => Some(Value::Array(Vec::new())),
            b"{}" => Some(Value::Object(Map::new())),
            [b'[', inner @ .., b']'] => flow_list(core::str::from_utf8(inner).ok()?),
            _ => quoted(text).or_else(|| plain(text)),
        }
    }
}

fn is_item(text: &str) -> bool {
    text.starts_with('-')
}

/// `key: value` or `key:` in two.
fn key_of(text: &str) -> Option<(&str, &str)> {
    let length = text.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')).count();
    let (key, rest) = text.split_at(length);
    let rest = rest.strip_prefix(':')?;
    let starts_well = key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if !starts_well || length > MAX_KEY || is_special(key) || !(rest.is_empty() || rest.starts_with(' ')) {
        return None;
    }
    Some((key, rest.trim_start_matches(' ')))
}

fn flow_list(inner: &str) -> Option<Value> {
    // A comma inside quotes leaves a half that is neither quoted nor plain.
    let item = |text: &str| {
        let text = text.trim_matches(' ');
        quoted(text).or_else(|| plain(text).filter(|_| !text.contains(['[', ']', '{', '}', ':', '#', '"', '\''])))
    };
    inner.split(',').map(item).collect::<Option<Vec<_>>>().map(Value::Array)
}

/// Text in quotes with nothing in it that quotes treat specially.
fn quoted(text: &str) -> Option<Value> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inner = text.get(1..)?.strip_suffix(quote)?;
    (!inner.contains(['"', '\'', '\\'])).then(|| Value::String(String::from(inner)))
}

fn plain(text: &str) -> Option<Value> {
    let first = text.chars().next()?;
    // A general search for two letters costs more than the rest of the reading.
    if text.ends_with(':') || text.as_bytes().windows(2).any(|pair| matches!(pair, b": " | b" #")) {
        return None;
    }
    if first.is_ascii_digit() {
        return number_or_date(text);
    }
    let is_text = (first.is_alphabetic() || matches!(first, '_' | '/' | '(' | '$')) && !is_special(text);
    is_text.then(|| Value::String(String::from(text)))
}

fn is_special(text: &str) -> bool {
    text.len() <= 5 && NOT_TEXT.iter().any(|word| text.eq_ignore_ascii_case(word))
}

fn number_or_date(text: &str) -> Option<Value> {
    let bytes = text.as_bytes();
    let digits = |bytes: &[u8]| !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit);
    let no_leading_zero = bytes.len() == 1 || bytes[0] != b'0';
    if digits(bytes) {
        return (no_leading_zero && bytes.len() <= 15).then(|| text.parse::<u64>().ok().map(Value::from))?;
    }
    // Numbers hold no space, and dates and times no number's signs.
    let is_date = bytes.len() >= 10 && bytes[4] == b'-' && bytes[7] == b'-' && digits(&bytes[..4]);
    if is_date || text.contains(' ') {
        return Some(Value::String(String::from(text)));
    }
    let (whole, fraction) = text.split_once('.')?;
    let is_decimal = digits(whole.as_bytes()) && digits(fraction.as_bytes()) && text.len() <= 15;
    let no_leading_zero = whole.len() == 1 || !whole.starts_with('0');
    (is_decimal && no_leading_zero)
        .then(|| text.parse::<f64>().ok().and_then(Number::from_f64).map(Value::Number))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::super::yaml::parse_with_parser;
    use super::*;
    use alloc::format;

    #[track_caller]
    fn reads(text: &str) {
        assert_eq!(parse(text).map(Value::Object), parse_with_parser(text).ok().map(Value::Object), "{text}");
        assert!(parse(text).is_some(), "refused: {text}");
    }

    #[test]
    fn reads_what_articles_have() {
        reads("topic: decisions\ntitle: Agent Identity — Spock\ncreated: 2026-02-20\nconfidence: high\n");
        reads(
            "sources:\n  - issue: 63\n    session: a.jsonl\n    turns: [3, 7]\n  - issue: 71\ntags: [a, b/c, 'd e']\n",
        );
        reads("tags:\n- a\n- b\ncount: 12\nx: 0.85\ny_: \"quoted: yes\"\nz: '2026'\n");
        reads("a:\nb: []\nc: {}\nd:\n  e: f\n  g:\n    - h\n");
        reads("at: 2026-02-20T10:11:12.000Z\nversion: 1 of 2\nurl: https://example.org/a?b=c#d\nwho: a@b.c");
        reads("depends_on:\n  - prisma >= 4.2\n  - src/lib.rs exists\n");
    }

    #[test]
    fn leaves_the_rest_to_the_parser() {
        for text in [
            "a: &x 1\n",
            "a: *x\n",
            "a: |\n  b\n",
            "a: b\n  c\n",
            "a: b # c\n",
            "# c\na: b\n",
            "a: b: c\n",
            "a: 1\na: 2\n",
            "a: 'it''s'\n",
            "a: \"b\\n\"\n",
            "a: [b, [c]]\n",
            "a: yes\n",
            "a: 0x1f\n",
            "a: 007\n",
            "a: 1e3\n",
            "a: .5\n",
            "a: -1\n",
            "a: ~\n",
            "? a\n: b\n",
            "a: b\n\nc: d\n",
            "- a\n",
            "a: !b c\n",
            "a: 1_000\n",
            "a:\n\t- b\n",
            "a: b\r\n",
            "a: [b, \"c, d\"]\n",
            "{a: b}\n",
            "a: %b\n",
            "a: {b: c}\n",
            "  a: b\n",
            "a:\n    b: c\n  d: e\n",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn whatever_is_read_here_the_parser_reads_the_same(
            lines in proptest::collection::vec("( {0,4}|- |  - )([a-c]{1,2}:|[a-c]{1,2}|)( |  |)([ -~é—]{0,8}|[0-9.:eExX_+-]{1,6}|\\[[a-c0-9,' ]{0,8}\\]|true|No|~|2026-0[0-9]-[0-9]{2})", 1..6),
        ) {
            let text = format!("{}\n", lines.join("\n"));
            if let Some(map) = parse(&text) {
                let parsed = parse_with_parser(&text);
                proptest::prop_assert_eq!(Some(Value::Object(map)), parsed.ok().map(Value::Object), "{}", text);
            }
        }
    }
}
