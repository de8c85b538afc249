//! What ran is not what was configured: the session's models against the settings files.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use super::Candidate;
use crate::model::{Evidence, Speaker, Transcript};
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
}

/// Suggests one signal per model that ran without being configured.
pub fn detect_config(transcript: &Transcript, session: &str, configured: &[Configured]) -> Vec<Candidate> {
    if configured.is_empty() {
        return Vec::new();
    }
    let mut ran: BTreeMap<&str, (u32, Option<Timestamp>, u32)> = BTreeMap::new();
    for turn in transcript.turns.iter().filter(|turn| turn.speaker == Speaker::Agent) {
        if let Some(model) = turn.model.as_deref().filter(|model| !model.starts_with('<')) {
            ran.entry(model).or_insert((turn.line, turn.time, 0)).2 += 1;
        }
    }
    ran.into_iter()
        .filter(|(model, _)| !configured.iter().any(|setting| same_model(&setting.model, model)))
        .map(|(model, (line, time, turns))| {
            let wanted = &configured[0];
            let wrong_class = family(&wanted.model) != family(model);
            Candidate {
                signal_type: SignalType::ConfigMismatch,
                severity: if wrong_class { SignalSeverity::Critical } else { SignalSeverity::Notable },
                title: format!("{model} ran instead of {}", wanted.model),
                tags: alloc::vec!["model".into(), "config-mismatch".into(), "settings".into()],
                what_happened: format!("{turns} turns ran on {model}, but {} asks for {}.", wanted.file, wanted.model),
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

/// `anthropic/claude-sonnet-5` is `claude-sonnet-5`, and `claude-sonnet-5-20260301` is a dated form of it.
fn same_model(configured: &str, ran: &str) -> bool {
    let (configured, ran) = (bare(configured), bare(ran));
    let starts = |long: &str, short: &str| {
        long.strip_prefix(short).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '@', ':']))
    };
    starts(&ran, &configured) || starts(&configured, &ran) || ran.split(['-', '.']).any(|part| part == configured)
}

fn bare(model: &str) -> String {
    model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase()
}

/// The leading words of a model's name, without version numbers: `claude-opus`, `gpt`.
fn family(model: &str) -> String {
    let bare = bare(model);
    bare.split(['-', '.', '@', ':'])
        .filter(|part| part.bytes().all(|b| b.is_ascii_alphabetic()) && !part.is_empty())
        .take(2)
        .collect::<Vec<_>>()
        .join("-")
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
            ("claude-opus-5", "claude-sonnet-5", false),
            ("gpt-6", "gpt-6-mini", true),
        ] {
            assert_eq!(same_model(configured, ran), same, "{configured} {ran}");
        }
    }

    #[test]
    fn another_class_of_model_is_critical() {
        let answer = crate::model::Turn { model: Some("claude-haiku-5".into()), ..turn(2, Speaker::Agent, "Hello.") };
        let transcript = transcript(alloc::vec![turn(1, Speaker::Human, "hi"), answer]);
        let configured = [Configured { file: "settings.json".into(), model: "claude-opus-5".into() }];
        let found = detect_config(&transcript, "s.jsonl", &configured);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].severity, SignalSeverity::Critical);
        assert_eq!(detect_config(&transcript, "s.jsonl", &[]), []);
    }
}
