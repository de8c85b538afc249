//! What is known about the project as it is now: its packages, its files, its shape.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::manifest;
use super::version::{Requirement, Version};

/// What the host found out about a project.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct Facts {
    /// Version of each package by name in lower case; a requirement such as `^4.2.0` when no lock file names one.
    pub packages: BTreeMap<String, String>,
    /// Whether there are manifests and all of them could be read, so that an absent package means something.
    pub has_manifests: bool,
    /// Paths that were looked for, with the answer.
    pub paths: BTreeMap<String, bool>,
    /// Statements about the project's shape: `monorepo`, `workspaces`.
    pub predicates: BTreeMap<String, bool>,
}

impl Facts {
    /// Puts together what manifests and lock files say. `files` are pairs of path and content.
    pub fn gather<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>, paths: BTreeMap<String, bool>) -> Self {
        let mut required: BTreeMap<String, String> = BTreeMap::new();
        let mut locked: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut facts = Self { paths, ..Self::default() };
        let (mut workspaces, mut was_read, mut was_unreadable) = (false, false, false);
        for (path, bytes) in files {
            let Some(manifest) = manifest::read(path, bytes) else { continue };
            if manifest.is_unreadable {
                was_unreadable = true;
                continue;
            }
            was_read = true;
            workspaces |= manifest.workspaces;
            for (name, requirement) in manifest.required {
                required.entry(package_key(&name)).or_insert(requirement);
            }
            for (name, version) in manifest.locked {
                locked.entry(package_key(&name)).or_default().push(version);
            }
        }
        for (name, requirement) in &required {
            let wanted = Requirement::parse(requirement);
            let best = locked.get(name).and_then(|versions| newest(versions, wanted.as_ref()));
            facts.packages.insert(name.clone(), best.unwrap_or_else(|| requirement.clone()));
        }
        for (name, versions) in &locked {
            if let Some(version) = newest(versions, None) {
                facts.packages.entry(name.clone()).or_insert(version);
            }
        }
        facts.has_manifests = was_read && !was_unreadable;
        if was_read {
            facts.predicates.insert("monorepo".to_string(), workspaces);
            facts.predicates.insert("workspaces".to_string(), workspaces);
        }
        facts
    }

    /// The package's version, by its name in any case or by the last part of a longer name.
    pub(crate) fn package(&self, name: &str) -> Option<&str> {
        let key = package_key(name);
        if let Some(version) = self.packages.get(&key) {
            return Some(version);
        }
        let mut ends = self.packages.iter().filter(|(full, _)| {
            full.contains('.') && full.split('/').rev().find(|part| !is_major(part)) == Some(key.as_str())
        });
        ends.next().map(|(_, version)| version.as_str())
    }
}

/// File names that [`Facts::gather`] understands.
pub fn manifest_names() -> &'static [&'static str] {
    &manifest::NAMES
}

/// Go puts the major version at the end of a module's path.
fn is_major(part: &str) -> bool {
    part.strip_prefix('v').is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
}

fn package_key(name: &str) -> String {
    name.trim().to_lowercase().replace('_', "-")
}

fn newest(versions: &[String], wanted: Option<&Requirement>) -> Option<String> {
    let parsed = versions.iter().filter_map(|text| Version::parse(text).map(|version| (version, text)));
    let fits = |(version, _): &(Version, &String)| wanted.is_none_or(|wanted| wanted.takes(version));
    parsed.filter(fits).max_by(|a, b| a.0.cmp(&b.0)).map(|(_, text)| text.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_file_says_which_version_it_is() {
        let files: [(&str, &[u8]); 3] = [
            ("package.json", br#"{"dependencies":{"Prisma":"^4.0.0","left":"^1.0.0"},"workspaces":["p/*"]}"#),
            ("package-lock.json", br#"{"packages":{"node_modules/prisma":{"version":"4.16.2"}}}"#),
            ("go.mod", b"require github.com/go-chi/chi/v5 v5.0.1\n"),
        ];
        let facts = Facts::gather(files, BTreeMap::new());
        assert_eq!(facts.package("prisma"), Some("4.16.2"));
        assert_eq!(facts.package("left"), Some("^1.0.0"));
        assert_eq!(facts.package("chi"), Some("v5.0.1"));
        assert_eq!(facts.package("react"), None);
        assert!(facts.predicates["monorepo"]);
    }
}
