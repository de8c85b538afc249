//! How a statement tells what people said in it, and how that is told from everything else.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::select::subject_of;
use super::{answers, keyword, sentence, title};
use crate::model::{Evidence, Item, Origin, Speaker};

/// Stands before what a person said, up to the closing mark.
pub(super) const SAYS: &str = "The user: \"";

/// Stands above what a person said in several lines, each of them quoted.
pub(crate) const SAYS_BELOW: &str = "The user:";

/// Stands in a person's words where something is left out.
pub(crate) const LEFT_OUT: &str = " … ";

/// What a person said, as a block of a statement: a line in marks, or quoted lines.
pub(crate) fn said(words: &str) -> String {
    if !words.contains('\n') {
        return format!("{SAYS}{}\"", words.replace('"', "'"));
    }
    let mut out = String::from(SAYS_BELOW);
    for line in words.lines() {
        out.push_str(if line.is_empty() { "\n>" } else { "\n> " });
        out.push_str(line);
    }
    out
}

/// Text of others, which must not look as if a person said it.
pub(super) fn not_said(text: &str) -> String {
    text.replace(SAYS, "Quoted: \"").replace("The user:\n>", "Quoted:\n>")
}

/// Whether a block of a statement is what a person said.
pub(crate) fn is_said(block: &str) -> bool {
    block.starts_with(SAYS) || block.strip_prefix(SAYS_BELOW).is_some_and(|said| said.starts_with("\n>"))
}

/// A block of a statement without the words and marks that say whose words they are.
pub(crate) fn unquoted(block: &str) -> Cow<'_, str> {
    if let Some(said) = block.strip_prefix(SAYS) {
        return Cow::Borrowed(said.strip_suffix('"').unwrap_or(said));
    }
    if !is_said(block) {
        return Cow::Borrowed(block);
    }
    let bare = |line: &'_ str| line.strip_prefix("> ").or(line.strip_prefix('>')).unwrap_or(line).to_string();
    Cow::Owned(block.lines().skip(1).map(bare).collect::<Vec<_>>().join("\n"))
}

/// An item cut down to what people said in it, under a title from their words.
pub(crate) fn only_said(item: Item) -> Option<Item> {
    let said: Vec<&str> = item.statement.split("\n\n").filter(|block| is_said(block)).collect();
    let words: Vec<Cow<'_, str>> = said.iter().map(|block| unquoted(block)).collect();
    let words: Vec<Cow<'_, str>> = words.iter().map(|words| answers::without_questions(words)).collect();
    let sentences: Vec<&str> = words.iter().flat_map(|words| sentence::sentences(words)).collect();
    let title =
        title::choose(title::Material { said: &sentences, body: &words.join("\n"), ..title::Material::default() });
    let statement = said.join("\n\n");
    let evidence: Vec<Evidence> = item.evidence.into_iter().filter(|told| told.speaker == Speaker::Human).collect();
    if title.is_empty() || evidence.is_empty() {
        return None;
    }
    let text = format!("{title}\n{statement}");
    let (keywords, tags) = keyword::describe(&title, &statement, |_| {});
    Some(Item {
        keywords,
        entities: keyword::entities(&text),
        tags,
        files: item.files.into_iter().filter(|file| text.contains(file.as_str())).collect(),
        subject: subject_of(&title),
        attribute: String::new(),
        rationale: None,
        origin: Origin::Owner,
        replaces: None,
        evidence,
        title,
        statement,
        ..item
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_person_are_quoted_and_found_again() {
        assert_eq!(said("we bake \"rye\""), "The user: \"we bake 'rye'\"");
        assert_eq!(unquoted("The user: \"we bake rye\""), "we bake rye");
        let words = "We bake \"rye\":\n\n- dark\n- light";
        assert_eq!(said(words), "The user:\n> We bake \"rye\":\n>\n> - dark\n> - light");
        assert!(is_said(&said(words)) && is_said(&said("rye")));
        assert_eq!(unquoted(&said(words)), words);
        for other in ["The user: rye", "The user:\n- rye", "> rye", "The user:"] {
            assert!(!is_said(other) && unquoted(other) == other, "{other}");
        }
        assert!(!is_said(&not_said(&said(words))));
    }
}
