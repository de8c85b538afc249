//! Counts that are taken again and again: a later count of the same things replaces the earlier one.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::clause::analyse;
use super::glossary::Glossary;
use super::lexicon;
use super::marks::Marks;
use crate::model::Item;
use crate::text::{fold, folded_stem, for_each_content_term};

/// Least number of things that two blocks must both count.
const MIN_SHARED: usize = 2;

/// Two counts of one thing differ by less.
const FAR_APART: f64 = 10.0;

/// More numbers than this make a block a listing, not a count.
const MAX_NUMBERS: usize = 8;

/// What a block of text counts: the thing and the number. Empty when it counts fewer than two things.
pub(super) fn counts(block: &str, words: &mut Glossary) -> BTreeMap<String, f64> {
    let mut found = BTreeMap::new();
    let mut n_numbers = 0;
    // What is counted stands beside its number.
    let (mut lines, mut n_written) = (Vec::new(), 0);
    for line in block.lines() {
        let n = parts(line).filter(|part| is_number(part)).take(MIN_SHARED).count();
        n_written += n;
        if n > 0 {
            lines.push(line);
        }
    }
    if n_written < MIN_SHARED || !name_things(&lines) {
        return found;
    }
    for line in lines {
        let row: String = line.replace(['|', '*', '`'], " ");
        let quantities = analyse(&row, words).quantities;
        n_numbers += quantities.len();
        if n_numbers > MAX_NUMBERS {
            return BTreeMap::new();
        }
        for quantity in quantities {
            // The thing counted stands right beside its number.
            if let Some(unit) = quantity.of.iter().take(2).find(|unit| lexicon::is_measured(unit)) {
                found.entry(unit.clone()).or_insert(quantity.value);
            }
        }
    }
    if found.len() < MIN_SHARED { BTreeMap::new() } else { found }
}

/// Whether lines name enough different things that are counted again and again.
fn name_things(lines: &[&str]) -> bool {
    let mut things: Vec<String> = Vec::new();
    lines.iter().any(|line| {
        for_each_content_term(line, |stem| {
            let marks = Marks::of(stem);
            let thing = if marks.has(Marks::SYNONYM) { lexicon::canonical(stem) } else { stem };
            let is_measured = marks.has(Marks::MEASURED) || marks.has(Marks::SYNONYM) && lexicon::is_measured(thing);
            if is_measured && !things.iter().any(|known| known == thing) {
                things.push(String::from(thing));
            }
        });
        things.len() >= MIN_SHARED
    })
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
}

/// Whether a word holds a digit or is a number in letters.
fn is_number(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit()) || (3..=8).contains(&word.len()) && is_number_word(word)
}

fn is_number_word(word: &str) -> bool {
    if word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return lexicon::number_word(word).is_some();
    }
    let mut lower = [0; 8];
    let Some(lower) = lower.get_mut(..word.len()) else { return false };
    lower.copy_from_slice(word.as_bytes());
    lower.make_ascii_lowercase();
    core::str::from_utf8(lower).is_ok_and(|word| lexicon::number_word(word).is_some())
}

/// Whether two blocks count the same things and come to different numbers.
pub(super) fn counted_again(earlier: &BTreeMap<String, f64>, later: &BTreeMap<String, f64>) -> bool {
    let shared = earlier.keys().filter(|unit| later.contains_key(*unit)).count();
    let differs = |unit: &String, value: f64| later.get(unit).is_some_and(|n| (n - value).abs() > 0.5);
    let n_different = earlier.iter().filter(|(unit, value)| differs(unit, **value)).count();
    // Nearly everything that either counts, the other counts too.
    let all = earlier.len() + later.len() - shared;
    // All files of a folder and those of one kind: what differs that much throughout is two things.
    let is_far = |unit: &String, value: f64| later.get(unit).is_some_and(|n| n.max(value) > FAR_APART * n.min(value));
    let n_far = earlier.iter().filter(|(unit, value)| is_far(unit, **value)).count();
    shared >= MIN_SHARED && n_different >= MIN_SHARED && shared * 4 >= all * 3 && n_far < shared
}

/// Words that ask for a measure, as stems, with the measure and its dimension.
const MEASURES: &[(&str, &str)] = &[
    ("size", "size"),
    ("big", "size"),
    ("larg", "size"),
    ("weigh", "size"),
    ("heavi", "size"),
    ("durat", "time"),
    ("latenc", "time"),
    ("slow", "time"),
    ("fast", "time"),
];

/// What a title measures of which named things: `size of .config` gives `size config`.
pub(super) fn measured(title: &str) -> Vec<String> {
    let words: Vec<&str> = title.split_whitespace().map(|word| word.trim_matches([',', '?', ':', '`', '"'])).collect();
    let Some(dimension) = words.iter().find_map(|word| {
        let stem = folded_stem(word);
        MEASURES.iter().find(|(name, _)| *name == stem).map(|(_, dimension)| *dimension)
    }) else {
        return Vec::new();
    };
    // Only a name tells whose size it is: an identifier, a path, or a word written like neither.
    let is_name = |word: &&str| {
        word.chars().skip(1).any(|c| c.is_uppercase() || matches!(c, '.' | '/' | '_')) || word.starts_with('.')
    };
    words.iter().copied().filter(|word| is_name(word)).map(|word| format!("{dimension} {}", fold(word))).collect()
}

/// Whether an item measures again what the article measured, and comes to another number.
pub(super) fn measured_again(title: &str, text: &str, item: &Item, words: &mut Glossary) -> bool {
    let (earlier, later) = (measured(title), measured(&item.title));
    let Some(key) = later.iter().find(|key| earlier.contains(key)) else { return false };
    let dimension = key.split(' ').next().unwrap_or("");
    let mut values = |text: &str| -> Vec<f64> {
        let plain: String = text.replace(['|', '*', '`'], " ");
        let lines = plain.lines().flat_map(|line| analyse(line, words).quantities);
        lines.filter(|quantity| quantity.dimension == dimension).map(|quantity| quantity.value).collect()
    };
    let largest = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
    let (old, new) = (values(text), values(&item.statement));
    !old.is_empty() && !new.is_empty() && (largest(&old) - largest(&new)).abs() > 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_things_counted_later() {
        let words = &mut Glossary::default();
        let table =
            counts("| Metric | Value |\n|---|---|\n| **Commits ahead** | **12** |\n| Files changed | 7 files |", words);
        let line = counts("The branch is 40 commits ahead with 19 files changed.", words);
        let other = counts("The suite has 40 tests and finds 3 bugs.", words);
        assert!(counted_again(&table, &line), "{table:?} {line:?}");
        assert!(!counted_again(&table, &other));
        assert!(!counted_again(&table, &table));
        let one_kind = counts("Only 1 of these commits is signed, and 400 files are images.", words);
        let more = counts("It has 30 commits and 9,000 files.", words);
        assert!(!counted_again(&more, &one_kind), "{more:?} {one_kind:?}");
    }

    #[test]
    fn a_measure_belongs_to_a_named_thing() {
        assert_eq!(measured("Total size of the .cache folder"), ["size .cache"]);
        assert_eq!(measured("How big is .cache, just the code"), ["size .cache"]);
        assert!(measured("Size of the team").is_empty() && measured("Layout of .cache").is_empty());
    }
}
