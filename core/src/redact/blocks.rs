//! Secrets that are more than one word: private keys, credentials in URLs, `Authorization` headers.

use alloc::vec::Vec;

use super::decode;
use super::judge;
use super::pattern::Class;
use super::scan::Span;
use super::sets::{Set, table};
use super::value::{Shape, is_placeholder, is_plain_reference, is_reference, is_wordy};

/// The longest private key looked at.
const KEY_LIMIT: usize = 32 * 1024;

/// A private key whose `BEGIN` stands at `at`: from there to its `END`, or to the end of its body.
///
/// The body may be wrapped, indented, quoted line by line, or on one line with `\n` written out.
pub(super) fn private_key(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let dashes_before = text[..at].iter().rev().take_while(|&&byte| byte == b'-').count();
    if dashes_before < 4 {
        return None;
    }
    let start = at - dashes_before.min(5);
    let title_end = text[at..text.len().min(at + 80)].windows(4).position(|window| window == b"----")? + at;
    let title = &text[at..title_end];
    if !title.windows(11).any(|window| window.eq_ignore_ascii_case(b"PRIVATE KEY")) {
        return None;
    }
    let body_start = title_end + run_of_dashes(text, title_end);
    let limit = text.len().min(body_start + KEY_LIMIT);
    let mut body_end = body_start;
    let mut letters = 0;
    let mut cursor = body_start;
    while cursor < limit {
        match text[cursor] {
            b'-' if text[cursor..].starts_with(b"----") => break,
            byte if Class::TOKEN.has(byte) => {
                letters += 1;
                body_end = cursor + 1;
            }
            // Headers (`Proc-Type: 4,ENCRYPTED`), wrapping, quoting and concatenation of lines.
            b' ' | b'\t' | b'\n' | b'\r' | b'\\' | b'"' | b'\'' | b'`' | b',' | b':' | b'>' | b'|' | b'(' | b')'
            | b'@' | b'<' | b'&' | b'#' | b';' | b'*' => {}
            _ => break,
        }
        cursor += 1;
    }
    let body = &text[body_start..body_end];
    if letters < 24 || is_placeholder(body) || encoded_share(body) * 2 < letters {
        return None;
    }
    let rest = &text[cursor..text.len().min(cursor + 100)];
    if rest.starts_with(b"----") {
        let end_at = cursor + run_of_dashes(text, cursor);
        let end_title = &text[end_at..text.len().min(end_at + 80)];
        if end_title.trim_ascii_start().starts_with(b"END") {
            let close = end_title.windows(4).position(|window| window == b"----");
            let end = close.map_or(end_at, |close| end_at + close + run_of_dashes(text, end_at + close));
            return Some((start, end));
        }
    }
    Some((start, body_end))
}

fn run_of_dashes(text: &[u8], at: usize) -> usize {
    text.iter().skip(at).take(5).take_while(|&&byte| byte == b'-').count()
}

/// How many bytes of the body stand in words as long as those of an encoded key.
fn encoded_share(body: &[u8]) -> usize {
    body.split(|&byte| !Class::BASE64.has(byte) && byte != b'=').map(<[u8]>::len).filter(|&length| length >= 16).sum()
}

/// What the user part of a URL may end at: some of these only behind certain others.
const MAY_END_USER: [bool; 256] = table(b"@/?# \t\n\r\"'`<>,\\)");

/// The password in `scheme://user:password@host`, or a token that stands alone before the `@`.
///
/// `at` is the place of `://`.
pub(super) fn url_credentials(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let start = at + 3;
    if at == 0 || !text[at - 1].is_ascii_alphanumeric() {
        return None;
    }
    let limit = text.len().min(start + 512);
    let mut at_sign = None;
    let mut cursor = start;
    while cursor < limit {
        if MAY_END_USER[usize::from(text[cursor])] {
            match text[cursor] {
                b'@' => at_sign = Some(cursor),
                b'?' | b'#' if at_sign.is_none() => {}
                // A slash inside the password is written by people who forgot to escape it.
                b'/' if at_sign.is_none() && password_goes_on(text, cursor, limit) => {}
                _ => break,
            }
        }
        cursor += 1;
    }
    let at_sign = at_sign?;
    let user_info = &text[start..at_sign];
    let host_follows = text
        .get(at_sign + 1)
        .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'[' | b'$' | b'{' | b'_'));
    if !host_follows {
        return None;
    }
    let Some(colon) = user_info.iter().position(|&byte| byte == b':') else {
        let shape = Shape::of(user_info);
        let generated = user_info.len() >= 16 && shape.mixed() && !is_wordy(user_info) && !is_reference(user_info);
        return (generated && !is_placeholder(user_info)).then_some((start, at_sign));
    };
    let (user, password) = (&user_info[..colon], &user_info[colon + 1..]);
    if password.is_empty() || is_reference(password) || is_placeholder(password) || is_sample_pair(user, password) {
        return None;
    }
    if is_reserved_host(&text[at_sign + 1..limit]) {
        return None;
    }
    let odd = password.iter().any(|byte| matches!(byte, b'{' | b'}' | b'[' | b']' | b'(' | b'|'));
    (!odd).then_some((start + colon + 1, at_sign))
}

/// Hosts that exist for documentation and tests: `example.com`, `*.test`, `*.invalid`.
fn is_reserved_host(rest: &[u8]) -> bool {
    let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-')).count();
    let host = rest[..length].to_ascii_lowercase();
    let host = host.strip_suffix(b".").unwrap_or(&host);
    [&b"example.com"[..], b"example.org", b"example.net", b".example", b".test", b".invalid"]
        .iter()
        .any(|reserved| host.ends_with(reserved))
}

/// Whether a `/` still lies inside the user part: an `@` follows before the next separator.
fn password_goes_on(text: &[u8], slash: usize, limit: usize) -> bool {
    let rest = &text[slash + 1..limit.min(slash + 1 + 128).max(slash + 1)];
    let colon_before = text[..slash].iter().rev().take(64).take_while(|&&byte| byte != b'/').any(|&byte| byte == b':');
    let stop = || rest.iter().find(|byte| matches!(byte, b'/' | b'?' | b' ' | b'\n' | b'"' | b'\'' | b'@'));
    colon_before && stop() == Some(&b'@') && !port_before(text, slash)
}

/// `host:8080/` is a port, not a password.
fn port_before(text: &[u8], slash: usize) -> bool {
    let digits = text[..slash].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && digits <= 5 && text[..slash - digits].last() == Some(&b':')
}

/// `user:pass`, `username:password`: documentation.
fn is_sample_pair(user: &[u8], password: &[u8]) -> bool {
    let sample = |text: &[u8], words: &[&str]| words.iter().any(|word| text.eq_ignore_ascii_case(word.as_bytes()));
    sample(password, &["password", "pass", "passwd", "pwd", "secret", "pw", "token"])
        && (sample(user, &["user", "username", "usr", "name", "login", "admin", "me", "u"]) || user.is_empty())
        || sample(password, &["port", "host", "foo", "bar", "baz"])
        // `postgres:postgres`, `root:root`: a default that hides nothing.
        || user.len() >= 4 && user.eq_ignore_ascii_case(password) && user.iter().all(u8::is_ascii_alphabetic)
}

/// The credential behind `Bearer `, `Basic ` or `Token ` that ends at `at`.
pub(super) fn scheme_credential(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let gap = text.iter().skip(at).take(4).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    if gap == 0 {
        return None;
    }
    let start = at + gap;
    let length = text
        .iter()
        .skip(start)
        .take(8192)
        .take_while(|&&byte| Class::TOKEN.has(byte) || byte == b'%' || byte == b':')
        .count();
    let mut end = start + length;
    while end > start && matches!(text[end - 1], b'.' | b':' | b'-') {
        end -= 1;
    }
    let value = &text[start..end];
    if decode::is_basic_pair(value) {
        return Some((start, end + text.iter().skip(end).take(2).take_while(|&&byte| byte == b'=').count()));
    }
    if value.len() < 10 || is_placeholder(value) || is_reference(value) || is_wordy(value) || is_plain_reference(value)
    {
        return None;
    }
    let shape = Shape::of(value);
    (shape.mixed() || value.len() >= 20 && shape.upper > 0 && shape.lower > 0).then_some((start, end))
}

/// The credential in an `Authorization` value that begins at `at`, behind the scheme if there is one.
pub(super) fn authorization(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let scheme = text.iter().skip(at).take(20).take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'-').count();
    let behind = at + scheme;
    if scheme >= 3 && matches!(text.get(behind), Some(b' ' | b'\t')) {
        return scheme_credential(text, behind);
    }
    None
}

/// What ends a header of cookies.
const ENDS_COOKIES: Set = Set::of(table(b"\n\r\"'`"));

/// Values of cookies that begin at `at`, up to the end of the header, which is returned.
pub(super) fn cookies(text: &[u8], at: usize, spans: &mut Vec<Span>) -> usize {
    let limit = text.len().min(at + 4096);
    let line = &text[at..limit];
    let length = ENDS_COOKIES.first_in(line, 0, line.len());
    let mut start = at;
    for pair in line[..length].split(|&byte| byte == b';') {
        // Most are too short to be random.
        if pair.len() > judge::LEAST_RANDOM
            && let Some(equals) = pair.iter().position(|&byte| byte == b'=')
        {
            let value = &pair[equals + 1..];
            if judge::is_random(value) && !is_placeholder(value) && !is_reference(value) {
                spans.push(Span { start: start + equals + 1, end: start + pair.len(), kind: "" });
            }
        }
        start += pair.len() + 1;
    }
    at + length
}

/// What the value of a flag holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Carries {
    /// `user:password`.
    Pair,
    /// The password alone.
    Password,
    /// The password alone, without a blank between: `-pS3cret`.
    Glued,
}

/// The password of `curl -u user:password`, `sshpass -p password`; also returns where the command line ends.
pub(super) fn flag_credential(
    text: &[u8],
    at: usize,
    flags: &[&str],
    carries: Carries,
) -> (usize, Option<(usize, usize)>) {
    let limit = text.len().min(at + 2048);
    let mut cursor = at;
    while cursor < limit {
        match text[cursor] {
            b'\n' if text[cursor - 1] != b'\\' => break,
            b'-' if matches!(text[cursor - 1], b' ' | b'\t') => {
                let flag = flags.iter().find(|flag| {
                    let apart = matches!(text.get(cursor + flag.len()), Some(b' ' | b'='));
                    let quoted = matches!(text.get(cursor + flag.len()), Some(b'"' | b'\''));
                    text[cursor..].starts_with(flag.as_bytes()) && (quoted || apart != (carries == Carries::Glued))
                });
                if let Some(flag) = flag {
                    let start = cursor + flag.len();
                    return (limit, flag_value(text, start, carries));
                }
                cursor += 1;
            }
            _ => cursor += 1,
        }
    }
    (cursor, None)
}

fn flag_value(text: &[u8], at: usize, carries: Carries) -> Option<(usize, usize)> {
    let skipped = text.iter().skip(at).take(4).take_while(|byte| matches!(byte, b' ' | b'=' | b'"' | b'\'')).count();
    let start = at + skipped;
    let length = text
        .iter()
        .skip(start)
        .take(256)
        .take_while(|byte| !matches!(byte, b' ' | b'"' | b'\'' | b'\n' | b'\\' | b'`'))
        .count();
    let pair = &text[start..start + length];
    if carries != Carries::Pair {
        // A word right behind the flag is another flag: `-print`.
        let word = carries == Carries::Glued && pair.iter().all(u8::is_ascii_lowercase) && is_wordy(pair);
        let hidden = pair.len() < 4 || word || is_reference(pair) || is_placeholder(pair);
        return (!hidden).then_some((start, start + length));
    }
    let colon = pair.iter().position(|&byte| byte == b':')?;
    let (user, password) = (&pair[..colon], &pair[colon + 1..]);
    let hidden =
        password.is_empty() || is_reference(password) || is_placeholder(password) || is_sample_pair(user, password);
    if hidden {
        // `curl -u sk_live_…:` carries the secret as the user.
        return (password.is_empty() && judge::is_random(user)).then_some((start, start + colon));
    }
    Some((start + colon + 1, start + length))
}

/// Values under `data` and `stringData` of a Kubernetes Secret whose `kind:` stands at `at`.
///
/// Returns where the manifest ends, so that it is read once.
pub(super) fn manifest_secrets(text: &[u8], at: usize, behind: usize, spans: &mut Vec<Span>) -> usize {
    let rest = text[behind..text.len().min(behind + 24)].trim_ascii_start();
    let rest = rest.strip_prefix(b"'").or_else(|| rest.strip_prefix(b"\"")).unwrap_or(rest);
    let named = rest.len() >= 6
        && rest[..6].eq_ignore_ascii_case(b"secret")
        && !rest.get(6).is_some_and(u8::is_ascii_alphanumeric);
    if !named {
        return behind;
    }
    let start = document_start(text, at);
    let limit = text.len().min(at + MANIFEST_LIMIT);
    let mut line_start = start;
    let mut block_indent = None;
    let mut plain = false;
    while line_start < limit {
        let line_end =
            text[line_start..limit].iter().position(|&byte| byte == b'\n').map_or(limit, |length| line_start + length);
        let line = &text[line_start..line_end];
        if line.starts_with(b"---") && line_start > at {
            return line_start;
        }
        let indent = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let content = line.trim_ascii();
        if content == b"data:" || content == b"stringData:" {
            block_indent = Some(indent);
            plain = content == b"stringData:";
        } else if !content.is_empty() && !content.starts_with(b"#") {
            match block_indent {
                Some(block) if indent > block => push_manifest_value(text, (line_start, line_end), plain, spans),
                _ => block_indent = None,
            }
        }
        line_start = line_end + 1;
    }
    limit
}

const MANIFEST_LIMIT: usize = 64 * 1024;

fn document_start(text: &[u8], at: usize) -> usize {
    let floor = at.saturating_sub(MANIFEST_LIMIT);
    let window = &text[floor..at];
    window.windows(4).rposition(|window| window == b"\n---").map_or(floor, |found| floor + found + 4)
}

fn push_manifest_value(text: &[u8], line: (usize, usize), plain: bool, spans: &mut Vec<Span>) {
    let content = &text[line.0..line.1];
    let offset = content.iter().position(|&byte| byte == b':').map_or(0, |colon| colon + 1);
    let is_quote = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'"' | b'\'');
    let lead = content[offset..].iter().take_while(|byte| is_quote(byte)).count();
    let tail = content[offset + lead..].iter().rev().take_while(|byte| is_quote(byte)).count();
    let start = line.0 + offset + lead;
    let end = line.1 - tail;
    if end <= start {
        return;
    }
    let value = &text[start..end];
    let encoded = value.len() >= 10 && value.iter().all(|&byte| Class::BASE64.has(byte) || byte == b'=');
    if (encoded || plain && value.len() >= 4) && !is_reference(value) && !is_placeholder(value) {
        spans.push(Span { start, end, kind: "kubernetes-secret" });
    }
}
