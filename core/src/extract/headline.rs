//! A sentence made into a title: without what leads to it, cut where it can end.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::judge::{is_first_person, is_pronoun};
use super::sentence::Word;
use super::speech::{is_filler, is_order};
use super::vocabulary::looks_like_path;
use super::{keyword, sentence, settle};
use crate::reconcile::is_verb;
use crate::text::{self, Words};

pub(super) const MAX_WORDS: usize = 9;
const MAX_CHARS: usize = 80;

/// Words that hang in the air at the end of a title.
static HANGING: Words = Words::new(
    "a an the of for to and or in on with when that is are be it they this from by as at your my its not into \
     which how you we i has have had does do did can will would should must all no every each some any like then than \
     but so also just come whose if because since while",
);
/// Words before a mark that only answer what was said before.
static INTERJECTIONS: Words = Words::new(
    "no nope nah yes yeah yep ok okay hm hmm well so right wait oh ah aah ooh wow aha hey correct sure perfect thanks \
     thx",
);
/// Words that lead to what is said.
static LEADS: Words = Words::new(
    "and but also now btw pls please currently then yes yeah yep well just actually technically basically honestly \
     essentially currently meanwhile therefore hence anyway however additionally finally already indeed obviously \
     clearly rather",
);
/// Words that name a matter before it is told: "Regarding the size, …".
static MATTERS: Words = Words::new("regarding concerning about as for with in on to from since until before after");
/// Words between clauses: what stands before them can stand alone.
static CLAUSE_JOINTS: Words =
    Words::new("because since so which who where while but unless although though whereas if when that's");
/// Words between phrases, where a long title can be cut.
static PHRASE_JOINTS: Words =
    Words::new("and for with from in on at by via without after before during through under w/");
/// Verbs that end the subject of a sentence for sure.
static AUXILIARIES: Words = Words::new(
    "is are was were has have had does do did can cannot can't could will would should must may might won't don't \
     doesn't isn't aren't didn't hasn't",
);
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
/// What a verdict says of its subject, and nothing more.
static VERDICTS: Words = Words::new(
    "right wrong fine good bad ok okay nice great easy hard clear ready clean perfect done true false safe green \
     better worse possible impossible correct late simple delicate mess solved",
);
/// Words before a colon that only say which of several things follows.
pub(super) static LABELS: Words = Words::new(
    "first second third last finally next also another other one more thing things note btw ps root cause fix done will \
     do remember reminder update important todo decision result and two three in short conclusion summary bottom line \
     answer verdict finding",
);

/// Words that begin an answer to a numbered question.
static ANSWERING: Words =
    Words::new("both yes no never always one only in on the a not use make take all is same we i");
/// Verbs of speech: what they tell follows.
static SPEAKING: Words =
    Words::new("say says said ask asks asked tell tells told write writes wrote mean means think thinks");
/// Words of labels that announce what follows.
static ANNOUNCING: Words = Words::new(
    "rule rules stuff point points change changes news important matters thing things context background orders",
);

pub(super) fn bare(word: &str) -> Word<'_> {
    Word::lowered(word.trim_matches(|c: char| !c.is_alphanumeric()))
}

/// "2. Enable the cache": one of several, whatever came before it.
fn is_step(sentence: &str) -> bool {
    let after = sentence.trim_start_matches(|c: char| c.is_ascii_digit());
    after.len() < sentence.len() && after.starts_with(['.', ')'])
}

/// A title from a sentence of an answer.
pub(super) fn from_sentence(sentence: &str) -> Option<String> {
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
    let head = announced(head);
    let head = match head.split_once(": ") {
        Some((label, rest)) if label.split_whitespace().count() <= 3 && is_label(sentence, label) => rest,
        Some((label, _)) if label.split_whitespace().count() > 3 => label,
        _ => head,
    };
    named(head, false)
}

/// A title from what a person said: the clause that settles something, else the first that tells something.
pub(super) fn from_said(said: &str) -> Option<String> {
    let plain = sentence::plain(super::speech::to_remember(said));
    let plain = plain.replace(" please:", ":").replace(" pls:", ":");
    let plain = without_dates(without_lead(announced(without_lead(&plain))));
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
        let rest = without_want(without_dates(without_lead(rest)))?;
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

/// What a label announces: "One more thing: …", "The one rule that matters: …", "Added to the docs: …".
fn announced(sentence: &str) -> &str {
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
fn without_dates(said: &str) -> &str {
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

fn is_month(word: &str) -> bool {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    word.get(..3).is_some_and(|start| MONTHS.contains(&start)) && word.len() <= 9
}

/// A title from a rule: from its first clause that names something, else from the one that rules.
pub(super) fn from_rule(rule: &str, rules: impl Fn(&str) -> bool) -> Option<String> {
    let rule = without_lead(announced(without_lead(rule)));
    let clauses = clauses(rule);
    let ruling = clauses.iter().position(|clause| rules(clause));
    let title = (!clauses.is_empty()).then_some(0).into_iter().chain(ruling).find_map(|at| {
        let rest = without_lead(&rule[sentence::place_of(clauses[at], rule)..]);
        named(rest, true)
    });
    title.or_else(|| tidy(without_aside(rule)))
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

/// "I want X", "at launch we need X": X.
fn without_want(said: &str) -> Option<&str> {
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

/// What is said without the words that lead to it, numbers that pick from a menu, and the matter it is about.
pub(super) fn without_lead(sentence: &str) -> &str {
    let mut rest = sentence.trim_start_matches(|c: char| is_pictograph(c) || c.is_whitespace() || c == '-');
    while let Some((word, more)) = rest.split_once(' ') {
        let said = bare(word);
        let closes = word.ends_with(['.', ',', ':', '!', ')']);
        let is_digit = |b: u8| b.is_ascii_digit() || b == b'+';
        let is_mark = said.len() == 1 && said.bytes().all(|b| b.is_ascii_lowercase()) && word.ends_with(['.', ')']);
        // "2 never edit it": the number of an answer, not "2 loaves".
        let answers = said.len() == 1 && more.split(' ').next().is_some_and(|next| ANSWERING.contains(&bare(next)));
        let picks = !said.is_empty() && said.bytes().all(is_digit) && (closes || answers) || is_mark;
        let leads = LEADS.contains(&said) || is_filler(&said) || closes && INTERJECTIONS.contains(&said);
        if !picks && !leads && !said.is_empty() {
            break;
        }
        rest = more.trim_start();
    }
    // "Regarding the size, 40 MB is too tight": the matter is named, then told.
    if let Some((matter, told)) = rest.split_once(", ")
        && rest.split_whitespace().next().is_some_and(|word| MATTERS.contains(&bare(word)))
        && matter.split_whitespace().count() <= 7
        && told.split_whitespace().count() >= 3
    {
        return without_lead(told);
    }
    rest
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
fn without_brackets(clause: &str) -> String {
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

/// Whether the words before a colon only say what kind of sentence follows.
fn is_label(sentence: &str, label: &str) -> bool {
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

/// The subject of a sentence that is too long for a title: "The importer of old files" in "… does not …".
pub(super) fn from_subject(sentence: &str) -> Option<String> {
    let plain = sentence::plain(sentence);
    let words: Vec<&str> = without_lead(announced(&plain)).split_whitespace().collect();
    let verb = words.iter().take(MAX_WORDS + 1).position(|word| AUXILIARIES.contains(&bare(word)))?;
    let subject = words[..verb].join(" ");
    let leans = words[..verb].iter().any(|word| is_pronoun(&bare(word)) || is_first_person(&bare(word)))
        || words[..verb].iter().any(|word| matches!(bare(word).as_str(), "you" | "your" | "you're" | "there" | "here"));
    if leans || keyword::content(&subject).len() < 2 {
        return None;
    }
    tidy(subject.trim_start_matches("The ").trim_start_matches("A "))
}

/// Whether a sentence is short enough for a title, or has a place where it can end.
fn can_be_cut(sentence: &str) -> bool {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    words.len() <= MAX_WORDS || cut_at(&words).is_some()
}

/// Where a title can end: between clauses, else at a mark, else between phrases.
fn cut_at(words: &[&str]) -> Option<usize> {
    let last = MAX_WORDS.min(words.len() - 1);
    let parts = |at: &usize| CLAUSE_JOINTS.contains(&bare(words[*at])) && !AUXILIARIES.contains(&bare(words[*at - 1]));
    let clause = (3..=last).find(parts);
    let dash = (2..=last).find(|at| matches!(words[*at], "—" | "–" | "-"));
    let colon = (2..last).find(|at| words[*at].ends_with(':')).map(|at| at + 1);
    // "One tiled, compressed file" goes on after its comma.
    let describes =
        |at: usize| words[at].ends_with("ed,") && matches!(bare(words[at - 1]).as_str(), "a" | "an" | "one" | "the");
    let ends = |at: &usize| words[*at].ends_with(',') && !is_in_list(words, *at) && !describes(*at);
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
    let leans = leans || is_bare_verb;
    let joins_verbs = joint == "and" && words.get(at + 1).is_some_and(|word| is_order(&bare(word)));
    (PHRASE_JOINTS.contains(joint) && is_answered && !leans && !HANGING.contains(&before)) || joins_verbs
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
    words.retain(|word| {
        !super::speech::is_sound(&bare(word)) && !matches!(bare(word).as_str(), "pls" | "btw" | "please")
    });
    own_to_the(&mut words);
    // Who forgets capitals ends sentences with a mark all the same.
    if let Some(at) = (2..words.len()).find(|at| words[*at].len() > 3 && words[*at].ends_with(['.', '!', '?', ';'])) {
        words.truncate(at + 1);
    }
    let n_whole = words.len();
    if words.len() > MAX_WORDS {
        words.truncate(cut_at(&words).unwrap_or(MAX_WORDS));
    }
    if let [.., to, me] = words[..]
        && matches!(to, "to" | "for" | "with")
        && matches!(bare(me).as_str(), "me" | "us" | "you")
    {
        words.truncate(words.len() - 2);
    }
    drop_hanging(&mut words, n_whole);
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

/// "Our cache" is "cache", and "in our own cache" is "in the cache".
fn own_to_the(words: &mut Vec<&str>) {
    let is_own = |word: &str| matches!(word, "my" | "our" | "your" | "My" | "Our" | "Your");
    if words.len() > 1 && is_own(words[0]) {
        words.remove(0);
    }
    for at in (0..words.len()).rev() {
        if is_own(words[at]) {
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
            "" => false,
            "is" | "are" => asks,
            "all" | "not" | "no" | "then" | "do" | "did" | "does" | "come" | "it" | "this" | "that" | "they" => {
                is_closed
            }
            _ => !HANGING.contains(&last) || is_closed && is_particle && behind_verb,
        };
        if stands {
            break;
        }
        words.pop();
        // "Keyed on" without its "on".
        if is_particle && words.len() > 1 && words.last().is_some_and(|word| word.ends_with("ed")) {
            words.pop();
        }
    }
}

/// Emoji and other pictures that have no place in a title.
pub(super) fn is_pictograph(c: char) -> bool {
    matches!(u32::from(c), 0x1F000..=0x1FAFF | 0x2600..=0x27BF | 0x2B00..=0x2BFF | 0xFE00..=0xFE0F | 0x200D | 0x20E3 | 0xE0020..=0xE007F | 0x231A..=0x23FF)
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
        check_said("my uncle says", None);
        check_said("i nodded", None);
        check_said("it is fine", None);
        check_said("", None);
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
        assert_eq!(title("2, i mean it, never open the door").as_deref(), Some("Never open the door"));
        assert_eq!(title(""), None);
    }

    #[test]
    fn titles_stay_short() {
        let long = "one two three four five six seven eight nine ten eleven";
        assert_eq!(tidy(long).map(|t| t.split(' ').count()), Some(9));
        assert_eq!(tidy("rolls in our own shop").as_deref(), Some("Rolls in the shop"));
        assert_eq!(tidy("ten minutes is acceptable to me").as_deref(), Some("Ten minutes is acceptable"));
        assert_eq!(tidy("🚀"), None);
        assert_eq!(tidy(""), None);
    }
}
