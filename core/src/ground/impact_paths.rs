//! What paths tell: which ones a design names, which belong together, what kind of file they are.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::imports::{extension, file_stem};

/// A path that a design names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NamedPath {
    /// As named; for files that exist, the path in the tree.
    pub(super) path: String,
    /// The file in the tree, when there is one.
    pub(super) existing: Option<String>,
    /// Whether the design says it goes.
    pub(super) deleted: bool,
}

/// Files of a folder that a design names, at most.
const MAX_OF_FOLDER: usize = 20;

/// Finds the files that the paths in a design mean. `paths` is the sorted tree.
pub(super) fn named_paths(design: &str, written: &[String], paths: &[String]) -> Vec<NamedPath> {
    let mut named: Vec<NamedPath> = Vec::new();
    for path in written {
        let (deleted, created) = what_happens(design, path);
        let mut found = find(path, paths);
        if found.is_empty() && is_plausible_file(path) {
            let entry = NamedPath { path: path.clone(), existing: None, deleted: false };
            if !deleted && !named.contains(&entry) {
                named.push(entry);
            }
            continue;
        }
        if created && found.len() > 1 {
            found.truncate(1);
        }
        for existing in found {
            if !named.iter().any(|known| known.existing.as_ref() == Some(&existing)) {
                named.push(NamedPath { path: existing.clone(), existing: Some(existing), deleted });
            }
        }
    }
    named
}

/// The exact file, the files whose path ends like this, or the files of the folder.
fn find(path: &str, paths: &[String]) -> Vec<String> {
    if paths.binary_search_by(|known| known.as_str().cmp(path)).is_ok() {
        return Vec::from([path.to_string()]);
    }
    let tail = alloc::format!("/{path}");
    let ending: Vec<String> = paths.iter().filter(|known| known.ends_with(&tail)).cloned().collect();
    if !ending.is_empty() {
        // A bare name that many files share names none of them.
        let limit = if path.contains('/') { 8 } else { 4 };
        return if ending.len() <= limit { ending } else { Vec::new() };
    }
    // A path from above the root: `project/src/a.ts` for `src/a.ts`.
    if let Some((_, rest)) = path.split_once('/')
        && rest.contains('/')
        && paths.binary_search_by(|known| known.as_str().cmp(rest)).is_ok()
    {
        return Vec::from([rest.to_string()]);
    }
    let head = alloc::format!("{path}/");
    let inside: Vec<String> =
        paths.iter().filter(|known| known.starts_with(&head)).take(MAX_OF_FOLDER + 1).cloned().collect();
    if inside.len() <= MAX_OF_FOLDER { inside } else { Vec::new() }
}

/// Whether a name without a file in the tree can be a file to be made.
fn is_plausible_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let Some((base, extension)) = name.rsplit_once('.') else { return false };
    let plain =
        path.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '@' | '+' | '[' | ']'));
    !base.is_empty() && plain && super::words::is_file_extension(extension) && (path.contains('/') || base.len() > 2)
}

/// Whether the lines that name a path say that it is removed, or made.
fn what_happens(design: &str, path: &str) -> (bool, bool) {
    let (mut deleted, mut created) = (false, false);
    for line in design.lines().filter(|line| line.contains(path)) {
        let lower = line.to_lowercase();
        let at = lower.find(&path.to_lowercase()).unwrap_or(0);
        // Only the clause in front of the path counts.
        let before = lower[..at].rsplit(['.', ';', ',']).next().unwrap_or_default();
        let last_verb =
            before.split(|c: char| !c.is_ascii_alphabetic()).rev().find(|word| is_verb(word)).unwrap_or_default();
        deleted |= is_object_of_deletion(&lower[..at]);
        created |= matches!(last_verb, "create" | "creates" | "add" | "adds" | "new" | "introduce" | "introduces");
    }
    (deleted, created)
}

/// Whether what follows these words is itself what they delete or move. `Remove the option of` speaks of a part.
fn is_object_of_deletion(before: &str) -> bool {
    for written in before.split_whitespace().rev() {
        let word = written.trim_matches(|c: char| !c.is_alphanumeric());
        match word {
            "delete" | "deletes" | "remove" | "removes" | "drop" | "drops" | "rename" | "renames" | "move"
            | "moves" => {
                return true;
            }
            _ if written.ends_with(['.', ';', ':']) => return false,
            "" | "a" | "an" | "the" | "and" | "both" | "file" | "files" | "folder" | "directory" | "module" | "old"
            | "obsolete" | "unused" | "legacy" | "deprecated" => {}
            _ if word.contains(['/', '.']) => {}
            _ => return false,
        }
    }
    false
}

fn is_verb(word: &str) -> bool {
    matches!(
        word,
        "delete"
            | "deletes"
            | "remove"
            | "removes"
            | "drop"
            | "drops"
            | "create"
            | "creates"
            | "add"
            | "adds"
            | "new"
            | "update"
            | "updates"
            | "change"
            | "changes"
            | "modify"
            | "modifies"
            | "extend"
            | "extends"
            | "edit"
            | "fix"
            | "introduce"
            | "introduces"
            | "rename"
            | "renames"
            | "move"
            | "moves"
            | "use"
            | "uses"
            | "call"
            | "keep"
            | "keeps"
    )
}

/// Whether two files belong together by name: code and its test, source and header, a file and its generated twin.
pub(super) fn are_partners(a: &str, b: &str) -> bool {
    let (a_name, b_name) = (bare_name(a), bare_name(b));
    // A name of numbers alone is a version or a date, and those do not belong together.
    if a_name != b_name || a == b || !a_name.bytes().any(|byte| byte.is_ascii_alphabetic()) {
        return false;
    }
    let (a_folder, b_folder) = (folder(a), folder(b));
    // Namesakes far apart (`index`, `mod`, `utils`) are partners only when one is the other's test.
    a_folder == b_folder || (is_test(a) != is_test(b) && shares_folder(a_folder, b_folder))
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn shares_folder(a: &str, b: &str) -> bool {
    let meaning = |path: &str| {
        path.split('/')
            .rfind(|part| {
                !matches!(
                    *part,
                    "src" | "lib" | "test" | "tests" | "spec" | "__tests__" | "unit" | "main" | "java" | ""
                )
            })
            .map(ToString::to_string)
    };
    let (a, b) = (meaning(a), meaning(b));
    a == b || a.is_none() || b.is_none()
}

/// A file's name without extensions and without the marks of tests and generated twins.
fn bare_name(path: &str) -> String {
    let mut name = file_stem(path).to_ascii_lowercase();
    for mark in ["_test", "-test", "_spec", "-spec", "_unittest", "_generated", "-generated", "_pb2", "_gen", "_bg"] {
        if let Some(bare) = name.strip_suffix(mark) {
            name = bare.to_string();
        }
    }
    for mark in ["test_", "test-", "tests_"] {
        if let Some(bare) = name.strip_prefix(mark) {
            name = bare.to_string();
        }
    }
    if is_test(path)
        && name.len() > 4
        && let Some(bare) =
            name.strip_suffix("test").or_else(|| name.strip_suffix("tests")).or_else(|| name.strip_prefix("test"))
    {
        name = bare.to_string();
    }
    name
}

/// Whether a path is a test.
pub(super) fn is_test(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    path.split('/').rev().skip(1).any(|part| {
        matches!(
            part,
            "test" | "tests" | "spec" | "specs" | "__tests__" | "testing" | "t" | "e2e" | "testdata" | "testdir"
        )
    }) || name.contains(".test.")
        || name.contains(".spec.")
        || name.contains("_test.")
        || name.starts_with("test_")
        || name.starts_with("test-")
}

/// Whether a path is documentation.
pub(super) fn is_documentation(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    matches!(extension, "md" | "mdx" | "rst" | "adoc" | "txt") && name != "cmakelists.txt" && name != "requirements.txt"
        || matches!(name.as_str(), "readme" | "news" | "changes" | "changelog" | "authors" | "license" | "copying")
        || path.split('/').any(|part| matches!(part, "doc" | "docs" | "documentation"))
}

/// Whether a path tells what changed in the past: change logs, news and notes on releases.
///
/// They speak of every change in the words of designs, and so resemble each of them.
pub(super) fn is_record(path: &str) -> bool {
    const NAMES: [&str; 7] = ["changelog", "changes", "news", "history", "releases", "release-notes", "whatsnew"];
    let lower = path.to_ascii_lowercase();
    let (folders, name) = lower.rsplit_once('/').unwrap_or(("", &lower));
    let bare = file_stem(name).replace('_', "-");
    let of_record = |word: &str| {
        NAMES.iter().any(|known| {
            word.strip_prefix(known).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
        })
    };
    let prose = is_documentation(path) || !name.contains('.') || extension(name) == "html";
    prose && (of_record(&bare) || bare.contains("release-notes") || folders.split('/').any(of_record))
}

/// The area that the first line of a commit message names: `net: …`, `core/net: …`, `[net] …`, in lower case.
pub(super) fn area(design: &str) -> Vec<String> {
    let first = design.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
    let head = match first.strip_prefix('[') {
        Some(rest) => rest.split_once(']').map_or("", |(head, _)| head),
        None => first.split_once(": ").map_or("", |(head, _)| head),
    };
    if head.is_empty() || head.len() > 60 || head.split_whitespace().count() > 3 {
        return Vec::new();
    }
    let words = head.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-'));
    words.map(str::to_lowercase).filter(|word| word.len() > 1).collect()
}

/// Whether a folder of a path, or its file, has the name of an area.
pub(super) fn is_in_area(path: &str, area: &[String]) -> bool {
    area.iter().any(|word| {
        path.split('/').any(|part| part.eq_ignore_ascii_case(word)) || file_stem(path).eq_ignore_ascii_case(word)
    })
}

/// Whether a path guards access, data or delivery.
pub(super) fn is_sensitive(path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    lower.split(['/', '.', '_', '-']).any(|part| {
        matches!(
            part,
            "auth"
                | "authentication"
                | "authorization"
                | "security"
                | "crypto"
                | "secret"
                | "secrets"
                | "permission"
                | "permissions"
                | "migration"
                | "migrations"
                | "schema"
                | "billing"
                | "payment"
                | "payments"
                | "password"
                | "session"
                | "acl"
                | "oauth"
        )
    }) || lower.starts_with(".github/workflows/")
        || matches!(
            lower.rsplit('/').next(),
            Some("dockerfile" | "package.json" | "cargo.toml" | "go.mod" | "pyproject.toml")
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> Vec<String> {
        let mut paths = [
            "src/auth/login.ts",
            "src/auth/login.test.ts",
            "src/a.c",
            "src/a.h",
            "tests/test_login.py",
            "docs/login.md",
            "app/login.py",
        ]
        .map(String::from)
        .to_vec();
        paths.sort();
        paths
    }

    #[track_caller]
    fn check(design: &str, written: &str, existing: Option<&str>, deleted: bool) {
        let named = named_paths(design, &[written.to_string()], &tree());
        assert_eq!(named.len(), 1, "{design} {named:?}");
        assert_eq!((named[0].existing.as_deref(), named[0].deleted), (existing, deleted), "{design}");
    }

    #[test]
    fn designs_name_files_in_many_ways() {
        check("Update src/auth/login.ts", "src/auth/login.ts", Some("src/auth/login.ts"), false);
        check("Change login.ts", "login.ts", Some("src/auth/login.ts"), false);
        check("Delete `src/a.c`.", "src/a.c", Some("src/a.c"), true);
        check("Remove the check from src/a.c", "src/a.c", Some("src/a.c"), false);
        check("Rename src/a.c to src/b.c", "src/a.c", Some("src/a.c"), true);
        check("Rename src/a.c to src/b.c", "src/b.c", None, false);
        check("Add src/auth/logout.ts", "src/auth/logout.ts", None, false);
        check("in myrepo/src/a.c", "myrepo/src/a.c", Some("src/a.c"), false);
    }

    #[test]
    fn a_file_goes_only_when_it_is_what_is_deleted() {
        for (design, deleted) in [
            ("Remove the retry option of src/a.c", false),
            ("Drop support for the legacy flag (src/a.c)", false),
            ("Remove unused code at src/a.c", false),
            ("Remove the check in src/a.c", false),
            ("Remove `retry`: src/a.c keeps the rest", false),
            ("Delete src/a.h. src/a.c stays", false),
            ("Delete src/a.h and update src/a.c", false),
            ("Move src/a.h to src/a.c", false),
            ("Remove the file \"src/a.c\"", true),
            ("- **Delete**: `src/a.c`", true),
            ("Delete src/a.h, docs/login.md and src/a.c", true),
            ("Then remove the obsolete files (src/a.c and others)", true),
            ("Move src/a.c into lib/", true),
        ] {
            check(design, "src/a.c", Some("src/a.c"), deleted);
        }
    }

    #[test]
    fn what_is_no_file_is_not_named() {
        for (design, written) in [("and/or", "and/or"), ("see e.g.", "e.g"), ("delete gone.ts", "gone.ts")] {
            assert!(named_paths(design, &[written.to_string()], &tree()).is_empty(), "{design}");
        }
    }

    #[test]
    fn partners() {
        for (a, b, expected) in [
            ("src/auth/login.ts", "src/auth/login.test.ts", true),
            ("src/a.c", "src/a.h", true),
            ("app/login.py", "tests/test_login.py", true),
            ("src/x/index.ts", "src/y/index.ts", false),
            ("pkg/user.go", "pkg/user_test.go", true),
            ("src/main/java/x/Login.java", "src/test/java/x/LoginTest.java", true),
            ("a/b.rs", "a/c.rs", false),
        ] {
            assert_eq!(are_partners(a, b), expected, "{a} {b}");
            assert_eq!(are_partners(b, a), expected, "{b} {a}");
        }
    }
}
