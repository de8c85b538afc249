//! Pieces that say one thing together: dates, times, settings and what they are set to.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::glossary::Glossary;
use super::lexicon;
use super::marks::Marks;
use super::number::{is_whole, month_of};
use super::piece::{DATE, Piece};

/// Makes one piece of those that belong together.
pub(super) fn join(pieces: &mut Vec<Piece>, words: &mut Glossary) {
    drop_item_numbers(pieces);
    drop_idioms(pieces);
    drop_venues(pieces);
    join_steps(pieces, words);
    join_requests(pieces, words);
    count_one(pieces);
    count_half(pieces);
    join_durations(pieces);
    measure_settings(pieces);
    join_dates(pieces);
}

/// "3 both; 4 bigint; 5 EUR only" answers three questions by their numbers, which count nothing.
fn drop_item_numbers(pieces: &mut Vec<Piece>) {
    let begins = |at: usize| at == 0 || matches!(pieces[at - 1], Piece::Break);
    let number = |at: usize| match &pieces[at] {
        Piece::Number { value, glued_unit } if glued_unit.is_empty() && is_whole(*value) => Some(*value),
        _ => None,
    };
    let items: Vec<(usize, f64)> =
        (0..pieces.len()).filter(|at| begins(*at)).filter_map(|at| Some((at, number(at)?))).collect();
    let are_counted = items.len() >= 2 && items.windows(2).all(|pair| pair[0].1 < pair[1].1 && pair[1].1 < 20.0);
    if are_counted {
        for (at, _) in items.into_iter().rev() {
            pieces.remove(at);
        }
    }
}

/// "Do not forget that …", "no doubt", "nothing but", "no matter what": two words that deny nothing.
fn drop_idioms(pieces: &mut Vec<Piece>) {
    let is_idiom = |first: &Piece, second: &Piece| {
        let (Piece::Word { folded: first, .. }, Piece::Word { folded: second, .. }) = (first, second) else {
            return false;
        };
        matches!(
            (&**first, &**second),
            ("not" | "never" | "don't" | "dont", "forget" | "fail" | "fails")
                | ("no", "doubt" | "matter")
                | ("nothing", "but")
        )
    };
    let mut at = 0;
    while at + 1 < pieces.len() {
        if is_idiom(&pieces[at], &pieces[at + 1]) {
            pieces.drain(at..at + 2);
        } else {
            at += 1;
        }
    }
}

/// "Renamed: X → Y" is from X to Y; other arrows are steps of something.
fn join_steps(pieces: &mut [Piece], words: &mut Glossary) {
    let is_change = |piece: &Piece| matches!(piece, Piece::Word { stem, .. } if lexicon::switches(stem));
    let is_name =
        |piece: &Piece| matches!(piece, Piece::Word { raw_name: true, .. } | Piece::Word { quoted: true, .. });
    let Some(start) = pieces.iter().position(is_change) else { return };
    for at in start + 1..pieces.len().saturating_sub(1) {
        if matches!(pieces[at], Piece::Arrow) && is_name(&pieces[at - 1]) && is_name(&pieces[at + 1]) {
            pieces[at] = Piece::word(words.word("to"), false, false);
        }
    }
}

/// "Remove it on a new branch": where the work is done says nothing of what holds there.
fn drop_venues(pieces: &mut Vec<Piece>) {
    let word = |at: usize| match &pieces[at] {
        Piece::Word { folded, .. } => &**folded,
        _ => "",
    };
    let is_venue = |at: usize| word(at) == "branch";
    let qualifies =
        |at: usize| matches!(word(at), "a" | "an" | "the" | "new" | "separate" | "different" | "feature" | "own");
    let found = (2..pieces.len()).rev().find_map(|end| {
        let start = (0..end).rev().find(|at| !qualifies(*at)).filter(|_| is_venue(end))?;
        matches!(word(start), "on" | "in").then_some(start..end + 1)
    });
    if let Some(venue) = found {
        pieces.drain(venue);
    }
}

/// A pull request, a merge request and a PR are one thing; what times out has a timeout.
fn join_requests(pieces: &mut Vec<Piece>, words: &mut Glossary) {
    let is = |piece: Option<&Piece>, wanted: &[&str]| matches!(piece, Some(Piece::Word { folded, .. }) if wanted.contains(&&**folded));
    let mut at = 0;
    while at + 1 < pieces.len() {
        if is(pieces.get(at), &["pull", "merge"]) && is(pieces.get(at + 1), &["request", "requests"]) {
            pieces[at] = Piece::word(words.word("pr"), false, false);
            pieces.remove(at + 1);
        }
        if is(pieces.get(at), &["time", "times", "timed"]) && is(pieces.get(at + 1), &["out"]) {
            pieces[at] = Piece::word(words.word("timeout"), false, false);
            pieces.remove(at + 1);
        }
        if is(pieces.get(at), &["turn", "turned"]) && is(pieces.get(at + 1), &["off"]) {
            let disables = if is(pieces.get(at), &["turn"]) { "disable" } else { "disabled" };
            pieces[at] = Piece::word(words.word(disables), false, false);
            pieces.remove(at + 1);
        }
        at += 1;
    }
}

/// "12 June", "the 12th of June" and "June 12th, 2026" are one day.
fn join_dates(pieces: &mut Vec<Piece>) {
    if !pieces.iter().any(|piece| matches!(piece, Piece::Word { marks, .. } if marks.has(Marks::MONTH))) {
        return;
    }
    let word = |piece: Option<&Piece>| match piece {
        Some(Piece::Word { folded, .. }) => Some(folded.clone()),
        _ => None,
    };
    let day = |piece: Option<&Piece>| match piece? {
        Piece::Number { value, glued_unit } if glued_unit.is_empty() && (1.0..=31.0).contains(value) => Some(*value),
        Piece::Word { folded, .. } => {
            let end = folded.len().checked_sub(2).filter(|end| folded.is_char_boundary(*end))?;
            let is_ordinal = matches!(&folded[end..], "st" | "nd" | "rd" | "th");
            folded[..end].parse().ok().filter(|day| is_ordinal && (1.0..=31.0).contains(day))
        }
        _ => None,
    };
    let month = |piece: Option<&Piece>| word(piece).and_then(|word| month_of(&word));
    let mut at = 0;
    while at + 1 < pieces.len() {
        let (first, second, third) = (pieces.get(at), pieces.get(at + 1), pieces.get(at + 2));
        let is_of = word(second).is_some_and(|word| &*word == "of");
        // "It may 5 times" is no date.
        let is_may = matches!(first, Some(Piece::Word { folded, raw_name: false, .. }) if &**folded == "may")
            && matches!(second, Some(Piece::Number { .. }));
        let found = match (day(first), month(first)) {
            (Some(day), _) if is_of => month(third).map(|month| (day, month, 3)),
            (Some(day), _) => month(second).map(|month| (day, month, 2)),
            (None, Some(month)) if !is_may => day(second).map(|day| (day, month, 2)),
            _ => None,
        };
        if let Some((day, month, length)) = found {
            pieces[at] = Piece::Number { value: month * 31.0 + day, glued_unit: DATE.to_owned() };
            pieces.drain(at + 1..at + length);
        }
        at += 1;
    }
}

/// "13 min 2 s" and "1h 30m" are one time.
fn join_durations(pieces: &mut Vec<Piece>) {
    let mut at = 0;
    while at + 1 < pieces.len() {
        if let (Some(first), Some(second)) = (glued_time(&pieces[at]), glued_time(&pieces[at + 1]))
            && second.1 < first.1
            && let Piece::Number { value, .. } = &mut pieces[at + 1]
        {
            *value = (first.0 * first.1 + second.0 * second.1) / second.1;
            pieces.remove(at);
        }
        at += 1;
    }
    let mut at = 0;
    while at + 3 < pieces.len() {
        if let (Some(first), Some(second)) = (time_at(pieces, at), time_at(pieces, at + 2))
            && second.1 < first.1
        {
            let value = (first.0 * first.1 + second.0 * second.1) / second.1;
            pieces[at] = Piece::Number { value, glued_unit: String::new() };
            // The smaller unit stands behind the sum.
            pieces.drain(at + 1..at + 3);
        }
        at += 1;
    }
}

/// `TIMEOUT_MS = 1500`: the name has the unit of the number.
fn measure_settings(pieces: &mut Vec<Piece>) {
    let unit = |piece: &Piece| match piece {
        Piece::Word { folded, raw_name: true, marks, .. } if marks.has(Marks::UNIT) => Some(folded.clone()),
        _ => None,
    };
    let bare = |piece: &Piece| matches!(piece, Piece::Number { glued_unit, .. } if glued_unit.is_empty());
    let found = (0..pieces.len()).find_map(|at| {
        let end = pieces.len().min(at + 5);
        let of = unit(&pieces[at]).filter(|_| at > 0 && !matches!(pieces[at - 1], Piece::Number { .. }))?;
        Some((at, (at + 1..end).find(|next| bare(&pieces[*next]))?, of))
    });
    if let Some((at, number, of)) = found {
        if let Piece::Number { glued_unit, .. } = &mut pieces[number] {
            of.as_ref().clone_into(glued_unit);
        }
        pieces.remove(at);
    }
}

/// A time such as `30m`, and what its unit is in seconds.
fn glued_time(piece: &Piece) -> Option<(f64, f64)> {
    let Piece::Number { value, glued_unit } = piece else { return None };
    lexicon::unit_of(glued_unit).filter(|(dimension, _)| *dimension == "time").map(|(_, seconds)| (*value, seconds))
}

/// A number with a unit of time behind it, and what the unit is in seconds.
fn time_at(pieces: &[Piece], at: usize) -> Option<(f64, f64)> {
    let (Piece::Number { value, glued_unit }, Piece::Word { folded, .. }) = (&pieces[at], pieces.get(at + 1)?) else {
        return None;
    };
    let (dimension, seconds) = lexicon::unit_of(folded).filter(|_| glued_unit.is_empty())?;
    (dimension == "time").then_some((*value, seconds))
}

/// "One" is a number where something follows that it counts: one hour, one approval.
fn count_one(pieces: &mut [Piece]) {
    for at in 1..pieces.len() {
        let is_counted = matches!(&pieces[at], Piece::Word { folded, marks, .. }
            if !marks.has(Marks::STOP) && !marks.has(Marks::AUXILIARY) && &**folded != "thing");
        let word = |at: usize| match &pieces[at] {
            Piece::Word { folded, .. } => &**folded,
            _ => "",
        };
        // "The only admin" is one.
        let is_single = |at: usize| word(at) == "single" && at > 0 && word(at - 1) == "a";
        let is_one =
            word(at - 1) == "one" || is_single(at - 1) || word(at - 1) == "only" && at > 1 && word(at - 2) == "the";
        if is_counted && is_one {
            pieces[at - 1] = Piece::Number { value: 1.0, glued_unit: String::new() };
        }
    }
}

/// "Half an hour" is a number of hours.
fn count_half(pieces: &mut Vec<Piece>) {
    let word = |at: usize| match pieces.get(at) {
        Some(Piece::Word { folded, .. }) => &**folded,
        _ => "",
    };
    let is_half =
        |at: &usize| word(*at) == "half" && matches!(word(at + 1), "a" | "an") && lexicon::is_unit(word(at + 2));
    if let Some(at) = (0..pieces.len()).find(is_half) {
        pieces[at] = Piece::Number { value: 0.5, glued_unit: String::new() };
        pieces.remove(at + 1);
    }
}
