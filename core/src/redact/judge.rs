//! Decides whether an assigned value is a secret, from its name, its form and how it is written.

use super::assign::{Assignment, Join};
use super::key::{self, Level};
use super::value::{
    Shape, is_identifier, is_placeholder, is_plain_reference, is_public_identifier, is_reference, is_token_like,
    is_wordy,
};

/// Whether the value of the assignment must not be seen.
pub(super) fn is_secret(text: &[u8], assignment: &Assignment, level: Level) -> bool {
    let name = &text[assignment.name.0..assignment.name.1];
    let value = trim(&text[assignment.value.0..assignment.value.1]);
    if value.len() < 4 {
        return false;
    }
    if value.iter().any(|byte| matches!(byte, b' ' | b'\t')) {
        return level == Level::Password && key::is_phrase(name) && is_word_list(value) && !is_placeholder(value);
    }
    let named = assignment.join != Join::Tight && is_identifier(value);
    if !assignment.quoted && (is_expression(value) || named) {
        return false;
    }
    // `token: Curve25519Seed<'_>`: a type.
    let generic = text.get(assignment.value.1) == Some(&b'<') && text.get(assignment.value.1 + 1) != Some(&b'/');
    if generic && !assignment.quoted {
        return false;
    }
    if is_plain_reference(value) {
        return false;
    }
    let secret = match level {
        Level::Password => is_password(value, assignment),
        Level::Secret => is_generated(value, assignment, name),
        Level::Weak => is_random(value) && !is_public_identifier(value),
    };
    // The dearest questions come last: most values are settled before.
    secret && !is_reference(value) && !is_placeholder(value)
}

fn is_password(value: &[u8], assignment: &Assignment) -> bool {
    let shape = Shape::of(value);
    if value.len() < 5 {
        return false;
    }
    let special = value.iter().any(|byte| {
        matches!(byte, b'!' | b'@' | b'#' | b'$' | b'%' | b'^' | b'&' | b'*' | b'+' | b'=' | b'?' | b'~' | b'|' | b'/')
    });
    if shape.digits == 0 && !special {
        return shape.jumbled_letters() || (value.len() >= 16 && !is_wordy(value) && is_token_like(value));
    }
    if shape.letters() == 0 && !special {
        // A number: a port, a count, a date; a PIN cannot be told from them.
        return false;
    }
    let separated = value.iter().any(|byte| matches!(byte, b'-' | b'_' | b'.' | b':' | b'/' | b'@'));
    if is_wordy(value) && (separated || value.len() < 6) {
        return false;
    }
    match assignment.join {
        Join::Prose if !assignment.quoted => {
            shape.digits > 0 && value.len() >= 6 || special && shape.letters() > 0 && value.len() >= 8
        }
        Join::Code if !assignment.quoted => value.len() >= 8 && !is_wordy(value),
        _ => true,
    }
}

fn is_generated(value: &[u8], assignment: &Assignment, name: &[u8]) -> bool {
    let shape = Shape::of(value);
    if !is_token_like(value) {
        return false;
    }
    if is_wordy(value) {
        // `API_KEY=abc123` in a .env file; anything else made of words is a name.
        let constant = name.iter().all(|byte| !byte.is_ascii_lowercase());
        return assignment.join == Join::Tight
            && constant
            && shape.mixed()
            && shape.others == 0
            && shape.digits >= 2
            && value.len() >= 6;
    }
    let minimum = match assignment.join {
        Join::Prose => 12,
        Join::Code if !assignment.quoted => 12,
        _ => 8,
    };
    if value.len() < minimum {
        return shape.jumbled() && value.len() >= 6;
    }
    shape.mixed() || value.len() >= 16
}

/// Random beyond doubt: a long unbroken run of letters and digits that no person would write.
pub(super) fn is_random(value: &[u8]) -> bool {
    if value.len() < 16 || !is_token_like(value) || is_wordy(value) {
        return false;
    }
    let longest = value.split(|byte| !byte.is_ascii_alphanumeric()).max_by_key(|run| run.len()).unwrap_or_default();
    let shape = Shape::of(longest);
    longest.len() >= 16
        && shape.mixed()
        && !is_wordy(longest)
        && shape.distinct >= 8
        && (shape.jumbled() || shape.changes * 100 >= shape.length * 30)
}

/// Calls, member chains, indexing, operators: code instead of a value.
fn is_expression(value: &[u8]) -> bool {
    if value.iter().any(|byte| matches!(byte, b'(' | b'[' | b'{')) {
        return true;
    }
    // `config.token`, `user.password1`: a chain of identifiers.
    let dotted = value.contains(&b'.')
        && value.split(|&byte| byte == b'.').all(|part| {
            !part.is_empty()
                && !part[0].is_ascii_digit()
                && is_wordy(part)
                && part.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        });
    dotted
        || without_padding(value)
            .windows(2)
            .any(|pair| matches!(pair, b"::" | b"->" | b"=>" | b"==" | b"||" | b"&&" | b"!="))
}

/// The value without the `=` that base64 ends with.
fn without_padding(value: &[u8]) -> &[u8] {
    let end = value.iter().rposition(|&byte| byte != b'=').map_or(0, |last| last + 1);
    &value[..end]
}

/// A passphrase of several words that begins at `at` and fills its line.
pub(super) fn phrase(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let line = &text[at..text.len().min(at + 400)];
    let length = line.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(line.len());
    let value = trim(&line[..length]);
    is_word_list(value).then_some((at, at + value.len()))
}

/// At least four lower-case words, as in a passphrase or a mnemonic.
fn is_word_list(value: &[u8]) -> bool {
    let words = value.split(|&byte| byte == b' ').filter(|word| !word.is_empty());
    let mut count = 0;
    for word in words {
        if !word.iter().all(|byte| byte.is_ascii_lowercase() || *byte == b'-') {
            return false;
        }
        count += 1;
    }
    (4..=30).contains(&count)
}

fn trim(value: &[u8]) -> &[u8] {
    value.trim_ascii()
}
