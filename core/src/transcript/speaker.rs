//! Who really speaks in a `user` turn: a person, or a program that types for one.
//!
//! Told by form (wrappers, notices, summaries) and by frequency (texts that come again and again
//! with only numbers and dates changed), never by the words of one project.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::ToString;
use alloc::vec::Vec;

use super::limits;
use crate::model::{Role, Speaker, Transcript, Turn};
use crate::text::{Fnv, Words};

/// A text this often sent is a template.
const REPEATS: u32 = 3;
/// Shorter texts ("who are you?") people do repeat.
const MIN_WORDS: usize = 12;
/// An echo of the agent must be long enough not to be a quotation.
const MIN_ECHO_WORDS: usize = 25;

/// Settles the speaker of a turn that so far counts as a person's, and takes wrappers off its text.
pub(crate) fn judge_turn(mut turn: Turn) -> Turn {
    if turn.role != Role::User || turn.speaker != Speaker::Human {
        return turn;
    }
    let (speaker, own_words) = judge(&turn.text);
    turn.speaker = speaker;
    if speaker == Speaker::Human && own_words.len() != turn.text.len() {
        turn.text = own_words.to_string();
    }
    turn
}

/// Who speaks, and the words that are the speaker's own.
fn judge(text: &str) -> (Speaker, &str) {
    let mut rest = text.trim();
    let mut command = false;
    let mut wrapped = false;
    let mut is_call = true;
    while let Some((name, after)) = leading_block(rest) {
        // Only what a host writes by itself: whatever a program prints may hold the same tags.
        let is_bare = after.trim().is_empty() && (!wrapped || is_call);
        if let Some(typed) = typed_in(name, &rest[..rest.len() - after.len()]).filter(|_| is_bare) {
            return (Speaker::Human, typed);
        }
        is_call &= matches!(name, "command-message" | "command-name");
        command |= is_command(name);
        wrapped = true;
        rest = after.trim_start();
    }
    while let Some((name, before)) = trailing_block(rest) {
        command |= is_command(name);
        wrapped = true;
        rest = before.trim_end();
    }
    rest = strip_comments(rest);
    rest = strip_plan_note(rest);
    if let Some(added) = behind_plan_call(rest) {
        if added.is_empty() {
            return (Speaker::Template, text);
        }
        wrapped = true;
        rest = added;
    }
    rest = unwrap_request(rest).unwrap_or(rest);
    let unmarked = strip_editor_marks(rest);
    wrapped |= unmarked.len() < rest.len();
    rest = unmarked;
    if rest.is_empty() && (wrapped || command) {
        return (if command { Speaker::Template } else { Speaker::InjectedContext }, text);
    }
    if command {
        return (Speaker::Template, text);
    }
    if let Some((_, request)) = rest.split_once("## My request for Codex:") {
        return (Speaker::Human, request.trim());
    }
    // The text of a command, as Claude Code sends it with what was typed behind the command.
    if let Some((_, typed)) = rest.rsplit_once("\nARGUMENTS: ") {
        return if is_said(typed) { (Speaker::Human, typed.trim()) } else { (Speaker::Template, text) };
    }
    let first_line = rest.lines().next().unwrap_or_default().trim();
    if is_summary(first_line) {
        return (Speaker::Summary, text);
    }
    if is_instructions_heading(first_line) {
        return (Speaker::InjectedContext, text);
    }
    if is_notice(rest) || is_scheduled(first_line, rest) {
        return (Speaker::Template, text);
    }
    // Text that merely lost its outer white space stays as it was.
    (Speaker::Human, if wrapped || rest.len() < text.trim().len() { rest } else { text })
}

/// An accepted plan without what Claude Code writes below it: where the talk before it is kept.
fn strip_plan_note(text: &str) -> &str {
    let last = text.lines().next_back().unwrap_or("");
    let is_note = last.starts_with("If you need specific details from before exiting plan mode")
        && last.contains("read the full transcript at: ");
    if is_note { text[..text.len() - last.len()].trim_end() } else { text }
}

/// What a person writes below the text that Cursor sends, perhaps under the title of the plan, when the button of a plan is
/// pressed; nothing where it sends no such text.
fn behind_plan_call(text: &str) -> Option<&str> {
    let (title, call) = text.split_once("Implement the plan as specified, it is attached for your reference.")?;
    let added = call.split_once("until you have completed all the to-dos.").map_or("", |(_, added)| added);
    (!title.trim_end().contains('\n')).then(|| added.trim())
}

/// Fewest words behind a command that are said rather than set: "/bake the rye before noon", not "/oven 240 --fan".
const MIN_ARGUMENTS: usize = 4;

/// What a person typed that a host keeps in a block: what it is to remember, and what stands behind a command.
fn typed_in<'a>(name: &str, block: &'a str) -> Option<&'a str> {
    let inner = &block[block.find('>')? + 1..block.rfind("</")?];
    let is_typed = match name {
        "user-memory-input" => true,
        "command-args" => is_said(inner),
        _ => false,
    };
    Some(inner.trim()).filter(|typed| is_typed && !typed.is_empty())
}

fn is_said(arguments: &str) -> bool {
    let is_word = |word: &&str| word.starts_with(char::is_alphabetic);
    arguments.split_whitespace().filter(is_word).count() >= MIN_ARGUMENTS
}

/// `<name …>…</name>` at the start, when the name is one that programs use.
fn leading_block(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('<')?;
    let name = &inner[..inner.find(|c: char| !is_name_char(c))?];
    if !is_machine_name(name) {
        return None;
    }
    let opening_end = text.find('>')?;
    if text[..opening_end].ends_with('/') {
        return Some((name, &text[opening_end + 1..]));
    }
    let start = find_closing(&text[opening_end..], name)? + opening_end;
    Some((name, &text[start + name.len() + 3..]))
}

/// The same at the end.
fn trailing_block(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_suffix('>')?;
    let (before, name) = inner.rsplit_once("</")?;
    if !is_machine_name(name) {
        return None;
    }
    let opening = before.rmatch_indices(name).find(|(at, _)| {
        let follows = before[at + name.len()..].chars().next();
        before[..*at].ends_with('<') && follows.is_some_and(|c| c == '>' || c.is_whitespace())
    })?;
    Some((name, &text[..opening.0 - 1]))
}

fn find_closing(text: &str, name: &str) -> Option<usize> {
    text.match_indices("</").map(|(at, _)| at).find(|at| {
        let rest = &text[at + 2..];
        rest.starts_with(name) && rest[name.len()..].starts_with('>')
    })
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

/// Words in the names that programs give to what they wrap.
static WRAPPING: Words = Words::new(
    "system reminder reminders command bash stdout stderr hook notification notifications context instruction \
     instructions memory prompt attachment attachments attached uploaded selection ide viewed diagnostics teammate \
     subagent",
);

/// Names that programs give whose words people use as well (`<order_status>`, `<business_rules>`).
static WRAPPERS: Words = Words::new(
    "user_info user_rules user_action cursor_rules always_applied_workspace_rules workspace_info repository_info \
     runtime_information environment_details git_status project_layout additional_data additional_metadata \
     turn_aborted state_snapshot file_content file_contents folder_content skill_content available_skills \
     search_results tool_call tool_result tool_results tool_response tool_output tool_use_error function_result \
     function_results",
);

/// People write `<div>`, `<T>`, `<page-layout>`, `<task_description>` and `<NOTE>`; programs wrap in
/// `<system-reminder>`, `<environment_context>`, `<INSTRUCTIONS>`.
fn is_machine_name(name: &str) -> bool {
    let is_compound = name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.contains(['-', '_']);
    let is_shouted = name.len() > 3 && name.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_wrapping = || {
        let lower = name.to_ascii_lowercase();
        lower.split(['-', '_']).any(|part| WRAPPING.contains(part)) || WRAPPERS.contains(&lower)
    };
    let plain = ["context", "instructions", "reminder", "environment", "memory", "skill", "notification"];
    ((is_compound || is_shouted) && is_wrapping() || plain.contains(&name)) && name.chars().all(is_name_char)
}

/// What a person typed when the host wraps that too, beside what it adds.
fn unwrap_request(text: &str) -> Option<&str> {
    ["user_query", "USER_REQUEST"].iter().find_map(|name| {
        let inner = text.strip_prefix('<')?.strip_prefix(name)?.strip_prefix('>')?;
        let end = find_closing(inner, name)?;
        (end + name.len() + 3 == inner.len()).then(|| inner[..end].trim())
    })
}

fn is_command(name: &str) -> bool {
    name.starts_with("command-") || name.starts_with("local-command") || name.starts_with("bash-")
}

/// Takes hidden HTML comments off both ends.
fn strip_comments(mut text: &str) -> &str {
    while let Some(end) = text.strip_prefix("<!--").and_then(|rest| rest.find("-->")) {
        text = text[4 + end + 3..].trim_start();
    }
    while text.ends_with("-->") {
        match text.rfind("<!--") {
            Some(start) => text = text[..start].trim_end(),
            None => break,
        }
    }
    text
}

/// Words with which an editor says what it shows or sends along.
static SHOWN: Words = Words::new(
    "open opened active current viewed visible recent selected selection attached attachment attachments file files \
     tab tabs editor line lines cursor",
);

/// Takes the lines off the beginning in which an editor tells what was open: `*[Opened file: plan.md]*`.
fn strip_editor_marks(mut text: &str) -> &str {
    let is_mark = |line: &str| {
        let line = line.trim();
        let inner = line.trim_matches(['*', '_']);
        let is_emphasised = inner.len() < line.len() && line.ends_with(['*', '_']);
        let bracketed = inner.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let inner = bracketed.or(is_emphasised.then_some(inner));
        let label = inner.and_then(|inner| inner.split_once(':')).map_or("", |(label, _)| label);
        !label.is_empty() && label.split_whitespace().all(|word| SHOWN.contains(&word.to_ascii_lowercase()))
    };
    while text.starts_with(['*', '_', '[']) {
        let (line, below) = text.split_once('\n').unwrap_or((text, ""));
        if !is_mark(line) {
            break;
        }
        text = below.trim_start();
    }
    text
}

/// `[Session Summary - …]`, `# Summary of the conversation so far`, the opening of a continued session.
fn is_summary(first_line: &str) -> bool {
    let lower = first_line.to_ascii_lowercase();
    let announced = lower.starts_with('[') || lower.starts_with('#') || lower.starts_with("**");
    let earlier = ["session", "conversation", "context", "earlier", "previous", "compress", "compact"];
    (announced && lower.contains("summary") && earlier.iter().any(|word| lower.contains(word)))
        || lower.starts_with("this session is being continued from a previous conversation")
        || lower.starts_with("the conversation history before this point was compacted")
        || lower.starts_with("the following is a summary of")
}

/// `# AGENTS.md instructions for /repo`, `# CLAUDE.md`: a file placed in the conversation.
fn is_instructions_heading(first_line: &str) -> bool {
    // "#file:rules.md" is how somebody points at a file.
    let Some(heading) = first_line.trim_start_matches('#').strip_prefix(' ').filter(|_| first_line.starts_with('#'))
    else {
        return false;
    };
    let lower = heading.to_ascii_lowercase();
    let names_a_file =
        lower.split_whitespace().any(|word| word.trim_matches(['`', ':', '"']).strip_suffix(".md").is_some());
    names_a_file && ["instruction", "rules", "context", "guidelines"].iter().any(|word| lower.contains(word))
}

/// One line in brackets, as runtimes write: `[Request interrupted by user]`.
pub(crate) fn is_marker(text: &str) -> bool {
    let one_line = !text.contains('\n') && text.len() > 2;
    let bracketed = one_line && text.starts_with('[') && text.ends_with(']') && text.find(']') == Some(text.len() - 1);
    // `[x]` and `[link]` are short; a notice is a phrase.
    bracketed && text.split_whitespace().count() >= 2
}

/// What a runtime says in the person's place.
fn is_notice(text: &str) -> bool {
    is_marker(text)
        || text.starts_with("Base directory for this skill: ")
        || text.starts_with("Caveat: The messages below were generated by the user while running local commands")
        // What Copilot sends when somebody presses the button below a long run.
        || text.starts_with("@agent Continue: \"Continue to iterate?\"")
}

/// What is started by itself.
static RUNS: Words = Words::new(
    "task tasks run job prompt message check reminder trigger event wakeup execution workflow session routine",
);

/// A label in brackets, or a first line set off as a title, that announces a scheduled or automatic prompt.
fn is_scheduled(first_line: &str, text: &str) -> bool {
    let starts_itself = |word: &str| matches!(word, "heartbeat" | "scheduled" | "automated" | "cron" | "autorun");
    let announces = |title: &str| {
        let lower = title.to_ascii_lowercase();
        let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        words.len() <= 12 && words.iter().any(|word| starts_itself(word))
    };
    // "Scheduled task:" and "Heartbeat", not "For the cron job:" and "Scheduled exports", which are about such a thing.
    let names_itself = |title: &str| {
        let lower = title.to_ascii_lowercase();
        let mut words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).take(6);
        let first = words.next().unwrap_or("");
        matches!(first, "heartbeat" | "autorun") || starts_itself(first) && words.any(|word| RUNS.contains(word))
    };
    let label = first_line.strip_prefix('[').and_then(|rest| rest.split_once(']')).map(|(label, _)| label);
    let titled = first_line.starts_with(['#', '[', '*'])
        || first_line.chars().next().is_some_and(|c| u32::from(c) >= 0x2190)
        || first_line.ends_with(':');
    label.is_some_and(announces) || titled && names_itself(first_line) && text.lines().count() > 1
}

/// Counts which lines come again, within one session or over many.
///
/// Feed every transcript with [`FormCensus::add`], then ask with [`FormCensus::mark`]: user turns
/// made of lines that stand in three or more user turns are a program's, and long user turns made
/// of what an agent said before are the agent's own words, posted through somebody's account.
#[derive(Debug, Default)]
pub struct FormCensus {
    /// Line → in how many user turns it stands.
    user_lines: BTreeMap<u64, u32>,
    agent_lines: BTreeSet<u64>,
}

impl FormCensus {
    /// An empty census.
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts the turns of one session.
    pub fn add(&mut self, transcript: &Transcript) {
        for (at, turn) in transcript.turns.iter().enumerate() {
            // Who gets no answer sends the same again, perhaps with more to it.
            let is_sent_again =
                |next: &Turn| next.role == Role::User && next.text.lines().next() == turn.text.lines().next();
            match turn.role {
                Role::User if transcript.turns.get(at + 1).is_some_and(is_sent_again) => {}
                Role::User => {
                    let distinct: BTreeSet<u64> = forms(&turn.text).map(|(form, _)| form).collect();
                    for form in distinct {
                        if self.user_lines.len() < limits::CENSUS_LINES || self.user_lines.contains_key(&form) {
                            *self.user_lines.entry(form).or_insert(0) += 1;
                        }
                    }
                }
                Role::Assistant if self.agent_lines.len() < limits::CENSUS_LINES => {
                    self.agent_lines.extend(forms(&turn.text).map(|(form, _)| form));
                }
                _ => {}
            }
        }
    }

    /// Who speaks in a turn that so far counts as a person's.
    pub fn speaker(&self, turn: &Turn) -> Speaker {
        if turn.role != Role::User || turn.speaker != Speaker::Human {
            return turn.speaker;
        }
        let mut total = 0;
        let mut repeated = 0;
        let mut echoed = 0;
        for (form, line) in forms(&turn.text) {
            let words = line.split_whitespace().count();
            total += words;
            if self.user_lines.get(&form).is_some_and(|&count| count >= REPEATS) {
                repeated += words;
            }
            if self.agent_lines.contains(&form) {
                echoed += words;
            }
        }
        if total >= MIN_WORDS && repeated * 10 >= total * 6 {
            Speaker::Template
        } else if total >= MIN_ECHO_WORDS && echoed * 10 >= total * 8 {
            Speaker::Agent
        } else {
            Speaker::Human
        }
    }

    /// Corrects the speakers of a transcript; returns how many turns changed.
    pub fn mark(&self, transcript: &mut Transcript) -> u32 {
        let mut changed = 0;
        for turn in &mut transcript.turns {
            let speaker = self.speaker(turn);
            changed += u32::from(speaker != turn.speaker);
            turn.speaker = speaker;
        }
        changed
    }
}

/// The same within one session.
pub(crate) fn mark_repeated(transcript: &mut Transcript) {
    let human = transcript.turns.iter().filter(|turn| turn.speaker == Speaker::Human);
    if human.filter(|turn| turn.text.len() >= MIN_WORDS * 3).nth(1).is_none() {
        return; // nothing can repeat
    }
    let mut census = FormCensus::new();
    census.add(transcript);
    census.mark(transcript);
}

/// The lines of a text with everything that varies between two fillings of one template levelled
/// (case, numbers, list marks), each with the line itself. Lines of one word say nothing.
fn forms(text: &str) -> impl Iterator<Item = (u64, &str)> {
    text.lines().filter_map(|line| {
        let line = line.trim_start_matches(['#', '-', '*', '>', ' ', '\t']);
        line.split_whitespace().nth(1)?;
        let mut hash = Fnv::new();
        let mut in_number = false;
        for byte in line.trim_end().bytes() {
            let is_digit = byte.is_ascii_digit();
            if !(is_digit && in_number) {
                let levelled = if is_digit { b'0' } else { byte.to_ascii_lowercase() };
                hash.add(u32::from(levelled));
            }
            in_number = is_digit;
        }
        Some((hash.0, line))
    })
}
