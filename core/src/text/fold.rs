//! Letters brought to one form: lower case, without accents, full-width forms narrowed.

use alloc::string::String;

/// Base letters of U+00C0 to U+017F in order; `*` marks characters with a longer or no replacement.
const LATIN: &[u8; 192] = b"aaaaaa*ceeeeiiiidnooooo*ouuuuy**aaaaaa*ceeeeiiiidnooooo*ouuuuy*y\
aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii**jjkkkllllllllllnnnnnn*nnoooooo**rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

/// Base letters of U+1E00 to U+1EF9 (Vietnamese and other stacked accents), in order.
const LATIN_ADDITIONAL: &[u8; 250] = b"aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllll\
mmmmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwyassssd\
aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy";

/// Appends `c` in folded form: nothing for a combining mark, two letters for a ligature.
pub fn fold_char(c: char, out: &mut String) {
    if c.is_ascii() {
        out.push(c.to_ascii_lowercase());
        return;
    }
    match c as u32 {
        code @ 0xC0..0x180 => match LATIN[(code - 0xC0) as usize] {
            b'*' => match c {
                'Æ' | 'æ' => out.push_str("ae"),
                'Œ' | 'œ' => out.push_str("oe"),
                'Þ' | 'þ' => out.push_str("th"),
                'ß' => out.push_str("ss"),
                'Ĳ' | 'ĳ' => out.push_str("ij"),
                'ŉ' | 'Ŋ' | 'ŋ' => out.push('n'),
                _ => out.push(c),
            },
            base => out.push(char::from(base)),
        },
        code @ 0x1E00..0x1EFA => out.push(char::from(LATIN_ADDITIONAL[(code - 0x1E00) as usize])),
        // Combining marks, zero-width joiners and variation selectors carry no letter of their own.
        0x300..0x370 | 0x200B..=0x200F | 0xFE00..=0xFE0F | 0xFEFF | 0xAD => {}
        // Ligatures, as they come out of printed pages.
        code @ 0xFB00..=0xFB06 => out.push_str(["ff", "fi", "fl", "ffi", "ffl", "st", "st"][(code - 0xFB00) as usize]),
        // Full-width ASCII.
        code @ 0xFF01..=0xFF5E => {
            let narrow = char::from_u32(code - 0xFEE0).unwrap_or(c);
            out.push(narrow.to_ascii_lowercase());
        }
        _ => {
            // A lower-cased letter can bring a combining mark of its own (Turkish dotted I).
            for lower in c.to_lowercase() {
                if !matches!(lower as u32, 0x300..0x370) {
                    out.push(lower);
                }
            }
        }
    }
}

/// The whole text in folded form.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        fold_char(c, &mut out);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(fold(text), expected);
    }

    #[test]
    fn accents_case_and_width_do_not_matter() {
        check("Café RÉSUMÉ naïve Ångström", "cafe resume naive angstrom");
        check("Straße Œuvre Æsir", "strasse oeuvre aesir");
        check("ﬁle ﬂow ﬃ", "file flow ffi");
        check("Žluťoučký kůň, Łódź, Győr, şık", "zlutoucky kun, lodz, gyor, sik");
        check("Tiếng Việt", "tieng viet");
        check("cafe\u{301}", "cafe");
        check("ＡＢＣ１２", "abc12");
        check("ПРИВЕТ Ελλάδα", "привет ελλάδα");
    }

    #[test]
    fn every_latin_letter_maps_to_a_letter() {
        for code in (0xC0..0x180).chain(0x1E00..0x1EFA) {
            let c = char::from_u32(code).unwrap();
            let mut out = String::new();
            fold_char(c, &mut out);
            let own = c.to_lowercase().next().unwrap();
            assert!(!out.is_empty(), "{c}");
            assert!(out.chars().all(|f| f.is_ascii_alphabetic() || !c.is_alphabetic() || f == own), "{c} -> {out}");
        }
    }
}
