//! What holds everywhere: definitions, customs and comparisons that explain the world and say nothing of the project.

use super::cue::Cues;
use super::sentence::Word;
use crate::text::Words;

/// Words that tie a sentence to this project or this moment.
static TIES: Words = Words::new(
    "we we're we've we'll our ours us your i i've i'd my this these here there now current currently already today \
     yesterday still yet he she",
);

/// What a definition says a thing is.
static GENERA: Words = Words::new(
    "algorithm algorithms api codec command compressor concept container database engine family file format formats \
     framework function kind language law library linter manager method methods model pattern platform principle \
     process program protocol runtime scheme script server service set specification standard store structure sum \
     system technique term test tool toolkit type unit utility",
);

/// Words for how things are done by most.
static CUSTOMS: Words =
    Words::new("usually typically generally traditionally commonly popular widespread classic classical");

/// Whether a sentence says nothing that is only so here. It names no path, number or person, and nobody does anything.
pub(super) fn holds_everywhere(words: &[Word<'_>], cues: Cues) -> bool {
    let says = [Cues::LESSON, Cues::RECOMMEND, Cues::DONE, Cues::DECISION];
    if announces(words) {
        return true;
    }
    let is_kind = matches!(first_three(words).0, "a" | "an");
    let is_told = is_kind || !cues.has(Cues::VERDICT) && !cues.has(Cues::LIMIT);
    (defines(words, is_kind) && is_told || generalises(words) || compares(words))
        && !says.iter().any(|cue| cues.has(*cue))
        && !words.iter().any(|word| TIES.contains(word) || is_amount(word))
}

/// Whether a word is a number that is no year.
fn is_amount(word: &str) -> bool {
    let is_year = word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
    word.starts_with(|c: char| c.is_ascii_digit()) && !is_year
}

/// "In general …", "For background: …".
fn announces(words: &[Word<'_>]) -> bool {
    let start = first_three(words);
    matches!(start, ("in", "general", _) | ("for" | "as", "background", _) | ("generally", _, _))
        || matches!(start, ("as", "a", "rule") | ("rule", "of", "thumb"))
}

fn first_three<'a>(words: &'a [Word<'_>]) -> (&'a str, &'a str, &'a str) {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    (word(0), word(1), word(2))
}

/// "Gettext is the translation system of GNU", "A service worker is a script that …".
fn defines(words: &[Word<'_>], is_kind: bool) -> bool {
    let is_article = |word: &Word<'_>| matches!(word.as_str(), "a" | "an" | "the" | "one");
    let verb = words.iter().take(6).position(|word| matches!(word.as_str(), "is" | "are")).filter(|at| *at > 0);
    let Some(rest) = verb.and_then(|at| words.get(at + 1..)) else { return false };
    let rest = if rest.first().is_some_and(|word| word == "not") { &rest[1..] } else { rest };
    if !rest.first().is_some_and(is_article) {
        return false;
    }
    is_kind || words[0] != "the" && words[0] != "it" && rest.iter().take(6).any(|word| GENERA.contains(word))
}

/// "Most brokers default to the latter", "people who come from Java usually need two weeks".
pub(super) fn generalises(words: &[Word<'_>]) -> bool {
    let (first, second, third) = first_three(words);
    let of_many = matches!(first, "most" | "many" | "people")
        || first == "in" && matches!(second, "most" | "many")
        || first == "a" && second == "good" && !third.is_empty();
    of_many || words.iter().any(|word| CUSTOMS.contains(word))
}

/// "You can think of the container as an envelope", "X takes its name from …".
fn compares(words: &[Word<'_>]) -> bool {
    words.windows(2).any(|pair| {
        matches!(
            (pair[0].as_str(), pair[1].as_str()),
            ("think", "of") | ("known", "as") | ("stands" | "short", "for") | ("their" | "its", "name")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::{cue, sentence};

    #[track_caller]
    fn check(sentence: &str, expected: bool) {
        let words = sentence::words(sentence);
        assert_eq!(holds_everywhere(&words, cue::scan(&words)), expected, "{sentence}");
    }

    #[test]
    fn explanations_of_the_world_are_told_from_the_project() {
        check("A proxy is a program that stands between two others.", true);
        check("Most queues default to at least once.", true);
        check("You can think of a lease as a lock with an end.", true);
        check("Certificates usually last a year.", true);
        check("Many museums began with native apps around 2012.", true);
        check("A page of notes is not a history.", true);
        check("SQL is the query language of most databases.", true);
        for told in [
            "The importer is a script that runs on the pier.",
            "A failed import is retried by the scheduler.",
            "Most of our queues are empty.",
            "A batch is a file of 500 rows.",
            "We usually deploy on Monday.",
            "",
        ] {
            check(told, false);
        }
    }
}
