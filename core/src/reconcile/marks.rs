//! What the lists of the lexicon say of a word, looked up once: a statement asks dozens of them about each of its words.

use alloc::boxed::Box;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::{lexicon, number};
use crate::text::{Table, hash};

/// One bit for each list in which a word stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Marks(u32);

impl Marks {
    pub(super) const STOP: Self = Self(1);
    pub(super) const NEGATOR: Self = Self(1 << 1);
    pub(super) const DENIAL: Self = Self(1 << 2);
    pub(super) const GIVES_UP: Self = Self(1 << 3);
    pub(super) const CHANGE: Self = Self(1 << 4);
    pub(super) const ADDITIVE: Self = Self(1 << 5);
    pub(super) const LIGHT: Self = Self(1 << 6);
    pub(super) const VERB: Self = Self(1 << 7);
    pub(super) const AUXILIARY: Self = Self(1 << 8);
    pub(super) const SCOPE_MARKER: Self = Self(1 << 9);
    pub(super) const SUPERLATIVE: Self = Self(1 << 10);
    pub(super) const CONFIGURED: Self = Self(1 << 11);
    pub(super) const RESOLVE: Self = Self(1 << 12);
    pub(super) const SYNONYM: Self = Self(1 << 13);
    pub(super) const PRODUCT: Self = Self(1 << 14);
    pub(super) const UNIT: Self = Self(1 << 15);
    pub(super) const NUMBER: Self = Self(1 << 16);
    pub(super) const MONTH: Self = Self(1 << 17);
    pub(super) const MEASURED: Self = Self(1 << 18);
    pub(super) const SET_ASIDE: Self = Self(1 << 19);

    /// What the lists say of a word or stem.
    pub(super) fn of(word: &str) -> Self {
        static TABLE: OnceBox<Table<Marks>> = OnceBox::new();
        TABLE.get_or_init(|| Box::new(table())).get(word, hash(word)).copied().unwrap_or_default()
    }

    /// The same with more marks.
    pub(super) fn and(self, more: Self) -> Self {
        Self(self.0 | more.0)
    }

    /// The same without some marks.
    pub(super) fn without(self, marks: Self) -> Self {
        Self(self.0 & !marks.0)
    }

    /// Whether the word stands in one of these lists.
    pub(super) fn has(self, lists: Self) -> bool {
        self.0 & lists.0 != 0
    }
}

/// Every word of the lists with its marks.
fn table() -> Table<Marks> {
    let lists = lexicon::marked().into_iter().chain([(Marks::MONTH, &number::MONTHS)]);
    let mut words: Vec<(&'static str, Marks)> =
        lists.flat_map(|(mark, list)| list.all().map(move |word| (word, mark))).collect();
    words.extend(lexicon::keyed());
    words.sort_unstable_by_key(|(word, marks)| (*word, marks.0));
    let same = words.chunk_by(|a, b| a.0 == b.0);
    Table::of(same.map(|same| (same[0].0, Marks(same.iter().fold(0, |all, (_, marks)| all | marks.0)))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_the_marks_of_all_its_lists() {
        assert!(Marks::of("never").has(Marks::NEGATOR) && Marks::of("never").has(Marks::AUXILIARY));
        assert!(Marks::of("mb").has(Marks::UNIT) && !Marks::of("mb").has(Marks::STOP));
        assert_eq!(Marks::of("zebra"), Marks::default());
    }
}
