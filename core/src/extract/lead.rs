//! What leads to a statement: openers, labels, dates, wishes and resolutions around what is said.

use alloc::vec::Vec;

use super::chat::is_filler;
use super::form::{has_number, is_pronoun};
use super::sentence::Word;
use super::speech::is_order;
use super::tidy::{INTERJECTIONS, bare, is_pictograph};
use super::{keyword, sentence};
use crate::reconcile::is_month;
use crate::text::Words;

/// Words that lead to what is said.
static LEADS: Words = Words::new(
    "and but also ya soo ooh now btw pls please currently then yes yeah yep well just actually technically basically honestly \
     essentially currently meanwhile therefore hence anyway however additionally finally already indeed obviously \
     clearly rather",
);
/// Words that name a matter before it is told: "Regarding the size, …".
static MATTERS: Words = Words::new("regarding concerning about as for with in on to from since until before after");
/// Who resolves something.
static RESOLVERS: Words = Words::new("we let's lets we'll we've we're we'd i'll i've i'd i let");
/// Words between the one who resolves and what is resolved.
static RESOLVING: Words = Words::new(
    "will have has are am should must would like want need decided agreed going to also now just all finally then \
     gonna plan us both definitely simply",
);
/// Verbs of choice: what follows is what was chosen.
static CHOOSING: Words =
    Words::new("chose choose picked pick selected select went go settled settle opted opt recommend suggest propose");
/// Words before a colon that only say which of several things follows.
pub(super) static LABELS: Words = Words::new(
    "first second third last finally next also another other one more thing things note btw ps root cause fix done will \
     do remember reminder update important todo decision result and two three in short conclusion summary bottom line \
     answer verdict finding",
);
/// Most matters that are named before something is told of them.
const MAX_MATTERS: usize = 3;
/// Verbs that report what somebody said or means.
static REPORTING: Words = Words::new(
    "say says said thinks think means wrote writes heard decided agreed promised \
     told reported reports noticed know is was shows suggests indicates confirms",
);
/// Words that begin an answer to a numbered question.
static ANSWERING: Words =
    Words::new("both yes no never always one only in on the a not use make take all is same we i");
/// Words of labels that announce what follows.
static ANNOUNCING: Words = Words::new(
    "rule rules stuff point points change changes news important matters thing things context background orders",
);

/// What a label announces: "One more thing: …", "The one rule that matters: …", "Added to the docs: …".
pub(super) fn announced(sentence: &str) -> &str {
    let announces = |label: &str| {
        let words = sentence::words(label);
        let is_done = words.first().is_some_and(|word| word.len() > 4 && word.ends_with("ed"));
        let orders =
            words.first().is_some_and(|word| matches!(word.as_str(), "mention" | "note" | "add" | "write" | "say"));
        words.iter().all(|word| LABELS.contains(word))
            || words.len() <= 7 && (is_done || orders || words.iter().any(|word| ANNOUNCING.contains(word)))
    };
    match sentence.split_once(": ") {
        Some((label, rest)) if announces(label) && rest.split_whitespace().count() >= 2 => rest,
        _ => sentence,
    }
}

/// "As of 2 April 2026 the limit is …" without the date.
pub(super) fn without_dates(said: &str) -> &str {
    let words: Vec<&str> = said.split(' ').collect();
    let starts = words.first().is_some_and(|word| matches!(bare(word).as_str(), "as" | "from" | "since"));
    let is_date = |word: &&&str| {
        let word = bare(word);
        word.starts_with(|c: char| c.is_ascii_digit()) || word == "of" || is_month(&word)
    };
    let n = words.iter().skip(1).take_while(is_date).count();
    let has_number = words.iter().take(n + 1).any(|word| word.bytes().any(|b| b.is_ascii_digit()));
    if !starts || n == 0 || !has_number || words.len() < n + 4 {
        return said;
    }
    let length: usize = words.iter().take(n + 1).map(|word| word.len() + 1).sum();
    said.get(length..).unwrap_or(said)
}

/// "I want X", "at launch we need X": X.
pub(super) fn without_want(said: &str) -> Option<&str> {
    let mut from = 0;
    let mut before = Word::lowered("");
    for (at, word) in said.split(' ').take(6).enumerate() {
        let wanted = bare(word);
        from += word.len() + 1;
        if at > 0
            && matches!(before.as_str(), "i" | "we" | "i'd")
            && matches!(wanted.as_str(), "want" | "need" | "like" | "prefer")
        {
            let rest = said.get(from..).unwrap_or("");
            let rest = ["to ", "that "].into_iter().find_map(|lead| rest.strip_prefix(lead)).unwrap_or(rest);
            let first = bare(rest.split(' ').next().unwrap_or(""));
            let asks = matches!(first.as_str(), "know" | "ask" | "see" | "understand" | "hear" | "it" | "");
            return (!asks).then_some(rest);
        }
        before = wanted;
    }
    Some(said)
}

/// What somebody is said to have said, or something to show: "a friend says that rye is cheaper", "the problem is that
/// rye is cheaper" and "the bill shows that rye is cheaper" tell "rye is cheaper".
pub(super) fn reported(sentence: &str) -> &str {
    let mut from = 0;
    let mut before = Word::lowered("");
    for word in sentence.split(' ').take(9) {
        from += word.len() + 1;
        if word == "that" && REPORTING.contains(&before) {
            return sentence.get(from..).filter(|rest| rest.split_whitespace().count() >= 4).unwrap_or(sentence);
        }
        before = bare(word);
    }
    sentence
}

/// What is said without the words that lead to it, numbers that pick from a menu, and the matter it is about.
pub(super) fn without_lead(sentence: &str) -> &str {
    let mut rest = without_openers(sentence);
    // "Regarding the size, 40 MB is too tight": the matter is named, then told.
    for _ in 0..MAX_MATTERS {
        match rest.split_once(", ") {
            Some((matter, told))
                if rest.split_whitespace().next().is_some_and(|word| MATTERS.contains(&bare(word)))
                    && matter.split_whitespace().count() <= 7
                    && told.split_whitespace().nth(2).is_some() =>
            {
                rest = without_openers(told);
            }
            _ => break,
        }
    }
    rest
}

const BY_THE_WAY: &str = "by the way, ";

/// What is said without words that only lead to it and numbers that pick from a menu.
fn without_openers(sentence: &str) -> &str {
    let mut rest = sentence.trim_start_matches(|c: char| is_pictograph(c) || c.is_whitespace() || c == '-');
    let by_the_way = rest.get(..BY_THE_WAY.len()).is_some_and(|start| start.eq_ignore_ascii_case(BY_THE_WAY));
    if by_the_way {
        rest = &rest[BY_THE_WAY.len()..];
    }
    while let Some((word, more)) = rest.split_once(' ') {
        let said = bare(word);
        let closes = word.ends_with(['.', ',', ':', '!', ')']);
        let is_digit = |b: u8| b.is_ascii_digit() || b == b'+';
        let is_mark = said.len() == 1 && said.bytes().all(|b| b.is_ascii_lowercase()) && word.ends_with(['.', ')']);
        // "2 never edit it": the number of an answer, not "2 loaves".
        let answers = said.len() == 1 && more.split(' ').next().is_some_and(|next| ANSWERING.contains(&bare(next)));
        let picks = !said.is_empty() && said.bytes().all(is_digit) && (closes || answers) || is_mark;
        // "Rather than guessing" is the other half.
        let is_half = said == "rather" && more.starts_with("than ");
        let leads = LEADS.contains(&said) && !is_half || is_filler(&said) || closes && INTERJECTIONS.contains(&said);
        if !picks && !leads && !said.is_empty() {
            break;
        }
        rest = more.trim_start();
    }
    rest
}

/// Whether the words before a colon only say what kind of sentence follows.
pub(super) fn is_label(sentence: &str, label: &str) -> bool {
    let done = ["corrected", "fixed", "done", "note", "decided", "recorded", "confirmed", "updated", "answer"];
    sentence.trim_start().starts_with("**") || label.split_whitespace().any(|word| done.contains(&bare(word).as_str()))
}

/// What "We decided to store sessions in Postgres" and "We went with Postgres for the sessions" resolve.
pub(super) fn resolution(sentence: &str) -> Option<&str> {
    let (first, mut rest) = sentence.trim().split_once(' ')?;
    if !RESOLVERS.contains(&bare(first)) || bare(first) == "let" && !rest.starts_with("us ") {
        return None;
    }
    let mut n_between =
        usize::from(matches!(bare(first).as_str(), "let" | "let's" | "lets" | "we'll" | "i'll" | "we'd" | "i'd"));
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
    rest = rest.strip_prefix("go ahead and ").unwrap_or(rest);
    // "We'll be moving the oven" resolves to move it.
    let moves = |rest: &&str| bare(rest.split(' ').next().unwrap_or("")).ends_with("ing");
    rest = rest.strip_prefix("be ").filter(moves).unwrap_or(rest);
    if let Some((_, more)) = rest.split_once(' ').filter(|(word, _)| CHOOSING.contains(&bare(word))) {
        rest = more;
        n_between += 1;
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
/// "Based on the tests so far, update the plan" asks to update the plan.
pub(super) fn without_opening(asked: &str) -> &str {
    let opens = matches!(
        bare(asked.split(' ').next().unwrap_or("")).as_str(),
        "based" | "given" | "in" | "for" | "with" | "after" | "since" | "when" | "while" | "if" | "as" | "now"
    );
    let order = asked.match_indices(", ").map(|(at, _)| &asked[at + 2..]).find(|rest| {
        let first = rest.split(' ').next().unwrap_or("");
        is_order(&bare(first))
    });
    order.filter(|_| opens).unwrap_or(asked)
}

/// Content words by which a lead tells more than the heading above it.
const MORE: usize = 4;

/// "A till (version 2) with **10 drawers**, one for each baker:" tells something itself, whatever it leads to.
pub(super) fn tells_more(lead: &str, heading: &str) -> bool {
    let told = keyword::content(lead);
    told.len() >= MORE + told.n_shared(&keyword::content(heading)) && has_number(lead)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_resolved_stands_without_the_words_that_lead_to_it() {
        assert_eq!(resolution("We decided to bake rye bread daily"), Some("bake rye bread daily"));
        assert_eq!(resolution("We'll be moving the oven to the yard"), Some("moving the oven to the yard"));
        assert_eq!(resolution("We'll be happy with the new oven"), Some("be happy with the new oven"));
        assert_eq!(resolution("We need a bigger oven for the bread"), None);
    }
}
