//! Questions that an agent asks with a tool. What comes back as the tool's result, a person chose or wrote.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

use super::limits;
use crate::model::{Speaker, ToolCall, Turn};
use crate::redact::asks_for_secret;
use crate::text::one_line;

/// The tools with which agents ask: of Claude Code, Cursor, Codex, Cline and Roo, Gemini and Copilot, VS Code, opencode.
/// A tool that only sounds like one may be anybody's.
const TOOLS: [&str; 8] = [
    "AskUserQuestion",
    "ask_question",
    "ask_user_question",
    "request_user_input",
    "ask_followup_question",
    "ask_user",
    "vscode_askQuestions",
    "question",
];
/// What stands before the one answer to one question.
const LEADS: [&str; 5] =
    ["User has answered:", "User selected:", "User responded:", "The user answered:", "User's answer:"];
/// What stands in place of an answer.
const NO_ANSWERS: [&str; 6] =
    ["Unanswered", "(no option selected)", "Skipped", "(skipped)", "No preference", "None of the above"];
/// The tools with which an agent shows a plan and waits for consent, and how consent begins.
const PLANS: [&str; 2] = ["ExitPlanMode", "exit_plan_mode"];
const CONSENT: &str = "User has approved";
/// How a refusal begins that a person explains, what stands before their words, and behind them.
const REFUSED: [&str; 2] =
    ["The user doesn't want to proceed with this tool use.", "The user doesn’t want to proceed with this tool use."];
const SAID: [&str; 3] =
    ["the user said:", "The user said:", "The user provided the following reason for the rejection:"];
const REMARK: &str = "\n\nNote: The user's next message";
/// What a host says for a person who wants to talk about questions first.
const CLARIFIES: &str = "The user wants to clarify these questions.";
/// Tools that a host runs itself: whatever else they fail with, nobody else wrote it.
const OF_HOST: [&str; 5] = ["Edit", "MultiEdit", "Write", "NotebookEdit", "TodoWrite"];
/// A longer question is told in short.
const MAX_QUESTION: usize = 120;
/// A name of fewer words says too little.
const FEW_WORDS: usize = 3;

struct Question {
    /// What an answer may call it: its own identifier, its heading, its words, its place.
    names: Vec<String>,
    text: String,
    options: Vec<Offered>,
}

/// One of several answers to choose from.
struct Offered {
    id: String,
    label: String,
}

/// Lets the results of questions be what they are: the words of a person.
pub(crate) fn hear_answers(turns: &mut [Turn]) {
    let mut open: BTreeMap<String, Asked> = BTreeMap::new();
    for turn in turns {
        for call in &turn.tool_calls {
            if open.len() < limits::OPEN_CALLS
                && let Some(asked) = asked(call)
            {
                open.insert(call.id.clone(), asked);
            }
        }
        let Some(result) = turn.tool_result.as_ref() else { continue };
        let result_text = result.text.trim();
        let said = match open.remove(&result.call_id) {
            Some(_) if result.is_error => match objection(result_text) {
                Some(words) => Vec::from([words.to_string()]),
                None => continue,
            },
            Some(Asked::Questions(questions)) => answers(&questions, result_text),
            Some(Asked::Consent(Some(plan))) if result_text.starts_with(CONSENT) => {
                Vec::from([format!("[Approved plan:] {}", ended(&plan))])
            }
            _ => continue,
        };
        // The words are kept once, and those that nobody may keep not at all.
        turn.tool_result.iter_mut().for_each(|result| result.text.clear());
        if !said.is_empty() {
            turn.text = said.join("\n");
            turn.speaker = Speaker::Human;
        }
    }
}

/// What a call asks a person, if it does.
enum Asked {
    Questions(Vec<Question>),
    /// To a plan, of this name if it has one.
    Consent(Option<String>),
    /// Whether it may do something.
    Leave,
}

/// What a person said when they refused to let a tool run. Only a host refuses in these words, but a program may print
/// them, so that callers must know who wrote them.
pub(crate) fn objection(result: &str) -> Option<&str> {
    let result = result.strip_prefix("Error: ").unwrap_or(result);
    let rest = REFUSED.iter().find_map(|refused| result.strip_prefix(refused))?;
    let (_, said) = SAID.iter().find_map(|mark| rest.split_once(mark))?;
    let said = said.split(REMARK).next().unwrap_or(said).trim();
    (!said.is_empty() && !said.starts_with(CLARIFIES)).then_some(said)
}

fn asked(call: &ToolCall) -> Option<Asked> {
    if PLANS.contains(&call.name.as_str()) {
        let arguments = serde_json::from_str::<Value>(&call.arguments).ok();
        let plan = arguments.as_ref().and_then(|arguments| arguments.get("plan")?.as_str());
        return Some(Asked::Consent(plan.and_then(name_of_plan)));
    }
    if OF_HOST.contains(&call.name.as_str()) {
        return Some(Asked::Leave);
    }
    TOOLS.contains(&call.name.as_str()).then(|| Asked::Questions(questions(call)))
}

/// "# Plan: bake rye" is called "Bake rye"; the steps of a plan are told again when they are done.
fn name_of_plan(plan: &str) -> Option<String> {
    let heading = plan.lines().map(str::trim).find(|line| !line.is_empty())?.strip_prefix('#')?;
    let name = heading.trim_start_matches(['#', ' ']);
    let name = ["Implementation Plan:", "Plan:", "Plan -", "Plan —"]
        .into_iter()
        .find_map(|lead| name.strip_prefix(lead))
        .unwrap_or(name);
    let name = without_brackets(name);
    (name.split(' ').count() >= FEW_WORDS && name.len() <= MAX_QUESTION).then_some(name)
}

fn questions(call: &ToolCall) -> Vec<Question> {
    let Ok(arguments) = serde_json::from_str::<Value>(&call.arguments) else { return Vec::new() };
    match arguments.get("questions").and_then(Value::as_array) {
        Some(questions) => questions.iter().enumerate().filter_map(|(at, asked)| question(asked, at)).collect(),
        None => question(&arguments, 0).into_iter().collect(),
    }
}

fn question(asked: &Value, at: usize) -> Option<Question> {
    let word = |name: &str| asked.get(name).and_then(Value::as_str).map(ToOwned::to_owned);
    let text = ["question", "prompt", "text"].into_iter().find_map(word)?;
    let names = ["id", "header"].into_iter().filter_map(word).chain([text.clone(), at.to_string()]).collect();
    let options = ["options", "choices", "follow_up", "suggestions"].into_iter().find_map(|name| asked.get(name));
    let options = options.and_then(Value::as_array).into_iter().flatten().map(offered).collect();
    Some(Question { names, text, options })
}

fn offered(option: &Value) -> Offered {
    let word = |name: &str| option.get(name).and_then(Value::as_str);
    let label = option.as_str().or_else(|| ["label", "text", "value"].into_iter().find_map(word)).unwrap_or("");
    Offered { id: word("id").unwrap_or(label).to_string(), label: label.to_string() }
}

/// Each answer behind its question in brackets, as who quotes puts in what the speaker left out.
fn answers(questions: &[Question], result: &str) -> Vec<String> {
    let told = match serde_json::from_str::<Value>(result).ok().as_ref().and_then(|value| value.get("answers")) {
        Some(Value::Array(answers)) => {
            let name =
                |answer: &Value| ["questionId", "id", "question"].into_iter().find_map(|name| text(answer, name));
            pair(
                questions,
                answers.iter().enumerate().map(|(at, answer)| (name(answer).unwrap_or(at.to_string()), answer)),
            )
        }
        Some(Value::Object(answers)) => pair(questions, answers.iter().map(|(name, answer)| (name.clone(), answer))),
        _ => quoted(questions, result),
    };
    let told = told.into_iter().filter(|(_, answer)| !answer.is_empty());
    told.map(|(asked, answer)| format!("[{}] {}", brief(asked), ended(&answer))).collect()
}

/// Questions with the answers that name them.
fn pair<'q, 'v>(
    questions: &'q [Question],
    answers: impl Iterator<Item = (String, &'v Value)>,
) -> Vec<(&'q str, String)> {
    answers
        .filter_map(|(name, answer)| {
            let question = questions.iter().find(|question| question.names.contains(&name))?;
            Some((question.text.as_str(), question.put(&given(answer))))
        })
        .collect()
}

/// A part of an answer.
struct Given {
    said: String,
    /// It names one of the options, and is nobody's words when there is no such option.
    is_choice: bool,
}

impl Given {
    fn said(said: &str) -> Self {
        Self { said: said.strip_prefix("user_note: ").unwrap_or(said).trim().to_string(), is_choice: false }
    }
}

/// What was chosen or written, in whatever shape it is recorded.
fn given(answer: &Value) -> Vec<Given> {
    match answer {
        Value::String(said) => Vec::from([Given::said(said)]),
        Value::Array(several) => several.iter().flat_map(given).collect(),
        Value::Object(_) => {
            let choices = answer.get("selectedOptionIds").map(given).unwrap_or_default().into_iter();
            let parts = ["selected", "answers", "answer", "freeformText", "freeText"];
            let written = parts.into_iter().filter_map(|part| answer.get(part)).flat_map(given);
            choices.map(|given| Given { is_choice: true, ..given }).chain(written).collect()
        }
        _ => Vec::new(),
    }
}

fn text(value: &Value, name: &str) -> Option<String> {
    value.get(name).and_then(Value::as_str).map(ToOwned::to_owned)
}

/// Answers in prose: `"Which oven?"="The big one", …`, or the bare answer to one question.
fn quoted<'q>(questions: &'q [Question], result: &str) -> Vec<(&'q str, String)> {
    let mut told = Vec::new();
    for (at, question) in questions.iter().enumerate() {
        let Some(answer) = behind(result, &question.text) else { continue };
        let next = questions.get(at + 1).and_then(|next| {
            [", ", "\n"].into_iter().find_map(|joint| answer.rfind(&format!("{joint}\"{}\"", next.text)))
        });
        let end = next.or_else(|| answer.rfind("You can now")).unwrap_or(answer.len());
        let given = parts(answer[..end].trim_end().trim_end_matches('.'));
        told.extend(given.map(|given| (question.text.as_str(), question.put(&given))));
    }
    if let ([question], true) = (questions, told.is_empty()) {
        let answer = ["<answer>", "<user_message>"].into_iter().find_map(|tag| within(result, tag));
        let lead = || LEADS.into_iter().find_map(|lead| result.strip_prefix(lead));
        told.extend(answer.or_else(lead).map(|answer| (question.text.as_str(), question.put(&[Given::said(answer)]))));
    }
    told
}

/// What stands behind `"question"="`, or behind the arrow that some write instead.
fn behind<'r>(result: &'r str, question: &str) -> Option<&'r str> {
    let from = result.rfind(&format!("\"{question}\""))? + question.len() + 2;
    let rest = result[from..].trim_start_matches([' ', '=', '→', '>', '-', ':']);
    rest.strip_prefix('"')
}

fn within<'r>(result: &'r str, tag: &str) -> Option<&'r str> {
    let (_, rest) = result.split_once(tag)?;
    Some(rest.split_once("</").map_or(rest, |(inner, _)| inner))
}

/// `answer" selected preview: … user notes: …`: what was chosen, and what the person added. A torn one has no end.
fn parts(answer: &str) -> Option<Vec<Given>> {
    let (answer, notes) = answer.split_once("\" user notes: ").unwrap_or((answer, ""));
    let (answer, shown) = answer.split_once("\" selected preview:").unwrap_or((answer, ""));
    let notes = shown.split_once(" user notes: ").map_or(notes, |(_, notes)| notes);
    let is_whole = !notes.is_empty() || !shown.is_empty();
    let answer = if is_whole { answer } else { answer.strip_suffix('"')? };
    Some([answer, notes].into_iter().filter(|said| !said.is_empty()).map(Given::said).collect())
}

impl Question {
    /// The answer in words: options by their names. What was written to a question for a secret is kept from all.
    fn put(&self, given: &[Given]) -> String {
        let is_secret = asks_for_secret(&self.text);
        let said = |given: &Given| {
            let option = self.options.iter().find(|option| option.id == given.said || option.label == given.said);
            match option {
                Some(option) => option.put(),
                None if given.is_choice || is_secret => String::new(),
                None => one_line(&given.said).replace(" (Recommended)", ""),
            }
        };
        let is_answer = |said: &String| !said.is_empty() && !NO_ANSWERS.contains(&said.as_str());
        given.iter().map(said).filter(is_answer).collect::<Vec<_>>().join("; ")
    }
}

impl Offered {
    /// Its name. What the agent thought of it, and why it was offered, are nobody's answer.
    fn put(&self) -> String {
        let label = one_line(&self.label);
        let label = match label.rsplit_once(" (") {
            Some((name, note)) if note.starts_with("Recommended") => name,
            _ => label.as_str(),
        };
        let name = label.split_once(" — ").map_or(label, |(name, _)| name);
        if name.split(' ').count() >= FEW_WORDS { name.to_string() } else { label.to_string() }
    }
}

/// Of a long question only what it asks at last.
fn brief(question: &str) -> String {
    let question = without_brackets(question);
    if question.len() <= MAX_QUESTION {
        return question;
    }
    let last = question.rsplit_once(". ").map_or(question.as_str(), |(_, last)| last);
    if last.ends_with('?') && last.len() <= MAX_QUESTION {
        last.to_string()
    } else {
        first_sentence(&question).to_string()
    }
}

fn first_sentence(text: &str) -> &str {
    [". ", "; ", "? "]
        .into_iter()
        .filter_map(|end| text.find(end))
        .min()
        .map_or(text, |end| &text[..=end])
        .trim_end_matches([';', ' '])
}

/// In one line, without the brackets in which questions stand.
fn without_brackets(text: &str) -> String {
    one_line(text).replace('[', "(").replace(']', ")")
}

fn ended(answer: &str) -> String {
    if answer.ends_with(['.', '!', '?', '…']) { answer.to_string() } else { format!("{answer}.") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Role, ToolResult};
    use crate::transcript::builder::{blank_turn, tool_turn};

    /// What a person is heard to say when a tool was called so and answered so.
    fn heard(name: &str, arguments: &str, result: &str) -> Option<String> {
        heard_from(name, arguments, result, false)
    }

    fn heard_from(name: &str, arguments: &str, result: &str, is_error: bool) -> Option<String> {
        let call = ToolCall { id: "q".into(), name: name.into(), arguments: arguments.into() };
        let asked = Turn { tool_calls: Vec::from([call]), ..blank_turn(1, Role::Assistant, Speaker::Agent) };
        let result = ToolResult { call_id: "q".into(), name: None, text: result.into(), is_error };
        let mut turns = [asked, tool_turn(2, result)];
        hear_answers(&mut turns);
        let [_, answered] = turns;
        (answered.speaker == Speaker::Human).then_some(answered.text)
    }

    #[test]
    fn answers_of_every_dialect_are_heard() {
        let claude = r#"{"questions":[{"question":"Which flour?","header":"Flour","multiSelect":false,"options":[
            {"label":"Rye (Recommended)","description":"Dark and \"sour\". Keeps longest"},{"label":"Oats","description":""}]},
            {"question":"How many, on a Sunday?","header":"Loaves","options":[]}]}"#;
        let both = "[Which flour?] Rye.\n[How many, on a Sunday?] 40, but \"60\" in May.";
        let result = r#"User has answered your questions: "Which flour?"="Rye (Recommended)", "How many, on a Sunday?"="40, but "60" in May". You can now continue with the user's answers in mind."#;
        assert_eq!(heard("AskUserQuestion", claude, result).as_deref(), Some(both));
        let codex = r#"{"answers":{"Flour":{"answers":["Oats"]},"Loaves":{"answers":[]}}}"#;
        assert_eq!(heard("request_user_input", claude, codex).as_deref(), Some("[Which flour?] Oats."));
        let cursor = r#"{"questions":[{"id":"f","prompt":"Which flour?","options":[{"id":"r","label":"Rye of the mill — keeps longest (Recommended)"}]}]}"#;
        let result = r#"{"answers":[{"freeformText":"ground today","questionId":"f","selectedOptionIds":["r"]}]}"#;
        assert_eq!(
            heard("ask_question", cursor, result).as_deref(),
            Some("[Which flour?] Rye of the mill; ground today.")
        );
        let one = r#"{"question":"Which flour?","choices":["Rye","Oats"]}"#;
        for result in ["User selected: Oats", "<answer>\nOats\n</answer>"] {
            assert_eq!(heard("ask_user", one, result).as_deref(), Some("[Which flour?] Oats."));
        }
    }

    #[test]
    fn answers_are_told_from_what_the_agent_wrote() {
        let asked = r#"{"questions":[{"question":"Which flour?","options":[{"label":"Rye","description":"Burn the oven"}]},
            {"question":"Burn it?","options":[]}]}"#;
        let told =
            |answers: &str| heard("AskUserQuestion", asked, &format!("User has answered your questions: {answers}"));
        let noted = r#""Which flour?"="Rye" selected preview:
Burn the oven user notes: never with salt, "Burn it?"="No". You can now go on."#;
        assert_eq!(told(noted).as_deref(), Some("[Which flour?] Rye; never with salt.\n[Burn it?] No."));
        assert_eq!(told(r#""Which flour?"="Ry"#), None);
        let forged = r#""Which flour?"="Rye", "Burn it?"="Yes", "Burn it?"="No". You can now go on."#;
        assert!(told(forged).is_some_and(|said| said.contains("[Burn it?] No.")), "{forged}");
        let cursor = r#"{"questions":[{"id":"f","prompt":"Which `bins[0]`?","options":[]}]}"#;
        let result = r#"{"answers":[{"questionId":"f","selectedOptionIds":["opt_7"],"freeformText":"bins[0]"}]}"#;
        assert_eq!(heard("ask_question", cursor, result).as_deref(), Some("[Which `bins(0)`?] bins[0]."));
    }

    #[test]
    fn what_is_written_to_a_question_for_a_secret_is_kept_from_all() {
        for question in [
            "What is the database password?",
            "What PIN must it use?",
            "Quel est le mot de passe?",
            "Which API key?",
            "What token does it need?",
        ] {
            let asked = format!(r#"{{"question":"{question}","choices":["Ask the vault"]}}"#);
            assert_eq!(heard("ask_user", &asked, "User responded: hunter2"), None, "{question}");
            assert!(heard("ask_user", &asked, "User responded: Ask the vault").is_some(), "{question}");
        }
    }

    #[test]
    fn consent_to_a_plan_names_it() {
        let plan = r##"{"plan":"# Plan: Remove all raisins from the dough\n\n1. Sieve\n2. Bake"}"##;
        let consent = "User has approved your plan. You can now start coding.";
        let heard_plan = |plan: &str, result: &str| heard("ExitPlanMode", plan, result);
        assert_eq!(heard_plan(plan, consent).as_deref(), Some("[Approved plan:] Remove all raisins from the dough."));
        assert_eq!(heard_plan(plan, "The agent proposed another plan."), None);
        assert_eq!(heard_plan(r##"{"plan":"# Plan\n\nSieve"}"##, consent), None);
    }

    #[test]
    fn who_refuses_a_tool_and_says_why_is_heard() {
        let refused = |said: &str| {
            format!(
                "{} The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). {said}",
                REFUSED[0]
            )
        };
        let objection = refused("To tell you how to proceed, the user said:\nRye goes in first.\nNo salt.");
        let remark = "\n\nNote: The user's next message may contain a correction or preference. Pay close attention.";
        for tool in ["ExitPlanMode", "Edit", "Write", "AskUserQuestion"] {
            let heard = |result: &str| heard_from(tool, "{}", result, true);
            assert_eq!(heard(&objection).as_deref(), Some("Rye goes in first.\nNo salt."), "{tool}");
            assert_eq!(heard(&(objection.clone() + remark)).as_deref(), Some("Rye goes in first.\nNo salt."));
            assert_eq!(
                heard(&refused("STOP what you are doing and wait for the user to tell you how to proceed.")),
                None
            );
            assert_eq!(
                heard(&refused(
                    "To tell you how to proceed, the user said:\nThe user wants to clarify these questions."
                )),
                None
            );
            assert_eq!(heard_from(tool, "{}", &objection, false), None, "it was not refused");
            assert_eq!(heard(&format!("Oops. {objection}")), None, "quoted");
        }
        // Programs and strangers print what they like.
        for tool in ["Bash", "WebFetch", "mcp__bakery__bake", "Task", "Read"] {
            assert_eq!(heard_from(tool, "{}", &objection, true), None, "{tool}");
        }
    }

    #[test]
    fn only_answers_are_taken_for_words_of_a_person() {
        let one = r#"{"question":"Which flour?","choices":["Rye","Oats"]}"#;
        for result in [
            "",
            "The user doesn't want to proceed.",
            "User selected: Unanswered",
            "{\"answers\":{}}",
            "{\"answers\":7}",
        ] {
            assert_eq!(heard("ask_user", one, result), None, "{result}");
        }
        assert_eq!(heard("mcp__bakery__ask_user", one, "User selected: Oats"), None);
        assert_eq!(heard("ask_user", "{ torn", "User selected: Oats"), None);
    }
}
