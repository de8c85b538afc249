//! A sentence made into a title that names its subject and says something of it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::chat::is_filler;
use super::form::{is_first_person, is_pronoun};
use super::lead::{
    announced, is_label, reported, resolution, without_dates, without_lead, without_opening, without_want,
};
use super::mark;
use super::sentence::Word;
use super::tidy::{AUXILIARIES, MAX_WORDS, bare, can_be_cut, tidy};
use super::trouble::disowned;
use super::vocabulary::looks_like_path;
use super::{keyword, sentence, settle};
use crate::reconcile::is_verb;
use crate::text::{self, Words};

/// What is read of a sentence; its subject stands at the beginning.
const MAX_SENTENCE: usize = 600;
/// What a verdict says of its subject, and nothing more.
static VERDICTS: Words = Words::new(
    "right wrong fine good bad ok okay nice great easy hard clear ready clean perfect done true false safe green \
     better worse possible impossible correct late simple delicate mess solved working complete completed successful",
);
/// Verbs of speech: what they tell follows.
static SPEAKING: Words =
    Words::new("say says said ask asks asked tell tells told write writes wrote mean means think thinks");

/// "2. Enable the cache": one of several, whatever came before it.
fn is_step(sentence: &str) -> bool {
    let after = sentence.trim_start_matches(|c: char| c.is_ascii_digit());
    after.len() < sentence.len() && after.starts_with(['.', ')'])
}

/// A title from a sentence of an answer.
pub(super) fn from_sentence(sentence: &str) -> Option<String> {
    let sentence = sentence::cut(sentence, MAX_SENTENCE);
    if let Some(title) = from_event(sentence) {
        return Some(title);
    }
    let plain = mark::plain(super::framing::to_remember(sentence));
    if is_step(&plain) {
        return None;
    }
    let head = plain.split([';', '—', '–']).next().unwrap_or(&plain);
    if let Some(resolved) = resolution(head) {
        return tidy(sentence::without_reason(resolved));
    }
    // "Bottom line: the cache helps" is named by what follows the label.
    let head = reported(announced(head));
    let head = match head.split_once(": ") {
        Some((label, rest)) if label.split_whitespace().count() <= 3 && is_label(sentence, label) => rest,
        Some((label, _)) if label.split_whitespace().count() > 3 => label,
        _ => head,
    };
    named(main_clause(head), false)
}

/// "When the oven is off, the light goes out" tells that the light goes out.
fn main_clause(mut sentence: &str) -> &str {
    let opens = |sentence: &str| {
        matches!(
            bare(sentence.split(' ').next().unwrap_or("")).as_str(),
            "when" | "since" | "while" | "after" | "once" | "because" | "although" | "if"
        )
    };
    while opens(sentence)
        && let Some((_, told)) = sentence.split_once([',', ';'])
        && told.trim().split(' ').nth(2).is_some()
    {
        sentence = told.trim_start();
    }
    sentence
}

/// A title from what a person said: the clause that settles something, else the first that tells something.
pub(super) fn from_said(said: &str) -> Option<String> {
    // "I never said that rye is out" names no page "Rye is out".
    if disowned(said).next().is_some() {
        return None;
    }
    let plain = mark::plain(super::framing::to_remember(sentence::cut(said, MAX_SENTENCE)));
    let plain = plain.replace(" please:", ":").replace(" pls:", ":");
    let plain = main_clause(without_dates(without_lead(announced(without_lead(without_opening(&plain))))));
    let clauses = clauses(plain);
    let is_settled: Vec<bool> = clauses.iter().map(|clause| settle::settles(clause)).collect();
    // The first clause names the matter, unless it is mere talk or says too little.
    let is_own = clauses.first().is_some_and(|clause| {
        let words = sentence::words(clause);
        words.first().is_some_and(|word| matches!(word.as_str(), "i" | "i'm" | "i've" | "we're" | "we've"))
    });
    let skips = is_own && !is_settled[0] && is_settled.contains(&true);
    let order = (0..clauses.len()).filter(|at| *at == 0 && !skips || is_settled[*at]);
    let titles = order.filter_map(|at| {
        // The clauses behind may complete it: "metres, two decimals, never feet".
        let rest = &plain[sentence::place_of(clauses[at], plain)..];
        let rest = without_want(reported(without_dates(without_lead(rest))))?;
        let resolved = resolution(rest).map(sentence::without_reason);
        let title = resolved.map_or_else(|| named(rest, true), tidy)?;
        (is_settled[at] || !is_verdict(&title)).then_some(title)
    });
    let mut titles: Vec<String> = titles.collect();
    // "Kafka for two hosts, no." refuses it.
    if let ([refused, no], Some(title)) = (&clauses[..], titles.first_mut())
        && bare(no) == "no"
        && keyword::content(refused).len() <= 5
    {
        *title = alloc::format!("No {}", tidy(refused)?.trim_start_matches("The "));
    }
    titles.iter().find(|title| keyword::content(title).len() >= 2).or(titles.first()).cloned()
}

/// A title from a rule: from its first clause that names something, else from the one that rules.
pub(super) fn from_rule(rule: &str, rules: impl Fn(&str) -> bool) -> Option<String> {
    let rule = without_lead(announced(without_lead(sentence::cut(rule, MAX_SENTENCE))));
    if let Some(thing) = unwanted(rule) {
        return tidy(without_aside(&alloc::format!("No {thing}")));
    }
    let clauses = clauses(rule);
    let ruling = clauses.iter().position(|clause| rules(clause));
    // "In the plan I like to see the costs, I want to be asked first" is about the second.
    let is_own = |at: &usize| clauses[*at].split_whitespace().next().is_some_and(|first| is_first_person(&bare(first)));
    if let Some(own) = ruling.filter(is_own).filter(|at| *at > 0) {
        return tidy(clauses[own]);
    }
    let title = (!clauses.is_empty()).then_some(0).into_iter().chain(ruling).find_map(|at| {
        let rest = without_lead(&rule[sentence::place_of(clauses[at], rule)..]);
        named(rest, true)
    });
    title.or_else(|| tidy(without_aside(rule)))
}

/// What follows "I don't want" when it is a thing: "code that does nothing", not "to wait" and not "it here".
fn unwanted(rule: &str) -> Option<&str> {
    let lower = rule.to_ascii_lowercase();
    let lead = ["i don't want ", "i dont want ", "i do not want ", "we don't want ", "we do not want "];
    let lead = lead.into_iter().find(|lead| lower.starts_with(lead))?;
    let thing = rule.get(lead.len()..)?;
    let first = bare(thing.split(' ').next().unwrap_or(""));
    let is_thing = !is_pronoun(&first) && !matches!(first.as_str(), "to" | "you" | "any" | "a" | "the" | "");
    is_thing.then_some(thing)
}

/// What somebody did something to: "I've reviewed the oven plan" is about "The oven plan".
pub(super) fn from_object(sentence: &str) -> Option<String> {
    let plain = mark::plain(sentence::cut(sentence, MAX_SENTENCE));
    let words: Vec<&str> = plain.split_whitespace().collect();
    let doer = words.iter().take(3).position(|word| is_first_person(&bare(word)))?;
    let verb = (doer + 1..words.len().min(doer + 4)).find(|at| words[*at].ends_with("ed"))?;
    let object = words.get(verb + 1..)?.join(" ");
    let object = object.split([',', ';', ':']).next().unwrap_or("");
    let object = object.split(". ").next().unwrap_or("").trim_end_matches('.').trim();
    // "… and created the list": another deed.
    let is_deed = |(_, rest): &(&str, &str)| rest.split(' ').next().is_some_and(|word| word.ends_with("ed"));
    let object = object.split_once(" and ").filter(is_deed).map_or(object, |(object, _)| object);
    let n_words = object.split_whitespace().count();
    let leans = object.split_whitespace().take(2).any(|word| is_pronoun(&bare(word)));
    if leans || n_words > MAX_WORDS || keyword::content(object).len() < 2 { None } else { tidy(object) }
}

/// The clauses of a sentence, at its marks and where another verb is joined: "reverse that and switch to X".
fn clauses(sentence: &str) -> Vec<&str> {
    let mut out = Vec::new();
    for part in sentence.split([',', ';', '—', '–', '!']).map(str::trim) {
        let joined = part.find(" and ").map(|at| (&part[..at], &part[at + 5..]));
        let verb =
            |rest: &str| rest.split(' ').next().is_some_and(|word| !word.ends_with('s') && is_verb(&text::stem(word)));
        match joined.filter(|(_, rest)| verb(rest)) {
            Some((first, second)) => out.extend([first, second]),
            None => out.push(part),
        }
    }
    out.retain(|clause| clause.chars().any(char::is_alphanumeric));
    out.truncate(8);
    out
}

/// A title that names what a clause is about and says something of it, if the clause does.
fn named(head: &str, by_person: bool) -> Option<String> {
    let open = without_brackets(head);
    let head = open.trim().trim_end_matches(['.', ':']);
    let head = without_aside(without_lead(head));
    let words = sentence::words(sentence::cut(head, 40));
    let first = words.first()?;
    // "We drop the broker" names who does it.
    let own = usize::from(by_person && first == "we");
    // "Stays hourly" lacks its subject.
    let is_headless = first.ends_with('s')
        && is_verb(&text::stem(first))
        && words.len() <= 4
        && !words.get(1).is_some_and(|word| AUXILIARIES.contains(word));
    let leans = is_pronoun(first)
        || is_headless
        || first == "there's" && !words.get(1).is_some_and(|word| word == "no")
        || words.iter().take(3).skip(own).any(|word| is_first_person(word))
        || matches!(
            first.as_str(),
            "not" | "yes" | "only" | "you" | "your" | "two" | "one" | "then" | "options" | "agreed" | "covers" | "let"
        )
        || first.starts_with("here")
        || first == "no" && words.get(1).is_some_and(|word| is_pronoun(word) || AUXILIARIES.contains(word));
    let is_short = head.split_whitespace().count() < 3 && first != "no";
    let tells_on = words.last().is_some_and(|word| SPEAKING.contains(word)) && head.len() <= 40;
    if leans || tells_on || is_short || !can_be_cut(head) {
        return None;
    }
    let title = tidy(head)?;
    let points_on = title.split_whitespace().next_back().is_some_and(|word| is_pronoun(&bare(word)));
    (!points_on).then_some(title)
}

/// A clause without what it says in brackets.
pub(super) fn without_brackets(clause: &str) -> String {
    let mut out = String::with_capacity(clause.len());
    let mut rest = clause;
    while let Some((before, behind)) = rest.split_once(" (") {
        out.push_str(before);
        rest = behind.split_once(')').map_or("", |(_, rest)| rest);
    }
    out.push_str(rest);
    out
}

/// A clause without what is only added to it: "no containers, i dont want them here".
fn without_aside(clause: &str) -> &str {
    let mut from = 0;
    while let Some(at) = clause[from..].find(", ").map(|at| from + at) {
        let next = sentence::words(sentence::cut(clause[at + 2..].trim_start(), 40));
        let adds = next.first().is_some_and(|word| {
            is_pronoun(word)
                || is_first_person(word)
                || is_filler(word)
                || matches!(
                    word.as_str(),
                    "but" | "because" | "you" | "its" | "thats" | "which" | "who" | "please" | "ok"
                )
        });
        if adds && clause[..at].split_whitespace().count() >= 3 && keyword::content(&clause[..at]).len() >= 2 {
            return &clause[..at];
        }
        from = at + 2;
    }
    clause
}

/// Whether a title only passes a judgment: "The tone is right".
pub(super) fn is_verdict(title: &str) -> bool {
    let words = sentence::words(title);
    let verb = words.iter().position(|word| {
        matches!(word.as_str(), "is" | "are" | "was" | "were" | "be" | "looks" | "seems" | "sounds" | "works")
    });
    let Some(verb) = verb else { return false };
    let behind = &words[verb + 1..];
    let is_number = |word: &Word<'_>| word.starts_with(|c: char| c.is_ascii_digit());
    behind.len() <= 4
        && behind.iter().any(|word| VERDICTS.contains(word))
        && !words.iter().any(is_number)
        && keyword::content(title).len() <= 4
}

/// The subject of a sentence that is too long for a title: "The importer of old files" in "… does not …".
pub(super) fn from_subject(sentence: &str) -> Option<String> {
    let plain = mark::plain(sentence::cut(sentence, MAX_SENTENCE));
    let words: Vec<&str> = without_lead(announced(&plain)).split_whitespace().collect();
    let verb = words.iter().take(MAX_WORDS + 1).position(|word| AUXILIARIES.contains(&bare(word)))?;
    let subject = words[..verb].join(" ");
    let leans = words[..verb].iter().any(|word| is_pronoun(&bare(word)) || is_first_person(&bare(word)))
        || words[..verb].iter().any(|word| matches!(bare(word).as_str(), "you" | "your" | "you're" | "there" | "here"));
    let is_half = words.first().is_some_and(|word| matches!(bare(word).as_str(), "in" | "on" | "at" | "with" | "from"));
    if leans || is_half || keyword::content(&subject).len() < 2 {
        return None;
    }
    tidy(subject.trim_start_matches("The ").trim_start_matches("A "))
}

/// "Created `docs/x.md` — a guide" is named "x.md created".
fn from_event(sentence: &str) -> Option<String> {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let verb = words.first()?.trim_matches('*').to_lowercase();
    let verb = match verb.as_str() {
        "created" | "added" | "updated" | "fixed" | "removed" | "deleted" | "moved" | "renamed" | "rewrote"
        | "replaced" | "implemented" => verb,
        "written" | "wrote" => "written".to_string(),
        _ => return None,
    };
    let path = words
        .iter()
        .skip(1)
        .take(3)
        .map(|word| word.trim_matches(|c: char| matches!(c, '`' | '*' | ',' | '.' | ':' | ';')))
        .find(|word| looks_like_path(word))?;
    let name = path.trim_end_matches('/').rsplit('/').next()?;
    tidy(&alloc::format!("{name} {verb}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_said(said: &str, expected: Option<&str>) {
        assert_eq!(from_said(said).as_deref(), expected, "{said}");
    }

    #[test]
    fn what_a_person_said_is_named_without_what_leads_to_it() {
        check_said("Regarding the yeast, 20 g is too much for a loaf.", Some("20 g is too much for a loaf"));
        check_said("As of 3 May 2026 the oven stays at 240 degrees.", Some("The oven stays at 240 degrees"));
        check_said("One more thing: rye rests for a night.", Some("Rye rests for a night"));
        check_said("By the way, price tags: the flour comes first", Some("Price tags: the flour comes first"));
        check_said("The lamp of the cellar is always on.", Some("The lamp of the cellar is always on"));
        check_said("yes, please use spelt flour for the rolls", Some("Use spelt flour for the rolls"));
        check_said("The crumb is right, but the crust has to be darker.", Some("The crust has to be darker"));
        check_said("At easter we need three cakes: lemon, poppy and nut.", Some("Three cakes: lemon, poppy and nut"));
        check_said("no sugar in the dough, i dont like it", Some("No sugar in the dough"));
        check_said(
            "let us reverse that and switch to gas ovens for the bread",
            Some("Switch to gas ovens for the bread"),
        );
        check_said("Sourdough for two shops, no.", Some("No Sourdough for two shops"));
        check_said("2 never open the oven before noon", Some("Never open the oven before noon"));
        check_said("we're a small shop, so the rent has to stay low", Some("The rent has to stay low"));
        check_said("And mention the cakes: somebody has to order the nuts.", Some("Somebody has to order the nuts"));
        check_said("A friend of mine says that stone ovens bake better.", Some("Stone ovens bake better"));
        check_said("Second, the flour comes too late.", Some("The flour comes too late"));
        check_said("based on the orders so far, update the list of cakes", Some("Update the list of cakes"));
        check_said(
            "If we have two bakers, once a tray is taken, nobody else can touch the tray",
            Some("Nobody else can touch the tray"),
        );
        check_said("my uncle says", None);
        check_said("i nodded", None);
        check_said("it is fine", None);
        check_said("", None);
        check_said(&"in a, ".repeat(20_000), None);
        assert!(from_sentence(&"in it, the ".repeat(20_000)).is_none_or(|title| title.len() < 100));
    }

    #[track_caller]
    fn check(sentence: &str, expected: Option<&str>) {
        assert_eq!(from_sentence(sentence).as_deref(), expected, "{sentence}");
    }

    #[test]
    fn sentences_are_cut_where_they_can_end() {
        check(
            "Guests never have to log in, there are no cards and nobody asks for a name.",
            Some("Guests never have to log in"),
        );
        check(
            "The old mixer turned each batch into crumbs at the end of the night shift.",
            Some("The old mixer turned each batch into crumbs"),
        );
        check("Corrected in the book: the scale weighs in grams.", Some("The scale weighs in grams"));
        check("Added `oven.md`; it lists the programmes.", Some("oven.md added"));
        check(
            "Root cause: the mixer (`kitchen/mixer.md`) stops at noon while the oven is hot.",
            Some("The mixer stops at noon"),
        );
        check("Here's the list of all the loaves.", None);
        check("Stays cold overnight.", None);
        check("There's a second oven in the cellar.", None);
    }

    #[test]
    fn what_was_worked_on_is_named() {
        assert_eq!(from_object("Boss, I've reviewed the oven plan.").as_deref(), Some("The oven plan"));
        assert_eq!(
            from_object("I've updated the timer in `src/oven.rs`.").as_deref(),
            Some("The timer in src/oven.rs")
        );
        assert_eq!(from_object("I've updated OVEN.md and created the list of cakes.").as_deref(), Some("OVEN.md"));
        assert_eq!(from_object("I checked it."), None);
        assert_eq!(from_object("The oven plan is old."), None);
    }

    #[test]
    fn a_verdict_names_nothing() {
        for title in ["The tone is right", "Everything is clean", "Technically that would be easy"] {
            assert!(is_verdict(title), "{title}");
        }
        for title in ["One tray every 5 minutes is fine", "The oven is hot", "Rye is right for the cold proof of bread"]
        {
            assert!(!is_verdict(title), "{title}");
        }
    }

    #[test]
    fn rules_are_named_by_what_they_are_about() {
        let rules = |clause: &str| clause.contains("never");
        let title = |rule: &str| from_rule(rule, rules);
        assert_eq!(title("Tins are steel, never aluminium").as_deref(), Some("Tins are steel, never aluminium"));
        assert_eq!(title("I dont want raisins in the rolls").as_deref(), Some("No raisins in the rolls"));
        assert_eq!(title("2, i mean it, never open the door").as_deref(), Some("Never open the door"));
        assert_eq!(title(""), None);
    }
}
