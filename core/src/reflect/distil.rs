//! From a cluster to a lesson: the sentence that speaks for most members, and the remedy they name.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::lesson::{Cited, ExistingLesson, LessonChange, cite, join_new, lowered};
use super::sentence::{brevity, generality, orders, reports_success, standing, stands_alone, statement, tidy};
use super::weigh::{PatternVerdict, Weighed};
use crate::model::Confidence;
use crate::signal::Signal;
use crate::slug::{slug, unique_slug};
use crate::text::{fold, stem, terms};
use crate::time::Timestamp;

/// A sentence of one member, with where it stood.
struct Sentence {
    text: String,
    place: Place,
    stems: BTreeSet<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Happened,
    Context,
    Cause,
    Remedy,
}

/// Writes lessons, no name and no sentence twice.
pub(super) struct Author<'a> {
    by_id: BTreeMap<&'a str, &'a Signal>,
    taken: BTreeSet<String>,
    said: BTreeSet<String>,
    now: Timestamp,
}

impl<'a> Author<'a> {
    pub(super) fn new(active: &[&'a Signal], existing: &[ExistingLesson], now: Timestamp) -> Self {
        Self {
            by_id: active.iter().map(|signal| (signal.id.as_str(), *signal)).collect(),
            taken: existing.iter().map(|lesson| lesson.id.clone()).collect(),
            said: BTreeSet::new(),
            now,
        }
    }

    /// A lesson for each pattern; what no pattern took of `rest` joins the lesson it confirms.
    pub(super) fn lessons(&mut self, weighed: &[Weighed], rest: &[&Signal]) -> Vec<LessonChange> {
        let mut lessons: Vec<LessonChange> = Vec::new();
        for pattern in weighed.iter().filter(|weighed| weighed.verdict == PatternVerdict::Pattern) {
            let members = self.signals(pattern.cluster.members.iter());
            let mut lesson = distil(pattern, &members, &self.said);
            self.said.insert(lesson.lesson.clone());
            let base = format!("les-{}-{}", self.now.date().to_iso(), slug(&lesson.title));
            lesson.id = unique_slug(&base, |id| self.taken.contains(id));
            self.taken.insert(lesson.id.clone());
            lessons.push(lesson);
        }
        let used: BTreeSet<String> =
            lessons.iter().flat_map(|lesson| lesson.new_evidence.iter().map(|cited| cited.id.clone())).collect();
        let left: Vec<&Signal> = rest.iter().copied().filter(|signal| !used.contains(&signal.id)).collect();
        for at in join_new(&left, &mut lessons) {
            let lesson = &mut lessons[at];
            let members = self.signals(lesson.new_evidence.iter().map(|cited| &cited.id));
            lesson.applies = applies_when(&lesson.tags, &lesson.signal_type, &members);
            lesson.confidence = first_confidence(members.len(), &lesson.counter_evidence);
        }
        lessons
    }

    fn signals<'b>(&self, ids: impl Iterator<Item = &'b String>) -> Vec<&'a Signal> {
        ids.filter_map(|id| self.by_id.get(id.as_str()).copied()).collect()
    }
}

/// What a new lesson is worth: never high, and less when something speaks against it.
fn first_confidence(members: usize, counter_evidence: &[String]) -> Confidence {
    let confidence = if members >= 4 { Confidence::Medium } else { Confidence::Low };
    if counter_evidence.is_empty() { confidence } else { lowered(confidence) }
}

fn distil(pattern: &Weighed, members: &[&Signal], said: &BTreeSet<String>) -> LessonChange {
    let mut sentences: Vec<Sentence> = members.iter().flat_map(|signal| sentences_of(signal)).collect();
    // Two lessons in the same words would be one lesson too many.
    sentences.retain(|sentence| !said.contains(&statement(&sentence.text)));
    let spread = spread_of(members);
    let lesson = best(&sentences, |sentence| lesson_score(sentence, &spread, members.len(), pattern.cluster.positive))
        .map_or_else(|| one_line(members[0]), |sentence| statement(&sentence.text));
    let remedy = best(&sentences, |sentence| remedy_score(sentence, &spread, members.len()))
        .map(|sentence| tidy(&sentence.text))
        .filter(|remedy| *remedy != lesson);
    let cluster = &pattern.cluster;
    LessonChange {
        id: String::new(),
        existing: None,
        title: title_of(&cluster.tags),
        lesson,
        applies: applies_when(cluster.tags.as_slice(), &cluster.signal_type, members),
        recommendation: remedy.unwrap_or_else(|| no_remedy(cluster.positive).to_string()),
        category: category_of(&cluster.tags).to_string(),
        project: project_of(members, &cluster.tags),
        tags: cluster.tags.clone(),
        signal_type: cluster.signal_type.clone(),
        positive: cluster.positive,
        confidence: first_confidence(members.len(), &pattern.counter_evidence),
        evidence_count: u32::try_from(members.len()).unwrap_or(u32::MAX),
        new_evidence: members.iter().map(|signal| cite(signal)).collect::<Vec<Cited>>(),
        counter_evidence: pattern.counter_evidence.clone(),
    }
}

fn no_remedy(positive: bool) -> &'static str {
    if positive {
        "Keep doing it; the signals name no further step."
    } else {
        "The signals name no remedy yet; look for one before it happens again."
    }
}

/// The sentence that says best what the signal's own name says; the first one when none does.
pub(super) fn one_line(signal: &Signal) -> String {
    let name = stems_of(&words_of_id(&signal.id));
    let sentences = sentences_of(signal);
    let happened: Vec<&Sentence> = sentences.iter().filter(|sentence| sentence.place == Place::Happened).collect();
    let best = happened.iter().enumerate().max_by_key(|(at, sentence)| {
        let named = sentence.stems.intersection(&name).count();
        (named, core::cmp::Reverse(*at))
    });
    best.map(|(_, sentence)| *sentence)
        .or_else(|| sentences.first())
        .map_or_else(|| words_of_id(&signal.id), |sentence| tidy(&sentence.text))
}

/// `sig-2026-03-06-counter-comment-mismatch` → `counter comment mismatch`.
fn words_of_id(id: &str) -> String {
    id.split('-')
        .filter(|part| !part.bytes().all(|b| b.is_ascii_digit()) && !part.eq_ignore_ascii_case("sig"))
        .collect::<Vec<_>>()
        .join(" ")
}

fn sentences_of(signal: &Signal) -> Vec<Sentence> {
    let mut found = Vec::new();
    for (place, text) in [
        (Place::Happened, &signal.what_happened),
        (Place::Cause, &signal.cause),
        (Place::Context, &signal.context),
        (Place::Remedy, &signal.remedy),
    ] {
        for mut paragraph in paragraphs(&text.replace("**", "")) {
            if paragraph.ends_with(|c: char| c.is_alphanumeric()) {
                paragraph.push('.');
            }
            for text in split_sentences(&paragraph) {
                found.push(Sentence { stems: stems_of(text), text: text.to_string(), place });
            }
        }
    }
    found
}

/// Running text with its hard line breaks undone; headings, tables, quotes and code are left out.
fn paragraphs(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut open = false;
    let mut in_code = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with("```") {
            in_code = !in_code;
        }
        if in_code || line.is_empty() || line.starts_with(['#', '|', '>', '<']) || line.starts_with("```") {
            open = false;
            continue;
        }
        let item = list_item(line);
        match found.last_mut() {
            Some(last) if open && item.is_none() => {
                last.push(' ');
                last.push_str(line);
            }
            _ => found.push(item.unwrap_or(line).to_string()),
        }
        open = true;
    }
    found
}

/// What stands behind `- `, `* ` or `1. `.
fn list_item(line: &str) -> Option<&str> {
    if let Some(rest) = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")) {
        return Some(rest.trim_start());
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line.get(digits..)?;
    (digits > 0).then(|| rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") "))).flatten()
}

/// Cuts at full stops that end a sentence: followed by a space and a capital, a quote or a backtick.
fn split_sentences(paragraph: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let bytes = paragraph.as_bytes();
    for (at, c) in paragraph.char_indices() {
        // The full stop of a quotation stands before its closing mark.
        let at = if bytes.get(at + 1) == Some(&b'"') { at + 1 } else { at };
        let ends = matches!(c, '.' | '!' | '?')
            && bytes.get(at + 1) == Some(&b' ')
            && paragraph[at + 2..]
                .chars()
                .next()
                .is_some_and(|next| next.is_uppercase() || matches!(next, '`' | '"' | '('))
            && !abbreviation(&paragraph[start..at]);
        if ends {
            found.push(paragraph[start..=at].trim());
            start = at + 1;
        }
    }
    found.push(paragraph[start..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

fn abbreviation(before: &str) -> bool {
    let word = before.rsplit([' ', '(']).next().unwrap_or("");
    matches!(word, "e.g" | "i.e" | "etc" | "vs" | "cf" | "approx" | "No") || word.len() == 1
}

fn stems_of(text: &str) -> BTreeSet<String> {
    terms(text).iter().map(|term| stem(&fold(term))).filter(|term| term.len() > 2).collect()
}

/// In how many members each stem occurs.
fn spread_of(members: &[&Signal]) -> BTreeMap<String, u32> {
    let mut spread: BTreeMap<String, u32> = BTreeMap::new();
    for signal in members {
        let mut own: BTreeSet<String> = BTreeSet::new();
        for sentence in sentences_of(signal) {
            own.extend(sentence.stems);
        }
        own.extend(signal.tags.iter().flat_map(|tag| stems_of(tag)));
        for stem in own {
            *spread.entry(stem).or_default() += 1;
        }
    }
    spread
}

/// How much of a sentence the other members say too: what one member alone knows does not count.
fn centrality(sentence: &Sentence, spread: &BTreeMap<String, u32>, members: usize) -> f64 {
    let shared: f64 = sentence
        .stems
        .iter()
        .filter_map(|stem| spread.get(stem).copied())
        .filter(|&count| count > 1)
        .map(|count| f64::from(count) / members.max(1) as f64)
        .sum();
    shared / libm::sqrt(sentence.stems.len().max(4) as f64)
}

fn lesson_score(sentence: &Sentence, spread: &BTreeMap<String, u32>, members: usize, positive: bool) -> Option<f64> {
    let text = statement(&sentence.text);
    if !stands_alone(&text) {
        return None;
    }
    let place = match sentence.place {
        Place::Cause => 1.25,
        Place::Happened => 1.0,
        Place::Context => 0.7,
        Place::Remedy => return None,
    };
    // What went well is not what to learn from trouble.
    let place = if !positive && reports_success(&text) { place * 0.4 } else { place };
    // What to do belongs under the recommendation.
    let place = if orders(&text) { place * 0.5 } else { place };
    Some(centrality(sentence, spread, members) * place * generality(&text) * brevity(&text) * standing(&text))
}

fn remedy_score(sentence: &Sentence, spread: &BTreeMap<String, u32>, members: usize) -> Option<f64> {
    if sentence.place == Place::Happened || !stands_alone(&tidy(&sentence.text)) {
        return None;
    }
    let wants = |text: &str| [" needs a ", " needs an ", " need a ", " need an "].iter().any(|cue| text.contains(cue));
    let place = match (sentence.place, orders(&sentence.text)) {
        // What stands under "Recommendation" recommends; what was done about it in the end does not.
        (Place::Remedy, true) => 2.0,
        (Place::Remedy, false) if wants(&sentence.text) => 1.5,
        (_, true) => 1.0,
        _ => return None,
    };
    Some((centrality(sentence, spread, members) + 0.05) * generality(&sentence.text) * brevity(&sentence.text) * place)
}

fn best(sentences: &[Sentence], score: impl Fn(&Sentence) -> Option<f64>) -> Option<&Sentence> {
    sentences
        .iter()
        .filter_map(|sentence| score(sentence).map(|score| (score, sentence)))
        .max_by(|a, b| {
            a.0.total_cmp(&b.0).then_with(|| b.1.text.len().cmp(&a.1.text.len())).then_with(|| b.1.text.cmp(&a.1.text))
        })
        .map(|(_, sentence)| sentence)
}

/// `plan-accuracy`, `installer` → `Installer, plan accuracy`.
fn title_of(tags: &[String]) -> String {
    let words = tags.iter().take(3).map(|tag| tag.replace(['-', '/', '_'], " ")).collect::<Vec<_>>().join(", ");
    let mut chars = words.chars();
    chars.next().map_or_else(|| "Lesson".to_string(), |first| first.to_uppercase().chain(chars).collect())
}

fn applies_when(tags: &[String], signal_type: &str, members: &[&Signal]) -> String {
    let topics = tags.iter().map(|tag| format!("`{tag}`")).collect::<Vec<_>>().join(", ");
    let phases: BTreeSet<&str> = members.iter().filter_map(|signal| signal.phase.as_deref()).collect();
    let dates: Vec<Timestamp> = members.iter().filter_map(|signal| signal.created).collect();
    let mut text = format!("Work that touches {topics}. Seen {} times as {signal_type}", members.len());
    if let (Some(first), Some(last)) = (dates.iter().min(), dates.iter().max()) {
        let (first, last) = (first.date().to_iso(), last.date().to_iso());
        let _ = if first == last { write!(text, " on {first}") } else { write!(text, " between {first} and {last}") };
    }
    if !phases.is_empty() && phases.len() <= 6 {
        let _ = write!(text, " (phases {})", phases.into_iter().collect::<Vec<_>>().join(", "));
    }
    text.push('.');
    text
}

fn category_of(tags: &[String]) -> &'static str {
    const CATEGORIES: [(&str, &[&str]); 5] = [
        ("testing", &["test", "verif", "debug", "ci", "coverage", "tdd", "uat"]),
        ("environment", &["runtime", "platform", "env", "node", "version", "os", "shell", "permission"]),
        ("external", &["api", "upstream", "vendor", "network", "third", "rate"]),
        ("tooling", &["tool", "script", "install", "cli", "hook", "lint", "git", "build", "config", "index"]),
        ("architecture", &["architect", "schema", "design", "module", "data", "performance", "interface", "migration"]),
    ];
    let parts: Vec<String> =
        tags.iter().flat_map(|tag| tag.split(['-', '/', '_']).map(fold).collect::<Vec<_>>()).collect();
    let hits = |stems: &[&str]| parts.iter().filter(|part| stems.iter().any(|stem| part.starts_with(stem))).count();
    CATEGORIES
        .iter()
        .map(|(name, stems)| (hits(stems), *name))
        .filter(|(count, _)| *count > 0)
        .max_by_key(|(count, _)| *count)
        .map_or("workflow", |(_, name)| name)
}

/// Global only when several projects show it and the cause lies outside of them.
fn project_of(members: &[&Signal], tags: &[String]) -> String {
    let projects: BTreeSet<&str> = members.iter().map(|signal| signal.project.as_str()).collect();
    if projects.len() > 1 && category_of(tags) == "external" {
        return "_global".into();
    }
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for signal in members {
        *counts.entry(signal.project.as_str()).or_default() += 1;
    }
    counts
        .into_iter()
        .max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(a.0)))
        .map_or_else(|| "_global".into(), |(name, _)| name.into())
}
