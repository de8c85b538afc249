//! Who quotes the agent, `> Shall we bake rye?`, and writes below it answers those words, wherever they were said.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::answers::{Answers, one_by_one, settled};
use super::cue::{self, Cues};
use super::withdraw::amends;
use super::{mark, message, sentence};

/// Fewer words may stand in any text.
const LEAST_WORDS: usize = 3;
/// The longest quotation that is told; of a longer one, its beginning.
const MAX_QUOTED: usize = 240;
/// How a quotation begins that was found to be the agent's.
const OPEN: &str = "[> ";

/// The message with each answered quotation in brackets before the answer, in one line, when `is_agents` says whose
/// words it is. All other quotations stay as they are.
pub(crate) fn in_brackets(message: &str, is_agents: impl Fn(&str) -> bool) -> Cow<'_, str> {
    if !message.lines().any(|line| line.trim_start().starts_with('>')) {
        return Cow::Borrowed(message);
    }
    let mut lines = message.lines().peekable();
    let mut out = String::with_capacity(message.len());
    let mut is_answered = false;
    while let Some(line) = lines.next() {
        let mut taken = Vec::from([line]);
        if quoted(line).is_some() {
            taken.extend(core::iter::from_fn(|| lines.next_if(|line| quoted(line).is_some())));
            let quotation = taken.iter().filter_map(|line| quoted(line)).collect::<Vec<_>>().join(" ");
            let quotation = without_marks(&quotation);
            taken.extend(core::iter::from_fn(|| lines.next_if(|line| line.trim().is_empty())));
            let from = taken.len();
            let goes_on = |line: &&str| !line.trim().is_empty() && quoted(line).is_none();
            taken.extend(core::iter::from_fn(|| lines.next_if(goes_on)));
            let answer = taken[from..].iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
            if sentence::has_more_words(&quotation, LEAST_WORDS - 1) && answers(&answer) && is_agents(&quotation) {
                out.extend([OPEN, &sentence::shorten(&quotation, MAX_QUOTED), "] ", &answer, "\n"]);
                is_answered = true;
                continue;
            }
        }
        out.extend(taken.into_iter().flat_map(|line| [line, "\n"]));
    }
    if is_answered { Cow::Owned(out) } else { Cow::Borrowed(message) }
}

/// The answers that stand behind quotations in brackets.
pub(super) fn answers_to(reply: &str) -> Option<Answers<'_>> {
    if !reply.contains(OPEN) {
        return None;
    }
    let rest = reply.lines().filter(|line| !line.starts_with(OPEN)).collect();
    let said = answered(reply).filter_map(|(quotation, answer)| settled(answer, |_| quotation.into()));
    let said: Vec<String> = said.collect();
    (!said.is_empty()).then(|| Answers { said: one_by_one(&said), rest })
}

/// The quotations in brackets, each with what is said to it.
pub(super) fn answered(reply: &str) -> impl Iterator<Item = (&str, &str)> {
    reply.lines().filter_map(|line| line.strip_prefix(OPEN)?.split_once("] "))
}

/// What a person wrote, without the quotations in brackets.
pub(super) fn left_out(text: &str) -> Cow<'_, str> {
    if !text.contains(OPEN) {
        return Cow::Borrowed(text);
    }
    let own = |line| match str::strip_prefix(line, OPEN) {
        Some(quoting) => quoting.split_once("] ").map_or("", |(_, answer)| answer),
        None => line,
    };
    Cow::Owned(text.split_inclusive('\n').map(own).collect())
}

/// Whether words are found in a text, however each is marked up and broken into lines.
pub(crate) fn holds(text: &str, words: &str) -> bool {
    let plain = |text: &str| {
        let marked = text.split_whitespace().flat_map(|word| word.chars().chain([' ']));
        marked.filter(|c| !matches!(c, '*' | '`' | '_' | '[' | ']')).flat_map(char::to_lowercase).collect::<String>()
    };
    let text = text.replace(['"', '“', '”'], "'");
    plain(&text).contains(plain(words).trim_end())
}

/// What a line quotes. `>> yes` is an answer within what is quoted.
fn quoted(line: &str) -> Option<&str> {
    let quoted = line.trim_start().strip_prefix('>')?;
    (!quoted.starts_with('>')).then(|| quoted.trim())
}

/// A quotation without what would end its brackets, or look like a quotation of its own.
fn without_marks(quotation: &str) -> String {
    mark::plain(quotation).replace(['"', '“', '”'], "'").replace(['[', ']'], "")
}

/// Whether words settle what was quoted: they say yes, state something, or have it changed.
fn answers(answer: &str) -> bool {
    let first = sentence::sentences(answer).first().copied().unwrap_or("");
    let words = sentence::words(first);
    let words = if words.first().is_some_and(|word| word == "also") { &words[1..] } else { &words[..] };
    let accepts = !first.ends_with('?') && cue::scan(words).has(Cues::ACCEPT);
    accepts || amends(answer) || !message::stated(answer, false).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_to_a_quotation_of_the_agent_is_told_behind_it() {
        let message = "Looks good.\n\n> Add the oven's log to `.gitignore`.\n\nPlease do so\n\n> Decide whether rye\n> stays in \
                       the \"north\" oven.\n\nYes. It stays in the north oven.\n\nThe ferry leaves at nine.";
        let text = in_brackets(message, |_| true);
        assert_eq!(
            text,
            "Looks good.\n\n[> Add the oven's log to .gitignore.] Please do so\n\n[> Decide whether rye stays in the \
             'north' oven.] Yes. It stays in the north oven.\n\nThe ferry leaves at nine.\n"
        );
        let answers = answers_to(&text).unwrap();
        assert_eq!(
            answers.said,
            "[Add the oven's log to .gitignore.] Please do so. [Decide whether rye stays in the 'north' oven.] Yes. It \
             stays in the north oven."
        );
        assert_eq!(answers.rest.join(""), "Looks good.The ferry leaves at nine.");
        assert!(left_out(&text).starts_with("Looks good.\n\nPlease do so\n\nYes."));
        assert!(matches!(in_brackets(message, |_| false), Cow::Borrowed(_)), "somebody else's words");
    }

    #[test]
    fn quotations_that_nobody_answers_stay_as_they_are() {
        for message in [
            "> Add the oven's log to the list.",
            "> Add the oven's log to the list.\n\nWhat is meant by that?",
            "> Add it.\n\nYes",
            ">> Add the oven's log to the list.\nyes",
            "We bake rye > wheat.",
        ] {
            assert!(matches!(in_brackets(message, |_| true), Cow::Borrowed(_)), "{message}");
        }
    }

    #[test]
    fn a_quotation_is_found_however_it_is_set() {
        let text = "Next:\n- **Preheat** the `north`\n  oven to “220” degrees.";
        assert!(holds(text, "preheat the north oven to '220' degrees"));
        assert!(!holds(text, "preheat the south oven"));
    }
}
