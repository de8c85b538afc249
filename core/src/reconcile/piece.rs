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
use super::spelling::push_word;
use crate::text::small_letters;

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
            // "localhost:8000" is an address.
            ':' if at > 0 && text.as_bytes().get(at + 1).is_some_and(u8::is_ascii_digit) && is_in_address(text, at) => {
            }
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

/// Whether the word that ends here is one behind "://".
fn is_in_address(text: &str, at: usize) -> bool {
    let begins = text[..at].rfind(char::is_whitespace).map_or(0, |space| space + 1);
    text[begins..at].contains("://")
}

/// Longest name of a field.
const FIELD_WORDS: usize = 4;

/// Whether more words stand at the end of the pieces than a field has in its name.
fn has_many_words(pieces: &[Piece]) -> bool {
    let is_word = |piece: &&Piece| matches!(piece, Piece::Word { .. });
    pieces.iter().rev().take_while(is_word).take(FIELD_WORDS + 1).count() > FIELD_WORDS
}

/// Nothing in code is done or changes: "the index on `(berth, stay)`". A single word is the name of something.
fn no_verbs(pieces: &mut [Piece]) {
    let is_one = pieces.len() == 1;
    for piece in pieces {
        if let Piece::Word { marks, stem_marks, raw_name, .. } = piece {
            *raw_name |= is_one;
            for marks in [marks, stem_marks] {
                *marks = marks.without(Marks::VERB).without(Marks::CHANGE);
            }
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
            // "c:\bakery" is no field of that name.
            let is_drive = c == ':' && next == Some('\\');
            is_drive || next_is_word && (c != ':' || digit_at(at - 1))
        }
        // Only inside a number: 8,372.
        ',' => digit_at(at - 1) && (1..=3).all(|n| digit_at(at + n)),
        '/' => true,
        '~' | '$' => true,
        _ => false,
    }
}

/// What stands for a word that is no word here: an endless time, the beginning of a clause.
pub(super) fn special(folded: &str, before: Option<&Piece>) -> Option<Piece> {
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
pub(super) fn push_plain(pieces: &mut Vec<Piece>, word: &Word, raw_name: bool, quoted: bool) {
    let number = if word.marks.has(Marks::NUMBER) { lexicon::number_word(&word.folded) } else { None };
    pieces.push(match number {
        Some(value) => Piece::Number { value, glued_unit: String::new() },
        None => special(&word.folded, pieces.last()).unwrap_or_else(|| Piece::word(word, raw_name, quoted)),
    });
}
