//! Lists of stems in several languages.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::words::fold;
use crate::text::{Table, hash};

/// A list of stems at the place where it is asked for.
macro_rules! stems {
    ($text:expr) => {{
        static LIST: $crate::trust::stems::Stems = $crate::trust::stems::Stems::new($text);
        &LIST
    }};
}

pub(super) use stems;

/// Stems, with blanks between; one that ends in `.` is a whole word. What is written without blanks in its language is
/// looked for anywhere.
#[derive(Debug)]
pub(super) struct Stems {
    text: &'static str,
    sorted: OnceBox<Sorted>,
}

/// Stems ready to be asked about many words.
#[derive(Debug)]
pub(super) struct Sorted {
    whole: Table<()>,
    /// Beginnings of words, and their first bytes as marks: most words are told by them.
    beginnings: Vec<String>,
    firsts: u64,
    /// The same with those of the whole words.
    all_firsts: u64,
    unspaced: Vec<String>,
}

fn mark(word: &str) -> u64 {
    1 << (word.as_bytes().first().copied().unwrap_or(0) & 63)
}

impl Stems {
    /// A list of stems.
    pub(super) const fn new(text: &'static str) -> Self {
        Self { text, sorted: OnceBox::new() }
    }

    /// The stems, for asking about many words.
    #[inline(never)] // many callers
    pub(super) fn sorted(&self) -> &Sorted {
        self.sorted.get_or_init(|| {
            let stems = || self.text.split_ascii_whitespace();
            let whole = stems().filter_map(|stem| stem.strip_suffix('.')).map(|word| (word, ())).collect();
            // Look-alike letters are folded in the sentence, so they are in the stem.
            let (unspaced, beginnings): (Vec<String>, Vec<String>) = stems()
                .filter(|stem| !stem.ends_with('.'))
                .map(|stem| stem.chars().flat_map(fold).collect::<String>())
                .partition(|stem| stem.chars().any(is_unspaced));
            let firsts = beginnings.iter().fold(0, |marks, stem| marks | mark(stem));
            let all_firsts = stems().filter(|stem| stem.ends_with('.')).fold(firsts, |marks, word| marks | mark(word));
            Box::new(Sorted { whole: Table::of(whole), beginnings, firsts, all_firsts, unspaced })
        })
    }

    /// Whether one of the stems that are written without blanks stands in the text.
    pub(super) fn are_in(&self, text: &str) -> bool {
        let unspaced = &self.sorted().unspaced;
        !unspaced.is_empty() && has_unspaced(text) && unspaced.iter().any(|stem| text.contains(stem.as_str()))
    }

    /// Whether the word is one of the whole words.
    pub(super) fn is(&self, word: &str) -> bool {
        self.sorted().whole.get(word, hash(word)).is_some()
    }
}

impl Sorted {
    /// Whether the word, of which this is the hash, is one of the whole words or begins with one of the stems.
    pub(super) fn begin(&self, word: &str, hash: u32) -> bool {
        let first = mark(word);
        if self.all_firsts & first == 0 {
            return false;
        }
        self.whole.contains(word, hash)
            || self.firsts & first != 0
                && self
                    .beginnings
                    .iter()
                    .any(|stem| stem.as_bytes()[0] == word.as_bytes()[0] && word.starts_with(stem.as_str()))
    }
}

/// Whether some of it is written without blanks.
pub(super) fn has_unspaced(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(is_unspaced)
}

/// Chinese, Japanese: words are not set apart.
fn is_unspaced(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}')
}
