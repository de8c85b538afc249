//! Titles a person would write: short, naming the subject.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::cue::{self, Cues};
use super::{keyword, sentence};

const MAX_WORDS: usize = 9;
const MAX_CHARS: usize = 80;

/// Headings that say what part of an answer follows, not what it is about.
const GENERIC: &[&str] = &[
    "summary",
    "overview",
    "analysis",
    "verdict",
    "conclusion",
    "key takeaway",
    "key takeaways",
    "takeaway",
    "details",
    "bottom line",
    "introduction",
    "background",
    "next steps",
    "recommendation",
    "recommendations",
    "result",
    "results",
    "findings",
    "status",
    "notes",
    "tl dr",
    "options",
    "suggestions",
    "how it works",
    "how they work",
    "setup",
    "usage",
    "the good news",
    "what happened",
    "changes",
    "what changed",
    "key points",
    "limitations",
    "root cause",
    "the root cause",
    "the fix",
    "fix",
    "solution",
    "problem",
    "the problem",
    "context",
    "answer",
    "example",
    "examples",
    "tips",
    "files changed",
    "changes made",
    "what i did",
    "what was done",
    "testing",
    "implementation",
    "the key insight",
    "key insight",
    "done",
    "completed",
    "plan",
    "the plan",
    "project overview",
    "in short",
    "quick summary",
    "final summary",
    "report",
];

/// The best title among headings of the answer, the request and the first sentence.
pub(super) fn choose(headings: &[&str], question: &str, first_sentence: &str) -> String {
    let mut best: Option<(i32, String)> = None;
    let mut offer = |score: i32, title: String| {
        if !title.is_empty() && best.as_ref().is_none_or(|(known, _)| score > *known) {
            best = Some((score, title));
        }
    };
    for (at, heading) in headings.iter().take(3).enumerate() {
        if let Some(title) = from_heading(heading) {
            let shared = shares_subject(&title, question);
            offer(30 - 12 * i32::try_from(at).unwrap_or(3) + i32::from(shared) * 10, title);
        }
    }
    if let Some(title) = from_question(question) {
        let is_thin = keyword::content(&title).len() < 2;
        offer(if is_thin { 12 } else { 26 }, title);
    }
    if let Some(title) = from_sentence(first_sentence) {
        offer(15, title);
    }
    best.map(|(_, title)| title).unwrap_or_default()
}

fn shares_subject(title: &str, question: &str) -> bool {
    let question = keyword::content(question);
    keyword::content(title).keys().any(|stem| question.contains_key(stem))
}

fn from_heading(heading: &str) -> Option<String> {
    let heading = heading.trim();
    let words = sentence::words(heading);
    let joined = words.join(" ");
    let cues = cue::scan(&words);
    if words.is_empty()
        || GENERIC.contains(&joined.as_str())
        || heading.ends_with('?')
        || cues.has(Cues::NARRATION)
        || cues.has(Cues::OFFER)
        || cues.has(Cues::OPENER)
        || keyword::content(heading).is_empty()
    {
        return None;
    }
    tidy(heading)
}

/// "How do I handle the copyright?" names "Handling the copyright"; "What is the size of X?" names "Size of X".
fn from_question(question: &str) -> Option<String> {
    let question = question.trim();
    let mut lines = question.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next()?;
    let first_words = first.split_whitespace().count();
    // An issue's title stands above its body.
    if lines.next().is_some() && first_words <= MAX_WORDS && !first.ends_with(['?', '.', ',', ':']) && first_words >= 1
    {
        return tidy(first);
    }
    let plain = sentence::plain(first);
    let sentence = sentence::sentences(&plain).into_iter().next()?.to_string();
    let mut rest = sentence.trim_end_matches(['?', '.', '!']).trim().to_string();
    let lower = rest.to_lowercase();
    for lead in [
        "can we really consider ",
        "is it possible for ",
        "is it possible to have ",
        "is it possible to ",
        "what is the ",
        "what are the ",
        "what is ",
        "what are ",
        "what's the ",
        "what's ",
        "tell me about the ",
        "tell me about ",
        "tell me ",
        "how do i ",
        "how to i ",
        "how do we ",
        "how can i ",
        "how can we ",
        "how does ",
        "how might ",
        "how would ",
        "how big is ",
        "how to ",
        "how ",
        "why is the ",
        "why is ",
        "why are ",
        "why does ",
        "why ",
        "does ",
        "do ",
        "can you ",
        "could you ",
        "please ",
        "is ",
        "are ",
        "can ",
        "i need to explore how ",
        "i need to ",
        "i want to ",
        "i need ",
        "i want ",
        "so ",
        "ok ",
        "ok, ",
    ] {
        if lower.starts_with(lead) && rest.is_char_boundary(lead.len()) {
            rest = rest[lead.len()..].to_string();
            break;
        }
    }
    if rest.split_whitespace().count() > MAX_WORDS || keyword::content(&rest).is_empty() {
        return None;
    }
    tidy(&rest)
}

fn from_sentence(sentence: &str) -> Option<String> {
    let plain = sentence::plain(sentence);
    let head = plain.split([':', ';', '—', '(']).next().unwrap_or(&plain).trim().trim_end_matches('.');
    let clause =
        if head.split_whitespace().count() > MAX_WORDS { head.split(", ").next().unwrap_or(head) } else { head };
    tidy(clause)
}

/// At most nine words, first letter upper case, no trailing mark; never cut inside a phrase that hangs in the air.
pub(super) fn tidy(text: &str) -> Option<String> {
    let plain = sentence::plain(text);
    let stripped: String = plain.chars().filter(|c| !is_pictograph(*c)).collect();
    let mut words: Vec<&str> = stripped.split_whitespace().collect();
    while words.first().is_some_and(|word| !word.chars().any(char::is_alphanumeric)) {
        words.remove(0);
    }
    if words.len() > MAX_WORDS {
        // A heading such as "Fork — 349 commits, 132 files changed" is named by its first part.
        let dash = words.iter().take(MAX_WORDS).position(|word| matches!(*word, "—" | "–" | "-"));
        let colon = words.iter().take(MAX_WORDS).rposition(|word| word.ends_with(':') || word.ends_with(','));
        match (dash, colon) {
            (Some(at), _) if at >= 2 => words.truncate(at),
            (_, Some(at)) if at >= 2 => words.truncate(at + 1),
            _ => words.truncate(MAX_WORDS),
        }
    }
    while words.last().is_some_and(|word| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        bare.is_empty()
            || matches!(
                bare.as_str(),
                "a" | "an"
                    | "the"
                    | "of"
                    | "for"
                    | "to"
                    | "and"
                    | "or"
                    | "in"
                    | "on"
                    | "with"
                    | "when"
                    | "that"
                    | "is"
                    | "are"
                    | "be"
                    | "from"
                    | "by"
                    | "as"
                    | "at"
                    | "your"
                    | "my"
                    | "its"
                    | "not"
                    | "into"
                    | "which"
                    | "how"
                    | "you"
                    | "we"
                    | "i"
            )
    }) {
        words.pop();
    }
    let mut title = words.join(" ");
    while title.len() > MAX_CHARS {
        let at = title.rfind(' ')?;
        title.truncate(at);
    }
    let title = title.trim_end_matches(|c: char| {
        matches!(c, ':' | ',' | ';' | '.' | '!' | '?' | '-' | '—' | '–' | '…') || c.is_whitespace()
    });
    let mut title = title.to_string();
    for (open, close) in [('(', ')'), ('[', ']')] {
        if title.matches(open).count() != title.matches(close).count() {
            title = title.chars().filter(|c| *c != open && *c != close).collect();
        }
    }
    if title.matches('"').count() % 2 == 1 {
        title = title.replace('"', "");
    }
    let first = title.chars().next()?;
    if first.is_lowercase()
        && !title
            .split_whitespace()
            .next()
            .is_some_and(|word| word.chars().skip(1).any(|c| c.is_uppercase() || matches!(c, '.' | '/' | '_')))
    {
        let upper: String = first.to_uppercase().collect();
        title.replace_range(..first.len_utf8(), &upper);
    }
    (title.chars().filter(|c| c.is_alphanumeric()).count() >= 2).then_some(title)
}

/// Emoji and other pictures that have no place in a title.
pub(super) fn is_pictograph(c: char) -> bool {
    matches!(u32::from(c), 0x1F000..=0x1FAFF | 0x2600..=0x27BF | 0x2B00..=0x2BFF | 0xFE00..=0xFE0F | 0x200D | 0x20E3 | 0xE0020..=0xE007F | 0x231A..=0x23FF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(headings: &[&str], question: &str, sentence: &str, expected: &str) {
        assert_eq!(choose(headings, question, sentence), expected);
    }

    #[test]
    fn a_title_names_the_subject() {
        check(
            &["Summary", "Cache Invalidation in the Build"],
            "why slow?",
            "It is slow.",
            "Cache Invalidation in the Build",
        );
        check(&[], "What is the total size of the assets folder?", "It is 3 MB.", "Total size of the assets folder");
        check(&[], "Offline mode\n\nCan the app work without a network?", "Yes.", "Offline mode");
        check(&["Yes, absolutely! Here's how"], "", "The queue drops messages: always.", "The queue drops messages");
    }

    #[test]
    fn titles_stay_short() {
        let long = "one two three four five six seven eight nine ten eleven";
        assert_eq!(tidy(long).map(|t| t.split(' ').count()), Some(9));
        assert_eq!(tidy("🚀"), None);
        assert_eq!(tidy(""), None);
    }
}
