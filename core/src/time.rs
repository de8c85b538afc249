//! Dates and times as data: parsing every spelling seen in real files, and writing one.
//!
//! The core has no clock. `now` is always an argument.

use alloc::format;
use alloc::string::String;
use serde::{Deserialize, Serialize};

/// Milliseconds since 1970-01-01T00:00:00Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Timestamp(#[cfg_attr(feature = "types", ts(type = "number"))] pub i64);

/// A calendar day in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// Year, 1 to 9999.
    pub year: i32,
    /// Month, 1 to 12.
    pub month: u8,
    /// Day of the month, 1 to 31.
    pub day: u8,
}

const MS_PER_DAY: i64 = 86_400_000;

impl Timestamp {
    /// Reads ISO 8601 in its real-world spellings, `YYYY-MM-DD HH:MM[:SS][ UTC]`, a bare date, the
    /// file-name form `2026-02-20T13-57-30-847Z`, and Unix seconds or milliseconds as digits.
    ///
    /// A time without a zone counts as UTC, so that the result does not depend on the machine.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().trim_matches(|c| c == '"' || c == '\'');
        if text.len() >= 9 && text.bytes().all(|b| b.is_ascii_digit()) {
            return Self::from_unix(text.parse().ok()?);
        }
        let bytes = text.as_bytes();
        let date = Date::parse(text.get(..10)?)?;
        let mut ms = date.days_since_epoch() * MS_PER_DAY;
        let mut at = 10;
        if at == bytes.len() {
            return Some(Self(ms));
        }
        if !matches!(bytes[at], b'T' | b't' | b' ') {
            return None;
        }
        at += 1;
        let hours = two_digits(bytes, at).filter(|&h| h <= 24)?;
        at += 2;
        let mut minutes = 0;
        let mut seconds = 0;
        if let Some(mark @ (b':' | b'-')) = bytes.get(at) {
            minutes = two_digits(bytes, at + 1).filter(|&m| m < 60)?;
            at += 3;
            // "06:57-07:00" goes on with its zone.
            if bytes.get(at) == Some(mark) && two_digits(bytes, at + 1).is_some() {
                seconds = two_digits(bytes, at + 1).filter(|&s| s <= 60)?;
                at += 3;
            }
        }
        let mut millis = 0;
        if matches!(bytes.get(at), Some(b'.' | b',' | b'-')) {
            let digits = bytes[at + 1..].iter().take_while(|b| b.is_ascii_digit()).count();
            let is_fraction = bytes[at] != b'-' || digits == 3;
            if digits > 0 && is_fraction {
                for place in 0..3 {
                    let digit = if place < digits { i64::from(bytes[at + 1 + place] - b'0') } else { 0 };
                    millis = millis * 10 + digit;
                }
                at += 1 + digits;
            }
        }
        ms += ((hours * 60 + minutes) * 60 + seconds) * 1000 + millis;
        ms -= offset_minutes(text.get(at..)?.trim())? * 60_000;
        Some(Self(ms))
    }

    /// Reads a Unix time: values below 10^11 are seconds, above it milliseconds.
    pub fn from_unix(value: i64) -> Option<Self> {
        let ms = if value.abs() < 100_000_000_000 { value.checked_mul(1000)? } else { value };
        // 9999-12-31 and its mirror keep every later calculation inside i64 and four-digit years.
        (ms.abs() < 253_402_300_800_000).then_some(Self(ms))
    }

    /// The UTC day it falls on.
    pub fn date(self) -> Date {
        Date::from_days_since_epoch(self.0.div_euclid(MS_PER_DAY))
    }

    /// Whole days from `self` to `later`; never negative.
    pub fn days_until(self, later: Self) -> i64 {
        ((later.0 - self.0) / MS_PER_DAY).max(0)
    }

    /// Writes `2026-02-20T13:57:30.847Z`.
    pub fn to_iso(self) -> String {
        let day = self.date();
        let in_day = self.0.rem_euclid(MS_PER_DAY);
        let (h, m, s, ms) = (in_day / 3_600_000, in_day / 60_000 % 60, in_day / 1000 % 60, in_day % 1000);
        format!("{}T{h:02}:{m:02}:{s:02}.{ms:03}Z", day.to_iso())
    }
}

impl Date {
    /// Reads `YYYY-MM-DD` (or with `/` or `.`) at the start of `text`; what follows the day is ignored.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.trim().trim_matches(|c| c == '"' || c == '\'').as_bytes();
        if bytes.len() < 10 || !matches!(bytes[4], b'-' | b'/' | b'.') || bytes[4] != bytes[7] {
            return None;
        }
        let year = two_digits(bytes, 0)? * 100 + two_digits(bytes, 2)?;
        let month = two_digits(bytes, 5)?;
        let day = two_digits(bytes, 8)?;
        if bytes.get(10).is_some_and(u8::is_ascii_digit) {
            return None;
        }
        let valid = year > 0 && (1..=12).contains(&month) && (1..=days_in_month(year, month)).contains(&day);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // ranges checked above
        valid.then_some(Self { year: year as i32, month: month as u8, day: day as u8 })
    }

    /// Writes `2026-02-20`.
    pub fn to_iso(self) -> String {
        let Ok(year @ 0..=9999) = u32::try_from(self.year) else {
            return format!("{:04}-{:02}-{:02}", self.year, self.month, self.day);
        };
        let mut out = String::with_capacity(10);
        for (before, n) in [("", year / 100), ("", year), ("-", self.month.into()), ("-", self.day.into())] {
            out.push_str(before);
            out.extend([n / 10 % 10, n % 10].into_iter().filter_map(|digit| char::from_digit(digit, 10)));
        }
        out
    }

    /// Days since 1970-01-01, after Howard Hinnant's civil calendar algorithm.
    pub fn days_since_epoch(self) -> i64 {
        let year = i64::from(self.year) - i64::from(self.month <= 2);
        let era = year.div_euclid(400);
        let year_of_era = year.rem_euclid(400);
        let shifted_month = (i64::from(self.month) + 9) % 12;
        let day_of_year = (153 * shifted_month + 2) / 5 + i64::from(self.day) - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        era * 146_097 + day_of_era - 719_468
    }

    /// The inverse of [`Date::days_since_epoch`].
    pub fn from_days_since_epoch(days: i64) -> Self {
        let shifted = days + 719_468;
        let era = shifted.div_euclid(146_097);
        let day_of_era = shifted.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
        let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // calendar ranges
        Self { year: year as i32, month: month as u8, day: day as u8 }
    }

    /// Midnight UTC of the day.
    pub fn midnight(self) -> Timestamp {
        Timestamp(self.days_since_epoch() * MS_PER_DAY)
    }
}

fn two_digits(bytes: &[u8], at: usize) -> Option<i64> {
    match bytes.get(at..at + 2)? {
        [a @ b'0'..=b'9', b @ b'0'..=b'9'] => Some(i64::from(a - b'0') * 10 + i64::from(b - b'0')),
        _ => None,
    }
}

fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Minutes east of UTC named by what follows a time; `None` when it is not a zone.
fn offset_minutes(zone: &str) -> Option<i64> {
    if zone.is_empty()
        || zone.eq_ignore_ascii_case("z")
        || zone.eq_ignore_ascii_case("utc")
        || zone.eq_ignore_ascii_case("gmt")
    {
        return Some(0);
    }
    let (sign, rest) = match zone.as_bytes()[0] {
        b'+' => (1, &zone[1..]),
        b'-' => (-1, &zone[1..]),
        _ => return None,
    };
    let bytes = rest.as_bytes();
    let hours = two_digits(bytes, 0)?;
    let minutes = match bytes.len() {
        2 => 0,
        4 => two_digits(bytes, 2)?,
        5 if bytes[2] == b':' => two_digits(bytes, 3)?,
        _ => return None,
    };
    Some(sign * (hours * 60 + minutes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, iso: &str) {
        assert_eq!(Timestamp::parse(text).map(Timestamp::to_iso).as_deref(), Some(iso), "{text}");
    }

    #[test]
    fn reads_every_spelling_seen_in_real_files() {
        check("2026-02-20", "2026-02-20T00:00:00.000Z");
        check("\"2026-02-20\"", "2026-02-20T00:00:00.000Z");
        check("2026-02-20T13:57:30.847Z", "2026-02-20T13:57:30.847Z");
        check("2026-02-20T13-57-30-847Z", "2026-02-20T13:57:30.847Z");
        check("2026-02-20T15:57:30+02:00", "2026-02-20T13:57:30.000Z");
        check("2026-02-20T06:57:30-0700", "2026-02-20T13:57:30.000Z");
        check("2026-02-20T06:57-07:00", "2026-02-20T13:57:00.000Z");
        check("2026-02-20 06:57-08", "2026-02-20T14:57:00.000Z");
        check("2026-03-12 16:22 UTC", "2026-03-12T16:22:00.000Z");
        check("2026-03-12 16:22", "2026-03-12T16:22:00.000Z");
        check("2026-03-12T00:00:00Z", "2026-03-12T00:00:00.000Z");
        check("1733234401000", "2024-12-03T14:00:01.000Z");
        check("1733234401", "2024-12-03T14:00:01.000Z");
        check("2026-02-20T13:57:30.123456789Z", "2026-02-20T13:57:30.123Z");
    }

    #[test]
    fn refuses_what_is_not_a_date() {
        for text in
            ["", "soon", "2026-13-01", "2026-02-30", "2026-2-3", "20260220T99", "2026-02-20x", "99999999999999999999"]
        {
            assert_eq!(Timestamp::parse(text), None, "{text}");
        }
    }

    #[test]
    fn calendar_round_trips_over_four_centuries() {
        for days in (-200_000..200_000).step_by(37) {
            assert_eq!(Date::from_days_since_epoch(days).days_since_epoch(), days);
        }
    }
}
