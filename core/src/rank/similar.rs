//! Words of the index that are spelled like a word it does not know.

use alloc::vec::Vec;

use super::index::Index;
use super::query::Match;

/// Spellings offered for one word.
const MAX_SPELLINGS: usize = 8;

/// Terms that begin with `word`, or differ from it by one slip (two in long words); best first.
pub(crate) fn spellings(index: &Index, word: &str) -> Vec<(u32, Match)> {
    let mut out = prefixed(index, word);
    if out.is_empty() {
        out = mistyped(index, word);
    }
    if out.is_empty() {
        out = split(index, word);
    }
    out
}

/// Terms of the same root as `stem` that the stemmer keeps apart: one is the beginning of the other and the rest is
/// no longer than an ending.
pub(crate) fn kin(index: &Index, stem: &str) -> Vec<u32> {
    const MIN_ROOT: usize = 5;
    const MAX_ENDING: usize = 4;
    let mut out = Vec::new();
    if stem.len() < MIN_ROOT || !stem.bytes().all(|b| b.is_ascii_lowercase()) {
        return out;
    }
    for cut in MIN_ROOT.max(stem.len().saturating_sub(MAX_ENDING))..stem.len() {
        out.extend(index.terms.get(&stem[..cut]));
    }
    for term in index.terms_from(stem, 33) {
        let other = index.terms.text(term);
        if out.len() >= MAX_SPELLINGS {
            break;
        }
        if other.len() > stem.len()
            && other.len() - stem.len() <= MAX_ENDING
            && other.bytes().all(|b| b.is_ascii_lowercase())
        {
            out.push(term);
        }
    }
    out
}

fn prefixed(index: &Index, word: &str) -> Vec<(u32, Match)> {
    let mut out = Vec::new();
    for surface in index.surfaces_from(word, 64) {
        if out.len() == MAX_SPELLINGS {
            break;
        }
        push(index, surface, Match::Prefix, &mut out);
    }
    out
}

fn mistyped(index: &Index, word: &str) -> Vec<(u32, Match)> {
    let n_chars = word.chars().count();
    let allowed = match n_chars {
        0..4 => return Vec::new(),
        4..8 => 1,
        _ => 2,
    };
    let mut found: Vec<(usize, usize, u32)> = Vec::new();
    // People rarely mistype the first letter, and a shared one narrows the search to a stretch of the alphabet.
    let Some(first) = word.chars().next() else { return Vec::new() };
    for surface in index.surfaces_from(&word[..first.len_utf8()], usize::MAX) {
        let other = index.surfaces.text(surface);
        if other.len().abs_diff(word.len()) > allowed {
            continue;
        }
        if let Some(distance) = slips(word, other, allowed) {
            found.push((distance, index.surface_df(surface), surface));
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)).then(a.2.cmp(&b.2)));
    let mut out = Vec::new();
    let best = found.first().map_or(0, |&(distance, ..)| distance);
    for (distance, _, surface) in found {
        if distance > best || out.len() == MAX_SPELLINGS {
            break;
        }
        push(index, surface, Match::Typo, &mut out);
    }
    out
}

/// `timeseries` when the index knows `time` and `series`: the longer half stands for it.
fn split(index: &Index, word: &str) -> Vec<(u32, Match)> {
    let halves = (3..word.len().saturating_sub(2)).filter(|&at| word.is_char_boundary(at)).find_map(|at| {
        let (left, right) = word.split_at(at);
        Some((index.term(left)?, index.term(right)?))
    });
    match halves {
        Some((left, right)) => alloc::vec![(left, Match::Typo), (right, Match::Typo)],
        None => Vec::new(),
    }
}

fn push(index: &Index, surface: u32, how: Match, out: &mut Vec<(u32, Match)>) {
    if let Some(term) = index.surface_term(surface)
        && !out.iter().any(|(known, _)| *known == term)
    {
        out.push((term, how));
    }
}

/// Number of letters inserted, left out, changed or swapped with their neighbour; `None` above `limit`.
fn slips(a: &str, b: &str, limit: usize) -> Option<usize> {
    const MAX: usize = 32;
    let mut left = ['\0'; MAX];
    let mut right = ['\0'; MAX];
    let (n, m) = (letters(a, &mut left)?, letters(b, &mut right)?);
    if n.abs_diff(m) > limit {
        return None;
    }
    let mut rows = [[0_usize; MAX + 1]; 3];
    for (j, cell) in rows[1].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=n {
        let (current, last, before) = ((i + 1) % 3, i % 3, (i + 2) % 3);
        rows[current][0] = i;
        let mut least = i;
        for j in 1..=m {
            let changed = usize::from(left[i - 1] != right[j - 1]);
            let mut cost = (rows[last][j] + 1).min(rows[current][j - 1] + 1).min(rows[last][j - 1] + changed);
            if i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1] {
                cost = cost.min(rows[before][j - 2] + 1);
            }
            rows[current][j] = cost;
            least = least.min(cost);
        }
        if least > limit {
            return None;
        }
    }
    let distance = rows[(n + 1) % 3][m];
    (distance <= limit).then_some(distance)
}

fn letters(text: &str, out: &mut [char; 32]) -> Option<usize> {
    let mut n = 0;
    for c in text.chars() {
        *out.get_mut(n)? = c;
        n += 1;
    }
    Some(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted_as_people_make_them() {
        for (a, b, limit, expected) in [
            ("postgres", "postgers", 2, Some(1)),
            ("kubernets", "kubernetes", 2, Some(1)),
            ("deploy", "deploy", 1, Some(0)),
            ("cat", "dog", 2, None),
            ("", "ab", 2, Some(2)),
            ("databse", "database", 1, Some(1)),
            ("naïve", "naive", 1, Some(1)),
        ] {
            assert_eq!(slips(a, b, limit), expected, "{a} {b}");
        }
    }
}
