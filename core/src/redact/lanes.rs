//! Sixteen bytes at a time: the few operations that the scan of every byte is made of.
//!
//! On wasm32 each is an instruction; elsewhere it is a loop with the same result, so that everything above is the same
//! code and is tested natively.

pub(super) use wide::{Lanes, encoded, encoded_long, narrowed, narrowed_ascii};

/// How many bytes are looked at in one step.
pub(super) const LANES: usize = 16;
/// How many units of UTF-16 are made narrow in one step where all are ASCII.
pub(super) const MANY_UNITS: usize = 4 * LANES;
/// The length of eight units of UTF-16, and of their UTF-8 where each takes three bytes.
pub(super) const EIGHT_UNITS: usize = 16;
pub(super) const EIGHT_LONG: usize = 24;
/// The length of four units of UTF-16.
pub(super) const FOUR_UNITS: usize = 8;

#[cfg(target_arch = "wasm32")]
mod wide {
    use super::{EIGHT_LONG, EIGHT_UNITS, FOUR_UNITS, LANES, MANY_UNITS};
    use core::arch::wasm32::{
        i8x16_bitmask, i8x16_eq, i8x16_narrow_i16x8, i8x16_shuffle, i8x16_swizzle, i16x8_eq, i16x8_shl, i32x4_bitmask,
        u8x16_le, u8x16_narrow_i16x8, u8x16_splat, u16x8_shr, u16x8_splat, u32x4_eq, u32x4_extend_low_u16x8, u32x4_ge,
        u32x4_shl, u32x4_shr, u32x4_splat, u64x2, u64x2_extract_lane, v128, v128_and, v128_any_true, v128_bitselect,
        v128_or,
    };

    #[derive(Clone, Copy)]
    pub(in super::super) struct Lanes(v128);

    /// Many units of UTF-16 made narrow, and whether all are ASCII; otherwise it is of no use.
    #[inline]
    #[target_feature(enable = "simd128")]
    pub(in super::super) fn narrowed_ascii(units: &[u8; 2 * MANY_UNITS], narrow: &mut [u8; MANY_UNITS]) -> bool {
        let mut all = u64x2(0, 0);
        for (sixteen, narrow) in units.as_chunks::<{ 2 * LANES }>().0.iter().zip(narrow.as_chunks_mut().0) {
            let (first, second) = halves(sixteen);
            all = v128_or(all, v128_or(first, second));
            *narrow = bytes(u8x16_narrow_i16x8(first, second));
        }
        !v128_any_true(v128_and(all, u16x8_splat(0xff80)))
    }

    #[inline]
    #[target_feature(enable = "simd128")]
    fn halves(units: &[u8; 2 * LANES]) -> (v128, v128) {
        let (first, second) = units.split_at(LANES);
        let [first, second] = [first, second].map(|half| Lanes::load(half.first_chunk().unwrap_or(&[0; LANES])).0);
        (first, second)
    }

    /// Sixteen units of UTF-16 made narrow, and how many at the beginning are ASCII; only these are of use.
    #[inline]
    #[target_feature(enable = "simd128")]
    pub(in super::super) fn narrowed(units: &[u8; 2 * LANES]) -> ([u8; LANES], usize) {
        let (first, second) = halves(units);
        let more = u16x8_splat(0xff80);
        let ascii = if v128_any_true(v128_and(v128_or(first, second), more)) {
            let [first, second] = [first, second].map(|units| i16x8_eq(v128_and(units, more), u16x8_splat(0)));
            i8x16_bitmask(i8x16_narrow_i16x8(first, second)).trailing_ones() as usize
        } else {
            LANES
        };
        // The compiler would see to it that none is too large, at greater cost.
        let [first, second] = [first, second].map(|units| v128_and(units, u16x8_splat(0x7f)));
        (bytes(u8x16_narrow_i16x8(first, second)), ascii)
    }

    /// Four units of UTF-16 as UTF-8, and how long that is; none if some are halves of pairs.
    #[inline]
    #[target_feature(enable = "simd128")]
    pub(in super::super) fn encoded(units: [u8; FOUR_UNITS]) -> Option<([u8; LANES], usize)> {
        let unit = u32x4_extend_low_u16x8(u64x2(u64::from_le_bytes(units), 0));
        if v128_any_true(u32x4_eq(v128_and(unit, u32x4_splat(0xf800)), u32x4_splat(0xd800))) {
            return None;
        }
        let [long, longer] = [0x80, 0x800].map(|least| u32x4_ge(unit, u32x4_splat(least)));
        let bits = |shifted, mask| v128_and(shifted, u32x4_splat(mask));
        let two = v128_or(u32x4_shr(unit, 6), bits(u32x4_shl(unit, 8), 0x3f00));
        let three = v128_or(bits(u32x4_shl(unit, 2), 0x3f00), bits(u32x4_shl(unit, 16), 0x3f_0000));
        let three = v128_or(v128_or(u32x4_shr(unit, 12), three), u32x4_splat(0x80_80e0));
        let two = v128_or(two, u32x4_splat(0x80c0));
        let bytes_of_each = v128_bitselect(three, v128_bitselect(two, unit, long), longer);
        let lengths = usize::from(i32x4_bitmask(long) | i32x4_bitmask(longer) << 4);
        let together = Lanes(bytes_of_each).at(Lanes::load(&TOGETHER[lengths]));
        Some((bytes(together.0), 4 + lengths.count_ones() as usize))
    }

    /// Eight units of UTF-16 as UTF-8 where each takes three bytes, as in most scripts of East Asia.
    #[inline]
    #[target_feature(enable = "simd128")]
    pub(in super::super) fn encoded_long(units: &[u8; EIGHT_UNITS]) -> Option<[u8; EIGHT_LONG]> {
        let unit = Lanes::load(units).0;
        let group = v128_and(unit, u16x8_splat(0xf800));
        let is_other = v128_or(i16x8_eq(group, u16x8_splat(0)), i16x8_eq(group, u16x8_splat(0xd800)));
        if v128_any_true(is_other) {
            return None;
        }
        let first = v128_or(u16x8_shr(unit, 12), u16x8_splat(0x80e0));
        // Already in the upper half of what it shares with the first.
        let second = v128_and(i16x8_shl(unit, 2), u16x8_splat(0x3f00));
        let two = v128_or(first, second);
        let third = v128_or(v128_and(unit, u16x8_splat(0x3f)), u16x8_splat(0x80));
        let start = i8x16_shuffle::<0, 1, 16, 2, 3, 18, 4, 5, 20, 6, 7, 22, 8, 9, 24, 10>(two, third);
        let end = i8x16_shuffle::<11, 26, 12, 13, 28, 14, 15, 30, 0, 0, 0, 0, 0, 0, 0, 0>(two, third);
        let mut utf8 = [0; EIGHT_LONG];
        utf8[..LANES].copy_from_slice(&bytes(start));
        utf8[LANES..].copy_from_slice(&u64x2_extract_lane::<0>(end).to_le_bytes());
        Some(utf8)
    }

    #[inline]
    #[target_feature(enable = "simd128")]
    fn bytes(lanes: v128) -> [u8; LANES] {
        let halves = [u64x2_extract_lane::<0>(lanes), u64x2_extract_lane::<1>(lanes)].map(u64::to_le_bytes);
        core::array::from_fn(|at| halves[at / 8][at % 8])
    }

    /// Which of the bytes of four units, four for each, stand together in the end: by one bit for each unit that takes
    /// more than one of them, and one for each that takes more than two.
    const TOGETHER: [[u8; LANES]; 256] = {
        let mut table = [[u8::MAX; LANES]; 256];
        let mut lengths = 0;
        while lengths < table.len() {
            let (mut byte, mut end) = (0_u8, 0);
            while byte < 16 {
                let (unit, at) = (byte / 4, byte % 4);
                if at == 0 || at == 1 && lengths >> unit & 1 != 0 || at == 2 && lengths >> (unit + 4) & 1 != 0 {
                    table[lengths][end] = byte;
                    end += 1;
                }
                byte += 1;
            }
            lengths += 1;
        }
        table
    };

    // A module with these instructions is refused as a whole where they are missing, so calling them is safe.
    impl Lanes {
        pub(in super::super) const NONE: Self = Self(u64x2(0, 0));

        #[inline]
        #[target_feature(enable = "simd128")]
        pub(in super::super) fn or(self, other: Self) -> Self {
            Self(v128_or(self.0, other.0))
        }

        /// Whether any byte has any bit.
        #[inline]
        #[target_feature(enable = "simd128")]
        pub(in super::super) fn is_any(self) -> bool {
            v128_any_true(self.0)
        }

        #[inline]
        #[target_feature(enable = "simd128")]
        pub(in super::super) fn load(bytes: &[u8; LANES]) -> Self {
            let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = *bytes;
            Self(u64x2(u64::from_le_bytes([a, b, c, d, e, f, g, h]), u64::from_le_bytes([i, j, k, l, m, n, o, p])))
        }

        /// The low and the high half of each byte.
        #[inline]
        #[target_feature(enable = "simd128")]
        pub(in super::super) fn halves(self) -> (Self, Self) {
            let half = u8x16_splat(0x0f);
            // Shifting pairs of bytes is one instruction of every processor, shifting single ones several.
            (Self(v128_and(self.0, half)), Self(v128_and(u16x8_shr(self.0, 4), half)))
        }

        /// Looks each of `halves` up in this table.
        #[inline]
        #[target_feature(enable = "simd128")]
        pub(in super::super) fn at(self, halves: Self) -> Self {
            Self(i8x16_swizzle(self.0, halves.0))
        }

        #[inline]
        #[target_feature(enable = "simd128")]
        pub(in super::super) fn and(self, other: Self) -> Self {
            Self(v128_and(self.0, other.0))
        }

        /// These without the first, and the first of `next`.
        #[inline]
        #[target_feature(enable = "simd128")]
        pub(in super::super) fn behind_one(self, next: Self) -> Self {
            Self(i8x16_shuffle::<1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16>(self.0, next.0))
        }

        /// These without the first two, and the first two of `next`.
        #[inline]
        #[target_feature(enable = "simd128")]
        pub(in super::super) fn behind_two(self, next: Self) -> Self {
            Self(i8x16_shuffle::<2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17>(self.0, next.0))
        }

        /// One bit for each byte that has none of `bits`.
        #[inline]
        #[target_feature(enable = "simd128")]
        pub(in super::super) fn without(self, bits: u8) -> u16 {
            i8x16_bitmask(i8x16_eq(v128_and(self.0, u8x16_splat(bits)), u8x16_splat(0)))
        }

        /// One bit for each byte up to `limit`.
        #[inline]
        #[target_feature(enable = "simd128")]
        pub(in super::super) fn at_most(self, limit: u8) -> u16 {
            i8x16_bitmask(u8x16_le(self.0, u8x16_splat(limit)))
        }

        /// One bit for each byte with `0x20`, the bit that tells small letters from capital ones.
        #[inline]
        #[target_feature(enable = "simd128")]
        pub(in super::super) fn small(self) -> u16 {
            // What crosses from one byte to the next never reaches its top bit.
            i8x16_bitmask(i16x8_shl(self.0, 2))
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod wide {
    use super::{EIGHT_LONG, EIGHT_UNITS, FOUR_UNITS, LANES, MANY_UNITS};

    #[derive(Clone, Copy)]
    pub(in super::super) struct Lanes([u8; LANES]);

    /// Many units of UTF-16 made narrow, and whether all are ASCII; otherwise it is of no use.
    pub(in super::super) fn narrowed_ascii(units: &[u8; 2 * MANY_UNITS], narrow: &mut [u8; MANY_UNITS]) -> bool {
        *narrow = core::array::from_fn(|at| units[2 * at]);
        units.chunks(2).all(|unit| unit[0] < 0x80 && unit[1] == 0)
    }

    /// Sixteen units of UTF-16 made narrow, and how many at the beginning are ASCII; only these are of use.
    pub(in super::super) fn narrowed(units: &[u8; 2 * LANES]) -> ([u8; LANES], usize) {
        let ascii = units.chunks(2).take_while(|unit| unit[0] < 0x80 && unit[1] == 0).count();
        (core::array::from_fn(|at| units[2 * at]), ascii)
    }

    /// Eight units of UTF-16 as UTF-8 where each takes three bytes, as in most scripts of East Asia.
    pub(in super::super) fn encoded_long(units: &[u8; EIGHT_UNITS]) -> Option<[u8; EIGHT_LONG]> {
        let mut utf8 = [0; EIGHT_LONG];
        for (unit, to) in units.chunks(2).zip(utf8.chunks_mut(3)) {
            let character = char::from_u32(u32::from(u16::from_le_bytes([unit[0], unit[1]])))?;
            (character.len_utf8() == 3).then(|| character.encode_utf8(to))?;
        }
        Some(utf8)
    }

    /// Four units of UTF-16 as UTF-8, and how long that is; none if some are halves of pairs.
    pub(in super::super) fn encoded(units: [u8; FOUR_UNITS]) -> Option<([u8; LANES], usize)> {
        let (mut utf8, mut length) = ([0; LANES], 0);
        for unit in units.chunks(2) {
            let character = char::from_u32(u32::from(u16::from_le_bytes([unit[0], unit[1]])))?;
            length += character.encode_utf8(&mut utf8[length..]).len();
        }
        Some((utf8, length))
    }

    impl Lanes {
        pub(in super::super) const NONE: Self = Self([0; LANES]);

        pub(in super::super) fn or(self, other: Self) -> Self {
            Self(core::array::from_fn(|lane| self.0[lane] | other.0[lane]))
        }

        /// Whether any byte has any bit.
        pub(in super::super) fn is_any(self) -> bool {
            self.0.iter().any(|&byte| byte != 0)
        }

        pub(in super::super) fn load(bytes: &[u8; LANES]) -> Self {
            Self(*bytes)
        }

        /// The low and the high half of each byte.
        pub(in super::super) fn halves(self) -> (Self, Self) {
            (Self(self.0.map(|byte| byte & 0x0f)), Self(self.0.map(|byte| byte >> 4)))
        }

        /// Looks each of `halves` up in this table.
        pub(in super::super) fn at(self, halves: Self) -> Self {
            Self(halves.0.map(|half| self.0[usize::from(half) % LANES]))
        }

        pub(in super::super) fn and(self, other: Self) -> Self {
            Self(core::array::from_fn(|lane| self.0[lane] & other.0[lane]))
        }

        /// These without the first, and the first of `next`.
        pub(in super::super) fn behind_one(self, next: Self) -> Self {
            Self(core::array::from_fn(|lane| *self.0.get(lane + 1).unwrap_or(&next.0[0])))
        }

        /// These without the first two, and the first two of `next`.
        pub(in super::super) fn behind_two(self, next: Self) -> Self {
            self.behind_one(next).behind_one(Self([next.0[1]; LANES]))
        }

        /// One bit for each byte that has none of `bits`.
        pub(in super::super) fn without(self, bits: u8) -> u16 {
            self.0.iter().enumerate().fold(0, |mask, (lane, byte)| mask | u16::from(byte & bits == 0) << lane)
        }

        /// One bit for each byte up to `limit`.
        pub(in super::super) fn at_most(self, limit: u8) -> u16 {
            self.0.iter().enumerate().fold(0, |mask, (lane, byte)| mask | u16::from(*byte <= limit) << lane)
        }

        /// One bit for each byte with `0x20`, the bit that tells small letters from capital ones.
        pub(in super::super) fn small(self) -> u16 {
            !self.without(0x20)
        }
    }
}
