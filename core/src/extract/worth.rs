//! What a title is worth: whether it is about what its text is about, and names it to somebody who was not there.

use super::cue::{self, Cues};
use super::headline::is_verdict;
use super::progress::{is_hash, is_progress};
use super::sentence::Word;
use super::{chat, keyword, menu, sentence, speech};
use crate::reconcile::{is_auxiliary, is_verb};
use crate::text::Words;

/// "Run the tests", "Commit details", "There's one more issue to fix": nothing that is worked on is named.
fn is_work(words: &[Word<'_>]) -> bool {
    let is_word = |word: &Word<'_>| is_of_work(word) || keyword::is_stop_word(word);
    words.iter().all(|word| is_word(word) || word == "there's")
}

/// Whether a word speaks of the work or of a text's parts, whatever is worked on: "new", "final", "commit".
pub(super) fn is_of_work(word: &str) -> bool {
    GENERIC.contains(word) || WORK.contains(word)
}

/// Whether words name something beyond the work itself: "Apply those now" and "Run the new tests" do not.
pub(super) fn names_thing(text: &str) -> bool {
    let words = sentence::words(text);
    let points_only = || words.len() <= MAX_POINTING && points(&words) && keyword::content(text).len() < 2;
    !is_work(&words) && !points_only()
}

/// Most words of a request that leaves what it is about to the talk before it.
const MAX_POINTING: usize = 6;

/// Words of headings that say what part of an answer follows, not what it is about.
static GENERIC: Words = Words::new(
    "summary overview analysis verdict conclusion takeaway takeaways details bottom line introduction background \
     steps recommendation recommendations result results finding findings status notes tl dr options suggestions \
     works work setup usage good news happened changes changed implemented implement step option key points \
     limitations root cause fix solution problem context answer example examples tips files touched relevant related \
     recap made did done test tests testing implementation insight completed plan project final report quick short \
     first second third evidence measurement measurements measured profile today session rough comparison proposal \
     next last open questions question point caveats remarks remark note thoughts effect impression impressions look \
     real actual actually happens happening see saw found causes reason reasons explanation diagnosis outcome \
     observation observations discussion update updates detail urgent clarifying success complete small little tweak \
     new modified added updated created task tasks list lists feature features confirm purpose relationship \
     relationships current issue issues benefits highlights proper properly important safe thing things what how why \
     where remaining another recommended recommend phase phases section considered table",
);

/// Whether a heading names a part of any answer: "Root cause", "Summary of today".
pub(super) fn is_generic(words: &[Word<'_>]) -> bool {
    words.iter().all(|word| GENERIC.contains(word) || keyword::is_stop_word(word))
}

/// Words of the work itself, which goes on under every title.
static WORK: Words = Words::new(
    "run rerun build try commit commits committed push pushed pull merge merged branch install installed installing \
     reinstall deploy redeploy screenshot screen shot take verify check rebuild compile stage start started begin \
     continue get fourth fifth sixth git app latest improved fixed failed fails failing passes bug bugs error errors \
     warning warnings more one again npm ci code investigating pushing attempt attempted",
);

/// Words of talk between people: a title that has them names a moment, not a subject.
static TALK: Words = Words::new(
    "i i'm i'll i'd i've me my you you're you've you'll you'd your he him she her they them those then too yesterday \
     today tomorrow tonight afternoon morning ok okay alright good nice great cool correct right hm hmm fine yes nope \
     thanks please sorry thing things ones anyway btw lol question fair",
);

/// Words that begin half a phrase.
pub(super) static PREPOSITIONS: Words = Words::new(
    "in on at by to with without under from as of into than regarding concerning about before after during like",
);

/// Words that begin half a sentence.
pub(super) static SUBORDINATE: Words =
    Words::new("if when while once since because although depending based given unless according which whose");

/// First words that lean on what was said before.
static LEANING: Words = Words::new("meaning answering say per also his her their another");

/// Words for how far work has come, which is past when the page is read.
static STATES_OF_WORK: Words =
    Words::new("committed pushed green everything builds succeeded succeeds successful successfully compiles");

/// Words of praise, which name nothing.
static PRAISE: Words = Words::new(
    "perfectly elegantly cleanly cleaner nicely beautifully flawlessly seamlessly user-friendly correctly properly \
     robust fantastic awesome amazing excellent wonderful brilliant",
);

/// What a title gains that fits best, and loses when its words are not of the text at all.
pub(super) const MOST_WORTH: i32 = 18;
/// For each factor of e in how often the text says a word of its title.
const OFTEN: f64 = 25.0;
/// The same of words that the text says once, with which a title neither gains nor loses.
const ONCE: f64 = 0.7;
/// Words with which a title says enough.
const FULL: usize = 3;

/// How often a text says some words, in log and on average. Few words say too little to count in full.
pub(super) fn often<'s>(stems: impl Iterator<Item = &'s str>, text: &keyword::Counter) -> f64 {
    let (n, sum) = stems.fold((0, 0.0), |(n, sum), stem| (n + 1, sum + libm::log(1.0 + f64::from(text.n_met(stem)))));
    sum / n.max(FULL) as f64
}

/// How well a title fits the text it stands above: it is about what the text is about, and no talk.
pub(super) fn worth(title: &str, text: Option<&keyword::Counter>) -> i32 {
    let stems = keyword::content(title);
    let fit = text.map_or(0, |text| {
        let gain = OFTEN * (often(stems.iter(), text) - ONCE);
        (-MOST_WORTH..MOST_WORTH).find(|whole| f64::from(*whole) >= gain).unwrap_or(MOST_WORTH)
    });
    // A line of code or a bare number names nothing.
    let raw = match () {
        () if title.contains(['=', '[', '{', '}', '\\'])
            || chat::is_log_line(title)
            || is_hash(title.split(' ').next().unwrap_or("")) =>
        {
            14
        }
        () if ["Error:", "Exception:", "no such file", "not found:"].iter().any(|mark| title.contains(mark)) => 14,
        () if title.starts_with('(') && title.ends_with(')') || title.contains("://") => 14,
        // "@oven /bake rye": what is typed to call a tool.
        () if title.starts_with(['@', '/']) => 14,
        () if title.starts_with(|c: char| c.is_ascii_digit()) => 6,
        () => 0,
    };
    let words = sentence::words(title);
    let first = words.first().map_or("", Word::as_str);
    let is_imagined = cue::scan(&words).has(Cues::HYPOTHETICAL);
    let says_little = match () {
        // "The port is 8443" says it all.
        () if stems.len() < 2
            && !(words.len() > 3 && words.iter().any(|word| word.starts_with(|c: char| c.is_ascii_digit()))) =>
        {
            10
        }
        () if is_verdict(title) || is_work(&words) || menu::picks(&words) => 10,
        () if is_imagined => 8,
        () if words.iter().any(|word| STATES_OF_WORK.contains(word)) || is_progress(&words) => 24,
        () if words.iter().any(|word| PRAISE.contains(word)) => 8,
        () if tells_work(&words) || tells_deed(&words) => 8,
        () if SUBORDINATE.contains(first) => 20,
        () if PREPOSITIONS.contains(first) || points(&words) || breaks_off(title, &words) => 8,
        () if calls_for_effort(&words) || is_of_moment(&words) || LEANING.contains(first) => 8,
        // "The user wants to start over": an agent tells who it talks to.
        () if first == "the" && words.get(1).is_some_and(|word| word == "user") => 8,
        () => 0,
    };
    let n_talk = words.iter().filter(|word| TALK.contains(word)).count();
    fit - raw - says_little - i32::try_from(n_talk.min(2)).unwrap_or(2) * 12
}

/// "It works", "the issue with this line": whoever was there knows what. "This repository" is known to all.
fn points(words: &[Word<'_>]) -> bool {
    let is_whole = |word: &Word<'_>| {
        matches!(word.as_str(), "repo" | "repository" | "project" | "app" | "codebase" | "folder" | "service" | "site")
    };
    let next = |at: usize| words.get(at + 1).map_or("", Word::as_str);
    words.iter().enumerate().any(|(at, word)| match word.as_str() {
        "it" | "these" | "those" | "something" | "somebody" | "someone" | "anything" => true,
        "this" => !words.get(at + 1).is_some_and(is_whole),
        // "Keep that heat", "the smoke comes from that door"; not "make sure that the door is shut".
        "that" => {
            let before = at.checked_sub(1).map_or("", |at| words[at].as_str());
            let tells =
                matches!(before, "ensure" | "check" | "verify" | "note" | "see" | "say" | "confirm" | "remember");
            let is_done_to = at == 1 && !tells && (speech::is_order(before) || is_verb(&crate::text::stem(before)));
            let is_object = is_done_to || PREPOSITIONS.contains(before);
            is_object && !matches!(next(at), "the" | "a" | "an" | "all" | "no" | "every") && !is_auxiliary(next(at))
        }
        // "The large one is the worst".
        "one" => at > 1 && (next(at).is_empty() || is_auxiliary(next(at))),
        _ => false,
    })
}

/// Words at which a title breaks off.
static OPEN_ENDS: Words = Words::new(
    "following comes refers that and to the is are was of for with a an or because using make see be want should \
     which it's that's there's can will has have not when where if as than from by into about we you they both \
     our your \
     cover covers include includes contain contains require requires show shows provides first",
);

/// "Change the logic to the following", "the service refers to": what it speaks of comes next.
fn breaks_off(title: &str, words: &[Word<'_>]) -> bool {
    title.contains("...") || title.contains('…') || words.last().is_some_and(|last| OPEN_ENDS.contains(last))
}

/// "Try to understand", "think carefully about the rule": how to go about it, not what it is about.
fn calls_for_effort(words: &[Word<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    matches!(
        (word(0), word(1)),
        ("try", "again")
            | ("try" | "remember", "to")
            | ("start", "with")
            | ("take", "time")
            | ("be", "able")
            | ("work", "on")
            | ("follow" | "think" | "despite" | "do" | "discuss" | "considering", _)
    ) || word(usize::from(word(0) == "again")) == "ask" && words.iter().any(|word| word == "questions")
        || matches!(word(0), "continue" | "proceed" | "analyse" | "analyze")
        || matches!(word(0), "take" | "have") && words.iter().take(4).any(|word| word == "look" || word == "go")
}

/// "The tests are failing", "the tray continues to stick": so it was for an hour.
fn is_of_moment(words: &[Word<'_>]) -> bool {
    words.last().is_some_and(|word| matches!(word.as_str(), "fails" | "failed" | "crashes"))
        || words.first().is_some_and(|word| matches!(word.as_str(), "got" | "far"))
        || words.iter().any(|word| matches!(word.as_str(), "still" | "failing"))
        || words
            .windows(2)
            .any(|pair| matches!(pair[0].as_str(), "continue" | "continues" | "continued") && pair[1] == "to")
}

/// First words that tell how work went on, whatever came of it.
static PROCEEDED: Words = Words::new(
    "explored investigated read found committed merged completed closed checked verified reviewed analysed analyzed \
     ran tested confirmed looked examined inspected finished explained pointed compared diagnosed noted asked",
);
/// Last words that tell how far it has come.
static ARRIVED: Words = Words::new("updated created written merged committed closed landed finished implemented");

/// "Explored the oven's wiring", "`oven.md` written": what the worker did, not what the oven is.
fn tells_deed(words: &[Word<'_>]) -> bool {
    let is_name = |word: &Word<'_>| word.contains(['.', '/', '_']);
    let ends = words.last().is_some_and(|last| ARRIVED.contains(last) || last == "out" || last == "off");
    words.first().is_some_and(|first| PROCEEDED.contains(first))
        || ends && words.len() <= 4 && !words[..words.len() - 1].iter().skip(1).any(is_name)
}

/// "Fixed and covered by a test", "documented in the manual": what was done, to nothing that is named.
fn tells_work(words: &[Word<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let is_done = word(0).ends_with("ed") && is_verb(&crate::text::stem(word(0)));
    is_done && matches!(word(1), "and" | "in" | "as" | "by" | "with" | "for" | "to" | "on" | "at")
}

/// Whether a title names something to somebody who was not there.
pub(super) fn stands_alone(title: &str) -> bool {
    let words = sentence::words(title);
    let says_little = points(&words) || breaks_off(title, &words) || calls_for_effort(&words) || is_work(&words);
    let is_half = words.first().is_some_and(|word| PREPOSITIONS.contains(word) || SUBORDINATE.contains(word));
    !says_little && !is_half && keyword::content(title).len() >= 2 && !words.iter().any(|word| TALK.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_points_at_something_names_nothing() {
        let is_pointing = |title: &str| points(&sentence::words(title));
        for title in ["Keep that heat", "The smoke comes from that door", "The old stone one is the worst", "Mend it"] {
            assert!(is_pointing(title), "{title}");
        }
        for title in [
            "Rye that is baked at night",
            "Make sure that the door is shut",
            "Check that the door is shut",
            "Ensure that steam stays on",
            "One oven is enough",
            "Only one loaf each",
            "This repository",
        ] {
            assert!(!is_pointing(title), "{title}");
        }
    }
}
