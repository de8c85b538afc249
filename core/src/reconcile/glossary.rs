//! What is to be known of each word of a statement, looked up once however often the word is said.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Deref;

use super::alternatives;
use super::marks::Marks;
use crate::text::{Interner, with_stem};

/// What is known of a word.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Word {
    pub(super) folded: Arc<str>,
    /// Its stem.
    pub(super) stem: Key,
    /// What the lexicon says of the word, and of its stem.
    pub(super) marks: Marks,
    pub(super) stem_marks: Marks,
}

/// What words are compared by, with a number that stands for it among the words of one glossary. Statements are only
/// ever compared within one.
#[derive(Debug, Clone, Default)]
pub(super) struct Key {
    pub(super) number: u32,
    /// What the lexicon says of it.
    pub(super) marks: Marks,
    text: Arc<str>,
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Deref for Key {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

/// The words met so far.
#[derive(Debug, Default)]
pub(super) struct Glossary {
    folded: Interner,
    words: Vec<Word>,
    keys: Interner,
    texts: Vec<(Arc<str>, Marks)>,
    /// The numbers of the keys asked for since they were last taken, in order.
    asked: Vec<u32>,
}

impl Glossary {
    /// What is known of a folded word.
    pub(super) fn word(&mut self, folded: &str) -> &Word {
        let (number, is_new) = self.folded.intern(folded);
        if is_new {
            let stem = with_stem(folded, |stem| self.key(stem));
            let marks = marks_of(folded);
            let is_stem = &*stem == folded;
            let own = if is_stem { Arc::clone(&stem.text) } else { Arc::from(folded) };
            let stem_marks = if is_stem { marks } else { marks_of(&stem) };
            self.words.push(Word { folded: own, stem, marks, stem_marks });
        }
        let word = &self.words[number as usize];
        self.asked.push(word.stem.number);
        word
    }

    /// The key of this text.
    pub(super) fn key(&mut self, text: &str) -> Key {
        let (number, is_new) = self.keys.intern(text);
        if is_new {
            self.texts.push((Arc::from(text), Marks::of(text)));
        }
        self.asked.push(number);
        let (text, marks) = &self.texts[number as usize];
        Key { number, marks: *marks, text: Arc::clone(text) }
    }

    /// The numbers of the keys asked for since the last call, in order, perhaps some of them several times.
    pub(super) fn take_asked(&mut self) -> Vec<u32> {
        core::mem::take(&mut self.asked)
    }
}

/// What the lexicon says of a word. A product with its version is a product.
fn marks_of(word: &str) -> Marks {
    let marks = Marks::of(word);
    if word.contains('-') && alternatives::class_of(word).is_some() { marks.and(Marks::PRODUCT) } else { marks }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_one_stem_have_one_key() {
        let mut glossary = Glossary::default();
        let one = glossary.word("deploys").clone();
        let other = glossary.word("deploy").clone();
        assert_eq!((&*one.folded, &one.stem), ("deploys", &other.stem));
        assert_ne!(glossary.word("never").stem, other.stem);
        assert!(glossary.word("never").marks.has(Marks::NEGATOR));
        assert_eq!(glossary.key("deploy"), other.stem);
    }
}
