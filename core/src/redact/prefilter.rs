//! Finds literals in text: the part of the scan that touches every byte.
//!
//! Each literal is looked for by four bytes in a row, the ones least often seen in ordinary text. The four are folded
//! (case does not count), hashed, and one bit says whether any literal has them, so a text without secrets costs a
//! multiplication and a bit test a byte. Literals too short for that are found by a byte that is rare by itself.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

const WINDOW: usize = 4;
/// Makes capital letters small; what else falls together is told apart by the comparison that follows.
const FOLD: u32 = 0x2020_2020;
const HASH_BITS: u32 = 17;
const SLOT_BITS: u32 = 13;

/// Bytes that are rare enough to be looked at one by one: `%`, `~` and first bytes of invisible characters.
const RARE: [bool; 256] = {
    let mut rare = [false; 256];
    rare[b'%' as usize] = true;
    rare[b'~' as usize] = true;
    rare[0xc2] = true;
    rare[0xe1] = true;
    rare[0xe2] = true;
    rare[0xef] = true;
    rare
};

/// A set of literals, each with a value of its own.
#[derive(Debug)]
pub(super) struct Prefilter<T> {
    bits: Box<[u64; 1 << (HASH_BITS - 6)]>,
    /// Folded bytes and the group of literals that have them, by open addressing; group 0 is an empty slot.
    slots: Vec<(u32, u16)>,
    groups: Vec<Vec<Entry<T>>>,
    /// Literals that are found by a rare byte, by that byte.
    marked: Vec<(u8, Vec<Entry<T>>)>,
}

#[derive(Debug, Clone)]
struct Entry<T> {
    literal: String,
    /// Where in the literal the four bytes stand.
    offset: usize,
    value: T,
}

impl<T: Copy> Prefilter<T> {
    /// Takes literals of at least three bytes, or shorter ones that hold a rare byte; case does not count.
    pub(super) fn new(literals: impl IntoIterator<Item = (String, T)>) -> Self {
        let mut filter = Self {
            bits: Box::new([0; 1 << (HASH_BITS - 6)]),
            slots: vec![(0, 0); 1 << SLOT_BITS],
            groups: vec![Vec::new()],
            marked: Vec::new(),
        };
        for (literal, value) in literals {
            filter.add(literal, value);
        }
        filter
    }

    fn add(&mut self, literal: String, value: T) {
        let bytes = literal.as_bytes();
        if bytes.len() >= WINDOW {
            let offset = rarest_window(bytes);
            let key = fold(&bytes[offset..]);
            self.insert(key, Entry { literal, offset, value });
        } else if let Some(offset) = bytes.iter().position(|&byte| RARE[usize::from(byte)]) {
            let byte = bytes[offset];
            let entry = Entry { literal, offset, value };
            match self.marked.iter_mut().find(|(known, _)| *known == byte) {
                Some((_, entries)) => entries.push(entry),
                None => self.marked.push((byte, vec![entry])),
            }
        } else {
            // Anything may follow: one key for each folded byte.
            for last in (0..=u8::MAX).filter(|byte| byte & 0x20 != 0) {
                let mut window = [last; WINDOW];
                window[..bytes.len().min(WINDOW)].copy_from_slice(&bytes[..bytes.len().min(WINDOW)]);
                self.insert(fold(&window), Entry { literal: literal.clone(), offset: 0, value });
            }
        }
    }

    fn insert(&mut self, key: u32, entry: Entry<T>) {
        let hash = hash(key);
        self.bits[hash >> 6] |= 1 << (hash & 63);
        let mut slot = hash & ((1 << SLOT_BITS) - 1);
        while self.slots[slot].1 != 0 && self.slots[slot].0 != key {
            slot = (slot + 1) & ((1 << SLOT_BITS) - 1);
        }
        if self.slots[slot].1 == 0 {
            self.slots[slot] = (key, u16::try_from(self.groups.len()).unwrap_or(0));
            self.groups.push(Vec::new());
        }
        self.groups[usize::from(self.slots[slot].1)].push(entry);
    }

    /// Calls `found` with the bounds and the value of every literal in the text, in the order of the places by which
    /// they are found.
    pub(super) fn search(&self, text: &[u8], mut found: impl FnMut(usize, usize, T)) {
        let mut rest = text;
        while let Some(window) = rest.first_chunk::<WINDOW>() {
            let key = u32::from_le_bytes(*window) | FOLD;
            let hash = hash(key);
            if self.bits[hash >> 6] >> (hash & 63) & 1 != 0 || RARE[usize::from(window[0])] {
                self.confirm(text, text.len() - rest.len(), key, &mut found);
            }
            rest = &rest[1..];
        }
        for at in text.len() - rest.len()..text.len() {
            self.confirm(text, at, fold(&text[at..]), &mut found);
        }
    }

    #[inline(never)]
    fn confirm(&self, text: &[u8], at: usize, key: u32, found: &mut impl FnMut(usize, usize, T)) {
        let mut check = |entry: &Entry<T>| {
            let Some(start) = at.checked_sub(entry.offset) else { return };
            let end = start + entry.literal.len();
            if end <= text.len() && text[start..end].eq_ignore_ascii_case(entry.literal.as_bytes()) {
                found(start, end, entry.value);
            }
        };
        if RARE[usize::from(text[at])] {
            let marked = self.marked.iter().find(|(byte, _)| *byte == text[at]);
            marked.iter().flat_map(|(_, entries)| entries).for_each(&mut check);
        }
        let mut slot = hash(key) & ((1 << SLOT_BITS) - 1);
        while self.slots[slot].1 != 0 {
            if self.slots[slot].0 == key {
                self.groups[usize::from(self.slots[slot].1)].iter().for_each(&mut check);
                return;
            }
            slot = (slot + 1) & ((1 << SLOT_BITS) - 1);
        }
    }
}

/// The first four bytes, folded; what is missing counts as zero.
fn fold(bytes: &[u8]) -> u32 {
    let mut window = [0; WINDOW];
    let length = bytes.len().min(WINDOW);
    window[..length].copy_from_slice(&bytes[..length]);
    u32::from_le_bytes(window) | FOLD
}

#[inline]
fn hash(key: u32) -> usize {
    (key.wrapping_mul(0x9e37_79b1) >> (32 - HASH_BITS)) as usize
}

/// Where the four bytes stand that ordinary text has least often: marks and digits first, then rare letters.
fn rarest_window(literal: &[u8]) -> usize {
    let rarity = |byte: &u8| match byte.to_ascii_lowercase() {
        b'e' | b't' | b'a' | b'o' | b'i' | b'n' | b's' | b'r' | b' ' => 0,
        b'l' | b'd' | b'c' | b'u' | b'm' | b'p' => 1,
        b'h' | b'f' | b'g' | b'b' | b'y' | b'.' => 2,
        b'w' | b'v' | b'k' | b'/' | b'-' | b':' | b'_' => 3,
        _ => 5,
    };
    let windows = literal.windows(WINDOW).map(|window| window.iter().map(rarity).sum::<usize>()).enumerate();
    // The first of equals.
    windows.max_by_key(|&(at, rarity)| (rarity, core::cmp::Reverse(at))).map_or(0, |(at, _)| at)
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
        check(&["key"], "key", &[(0, 3)]);
        check(&["key"], "a KEY=1", &[(2, 5)]);
        check(&["%2"], "x%2", &[(1, 3)]);
        check(&["abc"], "ab", &[]);
        check(&["1//0", "2//0"], "1//0", &[(0, 4)]);
        check(&["Q~"], "xQ~y", &[(1, 3)]);
        check(&["\u{200b}"], "a\u{200b}b\u{201c}", &[(1, 4)]);
        check(&["default:production."], "default:production.x", &[(0, 19)]);
    }
}
