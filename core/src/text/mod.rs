//! Words as developers write them: tokens, stop words, stems.
//!
//! Everything that compares texts (keywords, matching, ranking) goes through here, so that both sides of a
//! comparison are cut and folded the same way.

mod bytes;
mod fold;
mod interner;
mod keywords;
mod line;
mod memo;
mod mojibake;
mod stem;
mod stop;
mod tokenize;
mod words;

pub(crate) use bytes::{HIGHS, ONES, find_byte, word_at, zero_bytes};
pub use fold::{fold, fold_char};
pub(crate) use interner::Interner;
pub use keywords::{content_terms, for_each_content_term, keywords};
pub(crate) use keywords::{folded_stem, keywords_with};
pub(crate) use line::{Fnv, is_list_entry, one_line};
pub(crate) use mojibake::without_mojibake;
pub(crate) use stem::with_stem;
pub use stem::{stem, stem_in_place};
pub use stop::is_stop_word;
pub(crate) use tokenize::small_letters;
pub use tokenize::{Term, TermKind, for_each_term, terms};
pub(crate) use words::{Dictionary, Phrases, Rows, Table, Words, hash};
