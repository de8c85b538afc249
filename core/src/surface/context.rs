//! The context block: what an agent should know at the start, within its budget, with a receipt.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::base::{Entry, KnowledgeBase};
use super::fit::{Form, Item, fit};
use super::search::{EntryQuery, Scored, score};
use super::words::{excerpt, first_sentence, tokens, without_title};
use crate::article::Article;
use crate::error::Error;
use crate::fence::{self, Quoted};
use crate::freshness::{DecaySettings, Facts, Verdict, assess};
use crate::model::{Kind, Status};
use crate::time::Timestamp;

/// What opens the block in a prompt.
pub const HEADER: &str = "[Relevant knowledge from past conversations:]";
/// What an agent says when nothing was found.
pub const NOTHING_TEXT: &str = "Checked knowledge base, no relevant entries found.";

const DEFAULT_BUDGET: u32 = 500;
const EXECUTOR_BUDGET: u32 = 200;
const DEFAULT_ARTICLES: u32 = 5;
const ARTICLE_CHARACTERS: u32 = 500;
const PREFERENCE_CHARACTERS: u32 = 300;
/// Entries less similar than this are not worth an agent's attention.
const LEAST_SIMILARITY: f64 = 0.12;
/// Disputed entries are shown from here on, whatever their rank.
const DISPUTED_SIMILARITY: f64 = 0.2;

/// Who asks; decides what is looked at, what comes first and what it may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum AgentRole {
    /// Everything, spikes first: asks at the start and whenever the direction changes.
    Researcher,
    /// Lessons and standing decisions, no spikes: asks at its discretion.
    Planner,
    /// What relates to the error, lessons and spikes alike: asks at its discretion.
    Debugger,
    /// Only what relates to the error, and little of it: asks when it has to deviate from the plan.
    Executor,
}

impl AgentRole {
    /// Reads the word used on the command line.
    pub fn parse(word: &str) -> Option<Self> {
        [
            ("researcher", Self::Researcher),
            ("planner", Self::Planner),
            ("debugger", Self::Debugger),
            ("executor", Self::Executor),
        ]
        .into_iter()
        .find(|(name, _)| word.trim().eq_ignore_ascii_case(name))
        .map(|(_, role)| role)
    }

    fn reads(self, kind: Kind) -> bool {
        match self {
            Self::Researcher => true,
            Self::Planner => !matches!(kind, Kind::Spike | Kind::Event),
            Self::Debugger => !matches!(kind, Kind::Event),
            Self::Executor => {
                matches!(kind, Kind::Lesson | Kind::Resolution | Kind::Pattern | Kind::Limitation | Kind::Feedback)
            }
        }
    }

    fn first(self, kind: Kind) -> bool {
        match self {
            Self::Researcher => kind == Kind::Spike,
            Self::Planner => kind == Kind::Lesson,
            Self::Debugger | Self::Executor => false,
        }
    }
}

/// What the block is for.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields))]
#[serde(rename_all = "camelCase", default)]
pub struct ContextRequest {
    /// What the agent is asked to do.
    pub prompt: String,
    /// Who asks.
    pub role: Option<AgentRole>,
    /// Tokens that preferences and block may cost together, estimated at four characters each; 500 unless told, 200 for an executor.
    pub budget: Option<u32>,
    /// Articles at most; 5 unless told. Disputed matches come on top.
    pub articles: Option<u32>,
    /// Characters of each article; 500 unless told.
    pub article_characters: Option<u32>,
    /// Characters of each preference; 300 unless told.
    pub preference_characters: Option<u32>,
    /// Also log every entry considered.
    pub debug: bool,
    /// Quote the articles between fences with this nonce, 8 to 64 letters and digits, new for every prompt; without
    /// one they stand in the prompt as they are.
    pub nonce: Option<String>,
    /// The present, for ages.
    pub now: Option<Timestamp>,
    /// How age lowers the score.
    pub decay: Option<DecaySettings>,
}

/// One entry in or left out of the block.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReceiptLine {
    /// The entry's identifier; cite it as `[id]`.
    pub id: String,
    /// Where it lies.
    pub path: String,
    /// Its title.
    pub title: String,
    /// What it is.
    pub kind: Kind,
    /// `full`, `line`, or `left out`.
    pub form: String,
    /// Why it is in or out.
    pub reason: String,
    /// What it costs.
    pub tokens: u32,
}

/// Knowledge for a prompt.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ContextBlock {
    /// Standing preferences, for the system prompt; empty when there are none.
    pub preferences: String,
    /// The articles, for the prompt; empty when nothing fits.
    pub knowledge: String,
    /// The prompt with the articles before it; unchanged when nothing fits.
    pub prompt: String,
    /// Estimated cost of preferences and articles together.
    pub tokens: u32,
    /// What it was allowed to cost.
    pub budget: u32,
    /// What is in, in order.
    pub used: Vec<ReceiptLine>,
    /// What matched and is not in, and why.
    pub left_out: Vec<ReceiptLine>,
    /// The section an agent puts at the end of its output.
    pub applied: String,
    /// Every entry considered; only when asked for.
    pub debug_log: Option<String>,
}

/// Builds the block.
pub fn context(
    base: &mut KnowledgeBase,
    request: &ContextRequest,
    facts: Option<&Facts>,
) -> Result<ContextBlock, Error> {
    if let Some(nonce) = &request.nonce {
        fence::render(nonce, &[])?;
    }
    let default_budget = if request.role == Some(AgentRole::Executor) { EXECUTOR_BUDGET } else { DEFAULT_BUDGET };
    let budget = request.budget.unwrap_or(default_budget);
    let asked = EntryQuery {
        query: request.prompt.clone(),
        now: request.now,
        decay: request.decay.clone(),
        explain: true,
        ..EntryQuery::default()
    };
    let scored = if request.prompt.trim().is_empty() { Vec::new() } else { score(base, &asked, facts) };
    let mut left_out = Vec::new();
    let mut items = preference_items(base, request, facts);
    items.extend(article_items(base, request, &scored, &mut left_out));
    let cost = |items: &[Item]| {
        let knowledge = block(base, items, request.nonce.as_deref());
        // Header, rule and blank lines belong to what the prompt pays for.
        let framed = if knowledge.is_empty() { 0 } else { tokens(&frame(&knowledge, "")) };
        tokens(&joined_preferences(items)) + framed
    };
    fit(&mut items, budget, &cost);
    let total = cost(&items);
    let preferences = joined_preferences(&items);
    let knowledge = block(base, &items, request.nonce.as_deref());
    let prompt = if knowledge.is_empty() { request.prompt.clone() } else { frame(&knowledge, &request.prompt) };
    let mut used = Vec::new();
    let mut out = Vec::new();
    for item in &items {
        let line = receipt(&base.entries[item.at], item);
        if item.form == Form::Out { out.push(line) } else { used.push(line) }
    }
    out.extend(left_out);
    let settling = settling(base, &scored);
    let applied = applied(&settling, &used, &out, scored.len());
    let debug_log = request.debug.then(|| debug_log(base, request, &scored, &used, &settling, facts));
    Ok(ContextBlock { preferences, knowledge, prompt, tokens: total, budget, used, left_out: out, applied, debug_log })
}

/// The articles that are in, fenced when there is a nonce.
fn block(base: &KnowledgeBase, items: &[Item], nonce: Option<&str>) -> String {
    let shown = items.iter().filter(|item| item.form != Form::Out && !item.is_preference);
    let Some(nonce) = nonce else { return shown.map(Item::text).collect::<Vec<_>>().join("\n\n") };
    let quoted = |item: &Item| {
        let entry = &base.entries[item.at];
        let date = entry.article.front.updated.or(entry.article.front.created);
        Quoted { source: entry.place(), date: date.map(|time| time.date().to_iso()), text: item.text().to_string() }
    };
    let quotations: Vec<Quoted> = shown.map(quoted).collect();
    if quotations.is_empty() {
        return String::new();
    }
    // The nonce was checked at the start, so that this cannot fail.
    fence::render(nonce, &quotations).map(|text| text.trim_end().to_string()).unwrap_or_default()
}

fn frame(knowledge: &str, prompt: &str) -> String {
    format!("{HEADER}\n\n{knowledge}\n\n---\n\n{prompt}")
}

fn preference_items(base: &KnowledgeBase, request: &ContextRequest, facts: Option<&Facts>) -> Vec<Item> {
    if request.role == Some(AgentRole::Executor) {
        return Vec::new();
    }
    let limit = request.preference_characters.unwrap_or(PREFERENCE_CHARACTERS) as usize;
    let mut found: Vec<usize> = (0..base.entries.len())
        .filter(|&at| {
            let article = &base.entries[at].article;
            article.kind == Kind::Preference && matches!(article.status, Status::Current | Status::Disputed)
        })
        .collect();
    found.sort_by(|&a, &b| {
        let (a, b) = (&base.entries[a].article, &base.entries[b].article);
        b.confidence.cmp(&a.confidence).then(b.front.updated.cmp(&a.front.updated)).then_with(|| a.id.cmp(&b.id))
    });
    let item = |at: usize| {
        let entry = &base.entries[at];
        let body = without_title(&entry.article.body);
        let mut full = excerpt(body, limit);
        if entry.article.status == Status::Disputed {
            full.insert_str(0, "(disputed) ");
        }
        let now = request.now.or(entry.article.front.updated).unwrap_or(Timestamp(0));
        let broken = assess(&entry.article, now, &request.decay.clone().unwrap_or_default(), facts);
        if let Some(caveat) = broken.caveat.filter(|_| broken.verdict.is_some()) {
            let _ = write!(full, "\n{caveat}");
        }
        let item = Item::new(at, full, first_sentence(body), "standing preference".to_string());
        Item { is_preference: true, ..item }
    };
    found.into_iter().map(item).filter(|item| !item.full.is_empty()).collect()
}

fn article_items(
    base: &KnowledgeBase,
    request: &ContextRequest,
    scored: &[Scored],
    left_out: &mut Vec<ReceiptLine>,
) -> Vec<Item> {
    let limit = request.articles.unwrap_or(DEFAULT_ARTICLES) as usize;
    let characters = request.article_characters.unwrap_or(ARTICLE_CHARACTERS) as usize;
    let mut items: Vec<Item> = Vec::new();
    let mut order: Vec<&Scored> = scored.iter().collect();
    // Stable: within each group the order of relevance stays.
    order.sort_by_key(|scored| {
        let article = &base.entries[scored.at].article;
        let disputed = article.status == Status::Disputed && scored.parts.similarity >= DISPUTED_SIMILARITY;
        let first =
            request.role.is_some_and(|role| role.first(article.kind)) && scored.parts.similarity >= DISPUTED_SIMILARITY;
        (!disputed, !first)
    });
    let mut n_plain = 0;
    for scored in order {
        let entry = &base.entries[scored.at];
        let article = &entry.article;
        if article.kind == Kind::Preference && request.role != Some(AgentRole::Executor) {
            continue;
        }
        let mut leave = |reason: &str| {
            if left_out.len() < 20 {
                left_out.push(line_of(entry, "left out", reason, 0));
            }
        };
        if !request.role.is_none_or(|role| role.reads(article.kind)) {
            leave("not what this role reads");
            continue;
        }
        if matches!(article.status, Status::Superseded | Status::Outdated) {
            leave(article.status.name());
            continue;
        }
        if scored.parts.similarity < LEAST_SIMILARITY {
            leave("hardly related");
            continue;
        }
        let disputed = article.status == Status::Disputed && scored.parts.similarity >= DISPUTED_SIMILARITY;
        if !disputed {
            if n_plain == limit {
                leave("less relevant than the articles shown");
                continue;
            }
            n_plain += 1;
        }
        items.push(article_item(entry, scored, characters, disputed));
    }
    items
}

fn article_item(entry: &Entry, scored: &Scored, characters: usize, disputed: bool) -> Item {
    let article = &entry.article;
    let status = match (article.kind, &article.front.outcome) {
        (Kind::Spike, Some(outcome)) => outcome.to_lowercase(),
        _ => article.status.name().to_string(),
    };
    let head = format!("### {} ({} confidence, {status})", article.title, article.confidence.name());
    let mut full = format!("{head}\n{}", excerpt(without_title(&article.body), characters));
    let mut line = format!("{head}\n{}", first_sentence(without_title(&article.body)));
    for text in [&mut full, &mut line] {
        if disputed {
            text.push_str("\nDisputed: both sides are recorded; ask before relying on either.");
        }
        if article.kind == Kind::Spike
            && let Some(note) = gap(article)
        {
            let _ = write!(text, "\n{note}");
        }
        if let Some(caveat) = &scored.freshness.caveat {
            let _ = write!(text, "\n{caveat}");
        }
        let _ = write!(text, "\n[{}] {}", article.id, entry.place());
    }
    let words: BTreeSet<&str> =
        scored.why.iter().filter(|why| !why.word.is_empty()).take(4).map(|why| why.word.as_str()).collect();
    let words: Vec<&str> = words.into_iter().collect();
    let reason = if disputed { "disputed, and related".to_string() } else { format!("matches {}", words.join(", ")) };
    Item::new(scored.at, full, line, reason)
}

fn joined_preferences(items: &[Item]) -> String {
    let shown = items.iter().filter(|item| item.form != Form::Out && item.is_preference);
    shown.map(Item::text).collect::<Vec<_>>().join("\n")
}

fn line_of(entry: &Entry, form: &str, reason: &str, tokens: u32) -> ReceiptLine {
    ReceiptLine {
        id: entry.article.id.clone(),
        path: entry.place(),
        title: entry.article.title.clone(),
        kind: entry.article.kind,
        form: form.to_string(),
        reason: reason.to_string(),
        tokens,
    }
}

fn receipt(entry: &Entry, item: &Item) -> ReceiptLine {
    let form = match item.form {
        Form::Full => "full",
        Form::Line => "line",
        Form::Out => "left out",
    };
    line_of(entry, form, &item.reason, tokens(item.text()))
}

/// `## Knowledge Applied` in its fixed form.
fn applied(settling: &BTreeSet<&str>, used: &[ReceiptLine], left_out: &[ReceiptLine], n_considered: usize) -> String {
    if used.is_empty() {
        return format!("## Knowledge Applied\n\n{NOTHING_TEXT}\n");
    }
    let mut kinds: BTreeMap<Kind, usize> = BTreeMap::new();
    for line in used {
        *kinds.entry(line.kind).or_default() += 1;
    }
    let counts: Vec<String> = kinds.iter().map(|(kind, n)| format!("{n} {}", counted(*kind, *n))).collect();
    let mut out = format!("## Knowledge Applied\n\n**KB entries consulted:** {}\n**Applied:**\n", counts.join(", "));
    for line in used {
        let _ = writeln!(out, "- [{}]: {} ({})", line.id, line.title, line.path);
    }
    let dismissed: Vec<&ReceiptLine> =
        left_out.iter().filter(|line| matches!(line.reason.as_str(), "superseded" | "outdated")).collect();
    if !dismissed.is_empty() && n_considered > 0 {
        out.push_str("\n**Dismissed:**\n");
        for line in dismissed {
            let _ = writeln!(out, "- [{}]: {}", line.id, line.reason);
        }
    }
    let spikes: Vec<&str> = used
        .iter()
        .filter(|line| line.kind == Kind::Spike && settling.contains(line.id.as_str()))
        .map(|line| line.id.as_str())
        .collect();
    if spikes.is_empty() {
        out.push_str("\n**Spikes avoided:** 0\n");
    } else {
        let _ = writeln!(out, "\n**Spikes avoided:** {} ({})", spikes.len(), spikes.join(", "));
    }
    if spikes.len() > 1 {
        let named: Vec<String> = spikes.iter().map(|id| format!("[{id}]")).collect();
        let _ = writeln!(out, "\nComposite from {} -- not directly tested as a unit.", named.join(" and "));
    }
    out
}

/// The spikes whose outcome answers their question and still stands, so that they need not be run again.
fn settling<'b>(base: &'b KnowledgeBase, scored: &[Scored]) -> BTreeSet<&'b str> {
    let settles = |scored: &&Scored| {
        let article = &base.entries[scored.at].article;
        let outcome = article.front.outcome.as_deref().unwrap_or_default();
        article.kind == Kind::Spike
            && ["confirmed", "rejected"].iter().any(|word| outcome.eq_ignore_ascii_case(word))
            && scored.freshness.verdict != Some(Verdict::Broken)
    };
    scored.iter().filter(settles).map(|scored| base.entries[scored.at].article.id.as_str()).collect()
}

/// What a spike leaves open, in words.
fn gap(article: &Article) -> Option<&'static str> {
    let outcome = article.front.outcome.as_deref()?;
    if outcome.eq_ignore_ascii_case("partial") {
        return Some("Partly answered: adopt what it settled, the rest is open.");
    }
    outcome.eq_ignore_ascii_case("inconclusive").then_some("Inconclusive: for reference only.")
}

fn counted(kind: Kind, n: usize) -> String {
    let name = kind.name();
    match (n, kind) {
        (1, _) | (_, Kind::Feedback | Kind::Architecture) => name.to_string(),
        _ => format!("{name}s"),
    }
}

/// `## KB Debug Log`: every entry, why it is in or out, and how fresh it is.
fn debug_log(
    base: &KnowledgeBase,
    request: &ContextRequest,
    scored: &[Scored],
    used: &[ReceiptLine],
    settling: &BTreeSet<&str>,
    facts: Option<&Facts>,
) -> String {
    let cell = |text: &str| text.replace('|', "\\|").replace(['\n', '\r'], " ");
    let mut out =
        String::from("## KB Debug Log\n\n| ID | Tags | Relevance | Freshness | Action |\n|---|---|---|---|---|\n");
    let decay = request.decay.clone().unwrap_or_default();
    for (at, entry) in base.entries.iter().enumerate() {
        let article = &entry.article;
        let hit = scored.iter().find(|scored| scored.at == at);
        let similarity = hit.map_or(0.0, |hit| hit.parts.similarity);
        let level = if similarity >= 0.5 {
            "HIGH"
        } else if similarity >= 0.25 {
            "MEDIUM"
        } else {
            "LOW"
        };
        let tag = hit.and_then(|hit| hit.why.iter().find(|why| !why.word.is_empty() && entry.has_tag(&why.word)));
        let why = match (hit, tag) {
            (_, Some(_)) => "direct tag match".to_string(),
            (Some(hit), None) => {
                let words: Vec<&str> =
                    hit.why.iter().filter(|why| !why.word.is_empty()).take(3).map(|why| why.word.as_str()).collect();
                if words.is_empty() {
                    "shares words with better matches".to_string()
                } else {
                    format!("matches {}", words.join(", "))
                }
            }
            (None, None) => "no domain overlap".to_string(),
        };
        let freshness = hit.map_or_else(
            || assess(article, request.now.or(article.front.updated).unwrap_or(Timestamp(0)), &decay, facts).label,
            |hit| hit.freshness.label.clone(),
        );
        let is_used = used.iter().any(|line| line.id == article.id && line.path == entry.place());
        let action = match (is_used, article.kind) {
            (true, Kind::Spike) if settling.contains(article.id.as_str()) => "Applied (spike avoided)",
            (true, _) => "Applied",
            (false, _) => "Excluded",
        };
        let _ = writeln!(
            out,
            "| {} | {} | {level} -- {} | {} | {action} |",
            cell(&article.id),
            cell(&article.front.tags.join(", ")),
            cell(&why),
            cell(&freshness)
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(base: &mut KnowledgeBase, budget: u32) -> ContextBlock {
        let request =
            ContextRequest { prompt: "which grain?".into(), budget: Some(budget), ..ContextRequest::default() };
        context(base, &request, None).expect("a block")
    }

    #[test]
    fn a_larger_budget_keeps_what_a_smaller_one_does() {
        let mut base = KnowledgeBase::default();
        for at in 0..6 {
            let more = "It is asked for every day. ".repeat(at * 2 + 1);
            let long = "and so on, and so on, ".repeat(at);
            let page = format!("# Wish {at}\n\nAlways say please, {long}and thanks. {more}\n");
            base.add("", &format!("preferences/{at}.md"), page.as_bytes());
            let page = format!("# Grain {at}\n\nThe grain of mill {at} is rye, {long}not oats. {more}\n");
            base.add("", &format!("project/{at}.md"), page.as_bytes());
        }
        let mut before = BTreeSet::new();
        for budget in 0..1500 {
            let block = block(&mut base, budget);
            assert!(block.tokens <= budget);
            let held: BTreeSet<String> = block.used.into_iter().map(|line| line.id).collect();
            assert!(held.is_superset(&before), "{budget}: {before:?} became {held:?}");
            before = held;
        }
        assert_eq!(before.len(), 11, "all preferences and five articles");
    }

    #[test]
    fn many_preferences_leave_room_for_articles() {
        let mut base = KnowledgeBase::default();
        for at in 0..60 {
            let page = format!("# Wish {at}\n\nAlways say please to guest {at} and thank them afterwards.\n");
            base.add("", &format!("preferences/{at}.md"), page.as_bytes());
        }
        base.add("", "project/grain.md", b"# Grain\n\nThe grain is rye.\n");
        for budget in [200, 500] {
            assert!(block(&mut base, budget).used.iter().any(|line| line.id == "project/grain"));
        }
    }
}
