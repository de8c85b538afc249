//! Words of a question with their shapes.

use alloc::string::String;
use alloc::vec::Vec;

/// What a word looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// An ordinary word.
    Plain,
    /// Starts with a capital and is otherwise ordinary.
    Capitalised,
    /// `camelCase`, `snake_case`, `a::b`, `call()`, or in backticks.
    Identifier,
    /// Has a slash between names, or a file extension.
    Path,
    /// `4`, `v3.2`, `2.x`.
    Number,
}

/// One word.
#[derive(Debug)]
pub(super) struct Word<'t> {
    /// As written, without quotes and punctuation around it.
    pub(super) text: &'t str,
    /// In lower case, without `'s`.
    pub(super) lower: String,
    /// What it looks like.
    pub(super) shape: Shape,
    /// Whether it is the first word of a sentence, where a capital says nothing.
    pub(super) opens_sentence: bool,
}

impl Word<'_> {
    /// The first part of a qualified or hyphenated name: `tokio` of `tokio::select`, `fs` of `fs.promises`.
    pub(super) fn head(&self) -> Option<&str> {
        if self.shape == Shape::Path {
            return None;
        }
        let end = self.lower.find([':', '.', '-', '/'])?;
        Some(&self.lower[..end]).filter(|head| head.len() > 2)
    }
}

/// Cuts a text into words.
pub(super) fn read_words(text: &str) -> Vec<Word<'_>> {
    text.split(|c: char| {
        c.is_whitespace() || matches!(c, ',' | ';' | '(' | '"' | '“' | '”' | '[' | ']' | '{' | '}' | '—')
    })
    .scan(true, |opens, raw| {
        let word = read_word(raw, *opens);
        if !raw.is_empty() {
            *opens = raw.ends_with(['.', '?', '!', ':']);
        }
        Some(word)
    })
    .flatten()
    .collect()
}

fn read_word(raw: &str, opens_sentence: bool) -> Option<Word<'_>> {
    if raw.contains("://") {
        return None;
    }
    let quoted = raw.starts_with('`');
    let outer = |c: char| matches!(c, '?' | '!' | '.' | ',' | ':' | ')' | '\'' | '’' | '`' | '*');
    // A leading dot belongs to the name: `.editorconfig`.
    let text = raw.trim_end_matches(outer).trim_start_matches(|c: char| c != '.' && outer(c));
    if !text.contains(|c: char| c.is_alphanumeric()) {
        return None;
    }
    let mut lower = text.to_lowercase().replace('’', "'");
    let mut contracted = false;
    for (ending, full) in
        [("n't", "nt"), ("'ve", " have"), ("'re", " are"), ("'ll", " will"), ("'d", " had"), ("'s", "")]
    {
        if let Some(stem) = lower.strip_suffix(ending) {
            lower = alloc::format!("{stem}{full}");
            contracted = true;
            break;
        }
    }
    let called = raw.contains("()");
    let shape = if quoted && !contracted && !text.contains('/') { Shape::Identifier } else { shape_of(text, called) };
    Some(Word { text, lower, shape, opens_sentence })
}

fn shape_of(text: &str, called: bool) -> Shape {
    let bytes = text.as_bytes();
    let digits = text.strip_prefix(['v', 'V']).unwrap_or(text);
    if digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | 'x' | '*' | '+'))
    {
        return Shape::Number;
    }
    if text.contains('/') && text.split('/').filter(|part| !part.is_empty()).count() > 0 && !is_alternative(text) {
        return Shape::Path;
    }
    if has_file_extension(text) || (text.starts_with('.') && text.len() > 3) {
        return Shape::Path;
    }
    let humps = bytes.windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    if called || text.contains("::") || text.contains("->") || humps || text.trim_matches('_').contains('_') {
        return Shape::Identifier;
    }
    if bytes.first().is_some_and(u8::is_ascii_uppercase) && text.len() > 1 { Shape::Capitalised } else { Shape::Plain }
}

/// `and/or`, `REST/GraphQL`, `client/server`: two words, not a path.
fn is_alternative(text: &str) -> bool {
    text.split('/').count() == 2
        && text.split('/').all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphabetic()))
        && !matches!(
            text.split('/').next(),
            Some(
                "src"
                    | "lib"
                    | "app"
                    | "apps"
                    | "test"
                    | "tests"
                    | "docs"
                    | "config"
                    | "core"
                    | "packages"
                    | "modules"
                    | "pkg"
                    | "cmd"
                    | "internal"
                    | "scripts"
                    | "tools"
                    | "crates"
                    | "examples"
                    | "components"
            )
        )
}

fn has_file_extension(text: &str) -> bool {
    let Some((base, extension)) = text.rsplit_once('.') else { return false };
    !base.is_empty() && is_file_extension(extension)
}

/// Extensions of files that repositories hold.
pub(super) fn is_file_extension(extension: &str) -> bool {
    matches!(
        extension,
        "rs" | "ts"
            | "tsx"
            | "js"
            | "jsx"
            | "mjs"
            | "cjs"
            | "mts"
            | "cts"
            | "py"
            | "pyi"
            | "rb"
            | "go"
            | "java"
            | "kt"
            | "kts"
            | "scala"
            | "swift"
            | "c"
            | "h"
            | "cc"
            | "cpp"
            | "cxx"
            | "hpp"
            | "hh"
            | "m"
            | "mm"
            | "cs"
            | "fs"
            | "php"
            | "pl"
            | "pm"
            | "sh"
            | "bash"
            | "zsh"
            | "ps1"
            | "sql"
            | "html"
            | "htm"
            | "css"
            | "scss"
            | "sass"
            | "less"
            | "vue"
            | "svelte"
            | "md"
            | "mdx"
            | "rst"
            | "txt"
            | "adoc"
            | "json"
            | "jsonl"
            | "json5"
            | "toml"
            | "yaml"
            | "yml"
            | "xml"
            | "ini"
            | "cfg"
            | "conf"
            | "env"
            | "lock"
            | "mod"
            | "sum"
            | "gradle"
            | "proto"
            | "graphql"
            | "tf"
            | "ex"
            | "exs"
            | "erl"
            | "hs"
            | "ml"
            | "lua"
            | "dart"
            | "r"
            | "jl"
            | "zig"
            | "nim"
            | "clj"
            | "elm"
            | "wasm"
            | "wat"
            | "csv"
            | "properties"
            | "cmake"
            | "mk"
            | "in"
            | "am"
            | "ac"
            | "phpt"
            | "phtml"
            | "erb"
            | "haml"
            | "ejs"
            | "hbs"
            | "po"
            | "snap"
    )
}

/// The words in lower case with single spaces between and around them, for looking up phrases.
pub(super) fn spaced(words: &[Word<'_>]) -> String {
    let mut text = String::from(" ");
    for word in words {
        text.push_str(&word.lower);
        text.push(' ');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, shape: Shape, lower: &str) {
        let words = read_words(text);
        assert_eq!(words.len(), 1, "{text}");
        assert_eq!((words[0].shape, words[0].lower.as_str()), (shape, lower), "{text}");
    }

    #[test]
    fn shapes() {
        check("what's", Shape::Plain, "what");
        check("don't?", Shape::Plain, "dont");
        check("React's", Shape::Capitalised, "react");
        check("flushQueue()", Shape::Identifier, "flushqueue");
        check("`load`", Shape::Identifier, "load");
        check("MAX_SIZE", Shape::Identifier, "max_size");
        check("tokio::select!", Shape::Identifier, "tokio::select");
        check("src/a.ts:", Shape::Path, "src/a.ts");
        check(".editorconfig", Shape::Path, ".editorconfig");
        check("v3.2", Shape::Number, "v3.2");
        check("2.x", Shape::Number, "2.x");
        check("and/or", Shape::Plain, "and/or");
        check("go.mod?", Shape::Path, "go.mod");
    }

    #[test]
    fn odd_text_makes_no_words() {
        assert!(read_words("?? -- 「」 https://example.org/x").is_empty());
    }
}
