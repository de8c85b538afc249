//! Versions and what is asked of them, in the notations of all package managers.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// A version: numbers, and whether it is a pre-release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Version {
    numbers: Vec<u64>,
    prerelease: bool,
}

impl Version {
    /// Reads `4.2.1`, `v1.2`, `5.0.0-beta.1`, `1.2.3rc1`; `None` when it does not start with a number.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = text.strip_prefix(['v', 'V']).unwrap_or(text);
        if !text.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let numbers = numbers(&text[..end])?;
        let rest = text[end..].trim_start_matches(['.', '-', '_']).to_ascii_lowercase();
        let is_final = text[end..].starts_with('+') || rest.starts_with("post") || rest.starts_with("final");
        Some(Self { numbers, prerelease: !rest.is_empty() && !is_final })
    }

    fn number(&self, at: usize) -> u64 {
        self.numbers.get(at).copied().unwrap_or(0)
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        let length = self.numbers.len().max(other.numbers.len());
        (0..length)
            .map(|at| self.number(at).cmp(&other.number(at)))
            .find(|order| order.is_ne())
            .unwrap_or_else(|| other.prerelease.cmp(&self.prerelease))
    }
}

fn numbers(text: &str) -> Option<Vec<u64>> {
    let parts: Option<Vec<u64>> =
        text.split('.').filter(|part| !part.is_empty()).map(|part| part.parse().ok()).collect();
    parts.filter(|parts| !parts.is_empty())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Op {
    AtLeast,
    Above,
    AtMost,
    Below,
    /// The stated numbers, whatever follows: `4` and `4.x` take `4.9.1`.
    Prefix,
    Not,
    /// Up to the next breaking version.
    Caret,
    /// Up to the next minor version.
    Tilde,
    /// Any version at all.
    Any,
}

/// Alternatives of conditions that must hold together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Requirement(Vec<Vec<(Op, Version)>>);

impl Requirement {
    /// Reads `>= 4.0`, `^4`, `~> 1.2`, `4.x`, `>=4 <5`, `>=4, <5`, `4.1 - 4.9`, `^4 || ^5`, `20+`, `at least 3`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let alternatives: Option<Vec<_>> =
            text.split("||").flat_map(|part| part.split(" or ")).map(alternative).collect();
        alternatives.filter(|all| !all.is_empty()).map(Self)
    }

    /// Whether a version is what is asked for.
    pub(crate) fn takes(&self, version: &Version) -> bool {
        self.0.iter().any(|all| all.iter().all(|(op, bound)| holds(*op, bound, version)))
    }

    /// The lowest version that each alternative takes; `None` when one of them has no lower bound.
    pub(crate) fn lower_bounds(&self) -> Option<Vec<Version>> {
        self.0.iter().map(|all| all.iter().filter_map(|(op, bound)| lowest(*op, bound)).max()).collect()
    }
}

const OPERATORS: [(&str, Op); 19] = [
    (">=", Op::AtLeast),
    ("=>", Op::AtLeast),
    ("≥", Op::AtLeast),
    ("at least", Op::AtLeast),
    ("<=", Op::AtMost),
    ("≤", Op::AtMost),
    ("at most", Op::AtMost),
    ("!=", Op::Not),
    ("===", Op::Prefix),
    ("==", Op::Prefix),
    ("~>", Op::Tilde),
    ("~=", Op::Tilde),
    (">", Op::Above),
    ("above", Op::Above),
    ("<", Op::Below),
    ("below", Op::Below),
    ("=", Op::Prefix),
    ("^", Op::Caret),
    ("~", Op::Tilde),
];

fn alternative(text: &str) -> Option<Vec<(Op, Version)>> {
    let mut rest = text.trim().trim_matches(|c| c == '"' || c == '\'').trim();
    if matches!(rest, "*" | "x" | "latest" | "any") {
        return Some(alloc::vec![(Op::Any, Version { numbers: Vec::new(), prerelease: false })]);
    }
    if let Some((from, to)) = rest.split_once(" - ") {
        return Some(alloc::vec![(Op::AtLeast, bound(from.trim())?.0), (Op::AtMost, bound(to.trim())?.0)]);
    }
    let mut all = Vec::new();
    while !rest.is_empty() {
        let operator = OPERATORS.iter().find(|(mark, _)| starts_with_ignoring_case(rest, mark));
        let after = operator.map_or(rest, |(mark, _)| rest[mark.len()..].trim_start());
        let end = after.find(|c: char| c == ',' || c.is_whitespace()).unwrap_or(after.len());
        let (word, tail) = after.split_at(end);
        let (bound, wildcard) = bound(word)?;
        let op = match operator {
            Some((_, op)) => *op,
            None if word.ends_with('+') => Op::AtLeast,
            None => Op::Prefix,
        };
        // `>= 4.x` says no more than `>= 4`; `~= 1.4` (Python) and `~> 1.4` (Ruby) reach up to 2.
        let op = match op {
            Op::Tilde if operator.is_some_and(|(mark, _)| mark.len() == 2) && bound.numbers.len() == 2 => Op::Caret,
            op if wildcard && matches!(op, Op::Caret | Op::Tilde) => Op::Prefix,
            op => op,
        };
        all.push((op, bound));
        rest = tail.trim_start_matches([',', ' ', '\t']);
        if all.len() > 16 {
            return None;
        }
    }
    (!all.is_empty()).then_some(all)
}

fn starts_with_ignoring_case(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
}

/// The version in a bound, and whether it ends in a wildcard.
fn bound(word: &str) -> Option<(Version, bool)> {
    let word = word.trim_end_matches('+');
    let fixed = word.find(".x").or_else(|| word.find(".X")).or_else(|| word.find(".*"));
    let version = Version::parse(&word[..fixed.unwrap_or(word.len())])?;
    Some((version, fixed.is_some()))
}

fn holds(op: Op, bound: &Version, version: &Version) -> bool {
    match op {
        Op::Any => true,
        Op::AtLeast => version >= bound,
        Op::Above => version > bound && !has_prefix(bound, version),
        Op::AtMost => version <= bound || has_prefix(bound, version),
        Op::Below => version < bound,
        Op::Prefix => has_prefix(bound, version),
        Op::Not => !has_prefix(bound, version),
        Op::Caret => {
            let fixed = bound.numbers.iter().position(|&number| number > 0).unwrap_or(bound.numbers.len() - 1);
            version >= bound && (0..=fixed).all(|at| version.number(at) == bound.number(at))
        }
        Op::Tilde => {
            let fixed = usize::from(bound.numbers.len() > 1);
            version >= bound && (0..=fixed).all(|at| version.number(at) == bound.number(at))
        }
    }
}

/// The lowest version that a bound takes, if it is a bound from below.
fn lowest(op: Op, bound: &Version) -> Option<Version> {
    match op {
        Op::AtLeast | Op::Prefix | Op::Caret | Op::Tilde => Some(bound.clone()),
        Op::Above => {
            let mut next = Version { numbers: bound.numbers.clone(), prerelease: false };
            if let Some(last) = next.numbers.last_mut().filter(|_| !bound.prerelease) {
                *last = last.saturating_add(1);
            }
            Some(next)
        }
        Op::AtMost | Op::Below | Op::Not | Op::Any => None,
    }
}

fn has_prefix(bound: &Version, version: &Version) -> bool {
    bound.numbers.iter().enumerate().all(|(at, &number)| version.number(at) == number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(requirement: &str, takes: &[&str], refuses: &[&str]) {
        let parsed = Requirement::parse(requirement).expect(requirement);
        for version in takes {
            assert!(parsed.takes(&Version::parse(version).unwrap()), "{requirement} takes {version}");
        }
        for version in refuses {
            assert!(!parsed.takes(&Version::parse(version).unwrap()), "{requirement} refuses {version}");
        }
    }

    #[test]
    fn requirements_of_all_package_managers() {
        check(">= 4.0", &["4.0.0", "4.0", "5.1.2", "v4.2"], &["3.9.9", "4.0.0-beta.1"]);
        check("4.x", &["4.0.0", "4.9"], &["5.0.0", "3.0"]);
        check("4", &["4.9.1"], &["40.0.0", "5.0"]);
        check("^4.2.1", &["4.2.1", "4.9.0"], &["4.2.0", "5.0.0"]);
        check("^0.3.1", &["0.3.9"], &["0.4.0", "0.3.0"]);
        check("^0.0.3", &["0.0.3"], &["0.0.4"]);
        check("~1.2.3", &["1.2.9"], &["1.3.0"]);
        check("~1", &["1.9"], &["2.0"]);
        check("~> 1.4", &["1.9"], &["2.0", "1.3"]);
        check("~=1.4.2", &["1.4.9"], &["1.5.0"]);
        check(">=4 <5", &["4.5"], &["5.0", "3.9"]);
        check(">=4,<5", &["4.5"], &["5.0"]);
        check("^4 || ^6", &["4.1", "6.0"], &["5.0"]);
        check("1.2 - 2.3", &["1.2.0", "2.3.9"], &["1.1", "2.4"]);
        check("20+", &["20.0", "22.1"], &["18.0"]);
        check("at least 3", &["3.0"], &["2.0"]);
        check("> 4", &["5.0"], &["4.2"]);
        check("<= 4", &["4.2"], &["5.0"]);
        check("!= 4.1", &["4.2"], &["4.1.7"]);
        check("=1.2.3", &["1.2.3"], &["1.2.4"]);
        check("*", &["0.0.1", "9.0"], &[]);
        check("== 1.0rc1", &["1.0"], &[]);
    }

    #[test]
    fn what_is_not_a_requirement() {
        for text in ["", "soon", ">= four", ">=", "||", "x y", "^", "1 - ", " - 1"] {
            assert_eq!(Requirement::parse(text), None, "{text}");
        }
        assert_eq!(Version::parse("workspace:*"), None);
        assert_eq!(Version::parse("99999999999999999999999.1"), None);
    }
}
