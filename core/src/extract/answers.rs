//! Answers that say nothing without what was asked: "1. both; 2. three", or "both" below the repeated question.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::chat::{is_courtesy, thinks_aloud};
use super::cue::{self, Cues};
use super::human::MAX_SPEECH;
use super::layout::LINES_FROM;
use super::mark;
use super::rule::is_standing;
use super::sentence::Word;
use super::speech::is_order;
use super::telling::carries;
use super::trouble::{refutes, reports_trouble};
use super::{keyword, message, quotation, sentence};

/// Most answers of one message, and how long each and its question may be.
const MAX_ANSWERS: usize = 20;
const MAX_ANSWER: usize = 700;
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

/// A numbered question.
struct Entry<'a> {
    number: usize,
    head: &'a str,
    /// The first question in it.
    question: Option<String>,
    /// What stands under it.
    body: Vec<&'a str>,
}

/// The answers of a reply, when the agent `asked` numbered questions in one of these texts and the person kept to the
/// numbers, or when the person repeated the questions and wrote below them.
pub(super) fn answers<'a, 't>(asked: impl Iterator<Item = &'t str>, reply: &'a str) -> Option<Answers<'a>> {
    if reply.len() > MAX_SPEECH {
        return None;
    }
    if let Some(answers) = quotation::answers_to(reply) {
        return Some(answers);
    }
    let asked: Vec<&str> = asked.collect();
    let listed = asked.iter().find_map(|asked| below_questions(asked, reply)).or_else(|| below_numbers(&asked, reply));
    listed.or_else(|| to_last_question(asked.first()?, reply))
}

/// Longest answer that says nothing without its question.
const SHORT_ANSWER: usize = 160;
/// How questions begin that are closed by a yes or a no: they offer something, or only make sure.
const CLOSED: [&str; 14] = [
    "would you",
    "shall i",
    "should i",
    "do you want me",
    "want me",
    "can i",
    "may i",
    "could i",
    "is that",
    "does that",
    "is this",
    "does this",
    "ready",
    "did",
];

/// A few words behind the one question with which the agent ended: "April to July. By post." says nothing without it.
fn to_last_question<'a>(asked: &str, reply: &'a str) -> Option<Answers<'a>> {
    let asked = asked.trim_end_matches(|c: char| !c.is_ascii() || c.is_whitespace() || matches!(c, '*' | '_'));
    let reply = reply.trim();
    if !asked.ends_with('?') || reply.len() > SHORT_ANSWER || reply.contains(['?', '\n', '"', '`']) {
        return None;
    }
    let line = asked.lines().next_back()?;
    let question = sentence::sentences(line).pop().filter(|_| line.matches('?').count() == 1)?;
    let question = mark::plain(question);
    let lower = question.to_lowercase();
    let is_offer = CLOSED.iter().any(|start| lower.starts_with(start)) || !sentence::has_more_words(&question, 2);
    let words = sentence::words(reply);
    let first = words.first().map_or("", Word::as_str);
    let assents = matches!(
        first,
        "yes"
            | "no"
            | "nope"
            | "yeah"
            | "yep"
            | "ok"
            | "okay"
            | "sure"
            | "nah"
            | "go"
            | "please"
            | "let's"
            | "do"
            | "not"
    );
    let sentences = sentence::sentences(reply);
    let is_said = message::stated(reply, false).len() * 5 >= reply.len() * 4;
    if is_offer || assents || is_said || words.len() < 2 || sentences.iter().any(|said| is_standing(said)) {
        return None;
    }
    let is_idle = thinks_aloud(&words) || is_courtesy(&words) || !sentences.iter().any(|said| carries(said));
    if is_idle || is_order(first) || reply.ends_with(':') || reports_trouble(reply) || refutes(reply) {
        return None;
    }
    let said = settled(reply, |_| sentence::shorten(&question, MAX_QUESTION))?;
    Some(Answers { said, rest: Vec::new() })
}

fn below_numbers<'a>(asked: &[&str], reply: &'a str) -> Option<Answers<'a>> {
    let (answers, mut rest) = numbered(reply);
    let numbers: Vec<usize> = answers.iter().map(|(number, _)| *number).collect();
    if numbers.len() < 2 {
        return None;
    }
    let questions = asked.iter().find_map(|asked| questions(asked, &numbers))?;
    let mut said: Vec<String> = Vec::new();
    for (number, lines) in answers.into_iter().take(MAX_ANSWERS) {
        let Some(question) = questions.iter().find(|entry| entry.number == number) else {
            rest.extend(lines);
            continue;
        };
        let answer = run_together(&[lines]);
        let told = question.option(&answer).unwrap_or(&answer);
        said.extend(settled(told, |told| named(question, told)));
    }
    (!said.is_empty()).then(|| Answers { said: one_by_one(&said), rest })
}

/// An answer behind its question. Who only asks back, or leaves it open, has not answered.
pub(super) fn settled(answer: &str, named: impl Fn(&str) -> String) -> Option<String> {
    // "I trust your judgment. Keep it simple": the second settles something.
    let mut sentences = sentence::sentences(answer).into_iter();
    let first = sentences.find(|told| !told.ends_with('?') && !is_open(told) && !leaves_it(told))?;
    if is_open(answer) {
        return None;
    }
    let first = if leaves_it(answer) { sentence::place_of(first, answer) } else { 0 };
    let told = sentence::shorten(&answer[first..], MAX_ANSWER);
    let told = told.trim().trim_end_matches(['.', ';', ',']);
    let end = if told.ends_with(['?', '!']) { "" } else { "." };
    Some(format!("[{}] {told}{end}", named(told)))
}

/// Fewest words of a line that nobody writes twice by chance.
const OWN_WORDS: usize = 5;

/// The answers of a reply that repeats the agent's questions line by line. A shorter line of the agent's before them is
/// what they are called.
fn below_questions<'a>(asked: &str, reply: &'a str) -> Option<Answers<'a>> {
    let is_question = |line: &str| line.contains('?') && sentence::has_more_words(line, OWN_WORDS - 1);
    if !reply.lines().any(is_question) {
        return None;
    }
    let theirs: Vec<String> = asked.lines().map(bare).filter(|line| !line.is_empty()).collect();
    let mut said: Vec<String> = Vec::new();
    let mut rest: Vec<&str> = Vec::new();
    let mut name = "";
    let mut question: Option<String> = None;
    // The paragraphs below the question.
    let mut answer: Vec<Vec<&str>> = Vec::new();
    let settle = |question: Option<String>, answer: &[Vec<&str>], name: &str| {
        let asked = question?;
        let is_short = |told: &str| name.is_empty() || keyword::content(told).len() < 2;
        let named =
            |told: &str| if is_short(told) { sentence::shorten(&asked, MAX_QUESTION) } else { format!("{name}:") };
        settled(&run_together(answer), named)
    };
    // A question that a window broke into lines.
    let mut lead = "";
    for line in reply.lines().map(str::trim) {
        let is_theirs = !line.is_empty() && theirs.contains(&bare(line));
        let asks_on = is_theirs && question.is_some() && answer.iter().all(Vec::is_empty);
        match () {
            () if line.is_empty() => answer.push(Vec::new()),
            () if asks_on && !line.contains('?') && sentence::has_more_words(line, MAX_NAME) => {}
            () if is_theirs => {
                answer.retain(|paragraph| !paragraph.is_empty());
                // What goes on beyond the answer, and is a rule, is told by itself.
                let below = answer.split_off(answer.len().min(1));
                let (rules, told): (Vec<_>, Vec<_>) =
                    below.into_iter().partition(|lines| is_standing(&lines.join(" ")));
                answer.extend(told);
                rest.extend(rules.into_iter().flatten());
                said.extend(settle(question.take(), &answer, name));
                answer.clear();
                let asked = number_of(line).map_or(line, |(_, line)| line);
                let is_name = !sentence::has_more_words(line, MAX_NAME);
                match question_in(&format!("{lead} {asked}")) {
                    Some(asked) => (question, lead) = (Some(asked), ""),
                    None if is_name => (name, lead) = (line, ""),
                    None => (name, lead) = ("", asked.trim_start_matches(['-', '*', ' '])),
                }
            }
            () if question.is_none() && speaks_of_questions(line) && !sentence::has_more_words(line, 8) => {}
            () if question.is_some() => match answer.last_mut() {
                Some(paragraph) => paragraph.push(line),
                None => answer.push(Vec::from([line])),
            },
            () => rest.push(line),
        }
    }
    // A new paragraph below the last answer speaks of something else.
    answer.retain(|paragraph| !paragraph.is_empty());
    let n_below = answer.len().min(1);
    if question.is_some() {
        rest.extend(answer[n_below..].iter().flatten());
    }
    said.extend(settle(question, &answer[..n_below], name));
    (!said.is_empty()).then(|| Answers { said: one_by_one(&said), rest })
}

/// Answers in one line, or each in its own where that would be too long.
pub(super) fn one_by_one<S: AsRef<str>>(said: &[S]) -> String {
    let length: usize = said.iter().map(|said| said.as_ref().len() + 1).sum();
    let is_list = said.len() > 1 && length > LINES_FROM;
    let mut out = String::with_capacity(length);
    for said in said {
        if !out.is_empty() {
            out.push(if is_list { '\n' } else { ' ' });
        }
        out.push_str(if is_list { "- " } else { "" });
        out.push_str(said.as_ref());
    }
    out
}

/// The lines of an answer in one, those of a list with marks between them.
fn run_together(answer: &[Vec<&str>]) -> String {
    let mut out = String::new();
    for line in answer.iter().flatten() {
        let item = line.strip_prefix("- ").or_else(|| line.strip_prefix("* "));
        if !out.is_empty() {
            let is_ended = out.ends_with(['.', '!', '?', ':', ';', ',']);
            out.push_str(if item.is_some() && !is_ended { "; " } else { " " });
        }
        out.push_str(item.unwrap_or(line));
    }
    out
}

/// A line as it is copied from a page: without marks of lists, headings and emphasis.
fn bare(line: &str) -> String {
    let is_mark = |c: char| matches!(c, '-' | '*' | '#' | '•' | '>' | ' ' | '\t');
    let line = line.trim_start_matches(is_mark);
    let line = number_of(line).map_or(line, |(_, rest)| rest);
    line.chars().filter(|c| !matches!(c, '*' | '`' | '_')).collect::<String>().trim().to_lowercase()
}

/// The answers that a person gave to a tool, each in a line behind its question in brackets.
pub(super) fn to_tool(said: &str) -> Answers<'_> {
    let settles = |line: &&str| {
        let answer = answer_of(line);
        !answer.ends_with('?') && !is_open(answer)
    };
    Answers { said: one_by_one(&said.lines().filter(settles).collect::<Vec<_>>()), rest: Vec::new() }
}

/// What stands behind the last question in brackets.
pub(super) fn answer_of(said: &str) -> &str {
    said.rsplit_once("] ").map_or(said, |(_, answer)| answer)
}

/// "Up to you", "I don't know, you decide": nothing is settled.
fn is_open(answer: &str) -> bool {
    let words = sentence::words(answer);
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    words.len() <= 5
        && (matches!(word(0), "skip" | "later" | "whatever" | "unsure" | "dunno" | "tbd" | "n/a")
            || matches!(
                (word(0), word(1)),
                ("up", "to")
                    | ("don't" | "dont", "know" | "care")
                    | ("not", "sure")
                    | ("no", "idea")
                    | ("you", "decide")
            )
            || matches!((word(0), word(1), word(2)), ("i", "don't" | "dont", "know" | "care")))
}

/// "I'm not sure about this", "I'll do whatever you recommend": the agent may decide.
fn leaves_it(told: &str) -> bool {
    let words = sentence::words(sentence::sentences(told).first().copied().unwrap_or(told));
    let is_theirs = |three: &[Word<'_>]| {
        matches!(
            (three[0].as_str(), three[1].as_str(), three[2].as_str()),
            ("i'm", "not", "sure") | ("whatever", "you", _) | ("trust", "your" | "you", _) | ("up", "to", "you")
        )
    };
    words.windows(3).any(is_theirs)
}

type Numbered<'a> = Vec<(usize, Vec<&'a str>)>;

/// The lines of a reply by the number that they begin with, and the others. What goes on below an answer belongs to it,
/// and of two answers to one question the later one counts.
fn numbered(reply: &str) -> (Numbered<'_>, Vec<&str>) {
    let mut answers: Numbered<'_> = Vec::new();
    let mut rest: Vec<&str> = Vec::new();
    let mut goes_on = false;
    for line in reply.lines() {
        let text = line.trim();
        let is_inner = line.starts_with("  ") || line.starts_with('\t');
        match number_of(text).filter(|(_, answer)| !is_inner && !answer.is_empty()) {
            _ if text.is_empty() => goes_on = false,
            Some((number, answer)) => {
                // "Do this first:" opens a list of its own.
                let announces = |line: &&str| line.ends_with(':') && !speaks_of_questions(line);
                if answers.is_empty() && rest.last().is_some_and(announces) {
                    return (Vec::new(), rest);
                }
                answers.retain(|(known, _)| *known != number);
                answers.push((number, Vec::from([answer])));
                goes_on = true;
            }
            None if goes_on || is_inner && !answers.is_empty() => {
                answers.last_mut().into_iter().for_each(|(_, lines)| lines.push(text));
                // The next line may be the end of this one.
                goes_on = true;
            }
            None => rest.push(text),
        }
    }
    // A new sentence below the last answer speaks of something else.
    if let Some((_, lines)) = answers.last_mut() {
        let begins = |line: &&str| line.starts_with(char::is_uppercase) && !line.starts_with("But ");
        let from = lines.iter().skip(1).position(begins).map_or(lines.len(), |at| at + 1);
        rest.extend(lines.drain(from..));
    }
    answers.sort_by_key(|(number, _)| *number);
    (answers, rest)
}

fn speaks_of_questions(line: &str) -> bool {
    sentence::words(line).iter().any(|word| {
        matches!(word.as_str(), "question" | "questions" | "answer" | "answers" | "answering" | "reply" | "replies")
    })
}

/// The number that a line begins with, in whatever emphasis, and the words behind it.
pub(super) fn number_of(line: &str) -> Option<(usize, &str)> {
    let bare = line.trim_start_matches(['#', '*', ' ']);
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    let behind = bare[digits..].strip_prefix(['.', ')', ':', '、']).or_else(|| bare[digits..].strip_prefix(" - "))?;
    let number = bare[..digits].parse().ok().filter(|number| (1..=30).contains(number))?;
    (!behind.starts_with(|next: char| next.is_ascii_digit())).then(|| (number, behind.trim_start()))
}

/// The numbered entries with which an agent asks: of several lists the one with the most questions, at least two and
/// half of it, to which nearly all answers fit.
fn questions<'a>(asked: &'a str, answered: &[usize]) -> Option<Vec<Entry<'a>>> {
    let mut lists: Vec<Vec<Entry<'a>>> = Vec::new();
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
                    list.push(Entry { number, head, question: question_in(head), body: Vec::new() });
                }
                is_open = true;
            }
            // A heading or a paragraph ends what belongs to the entry.
            None if is_top && line.starts_with('#') => is_open = false,
            None if is_open => {
                if let Some(last) = lists.last_mut().and_then(|list| list.last_mut()) {
                    last.question = last.question.take().or_else(|| question_in(line));
                    last.body.push(line);
                }
            }
            None => {}
        }
    }
    let n_asked = |list: &Vec<Entry<'_>>| list.iter().filter(|entry| entry.question.is_some()).count();
    let fits = |list: &Vec<Entry<'_>>| {
        let is_asked = |number: &&usize| list.iter().any(|entry| entry.number == **number);
        let n_fit = answered.iter().filter(is_asked).count();
        n_fit >= 2 && (answered.len() - n_fit) * 3 <= n_fit && n_asked(list) >= 2 && n_asked(list) * 2 >= list.len()
    };
    lists.into_iter().filter(fits).max_by_key(n_asked)
}

impl<'a> Entry<'a> {
    /// The option that an answer picks by its letter.
    fn option(&self, answer: &str) -> Option<&'a str> {
        let letter = answer.trim_end_matches(['.', ')']).to_ascii_lowercase();
        if letter.len() != 1 || !letter.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return None;
        }
        self.body.iter().find_map(|line| {
            let line = line.trim().trim_start_matches(['-', '*', ' ']);
            let (mark, option) = line.split_at_checked(1)?;
            let option = option.strip_prefix([')', '.', ':']).filter(|_| mark.eq_ignore_ascii_case(&letter))?;
            Some(option.trim_start_matches(['*', ' ']).trim_end_matches('?'))
        })
    }
}

/// The first question of a line.
fn question_in(line: &str) -> Option<String> {
    let plain = mark::plain(line.trim().trim_start_matches(['-', '•', ' ']));
    let end = plain.find('?')?;
    let start = [". ", ": ", "! "].iter().filter_map(|mark| plain[..end].rfind(mark)).max().map_or(0, |mark| mark + 2);
    let question = plain[start..=end].trim().trim_start_matches("- ");
    question.contains(' ').then(|| question.to_string())
}

/// What a question is called: its name when it has one and the answer says enough, and the question itself.
fn named(question: &Entry<'_>, answer: &str) -> String {
    let plain = mark::plain(question.head);
    let name = name_of(question.head, &plain);
    let asked = question.question.clone();
    let is_short = keyword::content(answer).len() < 2;
    let text = match (name, asked) {
        (Some(name), Some(asked)) if is_short && !asked.starts_with(&name) => format!("{name}: {asked}"),
        (Some(name), _) => format!("{name}:"),
        // What stands before a short question says what it is about.
        (None, Some(asked)) if sentence::has_more_words(&asked, 4) => asked,
        (None, _) => plain,
    };
    sentence::shorten(&text, MAX_QUESTION)
}

/// `**Name**` or `Name: …` at the beginning of a question.
fn name_of(head: &str, plain: &str) -> Option<String> {
    let bold = head.strip_prefix("**").and_then(|rest| rest.split_once("**")).map(|(name, _)| mark::plain(name));
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
        assert_eq!(answers([ASKED].into_iter(), reply).map(|answers| answers.said).as_deref(), expected, "{reply}");
    }

    #[test]
    fn a_few_words_stand_behind_their_question() {
        let told = |asked: &str, reply: &str| answers([asked].into_iter(), reply).map(|answers| answers.said);
        let asked = "The alarm is set. In April and May only, or the whole year?";
        let said = "[In April and May only, or the whole year?] April to July. By post to Ann.";
        assert_eq!(told(asked, "April to July. By post to Ann.").as_deref(), Some(said));
        for (asked, reply) in [
            (asked, "yes, all of it"),
            (asked, "what does it cost?"),
            (asked, "fix the oven first"),
            ("Would you like me to add rye?", "rye and wheat"),
            ("The alarm is set.", "April to July"),
        ] {
            assert_eq!(told(asked, reply), None, "{reply}");
        }
    }

    #[test]
    fn a_question_that_was_broken_into_lines_is_one() {
        let asked = "- Do you want the rye baked in the small oven of the cellar, or in the large\n  one of the shop? I can\n  do either; I'd take the small one unless you need the room.";
        let reply = alloc::format!("{asked}\n      The small one, it wastes less.");
        let told = answers([asked].into_iter(), &reply).map(|answers| answers.said);
        let question = "Do you want the rye baked in the small oven of the cellar, or in the large one of the shop?";
        assert_eq!(told, Some(alloc::format!("[{question}] The small one, it wastes less.")));
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
    fn questions_may_be_repeated() {
        let asked = "Some questions:\n\n- Crust\n  - Should the crust be **soft**, or hard as stone?\n- Loaves\n  \
            - How many `loaves` do we bake a day at first?\n- Salt\n  - Do we salt the crust on Sundays?";
        let reply = "See my answers below\n\nCrust\nShould the crust be soft, or hard as stone?\n\nNever hard for now.\n\nWe will \
            harden it later.\n\nLoaves\nHow many loaves do we bake a day at first?\n40\nSalt\n\
            Do we salt the crust on Sundays?\nI trust your taste. Salt keeps it fresh.\n- and dry\n\nWe open at six.";
        let answers = answers([asked].into_iter(), reply).expect("answers");
        assert_eq!(
            answers.said,
            "[Crust:] Never hard for now. We will harden it later. [How many loaves do we bake a day at first?] 40. \
             [Salt:] Salt keeps it fresh. and dry."
        );
        assert_eq!(answers.rest, ["We open at six."]);
        check("How many loaves shall we bake tomorrow?\n40", None);
    }

    #[test]
    fn titles_have_no_brackets() {
        let said =
            answers([ASKED].into_iter(), "1. rye from the mill\n2. 40").map(|answers| answers.said).unwrap_or_default();
        assert_eq!(without_questions(&said), "Flour: rye from the mill. 40.");
        assert_eq!(without_questions("we bake [sic] rye"), "we bake rye");
        assert_eq!(without_questions("we bake rye"), "we bake rye");
    }

    #[test]
    fn other_numbers_are_no_answers() {
        check("1. rye from the mill", None);
        check("rye and 40, please", None);
        check("1. buy rye\n2. bake\n3. clean up\n4. go home\n5. sleep", None);
        check("Before that, do this first:\n1. buy rye\n2. bake", None);
        check("1. up to you\n2. don't know yet", None);
        assert_eq!(answers(["1. Mix it.\n2. Bake it.\n3. Eat it."].into_iter(), "1. done\n2. done"), None);
    }

    #[test]
    fn answers_are_whole_and_the_last_word_counts() {
        check(
            "1. rye\n   2. not spelt, we tried it\n2. 40 loaves\nbut 60 on Fridays",
            Some(
                "[Flour:] rye 2. not spelt, we tried it. [How many loaves do we bake a day?] 40 loaves but 60 on Fridays.",
            ),
        );
        check(
            "2. 40 loaves a day\n1. rye of the mill\n\n2. correction: 30 loaves a day",
            Some("[Flour:] rye of the mill. [How many loaves do we bake a day?] correction: 30 loaves a day."),
        );
        check(
            "1. rye of the mill, is that fine? we like it\n2. is that many?\n3. yes, salt it\n4. and no ovens outside",
            Some("[Flour:] rye of the mill, is that fine? we like it. [Salt: Do we salt the crust?] yes, salt it."),
        );
        let lettered = "1. Which crust?\n   a) soft\n   b) hard as stone\n2. How many loaves do we bake a day?";
        let said = answers([lettered].into_iter(), "1. b\n2. 40").map(|answers| answers.said);
        assert_eq!(said.as_deref(), Some("[Which crust?] hard as stone. [How many loaves do we bake a day?] 40."));
    }

    #[test]
    fn what_a_tool_was_told_counts_when_it_settles_something() {
        let said = "[Which flour?] Rye.\n[How many?] I don't know, you decide.\n[Salt?] what do you think?";
        assert_eq!(to_tool(said).said, "[Which flour?] Rye.");
        assert_eq!(answer_of("[Did that help?] No, still the same."), "No, still the same.");
    }

    #[test]
    fn the_rest_of_the_message_is_kept_apart() {
        let rest = answers([ASKED].into_iter(), "The plan is fine.\n1. rye\n2. 40\nWe open at six.")
            .map(|answers| answers.rest);
        assert_eq!(rest, Some(alloc::vec!["The plan is fine.", "We open at six."]));
    }
}
