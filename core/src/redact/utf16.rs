//! UTF-16, as hosts keep text, to UTF-8.

use alloc::vec::Vec;

use super::lanes::{LANES, narrowed};

/// Appends UTF-16 (the low byte of each unit first) to UTF-8; half a pair becomes U+FFFD.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
pub fn append_utf16(text: &mut Vec<u8>, utf16: &[u8]) {
    // No character takes more than three bytes for each of its units.
    text.reserve(utf16.len() / 2 * 3);
    let mut rest = utf16;
    while !rest.is_empty() {
        match rest.split_first_chunk() {
            Some((units, behind)) => match narrowed(units) {
                Some(ascii) => {
                    text.extend_from_slice(&ascii);
                    rest = behind;
                }
                None => rest = append_some(text, rest),
            },
            None => rest = append_some(text, rest),
        }
    }
}

/// Appends the characters of the next few units; returns what is left.
fn append_some<'a>(text: &mut Vec<u8>, utf16: &'a [u8]) -> &'a [u8] {
    let (units, _) = utf16.as_chunks();
    let unit = |at: usize| units.get(at).map(|&unit| u32::from(u16::from_le_bytes(unit)));
    let mut at = 0;
    while at < LANES
        && let Some(first) = unit(at)
    {
        at += 1;
        // Pieces of a known length: copying as many bytes as there are is slow.
        match first {
            0..0x80 => text.extend_from_slice(&low_bytes([first])),
            0x80..0x800 => text.extend_from_slice(&low_bytes([0xc0 | first >> 6, 0x80 | first & 0x3f])),
            0xd800..0xe000 => {
                let second = unit(at).filter(|second| first < 0xdc00 && (0xdc00..0xe000).contains(second));
                at += usize::from(second.is_some());
                let character =
                    second.and_then(|second| char::from_u32(0x1_0000 + ((first & 0x3ff) << 10 | second & 0x3ff)));
                let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
                text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
            _ => {
                text.extend_from_slice(&low_bytes([0xe0 | first >> 12, 0x80 | first >> 6 & 0x3f, 0x80 | first & 0x3f]));
            }
        }
    }
    // Half a unit at the end is none.
    if at == 0 { &[] } else { &utf16[2 * at..] }
}

fn low_bytes<const N: usize>(numbers: [u32; N]) -> [u8; N] {
    numbers.map(|number| number.to_le_bytes()[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn is_what_the_standard_library_makes_of_it(
            units in prop::collection::vec(prop_oneof![4 => 0x20..0x7f_u16, 1 => any::<u16>(), 1 => 0xd800..0xe000_u16], 0..200)
        ) {
            let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            let mut text = Vec::from(*b"before ");
            append_utf16(&mut text, &bytes);
            prop_assert_eq!(text, ["before ", &String::from_utf16_lossy(&units)].concat().into_bytes());
        }
    }
}
