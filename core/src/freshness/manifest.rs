//! What manifests and lock files say about the packages of a project. Tolerant: an unreadable line is skipped.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Map, Value};

/// What one file says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Manifest {
    /// Packages asked for by the project itself: name and requirement.
    pub(crate) required: Vec<(String, String)>,
    /// Packages resolved by a lock file: name and version.
    pub(crate) locked: Vec<(String, String)>,
    /// Whether it declares several packages in one repository.
    pub(crate) workspaces: bool,
    /// Whether it lists packages that cannot be told.
    pub(crate) is_unreadable: bool,
}

/// File names that [`read`] knows; `requirements*.txt` besides.
pub(crate) const NAMES: [&str; 29] = [
    "package.json",
    "package-lock.json",
    "npm-shrinkwrap.json",
    "pnpm-lock.yaml",
    "pnpm-workspace.yaml",
    "yarn.lock",
    "lerna.json",
    "Cargo.toml",
    "Cargo.lock",
    "pyproject.toml",
    "requirements.txt",
    "requirements-dev.txt",
    "poetry.lock",
    "uv.lock",
    "go.mod",
    "go.work",
    "nx.json",
    "Gemfile",
    "Gemfile.lock",
    "composer.json",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "mix.exs",
    "pubspec.yaml",
    "Package.swift",
    "Pipfile",
    "setup.py",
    "environment.yml",
];

/// Reads one file by its name; `None` for a name that is no manifest.
pub(crate) fn read(path: &str, bytes: &[u8]) -> Option<Manifest> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}');
    Some(match name {
        "package.json" => package_json(text),
        "package-lock.json" | "npm-shrinkwrap.json" => package_lock(text),
        "pnpm-lock.yaml" => pnpm_lock(text),
        "yarn.lock" => yarn_lock(text),
        "pnpm-workspace.yaml" | "lerna.json" | "nx.json" | "go.work" => {
            Manifest { workspaces: true, ..Manifest::default() }
        }
        "Cargo.toml" => cargo_toml(text),
        "pyproject.toml" => pyproject(text),
        "Cargo.lock" | "poetry.lock" | "uv.lock" => package_tables(text),
        "go.mod" => go_mod(text),
        _ if name.starts_with("requirements")
            && path.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("txt")) =>
        {
            Manifest { required: text.lines().filter_map(python_requirement).collect(), ..Manifest::default() }
        }
        _ if NAMES.contains(&name) => unreadable(),
        _ => return None,
    })
}

fn unreadable() -> Manifest {
    Manifest { is_unreadable: true, ..Manifest::default() }
}

fn object(text: &str) -> Option<Map<String, Value>> {
    match serde_json::from_str(text) {
        Ok(Value::Object(map)) => Some(map),
        _ => None,
    }
}

fn package_json(text: &str) -> Manifest {
    let Some(map) = object(text) else { return unreadable() };
    let mut manifest = Manifest { workspaces: map.contains_key("workspaces"), ..Manifest::default() };
    for key in ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies", "engines"] {
        let entries = map.get(key).and_then(Value::as_object).into_iter().flatten();
        manifest.required.extend(entries.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_string()))));
    }
    if let Some((name, version)) =
        map.get("packageManager").and_then(Value::as_str).and_then(|text| text.split_once('@'))
    {
        manifest.required.push((name.to_string(), version.split('+').next().unwrap_or(version).to_string()));
    }
    manifest
}

fn package_lock(text: &str) -> Manifest {
    let Some(map) = object(text) else { return unreadable() };
    let mut locked = Vec::new();
    let version = |value: &Value| value.get("version").and_then(Value::as_str).map(ToString::to_string);
    for (path, value) in map.get("packages").and_then(Value::as_object).into_iter().flatten() {
        // Only what the project itself sees; copies below other packages are their own affair.
        if let Some(name) = path.strip_prefix("node_modules/").filter(|name| !name.contains("node_modules/")) {
            locked.extend(version(value).map(|version| (name.to_string(), version)));
        }
    }
    if locked.is_empty() {
        for (name, value) in map.get("dependencies").and_then(Value::as_object).into_iter().flatten() {
            locked.extend(version(value).map(|version| (name.clone(), version)));
        }
    }
    Manifest { locked, ..Manifest::default() }
}

/// Names and versions from `packages:` keys: `/name@1.2.3(peer)`, `name@1.2.3` or `/name/1.2.3`.
fn pnpm_lock(text: &str) -> Manifest {
    let mut locked = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if !line.starts_with(' ') && !line.trim().is_empty() {
            inside = line.starts_with("packages:");
            continue;
        }
        let Some(key) = line.strip_prefix("  ").filter(|key| inside && !key.starts_with(' ')) else { continue };
        let key = key.trim_end().trim_end_matches(':').trim_matches(['\'', '"']).trim_start_matches('/');
        let key = key.split('(').next().unwrap_or(key);
        let at = key.rfind('@').filter(|&at| at > 0).or_else(|| key.rfind('/'));
        if let Some(at) = at {
            locked.push((key[..at].to_string(), key[at + 1..].to_string()));
        }
    }
    Manifest { locked, ..Manifest::default() }
}

fn yarn_lock(text: &str) -> Manifest {
    let mut locked = Vec::new();
    let mut name = None;
    for line in text.lines() {
        if !line.starts_with([' ', '#']) && line.ends_with(':') {
            let first = line.trim_end_matches(':').split(", ").next().unwrap_or("").trim_matches('"');
            name = first.rfind('@').filter(|&at| at > 0).map(|at| &first[..at]);
            // Berry writes `name@npm:^1.0.0`, and `name@npm:other@1` for an alias.
            name = name.map(|name| name.split("@npm:").next().unwrap_or(name));
        } else if let Some(version) = line.strip_prefix("  version") {
            let version = version.trim_start_matches(':').trim().trim_matches('"');
            locked.extend(name.map(|name| (name.to_string(), version.to_string())));
        }
    }
    Manifest { locked, ..Manifest::default() }
}

/// `key = value` lines of TOML with the table they stand in; arrays may span lines.
fn toml_entries(text: &str) -> Vec<(String, String, String)> {
    let mut entries = Vec::new();
    let mut table = String::new();
    let mut open: Option<(String, String)> = None;
    for line in text.lines() {
        let line = line.trim();
        if let Some((key, mut value)) = open.take() {
            value.push_str(line.split(" #").next().unwrap_or(line));
            value.push(' ');
            if line.starts_with(']') || line.ends_with(']') || value.len() > 100_000 {
                entries.push((table.clone(), key, value));
            } else {
                open = Some((key, value));
            }
            continue;
        }
        if line.starts_with('[') {
            table = line.trim_matches(['[', ']', ' ']).replace('"', "");
            continue;
        }
        let Some((key, value)) = line.split_once('=').filter(|_| !line.starts_with('#')) else { continue };
        let (key, value) = (key.trim().trim_matches(['"', '\'']).to_string(), value.trim().to_string());
        if value.starts_with('[') && !value.contains(']') {
            open = Some((key, value));
        } else {
            entries.push((table.clone(), key, value));
        }
    }
    entries
}

/// The version in a TOML value: `"1.2"`, or `version = "1.2"` inside an inline table.
fn toml_version(value: &str) -> Option<String> {
    let value = match value.strip_prefix('{') {
        Some(table) => {
            table.split_once("version").and_then(|(_, rest)| rest.trim_start().strip_prefix('='))?.trim_start()
        }
        None => value,
    };
    Some(quoted_strings(value).into_iter().next()?.to_string())
}

fn quoted_strings(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['"', '\'']) {
        let quote = char::from(rest.as_bytes()[start]);
        let Some((inside, after)) = rest[start + 1..].split_once(quote) else { break };
        found.push(inside);
        rest = after;
    }
    found
}

fn cargo_toml(text: &str) -> Manifest {
    let mut manifest = Manifest::default();
    for (table, key, value) in toml_entries(text) {
        manifest.workspaces |= table == "workspace" && key == "members";
        let last = table.rsplit('.').next().unwrap_or(&table);
        if last.ends_with("dependencies") {
            manifest.required.extend(toml_version(&value).map(|version| (key, cargo_caret(&version))));
        } else if key == "version" && table.rsplit_once('.').is_some_and(|(parent, _)| parent.ends_with("dependencies"))
        {
            manifest.required.extend(toml_version(&value).map(|version| (last.to_string(), cargo_caret(&version))));
        } else if key == "rust-version" {
            manifest.required.extend(toml_version(&value).map(|version| ("rust".to_string(), format!(">={version}"))));
        }
    }
    manifest
}

/// Cargo reads a bare version as `^version`.
fn cargo_caret(version: &str) -> String {
    if version.starts_with(|c: char| c.is_ascii_digit()) && !version.contains('*') {
        format!("^{version}")
    } else {
        version.to_string()
    }
}

fn pyproject(text: &str) -> Manifest {
    let mut required = Vec::new();
    for (table, key, value) in toml_entries(text) {
        match table.as_str() {
            "project" if key == "requires-python" => {
                required.extend(toml_version(&value).map(|version| ("python".to_string(), version)));
            }
            "project" if key == "dependencies" => {
                required.extend(quoted_strings(&value).into_iter().filter_map(python_requirement));
            }
            "project.optional-dependencies" | "dependency-groups" => {
                required.extend(quoted_strings(&value).into_iter().filter_map(python_requirement));
            }
            _ if table.starts_with("tool.poetry") && table.ends_with("dependencies") => {
                required.extend(toml_version(&value).map(|version| (key, version)));
            }
            _ => {}
        }
    }
    Manifest { required, ..Manifest::default() }
}

/// `name[extra] >= 1.0, < 2 ; python_version > "3"` → name and requirement.
fn python_requirement(line: &str) -> Option<(String, String)> {
    let line = line.split(['#', ';']).next()?;
    // pip takes options behind a requirement, and a backslash carries them over to the next line.
    let line = line.split(" --").next()?.trim_end().trim_end_matches('\\').trim();
    if line.starts_with('-') {
        return None;
    }
    let end = line.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'))).unwrap_or(line.len());
    let name = &line[..end];
    if name.is_empty() {
        return None;
    }
    let rest = line[end..].trim();
    let rest = if rest.starts_with('[') { rest.split_once(']').map_or("", |(_, after)| after).trim() } else { rest };
    if rest.starts_with('@') {
        return Some((name.to_string(), "*".to_string()));
    }
    Some((name.to_string(), if rest.is_empty() { "*".to_string() } else { rest.trim_matches(['(', ')']).to_string() }))
}

/// `[[package]]` tables with `name` and `version`.
fn package_tables(text: &str) -> Manifest {
    let mut locked = Vec::new();
    let mut name: Option<String> = None;
    for line in text.lines() {
        if line.starts_with("[[") {
            name = None;
        } else if let Some(value) = line.strip_prefix("name = ") {
            name = toml_version(value);
        } else if let Some(value) = line.strip_prefix("version = ")
            && let (Some(name), Some(version)) = (name.take(), toml_version(value))
        {
            locked.push((name, version));
        }
    }
    Manifest { locked, ..Manifest::default() }
}

fn go_mod(text: &str) -> Manifest {
    let mut manifest = Manifest::default();
    let mut inside = false;
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or(line).trim();
        if line.starts_with("require (") {
            inside = true;
        } else if line == ")" {
            inside = false;
        } else if let Some(version) = line.strip_prefix("go ") {
            manifest.required.push(("go".to_string(), format!(">={}", version.trim())));
        } else if let Some(entry) = line.strip_prefix("require ").or(inside.then_some(line))
            && let Some((name, version)) = entry.trim().split_once(' ')
        {
            manifest.locked.push((name.to_string(), version.trim().to_string()));
        }
    }
    manifest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, text: &str, required: &[(&str, &str)], locked: &[(&str, &str)]) {
        let manifest = read(path, text.as_bytes()).expect(path);
        let pairs = |list: &[(String, String)]| -> Vec<(String, String)> {
            let mut list = list.to_vec();
            list.sort();
            list
        };
        let expected = |list: &[(&str, &str)]| -> Vec<(String, String)> {
            let mut list: Vec<_> = list.iter().map(|(a, b)| ((*a).to_string(), (*b).to_string())).collect();
            list.sort();
            list
        };
        assert_eq!(pairs(&manifest.required), expected(required), "required by {path}");
        assert_eq!(pairs(&manifest.locked), expected(locked), "locked by {path}");
    }

    #[test]
    fn javascript() {
        check(
            "package.json",
            r#"{"dependencies":{"prisma":"^4.0.0"},"devDependencies":{"@types/node":"20"},"engines":{"node":">=20"},"packageManager":"pnpm@9.1.0+sha512.x","workspaces":["a"]}"#,
            &[("prisma", "^4.0.0"), ("@types/node", "20"), ("node", ">=20"), ("pnpm", "9.1.0")],
            &[],
        );
        check(
            "package-lock.json",
            r#"{"packages":{"":{"version":"1.0.0"},"node_modules/@a/b":{"version":"2.0.0"},"node_modules/x/node_modules/y":{"version":"9.0.0"}}}"#,
            &[],
            &[("@a/b", "2.0.0")],
        );
        check("package-lock.json", r#"{"dependencies":{"x":{"version":"1.0.0"}}}"#, &[], &[("x", "1.0.0")]);
        check(
            "pnpm-lock.yaml",
            "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\npackages:\n\n  '@a/b@1.2.3':\n    resolution: {}\n  x@4.0.0(y@1.0.0):\n  /z/2.0.0:\n  /w@3.0.0:\nsnapshots:\n  q@1.0.0: {}\n",
            &[],
            &[("@a/b", "1.2.3"), ("x", "4.0.0"), ("z", "2.0.0"), ("w", "3.0.0")],
        );
        check(
            "yarn.lock",
            "# yarn lockfile v1\n\n\"@a/b@^1.0\", \"@a/b@^1.2\":\n  version \"1.2.3\"\n\nx@4:\n  version \"4.1.0\"\n\n\"y@npm:^2.0\":\n  version: 2.5.0\n",
            &[],
            &[("@a/b", "1.2.3"), ("x", "4.1.0"), ("y", "2.5.0")],
        );
        assert!(read("package.json", br#"{"workspaces":[]}"#).unwrap().workspaces);
        for (path, text) in [("package.json", "{ broken"), ("package-lock.json", ""), ("web/Gemfile.lock", "GEM")] {
            assert_eq!(read(path, text.as_bytes()), Some(unreadable()), "{path}");
        }
    }

    #[test]
    fn rust_python_go() {
        check(
            "Cargo.toml",
            "[package]\nrust-version = \"1.88\"\n[dependencies]\nserde = { version = \"1.0\", features = [\"derive\"] }\nlibm = \"0.2\" # math\nlocal = { path = \"x\" }\n[dependencies.regex]\nversion = \"=1.2.3\"\n[target.'cfg(unix)'.dependencies]\nnix = \"0.29\"\n",
            &[("rust", ">=1.88"), ("serde", "^1.0"), ("libm", "^0.2"), ("regex", "=1.2.3"), ("nix", "^0.29")],
            &[],
        );
        check(
            "Cargo.lock",
            "version = 4\n\n[[package]]\nname = \"serde\"\nversion = \"1.0.229\"\ndependencies = [\n \"x\",\n]\n",
            &[],
            &[("serde", "1.0.229")],
        );
        check(
            "pyproject.toml",
            "[project]\nrequires-python = \">=3.11\"\ndependencies = [\n  \"django>=4.2,<5\", # web\n  \"requests[socks] ~= 2.31\",\n  \"plain\",\n]\n[project.optional-dependencies]\ndev = [\"pytest==8.0\"]\n[tool.poetry.dependencies]\nflask = \"^3.0\"\n",
            &[
                ("python", ">=3.11"),
                ("django", ">=4.2,<5"),
                ("requests", "~= 2.31"),
                ("plain", "*"),
                ("pytest", "==8.0"),
                ("flask", "^3.0"),
            ],
            &[],
        );
        check(
            "requirements.txt",
            "# c\n-r other.txt\ndjango==4.2.1 ; python_version > '3'\nFoo_Bar\nrequests==2.31.0 --hash=sha256:a1\nrich==13.7.0 \\\n    --hash=sha256:b2\n",
            &[("django", "==4.2.1"), ("Foo_Bar", "*"), ("requests", "==2.31.0"), ("rich", "==13.7.0")],
            &[],
        );
        check(
            "go.mod",
            "module x\n\ngo 1.22\n\nrequire (\n\tgithub.com/gin-gonic/gin v1.9.1 // indirect\n)\nrequire golang.org/x/sys v0.1.0\n",
            &[("go", ">=1.22")],
            &[("github.com/gin-gonic/gin", "v1.9.1"), ("golang.org/x/sys", "v0.1.0")],
        );
        assert_eq!(read("README.md", b""), None);
    }
}
