//! Word lists as data: written as one text each, found by their hash.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::stop::is_stop_word;

/// The hash of a word, the same on every machine.
pub(crate) fn hash(word: &str) -> u32 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut rest = word.as_bytes();
    let mut sum = rest.len() as u64;
    while let Some((eight, more)) = rest.split_first_chunk::<8>() {
        sum = (sum ^ u64::from_le_bytes(*eight)).wrapping_mul(FACTOR).rotate_left(29);
        rest = more;
    }
    // What is left, without a loop: its two ends, which may overlap, tell all of it.
    let tail = match (rest.first_chunk::<4>(), rest.last_chunk::<4>(), rest) {
        (Some(head), Some(tail), _) => {
            u64::from(u32::from_le_bytes(*head)) << 32 | u64::from(u32::from_le_bytes(*tail))
        }
        (_, _, [first, .., last]) => u64::from(*first) << 16 | u64::from(rest[rest.len() / 2]) << 8 | u64::from(*last),
        (_, _, [one]) => u64::from(*one),
        _ => 0,
    };
    ((sum ^ tail).wrapping_mul(FACTOR) >> 32) as u32
}

/// Words with a value each, in a table of which at least half the places stay empty: a word that is not in it, as most
/// are that are asked for, ends at its first place.
#[derive(Debug)]
pub(crate) struct Table<V> {
    /// Upper half of the hash, and the number of the entry plus one; 0 is empty.
    places: Vec<(u16, u16)>,
    entries: Vec<(&'static str, V)>,
}

impl<V> Table<V> {
    /// A table of the entries; of two for the same word the first counts.
    pub(crate) fn of(entries: Vec<(&'static str, V)>) -> Self {
        let size = (entries.len() * 2).next_power_of_two().max(2);
        let mut table = Self { places: vec![(0, 0); size], entries: Vec::new() };
        let mut number: u16 = 0;
        for (word, value) in entries.into_iter().take(usize::from(u16::MAX)) {
            let hash = hash(word);
            if let Err(place) = table.find(word, hash) {
                number += 1;
                table.entries.push((word, value));
                table.places[place] = ((hash >> 16) as u16, number);
            }
        }
        table
    }

    /// The number of the word's entry, or the empty place where it would stand.
    #[inline]
    fn find(&self, word: &str, hash: u32) -> Result<usize, usize> {
        let place = hash as usize & (self.places.len() - 1);
        if self.places[place].1 == 0 { Err(place) } else { self.find_from(place, word, hash) }
    }

    fn find_from(&self, mut place: usize, word: &str, hash: u32) -> Result<usize, usize> {
        let mask = self.places.len() - 1;
        loop {
            let (mark, number) = self.places[place];
            if number == 0 {
                return Err(place);
            }
            let entry = usize::from(number) - 1;
            if mark == (hash >> 16) as u16 && self.entries[entry].0 == word {
                return Ok(entry);
            }
            place = (place + 1) & mask;
        }
    }

    /// Whether the word, of which this is the [`hash`], is in the table.
    #[inline]
    pub(crate) fn contains(&self, word: &str, hash: u32) -> bool {
        self.find(word, hash).is_ok()
    }

    /// The value of the word, of which this is the [`hash`].
    #[inline]
    pub(crate) fn get(&self, word: &str, hash: u32) -> Option<&V> {
        self.find(word, hash).ok().map(|entry| &self.entries[entry].1)
    }
}

/// A list of words; the order in which they are written does not matter.
#[derive(Debug)]
pub(crate) struct Words {
    text: &'static str,
    table: OnceBox<Table<()>>,
}

impl Words {
    /// A list of words between blanks.
    pub(crate) const fn new(text: &'static str) -> Self {
        Self { text, table: OnceBox::new() }
    }

    /// The words as they are written.
    pub(crate) fn all(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.text.split_ascii_whitespace()
    }

    /// Whether the word is in the list.
    #[inline(never)] // hundreds of callers
    pub(crate) fn contains(&self, word: &str) -> bool {
        self.table().contains(word, hash(word))
    }

    /// The word as it stands in the list, if it does.
    pub(crate) fn own(&self, word: &str) -> Option<&'static str> {
        let table = self.table();
        table.find(word, hash(word)).ok().map(|entry| table.entries[entry].0)
    }

    /// The table of the words, for asking about many.
    #[inline(never)] // hundreds of callers
    pub(crate) fn table(&self) -> &Table<()> {
        self.table.get_or_init(|| Box::new(Table::of(self.all().map(|word| (word, ())).collect())))
    }
}

/// Rows of words that belong together.
#[derive(Debug)]
pub(crate) struct Rows {
    rows: &'static [&'static str],
    table: OnceBox<Table<Vec<usize>>>,
}

impl Rows {
    /// Rows of words between blanks.
    pub(crate) const fn new(rows: &'static [&'static str]) -> Self {
        Self { rows, table: OnceBox::new() }
    }

    /// The words of all rows.
    pub(crate) fn all(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.rows.iter().flat_map(|row| row.split_ascii_whitespace())
    }

    /// Numbers of the rows in which the word stands, from the first on.
    pub(crate) fn of<'a>(&'a self, word: &str) -> impl Iterator<Item = usize> + use<'a> {
        let table = self.table.get_or_init(|| {
            let rows = self.rows.iter().enumerate();
            let mut words: Vec<_> =
                rows.flat_map(|(row, text)| text.split_whitespace().map(move |word| (word, row))).collect();
            words.sort_unstable();
            let same = words.chunk_by(|a, b| a.0 == b.0);
            Box::new(Table::of(same.map(|row| (row[0].0, row.iter().map(|(_, row)| *row).collect())).collect()))
        });
        table.get(word, hash(word)).map_or(&[][..], Vec::as_slice).iter().copied()
    }

    /// The first word of a row.
    pub(crate) fn first(&self, row: usize) -> &'static str {
        self.rows[row].split_whitespace().next().unwrap_or_default()
    }
}

/// Words, each with what stands for it.
#[derive(Debug)]
pub(crate) struct Dictionary<V: 'static> {
    entries: &'static [(&'static str, V)],
    table: OnceBox<Table<V>>,
}

impl<V: Copy> Dictionary<V> {
    /// Words with what stands for them.
    pub(crate) const fn new(entries: &'static [(&'static str, V)]) -> Self {
        Self { entries, table: OnceBox::new() }
    }

    /// The words that something stands for.
    pub(crate) fn all(&self) -> impl Iterator<Item = &'static str> + use<V> {
        self.entries.iter().map(|(word, _)| *word)
    }

    /// What stands for the word.
    pub(crate) fn get(&self, word: &str) -> Option<V> {
        self.get_hashed(word, hash(word))
    }

    /// What stands for the word, of which this is the [`hash`].
    pub(crate) fn get_hashed(&self, word: &str, hash: u32) -> Option<V> {
        self.table.get_or_init(|| Box::new(Table::of(self.entries.to_vec()))).get(word, hash).copied()
    }
}

/// Phrases: words with single blanks between, the phrases with `, ` between.
#[derive(Debug)]
pub(crate) struct Phrases {
    text: &'static str,
    table: OnceBox<Table<Vec<Vec<&'static str>>>>,
}

impl Phrases {
    /// A list of phrases.
    pub(crate) const fn new(text: &'static str) -> Self {
        Self { text, table: OnceBox::new() }
    }

    /// Of each phrase the word that is likely met least: a text that has none of them has none of the phrases.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static str> + use<> {
        let tells = |word: &&str| (!is_stop_word(word), word.len());
        self.text.split(", ").filter_map(move |phrase| phrase.split_ascii_whitespace().max_by_key(tells))
    }

    /// What may follow each first word so that a phrase is complete.
    #[inline(never)] // many callers
    pub(crate) fn table(&self) -> &Table<Vec<Vec<&'static str>>> {
        self.table.get_or_init(|| {
            let mut phrases: Vec<Vec<&str>> =
                self.text.split(", ").map(|phrase| phrase.split_ascii_whitespace().collect()).collect();
            phrases.sort_unstable();
            let same = phrases.chunk_by(|a, b| a.first() == b.first());
            let rests = |same: &[Vec<&'static str>]| same.iter().map(|phrase| phrase[1..].to_vec()).collect();
            Box::new(Table::of(same.filter(|same| !same[0].is_empty()).map(|same| (same[0][0], rests(same))).collect()))
        })
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

    #[test]
    fn a_word_leads_to_what_stands_for_it() {
        static FORMS: Dictionary<&str> =
            Dictionary::new(&[("went", "go"), ("understandable", "understand"), ("went", "leave")]);
        assert_eq!(
            [FORMS.get("went"), FORMS.get("understandable"), FORMS.get("go")],
            [Some("go"), Some("understand"), None]
        );
    }
}
