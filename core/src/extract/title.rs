//! Titles a person would write: short, naming the subject.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::cue::{self, Cues};
use super::judge::{is_first_person, is_pronoun};
use super::sentence::Word;
use super::vocabulary::looks_like_path;
use super::{asked, keyword, sentence};
use crate::text::Words;

pub(super) const MAX_WORDS: usize = 9;
const MAX_CHARS: usize = 80;

/// Headings that say what part of an answer follows, not what it is about.
#[rustfmt::skip]
const GENERIC: &[&str] = &[
    "summary", "overview", "analysis", "verdict", "conclusion", "key takeaway", "key takeaways", "takeaway",
    "details", "bottom line", "introduction", "background", "next steps", "recommendation", "recommendations",
    "result", "results", "findings", "status", "notes", "tl dr", "options", "suggestions", "how it works",
    "how they work", "setup", "usage", "the good news", "what happened", "changes", "what changed", "key points",
    "limitations", "root cause", "the root cause", "the fix", "fix", "solution", "problem", "the problem", "context",
    "answer", "example", "examples", "tips", "files changed", "changes made", "what i did", "what was done",
    "testing", "implementation", "the key insight", "key insight", "done", "completed", "plan", "the plan",
    "project overview", "in short", "quick summary", "final summary", "report",
];

/// Words that open a question which its answer names best.
static YES_OR_NO: Words = Words::new("is are can could does do did will should has have which where who when");
/// Words that hang in the air at the end of a title.
static HANGING: Words = Words::new(
    "a an the of for to and or in on with when that is are be it they this from by as at your my its not into \
     which how you we i has have had does do did can will would should must all no every each some any like then than \
     but so also just come",
);
/// Words before a mark that only answer what was said before.
static INTERJECTIONS: Words = Words::new("no nope yes yeah yep ok okay hm hmm well so right wait oh ah hey correct");
/// Words between clauses: what stands before them can stand alone.
static CLAUSE_JOINTS: Words =
    Words::new("because since so which who where while but unless although though whereas if when that's");
/// Words between phrases, where a long title can be cut.
static PHRASE_JOINTS: Words =
    Words::new("and for with from in on by into via without after before during through under");
/// Verbs that end the subject of a sentence for sure.
static AUXILIARIES: Words = Words::new(
    "is are was were has have had does do did can cannot can't could will would should must may might won't don't \
     doesn't isn't aren't didn't hasn't",
);
/// Who resolves something.
static RESOLVERS: Words = Words::new("we let's lets we'll we've we're we'd i'll i've i'd i");
/// Words between the one who resolves and what is resolved.
static RESOLVING: Words = Words::new(
    "will have has are am should must would like want need decided agreed going to also now just all finally then \
     gonna plan us both definitely",
);
/// Verbs of choice: what follows is what was chosen.
static CHOOSING: Words = Words::new("chose choose picked pick selected select went go settled settle opted opt");

/// Words of talk between people: a title that has them names a moment, not a subject.
static TALK: Words = Words::new(
    "i i'm i'll i'd i've me my you you're your he him she her they them those then too yesterday today tomorrow tonight \
     afternoon morning ok okay good nice great cool correct right hm hmm fine yes no nope thanks please sorry thing \
     things ones anyway btw lol question fair",
);
/// Below this a title says less than the text's own words.
const WORTHLESS: i32 = 4;

/// How well a title fits the text it stands above: it is about what the text is about, and no talk.
fn worth(title: &str, central: &BTreeSet<String>) -> i32 {
    let stems = keyword::content(title);
    let n_central = stems.iter().filter(|stem| central.contains(*stem)).count();
    let fit = match (n_central * 3).checked_div(stems.len()) {
        _ if central.is_empty() => 0,
        None | Some(0) if n_central == 0 => -12,
        Some(2 | 3) => 3,
        _ => 0,
    };
    // A line of code or a bare number names nothing.
    let raw = match () {
        () if title.contains(['=', '[', '{']) => 14,
        () if title.starts_with(|c: char| c.is_ascii_digit()) => 6,
        () => 0,
    };
    let n_talk = sentence::words(title).iter().filter(|word| TALK.contains(word)).count();
    fit - raw - i32::try_from(n_talk.min(2)).unwrap_or(2) * 8
}

/// The best title among headings of the answer (with their levels), the request and the first sentences of `body`.
pub(super) fn choose(headings: &[(u8, String)], question: &str, sentences: &[&str], body: &str) -> String {
    let central: BTreeSet<String> = crate::text::keywords("", body, 12)
        .iter()
        .flat_map(|word| keyword::content(word).iter().map(ToString::to_string).collect::<Vec<_>>())
        .collect();
    let asked = keyword::content(question);
    let mut best: Option<(i32, String)> = None;
    let mut offer = |rank: i32, title: String| {
        let score = rank + if title.is_empty() { 0 } else { worth(&title, &central) };
        if !title.is_empty() && best.as_ref().is_none_or(|(known, _)| score > *known) {
            best = Some((score, title));
        }
    };
    // A heading above all others names the answer; one of several equals names a part of it.
    let top = headings.iter().map(|(level, _)| *level).min().unwrap_or(0);
    let n_top = headings.iter().filter(|(level, _)| *level == top).count();
    for (at, (level, heading)) in headings.iter().enumerate().take(3) {
        let Some(title) = from_heading(heading) else { continue };
        let others_close = headings.iter().filter(|(l, _)| *l == top).skip(1).all(|(_, other)| is_part(other));
        let is_whole = *level == top && at == 0 && (n_top == 1 || others_close);
        let cues = cue::scan(&sentence::words(heading));
        // "PR 12", "PR 11": entries of a list that is written as headings.
        let is_entry = numbered_by(heading)
            .is_some_and(|word| headings.iter().filter(|(_, h)| numbered_by(h).as_ref() == Some(&word)).count() > 1);
        let rank = match () {
            () if is_whole => 30,
            () if is_entry => 3,
            () => 13,
        };
        let bonus = if keyword::content(&title).n_shared(&asked) > 0 { 7 } else { 0 }
            + if cues.has(Cues::RECOMMEND) { 5 } else { 0 };
        offer(rank + bonus - i32::try_from(at).unwrap_or(3), title);
    }
    for part in parts(question) {
        let Some(title) = asked::from_question(part) else { continue };
        let words = sentence::words(&title);
        let leans = words.iter().any(|word| {
            matches!(word.as_str(), "you" | "i" | "me" | "this" | "these" | "it" | "that" | "them" | "your")
        });
        let is_thin = keyword::content(&title).len() < 2;
        let is_request = words.first().is_some_and(|word| super::speech::is_order(word));
        let rank = match () {
            () if leans => 7,
            () if is_thin => 12,
            // What was asked for names a page less well than what became of it.
            () if is_request => 22,
            () if words.first().is_some_and(|word| YES_OR_NO.contains(word)) => 14,
            () => 24,
        };
        offer(rank, if leans && is_thin { String::new() } else { title });
    }
    // A yes-or-no question is best named by its answer.
    let asks_whether = sentence::words(question).first().is_some_and(|word| YES_OR_NO.contains(word));
    for (at, sentence) in sentences.iter().take(6).enumerate() {
        if let Some(title) = from_subject(sentence) {
            offer(9 - i32::try_from(at).unwrap_or(3), title);
        }
        if let Some(title) = from_sentence(sentence) {
            let cues = cue::scan(&sentence::words(sentence));
            let rank = match () {
                () if at == 0 && (asks_whether || cues.has(Cues::LIMIT) || cues.has(Cues::DONE)) => 25,
                () if cues.has(Cues::VERDICT) || cues.has(Cues::RECOMMEND) => 21,
                () => 17,
            };
            let answers = if keyword::content(&title).n_shared(&asked) >= 2 { 4 } else { 0 };
            offer(rank + answers - i32::try_from(at).unwrap_or(3), title);
        }
    }
    match best {
        Some((score, title)) if score >= WORTHLESS => title,
        worse => {
            let own = of_keywords(body);
            if own.is_empty() { worse.map(|(_, title)| title).unwrap_or_default() } else { own }
        }
    }
}

/// What a request consists of: the whole when it is an issue with a title, else its sentences.
fn parts(question: &str) -> Vec<&str> {
    let mut lines = question.trim().lines().filter(|line| !line.trim().is_empty());
    let has_title =
        lines.next().is_some_and(|first| first.split_whitespace().count() <= MAX_WORDS) && lines.next().is_some();
    if has_title {
        Vec::from([question])
    } else {
        sentence::sentences(sentence::cut(question, 1_000)).into_iter().take(5).collect()
    }
}

/// A title of a text's own words, when nothing in it names its subject: the two words that stand together most often,
/// else the three that describe it best.
fn of_keywords(text: &str) -> String {
    let mut pairs: BTreeMap<(String, String), (usize, usize, String)> = BTreeMap::new();
    let plain = sentence::plain(text);
    let written: Vec<&str> = plain.split_whitespace().collect();
    for (at, pair) in written.windows(2).enumerate() {
        let is_word = |word: &str| {
            let bare = bare(word);
            bare.len() > 2 && bare.chars().all(char::is_alphanumeric) && !keyword::is_stop_word(&bare)
        };
        let joined = pair[0].ends_with(char::is_alphanumeric);
        if joined && is_word(pair[0]) && is_word(pair[1]) {
            let key = (crate::text::stem(&bare(pair[0])), crate::text::stem(&bare(pair[1])));
            let shown = alloc::format!("{} {}", pair[0], pair[1].trim_end_matches(|c: char| !c.is_alphanumeric()));
            pairs.entry(key).or_insert((0, at, shown)).0 += 1;
        }
    }
    let best = pairs.into_values().filter(|(n, _, _)| *n > 1).max_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)));
    if let Some(title) = best.and_then(|(_, _, shown)| tidy(&shown)) {
        return title;
    }
    let words = crate::text::keywords("", text, 3);
    if words.len() < 2 { String::new() } else { tidy(&words.join(", ")).unwrap_or_default() }
}

fn from_heading(heading: &str) -> Option<String> {
    let heading = heading.trim();
    let words = sentence::words(heading);
    let joined = words.join(" ");
    let cues = cue::scan(&words);
    if words.is_empty()
        || GENERIC.contains(&joined.as_str())
        || heading.ends_with('?')
        || cues.has(Cues::NARRATION)
        || cues.has(Cues::OFFER)
        || cues.has(Cues::OPENER)
        || keyword::content(heading).is_empty()
    {
        return None;
    }
    tidy(heading)
}

/// The word that numbers an entry: `step` in "Step 1: install".
fn numbered_by(heading: &str) -> Option<Word<'_>> {
    let mut words = heading.split_whitespace();
    let first = words.next()?;
    words.next()?.trim_start_matches('#').starts_with(|c: char| c.is_ascii_digit()).then(|| bare(first))
}

/// Whether a heading names a part that closes or supports an answer.
fn is_part(heading: &str) -> bool {
    let words = sentence::words(heading);
    let cues = cue::scan(&words);
    GENERIC.contains(&words.join(" ").as_str())
        || [Cues::VERDICT, Cues::LIMIT, Cues::LESSON, Cues::RECOMMEND, Cues::OFFER, Cues::CAUSE, Cues::OPTION]
            .iter()
            .any(|cue| cues.has(*cue))
}

/// "2. Enable the cache": one of several, whatever came before it.
fn is_step(sentence: &str) -> bool {
    let after = sentence.trim_start_matches(|c: char| c.is_ascii_digit());
    after.len() < sentence.len() && after.starts_with(['.', ')'])
}

fn from_sentence(sentence: &str) -> Option<String> {
    if let Some(title) = from_event(sentence) {
        return Some(title);
    }
    let plain = sentence::plain(super::speech::to_remember(sentence));
    if is_step(&plain) {
        return None;
    }
    let head = plain.split([';', '—', '–']).next().unwrap_or(&plain);
    if let Some(resolved) = resolution(head) {
        return tidy(sentence::without_reason(resolved));
    }
    // "Bottom line: the cache helps" is named by what follows the label.
    let head = match head.split_once(": ") {
        Some((label, rest)) if label.split_whitespace().all(|word| LABELS.contains(&bare(word))) => rest,
        Some((label, rest)) if label.split_whitespace().count() <= 3 && is_label(sentence, label) => rest,
        Some((label, _)) if label.split_whitespace().count() > 3 => label,
        _ => head,
    };
    let head = head.split(" (").next().unwrap_or(head).trim().trim_end_matches(['.', ':']);
    let first = sentence::words(sentence::cut(head, 40)).into_iter().next()?;
    let leans = is_pronoun(&first)
        || sentence::words(sentence::cut(head, 40)).iter().take(3).any(|word| is_first_person(word))
        || matches!(
            first.as_str(),
            "not" | "no" | "yes" | "only" | "you" | "your" | "two" | "one" | "then" | "options" | "agreed" | "covers"
        );
    let points_on = head.split_whitespace().next_back().is_some_and(|word| is_pronoun(&bare(word)));
    if leans || points_on || head.split_whitespace().count() < 3 || !can_be_cut(head) {
        return None;
    }
    tidy(head)
}

/// Words before a colon that only say which of several things follows.
pub(super) static LABELS: Words = Words::new(
    "first second third last finally next also another other one more thing things note btw ps root cause fix done will \
     do remember reminder update important todo decision result and two three",
);

/// Whether the words before a colon only say what kind of sentence follows.
fn is_label(sentence: &str, label: &str) -> bool {
    let done = ["corrected", "fixed", "done", "note", "decided", "recorded", "confirmed", "updated", "answer"];
    sentence.trim_start().starts_with("**") || label.split_whitespace().any(|word| done.contains(&bare(word).as_str()))
}

/// What "We decided to store sessions in Postgres" and "We went with Postgres for the sessions" resolve.
pub(super) fn resolution(sentence: &str) -> Option<&str> {
    let (first, mut rest) = sentence.trim().split_once(' ')?;
    if !RESOLVERS.contains(&bare(first)) {
        return None;
    }
    let mut n_between = usize::from(bare(first) != "i");
    // "We need to store it" resolves something, "we need a store" does not.
    let mut is_open = false;
    while let Some((word, more)) = rest.split_once(' ').filter(|(word, _)| RESOLVING.contains(&bare(word))) {
        is_open = match bare(word).as_str() {
            "to" => false,
            "want" | "need" | "like" | "plan" | "have" => true,
            _ => is_open,
        };
        rest = more;
        n_between += 1;
    }
    if is_open {
        return None;
    }
    if let Some((_, more)) = rest.split_once(' ').filter(|(word, _)| CHOOSING.contains(&bare(word))) {
        rest = more;
        if let Some((word, more)) = rest.split_once(' ')
            && matches!(bare(word).as_str(), "with" | "on" | "for")
        {
            rest = more;
        }
    }
    let points = |word: &Word<'_>| is_pronoun(word) && !matches!(word.as_str(), "here" | "there");
    let leans = sentence::words(sentence::cut(rest, 60)).iter().take(3).any(points);
    (n_between > 0 && !leans && keyword::content(rest).len() >= 2).then_some(rest)
}

/// The subject of a sentence that is too long for a title: "The importer of old files" in "… does not …".
fn from_subject(sentence: &str) -> Option<String> {
    let plain = sentence::plain(sentence);
    let words: Vec<&str> = plain.split_whitespace().collect();
    let verb = words.iter().take(MAX_WORDS + 1).position(|word| AUXILIARIES.contains(&bare(word)))?;
    let subject = words[..verb].join(" ");
    let leans = words[..verb].iter().any(|word| is_pronoun(&bare(word)) || is_first_person(&bare(word)))
        || words[..verb].iter().any(|word| matches!(bare(word).as_str(), "you" | "your" | "you're" | "there" | "here"));
    if leans || keyword::content(&subject).len() < 2 {
        return None;
    }
    tidy(subject.trim_start_matches("The ").trim_start_matches("A "))
}

pub(super) fn bare(word: &str) -> Word<'_> {
    Word::lowered(word.trim_matches(|c: char| !c.is_alphanumeric()))
}

/// Whether a sentence is short enough for a title, or has a place where it can end.
fn can_be_cut(sentence: &str) -> bool {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    words.len() <= MAX_WORDS || cut_at(&words).is_some()
}

/// Where a title can end: between clauses, else at a mark, else between phrases.
fn cut_at(words: &[&str]) -> Option<usize> {
    let last = MAX_WORDS.min(words.len() - 1);
    let clause = (3..=last).find(|at| CLAUSE_JOINTS.contains(&bare(words[*at])));
    let dash = (2..=last).find(|at| matches!(words[*at], "—" | "–" | "-"));
    let mark = (2..last).rev().find(|at| words[*at].ends_with([':', ','])).map(|at| at + 1);
    // "How does X differ from Y" is about both.
    let asks = matches!(bare(words[0]).as_str(), "how" | "why" | "what");
    let phrase = || (4..=last).rev().find(|at| PHRASE_JOINTS.contains(words[*at]) && !asks);
    clause.or(dash).or(mark).or_else(phrase)
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
        .map(|word| word.trim_matches(|c: char| matches!(c, '`' | '*' | ',' | '.' | ':')))
        .find(|word| looks_like_path(word))?;
    let name = path.trim_end_matches('/').rsplit('/').next()?;
    tidy(&alloc::format!("{name} {verb}"))
}

/// At most nine words, first letter upper case, no trailing mark; never cut inside a phrase that hangs in the air.
pub(super) fn tidy(text: &str) -> Option<String> {
    let plain = sentence::plain(text);
    let stripped: String = plain.chars().filter(|c| !is_pictograph(*c)).collect();
    let mut words: Vec<&str> = stripped.split_whitespace().collect();
    // Neither a dash nor the number of a list item nor a "no," begins a title.
    let is_number = |word: &str| word.strip_suffix(['.', ')']).is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
    let interjects = |word: &str| word.ends_with(['.', ',', '!']) && INTERJECTIONS.contains(&bare(word));
    while words
        .first()
        .is_some_and(|word| is_number(word) || interjects(word) || !word.chars().any(char::is_alphanumeric))
    {
        words.remove(0);
    }
    words.retain(|word| !matches!(*word, "my" | "our" | "your") && !super::speech::is_sound(&bare(word)));
    if words.len() > MAX_WORDS {
        words.truncate(cut_at(&words).unwrap_or(MAX_WORDS));
    }
    let asks = words.first().is_some_and(|word| matches!(bare(word).as_str(), "what" | "who" | "how"));
    while words.last().is_some_and(|word| {
        let bare = bare(word);
        bare.is_empty() || HANGING.contains(&bare) && !(asks && matches!(bare.as_str(), "is" | "are"))
    }) {
        words.pop();
    }
    let mut title = words.join(" ");
    while title.len() > MAX_CHARS {
        let at = title.rfind(' ')?;
        title.truncate(at);
    }
    let title = title.trim_end_matches(|c: char| {
        matches!(c, ':' | ',' | ';' | '.' | '!' | '?' | '-' | '—' | '–' | '…') || c.is_whitespace()
    });
    let mut title = title.to_string();
    for (open, close) in [('(', ')'), ('[', ']')] {
        if title.matches(open).count() != title.matches(close).count() {
            title = title.chars().filter(|c| *c != open && *c != close).collect();
        }
    }
    if title.matches('"').count() % 2 == 1 {
        title = title.replace('"', "");
    }
    let first = title.chars().next()?;
    if first.is_lowercase()
        && !title
            .split_whitespace()
            .next()
            .is_some_and(|word| word.chars().skip(1).any(|c| c.is_uppercase() || matches!(c, '.' | '/' | '_')))
    {
        let upper: String = first.to_uppercase().collect();
        title.replace_range(..first.len_utf8(), &upper);
    }
    (title.chars().filter(|c| c.is_alphanumeric()).count() >= 2).then_some(title)
}

/// Emoji and other pictures that have no place in a title.
pub(super) fn is_pictograph(c: char) -> bool {
    matches!(u32::from(c), 0x1F000..=0x1FAFF | 0x2600..=0x27BF | 0x2B00..=0x2BFF | 0xFE00..=0xFE0F | 0x200D | 0x20E3 | 0xE0020..=0xE007F | 0x231A..=0x23FF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(headings: &[&str], question: &str, sentence: &str, expected: &str) {
        let headings: Vec<(u8, String)> = headings
            .iter()
            .enumerate()
            .map(|(n, heading)| (2 + u8::try_from(n).unwrap_or(0), (*heading).to_string()))
            .collect();
        assert_eq!(choose(&headings, question, &[sentence], ""), expected);
    }

    #[test]
    fn a_title_names_the_subject() {
        check(
            &["Summary", "Cache Invalidation in the Build"],
            "why slow?",
            "It is slow.",
            "Cache Invalidation in the Build",
        );
        check(&[], "What is the total size of the assets folder?", "It is 3 MB.", "Total size of the assets folder");
        check(&[], "Offline mode\n\nCan the app work without a network?", "Yes.", "Offline mode");
        check(&[], "tell me abou the last ten commits", "It is.", "Last ten commits");
        check(
            &[],
            "",
            "We will store the sessions in Postgres because we need JSONB.",
            "Store the sessions in Postgres",
        );
        check(&[], "", "We went with Kafka over RabbitMQ for the event bus.", "Kafka over RabbitMQ for the event bus");
        check(
            &[],
            "",
            "The tide importer does not allow more than sixty requests each and every minute.",
            "Tide importer",
        );
        check(
            &["Summary", "PR 12 — Cache the pull thumbnails", "PR 11 — Drop the cron"],
            "what changed in the last two pull requests",
            "Both pull requests are merged.",
            "What changed in the last two pull requests",
        );
        check(&["Yes, absolutely! Here's how"], "", "The queue drops messages: always.", "The queue drops messages");
    }

    #[test]
    fn titles_stay_short() {
        let long = "one two three four five six seven eight nine ten eleven";
        assert_eq!(tidy(long).map(|t| t.split(' ').count()), Some(9));
        assert_eq!(tidy("🚀"), None);
        assert_eq!(tidy(""), None);
    }
}
