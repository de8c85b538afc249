//! What a person's answer does to the proposal before it: take it up, choose from it, or correct it.

use alloc::string::String;
use alloc::vec::Vec;

use super::choice::{MAX_OPTION, chosen, of_each, option, picked, pointed, taken};
use super::cue::{self, Cues};
use super::form::{capitalise, is_question};
use super::mark;
use super::progress::is_progress;
use super::sentence::Word;
use super::speech::is_command;
use super::trouble::{refutes, reports_trouble};
use super::worth::names_thing;
use super::{answers, keyword, menu, sentence};

/// What a person's words do to the answer before them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Reply {
    /// Takes up a proposal; the text says which.
    Agrees(String),
    /// Says that the answer was wrong.
    Corrects,
    /// Neither.
    Other,
}

/// Longest reply, in words, that can be mere assent.
pub(super) const MAX_ASSENT: usize = 12;

pub(super) fn reply(answer: &str, text: &str) -> Reply {
    let text = text.trim();
    let words = sentence::words(sentence::cut(text, 600));
    if words.is_empty() || answer.is_empty() {
        return Reply::Other;
    }
    let cues = cue::scan(&words);
    let denies = denies(answer, text, &words);
    if (cues.has(Cues::CORRECTION) || denies) && !is_question(text) || refutes(text) {
        return Reply::Corrects;
    }
    // "Got this error:", whatever is pasted below it.
    if sentence::sentences(text).first().is_some_and(|first| reports_trouble(first)) {
        return Reply::Other;
    }
    if let Some(choices) = of_each(answer, text) {
        return Reply::Agrees(choices);
    }
    if let Some(choice) = picked(answer, text).filter(|_| !text.contains('?')) {
        return Reply::Agrees(choice);
    }
    if let Some(name) = taken(answer, text) {
        return Reply::Agrees(name);
    }
    let first = sentence::sentences(text).first().map_or(0, |first| sentence::words(first).len());
    if first > MAX_ASSENT || text.contains('?') {
        return Reply::Other;
    }
    // Which one is the last, the answer says.
    let n_options = || (1..=MAX_OPTION).take_while(|n| option(answer, *n).is_some()).count();
    let limit = || if text.contains("last") { n_options() } else { MAX_OPTION };
    let number = || menu::numbers(text, limit()).first().map(|at| at + 1);
    // Who numbers what they say themselves picks nothing by it.
    let is_entry = |line: &&str| {
        answers::number_of(line.trim_start()).is_some_and(|(_, entry)| sentence::has_more_words(entry, 3))
    };
    let is_own_list = || text.lines().filter(is_entry).count() > 1;
    let picked = chosen(text).or_else(number).filter(|_| !is_own_list());
    if let Some(option) = picked.and_then(|n| option(answer, n)) {
        return Reply::Agrees(option);
    }
    if !cues.has(Cues::ACCEPT) {
        return Reply::Other;
    }
    // "OK, deep search with precise descriptions" is a new order; assent adds little of its own, and what is said after
    // "yes, packed." is another matter.
    let first = sentence::sentences(text).first().copied().unwrap_or(text);
    // "OK, let's not lock the door" takes nothing up.
    if sentence::words(first).windows(2).any(|pair| pair[0] == "let's" && pair[1] == "not") {
        return Reply::Other;
    }
    let clause = first.split([',', '!', ';']).next().unwrap_or(first);
    let assents = sentence::words(clause).windows(2).any(|pair| {
        matches!((pair[0].as_str(), pair[1].as_str()), ("do", "it" | "that" | "this" | "so") | ("go", "ahead" | "for"))
    });
    // "Yes, I get that" only says that it was heard.
    let is_heard = sentence::words(first)
        .windows(2)
        .take(3)
        .any(|pair| pair[0] == "i" && matches!(pair[1].as_str(), "get" | "know" | "understand" | "see"));
    if is_heard {
        return Reply::Other;
    }
    let own = keyword::content(if assents { clause } else { first });
    let said = keyword::content(sentence::cut(answer, 20_000));
    if own.len() - own.n_shared(&said) > 2 {
        return Reply::Other;
    }
    // "Create a commit and push" is done with, whoever agrees.
    let is_lasting = |offer: &String| names_thing(offer.split_once(' ').map_or("", |(_, object)| object));
    let agreed = offered(answer).and_then(|offer| of_both(offer, &words)).filter(is_lasting);
    agreed.map_or(Reply::Other, Reply::Agrees)
}

/// "Should I mend the door, or the oven first?" is answered by "both" and not by "yes".
fn of_both(offer: String, said: &[Word<'_>]) -> Option<String> {
    // "… write it down or hang it up": two deeds, not two things.
    let is_deed = |(_, other): &(&str, &str)| {
        let words = sentence::words(sentence::cut(other, 30));
        let has_object =
            words.get(1).is_some_and(|word| matches!(word.as_str(), "it" | "them" | "this" | "that" | "the"));
        has_object || words.first().is_some_and(|word| is_command(word))
    };
    let alternatives = offer.split_once(", or ").or_else(|| offer.split_once(" or ").filter(is_deed));
    let Some((one, other)) = alternatives else { return Some(offer) };
    let other = other.strip_suffix(" first").unwrap_or(other);
    said.iter().any(|word| word == "both").then(|| alloc::format!("{one} and {other}"))
}

/// Whether words deny what the answer says. "No" to an offer declines it, "no" to a statement corrects it; so do
/// "80? No." and "not the radio, …".
fn denies(answer: &str, text: &str, words: &[Word<'_>]) -> bool {
    // "No worries", "no problem": nothing is denied.
    let is_calm = words.get(1).is_some_and(|word| matches!(word.as_str(), "worries" | "problem" | "rush" | "hurry"));
    let says_no = words[0] == "no" && !is_calm || words.get(1).is_some_and(|word| word == "no") && text.contains("? ");
    // "No diagrams, they rot": something is refused, and what was told stands.
    if says_no && super::settle::refuses_first(text) {
        return false;
    }
    let questions = questions(answer);
    if says_no && words.len() > 2 && offered(answer).is_none() && questions.is_empty() {
        return true;
    }
    let speaks_of = |text: &str| {
        let said = keyword::content(sentence::cut(answer, 20_000));
        keyword::content(text).n_shared(&said) > 0
    };
    let rejects = |sentence: &&str| {
        let mut first = sentence.split_whitespace();
        first.next().is_some_and(|word| word.eq_ignore_ascii_case("not")) && first.next().is_some()
    };
    // "No" with words of the question at the end answers that; the rest of the answer stands.
    let asked = || questions.iter().any(|asked| keyword::content(text).n_shared(&keyword::content(asked)) > 0);
    says_no && words.len() > 6 && speaks_of(text) && !asked()
        || sentence::sentences(text).into_iter().take(2).filter(rejects).any(speaks_of)
}

/// The questions with which an answer ends; "It would be little work" may stand behind them.
pub(super) fn questions(answer: &str) -> Vec<&str> {
    let sentences = sentence::sentences(sentence::tail(answer, 400));
    sentences.into_iter().rev().take(2).filter(|last| is_question(last)).collect()
}

/// Numbers of the options that a person refuses: "1 and 2 yes, 3 no", "all but 2", "skip 3".
pub(super) fn refused(text: &str) -> Vec<usize> {
    let number = |word: &Word<'_>| word.parse::<usize>().ok().filter(|n| (1..=MAX_OPTION).contains(n));
    // "1. no redis" takes the first and refuses something else.
    let clauses = sentence::cut(text, 300).split(['.', ',', ';', '\n']).map(sentence::words);
    let refused = clauses.flat_map(|words| {
        let pairs = words.windows(2).filter_map(|pair| {
            let before = matches!(pair[0].as_str(), "not" | "skip" | "except" | "without" | "but" | "drop");
            let behind = matches!(pair[1].as_str(), "no" | "not");
            if behind { number(&pair[0]) } else { number(&pair[1]).filter(|_| before) }
        });
        pairs.collect::<Vec<_>>()
    });
    refused.collect()
}

/// What the agent offered last: "Want me to add a test?" offers "Add a test".
fn offered(answer: &str) -> Option<String> {
    const LEADS: [&str; 17] = [
        "would you like me to also ",
        "would you like me to ",
        "do you want me to ",
        "want me to ",
        "should i go ahead and ",
        "should i ",
        "shall i go ahead and ",
        "shall i ",
        "i can also ",
        "i can ",
        "if you'd like, i can ",
        "if you want, i can ",
        "i'd suggest ",
        "i recommend ",
        "i'd recommend ",
        "i would ",
        "i'd ",
    ];
    let mut points_back = false;
    'sentences: for sentence in sentence::sentences(sentence::tail(answer, 1_500)).into_iter().rev() {
        if points_back && is_question(sentence) {
            continue;
        }
        let plain = mark::plain(sentence).replace(['’', '‘'], "'");
        let lower = plain.to_lowercase();
        for lead in LEADS {
            // "The pattern which I'd follow" and "the CLI can do so" offer nothing.
            let offers = |at: &usize| {
                let before = &lower[..*at];
                // "I can see that you have an oven" tells what is seen.
                let next = lower[at + lead.len()..].split(' ').next();
                let is_told = lead == "i can " && matches!(next, Some("see" | "tell" | "confirm" | "understand"));
                !before.ends_with(char::is_alphanumeric)
                    && !is_told
                    && !["which ", "that ", "what ", "as "].iter().any(|word| before.ends_with(word))
            };
            if let Some(at) = lower.match_indices(lead).map(|(at, _)| at).find(offers) {
                // "Should I bake rye, or would you like me to clean the oven first?": nobody agrees to one of the two by it.
                let is_either = lower[..at].ends_with(" or ")
                    || LEADS.iter().any(|other| lower[at..].contains(&alloc::format!(" or {other}")));
                // "Tell me if that is fine, otherwise I can bake oats": whoever says yes takes the other.
                let is_otherwise = ["otherwise ", "otherwise, ", "if not, ", "alternatively, "]
                    .iter()
                    .any(|word| lower[..at].ends_with(word));
                if is_either && is_question(sentence) || is_otherwise {
                    return None;
                }
                let rest = plain.get(at + lead.len()..)?.trim().trim_end_matches(['?', '.', '!', ':']);
                let n_words = rest.split_whitespace().count();
                let last = rest.split_whitespace().next_back();
                let is_them = matches!(rest.split_whitespace().next(), Some("them" | "it" | "this" | "that" | "these"));
                let leans = n_words <= 3 && matches!(last, Some("that" | "this" | "it" | "so")) || is_them;
                if let Some(n) = pointed(rest) {
                    return option(answer, n);
                }
                if !keyword::content(rest).is_empty() && n_words >= 2 && !leans {
                    return Some(capitalise(&sentence::shorten(rest, 220)));
                }
                // "Want me to do that?" and "I recommend it" mean the sentence before.
                points_back = true;
                continue 'sentences;
            }
        }
        // "Ready to start?", a heading and an entry of a list say nothing to agree to.
        let is_entry = super::block::entry_of(sentence).is_some();
        if points_back && is_entry {
            return None;
        }
        let is_empty = sentence.starts_with('#') || is_question(sentence);
        let words = sentence::words(sentence);
        let cues = cue::scan(&words);
        // What is done needs nobody's consent.
        if points_back && !is_empty && (cues.has(Cues::DONE) || is_progress(&words)) {
            return None;
        }
        if !is_empty && (points_back || cues.has(Cues::RECOMMEND)) {
            if let Some(n) = pointed(&plain) {
                return option(answer, n);
            }
            return Some(sentence::shorten(plain.trim().trim_end_matches('.'), 220));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(answer: &str, text: &str, expected: &Reply) {
        assert_eq!(&reply(answer, text), expected, "{text}");
    }

    #[test]
    fn a_number_picks_whatever_the_words_behind_it_name() {
        let menu = "Two options:\n1. Replace both ovens at once\n2. Keep the old oven behind a curtain\n\nWhich do you prefer?";
        for said in ["1. No curtains.", "1", "1, no curtain", "Option 1. No curtains."] {
            check(menu, said, &Reply::Agrees("Replace both ovens at once".into()));
        }
    }

    #[test]
    fn nobody_agrees_to_one_of_two_without_a_word_of_it() {
        let asked = "Should I bake rye now, or would you like me to also clean the oven first?";
        assert_eq!(offered(asked), None);
        assert_eq!(offered("Would you like me to bake rye or oats?").as_deref(), Some("Bake rye or oats"));
    }

    #[test]
    fn what_nobody_took_up_is_not_agreed_to() {
        let steps = "To see the crust:\n1. Open the oven\n2. Lift a loaf - the crust shows under the lamp\n\n\
                     Could you open the oven and tell me what you see?";
        check(steps, "lamp", &Reply::Other);
        let told = "All stopped:\n1. The mixer - not to be stopped again\n2. The oven";
        check(told, "stop again", &Reply::Other);
        check(told, "so the oven is how it works", &Reply::Other);
        check(told, "Some things:\n1. As you can see it still burns\n2. And the door does not shut", &Reply::Other);
        check("1. Bake rye\n2. Bake oats\n\nWhich one?", "First let us look at the oven", &Reply::Other);
        check("1. Which flour do you use? (rye or oats)\n2. How many loaves?", "the first one", &Reply::Other);
        check("I can bake 2 rye loaves.", "Got this error:\nyes yes 2 ovens", &Reply::Other);
        check("Would you like me to create a commit and push?", "yes", &Reply::Other);
        check(
            "1. Trays are at the bottom\n2. Lids are at the top\n\nWhich one?",
            "still trays at the bottom",
            &Reply::Other,
        );
        check("I can see you have a shop with three ovens. What shall we bake?", "Ok now. Rye it is.", &Reply::Other);
        check("Tell me if that is fine, otherwise I can bake oats.", "Go for it!", &Reply::Other);
        check("If you want, I can write it on the board or hang it up in the hall.", "yes please", &Reply::Other);
        check("Want me to read that part of the recipe?", "Yes I get that. The dough is the matter.", &Reply::Other);
        let items = "Please give me:\n1. the flour\n2. the oven\n\nIf not, I can skip it. I can do that too.";
        check(items, "okay", &Reply::Other);
    }

    #[test]
    fn the_list_that_was_asked_about_is_chosen_from() {
        let answer = "The plan:\n1. Weigh the flour\n2. Knead the dough\n3. Bake the rolls\n\nShall I:\n1. Start now\n\
                      2. Wait for noon\n\nWhat would you like?";
        check(answer, "1", &Reply::Agrees("Start now".into()));
        let options = "**Option A: Bake rye**\n- dark\n- cheap\n\n**Option B: Bake oats**\n- light\n\nWhich one?";
        check(options, "Option B", &Reply::Agrees("Option B: Bake oats".into()));
    }

    #[test]
    fn an_option_is_taken_or_turned_down() {
        for (said, n) in [
            ("option 2", 2),
            ("Option 2 is fine.", 2),
            ("the second one", 2),
            ("Let's go with (a).", 1),
            ("b please", 2),
            ("I prefer b", 2),
            ("B but without the cache", 2),
            ("b, since we bake rye", 2),
            ("Option 1 was cold, option 2 sounds good", 2),
            ("Option 2 except for guests", 2),
            ("Option 1 without the TTL", 1),
            ("option 3 over option 2", 3),
            ("I'd go with option 3 rather than option 1", 3),
            ("Save option A for v2 and do option B", 2),
            ("Option A later, B first", 2),
            ("We don't have rye, so option 2", 2),
        ] {
            assert_eq!(chosen(said), Some(n), "{said}");
        }
        for said in [
            "Anything but option 1",
            "Skip option 1.",
            "Instead of option 1, take the old oven.",
            "Drop option 2 from the list.",
            "Option 2 won't work for us.",
            "I am unsure about option 2",
            "We tried option 1 last year.",
            "I don't want option b",
            "Park option 1 for now.",
            "Hold off on option 1",
            "Let's postpone option 1",
            "I hate option 1",
            "Option 1 scares me",
            "Explain option 1 to me",
            "Tell me more about option 2 first.",
            "Option 1 is too expensive",
            "option 1 or 2",
            "A good idea!",
            "why not option b?",
            "",
        ] {
            assert_eq!(chosen(said), None, "{said}");
        }
    }

    #[test]
    fn a_letter_means_the_line_that_begins_with_it() {
        let answer = "It is better:\n\n- Less heat\n- No smoke\n\nTwo ways:\n\nA. The door stays open — simple.\n\n\
                      B. The door closes by itself — safe.\n\nWhich one?";
        check(answer, "(B). The baker is busy.", &Reply::Agrees("The door closes by itself".into()));
        let asked = "#### 1. Flour (pick one)\n\n- **A. Rye** — dark\n- **B. Wheat**\n\n#### 2. Oven\n\n- **A. Stone**\n\
                     - **B. Steel**";
        check(asked, "1: B, 2: a", &Reply::Agrees("Flour: Wheat; Oven: Stone".into()));
    }

    #[test]
    fn a_name_is_taken_out_of_the_answer() {
        let answer =
            "Millstone is open and costs 9 € a month. Breadly can be hosted by yourself, but you need a server.";
        check(answer, "millstone then", &Reply::Agrees("Millstone".into()));
        check(answer, "ok Breadly it is, thanks", &Reply::Agrees("Breadly".into()));
        check(answer, "what then", &Reply::Other);
        check(answer, "that's how it is", &Reply::Other);
    }

    #[test]
    fn who_names_an_entry_to_ask_about_it_takes_nothing() {
        let answer = "Next steps:\n\n1. Heat the oven\n2. Set these on the panel:\n   - `oven_heat`\n   - `oven_time`";
        check(answer, "oven_heat\noven_time\n\nexplain these two", &Reply::Other);
    }

    #[test]
    fn short_assent_takes_up_the_offer() {
        let answer = "The build is slow.\n\nWant me to cache the dependencies?";
        check(answer, "Yes", &Reply::Agrees("Cache the dependencies".into()));
        check(answer, "yep, do it", &Reply::Agrees("Cache the dependencies".into()));
        check(answer, "yeah do that, simple is good for us", &Reply::Agrees("Cache the dependencies".into()));
        let answer = "A cache would help. Shall I use that?";
        check(answer, "go ahead", &Reply::Agrees("A cache would help".into()));
        let answer = "The build is slow.\n\nWant me to cache the dependencies?";
        check(answer, "ok, now explain the parser and its error recovery", &Reply::Other);
        let answer = "Two bugs. Should I mend the door, or the oven first?";
        check(answer, "yes - mend both", &Reply::Agrees("Mend the door and the oven".into()));
        check(answer, "yes", &Reply::Other);
        check(answer, "yes?", &Reply::Other);
        check("The usual pattern, which I'd follow here too, is a queue.", "yes", &Reply::Other);
        check("The build is slow.", "yes", &Reply::Other);
        check("", "yes", &Reply::Other);
    }

    #[test]
    fn what_only_points_at_an_option_means_it() {
        let menu = "- **Repair both ovens** — two days\n- **Leave them** — the bread stays pale\n\n";
        let answer = alloc::format!("{menu}My recommendation is the first. Which do you want?");
        check(&answer, "yes", &Reply::Agrees("Repair both ovens — two days".into()));
        check(&answer, "Yes - repair both", &Reply::Agrees("Repair both ovens — two days".into()));
        check(&answer.replace("two", "probably two"), "Yes - repair both", &Reply::Agrees("Repair both ovens".into()));
        check("My recommendation is the first. Shall I?", "ok", &Reply::Other);
        check("The oven is mended and all tests pass. Shall I go on with it?", "ok", &Reply::Other);
        let answer = "Rye needs longer proofs. I recommend them over a hotter oven.";
        check(answer, "ok", &Reply::Agrees("Rye needs longer proofs".into()));
    }

    #[test]
    fn a_choice_names_the_option() {
        let answer = "You can:\n\n1. **Use SQLite** — one file\n2. **Use Postgres** — a server\n";
        check(answer, "2", &Reply::Agrees("Use Postgres — a server".into()));
        check(answer, "option 1 please", &Reply::Agrees("Use SQLite — one file".into()));
        check(answer, "the second one", &Reply::Agrees("Use Postgres — a server".into()));
        check(
            "## Option A: Polling\nx\n## Option B: Webhooks\ny",
            "let's go with B",
            &Reply::Agrees("Option B: Webhooks".into()),
        );
        check(answer, "Use Postgres please, we know it well", &Reply::Agrees("Use Postgres — a server".into()));
        check(answer, "2!! servers are fine", &Reply::Agrees("Use Postgres — a server".into()));
        check(answer, "9", &Reply::Other);
        check(answer, "no postgres. nobody here knows it", &Reply::Other);
        check("Two questions:\n\n1. Is rye allowed?\n2. Who opens the shop?\n", "1", &Reply::Other);
    }

    #[test]
    fn trouble_that_stays_refutes_what_was_found() {
        for said in [
            "still the same",
            "hm, still getting the error on the second oven",
            "same error",
            "i reverted that change because it is not the issue. how does the timer work?",
            "The timer wasn't the problem.",
            "Actually, the loaves continue to stick. Sounds right, but it is not working yet.",
            "That didn't help.",
            "Does not work.",
            "No luck, the crust is black.",
            "Same.",
            "I got exactly the same error when I opened the door.",
            "No. That cannot be the issue.",
        ] {
            assert!(refutes(said), "{said}");
        }
        for said in [
            "we still use the old oven",
            "still need to buy flour",
            "is it still broken?",
            "no change",
            "continue to bake",
            "The loaves continue to rise.",
            "Not working on Sundays is our rule.",
            "Nice. The mixer still fails, but that is another ticket.",
            "The same error handling goes to the mixer.",
            "That was the same error I saw last year, your fix is right.",
            "It works. The old oven is not working anyway.",
            "If it is still not working after a retry, log it.",
            "no longer the same error",
            "",
        ] {
            assert_eq!(refutes(said), said == "no change", "{said}");
        }
    }

    #[test]
    fn a_correction_is_heard() {
        check("It is the cache.", "No, the cache is off in production.", &Reply::Corrects);
        check("It is the cache.", "That's wrong, it was the proxy", &Reply::Corrects);
        check("It is the cache.", "nothing else?", &Reply::Other);
        check("The cache holds 40 pages.", "no diagrams, they rot", &Reply::Other);
        check("The cache holds 40 pages. Should it differ per site?", "no. same for all", &Reply::Other);
        let asks = "The cache holds 40 pages. Shall I run the migration on production now?";
        check(asks, "no. you never run anything on production. give me the migration", &Reply::Other);
        let asks = "Both limits are changed. Should they be set per shop? It would be little work.";
        check(asks, "no. same for all, otherwise nobody understands it", &Reply::Other);
    }
}
