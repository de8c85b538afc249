//! What an agent says while it works: mostly narration, with a cause or a decision here and there.

use alloc::string::String;
use alloc::vec::Vec;

use super::block::{Block, Section};
use super::cue::{self, Cues};
use super::judge::{Place, ends_open, is_first_person, is_question, statements, takes_up};
use super::keyword::{self, Content};
use super::read::{Reader, Unit, Weight};
use super::sentence;
use super::speech::is_order;
use crate::model::Turn;
use crate::reconcile::is_auxiliary;

/// Where the answer begins in a message that no tool call is recorded with: behind what the agent said at its work, the
/// last "Let me check the tests:". Some exports leave the calls out and run everything into one message.
pub(super) fn end_of_work(turn: &Turn) -> usize {
    if !turn.tool_calls.is_empty() {
        return 0;
    }
    let text = turn.text.as_str();
    let announced = text.match_indices("et me ").filter(|(at, said)| {
        let behind = &text[at + said.len()..];
        let is_word = text[..*at].ends_with(['l', 'L']) && !text[..at - 1].ends_with(char::is_alphanumeric);
        is_word && !behind.starts_with("know") && behind.starts_with(|c: char| c.is_ascii_lowercase())
    });
    let (mut n_announced, mut last) = (0, 0);
    for (at, _) in announced {
        n_announced += 1;
        last = at;
    }
    if n_announced < 2 {
        return 0;
    }
    let ends =
        |(at, mark): &(usize, &str)| *mark == "\n" || text[last + at + mark.len()..].starts_with(char::is_whitespace);
    let end = text[last..].match_indices([':', '.', '!', '\n']).find(ends);
    end.map_or(text.len(), |(at, mark)| last + at + mark.len())
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
                    Block::List { ordered, items } => {
                        if heard.is_some_and(|heard| settles_heard(items, heard)) {
                            let weight = Weight::plain(0.8);
                            self.list(items, *ordered, None, section, (exchange, turn, at), weight);
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
                        // What was thought so far in this exchange no longer holds.
                        self.units.retain(|unit| unit.place.0 != exchange || unit.place.1 >= turn || unit.score >= 2.0);
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
        assert_eq!(answer(talk), "");
        for whole in
            ["Let me be clear. Rye is milled here. Let me know when it is done.", "An outlet metre, an inlet meter."]
        {
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
