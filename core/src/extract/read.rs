//! An answer read section by section: prose, lists and tables become units with a score.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::block::{Block, Section, is_closed, is_head};
use super::cue::{self, Cues};
use super::form::{ends_open, is_first_person, is_question, label_end};
use super::judge::{Place, Scope, judge, names_project};
use super::lead::tells_more;
use super::list::{OPTIONS, SUGGESTED, tell_what_is};
use super::menu::{
    Lead, STAGES, announces_menu, are_options, asks_to_choose, asks_to_try, is_label, is_menu, is_plan, is_schedule,
    lead_mood, option_name, shows_example, tells_choices,
};
use super::pitch::leads_to_praise;
use super::progress::is_of_commit;
use super::{Extraction, general, sentence};
use crate::reconcile::is_auxiliary;

/// A piece of an answer that is kept or left as a whole.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    /// Which exchange of the topic, turn of the topic and section of the turn it stands in.
    pub(super) place: (usize, usize, usize),
    /// Line to print above the first unit of the section.
    pub(super) label: String,
    pub(super) text: String,
    pub(super) score: f64,
    pub(super) cues: Cues,
    pub(super) is_prose: bool,
    /// How much its words speak for it, apart from its place.
    pub(super) points: f64,
    /// Nothing but its place speaks for it.
    pub(super) is_plain: bool,
}

/// Answers longer than this leave out what only its place speaks for.
const LONG_ANSWER: usize = 3_600;
/// Rows and items beyond this are cut from tables and lists.
pub(super) const MAX_ROWS: usize = 20;
/// Points below which a unit is plain.
pub(super) const PLAIN_BELOW: f64 = 0.45;
/// The words of a line that only heads what follows it.
fn head_of(text: &str) -> Option<String> {
    if is_label(text) {
        let head = text.trim().trim_matches('*').trim();
        return Some(head.trim_end_matches(':').to_string());
    }
    let is_plain = || {
        let words = sentence::words(text);
        let states = |word: &sentence::Word<'_>| is_auxiliary(word) || is_first_person(word);
        !words.iter().any(states) && !cue::scan(&words).has(Cues::DONE) && words.len() > 1
    };
    let has_form =
        is_head(text) && !is_closed(text) && text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    (has_form && !text.contains(['`', '*', '_', '=', ';', '\\', '#']) && !text.contains(": ") && is_plain())
        .then(|| text.trim().to_string())
}

pub(super) struct Reader<'a> {
    pub(super) scope: Scope<'a>,
    pub(super) extraction: &'a mut Extraction,
    pub(super) units: Vec<Unit>,
    /// The answer being read is long.
    pub(super) is_long: bool,
    /// Nothing was written in the exchange being read: what it says to do was not done in it.
    pub(super) is_undone: bool,
    /// Nor did the person agree that it be done.
    pub(super) is_only_planned: bool,
}

/// How a section's place in the answer weighs.
#[derive(Clone, Copy)]
pub(super) struct Weight {
    pub(super) base: f64,
    is_option: bool,
    pub(super) is_rich: bool,
    /// Headings before it offered a choice, so that a question after a list may mean them.
    follows_options: bool,
}

/// "with the oven open": the second half of a sentence.
fn goes_on(sentence: &str) -> bool {
    let first = sentence.split_whitespace().next().unwrap_or("");
    matches!(first, "with" | "where" | "and" | "which" | "or" | "plus" | "then" | "while" | "because")
}

impl Weight {
    /// Of a place that says nothing by itself.
    pub(super) fn plain(base: f64) -> Self {
        Self { base, is_option: false, is_rich: false, follows_options: false }
    }
}

/// Whether the words before a block say that it holds everywhere.
fn leads_away(lead: Option<&str>) -> bool {
    lead.is_some_and(|lead| general::leads_away(&sentence::words(lead)))
}

impl Reader<'_> {
    /// Reads a message that carries no tool calls: the answer itself.
    pub(super) fn answer(&mut self, sections: &[Section], length: usize, exchange: usize, turn: usize) {
        let start = self.units.len();
        self.is_long = length > LONG_ANSWER;
        let mut option_level: Option<u8> = None;
        let mut options: Vec<String> = Vec::new();
        let mut are_choices = true;
        let mut opening = true;
        for (at, section) in sections.iter().enumerate() {
            let words = sentence::words(&section.heading);
            let cues = cue::scan(&words);
            if option_level.is_some_and(|level| section.level <= level) {
                option_level = None;
            }
            let is_chosen = tells_choices(&words);
            let is_option =
                !is_chosen && (cues.has(Cues::OPTION) || cues.has(Cues::HYPOTHETICAL) && !cues.has(Cues::OPENER));
            if is_option {
                option_level = option_level.or(Some(section.level));
            }
            if cues.has(Cues::OFFER) {
                self.extraction.leave_out("offer");
                continue;
            }
            if general::is_background(&words) && !names_project(&words, &section.heading, self.scope.project) {
                self.extraction.leave_out("nothing of the project");
                continue;
            }
            if asks_to_try(&words) {
                self.extraction.leave_out("momentary");
                continue;
            }
            if shows_example(&words) {
                self.extraction.leave_out("hypothetical");
                continue;
            }
            if leads_to_praise(&words) {
                self.extraction.leave_out("the agent about itself");
                continue;
            }
            if is_option && words.len() > 2 {
                are_choices &=
                    cues.has(Cues::OPTION) && !words.first().is_some_and(|word| STAGES.contains(&word.as_str()));
                options.push(option_name(&section.heading, &section.blocks));
            }
            let is_rich = [Cues::VERDICT, Cues::CAUSE, Cues::LESSON, Cues::LIMIT, Cues::RECOMMEND]
                .iter()
                .any(|cue| cues.has(*cue))
                || is_chosen;
            let named = names_project(&words, &section.heading, self.scope.project);
            let base = 1.0 + if is_rich { 1.3 } else { 0.0 } + if named { 0.4 } else { 0.0 };
            let weight = Weight {
                base,
                is_option: option_level.is_some() && !is_rich,
                is_rich,
                follows_options: options.len() >= 2,
            };
            let place = (exchange, turn, at);
            if has_measure(&section.heading) {
                self.push(place, "", section.heading.clone() + ".", base + 1.0, cues, true);
            }
            self.section(section, place, weight, at + 1 == sections.len(), &mut opening);
        }
        if options.len() >= 2 {
            let lead = if are_choices { OPTIONS } else { "Covers" };
            self.push(
                (exchange, turn, sections.len()),
                "",
                format!("{lead}: {}.", options.join("; ")),
                1.6,
                Cues::OPTION,
                true,
            );
        }
        if self.is_long {
            self.outline(sections, start, exchange, turn);
        }
    }

    fn section(
        &mut self,
        section: &Section,
        place: (usize, usize, usize),
        weight: Weight,
        is_last: bool,
        opening: &mut bool,
    ) {
        let mut lead: Option<String> = None;
        // A heading introduces one list; of several each needs its own words.
        let n_structured = section.blocks.iter().filter(|block| !matches!(block, Block::Paragraph(_))).count();
        let introduced = !section.heading.is_empty() && n_structured == 1;
        // A line that heads what follows it is printed with that, or not at all.
        let mut part = Section { level: section.level, heading: section.heading.clone(), blocks: Vec::new() };
        let mut heads_since: Option<(usize, usize)> = None;
        for (n, block) in section.blocks.iter().enumerate() {
            let next = section.blocks.get(n + 1);
            let leads = next.is_some_and(|next| !matches!(next, Block::Paragraph(_)));
            let head = if let Block::Paragraph(text) = block { head_of(text) } else { None };
            // Nothing was told behind the last one.
            let is_bare =
                lead.is_none() && heads_since.is_some_and(|(at, n_units)| n > at + 1 && self.units.len() == n_units);
            if head.is_some() || is_bare {
                part.heading.clone_from(&section.heading);
                heads_since = None;
            }
            match block {
                Block::Paragraph(_) if !leads && (next.is_some() || n > 0) && head.is_some() => {
                    part.heading = head.unwrap_or_default();
                    heads_since = Some((n, self.units.len()));
                    lead = None;
                }
                Block::Paragraph(text) => {
                    lead = None;
                    for line in text.split('\n') {
                        lead = self
                            .paragraph(line, leads, &part, place, weight, (*opening, is_last && next.is_none()))
                            .or(lead);
                        *opening = false;
                    }
                }
                Block::List { ordered, first, items, is_open } => {
                    let intro = lead.take();
                    let is_reason = || {
                        intro.as_deref().is_some_and(|intro| intro.trim_end_matches(['*', ':']).ends_with("because"))
                    };
                    let is_asked = || next.is_some_and(asks_to_choose) && !tell_what_is(items) && !is_reason();
                    if are_options(items) || !weight.follows_options && is_asked() {
                        self.options(OPTIONS, items, place, &part.heading, intro.as_deref().unwrap_or(""));
                        continue;
                    }
                    if let Some(kind) = intro.as_deref().map(lead_mood) {
                        match kind {
                            Lead::Imagined => {
                                self.extraction.leave_out("hypothetical");
                                continue;
                            }
                            Lead::Options | Lead::Suggested
                                if intro.as_deref().is_some_and(announces_menu) || !tell_what_is(items) =>
                            {
                                let label = if matches!(kind, Lead::Options) { OPTIONS } else { SUGGESTED };
                                self.options(label, items, place, &part.heading, intro.as_deref().unwrap_or(""));
                                continue;
                            }
                            Lead::Planned if self.is_only_planned => {
                                self.extraction.leave_out("plan");
                                continue;
                            }
                            Lead::Planned | Lead::Plain | Lead::Options | Lead::Suggested => {}
                        }
                    }
                    if intro.as_deref().is_some_and(|intro| leads_to_praise(&sentence::words(intro))) {
                        self.extraction.leave_out("the agent about itself");
                        continue;
                    }
                    if intro.as_deref().is_some_and(|intro| is_of_commit(&sentence::words(intro))) {
                        self.extraction.leave_out("momentary");
                        continue;
                    }
                    if weight.is_option {
                        self.extraction.leave_out("option");
                        continue;
                    }
                    // "1. **Total**: Should it include: - paid ones? - all?": what is asked, line by line.
                    let asks =
                        |item: &&String| item.lines().any(|line| line.trim_end_matches(['*', ')', ' ']).ends_with('?'));
                    let n_asked = items.iter().filter(asks).count();
                    if n_asked > 1 && n_asked * 2 >= items.len() {
                        self.extraction.leave_out("question");
                        continue;
                    }
                    // "[x] Oven, [ ] tray": how far somebody has come.
                    if *is_open {
                        self.extraction.leave_out("momentary");
                        continue;
                    }
                    if self.is_undone && is_plan(items) || self.is_only_planned && is_schedule(items) {
                        self.extraction.leave_out("plan");
                        continue;
                    }
                    if items.iter().all(|item| is_quotation(item) || is_link(item)) {
                        self.extraction.leave_out("quotation");
                        continue;
                    }
                    let is_lesson = self.scope.is_lesson;
                    self.scope.is_lesson |= leads_away(intro.as_deref());
                    let intro = intro.filter(|intro| !introduced || tells_more(intro, &part.heading));
                    self.list(items, ordered.then_some(*first), intro.as_deref(), &part, place, weight);
                    self.scope.is_lesson = is_lesson;
                }
                Block::Table { header, rows } => {
                    let intro = lead.take();
                    let offers = || intro.as_deref().is_some_and(|intro| matches!(lead_mood(intro), Lead::Options));
                    if is_menu(header) || offers() {
                        // The number of an option is not its name.
                        let is_name = |cell: &&String| cell.chars().filter(|c| c.is_alphabetic()).count() > 1;
                        let names: Vec<String> =
                            rows.iter().filter_map(|row| row.iter().find(is_name).cloned()).collect();
                        self.options(OPTIONS, &names, place, &part.heading, "");
                        continue;
                    }
                    if leads_away(intro.as_deref()) || self.scope.is_lesson && !self.names_any(rows) {
                        self.extraction.leave_out("nothing of the project");
                        continue;
                    }
                    if weight.is_option
                        || intro.as_deref().is_some_and(|intro| matches!(lead_mood(intro), Lead::Imagined))
                    {
                        self.extraction.leave_out("option");
                        continue;
                    }
                    let intro = intro.filter(|intro| !introduced || tells_more(intro, &part.heading));
                    self.table(header, rows, intro.as_deref(), &part, place, weight);
                }
                Block::Quote(_) => self.extraction.leave_out("quotation"),
            }
        }
    }

    /// Keeps what a line of prose states; gives back the words that lead to the block after it.
    fn paragraph(
        &mut self,
        line: &str,
        leads: bool,
        section: &Section,
        place: (usize, usize, usize),
        weight: Weight,
        (opening, closing): (bool, bool),
    ) -> Option<String> {
        let mut lead = None;
        let mut kept = String::new();
        let mut points = 0.0;
        let mut cues = Cues::default();
        let mut stands = false;
        let is_lesson = self.scope.is_lesson;
        for sentence in sentence::sentences(line) {
            // "For rye we start from", and a table: the mark is missing, the lead is the same.
            let is_open = || sentence.ends_with(char::is_alphanumeric) && line.ends_with(sentence);
            // "Open on Sundays (since May) ✅" ends as no sentence does.
            let is_head = || sentence == line.trim() && is_head(line) && !sentence.starts_with(['(', '*', '<']);
            if ends_open(sentence) || leads && (is_question(sentence) || is_label(sentence) || is_open() || is_head()) {
                if let Some(event) = self.event_in_lead(sentence) {
                    join(&mut kept, &event.text);
                    points += event.points;
                    cues.add(event.cues);
                } else {
                    self.extraction.leave_out("lead-in");
                }
                lead = Some(sentence.to_string());
                continue;
            }
            // What goes on behind a piece of code makes no sense without it.
            if kept.is_empty() && goes_on(sentence) {
                self.extraction.leave_out("fragment");
                continue;
            }
            self.scope.is_lesson |= general::leads_away(&sentence::words(sentence));
            match judge(sentence, Place::Prose, self.scope) {
                Ok(statement) => {
                    let first = sentence::words(sentence::cut(&statement.text, 40));
                    stands |=
                        !first.first().is_some_and(|word| is_first_person(word)) || statement.cues.has(Cues::DONE);
                    join(&mut kept, &statement.text);
                    points += statement.points;
                    cues.add(statement.cues);
                }
                Err(reason) => self.extraction.leave_out(reason),
            }
        }
        self.scope.is_lesson = is_lesson;
        if !kept.is_empty() && !stands && lead.is_none() {
            self.extraction.leave_out("the agent about itself");
            kept.clear();
        }
        if !kept.is_empty() {
            if weight.is_option && points < 1.0 && !opening {
                self.extraction.leave_out("option");
            } else {
                let score = weight.base
                    + f64::min(points, 2.5)
                    + if opening { 1.2 } else { 0.0 }
                    + if closing { 0.8 } else { 0.0 }
                    - if weight.is_option { 0.8 } else { 0.0 };
                self.push(place, &section.heading, kept, score, cues, true);
                if let Some(unit) = self.units.last_mut() {
                    unit.points = points;
                    unit.is_plain = points < PLAIN_BELOW && !weight.is_rich && !opening && label_end(line).is_none();
                }
            }
        }
        lead
    }

    /// "Created x.md — a guide covering:" tells an event before it leads to a list.
    fn event_in_lead(&self, sentence: &str) -> Option<super::judge::Statement> {
        let closed = sentence.trim_end_matches(['*', '_', ' ', ':']);
        let statement = judge(closed, Place::Prose, self.scope).ok().filter(|statement| {
            let tells = [Cues::DONE, Cues::RECOMMEND, Cues::CAUSE];
            tells.into_iter().any(|cue| statement.cues.has(cue)) && statement.points >= 1.0
        })?;
        let mut text = statement.text.trim_end().to_string();
        for tail in
            [" covering", " including", " with", " as follows", " are", " is", " to", " by", " for", " that", " which"]
        {
            if let Some(head) = text.strip_suffix(tail) {
                text = head.trim_end_matches([',', ' ', '—', '-']).to_string();
                break;
            }
        }
        text.push('.');
        Some(super::judge::Statement { text, ..statement })
    }

    /// Three and more sections of one level that only list common things shrink to a line of their headings.
    fn outline(&mut self, sections: &[Section], start: usize, exchange: usize, turn: usize) {
        let mut at = 0;
        while at < sections.len() {
            let level = sections[at].level;
            let mut end = at;
            while end < sections.len() && level > 0 && sections[end].level == level {
                end += 1;
            }
            let plain: Vec<usize> = (at..end)
                .filter(|n| {
                    let mut units =
                        self.units[start..].iter().filter(|unit| unit.place == (exchange, turn, *n)).peekable();
                    units.peek().is_some() && units.all(|unit| unit.is_plain) && !sections[*n].heading.is_empty()
                })
                .collect();
            if plain.len() >= 3 {
                let names: Vec<&str> = plain.iter().map(|n| sections[*n].heading.as_str()).collect();
                let text = format!("Covers: {}.", names.join("; "));
                // Not of the talk before the answer, which has places of its own.
                let answer = self.units.split_off(start);
                self.units.extend(answer.into_iter().filter(|unit| !plain.contains(&unit.place.2)));
                let cues = Cues::default();
                // Printed where the first of them stood.
                let parent = sections[..at]
                    .iter()
                    .rposition(|section| section.level < level)
                    .map_or("", |n| sections[n].heading.as_str());
                let unit = Unit {
                    place: (exchange, turn, plain[0]),
                    label: parent.to_string(),
                    text,
                    score: 1.7,
                    cues,
                    is_prose: true,
                    points: 0.0,
                    is_plain: false,
                };
                let index = self.units[start..]
                    .iter()
                    .position(|unit| unit.place > (exchange, turn, plain[0]))
                    .map_or(self.units.len(), |n| start + n);
                self.units.insert(index, unit);
            }
            at = end.max(at + 1);
        }
    }

    pub(super) fn push(
        &mut self,
        place: (usize, usize, usize),
        label: &str,
        text: String,
        score: f64,
        cues: Cues,
        is_prose: bool,
    ) {
        self.units.push(Unit {
            place,
            label: label.to_string(),
            text,
            score,
            cues,
            is_prose,
            points: 0.0,
            is_plain: false,
        });
    }
}

/// A heading that measures something, such as "Fork — 349 commits, 132 files changed".
fn has_measure(heading: &str) -> bool {
    let numbers = heading.split_whitespace().filter(|word| {
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        digits >= 2 && !word.starts_with('#')
    });
    numbers.count() >= 1 && heading.split_whitespace().count() >= 5
}

/// What somebody might say, word for word: an example.
fn is_quotation(item: &str) -> bool {
    let said = item.trim_matches(|c: char| matches!(c, '*' | '_') || c.is_whitespace());
    said.len() > 2 && said.starts_with(['"', '“']) && said.ends_with(['"', '”'])
}

/// "[Guide to ovens](https://…)" in a list of sources.
fn is_link(item: &str) -> bool {
    let link = item.trim().strip_prefix('[').and_then(|item| item.strip_suffix(')'));
    link.and_then(|link| link.split_once("](http")).is_some_and(|(_, address)| !address.contains([' ', '(', ')']))
}

pub(super) fn join(text: &mut String, more: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::extract::block;
    use crate::extract::vocabulary::{Background, Project};

    /// What is told of an answer in whose exchange nothing was written.
    pub(in crate::extract) fn told(text: &str) -> String {
        let (background, project) = (Background::default(), Project::default());
        let scope = Scope { background: &background, project: &project, is_grounded: false, is_lesson: false };
        let mut extraction = Extraction::default();
        let mut reader = Reader {
            scope,
            extraction: &mut extraction,
            units: Vec::new(),
            is_long: false,
            is_undone: true,
            is_only_planned: true,
        };
        reader.answer(&block::sections(text), text.len(), 0, 0);
        let told = |unit: &Unit| match unit.label.as_str() {
            "" => unit.text.clone(),
            label => format!("**{label}**\n{}", unit.text),
        };
        reader.units.iter().map(told).collect::<Vec<_>>().join("\n\n")
    }

    #[test]
    fn a_head_stands_with_what_it_heads() {
        let text = "The shop has 2 ovens.\n\n**The three trays**\n\n```\na b c\n```\n\n**The door**\n\nIt opens to the left at 40 degrees.";
        assert_eq!(told(text), "The shop has 2 ovens.\n\n**The door**\nIt opens to the left at 40 degrees.");
        let numbered = "2. Proofing\n\nThe dough rests for 40 minutes.\n\n3. Baking\n\nThe oven is at 240 degrees.";
        assert_eq!(
            told(numbered),
            "**2. Proofing**\nThe dough rests for 40 minutes.\n\n**3. Baking**\nThe oven is at 240 degrees."
        );
    }
}
