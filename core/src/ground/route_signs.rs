//! Signs in a question: whom it points at, which time it asks about, what it names.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::policy::GroundingSource;
use super::quantity::MONTHS;
use super::route_cues::{Cue, EVERYDAY, MAKES_LOCAL, is_made_elsewhere};
use super::words::{Shape, Word};

/// What was found so far, in tenths of a point.
#[derive(Default)]
pub(super) struct Signs {
    scores: [i32; 3],
    found: Vec<(GroundingSource, i32, String)>,
    pub(super) external: bool,
}

impl Signs {
    pub(super) fn add(&mut self, cue: &Cue) {
        self.note(cue.source, cue.weight, format!("“{}” {}", cue.phrase.trim(), cue.because));
    }

    pub(super) fn note(&mut self, source: GroundingSource, weight: i32, because: String) {
        self.scores[source as usize] += weight;
        if source == GroundingSource::Web && weight >= 15 {
            self.external = true;
        }
        self.found.push((source, weight, because));
    }

    /// The highest score; the repository when nothing speaks clearly for another source.
    pub(super) fn winner(&self) -> GroundingSource {
        let [repo, web, history] = self.scores;
        if history > repo && history >= web && history > 0 {
            GroundingSource::History
        } else if web > repo && web > 0 {
            GroundingSource::Web
        } else {
            GroundingSource::Repo
        }
    }

    pub(super) fn reasons(&self, winner: GroundingSource) -> Vec<String> {
        let mut found: Vec<_> = self.found.iter().filter(|(source, ..)| *source == winner).collect();
        found.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.2.cmp(&b.2)));
        let mut reasons: Vec<String> = found.into_iter().take(4).map(|(_, _, because)| because.clone()).collect();
        if reasons.is_empty() {
            reasons.push("nothing points elsewhere, and the repository is the first place to look".into());
        }
        reasons
    }
}

/// "did", "was", "we switched", "… before?": a question about something that happened.
pub(super) fn past(words: &[Word<'_>], text: &str, signs: &mut Signs) {
    const PAST: [&str; 5] = [" did ", " was ", " were ", " had ", " has anyone "];
    const PEOPLE: [&str; 8] = [" we ", " us ", " team ", " someone ", " anyone ", " somebody ", " they ", " user "];
    if let Some(word) = PAST.iter().find(|word| text.contains(*word)) {
        signs.note(GroundingSource::History, 22, format!("“{}” asks about the past", word.trim()));
        if PEOPLE.iter().any(|who| text.contains(who)) {
            signs.note(GroundingSource::History, 12, "asks what people here did".into());
        }
    } else if let Some(pair) = words.windows(2).find(|pair| pair[0].lower == "we" && is_past_form(&pair[1].lower))
        && !text.contains(" are we ")
    {
        signs.note(GroundingSource::History, 30, format!("“we {}” asks about the past", pair[1].text));
    }
    if let Some(pair) = words.windows(2).find(|pair| pair[0].lower == "who" && is_past_form(&pair[1].lower)) {
        signs.note(GroundingSource::History, 25, format!("“who {}” asks about the past", pair[1].lower));
    }
    let why = text.contains(" why ") || text.contains(" how come ");
    if why && PEOPLE.iter().chain(&[" our "]).any(|who| text.contains(who)) {
        signs.note(GroundingSource::History, 22, "asks for our reasons".into());
    }
    if text.ends_with(" before ") || text.ends_with(" once ") {
        signs.note(GroundingSource::History, 15, "ends in the past".into());
    }
}

fn is_past_form(word: &str) -> bool {
    const NOT_PAST: [&str; 6] = ["need", "embed", "feed", "exceed", "proceed", "speed"];
    (word.len() > 4 && word.ends_with("ed") && !NOT_PAST.contains(&word))
        || matches!(
            word,
            "chose"
                | "went"
                | "gave"
                | "made"
                | "took"
                | "built"
                | "wrote"
                | "ran"
                | "found"
                | "broke"
                | "got"
                | "said"
                | "told"
                | "came"
                | "saw"
                | "kept"
                | "left"
                | "lost"
                | "began"
                | "did"
                | "thought"
                | "bought"
                | "dealt"
        )
}

/// A question that points at nothing in particular is about the world; signs of the web alone weigh less when the
/// question points at a thing of ours.
pub(super) fn general(words: &[Word<'_>], text: &str, named_elsewhere: bool, signs: &mut Signs) {
    let definite = words.windows(2).find(|pair| {
        matches!(pair[0].lower.as_str(), "the" | "this" | "these" | "that")
            && pair[1].shape == Shape::Plain
            && !GENERAL_NOUNS.contains(&pair[1].lower.as_str())
    });
    let [repo, web, _] = signs.scores;
    if let Some(pair) = definite {
        if !named_elsewhere && web > 0 {
            signs.note(GroundingSource::Repo, 20, format!("“{} {}” is a thing of ours", pair[0].lower, pair[1].lower));
        }
        return;
    }
    let asks = words.first().is_some_and(|word| {
        matches!(
            word.lower.as_str(),
            "what"
                | "which"
                | "how"
                | "is"
                | "are"
                | "can"
                | "does"
                | "do"
                | "when"
                | "will"
                | "should"
                | "verify"
                | "confirm"
        )
    });
    if asks && !is_local(words, text) && repo <= 10 && words.len() > 3 && (named_elsewhere || web > 0) {
        signs.note(GroundingSource::Web, 12, "points at nothing in this repository".into());
    }
}

/// After "the", these do not name a thing of ours.
const GENERAL_NOUNS: &[&str] = &[
    "api",
    "best",
    "browser",
    "correct",
    "cost",
    "current",
    "default",
    "difference",
    "differences",
    "documentation",
    "docs",
    "industry",
    "latest",
    "limit",
    "losing",
    "max",
    "maximum",
    "minimum",
    "most",
    "new",
    "newest",
    "official",
    "options",
    "parameters",
    "rate",
    "recommended",
    "right",
    "same",
    "semantics",
    "signature",
    "spec",
    "standard",
    "state",
    "syntax",
    "way",
    "web",
];

/// Names, versions, paths and identifiers.
///
/// Returns whether something made elsewhere is named.
pub(super) fn things(words: &[Word<'_>], text: &str, signs: &mut Signs) -> bool {
    let local = is_local(words, text);
    let mut elsewhere: Option<&str> = None;
    let mut proper: Option<&str> = None;
    let mut versioned: Option<String> = None;
    let (mut path, mut identifier, mut part) = (None, None, None);
    for (at, word) in words.iter().enumerate() {
        let known = is_known(word);
        let before_code_noun = words.get(at + 1).is_some_and(|next| is_code_noun(&next.lower));
        let ours = known && before_code_noun && at.checked_sub(1).is_some_and(|before| is_determiner(&words[before]));
        match word.shape {
            _ if ours => part = part.or(Some((word.text, words[at + 1].text))),
            _ if known => elsewhere = elsewhere.or(Some(word.text)),
            Shape::Path => path = path.or(Some(word.text)),
            Shape::Identifier => identifier = identifier.or(Some(word.text)),
            Shape::Capitalised if before_code_noun => identifier = identifier.or(Some(word.text)),
            Shape::Capitalised if !word.opens_sentence && !is_acronym(word.text) && !MONTHS.contains(&word.text) => {
                proper = proper.or(Some(word.text));
            }
            Shape::Plain | Shape::Capitalised | Shape::Number => {}
        }
        let name_before = at.checked_sub(1).and_then(|before| words.get(before));
        if word.shape == Shape::Number
            && versioned.is_none()
            && let Some(name) = name_before
                .filter(|name| is_known(name) || matches!(name.shape, Shape::Capitalised | Shape::Identifier))
        {
            versioned = Some(format!("“{} {}” is a version", name.text, word.text));
        }
    }
    // What we use here is asked about here, whoever made it.
    let share = |weight: i32| if local { weight * 2 / 5 } else { weight };
    if let Some(name) = elsewhere {
        signs.note(GroundingSource::Web, share(22), format!("“{name}” is made elsewhere"));
    } else if let Some(name) = proper.filter(|_| path.is_none() && identifier.is_none()) {
        signs.note(GroundingSource::Web, share(11), format!("“{name}” reads like a product's name"));
    }
    if let Some(reason) = versioned {
        signs.note(GroundingSource::Web, share(16), reason);
    }
    if let Some(path) = path {
        signs.note(GroundingSource::Repo, 32, format!("“{path}” is a file"));
    }
    if let Some((name, noun)) = part {
        signs.note(GroundingSource::Repo, 20, format!("“{name} {noun}” is a part of a program"));
    }
    if let Some(name) = identifier {
        let weight = if elsewhere.is_some() { 8 } else { 20 };
        signs.note(GroundingSource::Repo, weight, format!("“{name}” is an identifier"));
    }
    elsewhere.or(proper).is_some()
}

/// Whether a word is, or begins with, the name of something made elsewhere: `tokio::select`, `serde_json::to_string`,
/// `Array.prototype.at`.
pub(super) fn is_known(word: &Word<'_>) -> bool {
    if is_made_elsewhere(&word.lower) {
        let says_nothing = word.shape == Shape::Plain || word.opens_sentence;
        return !(says_nothing && EVERYDAY.contains(&word.lower.as_str()));
    }
    let Some(head) = word.head() else { return false };
    let qualified = word.shape == Shape::Identifier || word.lower.contains('.');
    is_made_elsewhere(head) || qualified && (is_built_in(head) || head.split('_').next().is_some_and(is_made_elsewhere))
}

/// Modules and types that come with a language.
fn is_built_in(head: &str) -> bool {
    matches!(
        head,
        "std"
            | "alloc"
            | "array"
            | "object"
            | "promise"
            | "string"
            | "number"
            | "math"
            | "date"
            | "intl"
            | "fs"
            | "crypto"
            | "process"
            | "console"
            | "window"
            | "document"
            | "navigator"
            | "os"
            | "sys"
            | "itertools"
            | "functools"
            | "collections"
            | "subprocess"
            | "pathlib"
            | "java"
            | "javax"
            | "system"
    )
}

/// Whether the question is about something here.
fn is_local(words: &[Word<'_>], text: &str) -> bool {
    MAKES_LOCAL.iter().any(|word| text.contains(word)) || in_a_part(words)
}

/// "in the api package", "of the billing service": a part of ours is named.
pub(super) fn in_a_part(words: &[Word<'_>]) -> bool {
    words.windows(4).any(|four| {
        matches!(four[0].lower.as_str(), "in" | "of" | "from" | "by" | "inside" | "does" | "into")
            && is_determiner(&four[1])
            && !is_known(&four[2])
            && four[2].shape == Shape::Plain
            && matches!(
                four[3].lower.as_str(),
                "package" | "service" | "app" | "module" | "crate" | "folder" | "directory" | "workspace" | "job"
            )
    })
}

fn is_determiner(word: &Word<'_>) -> bool {
    matches!(word.lower.as_str(), "the" | "our" | "this" | "these" | "any" | "all" | "every" | "each" | "other")
}

/// `TTL`, `CI`, `JSON`: words of the trade, not names.
fn is_acronym(text: &str) -> bool {
    text.len() <= 5 && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

fn is_code_noun(word: &str) -> bool {
    matches!(
        word,
        "class"
            | "client"
            | "clients"
            | "components"
            | "config"
            | "configuration"
            | "container"
            | "handlers"
            | "hooks"
            | "integration"
            | "interface"
            | "job"
            | "jobs"
            | "migrations"
            | "models"
            | "queries"
            | "setup"
            | "tests"
            | "workflows"
            | "wrapper"
            | "adapter"
            | "model"
            | "module"
            | "component"
            | "service"
            | "table"
            | "handler"
            | "function"
            | "method"
            | "struct"
            | "trait"
            | "type"
            | "enum"
            | "endpoint"
            | "page"
            | "hook"
            | "helper"
            | "controller"
    )
}
