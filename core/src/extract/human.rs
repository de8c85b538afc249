//! What people say outright: names, rules, wishes and corrections.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::cue::{self, Cues};
use super::select::{capitalise, quote, subject_of};
use super::{Context, Extraction, keyword, sentence, title};
use crate::model::{Confidence, Item, Kind, Origin, Speaker, Transcript, Turn};

/// A person's message longer than this is pasted material, not speech.
const MAX_SPEECH: usize = 3_000;

pub(super) fn items(transcript: &Transcript, context: &Context<'_>, extraction: &mut Extraction) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for turn in transcript.turns.iter().filter(|turn| turn.speaker == Speaker::Human) {
        if turn.text.len() > MAX_SPEECH {
            extraction.leave_out("pasted material");
            continue;
        }
        items.extend(identity(turn, context));
        items.extend(rules(turn, context, extraction));
    }
    items
}

/// "You are X", "call me Y", "my name is Z".
fn identity(turn: &Turn, context: &Context<'_>) -> Vec<Item> {
    const PATTERNS: [(&str, &str, Kind, &str); 6] = [
        ("you are ", "agent identity", Kind::Decision, "The agent is "),
        ("your name is ", "agent identity", Kind::Decision, "The agent is called "),
        ("i am ", "user profile", Kind::Preference, "The user is to be addressed as "),
        ("i'm ", "user profile", Kind::Preference, "The user is to be addressed as "),
        ("call me ", "user profile", Kind::Preference, "The user is to be called "),
        ("my name is ", "user profile", Kind::Preference, "The user is called "),
    ];
    let mut out = Vec::new();
    for sentence in sentence::sentences(&turn.text) {
        let lower = sentence.to_lowercase();
        for (lead, subject, kind, opening) in PATTERNS {
            let Some(rest) = lower.strip_prefix(lead).map(|rest| &sentence[sentence.len() - rest.len()..]) else {
                continue;
            };
            let name = rest.trim().trim_end_matches(['.', '!']);
            let named = name.starts_with(['"', '“', '\'']) || lead.ends_with("name is ") || lead == "call me ";
            let is_name = name.chars().next().is_some_and(|c| c.is_uppercase() || matches!(c, '"' | '“' | '\''));
            if !named || !is_name || sentence.ends_with('?') || name.len() > 120 {
                continue;
            }
            let short = name.trim_matches(['"', '“', '”', '\'']).split(['"', '”', ',']).next().unwrap_or(name).trim();
            let heading = if subject == "agent identity" {
                format!("Agent identity: {short}")
            } else {
                format!("User is addressed as {short}")
            };
            let Some(title) = title::tidy(&heading) else { continue };
            let statement = format!("{opening}{name}.");
            out.push(make(kind, title, statement, subject.to_string(), "name", turn, sentence, context, "identity"));
        }
    }
    out
}

/// Standing rules and wishes.
fn rules(turn: &Turn, context: &Context<'_>, extraction: &mut Extraction) -> Option<Item> {
    let text = turn.text.trim();
    let all = cue::scan(&sentence::words(text));
    if !all.has(Cues::STANDING) {
        return None;
    }
    let first = text.lines().next().unwrap_or("").trim();
    let first_cues = cue::scan(&sentence::words(first));
    // "Please adhere to this:" makes the whole message a rule.
    if first.ends_with(':') && first_cues.has(Cues::STANDING) && text.len() > first.len() {
        let body = text[first.len()..].trim();
        let labels: Vec<&str> = body
            .lines()
            .filter_map(|line| line.split_once(':'))
            .map(|(label, _)| label.trim())
            .filter(|label| label.split_whitespace().count() <= 3 && !label.is_empty())
            .take(3)
            .collect();
        let heading = if labels.is_empty() {
            capitalise(first.trim_end_matches(':'))
        } else {
            format!("Rules for {}", labels.join(" and ").to_lowercase())
        };
        let title = title::tidy(&heading)?;
        let lines: Vec<String> = body
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(|line| format!("- {}", line.trim().trim_start_matches("- ")))
            .collect();
        let statement = lines.join("\n");
        return Some(make(
            Kind::Preference,
            title,
            statement.trim_end().to_string(),
            String::new(),
            "",
            turn,
            text,
            context,
            "stated-rule",
        ));
    }
    let mut kept: Vec<&str> = Vec::new();
    for sentence in sentence::sentences(text) {
        if sentence.ends_with('?') {
            extraction.leave_out("question");
            continue;
        }
        if is_standing(sentence) && !context.background.is_known(sentence) {
            kept.push(sentence);
        }
    }
    let first = kept.first()?;
    let title = title::tidy(first)?;
    let statement = kept.iter().map(|sentence| capitalise(sentence)).collect::<Vec<_>>().join(" ");
    Some(make(Kind::Preference, title, statement, String::new(), "", turn, first, context, "stated-rule"))
}

/// Whether a sentence sets a rule beyond the task at hand.
fn is_standing(sentence: &str) -> bool {
    let words = sentence::words(sentence);
    let strong = words.iter().any(|word| matches!(word.as_str(), "always" | "never" | "must" | "prefer" | "avoid"))
        || words.windows(3).any(|w| w[0] == "from" && w[1] == "now" && w[2] == "on")
        || words
            .windows(2)
            .any(|w| w[0] == "don't" && w[1] != "know" && w[1] != "think" || w[0] == "do" && w[1] == "not");
    strong && words.len() >= 4 && !cue::scan(&words).has(Cues::HYPOTHETICAL)
}

#[allow(clippy::too_many_arguments)]
pub(super) fn make(
    kind: Kind,
    title: String,
    statement: String,
    subject: String,
    attribute: &str,
    turn: &Turn,
    said: &str,
    context: &Context<'_>,
    rule: &str,
) -> Item {
    let text = format!("{title}\n{statement}");
    Item {
        kind,
        keywords: keyword::keywords(&title, &statement, 10),
        entities: keyword::entities(&text),
        tags: keyword::tags(&text),
        files: keyword::files(&text),
        subject: if subject.is_empty() { subject_of(&title) } else { subject },
        attribute: attribute.to_string(),
        rationale: None,
        confidence: Confidence::High,
        origin: if turn.speaker == Speaker::Human { Origin::Owner } else { Origin::Tool },
        issue: context.issue,
        replaces: None,
        evidence: alloc::vec![quote(turn, said, context)],
        rule: rule.to_string(),
        score: 0.9,
        title,
        statement,
    }
}
