//! Strings as small numbers: each distinct string is stored once and known by its id.

use alloc::string::String;
use alloc::vec::Vec;

/// Distinct strings in the order they were first seen. Lookup by open addressing; iteration is by id only.
#[derive(Debug, Clone, Default)]
pub(crate) struct Interner {
    arena: String,
    /// End of each string in the arena; string `i` starts where `i - 1` ends.
    ends: Vec<u32>,
    hashes: Vec<u32>,
    /// Ids plus one; 0 is an empty slot. The length is a power of two.
    slots: Vec<u32>,
}

impl Interner {
    /// Number of distinct strings.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The string of an id; empty for an id that was never given out.
    pub(crate) fn text(&self, id: u32) -> &str {
        let id = id as usize;
        let Some(&end) = self.ends.get(id) else { return "" };
        let start = if id == 0 { 0 } else { self.ends[id - 1] };
        &self.arena[start as usize..end as usize]
    }

    /// Ids of the strings that begin with `prefix`, in the order they were first seen.
    pub(crate) fn with_prefix(&self, prefix: &str) -> Vec<u32> {
        let (arena, prefix) = (self.arena.as_bytes(), prefix.as_bytes());
        let mut start = 0;
        let mut found = Vec::new();
        for (id, &end) in (0_u32..).zip(&self.ends) {
            if arena[start as usize..end as usize].starts_with(prefix) {
                found.push(id);
            }
            start = end;
        }
        found
    }

    /// The id of a string seen before.
    pub(crate) fn get(&self, text: &str) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let hash = hash(text);
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.slots[slot] {
                0 => return None,
                id if self.hashes[id as usize - 1] == hash && same(self.text(id - 1), text) => return Some(id - 1),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// The id of a string, new or known, and whether it is new.
    pub(crate) fn intern(&mut self, text: &str) -> (u32, bool) {
        if self.ends.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let hash = hash(text);
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.slots[slot] {
                0 => break,
                id if self.hashes[id as usize - 1] == hash && same(self.text(id - 1), text) => return (id - 1, false),
                _ => slot = (slot + 1) & mask,
            }
        }
        #[allow(clippy::cast_possible_truncation)] // the arena is bounded by the input, which fits 32-bit memory
        let id = self.ends.len() as u32;
        self.arena.push_str(text);
        #[allow(clippy::cast_possible_truncation)]
        self.ends.push(self.arena.len() as u32);
        self.hashes.push(hash);
        self.slots[slot] = id + 1;
        (id, true)
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(256);
        let mask = size - 1;
        let mut slots = alloc::vec![0_u32; size];
        for (id, &hash) in (1_u32..).zip(&self.hashes) {
            let mut slot = hash as usize & mask;
            while slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = id;
        }
        self.slots = slots;
    }
}

/// Whether two strings are equal. Most are a few bytes long, for which calling the general comparison costs more than
/// comparing.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).all(|(a, b)| a == b)
}

/// Four bytes at a time, by multiplication, with a final mix so that short strings spread over the low bits.
fn hash(text: &str) -> u32 {
    const FACTOR: u32 = 0x9e37_79b1;
    let (words, rest) = text.as_bytes().as_chunks::<4>();
    let mut hash = 0x811c_9dc5_u32;
    for word in words {
        hash = (hash.rotate_left(5) ^ u32::from_le_bytes(*word)).wrapping_mul(FACTOR);
    }
    let tail = rest.iter().fold(1_u32, |tail, &byte| (tail << 8) | u32::from(byte));
    hash = (hash.rotate_left(5) ^ tail).wrapping_mul(FACTOR);
    hash ^ (hash >> 15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn strings_keep_their_ids_while_the_table_grows() {
        let mut interner = Interner::default();
        assert_eq!(interner.get("x"), None);
        for i in 0..5000 {
            assert_eq!(interner.intern(&format!("w{i}")), (i, true));
        }
        for i in 0..5000 {
            assert_eq!(interner.get(&format!("w{i}")), Some(i));
            assert_eq!(interner.intern(&format!("w{i}")), (i, false));
            assert_eq!(interner.text(i), format!("w{i}"));
        }
        assert_eq!(interner.get("w5000"), None);
        assert_eq!(interner.text(9999), "");
    }
}
