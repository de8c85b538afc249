//! UTF-16, as hosts keep text, to UTF-8.

use super::lanes::{EIGHT_UNITS, Encoded, LANES, MANY_UNITS, Numbers, encoded, narrowed_ascii, numbers};

/// How much room [`write_utf8`] needs for UTF-16 of `length` bytes: no character takes more than three bytes for each of
/// its units, and what is written last may reach further than it counts.
pub fn utf8_room(length: usize) -> usize {
    length / 2 * 3 + ROOM_OF_EIGHT
}

/// How much room eight units need.
const ROOM_OF_EIGHT: usize = 2 * LANES;

/// Writes UTF-16 (the low byte of each unit first) as UTF-8; returns how long that is. Half a pair becomes U+FFFD.
///
/// What finds no room is left out; see [`utf8_room`].
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
pub fn write_utf8(utf16: &[u8], room: &mut [u8]) -> usize {
    let mut rest = utf16.as_chunks::<2>().0.as_flattened();
    let mut end = 0;
    while !rest.is_empty() {
        // Most text is ASCII.
        while let Some((units, behind)) = rest.split_first_chunk()
            && let Some(to) = room.get_mut(end..).and_then(<[u8]>::first_chunk_mut)
            && narrowed_ascii(units, to)
        {
            end += to.len();
            rest = behind;
        }
        let (length, taken) = write_any(rest, &mut room[end..]);
        if taken == 0 {
            break;
        }
        end += length;
        rest = &rest[taken..];
    }
    end
}

/// Writes some units of any kind; returns how long that is, and how much of `utf16` it was.
///
/// Which kind comes next is hard to foresee where there are several, so all but pairs are treated alike.
#[inline(never)]
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn write_any(utf16: &[u8], room: &mut [u8]) -> (usize, usize) {
    let numbers = numbers();
    let (mut end, mut taken) = (0, 0);
    while taken < utf16.len().min(2 * MANY_UNITS)
        && let Some(to) = room.get_mut(end..).and_then(<[u8]>::first_chunk_mut)
    {
        let rest = &utf16[taken..];
        let padding;
        let units = match rest.first_chunk() {
            Some(units) => units,
            None => {
                padding = padded(rest);
                &padding
            }
        };
        let (length, count) = write_eight(units, to, numbers);
        end += length;
        taken += 2 * count;
        if taken > utf16.len() {
            // What was missing counted as zero, which takes one byte.
            end -= (taken - utf16.len()) / 2;
            taken = utf16.len();
        } else if count < 8 {
            let (length, pairs) = write_pairs(&utf16[taken..], &mut room[end..]);
            end += length;
            taken += pairs;
        }
    }
    (end, taken)
}

/// Eight units, of which some are missing.
#[cold]
fn padded(units: &[u8]) -> [u8; EIGHT_UNITS] {
    core::array::from_fn(|at| units.get(at).copied().unwrap_or(0))
}

/// Writes the pairs and halves of pairs that the text begins with; returns how long that is, and how much of `utf16` it
/// was.
#[cold]
fn write_pairs(utf16: &[u8], room: &mut [u8]) -> (usize, usize) {
    let is_half = |unit: &u16| matches!(unit, 0xd800..0xe000);
    let units = utf16.as_chunks().0.iter().map(|&unit| u16::from_le_bytes(unit)).take_while(is_half);
    let (mut end, mut taken) = (0, 0);
    for character in char::decode_utf16(units) {
        let (character, length) = character.map_or((char::REPLACEMENT_CHARACTER, 2), |character| (character, 4));
        let Some(to) = room.get_mut(end..end + character.len_utf8()) else { break };
        end += character.encode_utf8(to).len();
        taken += length;
    }
    (end, taken)
}

/// Writes eight units up to the first half of a pair; returns how long that is, and how many they are.
#[inline]
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn write_eight(units: &[u8; EIGHT_UNITS], to: &mut [u8; ROOM_OF_EIGHT], numbers: &Numbers) -> (usize, usize) {
    let Encoded { fours: [(four, length), (next_four, more)], units } = encoded(units, numbers);
    to[..LANES].copy_from_slice(&four);
    to[length.min(LANES)..][..LANES].copy_from_slice(&next_four);
    (length + more, units)
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
