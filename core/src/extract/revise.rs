//! What a person's reply takes out of the answer before it.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::block::{self, Section};
use super::cue::{self, Cues};
use super::form::is_question;
use super::keyword::Content;
use super::list::OPTIONS;
use super::mark;
use super::menu::{self, Settled};
use super::read::{Reader, Unit};
use super::redo::{asks_anew, asks_for_proposal, returned, undoes};
use super::reply::{Reply, refused};
use super::select::SAID;
use super::sentence::Word;
use super::topic::Exchange;
use super::trouble::{disowned, failures, refutes};
use super::withdraw::{amended, is_called, is_quoted_in, makes, without_table};
use super::{keyword, sentence, settle, speech};
use crate::reconcile::Rejoinder;
use crate::text;

/// A correction takes back an answer up to this length as a whole.
const SHORT_ANSWER: usize = 700;
/// Longer words of a person are a new matter, no reply.
const MAX_REPLY: usize = 4_000;
/// An agent takes something back where it begins.
const BEGINNING: usize = 1_000;

/// Takes out of what was read since `from`, which is the answer of an exchange in its sections, what its person did not
/// let stand.
pub(super) fn revise(
    reader: &mut Reader<'_>,
    from: usize,
    answer: &str,
    sections: &[Section],
    exchange: &Exchange<'_>,
) {
    if reader.units.len() <= from {
        return;
    }
    if let Some(correction) = exchange.corrected_by {
        void(reader, from, answer.len(), correction);
        if refutes(correction) {
            // What was changed in vain is no knowledge.
            strike(reader, from, "corrected", |told| exchange.wrote_files || is_claim(told) || promises(told));
        }
    }
    if let Some(reply) = exchange.replied.filter(|reply| reply.len() <= MAX_REPLY) {
        contest(reader, from, reply);
        leave_options(reader, from, &menu::settled(answer, sections, reply));
        overtake(reader, from, answer, reply);
        let assents = || cue::scan(&sentence::words(sentence::cut(reply, 80))).has(Cues::ACCEPT);
        if !exchange.is_taken_up && !assents() {
            leave_opinions(reader, from);
        }
        for doubt in doubts(reply) {
            strike(reader, from, "doubted", |told| is_doubted(told, &doubt));
        }
        let is_passed_over = || asks_for_proposal(exchange.question()) && asks_for_proposal(reply);
        if undoes(reply) || asks_anew(reply) || is_passed_over() {
            strike(reader, from, "undone", |_| true);
        }
        if let Some(thing) = returned(reply) {
            let is_taken =
                |word: &Word<'_>| matches!(word.as_str(), "dropped" | "removed" | "deleted" | "disabled" | "took");
            let takes = |told: &str| sentence::words(told).iter().any(is_taken);
            strike(reader, from, "undone", |told| takes(told) && keyword::content(told).n_shared(&thing) > 0);
        }
        for failure in failures(reply) {
            strike(reader, from, "corrected", |told| is_disproved(told, failure, 1));
        }
    }
    // Some claims prove wrong only later.
    for failure in exchange.failed.iter().flat_map(|said| failures(said)) {
        strike(reader, from, "corrected", |told| is_disproved(told, failure, 2));
    }
    for quoted in exchange.failed.iter().flat_map(|said| amended(said)) {
        strike(reader, from, "corrected", |told| is_quoted_in(told, quoted));
    }
    for thing in exchange.removed.iter().map(|thing| keyword::content(thing)) {
        strike(reader, from, "undone", |told| makes(told, &thing));
        let below = |unit: &&mut Unit| unit.label != SAID && is_called(&unit.label, &thing);
        let n = reader.units.iter_mut().skip(from).filter(below).map(|unit| unit.text.clear()).count();
        struck(reader, from, u32::try_from(n).unwrap_or(u32::MAX), "undone");
    }
    for table in &exchange.tables {
        let may_hold = |unit: &&mut Unit| unit.label != SAID && unit.text.contains("|---");
        for unit in reader.units.iter_mut().skip(from).filter(may_hold) {
            unit.text = without_table(&unit.text, table).unwrap_or_else(|| core::mem::take(&mut unit.text));
        }
        struck(reader, from, 0, "corrected");
    }
    for never in exchange.failed.iter().flat_map(|said| disowned(said)) {
        // Most of it must be told: "I didn't say rye for the large oven" says nothing of wheat for the large oven.
        let is_meant = |told: &str| keyword::content(told).n_shared(&never) * 3 >= never.len() * 2;
        strike(reader, from, "corrected", |told| is_doubted(told, &never) && is_meant(told));
    }
}

/// Whether a sentence of an answer claims what a person found not to be so.
fn is_disproved(told: &str, failure: &str, least: usize) -> bool {
    is_claim(told) && keyword::content(told).n_shared(&keyword::content(failure)) >= least
}

/// Whether a sentence tells that something works or looks as wanted from now on.
fn is_claim(told: &str) -> bool {
    let words = sentence::words(told);
    let is_new = |word: &Word<'_>| {
        matches!(word.as_str(), "now" | "again" | "correctly" | "properly" | "successfully" | "ensured" | "ensures")
    };
    words.iter().any(is_new) || claims_to_have_mended(told)
}

/// "All trays will stay where they are": what was to come about.
fn promises(told: &str) -> bool {
    sentence::words(told).iter().any(|word| matches!(word.as_str(), "will" | "won't"))
}

/// Takes out of what was read since `from`, which is an answer of some length and what was said to it, what the next
/// answer takes back: "I was wrong about the oven", "not the flour after all".
pub(super) fn take_back(reader: &mut Reader<'_>, from: usize, length: usize, next: &str) {
    let first = sentence::sentences(sentence::cut(next, BEGINNING)).into_iter().take(3);
    if let Some(retraction) = first.into_iter().find(|said| is_retraction(said)) {
        void(reader, from, length, retraction);
    }
}

/// Takes what was held for the cause out of what was read since `from` when the next answer to the same words finds
/// another one.
pub(super) fn look_further(reader: &mut Reader<'_>, from: usize, next: &str) {
    let finds_cause = || {
        sentence::sentences(sentence::cut(next, BEGINNING)).into_iter().any(|said| diagnoses(&sentence::words(said)))
    };
    if reader.units.len() > from && finds_cause() {
        strike(reader, from, "corrected", |told| diagnoses(&sentence::words(told)));
    }
}

/// "The issue is that …", "I found the problem".
fn diagnoses(words: &[Word<'_>]) -> bool {
    let is_trouble = |word: &str| matches!(word, "issue" | "problem" | "bug" | "culprit" | "cause");
    words.iter().take(8).enumerate().any(|(at, word)| {
        let before = at.checked_sub(1).map_or("", |at| words[at].as_str());
        let is_one = matches!(before, "the" | "real" | "actual" | "main" | "root" | "underlying");
        let is_named = words.get(at + 1).is_some_and(|next| matches!(next.as_str(), "is" | "was" | "must"));
        let is_found = words[..at].iter().any(|word| matches!(word.as_str(), "see" | "found"));
        is_trouble(word) && is_one && (is_named || is_found)
    })
}

/// Whether a sentence tells what was wrong, or that it no longer is.
fn claims_to_have_mended(told: &str) -> bool {
    let words = sentence::words(told);
    let is_mended = |word: &Word<'_>| matches!(word.as_str(), "fixed" | "fixes" | "resolved" | "resolves" | "solved");
    diagnoses(&words) || cue::scan(&words).has(Cues::CAUSE) || words.iter().any(is_mended)
}

/// Whether an answer begins by giving in.
pub(super) fn gives_in(answer: &str) -> bool {
    sentence::sentences(sentence::cut(answer, BEGINNING)).first().is_some_and(|said| is_retraction(said))
}

/// Whether an answer begins with "You're right", which agents say to objections and to ideas.
pub(super) fn concedes(answer: &str) -> bool {
    let words = sentence::words(sentence::cut(answer, 60));
    let sorry = |word: &&Word<'_>| matches!(word.as_str(), "sorry" | "apologies" | "ah" | "oh" | "yes" | "hm" | "hmm");
    let words = &words[words.iter().take_while(sorry).count()..];
    let is_you = match words.first().map_or("", Word::as_str) {
        "you're" => true,
        "you" => words.get(1).is_some_and(|word| matches!(word.as_str(), "are" | "were")),
        _ => false,
    };
    is_you && words.iter().take(4).any(|word| word == "right" || word == "correct")
}

fn is_retraction(said: &str) -> bool {
    let words = sentence::words(said);
    let denies = words.first().is_some_and(|word| word == "not");
    cue::scan(&words).has(Cues::RETRACTION)
        || drops_it(&words)
        || denies && words.windows(2).any(|pair| pair[0] == "after" && pair[1] == "all")
}

/// "Agreed, the times don't fit", "then the yeast is a red herring": what was told before does not hold.
fn drops_it(words: &[Word<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let gives_in = matches!(word(0), "agreed" | "right" | "fair" | "correct" | "true" | "indeed" | "hm" | "hmm")
        || matches!((word(0), word(1)), ("good", "catch" | "point") | ("point", "taken"));
    let denied = words.windows(2).any(|pair| {
        matches!(
            (pair[0].as_str(), pair[1].as_str()),
            ("don't" | "doesn't" | "didn't", "fit" | "match" | "add" | "explain" | "hold")
                | ("no", "sense")
                | ("says" | "say", "otherwise")
                | ("thanks", "for")
        )
    });
    let is_aside = words
        .windows(2)
        .any(|pair| matches!((pair[0].as_str(), pair[1].as_str()), ("side", "show" | "issue") | ("red", "herring")));
    gives_in && (denied || words.iter().take(6).any(|word| word == "actually"))
        || matches!(word(0), "then" | "so") && is_aside
}

/// Takes out what stands under "Suggested fix" when the person answered with something else, or only answered what was
/// asked beside it.
pub(super) fn leave_proposals(reader: &mut Reader<'_>, from: usize, sections: &[Section], exchange: &Exchange<'_>) {
    if exchange.replied.is_none() || exchange.is_taken_up && !exchange.is_answered {
        return;
    }
    let is_advice =
        |word: &Word<'_>| matches!(word.as_str(), "suggest" | "suggested" | "suggestion" | "proposed" | "proposal");
    let recommends = |word: &Word<'_>| exchange.is_answered && word.starts_with("recommend");
    // What stands under a proposal belongs to it.
    let mut open = None;
    let proposals: Vec<bool> = sections
        .iter()
        .map(|section| {
            let words = sentence::words(&section.heading);
            let proposes = words.first().is_some_and(is_advice)
                || words.iter().take(3).any(|word| is_advice(word) && exchange.is_answered || recommends(word));
            if proposes {
                open = Some(section.level);
            } else if open.is_some_and(|level| section.level <= level) {
                open = None;
            }
            open.is_some() && section.level > 0
        })
        .collect();
    let is_proposal = |unit: &Unit| unit.label != SAID && proposals.get(unit.place.2).is_some_and(|is| *is);
    // "Proposal for Sunday: …".
    strike(reader, from, "proposal", |text| {
        let is_label = text.split_once(": ").is_some_and(|(label, _)| !sentence::has_more_words(label, 4));
        is_label && sentence::words(text).first().is_some_and(is_advice)
    });
    let units = reader.units.split_off(from.min(reader.units.len()));
    let n = units.len();
    reader.units.extend(units.into_iter().filter(|unit| !is_proposal(unit)));
    for _ in 0..from + n - reader.units.len() {
        reader.extraction.leave_out("proposal");
    }
}

/// Takes back what a person corrected: what the correction speaks of, or all of a short answer when it names nothing.
fn void(reader: &mut Reader<'_>, from: usize, length: usize, correction: &str) {
    let corrected: BTreeSet<String> = text::content_terms(correction).into_iter().collect();
    let shared = |unit: &Unit| -> usize {
        if unit.label == SAID {
            return 0;
        }
        let terms: BTreeSet<String> = text::content_terms(&unit.text).into_iter().collect();
        terms.intersection(&corrected).count()
    };
    let counts: Vec<usize> = reader.units.iter().skip(from).map(shared).collect();
    let most = counts.iter().copied().max().unwrap_or(0);
    let mut n = 0;
    let mut counts = counts.into_iter();
    let units = reader.units.split_off(from.min(reader.units.len()));
    for unit in units {
        let shared = counts.next().unwrap_or(0);
        let is_meant = most == 0 && length <= SHORT_ANSWER || shared >= 2 || shared > 0 && shared == most;
        if is_meant && unit.label != SAID {
            n += 1;
        } else {
            reader.units.push(unit);
        }
    }
    for _ in 0..n {
        reader.extraction.leave_out("corrected");
    }
}

/// Takes back the lines that a person's reply contradicts, and the options it refuses.
fn contest(reader: &mut Reader<'_>, from: usize, reply: &str) {
    let refused = refused(reply);
    let asks =
        |said: &str| is_question(said) || sentence::words(said).first().is_some_and(|word| speech::is_order(word));
    // "Change it because there is no need for x": the reason tells.
    let said: Vec<&str> = sentence::sentences(reply)
        .into_iter()
        .filter_map(|said| if asks(said) { said.split_once(" because ").map(|(_, why)| why) } else { Some(said) })
        .collect();
    let mut said = Rejoinder::of(&said);
    let mut n = 0;
    let mut stands = |line: &str| {
        let number = line.split_once(". ").and_then(|(number, _)| number.parse::<usize>().ok());
        let falls = number.is_some_and(|number| refused.contains(&number)) || opposes(line, &mut said);
        n += u32::from(falls);
        !falls
    };
    for unit in reader.units.iter_mut().skip(from).filter(|unit| unit.label != SAID) {
        unit.text = with_lines(&unit.text, |line| stands(line).then(|| line.to_string()));
    }
    struck(reader, from, n, "corrected");
}

/// Takes out the options that a person did not take.
fn leave_options(reader: &mut Reader<'_>, from: usize, settled: &Settled) {
    if settled.is_empty() {
        return;
    }
    // What was the cause, or happened, is no option whatever it speaks of.
    let is_told = |text: &str| {
        let words = sentence::words(text);
        let happened = words.iter().any(|word| matches!(word.as_str(), "had" | "was" | "were"));
        !is_item(text) && (happened || cue::scan(&words).has(Cues::CAUSE))
    };
    strike(reader, from, "option", |text| describes_options(text) || settled.leaves(text) && !is_told(text));
}

/// Whether a line of options says more of them than their names: of what was not taken, the name is enough.
fn describes_options(text: &str) -> bool {
    let options = text.strip_prefix(OPTIONS).and_then(|rest| rest.split_once(": "));
    options.is_some_and(|(_, names)| names.split(';').any(|name| sentence::has_more_words(name, 5)))
}

/// Takes out what the agent advised when the person settled the matter in own words.
fn overtake(reader: &mut Reader<'_>, from: usize, answer: &str, reply: &str) {
    let agrees = || matches!(super::reply::reply(answer, reply), Reply::Agrees(_));
    let decided = keyword::content(if !settle::settles(reply) || agrees() { "" } else { reply });
    let refused = keyword::content(&settle::refused(reply));
    if decided.is_empty() && refused.is_empty() {
        return;
    }
    strike(reader, from, "corrected", |text| {
        let words = sentence::words(text);
        let advises = cue::scan(&words).has(Cues::RECOMMEND)
            || words.iter().any(|word| word == "i'd")
            || words.windows(2).any(|pair| pair[0] == "i" && matches!(pair[1].as_str(), "would" | "suggest"));
        let told = keyword::content(text);
        advises && (told.n_shared(&decided) > 0 || told.n_shared(&refused) > 0)
    });
}

/// Takes out the lines in which an agent gives its opinion, "My take: …", when the person did not take it up.
fn leave_opinions(reader: &mut Reader<'_>, from: usize) {
    let is_opinion = |line: &str| {
        let words = sentence::words(sentence::cut(line, 40));
        let is_mine = words.first().is_some_and(|word| word == "my");
        let is_named = words.get(1).is_some_and(|word| {
            matches!(word.as_str(), "take" | "lean" | "vote" | "suggestion" | "preference" | "recommendation" | "pick")
        });
        is_mine && is_named && sentence::cut(line, 40).contains(':')
    };
    let mut n = 0;
    for unit in reader.units.iter_mut().skip(from).filter(|unit| unit.label != SAID) {
        unit.text = with_lines(&unit.text, |line| {
            n += u32::from(is_opinion(line));
            (!is_opinion(line)).then(|| line.to_string())
        });
    }
    struck(reader, from, n, "proposal");
}

/// What a person is not sure of: "not sure I want the big oven". "I'm on the fence on that" doubts what was just said.
fn doubts(reply: &str) -> impl Iterator<Item = Content> {
    let said = sentence::sentences(reply);
    let is_doubt = |words: &[Word<'_>]| {
        (0..words.len().min(6)).any(|at| {
            let word = |at: usize| words.get(at).map_or("", Word::as_str);
            // "Not sure how it works" asks, and "let's not touch it" leaves it as it is.
            match (word(at), word(at + 1)) {
                ("not", "sure" | "convinced" | "sold") => !matches!(
                    word(at + 2),
                    "how" | "why" | "where" | "what" | "when" | "if" | "whether" | "which" | "who"
                ),
                ("let's" | "lets", "not") => !matches!(
                    word(at + 2),
                    "change"
                        | "touch"
                        | "forget"
                        | "break"
                        | "lose"
                        | "worry"
                        | "remove"
                        | "drop"
                        | "rush"
                        | "overthink"
                ),
                ("on", "the") => word(at + 2) == "fence",
                ("don't" | "dont", "believe" | "buy") => true,
                _ => false,
            }
        })
    };
    let points_back = |words: &[Word<'_>]| words.iter().any(|word| matches!(word.as_str(), "that" | "it" | "this"));
    (0..said.len()).filter_map(move |at| {
        // "Let's not bake rye, we have two ovens now": the reason is no part of it.
        let clause = said[at].split([',', ':', ';']).find(|clause| is_doubt(&sentence::words(clause)))?;
        let doubted = keyword::content(clause);
        let before = at.checked_sub(1).filter(|_| doubted.len() <= 2 && points_back(&sentence::words(clause)));
        Some(before.map_or(doubted, |before| keyword::content(said[before])))
    })
}

fn is_doubted(told: &str, doubt: &Content) -> bool {
    // What was found out is no proposal.
    if cue::scan(&sentence::words(told)).has(Cues::CAUSE) {
        return false;
    }
    let told = keyword::content(told);
    let n = told.n_shared(doubt);
    n >= 2 && n * 2 >= told.len().min(doubt.len())
}

/// Whether a line is an item of a list or a row of a table.
fn is_item(line: &str) -> bool {
    block::entry_of(line).is_some() || line.trim_start().starts_with('|')
}

/// Takes sentences of prose and items of lists out of what was read since `from`.
fn strike(reader: &mut Reader<'_>, from: usize, reason: &'static str, falls: impl Fn(&str) -> bool) {
    let mut n = 0;
    for unit in reader.units.iter_mut().skip(from).filter(|unit| unit.label != SAID) {
        let mut stands = |text: &str| {
            let falls = falls(text);
            n += u32::from(falls);
            !falls
        };
        let text = with_lines(&unit.text, |line| {
            if is_item(line) || line.trim().is_empty() {
                return (line.trim().is_empty() || stands(line)).then(|| line.to_string());
            }
            let kept: Vec<&str> = sentence::sentences(line).into_iter().filter(|said| stands(said)).collect();
            (!kept.is_empty()).then(|| kept.join(" "))
        });
        unit.text = text.trim().to_string();
    }
    struck(reader, from, n, reason);
}

/// A text with what is kept of each line. The head of a table stays as long as a row does.
fn with_lines(text: &str, mut keep: impl FnMut(&str) -> Option<String>) -> String {
    let is_rule = |line: &str| line.starts_with("|-") || line.starts_with("| -") || line.starts_with("|:");
    let lines: Vec<&str> = text.lines().collect();
    let mut kept: Vec<String> = Vec::with_capacity(lines.len());
    let mut at = 0;
    while at < lines.len() {
        let is_head = lines[at].starts_with('|') && lines.get(at + 1).is_some_and(|next| is_rule(next));
        if !is_head {
            kept.extend(keep(lines[at]));
            at += 1;
            continue;
        }
        let n_rows = lines[at + 2..].iter().take_while(|line| line.starts_with('|')).count();
        let rows: Vec<String> = lines[at + 2..at + 2 + n_rows].iter().filter_map(|row| keep(row)).collect();
        if !rows.is_empty() {
            kept.extend(lines[at..at + 2].iter().map(ToString::to_string));
            kept.extend(rows);
        }
        at += 2 + n_rows;
    }
    kept.join("\n")
}

/// Counts the lines that were taken out of units, and drops the units of which nothing is left.
fn struck(reader: &mut Reader<'_>, from: usize, n: u32, reason: &'static str) {
    for _ in 0..n {
        reader.extraction.leave_out(reason);
    }
    let units = reader.units.split_off(from.min(reader.units.len()));
    reader.units.extend(units.into_iter().filter(|unit| unit.text.chars().any(char::is_alphanumeric)));
}

/// Whether a person's reply contradicts a line of the answer before it.
fn opposes(line: &str, said: &mut Rejoinder) -> bool {
    let plain = mark::plain(line).replace('|', " ");
    sentence::sentences(plain.trim_start_matches("- ").trim()).into_iter().any(|told| said.contradicts(told))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_told_falls_when_the_next_answer_gives_in() {
        for said in [
            "Agreed, the times don't fit.",
            "Fair, the scale actually says so too.",
            "Right, same oven, so a draught makes no sense.",
            "Then the yeast is a side show.",
        ] {
            assert!(is_retraction(said), "{said}");
        }
        for said in ["Right, the oven is ready.", "Agreed: rye it is.", "Then I'll bake it.", "Correct."] {
            assert!(!is_retraction(said), "{said}");
        }
    }

    #[test]
    fn the_head_of_a_table_stays_with_its_rows() {
        let table = "Measured:\n\n| | rye | oats |\n|---|---|---|\n| crumb | 3 | 4 |\n| crust | 1 | 2 |";
        let without = |word: &'static str| with_lines(table, |line| (!line.contains(word)).then(|| line.to_string()));
        assert_eq!(without("rye"), table);
        assert!(without("crumb").ends_with("| | rye | oats |\n|---|---|---|\n| crust | 1 | 2 |"));
        assert_eq!(with_lines(table, |line| (!line.starts_with('|')).then(|| line.to_string())), "Measured:\n");
    }
}
