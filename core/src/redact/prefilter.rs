//! Finds literals in text by their first three bytes: the part of the scan that touches every byte.
//!
//! Bytes are folded to 32 classes (letters without case, digits, the marks that tokens use), three
//! classes in a row make one of 32 768 numbers, and one bit says whether any literal begins so. A
//! text without secrets costs a shift and a bit test a byte; what passes is compared in full.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

const CLASSES: usize = 32;
const NUMBERS: usize = CLASSES * CLASSES * CLASSES;

const DIGIT: u8 = 27;
const DASH: u8 = 28;
const DOT: u8 = 29;
const SLASH: u8 = 30;
const LEADING: u8 = 31;

const CLASS: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0_u8;
    loop {
        classes[byte as usize] = match byte {
            b'a'..=b'z' => byte - b'a' + 1,
            b'A'..=b'Z' => byte - b'A' + 1,
            b'0'..=b'9' => DIGIT,
            b'_' | b'-' => DASH,
            b'.' => DOT,
            b'/' | b':' | b'%' | b'\\' => SLASH,
            // First bytes of the invisible characters (most scripts begin with others) and two rare marks.
            0xc2 | 0xe1 | 0xe2 | 0xef | b'&' | b'+' => LEADING,
            _ => 0,
        };
        if byte == u8::MAX {
            break classes;
        }
        byte += 1;
    }
};

/// A set of literals, each with a value of its own.
#[derive(Debug)]
pub(super) struct Prefilter<T> {
    bits: Vec<u64>,
    /// For each number the group of literals that begin so; 0 is none.
    group_of: Vec<u16>,
    groups: Vec<Vec<(String, T)>>,
}

impl<T: Copy> Prefilter<T> {
    /// Takes literals of at least two bytes; case does not count.
    pub(super) fn new(literals: impl IntoIterator<Item = (String, T)>) -> Self {
        let mut filter = Self { bits: vec![0; NUMBERS / 64], group_of: vec![0; NUMBERS], groups: vec![Vec::new()] };
        for (literal, value) in literals {
            let bytes = literal.as_bytes();
            let class = |at: usize| usize::from(CLASS[usize::from(bytes[at])]);
            let start = (class(0) * CLASSES + class(1)) * CLASSES;
            // A literal of two bytes may be followed by anything.
            let thirds = if bytes.len() > 2 { class(2)..class(2) + 1 } else { 0..CLASSES };
            for third in thirds {
                filter.add(start + third, literal.clone(), value);
            }
        }
        filter
    }

    fn add(&mut self, number: usize, literal: String, value: T) {
        if self.group_of[number] == 0 {
            self.bits[number / 64] |= 1 << (number % 64);
            self.group_of[number] = u16::try_from(self.groups.len()).unwrap_or(0);
            self.groups.push(Vec::new());
        }
        self.groups[usize::from(self.group_of[number])].push((literal, value));
    }

    /// Calls `found` with the bounds and the value of every literal in the text, in order.
    pub(super) fn search(&self, text: &[u8], mut found: impl FnMut(usize, usize, T)) {
        let mut number = 0;
        for (at, &byte) in text.iter().enumerate() {
            number = (number << 5 | usize::from(CLASS[usize::from(byte)])) & (NUMBERS - 1);
            if self.bits[number / 64] >> (number % 64) & 1 == 0 || at < 2 {
                continue;
            }
            let start = at - 2;
            for (literal, value) in &self.groups[usize::from(self.group_of[number])] {
                let end = start + literal.len();
                if end <= text.len() && text[start..end].eq_ignore_ascii_case(literal.as_bytes()) {
                    found(start, end, *value);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[track_caller]
    fn check(literals: &[&str], text: &str, expected: &[(usize, usize)]) {
        let filter = Prefilter::new(literals.iter().map(|literal| ((*literal).into(), ())));
        let mut hits = vec![];
        filter.search(text.as_bytes(), |start, end, ()| hits.push((start, end)));
        assert_eq!(hits, expected);
    }

    #[test]
    fn finds_every_literal_whatever_the_case_and_overlap() {
        check(&["token", "ken"], "a TOKEN here", &[(2, 7), (4, 7)]);
        check(&["s."], "is. x", &[(1, 3)]);
        check(&["abc"], "ab", &[]);
        check(&["1//0", "2//0"], "1//0", &[(0, 4)]);
        check(&["\u{200b}"], "a\u{200b}b\u{201c}", &[(1, 4)]);
    }
}
