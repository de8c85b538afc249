//! Turns the table of words that belong together into arrays, its words stemmed: doing that at every start of the
//! program would cost a cold search more than searching.

extern crate alloc;

#[path = "src/text/memo.rs"]
#[allow(dead_code, unreachable_pub)]
mod memo;
#[path = "src/text/stem.rs"]
#[allow(dead_code, unreachable_pub)]
mod stem;
#[path = "src/text/stop.rs"]
#[allow(dead_code, unreachable_pub)]
mod stop;
#[path = "src/text/words.rs"]
#[allow(dead_code)]
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

const TABLE: &str = "src/rank/associations.txt";
/// The same in `src/rank/associate.rs`.
const LOOSE: usize = 128;

fn main() {
    println!("cargo::rerun-if-changed={TABLE}");
    println!("cargo::rerun-if-changed=src/text/memo.rs");
    println!("cargo::rerun-if-changed=src/text/stem.rs");
    println!("cargo::rerun-if-changed=src/text/stop.rs");
    println!("cargo::rerun-if-changed=src/text/words.rs");
    let table = std::fs::read_to_string(TABLE).expect("the table stands beside the code that uses it");
    let folder = std::env::var("OUT_DIR").expect("cargo says where build scripts write");
    std::fs::write(Path::new(&folder).join("associations.rs"), arrays(&table)).expect("cargo made the folder");
}

/// The arrays that `src/rank/associate.rs` explains.
fn arrays(table: &str) -> String {
    let groups: Vec<(Vec<String>, usize)> = table.lines().map(group).collect();
    let words: BTreeSet<&str> = groups.iter().flat_map(|(words, _)| words.iter().map(String::as_str)).collect();
    let ids: BTreeMap<&str, usize> = words.iter().enumerate().map(|(id, word)| (*word, id)).collect();
    let stems: String = words.iter().copied().collect();
    let members = groups.iter().flat_map(|(words, _)| words.iter().map(|word| ids[word.as_str()]));
    let mut out = String::new();
    let _ = writeln!(out, "static STEMS: &str = {stems:?};");
    array(&mut out, "STEM_ENDS", "u16", ends(words.iter().map(|word| word.len())));
    array(&mut out, "MEMBERS", "u16", members);
    array(&mut out, "MEMBER_ENDS", "u16", ends(groups.iter().map(|(words, _)| words.len())));
    array(&mut out, "HEADS", "u8", groups.iter().map(|(_, heads)| *heads));
    out
}

/// The stems of a line and how many of them are heads: all where they mean about the same, none where they are one
/// word. Where one only makes people think of the other, [`LOOSE`] is added.
fn group(line: &str) -> (Vec<String>, usize) {
    let (mark, line) = match line.as_bytes() {
        [mark @ (b'=' | b'~'), b' ', ..] => (*mark, &line[2..]),
        _ => (b' ', line),
    };
    let (heads, members) = line.split_once(':').unwrap_or((line, ""));
    let mut words: Vec<String> = heads.split_ascii_whitespace().map(stem::stem).collect();
    let n_heads = match mark {
        b'=' => 0,
        b'~' => words.len() + LOOSE,
        _ => words.len(),
    };
    words.extend(members.split_ascii_whitespace().map(stem::stem));
    (words, n_heads)
}

fn ends(lengths: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
    lengths.scan(0, |end, length| {
        *end += length;
        Some(*end)
    })
}

fn array(out: &mut String, name: &str, of: &str, values: impl Iterator<Item = usize>) {
    let values: Vec<String> = values.map(|value| value.to_string()).collect();
    let _ = writeln!(out, "static {name}: [{of}; {}] = [{}];", values.len(), values.join(","));
}
