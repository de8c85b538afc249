//! `memory.log`: one fact a line behind a time in brackets, appended by agents and merged by git.

use alloc::string::String;
use core::str;

use super::builder::{Builder, blank_turn};
use super::limits;
use super::scan::{Scan, ScanError};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Role, Speaker, Turn};
use crate::time::Timestamp;

/// Reads the facts one by one.
#[derive(Debug, Default)]
pub(crate) struct Reader;

/// Whether the line is `[time] fact`, also behind a list marker.
pub(crate) fn is_entry(line: &[u8]) -> bool {
    let head = &line[..line.len().min(64)];
    str::from_utf8(head)
        .or_else(|error| str::from_utf8(&head[..error.valid_up_to()]))
        .is_ok_and(|head| split(head).is_some())
}

/// The time in the brackets and what follows them.
fn split(line: &str) -> Option<(Timestamp, &str)> {
    let line = line.trim_start_matches(['-', '*', ' ', '\u{feff}']);
    let (stamp, fact) = line.strip_prefix('[')?.split_once(']')?;
    Some((Timestamp::parse(stamp)?, fact.trim()))
}

/// `# Memory`, not `#42 is fixed`.
fn is_heading(line: &str) -> bool {
    let rest = line.trim_start_matches('#');
    rest.len() < line.len() && (rest.is_empty() || rest.starts_with([' ', '\t']))
}

impl Reader {
    #[allow(clippy::unused_self)] // one shape for every dialect
    pub(crate) fn record(&mut self, line: &[u8], number: u32, builder: &mut Builder) -> Scan<()> {
        let text = str::from_utf8(line).map_err(|_| ScanError::NotUtf8)?;
        if is_heading(text) {
            return Ok(());
        }
        if ["<<<<<<<", "=======", ">>>>>>>", "|||||||"].iter().any(|marker| text.starts_with(marker)) {
            let message = String::from("an unresolved merge conflict marker, skipped");
            builder.report(Diagnostic::at_line(Severity::Warning, "transcript/conflict-marker", number, message));
            return Ok(());
        }
        let (time, fact) = split(text).map_or((None, text), |(time, fact)| (Some(time), fact));
        // A union merge may leave the same line twice.
        let seen_just_now =
            builder.transcript.turns.iter().rev().take(16).any(|turn| turn.time == time && turn.text == fact);
        if fact.is_empty() || seen_just_now {
            return Ok(());
        }
        let cut = fact.char_indices().map(|(at, _)| at).take_while(|&at| at <= limits::TURN_BYTES).last();
        let kept = if fact.len() > limits::TURN_BYTES { &fact[..cut.unwrap_or(0)] } else { fact };
        builder.count_cut(fact.len() - kept.len());
        builder.push(Turn { time, text: kept.into(), ..blank_turn(number, Role::Assistant, Speaker::Agent) });
        Ok(())
    }
}
