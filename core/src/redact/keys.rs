//! Finds literals by four of their bytes.
//!
//! The bytes are folded (case does not count) and hashed, and a table says whether any literal has them, so that a word
//! without a secret costs a multiplication and a look-up.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

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
    counts[0xc2] = 0xffff;
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
#[derive(Debug, Default)]
struct Bucket {
    /// What all of them begin with, folded, and which bytes that are.
    head: u64,
    mask: u64,
    first: usize,
    count: usize,
}

impl<T> Keys<T> {
    /// Takes entries with their keys.
    #[allow(clippy::large_stack_arrays)] // made once, where the stack has room
    pub(super) fn new(mut keyed: Vec<(u32, Entry<T>)>) -> Self {
        keyed.sort_by_key(|&(key, _)| hash(key));
        let mut keys = Self {
            known: Box::new([false; 1 << HASH_BITS]),
            numbers: Box::new([0; 1 << HASH_BITS]),
            buckets: vec![Bucket::default()],
            entries: Vec::with_capacity(keyed.len()),
        };
        for group in keyed.chunk_by(|one, other| hash(one.0) == hash(other.0)) {
            let hash = hash(group[0].0);
            keys.known[hash] = true;
            keys.numbers[hash] = u16::try_from(keys.buckets.len()).unwrap_or(0);
            let mut bucket = Bucket { head: 0, mask: u64::MAX, first: 0, count: group.len() };
            for (index, (_, entry)) in group.iter().enumerate() {
                let (head, mask) = (entry.head | FOLD_HEAD, if entry.back == 0 { entry.mask } else { 0 });
                let same = if index == 0 { u64::BITS } else { (head ^ bucket.head).trailing_zeros() };
                bucket.mask &= mask & !u64::MAX.checked_shl(same / 8 * 8).unwrap_or(0);
                bucket.head = head & bucket.mask;
            }
            keys.buckets.push(bucket);
        }
        let mut first = 0;
        for bucket in &mut keys.buckets {
            bucket.first = first;
            first += bucket.count;
        }
        keys.entries.extend(keyed.into_iter().map(|(_, entry)| entry));
        keys
    }

    /// Whether some literal may have the key.
    #[inline]
    pub(super) fn may_have(&self, key: u32) -> bool {
        self.known[hash(key)]
    }

    /// The number of the bucket of the key; nothing is in the first.
    #[inline]
    pub(super) fn bucket(&self, key: u32) -> u16 {
        self.numbers[hash(key)]
    }

    /// Whether `text` begins with what all literals of a bucket have in common.
    #[inline]
    pub(super) fn may_begin(&self, bucket: u16, text: &[u8]) -> bool {
        let Bucket { head: common, mask, .. } = self.buckets[usize::from(bucket)];
        (head(text) | FOLD_HEAD) & mask == common
    }

    /// The literals of a bucket.
    #[inline]
    pub(super) fn entries(&self, bucket: u16) -> &[Entry<T>] {
        let Bucket { first, count, .. } = self.buckets[usize::from(bucket)];
        &self.entries[first..first + count]
    }
}

/// A literal with its value.
#[derive(Debug)]
pub(super) struct Entry<T> {
    /// The first bytes of the literal, what folds the text before the comparison, and which bytes there are.
    head: u64,
    fold: u64,
    mask: u64,
    literal: Box<[u8]>,
    /// Where the literal stands, counted back from the place by which it is found.
    back: usize,
    pub(super) value: T,
}

impl<T: Copy> Entry<T> {
    pub(super) fn new(literal: &Literal<T>, back: usize) -> Self {
        let bytes = literal.text.as_bytes();
        let fold = if literal.exact { 0 } else { FOLD_HEAD };
        let mask = u64::MAX >> (64 - 8 * bytes.len().clamp(1, HEAD));
        Self { head: (head(bytes) | fold) & mask, fold, mask, literal: bytes.into(), back, value: literal.value }
    }

    /// The bounds of the literal, if it is the one at `at`.
    #[inline]
    pub(super) fn bounds_in(&self, text: &[u8], at: usize) -> Option<(usize, usize)> {
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
        same.then_some((start, start + self.literal.len()))
    }
}

/// How much of a literal is compared at once.
pub(super) const HEAD: usize = 8;
const FOLD_HEAD: u64 = (FOLD as u64) << 32 | FOLD as u64;

/// The first eight bytes; what is missing counts as zero.
#[inline]
fn head(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.first_chunk().copied().unwrap_or_else(|| {
        let mut first = [0; HEAD];
        first[..bytes.len()].copy_from_slice(bytes);
        first
    }))
}
