//! What a value looks like: a secret, a placeholder, a digest, a reference to another place.

use super::key::Words;
use super::pattern::Class;
use super::wordy::{is_identifier, is_technical, is_wordy};

/// Words that only stand in values made up for reading; nothing generated holds one by chance.
const PLACEHOLDER_WORDS: &[&str] = &[
    "example",
    "placeholder",
    "changeme",
    "change-me",
    "change_me",
    "redacted",
    "xxxx",
    "****",
    "....",
    "abcdefghijklmnop1234",
    "not-a-real",
    "notreal",
];

/// Words that say so only by themselves: people make passwords of them too.
const NOTES: Words = Words::new(&["todo", "fixme", "undefined"]);

/// Words that `your` stands before in what is to be filled in.
const FILLED_IN: &[&str] = &["api", "key", "token", "secret", "pass", "pwd", "cred", "here"];

/// Beginnings of values that name the place of a secret instead of being one.
const REFERENCE_STARTS: &[&str] = &[
    "$",
    "{{",
    "${",
    "#{",
    "%{",
    "%(",
    "%s",
    "@{",
    "<",
    "[",
    "(",
    "{",
    "secrets.",
    "process.env",
    "os.environ",
    "os.getenv",
    "env.",
    "env(",
    "env:",
    "import.meta",
    "vault:",
    "vault://",
    "op://",
    "ref+",
    "ref:",
    "arn:",
    "file://",
    "file:",
    "enc[",
    "config.",
    "settings.",
    "self.",
    "this.",
    "ssm:",
    "projects/",
    "keyring:",
    "keychain:",
    "sha256:",
    "sha256-",
    "sha384-",
    "sha512-",
    "sha1:",
    "md5:",
    "secretsmanager",
    "aws-sm:",
    "gcp-sm:",
    "!vault",
    "!ref",
    "!sub",
    "*",
    "&",
    "..",
    "./",
    "~/",
    "--",
    "//",
    "var.",
    "local.",
    "data.",
    "each.",
    "module.",
    "args.",
    "opts.",
    "options.",
    "props.",
    "ctx.",
    "req.",
    "res.",
    "request.",
    "params.",
];

/// For each byte those of [`REFERENCE_STARTS`] that begin with it, one bit each.
const REFERENCES_BY_FIRST: [u128; 256] = {
    let mut starts = [0; 256];
    let mut at = 0;
    while at < REFERENCE_STARTS.len() {
        starts[REFERENCE_STARTS[at].as_bytes()[0] as usize] |= 1 << at;
        at += 1;
    }
    starts
};

/// What a value consists of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) length: usize,
    pub(super) lower: usize,
    pub(super) upper: usize,
    pub(super) digits: usize,
    /// Bytes that are neither letters nor digits.
    pub(super) others: usize,
    /// How many different bytes occur.
    pub(super) distinct: u32,
    /// Places where the class of character changes.
    pub(super) changes: usize,
}

/// For each byte whether it is something else, a small letter, a capital one or a digit.
const KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        kinds[byte as usize] = match byte {
            b'a'..=b'z' => 1,
            b'A'..=b'Z' => 2,
            b'0'..=b'9' => 3,
            _ => 0,
        };
        byte += 1;
    }
    kinds
};

impl Shape {
    /// Counts once through the value; only the first 512 bytes are looked at.
    pub(super) fn of(value: &[u8]) -> Self {
        let value = &value[..value.len().min(512)];
        let mut shape = Self { length: value.len(), ..Self::default() };
        let mut seen = [0_u64; 4];
        let mut counts = [0; 4];
        let mut previous = value.first().map_or(0, |&byte| KINDS[usize::from(byte)]);
        for &byte in value {
            seen[usize::from(byte >> 6)] |= 1 << (byte & 63);
            let kind = KINDS[usize::from(byte)];
            counts[usize::from(kind % 4)] += 1;
            shape.changes += usize::from(kind != previous);
            previous = kind;
        }
        [shape.others, shape.lower, shape.upper, shape.digits] = counts;
        shape.distinct = seen.iter().map(|word| word.count_ones()).sum();
        shape
    }

    /// Letters of any case.
    pub(super) fn letters(&self) -> usize {
        self.lower + self.upper
    }

    /// Letters and digits both.
    pub(super) fn mixed(&self) -> bool {
        self.letters() > 0 && self.digits > 0
    }

    /// So few different characters for its length that nobody generated it.
    pub(super) fn monotone(&self) -> bool {
        self.distinct <= few(self.length)
    }

    /// Letters of both cases that alternate more than camel case does.
    pub(super) fn jumbled_letters(&self) -> bool {
        self.length >= 8 && self.lower > 0 && self.upper > 1 && self.changes * 100 >= self.length * 45
    }

    /// Thrown together from both cases and digits.
    pub(super) fn jumbled(&self) -> bool {
        self.lower > 0 && self.upper > 0 && self.digits > 0 && self.changes * 100 >= self.length * 35
    }
}

/// How many different characters are too few for a generated value of that length.
fn few(length: usize) -> u32 {
    match length {
        0..=5 => 1,
        6..=11 => 2,
        12..=23 => 3,
        _ => 6,
    }
}

/// As [`Shape::monotone`], known from the first few bytes of most values.
pub(super) fn is_monotone(value: &[u8]) -> bool {
    let value = &value[..value.len().min(512)];
    let few = few(value.len());
    let mut seen = [0_u64; 4];
    let mut distinct = 0;
    for &byte in value {
        let seen = &mut seen[usize::from(byte >> 6)];
        let bit = 1 << (byte & 63);
        if *seen & bit == 0 {
            *seen |= bit;
            distinct += 1;
            if distinct > few {
                return false;
            }
        }
    }
    true
}

/// `xxxx`: one byte again and again, or none.
pub(super) fn is_repeated(value: &[u8]) -> bool {
    value.first().is_none_or(|first| value.iter().all(|byte| byte == first))
}

/// Whether the value was made up for reading: `xxxx`, `YOUR_TOKEN_HERE`, `AKIA…EXAMPLE`, `<token>`.
pub(super) fn is_placeholder(value: &[u8]) -> bool {
    if is_repeated(value) {
        return true;
    }
    let shape = Shape::of(value);
    if shape.letters() + shape.digits == 0 || shape.monotone() {
        return true;
    }
    if counts_up(value) {
        return true;
    }
    let repeat = longest_repeat(value);
    if repeat >= 8 && repeat * 3 >= value.len() {
        return true;
    }
    let value = &value[..value.len().min(512)];
    // A number in a long token may count up by itself.
    if value.len() < 40 && contains_ignoring_case(value, b"1234567890123456") {
        return true;
    }
    PLACEHOLDER_WORDS.iter().any(|word| contains_ignoring_case(value, word.as_bytes()))
        || shape.digits == 0 && is_note(value)
        || is_to_be_filled_in(value)
        || is_spelled_in_hex(value)
}

/// `TODO`, `paste-it-here`, `TOKENHERE`
fn is_note(value: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic();
    if value.split(|byte| !is_letter(byte)).any(|word| NOTES.has(word)) {
        return true;
    }
    let end = value.iter().rposition(is_letter).map_or(0, |last| last + 1);
    let Some(before) = end.checked_sub(4).filter(|&at| value[at..end].eq_ignore_ascii_case(b"here")) else {
        return false;
    };
    let before = &value[..before];
    matches!(before.last(), Some(b'-' | b'_'))
        || ["token", "key", "goes"].iter().any(|word| ends_with_ignoring_case(before, word.as_bytes()))
}

/// `your-region`, `YOUR_TOKEN`, `put-your-key`
fn is_to_be_filled_in(value: &[u8]) -> bool {
    let Some(at) = find_ignoring_case(value, b"your") else { return false };
    let (before, rest) = (&value[..at], &value[at + 4..]);
    let is_joined = matches!(rest.first(), Some(b'-' | b'_'));
    if !before.iter().any(u8::is_ascii_alphanumeric) {
        let rest = rest.strip_prefix(b" ").unwrap_or(rest);
        return is_joined || FILLED_IN.iter().any(|word| starts_with_ignoring_case(rest, word.as_bytes()));
    }
    FILLED_IN.iter().any(|word| contains_ignoring_case(rest, word.as_bytes()))
}

/// `deadbeef` among hex digits.
fn is_spelled_in_hex(value: &[u8]) -> bool {
    find_ignoring_case(value, b"deadbeef").is_some()
        && value.split(|byte| !byte.is_ascii_alphanumeric()).any(|piece| {
            let piece = piece.strip_prefix(b"0x").unwrap_or(piece);
            piece.iter().all(u8::is_ascii_hexdigit) && contains_ignoring_case(piece, b"deadbeef")
        })
}

/// Whether the value names where a secret is kept, or is not a value at all.
pub(super) fn is_reference(value: &[u8]) -> bool {
    let mut left = value.first().map_or(0, |first| REFERENCES_BY_FIRST[usize::from(first.to_ascii_lowercase())]);
    while left != 0 {
        let start = REFERENCE_STARTS[left.trailing_zeros() as usize].as_bytes();
        if starts_with_ignoring_case(value, start) {
            return start != b"//" || is_path(value);
        }
        left &= left - 1;
    }
    false
}

/// As [`is_reference`], for a string: a sign at its beginning names nothing unless what follows does.
pub(super) fn is_quoted_reference(value: &[u8]) -> bool {
    let Some((first, rest)) = value.split_first() else { return false };
    let closes = |bracket: u8| rest.contains(&bracket) && !is_sprinkled(value);
    match first {
        b'$' => is_expansion(rest),
        b'(' => closes(b')'),
        b'[' => closes(b']'),
        b'{' => closes(b'}'),
        b'<' => closes(b'>'),
        b'*' => rest.first() == Some(&b'*') || is_named(rest),
        b'&' => is_named(rest) || is_entity(rest),
        _ => is_reference(value),
    }
}

/// Letters of both cases among three and more of the signs that neither names nor brackets are made of, and no word.
pub(super) fn is_sprinkled(value: &[u8]) -> bool {
    let shape = Shape::of(value);
    let signs = b"!@#$%^&*+=?~|;";
    let has_word = || value.split(|byte| !byte.is_ascii_alphanumeric()).any(|piece| piece.len() > 4 && is_wordy(piece));
    shape.lower > 0
        && shape.upper > 0
        && signs.iter().filter(|sign| value.contains(sign)).count() > 2
        && !value.contains(&b'"')
        && !is_pattern(value)
        && !has_word()
}

/// `^[a-z]{4}$`, `\d+`
pub(super) fn is_pattern(value: &[u8]) -> bool {
    value.contains(&b'\\') || value.windows(3).any(|three| matches!(three, b"a-z" | b"A-Z" | b"0-9"))
}

/// What stands behind the `$` of `$NAME`, `${NAME}/x` and `$(command)`.
fn is_expansion(rest: &[u8]) -> bool {
    rest.split(|&byte| byte == b'$').all(|piece| match piece.first() {
        Some(b'{') => piece.contains(&b'}'),
        Some(b'(') => piece.contains(&b')'),
        _ => {
            let (name, tail) = piece.split_at(Class::WORD.run(piece, 0, piece.len()));
            // `$row[1]`, `$Config::Config{password}`
            let is_member = tail.starts_with(b"->") || matches!(tail.last(), Some(b']' | b'}'));
            is_named(name) && (is_wordy(tail) || is_member)
        }
    })
}

/// A name of something, not a jumble of signs.
fn is_named(value: &[u8]) -> bool {
    let is_constant = |value: &[u8]| value.iter().all(|byte| Class::WORD.has(*byte) && !byte.is_ascii_lowercase());
    is_wordy(value) || is_identifier(value) || is_constant(value)
}

/// What stands behind the `&` of `&lt;`, `&#39;` and `&page=2`.
fn is_entity(rest: &[u8]) -> bool {
    let digits = rest.strip_prefix(b"#").map_or(0, |number| number.iter().take_while(|b| b.is_ascii_digit()).count());
    let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'_').count();
    digits > 0 && rest.get(digits + 1) == Some(&b';') || letters > 1 && matches!(rest.get(letters), Some(b';' | b'='))
}

/// A digest or identifier that is public by nature: hex of a usual length, UUID, `sha512-…`.
pub(super) fn is_public_identifier(value: &[u8]) -> bool {
    let hex = value.iter().all(u8::is_ascii_hexdigit);
    if hex && matches!(value.len(), 7..=12 | 32 | 40 | 56 | 64 | 96 | 128) {
        return true;
    }
    is_uuid(value) || value.starts_with(b"sha") || is_public_key(value)
}

/// How public keys begin in base64: the headers of their DER and SSH forms.
fn is_public_key(value: &[u8]) -> bool {
    [&b"MFkwEwYHKoZI"[..], b"MHYwEAYHKoZI", b"MIIBIjANBgkq", b"MIICIjANBgkq", b"MCowBQYDK2", b"AAAAC3Nza", b"AAAAB3Nza"]
        .iter()
        .any(|head| value.starts_with(head))
}

/// `8-4-4-4-12` hex digits.
pub(super) fn is_uuid(value: &[u8]) -> bool {
    value.len() == 36
        && value.iter().enumerate().all(|(index, byte)| match index {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// A path, URL, e-mail address, version, date or dotted name.
pub(super) fn is_plain_reference(value: &[u8]) -> bool {
    if value.starts_with(b"http://") || value.starts_with(b"https://") || value.starts_with(b"/") && is_path(value) {
        return true;
    }
    let slashes = value.iter().filter(|&&byte| byte == b'/' || byte == b'\\').count();
    if slashes > 0 && value.split(|&byte| byte == b'/' || byte == b'\\').all(is_wordy) {
        return true;
    }
    if value.len() <= 18 && value.starts_with(b"0x") && value[2..].iter().all(u8::is_ascii_hexdigit) {
        return true;
    }
    // Versions, dates, times, numbers with units.
    value.iter().all(|byte| {
        byte.is_ascii_digit()
            || matches!(byte, b'.' | b'-' | b':' | b'/' | b'T' | b'Z' | b'+' | b'_' | b',' | b' ' | b'%')
    })
}

/// Whether a value that begins with `/` is a path or a pattern, as most are; base64 begins so by chance.
fn is_path(value: &[u8]) -> bool {
    let is_in_base64 = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'+' | b'=');
    if !value.iter().all(is_in_base64) {
        return true;
    }
    // `/opt/app20240115/pass`: one piece may be no word, unless it is most of the value.
    let is_odd = |piece: &&[u8]| !is_wordy(piece) && !is_technical(piece);
    let odd: usize = value.split(|&byte| byte == b'/').filter(is_odd).map(<[u8]>::len).sum();
    odd * 3 < value.len() * 2
}

/// Whether most of the value is one stretch that counts up, such as `abcdefghijkl`.
fn counts_up(value: &[u8]) -> bool {
    let value = &value[..value.len().min(512)];
    let mut longest = 0;
    let mut current = 1;
    for pair in value.windows(2) {
        let next = pair[1].is_ascii_alphanumeric() && pair[1] == pair[0].wrapping_add(1);
        current = if next { current + 1 } else { 1 };
        longest = longest.max(current);
    }
    longest >= 10 && longest * 2 >= value.len()
}

/// The longest run of one byte.
fn longest_repeat(value: &[u8]) -> usize {
    let mut longest = 0;
    let mut current = 0;
    let mut previous = 0;
    for &byte in &value[..value.len().min(512)] {
        // Blanks only indent the rest of a value.
        current = if byte == previous && byte != b' ' { current + 1 } else { 1 };
        previous = byte;
        longest = longest.max(current);
    }
    longest
}

pub(super) fn ends_with_ignoring_case(text: &[u8], ending: &[u8]) -> bool {
    text.len() >= ending.len() && text[text.len() - ending.len()..].eq_ignore_ascii_case(ending)
}

fn starts_with_ignoring_case(text: &[u8], beginning: &[u8]) -> bool {
    text.len() >= beginning.len() && text[..beginning.len()].eq_ignore_ascii_case(beginning)
}

/// Case-blind substring search; `needle` is lower case.
pub(super) fn contains_ignoring_case(haystack: &[u8], needle: &[u8]) -> bool {
    find_ignoring_case(haystack, needle).is_some()
}

fn find_ignoring_case(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    let first = needle[0] | 0x20;
    haystack.windows(needle.len()).position(|window| window[0] | 0x20 == first && window.eq_ignore_ascii_case(needle))
}

/// Whether every byte could stand in a token.
pub(super) fn is_token_like(value: &[u8]) -> bool {
    value.iter().enumerate().all(|(at, &byte)| {
        Class::TOKEN.has(byte)
            // `\/` as JSON writes it.
            || byte == b'\\' && value.get(at + 1) == Some(&b'/')
            || matches!(byte, b'%' | b':' | b'|' | b'!' | b'$' | b'@' | b'#' | b'*' | b'&' | b'^' | b'?')
    })
}
