//! Blocks that a person did not write but pasted: output of commands, patches, stack traces, mails, chats, tagged texts.
//!
//! Each is told by its own first line, and where it ends by what such a block looks like.

use alloc::vec::Vec;

use crate::model::Origin;

/// Where tags are closed next, by their names: looked for once for all lines that open one.
pub(super) type Closings<'a> = Vec<(&'a str, usize)>;

/// How many lines a pasted block takes up that begins at `at`, and whose words they are.
pub(super) fn begins<'a>(all_lines: &[&'a str], at: usize, closings: &mut Closings<'a>) -> Option<(usize, Origin)> {
    let lines = all_lines.get(at..)?;
    let line = lines.first()?.trim();
    let all = lines.len();
    match () {
        () if is_noise(line) => Some((1, Origin::Tool)),
        () if is_terminal(lines) => Some((up_to(lines, str::is_empty), Origin::Tool)),
        () if line.starts_with("diff --git ") || line.starts_with("@@ -") => {
            Some((up_to(lines, |line| !is_patch(line)), Origin::Tool))
        }
        () if line.starts_with("Traceback (most recent call last)") => {
            let trace = lines.iter().skip(1).take_while(|line| line.starts_with([' ', '\t'])).count();
            Some(((trace + 2).min(all), Origin::Tool))
        }
        () if is_frame(line) => {
            let is_of_trace = |line: &&&str| line.starts_with([' ', '\t']) || is_frame(line.trim());
            Some((1 + lines.iter().skip(1).take_while(is_of_trace).count(), Origin::Tool))
        }
        () if is_commit(line, lines) => Some((all, Origin::Outsider)),
        () if line.starts_with("---") && line.to_ascii_lowercase().contains("forwarded") => {
            // Up to a mark of its own, or to the end.
            let ends = |line: &str| line.trim().starts_with("---") && line.to_ascii_lowercase().contains("end");
            Some(((up_to(lines, ends) + 1).min(all), Origin::Outsider))
        }
        () if line.starts_with("[Pasted text") && line.ends_with(']') => Some((all, Origin::Outsider)),
        () if is_chat_head(line) || is_comment_head(line) => Some((all, Origin::Outsider)),
        () => tagged(all_lines, at, closings),
    }
}

/// The lines before the first that `ends` the block, but at least one.
fn up_to(lines: &[&str], ends: impl Fn(&str) -> bool) -> usize {
    1 + lines.iter().skip(1).take_while(|line| !ends(line.trim_end_matches(['\n', '\r']))).count()
}

/// `File "oven.py", line 40, in heat`: where Python was, in a trace of which the head was not pasted.
fn is_frame(line: &str) -> bool {
    line.strip_prefix("File \"")
        .and_then(|rest| rest.split_once("\", line "))
        .is_some_and(|(_, place)| place.starts_with(|c: char| c.is_ascii_digit()))
}

/// `npm ERR! …`, `RuntimeError: …`: what a program printed.
fn is_noise(line: &str) -> bool {
    let printed = ["npm ERR!", "npm WARN", "npm error", "npm warn", "warning: ", "error: ", "fatal: ", "remote: "];
    let name = line.split(':').next().unwrap_or("");
    let raised = ["Error", "Exception", "Warning"].iter().any(|kind| name.ends_with(kind) && name.len() > kind.len());
    printed.iter().any(|start| line.starts_with(start))
        || raised && name.starts_with(char::is_uppercase) && name.chars().all(|c| c.is_alphanumeric() || c == '.')
}

/// `$ make`, `PS C:\> …`, `user@host:~$ …`, `user@host dir % …`, `❯ make`: a terminal.
pub(super) fn is_prompt(line: &str) -> bool {
    let mut words = line.split_whitespace().skip_while(|word| word.starts_with('(') && word.ends_with(')'));
    let Some(first) = words.next() else { return false };
    let is_drive = |word: &str| {
        word.as_bytes().first().is_some_and(u8::is_ascii_uppercase)
            && word[1..].starts_with(":\\")
            && line.contains('>')
    };
    let is_shell = || first.contains('@') && (first.ends_with(['$', '#']) || words.clone().nth(1) == Some("%"));
    matches!(first, "$" | "❯" | "➜") && words.clone().next().is_some()
        || first == "PS" && words.clone().next().is_some_and(is_drive)
        || is_drive(first)
        || is_shell()
}

/// Whether a terminal begins here, perhaps with a line that says who is where above the prompt.
pub(super) fn is_terminal(lines: &[&str]) -> bool {
    let is_below = |line: &&str| line.trim_start().starts_with(['❯', '➜']) && is_prompt(line);
    lines.first().is_some_and(|line| is_prompt(line)) || lines.get(1).is_some_and(is_below)
}

fn is_patch(line: &str) -> bool {
    line.is_empty()
        || line.starts_with(['+', '-', ' ', '@', '\\'])
        || line.starts_with("index ")
        || line.starts_with("diff ")
}

/// `commit 1a2b…` with `Author:` below it.
fn is_commit(line: &str, lines: &[&str]) -> bool {
    let hash = line.strip_prefix("commit ").unwrap_or("");
    hash.len() >= 7
        && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
        && lines.iter().skip(1).take(2).any(|line| line.starts_with("Author: "))
}

/// `Eve  10:42 AM`: the head of a message in a chat.
fn is_chat_head(line: &str) -> bool {
    let line = line.strip_suffix(" AM").or_else(|| line.strip_suffix(" PM")).unwrap_or(line).trim_end_matches(']');
    let (name, time) = line.rsplit_once([' ', '[']).unwrap_or(("", line));
    let is_time = time.split_once(':').is_some_and(|(hours, minutes)| {
        let digits = |text: &str| (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        digits(hours) && digits(minutes)
    });
    let name = name.trim();
    let is_name = name.split_whitespace().all(|word| word.starts_with(char::is_uppercase));
    is_time && (1..=3).contains(&name.split_whitespace().count()) && is_name
}

/// `eve commented 2 hours ago`.
fn is_comment_head(line: &str) -> bool {
    let said = ["commented", "replied", "wrote", "posted"];
    let mut words = line.split_whitespace();
    line.ends_with(" ago") && words.clone().count() <= 8 && words.any(|word| said.contains(&word))
}

/// Tags that people and programs put around what they give along.
const TAGS: &[&str] = &[
    "document",
    "documents",
    "file",
    "page",
    "article",
    "email",
    "mail",
    "message",
    "quote",
    "content",
    "attachment",
    "paste",
    "issue",
    "comment",
    "context",
    "source",
    "excerpt",
    "text",
    "user",
    "assistant",
    "system",
    "instructions",
];

/// `<file path="…">` up to its closing tag.
fn tagged<'a>(lines: &[&'a str], at: usize, closings: &mut Closings<'a>) -> Option<(usize, Origin)> {
    let inner = lines[at].trim_start().strip_prefix('<')?;
    let name = &inner[..inner.find(|c: char| !c.is_ascii_alphanumeric())?];
    if !TAGS.contains(&name) {
        return None;
    }
    let known = closings.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
        closings.push((name, at));
        closings.len() - 1
    });
    let (_, next) = &mut closings[known];
    let closes = |line: &&str| line.split("</").skip(1).any(|tag| tag.starts_with(name));
    if *next <= at {
        *next = at + lines[at..].iter().position(closes).unwrap_or(lines.len());
    }
    (*next < lines.len()).then(|| (*next + 1 - at, Origin::Outsider))
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<usize>) {
        let lines: alloc::vec::Vec<&str> = text.split_inclusive('\n').collect();
        assert_eq!(begins(&lines, 0, &mut Closings::new()).map(|(n, _)| n), expected, "{text}");
    }

    #[test]
    fn pasted_blocks_are_told_by_their_first_line() {
        check("npm ERR! From now on, always bake with salt\nand so on", Some(1));
        check("$ make rolls\nNOTE: always bake twice\n\nwhy?", Some(2));
        for prompt in [
            "PS D:\\old bread\\oven> dir",
            "(base) ann@oven:~/bread# free -h",
            "ann@oven bread % bake",
            "E:\\oven> bake",
            "ann in 🌐 oven in /bread\n❯ bake",
        ] {
            check(&format!("{prompt}\nalways bake twice\n\nwhy?"), Some(prompt.lines().count() + 1));
        }
        check("diff --git a/oven b/oven\n+Always bake at night.\n\nplease apply", Some(3));
        check("Traceback (most recent call last):\n  File \"oven.py\"\nValueError: never bake\nhelp", Some(3));
        check("  File \"oven.py\", line 40, in heat\n    bake(twice)\n  File \"b.py\", line 2\n    ^^^\nhelp", Some(4));
        check("RuntimeError: You must always bake twice", Some(1));
        check("commit 1a2b3c4d5e\nAuthor: Eve\n\n    Always bake twice", Some(4));
        check("---------- Forwarded message ---------\nFrom: eve\n\nAlways bake twice", Some(4));
        check("Eve  10:42 AM\nfrom now on bake twice", Some(2));
        check("eve commented 2 hours ago\nFrom now on bake twice", Some(2));
        check("[Pasted text #1 +30 lines]\nFrom now on bake twice", Some(2));
        check("<file path=\"a.md\">\nAlways bake twice\n</file>\nTranslate it", Some(3));
        for own in [
            "Always bake twice",
            "Error handling must always log the oven",
            "<b>Always</b> bake twice",
            "We bake at 10:42",
            "commit often and never on Friday",
        ] {
            check(own, None);
        }
    }
}
