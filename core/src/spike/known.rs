//! Is the question answered already? By technology, constraints and scale, as far as the words tell.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;

use super::{Outcome, section_of};
use crate::article::Article;
use crate::freshness::{DecaySettings, Facts, Verdict, assess};
use crate::model::{Kind, Status};
use crate::text::content_terms;
use crate::time::Timestamp;

/// Share of the question's words from which on a spike answers it.
const APPLICABLE: f64 = 0.75;
/// Share from which on it answers a part.
const PARTIAL: f64 = 0.4;
/// Spikes that are offered.
const MOST: usize = 5;

/// How far a stored spike answers the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Prior {
    /// It answers the question: no need for another.
    Applicable,
    /// It answers a part; the gap is named.
    Partial,
    /// It was about something else, but its results speak of this too.
    Incidental,
    /// It was about the same, but what it rests on has changed.
    Stale,
}

/// A stored spike that bears on the question.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct KnownSpike {
    /// Its identifier.
    pub id: String,
    /// Path below the knowledge base.
    pub path: String,
    /// What it asked.
    pub hypothesis: String,
    /// What it decided, in its first sentence.
    pub decision: String,
    /// What it showed.
    pub outcome: String,
    /// high, medium or low, by outcome.
    pub confidence: String,
    /// How far it answers.
    pub prior: Prior,
    /// Words of the question it does not speak of.
    pub gap: Vec<String>,
    /// What changed since, when something it rests on did.
    pub caveat: Option<String>,
}

/// What is known before a spike is begun.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SpikeAnswer {
    /// Spikes that bear on the question, best first.
    pub known: Vec<KnownSpike>,
    /// Whether one of them answers it: the spike is avoided.
    pub avoided: bool,
    /// Said when several together cover the question and none does alone.
    pub composite: Option<String>,
}

/// A spike with the share of the question it covers and the words it covers.
type Scored = (f64, KnownSpike, BTreeSet<String>);

/// Looks for stored spikes that answer a question.
pub fn known_spikes(question: &str, articles: &[Article], now: Timestamp, facts: Option<&Facts>) -> SpikeAnswer {
    let asked = Asked::of(question);
    let spikes: Vec<&Article> = articles
        .iter()
        .filter(|article| article.kind == Kind::Spike && matches!(article.status, Status::Current | Status::Disputed))
        .collect();
    let replaces = replacements(&spikes);
    let mut found: Vec<Scored> = spikes
        .iter()
        .filter(|article| !is_replaced(article, &spikes, &replaces))
        .filter_map(|article| known(article, &asked, now, facts))
        .collect();
    found.sort_by(|a, b| a.1.prior.cmp(&b.1.prior).then_with(|| b.0.total_cmp(&a.0)).then_with(|| a.1.id.cmp(&b.1.id)));
    found.truncate(MOST);
    let avoided = found.first().is_some_and(|(_, spike, _)| spike.prior == Prior::Applicable);
    let composite = if avoided { None } else { composite_of(&found, &asked.words) };
    SpikeAnswer { avoided, composite, known: found.into_iter().map(|(_, spike, _)| spike).collect() }
}

/// What a question asks for.
struct Asked {
    words: BTreeSet<String>,
    /// Each of them as the question spells it.
    spelling: BTreeMap<String, String>,
    /// Names of technologies: without them an answer is about something else.
    names: BTreeSet<String>,
    /// Amounts with the stem of what is counted: "10 000 readers".
    scales: Vec<Scale>,
}

impl Asked {
    fn of(question: &str) -> Self {
        let words: BTreeSet<String> = content_terms(question).into_iter().collect();
        let mut spelling = BTreeMap::new();
        for word in question.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric())) {
            for term in content_terms(word) {
                spelling.entry(term).or_insert_with(|| word.to_string());
            }
        }
        // Written with a capital inside a sentence, or with a digit or dot in it: a name.
        let names = question
            .split_whitespace()
            .skip(1)
            .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
            .filter(|word| word.chars().any(char::is_uppercase) && !word.starts_with(|c: char| c.is_ascii_digit()))
            .flat_map(content_terms)
            .filter(|term| words.contains(term))
            .collect();
        Self { words, spelling, names, scales: scales(question) }
    }
}

/// An amount and what it counts.
struct Scale {
    amount: f64,
    unit: String,
    written: String,
}

/// `100 readers`, `10 000 rows`, `5k requests`, `2M users`.
fn scales(text: &str) -> Vec<Scale> {
    let words: Vec<&str> =
        text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric())).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let mut digits = words[at].replace([',', '_'], "");
        let mut end = at + 1;
        while digits.bytes().all(|b| b.is_ascii_digit())
            && words.get(end).is_some_and(|next| next.len() == 3 && next.bytes().all(|b| b.is_ascii_digit()))
            && !digits.is_empty()
        {
            digits.push_str(words[end]);
            end += 1;
        }
        let (number, factor) = match digits.strip_suffix(['k', 'K']) {
            Some(number) => (number, 1e3),
            None => digits.strip_suffix(['m', 'M']).map_or((digits.as_str(), 1.0), |number| (number, 1e6)),
        };
        let amount = number.parse::<f64>().ok().filter(|_| number.starts_with(|c: char| c.is_ascii_digit()));
        let unit = words.get(end).and_then(|unit| content_terms(unit).pop());
        if let (Some(amount), Some(unit)) = (amount, unit) {
            found.push(Scale { amount: amount * factor, unit, written: words[at..=end].join(" ") });
        }
        at = end;
    }
    found
}

/// What each spike replaces, by id.
type Replaces<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

fn replacements<'a>(spikes: &[&'a Article]) -> Replaces<'a> {
    let mut found: Replaces<'a> = BTreeMap::new();
    for spike in spikes {
        found.entry(&spike.id).or_default().extend(spike.front.supersedes.iter().map(String::as_str));
        for newer in &spike.front.superseded_by {
            found.entry(newer).or_default().insert(&spike.id);
        }
    }
    found
}

/// Whether another spike takes the place of this one; in a circle the latest stands.
fn is_replaced(article: &Article, spikes: &[&Article], replaces: &Replaces<'_>) -> bool {
    let age = |article: &Article| (article.front.created, article.id.clone());
    spikes.iter().any(|other| {
        other.id != article.id
            && reaches(&other.id, &article.id, replaces)
            && (!reaches(&article.id, &other.id, replaces) || age(other) > age(article))
    })
}

fn reaches(from: &str, to: &str, replaces: &Replaces<'_>) -> bool {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut open: Vec<&str> = replaces.get(from).into_iter().flatten().copied().collect();
    while let Some(id) = open.pop() {
        if id == to {
            return true;
        }
        if seen.insert(id) {
            open.extend(replaces.get(id).into_iter().flatten());
        }
    }
    false
}

fn known(article: &Article, asked: &Asked, now: Timestamp, facts: Option<&Facts>) -> Option<Scored> {
    let hypothesis = article.front.text("hypothesis").unwrap_or_else(|| section_of(&article.body, "Hypothesis"));
    let decision = section_of(&article.body, "Decision");
    let constraints = section_of(&article.body, "Constraints");
    let told_text = format!("{} {hypothesis} {constraints} {decision} {}", article.title, article.front.tags.join(" "));
    let terms_of = |text: &str| content_terms(text).into_iter().collect::<BTreeSet<String>>();
    let mut told = terms_of(&told_text);
    let share_of =
        |told: &BTreeSet<String>| asked.words.intersection(told).count() as f64 / asked.words.len().max(1) as f64;
    let mut share = share_of(&told);
    let everything = terms_of(&article.body);
    let incidental = share < PARTIAL && share_of(&everything) >= APPLICABLE;
    if incidental {
        told.extend(everything);
        share = share_of(&told);
    }
    if share < PARTIAL {
        return None;
    }
    let missing = asked.words.difference(&told);
    let mut gap: Vec<String> = missing.map(|word| asked.spelling.get(word).unwrap_or(word).clone()).collect();
    gap.dedup();
    let beyond = beyond_scale(&asked.scales, &scales(&format!("{told_text} {}", article.body)));
    let other_names = asked.names.iter().any(|name| !told.contains(name));
    gap.retain(|word| !beyond.iter().any(|scale| scale.contains(word.as_str())));
    let same_case = beyond.is_empty() && !other_names;
    gap.extend(beyond);
    let outcome = article.front.outcome.as_deref().and_then(Outcome::parse).unwrap_or(Outcome::Inconclusive);
    let freshness = assess(article, now, &DecaySettings::default(), facts);
    let broken = freshness.verdict == Some(Verdict::Broken);
    let prior = if broken {
        Prior::Stale
    } else if incidental {
        Prior::Incidental
    } else if share >= APPLICABLE && same_case && outcome != Outcome::Inconclusive {
        Prior::Applicable
    } else {
        Prior::Partial
    };
    let confidence = if incidental { "low" } else { outcome.confidence() };
    let spike = KnownSpike {
        id: article.id.clone(),
        path: article.path.clone(),
        hypothesis: first_sentence(&hypothesis),
        decision: first_sentence(&decision),
        outcome: outcome.name().into(),
        confidence: confidence.into(),
        prior,
        gap,
        caveat: if broken { freshness.caveat } else { None },
    };
    let covered = asked.words.intersection(&told).cloned().collect();
    Some((share, spike, covered))
}

/// Amounts asked for that lie beyond what was tested, or that nothing was said about.
fn beyond_scale(asked: &[Scale], tested: &[Scale]) -> Vec<String> {
    asked
        .iter()
        .filter_map(|wanted| {
            let most =
                tested.iter().filter(|scale| scale.unit == wanted.unit).max_by(|a, b| a.amount.total_cmp(&b.amount));
            match most {
                Some(scale) if scale.amount >= wanted.amount => None,
                Some(scale) => Some(format!("{} (tested: {})", wanted.written, scale.written)),
                None => Some(wanted.written.clone()),
            }
        })
        .collect()
}

/// Several partial answers that together cover the question.
fn composite_of(found: &[Scored], asked: &BTreeSet<String>) -> Option<String> {
    let parts: Vec<&Scored> = found.iter().filter(|(_, spike, _)| spike.prior == Prior::Partial).collect();
    if parts.len() < 2 {
        return None;
    }
    let together: BTreeSet<&String> = parts.iter().flat_map(|(_, _, covered)| covered).collect();
    let share = together.len() as f64 / asked.len().max(1) as f64;
    let ids: Vec<String> = parts.iter().map(|(_, spike, _)| format!("[{}]", spike.id)).collect();
    (share >= APPLICABLE).then(|| format!("Composite from {} -- not directly tested as a unit.", ids.join(" and ")))
}

fn first_sentence(text: &str) -> String {
    let is_prose = |line: &&str| !line.is_empty() && !line.starts_with(['#', '|', '-']);
    let line = text.lines().map(str::trim).find(is_prose).unwrap_or("");
    line.split_inclusive(". ").next().unwrap_or("").trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article;

    fn spike(id: &str, hypothesis: &str, extra: &str, body: &str) -> Article {
        let text = format!(
            "---\nid: {id}\ntype: spike\nproject: app\nstatus: active\ncreated: 2026-03-01\noutcome: confirmed\nhypothesis: {hypothesis}\n{extra}---\n\n{body}\n"
        );
        article::read(&format!("spikes/app/{id}.md"), text.as_bytes()).value
    }

    fn ask(question: &str, spikes: &[Article]) -> SpikeAnswer {
        known_spikes(question, spikes, Timestamp::parse("2026-03-10").unwrap_or(Timestamp(0)), None)
    }

    fn sqlite() -> Article {
        spike(
            "spk-sqlite",
            "SQLite serves the timetable to 100 readers",
            "",
            "## Decision\n\nUse SQLite for the timetable.",
        )
    }

    #[test]
    fn another_scale_or_another_technology_is_a_gap_that_is_named() {
        let same = ask("Can SQLite serve the timetable to 80 readers?", &[sqlite()]);
        assert!(same.avoided, "{same:?}");
        let larger = ask("Can SQLite serve the timetable to 10 000 readers?", &[sqlite()]);
        assert!(!larger.avoided, "{larger:?}");
        assert_eq!(larger.known[0].prior, Prior::Partial);
        assert_eq!(larger.known[0].gap, ["10 000 readers (tested: 100 readers)"]);
        let other = ask("Can SQLite on Windows serve the timetable to readers?", &[sqlite()]);
        assert!(!other.avoided, "{other:?}");
        assert_eq!(other.known[0].gap, ["Windows"]);
    }

    #[test]
    fn several_parts_are_flagged_as_a_composite() {
        let cache =
            spike("spk-cache", "Redis caches the harbour map tiles", "", "## Decision\n\nCache tiles in Redis.");
        let map =
            spike("spk-map", "The browser draws the harbour boats smoothly", "", "## Decision\n\nDraw on a canvas.");
        let answer = ask("Can the browser draw harbour map tiles and boats from Redis smoothly?", &[cache, map]);
        assert!(!answer.avoided);
        assert_eq!(
            answer.composite.as_deref(),
            Some("Composite from [spk-map] and [spk-cache] -- not directly tested as a unit."),
            "{answer:?}"
        );
    }

    #[test]
    fn an_answer_by_the_way_counts_less() {
        let told = spike(
            "spk-wrk",
            "The load generator saturates one core",
            "",
            "## Results\n\nGzip compression halves the timetable payload.\n\n## Decision\n\nUse wrk.",
        );
        let answer = ask("Does gzip compression halve the timetable payload?", &[told]);
        assert_eq!(
            answer.known.first().map(|spike| (spike.prior, spike.confidence.as_str())),
            Some((Prior::Incidental, "low")),
            "{answer:?}"
        );
        assert!(!answer.avoided);
    }

    #[test]
    fn a_circle_of_replacements_leaves_the_latest() {
        let old =
            spike("spk-a", "SQLite serves the timetable to readers", "supersedes: [spk-b]\n", "## Decision\n\nYes.");
        let newer =
            spike("spk-b", "SQLite serves the timetable to readers", "supersedes: [spk-a]\n", "## Decision\n\nNo.");
        let answer = ask("Can SQLite serve the timetable to readers?", &[old, newer]);
        assert_eq!(answer.known.iter().map(|spike| spike.id.as_str()).collect::<Vec<_>>(), ["spk-b"]);
    }
}
