//! Numbered answers to numbered questions: "1. both; 2. three" says nothing without what was asked.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::cue::{self, Cues};
use super::{keyword, sentence};

/// Most answers of one message, and how long each and its question may be.
const MAX_ANSWERS: usize = 12;
const MAX_ANSWER: usize = 240;
const MAX_QUESTION: usize = 140;
/// Most words of a name for a question.
const MAX_NAME: usize = 6;

/// What a person answered to the questions of an agent.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Answers<'a> {
    /// Each answer behind its question in brackets, as who quotes puts in what the speaker left out.
    pub(super) said: String,
    /// What else the message says.
    pub(super) rest: Vec<&'a str>,
}

impl Answers<'_> {
    /// "The plan looks good. To your questions: 1. …".
    pub(super) fn accepts(&self) -> bool {
        self.rest.iter().any(|line| cue::scan(&sentence::words(line)).has(Cues::ACCEPT))
    }
}

/// What was said, with the names of questions without their brackets and without the questions that have no name.
pub(super) fn without_questions(said: &str) -> Cow<'_, str> {
    let mut rest = said;
    let mut out = String::new();
    while let Some((before, behind)) = rest.split_once('[')
        && let Some((question, answer)) = behind.split_once("] ")
    {
        out.push_str(before);
        if let Some(name) = question.strip_suffix(':') {
            out.push_str(name);
            out.push_str(": ");
        }
        rest = answer;
    }
    if out.is_empty() && rest.len() == said.len() { Cow::Borrowed(said) } else { Cow::Owned(out + rest) }
}

/// A numbered line and what stands under it.
struct Entry<'a> {
    number: usize,
    head: &'a str,
    /// The first question in it.
    question: Option<String>,
}

/// The answers of a reply, when the agent asked numbered questions and the person kept to the numbers.
pub(super) fn answers<'a>(asked: &str, reply: &'a str) -> Option<Answers<'a>> {
    let (answers, rest) = numbered_lines(reply);
    let highest = answers.iter().map(|(number, _)| *number).max().filter(|_| answers.len() > 1)?;
    let questions = questions(asked, highest)?;
    let mut said: Vec<String> = Vec::new();
    for (number, answer) in answers.iter().take(MAX_ANSWERS) {
        let question = questions.iter().find(|entry| entry.number == *number)?;
        // Who asks back has not answered.
        if !answer.contains('?') {
            let answer = sentence::cut(answer, MAX_ANSWER).trim().trim_end_matches(['.', ';', ',']);
            said.push(format!("[{}] {answer}.", named(question, answer)));
        }
    }
    (!said.is_empty()).then(|| Answers { said: said.join(" "), rest })
}

/// The lines of a reply that begin with a number, in order, and the others. A line without one belongs to neither when it
/// goes on with the answer before it.
fn numbered_lines(reply: &str) -> (Vec<(usize, &str)>, Vec<&str>) {
    let mut answers: Vec<(usize, &str)> = Vec::new();
    let mut rest = Vec::new();
    for line in reply.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match number_of(line) {
            Some((number, answer)) if answers.last().is_none_or(|(last, _)| number > *last) && !answer.is_empty() => {
                answers.push((number, answer));
            }
            _ => rest.push(line),
        }
    }
    (answers, rest)
}

/// The number that a line begins with, in whatever emphasis, and the words behind it.
fn number_of(line: &str) -> Option<(usize, &str)> {
    let bare = line.trim_start_matches(['#', '*', ' ']);
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    let behind = bare[digits..].strip_prefix(['.', ')', ':'])?;
    let number = bare[..digits].parse().ok().filter(|number| (1..=30).contains(number))?;
    (behind.is_empty() || behind.starts_with([' ', '*'])).then(|| (number, behind.trim_start()))
}

/// The numbered entries with which an agent asks: of several lists the one with the most questions, at least two and
/// half of it, up to the number that is needed.
fn questions(asked: &str, highest: usize) -> Option<Vec<Entry<'_>>> {
    let mut lists: Vec<Vec<Entry<'_>>> = Vec::new();
    let mut is_open = false;
    for line in asked.lines() {
        let is_top = !line.starts_with("  ");
        match number_of(line.trim_start()).filter(|_| is_top) {
            Some((number, head)) => {
                let next = lists.last().and_then(|list| list.last()).map_or(0, |last| last.number + 1);
                if number != next || number == 1 {
                    lists.push(Vec::new());
                }
                if let Some(list) = lists.last_mut() {
                    list.push(Entry { number, head, question: question_in(head) });
                }
                is_open = true;
            }
            // A heading or a paragraph ends what belongs to the entry.
            None if is_top && line.starts_with('#') => is_open = false,
            None if is_open => {
                if let Some(last) = lists.last_mut().and_then(|list| list.last_mut()) {
                    last.question = last.question.take().or_else(|| question_in(line));
                }
            }
            None => {}
        }
    }
    let n_asked = |list: &Vec<Entry<'_>>| list.iter().filter(|entry| entry.question.is_some()).count();
    let fits = |list: &Vec<Entry<'_>>| list.len() >= highest && n_asked(list) >= 2 && n_asked(list) * 2 >= list.len();
    lists.into_iter().filter(fits).max_by_key(n_asked)
}

/// The first question of a line.
fn question_in(line: &str) -> Option<String> {
    let plain = sentence::plain(line.trim().trim_start_matches(['-', '•', ' ']));
    let end = plain.find('?')?;
    let start = [". ", ": ", "! "].iter().filter_map(|mark| plain[..end].rfind(mark)).max().map_or(0, |mark| mark + 2);
    let question = plain[start..=end].trim().trim_start_matches("- ");
    question.contains(' ').then(|| question.to_string())
}

/// What a question is called: its name when it has one and the answer says enough, and the question itself.
fn named(question: &Entry<'_>, answer: &str) -> String {
    let plain = sentence::plain(question.head);
    let name = name_of(question.head, &plain);
    let asked = question.question.clone();
    let is_short = keyword::content(answer).len() < 2;
    let text = match (name, asked) {
        (Some(name), Some(asked)) if is_short && !asked.starts_with(&name) => format!("{name}: {asked}"),
        (Some(name), _) => format!("{name}:"),
        (None, Some(asked)) => asked,
        (None, None) => plain,
    };
    sentence::shorten(&text, MAX_QUESTION)
}

/// `**Name**` or `Name: …` at the beginning of a question.
fn name_of(head: &str, plain: &str) -> Option<String> {
    let bold = head.strip_prefix("**").and_then(|rest| rest.split_once("**")).map(|(name, _)| sentence::plain(name));
    let before = || plain.split_once(": ").or_else(|| plain.split_once(" - ")).map(|(name, _)| name.to_string());
    let name = bold.or_else(before)?;
    let name = name.trim_end_matches([':', ' ']).to_string();
    (!name.ends_with('?') && (1..=MAX_NAME).contains(&name.split_whitespace().count())).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASKED: &str = "Happy to. First some facts:\n1. The oven is on.\n2. It is hot.\n\n## Questions\n\n\
        1. **Flour**: Which flour shall we use?\n   - Rye?\n   - Wheat?\n\n2. How many loaves do we bake a day?\n\n\
        3. **Salt**\n   - Do we salt the crust?\n\nTell me!";

    #[track_caller]
    fn check(reply: &str, expected: Option<&str>) {
        assert_eq!(answers(ASKED, reply).map(|answers| answers.said).as_deref(), expected, "{reply}");
    }

    #[test]
    fn answers_stand_with_their_questions() {
        check(
            "Sounds good.\n1. rye from the mill\n2. 40 for now\n3. yes",
            Some(
                "[Flour:] rye from the mill. [How many loaves do we bake a day?] 40 for now. \
                 [Salt: Do we salt the crust?] yes.",
            ),
        );
        // Some may be left out, and who asks back has not answered.
        check("2) 40\n3) what would you do?", Some("[How many loaves do we bake a day?] 40."));
    }

    #[test]
    fn titles_have_no_brackets() {
        let said = answers(ASKED, "1. rye from the mill\n2. 40").map(|answers| answers.said).unwrap_or_default();
        assert_eq!(without_questions(&said), "Flour: rye from the mill. 40.");
        assert_eq!(without_questions("we bake [sic] rye"), "we bake rye");
        assert_eq!(without_questions("we bake rye"), "we bake rye");
    }

    #[test]
    fn other_numbers_are_no_answers() {
        check("1. rye from the mill", None);
        check("rye and 40, please", None);
        check("1. buy rye\n2. bake\n3. clean up\n4. go home", None);
        assert_eq!(answers("1. Mix it.\n2. Bake it.\n3. Eat it.", "1. done\n2. done"), None);
    }

    #[test]
    fn the_rest_of_the_message_is_kept_apart() {
        let rest = answers(ASKED, "The plan is fine.\n1. rye\n2. 40\nWe open at six.").map(|answers| answers.rest);
        assert_eq!(rest, Some(alloc::vec!["The plan is fine.", "We open at six."]));
    }
}
