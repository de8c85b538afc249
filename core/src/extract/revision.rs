//! What of a conversation no longer held at its end.

use alloc::vec::Vec;
use core::cell::LazyCell;

use super::cue::{self, Cues};
use super::read::Unit;
use super::select::SAID;
use super::sentence::Word;
use super::topic::{Exchange, Topic};
use super::{keyword, sentence};
use crate::model::Revision;

/// What no longer held at the end: an answer that was taken back, or a lack that was mended.
pub(super) fn revision(topic: &Topic<'_>, is_taken_back: bool, is_mended: bool) -> Option<Revision> {
    if is_taken_back || topic.exchanges.iter().any(|exchange| exchange.corrected_by.is_some()) {
        Some(Revision::Answer)
    } else {
        is_mended.then_some(Revision::State)
    }
}

/// Whether each unit tells of a lack that the person then had mended: "the list is not sorted yet", "sorted the list".
pub(super) fn mended(topic: &Topic<'_>, kept: &[Unit]) -> Vec<bool> {
    let is_asked = |unit: &Unit| topic.exchanges.get(unit.place.0).is_some_and(Exchange::is_asked_by_person);
    let done = || kept.iter().filter(|unit| unit.label != SAID && unit.cues.has(Cues::DONE) && is_asked(unit));
    let is_mended = |lack: &Unit| {
        let lacking = LazyCell::new(|| keyword::content(&lack.text));
        let mends = |unit: &Unit| {
            let n = keyword::content(&unit.text).n_shared(&lacking);
            unit.place.0 > lack.place.0 && n >= 3 && n * 3 >= lacking.len()
        };
        let tells = lack.label != SAID && lack.cues.has(Cues::LIMIT) && !lack.cues.has(Cues::DONE);
        tells && done().any(mends) && is_lack(&lack.text)
    };
    kept.iter().map(is_mended).collect()
}

/// Whether something is said not to be there so far. "It does not take rye, because …" limits, and nothing lacks.
fn is_lack(text: &str) -> bool {
    let words = sentence::words(text);
    let is_open = |word: &Word<'_>| matches!(word.as_str(), "missing" | "lacks" | "currently" | "yet");
    let is_unused = |at: usize| {
        let word = |at: usize| words.get(at).map_or("", Word::as_str);
        let denies = matches!(word(at), "not" | "doesn't" | "isn't" | "aren't" | "don't");
        let state = if word(at + 1) == "actually" { at + 2 } else { at + 1 };
        denies && matches!(word(state), "exist" | "have" | "know" | "use" | "used" | "aware" | "implemented" | "wired")
    };
    !cue::scan(&words).has(Cues::CAUSE) && (words.iter().any(is_open) || (0..words.len()).any(is_unused))
}
