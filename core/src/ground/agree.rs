//! Whether two answers to one question say the same.
//!
//! Values, versions, names and polarity are compared, never the wording. Answers that share no subject are not
//! comparable and count as no conflict.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use super::quantity::{Quantity, read_quantities, same_version, unit};
use super::route_cues::is_made_elsewhere;
use super::words::{Shape, read_words};
use crate::text::content_terms;

/// Longer answers are compared up to here.
const MAX_ANSWER_BYTES: usize = 8_000;
/// Statements of one answer that are compared.
const MAX_STATEMENTS: usize = 60;

/// In what two answers differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum DifferenceKind {
    /// A number, a size, a duration.
    Value,
    /// A version.
    Version,
    /// Which thing it is.
    Name,
    /// Yes against no.
    Polarity,
}

/// One difference between two answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Difference {
    /// In what.
    pub kind: DifferenceKind,
    /// What the first answer says.
    pub left: String,
    /// What the second answer says.
    pub right: String,
}

/// The comparison of two answers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Agreement {
    /// False when they contradict each other.
    pub agree: bool,
    /// False when they do not speak about the same thing.
    pub comparable: bool,
    /// Where they differ.
    pub differences: Vec<Difference>,
}

/// Compares two answers to a question.
pub fn answers_agree(question: &str, left: &str, right: &str) -> Agreement {
    let asked = read_statement(question).terms;
    let (mut left, mut right) = (read_statements(left), read_statements(right));
    if asked.iter().any(|term| term == "version") {
        // Asked for a version, a bare number is one.
        for statement in left.iter_mut().chain(&mut right) {
            let (bare, measured): (Vec<Quantity>, Vec<Quantity>) =
                statement.quantities.drain(..).partition(Quantity::is_bare);
            statement.versions.extend(bare.into_iter().map(|number| number.text));
            statement.quantities = measured;
        }
    }
    let mut verdict = Agreement { agree: true, ..Agreement::default() };
    let mut compare = |kind, outcome: Option<Result<(), (String, String)>>| match outcome {
        None => {}
        Some(Ok(())) => verdict.comparable = true,
        Some(Err((left, right))) => {
            verdict.comparable = true;
            verdict.agree = false;
            verdict.differences.push(Difference { kind, left, right });
        }
    };
    let pairs = related_pairs(&asked, &left, &right);
    compare(DifferenceKind::Version, compare_by(&pairs, |s| &s.versions, |a, b| Some(same_version(a, b))));
    compare(
        DifferenceKind::Value,
        compare_by(&pairs, |s| &s.quantities, |a: &Quantity, b| a.compares_with(b).then(|| a.equals(b))),
    );
    compare(DifferenceKind::Polarity, compare_polarity(question, &pairs, &left, &right));
    compare(
        DifferenceKind::Name,
        compare_names(question, &left, &right).or_else(|| compare_settings(question, &asked, &left, &right)),
    );
    if verdict.comparable && verdict.differences.is_empty() && pairs.is_empty() {
        verdict.comparable = false;
    }
    verdict
}

/// One clause of an answer.
struct Statement {
    text: String,
    /// Stems of its content words, sorted, antonyms brought to one word.
    terms: Vec<String>,
    negated: bool,
    versions: Vec<String>,
    quantities: Vec<Quantity>,
    names: Vec<String>,
}

fn read_statements(answer: &str) -> Vec<Statement> {
    let mut end = answer.len().min(MAX_ANSWER_BYTES);
    while !answer.is_char_boundary(end) {
        end -= 1;
    }
    let mut statements = Vec::new();
    for line in answer[..end].lines() {
        for clause in split_clauses(line) {
            if statements.len() < MAX_STATEMENTS && !clause.trim().is_empty() {
                statements.push(read_statement(clause));
            }
        }
    }
    statements
}

/// Sentences and contrasted halves. A full stop inside a number or a name does not end a sentence.
fn split_clauses(line: &str) -> Vec<&str> {
    let mut clauses = Vec::new();
    let mut start = 0;
    for (at, c) in line.char_indices() {
        let rest = &line[at..];
        let cut = match c {
            '.' | '!' | '?' => rest.len() > 1 && rest[1..].starts_with(' '),
            ';' => true,
            ',' => [", but ", ", while ", ", whereas ", ", however"].iter().any(|word| rest.starts_with(word)),
            _ => false,
        };
        if cut {
            clauses.push(&line[start..at]);
            start = at + c.len_utf8();
        }
    }
    clauses.push(&line[start..]);
    clauses
}

/// Words whose opposite is told by another word: the word, what it is brought to, whether it turns the meaning.
const OPPOSITES: &[(&str, &str, bool)] = &[
    ("disabled", "enabled", true),
    ("disable", "enable", true),
    ("disables", "enables", true),
    ("unsupported", "supported", true),
    ("optional", "required", true),
    ("unnecessary", "necessary", true),
    ("false", "true", true),
    ("asynchronous", "synchronous", true),
    ("async", "sync", true),
    ("unsafe", "safe", true),
    ("insecure", "secure", true),
    ("forbidden", "allowed", true),
    ("forbids", "allows", true),
    ("disallowed", "allowed", true),
    ("prohibited", "allowed", true),
    ("excluded", "included", true),
    ("excludes", "includes", true),
    ("mutable", "immutable", true),
    ("incompatible", "compatible", true),
    ("unavailable", "available", true),
    ("invalid", "valid", true),
    ("off", "enabled", true),
    ("fails", "works", true),
    ("fail", "work", true),
    ("removed", "present", true),
    ("missing", "present", true),
    ("ascending", "descending", true),
    ("insensitive", "sensitive", true),
    ("private", "public", true),
    ("unused", "used", true),
    ("inactive", "active", true),
];

const NEGATIONS: &[&str] = &[
    "not",
    "no",
    "never",
    "none",
    "without",
    "cannot",
    "cant",
    "dont",
    "doesnt",
    "isnt",
    "arent",
    "wasnt",
    "wont",
    "shouldnt",
    "mustnt",
    "hasnt",
    "havent",
    "didnt",
    "neither",
    "nor",
    "lacks",
    "couldnt",
    "wouldnt",
    "dropped",
    "discontinued",
    "ended",
];

/// Names under which the same thing goes.
const ALIASES: &[(&str, &str)] = &[
    ("postgresql", "postgres"),
    ("nodejs", "node"),
    ("node.js", "node"),
    ("golang", "go"),
    ("k8s", "kubernetes"),
    ("js", "javascript"),
    ("ts", "typescript"),
    ("mongo", "mongodb"),
    ("gcp", "google"),
];

fn without_alias(name: &str) -> &str {
    ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, known)| known)
}

fn read_statement(clause: &str) -> Statement {
    let words = read_words(clause);
    let mut negated = false;
    let mut plain = String::new();
    for word in &words {
        let lower = word.lower.as_str();
        if NEGATIONS.contains(&lower) {
            negated = !negated;
            continue;
        }
        let opposite = OPPOSITES.iter().find(|(turned, ..)| *turned == lower);
        negated ^= opposite.is_some_and(|(_, _, turns)| *turns);
        let alias = without_alias(lower);
        plain.push_str(opposite.map_or(if alias == lower { word.text } else { alias }, |(_, base, _)| base));
        plain.push(' ');
    }
    let mut terms: Vec<String> =
        content_terms(&plain).into_iter().filter(|term| term.bytes().any(|byte| byte.is_ascii_alphabetic())).collect();
    terms.sort();
    terms.dedup();
    let (quantities, versions) = read_quantities(clause);
    let names = words
        .iter()
        .enumerate()
        .filter(|(_, word)| unit(word.text).is_none())
        .filter(|(at, word)| {
            is_made_elsewhere(&word.lower)
                || word.shape == Shape::Identifier
                || (word.shape == Shape::Capitalised && *at > 0 && word.text.len() > 2)
        })
        .map(|(_, word)| without_alias(word.lower.trim_end_matches("()")).to_string())
        .collect();
    Statement { text: clause.trim().to_string(), terms, negated, versions, quantities, names }
}

/// Statements of both sides that speak about the same thing: they share a word of the question, or two words at all.
fn related_pairs<'s>(asked: &[String], left: &'s [Statement], right: &'s [Statement]) -> Vec<Pair<'s>> {
    let mut pairs = Vec::new();
    for l in left {
        for r in right {
            let shared: Vec<&String> = l.terms.iter().filter(|term| r.terms.binary_search(term).is_ok()).collect();
            let n_asked = shared.iter().filter(|term| asked.contains(term)).count();
            if n_asked > 0 || shared.len() >= 2 {
                pairs.push(Pair { left: l, right: r, n_shared: shared.len(), n_asked });
            }
        }
    }
    pairs
}

struct Pair<'s> {
    left: &'s Statement,
    right: &'s Statement,
    n_shared: usize,
    n_asked: usize,
}

/// Looks for a pair of related statements with an equal value; without one, the first pair with comparable values differs.
fn compare_by<T: ToShown>(
    pairs: &[Pair<'_>],
    values: impl Fn(&Statement) -> &Vec<T>,
    equal: impl Fn(&T, &T) -> Option<bool>,
) -> Option<Result<(), (String, String)>> {
    let mut differing = None;
    for pair in pairs {
        for a in values(pair.left) {
            for b in values(pair.right) {
                match equal(a, b) {
                    Some(true) => return Some(Ok(())),
                    Some(false) if differing.is_none() => differing = Some((a.shown(), b.shown())),
                    Some(false) | None => {}
                }
            }
        }
    }
    differing.map(Err)
}

trait ToShown {
    fn shown(&self) -> String;
}

impl ToShown for String {
    fn shown(&self) -> String {
        self.clone()
    }
}

impl ToShown for Quantity {
    fn shown(&self) -> String {
        self.text.clone()
    }
}

fn compare_polarity(
    question: &str,
    pairs: &[Pair<'_>],
    left: &[Statement],
    right: &[Statement],
) -> Option<Result<(), (String, String)>> {
    // "Yes, …" against "No, …".
    if let (Some(l), Some(r)) = (left.first(), right.first())
        && let (Some(a), Some(b)) = (yes_or_no(&l.text), yes_or_no(&r.text))
    {
        return Some(if a == b { Ok(()) } else { Err((l.text.clone(), r.text.clone())) });
    }
    let asked_negated = read_statement(question).negated;
    let mut differing = None;
    for pair in pairs {
        let smaller = pair.left.terms.len().min(pair.right.terms.len());
        // Two statements say yes and no about the same only when nearly all they say is shared.
        let close = pair.n_shared >= 2 && pair.n_shared * 10 >= smaller * 6 && (pair.n_asked > 0 || asked_negated);
        if !close {
            continue;
        }
        if pair.left.negated == pair.right.negated {
            return Some(Ok(()));
        }
        differing = differing.or_else(|| Some((pair.left.text.clone(), pair.right.text.clone())));
    }
    differing.map(Err)
}

fn yes_or_no(text: &str) -> Option<bool> {
    let word: String = text.chars().take_while(char::is_ascii_alphabetic).collect();
    match word.to_ascii_lowercase().as_str() {
        "yes" | "yep" | "correct" | "true" => Some(true),
        "no" | "nope" | "incorrect" | "false" => Some(false),
        _ => None,
    }
}

/// "Which …?" answered with different names. Only for questions that ask for one, and answers that give few.
fn compare_names(question: &str, left: &[Statement], right: &[Statement]) -> Option<Result<(), (String, String)>> {
    let words = read_words(question);
    let asks_which = words.iter().take(3).any(|word| matches!(word.lower.as_str(), "which" | "what" | "who"));
    if !asks_which {
        return None;
    }
    let names = |statements: &[Statement]| {
        let mut names: Vec<String> = Vec::new();
        for name in statements.iter().flat_map(|statement| &statement.names) {
            if !names.contains(name) && !words.iter().any(|word| word.lower == *name) {
                names.push(name.clone());
            }
        }
        names
    };
    let (left, right) = (names(left), names(right));
    if left.is_empty() || right.is_empty() || left.len() > 3 || right.len() > 3 {
        return None;
    }
    let begins = |a: &str, b: &str| b.len() > 3 && a.starts_with(b);
    let same = |a: &str, b: &str| a == b || begins(a, b) || begins(b, a);
    if left.iter().any(|a| right.iter().any(|b| same(a, b))) {
        return Some(Ok(()));
    }
    Some(Err((left.join(", "), right.join(", "))))
}

/// "What is the log level?" answered with `LOG_LEVEL=debug` and with "The log level is info": the last word of a
/// statement that is otherwise made of what was asked.
fn compare_settings(
    question: &str,
    asked: &[String],
    left: &[Statement],
    right: &[Statement],
) -> Option<Result<(), (String, String)>> {
    if !read_words(question).first().is_some_and(|word| matches!(word.lower.as_str(), "what" | "which")) {
        return None;
    }
    let settings = |statements: &[Statement]| -> Vec<Setting> {
        statements.iter().filter_map(|statement| setting(statement, asked)).collect()
    };
    let (left, right) = (settings(left), settings(right));
    let mut differing = None;
    for a in &left {
        for b in &right {
            if a.value == b.value {
                return Some(Ok(()));
            }
            // Two sentences may say two things of one subject; written as a setting there is one value.
            if (a.written || b.written) && differing.is_none() {
                differing = Some((a.value.clone(), b.value.clone()));
            }
        }
    }
    differing.map(Err)
}

struct Setting {
    value: String,
    /// As in a file (`name: value`, `name = "value"`, "defaults to value"), not as in a sentence.
    written: bool,
}

fn setting(statement: &Statement, asked: &[String]) -> Option<Setting> {
    const SIGNS: [(&str, bool); 7] = [
        (" defaults to ", true),
        (" is set to ", true),
        ("=", true),
        (": ", true),
        (" is called ", false),
        (" is ", false),
        (" are ", false),
    ];
    let (subject, value, written) = SIGNS
        .iter()
        .find_map(|(sign, written)| statement.text.split_once(sign).map(|(head, tail)| (head, tail, *written)))?;
    let value = value.trim_matches(|c: char| !c.is_alphanumeric());
    let word = !value.is_empty()
        && value.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
        && value.starts_with(|c: char| c.is_alphabetic());
    // "is protected", "is running" tell of a state, not of a value.
    let state = !written && ["ed", "ing", "able"].iter().any(|ending| value.ends_with(ending));
    let terms = content_terms(subject);
    let n_asked = terms.iter().filter(|term| asked.contains(term)).count();
    if !word || state || n_asked == 0 || n_asked * 2 < terms.len() || n_asked + 1 < asked.len() {
        return None;
    }
    Some(Setting { value: value.to_lowercase(), written })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(question: &str, left: &str, right: &str, expected: &[DifferenceKind]) {
        for (left, right) in [(left, right), (right, left)] {
            let verdict = answers_agree(question, left, right);
            let kinds: Vec<_> = verdict.differences.iter().map(|difference| difference.kind).collect();
            assert_eq!(kinds, expected, "{question}\n  {left}\n  {right}\n  {verdict:?}");
            assert_eq!(verdict.agree, expected.is_empty());
        }
    }

    #[test]
    fn values_are_compared_not_strings() {
        use DifferenceKind::Value;
        let ttl = "What is the cache TTL?";
        check(ttl, "The cache TTL is 300 seconds.", "cache TTL: 5 minutes", &[]);
        check(ttl, "The cache TTL is 300 seconds.", "The default TTL is 600 s", &[Value]);
        check(ttl, "const CACHE_TTL_MS = 5 * 60 * 1000;", "The cache TTL is five minutes, 300s by default", &[]);
        check(ttl, "const CACHE_TTL_MS = 5 * 60 * 1000;", "The cache TTL is 10 minutes", &[Value]);
        check("What is the upload limit?", "upload limit 10 MB", "The upload limit is 10240 KB", &[Value]);
        check("What is the upload limit?", "upload limit 10 MiB", "The upload limit is 10240 KiB", &[]);
        check("How many retries?", "retries = 3", "It does 5 retries", &[Value]);
        check("How big may uploads be?", "maxUpload: 5 * 1024 * 1024", "Uploads may have 10 MB", &[Value]);
        check("How big may uploads be?", "maxUpload: 5 * 1024 * 1024", "Uploads may have 5 MiB", &[]);
        check("What share is sampled?", "sampleRate: 0.1", "25 % are sampled", &[Value]);
        check("What share is sampled?", "sampleRate: 0.1", "10% are sampled", &[]);
        check("When was it released?", "It was released in 2023", "It was released in March 2024", &[Value]);
        check("When was it released?", "It was released on 2024-03-01", "It was released in March 2024", &[]);
        check("How many retries?", "retries = 3", "The port is 8080", &[]);
    }

    #[test]
    fn versions() {
        use DifferenceKind::Version;
        let q = "Which version of React do we use?";
        check(q, "\"react\": \"^18.2.0\"", "React 18", &[]);
        check(q, "\"react\": \"^18.2.0\"", "The latest React version is 19.1.0", &[Version]);
        check("Which Node version do we use?", "\"node\": \">=20\"", "Node 18 is used", &[Version]);
        check("Which Node version do we use?", "\"node\": \">=20\"", "Node.js 22.3 is used", &[]);
        check("Which version of Postgres runs?", "image: postgres:15.3", "PostgreSQL 16", &[Version]);
        check("What is the latest TypeScript?", "typescript 7.0.2", "TypeScript v7.0.2 is the latest", &[]);
    }

    #[test]
    fn polarity() {
        use DifferenceKind::Polarity;
        let q = "Does the client support streaming?";
        check(q, "The client supports streaming.", "The client does not support streaming", &[Polarity]);
        check(q, "The client supports streaming.", "Streaming is supported by the client", &[]);
        check(q, "Yes, since v2.", "No.", &[Polarity]);
        check("Is strict mode enabled?", "strict mode is disabled", "Strict mode is enabled", &[Polarity]);
        check("Is strict mode enabled?", "strict mode is disabled", "strict mode is not enabled", &[]);
        check("Is strict mode enabled?", "strict: { enabled: true }", "Strict mode is turned off", &[Polarity]);
        check("Is it supported?", "Support for Python 2 was dropped", "Python 2 is not supported", &[]);
    }

    #[test]
    fn names() {
        use DifferenceKind::Name;
        let q = "Which test runner is used?";
        check(q, "We run Vitest", "The tests run with Jest", &[Name]);
        check(q, "We run Vitest", "it is vitest", &[]);
        check("Where are tests?", "We run Vitest", "The tests run with Jest", &[]);
        check("Which package manager is used?", "pnpm", "The project uses npm workspaces", &[Name]);
        check("Which database do we use?", "We use PostgreSQL", "The database is Postgres", &[]);
        let level = "What is the default log level?";
        check(level, "The default log level is info", "LOG_LEVEL defaults to \"debug\"", &[Name]);
        check(level, "The default log level is info", "default log level: INFO", &[]);
        check("What is the default branch?", "default branch: main", "The default branch is protected", &[]);
    }

    #[test]
    fn answers_about_other_things_do_not_conflict() {
        check("How do we deploy?", "Deploys run at 3 pm", "Kubernetes restarts pods 5 times", &[]);
        check("anything", "", "", &[]);
        let long = "The cache TTL is 300 seconds. ".repeat(10_000);
        assert!(answers_agree("What is the cache TTL?", &long, &long).agree);
    }
}
