//! The little language in which token shapes are written, and its matcher.
//!
//! A shape is literal text with runs in braces: `ghp_{n36}` is `ghp_` and 36 letters or digits,
//! `{n14}.atlasv1.{e60-70}` a token whose literal stands in the middle. The longest literal is the
//! anchor that the prefilter looks for; what stands before it is matched backwards. Matching is greedy and
//! never goes back, so it takes time linear in the token.
//!
//! | letter | run of |
//! |---|---|
//! | `d` | digits |
//! | `l` `L` | lower-case letters, letters |
//! | `h` `H` `X` | hex digits in lower, any, upper case |
//! | `a` `A` `n` | digits with lower-case, upper-case, all letters |
//! | `w` `u` `e` | `n` with `_`, with `_-`, with `_-=` |
//! | `b` `B` `p` | base64 without and with `=`, `n` with `%` |
//! | `t` `z` `y` | `u` with `.`, `u` with `.~`, anything a token is made of |
//!
//! `{n20-40}` is a range, `{n20-}` is open (up to 4096), `{uuid}` a UUID.

use alloc::string::String;
use alloc::vec::Vec;

use super::value::Shape;
use super::wordy::is_wordy;

/// The longest run an open range takes.
const OPEN_END: u16 = 4096;
/// How many line breaks one token may hold, and one of any length.
const MAX_BREAKS: usize = 3;
const MAX_LINES: usize = 40;
/// How long the first line of such a token is at least.
const LONG_PIECE: usize = 20;

const LOWER: u16 = 1;
const UPPER: u16 = 1 << 1;
const DIGIT: u16 = 1 << 2;
const UNDERSCORE: u16 = 1 << 3;
const HYPHEN: u16 = 1 << 4;
const PLUS: u16 = 1 << 5;
const SLASH: u16 = 1 << 6;
const EQUALS: u16 = 1 << 7;
const DOT: u16 = 1 << 8;
const TILDE: u16 = 1 << 9;
const HEX_LOWER: u16 = 1 << 10;
const HEX_UPPER: u16 = 1 << 11;
const PERCENT: u16 = 1 << 12;

const BITS: [u16; 256] = {
    let mut bits = [0; 256];
    let mut byte = 0_u8;
    loop {
        bits[byte as usize] = match byte {
            b'a'..=b'f' => LOWER | HEX_LOWER,
            b'g'..=b'z' => LOWER,
            b'A'..=b'F' => UPPER | HEX_UPPER,
            b'G'..=b'Z' => UPPER,
            b'0'..=b'9' => DIGIT,
            b'_' => UNDERSCORE,
            b'-' => HYPHEN,
            b'+' => PLUS,
            b'/' => SLASH,
            b'=' => EQUALS,
            b'.' => DOT,
            b'~' => TILDE,
            b'%' => PERCENT,
            _ => 0,
        };
        if byte == u8::MAX {
            break bits;
        }
        byte += 1;
    }
};

/// A set of bytes a run may consist of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Class(u16);

impl Class {
    /// Every byte, and none.
    pub(super) const ANY: Self = Self(u16::MAX);
    pub(super) const LOWER: Self = Self(LOWER);
    /// Letters and digits.
    pub(super) const ALNUM: Self = Self(LOWER | UPPER | DIGIT);
    /// Letters, digits and `_`.
    pub(super) const WORD: Self = Self(LOWER | UPPER | DIGIT | UNDERSCORE);
    /// Standard and URL-safe base64 without padding.
    pub(super) const BASE64: Self = Self(LOWER | UPPER | DIGIT | PLUS | SLASH | UNDERSCORE | HYPHEN);
    /// Everything tokens are made of.
    pub(super) const TOKEN: Self =
        Self(LOWER | UPPER | DIGIT | UNDERSCORE | HYPHEN | PLUS | SLASH | EQUALS | DOT | TILDE);

    fn of_letter(letter: u8) -> Option<Self> {
        let alnum = LOWER | UPPER | DIGIT;
        Some(Self(match letter {
            b'd' => DIGIT,
            b'l' => LOWER,
            b'L' => LOWER | UPPER,
            b'h' => DIGIT | HEX_LOWER,
            b'H' => DIGIT | HEX_LOWER | HEX_UPPER,
            b'X' => DIGIT | HEX_UPPER,
            b'a' => LOWER | DIGIT,
            b'A' => UPPER | DIGIT,
            b'n' => alnum,
            b'w' => alnum | UNDERSCORE,
            b'u' => alnum | UNDERSCORE | HYPHEN,
            b'e' => alnum | UNDERSCORE | HYPHEN | EQUALS,
            b'b' => alnum | PLUS | SLASH,
            b'B' => alnum | PLUS | SLASH | EQUALS,
            b't' => alnum | UNDERSCORE | HYPHEN | DOT,
            b'z' => alnum | UNDERSCORE | HYPHEN | DOT | TILDE,
            b'p' => alnum | PERCENT,
            b'y' => return Some(Self::TOKEN),
            _ => return None,
        }))
    }

    /// What belongs to either set.
    pub(super) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether `byte` belongs to the set.
    #[inline]
    pub(super) fn has(self, byte: u8) -> bool {
        BITS[byte as usize] & self.0 != 0
    }

    /// Whether the byte at `at` belongs to the set; whether there is one, [`ANY`](Self::ANY) does not ask.
    #[inline]
    pub(super) fn may_be_at(self, text: &[u8], at: usize) -> bool {
        self == Self::ANY || text.get(at).is_some_and(|&byte| self.has(byte))
    }

    /// How many bytes from `at` on belong to the set, counting at most `limit`.
    pub(super) fn run(self, text: &[u8], at: usize, limit: usize) -> usize {
        let end = text.len().min(at.saturating_add(limit));
        let mut cursor = at;
        while cursor < end && self.has(text[cursor]) {
            cursor += 1;
        }
        cursor - at
    }

    /// How many bytes before `at` belong to the set, counting at most `limit`.
    pub(super) fn run_back(self, text: &[u8], at: usize, limit: usize) -> usize {
        let start = at.saturating_sub(limit);
        let mut cursor = at;
        while cursor > start && self.has(text[cursor - 1]) {
            cursor -= 1;
        }
        at - cursor
    }
}

#[derive(Debug, Clone)]
enum Segment {
    Literal(String),
    Run { class: Class, min: u16, max: u16 },
}

/// A compiled token shape.
#[derive(Debug, Clone)]
pub(super) struct Pattern {
    /// The longest literal; empty when the shape has none.
    pub(super) anchor: String,
    before: Vec<Segment>,
    after: Vec<Segment>,
}

impl Pattern {
    /// Compiles a shape. Tables are constants and a test compiles them all, so an unknown letter
    /// simply becomes literal text.
    pub(super) fn compile(shape: &str) -> Self {
        let mut segments = Vec::new();
        for (index, piece) in shape.split('{').enumerate() {
            let literal = if index == 0 {
                piece
            } else {
                let (run, rest) = piece.split_once('}').unwrap_or(("", piece));
                push_run(&mut segments, run);
                rest
            };
            if !literal.is_empty() {
                segments.push(Segment::Literal(literal.into()));
            }
        }
        // The longest literal is the rarest; the first of equals saves matching backwards.
        let length = |segment: &Segment| match segment {
            Segment::Literal(literal) => literal.len(),
            Segment::Run { .. } => 0,
        };
        let longest = segments.iter().map(length).max().filter(|&length| length > 0);
        let at = longest.and_then(|longest| segments.iter().position(|segment| length(segment) == longest));
        let Some(at) = at else {
            return Self { anchor: String::new(), before: Vec::new(), after: segments };
        };
        let after = segments.split_off(at + 1);
        let anchor = match segments.pop() {
            Some(Segment::Literal(text)) => text,
            _ => String::new(),
        };
        Self { anchor, before: segments, after }
    }

    /// The longest stretch of base64 characters that every token of this shape has.
    pub(super) fn plain_run(&self) -> usize {
        let anchor = Segment::Literal(self.anchor.clone());
        let mut longest = 0;
        let mut current = 0;
        for segment in self.before.iter().chain([&anchor]).chain(&self.after) {
            let (plain, length) = match segment {
                Segment::Literal(text) => (text.bytes().all(|byte| Class::BASE64.has(byte)), text.len()),
                Segment::Run { class, min, .. } => {
                    (class.0 & !(Class::BASE64.0 | HEX_LOWER | HEX_UPPER) == 0, usize::from(*min))
                }
            };
            current = if plain { current + length } else { 0 };
            longest = longest.max(current);
        }
        longest
    }

    /// Whether nothing but numbers follow the literal: a long one has a digit.
    pub(super) fn is_hex(&self) -> bool {
        let is_number = |segment: &Segment| match segment {
            Segment::Literal(_) => true,
            Segment::Run { class, .. } => class.0 & !(DIGIT | HEX_LOWER | HEX_UPPER) == 0,
        };
        self.after.iter().all(is_number)
    }

    /// Whether the literal is the beginning of the token.
    pub(super) fn starts_with_anchor(&self) -> bool {
        self.before.is_empty()
    }

    /// What the first byte behind the anchor can be; anything where nothing need follow.
    pub(super) fn next(&self) -> Class {
        match self.after.first() {
            // A mark belongs to no set.
            Some(Segment::Literal(literal)) => match literal.bytes().next().map(|byte| BITS[byte as usize]) {
                Some(bits @ 1..) => Class(bits),
                _ => Class::ANY,
            },
            Some(Segment::Run { class, min: 1.., .. }) => *class,
            _ => Class::ANY,
        }
    }

    /// Matches around an anchor that stands at `start..end`; returns the whole token's bounds.
    pub(super) fn match_around(&self, text: &[u8], start: usize, end: usize) -> Option<(usize, usize)> {
        let mut left = start;
        for segment in self.before.iter().rev() {
            left -= match segment {
                Segment::Literal(literal) => text[..left].ends_with(literal.as_bytes()).then_some(literal.len())?,
                Segment::Run { class, min, max } => {
                    let length = class.run_back(text, left, usize::from(*max));
                    (length >= usize::from(*min)).then_some(length)?
                }
            };
        }
        let right = self.match_after(text, end)?;
        Some((left, right))
    }

    /// Matches the part behind the anchor from `at` on; returns where it ends.
    fn match_after(&self, text: &[u8], at: usize) -> Option<usize> {
        let mut right = at;
        for segment in &self.after {
            right += match segment {
                Segment::Literal(literal) => text[right..].starts_with(literal.as_bytes()).then_some(literal.len())?,
                Segment::Run { class, min, max } => {
                    let length = class.run(text, right, usize::from(*max));
                    if length >= usize::from(*min) {
                        let open = length >= LONG_PIECE && *max > *min;
                        length + if open { continuation(text, right + length, *class, usize::from(*max)) } else { 0 }
                    } else {
                        self.wrapped_run(text, right, length, *class, *min, *max)?
                    }
                }
            };
        }
        // A token that goes on in its own alphabet is a different, longer thing.
        if let Some(Segment::Run { class, .. }) = self.after.last()
            && text.get(right).is_some_and(|&byte| class.has(byte) && byte != b'=')
        {
            return None;
        }
        Some(right)
    }

    /// Reads on behind a line break inside a run, where a mailer or terminal wrapped the token.
    /// Returns the length with the breaks.
    fn wrapped_run(&self, text: &[u8], at: usize, first: usize, class: Class, min: u16, max: u16) -> Option<usize> {
        if self.anchor.len() < 4 || first < 4 {
            return None;
        }
        let mut counted = first;
        let mut cursor = at + first;
        for _ in 0..MAX_BREAKS {
            cursor += interruption(text, cursor)?;
            let more = class.run(text, cursor, usize::from(max) - counted);
            counted += more;
            cursor += more;
            if counted >= usize::from(min) {
                let room = usize::from(max) - counted;
                return Some(cursor - at + continuation(text, cursor, class, room));
            }
        }
        None
    }

    /// Whether `value` has the parts of the shape in any length: what people make up when they show a token.
    pub(super) fn resembles(&self, value: &[u8]) -> bool {
        let anchor = self.anchor.as_bytes();
        let run_of = |segments: &[Segment]| match segments {
            [Segment::Run { class, .. }] => Some(*class),
            _ => None,
        };
        let (Some(before), Some(after)) = (run_of(&self.before), run_of(&self.after)) else { return false };
        let Some(at) = value.windows(anchor.len().max(1)).position(|window| window == anchor) else { return false };
        let rest = &value[at + anchor.len()..];
        let whole = |class: Class, part: &[u8]| !part.is_empty() && part.iter().all(|&byte| class.has(byte));
        anchor.len() > 1 && whole(before, &value[..at]) && whole(after, rest)
    }

    /// Whether `value` as a whole has the shape.
    pub(super) fn matches_whole(&self, value: &[u8]) -> bool {
        if self.anchor.is_empty() {
            return self.match_after(value, 0) == Some(value.len());
        }
        let anchor = self.anchor.as_bytes();
        let limit = value.len().min(128);
        (0..limit).any(|at| {
            value[at..].starts_with(anchor) && self.match_around(value, at, at + anchor.len()) == Some((0, value.len()))
        })
    }
}

/// The length of what interrupts a token at `at` without belonging to it: a line break with its indentation, also
/// written out as `\n`, the quotes between two halves of a string, or `<wbr>`.
pub(super) fn interruption(text: &[u8], at: usize) -> Option<usize> {
    if text[at..].starts_with(b"<wbr>") {
        return Some(5);
    }
    let quote = text.get(at).copied().filter(|byte| matches!(byte, b'"' | b'\''));
    if let Some(quote) = quote {
        let gap = text[at + 1..]
            .iter()
            .take(32)
            .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'+' | b'.' | b'&' | b'\\'))
            .count();
        return (gap > 0 && text.get(at + 1 + gap) == Some(&quote)).then_some(gap + 2);
    }
    let mut cursor = at + usize::from(matches!(text.get(at), Some(b'=' | b'\\')));
    cursor += usize::from(text.get(cursor) == Some(&b'\r'));
    if text.get(cursor) != Some(&b'\n') {
        let written_out = text[at..].starts_with(b"\\n") || text[at..].starts_with(b"\\r\\n");
        return written_out.then(|| if text[at + 1] == b'r' { 4 } else { 2 });
    }
    cursor += 1;
    // Indentation, a quotation, a table or a patch.
    cursor +=
        text.iter().skip(cursor).take(24).take_while(|byte| matches!(byte, b' ' | b'\t' | b'>' | b'|' | b'+')).count();
    Some(cursor - at)
}

/// How much of a token that may be of any length follows on the next lines: nothing but more of its alphabet, thrown
/// together as its beginning.
pub(super) fn continuation(text: &[u8], at: usize, class: Class, room: usize) -> usize {
    let mut cursor = at;
    for _ in 0..MAX_LINES {
        let table = usize::from(text[cursor..].starts_with(b" |")) * 2;
        let Some(gap) = interruption(text, cursor + table).map(|gap| gap + table) else { break };
        let from = cursor + gap;
        let more = class.run(text, from, room.saturating_sub(from - at));
        let piece = &text[from..from + more];
        let ends =
            text.get(from + more).is_none_or(|byte| matches!(byte, b'\n' | b'\r' | b'"' | b'\'' | b'\\' | b' ' | b'`'));
        let alone = !text[from + more..].starts_with(b" ") || text[from + more..].starts_with(b" |");
        if more < 8 || !ends || !alone || !Shape::of(piece).jumbled() || is_wordy(piece) {
            break;
        }
        cursor = from + more;
    }
    cursor - at
}

fn push_run(segments: &mut Vec<Segment>, run: &str) {
    if run == "uuid" {
        for (index, length) in [8, 4, 4, 4, 12].into_iter().enumerate() {
            if index > 0 {
                segments.push(Segment::Literal("-".into()));
            }
            segments.push(Segment::Run { class: Class(DIGIT | HEX_LOWER | HEX_UPPER), min: length, max: length });
        }
        return;
    }
    let class = run.bytes().next().and_then(Class::of_letter);
    let Some(class) = class else {
        return;
    };
    let range = &run[1..];
    let (min, max) = match range.split_once('-') {
        Some((min, "")) => (min.parse().unwrap_or(1), OPEN_END),
        Some((min, max)) => (min.parse().unwrap_or(1), max.parse().unwrap_or(OPEN_END)),
        None => {
            let exact = range.parse().unwrap_or(1);
            (exact, exact)
        }
    };
    segments.push(Segment::Run { class, min, max });
}

#[cfg(test)]
impl Pattern {
    /// A token of this shape, drawn with `random` (a function that returns a number below its argument).
    pub(super) fn sample(&self, random: &mut dyn FnMut(usize) -> usize) -> String {
        let mut token = String::new();
        let mut draw = |segment: &Segment, token: &mut String| match segment {
            Segment::Literal(literal) => token.push_str(literal),
            Segment::Run { class, min, max } => {
                let alphabet: Vec<u8> = (0..=127_u8).filter(|&byte| class.has(byte)).collect();
                let letters: Vec<u8> = alphabet.iter().copied().filter(u8::is_ascii_alphanumeric).collect();
                let length = usize::from((*min).max(1)).min(usize::from(*max));
                for index in 0..length {
                    // The ends are letters or digits, so that no mark of the sentence is swallowed.
                    let set = if index == 0 || index + 1 == length { &letters } else { &alphabet };
                    token.push(char::from(set[random(set.len())]));
                }
            }
        };
        self.before.iter().for_each(|segment| draw(segment, &mut token));
        token.push_str(&self.anchor);
        self.after.iter().for_each(|segment| draw(segment, &mut token));
        token
    }
}
