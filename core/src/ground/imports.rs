//! What a line imports, in the languages people use, and which file that is.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Adds what a file imports, line by line, up to a number of imports.
pub(super) fn read_imports(bytes: &[u8], max: usize, imports: &mut Vec<String>) {
    for line in bytes.split(|&byte| byte == b'\n') {
        if imports.len() >= max {
            break;
        }
        read_import(line, imports);
    }
}

/// Whether a line can import something, told by how it begins or by a quote right behind a word that imports.
fn may_import(trimmed: &[u8]) -> bool {
    const BEGINNINGS: [&[u8]; 9] =
        [b"#include", b"from ", b"import ", b"use ", b"pub use ", b"mod ", b"pub mod ", b"require", b"source "];
    if trimmed.len() > 300 {
        return false;
    }
    if matches!(trimmed.first(), Some(b'#' | b'f' | b'i' | b'u' | b'p' | b'm' | b'r' | b's'))
        && BEGINNINGS.iter().any(|beginning| trimmed.starts_with(beginning))
    {
        return true;
    }
    let quote = trimmed.iter().position(|byte| matches!(byte, b'"' | b'\'' | b'`'));
    quote.is_some_and(|at| {
        let before = trimmed[..at].trim_ascii_end();
        [&b"from"[..], b"require(", b"import("].iter().any(|word| before.ends_with(word))
    })
}

/// Adds what the line imports, as written: a path, a dotted or a `::` name.
fn read_import(line: &[u8], imports: &mut Vec<String>) {
    let trimmed = line.trim_ascii();
    if !may_import(trimmed) {
        return;
    }
    let Ok(text) = core::str::from_utf8(trimmed) else { return };
    if let Some(rest) = text.strip_prefix("#include") {
        push(imports, rest.trim().trim_matches(['"', '<', '>']));
    } else if let Some(rest) = text.strip_prefix("from ")
        && let Some((module, _)) = rest.split_once(" import")
    {
        push(imports, module.trim());
    } else if let Some(quoted) =
        quoted_after(text, "from ").or_else(|| quoted_after(text, "require(")).or_else(|| quoted_after(text, "import("))
    {
        push(imports, quoted);
    } else if let Some(rest) = text.strip_prefix("import ") {
        match quoted_after(text, "import ") {
            Some(quoted) => push(imports, quoted),
            None => {
                for name in rest.trim_start_matches("static ").split(',') {
                    push(imports, name.split_whitespace().next().unwrap_or_default().trim_end_matches(';'));
                }
            }
        }
    } else if let Some(rest) = text.strip_prefix("pub use ").or_else(|| text.strip_prefix("use ")) {
        push(imports, rest.split(['{', ' ', ';']).next().unwrap_or_default().trim_end_matches("::"));
    } else if let Some(rest) = text.strip_prefix("mod ").or_else(|| text.strip_prefix("pub mod ")) {
        if let Some(name) = rest.strip_suffix(';') {
            push(imports, &alloc::format!("self::{}", name.trim()));
        }
    } else if let Some(quoted) = quoted_after(text, "require ")
        .or_else(|| quoted_after(text, "require_relative "))
        .or_else(|| quoted_after(text, "source "))
    {
        push(imports, quoted);
    }
}

/// The quoted text right behind `word`.
fn quoted_after<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let rest = text[text.find(word)? + word.len()..].trim_start();
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    rest[1..].split(quote).next()
}

fn push(imports: &mut Vec<String>, name: &str) {
    if !name.is_empty() && name.len() < 200 && !imports.iter().any(|known| known == name) {
        imports.push(name.to_string());
    }
}

/// All files of a tree by the ends of their paths, for finding what an import means.
pub(super) struct PathIndex<'p> {
    paths: &'p [String],
    by_stem: BTreeMap<String, Vec<u32>>,
}

/// Files with the same name that are looked at; an import of `index` alone names nothing.
const MAX_NAMESAKES: usize = 64;

impl<'p> PathIndex<'p> {
    pub(super) fn new(paths: &'p [String]) -> Self {
        let mut by_stem: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for (at, path) in (0u32..).zip(paths) {
            by_stem.entry(file_stem(path).to_string()).or_default().push(at);
        }
        Self { paths, by_stem }
    }

    /// The files that an import in `from` can mean: the longest common tail of names wins, nearest folder first.
    pub(super) fn resolve(&self, from: &str, import: &str) -> Option<u32> {
        let parts = import_parts(import);
        let last = parts.last()?;
        // `use crate::a::b::Thing` names the file b; `import a.b.Thing` too.
        let mut best: Option<(usize, usize, u32)> = None;
        for (dropped, name) in [Some(*last), parts.len().checked_sub(2).map(|at| parts[at])].into_iter().enumerate() {
            let Some(name) = name else { continue };
            let wanted = &parts[..parts.len() - dropped];
            let candidates = [name, "index", "mod", "__init__"].into_iter().filter_map(|stem| self.by_stem.get(stem));
            for &candidate in candidates.filter(|list| list.len() <= MAX_NAMESAKES).flatten() {
                let path = &self.paths[candidate as usize];
                if path == from {
                    continue;
                }
                let matched = common_tail(path, wanted);
                let relative = import.starts_with('.') || import.starts_with("self") || import.starts_with("super");
                let near = common_head(path, from);
                if matched == 0 || (matched < wanted.len().min(2) && !relative && near == 0) {
                    continue;
                }
                if best.is_none_or(|(m, n, _)| (matched, near) > (m, n)) {
                    best = Some((matched, near, candidate));
                }
            }
            if best.is_some() {
                break;
            }
        }
        best.map(|(_, _, candidate)| candidate)
    }
}

/// The names of an import without dots of relation and file extension.
fn import_parts(import: &str) -> Vec<&str> {
    let separator: &[char] = if import.contains('/') {
        &['/']
    } else if import.contains("::") {
        &[':']
    } else {
        &['.', '\\', '/']
    };
    let mut parts: Vec<&str> = import
        .split(separator)
        .filter(|part| !part.is_empty() && !matches!(*part, "." | ".." | "crate" | "self" | "super" | "*"))
        .collect();
    if import.contains('/') || matches!(extension(import), "h" | "hpp" | "rb") {
        if extension(import) == "h" && parts.len() > 1 && parts.last() == Some(&"h") {
            parts.pop();
        }
        if let Some(last) = parts.last_mut() {
            *last = last.split('.').next().unwrap_or(last);
        }
    }
    parts
}

/// The last extension of a path, or nothing.
pub(super) fn extension(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or("", |(_, extension)| extension)
}

/// The file's name without its extensions; a leading dot belongs to the name.
pub(super) fn file_stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.get(1..).and_then(|rest| rest.find('.')) {
        Some(dot) => &name[..=dot],
        None => name,
    }
}

/// How many names at the end of a path match the wanted ones; `a/b/index.ts` also counts as `a/b`.
fn common_tail(path: &str, wanted: &[&str]) -> usize {
    let stem = file_stem(path);
    let folders = path.rsplit('/').skip(1);
    let count =
        |names: &mut dyn Iterator<Item = &str>| wanted.iter().rev().zip(names).take_while(|(a, b)| **a == *b).count();
    let own = count(&mut core::iter::once(stem).chain(folders.clone()));
    if matches!(stem, "index" | "mod" | "__init__") { own.max(count(&mut folders.clone())) } else { own }
}

/// How many folders two paths share from the top.
pub(super) fn common_head(a: &str, b: &str) -> usize {
    let (Some((a, _)), Some((b, _))) = (a.rsplit_once('/'), b.rsplit_once('/')) else { return 0 };
    a.split('/').zip(b.split('/')).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &[&str]) {
        let mut imports = Vec::new();
        read_import(line.as_bytes(), &mut imports);
        assert_eq!(imports, expected, "{line}");
    }

    #[test]
    fn imports_in_many_languages() {
        check("import { a } from \"./a.js\";", &["./a.js"]);
        check("} from '../b';", &["../b"]);
        check("const c = require('./c');", &["./c"]);
        check("const d = await import(\"./d.js\");", &["./d.js"]);
        check("import \"./side\";", &["./side"]);
        check("from pkg.mod import thing", &["pkg.mod"]);
        check("import os, pkg.util as u", &["os", "pkg.util"]);
        check("use crate::ground::policy::{A, B};", &["crate::ground::policy"]);
        check("mod words;", &["self::words"]);
        check("#include \"net/http.h\"", &["net/http.h"]);
        check("import java.util.List;", &["java.util.List"]);
        check("require_relative 'lib/x'", &["lib/x"]);
        check("let from = 3;", &[]);
        check("from here on", &[]);
    }

    #[test]
    fn imports_lead_to_files() {
        let paths = [
            "src/a.ts",
            "src/b/index.ts",
            "src/b/c.ts",
            "lib/ground/policy.rs",
            "lib/ground/mod.rs",
            "net/http.h",
            "pkg/util.py",
            "test/a.ts",
        ]
        .map(String::from);
        let index = PathIndex::new(&paths);
        let found = |from: &str, import: &str| index.resolve(from, import).map(|at| paths[at as usize].as_str());
        assert_eq!(found("src/b/c.ts", "../a.js"), Some("src/a.ts"));
        assert_eq!(found("src/a.ts", "./b"), Some("src/b/index.ts"));
        assert_eq!(found("lib/main.rs", "crate::ground::policy"), Some("lib/ground/policy.rs"));
        assert_eq!(found("lib/main.rs", "crate::ground::policy::Tier"), Some("lib/ground/policy.rs"));
        assert_eq!(found("net/tcp.c", "net/http.h"), Some("net/http.h"));
        assert_eq!(found("main.py", "pkg.util"), Some("pkg/util.py"));
        assert_eq!(found("src/a.ts", "react"), None);
    }
}
