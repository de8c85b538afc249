//! Numbers of a clause: what they count, months, and old values that give way to new ones.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::vec::Vec;

use super::alternatives;
use super::lexicon;
use super::marks::Marks;
use super::piece::{CLOCK, DATE, Piece};
use super::statement::{Quantity, Statement, Transition};
use crate::text::{Words, stem};

/// Words before a number that make it a label instead of an amount.
pub(super) static LABELS: Words =
    Words::new("since release version v issue pr request ticket step phase line section chapter experiment sprint");

pub(super) static MONTHS: Words = Words::new(
    "january february march april may june july august september october november december \
     jan feb mar apr jun jul aug sep sept oct nov dec",
);

/// Whether a lower-case word is a month: "march" and "mar", not "market".
pub(crate) fn is_month(word: &str) -> bool {
    MONTHS.contains(word)
}

/// The number of a month.
pub(super) fn month_of(word: &str) -> Option<f64> {
    const STARTS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let at = STARTS.iter().position(|start| word.starts_with(start)).filter(|_| MONTHS.contains(word))?;
    Some(at as f64)
}

/// A month that stands without a day: "starts in April".
pub(super) fn bare_month(pieces: &[Piece], index: usize, previous: &str) -> Option<f64> {
    let Piece::Word { folded, .. } = &pieces[index] else { return None };
    let is_number = |at: Option<usize>| at.is_some_and(|at| matches!(pieces.get(at), Some(Piece::Number { .. })));
    let placed = matches!(previous, "in" | "to" | "until" | "from" | "by" | "for" | "since");
    let bare = placed && !is_number(index.checked_sub(1)) && !is_number(Some(index + 1));
    month_of(folded).filter(|_| bare)
}

/// How often something is done where that is told without a number: "runs weekly", "every night".
pub(super) fn period(pieces: &[Piece], index: usize, previous: &str) -> Option<f64> {
    let Piece::Word { folded, .. } = &pieces[index] else { return None };
    let hours = match (&**folded, previous) {
        ("minute", "every" | "each" | "a" | "per") => 1.0 / 60.0,
        ("hourly", _) | ("hour", "every" | "each" | "a" | "an" | "per") => 1.0,
        ("daily" | "nightly", _) | ("day" | "night" | "morning" | "evening", "every" | "each" | "a" | "per") => 24.0,
        ("weekly", _) | ("week", "every" | "each" | "a" | "per") => 168.0,
        ("monthly", _) | ("month", "every" | "each" | "a" | "per") => 730.5,
        _ => return None,
    };
    // "Once a day", "three times a day"; "3 requests a day" counts requests.
    let counted = |back: usize| match index.checked_sub(back).map(|at| &pieces[at]) {
        Some(Piece::Number { value, .. }) => Some(*value),
        _ => None,
    };
    let is_times = || matches!(&pieces[index - 2], Piece::Word { folded, .. } if &**folded == "times");
    let n_times = match previous {
        "a" | "an" | "per" => counted(2).or_else(|| counted(3).filter(|_| is_times()))?,
        _ => 1.0,
    };
    // "The nightly build" is a name for it.
    let is_told = !matches!(pieces.get(index + 1), Some(Piece::Word { marks, .. }) if !marks.has(Marks::STOP));
    is_told.then_some(hours * 3600.0 / n_times.max(1.0))
}

/// Whether a time is how often something is done: "every 5 minutes", "the interval is 5 minutes".
fn is_repeated(pieces: &[Piece], index: usize) -> bool {
    let tells = |piece: &Piece| matches!(piece, Piece::Word { folded, .. } if matches!(&**folded, "interval" | "frequency" | "cadence"));
    let every =
        matches!(index.checked_sub(1).map(|at| &pieces[at]), Some(Piece::Word { folded, .. }) if &**folded == "every");
    every || pieces[..index].iter().any(tells)
}

/// Whether a number has no digits behind its point.
pub(super) fn is_whole(value: f64) -> bool {
    libm::trunc(value).total_cmp(&value).is_eq()
}

pub(super) fn transitions(pieces: &[Piece]) -> Vec<Transition> {
    let number = |at: usize| match &pieces[at] {
        Piece::Number { value, glued_unit } => Some((*value, glued_unit.as_str())),
        _ => None,
    };
    let word = |at: Option<usize>| match at.and_then(|at| pieces.get(at)) {
        Some(Piece::Word { folded, .. }) => &**folded,
        _ => "",
    };
    // "Without the trail it is 35 ms instead of 36" compares, it changes nothing.
    let is_supposed = matches!(word(Some(0)), "with" | "without" | "if" | "when");
    let places: Vec<usize> = (0..pieces.len()).filter(|at| number(*at).is_some()).collect();
    let pairs = places.windows(2).filter(|pair| pair[1] - pair[0] <= 8).filter_map(|pair| {
        let (first, second) = (pair[0], pair[1]);
        let between = &pieces[first + 1..second];
        // "Test on 8080 → point the proxy at 8080": a step, no other value.
        let arrow = number(first) != number(second)
            && between.iter().position(|piece| matches!(piece, Piece::Arrow)).is_some_and(|at| at <= 1)
            && second - first <= 4;
        let to = word(first.checked_sub(1)) == "from" && word(second.checked_sub(1)) == "to";
        let from = word(second.checked_sub(1)) == "from" && matches!(word(second.checked_sub(2)), "up" | "down");
        // "13 min (was 41 min)", "90 MB instead of 60 MB", "46 MB now (84 MB before)", "3.99, not 2.99 any more".
        let behind = [word(Some(second + 1)), word(Some(second + 2)), word(Some(second + 3))];
        let was = matches!(word(second.checked_sub(1)), "was" | "were" | "previously" | "formerly")
            || word(second.checked_sub(1)) == "of" && word(second.checked_sub(2)) == "instead" && !is_supposed;
        let between_is = |wanted: &[&str]| {
            between.iter().any(|piece| matches!(piece, Piece::Word { folded, .. } if wanted.contains(&&**folded)))
        };
        let denied = match word(second.checked_sub(1)) {
            "the" => word(second.checked_sub(2)) == "not",
            before => before == "not",
        };
        let gone = behind.iter().any(|word| matches!(*word, "before" | "previously" | "earlier" | "anymore"))
            || denied && (behind.contains(&"any") && behind.contains(&"more") || between_is(&["now"]));
        // "It is not 1790, must be 2790".
        let corrected = word(first.checked_sub(1)) == "not" && between_is(&["must", "but", "is", "be", "it's"]);
        // "16 GB ran full, so it was raised to 32 GB".
        let set_to =
            word(second.checked_sub(1)) == "to" && (2..=4).any(|back| lexicon::resets(word(second.checked_sub(back))));
        let measure = |at: usize| {
            let (value, glued) = number(at)?;
            let unit = if glued.is_empty() { word(Some(at + 1)) } else { glued };
            let is_none = lexicon::is_stop(unit)
                || matches!(unit, "before" | "previously" | "earlier" | "anymore" | "now" | "instead");
            let unit = if is_none && !lexicon::is_unit(unit) { "" } else { unit };
            Some((value, unit))
        };
        let ((x, unit_x), (y, unit_y)) = (measure(first)?, measure(second)?);
        if (unit_x == DATE) != (unit_y == DATE) {
            return None;
        }
        // "From 5 to 3 seconds" counts both in seconds.
        let unit_x = if unit_x.is_empty() { unit_y } else { unit_x };
        let unit_y = if unit_y.is_empty() { unit_x } else { unit_y };
        let step = |old: (f64, &str), new: (f64, &str)| Transition {
            old: old.0 * factor_of(old.1),
            new: Some(new.0),
            unit: old.1.to_owned(),
            told: format!("{} became {}", old.0, new.0),
        };
        // "14 dB and not the 20 dB of its data sheet".
        let dimension = lexicon::dimension_of(unit_x);
        let is_same_kind = unit_x == unit_y || !dimension.is_empty() && dimension == lexicon::dimension_of(unit_y);
        let measured_not = denied && is_same_kind && !unit_x.is_empty();
        match () {
            () if arrow || to || corrected || set_to && is_same_kind => Some(step((x, unit_x), (y, unit_y))),
            () if was || gone || measured_not => Some(step((y, unit_y), (x, unit_x))),
            () if from => {
                // "0.64 on 1,932 frames, up from 0.62": the number of its kind that stands nearest.
                let before = places.iter().rev().filter(|at| **at <= first).filter_map(|at| number(*at));
                let new = before.map(|(value, _)| value).find(|value| is_whole(*value) == is_whole(y)).unwrap_or(x);
                Some(step((y, unit_y), (new, unit_y)))
            }
            () => None,
        }
    });
    // "203 is history", "26 was from the bad old days".
    let over = places.iter().filter_map(|&at| {
        let (value, glued) = number(at)?;
        let next = if lexicon::is_unit(word(Some(at + 1))) { at + 2 } else { at + 1 };
        let is_past = matches!(word(Some(next)), "was" | "were")
            && matches!(word(Some(next + 1)), "from" | "before" | "old" | "too" | "always" | "wrong" | "optimistic" | "last")
            // "The 180 MB/s hold only for one file".
            || matches!(word(Some(next)), "hold" | "holds" | "held" | "applies" | "applied") && word(Some(next + 1)) == "only"
            || matches!(word(Some(next)), "is" | "are")
                && (matches!(
                    word(Some(next + 1)),
                    "history" | "gone" | "dead" | "over" | "obsolete" | "old" | "off" | "deprecated"
                ) || word(Some(next + 1)) == "no" && word(Some(next + 2)) == "longer");
        // "60 s kills the batteries", "14 days is too short".
        let is_past = is_past
            || matches!(word(Some(next)), "kills" | "drains" | "floods" | "overloads")
            || matches!(word(Some(next)), "is" | "are") && word(Some(next + 1)) == "too";
        // "15 doesn't work any more", "forget what I said about 44.1".
        let is_past = is_past
            || matches!(word(Some(next)), "doesn't" | "isn't" | "don't" | "aren't")
                && matches!(word(Some(next + 1)), "work" | "enough" | "fit" | "hold" | "cut") || (2..=6).any(|back| word(at.checked_sub(back)) == "forget");
        // "Lowered to 12 hours, 26 was from …": both are hours.
        let others = || places.iter().map(|at| word(Some(at + 1))).find(|unit| lexicon::is_unit(unit)).unwrap_or("");
        let unit = match next {
            _ if !glued.is_empty() => glued,
            next if next == at + 2 => word(Some(at + 1)),
            _ => others(),
        };
        let step = Transition {
            old: value * factor_of(unit),
            new: None,
            unit: unit.to_owned(),
            told: format!("{value} is over"),
        };
        is_past.then_some(step)
    });
    // "Two weeks of it is too short, …, make it six weeks".
    let outgrown = places.iter().filter_map(|&at| {
        let (value, glued) = number(at)?;
        let unit = if glued.is_empty() { word(Some(at + 1)) } else { glued };
        let is_too = (2..=6).any(|by| word(Some(at + by)) == "too");
        let is_set =
            |next: usize| (1..=3).any(|back| matches!(word(next.checked_sub(back)), "make" | "take" | "let's"));
        let next = places.iter().find(|next| **next > at && is_set(**next) && is_too && lexicon::is_unit(unit))?;
        let told = format!("{value} became {}", number(*next)?.0);
        Some(Transition { old: value * factor_of(unit), new: Some(number(*next)?.0), unit: unit.to_owned(), told })
    });
    pairs.chain(over).chain(outgrown).collect()
}

/// What a number in this unit is in the base of its dimension.
fn factor_of(unit: &str) -> f64 {
    lexicon::unit_of(unit).or_else(|| lexicon::unit_of(&stem(unit))).map_or(1.0, |(_, factor)| factor)
}

fn word_after(pieces: &[Piece], index: usize) -> &str {
    match pieces.get(index + 1) {
        Some(Piece::Word { folded, .. }) => folded,
        _ => "",
    }
}

pub(super) fn push_quantity(
    statement: &mut Statement,
    pieces: &[Piece],
    index: usize,
    value: f64,
    glued_unit: &str,
    clause: usize,
) {
    let before = match index.checked_sub(1).map(|at| &pieces[at]) {
        Some(Piece::Word { folded, .. }) => &**folded,
        _ => "",
    };
    let next = word_after(pieces, index);
    // "June 2026" counts nothing.
    if month_of(before).is_some() {
        return;
    }
    if LABELS.contains(before) {
        return;
    }
    let mut of = Vec::new();
    let label = match index.checked_sub(1).map(|at| &pieces[at]) {
        Some(Piece::Word { stem, marks, .. }) if !marks.has(Marks::STOP) && !marks.has(Marks::AUXILIARY) => {
            Some(stem.clone())
        }
        _ => None,
    };
    let (mut dimension, mut factor) = ("", 1.0);
    let (value, next) = match next {
        "thousand" => (value * 1e3, word_after(pieces, index + 1)),
        "million" | "mio" => (value * 1e6, word_after(pieces, index + 1)),
        "billion" | "bn" => (value * 1e9, word_after(pieces, index + 1)),
        _ => (value, next),
    };
    let unit = if glued_unit.is_empty() { next } else { glued_unit };
    if glued_unit == DATE {
        dimension = DATE;
    } else if unit == CLOCK {
        dimension = CLOCK;
    } else if glued_unit.is_empty() && next == "m" {
        // "Waits 5m", but "4 m of the edge".
        dimension = "length";
    } else if let Some((found, by)) = lexicon::unit_of(&stem(unit)) {
        (dimension, factor) = (found, by);
        if found == "time" && is_repeated(pieces, index) {
            dimension = "period";
        }
    }
    // "Port 8080" and "code 2" are named by what stands before.
    if let Some(Piece::Word { stem, .. }) = index.checked_sub(1).map(|at| &pieces[at])
        && dimension.is_empty()
        && lexicon::is_attribute(stem)
    {
        of.push(lexicon::canonical(stem).to_owned());
    }
    // "Node 22 everywhere": the version of a product that is known.
    if let Some(Piece::Word { stem, folded, .. }) = index.checked_sub(1).map(|at| &pieces[at])
        && dimension.is_empty()
        && of.is_empty()
        && alternatives::class_of(folded).is_some()
    {
        of.push(lexicon::canonical(stem).to_owned());
    }
    // "MySQL 8.4": the version of what stands before.
    if let Some(Piece::Word { stem, raw_name, folded, .. }) = index.checked_sub(1).map(|at| &pieces[at])
        && dimension.is_empty()
        && (*raw_name || alternatives::class_of(folded).is_some())
        && of.is_empty()
        && !is_whole(value)
    {
        of.push(lexicon::canonical(stem).to_owned());
        statement.quantities.push(Quantity { value, written: value, dimension, of, clause, label, supposed: false });
        return;
    }
    let mut collect = |piece: &Piece| -> bool {
        match piece {
            Piece::Word { folded, stem, marks, stem_marks, .. } => {
                // "28 with version 5", "0.9 after the relabelling": what follows is no longer what is counted.
                let turns = matches!(&**folded, "after" | "with" | "in" | "on" | "for" | "at" | "since" | "from");
                if marks.has(Marks::AUXILIARY) || turns {
                    return false;
                }
                if !marks.has(Marks::STOP) && !stem_marks.has(Marks::UNIT) {
                    of.push(lexicon::canonical(stem).to_owned());
                }
                true
            }
            _ => false,
        }
    };
    for piece in pieces[index + 1..].iter().take(3) {
        if !collect(piece) {
            break;
        }
    }
    if of.is_empty() {
        let mut taken = 0;
        for piece in pieces[..index].iter().rev() {
            if let Piece::Word { stem, marks, .. } = piece
                && !marks.has(Marks::STOP)
                && !marks.has(Marks::AUXILIARY)
            {
                of.push(lexicon::canonical(stem).to_owned());
                taken += 1;
            }
            if taken == 3 {
                break;
            }
        }
    }
    let quantity = Quantity { value: value * factor, written: value, dimension, of, clause, label, supposed: false };
    statement.quantities.push(quantity);
}
