//! Words that were asked for before, with their stems. A text has few words, and each of them many times.

use core::sync::atomic::{AtomicU64, Ordering};

/// Letters of the longest word that is kept: as many as a number to the base 27 has in 64 bits.
const LETTERS: usize = 13;
/// A long conversation has some ten thousand words.
const PLACE_BITS: usize = 14;
/// Where the number of kept letters, that of the ending and two marks follow what tells the word.
const KEPT_AT: usize = 64 - PLACE_BITS;
const ENDING_AT: usize = KEPT_AT + 4;
const STOP_AT: usize = ENDING_AT + 3;
const FULL_AT: usize = STOP_AT + 1;

/// What follows the letters that a word keeps in its stem. Other stems are not kept.
const ENDINGS: [&str; 8] = ["", "e", "i", "z", "r", "ze", "er", "y"];

/// One word with its stem in each place, whole in one number, so that nobody ever sees half of an entry. Empty is 0.
static PLACES: [AtomicU64; 1 << PLACE_BITS] = [const { AtomicU64::new(0) }; 1 << PLACE_BITS];

/// A word that can be kept: its letters in one number, mixed. No two words have the same, because a multiplication by
/// an odd number can be undone. The upper bits tell the place, and only the others have to be kept there.
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
        let mut key: u64 = 0;
        for byte in word.bytes() {
            let letter = byte.wrapping_sub(b'a');
            if letter >= 26 {
                return None;
            }
            key = key * 27 + u64::from(letter + 1);
        }
        Some(Self(key.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    fn place(self) -> &'static AtomicU64 {
        &PLACES[(self.0 >> KEPT_AT) as usize]
    }

    /// What tells the word at its place.
    fn mark(self) -> u64 {
        self.0 & ((1 << KEPT_AT) - 1) | 1 << FULL_AT
    }

    /// What is known of the word, if it was kept.
    pub(super) fn known(self) -> Option<Known> {
        let entry = self.place().load(Ordering::Relaxed);
        let mark = ((1 << KEPT_AT) - 1) | 1 << FULL_AT;
        (entry & mark == self.mark()).then(|| Known {
            kept: (entry >> KEPT_AT & 15) as usize,
            ending: ENDINGS[(entry >> ENDING_AT & 7) as usize],
            is_stop: entry >> STOP_AT & 1 == 1,
        })
    }

    /// Keeps the stem of the word, and whether it is a stop word. Tells what is known from now on, if it can be kept.
    pub(super) fn keep(self, word: &str, stem: &str, is_stop: bool) -> Option<Known> {
        let kept = word.bytes().zip(stem.bytes()).take_while(|(a, b)| a == b).count();
        let ending = ENDINGS.iter().position(|ending| *ending == &stem[kept..])?;
        let known = (kept as u64) << KEPT_AT | (ending as u64) << ENDING_AT | u64::from(is_stop) << STOP_AT;
        self.place().store(self.mark() | known, Ordering::Relaxed);
        Some(Known { kept, ending: ENDINGS[ending], is_stop })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn what_is_kept_comes_back() {
        for (word, stem) in [
            ("deployed", "deploy"),
            ("carries", "carri"),
            ("organising", "organiz"),
            ("zzzzzzzzzzzzz", "zzzz"),
            ("a", "a"),
            ("qqcat", "qqcat"),
        ] {
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
        assert!(["Cat", "c4t", "naïve", "implementation"].iter().all(|word| Key::of(word).is_none()));
    }
}
