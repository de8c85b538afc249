//! The links between entries of a session, and the branch that is the conversation.

use alloc::vec::Vec;
use core::cell::OnceCell;

use super::limits;
use crate::text::Fnv;

/// An entry's identifier, shortened to a number so that a million of them stay small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key(u64);

impl Key {
    pub(crate) fn new(id: &str) -> Self {
        let mut hash = Fnv::new();
        id.bytes().for_each(|byte| hash.add(u32::from(byte)));
        Self(hash.0)
    }
}

/// What an entry says about the one it follows.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum Parent {
    #[default]
    Unstated,
    Root,
    Entry(Key),
}

impl Parent {
    /// The parent by the value of its field.
    pub(crate) fn named(id: Option<&str>) -> Self {
        id.map_or(Self::Root, |id| Self::Entry(Key::new(id)))
    }
}

const NOTHING: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
enum Link {
    Root,
    /// The entry before it in the file.
    Previous,
    Named(Key),
}

#[derive(Debug)]
struct Node {
    key: Option<Key>,
    link: Link,
    turn: u32,
}

/// Entries in file order. Every entry hangs on an earlier one, so walking up always ends.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    /// Keys with their places, sorted; made when first asked for.
    places: OnceCell<Vec<(Key, u32)>>,
}

impl Tree {
    pub(crate) fn add_root(&mut self, key: Option<Key>, turn: Option<u32>) {
        self.add(key, Link::Root, turn);
    }

    /// Adds an entry that names its parent. When `lean`, an entry that carries nothing and simply
    /// continues the branch only moves the branch's end.
    pub(crate) fn add_child(&mut self, key: Option<Key>, parent: Key, turn: Option<u32>, lean: bool) {
        match self.nodes.last_mut() {
            Some(last) if last.key == Some(parent) => self.add_next(key, turn, lean),
            _ => self.add(key, Link::Named(parent), turn),
        }
    }

    /// Adds an entry that follows the one before it.
    pub(crate) fn add_next(&mut self, key: Option<Key>, turn: Option<u32>, lean: bool) {
        match self.nodes.last_mut() {
            Some(last) if lean && turn.is_none() => last.key = key,
            _ => self.add(key, Link::Previous, turn),
        }
    }

    fn add(&mut self, key: Option<Key>, link: Link, turn: Option<u32>) {
        if self.nodes.len() < limits::TREE_ENTRIES {
            self.nodes.push(Node { key, link, turn: turn.unwrap_or(NOTHING) });
        }
    }

    #[allow(clippy::cast_possible_truncation)] // at most TREE_ENTRIES nodes
    fn places(&self) -> &[(Key, u32)] {
        self.places.get_or_init(|| {
            let mut places: Vec<_> =
                self.nodes.iter().enumerate().filter_map(|(at, node)| Some((node.key?, at as u32))).collect();
            places.sort_unstable();
            places
        })
    }

    /// The latest entry of that name before `before`.
    fn find(&self, key: Key, before: usize) -> Option<usize> {
        let places = self.places();
        let end = places.partition_point(|&(other, at)| (other, at as usize) < (key, before));
        let (found, at) = *places.get(end.checked_sub(1)?)?;
        (found == key).then_some(at as usize)
    }

    /// How many entries repeat an id.
    pub(crate) fn duplicates(&self) -> usize {
        self.places().windows(2).filter(|pair| pair[0].0 == pair[1].0).count()
    }

    /// Turns of the branch that ends in the last entry, oldest first.
    ///
    /// A parent that is missing (its line was damaged) or stands later (a cycle) is replaced by the
    /// entry before: one bad line must not cost the whole history.
    pub(crate) fn active_branch(&self) -> Vec<u32> {
        let mut turns = Vec::new();
        let mut next = self.nodes.len().checked_sub(1);
        while let Some(at) = next {
            let node = &self.nodes[at];
            if node.turn != NOTHING {
                turns.push(node.turn);
            }
            next = match node.link {
                Link::Root => None,
                Link::Previous => at.checked_sub(1),
                Link::Named(parent) => self.find(parent, at).or(at.checked_sub(1)),
            };
        }
        turns.reverse();
        turns
    }

    /// The first turn at or after the named entry.
    pub(crate) fn turn_at_or_after(&self, key: Key) -> Option<u32> {
        self.turn_at_or_after_index(self.find(key, self.nodes.len())?)
    }

    /// The first turn at or after the entry with that number.
    pub(crate) fn turn_at_or_after_index(&self, index: usize) -> Option<u32> {
        self.nodes.get(index..)?.iter().map(|node| node.turn).find(|&turn| turn != NOTHING)
    }
}
