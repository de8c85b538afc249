//! Finds literals in text.
//!
//! A literal is looked for where a word begins, or, if it is one that ends words, where a word ends; [`super::places`]
//! tells both for many bytes at once, [`super::keys`] which literals may stand there. Literals too short for a key are
//! found by a byte that is rare by itself.
//!
//! The steps of the search are functions that are never put together: engines run short of registers in what gets long.

use alloc::string::String;
use alloc::vec::Vec;

use super::keys::{self, Entry, HEAD, KEY, Keys};
use super::pattern::Class;
use super::places::{BEFORE, BLOCK, CHUNK, Finder, LONG_RUN, Places, Reader, WINDOW, Window};

/// What is looked for, with a value of its own.
#[derive(Debug)]
pub(super) struct Literal<T> {
    pub(super) text: String,
    pub(super) value: T,
    /// Whether case counts.
    pub(super) exact: bool,
    /// What the byte behind it can be; where it is another, the literal is not reported.
    pub(super) next: Class,
}

/// A set of literals.
#[derive(Debug)]
pub(super) struct Prefilter<T> {
    finder: Finder,
    beginnings: Keys<T>,
    endings: Keys<T>,
}

impl<T: Copy> Prefilter<T> {
    /// Takes literals of at least three bytes, or shorter ones that hold a rare byte.
    ///
    /// Those of `beginning` are found only where a word begins when they begin with a letter, those of `ending` (at
    /// least three bytes each, the last a letter) only where a word ends.
    pub(super) fn new(beginning: &[Literal<T>], ending: &[Literal<T>]) -> Self {
        let mut beginnings = Vec::new();
        for literal in beginning {
            let known = known(literal);
            let mut add = |first: &[u8]| {
                beginnings.push((keys::beginning(first), Entry::new(literal, literal.text.len() - known.len())));
            };
            match *known {
                // Anything may follow.
                [a, b, c] if a.is_ascii_alphabetic() => keys::folded().for_each(|last| add(&[a, b, c, last])),
                _ => add(known),
            }
        }
        let mut endings = Vec::new();
        for literal in ending {
            let bytes = literal.text.as_bytes();
            let mut add = |last: &[u8]| endings.push((keys::ending(last), Entry::new(literal, bytes.len())));
            match *bytes {
                // Anything may stand before.
                [a, b, c] => keys::folded().for_each(|first| add(&[first, a, b, c])),
                _ => add(bytes),
            }
        }
        let finder = Finder::new(beginning.iter().map(known), ending.iter().map(|literal| literal.text.as_bytes()));
        Self { finder, beginnings: Keys::new(beginnings), endings: Keys::new(endings) }
    }

    /// Calls `found` with the bounds and the value of every literal in the text, in the order of the places by which
    /// they are found; returns the bounds of every long run of plain bytes.
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    pub(super) fn search(&self, text: &[u8], mut found: impl FnMut(usize, usize, T)) -> Vec<(usize, usize)> {
        let mut reader = Reader::default();
        let mut hits = Hits::default();
        let mut runs = Runs::default();
        // A word may end at the end of the text.
        for from in (0..=text.len()).step_by(CHUNK) {
            let padding;
            let window = match from.checked_sub(BEFORE).and_then(|before| text[before..].first_chunk()) {
                Some(window) => window,
                None => {
                    padding = padded(text, from);
                    &padding
                }
            };
            let blocks = reader.read(&self.finder, window, text.len() - from);
            self.look(window, blocks, &mut hits);
            self.confirm(text, from, &hits, &mut found);
            for (block, places) in blocks.iter().enumerate() {
                runs.add(from + block * BLOCK, places.long);
            }
        }
        runs.bounds
    }

    /// Leaves of the places of a chunk those where a literal may stand.
    #[inline(never)]
    fn look(&self, window: &Window, blocks: &[Places], hits: &mut Hits) {
        (hits.starts.count, hits.ends.count) = (0, 0);
        for (block, places) in blocks.iter().enumerate() {
            for_each_bit(places.starts, |bit| {
                let place = (block * BLOCK + bit) % CHUNK;
                let key = keys::beginning(&window[BEFORE + place..][..KEY]);
                hits.starts.add(place, self.beginnings.may_have(key));
            });
            let mut look_at_end = |bit: usize, is_end: bool| {
                let place = (block * BLOCK + bit) % CHUNK;
                let key = keys::ending(&window[place..][..BEFORE]);
                hits.ends.add(place, self.endings.may_have(key) & is_end);
            };
            // Whether there is one is as hard to foresee; more are rare.
            look_at_end(places.ends.trailing_zeros() as usize, places.ends != 0);
            for_each_bit(places.ends & places.ends.wrapping_sub(1), |bit| look_at_end(bit, true));
        }
        // The same again with more bytes, for the few that are left.
        hits.starts.retain(|place| {
            let text = window[BEFORE + place..].first_chunk().unwrap_or(&[0; HEAD + 1]);
            self.beginnings.may_stand(keys::beginning(text), text)
        });
    }

    /// Calls `found` with the literals that do stand at the hits of the chunk at `from`.
    #[inline(never)]
    fn confirm(&self, text: &[u8], from: usize, hits: &Hits, found: &mut impl FnMut(usize, usize, T)) {
        let (mut starts, mut ends) = (hits.starts.kept(), hits.ends.kept());
        loop {
            // A word that ends at a place stands before one that begins there.
            let end_is_next = match (starts.first(), ends.first()) {
                (Some(start), Some(end)) => end <= start,
                (None, None) => break,
                (start, _) => start.is_none(),
            };
            let (keys, next) = if end_is_next { (&self.endings, &mut ends) } else { (&self.beginnings, &mut starts) };
            let Some(&place) = next.split_off_first() else { break };
            let at = from + usize::from(place);
            let key = if end_is_next { keys::ending(&text[..at]) } else { keys::beginning(&text[at..]) };
            for entry in keys.entries(key) {
                if let Some((start, end)) = entry.bounds_in(text, at) {
                    entry.values.iter().for_each(|&value| found(start, end, value));
                }
            }
        }
    }
}

/// The places of a chunk where a literal may begin, and those where a word may end.
#[derive(Debug, Default)]
struct Hits {
    starts: List,
    ends: List,
}

/// Places of a chunk in order.
#[derive(Debug)]
struct List {
    places: [u16; CHUNK],
    count: usize,
}

impl Default for List {
    fn default() -> Self {
        Self { places: [0; CHUNK], count: 0 }
    }
}

impl List {
    /// Adds a place, or lets the next one overwrite it: which of them are `kept` is hard to foresee, and a processor that
    /// guesses wrong is slow.
    #[inline]
    fn add(&mut self, place: usize, kept: bool) {
        self.places[self.count % CHUNK] = u16::try_from(place).unwrap_or(0);
        self.count += usize::from(kept);
    }

    /// Leaves the places that are to be kept.
    #[inline]
    fn retain(&mut self, is_kept: impl Fn(usize) -> bool) {
        for at in 0..core::mem::take(&mut self.count) {
            let place = usize::from(self.places[at % CHUNK]) % CHUNK;
            self.add(place, is_kept(place));
        }
    }

    #[inline]
    fn kept(&self) -> &[u16] {
        self.places.get(..self.count).unwrap_or_default()
    }
}

#[inline]
fn for_each_bit(bits: u64, mut call: impl FnMut(usize)) {
    let mut left = bits;
    while left != 0 {
        call(left.trailing_zeros() as usize);
        left &= left - 1;
    }
}

/// The bounds of long runs.
#[derive(Debug, Default)]
struct Runs {
    bounds: Vec<(usize, usize)>,
    /// Whether the last place was still in the last of them.
    open: bool,
}

impl Runs {
    /// Takes the places of the block at `base` that long runs reach.
    #[inline]
    fn add(&mut self, base: usize, long: u64) {
        for_each_bit(long ^ (long << 1 | u64::from(self.open)), |bit| {
            let at = base + bit;
            match self.bounds.last_mut() {
                Some(last) if self.open => last.1 = at,
                _ => self.bounds.push((at + 1 - LONG_RUN, at)),
            }
            self.open = !self.open;
        });
    }
}

/// The window of the chunk at `from`; what is missing counts as zero.
#[cold]
fn padded(text: &[u8], from: usize) -> Window {
    let mut window = [0; WINDOW];
    let first = from.saturating_sub(BEFORE);
    let rest = &text[first..text.len().min(from + WINDOW - BEFORE)];
    window[BEFORE - (from - first)..][..rest.len()].copy_from_slice(rest);
    window
}

/// What a literal is found by: all of it, or all from its last word on if it begins with a mark, since words are looked
/// at anyway; if it is too short for a key, what begins with a rare byte.
fn known<T>(literal: &Literal<T>) -> &[u8] {
    let bytes = literal.text.as_bytes();
    let begins_word = |&at: &usize| bytes[at].is_ascii_alphabetic() && !bytes[at - 1].is_ascii_alphabetic();
    let from = match bytes.len().checked_sub(KEY) {
        Some(_) if bytes[0].is_ascii_alphabetic() => None,
        Some(last) => (1..=last).rev().find(begins_word),
        None => bytes.iter().position(|&byte| keys::is_rare(byte)),
    };
    &bytes[from.unwrap_or(0)..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[track_caller]
    fn check(beginning: &[&str], ending: &[&str], text: &str, expected: &[(usize, usize)]) {
        let of = |literals: &[&str]| -> Vec<Literal<()>> {
            literals
                .iter()
                .map(|&text| Literal { text: text.into(), value: (), exact: false, next: Class::ANY })
                .collect()
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
    fn finds_only_what_can_go_on() {
        let literal = |value, next| Literal { text: "tok_".into(), value, exact: true, next };
        let filter = Prefilter::new(&[literal(1, Class::ALNUM), literal(2, Class::ALNUM)], &[]);
        let mut hits = vec![];
        filter.search(b"tok_a tok_- TOK_a tok_", |start, _, value| hits.push((start, value)));
        assert_eq!(hits, [(0, 1), (0, 2)]);
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
