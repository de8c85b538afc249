//! Sentences and words as the judges see them: lower case, look-alike letters folded.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::text::{Phrases, Words, hash, small_letters};

/// A list of words at the place where it is asked for.
macro_rules! words {
    ($text:expr) => {{
        static LIST: $crate::text::Words = $crate::text::Words::new($text);
        &LIST
    }};
}

/// A list of phrases at the place where it is asked for.
macro_rules! phrases {
    ($text:expr) => {{
        static LIST: $crate::text::Phrases = $crate::text::Phrases::new($text);
        &LIST
    }};
}

pub(super) use {phrases, words};

/// One sentence, or one line without a full stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sentence {
    /// Lower-case words; `don't` becomes `dont`, paths and addresses stay whole.
    pub(super) words: Vec<String>,
    /// The hash of each word: dozens of lists are asked for it.
    pub(super) hashes: Vec<u32>,
    /// The sentence itself, folded, for phrases of scripts without blanks.
    pub(super) text: String,
}

impl Sentence {
    /// A sentence of these words.
    pub(super) fn new(words: Vec<String>, text: String) -> Self {
        let hashes = words.iter().map(|word| hash(word)).collect();
        Self { words, hashes, text }
    }

    /// What stands from the word at `at` on.
    pub(super) fn from(&self, at: usize) -> Self {
        Self { words: self.words[at..].to_vec(), hashes: self.hashes[at..].to_vec(), text: String::new() }
    }

    /// The words with their hashes.
    pub(super) fn hashed(&self) -> impl Iterator<Item = (&str, u32)> {
        self.words.iter().map(String::as_str).zip(self.hashes.iter().copied())
    }

    /// Places of the words that are in the list.
    pub(super) fn places(&self, list: &'static Words) -> impl Iterator<Item = usize> {
        let table = list.table();
        let is_in = move |at: &usize| table.contains(&self.words[*at], self.hashes[*at]);
        (0..self.words.len()).filter(is_in)
    }

    /// Whether any word of the list occurs.
    #[inline(never)] // many callers
    pub(super) fn has(&self, list: &'static Words) -> bool {
        self.places(list).next().is_some()
    }

    /// Whether any of the phrases occurs.
    pub(super) fn says_any(&self, phrases: &'static Phrases) -> bool {
        self.place_of(phrases).is_some()
    }

    /// Where the first of the phrases begins.
    #[inline(never)] // many callers
    pub(super) fn place_of(&self, phrases: &'static Phrases) -> Option<usize> {
        let table = phrases.table();
        self.hashed().enumerate().position(|(at, (word, hash))| {
            table.get(word, hash).is_some_and(|rests| {
                let behind = &self.words[at + 1..];
                let follows = |rest: &Vec<&str>| {
                    rest.len() <= behind.len() && rest.iter().zip(behind).all(|(wanted, word)| word == wanted)
                };
                rests.iter().any(follows)
            })
        })
    }

    /// Whether a word of `first` is followed by one of `second` within `distance` words.
    #[inline(never)] // many callers
    pub(super) fn near(&self, first: &'static Words, second: &'static Words, distance: usize) -> bool {
        self.places(first).any(|at| {
            let until = self.words.len().min(at + 1 + distance);
            self.words[at + 1..until].iter().any(|later| second.contains(later))
        })
    }

    /// Whether the word at `at` is negated: a negation stands up to three words before it.
    #[inline(never)] // many callers
    pub(super) fn negated(&self, at: usize) -> bool {
        let before = self.words[at.saturating_sub(3)..at].iter().rev();
        // "… no guidelines and disregard …": the negation belongs to what stands before "and".
        before.take_while(|word| !words!("and then but or").contains(word)).any(|word| is_negation(word))
    }
}

/// `not`, `never`, `don't` and their like.
#[inline(never)] // many callers
pub(super) fn is_negation(word: &str) -> bool {
    words!(
        "not never no dont doesnt wont cannot cant shouldnt mustnt without nicht nie niemals kein keine jamais nunca \
         refuse avoid stop instead"
    )
    .contains(word)
}

/// Longer ones are cut at a blank: the judges look from every verb to the end of its sentence.
const MAX_LENGTH: usize = 3000;

/// Cuts text into sentences and words. A line ends a sentence.
pub(super) fn sentences(text: &str) -> Vec<Sentence> {
    let text = &*decoded(text);
    let mut sentences = Vec::new();
    let mut start = 0;
    for (end, next) in ends(text, &['\n', ';', '。', '！', '？', '.', '!', '?']) {
        push(&mut sentences, &text[start..end]);
        start = next;
    }
    push(&mut sentences, &text[start..]);
    sentences
}

/// Lines without a full stop are read together up to this length: a list of names is no sentence.
const MAX_WRAPPED: usize = 600;

/// The sentences that go on in the next line. Nobody can tell a broken line from two that stand for themselves, so
/// these come beside the [sentences] of the lines and not in their place.
pub(super) fn wrapped(text: &str) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    if !text.contains('\n') {
        return sentences;
    }
    let mut run = String::new();
    let mut is_wrapped = false;
    let mut above = ("", "");
    for line in decoded(text).lines() {
        let (mark, line) = marked(line.trim());
        let mut ends = ends(line, &[';', '。', '！', '？', '.', '!', '?']);
        let first = ends.next();
        let tail = ends.last().or(first).map_or(0, |(_, next)| next);
        let goes_on = !run.is_empty() && above.0 == mark && may_go_on(above.1, line);
        if goes_on {
            run.push(' ');
            run.push_str(&line[..first.map_or(line.len(), |(end, _)| end)]);
            is_wrapped = true;
        }
        if !goes_on || first.is_some() || run.len() > MAX_WRAPPED {
            if is_wrapped {
                push(&mut sentences, &run);
            }
            is_wrapped = false;
            run.clear();
            run.push_str(&line[tail..]);
        }
        above = (mark, line);
    }
    if is_wrapped {
        push(&mut sentences, &run);
    }
    sentences
}

/// Where sentences end at one of the marks, and where the next begin.
fn ends<'a>(text: &'a str, marks: &'a [char]) -> impl Iterator<Item = (usize, usize)> + 'a {
    let ends = text.match_indices(marks).filter(|(at, mark)| {
        let next = text[at + mark.len()..].chars().next();
        !matches!(*mark, "." | "!" | "?") || next.is_none_or(|next| next.is_whitespace() || next == '"')
    });
    ends.map(|(at, mark)| (at, at + mark.len()))
}

/// The mark that quotes and comments repeat in every line, and what stands behind it.
fn marked(line: &str) -> (&str, &str) {
    let rest = line.trim_start_matches(['>', '#', '/']);
    let (mark, rest) = line.split_at(line.len() - rest.len());
    if mark == "/" { ("", line) } else { (mark, rest.trim_start()) }
}

/// Whether a sentence may go on in the line below: it has no end, and nothing of its own begins there.
fn may_go_on(line: &str, below: &str) -> bool {
    // `**so**` is set in bold, `* so` is an item of a list.
    let begins = below.trim_start_matches(['*', '_', '(', '"', '\'', '“', '`']).starts_with(char::is_alphabetic)
        && !below.starts_with("```");
    begins && !line.ends_with(['.', '!', '?', ':', ';', '|', '{', '}', '。', '！', '？', '：'])
}

/// The text with the characters that HTML writes as `&#73;` or `&nbsp;`: a page shows them as any others.
fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut pieces = text.split('&');
    let mut plain = String::with_capacity(text.len());
    plain.push_str(pieces.next().unwrap_or(""));
    for piece in pieces {
        match entity(piece) {
            Some((character, rest)) => {
                plain.push(character);
                plain.push_str(rest);
            }
            None => {
                plain.push('&');
                plain.push_str(piece);
            }
        }
    }
    Cow::Owned(plain)
}

/// The character that stands behind `&`, and what follows it.
fn entity(piece: &str) -> Option<(char, &str)> {
    let Some(number) = piece.strip_prefix('#') else {
        let (name, rest) = piece.split_once(';')?;
        let is_blank = matches!(name, "nbsp" | "ensp" | "emsp" | "thinsp" | "Tab" | "NewLine");
        return is_blank.then_some((' ', rest));
    };
    let (digits, radix) = number.strip_prefix(['x', 'X']).map_or((number, 10), |digits| (digits, 16));
    let end = digits.find(|digit: char| !digit.is_digit(radix)).unwrap_or(digits.len());
    let character = char::from_u32(u32::from_str_radix(&digits[..end], radix).ok()?)?;
    let rest = &digits[end..];
    Some((character, rest.strip_prefix(';').unwrap_or(rest)))
}

/// Adds what is written as a sentence, or as several when it is too long.
fn push(sentences: &mut Vec<Sentence>, mut written: &str) {
    while written.len() > MAX_LENGTH {
        let blank = written.char_indices().skip(MAX_LENGTH / 2).find(|(_, letter)| letter.is_whitespace());
        let Some((cut, _)) = blank else { break };
        push_sentence(sentences, &written[..cut]);
        written = &written[cut..];
    }
    push_sentence(sentences, written);
}

fn push_sentence(sentences: &mut Vec<Sentence>, written: &str) {
    let text = if written.is_ascii() { written.to_ascii_lowercase() } else { folded(written) };
    let mut words = Vec::with_capacity(text.len() / 6 + 1);
    let mut start = 0;
    // Marks of ASCII are found without decoding characters; what stands between them may have others.
    for (at, byte) in text.bytes().enumerate() {
        if separates(byte) {
            push_words(&mut words, &text, start..at);
            start = at + 1;
        }
    }
    push_words(&mut words, &text, start..text.len());
    if !words.is_empty() {
        sentences.push(Sentence::new(words, text));
    }
}

/// Whether a mark stands between words.
fn separates(mark: u8) -> bool {
    matches!(
        mark,
        b' ' | b'\t'..=b'\r' | b',' | b'(' | b')' | b'"' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'|' | b'`' | b'*'
    )
}

/// Adds the words of what stands between two separators.
fn push_words(words: &mut Vec<String>, text: &str, place: Range<usize>) {
    let piece = &text[place.clone()];
    if small_letters(piece.as_bytes()) == piece.len() {
        if !piece.is_empty() {
            words.push(piece.into());
        }
        return;
    }
    if piece.contains('_') && stands_for_blanks(text, place) {
        piece.split('_').for_each(|word| push_marked_words(words, word));
        return;
    }
    if !piece.is_ascii() {
        for piece in piece.split(|character: char| character.is_whitespace() || matches!(character, '“' | '”')) {
            push_marked_words(words, piece);
        }
        return;
    }
    push_marked_words(words, piece);
}

/// Whether `_` stands between the words of a phrase, as in `ignore_your_rules`. Names of things do without "your" and
/// "the", and stand in code.
fn stands_for_blanks(text: &str, place: Range<usize>) -> bool {
    let bytes = text.as_bytes();
    let is_code = |mark: Option<&u8>| mark.is_some_and(|mark| b"`\"()[]{}<>".contains(mark));
    let piece = text[place.clone()].trim_end_matches(['.', ':', '!', '?']);
    let points = words!("your you my me the this these that any previous prior earlier");
    piece.split('_').any(|word| points.contains(word))
        && piece.split('_').all(|word| !word.is_empty() && word.chars().all(char::is_alphabetic))
        && !is_code(place.start.checked_sub(1).map(|before| &bytes[before]))
        && !is_code(bytes.get(place.end))
}

/// The same, for what stands between any separators and is no plain word.
fn push_marked_words(words: &mut Vec<String>, piece: &str) {
    // Paths, addresses and options.
    if piece.contains(['/', '@']) || piece.len() > 2 && piece.starts_with("--") {
        words.push(piece.into());
        return;
    }
    // `don't` is one word, `send-token` two.
    for word in piece.split(['-', ':', '=', '—', '–', '!', '?']) {
        let marks = ['\'', '’', '_'];
        let word = if word.contains(marks) { word.replace(marks, "") } else { String::from(word) };
        match word.trim_matches('.') {
            "" => {}
            bare if bare.len() < word.len() => words.push(bare.into()),
            _ => words.push(word),
        }
    }
}

/// A text in which every letter is brought to its plain form.
fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii() {
            out.push(character.to_ascii_lowercase());
        } else {
            out.extend(fold(character));
        }
    }
    out
}

/// Lower case, and letters that only look Latin become Latin.
pub(super) fn fold(character: char) -> impl Iterator<Item = char> {
    let code = u32::from(character);
    let letter = |number: u32| char::from(b"abcdefghijklmnopqrstuvwxyz"[number as usize % 26]);
    let plain = match character {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(code - 0xfee0).unwrap_or(character),
        // Alphabets of mathematics, in circles, brackets and squares.
        '\u{1d400}'..='\u{1d6a3}' => letter(code - 0x1d400),
        '\u{1d7ce}'..='\u{1d7ff}' => char::from(b"0123456789"[(code - 0x1d7ce) as usize % 10]),
        '\u{249c}'..='\u{24e9}' => letter(code - 0x249c),
        '\u{1f110}'..='\u{1f129}' => letter(code - 0x1f110),
        '\u{1f130}'..='\u{1f149}' => letter(code - 0x1f130),
        '\u{1f150}'..='\u{1f169}' => letter(code - 0x1f150),
        '\u{1f170}'..='\u{1f189}' => letter(code - 0x1f170),
        // Letters that these alphabets lack because they were there before.
        'ℬ' => 'b',
        'ℂ' | 'ℭ' => 'c',
        'ℯ' | 'ℰ' => 'e',
        'ℱ' => 'f',
        'ℊ' => 'g',
        'ℋ' | 'ℌ' | 'ℍ' | 'ℎ' => 'h',
        'ℐ' | 'ℑ' | '\u{1d6a4}' | 'ı' => 'i',
        'ℒ' => 'l',
        'ℳ' => 'm',
        'ℕ' => 'n',
        'ℴ' => 'o',
        'ℙ' => 'p',
        'ℚ' => 'q',
        'ℛ' | 'ℜ' | 'ℝ' => 'r',
        'ℤ' | 'ℨ' => 'z',
        'а' | 'А' | 'α' | 'Α' => 'a',
        'е' | 'Е' | 'Ε' => 'e',
        'о' | 'О' | 'ο' | 'Ο' => 'o',
        'р' | 'Р' | 'ρ' | 'Ρ' => 'p',
        'с' | 'С' => 'c',
        'у' | 'У' => 'y',
        'х' | 'Х' => 'x',
        'і' | 'І' | 'ι' | 'Ι' => 'i',
        'ⅰ' | 'Ⅰ' => 'i',
        'ⅼ' | 'Ⅼ' => 'l',
        'ⅽ' | 'Ⅽ' => 'c',
        'ⅾ' | 'Ⅾ' => 'd',
        'ⅿ' | 'Ⅿ' => 'm',
        'ⅴ' | 'Ⅴ' => 'v',
        'ⅹ' | 'Ⅹ' => 'x',
        'ѕ' => 's',
        'ј' => 'j',
        'ԁ' => 'd',
        'ո' => 'n',
        'ɡ' => 'g',
        other => other,
    };
    plain.to_lowercase().filter(|character| !is_unseen(*character))
}

/// Characters that show nothing, and accents that are put on the letter before.
fn is_unseen(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{20d0}'..='\u{20ff}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}'
    )
}
