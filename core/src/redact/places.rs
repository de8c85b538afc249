//! Where words begin and end and where runs are long: the part of the scan that touches every byte.
//!
//! Sixty-four places are told at once, one bit each. Where a literal that begins with no letter may stand, or a telling
//! word end, is told by two or three bytes there, each looked up by its two halves: that may say yes too often, never too
//! seldom. Literals that begin with a letter are so many that nearly every word begins like one of them.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::lanes::{LANES, Lanes};

/// How many places are told at once.
pub(super) const BLOCK: usize = 64;
/// How much of a word has a say where it ends.
pub(super) const ENDING: usize = 3;
/// How many places are told before the first of them is looked at.
pub(super) const CHUNK: usize = 32 * BLOCK;
/// What is looked at for one chunk: also a little before and behind it.
pub(super) const WINDOW: usize = BEFORE + CHUNK + LANES;
pub(super) const BEFORE: usize = 4;
pub(super) type Window = [u8; WINDOW];

/// The shortest run that is reported.
pub(super) const LONG_RUN: usize = 20;

/// The least class of letters.
const LETTER: u8 = 1 << 6;
/// The least class of letters, digits, `_`, `+`, `-` and `/`: base64 in both spellings.
const PLAIN: u8 = 1 << 3;
/// The letter of the plural, and what an escape begins with: `%` and `\`.
const PLURAL_OR_ESCAPE: u8 = 0b111;

/// One bit for each kind of byte that the places are told by, the kinds of words in the highest.
const CLASSES: Nibbles = {
    let mut classes = Nibbles::NONE;
    let mut byte = 0_u8;
    while byte < 128 {
        let class = match byte {
            b'a'..=b'o' | b'A'..=b'O' => 1 << 7,
            b'p'..=b'z' | b'P'..=b'Z' => 1 << 6,
            b'0'..=b'9' => 1 << 5,
            b'_' => 1 << 4,
            b'+' | b'-' | b'/' => 1 << 3,
            b'%' => 1 << 2,
            b'\\' => 1 << 1,
            _ => 0,
        };
        classes = classes.with(byte, class);
        byte += 1;
    }
    classes.with(b's', 1).with(b'S', 1)
};

/// A set of bytes for each of eight bits: a byte belongs to it when both its halves do.
#[derive(Debug, Clone, Copy)]
struct Nibbles {
    low: [u8; LANES],
    high: [u8; LANES],
}

impl Nibbles {
    const NONE: Self = Self { low: [0; LANES], high: [0; LANES] };

    const fn with(mut self, byte: u8, bits: u8) -> Self {
        self.low[(byte & 0x0f) as usize] |= bits;
        self.high[(byte >> 4) as usize] |= bits;
        self
    }

    #[inline]
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    fn of(&self, (low, high): (Lanes, Lanes)) -> Lanes {
        Lanes::load(&self.low).at(low).and(Lanes::load(&self.high).at(high))
    }
}

/// What a place is known by: the halves of its byte and of the two that follow.
pub(super) type Halves3 = [(Lanes, Lanes); ENDING];

/// Three bytes that follow one another.
#[derive(Debug)]
pub(super) struct Trigrams([Nibbles; ENDING]);

impl Trigrams {
    /// The first bytes of literals that begin with no letter, and the last of words; case does not count.
    fn marking<'a>(literals: impl Iterator<Item = &'a [u8]>, words: impl Iterator<Item = &'a [u8]>) -> Self {
        let openings = literals.filter(|literal| !literal.first().is_some_and(u8::is_ascii_alphabetic));
        let endings = words.map(|word| &word[word.len().saturating_sub(ENDING)..]);
        Self(tables(&spread(openings.chain(endings), true, &TOGETHER)))
    }

    /// The first three bytes of literals; case counts, and what a literal lacks may be anything.
    pub(super) fn exact<'a>(literals: impl Iterator<Item = &'a [u8]>) -> Self {
        Self(tables(&spread(literals, false, &[])))
    }

    /// Whether one of these may stand at a place of the run.
    #[inline]
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    pub(super) fn may_be_in(&self, text: &[u8], (from, to): (usize, usize)) -> bool {
        let mut any = Lanes::NONE;
        for at in (from..to).step_by(LANES) {
            let Some(bytes) = text[at..].first_chunk() else { return true };
            any = any.or(self.at(&halves_of(bytes)));
        }
        any.is_any()
    }

    /// One bit for each of sixteen places at which one of these may stand.
    #[inline]
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    pub(super) fn present(&self, halves: &Halves3) -> u16 {
        !self.at(halves).zeros()
    }

    #[inline]
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    fn at(&self, halves: &Halves3) -> Lanes {
        let [first, second, third] = &self.0;
        first.of(halves[0]).and(second.of(halves[1])).and(third.of(halves[2]))
    }
}

/// How many sets of words a table tells apart.
const SETS: usize = 8;

/// The first bytes of literals and of endings that share a set, found by trying which way marks the
/// fewest places of prose and code where none of them stands. Others go where they fit.
const TOGETHER: [&[u8]; SETS] = [
    b"pru0\xe1\xeb",
    b"%&\x1b\xcd",
    b"ajs*+\xc3",
    b"\\\xc2\xd8\xe2\xe3\xf3",
    b"~\xef",
    b"io47",
    b"1:_\xd0",
    b"ekn.\xe5",
];

/// A set of words of `N` bytes: all that can be made of these halves, one bit for each, place by place.
#[derive(Debug, Clone, Copy)]
struct Halves<const N: usize> {
    low: [u16; N],
    high: [u16; N],
}

impl<const N: usize> Halves<N> {
    const NONE: Self = Self { low: [0; N], high: [0; N] };

    fn and(self, other: Self) -> Self {
        Self {
            low: core::array::from_fn(|at| self.low[at] | other.low[at]),
            high: core::array::from_fn(|at| self.high[at] | other.high[at]),
        }
    }

    /// How often ordinary text has one of these, in no unit.
    fn weight(&self) -> u64 {
        let weight_at = |at: usize| -> u64 {
            let high = (0..LANES).filter(|&high| self.high[at] >> high & 1 != 0);
            high.map(|high| {
                let low = (0..LANES).filter(|&low| self.low[at] >> low & 1 != 0);
                low.map(|low| u64::from(COMMON[high << 4 | low])).sum::<u64>()
            })
            .sum()
        };
        (0..N).map(weight_at).product()
    }
}

/// Spreads words over sets, so that the sets hold as little else as possible; what a word lacks may be anything.
///
/// Words whose first bytes are `together` share a set.
fn spread<'a, const N: usize>(
    words: impl Iterator<Item = &'a [u8]>,
    any_case: bool,
    together: &[&[u8]],
) -> [Halves<N>; SETS] {
    // What begins alike belongs together; then each goes where it does the least harm, the commonest first.
    let mut alike: BTreeMap<u8, Halves<N>> = BTreeMap::new();
    for word in words {
        let cases =
            |byte: u8| if any_case { [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()] } else { [byte; 2] };
        let half = |at: usize, shift: u8| {
            word.get(at)
                .map_or(u16::MAX, |&byte| cases(byte).iter().fold(0, |bits, case| bits | 1 << (case >> shift & 0x0f)))
        };
        let halves =
            Halves { low: core::array::from_fn(|at| half(at, 0)), high: core::array::from_fn(|at| half(at, 4)) };
        let known = alike.entry(word.first().map_or(0, |&first| cases(first)[0])).or_insert(Halves::NONE);
        *known = known.and(halves);
    }
    let set_of = |first: u8| together.iter().position(|row| row.contains(&first));
    let mut ranked: Vec<_> = alike.into_iter().map(|(first, halves)| (set_of(first), halves)).collect();
    ranked.sort_by_key(|(set, halves)| (set.is_none(), core::cmp::Reverse(halves.weight())));
    let mut sets = [Halves::NONE; SETS];
    for (set, halves) in ranked {
        let harm = |set: &usize| sets[*set].and(halves).weight() - sets[*set].weight();
        if let Some(best) = set.or_else(|| (0..SETS).min_by_key(harm)) {
            sets[best] = sets[best].and(halves);
        }
    }
    sets
}

/// What tells by the halves of a byte to which of the sets it belongs.
fn tables<const N: usize>(sets: &[Halves<N>; SETS]) -> [Nibbles; N] {
    let mut tables = [Nibbles::NONE; N];
    for (bit, set) in sets.iter().enumerate() {
        for (at, table) in tables.iter_mut().enumerate() {
            for half in 0..LANES {
                table.low[half] |= u8::from(set.low[at] >> half & 1 != 0) << bit;
                table.high[half] |= u8::from(set.high[at] >> half & 1 != 0) << bit;
            }
        }
    }
    tables
}

/// How often ordinary text has a byte.
const COMMON: [u8; 256] = {
    let mut common = [0; 256];
    let mut byte = 0x20_u8;
    loop {
        common[byte as usize] = match byte {
            b' ' => 150,
            b'e' | b't' | b'a' | b'o' | b'i' | b'n' | b's' | b'r' => 58,
            b'l' | b'd' | b'c' | b'u' | b'm' | b'p' => 28,
            b'h' | b'f' | b'g' | b'b' | b'y' | b'.' | b'/' | b'-' | b':' | b'"' | b'*' => 12,
            b'!'..=b'?' | b'w' | b'v' | b'k' | 0x7f => 6,
            b'`'..=b'~' | b'A'..=b'Z' => 4,
            // Other scripts.
            0x80.. => 2,
            _ => 0,
        };
        if byte == u8::MAX {
            break common;
        }
        byte += 1;
    }
};

/// What tells the places of literals and words.
#[derive(Debug)]
pub(super) struct Finder {
    // Beside the others, not constants: engines make constants anew in every step.
    classes: Nibbles,
    /// What must be added to a class to reach the top bit, if it is one of letters or of plain bytes.
    letter_to_top: [u8; LANES],
    plain_to_top: [u8; LANES],
    plural_or_escape: [u8; LANES],
    half: [u8; LANES],
    /// One table for both: the first of these bytes is a letter, or it is not.
    openings_and_endings: Trigrams,
}

impl Finder {
    /// Takes what literals begin with and what words end with.
    pub(super) fn new<'a>(literals: impl Iterator<Item = &'a [u8]>, words: impl Iterator<Item = &'a [u8]>) -> Self {
        Self {
            classes: CLASSES,
            letter_to_top: [0x80 - LETTER; LANES],
            plain_to_top: [0x80 - PLAIN; LANES],
            plural_or_escape: [PLURAL_OR_ESCAPE; LANES],
            half: [0x0f; LANES],
            openings_and_endings: Trigrams::marking(literals, words),
        }
    }

    #[inline]
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    fn look_up(&self, window: &Window, at: usize) -> Sixteen {
        let bytes = Lanes::load(window[at..].first_chunk().unwrap_or(&[0; LANES]));
        let halves = bytes.halves(Lanes::load(&self.half));
        let [first, second, third] = &self.openings_and_endings.0;
        let openings_and_endings = [first.of(halves), second.of(halves), third.of(halves)];
        Sixteen { bytes, class: self.classes.of(halves), openings_and_endings }
    }
}

/// What the bytes of a block are, or are not where the instructions tell that: one bit for each, sixteen at a time.
#[derive(Debug, Clone, Copy, Default)]
struct Marks {
    letters: Bits,
    plain: Bits,
    plural_or_escape: Bits,
    openings_and_endings: Bits,
    /// What has the bit of small letters.
    small: Bits,
}

type Bits = [u16; BLOCK / LANES];

impl Marks {
    /// Tells about the block at `from`, of which the first sixteen bytes are looked up; returns the first behind it.
    #[inline]
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    fn tell(&mut self, finder: &Finder, window: &Window, from: usize, first: Sixteen) -> Sixteen {
        let mut sixteen = first;
        for step in 0..BLOCK / LANES {
            let next = finder.look_up(window, from + (step + 1) * LANES);
            self.letters[step] = sixteen.class.plus(Lanes::load(&finder.letter_to_top)).tops();
            self.plain[step] = sixteen.class.plus(Lanes::load(&finder.plain_to_top)).tops();
            self.plural_or_escape[step] = sixteen.class.and(Lanes::load(&finder.plural_or_escape)).zeros();
            let [first, second, third] = sixteen.openings_and_endings;
            let [_, next_second, next_third] = next.openings_and_endings;
            let trigrams = first.and(second.behind_one(next_second)).and(third.behind_two(next_third));
            self.openings_and_endings[step] = trigrams.zeros();
            self.small[step] = sixteen.bytes.small();
            sixteen = next;
        }
        sixteen
    }
}

/// Sixteen bytes, and the sets that each belongs to: as what it is, and as the first, second and third of three.
#[derive(Clone, Copy)]
struct Sixteen {
    bytes: Lanes,
    class: Lanes,
    openings_and_endings: [Lanes; ENDING],
}

/// All bits of a block.
#[inline]
fn joined(bits: Bits) -> u64 {
    let [a, b, c, d] = bits.map(u64::from);
    a | b << 16 | c << 32 | d << 48
}

/// The places of one block, the first in the lowest bit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Places {
    /// A literal may begin here: with a letter before which none stands, or a small one if it is a capital, or an escape.
    pub(super) starts: u64,
    /// A word may have ended before this place.
    pub(super) ends: u64,
    /// A run of at least [`LONG_RUN`] plain bytes reaches this place.
    pub(super) long: u64,
}

/// Reads the text chunk by chunk.
#[derive(Debug, Default)]
pub(super) struct Reader {
    marks: [Marks; CHUNK / BLOCK],
    before: Before,
    places: [Places; CHUNK / BLOCK],
}

impl Reader {
    /// The places of the next chunk, of which `length` bytes are left, the place behind the last of them included.
    #[inline(never)]
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    pub(super) fn read(&mut self, finder: &Finder, window: &Window, length: usize) -> &[Places] {
        let blocks = (length / BLOCK + 1).min(CHUNK / BLOCK);
        // All of them before the first is used: a number that was just written in parts is slow to read as one.
        let mut first = finder.look_up(window, BEFORE);
        for (block, marks) in self.marks[..blocks].iter_mut().enumerate() {
            first = marks.tell(finder, window, BEFORE + block * BLOCK, first);
        }
        let mut before = self.before;
        for (places, marks) in self.places[..blocks].iter_mut().zip(&self.marks) {
            *places = before.step(marks);
        }
        self.before = before;
        &self.places[..blocks]
    }
}

/// What the block before tells about this one.
#[derive(Debug, Clone, Copy, Default)]
struct Before {
    letters: u64,
    small: u64,
    escapes: u64,
    trigrams: u64,
    /// Runs of at least 1, 2, 4 and 8.
    runs: [u64; 4],
}

impl Before {
    /// The places of the next block.
    #[inline]
    fn step(&mut self, marks: &Marks) -> Places {
        let (letters, plain) = (joined(marks.letters), joined(marks.plain));
        let trigrams = !joined(marks.openings_and_endings);
        let plural_or_escape = !joined(marks.plural_or_escape);
        let (plural, escapes) = (letters & plural_or_escape, !letters & plural_or_escape);
        let small = joined(marks.small) & letters;
        let capital = letters & !small;
        let letter_before = behind(letters, self.letters, 1);
        let small_before = behind(small, self.small, 1);
        let escaped = |by| behind(escapes, self.escapes, by);
        // `\n`, `%3D` and `\u003d`: what they end with is no letter of a word.
        let begins = !letter_before | capital & small_before | escaped(2) | escaped(3) | escaped(6);
        let goes_on = (small | capital & letter_before & !small_before) & !plural;
        let two = plain & behind(plain, self.runs[0], 1);
        let four = two & behind(two, self.runs[1], 2);
        let eight = four & behind(four, self.runs[2], 4);
        let sixteen = eight & behind(eight, self.runs[3], 8);
        let places = Places {
            starts: letters & begins | trigrams & !letters,
            ends: behind(trigrams, self.trigrams, 3) & letter_before & !goes_on,
            long: sixteen & behind(four, self.runs[2], 16),
        };
        *self = Self { letters, small, escapes, trigrams, runs: [plain, two, four, eight] };
        places
    }
}

/// For each place, what is known about the one `by` places before it.
#[inline]
fn behind(block: u64, previous: u64, by: u32) -> u64 {
    block << by | previous >> (u64::BITS - by)
}

/// What is looked at for sixteen places: also a little behind them.
type Bytes = [u8; LANES + ENDING - 1];

/// What is left of the text; what is missing counts as zero.
#[cold]
fn padded(rest: &[u8]) -> Bytes {
    core::array::from_fn(|at| rest.get(at).copied().unwrap_or(0))
}

/// What the first sixteen places of the text are known by; what is missing counts as zero.
#[inline]
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
pub(super) fn halves_at(text: &[u8]) -> Halves3 {
    match text.first_chunk() {
        Some(bytes) => halves_of(bytes),
        None => halves_of(&padded(text)),
    }
}

/// One bit for each of the first sixteen places whose byte joins words, in a run of plain bytes: `+`, `-` and `/`.
#[inline]
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
pub(super) fn joints_at(text: &[u8]) -> u16 {
    match text.first_chunk() {
        Some(bytes) => Lanes::load(bytes).at_most(b'/'),
        None => lanes(&padded(text), 0).at_most(b'/'),
    }
}

#[inline]
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn halves_of(bytes: &Bytes) -> Halves3 {
    let half = Lanes::load(&[0x0f; LANES]);
    [lanes(bytes, 0).halves(half), lanes(bytes, 1).halves(half), lanes(bytes, 2).halves(half)]
}

#[inline]
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn lanes(bytes: &Bytes, from: usize) -> Lanes {
    let mut sixteen = [0; LANES];
    sixteen.copy_from_slice(&bytes[from..from + LANES]);
    Lanes::load(&sixteen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same, byte by byte and by definition.
    fn plainly(text: &[u8], at: usize, literals: &[&[u8]], words: &[&[u8]]) -> (bool, bool, bool) {
        let byte = |at: usize| text.get(at).copied().unwrap_or(0);
        let before = |back: usize| at.checked_sub(back).map_or(0, byte);
        let letter = |byte: u8| byte.is_ascii_alphabetic();
        let escaped = [2, 3, 6].into_iter().any(|back| matches!(before(back), b'\\' | b'%'));
        let hump = byte(at).is_ascii_uppercase() && before(1).is_ascii_lowercase();
        let begins = !(letter(byte(at)) && letter(before(1))) || hump || escaped;
        let start = begins
            && literals.iter().any(|literal| text[at.min(text.len())..].to_ascii_lowercase().starts_with(literal));
        let goes_on = byte(at).is_ascii_lowercase() || byte(at).is_ascii_uppercase() && before(1).is_ascii_uppercase();
        let ends = !goes_on || matches!(byte(at), b's' | b'S');
        let end = ends && at <= text.len() && words.iter().any(|word| text[..at].to_ascii_lowercase().ends_with(word));
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_+-/".contains(&byte);
        let long = at + 1 >= LONG_RUN && (at + 1 - LONG_RUN..=at).all(|at| plain(byte(at)));
        (start, end, long)
    }

    proptest! {
        #[test]
        fn no_place_is_missed(text in "([a-zA-Z]{1,9}|[ =:_%\\\\.0-9é-]|token|Key|KEYS|aws_|sk-|[a-zA-Z0-9/+_-]{18,23}){0,40}") {
            let (literals, words) = ([&b"aws"[..], b"sk-", b"token", b"\xc3\xa9"], [&b"key"[..], b"token"]);
            let finder = Finder::new(literals.into_iter(), words.into_iter());
            let bytes = text.as_bytes();
            let mut reader = Reader::default();
            for from in (0..=bytes.len()).step_by(CHUNK) {
                let byte = |at: usize| at.checked_sub(BEFORE).and_then(|at| bytes.get(at)).copied().unwrap_or(0);
                let window: Window = core::array::from_fn(|at| byte(from + at));
                let blocks = reader.read(&finder, &window, bytes.len() - from);
                for at in from..=bytes.len().min(from + CHUNK - 1) {
                    let (places, bit) = (blocks[(at - from) / BLOCK], at % BLOCK);
                    let told = [places.starts, places.ends, places.long].map(|places| places >> bit & 1 != 0);
                    let (start, end, long) = plainly(bytes, at, &literals, &words);
                    prop_assert!(told[0] || !start, "start at {at}");
                    prop_assert!(told[1] || !end, "end at {at}");
                    prop_assert_eq!(told[2], long, "run at {}", at);
                }
            }
        }
    }
}
