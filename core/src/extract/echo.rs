//! Which words of a conversation come back.
//!
//! What belongs to a project is spoken of more than once: somebody asked for it, a tool touched it, a later answer
//! builds on it. What a model knows of the world, what it made up to show how something works and what it would do
//! besides stands in one message and nowhere else.

use alloc::vec;
use alloc::vec::Vec;

use super::cue::Cues;
use super::form::has_number;
use super::keyword;
use super::sentence;
use super::vocabulary::{MAX_ARGUMENTS, hash_of_stem, words_of};
use crate::model::{Speaker, Transcript};

/// The messages in which words stand, by the hash of their first letters.
#[derive(Debug, Default)]
pub(super) struct Echo {
    /// The number of the only message that has the word, `NEVER` or `AGAIN`.
    messages: Vec<u16>,
    n_again: u32,
}

const SLOTS: usize = 1 << 17;
const NEVER: u16 = 0;
const AGAIN: u16 = u16::MAX;
/// Fewer words that come back are those of one question and its answer: too few to compare with.
const ENOUGH: u32 = 100;
/// Fewer content words are a name.
const TELLING: usize = 4;

impl Echo {
    pub(super) fn of(transcript: &Transcript) -> Self {
        let mut echo = Self { messages: vec![NEVER; SLOTS], n_again: 0 };
        let mut message = NEVER;
        for turn in &transcript.turns {
            if matches!(turn.speaker, Speaker::Agent | Speaker::Human) {
                echo.add(&mut message, &turn.text);
            }
            for call in &turn.tool_calls {
                echo.add(&mut message, sentence::cut(&call.arguments, MAX_ARGUMENTS));
            }
            if let Some(result) = &turn.tool_result {
                echo.add(&mut message, sentence::cut(&result.text, MAX_ARGUMENTS));
            }
        }
        echo
    }

    fn add(&mut self, message: &mut u16, text: &str) {
        // Numbers may come round in a huge conversation: two messages then count as one.
        *message = *message % (AGAIN - 1) + 1;
        words_of(text, |hash| {
            let seen = &mut self.messages[hash % SLOTS];
            if *seen == NEVER {
                *seen = *message;
            } else if *seen != *message && *seen != AGAIN {
                *seen = AGAIN;
                self.n_again += 1;
            }
        });
    }

    /// Whether most of what an entry of a list speaks of stands in its own message only. A number, a verdict and a limit
    /// are told of this place whatever the words are.
    pub(super) fn dies_away(&self, entry: &str, cues: Cues) -> bool {
        let concludes = [Cues::VERDICT, Cues::RECOMMEND, Cues::LESSON, Cues::DECISION, Cues::LIMIT];
        if self.n_again < ENOUGH || has_number(entry) || concludes.into_iter().any(|cue| cues.has(cue)) {
            return false;
        }
        let stems = keyword::content(entry);
        let n_again = stems.iter().filter(|stem| self.messages[hash_of_stem(stem) % SLOTS] == AGAIN).count();
        // A thing as it is written in a program is of this place.
        let share = if entry.contains(['`', '_']) { 4 } else { 2 };
        stems.len() >= TELLING && n_again * share < stems.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHATTER: &str = "The bread of this bakery is baked with flour from the mill beside the river, salted late, \
        rested for hours on wooden boards, weighed twice, shaped by hand, scored with knives, carried upstairs, cooled \
        near windows, counted again, wrapped in paper, stacked inside baskets, loaded onto bicycles, delivered before \
        sunrise, paid monthly, praised often, returned never, and every evening somebody sweeps floors, empties bins, \
        polishes ovens, fills jars, checks thermometers, writes orders, locks doors, feeds cats, waters plants, folds \
        aprons, washes towels, sharpens blades, sorts coins, prints labels, mends shelves, paints signs, answers letters, \
        trains apprentices, tastes samples, plans holidays, hires drivers, repairs wheels, buys butter, grinds pepper, \
        cracks walnuts, soaks raisins, roasts almonds, melts chocolate, whips cream, peels apples and squeezes lemons.";

    fn echo() -> Echo {
        let mut echo = Echo { messages: vec![NEVER; SLOTS], n_again: 0 };
        let mut message = NEVER;
        for text in [CHATTER, CHATTER, "Zebrafish schools save energy by swimming. The mill grinds flour for bread."] {
            echo.add(&mut message, text);
        }
        echo
    }

    #[test]
    fn what_nobody_else_speaks_of_dies_away() {
        let echo = echo();
        let dies = |entry: &str| echo.dies_away(entry, Cues::default());
        assert!(dies("Zebrafish schools save energy by swimming"));
        assert!(!dies("The mill grinds flour for bread"));
        assert!(!dies("Zebrafish schools save 53 % of energy by swimming"));
        assert!(!echo.dies_away("Zebrafish schools save energy by swimming", Cues::VERDICT));
        assert!(!Echo::default().dies_away("Zebrafish schools save energy by swimming", Cues::default()));
    }

    #[test]
    fn a_huge_conversation_counts_its_messages_round() {
        let mut echo = Echo { messages: vec![NEVER; SLOTS], n_again: 0 };
        let mut message = AGAIN - 1;
        echo.add(&mut message, "rye");
        assert_eq!((message, echo.n_again), (1, 0));
        echo.add(&mut message, "rye");
        assert_eq!((message, echo.n_again), (2, 1));
    }
}
