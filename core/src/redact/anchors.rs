//! Finds the literals of tokens in and around a long run.

use alloc::string::String;
use alloc::vec::Vec;

use super::lanes::LANES;
use super::places::{Trigrams, halves_at};

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

    /// Calls `found` with every place in `bounds` at which a literal may begin, if it `fits`, and with the shape.
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    pub(super) fn search(
        &self,
        text: &[u8],
        bounds: (usize, usize),
        fits: impl Fn(usize) -> bool,
        mut found: impl FnMut(usize, u16),
    ) {
        for base in (bounds.0..bounds.1).step_by(LANES) {
            let mut places = self.places.present(&halves_at(&text[base..]));
            if bounds.1 - base < LANES {
                places &= (1 << (bounds.1 - base)) - 1;
            }
            while places != 0 {
                let at = base + places.trailing_zeros() as usize;
                places &= places - 1;
                if fits(at) {
                    self.shapes_at(&text[at..]).for_each(|id| found(at, id));
                }
            }
        }
    }

    fn shapes_at(&self, text: &[u8]) -> impl Iterator<Item = u16> {
        let key = text.first_chunk().copied().unwrap_or_default();
        let first = self.rows.partition_point(|(known, _)| *known < key);
        self.rows[first..].iter().take_while(move |(known, _)| *known == key).map(|&(_, id)| id)
    }
}
