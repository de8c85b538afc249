//! How a statement tells what people said in it, and how that is told from everything else.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::select::subject_of;
use super::{answers, keyword, sentence, title};
use crate::model::{Evidence, Item, Origin, Speaker};

/// Stands before what a person said, up to the closing mark.
pub(super) const SAYS: &str = "The user: \"";

/// Stands in a person's words where something is left out.
pub(crate) const LEFT_OUT: &str = " … ";

/// What a person said, as a line of a statement.
pub(crate) fn said(words: &str) -> String {
    format!("{SAYS}{words}\"")
}

/// Text of others, which must not look as if a person said it.
pub(super) fn not_said(text: &str) -> String {
    text.replace(SAYS, "Quoted: \"")
}

/// A line of a statement without the words that say whose words they are.
pub(crate) fn unquoted(line: &str) -> &str {
    line.strip_prefix(SAYS).map_or(line, |said| said.strip_suffix('"').unwrap_or(said))
}

/// An item cut down to what people said in it, under a title from their words.
pub(crate) fn only_said(item: Item) -> Option<Item> {
    let said: Vec<&str> = item.statement.split("\n\n").filter(|block| unquoted(block).len() < block.len()).collect();
    let words: Vec<Cow<'_, str>> = said.iter().map(|block| answers::without_questions(unquoted(block))).collect();
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
