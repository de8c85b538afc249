//! Sentences and words as the judges see them: lower case, look-alike letters folded.

use alloc::string::String;
use alloc::vec::Vec;

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

/// At most this many sentences are judged; a statement worth storing is far shorter.
const MAX_SENTENCES: usize = 4000;

/// Longer ones are cut at a blank: the judges look from every verb to the end of its sentence.
const MAX_LENGTH: usize = 3000;

/// Cuts text into sentences and words.
pub(super) fn sentences(text: &str) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut places = text.match_indices(['\n', ';', '。', '！', '？', '.', '!', '?']);
    while start < text.len() && sentences.len() < MAX_SENTENCES {
        let end = places.find(|(at, mark)| {
            let next = text[at + mark.len()..].chars().next();
            !matches!(*mark, "." | "!" | "?") || next.is_none_or(|next| next.is_whitespace() || next == '"')
        });
        let (end, next) = end.map_or((text.len(), text.len()), |(at, mark)| (at, at + mark.len()));
        let mut written = &text[start..end];
        while written.len() > MAX_LENGTH && sentences.len() < MAX_SENTENCES {
            let blank = written.char_indices().skip(MAX_LENGTH / 2).find(|(_, letter)| letter.is_whitespace());
            let Some((cut, _)) = blank else { break };
            push(&mut sentences, &written[..cut]);
            written = &written[cut..];
        }
        push(&mut sentences, written);
        start = next;
    }
    sentences
}

fn push(sentences: &mut Vec<Sentence>, written: &str) {
    let text = if written.is_ascii() { written.to_ascii_lowercase() } else { folded(written) };
    let mut words = Vec::with_capacity(text.len() / 6 + 1);
    let mut start = 0;
    // Marks of ASCII are found without decoding characters; what stands between them may have others.
    for (at, byte) in text.bytes().enumerate() {
        if separates(byte) {
            push_words(&mut words, &text[start..at]);
            start = at + 1;
        }
    }
    push_words(&mut words, &text[start..]);
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
fn push_words(words: &mut Vec<String>, piece: &str) {
    if small_letters(piece.as_bytes()) == piece.len() {
        if !piece.is_empty() {
            words.push(piece.into());
        }
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
    let plain = match character {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(character as u32 - 0xfee0).unwrap_or(character),
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
    let invisible = matches!(plain, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}');
    plain.to_lowercase().filter(move |_| !invisible)
}
