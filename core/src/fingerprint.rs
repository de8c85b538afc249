//! A hash of bytes that come in pieces, the same however they are cut. It tells a file that has grown from one that
//! has not, eight bytes at a time; it is no defence against forgery.

/// The hash of the bytes so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fingerprint {
    sum: u64,
    /// Bytes that do not make eight yet.
    started: [u8; 8],
    n_started: usize,
    length: u64,
}

impl Fingerprint {
    /// Adds the next bytes.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        let mut rest = bytes;
        if self.n_started > 0 {
            let (head, more) = rest.split_at(rest.len().min(8 - self.n_started));
            self.start(head);
            rest = more;
        }
        while let Some((eight, more)) = rest.split_first_chunk::<8>() {
            self.sum = mixed(self.sum, *eight);
            rest = more;
        }
        self.start(rest);
    }

    /// Keeps bytes until there are eight.
    fn start(&mut self, bytes: &[u8]) {
        self.started[self.n_started..self.n_started + bytes.len()].copy_from_slice(bytes);
        self.n_started += bytes.len();
        if self.n_started == 8 {
            self.sum = mixed(self.sum, self.started);
            (self.started, self.n_started) = ([0; 8], 0);
        }
    }

    /// The hash of all bytes.
    pub(crate) fn finish(&self) -> u64 {
        let sum = mixed(mixed(self.sum, self.started), self.length.to_le_bytes());
        sum ^ sum >> 32
    }
}

fn mixed(sum: u64, eight: [u8; 8]) -> u64 {
    (sum ^ u64::from_le_bytes(eight)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;

    fn of(pieces: &[&[u8]]) -> u64 {
        let mut print = Fingerprint::default();
        for piece in pieces {
            print.add(piece);
        }
        print.finish()
    }

    #[test]
    fn pieces_make_no_difference() {
        let text = b"a conversation of thirty bytes";
        for first in 0..=text.len() {
            for second in first..=text.len() {
                assert_eq!(of(&[&text[..first], &text[first..second], &text[second..]]), of(&[text]));
            }
        }
    }

    #[test]
    fn every_byte_makes_one() {
        let mut seen = BTreeSet::new();
        for at in 0..39 {
            for value in [1, 7, 200] {
                let mut bytes = [0_u8; 40];
                bytes[at] = value;
                assert!(seen.insert(of(&[&bytes])) && seen.insert(of(&[&bytes[..=at]])), "{at} {value}");
            }
        }
        assert_ne!(of(&[b""]), of(&[b"\0"]));
    }
}
