//! What of a topic is worth keeping, and the item made of it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use super::block::{self, Block, Section};
use super::cue::{self, Cues};
use super::topic::{Exchange, Topic};
use super::vocabulary::{Project, looks_like_path};
use super::{Context, Extraction, keyword, sentence, title};
use crate::model::{Confidence, Evidence, Item, Kind, Origin, Speaker, Transcript, Turn};

/// Most characters of a statement. Higher keeps more details and makes pages that nobody reads.
const STATEMENT_BUDGET: usize = 3_200;
/// Units below this score are left out.
const KEEP_FROM: f64 = 1.0;
/// Longest quote kept as evidence.
pub(super) const MAX_QUOTE: usize = 400;

/// A piece of an answer that is kept or left as a whole.
struct Unit {
    exchange: usize,
    section: usize,
    /// Line to print above the first unit of the section.
    label: String,
    text: String,
    score: f64,
    cues: Cues,
    turn: usize,
    is_prose: bool,
}

struct Scope<'a> {
    context: &'a Context<'a>,
    project: &'a Project,
}

/// The item of a topic, when it teaches something about the project.
pub(super) fn item(
    topic: &Topic<'_>,
    transcript: &Transcript,
    context: &Context<'_>,
    project: &Project,
    extraction: &mut Extraction,
) -> Option<Item> {
    let scope = Scope { context, project };
    let turns: Vec<(usize, &Turn, bool)> = topic
        .exchanges
        .iter()
        .enumerate()
        .flat_map(|(at, exchange)| {
            let last = exchange.answers.len().saturating_sub(1);
            exchange
                .answers
                .iter()
                .enumerate()
                .map(move |(n, turn)| (at, *turn, n == last && turn.tool_calls.is_empty()))
        })
        .collect();
    if turns.is_empty() {
        return None;
    }
    if !is_about_project(topic, &scope) {
        extraction.leave_out("names nothing of the project");
        return None;
    }
    let mut units: Vec<Unit> = Vec::new();
    let mut headings: Vec<String> = Vec::new();
    for (n, (exchange, turn, is_final)) in turns.iter().enumerate() {
        let sections = block::sections(&turn.text);
        if *is_final || turn.tool_calls.is_empty() {
            headings.extend(sections.iter().filter(|s| s.level > 0 && s.level <= 3).map(|s| s.heading.clone()).take(3));
            read_answer(&sections, *exchange, n, &scope, &mut units, extraction);
        } else {
            read_aside(&sections, *exchange, n, &scope, &mut units, extraction);
        }
    }
    let kept = keep(units, extraction);
    if kept.is_empty() {
        extraction.leave_out("nothing worth keeping");
        return None;
    }
    let question = topic.exchanges.first().map_or("", Exchange::question);
    let first_sentence = kept
        .iter()
        .find(|unit| unit.is_prose)
        .map_or("", |unit| sentence::sentences(&unit.text).first().copied().unwrap_or(""));
    let heading_refs: Vec<&str> = headings.iter().map(String::as_str).collect();
    let title = title::choose(&heading_refs, question, first_sentence);
    if title.is_empty() {
        extraction.leave_out("no subject to name");
        return None;
    }
    let statement = render(&kept, &title);
    let mut cues = Cues::default();
    for unit in &kept {
        cues.add(unit.cues);
    }
    let accepted = topic.exchanges.iter().any(|exchange| exchange.accepts);
    let (kind, rule) = kind_of(topic, &kept, accepted);
    let best = kept.iter().map(|unit| unit.score).fold(0.0, f64::max);
    let evidence = evidence_of(topic, &turns, &kept, context);
    let text = format!("{title}\n{statement}");
    Some(Item {
        kind,
        keywords: keyword::keywords(&title, &statement, 10),
        entities: keyword::entities(&text),
        tags: keyword::tags(&text),
        files: keyword::files(&text),
        subject: subject_of(&title),
        attribute: String::new(),
        rationale: None,
        confidence: if accepted {
            Confidence::High
        } else if topic.exchanges.iter().any(|exchange| exchange.n_tool_calls > 0) {
            Confidence::Medium
        } else {
            Confidence::Low
        },
        origin: Origin::Agent,
        issue: context.issue,
        replaces: None,
        evidence,
        rule: rule.to_string(),
        score: (best / 6.0).clamp(0.05, 1.0),
        title,
        statement,
    })
    .filter(|_| !transcript.turns.is_empty())
}

/// Folded content words of a title, in order.
pub(super) fn subject_of(title: &str) -> String {
    let words: Vec<String> =
        sentence::words(title).into_iter().filter(|word| !keyword::is_stop_word(word)).take(6).collect();
    words.join(" ")
}

/// Whether a topic names something of this project: a path, a reference, or words of its tool traffic.
fn is_about_project(topic: &Topic<'_>, scope: &Scope<'_>) -> bool {
    if topic.exchanges.iter().any(|exchange| exchange.n_tool_calls > 0) {
        return true;
    }
    let mut text = String::new();
    for exchange in &topic.exchanges {
        text.push_str(sentence::cut(exchange.question(), 4_000));
        text.push('\n');
        for turn in &exchange.answers {
            text.push_str(sentence::cut(&turn.text, 20_000));
            text.push('\n');
        }
    }
    let words = sentence::words(&text);
    if words.iter().any(|word| looks_like_path(word) && scope.project.knows_path(word)) {
        return true;
    }
    let mut counts: Vec<(u32, String)> = keyword::content(&text).into_values().collect();
    counts.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    counts.truncate(20);
    if !scope.project.has_traffic() {
        // Nothing to compare with: written like a project when it names files, references or identifiers.
        return words.iter().any(|word| looks_like_path(word) || is_reference(word)) || text.contains('`');
    }
    let known = counts.iter().filter(|(_, word)| scope.project.knows_word(word, scope.context.background)).count();
    known * 2 >= counts.len()
}

fn is_reference(word: &str) -> bool {
    word.strip_prefix('#').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// Reads an answer: every block under its heading becomes a unit with a score.
fn read_answer(
    sections: &[Section],
    exchange: usize,
    turn: usize,
    scope: &Scope<'_>,
    units: &mut Vec<Unit>,
    extraction: &mut Extraction,
) {
    let n_sections = sections.len();
    let mut option_level: Option<u8> = None;
    let mut first_prose = true;
    for (at, section) in sections.iter().enumerate() {
        let heading_words = sentence::words(&section.heading);
        let heading_cues = cue::scan(&heading_words);
        if option_level.is_some_and(|level| section.level <= level) {
            option_level = None;
        }
        if heading_cues.has(Cues::OPTION) || heading_cues.has(Cues::HYPOTHETICAL) {
            option_level = option_level.or(Some(section.level));
        }
        if heading_cues.has(Cues::OFFER) || section.heading.ends_with('?') && heading_cues.has(Cues::NARRATION) {
            extraction.leave_out("offer");
            continue;
        }
        let is_rich = heading_cues.has(Cues::VERDICT)
            || heading_cues.has(Cues::CAUSE)
            || heading_cues.has(Cues::LESSON)
            || heading_cues.has(Cues::LIMIT)
            || heading_cues.has(Cues::RECOMMEND);
        let is_last = at + 1 == n_sections;
        let mut base = 1.0;
        if is_rich {
            base += 1.5;
        } else if option_level.is_some() {
            base -= 1.2;
        }
        let heading_named = names_project(&heading_words, &section.heading, scope);
        base += 0.4 * f64::from(u8::from(heading_named));
        for (place, block) in section.blocks.iter().enumerate() {
            let before = units.len();
            match block {
                Block::Paragraph(text) => {
                    let leads = section.blocks.get(place + 1).is_some_and(|next| !matches!(next, Block::Paragraph(_)));
                    let opening = first_prose;
                    read_paragraph(
                        text,
                        leads,
                        section.heading.is_empty(),
                        scope,
                        extraction,
                        |text, mut score, cues| {
                            score += base;
                            if opening {
                                score += 1.2;
                            }
                            if is_last && place + 1 == section.blocks.len() {
                                score += 0.8;
                            }
                            units.push(Unit {
                                exchange,
                                section: at,
                                label: section.heading.clone(),
                                text,
                                score,
                                cues,
                                turn,
                                is_prose: true,
                            });
                        },
                    );
                    if units.len() > before {
                        first_prose = false;
                    }
                }
                Block::List { ordered, items } => {
                    if let Some((text, score, cues)) = read_list(items, *ordered, scope, extraction) {
                        units.push(Unit {
                            exchange,
                            section: at,
                            label: section.heading.clone(),
                            text,
                            score: score + base,
                            cues,
                            turn,
                            is_prose: false,
                        });
                    }
                }
                Block::Table { header, rows } => {
                    if let Some((text, score, cues)) = read_table(header, rows, scope, extraction) {
                        units.push(Unit {
                            exchange,
                            section: at,
                            label: section.heading.clone(),
                            text,
                            score: score + base,
                            cues,
                            turn,
                            is_prose: false,
                        });
                    }
                }
                Block::Quote(_) => extraction.leave_out("quotation"),
            }
        }
    }
}

/// Text beside tool calls is narration; only causes, limits and decisions that name something are kept.
fn read_aside(
    sections: &[Section],
    exchange: usize,
    turn: usize,
    scope: &Scope<'_>,
    units: &mut Vec<Unit>,
    extraction: &mut Extraction,
) {
    for (at, section) in sections.iter().enumerate() {
        for block in &section.blocks {
            let Block::Paragraph(text) = block else { continue };
            read_paragraph(text, false, false, scope, extraction, |text, score, cues| {
                if (cues.has(Cues::CAUSE) || cues.has(Cues::LIMIT) || cues.has(Cues::DECISION)) && score >= 0.8 {
                    units.push(Unit {
                        exchange,
                        section: at,
                        label: String::new(),
                        text,
                        score: score * 0.8,
                        cues,
                        turn,
                        is_prose: true,
                    });
                }
            });
        }
    }
}

/// Sentences of a paragraph that state something, joined again.
fn read_paragraph(
    text: &str,
    leads: bool,
    headless: bool,
    scope: &Scope<'_>,
    extraction: &mut Extraction,
    mut keep: impl FnMut(String, f64, Cues),
) {
    for line in text.split('\n') {
        let mut kept = String::new();
        let mut score = 0.0;
        let mut all = Cues::default();
        let sentences = sentence::sentences(line);
        let n_sentences = sentences.len();
        for (at, sentence) in sentences.into_iter().enumerate() {
            let is_lead = leads && at + 1 == n_sentences && ends_with_colon(sentence);
            match judge(sentence, is_lead, headless, scope) {
                Ok((text, points, cues)) => {
                    if !kept.is_empty() {
                        kept.push(' ');
                    }
                    kept.push_str(&text);
                    score += points;
                    all.add(cues);
                }
                Err(reason) => extraction.leave_out(reason),
            }
        }
        if !kept.is_empty() {
            keep(kept, score.min(3.0), all);
        }
    }
}

fn ends_with_colon(sentence: &str) -> bool {
    sentence.trim_end_matches(['*', '_', ' ']).ends_with(':')
}

/// Judges one sentence: the text to keep with its points and cues, or the reason to leave it out.
fn judge(
    sentence: &str,
    is_lead: bool,
    headless: bool,
    scope: &Scope<'_>,
) -> Result<(String, f64, Cues), &'static str> {
    let stripped = strip_opener(sentence);
    let sentence = stripped.as_str();
    let words = sentence::words(sentence);
    let cues = cue::scan(&words);
    let named = names_project(&words, sentence, scope);
    let ends_open = ends_with_colon(sentence);
    if words.len() < 2 {
        return Err("fragment");
    }
    if sentence.trim_end_matches(['*', '"', '”', '_', ')']).ends_with('?') {
        return Err("question");
    }
    if cues.has(Cues::OFFER) {
        return Err("offer");
    }
    if cues.has(Cues::NARRATION) && !cues.has(Cues::DONE) || words[0] == "let" {
        return Err("narration");
    }
    if cues.has(Cues::DEICTIC) {
        return Err("points at the conversation");
    }
    if cues.has(Cues::HYPOTHETICAL) && !cues.has(Cues::VERDICT) {
        return Err("hypothetical");
    }
    if cues.has(Cues::OPENER) && (ends_open || words.len() <= 6) {
        return Err("opener");
    }
    if scope.context.background.is_boilerplate(sentence) {
        return Err("boilerplate");
    }
    if scope.context.background.is_known(sentence) {
        return Err("already known");
    }
    if is_lead || ends_open {
        let is_label = words.len() <= 6 && sentence.starts_with("**");
        if cues.has(Cues::DONE) && named {
            // "Created x.md — covering:" tells an event before it leads to a list.
        } else if !(is_label
            || headless && is_lead && words.len() <= 14 && words.iter().all(|word| word != "following"))
        {
            return Err("lead-in");
        }
    }
    let mut points = 0.0;
    if cues.has(Cues::LIMIT) {
        points += 0.8;
    }
    if cues.has(Cues::CAUSE) {
        points += 0.8;
    }
    if cues.has(Cues::VERDICT) || cues.has(Cues::LESSON) {
        points += 1.2;
    }
    if cues.has(Cues::RECOMMEND) {
        points += 0.8;
    }
    if cues.has(Cues::DONE) {
        points += 0.5;
    }
    if cues.has(Cues::DECISION) {
        points += 0.6;
    }
    if cues.has(Cues::MOMENTARY) && !named {
        points -= 0.5;
    }
    if named {
        points += 0.7;
    }
    if has_number(sentence) {
        points += 0.3;
    }
    let mut text = sentence::unlink(sentence.trim(), false);
    if ends_open && cues.has(Cues::DONE) {
        let end = text.trim_end_matches(['*', '_', ' ', ':']).len();
        text.truncate(end);
        text.push('.');
    }
    Ok((text, points, cues))
}

/// Removes praise and assent before the first dash or exclamation mark: "Good question — the cache…".
fn strip_opener(sentence: &str) -> String {
    for mark in [" — ", " – ", " - ", "! "] {
        if let Some((head, rest)) = sentence.split_once(mark) {
            let words = sentence::words(head);
            if words.len() <= 4 && cue::scan(&words).has(Cues::OPENER)
                || words.len() <= 2 && words.first().is_some_and(|w| matches!(w.as_str(), "good" | "nice" | "right"))
            {
                return capitalise(rest.trim());
            }
        }
    }
    for lead in ["Unfortunately, ", "Yes, ", "No, ", "So ", "Basically, ", "Essentially, "] {
        if let Some(rest) = sentence.strip_prefix(lead) {
            return capitalise(rest);
        }
    }
    sentence.to_string()
}

pub(super) fn capitalise(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if first.is_lowercase() => first.to_uppercase().chain(chars).collect(),
        _ => text.to_string(),
    }
}

fn has_number(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_digit())
}

/// Whether words name a path of the project, a reference or a repository.
fn names_project(words: &[String], raw: &str, scope: &Scope<'_>) -> bool {
    words.iter().any(|word| {
        is_reference(word) || looks_like_path(word) && (scope.project.knows_path(word) || !scope.project.has_traffic())
    }) || raw
        .split('`')
        .skip(1)
        .step_by(2)
        .any(|span| span.split_whitespace().any(|word| scope.project.knows_path(&word.to_lowercase())))
}

fn read_list(
    items: &[String],
    ordered: bool,
    scope: &Scope<'_>,
    extraction: &mut Extraction,
) -> Option<(String, f64, Cues)> {
    let mut out = String::new();
    let mut total = 0.0;
    let mut n_kept = 0_u32;
    let mut all = Cues::default();
    for item in items {
        let mut lines = item.split('\n');
        let head = lines.next().unwrap_or("");
        let Some((text, points, cues)) = read_list_line(head, scope, extraction) else { continue };
        n_kept += 1;
        total += points;
        all.add(cues);
        if ordered {
            let _ = writeln!(out, "{n_kept}. {text}");
        } else {
            let _ = writeln!(out, "- {text}");
        }
        for line in lines {
            let line = line.trim().trim_start_matches("- ");
            if let Some((text, points, cues)) = read_list_line(line, scope, extraction) {
                total += points * 0.3;
                all.add(cues);
                let _ = writeln!(out, "  - {text}");
            }
        }
    }
    if n_kept == 0 {
        return None;
    }
    let mean = total / f64::from(n_kept);
    Some((out.trim_end().to_string(), mean.min(2.0), all))
}

fn read_list_line(line: &str, scope: &Scope<'_>, extraction: &mut Extraction) -> Option<(String, f64, Cues)> {
    let mut text = String::new();
    let mut points = 0.0;
    let mut all = Cues::default();
    let sentences = sentence::sentences(line);
    let single = sentences.len() == 1;
    for sentence in sentences {
        match judge(sentence, false, true, scope) {
            Ok((kept, p, cues)) => {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(&kept);
                points += p;
                all.add(cues);
            }
            Err("fragment" | "lead-in") if single => {
                text.push_str(&sentence::unlink(sentence.trim(), false));
            }
            Err(reason) => extraction.leave_out(reason),
        }
    }
    (!text.is_empty()).then_some((text, points, all))
}

fn read_table(
    header: &[String],
    rows: &[Vec<String>],
    scope: &Scope<'_>,
    extraction: &mut Extraction,
) -> Option<(String, f64, Cues)> {
    const MAX_ROWS: usize = 20;
    let mut kept: Vec<&Vec<String>> = Vec::new();
    let mut n_numeric = 0_u32;
    let mut n_named = 0_u32;
    let mut all = Cues::default();
    for row in rows.iter().take(MAX_ROWS) {
        let joined = row.join(" ");
        let words = sentence::words(&joined);
        let cues = cue::scan(&words);
        if cues.has(Cues::HYPOTHETICAL) || cues.has(Cues::OFFER) {
            extraction.leave_out("hypothetical");
            continue;
        }
        all.add(cues);
        n_numeric += u32::from(row.iter().skip(1).any(|cell| has_number(cell)));
        n_named += u32::from(names_project(&words, &joined, scope));
        kept.push(row);
    }
    if kept.is_empty() {
        return None;
    }
    let n = f64::from(u32::try_from(kept.len()).unwrap_or(1));
    let mut points = 0.9 * f64::from(n_numeric) / n + 0.7 * f64::from(n_named) / n;
    if rows.len() > MAX_ROWS {
        points -= 0.5;
    }
    let mut out = table_row(header);
    let _ = writeln!(out, "|{}", "---|".repeat(header.len()));
    for row in kept {
        out.push_str(&table_row(row));
    }
    Some((out.trim_end().to_string(), points, all))
}

fn table_row(cells: &[String]) -> String {
    let mut out = String::from("|");
    for cell in cells {
        out.push(' ');
        out.push_str(&sentence::unlink(cell, false));
        out.push_str(" |");
    }
    out.push('\n');
    out
}

/// The best units within the budget, in their order.
fn keep(mut units: Vec<Unit>, extraction: &mut Extraction) -> Vec<Unit> {
    let mut order: Vec<usize> = (0..units.len()).filter(|at| units[*at].score >= KEEP_FROM).collect();
    order.sort_by(|a, b| units[*b].score.total_cmp(&units[*a].score).then_with(|| a.cmp(b)));
    let mut chosen: Vec<usize> = Vec::new();
    let mut used = 0;
    for at in order {
        let length = units[at].text.len() + units[at].label.len();
        if used + length > STATEMENT_BUDGET && used > 0 {
            extraction.leave_out("beyond the budget");
            continue;
        }
        used += length;
        chosen.push(at);
    }
    chosen.sort_unstable();
    let mut kept = Vec::new();
    for (at, unit) in units.drain(..).enumerate() {
        if chosen.binary_search(&at).is_ok() {
            kept.push(unit);
        }
    }
    kept
}

fn render(units: &[Unit], title: &str) -> String {
    let mut out = String::new();
    let mut last: Option<(usize, usize, usize)> = None;
    for unit in units {
        let place = (unit.exchange, unit.turn, unit.section);
        if last != Some(place) && !unit.label.is_empty() && !unit.label.eq_ignore_ascii_case(title) {
            if !out.is_empty() {
                out.push_str("\n\n");
            }
            let _ = write!(out, "**{}**", unit.label);
        }
        if !out.is_empty() {
            out.push_str("\n\n");
        }
        out.push_str(&unit.text);
        last = Some(place);
    }
    out
}

fn kind_of(topic: &Topic<'_>, units: &[Unit], accepted: bool) -> (Kind, &'static str) {
    let mut cues = Cues::default();
    for unit in units {
        cues.add(unit.cues);
    }
    let first = units.iter().find(|unit| unit.is_prose).map(|unit| unit.cues).unwrap_or_default();
    if accepted {
        return (Kind::Decision, "accepted-proposal");
    }
    if cues.has(Cues::CAUSE)
        && cues.has(Cues::DONE)
        && units.iter().any(|unit| cue::scan(&sentence::words(&unit.label)).has(Cues::CAUSE))
    {
        return (Kind::Resolution, "root-cause");
    }
    let wrote = topic
        .exchanges
        .iter()
        .flat_map(|e| &e.answers)
        .any(|turn| turn.tool_calls.iter().any(|call| super::tool::is_write(&call.name)));
    if first.has(Cues::DONE) && (wrote || first.has(Cues::DONE) && !first.has(Cues::LIMIT)) {
        return (Kind::Event, "closing-summary");
    }
    if first.has(Cues::LIMIT) {
        return (Kind::Limitation, "verdict");
    }
    if first.has(Cues::MECHANISM) {
        return (Kind::Architecture, "explanation");
    }
    (Kind::Fact, "answer")
}

/// The request and the strongest pieces of the answer, exactly as they stand in the transcript.
fn evidence_of(
    topic: &Topic<'_>,
    turns: &[(usize, &Turn, bool)],
    units: &[Unit],
    context: &Context<'_>,
) -> Vec<Evidence> {
    let mut out: Vec<Evidence> = Vec::new();
    for exchange in topic.exchanges.iter().take(4) {
        if let Some(asked) = exchange.asked.filter(|turn| turn.speaker == Speaker::Human) {
            out.push(quote(asked, asked.text.trim(), context));
        }
    }
    let mut best: Vec<&Unit> = units.iter().filter(|unit| unit.is_prose).collect();
    best.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.turn.cmp(&b.turn)));
    let mut fallback = units.iter().max_by(|a, b| a.score.total_cmp(&b.score)).into_iter();
    for unit in best.into_iter().take(2).chain(fallback.by_ref().take(usize::from(out.is_empty()))) {
        if let Some((_, turn, _)) = turns.get(unit.turn) {
            let needle =
                sentence::sentences(&unit.text).into_iter().find(|s| turn.text.contains(*s)).map(ToString::to_string);
            out.push(quote(turn, needle.as_deref().unwrap_or(""), context));
        }
    }
    out.retain(|evidence| !evidence.quote.is_empty());
    if let (true, Some((_, turn, _))) = (out.is_empty(), turns.first()) {
        out.push(quote(turn, turn.text.trim(), context));
    }
    out.sort_by_key(|evidence| evidence.line);
    out.dedup();
    out
}

pub(super) fn quote(turn: &Turn, text: &str, context: &Context<'_>) -> Evidence {
    Evidence {
        session: context.session.to_string(),
        line: turn.line,
        speaker: turn.speaker,
        time: turn.time,
        quote: sentence::cut(text, MAX_QUOTE).trim().to_string(),
    }
}
