//! What holds everywhere: definitions, customs and comparisons that explain the world and say nothing of the project.

use super::cue::Cues;
use super::form::is_pronoun;
use super::mark;
use super::sentence::Word;
use super::{keyword, sentence};
use crate::reconcile::is_verb;
use crate::text::{Words, stem};

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
     system technique term test tool toolkit type unit utility parser compiler reference interface editor driver",
);

/// What people do, and products seldom.
static OF_PEOPLE: Words = Words::new(
    "approves asks checks decides does expects has insists keeps knows likes needs owns prefers says signs takes wants writes",
);

/// Words for how things are done by most.
static CUSTOMS: Words = Words::new(
    "usual usually typically tend tends generally mostly traditionally commonly popular widespread classic classical",
);

/// Fewer content words tell nothing by being unknown.
const STRANGE_STEMS: usize = 5;
/// One known word in so many makes a sentence strange.
const STRANGE_SHARE: usize = 4;

/// Whether a sentence says nothing that is only so here. It names no path, number or person, and nobody does anything.
pub(super) fn holds_everywhere(words: &[Word<'_>], cues: Cues) -> bool {
    let says = [Cues::LESSON, Cues::RECOMMEND, Cues::DONE];
    if announces(words) {
        return true;
    }
    let is_kind = matches!(first_three(words).0, "a" | "an");
    let is_told = is_kind || !cues.has(Cues::VERDICT) && !cues.has(Cues::LIMIT);
    let is_tied = |word: &Word<'_>| TIES.contains(word) || is_amount(word);
    // "Most teams of your size never decide": of many, whoever is told.
    let of_many = matches!(words.first().map_or("", Word::as_str), "most" | "many")
        && words.get(1).is_some_and(|word| word != "of");
    if of_many && !words.iter().any(|word| is_tied(word) && !matches!(word.as_str(), "your" | "this" | "these")) {
        return true;
    }
    // "Ovens of this kind typically come with a 12 inch door": whatever the number, it is that of all of them.
    let of_its_kind = words.first().is_some_and(|word| !DEFINITE.contains(word))
        && words.iter().take(6).any(|word| matches!(word.as_str(), "typically" | "usually" | "commonly" | "generally"));
    if of_its_kind && !words.iter().any(|word| TIES.contains(word) && word != "your") && !cues.has(Cues::DECISION) {
        return true;
    }
    // "A parser that asks instead of being told" compares, and decides nothing.
    let is_decided = cues.has(Cues::DECISION);
    let says = says.iter().any(|cue| cues.has(*cue));
    (defines(words, is_kind) && is_told || (generalises(words) || compares(words)) && !is_decided)
        && !says
        && !words.iter().any(is_tied)
}

/// Words that begin a subject which the listener knows: "the importer", "our tests", "every site".
static DEFINITE: Words = Words::new(
    "the this that these those it it's its they he she we our your my i you there here no not all each every both \
     only now so and but if when while since because after before until without with for from to in on at as by of \
     everything nobody somebody nothing one two three done fixed added open known note lesson result",
);

/// Where the verb of an explanation stands: a copula or a known verb, else what follows a name as a verb does, with what
/// it acts on behind it: "Acme turns a list into pages".
fn explaining_verb(words: &[Word<'_>]) -> Option<usize> {
    let is_known = |word: &str| {
        matches!(
            word,
            "is" | "are" | "means" | "differs" | "exist" | "exists" | "can" | "cannot" | "can't" | "don't" | "doesn't"
        ) || is_present(word) && is_verb(&stem(word))
    };
    // "Ratios compare", "trees keep".
    let of_many = |at: usize| {
        let word = words[at].as_str();
        is_present(&words[at - 1]) && !matches!(word, "go" | "come") && !word.ends_with("ed") && is_verb(&stem(word))
    };
    let acts = |at: usize| {
        let is_object = |word: &Word<'_>| matches!(word.as_str(), "a" | "an" | "the" | "all" | "its" | "their");
        is_present(&words[at]) && words.get(at + 1).is_some_and(is_object)
    };
    (1..words.len().min(6)).find(|at| is_known(&words[*at]) || *at <= 2 && acts(*at) || *at <= 3 && of_many(*at))
}

/// "Turns", "stores", but no "is", "class" or "its".
fn is_present(word: &str) -> bool {
    word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("'s")
}

/// Whether a sentence explains a thing that the project's own words do not know: "Brotex folds the sheets into
/// layers and seams". `is_known` tells whether the project uses a stem.
pub(super) fn explains(sentence: &str, is_known: impl Fn(&str) -> bool) -> bool {
    let plain = mark::plain(sentence);
    let told = mark::split_at_mark(&plain, ": ").filter(|(label, _)| label.split_whitespace().count() <= 3);
    let told = told.map_or(plain.as_str(), |(_, rest)| rest);
    let words = sentence::words(told);
    let Some(verb) = explaining_verb(&words) else { return false };
    let tells_amount = words.iter().skip(2).any(|word| is_amount(word)) && words[verb] != "differs";
    // "X stays hidden until the contract is signed" waits for something here.
    let is_tied = |word: &Word<'_>| TIES.contains(word) || word == "until";
    if DEFINITE.contains(&words[0]) || words.iter().any(is_tied) || words.len() < 7 || tells_amount {
        return false;
    }
    let behind = &words[verb + 1..];
    let is_defined = match words[verb].as_str() {
        // "An operation is safe when it can be done twice".
        "is" => {
            defines_kind(behind)
                || matches!(words[0].as_str(), "a" | "an") && behind.get(1).is_some_and(|word| word == "when")
        }
        // "Overviews are small copies of a picture", not "events are stored in a table".
        "are" => {
            behind.iter().take(4).any(|word| matches!(word.as_str(), "of" | "that" | "which")) && !is_passive(behind)
        }
        "means" | "differs" => true,
        _ => false,
    };
    if !is_defined && matches!(words[verb].as_str(), "is" | "are") {
        return false;
    }
    let stems = keyword::content(told);
    let n_known = stems.iter().filter(|stem| is_known(stem)).count();
    let subject = keyword::content(&words[..verb].join(" "));
    let share = if is_defined { 3 } else { 5 };
    // What a thing is that does something everywhere is told of known things too: "an oven is a box that holds heat".
    let is_kind = is_defined && behind.iter().take(8).any(|word| matches!(word.as_str(), "that" | "which"));
    let is_named = words[verb] != "means" && !is_kind && subject.iter().any(&is_known);
    stems.len() >= 4 && n_known * share <= stems.len() && !is_named
}

/// Whether hardly a word of a sentence was ever said by a person here or stood in the project's files. What leans on the
/// sentence before it, or on a thing that the listener knows, is told of that.
pub(super) fn is_strange(sentence: &str, words: &[Word<'_>], is_heard: impl Fn(&str) -> bool) -> bool {
    let first = words.first().map_or("", Word::as_str);
    let leans = is_pronoun(first) || matches!(first, "together" | "each");
    if leans || words.iter().any(|word| TIES.contains(word) || is_amount(word)) {
        return false;
    }
    let stems = keyword::content(sentence);
    let n_heard = stems.iter().filter(|stem| is_heard(stem)).count();
    let is_unheard = match first {
        "the" => n_heard == 0,
        // "A proofing basket keeps the loaf in shape": of a thing that nobody here ever spoke of.
        _ if is_about_unheard(words, &is_heard) => n_heard * 2 <= stems.len(),
        _ => n_heard * STRANGE_SHARE <= stems.len(),
    };
    stems.len() >= STRANGE_STEMS && is_unheard
}

/// Whether a sentence tells of a thing by its bare name, or of any of its kind, what it does at all times: "Acme turns
/// sheets into pages", "ovens lose heat at the door". Nothing in it is of this place: nobody wants it so, and it does
/// nothing to a thing that people here speak of.
pub(super) fn is_untied(words: &[Word<'_>], cues: Cues, is_heard: impl Fn(&str) -> bool) -> bool {
    let says = [Cues::LESSON, Cues::RECOMMEND, Cues::DONE, Cues::DECISION, Cues::VERDICT];
    if words.len() < 7
        || DEFINITE.contains(&words[0])
        || says.iter().any(|cue| cues.has(*cue))
        || words.iter().any(|word| TIES.contains(word) && !is_loose(word) || is_amount(word))
    {
        return false;
    }
    let Some(verb) = explaining_verb(words).or_else(|| present_verb(words)) else { return false };
    let is_known = |word: &Word<'_>| keyword::content(word).iter().any(&is_heard);
    let behind = words.get(verb + 1).map_or("", Word::as_str);
    let is_here = matches!(behind, "the" | "its" | "every" | "each") && words.get(verb + 2).is_some_and(is_known);
    !OF_PEOPLE.contains(&words[verb]) && !is_here
}

/// Where something is done at all times: "bends from", "renders a".
fn present_verb(words: &[Word<'_>]) -> Option<usize> {
    let leads = |word: &Word<'_>| {
        matches!(
            word.as_str(),
            "a" | "an" | "the" | "all" | "its" | "their" | "from" | "in" | "on" | "to" | "with" | "as" | "into" | "at"
        )
    };
    (1..words.len().min(6)).find(|at| is_present(&words[*at]) && words.get(at + 1).is_some_and(leads))
}

/// "Page breaks were an afterthought there": points to what was told of, not to this place.
fn is_loose(word: &str) -> bool {
    matches!(word, "there" | "still" | "yet" | "already")
}

/// Whether a sentence tells, of things that it takes for known to all, something that nobody here ever named.
fn is_about_unheard(words: &[Word<'_>], is_heard: impl Fn(&str) -> bool) -> bool {
    if DEFINITE.contains(&words[0]) {
        return false;
    }
    let Some(verb) = explaining_verb(words) else { return false };
    let subject = keyword::content(&words[..verb].join(" "));
    !subject.is_empty() && !subject.iter().any(is_heard)
}

/// What follows "is" in a definition: "a parser that", "Acme's language for", not "the only one that".
fn defines_kind(words: &[Word<'_>]) -> bool {
    let Some(first) = words.first() else { return false };
    let single =
        |word: &Word<'_>| matches!(word.as_str(), "only" | "same" | "next" | "best" | "first" | "last" | "one");
    (matches!(first.as_str(), "a" | "an" | "the") || first.ends_with("'s")) && !words.iter().take(3).any(single)
}

fn is_passive(words: &[Word<'_>]) -> bool {
    words.iter().take(2).any(|word| word.ends_with("ed") && !word.contains('-'))
}

/// Whether a word is a number that is no year.
fn is_amount(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && !is_year_before("2100", word)
}

/// Whether a word is a year of the last centuries.
fn is_year_before(end: &str, word: &str) -> bool {
    word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit()) && ("1400"..end).contains(&word)
}

/// "In general …", "For background: …", "For the curious: …".
fn announces(words: &[Word<'_>]) -> bool {
    let start = first_three(words);
    let is_general = words.windows(2).any(|pair| pair[0] == "in" && pair[1] == "general");
    is_general && !words.iter().any(|word| matches!(word.as_str(), "we" | "our" | "us"))
        || matches!(start, ("in", "general", _) | ("for" | "as", "background", _) | ("generally", _, _))
        || matches!(start, ("as", "a", "rule") | ("rule", "of", "thumb") | ("for", "the", "curious"))
        || words.windows(2).any(|pair| pair[0] == "depends" && pair[1] == "on") && words.len() <= 8
        || matches!(start, ("some" | "a", "general", _) | ("general", "remarks" | "notes" | "advice", _))
        || matches!(
            start,
            ("a", "few", "general") | ("by", "convention", _) | ("in", "the", "uk" | "eu" | "us" | "usa")
        )
        || words.windows(2).any(|pair| pair[0] == "saying" && pair[1] == "goes")
        || is_usual(words)
        || tells_origin(words)
}

/// "This is a common convention", "a known issue with X".
fn is_usual(words: &[Word<'_>]) -> bool {
    let is_kind = |word: &str| {
        matches!(
            word,
            "convention" | "pattern" | "practice" | "issue" | "problem" | "technique" | "mistake" | "trap" | "pitfall"
        )
    };
    words.windows(3).any(|three| {
        three[0] == "a"
            && matches!(three[1].as_str(), "common" | "known" | "well-known" | "standard" | "typical" | "classic")
            && is_kind(&three[2])
    }) && !words.iter().any(|word| matches!(word.as_str(), "we" | "our" | "us"))
}

/// "Acme was written at a bakery", "loaves were invented by monks": where a thing comes from that all know by name.
fn tells_origin(words: &[Word<'_>]) -> bool {
    let begins_bare = words.first().is_some_and(|word| !DEFINITE.contains(word));
    let is_tied = |word: &Word<'_>| matches!(word.as_str(), "we" | "our" | "us" | "your" | "you" | "i");
    let is_made = |word: &str| {
        matches!(word, "written" | "born" | "invented" | "standardised" | "standardized" | "coined" | "founded")
    };
    let is_origin = |three: &[Word<'_>]| {
        let from = matches!(three[2].as_str(), "at" | "by" | "in" | "as" | "to");
        matches!(three[0].as_str(), "was" | "were") && is_made(&three[1]) && from
            || matches!(three[0].as_str(), "is" | "was") && three[1] == "named" && three[2] == "after"
    };
    begins_bare && words.windows(3).take(6).any(is_origin) && !words.iter().any(is_tied)
}

/// Whether the words before a list or the rest of a paragraph say that it holds everywhere: "the usual reasons are:".
pub(super) fn leads_away(words: &[Word<'_>]) -> bool {
    let is_common = is_custom(words) || words.iter().any(|word| word == "common");
    announces(words) || is_common && !words.iter().any(|word| TIES.contains(word))
}

/// Whether a heading announces what holds everywhere: "Background", "What a lease is", "On post-mortems in general".
pub(super) fn is_background(heading: &[Word<'_>]) -> bool {
    let (first, second, _) = first_three(heading);
    let last = heading.last().map_or("", Word::as_str);
    matches!(
        (first, second),
        ("background" | "trivia", _)
            | ("some" | "a", "background")
            | ("a", "word" | "refresher" | "primer")
            | ("quick", "refresher" | "primer")
            | ("general", "remarks" | "notes" | "advice")
            | ("did", "you")
            | ("fun", "fact" | "facts")
    ) || heading.len() >= 2 && heading[heading.len() - 2] == "in" && last == "general"
        || matches!(last, "explained" | "nutshell")
        || heading.iter().any(|word| matches!(word.as_str(), "typically" | "usually" | "commonly" | "frequently"))
        || first == "what" && matches!(last, "is" | "are" | "means" | "mean") && heading.len() >= 3
        || first == "where" && matches!(last, "from") && heading.len() >= 3
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

/// "Most brokers default to the latter", "rye keeps for days, whereas wheat goes stale".
pub(super) fn generalises(words: &[Word<'_>]) -> bool {
    let compares_others = words.first().is_some_and(|word| word == "some") && words.iter().any(|word| word == "others");
    let is_hearsay = words.windows(2).any(|pair| pair[0] == "been" && pair[1] == "known");
    let is_science = |word: &Word<'_>| matches!(word.as_str(), "whereas" | "theorem");
    // "One of the strongest influences".
    let is_ranked = words.windows(4).any(|four| {
        four[0] == "one" && four[1] == "of" && four[2] == "the" && (four[3] == "most" || four[3].ends_with("est"))
    });
    is_custom(words)
        || compares_others
        || is_hearsay
        || is_ranked
        || words.iter().any(|word| is_science(word) || is_past_century(word))
}

/// "People who come from Java usually need two weeks".
fn is_custom(words: &[Word<'_>]) -> bool {
    let (first, second, third) = first_three(words);
    let of_many = matches!((first, second), ("most" | "many" | "people", _) | ("in", "practice"))
        || first == "in" && matches!(second, "most" | "many")
        || first == "a" && second == "good" && !third.is_empty();
    of_many || words.iter().any(|word| CUSTOMS.contains(word))
}

/// A year before the project's time tells history.
fn is_past_century(word: &str) -> bool {
    is_year_before("2000", word.strip_suffix('s').unwrap_or(word))
}

/// "You can think of the container as an envelope", "X takes its name from …".
fn compares(words: &[Word<'_>]) -> bool {
    words.windows(2).any(|pair| {
        matches!(
            (pair[0].as_str(), pair[1].as_str()),
            ("think", "of")
                | ("known", "as")
                | ("the", "term")
                | ("stands" | "short", "for")
                | ("their" | "its", "name")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::cue;

    #[track_caller]
    fn check(sentence: &str, expected: bool) {
        let words = sentence::words(sentence);
        assert_eq!(holds_everywhere(&words, cue::scan(&words)), expected, "{sentence}");
    }

    #[test]
    fn what_the_project_does_not_know_is_explained() {
        let is_known = |stem: &str| matches!(stem, "oven" | "dough" | "loaf" | "tray");
        for told in [
            "Brotex folds the sheets into layers, edges and seams.",
            "Autolysis means that flour and water rest together before the salt comes.",
            "An operation is safe when doing it twice has the effect of doing it once.",
            "Oven spring means that the crumb rises once more in the first minutes of heat.",
            "Conclusion: a poolish is a wet starter that ferments overnight in a bowl.",
        ] {
            assert!(explains(told, is_known), "{told}");
        }
        for told in [
            "The starter means that the oven has to be hot at four in the morning.",
            "Oven 2 keeps the heat longer than the other one next to the door.",
            "Ingrid is the only person who opens the shop on a Sunday morning.",
            "Bread is baked at four and sold from the counter by the bakers.",
            "Acme allows 20 orders per hour for each of the registered shops.",
            "",
        ] {
            assert!(!explains(told, is_known), "{told}");
        }
        for (heading, expected) in
            [("Background", true), ("What a starter is", true), ("Bread in general", true), ("What we changed", false)]
        {
            assert_eq!(is_background(&sentence::words(heading)), expected, "{heading}");
        }
    }

    #[test]
    fn a_sentence_of_unheard_words_is_strange() {
        let is_heard = |stem: &str| matches!(stem, "oven" | "dough" | "loaf" | "tray");
        let check = |told: &str| is_strange(told, &sentence::words(told), is_heard);
        assert!(check("Human night vision relies on rod cells, which barely respond to red light."));
        assert!(!check("The oven keeps the dough warm until each tray and loaf is ready for sale."));
        assert!(!check("Our night vision relies on rod cells, which barely respond to red light."));
        assert!(!check("It relies on rod cells, which barely respond to deep red light at night."));
        assert!(!check("Night vision relies on rods."));
        assert!(check("A banneton keeps the loaf and the dough in shape overnight on cool nights."));
        assert!(!check("A tray keeps the loaf and the dough in shape overnight on cool nights."));
    }

    #[test]
    fn what_things_do_everywhere_is_told_from_what_they_do_here() {
        let is_heard = |stem: &str| matches!(stem, "order" | "flour");
        let check = |told: &str| {
            let words = sentence::words(told);
            is_untied(&words, cue::scan(&words), is_heard)
        };
        for told in [
            "Acme turns long sheets into pages and sends them on.",
            "A pyrometric cone bends from heat and time together.",
            "Linen and wool are a poor fit for ovens, since heat was an afterthought there.",
        ] {
            assert!(check(told), "{told}");
        }
        for told in [
            "Acme keeps the orders until the baker has read them.",
            "Acme stores the orders that the baker has read before noon.",
            "Our oven turns long sheets into pages and sends them on.",
            "Ingrid wants a second oven in the shop before the summer.",
            "The oven turns long sheets into pages and sends them on.",
            "Ovens lose 20 degrees when the door is open for long.",
            "",
        ] {
            assert!(!check(told), "{told}");
        }
    }

    #[test]
    fn explanations_of_the_world_are_told_from_the_project() {
        check("A proxy is a program that stands between two others.", true);
        check("Most queues default to at least once.", true);
        check("You can think of a lease as a lock with an end.", true);
        check("Certificates usually last a year.", true);
        check("Many museums began with native apps around 2012.", true);
        check("A page of notes is not a history.", true);
        check("The method was described by a monk in 1494.", true);
        check("Most shops of your size never need a mixer.", true);
        check("Rye keeps for days, whereas wheat goes stale.", true);
        check("According to the bread theorem a loaf is fresh or cheap.", true);
        check("A few general words on rye: it needs acid.", true);
        check("Some bake at night, others before the shop opens.", true);
        check("An oven without a door is only a fire, as the saying goes.", true);
        check("Lex is a pull parser: the program asks instead of being told.", true);
        check("SQL is the query language of most databases.", true);
        check("Acme was written at a bakery in Lyon, and is named after a baker.", true);
        check("Cones were standardised by a chemist in the 1880s.", true);
        check("This is a common convention for ovens.", true);
        check("A warm kitchen is one of the strongest influences on a dough.", true);
        for told in [
            "The importer is a script that runs on the pier.",
            "A failed import is retried by the scheduler.",
            "Most of our queues are empty.",
            "A batch is a file of 500 rows.",
            "We usually deploy on Monday.",
            "The importer was written by Ingrid.",
            "Our oven has a known problem with its door.",
            "",
        ] {
            check(told, false);
        }
    }
}
