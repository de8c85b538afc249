//! Options that are marked by letters, and replies that name them so.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::sentence;

/// The letter that marks a line as an option, and the option: "- **B. Rye** — of the mill", "(b) rye".
pub(super) fn lettered(line: &str) -> Option<(u8, &str)> {
    let bare = line.trim_start_matches(['-', '*', '•', ' ', '(']);
    let &[letter @ (b'a'..=b'h' | b'A'..=b'H'), b'.' | b')' | b':', ..] = bare.as_bytes() else { return None };
    let text = bare[2..].trim_matches(['*', ' ']);
    (!text.is_empty()).then_some((letter.to_ascii_lowercase(), text))
}

/// What an option is called, without what is told of it.
pub(super) fn name_of(option: &str) -> String {
    let plain = sentence::plain(option);
    let name = plain.split(" — ").next().unwrap_or(&plain);
    sentence::shorten(name.trim().trim_end_matches([':', '.']), 120)
}

/// What was chosen of each numbered question: "1: C, 2: a".
pub(super) fn of_each(answer: &str, text: &str) -> Option<String> {
    let pair = |part: &str| {
        let (number, letter) = part.split_once([':', '.', ')', '='])?;
        let &[letter] = letter.trim().as_bytes() else { return None };
        Some((number.trim().parse::<usize>().ok()?, letter.to_ascii_lowercase()))
    };
    let parts = text.split([',', ';', '\n']).map(str::trim).filter(|part| !part.is_empty());
    let pairs: Vec<(usize, u8)> = parts.map(pair).collect::<Option<_>>().filter(|pairs: &Vec<_>| pairs.len() > 1)?;
    let (mut question, mut chosen) = (None, Vec::new());
    for line in sentence::cut(answer, 20_000).lines() {
        let bare = line.trim_start_matches(['#', '*', ' ']);
        let head = bare.split_once(['.', ')']).and_then(|(number, name)| Some((number.parse::<usize>().ok()?, name)));
        if let Some((number, name)) = head {
            // "Flour (pick one)" asks for the flour.
            question = Some((number, name.split('(').next().unwrap_or(name)));
        } else if let (Some((number, name)), Some((letter, option))) = (question, lettered(line))
            && pairs.contains(&(number, letter))
        {
            chosen.push(format!("{}: {}", name_of(name), name_of(option)));
        }
    }
    (chosen.len() > 1).then(|| chosen.join("; "))
}
