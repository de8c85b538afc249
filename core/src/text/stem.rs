//! English stems: Porter's second stemmer, irregular forms and British spelling joined to the regular ones.

use alloc::string::String;

use super::memo::Key;
use super::stop::is_stop_word;
use super::words::{Dictionary, Words, hash};

/// Longer "words" are identifiers or noise and are left as they are.
const MAX_LENGTH: usize = 40;

/// Forms that no suffix rule reaches, each with the form it is treated as.
#[rustfmt::skip]
static IRREGULAR: Dictionary<&str> = Dictionary::new(&[
    ("analyses", "analysis"), ("ate", "eat"), ("axes", "axis"), ("became", "become"), ("began", "begin"),
    ("begun", "begin"), ("bought", "buy"), ("broke", "break"), ("broken", "break"), ("brought", "bring"),
    ("built", "build"), ("came", "come"), ("caught", "catch"), ("children", "child"), ("chose", "choose"),
    ("chosen", "choose"), ("crises", "crisis"), ("criteria", "criterion"), ("drawn", "draw"),
    ("drew", "draw"), ("driven", "drive"), ("drove", "drive"), ("fallen", "fall"), ("feet", "foot"),
    ("fell", "fall"), ("felt", "feel"), ("forgot", "forget"), ("forgotten", "forget"), ("fought", "fight"),
    ("found", "find"), ("froze", "freeze"), ("frozen", "freeze"), ("gave", "give"), ("given", "give"),
    ("gone", "go"), ("grew", "grow"), ("grown", "grow"), ("heard", "hear"), ("held", "hold"), ("hid", "hide"),
    ("hidden", "hide"), ("hypotheses", "hypothesis"), ("indices", "index"), ("kept", "keep"),
    ("knew", "know"), ("known", "know"), ("laid", "lay"), ("led", "lead"), ("lost", "lose"), ("made", "make"),
    ("matrices", "matrix"), ("meant", "mean"), ("men", "man"), ("met", "meet"), ("mice", "mouse"),
    ("paid", "pay"), ("people", "person"), ("ran", "run"), ("risen", "rise"), ("rose", "rise"),
    ("said", "say"), ("sang", "sing"), ("seen", "see"), ("sent", "send"), ("shown", "show"),
    ("slept", "sleep"), ("sold", "sell"), ("sought", "seek"), ("spent", "spend"), ("spoke", "speak"),
    ("spoken", "speak"), ("stole", "steal"), ("stolen", "steal"), ("stood", "stand"), ("stuck", "stick"),
    ("swept", "sweep"), ("swore", "swear"), ("taken", "take"), ("taught", "teach"), ("teeth", "tooth"),
    ("thought", "think"), ("threw", "throw"), ("thrown", "throw"), ("told", "tell"), ("took", "take"),
    ("tore", "tear"), ("torn", "tear"), ("understood", "understand"), ("vertices", "vertex"), ("went", "go"),
    ("withdrew", "withdraw"), ("woke", "wake"), ("women", "woman"), ("won", "win"), ("wore", "wear"),
    ("written", "write"), ("wrote", "write"),
]);

/// Words that Porter's rules would cut wrongly, with their stems.
#[rustfmt::skip]
static EXCEPTIONS: Dictionary<&str> = Dictionary::new(&[
    ("analysis", "analyz"), ("andes", "andes"), ("atlas", "atlas"), ("axis", "axis"), ("bias", "bias"), ("cosmos", "cosmos"),
    ("dying", "die"), ("early", "earli"), ("gently", "gentl"), ("howe", "howe"), ("idly", "idl"),
    ("lying", "lie"), ("news", "news"), ("only", "onli"), ("singly", "singl"), ("skies", "sky"),
    ("skis", "ski"), ("sky", "sky"), ("tying", "tie"), ("ugly", "ugli"),
]);

/// Words whose ending only looks like a suffix.
static INVARIANT: Words = Words::new("canning earring exceed herring inning outing proceed succeed");

#[rustfmt::skip]
const STEP_2: &[(&str, &str)] = &[
    ("ational", "ate"), ("ization", "ize"), ("fulness", "ful"), ("ousness", "ous"), ("iveness", "ive"),
    ("tional", "tion"), ("biliti", "ble"), ("lessli", "less"), ("entli", "ent"), ("ation", "ate"),
    ("alism", "al"), ("aliti", "al"), ("ousli", "ous"), ("iviti", "ive"), ("fulli", "ful"), ("enci", "ence"),
    ("anci", "ance"), ("abli", "able"), ("izer", "ize"), ("ator", "ate"), ("alli", "al"), ("bli", "ble"),
    ("ogi", "og"), ("li", ""),
];

const STEP_3: &[(&str, &str)] = &[
    ("ational", "ate"),
    ("tional", "tion"),
    ("alize", "al"),
    ("icate", "ic"),
    ("iciti", "ic"),
    ("ative", ""),
    ("ical", "ic"),
    ("ness", ""),
    ("ful", ""),
];

const STEP_4: &[&str] = &[
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "ion",
    "al", "er", "ic",
];

/// The stem of a folded word; words with digits or letters outside a–z are returned as they are.
pub fn stem(folded: &str) -> String {
    let mut word = String::from(folded);
    stem_in_place(&mut word);
    word
}

/// Calls `take` with the stem of a folded word; for most words without making a string.
pub(crate) fn with_stem<R>(folded: &str, take: impl FnOnce(&str) -> R) -> R {
    match Key::of(folded).and_then(Key::known) {
        Some(known) if known.ending.is_empty() => take(&folded[..known.kept]),
        _ => take(&stem(folded)),
    }
}

/// Like [`stem`], without a new string.
pub fn stem_in_place(word: &mut String) {
    if word.len() < 3 || word.len() > MAX_LENGTH {
        return;
    }
    let Some(key) = Key::of(word) else {
        if word.bytes().all(|b| b.is_ascii_lowercase()) {
            apply_rules(word);
        }
        return;
    };
    if let Some(known) = key.known() {
        word.truncate(known.kept);
        word.push_str(known.ending);
        return;
    }
    let whole = Letters::of(word);
    apply_rules(word);
    if let Ok(whole) = core::str::from_utf8(whole.as_bytes()) {
        let _ = key.keep(whole, word, is_stop_word(whole));
    }
}

/// Calls `take` with the stem of a folded word, unless it is a stop word. Most words were met before, and most of their
/// stems are beginnings of theirs; `buffer` is room for the others.
pub(super) fn with_content_stem(folded: &str, buffer: &mut String, take: impl FnOnce(&str)) {
    buffer.clear();
    // No stop word is without a key.
    if let Some(key) = Key::of(folded) {
        let known = key.known().or_else(|| {
            buffer.push_str(folded);
            if folded.len() > 2 {
                apply_rules(buffer);
            }
            let known = key.keep(folded, buffer, is_stop_word(folded));
            buffer.clear();
            known
        });
        match known {
            Some(known) if known.is_stop => return,
            Some(known) if known.ending.is_empty() => return take(&folded[..known.kept]),
            Some(known) => {
                buffer.push_str(&folded[..known.kept]);
                buffer.push_str(known.ending);
                return take(buffer);
            }
            None if is_stop_word(folded) => return,
            None => {}
        }
    }
    buffer.push_str(folded);
    stem_in_place(buffer);
    take(buffer);
}

/// Brings a word of small letters to its stem.
fn apply_rules(word: &mut String) {
    let mut hashed = hash(word);
    if let Some(regular) = IRREGULAR.get_hashed(word, hashed) {
        replace_all(word, regular);
        if word.len() < 3 {
            return;
        }
        hashed = hash(word);
    }
    if let Some(stem) = EXCEPTIONS.get_hashed(word, hashed) {
        replace_all(word, stem);
        return;
    }
    if ends_in_no_suffix(word) {
        return;
    }
    let mut letters = Letters::of(word);
    letters.american_z();
    letters.mark_consonant_y();
    let (r1, r2) = regions(letters.as_bytes());
    letters.step_1a();
    if !letters.is_invariant() {
        letters.step_1b(r1);
        letters.step_1c();
        letters.step_2(r1);
        letters.step_3(r1, r2);
        letters.step_4(r2);
        letters.step_5(r1, r2);
    }
    letters.unify_spelling();
    letters.write_to(word);
}

/// Whether the last letter is one that no suffix of the rules below ends in.
fn ends_in_no_suffix(word: &str) -> bool {
    let last = word.as_bytes().last();
    last.is_some_and(|last| matches!(last, b'a' | b'b' | b'f' | b'h' | b'j' | b'k' | b'o'..=b'q' | b'v'..=b'x' | b'z'))
}

/// Whether a word ends so; the last letter decides most of the time.
fn ends(word: &[u8], suffix: &str) -> bool {
    let mut letters = word.iter().rev();
    suffix.bytes().rev().all(|letter| letters.next() == Some(&letter))
}

fn replace_all(word: &mut String, with: &str) {
    word.clear();
    word.push_str(with);
}

fn is_vowel(byte: u8) -> bool {
    matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

/// Where the first and second regions start, in which suffixes may be removed.
fn regions(word: &[u8]) -> (usize, usize) {
    let after = |from: usize| {
        let tail = &word[from.min(word.len())..];
        tail.windows(2).position(|pair| is_vowel(pair[0]) && !is_vowel(pair[1])).map_or(word.len(), |at| from + at + 2)
    };
    let r1 = if word.starts_with(b"gener") || word.starts_with(b"arsen") {
        5
    } else if word.starts_with(b"commun") {
        6
    } else {
        after(0)
    };
    (r1, after(r1))
}

fn has_vowel(bytes: &[u8]) -> bool {
    bytes.iter().any(|&b| is_vowel(b))
}

/// Whether the bytes end in a vowel between consonants (the last not w, x or Y), or are a vowel and a consonant.
fn ends_in_short_syllable(bytes: &[u8]) -> bool {
    match *bytes {
        [vowel, last] => is_vowel(vowel) && !is_vowel(last),
        [.., first, vowel, last] => {
            !is_vowel(first) && is_vowel(vowel) && !is_vowel(last) && !matches!(last, b'w' | b'x' | b'Y')
        }
        _ => false,
    }
}

/// The letters of the word at hand, in one place that no step has to allocate.
struct Letters {
    bytes: [u8; ROOM],
    len: usize,
}

/// The longest word and what the rules can add to it before they cut again.
const ROOM: usize = MAX_LENGTH + 8;

impl Letters {
    fn of(word: &str) -> Self {
        let mut bytes = [0; ROOM];
        let len = word.len().min(ROOM);
        bytes[..len].copy_from_slice(&word.as_bytes()[..len]);
        Self { bytes, len }
    }

    fn write_to(&self, word: &mut String) {
        if let Ok(text) = core::str::from_utf8(self.as_bytes()) {
            replace_all(word, text);
        }
    }

    fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    fn push_str(&mut self, more: &str) {
        let end = (self.len + more.len()).min(ROOM);
        self.bytes[self.len..end].copy_from_slice(&more.as_bytes()[..end - self.len]);
        self.len = end;
    }

    /// Writes `Y` for a y that acts as a consonant: at the start, or after a vowel.
    fn mark_consonant_y(&mut self) {
        let mut after_vowel = true;
        for letter in &mut self.bytes[..self.len] {
            if *letter == b'y' && after_vowel {
                *letter = b'Y';
            }
            after_vowel = is_vowel(*letter);
        }
    }

    /// Whether its ending only looks like a suffix.
    fn is_invariant(&self) -> bool {
        matches!(self.as_bytes(), [.., b'i', b'n', b'g'] | [.., b'e', b'e', b'd'])
            && core::str::from_utf8(self.as_bytes()).is_ok_and(|word| INVARIANT.contains(word))
    }

    fn step_1a(&mut self) {
        let word = self.as_bytes();
        if !word.ends_with(b"s") && !word.ends_with(b"d") {
            return;
        }
        if word.ends_with(b"sses") {
            self.len -= 2;
        } else if word.ends_with(b"ied") || word.ends_with(b"ies") {
            self.len -= if self.len > 4 { 2 } else { 1 };
        } else if word.ends_with(b"s")
            && !word.ends_with(b"us")
            && !word.ends_with(b"ss")
            && has_vowel(&word[..word.len() - 2])
        {
            self.len -= 1;
        }
    }

    fn step_1b(&mut self, r1: usize) {
        let word = self.as_bytes();
        if !matches!(word.last(), Some(b'd' | b'g' | b'y' | b'Y')) {
            return;
        }
        for suffix in ["eedly", "eed"] {
            if ends(word, suffix) {
                let stem = word.len() - suffix.len();
                if stem >= r1 {
                    self.len = stem + 2;
                }
                return;
            }
        }
        let Some(suffix) = ["ingly", "edly", "ing", "ed"].into_iter().find(|suffix| ends(word, suffix)) else { return };
        let stem = word.len() - suffix.len();
        if !has_vowel(&word[..stem]) {
            return;
        }
        self.len = stem;
        let word = self.as_bytes();
        if word.ends_with(b"at") || word.ends_with(b"bl") || word.ends_with(b"iz") {
            self.push_str("e");
        } else if matches!(word, [.., a, b] if a == b && b"bdfgmnprt".contains(b)) {
            self.len -= 1;
        } else if r1 >= word.len() && ends_in_short_syllable(word) {
            self.push_str("e");
        }
    }

    fn step_1c(&mut self) {
        if let [_, .., before, last @ (b'y' | b'Y')] = &mut self.bytes[..self.len]
            && !is_vowel(*before)
        {
            *last = b'i';
        }
    }

    fn step_2(&mut self, r1: usize) {
        let word = self.as_bytes();
        // The last two letters of the suffixes.
        let may_end = matches!(
            word,
            [.., b'a', b'l']
                | [.., b'o', b'n' | b'r']
                | [.., b's', b's' | b'm']
                | [.., b't' | b'l' | b'c' | b'g', b'i']
                | [.., b'e', b'r']
        );
        if !may_end {
            return;
        }
        let Some((suffix, with)) = STEP_2.iter().find(|(suffix, _)| ends(word, suffix)) else { return };
        let stem = word.len() - suffix.len();
        let before = word[..stem].last().copied();
        let allowed = match *suffix {
            "ogi" => before == Some(b'l'),
            "li" => before.is_some_and(|b| b"cdeghkmnrt".contains(&b)),
            _ => true,
        };
        if stem >= r1 && allowed {
            self.len = stem;
            self.push_str(with);
        }
    }

    fn step_3(&mut self, r1: usize, r2: usize) {
        let word = self.as_bytes();
        if !matches!(
            word,
            [.., b'a' | b'u', b'l'] | [.., b'z' | b't' | b'v', b'e'] | [.., b't', b'i'] | [.., b's', b's']
        ) {
            return;
        }
        let Some((suffix, with)) = STEP_3.iter().find(|(suffix, _)| ends(word, suffix)) else { return };
        let stem = word.len() - suffix.len();
        if stem >= r1 && (*suffix != "ative" || stem >= r2) {
            self.len = stem;
            self.push_str(with);
        }
    }

    fn step_4(&mut self, r2: usize) {
        let word = self.as_bytes();
        let may_end = matches!(
            word,
            [.., b'n', b't']
                | [.., b'c' | b'l' | b't' | b'v' | b'z', b'e']
                | [.., b's', b'm']
                | [.., b't', b'i']
                | [.., b'u', b's']
                | [.., b'o', b'n']
                | [.., b'a', b'l']
                | [.., b'e', b'r']
                | [.., b'i', b'c']
        );
        if !may_end {
            return;
        }
        let Some(suffix) = STEP_4.iter().find(|suffix| ends(word, suffix)) else { return };
        let stem = word.len() - suffix.len();
        let allowed = *suffix != "ion" || matches!(word[..stem].last(), Some(b's' | b't'));
        if stem >= r2 && allowed {
            self.len = stem;
        }
    }

    fn step_5(&mut self, r1: usize, r2: usize) {
        let word = self.as_bytes();
        let stem = word.len() - 1;
        let drop = if word.ends_with(b"e") {
            stem >= r2 || (stem >= r1 && !ends_in_short_syllable(&word[..stem]))
        } else {
            word.ends_with(b"ll") && stem >= r2
        };
        if drop {
            self.len = stem;
        }
    }

    /// Writes `organise`, `organisation`, `analysing` with z, as the suffix rules know them.
    fn american_z(&mut self) {
        let endings: [&[u8]; 8] = [b"ation", b"ations", b"e", b"ed", b"er", b"ers", b"es", b"ing"];
        let last_s = |bytes: &[u8]| bytes.iter().rposition(|byte| *byte == b's');
        let word = self.as_bytes();
        let Some(last) = last_s(word) else { return };
        let at = if last + 1 == word.len() { last_s(&word[..last]).unwrap_or(last) } else { last };
        if at >= 4 && matches!(word[at - 1], b'i' | b'y') && endings.contains(&&word[at + 1..]) {
            self.bytes[at] = b'z';
        }
    }

    /// Joins `colour` and `color`, `catalogu` and `catalog`; lower-cases the marked y.
    fn unify_spelling(&mut self) {
        self.bytes[..self.len].make_ascii_lowercase();
        let word = self.as_bytes();
        if word.len() >= 5 && word.ends_with(b"our") {
            self.len -= 2;
            self.push_str("r");
        } else if word.len() >= 6 && word.ends_with(b"ogu") {
            self.len -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn same(forms: &[&str]) {
        let first = stem(forms[0]);
        for form in forms {
            assert_eq!(stem(form), first, "{form} against {}", forms[0]);
        }
    }

    #[track_caller]
    fn check(word: &str, expected: &str) {
        assert_eq!(stem(word), expected, "{word}");
    }

    #[test]
    fn porters_own_examples_hold() {
        for (word, expected) in [
            ("caresses", "caress"),
            ("cries", "cri"),
            ("ties", "tie"),
            ("gas", "gas"),
            ("this", "this"),
            ("gaps", "gap"),
            ("kiwis", "kiwi"),
            ("luxuriated", "luxuri"),
            ("hopping", "hop"),
            ("hoped", "hope"),
            ("hopefulness", "hope"),
            ("generously", "generous"),
            ("communication", "communic"),
            ("knightly", "knight"),
            ("consistency", "consist"),
            ("conspicuous", "conspicu"),
            ("kneeling", "kneel"),
            ("by", "by"),
            ("say", "say"),
            ("cry", "cri"),
            ("relational", "relat"),
            ("vietnamization", "vietnam"),
            ("controlled", "control"),
            ("rolling", "roll"),
            ("activate", "activ"),
            ("adjustment", "adjust"),
            ("probate", "probat"),
        ] {
            check(word, expected);
        }
    }

    #[test]
    fn forms_of_one_word_share_a_stem() {
        same(&["deploy", "deploys", "deployed", "deploying", "deployment", "deployments"]);
        same(&["choose", "chooses", "choosing", "chose", "chosen"]);
        same(&["index", "indexes", "indexed", "indexing", "indices"]);
        same(&["organise", "organize", "organised", "organization", "organisation"]);
        same(&["colour", "color", "colors", "coloured"]);
        same(&["analyse", "analyze", "analysed", "analyzing", "analysis", "analyses"]);
        same(&["raise", "raised", "raising"]);
        same(&["promise", "promises", "promised", "promising"]);
        same(&["cache", "caches", "cached", "caching"]);
        same(&["query", "queries", "queried", "querying"]);
        same(&["written", "write", "writes", "wrote", "writing"]);
    }

    #[test]
    fn what_is_not_an_english_word_is_left_alone() {
        for word in ["sha256", "привет", "#42", "ab", "", "naïves", "9"] {
            check(word, word);
        }
        let long = "s".repeat(500);
        check(&long, &long);
    }
}
