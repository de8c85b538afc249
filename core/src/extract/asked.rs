//! Titles from what was asked: "How do I deploy?" is named "How to deploy".

use alloc::string::{String, ToString};

use super::form::is_first_person;
use super::lead::{LABELS, resolution, without_lead, without_opening};
use super::mark;
use super::tidy::{MAX_WORDS, bare, tidy};
use super::{keyword, sentence};

/// Questions for a way to do something.
const HOW_TO: [&str; 5] = ["how do i ", "how do we ", "how can i ", "how can we ", "how should i "];
/// Words before the subject of a request.
const LEADS: [&str; 43] = [
    "is it possible for ",
    "is it possible to have ",
    "is it possible to ",
    "what is the ",
    "what are the ",
    "what is ",
    "what are ",
    "what's the ",
    "what's ",
    "tell me ",
    "show me ",
    "give me a ",
    "give me ",
    "explain ",
    "describe ",
    "list ",
    "why is the ",
    "can we ",
    "could we ",
    "should we ",
    "is there a way to ",
    "can you ",
    "could you ",
    "please ",
    "i need to ",
    "i want to ",
    "i want us to ",
    "i need ",
    "i want ",
    "let's build ",
    "let's ",
    "take a look at the ",
    "take a look at ",
    "have a look at the ",
    "have a look at ",
    "look at the ",
    "look at ",
    "run the ",
    "read through the ",
    "read through ",
    "read the ",
    "read ",
    "review the ",
];
/// Questions for a measure, and its name.
const MEASURES: [(&str, &str); 5] = [
    ("how big is ", "Size of "),
    ("how large is ", "Size of "),
    ("how many ", "Number of "),
    ("how long does ", "Duration of "),
    ("how often does ", "Frequency of "),
];

/// "How do I handle the copyright?" names "Handling the copyright"; "What is the size of X?" names "Size of X".
pub(super) fn from_question(question: &str) -> Option<String> {
    let question = question.trim();
    let mut lines = question.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next()?;
    let first_words = first.split_whitespace().count();
    // An issue's title stands above its body.
    if lines.next().is_some()
        && first_words <= MAX_WORDS
        && !first.ends_with(['?', '.', ',', ':'])
        && first_words >= 1
        && !first.contains("://")
    {
        return tidy(first);
    }
    let plain = mark::plain(first);
    let sentence = plain
        .split_inclusive(". ")
        .flat_map(|part| part.split_inclusive("? "))
        .map(str::trim)
        .find(|part| keyword::content(part).len() >= 2)
        .unwrap_or(&plain)
        .to_string();
    let asked = sentence.trim_end_matches(['?', '.', '!']).trim();
    let asked = match asked.split_once(": ") {
        Some((label, said)) if label.split_whitespace().all(|word| LABELS.contains(&bare(word))) => said,
        _ => asked,
    };
    let asked = super::framing::to_remember(asked.strip_suffix(" please").unwrap_or(asked));
    let mut rest = without_lead(without_opening(asked)).trim_end_matches(',').to_string();
    if let Some(resolved) = resolution(&rest) {
        rest = sentence::without_reason(resolved).to_string();
    }
    let lower = rest.to_lowercase();
    if let Some((lead, noun)) = MEASURES.iter().find(|(lead, _)| lower.starts_with(lead)) {
        rest = alloc::format!("{noun}{}", rest.get(lead.len()..)?);
    } else if let Some(thing) = how_it_works(&rest) {
        rest = alloc::format!("How {thing} works");
    } else if let Some(lead) = HOW_TO.iter().find(|lead| lower.starts_with(**lead)) {
        rest = alloc::format!("How to {}", rest.get(lead.len()..)?);
    } else if let Some(lead) = LEADS.iter().find(|lead| lower.starts_with(**lead)) {
        rest = rest.get(lead.len()..)?.trim_start_matches("that ").to_string();
    }
    if let Some(subject) = rest.split_once(' ').and_then(|(word, subject)| is_about(word).then_some(subject)) {
        rest = subject.trim_start_matches("the ").to_string();
    }
    let first = sentence::words(&rest).into_iter().next()?;
    let is_talk = is_first_person(&first)
        || matches!(first.as_str(), "hello" | "hi" | "hey" | "here" | "here's" | "no" | "yes" | "thanks");
    if is_talk || keyword::content(&rest).len() < 2 || rest.contains("://") {
        return None;
    }
    tidy(&rest)
}

/// The thing in "How does the save system work right now?".
fn how_it_works(question: &str) -> Option<&str> {
    let rest = question.get(..9).filter(|lead| lead.eq_ignore_ascii_case("how does ")).map(|_| &question[9..])?;
    let thing = rest.get(..rest.find(" work")?)?.trim_start_matches("our ").trim_start_matches("your ");
    (thing.split_whitespace().count() <= 6).then_some(thing)
}

/// `about`, however it is misspelt.
fn is_about(word: &str) -> bool {
    let word = word.to_lowercase();
    let misses_one = (0..5).any(|at| {
        let letters: String = "about".chars().enumerate().filter(|(n, _)| *n != at).map(|(_, c)| c).collect();
        letters == word
    });
    word == "about" || misses_one
}
