//! How far work has come: tests that pass, commits that are pushed, what is ready. Past when it is read again.

use super::sentence::Word;
use crate::text::Words;

/// What an agent calls what it just built or started, and what it says of it when it is done.
static OWN_WORK: Words = Words::new(
    "server backend frontend code compilation build app application test tests everything system project implementation \
     migration migrations feature page changes errors warnings reply comment",
);
static STATES: Words = Words::new(
    "running compiles compile compiled builds passes pass passed passing works working successful succeeded complete \
     completed ready done finished functional operational loading loads live stable deployed green failing failed fails \
     fail down up stopped broken clean posted",
);
/// Most words of a report that names its subject without an article.
const MAX_BARE: usize = 5;
static FILLERS: Words = Words::new(
    "is are was were has have isn't aren't not still been be now all and fully completely already also the of with without no any errors \
     error warnings warning issues problems smoothly successfully again cleanly correctly perfectly fine properly as \
     expected for to go use testing production should unit integration end-to-end e2e",
);

/// "The code now compiles without warnings.", "The server is running smoothly.": so it was when it was said. "The server
/// runs in Docker" tells more.
pub(super) fn reports_state(words: &[Word<'_>]) -> bool {
    let rest = match words {
        [first, rest @ ..] if matches!(first.as_str(), "the" | "all" | "your" | "our") => rest,
        // "1 test failing."
        [first, rest @ ..] if first.bytes().all(|byte| byte.is_ascii_digit()) => rest,
        [first, rest @ ..] if first == "both" && rest.iter().all(|word| STATES.contains(word)) => {
            return !rest.is_empty();
        }
        [first, ..] if first == "everything" => words,
        // "Build is green."
        [first, ..] if OWN_WORK.contains(first) && words.len() <= MAX_BARE => words,
        _ => return false,
    };
    rest.iter().take(2).any(|word| OWN_WORK.contains(word))
        && rest.iter().any(|word| STATES.contains(word))
        && rest.iter().all(|word| OWN_WORK.contains(word) || STATES.contains(word) || FILLERS.contains(word))
}

/// Words that say that something holds beyond the moment.
static LASTING: Words = Words::new(
    "must should when whenever because so if every each always never allows keeps kept within until default limit",
);

/// Whether a word is the name of a commit: "3f9c2e1".
pub(super) fn is_hash(word: &str) -> bool {
    word.len() >= 7
        && word.bytes().all(|byte| byte.is_ascii_hexdigit())
        && word.bytes().any(|byte| byte.is_ascii_digit())
        && word.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// "Up 8 hours", "PID 1751", "772k tokens remaining", "completed in 201ms": what was read off once.
fn is_reading(words: &[Word<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let counts = |at: usize| word(at).starts_with(|c: char| c.is_ascii_digit());
    let is_time = |at: usize| {
        let word = word(at).trim_end_matches('s');
        matches!(word, "second" | "minute" | "hour" | "day" | "week" | "m")
    };
    let is_reading = |at: usize| {
        let is_duration = |at: usize| counts(at) && (word(at).ends_with('s') || is_time(at + 1));
        let is_left = |at: usize| matches!(word(at), "remaining" | "left");
        matches!(word(at), "completed" | "finished") && word(at + 1) == "in" && is_duration(at + 2)
            || word(at) == "up" && counts(at + 1) && is_time(at + 2)
            // "7 files, 2652 insertions": how large a commit was.
            || counts(at) && word(at + 1).starts_with("insertion")
            || at == 0 && matches!((word(0), word(1)), ("commit", "hash" | "id" | "sha"))
            // "Commits: `2a60bcb` — Grey out the tray".
            || at == 0 && matches!(word(0), "commit" | "commits") && is_hash(word(1)) && words.len() > 2
            || word(at) == "pid" && counts(at + 1) && word(at + 1) != "1"
            || counts(at) && (word(at + 1) == "tokens" || is_time(at + 1)) && is_left(at + 2)
    };
    (0..words.len()).any(is_reading) && !words.iter().any(|word| LASTING.contains(word))
}

/// Words in which a commit is told of, besides fillers and names.
static DELIVERY: Words = Words::new(
    "committed pushed commit commits push branch branches main master origin remote upstream github git repository \
     repo changes change changed files file lines line added removed deleted modified insertions deletions hash ahead \
     behind merged staged saved checkpoint message everything it them these both your my this that on in a from by \
     via id new local successfully detailed descriptive work fix docs ready when you're to",
);

/// "Committed and pushed to `main`", "your branch is 2 commits ahead", "38 lines added, 8 removed".
fn is_delivery(words: &[Word<'_>]) -> bool {
    let has = |word: &str| words.iter().any(|known| known == word);
    let is_told = has("pushed")
        || has("committed")
        || has("ahead") && (has("commits") || has("commit"))
        || (has("lines") || has("files")) && (has("added") || has("removed") || has("deleted") || has("changed"));
    let is_name =
        |word: &Word<'_>| word.contains(['/', '_', '#', '.', '-']) || word.contains(|c: char| c.is_ascii_digit());
    is_told && words.iter().all(|word| DELIVERY.contains(word) || FILLERS.contains(word) || is_name(word))
}

/// "`main` is in sync with `origin/main`", "2 commits are local only", "one commit so far": how a working copy stands
/// towards its remote. "Generated files stay untracked" is a rule.
fn is_of_working_copy(words: &[Word<'_>]) -> bool {
    let has = |word: &str| words.iter().any(|known| known == word);
    let has_pair = |one: &str, other: &str| words.windows(2).any(|pair| pair[0] == one && pair[1] == other);
    let is_remote = || words.iter().any(|word| word == "origin" || word == "remote" || word.starts_with("origin/"));
    let is_level = || {
        has_pair("in", "sync")
            || has_pair("level", "with")
            || has_pair("up", "to")
            || has_pair("ahead", "of")
            || has("up-to-date")
    };
    let is_pending = has("unpushed")
        || has("staged")
        || has("uncommitted")
        || has("untracked")
        || has("local-only")
        || has_pair("not", "pushed");
    let is_so_far = || (has("commit") || has("commits")) && has_pair("so", "far");
    let is_tree = || has_pair("working", "tree") && (has("clean") || has("dirty"));
    (is_pending || is_remote() && is_level() || is_so_far() || is_tree())
        && words.len() <= 20
        && (is_so_far()
            || !words.iter().any(|word| LASTING.contains(word) || matches!(word.as_str(), "stay" | "stays")))
}

/// What checks are called, besides tests.
static CHECKS: Words = Words::new(
    "test tests suite suites build builds lint linter linting clippy fmt typecheck types tsc eslint format formatting \
     ci checks check green clean pass passes passed passing unit integration e2e end-to-end first try time existing \
     new still remain remains untouched unchanged including total verified confirmed after before this change changes \
     across files",
);
/// How many other words a report of tests may have.
const MOST_OTHERS: usize = 3;

/// "All 50 tests pass on the first try", "61 tests pass, clippy clean". "The tests pass only with a clock" tells more.
fn counts_tests(words: &[Word<'_>]) -> bool {
    let is_number = |word: &Word<'_>| word.starts_with(|c: char| c.is_ascii_digit());
    let passes = |word: &Word<'_>| matches!(word.as_str(), "pass" | "passes" | "passed" | "passing" | "green");
    // "3 failed, 4 passed in 23 s".
    let tallies =
        |pair: &[Word<'_>]| is_number(&pair[0]) && matches!(pair[1].as_str(), "passed" | "failed" | "skipped");
    if words.windows(2).filter(|pair| tallies(pair)).count() > 1 {
        return true;
    }
    // "Fixed; all 16 pass."
    if words.len() <= 6 && words.windows(3).any(|three| three[0] == "all" && is_number(&three[1]) && passes(&three[2]))
    {
        return true;
    }
    let Some(at) = words.iter().position(|word| matches!(word.as_str(), "test" | "tests" | "suite" | "checks")) else {
        return false;
    };
    // "76/76".
    let is_whole = |word: &Word<'_>| word.split_once('/').is_some_and(|(n, all)| n == all && is_number(word));
    let is_counted = words.iter().any(is_whole)
        || words[..at].iter().any(|word| is_number(word) || matches!(word.as_str(), "all" | "every" | "full"));
    let is_known = |word: &&Word<'_>| {
        CHECKS.contains(word) || FILLERS.contains(word) || OWN_WORK.contains(word) || is_number(word)
    };
    is_counted
        && words.iter().any(passes)
        && words.iter().filter(|word| !is_known(word)).count() <= MOST_OTHERS
        && !words.iter().any(|word| LASTING.contains(word) || matches!(word.as_str(), "only" | "but" | "although"))
}

/// What checks a program.
static CHECKERS: Words =
    Words::new("lint lints linter linting tsc typecheck clippy eslint prettier mypy ruff formatting tests build");

/// "After that, lints are clean and `tsc` still passes."
fn checks_pass(words: &[Word<'_>]) -> bool {
    let is_fine =
        |word: &Word<'_>| matches!(word.as_str(), "clean" | "green" | "passes" | "pass" | "passed" | "passing");
    // "Typecheck has 0 errors".
    let is_free = |pair: &[Word<'_>]| {
        matches!(pair[0].as_str(), "0" | "no" | "zero") && matches!(pair[1].as_str(), "errors" | "warnings" | "issues")
    };
    let is_told = |at: usize| {
        let behind = &words[at + 1..words.len().min(at + 4)];
        CHECKERS.contains(&words[at]) && (behind.iter().any(is_fine) || behind.windows(2).any(is_free))
    };
    let is_bound =
        |word: &Word<'_>| LASTING.contains(word) || matches!(word.as_str(), "only" | "but" | "before" | "unless");
    words.len() <= MAX_CHECKED && (0..words.len()).any(is_told) && !words.iter().any(is_bound)
}

/// Most words of a report on checks.
const MAX_CHECKED: usize = 14;

/// "The till is production-ready", "fully tested and ready to deploy", said of what was just made.
fn is_ready(words: &[Word<'_>]) -> bool {
    let is_claim = |pair: &[Word<'_>]| {
        matches!(
            (pair[0].as_str(), pair[1].as_str()),
            ("fully", "complete" | "completed" | "tested" | "verified" | "functional" | "operational")
                | ("ready", "for" | "to")
                | ("deployed", "immediately")
        )
    };
    let claims = words.iter().any(|word| word == "production-ready") || words.windows(2).any(is_claim);
    let is_of_now = words.iter().take(12).any(|word| matches!(word.as_str(), "is" | "are" | "now" | "everything"));
    let is_bound = |word: &Word<'_>| {
        LASTING.contains(word)
            || matches!(word.as_str(), "not" | "until" | "isn't" | "before" | "only" | "except" | "unless" | "but")
    };
    claims && is_of_now && !words.iter().any(is_bound)
}

/// "You've hit your limit · resets 11am", "No response requested.": a host speaks for the agent.
fn is_of_host(words: &[Word<'_>]) -> bool {
    let has = |word: &str| words.iter().any(|known| known == word);
    words.len() <= 12 && has("limit") && has("resets") && (has("hit") || has("reached"))
        || words.len() == 3 && has("no") && has("response") && has("requested")
        || words.len() <= 6 && has("login") && has("expired")
}

/// "The run is still going in the background."
fn goes_on_behind(words: &[Word<'_>]) -> bool {
    let has = |word: &str| words.iter().any(|known| known == word);
    let is_behind = words.windows(3).any(|three| three[0] == "in" && three[1] == "the" && three[2] == "background");
    is_behind && has("still") && !words.iter().any(|word| LASTING.contains(word))
}

/// Most words that name what was delivered.
const MAX_DELIVERED: usize = 6;

/// "All six trays committed and pushed": what is named went out, and nothing is told of it.
fn is_sent_off(words: &[Word<'_>]) -> bool {
    let sends = |word: &Word<'_>| matches!(word.as_str(), "committed" | "pushed" | "merged");
    let Some(at) = words.iter().position(sends).filter(|at| (1..=MAX_DELIVERED).contains(at)) else { return false };
    let (named, rest) = words.split_at(at);
    let is_told = |word: &Word<'_>| word.len() > 4 && word.ends_with("ed") || LASTING.contains(word);
    !named.iter().any(is_told) && rest.iter().all(|word| DELIVERY.contains(word) || FILLERS.contains(word))
}

/// "The fix was pushed in the previous message": told of the talk itself.
fn is_of_talk(words: &[Word<'_>]) -> bool {
    words.windows(2).any(|pair| {
        matches!(pair[0].as_str(), "previous" | "last" | "earlier")
            && matches!(pair[1].as_str(), "message" | "reply" | "response")
    }) && words.iter().any(|word| matches!(word.as_str(), "already" | "my" | "pushed" | "committed" | "mentioned"))
}

/// "The commit includes all six trays", "this message follows the usual form": told of how work was written down.
pub(super) fn is_of_commit(words: &[Word<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let start = usize::from(matches!(word(0), "the" | "this" | "your"));
    let named = match (word(start), word(start + 1)) {
        ("commit", "message") => start + 2,
        ("commit", _) => start + 1,
        _ => return false,
    };
    matches!(word(named), "includes" | "contains" | "follows" | "covers" | "describes" | "summarizes" | "captures")
}

/// "This will take some time."
fn waits(words: &[Word<'_>]) -> bool {
    let is_while = |three: &[Word<'_>]| {
        let (first, second, third) = (three[0].as_str(), three[1].as_str(), three[2].as_str());
        matches!(first, "take" | "takes" | "for")
            && matches!((second, third), ("some", "time") | ("a", "while" | "moment" | "few" | "minute" | "bit"))
    };
    words.len() <= 9
        && words.first().is_some_and(|word| matches!(word.as_str(), "this" | "it"))
        && words.windows(3).any(is_while)
}

/// "Verified in the browser: no errors": somebody looked, and it was so.
fn has_looked(words: &[Word<'_>]) -> bool {
    words.len() <= 5 && words.first().is_some_and(|word| word == "confirmed")
        || words.len() > 2
            && words
                .first()
                .is_some_and(|word| matches!(word.as_str(), "verified" | "tested" | "validated" | "double-checked"))
            && !words.iter().any(|word| LASTING.contains(word))
}

/// What work is done to, whatever it is about.
static WORKED_ON: Words =
    Words::new("change changes update updates edit edits modification modifications action actions fix fixes code");
/// What is done in work.
static WORKED: Words = Words::new("changed made added modified removed touched edited updated renamed introduced");
static ALTERED: Words = Words::new("changed modified touched edited");
static TO_WORK: Words = Words::new("update change commit document do fix add modify edit");

/// "No variables were changed, so no updates are needed", "I didn't make any changes": nothing happened. "No restart is
/// needed" and "no login is required" hold on.
fn has_done_nothing(words: &[Word<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let is_needed = |word: &Word<'_>| matches!(word.as_str(), "needed" | "required" | "necessary" | "made");
    // Where a clause begins that denies.
    let denies =
        |at: usize| word(at) == "no" && (at == 0 || matches!(word(at - 1), "so" | "since" | "as" | "and" | "are"));
    let nothing = |at: usize| {
        let rest = &words[at..words.len().min(at + 12)];
        let was = |pair: &[Word<'_>]| matches!(pair[0].as_str(), "was" | "were") && WORKED.contains(&pair[1]);
        let on_work = || rest.iter().take(4).any(|word| WORKED_ON.contains(word)) && rest.iter().any(is_needed);
        let altered = || rest.iter().take(6).any(|word| word.split('/').all(|part| ALTERED.contains(part)));
        let is_run = || {
            let is_test = |word: &Word<'_>| matches!(word.as_str(), "test" | "tests" | "suite");
            let ran = |word: &Word<'_>| matches!(word.as_str(), "run" | "ran" | "executed");
            at == 0 && rest.iter().take(5).any(is_test) && rest.iter().take(6).any(ran)
        };
        // "The list was not edited."
        let was_not = matches!(word(at), "was" | "were") && word(at + 1) == "not" && ALTERED.contains(word(at + 2));
        was_not
            || denies(at) && (rest.windows(2).any(was) || altered() || on_work() || is_run())
            || word(at) == "nothing" && word(at + 1) == "to" && TO_WORK.contains(word(at + 2))
            || matches!(word(at), "need" | "needs")
                && matches!(word(at + 1), "updating" | "changing")
                && at > 0
                && matches!(word(at - 1), "not" | "don't" | "doesn't")
    };
    let i_did_not = word(0) == "i"
        && matches!(
            (word(1), word(2), word(3)),
            ("didn't" | "haven't", "make" | "made" | "change" | "changed" | "touch" | "touched" | "modify", _)
                | ("did", "not", "make" | "change" | "touch" | "modify")
                | ("made", "no", _)
        );
    i_did_not || (0..words.len()).any(nothing)
}

/// What a table of tasks says of one.
static TASK_STATES: Words = Words::new(
    "done pending todo open started progress complete completed blocked queued running finished skipped passed failed \
     not yet run in to do next wip",
);

/// Whether a cell says how far a task has come: "❌ not started", "in progress".
pub(super) fn is_task_state(cell: &str) -> bool {
    let mut words = cell.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(|word| TASK_STATES.contains(&word.to_lowercase()))
}

/// Whether a sentence only tells how far work has come.
pub(super) fn is_progress(words: &[Word<'_>]) -> bool {
    reports_state(words)
        || is_reading(words)
        || is_delivery(words)
        || is_sent_off(words)
        || is_of_commit(words)
        || is_of_talk(words)
        || is_of_working_copy(words)
        || counts_tests(words)
        || checks_pass(words)
        || is_ready(words)
        || is_of_host(words)
        || waits(words)
        || goes_on_behind(words)
        || has_looked(words)
        || has_done_nothing(words)
}

#[cfg(test)]
mod tests {
    use super::super::sentence;
    use super::*;

    #[test]
    fn what_was_read_off_once_is_told_from_what_lasts() {
        let is_reading = |said: &str| is_reading(&sentence::words(said));
        for said in [
            "The oven is up 8 hours",
            "It runs as PID 1751.",
            "772k tokens remaining",
            "It completed in 201ms",
            "7 files, 2,652 insertions",
            "Commits: `2a60bcb` — Grey out the tray",
        ] {
            assert!(is_reading(said), "{said}");
        }
        for said in [
            "The batch must be completed in 30 minutes.",
            "The oven runs as PID 1.",
            "It rings when it has 5 minutes left.",
            "Loaves finished in 2025 are archived.",
        ] {
            assert!(!is_reading(said), "{said}");
        }
    }

    #[test]
    fn how_far_work_has_come_is_told_from_how_it_works() {
        let is_progress = |said: &str| is_progress(&sentence::words(said));
        for said in [
            "The code now compiles without warnings.",
            "All tests pass.",
            "Build is green.",
            "1 test failing.",
            "Backend isn't running.",
            "The server is running smoothly.",
            "All 50 tests pass on the first try.",
            "All **137 tests pass** (59 domain + 78 oven).",
            "61 tests pass, clippy and fmt clean",
            "Committed and pushed to `bake/rye-1` (`64e1307`).",
            "The changes have been committed and pushed successfully.",
            "Your branch is now 2 commits ahead of origin/main and ready to push.",
            "`src/oven.py` - 38 lines added, 8 lines removed",
            "The oven is production-ready for small shops and can be deployed immediately.",
            "The till is now fully tested and ready for production use!",
            "You've hit your limit · resets 11am (UTC)",
            "No response requested.",
            "Login expired · Please run /login",
            "3 failed, 3 passed, 3 warnings in 23.70s",
            "The integration tests are running.",
            "This will take some time.",
            "Everything is live and stable.",
            "Both deployed.",
            "Both clean.",
            "All 6 trays of the mill committed and pushed.",
            "Already done — the lid was pushed in the previous message.",
            "This commit message follows the usual form of the shop.",
            "The commit includes both ovens.",
            "Reply posted.",
            "Fixed; all 16 pass.",
            "Test passed 117/117 across 15 files.",
            "Typecheck has 0 errors and lint has 0 errors.",
            "Prettier is clean.",
            "After that, lints are clean for that file and `tsc` still passes.",
            "The plan file was not edited.",
            "No automated tests were run for this change.",
            "Confirmed live end-to-end.",
            "Verified against the live oven (5 loaves, no errors)",
        ] {
            assert!(is_progress(said), "{said}");
        }
        for said in [
            "The server is running in the cellar.",
            "The app works offline.",
            "All tests bake bread.",
            "All tests pass only when the oven is off.",
            "Pushed to `bake/rye-1`: removed the old recipe and its trays.",
            "The secrets file is never committed.",
            "Every push must pass all 12 tests of the oven.",
            "The dough is ready to bake when it has doubled.",
            "A commit is made after each batch.",
            "The shop is live at the old mill.",
            "The limit of the oven resets when it rains.",
            "The build has no errors because the oven is off.",
            "Trays that were burnt are merged with the old ones.",
            "Recipes are merged into one book every spring.",
            "The previous message is shown above the oven.",
            "Commit messages follow the usual form.",
        ] {
            assert!(!is_progress(said), "{said}");
        }
    }

    #[test]
    fn how_far_a_task_is_stands_in_few_words() {
        for cell in ["❌ not started", "In progress", "done", "✅ passed"] {
            assert!(is_task_state(cell), "{cell}");
        }
        for cell in ["", "✅", "done by Ann", "28 degrees", "not in the cellar"] {
            assert!(!is_task_state(cell), "{cell}");
        }
        assert!(is_progress(&sentence::words("The long bake is still going in the background.")));
        assert!(!is_progress(&sentence::words("The mixer runs in the background.")));
    }

    #[test]
    fn what_was_not_done_is_told_from_what_is_not_needed() {
        let is_told = |said: &str| has_done_nothing(&sentence::words(said));
        for said in [
            "No ovens were changed, so no updates needed to `bakery.md`.",
            "I didn't make any code changes in my last response.",
            "No further changes are required.",
            "No recipes changed.",
            "Since no code was modified, there's nothing to update in the manual.",
            "The manual is accurate and doesn't need updating.",
        ] {
            assert!(is_told(said), "{said}");
        }
        for said in [
            "No restart is needed after a new recipe.",
            "No login is required for the price list.",
            "The oven needs updating every spring.",
            "There is nothing to see in the cellar.",
            "I didn't want any sugar in the rye.",
        ] {
            assert!(!is_told(said), "{said}");
        }
    }

    #[test]
    fn how_a_working_copy_stands_is_past_soon() {
        let is_told = |said: &str| is_of_working_copy(&sentence::words(said));
        for said in [
            "`main` is in sync with `origin/main` (no unpushed commits).",
            "2 commits are local-only, not pushed.",
            "One commit so far (`f473133`).",
            "The working tree is clean.",
            "Still untracked: `oven/`, `mill/`.",
            "The branch is ahead of `origin/main` by 1 commit.",
        ] {
            assert!(is_told(said), "{said}");
        }
        for said in [
            "Uncommitted changes must never reach the oven.",
            "Origin checks are done by the proxy.",
            "The two clocks are kept in sync with the tower.",
            "Generated files stay untracked.",
        ] {
            assert!(!is_told(said), "{said}");
        }
    }
}
