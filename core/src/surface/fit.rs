//! What a context block has room for: an entry is shown in full, as one line, or not at all.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::words::tokens;

/// What preferences may cost before articles take turns with them.
const PREFERENCES_AHEAD: u32 = 100;

/// What may be shown of an entry, and in which form it is.
pub(super) struct Item {
    pub(super) at: usize,
    pub(super) full: String,
    pub(super) line: String,
    pub(super) form: Form,
    pub(super) reason: String,
    pub(super) is_preference: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Full,
    Line,
    Out,
}

impl Item {
    pub(super) fn new(at: usize, full: String, line: String, reason: String) -> Self {
        let line = if line.len() < full.len() { line } else { full.clone() };
        Self { at, full, line, form: Form::Full, reason, is_preference: false }
    }

    pub(super) fn text(&self) -> &str {
        match self.form {
            Form::Full => &self.full,
            Form::Line => &self.line,
            Form::Out => "",
        }
    }
}

/// Keeps what fits as one line each, in the order of [`in_turn`], and shows in full what there is room for then. A larger
/// budget keeps all that a smaller one does.
pub(super) fn fit(items: &mut [Item], budget: u32, cost: &dyn Fn(&[Item]) -> u32) {
    if cost(items) <= budget {
        return;
    }
    for item in &mut *items {
        item.form = Form::Out;
    }
    for at in in_turn(items) {
        items[at].form = Form::Line;
        if cost(items) > budget {
            items[at].form = Form::Out;
            break;
        }
    }
    for at in 0..items.len() {
        if items[at].form == Form::Out {
            items[at].reason = "over the budget".to_string();
            continue;
        }
        items[at].form = Form::Full;
        if cost(items) > budget {
            items[at].form = Form::Line;
        }
    }
}

/// Preferences first, then by turns, so that neither they nor the articles take all of the budget.
fn in_turn(items: &[Item]) -> Vec<usize> {
    let (preferences, articles): (Vec<usize>, Vec<usize>) = (0..items.len()).partition(|&at| items[at].is_preference);
    let (mut preferences, mut articles) = (preferences.into_iter().peekable(), articles.into_iter().peekable());
    let (mut for_preferences, mut for_articles) = (0, PREFERENCES_AHEAD);
    let mut order = Vec::with_capacity(items.len());
    loop {
        let is_preference =
            articles.peek().is_none() || (for_preferences < for_articles && preferences.peek().is_some());
        let (next, spent) = if is_preference {
            (preferences.next(), &mut for_preferences)
        } else {
            (articles.next(), &mut for_articles)
        };
        let Some(at) = next else { return order };
        *spent += tokens(&items[at].line);
        order.push(at);
    }
}
