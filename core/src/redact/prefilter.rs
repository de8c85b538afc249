//! Finds literals in text.
//!
//! A literal is looked for where a word begins, or, if it is one that ends words, where a word ends; [`super::places`]
//! tells both for many bytes at once. There four bytes (three before an end) are folded (case does not count), hashed,
//! and one bit says whether any literal has them, so that a word without a secret costs a multiplication and a bit
//! test. Literals too short for that are found by a byte that is rare by itself.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::pattern::Class;
use super::places::{BLOCK, Beginnings, Cursor, LONG_RUN, Places, Trigrams, Window};

/// How much of a word is looked at where it begins.
const BEGINNING: usize = 4;
/// Makes capital letters small; what else falls together is told apart by the comparison that follows.
const FOLD: u32 = 0x2020_2020;
const HASH_BITS: u32 = 17;
const SLOT_BITS: u32 = 13;

/// How much of the four bytes counts, by the first of them: escapes and invisible characters may be followed by anything.
const COUNTS: [u32; 256] = {
    let mut counts = [u32::MAX; 256];
    counts[b'~' as usize] = 0xff;
    counts[b'%' as usize] = 0xffff;
    counts[0xc2] = 0xffff;
    counts[0xe1] = 0xff_ffff;
    counts[0xe2] = 0xff_ffff;
    counts[0xef] = 0xff_ffff;
    counts
};

/// What is looked for, with a value of its own.
#[derive(Debug)]
pub(super) struct Literal<T> {
    pub(super) text: String,
    pub(super) value: T,
    /// Whether case counts.
    pub(super) exact: bool,
}

/// A set of literals.
#[derive(Debug)]
pub(super) struct Prefilter<T> {
    beginnings: Beginnings,
    endings: Trigrams,
    bits: Box<[u64; 1 << (HASH_BITS - 6)]>,
    /// Keys, by open addressing, each with the entries that have it; no entries are an empty slot.
    slots: Vec<Slot>,
    entries: Vec<Entry<T>>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    key: u32,
    first: u16,
    count: u16,
}

#[derive(Debug)]
struct Entry<T> {
    /// The first bytes of the literal, what folds the text before the comparison, and which bytes there are.
    head: u64,
    fold: u64,
    mask: u64,
    literal: Box<[u8]>,
    /// Where the literal stands, counted back from the place by which it is found.
    back: usize,
    value: T,
}

impl<T: Copy> Prefilter<T> {
    /// Takes literals of at least three bytes, or shorter ones that hold a rare byte.
    ///
    /// Those of `beginning` are found only where a word begins when they begin with a letter, those of `ending` (at
    /// least three bytes each) only where a word ends.
    pub(super) fn new(beginning: &[Literal<T>], ending: &[Literal<T>]) -> Self {
        let mut keyed: Vec<(u32, Entry<T>)> = Vec::new();
        for literal in beginning {
            let known = known(literal);
            let entry = || Entry::new(literal, literal.text.len() - known.len());
            if known.len() >= BEGINNING || is_rare(known[0]) {
                keyed.push((beginning_key(known), entry()));
                continue;
            }
            // Anything may follow: one key for each folded byte.
            for last in folded() {
                let mut window = [last; BEGINNING];
                window[..known.len()].copy_from_slice(known);
                keyed.push((beginning_key(&window), entry()));
            }
        }
        for literal in ending {
            let bytes = literal.text.as_bytes();
            let entry = || Entry::new(literal, bytes.len());
            match *bytes {
                // Anything may stand before.
                [a, b, c] => keyed.extend(folded().map(|first| (ending_key(&[first, a, b, c]), entry()))),
                _ => keyed.push((ending_key(bytes), entry())),
            }
        }
        keyed.sort_by_key(|&(key, _)| key);
        let mut filter = Self {
            beginnings: Beginnings::new(beginning.iter().map(known)),
            endings: Trigrams::endings(ending.iter().map(|literal| literal.text.as_bytes())),
            bits: Box::new([0; 1 << (HASH_BITS - 6)]),
            slots: vec![Slot::default(); 1 << SLOT_BITS],
            entries: Vec::with_capacity(keyed.len()),
        };
        for (key, entry) in keyed {
            filter.insert(key);
            filter.entries.push(entry);
        }
        filter
    }

    /// Makes the key lead to the next entry; all with the same key come one after the other.
    fn insert(&mut self, key: u32) {
        let hash = hash(key);
        self.bits[hash >> 6] |= 1 << (hash & 63);
        let mut slot = hash & ((1 << SLOT_BITS) - 1);
        while self.slots[slot].count != 0 && self.slots[slot].key != key {
            slot = (slot + 1) & ((1 << SLOT_BITS) - 1);
        }
        let slot = &mut self.slots[slot];
        if slot.count == 0 {
            *slot = Slot { key, first: u16::try_from(self.entries.len()).unwrap_or(0), count: 0 };
        }
        slot.count += 1;
    }

    /// Calls `found` with the bounds and the value of every literal in the text, in the order of the places by which
    /// they are found; returns the bounds of every long run of plain bytes.
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    pub(super) fn search(&self, text: &[u8], mut found: impl FnMut(usize, usize, T)) -> Vec<(usize, usize)> {
        let mut cursor = Cursor::default();
        let mut runs: Vec<(usize, usize)> = Vec::new();
        // A word may end at the end of the text.
        for base in (0..=text.len()).step_by(BLOCK) {
            let rest = &text[base..];
            let padding;
            let window = match rest.first_chunk() {
                Some(window) => window,
                None => {
                    padding = padded(rest);
                    &padding
                }
            };
            let places = cursor.step(&self.beginnings, &self.endings, window);
            self.look(text, base, window, places, &mut found);
            if places.long != 0 {
                add_runs(&mut runs, text, base, places.long);
            }
        }
        runs
    }

    /// Looks at the places of one block.
    #[inline]
    fn look(&self, text: &[u8], base: usize, window: &Window, places: Places, found: &mut impl FnMut(usize, usize, T)) {
        // Bit tests first, which nearly all fail, without a branch that depends on them.
        let mut left = places.starts;
        let mut starts = 0;
        while left != 0 {
            let bit = left.trailing_zeros() as usize % BLOCK;
            starts |= u64::from(self.may_have(beginning_key(&window[bit..bit + BEGINNING]))) << bit;
            left &= left - 1;
        }
        let mut left = places.ends;
        let mut ends = 0;
        while left != 0 {
            let bit = left.trailing_zeros() as usize % BLOCK;
            ends |= u64::from(self.may_have(ending_key(text.get(..base + bit).unwrap_or_default()))) << bit;
            left &= left - 1;
        }
        let mut marks = starts | ends;
        while marks != 0 {
            let bit = marks.trailing_zeros();
            marks &= marks - 1;
            let at = base + bit as usize;
            // A word that ends here stands before one that begins here.
            if ends >> bit & 1 != 0 {
                self.confirm(text, at, ending_key(text.get(..at).unwrap_or_default()), found);
            }
            if starts >> bit & 1 != 0 {
                self.confirm(text, at, beginning_key(text.get(at..).unwrap_or_default()), found);
            }
        }
    }

    #[inline]
    fn may_have(&self, key: u32) -> bool {
        let hash = hash(key);
        self.bits[hash >> 6] >> (hash & 63) & 1 != 0
    }

    #[inline]
    fn confirm(&self, text: &[u8], at: usize, key: u32, found: &mut impl FnMut(usize, usize, T)) {
        let mut slot = hash(key) & ((1 << SLOT_BITS) - 1);
        while self.slots[slot].count != 0 {
            let Slot { key: known, first, count } = self.slots[slot];
            if known == key {
                let first = usize::from(first);
                for entry in self.entries.get(first..first + usize::from(count)).unwrap_or_default() {
                    if let Some(start) = entry.start_in(text, at) {
                        found(start, start + entry.literal.len(), entry.value);
                    }
                }
                return;
            }
            slot = (slot + 1) & ((1 << SLOT_BITS) - 1);
        }
    }
}

impl<T> Entry<T> {
    fn new(literal: &Literal<T>, back: usize) -> Self
    where
        T: Copy,
    {
        let bytes = literal.text.as_bytes();
        let fold = if literal.exact { 0 } else { u64::from(FOLD) << 32 | u64::from(FOLD) };
        let mask = u64::MAX >> (64 - 8 * bytes.len().clamp(1, HEAD));
        Self { head: (head(bytes) | fold) & mask, fold, mask, literal: bytes.into(), back, value: literal.value }
    }

    /// Where the literal begins, if it is the one at `at`.
    #[inline]
    fn start_in(&self, text: &[u8], at: usize) -> Option<usize> {
        let start = at.checked_sub(self.back)?;
        let rest = text.get(start..)?;
        if (head(rest) | self.fold) & self.mask != self.head {
            return None;
        }
        // The whole literal, where folding takes for a letter what is none.
        let found = rest.get(..self.literal.len())?;
        let same = if self.fold == 0 {
            self.literal.len() <= HEAD || found[HEAD..] == self.literal[HEAD..]
        } else {
            found.eq_ignore_ascii_case(&self.literal)
        };
        same.then_some(start)
    }
}

/// How much of a literal is compared at once.
const HEAD: usize = 8;

/// The first eight bytes; what is missing counts as zero.
#[inline]
fn head(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.first_chunk().copied().unwrap_or_else(|| {
        let mut first = [0; HEAD];
        first[..bytes.len()].copy_from_slice(bytes);
        first
    }))
}

/// Adds the long runs that begin to be long in the block at `base`.
fn add_runs(runs: &mut Vec<(usize, usize)>, text: &[u8], base: usize, mut long: u64) {
    while long != 0 {
        let at = base + long.trailing_zeros() as usize;
        let mut end = runs.last().map_or(0, |run| run.1);
        if at >= end {
            end = at + Class::BASE64.run(text, at, text.len());
            runs.push((at + 1 - LONG_RUN, end));
        }
        let next = end - base;
        long = if next < BLOCK { long & u64::MAX << next } else { 0 };
    }
}

/// What is left of the text as a whole window; what is missing counts as zero.
fn padded(rest: &[u8]) -> Window {
    core::array::from_fn(|at| rest.get(at).copied().unwrap_or(0))
}

/// What a literal is found by: all of it, or, if that is too short for a key, what begins with a rare byte.
fn known<T>(literal: &Literal<T>) -> &[u8] {
    let bytes = literal.text.as_bytes();
    let short = bytes.len() < BEGINNING;
    let from = bytes.iter().position(|&byte| short && is_rare(byte)).unwrap_or(0);
    &bytes[from..]
}

fn is_rare(byte: u8) -> bool {
    COUNTS[usize::from(byte)] != u32::MAX
}

/// What the text that begins here is known by; what is missing counts as zero.
#[inline]
fn beginning_key(rest: &[u8]) -> u32 {
    let first = rest.first_chunk::<BEGINNING>().copied().unwrap_or_else(|| {
        let mut first = [0; BEGINNING];
        first[..rest.len()].copy_from_slice(rest);
        first
    });
    (u32::from_le_bytes(first) | FOLD) & COUNTS[usize::from(first[0])]
}

/// What the text that ends here is known by; what is missing counts as zero.
#[inline]
fn ending_key(before: &[u8]) -> u32 {
    let last = before.last_chunk::<BEGINNING>().copied().unwrap_or_else(|| {
        let mut last = [0; BEGINNING];
        last[BEGINNING - before.len()..].copy_from_slice(before);
        last
    });
    // Turned, so that it is not taken for what begins a word.
    !(u32::from_le_bytes(last) | FOLD)
}

/// Every byte that text can have when case does not count.
fn folded() -> impl Iterator<Item = u8> {
    (0..=u8::MAX).filter(|byte| byte & 0x20 != 0)
}

#[inline]
fn hash(key: u32) -> usize {
    (key.wrapping_mul(0x9e37_79b1) >> (32 - HASH_BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[track_caller]
    fn check(beginning: &[&str], ending: &[&str], text: &str, expected: &[(usize, usize)]) {
        let of = |literals: &[&str]| -> Vec<Literal<()>> {
            literals.iter().map(|&text| Literal { text: text.into(), value: (), exact: false }).collect()
        };
        let filter = Prefilter::new(&of(beginning), &of(ending));
        let mut hits = vec![];
        filter.search(text.as_bytes(), |start, end, ()| hits.push((start, end)));
        assert_eq!(hits, expected);
    }

    #[test]
    fn finds_literals_where_words_begin_whatever_the_case() {
        check(&["token", "tok_"], &[], "a TOKEN here, tok_ there", &[(2, 7), (14, 18)]);
        check(&["token"], &[], "a betoken, myToken", &[(13, 18)]);
        check(&["token"], &[], "\\ntoken %3Dtoken \\u003dtoken xyztoken", &[(2, 7), (11, 16), (23, 28)]);
        check(&["%2"], &[], "x%2", &[(1, 3)]);
        check(&["abcd"], &[], "abc", &[]);
        check(&["aws"], &[], "aws AWS_x", &[(0, 3), (4, 7)]);
        check(&["1//0", "2//0"], &[], "1//0", &[(0, 4)]);
        check(&["Q~"], &[], "xQ~y", &[(1, 3)]);
        check(&["\u{200b}"], &[], "a\u{200b}b\u{201c}", &[(1, 4)]);
        check(&["default:production."], &[], "default:production.x", &[(0, 19)]);
    }

    #[test]
    fn finds_words_where_they_end() {
        check(&[], &["key"], "key", &[(0, 3)]);
        check(
            &[],
            &["key"],
            "apikey=1 KEYS keyboard monkeys. KEYNOTE myKeyName",
            &[(3, 6), (9, 12), (26, 29), (42, 45)],
        );
        check(&[], &["contraseña"], "la contraseña: x", &[(3, 14)]);
        // Across the bounds of what is looked at in one step, and at the end.
        for blanks in 50..140 {
            let text = " ".repeat(blanks) + "token";
            check(&["tok"], &["token"], &text, &[(blanks, blanks + 3), (blanks, blanks + 5)]);
        }
    }

    #[test]
    fn tells_long_runs() {
        let filter = Prefilter::<()>::new(&[], &[]);
        for blanks in 0..140 {
            for (length, longer) in [(19, 0), (20, 1), (21, 1), (64, 1), (200, 1)] {
                let text = [" ".repeat(blanks), "a-/b".repeat(50)[..length].into(), "=".into()].concat();
                let runs = filter.search(text.as_bytes(), |_, _, ()| {});
                assert_eq!(runs, vec![(blanks, blanks + length); longer], "{blanks} {length}");
            }
        }
    }
}
