//! Secrets that are more than one word: private keys, credentials in URLs, `Authorization` headers.

use alloc::vec::Vec;

use super::decode;
use super::judge;
use super::pattern::{Class, continuation};
use super::plain::names_a_secret;
use super::scan::Span;
use super::sets::{Set, table};
use super::value::{Shape, is_placeholder, is_plain_reference, is_reference};
use super::wordy::is_wordy;

/// How far behind the id of an AWS key its secret may begin.
const BESIDE_ID: usize = 80;
const AWS_SECRET: usize = 40;

/// The secret of the AWS key whose id ends at `at`, as tables and people put the two side by side.
pub(super) fn aws_secret(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let is_inside = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let mut cursor = at;
    while cursor < text.len().min(at + BESIDE_ID) {
        let length = text[cursor..].iter().take(2 * AWS_SECRET).take_while(|byte| is_inside(byte)).count();
        // `\n` written out.
        let escape = usize::from(length > AWS_SECRET && text[cursor - 1] == b'\\');
        let (start, end) = (cursor + escape, cursor + length);
        let ends = !matches!(text.get(end), Some(b'=' | b'_' | b'-'));
        if end - start == AWS_SECRET && ends {
            let shape = Shape::of(&text[start..end]);
            let mixed = shape.lower > 0 && shape.upper > 0 && shape.digits > 0;
            return (mixed && !is_wordy(&text[start..end]) && !is_placeholder(&text[start..end]))
                .then_some((start, end));
        }
        cursor = end + 1;
    }
    None
}

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

/// The last lines of a private key whose beginning is missing; `at` stands in the title of its `END`.
pub(super) fn key_tail(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let line = at - text[..at].iter().rev().take(60).take_while(|&&byte| byte != b'\n').count();
    let dashes = text[line..at].windows(8).position(|window| window == b"----END ")?;
    let title = line + dashes - text[..line + dashes].iter().rev().take_while(|&&byte| byte == b'-').count();
    let is_body = |byte: &u8| {
        Class::BASE64.has(*byte) || matches!(byte, b'=' | b'\n' | b'\r' | b' ' | b'\t' | b'>' | b'"' | b'\\' | b',')
    };
    let before = &text[title.saturating_sub(KEY_LIMIT)..title];
    let mut lines = before.rsplit(|&byte| byte == b'\n');
    let indent = lines.next().filter(|indent| indent.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'>')))?;
    let mut length = indent.len();
    for line in lines {
        let longest = line.split(|byte| !Class::BASE64.has(*byte)).map(<[u8]>::len).max().unwrap_or(0);
        if longest < 16 || !line.iter().all(is_body) {
            break;
        }
        length += line.len() + 1;
    }
    let body = &text[title - length..title];
    let close = text[at..text.len().min(at + 40)].windows(4).position(|window| window == b"----")?;
    let end = at + close + run_of_dashes(text, at + close);
    (encoded_share(body) >= 32 && !is_placeholder(body)).then_some((title - length, end))
}

/// The lines of a private key in a file of PuTTY, behind `Private-Lines:` at `at`.
pub(super) fn putty_key(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let digits = text.get(at..)?.iter().take(8).take_while(|byte| matches!(byte, b' ' | b'0'..=b'9')).count();
    let start = at
        + digits
        + text[at + digits..].iter().take(4).take_while(|byte| matches!(byte, b'\r' | b'\n' | b'\\' | b'n')).count();
    let length = text[start..text.len().min(start + KEY_LIMIT)]
        .iter()
        .take_while(|&&byte| Class::BASE64.has(byte) || matches!(byte, b'=' | b'\r' | b'\n' | b'\\'))
        .count();
    // The line of the check sum begins with a word of its own.
    let body = &text[start..start + length];
    let body = body.windows(8).position(|window| window == b"Private-").map_or(body, |end| &body[..end]);
    let end = start + body.trim_ascii_end().len();
    (encoded_share(&text[start..end]) >= 16).then_some((start, end))
}

/// Parts of a key in JSON that only its owner has; others are public.
const OWN_PARTS: &[&str] = &["d", "p", "q", "dp", "dq", "qi", "k"];

/// The secret parts of the key in JSON whose `"kty"` stands at `at`; returns how far was read.
pub(super) fn json_key(text: &[u8], at: usize, spans: &mut Vec<Span>) -> usize {
    const LIMIT: usize = 4096;
    let start = at - text[..at].iter().rev().take(LIMIT).take_while(|&&byte| byte != b'{').count();
    let end = at + text[at..text.len().min(at + LIMIT)].iter().take_while(|&&byte| byte != b'}').count();
    let mut place = start;
    let mut own = false;
    for part in text[start..end].split(|&byte| byte == b'"') {
        let value = part.strip_suffix(b"\\").unwrap_or(part);
        if own && value.len() >= 16 && value.iter().all(|&byte| Class::BASE64.has(byte)) {
            spans.push(Span { start: place, end: place + value.len(), kind: "private-key" });
        }
        let joins = !value.is_empty() && value.iter().all(|byte| matches!(byte, b':' | b' ' | b'\\' | b'\n'));
        own = OWN_PARTS.iter().any(|name| name.as_bytes() == value) || own && joins;
        place += part.len() + 1;
    }
    end
}

/// What signs a URL, behind the name of its parameter.
pub(super) fn signature(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let length = text.iter().skip(at).take(4096).take_while(|&&byte| Class::TOKEN.has(byte) || byte == b'%').count();
    let value = &text[at..at + length];
    (length >= 32 && Shape::of(value).mixed() && !is_placeholder(value)).then_some((at, at + length))
}

/// The password in `host:5432:database:user:password`, a line of `.pgpass`, from the database on.
pub(super) fn password_of_line(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let line = &text[at..text.len().min(at + 256)];
    let line = &line[..line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len())];
    let mut fields = line.splitn(3, |&byte| byte == b':');
    let (database, user, password) = (fields.next()?, fields.next()?, fields.next()?);
    let start = at + database.len() + user.len() + 2;
    let hidden = password.len() < 4 || is_shown(user, password);
    (!hidden).then_some((start, start + password.len()))
}

/// The password in `user:password@tcp(host)/database`, before the `@` at `at`.
pub(super) fn source_name(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let is_part = |byte: &&u8| !byte.is_ascii_whitespace() && !matches!(byte, b'"' | b'\'' | b'`' | b'=' | b'/');
    let start = at - text[..at].iter().rev().take(128).take_while(is_part).count();
    let colon = text[start..at].iter().position(|&byte| byte == b':')?;
    let (user, password) = (&text[start..start + colon], &text[start + colon + 1..at]);
    let hidden = password.len() < 4 || is_shown(user, password);
    (!hidden && !password.starts_with(b"%")).then_some((start + colon + 1, at))
}

/// The secret parts of `<RSAKeyValue>` behind `at`: all from the first prime to the private exponent.
pub(super) fn xml_key(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let key = &text[at..text.len().min(at + 8192)];
    let start = key.windows(3).position(|window| window == b"<P>")? + 3;
    let length = key[start..].windows(4).position(|window| window == b"</D>")?;
    Some((at + start, at + start + length))
}

/// The password in `WIFI:S:home;T:WPA;P:…;;`, as codes on a sticker have it.
pub(super) fn wifi_password(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let line = &text[at..text.len().min(at + 256)];
    let field = line.windows(3).position(|window| matches!(window, b";P:" | b";p:"))? + 3;
    let length = line[field..].iter().position(|byte| matches!(byte, b';' | b'\n' | b' '))?;
    let value = &line[field..field + length];
    (length >= 4 && !is_reference(value) && !is_placeholder(value)).then_some((at + field, at + field + length))
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
/// `at` is the place of `://`; tells also how far the text was read.
pub(super) fn url_credentials(text: &[u8], at: usize) -> (Option<(usize, usize)>, usize) {
    let start = at + 3;
    if at == 0 || !text[at - 1].is_ascii_alphanumeric() {
        return (None, start);
    }
    let limit = text.len().min(start + 512);
    let is_web = text[..at].ends_with(b"http") || text[..at].ends_with(b"https");
    let mut at_sign = None;
    let mut cursor = start;
    while cursor < limit {
        if MAY_END_USER[usize::from(text[cursor])] {
            match text[cursor] {
                b'@' => at_sign = Some(cursor),
                b'?' | b'#' | b',' if at_sign.is_none() => {}
                // Only pages of the web have an `@` in their path.
                b'/' | b'?' | b'#' if !is_web && last_at_sign(text, cursor, limit) > at_sign => {}
                // A slash inside the password is written by people who forgot to escape it.
                b'/' if at_sign.is_none() && password_goes_on(text, cursor, limit) => {}
                _ => break,
            }
        }
        cursor += 1;
    }
    (at_sign.and_then(|at_sign| user_password(text, start, at_sign, limit)), cursor)
}

/// What of `user:password`, from `start` up to the `@`, must not be seen.
fn user_password(text: &[u8], start: usize, at_sign: usize, limit: usize) -> Option<(usize, usize)> {
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
    if is_shown(user, password) {
        return None;
    }
    // What stands at such a host is made up, unless a generator made it.
    if is_reserved_host(&text[at_sign + 1..limit]) && !is_unlike_samples(password) {
        return None;
    }
    let odd = password.iter().any(|byte| matches!(byte, b'{' | b'}' | b'[' | b']' | b'(' | b'|'));
    (!odd).then_some((start + colon + 1, at_sign))
}

/// A password that nobody makes up for reading: `Ftp!Us3r-12`, `71cdd21739f7cf0a`.
fn is_unlike_samples(password: &[u8]) -> bool {
    let shape = Shape::of(password);
    let special = password.iter().any(|byte| matches!(byte, b'!' | b'#' | b'$' | b'^' | b'*' | b'+' | b'='));
    let is_long = password.len() >= if is_wordy(password) { 10 } else { 12 };
    password.len() >= 8
        && shape.mixed()
        && (special && !is_wordy(password) || is_long)
        && !names_a_secret(password)
        && !password.contains(&b'%')
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

/// The last `@` of the word that goes on at `at`, when a host follows it and a password can stand before.
fn last_at_sign(text: &[u8], at: usize, limit: usize) -> Option<usize> {
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'`' | b'<' | b'>');
    let word = &text[at..limit];
    let word = &word[..word.iter().position(is_end).unwrap_or(word.len())];
    let last = word.iter().rposition(|&byte| byte == b'@')?;
    let host =
        word[last + 1..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-')).count();
    let closed = word.get(last + 1 + host).is_none_or(|byte| matches!(byte, b':' | b'/' | b'?'));
    (host > 0 && closed).then_some(at + last)
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

/// Whether the password of a user is none: nothing, a variable, or made up for reading.
pub(super) fn is_shown(user: &[u8], password: &[u8]) -> bool {
    password.is_empty() || is_reference(password) || is_sample_pair(user, password) || is_placeholder(password)
}

/// `user:pass`, `username:password`: documentation.
pub(super) fn is_sample_pair(user: &[u8], password: &[u8]) -> bool {
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
    // `("Bearer", "…")`, `"Bearer " + "…"`: the credential is a string of its own.
    let apart = next_string(text, at + gap);
    if gap == 0 && apart == 0 {
        return None;
    }
    let start = at + gap + apart;
    let length = text
        .iter()
        .skip(start)
        .take(8192)
        .take_while(|&&byte| Class::TOKEN.has(byte) || byte == b'%' || byte == b':')
        .count();
    let mut end = start + length;
    end += continuation(text, end, Class::TOKEN, 4096);
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

/// How far behind the quote at `at` the next string begins; 0 when none does.
fn next_string(text: &[u8], at: usize) -> usize {
    let escape = usize::from(text.get(at) == Some(&b'\\'));
    let Some(quote) = text.get(at + escape).filter(|byte| matches!(byte, b'"' | b'\'')) else { return 0 };
    let behind = at + escape + 1;
    let is_gap = |byte: &&u8| matches!(byte, b' ' | b',' | b'+' | b'.' | b'\n' | b'\t' | b'\\');
    let gap = text[behind..].iter().take(24).take_while(is_gap).count();
    if gap > escape && text.get(behind + gap) == Some(quote) { escape + gap + 2 } else { 0 }
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

/// The shortest value of a cookie that opens a session.
const LEAST_COOKIE: usize = 12;

/// Values of cookies that begin at `at`, up to the end of the header, which is returned.
pub(super) fn cookies(text: &[u8], at: usize, spans: &mut Vec<Span>) -> usize {
    let limit = text.len().min(at + 4096);
    let line = &text[at..limit];
    if line.first() == Some(&b'{') {
        return cookies_by_name(text, at, spans);
    }
    let length = ENDS_COOKIES.first_in(line, 0, line.len());
    let mut start = at;
    for pair in line[..length].split(|&byte| byte == b';') {
        // Most are too short to be random.
        if pair.len() > LEAST_COOKIE
            && let Some(equals) = pair.iter().position(|&byte| byte == b'=')
        {
            let value = &pair[equals + 1..];
            if is_cookie(&pair[..equals], value) {
                spans.push(Span { start: start + equals + 1, end: start + pair.len(), kind: "" });
            }
        }
        start += pair.len() + 1;
    }
    at + length
}

/// As [`cookies`], for `{'sid': '…', 'lang': 'en'}` of code.
fn cookies_by_name(text: &[u8], at: usize, spans: &mut Vec<Span>) -> usize {
    let end = at + text[at..].iter().take(1024).take_while(|&&byte| byte != b'}').count();
    let is_quote = |byte: &u8| matches!(byte, b'"' | b'\'');
    let mut start = at;
    let mut name: Option<&[u8]> = None;
    // Every second piece stands between quotes.
    for (index, piece) in text[at..end].split(is_quote).enumerate() {
        let value = piece.strip_suffix(b"\\").unwrap_or(piece);
        if index % 2 == 0 {
            name = name.filter(|_| value.trim_ascii() == b":");
        } else if let Some(name) = name.take() {
            if value.len() >= LEAST_COOKIE && judge::opens_session(name) && is_cookie(name, value) {
                spans.push(Span { start, end: start + value.len(), kind: "" });
            }
        } else {
            name = Some(value);
        }
        start += piece.len() + 1;
    }
    end
}

/// Whether the value of a cookie lets somebody in.
fn is_cookie(name: &[u8], value: &[u8]) -> bool {
    let tells = || judge::opens_session(name) && Shape::of(value).jumbled() && !is_wordy(value);
    (judge::is_random(value) || value.len() >= LEAST_COOKIE && tells())
        && !is_placeholder(value)
        && !is_reference(value)
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
    let limit = text.len();
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

/// How far before its `kind` a manifest may begin.
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
