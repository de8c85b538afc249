//! Secrets among the arguments of a call: `getConnection(url, user, "…")`.
//!
//! Which argument holds one is a fact about the function, so there is a table, as there is for commands. Only strings
//! count, also where a call around them does no more than convert them: `[]byte("…")`.

use super::assign::{Assignment, Join};
use super::blocks::is_sample_pair;
use super::judge;
use super::key::{Level, Words};
use super::pattern::interruption;
use super::sets::{Set, table};
use super::value::{Shape, is_placeholder, is_reference};
use super::wordy::is_identifier;

/// How far the arguments of a call are read, and how far the calls reach that stand around a string.
const ARGUMENTS: usize = 640;
const AROUND: usize = 96;

/// A call, which of its arguments is secret (counted from one), and what that argument is.
///
/// It is looked for by what stands behind the bar, where the beginning is too common a word; a capital begins it there.
pub(super) const CALLS: &[(&str, usize, Level)] = &[
    // A user and the password, mostly behind the place where both count.
    ("getconnection(", 3, Level::Password),
    ("httpbasicauth(", 2, Level::Password),
    ("httpdigestauth(", 2, Level::Password),
    ("basicauth(", 2, Level::Password),
    ("basic_auth(", 2, Level::Password),
    ("auth=(", 2, Level::Password),
    ("auth = (", 2, Level::Password),
    ("auth.basic(", 2, Level::Password),
    ("authtokens.basic(", 2, Level::Password),
    ("plainauth(", 3, Level::Password),
    ("plaintextauthprovider(", 2, Level::Password),
    ("networkcredential(", 2, Level::Password),
    ("username|passwordcredentials(", 2, Level::Password),
    ("passwordauthentication(", 2, Level::Password),
    ("basicawscredentials(", 2, Level::Secret),
    ("mysqli(", 3, Level::Password),
    ("pdo(", 3, Level::Password),
    ("sequelize(", 3, Level::Password),
    ("mysqli_connect(", 3, Level::Password),
    ("mysql_connect(", 3, Level::Password),
    ("mysqldb.connect(", 3, Level::Password),
    ("pymysql.connect(", 3, Level::Password),
    ("cx_oracle.connect(", 2, Level::Password),
    ("oracledb.connect(", 2, Level::Password),
    ("oci_connect(", 2, Level::Password),
    ("ftp_login(", 3, Level::Password),
    ("net::smtp.start(", 5, Level::Password),
    ("imap_open(", 3, Level::Password),
    ("ldap_bind(", 3, Level::Password),
    ("simple_bind_s(", 2, Level::Password),
    ("simple_bind(", 2, Level::Password),
    // What signs or encrypts.
    ("jwt.sign(", 2, Level::Password),
    ("jwt.verify(", 2, Level::Password),
    ("jwt.encode(", 2, Level::Password),
    ("jwt.decode(", 2, Level::Password),
    ("create|hmac(", 2, Level::Password),
    ("hmac.new(", 1, Level::Secret),
    ("hmac.new(", 2, Level::Secret),
    ("create|cipheriv(", 2, Level::Secret),
    ("create|decipheriv(", 2, Level::Secret),
    ("aes.encrypt(", 2, Level::Secret),
    ("aes.decrypt(", 2, Level::Secret),
    ("secretkeyspec(", 1, Level::Secret),
    ("hmacshakeyfor(", 1, Level::Secret),
    ("symmetricsecuritykey(", 1, Level::Secret),
    ("fernet(", 1, Level::Secret),
    ("secretbox(", 1, Level::Secret),
    ("wallet(", 1, Level::Secret),
    ("from|secretkey(", 1, Level::Secret),
    ("private|keytoaccount(", 1, Level::Secret),
];

/// Calls that give what they get in another form.
const CONVERTS: Words = Words::new(&[
    "byte",
    "bytes",
    "bytearray",
    "fromhex",
    "from_hex",
    "from",
    "of",
    "b64decode",
    "urlsafe_b64decode",
    "base64_decode",
    "decodebase64",
    "frombase64string",
    "decode",
    "decodestring",
    "encode",
    "getbytes",
    "unhexlify",
    "hex2bin",
    "hextobytes",
    "atob",
    "some",
    "string",
    "str",
    "ref",
    "tochararray",
]);

/// Calls that look something up by the name they get.
const LOOKS_UP: Words = Words::new(&[
    "get",
    "getenv",
    "env",
    "environ",
    "lookup",
    "find",
    "fetch",
    "load",
    "read",
    "open",
    "require",
    "include",
    "import",
    "query",
    "select",
    "has",
    "delete",
    "remove",
    "resolve",
    "getstring",
    "getsecret",
    "getproperty",
    "readfile",
    "readfilesync",
    "t",
    "url",
    "uri",
    "path",
    "join",
    "hash",
    "verify",
    "compare",
    "matches",
    "test",
    "equals",
    "expect",
]);

/// What a call is looked for by, and what must stand before that.
pub(super) fn cut(call: &'static str) -> (&'static str, &'static str) {
    call.split_once('|').unwrap_or(("", call))
}

/// The secret of a call in [`CALLS`] that is found at `start`, with its arguments from `at` on.
pub(super) fn secret(text: &[u8], start: usize, at: usize, row: usize) -> Option<(usize, usize)> {
    let &(call, nth, level) = CALLS.get(row)?;
    let before = cut(call).0.as_bytes();
    if !start.checked_sub(before.len()).is_some_and(|from| text[from..start].eq_ignore_ascii_case(before)) {
        return None;
    }
    // An address is public; the key has more digits.
    let is_address = |&(from, to): &(usize, usize)| call == "wallet(" && to - from < 64;
    positional(text, at, nth, level).filter(|value| !is_address(value))
}

/// The `nth` of the arguments that begin at `at`, when it is a string that must not be seen.
pub(super) fn positional(text: &[u8], at: usize, nth: usize, level: Level) -> Option<(usize, usize)> {
    let (before, argument) = arguments(text, at, nth)?;
    let value = literal(text, argument, |call| CONVERTS.has(call))?;
    let user = before.and_then(|user| literal(text, user, |_| false)).map_or(&b""[..], |user| &text[user.0..user.1]);
    let told = Assignment { name: (value.0, value.0), value, join: Join::Code, quoted: true };
    (judge::is_secret(text, &told, level) && !is_sample_pair(user, &text[value.0..value.1])).then_some(value)
}

/// What a string begins with, and what ends a line.
const QUOTE_OR_LINE: Set = Set::of(table(b"\"'`\n"));

/// The string that calls convert to a bare value, when it is random beyond doubt: `bytes.fromhex("…")`.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
pub(super) fn converted(text: &[u8], assignment: &Assignment) -> Option<(usize, usize)> {
    let at = assignment.value.0;
    if !matches!(assignment.join, Join::Tight | Join::Code | Join::Colon) {
        return None;
    }
    // Most values have no string in them.
    let opens = text[at..].iter().take(AROUND).take_while(|byte| matches!(byte, b'(' | b'\n' | b'\r' | b' ')).count();
    let mark = QUOTE_OR_LINE.first_in(text, at + opens, text.len().min(at + opens + AROUND));
    if !text.get(mark).is_some_and(|byte| matches!(byte, b'"' | b'\'' | b'`')) {
        return None;
    }
    let value = (at, text.len().min(at + ARGUMENTS));
    let mut found = literal(text, value, |call| !LOOKS_UP.has(call))?;
    let value = &text[found.0..found.1];
    let is_hex = value.len() >= 32 && value.iter().all(u8::is_ascii_hexdigit) && Shape::of(value).mixed();
    let is_told = is_hex || judge::is_random(value) && !is_identifier(value);
    let is_secret = is_told && !is_placeholder(value) && !is_reference(value);
    found.1 += rest_of_string(text, found.1);
    is_secret.then_some(found)
}

/// How many strings one secret may be cut into.
const PIECES: usize = 40;

/// How much of a secret follows in further strings behind the quote at `at`: `"…" +` and the next line.
pub(super) fn rest_of_string(text: &[u8], at: usize) -> usize {
    let mut end = at;
    for _ in 0..PIECES {
        let Some(&quote) = text.get(end).filter(|byte| matches!(byte, b'"' | b'\'')) else { break };
        let Some(from) = interruption(text, end).map(|gap| end + gap) else { break };
        let length = text[from..].iter().take(ARGUMENTS).take_while(|&&byte| byte != quote && byte != b'\n').count();
        if text.get(from + length) != Some(&quote) || !judge::is_rest(&text[from..from + length]) {
            break;
        }
        end = from + length;
    }
    end - at
}

type Bounds = (usize, usize);

/// The bounds of the `nth` argument and of the one before it.
fn arguments(text: &[u8], at: usize, nth: usize) -> Option<(Option<Bounds>, Bounds)> {
    let end = text.len().min(at + ARGUMENTS);
    let mut before = None;
    let (mut start, mut count, mut depth, mut cursor) = (at, 1, 0, at);
    loop {
        let ends = match text.get(cursor).filter(|_| cursor < end) {
            Some(b'"' | b'\'' | b'`') => {
                cursor = closing_quote(text, cursor, end)?;
                false
            }
            Some(b'(' | b'[' | b'{') => {
                depth += 1;
                false
            }
            Some(b')' | b']' | b'}') if depth > 0 => {
                depth -= 1;
                false
            }
            Some(b',' | b')' | b']' | b'}' | b';') => depth == 0,
            Some(_) => false,
            None => true,
        };
        if ends {
            if count == nth {
                return Some((before, (start, cursor)));
            }
            if text.get(cursor).filter(|_| cursor < end) != Some(&b',') {
                return None;
            }
            before = Some((start, cursor));
            count += 1;
            start = cursor + 1;
        }
        cursor += 1;
    }
}

/// Where the string that is opened at `open` ends; code may itself stand in a string, with its quotes escaped.
fn closing_quote(text: &[u8], open: usize, end: usize) -> Option<usize> {
    if is_escaped(text, open) {
        let length = text[open + 1..end].windows(2).position(|pair| pair == [b'\\', text[open]])?;
        return Some(open + length + 2);
    }
    let mut at = open + 1;
    while at < end && text[at] != text[open] {
        at += 1 + usize::from(text[at] == b'\\');
    }
    (at < end).then_some(at)
}

fn is_escaped(text: &[u8], at: usize) -> bool {
    at > 0 && text[at - 1] == b'\\'
}

/// The string that the argument consists of, between its quotes; calls around it must be such that `allows` them.
fn literal(text: &[u8], argument: Bounds, allows: impl Fn(&[u8]) -> bool) -> Option<Bounds> {
    let around = &text[argument.0..argument.1.min(argument.0 + AROUND)];
    let lead = around.iter().position(|byte| matches!(byte, b'"' | b'\'' | b'`'))?;
    let open = argument.0 + lead;
    let close = closing_quote(text, open, argument.1)?;
    let escape = usize::from(is_escaped(text, open));
    let mut before = around[..lead.saturating_sub(escape)].trim_ascii();
    // `b"…"`, `@"…"`, `&"…"`; what is put into `f"…"` stands elsewhere.
    if let Some((b'b' | b'r' | b'u' | b'@' | b'&' | b'N', rest)) = before.split_last()
        && rest.last().is_none_or(|byte| !byte.is_ascii_alphanumeric())
    {
        before = rest;
    }
    if !before.is_empty() {
        let is_path = |byte: &u8| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b':' | b'[' | b']' | b'(' | b')' | b'&' | b' ')
        };
        let callee = before.strip_suffix(b"(").filter(|_| before.iter().all(is_path))?;
        let name = callee.rsplit(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').next()?;
        // `[]byte(…)` and `(…)` alone convert too.
        if !name.is_empty() && !allows(name) {
            return None;
        }
    }
    let is_template = text[open] == b'`' && text[open..close].contains(&b'{');
    // A sum holds more than the string.
    let rest = text[close + 1..argument.1].trim_ascii_start();
    let ends = matches!(rest.first(), None | Some(b')' | b',' | b'.' | b'"' | b'\'' | b'\\'));
    (ends && !is_template && close > open + 1 + escape).then_some((open + 1, close - escape))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::String;

    /// The call with `argument` as its `nth`, and names before it.
    fn call_with(call: &str, nth: usize, argument: &str) -> String {
        let names = "name, ".repeat(nth - 1);
        // Behind the bar a capital begins the next word: `createHmac(`.
        let (before, literal) = call.split_once('|').unwrap_or(("", call));
        let first = if before.is_empty() { literal[..1].into() } else { literal[..1].to_ascii_uppercase() };
        format!("x = {before}{first}{}{names}{argument})", &literal[1..])
    }

    /// What the row alone finds; other rules may know the text too.
    fn found(text: &str, call: &'static str, row: usize) -> Option<(usize, usize)> {
        let (before, literal) = cut(call);
        let start = "x = ".len() + before.len();
        secret(text.as_bytes(), start, start + literal.len(), row)
    }

    #[test]
    fn every_call_loses_its_string_and_keeps_names_and_placeholders() {
        for (row, &(call, nth, _)) in CALLS.iter().enumerate() {
            let value = match call {
                "wallet(" => "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                _ => "Rk7mQ2vTx9LwB4nZ8dHs",
            };
            let text = call_with(call, nth, &format!("\"{value}\""));
            let place = text.find(value).map(|at| (at, at + value.len()));
            assert_eq!(found(&text, call, row), place, "{text}");
            assert!(!crate::redact::redact(&text).text.contains(value), "{text}");
            for harmless in
                ["rolls2031", "\"\"", "\"your-secret-key\"", "\"${OVEN_KEY_2031}\"", "env(\"OVEN_KEY_2031\")"]
            {
                let text = call_with(call, nth, harmless);
                assert_eq!(found(&text, call, row), None, "{text}");
                assert_eq!(crate::redact::redact(&text).text, text);
            }
        }
    }
}
