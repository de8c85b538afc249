//! Finds the literals of tokens in and around a long run.

use alloc::string::String;
use alloc::vec::Vec;

use super::lanes::LANES;
use super::places::{Trigrams, halves_at, joints_at};

/// Shapes by the beginning of their literal; here the case counts.
pub(super) struct Anchors {
    places: Trigrams,
    /// Sorted by the first two bytes.
    rows: Vec<([u8; 2], u16)>,
}

impl Anchors {
    /// Takes literals of at least two bytes, each with its shape.
    pub(super) fn new(literals: &[(String, u16)]) -> Self {
        let row = |(literal, id): &(String, u16)| Some((*literal.as_bytes().first_chunk()?, *id));
        let mut rows: Vec<_> = literals.iter().filter_map(row).collect();
        rows.sort_unstable();
        Self { places: Trigrams::exact(literals.iter().map(|(literal, _)| literal.as_bytes())), rows }
    }

    /// Calls `found` with every place in the run at which a literal may begin, and with the shape.
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    pub(super) fn search_inside(&self, text: &[u8], run: (usize, usize), found: impl FnMut(usize, u16)) {
        // Hardly ever is there one, which is told faster for all places at once.
        if self.places.may_be_in(text, run) {
            self.search(text, run, run.1, found);
        }
    }

    /// Calls `found` with every place in `bounds` at which a literal may begin, and with the shape.
    ///
    /// From `word_from` on all is plain, and a literal begins only at or behind what joins words.
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    pub(super) fn search(
        &self,
        text: &[u8],
        bounds: (usize, usize),
        word_from: usize,
        mut found: impl FnMut(usize, u16),
    ) {
        let mut joined = 0;
        for base in (bounds.0..bounds.1).step_by(LANES) {
            let joints = joints_at(&text[base..]);
            let begins =
                (joints | joints << 1 | joined | lowest(word_from.saturating_sub(base))) & lowest(bounds.1 - base);
            joined = joints >> (LANES - 1);
            // Most runs are names, in which nothing but the first word begins.
            if begins == 0 {
                continue;
            }
            let mut places = self.places.present(&halves_at(&text[base..])) & begins;
            while places != 0 {
                let at = base + places.trailing_zeros() as usize;
                places &= places - 1;
                self.shapes_at(&text[at..]).for_each(|id| found(at, id));
            }
        }
    }

    fn shapes_at(&self, text: &[u8]) -> impl Iterator<Item = u16> {
        let key = text.first_chunk().copied().unwrap_or_default();
        let first = self.rows.partition_point(|(known, _)| *known < key);
        self.rows[first..].iter().take_while(move |(known, _)| *known == key).map(|&(_, id)| id)
    }
}

/// One bit for each of the first `count` of sixteen places.
fn lowest(count: usize) -> u16 {
    if count < LANES { (1 << count) - 1 } else { u16::MAX }
}
