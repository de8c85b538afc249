//! Talk that is no statement: courtesy, thoughts aloud, idle questions, sounds.

use alloc::vec::Vec;

use super::cue::{self, Cues};
use super::human::{MAX_SPEECH, is_identity};
use super::sentence::{self, Word};
use crate::trust::is_prompt;

/// "I'll write it myself", "you too", "gotta run": said to somebody, not of something.
pub(super) fn is_chat(sentence: &str) -> bool {
    let words = sentence::words(sentence);
    let first = words.iter().map(Word::as_str).find(|word| !is_filler(word)).unwrap_or("");
    let is_own = matches!(first, "i'll" | "you're" | "gotta" | "glad" | "bye" | "ah" | "wow" | "haha" | "yep")
        || first == "you" && words.iter().any(|word| word == "too");
    (is_own || sentence.ends_with([')', '!']) && words.len() <= 8) && !super::form::has_number(sentence)
}

/// "Maybe one day we do x", "I wonder whether": nothing is settled or told.
pub(super) fn thinks_aloud(words: &[Word<'_>]) -> bool {
    supposes(words)
        || is_undecided(words)
        || words.windows(2).any(|pair| {
            matches!(
                (pair[0].as_str(), pair[1].as_str()),
                ("i", "wonder" | "wondered")
                    | ("let", "me")
                    | ("suggested" | "suggests" | "proposed", "that")
                    | ("think", "about")
                    | ("don't" | "dont", "believe")
            )
        })
}

/// Whether something is left open. What a person would like, or what will be needed, is not.
fn supposes(words: &[Word<'_>]) -> bool {
    if !cue::scan(words).has(Cues::HYPOTHETICAL) {
        return false;
    }
    let is_wish = |at: usize| {
        let next = words.get(at + 1).map_or("", Word::as_str);
        // "I don't think we will need it": whoever was there knows what.
        let is_thing =
            || !words.get(at + 2).is_some_and(|word| matches!(word.as_str(), "it" | "this" | "that" | "them"));
        words[at] == "would" && matches!(next, "like" | "love" | "prefer")
            || words[at] == "will" && next == "need" && is_thing()
    };
    let open: Vec<Word<'_>> = (0..words.len()).filter(|at| !is_wish(*at)).map(|at| words[at].clone()).collect();
    cue::scan(&open).has(Cues::HYPOTHETICAL)
}

/// Phrases by which a person says that nothing hangs on what they ask.
const IDLE: [&str; 15] = [
    "just curious",
    "curious, not",
    "not a task",
    "only curious",
    "out of curiosity",
    "out of interest",
    "just wondering",
    "my own education",
    "my education",
    "my own understanding",
    "for understanding only",
    "only for understanding",
    "not deciding",
    "purely hypothetical",
    "just for fun",
];

/// Whether a person asks without any bearing on the project: "just curious", "for my own education".
pub(super) fn is_idle(text: &str) -> bool {
    let lower = sentence::cut(text, MAX_SPEECH).to_lowercase();
    IDLE.iter().any(|phrase| lower.contains(phrase))
}

/// "Somebody at the fair asked", "Tom keeps asking": why a question is asked, and nothing else.
pub(super) fn tells_who_asks(sentence: &str) -> bool {
    let words = sentence::words(sentence::cut(sentence, 80));
    words.len() <= 8 && words.last().is_some_and(|word| matches!(word.as_str(), "ask" | "asks" | "asked" | "asking"))
}

/// "09-28 19:02:11 W chart: …", "index.ts:5 [INFO] …", "$ npm test": pasted, not said.
pub(super) fn is_log_line(line: &str) -> bool {
    let is_stamp = |word: &&str| word.contains([':', '-']) && word.bytes().filter(u8::is_ascii_digit).count() >= 4;
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return false };
    // "22:36:45: The oven is hot": nobody tells the second.
    let is_second = {
        let mut parts = first.trim_matches(['[', ']', ':', ',']).splitn(3, ':');
        let mut has = |most: usize| {
            parts.next().is_some_and(|part| {
                let digits = part.bytes().take_while(u8::is_ascii_digit).count();
                (1..=2).contains(&digits) && part.len() - digits <= most
            })
        };
        has(0) && has(0) && has(7)
    };
    // "+ CategoryInfo : ObjectNotFound", "At line:1 char:37": what PowerShell tells of an error.
    let is_record = line.split_whitespace().take(2).any(|w| matches!(w, "CategoryInfo" | "FullyQualifiedErrorId"))
        || first == "At" && line.split_whitespace().any(|word| word.starts_with("char:"));
    let is_level = |word: &str| {
        word.strip_prefix('[').and_then(|word| word.strip_suffix(']')).is_some_and(|level| {
            matches!(level, "INFO" | "ERROR" | "WARN" | "WARNING" | "DEBUG" | "TRACE") || is_stamp(&level)
        })
    };
    // "main.rs:14:", "app.js:25581", "(plug 1.18) lib/plug.ex:410: call".
    let names_place = |word: &str| {
        word.split_once(':').is_some_and(|(file, place)| {
            file.rsplit_once('.').is_some_and(|(_, ending)| (1..=4).contains(&ending.len()))
                && place.starts_with(|c: char| c.is_ascii_digit())
        })
    };
    let is_place = names_place(first)
        || line.split_whitespace().skip(1).take(3).any(|word| word.ends_with(':') && names_place(word));
    // "oven.ts      # heat and light": a line of a tree of files.
    let is_branch =
        first.contains('.') && line.split_whitespace().nth(1) == Some("#") || matches!(first, "├──" | "└──" | "│");
    // "drwxr-xr-x@ 4 ann staff 128 Jun 26 23:50 oven": a line of a listing.
    let is_listed = first.len() >= 10
        && first.starts_with(['d', '-', 'l'])
        && first.bytes().skip(1).take(9).all(|byte| b"rwxstST-".contains(&byte))
        && line.split_whitespace().nth(1).is_some_and(|links| links.bytes().all(|byte| byte.is_ascii_digit()));
    // "#18 0.473 No such tray": a step of a build and its second.
    let is_step = first.strip_prefix('#').is_some_and(|step| step.parse::<u32>().is_ok())
        && line.split_whitespace().nth(1).is_some_and(|time| time.contains('.') && time.parse::<f64>().is_ok());
    // "*(the user stopped the agent)*": what an export tells of the scene.
    let is_scene =
        line.strip_prefix("*(").is_some_and(|scene| scene.starts_with(char::is_lowercase) && scene.ends_with(")*"));
    // "INFO:baker:tray filled", "warning: the door is open", "fatal: no oven".
    let is_output = ["INFO:", "DEBUG:", "WARNING:", "ERROR:", "warning: ", "error: ", "fatal: ", "remote: ", "hint: "]
        .iter()
        .any(|level| line.starts_with(level));
    let is_prompt = is_prompt(line) || matches!(first, "$" | "%" | "➜" | "❯" | "λ" | ">>>") || line.contains("git:(");
    // "Mem:      848Mi     692Mi": columns that a program set.
    let cells = line.trim().split("   ").filter(|cell| !cell.trim().is_empty());
    let is_columns = cells.filter(|cell| cell.trim().starts_with(|c: char| c.is_ascii_digit())).nth(2).is_some();
    // "#Order.Item<not loaded>" and "#<Order id: 1>" of dumped objects.
    let is_object = line.match_indices('#').any(|(at, _)| {
        let name = line[at + 1..].split(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '_')).next().unwrap_or("");
        line[at + 1 + name.len()..].starts_with('<') && !name.starts_with(|c: char| c.is_ascii_digit())
    });
    // "code: 'ENOENT'," of a dumped object.
    let is_dumped = first.ends_with(':')
        && words.next().is_some_and(|value| value.starts_with('\'') && value.trim_end_matches(',').ends_with('\''))
        && words.next().is_none();
    // "at bake (src/oven.ts:258:15)" of a trace, "> 261 | const tray" of the code it shows.
    let is_frame = matches!(first, "at" | "At") && line.trim_end().ends_with(')') && line.contains(':')
        || line.split_once(" | ").is_some_and(|(number, _)| {
            let number = number.trim_start_matches(['>', ' ']);
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        });
    // "POST /trays 200 in 14ms": what a server was asked.
    let is_served = matches!(first, "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS")
        && line.split_whitespace().nth(1).is_some_and(|path| path.starts_with('/'))
        && line.split_whitespace().nth(2).is_some_and(|status| status.len() == 3 && status.parse::<u16>().is_ok());
    // "⨯ Error: no oven", "throw new Error('no oven');", "[Error :Bakery] no oven".
    let is_thrown = first == "⨯"
        || line.starts_with("throw new ")
        || line.strip_prefix('[').and_then(|rest| rest.split_once(']')).is_some_and(|(label, _)| {
            label
                .split_once(':')
                .is_some_and(|(level, _)| matches!(level.trim(), "Info" | "Error" | "Warning" | "Debug"))
        });
    is_place
        || is_second
        || is_record
        || is_served
        || is_thrown
        || is_output
        || is_frame
        || is_prompt
        || is_listed
        || is_step
        || is_columns
        || is_scene
        || is_branch
        || is_dumped
        || is_object
        || line.split_whitespace().take(3).any(is_level)
        || line.split_whitespace().take(2).filter(is_stamp).count() == 2
        || matches!(first, "npm" | "ERR!") && line.contains("ERR!")
        || first == "npm"
            && line.split_whitespace().nth(1).is_some_and(|word| matches!(word, "warn" | "error" | "notice"))
        || is_raised(line)
        || is_torn(line)
}

/// "Uncaught TypeError: no oven", "RangeError: too hot".
fn is_raised(line: &str) -> bool {
    let raised = line.strip_prefix("Uncaught ").unwrap_or(line);
    let raised = raised.strip_prefix("(in promise) ").unwrap_or(raised);
    let name = raised.split_once(": ").map_or("", |(name, _)| name);
    name.len() > "Error".len() && name.ends_with("Error") && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// "og] [Oven] Heated to 240": a line of a log that was marked from its middle on.
fn is_torn(line: &str) -> bool {
    let first = line.find(['[', ']']).filter(|at| *at < MAX_TORN);
    first.is_some_and(|at| line[at..].starts_with("] ") && !line.starts_with(['-', '*', '(']))
        && line.starts_with(char::is_lowercase)
}

/// Bytes of a label of which only the end was marked.
const MAX_TORN: usize = 40;

/// Words that only take a breath.
pub(super) fn is_filler(word: &str) -> bool {
    matches!(word, "so" | "ok" | "okay" | "now" | "and" | "well" | "then" | "please" | "also")
}

/// Whether a sentence only takes up what was offered: "go ahead with the fix", "do the first one".
pub(super) fn is_assent(sentence: &str) -> bool {
    let words = sentence::words(sentence::cut(sentence, 80));
    let spoken = words.iter().take_while(|word| is_filler(word)).count();
    let points = |word: &Word<'_>| matches!(word.as_str(), "first" | "second" | "third" | "last" | "one" | "both");
    cue::scan(&words[spoken..]).has(Cues::ACCEPT)
        || words.get(spoken).is_some_and(|word| word == "do") && words.iter().any(points)
}

/// Whether a sentence names somebody or is mere courtesy.
pub(super) fn is_identity_or_courtesy(sentence: &str) -> bool {
    is_identity(sentence) || is_courtesy(&sentence::words(sentence)) || is_small_talk(sentence)
}

/// "The sign is his job, but thank you", "the picture is perfect".
pub(super) fn is_courtesy(words: &[Word<'_>]) -> bool {
    let praises = |pair: &[Word<'_>]| {
        matches!(pair[0].as_str(), "is" | "are" | "looks" | "was" | "that's")
            && matches!(
                pair[1].as_str(),
                "perfect" | "great" | "lovely" | "wonderful" | "beautiful" | "awesome" | "amazing"
            )
    };
    let word = |at: usize| words.get(at).map_or("", Word::as_str);
    let wishes = word(0) == "have" && word(1) == "a" && matches!(word(2), "nice" | "good" | "great" | "lovely");
    wishes
        || words.len() <= 20 && words.iter().any(|word| matches!(word.as_str(), "thank" | "thanks" | "pleasure"))
        || words.len() <= 12 && words.windows(2).any(praises)
}

/// "I'm not sure", "not now", "sounds nice": nothing is settled.
pub(super) fn is_undecided(words: &[Word<'_>]) -> bool {
    let is_unsure = |three: &[Word<'_>]| {
        three[0] == "not" && matches!(three[1].as_str(), "even" | "really" | "quite" | "entirely") && three[2] == "sure"
    };
    if words.windows(3).any(is_unsure) {
        return true;
    }
    let says = |pair: &[Word<'_>]| {
        matches!(
            (pair[0].as_str(), pair[1].as_str()),
            ("not", "sure") | ("don't", "know") | ("no", "idea") | ("dunno", _) | (_, "sounds")
        )
    };
    let first = (words.first().map_or("", Word::as_str), words.get(1).map_or("", Word::as_str));
    words.windows(2).any(says) || matches!(first, ("not", "now" | "yet" | "today") | ("maybe", "later"))
}

/// Laughter and sighs, however long: "hahaha", "uffff", but no "lollipop".
pub(super) fn is_sound(word: &str) -> bool {
    let sounds = ["haha", "hehe", "hihi", "lol", "uff", "omg", "argh", "ugh", "yay"];
    sounds.iter().any(|sound| word.starts_with(sound) && word.chars().all(|c| sound.contains(c)))
}

/// Thanks, greetings and praise.
pub(super) fn is_small_talk(sentence: &str) -> bool {
    let words = sentence::words(sentence);
    let is_patient = |said: &[Word<'_>]| said[0] == "take" && said[1] == "your" && said[2] == "time";
    words.first().is_some_and(|word| is_sound(word)) && words.len() <= 10
        || words.len() <= 6 && words.windows(3).any(is_patient)
        || words.len() <= 6
            && words.iter().any(|word| {
                is_sound(word)
                    || matches!(
                        word.as_str(),
                        "merry"
                            | "congratulations"
                            | "thanks"
                            | "thank"
                            | "thx"
                            | "great"
                            | "nice"
                            | "cool"
                            | "perfect"
                            | "excellent"
                            | "awesome"
                            | "hello"
                            | "hi"
                            | "hey"
                            | "good"
                            | "better"
                            | "fine"
                            | "ha"
                            | "sorry"
                            | "yes"
                            | "ok"
                            | "okay"
                    )
            })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_is_no_doubt() {
        let thinks_aloud = |said: &str| thinks_aloud(&sentence::words(said));
        for said in
            ["I would like there to be two trays", "each loaf will need a label", "you will need to use the big oven"]
        {
            assert!(!thinks_aloud(said), "{said}");
        }
        for said in
            ["it would be nicer in blue", "I would like rye, or maybe oats", "I think we will need it", "we could bake"]
        {
            assert!(thinks_aloud(said), "{said}");
        }
    }

    #[test]
    fn what_a_program_printed_is_told_from_speech() {
        for line in [
            "09-28 19:02:11 W chart: 3 rows",
            "oven.ts:5 [INFO] bread fetched: Object",
            "[21:33:09.282] Baking in the second oven",
            "➜  bakery git:(main) ✗ npm run lint",
            "bakery git:(main) bake",
            "code: 'NO_FLOUR',",
            "npm ERR! code EUSAGE",
            "drwxr-xr-x@  4 ann  staff  128 Jun 26 23:50 oven",
            "*(the baker stopped the oven)*",
            "ann@oven:~/bread# free -h",
            "ann@oven bread % bake rye",
            "PS C:\\bread\\oven> dir",
            "PS C:\\old bread\\oven> dir",
            "INFO:baker:tray filled with rye",
            "fatal: no oven in this cellar",
            "at bake (src/oven.ts:258:15)",
            "> 261 | const tray = fill();",
            "Mem:      848Mi     692Mi     73Mi",
            "#18 0.473 No such tray",
            "POST /trays 200 in 14ms (compile: 2ms)",
            "⨯ Error: no oven",
            "throw new Error('no oven');",
            "[Error :Bakery] no oven",
            "22:36:45: Bakery says: the rye is out",
            "+ CategoryInfo          : ObjectNotFound: (tray:String) [Copy-Item]",
            "At line:1 char:37",
            "npm warn deprecated rye@1: no longer baked",
            "Uncaught (in promise) TypeError: no oven",
            "fo :Bakery] Bell already rung",
        ] {
            assert!(is_log_line(line), "{line}");
        }
        for line in [
            "name: the oven",
            "use oven.ts: it is faster",
            "the oven [240] is hot",
            "10:30 is fine",
            "At line 3 of the list it says rye",
            "npm is what we use",
            "Error: the word we show",
            "put trays[0] and trays[1] away",
            "#18 is done",
            "POST /trays answers 201 now",
            "[Info] is a tag",
            "",
        ] {
            assert!(!is_log_line(line), "{line}");
        }
    }

    #[test]
    fn sounds_are_told_from_words() {
        assert!(is_sound("hahaha") && is_sound("uffff") && !is_sound("lollipop") && !is_sound("hello"));
    }
}
