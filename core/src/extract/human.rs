//! What people say outright: names, rules, the form of answers they want.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::answers::answers;
use super::evidence::quote;
use super::form::{capitalise, is_question};
use super::framing::shows;
use super::lead::announced;
use super::mark;
use super::rule::{bounds_of_task, is_code, is_standing, without_lead, without_term};
use super::said::not_said;
use super::select::subject_of;
use super::sentence::Word;
use super::speech::asks;
use super::thought::thoughts;
use super::{Context, Extraction, headline, keyword, sentence, tidy};
use crate::model::{Confidence, Item, Kind, Origin, Role, Speaker, Transcript, Turn};

/// A person's message longer than this is pasted material, not speech.
pub(super) const MAX_SPEECH: usize = 16_000;
/// Rules are set in fewer words: much of what is longer may be somebody else's, and tells but does not order.
pub(super) const MAX_ORDERS: usize = 4_000;

pub(super) fn items(transcript: &Transcript, context: &Context<'_>, extraction: &mut Extraction) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut rules: Vec<(&Turn, String)> = Vec::new();
    let mut asked: Vec<&Turn> = Vec::new();
    for turn in &transcript.turns {
        if turn.speaker != Speaker::Human {
            asked.extend((turn.speaker == Speaker::Agent).then_some(turn));
            continue;
        }
        // What was chosen for the work at hand is no rule.
        if turn.role == Role::Tool {
            continue;
        }
        let answered = answers(asked.drain(..).rev().map(|asked| asked.text.as_str()), &turn.text);
        if turn.text.len() > MAX_ORDERS {
            extraction.leave_out("pasted material");
            continue;
        }
        items.extend(identity(turn, context));
        let charter = charter(turn, context);
        // A list of rules is one thing; its lines are not told twice.
        let is_charter = charter.is_some();
        items.extend(charter);
        items.extend(form(turn, context));
        // What answers a question of the moment is no rule.
        let own = answered.map_or(turn.text.clone(), |answers| answers.rest.join("\n"));
        let own = crate::trust::without_output(&own);
        let own = sentence::unwrapped(&own);
        let sentences = thoughts(&own);
        let bounds = bounds_of_task(&sentences);
        // "Run the tests before you say done. Always."
        let is_always = |next: Option<&&str>| {
            let words = sentence::words(next.copied().unwrap_or(""));
            matches!(words.as_slice(), [one] if one == "always")
                || matches!(words.as_slice(), [one, two] if one == "every" && two == "time")
        };
        let rules_on: Vec<bool> = (0..sentences.len()).map(|at| is_always(sentences.get(at + 1))).collect();
        for ((sentence, goes_on), bounds) in sentences.into_iter().zip(rules_on).zip(bounds).filter(|_| !is_charter) {
            if (is_standing(sentence) || goes_on)
                && !bounds
                && !is_code(sentence)
                && !crate::trust::is_hearsay(sentence)
                && !context.background.is_known(sentence)
            {
                rules.push((turn, sentence.to_string()));
            }
        }
    }
    items.extend(standing(&rules, context));
    items
}

/// How names are given: the words before them, whether the agent is meant, and the words for the record.
const PATTERNS: [(&str, bool, &str); 7] = [
    ("you are ", true, "The agent is "),
    ("your name is ", true, "The agent is called "),
    ("i am ", false, "The user is to be addressed as "),
    ("i'm ", false, "The user is to be addressed as "),
    ("call me ", false, "The user is to be called "),
    ("please call me ", false, "The user is to be called "),
    ("my name is ", false, "The user is called "),
];

/// Whether a sentence gives somebody a name.
pub(super) fn is_identity(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    PATTERNS.iter().any(|(lead, _, _)| {
        lower
            .strip_prefix(lead)
            .is_some_and(|rest| rest.starts_with(['"', '“']) || lead.contains("name") || lead.contains("call"))
    })
}

/// "You are X", "call me Y", "my name is Z".
fn identity(turn: &Turn, context: &Context<'_>) -> Vec<Item> {
    let mut out = Vec::new();
    for sentence in sentence::sentences(&turn.text) {
        if is_question(sentence) {
            continue;
        }
        for clause in sentence.split(", ") {
            let lower = clause.to_lowercase();
            let Some((lead, is_agent, opening)) =
                PATTERNS.iter().find(|(lead, _, _)| lower.starts_with(lead) && clause.is_char_boundary(lead.len()))
            else {
                continue;
            };
            let name = clause[lead.len()..].trim().trim_end_matches(['.', '!', ':']);
            let name = name.strip_suffix(" btw").or_else(|| name.strip_suffix(" by the way")).unwrap_or(name);
            let introduces = lead.starts_with('i') && !name.contains(' ') && name.len() > 2;
            let quoted = name.starts_with(['"', '“', '\'']);
            let is_name = quoted
                || name.chars().next().is_some_and(char::is_uppercase)
                    && (lead.contains("name") || lead.contains("call") || introduces)
                    && name.split_whitespace().count() <= 4;
            if !is_name || name.len() > 120 {
                continue;
            }
            let short = name.trim_matches(['"', '“', '”', '\'']).split(['"', '”', ',']).next().unwrap_or(name).trim();
            let (subject, kind, heading) = if *is_agent {
                ("agent identity", Kind::Decision, format!("Agent identity: {short}"))
            } else {
                ("user profile", Kind::Preference, format!("User is addressed as {short}"))
            };
            let Some(title) = tidy::tidy(&heading) else { continue };
            // The whole sentence tells more than the name: "You are X, the pilot: calm and brief".
            let rest = sentence.trim_end_matches(['.', '!']);
            let tail = if !is_agent || clause == rest || !sentence.starts_with(clause) {
                name
            } else {
                rest.get(lead.len()..).unwrap_or(name)
            };
            out.push(make(
                kind,
                title,
                &format!("{opening}{tail}."),
                subject,
                "name",
                (turn, sentence),
                context,
                "identity",
            ));
            break;
        }
    }
    out
}

/// "Please adhere to this:" makes the whole message a rule.
fn charter(turn: &Turn, context: &Context<'_>) -> Option<Item> {
    let text = turn.text.trim();
    let first = text.lines().next().unwrap_or("").trim();
    let body = charter_body(text)?;
    let labels: Vec<&str> = body
        .lines()
        .filter_map(|line| line.trim().trim_start_matches("- ").split_once(':'))
        .map(|(label, _)| label.trim())
        .filter(|label| !label.is_empty() && label.split_whitespace().count() <= 3)
        .take(3)
        .collect();
    let heading = if labels.is_empty() {
        capitalise(first.trim_end_matches(':'))
    } else {
        format!("Rules for {}", labels.join(" and ").to_lowercase())
    };
    let lines: Vec<String> = body
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .take(20)
        .map(|line| format!("- {}", line.trim_start_matches("- ")))
        .collect();
    // "Don't use:" says what is meant with the list.
    let denies = sentence::words(first).iter().any(|word| matches!(word.as_str(), "don't" | "not" | "never" | "no"));
    let lead = if denies { format!("{}\n\n", capitalise(first)) } else { String::new() };
    let statement = lead + &lines.join("\n");
    Some(make(Kind::Preference, tidy::tidy(&heading)?, &statement, "", "", (turn, text), context, "stated-rule"))
}

/// What stands under a first line such as "Please adhere to this:".
pub(super) fn charter_body(text: &str) -> Option<&str> {
    let text = text.trim();
    let first = text.lines().next().unwrap_or("").trim();
    let words = sentence::words(first);
    // "I want to describe the shop:", "the oven must:" lead to what is wanted of a thing.
    let rules =
        ["rules", "guidelines", "conventions", "follow", "remember", "adhere", "always", "never", "don't", "avoid"];
    let pair = |pair: &[Word<'_>]| matches!((pair[0].as_str(), pair[1].as_str()), ("do", "not") | ("you", "must"));
    let sets = words.iter().any(|word| rules.contains(&word.as_str()))
        || words.windows(2).any(pair)
        || is_standing(first.trim_end_matches(':'));
    let body = text.get(first.len()..)?.trim();
    let tells = first.ends_with(':') && words.len() <= 12 && sets && !shows(first) && !asks(first);
    (tells && !body.is_empty()).then_some(body)
}

/// Wishes about the form of answers: "dot points, less than 20 words each".
fn form(turn: &Turn, context: &Context<'_>) -> Option<Item> {
    const FORMS: [&str; 15] = [
        "dot point",
        "bullet point",
        "bullet list",
        "be concise",
        "be brief",
        "keep it short",
        "keep it brief",
        "words or less",
        "in one sentence",
        "in a table",
        "no emoji",
        "plain english",
        "short answer",
        "less verbose",
        "tl;dr",
    ];
    let text = turn.text.trim();
    if text.len() > 400 {
        return None;
    }
    // "Your two bullet points make sense" speaks of those there are.
    let is_new = |before: &str| {
        let words = sentence::words(before);
        let is_known = |word: &Word<'_>| matches!(word.as_str(), "your" | "the" | "those" | "these" | "that" | "this");
        !words.iter().rev().take(2).any(is_known)
    };
    let is_form = |clause: &&str| {
        let lower = clause.to_lowercase();
        let names_form = |form: &&str| lower.split_once(form).is_some_and(|(before, _)| is_new(before));
        !clause.trim_end_matches(['?', '!']).contains('?') && FORMS.iter().any(names_form)
            || is_form_of_answers(&sentence::words(clause))
    };
    // "Can you explain the oven in one sentence?" wants it once.
    let is_once = |sentence: &str| {
        let words = sentence::words(sentence);
        let explains = |word: &Word<'_>| {
            matches!(word.as_str(), "explain" | "describe" | "summarize" | "summarise" | "what" | "why" | "how")
        };
        words.iter().take(5).any(explains)
    };
    // "Commit messages: imperative, no emojis" is about those.
    let is_of_other = |sentence: &str| {
        let label = sentence.split_once(": ").map_or("", |(label, _)| label);
        !label.is_empty() && !is_answer(&sentence::words(label)) && announced(sentence).len() == sentence.len()
    };
    let is_form_of = |sentence: &&str| {
        !is_once(sentence) && !is_of_other(sentence) && sentence.split(',').any(|clause| is_form(&clause.trim()))
    };
    let sentence = text.lines().flat_map(sentence::sentences).find(is_form_of)?;
    let clauses = sentence.split(',').map(str::trim).skip_while(|clause| !is_form(clause));
    // "Shorter answers please, no tables": both are the form.
    let goes_on = |clause: &&str| is_form(clause) || clause.starts_with("no ") || clause.starts_with("not ");
    let clause = clauses.take_while(goes_on).collect::<Vec<_>>().join(", ");
    let clause = clause.strip_prefix("and ").unwrap_or(&clause);
    let statement = format!("The user asks for answers in this form: {}.", clause.trim_end_matches(['?', '!', '.']));
    Some(make(
        Kind::Preference,
        "Form of answers".to_string(),
        &statement,
        "form of answers",
        "form",
        (turn, clause),
        context,
        "stated-wish",
    ))
}

fn is_answer(words: &[Word<'_>]) -> bool {
    let is_answer = |word: &Word<'_>| {
        matches!(word.as_str(), "answer" | "answers" | "reply" | "replies" | "response" | "responses" | "output")
    };
    words.iter().any(is_answer)
}

/// "Keep your answers shorter", "no headings".
fn is_form_of_answers(words: &[Word<'_>]) -> bool {
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let answers = is_answer(words);
    let manner =
        has(&["short", "shorter", "brief", "briefer", "concise", "long", "longer", "detailed", "simple", "simpler"]);
    let left_out = has(&["headings", "bullets", "emojis", "tables", "markdown", "preamble", "summaries"]);
    answers && manner && words.len() <= 12
        || words.first().is_some_and(|word| word == "no") && left_out && words.len() <= 4
}

/// The standing rules of a session are one item.
fn standing(rules: &[(&Turn, String)], context: &Context<'_>) -> Option<Item> {
    let (first_turn, first) = rules.first()?;
    let rule = without_lead(first);
    let rule = without_term(&rule);
    let title = headline::from_rule(rule, is_standing).or_else(|| tidy::tidy(rule))?;
    let mut lines: Vec<String> = Vec::new();
    for (_, rule) in rules.iter().take(12) {
        let line = without_lead(rule);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    let statement = if let [line] = &lines[..] { line.clone() } else { format!("- {}", lines.join("\n- ")) };
    let mut item = make(Kind::Preference, title, &statement, "", "", (first_turn, first), context, "stated-rule");
    for (turn, rule) in rules.iter().skip(1).take(5) {
        item.evidence.push(quote(turn, rule, context));
    }
    Some(item)
}

/// Builds an item from what one turn says.
#[allow(clippy::too_many_arguments)] // one call per field; a struct would only repeat `Item`
pub(super) fn make(
    kind: Kind,
    title: String,
    statement: &str,
    subject: &str,
    attribute: &str,
    (turn, said): (&Turn, &str),
    context: &Context<'_>,
    rule: &str,
) -> Item {
    let statement = mark::balanced(statement);
    let statement = if turn.speaker == Speaker::Human { statement } else { not_said(&statement) };
    let text = format!("{title}\n{statement}");
    let (keywords, tags) = keyword::describe(&title, &statement, |_| {});
    Item {
        kind,
        keywords,
        entities: keyword::entities(&text),
        tags,
        files: Vec::new(),
        subject: if subject.is_empty() { subject_of(&title) } else { subject.to_string() },
        attribute: attribute.to_string(),
        rationale: None,
        confidence: Confidence::High,
        origin: if turn.speaker == Speaker::Human { Origin::Owner } else { Origin::Tool },
        issue: context.issue,
        replaces: None,
        revision: None,
        evidence: alloc::vec![quote(turn, said, context)],
        rule: rule.to_string(),
        score: 0.9,
        title,
        statement,
    }
}
