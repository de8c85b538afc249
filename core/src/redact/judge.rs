//! Decides whether an assigned value is a secret, from its name, its form and how it is written.

use super::assign::{Assignment, Join};
use super::key::{self, Level};
use super::plain;
use super::value::{
    Shape, is_identifier, is_monotone, is_placeholder, is_plain_reference, is_public_identifier, is_reference,
    is_token_like, is_wordy,
};

/// Whether the value of the assignment must not be seen.
#[inline]
pub(super) fn is_secret(text: &[u8], assignment: &Assignment, level: Level) -> bool {
    assignment.value.1 - assignment.value.0 >= least(level) && is_long_secret(text, assignment, level)
}

/// The length of the shortest secret.
fn least(level: Level) -> usize {
    match level {
        Level::Password => 4,
        Level::Secret => 6,
        Level::Weak => 16,
    }
}

/// As [`is_secret`], for a value that is long enough.
#[inline(never)]
fn is_long_secret(text: &[u8], assignment: &Assignment, level: Level) -> bool {
    let name = &text[assignment.name.0..assignment.name.1];
    let value = trim(&text[assignment.value.0..assignment.value.1]);
    // What a value is shows in its beginning.
    let value = &value[..value.len().min(512)];
    if value.len() < least(level) || is_remark(assignment, value) || lacks_digit(value, level) || is_monotone(value) {
        return false;
    }
    // A bare value ends at a blank.
    if assignment.quoted && value.iter().any(|byte| matches!(byte, b' ' | b'\t')) {
        return level == Level::Password
            && key::is_phrase(name)
            && is_word_list(value, key::words_of_phrase(name))
            && !is_placeholder(value);
    }
    // "pass to …", "pass 12": a verb.
    let verb =
        name.eq_ignore_ascii_case(b"pass") && matches!(assignment.join, Join::Prose | Join::Adjacent | Join::Markup);
    if verb {
        return false;
    }
    if !assignment.quoted && (is_expression(value) || names_something(text, assignment, value)) {
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
        Level::Password if assignment.join == Join::Adjacent && follows_login(text, assignment.name.0) => {
            is_password(value, assignment)
        }
        _ if assignment.join == Join::Adjacent => is_told_by_form(value, level),
        Level::Password => is_password(value, assignment) || plain::is_word_password(text, assignment, value),
        Level::Secret => is_generated(value, assignment, name) || plain::is_word_secret(text, assignment, value),
        Level::Weak => is_random(value) && !is_public_identifier(value) && !is_public_identifier(longest_run(value)),
    };
    // The dearest questions come last: most values are settled before.
    secret && !is_reference(value) && !is_placeholder(value)
}

/// What is generated has a digit, unless it is long: settles most values that are names.
fn lacks_digit(value: &[u8], level: Level) -> bool {
    let asked = match level {
        Level::Password => false,
        Level::Secret => value.len() < 12,
        Level::Weak => true,
    };
    asked && !value.iter().any(u8::is_ascii_digit)
}

/// A word that follows a name in code or prose, as most do: "the token is valid", `token = tokens`.
fn is_remark(assignment: &Assignment, value: &[u8]) -> bool {
    let setting = assignment.quoted || matches!(assignment.join, Join::Tight | Join::Colon | Join::Markup);
    !setting && value.len() < 16 && value.iter().all(u8::is_ascii_lowercase)
}

/// A bare value that is the name of something in code: `x25519_generate_key`, `Curve25519Seed`.
fn names_something(text: &[u8], assignment: &Assignment, value: &[u8]) -> bool {
    if matches!(assignment.join, Join::Tight | Join::Markup) || !is_identifier(value) {
        return false;
    }
    // `Summer2024` at the end of a line is what people make up, `Curve25519Seed` and `Token2,` is code.
    let digits = value.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let word = &value[..value.len() - digits];
    let one_word = word.iter().skip(1).all(u8::is_ascii_lowercase);
    let code_follows = matches!(text.get(assignment.value.1), Some(b',' | b';' | b')' | b'<' | b'>' | b'}'));
    !one_word || digits < 2 || code_follows
}

/// `login bob password …`, as a .netrc file has it.
fn follows_login(text: &[u8], name: usize) -> bool {
    let line = &text[name.saturating_sub(80)..name];
    let mut words = line.rsplit(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.nth(1).is_some_and(|word| word == b"login")
}

/// "password S3cr3t!x9", "token 8f14e45f…": nothing joins name and value, so the value alone must tell.
fn is_told_by_form(value: &[u8], level: Level) -> bool {
    let shape = Shape::of(value);
    match level {
        Level::Password => {
            let marks = value.iter().any(|byte| matches!(byte, b'!' | b'@' | b'#' | b'$' | b'%' | b'^' | b'&' | b'*'));
            value.len() >= 8 && shape.mixed() && (marks || shape.jumbled()) && !is_wordy(value)
        }
        Level::Secret => is_random(value) && !is_plain_reference(value),
        Level::Weak => false,
    }
}

fn is_password(value: &[u8], assignment: &Assignment) -> bool {
    if value.len() < 5 {
        return false;
    }
    let shape = Shape::of(value);
    let special = value.iter().any(|byte| {
        matches!(byte, b'!' | b'@' | b'#' | b'$' | b'%' | b'^' | b'&' | b'*' | b'+' | b'=' | b'?' | b'~' | b'|' | b'/')
    });
    if shape.digits == 0 && !special {
        // `PASSWORD=kZrTqGLGAJQUab`: both cases, but not as names have them.
        let set = assignment.quoted || assignment.join == Join::Tight;
        if set && value.len() >= 8 && shape.others == 0 && shape.lower > 1 && shape.upper > 1 && !is_wordy(value) {
            return true;
        }
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
    if !is_token_like(value) || is_qualified_name(value) {
        return false;
    }
    let shape = Shape::of(value);
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
        Join::Prose | Join::List => 12,
        Join::Code if !assignment.quoted => 12,
        Join::Tight => 8,
        _ => 10,
    };
    if value.len() < minimum {
        return assignment.join == Join::Tight && shape.jumbled() && value.len() >= 6;
    }
    shape.mixed() || value.len() >= 16
}

/// The length of the shortest value that is random beyond doubt.
pub(super) const LEAST_RANDOM: usize = 16;

/// Random beyond doubt: a long unbroken run of letters and digits that no person would write.
pub(super) fn is_random(value: &[u8]) -> bool {
    if value.len() < LEAST_RANDOM || !is_token_like(value) || is_wordy(value) {
        return false;
    }
    let longest = longest_run(value);
    let shape = Shape::of(longest);
    longest.len() >= 16
        && shape.mixed()
        && !is_wordy(longest)
        && shape.distinct >= 8
        && (shape.jumbled() || shape.changes * 100 >= shape.length * 30)
}

/// `clm5:AgencyIdentificationType`: a prefix and a name of several words, as schemas have it.
fn is_qualified_name(value: &[u8]) -> bool {
    let Some(colon) = value.iter().rposition(|&byte| byte == b':') else { return false };
    let name = &value[colon + 1..];
    let humps = name.windows(2).filter(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase()).count();
    colon > 0 && humps >= 2 && name.iter().all(u8::is_ascii_alphabetic) && is_wordy(name)
}

/// The longest stretch of letters and digits.
fn longest_run(value: &[u8]) -> &[u8] {
    value.split(|byte| !byte.is_ascii_alphanumeric()).max_by_key(|run| run.len()).unwrap_or_default()
}

/// Calls, member chains, indexing, operators: code instead of a value.
fn is_expression(value: &[u8]) -> bool {
    if value.iter().any(|byte| matches!(byte, b'(' | b'[' | b'{')) {
        return true;
    }
    let has_dot = value.contains(&b'.');
    // `config.token`, `user.password1`: a chain of identifiers.
    let dotted = has_dot
        && value.split(|&byte| byte == b'.').all(|part| {
            !part.is_empty()
                && !part[0].is_ascii_digit()
                && (is_wordy(part) || is_identifier(part))
                && part.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        });
    // `ed25519.Ed25519PrivateKey`: what stands before the last name may be short and odd.
    let dotted = dotted
        || has_dot
            && value.iter().rposition(|&byte| byte == b'.').is_some_and(|dot| {
                let module =
                    value[..dot].iter().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'.');
                module && dot <= 24 && value[0].is_ascii_lowercase() && is_identifier(&value[dot + 1..])
            });
    // `f.onMatch=f.token`: one thing set to another.
    let chained = || {
        let parts = value.split(|&byte| byte == b'=');
        has_dot && parts.clone().count() == 2 && {
            let mut names = parts.flat_map(|part| part.split(|&byte| byte == b'.'));
            names.all(|name| !name.is_empty() && name.iter().all(u8::is_ascii_alphabetic) && is_wordy(name))
        }
    };
    dotted
        || chained()
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
pub(super) fn phrase(text: &[u8], at: usize, least: usize) -> Option<(usize, usize)> {
    let line = &text[at..text.len().min(at + 400)];
    let length = line.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(line.len());
    let value = trim(&line[..length]);
    is_word_list(value, least).then_some((at, at + value.len()))
}

/// Lower-case words and nothing else, as in a passphrase or a mnemonic.
fn is_word_list(value: &[u8], least: usize) -> bool {
    let words = value.split(|&byte| byte == b' ').filter(|word| !word.is_empty());
    let mut count = 0;
    for word in words {
        if !word.iter().all(|byte| byte.is_ascii_lowercase() || *byte == b'-') {
            return false;
        }
        count += 1;
    }
    (least..=30).contains(&count)
}

fn trim(value: &[u8]) -> &[u8] {
    value.trim_ascii()
}
