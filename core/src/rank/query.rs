//! What a query asks for: its words as concepts, each with the terms of the index that can stand for it.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::associate::{Relation, for_each_associate, is_in_table};
use super::index::Index;
use super::similar;
use crate::text::{TermKind, for_each_term, is_stop_word, stem};

/// Bytes of a query that are looked at; a prompt says what it is about before this.
const MAX_QUERY_BYTES: usize = 16_384;
/// Concepts of a query that are searched for; the rarest are kept.
const MAX_CONCEPTS: usize = 40;
/// Terms that may stand for one concept.
const MAX_ALTERNATIVES: usize = 20;
/// Words outside the vocabulary for which similar spellings are looked up.
const MAX_UNKNOWN: usize = 8;

/// What a match is worth against the very word, by [`Relation`]. Higher closes more of the vocabulary gap and lets in more noise.
const RELATION_WEIGHT: [f32; 5] = [0.75, 0.45, 0.4, 0.1, 0.05];
/// The same for a word that nobody used here: then it was said with another one, if only one that comes to mind with it.
const GAP_WEIGHT: [f32; 5] = [0.75, 0.45, 0.4, 0.45, 0.05];
/// The same for a word of the kind that was asked for: `which database` is answered by `postgres`.
const ASKED_KIND_WEIGHT: f32 = 0.6;
/// Words of a query at which these weights hold. A shorter one leans more on other words for what it says, a longer one
/// says it in several ways itself.
const USUAL_LENGTH: f32 = 4.0;
/// The most that a short query raises the weights by.
const MAX_LEANING: f32 = 1.4;
/// The same for a word of the same root: `coverage` for `covered`.
const KIN_WEIGHT: f32 = 0.45;
/// The same for a word that begins with what was typed.
const PREFIX_WEIGHT: f32 = 0.5;
/// The same for a word that differs by a typing error.
const TYPO_WEIGHT: f32 = 0.45;
/// The same for one part of an identifier whose whole is known too.
const PART_WEIGHT: f32 = 0.5;
/// The same for a word that says how something is asked, not what.
const SCAFFOLD_WEIGHT: f32 = 0.5;
/// What each repetition of a word in the query adds.
const REPETITION_WEIGHT: f32 = 0.3;

/// Words that frame a question more than they name its subject; sorted.
#[rustfmt::skip]
const SCAFFOLD: &[&str] = &[
    "able", "actual", "actually", "advice", "anybody", "anyway", "article", "articles", "best", "better",
    "certain", "come", "comes", "coming", "common", "correct", "currently", "deal", "dealing", "different",
    "discuss", "done", "easy", "everything", "exactly", "exist", "explain", "find", "give", "go", "goes",
    "going", "good", "handle", "handled", "handles", "handling", "happen", "happened", "happens", "help",
    "interested", "keep", "keeping", "keeps", "kept", "kind", "know", "let", "look", "looking", "lot", "main",
    "make", "many", "mean", "method", "need", "new", "often", "one", "option", "particular", "people",
    "perhaps", "person", "place", "possible", "possibly", "problem", "proper", "provide", "put", "reason",
    "recommend", "remember", "right", "said", "say", "see", "several", "show", "shown", "simple", "simply",
    "somebody", "somewhere", "sort", "specific", "suggest", "suggestion", "sure", "take", "taken", "takes",
    "tell", "thing", "things", "think", "trouble", "try", "trying", "type", "use", "used", "useful", "using",
    "usually", "various", "want", "wanted", "way", "ways", "wonder", "wondering", "work", "works",
];

/// Words that may stand between `which` and the kind that is asked for.
const BEFORE_KIND: [&str; 7] = ["kind", "kinds", "of", "other", "our", "sort", "type"];

/// How a term of the index came to stand for a word of the query, strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Match {
    /// It is the word, in some form.
    Exact,
    /// It is another form or an abbreviation of the word.
    Form,
    /// It means about the same, or is of that kind.
    Related,
    /// It begins with the word.
    Prefix,
    /// It is the word but for a typing error.
    Typo,
    /// The best documents of a first look speak of it.
    Feedback,
}

impl Match {
    /// The word used in explanations.
    pub fn name(self) -> &'static str {
        match self {
            Match::Exact => "exact",
            Match::Form => "form",
            Match::Related => "related",
            Match::Prefix => "prefix",
            Match::Typo => "typo",
            Match::Feedback => "feedback",
        }
    }
}

/// A term of the index that can stand for a concept.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Alternative {
    pub(crate) term: u32,
    /// What a full match is worth: closeness times rarity.
    pub(crate) weight: f32,
    pub(crate) how: Match,
}

/// One thing the query asks for. A document counts by its best alternative; only where nobody used the word itself,
/// several others make it likelier that it is what was meant.
#[derive(Debug)]
pub(crate) struct Concept {
    /// The word as typed, folded.
    pub(crate) word: String,
    /// The word itself first, then the strongest; never empty.
    pub(crate) alternatives: Vec<Alternative>,
    /// What a perfect match would be worth.
    pub(crate) worth: f32,
}

/// The query's concepts in reading order. Empty when nothing in it is in the index.
pub(crate) fn concepts(index: &Index, query: &str) -> Vec<Concept> {
    let words = words(cut(query));
    let mut out: Vec<Concept> = Vec::new();
    let mut n_unknown = 0;
    let length: f32 = words.iter().map(|word| word.weight.min(1.0)).sum();
    let leaning = (USUAL_LENGTH / length.max(1.0)).min(MAX_LEANING);
    for (at, word) in words.iter().enumerate() {
        let mut alternatives = Vec::new();
        let known = index.term(&word.text);
        let mut rarest = index.rarest_idf();
        if let Some(term) = known {
            rarest = index.idf[term as usize];
            alternatives.push(Alternative { term, weight: rarest, how: Match::Exact });
        }
        let mut weights = if known.is_some() { RELATION_WEIGHT } else { GAP_WEIGHT };
        if word.names_kind {
            weights[Relation::Kind as usize] = ASKED_KIND_WEIGHT;
        }
        relatives(index, &word.stem, rarest, weights.map(|weight| weight * leaning), &mut alternatives);
        for term in similar::kin(index, &word.stem) {
            let weight = KIN_WEIGHT * index.idf[term as usize].min(rarest);
            alternatives.push(Alternative { term, weight, how: Match::Form });
        }
        if let Some(next) = words.get(at + 1) {
            written_as_one(index, word, next, &mut alternatives);
        }
        if known.is_none() && word.spelled && !is_in_table(&word.stem) && n_unknown < MAX_UNKNOWN {
            n_unknown += 1;
            for (term, how) in similar::spellings(index, &word.text) {
                let closeness = if how == Match::Prefix { PREFIX_WEIGHT } else { TYPO_WEIGHT };
                alternatives.push(Alternative { term, weight: closeness * index.idf[term as usize], how });
            }
        }
        if alternatives.is_empty() {
            continue;
        }
        tidy(&mut alternatives);
        for alternative in &mut alternatives {
            alternative.weight *= word.weight;
        }
        let worth = word.weight * if known.is_some() { rarest } else { alternatives[0].weight / word.weight };
        out.push(Concept { word: word.text.clone(), alternatives, worth });
    }
    if out.len() > MAX_CONCEPTS {
        let mut worths: Vec<f32> = out.iter().map(|concept| concept.worth).collect();
        worths.sort_by(|a, b| b.total_cmp(a));
        let least = worths[MAX_CONCEPTS - 1];
        out.retain(|concept| concept.worth >= least);
        out.truncate(MAX_CONCEPTS);
    }
    out
}

fn cut(query: &str) -> &str {
    let mut end = query.len().min(MAX_QUERY_BYTES);
    while !query.is_char_boundary(end) {
        end -= 1;
    }
    &query[..end]
}

struct Word {
    text: String,
    stem: String,
    position: u32,
    weight: f32,
    spelled: bool,
    /// Whether it says what kind of thing the answer is: the word after `which` or `what`.
    names_kind: bool,
}

/// The distinct content words of the query; all words when there are only function words.
fn words(query: &str) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::new();
    let mut stems: Vec<(String, usize)> = Vec::new();
    let mut whole_at = None;
    let mut after_which = false;
    for_each_term(query, |term| {
        let names_kind = after_which;
        after_which = matches!(term.text, "which" | "what") || (after_which && BEFORE_KIND.contains(&term.text));
        if is_stop_word(term.text) || (term.text.len() == 1 && term.kind == TermKind::Part) {
            return;
        }
        if term.kind == TermKind::Whole {
            whole_at = Some(term.end);
        }
        let inside_whole = term.kind == TermKind::Part && whole_at.is_some_and(|end| term.start < end);
        let stem = stem(term.text);
        match stems.binary_search_by(|(known, _)| known.as_str().cmp(&stem)) {
            Ok(found) => {
                let word = &mut out[stems[found].1];
                word.weight += REPETITION_WEIGHT * (1.0 / (1.0 + (word.weight - 1.0).max(0.0)));
            }
            Err(place) => {
                let scaffold = SCAFFOLD.binary_search(&term.text).is_ok();
                let weight =
                    if inside_whole { PART_WEIGHT } else { 1.0 } * if scaffold { SCAFFOLD_WEIGHT } else { 1.0 };
                stems.insert(place, (stem.clone(), out.len()));
                out.push(Word {
                    text: String::from(term.text),
                    stem,
                    position: term.position,
                    weight,
                    spelled: term.kind != TermKind::Bigram && term.text.len() > 2,
                    names_kind,
                });
            }
        }
    });
    out
}

/// Words that mean the same or are of that kind, by the table.
fn relatives(index: &Index, stem: &str, rarest: f32, weights: [f32; 5], out: &mut Vec<Alternative>) {
    for_each_associate(stem, |other, relation| {
        if let Some(term) = index.terms.get(other) {
            let how = if relation == Relation::Same { Match::Form } else { Match::Related };
            // A rare relative must not be worth more than the word itself.
            let weight = weights[relation as usize] * index.idf[term as usize].min(rarest);
            out.push(Alternative { term, weight, how });
        }
    });
}

/// `node js` also asks for `nodejs`, `time stamp` for `timestamp`.
fn written_as_one(index: &Index, word: &Word, next: &Word, out: &mut Vec<Alternative>) {
    if next.position == word.position + 1 && word.text.len() + next.text.len() <= 30 {
        let mut joined = String::with_capacity(word.text.len() + next.text.len());
        joined.push_str(&word.text);
        joined.push_str(&next.text);
        if let Some(term) = index.term(&joined) {
            out.push(Alternative { term, weight: index.idf[term as usize], how: Match::Form });
        }
    }
}

/// Strongest first, each term once, not too many.
fn tidy(alternatives: &mut Vec<Alternative>) {
    alternatives.sort_by(|a, b| a.term.cmp(&b.term).then(a.how.cmp(&b.how)).then(b.weight.total_cmp(&a.weight)));
    alternatives.dedup_by_key(|alternative| alternative.term);
    alternatives.sort_by(|a, b| {
        let exact = (b.how == Match::Exact).cmp(&(a.how == Match::Exact));
        exact.then(b.weight.total_cmp(&a.weight)).then(a.term.cmp(&b.term))
    });
    alternatives.truncate(MAX_ALTERNATIVES);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scaffold_list_is_sorted() {
        assert!(SCAFFOLD.is_sorted());
    }
}
