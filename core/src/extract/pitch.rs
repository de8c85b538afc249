//! What an agent says for its own work: that it is good, and that all will be well with it.

use super::sentence::{self, Word};
use crate::text::Words;

/// What an agent calls its own work by.
static OWN_WORK: Words = Words::new(
    "solution implementation refactoring refactor approach version code setup structure result change changes files",
);
/// Words with which it praises that work.
static PRAISE: Words = Words::new(
    "robust maintainable elegant comprehensive seamless seamlessly clean cleaner cleanly production-ready \
     functionality compatibility scalable organized modular aligned accurately successfully flawlessly \
     production-readiness polished professional professionally thoughtful impressive compelling depth \
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
        // "This small oven should provide enough heat for more bread."
        let vouches = words.iter().take(6).any(|word| matches!(word.as_str(), "should" | "will"))
            && words
                .iter()
                .take(8)
                .any(|word| matches!(word.as_str(), "provide" | "give" | "offer" | "improve" | "make"))
            && words.iter().any(|word| {
                matches!(
                    word.as_str(),
                    "sufficient" | "more" | "better" | "flexibility" | "utility" | "easier" | "good"
                )
            });
        if vouches {
            return true;
        }
        let soothes = word(1) == "is" && matches!(word(2), "normal" | "fine" | "ok" | "okay" | "great" | "excellent");
        if promises || mends || soothes {
            return true;
        }
    }
    words.windows(2).any(|pair| {
        matches!(
            (pair[0].as_str(), pair[1].as_str()),
            ("working" | "works", "perfectly" | "beautifully" | "flawlessly" | "great" | "wonderfully")
                | ("working", "correctly" | "properly" | "smoothly")
                | ("fully", "functional" | "operational" | "working")
                | ("positions", "you" | "your")
        )
    })
}

/// Deeds by which work speaks for itself, behind a comma.
static TAILS: Words = Words::new("giving providing offering making ensuring allowing improving enhancing keeping");
/// What it is said to give.
static GAINS: Words = Words::new(
    "more better greater improved sufficient increased easier cleaner simpler flexible flexibility readable maintainable",
);
/// Longest praise behind a comma.
const MAX_TAIL: usize = 12;

/// A sentence without what it says for the work at its end: "the tray is wider now, giving more flexibility".
pub(super) fn without_praise(sentence: &str) -> &str {
    let Some(at) = sentence.rfind(", ").filter(|at| sentence::has_more_words(&sentence[..*at], 4)) else {
        return sentence;
    };
    let tail = &sentence[at + 2..];
    let words = sentence::words(tail);
    let is_praise = words.first().is_some_and(|word| TAILS.contains(word))
        && words.iter().skip(1).take(4).any(|word| GAINS.contains(word))
        && words.len() <= MAX_TAIL
        && !tail.contains(|c: char| c == '`' || c.is_ascii_digit());
    if is_praise { &sentence[..at] } else { sentence }
}

/// Most words above a list of praise.
const MAX_LEAD: usize = 7;

/// "Benefits", "Key advantages:", "What works especially well:": what stands below speaks for the work above it, or of
/// the person.
pub(super) fn leads_to_praise(lead: &[Word<'_>]) -> bool {
    let has = |list: &[&str]| lead.iter().any(|word| list.contains(&word.as_str()));
    let first = lead.first().map_or("", Word::as_str);
    let admires = matches!(first, "what" | "what's" | "things")
        && (has(&["works", "working", "worked", "did", "do", "does", "done"]) && has(&["well", "best"])
            || has(&["like", "love", "liked", "loved"]) && has(&["i", "i'd"])
            || has(&["good", "great", "strong"]) && lead.len() <= 3);
    // "A few especially good choices:"
    let likes = has(&["good", "great", "strong", "nice", "clever", "smart"])
        && lead
            .last()
            .is_some_and(|word| matches!(word.as_str(), "choices" | "points" | "ideas" | "decisions" | "touches"));
    let is_gain = lead.len() <= 5 && has(&["benefits", "advantages", "achievements"]);
    lead.len() <= MAX_LEAD && (is_gain || admires || likes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_praise_are_told_by_their_lead() {
        let praises = |lead: &str| leads_to_praise(&sentence::words(lead));
        for lead in [
            "Key benefits:",
            "What works especially well:",
            "What I like about it:",
            "What's good",
            "What you did well",
        ] {
            assert!(praises(lead), "{lead}");
        }
        for lead in ["What works on the old oven:", "What the oven does:", "Good ovens:", "What we like to bake:"] {
            assert!(!praises(lead), "{lead}");
        }
    }

    #[test]
    fn praise_at_the_end_of_a_sentence_is_left_out() {
        let told = "The tray slides two steps forward now";
        assert_eq!(without_praise(&alloc::format!("{told}, giving more flexibility for the baker")), told);
        for said in ["The belt runs at 3 m/s, giving 40 loaves more an hour", "Ann bakes, making more bread"] {
            assert_eq!(without_praise(said), said);
        }
    }

    #[test]
    fn what_an_agent_says_for_its_work_is_told_from_how_it_works() {
        for said in [
            "This approach will work across all ovens with little effort.",
            "This solves the core issue where bread was burnt.",
            "The new oven is working perfectly!",
            "The page now has fully functional trays.",
            "This is normal - the dough takes its time.",
            "This small menu should provide sufficient choice for the first guests.",
            "All features of the shop are working correctly.",
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
