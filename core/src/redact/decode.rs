//! Looks behind encodings: base64, hex, percent, JSON escapes and characters that do not show.
//!
//! What is found inside is redacted in its encoded form. Decoding stops at a small depth, and every
//! stretch is decoded once per depth, so the time stays linear.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::lanes::{LANES, Lanes};
use super::pattern::Class;
use super::scan::{self, Span};
use super::sets::{Set, table, table_and_wide};

/// How many layers are opened.
pub(super) const DEPTH: u8 = 3;

/// How far before a run such a literal may stand.
const BEFORE_RUN: usize = 48;
/// The shortest run that is worth decoding.
const MIN_RUN: usize = 24;
/// The longest stretch decoded at once.
const MAX_RUN: usize = 64 * 1024;
/// How far a line with escapes is read to either side.
const LINE_BEFORE: usize = 1024;
const LINE_AFTER: usize = 4096;

/// Literals that announce an escaped or invisible character.
pub(super) fn triggers() -> Vec<String> {
    // Written out: what does not show, what encodes others, and the colours of a terminal.
    const PLAIN: &[&str] = &[
        "%2",
        "%3",
        "%4",
        "%5",
        "%6",
        "%7",
        "\\u00",
        "\u{ad}",
        "\u{200b}",
        "\u{200c}",
        "\u{200d}",
        "\u{200e}",
        "\u{200f}",
        "\u{2060}",
        "\u{2061}",
        "\u{2062}",
        "\u{2063}",
        "\u{2064}",
        "\u{feff}",
        "\u{180e}",
        "\u{2028}",
        "\u{2029}",
        "\u{202a}",
        "\u{202b}",
        "\u{202c}",
        "\u{202d}",
        "\u{202e}",
        "\u{2066}",
        "\u{2067}",
        "\u{2068}",
        "\u{2069}",
        "\u{3164}",
        "\u{34f}",
        "\u{61c}",
        "\u{85}",
        "\u{fe0f}",
        "\u{fe0e}",
        "\u{1b}[",
        "\u{e0001}",
        "\u{e0020}",
        "\u{e007f}",
    ];
    let mut triggers: Vec<String> = PLAIN.iter().map(|&literal| literal.into()).collect();
    // No token is without a digit.
    triggers.extend(('０'..='９').map(String::from));
    // Printable characters only.
    triggers.extend((0x20..0x80).map(|code| format!("\\x{code:02x}")));
    triggers.extend((32..127).map(|code| format!("&#{code}")));
    triggers
}

/// Whether the character at `start..end` stands inside a word; most that do not show belong to signs beside it.
pub(super) fn may_hide(text: &[u8], start: usize, end: usize) -> bool {
    let in_word = |byte: Option<&u8>| {
        byte.is_some_and(|&byte| Class::BASE64.has(byte) || matches!(byte, b'.' | b'=' | 0x1b | 0x80..))
    };
    text[start].is_ascii() || in_word(start.checked_sub(1).and_then(|at| text.get(at))) && in_word(text.get(end))
}

/// Where to begin looking for the literal of a token that has a long run at `run`: a little before it, but not before
/// `floor`.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
pub(super) fn stretch_start(text: &[u8], floor: usize, run: usize) -> usize {
    let before = &text[floor.max(run.saturating_sub(BEFORE_RUN))..run];
    // Most often the last blank stands close by, and nothing else that small behind it.
    if let Some(sixteen) = before.last_chunk() {
        let close = Lanes::load(sixteen).at_most(b' ').leading_zeros() as usize;
        if close < LANES && sixteen[LANES - 1 - close].is_ascii_whitespace() {
            return run - close;
        }
    }
    run - before.iter().rev().take_while(|byte| !byte.is_ascii_whitespace()).count()
}

/// Opens a long run of base64 or hex that holds readable text, and adds it when there are secrets in it.
pub(super) fn encoded_run(text: &[u8], run: (usize, usize), depth: u8, spans: &mut Vec<Span>) {
    let (start, end) = run;
    if end - start >= MIN_RUN
        && let Some(kind) = secret_inside(&text[start..end.min(start + MAX_RUN)], depth)
    {
        let padding = text.iter().skip(end).take(2).take_while(|&&byte| byte == b'=').count();
        spans.push(Span { start, end: end + padding, kind });
    }
}

/// The kind of the first secret in an encoded run.
fn secret_inside(run: &[u8], depth: u8) -> Option<&'static str> {
    // Four at once first: which of them is the first that is no digit is hard to foresee.
    let may_be_hex = run.iter().take(4).fold(true, |all, byte| all & byte.is_ascii_hexdigit());
    let is_hex = may_be_hex && run.iter().take(64).all(u8::is_ascii_hexdigit);
    let decoded = if is_hex { decode_hex(run) } else { None };
    let decoded = decoded.or_else(|| decode_base64(run))?;
    scan::scan_at_depth(decoded.as_bytes(), depth + 1).first().map(|span| span.kind)
}

fn decode_hex(run: &[u8]) -> Option<String> {
    if !run.len().is_multiple_of(2) {
        return None;
    }
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let mut bytes = Vec::with_capacity(run.len() / 2);
    for pair in run.chunks_exact(2) {
        let value = digit(pair[0])? * 16 + digit(pair[1])?;
        let byte = u8::try_from(value).ok()?;
        if !is_readable(byte) {
            return None;
        }
        bytes.push(byte);
    }
    String::from_utf8(bytes).ok()
}

/// Decodes standard or URL-safe base64 when the result is readable text.
pub(crate) fn decode_base64(run: &[u8]) -> Option<String> {
    // Most runs are no text, which shows at once: nothing is reserved.
    let (head, _) = run.split_at_checked(4)?;
    if !triple(head)?.into_iter().fold(true, |all, byte| all & is_readable(byte)) {
        return None;
    }
    let mut bytes = Vec::with_capacity(run.len() / 4 * 3 + 2);
    for chunk in run.chunks(4) {
        // Binary shows within the first bytes, so images and archives cost nothing.
        for byte in triple(chunk)?.into_iter().take(chunk.len() - 1) {
            if !is_readable(byte) {
                return None;
            }
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// The three bytes that up to four characters of base64 stand for.
#[inline]
fn triple(chunk: &[u8]) -> Option<[u8; 3]> {
    let sextets: [u8; 4] = core::array::from_fn(|at| chunk.get(at).map_or(0, |&byte| SEXTETS[usize::from(byte)]));
    let bits = sextets.iter().fold(0, |bits, &sextet| bits << 6 | u32::from(sextet & 0x3f));
    let [_, first, second, third] = u32::to_be_bytes(bits);
    (sextets.iter().fold(0, |all, sextet| all | sextet) != NO_SEXTET).then_some([first, second, third])
}

/// What characters stand for, all bits set where they stand for nothing.
const SEXTETS: [u8; 256] = {
    let mut sextets = [NO_SEXTET; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        sextets[byte as usize] = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => NO_SEXTET,
        };
        byte += 1;
    }
    sextets
};
const NO_SEXTET: u8 = u8::MAX;

fn is_readable(byte: u8) -> bool {
    READABLE[usize::from(byte)]
}

/// What text is made of; other bytes tell that a run encodes no text.
const READABLE: [bool; 256] = {
    let mut readable = [false; 256];
    let mut byte = b' ';
    while byte <= b'~' {
        readable[byte as usize] = true;
        byte += 1;
    }
    readable[b'\n' as usize] = true;
    readable[b'\r' as usize] = true;
    readable[b'\t' as usize] = true;
    readable
};

/// Whether the value is `user:password` in base64, as HTTP basic authentication sends it.
pub(super) fn is_basic_pair(value: &[u8]) -> bool {
    let trimmed = value.iter().rposition(|&byte| byte != b'=').map_or(0, |last| last + 1);
    let value = &value[..trimmed];
    value.len() >= 6 && decode_base64(value).is_some_and(|text| text.contains(':') && !text.contains(' '))
}

/// What an escaped line ends at.
const LINE_ENDS: Set = Set::of(table(b"\n\r"));

/// Decodes the escapes of the line around `at` and adds the secrets that then show.
///
/// Returns where the decoded stretch ends.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
pub(super) fn escaped_line(text: &[u8], at: usize, depth: u8, spans: &mut Vec<Span>) -> usize {
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let before = text[at.saturating_sub(LINE_BEFORE)..at].iter().rev().take_while(|byte| !is_end(byte)).count();
    let start = next_boundary(text, at - before);
    let end = next_boundary(text, LINE_ENDS.first_in(text, at, text.len().min(at + LINE_AFTER)));
    let Ok(line) = core::str::from_utf8(&text[start..end]) else {
        return end;
    };
    let (decoded, pieces) = unescape(line);
    if decoded.len() == line.len() {
        return end;
    }
    for span in scan::scan_at_depth(decoded.as_bytes(), depth + 1) {
        let to = if span.end < decoded.len() { source(&pieces, span.end) } else { line.len() };
        spans.push(Span { start: start + source(&pieces, span.start), end: start + to, kind: span.kind });
    }
    end
}

/// A stretch of decoded text: where it begins there and in the text that it stands for, and whether it is a copy.
struct Piece {
    decoded: usize,
    source: usize,
    is_copy: bool,
}

/// Where the decoded byte at `at` came from.
fn source(pieces: &[Piece], at: usize) -> usize {
    let piece = pieces.partition_point(|piece| piece.decoded <= at).checked_sub(1).map(|last| &pieces[last]);
    piece.map_or(0, |piece| piece.source + if piece.is_copy { at - piece.decoded } else { 0 })
}

fn next_boundary(text: &[u8], at: usize) -> usize {
    let mut at = at.min(text.len());
    while at < text.len() && text[at] & 0xC0 == 0x80 {
        at += 1;
    }
    at
}

/// The text without escapes and invisible characters, and the pieces that it is made of.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn unescape(line: &str) -> (String, Vec<Piece>) {
    let bytes = line.as_bytes();
    let mut decoded = String::with_capacity(line.len());
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let plain_end = MAY_ESCAPE.first_in(bytes, at, bytes.len());
        if plain_end > at {
            pieces.push(Piece { decoded: decoded.len(), source: at, is_copy: true });
            decoded.push_str(&line[at..plain_end]);
        }
        at = plain_end;
        if let Some(length) = gap(&bytes[at..]) {
            at += length;
            continue;
        }
        let itself = || line[at..].chars().next().map(|character| (narrow(character), character.len_utf8()));
        let Some((character, length)) = escaped_character(&bytes[at..]).or_else(itself) else { break };
        if !is_invisible(character) {
            pieces.push(Piece { decoded: decoded.len(), source: at, is_copy: false });
            decoded.push(character);
        }
        at += length;
    }
    (decoded, pieces)
}

/// What is not just copied.
const MAY_ESCAPE: Set = Set::of(table_and_wide(b"%\\&\x1b"));

/// What stands in a token without belonging to it: a colour of the terminal.
fn gap(text: &[u8]) -> Option<usize> {
    match text {
        [0x1b, b'[', rest @ ..] => {
            let colour = rest.iter().take(12).take_while(|byte| matches!(byte, b'0'..=b'9' | b';')).count();
            rest.get(colour).filter(|byte| byte.is_ascii_alphabetic()).map(|_| colour + 3)
        }
        _ => None,
    }
}

/// Letters and digits may be written as wide as the signs of Chinese.
fn narrow(character: char) -> char {
    let narrow = ('\u{ff01}'..='\u{ff5e}').contains(&character).then(|| u32::from(character) - 0xfee0);
    narrow.and_then(char::from_u32).unwrap_or(character)
}

/// `%2D`, `\u002d`, `\x2d`, `\/`, `&#45;`: an ASCII character written as an escape, and how long it is.
fn escaped_character(text: &[u8]) -> Option<(char, usize)> {
    let hex = |digits: &[u8]| -> Option<u32> {
        digits.iter().try_fold(0, |value, &digit| Some(value * 16 + char::from(digit).to_digit(16)?))
    };
    let (value, length) = match text {
        [b'%', rest @ ..] => (hex(rest.get(..2)?)?, 3),
        [b'\\', b'u', rest @ ..] => (hex(rest.get(..4)?)?, 6),
        [b'\\', b'x', rest @ ..] => (hex(rest.get(..2)?)?, 4),
        [b'\\', b'/', ..] => (u32::from(b'/'), 2),
        [b'&', b'#', rest @ ..] => {
            let digits = rest.iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
            if rest.get(digits) != Some(&b';') {
                return None;
            }
            let value = rest[..digits].iter().fold(0, |value, digit| value * 10 + u32::from(digit - b'0'));
            (value, digits + 3)
        }
        _ => return None,
    };
    let character = char::from_u32(value)?;
    ((' '..='~').contains(&character) || is_invisible(character)).then_some((character, length))
}

/// Characters that take no room: zero-width marks, soft hyphen, direction marks, tags.
pub(super) fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{85}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{3164}' | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e007f}'
    )
}
