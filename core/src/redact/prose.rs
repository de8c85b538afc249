//! Secrets told in a sentence: "the password for the admin account is …", "with … as the password".
//!
//! Only the sentence around the name is read, a few words to either side, so the cost per name is bounded. What tells
//! the secret is a word that joins the two and the form of the value.

use super::assign::{self, Assignment, Join};
use super::calls;
use super::judge;
use super::key::{self, Level, Words};
use super::sets::{Set, table, table_and_wide};
use super::value::Shape;
use super::wordy::is_wordy;

/// How far a sentence is read.
const REACH: usize = 160;
/// How many of its words, and the length of the longest that it goes on with.
const WORDS: usize = 14;
const LONGEST_WORD: usize = 9;
/// How far the first of them is looked at for a digit.
const FIRST_WORD: usize = 23;

/// What a sentence goes on with behind a name whose value comes later: "the password *for* …", "the key *we* use".
const GOES_ON: Words = Words::new(&[
    "is", "for", "to", "in", "of", "on", "that", "from", "was", "as", "at", "are", "will", "you", "we", "used", "has",
    "which", "should", "must", "have", "before", "after", "there", "here", "changed", "reset", "set", "use", "type",
    "enter", "i", "they", "he", "she", "would", "shall", "had", "were", "now", "got", "für", "fuer", "von", "vom",
    "zum", "zur", "des", "der", "pour", "de", "du", "del", "para", "wird", "sera", "será", "ist", "it", "it's",
    "between", "with", "when", "if", "your", "my", "our", "this", "do", "da", "dla", "till", "til", "för",
]);

/// What joins a name, or more about it, to its value.
const JOINS: Words = Words::new(&[
    "is", "was", "are", "be", "to", "from", "use", "using", "enter", "entered", "type", "typed", "try", "tried",
    "reads", "it's", "its", "namely", "picked", "chose", "gave", "uses", "=", "->", "=>", "→", "ist", "lautet", "war",
    "auf", "est", "es", "sera", "será", "è", "à", "por", "é", "är", "er",
]);

/// What may stand between that and the value.
const FILLERS: Words = Words::new(&[
    "now",
    "currently",
    "still",
    "simply",
    "just",
    "again",
    "set",
    "changed",
    "reset",
    "to",
    "actually",
    "probably",
    "always",
    "jetzt",
    "nun",
    "aktuell",
    "maintenant",
    "ahora",
    "something",
    "like",
    "called",
    "string",
    "the",
    "this",
]);

/// Who a name belongs to: "as *the* password".
const ARTICLES: Words = Words::new(&[
    "the", "a", "my", "your", "our", "their", "its", "his", "her", "this", "das", "dein", "mein", "unser", "le", "la",
    "mot", "el", "il", "als", "as", "is", "was",
]);

/// What joins a value to a name behind it: "… *as* the password".
const JOINS_BACK: Words = Words::new(&["as", "is", "was", "are", "als", "ist", "comme", "est", "como", "es"]);

/// What a sentence may go on with behind a name that stands alone; a noun would make another thing of it.
const STANDS_ALONE: Words = Words::new(&[
    "for", "of", "on", "in", "at", "to", "and", "or", "when", "if", "so", "but", "now", "from", "until", "because",
    "there", "here", "then", "für", "pour", "para",
]);

/// Who hands a secret over: "log in *with* the password …".
const HANDS: Words =
    Words::new(&["with", "use", "using", "enter", "type", "try", "mit", "avec", "con", "meinem", "mon"]);

/// Whether a sentence may tell the value of a name that `next` stands behind; settles most names.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
pub(super) fn may_tell(text: &[u8], name: (usize, usize), next: u8) -> bool {
    match next {
        b' ' => {
            let from = name.1 + 1;
            let stop = assign::digit_or_blank(text, from, FIRST_WORD);
            let is_digit = stop < from + FIRST_WORD && text.get(stop).is_some_and(u8::is_ascii_digit);
            if is_digit || stop > from + LONGEST_WORD {
                return is_digit;
            }
            let first = bare(text[from..stop].strip_prefix(b"(").unwrap_or(&text[from..stop]));
            // `Password (admin): …`
            let is_aside = text[from..stop].starts_with(b"(") && text[from..stop].ends_with(b"):");
            is_aside || GOES_ON.has(first) || STANDS_ALONE.has(first)
        }
        b'`' | b'*' | b'"' => text.get(name.1 + 1) == Some(&b' '),
        // "the wrong password? I typed …"
        b'?' => matches!(text.get(name.1 + 1), Some(b' ' | b'?')),
        b',' | b')' => {
            text.get(name.1 + 1) == Some(&b' ')
                || text[name.0.saturating_sub(48)..name.0].iter().any(u8::is_ascii_digit)
        }
        b'.' | b'!' | b'\n' | b'\r' => text[name.0.saturating_sub(48)..name.0].iter().any(u8::is_ascii_digit),
        _ => false,
    }
}

/// Adds the values told behind the name, two in "from … to …"; returns how far the sentence was read.
pub(super) fn behind(text: &[u8], name: (usize, usize), level: Level, mut found: impl FnMut((usize, usize))) -> usize {
    let is_mark = |byte: &&u8| matches!(byte, b'`' | b'*' | b'"' | b':' | b'?');
    let marks = text[name.1..].iter().take(3).take_while(is_mark).count();
    let closes = marks > 0 && !matches!(text[name.1 + marks - 1], b':' | b'?');
    let comma = usize::from(matches!(text.get(name.1 + marks), Some(b',' | b')')));
    let mut at = name.1 + marks + comma + 1;
    if text.get(at - 1) != Some(&b' ') {
        return name.1;
    }
    let first = word_at(text, at);
    let mut joined = first.iter().any(u8::is_ascii_digit) && is_handed_over(text, name.0);
    let is_aside = first.starts_with(b"(") && first.ends_with(b"):");
    let first = first.strip_prefix(b"(").unwrap_or(first);
    if !joined && !closes && comma == 0 && !is_aside && !GOES_ON.has(bare(first)) {
        return name.1;
    }
    let end = text.len().min(name.1 + REACH);
    for _ in 0..WORDS {
        let opens = usize::from(text.get(at) == Some(&b'('));
        at += opens;
        joined |= opens > 0;
        let word = word_at(text, at);
        if word.is_empty() || at >= end {
            break;
        }
        // No value without a digit is told so, unless it is a phrase.
        let value = if word.iter().any(u8::is_ascii_digit) {
            told_at(text, name, at, level, joined)
        } else {
            quoted_phrase(text, name, at).filter(|_| joined)
        };
        joined = value.is_none() && joined && FILLERS.has(bare(word)) || word.ends_with(b":") || JOINS.has(word);
        // A value may end with the mark of a sentence itself.
        let ends = value.is_none() && matches!(word.last(), Some(b'.' | b'!' | b'?' | b';'));
        value.into_iter().for_each(&mut found);
        at += word.len();
        if ends || text.get(at) != Some(&b' ') {
            break;
        }
        at += 1;
    }
    at
}

/// The value at `at`, when it is a secret: behind a word that joins, or by its form alone.
fn told_at(text: &[u8], name: (usize, usize), at: usize, level: Level, joined: bool) -> Option<(usize, usize)> {
    let told = assign::value_at(text, name, at, Join::Prose)?;
    let shape = Shape::of(&text[told.value.0..told.value.1]);
    let is_told = joined && (shape.mixed() || level == Level::Pin) && judge::is_secret(text, &told, level);
    let long = shape.length >= 8;
    (is_told || long && judge::is_told_alone(text, &told, level)).then_some(told.value)
}

/// The words in quotes at `at`, when a passphrase was spoken of: "use "…" to sign".
fn quoted_phrase(text: &[u8], name: (usize, usize), at: usize) -> Option<(usize, usize)> {
    if !matches!(text.get(at), Some(b'"' | b'\'' | b'`' | b'\\')) || !key::is_phrase(&text[name.0..name.1]) {
        return None;
    }
    let told = assign::value_at(text, name, at, Join::Prose)?;
    judge::is_secret(text, &told, Level::Password).then_some(told.value)
}

/// Whether one of the three words before a name say that it is handed over.
fn is_handed_over(text: &[u8], name: usize) -> bool {
    let first = word_before(text, name);
    let second = first.and_then(|first| word_before(text, first.0));
    let third = second.and_then(|second| word_before(text, second.0));
    [first, second, third].into_iter().flatten().any(|word| HANDS.has(&text[word.0..word.1]))
}

/// The value told before the name.
pub(super) fn before(text: &[u8], name: (usize, usize), level: Level) -> Option<(usize, usize)> {
    let next = text.get(name.1);
    let alone = match next {
        Some(b' ') => STANDS_ALONE.has(bare(word_at(text, name.1 + 1))),
        next => next.is_none_or(|byte| matches!(byte, b'.' | b',' | b';' | b'!' | b'\n' | b'\r' | b')')),
    };
    if !alone {
        return None;
    }
    let mut end = name.0;
    // "as the new admin password": up to three words say whose it is.
    for _ in 0..4 {
        let word = word_before(text, end)?;
        end = word.0;
        if ARTICLES.has(&text[word.0..word.1]) {
            break;
        }
    }
    let mut word = word_before(text, end).filter(|_| end < name.0)?;
    if !JOINS_BACK.has(&text[word.0..word.1]) {
        // "as password": what was taken for the article joins.
        word = (end, end + word_at(text, end).len());
        if !JOINS_BACK.has(&text[word.0..word.1]) {
            return None;
        }
    }
    let told = word_before(text, word.0)?;
    // "…, which is the token".
    let relates = matches!(&text[told.0..told.1], b"which" | b"that" | b"this");
    let told = if relates { word_before(text, told.0)? } else { told };
    let quotes = |byte: &u8| matches!(byte, b'"' | b'\'' | b'`' | b'*' | b'(' | b')');
    let lead = text[told.0..told.1].iter().take_while(|byte| quotes(byte)).count();
    let tail = text[told.0..told.1].iter().rev().take_while(|byte| quotes(byte) || **byte == b',').count();
    let mut value = (told.0 + lead, told.1.saturating_sub(tail).max(told.0 + lead));
    // "admin:… are the credentials".
    if let Some(colon) = text[value.0..value.1].iter().position(|&byte| byte == b':') {
        value.0 += colon + 1;
    }
    let assignment = Assignment { name, value, join: Join::Prose, quoted: lead > 0 && tail > 0 };
    let shape = Shape::of(&text[value.0..value.1]);
    let level = if value.0 > told.0 + lead { Level::Password } else { level };
    (shape.mixed() && judge::is_secret(text, &assignment, level)).then_some(value)
}

/// The other value of "the password is … or …".
pub(super) fn alternative(text: &[u8], told: &Assignment, level: Level) -> Option<(usize, usize)> {
    let is_mark = |byte: &&u8| matches!(byte, b'"' | b'\'' | b'`' | b'*' | b'!');
    let behind = told.value.1 + text[told.value.1..].iter().take(2).take_while(is_mark).count();
    let word = [&b" or "[..], b" oder ", b" ou "].into_iter().find(|word| text[behind..].starts_with(word))?;
    let other = assign::value_at(text, told.name, behind + word.len(), Join::Prose)?;
    let shape = Shape::of(&text[other.value.0..other.value.1]);
    (shape.mixed() && judge::is_secret(text, &other, level)).then_some(other.value)
}

/// The password of `credentials: admin / …`, when what was read as their value is the user.
pub(super) fn partner(text: &[u8], user: &Assignment) -> Option<(usize, usize)> {
    let value = &text[user.value.0..user.value.1];
    let cut = value.iter().position(|byte| matches!(byte, b'/' | b':'));
    let at = match cut {
        Some(cut) => user.value.0 + cut,
        None => user.value.1 + text[user.value.1..].iter().take(2).take_while(|&&byte| byte == b' ').count(),
    };
    if !matches!(text.get(at), Some(b'/' | b':')) || at == user.value.0 {
        return None;
    }
    let password = assign::value_at(text, user.name, at + 1, Join::Colon)?;
    let shape = Shape::of(&text[password.value.0..password.value.1]);
    (shape.mixed() && judge::is_secret(text, &password, Level::Password)).then_some(password.value)
}

/// Adds the passwords of the accounts listed behind `at`: `anna / …`, a line each or in a sentence.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
pub(super) fn accounts(text: &[u8], at: usize, mut found: impl FnMut((usize, usize))) -> usize {
    // `smtp.login(user, "…")`
    if text.get(at) == Some(&b'(') {
        calls::positional(text, at + 1, 2, Level::Password).into_iter().for_each(&mut found);
    }
    // `client.login("…")`
    if matches!(text.get(at..at + 2), Some(b"(\"" | b"('")) {
        let told = assign::value_at(text, (at, at), at + 1, Join::Adjacent);
        told.filter(|told| judge::is_secret(text, told, Level::Secret))
            .map(|told| told.value)
            .into_iter()
            .for_each(found);
        return at;
    }
    let end = text.len().min(at + ACCOUNTS);
    let mut start = at;
    for _ in 0..ACCOUNT_LINES {
        if start > end {
            break;
        }
        let line = &text[start..LINE_END.first_in(text, start, end)];
        let mut from = if may_have_mark(line) { 0 } else { line.len() };
        while let Some(mark) = MARKS.iter().find_map(|mark| {
            line[from..]
                .windows(mark.len())
                .position(|window| window == mark.as_bytes())
                .map(|place| place + mark.len())
        }) {
            from += mark;
            let name = (start + from, start + from);
            let told = assign::value_at(text, name, start + from, Join::Colon);
            let told = told.filter(|told| told.value.1 <= start + line.len() && is_account(text, told));
            told.map(|told| told.value).into_iter().for_each(&mut found);
        }
        // `team01:…` on a line of its own.
        let indent = line.iter().take_while(|byte| matches!(byte, b' ' | b'-' | b'*')).count();
        let entry = line[indent..].trim_ascii_end();
        let is_user = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'@');
        let colon =
            entry.iter().position(|byte| !is_user(byte)).filter(|&end| entry[end] == b':' && !entry.contains(&b' '));
        let told = colon.and_then(|colon| {
            let from = start + indent + colon + 1;
            let value = (from, start + indent + entry.len());
            let told = Assignment { name: (from, from), value, join: Join::Colon, quoted: false };
            (colon > 1 && is_account(text, &told)).then_some(value)
        });
        told.into_iter().for_each(&mut found);
        start += line.len() + 1;
    }
    start.min(end).max(at)
}

/// How far a list of accounts is read, in bytes and in lines, and what stands between a user and the password.
const ACCOUNTS: usize = 600;
const ACCOUNT_LINES: usize = 12;
const MARKS: &[&str] = &[" / ", " → ", " -> ", " – ", " — "];

/// What parts one account from the next.
const LINE_END: Set = Set::of(table(b"\n"));

/// What the marks have behind their blank: all that is not ASCII among it.
const IN_MARKS: Set = Set::of(table_and_wide(b"/-"));

/// Whether the line may have one of the marks; most have none.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn may_have_mark(line: &[u8]) -> bool {
    let mut at = 1;
    while at < line.len() {
        at = IN_MARKS.first_in(line, at, line.len());
        let is_mark = match line.get(at) {
            Some(b'/') => line.get(at + 1) == Some(&b' '),
            Some(b'-') => line.get(at + 1) == Some(&b'>'),
            next => next.is_some(),
        };
        if is_mark && line[at - 1] == b' ' {
            return true;
        }
        at += 1;
    }
    false
}

fn is_account(text: &[u8], told: &Assignment) -> bool {
    let value = &text[told.value.0..told.value.1];
    // "The login / sign-up2024 redesign is done": a name in a sentence that goes on.
    let behind = text.get(told.value.1..).unwrap_or_default();
    let goes_on = behind.len() > 1 && behind[0] == b' ' && behind[1].is_ascii_lowercase();
    let names = goes_on && is_wordy(value) && !value.iter().any(u8::is_ascii_uppercase);
    value.len() >= 8 && !names && Shape::of(value).mixed() && judge::is_secret(text, told, Level::Password)
}

/// The word that begins at `at`, up to a blank.
fn word_at(text: &[u8], at: usize) -> &[u8] {
    let rest = &text[at.min(text.len())..text.len().min(at + REACH)];
    &rest[..rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len())]
}

/// The bounds of the word on the same line that ends, save blanks, at `end`.
fn word_before(text: &[u8], end: usize) -> Option<(usize, usize)> {
    let gap = text[..end].iter().rev().take(2).take_while(|&&byte| byte == b' ').count();
    let end = end - gap;
    let length = text[..end].iter().rev().take(REACH).take_while(|byte| !byte.is_ascii_whitespace()).count();
    (length > 0).then_some((end - length, end))
}

/// A word without the marks of a sentence, and "I" of "I'm".
fn bare(word: &[u8]) -> &[u8] {
    let word = &word[..word.iter().position(|&byte| byte == b'\'').unwrap_or(word.len())];
    let end = word.iter().rposition(|byte| !matches!(byte, b',' | b':' | b'.' | b')')).map_or(0, |last| last + 1);
    &word[..end]
}
