//! YAML within a budget: hostile text costs an error with its place, never time or memory.
//!
//! What comes out is JSON-shaped, so that YAML and JSON entries are read by the same code.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::Cell;
use core::fmt;

use serde::de::{self, DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Longest front matter that is parsed; the longest in real stores is a tenth of it.
pub(crate) const MAX_BYTES: usize = 64 * 1024;
/// Deepest nesting; parsing time grows with its square.
pub(super) const MAX_DEPTH: usize = 64;

/// Why text is not YAML that we take, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct YamlError {
    /// One sentence in lower case without a full stop.
    pub(crate) message: String,
    /// 1-based line in the text.
    pub(crate) line: u32,
    /// 1-based column in characters.
    pub(crate) column: u32,
}

/// Parses a document that must be a mapping; an empty one is an empty mapping.
pub(crate) fn parse_map(text: &str) -> Result<Map<String, Value>, YamlError> {
    parse_within(text, MAX_BYTES)
}

/// The same for files that hold a whole index: up to 64 times as much.
pub(crate) fn parse_large_map(text: &str) -> Result<Map<String, Value>, YamlError> {
    parse_within(text.trim_start_matches('\u{feff}'), 64 * MAX_BYTES)
}

fn parse_within(text: &str, bytes: usize) -> Result<Map<String, Value>, YamlError> {
    if text.len() <= bytes
        && let Some(map) = super::plain::parse(text)
    {
        return Ok(map);
    }
    guard(text, bytes)?;
    parse_guarded(text, bytes)
}

/// What the parser alone makes of a text, for comparison.
#[cfg(test)]
pub(super) fn parse_with_parser(text: &str) -> Result<Map<String, Value>, YamlError> {
    guard(text, MAX_BYTES)?;
    parse_guarded(text, MAX_BYTES)
}

fn parse_guarded(text: &str, bytes: usize) -> Result<Map<String, Value>, YamlError> {
    // Values and text after aliases are expanded.
    let nodes = u32::try_from(bytes).unwrap_or(u32::MAX);
    let budget = Budget { nodes: Cell::new(nodes), text: Cell::new(4 * bytes) };
    match (Node { budget: &budget, depth: 0 }).deserialize(serde_yaml::Deserializer::from_str(text)) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(Value::Null) => Ok(Map::new()),
        Ok(_) => Err(at(text, 0, "expected `key: value` lines".to_string())),
        Err(error) => Err(located(text, &error)),
    }
}

/// Parses a JSON document that must be an object.
pub(crate) fn parse_json_map(text: &str) -> Result<Map<String, Value>, YamlError> {
    match serde_json::from_str(text) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(_) => Err(at(text, 0, "expected a JSON object".to_string())),
        Err(error) => Err(YamlError {
            message: error.to_string(),
            line: u32::try_from(error.line()).unwrap_or(u32::MAX).max(1),
            column: u32::try_from(error.column()).unwrap_or(u32::MAX).max(1),
        }),
    }
}

/// Refuses what would be slow to parse, by looking at the bytes only.
fn guard(text: &str, bytes: usize) -> Result<(), YamlError> {
    if text.len() > bytes {
        return Err(at(text, 0, format!("front matter is longer than {} KiB", bytes / 1024)));
    }
    let mut depth = 0_usize;
    let mut compact = 0_usize;
    let mut line_start = true;
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            // `- - - -` and `? ? ? ?` nest without brackets.
            b'-' | b'?' if line_start => compact += 1,
            _ => {}
        }
        if byte == b'\n' {
            (compact, line_start) = (0, true);
        } else if !matches!(byte, b'-' | b'?' | b' ' | b'\t') {
            line_start = false;
        }
        if depth > MAX_DEPTH || compact > MAX_DEPTH {
            // A line of dashes is a rule or a fence that went astray, and nests nothing.
            let read = &text.as_bytes()[..=offset];
            if depth <= MAX_DEPTH && !read.ends_with(b"- -") && !read.ends_with(b"? ?") {
                continue;
            }
            return Err(at(text, offset, format!("nested deeper than {MAX_DEPTH} levels")));
        }
    }
    Ok(())
}

fn located(text: &str, error: &serde_yaml::Error) -> YamlError {
    let full = error.to_string();
    // The library appends its own position, counted from the start of the front matter.
    let message = full.split(" at line ").next().unwrap_or(&full).trim_end_matches([',', ' ']).to_string();
    match error.location() {
        Some(place) => YamlError {
            message,
            line: u32::try_from(place.line()).unwrap_or(u32::MAX).max(1),
            column: u32::try_from(place.column()).unwrap_or(u32::MAX).max(1),
        },
        None => at(text, 0, message),
    }
}

fn at(text: &str, offset: usize, message: String) -> YamlError {
    let before = text.get(..offset).unwrap_or("");
    let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    YamlError {
        message,
        line: u32::try_from(line).unwrap_or(u32::MAX),
        column: u32::try_from(column).unwrap_or(u32::MAX),
    }
}

struct Budget {
    nodes: Cell<u32>,
    text: Cell<usize>,
}

impl Budget {
    fn node<E: de::Error>(&self) -> Result<(), E> {
        let left = self.nodes.get().checked_sub(1).ok_or_else(|| E::custom("too many values"))?;
        self.nodes.set(left);
        Ok(())
    }

    fn text<E: de::Error>(&self, length: usize) -> Result<(), E> {
        let left = self.text.get().checked_sub(length).ok_or_else(|| E::custom("too much text behind aliases"))?;
        self.text.set(left);
        Ok(())
    }
}

/// Builds one value and takes it from the budget.
#[derive(Clone, Copy)]
struct Node<'b> {
    budget: &'b Budget,
    depth: usize,
}

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value;

    fn deserialize<D: de::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Node<'_> {
    fn deeper<E: de::Error>(self) -> Result<Self, E> {
        if self.depth >= MAX_DEPTH {
            return Err(E::custom(format!("nested deeper than {MAX_DEPTH} levels")));
        }
        Ok(Self { budget: self.budget, depth: self.depth + 1 })
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
        self.budget.node()?;
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
        self.budget.node()?;
        Ok(Value::from(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        self.budget.node()?;
        Ok(Value::from(value))
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<Value, E> {
        self.visit_str(&value.to_string())
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<Value, E> {
        self.visit_str(&value.to_string())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        self.budget.node()?;
        Ok(Number::from_f64(value).map_or_else(|| Value::String(value.to_string()), Value::Number))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Value, E> {
        self.budget.node()?;
        self.budget.text(value.len())?;
        Ok(Value::String(value.to_string()))
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        self.budget.node()?;
        Ok(Value::Null)
    }

    fn visit_none<E: de::Error>(self) -> Result<Value, E> {
        self.visit_unit()
    }

    fn visit_some<D: de::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        self.budget.node()?;
        let inner = self.deeper()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(inner)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        self.budget.node()?;
        let inner = self.deeper()?;
        let mut map = Map::new();
        while let Some(key) = entries.next_key_seed(inner)? {
            let key = match key {
                Value::String(text) => text,
                Value::Null => "null".to_string(),
                Value::Bool(_) | Value::Number(_) => key.to_string(),
                Value::Array(_) | Value::Object(_) => return Err(de::Error::custom("a list or mapping as a key")),
            };
            if map.contains_key(&key) {
                return Err(de::Error::custom(format!("duplicate key `{key}`")));
            }
            let value = entries.next_value_seed(inner)?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }

    /// A tagged value (`!thing x`): the tag constructs nothing and is dropped from the view.
    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Value, A::Error> {
        self.budget.node()?;
        let (_tag, content) = data.variant_seed(self)?;
        content.newtype_variant_seed(self.deeper()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use std::time::{Duration, Instant};

    #[track_caller]
    fn fails(text: &str, message: &str, line: u32) {
        let started = Instant::now();
        let error = parse_map(text).expect_err("this is not YAML we take");
        assert!(error.message.contains(message), "{:?} does not say {message:?}", error.message);
        assert_eq!(error.line, line, "{error:?}");
        assert!(started.elapsed() < Duration::from_secs(2), "took {:?}", started.elapsed());
    }

    #[test]
    fn reads_what_front_matter_holds() {
        let map = parse_map("id: 007x\nphase: 57.4\nplan: ~\nok: true\ntags: [a, 'b: c']\nwhen: 2026-02-20\n").unwrap();
        assert_eq!(map["id"], "007x");
        assert_eq!(map["phase"].to_string(), "57.4");
        assert_eq!(map["plan"], Value::Null);
        assert_eq!(map["tags"], Value::from(vec!["a", "b: c"]));
        assert_eq!(map["when"], "2026-02-20");
        assert_eq!(parse_map("").unwrap(), Map::new());
        assert_eq!(parse_map("# nothing but a comment\n").unwrap(), Map::new());
    }

    #[test]
    fn a_line_of_dashes_may_end_in_any_letter() {
        let text = format!("note: |\n  {}→ é\n", "-".repeat(70));
        assert!(parse_map(&text).unwrap()["note"].as_str().unwrap().ends_with("→ é\n"));
        fails(&"- ".repeat(70), "nested deeper", 1);
    }

    #[test]
    fn tags_construct_nothing_and_odd_keys_become_words() {
        let map = parse_map("a: !!python/object/apply:os.system ['ls']\nb: !secret x\n1: one\ntrue: yes\n").unwrap();
        assert_eq!(map["b"], "x");
        assert_eq!(map["1"], "one");
        assert!(map.contains_key("true"));
    }

    #[test]
    fn says_where_it_is_wrong() {
        fails("a: 1\nb: [1, 2\nc: 3\n", "", 3);
        fails("list:\n  - `code` first\n", "cannot start any token", 2);
        fails("a: 1\na: 2\n", "duplicate key `a`", 1);
        fails("- just\n- a list\n", "expected `key: value`", 1);
        fails("a: \u{0}\n", "control characters", 1);
        fails("? [a]\n: 1\n", "as a key", 1);
    }

    #[test]
    fn hostile_text_is_refused_in_time() {
        fails(&"x".repeat(MAX_BYTES + 1), "longer than", 1);
        fails(&format!("a: {}", "[".repeat(20_000)), "nested deeper", 1);
        fails(&format!("a: {}", "{a: ".repeat(16_000)), "nested deeper", 1);
        fails(&format!("a:\n  {}x", "- ".repeat(30_000)), "nested deeper", 2);
        fails(&format!("a:\n  {}x", "? ".repeat(30_000)), "nested deeper", 2);
        let mut bomb = String::from("a0: &a0 [x,x,x,x,x,x,x,x,x]\n");
        for level in 1..9 {
            let before = format!("*a{},", level - 1).repeat(9);
            bomb.extend(["a", &level.to_string(), ": &a", &level.to_string(), " [", &before, "]\n"]);
        }
        assert!(parse_map(&bomb).is_err());
        let wide = format!("a: &a {}\nb: [{}]\n", "x".repeat(30_000), "*a,".repeat(5_000));
        assert!(parse_map(&wide).is_err());
        let indented: Vec<String> = (0..350).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
        assert!(parse_map(&indented.concat()).is_err());
    }

    #[test]
    fn many_keys_are_read_in_time() {
        let started = Instant::now();
        let keys: Vec<String> = (0..7_000).map(|n| format!("k{n}: 1\n")).collect();
        assert_eq!(parse_map(&keys.concat()).unwrap().len(), 7_000);
        let keys: Vec<String> = (0..20_000).map(|n| format!("k{n}: 1\n")).collect();
        assert!(parse_map(&keys.concat()).is_err(), "longer than the cap");
        assert!(started.elapsed() < Duration::from_secs(2));
    }
}
