//! Words that were asked for before, with their stems. A text has few words, and each of them many times.

use core::sync::atomic::{AtomicU64, Ordering};

/// Letters of the longest word that is kept.
const LETTERS: usize = 10;
/// Bits of a letter; 0 stands for none.
const LETTER_BITS: usize = 5;
/// Where the number of kept letters and that of the ending follow the letters.
const KEPT_AT: usize = LETTERS * LETTER_BITS;
const ENDING_AT: usize = KEPT_AT + 4;
const STOP_AT: usize = ENDING_AT + 3;

/// What follows the letters that a word keeps in its stem. Other stems are not kept.
const ENDINGS: [&str; 8] = ["", "e", "i", "z", "r", "ze", "er", "y"];

/// A long conversation has some ten thousand words.
const PLACE_BITS: usize = 14;

/// One word with its stem in each place, whole in one number, so that nobody ever sees half of an entry. Empty is 0.
static PLACES: [AtomicU64; 1 << PLACE_BITS] = [const { AtomicU64::new(0) }; 1 << PLACE_BITS];

/// A word that can be kept: its letters in one number.
#[derive(Clone, Copy)]
pub(super) struct Key(u64);

/// What is known of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    /// How many letters it keeps in its stem.
    pub(super) kept: usize,
    /// What follows them.
    pub(super) ending: &'static str,
    /// It says nothing about what a text is about.
    pub(super) is_stop: bool,
}

impl Key {
    /// The key of a word; `None` when it is too long or has anything but small letters.
    pub(super) fn of(word: &str) -> Option<Self> {
        if word.len() > LETTERS {
            return None;
        }
        let mut key = 0;
        for byte in word.bytes() {
            let letter = byte.wrapping_sub(b'a');
            if letter >= 26 {
                return None;
            }
            key = key << LETTER_BITS | u64::from(letter + 1);
        }
        Some(Self(key))
    }

    fn place(self) -> &'static AtomicU64 {
        let mixed = self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &PLACES[(mixed >> (64 - PLACE_BITS)) as usize]
    }

    /// What is known of the word, if it was kept.
    pub(super) fn known(self) -> Option<Known> {
        let entry = self.place().load(Ordering::Relaxed);
        (entry & ((1 << KEPT_AT) - 1) == self.0 && entry != 0).then(|| Known {
            kept: (entry >> KEPT_AT & 15) as usize,
            ending: ENDINGS[(entry >> ENDING_AT & 7) as usize],
            is_stop: entry >> STOP_AT & 1 == 1,
        })
    }

    /// Keeps the stem of the word, and whether it is a stop word.
    pub(super) fn keep(self, word: &str, stem: &str, is_stop: bool) {
        let kept = word.bytes().zip(stem.bytes()).take_while(|(a, b)| a == b).count();
        if let Some(ending) = ENDINGS.iter().position(|ending| *ending == &stem[kept..]) {
            let entry =
                self.0 | (kept as u64) << KEPT_AT | (ending as u64) << ENDING_AT | u64::from(is_stop) << STOP_AT;
            self.place().store(entry, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn what_is_kept_comes_back() {
        for (word, stem) in
            [("deployed", "deploy"), ("carries", "carri"), ("organising", "organiz"), ("qqcat", "qqcat")]
        {
            let key = Key::of(word).unwrap();
            key.keep(word, stem, word == "qqcat");
            let known = key.known().unwrap();
            assert_eq!(String::from(&word[..known.kept]) + known.ending, stem);
            assert_eq!(known.is_stop, word == "qqcat");
        }
        let odd = Key::of("went").unwrap();
        odd.keep("went", "go", false);
        assert!(odd.known().is_none());
    }

    #[test]
    fn only_small_letters_have_a_key() {
        assert!(["Cat", "c4t", "naïve", "internationally"].iter().all(|word| Key::of(word).is_none()));
    }
}
