//! Word lists as data: written as one text each, searched by halving.

use alloc::boxed::Box;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

/// A list of words; the order in which they are written does not matter.
#[derive(Debug)]
pub(crate) struct Words {
    text: &'static str,
    sorted: OnceBox<Sorted>,
}

/// The words in order, and their lengths and first letters as marks: most words asked for are not in a list and are
/// told by them alone.
#[derive(Debug)]
struct Sorted {
    words: Vec<&'static str>,
    lengths: u64,
    firsts: u64,
}

fn length_mark(word: &str) -> u64 {
    1 << word.len().min(63)
}

fn first_mark(word: &str) -> u64 {
    1 << (word.as_bytes().first().copied().unwrap_or(0) & 63)
}

impl Words {
    /// A list of words between blanks.
    pub(crate) const fn new(text: &'static str) -> Self {
        Self { text, sorted: OnceBox::new() }
    }

    /// Whether the word is in the list.
    pub(crate) fn contains(&self, word: &str) -> bool {
        let sorted = self.sorted.get_or_init(|| {
            let mut words: Vec<&str> = self.text.split_whitespace().collect();
            words.sort_unstable();
            let lengths = words.iter().fold(0, |marks, word| marks | length_mark(word));
            let firsts = words.iter().fold(0, |marks, word| marks | first_mark(word));
            Box::new(Sorted { words, lengths, firsts })
        });
        sorted.lengths & length_mark(word) != 0
            && sorted.firsts & first_mark(word) != 0
            && sorted.words.binary_search(&word).is_ok()
    }
}

/// Rows of words that belong together.
#[derive(Debug)]
pub(crate) struct Rows {
    rows: &'static [&'static str],
    sorted: OnceBox<Vec<(&'static str, usize)>>,
}

impl Rows {
    /// Rows of words between blanks.
    pub(crate) const fn new(rows: &'static [&'static str]) -> Self {
        Self { rows, sorted: OnceBox::new() }
    }

    /// Numbers of the rows in which the word stands, from the first on.
    pub(crate) fn of<'a>(&'a self, word: &'a str) -> impl Iterator<Item = usize> + 'a {
        let sorted = self.sorted.get_or_init(|| {
            let rows = self.rows.iter().enumerate();
            let mut words: Vec<_> =
                rows.flat_map(|(row, text)| text.split_whitespace().map(move |word| (word, row))).collect();
            words.sort_unstable();
            Box::new(words)
        });
        let start = sorted.partition_point(|(known, _)| *known < word);
        sorted[start..].iter().take_while(move |(known, _)| *known == word).map(|(_, row)| *row)
    }

    /// The first word of a row.
    pub(crate) fn first(&self, row: usize) -> &'static str {
        self.rows[row].split_whitespace().next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_whatever_order_they_are_written() {
        static LIST: Words = Words::new("pear apple\n    plum");
        assert!(["pear", "apple", "plum"].iter().all(|word| LIST.contains(word)));
        assert!(!LIST.contains("pea") && !LIST.contains(""));
    }

    #[test]
    fn a_word_leads_to_all_of_its_rows() {
        static ROWS: Rows = Rows::new(&["red green", "sour red", "blue"]);
        assert_eq!(ROWS.of("red").collect::<Vec<_>>(), [0, 1]);
        assert_eq!(ROWS.of("blue").map(|row| ROWS.first(row)).collect::<Vec<_>>(), ["blue"]);
        assert_eq!(ROWS.of("re").count(), 0);
    }
}
