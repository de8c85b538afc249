//! How a person speaks: what is asked, stated or wished, and what is left of it on second thought.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::amount::settles_amount;
use super::chat::{is_chat, is_courtesy, is_filler, is_idle, is_log_line, is_small_talk, tells_who_asks, thinks_aloud};
use super::cue::{self, Cues};
use super::framing::{
    pasted, to_ensure, to_remember, without_assent, without_greeting, without_label, without_request,
};
use super::human::{MAX_SPEECH, charter_body, is_identity};
use super::judge::is_question;
use super::redo::{reports_trouble, undoes};
use super::rule::{MAX_RULE, is_of_moment, is_standing};
use super::sentence::{self, Word};
use super::settle;
use super::telling::carries;
use super::wants::{forbids, is_chore, listed, requires, tells_deed};
use crate::reconcile::{is_auxiliary, is_verb};
use crate::text::{self, Words};

/// What is left of a person's words after they thought better of it: "maybe x? ... no wait, that costs too much. do y".
pub(super) fn last_thought(text: &str) -> &str {
    if text.len() > MAX_SPEECH {
        return text;
    }
    let mut thought = text;
    let mut is_first = true;
    for sentence in sentence::sentences(text) {
        let words = sentence::words(sentence::cut(sentence, 60));
        let mut spoken =
            words.iter().map(Word::as_str).skip_while(|word| is_filler(word) || matches!(*word, "hm" | "hmm"));
        let (first, second) = (spoken.next().unwrap_or(""), spoken.next().unwrap_or(""));
        let halts = match (first, second) {
            ("no", "wait") | ("wait" | "actually", "no") | ("scratch", "that") | ("never", "mind") => true,
            // A bare "no." first answers the agent; later it answers the speaker's own idea.
            ("no" | "nah" | "nope", "") => !is_first,
            ("nah", _) => !is_first,
            _ => false,
        };
        if halts {
            let at = sentence::place_of(sentence, text);
            // What is said in the same breath is the new thought.
            thought = &text[if second.is_empty() { at + sentence.len() } else { at }..];
        }
        is_first = false;
    }
    let thought = thought.trim();
    if thought.is_empty() { text } else { thought }
}

/// The stretch of a person's words that holds what they state, as it stands. Of several, with questions or thoughts
/// aloud between them, the longest.
pub(super) fn quotable(text: &str) -> &str {
    let thought = last_thought(text);
    let mut best = "";
    let mut start: Option<usize> = None;
    for sentence in sentence::sentences(thought) {
        let at = sentence::place_of(sentence, thought);
        if is_statement(sentence) {
            let from = *start.get_or_insert(at);
            let stretch = &thought[from..at + sentence.len()];
            best = if stretch.len() > best.len() { stretch } else { best };
        } else if asks(sentence) || thinks_aloud(&sentence::words(sentence)) {
            start = None;
        }
    }
    if best.is_empty() { thought } else { best }
}

/// What a person states about the project, decides or requires, apart from standing rules; empty when nothing.
pub(super) fn stated(text: &str) -> String {
    if text.len() > MAX_SPEECH || charter_body(text).is_some() {
        return String::new();
    }
    let text = &*sentence::unwrapped(last_thought(text));
    let pasted = pasted(text);
    let mut lists = listed(text);
    lists.retain(|list| !pasted.contains(&list.place.start));
    let is_listed = |at: usize| lists.iter().any(|list| list.place.contains(&at));
    let sentences: Vec<&str> = sentence::sentences(text)
        .into_iter()
        .map(|sentence| to_ensure(sentence).unwrap_or_else(|| without_request(sentence)))
        .filter(|sentence| {
            sentence.len() <= MAX_RULE
                && !pasted.contains(&sentence::place_of(sentence, text))
                && !is_listed(sentence::place_of(sentence, text))
                && !asks(sentence)
                && !is_standing(sentence)
                && !is_identity(sentence)
                && !is_idle(sentence)
                && !tells_who_asks(sentence)
                && !is_log_line(sentence)
                && !reports_trouble(sentence)
        })
        .collect();
    if lists.is_empty() && !sentences.iter().any(|sentence| is_statement(sentence) || tells_plainly(sentence)) {
        return String::new();
    }
    // What is written in one go is one thought; of longer texts only the sentences that state something.
    let whole = text.len() <= ONE_GO;
    let tells = |sentence: &str| {
        let words = sentence::words(sentence);
        is_statement(sentence)
            || tells_plainly(sentence)
            || whole
                && words.len() >= 2
                && carries(sentence)
                && !is_small_talk(sentence)
                && !is_chat(sentence)
                && !doubts(sentence, &words)
                && !passes(&words, cue::scan(&words))
    };
    let mut kept: Vec<Cow<'_, str>> = Vec::new();
    let mut lists = lists.into_iter().peekable();
    let mut has_told = false;
    let mut sentences = sentences.into_iter().peekable();
    while let Some(sentence) = sentences.next() {
        // "The sign over the door should read:", and on the next line what it reads.
        if let Some(next) = sentences.next_if(|next| sentence.ends_with(':') && is_quoted(next)) {
            if tells(sentence.trim_end_matches(':')) {
                kept.push(Cow::from(alloc::format!("{sentence} {next}")));
            }
            continue;
        }
        let at = sentence::place_of(sentence, text);
        kept.extend(lists.next_if(|list| list.place.start <= at).map(|list| Cow::from(list.told)));
        let words = sentence::words(sentence);
        // "It's written in Go and runs on X": goes on with what was told.
        let goes_on = words.first().is_some_and(|word| matches!(word.as_str(), "it" | "it's" | "they"));
        let is_own = words.iter().any(|word| super::judge::is_first_person(word));
        has_told = tells(sentence) || has_told && goes_on && !is_own && is_named(sentence) && !thinks_aloud(&words);
        // "Please …", "great, now please …".
        let is_work = words.iter().take(4).any(|word| word == "please")
            && to_remember(sentence).len() == sentence.len()
            // "Please go ahead: the site moves."
            && without_label(sentence).len() == sentence.len()
            && !settles_amount(&words);
        if has_told && !is_work {
            kept.push(Cow::from(sentence));
        }
    }
    kept.extend(lists.map(|list| Cow::from(list.told)));
    // "Our flour:", of which nothing that follows is kept.
    let leads_on = |said: &Cow<'_, str>, next: Option<&Cow<'_, str>>| {
        let (Cow::Borrowed(said), Some(Cow::Borrowed(next))) = (said, next) else {
            return matches!(said, Cow::Owned(_));
        };
        let end = sentence::place_of(said, text) + said.len();
        text.get(end..sentence::place_of(next, text)).is_some_and(|between| between.trim().is_empty())
    };
    let stays = |at: &usize| !kept[*at].ends_with(':') || leads_on(&kept[*at], kept.get(at + 1));
    let told = (0..kept.len()).filter(stays).map(|at| kept[at].clone()).collect();
    joined(&most_telling(told, text.len() / MORE))
}

/// "“Fresh at six”": words to be taken as they are.
fn is_quoted(line: &str) -> bool {
    let line = line.trim().trim_end_matches('.');
    let is_pair = |open: char, close: char| line.starts_with(open) && line.ends_with(close) && line.chars().count() > 4;
    is_pair('"', '"') || is_pair('“', '”')
}

/// Who says a lot has more to tell: characters for each sentence more that is kept.
const MORE: usize = 80;
/// How many sentences are kept of what a person tells, and of what they settle.
const MAX_TOLD: usize = 12;
const MAX_SETTLED: usize = 14;
/// Longest text that a person writes in one go.
const ONE_GO: usize = 2_000;
/// Words of a sentence that tells something without a word that says so.
const FULL: usize = 5;

/// Of many sentences those that settle something, and the first others, in their order.
fn most_telling(sentences: Vec<Cow<'_, str>>, more: usize) -> Vec<Cow<'_, str>> {
    let max_told = MAX_TOLD + more;
    if sentences.len() <= max_told {
        return sentences;
    }
    let settles: Vec<bool> = sentences.iter().map(|said| settle::settles(said)).collect();
    let n_settled = settles.iter().filter(|settles| **settles).count().min(MAX_SETTLED + more);
    let mut n_others = max_told.saturating_sub(n_settled);
    let mut left = n_settled;
    let is_kept = |settles: &bool| {
        let room = if *settles { &mut left } else { &mut n_others };
        let has_room = *room > 0;
        *room = room.saturating_sub(1);
        has_room
    };
    let kept: Vec<bool> = settles.iter().map(is_kept).collect();
    sentences.into_iter().zip(kept).filter_map(|(said, is_kept)| is_kept.then_some(said)).collect()
}

/// Sentences of a person in one line. Who starts a new line instead of ending a sentence gets a mark.
fn joined(sentences: &[Cow<'_, str>]) -> String {
    let mut out = String::new();
    for sentence in sentences {
        if !out.is_empty() {
            let is_ended = out.ends_with(['.', '!', '?', ':', ';', ',', '…', '"']);
            out.push_str(if is_ended { " " } else { "; " });
        }
        out.push_str(sentence);
    }
    out
}

/// Whether a person asks, with or without a question mark: "how do I test this", "ok so is the cache on".
pub(super) fn asks(sentence: &str) -> bool {
    let words = sentence::words(sentence::cut(sentence, 200));
    let mut spoken = words.iter().map(Word::as_str).skip_while(|word| is_filler(word));
    let (first, second) = (spoken.next().unwrap_or(""), spoken.next().unwrap_or(""));
    let verb = |word: &str| {
        let short = word.split('\'').next().unwrap_or(word);
        matches!(
            short,
            "is" | "are" | "was" | "were" | "do" | "does" | "did" | "can" | "could" | "would" | "should" | "will"
        ) || matches!(short, "has" | "have")
    };
    let turned = || {
        matches!(
            second,
            "i" | "we" | "you" | "it" | "he" | "she" | "they" | "this" | "that" | "there" | "the" | "our" | "my"
        )
    };
    // "In the tests, why does the clock stop".
    let asks_behind = sentence::cut(sentence, 200).split(", ").skip(1).any(|clause| {
        let words = sentence::words(clause);
        matches!(words.first().map_or("", Word::as_str), "why" | "how")
            && words.get(1).is_some_and(|word| matches!(word.as_str(), "is" | "are" | "do" | "does" | "did"))
    });
    is_question(sentence)
        || asks_behind
        || match first {
            "how" => {
                verb(second) || matches!(second, "to" | "i" | "many" | "much" | "come" | "about" | "long" | "often")
            }
            "what" | "why" | "where" | "when" | "who" | "which" => {
                verb(second)
                    || matches!(second, "about" | "if" | "happened" | "happens" | "not")
                    || first == "which" && second == "of"
                    || second == "you" && matches!(spoken.next(), Some("think" | "say" | "mean" | "recommend"))
            }
            "what's" | "who's" | "where's" | "how's" => true,
            _ => verb(first) && !matches!(first, "do" | "have") && turned(),
        }
}

/// Most words of what holds for a moment only.
const MAX_PASSING: usize = 10;

/// "Bench test tomorrow", "still waiting for the flour": past when it is read again.
fn passes(words: &[Word<'_>], cues: Cues) -> bool {
    let first = words.iter().find(|word| !is_filler(word)).map_or("", Word::as_str);
    let is_short = words.len() <= MAX_PASSING || matches!(first, "tomorrow" | "tonight");
    let leaves = |four: &[Word<'_>]| {
        matches!(four[0].as_str(), "i'm" | "im")
            && four[1] == "going"
            && four[2] == "to"
            && matches!(four[3].as_str(), "go" | "sleep" | "bed" | "eat" | "leave" | "lunch" | "head")
    };
    let is_still = first == "still" && is_short;
    is_still || words.windows(4).any(leaves) || cues.has(Cues::MOMENTARY) && is_short && !settles_amount(words)
}

/// Whether a sentence of a person decides, requires or tells something, rather than asks for work.
pub(super) fn is_statement(sentence: &str) -> bool {
    let told = to_remember(sentence);
    let is_to_remember = told.len() < sentence.len();
    let sentence = without_assent(without_greeting(without_label(told)));
    // "and Ann is on leave" tells of Ann.
    let sentence = sentence.strip_prefix("and ").or_else(|| sentence.strip_prefix("And ")).unwrap_or(sentence);
    let words = sentence::words(sentence);
    let cues = cue::scan(&words);
    // "No ORM." is short, and says it.
    let is_name = |word: &str| word.contains('`') || word.chars().filter(|c| c.is_uppercase()).count() > 1;
    let least = if settle::rules_out(&words) && sentence.split(' ').any(is_name) { 2 } else { 3 };
    if !(least..60).contains(&words.len())
        || sentence.len() > MAX_RULE
        || is_log_line(told)
        || asks(sentence)
        || is_standing(sentence)
        || words.first().is_some_and(|word| matches!(word.as_str(), "don't" | "do")) && is_of_moment(&words)
        || doubts(sentence, &words)
        || reports_trouble(sentence)
        || undoes(sentence)
        || is_chore(&words)
        || defers(&words)
        || breaks_off(sentence, &words)
        || (is_courtesy(&words) || passes(&words, cues)) && !cues.has(Cues::DECISION)
    {
        return false;
    }
    // "So tell me why X should go" asks for work, whatever it says besides.
    let first = words.iter().find(|word| !is_filler(word)).map_or("", Word::as_str);
    let proposed = settle::proposes(&words);
    if !proposed && is_order(first) && words.iter().any(|word| matches!(word.as_str(), "me" | "us")) {
        return false;
    }
    let decides = cues.has(Cues::DECISION)
        || cues.has(Cues::CAUSE)
        || proposed
        || settles_amount(&words)
        || settle::rules_out(&words)
        || settle::turns(&words)
        || forbids(&words)
        || words.windows(2).any(|pair| pair[0] == "by" && pair[1] == "default")
        || beyond_oneself(sentence).any(|word| {
            matches!(word.as_str(), "must" | "only" | "should" | "shouldn't" | "won't" | "don't" | "not" | "too")
        });
    let we = first == "we" || first.starts_with("we'");
    let declares = we
        || matches!(first, "our" | "the" | "they" | "there")
        || is_named(sentence)
            && !is_order(first)
            && !sends(&words)
            // "Release builds are made at night" tells, "release the build" asks.
            && (!is_command(first) || words.iter().skip(2).take(2).any(|word| is_auxiliary(word)))
            && !super::judge::is_pronoun(first);
    if is_to_remember
        || keeps_to(&words)
        || names_parts(sentence)
        || introduces(sentence, &words)
        || requires(&words)
        || tells_deed(&words)
    {
        return true;
    }
    // Whatever "we" do is told, not asked for.
    let predicate = we || words.iter().skip(1).take(8).any(|word| is_auxiliary(word) || is_verb(&text::stem(word)));
    decides && (words.len() >= 4 || settle::rules_out(&words))
        || declares && predicate && words.len() >= 4 && !is_small_talk(sentence)
}

/// "n8n is on port 5678, which others cannot reach": no order, no chat and no doubt, so it tells something.
fn tells_plainly(sentence: &str) -> bool {
    let words = sentence::words(sentence);
    let is_lead = |word: &&Word<'_>| is_filler(word) || matches!(word.as_str(), "hey" | "hi" | "btw");
    let first = words.iter().find(|word| !is_lead(word)).map_or("", Word::as_str);
    let is_subject = matches!(first, "i" | "if" | "when" | "you" | "your");
    words.len() >= FULL
        && carries(sentence)
        && (is_subject || !is_order(first))
        && !is_command(first)
        && !is_chore(&words)
        && !is_small_talk(sentence)
        && !is_chat(sentence)
        && !is_courtesy(&words)
        && !doubts(sentence, &words)
        && !passes(&words, cue::scan(&words))
        && !breaks_off(sentence, &words)
        && !undoes(sentence)
        && !defers(&words)
}

/// "Before we get started on it": what then, was never said.
fn breaks_off(sentence: &str, words: &[Word<'_>]) -> bool {
    let first = words.iter().find(|word| !is_filler(word)).map_or("", Word::as_str);
    matches!(first, "before" | "after" | "while" | "until") && words.len() <= 9 && !sentence.contains([',', ':', ';'])
}

/// "Reflect on the notes in plan.md", "go through the list": where to look, and nothing of what is there.
fn sends(words: &[Word<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let is_verb_of = |first: &str| !first.ends_with('s') && !first.ends_with("ing") && !first.ends_with("ed");
    matches!(word(1), "on" | "at" | "into" | "through" | "over")
        && is_verb_of(word(0))
        && !words.iter().any(|word| is_auxiliary(word))
}

/// "Let's do it the way you proposed": what, the other one said.
fn defers(words: &[Word<'_>]) -> bool {
    let is_theirs = |pair: &[Word<'_>]| {
        let proposes = matches!(pair[1].as_str(), "proposed" | "suggested" | "recommended" | "recommend" | "described");
        pair[0] == "you" && proposes
    };
    words.len() <= 12 && words.windows(2).any(is_theirs)
}

/// The words of a sentence outside the clauses in which somebody describes themselves: "I am only a baker".
fn beyond_oneself(sentence: &str) -> impl Iterator<Item = Word<'_>> {
    sentence.split([',', ';']).flat_map(|clause| {
        let words = sentence::words(clause);
        let mut said = words.iter().map(Word::as_str).skip_while(|word| is_filler(word) || *word == "but");
        let start = (said.next().unwrap_or(""), said.next().unwrap_or(""));
        let is_oneself = matches!(start, ("i", "am" | "was") | ("i'm", _));
        if is_oneself { Vec::new() } else { words }
    })
}

/// Whether a person corrects what they said themselves: "wait, I meant …", "sorry, scratch that".
pub(super) fn takes_back(text: &str) -> bool {
    let words = sentence::words(sentence::cut(text, 80));
    words.iter().take(4).any(|word| matches!(word.as_str(), "wait" | "sorry" | "scratch" | "meant" | "actually"))
}

/// "This repo is the till of our shop", "till = what the shop runs on": what the project is.
fn introduces(sentence: &str, words: &[Word<'_>]) -> bool {
    let mut said = words.iter().map(Word::as_str).skip_while(|word| is_filler(word));
    let (first, second, third) = (said.next().unwrap_or(""), said.next().unwrap_or(""), said.next().unwrap_or(""));
    let is_work_of = |word: &str| {
        matches!(word, "repo" | "repository" | "project" | "app" | "tool" | "game" | "service" | "library")
    };
    let is_work = is_work_of(second);
    let equals = sentence.split_once(" = ").is_some_and(|(name, what)| {
        name.split_whitespace().count() <= 2 && what.split_whitespace().count() >= 3 && !sentence.contains('`')
    });
    // "It's an app that …", of what was just named.
    let is_one = matches!((first, second), ("it's", "a" | "an")) && words.iter().take(5).any(|word| is_work_of(word));
    // "I want to build a till for small shops".
    let mut is_wished = || {
        let wishes = matches!((first, second), ("i'd" | "we'd", "like") | ("i" | "we", "want"));
        let makes = third == "to" && matches!(said.next(), Some("make" | "build" | "create" | "write" | "develop"));
        wishes
            && makes
            && matches!(said.next(), Some("a" | "an"))
            && said.next().is_some_and(|thing| !SMALL.contains(thing))
    };
    equals
        || words.len() >= 8 && is_wished()
        || words.len() >= 6 && (first == "this" && (is_work && third == "is" || second == "is") || is_one)
}

/// What somebody wants to make that is no project.
static SMALL: Words = Words::new(
    "point suggestion backup note change copy decision request comment tweak remark joke list plan quick small few fix \
     test branch commit pr",
);

/// Whether a sentence is thought aloud. What stands in brackets may be in doubt, and so may what follows a statement.
fn doubts(sentence: &str, words: &[Word<'_>]) -> bool {
    let is_bracketed = || {
        let outside = sentence::unbracketed(sentence);
        outside.len() < sentence.len() && !thinks_aloud(&sentence::words(&outside))
    };
    thinks_aloud(words) && !is_bracketed() && !settles_before_doubt(sentence)
}

/// "Let's use x, and perhaps y": the first is settled.
fn settles_before_doubt(sentence: &str) -> bool {
    let clauses: Vec<&str> = sentence.split(", ").collect();
    let doubts = |clause: &str| cue::scan(&sentence::words(clause)).has(Cues::HYPOTHETICAL);
    let settled = clauses.iter().position(|clause| {
        let from = sentence::place_of(clause, sentence);
        settle::proposes(&sentence::words(&sentence[from..])) && !doubts(clause)
    });
    settled.is_some_and(|at| !clauses[..at].iter().any(|clause| doubts(clause))) || states_before_doubt(sentence)
}

/// Words of a statement that stands for itself before a doubt.
const LEAST_BEFORE_DOUBT: usize = 6;

/// "The oven stays in the cellar, but we should open the shop earlier and probably need a second tray".
fn states_before_doubt(sentence: &str) -> bool {
    let is_told = |said: &str| {
        let words = sentence::words(said);
        let demands = words.iter().any(|word| matches!(word.as_str(), "should" | "must" | "shall"));
        words.len() >= LEAST_BEFORE_DOUBT && demands && !thinks_aloud(&words) && is_statement(said)
    };
    let joints = [" and ", ", "].into_iter().flat_map(|joint| sentence.rmatch_indices(joint));
    joints.map(|(at, _)| sentence[..at].trim_end_matches(',')).any(is_told)
}

/// Whether a sentence that starts so asks for work: "tag the release", not "tags are signed".
pub(super) fn is_command(first: &str) -> bool {
    !first.ends_with('s') && is_verb(&text::stem(first))
}

/// Whether a sentence starts with a name. Who writes without capitals gives names without them.
fn is_named(sentence: &str) -> bool {
    let informal = || !sentence.chars().any(char::is_uppercase) || sentence.starts_with(char::is_lowercase);
    let first = || {
        let first = sentence.split_whitespace().next().unwrap_or("");
        first.trim_end_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
    };
    let spoken = |word: &str| {
        super::judge::is_first_person(word)
            || matches!(word, "you" | "that" | "yes" | "no" | "not" | "a" | "but" | "if" | "when" | "thats" | "still")
    };
    let begins = sentence.chars().next().is_some_and(char::is_uppercase) || informal() && !spoken(&first());
    begins && !is_filler(&first())
}

/// "Keep 15 minutes", "use the small model": an order that settles something rather than asks for work.
pub(super) fn keeps_to(words: &[Word<'_>]) -> bool {
    let words = &words[words.iter().take_while(|word| is_filler(word)).count()..];
    let [first, second, _, ..] = words else { return false };
    // "Switch bcrypt to argon2": what from and what to.
    if matches!(first.as_str(), "switch" | "migrate" | "swap") {
        let old = words[1..].iter().take(MAX_OLD + 1);
        let to = old.clone().position(|word| matches!(word.as_str(), "to" | "for" | "with"));
        let points = matches!(
            second.as_str(),
            "it" | "this" | "that" | "them" | "back" | "over" | "things" | "to" | "for" | "with"
        );
        return to.is_some_and(|at| words.len() > at + 2) && !points;
    }
    (matches!(first.as_str(), "keep" | "stay" | "stick" | "use") || first == "default" && second == "to")
        && !matches!(
            second.as_str(),
            "it" | "this" | "that" | "them" | "these" | "those" | "going" | "me" | "us" | "your"
        )
        && words.len() <= 14
}

/// Most words of what is left for something else: "switch all the small ovens to gas".
const MAX_OLD: usize = 4;

/// Whether a sentence lists parts by their designations: "stm32f4 + bme280, freertos 10".
fn names_parts(sentence: &str) -> bool {
    let is_part = |word: &&str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        bare.len() > 3
            && bare.bytes().any(|b| b.is_ascii_digit())
            && bare.bytes().filter(u8::is_ascii_alphabetic).count() > 1
    };
    !sentence.contains("://") && sentence.split_whitespace().filter(is_part).take(2).count() == 2
}

/// Verbs and question words that start requests.
static ORDERS: Words = Words::new(
    "add answer ask build can change check clean compare could create delete describe do does draft ensure explain \
     explore find fix generate get give go hello help hey hi how i if implement investigate is are let let's list \
     look make merge move now ok okay open please push put read refactor remove rename review rewrite run search \
     show start stop summarize take tell test try turn update use what when where which who why will would write \
     yes you your",
);

pub(super) fn is_order(first: &str) -> bool {
    ORDERS.contains(first)
}

/// Whether a person tells what they want: "I need to…", "we want…".
pub(super) fn is_wish(text: &str) -> bool {
    let text = sentence::cut(text, 600);
    !text.contains('?')
        && sentence::words(text).windows(2).any(|w| {
            matches!(w[0].as_str(), "i" | "we") && matches!(w[1].as_str(), "need" | "want" | "prefer" | "like")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(last_thought(text), expected, "{text}");
    }

    #[test]
    fn what_is_to_hold_is_told_with_the_work() {
        let said = "Paint the door. We use this as the name of the shop:\n\"Fresh at six\".";
        assert_eq!(stated(said), "Paint the door. We use this as the name of the shop: \"Fresh at six\".");
        let said = "push it to the shelf, but ensure that the recipes will not be pushed, as the shelf is public";
        assert_eq!(stated(said), "the recipes will not be pushed, as the shelf is public");
    }

    #[test]
    fn the_last_thought_counts() {
        check(
            "maybe flutter? it draws well. ... no wait, that means dart. do expo",
            "no wait, that means dart. do expo",
        );
        check("what if people draw symbols? a whole app. nah. The usual symbols only", "The usual symbols only");
        check("no. you never push to main", "no. you never push to main");
        check("the tannah. Nah. the bank", "the bank");
        check("use redis", "use redis");
        check("", "");
    }

    #[test]
    fn what_others_are_to_be_told_is_told() {
        for said in [
            "update the readme to say that the shop opens at six",
            "add a line to explain that rye is ground once the order is paid",
            "I opened the oven and realised that the left half stays cold",
            "for the label, lets use grain/weight, and perhaps the name of the farm",
        ] {
            assert!(is_statement(said), "{said}");
        }
        for said in ["say that again please", "perhaps lets use grain/weight for the label", "I found that funny"] {
            assert!(!is_statement(said), "{said}");
        }
        assert_eq!(stated("I'm getting:\n\nThe oven must be closed before the light is on."), "");
    }

    #[test]
    fn who_says_a_lot_has_more_to_tell() {
        let said = "The oven must be cleaned before the bread goes in. ".repeat(40);
        assert!(stated(&said).matches("must").count() > MAX_SETTLED);
        assert!(!stated(&said.repeat(5)).contains("must"), "pasted material");
    }

    #[test]
    fn a_question_needs_no_mark() {
        for question in ["how do i test this", "ok so is the cache on", "what about windows", "what you think", "Why?"]
        {
            assert!(asks(question), "{question}");
        }
        for told in ["what we need is a cache", "do the atlas", "have a look", "when it rains we wait"] {
            assert!(!asks(told), "{told}");
        }
    }

    #[test]
    fn what_is_left_open_is_no_statement() {
        for said in [
            "not now, it is fast enough",
            "the button.. i am not sure",
            "we don't know the port yet",
            "The sign is his job, but thank you for thinking of it",
            "The picture with the house is perfect, I will steal it",
            "That sounds like a topic for another year",
            "I am only a baker and not a smith",
            "09-28 19:02:11 W scale: drift of 40 g, should be 2",
            "I wonder whether we should open on Sundays",
            "I don't believe that the oven is the cause",
            "yep, lets do it the way you proposed",
            "Before we get started on the oven",
            "Tomorrow we can go on with the dough and then move on to the rolls of the second shop",
            "reflect on the review of the oven in ./notes/review-3.md",
        ] {
            assert!(!is_statement(said), "{said}");
        }
        for told in [
            "Hi. tillbook counts loaves in the shop windows",
            "tillbook = till and stock list of three shops",
            "I'd like to make a small till for shops that sell bread",
            "This repo is tillbook, the till of our three shops",
            "ok stay on 13 till after Christmas",
            "also switch rye to spelt, the mill again",
            "The shop stays small, but we should make the oven larger and probably need a second tray",
        ] {
            assert!(is_statement(told), "{told}");
        }
        assert!(is_statement("only squash merges on this repo") && is_small_talk("portuguese i can hehe"));
    }

    #[test]
    fn chat_is_not_quoted_with_what_is_stated() {
        assert_eq!(stated("we only bake rye. Glad we looked. you too :)"), "we only bake rye.");
        let intro = "This is the till of our three shops in the old town, and we sell bread and cakes there all day long. \
                     It's written in Kotlin and runs on Hetzner. It drives me mad. Please look at the log of the last week \
                     and tell me what is slow. Please raise the timeout from 15 to 30 minutes.";
        let told = stated(intro);
        assert!(told.contains("Kotlin") && told.contains("30 minutes"), "{told}");
        assert!(!told.contains("mad") && !told.contains("log of"), "{told}");
        assert_eq!(stated("we only bake rye\nthe mill closes at 5"), "we only bake rye; the mill closes at 5");
        assert_eq!(
            quotable("Rye is out. What about oats? We only bake wheat from May on."),
            "We only bake wheat from May on."
        );
    }

    #[test]
    fn what_is_to_be_remembered_is_told() {
        assert_eq!(to_remember("please remember that prod is read only"), "prod is read only");
        assert_eq!(to_remember("Keep in mind the disks are full"), "the disks are full");
        for asked in
            ["remember to lock the door again", "note the time it takes", "remember?", "notes are in the wiki", ""]
        {
            assert_eq!(to_remember(asked), asked);
        }
    }
}
