//! Who said it, can it be believed, and does it try to give orders to future agents.
//!
//! Knowledge is read by agents, so a sentence planted in a web page could become tomorrow's standing
//! order. Two things stand against that. First, trust comes from where a statement was said: only
//! owners make preferences, standing orders and decisions, what others say is at most reported
//! speech. Second, a statement that reaches for the agent itself (its instructions, its safety, its
//! memory, what it tells its user, the secrets it can see) is quarantined with the reason, whoever
//! seems to say it, until a person releases it.
//!
//! For the curation: call [`judge`] with the words and the [`Origin`] of each item before it is
//! stored. `Keep` is stored as it is, `Attribute` only as reported speech with its source, and for
//! `Quarantine` [`quarantine::Entry::new`] makes the record that belongs under the state folder
//! (`quarantine/<id>.json`); an id that a person released is stored after all.

mod address;
mod disclosure;
mod disguise;
mod foreign;
mod glance;
pub(crate) mod hearsay;
mod hidden;
mod order;
mod paste;
mod ploys;
pub mod quarantine;
mod quote;
mod reach;
mod remembering;
mod steering;
mod stems;
mod stranger;
mod words;

use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use crate::model::{Origin, Role, Speaker};
use words::Sentence;

/// What may be done with a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "TrustVerdict"))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Store it as it is.
    Keep,
    /// Store it only as reported speech, with its source; never as preference, decision or instruction.
    Attribute,
    /// Do not store it; show it to a person.
    Quarantine,
}

/// Why a statement is not simply kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// It tries to lift the instructions or restrictions of an agent.
    Override,
    /// It wants secrets or conversations sent or shown.
    Exfiltration,
    /// It wants something kept from the people concerned.
    Concealment,
    /// It wants to change or delete what is remembered, or how far it is trusted.
    MemoryControl,
    /// It wants something run or fetched by agents to come.
    RemoteAction,
    /// It speaks to agents although nobody with rights said it.
    AddressesAgents,
    /// It claims a permission that its speaker cannot give.
    FalseAuthority,
    /// It holds text that people do not see.
    HiddenText,
    /// It imitates roles, records or metadata.
    FakeStructure,
    /// It is an order by somebody who may not give one.
    NotAnOwner,
    /// It repeats what somebody else said.
    Quoted,
    /// It is longer than what is looked through.
    TooLong,
}

impl Reason {
    /// One sentence for people.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Override => "tries to lift the instructions or restrictions of an agent",
            Self::Exfiltration => "wants secrets or conversations sent or shown",
            Self::Concealment => "wants something kept from the people concerned",
            Self::MemoryControl => "wants to change what is remembered or how far it is trusted",
            Self::RemoteAction => "wants agents to run or fetch something foreign",
            Self::AddressesAgents => "gives orders to agents without being an owner",
            Self::FalseAuthority => "claims a permission that its speaker cannot give",
            Self::HiddenText => "holds text that people do not see",
            Self::FakeStructure => "imitates roles, records or metadata",
            Self::NotAnOwner => "is an order by somebody who may not give one",
            Self::Quoted => "repeats what somebody else said",
            Self::TooLong => "is too long to be looked through",
        }
    }
}

/// The judgement on one statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Judgement {
    /// What may be done with it.
    pub verdict: Verdict,
    /// The lowest origin of what it consists of.
    pub origin: Origin,
    /// Why it is not simply kept.
    pub reason: Option<Reason>,
}

/// One record for [`judge_record`], as `repolore trust --jsonl` reads it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TrustRecord {
    /// Handed back with the judgement.
    #[serde(default)]
    pub id: String,
    /// What was said.
    pub text: String,
    /// `user`, `assistant`, `tool` or `system`.
    #[serde(default)]
    pub role: String,
    /// Where it comes from when more is known than the role: `owner`, `agent`, `tool`, `file`, `web`,
    /// `outsider`, or GitHub's author association.
    #[serde(default)]
    pub origin: Option<String>,
}

/// The judgement on one record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TrustResult {
    /// The record's id.
    pub id: String,
    /// What may be done with it.
    pub verdict: Verdict,
    /// The lowest origin of what it consists of.
    pub origin: Origin,
    /// Why it is not simply kept.
    pub reason: Option<Reason>,
    /// The reason as a sentence.
    pub detail: Option<&'static str>,
}

/// Longer texts are not judged but held back, in bytes; a statement worth storing is far shorter.
const MAX_JUDGED: usize = 1 << 20;

/// Judges one statement by its words and where it comes from.
pub fn judge(text: &str, origin: Origin) -> Judgement {
    let mut lowest = origin;
    let mut order = false;
    let mut own_order = false;
    let mut quotes_order = false;
    let held = examine(text, origin, |quoted, sentences| {
        lowest = lowest.min(quoted.unwrap_or(lowest));
        let orders = sentences.iter().any(order::is_order);
        order |= orders;
        own_order |= orders && quoted.is_none();
        quotes_order |= quoted.is_some() && sentences.iter().any(order::addresses_agent);
    });
    if let Some(judgement) = held {
        return judgement;
    }
    if origin == Origin::Owner {
        // An owner who adds words of their own means them; what is only shown, or asked about, stays what it was.
        // Nor does a remark on an order to agents make it one's own.
        return if lowest == origin || quote::states_besides(text) && (own_order || !quotes_order) {
            Judgement { verdict: Verdict::Keep, origin, reason: None }
        } else {
            Judgement { verdict: Verdict::Attribute, origin: lowest, reason: Some(Reason::Quoted) }
        };
    }
    if origin == Origin::Agent && !order {
        // Words in quotation marks stay whose they are, even if nothing in them is seen as an order; and so does what
        // somebody else is said to have decided.
        let quotes = quote::blocks(text).iter().any(|part| part.origin == Some(Origin::Outsider))
            || lowest < origin && hearsay::is_claim(text);
        let (verdict, reason) = if quotes { (Verdict::Attribute, Some(Reason::Quoted)) } else { (Verdict::Keep, None) };
        return Judgement { verdict, origin: lowest, reason };
    }
    Judgement { verdict: Verdict::Attribute, origin: lowest, reason: order.then_some(Reason::NotAnOwner) }
}

/// The judgement on a statement that may not be stored; `None` for any other. Tells no more than [`judge`], but sooner.
pub(crate) fn quarantines(text: &str, origin: Origin) -> Option<Judgement> {
    examine(text, origin, |_, _| {}).filter(|judgement| judgement.verdict == Verdict::Quarantine)
}

/// What speaks against a statement: that it reaches for the agent, or passes on somebody's wish as a rule. Every part
/// that does not is shown to `see`, with its origin when it is quoted.
fn examine(text: &str, origin: Origin, mut see: impl FnMut(Option<Origin>, &[Sentence])) -> Option<Judgement> {
    let quarantine = |reason, origin| Some(Judgement { verdict: Verdict::Quarantine, origin, reason: Some(reason) });
    if text.len() > MAX_JUDGED {
        return quarantine(Reason::TooLong, origin);
    }
    if let Some(reason) = hidden::find(text, origin) {
        return quarantine(reason, origin);
    }
    let told = if origin < Origin::Agent { quote::told_of_attacks(text) } else { None };
    let text = told.as_deref().unwrap_or(text);
    let parts = quote::split(text);
    if parts.len() > 1
        && origin < Origin::Agent
        && let Some(reason) = steering::find(text, origin)
    {
        // A stranger's sentence is one, whatever it quotes.
        return quarantine(reason, origin);
    }
    let mut context = steering::Context::default();
    let mut all = Vec::new();
    for part in &parts {
        let quoted = part.origin.map(|quoted| quoted.min(origin));
        let part_origin = quoted.unwrap_or(origin);
        let sentences = words::sentences(part.text);
        if origin >= Origin::Agent {
            // What somebody quotes is no part of their own sentence.
            context = steering::Context::default();
        }
        if let Some(reason) = steering::find_behind(&mut context, part.text, &sentences, part_origin) {
            return quarantine(reason, part_origin);
        }
        see(quoted, &sentences);
        if origin == Origin::Agent {
            all.extend(sentences);
        }
    }
    if all.iter().any(reach::sourced) {
        // Whose wish it is decides, not who passes it on.
        let taken_up = all.iter().any(reach::takes_up);
        if let Some(reason) = steering::adopted(&all, taken_up) {
            return quarantine(reason, Origin::Web);
        }
        if taken_up {
            return Some(Judgement { verdict: Verdict::Attribute, origin: Origin::Web, reason: Some(Reason::Quoted) });
        }
    }
    None
}

/// A person's own words in what they wrote, and what they pasted, with whose words those are.
pub(crate) fn own_words(text: &str) -> (String, Vec<(&str, Origin)>) {
    let blocks = quote::blocks(text);
    let own = blocks.iter().filter(|block| block.origin.is_none()).flat_map(|block| block.text.split_inclusive('\n'));
    let own = own.filter_map(quote::unmarked).collect();
    let pasted = blocks.iter().filter_map(|block| Some((block.text, block.origin?))).collect();
    (own, pasted)
}

/// Whether words that are held back only tell how to see the prompt of a program.
pub(crate) fn shows_prompt_only(text: &str) -> bool {
    disclosure::shows_prompt_only(&words::sentences(text))
}

/// A person's words without what programs printed into them, for those who look for rules.
pub(crate) fn without_output(text: &str) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut own = String::with_capacity(text.len());
    let mut closings = paste::Closings::new();
    let mut at = 0;
    while at < lines.len() {
        let printed = paste::begins(&lines, at, &mut closings).filter(|(_, origin)| *origin == Origin::Tool);
        at += match printed {
            Some((n, _)) => n,
            None => {
                own.push_str(lines[at]);
                1
            }
        };
    }
    own
}

/// Whether a line begins as a terminal does.
pub(crate) fn is_prompt(line: &str) -> bool {
    paste::is_prompt(line)
}

/// Whether a sentence only tells what somebody else said.
pub(crate) fn is_hearsay(sentence: &str) -> bool {
    quote::is_hearsay(sentence)
}

/// Judges one record of `repolore trust --jsonl`.
pub fn judge_record(record: &TrustRecord) -> TrustResult {
    let by_role = origin_of_role(&record.role);
    let origin = match record.origin.as_deref().and_then(parse_origin) {
        // A human turn may come from somebody without rights; a tool's output is never an owner's.
        Some(stated) => stated.min(by_role),
        None => by_role,
    };
    let Judgement { verdict, origin, reason } = judge(&record.text, origin);
    TrustResult { id: record.id.clone(), verdict, origin, reason, detail: reason.map(Reason::describe) }
}

/// The origin that a turn's speaker has when nothing else is known.
pub fn origin_of_speaker(speaker: Speaker) -> Origin {
    match speaker {
        Speaker::Human => Origin::Owner,
        Speaker::Agent | Speaker::Summary => Origin::Agent,
        Speaker::Tool | Speaker::Template | Speaker::InjectedContext => Origin::Tool,
    }
}

/// The origin behind a role of the protocol.
pub fn origin_of(role: Role) -> Origin {
    match role {
        Role::User => Origin::Owner,
        Role::Assistant => Origin::Agent,
        Role::Tool | Role::System => Origin::Tool,
    }
}

fn origin_of_role(role: &str) -> Origin {
    match role.to_ascii_lowercase().as_str() {
        "" | "user" | "human" | "owner" => Origin::Owner,
        "assistant" | "agent" | "model" | "ai" => Origin::Agent,
        "web" | "page" => Origin::Web,
        "outsider" | "stranger" => Origin::Outsider,
        _ => Origin::Tool,
    }
}

/// Reads an origin, or GitHub's `author_association`.
pub fn parse_origin(name: &str) -> Option<Origin> {
    Some(match name.to_ascii_lowercase().as_str() {
        "owner" | "member" | "collaborator" | "maintainer" | "human" | "user" => Origin::Owner,
        "agent" | "assistant" | "model" | "summary" => Origin::Agent,
        "tool" | "file" | "repo" | "repository" | "command" | "log" | "tool_result" | "tool-result" | "toolresult"
        | "system" => Origin::Tool,
        "outsider"
        | "contributor"
        | "first_time_contributor"
        | "first_timer"
        | "none"
        | "mannequin"
        | "other"
        | "others"
        | "stranger"
        | "guest"
        | "third-party"
        | "issue"
        | "comment"
        | "email" => Origin::Outsider,
        "web" | "page" | "external" | "url" | "website" | "fetch" | "search" | "internet" => Origin::Web,
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
