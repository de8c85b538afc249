//! The last answers, kept for a while: ten of them, five minutes each, by a clock that is passed in.

use alloc::string::String;
use alloc::vec::Vec;

use crate::time::Timestamp;

const CAPACITY: usize = 10;
const MAX_AGE_MS: i64 = 300_000;

/// Answers by question, least recently used first.
#[derive(Debug)]
pub struct Recent<T> {
    kept: Vec<(String, Timestamp, T)>,
}

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self { kept: Vec::new() }
    }
}

impl<T: Clone> Recent<T> {
    /// The answer given to `key` within the last five minutes.
    pub fn get(&mut self, key: &str, now: Timestamp) -> Option<T> {
        let at = self.kept.iter().position(|(known, ..)| known == key)?;
        let kept = self.kept.remove(at);
        let age = now.0.saturating_sub(kept.1.0);
        if !(0..=MAX_AGE_MS).contains(&age) {
            return None;
        }
        let answer = kept.2.clone();
        self.kept.push(kept);
        Some(answer)
    }

    /// Keeps an answer; the one not used for the longest time makes room.
    pub fn put(&mut self, key: String, now: Timestamp, answer: T) {
        self.kept.retain(|(known, ..)| *known != key);
        if self.kept.len() == CAPACITY {
            self.kept.remove(0);
        }
        self.kept.push((key, now, answer));
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.kept.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn ten_answers_are_kept_for_five_minutes() {
        let mut recent = Recent::default();
        for n in 0..11 {
            recent.put(format!("q{n}"), Timestamp(n), n);
        }
        assert_eq!(recent.get("q0", Timestamp(20)), None);
        assert_eq!(recent.get("q1", Timestamp(20)), Some(1));
        recent.put("new".into(), Timestamp(20), 99);
        assert_eq!(recent.get("q2", Timestamp(20)), None, "the least recently used made room");
        assert_eq!(recent.get("q1", Timestamp(300_001)), Some(1));
        assert_eq!(recent.get("q1", Timestamp(300_002)), None);
        assert_eq!(recent.get("new", Timestamp(0)), None, "a clock that went back");
        recent.clear();
        assert_eq!(recent.get("q9", Timestamp(20)), None);
    }
}
