//! Finds what a speaker only repeats: block quotes, code, pasted pages, reported speech.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::paste;
use crate::model::Origin;
use crate::text::{Words, is_list_entry};

/// A stretch of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part<'a> {
    pub(super) text: &'a str,
    /// Whose words they are when they are not the speaker's.
    pub(super) origin: Option<Origin>,
}

/// Nouns that bring somebody else's words, with the origin of those words.
const SOURCES: &[(&str, Origin)] = &[
    ("page", Origin::Web),
    ("website", Origin::Web),
    ("site", Origin::Web),
    ("article", Origin::Web),
    ("blog", Origin::Web),
    ("post", Origin::Web),
    ("search result", Origin::Web),
    ("documentation", Origin::Web),
    ("docs", Origin::Web),
    ("tutorial", Origin::Web),
    ("stack overflow", Origin::Web),
    ("readme", Origin::Tool),
    ("file", Origin::Tool),
    ("output", Origin::Tool),
    ("log", Origin::Tool),
    ("tool", Origin::Tool),
    ("email", Origin::Outsider),
    ("mail", Origin::Outsider),
    ("comment", Origin::Outsider),
    ("commenter", Origin::Outsider),
    ("issue", Origin::Outsider),
    ("ticket", Origin::Outsider),
    ("message", Origin::Outsider),
    ("customer", Origin::Outsider),
    ("vendor", Origin::Outsider),
    ("reporter", Origin::Outsider),
    ("contributor", Origin::Outsider),
    ("reviewer", Origin::Outsider),
    ("stranger", Origin::Outsider),
    ("pdf", Origin::Tool),
];

/// Verbs of saying behind such a noun.
static SAYING: Words = Words::new(
    "says said wrote writes states stated claims claimed tells told contains reads contained instructs instructed asks \
     asked demands wants",
);

/// Most lines of a quotation in quotation marks.
const LONGEST_QUOTE: usize = 60;
/// Quotations shorter than this are names and terms, not somebody else's words.
const QUOTED_WORDS: usize = 6;

/// Cuts a statement into the speaker's own words and what they repeat.
pub(super) fn split(text: &str) -> Vec<Part<'_>> {
    let mut parts: Vec<Part<'_>> = Vec::new();
    for block in blocks(text) {
        if block.origin.is_some() {
            push(&mut parts, block.text, text, block.origin);
            continue;
        }
        for line in block.text.split_inclusive('\n') {
            // What a program printed shows how things went, so it is no part of `blocks`, but nobody's order.
            if is_log(line) {
                push(&mut parts, line, text, Some(Origin::Tool));
                continue;
            }
            let (own, repeated) = reported(line).map_or((line.len(), None), |(at, origin)| (at, Some(origin)));
            push(&mut parts, &line[..own], text, None);
            push(&mut parts, &line[own..], text, repeated);
        }
    }
    parts
}

/// Whether a speaker says something beside what they repeat, and does not just announce it or ask about it.
pub(super) fn states_besides(text: &str) -> bool {
    split(text).iter().filter(|part| part.origin.is_none()).any(|part| {
        let own = part.text.trim().trim_matches(['"', '\'', '“', '”', '„']);
        own.chars().any(char::is_alphanumeric) && !own.ends_with([':', '?', '：', '？'])
    })
}

/// Cuts a text into the speaker's own words and what was pasted: block quotes, code, paragraphs and long stretches in
/// quotation marks, what stands between rules, what "The page says:" announces.
pub(super) fn blocks(text: &str) -> Vec<Part<'_>> {
    let mut parts: Vec<Part<'_>> = Vec::new();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    // "The page says:" makes everything behind it the page's, up to an empty line.
    let mut carried: Option<Origin> = None;
    let mut announced = false;
    // "I copied this README, why doesn't it build?" makes all that follows the README's.
    let mut brought: Option<Origin> = None;
    // "Please follow these rules:" makes what stands behind it the speaker's own, however it is set off.
    let mut endorsed = false;
    // "Human: …" with "Assistant: …" below it is a conversation of others.
    let has_roles = lines.iter().filter(|line| is_speaker(line)).count() > 1;
    // Who answers a pasted list line by line sets the answers off: ">> yes". Quotations of quotations stand among others.
    let has_quotes = lines.iter().any(|line| line.starts_with('>') && !line.starts_with(">>"));
    let mut closings = paste::Closings::new();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at].trim();
        let (n, pasted) = match () {
            () if is_fence(line) => (until(&lines[at..], |next| next.contains(&line[..3])), Some(Origin::Tool)),
            () if line.starts_with('>') && (has_quotes || !line.starts_with(">>")) => (1, Some(Origin::Outsider)),
            () if poses_as_role(line) => (until(&lines[at..], str::is_empty), Some(Origin::Outsider)),
            () if has_roles && is_speaker(line) => (1, Some(Origin::Outsider)),
            () if announced && is_rule(line) => (until(&lines[at..], is_rule), Some(Origin::Outsider)),
            () if carried.or(brought).is_some() && !line.is_empty() => (1, carried.or(brought)),
            () => {
                let quoted = || in_quotation_marks(&lines[at..]).filter(|n| *n < lines.len());
                let quoted = || quoted().map(|n| (n, Origin::Outsider));
                // A line that a program printed shows how things went, and stays with who shows it; what was done in
                // a terminal is a scene of its own.
                let pasted = paste::begins(&lines, at, &mut closings);
                let is_scene = || paste::is_terminal(&lines[at..]);
                let pasted = pasted.filter(|(_, origin)| *origin != Origin::Tool || is_scene()).or_else(quoted);
                pasted.map_or((1, None), |(n, origin)| (n, Some(origin)))
            }
        };
        let origin = pasted.filter(|_| !endorsed);
        let others = if pasted.is_none() { others_words(lines[at], lines.get(at + 1).copied()) } else { None };
        if let Some(from) = others {
            push(&mut parts, &lines[at][..from], text, None);
            push(&mut parts, &lines[at][from..], text, Some(Origin::Outsider));
            at += 1;
            carried = Some(Origin::Outsider);
            // What begins behind an empty line, or with the head of a mail, goes on to the end, unless marks set it off.
            let first = lines[at..].iter().map(|line| line.trim()).find(|line| !line.is_empty()).unwrap_or("");
            let is_set_off = is_fence(first) || is_rule(first) || first.starts_with(['>', '"', '“', '„', '«']);
            let is_apart =
                lines.get(at).is_some_and(|next| next.trim().is_empty()) && lines[at - 1][from..].trim().is_empty();
            brought = carried.filter(|_| from == 0 || is_apart && !is_set_off);
            (announced, endorsed) = (lines[at - 1].trim().ends_with(':'), false);
            continue;
        }
        for line in &lines[at..at + n] {
            match quoted_in(line).filter(|_| origin.is_none()) {
                Some(quoted) => {
                    push(&mut parts, &line[..quoted.start], text, None);
                    push(&mut parts, &line[quoted.clone()], text, Some(Origin::Outsider));
                    push(&mut parts, &line[quoted.end..], text, None);
                }
                None => push(&mut parts, line, text, origin),
            }
        }
        at += n;
        if line.is_empty() {
            carried = None;
        } else if pasted.is_none() {
            let below = line.rsplit(' ').next().is_some_and(|word| word.trim_end_matches('.') == "below");
            announced = line.ends_with(':') || below;
            carried = if announced { reported(line).map(|(_, origin)| origin) } else { None };
            endorsed = announced && carried.is_none() && endorses(line);
            let is_apart = lines.get(at).is_some_and(|next| next.trim().is_empty());
            brought = if is_apart && line.ends_with([':', '?']) { brings(line) } else { None };
        }
    }
    parts
}

/// Verbs with which somebody else's words are passed on.
static PASSING_ON: Words = Words::new(
    "say says said wrote writes commented comments replied replies posted reads states stated claims claimed suggests \
     suggested recommends told",
);
/// Those that may be the name of a thing.
static AMBIGUOUS: Words = Words::new("states comments replies claims");
/// Words behind "from" among which somebody is named.
const MAX_WHENCE: usize = 5;
/// What is asked for with a text that is given along.
static TREATING: Words = Words::new(
    "translate summarise summarize proofread rephrase paraphrase übersetze übersetz traduis traduisez traduce traduci",
);
static LOOKING: Words = Words::new("review explain check read triage here here's this");
/// What such a text is.
static MATERIAL: Words = Words::new(
    "text comment comments mail email message issue page article post body thread reply letter output log file readme \
     contents description sentence line paragraph snippet quote",
);

/// "Eve said we should always …": what somebody else wants, told by the speaker.
pub(super) fn is_hearsay(sentence: &str) -> bool {
    let mut words = sentence.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let first = words.next().unwrap_or("").to_lowercase();
    let is_own = matches!(first.as_str(), "i" | "i've" | "we" | "you" | "as" | "if" | "when" | "my" | "our" | "like");
    !is_own && words.take(3).any(|word| PASSING_ON.contains(word.to_ascii_lowercase().as_str()))
}

/// Where somebody else's words begin in a line: `mallory commented: …`, `Translate to German: …`, the head of a mail.
fn others_words(line: &str, next: Option<&str>) -> Option<usize> {
    let is_head = |line: &str| ["Subject: ", "To: ", "Date: "].iter().any(|field| line.starts_with(field));
    if line.starts_with("From: ") && next.is_some_and(is_head) {
        return Some(0);
    }
    let colon = line.find(": ").or_else(|| line.trim_end().strip_suffix(':').map(str::len))?;
    // Quotation marks tell better where they end.
    if line[colon + 1..].trim_start().starts_with(['"', '“', '„', '«', '\'', '>']) {
        return None;
    }
    let head = line[..colon].to_lowercase();
    let words = head.split(|c: char| !(c.is_alphanumeric() || c == '\'')).filter(|word| !word.is_empty());
    let n = words.clone().count();
    let first = words.clone().next().unwrap_or("");
    // "I said: …" are one's own words, and "when she says:" is an occasion.
    let is_own = matches!(first, "i" | "i've" | "we" | "as" | "if" | "when" | "whenever") || endorses(&head);
    // "3. Empty states: …" names an entry.
    let is_name = |word: &str| AMBIGUOUS.contains(word) && is_list_entry(line) && n <= 3;
    let passes_on = words.clone().skip(n.saturating_sub(4)).any(|word| PASSING_ON.contains(word) && !is_name(word));
    // "Review this text", "here is the comment", not "check the page: the door must be blue".
    let points = words.clone().any(|word| matches!(word, "this" | "here" | "here's" | "following"));
    let asked = words.clone().find(|word| *word != "please").unwrap_or("");
    // "Here is a description of the oven:" is the speaker's own, unless it is one of an issue or a page.
    let is_described = matches!(asked, "here" | "here's");
    let is_thing = |word: &str| MATERIAL.contains(word) && !(is_described && word == "description");
    let is_material = words.clone().any(is_thing);
    let is_given = LOOKING.contains(asked) && points && is_material;
    // "The issue body:", "Fix the typo in this sentence:", "Quote of the day:".
    let last = words.clone().next_back().unwrap_or("");
    let is_set_off = next.is_some_and(|next| next.trim_start().starts_with(['>', '`', '"', '“', '„', '~']));
    let is_bare = line[colon + 1..].trim().is_empty() && !is_set_off;
    // "- the landing page:", with entries of its own below it, is a part of the speaker's list.
    let is_entry = next.is_some_and(|next| is_list_entry(line) && is_list_entry(next) && indent(next) > indent(line));
    let is_label = is_thing(last) && (points || is_bare && !is_entry) || first == "quote";
    let mut whence = words.clone().skip_while(|word| *word != "from").skip(1).take(MAX_WHENCE);
    let brings = whence.any(|word| SOURCES.iter().any(|(noun, _)| word == *noun));
    let refuses = head.contains("not follow") || head.contains("n't follow") || head.contains("not obey");
    let treats = TREATING.contains(asked) || is_given || is_label || brings;
    let is_head = n <= 14 && (n > 1 || TREATING.contains(asked));
    (is_head && (refuses || !is_own && (passes_on || treats))).then_some(colon + 1)
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Whose words follow a line that says where they were found: "here's the answer I found:".
fn brings(line: &str) -> Option<Origin> {
    let lower = line.to_ascii_lowercase();
    let words = || lower.split(|character: char| !character.is_ascii_alphanumeric());
    let is_found =
        |word: &str| matches!(word, "found" | "copied" | "pasted" | "forwarded" | "received" | "got" | "wrote");
    let source = |(noun, _): &&(&str, Origin)| {
        words().any(|word| word.strip_suffix('s').unwrap_or(word) == *noun)
            || noun.contains(' ') && lower.contains(noun)
    };
    SOURCES.iter().find(source).filter(|_| words().any(is_found)).map(|(_, origin)| *origin)
}

/// Words with which somebody makes what follows a rule.
static RULING: Words =
    Words::new("rules rule guidelines guideline conventions convention standards follow adhere obey");

/// Whether a line makes what it announces a rule of the speaker, and names nobody else.
fn endorses(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    let mut words = lower.split(|character: char| !character.is_ascii_alphanumeric());
    let is_source = |word: &str| SOURCES.iter().any(|(noun, _)| word.strip_suffix('s').unwrap_or(word) == *noun);
    let rules = words.clone().any(|word| RULING.contains(word)) || lower.contains("stick to");
    rules && !words.any(is_source)
}

/// A line of somebody's own without the marks that set it off; nothing when it is such a mark.
pub(super) fn unmarked(line: &str) -> Option<&str> {
    let trimmed = line.trim();
    // What Cursor writes when somebody points at an element of a page.
    let points = ["DOM Path: ", "Position: top=", "React Component: "].iter().any(|start| trimmed.starts_with(start));
    let is_mark = is_fence(trimmed) || is_rule(trimmed) || points;
    (!is_mark).then(|| {
        behind_element(line.trim_start().strip_prefix('>').map_or(line, |rest| rest.trim_start_matches(['>', ' '])))
    })
}

/// What stands behind the element of a page at which somebody pointed: `HTML Element: <p class="note">…</p> is too small`.
fn behind_element(line: &str) -> &str {
    let Some(element) = line.strip_prefix("HTML Element: <") else { return line };
    let end = element.rfind("</").and_then(|at| Some(at + element[at..].find('>')? + 1));
    let end = end.or_else(|| Some(element.find("/>")? + 2));
    end.map_or("\n", |end| element[end..].trim_start_matches(' '))
}

fn is_fence(line: &str) -> bool {
    let mark = ["```", "~~~", "\"\"\"", "'''"].into_iter().find(|mark| line.starts_with(mark));
    mark.is_some_and(|mark| !line[mark.len()..].contains(mark))
}

/// `SYSTEM: …`: nobody speaks of themselves so.
fn poses_as_role(line: &str) -> bool {
    [
        "SYSTEM:",
        "System:",
        "ASSISTANT:",
        "Assistant:",
        "[SYSTEM]",
        "<system>",
        "[assistant",
        "[system",
        "### Instruction",
    ]
    .iter()
    .any(|role| line.starts_with(role))
}

/// `Customer: …`: a line of a conversation of others.
fn is_speaker(line: &str) -> bool {
    let speakers = ["Human", "User", "Assistant", "AI", "Bot", "Agent", "Customer", "Client", "Support", "Caller"];
    line.split_once(": ").is_some_and(|(who, _)| speakers.contains(&who))
}

fn is_rule(line: &str) -> bool {
    line.len() >= 3 && ['-', '=', '*', '_'].into_iter().any(|mark| line.chars().all(|character| character == mark))
}

/// How many lines there are up to the one that closes what the first opens; all when none does.
fn until(lines: &[&str], closes: impl Fn(&str) -> bool) -> usize {
    lines.iter().skip(1).position(|line| closes(line.trim())).map_or(lines.len(), |n| n + 2)
}

/// Where a line quotes somebody at length: `he wrote: "…"`, `got this mail: > … <`.
fn quoted_in(line: &str) -> Option<Range<usize>> {
    // Most lines are told by what they lack.
    if line.bytes().all(|byte| byte.is_ascii() && !matches!(byte, b'"' | b'>')) && !line.contains(" '") {
        return None;
    }
    let opens = |(at, mark): &(usize, char)| {
        let is_mark = matches!(mark, '"' | '“' | '„' | '«' | '>') || *mark == '\'' && line[..*at].ends_with(' ');
        if !is_mark {
            return false;
        }
        let before = line[..*at].trim_end();
        let said = |word: &str| SAYING.contains(word.to_ascii_lowercase().as_str());
        before.ends_with([':', '?']) || last_word(before).is_some_and(said)
    };
    let (start, mark) = line.char_indices().find(opens)?;
    let behind = start + mark.len_utf8();
    let quoted = &line[behind..];
    let closing = match mark {
        '>' => quoted.find('<'),
        // The mark that is not an apostrophe.
        '\'' => quoted.match_indices('\'').map(|(at, _)| at).find(|at| {
            !quoted[at + 1..].starts_with(char::is_alphanumeric) && !quoted[..*at].ends_with(char::is_whitespace)
        }),
        _ => quoted.find(['"', '”', '“', '»']),
    };
    let end = closing.map_or(line.len(), |at| {
        let end = behind + at;
        end + line[end..].chars().next().map_or(0, char::len_utf8)
    });
    is_long(&line[behind..end]).then_some(start..end)
}

/// The longest word that is looked at.
const LONG_WORD: usize = 24;

/// The word that a text ends with, unless it is too long for one.
fn last_word(text: &str) -> Option<&str> {
    let floor = text.char_indices().rev().nth(LONG_WORD).map_or(0, |(at, _)| at);
    let tail = &text[floor..];
    tail.rfind(' ').map(|at| &tail[at + 1..]).or_else(|| (floor == 0).then_some(tail))
}

/// Whether a quotation is more than a name or a term. Some scripts write words together.
fn is_long(quoted: &str) -> bool {
    quoted.split_whitespace().count() >= QUOTED_WORDS
        || quoted.chars().filter(|c| *c >= '\u{2e80}').count() >= 2 * QUOTED_WORDS
}

/// "[12:01:03] start": a line of a log.
fn is_log(line: &str) -> bool {
    let stamp = line.strip_prefix('[').and_then(|rest| rest.split_once(']')).map_or("", |(stamp, _)| stamp);
    stamp.starts_with(|c: char| c.is_ascii_digit()) && stamp.contains(':')
}

/// How many lines a quotation takes up that begins and ends with its marks.
fn in_quotation_marks(lines: &[&str]) -> Option<usize> {
    if !lines.first()?.trim_start().starts_with(['"', '“', '„', '«']) {
        return None;
    }
    let paragraph = lines.iter().take(LONGEST_QUOTE).take_while(|line| !line.trim().is_empty());
    let n = paragraph.clone().position(|line| line.trim_end().ends_with(['"', '”', '“', '»']))? + 1;
    (paragraph.take(n).map(|line| line.split_whitespace().count()).sum::<usize>() >= QUOTED_WORDS).then_some(n)
}

/// A text about attacks without the orders that it quotes as examples.
pub(super) fn told_of_attacks(text: &str) -> Option<String> {
    if !text.contains(['"', '“', '\'', '`']) {
        return None;
    }
    let lower = text.to_ascii_lowercase();
    if !["injection", "attack", "malicious", "jailbreak", "adversar"].iter().any(|word| lower.contains(word)) {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut closing = None;
    let mut previous = ' ';
    for character in text.chars() {
        let opens = previous.is_whitespace() || matches!(previous, '(' | '[');
        match (closing, character) {
            (Some(mark), _) if character == mark || character == '\n' => closing = None,
            (None, '"' | '\'' | '`') if opens => closing = Some(character),
            (None, '“') => closing = Some('”'),
            (None, _) => plain.push(character),
            _ => {}
        }
        previous = character;
    }
    Some(plain)
}

/// Beginnings of a line that introduces somebody else's words.
const INTRODUCTIONS: [&str; 5] = ["from ", "per ", "according to ", "quoting ", "out of "];

/// A quick look: whether a line has a verb of saying, or begins as an introduction does. Most lines do not.
fn may_report(line: &str) -> bool {
    let bytes = line.as_bytes();
    let begins = |lead: &&str| bytes.get(..lead.len()).is_some_and(|head| head.eq_ignore_ascii_case(lead.as_bytes()));
    let says = |word: &[u8]| {
        // Nearly every other word ends otherwise, or is shorter or longer than all of them.
        let [_, _, _, .., b's' | b'd' | b'e' | b'S' | b'D' | b'E'] = word else { return false };
        let mut lower = [0; 10];
        let Some(lower) = lower.get_mut(..word.len()) else { return false };
        lower.copy_from_slice(word);
        lower.make_ascii_lowercase();
        core::str::from_utf8(lower).is_ok_and(|word| SAYING.contains(word))
    };
    INTRODUCTIONS.iter().any(begins) || bytes.split(|byte| !byte.is_ascii_alphanumeric()).any(says)
}

/// Where somebody else's words begin in a line such as `The page says: …`.
fn reported(line: &str) -> Option<(usize, Origin)> {
    if !may_report(line) {
        return None;
    }
    let lower = line.to_ascii_lowercase();
    // "When the customer asks for a refund": an occasion, nobody is quoted.
    if lower.split_whitespace().take(4).any(|word| matches!(word, "when" | "whenever" | "if" | "once" | "unless")) {
        return None;
    }
    // "I did not follow what the page told agents": nothing is passed on.
    if ["i did not ", "i didn't ", "i ignored ", "i refused "].iter().any(|refusal| lower.contains(refusal)) {
        return None;
    }
    if let Some(found) = introduced(&lower) {
        return Some(found);
    }
    let mut end = 0;
    for verb in lower.split(|character: char| !character.is_ascii_alphanumeric()) {
        let at = end;
        end = at + verb.len();
        let behind = end;
        end += lower[end..].chars().next().map_or(0, char::len_utf8);
        if lower[..at].ends_with(' ') && SAYING.contains(verb) {
            // The noun stands among the last words before the verb.
            let before = lower[..at].trim_end();
            let tail_start = before.char_indices().rev().nth(40).map_or(0, |(index, _)| index);
            let tail = &before[tail_start..];
            let source = SOURCES.iter().find(|(noun, _)| {
                tail.rfind(noun).is_some_and(|place| {
                    let behind = &tail[place + noun.len()..];
                    let starts = !tail[..place].ends_with(|previous: char| previous.is_ascii_alphanumeric());
                    starts
                        && (behind.is_empty()
                            || behind == "s"
                            || behind.starts_with(' ') && behind.split(' ').count() <= 6)
                })
            });
            if let Some((_, origin)) = source {
                return Some((behind, *origin));
            }
        }
    }
    None
}

/// `From the vendor's email: "…"`, `According to the page: …`.
fn introduced(lower: &str) -> Option<(usize, Origin)> {
    if !INTRODUCTIONS.iter().any(|lead| lower.starts_with(lead)) {
        return None;
    }
    let colon = lower.find(": ").or_else(|| lower.trim_end().strip_suffix(':').map(str::len));
    // "According to the page, …"; "From Monday on, …" introduces nobody.
    let comma = lower.find(", ").filter(|_| lower.starts_with("according") || lower.starts_with("per "));
    let colon = colon.into_iter().chain(comma).min()?;
    let named = |(noun, _): &&(&str, Origin)| {
        lower[..colon].split(|character: char| !character.is_alphanumeric()).any(|word| word == *noun)
    };
    let source = SOURCES.iter().find(named).filter(|_| colon < 80)?;
    Some((colon + 1, source.1))
}

/// Adds a part, joining it with the one before when both are of the same origin and adjoin.
fn push<'a>(parts: &mut Vec<Part<'a>>, piece: &'a str, whole: &'a str, origin: Option<Origin>) {
    if piece.is_empty() {
        return;
    }
    if let Some(last) = parts.last_mut()
        && last.origin == origin
    {
        let start = last.text.as_ptr() as usize - whole.as_ptr() as usize;
        let end = piece.as_ptr() as usize - whole.as_ptr() as usize + piece.len();
        last.text = &whole[start..end];
        return;
    }
    parts.push(Part { text: piece, origin });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_look_passes_over_no_verb_and_no_introduction() {
        for verb in SAYING.all() {
            assert!(may_report(&alloc::format!("It {}: x", verb.to_uppercase())), "{verb}");
        }
        assert!(INTRODUCTIONS.iter().all(|lead| may_report(lead)));
        assert!(!may_report("The oven is hot."));
    }

    #[test]
    fn an_entry_with_entries_below_it_is_the_speakers_own() {
        let own = |text: &str| blocks(text).iter().all(|part| part.origin.is_none());
        assert!(own("To do:\n- Bake the landing page:\n  - with the name on top\n- Close the door"));
        assert!(!own("- The landing page:\n- with the name on top"));
        assert!(own("4. Empty states: three loaves") && !own("mallory claims: three loaves"));
        assert!(own("per file from the oven:\n\n1. weigh") && !own("from the vendor's email:\n\n1. weigh"));
        assert!(own("Which oven?\n>> the small one") && !own("> Which oven?\n>> the small one"));
    }
}
