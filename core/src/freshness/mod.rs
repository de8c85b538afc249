//! How far an entry can still be trusted: what it depends on decides; where that cannot be told, its age.
//!
//! Nothing is ever dropped for age. The score ranks, the band and the caveat are for people and agents.

mod condition;
mod facts;
mod manifest;
mod version;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::article::Article;
use crate::time::Timestamp;
pub use condition::{CheckedCondition, Verdict, check_condition, paths_in_conditions};
pub use facts::{Facts, manifest_names};

/// How age lowers the score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct DecaySettings {
    /// What each day costs.
    pub rate: f64,
    /// The score that nothing falls below.
    pub floor: f64,
    /// Tags and domains whose entries do not age.
    pub evergreen: Vec<String>,
}

impl Default for DecaySettings {
    fn default() -> Self {
        let evergreen = ["architecture", "security", "core", "breaking"].map(ToString::to_string).to_vec();
        Self { rate: 0.01, floor: 0.3, evergreen }
    }
}

/// How old an entry is, in the words used for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Band {
    /// Under 30 days, or exempt from aging.
    Fresh,
    /// 30 to 90 days.
    Aging,
    /// Over 90 days.
    Old,
    /// No date is known.
    Undated,
}

impl Band {
    /// The band of an age.
    pub fn of(days: i64) -> Self {
        match days {
            ..30 => Self::Fresh,
            30..=90 => Self::Aging,
            _ => Self::Old,
        }
    }

    /// How to use an entry of this band.
    pub fn treatment(self) -> &'static str {
        match self {
            Self::Fresh => "Apply normally",
            Self::Aging | Self::Undated => "Apply with minor age note",
            Self::Old => "Apply with age caveat, lower ranking",
        }
    }
}

/// What is known about an entry's freshness.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Freshness {
    /// From the floor to 1; what ranking uses.
    pub score: f64,
    /// Whole days since it was last changed.
    pub age_days: Option<u32>,
    /// The band of its age.
    pub band: Band,
    /// Whether it does not age: an evergreen tag, or a principle.
    pub evergreen: bool,
    /// Whether the score has reached the floor.
    pub stale: bool,
    /// The verdict over all conditions; absent when there are none.
    pub verdict: Option<Verdict>,
    /// Each condition with its verdict.
    pub conditions: Vec<CheckedCondition>,
    /// One short word or two: `Fresh`, `Fresh (depends_on holds)`, `45 days old`, `Stale (depends_on broken)`.
    pub label: String,
    /// The sentence to show beside the entry; absent when there is nothing to warn of.
    pub caveat: Option<String>,
}

/// The score of an age: `max(floor, 1 - days * rate)`.
pub fn decay(days: i64, settings: &DecaySettings) -> f64 {
    #[allow(clippy::cast_precision_loss)] // days stay far below 2^52
    let aged = 1.0 - days.max(0) as f64 * settings.rate;
    aged.max(settings.floor).min(1.0)
}

/// Whether an entry does not age.
pub fn is_evergreen(article: &Article, settings: &DecaySettings) -> bool {
    let front = &article.front;
    front.durability.as_deref().is_some_and(|word| word.eq_ignore_ascii_case("principle"))
        || front.tags.iter().chain(&front.domains).any(|tag| {
            let top = tag.split('/').next().unwrap_or(tag);
            settings.evergreen.iter().any(|word| word.eq_ignore_ascii_case(tag) || word.eq_ignore_ascii_case(top))
        })
}

/// Judges an entry at the time `now`, with the facts about the project when there are any.
pub fn assess(article: &Article, now: Timestamp, settings: &DecaySettings, facts: Option<&Facts>) -> Freshness {
    let since = article.front.updated.or(article.front.created);
    let age = since.map(|since| since.days_until(now));
    let evergreen = is_evergreen(article, settings);
    let band = match age {
        _ if evergreen => Band::Fresh,
        Some(days) => Band::of(days),
        None => Band::Undated,
    };
    let unknown = Facts::default();
    let conditions: Vec<_> =
        article.front.depends_on.iter().map(|text| check_condition(text, facts.unwrap_or(&unknown))).collect();
    let verdict = conditions.iter().map(|checked| checked.verdict).max();
    let aged = if evergreen { 1.0 } else { age.map_or(settings.floor, |days| decay(days, settings)) };
    let (score, label, caveat) = match verdict {
        Some(Verdict::Holds) => (1.0, "Fresh (depends_on holds)".to_string(), None),
        Some(Verdict::Broken) => {
            (settings.floor, "Stale (depends_on broken)".to_string(), Some(broken_caveat(&article.id, &conditions)))
        }
        _ => (aged, age_label(band, age), age_caveat(&article.id, band, age)),
    };
    Freshness {
        score,
        age_days: age.map(|days| u32::try_from(days).unwrap_or(u32::MAX)),
        band,
        evergreen,
        stale: score <= settings.floor,
        verdict,
        conditions,
        label,
        caveat,
    }
}

fn age_label(band: Band, age: Option<i64>) -> String {
    match (band, age) {
        (Band::Fresh, _) => "Fresh".to_string(),
        (_, Some(days)) => format!("{days} days old"),
        (_, None) => "Undated".to_string(),
    }
}

fn age_caveat(id: &str, band: Band, age: Option<i64>) -> Option<String> {
    match (band, age) {
        (Band::Fresh, _) => None,
        (Band::Aging, Some(days)) => Some(format!("Note: [{id}] is {days} days old")),
        (Band::Old, Some(days)) => Some(format!("Note: [{id}] is {days} days old -- may need re-evaluation")),
        (_, _) => Some(format!("Note: [{id}] has no date")),
    }
}

fn broken_caveat(id: &str, conditions: &[CheckedCondition]) -> String {
    let broken: Vec<String> = conditions
        .iter()
        .filter_map(|checked| Some(format!("{}; {}", without_exists(&checked.condition), checked.change.as_deref()?)))
        .collect();
    format!("Note: [{id}] depends on {} -- may need re-evaluation", broken.join(", and on "))
}

/// `src/a.ts exists` reads better as "depends on src/a.ts".
fn without_exists(condition: &str) -> &str {
    condition.strip_suffix(" exists").filter(|path| !path.starts_with("NOT ")).unwrap_or(condition)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article;

    fn assess_text(front: &str, now: &str, facts: Option<&Facts>) -> Freshness {
        let text = format!("---\nid: les-1\n{front}\n---\n");
        let article = article::read("lessons/a/x.md", text.as_bytes()).value;
        assess(&article, Timestamp::parse(now).unwrap(), &DecaySettings::default(), facts)
    }

    #[track_caller]
    fn check_age(now: &str, score: f64, band: Band, caveat: Option<&str>) {
        let freshness = assess_text("created: 2026-01-01", now, None);
        assert!((freshness.score - score).abs() < 1e-9, "{freshness:?}");
        assert_eq!((freshness.band, freshness.caveat.as_deref()), (band, caveat));
    }

    #[test]
    fn age_lowers_the_score_to_the_floor_and_words_the_caveat() {
        check_age("2026-01-01", 1.0, Band::Fresh, None);
        check_age("2025-12-01", 1.0, Band::Fresh, None);
        check_age("2026-01-30", 0.71, Band::Fresh, None);
        check_age("2026-01-31", 0.70, Band::Aging, Some("Note: [les-1] is 30 days old"));
        check_age("2026-04-01", 0.3, Band::Aging, Some("Note: [les-1] is 90 days old"));
        check_age("2026-04-02", 0.3, Band::Old, Some("Note: [les-1] is 91 days old -- may need re-evaluation"));
        assert!(assess_text("created: 2026-01-01", "2026-04-02", None).stale);
        assert_eq!(assess_text("tags: []", "2026-04-02", None).band, Band::Undated);
    }

    #[test]
    fn some_entries_do_not_age() {
        for front in ["tags: [security]", "tags: [Security/tls]", "domain: architecture", "durability: principle"] {
            let freshness = assess_text(&format!("created: 2020-01-01\n{front}"), "2026-01-01", None);
            assert_eq!((freshness.score, freshness.band, freshness.caveat), (1.0, Band::Fresh, None), "{front}");
        }
    }

    #[test]
    fn conditions_override_age() {
        let files: [(&str, &[u8]); 1] = [("package.json", br#"{"dependencies":{"prisma":"5.1.0"}}"#)];
        let facts = Facts::gather(files, alloc::collections::BTreeMap::new());
        let old = "created: 2020-01-01\ndepends_on: [\"prisma >= 4.0\"]";
        let holds = assess_text(old, "2026-01-01", Some(&facts));
        assert_eq!((holds.score, holds.label.as_str(), holds.caveat), (1.0, "Fresh (depends_on holds)", None));
        let broken = assess_text("created: 2026-01-01\ndepends_on: [\"Prisma 4.x\"]", "2026-01-01", Some(&facts));
        assert_eq!(
            broken.caveat.as_deref(),
            Some("Note: [les-1] depends on Prisma 4.x; current project uses Prisma 5.1.0 -- may need re-evaluation")
        );
        let unknown = assess_text(old, "2026-01-01", None);
        assert_eq!(unknown.verdict, Some(Verdict::Unverifiable));
        assert_eq!(unknown.band, Band::Old);
        assert!(unknown.caveat.unwrap().contains("days old"));
    }

    proptest::proptest! {
        #[test]
        fn any_condition_and_any_manifest_is_read(
            condition in ".{0,60}|[a-z@/.^~<>=! 0-9x+|,-]{0,40}",
            bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..200),
            text in "[\\[\\]a-z\"'=:@{}(),./0-9 \n-]{0,200}",
            name in proptest::sample::select(manifest_names()),
        ) {
            let facts = Facts::gather([(name, bytes.as_slice()), (name, text.as_bytes())], alloc::collections::BTreeMap::new());
            let _ = check_condition(&condition, &facts);
        }
    }
}
