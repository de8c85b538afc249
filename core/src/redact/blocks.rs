//! Secrets that are more than one word: private keys, credentials in URLs, `Authorization` headers.

use super::pattern::Class;
use super::value::{Shape, is_placeholder, is_reference, is_wordy};

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
    if letters < 24 || is_placeholder(body) || longest_token(body) < 16 {
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

fn longest_token(body: &[u8]) -> usize {
    body.split(|&byte| !Class::BASE64.has(byte)).map(<[u8]>::len).max().unwrap_or(0)
}

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
        match text[cursor] {
            b'@' => at_sign = Some(cursor),
            b'/' | b'?' | b'#' if at_sign.is_some() => break,
            // A slash inside the password is written by people who forgot to escape it.
            b'/' if !password_goes_on(text, cursor, limit) => break,
            b' ' | b'\t' | b'\n' | b'\r' | b'"' | b'\'' | b'`' | b'<' | b'>' | b',' | b'\\' | b')' => break,
            _ => {}
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
    let odd = password.iter().any(|byte| matches!(byte, b'{' | b'}' | b'[' | b']' | b'(' | b'|'));
    (!odd).then_some((start + colon + 1, at_sign))
}

/// Whether a `/` still lies inside the user part: an `@` follows before the next separator.
fn password_goes_on(text: &[u8], slash: usize, limit: usize) -> bool {
    let rest = &text[slash + 1..limit.min(slash + 1 + 128).max(slash + 1)];
    let colon_before = text[..slash].iter().rev().take(64).take_while(|&&byte| byte != b'/').any(|&byte| byte == b':');
    let stop = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b' ' | b'\n' | b'"' | b'\'' | b'@'));
    colon_before && stop.is_some_and(|stop| rest[stop] == b'@') && !port_before(text, slash)
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
        || sample(password, &["port", "host"])
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
    if value.len() < 10 || is_placeholder(value) || is_reference(value) || is_wordy(value) {
        return None;
    }
    let shape = Shape::of(value);
    (shape.mixed() || value.len() >= 20 && shape.upper > 0 && shape.lower > 0).then_some((start, end))
}
