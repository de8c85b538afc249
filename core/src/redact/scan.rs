//! One pass over the text: a literal prefilter, and a small matcher around each hit.

use alloc::vec::Vec;

use super::assign::{self, Join};
use super::blocks;
use super::calls;
use super::codes;
use super::commands;
use super::decode;
use super::engine::{Action, Engine, INSIDE_RUN, Word, engine};
use super::judge;
use super::key::{self, Level};
use super::pattern::{Class, continuation};
use super::prose;
use super::rules::{KEYED, Proof};
use super::sets::{Set, table};
use super::tables;
use super::value::{Shape, ends_with_ignoring_case, is_placeholder, is_repeated};
use super::wordy::is_wordy;

/// A stretch of the text that must not be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Empty when only the context told that it is a secret.
    pub(super) kind: &'static str,
}

/// The longest word that may be written together with a telling one.
const LONGEST_WORD: usize = 24;
/// How many values that stand in one another are read.
const BARE_READS: usize = 2;

/// How far behind a run the rest of a token that goes on is looked at for a digit.
const BEHIND_RUN: usize = 48;
const DIGIT: Set = Set::of(table(b"0123456789"));

/// Everything in `text` that must not be seen, in order and without overlaps.
pub(super) fn scan(text: &[u8]) -> Vec<Span> {
    scan_at_depth(text, 0)
}

/// As [`scan`], for text that was decoded `depth` times.
pub(super) fn scan_at_depth(text: &[u8], depth: u8) -> Vec<Span> {
    let engine = engine();
    let mut scanner = Scanner {
        engine,
        text,
        depth,
        spans: Vec::new(),
        manifest_end: 0,
        cookies_end: 0,
        bare_end: 0,
        bare_count: 0,
        name_end: 0,
        url_end: 0,
        url_count: 0,
        command_end: 0,
        codes_end: 0,
        json_key_end: 0,
        table_end: 0,
        told_end: 0,
        told_level: Level::Weak,
        accounts_end: 0,
        decoded_end: 0,
        made_up: (0, 0),
    };
    let runs = engine.prefilter.search(text, |start, end, action| scanner.act(action, start, end));
    let mut floor = 0;
    for run in runs {
        scanner.run(run, floor);
        floor = run.1;
    }
    merge(text, scanner.spans)
}

struct Scanner<'a> {
    engine: &'static Engine,
    text: &'a [u8],
    depth: u8,
    spans: Vec<Span>,
    /// How far the last manifest, command line and decoded line reach; each is read once.
    manifest_end: usize,
    cookies_end: usize,
    /// Where the last bare value ends, and how many were read up to there.
    bare_end: usize,
    bare_count: usize,
    name_end: usize,
    /// How far URLs were read, and how many up to there.
    url_end: usize,
    url_count: usize,
    command_end: usize,
    codes_end: usize,
    json_key_end: usize,
    table_end: usize,
    /// How far a sentence was read for a value, and of which kind.
    told_end: usize,
    told_level: Level,
    accounts_end: usize,
    decoded_end: usize,
    /// The last value that has the form of a provider's token but not its length.
    made_up: (usize, usize),
}

impl Scanner<'_> {
    #[inline(never)]
    fn act(&mut self, action: Action, start: usize, end: usize) {
        match action {
            Action::Shape(id) => self.shape(usize::from(id), start, end),
            Action::Telling(word) => self.telling(start, end, word),
            Action::Provider(id) => self.provider(usize::from(id), start, end),
            Action::PrivateKey => self.push(blocks::private_key(self.text, start), "private-key"),
            Action::Url => self.url(start),
            Action::Scheme => self.push(blocks::scheme_credential(self.text, end), ""),
            Action::Jwt => self.push(jwt(self.text, start), "jwt"),
            Action::Manifest if start >= self.manifest_end => {
                self.manifest_end = blocks::manifest_secrets(self.text, start, end, &mut self.spans);
            }
            Action::TellingWide => self.telling_wide(start, end),
            Action::Command(row) if start >= self.command_end && starts_token(self.text, start) => {
                self.command_end = commands::arguments(self.text, end, usize::from(row), |(start, end)| {
                    self.spans.push(Span { start, end, kind: "" });
                });
            }
            Action::Call(row) => self.push(calls::secret(self.text, start, end, usize::from(row)), ""),
            Action::ReadsInput => self.push(commands::piped(self.text, start), ""),
            Action::Abbreviated => {
                self.telling(start, start + 2, Word { level: Some(Level::Password), is_plain: true });
            }
            Action::Recovery if start >= self.codes_end => {
                self.codes_end = codes::read(self.text, (start, end), &mut self.spans);
            }
            Action::Identified => {
                let assignment = assign::value_at(self.text, (start, start + 10), end, Join::Adjacent);
                let secret = assignment.filter(|told| {
                    self.text[told.value.0 - 1] == b'\'' && judge::is_secret(self.text, told, Level::Password)
                });
                self.push(secret.map(|told| told.value), "");
            }
            Action::Insert => tables::inserted(self.text, end, &mut self.spans),
            Action::Copy if start >= self.table_end => {
                self.table_end = tables::copied(self.text, end, &mut self.spans);
            }
            Action::Salt => {
                let told = assign::read(self.text, (start, end - 1));
                let salt = told.filter(|told| judge::is_of_all_signs(&self.text[told.value.0..told.value.1]));
                self.push(salt.map(|salt| salt.value), "");
            }
            Action::KeyTail => self.push(blocks::key_tail(self.text, start), "private-key"),
            Action::PuttyKey => self.push(blocks::putty_key(self.text, end), "private-key"),
            Action::JsonKey if start >= self.json_key_end => {
                self.json_key_end = blocks::json_key(self.text, start, &mut self.spans);
            }
            Action::Accounts => self.accounts(end),
            Action::Signature => self.push(blocks::signature(self.text, end), ""),
            Action::PasswordFile => self.push(blocks::password_of_line(self.text, end), ""),
            Action::SourceName => self.push(blocks::source_name(self.text, start), ""),
            Action::XmlKey => self.push(blocks::xml_key(self.text, end), "private-key"),
            Action::Wifi => self.push(blocks::wifi_password(self.text, end), ""),
            Action::Escape
                if start >= self.decoded_end
                    && self.depth < decode::DEPTH
                    && decode::may_hide(self.text, start, end) =>
            {
                self.decoded_end = decode::escaped_line(self.text, start, self.depth, &mut self.spans);
            }
            Action::Manifest
            | Action::Command(_)
            | Action::Recovery
            | Action::JsonKey
            | Action::Copy
            | Action::Escape => {}
        }
    }

    /// A long run of letters and digits: tokens with a short literal, and what may be encoded in it. What stands before
    /// `floor` was read with the run before.
    #[inline(never)]
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    fn run(&mut self, run: (usize, usize), floor: usize) {
        let engine = self.engine;
        // Few tokens begin before their run, and most of what does is the name of something.
        let joins = |at: usize| self.text.get(at).is_some_and(|byte| matches!(byte, b'.' | b':' | b'\\' | 0x80..));
        let is_joined = run.0 > 0 && joins(run.0 - 1);
        let start = if is_joined { decode::stretch_start(self.text, floor, run.0) } else { run.0 };
        let end = if joins(run.1) { self.text.len().min(run.1 + BEHIND_RUN) } else { run.1 };
        // No token is without a digit, and most runs are the names of something.
        if DIGIT.first_in(self.text, start, end) < end {
            // First those with a literal inside, which says more than a short one at the beginning.
            if run.1 - run.0 >= INSIDE_RUN {
                engine.in_run.search_inside(self.text, run, |at, id| self.anchored(at, id));
            }
            // Other tokens begin before the run, or in it behind what is no word, also behind `\n` or `%3D`; with
            // something before it, the literal is no word itself.
            let escaped = run.0 > 0 && matches!(self.text[run.0 - 1], b'\\' | b'%');
            let word_from = if escaped { run.0 + 6 } else { run.0 + 1 };
            engine.by_run.search(self.text, (start, run.1), word_from, |at, id| self.anchored(at, id));
        }
        if self.depth < decode::DEPTH {
            decode::encoded_run(self.text, run, self.depth, &mut self.spans);
        }
    }

    /// A token whose literal stands at `at`.
    fn anchored(&mut self, at: usize, id: u16) {
        let anchor = self.engine.shapes[usize::from(id)].pattern.anchor.as_bytes();
        if self.text[at..].starts_with(anchor) {
            self.shape(usize::from(id), at, at + anchor.len());
        }
    }

    fn push(&mut self, bounds: Option<(usize, usize)>, kind: &'static str) {
        if let Some((start, end)) = bounds {
            self.spans.push(Span { start, end, kind });
        }
    }

    fn shape(&mut self, id: usize, start: usize, end: usize) {
        let shaped = &self.engine.shapes[id];
        let pattern = &shaped.pattern;
        // `my_ghp_…`: what is thrown together is a token even behind a word.
        let joined = start > 0 && self.text[start - 1] == b'_';
        if pattern.starts_with_anchor() && !joined && !starts_token(self.text, start) {
            return;
        }
        let Some((left, right)) = pattern.match_around(self.text, start, end) else {
            return;
        };
        let starts = starts_token(self.text, left) || joined && Shape::of(&self.text[left..right]).jumbled();
        if !starts || !ends_token(self.text, right) {
            return;
        }
        let token = &self.text[left..right];
        let body = if left == start { &self.text[end..right] } else { token };
        let proven = match shaped.proof {
            Proof::Shape => true,
            _ if is_repeated(body) => false,
            Proof::Real => !is_placeholder(body),
            Proof::Mixed => Shape::of(body).mixed() && !is_placeholder(body),
            Proof::Jumbled => Shape::of(body).jumbled() && !is_placeholder(body) && !is_wordy(body),
        };
        if proven {
            self.spans.push(Span { start: left, end: right, kind: shaped.kind });
            if shaped.kind == "aws-key" {
                self.push(blocks::aws_secret(self.text, right), "aws-secret");
            }
        }
    }

    /// Credentials in a URL. A run without blanks that repeats `://` is read a few times, not at each.
    fn url(&mut self, at: usize) {
        if at >= self.url_end {
            self.url_count = 0;
        }
        self.url_count += 1;
        if self.url_count <= BARE_READS {
            let (credentials, end) = blocks::url_credentials(self.text, at);
            self.url_end = self.url_end.max(end);
            self.push(credentials, "");
        }
    }

    /// A telling word, with what is known about it when it is the whole name.
    fn telling(&mut self, start: usize, end: usize, word: Word) {
        if continues_word(self.text, end) {
            return; // `keyboard`, `author`, `pattern`
        }
        if start > 0 && self.text[start - 1].is_ascii_lowercase() {
            let word = (start - Class::LOWER.run_back(self.text, start, LONGEST_WORD), end);
            if !key::is_telling(&self.text[word.0..word.1]) {
                // `monkey`, `compass`; `requirepass …`
                self.push(commands::directive(self.text, word), "");
                return;
            }
        }
        // `api_key_secret` is one name, and a run without blanks that repeats names is read a few times, not at each.
        let nested = start + 256 < self.bare_end;
        if start < self.name_end || nested && self.bare_count >= BARE_READS {
            return;
        }
        let name = assign::name_around(self.text, start, end);
        self.name_end = name.1;
        // `arn:aws:secretsmanager:…:secret:prod/db` names the place of one.
        if name.0 > 0 && self.text[name.0 - 1] == b':' && in_resource_name(self.text, name.0) {
            return;
        }
        let word = if name == (start, end) { word } else { Word { level: None, is_plain: false } };
        let Some(assignment) = assign::read(self.text, name) else {
            self.told_apart(name, word);
            return;
        };
        if nested {
            self.bare_count += 1;
        } else if !assignment.quoted {
            self.bare_count = 1;
            self.bare_end = assignment.value.1;
        }
        let Some(level) = self.level(name, word.level) else {
            return;
        };
        let spoken = &self.text[name.0..name.1];
        if !word.is_plain && (ends_with_ignoring_case(spoken, b"cookie") || ends_with_ignoring_case(spoken, b"cookies"))
        {
            if start >= self.cookies_end {
                self.cookies_end = blocks::cookies(self.text, assignment.value.0, &mut self.spans);
            }
            return;
        }
        if !word.is_plain && ends_with_ignoring_case(spoken, b"authorization") {
            self.push(blocks::authorization(self.text, assignment.value.0), "");
        }
        if !word.is_plain && !assignment.quoted && key::is_phrase(spoken) {
            self.push(judge::phrase(self.text, assignment.value.0, key::words_of_phrase(spoken)), "");
        }
        if assignment.value != self.made_up && judge::is_secret(self.text, &assignment, level) {
            let end = assignment.value.1;
            let rest = if assignment.quoted { calls::rest_of_string(self.text, end) } else { 0 };
            self.spans.push(Span { start: assignment.value.0, end: end + rest, kind: "" });
            self.push(prose::alternative(self.text, &assignment, level), "");
            if assignment.join == Join::Cell {
                tables::wrapped(self.text, assignment.value, &mut self.spans);
            }
        } else if level > Level::Weak {
            if matches!(assignment.join, Join::Prose | Join::Adjacent | Join::Colon) {
                self.told_around(name, level);
            }
            if !assignment.quoted && level > Level::Pin {
                self.push(calls::converted(self.text, &assignment), "");
            }
        }
        if !word.is_plain && key::is_pair(spoken) {
            self.push(prose::partner(self.text, &assignment), "");
            self.accounts(name.1);
        }
        if matches!(assignment.join, Join::List | Join::Cell) && name.0 >= self.table_end {
            self.table_end = tables::columns(self.text, name.0, &mut self.spans);
            if assignment.join == Join::Cell {
                tables::row(self.text, assignment.value.1, level, &mut self.spans);
            }
        }
    }

    /// A name with no value beside it: a heading of a table, or one that a sentence tells the value of.
    fn told_apart(&mut self, name: (usize, usize), word: Word) {
        let next = self.text.get(name.1).copied().unwrap_or(b'\n');
        if !word.is_plain && key::is_pair(&self.text[name.0..name.1]) {
            self.accounts(name.1);
        }
        let is_word = prose::may_tell(self.text, name, next);
        let is_cell = next == b'<' || name.0 >= self.table_end && tables::may_be_heading(self.text, name);
        let Some(level) = (if is_word || is_cell { self.level(name, word.level) } else { None }) else { return };
        if is_word && level > Level::Weak {
            self.told_around(name, level);
        }
        if next == b'<' {
            tables::marked_up(self.text, name, &mut self.spans);
        }
        if is_cell {
            self.table_end = tables::columns(self.text, name.0, &mut self.spans);
        }
    }

    /// Users with their passwords behind a name for both.
    fn accounts(&mut self, at: usize) {
        if at >= self.accounts_end {
            let spans = &mut self.spans;
            self.accounts_end =
                prose::accounts(self.text, at, |(start, end)| spans.push(Span { start, end, kind: "" }));
        }
    }

    #[inline(never)]
    fn told_around(&mut self, name: (usize, usize), level: Level) {
        if name.0 >= self.told_end || level > self.told_level {
            self.told_level = level;
            let spans = &mut self.spans;
            self.told_end =
                prose::behind(self.text, name, level, |(start, end)| spans.push(Span { start, end, kind: "" }));
        }
        self.push(prose::before(self.text, name, level), "");
    }

    fn telling_wide(&mut self, start: usize, end: usize) {
        if let Some(assignment) = assign::read_wide(self.text, (start, end))
            && judge::is_secret(self.text, &assignment, Level::Password)
        {
            self.spans.push(Span { start: assignment.value.0, end: assignment.value.1, kind: "" });
        }
    }

    /// What the name promises, looking one word back for "API key" and "public key".
    ///
    /// What a name that is nothing but a telling word promises is known before, unless its case cuts it.
    fn level(&self, name: (usize, usize), alone: Option<Level>) -> Option<Level> {
        let spoken = &self.text[name.0..name.1];
        let level = match alone {
            Some(level) if key::is_one_word(self.text, name) => level,
            _ => key::judge(spoken)?,
        };
        if name.0 > 1 && matches!(self.text[name.0 - 1], b' ' | b'-') {
            let word_end = name.0 - 1;
            let length = Class::ALNUM.run_back(self.text, word_end, 24);
            let word = &self.text[word_end - length..word_end];
            if key::disarms(word) {
                return None;
            }
            if level == Level::Weak && key::qualifies_key(word) {
                return Some(Level::Secret);
            }
        }
        Some(level)
    }

    fn provider(&mut self, id: usize, start: usize, end: usize) {
        let name = assign::name_around(self.text, start, end);
        let starts_word = start == name.0
            || !self.text[start - 1].is_ascii_alphabetic()
            || (self.text[start].is_ascii_uppercase() && self.text[start - 1].is_ascii_lowercase());
        let ends_word = end == name.1
            || !self.text[end].is_ascii_lowercase()
            || self.text[start..end].iter().all(u8::is_ascii_uppercase) && !self.text[end].is_ascii_alphabetic()
            || key::continues_secret_name(&self.text[end..name.1]);
        if !starts_word || !ends_word {
            return;
        }
        // "Algolia admin key: …": up to three more words may stand before the value.
        let mut name_end = name.1;
        for _ in 0..4 {
            if let Some(assignment) = assign::read(self.text, (name.0, name_end)) {
                let value = self.text[assignment.value.0..assignment.value.1].trim_ascii();
                let fits = self.engine.keyed[id].iter().any(|pattern| pattern.matches_whole(value));
                if fits && !is_placeholder(value) && (Shape::of(value).mixed() || !is_wordy(value)) {
                    self.spans.push(Span { start: assignment.value.0, end: assignment.value.1, kind: KEYED[id].1 });
                } else if !fits && self.engine.keyed[id].iter().any(|pattern| pattern.resembles(value)) {
                    self.made_up = assignment.value;
                }
                return;
            }
            if self.text.get(name_end) != Some(&b' ') {
                return;
            }
            let word = Class::WORD.run(self.text, name_end + 1, 20);
            if word == 0 {
                return;
            }
            name_end += 1 + word;
        }
    }
}

/// Three parts of base64url, the first two beginning with `{"` in base64.
fn jwt(text: &[u8], dot: usize) -> Option<(usize, usize)> {
    let url_safe = Class::BASE64;
    let payload = url_safe.run(text, dot + 1, 64 * 1024);
    let mut end = dot + 1 + payload;
    if payload < 17 {
        return None;
    }
    let head = url_safe.run_back(text, dot, 16 * 1024);
    let start = dot - head;
    if head < 10 || !text[start..].starts_with(b"ey") {
        return None;
    }
    if text.get(end) == Some(&b'.') {
        let signature = url_safe.run(text, end + 1, 8 * 1024);
        end += 1 + signature;
        let padding = text.iter().skip(end).take(2).take_while(|&&byte| byte == b'=').count();
        end += padding;
        end += continuation(text, end, Class::TOKEN, 4096);
    } else if !Shape::of(&text[start..end]).jumbled() {
        return None;
    } else {
        // A mail cuts it where its lines end.
        end += continuation(text, end, Class::TOKEN, 4096);
    }
    (!is_placeholder(&text[start..end.min(start + 200)])).then_some((start, end))
}

/// Whether the word that a telling one begins goes on behind `at`, other than by a plural.
fn continues_word(text: &[u8], at: usize) -> bool {
    let same_case =
        |byte: u8, like: u8| byte.is_ascii_lowercase() || byte.is_ascii_uppercase() && like.is_ascii_uppercase();
    let last = text[at - 1];
    let Some(&next) = text.get(at) else { return false };
    if !same_case(next, last) {
        return false;
    }
    !next.eq_ignore_ascii_case(&b's') || text.get(at + 1).is_some_and(|&after| same_case(after, last))
}

fn in_resource_name(text: &[u8], at: usize) -> bool {
    let length =
        text[..at].iter().rev().take(100).take_while(|byte| !byte.is_ascii_whitespace() && **byte != b'"').count();
    text[at - length..at].starts_with(b"arn:")
}

/// Whether a token can begin at `at`: nothing alphanumeric stands before it, save an escape.
fn starts_token(text: &[u8], at: usize) -> bool {
    // A mark is no part of the word before it.
    if text.get(at).is_some_and(|&byte| !Class::BASE64.has(byte)) {
        return true;
    }
    let Some(&previous) = at.checked_sub(1).and_then(|index| text.get(index)) else {
        return true;
    };
    if matches!(previous, b'+' | b'/') && in_blob(&text[at - Class::BASE64.run_back(text, at, 100)..at]) {
        return false;
    }
    if !Class::WORD.has(previous) {
        return previous != b'-'
            || !Class::ALNUM.has(*at.checked_sub(2).and_then(|index| text.get(index)).unwrap_or(&b' '));
    }
    // `\n` or `\t` written out, `%3D` and `u003d` before the token.
    let before = &text[at.saturating_sub(6)..at];
    matches!(before, [.., b'\\', b'n' | b'r' | b't'])
        || matches!(before, [.., b'%', b'0'..=b'9', b'0'..=b'9' | b'A'..=b'F' | b'a'..=b'f'])
        || matches!(before, [b'\\', b'u', b'0', b'0', _, _])
}

/// Whether a token can end at `at`.
fn ends_token(text: &[u8], at: usize) -> bool {
    match text.get(at) {
        Some(b'+' | b'/') => !in_blob(&text[at..at + Class::BASE64.run(text, at, 100)]),
        Some(&byte) => !Class::ALNUM.has(byte),
        None => true,
    }
}

/// Whether base64 that stands beside a token makes it a piece of an encoded blob; a path beside it does not.
fn in_blob(beside: &[u8]) -> bool {
    beside.len() == 100 || beside.len() >= 20 && !beside.split(|&byte| byte == b'/').all(is_wordy)
}

/// Sorts, and joins what overlaps; the longer span names the kind, and a named one wins over none.
fn merge(text: &[u8], mut spans: Vec<Span>) -> Vec<Span> {
    let in_character = |at: usize| text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    for span in &mut spans {
        // Limits may cut inside a character.
        while span.start > 0 && in_character(span.start) {
            span.start -= 1;
        }
        while in_character(span.end) {
            span.end += 1;
        }
    }
    spans.sort_by_key(|span| (span.start, core::cmp::Reverse(span.end)));
    let mut merged: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.start < last.end => {
                if last.kind.is_empty() {
                    last.kind = span.kind;
                }
                last.end = last.end.max(span.end);
            }
            _ => merged.push(span),
        }
    }
    merged
}
