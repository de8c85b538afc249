//! Exchanges (a person's words and the answer) gathered into topics.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::cue::{self, Cues};
use super::{keyword, sentence};
use crate::model::{Speaker, Transcript, Turn};

/// A person's words and everything up to the next ones.
#[derive(Debug, Default)]
pub(super) struct Exchange<'a> {
    pub(super) asked: Option<&'a Turn>,
    /// Agent turns with text, oldest first.
    pub(super) answers: Vec<&'a Turn>,
    pub(super) n_tool_calls: usize,
    /// The person took up what was proposed before.
    pub(super) accepts: bool,
}

impl Exchange<'_> {
    pub(super) fn question(&self) -> &str {
        self.asked.map_or("", |turn| turn.text.as_str())
    }
}

/// Exchanges about one subject.
#[derive(Debug, Default)]
pub(super) struct Topic<'a> {
    pub(super) exchanges: Vec<Exchange<'a>>,
}

/// Answers longer than this in sum are not joined by another exchange: one page would hold two subjects.
const MAX_JOINED: usize = 9_000;

pub(super) fn topics(transcript: &Transcript) -> Vec<Topic<'_>> {
    let mut topics: Vec<Topic<'_>> = Vec::new();
    for exchange in exchanges(transcript) {
        match topics.last_mut() {
            Some(topic) if continues(topic, &exchange) => topic.exchanges.push(exchange),
            _ => topics.push(Topic { exchanges: alloc::vec![exchange] }),
        }
    }
    topics
}

fn exchanges(transcript: &Transcript) -> Vec<Exchange<'_>> {
    let mut out: Vec<Exchange<'_>> = Vec::new();
    let mut current = Exchange::default();
    for turn in &transcript.turns {
        match turn.speaker {
            Speaker::Human | Speaker::Template => {
                if turn.text.trim().is_empty() {
                    continue;
                }
                if current.asked.is_some() || !current.answers.is_empty() {
                    out.push(core::mem::take(&mut current));
                }
                current.accepts = turn.speaker == Speaker::Human
                    && out.last().is_some_and(|previous| !previous.answers.is_empty())
                    && accepts(&turn.text);
                current.asked = Some(turn);
            }
            Speaker::Agent => {
                current.n_tool_calls += turn.tool_calls.len();
                if turn.text.chars().any(char::is_alphanumeric) {
                    current.answers.push(turn);
                }
            }
            Speaker::Tool | Speaker::InjectedContext | Speaker::Summary => {}
        }
    }
    if current.asked.is_some() || !current.answers.is_empty() {
        out.push(current);
    }
    out
}

/// Whether a person's words take up a proposal: short, and begun with assent.
fn accepts(text: &str) -> bool {
    let words = sentence::words(sentence::cut(text, 400));
    words.len() <= 12 && !text.contains('?') && cue::scan(&words).has(Cues::ACCEPT)
}

/// Whether an exchange goes on with the topic before it.
fn continues(topic: &Topic<'_>, exchange: &Exchange<'_>) -> bool {
    if exchange.accepts {
        return true;
    }
    let Some(previous) = topic.exchanges.last() else { return false };
    let length: usize = topic.exchanges.iter().flat_map(|e| &e.answers).map(|turn| turn.text.len()).sum();
    if length > MAX_JOINED {
        return false;
    }
    let question = stems(exchange.question());
    // "Why so large?" has no subject of its own.
    if question.len() <= 2
        && exchange.asked.is_some()
        && !exchange.question().trim().is_empty()
        && previous.asked.is_some()
    {
        return !is_greeting(exchange.question());
    }
    let earlier: BTreeSet<String> = topic.exchanges.iter().flat_map(|e| stems(e.question())).collect();
    let n_shared = question.iter().filter(|stem| earlier.contains(*stem)).count();
    if !question.is_empty() && n_shared * 2 > question.len() && n_shared >= 2 {
        return true;
    }
    let own = frequent(exchange);
    let before = frequent(previous);
    if own.len() < 8 || before.len() < 8 {
        return false;
    }
    let n_common = own.iter().filter(|stem| before.contains(*stem)).count();
    n_common * 2 >= own.len().min(before.len())
}

fn is_greeting(text: &str) -> bool {
    sentence::words(text)
        .first()
        .is_some_and(|word| matches!(word.as_str(), "hello" | "hi" | "hey" | "hail" | "thanks"))
}

fn stems(text: &str) -> BTreeSet<String> {
    keyword::content(sentence::cut(text, 2_000)).into_keys().collect()
}

/// The twenty most frequent content stems of an exchange's answers.
fn frequent(exchange: &Exchange<'_>) -> BTreeSet<String> {
    let mut text = String::new();
    for turn in &exchange.answers {
        text.push_str(sentence::cut(&turn.text, 20_000));
        text.push(' ');
    }
    let mut counts: Vec<(u32, String)> =
        keyword::content(&text).into_iter().map(|(stem, (n, _))| (n, stem.clone())).collect();
    counts.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    counts.truncate(20);
    counts.into_iter().map(|(_, stem)| stem).collect()
}
