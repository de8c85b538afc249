//! Bytes looked for eight at a time.

pub(crate) const ONES: u64 = 0x0101_0101_0101_0101;
pub(crate) const HIGHS: u64 = 0x8080_8080_8080_8080;

/// Marks the highest bit of bytes of `word` that are zero; the lowest mark is exact.
#[inline]
pub(crate) fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & HIGHS
}

#[inline]
pub(crate) fn word_at(bytes: &[u8], at: usize) -> Option<u64> {
    let eight: [u8; 8] = bytes.get(at..at + 8)?.try_into().ok()?;
    Some(u64::from_le_bytes(eight))
}

/// The next place of one byte.
#[inline]
pub(crate) fn find_byte(needle: u8, bytes: &[u8], mut at: usize) -> Option<usize> {
    let pattern = ONES * u64::from(needle);
    while let Some(word) = word_at(bytes, at) {
        let marks = zero_bytes(word ^ pattern);
        if marks != 0 {
            return Some(at + (marks.trailing_zeros() / 8) as usize);
        }
        at += 8;
    }
    (at..bytes.len()).find(|&at| bytes[at] == needle)
}
