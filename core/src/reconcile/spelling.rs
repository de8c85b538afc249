//! Words that are more than small letters: names, settings, addresses, paths and numbers.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::glossary::Glossary;
use super::lexicon;
use super::marks::Marks;
use super::piece::{CLOCK, Piece, push_plain, special};
use crate::text::{Words, fold, stem};

/// Longest number with an exponent.
const MAX_SCIENTIFIC: usize = 6;

/// Adds what a word says, as it is written, to the pieces before it.
pub(super) fn push_word(pieces: &mut Vec<Piece>, words: &mut Glossary, raw: &str, sentence_start: bool, quoted: bool) {
    Speller { pieces, words, sentence_start, quoted }.push(raw);
}

struct Speller<'a> {
    pieces: &'a mut Vec<Piece>,
    words: &'a mut Glossary,
    sentence_start: bool,
    quoted: bool,
}

impl Speller<'_> {
    fn push(&mut self, raw: &str) {
        let raw = raw.trim_end_matches(['/', '\'', '’', '-', ':', '.']);
        if !raw.is_empty() && raw.bytes().all(|byte| byte.is_ascii_lowercase()) {
            push_plain(self.pieces, self.words.word(raw), false, self.quoted);
            return;
        }
        if raw.is_empty() || self.is_marked(raw) {
            return;
        }
        // `PRs` are more than one `PR`.
        let is_acronym = |one: &&str| one.len() > 1 && one.bytes().all(|b| b.is_ascii_uppercase());
        let raw = raw.strip_suffix('s').filter(is_acronym).unwrap_or(raw);
        if self.is_setting(raw) {
            return;
        }
        let folded = fold(raw);
        let marks = Marks::of(&folded);
        if self.is_number(raw, &folded, marks) || self.is_composed(raw) {
            return;
        }
        let folded = spoken(folded);
        if let Some(piece) = special(&folded, self.pieces.last()) {
            self.pieces.push(piece);
            return;
        }
        if self.is_path(raw, &folded) || self.is_hyphened(raw, &folded) || self.is_camel(raw, marks) {
            return;
        }
        self.push_name(raw, &folded, marks);
    }

    fn word(&mut self, folded: &str, is_name: bool) {
        let piece = Piece::word(self.words.word(folded), is_name, self.quoted);
        self.pieces.push(piece);
    }

    /// `--no-cache` is a name and denies nothing; `#12` is a reference, not a value; `#ops` and `#00ff00` are names.
    fn is_marked(&mut self, raw: &str) -> bool {
        if let Some(flag) = raw.strip_prefix("--").filter(|flag| !flag.is_empty()) {
            self.word(&fold(flag), true);
            return true;
        }
        if !raw.starts_with('#') {
            return false;
        }
        if raw.len() > 1 && raw[1..].bytes().all(|byte| byte.is_ascii_digit()) {
            self.word(raw, false);
        } else if raw.len() > 1 {
            self.word(&fold(raw), true);
        }
        true
    }

    /// `transfer.timeout=90s`, `127.0.0.1:7443`: a name, and what it is set to.
    fn is_setting(&mut self, raw: &str) -> bool {
        let is_value = |value: &str| value.starts_with(|c: char| c.is_ascii_digit());
        if let Some((name, value)) = raw.split_once('=').filter(|(name, value)| !name.is_empty() && is_value(value)) {
            let is_dotted = !name.contains('/') && name.chars().all(|c| c.is_ascii_alphabetic() || c == '.');
            let parts = name.split(|c| c == '.' && is_dotted).filter(|part| !part.is_empty());
            parts.for_each(|part| self.push(part));
            self.push(value);
            return true;
        }
        if let Some((host, port)) = raw.rsplit_once(':').filter(|(host, port)| host.contains('.') && is_value(port)) {
            self.push(host);
            self.word("port", false);
            self.push(port);
            return true;
        }
        false
    }

    fn is_number(&mut self, raw: &str, folded: &str, marks: Marks) -> bool {
        if is_version(raw) && matches!(self.pieces.last(), Some(Piece::Word { raw_name: true, .. })) {
            self.word(folded, true);
            return true;
        }
        if let Some(number) = read_number(raw, folded, marks) {
            self.pieces.push(number);
            return true;
        }
        // `10 * time.Second`
        let is_counted =
            || matches!(self.pieces.last(), Some(Piece::Number { glued_unit, .. }) if glued_unit.is_empty());
        let unit = raw.rsplit_once('.').map(|(_, unit)| fold(unit)).filter(|_| is_counted());
        let Some(unit) = unit.filter(|unit| lexicon::unit_of(&stem(unit)).is_some()) else { return false };
        self.word(&unit, false);
        true
    }

    /// Names and counts that are made of others.
    fn is_composed(&mut self, raw: &str) -> bool {
        // `Rota.Workers.Mail` is called `Mail` as well.
        let is_part = |part: &str| part.len() > 2 && part.starts_with(|c: char| c.is_ascii_uppercase());
        if let Some((_, name)) = raw.rsplit_once('.').filter(|_| raw.split('.').all(is_part)) {
            self.word(&fold(name), true);
            return true;
        }
        // `SCAN_TIMEOUT_MS` is the scan timeout.
        let is_unit = |part: &str| Marks::of(part).has(Marks::UNIT);
        let tells = |part: String| is_unit(&part) || lexicon::is_attribute(&stem(&part));
        let is_constant = raw.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
        if raw.contains('_') && is_constant && raw.split('_').map(fold).any(tells) {
            for part in raw.split('_').filter(|part| !part.is_empty()).map(fold) {
                self.word(&part, is_unit(&part));
            }
            return true;
        }
        let Some((count, of)) = counted(raw) else { return false };
        self.push(count);
        let at_start = core::mem::replace(&mut self.sentence_start, false);
        self.push(of);
        self.sentence_start = at_start;
        true
    }

    /// `read/write` is two words, a path is one name.
    fn is_path(&mut self, raw: &str, folded: &str) -> bool {
        if !raw.contains('/') || raw.contains("://") || raw.len() <= 2 {
            return false;
        }
        let is_path = raw.starts_with(['.', '/', '~', '@', '$']) || raw.contains('.') || raw.matches('/').count() > 1;
        if is_path || raw.ends_with('/') {
            // The last part names a file wherever it lies; of `/v1/users` and `/v2/users` it would say nothing.
            let is_version = |part: &str| {
                part.strip_prefix('v').is_some_and(|n| n.bytes().next().is_some_and(|b| b.is_ascii_digit()))
            };
            let mut parts =
                raw.rsplit('/').filter(|part| !part.is_empty()).map(|part| part.trim_start_matches(['.', '~', '@']));
            let last = fold(parts.next().unwrap_or(raw));
            // There is a README in every folder.
            let folder = parts.next().filter(|folder| !folder.is_empty() && EVERYWHERE.contains(&last)).map(fold);
            let last = folder.map_or_else(|| last.clone(), |folder| alloc::format!("{folder}/{last}"));
            self.word(if raw.split('/').any(is_version) { folded } else { &last }, true);
        } else {
            raw.split('/').filter(|part| !part.is_empty()).for_each(|part| self.push(part));
        }
        true
    }

    /// `queue-size` is two words, `auto-switch` one.
    fn is_hyphened(&mut self, raw: &str, folded: &str) -> bool {
        if !raw.contains('-') || !raw.chars().all(|c| c.is_alphabetic() || c == '-') {
            return false;
        }
        let parts: Vec<&str> = folded.split('-').filter(|part| !part.is_empty()).collect();
        if parts.iter().any(|part| part.len() == 1 || JOINED.contains(part)) {
            // `M-Claude-Code` is what somebody called a thing.
            let is_name = raw.split('-').filter(|part| part.starts_with(char::is_uppercase)).count() > 1;
            self.word(&parts.concat(), is_name);
        } else {
            for part in parts {
                self.word(part, false);
            }
        }
        true
    }

    /// `scanTimeout` is the scan timeout; `iOS` and `macOS` are names, and `weightReplaceProb` replaces nothing.
    fn is_camel(&mut self, raw: &str, marks: Marks) -> bool {
        let is_camel = raw.starts_with(char::is_lowercase)
            && raw.chars().skip(1).any(char::is_uppercase)
            && !marks.has(Marks::UNIT)
            && raw.chars().all(char::is_alphanumeric);
        let acts = |part: &&str| {
            let key = stem(&fold(part));
            Marks::of(&key).has(Marks::GIVES_UP) || lexicon::switches(&key)
        };
        let parts = if is_camel { camel_parts(raw) } else { Vec::new() };
        if parts.is_empty() || parts.iter().any(|part| part.len() <= 2) || parts.iter().any(acts) {
            return false;
        }
        for part in parts {
            self.word(&fold(part), false);
        }
        true
    }

    fn push_name(&mut self, raw: &str, folded: &str, marks: Marks) {
        let mut letters = raw.chars();
        let first = letters.next().unwrap_or(' ');
        let inner_upper = letters.any(char::is_uppercase);
        let is_dotted = raw.trim_start_matches('.').contains(['.', '_']) || raw.starts_with(['.', '@', '$', '~']);
        // `eu-west-1`, `v2-beta`: nobody writes plain words so.
        let is_version = || raw.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        // `sf9`, `h1`.
        let is_code = || first.is_ascii_alphabetic() && raw.ends_with(|c: char| c.is_ascii_digit());
        let has_digit = raw.chars().any(|c| c.is_ascii_digit());
        let is_coded = (raw.contains('-') || raw.len() > 3 || is_code()) && has_digit || is_version();
        let is_name = is_dotted
            || is_coded
            || inner_upper && !marks.has(Marks::UNIT)
            || (first.is_uppercase() && !self.sentence_start)
            || first == '@';
        let name = folded.trim_start_matches(['.', '@', '$', '~']);
        // `.env` is a file, and no environment.
        let name = if Marks::of(name).has(Marks::SYNONYM) { folded } else { name };
        let mut word = Piece::word(self.words.word(name), is_name, self.quoted);
        if let Piece::Word { capitals, .. } = &mut word {
            *capitals = inner_upper && raw.chars().all(char::is_uppercase);
        }
        self.pieces.push(word);
    }
}

/// A word as it is said: the owner's name is a name; "it's" is a verb.
fn spoken(mut folded: String) -> String {
    if folded.contains('’') {
        folded = folded.replace('’', "'");
    }
    let marks = Marks::of(&folded);
    if let Some(owner) = folded.strip_suffix("'s").filter(|owner| owner.len() > 3)
        && !marks.has(Marks::STOP)
        && !marks.has(Marks::AUXILIARY)
    {
        folded.truncate(owner.len());
    }
    folded
}

/// `3.10`, which behind a name is no 3.1.
fn is_version(raw: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    raw.split_once('.').is_some_and(|(major, minor)| {
        is_number(major) && is_number(minor) && minor.len() > 1 && minor.ends_with('0') && !minor.starts_with('0')
    })
}

/// Files of which there is one in every folder.
static EVERYWHERE: Words = Words::new(
    "readme.md index.html index.js index.ts index.md mod.rs main.rs main.py main.ts lib.rs package.json settings.json \
     config.json config.yml dockerfile makefile cargo.toml pyproject.toml __init__.py .env",
);

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
