//! Where the verb of a clause stands, and where the next clause begins.

use alloc::vec::Vec;

use super::alternatives;
use super::lexicon;
use super::marks::Marks;
use super::piece::Piece;

/// Where a clause of its own begins after a comma or an "and": something is said before it, and somebody else does
/// something behind it. "The team moved to X, the old host is gone", not "in X, Y and Z".
pub(super) fn next_clause(pieces: &[Piece]) -> Option<usize> {
    let joint = |at: &usize| match &pieces[*at] {
        Piece::Comma => true,
        Piece::Colon => announces_change(&pieces[..*at]),
        Piece::Word { folded, .. } => &**folded == "and",
        _ => false,
    };
    (1..pieces.len().saturating_sub(2)).filter(joint).find(|&at| {
        let (before, behind) = (&pieces[..at], &pieces[at + 1..]);
        let next = behind.iter().position(|piece| matches!(piece, Piece::Comma)).unwrap_or(behind.len());
        let is_new = matches!(pieces[at], Piece::Colon);
        // "Is never rebuilt, only updated in place": the rest is not denied.
        let turns = || {
            let is_only = matches!(behind, [Piece::Word { folded, .. }, _, ..] if matches!(&**folded, "only" | "just"));
            is_only && before.iter().any(|piece| matches!(piece, Piece::Word { marks, .. } if marks.has(Marks::NEGATOR)))
        };
        // "Don't support it, nobody asked for it."
        let denies = || matches!(behind, [Piece::Word { folded, .. }, _, ..] if matches!(&**folded, "nobody" | "nothing" | "none"));
        let told_to = || matches!(before.first(), Some(Piece::Word { stem_marks, marks, .. }) if stem_marks.has(Marks::DENIAL) || marks.has(Marks::NEGATOR));
        // "Dropped the idea of a second oven, nobody …".
        let reports = || matches!(before.first(), Some(Piece::Word { folded, stem_marks, .. }) if folded.ends_with("ed") && stem_marks.has(Marks::VERB));
        let is_said = find_verb(before)
            .map_or_else(|| announces_change(before) || reports(), |verb| verb > 0 || denies() || told_to());
        is_said && (is_new || is_clause(&behind[..next]) || turns())
    })
}

/// "I changed my mind: let's …": a few words that only say that something new follows.
fn announces_change(pieces: &[Piece]) -> bool {
    let says_so = |piece: &Piece| matches!(piece, Piece::Word { marks, stem_marks, .. } if marks.and(*stem_marks).has(Marks::CHANGE));
    pieces.len() <= 6 && pieces.iter().any(says_so)
}

/// Whether pieces tell of a subject of their own: "it is", "the old host is gone", "please use Y".
fn is_clause(pieces: &[Piece]) -> bool {
    let word_at = |at: usize| match pieces.get(at) {
        Some(Piece::Word { folded, .. }) => &**folded,
        _ => "",
    };
    let first = word_at(0);
    // "…, no exceptions": a denial of its own.
    let denies = first == "no" && (2..=4).contains(&pieces.len());
    if matches!(first, "please" | "nobody" | "nothing" | "none" | "there's" | "it's" | "that's" | "they're") || denies {
        return true;
    }
    // "…, the clients call the mirrors", "…, towncrier builds it": somebody, and what they do to something.
    let acts = |at: &usize| {
        let does = matches!(&pieces[*at], Piece::Word { stem_marks, marks, .. } if stem_marks.has(Marks::VERB) && !marks.has(Marks::STOP));
        let is_object = || {
            matches!(
                word_at(*at + 1),
                "the"
                    | "a"
                    | "an"
                    | "another"
                    | "no"
                    | "all"
                    | "every"
                    | "it"
                    | "them"
                    | "its"
                    | "their"
                    | "our"
                    | "this"
                    | "that"
                    | "in"
                    | "on"
                    | "to"
                    | "from"
            )
        };
        does && is_object()
    };
    let opens =
        matches!(first, "and" | "but" | "or" | "which" | "who" | "that" | "where" | "when" | "if" | "to" | "not");
    let is_auxiliary =
        |at: usize| matches!(pieces.get(at), Some(Piece::Word { marks, .. }) if marks.has(Marks::AUXILIARY));
    let is_finite = |at: usize| {
        is_auxiliary(at) && !matches!(word_at(at), "no" | "always" | "never" | "be" | "needs")
            || matches!(first, "we" | "i" | "they" | "it" | "he" | "she" | "you") && at == 1
    };
    // "X ran out of memory": a name, and what it did.
    let tells = matches!(pieces, [Piece::Word { raw_name, folded, .. }, Piece::Word { stem_marks, .. }, _, ..]
        if (*raw_name || alternatives::class_of(folded).is_some()) && stem_marks.has(Marks::VERB));
    let from = if lexicon::is_stop(first) { 2 } else { 1 };
    !opens
        && (tells || (from..pieces.len().min(from + 2)).any(|at| acts(&at)) || (1..pieces.len().min(6)).any(is_finite))
}

/// Index of the verb that others help: "stored" in "is not stored in", "store" in "decided to store".
pub(super) fn main_verb(pieces: &[Piece], verb: usize) -> usize {
    let helped = pieces.iter().enumerate().skip(verb).take(5).take_while(|(_, piece)| match piece {
        Piece::Word { folded, marks, stem_marks, .. } => {
            // In "calls the delete endpoint" nothing is deleted.
            let is_article = matches!(&**folded, "the" | "a" | "an" | "its" | "our" | "their");
            marks.has(Marks::STOP) && !is_article
                || marks.has(Marks::AUXILIARY)
                || &**folded == "not"
                || stem_marks.has(Marks::RESOLVE)
        }
        _ => false,
    });
    let next = verb + helped.count();
    match pieces.get(next) {
        Some(Piece::Word { stem_marks, folded, .. })
            if next > verb && stem_marks.has(Marks::VERB) && !folded.ends_with(['s', 'S']) =>
        {
            next
        }
        _ => verb,
    }
}

/// "Renewal", "deployment", "generation": the name of a deed, not the deed.
pub(super) fn names_a_deed(word: &str) -> bool {
    word.len() > 6 && ["al", "als", "ment", "ments", "tion", "tions"].iter().any(|end| word.ends_with(end))
}

/// Index of the piece that is the clause's verb.
pub(super) fn find_verb(pieces: &[Piece]) -> Option<usize> {
    let word_at = |index: usize| match &pieces[index] {
        Piece::Word { folded, .. } => Some(&**folded),
        _ => None,
    };
    let mut first_content = None;
    let mut candidates = Vec::new();
    let mut is_relative = false;
    for (index, piece) in pieces.iter().enumerate() {
        // "Uploads stay when the user is deleted", "uploads go to the box, there is no queue": what follows is another
        // matter.
        let is_told = candidates.iter().any(|(_, command): &(usize, bool)| !command);
        let Piece::Word { folded: word, stem, marks, stem_marks, .. } = piece else {
            if is_told && !is_relative && matches!(piece, Piece::Comma) {
                break;
            }
            continue;
        };
        is_relative |= matches!(&**word, "which" | "who" | "that" | "whose");
        if is_told && matches!(&**word, "when" | "if" | "until" | "unless" | "once") {
            break;
        }
        if marks.has(Marks::AUXILIARY) {
            // In "never deploy" and "do not use" there is nothing before the auxiliary: a command.
            return Some(index);
        }
        let previous = index.checked_sub(1).and_then(word_at).unwrap_or("");
        // After "we" or "now" comes what is done, whatever the word.
        let is_told = matches!(previous, "we" | "i" | "they" | "now" | "currently" | "still" | "already")
            && !marks.has(Marks::STOP)
            && (word.ends_with('s') || word.ends_with("ed") || matches!(previous, "we" | "i" | "they"));
        if is_told {
            return Some(index);
        }
        if stem_marks.has(Marks::VERB) && !names_a_deed(word) {
            let noun_before = matches!(
                previous,
                "the"
                    | "a"
                    | "an"
                    | "our"
                    | "this"
                    | "every"
                    | "each"
                    | "to"
                    | "and"
                    | "of"
                    | "with"
                    | "in"
                    | "on"
                    | "by"
                    | "from"
                    | "for"
                    | "at"
                    | "per"
                    | "into"
                    | "before"
                    | "after"
            );
            let base_form = stem.len() + 1 >= word.len();
            if first_content.is_none() {
                let plural = word.ends_with('s') && !word.ends_with("ss");
                // "Replaced the oven by …": somebody reports.
                let next = if index + 1 < pieces.len() { word_at(index + 1).unwrap_or("") } else { "" };
                let reports = word.ends_with("ed") && matches!(next, "the" | "a" | "an" | "our" | "all" | "its");
                if (base_form && !plural || reports) && !noun_before {
                    candidates.push((index, true));
                }
            } else if !noun_before {
                candidates.push((index, false));
            }
        }
        if first_content.is_none() && !marks.has(Marks::STOP) {
            first_content = Some(index);
        }
    }
    // In "the timetable store uses X" two words can be verbs; the second of neighbours is one.
    let finite = candidates.iter().enumerate().filter(|(_, (_, command))| !command).find_map(|(n, &(index, _))| {
        // … unless it only describes what follows: "retries failed jobs".
        let describes = |at: usize| word_at(at).is_some_and(|word| word.ends_with("ed")) && at + 1 < pieces.len();
        let is_plural = |at: usize| word_at(at).is_some_and(|word| word.ends_with('s') && !word.ends_with("ss"));
        let is_inflected = is_plural(index);
        // "The purge of soft-deleted rows runs": it describes what does something.
        let is_plain = |at: usize| matches!(pieces.get(at), Some(Piece::Word { marks, .. }) if !marks.has(Marks::STOP));
        if describes(index) && is_plain(index + 1) && candidates.get(n + 1).is_some_and(|&(next, _)| next == index + 2)
        {
            return None;
        }
        // "Deletes versions": who does something is one, what it is done to are many.
        let is_object = |next: usize| is_inflected && (describes(next) || is_plural(next) && next + 1 < pieces.len());
        let neighbour = candidates.get(n + 1).is_some_and(|&(next, _)| next == index + 1 && !is_object(next));
        (!neighbour).then_some(index)
    });
    let command = candidates.iter().find(|(_, command)| *command).map(|&(index, _)| index);
    match (command, finite) {
        // "Use Redis" and "Create X and point Y": the command wins unless a verb follows its noun directly.
        (Some(command), Some(finite)) if finite > command + 1 && finite <= command + 3 => Some(finite),
        (Some(command), _) => Some(command),
        (None, finite) => finite,
    }
}
