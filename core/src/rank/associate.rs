//! Words that speak of the same thing: a small table of general and software vocabulary.
//!
//! Each line of the table is a group of words. `=` opens a group of forms of one word. A colon parts general words
//! from words of that kind: `database: postgres mysql`. `~` opens a group of words of which one makes
//! people think of the other, all of them or, with a colon, the general ones of those of their field. All other lines
//! hold words of like meaning.

/// How two words belong together, closest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Relation {
    /// Forms or abbreviations of one word.
    Same,
    /// Words of one meaning.
    Synonym,
    /// A general word and one of its kind, in either direction.
    Kind,
    /// Words of which one makes people think of the other.
    Loose,
    /// Two of one kind.
    Sibling,
}

/// The table, made by `build.rs`: all stems in alphabetical order one after the other in `STEMS`, where each ends in
/// `STEM_ENDS`; the stems of each group, which is a line of the table, in `MEMBERS`, where each group ends in
/// `MEMBER_ENDS`, and how many of them are heads in `HEADS`: none when the group is one word in its forms.
mod table {
    use core::cmp::Ordering;

    /// Added to the number of heads where the words of a group only make people think of each other.
    pub(super) const LOOSE: usize = 128;

    include!(concat!(env!("OUT_DIR"), "/associations.rs"));

    /// The number of a stem.
    pub(super) fn find(stem: &str) -> Option<u16> {
        let mut range = 0..STEM_ENDS.len();
        while !range.is_empty() {
            let middle = range.start + range.len() / 2;
            let number = u16::try_from(middle).ok()?;
            match text(number).cmp(stem) {
                Ordering::Equal => return Some(number),
                Ordering::Less => range.start = middle + 1,
                Ordering::Greater => range.end = middle,
            }
        }
        None
    }

    pub(super) fn text(stem: u16) -> &'static str {
        &STEMS[span(&STEM_ENDS, usize::from(stem))]
    }

    /// The group in which a member stands: its stems, the place of the member among them, and how many are heads.
    pub(super) fn group_of(member: usize) -> (&'static [u16], usize, usize) {
        let number = MEMBER_ENDS.partition_point(|&end| usize::from(end) <= member);
        let span = span(&MEMBER_ENDS, number);
        (&MEMBERS[span.clone()], member - span.start, usize::from(HEADS[number]))
    }

    /// Where a stem stands in the groups. Looking through all of them costs less than the bytes of a list of places.
    pub(super) fn places_of(stem: u16) -> impl Iterator<Item = usize> {
        MEMBERS.iter().enumerate().filter(move |(_, member)| **member == stem).map(|(at, _)| at)
    }

    fn span(ends: &[u16], at: usize) -> core::ops::Range<usize> {
        let start = if at == 0 { 0 } else { ends[at - 1] };
        usize::from(start)..usize::from(ends[at])
    }
}

/// Whether the table knows a stem: a word that exists, and no slip of somebody's fingers.
pub(crate) fn is_in_table(stem: &str) -> bool {
    table::find(stem).is_some()
}

/// Calls `visit` with every word that belongs with `stem`, and how; a word can come more than once.
pub(crate) fn for_each_associate(stem: &str, mut visit: impl FnMut(&str, Relation)) {
    let Some(id) = table::find(stem) else { return };
    for place in table::places_of(id) {
        let (members, own, heads) = table::group_of(place);
        let (n_heads, is_loose) = (heads % table::LOOSE, heads >= table::LOOSE);
        for (at, &other) in members.iter().enumerate().filter(|(_, other)| **other != id) {
            let relation = match (own < n_heads, at < n_heads) {
                _ if n_heads == 0 => Relation::Same,
                (false, false) => Relation::Sibling,
                _ if is_loose => Relation::Loose,
                (true, true) => Relation::Synonym,
                _ => Relation::Kind,
            };
            visit(table::text(other), relation);
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
        for_each_associate(&stem(word), |text, relation| {
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
        check("gadget", "sensor", Some(Relation::Loose));
        check("hospital", "prescription", Some(Relation::Loose));
        check("prescription", "ward", Some(Relation::Sibling));
        check("database", "banana", None);
        check("nonexistentword", "database", None);
    }

    #[test]
    fn the_table_is_well_formed() {
        for line in include_str!("associations.txt").lines() {
            assert!(line.split_ascii_whitespace().count() > 1, "{line}");
            assert!(line.is_ascii() && line == line.to_ascii_lowercase(), "{line}");
            assert!(line.matches(':').count() <= 1, "{line}");
        }
    }
}
