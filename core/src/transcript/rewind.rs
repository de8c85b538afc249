//! Prompts that a person took back and wrote anew, told by the links between the records.
//!
//! Tools that run at once and records of the host fork the links as well, so only a second prompt
//! from the same place ends a branch.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::limits;
use super::tree::Key;

/// The number of the prompt that an entry goes back to.
type Place = u32;
const NOTHING: Place = Place::MAX;

/// Where a prompt was typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    /// Below that entry.
    Entry(Key),
    /// At the beginning of that session, or of what follows its summary.
    Beginning(Option<Key>, u32),
}

#[derive(Debug)]
struct Prompt {
    /// The prompt before it.
    above: Place,
    /// The prompt that was typed in its place.
    replaced_by: Place,
}

/// The prompts of a session and what came of each.
#[derive(Debug, Default)]
pub(crate) struct Prompts {
    typed: Vec<Prompt>,
    /// Entries with the prompt they go back to.
    entries: BTreeMap<Key, Place>,
    latest_from: BTreeMap<Origin, Place>,
    /// The prompt that each turn goes back to.
    turns: Vec<Place>,
    /// Some writers name no parents at all: what has none is no beginning then.
    has_links: bool,
}

impl Prompts {
    /// Whether an entry of that name came before.
    pub(crate) fn knows(&self, key: Key) -> bool {
        self.entries.contains_key(&key)
    }

    /// Adds an entry after which there are `turns` turns; `typed_at` when a person typed it.
    pub(crate) fn add(&mut self, key: Option<Key>, parent: Option<Key>, typed_at: Option<Origin>, turns: usize) {
        self.has_links |= parent.is_some();
        let above = parent.and_then(|parent| self.entries.get(&parent).copied()).unwrap_or(NOTHING);
        let place = typed_at.map_or(above, |origin| self.add_prompt(origin, above));
        if let Some(key) = key.filter(|_| self.entries.len() < limits::TREE_ENTRIES) {
            self.entries.insert(key, place);
        }
        self.turns.resize(turns, place);
    }

    fn add_prompt(&mut self, origin: Origin, above: Place) -> Place {
        let Some(place) = Place::try_from(self.typed.len()).ok().filter(|&place| place < NOTHING) else {
            return above;
        };
        self.typed.push(Prompt { above, replaced_by: NOTHING });
        if let Some(earlier) = self.latest_from.insert(origin, place) {
            let earlier = &mut self.typed[earlier as usize];
            // Otherwise a wrong link puts the place they share below the earlier one.
            if earlier.above == above {
                earlier.replaced_by = place;
            }
        }
        place
    }

    /// Tells of each turn whether it is part of the conversation.
    pub(crate) fn kept_turns(self) -> impl Iterator<Item = bool> {
        let mut last_below: Vec<usize> = (0..self.typed.len()).collect();
        for (at, prompt) in self.typed.iter().enumerate().rev() {
            if let Some(&last) = last_below.get(at)
                && let Some(above) = last_below.get_mut(prompt.above as usize)
            {
                *above = last.max(*above);
            }
        }
        let mut is_kept: Vec<bool> = Vec::with_capacity(self.typed.len());
        for (prompt, last_below) in self.typed.iter().zip(last_below) {
            let goes_on = last_below > prompt.replaced_by as usize;
            let is_replaced = self.has_links && prompt.replaced_by != NOTHING && !goes_on;
            is_kept.push(!is_replaced && is_kept.get(prompt.above as usize).is_none_or(|&kept| kept));
        }
        self.turns.into_iter().map(move |place| is_kept.get(place as usize).is_none_or(|&kept| kept))
    }
}
