//! Why something was decided: what a conversation tells as the reason, and where.

use alloc::string::String;
use alloc::vec::Vec;

use super::form::{capitalise, is_pronoun, label_end};
use super::read::Unit;
use super::select::SAID;
use super::{sentence, settle, unquoted};

/// Takes the parts out that stand under "Why" or "Rationale": the page tells them there, and once.
pub(super) fn take_reasons(units: &mut Vec<Unit>) -> Option<String> {
    let is_first_of = |text: &str| sentence::words(text).first().is_some_and(|word| is_pronoun(word));
    // "That is why the small one goes" leans on the reason before it.
    let leans = |at: usize| units.get(at + 1).is_some_and(|next| next.label != SAID && is_first_of(&next.text));
    let reasons: Vec<Option<String>> = (0..units.len())
        .map(|at| reason_in(&units[at]).filter(|_| !leans(at)).map(|reason| capitalise(reason.trim())))
        .collect();
    if reasons.iter().all(Option::is_some) {
        return None;
    }
    let mut is_reason = reasons.iter().map(Option::is_some);
    units.retain(|_| !is_reason.next().unwrap_or(false));
    let reasons: Vec<String> = reasons.into_iter().flatten().collect();
    (!reasons.is_empty()).then(|| reasons.join("\n\n"))
}

/// Why a person decided so, in the words of the sentence that decides. What else has a cause is no reason for it.
pub(super) fn decided_because(units: &[Unit]) -> Option<String> {
    let said: Vec<_> = units.iter().filter(|unit| unit.label == SAID).map(|unit| unquoted(&unit.text)).collect();
    let said = said.iter().flat_map(|said| sentence::sentences(said));
    // "Can we close it so that the dough rests?": half a question is no reason.
    let mut settling = said.filter(|said| settle::settles(said) && !said.trim_end_matches(['"', '”']).ends_with('?'));
    let reason = settling.find_map(sentence::reason)?;
    Some(capitalise(reason.trim_end_matches(['"', '”'])))
}

/// What a part says under a heading or behind a label that announces a reason.
fn reason_in(unit: &Unit) -> Option<&str> {
    let announces = |label: &str| match sentence::words(label.trim_end_matches(':')).as_slice() {
        [word] => matches!(word.as_str(), "why" | "rationale" | "reason" | "reasons" | "reasoning" | "justification"),
        [first, second] => first == "why" && matches!(second.as_str(), "this" | "not" | "so"),
        _ => false,
    };
    if unit.label == SAID {
        return None;
    }
    if announces(&unit.label) {
        return Some(&unit.text);
    }
    let (label, rest) = unit.text.split_at(label_end(&unit.text)?);
    announces(label.trim_matches('*')).then(|| rest.trim_start_matches([':', ' ', '—', '–', '-']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::cue::Cues;
    use crate::extract::said;

    fn unit(label: &str, text: &str) -> Unit {
        Unit {
            place: (0, 0, 0),
            label: label.into(),
            text: text.into(),
            score: 1.0,
            cues: Cues::default(),
            is_prose: true,
            points: 1.0,
            is_plain: false,
        }
    }

    #[test]
    fn a_reason_that_is_announced_stands_apart() {
        let mut units = Vec::from([
            unit("", "The shop bakes rye only, because the mill is near."),
            unit("", "**Why**: rye keeps for a week."),
            unit("Rationale", "The mill closes in May."),
            unit("Why it failed", "The oven was cold."),
        ]);
        assert_eq!(take_reasons(&mut units).as_deref(), Some("Rye keeps for a week.\n\nThe mill closes in May."));
        assert_eq!(units.len(), 2);
        assert_eq!(take_reasons(&mut units), None, "a clause stays with its sentence");
        let mut units = Vec::from([
            unit("", "Rye only."),
            unit("Why", "The mill is near."),
            unit("", "That is why wheat is sold out."),
        ]);
        assert_eq!(take_reasons(&mut units), None, "something leans on it");
        assert_eq!(take_reasons(&mut Vec::from([unit("Why", "The mill is near.")])), None, "there is nothing else");
    }

    #[test]
    fn a_decision_has_the_reason_of_its_own_sentence() {
        let why = |text: &str| decided_because(&[unit(SAID, &said(text))]);
        assert_eq!(why("We use rye flour because it keeps longer.").as_deref(), Some("It keeps longer."));
        assert_eq!(why("Can we use rye flour from now on so that it keeps longer?"), None);
        assert_eq!(why("We use rye flour. The rolls burnt because the oven was hot."), None);
    }
}
