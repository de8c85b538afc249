//! From a question to what is being asked and who should be asked first.
//!
//! General signs only: whom the question points at ("we", "our", "here"), tenses that ask about the past, names and
//! versions of things made elsewhere, shapes of files and identifiers. Every sign that counted is told.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use super::policy::{GroundingPolicy, GroundingSource, GroundingTier};
use super::quantity::MONTHS;
use super::route_cues::{CONVENTION, CUES, Cue, DEPENDENCY, MAKES_LOCAL, is_made_elsewhere};
use super::sanitize::question_without_secrets;
use super::words::{Shape, Word, read_words, spaced};

/// Longer questions are read up to here; what is asked stands in the first lines.
const MAX_QUESTION_BYTES: usize = 4_000;

/// What kind of question it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum QueryIntent {
    /// How is something done in this code base, and is it there already?
    PatternCheck,
    /// What does something made elsewhere do?
    ApiVerify,
    /// How do we name, place and write things?
    ConventionLookup,
    /// What was decided or tried before, and why?
    DecisionRecall,
    /// Which versions and packages, and do they fit?
    DependencyCheck,
}

impl QueryIntent {
    /// The word used in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::PatternCheck => "pattern_check",
            Self::ApiVerify => "api_verify",
            Self::ConventionLookup => "convention_lookup",
            Self::DecisionRecall => "decision_recall",
            Self::DependencyCheck => "dependency_check",
        }
    }
}

/// Where a question goes, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GroundingRoute {
    /// What kind of question it is.
    pub intent: QueryIntent,
    /// Who knows best.
    pub primary: GroundingSource,
    /// Who is asked, in order; for a tier only those that the tier may ask.
    pub sources: Vec<GroundingSource>,
    /// Whether the question points at something made elsewhere.
    pub external: bool,
    /// The signs that counted, strongest first.
    pub reasons: Vec<String>,
}

/// Routes a question without regard to a tier: all sources, the best one first.
pub fn route(question: &str) -> GroundingRoute {
    // What counted is told as a reason; a secret must not be.
    let question = question_without_secrets(cut(question));
    let words = read_words(&question);
    let text = spaced(&words);
    let mut signs = Signs::default();
    for cue in CUES {
        if text.contains(cue.phrase) {
            signs.add(cue);
        }
    }
    if question.contains("://") {
        signs.note(GroundingSource::Web, 50, "names an address".into());
    }
    if let Some(notice) = words.iter().find(|word| word.lower.starts_with("cve-")) {
        signs.note(GroundingSource::Web, 40, format!("“{}” is a security notice", notice.text));
    }
    if in_a_part(&words) {
        signs.note(GroundingSource::Repo, 25, "names a part of ours".into());
    }
    past(&words, &text, &mut signs);
    let named_elsewhere = things(&words, &text, &mut signs);
    general(&words, &text, named_elsewhere, &mut signs);
    let external = signs.external;
    let primary = signs.winner();
    let mut sources = alloc::vec![primary];
    sources.extend(GroundingSource::CHAIN.into_iter().filter(|&source| source != primary));
    GroundingRoute {
        intent: intent(primary, &text, &words),
        primary,
        sources,
        external,
        reasons: signs.reasons(primary),
    }
}

/// Routes a question for a policy: the sources its tier may ask, in the order in which they are asked.
pub fn route_for(question: &str, policy: &GroundingPolicy) -> GroundingRoute {
    let mut routed = route(question);
    let allowed = |source: GroundingSource| policy.limits.iter().any(|limit| limit.source == source);
    match policy.tier {
        GroundingTier::Light => routed.reasons.push("light grounding asks the repository only".into()),
        GroundingTier::Mini => {
            let first = match (routed.external, policy.focus) {
                (true, _) | (false, Some(GroundingSource::Web)) => GroundingSource::Web,
                (false, _) => GroundingSource::Repo,
            };
            if first != routed.primary {
                routed.reasons.push(format!("{} comes first at this transition", first.name()));
            }
            routed.sources.sort_by_key(|&source| source != first);
        }
        GroundingTier::Standard | GroundingTier::Full => {}
    }
    routed.sources.retain(|&source| allowed(source));
    routed
}

fn cut(question: &str) -> &str {
    let mut end = question.len().min(MAX_QUESTION_BYTES);
    while !question.is_char_boundary(end) {
        end -= 1;
    }
    &question[..end]
}

/// What was found so far, in tenths of a point.
#[derive(Default)]
struct Signs {
    scores: [i32; 3],
    found: Vec<(GroundingSource, i32, String)>,
    external: bool,
}

impl Signs {
    fn add(&mut self, cue: &Cue) {
        self.note(cue.source, cue.weight, format!("“{}” {}", cue.phrase.trim(), cue.because));
    }

    fn note(&mut self, source: GroundingSource, weight: i32, because: String) {
        self.scores[source as usize] += weight;
        if source == GroundingSource::Web && weight >= 15 {
            self.external = true;
        }
        self.found.push((source, weight, because));
    }

    /// The highest score; the repository when nothing speaks clearly for another source.
    fn winner(&self) -> GroundingSource {
        let [repo, web, history] = self.scores;
        if history > repo && history >= web && history > 0 {
            GroundingSource::History
        } else if web > repo && web > 0 {
            GroundingSource::Web
        } else {
            GroundingSource::Repo
        }
    }

    fn reasons(&self, winner: GroundingSource) -> Vec<String> {
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
fn past(words: &[Word<'_>], text: &str, signs: &mut Signs) {
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
fn general(words: &[Word<'_>], text: &str, named_elsewhere: bool, signs: &mut Signs) {
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
fn things(words: &[Word<'_>], text: &str, signs: &mut Signs) -> bool {
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
fn is_known(word: &Word<'_>) -> bool {
    if is_made_elsewhere(&word.lower) {
        return true;
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
fn in_a_part(words: &[Word<'_>]) -> bool {
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

fn intent(primary: GroundingSource, text: &str, words: &[Word<'_>]) -> QueryIntent {
    let count = |list: &[&str]| list.iter().filter(|phrase| text.contains(**phrase)).count();
    let manifest = words.iter().any(|word| {
        matches!(
            word.lower.rsplit('/').next().unwrap_or_default(),
            "package.json"
                | "cargo.toml"
                | "cargo.lock"
                | "go.mod"
                | "go.sum"
                | "pyproject.toml"
                | "requirements.txt"
                | "package-lock.json"
                | "yarn.lock"
                | "pom.xml"
                | "gemfile"
                | "build.gradle"
                | "composer.json"
        )
    });
    let numbered = |word: &Word<'_>| word.shape == Shape::Number;
    let versions = words
        .windows(2)
        .filter(|pair| numbered(&pair[1]) && (is_known(&pair[0]) || pair[0].shape == Shape::Capitalised))
        .count()
        // "14 and 15", "1.4 to 2.0"
        + words.windows(3).filter(|three| numbered(&three[0]) && numbered(&three[2])).count();
    let depends_on_code =
        words.windows(3).any(|three| three[0].lower.starts_with("depend") && three[2].shape == Shape::Identifier);
    let not_meant = count(&[" this package ", " dependency injection ", " this library ", " this crate "])
        + usize::from(depends_on_code);
    let dependency = 2 * (count(DEPENDENCY) - not_meant.min(count(DEPENDENCY))) + 2 * usize::from(manifest) + versions;
    let notice = words.iter().any(|word| word.lower.starts_with("cve-"));
    let either = text.contains(" or ")
        && [" use ", " used ", " using ", " go ", " follow ", " write ", " written "]
            .iter()
            .any(|verb| text.contains(verb));
    match primary {
        GroundingSource::History => QueryIntent::DecisionRecall,
        GroundingSource::Web if dependency >= 2 || notice => QueryIntent::DependencyCheck,
        GroundingSource::Web => QueryIntent::ApiVerify,
        // Here a version is one of something we use.
        GroundingSource::Repo => match (dependency + versions, 2 * count(CONVENTION) + 2 * usize::from(either)) {
            (0, 0) => QueryIntent::PatternCheck,
            (dependency, convention) if convention >= dependency => QueryIntent::ConventionLookup,
            (dependency, _) if dependency >= 2 => QueryIntent::DependencyCheck,
            _ => QueryIntent::PatternCheck,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::policy::{DesignMode, PhaseTransition, policy_for};

    #[derive(Deserialize)]
    struct Labelled {
        question: String,
        intent: QueryIntent,
        source: GroundingSource,
        #[serde(default)]
        acceptance: bool,
    }

    fn labelled() -> Vec<Labelled> {
        let text = include_str!("../../../tests/ground/questions.jsonl");
        text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }

    /// Asserts that at least nine of ten questions are judged right, and names the others when they are more.
    #[track_caller]
    fn check_share<'a>(questions: impl Iterator<Item = &'a Labelled>, is_right: impl Fn(&Labelled) -> bool) {
        let (right, wrong): (Vec<&Labelled>, Vec<&Labelled>) = questions.partition(|labelled| is_right(labelled));
        let named: Vec<_> = wrong.iter().map(|labelled| labelled.question.as_str()).collect();
        assert!(right.len() * 10 >= (right.len() + wrong.len()) * 9, "{} right, wrong: {named:#?}", right.len());
    }

    #[test]
    fn nine_of_ten_questions_go_to_the_right_source() {
        let questions = labelled();
        assert!(questions.len() >= 150);
        let is_right = |labelled: &Labelled| route(&labelled.question).primary == labelled.source;
        check_share(questions.iter(), is_right);
        let acceptance: Vec<_> = questions.iter().filter(|labelled| labelled.acceptance).collect();
        assert_eq!(acceptance.len(), 20);
        check_share(acceptance.into_iter(), is_right);
    }

    #[test]
    fn nine_of_ten_intents_are_right() {
        let questions = labelled();
        check_share(questions.iter(), |labelled| route(&labelled.question).intent == labelled.intent);
    }

    #[track_caller]
    fn check(mode: DesignMode, transition: PhaseTransition, question: &str, order: &[&str]) {
        let routed = route_for(question, &policy_for(mode, transition));
        let names: Vec<_> = routed.sources.iter().map(|source| source.name()).collect();
        assert_eq!(names, order, "{question}");
    }

    #[test]
    fn tiers_limit_and_order_the_sources() {
        use PhaseTransition::{DefineDevelop, DeliverComplete, DevelopDeliver, DiscoverDefine};
        check(DesignMode::Speed, DeliverComplete, "Why did we choose Postgres?", &["repo"]);
        check(DesignMode::Full, DiscoverDefine, "How do we retry?", &["repo", "web"]);
        check(DesignMode::Full, DiscoverDefine, "What is the latest version of React?", &["web", "repo"]);
        check(DesignMode::Full, DefineDevelop, "How do we retry?", &["web", "repo"]);
        check(DesignMode::Full, DevelopDeliver, "How do we retry?", &["repo", "web", "history"]);
        check(DesignMode::Full, DeliverComplete, "Why did we choose Postgres?", &["history", "repo", "web"]);
    }

    #[test]
    fn odd_questions_go_to_the_repository() {
        for question in ["", "   ", "???", "\u{0}\u{1f600}", "x"] {
            assert_eq!(route(question).primary, GroundingSource::Repo);
            assert!(!route(question).reasons.is_empty());
        }
        let long = "did we decide ".repeat(10_000);
        assert_eq!(route(&long).primary, GroundingSource::History);
    }
}
