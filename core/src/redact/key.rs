//! What a name says about its value: `DB_PASSWORD` holds a secret, `max_tokens` does not.

use super::pattern::Class;
use super::value::contains_ignoring_case;

/// How strongly a name promises a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// `key`, `auth`, `session`: often something else, so the value must look generated.
    Weak,
    /// `PIN`, `PUK`: a few digits.
    Pin,
    /// `token`, `api_key`, `client_secret`: the value is generated.
    Secret,
    /// `password`, `passphrase`: a person may have made the value up.
    Password,
}

/// Words of which a name may be one, whatever the case.
#[derive(Debug)]
pub(super) struct Words {
    list: &'static [&'static str],
    /// A bit for the ends and the length of each: settles most questions.
    forms: [u64; 8],
}

impl Words {
    pub(super) const fn new(list: &'static [&'static str]) -> Self {
        let mut forms = [0; 8];
        let mut at = 0;
        while at < list.len() {
            if let Some((place, bit)) = Self::form(list[at].as_bytes()) {
                forms[place] |= bit;
            }
            at += 1;
        }
        Self { list, forms }
    }

    /// Which of [`forms`](Self::forms) tells of the word, and by which bit.
    #[inline]
    const fn form(word: &[u8]) -> Option<(usize, u64)> {
        match (word.first(), word.last()) {
            (Some(first), Some(last)) => {
                let form = (*first & 0x1f) as usize * 16 + (*last & 0x1f) as usize * 37 + word.len() * 5;
                Some((form / 64 % 8, 1 << (form % 64)))
            }
            _ => None,
        }
    }

    #[inline]
    pub(super) fn has(&self, word: &[u8]) -> bool {
        Self::form(word).is_some_and(|(place, bit)| self.forms[place] & bit != 0) && self.is_listed(word)
    }

    #[inline(never)]
    fn is_listed(&self, word: &[u8]) -> bool {
        self.list.iter().any(|entry| {
            entry.len() == word.len()
                && entry.as_bytes()[0] == word[0].to_ascii_lowercase()
                && word.eq_ignore_ascii_case(entry.as_bytes())
        })
    }
}

/// Names a person's secret is kept under.
const PASSWORDS: Words = Words::new(&[
    "password",
    "passwd",
    "passwrd",
    "pwd",
    "passphrase",
    "passcode",
    "htpasswd",
    "pass",
    "mnemonic",
    "passwort",
    "passe",
    "contraseña",
    "contrasena",
    "senha",
    "wachtwoord",
    "kennwort",
    "hasło",
    "lösenord",
    "lösenordet",
    "passord",
    "adgangskode",
    "salasana",
    "jelszó",
    "şifre",
    "parola",
    "heslo",
    "sshpass",
    "pw",
    "psk",
    "adminpass",
    "dbpass",
    "rootpass",
    "userpass",
    "mypass",
    "storepass",
    "keypass",
]);

/// The shortest of these names that all others end with; `pw` is too short to be looked for in names.
pub(super) fn endings_of_passwords() -> impl Iterator<Item = &'static str> {
    let is_end = |word: &&str| !PASSWORDS.list.iter().any(|end| end != word && end.len() > 2 && word.ends_with(end));
    PASSWORDS.list.iter().copied().filter(|word| word.len() > 2).filter(is_end)
}

/// Names a generated secret is kept under.
const SECRETS: Words = Words::new(&[
    "secret",
    "secrets",
    "token",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "authkey",
    "credential",
    "credentials",
    "creds",
    "authorization",
    "bearer",
    "jwt",
    "totp",
    "authtoken",
    "accesstoken",
    "clientsecret",
    "apitoken",
    "apisecret",
]);

/// Names of numbers that are keyed in; small letters mean the pin of a chip.
const PINS: &[&[u8]] = &[b"PIN", b"PUK"];

/// Names that hold a secret only now and then.
const WEAK: Words = Words::new(&["key", "auth", "cookie", "cookies", "pat", "sas"]);

/// What makes a `key` a secret one.
const KEY_QUALIFIERS: Words = Words::new(&[
    "api",
    "access",
    "secret",
    "private",
    "auth",
    "signing",
    "encryption",
    "master",
    "account",
    "shared",
    "service",
    "storage",
    "consumer",
    "client",
    "app",
    "application",
    "license",
    "webhook",
    "admin",
    "deploy",
    "root",
    "integration",
    "ingestion",
    "write",
    "subscription",
    "server",
    "hmac",
    "encrypt",
    "crypto",
    "authentication",
    "preshared",
    "unseal",
]);

/// Words that may follow the telling one without changing what the value is.
const NEUTRAL: Words = Words::new(&[
    "value",
    "val",
    "string",
    "str",
    "base64",
    "b64",
    "plain",
    "plaintext",
    "hex",
    "text",
    "raw",
    "prod",
    "production",
    "dev",
    "development",
    "test",
    "testing",
    "staging",
    "live",
    "sandbox",
    "default",
    "old",
    "new",
    "current",
    "primary",
    "secondary",
    "main",
    "backup",
    "admin",
    "user",
    "root",
    "db",
    "database",
    "rw",
    "ro",
    "read",
    "write",
    "local",
    "ci",
    "global",
    "header",
    "literal",
    "1",
    "2",
    "3",
    "v1",
    "v2",
    "a",
    "b",
    "confirmation",
    "confirm",
    "again",
    "base",
    "seed",
    "data",
]);

/// Words before a telling one that make it something else: `public_key`, `max_token`, `primary key`.
const DISARMING: Words = Words::new(&[
    "public",
    "pub",
    "primary",
    "foreign",
    "max",
    "min",
    "num",
    "total",
    "sort",
    "partition",
    "cache",
    "no",
    "hash",
    "page",
    "next",
    "continuation",
    "pagination",
    "sync",
    "cancellation",
    "cancel",
    "idempotency",
    "csrf",
    "xsrf",
    "authenticity",
    "verification",
    "publishable",
    "existing",
]);

/// Words anywhere in a name that say the value was made up: `fakeToken`, `MOCK_API_KEY`.
const UNREAL: Words = Words::new(&[
    "fake",
    "dummy",
    "mock",
    "mocked",
    "stub",
    "sample",
    "example",
    "invalid",
    "bogus",
    "wrong",
    "nonexistent",
]);

/// Surroundings that `non` may stand before without making the value up: `NON_PROD_TOKEN`.
const SURROUNDINGS: Words = Words::new(&["prod", "production", "live", "release", "public"]);

/// What a name promises, or `None` when it promises nothing.
pub(super) fn judge(name: &[u8]) -> Option<Level> {
    let mut words: [&[u8]; 16] = [&[]; 16];
    let count = split_words(name, &mut words);
    let words = &words[..count];
    for at in (0..count).rev() {
        let word = words[at];
        let before = at.checked_sub(1).map(|index| words[index]);
        if let Some(level) = judge_word(word, before) {
            let harmless = before.is_some_and(|before| DISARMING.has(before)) || is_made_up(&words[..at]);
            return (!harmless).then_some(level);
        }
        let neutral = NEUTRAL.has(word) || word.iter().all(u8::is_ascii_digit);
        if !neutral {
            return None;
        }
    }
    None
}

/// Whether the case of a name of letters keeps it together: `Token`, `TOKEN`, but not `toKen`. Where that takes longer
/// to know, it is not told.
pub(super) fn is_one_word(text: &[u8], name: (usize, usize)) -> bool {
    const SMALL: u64 = 0x2020_2020_2020_2020;
    let length = name.1 - name.0;
    let (Some(first), Some(last)) = (text[name.0..].first_chunk(), text[..name.1].last_chunk()) else {
        return false;
    };
    let (first, last) = (u64::from_le_bytes(*first) & SMALL, u64::from_le_bytes(*last) & SMALL);
    match length {
        1..=8 => {
            let of_name = u64::MAX >> (64 - 8 * length);
            first & of_name == 0 || (first | 0x20) & of_name == SMALL & of_name
        }
        // The two overlap.
        9..=16 => first | last == 0 || (first | 0x20) & last == SMALL,
        _ => false,
    }
}

/// Whether the words of a name say that no real value stands there.
fn is_made_up(words: &[&[u8]]) -> bool {
    words.iter().enumerate().any(|(index, word)| {
        let denied =
            word.eq_ignore_ascii_case(b"non") && words.get(index + 1).is_some_and(|what| !SURROUNDINGS.has(what));
        denied || UNREAL.has(word)
    })
}

/// Whether a word that ends with a telling one is telling as a whole, or the telling one stands apart by its case.
pub(super) fn is_telling(word: &[u8]) -> bool {
    word.iter().any(u8::is_ascii_uppercase) || judge_word(word, None).is_some()
}

/// Whether a question is after a secret.
pub(crate) fn asks_for_secret(question: &str) -> bool {
    let words: alloc::vec::Vec<&str> =
        question.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let tells = |word: &str, before: Option<&str>| {
        judge_word(word.as_bytes(), before.map(str::as_bytes)).is_some_and(|level| level != Level::Weak)
    };
    (0..words.len()).any(|at| {
        let before = at.checked_sub(1).map(|before| words[before]);
        tells(words[at], before) || words[at].strip_suffix('s').is_some_and(|one| tells(one, before))
    })
}

fn judge_word(word: &[u8], before: Option<&[u8]>) -> Option<Level> {
    // `PASSWORD1`
    let digits = word.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let word = &word[..word.len() - digits.min(2)];
    if PASSWORDS.has(word) {
        return Some(Level::Password);
    }
    if SECRETS.has(word) {
        return Some(Level::Secret);
    }
    if PINS.contains(&word) {
        return Some(Level::Pin);
    }
    if WEAK.has(word) {
        let qualified = word.eq_ignore_ascii_case(b"key") && before.is_some_and(|before| KEY_QUALIFIERS.has(before));
        return Some(if qualified { Level::Secret } else { Level::Weak });
    }
    // `mypassword`, `gittoken`: written together in lower case.
    for (ending, level) in [
        ("password", Level::Password),
        ("passwd", Level::Password),
        ("passphrase", Level::Password),
        ("token", Level::Secret),
        ("secret", Level::Secret),
        ("apikey", Level::Secret),
        ("accesskey", Level::Secret),
        ("secretkey", Level::Secret),
        ("privatekey", Level::Secret),
        ("licensekey", Level::Secret),
    ] {
        if word.len() > ending.len() && word[word.len() - ending.len()..].eq_ignore_ascii_case(ending.as_bytes()) {
            return Some(level);
        }
    }
    None
}

/// Whether a word is a qualifier that turns the `key` after it into a secret one.
pub(super) fn qualifies_key(word: &[u8]) -> bool {
    KEY_QUALIFIERS.has(word)
}

/// Whether a word before the name makes it harmless.
pub(super) fn disarms(word: &[u8]) -> bool {
    DISARMING.has(word)
}

/// Whether what follows a provider's name in one word still belongs to a name for a secret.
pub(super) fn continues_secret_name(rest: &[u8]) -> bool {
    ["token", "key", "secret", "api", "client", "pass", "auth", "access", "app", "bot", "user", "cred"]
        .iter()
        .any(|word| rest.len() >= word.len() && rest[..word.len()].eq_ignore_ascii_case(word.as_bytes()))
}

/// Whether the name speaks of a user together with a password.
pub(super) fn is_pair(name: &[u8]) -> bool {
    const SMALL: u32 = 0x2020_2020;
    let is = |four: &[u8], word: &[u8; 4]| {
        four.first_chunk().is_some_and(|four| u32::from_le_bytes(*four) | SMALL == u32::from_le_bytes(*word))
    };
    name.windows(4).any(|four| is(four, b"cred")) || name.len() > 4 && is(&name[name.len() - 4..], b"auth")
}

/// Whether the name speaks of a passphrase of several words.
pub(super) fn is_phrase(name: &[u8]) -> bool {
    contains_ignoring_case(name, b"phrase") || contains_ignoring_case(name, b"mnemonic")
}

/// How many words such a phrase has at least: mnemonics of wallets have twelve, a "mnemonic" in prose any number.
pub(super) fn words_of_phrase(name: &[u8]) -> usize {
    if contains_ignoring_case(name, b"mnemonic") { 12 } else { 4 }
}

/// Cuts a name at separators and at humps; returns how many words it found.
fn split_words<'a>(name: &'a [u8], words: &mut [&'a [u8]; 16]) -> usize {
    let mut count = 0;
    let mut start = 0;
    let mut at = 0;
    while at <= name.len() {
        let end = at == name.len() || !Class::ALNUM.has(name[at]) && name[at] < 0x80;
        let hump = !end && at > start && name[at].is_ascii_uppercase() && {
            let previous = name[at - 1];
            let next_lower = name.get(at + 1).is_some_and(u8::is_ascii_lowercase);
            previous.is_ascii_lowercase() || previous.is_ascii_digit() || (previous.is_ascii_uppercase() && next_lower)
        };
        if end || hump {
            if at > start {
                if count == words.len() {
                    words.rotate_left(1);
                    count -= 1;
                }
                words[count] = &name[start..at];
                count += 1;
            }
            start = if hump { at } else { at + 1 };
        }
        at += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_one_unless_its_case_cuts_it() {
        for (name, one) in [
            ("token", true),
            ("Token", true),
            ("TOKEN", true),
            ("toKen", false),
            ("TOken", false),
            ("passWord", false),
            ("Authorization", true),
            ("AUTHORIZATION", true),
            ("authorizaTion", false),
            ("AuthorizatioN", false),
        ] {
            let text = [b"Say the ", name.as_bytes(), b" = here and now"].concat();
            assert_eq!(is_one_word(&text, (8, 8 + name.len())), one, "{name}");
            assert!(!one || judge(name.as_bytes()).is_some(), "{name}");
        }
    }
}
