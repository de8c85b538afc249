//! Menus: what an answer offers to choose from.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use super::block::Block;
use super::cue::{self, Cues};
use super::judge::is_question;
use super::sentence;

/// "Which one would you like?" after a list makes it a menu.
pub(super) fn asks_to_choose(block: &Block) -> bool {
    let Block::Paragraph(text) = block else { return false };
    let first = sentence::sentences(text).into_iter().next().unwrap_or("");
    is_question(first)
        && sentence::words(first)
            .iter()
            .any(|word| matches!(word.as_str(), "which" | "prefer" | "one" | "like" | "choose" | "pick"))
}

/// A table of options has them in its first column, or their pros and cons beside.
pub(super) fn is_menu(header: &[String]) -> bool {
    sentence::words(&header.join(" "))
        .iter()
        .any(|word| matches!(word.as_str(), "option" | "options" | "approach" | "alternative" | "pros" | "cons"))
}

/// What the words before a list make of it.
pub(super) enum Lead {
    Plain,
    Options,
    Imagined,
}

/// `**Options**` right above a list is its heading.
pub(super) fn is_label(sentence: &str) -> bool {
    let inner = sentence.trim().strip_prefix("**").and_then(|rest| rest.strip_suffix("**"));
    inner.is_some_and(|inner| !inner.contains("**") && inner.split_whitespace().count() <= 6)
}

pub(super) fn lead_mood(lead: &str) -> Lead {
    let words = sentence::words(lead);
    let cues = cue::scan(&words);
    if cues.has(Cues::OPTION) {
        Lead::Options
    } else if cues.has(Cues::HYPOTHETICAL)
        || cues.has(Cues::OFFER)
        || is_question(lead)
        || words.last().is_some_and(|word| matches!(word.as_str(), "to" | "can" | "asking"))
    {
        Lead::Imagined
    } else {
        Lead::Plain
    }
}

/// "**Option 2: Use a queue** — needs Redis" is named "Use a queue"; code names from the text under it follow.
pub(super) fn option_name(text: &str, blocks: &[Block]) -> String {
    let bold = text.split("**").nth(1).filter(|bold| text.trim_start().starts_with("**") && !bold.is_empty());
    let recommended = text.to_lowercase().contains("(recommended)");
    let head = bold.unwrap_or_else(|| text.split([':', '—', '–']).next().unwrap_or(text));
    let mut head = sentence::plain(head).trim().trim_end_matches([':', '.']).to_string();
    let words: Vec<&str> = text.split_whitespace().collect();
    if let Some((mark, rest)) = sentence::plain(text).split_once([':', '—']) {
        let label = sentence::words(mark);
        if label.len() <= 2
            && label.first().is_some_and(|word| {
                matches!(word.as_str(), "option" | "approach" | "tier" | "phase" | "alternative" | "idea" | "plan")
            })
            && bold.is_none()
        {
            head = rest.trim().to_string();
        }
    }
    if head.split_whitespace().count() > 10 || words.is_empty() {
        head = sentence::shorten(&head, 60);
    }
    let mut spans: Vec<&str> = Vec::new();
    for block in blocks {
        if let Block::Paragraph(text) = block {
            spans.extend(text.split('`').skip(1).step_by(2).filter(|span| span.len() <= 40 && !head.contains(span)));
        }
    }
    spans.dedup();
    spans.truncate(2);
    if !spans.is_empty() {
        let _ = write!(head, " (`{}`)", spans.join("`, `"));
    }
    if recommended && !head.to_lowercase().contains("recommended") {
        head.push_str(" (recommended)");
    }
    head
}
