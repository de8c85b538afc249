//! Ranking: which documents answer a query best, without a model and without leaving the machine.
//!
//! [`Index`] holds the documents in flat arrays; [`search`] finds the best of them. Words are weighed by field and
//! rarity; words that mean the same count as a weaker match; the best documents of a first look lend their words to
//! a second one; words that stand together in the query and in the document count more.

mod alphabet;
mod associate;
mod candidates;
mod feedback;
mod index;
mod proximity;
mod query;
mod search;
mod similar;

pub use index::{Document, Field, Index, IndexBuilder};
pub use query::Match;
pub use search::{Explanation, Hit, MAX_LIMIT, Scratch, SearchOptions, search, search_explained};
