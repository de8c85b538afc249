//! Text that people do not see, and text that pretends to be structure.

use super::words;
use super::{Reason, address, disguise, order, reach, steering};
use crate::model::Origin;

/// Marks of chat templates; nobody types them by accident.
const TEMPLATE_MARKS: &[&str] = &[
    "<|im_start|>",
    "<|im_end|>",
    "<|system|>",
    "<|user|>",
    "<|assistant|>",
    "<|endoftext|>",
    "<|start_header_id|>",
    "<|eot_id|>",
    "[inst]",
    "[/inst]",
    "<<sys>>",
    "<</sys>>",
    "<system-reminder>",
    "</system-reminder>",
    "<system>",
    "</system>",
    "<system_prompt>",
    "</tool_result>",
    "</function_results>",
    "<function_calls>",
    "</untrusted>",
    "<|begin_of_text|>",
    "<start_of_turn>",
    "<end_of_turn>",
    "[system_prompt]",
    "</user_query>",
    "</document>",
];

/// Beginnings of lines that pretend another role speaks.
const ROLE_LABELS: &[&str] = &[
    "system:",
    "system message:",
    "system prompt:",
    "system instruction:",
    "system instructions:",
    "[system]",
    "### system",
    "## system",
    "assistant:",
    "[assistant]",
    "### assistant",
    "developer:",
    "[developer]",
    "human:",
    "### instruction",
    "### instructions",
    "new instructions:",
    "new system prompt:",
    "system override:",
    "[admin]",
    "admin:",
    "[system message]",
    "# system",
];

/// Keys of our own front matter that only the tool writes.
const OWN_KEYS: &[&str] =
    &["curated_by:", "last_auto_curated:", "confidence:", "status:", "supersedes:", "origin:", "trust:", "verified:"];

/// Why the statement cannot be taken as what it looks like.
pub(super) fn find(text: &str, origin: Origin) -> Option<Reason> {
    if has_hidden_characters(text) {
        return Some(Reason::HiddenText);
    }
    if hidden_markup_gives_orders(text) {
        return Some(Reason::HiddenText);
    }
    if imitates_structure(text, origin) {
        return Some(Reason::FakeStructure);
    }
    (origin < Origin::Agent && disguise::hides_order(text)).then_some(Reason::HiddenText)
}

/// Tags, direction overrides, and zero-width marks inside Latin words.
fn has_hidden_characters(text: &str) -> bool {
    if text.is_ascii() {
        return false;
    }
    let mut previous = ' ';
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\u{e0001}' | '\u{e0020}'..='\u{e007e}'
                if previous != '\u{1f3f4}' && !matches!(previous, '\u{e0020}'..='\u{e007e}') =>
            {
                return true;
            }
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => return true,
            '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{ad}' | '\u{feff}' => {
                let next = characters.peek().copied().unwrap_or(' ');
                if previous.is_ascii_alphanumeric() && next.is_ascii_alphanumeric() && character != '\u{ad}' {
                    return true;
                }
                continue;
            }
            // A flag of a region is written with tags behind a black flag.
            _ => {}
        }
        previous = character;
    }
    false
}

/// HTML comments and invisible elements that hold orders; a template's "<!-- describe the bug -->" does not.
fn hidden_markup_gives_orders(text: &str) -> bool {
    let mut rest = if text.contains('<') { text } else { "" };
    while let Some(start) = rest.find("<!--") {
        let body = &rest[start + 4..];
        let end = body.find("-->").unwrap_or(body.len());
        if speaks_to_agents(&body[..end]) {
            return true;
        }
        rest = &body[end..];
    }
    // Nobody needs to speak to an agent where people do not look.
    is_invisible(text.as_bytes()) && (speaks_to_agents(text) || words::sentences(text).iter().any(reach::names_reader))
}

/// Whether a style makes text invisible.
fn is_invisible(text: &[u8]) -> bool {
    const STYLES: &[(&str, &str)] = &[
        ("display", "none"),
        ("visibility", "hidden"),
        ("font-size", "0"),
        ("opacity", "0"),
        ("color", "white"),
        ("color", "#fff"),
        ("[//]", " #"),
    ];
    text.iter().enumerate().filter(|(_, byte)| matches!(byte, b':' | b'>')).any(|(at, mark)| {
        let (before, after) = (&text[..at], &text[at + 1..]);
        let is_set = |(name, value): &(&str, &str)| {
            ends_with(before, name)
                && (starts_with(after, value)
                    || after.strip_prefix(b" ").is_some_and(|after| starts_with(after, value)))
        };
        if *mark == b'>' { ends_with(before, "hidden") } else { STYLES.iter().any(is_set) }
    })
}

/// Whether a text begins so, in whatever case.
fn starts_with(text: &[u8], head: &str) -> bool {
    text.get(..head.len()).is_some_and(|found| found.eq_ignore_ascii_case(head.as_bytes()))
}

/// Whether a text ends so, in whatever case.
fn ends_with(text: &[u8], tail: &str) -> bool {
    let start = text.len().checked_sub(tail.len());
    start.is_some_and(|start| text[start..].eq_ignore_ascii_case(tail.as_bytes()))
}

/// Whether hidden words steer or address an agent; judged as a stranger's.
fn speaks_to_agents(text: &str) -> bool {
    steering::find(text, Origin::Web).is_some()
        || words::sentences(text)
            .iter()
            .any(|sentence| order::is_order(sentence) && (sentence.words.len() > 3 && order::addresses_agent(sentence)))
}

/// Whether the first of some mark of chat templates stands there without being quoted as code, and begins a line.
fn template_mark(lower: &str) -> Option<bool> {
    let mut met = [false; TEMPLATE_MARKS.len()];
    let place = lower.match_indices(['<', '[']).map(|(at, _)| at).find(|&at| {
        let quoted_as_code = lower[..at].ends_with('`');
        TEMPLATE_MARKS.iter().zip(&mut met).any(|(mark, met)| {
            let is_first = !*met && lower[at..].starts_with(mark);
            *met |= is_first;
            is_first && !quoted_as_code
        })
    })?;
    Some(lower[..place].lines().next_back().is_none_or(|line| line.trim().is_empty()) || lower[..place].ends_with('\n'))
}

/// A quick look: whether a line begins with a letter that begins a label or a record.
fn may_begin_label(line: &str) -> bool {
    let first = line.as_bytes().first().map(u8::to_ascii_lowercase);
    matches!(first, Some(b's' | b'a' | b'd' | b'h' | b'n' | b'[' | b'#' | b'{'))
}

fn imitates_structure(text: &str, origin: Origin) -> bool {
    let template = || template_mark(&text.to_ascii_lowercase());
    if text.bytes().any(|byte| matches!(byte, b'<' | b'['))
        && template().is_some_and(|begins_line| origin != Origin::Owner && begins_line || gives_orders(text))
    {
        return true;
    }
    for line in text.lines() {
        let line = line
            .trim_start_matches(|character: char| character.is_whitespace() || matches!(character, '*' | '>' | '-'));
        if !may_begin_label(line) {
            continue;
        }
        let line = line.to_ascii_lowercase();
        if let Some(label) = ROLE_LABELS.iter().find(|label| line.starts_with(**label)) {
            let said = &line[label.len()..];
            // "System: Ubuntu 22.04" is a bug report; an order behind the label is not.
            let behind = if said.trim().len() > 3 { said } else { text };
            if gives_orders(behind)
                && (origin != Origin::Owner
                    || steers(behind)
                    || label.contains("system")
                    || label.contains("instruction"))
            {
                return true;
            }
        }
        let record = line.starts_with("{\"role\"") || line.starts_with("{\"type\"") || line.starts_with("{ \"role\"");
        if record
            && (line.contains("\"system\"") || line.contains("\"user\"") || line.contains("\"assistant\""))
            && (line.contains("content") || line.contains("message") || line.contains("text"))
            && (origin != Origin::Tool || line.contains("\"system\""))
        {
            return true;
        }
    }
    imitates_front_matter(text)
}

/// `---` and keys that only the curation writes.
fn imitates_front_matter(text: &str) -> bool {
    let Some(start) = text.find("---\n") else { return false };
    let at_line_start = start == 0 || text[..start].ends_with('\n');
    let body = &text[start + 4..];
    let Some(end) = body.find("\n---") else { return false };
    let is_own = |line: &&str| OWN_KEYS.iter().any(|key| starts_with(line.as_bytes(), key));
    at_line_start && body[..end].lines().filter(is_own).count() >= 2
}

fn gives_orders(text: &str) -> bool {
    let sentences = words::sentences(text);
    sentences.iter().any(|sentence| order::is_order(sentence) || address::goes_on(sentence))
        || steering::find(text, Origin::Web).is_some()
}

fn steers(text: &str) -> bool {
    steering::find(text, Origin::Owner).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_look_passes_over_no_label() {
        assert!(ROLE_LABELS.iter().all(|label| may_begin_label(label)));
        assert!(!may_begin_label("Oven") && !may_begin_label(""));
    }
}
