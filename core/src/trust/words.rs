//! Sentences and words as the judges see them: lower case, look-alike letters folded.

use alloc::string::String;
use alloc::vec::Vec;

/// One sentence, or one line without a full stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sentence {
    /// Lower-case words; `don't` becomes `dont`, paths and addresses stay whole.
    pub(super) words: Vec<String>,
    /// The sentence itself, folded, for phrases of scripts without blanks.
    pub(super) text: String,
    /// A mark for every word, so that most words of a list are known to be missing at a glance.
    marks: u128,
}

/// The mark of a word: few words share one.
fn mark(word: &str) -> u128 {
    let bytes = word.as_bytes();
    let (first, last) = (bytes.first().copied().unwrap_or(0), bytes.last().copied().unwrap_or(0));
    let place = usize::from(first) * 7 + usize::from(last) * 31 + bytes.len() * 13;
    1 << (place % 128)
}

impl Sentence {
    /// A sentence of these words.
    pub(super) fn new(words: Vec<String>, text: String) -> Self {
        let marks = words.iter().fold(0, |marks, word| marks | mark(word));
        Self { words, text, marks }
    }

    fn may_have(&self, word: &str) -> bool {
        self.marks & mark(word) != 0
    }

    /// Whether any word of `list` occurs.
    pub(super) fn has(&self, list: &str) -> bool {
        let mut entries = list.split_ascii_whitespace();
        entries.any(|entry| self.may_have(entry) && self.words.iter().any(|word| word == entry))
    }

    /// Whether `phrase`, words with single blanks, occurs.
    pub(super) fn says(&self, phrase: &str) -> bool {
        if !phrase.split(' ').all(|word| self.may_have(word)) {
            return false;
        }
        let count = phrase.split(' ').count();
        self.words
            .windows(count)
            .any(|window| window.iter().zip(phrase.split(' ')).all(|(word, wanted)| word == wanted))
    }

    /// Whether any of the phrases, with `, ` between them, occurs.
    pub(super) fn says_any(&self, phrases: &str) -> bool {
        phrases.split(", ").any(|phrase| self.says(phrase))
    }

    /// Whether a word of `first` is followed by one of `second` within `distance` words.
    pub(super) fn near(&self, first: &str, second: &str, distance: usize) -> bool {
        if !self.has(first) || !self.has(second) {
            return false;
        }
        self.words.iter().enumerate().any(|(at, word)| {
            let until = self.words.len().min(at + 1 + distance);
            one_of(word, first) && self.words[at + 1..until].iter().any(|later| one_of(later, second))
        })
    }

    /// Whether the word at `at` is negated: a negation stands up to three words before it.
    pub(super) fn negated(&self, at: usize) -> bool {
        let before = self.words[at.saturating_sub(3)..at].iter().rev();
        // "… no guidelines and disregard …": the negation belongs to what stands before "and".
        before.take_while(|word| !one_of(word, "and then but or")).any(|word| is_negation(word))
    }
}

/// Whether `word` is in a list written as words with blanks between.
pub(super) fn one_of(word: &str, list: &str) -> bool {
    list.split_ascii_whitespace().any(|entry| entry == word)
}

/// `not`, `never`, `don't` and their like.
pub(super) fn is_negation(word: &str) -> bool {
    matches!(
        word,
        "not"
            | "never"
            | "no"
            | "dont"
            | "doesnt"
            | "wont"
            | "cannot"
            | "cant"
            | "shouldnt"
            | "mustnt"
            | "without"
            | "nicht"
            | "nie"
            | "niemals"
            | "kein"
            | "keine"
            | "jamais"
            | "nunca"
            | "refuse"
            | "avoid"
            | "stop"
            | "instead"
    )
}

/// At most this many sentences are judged; a statement worth storing is far shorter.
const MAX_SENTENCES: usize = 4000;

/// Cuts text into sentences and words.
pub(super) fn sentences(text: &str) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let mut current = String::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let next = characters.peek().copied();
        let ends = match character {
            '\n' | ';' | '。' | '！' | '？' => true,
            '.' | '!' | '?' => next.is_none_or(char::is_whitespace) || next == Some('"'),
            _ => false,
        };
        if !ends {
            current.extend(fold(character));
        }
        if ends || characters.peek().is_none() {
            push(&mut sentences, &mut current);
            if sentences.len() >= MAX_SENTENCES {
                break;
            }
        }
    }
    sentences
}

fn push(sentences: &mut Vec<Sentence>, current: &mut String) {
    let text = core::mem::take(current);
    let mut words = Vec::new();
    for piece in text.split(|character: char| {
        character.is_whitespace()
            || matches!(
                character,
                ',' | '(' | ')' | '"' | '“' | '”' | '<' | '>' | '[' | ']' | '{' | '}' | '|' | '`' | '*'
            )
    }) {
        let address = piece.contains("://") || piece.contains('/') || piece.contains('@');
        if address {
            words.push(piece.into());
            continue;
        }
        // `don't` is one word, `send-token` two.
        for word in piece.split(['-', ':', '=', '—', '–', '!', '?']) {
            let word: String = word.chars().filter(|character| !matches!(character, '\'' | '’' | '_')).collect();
            let word = word.trim_matches('.');
            if !word.is_empty() {
                words.push(word.into());
            }
        }
    }
    if !words.is_empty() {
        sentences.push(Sentence::new(words, text));
    }
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
