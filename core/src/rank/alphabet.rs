//! Strings by their beginning.

use alloc::vec::Vec;
use core::cell::{Cell, OnceCell};

use crate::text::Interner;

/// Lookups that are answered by looking at every string. Sorting costs more than that, and most calls of the CLI end
/// after a handful.
const N_UNSORTED: u32 = 48;

/// The alphabetical order of an interner's strings, made when it pays.
#[derive(Debug, Default)]
pub(crate) struct Alphabet {
    sorted: OnceCell<Vec<u32>>,
    n_lookups: Cell<u32>,
}

impl Alphabet {
    /// Ids of the strings that begin with `prefix`, in alphabetical order, at most `most`.
    pub(crate) fn with_prefix(&self, strings: &Interner, prefix: &str, most: usize) -> Vec<u32> {
        let n_lookups = self.n_lookups.get();
        if n_lookups < N_UNSORTED {
            self.n_lookups.set(n_lookups + 1);
            let mut found = strings.with_prefix(prefix);
            found.sort_unstable_by(|&a, &b| strings.text(a).cmp(strings.text(b)));
            found.truncate(most);
            return found;
        }
        let sorted = self.sorted.get_or_init(|| {
            let mut all = strings.with_prefix("");
            all.sort_unstable_by(|&a, &b| strings.text(a).cmp(strings.text(b)));
            all
        });
        let from = sorted.partition_point(|&id| strings.text(id) < prefix);
        sorted[from..].iter().copied().take(most).take_while(|&id| strings.text(id).starts_with(prefix)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn the_answer_is_the_same_before_and_after_sorting() {
        let mut strings = Interner::default();
        for n in 0..500 {
            strings.intern(&format!("w{}", n * 7 % 500));
        }
        let alphabet = Alphabet::default();
        let first: Vec<Vec<u32>> = (0..40).map(|n| alphabet.with_prefix(&strings, &format!("w{n}"), 5)).collect();
        for _ in 0..N_UNSORTED {
            alphabet.with_prefix(&strings, "x", 5);
        }
        assert!(alphabet.with_prefix(&strings, "x", 5).is_empty() && alphabet.sorted.get().is_some());
        let then: Vec<Vec<u32>> = (0..40).map(|n| alphabet.with_prefix(&strings, &format!("w{n}"), 5)).collect();
        assert_eq!(first, then);
        assert!(first[1].len() == 5 && first[1].is_sorted_by_key(|&id| strings.text(id)));
    }
}
