//! Whether a value is made of words, as what people name things is, and not thrown together.

use super::key::Words;

/// Made of words, as names and identifiers are: `my-test-token-2`, `getToken`, `AES256`, `us-east-1`.
///
/// Pieces between separators and case changes are words when they are letters with a vowel or short
/// numbers. One piece that is neither makes the value something else.
pub(super) fn is_wordy(value: &[u8]) -> bool {
    let mut at = 0;
    let mut pieces = 0;
    let mut digit_groups_inside = 0;
    while at < value.len() {
        let start = at;
        let first = value[at];
        if first.is_ascii_digit() {
            at += value[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            pieces += 1;
            if at - start > 4 {
                return false;
            }
            let letter_before = start > 0 && value[start - 1].is_ascii_alphabetic();
            let letter_after = value.get(at).is_some_and(u8::is_ascii_alphabetic);
            digit_groups_inside += usize::from(letter_before && letter_after);
        } else if first.is_ascii_alphabetic() {
            let upper = value[at..].iter().take_while(|byte| byte.is_ascii_uppercase()).count();
            let lower = value[at + upper..].iter().take_while(|byte| byte.is_ascii_lowercase()).count();
            // `HTTPServer` is an abbreviation and a word.
            at += if upper > 1 && lower > 0 { upper - 1 } else { upper + lower };
            pieces += 1;
            if !is_word(&value[start..at]) {
                return false;
            }
        } else {
            if !matches!(first, b'-' | b'_' | b'.' | b'/' | b' ' | b':' | b',' | b'\'' | b'@') && first < 0x80 {
                return false;
            }
            at += 1;
        }
    }
    // Random text falls into many short pieces; names have few, mostly of three letters and more.
    digit_groups_inside < 2 && (pieces <= 2 || value.len() + 1 >= pieces * 3)
}

/// An identifier of code, even with a number in it: `x25519_generate_key`, `Curve25519Seed`.
pub(super) fn is_identifier(value: &[u8]) -> bool {
    let starts = value.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
    let humps = value.iter().any(|byte| *byte == b'_' || byte.is_ascii_uppercase());
    if !starts || !humps || !value.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_') {
        return false;
    }
    let mut spoken = 0;
    let mut at = 0;
    while at < value.len() {
        let lower = value[at..].iter().skip(1).take_while(|byte| byte.is_ascii_lowercase()).count();
        let marks = usize::from(!value[at].is_ascii_alphabetic());
        let piece = &value[at + marks..=at + lower];
        let hump = piece.len() >= 3 && piece[0].is_ascii_uppercase() && piece.iter().any(|byte| is_vowel(*byte));
        if (piece.len() >= 5 || hump) && is_word(piece) {
            spoken += piece.len();
        }
        at += lower + 1;
    }
    spoken * 2 >= value.len()
}

/// What stands before the number in names of formats, methods and products: `Base64`, `SHA256`, `OAuth2`.
const TECHNICAL: Words = Words::new(&[
    "base", "sha", "md", "aes", "des", "rsa", "dsa", "hs", "rs", "es", "ps", "ed", "x", "curve", "secp", "p", "ec",
    "utf", "latin", "iso", "rfc", "oauth", "auth", "argon", "pbkdf", "bcrypt", "scrypt", "blake", "murmur", "crc",
    "hmac", "pkcs", "http", "https", "tls", "ssl", "ssh", "ip", "ipv", "v", "int", "uint", "float", "i", "u", "f", "k",
    "s", "h", "mp", "jwt", "b", "a", "d", "c", "web", "win", "log", "neo", "java", "python", "node", "vue", "angular",
    "postgres", "mysql", "php", "ecma", "html", "css", "boto", "junit", "sqlite", "fido", "saml", "totp", "hotp",
    "fips", "rc", "chacha", "poly", "salsa", "keccak", "ripemd", "xx", "keepass", "windows", "ubuntu", "debian",
    "ntlmv", "sm",
]);

/// Whether every number in the value stands behind a word that names of code have a number behind.
pub(super) fn is_technical(value: &[u8]) -> bool {
    let mut at = 0;
    let mut numbers = 0;
    while at < value.len() {
        let digits = value[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 {
            numbers += 1;
            // `SHA-256`, `v_2`: a mark may stand between.
            let stem = at - usize::from(at > 1 && matches!(value[at - 1], b'-' | b'_' | b'.' | b' ' | b'#'));
            let letters = value[..stem].iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
            let before = &value[stem - letters..stem];
            // The last hump, or all of it: `myBase64`, `OAuth2`, `SHA256`.
            let hump = before.iter().rposition(u8::is_ascii_uppercase).map_or(before, |hump| &before[hump..]);
            let first = at == 0 && matches!(digits, 1..=3) && value.get(digits).is_some_and(u8::is_ascii_alphabetic);
            // `P256` is known, the `B7` inside of a word is not.
            let goes_on = value.get(at + digits).is_some_and(u8::is_ascii_lowercase);
            let is_known = if before.len() == 1 {
                TECHNICAL.has(before) && (!goes_on || is_numeronym(&value[stem - 1..]))
            } else {
                TECHNICAL.has(before) || hump.len() > 1 && TECHNICAL.has(hump)
            };
            if !is_known && (!first || !is_numbered(&value[digits..])) {
                return false;
            }
        }
        at += digits.max(1);
    }
    numbers > 0
}

/// `k8s`, `i18n`: letters counted.
fn is_numeronym(rest: &[u8]) -> bool {
    let known = ["k8s", "i18n", "l10n", "a11y", "o11y", "g11n", "e2e", "p2p", "b2b", "h2o", "d3d"];
    let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    known.iter().any(|name| rest[..length].eq_ignore_ascii_case(name.as_bytes()))
}

/// `2FA`, `3DES`, `1Password`: names that begin with their number.
fn is_numbered(rest: &[u8]) -> bool {
    ["fa", "des", "password", "d", "fs"].iter().any(|name| rest.eq_ignore_ascii_case(name.as_bytes()))
}

/// `15minutes`, `256bits`: a number with its unit.
pub(super) fn is_quantity(value: &[u8]) -> bool {
    // What is counted beside names of secrets: how long they live, how long they are, how often they may be tried.
    const UNITS: Words = Words::new(&[
        "s",
        "ms",
        "min",
        "mins",
        "minute",
        "minutes",
        "h",
        "hour",
        "hours",
        "d",
        "day",
        "days",
        "week",
        "weeks",
        "month",
        "months",
        "year",
        "years",
        "char",
        "chars",
        "character",
        "characters",
        "bit",
        "bits",
        "byte",
        "bytes",
        "kb",
        "mb",
        "gb",
        "digit",
        "digits",
        "times",
        "x",
        "px",
        "st",
        "nd",
        "rd",
        "th",
        "words",
        "letters",
        "symbols",
        "+",
    ]);
    let digits = value.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let unit = &value[digits..];
    digits > 0 && UNITS.has(unit.strip_prefix(b"-").unwrap_or(unit))
}

/// `Falc0n`: a digit between letters, in a word that is no usual name.
pub(super) fn has_digit_in_word(value: &[u8]) -> bool {
    let has_digit =
        |three: &[u8]| three[0].is_ascii_alphabetic() && three[1].is_ascii_digit() && three[2].is_ascii_lowercase();
    let mut words = value.split(|byte| !byte.is_ascii_alphanumeric()).filter(|word| !is_numeronym(word));
    words.any(|word| word.windows(3).any(has_digit))
}

fn is_vowel(byte: u8) -> bool {
    matches!(byte.to_ascii_lowercase(), b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

/// Letters that could be spoken: at least one vowel in six letters and no five consonants in a row,
/// or an abbreviation of at most four letters.
fn is_word(piece: &[u8]) -> bool {
    if piece.len() <= 4 {
        return true;
    }
    let mut vowels = 0;
    let mut consonants_in_row = 0;
    for (index, byte) in piece.iter().enumerate() {
        let lower = byte.to_ascii_lowercase();
        if lower == b'q' && !piece.get(index + 1).is_some_and(|next| next.eq_ignore_ascii_case(&b'u')) {
            return false;
        }
        if is_vowel(lower) {
            // Words begin with three consonants only as in "street", "three" and "chrome".
            let begins_hard = vowels == 0 && consonants_in_row >= 3;
            if begins_hard && !piece[0].eq_ignore_ascii_case(&b's') && !piece[1].eq_ignore_ascii_case(&b'h') {
                return false;
            }
            vowels += 1;
            consonants_in_row = 0;
        } else {
            consonants_in_row += 1;
            if consonants_in_row >= 5 {
                return false;
            }
        }
    }
    vowels * 6 >= piece.len()
}
