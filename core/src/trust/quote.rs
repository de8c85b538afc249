//! Finds what a speaker only repeats: block quotes, code, pasted pages, reported speech.

use alloc::vec::Vec;

use crate::model::Origin;
use crate::text::Words;

/// A stretch of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part<'a> {
    pub(super) text: &'a str,
    /// Whose words they are when they are not the speaker's.
    pub(super) origin: Option<Origin>,
}

/// Nouns that bring somebody else's words, with the origin of those words.
const SOURCES: &[(&str, Origin)] = &[
    ("page", Origin::Web),
    ("website", Origin::Web),
    ("site", Origin::Web),
    ("article", Origin::Web),
    ("blog", Origin::Web),
    ("post", Origin::Web),
    ("search result", Origin::Web),
    ("documentation", Origin::Web),
    ("docs", Origin::Web),
    ("tutorial", Origin::Web),
    ("stack overflow", Origin::Web),
    ("readme", Origin::Tool),
    ("file", Origin::Tool),
    ("output", Origin::Tool),
    ("log", Origin::Tool),
    ("tool", Origin::Tool),
    ("email", Origin::Outsider),
    ("mail", Origin::Outsider),
    ("comment", Origin::Outsider),
    ("issue", Origin::Outsider),
    ("ticket", Origin::Outsider),
    ("message", Origin::Outsider),
    ("customer", Origin::Outsider),
    ("vendor", Origin::Outsider),
    ("reporter", Origin::Outsider),
    ("contributor", Origin::Outsider),
];

/// Verbs of saying behind such a noun.
static SAYING: Words = Words::new(
    "says said wrote writes states stated claims claimed tells told contains reads contained instructs instructed asks \
     asked demands wants",
);

/// Cuts a statement into the speaker's own words and what they repeat.
pub(super) fn split(text: &str) -> Vec<Part<'_>> {
    let mut parts: Vec<Part<'_>> = Vec::new();
    let mut fence: Option<&str> = None;
    // "The page says:" makes everything behind it the page's, up to an empty line.
    let mut carried: Option<Origin> = None;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        if let Some(open) = fence {
            if trimmed.starts_with(open) {
                fence = None;
            }
            push(&mut parts, line, text, Some(Origin::Tool));
            continue;
        }
        let opened = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark));
        if opened.is_some() {
            fence = opened;
            push(&mut parts, line, text, Some(Origin::Tool));
            continue;
        }
        if trimmed.starts_with('>') {
            push(&mut parts, line, text, Some(Origin::Outsider));
            continue;
        }
        if trimmed.trim_end().is_empty() {
            carried = None;
            push(&mut parts, line, text, None);
            continue;
        }
        if let Some(origin) = carried {
            push(&mut parts, line, text, Some(origin));
            continue;
        }
        match reported(line) {
            Some((at, origin)) => {
                push(&mut parts, &line[..at], text, None);
                push(&mut parts, &line[at..], text, Some(origin));
                if line.trim_end().ends_with(':') {
                    carried = Some(origin);
                }
            }
            None => push(&mut parts, line, text, None),
        }
    }
    parts
}

/// Where somebody else's words begin in a line such as `The page says: …`.
fn reported(line: &str) -> Option<(usize, Origin)> {
    let lower = line.to_ascii_lowercase();
    // "When the customer asks for a refund": an occasion, nobody is quoted.
    if lower.split_whitespace().take(4).any(|word| matches!(word, "when" | "whenever" | "if" | "once" | "unless")) {
        return None;
    }
    if let Some(found) = introduced(&lower) {
        return Some(found);
    }
    let mut end = 0;
    for verb in lower.split(|character: char| !character.is_ascii_alphanumeric()) {
        let at = end;
        end = at + verb.len();
        let behind = end;
        end += lower[end..].chars().next().map_or(0, char::len_utf8);
        if lower[..at].ends_with(' ') && SAYING.contains(verb) {
            // The noun stands among the last words before the verb.
            let before = lower[..at].trim_end();
            let tail_start = before.char_indices().rev().nth(40).map_or(0, |(index, _)| index);
            let tail = &before[tail_start..];
            let source = SOURCES.iter().find(|(noun, _)| {
                tail.rfind(noun).is_some_and(|place| {
                    let behind = &tail[place + noun.len()..];
                    let starts = !tail[..place].ends_with(|previous: char| previous.is_ascii_alphanumeric());
                    starts
                        && (behind.is_empty()
                            || behind == "s"
                            || behind.starts_with(' ') && behind.split(' ').count() <= 4)
                })
            });
            if let Some((_, origin)) = source {
                return Some((behind, *origin));
            }
        }
    }
    None
}

/// `From the vendor's email: "…"`, `According to the page: …`.
fn introduced(lower: &str) -> Option<(usize, Origin)> {
    if !["from ", "per ", "according to ", "quoting ", "out of "].iter().any(|word| lower.starts_with(word)) {
        return None;
    }
    let colon = lower.find(": ").or_else(|| lower.trim_end().strip_suffix(':').map(str::len))?;
    let named = |(noun, _): &&(&str, Origin)| {
        lower[..colon].split(|character: char| !character.is_alphanumeric()).any(|word| word == *noun)
    };
    let source = SOURCES.iter().find(named).filter(|_| colon < 80)?;
    Some((colon + 1, source.1))
}

/// Adds a part, joining it with the one before when both are of the same origin and adjoin.
fn push<'a>(parts: &mut Vec<Part<'a>>, piece: &'a str, whole: &'a str, origin: Option<Origin>) {
    if piece.is_empty() {
        return;
    }
    if let Some(last) = parts.last_mut()
        && last.origin == origin
    {
        let start = last.text.as_ptr() as usize - whole.as_ptr() as usize;
        let end = piece.as_ptr() as usize - whole.as_ptr() as usize + piece.len();
        last.text = &whole[start..end];
        return;
    }
    parts.push(Part { text: piece, origin });
}
