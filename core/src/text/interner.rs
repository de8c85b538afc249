//! Strings as small numbers: each distinct string is stored once and known by its id.

use alloc::string::String;
use alloc::vec::Vec;

/// Distinct strings in the order they were first seen. Lookup by open addressing; iteration is by id only.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    arena: String,
    /// End of each string in the arena; string `i` starts where `i - 1` ends.
    ends: Vec<u32>,
    /// The length is a power of two.
    slots: Vec<Slot>,
}

/// What is needed to tell whether a string is the one that is looked for, in one place: most are short and need no
/// look at their text.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    /// The string itself when it is short, see [`SHORT`]; its hash otherwise.
    key: u64,
    /// Its length in bytes.
    len: u32,
    /// Its id plus one; 0 is an empty slot.
    id: u32,
}

/// Bytes of a string that fit into a key.
const SHORT: usize = 8;

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
        self.find(text, key(text.as_bytes())).ok()
    }

    /// The id of a string, new or known, and whether it is new.
    pub(crate) fn intern(&mut self, text: &str) -> (u32, bool) {
        if self.ends.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let key = key(text.as_bytes());
        let slot = match self.find(text, key) {
            Ok(id) => return (id, false),
            Err(slot) => slot,
        };
        #[allow(clippy::cast_possible_truncation)] // the arena is bounded by the input, which fits 32-bit memory
        let (id, len) = (self.ends.len() as u32, text.len() as u32);
        self.arena.push_str(text);
        #[allow(clippy::cast_possible_truncation)]
        self.ends.push(self.arena.len() as u32);
        self.slots[slot] = Slot { key, len, id: id + 1 };
        (id, true)
    }

    /// The id of a string, or the empty slot where it belongs. There is always one.
    #[inline]
    fn find(&self, text: &str, key: u64) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut at = place(key) & mask;
        loop {
            let slot = self.slots[at];
            if slot.id == 0 {
                return Err(at);
            }
            if slot.key == key
                && slot.len as usize == text.len()
                && (text.len() <= SHORT || self.text(slot.id - 1) == text)
            {
                return Ok(slot.id - 1);
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(256);
        let mask = size - 1;
        let mut slots = alloc::vec![Slot::default(); size];
        for slot in self.slots.iter().filter(|slot| slot.id != 0) {
            let mut at = place(slot.key) & mask;
            while slots[at].id != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = *slot;
        }
        self.slots = slots;
    }
}

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Where a key is looked for first.
fn place(key: u64) -> usize {
    let mixed = key.wrapping_mul(FACTOR);
    #[allow(clippy::cast_possible_truncation)] // the upper half is the better mixed one
    let place = (mixed >> 32) as usize ^ (mixed >> 47) as usize;
    place
}

/// Together with its length, a short string itself; eight bytes at a time of a longer one, by multiplication.
fn key(bytes: &[u8]) -> u64 {
    let n = bytes.len();
    if n > SHORT {
        let last = n - SHORT;
        let words = (0..last).step_by(SHORT).chain([last]).map(|at| eight(bytes, at));
        return words.fold(0, |hash: u64, word| (hash.rotate_left(5) ^ word).wrapping_mul(FACTOR));
    }
    if let (Some(head), Some(tail)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        return u64::from(u32::from_le_bytes(*head)) | u64::from(u32::from_le_bytes(*tail)) << 32;
    }
    match *bytes {
        [] => 0,
        [a] => u64::from(a),
        [a, b] => u64::from(a) | u64::from(b) << 8,
        [a, b, c, ..] => u64::from(a) | u64::from(b) << 8 | u64::from(c) << 16,
    }
}

fn eight(bytes: &[u8], at: usize) -> u64 {
    bytes[at..].first_chunk::<8>().map_or(0, |chunk| u64::from_le_bytes(*chunk))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::ToString;

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
        // Lengths around the words that are compared at once, differing in one byte anywhere.
        for length in 0..20 {
            let text = "abcdefghijklmnopqrst"[..length].to_string();
            let (id, new) = interner.intern(&text);
            assert!(new && interner.intern(&text) == (id, false));
            for at in 0..length {
                let mut other = text.clone();
                other.replace_range(at..=at, "X");
                assert!(interner.intern(&other).1, "{other}");
            }
        }
        assert_eq!(interner.text(9999), "");
    }
}
