//! What an agent says for its own work: that it is good, and that all will be well with it.

use super::sentence::Word;
use crate::text::Words;

/// What an agent calls its own work by.
static OWN_WORK: Words = Words::new(
    "solution implementation refactoring refactor approach version code setup structure result change changes files",
);
/// Words with which it praises that work.
static PRAISE: Words = Words::new(
    "robust maintainable elegant comprehensive seamless seamlessly clean cleaner cleanly production-ready \
     functionality compatibility scalable organized modular aligned accurately successfully flawlessly \
     production-readiness polished showpiece professional professionally thoughtful impressive compelling depth \
     respects well-suited excellent sophisticated",
);

/// "The solution is robust and maintainable", "the new version maintains all functionality".
pub(super) fn praises_itself(words: &[Word<'_>]) -> bool {
    let is_own =
        words.first().is_some_and(|word| matches!(word.as_str(), "the" | "this" | "your" | "our" | "all" | "both"))
            && words.iter().skip(1).take(3).any(|word| OWN_WORK.contains(word));
    let says = words.iter().skip(2).take(4).any(|word| {
        matches!(
            word.as_str(),
            "is" | "are" | "maintains" | "provides" | "preserves" | "ensures" | "keeps" | "follows" | "follow"
        )
    });
    let n_praises = words.iter().filter(|word| PRAISE.contains(word)).count();
    // "It respects their time and shows the depth of the work."
    let flatters = words.windows(3).any(|three| three[0] == "shows" && three[1] == "you" && three[2] == "understand");
    is_own && says && n_praises > 0 || n_praises > 1 || flatters
}

/// "This approach will work everywhere", "this solves the problem", "the new oven is working perfectly": the agent
/// speaks for what it did or would do, and says nothing of how.
pub(super) fn pitches(words: &[Word<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    if word(0) == "this" {
        let promises =
            OWN_WORK.contains(word(1)) && matches!(word(2), "will" | "would" | "gives" | "ensures" | "provides");
        let mends = matches!(word(1), "solves" | "fixes" | "resolves" | "addresses")
            && words
                .iter()
                .skip(2)
                .take(5)
                .any(|word| matches!(word.as_str(), "issue" | "issues" | "problem" | "problems"));
        let soothes = word(1) == "is" && matches!(word(2), "normal" | "fine" | "ok" | "okay" | "great" | "excellent");
        if promises || mends || soothes {
            return true;
        }
    }
    words.windows(2).any(|pair| {
        matches!(
            (pair[0].as_str(), pair[1].as_str()),
            ("working" | "works", "perfectly" | "beautifully" | "flawlessly" | "great" | "wonderfully")
                | ("fully", "functional" | "operational" | "working")
                | ("positions", "you" | "your")
        )
    })
}

/// "Benefits", "Key advantages:": what stands below speaks for the work above it.
pub(super) fn leads_to_praise(lead: &[Word<'_>]) -> bool {
    lead.len() <= 5 && lead.iter().any(|word| matches!(word.as_str(), "benefits" | "advantages"))
}

#[cfg(test)]
mod tests {
    use super::super::sentence;
    use super::*;

    #[test]
    fn what_an_agent_says_for_its_work_is_told_from_how_it_works() {
        for said in [
            "This approach will work across all ovens with little effort.",
            "This solves the core issue where bread was burnt.",
            "The new oven is working perfectly!",
            "The page now has fully functional trays.",
            "This is normal - the dough takes its time.",
        ] {
            assert!(pitches(&sentence::words(said)), "{said}");
        }
        for said in [
            "This approach is used for rye only.",
            "The oven works with gas.",
            "This fixes the tray to the wall.",
            "The door is fully closed at night.",
        ] {
            assert!(!pitches(&sentence::words(said)), "{said}");
        }
    }
}
