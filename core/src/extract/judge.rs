//! The mood of a sentence: what states something, and what only asks, offers, narrates or imagines.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::cue::{self, Cues};
use super::form::{
    capitalise, has_number, is_first_person, is_markup, is_pronoun, is_question, is_reference, is_status_line,
    label_end, without_code,
};
use super::keyword::{self, Content};
use super::mark;
use super::narration::{closes_with_praise, counts_steps, is_about_itself, without_next_step};
use super::pitch::{pitches, praises_itself, without_praise};
use super::progress::is_progress;
use super::redo::is_trial;
use super::sentence::{self, Word};
use super::speech::is_order;
use super::vocabulary::{Background, Project, looks_like_path};
use super::worth::{is_generic, is_of_work};
use super::{general, lesson};
use crate::text::Words;

/// What sentences are compared with.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub(super) background: &'a Background,
    pub(super) project: &'a Project,
    /// The answer at hand rests on tools that looked at the project.
    pub(super) is_grounded: bool,
    /// The answer at hand teaches somebody who asked how the world is.
    pub(super) is_lesson: bool,
}

/// A sentence that states something.
pub(super) struct Statement {
    pub(super) text: String,
    /// How much speaks for it; 0 is a plain sentence.
    pub(super) points: f64,
    pub(super) cues: Cues,
}

/// Where a sentence stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In running text.
    Prose,
    /// As an item of a list or a cell, where a few words are enough.
    Item,
}

/// Judges one sentence: what to keep of it, or the reason to leave it out.
pub(super) fn judge(sentence: &str, place: Place, scope: Scope<'_>) -> Result<Statement, &'static str> {
    let stripped = strip_opener(sentence);
    let whole = stripped.trim();
    let told = without_praise(without_next_step(whole));
    let ended = (told.len() < whole.len()).then(|| told.to_string() + ".");
    let sentence = ended.as_deref().unwrap_or(told);
    let words = sentence::words(sentence);
    if words.len() < 2 && place == Place::Prose || words.is_empty() {
        return Err("fragment");
    }
    // "It stands in the `` folder": an export lost the name.
    if has_lost_name(sentence) {
        return Err("fragment");
    }
    let cues = cue::scan(&words);
    if is_question(sentence) {
        return Err("question");
    }
    if cues.has(Cues::OFFER) || offers_in_case(&words) {
        return Err("offer");
    }
    if super::menu::lists_options(sentence) || is_optional(sentence, &words) {
        return Err("option");
    }
    // "**My trays** — those of one baker": a name is no speech.
    let behind = label_end(sentence).map(|end| sentence::words(&sentence[end..]));
    let spoken = behind.as_deref().unwrap_or(&words);
    if let Some(reason) = (!spoken.is_empty()).then(|| is_about_itself(spoken, cues)).flatten() {
        return Err(reason);
    }
    // "The `likely` column": a name doubts nothing.
    let is_name = sentence.contains('`') && (cues.has(Cues::GUESS) || cues.has(Cues::HYPOTHETICAL));
    let doubts = if is_name { cue::scan(&sentence::words(&without_code(sentence))) } else { cues };
    let is_judged = cues.has(Cues::VERDICT) || cues.has(Cues::RECOMMEND);
    if doubts.has(Cues::HYPOTHETICAL) && !is_judged {
        return Err("hypothetical");
    }
    // What proves right is told again without the doubt.
    if (doubts.has(Cues::GUESS) || expects(&words)) && !cues.has(Cues::RECOMMEND) {
        return Err("guess");
    }
    let is_other = ["Or ", "or ", "Or, ", "**Or** "].iter().any(|start| sentence.starts_with(start));
    if is_other || sentence.ends_with(" or") || sentence.ends_with(" or:") {
        return Err("option");
    }
    // "[Tried several ovens]": what somebody left out of the conversation, or what a host puts in.
    let bare = sentence.trim_matches(['*', '_', ' ']);
    if bare.starts_with('[') && bare.ends_with(']') || is_markup(bare) {
        return Err("narration");
    }
    if closes_with_praise(sentence) {
        return Err("narration");
    }
    if is_status_line(sentence) {
        return Err("momentary");
    }
    if cues.has(Cues::OPENER) && (words.len() <= 6 || matches!(words[0].as_str(), "here's" | "here")) {
        return Err("opener");
    }
    // "Summary of what changed.", "The fix is simple."
    if place == Place::Prose && (is_generic(&words) || calls_it_easy(&words)) {
        return Err("lead-in");
    }
    if place == Place::Prose && (is_chat(sentence, &words) || counts_steps(sentence, &words)) {
        return Err("opener");
    }
    let is_cheer = || sentence.trim_end_matches(['*', '_', ' ']).ends_with('!');
    if !sentence.contains('`') && !has_number(sentence) && (is_cheer() || praises_itself(&words) || pitches(&words)) {
        return Err("the agent about itself");
    }
    // "The build passes only with an old oven" holds for longer.
    let is_bound = || {
        words.windows(2).any(|pair| {
            let is_case = || matches!(pair[1].as_str(), "with" | "when" | "after" | "if" | "on" | "for");
            matches!(pair[0].as_str(), "unless" | "except") || pair[0] == "only" && is_case()
        })
    };
    // "The cause: the old oven was still running" is over, and explains.
    let is_cause = || words.iter().take(4).any(|word| matches!(word.as_str(), "cause" | "reason" | "culprit"));
    let passes = || cues.has(Cues::MOMENTARY) && words.len() <= 24 && !is_bound() && !is_cause();
    if passes() || is_trial(&words) || is_progress(&words) {
        return Err("momentary");
    }
    if words.len() >= 2
        && matches!(words[0].as_str(), "section" | "sections" | "chapter")
        && words[1].bytes().all(|b| b.is_ascii_digit() || !b.is_ascii())
    {
        return Err("table of contents");
    }
    if scope.background.is_boilerplate(sentence) || scope.background.is_counter(sentence) {
        return Err("boilerplate");
    }
    if scope.background.is_known(sentence) {
        return Err("already known");
    }
    // "There is no cover" leans on nothing.
    let leans = is_pronoun(&words[0]) && words[0] != "there";
    if place == Place::Item && leans && !has_number(sentence) && !sentence.contains('`') {
        return Err("elaboration");
    }
    let named = names_project(&words, sentence, scope.project);
    if !sentence.contains('`') && !named && general::holds_everywhere(&words, cues) {
        return Err("nothing of the project");
    }
    if scope.is_lesson && !named && !lesson::returns_to_project(&words, cues, scope.project) {
        return Err("nothing of the project");
    }
    let is_known = |stem: &str| scope.project.knows_word(stem, scope.background);
    if place == Place::Prose
        && !named
        && scope.project.has_traffic(scope.background)
        && !sentence.contains('`')
        && general::explains(sentence, is_known)
    {
        return Err("nothing of the project");
    }
    let is_heard = |stem: &str| is_known(stem) || scope.project.heard_word(stem);
    if place == Place::Prose
        && !named
        && scope.project.has_traffic(scope.background)
        && !sentence.contains('`')
        && !tells_result(cues)
        && !words.iter().any(|word| scope.project.is_called(word))
        && general::is_strange(sentence, &words, is_heard)
    {
        return Err("nothing of the project");
    }
    if place == Place::Prose
        && !named
        && !sentence.contains('`')
        && !words.iter().any(|word| scope.project.is_called(word))
        && general::is_untied(&words, cues, is_heard)
    {
        return Err("nothing of the project");
    }
    if place == Place::Item && scope.project.echo.dies_away(sentence, cues) {
        return Err("said in passing");
    }
    Ok(Statement {
        text: mark::unlink(sentence, false),
        points: points_of(cues, named, sentence, scope.is_grounded),
        cues,
    })
}

/// "Optional: add a note", "Alternative ovens: …": nobody took it up where it is told so.
fn is_optional(sentence: &str, words: &[Word<'_>]) -> bool {
    let is_label = || sentence.split_once(':').is_some_and(|(label, _)| label.split_whitespace().count() <= MAX_LABEL);
    matches!(words[0].as_str(), "alternative" | "alternatives" | "alternatively") && is_label()
        || words[0] == "optional" && (is_label() || words.get(1).is_some_and(|next| is_order(next)))
}

/// What stands before a colon is a label up to this many words.
const MAX_LABEL: usize = 6;
/// Words beside the names of files that were worked on.
static BESIDE_FILES: Words = Words::new(
    "modified added created updated deleted removed changed renamed new old file files and or in lines line usage usages \
     staged tests test docs",
);

/// "Modified: `oven.rs`, `tray.rs`": which files were worked on, and nothing of what is in them.
pub(super) fn names_files_only(sentence: &str) -> bool {
    let mut n_files = 0;
    sentence.split(|c: char| c.is_whitespace() || matches!(c, ',' | ':' | '(' | ')' | '*' | '`')).all(|word| {
        let word = word.trim_end_matches('.');
        let is_file = looks_like_path(word);
        n_files += u32::from(is_file);
        is_file || !word.contains(char::is_alphabetic) || BESIDE_FILES.contains(&word.to_lowercase())
    }) && n_files > 0
}

static EASY: Words = Words::new("straightforward simple easy clear trivial clean small minimal obvious quick good");

/// "The fix is straightforward."
fn calls_it_easy(words: &[Word<'_>]) -> bool {
    let [.., verb, last] = words else { return false };
    words.len() <= 5
        && matches!(verb.as_str(), "is" | "are" | "pretty" | "very" | "quite" | "now")
        && EASY.contains(last)
        && words[..words.len() - 2].iter().all(|word| is_of_work(word) || keyword::is_stop_word(word))
}

/// Whether a sentence concludes or reports, whatever its words.
fn tells_result(cues: Cues) -> bool {
    [Cues::VERDICT, Cues::RECOMMEND, Cues::LESSON, Cues::DECISION, Cues::DONE].into_iter().any(|cue| cues.has(cue))
}

fn points_of(cues: Cues, named: bool, sentence: &str, is_grounded: bool) -> f64 {
    let weights = [
        (Cues::LIMIT, 0.8),
        (Cues::CAUSE, 0.7),
        (Cues::VERDICT, 1.2),
        (Cues::LESSON, 1.2),
        (Cues::RECOMMEND, 0.8),
        (Cues::DONE, 0.5),
        (Cues::DECISION, 0.6),
        (Cues::STANDING, 0.3),
        (Cues::MECHANISM, 0.2),
    ];
    let mut points: f64 = weights.iter().filter(|(cue, _)| cues.has(*cue)).map(|(_, weight)| weight).sum();
    if named {
        points += 0.7;
    }
    if is_grounded && sentence.contains('`') {
        points += 0.3;
    }
    if has_number(sentence) {
        points += 0.3;
    }
    points
}

/// "If the tray sticks, tell me and I'll grease it": what the speaker would do then.
fn offers_in_case(words: &[Word<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let would = |at: usize| match (word(at), word(at + 1)) {
        ("i'll" | "i'd", _) | ("i", "can" | "could" | "will") => true,
        ("we", "can" | "could") => word(1) == "you",
        _ => false,
    };
    word(0) == "if" && (1..words.len()).any(would)
}

/// "The tray should appear after the next start", "it should be much faster now": hoped for, not seen yet. "A rule that
/// may be interfering": thought of, not found.
pub(super) fn expects(words: &[Word<'_>]) -> bool {
    let is_now = words.first().is_some_and(|word| word == "now");
    let supposes = |three: &[Word<'_>]| {
        matches!(three[0].as_str(), "may" | "might" | "could") && three[1] == "be" && three[2].ends_with("ing")
    };
    words.windows(3).any(supposes)
        || words.iter().enumerate().any(|(at, word)| {
            let next = words.get(at + 1).map_or("", Word::as_str);
            word == "should"
                && (matches!(
                    next,
                    "appear" | "see" | "notice" | "complete" | "succeed" | "pass" | "start" | "resolve" | "fix"
                ) || is_now && next == "work"
                    || words.iter().skip(at + 1).take(10).any(|word| matches!(word.as_str(), "now" | "immediately")))
        })
}

/// Most words of a cheer.
const MAX_CHEER: usize = 10;

/// "Enjoy the evening!", "Your feeling was right.": said to a person, not of the project.
fn is_chat(sentence: &str, words: &[Word<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let wishes =
        matches!(
            (word(0), word(1)),
            ("enjoy" | "congratulations" | "congrats" | "cheers", _)
                | ("take", "care")
                | ("good", "luck" | "night")
                | ("have", "fun")
                | ("sleep", "well")
        ) || matches!((word(0), word(1), word(2)), ("take", "a", "break") | ("have", "a", "good" | "nice" | "great"));
    // "The best deadline I have heard of".
    let marvels = words.windows(3).any(|three| {
        three[0] == "i"
            && matches!(three[1].as_str(), "have" | "ever")
            && matches!(three[2].as_str(), "heard" | "seen" | "met" | "read" | "ever")
    });
    // "Good clarifying question on the oven."
    let lauds = matches!(word(0), "good" | "great" | "excellent" | "fair" | "nice")
        && words.len() <= MAX_CHEER
        && words.iter().take(4).any(|word| matches!(word.as_str(), "question" | "point" | "catch" | "idea" | "call"));
    // "Please answer these, so that I can go on."
    let begs = word(0) == "please"
        && matches!(word(1), "answer" | "clarify" | "confirm" | "let" | "tell" | "share" | "specify" | "choose");
    // "Your phone should show it again": somebody else has to look.
    let hopes = word(0) == "your" && words.iter().take(4).any(|word| word == "should");
    let most = if matches!(word(0), "this" | "that's" | "that") { 2 * MAX_CHEER } else { MAX_CHEER };
    let cheers = sentence.ends_with('!') && words.len() <= most && !has_number(sentence);
    // "After that, remember to restart the oven": to whoever is there now. Who is to remember always keeps a rule.
    let is_kept =
        || words.iter().any(|word| matches!(word.as_str(), "always" | "every" | "each" | "whenever" | "never"));
    let reminds = words.windows(2).any(|pair| matches!(pair[0].as_str(), "remember" | "forget") && pair[1] == "to");
    let reminds = reminds && !is_kept();
    // "The oven has the requested changes": which ones, stands elsewhere.
    let points_at_order = words.windows(2).any(|pair| {
        let is_work = matches!(pair[1].as_str(), "changes" | "improvements" | "updates" | "fixes" | "modifications");
        pair[0] == "requested" && is_work
    });
    if reminds || points_at_order {
        return true;
    }
    if hopes || begs || lauds || (wishes || marvels || cheers) && !sentence.contains(['`', ':']) {
        return true;
    }
    let addresses =
        words.iter().any(|word| matches!(word.as_str(), "you" | "your" | "you're")) || sentence.ends_with('!');
    words.len() <= 6 && addresses && !has_number(sentence) && !sentence.contains(['`', ':', '*'])
}

/// Whether a sentence says what a person just said: "mono is enough", "every track is converted to `m4a`, mono".
pub(super) fn takes_up(sentence: &str, heard: &Content) -> bool {
    let words = sentence::words(sentence::cut(sentence, 80));
    let is_work = words.first().is_none_or(|word| is_first_person(word) || word.ends_with("ing"));
    let n_shared = keyword::content(sentence).n_shared(heard);
    !is_work && (n_shared > 1 || n_shared > 0 && (has_number(sentence) || sentence.contains('`')))
}

/// Where a retraction must end to rule what follows it.
const HEAD: usize = 60;

/// What follows "Actually, I was wrong:" in the same sentence.
fn after_retraction(sentence: &str) -> Option<&str> {
    const RETRACTIONS: [&str; 5] = ["i was wrong", "i was mistaken", "my mistake", "scratch that", "on second thought"];
    // "About 33 GB a year... wait, that ignores the archive": what stands before is taken back as well.
    const HALTS: [&str; 4] = ["... wait", "… wait", "... no", "… no"];
    let halts = || mark::find_mark(sentence, "...").is_some() || mark::find_mark(sentence, "…").is_some();
    let head = sentence::cut(sentence, HEAD);
    // Few sentences have one of their beginnings.
    let may_retract = head.as_bytes().windows(3).any(|place| {
        matches!(
            place,
            [b'i' | b'I', b' ', b'w' | b'W']
                | [b'm' | b'M', b'y' | b'Y', b' ']
                | [b's' | b'S', b'c' | b'C', _]
                | [b'o' | b'O', b'n' | b'N', b' ']
        )
    });
    let retracts = may_retract && RETRACTIONS.iter().any(|words| sentence::holds(head, words));
    if !retracts && !halts() {
        return None;
    }
    let lower = sentence.to_ascii_lowercase();
    let end_of = |words: &&str| Some(lower.find(words)? + words.len());
    let retracts = RETRACTIONS.iter().find_map(end_of).filter(|end| *end < HEAD);
    let end = retracts.or_else(|| HALTS.iter().find_map(end_of))?;
    let rest = sentence[end..].strip_prefix([',', ':', ';', '.']).or_else(|| sentence[end..].strip_prefix(" —"))?;
    (rest.split_whitespace().count() >= 4).then(|| rest.trim_start())
}

/// Most words of what somebody says of having looked.
const MAX_REPORT: usize = 5;

/// What follows "I profiled it:" in the same sentence.
fn after_report(sentence: &str) -> Option<&str> {
    let (report, told) = sentence.split_once(": ").filter(|_| sentence.starts_with("I "))?;
    let words = sentence::words(report);
    let looked = words.get(1).is_some_and(|word| word.ends_with("ed") || matches!(word.as_str(), "found" | "ran"));
    (words.len() <= MAX_REPORT && looked && sentence::has_more_words(told, 4)).then(|| told.trim())
}

/// Removes praise and assent before the first dash or exclamation mark: "Good question — the cache…".
pub(super) fn strip_opener(sentence: &str) -> String {
    let mut rest = sentence.trim_start_matches(|c: char| super::tidy::is_pictograph(c) || c.is_whitespace());
    rest = after_retraction(rest).unwrap_or(rest);
    rest = after_report(rest).unwrap_or(rest);
    for mark in [" — ", " – ", " - ", "! ", ", "] {
        if let Some((head, tail)) = mark::split_at_mark(rest, mark)
            && !sentence::has_more_words(head, 4)
        {
            let words = sentence::words(head);
            let is_opener = words.len() <= 4 && cue::scan(&words).has(Cues::OPENER)
                || words.len() <= 2
                    && words.first().is_some_and(|word| {
                        matches!(
                            word.as_str(),
                            "good"
                                | "nice"
                                | "right"
                                | "unfortunately"
                                | "basically"
                                | "essentially"
                                | "so"
                                | "no"
                                | "yes"
                                | "done"
                                | "fixed"
                                | "understood"
                        )
                    });
            if is_opener && sentence::words(tail).len() >= 4 {
                rest = tail.trim();
                break;
            }
        }
    }
    // "I should clarify: sessions start fresh" says what follows the colon; "Now let me look: Now I see: …" the last one.
    while let Some((head, tail)) = mark::split_at_mark(rest, ": ")
        && !sentence::has_more_words(head, 12)
    {
        let words = sentence::words(head);
        let cues = cue::scan(&words);
        let leads = cues.has(Cues::NARRATION) || cues.has(Cues::OPENER);
        if words.len() > 12 || !leads || cues.has(Cues::DONE) || sentence::words(tail).len() < 4 {
            break;
        }
        rest = tail.trim();
    }
    for lead in ["So ", "And ", "and "] {
        rest = rest.strip_prefix(lead).unwrap_or(rest);
    }
    capitalise(rest)
}

/// Whether words name a path of the project or a reference.
pub(super) fn names_project(words: &[Word<'_>], raw: &str, project: &Project) -> bool {
    words.iter().any(|word| is_reference(word) || looks_like_path(word) && project.knows_path(word))
        || raw
            .split('`')
            .skip(1)
            .step_by(2)
            .any(|span| span.split_whitespace().any(|word| project.knows_path(&word.to_lowercase())))
}

/// Sentences of a text that state something.
pub(super) fn statements(
    text: &str,
    place: Place,
    scope: Scope<'_>,
    mut left_out: impl FnMut(&'static str),
) -> Vec<Statement> {
    let mut kept = Vec::new();
    for sentence in sentence::sentences(text) {
        match judge(sentence, place, scope) {
            Ok(statement) => kept.push(statement),
            Err(reason) => left_out(reason),
        }
    }
    kept
}

/// Whether a pair of marks for code has nothing in it where the name of a thing is due.
fn has_lost_name(sentence: &str) -> bool {
    sentence.match_indices(" ``").any(|(at, marks)| {
        let before = sentence[..at].rsplit(' ').next().unwrap_or("");
        let behind = sentence[at + marks.len()..].chars().next();
        matches!(before, "the" | "a" | "an" | "in" | "to" | "from" | "of" | "at" | "into" | "called")
            && behind.is_none_or(|c| c.is_whitespace() || matches!(c, '.' | ',' | ';' | ':' | ')'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_export_lost_is_missed() {
        for said in ["It stands in the `` folder.", "It is called ``."] {
            assert!(has_lost_name(said), "{said}");
        }
        for said in [
            "``a`b`` is code",
            "See the ``rye``.",
            "Flours (`rye`, ``, `oats`) are in the cellar.",
            "```sh```",
            "`rye` and `oats`",
        ] {
            assert!(!has_lost_name(said), "{said}");
        }
    }

    #[test]
    fn what_was_found_is_told_without_the_search() {
        assert_eq!(strip_opener("I weighed it: the tray holds 40 loaves."), "The tray holds 40 loaves.");
        assert_eq!(strip_opener("I added a rule: no raisins"), "I added a rule: no raisins");
    }

    #[test]
    fn labels_and_bare_names_state_nothing() {
        let optional = |said: &str| is_optional(said, &sentence::words(said));
        assert!(optional("Alternative ovens: gas, wood") && !optional("Alternative ovens are too small"));
        assert!(optional("Optional: add a second tray") && optional("Optional drying at the start: open the door"));
        assert!(!optional("Optional trays are kept in the cellar."));
        for said in ["Modified: `oven.rs`, `tray.rs`", "`src/oven.rs`", "`tray.rs` - 5 usages"] {
            assert!(names_files_only(said), "{said}");
        }
        for said in ["`OVEN_HEAT`", "Modified the tray", "`tray.rs` counts loaves", "3 loaves"] {
            assert!(!names_files_only(said), "{said}");
        }
        let easy = |said: &str| calls_it_easy(&sentence::words(said));
        assert!(easy("The fix is straightforward.") && easy("The solution is clean."));
        assert!(!easy("The oven is small.") && !easy("The fix is a new belt."));
    }

    #[test]
    fn praise_and_hope_are_told_from_results() {
        for said in [
            "The solution is robust and maintainable.",
            "The new version maintains all existing functionality.",
            "It respects the guests and shows the depth of the dough.",
            "This shows you understand that bread takes time.",
        ] {
            assert!(praises_itself(&sentence::words(said)), "{said}");
        }
        for said in
            ["The solution is a second oven.", "Compatibility is checked by the mill.", "The code is 40 lines long."]
        {
            assert!(!praises_itself(&sentence::words(said)), "{said}");
        }
        for said in ["The light should appear after the next start.", "Baking should be much faster now."] {
            assert!(expects(&sentence::words(said)), "{said}");
        }
        assert!(!expects(&sentence::words("Every loaf should be weighed twice.")));
    }

    #[test]
    fn what_is_said_to_a_person_is_no_statement() {
        let check = |said: &str| is_chat(said, &sentence::words(said));
        assert!(check("After the fix, remember to restart the oven and look at the tray."));
        assert!(check("The oven has been updated with the requested improvements."));
        assert!(!check("Remember to close the oven whenever the shop is empty."));
        for said in [
            "Enjoy the evening!",
            "Your feeling was right.",
            "It's not your fault.",
            "Enjoy your two weeks away from ovens, trays and paper hats.",
            "A baker with a flute is the best alarm I have heard of so far.",
        ] {
            assert!(check(said), "{said}");
        }
        for told in
            ["The oven is ready.", "You need 40 g of salt.", "Run `bake` before your tests.", "Done: your list."]
        {
            assert!(!check(told), "{told}");
        }
    }
}
