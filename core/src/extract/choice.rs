//! Which option a reply names: by number, by letter, by place, by name or in words of its own.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::block::{self, Block};
use super::cue::{self, Cues};
use super::form::{capitalise, is_question};
use super::mark;
use super::option::option_of;
use super::reply::{MAX_ASSENT, questions};
use super::sentence::Word;
use super::{keyword, sentence};
use crate::text::Words;

const ORDINALS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
/// The highest number of an option.
pub(super) const MAX_OPTION: usize = 20;

/// Most words of a name.
const MAX_NAME: usize = 3;

/// The name that a person takes out of an answer, as it is written there: "plausible then", "Servitor it is".
pub(super) fn taken(answer: &str, text: &str) -> Option<String> {
    let first = sentence::sentences(text).first().copied().unwrap_or(text);
    let clause = first.split([',', ';', '\n']).next().unwrap_or(first).trim().trim_end_matches(['.', '!']);
    let lower = clause.to_lowercase();
    let lead = ["ok ", "okay ", "let's go with ", "lets go with "].iter().find_map(|lead| lower.strip_prefix(lead));
    let name = lead.unwrap_or(&lower);
    let name = name.strip_suffix(" then").or_else(|| name.strip_suffix(" it is"))?;
    if name.split_whitespace().count() > MAX_NAME {
        return None;
    }
    // A name, wherever the answer writes it as one.
    let plain = mark::plain(sentence::cut(answer, 20_000));
    let is_end = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    plain.match_indices(|c: char| c.is_uppercase()).find_map(|(at, _)| {
        let written = plain.get(at..at + name.len())?;
        let is_whole = is_end(plain[..at].chars().next_back()) && is_end(plain[at + name.len()..].chars().next());
        (is_whole && written.to_lowercase() == name && !keyword::content(written).is_empty())
            .then(|| written.to_string())
    })
}

/// The option that a person names in own words: "Lower the batch size for now, the rest is too big a change".
pub(super) fn picked(answer: &str, text: &str) -> Option<String> {
    // A mark inside a number ends nothing.
    let first = sentence::sentences(text).first().copied().unwrap_or(text);
    let clause = without_yes(first);
    let clause = clause.split([',', ';', '\n']).next().unwrap_or(clause).trim().trim_end_matches('.');
    let wanted = keyword::content(clause);
    let words = sentence::words(clause);
    // "`oven_heat`, `oven_time`: explain these" takes neither.
    let asks = words.is_empty()
        || sentence::sentences(sentence::cut(text, 600)).into_iter().any(|said| {
            let first = sentence::words(said).into_iter().next();
            first.is_some_and(|word| {
                matches!(
                    word.as_str(),
                    "explain" | "show" | "tell" | "describe" | "list" | "what" | "why" | "how" | "where"
                )
            })
        });
    // "So the oven is how it works" makes sure of something.
    let claims = words.iter().any(|word| matches!(word.as_str(), "is" | "are" | "was" | "were" | "that's" | "it's"));
    // "1. No flags": the number picks, whatever the words behind it name.
    let is_numbered = words.first().is_some_and(|word| word.parse::<usize>().is_ok());
    let refuses = is_numbered
        || claims
        // "Still at the bottom", "when we open the door, …": another matter.
        || words.first().is_some_and(|word| matches!(word.as_str(), "never" | "drop" | "skip" | "still" | "when" | "if"))
        || words.iter().take(3).any(|word| matches!(word.as_str(), "no" | "not" | "without"));
    let n_words = words.len();
    if wanted.is_empty() || wanted.len() < 2 && n_words > 4 || n_words > MAX_ASSENT || asks || refuses {
        return None;
    }
    // A single word takes what is called so, not whatever it is said of.
    let holds = |item: &&String| {
        let named = if wanted.len() > 1 { item.as_str() } else { first_words(item) };
        wanted.n_shared(&keyword::content(named)) * 3 >= wanted.len() * 2
    };
    let sections = block::sections(answer);
    // Without numbers, a list is a menu when the answer ends by asking. Who is asked to do something has no choice.
    let questions = questions(answer);
    let is_asked = !questions.is_empty();
    if questions.iter().any(|asked| bids_person(asked)) {
        return None;
    }
    let lists = sections.iter().flat_map(|section| &section.blocks).filter_map(|block| match block {
        Block::List { ordered, items, .. } if items.len() > 1 && (*ordered || is_asked) => Some(items),
        _ => None,
    });
    let mut fitting = lists.flatten().filter(holds);
    let first = fitting.next().filter(|_| fitting.next().is_none())?;
    // "Oban" takes what the list says of it; who says more says it best.
    let item = mark::plain(first.split('\n').next().unwrap_or(first));
    let item = sentence::shorten(item.trim().trim_end_matches([':', '.']), 200);
    let is_open = |item: &str| {
        let cues = cue::scan(&sentence::words(item));
        item.contains('?') || cues.has(Cues::HYPOTHETICAL) || cues.has(Cues::OFFER) || cues.has(Cues::GUESS)
    };
    // "Both ovens — probably two days" is called "Both ovens".
    let name = || item.split_once(" — ").map(|(name, _)| name.to_string()).filter(|name| !is_open(name));
    Some(match () {
        () if n_words > 3 => capitalise(clause),
        () if !is_open(&item) => item,
        () => name().unwrap_or_else(|| capitalise(clause)),
    })
}

/// Most words that name an entry of a list.
const MAX_HEAD: usize = 5;

/// The words with which an entry begins, up to where it says more of it.
fn first_words(item: &str) -> &str {
    let head = item.split([':', '\n', '—', '–']).next().unwrap_or(item);
    let head = head.split(" - ").next().unwrap_or(head);
    head.match_indices(' ').nth(MAX_HEAD - 1).map_or(head, |(at, _)| &head[..at])
}

/// "Could you open the door and tell me what you see?": the person is to do something.
fn bids_person(question: &str) -> bool {
    let words = sentence::words(sentence::cut(question, 60));
    let mut said = words.iter().map(Word::as_str);
    let asks = matches!((said.next(), said.next()), (Some("can" | "could"), Some("you")));
    asks && !words.iter().any(|word| matches!(word.as_str(), "choose" | "pick" | "which" | "decide"))
}

/// "Yes - bake both" is "bake both".
fn without_yes(said: &str) -> &str {
    let is_yes = |word: &str| {
        let word = word.trim_end_matches(['-', '–', '—', '!', ':']);
        matches!(word.to_ascii_lowercase().as_str(), "yes" | "yeah" | "yep" | "ok" | "okay" | "sure" | "")
    };
    let mut rest = said.trim_start();
    while let Some((_, more)) = rest.split_once(' ').filter(|(word, _)| is_yes(word)) {
        rest = more.trim_start();
    }
    rest
}

/// Words that lead to what is taken: "I'd go with option 2".
static LEADS: Words = Words::new(
    "let's lets let us go going with for i i'd i'll i'm we we'd we'll would choose choosing pick take taking do use using \
     prefer like want yes yeah yep ok okay please the implement try my our choice is say think actually just definitely \
     agree on your of number it's great good sounds perfect sure to in favour favor",
);
/// Words behind an option by which it is taken up, or with something changed: "option 2 without the cache".
static GOES_ON: Words = Words::new(
    "with without but except for in on at since because as please now over instead rather unless only plus minus using \
     first then it's thanks",
);
/// Words by which somebody welcomes what they speak of: "option 2 is fine".
static WELCOMES: Words = Words::new("good fine great best better perfect right nice ok okay works yes");

/// Whether what is said of an option takes it: "is fine", not "is too dear".
pub(super) fn is_welcome(said: &[Word<'_>]) -> bool {
    let denies = |word: &Word<'_>| matches!(word.as_str(), "not" | "too" | "never" | "no" | "isn't" | "wrong" | "bad");
    said.iter().any(|word| WELCOMES.contains(word)) && !said.iter().any(denies)
}

/// The number that a person picks: "option 2", "the second one", "3.", "B", "let's go with (a)"; nothing that they turn
/// down, put off or ask about: "anything but option 1", "park option 2", "explain option 3".
pub(super) fn chosen(text: &str) -> Option<usize> {
    let text = sentence::cut(text, 600);
    let clauses = text.split([',', ';', '!', '\n', '–', '—']).flat_map(|clause| clause.split(". "));
    let clauses = clauses.flat_map(|clause| clause.split(" and "));
    clauses.take(6).find_map(|clause| {
        let words = sentence::words(clause);
        let (n, at, length) = named_option(clause, &words)?;
        let lead = words[..at].iter().rposition(|word| matches!(word.as_str(), "so" | "then")).map_or(0, |so| so + 1);
        let behind = &words[(at + length).min(words.len())..];
        let takes = match behind.first().map(Word::as_str) {
            None => true,
            Some("is" | "sounds" | "looks" | "seems" | "works" | "would" | "will") => is_welcome(behind),
            Some("both" | "or") => false,
            Some("one" | "option") => behind.len() == 1,
            Some(next) => {
                GOES_ON.contains(next) && !behind.iter().any(|word| matches!(word.as_str(), "later" | "both"))
            }
        };
        (takes && words[lead..at].iter().all(|word| LEADS.contains(word))).then_some(n)
    })
}

/// The option that a clause names, after how many words, and in how many.
fn named_option(clause: &str, words: &[Word<'_>]) -> Option<(usize, usize, usize)> {
    let letter = |word: &str| match word.as_bytes() {
        [letter @ b'a'..=b'h'] => Some(usize::from(letter - b'a') + 1),
        _ => None,
    };
    let number = |word: &str| match word.parse::<usize>() {
        Ok(n) => (1..=MAX_OPTION).contains(&n).then_some(n),
        // "a" is an article.
        Err(_) => letter(word.strip_suffix(')').unwrap_or(word)).filter(|n| *n > 1),
    };
    for (at, pair) in words.windows(2).enumerate() {
        let is_called = matches!(
            pair[0].as_str(),
            "option" | "approach" | "number" | "choice" | "variant" | "of" | "with" | "do" | "plan"
        );
        if is_called && let Some(n) = number(&pair[1]) {
            return Some((n, at, 2));
        }
        if pair[0] == "option" && pair[1] == "a" {
            return Some((1, at, 2));
        }
        if pair[0] == "the"
            && let Some(n) = ORDINALS.iter().position(|ordinal| pair[1] == *ordinal)
        {
            return Some((n + 1, at, 2));
        }
    }
    let bracketed =
        clause.split_once('(').and_then(|(_, rest)| rest.split_once(')')).and_then(|(mark, _)| letter(mark));
    if let Some(n) = bracketed {
        let mark = words.iter().position(|word| letter(word) == Some(n)).unwrap_or(0);
        return Some((n, mark, 1));
    }
    let first = words.first()?;
    let alone = (words.len() == 1 && *first == "a").then_some(1);
    let ends = || words.last().and_then(|last| number(last)).map(|n| (n, words.len() - 1, 1));
    alone.or_else(|| letter(first).filter(|n| *n > 1)).map(|n| (n, 0, 1)).or_else(ends)
}

/// "## Rye", "**Option B: rye**".
fn is_head(line: &str) -> bool {
    line.starts_with('#') || line.strip_prefix("**").is_some_and(|bold| sentence::begins(bold, "option "))
}

/// The `n`th option of an answer: an item of its longest list, a numbered one if there is one, or a numbered or lettered
/// heading.
pub(super) fn option(answer: &str, n: usize) -> Option<String> {
    let sections = block::sections(answer);
    let lists = sections.iter().flat_map(|section| &section.blocks).filter_map(|block| match block {
        Block::List { ordered, items, .. } if items.len() >= n.max(2) => Some((*ordered, items)),
        _ => None,
    });
    // Behind many steps, the few that the answer ends with are asked about.
    let is_asked = !questions(answer).is_empty();
    let longest = lists
        .enumerate()
        .max_by_key(|(at, (ordered, items))| (*ordered, if is_asked && *ordered { *at } else { items.len() }))
        .map(|(_, list)| list);
    let numbered: Vec<&str> = longest.map(|(_, items)| items.iter().map(String::as_str).collect()).unwrap_or_default();
    let headings: Vec<&str> =
        answer.lines().filter(|line| is_head(line)).map(|line| line.trim_start_matches('#').trim()).collect();
    let heading = headings.iter().find(|heading| {
        let plain = mark::plain(heading);
        let words = sentence::words(&plain);
        let n_text = n.to_string();
        let letter =
            u8::try_from(n).ok().filter(|n| *n <= 26).map(|n| char::from(b'a' + n - 1).to_string()).unwrap_or_default();
        words.first().is_some_and(|word| *word == *n_text || *word == *letter)
            || words.get(1).is_some_and(|word| *word == *n_text || *word == *letter) && words.len() > 2
    });
    // "(B)" means the line that begins so, whatever lists stand before it.
    let letter = u8::try_from(n).ok().filter(|n| *n <= 8).map(|n| b'a' + n - 1);
    let marked = |line: &&str| lettered(line).is_some_and(|(mark, _)| Some(mark) == letter);
    let is_menu = answer.lines().filter_map(lettered).any(|(mark, _)| Some(mark) != letter);
    let line = answer.lines().find(marked).filter(|_| is_menu && !longest.is_some_and(|(ordered, _)| ordered));
    let text = match (heading, line.and_then(lettered)) {
        (Some(heading), _) => block::clean_heading(heading),
        (None, Some((_, option))) => name_of(option),
        (None, None) => {
            let item = numbered.get(n - 1)?.split('\n').next()?;
            // "(b) Bake rye" is to bake rye.
            mark::plain(option_of(item).map_or(item, |(_, text)| text)).trim_start_matches('*').trim().to_string()
        }
    };
    let text = sentence::shorten(text.trim().trim_end_matches([':', '.']), 200);
    // "2 both" may answer the second question of a list, which is no choice from a menu.
    (!text.is_empty() && !is_question(&text) && !text.contains("? ")).then_some(text)
}

/// The option that an offer names by its place only: "My recommendation is the first", "the second if you are in a hurry".
pub(super) fn pointed(offer: &str) -> Option<usize> {
    let words = sentence::words(offer);
    words.windows(2).enumerate().find_map(|(at, pair)| {
        let n = ORDINALS.iter().position(|ordinal| pair[1] == *ordinal)? + 1;
        let next = words.get(at + 2).map_or("", Word::as_str);
        let is_all = matches!(next, "" | "one" | "option" | "if" | "and" | "because" | "since" | "in");
        (pair[0] == "the" && is_all).then_some(n)
    })
}

/// The letter that marks a line as an option, and the option: "- **B. Rye** — of the mill", "(b) rye".
fn lettered(line: &str) -> Option<(u8, &str)> {
    let bare = line.trim_start_matches(['-', '*', '•', ' ', '(']);
    let &[letter @ (b'a'..=b'h' | b'A'..=b'H'), b'.' | b')' | b':', ..] = bare.as_bytes() else { return None };
    let text = bare[2..].trim_matches(['*', ' ']);
    (!text.is_empty()).then_some((letter.to_ascii_lowercase(), text))
}

/// What an option is called, without what is told of it.
fn name_of(option: &str) -> String {
    let plain = mark::plain(option);
    let name = plain.split(" — ").next().unwrap_or(&plain);
    sentence::shorten(name.trim().trim_end_matches([':', '.']), 120)
}

/// What was chosen of each numbered question: "1: C, 2: a".
pub(super) fn of_each(answer: &str, text: &str) -> Option<String> {
    let pair = |part: &str| {
        let (number, letter) = part.split_once([':', '.', ')', '='])?;
        let &[letter] = letter.trim().as_bytes() else { return None };
        Some((number.trim().parse::<usize>().ok()?, letter.to_ascii_lowercase()))
    };
    let parts = text.split([',', ';', '\n']).map(str::trim).filter(|part| !part.is_empty());
    let pairs: Vec<(usize, u8)> = parts.map(pair).collect::<Option<_>>().filter(|pairs: &Vec<_>| pairs.len() > 1)?;
    let (mut question, mut chosen) = (None, Vec::new());
    for line in sentence::cut(answer, 20_000).lines() {
        let bare = line.trim_start_matches(['#', '*', ' ']);
        let head = bare.split_once(['.', ')']).and_then(|(number, name)| Some((number.parse::<usize>().ok()?, name)));
        if let Some((number, name)) = head {
            // "Flour (pick one)" asks for the flour.
            question = Some((number, name.split('(').next().unwrap_or(name)));
        } else if let (Some((number, name)), Some((letter, option))) = (question, lettered(line))
            && pairs.contains(&(number, letter))
        {
            chosen.push(format!("{}: {}", name_of(name), name_of(option)));
        }
    }
    (chosen.len() > 1).then(|| chosen.join("; "))
}
