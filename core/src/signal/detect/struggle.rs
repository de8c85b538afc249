//! The agent struggles: the same call fails again and again, edits are taken back, the service gives out.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

use super::{Candidate, cut, quote};
use crate::model::{ToolCall, Transcript, Turn};
use crate::signal::{SignalSeverity, SignalType};

/// Failures of one call in a row before it counts.
const RETRIES: usize = 2;
/// A run of failures from which on it is more than a nuisance.
const MANY_RETRIES: usize = 3;
/// Tool calls for one request below which nothing is unusually long.
const LONG_TASK: usize = 40;
/// How many times its neighbours' median a task must take.
const FAR_LONGER: usize = 4;

/// Suggests signals for repeated failures, reverted edits, failing services and tasks that dragged on.
pub fn detect_struggle(transcript: &Transcript, session: &str) -> Vec<Candidate> {
    let mut found = repeated_failures(transcript, session);
    found.extend(reverted_edits(transcript, session));
    found.extend(failed_turns(transcript, session));
    found.extend(long_tasks(transcript, session));
    found
}

fn candidate(severity: SignalSeverity, title: String, tag: &str, what: String, cause: String) -> Candidate {
    Candidate {
        signal_type: SignalType::Struggle,
        severity,
        title,
        tags: alloc::vec!["struggle".into(), tag.into()],
        what_happened: what,
        context: String::new(),
        cause,
        evidence: Vec::new(),
        phase: None,
        plan: None,
    }
}

/// Runs of failing results of the same call, with nothing of it succeeding in between.
fn repeated_failures(transcript: &Transcript, session: &str) -> Vec<Candidate> {
    let mut calls: BTreeMap<&str, &ToolCall> = BTreeMap::new();
    let mut runs: BTreeMap<String, Vec<&Turn>> = BTreeMap::new();
    let mut found = Vec::new();
    for turn in &transcript.turns {
        for call in &turn.tool_calls {
            calls.insert(&call.id, call);
        }
        let Some(result) = &turn.tool_result else { continue };
        let Some(call) = calls.get(result.call_id.as_str()) else { continue };
        let key = what_it_does(call);
        if result.is_error {
            runs.entry(key).or_default().push(turn);
        } else if let Some(run) = runs.remove(&key) {
            found.extend(failure_run(&key, &run, session, true));
        }
    }
    for (key, run) in &runs {
        found.extend(failure_run(key, run, session, false));
    }
    found
}

fn failure_run(key: &str, run: &[&Turn], session: &str, recovered: bool) -> Option<Candidate> {
    if run.len() < RETRIES {
        return None;
    }
    let last = run.last()?.tool_result.as_ref()?;
    let error = cut(last.text.trim(), 160);
    let severity = if run.len() >= MANY_RETRIES { SignalSeverity::Notable } else { SignalSeverity::Minor };
    let outcome = if recovered { "and then succeeded" } else { "and never succeeded" };
    let mut made = candidate(
        severity,
        format!("{} failed {} times", cut(key, 50), run.len()),
        "retries",
        format!("`{}` failed {} times {outcome}.", cut(key, 80), run.len()),
        if error.is_empty() { String::new() } else { format!("The last error was: {error}") },
    );
    made.evidence =
        run.iter().take(5).filter_map(|turn| Some(quote(session, turn, &turn.tool_result.as_ref()?.text))).collect();
    made.tags.extend(key.split_whitespace().next().map(ToString::to_string));
    Some(made)
}

/// The call without what changes between tries: the program and its first argument, or the tool and the file.
fn what_it_does(call: &ToolCall) -> String {
    let arguments: Value = serde_json::from_str(&call.arguments).unwrap_or(Value::Null);
    let text = |names: &[&str]| {
        names.iter().find_map(|name| arguments.get(name).and_then(Value::as_str).map(ToString::to_string))
    };
    if let Some(path) = text(&["path", "file_path", "filePath", "file"]) {
        return format!("{} {path}", call.name);
    }
    let command = text(&["command", "cmd", "script"]).or_else(|| {
        let parts = arguments.get("command")?.as_array()?;
        parts.last()?.as_str().map(ToString::to_string)
    });
    match command {
        Some(command) => {
            // `cd somewhere && npm test 2>&1 | tail` is still `npm test`.
            let main = command.split("&&").find(|part| !part.trim_start().starts_with("cd ")).unwrap_or(&command);
            let words: Vec<&str> = main
                .split_whitespace()
                .take_while(|word| !matches!(*word, "|" | "2>&1" | ";" | "||"))
                .take(3)
                .collect();
            words.join(" ")
        }
        None => call.name.clone(),
    }
}

/// An edit whose old and new text are those of an earlier edit of the same file, swapped.
fn reverted_edits(transcript: &Transcript, session: &str) -> Vec<Candidate> {
    let mut done: BTreeMap<(String, String, String), u32> = BTreeMap::new();
    let mut found: Vec<Candidate> = Vec::new();
    for turn in &transcript.turns {
        for call in &turn.tool_calls {
            let Some((path, old, new)) = edit_of(call) else { continue };
            if done.contains_key(&(path.clone(), new.clone(), old.clone())) {
                let mut made = candidate(
                    SignalSeverity::Minor,
                    format!("Edit of {} taken back", cut(&path, 50)),
                    "reverted-edit",
                    format!("An edit of `{path}` was taken back later in the session."),
                    String::new(),
                );
                made.evidence.push(quote(session, turn, &format!("{old} → {new}")));
                found.push(made);
            }
            done.insert((path, old, new), turn.line);
        }
    }
    found
}

fn edit_of(call: &ToolCall) -> Option<(String, String, String)> {
    let arguments: Value = serde_json::from_str(&call.arguments).ok()?;
    let text = |names: &[&str]| names.iter().find_map(|name| arguments.get(name)?.as_str().map(ToString::to_string));
    let path = text(&["path", "file_path", "filePath"])?;
    let old = text(&["old_string", "oldText", "old_str"])?;
    let new = text(&["new_string", "newText", "new_str"])?;
    (old != new).then_some((path, old, new))
}

/// Turns that ended in an error of the model's service.
fn failed_turns(transcript: &Transcript, session: &str) -> Option<Candidate> {
    let failed: Vec<&Turn> = transcript.turns.iter().filter(|turn| turn.error.is_some()).collect();
    let first = failed.first()?;
    let error = cut(first.error.as_deref().unwrap_or(""), 200);
    // What the agent came back from is a hiccup; a conversation that ends on an error was lost.
    let last_word = transcript.turns.iter().rev().find(|turn| turn.speaker == crate::model::Speaker::Agent);
    let lost = last_word.is_some_and(|turn| turn.error.is_some());
    let mut made = candidate(
        if lost || failed.len() >= RETRIES { SignalSeverity::Notable } else { SignalSeverity::Minor },
        format!("The model's service failed: {}", cut(&error, 60)),
        "service-error",
        format!(
            "{} of the agent's turns ended in an error{}.",
            failed.len(),
            if lost { " and the conversation stopped there" } else { "" }
        ),
        format!("The service answered: {error}"),
    );
    made.evidence =
        failed.iter().take(5).filter_map(|turn| Some(quote(session, turn, turn.error.as_deref()?))).collect();
    Some(made)
}

/// Requests that took far more tool calls than the others of the session.
fn long_tasks(transcript: &Transcript, session: &str) -> Vec<Candidate> {
    let mut tasks: Vec<(&Turn, usize)> = Vec::new();
    for turn in &transcript.turns {
        if turn.speaker == crate::model::Speaker::Human {
            tasks.push((turn, 0));
        } else if let Some(task) = tasks.last_mut() {
            task.1 += turn.tool_calls.len();
        }
    }
    if tasks.len() < 3 {
        return Vec::new();
    }
    let mut sizes: Vec<usize> = tasks.iter().map(|(_, calls)| *calls).collect();
    sizes.sort_unstable();
    let median = sizes[sizes.len() / 2].max(1);
    tasks
        .iter()
        .filter(|(_, calls)| *calls >= LONG_TASK && *calls > median * FAR_LONGER)
        .map(|(turn, calls)| {
            let mut made = candidate(
                SignalSeverity::Minor,
                format!("A task of {calls} tool calls"),
                "long-task",
                format!("One request took {calls} tool calls; the median of the session is {median}."),
                String::new(),
            );
            made.evidence.push(quote(session, turn, &turn.text));
            made
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Speaker, ToolResult};
    use crate::signal::detect::fixture::{self, transcript};

    fn turn(line: u32, speaker: Speaker) -> Turn {
        fixture::turn(line, speaker, "")
    }

    fn call_and_result(line: u32, arguments: &str, is_error: bool) -> [Turn; 2] {
        let id = format!("call-{line}");
        let call = ToolCall { id: id.clone(), name: "bash".into(), arguments: arguments.into() };
        let result = ToolResult { call_id: id, name: None, text: "port 5432 refused".into(), is_error };
        [
            Turn { tool_calls: alloc::vec![call], ..turn(line, Speaker::Agent) },
            Turn { tool_result: Some(result), ..turn(line + 1, Speaker::Tool) },
        ]
    }

    #[test]
    fn the_same_command_failing_three_times_is_notable() {
        let tries = ["npm test", "cd web && npm test", "npm test 2>&1 | tail"];
        let turns = (0u32..)
            .zip(tries)
            .flat_map(|(n, command)| call_and_result(n * 2 + 1, &format!("{{\"command\":\"{command}\"}}"), true));
        let found = detect_struggle(&transcript(turns.collect()), "s.jsonl");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "npm test failed 3 times");
        assert_eq!(found[0].severity, SignalSeverity::Notable);
        assert_eq!(found[0].cause, "The last error was: port 5432 refused");
        assert_eq!(found[0].evidence.len(), 3);
    }

    #[test]
    fn one_failure_or_different_commands_are_an_ordinary_day() {
        let mut turns = call_and_result(1, "{\"command\":\"npm test\"}", true).to_vec();
        turns.extend(call_and_result(3, "{\"command\":\"cargo check\"}", true));
        turns.extend(call_and_result(5, "{\"command\":\"npm test\"}", false));
        assert_eq!(detect_struggle(&transcript(turns), "s.jsonl"), []);
    }

    #[test]
    fn a_conversation_that_ends_on_an_error_was_lost() {
        let failed = Turn { error: Some("529 overloaded".into()), ..turn(2, Speaker::Agent) };
        let recovered = detect_struggle(&transcript(alloc::vec![failed.clone(), turn(3, Speaker::Agent)]), "s.jsonl");
        assert_eq!(recovered[0].severity, SignalSeverity::Minor);
        let lost = detect_struggle(&transcript(alloc::vec![failed]), "s.jsonl");
        assert_eq!(lost[0].severity, SignalSeverity::Notable);
    }

    #[test]
    fn an_edit_taken_back_is_seen_and_odd_arguments_are_not_a_panic() {
        let edit = |line: u32, old: &str, new: &str| Turn {
            tool_calls: alloc::vec![ToolCall {
                id: format!("e{line}"),
                name: "Edit".into(),
                arguments: format!("{{\"file_path\":\"a.ts\",\"old_string\":\"{old}\",\"new_string\":\"{new}\"}}"),
            }],
            ..turn(line, Speaker::Agent)
        };
        let broken = Turn {
            tool_calls: alloc::vec![ToolCall { id: "x".into(), name: "Edit".into(), arguments: "{".into() }],
            ..turn(9, Speaker::Agent)
        };
        let found = detect_struggle(&transcript(alloc::vec![edit(1, "a", "b"), edit(2, "b", "a"), broken]), "s.jsonl");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "Edit of a.ts taken back");
    }
}
