//! The agent struggles: the same call fails again and again, edits are taken back, the service gives out.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

use super::{Candidate, cut, quote};
use crate::model::{Dialect, ToolCall, Transcript, Turn};
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

fn candidate(severity: SignalSeverity, title: String, topics: &[&str], what: String, cause: String) -> Candidate {
    Candidate {
        signal_type: SignalType::Struggle,
        severity,
        title,
        tags: core::iter::once("struggle").chain(topics.iter().copied()).map(ToString::to_string).collect(),
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
        // A person who says no to a call is no failure of the call.
        if stopped_by_person(&result.text) {
            continue;
        }
        let key =
            missing_program(&result.text).map_or_else(|| what_it_does(call), |name| format!("{name} (not installed)"));
        if result.is_error || (transcript.dialect == Dialect::Plain && reads_as_failure(&result.text)) {
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

/// Whether a result begins as hosts tell that a person stopped a call: `The user doesn't want to …`, `User rejected …`,
/// `[Request interrupted by user]`. A program that speaks of users and denies something says it in another order.
fn stopped_by_person(text: &str) -> bool {
    let text = text.trim_start();
    let text = text.strip_prefix("Error: ").unwrap_or(text);
    let line = cut(text.lines().next().unwrap_or(""), 100).to_ascii_lowercase().replace('’', "'");
    let line = line.trim_start_matches('[');
    let line = line.strip_prefix("operation cancelled] reason: ").unwrap_or(line);
    if let Some(deed) = line.strip_prefix("the ").unwrap_or(line).strip_prefix("user ") {
        return ["doesn't want", "does not want", "did not allow", "has chosen to disallow", "skipped"]
            .iter()
            .chain(&STOPPED)
            .any(|word| deed.starts_with(word));
    }
    [" by user", " by the user"]
        .iter()
        .filter_map(|agent| line.split_once(agent))
        .any(|(deed, rest)| !rest.starts_with(char::is_alphanumeric) && STOPPED.iter().any(|word| deed.ends_with(word)))
}

const STOPPED: [&str; 8] =
    ["rejected", "declined", "denied", "refused", "interrupted", "aborted", "cancelled", "canceled"];

/// Plain logs do not say whether a call failed; its answer does.
fn reads_as_failure(text: &str) -> bool {
    let start = cut(text, 200).to_ascii_lowercase();
    let exit_code = ["exit code: ", "exit code ", "exited with code ", "exit status "]
        .iter()
        .find_map(|words| start.split_once(words))
        .is_some_and(|(_, code)| code.starts_with(|c: char| matches!(c, '1'..='9' | '-')));
    let opening = ["error:", "error ", "fatal:", "traceback (most recent call last)", "command failed", "exception:"];
    exit_code || opening.iter().any(|words| start.starts_with(words))
}

/// The program that a shell could not find: whatever it was called with, it fails for one reason.
fn missing_program(text: &str) -> Option<&str> {
    let line =
        text.lines().take(5).find(|line| line.contains("command not found") || line.contains("is not recognized"))?;
    // `bash: line 1: rg: command not found`, `zsh: command not found: rg`, `'rg' is not recognized as …`
    let name = match line.split_once("command not found") {
        Some((before, after)) if after.trim_matches([':', ' ']).is_empty() => {
            before.trim_end_matches([':', ' ']).rsplit([' ', ':']).next()?
        }
        Some((_, after)) => after.trim_matches([':', ' ']),
        None => line.split('\'').nth(1)?,
    };
    (!name.is_empty() && name.len() <= 40).then_some(name)
}

fn failure_run(key: &str, run: &[&Turn], session: &str, recovered: bool) -> Option<Candidate> {
    if run.len() < RETRIES {
        return None;
    }
    let last = run.last()?.tool_result.as_ref()?;
    let error = cut(last.text.trim(), 160);
    // Who gets there after some tries works; who never does, or only after many, struggles.
    let enough = if recovered { MANY_RETRIES + 1 } else { MANY_RETRIES };
    let severity = if run.len() >= enough { SignalSeverity::Notable } else { SignalSeverity::Minor };
    let outcome = if recovered { "and then succeeded" } else { "and never succeeded" };
    let mut made = candidate(
        severity,
        format!("{} failed {} times", cut(key, 50), run.len()),
        &["retries"],
        format!("`{}` failed {} times {outcome}.", cut(key, 80), run.len()),
        error,
    );
    made.evidence =
        run.iter().take(5).filter_map(|turn| Some(quote(session, turn, &turn.tool_result.as_ref()?.text))).collect();
    made.tags.extend(key.split_whitespace().next().map(ToString::to_string));
    Some(made)
}

/// The call without what changes between tries: the program and its first argument, or the tool and the file.
fn what_it_does(call: &ToolCall) -> String {
    let arguments: Value = serde_json::from_str(&call.arguments).unwrap_or(Value::Null);
    let path = ["path", "file_path", "filePath", "file"].iter().find_map(|name| arguments.get(name)?.as_str());
    if let Some(path) = path {
        return format!("{} {path}", call.name);
    }
    match command_of(&arguments) {
        Some(command) => {
            // `cd somewhere && npm test 2>&1 | tail` is still `npm test`.
            let main = command.split("&&").find(|part| !part.trim_start().starts_with("cd ")).unwrap_or(&command);
            let words: Vec<&str> = main
                .split_whitespace()
                .skip_while(|word| is_assignment(word))
                .take_while(|word| !matches!(*word, "|" | "2>&1" | ";" | "||"))
                .take(3)
                .collect();
            words.join(" ")
        }
        None => {
            // The same tool asked for something else is another call.
            let asked = ["url", "query", "pattern", "prompt", "description"]
                .iter()
                .find_map(|name| arguments.get(name)?.as_str());
            format!("{} {}", call.name, cut(asked.unwrap_or(&call.arguments), 60))
        }
    }
}

/// `CI=1` before a command says how it runs, not what.
fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
    })
}

/// The shell command of a call, whatever the tool calls it.
fn command_of(arguments: &Value) -> Option<String> {
    let named = ["command", "cmd", "script"].iter().find_map(|name| arguments.get(name));
    let text = match named? {
        Value::Array(parts) => parts.last()?.as_str()?,
        value => value.as_str()?,
    };
    Some(text.to_string())
}

/// Edits taken back: one whose old and new text are those of an earlier edit, swapped; or a file that was edited and
/// then fetched back from version control.
fn reverted_edits(transcript: &Transcript, session: &str) -> Vec<Candidate> {
    let mut done: BTreeSet<(String, String, String)> = BTreeSet::new();
    let mut touched: BTreeSet<String> = BTreeSet::new();
    let mut found: Vec<Candidate> = Vec::new();
    let mut taken_back = |turn: &Turn, path: &str, quoted: &str| {
        let mut made = candidate(
            SignalSeverity::Minor,
            format!("Edit of {} taken back", cut(path, 50)),
            &["reverted-edit", "edits"],
            format!("An edit of `{path}` was taken back later in the session."),
            String::new(),
        );
        made.evidence.push(quote(session, turn, quoted));
        found.push(made);
    };
    for turn in &transcript.turns {
        for call in &turn.tool_calls {
            let Ok(arguments) = serde_json::from_str::<Value>(&call.arguments) else { continue };
            for (path, old, new) in edits_of(&arguments) {
                if done.contains(&(path.clone(), new.clone(), old.clone())) {
                    taken_back(turn, &path, &format!("{old} → {new}"));
                }
                touched.insert(path.clone());
                done.insert((path, old, new));
            }
            let Some(command) = command_of(&arguments) else { continue };
            for path in restored_by(&command) {
                let whole = touched.iter().find(|known| same_file(known, path)).cloned();
                if let Some(whole) = whole {
                    touched.remove(&whole);
                    taken_back(turn, path, &command);
                }
            }
        }
    }
    found
}

/// The edits of a call as path, old and new text; some tools take several at once.
fn edits_of(arguments: &Value) -> Vec<(String, String, String)> {
    let text = |value: &Value, names: &[&str]| {
        names.iter().find_map(|name| value.get(name)?.as_str().map(ToString::to_string))
    };
    let Some(path) = text(arguments, &["path", "file_path", "filePath"]) else { return Vec::new() };
    let several = arguments.get("edits").and_then(Value::as_array);
    let edits = several.map_or_else(|| core::slice::from_ref(arguments), Vec::as_slice);
    edits
        .iter()
        .filter_map(|edit| {
            let old = text(edit, &["old_string", "oldText", "old_str"])?;
            let new = text(edit, &["new_string", "newText", "new_str"])?;
            (old != new).then(|| (path.clone(), old, new))
        })
        .collect()
}

/// Files that a command fetches back: `git checkout -- a b`, `git restore a`.
fn restored_by(command: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for part in command.split(['&', ';', '|', '\n']) {
        let words: Vec<&str> = part.split_whitespace().collect();
        let from = match words.as_slice() {
            ["git", "restore", ..] => 2,
            ["git", "checkout", rest @ ..] => match rest.iter().position(|word| *word == "--") {
                Some(at) => at + 3,
                None => continue,
            },
            _ => continue,
        };
        found.extend(words.iter().skip(from).copied().filter(|word| !word.starts_with('-')));
    }
    found
}

/// Whether one path is the other, or its end.
pub(super) fn same_file(a: &str, b: &str) -> bool {
    let ends =
        |long: &str, short: &str| long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
    ends(a, b) || ends(b, a)
}

/// Turns that ended in an error of the model's service.
fn failed_turns(transcript: &Transcript, session: &str) -> Option<Candidate> {
    let failed: Vec<&Turn> = transcript.turns.iter().filter(|turn| turn.error.is_some()).collect();
    let first = failed.first()?;
    let error = cut(message_of(first.error.as_deref().unwrap_or("")), 200);
    // What the agent came back from is a hiccup; a conversation that ends on an error was lost.
    let last_word = transcript.turns.iter().rev().find(|turn| turn.speaker == crate::model::Speaker::Agent);
    let lost = last_word.is_some_and(|turn| turn.error.is_some());
    let mut made = candidate(
        if lost || failed.len() >= RETRIES { SignalSeverity::Notable } else { SignalSeverity::Minor },
        format!("The model's service failed: {}", cut(&error, 60)),
        &["service-error", "model-service"],
        format!(
            "{} ended in an error{}.",
            if failed.len() == 1 {
                "One of the agent's turns".into()
            } else {
                format!("{} of the agent's turns", failed.len())
            },
            if lost { " and the conversation stopped there" } else { "" }
        ),
        error,
    );
    made.evidence =
        failed.iter().take(5).filter_map(|turn| Some(quote(session, turn, turn.error.as_deref()?))).collect();
    Some(made)
}

/// What a service says in words: the `"message"` inside its JSON, or all of it.
fn message_of(error: &str) -> &str {
    let Some((_, rest)) = error.split_once("\"message\":") else { return error };
    let rest = rest.trim_start().trim_start_matches('"');
    let end = rest
        .char_indices()
        .zip(core::iter::once(' ').chain(rest.chars()))
        .find(|((_, c), before)| *c == '"' && *before != '\\');
    let message = end.map_or(rest, |((at, _), _)| &rest[..at]);
    if message.trim().is_empty() { error } else { message }
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
                &["long-task", "tool-calls"],
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
        let tries = ["npm test", "cd web && npm test", "CI=1 npm test 2>&1 | tail"];
        let turns = (0u32..)
            .zip(tries)
            .flat_map(|(n, command)| call_and_result(n * 2 + 1, &format!("{{\"command\":\"{command}\"}}"), true));
        let found = detect_struggle(&transcript(turns.collect()), "s.jsonl");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "npm test failed 3 times");
        assert_eq!(found[0].severity, SignalSeverity::Notable);
        assert_eq!(found[0].cause, "port 5432 refused");
        assert_eq!(found[0].evidence.len(), 3);
    }

    #[test]
    fn a_person_who_says_no_is_no_failure() {
        let mut turns: Vec<Turn> =
            (0u32..4).flat_map(|n| call_and_result(n * 2 + 1, "{\"command\":\"rm x\"}", true)).collect();
        for turn in &mut turns {
            if let Some(result) = &mut turn.tool_result {
                result.text = "The user doesn't want to proceed with this tool use.".into();
            }
        }
        assert_eq!(detect_struggle(&transcript(turns), "s.jsonl"), []);
    }

    #[test]
    fn a_program_that_denies_something_to_a_user_fails() {
        for (text, stopped) in [
            ("The user doesn’t want to take this action right now.", true),
            ("Error: The user doesn't want to proceed with this tool use.", true),
            ("[Request interrupted by user for tool use]", true),
            ("exec command rejected by user", true),
            ("aborted by user after 3.2s", true),
            ("Tool call was cancelled by the user.", true),
            ("[Operation Cancelled] Reason: User did not allow tool call", true),
            ("User rejected this call", true),
            ("The user denied this operation.", true),
            ("ERROR 1045: Access denied for user 'app'@'localhost'", false),
            ("Error: EACCES: permission denied, open '/Users/ana/x'", false),
            ("user app: permission denied", false),
            ("connection aborted\nusers: 3", false),
            ("denied by users.allow", false),
            ("", false),
        ] {
            assert_eq!(stopped_by_person(text), stopped, "{text}");
        }
    }

    #[test]
    fn a_plain_log_tells_failures_by_their_words() {
        for (text, fails) in [
            ("Error: ENOENT", true),
            ("Exit code: 2\nfailed", true),
            ("exit code: 0\nall fine", false),
            ("0 errors", false),
        ] {
            assert_eq!(reads_as_failure(text), fails, "{text}");
        }
    }

    #[test]
    fn a_program_that_is_not_there_fails_for_one_reason() {
        for (text, name) in [
            ("/bin/bash: line 1: rg: command not found\n\nexit 127", Some("rg")),
            ("zsh: command not found: rg", Some("rg")),
            ("'rg' is not recognized as an internal or external command", Some("rg")),
            ("rg: no such file", None),
        ] {
            assert_eq!(missing_program(text), name, "{text}");
        }
    }

    #[test]
    fn the_words_of_a_service_are_taken_out_of_its_json() {
        let json = r#"400 {"type":"error","error":{"message":"Your \"credit\" is too low.","code":1}}"#;
        assert_eq!(message_of(json), r#"Your \"credit\" is too low."#);
        assert_eq!(message_of("529 overloaded"), "529 overloaded");
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
        let git = |line: u32, command: &str| Turn {
            tool_calls: alloc::vec![ToolCall {
                id: format!("g{line}"),
                name: "bash".into(),
                arguments: format!("{{\"command\":\"{command}\"}}"),
            }],
            ..turn(line, Speaker::Agent)
        };
        let restored =
            alloc::vec![edit(1, "a", "b"), git(2, "git checkout main"), git(3, "npm test; git checkout -- src/a.ts")];
        let found = detect_struggle(&transcript(restored), "s.jsonl");
        assert_eq!(found.iter().map(|made| made.title.as_str()).collect::<Vec<_>>(), ["Edit of src/a.ts taken back"]);
    }
}
