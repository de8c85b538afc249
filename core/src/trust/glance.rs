//! A first look at a sentence: which rules its words could speak to at all.
//!
//! Each rule asks for one of certain words before anything else, and most sentences have none of them. The words of all
//! rules stand in one table, made from the rules' own lists, so that one look at each word tells which rules need no
//! closer one.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;

use once_cell::race::OnceBox;

use super::words::Sentence;
use super::{disclosure, reach, remembering, steering};
use crate::text::Table;

/// The rules that a sentence could speak to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Glance(u16);

impl Glance {
    /// None of them.
    pub(super) const NOTHING: Self = Self(0);
    pub(super) const OVERRIDES: Self = Self(1);
    pub(super) const EXFILTRATES: Self = Self(1 << 1);
    pub(super) const CONCEALS: Self = Self(1 << 2);
    pub(super) const CONTROLS_MEMORY: Self = Self(1 << 3);
    pub(super) const RUNS_CODE: Self = Self(1 << 4);
    pub(super) const CLAIMS_AUTHORITY: Self = Self(1 << 5);
    pub(super) const RELAYS: Self = Self(1 << 6);
    /// It names something sensitive.
    pub(super) const SENSITIVE: Self = Self(1 << 7);

    /// What the words of a sentence could speak to.
    pub(super) fn of(sentence: &Sentence) -> Self {
        let table = TABLE.get_or_init(|| Box::new(table()));
        Self(sentence.hashed().filter_map(|(word, hash)| table.get(word, hash)).fold(0, |all, rules| all | rules))
    }

    /// What either of two sentences could speak to.
    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether it could speak to the rule.
    pub(super) fn has(self, rule: Self) -> bool {
        self.0 & rule.0 != 0
    }
}

static TABLE: OnceBox<Table<u16>> = OnceBox::new();

/// The words that each rule cannot do without.
fn table() -> Table<u16> {
    let needs = [
        (Glance::OVERRIDES, steering::overrides_needs()),
        (Glance::EXFILTRATES, disclosure::SHOWING.all().chain(disclosure::HANDING.all()).collect()),
        (Glance::CONCEALS, disclosure::conceals_needs()),
        (Glance::CONTROLS_MEMORY, remembering::needs()),
        (Glance::RUNS_CODE, steering::running_needs()),
        (Glance::CLAIMS_AUTHORITY, steering::authority_needs()),
        (Glance::RELAYS, reach::relayed_needs()),
        (Glance::SENSITIVE, disclosure::SENSITIVE.all().collect()),
    ];
    let mut rules: BTreeMap<&'static str, u16> = BTreeMap::new();
    for (rule, words) in needs {
        for word in words {
            *rules.entry(word).or_insert(0) |= rule.0;
        }
    }
    Table::of(rules.into_iter().collect())
}
