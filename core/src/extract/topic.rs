//! Exchanges (a person's words and the answer) gathered into topics.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::ops::Range;

use super::answers::{Answers, answer_of, answers, to_tool};
use super::cue::{self, Cues};
use super::form::is_reference;
use super::judge::Scope;
use super::keyword::Content;
use super::reply::{Reply, reply};
use super::revise::{concedes, gives_in};
use super::rule::is_standing;
use super::sentence::Word;
use super::trouble::{disowned, failures, objects, refutes};
use super::vocabulary::looks_like_path;
use super::withdraw::{amended, is_sent_again, removed, tables};
use super::{Extraction, aside, chat, code, keyword, message, sentence, settle, speech};
use crate::model::{Role, Speaker, Transcript, Turn};
use crate::transcript::is_marker;

/// Who sends a message again does so before saying much else.
const SENT_WITHIN: usize = 3;

/// A person's words and everything up to the next ones.
#[derive(Debug, Default)]
pub(super) struct Exchange<'a> {
    pub(super) asked: Option<&'a Turn>,
    /// Agent turns with text, oldest first.
    pub(super) answers: Vec<&'a Turn>,
    /// Whether the agent used tools, or told that it did where they were not recorded.
    pub(super) is_at_work: bool,
    /// How many of the answers were given before the agent looked at anything.
    pub(super) n_unseen: usize,
    pub(super) wrote_files: bool,
    /// What the person answered to numbered questions.
    answered: Option<Answers<'a>>,
    /// The proposal that the person took up.
    pub(super) agreed: Option<String>,
    /// Words of the next exchange that say this answer was wrong.
    pub(super) corrected_by: Option<&'a str>,
    /// Whether the person took up what the answer proposed.
    pub(super) is_taken_up: bool,
    /// Whether the person answered its questions, and said nothing of what else it proposed.
    pub(super) is_answered: bool,
    /// What the person said next, whatever it was.
    pub(super) replied: Option<&'a str>,
    /// Words of later exchanges that tell what does not work.
    pub(super) failed: Vec<&'a str>,
    /// What later answers tell to have been removed.
    pub(super) removed: Vec<&'a str>,
    /// Tables of later answers.
    pub(super) tables: Vec<&'a str>,
    /// The most frequent content stems of the answers, once they were asked for.
    stems: OnceCell<BTreeSet<String>>,
    /// Content stems of the question, once they were asked for.
    asked_stems: OnceCell<Content>,
    /// What the person stated in the question, once it was asked for.
    stated: OnceCell<String>,
}

/// Where an answer tells what it did.
const OPENING: usize = 600;

impl<'a> Exchange<'a> {
    pub(super) fn question(&self) -> &'a str {
        self.asked.map_or("", |turn| turn.text.as_str())
    }

    /// Whether a person asked, and not a program.
    pub(super) fn is_asked_by_person(&self) -> bool {
        self.asked.is_some_and(|turn| turn.speaker == Speaker::Human)
    }

    /// What the person states in the question, see [`message::stated`], or answers to one before it.
    pub(super) fn stated(&self) -> &str {
        self.stated.get_or_init(|| match &self.answered {
            Some(Answers { said, rest }) => {
                let more = message::stated(&rest.join("\n"), self.wrote_files);
                match more.as_str() {
                    "" => said.clone(),
                    more if more.contains('\n') || said.contains('\n') => format!("{more}\n\n{said}"),
                    more => format!("{more} {said}"),
                }
            }
            None => message::stated(self.question(), self.wrote_files),
        })
    }

    /// Whether the answer tells that what the person wanted is so now: "The threshold is now 49 €", "Set to 250 ms".
    pub(super) fn is_carried_out(&self) -> bool {
        let tells = |said: &str| {
            let words = sentence::words(said);
            let is_new = |word: &Word<'_>| matches!(word.as_str(), "now" | "back" | "set");
            words.iter().any(is_new) || cue::scan(&words).has(Cues::DONE)
        };
        let mut answers = self.answers.iter().map(|turn| sentence::sentences(sentence::cut(&turn.text, OPENING)));
        // "Can you make it blue" asks for no answer.
        let words = sentence::words(sentence::cut(self.question(), 80));
        let mut said = words.iter().map(Word::as_str).skip_while(|word| chat::is_filler(word));
        let is_favour = matches!(said.next(), Some("can" | "could" | "would" | "will"))
            && matches!(said.next(), Some("you" | "we"));
        self.is_asked_by_person()
            && (is_favour || !speech::asks(self.question()))
            && answers.any(|answer| answer.into_iter().take(3).any(tells))
    }

    fn length(&self) -> usize {
        self.answers.iter().map(|turn| turn.text.len()).sum()
    }

    fn stems(&self) -> &BTreeSet<String> {
        self.stems.get_or_init(|| frequent(self))
    }

    /// Content stems of what the person said.
    pub(super) fn heard(&self) -> &Content {
        self.asked_stems.get_or_init(|| keyword::content(sentence::cut(self.question(), 2_000)))
    }
}

/// Whether what a person says is about an exchange: "Actually the flour comes on Mondays" corrects no word on ovens.
fn is_about(said: &str, exchange: &Exchange<'_>) -> bool {
    let first = sentence::sentences(said).first().copied().unwrap_or(said);
    let own = keyword::content(first);
    let is_shared = |text: &str| own.n_shared(&keyword::content(sentence::cut(text, 20_000))) > 0;
    own.len() < 2
        || refutes(said)
        || is_shared(exchange.question())
        || exchange.answers.iter().any(|turn| is_shared(&turn.text))
}

/// Exchanges about one subject.
#[derive(Debug)]
pub(super) struct Topic<'a> {
    pub(super) exchanges: Vec<Exchange<'a>>,
    length: usize,
}

impl<'a> Topic<'a> {
    fn of(exchanges: Vec<Exchange<'a>>) -> Self {
        let length = exchanges.iter().map(Exchange::length).sum();
        Self { exchanges, length }
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
/// Exchanges back to which a person may find that something does not work.
const DISPROVED: usize = 8;
/// So many things that an exchange removes or tells again are looked for in those before it.
const MAX_WITHDRAWN: usize = 40;
/// How much of an answer's end is looked at for an offer, and how an offer begins.
const OFFER: usize = 600;
const OFFERS: [&str; 5] = ["ould you like", "o you want me", "ant me to", "hould I", "hall I"];
/// Stems of an order that takes up an offer; who says more begins something.
const SHORT_ORDER: usize = 12;
/// Exchanges of a session that are looked at.
const MAX_EXCHANGES: usize = 5_000;

pub(super) fn topics<'a>(transcript: &'a Transcript, scope: Scope<'_>, extraction: &mut Extraction) -> Vec<Topic<'a>> {
    let mut exchanges = exchanges(transcript);
    let mut is_kept: Vec<bool> = Vec::with_capacity(exchanges.len());
    let mut has_worked = false;
    for (at, exchange) in exchanges.iter().enumerate() {
        // Who asks on where work was done is still at it, whatever the answer names. To a rule it only says yes.
        let before = exchanges[..at].last().filter(|_| has_worked);
        let goes_on = || before.is_some_and(|before| is_kept[at - 1] && before.heard().n_shared(exchange.heard()) > 0);
        let asks_on = || goes_on() && !sentence::sentences(exchange.question()).into_iter().any(is_standing);
        let keep = (is_about_project(exchange, scope) || asks_on()) && !is_idle(exchange);
        if !keep {
            extraction.leave_out("nothing of the project");
        }
        is_kept.push(keep);
        has_worked |= exchange.is_at_work;
    }
    let mut is_kept = is_kept.into_iter();
    exchanges.retain(|_| is_kept.next().unwrap_or(true));
    let lengths = Session { exchanges: &exchanges, stems: OnceCell::new() }.lengths();
    let mut exchanges = exchanges.into_iter();
    join_to(lengths.into_iter().map(|n| Topic::of(exchanges.by_ref().take(n).collect())).collect(), MAX_TOPICS)
}

fn exchanges(transcript: &Transcript) -> Vec<Exchange<'_>> {
    let mut out: Vec<Exchange<'_>> = Vec::new();
    let mut current = Exchange::default();
    for turn in &transcript.turns {
        match turn.speaker {
            Speaker::Human | Speaker::Template => {
                // "[Request interrupted by user]" asks for nothing.
                let is_mark = turn.speaker == Speaker::Template && is_marker(&turn.text);
                if turn.text.trim().is_empty() || is_mark {
                    continue;
                }
                if current.asked.is_some() || !current.answers.is_empty() {
                    out.push(core::mem::take(&mut current));
                }
                if out.len() >= MAX_EXCHANGES {
                    break;
                }
                // Perhaps after "try again" in between.
                let is_unheard = |earlier: &Exchange<'_>| {
                    earlier.answers.is_empty() && !earlier.wrote_files && is_sent_again(earlier.question(), &turn.text)
                };
                let recent = out.len().saturating_sub(SENT_WITHIN);
                if turn.speaker == Speaker::Human
                    && let Some(at) = out[recent..].iter().position(is_unheard)
                {
                    out.remove(recent + at);
                }
                if turn.speaker == Speaker::Human
                    && let Some(previous) = out.last_mut()
                {
                    let said = message::last_thought(&turn.text);
                    previous.replied = Some(said);
                    let asked = || previous.answers.iter().rev().map(|turn| turn.text.as_str());
                    current.answered = match turn.role {
                        Role::Tool => Some(to_tool(said)),
                        _ => answers(asked(), said),
                    };
                    match reply(asked().next().unwrap_or(""), said) {
                        // "Did that mend it?" "No, still the same."
                        _ if turn.role == Role::Tool && refutes(answer_of(said)) => {
                            previous.corrected_by = Some(answer_of(said));
                        }
                        _ if current.answered.is_some() => {
                            previous.is_taken_up = true;
                            previous.is_answered = current.answered.as_ref().is_some_and(|answers| !answers.accepts());
                        }
                        Reply::Agrees(to) => {
                            current.agreed = Some(to);
                            previous.is_taken_up = true;
                        }
                        Reply::Corrects if is_about(said, previous) => previous.corrected_by = Some(said),
                        Reply::Corrects | Reply::Other => {}
                    }
                }
                current.asked = Some(turn);
            }
            Speaker::Agent => {
                let has_looked = current.is_at_work || aside::is_at_work(turn);
                current.is_at_work = has_looked || !turn.tool_calls.is_empty();
                current.wrote_files = current.wrote_files
                    || turn.tool_calls.iter().any(|call| super::tool::is_write(&call.name))
                    || code::holds_edit(&turn.text);
                if turn.text.chars().any(char::is_alphanumeric) && !is_refusal_of_host(&turn.text) {
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
    // However a person objects, it was right when the agent gives in.
    for at in 1..out.len() {
        let said = out[at].question();
        let is_heard =
            |turn: &&Turn| gives_in(&turn.text) || concedes(&turn.text) && objects(said) && !turns_away(said);
        let objection = out[at].is_asked_by_person() && out[at].answers.first().is_some_and(is_heard);
        if objection && out[at].agreed.is_none() && out[at - 1].corrected_by.is_none() {
            out[at - 1].corrected_by = Some(out[at].question());
        }
    }
    for at in 1..out.len() {
        let said = out[at].question();
        let (earlier, later) = out.split_at_mut(at);
        let first = at.saturating_sub(DISPROVED);
        let may_fail =
            || failures(said).next().is_some() || disowned(said).next().is_some() || !amended(said).is_empty();
        if later[0].is_asked_by_person() && may_fail() {
            earlier[first..].iter_mut().for_each(|exchange| exchange.failed.push(said));
        }
        for thing in later[0].answers.iter().flat_map(|turn| removed(&turn.text)).take(MAX_WITHDRAWN) {
            earlier[first..].iter_mut().for_each(|exchange| exchange.removed.push(thing));
        }
        for table in later[0].answers.iter().flat_map(|turn| tables(&turn.text)).take(MAX_WITHDRAWN) {
            earlier[first..].iter_mut().for_each(|exchange| exchange.tables.push(table));
        }
    }
    out
}

/// Longest notice of a host.
const MAX_NOTICE: usize = 1_200;

/// "API Error: 429 {…}", "Rate limit reached for …, please try again in 3 s": the agent's own host refused to go on, and the
/// agent said nothing.
fn is_refusal_of_host(text: &str) -> bool {
    let text = text.trim();
    if text.len() > MAX_NOTICE || text.contains('\n') {
        return false;
    }
    let head = sentence::cut(text, 40);
    let is_refused = ["rate limit", "too large for", "quota", "overloaded", "usage limit"]
        .iter()
        .any(|why| sentence::holds(head, why));
    let is_notice =
        ["try again in", "tokens per min", "request_id", "resets at"].iter().any(|said| sentence::holds(text, said));
    sentence::begins(text, "api error: ") || is_refused && is_notice
}

/// Whether an exchange names something of this project: tools were used, or a path, a reference, or words of the
/// project's tool traffic occur.
fn is_about_project(exchange: &Exchange<'_>, scope: Scope<'_>) -> bool {
    let states = exchange.is_asked_by_person() && !exchange.stated().is_empty();
    if exchange.is_at_work || exchange.agreed.is_some() || states || exchange.is_carried_out() {
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
    let stems = exchange.stems();
    let known = stems.iter().filter(|stem| scope.project.knows_word(stem, scope.background)).count();
    known * 3 >= stems.len()
}

/// Whether nothing hangs on an exchange: the person says so, and nothing was done or settled.
fn is_idle(exchange: &Exchange<'_>) -> bool {
    let question = exchange.question();
    !exchange.is_at_work
        && exchange.agreed.is_none()
        && exchange.is_asked_by_person()
        && chat::is_idle(question)
        && !settle::settles(exchange.stated())
}

/// The exchanges of a session, to be told apart.
struct Session<'e, 'a> {
    exchanges: &'e [Exchange<'a>],
    /// See [`stems`](Self::stems); many sessions are told apart without them.
    stems: OnceCell<Vec<BTreeSet<&'e str>>>,
}

impl<'e> Session<'e, '_> {
    /// How many exchanges make up each topic.
    fn lengths(&self) -> Vec<usize> {
        let mut lengths: Vec<usize> = Vec::new();
        let mut length = 0;
        for (at, exchange) in self.exchanges.iter().enumerate() {
            match lengths.last_mut() {
                Some(n) if self.continues(at - *n..at, length) => {
                    *n += 1;
                    length += exchange.length();
                }
                _ => {
                    lengths.push(1);
                    length = exchange.length();
                }
            }
        }
        lengths
    }

    /// The most frequent stems of each exchange. Words that stand in most exchanges of a session tell none of them apart.
    fn stems(&self) -> &[BTreeSet<&'e str>] {
        self.stems.get_or_init(|| {
            let stems = |exchange: &'e Exchange<'_>| exchange.stems().iter().map(String::as_str);
            let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
            if self.exchanges.len() >= 3 {
                for stem in self.exchanges.iter().flat_map(stems) {
                    *counts.entry(stem).or_insert(0) += 1;
                }
            }
            let common = self.exchanges.len().div_ceil(2).max(3);
            let tells = |stem: &&str| counts.get(stem).is_none_or(|n| *n < common);
            self.exchanges.iter().map(|exchange| stems(exchange).filter(tells).collect()).collect()
        })
    }

    /// Whether the exchange behind a topic, of which the answers have some length, goes on with it.
    fn continues(&self, topic: Range<usize>, length: usize) -> bool {
        let (exchange, known) = (&self.exchanges[topic.end], &self.exchanges[topic.clone()]);
        let Some(previous) = known.last() else { return false };
        if exchange.agreed.is_some() || previous.corrected_by.is_some() {
            return true;
        }
        if length > MAX_JOINED || known.len() >= MAX_PER_TOPIC {
            return false;
        }
        if exchange.asked.is_some_and(|turn| turn.role == Role::Tool) {
            return true;
        }
        if turns_away(exchange.question()) {
            return false;
        }
        if answers_back(exchange.question()) {
            return true;
        }
        let question = exchange.heard();
        if takes_offer(previous, question) {
            return true;
        }
        if question.len() <= 2 && leans_back(exchange.question()) {
            return true;
        }
        let was_asked = |stem: &str| known.iter().any(|known| known.heard().contains(stem));
        let n_shared = question.iter().filter(|stem| was_asked(stem)).count();
        if n_shared >= 2 && n_shared * 2 > question.len() {
            return true;
        }
        let stems = self.stems();
        let (own, previous) = (&stems[topic.end], &stems[topic.end - 1]);
        let n_common = own.iter().filter(|stem| stems[topic.clone()].iter().any(|told| told.contains(*stem))).count();
        if exchange.length() <= SMALL {
            let n_known = question.iter().filter(|stem| was_asked(stem) || previous.contains(stem)).count();
            return n_known * 2 >= question.len() && (n_known > 0 || n_common > 1);
        }
        let smaller = own.len().min(previous.len());
        smaller >= 6 && n_common * 5 >= smaller * 3
    }
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

/// Whether a person's words take something from the offer with which the answer before them ends: "Would you like me
/// to add the time? I could …", "Let's add the time of the machine".
fn takes_offer(previous: &Exchange<'_>, question: &Content) -> bool {
    let Some(answer) = previous.answers.last() else { return false };
    let tail = sentence::tail(&answer.text, OFFER);
    let Some(at) = OFFERS.iter().filter_map(|offer| tail.find(offer)).min() else { return false };
    question.len() <= SHORT_ORDER && keyword::content(&tail[at..]).n_shared(question) >= 2
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_of_the_host_is_no_answer() {
        for text in [
            "API Error: 400 {\"type\":\"error\",\"request_id\":\"req_1\"}",
            "Rate limit reached for model-9 on tokens per min: Limit 500, Used 470. Please try again in 3 s.",
            "Request too large for model-9 on tokens per min: Limit 500.",
        ] {
            assert!(is_refusal_of_host(text), "{text}");
        }
        for text in [
            "The oven has a rate limit of 40 loaves.",
            "The mill answers with an API error when it is closed.",
            "Rate limit of the mill:\nwe try again in an hour.",
            "",
        ] {
            assert!(!is_refusal_of_host(text), "{text}");
        }
    }
}
