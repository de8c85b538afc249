//! Little words that say how a statement is meant: that it is new, adds to others, or holds under a condition only.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use super::lexicon;
use super::marks::Marks;
use super::piece::{DATE, Piece};
use super::statement::Statement;
use super::verb::names_a_deed;
use crate::text::Words;

/// Pieces of the longest condition with which a sentence begins.
const MAX_CONDITION: usize = 12;

/// Where the condition ends with which a sentence begins, if it does: "While charging, …", "With --json, …".
pub(super) fn opening_condition(sentence: &[Piece]) -> usize {
    let opens = matches!(
        sentence.first(),
        Some(Piece::Word { folded, .. }) if matches!(&**folded, "while" | "when" | "whenever" | "if" | "unless" | "during" | "with")
    );
    let comma = || sentence.iter().take(MAX_CONDITION).position(|piece| matches!(piece, Piece::Comma));
    // "With version 5, …" and "with the index it takes 2 s now" tell since when.
    let tells_when = |piece: &Piece| match piece {
        Piece::Word { folded, .. } => matches!(&**folded, "now" | "since"),
        piece => matches!(piece, Piece::Number { .. }),
    };
    let is_whole = |lead: &usize| !matches!(&sentence[*lead - 1], Piece::Word { marks, .. } if marks.has(Marks::STOP));
    let is_case = |lead: &usize| *lead > 1 && is_whole(lead) && !sentence[..*lead].iter().any(tells_when);
    // "On mobile the list …": somebody else follows.
    let at = |at: usize| match sentence.get(at) {
        Some(Piece::Word { folded, marks, .. }) if !marks.has(Marks::MONTH) => &**folded,
        _ => "",
    };
    let is_place = matches!(at(0), "on" | "in" | "for" | "under") && !lexicon::is_stop(at(1)) && !at(1).is_empty();
    let follows = || (2..4).find(|next| matches!(at(*next), "the" | "we" | "it" | "they" | "you" | "our"));
    // "With a key you get more".
    let is_with = at(0) == "with";
    let has = || (2..6).find(|next| matches!(at(*next), "we" | "it" | "they" | "you"));
    match () {
        () if is_with && comma().is_none() => {
            has().filter(|end| is_case(end) && !at(end - 1).ends_with("ed")).unwrap_or(0)
        }
        // "With the new shops added, …" tells why.
        () if opens && !(at(0) == "with" && comma().is_some_and(|end| at(end - 1).ends_with("ed"))) => {
            comma().filter(is_case).unwrap_or(0)
        }
        () if is_place => follows().filter(is_case).unwrap_or(0),
        () => 0,
    }
}

/// How many pieces say that something was found out: "It turned out that …".
pub(super) fn n_finding(sentence: &[Piece]) -> usize {
    let is_word = |at: usize, words: &[&str]| words.contains(&word_at(sentence, at));
    let lead = usize::from(is_word(0, &["it", "this"]));
    let is_found = is_word(lead, &["turned", "turns"]) && is_word(lead + 1, &["out"]);
    if is_found { lead + 2 + usize::from(is_word(lead + 2, &["that"])) } else { 0 }
}

/// "From the 1st of May the fee is …": what follows holds from a day on.
pub(super) fn starts_on_a_day(pieces: &[Piece]) -> bool {
    let is_day = |piece: &Piece| match piece {
        Piece::Word { marks, .. } => marks.has(Marks::MONTH),
        Piece::Number { glued_unit, .. } => glued_unit == DATE,
        _ => false,
    };
    matches!(first_word(pieces), Some("from" | "starting" | "effective")) && pieces.iter().skip(1).take(4).any(is_day)
}

/// `on`, `off` and `out` where they are states and not prepositions: "is off by default", "turned on".
pub(super) fn switched(pieces: &[Piece], index: usize, previous: &str) -> Option<&'static str> {
    let Piece::Word { folded, .. } = &pieces[index] else { return None };
    let key = match &**folded {
        "on" => "enabl",
        "off" if next_word(pieces, index) == Some("limits") => return Some("disabl"),
        "off" if is_off_the_table(pieces, index) => return Some("gone"),
        "off" => "disabl",
        // "Rounded up".
        "up" | "down" if previous.ends_with("ed") && next_word(pieces, index).is_none() => {
            return Some(if &**folded == "up" { "up" } else { "down" });
        }
        // "The same for all", "one of its own".
        "same" => return (previous == "the").then_some("same"),
        "own" => return matches!(previous, "its" | "their" | "his" | "her").then_some("own"),
        // "We throw out the cards", "get rid of it".
        "throw" | "throwing" | "threw" | "thrown" => {
            return matches!(next_word(pieces, index), Some("out" | "away")).then_some("scrap");
        }
        // "Take out the banner", "leave it out" is not told by its first word.
        "take" | "taking" | "took" | "taken" | "rip" | "ripped" | "pull" | "pulled" | "leave" | "left" | "cut" => {
            let is_down = || next_word(pieces, index) == Some("down") && !matches!(&**folded, "leave" | "left" | "cut");
            return (next_word(pieces, index) == Some("out") || is_down()).then_some("scrap");
        }
        "hold" => return (previous == "on").then_some("paus"),
        // "Passwords end up in the log".
        "end" | "ends" | "ended" => return (next_word(pieces, index) == Some("up")).then_some("live"),
        // "It drops off the net", "dropped to 3 s".
        "drop" | "drops" | "dropped" | "dropping" => {
            let falls = matches!(next_word(pieces, index), Some("off" | "below" | "to" | "by" | "into"));
            return (falls || comes_out(pieces, index, previous)).then_some("fall");
        }
        "rid" => return matches!(previous, "get" | "gets" | "got" | "getting").then_some("scrap"),
        // "Stripe is out", "the embargo is over".
        "out" | "over" | "history" | "dead" | "gone" | "go" | "goes" => "gone",
        _ => return None,
    };
    let leads = matches!(previous, "is" | "are" | "was" | "were" | "be" | "turned" | "switched" | "stays" | "default");
    let ends = pieces.get(index + 1).is_none_or(|next| match next {
        Piece::Word { folded, marks, .. } => {
            marks.has(Marks::STOP) && !matches!(&**folded, "the" | "a" | "our" | "its")
        }
        Piece::Number { .. } => false,
        _ => true,
    });
    // What can be turned off is not off; "the old box can go".
    let has_to = || previous == "to" && matches!(word_before(pieces, index, 2), "has" | "have" | "needs" | "had");
    let may_go = &**folded == "go" && (matches!(previous, "can" | "may" | "must" | "should") || has_to());
    // "We take the new box, Redis goes."
    let is_last = || match pieces.get(index + 1) {
        Some(Piece::Word { folded, .. }) => matches!(&**folded, "completely" | "entirely" | "away" | "altogether"),
        next => matches!(next, None | Some(Piece::Comma | Piece::Break)),
    };
    let is_gone = || match &**folded {
        "goes" => is_last(),
        // "Passwords go away."
        "go" => is_last() && pieces.get(index + 1).is_some_and(|next| matches!(next, Piece::Word { .. })),
        _ => false,
    };
    let goes = || is_gone() && is_name_alone(&pieces[..index]);
    (goes() || ends && (may_go || leads && !is_possible(pieces, index))).then_some(key)
}

/// "The atlas dropped in October" came out then, "it was dropped in October" did not.
fn comes_out(pieces: &[Piece], index: usize, previous: &str) -> bool {
    let is_date = match pieces.get(index + 2) {
        Some(Piece::Word { marks, .. }) => marks.has(Marks::MONTH),
        piece => matches!(piece, Some(Piece::Number { .. })),
    };
    is_date && word_at(pieces, index + 1) == "in" && !lexicon::is_auxiliary(previous)
}

/// The word that stands `back` pieces before another.
fn word_before(pieces: &[Piece], index: usize, back: usize) -> &str {
    index.checked_sub(back).map_or("", |at| word_at(pieces, at))
}

/// "X is off the table", "X off the machine".
fn is_off_the_table(pieces: &[Piece], index: usize) -> bool {
    word_at(pieces, index + 1) == "the" && matches!(word_at(pieces, index + 2), "table" | "machine" | "server" | "box")
}

/// What a thing is either in or out of.
static INSIDE: Words = Words::new("scope stock bounds reach sync warranty");

pub(super) fn is_inside(word: &str) -> bool {
    INSIDE.contains(word)
}

/// "Out of scope" is not in scope.
pub(super) fn is_out_of(pieces: &[Piece], index: usize) -> bool {
    word_at(pieces, index) == "out" && word_at(pieces, index + 1) == "of" && is_inside(word_at(pieces, index + 2))
}

fn word_at(pieces: &[Piece], index: usize) -> &str {
    match pieces.get(index) {
        Some(Piece::Word { folded, .. }) => folded,
        _ => "",
    }
}

/// Whether a clause is nothing but a name so far, or a single word with its article.
fn is_name_alone(pieces: &[Piece]) -> bool {
    let clause = pieces.iter().rev().take_while(|piece| !matches!(piece, Piece::Comma | Piece::Break));
    let words: Vec<&Piece> = clause.collect();
    let is_name =
        |piece: &Piece| matches!(piece, Piece::Word { raw_name, marks, .. } if *raw_name || marks.has(Marks::PRODUCT));
    let is_article =
        |piece: &Piece| matches!(piece, Piece::Word { folded, .. } if matches!(&**folded, "the" | "and" | "so"));
    let is_thing = |piece: &Piece| {
        matches!(piece, Piece::Word { marks, folded, .. } if !marks.has(Marks::STOP)
            && !matches!(&**folded, "anything" | "everything" | "time" | "story" | "saying"))
    };
    let is_told = match words.as_slice() {
        [word] => is_name(word) || is_thing(word),
        [word, ..] => is_name(word) || is_thing(word) && words.len() == 2,
        [] => false,
    };
    is_told && words[1..].iter().all(|word| is_article(word))
}

/// Whether the piece is told as something that can be.
pub(super) fn is_possible(pieces: &[Piece], index: usize) -> bool {
    let is_modal = |word: &str| matches!(word, "can" | "may" | "could" | "might");
    pieces[..index].iter().any(|piece| matches!(piece, Piece::Word { folded, .. } if is_modal(folded)))
}

/// What a statement says to have changed when it takes leave of something.
pub(super) const LEFT: &str = "done with";

/// "We're done with X", "bye X"; not "it is done with X".
pub(super) fn takes_leave(pieces: &[Piece], index: usize) -> bool {
    let word = |back: usize| word_before(pieces, index, back);
    let is_us = || matches!(word(2), "we're" | "i'm" | "am") || word(2) == "are" && word(3) == "we";
    match word(0) {
        "bye" | "goodbye" => true,
        // "We leave Acme and …", not "we leave Acme as it is".
        "leave" | "leaving" => {
            let is_name = matches!(pieces.get(index + 1), Some(Piece::Word { raw_name: true, .. }));
            let ends = match pieces.get(index + 2) {
                Some(Piece::Word { folded, .. }) => matches!(&**folded, "and" | "for" | "behind"),
                Some(Piece::Number { .. }) => false,
                _ => true,
            };
            is_name && ends && matches!(word(1), "we" | "we're" | "we'll" | "will" | "are" | "i'm" | "let's")
        }
        "left" => {
            let is_name = matches!(pieces.get(index + 1), Some(Piece::Word { raw_name: true, .. }));
            let stays =
                matches!(word_at(pieces, index + 2), "as" | "in" | "on" | "out" | "alone" | "unchanged" | "open");
            is_name && !stays && matches!(word(1), "we" | "they" | "have" | "we've")
        }
        "with" => word(1) == "done" && is_us(),
        // "Forget what I said about X".
        "about" => matches!(word(1), "said" | "told" | "wrote") && (3..=5).any(|back| word(back) == "forget"),
        _ => false,
    }
}

/// Whether a word tells that one thing comes and another goes.
pub(super) fn exchanges(word: &str) -> bool {
    matches!(word, "instead" | "replacing" | "replaces")
}

/// Words of change that say how a thing is where they stand before it.
fn is_quality(word: &str) -> bool {
    matches!(
        word,
        "lower" | "higher" | "reduced" | "increased" | "updated" | "changed" | "correct" | "removed" | "replaced"
    )
}

/// "Log it on selection change", "after changes": what may happen, not what did.
fn is_occasion(previous: &str, word: &str) -> bool {
    let asks_for = || {
        matches!(
            previous,
            "" | "to"
                | "we"
                | "i"
                | "you"
                | "they"
                | "will"
                | "should"
                | "must"
                | "can"
                | "please"
                | "let's"
                | "and"
                | "then"
        )
    };
    let is_thing =
        || matches!(previous, "on" | "any" | "after" | "before" | "the" | "these" | "of" | "all" | "no" | "your");
    word == "change" && !asks_for() || word == "changes" && is_thing()
}

pub(super) fn note_cues(statement: &mut Statement, previous: &str, word: &str, marks: Marks, stem_marks: Marks) {
    if exchanges(word) {
        statement.change = Some(word.to_owned());
    } else if (marks.has(Marks::CHANGE) || stem_marks.has(Marks::CHANGE) || word == "since")
        // "Mistakes to correct" are not corrected yet.
        && !(word == "correct" && previous == "to")
        // "Corrections are logged" corrects nothing.
        && !names_a_deed(word)
        && !matches!(word, "correctly" | "correctness")
        // "The clock does not change", "the lower half", "the reduced price".
        && !matches!(previous, "not" | "never" | "doesn't" | "don't" | "won't")
        && !(matches!(previous, "the" | "an" | "its" | "their") && is_quality(word))
        && !is_occasion(previous, word)
        // What was so till now goes on, and "for now" was not otherwise before.
        && !(matches!(previous, "till" | "until" | "for") && word == "now")
    {
        statement.change.get_or_insert_with(|| word.to_owned());
    }
    statement.again |= matches!(
        word,
        "again" | "remeasured" | "re-measured" | "recounted" | "re-counted" | "rerun" | "re-ran" | "reran"
    );
    statement.universal |= matches!(word, "all" | "every" | "always" | "everywhere" | "everything" | "each");
    statement.demands |= matches!(
        word,
        "need" | "needs" | "needed" | "require" | "requires" | "required" | "enough" | "suffices" | "minimum"
    );
    statement.configured |= stem_marks.has(Marks::CONFIGURED) || marks.has(Marks::CONFIGURED);
    if marks.has(Marks::ADDITIVE) || matches!((previous, word), ("as", "well") | ("in", "addition")) {
        statement.additive = true;
    }
    if matches!(
        (previous, word),
        ("took" | "taken", "over")
            | ("given" | "gave", "up")
            | ("after", "all")
            | ("these", "days")
            | ("here", "on")
            | ("as", "of")
            | ("turned", "into")
            | ("starting", "with" | "from" | "in" | "on")
            | ("went", "up" | "down")
            | ("on", "reflection")
            | ("turns", "out")
            | ("any", "more")
            | ("back" | "forward" | "down" | "cut", "to")
            | (
                "move" | "moves" | "moving" | "migrate" | "migrates" | "migrating" | "switch" | "switches",
                "from" | "to"
            )
            | ("pushed" | "push" | "moved" | "move" | "moving" | "go" | "going" | "is" | "are", "back")
            | ("from" | "starting", "today" | "tomorrow")
    ) {
        // "Back to once a day" is back.
        statement.change.get_or_insert_with(|| if word == "to" { previous } else { word }.to_owned());
    }
}

pub(super) fn next_word(pieces: &[Piece], index: usize) -> Option<&str> {
    first_word(&pieces[index + 1..])
}

pub(super) fn first_word(pieces: &[Piece]) -> Option<&str> {
    pieces.iter().find_map(|piece| match piece {
        Piece::Word { folded, .. } => Some(&**folded),
        _ => None,
    })
}

/// The first word that has a meaning of its own.
pub(super) fn first_content(pieces: &[Piece]) -> Option<&str> {
    pieces.iter().find_map(|piece| match piece {
        Piece::Word { folded, marks, .. } if !marks.has(Marks::STOP) => Some(&**folded),
        _ => None,
    })
}

/// Whether what is denied is what follows: "skips the linker", not "fails on Windows", "ended last year".
pub(super) fn has_object(pieces: &[Piece], index: usize) -> bool {
    let follows = match pieces.get(index + 1) {
        Some(Piece::Word { folded, marks, .. }) => {
            !marks.has(Marks::STOP) || matches!(&**folded, "the" | "a" | "an" | "its" | "our" | "their" | "all" | "any")
        }
        _ => false,
    };
    let is_of_itself = matches!(&pieces[index], Piece::Word { stem, .. }
        if matches!(lexicon::canonical(stem), "end" | "expir" | "error" | "stop" | "break" | "broken"));
    follows && !is_of_itself
}

/// "For any refund", "on every page": where all is meant, no condition is named.
pub(super) fn widens(pieces: &[Piece], index: usize) -> bool {
    let is_all = |word: &str| matches!(word, "any" | "all" | "every" | "each" | "everyone" | "everybody");
    matches!(&pieces[index], Piece::Word { marks, .. } if marks.has(Marks::SCOPE_MARKER))
        && next_word(pieces, index).is_some_and(is_all)
}

/// "On port 8080", "at 10.0.0.1" tells where, and limits nothing.
pub(super) fn names_port(pieces: &[Piece], index: usize) -> bool {
    let is_address =
        |word: &str| word == "port" || word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
    matches!(&pieces[index], Piece::Word { folded, .. } if matches!(&**folded, "on" | "at"))
        && matches!(pieces.get(index + 1), Some(Piece::Word { folded, .. }) if is_address(folded))
}
