//! Decides whether an assigned value is a secret, from its name, its form and how it is written.

use super::assign::{Assignment, Join};
use super::key::{self, Level};
use super::plain;
use super::value::{
    Shape, contains_ignoring_case, ends_with_ignoring_case, is_monotone, is_pattern, is_placeholder,
    is_plain_reference, is_public_identifier, is_quoted_reference, is_reference, is_sprinkled, is_token_like,
};
use super::wordy::{has_digit_in_word, is_identifier, is_quantity, is_technical, is_wordy};

/// Whether the value of the assignment must not be seen.
#[inline]
pub(super) fn is_secret(text: &[u8], assignment: &Assignment, level: Level) -> bool {
    assignment.value.1 - assignment.value.0 >= least(level) && is_long_secret(text, assignment, level)
}

/// The length of the shortest secret.
fn least(level: Level) -> usize {
    match level {
        Level::Password | Level::Pin => 4,
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
        // Those of wireless networks are said aloud.
        let is_spoken = ends_with_ignoring_case(name, b"psk");
        let constant = assignment.join == Join::Tight && (is_spoken || !name.iter().any(u8::is_ascii_lowercase));
        let is_told = value.iter().any(u8::is_ascii_digit) || is_word_list(value, 3);
        if level == Level::Password && (constant && is_told || is_in_fours(value)) {
            return !is_placeholder(value);
        }
        if level != Level::Pin && assignment.join != Join::Adjacent && is_of_all_signs(value) {
            return true;
        }
        return level == Level::Password
            && key::is_phrase(name)
            && is_word_list(value, key::words_of_phrase(name))
            && !is_placeholder(value);
    }
    // `OvenJWT: 4c07…` is the check sum of a package; what the name promises has dots.
    if ends_with_ignoring_case(name, b"jwt") && value.iter().all(u8::is_ascii_hexdigit) {
        return false;
    }
    // "pass to …", "pass 12": a verb.
    let verb =
        name.eq_ignore_ascii_case(b"pass") && matches!(assignment.join, Join::Prose | Join::Adjacent | Join::Markup);
    if verb && !is_told_by_form(value, Level::Password) {
        return false;
    }
    if !assignment.quoted && (is_expression(value) || names_something(text, assignment, value, level)) {
        return false;
    }
    // `token: Curve25519Seed<'_>`: a type.
    let generic = text.get(assignment.value.1) == Some(&b'<') && text.get(assignment.value.1 + 1) != Some(&b'/');
    if generic && !assignment.quoted {
        return false;
    }
    if level == Level::Pin || assignment.join != Join::Adjacent && name.eq_ignore_ascii_case(b"passcode") {
        let digits = value.strip_suffix(b"#").unwrap_or(value);
        if (4..=8).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit) {
            return true;
        }
    }
    let is_number = level == Level::Password && value.iter().all(u8::is_ascii_digit);
    if is_plain_reference(value) && !is_number {
        return false;
    }
    let secret = match level {
        Level::Password if assignment.join == Join::Adjacent && follows_login(text, assignment.name.0) => {
            is_password(value, name, &Assignment { join: Join::Prose, ..*assignment })
        }
        Level::Password if assignment.join == Join::Adjacent && is_listed(text, assignment) => {
            is_told_by_form(value, level) || is_phrase_with_number(value)
        }
        Level::Password if assignment.join == Join::Adjacent && assignment.quoted => {
            Shape::of(value).mixed() && value.len() >= 6 && is_password(value, name, assignment) && !is_technical(value)
        }
        _ if assignment.join == Join::Adjacent => is_told_by_form(value, level),
        Level::Password => is_password(value, name, assignment) || plain::is_word_password(text, assignment, value),
        Level::Secret => {
            let shape = Shape::of(value);
            let spoken = assignment.join == Join::Prose && shape.upper > 0 && shape.digits >= 3;
            is_generated(value, assignment, name)
                || plain::is_word_secret(text, assignment, value)
                || spoken && is_made_up_of_words(value, name, &shape, assignment)
        }
        Level::Pin => false,
        Level::Weak => is_random(value) && !is_public_identifier(value) && !is_public_identifier(longest_run(value)),
    };
    // The dearest questions come last: most values are settled before.
    let dollar = level == Level::Password && is_dollar_word(text, assignment, value);
    let refers = if assignment.quoted { is_quoted_reference } else { is_reference };
    secret && (dollar || !refers(value)) && !is_placeholder(value)
}

/// `'$ourdough77'`: no variable, where strings hold none.
fn is_dollar_word(text: &[u8], assignment: &Assignment, value: &[u8]) -> bool {
    let Some((b'$', word)) = value.split_first() else { return false };
    let quote = text[assignment.value.0 - 1];
    let is_plain = assignment.quoted && (quote == b'\'' || quote == b'"' && assignment.join == Join::Colon);
    let shape = Shape::of(word);
    is_plain && shape.others == 0 && shape.lower > 2 && shape.digits >= 2 && !plain::names_itself(word)
}

/// `abcd efgh ijkl mnop`: how mail providers write the passwords they generate.
fn is_in_fours(value: &[u8]) -> bool {
    value.len() == 19
        && value
            .iter()
            .enumerate()
            .all(|(at, byte)| if at % 5 == 4 { *byte == b' ' } else { byte.is_ascii_lowercase() })
}

/// A key of every sign there is, blanks among them, as blogs have: none of its pieces is a word.
pub(super) fn is_of_all_signs(value: &[u8]) -> bool {
    let longest = value.split(|&byte| byte == b' ').max_by_key(|piece| piece.len()).unwrap_or_default();
    let (whole, piece) = (Shape::of(value), Shape::of(longest));
    whole.length >= 48
        && whole.distinct >= 24
        && piece.length >= 12
        && piece.jumbled()
        && whole.others * 20 >= whole.length
        && !value.iter().any(|byte| matches!(byte, b'\\' | b'"'))
        && !value.split(|&byte| byte == b' ').any(|piece| piece.len() >= 4 && is_wordy(piece))
}

/// What is generated has a digit, unless it is long: settles most values that are names.
fn lacks_digit(value: &[u8], level: Level) -> bool {
    let asked = match level {
        Level::Password => false,
        Level::Secret => value.len() < 12,
        Level::Weak | Level::Pin => true,
    };
    asked && !value.iter().any(u8::is_ascii_digit)
}

/// A word that follows a name in code or prose, as most do: "the token is valid", `token = tokens`.
fn is_remark(assignment: &Assignment, value: &[u8]) -> bool {
    let setting = assignment.quoted || matches!(assignment.join, Join::Tight | Join::Colon | Join::Markup);
    !setting && value.len() < 16 && value.iter().all(u8::is_ascii_lowercase)
}

/// A bare value that is the name of something in code: `x25519_generate_key`, `Curve25519Seed`.
fn names_something(text: &[u8], assignment: &Assignment, value: &[u8], level: Level) -> bool {
    if matches!(assignment.join, Join::Tight | Join::Markup) || !is_identifier(value) {
        return false;
    }
    // `Gr8Falc0nWing` is made up by people; code has its digits behind words such as `Base64`.
    let told = matches!(assignment.join, Join::Colon | Join::Prose) && value.iter().any(u8::is_ascii_digit);
    if told && level > Level::Weak && !is_technical(value) && !plain::names_a_secret(value) {
        let sets = text.get(assignment.value.1).is_none_or(u8::is_ascii_whitespace) || ends_sentence(text, assignment);
        let numbered = value.iter().rev().take_while(|byte| byte.is_ascii_digit()).count() >= 3;
        let spoken = assignment.join == Join::Prose && numbered;
        if has_digit_in_word(value) || (level == Level::Password || spoken) && sets {
            return false;
        }
    }
    // `Summer2024` at the end of a line is what people make up, `Curve25519Seed` and `Token2,` is code.
    let digits = value.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let word = &value[..value.len() - digits];
    let one_word = word.iter().skip(1).all(u8::is_ascii_lowercase);
    let code_follows = matches!(text.get(assignment.value.1), Some(b',' | b';' | b')' | b'<' | b'>' | b'}'));
    !one_word || digits < 2 || code_follows
}

/// Whether the sentence, or what is said in it of the value, ends behind the value.
fn ends_sentence(text: &[u8], assignment: &Assignment) -> bool {
    let mark = matches!(text.get(assignment.value.1), Some(b'.' | b',' | b'!' | b'?' | b':' | b'*'));
    mark && text.get(assignment.value.1 + 1).is_none_or(u8::is_ascii_whitespace) && assignment.join == Join::Prose
}

/// `login bob password …`, as a .netrc file has it, "user bob and password …".
fn follows_login(text: &[u8], name: usize) -> bool {
    let line = &text[name.saturating_sub(80)..name];
    let words = line.rsplit(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.skip(1).take(2).any(|word| matches!(word, b"login" | b"user" | b"username" | b"User" | b"Username"))
}

/// "user bob, password …": the name follows another thing that is told, and the sentence or line ends behind the value.
fn is_listed(text: &[u8], assignment: &Assignment) -> bool {
    let before = &text[..assignment.name.0];
    let behind = &text[assignment.value.1..];
    let ends = |byte: Option<&u8>| byte.is_none_or(|byte| matches!(byte, b'\n' | b'\r'));
    let is_last = ends(behind.first()) || behind[0] == b'.' && behind.get(1).is_none_or(u8::is_ascii_whitespace);
    [&b", "[..], b"and ", b"/ ", b"; "].iter().any(|mark| before.ends_with(mark)) && is_last
}

/// `Rye.Bread.19`: words of both cases with a number.
fn is_phrase_with_number(value: &[u8]) -> bool {
    let shape = Shape::of(value);
    let ends_in_digit = value.last().is_some_and(u8::is_ascii_digit);
    ends_in_digit
        && shape.others >= 2
        && shape.upper >= 2
        && shape.lower > 0
        && shape.digits >= 2
        && !is_technical(value)
}

/// Whether a cell below a telling heading is a secret: a word there is more often a remark.
pub(super) fn is_cell(text: &[u8], cell: &Assignment, level: Level) -> bool {
    let value = &text[cell.value.0..cell.value.1];
    let is_whole = |byte: &u8| byte.is_ascii_alphanumeric() || level == Level::Password && matches!(byte, b'-' | b'_');
    let generated = level > Level::Pin && value.len() >= 10 && value.iter().all(is_whole);
    let is_word =
        value.iter().all(u8::is_ascii_alphabetic) && !(value.len() >= 8 && Shape::of(value).jumbled_letters());
    !is_word
        && (is_secret(text, cell, level)
            || generated && Shape::of(value).mixed() && !is_technical(value) && !is_placeholder(value))
}

/// Whether a value in a sentence tells by its form alone that it is a secret, wherever it stands there.
pub(super) fn is_told_alone(text: &[u8], told: &Assignment, level: Level) -> bool {
    let value = &text[told.value.0..told.value.1];
    let level = if key::is_pair(&text[told.name.0..told.name.1]) { Level::Password } else { level };
    is_told_by_form(value, level) && !is_technical(value) && is_secret(text, told, level)
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
        Level::Weak | Level::Pin => false,
    }
}

fn is_password(value: &[u8], name: &[u8], assignment: &Assignment) -> bool {
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
        // A number: a port, a count, a date; where a password must stand, it is one.
        let set = assignment.quoted || assignment.join == Join::Tight;
        return set && value.len() >= 6 && value.iter().all(u8::is_ascii_digit);
    }
    let separated = is_address(value) || value.iter().any(|byte| matches!(byte, b'-' | b'_' | b'.' | b':' | b'/'));
    if is_wordy(value) && (separated && !is_made_up_of_words(value, name, &shape, assignment) || value.len() < 6) {
        return false;
    }
    match assignment.join {
        Join::Prose if !assignment.quoted => {
            let told = shape.digits > 0 && value.len() >= 6 || special && shape.letters() > 0 && value.len() >= 8;
            told && !is_technical(value) && !is_quantity(value)
        }
        // No sum has words of a sentence in it: `password = Py-Upload-Bear-9`.
        Join::Code if !assignment.quoted => value.len() >= 8 && (!is_wordy(value) || value.contains(&b'-')),
        _ => true,
    }
}

/// `blue-Fox-19`, `orders-5521`: words with a number, as people make passwords up; names of things are small and count
/// from one.
fn is_made_up_of_words(value: &[u8], name: &[u8], shape: &Shape, assignment: &Assignment) -> bool {
    let set = assignment.quoted || assignment.join != Join::Adjacent;
    let least = if assignment.quoted { 2 } else { 3 };
    let is_name = is_address(value) || value.iter().any(|byte| matches!(byte, b'/' | b':'));
    // `purple-otter-87-bridge`, where a phrase was promised.
    let is_phrase = key::is_phrase(name) && value.iter().filter(|byte| matches!(byte, b'-' | b'_' | b'.')).count() > 1;
    set && !is_name
        && value.len() >= 8
        && (is_phrase
            || shape.upper > 0 && shape.lower > 0 && shape.digits > 0
            || shape.digits >= least && shape.lower > 0
            || has_digit_in_word(value))
        && !is_technical(value)
        && !plain::names_a_secret(value)
}

/// `bob@example.org`
fn is_address(value: &[u8]) -> bool {
    value.iter().position(|&byte| byte == b'@').is_some_and(|at| value[at..].contains(&b'.'))
}

fn is_generated(value: &[u8], assignment: &Assignment, name: &[u8]) -> bool {
    let shape = Shape::of(value);
    // Frameworks make keys of every sign there is.
    let of_all_signs =
        assignment.quoted && shape.length >= 30 && shape.mixed() && shape.distinct >= 16 && !value.contains(&b'\\');
    if of_all_signs && contains_ignoring_case(name, b"secret") {
        return true;
    }
    let may_have_signs = assignment.quoted && assignment.join != Join::List;
    let is_token = is_token_like(value) || may_have_signs && is_of_odd_signs(value);
    if !is_token || is_qualified_name(value) {
        return false;
    }
    let set_to_string = assignment.quoted && matches!(assignment.join, Join::Colon | Join::Code) && shape.others == 0;
    if is_wordy(value) {
        // `secret: 'rollingPin88'`, `"apiKey": "abc123"`: a person made it up.
        let made_up =
            shape.lower > 0 && shape.upper > 0 && shape.digits >= 2 && ends_with_ignoring_case(name, b"secret");
        // A coin is a token too: `ERC721`.
        let is_symbol = shape.lower == 0 && name.eq_ignore_ascii_case(b"token");
        if set_to_string && (made_up || shape.mixed() && shape.digits >= 3 && !is_symbol) {
            return !is_technical(value) && !plain::names_a_secret(value);
        }
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
        _ if set_to_string && shape.digits > 1 => 6,
        _ => 10,
    };
    if value.len() < minimum {
        return matches!(assignment.join, Join::Tight | Join::Flag) && shape.jumbled() && value.len() >= 6;
    }
    shape.mixed() || value.len() >= 16
}

/// Whether a string with signs that tokens do not have is still one, and no call, pattern, template or list: what stands
/// between the signs is no word.
fn is_of_odd_signs(value: &[u8]) -> bool {
    let encloses = |open: u8, close: u8| {
        value.iter().position(|&byte| byte == open).is_some_and(|at| value[at..].contains(&close))
    };
    let is_odd = |piece: &[u8]| !is_wordy(piece) && !is_technical(piece);
    let is_text = || encloses(b'{', b'}') || encloses(b'<', b'>') || is_pattern(value) || is_call(value);
    value.iter().all(u8::is_ascii_graphic)
        && (is_sprinkled(value) || value.split(|byte| !byte.is_ascii_alphanumeric()).any(is_odd) && !is_text())
}

/// `readToken(2)`, `ENC(…)`
fn is_call(value: &[u8]) -> bool {
    let name = value.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.')).count();
    name > 0 && value.get(name) == Some(&b'(') && value.last() == Some(&b')') && is_wordy(&value[..name])
}

/// The length of the shortest value that is random beyond doubt.
const LEAST_RANDOM: usize = 16;

/// Whether a word that stands alone below a secret is more of it.
pub(super) fn is_rest(piece: &[u8]) -> bool {
    let shape = Shape::of(piece);
    shape.length >= 8 && shape.mixed() && is_token_like(piece) && !is_wordy(piece) && !is_placeholder(piece)
}

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

/// Whether the name of a cookie says that its value lets somebody in.
pub(super) fn opens_session(name: &[u8]) -> bool {
    ["sess", "sid", "auth", "token", "jwt", "login", "remember"]
        .iter()
        .any(|piece| contains_ignoring_case(name, piece.as_bytes()))
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
    // `shown = !shown`
    if value.first() == Some(&b'!') && value[1..].iter().all(u8::is_ascii_alphabetic) {
        return true;
    }
    // `Dump_0415`: no part of a program is numbered so.
    let numbered = value.iter().rev().take_while(|byte| byte.is_ascii_digit()).count() >= 3;
    let has_dot = value.contains(&b'.') && !numbered;
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

/// Lower-case words and numbers and nothing else, as in a passphrase or a mnemonic.
fn is_word_list(value: &[u8], least: usize) -> bool {
    let words = value.split(|&byte| byte == b' ').filter(|word| !word.is_empty());
    let mut count = 0;
    for word in words {
        let is_word = word[0] != b'-' && word.iter().all(|byte| byte.is_ascii_lowercase() || *byte == b'-');
        if !is_word && !word.iter().all(u8::is_ascii_digit) {
            return false;
        }
        count += 1;
    }
    (least..=30).contains(&count)
}

fn trim(value: &[u8]) -> &[u8] {
    value.trim_ascii()
}
