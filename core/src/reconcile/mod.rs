//! Items meet the knowledge base: matching, merging, refining, disputing, superseding.
//!
//! [`compare_statements`] judges two statements; [`plan()`] folds items into articles in the order
//! they were said and settles them against the files that exist. What people wrote, edited, moved or
//! deleted is never overruled.

mod against;
mod alternatives;
mod amount;
mod analysed;
mod change;
mod choice;
mod clause;
mod common;
mod compare;
mod conflict;
mod cue;
mod denial;
mod draft;
mod dropped;
mod finder;
mod fold;
mod glossary;
mod identity;
mod join;
mod lexicon;
mod manner;
mod marks;
mod metrics;
mod number;
mod page;
mod passage;
mod piece;
mod plan;
mod reach;
mod reading;
mod related;
mod render;
mod repeated;
mod spelling;
mod state;
mod statement;
mod verb;
mod why;

pub(crate) use compare::Rejoinder;
pub use compare::{Judgment, Relation, StatementPair, compare_statements};
pub use identity::content_hash;
pub(crate) use lexicon::{is_auxiliary, is_unit, is_verb};
pub(crate) use number::is_month;
pub use page::{Contradiction, Keep, contradictions, generate, resolve, update};
pub use plan::{Action, File, LeftOut, Memory, Plan, PlanOptions, PlannedChange, Prepared, plan};
pub use state::{Deleted, Manifest, SessionRecord, Tombstone, Written, read_records, write_records};
pub use why::{Grounds, why};
