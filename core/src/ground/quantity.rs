//! Numbers with their units, and versions, as texts and code write them.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What a number measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dimension {
    /// Nothing is said.
    Bare,
    /// In milliseconds.
    Time,
    /// In bytes.
    Size,
    /// In hundredths.
    Share,
}

/// A number.
#[derive(Debug, Clone)]
pub(super) struct Quantity {
    pub(super) dimension: Dimension,
    value: f64,
    /// As written.
    pub(super) text: String,
}

impl Quantity {
    /// Whether nothing is said of what it measures.
    pub(super) fn is_bare(&self) -> bool {
        self.dimension == Dimension::Bare
    }

    pub(super) fn compares_with(&self, other: &Self) -> bool {
        self.dimension == other.dimension || self.as_share().is_some() && other.as_share().is_some()
    }

    pub(super) fn equals(&self, other: &Self) -> bool {
        let (a, b) = match (self.as_share(), other.as_share()) {
            (Some(a), Some(b)) => (a, b),
            _ => (self.value, other.value),
        };
        (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
    }

    /// In hundredths: `10 %`, and `0.1` too.
    fn as_share(&self) -> Option<f64> {
        match self.dimension {
            Dimension::Share => Some(self.value),
            Dimension::Bare if self.value > 0.0 && self.value < 1.0 => Some(self.value * 100.0),
            _ => None,
        }
    }
}

const NUMBER_WORDS: [&str; 13] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Unit names with their dimension and factor.
pub(super) fn unit(word: &str) -> Option<(Dimension, f64)> {
    let word = word.to_ascii_lowercase();
    Some(match word.as_str() {
        "ms" | "msec" | "millis" | "millisecond" | "milliseconds" => (Dimension::Time, 1.0),
        "s" | "sec" | "secs" | "second" | "seconds" => (Dimension::Time, 1e3),
        "min" | "mins" | "minute" | "minutes" => (Dimension::Time, 6e4),
        "h" | "hr" | "hrs" | "hour" | "hours" => (Dimension::Time, 3.6e6),
        "d" | "day" | "days" => (Dimension::Time, 8.64e7),
        "week" | "weeks" => (Dimension::Time, 6.048e8),
        "b" | "byte" | "bytes" => (Dimension::Size, 1.0),
        "kb" => (Dimension::Size, 1e3),
        "mb" | "megabyte" | "megabytes" => (Dimension::Size, 1e6),
        "gb" | "gigabyte" | "gigabytes" => (Dimension::Size, 1e9),
        "kib" => (Dimension::Size, 1024.0),
        "mib" => (Dimension::Size, 1_048_576.0),
        "gib" => (Dimension::Size, 1_073_741_824.0),
        "%" | "percent" => (Dimension::Share, 1.0),
        _ => return None,
    })
}

/// The numbers and the versions of a clause.
pub(super) fn read_quantities(clause: &str) -> (Vec<Quantity>, Vec<String>) {
    // `>=20` is one word, though its signs part others.
    let clause = clause.replace(">= ", "≥").replace(">=", "≥");
    let tokens = tokens(&clause);
    let lone_unit = lone_unit(&tokens);
    let (mut quantities, mut versions) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        let token = tokens[at];
        at += 1;
        if let Some(year) = year_of_date(token) {
            quantities.push(Quantity { dimension: Dimension::Bare, value: year, text: token.to_string() });
            continue;
        }
        if let Some(version) = version(token, at.checked_sub(2).map(|before| tokens[before])) {
            versions.push(version);
            continue;
        }
        let Some((mut value, suffix)) = number(token) else { continue };
        let mut text = token.to_string();
        let mut binary = false;
        // 5 * 60 * 1000
        while tokens.get(at) == Some(&"*")
            && let Some((factor, "")) = tokens.get(at + 1).and_then(|token| number(token))
        {
            value *= factor;
            // Nobody multiplies by 1024 but for bytes.
            binary |= (factor - 1024.0).abs() < 0.5;
            text = alloc::format!("{text} * {}", tokens[at + 1]);
            at += 2;
        }
        let own = if suffix.is_empty() { None } else { unit(suffix) };
        let next = tokens.get(at).and_then(|word| unit(word).map(|found| (found, *word)));
        let found = match (own, next) {
            (Some(found), _) => Some(found),
            (None, Some((found, word))) if suffix.is_empty() => {
                text = alloc::format!("{text} {word}");
                at += 1;
                Some(found)
            }
            _ if binary => Some((Dimension::Size, 1.0)),
            _ => lone_unit,
        };
        let (dimension, factor) = found.unwrap_or((Dimension::Bare, 1.0));
        quantities.push(Quantity { dimension, value: value * factor, text });
    }
    (quantities, versions)
}

/// Pieces between spaces, brackets and assignment signs; names are cut at `_`, so that `TTL_SECONDS` tells its unit.
fn tokens(clause: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    for raw in clause.split(|c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '(' | ')' | '[' | ']' | '{' | '}' | '=' | ':' | '"' | '\'' | '`' | ',' | ';' | '<' | '>' | '|'
            )
    }) {
        let piece = raw.trim_end_matches(['.', '?', '!']);
        if piece.starts_with('≥') || piece == "*" || piece == "%" {
            tokens.push(piece);
        } else if piece.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '^' | '~' | 'v' | 'V')) {
            match piece.strip_suffix('%') {
                Some(number) => tokens.extend([number, "%"]),
                None => tokens.push(piece),
            }
        } else {
            tokens.extend(piece.split(['_', '-']).filter(|part| !part.is_empty()));
        }
    }
    tokens
}

/// The unit that a clause names once, apart from any number: `TIMEOUT_MS = 30`.
fn lone_unit(tokens: &[&str]) -> Option<(Dimension, f64)> {
    let mut units = tokens.iter().filter(|word| word.len() > 1).filter_map(|word| unit(word));
    let first = units.next()?;
    units.next().is_none().then_some(first)
}

/// A number and what is written right behind it: `300`, `300s`, `1_000`, `five`.
fn number(token: &str) -> Option<(f64, &str)> {
    if let Some(value) = NUMBER_WORDS.iter().position(|word| token.eq_ignore_ascii_case(word)) {
        return Some((value as f64, ""));
    }
    let end = token.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '_')).unwrap_or(token.len());
    let (digits, suffix) = token.split_at(end);
    if digits.is_empty() || digits.len() > 15 || !suffix.chars().all(|c| c.is_ascii_alphabetic()) {
        return None;
    }
    digits.replace('_', "").parse().ok().map(|value| (value, suffix))
}

/// The year of `2024-03-01`.
fn year_of_date(token: &str) -> Option<f64> {
    let mut parts = token.splitn(3, '-');
    let (year, month) = (parts.next()?, parts.next()?);
    let digits = |part: &str, count: usize| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
    (digits(year, 4) && digits(month, 2)).then(|| year.parse().ok())?
}

/// Capitalised, and not the name of a product.
pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// `18.2.0`, `v4`, `^1.2`, and a plain number behind a name that has one (`React 18`).
fn version(token: &str, before: Option<&str>) -> Option<String> {
    if let Some(least) = token.strip_prefix('≥') {
        return version(&alloc::format!("v{least}"), None).map(|least| alloc::format!("≥{least}"));
    }
    let marked = token.trim_start_matches(['^', '~', 'v', 'V']);
    let plain = marked.trim_end_matches(".x").trim_end_matches(".*");
    if plain.is_empty() || !plain.chars().all(|c| c.is_ascii_digit() || c == '.') || plain.starts_with('.') {
        return None;
    }
    let dots = plain.matches('.').count();
    let named = before.is_some_and(|name| {
        name.eq_ignore_ascii_case("version")
            || (name.len() > 1
                && !MONTHS.contains(&name)
                && name.starts_with(|c: char| c.is_ascii_uppercase())
                && name.chars().skip(1).any(|c| c.is_ascii_lowercase()))
    });
    let is_version =
        marked.len() < token.len() || dots >= 2 || plain.len() < marked.len() || (named && plain.len() <= 6);
    is_version.then(|| plain.to_string())
}

/// Equal as far as both are given: `18` and `18.2.0` are, `18.1` and `18.2` are not; `≥18` is what any later one is.
pub(super) fn same_version(a: &str, b: &str) -> bool {
    let numbers = |text: &str| -> Vec<u32> { text.split('.').map(|part| part.parse().unwrap_or(0)).collect() };
    match (a.strip_prefix('≥'), b.strip_prefix('≥')) {
        (Some(least), None) => return numbers(b) >= numbers(least),
        (None, Some(least)) => return numbers(a) >= numbers(least),
        _ => {}
    }
    a.split('.').zip(b.split('.')).all(|(a, b)| a == b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(clause: &str, values: &[f64], versions: &[&str]) {
        let (quantities, found) = read_quantities(clause);
        assert_eq!(quantities.iter().map(|q| q.value).collect::<Vec<_>>(), values, "{clause}");
        assert_eq!(found, versions, "{clause}");
    }

    #[test]
    fn numbers_units_and_versions() {
        check("timeout: 30s", &[30_000.0], &[]);
        check("const TIMEOUT_MS = 5 * 60 * 1000;", &[300_000.0], &[]);
        check("TTL_SECONDS = 300", &[300_000.0], &[]);
        check("at most 80% of 2 GiB", &[80.0, 2_147_483_648.0], &[]);
        check("1_000 rows", &[1000.0], &[]);
        check("React 18 and \"^18.2.0\", v4, 2.x", &[], &["18", "18.2.0", "4", "2"]);
        check("three retries", &[3.0], &[]);
        check("no numbers ... 1.2.3.4.5.6.7.8.9.10.11 99999999999999999999", &[], &["1.2.3.4.5.6.7.8.9.10.11"]);
    }

    #[test]
    fn versions_compare_as_far_as_given() {
        assert!(same_version("18", "18.2.0"));
        assert!(!same_version("18.1", "18.2"));
    }
}
