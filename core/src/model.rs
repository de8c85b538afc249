//! The nouns: what a conversation is, what is learned from it, and what is stored.
//!
//! Plain data with public fields. Types that cross the WASM boundary are written in camelCase there.

use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use crate::time::Timestamp;

/// Which program wrote a transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// pi session files, versions 1 to 3.
    Pi,
    /// Claude Code project logs.
    ClaudeCode,
    /// Codex rollouts.
    Codex,
    /// GitHub Copilot CLI `events.jsonl`.
    CopilotCli,
    /// Gemini CLI chats.
    Gemini,
    /// `{"role": …, "content": …}` lines.
    Plain,
    /// `[timestamp] one-line fact` lines.
    MemoryLog,
}

/// The part a turn plays in the protocol, as the file states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Input to the agent.
    User,
    /// The agent's output.
    Assistant,
    /// The result of a tool call.
    Tool,
    /// Set-up text and records about the session itself.
    System,
}

/// Who really speaks in a turn. A `user` turn is often not a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Speaker {
    /// A person typed this, or chose it when the agent asked with a tool.
    Human,
    /// The agent said this.
    Agent,
    /// A tool, command or file produced this.
    Tool,
    /// A program sent this on a schedule or by template (heartbeat, issue template, slash command).
    Template,
    /// Context placed in the conversation by the runtime (AGENTS.md, environment, reminders, recalled knowledge).
    InjectedContext,
    /// A summary of earlier turns made by a machine (compaction, branch summary, compressed session).
    Summary,
}

/// One conversation, in the order it was spoken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Transcript {
    /// Which program wrote it.
    pub dialect: Dialect,
    /// The format version the file states, when it states one.
    pub version: Option<u32>,
    /// The session's own identifier, when the file states one.
    pub session_id: Option<String>,
    /// Working directory of the session, as recorded.
    pub cwd: Option<String>,
    /// The earliest time known for the session.
    pub started: Option<Timestamp>,
    /// The latest time known for the session.
    pub ended: Option<Timestamp>,
    /// Turns of the active branch, oldest first.
    pub turns: Vec<Turn>,
    /// Changes of model or thinking level, oldest first.
    pub model_changes: Vec<ModelChange>,
    /// Where earlier turns were replaced by a summary for the agent, oldest first; the turns themselves stay listed.
    pub compactions: Vec<Compaction>,
}

/// One message of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Turn {
    /// The entry's own identifier, when the file states one.
    pub id: Option<String>,
    /// 1-based line of the file it stands on.
    pub line: u32,
    /// The part it plays in the protocol.
    pub role: Role,
    /// Who really speaks.
    pub speaker: Speaker,
    /// When it was said.
    pub time: Option<Timestamp>,
    /// What was said, without tool traffic and without the agent's private thinking.
    pub text: String,
    /// Tools the agent called in this turn.
    pub tool_calls: Vec<ToolCall>,
    /// What a tool answered; only on tool turns.
    pub tool_result: Option<ToolResult>,
    /// The model that spoke, when recorded.
    pub model: Option<String>,
    /// The error that ended the turn, when one did.
    pub error: Option<String>,
}

/// One call of a tool by the agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ToolCall {
    /// Identifier that the result refers to.
    pub id: String,
    /// The tool's name as recorded: `bash`, `Edit`, `write`, …
    pub name: String,
    /// The arguments as compact JSON text, cut at the reader's limit.
    pub arguments: String,
}

/// What a tool answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ToolResult {
    /// The call it answers.
    pub call_id: String,
    /// The tool's name, when recorded with the result.
    pub name: Option<String>,
    /// The answer's text, cut at the reader's limit.
    pub text: String,
    /// Whether the tool reported failure.
    pub is_error: bool,
}

/// A change of model in the course of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ModelChange {
    /// 1-based line of the file.
    pub line: u32,
    /// When it happened.
    pub time: Option<Timestamp>,
    /// Provider, when recorded.
    pub provider: Option<String>,
    /// The model from here on.
    pub model: String,
}

/// A point from which the agent saw a summary instead of the earlier turns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Compaction {
    /// 1-based line of the summary.
    pub line: u32,
    /// 1-based line of the first turn before the summary that the agent still saw in full, when known.
    pub kept_from_line: Option<u32>,
}

/// What an entry of the knowledge base is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Something was chosen.
    Decision,
    /// Something is so.
    Fact,
    /// Somebody wants it so.
    Preference,
    /// How something works and why.
    Architecture,
    /// What does not work.
    Limitation,
    /// What happened.
    Event,
    /// How a problem was solved.
    Resolution,
    /// What to do again, or never again.
    Pattern,
    /// What a review found.
    Feedback,
    /// What was learned from many signals.
    Lesson,
    /// What an experiment showed.
    Spike,
    /// Raw evidence; never surfaced by default.
    Signal,
}

impl Kind {
    /// Every kind, in the order people list them.
    pub const ALL: [Kind; 12] = [
        Kind::Decision,
        Kind::Fact,
        Kind::Preference,
        Kind::Architecture,
        Kind::Limitation,
        Kind::Event,
        Kind::Resolution,
        Kind::Pattern,
        Kind::Feedback,
        Kind::Lesson,
        Kind::Spike,
        Kind::Signal,
    ];

    /// The word used in front matter.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Decision => "decision",
            Kind::Fact => "fact",
            Kind::Preference => "preference",
            Kind::Architecture => "architecture",
            Kind::Limitation => "limitation",
            Kind::Event => "event",
            Kind::Resolution => "resolution",
            Kind::Pattern => "pattern",
            Kind::Feedback => "feedback",
            Kind::Lesson => "lesson",
            Kind::Spike => "spike",
            Kind::Signal => "signal",
        }
    }

    /// The folder of the default layout that entries of this kind live in.
    pub fn topic(self) -> &'static str {
        match self {
            Kind::Decision => "decisions",
            Kind::Fact | Kind::Limitation => "project",
            Kind::Preference => "preferences",
            Kind::Architecture => "architecture",
            Kind::Event => "history",
            Kind::Resolution => "resolutions",
            Kind::Pattern => "patterns",
            Kind::Feedback => "feedback",
            Kind::Lesson => "lessons",
            Kind::Spike => "spikes",
            Kind::Signal => "signals",
        }
    }

    /// Reads the singular or plural word, in any case.
    pub fn parse(word: &str) -> Option<Self> {
        let word = word.trim();
        Self::ALL.into_iter().find(|kind| {
            let name = kind.name();
            word.eq_ignore_ascii_case(name)
                || word.strip_suffix('s').is_some_and(|singular| singular.eq_ignore_ascii_case(name))
        })
    }
}

/// How sure we are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// Speculative: recommended and not taken up, or seen once in passing.
    Low,
    /// Implied or shown by an agent with evidence.
    Medium,
    /// Said outright by a person, or proven.
    High,
}

impl Confidence {
    /// The word used in front matter.
    pub fn name(self) -> &'static str {
        match self {
            Confidence::Low => "low",
            Confidence::Medium => "medium",
            Confidence::High => "high",
        }
    }

    /// Reads a word in any case, a share (`0.85`) or a score up to 100.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().trim_matches(|c| c == '"' || c == '\'');
        for level in [Self::Low, Self::Medium, Self::High] {
            if text.eq_ignore_ascii_case(level.name()) {
                return Some(level);
            }
        }
        if text.eq_ignore_ascii_case("none") {
            return Some(Self::Low);
        }
        let number: f64 = text.trim_end_matches('%').parse().ok()?;
        let share = if number > 1.0 { number / 100.0 } else { number };
        if !(0.0..=1.0).contains(&share) {
            return None;
        }
        Some(if share >= 0.8 {
            Self::High
        } else if share >= 0.5 {
            Self::Medium
        } else {
            Self::Low
        })
    }
}

/// Where an entry stands in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Holds as far as we know.
    Current,
    /// Two statements contradict each other; a person should settle it.
    Disputed,
    /// Replaced by something newer.
    Superseded,
    /// No longer true, without a replacement.
    Outdated,
    /// Put away by a person or by policy; left out of every answer.
    Archived,
}

impl Status {
    /// The word used in front matter.
    pub fn name(self) -> &'static str {
        match self {
            Status::Current => "current",
            Status::Disputed => "disputed",
            Status::Superseded => "superseded",
            Status::Outdated => "outdated",
            Status::Archived => "archived",
        }
    }

    /// Reads this vocabulary and those of the neighbouring layouts (`active`, `deprecated`, `open`, `resolved`, …).
    pub fn parse(text: &str) -> Option<Self> {
        let word = text.trim().trim_matches(|c| c == '"' || c == '\'').to_ascii_lowercase();
        Some(match word.as_str() {
            "current" | "active" | "open" | "resolved" | "remediated" | "detected" | "partial" | "accepted" => {
                Self::Current
            }
            "disputed" => Self::Disputed,
            "superseded" => Self::Superseded,
            "outdated" | "deprecated" => Self::Outdated,
            "archived" => Self::Archived,
            _ => return None,
        })
    }
}

/// Where a statement comes from, and so how far it can be believed. Ordered from least to most trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// A page or answer fetched from the network.
    Web,
    /// Somebody without rights in the repository.
    Outsider,
    /// Output of a tool, or the content of a file.
    Tool,
    /// The agent's own words.
    Agent,
    /// A person who may decide: a human turn, or an owner, member or collaborator on GitHub.
    Owner,
}

/// What a conversation went back on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Revision {
    /// How something was found to be, and then changed.
    State,
    /// What was answered: a person corrected it, or the agent itself.
    Answer,
}

/// One thing learned from a conversation, before it meets the knowledge base.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// What it is.
    pub kind: Kind,
    /// Under ten words, naming the subject; what a person would write above it.
    pub title: String,
    /// What is so, as Markdown that stands alone: sentences first, then the list or table that belongs to it.
    pub statement: String,
    /// Why it is so, when the conversation tells.
    pub rationale: Option<String>,
    /// What it is about, folded for comparison: the entity, such as `fork`, `agent name`, `deploy workflow`.
    pub subject: String,
    /// Which property of the subject it states, folded for comparison, such as `size`; empty when it is the subject as a whole.
    pub attribute: String,
    /// How sure we are.
    pub confidence: Confidence,
    /// The lowest origin among its evidence.
    pub origin: Origin,
    /// Words that tell this item from others, best first.
    pub keywords: Vec<String>,
    /// Names it mentions: people, repositories, products, identifiers.
    pub entities: Vec<String>,
    /// Topical tags, `/` between levels.
    pub tags: Vec<String>,
    /// Paths of the project it mentions.
    pub files: Vec<String>,
    /// The issue the conversation belongs to.
    pub issue: Option<u32>,
    /// The earlier statement that this one explicitly replaces, in its own words ("X is deprecated, use Y").
    pub replaces: Option<String>,
    /// What of the conversation no longer held at its end, when there is something.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional = nullable))]
    pub revision: Option<Revision>,
    /// Where it was said, oldest first; never empty.
    pub evidence: Vec<Evidence>,
    /// The mechanism that found it, such as `accepted-proposal`; shown by `repolore why`.
    pub rule: String,
    /// How strongly the mechanisms speak for it, from 0 to 1.
    pub score: f64,
}

#[cfg(test)]
impl Item {
    /// A fact of an agent for tests.
    pub(crate) fn sample(title: &str, statement: &str) -> Self {
        Self {
            kind: Kind::Fact,
            title: title.into(),
            statement: statement.into(),
            rationale: None,
            subject: title.to_lowercase(),
            attribute: String::new(),
            confidence: Confidence::Medium,
            origin: Origin::Agent,
            keywords: crate::text::keywords(title, statement, 10),
            entities: Vec::new(),
            tags: Vec::new(),
            files: Vec::new(),
            issue: None,
            replaces: None,
            revision: None,
            evidence: Vec::from([Evidence {
                session: "s.jsonl".into(),
                line: 3,
                speaker: Speaker::Agent,
                time: None,
                quote: statement.into(),
            }]),
            rule: "test".into(),
            score: 0.5,
        }
    }
}

/// A quote with its place, kept so that it survives the transcript.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// The transcript's file name.
    pub session: String,
    /// 1-based line of the transcript.
    pub line: u32,
    /// Who said it.
    pub speaker: Speaker,
    /// When it was said.
    pub time: Option<Timestamp>,
    /// The words themselves, redacted, exactly as they stand in the transcript; ` …` where they break off in a sentence.
    pub quote: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_in_singular_and_plural() {
        assert_eq!(Kind::parse("Decisions"), Some(Kind::Decision));
        assert_eq!(Kind::parse("lesson"), Some(Kind::Lesson));
        assert_eq!(Kind::parse("wisdom"), None);
    }

    #[test]
    fn confidence_is_read_as_word_share_or_score() {
        for (text, level) in [
            ("HIGH", Confidence::High),
            ("0.85", Confidence::High),
            ("0.7", Confidence::Medium),
            ("95", Confidence::High),
            ("30%", Confidence::Low),
            ("none", Confidence::Low),
        ] {
            assert_eq!(Confidence::parse(text), Some(level), "{text}");
        }
        assert_eq!(Confidence::parse("certain"), None);
        assert_eq!(Confidence::parse("-1"), None);
    }

    #[test]
    fn status_words_of_all_layouts_are_read() {
        assert_eq!(Status::parse("active"), Some(Status::Current));
        assert_eq!(Status::parse("Deprecated"), Some(Status::Outdated));
        assert_eq!(Status::parse("maybe"), None);
    }
}
