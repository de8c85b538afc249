//! Has this been seen before? Same type, same project, at least two tags in common.

use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

use super::{NewSignal, Signal, SignalSeverity};

/// Tags in common from which on two signals of one type speak of the same thing.
const SHARED_TAGS: usize = 2;

/// What is known about a new signal from those already stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SignalRelation {
    /// Every stored signal of the same type and project with enough tags in common.
    pub related: Vec<String>,
    /// One more than the highest count among them.
    pub occurrence_count: u32,
    /// A matching signal that had been mended: this one says it came back.
    pub recurrence_of: Option<String>,
    /// The severity, raised by one step when it came back.
    pub severity: SignalSeverity,
}

/// Relates a new signal to stored ones. The stored ones are not changed.
pub fn relate(new: &NewSignal, stored: &[Signal]) -> SignalRelation {
    let mut related: Vec<&Signal> = stored
        .iter()
        .filter(|old| old.signal_type == new.signal_type && shared_tags(&old.tags, &new.tags) >= SHARED_TAGS)
        .collect();
    related.sort_by(|a, b| a.id.cmp(&b.id));
    let mended = related
        .iter()
        .filter(|old| matches!(old.lifecycle.as_str(), "remediated" | "verified"))
        .max_by(|a, b| a.created.cmp(&b.created).then_with(|| a.id.cmp(&b.id)))
        .map(|old| old.id.clone());
    let same_project = || related.iter().filter(|old| old.project == new.project);
    let occurrence_count =
        same_project().map(|old| old.occurrence_count).max().map_or(1, |most| most.saturating_add(1));
    SignalRelation {
        related: same_project().map(|old| old.id.clone()).collect(),
        occurrence_count,
        severity: if mended.is_some() { new.severity.escalated() } else { new.severity },
        recurrence_of: mended,
    }
}

/// How many tags two lists have in common.
pub(crate) fn shared_tags(a: &[String], b: &[String]) -> usize {
    a.iter().filter(|tag| b.contains(tag)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Confidence;
    use crate::signal::SignalType;
    use alloc::vec;

    fn stored(id: &str, tags: &[&str], lifecycle: &str, count: u32) -> Signal {
        Signal {
            id: id.into(),
            path: alloc::format!("signals/app/{id}.md"),
            project: "app".into(),
            signal_type: SignalType::Struggle,
            positive: false,
            severity: SignalSeverity::Minor,
            confidence: Confidence::Medium,
            tags: tags.iter().map(|tag| (*tag).into()).collect(),
            created: None,
            phase: None,
            occurrence_count: count,
            lifecycle: lifecycle.into(),
            archived: false,
            processed_by: None,
            what_happened: String::new(),
            context: String::new(),
            cause: String::new(),
            remedy: String::new(),
        }
    }

    fn new(tags: &[&str]) -> NewSignal {
        NewSignal {
            signal_type: SignalType::Struggle,
            severity: SignalSeverity::Minor,
            project: "app".into(),
            tags: tags.iter().map(|tag| (*tag).into()).collect(),
            ..NewSignal::default()
        }
    }

    #[test]
    fn two_shared_tags_make_a_relation_and_count_up() {
        let store = vec![
            stored("sig-a", &["ci", "flaky", "cache"], "detected", 3),
            stored("sig-b", &["ci", "docs"], "detected", 9),
        ];
        let relation = relate(&new(&["flaky", "ci"]), &store);
        assert_eq!(relation.related, ["sig-a"]);
        assert_eq!(relation.occurrence_count, 4);
        assert_eq!(relation.recurrence_of, None);
    }

    #[test]
    fn what_was_mended_and_comes_back_weighs_more() {
        let store = vec![stored("sig-a", &["ci", "flaky"], "remediated", 1)];
        let relation = relate(&new(&["flaky", "ci"]), &store);
        assert_eq!(relation.recurrence_of.as_deref(), Some("sig-a"));
        assert_eq!(relation.severity, SignalSeverity::Notable);
    }

    #[test]
    fn another_type_or_one_tag_is_no_relation() {
        let mut other = stored("sig-a", &["ci", "flaky"], "detected", 1);
        other.signal_type = SignalType::Deviation;
        let relation = relate(&new(&["flaky", "ci"]), &[other, stored("sig-b", &["ci"], "detected", 1)]);
        assert_eq!(relation.related, Vec::<String>::new());
        assert_eq!(relation.occurrence_count, 1);
    }
}
