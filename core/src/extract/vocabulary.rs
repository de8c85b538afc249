//! What the project talks about: words and paths of its tool traffic, text that repeats, and text already known.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::echo::Echo;
use super::sentence;
use crate::model::{Speaker, Transcript, Turn};
use crate::text::Fnv;

/// Statistics about text outside the conversation at hand.
///
/// Feed it the sessions before the one that is extracted (`observe`) and the files that agents read anyway
/// (`know`). Using only earlier sessions keeps the result independent of how sessions are batched.
#[derive(Debug, Clone, Default)]
pub struct Background {
    lines: BTreeMap<u64, u32>,
    /// Of lines with numbers that agents write under their answers, how often each sentence came with other numbers.
    counters: BTreeMap<u64, u32>,
    n_answers: u32,
    known: BTreeSet<u64>,
    words: WordSet,
}

/// A line that stood in this many earlier messages is boilerplate. Lower loses facts that people repeat.
const BOILERPLATE_AFTER: u32 = 3;
/// A line that came so often, and under so many of all answers, with other numbers each time is a counter: "Cost: 0.11 €,
/// 0.36 € today". Lower loses what was measured again.
const COUNTER_AFTER: u32 = 4;
const COUNTER_SHARE: u32 = 10;
/// Most lines remembered; beyond it only lines already seen are counted.
const MAX_LINES: usize = 200_000;

impl Background {
    /// Adds what a session says, so that later sessions recognise repetition and the project's vocabulary.
    pub fn observe(&mut self, transcript: &Transcript) {
        for turn in &transcript.turns {
            if matches!(turn.speaker, Speaker::Agent | Speaker::Human | Speaker::Template) {
                let is_answer = turn.speaker == Speaker::Agent && !turn.text.is_empty();
                self.n_answers += u32::from(is_answer);
                let mut seen = BTreeSet::new();
                let mut counters = BTreeSet::new();
                for line in turn.text.lines() {
                    if let Some(print) = fingerprint(line)
                        && seen.insert(print)
                        && (self.lines.len() < MAX_LINES || self.lines.contains_key(&print))
                    {
                        let n = self.lines.entry(print).or_insert(0);
                        *n += 1;
                        if *n == 1 && is_answer && may_count(line) {
                            counters.extend(sentence::sentences(line).into_iter().filter_map(form));
                        }
                    }
                }
                for counter in counters {
                    *self.counters.entry(counter).or_insert(0) += 1;
                }
            }
            self.words.add_traffic(turn);
        }
    }

    /// Adds text that is no news: `memory.log`, `user.md`, `AGENTS.md`, knowledge that was injected earlier.
    pub fn know(&mut self, text: &str) {
        for line in text.lines() {
            self.known.extend(fingerprint(line));
            for sentence in sentence::sentences(line) {
                self.known.extend(fingerprint(sentence));
            }
        }
    }

    pub(super) fn is_boilerplate(&self, line: &str) -> bool {
        !self.lines.is_empty()
            && fingerprint(line).is_some_and(|print| self.lines.get(&print).is_some_and(|n| *n >= BOILERPLATE_AFTER))
    }

    /// Whether a sentence stands in a line that comes again and again with other numbers.
    pub(super) fn is_counter(&self, sentence: &str) -> bool {
        let often = self.n_answers.div_ceil(COUNTER_SHARE).max(COUNTER_AFTER);
        !self.counters.is_empty()
            && form(sentence).is_some_and(|form| self.counters.get(&form).is_some_and(|n| *n >= often))
    }

    pub(super) fn is_known(&self, line: &str) -> bool {
        !self.known.is_empty() && fingerprint(line).is_some_and(|print| self.known.contains(&print))
    }
}

/// A fingerprint of a line's words; `None` when it says too little to tell it from others.
fn fingerprint(line: &str) -> Option<u64> {
    let mut hash = Fnv::new();
    let mut n_letters = 0_u32;
    let mut gap = true;
    if line.is_ascii() {
        // The same without decoding characters: most lines.
        for byte in line.bytes() {
            let letter = LETTERS[usize::from(byte)];
            if letter != 0 {
                gap = false;
                n_letters += 1;
                hash.add(u32::from(letter));
            } else if !gap {
                gap = true;
                hash.add(32);
            }
        }
        return told(hash, n_letters, gap);
    }
    for c in line.chars() {
        if c.is_alphanumeric() {
            gap = false;
            n_letters += 1;
            if c.is_ascii() {
                hash.add(u32::from(c.to_ascii_lowercase()));
            } else {
                c.to_lowercase().for_each(|lower| hash.add(u32::from(lower)));
            }
        } else if !gap {
            gap = true;
            hash.add(32);
        }
    }
    told(hash, n_letters, gap)
}

/// The fingerprint of a line that ended so. The trailing gap must not make a difference.
fn told(mut hash: Fnv, n_letters: u32, gap: bool) -> Option<u64> {
    if !gap {
        hash.add(32);
    }
    (n_letters >= 12).then_some(hash.0)
}

/// Longest line of a counter.
const MAX_COUNTER: usize = 240;
/// Fewer numbers make no counter.
const MIN_NUMBERS: usize = 2;

fn is_number(word: &str) -> bool {
    word.trim_start_matches(|c: char| !c.is_alphanumeric()).starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a line has as many numbers as one that counts something.
fn may_count(line: &str) -> bool {
    line.len() <= MAX_COUNTER && line.split_whitespace().filter(|word| is_number(word)).count() >= MIN_NUMBERS
}

/// A fingerprint of a text's words, whatever its numbers are; `None` when it says too little to tell it from others.
fn form(text: &str) -> Option<u64> {
    let mut hash = Fnv::new();
    let mut n_letters = 0;
    for word in text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)) {
        if is_number(word) {
            hash.add(0);
        } else {
            for c in word.chars().filter(|c| c.is_alphanumeric()) {
                n_letters += 1;
                hash.add(u32::from(c));
            }
        }
        hash.add(32);
    }
    (n_letters >= 8).then_some(hash.0)
}

/// Letters in lower case and digits as they are; 0 for every other byte.
const LETTERS: [u8; 256] = {
    let mut letters = [0; 256];
    let mut byte: u8 = 0;
    while byte < 128 {
        if byte.is_ascii_alphanumeric() {
            letters[byte as usize] = byte.to_ascii_lowercase();
        }
        byte += 1;
    }
    letters
};

/// A set of words as bits under their hash: constant time, small, and good enough to ask "has this been seen?".
#[derive(Debug, Clone, Default)]
struct WordSet {
    bits: Vec<u64>,
    n_added: u32,
}

const WORD_BITS: usize = 1 << 20;
const STEM_LETTERS: usize = 5;
const WORD_LENGTHS: core::ops::Range<usize> = 2..40;
/// Longer arguments are file contents; their beginning is enough.
pub(super) const MAX_ARGUMENTS: usize = 4_000;

impl WordSet {
    /// What tools were asked tells the project's own words; what they answered is full of everybody's.
    fn add_traffic(&mut self, turn: &Turn) {
        for call in &turn.tool_calls {
            self.add_text(sentence::cut(&call.arguments, MAX_ARGUMENTS));
        }
    }

    fn add_text(&mut self, text: &str) {
        if self.bits.is_empty() {
            self.bits = vec![0; WORD_BITS / 64];
        }
        words_of(text, |hash| {
            let bit = hash % WORD_BITS;
            self.bits[bit / 64] |= 1 << (bit % 64);
            self.n_added = self.n_added.saturating_add(1);
        });
    }

    fn contains(&self, word: &str) -> bool {
        let bit = hash_of_stem(word) % WORD_BITS;
        self.bits.get(bit / 64).is_some_and(|bits| bits & (1 << (bit % 64)) != 0)
    }
}

/// Hands over the hash of every word of a text.
pub(super) fn words_of(text: &str, mut each: impl FnMut(usize)) {
    if text.is_ascii() {
        for word in text.as_bytes().split(|byte| LETTERS[usize::from(*byte)] == 0) {
            if WORD_LENGTHS.contains(&word.len()) {
                each(hash_of(word.iter().map(|byte| char::from(*byte))));
            }
        }
    } else {
        for word in text.split(|c: char| !c.is_alphanumeric()) {
            if WORD_LENGTHS.contains(&word.len()) {
                each(hash_of(word.chars()));
            }
        }
    }
}

/// The hash under which a word stands, stemmed or not.
pub(super) fn hash_of_stem(word: &str) -> usize {
    hash_of(word.chars())
}

fn hash_of(letters: impl Iterator<Item = char>) -> usize {
    let mut hash = Fnv::new();
    // The first letters stand for all forms of a word.
    for c in letters.take(STEM_LETTERS) {
        hash.add(u32::from(c.to_ascii_lowercase()));
    }
    #[allow(clippy::cast_possible_truncation)] // what fits a table is enough
    let hash = (hash.0 ^ (hash.0 >> 29)) as usize;
    hash
}

/// Names of this project, gathered from what tools were asked and answered.
#[derive(Debug, Default)]
pub(super) struct Project {
    words: WordSet,
    /// What people said.
    said: WordSet,
    /// Path-like strings in tool calls, and their last parts.
    paths: BTreeSet<String>,
    /// What tools were asked to open, write or look through.
    touched: Touched,
    /// What the folder that holds everything is called.
    name: String,
    /// Which words come back.
    pub(super) echo: Echo,
}

/// Shorter names are words of everybody: "api", "web".
const MIN_NAME: usize = 4;
const MAX_PATHS: usize = 4_000;
/// Where paths stand in arguments: before the content that is written to them.
const MAX_HEAD: usize = 1_000;

impl Project {
    pub(super) fn of(transcript: &Transcript) -> Self {
        let mut project = Project { echo: Echo::of(transcript), ..Project::default() };
        if let Some(cwd) = &transcript.cwd {
            project.words.add_text(cwd);
            project.touched.folder = cwd.trim_end_matches(['/', '\\']).to_string();
            project.name = cwd.rsplit(['/', '\\']).find(|part| !part.is_empty()).unwrap_or("").to_lowercase();
        }
        for turn in &transcript.turns {
            project.words.add_traffic(turn);
            if turn.speaker == Speaker::Human {
                project.said.add_text(&turn.text);
            }
            for call in &turn.tool_calls {
                let head = sentence::cut(&call.arguments, MAX_HEAD);
                project.touched.add_call(head);
                for piece in head
                    .split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | ',' | '(' | ')' | ';' | '\\'))
                {
                    if looks_like_path(piece) && project.paths.len() < MAX_PATHS {
                        let piece = piece.trim_end_matches(['/', '.', ':']);
                        project.paths.insert(piece.to_ascii_lowercase());
                        if let Some(name) = piece.rsplit('/').next() {
                            project.paths.insert(name.to_ascii_lowercase());
                        }
                    }
                }
            }
        }
        project
    }

    /// Whether a word in small letters is the project's name, or one of the words it is made of.
    pub(super) fn is_called(&self, word: &str) -> bool {
        word.len() >= MIN_NAME && (self.name == word || self.name.split(['-', '_', '.']).any(|part| part == word))
    }

    /// Whether tools were used enough to compare words with.
    pub(super) fn has_traffic(&self, background: &Background) -> bool {
        self.words.n_added.saturating_add(background.words.n_added) >= 40
    }

    pub(super) fn knows_word(&self, word: &str, background: &Background) -> bool {
        self.words.contains(word) || background.words.contains(word)
    }

    /// Whether people said a word.
    pub(super) fn heard_word(&self, word: &str) -> bool {
        self.said.contains(word)
    }

    /// Whether a lower-case word is a path that tools touched, or the end of one.
    pub(super) fn knows_path(&self, word: &str) -> bool {
        if self.paths.contains(word) {
            return true;
        }
        let name = word.trim_end_matches('/').rsplit('/').next().unwrap_or(word);
        name.len() > 3 && looks_like_path(word) && self.paths.contains(name)
    }
}

/// The paths that calls of tools were about.
#[derive(Debug, Default)]
struct Touched {
    /// Where everything lies.
    folder: String,
    /// The last parts of the paths, and every two parts that follow each other; in small letters.
    parts: BTreeSet<String>,
    /// How the names end.
    endings: BTreeSet<String>,
}

impl Touched {
    /// Adds the path that stands in a call under a name that tools give to paths: `"file_path": "src/oven.rs"`.
    fn add_call(&mut self, arguments: &str) {
        let mut quoted = arguments.split('"');
        while let Some(key) = quoted.next() {
            let is_path = matches!(
                key,
                "path" | "file_path" | "filePath" | "filename" | "file" | "target_file" | "notebook_path"
            );
            if !is_path || quoted.next().is_none_or(|between| between.trim() != ":") {
                continue;
            }
            let Some(path) = quoted.next().filter(|path| path.len() < 300 && self.parts.len() < MAX_PATHS) else {
                continue;
            };
            let path = path.to_ascii_lowercase();
            let parts: Vec<&str> = path.split(['/', '\\']).filter(|part| !part.is_empty()).collect();
            self.parts.extend(parts.windows(2).map(|pair| pair.join("/")));
            if let Some(last) = parts.last() {
                self.parts.insert((*last).into());
                self.endings.extend(last.rsplit_once('.').map(|(_, ending)| String::from(ending)));
            }
        }
    }
}

impl Project {
    /// Whether a call was about the file or folder that a path names, or about one of that name.
    pub(super) fn has_file(&self, path: &str) -> bool {
        let lower = path.trim_end_matches('/').to_ascii_lowercase();
        let end = lower.rmatch_indices('/').nth(1).map_or(&*lower, |(at, _)| &lower[at + 1..]);
        let is_told = lower.contains(['.', '/', '\\']);
        is_told && self.touched.parts.contains(end.trim_start_matches('/'))
    }

    /// Whether a call was about something in a folder of the first name, in which the second lies.
    pub(super) fn has_pair(&self, folder: &str, name: &str) -> bool {
        let pair = [folder, name].join("/").to_ascii_lowercase();
        self.touched.parts.contains(&pair)
    }

    /// Whether a call was about a file that ends so.
    pub(super) fn has_ending(&self, ending: &str) -> bool {
        self.touched.endings.contains(ending)
    }

    /// A path as it is written from where everything lies.
    pub(super) fn inside<'p>(&self, path: &'p str) -> &'p str {
        let folder = self.touched.folder.as_str();
        let inside = path.strip_prefix(folder).filter(|_| !folder.is_empty());
        inside.and_then(|rest| rest.strip_prefix(['/', '\\'])).filter(|rest| !rest.is_empty()).unwrap_or(path)
    }
}

/// Whether a word is written like a file, folder or dotted module of a project.
pub(super) fn looks_like_path(word: &str) -> bool {
    // Most words are told by what they lack.
    if !word.bytes().any(|byte| matches!(byte, b'.' | b'/')) {
        return false;
    }
    if !(3..200).contains(&word.len()) || word.contains("://") || word.contains('@') && !word.starts_with('@') {
        return false;
    }
    let has_letter = word.bytes().any(|b| b.is_ascii_alphabetic());
    let extension = word.rsplit_once('.').is_some_and(|(stem, ext)| {
        !stem.is_empty()
            && (1..=6).contains(&ext.len())
            && ext.bytes().all(|b| b.is_ascii_alphanumeric())
            && ext.bytes().any(|b| b.is_ascii_alphabetic())
            && !matches!(ext, "g" | "e")
            // "1.x" is a version, "≥3.3A" an amount.
            && stem.trim_start_matches('-').chars().any(|c| c.is_alphabetic() || matches!(c, '-' | '_' | '/'))
    });
    has_letter
        && (extension
            || (word.contains('/') && word.matches('/').count() >= 2)
            || word.starts_with("./")
            || word.ends_with('/') && word.len() > 3)
}

/// "It is done.Now the tray": whether somebody forgot the space between two sentences.
pub(super) fn is_glued(word: &str) -> bool {
    word.rsplit_once('.').is_some_and(|(before, behind)| {
        let mut letters = behind.bytes();
        before.bytes().all(|b| b.is_ascii_lowercase() || b == b'\'')
            && letters.next().is_some_and(|b| b.is_ascii_uppercase())
            && letters.all(|b| b.is_ascii_lowercase() || b == b'\'')
            && !matches!(behind, "Rmd" | "Rnw" | "Rproj" | "R")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::{ReaderOptions, TranscriptReader};

    #[test]
    fn known_and_repeated_lines_are_recognised_whatever_their_marks() {
        let mut background = Background::default();
        background.know("- **Always** run the linter first.");
        assert!(background.is_known("always run the linter first"));
        assert!(!background.is_known("Never run the linter first"));
        assert!(!background.is_known("ok"));
    }

    #[test]
    fn what_counts_under_every_answer_is_a_counter() {
        let told = |n: usize, line: fn(usize) -> String| {
            let mut reader = TranscriptReader::new(ReaderOptions::default());
            for at in 0..n {
                let content = alloc::format!("Rye bread {at}.\n\n{}", line(at));
                let turn = serde_json::json!({ "role": "assistant", "content": content });
                reader.push(alloc::format!("{turn}\n").as_bytes());
            }
            let mut background = Background::default();
            background.observe(&reader.finish().value);
            background
        };
        let cost =
            |at: usize| alloc::format!("> Tokens: {at}.1k sent, {at} back. Cost: {at} € so far. Use --quiet for less.");
        let background = told(6, cost);
        for sentence in ["Tokens: 7k sent, 120 back.", "Cost: 0.22 € so far.", "Use --quiet for less."] {
            assert!(background.is_counter(sentence), "{sentence}");
        }
        assert!(!background.is_counter("Rye bread 4.") && !background.is_counter("Cost: 0.22 € for rye."));
        assert!(!told(3, cost).is_counter("Cost: 0.22 € so far."));
        // What is the same each time says something.
        assert!(
            !told(6, |_| "We bake 40 loaves of rye at 240 degrees.".into())
                .is_counter("We bake 41 loaves of rye at 9 degrees.")
        );
    }

    #[test]
    fn paths_look_like_paths() {
        for path in ["src/main.rs", "README.md", "./x", "a/b/c", "docs/", ".github/workflows/ci.yml"] {
            assert!(looks_like_path(path), "{path}");
        }
        for word in ["e.g", "https://a.b/c", "1.2", "and/or", "i.e", "v1.2.3", "a", "≥3.3A", "-0.5s"] {
            assert!(!looks_like_path(word), "{word}");
        }
        assert!(looks_like_path("2026-01-05.md"));
        assert!(is_glued("done.Now") && is_glued("it.I'm"));
        assert!(!is_glued("tides.Rmd") && !is_glued("Node.js") && !is_glued("tides.rs") && !is_glued("done."));
    }
}
