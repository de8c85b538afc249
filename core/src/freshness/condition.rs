//! `depends_on`: short sentences that people write, checked where they can be.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::facts::Facts;
use super::version::Requirement;

/// Whether a condition still holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It does.
    Holds,
    /// It cannot be told from what is known.
    Unverifiable,
    /// It does not.
    Broken,
}

/// One condition with its verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CheckedCondition {
    /// The condition as written.
    pub condition: String,
    /// Whether it holds.
    pub verdict: Verdict,
    /// What was found instead, when it is broken: `current project uses prisma 5.1.0`.
    pub change: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Condition {
    /// `is_numbered` when nothing but a whole number follows the name.
    Package {
        name: String,
        requirement: Option<Requirement>,
        is_numbered: bool,
    },
    Path(String),
    Predicate(&'static str),
    Not(alloc::boxed::Box<Condition>),
    Unknown,
}

/// Things a project needs that no manifest lists: languages, tools, services, systems. Their absence says nothing.
#[rustfmt::skip]
const NOT_PACKAGES: [&str; 78] = [
    "node", "npm", "pnpm", "yarn", "bun", "deno", "python", "pip", "poetry", "uv", "rust", "cargo", "rustup", "go",
    "java", "jdk", "openjdk", "maven", "gradle", "kotlin", "scala", "ruby", "bundler", "rubygems", "php", "composer",
    "perl", "elixir", "erlang", "swift", "xcode", "dotnet", ".net", "gcc", "clang", "llvm", "cmake", "make", "bash",
    "zsh", "powershell", "postgres", "postgresql", "mysql", "mariadb", "sqlite", "redis", "mongodb", "elasticsearch",
    "kafka", "rabbitmq", "nginx", "apache", "openssl", "docker", "docker-compose", "podman", "kubernetes", "kubectl",
    "helm", "terraform", "ansible", "vagrant", "linux", "ubuntu", "debian", "alpine", "fedora", "centos", "rhel",
    "macos", "ios", "android", "windows", "chrome", "firefox", "safari", "git",
];

/// Names that the same thing goes by.
const ALIASES: [(&str, &str); 5] =
    [("nodejs", "node"), ("node.js", "node"), ("golang", "go"), ("rustc", "rust"), ("python3", "python")];

/// A longer text is no condition that anybody could check.
const MAX_CONDITION: usize = 1000;

/// Checks one condition.
pub fn check_condition(text: &str, facts: &Facts) -> CheckedCondition {
    let (verdict, change) = evaluate(&parse(text), facts);
    CheckedCondition { condition: text.trim().to_string(), verdict, change }
}

/// The paths that the host should look for before it asks about these conditions; sorted, each once.
pub fn paths_in_conditions<'a>(conditions: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut paths: Vec<String> = conditions
        .into_iter()
        .filter_map(|text| {
            let mut condition = parse(text);
            while let Condition::Not(inner) = condition {
                condition = *inner;
            }
            if let Condition::Path(path) = condition { Some(path) } else { None }
        })
        .collect();
    paths.sort();
    paths.dedup();
    paths
}

fn parse(text: &str) -> Condition {
    let mut text = text.trim().trim_end_matches('.');
    if text.len() > MAX_CONDITION {
        return Condition::Unknown;
    }
    let mut negated = false;
    while let Some(rest) =
        ["NOT ", "not ", "Not ", "no ", "No ", "!"].iter().find_map(|negation| text.strip_prefix(negation))
    {
        negated = !negated;
        text = rest.trim().trim_end_matches('.');
    }
    let condition = parse_plain(text);
    if negated { Condition::Not(alloc::boxed::Box::new(condition)) } else { condition }
}

/// A condition without a negation in front of it.
fn parse_plain(text: &str) -> Condition {
    for (ending, negated) in [
        (" does not exist", true),
        (" doesn't exist", true),
        (" is missing", true),
        (" still exists", false),
        (" exists", false),
        (" exist", false),
    ] {
        if let Some(path) = text.strip_suffix(ending) {
            return match path_of(path) {
                Some(path) if negated => Condition::Not(alloc::boxed::Box::new(Condition::Path(path))),
                Some(path) => Condition::Path(path),
                None => Condition::Unknown,
            };
        }
    }
    let lower = text.to_ascii_lowercase();
    let predicate = lower
        .strip_prefix("is ")
        .unwrap_or(&lower)
        .trim_start_matches("a ")
        .trim_end_matches(" project")
        .trim_end_matches(" repo");
    match predicate {
        "monorepo" | "mono-repo" => return Condition::Predicate("monorepo"),
        "workspaces" | "workspace" | "npm workspaces" | "pnpm workspaces" | "yarn workspaces" | "cargo workspace" => {
            return Condition::Predicate("workspaces");
        }
        _ => {}
    }
    package(text).unwrap_or_else(|| {
        let is_path = text.contains('/') && !text.contains(' ') && !text.starts_with('@');
        path_of(text).filter(|_| is_path).map_or(Condition::Unknown, Condition::Path)
    })
}

/// A path inside the project: no spaces, no way out of it.
fn path_of(text: &str) -> Option<String> {
    let text = text.trim();
    let text = text.strip_prefix("file ").or_else(|| text.strip_prefix("folder ")).unwrap_or(text);
    let text = text.trim().trim_matches(['`', '"', '\'']).trim_start_matches("./").trim_end_matches('/');
    let is_inside = !text.is_empty()
        && !text.starts_with(['/', '~', '\\'])
        && !text.contains([' ', '*', '?', ':', '\0', '\\'])
        && text.split('/').all(|part| !part.is_empty() && part != "..");
    is_inside.then(|| text.to_string())
}

/// `prisma >= 4.0`, `Prisma 4.x`, `react@^18`, `uses express`.
fn package(text: &str) -> Option<Condition> {
    let text = ["uses ", "package ", "depends on ", "requires "]
        .iter()
        .fold(text, |text, word| text.strip_prefix(word).unwrap_or(text));
    let text = text.trim().trim_end_matches(" is installed").trim_end_matches(" installed");
    let skip = usize::from(text.starts_with('@'));
    let end = text[skip..]
        .find(|c: char| c.is_whitespace() || matches!(c, '@' | '<' | '>' | '=' | '^' | '~' | '!' | '≥' | '≤'))
        .map_or(text.len(), |end| end + skip);
    let name = text[..end].trim_matches(['`', '"', '\'']).to_string();
    let is_name = name.chars().any(char::is_alphabetic)
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '@' | '/' | '.' | '-' | '_'));
    let rest = &text[end..];
    let is_numbered = rest.starts_with(' ') && rest.trim().bytes().all(|byte| byte.is_ascii_digit());
    let rest = rest.trim_start_matches('@').trim();
    let rest = rest.strip_prefix("version ").unwrap_or(rest);
    if !is_name {
        return None;
    }
    if rest.is_empty() {
        let is_word = !name.contains(['/', '.']) || name.starts_with('@');
        return is_word.then_some(Condition::Package { name, requirement: None, is_numbered });
    }
    let requirement = Requirement::parse(rest)?;
    Some(Condition::Package { name, requirement: Some(requirement), is_numbered })
}

fn evaluate(condition: &Condition, facts: &Facts) -> (Verdict, Option<String>) {
    let unverifiable = (Verdict::Unverifiable, None);
    match condition {
        Condition::Unknown => unverifiable,
        Condition::Path(path) => match facts.paths.get(path) {
            Some(true) => (Verdict::Holds, None),
            Some(false) => (Verdict::Broken, Some(format!("{path} no longer exists"))),
            None => unverifiable,
        },
        Condition::Predicate(name) => match facts.predicates.get(*name) {
            Some(true) => (Verdict::Holds, None),
            Some(false) => (
                Verdict::Broken,
                Some(format!("current project does not use {name}").replace("use monorepo", "look like a monorepo")),
            ),
            None => unverifiable,
        },
        Condition::Package { name, requirement, is_numbered } => {
            let Some(found) = facts.package(usual_name(name)) else {
                // A bare word may name anything, and "Phase 3" too; only a version says that a package is meant.
                return match requirement {
                    Some(_) if !is_numbered && would_be_listed(name, facts) => {
                        (Verdict::Broken, Some(format!("current project does not use {name}")))
                    }
                    _ => unverifiable,
                };
            };
            let Some(requirement) = requirement else { return (Verdict::Holds, None) };
            // `workspace:^1.2.0` is the package beside this one.
            let range = Requirement::parse(found.strip_prefix("workspace:").unwrap_or(found));
            let lowest = range.and_then(|range| range.lower_bounds()).unwrap_or_default();
            let taken = lowest.iter().filter(|version| requirement.takes(version)).count();
            if taken == 0 && !lowest.is_empty() {
                (Verdict::Broken, Some(format!("current project uses {name} {}", found.trim_start_matches('v'))))
            } else if taken == lowest.len() && taken > 0 {
                (Verdict::Holds, None)
            } else {
                unverifiable
            }
        }
        Condition::Not(inner) => match (evaluate(inner, facts), inner.as_ref()) {
            ((Verdict::Holds, _), inner) => (Verdict::Broken, Some(describe(inner, facts))),
            ((Verdict::Broken, _), _) => (Verdict::Holds, None),
            // A bare name that no manifest lists is really absent, if manifests were read.
            ((Verdict::Unverifiable, _), Condition::Package { name, requirement: None, .. })
                if would_be_listed(name, facts) =>
            {
                (Verdict::Holds, None)
            }
            _ => unverifiable,
        },
    }
}

/// The name that manifests use for what goes by several.
fn usual_name(name: &str) -> &str {
    ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name)).map_or(name, |(_, usual)| usual)
}

/// Whether a package of this name would stand in a manifest that was read.
fn would_be_listed(name: &str, facts: &Facts) -> bool {
    facts.has_manifests && !NOT_PACKAGES.iter().any(|other| other.eq_ignore_ascii_case(usual_name(name)))
}

/// What a condition that holds says about the project.
fn describe(condition: &Condition, facts: &Facts) -> String {
    match condition {
        Condition::Path(path) => format!("{path} exists"),
        Condition::Predicate("monorepo") => "current project is a monorepo".to_string(),
        Condition::Predicate(name) => format!("current project uses {name}"),
        Condition::Package { name, .. } => match facts.package(usual_name(name)) {
            Some(version) => format!("current project uses {name} {}", version.trim_start_matches('v')),
            None => format!("current project uses {name}"),
        },
        Condition::Not(_) | Condition::Unknown => "the opposite is the case".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;

    fn facts() -> Facts {
        let files: [(&str, &[u8]); 1] = [(
            "package.json",
            br#"{"dependencies":{"prisma":"5.1.0","react":"^18.2.0","@scope/kit":"2.0.0"},"engines":{"node":">=20"},"workspaces":["a"]}"#,
        )];
        let paths = [("src/lib/auth.ts", true), ("src/gone.ts", false)];
        Facts::gather(
            files,
            paths.map(|(path, there)| (path.to_string(), there)).into_iter().collect::<BTreeMap<_, _>>(),
        )
    }

    #[track_caller]
    fn check(condition: &str, verdict: Verdict, change: Option<&str>) {
        let checked = check_condition(condition, &facts());
        assert_eq!((checked.verdict, checked.change.as_deref()), (verdict, change), "{condition}");
    }

    #[test]
    fn packages() {
        check("prisma >= 4.0", Verdict::Holds, None);
        check("Prisma 4.x", Verdict::Broken, Some("current project uses Prisma 5.1.0"));
        check("prisma < 5", Verdict::Broken, Some("current project uses prisma 5.1.0"));
        check("react@^18", Verdict::Holds, None);
        check("react ^17 || ^18", Verdict::Holds, None);
        check("@scope/kit 2.x", Verdict::Holds, None);
        check("Node.js >= 18", Verdict::Holds, None);
        check("node 22+", Verdict::Broken, Some("current project uses node >=20"));
        check("vue >= 3", Verdict::Broken, Some("current project does not use vue"));
        check("postgres >= 15", Verdict::Unverifiable, None);
        check("uses react", Verdict::Holds, None);
        check("NOT vue", Verdict::Holds, None);
        check("NOT react", Verdict::Broken, Some("current project uses react ^18.2.0"));
    }

    #[test]
    fn paths_and_shape() {
        check("src/lib/auth.ts exists", Verdict::Holds, None);
        check("`./src/lib/auth.ts` exists", Verdict::Holds, None);
        check("src/gone.ts exists", Verdict::Broken, Some("src/gone.ts no longer exists"));
        check("src/gone.ts", Verdict::Broken, Some("src/gone.ts no longer exists"));
        check("src/gone.ts does not exist", Verdict::Holds, None);
        check("NOT src/lib/auth.ts exists", Verdict::Broken, Some("src/lib/auth.ts exists"));
        check("NOT monorepo", Verdict::Broken, Some("current project is a monorepo"));
        check("npm workspaces", Verdict::Holds, None);
        check("../outside exists", Verdict::Unverifiable, None);
    }

    #[test]
    fn sentences_that_nobody_can_check() {
        for text in ["", "the team agrees", "Phase 3 is done", "NOT ", "!", "exists", "a ∧ b", "x >= y"] {
            check(text, Verdict::Unverifiable, None);
        }
    }

    #[track_caller]
    fn check_in(file: &str, text: &str, condition: &str, verdict: Verdict) {
        let facts = Facts::gather([(file, text.as_bytes())], BTreeMap::new());
        let checked = check_condition(condition, &facts);
        assert_eq!(checked.verdict, verdict, "{condition} in {text}: {:?}", checked.change);
    }

    #[test]
    fn without_a_lock_file_the_lowest_version_that_a_manifest_takes_counts() {
        for (range, condition, verdict) in [
            ("^18.2.0 || ^19.0.0", "x >= 18.2", Verdict::Holds),
            ("^18.2.0 || ^19.0.0", "x >= 19", Verdict::Unverifiable),
            ("^18.2.0 || ^19.0.0", "x >= 20", Verdict::Broken),
            ("4.x", "x >= 4", Verdict::Holds),
            ("4.x", "x >= 5", Verdict::Broken),
            (">=4.2 <5", "x >= 4.2", Verdict::Holds),
            (">4", "x > 4", Verdict::Holds),
            ("1.2.3 - 2.3.4", "x >= 1.2", Verdict::Holds),
            ("1.2.3 - 2.3.4", "x >= 3", Verdict::Broken),
            ("5.0.0-beta.1", "x >= 5", Verdict::Broken),
            ("v5.1", "x 5.1", Verdict::Holds),
            ("workspace:^4.1.0", "x >= 4", Verdict::Holds),
            ("workspace:*", "x >= 4", Verdict::Unverifiable),
            ("<3", "x >= 3", Verdict::Unverifiable),
            ("!=3.1", "x >= 3", Verdict::Unverifiable),
            ("*", "x >= 3", Verdict::Unverifiable),
            ("latest", "x >= 3", Verdict::Unverifiable),
            ("file:../lib2", "x >= 4", Verdict::Unverifiable),
            ("git+https://host/x.git#v2.0.0", "x >= 4", Verdict::Unverifiable),
            ("file:../lib2", "uses x", Verdict::Holds),
        ] {
            let text = format!("{{\"dependencies\":{{\"x\":\"{range}\"}}}}");
            check_in("package.json", &text, condition, verdict);
        }
        check_in("package.json", r#"{"engines":{"node":"20.x"}}"#, "node >= 20", Verdict::Holds);
        let python = "[project]\ndependencies = [\"django>=4.2,<5\"]\n";
        check_in("pyproject.toml", python, "django >= 4.2", Verdict::Holds);
        check_in("pyproject.toml", python, "django >= 5", Verdict::Broken);
        check_in("requirements.txt", "requests==2.31.0 --hash=sha256:a1\n", "requests >= 2.31", Verdict::Holds);
    }

    #[test]
    fn what_the_manifests_could_not_list_is_not_missed() {
        let manifest = r#"{"dependencies":{"prisma":"5.1.0"}}"#;
        for text in ["python3 >= 3.9", "Ubuntu 22.04", "terraform >= 1.5", "Phase 3", "NodeJS >= 18", "NOT python3"] {
            check_in("package.json", manifest, text, Verdict::Unverifiable);
        }
        for text in ["react >= 18", "react@18", "Vue 3.x"] {
            check_in("package.json", manifest, text, Verdict::Broken);
            check_in("package.json", "{ broken", text, Verdict::Unverifiable);
        }
        check_in("package.json", "{ broken", "NOT react", Verdict::Unverifiable);
        check_in("package.json", manifest, "NOT react", Verdict::Holds);
        check_in("package.json", manifest, "Prisma 4", Verdict::Broken);
    }

    #[test]
    fn a_manifest_that_cannot_be_read_may_list_anything() {
        let files: [(&str, &[u8]); 2] =
            [("package.json", br#"{"dependencies":{"prisma":"5.1.0"}}"#), ("Gemfile.lock", b"GEM\n")];
        let facts = Facts::gather(files, BTreeMap::new());
        assert_eq!(check_condition("rails >= 7", &facts).verdict, Verdict::Unverifiable);
        assert_eq!(check_condition("prisma < 5", &facts).verdict, Verdict::Broken);
        assert_eq!(check_condition("NOT monorepo", &facts).verdict, Verdict::Holds);
    }

    #[test]
    fn negations_cancel_out_however_many_there_are() {
        check("!!react", Verdict::Holds, None);
        check("NOT no !react", Verdict::Broken, Some("current project uses react ^18.2.0"));
        check(&("!".repeat(300) + "src/gone.ts"), Verdict::Broken, Some("src/gone.ts no longer exists"));
        check(&("!".repeat(60_000) + "react"), Verdict::Unverifiable, None);
        assert_eq!(paths_in_conditions(["!!NOT src/a.ts does not exist"]), ["src/a.ts"]);
    }

    #[test]
    fn the_host_is_told_which_paths_to_look_for() {
        let conditions = ["src/a.ts exists", "NOT b/c exists", "prisma >= 4", "/etc/passwd exists", "src/a.ts"];
        assert_eq!(paths_in_conditions(conditions), ["b/c", "src/a.ts"]);
    }
}
