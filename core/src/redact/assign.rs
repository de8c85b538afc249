//! Reads `name = value` around a telling word, in every way people write it.
//!
//! Shell, YAML, JSON (also JSON inside a JSON string), code of many languages, XML, command-line
//! flags and prose. Nothing is parsed as a whole: the text around the word is read a few bytes to
//! either side, so the cost per word is bounded.

use super::pattern::Class;
use super::sets::{Set, table};

/// The longest name looked at, and the longest value.
const NAME_LIMIT: usize = 80;
const VALUE_LIMIT: usize = 2048;

/// How the name and the value are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Join {
    /// `=` without blanks, as in shell and .env files.
    Tight,
    /// `=`, `:=`, `=>`: code and configuration.
    Code,
    /// `,` between quoted strings: arguments of a call, or a list that says nothing.
    List,
    /// `:` as in YAML, JSON, headers and prose.
    Colon,
    /// A bar, a tab or several blanks between two cells of a table.
    Cell,
    /// `<name>value`.
    Markup,
    /// `--name value`.
    Flag,
    /// "is", "to".
    Prose,
    /// Nothing but a blank.
    Adjacent,
}

/// A name with the value that is assigned to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Assignment {
    pub(super) name: (usize, usize),
    pub(super) value: (usize, usize),
    pub(super) join: Join,
    pub(super) quoted: bool,
}

/// What names are made of.
const IN_NAME: [bool; 256] = {
    let mut in_name = [false; 256];
    let mut byte = 0_u8;
    loop {
        in_name[byte as usize] = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | 0x80..);
        if byte == u8::MAX {
            break in_name;
        }
        byte += 1;
    }
};

/// Widens a hit to the whole name.
#[inline]
pub(super) fn name_around(text: &[u8], start: usize, end: usize) -> (usize, usize) {
    let in_name = |byte: u8| IN_NAME[usize::from(byte)];
    let floor = start.saturating_sub(NAME_LIMIT);
    let mut left = start;
    while left > floor && in_name(text[left - 1]) {
        left -= 1;
    }
    // `\nTOKEN=…` inside a JSON string: the letter belongs to the escape.
    if left > 0 && text[left - 1] == b'\\' && left < start && matches!(text[left], b'n' | b'r' | b't') {
        left += 1;
    }
    let ceiling = text.len().min(end + NAME_LIMIT);
    let mut right = end;
    // Punctuation as wide as a letter: `password：…`.
    let is_wide_mark = text.get(end..end + 2) == Some(b"\xef\xbc");
    while right < ceiling && in_name(text[right]) && !is_wide_mark {
        right += 1;
    }
    while right > end && matches!(text[right - 1], b'.' | b'-') {
        right -= 1;
    }
    (left, right)
}

/// Reads what is assigned to the name at `name`.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
pub(super) fn read(text: &[u8], name: (usize, usize)) -> Option<Assignment> {
    let (at, join) = join_behind(text, name)?;
    value_at(text, name, at, join)
}

/// How a value is joined to the name, and where it may begin.
#[inline]
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn join_behind(text: &[u8], name: (usize, usize)) -> Option<(usize, Join)> {
    let mut at = name.1;
    let mut closed_quote = false;
    // Whatever closes the name: quotes (escaped or not), brackets, Markdown emphasis.
    for _ in 0..6 {
        match text.get(at) {
            Some(b'"' | b'\'' | b'`') => {
                closed_quote = true;
                at += 1;
            }
            Some(b'\\') if matches!(text.get(at + 1), Some(b'"' | b'\'' | b'\\')) => at += 1,
            Some(b']' | b')' | b'*') => at += 1,
            Some(b'&') if entity(&text[at..]) > 0 => {
                closed_quote = true;
                at += entity(&text[at..]);
            }
            _ => break,
        }
    }
    if text[at..].starts_with(b"</key>") {
        return property(text, at + 6).map(|behind| (behind, Join::Markup));
    }
    if let Some(behind) = named_value(text, at, closed_quote) {
        return Some((behind, Join::Colon));
    }
    let opened_markup = name.0 > 0 && text[name.0 - 1] == b'<';
    if opened_markup && text.get(at) == Some(&b'>') {
        return Some((at + 1, Join::Markup));
    }
    // "the password's …"
    if text[name.1..].starts_with(b"'s ") {
        return Some((name.1 + 3, Join::Prose));
    }
    let flag = text[name.0] == b'-' && at == name.1;
    // `Unseal Key 1: …`
    let number = numbered(text, at);
    at += number;
    let gap = blanks(text, at, 8);
    let spaced = gap > 0;
    at += gap;
    let join = match *text.get(at)? {
        b'=' => {
            let equals = run_of(text, at, b'=', 3);
            at += equals;
            if text.get(at) == Some(&b'>') {
                at += 1;
                Join::Code
            } else if spaced || matches!(text.get(at), Some(b' ' | b'\t')) || equals > 1 {
                Join::Code
            } else {
                Join::Tight
            }
        }
        b':' => {
            at += run_of(text, at, b':', 3);
            if text.get(at) == Some(&b'=') {
                at += 1;
                Join::Code
            } else {
                Join::Colon
            }
        }
        b'?' | b'.' | b'+' | b'|' if matches!(text.get(at + 1), Some(b'=')) => {
            at += 2;
            Join::Code
        }
        b'|' if spaced && text.get(at + 1) == Some(&b' ')
            || starts_line(text, name.0) && text.get(at + 1) != Some(&b'|') =>
        {
            at += 1;
            Join::Cell
        }
        b'(' if text.get(at + 1).is_some_and(|byte| matches!(byte, b'"' | b'\'')) && !spaced => {
            at += 1;
            Join::Adjacent
        }
        // `PASSWORD<tab>value`, `password      value`
        _ if (gap > 1 || spaced && text[at - 1] == b'\t') && starts_line(text, name.0) => Join::Cell,
        // `Password ...... value`
        b'.' if spaced && run_of(text, at, b'.', 4) > 2 => {
            at += text[at..].iter().take(40).take_while(|&&byte| byte == b'.').count();
            Join::Colon
        }
        b'|' if text.get(at + 1) == Some(&b'|') => {
            at += 2 + usize::from(text.get(at + 2) == Some(&b'='));
            Join::Code
        }
        b'-' if text.get(at + 1) == Some(&b'>') => {
            at += 2;
            Join::Code
        }
        b',' if closed_quote => {
            at += 1;
            let quote = at + blanks(text, at, 4);
            if !matches!(text.get(quote), Some(b'"' | b'\'' | b'`' | b'\\')) {
                return None;
            }
            Join::List
        }
        _ if text[at..].starts_with("│ ".as_bytes()) => {
            at += "│ ".len();
            Join::Cell
        }
        _ if text[at..].starts_with("：".as_bytes()) => {
            at += 3;
            Join::Colon
        }
        _ if flag && spaced => Join::Flag,
        _ if spaced && sets_variable(text, name, at) => Join::Tight,
        _ if spaced => {
            let (join, behind) = word_join(text, at)?;
            at = behind;
            join
        }
        _ => return None,
    };
    // `token: string = "…"` and `token: &str = "…"`: a type stands between.
    if join == Join::Colon
        && let Some(behind) = skip_type(text, at)
    {
        return Some((behind, Join::Code));
    }
    Some((at, join))
}

/// `name: TOKEN` with `value: …` behind it, in YAML and JSON lists of variables and in attributes of XML; returns the
/// place behind the colon.
#[inline]
fn named_value(text: &[u8], at: usize, closed_quote: bool) -> Option<usize> {
    if closed_quote && text[at..].starts_with(b" {") {
        return default_value(text, at + 2);
    }
    let apart = match text.get(at) {
        Some(b',' | b'\n' | b'\r') => true,
        Some(b' ') => closed_quote,
        _ => false,
    };
    if !apart {
        return None;
    }
    let gap = text
        .iter()
        .skip(at)
        .take(40)
        .take_while(|byte| matches!(byte, b',' | b'\n' | b'\r' | b' ' | b'\t' | b'"' | b'\'' | b'\\'))
        .count();
    let word = at + gap;
    if text.len() < word + 6 || !text[word..word + 5].eq_ignore_ascii_case(b"value") {
        return None;
    }
    let close =
        text.iter().skip(word + 5).take(4).take_while(|byte| matches!(byte, b'"' | b'\'' | b'\\' | b' ')).count();
    matches!(text.get(word + 5 + close), Some(b':' | b'=')).then_some(word + 6 + close)
}

/// The length of a number between a name and its colon.
fn numbered(text: &[u8], at: usize) -> usize {
    let is_number = text.get(at) == Some(&b' ') && text.get(at + 1).is_some_and(u8::is_ascii_digit);
    let length = if is_number { 2 + usize::from(text.get(at + 2).is_some_and(u8::is_ascii_digit)) } else { 0 };
    if text.get(at + length) == Some(&b':') { length } else { 0 }
}

/// `<key>TOKEN</key>` with `<string>…` behind it, in lists of properties; `at` stands between the two.
fn property(text: &[u8], at: usize) -> Option<usize> {
    let gap = text[at..].iter().take(40).take_while(|byte| byte.is_ascii_whitespace()).count();
    text[at + gap..].starts_with(b"<string>").then_some(at + gap + 8)
}

/// `variable "password" {` of Terraform with `default = …` in it; returns the place behind the `=`.
fn default_value(text: &[u8], at: usize) -> Option<usize> {
    let block = &text[at..text.len().min(at + 240)];
    let block = &block[..block.iter().position(|&byte| byte == b'}')?];
    let name = block.windows(8).position(|window| window == b"default ")?;
    let equals = block[name..].iter().position(|&byte| byte == b'=')?;
    Some(at + name + equals + 1)
}

/// "is X", "to X", or `string = X` as in Go, after a name and a blank.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn word_join(text: &[u8], at: usize) -> Option<(Join, usize)> {
    if text[at..].starts_with(b"is:\n") {
        return Some((Join::Colon, at + 3));
    }
    let dashes = ["- ", "– ", "— ", "→ "];
    if let Some(dash) = dashes.iter().find(|dash| text[at..].starts_with(dash.as_bytes())) {
        return Some((Join::Prose, at + dash.len()));
    }
    let joins = [&b"is "[..], b"was ", b"to ", b"are ", b"is: ", b"ist ", b"lautet ", b"es ", b"est ", "è ".as_bytes()];
    // Most words begin otherwise.
    if matches!(text.get(at), Some(b'i' | b'w' | b't' | b'a' | b'l' | b'e' | 0xc3))
        && let Some(join) = joins.into_iter().find(|join| text[at..].starts_with(join))
    {
        return Some((Join::Prose, at + join.len()));
    }
    let word = Class::WORD.run(text, at, 24);
    if word == 0 {
        // `passphrase "…"`
        return matches!(text.get(at), Some(b'"' | b'\'' | b'`')).then_some((Join::Adjacent, at));
    }
    let behind = at + word;
    let gap = blanks(text, behind, 4);
    if gap > 0 && text.get(behind + gap) == Some(&b'=') && text.get(behind + gap + 1) != Some(&b'=') {
        return Some((Join::Code, behind + gap + 1));
    }
    // Words stand behind most names; only what holds a digit early can be a value.
    has_digit_early(text, at).then_some((Join::Adjacent, at))
}

/// Whether the name is that of a variable which a line of a Dockerfile or of fish sets: `ENV NAME value`,
/// `set -gx NAME value`.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn sets_variable(text: &[u8], name: (usize, usize), at: usize) -> bool {
    // Most names stand in sentences.
    if !text[name.0].is_ascii_uppercase() || text[name.0..name.1].iter().any(u8::is_ascii_lowercase) {
        return false;
    }
    let line = &text[name.0.saturating_sub(BEFORE_VARIABLE)..name.0];
    let line = &line[line.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)..];
    let mut words = line.split(|byte| matches!(byte, b' ' | b'\t')).filter(|word| !word.is_empty());
    let is_set = match words.next_back() {
        Some(b"ENV" | b"ARG") => true,
        Some([b'-', flags @ ..]) => flags.contains(&b'x') && words.next_back() == Some(b"set"),
        _ => false,
    };
    // "ENV TOKEN must be set": a word is a value only when it is the last one of a line of its own.
    let is_last = || {
        let word = text[at..].iter().take(VALUE_LIMIT).take_while(|byte| !byte.is_ascii_whitespace()).count();
        matches!(text.get(at + word), None | Some(b'\n' | b'\r'))
    };
    is_set && (has_digit_early(text, at) || words.next().is_none() && is_last())
}

/// How far before a name the command that sets it may begin.
const BEFORE_VARIABLE: usize = 24;

/// What ends a word or may be part of a value.
const DIGIT_OR_BLANK: Set = Set::of(table(b"0123456789 \t\n\x0c\r"));
/// How far a digit is looked for.
const EARLY: usize = 24;

/// Where the first digit or blank of the next few bytes stands, or where these end.
#[inline]
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
pub(super) fn digit_or_blank(text: &[u8], at: usize, limit: usize) -> usize {
    DIGIT_OR_BLANK.first_in(text, at, text.len().min(at + limit))
}

/// Whether the word at `at` has a digit among its first bytes.
#[inline]
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn has_digit_early(text: &[u8], at: usize) -> bool {
    let found = digit_or_blank(text, at, EARLY);
    found < at + EARLY && text.get(found).is_some_and(u8::is_ascii_digit)
}

/// Steps over ` string =` behind a colon.
#[inline]
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn skip_type(text: &[u8], at: usize) -> Option<usize> {
    let start = at + blanks(text, at, 4);
    let cursor = NOT_IN_TYPE.first_in(text, start, text.len().min(start + 40));
    if cursor == start {
        return None;
    }
    let gap = blanks(text, cursor, 4);
    let equals = cursor + gap;
    let quote = equals + 1 + blanks(text, equals + 1, 4);
    (gap > 0 && text.get(equals) == Some(&b'=') && matches!(text.get(quote), Some(b'"' | b'\'' | b'`')))
        .then_some(equals + 1)
}

/// What ends a type.
const NOT_IN_TYPE: Set = {
    let mut not_in_type = [true; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        let mark = matches!(byte, b'&' | b'<' | b'>' | b'[' | b']' | b'?' | b'\'' | b'|' | b'*' | b'_');
        not_in_type[byte as usize] = !mark && !byte.is_ascii_alphanumeric();
        byte += 1;
    }
    Set::of(not_in_type)
};

/// Reads the value that begins behind `at`, save blanks and marks.
#[inline]
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
pub(super) fn value_at(text: &[u8], name: (usize, usize), at: usize, join: Join) -> Option<Assignment> {
    let mut at = at + blanks(text, at, 16);
    if !text.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'"' | b'\'' | b'`')) {
        at = before_value(text, at, join)?;
    }
    // String prefixes: r"…", b'…', f"…", @"…", $"…".
    if matches!(text.get(at), Some(b'r' | b'b' | b'u' | b'@' | b'f' | b'N'))
        && matches!(text.get(at + 1), Some(b'"' | b'\''))
    {
        at += 1;
    }
    let escapes = run_of(text, at, b'\\', 7);
    let quote = text.get(at + escapes).copied().filter(|byte| matches!(byte, b'"' | b'\'' | b'`'));
    let (start, end, quoted) = match quote {
        Some(quote) => {
            let start = at + escapes + run_of(text, at + escapes, quote, 3);
            if start - at - escapes == 2 {
                return None; // an empty string
            }
            let end = quoted_end(text, start, quote, escapes > 0);
            (start, end, true)
        }
        None => (at, bare_end(text, at, join), false),
    };
    (end > start).then_some(Assignment { name, value: (start, end), join, quoted })
}

/// Steps over marks and line ends between the join and the value.
#[inline(never)]
fn before_value(text: &[u8], at: usize, join: Join) -> Option<usize> {
    let mut at = at;
    // Values on the next line: XML content, YAML block scalars, JSON broken behind the colon.
    if join == Join::Colon && matches!(text.get(at), Some(b'|' | b'>')) {
        at += 1 + usize::from(matches!(text.get(at + 1), Some(b'-' | b'+')));
    }
    if matches!(text.get(at), Some(b'\n' | b'\r')) && matches!(join, Join::Colon | Join::Markup) {
        let (line, skipped) = next_line(text, at);
        if skipped == 0 {
            return None;
        }
        at = line;
    }
    if !text[at..].starts_with(b"&lt;") {
        at += entity(&text[at..]);
    }
    // Markdown emphasis and `name: **value**`.
    let marks = run_of(text, at, b'*', 2);
    at += marks * usize::from(text.get(at + marks).is_some_and(|&byte| byte == b' ' || byte == b'`' || marks == 2));
    at += blanks(text, at, 4);
    // The value may stand in a fence of its own.
    if text[at..].starts_with(b"```") {
        at += 3 + text[at + 3..].iter().take(12).take_while(|byte| byte.is_ascii_alphabetic()).count();
        at = next_line(text, at).0;
    }
    Some(at)
}

fn quoted_end(text: &[u8], start: usize, quote: u8, escaped: bool) -> usize {
    let limit = text.len().min(start + VALUE_LIMIT);
    let mut at = start;
    while at < limit {
        match text[at] {
            byte if byte == quote => return at,
            b'\n' | b'\r' => return at,
            b'\\' if escaped && matches!(text.get(at + 1), Some(b'"' | b'\'' | b'\\' | b'n' | b'r')) => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    limit
}

/// What a bare value may end at: three of these only before certain others.
const MAY_END: Set = Set::of(table(b" \t\n\r\"'`<>;,)]}&|\\"));

#[inline]
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn bare_end(text: &[u8], start: usize, join: Join) -> usize {
    let limit = text.len().min(start + VALUE_LIMIT);
    let mut at = MAY_END.first_in(text, start, limit);
    while at < limit {
        match text[at] {
            b'&' if matches!(join, Join::Tight) && parts(&text[at + 1..limit]) || entity(&text[at..limit]) > 0 => break,
            b'|' if text.get(at + 1) == Some(&b'|') => break,
            b'\\' if matches!(text.get(at + 1), Some(b'n' | b'r' | b't' | b'"' | b'\'' | b'\\') | None) => break,
            b'&' | b'|' | b'\\' => at = MAY_END.first_in(text, at + 1, limit),
            _ => break,
        }
    }
    // A sentence ends behind the value.
    let spoken = matches!(join, Join::Prose | Join::Adjacent);
    let ends = |byte: u8| matches!(byte, b'.' | b'?' | b':') || spoken && matches!(byte, b'!' | b'*');
    while at > start && join != Join::Tight && ends(text[at - 1]) {
        at -= 1;
    }
    at
}

/// Whether what stands behind `&` is no part of a value: the next parameter of an address, or the next command.
fn parts(rest: &[u8]) -> bool {
    let is_name =
        |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'%' | b'[' | b']' | b';');
    let name = rest.iter().take(MAX_PARAMETER).take_while(is_name).count();
    match rest.first() {
        None | Some(b'&' | b' ' | b'\t' | b'\n' | b'\r' | b'"' | b'\'' | b'`') => true,
        _ => name > 0 && rest.get(name) == Some(&b'='),
    }
}

/// Most characters of the name of a parameter.
const MAX_PARAMETER: usize = 64;

/// The length of a quote or bracket as HTML writes it, or 0.
fn entity(rest: &[u8]) -> usize {
    let known = [&b"&quot;"[..], b"&#34;", b"&#39;", b"&apos;", b"&lt;", b"&gt;"];
    known.iter().find(|entity| rest.starts_with(entity)).map_or(0, |entity| entity.len())
}

fn starts_line(text: &[u8], at: usize) -> bool {
    at == 0 || text[at - 1] == b'\n'
}

/// Reads what follows a name in a script without blanks: `密码是 …`, `パスワード：…`.
pub(super) fn read_wide(text: &[u8], name: (usize, usize)) -> Option<Assignment> {
    let mut at = name.1 + blanks(text, name.1, 4);
    let joins = ["是", "为", "為", "：", ":", "=", "は", "が", "는", "은"];
    match joins.into_iter().find(|join| text[at..].starts_with(join.as_bytes())) {
        Some(join) => at += join.len(),
        // `пароль от почты: …`
        None => {
            let of = text[at..].iter().take(48).take_while(|byte| !byte.is_ascii() || **byte == b' ').count();
            at += of + text[at + of..].strip_prefix(b": ").map(|_| 1)?;
        }
    }
    // Two of them: `密码是：…`.
    at += if text[at..].starts_with("：".as_bytes()) { "：".len() } else { run_of(text, at, b':', 1) };
    value_at(text, name, at, Join::Colon)
}

/// The first place with content on the next non-empty line, and how many line ends were passed.
fn next_line(text: &[u8], at: usize) -> (usize, usize) {
    let mut cursor = at;
    let mut lines = 0;
    while cursor < text.len() && cursor - at < 64 {
        match text[cursor] {
            b'\n' => {
                lines += 1;
                if lines > 2 {
                    return (cursor, 0);
                }
                cursor += 1;
            }
            b'\r' | b' ' | b'\t' => cursor += 1,
            _ => return (cursor, lines),
        }
    }
    (cursor, 0)
}

fn blanks(text: &[u8], at: usize, limit: usize) -> usize {
    let mut length = 0;
    while length < limit && matches!(text.get(at + length), Some(b' ' | b'\t')) {
        length += 1;
    }
    length
}

fn run_of(text: &[u8], at: usize, byte: u8, limit: usize) -> usize {
    let mut length = 0;
    while length < limit && text.get(at + length) == Some(&byte) {
        length += 1;
    }
    length
}
