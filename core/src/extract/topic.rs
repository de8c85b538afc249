//! Exchanges (a person's words and the answer) gathered into topics.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::judge::{Scope, is_reference};
use super::reply::{Reply, reply};
use super::sentence::Word;
use super::vocabulary::looks_like_path;
use super::{Extraction, chat, keyword, sentence, settle, speech};
use crate::model::{Speaker, Transcript, Turn};

/// A person's words and everything up to the next ones.
#[derive(Debug, Default)]
pub(super) struct Exchange<'a> {
    pub(super) asked: Option<&'a Turn>,
    /// Agent turns with text, oldest first.
    pub(super) answers: Vec<&'a Turn>,
    pub(super) n_tool_calls: usize,
    /// How many of the answers were given before the agent looked at anything.
    pub(super) n_unseen: usize,
    pub(super) wrote_files: bool,
    /// The proposal that the person took up.
    pub(super) agreed: Option<String>,
    /// Words of the next exchange that say this answer was wrong.
    pub(super) corrected_by: Option<&'a str>,
    /// What the person said next, whatever it was.
    pub(super) replied: Option<&'a str>,
    /// The most frequent content stems of the answers.
    stems: BTreeSet<String>,
}

impl<'a> Exchange<'a> {
    pub(super) fn question(&self) -> &'a str {
        self.asked.map_or("", |turn| turn.text.as_str())
    }

    /// Whether a person asked, and not a program.
    pub(super) fn is_asked_by_person(&self) -> bool {
        self.asked.is_some_and(|turn| turn.speaker == Speaker::Human)
    }

    fn length(&self) -> usize {
        self.answers.iter().map(|turn| turn.text.len()).sum()
    }
}

/// Exchanges about one subject.
#[derive(Debug, Default)]
pub(super) struct Topic<'a> {
    pub(super) exchanges: Vec<Exchange<'a>>,
    /// Content stems of what was asked, and of the answers; kept so that an exchange is compared once.
    asked: BTreeSet<String>,
    stems: BTreeSet<String>,
    length: usize,
}

impl<'a> Topic<'a> {
    fn add(&mut self, exchange: Exchange<'a>) {
        self.asked.extend(keyword::content(sentence::cut(exchange.question(), 2_000)).iter().map(ToString::to_string));
        self.stems.extend(exchange.stems.iter().cloned());
        self.length += exchange.length();
        self.exchanges.push(exchange);
    }

    fn absorb(&mut self, other: Topic<'a>) {
        self.length += other.length;
        self.exchanges.extend(other.exchanges);
    }
}

/// Answers longer than this in sum are not joined by another exchange: one page would hold two subjects.
const MAX_JOINED: usize = 9_000;
/// Exchanges that are joined to one topic while reading.
const MAX_PER_TOPIC: usize = 40;
/// A session is told on at most this many pages; more topics are joined with their neighbours.
const MAX_TOPICS: usize = 10;
/// Answers up to this length add to the page before them rather than start one.
const SMALL: usize = 350;
/// Exchanges of a session that are looked at.
const MAX_EXCHANGES: usize = 5_000;

pub(super) fn topics<'a>(transcript: &'a Transcript, scope: Scope<'_>, extraction: &mut Extraction) -> Vec<Topic<'a>> {
    let mut exchanges = exchanges(transcript);
    exchanges.retain(|exchange| {
        let keep = is_about_project(exchange, scope) && !is_idle(exchange);
        if !keep {
            extraction.leave_out("names nothing of the project");
        }
        keep
    });
    drop_common_stems(&mut exchanges);
    let mut topics: Vec<Topic<'a>> = Vec::new();
    for exchange in exchanges {
        match topics.last_mut() {
            Some(topic) if continues(topic, &exchange) => topic.add(exchange),
            _ => {
                let mut topic = Topic::default();
                topic.add(exchange);
                topics.push(topic);
            }
        }
    }
    join_to(topics, MAX_TOPICS)
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
                if out.len() >= MAX_EXCHANGES {
                    return out;
                }
                if turn.speaker == Speaker::Human
                    && let Some(previous) = out.last_mut()
                {
                    let said = speech::last_thought(&turn.text);
                    previous.replied = Some(said);
                    match reply(previous.answers.last().map_or("", |turn| turn.text.as_str()), said) {
                        Reply::Agrees(to) => current.agreed = Some(to),
                        Reply::Corrects => previous.corrected_by = Some(said),
                        Reply::Other => {}
                    }
                }
                current.asked = Some(turn);
            }
            Speaker::Agent => {
                let has_looked = current.n_tool_calls > 0;
                current.n_tool_calls += turn.tool_calls.len();
                current.wrote_files =
                    current.wrote_files || turn.tool_calls.iter().any(|call| super::tool::is_write(&call.name));
                if turn.text.chars().any(char::is_alphanumeric) {
                    current.answers.push(turn);
                    current.n_unseen += usize::from(!has_looked);
                }
            }
            Speaker::Tool | Speaker::InjectedContext | Speaker::Summary => {}
        }
    }
    if current.asked.is_some() || !current.answers.is_empty() {
        out.push(current);
    }
    for exchange in &mut out {
        exchange.stems = frequent(exchange);
    }
    out
}

/// Whether an exchange names something of this project: tools were used, or a path, a reference, or words of the
/// project's tool traffic occur.
fn is_about_project(exchange: &Exchange<'_>, scope: Scope<'_>) -> bool {
    let states = exchange.is_asked_by_person() && !speech::stated(exchange.question()).is_empty();
    if exchange.n_tool_calls > 0 || exchange.agreed.is_some() || states {
        return true;
    }
    let mut text = String::from(sentence::cut(exchange.question(), 4_000));
    for turn in &exchange.answers {
        text.push('\n');
        text.push_str(sentence::cut(&turn.text, 20_000));
    }
    let words = sentence::words(&text);
    if words.iter().any(|word| looks_like_path(word) && scope.project.knows_path(word)) {
        return true;
    }
    if !scope.project.has_traffic(scope.background) {
        // Nothing to compare with: written like a project when it names files, references, identifiers or its people.
        return words.iter().any(|word| {
            looks_like_path(word) || is_reference(word) || matches!(word.as_str(), "we" | "our" | "us" | "my")
        }) || text.contains('`');
    }
    let known = exchange.stems.iter().filter(|stem| scope.project.knows_word(stem, scope.background)).count();
    known * 3 >= exchange.stems.len()
}

/// Whether nothing hangs on an exchange: the person says so, and nothing was done or settled.
fn is_idle(exchange: &Exchange<'_>) -> bool {
    let question = exchange.question();
    exchange.n_tool_calls == 0
        && exchange.agreed.is_none()
        && exchange.is_asked_by_person()
        && chat::is_idle(question)
        && !settle::settles(&speech::stated(question))
}

/// Words that stand in most exchanges of a session tell none of them apart.
fn drop_common_stems(exchanges: &mut [Exchange<'_>]) {
    if exchanges.len() < 3 {
        return;
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for stem in exchanges.iter().flat_map(|exchange| &exchange.stems) {
        *counts.entry(stem.clone()).or_insert(0) += 1;
    }
    let common = exchanges.len().div_ceil(2);
    for exchange in exchanges {
        exchange.stems.retain(|stem| counts.get(stem).is_none_or(|n| *n < common.max(3)));
    }
}

/// Whether an exchange goes on with the topic before it.
fn continues(topic: &Topic<'_>, exchange: &Exchange<'_>) -> bool {
    let Some(previous) = topic.exchanges.last() else { return false };
    if exchange.agreed.is_some() || previous.corrected_by.is_some() {
        return true;
    }
    if topic.length > MAX_JOINED || topic.exchanges.len() >= MAX_PER_TOPIC {
        return false;
    }
    if turns_away(exchange.question()) {
        return false;
    }
    if answers_back(exchange.question()) {
        return true;
    }
    let question = keyword::content(sentence::cut(exchange.question(), 2_000));
    if question.len() <= 2 && leans_back(exchange.question()) {
        return true;
    }
    let n_shared = question.iter().filter(|stem| topic.asked.contains(*stem)).count();
    if n_shared >= 2 && n_shared * 2 > question.len() {
        return true;
    }
    let n_common = exchange.stems.iter().filter(|stem| topic.stems.contains(*stem)).count();
    if exchange.length() <= SMALL {
        let n_known =
            question.iter().filter(|stem| topic.asked.contains(*stem) || previous.stems.contains(*stem)).count();
        return n_known * 2 >= question.len() && (n_known > 0 || n_common > 1);
    }
    let smaller = exchange.stems.len().min(previous.stems.len());
    smaller >= 6 && n_common * 5 >= smaller * 3
}

/// Whether a person says that another matter follows: "next. …", "btw …", "second: …", "one more thing".
fn turns_away(text: &str) -> bool {
    let words = sentence::words(sentence::cut(text, 80));
    let mut spoken =
        words.iter().map(Word::as_str).skip_while(|word| chat::is_filler(word) || matches!(*word, "oh" | "good"));
    let (first, second) = (spoken.next().unwrap_or(""), spoken.next().unwrap_or(""));
    match first {
        "next" | "btw" | "second" | "third" | "fourth" | "lastly" | "separately" | "unrelated" => true,
        "another" | "different" | "new" | "other" => matches!(second, "thing" | "topic" | "question" | "matter"),
        "one" => matches!(second, "thing" | "more"),
        "while" => matches!(second, "you're" | "you" | "we" | "we're" | "i"),
        "by" => second == "the",
        _ => false,
    }
}

/// Whether a person's words reply to what was said: assent, choice, or a pronoun for what it was about.
fn answers_back(text: &str) -> bool {
    let words = sentence::words(sentence::cut(text, 200));
    let first = words.first().map_or("", Word::as_str);
    // "2 both" answers the second question.
    let is_number = !first.is_empty() && first.len() <= 2 && first.bytes().all(|b| b.is_ascii_digit());
    if is_number
        || matches!(
            first,
            "yes" | "yep" | "yeah" | "agreed" | "go" | "no" | "nope" | "actually" | "correct" | "exactly"
        )
    {
        return true;
    }
    words.iter().take(4).enumerate().any(|(at, word)| {
        let next_is_empty = words.get(at + 1).is_none_or(|next| keyword::is_stop_word(next));
        word == "it" || matches!(word.as_str(), "this" | "that" | "these" | "those" | "them") && next_is_empty
    })
}

/// Whether words only make sense after something else: "why so large?", "and on Windows?", "explain that".
fn leans_back(text: &str) -> bool {
    let words = sentence::words(text);
    let first = words.first().map_or("", Word::as_str);
    matches!(
        first,
        "why"
            | "and"
            | "also"
            | "but"
            | "ok"
            | "okay"
            | "so"
            | "then"
            | "more"
            | "explore"
            | "expand"
            | "explain"
            | "continue"
            | "yes"
            | "no"
    ) || words
        .iter()
        .any(|word| matches!(word.as_str(), "it" | "this" | "that" | "these" | "those" | "them" | "again" | "above"))
}

/// The twenty-four most frequent content stems of an exchange's answers.
fn frequent(exchange: &Exchange<'_>) -> BTreeSet<String> {
    let mut counter = keyword::Counter::default();
    for turn in &exchange.answers {
        counter.count(sentence::cut(&turn.text, 20_000), |_| {});
    }
    counter.most_frequent(24)
}

/// Joins neighbours until at most `limit` topics are left, the shortest pair first.
fn join_to(mut topics: Vec<Topic<'_>>, limit: usize) -> Vec<Topic<'_>> {
    // Very long sessions are halved first, which keeps the cost linear.
    while topics.len() > limit * 8 {
        let mut halved: Vec<Topic<'_>> = Vec::with_capacity(topics.len() / 2 + 1);
        for (n, topic) in topics.into_iter().enumerate() {
            match halved.last_mut() {
                Some(last) if n % 2 == 1 => last.absorb(topic),
                _ => halved.push(topic),
            }
        }
        topics = halved;
    }
    while topics.len() > limit {
        let Some(at) = (0..topics.len() - 1).min_by_key(|at| topics[*at].length + topics[at + 1].length) else {
            break;
        };
        let next = topics.remove(at + 1);
        topics[at].absorb(next);
    }
    topics
}
