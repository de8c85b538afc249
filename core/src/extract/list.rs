//! Lists of an answer: told whole with the words that lead to them, in part, or as what there was to choose from.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::block::{Section, heads, is_closed};
use super::cue::{self, Cues};
use super::form::{capitalise, ends_open, is_first_person, is_pronoun};
use super::judge::{Place, judge, names_files_only, names_project};
use super::menu::{is_label, option_name};
use super::progress::is_progress;
use super::read::{MAX_ROWS, PLAIN_BELOW, Reader, Weight, join};
use super::tidy::is_pictograph;
use super::{mark, sentence};
use crate::reconcile::is_auxiliary;
use crate::text::is_list_entry;

/// Entries of a list that is longer in all are cut to their first sentences.
const LONG_LIST: usize = 3_000;
/// Hosts that exist for samples only.
const RESERVED: [&str; 3] = ["example.com", "example.org", "example.net"];
/// Stands before what an answer offered to choose from.
pub(crate) const OPTIONS: &str = "Options considered";

/// Stands before what an answer would do, which is nothing to choose from.
pub(crate) const SUGGESTED: &str = "Suggested";
/// Lists of up to this many entries are read as one thing.
const SHORT_LIST: usize = 8;
/// Lines under an entry that are looked at.
const MAX_UNDER: usize = 8;

/// What becomes of an entry of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum Fate {
    Told,
    /// Says little by itself, and belongs to the others.
    Faint,
    /// Its words never come back.
    Passing,
    /// Guesses, imagines, or tells of the moment or of the world.
    Doubted,
    /// Asks or offers, or is told elsewhere.
    #[default]
    Left,
}

/// An entry of a list, with what stands under it.
#[derive(Debug, Default)]
struct Entry {
    text: String,
    below: Vec<String>,
    points: f64,
    points_below: f64,
    cues: Cues,
    fate: Fate,
}

/// What a reason to leave a sentence out makes of the entry that holds it.
fn fate_of(reason: &str) -> Fate {
    match reason {
        "question" | "offer" | "already known" | "boilerplate" => Fate::Left,
        // What holds everywhere is no part of what is told here.
        "nothing of the project" => Fate::Doubted,
        "said in passing" => Fate::Passing,
        _ if tells_little(reason) => Fate::Faint,
        _ => Fate::Doubted,
    }
}

/// Whether a reason to leave words out says that they tell little, rather than that they state nothing.
fn tells_little(reason: &str) -> bool {
    matches!(
        reason,
        "fragment"
            | "opener"
            | "lead-in"
            | "elaboration"
            | "nothing of the project"
            | "said in passing"
            | "table of contents"
    )
}

/// "Still open ❌" without the picture.
fn without_pictures(lead: &str) -> &str {
    lead.trim_end_matches(|c: char| is_pictograph(c) || c.is_whitespace())
}

/// Most words of a label above a list.
const MAX_LABEL: usize = 6;

/// "Let me look:", "Now I'll bake:", "The user wants:".
fn announces_work(lead: &str) -> bool {
    let words = sentence::words(lead);
    words.iter().any(|word| matches!(word.as_str(), "let" | "let's" | "i'll" | "i'm" | "user" | "you" | "your"))
}

/// Most words of an entry that only names something.
const MAX_NAME: usize = 3;

/// "Testing sequence", "My trays: a note at the door": among entries that tell something a name looks like somebody's
/// work. "I'll grease it", "the user wants rye" and "Moving the tray to the yard" are work.
fn is_named(entry: &str) -> bool {
    let words = sentence::words(entry);
    let speaks = |word: &sentence::Word<'_>| is_first_person(word) && word != "my";
    let is_label = || entry.split_once(':').is_some_and(|(name, _)| !sentence::has_more_words(name, MAX_NAME));
    let is_asked = || words.windows(2).any(|pair| pair[0] == "the" && pair[1] == "user");
    (words.len() <= MAX_NAME || is_label()) && !words.iter().any(speaks) && !is_asked() && !is_progress(&words)
}

/// "Three bakers need it:", "both ovens:": how many follow.
fn count_in(lead: &str) -> Option<usize> {
    const NUMBERS: [&str; 10] = ["both", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let number = |word: &sentence::Word<'_>| {
        let place = NUMBERS.iter().position(|number| word == *number);
        place.map(|at| at.max(1) + 1).or_else(|| word.parse().ok())
    };
    sentence::words(lead).iter().find_map(number)
}

/// "Example: a loaf of rye", "Shop: https://bread.example.com": made up to show how it is.
fn is_sample(line: &str) -> bool {
    if RESERVED.iter().any(|host| line.contains(host)) {
        return true;
    }
    let label = line.trim_start_matches(['*', '_', '-', ' ']);
    let names = ["Example:", "Example**:", "Sample:", "Sample**:", "e.g.:"];
    let sample = names.iter().find_map(|name| label.strip_prefix(name));
    sample.is_some_and(|sample| sample.trim_start_matches(['*', ' ']).starts_with(['"', '“', '\'']))
}

/// "H2: the door leaks": one of several guesses.
fn is_hypothesis(line: &str) -> bool {
    let bare = line.trim_start_matches(['*', ' ']);
    bare.strip_prefix(['H', 'h']).and_then(|rest| rest.split_once(':')).is_some_and(|(number, _)| {
        let number = number.trim_end_matches('*');
        !number.is_empty() && number.len() <= 2 && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// The first sentences of an entry: as many as fit, and one at least.
fn opening(entry: &str, most: usize) -> &str {
    let mut end = 0;
    for told in sentence::sentences(entry) {
        let next = entry[end..].find(told).map_or(entry.len(), |at| end + at + told.len());
        if end > 0 && next > most {
            break;
        }
        end = next;
    }
    &entry[..end]
}

/// "Here are the new ovens:" names them, "here's what I did:" and "you can now:" only speak to somebody.
fn without_here(lead: &str) -> Option<String> {
    let words = sentence::words(lead);
    let first = words.first()?;
    let speaks = |word: &sentence::Word<'_>| {
        is_first_person(word) || matches!(word.as_str(), "you" | "your" | "you're" | "we're" | "let's")
    };
    if words.iter().any(speaks) || is_pronoun(first) && !first.starts_with("here") {
        return None;
    }
    let rest = ["Here's ", "Here’s ", "Here is ", "Here are "].iter().find_map(|here| lead.strip_prefix(here));
    match rest {
        Some(rest) => (!rest.starts_with("what") && !rest.starts_with("how")).then(|| capitalise(rest)),
        None => Some(lead.to_string()),
    }
}

/// Whether entries tell what is so or was done: nobody chooses between those.
pub(super) fn tell_what_is(items: &[String]) -> bool {
    let tells = |item: &&String| {
        let words = sentence::words(sentence::cut(item.split('\n').next().unwrap_or(""), 80));
        item.starts_with('✅')
            || cue::scan(&words).has(Cues::DONE)
            || words.iter().take(6).any(|word| is_auxiliary(word))
    };
    items.iter().filter(tells).count() * 2 > items.len()
}

impl Reader<'_> {
    pub(super) fn list(
        &mut self,
        items: &[String],
        first_number: Option<usize>,
        intro: Option<&str>,
        section: &Section,
        place: (usize, usize, usize),
        weight: Weight,
    ) {
        let entries: Vec<Entry> = items.iter().take(MAX_ROWS).map(|item| self.entry(item)).collect();
        let told = || entries.iter().filter(|entry| entry.fate == Fate::Told);
        let n_told = told().count();
        if n_told == 0 {
            return;
        }
        // Half of a list that tells something is understood with the rest of it; who counts its entries means each.
        let is_whole = n_told * 2 >= entries.len();
        let is_counted = intro.and_then(count_in) == Some(entries.len());
        let worst = match is_whole {
            true if is_counted => Fate::Doubted,
            true if entries.len() <= SHORT_LIST && n_told * 5 >= entries.len() * 3
                || n_told + 1 >= entries.len()
                || n_told * 4 >= entries.len() * 3 =>
            {
                Fate::Passing
            }
            true => Fate::Faint,
            false => Fate::Told,
        };
        let (mut total, mut best) = (0.0, 0.0_f64);
        let mut all = Cues::default();
        for entry in told() {
            total += entry.points + entry.points_below * 0.3;
            best = best.max(entry.points);
            all.add(entry.cues);
        }
        // A long answer without a look at the project lists what is common knowledge, unless it names something here.
        let names = |entry: &Entry| names_project(&sentence::words(&entry.text), &entry.text, self.scope.project);
        let is_common = self.is_long && !self.scope.is_grounded && !told().any(names);
        let mut out: Vec<String> = Vec::new();
        let n_kept = entries.iter().filter(|entry| entry.fate <= worst).count();
        let n_missing = entries.len() - n_kept;
        let has_no_gap = entries[..n_kept].iter().all(|entry| entry.fate <= worst);
        for (at, entry) in entries.into_iter().enumerate() {
            if entry.fate > worst {
                continue;
            }
            // A number that stands alone counts nothing, and a gap between numbers tells of something that is not there.
            out.push(match first_number.filter(|_| n_kept > 1 && has_no_gap) {
                Some(first) => format!("{}. {}", first + at, entry.text),
                None => format!("- {}", entry.text),
            });
            out.extend(entry.below.into_iter().map(|line| format!("  - {line}")));
        }
        if out.iter().map(String::len).sum::<usize>() > LONG_LIST {
            let most = LONG_LIST / out.len();
            for line in &mut out {
                line.truncate(opening(line, most).len());
            }
        }
        let mut text = out.join("\n");
        // Without words of its own it would go on with the list above.
        let joins = self.units.last().is_some_and(|unit| {
            let last = unit.text.rsplit('\n').next().unwrap_or("");
            !unit.is_prose && unit.place.1 == place.1 && unit.label == section.heading && is_list_entry(last)
        });
        if let Some(intro) = intro.and_then(|intro| self.intro(intro, n_missing > 0, joins)) {
            text.insert_str(0, &format!("{intro}\n\n"));
        }
        #[allow(clippy::cast_precision_loss)] // 1 to MAX_ROWS
        let mean = total / n_told as f64;
        let score = weight.base + (mean * 0.7 + best * 0.3).min(2.0);
        self.push(place, &section.heading, text, score, all, false);
        if let Some(unit) = self.units.last_mut() {
            // One telling entry is enough, whatever stands beside it.
            unit.points = mean.max(best * 0.8);
            unit.is_plain = (mean < PLAIN_BELOW || is_common) && !weight.is_rich;
        }
    }

    /// The words to print above a list: whatever leads to a whole one, and what says something itself.
    fn intro(&self, intro: &str, is_partial: bool, joins: bool) -> Option<String> {
        match judge(intro, Place::Prose, self.scope) {
            Ok(_) if is_partial && count_in(intro).is_some() => None,
            Ok(statement) if is_closed(&statement.text) || is_label(&statement.text) => Some(statement.text),
            Ok(statement) => Some(format!("{}:", without_pictures(&statement.text))),
            Err(reason) if !joins && (is_partial || !tells_little(reason)) => None,
            Err(_) => {
                let intro = without_pictures(intro);
                // "My advice:" speaks to somebody, and tells two lists apart.
                let parts = || joins && !sentence::has_more_words(intro, MAX_LABEL) && !announces_work(intro);
                let bare = without_here(intro.trim_start()).or_else(|| parts().then(|| intro.trim().to_string()))?;
                Some(if ends_open(&bare) || is_label(&bare) { bare } else { format!("{bare}:") })
            }
        }
    }

    /// An entry of a list with the lines under it.
    fn entry(&mut self, item: &str) -> Entry {
        let mut lines = item.split('\n');
        let first = lines.next().unwrap_or("");
        let under: Vec<&str> = lines.map(|line| line.trim().trim_start_matches("- ")).take(MAX_UNDER).collect();
        let mut entry = self.list_line(first);
        // The files that were worked on, unless something is told of them.
        if under.is_empty() && names_files_only(first) {
            self.extraction.leave_out("names only");
            entry.fate = Fate::Faint;
        }
        let below: Vec<Entry> = under.iter().map(|line| self.list_line(line)).collect();
        let n_told = below.iter().filter(|line| line.fate == Fate::Told).count();
        let is_whole = n_told * 2 >= below.len();
        for line in below {
            if line.fate == Fate::Told || line.fate == Fate::Faint && is_whole {
                entry.points_below += line.points;
                entry.cues.add(line.cues);
                entry.below.push(line.text);
            }
        }
        let speaks = || sentence::words(sentence::cut(first, 40)).first().is_some_and(|word| is_first_person(word));
        if matches!(entry.fate, Fate::Faint | Fate::Passing | Fate::Doubted) && n_told > 0 && is_whole && !speaks() {
            // What stands under it tells for it.
            entry.fate = Fate::Told;
        } else if heads(first) && entry.below.is_empty() && entry.fate == Fate::Told {
            // What it heads was code, or tells nothing.
            entry.fate = if under.is_empty() && !is_label(first) { Fate::Told } else { Fate::Faint };
        }
        entry
    }

    fn list_line(&mut self, line: &str) -> Entry {
        let closed = line.trim().trim_end_matches(':');
        let mut entry = Entry { text: mark::unlink(closed, false), ..Entry::default() };
        if is_sample(closed) {
            self.extraction.leave_out("hypothetical");
            return entry;
        }
        if is_hypothesis(closed) {
            self.extraction.leave_out("guess");
            return entry;
        }
        let mut text = String::new();
        let mut worst = Fate::Told;
        for (at, sentence) in sentence::sentences(closed).into_iter().enumerate() {
            match judge(sentence, Place::Item, self.scope) {
                Ok(statement) => {
                    join(&mut text, &statement.text);
                    entry.points += statement.points;
                    entry.cues.add(statement.cues);
                    entry.fate = Fate::Told;
                }
                Err(reason) => {
                    self.extraction.leave_out(reason);
                    let is_told = reason == "narration" && is_named(sentence);
                    worst = worst.max(if is_told { Fate::Passing } else { fate_of(reason) });
                    // What follows leans on the first words of an entry.
                    if at == 0 && worst == Fate::Left {
                        return entry;
                    }
                    if at == 0 {
                        join(&mut text, sentence);
                    }
                }
            }
        }
        if entry.text.chars().filter(|c| c.is_alphanumeric()).count() < 3 {
            entry.fate = Fate::Left;
        } else if entry.fate == Fate::Told {
            entry.text = text;
        } else {
            entry.fate = worst;
        }
        entry
    }

    /// A menu shrinks to one line that names what was on it.
    pub(super) fn options(
        &mut self,
        label: &str,
        items: &[String],
        place: (usize, usize, usize),
        heading: &str,
        lead: &str,
    ) {
        let names: Vec<String> = items
            .iter()
            .take(10)
            .map(|item| option_name(item.split('\n').next().unwrap_or(""), &[]))
            .filter(|name| !name.is_empty())
            .collect();
        if names.len() >= 2 {
            // "Here are your options to keep x out:" says what the options are for.
            let lead = mark::plain(lead);
            let aim = lead.find(" to ").map_or("", |at| lead[at..].trim_end_matches([':', ' ']));
            let fits = (3..=12).contains(&aim.split_whitespace().count());
            let aim = if fits { aim } else { "" };
            self.push(place, heading, format!("{label}{aim}: {}.", names.join("; ")), 1.5, Cues::OPTION, true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::read::tests::told;

    #[test]
    fn a_lead_governs_its_list() {
        let list = "- The oven door is held by one hinge.\n- The tray of the shop has 40 places.";
        for lead in [
            "Here's what I'll do:",
            "Let me fix this by:",
            "Once you agree, I'll:",
            "The bread is flat, which might be because:",
            "This likely means that either:",
            "You should see:",
        ] {
            assert_eq!(told(&format!("{lead}\n{list}")), "", "{lead}");
        }
        for lead in
            ["Changes:", "Here's what changed:", "From the plan I can see:", "Let me explain what the mill has:"]
        {
            assert!(told(&format!("{lead}\n{list}")).ends_with(list), "{lead}");
        }
        assert_eq!(told(&format!("Changes:\n{list}")), format!("Changes:\n\n{list}"));
    }

    #[test]
    fn a_list_keeps_its_entries_and_their_numbers() {
        let lead = "Three bakers need the key:";
        let list = "1. Ann, who opens the shop at 4.\n2. Tom might want to bake on Sundays.\n3. Eve, who locks `shop`.";
        assert_eq!(told(&format!("{lead}\n\n{list}")), format!("{lead}\n\n{list}"));
        let asks = list.replace("Tom might want to bake on Sundays.", "Should Tom have one?");
        let without = "- Ann, who opens the shop at 4.\n- Eve, who locks `shop`.";
        assert_eq!(told(&format!("Keys:\n\n{asks}")), without);
        let last = "1. Ann, who opens the shop at 4.\n2. Eve, who locks `shop`.\n3. Should Tom have one?";
        assert_eq!(told(last), "1. Ann, who opens the shop at 4.\n2. Eve, who locks `shop`.");
        let few =
            "1. Should Ann have one?\n2. Or Tom?\n3. Eve locks the shop at 8.\n4. Maybe Kim could.\n5. Perhaps Jo.";
        assert!(!told(few).contains("3. "), "{}", told(few));
        assert_eq!(
            told("4. The mill has 2 stones.\n5. The shop has 3 rooms."),
            "4. The mill has 2 stones.\n5. The shop has 3 rooms."
        );
    }

    #[test]
    fn a_list_keeps_the_words_that_part_it_from_the_one_above() {
        let done = "Changed:\n\n- The tray holds 40 loaves.\n- The oven takes 2 trays.";
        let left = "- The door of the shop is as it was.\n- Should the roof be red?\n- The mill has 2 stones.";
        let told_left = "- The door of the shop is as it was.\n- The mill has 2 stones.";
        for (lead, printed) in
            [("Not changed:", "Not changed:"), ("Still open ❌", "Still open:"), ("My advice:", "My advice:")]
        {
            assert_eq!(told(&format!("{done}\n\n{lead}\n\n{left}")), format!("{done}\n\n{printed}\n\n{told_left}"));
        }
        for lead in ["<left_over>", "(since May)"] {
            assert_eq!(told(&format!("{done}\n\n{lead}\n\n{left}")), format!("{done}\n\n{told_left}"), "{lead}");
        }
        assert_eq!(told(&format!("Not changed:\n\n{left}")), told_left);
    }

    #[test]
    fn a_name_among_entries_is_no_work() {
        for named in ["Testing sequence", "Working directory", "My trays: a note at the door"] {
            assert!(is_named(named), "{named}");
        }
        for work in ["Moving the tray to the yard", "Tray: I'll grease it", "Wish: the user wants rye"] {
            assert!(!is_named(work), "{work}");
        }
    }

    #[test]
    fn an_entry_is_not_beheaded() {
        let list = "- Keep the tray, which might be too small. It holds 40 loaves.\n- The oven takes 2 trays.";
        assert_eq!(told(list), list);
        let asked = "- Which tray? It holds 40 loaves.\n- The oven takes 2 trays.\n- The shop has 3 rooms.";
        assert_eq!(told(asked), "- The oven takes 2 trays.\n- The shop has 3 rooms.");
    }

    #[test]
    fn a_lead_names_its_list_and_speaks_to_nobody() {
        assert_eq!(without_here("Here are the new ovens:").as_deref(), Some("The new ovens:"));
        assert_eq!(without_here("Changes to the oven:").as_deref(), Some("Changes to the oven:"));
        for lead in ["Here's what changed:", "Here's how I baked it:", "You can now:", "It:", "To bake it, I did this:"]
        {
            assert_eq!(without_here(lead), None, "{lead}");
        }
    }

    #[test]
    fn only_what_there_is_to_choose_from_is_called_options() {
        let menu = "- **Rye** — one mill, no salt, is small\n- **Oats** — is dear, and a service to run";
        assert_eq!(told(&format!("Two options:\n\n{menu}")), "Options considered: Rye; Oats.");
        let list = "- **Rye only**\n- **Rye and oats**";
        assert_eq!(told(&format!("A few ways to bake:\n{list}")), "Options considered: Rye only; Rye and oats.");
        assert_eq!(told(&format!("A few suggestions:\n{list}")), "Suggested: Rye only; Rye and oats.");
        let done = "- Added a tray of 40 loaves to the oven\n- Moved the oven of the shop to the yard";
        for lead in ["Phase 1: the oven", "Key design choices:", "The options we have:"] {
            assert!(told(&format!("{lead}\n\n{done}")).ends_with(done), "{lead}");
        }
    }

    #[test]
    fn what_was_done_is_nothing_to_choose_from() {
        let items = |items: &[&str]| items.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert!(tell_what_is(&items(&["✅ Oven moved", "Added a tray to the oven", "Rolls are baked first"])));
        assert!(!tell_what_is(&items(&["Bake rye only (recommended)", "Bake rye and oats", "Close the shop"])));
    }
}
