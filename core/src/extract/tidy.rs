//! The last hand on a title: short, cut where a sentence can end, without what hangs in the air.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::mark;
use super::sentence::{self, Word};
use super::speech::is_order;
use super::telling::is_oath;
use crate::reconcile::is_verb;
use crate::text::{self, Words};

pub(super) const MAX_WORDS: usize = 9;
const MAX_CHARS: usize = 80;
/// Words that hang in the air at the end of a title.
static HANGING: Words = Words::new(
    "a an the of for to and or in on with when that is are be it they this from by as at your my its not into \
     which how you we i has have had does do did can will would should must all no every each some any like then than their our \
     but so also just come whose if because since while where only per via allows lets am was were been",
);
/// Words before a mark that only answer what was said before.
pub(super) static INTERJECTIONS: Words = Words::new(
    "no nope nah yes yeah yep ok okay hm hmm well so right wait oh ah aah ooh wow aha hey correct sure perfect first second third instead \
     finally lastly firstly secondly moreover furthermore additionally however basically thanks \
     thx nice wonderful lovely excellent great super awesome amazing brilliant fantastic",
);
/// Words between clauses: what stands before them can stand alone.
static CLAUSE_JOINTS: Words =
    Words::new("because since so which who where while unless although though whereas if when that's");
/// Words between phrases, where a long title can be cut.
static PHRASE_JOINTS: Words =
    Words::new("and for with from in on at by via without after before during through under w/");
/// Verbs that end the subject of a sentence for sure.
pub(super) static AUXILIARIES: Words = Words::new(
    "is are was were has have had does do did can cannot can't could will would should must may might won't don't \
     doesn't isn't aren't didn't hasn't",
);

pub(super) fn bare(word: &str) -> Word<'_> {
    Word::lowered(word.trim_matches(|c: char| !c.is_alphanumeric()))
}

/// Whether a sentence is short enough for a title, or has a place where it can end.
pub(super) fn can_be_cut(sentence: &str) -> bool {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    words.len() <= MAX_WORDS || cut_at(&words).is_some()
}

/// Where a title can end: between clauses, else at a mark, else between phrases.
fn cut_at(words: &[&str]) -> Option<usize> {
    let last = MAX_WORDS.min(words.len() - 1);
    // "Only once the oven is hot", not "built once at startup".
    let is_once = |at: usize| {
        let next = words.get(at + 1).map(|next| bare(next));
        bare(words[at]) == "once"
            && next.is_some_and(|next| matches!(next.as_str(), "the" | "a" | "it" | "they" | "all"))
    };
    // "The oven is hot but the door is open", not "the oven is hot but does not bake".
    let is_other = |at: usize| {
        let next = words.get(at + 1).map(|next| bare(next));
        let goes_on = |word: &str| AUXILIARIES.contains(word) || matches!(word, "never" | "not" | "only" | "no");
        bare(words[at]) == "but" && next.is_some_and(|next| !goes_on(&next))
    };
    let parts = |at: &usize| {
        (CLAUSE_JOINTS.contains(&bare(words[*at])) || is_once(*at) || is_other(*at))
            && !AUXILIARIES.contains(&bare(words[*at - 1]))
    };
    let clause = (3..=last).find(parts);
    let dash = (2..=last).find(|at| matches!(words[*at], "—" | "–" | "-"));
    let colon = (2..last).find(|at| words[*at].ends_with(':')).map(|at| at + 1);
    // "One tiled, compressed file" goes on after its comma.
    let describes =
        |at: usize| words[at].ends_with("ed,") && matches!(bare(words[at - 1]).as_str(), "a" | "an" | "one" | "the");
    // "Rolls, the rye of the week, cakes and more": a cut between two of many names neither.
    let is_one_of_many = |at: usize| words[..at].iter().any(|word| word.ends_with(','));
    let ends =
        |at: &usize| words[*at].ends_with(',') && !is_in_list(words, *at) && !describes(*at) && !is_one_of_many(*at);
    let mark = (2..last).rev().find(ends).map(|at| at + 1);
    let phrase = || (4..=last).rev().find(|at| is_phrase_end(words, *at));
    // "… under 120 a month" says enough with the amount.
    let amount = || {
        let goes_on = |at: &usize| HANGING.contains(&bare(words[*at])) || PHRASE_JOINTS.contains(words[*at]);
        (4..=last).rev().find(|at| words[*at - 1].bytes().any(|b| b.is_ascii_digit()) && goes_on(at))
    };
    clause.or(dash).or(colon).or(mark).or_else(phrase).or_else(amount)
}

/// Whether the comma after a word stands in an enumeration: "English, French and Spanish".
fn is_in_list(words: &[&str], at: usize) -> bool {
    let behind = &words[at + 1..words.len().min(at + 5)];
    behind.iter().take(4).skip(1).any(|word| matches!(*word, "and" | "or" | "&"))
        || words[..at].iter().rev().take(2).any(|word| word.ends_with(','))
            && behind.iter().take(2).any(|word| word.ends_with(','))
}

/// Whether what stands before a word that joins phrases can stand alone.
fn is_phrase_end(words: &[&str], at: usize) -> bool {
    let joint = words[at];
    let before = bare(words[at - 1]);
    // "How does X differ from Y" is about both; so is "she asks how big the pictures for X must be".
    let asked = words[..at].iter().rposition(|word| matches!(bare(word).as_str(), "how" | "why" | "what" | "whether"));
    let is_answered =
        asked.is_none_or(|asked| asked > 0 && words[asked..at].iter().any(|word| AUXILIARIES.contains(&bare(word))));
    // "Turned each date into …", "every reading dated in …": the verb needs what follows.
    let leans = before.ends_with("ed") || before.ends_with("ing") && is_verb(&text::stem(&before));
    // "Codes will only hang at the door": the place belongs to the verb.
    let is_bare_verb = words[..at - 1].last().is_some_and(|word| {
        let word = bare(word);
        AUXILIARIES.contains(&word) && !matches!(word.as_str(), "is" | "are" | "was" | "were")
            || matches!(word.as_str(), "only" | "to")
    });
    // "Do not open until after noon": that is the point.
    let leans = leans || matches!(before.as_str(), "until" | "unless" | "except");
    let leans = leans || is_bare_verb;
    // "A clear and short recipe": the thing comes behind.
    let leans = leans || joint == "and" && at > 1 && matches!(bare(words[at - 2]).as_str(), "a" | "an");
    let joins_verbs = joint == "and" && words.get(at + 1).is_some_and(|word| is_order(&bare(word)));
    (PHRASE_JOINTS.contains(joint) && is_answered && !leans && !HANGING.contains(&before)) || joins_verbs
}

/// "Still wrong. The tray should be blue" is about the tray.
fn last_told(text: &str) -> &str {
    match &sentence::sentences(text)[..] {
        [remark, told, ..] if remark.split_whitespace().count() <= 2 => &text[sentence::place_of(told, text)..],
        _ => text,
    }
}

/// At most nine words, first letter upper case, no trailing mark; never cut inside a phrase that hangs in the air.
pub(super) fn tidy(text: &str) -> Option<String> {
    let plain = mark::plain(text);
    let stripped: String = plain.chars().filter(|c| !is_pictograph(*c)).collect();
    // A row of a table: its name, and what it is.
    let stripped = stripped.replace(" be able to ", " ").replace(" | ", ": ");
    // "@docs/plan.md" is how a file is given to an agent.
    let is_file = |name: &str| name.trim_end_matches(['.', ',', ':']).contains(['.', '/']);
    let name_of = |word| str::strip_prefix(word, '@').filter(|name| is_file(name)).unwrap_or(word);
    let mut words: Vec<&str> = last_told(&stripped).split_whitespace().map(name_of).collect();
    // Neither a dash nor the number of a list item nor a "no," begins a title.
    let is_number = |word: &str| word.strip_suffix(['.', ')']).is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
    let interjects = |word: &str| word.ends_with(['.', ',', '!']) && INTERJECTIONS.contains(&bare(word));
    // "Nah every tray has its own" and "and as we have room" lose their first word with or without a mark.
    let leads_on = |words: &[&str]| {
        words.len() > 3
            && matches!(
                bare(words[0]).as_str(),
                "nah" | "nope" | "yeah" | "yep" | "okay" | "oh" | "boy" | "and" | "also" | "simply"
            )
    };
    // "Go ahead and clean the tray" asks to clean it.
    if let [go, ahead, and, _, _, ..] = words[..]
        && go.eq_ignore_ascii_case("go")
        && (ahead, and) == ("ahead", "and")
    {
        words.drain(..3);
    }
    while leads_on(&words)
        || words
            .first()
            .is_some_and(|word| is_number(word) || interjects(word) || !word.chars().any(char::is_alphanumeric))
    {
        words.remove(0);
    }
    words.retain(|word| {
        let word = bare(word);
        !super::chat::is_sound(&word) && !is_oath(&word) && !matches!(word.as_str(), "pls" | "btw" | "please")
    });
    own_to_the(&mut words);
    // Who forgets capitals ends sentences with a mark all the same.
    let ends = |word: &str| {
        word.len() > 3
            && word.ends_with(['.', '!', '?', ';'])
            && !word.strip_suffix('.').is_some_and(sentence::ends_with_abbreviation)
    };
    if let Some(at) = (2..words.len()).find(|at| ends(words[*at])) {
        words.truncate(at + 1);
    }
    let n_whole = words.len();
    if words.len() > MAX_WORDS {
        words.truncate(cut_at(&words).unwrap_or(MAX_WORDS));
    }
    // "Keep the index tho", "no raisins pls".
    if words.len() > 2
        && words.last().is_some_and(|word| matches!(bare(word).as_str(), "tho" | "though" | "pls" | "btw"))
    {
        words.pop();
    }
    if let [_, _, .., by, the, way] = words[..]
        && (by, the, bare(way).as_str()) == ("by", "the", "way")
    {
        words.truncate(words.len() - 3);
    }
    if let [.., to, me] = words[..]
        && matches!(to, "to" | "for" | "with")
        && matches!(bare(me).as_str(), "me" | "us" | "you")
    {
        words.truncate(words.len() - 2);
    }
    drop_hanging(&mut words, n_whole);
    // "… to correspond" and "… by clicking" miss what they were about.
    if let [_, _, .., joint, verb] = words[..]
        && words.len() < n_whole
        && (joint == "to" && is_verb(&text::stem(&bare(verb))) || joint == "by" && verb.ends_with("ing"))
    {
        words.truncate(words.len() - 2);
    }
    drop_afterthought(&mut words);
    while words.join(" ").len() > MAX_CHARS {
        words.pop();
        drop_hanging(&mut words, n_whole);
    }
    let title = words.join(" ");
    let title = title.trim_end_matches(|c: char| {
        matches!(c, ':' | ',' | ';' | '.' | '!' | '?' | '-' | '—' | '–' | '…') || c.is_whitespace()
    });
    let mut title = title.to_string();
    for (open, close) in [('(', ')'), ('[', ']')] {
        // A bracket whose end was cut off goes with what stands in it.
        if title.matches(open).count() > title.matches(close).count()
            && let Some(before) = title.rfind(open).map(|at| title[..at].trim_end_matches([' ', '=', ':', ',']))
            && before.contains(' ')
            && !says_nothing(before)
        {
            title.truncate(before.len());
        }
        if title.matches(open).count() != title.matches(close).count() {
            title = title.chars().filter(|c| *c != open && *c != close).collect();
        }
    }
    if title.matches('"').count() % 2 == 1 {
        title = title.replace('"', "");
    }
    if says_nothing(&title) {
        return None;
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

/// How people agree in a few words, and how they begin to tell what they do.
const REMARKS: [&str; 12] = [
    "fair enough",
    "fair point",
    "makes sense",
    "sounds good",
    "no worries",
    "no problem",
    "go for it",
    "never mind",
    "good evening",
    "good morning",
    "good afternoon",
    "hello",
];
const TROUBLES: [&str; 4] = ["stuck in ", "stuck on ", "trying to ", "wondering "];
/// The rest of a phrase, and of a line that a program wrote.
const RESTS: [&str; 4] = ["of ", "true, ", "false, ", "null, "];

/// Whether a title names nothing: "Fair enough", "Trying to bake", "Of trays and ovens".
fn says_nothing(title: &str) -> bool {
    let lower = title.to_lowercase();
    REMARKS.contains(&lower.as_str()) || TROUBLES.iter().chain(&RESTS).any(|start| lower.starts_with(start))
}

/// "Our cache" is "cache", and "in our own cache" is "in the cache".
fn own_to_the(words: &mut Vec<&str>) {
    let is_own = |word: &str| matches!(word, "my" | "our" | "your" | "My" | "Our" | "Your");
    if words.len() > 1 && is_own(words[0]) {
        words.remove(0);
    }
    for at in (0..words.len()).rev() {
        // A name needs no article: "compare my acme/till" compares "acme/till".
        let is_name = |next: &&str| next.contains('/') || next.starts_with(char::is_uppercase);
        if is_own(words[at]) && words.get(at + 1).is_some_and(is_name) {
            words.remove(at);
        } else if is_own(words[at]) {
            words[at] = "the";
            if words.get(at + 1).is_some_and(|next| *next == "own") {
                words.remove(at + 1);
            }
        }
    }
}

/// Takes off words that hang in the air. What a mark closed, and what ends the whole, hangs less: "never have to log in,".
fn drop_hanging(words: &mut Vec<&str>, n_whole: usize) {
    let asks = words.first().is_some_and(|word| matches!(bare(word).as_str(), "what" | "who" | "how"));
    while let Some(word) = words.last() {
        let last = bare(word);
        let is_closed = word.ends_with([',', '.', ';', '!', ':']) || words.len() == n_whole;
        let behind_verb = words.len().checked_sub(2).is_some_and(|at| is_verb(&text::stem(&bare(words[at]))));
        let is_particle = matches!(last.as_str(), "in" | "on" | "by" | "at" | "for" | "with" | "to");
        let stands = match last.as_str() {
            "" => *word == "%",
            "is" | "are" => asks,
            "all" | "not" | "no" | "then" | "do" | "did" | "does" | "come" | "it" | "this" | "that" | "they" => {
                is_closed
            }
            _ => !HANGING.contains(&last) || is_closed && is_particle && (behind_verb || word.ends_with(',')),
        };
        // "From now on" is one word, and so is "go on".
        if stands
            || matches!(
                words[..],
                [.., "now" | "go" | "goes" | "always" | "stays" | "turned" | "switched" | "being", "on" | "on."]
            )
        {
            break;
        }
        words.pop();
        // "Keyed on" without its "on".
        if is_particle && words.len() > 1 && words.last().is_some_and(|word| word.ends_with("ed")) {
            words.pop();
        }
    }
}

/// "No dark mode, Pim" is about what stands before the comma; a list has more of them.
fn drop_afterthought(words: &mut Vec<&str>) {
    let commas = words.iter().filter(|word| word.ends_with(',')).count();
    if let [first, .., before, _] = words[..]
        && before.ends_with(',')
        && commas == 1
        && first != before
    {
        words.pop();
    }
}

/// Emoji and other pictures that have no place in a title.
pub(super) fn is_pictograph(c: char) -> bool {
    matches!(u32::from(c), 0x1F000..=0x1FAFF | 0x2600..=0x27BF | 0x2B00..=0x2BFF | 0xFE00..=0xFE0F | 0x200D | 0x20E3 | 0xE0020..=0xE007F | 0x231A..=0x23FF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_stay_short() {
        let long = "one two three four five six seven eight nine ten eleven";
        assert_eq!(tidy("Review the damn rolls in the shop").as_deref(), Some("Review the rolls in the shop"));
        assert_eq!(tidy(long).map(|t| t.split(' ').count()), Some(9));
        assert_eq!(tidy("rolls in our own shop").as_deref(), Some("Rolls in the shop"));
        assert_eq!(tidy("compare my acme/till to theirs").as_deref(), Some("Compare acme/till to theirs"));
        assert_eq!(tidy("ten minutes is acceptable to me").as_deref(), Some("Ten minutes is acceptable"));
        assert_eq!(tidy("no dark bread, Pim").as_deref(), Some("No dark bread"));
        assert_eq!(tidy("rye, spelt, oats").as_deref(), Some("Rye, spelt, oats"));
        assert_eq!(tidy("rye is called spelt from now on").as_deref(), Some("Rye is called spelt from now on"));
        assert_eq!(tidy("nah every tray has its own oven").as_deref(), Some("Every tray has its own oven"));
        assert_eq!(tidy("also clean the trays").as_deref(), Some("Clean the trays"));
        assert_eq!(tidy("go ahead and clean the trays").as_deref(), Some("Clean the trays"));
        assert_eq!(tidy("rye rests for 8 hours by the way").as_deref(), Some("Rye rests for 8 hours"));
        assert_eq!(tidy("the baker is Mrs. Aalto").as_deref(), Some("The baker is Mrs. Aalto"));
        assert_eq!(tidy("salt stays below 2 %").as_deref(), Some("Salt stays below 2 %"));
        assert_eq!(tidy("Still wrong. The tray is blue").as_deref(), Some("The tray is blue"));
        assert_eq!(tidy("Mrs. Aalto bakes").as_deref(), Some("Mrs. Aalto bakes"));
        assert_eq!(tidy("oh and never sell old rye tho").as_deref(), Some("Never sell old rye"));
        assert_eq!(
            tidy("Do not open until after I have tasted the bread this time").as_deref(),
            Some("Do not open until after I have tasted")
        );
        assert_eq!(tidy("Moreover, the oven is lit at four").as_deref(), Some("The oven is lit at four"));
        assert_eq!(tidy("RYE | Dark bread").as_deref(), Some("RYE: Dark bread"));
        assert_eq!(tidy("for the shop i am").as_deref(), Some("For the shop"));
        let call = "The baker calls oven.set('heat of the day', 220) at four";
        assert_eq!(tidy(call).as_deref(), Some("The baker calls oven.set"));
        for nothing in ["Fair enough.", "Trying to light the oven", "true, \"message\": \"Baked\"", "of trays"] {
            assert_eq!(tidy(nothing), None, "{nothing}");
        }
        assert_eq!(tidy("🚀"), None);
        assert_eq!(tidy(""), None);
    }
}
