//! Which words of a text name files and folders. A word with a dot or a slash is as often a call, a host, a route or a
//! choice of words.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::vocabulary::{Project, is_glued};
use crate::text::Words;

/// Most files listed for one item.
const MAX_FILES: usize = 12;
const LENGTHS: core::ops::Range<usize> = 3..200;

/// How names of files end: sources, documents, settings, data, pictures and sound, archives. Endings that are as often a
/// property or a call (`.map`, `.key`, `.env`) are left to what tools touched.
static ENDINGS: Words = Words::new(
    "rs py pyi ipynb js mjs cjs jsx ts mts cts tsx vue svelte astro java kt kts groovy gradle scala clj cljs swift mm c \
     h cc cpp cxx hpp hh ino cs csproj sln fs fsx vb go rb erb php pl pm lua jl ex exs erl hs ml nim zig dart sol asm \
     sql sh bash zsh fish ps1 bat cmd awk tf tfvars proto graphql prisma wasm glsl hlsl wgsl html htm css scss sass \
     less xml xsl xsd svg hbs ejs md mdx mdc rst txt adoc tex bib pdf doc docx odt rtf ppt pptx xls xlsx ods csv tsv \
     epub rmd rnw rproj qmd cff json jsonc jsonl json5 yaml yml toml ini cfg conf plist lock log db sqlite sqlite3 \
     parquet npz npy pkl h5 pem crt desktop diff png jpg jpeg gif webp ico icns bmp tiff psd mp3 mp4 wav ogg flac aiff \
     webm mov avi mkv ttf otf woff woff2 glb gltf stl fbx blend exe dll jar war apk ipa dmg iso vdi vbox vmdk qcow2 zip \
     tar gz tgz xz bz2 7z rar whl gem deb rpm bin elf vsix bak pbxproj xcodeproj storyboard entitlements",
);

/// Files without an ending.
static BARE: Words = Words::new(
    "makefile dockerfile containerfile gemfile rakefile procfile pipfile jenkinsfile vagrantfile caddyfile brewfile \
     justfile podfile fastfile",
);

/// Libraries and runtimes that are called like a script.
static LIBRARIES: Words = Words::new(
    "node next nuxt vue react preact express three d3 p5 chart discord ember backbone alpine fabric moment highlight \
     socket phaser pixi babylon ethers web3 tensorflow",
);

/// Words that stand before an ending when somebody forgot a blank: "formatted in the.json".
static ARTICLES: Words = Words::new("the a an this that these those my your our its his her their every each no all");

/// Folders of programs, which nobody lists as a choice of words.
static FOLDERS: Words = Words::new("src bin lib libs node_modules venv dist pkg");

/// Folders in which the paths of a whole machine begin.
static ROOTS: Words = Words::new(
    "bin boot dev etc home lib media mnt opt private proc root run sbin srv sys tmp usr var applications library \
     system users volumes",
);

/// The files and folders that a text names, in the order they appear.
pub(super) fn named(text: &str, project: &Project) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    note(&mut out, text, project);
    out
}

/// Adds the files and folders that a text names.
pub(super) fn note(out: &mut Vec<String>, text: &str, project: &Project) {
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        if out.len() >= MAX_FILES {
            break;
        }
        if !may_name(word) {
            continue;
        }
        // `C:\Program Files`
        let goes_on =
            words.peek().is_some_and(|next| next.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()));
        for piece in pieces(word) {
            let is_cut = |path: &str| goes_on && piece.behind.is_empty() && is_of_machine(path);
            for path in piece.paths(project).into_iter().filter(|path| !is_cut(path)) {
                add(out, project.inside(&path), MAX_FILES);
            }
        }
    }
}

/// Adds a file to a list, once: a path from the root of the machine is the same file as the path from the project's.
pub(crate) fn add(list: &mut Vec<String>, file: &str, limit: usize) {
    let is_end = |long: &str, short: &str| {
        is_rooted(long) && !is_rooted(short) && long.strip_suffix(short).is_some_and(|rest| rest.ends_with(['/', '\\']))
    };
    if list.iter().any(|known| known.eq_ignore_ascii_case(file) || is_end(file, known)) {
        return;
    }
    if let Some(at) = list.iter().position(|known| is_end(known, file)) {
        list[at] = file.to_string();
    } else if list.len() < limit {
        list.push(file.to_string());
    }
}

/// Whether a path leads from the root of a machine to something whose name does not end like a file.
fn is_of_machine(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    is_rooted(path) && !path.starts_with("./") && !name.is_empty() && !has_form_of_ending(name)
}

fn is_rooted(path: &str) -> bool {
    path.starts_with(['/', '~', '\\']) || path.starts_with("./") || path.get(1..2) == Some(":")
}

/// A quick look: what has neither dot nor slash is a file only by its whole name. Addresses and mail are none.
fn may_name(word: &str) -> bool {
    let has_sign = word.bytes().any(|byte| matches!(byte, b'.' | b'/' | b'\\'));
    (has_sign || word.contains("file")) && !word.contains("://") && !word.contains("www.") && !is_mail(word)
}

/// "ann@mill.org", not "@notes.md".
fn is_mail(word: &str) -> bool {
    word.match_indices('@').any(|(at, _)| word[..at].ends_with(|c: char| c.is_ascii_alphanumeric()))
}

/// A part of a word, and what stands around it.
#[derive(Debug, Clone, Copy)]
struct Piece<'t> {
    before: Option<char>,
    text: &'t str,
    behind: &'t str,
}

/// The parts of a word between quotes, brackets, colons and other marks.
fn pieces(word: &str) -> Vec<Piece<'_>> {
    let mut out = Vec::new();
    let mut start = 0;
    // Where a bracket that belongs to a path is closed: `/home/[name]/notes`, `app/(shop)/page.tsx`.
    let mut closes: Option<usize> = None;
    for (at, c) in word.char_indices() {
        let rest = &word[at + c.len_utf8()..];
        let is_part = c.is_alphanumeric()
            || matches!(c, '.' | '/' | '\\' | '_' | '-' | '+' | '~' | '@' | '$' | '%' | '{' | '}')
            // `C:\bread`
            || c == ':' && at == start + 1 && rest.starts_with(['/', '\\']);
        if is_part {
            continue;
        }
        if closes == Some(at) {
            closes = None;
            continue;
        }
        if matches!(c, '(' | '[') && word[start..at].ends_with(['/', '\\']) {
            let close = rest.find([')', ']']).map(|length| at + 1 + length);
            closes = close.filter(|close| word[close + 1..].starts_with(['/', '\\']));
            if closes.is_some() {
                continue;
            }
        }
        if closes.is_none() {
            out.push(Piece { before: word[..start].chars().next_back(), text: &word[start..at], behind: &word[at..] });
            start = at + c.len_utf8();
        }
    }
    out.push(Piece { before: word[..start].chars().next_back(), text: &word[start..], behind: "" });
    out
}

impl<'t> Piece<'t> {
    /// The paths that it names; several where they stand side by side: `oven.rs/tray.rs`.
    fn paths(self, project: &Project) -> Vec<Cow<'t, str>> {
        let text = self.text.trim_end_matches(['.', '-']);
        // How somebody points at a file, and what a long path was cut down to.
        let text = text.strip_prefix("@/").or_else(|| text.strip_prefix('@')).unwrap_or(text);
        let text = text.rsplit_once("...").map_or(text, |(_, end)| end.trim_start_matches(['/', '.']));
        let text = if self.before == Some('…') { text.trim_start_matches('/') } else { text };
        let text = unescaped(text);
        let is_cut = matches!(self.before, Some(')' | ']' | '>')) && text.starts_with('/') || text.starts_with('\\');
        // `*.bread.md` is any of them, `oven.load()` a call, "API/`bake`" a choice.
        let is_ending = self.before == Some('*') && text.starts_with(['.', '_', '-']);
        let is_call = self.behind.starts_with('(') && !text.contains('/');
        let is_choice = text.ends_with('/')
            && self.behind.strip_prefix('`').is_some_and(|next| next.starts_with(char::is_alphanumeric));
        let is_open = text.contains(['{', '}', '$', '%']) || text.contains("//") || text == "/dev/null";
        let is_glued = !text.contains('/') && is_glued(&text);
        if !LENGTHS.contains(&text.len()) || is_cut || is_ending || is_call || is_choice || is_open || is_glued {
            return Vec::new();
        }
        let (first, rest) = text.split_once('/').unwrap_or((&text, ""));
        let is_bare_ending = first.strip_prefix('.').is_some_and(|ending| ENDINGS.contains(ending));
        if !rest.is_empty() && (is_bare_ending || has_ending(first, project)) && !project.has_file(&text) {
            let parts = core::iter::once(first).chain(rest.split('/'));
            let is_name = |part: &&str| has_ending(part, project);
            return parts.filter(is_name).map(|part| Cow::Owned(part.to_string())).collect();
        }
        if is_path(&text, project) { alloc::vec![text] } else { Vec::new() }
    }
}

/// A text without the marks that keep Markdown from reading it: `rye\_bread.md`.
fn unescaped(text: &str) -> Cow<'_, str> {
    let is_escape = |at: usize| text[at + 1..].starts_with(|c: char| c.is_ascii_punctuation() && c != '\\');
    if text.contains('\\') && text.match_indices('\\').all(|(at, _)| is_escape(at)) {
        return Cow::Owned(text.replace('\\', ""));
    }
    Cow::Borrowed(text)
}

fn is_path(path: &str, project: &Project) -> bool {
    if project.has_file(path) {
        return true;
    }
    if !path.contains(['/', '\\']) {
        return is_file_name(path, project);
    }
    let parts: Vec<&str> = path.split(['/', '\\']).filter(|part| !part.is_empty()).collect();
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return false };
    let from_here = ["./", "../", "~/"].iter().any(|lead| path.starts_with(lead)) || path.get(1..2) == Some(":");
    let from_root = path.starts_with('/');
    // "mill.org/bread" is a host, "oven.width/oven.height" no file either.
    if !from_here && first.trim_start_matches('.').contains('.') && !first.starts_with('.') && parts.len() > 1 {
        return false;
    }
    // Addresses of a service.
    if from_root && (first.eq_ignore_ascii_case("api") || is_version(first)) {
        return false;
    }
    if path.ends_with('/') {
        let is_word = |part: &str| part.chars().any(char::is_alphabetic);
        return path.len() > 3 && is_word(last) && !crate::text::is_stop_word(&last.to_lowercase());
    }
    let is_deep = parts.len() > 2 || from_here;
    if is_file_name(last, project) || is_deep && has_form_of_ending(last) {
        return true;
    }
    let lies_in = |part: &&str| FOLDERS.contains(part) || part.len() > 2 && part.starts_with('.');
    from_here && parts.len() > 1
        || from_root && parts.len() > 1 && ROOTS.contains(&first.to_ascii_lowercase())
        || parts.len() > 2
            && (parts.iter().any(lies_in) || parts.windows(2).any(|pair| project.has_pair(pair[0], pair[1])))
}

/// "v2"
fn is_version(part: &str) -> bool {
    part.strip_prefix('v').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

fn is_file_name(name: &str, project: &Project) -> bool {
    let lower = name.to_ascii_lowercase();
    if let Some(hidden) = lower.strip_prefix('.') {
        let is_setting = ["rc", "ignore", "rules", "attributes", "config"].iter().any(|end| hidden.ends_with(end));
        if hidden == "env" || hidden.starts_with("env.") || is_setting && !hidden.contains('.') {
            return true;
        }
    }
    let kind = lower.split('.').next().unwrap_or("");
    let is_bare = name.starts_with(char::is_uppercase) && BARE.contains(kind);
    is_bare || has_ending(name, project)
}

/// Whether a name ends like a file.
fn has_ending(name: &str, project: &Project) -> bool {
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    let lower = ending.to_ascii_lowercase();
    // `Debug.Log` is a call; R has capitals of its own.
    let is_known = match ending {
        "R" | "Rmd" | "Rnw" | "Rproj" => true,
        _ if ending != lower && ending.bytes().any(|byte| byte.is_ascii_lowercase()) => false,
        _ if ending.len() == 1 => ENDINGS.contains(ending) && stem.len() > 2,
        _ => ENDINGS.contains(&lower),
    };
    let own = stem.to_ascii_lowercase();
    let is_member = own.starts_with("this.") || own.starts_with("self.") || own == "console" || own == "math";
    let is_library = lower == "js" && LIBRARIES.contains(&own);
    project.has_file(name)
        || (is_known || project.has_ending(ending))
            && stem.chars().any(char::is_alphanumeric)
            && !is_member
            && !is_library
            && !ARTICLES.contains(&own)
}

/// Whether a name has something small behind a dot: `bread.ckdb`.
fn has_form_of_ending(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty()
            && (1..=8).contains(&ending.len())
            && ending.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
            && ending.starts_with(|c: char| c.is_ascii_lowercase())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::tests::{transcript, turn};
    use crate::model::{Speaker, ToolCall, Turn};

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(named(text, &Project::default()), expected, "{text}");
    }

    #[test]
    fn files_are_told_from_calls_hosts_routes_and_choices() {
        check(
            "See `src/oven.rs`, docs/ and the Makefile in ./bin/bake.",
            &["src/oven.rs", "docs/", "Makefile", "./bin/bake"],
        );
        check("`this.tray` holds oven.width, `Oven.Log` and `console.log` say so: tray.json()", &[]);
        check("It is warm.just wait, or the.json breaks. Ok.I bake", &[]);
        check("Rye/Wheat/Oats and LDA/STA/ADD, baked with Node.js on mill.org/rye/bread or ann@mill.org", &[]);
        check("GET /api/loaves/export.csv, /loaves/today and https://mill.org/oven.js", &[]);
        check("/usr/bin/bake and ~/.mill/hooks/pre-bake", &["/usr/bin/bake", "~/.mill/hooks/pre-bake"]);
        check(".env.local, .gitignore, Dockerfile.dev", &[".env.local", ".gitignore", "Dockerfile.dev"]);
        check("the .h/.cpp pair, `*.bread.md`, {day}.csv and `/dev/null`", &[]);
        check("about.xml, Gemfile.lock, notes.Rmd", &["about.xml", "Gemfile.lock", "notes.Rmd"]);
        check("recipes/may/rye.loaf but no rye.loaf", &["recipes/may/rye.loaf"]);
    }

    #[test]
    fn a_file_is_listed_once_by_its_name() {
        check("@oven.py (see oven.py:41:7 and #file:oven.py)", &["oven.py"]);
        check("/home/ann/mill/docs/oven.md is docs/oven.md", &["docs/oven.md"]);
        check("rye\\_bread.md, …/may/rye.md, plan.md/list.md", &["rye_bread.md", "may/rye.md", "plan.md", "list.md"]);
        check(
            "/home/[USER]/rye.md and app/(shop)/[loaf]/page.tsx",
            &["/home/[USER]/rye.md", "app/(shop)/[loaf]/page.tsx"],
        );
        check("Exec=/usr/bin/bake, --list=rye.toml", &["/usr/bin/bake", "rye.toml"]);
        check(r"C:\Program Files (x86)\Mill\oven.dll and C:\Mill\oven.dll", &[r"C:\Mill\oven.dll"]);
        check("API/`bake` and docs/`, and/ or", &["docs/"]);
    }

    #[test]
    fn what_tools_touched_is_a_file() {
        let arguments = r#"{"file_path": "/mill/hooks/pre-bake", "content": "oven.width"}"#.to_string();
        let more = r#"{"path":"/mill/rye.loaf"}"#.to_string();
        let call = |arguments| ToolCall { id: "1".into(), name: "Write".into(), arguments };
        let calls = alloc::vec![call(arguments), call(more)];
        let mut transcript = transcript(alloc::vec![Turn { tool_calls: calls, ..turn(Speaker::Agent, 1, "") }]);
        transcript.cwd = Some("/mill".into());
        let project = Project::of(&transcript);
        let text = "hooks/pre-bake, wheat.loaf, /mill/oats.loaf, oven.width, rye/wheat";
        assert_eq!(named(text, &project), ["hooks/pre-bake", "wheat.loaf", "oats.loaf"]);
    }
}
