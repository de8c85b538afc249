use super::pattern::Pattern;
use super::rules::{KEYED, Proof, TABLES};
use super::*;
use alloc::format;
use alloc::string::ToString;

#[track_caller]
fn check(text: &str, expected: &str) {
    let once = redact(text);
    assert_eq!(once.text, expected);
    assert_eq!(redact(&once.text).text, once.text, "not at rest");
}

/// Numbers that are the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit
    }

    fn sample(&mut self, shape: &str) -> String {
        let pattern = Pattern::compile(shape);
        // A real generator gives letters and digits; draw until both are there where both can be.
        for _ in 0..50 {
            let token = pattern.sample(&mut |limit| self.below(limit));
            let body = &token[token.len() / 3..];
            let mixed =
                body.bytes().any(|byte| byte.is_ascii_digit()) && body.bytes().any(|byte| byte.is_ascii_alphabetic());
            if mixed {
                return token;
            }
        }
        pattern.sample(&mut |limit| self.below(limit))
    }
}

#[test]
fn names_stay_and_values_go() {
    check("API_KEY=abc123", "API_KEY=[REDACTED]");
    check("password: hunter2", "password: [REDACTED]");
    check("PASSWORD=kZrTqGLGAJQUab", "PASSWORD=[REDACTED]");
    check("JWT_SECRET=opensesameforever", "JWT_SECRET=[REDACTED]");
    check("DB_PASSWORD=Tr0ub4dor&3xyz\n", "DB_PASSWORD=[REDACTED]\n");
    check("https://a.example/x?password=Tr0ub4dor3&page=2", "https://a.example/x?password=[REDACTED]&page=2");
    check("API_KEY=abc123 && npm start", "API_KEY=[REDACTED] && npm start");
    check("API_KEY=abc123&& npm start", "API_KEY=[REDACTED]&& npm start");
    check("postgres://app:s3cr3tpw@db/x", "postgres://app:[REDACTED]@db/x");
}

#[test]
fn known_kinds_are_named_with_their_place() {
    let token = format!("{}{}", "ghp_", "0ohdwzo69aqpz2qwmgvl0ey0tbmwfmdce1aq");
    let text = format!("é\nuse {token} for now");
    let redacted = redact(&text);
    assert_eq!(redacted.text, "é\nuse [REDACTED:github-token] for now");
    assert_eq!(redacted.findings, [Finding { kind: "github-token", line: 2, column: 5 }]);
}

#[test]
fn clean_text_is_not_copied() {
    assert!(matches!(redact("nothing to see in src/token.rs").text, Cow::Borrowed(_)));
}

#[test]
fn every_short_literal_can_be_found() {
    for (kind, shape, _) in TABLES.iter().copied().flatten() {
        let pattern = Pattern::compile(shape);
        let rare = pattern.anchor.contains(['%', '~']);
        assert!(pattern.anchor.len() >= 3 || rare || pattern.plain_run() >= 20, "{kind} {shape}");
    }
}

#[test]
fn every_shape_is_found_in_a_sentence_and_its_placeholder_is_not() {
    let mut random = Random(11);
    for (kind, shape, proof) in TABLES.iter().copied().flatten() {
        let token = random.sample(shape);
        let text = format!("ok I will use {token} for now");
        let redacted = redact(&text).text.into_owned();
        assert!(!redacted.contains(&token), "{kind} {shape}: {text}");
        assert_eq!(redact(&redacted).text, redacted, "{kind}: not at rest");
        for (before, behind) in [("", ""), ("x=\"", "\""), ("line\\n", "\\n"), ("?q=%3D", "&r"), ("(", ")")] {
            let text = format!("{before}{token}{behind}");
            assert!(!redact(&text).text.contains(&token), "{kind} {shape}: {text}");
        }
        let spelled =
            shape.split('{').filter_map(|piece| piece.split_once('}')).map(|(_, literal)| literal.len()).sum::<usize>();
        if *proof == Proof::Shape || spelled > 8 {
            continue; // long literals inside make a placeholder impossible
        }
        let placeholder = Pattern::compile(shape).sample(&mut |_| 0);
        let text = format!("ok I will use {placeholder} for now");
        assert_eq!(redact(&text).text, text, "{kind} {shape}: a placeholder must stay");
    }
}

#[test]
fn every_keyed_provider_is_found_by_its_name_and_not_without() {
    let mut random = Random(5);
    for (word, kind, shapes) in KEYED {
        for shape in *shapes {
            let value = random.sample(shape);
            let text = format!("{word}_credential_value: {value}");
            assert!(!redact(&text).text.contains(&value), "{kind} {shape}: {text}");
            // Another length under the same name, and the same value without the name, is somebody else's.
            let patterns: Vec<Pattern> = shapes.iter().map(|shape| Pattern::compile(shape)).collect();
            let mut length = value.len() - 1;
            while patterns.iter().any(|pattern| pattern.matches_whole(&value.as_bytes()[..length])) {
                length -= 1;
            }
            let wrong = format!("{word}: {}", &value[..length]);
            assert!(!redact(&wrong).text.contains(kind) || has_literal(kind, &value), "{kind} {shape}: {wrong}");
            let text = format!("checked the value {value} today");
            assert!(!redact(&text).text.contains(kind) || has_literal(kind, &value), "{kind}: {text}");
            let spelled = format!("{word}: {}", "x".repeat(value.len()));
            assert_eq!(redact(&spelled).text, spelled, "{kind}: a placeholder must stay");
        }
    }
}

/// Whether the tables of shapes know the value by a literal of its own, with or without the provider's name.
fn has_literal(kind: &str, value: &str) -> bool {
    TABLES.iter().copied().flatten().any(|(known, shape, _)| {
        *known == kind && {
            let pattern = Pattern::compile(shape);
            !pattern.anchor.is_empty() && value.contains(&pattern.anchor)
        }
    })
}

#[test]
fn secrets_are_found_where_they_stand_and_the_rest_stays() {
    let mut random = Random(3);
    let mut wrong = Vec::new();
    for line in include_str!("../../../tests/redact/contexts.txt").lines().filter(|line| !line.starts_with('#')) {
        if let Some(plain) = line.strip_prefix("- ").filter(|_| !line.contains(['⟦', '⟪'])) {
            let plain = plain.replace('⏎', "\n");
            if redact(&plain).text != plain {
                wrong.push(format!("must stay: {plain}"));
            }
            continue;
        }
        let mut text = String::new();
        let mut secrets = Vec::new();
        // What stands between `⟪` and `⟫` is the secret itself.
        let mut line = line.replace('⏎', "\n");
        while let Some((before, rest)) = line.split_once('⟪') {
            let (secret, after) = rest.split_once('⟫').expect("a closing mark");
            secrets.push(secret.to_string());
            line = format!("{before}{secret}{after}");
        }
        for (index, piece) in line.split('⟦').enumerate() {
            if index == 0 {
                text.push_str(piece);
                continue;
            }
            let (shape, rest) = piece.split_once('⟧').expect("a closing mark");
            let secret = random.sample(&format!("{{{shape}}}"));
            text.push_str(&secret);
            text.push_str(rest);
            secrets.push(secret);
        }
        let redacted = redact(&text).text.into_owned();
        let leaked = secrets.iter().any(|secret| secret.len() > 4 && redacted.contains(secret.as_str()));
        if leaked || redacted == text {
            wrong.push(format!("{text} became {redacted}"));
        }
        assert_eq!(redact(&redacted).text, redacted, "not at rest");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_digest_beside_the_id_of_a_key_stays() {
    let id = Random(17).sample("AKIA{A16}");
    for beside in ["4f1d9c0a77".repeat(4), "Src/Component/Navigation/Account2/Header".into(), "x".repeat(40)] {
        check(&format!("{id} since {beside}"), &format!("[REDACTED:aws-key] since {beside}"));
    }
}

#[test]
fn private_keys_go_as_a_whole() {
    let mut random = Random(9);
    for title in [
        "RSA PRIVATE KEY",
        "PRIVATE KEY",
        "EC PRIVATE KEY",
        "OPENSSH PRIVATE KEY",
        "ENCRYPTED PRIVATE KEY",
        "DSA PRIVATE KEY",
        "PGP PRIVATE KEY BLOCK",
    ] {
        let lines: Vec<String> = (0..6).map(|_| random.sample("{b64}")).collect();
        for newline in ["\n", "\\n", "\r\n", "\n    "] {
            let key = format!("-----BEGIN {title}-----{newline}{}{newline}-----END {title}-----", lines.join(newline));
            check(&format!("key = \"{key}\" end"), "key = \"[REDACTED:private-key]\" end");
        }
    }
    check(
        "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    );
}

#[test]
fn encodings_hide_nothing() {
    let token = format!("{}{}", "ghp_", "0ohdwzo69aqpz2qwmgvl0ey0tbmwfmdce1aq");
    let line = format!("token={token};");
    let hex = line.bytes().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
    let escaped = token.chars().fold(String::new(), |escaped, letter| format!("{escaped}\\u{:04x}", u32::from(letter)));
    let hidden: String = token.chars().flat_map(|letter| [letter, '\u{200b}']).collect();
    let wrapped = format!("{}\n  {}", &token[..20], &token[20..]);
    let split = |mark: char| format!("{}{mark}{}", &token[..20], &token[20..]);
    let marks =
        ['\u{202e}', '\u{2066}', '\u{3164}', '\u{2028}', '\u{34f}', '\u{61c}', '\u{85}', '\u{fe0f}', '\u{e0020}'];
    let between = ["\u{1b}[31m", "\\n", "\" + \"", "'\n  . '", "<wbr>"];
    let between = between.map(|gap| format!("{}{gap}{}", &token[..20], &token[20..]));
    let wide: String =
        token.chars().map(|letter| char::from_u32(u32::from(letter) + 0xfee0).unwrap_or(letter)).collect();
    let encoded = [hex, escaped, hidden, wrapped, wide, base64(&line), base64(&base64(&line))];
    for secret in marks.map(split).into_iter().chain(between).chain(encoded) {
        let text = format!("see {secret} here");
        let redacted = redact(&text);
        assert!(!redacted.text.contains(&secret), "{text}");
        assert!(!redacted.findings.is_empty());
        assert!(redacted.text.starts_with("see ") && redacted.text.ends_with(" here"), "{}", redacted.text);
    }
}

fn base64(text: &str) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut encoded = String::new();
    for chunk in text.as_bytes().chunks(3) {
        let bits = chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..=chunk.len() {
            encoded.push(char::from(ALPHABET[(bits >> (18 - 6 * place) & 63) as usize]));
        }
    }
    while !encoded.len().is_multiple_of(4) {
        encoded.push('=');
    }
    encoded
}

#[test]
fn a_seeded_secret_is_gone_whatever_stands_around_it() {
    let mut random = Random(77);
    let shapes: Vec<&str> = TABLES.iter().copied().flatten().map(|(_, shape, _)| *shape).collect();
    for _ in 0..3000 {
        let shape = shapes[random.below(shapes.len())];
        let secret = random.sample(shape);
        let mut around = || (0..6).map(|_| PIECES[random.below(PIECES.len())]).collect::<String>();
        let text = format!("{} {secret} {}", around(), around());
        let redacted = redact(&text).text.into_owned();
        assert!(!redacted.contains(&secret), "{text:?} became {redacted:?}");
        assert_eq!(redact(&redacted).text, redacted, "not at rest: {text:?}");
    }
}

/// Beginnings, ends and middles of what secrets are told by.
const PIECES: &[&str] = &[
    "password=",
    "token: ",
    "ghp_",
    "0ohdwzo69aqpz2qwmgvl0ey0tbmwfmdce1aq",
    "\"",
    "\\\"",
    "=",
    ":",
    " is ",
    "é",
    "\u{200b}",
    "%3D",
    "\\u00",
    "\n",
    "[REDACTED]",
    "[REDACTED:github-token]",
    "://",
    "user:",
    "@host",
    "-----BEGIN PRIVATE KEY-----",
    "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
    "Bearer ",
    "kind: Secret\n",
    "data:\n  a: ",
    "curl -u ",
    "Cookie: a=",
    ".ey",
    "sk-",
    "AKIA",
    "hunter2",
    " ",
    "''",
    "`",
    "<token>",
    "}",
    "value:",
];

#[test]
fn odd_text_is_at_rest_after_one_call() {
    let mut random = Random(21);
    for _ in 0..3000 {
        let mut text = String::new();
        for _ in 0..10 {
            text.push_str(PIECES[random.below(PIECES.len())]);
        }
        let once = redact(&text).text.into_owned();
        assert_eq!(redact(&once).text, once, "from {text:?}");
    }
}

#[test]
fn bytes_of_any_kind_do_no_harm() {
    let mut random = Random(33);
    for _ in 0..300 {
        let bytes: Vec<u8> = (0..400).map(|_| u8::try_from(random.below(256)).unwrap_or(0)).collect();
        let text = String::from_utf8_lossy(&bytes).to_string();
        let _ = redact(&text);
    }
}
