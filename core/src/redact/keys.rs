//! Finds literals by four of their bytes.
//!
//! The bytes are folded (case does not count) and hashed, and a table says whether any literal has them, so that a word
//! without a secret costs a multiplication and a look-up.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::pattern::Class;
use super::prefilter::Literal;

/// How many bytes literals are known by.
pub(super) const KEY: usize = 4;
/// Makes capital letters small; what else falls together is told apart by the comparison that follows.
const FOLD: u32 = 0x2020_2020;
/// As large as stays close to the processor.
const HASH_BITS: u32 = 15;

/// How much of four bytes counts, by the first of them: what begins with no letter is rare enough to be known by less,
/// and what hides or encodes others may be followed by anything.
const COUNTS: [u32; 256] = {
    let mut counts = [0xff_ffff; 256];
    let mut letter = b'a';
    while letter <= b'z' {
        counts[letter as usize] = u32::MAX;
        counts[letter.to_ascii_uppercase() as usize] = u32::MAX;
        letter += 1;
    }
    counts[b'~' as usize] = 0xff;
    counts[b'%' as usize] = 0xffff;
    counts[0x1b] = 0xffff;
    counts[0xc2] = 0xffff;
    counts[0xcd] = 0xffff;
    counts[0xd8] = 0xffff;
    counts
};

/// Whether what begins with the byte is known by it and at most one more.
pub(super) fn is_rare(byte: u8) -> bool {
    COUNTS[usize::from(byte)] <= 0xffff
}

/// What the text that begins here is known by; what is missing counts as zero.
#[inline]
pub(super) fn beginning(rest: &[u8]) -> u32 {
    let first = u32::from_le_bytes(rest.first_chunk().copied().unwrap_or_else(|| {
        let mut first = [0; KEY];
        first[..rest.len()].copy_from_slice(rest);
        first
    }));
    (first | FOLD) & COUNTS[(first & 0xff) as usize]
}

/// What the text that ends here is known by; what is missing counts as zero.
#[inline]
pub(super) fn ending(before: &[u8]) -> u32 {
    let last = before.last_chunk().copied().unwrap_or_else(|| {
        let mut last = [0; KEY];
        last[KEY - before.len()..].copy_from_slice(before);
        last
    });
    u32::from_le_bytes(last) | FOLD
}

/// Every byte that text can have when case does not count.
pub(super) fn folded() -> impl Iterator<Item = u8> {
    (0..=u8::MAX).filter(|byte| byte & 0x20 != 0)
}

#[inline]
fn hash(key: u32) -> usize {
    (key.wrapping_mul(0x9e37_79b1) >> (32 - HASH_BITS)) as usize
}

/// Literals by their keys.
#[derive(Debug)]
pub(super) struct Keys<T> {
    known: Box<[bool; 1 << HASH_BITS]>,
    /// The number of the bucket of each hash.
    numbers: Box<[u16; 1 << HASH_BITS]>,
    buckets: Vec<Bucket>,
    entries: Vec<Entry<T>>,
}

/// The literals whose keys have the same hash.
#[derive(Debug)]
struct Bucket {
    /// What all of them have from their place on, what folds the text before the comparison, and which bytes that are.
    head: u64,
    fold: u64,
    mask: u64,
    /// The first byte behind the place that is not the same in all of them, and what it can be: a bit for each, four
    /// bytes to a bit.
    next_at: usize,
    next: u64,
    first: usize,
    count: usize,
}

impl Bucket {
    /// Nothing, which may stand nowhere.
    const EMPTY: Self = Self { head: 1, fold: 0, mask: 0, next_at: 0, next: 0, first: 0, count: 0 };

    /// That of the entries from `first` on.
    fn of<T: Copy>(first: usize, entries: &[Entry<T>]) -> Self {
        let exact = entries.iter().all(|entry| entry.fold == 0);
        let fold = if exact { 0 } else { FOLD_HEAD };
        let common = |(head, mask): (u64, u64), (other, others): (u64, u64)| {
            let differ = (head ^ other).to_le_bytes().map(|byte| if byte == 0 { 0 } else { u8::MAX });
            (head, mask & others & !u64::from_le_bytes(differ))
        };
        let heads = entries.iter().map(Entry::behind).map(|(head, mask)| (head | fold, mask));
        let (head, mask) = heads.reduce(common).unwrap_or((0, 0));
        let next_at = mask.trailing_ones() as usize / 8;
        let next = entries.iter().fold(0, |next, entry| next | entry.next_bits(next_at));
        Self { head: head & mask, fold, mask, next_at, next, first, count: entries.len() }
    }
}

impl<T: Copy> Keys<T> {
    /// Takes entries with their keys.
    #[allow(clippy::large_stack_arrays)] // made once, where the stack has room
    pub(super) fn new(mut keyed: Vec<(u32, Entry<T>)>) -> Self {
        keyed.sort_by_key(|&(key, _)| hash(key));
        let mut keys = Self {
            known: Box::new([false; 1 << HASH_BITS]),
            numbers: Box::new([0; 1 << HASH_BITS]),
            buckets: vec![Bucket::EMPTY],
            entries: Vec::with_capacity(keyed.len()),
        };
        for group in keyed.chunk_by(|one, other| hash(one.0) == hash(other.0)) {
            let hash = hash(group[0].0);
            keys.known[hash] = true;
            keys.numbers[hash] = u16::try_from(keys.buckets.len()).unwrap_or(0);
            let first = keys.entries.len();
            for (_, entry) in group {
                match keys.entries[first..].last_mut() {
                    Some(last) if last.is_same_literal(entry) => last.join(entry),
                    _ => keys.entries.push(entry.clone()),
                }
            }
            keys.buckets.push(Bucket::of(first, &keys.entries[first..]));
        }
        keys
    }

    /// Whether some literal may have the key.
    #[inline]
    pub(super) fn may_have(&self, key: u32) -> bool {
        self.known[hash(key)]
    }

    /// The number of the bucket of the key; nothing is in the first.
    #[inline]
    fn bucket(&self, key: u32) -> usize {
        usize::from(self.numbers[hash(key)])
    }

    /// Whether `text` begins with what all literals with the key have there, and goes on as one.
    #[inline]
    pub(super) fn may_stand(&self, key: u32, text: &[u8; HEAD + 1]) -> bool {
        let Bucket { head: common, fold, mask, next_at, next, .. } = self.buckets[self.bucket(key)];
        let is_common = (head(text) | fold) & mask == common;
        is_common & (next & bit_of(text[next_at.min(HEAD)]) != 0)
    }

    /// The literals that may have the key.
    #[inline]
    pub(super) fn entries(&self, key: u32) -> &[Entry<T>] {
        let Bucket { first, count, .. } = self.buckets[self.bucket(key)];
        &self.entries[first..first + count]
    }
}

/// A literal with its values.
#[derive(Debug, Clone)]
pub(super) struct Entry<T> {
    /// The first bytes of the literal, what folds the text before the comparison, and which bytes there are.
    head: u64,
    fold: u64,
    mask: u64,
    literal: Box<[u8]>,
    exact: bool,
    /// Where the literal stands, counted back from the place by which it is found.
    back: usize,
    /// What the byte behind the literal can be for any of the values.
    next: Class,
    pub(super) values: Vec<T>,
}

impl<T: Copy> Entry<T> {
    pub(super) fn new(literal: &Literal<T>, back: usize) -> Self {
        let bytes = literal.text.as_bytes();
        let fold_of = |byte: &u8| u8::from(byte.is_ascii_alphabetic() && !literal.exact) << 5;
        let fold = head(&bytes.iter().map(fold_of).collect::<Vec<_>>());
        let mask = u64::MAX >> (64 - 8 * bytes.len().clamp(1, HEAD));
        Self {
            head: (head(bytes) | fold) & mask,
            fold,
            mask,
            literal: bytes.into(),
            exact: literal.exact,
            back,
            next: literal.next,
            values: vec![literal.value],
        }
    }

    /// Up to eight bytes from the place on by which the literal is found, and which bytes that are.
    fn behind(&self) -> (u64, u64) {
        let behind = &self.literal[self.back..];
        (head(behind), u64::MAX.checked_shr(64 - 8 * u32::try_from(behind.len().min(HEAD)).unwrap_or(0)).unwrap_or(0))
    }

    /// What the byte can be that stands `at` bytes behind the place.
    fn next_bits(&self, at: usize) -> u64 {
        match self.literal.get(self.back + at) {
            Some(&byte) if self.exact => bit_of(byte),
            Some(&byte) => bit_of(byte.to_ascii_lowercase()) | bit_of(byte.to_ascii_uppercase()),
            None if self.next == Class::ANY => u64::MAX,
            None => (0..=u8::MAX).filter(|&byte| self.next.has(byte)).fold(0, |bits, byte| bits | bit_of(byte)),
        }
    }

    fn is_same_literal(&self, other: &Self) -> bool {
        (&self.literal, self.exact, self.back) == (&other.literal, other.exact, other.back)
    }

    /// Takes the values of another entry for the same literal.
    fn join(&mut self, other: &Self) {
        self.next = self.next.or(other.next);
        self.values.extend(&other.values);
    }

    /// The bounds of the literal, if it is the one at `at` and what stands behind it can follow.
    #[inline]
    pub(super) fn bounds_in(&self, text: &[u8], at: usize) -> Option<(usize, usize)> {
        let start = at.checked_sub(self.back)?;
        let rest = text.get(start..)?;
        if (head(rest) | self.fold) & self.mask != self.head {
            return None;
        }
        let found = rest.get(..self.literal.len())?;
        let same = self.literal.len() <= HEAD
            || if self.exact {
                found[HEAD..] == self.literal[HEAD..]
            } else {
                found[HEAD..].eq_ignore_ascii_case(&self.literal[HEAD..])
            };
        let end = start + self.literal.len();
        (same && self.next.may_be_at(text, end)).then_some((start, end))
    }
}

/// How much of a literal is compared at once.
pub(super) const HEAD: usize = 8;
const FOLD_HEAD: u64 = (FOLD as u64) << 32 | FOLD as u64;

#[inline]
fn bit_of(byte: u8) -> u64 {
    1 << (byte % 64)
}

/// The first eight bytes; what is missing counts as zero.
#[inline]
fn head(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.first_chunk().copied().unwrap_or_else(|| {
        let mut first = [0; HEAD];
        first[..bytes.len()].copy_from_slice(bytes);
        first
    }))
}
