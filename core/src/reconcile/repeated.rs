//! What people have an agent do at the head of every conversation: it is known, and no news.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::passage;
use crate::extract::is_order;
use crate::model::Item;

/// What a person said word for word in so many conversations is part of how they begin one.
const MANY: usize = 3;

/// Items without the orders that a person gives at the head of every conversation.
pub(super) fn without_standing_orders(items: Vec<Item>) -> Vec<Item> {
    let mut sessions: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for item in &items {
        for said in orders(item) {
            sessions.entry(said).or_default().insert(session(item));
        }
    }
    sessions.retain(|_, told_in| told_in.len() >= MANY);
    if sessions.is_empty() {
        return items;
    }
    let again: BTreeSet<String> = sessions.into_keys().collect();
    items.into_iter().filter_map(|item| without(item, &again)).collect()
}

/// The item without some sentences; `None` when it says nothing else.
fn without(mut item: Item, again: &BTreeSet<String>) -> Option<Item> {
    let mut gone = orders(&item);
    gone.retain(|said| again.contains(said));
    if gone.is_empty() {
        return Some(item);
    }
    match passage::part(&item.statement, &gone) {
        Some((_, rest, _)) => item.statement = rest,
        None if passage::sayings(&item.statement, usize::MAX).len() == gone.len() => return None,
        None => {}
    }
    Some(item)
}

/// What people want the agent to do, by what an item says.
fn orders(item: &Item) -> Vec<String> {
    let said = passage::sayings(&item.statement, usize::MAX).into_iter();
    said.filter(|saying| saying.by_person && begins_as_order(&saying.text)).map(|saying| saying.text).collect()
}

fn session(item: &Item) -> &str {
    item.evidence.first().map_or("", |evidence| evidence.session.as_str())
}

fn begins_as_order(said: &str) -> bool {
    let first = said.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or("");
    is_order(&first.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn what_opens_every_conversation_is_no_news() {
        let talk = |n: usize, said: &str| {
            let statement = format!("The user: \"Read the `ferry` guide first. {said}\"");
            let mut item = Item::sample("Ferry", &statement);
            item.evidence[0].session = format!("{n}.jsonl");
            item
        };
        let says = ["Ramps open at five o'clock.", "Dogs pay half the fare.", ""];
        let items = without_standing_orders((0..).zip(says).map(|(n, said)| talk(n, said)).collect());
        let told: Vec<&str> = items.iter().map(|item| item.statement.as_str()).collect();
        assert_eq!(told, ["The user: \"Ramps open at five o'clock.\"", "The user: \"Dogs pay half the fare.\""]);
        let twice: Vec<Item> = (0..).zip(&says[..2]).map(|(n, said)| talk(n, said)).collect();
        assert_eq!(without_standing_orders(twice.clone()), twice);
    }
}
