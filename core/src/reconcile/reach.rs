//! Of how much a statement holds: of some only, of more, or of all.

use alloc::format;

use super::alternatives;
use super::common::{keys, share_subject};
use super::conflict::Conflict;
use super::statement::{Clause, Reach, Token};

/// `Runs on Linux only` against `runs on Linux and Windows`, `only on old ovens` against `on any oven`, `both X and Y have
/// it` against `only X has it`.
pub(super) fn other_reach(clause_a: &Clause, clause_b: &Clause) -> Option<Conflict> {
    if clause_a.negative || clause_b.negative || !share_subject(clause_a, clause_b, |_| true) {
        return None;
    }
    let of_some = |limited: &Clause, wide: &Clause| {
        // "Only failed orders are kept with a receipt" says more than that they are kept.
        let is_more = |token: &Token| {
            let is_own = token.reach == Reach::Open && token.tells_topic();
            is_own && !wide.tokens.iter().any(|theirs| theirs.key == token.key)
        };
        if limited.tokens.iter().any(is_more) {
            return None;
        }
        limited.tokens.iter().filter(|token| token.reach == Reach::Only).find_map(|x| {
            let same = wide.tokens.iter().find(|y| y.key == x.key && y.reach != Reach::Only && !y.rejected)?;
            let is_other = |y: &Token| {
                let is_one_of = |of: fn(&Token) -> &str| alternatives::are_alternatives(of(x), of(y));
                y.name && !y.rejected && (is_one_of(|token| &token.key) || is_one_of(|token| &token.word))
            };
            let is_wider = same.reach == Reach::All || !same.subject && wide.tokens.iter().any(is_other);
            is_wider
                .then(|| Conflict::new(format!("it is about some “{}” only in one, about more in the other", x.word)))?
        })
    };
    let of_one = |limited: &Clause, wide: &Clause| {
        let subject = |clause| keys(clause, |token: &Token| token.subject);
        let told = |clause| keys(clause, |token: &Token| !token.subject);
        let (one, more) = (subject(limited), subject(wide));
        let is_narrower =
            limited.only && !wide.only && more.len() > one.len() && one.iter().all(|key| more.contains(key));
        (is_narrower && !told(limited).is_empty() && told(limited) == told(wide))
            .then(|| Conflict::new("one says it of one subject only, the other of more".into()))?
    };
    of_some(clause_a, clause_b)
        .or_else(|| of_some(clause_b, clause_a))
        .or_else(|| of_one(clause_a, clause_b))
        .or_else(|| of_one(clause_b, clause_a))
}
