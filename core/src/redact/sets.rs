//! Finds the first byte of a set, many bytes at once: how long names and values are is hard to foresee, and a processor
//! that guesses wrong is slow.

use super::lanes::{LANES, Lanes};

/// For each byte whether it is one of `bytes`.
pub(super) const fn table(bytes: &[u8]) -> [bool; 256] {
    let mut has = [false; 256];
    let mut at = 0;
    while at < bytes.len() {
        has[bytes[at] as usize] = true;
        at += 1;
    }
    has
}

/// As [`table`], and all that is not ASCII.
pub(super) const fn table_and_wide(bytes: &[u8]) -> [bool; 256] {
    let mut has = table(bytes);
    let mut byte = 0x80;
    while byte < has.len() {
        has[byte] = true;
        byte += 1;
    }
    has
}

/// A set of bytes. Of those that are not ASCII all belong to it, or none.
#[derive(Debug)]
pub(super) struct Set {
    has: [bool; 256],
    /// A byte belongs to the set if what its lower and its higher half stand for have a bit in common.
    lower: [u8; LANES],
    higher: [u8; LANES],
}

impl Set {
    /// Takes for each byte whether it belongs to the set; where those that are not ASCII do, so do all of the first
    /// sixteen, or none.
    pub(super) const fn of(has: [bool; 256]) -> Self {
        let mut lower = [0; LANES];
        let mut higher = [0; LANES];
        let mut byte = 0;
        while byte < has.len() {
            let bit = 1 << (byte / LANES % 8);
            if has[byte] {
                // One bit for each sixteen bytes of ASCII; the others share that of the first sixteen.
                lower[byte % LANES] |= if byte < 128 { bit } else { 1 };
                higher[byte / LANES] = if byte < 128 { bit } else { 1 };
            }
            byte += 1;
        }
        Self { has, lower, higher }
    }

    /// The first place from `at` on where a byte of the set stands, or `end`.
    #[inline]
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    pub(super) fn first_in(&self, text: &[u8], at: usize, end: usize) -> usize {
        let (lower, higher) = (Lanes::load(&self.lower), Lanes::load(&self.higher));
        let half = Lanes::load(&[0x0f; LANES]);
        let mut at = at;
        while let Some(sixteen) = text.get(at..).and_then(<[u8]>::first_chunk)
            && at < end
        {
            let (low, high) = Lanes::load(sixteen).halves(half);
            let found = !lower.at(low).and(higher.at(high)).zeros();
            if found != 0 {
                return end.min(at + found.trailing_zeros() as usize);
            }
            at += LANES;
        }
        while at < end && !self.has[usize::from(text[at])] {
            at += 1;
        }
        at.min(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[track_caller]
    fn check(has: [bool; 256]) {
        let set = Set::of(has);
        for byte in 0..=u8::MAX {
            for at in 0..40 {
                let plain = if has[usize::from(b'a')] { b'.' } else { b'a' };
                let mut text = vec![plain; 40];
                text[at] = byte;
                let expected = if has[usize::from(byte)] { at } else { 40 };
                assert_eq!(set.first_in(&text, 0, 40), expected, "{byte} at {at}");
                assert_eq!(set.first_in(&text, 1, 30), if at == 0 { 30 } else { expected.min(30) }, "{byte} at {at}");
            }
        }
    }

    #[test]
    fn finds_every_byte_of_a_set_and_no_other() {
        check(core::array::from_fn(|byte| matches!(byte, 0x0a | 0x22 | 0x5c | 0x7d)));
        check(core::array::from_fn(|byte| !matches!(byte, 0x20..0x80) || byte == 0x5e));
        check(core::array::from_fn(|byte| byte >= 0x80 || byte == 0x1b));
    }
}
