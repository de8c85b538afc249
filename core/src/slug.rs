//! File names from titles.

use alloc::format;
use alloc::string::{String, ToString};

use crate::text::fold_char;

/// Longest slug.
pub const MAX_SLUG: usize = 50;

/// Names that Windows keeps for devices, in any case and with any extension.
const DEVICES: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "lpt1", "lpt2",
    "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// Turns a title into a name of at most 50 characters out of `a-z`, `0-9` and `-`; never empty, never a device name.
///
/// Accents are dropped. A title that loses most of its letters (another script) gets a short hash of the whole
/// title, so that two such titles do not meet in one file.
pub fn slug(title: &str) -> String {
    let mut out = String::new();
    let mut lost = 0_usize;
    let mut folded = String::new();
    for c in title.chars() {
        // A title of any length costs no more than its first part.
        if out.len() > 4 * MAX_SLUG {
            break;
        }
        if matches!(c, '\'' | '’') {
            continue;
        }
        folded.clear();
        fold_char(c, &mut folded);
        for letter in folded.chars() {
            if letter.is_ascii_alphanumeric() {
                out.push(letter);
                continue;
            }
            lost += usize::from(letter.is_alphanumeric());
            if !out.is_empty() && !out.ends_with('-') {
                out.push('-');
            }
        }
    }
    let kept = out.bytes().filter(|&b| b != b'-').count();
    let mut name = cut(&out, MAX_SLUG);
    if lost > kept || kept == 0 {
        let hash = format!("{:08x}", fnv1a(title));
        name = if name.is_empty() { format!("entry-{hash}") } else { format!("{}-{hash}", cut(&name, MAX_SLUG - 9)) };
    }
    if DEVICES.contains(&name.as_str()) {
        name.push_str("-entry");
    }
    name
}

/// The slug itself, or with the lowest suffix `-2`, `-3`, … that is not `taken`; still at most 50 characters.
///
/// `taken` is asked with lower-case names: compare with existing names through [`crate::text::fold()`], since file
/// systems may not tell case or accents apart.
pub fn unique_slug(slug: &str, taken: impl Fn(&str) -> bool) -> String {
    if !taken(slug) {
        return slug.to_string();
    }
    let mut number = 2_u32;
    loop {
        let suffix = format!("-{number}");
        let name = format!("{}{suffix}", cut(slug, MAX_SLUG - suffix.len()));
        if !taken(&name) || number == u32::MAX {
            return name;
        }
        number += 1;
    }
}

/// At most `limit` characters, cut between words where that keeps more than half of them; no `-` at the end.
fn cut(name: &str, limit: usize) -> String {
    let mut end = name.len().min(limit);
    if end < name.len()
        && name.as_bytes()[end] != b'-'
        && let Some(gap) = name[..end].rfind('-')
        && gap > limit / 2
    {
        end = gap;
    }
    name[..end].trim_end_matches('-').to_string()
}

fn fnv1a(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(title: &str, expected: &str) {
        let name = slug(title);
        assert_eq!(name, expected, "{title}");
        assert!(name.len() <= MAX_SLUG);
    }

    #[test]
    fn titles_become_file_names() {
        check("Naming — \"Drop-In\" not \"Addon\"", "naming-drop-in-not-addon");
        check("  Café & Straße, naïvely ", "cafe-strasse-naively");
        check("Don't use `HashMap::iter`", "dont-use-hashmap-iter");
        check("CON", "con-entry");
        check("../../etc/passwd", "etc-passwd");
        check("a\u{0}b", "a-b");
        check("Ｆｕｌｌ ｗｉｄｔｈ", "full-width");
        check("", "entry-811c9dc5");
        check("数据库选择", "entry-6563802d");
        check(
            "We decided to keep the very long explanation of everything in the title itself",
            "we-decided-to-keep-the-very-long-explanation-of",
        );
    }

    #[test]
    fn titles_in_other_scripts_stay_apart() {
        assert_ne!(slug("Выбор базы данных CI"), slug("Настройка сервера CI"));
    }

    #[test]
    fn a_taken_name_gets_a_number() {
        let taken = ["x", "x-2"];
        assert_eq!(unique_slug("x", |name| taken.contains(&name)), "x-3");
        assert_eq!(unique_slug("y", |name| taken.contains(&name)), "y");
        let long = "a".repeat(50);
        let name = unique_slug(&long, |name| name == long);
        assert_eq!(name.len(), 50);
        assert!(name.ends_with("-2"));
    }

    proptest::proptest! {
        #[test]
        fn every_slug_keeps_the_grammar(title in ".*") {
            let name = slug(&title);
            proptest::prop_assert!(!name.is_empty() && name.len() <= MAX_SLUG);
            proptest::prop_assert!(name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'));
            proptest::prop_assert!(!name.starts_with('-') && !name.ends_with('-'));
        }
    }
}
