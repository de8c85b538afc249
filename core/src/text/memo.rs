//! Stems that were asked for before. A text has few words, and each of them many times.

use core::sync::atomic::{AtomicU64, Ordering};

/// Letters of the longest word that is kept.
const LETTERS: usize = 10;
/// Bits of a letter; 0 stands for none.
const LETTER_BITS: usize = 5;
/// Where the number of kept letters and that of the ending follow the letters.
const KEPT_AT: usize = LETTERS * LETTER_BITS;
const ENDING_AT: usize = KEPT_AT + 4;

/// What follows the letters that a word keeps in its stem. Other stems are not kept.
const ENDINGS: [&str; 8] = ["", "e", "i", "z", "r", "ze", "er", "y"];

/// One word with its stem in each place, whole in one number, so that nobody ever sees half of an entry. Empty is 0.
static PLACES: [AtomicU64; 4096] = [const { AtomicU64::new(0) }; 4096];

/// A word that can be kept: its letters in one number.
#[derive(Clone, Copy)]
pub(super) struct Key(u64);

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
        &PLACES[(mixed >> 52) as usize]
    }

    /// How many letters the word keeps in its stem, and what follows them.
    pub(super) fn stem(self) -> Option<(usize, &'static str)> {
        let entry = self.place().load(Ordering::Relaxed);
        let kept = (entry >> KEPT_AT & 15) as usize;
        (entry & ((1 << KEPT_AT) - 1) == self.0 && entry != 0)
            .then(|| (kept, ENDINGS[(entry >> ENDING_AT & 7) as usize]))
    }

    /// Keeps the stem of the word.
    pub(super) fn keep(self, word: &str, stem: &str) {
        let kept = word.bytes().zip(stem.bytes()).take_while(|(a, b)| a == b).count();
        if let Some(ending) = ENDINGS.iter().position(|ending| *ending == &stem[kept..]) {
            let entry = self.0 | (kept as u64) << KEPT_AT | (ending as u64) << ENDING_AT;
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
        for (word, stem) in [("deployed", "deploy"), ("carries", "carri"), ("organising", "organiz"), ("cat", "cat")] {
            let key = Key::of(word).unwrap();
            key.keep(word, stem);
            let (kept, ending) = key.stem().unwrap();
            assert_eq!(String::from(&word[..kept]) + ending, stem);
        }
        let odd = Key::of("went").unwrap();
        odd.keep("went", "go");
        assert!(odd.stem().is_none());
    }

    #[test]
    fn only_small_letters_have_a_key() {
        assert!(["Cat", "c4t", "naïve", "internationally"].iter().all(|word| Key::of(word).is_none()));
    }
}
