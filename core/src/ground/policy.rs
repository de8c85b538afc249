//! Which grounding runs at which moment, how strictly, and how long it may take.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};
use serde::{Deserialize, Serialize};

/// How thoroughly a session designs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum DesignMode {
    /// Small work: one quick look, never a block.
    Speed,
    /// The whole double diamond.
    Full,
}

/// A step from one phase of the design to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum PhaseTransition {
    /// DISCOVER → DEFINE.
    DiscoverDefine,
    /// DEFINE → DEVELOP.
    DefineDevelop,
    /// DEVELOP → DELIVER.
    DevelopDeliver,
    /// DELIVER → Complete.
    DeliverComplete,
    /// Anything else: treated mildly, never refused.
    Other,
}

/// How much grounding runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum GroundingTier {
    /// One source, seconds.
    Light,
    /// Two sources.
    Mini,
    /// The whole cascade.
    Standard,
    /// The whole cascade, and at the end of a design the impact scan.
    Full,
}

/// What happens when grounding was skipped, failed or is unsure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum EnforcementLevel {
    /// Says so and lets pass.
    Advisory,
    /// Blocks when grounding was not run.
    Gatekeeper,
    /// Blocks when grounding was not run, failed or is unsure.
    Mandatory,
}

/// Where an answer comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum GroundingSource {
    /// The work tree.
    Repo,
    /// A search endpoint outside.
    Web,
    /// The knowledge base, past conversations and `git log`.
    History,
}

impl GroundingSource {
    /// The order of the cascade.
    pub const CHAIN: [Self; 3] = [Self::Repo, Self::Web, Self::History];

    /// The word used in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Repo => "repo",
            Self::Web => "web",
            Self::History => "history",
        }
    }
}

/// How sure an answer is. The order is the rank.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum GroundingConfidence {
    /// No answer.
    #[default]
    None,
    /// Something that may be about the question.
    Low,
    /// Evidence that covers the question in part.
    Medium,
    /// Evidence that covers the question.
    High,
}

impl GroundingConfidence {
    /// The word used in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }

    /// One rank less; `none` stays.
    #[must_use]
    pub fn lowered(self) -> Self {
        match self {
            Self::None | Self::Low => self,
            Self::Medium => Self::Low,
            Self::High => Self::Medium,
        }
    }
}

/// How long one source may take in a tier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SourceLimit {
    /// The source.
    pub source: GroundingSource,
    /// After this the cascade goes on without it, with a warning.
    pub ms: u32,
}

/// What has to run at a transition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GroundingPolicy {
    /// The mode it was made for.
    pub mode: DesignMode,
    /// The transition it was made for.
    pub transition: PhaseTransition,
    /// How much runs.
    pub tier: GroundingTier,
    /// How strictly it is enforced.
    pub enforcement: EnforcementLevel,
    /// Whether the impact scan belongs to it.
    pub impact_scan: bool,
    /// The source this transition is about, when it names one.
    pub focus: Option<GroundingSource>,
    /// Target for the whole grounding; passing it is a warning.
    pub soft_ms: u32,
    /// Nothing runs on beyond this.
    pub hard_ms: u32,
    /// Limits of the sources the tier may ask, in the order of the cascade.
    pub limits: Vec<SourceLimit>,
    /// One sentence for people.
    pub reason: String,
}

impl DesignMode {
    /// Reads the word in any case.
    pub fn parse(word: &str) -> Option<Self> {
        match word.trim().to_ascii_lowercase().as_str() {
            "speed" => Some(Self::Speed),
            "full" => Some(Self::Full),
            _ => None,
        }
    }
}

impl PhaseTransition {
    /// The file name of its result and the word of the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::DiscoverDefine => "discover-define",
            Self::DefineDevelop => "define-develop",
            Self::DevelopDeliver => "develop-deliver",
            Self::DeliverComplete => "deliver-complete",
            Self::Other => "other",
        }
    }

    /// Reads `develop-deliver`, `DEVELOP→DELIVER`, `develop->deliver`, `develop to deliver`.
    pub fn parse(text: &str) -> Self {
        let lower = text.to_lowercase().replace(['→', '>', '_', '/'], "-");
        let mut phases = lower
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty() && *word != "to" && *word != "phase");
        match (phases.next(), phases.next(), phases.next()) {
            (Some("discover"), Some("define"), None) => Self::DiscoverDefine,
            (Some("define"), Some("develop"), None) => Self::DefineDevelop,
            (Some("develop"), Some("deliver"), None) => Self::DevelopDeliver,
            (Some("deliver"), Some("complete" | "completed" | "done"), None) => Self::DeliverComplete,
            _ => Self::Other,
        }
    }
}

impl GroundingTier {
    /// The word used in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Mini => "mini",
            Self::Standard => "standard",
            Self::Full => "full",
        }
    }

    /// Reads the word in any case.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Light, Self::Mini, Self::Standard, Self::Full]
            .into_iter()
            .find(|tier| word.trim().eq_ignore_ascii_case(tier.name()))
    }

    /// Target and limit of the whole grounding in milliseconds.
    pub fn total_ms(self) -> (u32, u32) {
        match self {
            Self::Light => (3_000, 5_000),
            Self::Mini => (5_000, 8_000),
            Self::Standard => (10_000, 15_000),
            Self::Full => (45_000, 60_000),
        }
    }

    /// What each source may take; a source that is not listed is not asked.
    pub fn limits(self) -> Vec<SourceLimit> {
        let limit = |source, seconds: u32| SourceLimit { source, ms: seconds * 1000 };
        let all = |repo, web, history| {
            vec![
                limit(GroundingSource::Repo, repo),
                limit(GroundingSource::Web, web),
                limit(GroundingSource::History, history),
            ]
        };
        match self {
            Self::Light => vec![limit(GroundingSource::Repo, 3)],
            Self::Mini => vec![limit(GroundingSource::Repo, 3), limit(GroundingSource::Web, 5)],
            Self::Standard => all(5, 8, 5),
            Self::Full => all(10, 15, 10),
        }
    }
}

/// The policy for a mode and a transition.
pub fn policy_for(mode: DesignMode, transition: PhaseTransition) -> GroundingPolicy {
    use EnforcementLevel::{Advisory, Gatekeeper, Mandatory};
    use GroundingTier::{Full, Light, Mini, Standard};
    let (tier, enforcement, focus) = match (mode, transition) {
        (DesignMode::Speed, _) => (Light, Advisory, Some(GroundingSource::Repo)),
        (DesignMode::Full, PhaseTransition::DiscoverDefine) => (Mini, Advisory, Some(GroundingSource::Repo)),
        (DesignMode::Full, PhaseTransition::DefineDevelop) => (Mini, Advisory, Some(GroundingSource::Web)),
        (DesignMode::Full, PhaseTransition::DevelopDeliver) => (Standard, Gatekeeper, None),
        (DesignMode::Full, PhaseTransition::DeliverComplete) => (Full, Mandatory, None),
        (DesignMode::Full, PhaseTransition::Other) => (Mini, Advisory, None),
    };
    let impact_scan = tier == Full;
    let (soft_ms, hard_ms) = tier.total_ms();
    let what = match (tier, focus) {
        (Light, _) => "light grounding, one source".to_string(),
        (Mini, Some(source)) => format!("mini grounding, {} first", source.name()),
        (Mini, None) => "mini grounding, the transition is not one of the design phases".to_string(),
        (Standard, _) => "standard grounding, the whole cascade".to_string(),
        (Full, _) => "full grounding with impact scan".to_string(),
    };
    let how = match enforcement {
        Advisory => "advisory: it never blocks",
        Gatekeeper => "gatekeeper: it blocks when grounding was not run",
        Mandatory => "mandatory: it blocks when grounding was not run, failed or is unsure",
    };
    GroundingPolicy {
        mode,
        transition,
        tier,
        enforcement,
        impact_scan,
        focus,
        soft_ms,
        hard_ms,
        limits: tier.limits(),
        reason: format!("{what}; {how}"),
    }
}

/// The policy for a question outside of any transition: the whole cascade, and never a block.
pub fn standalone_policy() -> GroundingPolicy {
    let tier = GroundingTier::Standard;
    let (soft_ms, hard_ms) = tier.total_ms();
    GroundingPolicy {
        mode: DesignMode::Full,
        transition: PhaseTransition::Other,
        tier,
        enforcement: EnforcementLevel::Advisory,
        impact_scan: false,
        focus: None,
        soft_ms,
        hard_ms,
        limits: tier.limits(),
        reason: "a question outside of a transition: the whole cascade; advisory: it never blocks".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(mode: DesignMode, transition: &str, tier: &str, level: EnforcementLevel, soft: u32, hard: u32) {
        let policy = policy_for(mode, PhaseTransition::parse(transition));
        assert_eq!(policy.tier.name(), tier, "{transition}");
        assert_eq!(policy.enforcement, level, "{transition}");
        assert_eq!((policy.soft_ms, policy.hard_ms), (soft, hard));
        assert_eq!(policy.impact_scan, tier == "full");
    }

    #[test]
    fn the_matrix_of_modes_and_transitions() {
        use EnforcementLevel::{Advisory, Gatekeeper, Mandatory};
        for transition in ["discover-define", "define-develop", "develop-deliver", "deliver-complete", "lunch"] {
            check(DesignMode::Speed, transition, "light", Advisory, 3000, 5000);
        }
        check(DesignMode::Full, "DISCOVER→DEFINE", "mini", Advisory, 5000, 8000);
        check(DesignMode::Full, "define -> develop", "mini", Advisory, 5000, 8000);
        check(DesignMode::Full, "Develop to Deliver", "standard", Gatekeeper, 10_000, 15_000);
        check(DesignMode::Full, "deliver_complete", "full", Mandatory, 45_000, 60_000);
        check(DesignMode::Full, "deliver-develop", "mini", Advisory, 5000, 8000);
        check(DesignMode::Full, "", "mini", Advisory, 5000, 8000);
        let alone = standalone_policy();
        assert_eq!((alone.tier, alone.enforcement), (GroundingTier::Standard, Advisory));
    }

    #[test]
    fn limits_of_the_sources() {
        let seconds =
            |tier: GroundingTier| tier.limits().iter().map(|l| (l.source.name(), l.ms / 1000)).collect::<Vec<_>>();
        assert_eq!(seconds(GroundingTier::Light), [("repo", 3)]);
        assert_eq!(seconds(GroundingTier::Mini), [("repo", 3), ("web", 5)]);
        assert_eq!(seconds(GroundingTier::Standard), [("repo", 5), ("web", 8), ("history", 5)]);
        assert_eq!(seconds(GroundingTier::Full), [("repo", 10), ("web", 15), ("history", 10)]);
    }

    #[test]
    fn words_are_read_in_any_case() {
        assert_eq!(DesignMode::parse(" FULL "), Some(DesignMode::Full));
        assert_eq!(DesignMode::parse("fast"), None);
        assert_eq!(GroundingTier::parse("Standard"), Some(GroundingTier::Standard));
        assert_eq!(GroundingTier::parse("deep"), None);
        assert_eq!(GroundingConfidence::High.lowered(), GroundingConfidence::Medium);
        assert_eq!(GroundingConfidence::None.lowered(), GroundingConfidence::None);
    }
}
