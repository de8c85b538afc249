//! Options that stand in marked paragraphs: `(a) …`, `**B — …`, `**Option 2: …`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::block::{Block, Section};
use super::sentence;
use crate::text::Words;

/// So many blocks may stand between two options: what speaks for and against the first.
const OPTION_BLOCKS: usize = 3;

/// Paragraphs that begin with `(a)`, `**B —`, `**Option 2:` one after the other are a list, with what stands between,
/// where something is to be chosen: elsewhere letters count parts.
pub(super) fn gather_options(section: &mut Section) {
    let is_first = |block: &Block| paragraph_lines(block).any(|line| option_mark(line) == Some(1));
    let Some(at) = section.blocks.iter().position(is_first) else { return };
    if !offers(section, at) {
        return;
    }
    let mut rest = core::mem::take(&mut section.blocks).into_iter().flat_map(each_option_apart).peekable();
    let blocks = &mut section.blocks;
    while let Some(block) = rest.next() {
        let mut items: Vec<String> = match &block {
            Block::Paragraph(text) if option_mark(text) == Some(1) => alloc::vec![text.clone()],
            _ => {
                blocks.push(block);
                continue;
            }
        };
        let mut between: Vec<Block> = Vec::new();
        let mut n_under = 0;
        while let Some(next) = rest.peek() {
            let mark = paragraph_lines(next).next().and_then(option_mark);
            if mark == Some(items.len() + 1) {
                n_under = between.len();
                put_under(&mut items, between.drain(..));
                items.push(paragraph_lines(next).collect::<Vec<_>>().join("\n  "));
                rest.next();
            } else if between.len() < OPTION_BLOCKS && mark.is_none() {
                between.extend(rest.next());
            } else {
                break;
            }
        }
        if items.len() > 1 {
            // The last option has as much under it as the one before.
            put_under(&mut items, between.drain(..n_under.min(between.len())));
            blocks.push(Block::List { ordered: true, first: 1, items, is_open: false });
        } else {
            blocks.push(block);
        }
        blocks.append(&mut between);
    }
}

/// Whether the marked paragraphs of a section from one on are to be chosen from. Bugs and parts are found, not chosen.
fn offers(section: &Section, at: usize) -> bool {
    let (before, from) = section.blocks.split_at(at);
    let lead = || before.last().into_iter().flat_map(paragraph_lines).chain([section.heading.as_str()]);
    let behind = from[1..].iter().flat_map(paragraph_lines).filter(|line| option_mark(line).is_none());
    let says = |line: &str, words: &Words| sentence::words(line).iter().any(|word| words.contains(word));
    paragraph_lines(&from[0]).any(names_option)
        || !lead().any(|line| says(line, &FOUND))
            && (lead().any(|line| line.contains('?')) || lead().chain(behind).any(|line| says(line, &CHOICE)))
}

/// Words of what is told in parts.
static FOUND: Words = Words::new(
    "bug bugs issue issues problem problems cause causes finding findings error errors fault faults change changes step \
     steps reason reasons part parts",
);
/// "Three ways", "I lean towards (a)", "which one do you prefer".
static CHOICE: Words = Words::new(
    "option options approach approaches way ways alternative alternatives choice choices choose pick prefer recommend \
     recommendation lean one",
);

fn paragraph_lines(block: &Block) -> impl Iterator<Item = &str> {
    let text = if let Block::Paragraph(text) = block { text.as_str() } else { "" };
    text.split('\n')
}

/// A paragraph cut before each line that is an option.
fn each_option_apart(block: Block) -> Vec<Block> {
    let Block::Paragraph(text) = &block else { return alloc::vec![block] };
    let mut parts: Vec<String> = Vec::new();
    for line in text.split('\n') {
        match parts.last_mut() {
            Some(part) if option_mark(line).is_none() => {
                part.push('\n');
                part.push_str(line);
            }
            _ => parts.push(line.to_string()),
        }
    }
    parts.into_iter().map(Block::Paragraph).collect()
}

/// Puts blocks under the last item of a list.
fn put_under(items: &mut [String], blocks: impl Iterator<Item = Block>) {
    let Some(item) = items.last_mut() else { return };
    for block in blocks {
        let lines = match block {
            Block::Paragraph(text) | Block::Quote(text) => text.split('\n').map(ToString::to_string).collect(),
            Block::List { items, .. } => items,
            Block::Table { .. } => Vec::new(),
        };
        for line in lines {
            item.push_str("\n  - ");
            item.push_str(&line);
        }
    }
}

const OPTION_NAMES: [&str; 4] = ["Option ", "Approach ", "Alternative ", "Variant "];

fn names_option(line: &str) -> bool {
    OPTION_NAMES.iter().any(|name| line.trim_start_matches([' ', '*']).starts_with(name))
}

/// The place of an option by its mark: `(b)`, `**B —`, `**Option 2:`.
pub(super) fn option_mark(text: &str) -> Option<usize> {
    option_of(text).map(|(place, _)| place)
}

/// The place of an option, and its text without the mark.
pub(super) fn option_of(text: &str) -> Option<(usize, &str)> {
    let bare = text.trim_start();
    let is_bold = bare.starts_with("**");
    let bare = bare.trim_start_matches('*');
    let place = |mark: &str| match mark.as_bytes() {
        [letter @ (b'a'..=b'h' | b'A'..=b'H')] => Some(usize::from(letter.to_ascii_lowercase() - b'a') + 1),
        [digit @ b'1'..=b'9'] => Some(usize::from(digit - b'0')),
        _ => None,
    };
    let is_end = |c: char| !c.is_alphanumeric();
    if let Some(rest) = bare.strip_prefix('(') {
        let (mark, rest) = rest.split_once(')')?;
        return place(mark).filter(|_| mark.starts_with(char::is_alphabetic)).map(|place| (place, rest));
    }
    let named = OPTION_NAMES.iter().find_map(|name| bare.strip_prefix(name));
    let at = named.unwrap_or(bare).find(is_end)?;
    let (mark, rest) = named.unwrap_or(bare).split_at(at);
    // "Option A (recommended):"
    let aside = rest.strip_prefix(" (").filter(|_| named.is_some()).and_then(|aside| aside.split_once(')'));
    let rest = aside.map_or(rest, |(_, rest)| rest);
    // "**A** …" and "**B — …" are options, "A dog" is not.
    let ends = rest.trim_start().starts_with(['—', '–', '-', '.', ':', ')', '*']);
    let is_option = named.is_some() || is_bold && mark.starts_with(char::is_uppercase);
    let rest = rest.trim_start_matches([' ', '—', '–', '-', '.', ':', ')']);
    place(mark).filter(|_| is_option && ends).map(|place| (place, rest))
}

#[cfg(test)]
mod tests {
    use super::super::block::sections;
    use super::*;

    #[test]
    fn paragraphs_marked_as_options_are_a_list() {
        let items = |text: &str| match sections(text).remove(0).blocks.into_iter().nth(1) {
            Some(Block::List { items, .. }) => items,
            _ => Vec::new(),
        };
        let lettered = "Which?\n\n**(a) Rye.** It keeps.\n**(b) Oats.** They are cheap.\n\n**(c)** Both.\n\nTell me.";
        assert_eq!(items(lettered), ["**(a) Rye.** It keeps.", "**(b) Oats.** They are cheap.", "**(c)** Both."]);
        let starred = "Two ways.\n\n**Option A (recommended):** Rye\n\n**Option B:** Oats";
        assert_eq!(items(starred), ["**Option A (recommended):** Rye", "**Option B:** Oats"]);
        let named = "Two ways.\n\nOption 1: Rye\n\n- keeps\n\nOption 2: Oats\n\n- cheap\n\nI like rye.";
        assert_eq!(items(named), ["Option 1: Rye\n  - keeps", "Option 2: Oats\n  - cheap"]);
        for plain in [
            "x\n\nA dog.\n\nB side.",
            "x\n\n(a) alone.",
            "Done:\n\n**A. Ovens** are in.\n\n**B. Trays** too.",
            "x\n\nOption 1 is rye.\n\nOption 2 is oats.",
        ] {
            assert_eq!(items(plain), [""; 0], "{plain}");
        }
    }
}
