//! Sentences and words.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::block::entry_of;
use crate::text::{Words, small_letters};
use core::borrow::Borrow;
use core::cell::LazyCell;
use core::ops::Deref;

/// The first `limit` bytes of `text`, cut on a character boundary.
pub(super) fn cut(text: &str, limit: usize) -> &str {
    if text.len() <= limit {
        return text;
    }
    let mut end = limit;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Cuts at a word boundary and says so with an ellipsis.
pub(super) fn shorten(text: &str, limit: usize) -> String {
    let text = text.trim();
    if text.len() <= limit {
        return text.to_string();
    }
    let head = cut(text, limit);
    let head = head.rfind(char::is_whitespace).map_or(head, |at| &head[..at]);
    let mut out =
        head.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '-' | '—')).to_string();
    out.push('…');
    out
}

/// Whether a text begins with small ASCII letters, written in whatever case.
pub(super) fn begins(text: &str, head: &str) -> bool {
    text.as_bytes().get(..head.len()).is_some_and(|found| found.eq_ignore_ascii_case(head.as_bytes()))
}

/// Whether a text holds small ASCII letters, written in whatever case.
pub(super) fn holds(text: &str, wanted: &str) -> bool {
    let wanted = wanted.as_bytes();
    let first = wanted.first().copied().unwrap_or(b' ');
    let mut places = text.as_bytes().windows(wanted.len().max(1));
    places.any(|place| place[0].to_ascii_lowercase() == first && place.eq_ignore_ascii_case(wanted))
}

/// A word of a text in lower case; one that is written so costs nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word<'t>(Cow<'t, str>);

impl<'t> Word<'t> {
    /// A text in lower case, with straight apostrophes.
    pub(super) fn lowered(text: &'t str) -> Self {
        let is_plain = text.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
        Self(if is_plain { Cow::Borrowed(text) } else { Cow::Owned(text.to_lowercase().replace('’', "'")) })
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for Word<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Word<'_> {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for Word<'_> {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Word<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

/// Lower-case words with inner `'`, `-`, `.`, `/` and `_` kept. Curly apostrophes become straight.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::with_capacity(text.len() / 6 + 1);
    let mut at = 0;
    while let Some(first) = text.as_bytes().get(at) {
        let (length, begins) = match first {
            _ if first.is_ascii_alphanumeric() => (1, true),
            b'.' | b'/' | b'@' | b'#' | b'~' => (1, true),
            _ if first.is_ascii() => (1, false),
            _ => text[at..].chars().next().map_or((1, false), |c| (c.len_utf8(), c.is_alphanumeric())),
        };
        at += length;
        if !begins {
            continue;
        }
        let start = at - length;
        let small = small_letters(&text.as_bytes()[at..]);
        let (end, next) = end_of_word(text, at + small);
        let written = &text[start..end];
        if end == at + small && first.is_ascii_lowercase() {
            // Most words are plain.
            if !is_hesitation(written) {
                words.push(Word(Cow::Borrowed(as_spoken(written))));
            }
        } else {
            words.extend(word(written));
        }
        at = next;
    }
    words
}

/// What is written down when somebody dictates and thinks.
fn is_hesitation(word: &str) -> bool {
    matches!(word, "uh" | "um" | "uhm" | "erm")
}

/// Where a word ends that goes on at least up to `at`, and where what follows it begins.
fn end_of_word(text: &str, mut at: usize) -> (usize, usize) {
    while let Some(byte) = text.as_bytes().get(at) {
        match byte {
            // The full stop of a sentence belongs to no word.
            b'.' if matches!(text.as_bytes().get(at + 1), None | Some(b' ' | b'\n')) => return (at, at + 1),
            b'\'' | b'-' | b'.' | b'/' | b'_' => at += 1,
            _ if byte.is_ascii_alphanumeric() => at += 1,
            _ if byte.is_ascii() => return (at, at + 1),
            _ => {
                let c = text[at..].chars().next().unwrap_or(' ');
                if !c.is_alphanumeric() && !matches!(c, '’' | '‘') {
                    return (at, at + c.len_utf8());
                }
                at += c.len_utf8();
            }
        }
    }
    (at, at)
}

/// The word that is written so, if it has a letter or a digit.
fn word(written: &str) -> Option<Word<'_>> {
    if !written.is_ascii() {
        let written = written.trim_end_matches(['\'', '’', '‘', '-', '.', '/', '_']);
        let tells = written.contains(char::is_alphanumeric);
        return tells.then(|| Word(Cow::Owned(as_spoken(&lower(written)).into())));
    }
    let last = written.bytes().rposition(|byte| !matches!(byte, b'\'' | b'-' | b'.' | b'/' | b'_'))?;
    let written = &written[..=last];
    if !written.bytes().any(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    if !written.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Some(Word(Cow::Borrowed(as_spoken(written))));
    }
    let mut lower = written.to_ascii_lowercase();
    let spoken = as_spoken(&lower);
    if spoken.len() == lower.len() {
        return Some(Word(Cow::Owned(lower)));
    }
    lower = spoken.into();
    Some(Word(Cow::Owned(lower)))
}

fn lower(written: &str) -> String {
    let mut out = String::with_capacity(written.len());
    for c in written.chars() {
        match c {
            '’' | '‘' => out.push('\''),
            _ if c.is_ascii() => out.push(c.to_ascii_lowercase()),
            _ => out.extend(c.to_lowercase()),
        }
    }
    out
}

/// Whether a text has more than `limit` words, without reading it all.
pub(super) fn has_more_words(text: &str, limit: usize) -> bool {
    text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).nth(limit).is_some()
}

/// Whether a character can end a sentence, or opens or closes something that does not end in between.
fn is_sign(c: char) -> bool {
    matches!(c, '`' | '(' | '[' | ')' | ']' | '\n' | '.' | '!' | '?' | '…') || is_face(c)
}

/// Whether a character that begins with this byte may be a sign; of those that are not ASCII few have one of two.
fn may_be_sign(byte: u8) -> bool {
    matches!(byte, b'`' | b'(' | b'[' | b')' | b']' | b'\n' | b'.' | b'!' | b'?' | 0xE2 | 0xF0)
}

/// Faces and hands that people put where a full stop would stand.
fn is_face(c: char) -> bool {
    matches!(u32::from(c), 0x1F600..=0x1F64F | 0x1F910..=0x1F97A)
}

/// What people type in a hurry or with feeling: "dont" and "nooo".
fn as_spoken(word: &str) -> &str {
    let bytes = word.as_bytes();
    match bytes {
        b"u" => "you",
        b"ur" => "your",
        b"wht" => "what",
        b"pls" | b"plz" => "please",
        b"cuz" | b"coz" => "because",
        // Few words end like these.
        [.., b'n', b't'] | [.., b't' | b'e', b's'] | [.., b'i', b'm'] | [.., b'v' | b'r', b'e'] => match word {
            "dont" => "don't",
            "doesnt" => "doesn't",
            "didnt" => "didn't",
            "isnt" => "isn't",
            "arent" => "aren't",
            "wasnt" => "wasn't",
            "cant" => "can't",
            "wont" => "won't",
            "couldnt" => "couldn't",
            "shouldnt" => "shouldn't",
            "wouldnt" => "wouldn't",
            "thats" => "that's",
            "heres" => "here's",
            "whats" => "what's",
            "im" => "i'm",
            "ive" => "i've",
            "youre" => "you're",
            _ => word,
        },
        [.., a, b, last] if a == last && b == last && last.is_ascii_alphabetic() => {
            let stretched = bytes.iter().rev().take_while(|byte| *byte == last).count();
            if stretched < word.len() { &word[..=word.len() - stretched] } else { word }
        }
        _ => word,
    }
}

/// Where a piece of a text begins in it.
pub(super) fn place_of(piece: &str, text: &str) -> usize {
    (piece.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len() - piece.len().min(text.len()))
}

/// The last bytes of a text, at most `limit`, from a whole character on.
pub(super) fn tail(text: &str, limit: usize) -> &str {
    let start = text.len().saturating_sub(limit);
    (start..=text.len()).find(|at| text.is_char_boundary(*at)).map_or("", |at| &text[at..])
}

/// A text without what stands in it in brackets.
pub(super) fn unbracketed(text: &str) -> String {
    let mut depth = 0_usize;
    let is_outside = |(at, c): &(usize, char)| {
        let was = depth;
        match c {
            // ":(" opens nothing.
            '(' if depth > 0 || is_closed(&text[at + 1..]) => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        was == 0 && depth == 0
    };
    text.char_indices().filter(is_outside).map(|(_, c)| c).collect()
}

/// Words with which somebody begins a sentence, in small letters too.
static BEGINNINGS: Words = Words::new(
    "i we you it they he she this that there so then but also please let's lets what what's how why where who can could \
     do does should would",
);

/// Whether most sentences of a text begin in small letters, though the first does not: "Rye only. we bake at six. no cakes".
fn goes_on_small(text: &str) -> bool {
    let (mut n_small, mut n_others) = (0_usize, 0_usize);
    for (at, _) in text.match_indices(". ") {
        let is_small = text[at + 2..].trim_start().starts_with(char::is_lowercase);
        if !is_small {
            n_others += 1;
        } else if !ends_with_abbreviation(&text[..at]) {
            n_small += 1;
        }
    }
    n_small >= 2 && n_small > 2 * n_others
}

/// Whether a text goes on with a word that begins a sentence.
fn begins_anew(rest: &str) -> bool {
    rest.split_whitespace().next().is_some_and(|word| BEGINNINGS.contains(word.trim_end_matches(',')))
}

/// Widths of the windows that programs fit text to.
const WINDOWS: core::ops::RangeInclusive<usize> = 60..=160;

/// A text without the breaks inside its sentences: those that a program put there to fit it to a window, where the next
/// word would not have had room, and those before what is indented under a long entry of a list. Places in it stay what they
/// were.
pub(super) fn unwrapped(text: &str) -> Cow<'_, str> {
    let width = text.lines().map(str::len).max().unwrap_or(0);
    let is_wrapped = WINDOWS.contains(&width);
    let mut out: Option<String> = None;
    let mut start = 0;
    // How far the marker of the entry stands in that the line belongs to.
    let mut entry: Option<usize> = None;
    for (end, _) in text.match_indices('\n') {
        let line = &text[start..end];
        start = end + 1;
        let next = text[start..].split('\n').next().unwrap_or("");
        let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
        entry = if entry_of(line).is_some() { Some(indent(line)) } else { entry };
        let is_under = entry.is_some_and(|marker| indent(next) > marker) && starts_prose(next.trim_start());
        let is_full = line.len() >= *WINDOWS.start();
        let word = next.split_whitespace().next().map_or(0, str::len);
        // "… change the", whatever the next line begins with.
        let is_open = || matches!(line.split_whitespace().next_back(), Some("the" | "a" | "an" | "of")) && word > 0;
        let goes_on = is_wrapped
            && line.len() + 1 + word > width
            && line.trim_end().ends_with(|c: char| c.is_alphanumeric() || c == ',')
            && (next.trim_start_matches(' ').starts_with(char::is_lowercase) || is_open());
        entry = entry.filter(|_| is_under);
        if goes_on || is_under && is_full {
            out.get_or_insert_with(|| text.to_string()).replace_range(end..start, " ");
        }
    }
    out.map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Whether a line begins with words, and not with the mark of a list, a table, a quotation or code, or a label.
fn starts_prose(line: &str) -> bool {
    !line.split(' ').next().is_some_and(|word| word.ends_with(':'))
        && line.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '`' | '(' | '"' | '*'))
        && !line.starts_with("```")
        && entry_of(line).is_none()
}

/// Splits prose into sentences. Full stops inside code, names, numbers and common abbreviations do not end one.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut in_code = false;
    let mut depth = 0_i32;
    // Who begins in small letters goes on in small letters.
    let picked = |c: char| {
        c.is_ascii_digit()
            || c.is_whitespace()
            || matches!(c, '+' | '.' | ',' | ')')
            || !c.is_ascii() && !c.is_alphanumeric()
    };
    let informal =
        LazyCell::new(|| text.trim_start_matches(picked).starts_with(char::is_lowercase) || goes_on_small(text));
    let mut next_at = 0;
    while let Some(offset) = text.as_bytes()[next_at..].iter().position(|byte| may_be_sign(*byte)) {
        let at = next_at + offset;
        let c = text[at..].chars().next().unwrap_or(' ');
        next_at = at + c.len_utf8();
        if !is_sign(c) {
            continue;
        }
        match c {
            '`' => in_code = !in_code,
            '(' | '[' if depth > 0 || is_closed(&text[next_at..]) => depth += 1,
            ')' | ']' => depth = (depth - 1).max(0),
            '\n' => {
                push_sentence(&mut out, &text[start..at]);
                start = at + 1;
                in_code = false;
                depth = 0;
            }
            _ if is_face(c) && *informal && depth == 0 && text[next_at..].starts_with(char::is_whitespace) => {
                push_sentence(&mut out, &text[start..at]);
                start = next_at;
            }
            '.' | '!' | '?' | '…' if !in_code && depth == 0 => {
                let closes = |c: char| matches!(c, '*' | '"' | '”' | '\'' | '’' | '_' | '.' | '!' | '?' | ')');
                let rest = text[next_at..].trim_start_matches(closes);
                let end = text.len() - rest.len();
                // A "Why rye?" poster.
                let is_name = text[next_at..end].contains(['"', '”']);
                next_at = end;
                let ends = rest.is_empty()
                    || rest.starts_with(char::is_whitespace)
                        && rest.trim_start().chars().next().is_none_or(|n| {
                            !n.is_lowercase() || *informal && !is_name || c == '.' && begins_anew(rest)
                        })
                        && !(c == '.' && ends_with_abbreviation(&text[start..at]));
                if ends {
                    push_sentence(&mut out, &text[start..end]);
                    start = end;
                }
            }
            _ => {}
        }
    }
    push_sentence(&mut out, &text[start.min(text.len())..]);
    out
}

/// A bracket that is closed later than this was forgotten.
const LONG_ASIDE: usize = 300;

/// Whether a bracket that was just opened is closed on its line.
fn is_closed(rest: &str) -> bool {
    let mut depth = 1_i32;
    for byte in rest.bytes().take(LONG_ASIDE).take_while(|byte| *byte != b'\n') {
        depth += i32::from(matches!(byte, b'(' | b'[')) - i32::from(matches!(byte, b')' | b']'));
        if depth == 0 {
            return true;
        }
    }
    false
}

const LIST_MARKS: [&str; 3] = ["- ", "* ", "• "];

fn push_sentence<'a>(out: &mut Vec<&'a str>, sentence: &'a str) {
    // The mark of a list, or of words left out before it, is no part of what is said.
    let sentence = sentence.trim().trim_start_matches("… ");
    // "- 18 degrees" is cold.
    let is_item = |rest: &&str| !rest.starts_with(|c: char| c.is_ascii_digit());
    let item = LIST_MARKS.iter().find_map(|mark| sentence.strip_prefix(mark)).filter(is_item);
    let sentence = item.map_or(sentence, str::trim_start);
    if sentence.chars().any(char::is_alphanumeric) {
        out.push(sentence);
    }
}

/// Whether a text ends where a dot behind it ends no sentence: "approx", "e.g".
pub(crate) fn ends_with_abbreviation(text: &str) -> bool {
    let word = text.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or("");
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '.');
    ["e.g", "i.e", "vs", "etc", "approx", "ca", "cf", "ltd", "incl", "resp", "fig"].iter().any(|a| word.eq_ignore_ascii_case(a))
        // "140 ms" is no lady.
        || matches!(word, "Mr" | "Mrs" | "Ms" | "Dr" | "Prof" | "St")
        // The number of a list item, perhaps in bold: `**2. Deploy**`.
        || (is_numbering(word) && text.trim().trim_start_matches(['*', '_']).len() == word.len())
}

/// `2`, `12` or `b`, but not the "no" of an answer.
fn is_numbering(word: &str) -> bool {
    word.len() == 1 || word.len() == 2 && word.bytes().all(|b| b.is_ascii_digit())
}

/// Words that open a reason.
const REASONS: [&str; 5] = [" because ", " since ", " so that ", " due to ", " as it "];

/// Where the reason in a sentence begins.
fn reason_at(sentence: &str) -> Option<usize> {
    let lower = sentence.to_ascii_lowercase();
    REASONS.iter().flat_map(|mark| lower.match_indices(mark)).map(|(at, _)| at).filter(|at| *at >= 12).min()
}

/// The reason that a sentence gives, as a clause of its own.
pub(super) fn reason(sentence: &str) -> Option<&str> {
    let marked = sentence[reason_at(sentence)?..].trim_start();
    // "Because of the heat" and "due to the heat" stand as they are; "of the heat" would not.
    let stands = |rest: &str| !["of ", "to ", "that "].iter().any(|word| rest.starts_with(word));
    let rest = marked.split_once(' ').map_or(marked, |(_, rest)| if stands(rest) { rest } else { marked });
    (rest.split_whitespace().count() >= 2).then_some(rest)
}

/// A sentence without the reason it gives.
pub(super) fn without_reason(sentence: &str) -> &str {
    reason_at(sentence).map_or(sentence, |at| sentence[..at].trim_end_matches([',', ' ']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(sentences(text), expected);
    }

    #[test]
    fn a_reason_stands_as_a_clause_of_its_own() {
        assert_eq!(reason("The oven is off because the dough is cold."), Some("the dough is cold."));
        assert_eq!(reason("The oven is off because of the heat."), Some("because of the heat."));
        assert_eq!(reason("The oven stays off due to the heat."), Some("due to the heat."));
        assert_eq!(reason("The oven is off so that the dough rests."), Some("so that the dough rests."));
        assert_eq!(reason("The oven is off."), None);
    }

    #[test]
    fn sentences_end_where_people_end_them() {
        check(
            "Rye (see the mill. It is old. No wheat :( now. Ok.",
            &["Rye (see the mill.", "It is old.", "No wheat :( now.", "Ok."],
        );
        check("One is v1.2. Two uses `a. B`. Three?", &["One is v1.2.", "Two uses `a. B`.", "Three?"]);
        check("Use it, e.g. Redis. **Done!** Next", &["Use it, e.g. Redis.", "**Done!**", "Next"]);
        check("He said \"no.\" Then left.", &["He said \"no.\"", "Then left."]);
        check("**2. Deploy** — Run it. Done.", &["**2. Deploy** — Run it.", "Done."]);
        check("it failed again. we roll back", &["it failed again.", "we roll back"]);
        check("Rye 24 only. we bake at six. no cakes", &["Rye 24 only.", "we bake at six.", "no cakes"]);
        check("Do not bake. we talk first. Then we see", &["Do not bake.", "we talk first.", "Then we see"]);
        check("The mill (e.g. the old one). It stands", &["The mill (e.g. the old one).", "It stands"]);
        check("", &[]);
        check("...", &[]);
    }

    #[test]
    fn sentences_that_a_window_broke_are_whole_again() {
        let said = "The small oven in the cellar is the one that we bake the rye in, and\nthe trays stand beside it.\nrye\nonly";
        assert_eq!(unwrapped(said), said.replacen('\n', " ", 1));
        let long = said.replace("The small", "The very small and also rather old, cracked and battered");
        assert_eq!(unwrapped(&long), long.replacen('\n', " ", 1));
        for kept in
            ["rye\nand wheat", "we bake the rye in the small oven\nthe trays that stand beside it hold forty loaves"]
        {
            assert_eq!(unwrapped(kept), kept);
        }
        let list = "Bake:\n- rye, as long as the mill behind the old church still has some\n  (Dark, if it can be)\n  - oats\n  late";
        assert_eq!(unwrapped(list), list.replacen("some\n", "some ", 1));
    }

    #[test]
    fn every_sign_is_looked_for() {
        let signs = (0..=0x0001_FFFF).filter_map(char::from_u32).filter(|c| is_sign(*c));
        assert!(signs.into_iter().all(|c| may_be_sign(c.encode_utf8(&mut [0; 4]).as_bytes()[0])));
    }

    #[test]
    fn words_end_where_they_are_written_to() {
        assert_eq!(
            words("Ends here. v1.2.3: a@b, c#d ~/x.md. It’s—no ‘Ünlü’ @me: -x .5 ... a.\nB"),
            ["ends", "here", "v1.2.3", "a", "b", "c", "d", "~/x.md", "it's", "no", "ünlü", "@me", "x", ".5", "a", "b"]
        );
    }

    #[test]
    fn words_are_read_as_spoken() {
        assert_eq!(words("Nooo, thats wrong, dont! www"), ["no", "that's", "wrong", "don't", "www"]);
        assert_eq!(words("pls u bake, cuz ur rye"), ["please", "you", "bake", "because", "your", "rye"]);
    }
}
