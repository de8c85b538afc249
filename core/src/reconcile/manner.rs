//! How a sentence is meant, told by its form: what claims nothing, what was done, what was found, what is pasted.

use crate::extract::{OPTIONS, SUGGESTED};

/// Words that no sentence has that claims one thing.
const BULK: usize = 45;
/// Words of a sentence that says one thing.
pub(super) const PLAIN: usize = 10;

/// How a sentence is meant. Told once, as it is asked for every pair.
#[derive(Debug)]
pub(super) struct Manner {
    pub(super) n_words: usize,
    /// It is no sentence: a heading, what a person pasted, or many things in one breath, which holds words for everything.
    pub(super) is_bulk: bool,
    /// Nothing is so yet, or it is about the talk itself.
    pub(super) claims_nothing: bool,
    /// It tells what was found to be wrong: it was, whatever was done about it.
    pub(super) is_finding: bool,
    /// It tells what was done, and stays done.
    pub(super) tells_deed: bool,
}

impl Manner {
    pub(super) fn of(text: &str, by_person: bool) -> Self {
        let n_words = text.split_whitespace().count();
        let is_bulk = n_words > BULK || is_no_sentence(text, by_person);
        Self {
            n_words,
            is_bulk,
            claims_nothing: is_bulk || is_no_claim(text, by_person),
            is_finding: tells_finding(text),
            tells_deed: tells_deed(text),
        }
    }

    /// Whether it says one thing, in few words.
    pub(super) fn is_plain(&self) -> bool {
        self.n_words <= PLAIN
    }
}

/// "If that goes well, we can …": nothing is so yet. "You're not doing what I said" is about the talk itself, and what
/// "is failing" is mended when it is read.
fn is_no_claim(text: &str, by_person: bool) -> bool {
    let fails = [" is failing", " are failing", " was failing", " were failing"];
    let starts = |with: &&str| text.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    // "**Wrong door** If it sticks, …": a case.
    let is_case = || text.split_once("** ").is_some_and(|(_, told)| told.starts_with("If "));
    // "For these ovens we need no tray": of which, only the text around it tells.
    let leans = ["for these ", "for those ", "in these ", "in those ", "in this case", "in that case"];
    is_case()
        || starts(&"if ")
        || leans.iter().any(starts)
        // "Not an oven — a mill": what was just said is.
        || !by_person && ["you're correct", "you're right", "you are correct", "you are right"].iter().any(starts)
        || starts(&"not a ") && !by_person
        || starts(&"not an ") && !by_person
        || fails.iter().any(|fails| text.contains(fails))
        || by_person && ["you're ", "you are ", "you were ", "you said ", "currently ", "looking at ", "looking in "].iter().any(starts)
        // "The label of the tray is wrong": what is to be instead is not told.
        || by_person && [" is wrong", " are wrong", " looks wrong"].iter().any(|wrong| text.trim_end_matches(['.', '!']).ends_with(wrong))
}

/// "The issue was that the door stood open".
fn tells_finding(text: &str) -> bool {
    let mut words = text.split_whitespace();
    matches!(words.next(), Some("The" | "This"))
        && words.next().is_some_and(|word| matches!(word, "issue" | "problem" | "error" | "bug" | "cause"))
}

/// "Added ten trays", "I've weighed the rye", "two loaves processed".
fn tells_deed(text: &str) -> bool {
    let mut words = text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let is_done = |word: &str| word.len() > 4 && word.ends_with("ed");
    // "1. Added ten trays".
    let first = words.find(|word| word.chars().any(char::is_alphabetic)).unwrap_or("");
    let last = words.clone().next_back().unwrap_or("");
    let speaks = matches!(first, "I" | "We" | "I've" | "We've" | "Also");
    // "3. **Trays** - Updated all of them", "Order created**: two ovens".
    let behind_label = || {
        let (label, told) = text.split_once("**")?;
        let label = label.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ' '));
        let (label, told) = if label.is_empty() { told.split_once("**")? } else { (label, told) };
        let first = told.split_whitespace().find(|word| word.chars().any(char::is_alphanumeric))?;
        let last = label.split_whitespace().next_back()?.trim_end_matches(':');
        Some(is_done(first) || label.contains(' ') && is_done(last))
    };
    is_done(first)
        || speaks && words.take(2).any(is_done)
        || matches!(last, "processed" | "created" | "added" | "done")
        || behind_label() == Some(true)
}

fn is_no_sentence(text: &str, by_person: bool) -> bool {
    let is_code = || ["::", " {", "=>", "();"].iter().any(|mark| text.contains(mark));
    let is_log = || text.starts_with('[') && text.contains("] ") && text.contains(": ");
    let is_pasted = || by_person && (text.contains(" | ") || is_code() || is_log());
    // "30. Loose lids** (cellar)" names something, and where it is.
    let is_label = || {
        let rest = text.split_once("**").filter(|(label, _)| !label.is_empty()).map(|(_, rest)| rest.trim());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('(') && rest.ends_with(')'))
    };
    let is_bold = || text.len() > 4 && text.starts_with("**") && text.ends_with("**");
    let is_heading = || text.ends_with(':') || is_bold() || is_label();
    let is_markup = || text.contains("</") || text.contains("<!--");
    text.starts_with(OPTIONS)
        || text.strip_prefix(SUGGESTED).is_some_and(|rest| rest.contains(": "))
        || is_heading()
        || is_pasted()
        || is_markup()
        || points_elsewhere(text)
}

/// "Notes of the day: https://…" tells where something is, and nothing of it.
fn points_elsewhere(text: &str) -> bool {
    let mut words = text.split_whitespace().rev();
    words.next().is_some_and(|word| word.contains("://")) && words.next().is_some_and(|word| word.ends_with(':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_claims_nothing_ends_nothing() {
        for (text, by_person) in [
            ("**Wrong door** If the door sticks or you changed the lock, nobody gets in.", false),
            ("Options considered: a new oven; a smaller tray.", false),
            ("[oven:heat] [door] closed: no such tray in the cellar", true),
            ("Not an oven of ours — a mill.", false),
            ("HLT | Halt the mill until reset | 11111111", true),
            ("<!--Start--><p>The oven is hot.</p>", true),
            ("Notes of the baker: https://bakery.example/notes/12", false),
            ("30. Loose lids** (cellar/trays.txt)", false),
            ("For these ovens we need no tray.", true),
            ("Looking in the cellar, it seems that the trays are gone.", true),
            ("It seems that the label of the tray is wrong.", true),
        ] {
            assert!(Manner::of(text, by_person).claims_nothing, "{text}");
        }
        assert!(!Manner::of("The door of the oven sticks.", false).claims_nothing);
    }

    #[test]
    fn what_was_done_or_found_stays_so() {
        let said = |text: &str| (tells_deed(text), tells_finding(text));
        assert_eq!(said("Added ten trays to the oven."), (true, false));
        assert_eq!(said("I've weighed the rye of the mill."), (true, false));
        assert_eq!(said("The issue was that the door stood open."), (false, true));
        assert_eq!(said("The oven needs ten trays."), (false, false));
        assert_eq!(said("3. **Trays** - Updated all of them for the new oven."), (true, false));
        assert_eq!(said("Order created**: two ovens and a mill."), (true, false));
        assert_eq!(said("**Trays**: two of them are in the oven."), (false, false));
    }
}
