//! English stems: Porter's second stemmer, irregular forms and British spelling joined to the regular ones.

use alloc::string::String;

use super::words::{Dictionary, Words};

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

/// Like [`stem`], without a new string.
pub fn stem_in_place(word: &mut String) {
    if word.len() < 3 || word.len() > MAX_LENGTH || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return;
    }
    if let Some(regular) = IRREGULAR.get(word) {
        replace_all(word, regular);
        if word.len() < 3 {
            return;
        }
    }
    if let Some(stem) = EXCEPTIONS.get(word) {
        replace_all(word, stem);
        return;
    }
    if ends_in_no_suffix(word) {
        return;
    }
    american_z(word);
    mark_consonant_y(word);
    let (r1, r2) = regions(word.as_bytes());
    step_1a(word);
    if !INVARIANT.contains(word) {
        step_1b(word, r1);
        step_1c(word);
        step_2(word, r1);
        step_3(word, r1, r2);
        step_4(word, r2);
        step_5(word, r1, r2);
    }
    unify_spelling(word);
}

/// Whether the last letter is one that no suffix of the rules below ends in.
fn ends_in_no_suffix(word: &str) -> bool {
    let last = word.as_bytes().last();
    last.is_some_and(|last| matches!(last, b'a' | b'b' | b'f' | b'h' | b'j' | b'k' | b'o'..=b'q' | b'v'..=b'x' | b'z'))
}

/// Whether a word ends so; the last letter decides most of the time.
fn ends(word: &str, suffix: &str) -> bool {
    let mut letters = word.bytes().rev();
    suffix.bytes().rev().all(|letter| letters.next() == Some(letter))
}

fn replace_all(word: &mut String, with: &str) {
    word.clear();
    word.push_str(with);
}

/// Writes `Y` for a y that acts as a consonant: at the start, or after a vowel.
fn mark_consonant_y(word: &mut String) {
    if !word.as_bytes().contains(&b'y') {
        return;
    }
    let mut after_vowel = true;
    let mut marked = String::with_capacity(word.len());
    for c in word.chars() {
        let c = if c == 'y' && after_vowel { 'Y' } else { c };
        after_vowel = c.is_ascii() && is_vowel(c as u8);
        marked.push(c);
    }
    *word = marked;
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

fn step_1a(word: &mut String) {
    let len = word.len();
    if word.ends_with("sses") {
        word.truncate(len - 2);
    } else if word.ends_with("ied") || word.ends_with("ies") {
        word.truncate(if len > 4 { len - 2 } else { len - 1 });
    } else if word.ends_with('s')
        && !word.ends_with("us")
        && !word.ends_with("ss")
        && has_vowel(&word.as_bytes()[..len - 2])
    {
        word.truncate(len - 1);
    }
}

fn step_1b(word: &mut String, r1: usize) {
    for suffix in ["eedly", "eed"] {
        if ends(word, suffix) {
            let stem = word.len() - suffix.len();
            if stem >= r1 {
                word.truncate(stem + 2);
            }
            return;
        }
    }
    let Some(suffix) = ["ingly", "edly", "ing", "ed"].into_iter().find(|suffix| ends(word, suffix)) else { return };
    let stem = word.len() - suffix.len();
    if !has_vowel(&word.as_bytes()[..stem]) {
        return;
    }
    word.truncate(stem);
    if word.ends_with("at") || word.ends_with("bl") || word.ends_with("iz") {
        word.push('e');
    } else if matches!(word.as_bytes(), [.., a, b] if a == b && b"bdfgmnprt".contains(b)) {
        word.pop();
    } else if r1 >= word.len() && ends_in_short_syllable(word.as_bytes()) {
        word.push('e');
    }
}

fn step_1c(word: &mut String) {
    if let [_, .., before, b'y' | b'Y'] = word.as_bytes()
        && !is_vowel(*before)
    {
        word.pop();
        word.push('i');
    }
}

fn step_2(word: &mut String, r1: usize) {
    if !matches!(word.as_bytes().last(), Some(b'i' | b'l' | b'm' | b'n' | b'r' | b's')) {
        return;
    }
    let Some((suffix, with)) = STEP_2.iter().find(|(suffix, _)| ends(word, suffix)) else { return };
    let stem = word.len() - suffix.len();
    let before = word.as_bytes()[..stem].last().copied();
    let allowed = match *suffix {
        "ogi" => before == Some(b'l'),
        "li" => before.is_some_and(|b| b"cdeghkmnrt".contains(&b)),
        _ => true,
    };
    if stem >= r1 && allowed {
        word.truncate(stem);
        word.push_str(with);
    }
}

fn step_3(word: &mut String, r1: usize, r2: usize) {
    if !matches!(word.as_bytes().last(), Some(b'e' | b'i' | b'l' | b's')) {
        return;
    }
    let Some((suffix, with)) = STEP_3.iter().find(|(suffix, _)| ends(word, suffix)) else { return };
    let stem = word.len() - suffix.len();
    if stem >= r1 && (*suffix != "ative" || stem >= r2) {
        word.truncate(stem);
        word.push_str(with);
    }
}

fn step_4(word: &mut String, r2: usize) {
    let Some(suffix) = STEP_4.iter().find(|suffix| ends(word, suffix)) else { return };
    let stem = word.len() - suffix.len();
    let allowed = *suffix != "ion" || matches!(word.as_bytes()[..stem].last(), Some(b's' | b't'));
    if stem >= r2 && allowed {
        word.truncate(stem);
    }
}

fn step_5(word: &mut String, r1: usize, r2: usize) {
    let stem = word.len() - 1;
    let drop = if word.ends_with('e') {
        stem >= r2 || (stem >= r1 && !ends_in_short_syllable(&word.as_bytes()[..stem]))
    } else {
        word.ends_with("ll") && stem >= r2
    };
    if drop {
        word.truncate(stem);
    }
}

/// Writes `organise`, `organisation`, `analysing` with z, as the suffix rules know them.
fn american_z(word: &mut String) {
    let endings = ["ation", "ations", "e", "ed", "er", "ers", "es", "ing"];
    let bytes = word.as_bytes();
    let last_s = |bytes: &[u8]| bytes.iter().rposition(|byte| *byte == b's');
    let Some(last) = last_s(bytes) else { return };
    let at = if last + 1 == bytes.len() { last_s(&bytes[..last]).unwrap_or(last) } else { last };
    if at >= 4 && matches!(bytes[at - 1], b'i' | b'y') && endings.contains(&&word[at + 1..]) {
        word.replace_range(at..=at, "z");
    }
}

/// Joins `colour` and `color`, `catalogu` and `catalog`; lower-cases the marked y.
fn unify_spelling(word: &mut String) {
    if word.as_bytes().contains(&b'Y') {
        word.make_ascii_lowercase();
    }
    let len = word.len();
    if len >= 5 && word.ends_with("our") {
        word.truncate(len - 2);
        word.push('r');
    } else if len >= 6 && word.ends_with("ogu") {
        word.pop();
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
