//! What makes two texts the same thing: content hashes, folded keys, shingles.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::text::{content_terms, fold, for_each_content_term};

/// FNV-1a over 128 bits. Its prime is 2^88 + 0x13b, so a product takes two halves and no wide multiplication, which
/// WebAssembly does not have.
fn fnv128(bytes: impl Iterator<Item = u8>) -> (u64, u64) {
    const SMALL: u64 = 0x13b;
    let (mut high, mut low): (u64, u64) = (0x6c62_272e_07bb_0142, 0x62b8_2175_6295_c58d);
    for byte in bytes {
        low ^= u64::from(byte);
        let carry = ((low >> 32) * SMALL + (((low & 0xffff_ffff) * SMALL) >> 32)) >> 32;
        high = high.wrapping_mul(SMALL).wrapping_add(carry).wrapping_add(low << 24);
        low = low.wrapping_mul(SMALL);
    }
    (high, low)
}

/// The hash of a file's content. A checkout that turned line ends into CRLF counts as the same content.
pub fn content_hash(bytes: &[u8]) -> String {
    let (high, low) = if bytes.contains(&b'\r') {
        let is_kept = |at: &usize| bytes[*at] != b'\r' || bytes.get(at + 1) != Some(&b'\n');
        fnv128((0..bytes.len()).filter(is_kept).map(|at| bytes[at]))
    } else {
        fnv128(bytes.iter().copied())
    };
    format!("{high:016x}{low:016x}")
}

/// A title or subject folded for comparison: its content words, sorted, each once.
pub(super) fn word_key(text: &str) -> String {
    let mut words = content_terms(text);
    if words.is_empty() {
        return fold(text).split_whitespace().collect::<Vec<_>>().join(" ");
    }
    words.sort_unstable();
    words.dedup();
    words.join(" ")
}

/// The low bits of the start and the prime of FNV-1a over 128 bits.
const FNV32_START: u32 = 0x6295_c58d;
const FNV32_PRIME: u32 = 0x13b;

/// Words of a shingle.
const RUN: usize = 4;
/// How many shingles are kept of one text.
const MAX_SHINGLES: usize = 48;

/// Hashes of runs of four content words; the smallest ones stand for the text.
pub(super) fn shingles(text: &str) -> Vec<u32> {
    let mut all = Vec::new();
    // The runs that each of the last four words began, in turns.
    let mut open = [FNV32_START; RUN];
    let mut n_words = 0;
    for_each_content_term(text, |word| {
        open[n_words % RUN] = FNV32_START;
        for byte in word.bytes().chain([b' ']) {
            for hash in &mut open {
                *hash = (*hash ^ u32::from(byte)).wrapping_mul(FNV32_PRIME);
            }
        }
        n_words += 1;
        if n_words >= RUN {
            all.push(open[n_words % RUN]);
        }
    });
    if (1..RUN).contains(&n_words) {
        all.push(open[0]);
    }
    all.sort_unstable();
    all.dedup();
    all.truncate(MAX_SHINGLES);
    all
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
        assert_eq!(content_hash(b""), "6c62272e07bb014262b821756295c58d");
        assert_eq!(content_hash(b"foobar"), "343e1662793c64bf6f0d3597ba446f18");
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
