//! What ran is not what was configured: the session's models against the settings files.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use super::Candidate;
use crate::model::{Dialect, Evidence, Speaker, Transcript};
use crate::signal::{SignalSeverity, SignalType};
use crate::time::Timestamp;

/// A model that a settings file asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Configured {
    /// The file that says so.
    pub file: String,
    /// The model it names.
    pub model: String,
    /// The program whose sessions it speaks of; `None` for all.
    pub dialect: Option<Dialect>,
}

/// Suggests one signal per model that ran without being configured.
pub fn detect_config(transcript: &Transcript, session: &str, configured: &[Configured]) -> Vec<Candidate> {
    let of_others = |setting: &&Configured| setting.dialect.is_none_or(|dialect| dialect == transcript.dialect);
    let configured: Vec<&Configured> = configured.iter().filter(of_others).collect();
    let Some(wanted) = configured.first() else { return Vec::new() };
    let mut ran: BTreeMap<&str, (u32, Option<Timestamp>, u32)> = BTreeMap::new();
    let mut changes = transcript.model_changes.iter().peekable();
    let mut chosen: Option<&str> = None;
    for turn in &transcript.turns {
        while let Some(change) = changes.next_if(|change| change.line <= turn.line) {
            chosen = Some(&change.model);
        }
        if turn.speaker != Speaker::Agent || turn.error.is_some() {
            continue;
        }
        // Some programs name the model with every answer, others only when it changes.
        if let Some(model) = turn.model.as_deref().or(chosen).filter(|model| !model.starts_with('<')) {
            ran.entry(model).or_insert((turn.line, turn.time, 0)).2 += 1;
        }
    }
    ran.into_iter()
        .filter(|(model, _)| !configured.iter().any(|setting| same_model(&setting.model, model)))
        .map(|(model, (line, time, turns))| {
            let wrong_class = family(&wanted.model) != family(model);
            let turns = if turns == 1 { "One turn".into() } else { format!("{turns} turns") };
            Candidate {
                signal_type: SignalType::ConfigMismatch,
                severity: if wrong_class { SignalSeverity::Critical } else { SignalSeverity::Notable },
                title: format!("{model} ran instead of {}", wanted.model),
                tags: alloc::vec!["model".into(), "config-mismatch".into(), "settings".into()],
                what_happened: format!("{turns} ran on {model}, but {} asks for {}.", wanted.file, wanted.model),
                context: String::new(),
                cause: String::new(),
                evidence: alloc::vec![Evidence {
                    session: session.into(),
                    line,
                    speaker: Speaker::Agent,
                    time,
                    quote: format!("model: {model}"),
                }],
                phase: None,
                plan: None,
            }
        })
        .collect()
}

/// `anthropic/claude-sonnet-5` is `claude-sonnet-5`, `claude-sonnet-5-20260301` is a dated form of it, and `opus`
/// means whichever Opus there is; `gpt-6-mini` is not `gpt-6`.
fn same_model(configured: &str, ran: &str) -> bool {
    let (configured, ran) = (parts(configured), parts(ran));
    let dated = |long: &[String], short: &[String]| {
        long.starts_with(short) && long[short.len()..].iter().all(|part| is_release(part))
    };
    let alias = configured.len() == 1 && ran.contains(&configured[0]);
    alias || dated(&ran, &configured) || dated(&configured, &ran)
}

/// A date, a build number or a word for "the newest".
fn is_release(part: &str) -> bool {
    let digits = part.trim_start_matches('v');
    let is_build = digits.len() != 1 || part.starts_with('v');
    (is_build && digits.bytes().all(|b| b.is_ascii_digit())) || matches!(part, "latest" | "preview" | "exp" | "0")
}

/// The name without its provider, context window and punctuation: `us.anthropic.claude-opus-4.1[1m]` → claude opus 4 1.
fn parts(model: &str) -> Vec<String> {
    let name = model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase();
    let name = name.split('[').next().unwrap_or("");
    let mut start = 0;
    for (at, _) in name.match_indices('.') {
        if name[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic()) {
            start = at + 1;
        }
    }
    name[start..].split(['-', '.', '@', ':', '_']).filter(|part| !part.is_empty()).map(ToString::to_string).collect()
}

/// The words of a model's name, without version numbers: `claude-opus`, `gpt`, `gpt-mini`.
fn family(model: &str) -> Vec<String> {
    let is_word = |part: &String| part.bytes().all(|b| b.is_ascii_alphabetic()) && !is_release(part);
    parts(model).into_iter().filter(is_word).take(3).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signal::detect::fixture::{transcript, turn};

    #[test]
    fn names_of_one_model_are_recognised() {
        for (configured, ran, same) in [
            ("claude-sonnet-5", "claude-sonnet-5-20260301", true),
            ("anthropic/claude-sonnet-5", "claude-sonnet-5", true),
            ("opus", "claude-opus-5", true),
            ("sonnet[1m]", "claude-sonnet-5-20260301", true),
            ("claude-opus-4-1", "us.anthropic.claude-opus-4-1-20250805-v1:0", true),
            ("claude-sonnet-4.5", "claude-sonnet-4-5-20250929", true),
            ("claude-opus-5", "claude-sonnet-5", false),
            ("claude-opus-4", "claude-opus-4-6", false),
            ("gpt-6", "gpt-6-mini", false),
            ("gpt-5.2", "gpt-5.2-codex", false),
        ] {
            assert_eq!(same_model(configured, ran), same, "{configured} {ran}");
        }
    }

    #[test]
    fn another_class_of_model_is_critical_and_other_programs_are_not_asked() {
        let answer = crate::model::Turn { model: Some("claude-haiku-5".into()), ..turn(2, Speaker::Agent, "Hello.") };
        let transcript = transcript(alloc::vec![turn(1, Speaker::Human, "hi"), answer]);
        let setting =
            |model: &str, dialect| [Configured { file: "settings.json".into(), model: model.into(), dialect }];
        let found = detect_config(&transcript, "s.jsonl", &setting("claude-opus-5", None));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].severity, SignalSeverity::Critical);
        assert_eq!(found[0].what_happened, "One turn ran on claude-haiku-5, but settings.json asks for claude-opus-5.");
        let older = detect_config(&transcript, "s.jsonl", &setting("claude-haiku-4", None));
        assert_eq!(older[0].severity, SignalSeverity::Notable);
        assert_eq!(detect_config(&transcript, "s.jsonl", &setting("gpt-6", Some(Dialect::Codex))), []);
        assert_eq!(detect_config(&transcript, "s.jsonl", &[]), []);
    }

    #[test]
    fn a_model_named_only_when_it_changes_counts_for_the_turns_after_it() {
        let mut session = transcript(alloc::vec![turn(2, Speaker::Agent, "one"), turn(4, Speaker::Agent, "two")]);
        let change =
            |line, model: &str| crate::model::ModelChange { line, time: None, provider: None, model: model.into() };
        session.model_changes = alloc::vec![change(1, "gpt-6"), change(3, "gpt-6-mini")];
        let configured = [Configured { file: "config.toml".into(), model: "gpt-6".into(), dialect: None }];
        let found = detect_config(&session, "s.jsonl", &configured);
        assert_eq!(
            found.iter().map(|made| made.title.as_str()).collect::<Vec<_>>(),
            ["gpt-6-mini ran instead of gpt-6"]
        );
    }
}
