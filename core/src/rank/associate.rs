//! Words that speak of the same thing: a small table of general and software vocabulary.
//!
//! Each line of the table is a group of words. `=` opens a group of forms of one word. A colon parts general words
//! from words of that kind: `database: postgres mysql`. All other lines hold words of like meaning.

use alloc::string::String;
use alloc::vec::Vec;

use crate::text::{fold, stem};

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

#[derive(Debug)]
struct Entry {
    stem: String,
    group: u32,
    role: Role,
}

/// The table, by stem.
#[derive(Debug)]
pub(crate) struct Associations {
    /// In the order of the table, so that a group stands together.
    entries: Vec<Entry>,
    by_stem: Vec<u32>,
}

impl Associations {
    pub(crate) fn load() -> Self {
        let mut entries = Vec::with_capacity(4096);
        for (group, line) in (0_u32..).zip(TABLE.lines()) {
            let (same, line) = line.strip_prefix("= ").map_or((false, line), |rest| (true, rest));
            let (heads, members) = line.split_once(':').unwrap_or((line, ""));
            let role = match (same, members.is_empty()) {
                (true, _) => Role::Same,
                (false, true) => Role::Synonym,
                (false, false) => Role::Head,
            };
            for (words, role) in [(heads, role), (members, Role::Member)] {
                entries.extend(words.split_ascii_whitespace().map(|word| Entry {
                    stem: stem(&fold(word)),
                    group,
                    role,
                }));
            }
        }
        let mut by_stem: Vec<u32> = (0_u32..).zip(&entries).map(|(at, _)| at).collect();
        by_stem.sort_by(|&a, &b| entries[a as usize].stem.cmp(&entries[b as usize].stem).then(a.cmp(&b)));
        Self { entries, by_stem }
    }

    /// Calls `visit` with every word that belongs with `stem`, and how; a word can come more than once.
    pub(crate) fn for_each(&self, stem: &str, mut visit: impl FnMut(&str, Relation)) {
        let from = self.by_stem.partition_point(|&at| self.entries[at as usize].stem.as_str() < stem);
        for &at in &self.by_stem[from..] {
            let own = &self.entries[at as usize];
            if own.stem != stem {
                break;
            }
            let start = self.entries[..at as usize].partition_point(|entry| entry.group < own.group);
            for other in self.entries[start..].iter().take_while(|entry| entry.group == own.group) {
                if other.stem == own.stem {
                    continue;
                }
                let relation = match (own.role, other.role) {
                    (Role::Same, _) => Relation::Same,
                    (Role::Synonym, _) | (Role::Head, Role::Head) => Relation::Synonym,
                    (Role::Member, Role::Member) => Relation::Sibling,
                    _ => Relation::Kind,
                };
                visit(&other.stem, relation);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
