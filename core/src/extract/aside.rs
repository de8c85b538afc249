//! What an agent says while it works: mostly narration, with a cause or a decision here and there.

use alloc::string::String;
use alloc::vec::Vec;

use super::block::{Block, Section};
use super::cue::{self, Cues};
use super::form::{ends_open, is_first_person, is_question};
use super::judge::{Place, statements, takes_up};
use super::keyword::{self, Content};
use super::read::{Reader, Unit, Weight};
use super::sentence;
use super::speech::is_order;
use crate::model::Turn;
use crate::reconcile::is_auxiliary;
use crate::text::Words;

/// What an agent lets itself do while it works; what it explains or shows is its answer.
pub(super) static WORK: Words = Words::new(
    "add also analyze apply build change check clean compile continue create debug edit examine explore extract find fix \
     get grep implement improve inspect install investigate look make modify move now open quickly read refactor remove \
     rename replace rerun restart review rewrite run search see set start test trace try update use verify view write",
);
/// With so many steps announced, a list among them is a plan.
const MANY_STEPS: usize = 3;

/// Where the steps end that a message announces, "Let me check the tests:", and no tool call is recorded with. Some
/// exports leave the calls out and run everything that an agent said into one message.
fn steps(turn: &Turn) -> Vec<usize> {
    let text = turn.text.as_str();
    if !turn.tool_calls.is_empty() || !text.contains("et me ") {
        return Vec::new();
    }
    let announced = text.match_indices("et me ").map(|(at, _)| at).filter(|at| announces(text, *at));
    announced.map(|at| end_of_sentence(text, at)).collect()
}

/// Whether a message tells of work that is not recorded.
pub(super) fn is_at_work(turn: &Turn) -> bool {
    steps(turn).len() > 1
}

/// Where the answer begins in a message that tells of work: behind the last step.
pub(super) fn end_of_work(turn: &Turn) -> usize {
    let (text, ends) = (turn.text.as_str(), steps(turn));
    // What it lets itself do at the very end comes after the answer.
    let is_within = |end: &&usize| text[**end..].chars().any(char::is_alphanumeric);
    let Some(&end) = ends.iter().rev().find(is_within).filter(|_| ends.len() > 1) else { return 0 };
    let is_list = |line: &str| {
        let item = line.trim_start();
        item.starts_with("- ") || item.starts_with("* ") || item.starts_with(|c: char| c.is_ascii_digit())
    };
    let is_answered = text[..end].lines().any(|line| line.starts_with('#'))
        || ends.len() < MANY_STEPS && text[..end].lines().any(is_list);
    if is_answered { 0 } else { end }
}

/// Whether "let me" at a place begins a sentence, or follows "now", and something is then done.
fn announces(text: &str, at: usize) -> bool {
    let (before, behind) = (&text[..at], &text[at + "et me ".len()..]);
    let Some(before) = before.strip_suffix(['l', 'L']) else { return false };
    let verb = behind.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
    let led = before.trim_end_matches(' ');
    let last = led.rsplit(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("").to_ascii_lowercase();
    let is_led = matches!(last.as_str(), "now" | "first" | "next" | "then" | "finally" | "so" | "and" | "ok" | "okay");
    let begins = led.is_empty() || led.ends_with(['\n', '.', ':', '!', '-', '—', '`']) || is_led;
    let is_odd = |text: &str, mark: &str| !text.matches(mark).count().is_multiple_of(2);
    let line = before.rsplit('\n').next().unwrap_or("");
    begins && WORK.contains(verb) && !is_odd(before, "```") && !is_odd(line, "\"")
}

fn end_of_sentence(text: &str, from: usize) -> usize {
    let ends = |(at, mark): &(usize, &str)| {
        *mark == "\n" || text[from + at + mark.len()..].chars().next().is_none_or(char::is_whitespace)
    };
    let end = text[from..].match_indices([':', '.', '!', '?', '\n']).find(ends);
    end.map_or(text.len(), |(at, mark)| from + at + mark.len())
}

/// Whether a message is mere prose that ends with what the agent does next: "Let me check the tests:".
pub(super) fn leads_to_work(text: &str, sections: &[Section]) -> bool {
    let is_prose = |section: &Section| section.blocks.iter().all(|block| matches!(block, Block::Paragraph(_)));
    if sections.len() > 1 || !sections.iter().all(is_prose) {
        return false;
    }
    let last = sentence::sentences(sentence::tail(text, 300)).last().copied().unwrap_or("");
    let is_announced = || cue::scan(&sentence::words(last)).has(Cues::NARRATION);
    !is_question(last) && (ends_open(last) || is_announced())
}

/// Whether a list says how things are or are to be, in words that a person just used; a plan says what to do.
fn settles_heard(items: &[String], heard: &Content) -> bool {
    let states = |item: &&String| {
        let words = sentence::words(sentence::cut(item, 160));
        let is_act = words.first().is_none_or(|word| is_order(word) || is_first_person(word) || word.ends_with("ing"));
        !is_act && words.iter().skip(1).any(|word| is_auxiliary(word))
    };
    let n_told = items.iter().filter(states).count();
    n_told * 2 > items.len() && items.iter().filter(states).any(|item| keyword::content(item).n_shared(heard) > 0)
}

impl Reader<'_> {
    /// Text beside tool calls is narration; only causes, limits and decisions that name something are kept, and what
    /// takes up the words of the person who was just `heard`.
    pub(super) fn aside(&mut self, sections: &[Section], exchange: usize, turn: usize, heard: Option<&Content>) {
        for (at, section) in sections.iter().enumerate() {
            for block in &section.blocks {
                let text = match block {
                    Block::Paragraph(text) => text,
                    Block::List { ordered, first, items, .. } => {
                        if heard.is_some_and(|heard| settles_heard(items, heard)) {
                            let weight = Weight::plain(0.8);
                            self.list(items, ordered.then_some(*first), None, section, (exchange, turn, at), weight);
                        }
                        continue;
                    }
                    _ => continue,
                };
                let mut reasons = Vec::new();
                let kept = statements(text, Place::Prose, self.scope, |reason| reasons.push(reason));
                for reason in reasons {
                    self.extraction.leave_out(reason);
                }
                for statement in kept {
                    let cues = statement.cues;
                    if cues.has(Cues::RETRACTION) {
                        // What was thought so far in this exchange no longer holds. It keeps its place, which others know.
                        let is_thought =
                            |unit: &&mut Unit| unit.place.0 == exchange && unit.place.1 < turn && unit.score < 2.0;
                        self.units.iter_mut().filter(is_thought).for_each(|unit| unit.text.clear());
                        self.extraction.leave_out("retracted");
                        continue;
                    }
                    let tells = cues.has(Cues::CAUSE)
                        || cues.has(Cues::LIMIT)
                        || cues.has(Cues::DECISION)
                        || cues.has(Cues::LESSON);
                    let is_told = tells && statement.points >= 0.8;
                    if (is_told || heard.is_some_and(|heard| takes_up(&statement.text, heard)))
                        && !ends_open(&statement.text)
                    {
                        self.units.push(Unit {
                            place: (exchange, turn, at),
                            label: String::new(),
                            text: statement.text,
                            score: 0.8 + statement.points * 0.5,
                            cues,
                            is_prose: true,
                            points: statement.points,
                            is_plain: false,
                        });
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::block;
    use crate::extract::tests::turn;
    use crate::model::Speaker;
    use alloc::format;
    use alloc::string::ToString;

    #[test]
    fn an_answer_begins_where_the_talk_of_work_ends() {
        let answer = |text: &str| {
            let turn = turn(Speaker::Agent, 1, text);
            text[end_of_work(&turn)..].trim().to_string()
        };
        let talk = "Let me look at the oven: The door is open. Now let me check the trays:";
        assert_eq!(answer(&format!("{talk} Trays go in from the left.")), "Trays go in from the left.");
        assert_eq!(answer(&format!("{talk}\n\n## Summary\n\nAll trays fit.")), "## Summary\n\nAll trays fit.");
        let findings = "Let me look at the oven.\n\n## Findings\n\nIt is cold.\n\nLet me check it now. It is off.";
        let fenced = "It says:\n```\nLet me check it. Let me run it.\n```\nRye is milled here.";
        for whole in [
            "Let me be clear. Rye is milled here. Let me know when it is done.",
            "Let me explain. Rye is milled here. Let me show the mill: it is old.",
            "Let me sum up:\n- Rye is milled here.\n\nOr would you rather let me write the test first?",
            "An outlet metre, an inlet meter.",
            findings,
            fenced,
        ] {
            assert_eq!(answer(whole), whole);
        }
    }

    #[test]
    fn a_list_that_settles_is_told_from_a_plan() {
        let heard = keyword::content("rye it is, and no rounding of weights please");
        let check = |items: &[&str]| {
            let items: Vec<String> = items.iter().map(ToString::to_string).collect();
            settles_heard(&items, &heard)
        };
        assert!(check(&["every weight is kept in whole grams", "the rye comes from one mill and must be fresh"]));
        assert!(!check(&["Add the weights", "Create the rye form", "I'll test the scale"]));
        assert!(!check(&["the door is green", "the roof is flat"]));
        assert!(!check(&[]));
    }

    #[test]
    fn prose_that_goes_to_work_is_told_from_an_answer() {
        let check = |text: &str| leads_to_work(text, &block::sections(text));
        assert!(check("The scale is off. Let me check the springs:"));
        assert!(!check("The scale is off. Shall I check the springs?"));
        assert!(!check("So:\n\n- the scale is off\n- the springs are old\n\nLet me mend them."));
        assert!(!check(""));
    }
}
