//! UTF-16, as hosts keep text, to UTF-8.

use super::lanes::{LANES, narrowed};

/// How much room [`write_utf8`] needs for UTF-16 of `length` bytes: no character takes more than three bytes for each of
/// its units, and what is written last may reach further than it counts.
pub fn utf8_room(length: usize) -> usize {
    length / 2 * 3 + LANES
}

/// Writes UTF-16 (the low byte of each unit first) as UTF-8; returns how long that is. Half a pair becomes U+FFFD.
///
/// What finds no room is left out; see [`utf8_room`].
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
pub fn write_utf8(utf16: &[u8], room: &mut [u8]) -> usize {
    let mut rest = utf16;
    let mut end = 0;
    while let Some(to) = room.get_mut(end..).and_then(<[u8]>::first_chunk_mut) {
        if let Some(units) = rest.first_chunk() {
            let (narrow, ascii) = narrowed(units);
            *to = narrow;
            end += ascii;
            rest = &rest[2 * ascii..];
            if ascii == LANES {
                continue;
            }
        }
        // Up to the next ASCII, so that text in another script is not tried again and again.
        loop {
            let Some(to) = room.get_mut(end..).and_then(<[u8]>::first_chunk_mut) else { return end };
            let Some((&unit, behind)) = rest.split_first_chunk() else { return end };
            let unit = u32::from(u16::from_le_bytes(unit));
            let last = 0x80 | unit & 0x3f;
            let (bytes, length) = match unit {
                0..0x80 => (unit, 1),
                0x80..0x800 => (0xc0 | unit >> 6 | last << 8, 2),
                0xd800..0xe000 => pair(rest),
                _ => (0xe0 | unit >> 12 | (0x80 | unit >> 6 & 0x3f) << 8 | last << 16, 3),
            };
            *to = bytes.to_le_bytes();
            end += length;
            // Only a whole pair takes four bytes.
            rest = if length == 4 { &rest[4..] } else { behind };
            if unit < 0x80 {
                break;
            }
        }
    }
    end
}

/// The character of the pair that the text begins with half of, as UTF-8, and its length.
#[cold]
fn pair(utf16: &[u8]) -> (u32, usize) {
    let units = utf16.chunks_exact(2).take(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
    let character = char::decode_utf16(units).next().and_then(Result::ok).unwrap_or(char::REPLACEMENT_CHARACTER);
    let mut utf8 = [0; 4];
    let length = character.encode_utf8(&mut utf8).len();
    (u32::from_le_bytes(utf8), length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn is_what_the_standard_library_makes_of_it(
            units in prop::collection::vec(prop_oneof![4 => 0x20..0x7f_u16, 1 => any::<u16>(), 1 => 0xd800..0xe000_u16], 0..200)
        ) {
            let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            let mut text = vec![0; utf8_room(bytes.len())];
            let length = write_utf8(&bytes, &mut text);
            prop_assert_eq!(&text[..length], &String::from_utf16_lossy(&units).into_bytes());
            for short in 0..length {
                prop_assert!(write_utf8(&bytes, &mut text[..short]) <= short);
            }
        }
    }
}
