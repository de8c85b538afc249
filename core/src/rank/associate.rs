//! Words that speak of the same thing: a small table of general and software vocabulary.
//!
//! Each line of the table is a group of words. `=` opens a group of forms of one word. A colon parts general words
//! from words of that kind: `database: postgres mysql`. All other lines hold words of like meaning.

use alloc::string::String;
use alloc::vec::Vec;

use super::interner::Interner;
use crate::text::stem_in_place;

const TABLE: &str = include_str!("associations.txt");

/// How two words belong together, closest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Relation {
    /// Forms or abbreviations of one word.
    Same,
    /// Words of one meaning.
    Synonym,
    /// A general word and one of its kind, in either direction.
    Kind,
    /// Two of one kind.
    Sibling,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Same,
    Synonym,
    Head,
    Member,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    /// Its stem in [`Associations::stems`].
    stem: u32,
    group: u32,
    role: Role,
    /// The next entry with the same stem, or [`NONE`].
    next: u32,
}

const NONE: u32 = u32::MAX;

/// The table, by stem.
#[derive(Debug)]
pub(crate) struct Associations {
    stems: Interner,
    /// The first entry of each stem.
    first: Vec<u32>,
    /// In the order of the table, so that a group stands together.
    entries: Vec<Entry>,
    /// Where each group starts; one more than there are groups.
    group_starts: Vec<u32>,
}

impl Associations {
    pub(crate) fn load() -> Self {
        let mut table = Self {
            stems: Interner::default(),
            first: Vec::with_capacity(8192),
            entries: Vec::with_capacity(16_384),
            group_starts: alloc::vec![0],
        };
        let mut buffer = String::new();
        for line in TABLE.lines() {
            let (same, line) = line.strip_prefix("= ").map_or((false, line), |rest| (true, rest));
            let (heads, members) = line.split_once(':').unwrap_or((line, ""));
            let role = match (same, members.is_empty()) {
                (true, _) => Role::Same,
                (false, true) => Role::Synonym,
                (false, false) => Role::Head,
            };
            for (words, role) in [(heads, role), (members, Role::Member)] {
                for word in words.split_ascii_whitespace() {
                    buffer.clear();
                    buffer.push_str(word);
                    stem_in_place(&mut buffer);
                    table.add(&buffer, role);
                }
            }
            table.group_starts.push(table.end());
        }
        table
    }

    #[allow(clippy::cast_possible_truncation)] // the table is a file of ours
    fn end(&self) -> u32 {
        self.entries.len() as u32
    }

    fn add(&mut self, stem: &str, role: Role) {
        let at = self.end();
        let (stem, new) = self.stems.intern(stem);
        let next = if new {
            self.first.push(at);
            NONE
        } else {
            core::mem::replace(&mut self.first[stem as usize], at)
        };
        #[allow(clippy::cast_possible_truncation)]
        let group = self.group_starts.len() as u32 - 1;
        self.entries.push(Entry { stem, group, role, next });
    }

    /// Calls `visit` with every word that belongs with `stem`, and how; a word can come more than once.
    pub(crate) fn for_each(&self, stem: &str, mut visit: impl FnMut(&str, Relation)) {
        let Some(id) = self.stems.get(stem) else { return };
        let mut at = self.first[id as usize];
        while let Some(&own) = self.entries.get(at as usize) {
            at = own.next;
            let group = own.group as usize;
            let range = self.group_starts[group] as usize..self.group_starts[group + 1] as usize;
            for other in self.entries[range].iter().filter(|other| other.stem != id) {
                let relation = match (own.role, other.role) {
                    (Role::Same, _) => Relation::Same,
                    (Role::Synonym, _) | (Role::Head, Role::Head) => Relation::Synonym,
                    (Role::Member, Role::Member) => Relation::Sibling,
                    _ => Relation::Kind,
                };
                visit(self.stems.text(other.stem), relation);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::stem;

    #[track_caller]
    fn check(word: &str, other: &str, expected: Option<Relation>) {
        let mut found = None;
        Associations::load().for_each(&stem(word), |text, relation| {
            if text == stem(other) {
                found = Some(found.map_or(relation, |known: Relation| known.min(relation)));
            }
        });
        assert_eq!(found, expected, "{word} {other}");
    }

    #[test]
    fn words_belong_together_as_people_use_them() {
        check("database", "postgres", Some(Relation::Synonym));
        check("orchestration", "nomad", Some(Relation::Kind));
        check("nomad", "orchestration", Some(Relation::Kind));
        check("nomad", "swarm", Some(Relation::Sibling));
        check("picked", "choose", Some(Relation::Synonym));
        check("k8s", "kubernetes", Some(Relation::Same));
        check("database", "banana", None);
        check("nonexistentword", "database", None);
    }

    #[test]
    fn the_table_is_well_formed() {
        for line in TABLE.lines() {
            assert!(line.split_ascii_whitespace().count() > 1, "{line}");
            assert!(line.is_ascii() && line == line.to_ascii_lowercase(), "{line}");
            assert!(line.matches(':').count() <= 1, "{line}");
        }
    }
}
