//! Titles a person would write: short, naming the subject.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::LazyCell;

use super::cue::{self, Cues};
use super::form::{capitalise, is_pronoun};
use super::headline::{from_object, from_said, from_sentence, from_subject, without_brackets};
use super::human::is_identity;
use super::rule::is_standing;
use super::sentence::Word;
use super::tidy::{MAX_WORDS, bare, tidy};
use super::worth::{MOST_WORTH, is_generic, stands_alone, worth};
use super::{asked, chat, general, keyword, phrase, sentence, settle, speech};
use crate::text::Words;

/// Words that open a question which its answer names best.
static YES_OR_NO: Words = Words::new("is are can could does do did will should has have which where who when");
/// Below this a title says less than the text's own words.
const WORTHLESS: i32 = 4;

/// Most words of a name for a list.
const MAX_LABEL: usize = 6;

/// The rank of the problem that a request begins with: above that of a heading over the answer.
const FIRST_TOLD: i32 = 40;

/// The rank of the title that a person gave to an issue.
const TITLED: i32 = 30;
/// The rank of the heading above a whole message: above everything in it.
const DOCUMENT: i32 = 60;

/// The rank of a phrase of the text's own, when it is what was asked about and when it is not.
const OWN_WORDS: i32 = 6;
const OWN_ASIDE: i32 = 2;
/// The rank of what the text calls one of its lists.
const LABEL: i32 = 6;
/// The rank of what the agent did something to.
const OBJECT: i32 = 14;
/// What a person's words gain that name what they are about.
const LABELLED: i32 = 6;
/// What a person's words lose for each that no answer takes up, up to three: it is chatter or a slip.
const UNHEARD: i32 = 3;

/// What a title is chosen from.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Material<'a> {
    /// Headings of the answer, with their levels.
    pub(super) headings: &'a [(u8, String)],
    /// What the person asked first.
    pub(super) question: &'a str,
    /// What a person took up of an answer's proposals.
    pub(super) agreed: &'a [&'a str],
    /// Sentences in which people stated something.
    pub(super) said: &'a [&'a str],
    /// The first sentences of the answer that are kept.
    pub(super) told: &'a [&'a str],
    /// All that is kept.
    pub(super) body: &'a str,
    /// What of it the agent told.
    pub(super) answers: &'a str,
}

/// The best title so far.
struct Best {
    /// How often the text says its words.
    text: keyword::Counter,
    /// How often the answers say theirs; `None` where nobody answered.
    answers: Option<keyword::Counter>,
    found: Option<(i32, String)>,
}

impl Best {
    /// Whether a title of this rank may beat the best so far when it fits well: others need not be made.
    fn can_be_beaten(&self, rank: i32) -> bool {
        self.found.as_ref().is_none_or(|(known, _)| rank + MOST_WORTH > *known)
    }

    fn offer(&mut self, rank: i32, title: String) {
        if !title.is_empty() && self.can_be_beaten(rank) {
            self.take(rank + worth(&title, Some(&self.text)), title);
        }
    }

    /// Offers what was settled, which names a page even if the rest of it speaks of other things.
    fn offer_settled(&mut self, rank: i32, title: String) {
        if title.is_empty() || !self.can_be_beaten(rank) {
            return;
        }
        let about = worth(&title, Some(&self.text)).max(worth(&title, None) - 5);
        self.take(rank + about, title);
    }

    /// What a title of a person's words loses because no answer takes them up.
    fn unheard(&self, title: &str) -> i32 {
        let Some(answers) = &self.answers else { return 0 };
        let n = keyword::content(title).iter().filter(|stem| answers.n_met(stem) == 0).take(3).count();
        UNHEARD * i32::try_from(n).unwrap_or(3)
    }

    fn take(&mut self, score: i32, title: String) {
        if self.found.as_ref().is_none_or(|(known, _)| score > *known) {
            self.found = Some((score, title));
        }
    }
}

/// The best title among headings of the answer, the request, what people stated and the answer's first sentences.
pub(super) fn choose(material: Material<'_>) -> String {
    let counted = |text: &str| {
        let mut counter = keyword::Counter::default();
        counter.count(text, |_| ());
        counter
    };
    let answers = (!material.answers.is_empty()).then(|| counted(material.answers));
    let mut best = Best { text: counted(material.body), answers, found: None };
    of_headings(material, &mut best);
    of_question(material.question, &mut best);
    of_statements(material, &mut best);
    of_answer(material, &mut best);
    let label = if best.can_be_beaten(LABEL) { of_labels(material.body) } else { None };
    best.offer(LABEL, label.clone().unwrap_or_default());
    for told in material.told.iter().take(2) {
        best.offer(OBJECT, from_object(told).unwrap_or_default());
    }
    let phrase = if best.can_be_beaten(OWN_WORDS) { phrase::of(material.body, &best.text) } else { None };
    if let Some(phrase) = &phrase {
        let is_asked = keyword::content(phrase).n_shared(&keyword::content(material.question)) > 0;
        best.offer(if is_asked { OWN_WORDS } else { OWN_ASIDE }, phrase.clone());
    }
    let title = match best.found {
        Some((score, title)) if score >= WORTHLESS => title,
        worse => {
            let own = material.told.iter().find_map(|told| from_object(told));
            let said = || material.said.iter().filter_map(|said| from_said(said)).find(|title| stands_alone(title));
            let own = own.or_else(said).or_else(|| of_request(material.question));
            let own = own.or(label).or(phrase);
            own.or(worse.map(|(_, title)| title)).unwrap_or_default()
        }
    };
    unlabelled(title.trim_end_matches([':', ' ']))
}

/// How messages of commits begin that follow the convention.
static COMMIT_KINDS: Words = Words::new("feat fix docs chore refactor test ci build perf style revert");

/// "Summary: the stone oven" and "fix: the stone oven" are about the oven.
fn unlabelled(title: &str) -> String {
    let Some((label, rest)) = title.split_once(": ") else { return title.to_string() };
    let words = sentence::words(label);
    let is_kind = matches!(&words[..], [kind] if COMMIT_KINDS.contains(kind));
    let says_enough = keyword::content(rest).len() >= 2;
    if says_enough && (is_kind || is_generic(&words)) { capitalise(rest) } else { title.to_string() }
}

fn of_headings(Material { headings, question, .. }: Material<'_>, best: &mut Best) {
    let asked = LazyCell::new(|| keyword::content(question));
    // A heading above all others names the answer; one of several equals names a part of it.
    let top = headings.iter().map(|(level, _)| *level).min().unwrap_or(0);
    let n_top = headings.iter().filter(|(level, _)| *level == top).count();
    for (at, (level, heading)) in headings.iter().enumerate().take(3) {
        // Of a part, with both bonuses.
        if at > 0 && !best.can_be_beaten(13 + 12) {
            break;
        }
        let Some(title) = from_heading(heading) else { continue };
        let others_close = || headings.iter().filter(|(l, _)| *l == top).skip(1).all(|(_, other)| is_part(other));
        let is_whole = *level == top && at == 0 && (n_top == 1 || others_close());
        let cues = cue::scan(&sentence::words(heading));
        // "PR 12", "PR 11": entries of a list that is written as headings.
        let is_entry = numbered_by(heading)
            .is_some_and(|word| headings.iter().filter(|(_, h)| numbered_by(h).as_ref() == Some(&word)).count() > 1);
        // "Measurement" says which part of an answer follows, whatever its level.
        let stems = keyword::content(&title);
        let is_bare = stems.len() < 2;
        let rank = match () {
            () if is_bare => 4,
            () if is_entry => 3,
            () if is_whole => 36,
            () if at == 0 => 20,
            () => 13,
        };
        let bonus = if stems.n_shared(&asked) > 0 { 7 } else { 0 } + if cues.has(Cues::RECOMMEND) { 5 } else { 0 };
        best.offer(rank + bonus - i32::try_from(at).unwrap_or(3), title);
    }
}

fn of_question(question: &str, best: &mut Best) {
    if let Some(title) = document_heading(question).and_then(from_heading) {
        best.offer_settled(DOCUMENT, title);
    }
    if let Some(title) = presented(question).and_then(tidy) {
        best.offer_settled(TITLED - 1, capitalise(&title));
    }
    if !best.can_be_beaten(24) {
        return;
    }
    for (at, part) in parts(question) {
        let Some(title) = asked::from_question(part) else { continue };
        let words = sentence::words(&title);
        let leans = words.iter().any(|word| {
            matches!(word.as_str(), "you" | "i" | "me" | "this" | "these" | "it" | "it's" | "that" | "them" | "your")
        });
        let is_thin = keyword::content(&title).len() < 2;
        let is_request = words.first().is_some_and(|word| speech::is_order(word));
        let is_heading = part.trim().contains('\n');
        let rank = match () {
            () if leans => 7,
            () if is_thin => 12,
            // What was asked for names a page less well than what became of it.
            () if is_request => 19 - if chat::is_assent(part) && !goes_ahead(part) { 14 } else { 0 },
            () if words.first().is_some_and(|word| YES_OR_NO.contains(word)) => 14,
            () if has_title(part) => TITLED,
            () if is_heading || speech::asks(part) || is_wish(part) => 24 - if at > 0 { 6 } else { 0 },
            () => 11,
        };
        let unheard = if rank == TITLED { 0 } else { best.unheard(&title) };
        best.offer(rank - unheard, if leans && is_thin { String::new() } else { title });
    }
}

/// What people present in a longer message: "an update", "a short description".
static PRESENTED: Words = Words::new(
    "update overview description summary outline draft breakdown rundown spec specification explanation sketch",
);
/// Most words before what is presented: "here is a first rough".
const MAX_PRESENTING: usize = 6;

/// "Here is an update of the oven plan.", and then the plan.
fn presented(message: &str) -> Option<&str> {
    let mut lines = message.trim().lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().filter(|line| sentence::begins(line, "here"))?;
    lines.next()?;
    let said = first.split(['.', ';', ':', ',', '!', '?', '(']).next()?;
    let mut at = 0;
    let mut words = said.split(' ').map(|word| {
        at += word.len() + 1;
        (word, at)
    });
    words.by_ref().take(MAX_PRESENTING).find(|(word, _)| PRESENTED.contains(word))?;
    let (_, behind) = words.next().filter(|(word, _)| matches!(*word, "of" | "for" | "to" | "on" | "about"))?;
    let thing = said.get(behind..)?;
    let thing = ["the ", "our ", "my ", "a "].iter().find_map(|article| thing.strip_prefix(article)).unwrap_or(thing);
    let is_named = keyword::content(thing).len() >= 2 && !sentence::words(thing).iter().any(|word| is_pronoun(word));
    is_named.then_some(thing)
}

/// The one heading of the highest level above a message that is a document: "Implement this plan: # Steam for rye …".
fn document_heading(message: &str) -> Option<&str> {
    let mut lines = message.lines().map(str::trim).filter(|line| !line.is_empty());
    let heading = lines.by_ref().take(2).find_map(|line| line.strip_prefix("# "))?;
    let is_only = !lines.any(|line| line.starts_with("# "));
    is_only.then_some(heading)
}

/// Whether a message is an issue: a title, a blank line and what it is about.
fn has_title(message: &str) -> bool {
    let mut lines = message.trim().lines();
    let first = lines.next().unwrap_or("").trim();
    let is_ended = first.ends_with(['.', '?', '!', ',', ':', ';']);
    let is_shown = first.contains(['\\', '/', '>', '=', '{', '`', '|']);
    !is_ended && !is_shown && lines.next().is_some_and(|second| second.trim().is_empty()) && lines.next().is_some()
}

/// "Go ahead and clean the tray" asks for something, "go ahead" only agrees.
fn goes_ahead(part: &str) -> bool {
    part.trim_start().get(..13).is_some_and(|start| start.eq_ignore_ascii_case("go ahead and "))
}

/// What was asked for, as long as that says what it is about.
fn of_request(question: &str) -> Option<String> {
    parts(question).into_iter().find_map(|(_, part)| {
        let title = asked::from_question(part)?;
        let words = sentence::words(&title);
        let is_request = words.first().is_some_and(|word| speech::is_order(word));
        (is_request && stands_alone(&title)).then_some(title)
    })
}

/// Whether a request says what is wanted: "explain the cache", "I need a list of the hosts".
fn is_wish(part: &str) -> bool {
    let words = sentence::words(sentence::cut(part, 80));
    let mut spoken = words.iter().map(Word::as_str).skip_while(|word| chat::is_filler(word));
    spoken.next().is_some_and(|first| speech::is_order(first) || matches!(first, "we" | "i'd"))
}

/// What was settled names a page best; what else a person stated names it when nothing better does.
fn of_statements(Material { agreed, said, question, .. }: Material<'_>, best: &mut Best) {
    if !best.can_be_beaten(FIRST_TOLD) {
        return;
    }
    for (at, proposal) in (0..).zip(agreed.iter().take(3)) {
        let first = sentence::sentences(proposal).first().copied().unwrap_or(proposal);
        // "Run the tests" was agreed to, and names work rather than what came of it.
        let is_work =
            sentence::words(first).first().is_some_and(|word| speech::is_order(word) && !settle::settles(first));
        if !chat::is_assent(first) {
            best.offer_settled(if is_work { 15 } else { 24 } - at, from_sentence(first).unwrap_or_default());
        }
    }
    for (at, sentence) in (0..).zip(said.iter().take(6)) {
        let title = from_said(sentence).unwrap_or_default();
        // "Deliveries: never on a Monday" names its subject itself.
        let at = at - if title.contains(": ") && is_labelled(sentence) { LABELLED } else { 0 };
        if settle::settles(sentence) {
            best.offer_settled(23 - at - best.unheard(&title), title);
        } else {
            let rank = match at {
                // "We need a cache" asks for one.
                0 if is_wish(sentence) => 16,
                // "Departures are late. Find out why": what is told first is what the request is about.
                0 if question.starts_with(sentence) && parts(question).iter().any(|(_, part)| is_wish(part)) => {
                    FIRST_TOLD
                }
                0 => 19,
                _ => 17 - at,
            };
            best.offer(rank - best.unheard(&title), title);
        }
    }
}

/// Whether a person put a name before what they say.
fn is_labelled(sentence: &str) -> bool {
    let label = sentence.split_once(": ").map_or("", |(label, _)| label);
    label.split_whitespace().count() <= 3 && !keyword::content(label).is_empty()
}

fn of_answer(Material { question, told, .. }: Material<'_>, best: &mut Best) {
    let asked = LazyCell::new(|| keyword::content(question));
    // A yes-or-no question is best named by its answer.
    let asks_whether = LazyCell::new(|| sentence::words(question).first().is_some_and(|word| YES_OR_NO.contains(word)));
    for (at, sentence) in (0..).zip(told) {
        // The highest rank, with its bonus.
        if !best.can_be_beaten(25 + 4 - at) {
            break;
        }
        if best.can_be_beaten(9 - at)
            && let Some(title) = from_subject(sentence)
        {
            best.offer(9 - at, title);
        }
        if let Some(title) = from_sentence(sentence) {
            let words = sentence::words(sentence);
            let cues = cue::scan(&words);
            let rank = match () {
                () if at == 0 && (cues.has(Cues::LIMIT) || cues.has(Cues::DONE) || *asks_whether) => 25,
                () if cues.has(Cues::VERDICT) || cues.has(Cues::RECOMMEND) => 21,
                () => 17,
            };
            let is_common = general::holds_everywhere(&words, cues) || general::generalises(&words);
            let rank = if is_common { rank - 8 } else { rank };
            if best.can_be_beaten(rank + 4 - at) {
                let answers = if keyword::content(&title).n_shared(&asked) >= 2 { 4 } else { 0 };
                best.offer(rank + answers - at, title);
            }
        }
    }
}

/// What a request consists of, with its place: the whole when it is an issue with a title, else its sentences that ask.
fn parts(question: &str) -> Vec<(usize, &str)> {
    let mut lines = question.trim().lines().filter(|line| !line.trim().is_empty());
    let has_title =
        lines.next().is_some_and(|first| first.split_whitespace().count() <= MAX_WORDS) && lines.next().is_some();
    if has_title {
        return Vec::from([(0, question)]);
    }
    let states = |part: &str| speech::is_statement(part) || is_standing(part) || is_identity(part);
    let parts = sentence::sentences(sentence::cut(question, 1_000)).into_iter().enumerate();
    parts.filter(|(_, part)| speech::asks(part) || !states(part)).take(5).collect()
}

/// What the text calls one of its lists: "Door adjustments:".
fn of_labels(text: &str) -> Option<String> {
    let label = |line: &str| {
        let line = line.trim();
        let bold = line.strip_prefix("**").and_then(|line| line.strip_suffix("**"));
        let label = bold.or_else(|| line.strip_suffix(':')).filter(|label| label.starts_with(char::is_uppercase))?;
        let cues = cue::scan(&sentence::words(label));
        // "Here are the ovens of the town:" leads to a list.
        let leads = cues.has(Cues::OPENER) || cues.has(Cues::NARRATION);
        tidy(label).filter(|title| !leads && title.split(' ').count() <= MAX_LABEL && stands_alone(title))
    };
    text.lines().find_map(label)
}

fn from_heading(heading: &str) -> Option<String> {
    let heading = heading.trim();
    let words = sentence::words(heading);
    let cues = cue::scan(&words);
    let is_part = is_generic(&words) || is_generic(&sentence::words(&without_brackets(heading)));
    if words.is_empty()
        || is_part
        || heading.ends_with('?')
        || cues.has(Cues::NARRATION)
        || cues.has(Cues::OFFER)
        || cues.has(Cues::OPENER)
        || general::is_background(&words)
        || keyword::content(heading).is_empty()
    {
        return None;
    }
    let named = without_number(heading);
    let subject = without_state(named);
    let is_bare = subject.len() < named.len() && keyword::content(subject).len() < 2;
    if is_bare { None } else { tidy(subject) }
}

/// "Step 4: Fill the tins" is about filling them.
fn without_number(heading: &str) -> &str {
    let is_step = numbered_by(heading).is_some_and(|word| matches!(word.as_str(), "step" | "phase" | "part" | "task"));
    let rest = heading.split_once(": ").or_else(|| heading.split_once(" — ")).map(|(_, rest)| rest.trim());
    rest.filter(|rest| is_step && !rest.is_empty()).unwrap_or(heading)
}

/// "New ovens complete" is about the new ovens; that they are complete is past when the page is read.
fn without_state(heading: &str) -> &str {
    let mut rest = heading.trim_end_matches(|c: char| !c.is_alphanumeric() && c != ')');
    while let Some((before, last)) = rest.rsplit_once(' ') {
        if !matches!(
            bare(last).as_str(),
            "complete"
                | "completed"
                | "done"
                | "ready"
                | "success"
                | "successfully"
                | "successful"
                | "finished"
                | "updated"
                | "resolved"
                | "fixed"
        ) {
            break;
        }
        rest = before.trim_end();
    }
    rest
}

/// The word that numbers an entry: `step` in "Step 1: install", `variant` in "Variant B: a queue".
fn numbered_by(heading: &str) -> Option<Word<'_>> {
    let mut words = heading.split_whitespace();
    let first = words.next()?;
    let number = words.next()?.trim_start_matches('#');
    let is_letter = matches!(number.trim_end_matches([':', '.', ')']).as_bytes(), [b'A'..=b'Z']);
    (is_letter || number.starts_with(|c: char| c.is_ascii_digit())).then(|| bare(first))
}

/// Whether a heading names a part that closes or supports an answer.
fn is_part(heading: &str) -> bool {
    let words = sentence::words(heading);
    let cues = cue::scan(&words);
    is_generic(&words)
        || [Cues::VERDICT, Cues::LIMIT, Cues::LESSON, Cues::RECOMMEND, Cues::OFFER, Cues::CAUSE, Cues::OPTION]
            .iter()
            .any(|cue| cues.has(*cue))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(headings: &[&str], question: &str, sentence: &str, expected: &str) {
        let headings: Vec<(u8, String)> = headings
            .iter()
            .enumerate()
            .map(|(n, heading)| (2 + u8::try_from(n).unwrap_or(0), (*heading).to_string()))
            .collect();
        assert_eq!(
            choose(Material { headings: &headings, question, told: &[sentence], ..Material::default() }),
            expected
        );
    }

    #[test]
    fn what_a_person_presents_names_the_page() {
        assert_eq!(presented("Here is an update of the oven plan.\n\nIt is lit at six."), Some("oven plan"));
        assert_eq!(
            presented("here's a short description for our rye bread, as of now\nIt is dark."),
            Some("rye bread")
        );
        for other in
            ["Here is an update of the oven plan.", "Here is an update of it all.\nRye.", "Here is the oven.\nRye."]
        {
            assert_eq!(presented(other), None, "{other}");
        }
    }

    #[test]
    fn a_title_names_the_subject() {
        check(
            &["Summary", "Cache Invalidation in the Build"],
            "why slow?",
            "It is slow.",
            "Cache Invalidation in the Build",
        );
        check(&[], "What is the total size of the assets folder?", "It is 3 MB.", "Total size of the assets folder");
        check(&[], "Offline mode\n\nCan the app work without a network?", "Yes.", "Offline mode");
        check(&[], "tell me abou the last ten commits", "It is.", "Last ten commits");
        check(
            &[],
            "",
            "We will store the sessions in Postgres because we need JSONB.",
            "Store the sessions in Postgres",
        );
        check(&[], "", "We went with Kafka over RabbitMQ for the event bus.", "Kafka over RabbitMQ for the event bus");
        check(
            &[],
            "",
            "The tide importer does not allow more than sixty requests each and every minute.",
            "Tide importer",
        );
        check(
            &["Summary", "PR 12 — Cache the pull thumbnails", "PR 11 — Drop the cron"],
            "what changed in the last two pull requests",
            "Both pull requests are merged.",
            "What changed in the last two pull requests",
        );
        check(&["Step 4: Fill the cake tins"], "", "Tins are full.", "Fill the cake tins");
        check(&["Stone Oven Repair Complete ✅"], "", "It bakes.", "Stone Oven Repair");
        check(&["Summary: Stone Oven Repair - SUCCESS"], "", "It bakes.", "Stone Oven Repair");
        check(&["Stone Oven Leak - RESOLVED"], "", "It bakes.", "Stone Oven Leak");
        check(&["fix: stone oven of the shop"], "", "It bakes.", "Stone oven of the shop");
        check(&[], "what are the last ten loaves of this project", "It is.", "Last ten loaves of this project");
        check(&["Task Completed Successfully"], "", "The mixer has a new belt.", "The mixer has a new belt");
        check(&["Yes, absolutely! Here's how"], "", "The queue drops messages: always.", "The queue drops messages");
    }

    #[test]
    fn a_message_that_is_a_document_has_its_title() {
        let plan =
            "Implement the following plan:\n\n# Plan: Steam for the rye oven\n\n## Context\n\nThe crust is dull.";
        let told = ["The valve of the boiler opens at 4."];
        let material = Material { question: plan, told: &told, body: told[0], ..Material::default() };
        assert_eq!(choose(material), "Steam for the rye oven");
        let parts = plan.replace("## Context", "# Context");
        assert_ne!(choose(Material { question: &parts, ..material }), "Steam for the rye oven");
    }

    #[test]
    fn what_is_shown_or_lost_is_named_whole() {
        check(&[], "", "The log shows that the lamp of the mill is broken.", "The lamp of the mill is broken");
        check(&[], "", "The problem is that rye and oats share one silo.", "Rye and oats share one silo");
        let told = ["The stone mill grinds coarsely but the sieve behind it takes out what is too large for rolls."];
        let material = Material { told: &told, body: told[0], ..Material::default() };
        assert_eq!(choose(material), "The stone mill grinds coarsely");
    }

    #[test]
    fn work_and_logs_name_nothing() {
        let agreed = ["Run the scale test."];
        let told = ["Everything is pushed.", "09-28 19:02:11 W scale: drift 40.", "The scale drifts by 40 g."];
        let body = told.join("\n");
        let material = Material { agreed: &agreed, told: &told, body: &body, ..Material::default() };
        assert_eq!(choose(material), "The scale drifts by 40 g");
    }

    #[test]
    fn what_a_list_is_called_names_a_page_and_a_phrase_of_it_does_not() {
        let body = "Entries of the oven book:\n- The brown training card is lost.\n- It is cold.";
        let told = ["It is cold."];
        let material = Material { told: &told, body, answers: body, ..Material::default() };
        assert_eq!(choose(material), "Entries of the oven book");
    }

    #[test]
    fn what_no_answer_takes_up_names_no_page() {
        let said = ["The mess in the cellr is clerned, all of the mess.", "The stone oven moved down."];
        let answers = "The stone oven stands in the cellar now.";
        let body = [said[0], said[1], answers].join("\n");
        let material = Material { said: &said, body: &body, answers, ..Material::default() };
        assert_eq!(choose(material), "The stone oven moved down");
    }

    #[test]
    fn what_was_settled_names_the_page() {
        let said = ["My sister called.", "We keep the stone oven for the bread."];
        let told = ["Most bakeries have moved to steel ovens.", "The oven is heated at four."];
        let headings = [(2, "Measurement".to_string()), (2, "Cause".to_string())];
        let material = Material { headings: &headings, said: &said, told: &told, body: "oven", ..Material::default() };
        assert_eq!(choose(material), "We keep the stone oven for the bread");
    }
}
