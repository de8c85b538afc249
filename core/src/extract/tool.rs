//! What tool traffic proves: errors that came back, profiles that were written, settings and headings that were read.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;
use serde_json::Value;

use super::block::Block;
use super::evidence::quote;
use super::human::make;
use super::mark;
use super::{Context, Extraction, block, sentence, tidy};
use crate::model::{Confidence, Item, Kind, Transcript, Turn};
use crate::text::Words;

/// Parts of the names of tools that write, and of those that write no files of the project.
static WRITES: Words = Words::new("write edit edited multiedit create replace patch applypatch");
static ELSEWHERE: Words = Words::new("todo todos task tasks issue issues comment pull pr branch label release event");

/// Whether a tool of this name writes files: `Write`, `str_replace_editor`, not `TodoWrite` or `dispatch`.
pub(super) fn is_write(name: &str) -> bool {
    let mut parts: Vec<String> = Vec::new();
    let mut was_small = false;
    for c in name.chars() {
        let begins = c.is_ascii_uppercase() && was_small;
        was_small = c.is_ascii_lowercase();
        match parts.last_mut().filter(|_| !begins) {
            Some(part) if c.is_alphanumeric() => part.push(c.to_ascii_lowercase()),
            _ => parts.push(c.is_alphanumeric().then(|| c.to_ascii_lowercase()).into_iter().collect()),
        }
    }
    parts.iter().any(|part| WRITES.contains(part)) && !parts.iter().any(|part| ELSEWHERE.contains(part))
}

pub(super) fn items(transcript: &Transcript, context: &Context<'_>, extraction: &mut Extraction) -> Vec<Item> {
    let mut items: BTreeMap<(String, String), Item> = BTreeMap::new();
    let mut calls: BTreeMap<&str, String> = BTreeMap::new();
    let mut provider: Option<&str> = None;
    let mut changes = transcript.model_changes.iter().peekable();
    for turn in &transcript.turns {
        while let Some(change) = changes.next_if(|change| change.line <= turn.line) {
            provider = change.provider.as_deref();
        }
        if let Some(error) = &turn.error {
            put(&mut items, provider_error(turn, error, provider, context, extraction));
        }
        for call in &turn.tool_calls {
            let path = path_in(&call.arguments, transcript.cwd.as_deref());
            if let Some(path) = &path
                && is_write(&call.name)
                && is_profile(path)
            {
                put(&mut items, profile(turn, path, &call.arguments, context));
            }
            if let Some(path) = path {
                calls.insert(call.id.as_str(), path);
            }
        }
        if let Some(result) = turn.tool_result.as_ref().filter(|result| !result.is_error)
            && let Some(path) = calls.get(result.call_id.as_str())
        {
            put(&mut items, heading(turn, path, &result.text, context));
            put(&mut items, settings(turn, path, &result.text, context));
        }
    }
    items.into_values().collect()
}

/// The last word on a subject wins inside a session.
fn put(items: &mut BTreeMap<(String, String), Item>, item: Option<Item>) {
    if let Some(item) = item {
        items.insert((item.subject.clone(), item.attribute.clone()), item);
    }
}

/// The file a call is about: a path argument, or the only file that a `cat` names.
fn path_in(arguments: &str, cwd: Option<&str>) -> Option<String> {
    if arguments.len() > 1_000_000 {
        return None;
    }
    let value: Value = serde_json::from_str(arguments).ok()?;
    for key in ["path", "file_path", "filePath", "filename", "file"] {
        if let Some(path) = value.get(key).and_then(Value::as_str) {
            return Some(relative(path, cwd));
        }
    }
    let command = value.get("command").and_then(Value::as_str)?;
    let mut words = command.split_whitespace().skip_while(|word| *word != "cat");
    words.next()?;
    let named = words.next()?;
    let path = named.trim_end_matches(';');
    let ends = |next: &str| matches!(next, "|" | "&&" | "||" | ";") || next.starts_with('>') || next.starts_with("2>");
    let is_only = path.len() < named.len() || words.next().is_none_or(ends);
    let is_plain = !path.starts_with('-') && !path.contains('*');
    (is_only && is_plain).then(|| {
        // From another folder the name means another file.
        let folder = command.split_whitespace().skip_while(|word| *word != "cd").nth(1).unwrap_or("");
        let is_elsewhere = !folder.is_empty() && !path.starts_with('/') && (cwd.is_some() || !folder.starts_with('/'));
        let path = if is_elsewhere { format!("{}/{path}", folder.trim_end_matches('/')) } else { path.to_string() };
        relative(&path, cwd)
    })
}

fn relative(path: &str, cwd: Option<&str>) -> String {
    let inside = cwd.and_then(|cwd| path.strip_prefix(cwd.trim_end_matches('/'))?.strip_prefix('/'));
    inside.unwrap_or(path).trim_start_matches("./").to_string()
}

fn base(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase()
}

/// Files in which people and agents write down who they are and how to work. `docs/api/user.md` is about something else.
fn is_profile(path: &str) -> bool {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder).to_ascii_lowercase();
    let is_of_agent =
        || folder.is_empty() || folder.split('/').any(|part| part.starts_with('.') || part.contains("memor"));
    match base(path).as_str() {
        "agents.md" | "claude.md" | "gemini.md" | "copilot-instructions.md" | ".cursorrules" | ".windsurfrules" => true,
        "soul.md" | "identity.md" | "user.md" | "profile.md" | "preferences.md" | "conventions.md" => is_of_agent(),
        _ => false,
    }
}

fn profile(turn: &Turn, path: &str, arguments: &str, context: &Context<'_>) -> Option<Item> {
    let value: Value = serde_json::from_str(arguments).ok()?;
    let content = ["content", "newText", "new_string", "file_text", "new_str", "newString", "text"]
        .iter()
        .find_map(|key| value.get(*key).and_then(Value::as_str))?;
    if content.len() > 4_000 {
        return None;
    }
    let lines: Vec<&str> = content
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#') && !line.starts_with("```"))
        .collect();
    let bullets: Vec<String> =
        lines.iter().map(|line| format!("- {}", block::entry_of(line).unwrap_or(line))).collect();
    if bullets.is_empty() {
        return None;
    }
    let is_user = matches!(base(path).as_str(), "user.md" | "profile.md");
    let name = lines.iter().find_map(|line| {
        let plain = mark::plain(line);
        let (label, value) = plain.trim_start_matches(['-', ' ']).split_once(':')?;
        let is_name = label.trim().eq_ignore_ascii_case("name") && !is_open(value);
        is_name.then(|| value.trim().to_string())
    });
    let is_identity = name.is_some() && !is_user;
    let (subject, heading) = match name {
        Some(name) if is_user => ("user profile".to_string(), format!("User is addressed as {name}")),
        None if is_user => ("user profile".to_string(), "User profile".to_string()),
        Some(name) => ("agent identity".to_string(), format!("Agent identity: {name}")),
        None => (format!("instructions {}", path.to_lowercase()), format!("Instructions in {path}")),
    };
    let statement = format!("Recorded in `{path}`:\n\n{}", bullets.join("\n"));
    let mut item = make(
        if is_identity { Kind::Decision } else { Kind::Preference },
        tidy::tidy(&heading)?,
        &statement,
        &subject,
        "profile",
        (turn, bullets[0].trim_start_matches("- ")),
        context,
        "file-written",
    );
    item.confidence = Confidence::High;
    Some(item)
}

/// Whether a field is still to be filled in: "to be determined", "TBD", "(unknown)".
fn is_open(value: &str) -> bool {
    let words = sentence::words(value);
    let first = words.first().map_or("", |word| word.as_str());
    matches!(first, "" | "tbd" | "todo" | "unknown" | "none" | "n/a" | "unset" | "pending" | "undefined")
        || words.windows(2).any(|pair| pair[0] == "to" && pair[1] == "be" || pair[0] == "not" && pair[1] != "a")
}

/// How much of a README is looked at, and how much of its first paragraph is told.
const MAX_README: usize = 8_000;
const MAX_INTRODUCTION: usize = 400;
/// Lines in which the line under the heading stands.
const TAGLINE_WITHIN: usize = 12;

/// The first sentences of a paragraph that says what the project is; badges and pictures say nothing.
fn introduction(block: &Block) -> Option<&str> {
    let Block::Paragraph(text) = block else { return None };
    if text.starts_with(['[', '!', '<']) || !sentence::has_more_words(text, 5) {
        return None;
    }
    let mut end = 0;
    for sentence in sentence::sentences(text) {
        let next = sentence::place_of(sentence, text) + sentence.len();
        if next > MAX_INTRODUCTION {
            break;
        }
        end = next;
    }
    (end > 0).then_some(&text[..end])
}

/// The heading of a README, the line under it and the words it begins with: how the project presents itself.
fn heading(turn: &Turn, path: &str, text: &str, context: &Context<'_>) -> Option<Item> {
    if base(path) != "readme.md"
        || path.contains("node_modules")
        || path.matches('/').count() > 1
        || path.starts_with('/')
    {
        return None;
    }
    if !text.trim_start().starts_with('#') {
        return None;
    }
    let sections = block::sections(sentence::cut(text, MAX_README));
    let first = sections.first().filter(|section| !section.heading.is_empty())?;
    // A heading below pictures goes on with the first one; one below words begins something else.
    let headings = text.lines().take(TAGLINE_WITHIN).filter(|line| line.trim_start().starts_with('#'));
    let of_first = first.blocks.iter().find_map(introduction);
    let second = headings.skip(1).zip(sections.get(1)).next().filter(|_| of_first.is_none());
    let introduction = of_first.or_else(|| second.and_then(|(_, second)| second.blocks.iter().find_map(introduction)));
    // A row of links is no line of its own.
    let tagline = second.filter(|(line, _)| line.matches("](").count() < 2).map(|(_, second)| second.heading.as_str());
    let mut statement = format!("`{path}` is now headed \"{}\"", first.heading);
    if let Some(tagline) = tagline.filter(|heading| heading.split_whitespace().count() >= 3) {
        let _ = write!(statement, ", with the line \"{tagline}\"");
    }
    statement.push('.');
    if let Some(words) = introduction {
        let _ = write!(statement, "\n\nIt begins: {}", mark::unlink(&words.replace('\n', " "), true));
    }
    let title = tidy::tidy(&format!("How {path} presents the project"))?;
    let mut item = make(
        Kind::Fact,
        title,
        &statement,
        &format!("heading of {}", path.to_lowercase()),
        "heading",
        (turn, text.lines().next().unwrap_or("")),
        context,
        "file-read",
    );
    item.evidence.extend(introduction.map(|words| quote(turn, words, context)));
    item.confidence = Confidence::Medium;
    item.score = 0.4;
    // Its words are the project's own and would draw everything to this page.
    item.keywords = [path.to_lowercase().as_str(), "heading", "tagline"].map(ToString::to_string).to_vec();
    Some(item)
}

/// A small settings file with plain values.
fn settings(turn: &Turn, path: &str, text: &str, context: &Context<'_>) -> Option<Item> {
    let name = base(path);
    if !(name.contains("settings") || name.contains("config"))
        || name.rsplit('.').next() != Some("json")
        || text.len() > 4_000
        || path.contains("node_modules")
    {
        return None;
    }
    let value = serde_json::Deserializer::from_str(text).into_iter::<Value>().next()?.ok()?;
    let object = value.as_object().filter(|object| (1..=12).contains(&object.len()))?;
    let mut statement = format!("`{path}` sets:\n");
    let mut n = 0;
    for (key, value) in object {
        if let Value::String(_) | Value::Number(_) | Value::Bool(_) = value {
            let _ = write!(
                statement,
                "\n- `{key}`: {}",
                value.as_str().map_or_else(|| value.to_string(), ToString::to_string)
            );
            n += 1;
        }
    }
    if n == 0 {
        return None;
    }
    let title = tidy::tidy(&format!("Settings in {path}"))?;
    let first = text.lines().find(|line| line.contains(':')).unwrap_or("").trim();
    let mut item = make(
        Kind::Fact,
        title,
        &statement,
        &format!("settings {}", path.to_lowercase()),
        "settings",
        (turn, first),
        context,
        "settings-read",
    );
    item.confidence = Confidence::Medium;
    item.score = 0.4;
    Some(item)
}

/// An error that ended a turn and will come again; passing trouble is left out.
fn provider_error(
    turn: &Turn,
    error: &str,
    provider: Option<&str>,
    context: &Context<'_>,
    extraction: &mut Extraction,
) -> Option<Item> {
    const PASSING: [&str; 10] = [
        "rate limit",
        "overloaded",
        "timeout",
        "timed out",
        "credit",
        "billing",
        "quota",
        "abort",
        "network",
        "connection",
    ];
    const CODES: [&str; 5] = ["429", "500", "502", "503", "529"];
    let error = sentence::shorten(error, 300);
    let lower = error.to_lowercase();
    let mut numbers = lower.split(|c: char| !c.is_alphanumeric());
    let is_passing = PASSING.iter().any(|word| lower.contains(word)) || numbers.any(|word| CODES.contains(&word));
    if error.is_empty() || is_passing {
        extraction.leave_out("passing error");
        return None;
    }
    let who = match (provider, turn.model.as_deref()) {
        (Some(provider), Some(model)) => format!("{provider} ({model})"),
        (Some(name), None) | (None, Some(name)) => name.to_string(),
        (None, None) => "the model provider".to_string(),
    };
    let statement = format!("Requests to {who} failed with: {error}");
    let title =
        tidy::tidy(&format!("{} rejects requests", provider.or(turn.model.as_deref()).unwrap_or("Model provider")))?;
    let mut item = make(
        Kind::Limitation,
        title,
        &statement,
        &format!("requests to {who}"),
        "error",
        (turn, &error),
        context,
        "error-returned",
    );
    item.score = 0.7;
    Some(item)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_that_write_files_are_told_by_whole_words() {
        for name in ["Write", "MultiEdit", "str_replace_editor", "apply_patch", "create_file", "fsWrite", "editFiles"] {
            assert!(is_write(name), "{name}");
        }
        for name in ["TodoWrite", "dispatch", "credit_check", "create_issue", "TaskCreate", "Read", ""] {
            assert!(!is_write(name), "{name}");
        }
    }

    #[test]
    fn a_file_is_known_by_where_it_lies() {
        let read = |command: &str| path_in(&serde_json::json!({ "command": command }).to_string(), Some("/w/app"));
        assert_eq!(read("cat README.md"), Some("README.md".into()));
        assert_eq!(read("cd /w/app && cat README.md 2>/dev/null; ls"), Some("README.md".into()));
        assert_eq!(read("cd vendor/parser && cat README.md"), Some("vendor/parser/README.md".into()));
        assert_eq!(read("cat /w/app2/README.md"), Some("/w/app2/README.md".into()));
        assert_eq!(read("cat one.md two.md"), None);
        assert!(is_profile("user.md") && is_profile(".agent/user.md") && is_profile("docs/CLAUDE.md"));
        assert!(!is_profile("docs/api/user.md"));
    }

    #[test]
    fn a_readme_tells_what_the_project_is() {
        let background = crate::extract::Background::default();
        let context = Context { session: "a.jsonl", issue: None, background: &background };
        let turn = crate::extract::tests::turn(crate::model::Speaker::Tool, 1, "");
        let told = |text: &str| heading(&turn, "README.md", text, &context).map(|item| item.statement);
        let badge = "[![rye](rye.svg)](https://rye.example)";
        let text = format!(
            "# Crumb\n\n{badge}\n\n**Crumb** plans the oven of a [bakery](b.md). It bakes rye first.\n\n## Use\n\nRun it."
        );
        let begins = "It begins: **Crumb** plans the oven of a bakery. It bakes rye first.";
        assert_eq!(told(&text).unwrap(), format!("`README.md` is now headed \"Crumb\".\n\n{begins}"));
        let tagline = format!("# Crumb\n\n{badge}\n\n## The oven that plans itself\n\nRun it.");
        let headed = "`README.md` is now headed \"Crumb\", with the line \"The oven that plans itself\".";
        assert_eq!(told(&tagline).unwrap(), headed);
        let links = "# Crumb\n\n### [Oven](o.md) · [Rye and other breads](r.md)\n\nIt plans the oven of a bakery.";
        let begins = "It begins: It plans the oven of a bakery.";
        assert_eq!(told(links).unwrap(), format!("`README.md` is now headed \"Crumb\".\n\n{begins}"));
        assert_eq!(told(&text.replace("Use", "Use the oven plan")).unwrap(), told(&text).unwrap());
        assert_eq!(told("Crumb\n\n# Use"), None);
    }

    #[test]
    fn a_field_that_is_not_filled_in_names_nobody() {
        assert!(is_open(" To be determined") && is_open("TBD") && is_open("(not set yet)") && is_open(""));
        assert!(!is_open("Tobe") && !is_open("Ann Notte"));
    }
}
