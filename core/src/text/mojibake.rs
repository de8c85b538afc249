//! Signs that a console wrote in one encoding and somebody read in another: "âœ“" is a "✓", "itâ€™s" is "it’s".

use alloc::string::String;

/// What Windows-1252 shows for the bytes from 0x80 to 0x9F; the others stand for themselves.
const SHOWN: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The byte that a character shows.
fn byte_of(c: char) -> Option<u8> {
    let high = || SHOWN.iter().position(|shown| *shown == c).and_then(|at| u8::try_from(at + 0x80).ok());
    if ('\u{a0}'..='\u{ff}').contains(&c) { u8::try_from(u32::from(c)).ok() } else { high() }
}

/// The character that is shown as these characters, and how many bytes they take up.
fn shown_as(text: &str) -> Option<(char, usize)> {
    let mut chars = text.chars();
    let first = chars.next()?;
    let n = match first {
        'Â' | 'Ã' => 2,
        'â' => 3,
        'ð' => 4,
        _ => return None,
    };
    let mut bytes = [0_u8; 4];
    bytes[0] = byte_of(first)?;
    for (at, c) in chars.take(n - 1).enumerate() {
        // "Ã“" may be a letter and a quotation mark.
        bytes[at + 1] = byte_of(c).filter(|_| n > 2 || !SHOWN.contains(&c))?;
    }
    let meant = core::str::from_utf8(&bytes[..n]).ok()?.chars().next()?;
    Some((meant, text.chars().take(n).map(char::len_utf8).sum()))
}

/// The text with such signs as they were meant; nothing when it has none.
pub(crate) fn without_mojibake(text: &str) -> Option<String> {
    let is_lead = |pair: &[u8]| pair[0] == 0xC3 && matches!(pair[1], 0x82 | 0x83 | 0xA2 | 0xB0);
    let first = text.as_bytes().windows(2).position(is_lead)?;
    let mut out = String::from(&text[..first]);
    let mut at = first;
    while let Some(c) = text[at..].chars().next() {
        let (meant, length) = shown_as(&text[at..]).unwrap_or((c, c.len_utf8()));
        out.push(meant);
        at += length;
    }
    (out.len() < text.len()).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_told_as_they_were_meant() {
        for (shown, meant) in [
            ("âœ“ Present, âœ— Missing", "✓ Present, ✗ Missing"),
            ("itâ€™s â€œrawâ€\u{9d} â†’ baked â€” twice", "it’s “raw” → baked — twice"),
            ("cafÃ© 21Â°C", "café 21°C"),
            ("ðŸ˜€ ok", "😀 ok"),
        ] {
            assert_eq!(without_mojibake(shown).as_deref(), Some(meant));
        }
        for own in ["", "plain", "château, pâté, „Ä“ and Ã“", "â", "ð is a letter", "Â", "forêt → bâche"]
        {
            assert_eq!(without_mojibake(own), None, "{own}");
        }
    }
}
