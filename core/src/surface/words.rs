//! Small pieces of text: first sentences, cut texts, named fields of an entry.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::Value;

use crate::article::{Article, body};
use crate::extract::{SAYS_BELOW, ends_with_abbreviation, is_said, said};
use crate::model::Kind;
use crate::text::is_list_entry;

/// Estimate of how many tokens a text costs: one for four characters, rounded up.
pub(crate) fn tokens(text: &str) -> u32 {
    u32::try_from(text.chars().count().div_ceil(4)).unwrap_or(u32::MAX)
}

/// At most `limit` UTF-16 units of a text, never cutting a character, without white space at the end.
pub(crate) fn clip(text: &str, limit: usize) -> &str {
    let mut units = 0;
    for (at, c) in text.char_indices() {
        units += c.len_utf16();
        if units > limit {
            return text[..at].trim_end();
        }
    }
    text.trim_end()
}

/// What the body says below its first heading, without the heading.
pub(crate) fn without_title(text: &str) -> &str {
    let text = text.trim_start();
    match text.strip_prefix("# ") {
        Some(rest) => rest.split_once('\n').map_or("", |(_, rest)| rest).trim_start(),
        None => text,
    }
}

/// The beginning of what an entry says, without the quotes that prove it: at most `limit` UTF-16 units, up to the end of
/// a block or sentence, or with "…" between two words where that would leave too little.
pub(crate) fn excerpt(text: &str, limit: usize) -> String {
    let proof = body::section(text, "Evidence").map_or(text.len(), |section| section.start);
    let said = if text[..proof].trim().is_empty() { text } else { &text[..proof] }.trim_end();
    let cut = clip(said, limit);
    if cut.len() == said.len() {
        return said.to_string();
    }
    let whole = without_leads(without_open_code(&said[..last_end(said, cut.len())]));
    if whole.len() * 2 >= cut.len() {
        return whole.to_string();
    }
    let words = clip(said, limit.saturating_sub(1));
    let is_whole = said[words.len()..].starts_with(char::is_whitespace);
    let words = words.rfind(char::is_whitespace).filter(|_| !is_whole).map_or(words, |at| &words[..at]);
    let words = without_open_code(words).trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':'));
    if words.is_empty() { String::new() } else { alloc::format!("{words}…") }
}

/// The last place up to `limit` where a sentence, an entry of a list or a paragraph ends; 0 when there is none.
fn last_end(text: &str, limit: usize) -> usize {
    let ends = |(at, c): (usize, char)| {
        let behind = &text[at + c.len_utf8()..];
        match c {
            '\n' => {
                let next = behind.split('\n').next().unwrap_or_default().trim_start();
                let begins_anew = next.is_empty()
                    || is_list_entry(next)
                    || ["|", "#", ">", "```"].iter().any(|mark| next.starts_with(mark));
                begins_anew.then_some(at)
            }
            '.' | '!' | '?' => {
                let rest = behind.trim_start_matches(['"', '”', '’', ')', '*', '_', '`']);
                let ends = rest.starts_with(char::is_whitespace) && !ends_with_abbreviation(&text[..at]);
                ends.then_some(text.len() - rest.len())
            }
            _ => None,
        }
    };
    text[..limit].char_indices().rev().filter_map(ends).find(|&end| end <= limit).unwrap_or(0)
}

/// A text up to the code block that it does not close, unless that is all there is.
fn without_open_code(text: &str) -> &str {
    let first = text.starts_with("```").then_some(0);
    let fences = text.match_indices("\n```").map(|(at, _)| at);
    let open = first.into_iter().chain(fences).fold(None, |open, at| if open.is_none() { Some(at) } else { None });
    open.filter(|&at| at > 0).map_or(text, |at| text[..at].trim_end())
}

/// A text without the headings and leads at its end, which nothing follows.
fn without_leads(text: &str) -> &str {
    let mut text = text.trim_end();
    loop {
        let at = text.rfind('\n').map_or(0, |at| at + 1);
        let line = text[at..].trim_start();
        if line.is_empty() || !line.starts_with('#') && !line.trim_end_matches(['*', '_']).ends_with(':') {
            return text;
        }
        text = text[..at].trim_end();
    }
}

/// One line that tells what a text says: its first sentence, at most 160 characters.
pub(crate) fn first_sentence(text: &str) -> String {
    const LIMIT: usize = 160;
    // "What changed:" only leads to what is told.
    let leads = |line: &str| {
        line.trim_end_matches(['*', '_']).ends_with(':') && line.split_whitespace().count() <= LONGEST_LEAD
    };
    let mut lines = text.lines().map(str::trim).filter(|line| {
        !line.is_empty()
            && !line.starts_with('#')
            && !line.starts_with("```")
            && !line.starts_with("<!--")
            && *line != "---"
    });
    let first = lines.next().unwrap_or("");
    let line = if leads(first) { lines.next().unwrap_or(first) } else { first };
    let below = (first == SAYS_BELOW).then(|| said(first_telling(text)));
    let line = below.as_deref().unwrap_or(line);
    // The mark of an entry goes, that of bold words has an end of its own.
    let line = line.trim_start_matches(['>', ' ']);
    let line = ["- ", "* ", "+ "].into_iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line);
    let line = line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(". ");
    // A person's first words often only lead to what they say.
    let is_said = is_said(line);
    let least = if is_said { LEAST_SAID } else { LEAST };
    let end = line
        .char_indices()
        .find(|&(at, c)| matches!(c, '.' | '!' | '?') && line[at + 1..].starts_with(' ') && at > least)
        .map_or(line.len(), |(at, _)| at + 1);
    let sentence = &line[..end];
    let cut = clip(sentence, LIMIT);
    let mut out = cut.to_string();
    if cut.len() < sentence.len() {
        out.push('…');
    }
    if is_said && cut.len() < line.len() {
        out.push('"');
    }
    out
}

/// Of what a person says in many lines the first that is no head of others.
fn first_telling(text: &str) -> &str {
    let lines = || {
        let quoted = text.lines().map(str::trim).skip_while(|line| *line != SAYS_BELOW).skip(1);
        let words = quoted.map_while(|line| line.strip_prefix('>')).map(str::trim);
        words.map(|line| line.strip_prefix("- ").unwrap_or(line)).filter(|line| !line.is_empty())
    };
    let tells = |line: &&str| {
        let bare = line.trim_end_matches(['…', ' ']);
        let is_head =
            bare.starts_with("**") && bare.ends_with("**") || bare.trim_end_matches(['*', '_']).ends_with(':');
        !is_head && bare.len() > LEAST && bare.ends_with(['.', '!', '?', ';', ')'])
    };
    let first = lines().find(tells).or_else(|| lines().next()).unwrap_or("");
    first.trim_start_matches("**").trim_end_matches("**")
}

/// Most words of a line that only leads to the next.
const LONGEST_LEAD: usize = 4;

/// Fewest bytes of a first sentence, and of the words of a person.
const LEAST: usize = 20;
const LEAST_SAID: usize = 60;

/// Names of the two fields that tell most about an entry, by kind, with the section or key they come from.
fn key_fields(kind: Kind) -> (&'static str, [(&'static str, &'static [&'static str]); 2]) {
    match kind {
        Kind::Decision => ("Title", [("Decision", &["decision"]), ("Rationale", &["rationale", "why", "context"])]),
        Kind::Resolution => ("Issue", [("Problem", &["problem", "root_cause"]), ("Solution", &["solution", "fix"])]),
        Kind::Pattern => {
            ("Name", [("Description", &["description"]), ("When to use", &["when_to_use", "problem_it_solves"])])
        }
        Kind::Feedback => ("Finding", [("Severity", &["severity"]), ("Recommendation", &["recommendation"])]),
        Kind::Lesson => {
            ("Title", [("Lesson", &["lesson", "recommendation"]), ("Evidence", &["evidence", "root_cause"])])
        }
        Kind::Spike => ("Title", [("Hypothesis", &["hypothesis", "question"]), ("Decision", &["decision", "outcome"])]),
        Kind::Limitation => ("Title", [("Limitation", &["limitation"]), ("Workaround", &["workaround"])]),
        Kind::Fact | Kind::Preference | Kind::Architecture | Kind::Event | Kind::Signal => {
            ("Title", [("Summary", &["summary", "decision"]), ("Context", &["context", "rationale"])])
        }
    }
}

/// The title field and up to two key fields of an entry, for people.
pub(crate) fn fields(article: &Article) -> Vec<(String, String)> {
    let (title_field, keys) = key_fields(article.kind);
    let mut out = alloc::vec![(title_field.to_string(), article.title.clone())];
    for (at, (name, sources)) in keys.into_iter().enumerate() {
        let found = sources.iter().find_map(|key| Some((*key, named(article, key)?)));
        let (name, value) = match (found, at) {
            // Where something was said is no reason for it.
            (Some(("context", value)), _) => ("Context", value),
            (Some((_, value)), _) => (name, value),
            // An entry without sections still says something: its first sentence.
            (None, 0) => (name, first_sentence(without_title(&article.body))),
            (None, _) => continue,
        };
        if !value.is_empty() {
            out.push((name.to_string(), value));
        }
    }
    out
}

/// The text of a section with this name, or of a front matter key.
pub(crate) fn named(article: &Article, key: &str) -> Option<String> {
    let heading = key.replace('_', " ");
    if let Some(range) = body::headings(&article.body)
        .iter()
        .find(|found| found.text.eq_ignore_ascii_case(&heading))
        .and_then(|found| body::section(&article.body, &found.text))
    {
        let text = &article.body[range];
        let text =
            if text.trim_start().starts_with('#') { text.split_once('\n').map_or("", |(_, rest)| rest) } else { text };
        let line = first_sentence(text);
        if !line.is_empty() {
            return Some(line);
        }
    }
    if key == "severity" {
        return article.front.severity.clone();
    }
    if key == "outcome" {
        return article.front.outcome.clone();
    }
    let content = article.front.extra.get("content").and_then(|content| content.get(key));
    match content.or_else(|| article.front.extra.get(key))? {
        Value::String(text) => Some(first_sentence(text)),
        Value::Object(map) => map.get("description").and_then(Value::as_str).map(first_sentence),
        _ => None,
    }
    .filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_found_and_cut() {
        assert_eq!(
            first_sentence(
                "The user: \"Last thing: the rye. The mill is open again, so five sacks are fine. Thanks.\""
            ),
            "The user: \"Last thing: the rye. The mill is open again, so five sacks are fine.\""
        );
        assert_eq!(first_sentence("# T\n\n- We chose Postgres over MySQL. Because."), "We chose Postgres over MySQL.");
        assert_eq!(first_sentence("What changed:\n\n- The mill is closed."), "The mill is closed.");
        assert_eq!(first_sentence("**Cause:** the mill is closed."), "**Cause:** the mill is closed.");
        assert_eq!(first_sentence("> * **Mend the mill**"), "**Mend the mill**");
        let said =
            "The user:\n> **Ovens** …\n>\n> The old ones:\n>\n> - The wood oven is lit at six. It stays lit.\n> - gas";
        assert_eq!(first_sentence(said), "The user: \"The wood oven is lit at six. It stays lit.\"");
        assert_eq!(first_sentence("The user:\n> **Ovens**\n> - gas"), "The user: \"Ovens\"");
        assert_eq!(first_sentence("What changed:"), "What changed:");
        assert_eq!(
            first_sentence("The mill of the old town has these:\n- a door"),
            "The mill of the old town has these:"
        );
        assert_eq!(first_sentence(""), "");
        assert_eq!(first_sentence(&"ä".repeat(500)).chars().count(), 161);
        assert_eq!(clip("a😀b", 2), "a");
        assert_eq!(tokens("12345"), 2);
    }

    #[test]
    fn an_excerpt_ends_where_something_ends() {
        let page = "## Preference\n\n- Rye only. Never oats.\n- Five sacks at most.\n\n## Context\n\nSaid on Monday, \
                    by the miller of the old town.\n\n## Evidence\n\n> Rye only.\n";
        assert!(excerpt(page, 300).ends_with("by the miller of the old town."));
        for (limit, end) in
            [(100, "- Five sacks at most."), (60, "- Five sacks at most."), (45, "- Rye only. Never oats.")]
        {
            assert_eq!(excerpt(page, limit).lines().last(), Some(end), "{limit}");
        }
        assert_eq!(excerpt("Rye, e.g. from the old mill, is the only grain.", 30), "Rye, e.g. from the old mill…");
        assert_eq!(
            excerpt("The grain that the mill takes is\nrye, and never any oats.", 40),
            "The grain that the mill takes is\nrye…"
        );
        assert_eq!(excerpt("Grind it so:\n\n```sh\nmill --grain rye --sacks 5\n```\n", 40), "Grind it so…");
        assert_eq!(excerpt("## Evidence\n\nRye.", 40), "## Evidence\n\nRye.");
        assert_eq!(excerpt("Rye only.", 0), "");
    }

    #[test]
    fn a_context_is_shown_under_its_own_name() {
        let shown = |text: &str| fields(&crate::article::read("decisions/rye.md", text.as_bytes()).value);
        let head = "---\nkind: decision\ntitle: Rye\n---\n\n# Rye\n\n## Decision\n\nRye only.\n\n";
        let last = |text: &str| shown(&alloc::format!("{head}{text}")).pop();
        assert_eq!(last("## Context\n\nSaid in May."), Some(("Context".into(), "Said in May.".into())));
        assert_eq!(last("## Rationale\n\nIt keeps."), Some(("Rationale".into(), "It keeps.".into())));
    }
}
