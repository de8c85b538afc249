//! The item of a topic: what is kept of its answers, within a budget, under a title.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use super::aside::{self, leads_to_work};
use super::block;
use super::cue::{self, Cues};
use super::evidence::evidence_of;
use super::form::{ends_open, has_number, is_first_person, measures};
use super::judge::{Scope, names_project};
use super::kind::kind_of;
use super::list::{OPTIONS, SUGGESTED};
use super::mark;
use super::read::{Reader, Unit};
use super::reason::{decided_because, take_reasons};
use super::revision::{mended, revision};
use super::said::{SAYS_BELOW, not_said, unquoted};
use super::sentence::Word;
use super::telling::without_markers;
use super::topic::{Exchange, Topic};
use super::vocabulary::looks_like_path;
use super::weigh::keep;
use super::worth::{PREPOSITIONS, names_thing};
use super::{Context, Extraction, answers, file, keyword, lesson, revise, sentence, settle, speech, title};
use crate::model::{Confidence, Item, Kind, Origin, Turn};
use crate::text::is_list_entry;

/// A statement shorter than this teaches something only with a strong sentence.
const THIN: usize = 160;

/// What the best unit of a page scores, from 0 to 1: in hundredths, which are read again as they are written.
fn score_of(best: f64) -> f64 {
    libm::round((best / 6.0).clamp(0.05, 1.0) * 100.0) / 100.0
}

/// The item of a topic, when it teaches something, and the numbers of the stems in its statement.
pub(super) fn item(
    topic: &Topic<'_>,
    context: &Context<'_>,
    scope: Scope<'_>,
    extraction: &mut Extraction,
    counter: &mut keyword::Counter,
) -> Option<(Item, Vec<u32>)> {
    let turns: Vec<&Turn> = topic.exchanges.iter().flat_map(|exchange| exchange.answers.iter().copied()).collect();
    let mut headings: Vec<(u8, String)> = Vec::new();
    let n_taken_back = extraction.n_taken_back();
    let mut reader =
        Reader { scope, extraction, units: Vec::new(), is_long: false, is_undone: false, is_only_planned: false };
    let mut n_turn = 0;
    let mut last_answer: Option<(usize, usize)> = None;
    for (at, exchange) in topic.exchanges.iter().enumerate() {
        reader.scope.is_grounded = exchange.is_at_work;
        reader.is_undone = !exchange.wrote_files;
        reader.is_only_planned = reader.is_undone && !exchange.is_taken_up;
        let is_taught = exchange.is_asked_by_person() && exchange.n_unseen > 0 && lesson::asks(exchange.question());
        // What follows the question says why it is asked.
        let is_idle = is_taught && lesson::begins_with_question(exchange.question());
        let is_dream = !exchange.is_at_work
            && exchange.is_asked_by_person()
            && lesson::asks_for_ideas(exchange.question())
            && !exchange.is_taken_up;
        if !is_idle && !is_dream || settle::settles(exchange.stated()) {
            said(exchange, at, n_turn, &mut reader);
        }
        // Who is asked why it did not work, and looks, finds out about the project.
        let is_excuse = || !exchange.is_at_work && lesson::asks_for_excuse(exchange.question());
        let is_passing = exchange.is_asked_by_person() && (is_excuse() || lesson::asks_for_state(exchange.question()));
        if is_dream || is_passing {
            n_turn += exchange.answers.len();
            reader.extraction.leave_out(if is_dream { "idea" } else { "momentary" });
            continue;
        }
        let last = exchange.answers.len().saturating_sub(1);
        let before_answers = reader.units.len();
        for (n, turn) in exchange.answers.iter().enumerate() {
            let (talk, answer) = turn.text.split_at(aside::end_of_work(turn));
            let sections = block::sections(answer);
            if let Some((from, length)) = last_answer {
                revise::take_back(&mut reader, from, length, &turn.text);
            }
            revise::look_further(&mut reader, before_answers, &turn.text);
            let before = reader.units.len();
            reader.scope.is_lesson = is_taught && n < exchange.n_unseen;
            let heard = || (n == 0 && exchange.is_asked_by_person()).then(|| exchange.heard());
            if !talk.is_empty() {
                reader.aside(&block::sections(talk), at, n_turn, heard());
            }
            let before_answer = reader.units.len();
            let is_work = !turn.tool_calls.is_empty() || n < last && leads_to_work(answer, &sections);
            if !is_work || n == last && sections.len() > 1 {
                if headings.is_empty() {
                    headings.extend(sections.iter().filter(|s| s.level > 0).map(|s| (s.level, s.heading.clone())));
                }
                reader.answer(&sections, answer.len(), at, n_turn);
            } else {
                reader.aside(&sections, at, n_turn, heard());
            }
            n_turn += 1;
            revise::revise(&mut reader, before, answer, &sections, exchange);
            revise::leave_proposals(&mut reader, before_answer, &sections, exchange);
            if reader.units.len() > before {
                last_answer = Some((before, turn.text.len()));
            }
        }
    }
    let length: usize = turns.iter().map(|turn| turn.text.len()).sum();
    let mut units = core::mem::take(&mut reader.units);
    units.retain(|unit| !unit.text.is_empty());
    let mut kept = keep(units, topic, length, extraction);
    // What was taken up is told once.
    let bare = |text: &str| text.trim_end_matches('.').to_string();
    let agreed: Vec<String> = kept.iter().filter_map(|unit| unit.text.strip_prefix(AGREED)).map(bare).collect();
    kept.retain(|unit| unit.label == SAID || !agreed.contains(&bare(&unit.text)));
    for unit in &mut kept {
        if unit.text.contains("**") {
            unit.text = mark::balanced(&unit.text);
        }
        if unit.label != SAID && unit.text.contains(SAYS_BELOW) {
            unit.text = not_said(&unit.text);
        }
    }
    let total: usize = kept.iter().map(|unit| unit.text.len()).sum();
    let best = kept.iter().map(|unit| unit.score).fold(0.0, f64::max);
    let tells = |unit: &Unit| {
        is_strong(unit) || is_measurement(unit, topic) || is_change(unit, topic, scope) || is_new_value(unit, topic)
    };
    if kept.is_empty() || total < THIN && !kept.iter().any(tells) {
        extraction.leave_out("too thin");
        return None;
    }
    if is_remark(&kept) {
        extraction.leave_out("too thin");
        return None;
    }
    if kept.iter().all(|unit| [OPTIONS, SUGGESTED].iter().any(|label| unit.text.starts_with(label))) {
        extraction.leave_out("option");
        return None;
    }
    if is_talk(&kept, scope) {
        extraction.leave_out("nothing of the project");
        return None;
    }
    let mended = mended(topic, &kept);
    let title = name(topic, &headings, &kept, &mended);
    if title.is_empty() {
        extraction.leave_out("no subject to name");
        return None;
    }
    let (kind, rule) = kind_of(topic, &kept);
    let evidence = evidence_of(topic, &turns, &kept, context);
    let is_decision = kind == Kind::Decision;
    let rationale = is_decision.then(|| take_reasons(&mut kept).or_else(|| decided_because(&kept))).flatten();
    let statement = render(&kept, &title);
    let (attribute, subject) = attribute_of(&title).unwrap_or_else(|| (String::new(), subject_of(&title)));
    let agreed = topic.exchanges.iter().any(|exchange| exchange.agreed.is_some());
    let from_person = kept.iter().any(|unit| unit.label == SAID);
    let text = format!("{title}\n{statement}");
    let mut ids = Vec::new();
    let (keywords, tags) = keyword::describe(&title, &statement, |stem| ids.extend(counter.add(stem)));
    let item = Item {
        kind,
        keywords,
        entities: keyword::entities(&text),
        tags,
        files: files(topic, &text, scope),
        subject,
        attribute,
        rationale,
        confidence: if agreed || from_person {
            Confidence::High
        } else if topic.exchanges.iter().any(|exchange| exchange.is_at_work) {
            Confidence::Medium
        } else {
            Confidence::Low
        },
        origin: if total > 0 && kept.iter().all(|unit| unit.label == SAID) { Origin::Owner } else { Origin::Agent },
        issue: context.issue,
        replaces: kept
            .iter()
            .filter(|unit| unit.is_prose && unit.cues.has(Cues::DECISION))
            .find_map(|unit| replaced(&unit.text)),
        revision: revision(topic, extraction.n_taken_back() > n_taken_back, mended.contains(&true)),
        evidence,
        rule: rule.to_string(),
        score: score_of(best),
        title,
        statement,
    };
    Some((item, keyword::each_once(ids)))
}

/// Marks units that a person said.
pub(super) const SAID: &str = "\u{0}said";

/// Stands before a proposal that a person took up.
const AGREED: &str = "Agreed: ";

/// Adds what the person of an exchange stated or took up.
fn said(exchange: &Exchange<'_>, at: usize, n_turn: usize, reader: &mut Reader<'_>) {
    if exchange.corrected_by.is_some_and(speech::takes_back) {
        return;
    }
    let place = (at, n_turn, 0);
    let mut push = |text: String, score: f64, cues: Cues| {
        // Who says it again, to another tool, says it once.
        if reader.units.iter().rev().take(50).any(|unit| unit.label == SAID && unit.text == text) {
            return;
        }
        reader.units.push(Unit {
            place,
            label: SAID.to_string(),
            text,
            score,
            cues,
            is_prose: true,
            points: score,
            is_plain: false,
        });
    };
    if let Some(agreed) = exchange.agreed.as_ref().filter(|agreed| proposes(agreed)) {
        let tails = [" if you want", " if you like", " if you'd like", " if you prefer"];
        let agreed = tails.iter().find_map(|tail| agreed.strip_suffix(tail)).unwrap_or(agreed);
        // The end of a remark in brackets has lost its beginning.
        let agreed = if agreed.contains('(') { agreed } else { agreed.trim_end_matches(['.', ')']) };
        push(format!("{AGREED}{agreed}."), 3.0, Cues::DECISION);
    }
    if exchange.is_asked_by_person() {
        let stated = exchange.stated();
        if !stated.is_empty() {
            let cues = cue::scan(&sentence::words(stated));
            push(super::said(stated), 2.8, cues);
        }
    }
}

/// Whether what a person took up says what is to be done, to somebody who was not there. "I can create:" breaks off,
/// "apply those now" points, "the ovens now bake" is done already, and "I sold the oven" is somebody's own deed.
fn proposes(agreed: &str) -> bool {
    let words = sentence::words(agreed);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let is_told =
        cue::scan(&words).has(Cues::DONE) || has(&["now"]) && !words.first().is_some_and(|word| speech::is_order(word));
    !ends_open(agreed)
        && names_thing(agreed)
        && !is_told
        && !has(&["anything", "else"])
        && !words.first().is_some_and(|word| is_first_person(word))
        && !words.last().is_some_and(|word| word == "for" || PREPOSITIONS.contains(word))
}

fn is_strong(unit: &Unit) -> bool {
    unit.label == SAID || unit.points >= 0.55
}

/// An amount with its unit, told after a look at the project.
fn is_measurement(unit: &Unit, topic: &Topic<'_>) -> bool {
    topic.exchanges.get(unit.place.0).is_some_and(|exchange| exchange.is_at_work)
        && measures(&sentence::words(&unit.text))
}

/// Whether people said all that is kept, in words that the project does not use.
fn is_talk(kept: &[Unit], scope: Scope<'_>) -> bool {
    let is_known = |unit: &Unit| {
        let said = &*unquoted(&unit.text);
        let words = sentence::words(said);
        // "We", a path, and a name with a number speak of the project whatever its words are.
        let is_tied = |word: &Word<'_>| matches!(word.as_str(), "we" | "our" | "us") || looks_like_path(word);
        let is_name = |word: &str| word.starts_with(char::is_uppercase) && word.len() > 3;
        words.iter().any(is_tied)
            || lists_parts(said)
            || said.split_whitespace().skip(1).any(is_name) && has_number(said)
            || keyword::content(said).iter().any(|stem| scope.project.knows_word(stem, scope.background))
    };
    scope.project.has_traffic(scope.background)
        && kept.iter().all(|unit| unit.label == SAID)
        && !kept.iter().any(is_known)
}

/// "Our flour: rye; spelt; oats": a list names what there is.
fn lists_parts(said: &str) -> bool {
    said.lines().filter(|line| is_list_entry(line)).count() > 1
        || said.split_once(": ").is_some_and(|(_, parts)| parts.matches("; ").count() > 1)
}

/// Fewer letters than these say nothing by themselves.
const NOTHING: usize = 30;

/// Whether a person's short remark is all there is: it settles nothing and names no thing, person or number.
fn is_remark(kept: &[Unit]) -> bool {
    let [unit, others @ ..] = kept else { return false };
    // "Done, Ann." adds nothing.
    if others.iter().map(|unit| unit.text.len()).sum::<usize>() >= NOTHING {
        return false;
    }
    let said = &*unquoted(&unit.text);
    let is_name = |word: &str| {
        word.starts_with("--") || word.chars().any(|c| c.is_uppercase() || matches!(c, '_' | '/' | '`' | '#' | '@'))
    };
    unit.label == SAID
        && said.len() < THIN
        && !unit.text.starts_with(AGREED)
        && !settle::settles(said)
        && !lists_parts(said)
        && !gives_reason(said)
        && !has_number(said)
        && !said.split_whitespace().skip(1).any(|word| is_name(word) && !matches!(word, "I" | "I'm" | "I'd" | "I've"))
        && !sentence::words(said).iter().any(|word| matches!(word.as_str(), "we" | "our" | "us"))
}

/// "The oven stays shut, as the hall is open to guests": who says why means it.
fn gives_reason(said: &str) -> bool {
    [" because ", ", as it ", ", as we ", ", as the ", ", since ", " so that "].iter().any(|lead| said.contains(lead))
}

/// Words with which a sentence tells something without a number or a name.
const FULL: usize = 4;

/// "The threshold is now 49 €", where a person wanted it so.
fn is_new_value(unit: &Unit, topic: &Topic<'_>) -> bool {
    let spoken: Vec<&str> = unit.text.split('`').step_by(2).collect();
    let n_told = keyword::content(&spoken.join(" ")).len();
    (n_told >= FULL || n_told > 1 && (has_number(&unit.text) || spoken.len() > 1))
        && topic.exchanges.get(unit.place.0).is_some_and(Exchange::is_carried_out)
}

/// What was done to a file of the project, told by its name.
fn is_change(unit: &Unit, topic: &Topic<'_>, scope: Scope<'_>) -> bool {
    topic.exchanges.get(unit.place.0).is_some_and(|exchange| exchange.wrote_files)
        && names_project(&sentence::words(&unit.text), &unit.text, scope.project)
}

/// Properties that a title can state of something: "Size of x".
const ATTRIBUTES: [&str; 14] = [
    "size",
    "number",
    "count",
    "cost",
    "version",
    "duration",
    "license",
    "owner",
    "location",
    "limit",
    "schedule",
    "status",
    "frequency",
    "price",
];

/// The property that a title states of something, and what it is stated of when the title names it.
fn attribute_of(title: &str) -> Option<(String, String)> {
    let words = sentence::words(title);
    let at = words
        .windows(2)
        .position(|pair| ATTRIBUTES.contains(&pair[0].as_str()) && pair[1] == "of")
        .filter(|at| *at <= 1)?;
    let thing = words[at + 2..].iter().find(|word| word.starts_with('.') || word.contains(['/', '_', '.']))?;
    Some((words[at].to_string(), thing.to_string()))
}

/// Folded content words of a title, in order.
pub(super) fn subject_of(title: &str) -> String {
    let words: Vec<Word<'_>> =
        sentence::words(title).into_iter().filter(|word| !keyword::is_stop_word(word)).take(6).collect();
    words.join(" ")
}

fn name(topic: &Topic<'_>, headings: &[(u8, String)], kept: &[Unit], mended: &[bool]) -> String {
    let first = topic.exchanges.iter().find(|exchange| {
        exchange.corrected_by.is_none() && exchange.is_asked_by_person() && !lesson::asks(exchange.question())
    });
    let question = without_markers(first.map_or("", Exchange::question));
    // What was mended names nothing that holds.
    let told: Vec<&str> = kept
        .iter()
        .zip(mended)
        .filter(|(unit, is_mended)| unit.is_prose && unit.label != SAID && !**is_mended)
        .map(|(unit, _)| unit)
        .flat_map(|unit| sentence::sentences(&unit.text).into_iter().take(2))
        .take(6)
        .collect();
    let by_person = || kept.iter().filter(|unit| unit.label == SAID);
    let agreed: Vec<&str> = by_person().filter_map(|unit| unit.text.strip_prefix(AGREED)).collect();
    let told_by_person: Vec<Cow<'_, str>> =
        by_person().filter(|unit| !unit.text.starts_with(AGREED)).map(|unit| unquoted(&unit.text)).collect();
    let told_by_person: Vec<Cow<'_, str>> =
        told_by_person.iter().map(|told| answers::without_questions(told)).collect();
    let said: Vec<&str> = told_by_person.iter().flat_map(|told| sentence::sentences(told)).collect();
    let body = kept.iter().map(|unit| unquoted(&unit.text)).collect::<Vec<_>>().join("\n");
    let answers = kept.iter().filter(|unit| unit.label != SAID).map(|unit| unit.text.as_str());
    let answers = answers.collect::<Vec<_>>().join("\n");
    let (agreed, said, told) = (&agreed[..], &said[..], &told[..]);
    title::choose(title::Material { headings, question, agreed, said, told, body: &body, answers: &answers })
}

/// The files that a page names, and those that people named when they asked.
fn files(topic: &Topic<'_>, text: &str, scope: Scope<'_>) -> Vec<String> {
    let mut files = file::named(text, scope.project);
    for exchange in topic.exchanges.iter().take(20).filter(|exchange| exchange.question().len() < 1_000) {
        file::note(&mut files, exchange.question(), scope.project);
    }
    files
}

/// Whether the rest of a part ends its first line with a colon.
fn leads_to_list(rest: &str) -> bool {
    rest.split_once("\n\n").is_some_and(|(lead, _)| !lead.contains('\n') && lead.trim_end_matches('*').ends_with(':'))
}

/// The number of an entry that stands at the left.
fn number_of(line: &str) -> Option<usize> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    line[digits..].strip_prefix(". ").and_then(|_| line[..digits].parse().ok())
}

/// A list without its numbers, where they go on from entries that are not told.
fn from_the_first<'t>(text: &'t str, above: &str) -> Cow<'t, str> {
    let Some(first) = text.lines().find_map(number_of).filter(|first| *first > 1) else { return Cow::Borrowed(text) };
    let heads = |line: &str| number_of(line.trim_start_matches('*'));
    if above.lines().rev().find_map(heads).is_some_and(|last| last + 1 == first) {
        return Cow::Borrowed(text);
    }
    let bare = |line: &str| match number_of(line).and_then(|_| line.split_once(". ")) {
        Some((_, entry)) => format!("- {entry}"),
        None => line.to_string(),
    };
    Cow::Owned(text.split('\n').map(bare).collect::<Vec<_>>().join("\n"))
}

fn render(units: &[Unit], title: &str) -> String {
    let mut out = String::new();
    let mut last = title;
    for (at, unit) in units.iter().enumerate() {
        // What stands above the next part, as its heading or as the words that lead to its list, is not told before it.
        let is_told_next = |next: &Unit| {
            let leads_on = |text: &str| next.text.strip_prefix(text).is_some_and(leads_to_list);
            unit.text.strip_suffix('.').is_some_and(|text| text == next.label || unit.is_prose && leads_on(text))
        };
        if units.get(at + 1).is_some_and(is_told_next) {
            continue;
        }
        let label = if unit.label == SAID { "" } else { unit.label.as_str() };
        let is_told = label.is_empty() || label.eq_ignore_ascii_case(last);
        if !out.is_empty() {
            out.push_str("\n\n");
        }
        if !is_told {
            let _ = write!(out, "**{label}**\n\n");
        }
        let text = if unit.is_prose { Cow::Borrowed(unit.text.as_str()) } else { from_the_first(&unit.text, &out) };
        out.push_str(&text);
        if !label.is_empty() {
            last = label;
        }
    }
    out
}

/// What a text says is given up: "use Y instead of X", "let's not use X", "moved from X to Y".
fn replaced(text: &str) -> Option<String> {
    const MARKS: [&str; 7] = [
        "instead of ",
        "let's not use ",
        "no longer use ",
        "no longer using ",
        "moved from ",
        "switched from ",
        "migrated from ",
    ];
    let lower = text.to_lowercase();
    // "Removed from the shelf" moves nothing.
    let begins = |at: &usize| !lower[..*at].ends_with(char::is_alphanumeric);
    let found = |mark: &&'static str| lower.match_indices(*mark).map(|(at, _)| at).find(begins).map(|at| (at, *mark));
    let (at, mark) = MARKS.iter().filter_map(found).min()?;
    let rest = text.get(at + mark.len()..)?;
    let end = rest.find([',', '.', ';', ':', '\n', '"']).unwrap_or(rest.len());
    let mut thing = rest.get(..end)?;
    for stop in [" to ", " with ", " by ", " because ", " for ", " in "] {
        thing = thing.split(stop).next().unwrap_or(thing);
    }
    let thing = mark::plain(thing).trim().to_string();
    (thing.len() >= 2 && thing.split_whitespace().count() <= 6).then_some(thing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(replaced(text).as_deref(), expected, "{text}");
    }

    #[test]
    fn a_score_is_read_as_it_was_written() {
        for hundredth in 0..700 {
            let score = score_of(f64::from(hundredth) / 100.0);
            let written = serde_json::to_string(&score).expect("a number");
            let read: f64 = serde_json::from_str(&written).expect("the same");
            assert_eq!(read.to_bits(), score.to_bits(), "{written}");
        }
    }

    #[test]
    fn numbers_go_on_only_from_what_is_told() {
        let late = "The rest:\n\n3. Rye, of 2. quality\n  - dark\n4. Oats";
        assert_eq!(from_the_first(late, "1. Tray\n2. Oven\n\nBoth are hot."), late);
        assert_eq!(from_the_first(late, "**2. Oven**\n\nIt is hot."), late);
        assert_eq!(from_the_first(late, "1. Tray"), "The rest:\n\n- Rye, of 2. quality\n  - dark\n- Oats");
        assert_eq!(from_the_first("1. Rye\n2. Oats", ""), "1. Rye\n2. Oats");
    }

    #[test]
    fn what_was_agreed_to_is_to_be_done() {
        assert!(proposes("Bake rye on Sundays") && proposes("Now move the oven to the yard") && proposes("Stone oven"));
        for no in ["The ovens now bake", "I sold the oven", "Help with anything else", "Add a small tray for", "I can:"]
        {
            assert!(!proposes(no), "{no}");
        }
    }

    #[test]
    fn what_is_given_up_is_named() {
        check("Use Postgres instead of SQLite for the store.", Some("SQLite"));
        check("Let's not use polling, use webhooks.", Some("polling"));
        check("We moved from `npm` to `pnpm`.", Some("npm"));
        check("The store is fast.", None);
        check("instead of ", None);
    }

    #[test]
    fn a_title_of_a_measure_names_its_attribute() {
        assert_eq!(attribute_of("Size of src/core, without tests"), Some(("size".into(), "src/core".into())));
        assert_eq!(attribute_of("Error design"), None);
    }
}
