//! Words that tell an item from others: keywords, entities, files and tags.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::sentence;
use super::vocabulary::{looks_like_path, stem};

const STOP_WORDS: &str = " a about above across actually after again against all almost along already also although always am among an and another any anything are around as asked at away back be became because become becomes been before being below between both but by called came can can't cannot come comes could couldn't did didn't do does doesn't doing don't done down during each either else enough etc even ever every everything example few find first following for from full get gets give given gives go goes going good got had has have having he hello help her here here's hers him his how however i i'd i'll i'm i've if in including inside instead into is isn't it it's its itself just keep kind know known last less let let's like likely look looking made make makes making many may me mean means might mine more most much must my need needed needs never new next no none nor not nothing now of off often ok okay on once one ones only onto or other others our out over own per please possible put rather read really right run running said same say says see seen set several shall she should show simple simply since so some something soon still such sure take takes tell than thank thanks that that's the their them then there there's these they they're thing things think this those though three through thus to together too took toward try turn two under until up upon us use used uses using very via want wants was wasn't way we we'd we'll we're we've well went were what what's when where whether which while who whole whose why will with within without won't work working works would wouldn't write yes yet you you'd you'll you're you've your yours ";

/// Whether a lower-case word says nothing about a subject.
pub(super) fn is_stop_word(word: &str) -> bool {
    if word.len() < 2 || word.len() > 10 {
        return word.len() < 2;
    }
    let mut padded = String::with_capacity(word.len() + 2);
    padded.push(' ');
    padded.push_str(word);
    padded.push(' ');
    STOP_WORDS.contains(&padded)
}

/// Content words with how often they occur, by stem; the value keeps the first spelling.
pub(super) fn content(text: &str) -> BTreeMap<String, (u32, String)> {
    let mut counts: BTreeMap<String, (u32, String)> = BTreeMap::new();
    for word in sentence::words(text) {
        if is_stop_word(&word) || !word.chars().any(char::is_alphabetic) {
            continue;
        }
        let key = stem(&word).to_string();
        let entry = counts.entry(key).or_insert((0, word));
        entry.0 += 1;
    }
    counts
}

/// The best keywords of an item: words of the title first, then the most frequent long ones.
pub(super) fn keywords(title: &str, statement: &str, limit: usize) -> Vec<String> {
    let mut scored: Vec<(u32, String)> = content(statement)
        .into_iter()
        .filter(|(_, (_, word))| word.len() >= 3 && word.len() <= 40)
        .map(|(_, (n, word))| (n.min(6) * 2 + u32::from(word.len() > 5) + u32::from(looks_like_path(&word)) * 2, word))
        .collect();
    scored.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let mut out: Vec<String> = Vec::new();
    let from_title =
        sentence::words(title).into_iter().filter(|w| !is_stop_word(w) && w.chars().any(char::is_alphabetic));
    for word in from_title.chain(scored.into_iter().map(|(_, word)| word)) {
        if out.len() >= limit {
            break;
        }
        if !out.iter().any(|known| stem(known) == stem(&word)) {
            out.push(word);
        }
    }
    out
}

/// Paths of the project that the text names, in the order they appear.
pub(super) fn files(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for piece in text
        .split(|c: char| c.is_whitespace() || matches!(c, '`' | '"' | '\'' | '(' | ')' | '[' | ']' | ',' | '|' | '*'))
    {
        let piece = piece.trim_end_matches(['.', ':', ';', '!', '?']);
        if looks_like_path(piece) && !piece.contains('<') && !out.iter().any(|known| known == piece) {
            out.push(piece.to_string());
            if out.len() >= 12 {
                break;
            }
        }
    }
    out
}

/// Names: code spans, `owner/name`, `#12`, and capitalised words inside sentences.
pub(super) fn entities(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut push = |name: &str| {
        let name = name.trim();
        if (2..60).contains(&name.len()) && out.len() < 16 && !out.iter().any(|known| known.eq_ignore_ascii_case(name))
        {
            out.push(name.to_string());
        }
    };
    for (n, span) in text.split('`').enumerate() {
        if n % 2 == 1 && !span.contains('\n') && span.split_whitespace().count() <= 3 {
            push(span);
        }
    }
    let plain = sentence::plain(text);
    for sentence in sentence::sentences(&plain) {
        let mut previous_ended = true;
        for word in sentence.split_whitespace() {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '#' && c != '@');
            let capital = bare.chars().next().is_some_and(char::is_uppercase);
            let mixed = bare.chars().skip(1).any(char::is_uppercase);
            let is_ref = bare.starts_with('#') && bare.len() > 1 && bare[1..].bytes().all(|b| b.is_ascii_digit());
            let is_repo =
                bare.matches('/').count() == 1 && bare.split('/').all(|part| part.len() > 1) && !looks_like_path(bare);
            if is_ref
                || (is_repo
                    && bare.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'-' | b'_' | b'.')))
                || (capital && mixed)
                || (capital && !previous_ended && !is_stop_word(&bare.to_lowercase()))
            {
                push(bare);
            }
            previous_ended = word.ends_with([':', '—', '|', '.', '-']) || word == "|";
        }
    }
    out
}

/// Topical tags from the vocabulary of software work.
pub(super) fn tags(text: &str) -> Vec<String> {
    const DOMAINS: [(&str, &[&str]); 9] = [
        (
            "security",
            &[
                "auth",
                "login",
                "password",
                "token",
                "jwt",
                "oauth",
                "xss",
                "injection",
                "vulnerability",
                "cve",
                "encrypt",
                "permission",
                "secret",
                "license",
            ],
        ),
        (
            "infra",
            &[
                "docker",
                "kubernetes",
                "deploy",
                "deployment",
                "workflow",
                "actions",
                "pipeline",
                "ci",
                "terraform",
                "server",
                "cron",
                "runner",
            ],
        ),
        (
            "performance",
            &["latency", "slow", "memory", "cache", "benchmark", "throughput", "speed", "performance", "timeout"],
        ),
        ("api", &["api", "endpoint", "rest", "graphql", "webhook", "request", "response", "http"]),
        ("database", &["database", "sql", "postgres", "sqlite", "mysql", "schema", "migration", "query", "index"]),
        ("frontend", &["ui", "css", "html", "react", "component", "button", "layout", "page", "website"]),
        ("testing", &["test", "tests", "testing", "coverage", "fixture", "flaky"]),
        ("docs", &["docs", "documentation", "readme", "document", "guide"]),
        ("process", &["release", "branch", "commit", "merge", "issue", "pr", "prs", "review", "fork"]),
    ];
    let counts = content(text);
    let mut scored: Vec<(u32, &str)> = DOMAINS
        .iter()
        .map(|(tag, words)| {
            (words.iter().filter_map(|word| counts.get(stem(word))).map(|(n, _)| (*n).min(3)).sum::<u32>(), *tag)
        })
        .filter(|(n, _)| *n >= 2)
        .collect();
    scored.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    scored.into_iter().take(3).map(|(_, tag)| tag.to_string()).collect()
}
