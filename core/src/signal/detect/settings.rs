//! The settings files in which people say which model shall run.

use alloc::string::{String, ToString};
use serde_json::Value;

use super::Configured;
use crate::model::Dialect;

/// A settings file larger than this is none.
const LARGEST: usize = 1 << 20;

/// Settings files of the programs whose sessions can be read, relative to the project; the first that names a model counts.
pub const SETTINGS_FILES: [(&str, Option<Dialect>); 12] = [
    (".pi/settings.json", Some(Dialect::Pi)),
    (".GITCLAW/.pi/settings.json", Some(Dialect::Pi)),
    (".GITOPENCLAW/.pi/settings.json", Some(Dialect::Pi)),
    (".github-minimum-intelligence/.pi/settings.json", Some(Dialect::Pi)),
    (".minimum-intelligence/.pi/settings.json", Some(Dialect::Pi)),
    (".issue-intelligence/.pi/settings.json", Some(Dialect::Pi)),
    (".github-intelligence/.pi/settings.json", Some(Dialect::Pi)),
    (".claude/settings.local.json", Some(Dialect::ClaudeCode)),
    (".claude/settings.json", Some(Dialect::ClaudeCode)),
    (".codex/config.toml", Some(Dialect::Codex)),
    (".gemini/settings.json", Some(Dialect::Gemini)),
    (".planning/config.json", None),
];

/// The model that a settings file asks for; `None` when it leaves the choice to the program or cannot be read.
pub fn configured_model(file: &str, text: &str) -> Option<Configured> {
    if text.len() > LARGEST {
        return None;
    }
    let model = if file.rsplit('.').next() == Some("toml") { from_toml(text) } else { from_json(text) }?;
    // Words that leave the choice to the program.
    let open = ["default", "auto", "inherit", "best", "opusplan"];
    if model.trim().is_empty() || open.iter().any(|word| model.eq_ignore_ascii_case(word)) {
        return None;
    }
    let known = SETTINGS_FILES.iter().find(|(name, _)| *name == file);
    Some(Configured { file: file.into(), model, dialect: known.and_then(|(_, dialect)| *dialect) })
}

/// Each program has its own key for the model.
fn from_json(text: &str) -> Option<String> {
    let settings: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
    let places = ["/defaultModel", "/model", "/model/name", "/model/id", "/model/default", "/env/ANTHROPIC_MODEL"];
    places.iter().find_map(|place| settings.pointer(place)?.as_str().map(ToString::to_string))
}

/// `model = "…"` before the first table, or in the profile that is chosen there.
fn from_toml(text: &str) -> Option<String> {
    let mut table = String::new();
    let mut profile = None;
    let mut models: alloc::vec::Vec<(String, String)> = alloc::vec::Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.split(']').next()) {
            table = name.replace('"', "");
            continue;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let value = value.split('#').next().unwrap_or("").trim();
        let Some(value) = value.strip_prefix(['"', '\'']).and_then(|rest| rest.strip_suffix(['"', '\''])) else {
            continue;
        };
        match key.trim() {
            "model" => models.push((table.clone(), value.into())),
            "profile" if table.is_empty() => profile = Some(value.to_string()),
            _ => {}
        }
    }
    let of = |name: &str| models.iter().find(|(table, _)| table == name).map(|(_, model)| model.clone());
    profile.and_then(|profile| of(&alloc::format!("profiles.{profile}"))).or_else(|| of(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(file: &str, text: &str, expected: Option<(&str, Option<Dialect>)>) {
        let found = configured_model(file, text);
        let found = found.as_ref().map(|setting| (setting.model.as_str(), setting.dialect));
        assert_eq!(found, expected, "{file}");
    }

    #[test]
    fn every_program_names_its_model_in_its_own_way() {
        let pi = Some(Dialect::Pi);
        check(
            ".pi/settings.json",
            r#"{"defaultProvider":"anthropic","defaultModel":"claude-opus-5"}"#,
            Some(("claude-opus-5", pi)),
        );
        check(".claude/settings.json", r#"{"model":"opus"}"#, Some(("opus", Some(Dialect::ClaudeCode))));
        check(
            ".claude/settings.json",
            r#"{"env":{"ANTHROPIC_MODEL":"opus"}}"#,
            Some(("opus", Some(Dialect::ClaudeCode))),
        );
        check(
            ".gemini/settings.json",
            r#"{"model":{"name":"gemini-4-pro"}}"#,
            Some(("gemini-4-pro", Some(Dialect::Gemini))),
        );
        check(".planning/config.json", r#"{"model":"gpt-6"}"#, Some(("gpt-6", None)));
        let toml = "# mine\nmodel = \"gpt-6\" # for now\nprofile = \"deep\"\n[profiles.deep]\nmodel = \"gpt-6-pro\"\n";
        check(".codex/config.toml", toml, Some(("gpt-6-pro", Some(Dialect::Codex))));
        check(".codex/config.toml", "[tools]\nmodel = \"x\"\n", None);
    }

    #[test]
    fn what_names_no_model_says_nothing() {
        for text in ["", "{", "[]", r#"{"model":5}"#, r#"{"model":"default"}"#, r#"{"model":{"name":null}}"#] {
            check(".claude/settings.json", text, None);
        }
        check(".codex/config.toml", "model = 5\nmodel\n= \"\"\n[", None);
    }
}
