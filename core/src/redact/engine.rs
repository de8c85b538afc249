//! What is looked for: the literals, each with what is done where one stands, and the shapes of tokens.

use alloc::boxed::Box;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::anchors::Anchors;
use super::calls::{CALLS, cut};
use super::codes;
use super::commands::{COMMANDS, READS_INPUT};
use super::decode;
use super::key::{self, Level};
use super::pattern::{Class, Pattern};
use super::places::LONG_RUN;
use super::prefilter::{Literal, Prefilter};
use super::rules::{KEYED, Proof, TABLES};

/// Words that names of secrets end with, besides those of passwords.
const TELLING: &[&str] =
    &["secret", "token", "key", "credential", "creds", "auth", "jwt", "cookie", "pat", "sas", "pin", "puk"];

/// The same in scripts that write words together, where the name cannot be told from its sentence.
const TELLING_WIDE: &[&str] = &["密码", "密碼", "口令", "パスワード", "비밀번호", "пароль"];

/// The shortest run around a literal that stands inside a word, or up to where a line breaks it.
pub(super) const INSIDE_RUN: usize = 32;

/// What is known about a telling word when it is the whole name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word {
    /// What it promises.
    pub(super) level: Option<Level>,
    /// Whether its value is nothing but a secret: no cookies, header, phrase or user with a password.
    pub(super) is_plain: bool,
}

impl Word {
    fn new(word: &str) -> Self {
        let name = word.as_bytes();
        let is_header = word.ends_with("cookie") || word.ends_with("authorization");
        Self { level: key::judge(name), is_plain: !is_header && !key::is_phrase(name) && !key::is_pair(name) }
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Action {
    /// A shape of the tables.
    Shape(u16),
    /// A telling word.
    Telling(Word),
    /// A word of [`TELLING_WIDE`].
    TellingWide,
    /// A row of [`KEYED`].
    Provider(u16),
    PrivateKey,
    Url,
    Scheme,
    Jwt,
    /// `kind: Secret` of Kubernetes.
    Manifest,
    /// A row of [`COMMANDS`].
    Command(u16),
    /// A row of [`CALLS`].
    Call(u16),
    /// One of [`READS_INPUT`].
    ReadsInput,
    /// `pw: …`, too short for a word of its own.
    Abbreviated,
    /// Codes or words that let somebody in again.
    Recovery,
    /// `IDENTIFIED BY '…'`
    Identified,
    /// `INSERT INTO users (name, password) VALUES (…)`
    Insert,
    /// `COPY users (name, password) FROM stdin;`
    Copy,
    /// `'AUTH_SALT', '…'`: blogs have eight keys, four of which are named so; other salts are no secret.
    Salt,
    /// The end of a private key, or its lines in a file of `PuTTY`.
    KeyTail,
    PuttyKey,
    /// `"kty"` of a key in JSON.
    JsonKey,
    Wifi,
    /// `<RSAKeyValue>` of .NET.
    XmlKey,
    /// "login", "accounts": users with their passwords may follow.
    Accounts,
    /// `X-Amz-Signature=…`: what lets anybody open a URL.
    Signature,
    /// `user:password@tcp(host)/database` of Go.
    SourceName,
    /// `host:5432:database:user:password`
    PasswordFile,
    /// A character that hides or encodes others.
    Escape,
}

pub(super) struct Shaped {
    pub(super) kind: &'static str,
    pub(super) proof: Proof,
    pub(super) pattern: Pattern,
}

pub(super) struct Engine {
    /// The literals, each with what to do when it is found.
    pub(super) prefilter: Prefilter<Action>,
    pub(super) shapes: Vec<Shaped>,
    /// Shapes whose literal is too short for the prefilter, and those with one inside a word: both are looked for
    /// around long runs.
    pub(super) by_run: Anchors,
    pub(super) in_run: Anchors,
    pub(super) keyed: Vec<Vec<Pattern>>,
}

static ENGINE: OnceBox<Engine> = OnceBox::new();

pub(super) fn engine() -> &'static Engine {
    ENGINE.get_or_init(|| Box::new(Engine::build()))
}

/// Whether every token of the shape has a digit.
fn has_digit(pattern: &Pattern, proof: Proof) -> bool {
    matches!(proof, Proof::Mixed | Proof::Jumbled) || pattern.is_hex()
}

impl Engine {
    fn build() -> Self {
        let mut literals: Vec<Literal<Action>> = Vec::new();
        let any_case = |text: &str, value| Literal { text: text.into(), value, exact: false, next: Class::ANY };
        let telling = |word: &str| Action::Telling(Word::new(word));
        let mut shapes = Vec::new();
        let (mut by_run, mut in_run) = (Vec::new(), Vec::new());
        for (kind, shape, proof) in TABLES.iter().copied().flatten() {
            let pattern = Pattern::compile(shape);
            let id = u16::try_from(shapes.len()).unwrap_or(u16::MAX);
            // The prefilter finds literals of four bytes that begin a word; others stand in a run, or before one.
            let anchor = pattern.anchor.as_bytes();
            let inside = !pattern.starts_with_anchor() && anchor.first().is_some_and(u8::is_ascii_alphabetic);
            if inside && pattern.plain_run() >= INSIDE_RUN {
                in_run.push((pattern.anchor.clone(), id));
            } else if !inside && anchor.len() < 4 && pattern.plain_run() >= LONG_RUN && has_digit(&pattern, *proof) {
                by_run.push((pattern.anchor.clone(), id));
            } else {
                // Most literals that are no token are told by what follows.
                let (text, next) = (pattern.anchor.clone(), pattern.next());
                literals.push(Literal { text, value: Action::Shape(id), exact: true, next });
            }
            shapes.push(Shaped { kind, proof: *proof, pattern });
        }
        for (index, (word, _, _)) in KEYED.iter().enumerate() {
            let id = u16::try_from(index).unwrap_or(u16::MAX);
            literals.push(any_case(word, Action::Provider(id)));
        }
        for (literal, action) in [
            ("begin ", Action::PrivateKey),
            ("://", Action::Url),
            ("bearer", Action::Scheme),
            ("basic", Action::Scheme),
            (".ey", Action::Jwt),
            ("kind:", Action::Manifest),
            ("private key-", Action::KeyTail),
            ("private-lines:", Action::PuttyKey),
            ("kty\"", Action::JsonKey),
            ("wifi:", Action::Wifi),
            ("rsakeyvalue>", Action::XmlKey),
            ("identified by ", Action::Identified),
            ("insert into ", Action::Insert),
            (" stdin;", Action::Copy),
            ("login", Action::Accounts),
            ("log in", Action::Accounts),
            ("sign in", Action::Accounts),
            ("zugang", Action::Accounts),
            ("accounts", Action::Accounts),
            ("basic auth", Action::Accounts),
            ("x-amz-signature=", Action::Signature),
            ("x-amz-security-token=", Action::Signature),
            ("x-goog-signature=", Action::Signature),
            ("sig=", Action::Signature),
            ("{ssha}", Action::Signature),
            ("{ssha256}", Action::Signature),
            ("{ssha512}", Action::Signature),
            ("signature=", Action::Signature),
            (":5432:", Action::PasswordFile),
            ("@tcp(", Action::SourceName),
            ("pw: ", Action::Abbreviated),
            ("pw ", Action::Abbreviated),
            ("pw=", Action::Abbreviated),
            ("_salt'", Action::Salt),
            // Too many words end like it.
            ("authorization", telling("authorization")),
        ] {
            literals.push(any_case(literal, action));
        }
        for word in TELLING_WIDE {
            literals.push(any_case(word, Action::TellingWide));
        }
        literals.extend(codes::NAMES.iter().map(|name| any_case(name, Action::Recovery)));
        literals.extend(READS_INPUT.iter().map(|flag| any_case(flag, Action::ReadsInput)));
        for (index, (command, _, _)) in COMMANDS.iter().enumerate() {
            literals.push(any_case(command, Action::Command(u16::try_from(index).unwrap_or(0))));
        }
        for (index, (call, _, _)) in CALLS.iter().enumerate() {
            literals.push(any_case(cut(call).1, Action::Call(u16::try_from(index).unwrap_or(0))));
        }
        literals.extend(decode::triggers().iter().map(|literal| any_case(literal, Action::Escape)));
        let keyed =
            KEYED.iter().map(|(_, _, shapes)| shapes.iter().map(|shape| Pattern::compile(shape)).collect()).collect();
        let words = key::endings_of_passwords().chain(TELLING.iter().copied());
        let telling: Vec<_> = words.map(|word| any_case(word, telling(word))).collect();
        Self {
            prefilter: Prefilter::new(&literals, &telling),
            shapes,
            by_run: Anchors::new(&by_run),
            in_run: Anchors::new(&in_run),
            keyed,
        }
    }
}
