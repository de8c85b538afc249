//! Texts in one line, and what a line is.

use alloc::string::String;

/// A text with one blank wherever it had any, and none around it.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// Whether a line is an entry of a list: "- rye", "2) rye".
pub(crate) fn is_list_entry(line: &str) -> bool {
    let line = line.trim_start();
    let number = line.bytes().take_while(u8::is_ascii_digit).count();
    let mark = if number > 0 { line[number..].strip_prefix(['.', ')']) } else { line.strip_prefix(['-', '*', '+']) };
    mark.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// FNV-1a, a value at a time: what collides is only a text made to collide, and it harms nobody but itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fnv(pub(crate) u64);

impl Fnv {
    pub(crate) const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) fn add(&mut self, value: u32) {
        self.0 = (self.0 ^ u64::from(value)).wrapping_mul(0x0100_0000_01b3);
    }
}
