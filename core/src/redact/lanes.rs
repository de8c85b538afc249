//! Sixteen bytes at a time: the few operations that the scan of every byte is made of.
//!
//! On wasm32 each is an instruction; elsewhere it is a loop with the same result, so that everything above is the same
//! code and is tested natively.

pub(super) use wide::{Lanes, Numbers, encoded, narrowed_ascii, numbers};

/// How many bytes are looked at in one step.
pub(super) const LANES: usize = 16;
/// How many units of UTF-16 are made narrow in one step where all are ASCII.
pub(super) const MANY_UNITS: usize = 2 * LANES;
/// The length of eight units of UTF-16.
pub(super) const EIGHT_UNITS: usize = 16;

/// Eight units of UTF-16 as UTF-8, four by four.
pub(super) struct Encoded {
    /// Only the first bytes count, as many as told.
    pub(super) fours: [([u8; LANES], usize); 2],
    /// How many of the units these are: all of them before the first half of a pair.
    pub(super) units: usize,
}

#[cfg(target_arch = "wasm32")]
mod wide {
    use super::{EIGHT_UNITS, Encoded, LANES, MANY_UNITS};
    use core::arch::wasm32::{
        i8x16_bitmask, i8x16_eq, i8x16_shuffle, i8x16_swizzle, i16x8_eq, i16x8_shl, i16x8_shuffle, u8x16_add_sat,
        u8x16_le, u8x16_narrow_i16x8, u8x16_splat, u16x8_lt, u16x8_shr, u16x8_splat, u64x2, u64x2_extract_lane, v128,
        v128_and, v128_any_true, v128_or,
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
            // The compiler would see to it that none is too large, at greater cost.
            let [first, second] = [first, second].map(|units| v128_and(units, u16x8_splat(0x7f)));
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

    /// Numbers that [`encoded`] works with, each eight times.
    pub(in super::super) struct Numbers([[u8; LANES]; 10]);

    /// In memory, hidden from the compiler: engines make constants anew in every step.
    #[inline]
    pub(in super::super) fn numbers() -> &'static Numbers {
        const NUMBERS: &Numbers = &{
            let numbers = [0xf800_u16, 0xd800, 0x80, 0x800, 0x7f, 0x3f00, 0x8000, 0x80e0, 0x4000, 0xff00];
            let mut eight_times = [[0; LANES]; 10];
            let mut at = 0;
            while at < LANES * numbers.len() {
                eight_times[at / LANES][at % LANES] = numbers[at / LANES].to_le_bytes()[at % 2];
                at += 1;
            }
            Numbers(eight_times)
        };
        core::hint::black_box(NUMBERS)
    }

    /// Eight units of UTF-16 as UTF-8.
    #[inline]
    #[target_feature(enable = "simd128")]
    pub(in super::super) fn encoded(units: &[u8; EIGHT_UNITS], numbers: &Numbers) -> Encoded {
        let unit = Lanes::load(units).0;
        let [xf800, xd800, x80, x800, x7f, x3f00, x8000, x80e0, x4000, xff00] =
            numbers.0.each_ref().map(|number| Lanes::load(number).0);
        let pairs = i8x16_bitmask(i16x8_eq(v128_and(unit, xf800), xd800));
        let [one, at_most_two] = [x80, x800].map(|limit| u16x8_lt(unit, limit));
        // Four bytes for each unit, of which one, two or three are taken: itself if it is ASCII and the last of more;
        // the first of three, and the one before the last, which is the first of two.
        let last = v128_or(v128_and(i16x8_shl(unit, 8), x3f00), x8000);
        let itself_and_last = v128_or(v128_and(unit, x7f), last);
        let before_last = v128_or(v128_and(i16x8_shl(unit, 2), x3f00), x80e0);
        let before_last = v128_or(before_last, v128_and(at_most_two, x4000));
        let first_and_before_last = v128_or(u16x8_shr(unit, 12), before_last);
        let four = i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(itself_and_last, first_and_before_last);
        let next_four = i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(itself_and_last, first_and_before_last);
        // Two bits for each unit: whether it takes one byte, and whether it takes at most two.
        let short = i8x16_bitmask(v128_and(at_most_two, v128_or(one, xff00)));
        let together = |four: v128, short: u16| bytes(Lanes(four).at(Lanes::load(&TOGETHER[usize::from(short)])).0);
        // All that is not short has three.
        let length = |units: usize, short: u16| 3 * units - short.count_ones() as usize;
        let mut lengths = [length(4, short & 0xff), length(4, short >> 8)];
        let mut units = 8;
        if pairs != 0 {
            units = pairs.trailing_zeros() as usize / 2;
            let counted = short & ((1 << (2 * units)) - 1);
            lengths = [length(units.min(4), counted & 0xff), length(units.saturating_sub(4), counted >> 8)];
        }
        let fours = [(together(four, short & 0xff), lengths[0]), (together(next_four, short >> 8), lengths[1])];
        Encoded { fours, units }
    }

    #[inline]
    #[target_feature(enable = "simd128")]
    fn bytes(lanes: v128) -> [u8; LANES] {
        let halves = [u64x2_extract_lane::<0>(lanes), u64x2_extract_lane::<1>(lanes)].map(u64::to_le_bytes);
        core::array::from_fn(|at| halves[at / 8][at % 8])
    }

    /// Which of the bytes of four units, four for each, stand together in the end, by two bits for each unit: whether it
    /// takes one of them, and whether it takes at most two.
    const TOGETHER: [[u8; LANES]; 256] = {
        let mut table = [[u8::MAX; LANES]; 256];
        let mut short = 0;
        while short < table.len() {
            let (mut unit, mut end) = (0_u8, 0);
            while unit < 4 {
                let taken: &[u8] = match short >> (2 * unit) & 0b11 {
                    0b00 => &[2, 3, 1],
                    0b10 => &[3, 1],
                    _ => &[0],
                };
                let mut at = 0;
                while at < taken.len() {
                    table[short][end] = 4 * unit + taken[at];
                    end += 1;
                    at += 1;
                }
                unit += 1;
            }
            short += 1;
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

        /// The low and the high half of each byte; `half` is 0x0f in all lanes.
        #[inline]
        #[target_feature(enable = "simd128")]
        pub(in super::super) fn halves(self, half: Self) -> (Self, Self) {
            // Shifting pairs of bytes is one instruction of every processor, shifting single ones several.
            (self.and(half), Self(u16x8_shr(self.0, 4)).and(half))
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

        /// The sum of each byte, or the largest number if that is larger.
        #[inline]
        #[target_feature(enable = "simd128")]
        pub(in super::super) fn plus(self, other: Self) -> Self {
            Self(u8x16_add_sat(self.0, other.0))
        }

        /// One bit for each byte that has its top bit.
        #[inline]
        #[target_feature(enable = "simd128")]
        pub(in super::super) fn tops(self) -> u16 {
            i8x16_bitmask(self.0)
        }

        /// One bit for each byte that is zero.
        #[inline]
        #[target_feature(enable = "simd128")]
        pub(in super::super) fn zeros(self) -> u16 {
            i8x16_bitmask(i8x16_eq(self.0, u8x16_splat(0)))
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
    use super::{EIGHT_UNITS, Encoded, LANES, MANY_UNITS};

    #[derive(Clone, Copy)]
    pub(in super::super) struct Lanes([u8; LANES]);

    /// Many units of UTF-16 made narrow, and whether all are ASCII; otherwise it is of no use.
    pub(in super::super) fn narrowed_ascii(units: &[u8; 2 * MANY_UNITS], narrow: &mut [u8; MANY_UNITS]) -> bool {
        *narrow = core::array::from_fn(|at| units[2 * at]);
        units.chunks(2).all(|unit| unit[0] < 0x80 && unit[1] == 0)
    }

    /// Of use on wasm32 only.
    pub(in super::super) struct Numbers;

    pub(in super::super) fn numbers() -> &'static Numbers {
        &Numbers
    }

    /// Eight units of UTF-16 as UTF-8.
    pub(in super::super) fn encoded(units: &[u8; EIGHT_UNITS], _: &Numbers) -> Encoded {
        let mut encoded = Encoded { fours: [([0; LANES], 0); 2], units: 0 };
        for unit in units.chunks(2) {
            let Some(character) = char::from_u32(u32::from(u16::from_le_bytes([unit[0], unit[1]]))) else { break };
            let (bytes, length) = &mut encoded.fours[encoded.units / 4];
            *length += character.encode_utf8(&mut bytes[*length..]).len();
            encoded.units += 1;
        }
        encoded
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

        /// The low and the high half of each byte; `half` is 0x0f in all lanes.
        pub(in super::super) fn halves(self, half: Self) -> (Self, Self) {
            (self.and(half), Self(self.0.map(|byte| byte >> 4)).and(half))
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

        /// The sum of each byte, or the largest number if that is larger.
        pub(in super::super) fn plus(self, other: Self) -> Self {
            Self(core::array::from_fn(|lane| self.0[lane].saturating_add(other.0[lane])))
        }

        /// One bit for each byte that has its top bit.
        pub(in super::super) fn tops(self) -> u16 {
            self.0.iter().enumerate().fold(0, |mask, (lane, byte)| mask | u16::from(byte >> 7) << lane)
        }

        /// One bit for each byte that is zero.
        pub(in super::super) fn zeros(self) -> u16 {
            self.0.iter().enumerate().fold(0, |mask, (lane, &byte)| mask | u16::from(byte == 0) << lane)
        }

        /// One bit for each byte up to `limit`.
        pub(in super::super) fn at_most(self, limit: u8) -> u16 {
            self.0.iter().enumerate().fold(0, |mask, (lane, byte)| mask | u16::from(*byte <= limit) << lane)
        }

        /// One bit for each byte with `0x20`, the bit that tells small letters from capital ones.
        pub(in super::super) fn small(self) -> u16 {
            Self(self.0.map(|byte| byte << 2)).tops()
        }
    }
}
