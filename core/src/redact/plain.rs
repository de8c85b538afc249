//! Passwords that are plain words: `DB_PASSWORD=opensesame`, `password: "swordfish"`.
//!
//! Nothing in such a value tells that it is a secret, so the way it is written must: a quoted string, a setting of its
//! own line, a parameter of a URL or command. A bare word in code is the name of a variable, and in prose a remark.

use super::assign::{Assignment, Join};
use super::key::Words;
use super::value::contains_ignoring_case;

/// Words that describe a password or its type instead of being one, and defaults that hide nothing.
const DESCRIBING: Words = Words::new(&[
    "string",
    "text",
    "varchar",
    "number",
    "integer",
    "boolean",
    "object",
    "array",
    "bytes",
    "true",
    "false",
    "null",
    "none",
    "undefined",
    "unknown",
    "empty",
    "default",
    "required",
    "optional",
    "hidden",
    "visible",
    "masked",
    "hashed",
    "encrypted",
    "plain",
    "plaintext",
    "basic",
    "bearer",
    "oauth",
    "digest",
    "local",
    "prompt",
    "stdin",
    "input",
    "field",
    "type",
    "value",
    "invalid",
    "valid",
    "missing",
    "wrong",
    "correct",
    "incorrect",
    "mismatch",
    "weak",
    "strong",
    "reset",
    "forgot",
    "forgotten",
    "change",
    "changed",
    "update",
    "updated",
    "expired",
    "current",
    "confirm",
    "confirmation",
    "admin",
    "administrator",
    "root",
    "guest",
    "demo",
    "test",
    "tests",
    "testing",
    "tester",
    "dummy",
    "sample",
    "foobar",
    "postgres",
    "postgresql",
    "mysql",
    "mariadb",
    "mongo",
    "redis",
    "rabbitmq",
    "minio",
    "elastic",
    "docker",
    "system",
    "kennwort",
    "heslo",
    "parola",
    "adgangskode",
    "generate",
    "generated",
    "random",
    "inherit",
    "disabled",
    "enabled",
    "always",
    "never",
    "manual",
    "auto",
    "file",
    "name",
    "data",
    "form",
]);

/// Pieces that show a value to be a name for a secret: `mypassword`, `usersecret`, `secretkey`.
const SELF_NAMING: &[&str] = &["pass", "pwd", "secret", "token", "cred", "login", "user", "your"];

/// Whether a value of letters only is a password, judged by how it is written.
pub(super) fn is_word_password(text: &[u8], assignment: &Assignment, value: &[u8]) -> bool {
    let letters = (5..=40).contains(&value.len()) && value.iter().all(u8::is_ascii_alphabetic);
    let name = &text[assignment.name.0..assignment.name.1];
    if !letters || has_hump(value) || !speaks_of_a_password(name) {
        return false;
    }
    let label = value[0].is_ascii_uppercase();
    let set = match assignment.join {
        Join::Adjacent | Join::List | Join::Flag | Join::Cell => false,
        Join::Colon if assignment.quoted => !label,
        Join::Prose | Join::Code => assignment.quoted,
        Join::Tight => assignment.quoted || !is_argument(text, assignment),
        // `passwd: files` is how systems say where accounts are kept.
        Join::Colon => !label && name != b"passwd" && fills_its_line(text, assignment),
        Join::Markup => !label,
    };
    set && !is_described(value)
}

/// Whether a long value of small letters only is a secret that a person made up: `JWT_SECRET=opensesameforever`, as a
/// constant of a shell or .env file, where nothing else is written so.
pub(super) fn is_word_secret(text: &[u8], assignment: &Assignment, value: &[u8]) -> bool {
    let name = &text[assignment.name.0..assignment.name.1];
    (12..=64).contains(&value.len())
        && value.iter().all(u8::is_ascii_lowercase)
        && assignment.join == Join::Tight
        && name.iter().all(|byte| !byte.is_ascii_lowercase())
        && fills_its_line(text, assignment)
        && !DESCRIBING.has(value)
        && !contains_ignoring_case(value, b"your")
}

/// `userPassword` in the middle of a value: an identifier.
fn has_hump(value: &[u8]) -> bool {
    value.windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
}

fn is_described(value: &[u8]) -> bool {
    DESCRIBING.has(value) || names_itself(value)
}

/// Whether a value with a number in it is still a name for a secret: `my-password-2`.
pub(super) fn names_a_secret(value: &[u8]) -> bool {
    ["password", "secret", "token", "your"].iter().any(|piece| contains_ignoring_case(value, piece.as_bytes()))
}

pub(super) fn names_itself(value: &[u8]) -> bool {
    SELF_NAMING.iter().any(|piece| contains_ignoring_case(value, piece.as_bytes()))
}

/// `pass` and `pwd` also mean a stage of a program, "passed" and "working directory".
fn speaks_of_a_password(name: &[u8]) -> bool {
    if matches!(name, b"pwd" | b"PWD" | b"OLDPWD") {
        return false;
    }
    let ends_in_pass = name.len() >= 4 && name[name.len() - 4..].eq_ignore_ascii_case(b"pass");
    let constant = name.len() > 4 && !name.iter().any(u8::is_ascii_lowercase);
    !ends_in_pass || constant || name.ends_with(b"Pass")
}

/// `connect(host, password=word)`: an argument that names a variable.
fn is_argument(text: &[u8], assignment: &Assignment) -> bool {
    let before = text[..assignment.name.0].trim_ascii_end().last();
    let behind = text.get(assignment.value.1);
    matches!(before, Some(b'(' | b',' | b'{')) || matches!(behind, Some(b')' | b',' | b'}' | b'>'))
}

/// `  password: word` and nothing else on the line save a comment, as in YAML, or an `export` as in shell.
fn fills_its_line(text: &[u8], assignment: &Assignment) -> bool {
    let before = &text[..assignment.name.0];
    let before = before.strip_suffix(b"export ").unwrap_or(before);
    let indent = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t' | b'-' | b'"')).count();
    let before = &before[..before.len() - indent];
    let starts = matches!(before.last(), None | Some(b'\n' | b'\r'));
    let rest = &text[assignment.value.1..text.len().min(assignment.value.1 + 8)];
    let rest = &rest[rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()..];
    starts && matches!(rest.first(), None | Some(b'\n' | b'\r' | b'#'))
}
