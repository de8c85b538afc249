//! From a question to what is being asked and who should be asked first.
//!
//! General signs only: whom the question points at ("we", "our", "here"), tenses that ask about the past, names and
//! versions of things made elsewhere, shapes of files and identifiers. Every sign that counted is told.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use super::policy::{GroundingPolicy, GroundingSource, GroundingTier};
use super::route_cues::{CONVENTION, CUES, DEPENDENCY};
use super::route_signs::{Signs, general, in_a_part, is_known, past, things};
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
        for question in ["", "   ", "???", "\u{0}\u{1f600}", "x", "What next?", "Next?", "What about edge cases?"] {
            assert_eq!(route(question).primary, GroundingSource::Repo);
            assert!(!route(question).reasons.is_empty());
        }
        assert_eq!(route("Does Next cache this?").primary, GroundingSource::Web);
        let long = "did we decide ".repeat(10_000);
        assert_eq!(route(&long).primary, GroundingSource::History);
    }
}
