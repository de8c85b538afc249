//! Text cut into terms the way developers write: words, identifiers and their parts, versions, issue numbers.

use alloc::string::String;
use alloc::vec::Vec;

use super::fold::fold_char;

/// Longer terms (base64, minified code) are cut here: nobody searches for the rest.
const MAX_TERM_BYTES: usize = 64;
/// Parts of one identifier beyond this many are not told apart any more.
const MAX_PARTS: usize = 32;

/// What a term is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TermKind {
    /// A word that stands alone.
    Word,
    /// One part of a compound: `get` in `getUserName`, `auth` in `src/auth.ts`.
    Part,
    /// The parts of a compound written as one: `getusername`. Stands at the position of its first part.
    Whole,
    /// A number or version: `42`, `4.2.1`. Shorter forms of a version follow at the same position as `Part`.
    Number,
    /// A reference such as `#42`. The bare number follows at the same position as `Part`.
    Issue,
    /// Two neighbouring characters of a script that is written without spaces.
    Bigram,
}

/// One term of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term<'a> {
    /// The folded text: lower case, no accents. Not stemmed.
    pub text: &'a str,
    /// Byte offset of its first character in the source.
    pub start: usize,
    /// Byte offset after its last character in the source.
    pub end: usize,
    /// Which word of the text it is, from 0; forms of the same word share a position.
    pub position: u32,
    /// What it is.
    pub kind: TermKind,
}

/// The terms of a text as owned strings, in order; for callers that do not need positions.
pub fn terms(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for_each_term(text, |term| out.push(String::from(term.text)));
    out
}

/// Calls `visit` with every term of `text`, in order. Linear in the length of the text.
pub fn for_each_term(text: &str, visit: impl FnMut(Term<'_>)) {
    scan(text, true, visit);
}

/// The same without the written-as-one forms, which are made for nothing when nobody looks at them.
pub(super) fn for_each_small_term(text: &str, visit: impl FnMut(Term<'_>)) {
    scan(text, false, visit);
}

fn scan(text: &str, wholes: bool, mut visit: impl FnMut(Term<'_>)) {
    let mut scanner = Scanner::new(text, wholes);
    while scanner.at < scanner.bytes.len() {
        let byte = scanner.bytes[scanner.at];
        if byte.is_ascii_alphanumeric() {
            if !scanner.simple_word(&mut visit) {
                scanner.compound(&mut visit);
            }
        } else if byte.is_ascii() {
            if byte == b'#' && scanner.issue(&mut visit) {
                continue;
            }
            scanner.at += 1;
        } else {
            let c = scanner.char_at(scanner.at);
            if is_unspaced(c) {
                scanner.bigrams(&mut visit);
            } else if is_word_char(c) {
                scanner.compound(&mut visit);
            } else {
                scanner.at += c.len_utf8();
            }
        }
    }
}

/// Scripts written without spaces between words, for which neighbouring characters stand for words.
fn is_unspaced(c: char) -> bool {
    matches!(c as u32,
        0x0E00..=0x0EFF // Thai, Lao
        | 0x1000..=0x109F | 0x1780..=0x17FF // Myanmar, Khmer
        | 0x2E80..=0x2FDF | 0x3005..=0x3007 | 0x3040..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF
        | 0xAC00..=0xD7AF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}

fn is_word_char(c: char) -> bool {
    // Marks that follow a letter belong to the word (combining accents, Indic vowel signs).
    c.is_alphanumeric()
        || matches!(c as u32, 0x300..0x370 | 0x200C..=0x200D | 0x0900..=0x0DFF | 0x0591..=0x05C7 | 0x0610..=0x065F)
}

/// How many small letters the bytes begin with; eight at a time, which is most words.
pub(crate) fn small_letters(bytes: &[u8]) -> usize {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    const ONE: u64 = 0x0101_0101_0101_0101;
    let mut n = 0;
    while let Some(chunk) = bytes.get(n..).and_then(<[u8]>::first_chunk::<8>) {
        let chunk = u64::from_le_bytes(*chunk);
        let low = chunk & !HIGH;
        // The high bit of each byte: at least `a`, not more than `z`, and ASCII.
        let small = (low + ONE * (0x80 - 0x61)) & !(low + ONE * (0x7f - 0x7a)) & !chunk & HIGH;
        if small != HIGH {
            return n + (small ^ HIGH).trailing_zeros() as usize / 8;
        }
        n += 8;
    }
    n + bytes[n..].iter().take_while(|b| b.is_ascii_lowercase()).count()
}

struct Scanner<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    position: u32,
    buffer: String,
    /// Room for the parts of a compound, kept from one to the next.
    parts: Vec<Part>,
    /// Whether written-as-one forms are handed out.
    wholes: bool,
}

/// A run of letters and digits inside a compound, and the joiner that follows it.
#[derive(Clone, Copy)]
struct Part {
    start: usize,
    end: usize,
    /// Whether the next part belongs to the same written-as-one form.
    joined: bool,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str, wholes: bool) -> Self {
        let (buffer, parts) = (String::new(), Vec::new());
        Self { text, bytes: text.as_bytes(), at: 0, position: 0, buffer, parts, wholes }
    }

    fn char_at(&self, at: usize) -> char {
        self.text[at..].chars().next().unwrap_or(' ')
    }

    /// Length in bytes of the word character at `at`, or 0.
    fn word_char_len(&self, at: usize) -> usize {
        match self.bytes.get(at) {
            Some(byte) if byte.is_ascii_alphanumeric() => 1,
            Some(byte) if !byte.is_ascii() => {
                let c = self.char_at(at);
                if is_word_char(c) && !is_unspaced(c) { c.len_utf8() } else { 0 }
            }
            _ => 0,
        }
    }

    /// A word of small letters, perhaps after a capital, or one of capitals or digits only, that nothing joins to
    /// another: nine of ten words of prose.
    /// Leaves the scanner where it was when it is something else.
    fn simple_word(&mut self, visit: &mut impl FnMut(Term<'_>)) -> bool {
        let start = self.at;
        let first = self.bytes[start];
        let rest = &self.bytes[start + 1..];
        let more = match (first, rest.first()) {
            (b'0'..=b'9', _) => rest.iter().take_while(|byte| byte.is_ascii_digit()).count(),
            (b'A'..=b'Z', Some(b'A'..=b'Z')) => rest.iter().take_while(|byte| byte.is_ascii_uppercase()).count(),
            _ => small_letters(rest),
        };
        let end = start + 1 + more;
        let ends_here = match self.bytes.get(end) {
            None => true,
            Some(b'_' | b'-' | b'.' | b'/' | b'@' | b':' | b'\\') => {
                self.bytes.get(end + 1).is_none_or(u8::is_ascii_whitespace)
            }
            Some(b'\'' | b'+' | b'#') => false,
            Some(byte) => byte.is_ascii() && !byte.is_ascii_alphanumeric(),
        };
        if !ends_here || end - start > MAX_TERM_BYTES {
            return false;
        }
        let position = self.position;
        self.at = end;
        self.position += 1;
        if first.is_ascii_lowercase() {
            visit(Term { text: &self.text[start..end], start, end, position, kind: TermKind::Word });
        } else if first.is_ascii_digit() {
            visit(Term { text: &self.text[start..end], start, end, position, kind: TermKind::Number });
        } else {
            self.buffer.clear();
            self.buffer.push_str(&self.text[start..end]);
            self.buffer.make_ascii_lowercase();
            visit(Term { text: &self.buffer, start, end, position, kind: TermKind::Word });
        }
        true
    }

    /// `#42`, not inside a word. Leaves the scanner where it was when it is something else.
    fn issue(&mut self, visit: &mut impl FnMut(Term<'_>)) -> bool {
        let digits = self.bytes[self.at + 1..].iter().take(10).take_while(|b| b.is_ascii_digit()).count();
        let end = self.at + 1 + digits;
        if digits == 0 || digits > 9 || self.word_char_len(end) > 0 {
            return false;
        }
        let (start, position) = (self.at, self.position);
        visit(Term { text: &self.text[start..end], start, end, position, kind: TermKind::Issue });
        visit(Term { text: &self.text[start + 1..end], start: start + 1, end, position, kind: TermKind::Part });
        self.at = end;
        self.position += 1;
        true
    }

    fn bigrams(&mut self, visit: &mut impl FnMut(Term<'_>)) {
        let start = self.at;
        let mut previous: Option<usize> = None;
        let mut single = true;
        for (offset, c) in self.text[start..].char_indices() {
            let here = start + offset;
            if !is_unspaced(c) {
                break;
            }
            self.at = here + c.len_utf8();
            if let Some(from) = previous {
                single = false;
                let text = &self.text[from..self.at];
                visit(Term { text, start: from, end: self.at, position: self.position, kind: TermKind::Bigram });
                self.position += 1;
            }
            previous = Some(here);
        }
        if single {
            let text = &self.text[start..self.at];
            visit(Term { text, start, end: self.at, position: self.position, kind: TermKind::Bigram });
        }
        self.position += 1;
    }

    /// A word, or words joined by `_ - . / ' @ :` or by their capitals.
    fn compound(&mut self, visit: &mut impl FnMut(Term<'_>)) {
        let mut parts = core::mem::take(&mut self.parts);
        parts.clear();
        if !self.joined(&mut parts, visit) {
            self.symbol_language(&mut parts);
            self.emit(&parts, visit);
        }
        self.parts = parts;
    }

    /// Takes the parts that joiners hold together; returns whether they were a word with an apostrophe, handed out.
    fn joined(&mut self, parts: &mut Vec<Part>, visit: &mut impl FnMut(Term<'_>)) -> bool {
        loop {
            let run_start = self.at;
            self.run(parts);
            let joiner = self.bytes.get(self.at).copied().unwrap_or(b' ');
            let apostrophe = if joiner == b'\'' {
                1
            } else if self.text[self.at..].starts_with('’') {
                3
            } else {
                0
            };
            if apostrophe > 0 {
                return self.apostrophe(run_start, apostrophe, visit, parts.len());
            }
            let joins = matches!(joiner, b'_' | b'-' | b'.' | b'/' | b'@' | b':' | b'+' | b'\\');
            if !joins || parts.len() == MAX_PARTS || self.word_char_len(self.at + 1) == 0 {
                return false;
            }
            if let Some(last) = parts.last_mut() {
                last.joined = matches!(joiner, b'_' | b'-' | b'.');
            }
            self.at += 1;
        }
    }

    /// Takes one run of word characters and splits it at its capitals: `HTTPServer` is `HTTP`, `Server`.
    fn run(&mut self, parts: &mut Vec<Part>) {
        #[derive(PartialEq, Clone, Copy)]
        enum Case {
            Upper,
            Lower,
            Digit,
        }
        let mut push = |start: usize, end: usize| {
            if parts.len() < MAX_PARTS && start < end {
                parts.push(Part { start, end, joined: true });
            }
        };
        let mut start = self.at;
        let mut previous: Option<(Case, usize)> = None;
        let mut before_previous = None;
        loop {
            let len = self.word_char_len(self.at);
            if len == 0 {
                break;
            }
            let case = if len == 1 {
                match self.bytes[self.at] {
                    b'A'..=b'Z' => Case::Upper,
                    b'0'..=b'9' => Case::Digit,
                    _ => Case::Lower,
                }
            } else if self.char_at(self.at).is_uppercase() {
                Case::Upper
            } else {
                Case::Lower
            };
            if let Some((last, last_at)) = previous {
                let split = if case == Case::Upper && last == Case::Lower {
                    Some(self.at)
                } else if case == Case::Lower && last == Case::Upper && before_previous == Some(Case::Upper) {
                    // Plural and participle endings of capitals (`URLs`, `PRs`) are no new word.
                    let rest = &self.bytes[self.at..];
                    let ending = rest.first() == Some(&b's') && !rest.get(1).is_some_and(u8::is_ascii_alphanumeric);
                    (!ending).then_some(last_at)
                } else {
                    None
                };
                if let Some(split) = split.filter(|&split| split > start) {
                    push(start, split);
                    start = split;
                }
            }
            before_previous = previous.map(|(case, _)| case);
            previous = Some((case, self.at));
            self.at += len;
            // Small letters behind a small one split nothing.
            let more = if case == Case::Lower { small_letters(&self.bytes[self.at..]) } else { 0 };
            if more > 0 {
                self.at += more;
                previous = Some((Case::Lower, self.at - 1));
                before_previous = Some(Case::Lower);
            }
        }
        push(start, self.at);
        if let Some(last) = parts.last_mut() {
            last.joined = false;
        }
    }

    /// `don't` is `dont`, `user's` is `user`; returns whether the word was handed out.
    fn apostrophe(&mut self, start: usize, len: usize, visit: &mut impl FnMut(Term<'_>), n_parts: usize) -> bool {
        let word_end = self.at;
        let mut end = self.at + len;
        let tail_start = end;
        while self.word_char_len(end) > 0 && end - tail_start < 4 {
            end += self.word_char_len(end);
        }
        let tail = &self.text[tail_start..end];
        let contraction = matches!(tail, "t" | "T" | "ll" | "LL" | "re" | "RE" | "ve" | "VE" | "m" | "M" | "d" | "D");
        if n_parts > 1 || self.word_char_len(end) > 0 || !(contraction || tail.eq_ignore_ascii_case("s")) {
            return false;
        }
        self.buffer.clear();
        fold_into(&self.text[start..word_end], &mut self.buffer);
        // `what's` and `let's` stay contractions; a noun's `'s` is dropped.
        let before = self.buffer.len();
        fold_into(tail, &mut self.buffer);
        if !contraction && !super::is_stop_word(&self.buffer) {
            self.buffer.truncate(before);
        }
        self.at = end;
        visit(Term { text: &self.buffer, start, end: word_end, position: self.position, kind: TermKind::Word });
        self.position += 1;
        true
    }

    /// `C++`, `C#`, `F#`: the sign belongs to the name.
    fn symbol_language(&mut self, parts: &mut [Part]) {
        let Some(last) = parts.last_mut() else { return };
        if last.end - last.start != 1 || !self.bytes[last.start].is_ascii_alphabetic() || last.end != self.at {
            return;
        }
        let sign = if self.text[self.at..].starts_with("++") {
            2
        } else {
            usize::from(self.bytes.get(self.at) == Some(&b'#'))
        };
        if sign > 0 && self.word_char_len(self.at + sign) == 0 {
            last.end += sign;
            self.at += sign;
        }
    }

    fn emit(&mut self, parts: &[Part], visit: &mut impl FnMut(Term<'_>)) {
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return };
        let source = &self.text[first.start..last.end];
        if source.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
            self.number(parts, visit);
            return;
        }
        let mut from = 0;
        while from < parts.len() {
            let len = 1 + parts[from..].iter().take_while(|part| part.joined).count();
            let group = &parts[from..(from + len).min(parts.len())];
            from += group.len();
            self.group(group, parts.len() > 1, visit);
        }
    }

    /// Parts that are written as one: each of them, and the whole.
    fn group(&mut self, group: &[Part], in_compound: bool, visit: &mut impl FnMut(Term<'_>)) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { return };
        if group.len() > 1 && self.wholes {
            self.buffer.clear();
            for part in group {
                fold_into(&self.text[part.start..part.end], &mut self.buffer);
            }
            if !self.buffer.is_empty() {
                let (start, end, position) = (first.start, last.end, self.position);
                visit(Term { text: &self.buffer, start, end, position, kind: TermKind::Whole });
            }
        }
        let kind = if in_compound { TermKind::Part } else { TermKind::Word };
        for part in group {
            let written = &self.text[part.start..part.end];
            if small_letters(written.as_bytes()) == written.len() && written.len() <= MAX_TERM_BYTES {
                // Most parts are folded as they are, and have no number.
                visit(Term { text: written, start: part.start, end: part.end, position: self.position, kind });
                self.position += 1;
                continue;
            }
            self.buffer.clear();
            fold_into(written, &mut self.buffer);
            if self.buffer.is_empty() {
                continue;
            }
            let kind = if self.buffer.bytes().all(|b| b.is_ascii_digit()) { TermKind::Number } else { kind };
            let (start, end, position) = (part.start, part.end, self.position);
            visit(Term { text: &self.buffer, start, end, position, kind });
            // `python3`, `utf8`: also the name without its number.
            let letters = self.buffer.trim_end_matches(|c: char| c.is_ascii_digit());
            if letters.len() < self.buffer.len() && letters.len() > 2 {
                let end = start + letters.len();
                if letters.is_ascii() {
                    visit(Term { text: letters, start, end, position, kind: TermKind::Part });
                }
            }
            self.position += 1;
        }
    }

    /// `4.2.1`, then `4.2` and `4` at the same position.
    fn number(&mut self, parts: &[Part], visit: &mut impl FnMut(Term<'_>)) {
        let Some(first) = parts.first() else { return };
        let start = first.start;
        for (left_out, part) in parts.iter().rev().enumerate() {
            let kind = if left_out == 0 { TermKind::Number } else { TermKind::Part };
            let end = part.end.min(start + MAX_TERM_BYTES);
            visit(Term { text: &self.text[start..end], start, end, position: self.position, kind });
        }
        self.position += 1;
    }
}

fn fold_into(text: &str, out: &mut String) {
    if text.is_ascii() {
        let from = out.len();
        out.push_str(&text[..text.len().min(MAX_TERM_BYTES.saturating_sub(from))]);
        out[from..].make_ascii_lowercase();
        return;
    }
    for c in text.chars() {
        if out.len() >= MAX_TERM_BYTES {
            return;
        }
        fold_char(c, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found = terms(text).join(" ");
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn words_and_contractions() {
        check("Hello, World!", "hello world");
        check("Don't touch the user's what's-it", "dont touch the user whats it");
        check("it’s the team’s call", "its the team call");
        check("e.g. U.S.", "eg e g us u s");
        check("", "");
        check("... --- ///", "");
    }

    #[test]
    fn identifiers_are_kept_whole_and_split() {
        check("getUserName", "getusername get user name");
        check("HTTPServer URLs", "httpserver http server urls");
        check("MAX_RETRY_COUNT", "maxretrycount max retry count");
        check("kebab-case", "kebabcase kebab case");
        check("sha256sum utf8 python3", "sha256sum utf8 utf python3 python");
        check("Node.js", "nodejs node js");
        check("C++ C# F#.", "c++ c# f#");
        check("std::fs::read", "std fs read");
    }

    #[test]
    fn paths_issue_numbers_and_versions() {
        check("src/lib/auth.ts", "src lib authts auth ts");
        check("fix #42 (#7)", "fix #42 42 #7 7");
        check("see foo#3", "see foo #3 3");
        check("v4.2.1 and 4.2.1", "v421 v4 2 1 and 4.2.1 4.2 4");
        check("2026-02-20", "20260220 2026 02 20");
        check("#123456789012", "123456789012");
    }

    #[test]
    fn scripts_without_spaces_give_pairs() {
        check("データベース", "デー ータ タベ ベー ース");
        check("选择Postgres数据库", "选择 postgres 数据 据库");
        check("水", "水");
        check("Žluťoučký KŮŇ", "zlutoucky kun");
        check("Привет, мир", "привет мир");
    }

    #[test]
    fn positions_are_shared_by_forms_of_one_word() {
        let mut seen = Vec::new();
        for_each_term("use getName #42 now", |t| seen.push(format!("{}@{}", t.text, t.position)));
        assert_eq!(seen.join(" "), "use@0 getname@1 get@1 name@2 #42@3 42@3 now@4");
    }

    #[test]
    fn offsets_point_into_the_source() {
        let text = "é getName – “fooBar”";
        for_each_term(text, |t| assert!(text.get(t.start..t.end).is_some(), "{t:?}"));
    }

    proptest::proptest! {
        #[test]
        fn the_short_way_gives_what_the_long_way_gives(text in "([A-Z]{0,2}[0-9]{0,2}[a-z]{0,3}[ ._/:'+#é-]?){0,6}") {
            let mut short = Vec::new();
            for_each_term(&text, |t| short.push(format!("{} {} {} {} {:?}", t.text, t.start, t.end, t.position, t.kind)));
            let mut long = Vec::new();
            let mut scanner = Scanner::new(&text, true);
            while scanner.at < scanner.bytes.len() {
                let mut visit =
                    |t: Term<'_>| long.push(format!("{} {} {} {} {:?}", t.text, t.start, t.end, t.position, t.kind));
                if scanner.word_char_len(scanner.at) > 0 {
                    scanner.compound(&mut visit);
                } else if scanner.bytes[scanner.at] != b'#' || !scanner.issue(&mut visit) {
                    scanner.at += 1;
                }
            }
            proptest::prop_assert_eq!(short, long);
        }
    }

    #[test]
    fn long_runs_are_cut() {
        let long = "x".repeat(1000);
        assert_eq!(terms(&long), ["x".repeat(MAX_TERM_BYTES)]);
        let many = "a-".repeat(1000);
        assert!(terms(&many).len() <= 1100);
        assert!(terms(&"é".repeat(1000))[0].len() <= MAX_TERM_BYTES);
        assert_eq!(terms(&"aB".repeat(1000)).len(), MAX_PARTS + 1);
    }
}
