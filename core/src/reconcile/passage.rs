//! Markdown passages: their blocks and sentences, and what one adds to others.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::OnceCell;

use super::clause;
use super::glossary::Glossary;
use crate::extract::{LEFT_OUT, SAYS_BELOW, ends_with_abbreviation, is_said, said, unquoted};
use crate::text::{content_terms, fold};
use crate::time::Timestamp;

/// Share of a block's content words that must be new for the block to be worth adding.
/// Lower repeats what is there in other words; higher loses details.
const NEW_SHARE: f64 = 0.35;
/// Longest sentence in which one new name is news.
const SHORT: usize = 200;

/// The blocks of a Markdown passage: paragraphs, lists, tables, code; a line that ends in a colon, or a heading, stays with what follows.
pub(super) fn blocks(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut current = String::new();
    let mut fenced = false;
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        if line.trim().is_empty() && !fenced {
            flush(&mut out, &mut current);
            continue;
        }
        if !current.is_empty() {
            current.push('\n');
        }
        current.push_str(line.trim_end());
        fenced ^= is_fence;
    }
    flush(&mut out, &mut current);
    out
}

fn flush(out: &mut Vec<String>, current: &mut String) {
    let block = core::mem::take(current);
    if block.trim().is_empty() {
        return;
    }
    match out.last_mut() {
        Some(last) if introduces(last) => {
            last.push_str("\n\n");
            last.push_str(&block);
        }
        _ => out.push(block),
    }
}

/// Share of a passage that must be left for it to stand on without what was taken out.
const STANDS_ON: f64 = 0.1;

/// Takes the lines and blocks of a passage in which the sentences stand out of it: what is taken out, what is left, and
/// whether its first block went. `None` when too little would be left.
pub(super) fn part(text: &str, sentences: &[String]) -> Option<(String, String, bool)> {
    let holds = |text: &str| sentences.iter().any(|sentence| text.contains(sentence.as_str()));
    let is_item = |line: &str| {
        let line = line.trim_start();
        line.starts_with(['-', '|']) || line.starts_with("* ") || numbered(line)
    };
    let (mut ended, mut rest) = (Vec::new(), Vec::new());
    let mut leads = false;
    for (at, block) in blocks(text).into_iter().enumerate() {
        // What a person said in several lines stays a quotation, whatever goes of it.
        if let Some((gone, kept, is_led)) = said_in_lines(&block).and_then(|words| part(&words, sentences)) {
            leads |= at == 0 && is_led;
            ended.push(said(&bare(&gone)));
            rest.push(said(&bare(&kept)));
            continue;
        }
        let (gone, kept): (Vec<&str>, Vec<&str>) = block.lines().partition(|line| is_item(line) && holds(line));
        if kept.iter().any(|line| is_item(line)) && !gone.is_empty() {
            ended.push(gone.join("\n"));
            rest.push(kept.join("\n"));
        } else if let Some((gone, kept)) = part_of_paragraph(&block, sentences) {
            leads |= at == 0 && block.starts_with(&gone);
            ended.push(gone);
            rest.push(kept);
        } else if holds(&block) {
            leads |= at == 0;
            ended.push(block);
        } else {
            rest.push(block);
        }
    }
    let rest = rest.join("\n\n");
    (!ended.is_empty() && rest.len() as f64 >= text.len() as f64 * STANDS_ON).then(|| (ended.join("\n\n"), rest, leads))
}

/// The words of a person that stand in several lines of a block.
fn said_in_lines(block: &str) -> Option<Cow<'_, str>> {
    (is_said(block) && block.contains('\n')).then(|| unquoted(block))
}

/// An item of a list without its mark, any other text as it is.
pub(super) fn bare(text: &str) -> String {
    let line = text.trim_start();
    let marked = line.strip_prefix("- ").or_else(|| line.strip_prefix("* "));
    let marked = marked.or_else(|| numbered(line).then(|| line.split_once(". ").map_or(line, |(_, said)| said)));
    marked.filter(|_| !line.contains('\n')).unwrap_or(text).to_string()
}

/// Follows a line that tells more than what was replaced, up to the closing bracket.
const IN_PART: &str = " _(changed in part";

/// As [`part`], but for what a person said that tells more than `newer` replaces: it stays, and a note says since when
/// not all of it holds.
pub(super) fn replaced(
    text: &str,
    sentences: &[String],
    newer: &str,
    since: Option<Timestamp>,
) -> Option<(String, String, bool)> {
    let is_said = |sentence: &str| {
        let of_person = |line: &str| is_said(line) || line.starts_with('>');
        text.lines().any(|line| line.contains(sentence) && of_person(line) && !line.contains(IN_PART))
    };
    let (partly, wholly): (Vec<String>, Vec<String>) =
        sentences.iter().cloned().partition(|sentence| is_said(sentence) && tells_more(sentence, newer));
    if partly.is_empty() {
        return part(text, sentences);
    }
    let (mut ended, rest, mut leads) = part(text, &wholly).unwrap_or_else(|| (String::new(), text.to_string(), false));
    let since = since.map(|time| alloc::format!(" on {}", time.date().to_iso())).unwrap_or_default();
    let mut lines: Vec<String> = Vec::new();
    for line in rest.lines() {
        if partly.iter().any(|sentence| line.contains(sentence.as_str())) {
            leads |= lines.is_empty();
            ended.push_str(if ended.is_empty() { "" } else { "\n\n" });
            ended.push_str(line);
            lines.push(alloc::format!("{line}{IN_PART}{since})_"));
        } else {
            lines.push(line.to_string());
        }
    }
    (!ended.is_empty()).then(|| (ended, lines.join("\n"), leads))
}

/// "95 a month, with a shelf, at most 15 members" tells more than what "18 members now, not 15" replaces: one of its parts
/// says something else. A reason goes with what it was given for.
fn tells_more(sentence: &str, newer: &str) -> bool {
    let newer = content_terms(newer);
    let is_other = |part: &str| {
        let first = part.split_whitespace().next().unwrap_or("");
        let is_reason = matches!(first, "because" | "since" | "so" | "which" | "as" | "but" | "not");
        let terms = content_terms(part);
        let n_shared = terms.iter().filter(|term| newer.contains(term)).count();
        !is_reason && terms.len() >= TELLING_TERMS && n_shared * 4 <= terms.len()
    };
    sentence.contains([',', ';']) && sentence.split([',', ';']).any(is_other)
}

/// Content words with which a part of a sentence says something.
const TELLING_TERMS: usize = 3;

/// A shorter sentence of somebody tells nothing by itself.
const TELLING_WORDS: usize = 4;

/// Takes sentences out of a paragraph of one line when whole sentences stay that do not lean on them.
fn part_of_paragraph(block: &str, sentences: &[String]) -> Option<(String, String)> {
    if block.contains('\n') || is_structured(block) {
        return None;
    }
    // A note stays with what is left.
    let (block, note) = block.split_at(block.find(IN_PART).unwrap_or(block.len()));
    let words = &*unquoted(block);
    let is_quote = is_said(block);
    let (gone, kept): (Vec<&str>, Vec<&str>) = words
        .split(LEFT_OUT)
        .flat_map(split_sentences)
        .partition(|said| sentences.iter().any(|sentence| said.contains(sentence.as_str())));
    let leans = |said: &&str| {
        let first = said.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or("");
        said.split_whitespace().count() < 3
            || matches!(first, "It" | "This" | "That" | "These" | "They" | "Both" | "So" | "The")
    };
    let tells = |said: &&str| said.split_whitespace().count() >= TELLING_WORDS;
    let stands = if is_quote { kept.iter().any(tells) } else { !kept.is_empty() && !kept.iter().any(leans) };
    if gone.is_empty() || !stands {
        return None;
    }
    // What a person said stays a quotation, with a mark where something is left out.
    Some(if is_quote {
        (said(&gone.join(LEFT_OUT)), said(&kept.join(LEFT_OUT)) + note)
    } else {
        (gone.join(" "), kept.join(" "))
    })
}

/// Whether the block's last line announces the next block.
fn introduces(block: &str) -> bool {
    let last = block.lines().last().unwrap_or("").trim();
    let plain = last.trim_end_matches(['*', '_']);
    (plain.ends_with(':') || last.starts_with('#') || is_bold_label(last)) && !last.starts_with(['-', '|', '>'])
}

fn is_bold_label(line: &str) -> bool {
    line.len() < 80 && line.starts_with("**") && line.ends_with("**")
}

/// Whether the block is a list, a table or code, possibly with the line that introduces it.
pub(super) fn is_structured(block: &str) -> bool {
    block.lines().any(|line| {
        let line = line.trim_start();
        line.starts_with("- ")
            || line.starts_with("* ")
            || line.starts_with('|')
            || line.starts_with("```")
            || numbered(line)
    })
}

fn numbered(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    (1..=3).contains(&digits) && line[digits..].starts_with(". ")
}

/// What is known already.
struct Known<'a> {
    texts: &'a [&'a str],
    terms: BTreeSet<String>,
    /// Its words as they are written, once they were asked for.
    words: OnceCell<BTreeSet<String>>,
}

impl Known<'_> {
    fn has_word(&self, word: &str) -> bool {
        let words =
            || self.texts.iter().flat_map(|text| text.split_whitespace()).map(|word| fold(unmarked(word))).collect();
        self.words.get_or_init(words).contains(&fold(word))
    }
}

/// A word without the marks around it.
fn unmarked(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// The blocks of `text` that say something the known texts do not.
pub(super) fn news(text: &str, known: &[&str]) -> String {
    let terms = known.iter().flat_map(|text| content_terms(text)).collect();
    let known = Known { texts: known, terms, words: OnceCell::new() };
    let fresh: Vec<String> = blocks(text).into_iter().filter_map(|block| news_of(block, &known)).collect();
    fresh.join("\n\n")
}

/// The block when it is news, else the items of a list that are.
fn news_of(block: String, known: &Known<'_>) -> Option<String> {
    if is_news(&block, known) {
        return Some(block);
    }
    if let Some(words) = said_in_lines(&block) {
        let fresh: Vec<String> = blocks(&words).into_iter().filter_map(|block| news_of(block, known)).collect();
        return (!fresh.is_empty()).then(|| said(&bare(&fresh.join("\n\n"))));
    }
    let is_item = |line: &&str| line.starts_with("- ") || numbered(line);
    let items: Vec<&str> = block.lines().filter(is_item).filter(|item| is_news(item, known)).collect();
    (!items.is_empty()).then(|| items.join("\n"))
}

fn is_news(block: &str, known: &Known<'_>) -> bool {
    let terms: BTreeSet<String> = content_terms(block).into_iter().collect();
    if terms.is_empty() {
        return false;
    }
    let fresh = terms.iter().filter(|term| !known.terms.contains(*term)).count();
    fresh as f64 / terms.len() as f64 >= NEW_SHARE || is_sentence(block) && names_new(block, known)
}

fn is_sentence(block: &str) -> bool {
    let is_listed = block.starts_with(['-', '*', '|', '#', '`']) || numbered(block);
    block.len() <= SHORT && !block.contains('\n') && !block.ends_with(':') && !is_listed
}

/// Whether a few words hold a name or a number that is not known: "We use MySQL for the job queue" beside PostgreSQL.
fn names_new(block: &str, known: &Known<'_>) -> bool {
    let mut begins = true;
    block.split_whitespace().any(|word| {
        let name = unmarked(word);
        let is_name =
            name.chars().any(|c| c.is_ascii_digit()) || name.chars().skip(usize::from(begins)).any(char::is_uppercase);
        begins = word.ends_with(['.', ':', '!', '?', '"']) || name.is_empty();
        is_name && !known.has_word(name)
    })
}

/// A sentence, an item of a list or a row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Saying {
    /// As it stands in the passage, without the marks of a list.
    pub(super) text: String,
    /// A person said it, in so many words.
    pub(super) by_person: bool,
    /// It is a row of a table, which holds values and tells nothing.
    pub(super) is_row: bool,
}

/// What a passage says, without headings, for comparison; at most `limit` sentences and as many rows with numbers.
pub(super) fn sayings(text: &str, limit: usize) -> Vec<Saying> {
    let mut out = Vec::new();
    let (mut n_sentences, mut n_rows) = (0, 0);
    let mut fenced = false;
    let mut is_below = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        if line.trim_start_matches(['>', ' ']) == SAYS_BELOW {
            is_below = true;
            continue;
        }
        is_below &= line.starts_with('>');
        if line.starts_with('#') || is_bold_label(line.trim_start_matches(['>', ' ']).trim()) {
            continue;
        }
        let line = line.trim().trim_start_matches(['-', '*', '>', ' ']).trim();
        // "**No shelves**: all trays are used" holds in a case, and denies nothing.
        let is_case = line.split_once("**:").or_else(|| line.split_once(":**")).is_some_and(|(label, _)| {
            ["No ", "Without ", "With ", "If ", "When "].iter().any(|case| label.starts_with(case)) && label.len() < 40
        });
        if is_case {
            continue;
        }
        // "*“Mind the step”*": what somebody else is to say.
        let spoken = line.trim_matches(['*', '_', '>', ' ']);
        if is_below && spoken.starts_with(['"', '“']) && spoken.ends_with(['"', '”']) {
            continue;
        }
        // What is noted behind it was not said.
        let line = line.split(IN_PART).next().unwrap_or(line);
        // Who said it is no part of what was said.
        let by_person = is_below || is_said(line);
        let line = &*unquoted(line);
        if fenced || line.is_empty() {
            continue;
        }
        if line.starts_with('|') {
            if n_rows < limit && line.bytes().any(|byte| byte.is_ascii_digit()) {
                out.push(Saying { text: line.to_string(), by_person: false, is_row: true });
                n_rows += 1;
            }
            continue;
        }
        // Lines that a person did not end stand in one, with a mark between them.
        let pieces = line.split(LEFT_OUT).flat_map(|piece| piece.split(if by_person { "; " } else { "\n" }));
        let parts = pieces.flat_map(split_sentences);
        // People say what goes in two words: "drop telegram".
        let least = if by_person { 1 } else { 2 };
        let sentences = parts.filter(|said| said.split_whitespace().nth(least).is_some());
        for sentence in sentences.take(limit - n_sentences) {
            out.push(Saying { text: sentence.to_string(), by_person, is_row: false });
            n_sentences += 1;
        }
    }
    out
}

pub(super) fn split_sentences(line: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    let bytes = line.as_bytes();
    // Who begins in small letters goes on in small letters; "e.g. this" goes on as well.
    let informal = begins_small(line);
    let ends_word = |at: usize| line[..at].chars().rev().take_while(|c| c.is_alphanumeric()).nth(2).is_some();
    // What stands in brackets is one with what follows: `[Salt: yes. or no?] yes.`
    let mut is_inserted = false;
    let last_closed = line.rfind(']').unwrap_or(0);
    for (at, byte) in line.bytes().enumerate() {
        is_inserted = byte == b'[' && at < last_closed || is_inserted && byte != b']';
        if is_inserted || !matches!(byte, b'.' | b'!' | b'?') {
            continue;
        }
        // Emphasis ends with the sentence.
        let end = at + 1 + bytes[at + 1..].iter().take_while(|byte| matches!(byte, b'*' | b'_')).count();
        let ends = bytes.get(end) == Some(&b' ')
            && line[end + 1..].starts_with(|next: char| {
                next.is_uppercase()
                    || next.is_ascii_digit()
                    || matches!(next, '*' | '`' | '"' | '[')
                    || informal && next.is_lowercase() && ends_word(at)
            });
        if ends && !(byte == b'.' && ends_with_abbreviation(&line[start..at])) {
            out.push(line[start..end].trim());
            start = end + 1;
        }
    }
    out.push(line[start..].trim());
    out
}

/// Whether somebody writes without capitals: the first word is small, or every sentence behind a number or a cry is.
fn begins_small(line: &str) -> bool {
    let first = line.split_whitespace().find(|word| word.chars().any(char::is_alphabetic)).unwrap_or("");
    let is_cry = first.chars().filter(|c| c.is_alphabetic()).all(char::is_uppercase) && first.len() > 1;
    let goes_on_small = || {
        let mut begins = line.split(". ").skip(1).filter_map(|said| said.chars().next()).peekable();
        begins.peek().is_some() && begins.all(char::is_lowercase)
    };
    first.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_lowercase) || is_cry && goes_on_small()
}

/// A title that names the replaced product names the new one instead: `SQLite for the store` becomes
/// `PostgreSQL for the store` when the text now tells of PostgreSQL.
pub(super) fn retitled(title: &str, text: &str) -> String {
    let class = |word: &str| super::alternatives::class_of(&fold(unmarked(word)));
    let words: Vec<&str> = title.split(' ').collect();
    // "No Kafka" is not about what came instead.
    let denies = |word: &&str| ["no", "not", "never", "without"].iter().any(|not| word.eq_ignore_ascii_case(not));
    // "English, French and Spanish" lists them, and is not about the one that changed.
    let is_list = words.iter().filter_map(|word| class(word)).count() > 1;
    if is_list || words.iter().any(denies) {
        return title.to_string();
    }
    let mut out: Vec<String> = Vec::with_capacity(words.len());
    for word in words {
        let newer = class(word).and_then(|of| {
            let others = text.split_whitespace().map(unmarked);
            others.rev().find(|other| class(other) == Some(of) && !other.eq_ignore_ascii_case(unmarked(word)))
        });
        // Its marks stay: "SQLite: the store".
        out.push(newer.map_or_else(|| word.to_string(), |newer| word.replacen(unmarked(word), newer, 1)));
    }
    out.join(" ")
}

/// A title that claims what is over gives way to the newer one about the same, or keeps only what it spoke of:
/// `Uploads are limited to 5 MB` becomes `Uploads`.
pub(super) fn without_claim(title: &str, ended: &str, newer: &str) -> String {
    let holds = |text: &str, part: &str| {
        let told = content_terms(text);
        content_terms(part).iter().all(|term| told.contains(term))
    };
    let words: Vec<&str> = title.split(' ').collect();
    let is_auxiliary = |word: &&str| super::lexicon::is_auxiliary(&crate::text::fold(word));
    let Some(at) = words.iter().skip(1).position(is_auxiliary) else { return title.to_string() };
    let subject = words[..=at].join(" ");
    match () {
        () if !holds(ended, title) || content_terms(&subject).is_empty() => title.to_string(),
        () if holds(newer, &subject) => newer.to_string(),
        // Neither "40 MB" nor "We already" names anything by itself.
        () if subject.starts_with(|c: char| c.is_ascii_digit()) || is_pronoun(words[0]) => newer.to_string(),
        () => subject,
    }
}

fn is_pronoun(word: &str) -> bool {
    matches!(
        crate::text::fold(word).as_str(),
        "we" | "i" | "you" | "they" | "he" | "she" | "it" | "this" | "that" | "there"
    )
}

/// Whether the passage only says that something is over, without what came instead.
pub(super) fn only_ends(text: &str) -> bool {
    let all = sayings(text, 2);
    let [Saying { text, .. }] = all.as_slice() else { return false };
    let analysed = clause::analyse(text, &mut Glossary::default());
    analysed.clauses.len() == 1 && analysed.clauses[0].negative && analysed.change.is_some()
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    #[test]
    fn another_name_or_number_is_news_in_few_words() {
        let known = "We use PostgreSQL for the job queue of the ferry, and it keeps 30 days of logs.";
        for told in ["We use MySQL for the job queue.", "The job queue of the ferry keeps 90 days of logs."] {
            assert_eq!(news(told, &[known]), told);
        }
        assert_eq!(news("PostgreSQL keeps the job queue of the ferry.", &[known]), "");
    }

    #[test]
    fn a_case_is_not_compared() {
        let text = "The oven is warm today.\n\n- **No bread**: all trays stay in.";
        let told: Vec<String> = sayings(text, 9).into_iter().map(|said| said.text).collect();
        assert_eq!(told, ["The oven is warm today."]);
    }

    #[test]
    fn sentences_take_their_lines_or_blocks_along() {
        let text =
            "Done today.\n\n- **Store**: SQLite on the Pi\n- **Queue**: MQTT\n\nAll tests pass, and the page loads.";
        let (ended, rest, leads) = part(text, &["**Queue**: MQTT".to_string()]).unwrap();
        assert_eq!((ended.as_str(), leads), ("- **Queue**: MQTT", false));
        assert_eq!(rest, "Done today.\n\n- **Store**: SQLite on the Pi\n\nAll tests pass, and the page loads.");
        assert!(part("One block only.", &["One block only.".to_string()]).is_none());
        let text = "**Charts are drawn natively.** The chart opens in 140 ms. `svg` is removed from the app.";
        let (ended, rest, leads) = part(text, &["The chart opens in 140 ms.".to_string()]).unwrap();
        assert_eq!((ended.as_str(), leads), ("The chart opens in 140 ms.", false));
        assert_eq!(rest, "**Charts are drawn natively.** `svg` is removed from the app.");
        let text = "**Where?**\n\n1. SQLite in a file\n\nAll tests pass, and all pages load.";
        let (_, rest, _) = part(text, &["SQLite in a file".to_string()]).unwrap();
        assert_eq!(rest, "All tests pass, and all pages load.");
        assert!(part(text, &["nothing of it".to_string()]).is_none());
        let text = "The user: \"no ads please. it costs 2.99 once. and never show a buy button to a child\"\n\nClear.";
        let (ended, rest, _) = part(text, &["it costs 2.99 once.".to_string()]).unwrap();
        assert_eq!(ended, "The user: \"it costs 2.99 once.\"");
        assert!(rest.starts_with("The user: \"no ads please. … and never show a buy button to a child\""));
    }

    #[test]
    fn what_a_person_said_beside_what_changed_stays() {
        let since = Some(Timestamp(0));
        let sentence = "a loaf is 4 euros, with butter and a pot of coffee, at most 15 guests".to_string();
        let text = format!("The user: \"{sentence}. we open at six every day\"\n\nNoted.");
        let (ended, rest, leads) = replaced(&text, &[sentence], "at most 18 guests now, not 15", since).unwrap();
        assert!(leads && ended.ends_with("we open at six every day\""), "{ended}");
        assert!(rest.contains("every day\" _(changed in part on 1970-01-01)_\n\nNoted."), "{rest}");
        // The note is nobody's word, and stays behind what is left of them.
        assert!(sayings(&rest, 9).iter().all(|said| !said.text.contains("in part")));
        let opens = "we open at six every day".to_string();
        let (ended, rest, _) = replaced(&rest, &[opens], "we open at five now", since).unwrap();
        assert_eq!(ended, "The user: \"we open at six every day\"");
        assert!(rest.starts_with("The user: \"a loaf") && rest.contains("15 guests.\" _(changed"), "{rest}");
        // One thing is replaced as a whole, and so is what an agent told.
        let rye = "we bake the rye on tuesdays, because of the market".to_string();
        assert!(replaced(&format!("The user: \"{rye}\""), &[rye], "rye on mondays now", since).is_none());
        let told = "A loaf is 4 euros, with butter and coffee of the house, at most 15 guests.".to_string();
        assert!(replaced(&told, core::slice::from_ref(&told), "at most 18 guests now, not 15", since).is_none());
    }

    #[test]
    fn a_list_stays_with_the_line_that_introduces_it() {
        let text = "One.\n\nThe steps are:\n\n- a\n- b\n\n**Costs**\n\n| x | y |\n\nTwo.";
        assert_eq!(blocks(text), ["One.", "The steps are:\n\n- a\n- b", "**Costs**\n\n| x | y |", "Two."]);
        assert!(is_structured(&blocks(text)[1]) && !is_structured("Two."));
    }

    #[test]
    fn only_what_is_new_is_added() {
        let known = "Logs are kept for thirty days in the object store.";
        let more = "Logs are kept in the object store for thirty days.\n\nExports need an approval by the data team.";
        assert_eq!(news(more, &[known]), "Exports need an approval by the data team.");
        assert_eq!(news(known, &[known]), "");
        let known = "Use tabs in the sources.\n\nSquash commits before the merge.\n\nTag releases with the date.";
        let list = "- use tabs in the sources\n- squash commits before the merge\n- tag releases\n- deploy at noon";
        assert_eq!(news(list, &[known]), "- deploy at noon");
    }

    #[test]
    fn a_title_follows_the_product() {
        let text = "Let's not use SQLite for the store, use PostgreSQL: there are two writers.";
        assert_eq!(retitled("SQLite for the store", text), "PostgreSQL for the store");
        assert_eq!(retitled("Where timetables are kept", text), "Where timetables are kept");
        assert_eq!(retitled("No SQLite on the ferry", text), "No SQLite on the ferry");
        assert_eq!(retitled("SQLite and MySQL for the stores", text), "SQLite and MySQL for the stores");
    }

    #[test]
    fn who_writes_without_capitals_ends_sentences_too() {
        assert_eq!(split_sentences("NO. never touch the valve. ever. it leaks").len(), 3);
        assert_eq!(
            split_sentences("1+3. principle, write it down. lost is fine"),
            ["1+3. principle, write it down.", "lost is fine"]
        );
        assert_eq!(split_sentences("IBM sold it. Then nobody cared, e.g. the press").len(), 2);
    }

    #[test]
    fn a_title_keeps_its_subject_when_its_claim_is_over() {
        let told = |title: &str, newer: &str| without_claim(title, "The uploads are limited to 5 MB.", newer);
        assert_eq!(told("Uploads are limited to 5 MB", "News of today"), "Uploads");
        assert_eq!(told("Uploads are limited to 5 MB", "Uploads may have 9 MB"), "Uploads may have 9 MB");
        assert_eq!(without_claim("5 MB is the limit", "5 MB is the limit.", "News of today"), "News of today");
        assert_eq!(without_claim("We already have 2 tills", "We already have 2 tills.", "Till 3"), "Till 3");
        assert_eq!(told("Limit of uploads", "News of today"), "Limit of uploads");
        assert_eq!(told("Uploads are scanned", "News of today"), "Uploads are scanned");
    }

    #[test]
    fn sentences_come_without_marks() {
        let text =
            "# Head of it all\n\nWe use v1.2 here. It works.\n- **Point** one is this\n```\ncode here is not\n```";
        let told: Vec<String> = sayings(text, 9).into_iter().map(|said| said.text).collect();
        assert_eq!(told, ["We use v1.2 here.", "Point** one is this"]);
    }

    #[test]
    fn words_in_several_lines_stay_a_quotation() {
        let text = "The user:\n> We sail so:\n>\n> - The ferry leaves at six.\n> - The crew is four people.\n> - Two \
                    decks with seats.\n\nThe harbour is deep.";
        let told: Vec<(String, bool)> = sayings(text, 9).into_iter().map(|said| (said.text, said.by_person)).collect();
        assert!(told.contains(&("The ferry leaves at six.".into(), true)), "{told:?}");
        assert!(told.contains(&("The harbour is deep.".into(), false)), "{told:?}");
        let (ended, rest, _) = part(text, &["The ferry leaves at six.".to_string()]).unwrap();
        assert_eq!(ended, "The user: \"The ferry leaves at six.\"");
        assert_eq!(
            rest,
            "The user:\n> We sail so:\n>\n> - The crew is four people.\n> - Two decks with seats.\n\nThe harbour is deep."
        );
        let known = "We sail so: the ferry leaves at six, with a crew of four people. Two decks with seats.";
        let fresh = text.replace("> - Two decks", "> - Dogs travel in the cellar.\n> - Two decks");
        assert_eq!(news(&fresh, &[known, "The harbour is deep."]), "The user: \"Dogs travel in the cellar.\"");
        let spoken = "The user:\n> The mate says:\n>\n> *\"The lake is dark now\"*";
        assert!(sayings(spoken, 9).iter().all(|said| !said.text.contains("dark")));
    }
}
