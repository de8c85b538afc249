//! UTF-16, as hosts keep text, to UTF-8.

use super::lanes::{LANES, encoded, encoded_long, narrowed, narrowed_ascii};

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
    loop {
        // Most text is ASCII.
        while let Some((units, behind)) = rest.split_first_chunk()
            && let Some(to) = room.get_mut(end..).and_then(<[u8]>::first_chunk_mut)
            && narrowed_ascii(units, to)
        {
            end += to.len();
            rest = behind;
        }
        // What is left of it before something else.
        while let Some(units) = rest.first_chunk() {
            let Some(to) = room.get_mut(end..).and_then(<[u8]>::first_chunk_mut) else { return end };
            let (narrow, ascii) = narrowed(units);
            *to = narrow;
            end += ascii;
            rest = &rest[2 * ascii..];
            if ascii < LANES {
                break;
            }
        }
        // Up to the next ASCII, so that text in another script is not tried again and again.
        loop {
            while let Some((units, behind)) = rest.split_first_chunk()
                && let Some(to) = room.get_mut(end..).and_then(<[u8]>::first_chunk_mut)
                && let Some(utf8) = encoded_long(units)
            {
                *to = utf8;
                end += to.len();
                rest = behind;
            }
            let Some(to) = room.get_mut(end..).and_then(<[u8]>::first_chunk_mut) else { return end };
            if let Some((&units, behind)) = rest.split_first_chunk()
                && let Some((bytes, length)) = encoded(units)
            {
                *to = bytes;
                end += length;
                rest = behind;
                if length == units.len() / 2 {
                    break;
                }
            } else {
                let Some((character, length)) = first_character(rest) else { return end };
                to[..4].copy_from_slice(&character);
                end += length;
                // Only a whole pair takes four bytes.
                rest = &rest[if length == 4 { 4 } else { 2 }..];
            }
        }
    }
}

/// The character that the text begins with, as UTF-8, and its length.
#[cold]
fn first_character(utf16: &[u8]) -> Option<([u8; 4], usize)> {
    let units = utf16.as_chunks().0.iter().map(|&unit| u16::from_le_bytes(unit));
    let character = char::decode_utf16(units).next()?.unwrap_or(char::REPLACEMENT_CHARACTER);
    let mut utf8 = [0; 4];
    let length = character.encode_utf8(&mut utf8).len();
    Some((utf8, length))
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
            runs in prop::collection::vec(
                prop_oneof![
                    prop::collection::vec(0x20..0x7f_u16, 0..90),
                    prop::collection::vec(0x4e00..0x9fff_u16, 0..30),
                    prop::collection::vec(prop_oneof![any::<u16>(), 0x7f0..0x810_u16, 0xd700..0xe100_u16], 0..9),
                ],
                0..12,
            )
        ) {
            let units: Vec<u16> = runs.concat();
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
