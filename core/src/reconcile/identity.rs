//! What makes two texts the same thing: content hashes, folded keys, shingles.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::text::{content_terms, fold};

/// FNV-1a over 128 bits.
fn fnv128(bytes: impl Iterator<Item = u8>) -> u128 {
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for byte in bytes {
        hash ^= u128::from(byte);
        hash = hash.wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    hash
}

/// The hash of a file's content. A checkout that turned line ends into CRLF counts as the same content.
pub fn content_hash(bytes: &[u8]) -> String {
    let lf_only = bytes.iter().enumerate().filter(|&(at, &byte)| byte != b'\r' || bytes.get(at + 1) != Some(&b'\n'));
    format!("{:032x}", fnv128(lf_only.map(|(_, &byte)| byte)))
}

/// A title or subject folded for comparison: its content words, sorted, each once.
pub(super) fn word_key(text: &str) -> String {
    let words: BTreeSet<String> = content_terms(text).into_iter().collect();
    if words.is_empty() {
        return fold(text).split_whitespace().collect::<Vec<_>>().join(" ");
    }
    words.into_iter().collect::<Vec<_>>().join(" ")
}

/// How many shingles are kept of one text.
const MAX_SHINGLES: usize = 48;

/// Hashes of runs of four content words; the smallest ones stand for the text.
pub(super) fn shingles(text: &str) -> Vec<u32> {
    let words = content_terms(text);
    let mut all: BTreeSet<u32> = BTreeSet::new();
    for run in words.windows(4.min(words.len().max(1))) {
        let joined = run.iter().flat_map(|word| word.bytes().chain(core::iter::once(b' ')));
        #[allow(clippy::cast_possible_truncation)] // the low bits are as good as any
        all.insert(fnv128(joined) as u32);
    }
    all.into_iter().take(MAX_SHINGLES).collect()
}

/// Share of the smaller set that both have; both sorted.
pub(super) fn shingle_overlap(a: &[u32], b: &[u32]) -> f64 {
    let smaller = a.len().min(b.len());
    if smaller == 0 {
        return 0.0;
    }
    a.iter().filter(|print| b.binary_search(print).is_ok()).count() as f64 / smaller as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_do_not_change_the_hash_and_everything_else_does() {
        assert_eq!(content_hash(b"a\r\nb\r\n"), content_hash(b"a\nb\n"));
        assert_ne!(content_hash(b"a\rb"), content_hash(b"ab"));
        assert_ne!(content_hash(b"a"), content_hash(b"b"));
        assert_eq!(content_hash(b"").len(), 32);
    }

    #[test]
    fn titles_meet_whatever_their_order_and_form() {
        assert_eq!(word_key("Deploying the API"), word_key("API deploys"));
        assert_ne!(word_key("Deploying the API"), word_key("Deploying the site"));
    }

    #[test]
    fn the_same_text_shares_its_shingles() {
        let text = "The nightly job copies the production database into staging before the tests run.";
        assert!(shingle_overlap(&shingles(text), &shingles(&format!("{text} Then it mails a report."))) > 0.6);
        let other = shingles("Tokens are rotated every ninety days by the security team.");
        assert!(shingle_overlap(&shingles(text), &other) < 0.1);
        assert!(shingle_overlap(&[], &shingles(text)) < 0.1);
    }
}
