//! A text cut into words, numbers and the marks between them.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::amount::SEVERAL;
use super::glossary::{Glossary, Key, Word};
use super::join;
use super::lexicon;
use super::marks::Marks;
use crate::text::{Words, fold, small_letters, stem};

/// A word, a number, or the end of a clause.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Piece {
    Word {
        folded: Arc<str>,
        /// Its stem; looked at from many sides, so made once.
        stem: Key,
        /// What the lexicon says of the word, and of its stem.
        marks: Marks,
        stem_marks: Marks,
        /// Written as a name, an identifier or a path.
        raw_name: bool,
        /// Written in capitals: `GET` is no "get".
        capitals: bool,
        quoted: bool,
    },
    Number {
        value: f64,
        glued_unit: String,
    },
    /// A comma or a bracket: separates, without ending the clause.
    Comma,
    /// Between the name of a field and its value.
    Colon,
    /// From an old value to a new one.
    Arrow,
    Break,
}

impl Piece {
    pub(super) fn word(word: &Word, raw_name: bool, quoted: bool) -> Self {
        let Word { folded, stem, marks, stem_marks } = word.clone();
        Self::Word { folded, stem, marks, stem_marks, raw_name, capitals: false, quoted }
    }
}

/// Words after which a new clause begins.
const CLAUSE_OPENERS: &[&str] = &["but", "because", "although", "though", "while", "whereas", "so", "which", "however"];

/// Longest number with an exponent.
const MAX_SCIENTIFIC: usize = 6;

/// A word and the blank behind it are mostly longer.
const BYTES_PER_PIECE: usize = 5;

/// Cuts a text into pieces, in order.
pub(super) fn split_pieces(text: &str, words: &mut Glossary) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(text.len() / BYTES_PER_PIECE + 4);
    let mut at = 0;
    let mut sentence_start = true;
    let mut quote: Option<char> = None;
    let mut code: Option<usize> = None;
    let mut lower = String::new();
    while let Some(c) = char_at(text, at) {
        let capital = usize::from(c.is_ascii_uppercase());
        let small = small_letters(&text.as_bytes()[at + capital..]);
        let end = at + capital + small;
        if small > 0 && ends_word(&text.as_bytes()[end..]) {
            lower.clear();
            lower.push_str(&text[at..end]);
            lower.make_ascii_lowercase();
            push_plain(&mut pieces, words.word(&lower), capital > 0 && !sentence_start, quote.is_some());
            sentence_start = false;
            at = end;
            continue;
        }
        if is_word_char(c) || starts_path(text, at, c) {
            let mut end = at + c.len_utf8();
            while let Some(inner) = char_at(text, end).filter(|inner| is_inner(text, end, *inner)) {
                end += inner.len_utf8();
            }
            push_word(&mut pieces, words, &text[at..end], sentence_start, quote.is_some());
            if text[..at].ends_with(['€', '£', '$']) {
                count_money(&mut pieces);
            }
            sentence_start = false;
            at = end;
            continue;
        }
        match c {
            '.' | '!' | '?' | ';' | '\n' => {
                pieces.push(Piece::Break);
                sentence_start = true;
            }
            '—' | '–' => pieces.push(Piece::Break),
            ',' | '(' | ')' => pieces.push(Piece::Comma),
            // "https://…" and "As it is a new version anyway: …" name no field.
            ':' if text[at..].starts_with("://") => {}
            ':' => pieces.push(if has_many_words(&pieces) { Piece::Break } else { Piece::Colon }),
            // "21 °C"
            '°' if matches!(text.as_bytes().get(at + 2), Some(b'C' | b'F')) => {
                if let Some(Piece::Number { glued_unit, .. }) = pieces.last_mut()
                    && glued_unit.is_empty()
                {
                    "degree".clone_into(glued_unit);
                }
                at += 1;
            }
            '€' | '£' | '$' => count_money(&mut pieces),
            '→' | '⇒' => pieces.push(Piece::Arrow),
            '-' if text.as_bytes().get(at + 1) == Some(&b'>') => pieces.push(Piece::Arrow),
            '"' | '“' | '”' | '\'' | '‘' | '’' => quote = if quote.is_some() { None } else { Some(c) },
            '`' => match code.take() {
                Some(start) => no_verbs(&mut pieces[start..]),
                None => code = Some(pieces.len()),
            },
            _ => {}
        }
        at += c.len_utf8();
    }
    join::join(&mut pieces, words);
    pieces
}

/// Longest name of a field.
const FIELD_WORDS: usize = 4;

/// Whether more words stand at the end of the pieces than a field has in its name.
fn has_many_words(pieces: &[Piece]) -> bool {
    let is_word = |piece: &&Piece| matches!(piece, Piece::Word { .. });
    pieces.iter().rev().take_while(is_word).take(FIELD_WORDS + 1).count() > FIELD_WORDS
}

/// Nothing in code is done: "the index on `(berth, stay)`". A single word is the name of something.
fn no_verbs(pieces: &mut [Piece]) {
    let is_one = pieces.len() == 1;
    for piece in pieces {
        if let Piece::Word { marks, stem_marks, raw_name, .. } = piece {
            *raw_name |= is_one;
            *marks = marks.without(Marks::VERB);
            *stem_marks = stem_marks.without(Marks::VERB);
        }
    }
}

/// The units, and the dimensions, of a day of the year and of a time of the day.
pub(super) const DATE: &str = "date";
pub(super) const CLOCK: &str = "clock";

/// Whether the word does not go on behind its small letters, as is mostly so; what is not sure is looked at closely.
fn ends_word(rest: &[u8]) -> bool {
    matches!(rest, [] | [b' ' | b',' | b')' | b'\n' | b'"' | b'`' | b';', ..] | [b'.'] | [b'.', b' ' | b'\n', ..])
}

/// The number behind the sign of a currency.
fn count_money(pieces: &mut [Piece]) {
    if let Some(Piece::Number { glued_unit, .. }) = pieces.last_mut()
        && glued_unit.is_empty()
    {
        "eur".clone_into(glued_unit);
    }
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '#' | '@' | '%')
}

/// The character that begins at a byte of the text.
fn char_at(text: &str, at: usize) -> Option<char> {
    match text.as_bytes().get(at) {
        Some(byte) if byte.is_ascii() => Some(char::from(*byte)),
        Some(_) => text[at..].chars().next(),
        None => None,
    }
}

/// A path or flag may begin with punctuation: `.gitignore`, `~/x`, `/etc`, `--tools`, `./a`.
fn starts_path(text: &str, at: usize, c: char) -> bool {
    let next = |n: usize| char_at(text, at + n);
    let begins = match c {
        '.' | '~' | '/' | '$' => next(1).is_some_and(|c| c.is_alphanumeric() || matches!(c, '/' | '.')),
        '-' => next(1) == Some('-') && next(2).is_some_and(char::is_alphanumeric),
        _ => false,
    };
    let before = || text[..at].chars().next_back();
    begins && before().is_none_or(|before| before.is_whitespace() || matches!(before, '`' | '(' | '"' | '\'' | '*'))
}

/// Whether the character `c` at `at` continues the word that has begun.
fn is_inner(text: &str, at: usize, c: char) -> bool {
    if is_word_char(c) || c == '_' {
        return true;
    }
    let digit_at = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    match c {
        '.' | '-' | '\'' | '’' | ':' | '+' | '\\' | '=' | '*' => {
            let next = char_at(text, at + c.len_utf8());
            let next_is_word = next.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '~'));
            next_is_word && (c != ':' || digit_at(at - 1))
        }
        // Only inside a number: 8,372.
        ',' => digit_at(at - 1) && (1..=3).all(|n| digit_at(at + n)),
        '/' => true,
        '~' | '$' => true,
        _ => false,
    }
}

/// What stands for a word that is no word here: an endless time, the beginning of a clause.
fn special(folded: &str, before: Option<&Piece>) -> Option<Piece> {
    let for_good = || folded == "good" && matches!(before, Some(Piece::Word { folded, .. }) if &**folded == "for");
    match folded {
        "forever" | "indefinitely" | "permanently" => {
            Some(Piece::Number { value: 1e12, glued_unit: "year".to_owned() })
        }
        "several" | "multiple" => Some(Piece::Number { value: SEVERAL, glued_unit: String::new() }),
        _ if for_good() => Some(Piece::Number { value: 1e12, glued_unit: "year".to_owned() }),
        // "While charging, …" is a condition of what follows.
        "while" if matches!(before, None | Some(Piece::Break)) => None,
        // "All but the oven".
        "but" if matches!(before, Some(Piece::Word { folded, .. }) if matches!(&**folded, "all" | "everything" | "nothing")) => {
            None
        }
        _ if CLAUSE_OPENERS.contains(&folded) => Some(Piece::Break),
        _ => None,
    }
}

/// Pushes a word of small letters, perhaps after a capital, as most are.
fn push_plain(pieces: &mut Vec<Piece>, word: &Word, raw_name: bool, quoted: bool) {
    let number = if word.marks.has(Marks::NUMBER) { lexicon::number_word(&word.folded) } else { None };
    pieces.push(match number {
        Some(value) => Piece::Number { value, glued_unit: String::new() },
        None => special(&word.folded, pieces.last()).unwrap_or_else(|| Piece::word(word, raw_name, quoted)),
    });
}

fn push_word(pieces: &mut Vec<Piece>, words: &mut Glossary, raw: &str, sentence_start: bool, quoted: bool) {
    let raw = raw.trim_end_matches(['/', '\'', '’', '-', ':', '.']);
    if !raw.is_empty() && raw.bytes().all(|byte| byte.is_ascii_lowercase()) {
        push_plain(pieces, words.word(raw), false, quoted);
        return;
    }
    if let Some(flag) = raw.strip_prefix("--").filter(|flag| !flag.is_empty()) {
        // `--no-cache` is a name and denies nothing.
        pieces.push(Piece::word(words.word(&fold(flag)), true, quoted));
        return;
    }
    if raw.is_empty() || raw.starts_with('#') {
        // An issue number is a reference, not a value.
        if raw.len() > 1 && raw[1..].bytes().all(|byte| byte.is_ascii_digit()) {
            pieces.push(Piece::word(words.word(raw), false, quoted));
        } else if raw.len() > 1 {
            // A colour, or a channel.
            pieces.push(Piece::word(words.word(&fold(raw)), true, quoted));
        }
        return;
    }
    // `PRs` are more than one `PR`.
    let raw =
        raw.strip_suffix('s').filter(|one| one.len() > 1 && one.bytes().all(|b| b.is_ascii_uppercase())).unwrap_or(raw);
    // `transfer.timeout=90s`, `127.0.0.1:7443`: a name, and what it is set to.
    let is_value = |value: &str| value.starts_with(|c: char| c.is_ascii_digit());
    if let Some((name, value)) = raw.split_once('=').filter(|(name, value)| !name.is_empty() && is_value(value)) {
        let is_setting = !name.contains('/') && name.chars().all(|c| c.is_ascii_alphabetic() || c == '.');
        let parts = name.split(|c| c == '.' && is_setting).filter(|part| !part.is_empty());
        parts.for_each(|part| push_word(pieces, words, part, sentence_start, quoted));
        push_word(pieces, words, value, sentence_start, quoted);
        return;
    }
    if let Some((host, port)) = raw.rsplit_once(':').filter(|(host, port)| host.contains('.') && is_value(port)) {
        push_word(pieces, words, host, sentence_start, quoted);
        pieces.push(Piece::word(words.word("port"), false, quoted));
        push_word(pieces, words, port, sentence_start, quoted);
        return;
    }
    let mut folded = fold(raw);
    let marks = Marks::of(&folded);
    if is_version(raw) && matches!(pieces.last(), Some(Piece::Word { raw_name: true, .. })) {
        pieces.push(Piece::word(words.word(&folded), true, quoted));
        return;
    }
    if let Some(number) = read_number(raw, &folded, marks) {
        pieces.push(number);
        return;
    }
    // `10 * time.Second`
    if let Some((_, unit)) = raw.rsplit_once('.')
        && matches!(pieces.last(), Some(Piece::Number { glued_unit, .. }) if glued_unit.is_empty())
        && lexicon::unit_of(&stem(&fold(unit))).is_some()
    {
        pieces.push(Piece::word(words.word(&fold(unit)), false, quoted));
        return;
    }
    // `Rota.Workers.Mail` is called `Mail` as well.
    if let Some(name) = raw.rsplit_once('.').map(|(_, name)| name)
        && raw.split('.').all(|part| part.len() > 2 && part.starts_with(|c: char| c.is_ascii_uppercase()))
    {
        pieces.push(Piece::word(words.word(&fold(name)), true, quoted));
        return;
    }
    // `SCAN_TIMEOUT_MS` is the scan timeout.
    let is_setting = || {
        let mut parts = raw.split('_').map(fold);
        parts.any(|part| Marks::of(&part).has(Marks::UNIT) || lexicon::is_attribute(&stem(&part)))
    };
    if raw.contains('_') && raw.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_') && is_setting() {
        for part in raw.split('_').filter(|part| !part.is_empty()) {
            let part = fold(part);
            let is_unit = Marks::of(&part).has(Marks::UNIT);
            pieces.push(Piece::word(words.word(&part), is_unit, quoted));
        }
        return;
    }
    if let Some((count, of)) = counted(raw) {
        push_word(pieces, words, count, sentence_start, quoted);
        push_word(pieces, words, of, false, quoted);
        return;
    }
    if folded.contains('’') {
        folded = folded.replace('’', "'");
    }
    // The owner's name is a name; "it's" is a verb.
    if let Some(owner) = folded.strip_suffix("'s").filter(|owner| owner.len() > 3)
        && !Marks::of(&folded).has(Marks::STOP)
        && !Marks::of(&folded).has(Marks::AUXILIARY)
    {
        folded.truncate(owner.len());
    }
    if let Some(piece) = special(&folded, pieces.last()) {
        pieces.push(piece);
        return;
    }
    if raw.contains('/') && !raw.contains("://") && raw.len() > 2 {
        let last = raw.rsplit('/').find(|part| !part.is_empty()).unwrap_or(raw);
        let last = fold(last.trim_start_matches(['.', '~', '@']));
        // `read/write` is two words, a path is one name.
        let is_path = raw.starts_with(['.', '/', '~', '@', '$']) || raw.contains('.') || raw.matches('/').count() > 1;
        if is_path || raw.ends_with('/') {
            // The last part names a file wherever it lies; of `/v1/users` and `/v2/users` it would say nothing.
            let is_version = |part: &str| {
                part.strip_prefix('v').is_some_and(|n| n.bytes().next().is_some_and(|b| b.is_ascii_digit()))
            };
            let name = if raw.split('/').any(is_version) { folded } else { last };
            pieces.push(Piece::word(words.word(&name), true, quoted));
        } else {
            for part in raw.split('/').filter(|part| !part.is_empty()) {
                push_word(pieces, words, part, sentence_start, quoted);
            }
        }
        return;
    }
    if raw.contains('-') && raw.chars().all(|c| c.is_alphabetic() || c == '-') {
        let parts: Vec<&str> = folded.split('-').filter(|part| !part.is_empty()).collect();
        let is_one = |part: &&str| part.len() == 1 || JOINED.contains(part);
        // `M-Claude-Code` is what somebody called a thing.
        let is_name = raw.split('-').filter(|part| part.starts_with(char::is_uppercase)).count() > 1;
        if parts.iter().any(is_one) {
            pieces.push(Piece::word(words.word(&parts.concat()), is_name, quoted));
        } else {
            for part in parts {
                pieces.push(Piece::word(words.word(part), false, quoted));
            }
        }
        return;
    }
    let mut inner = raw.chars();
    let first = inner.next().unwrap_or(' ');
    let inner_upper = inner.any(char::is_uppercase);
    let is_unit = marks.has(Marks::UNIT);
    if first.is_lowercase() && inner_upper && !is_unit && raw.chars().all(char::is_alphanumeric) {
        let parts = camel_parts(raw);
        // `iOS` and `macOS` are names, not made of words; `weightReplaceProb` replaces nothing.
        let acts = |part: &&str| {
            let key = stem(&fold(part));
            Marks::of(&key).has(Marks::GIVES_UP) || lexicon::switches(&key)
        };
        if parts.iter().all(|part| part.len() > 2) && !parts.iter().any(acts) {
            for part in parts {
                pieces.push(Piece::word(words.word(&fold(part)), false, quoted));
            }
            return;
        }
    }
    let dotted = raw.trim_start_matches('.').contains(['.', '_']) || raw.starts_with(['.', '@', '$', '~']);
    // `eu-west-1`, `v2-beta`: nobody writes plain words so.
    let is_version = || raw.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    // `sf9`, `h1`.
    let is_code = || first.is_ascii_alphabetic() && raw.ends_with(|c: char| c.is_ascii_digit());
    let has_digit = raw.chars().any(|c| c.is_ascii_digit());
    let coded = (raw.contains('-') || raw.len() > 3 || is_code()) && has_digit || is_version();
    let raw_name =
        dotted || coded || inner_upper && !is_unit || (first.is_uppercase() && !sentence_start) || first == '@';
    let name = folded.trim_start_matches(['.', '@', '$', '~']);
    // `.env` is a file, and no environment.
    let name = if Marks::of(name).has(Marks::SYNONYM) { folded.as_str() } else { name };
    let mut word = Piece::word(words.word(name), raw_name, quoted);
    if let Piece::Word { capitals, .. } = &mut word {
        *capitals = inner_upper && raw.chars().all(char::is_uppercase);
    }
    pieces.push(word);
}

/// `3.10`, which behind a name is no 3.1.
fn is_version(raw: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    raw.split_once('.').is_some_and(|(major, minor)| {
        is_number(major) && is_number(minor) && minor.len() > 1 && minor.ends_with('0') && !minor.starts_with('0')
    })
}

/// Parts that make one word with the others: `auto-switch`, `opt-in`.
static JOINED: Words = Words::new("in on off up out by to auto re pre non multi sub co un semi anti");

/// The number and the thing in "a 16-slot matrix", which has 16 slots. "3-way" counts nothing.
fn counted(raw: &str) -> Option<(&str, &str)> {
    let (count, of) = raw.split_once('-')?;
    let is_count = !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit());
    let is_thing = of.len() > 2 && of.bytes().all(|byte| byte.is_ascii_lowercase()) && of != "way" && of != "fold";
    (is_count && is_thing).then_some((count, of))
}

fn camel_parts(word: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut previous_lower = false;
    for (at, c) in word.char_indices() {
        if c.is_uppercase() && previous_lower {
            parts.push(&word[start..at]);
            start = at;
        }
        previous_lower = c.is_lowercase() || c.is_ascii_digit();
    }
    parts.push(&word[start..]);
    parts
}

/// Reads `3`, `8,372`, `2.4`, `10MB`, `15ms`, `99.9%`, `02:00`, `thirty`; dates are not numbers.
fn read_number(raw: &str, folded: &str, marks: Marks) -> Option<Piece> {
    if marks.has(Marks::NUMBER)
        && let Some(value) = lexicon::number_word(folded)
    {
        return Some(Piece::Number { value, glued_unit: String::new() });
    }
    let raw = raw.trim_start_matches(['+', '~', '$']);
    if !raw.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if let Some((hours, minutes)) = raw.split_once(':') {
        let (hours, minutes): (f64, f64) = (hours.parse().ok()?, minutes.parse().ok()?);
        return Some(Piece::Number { value: hours * 3600.0 + minutes * 60.0, glued_unit: CLOCK.to_owned() });
    }
    // `3h10`
    if let Some((hours, minutes)) = raw.split_once('h')
        && minutes.len() == 2
        && let (Ok(hours), Ok(minutes)) = (hours.parse::<f64>(), minutes.parse::<f64>())
    {
        return Some(Piece::Number { value: hours * 60.0 + minutes, glued_unit: "min".to_owned() });
    }
    // `3e-4`; what is longer names a commit.
    if raw.contains(['e', 'E'])
        && raw.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'e' | b'E' | b'-' | b'+' | b'.'))
        && raw.len() <= MAX_SCIENTIFIC
        && let Ok(value) = raw.parse()
    {
        return Some(Piece::Number { value, glued_unit: String::new() });
    }
    let digits_end = raw.find(|c: char| !(c.is_ascii_digit() || c == ',' || c == '.')).unwrap_or(raw.len());
    let (digits, unit) = raw.split_at(digits_end);
    if unit.starts_with('-') {
        return None; // 2026-02-20, 3-way
    }
    let clean: String = digits.chars().filter(|&c| c != ',').collect();
    let value: f64 = clean.trim_end_matches('.').parse().ok()?;
    if unit == "D" {
        return None; // 3D
    }
    if unit == "M" {
        return Some(Piece::Number { value: value * 1e6, glued_unit: String::new() });
    }
    let unit = fold(unit);
    if !unit.is_empty() && lexicon::unit_of(&stem(&unit)).is_none() && unit != "k" && unit != "+" {
        return None; // 2nd, 4xx
    }
    let value = if unit == "k" { value * 1000.0 } else { value };
    let glued_unit = if unit == "k" || unit == "+" { String::new() } else { unit };
    Some(Piece::Number { value, glued_unit })
}
