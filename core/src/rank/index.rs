//! The inverted index: built in one pass over the documents, held in flat arrays.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::alphabet::Alphabet;
use crate::text::{Interner, TermKind, for_each_term, is_stop_word, stem_in_place};

/// The places of a document that words are weighed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// Its title or name.
    Title,
    /// Tags, keywords, domain.
    Tags,
    /// Headings inside the text.
    Heading,
    /// Everything else.
    Body,
}

pub(crate) const N_FIELDS: usize = 4;

/// What a word is worth in each field, by [`Field`]. Going up favours documents *about* a word over those that mention it.
const FIELD_WEIGHT: [f32; N_FIELDS] = [3.2, 2.2, 1.6, 1.0];
/// How much the length of each field counts against it, from 0 to 1.
const FIELD_LENGTH: [f32; N_FIELDS] = [0.4, 0.4, 0.4, 0.76];
/// How soon repetition of a word stops to count.
const SATURATION: f32 = 1.8;

/// Postings of a common word that a query walks through; the documents that speak of it most. Bounds the cost of a
/// query whatever the number of documents.
const SHORT_LIST: usize = 1024;

/// Set on a forward entry that stands at the same position as the one before it.
pub(crate) const SAME_POSITION: u32 = 1 << 31;

/// One document to be indexed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Document<'a> {
    /// What hits are called by.
    pub id: &'a str,
    /// Its title.
    pub title: &'a str,
    /// Tags, keywords and the like, separated by anything that is not a word character.
    pub tags: &'a str,
    /// The text, plain or Markdown.
    pub text: &'a str,
}

/// Collects documents; [`IndexBuilder::build`] turns them into an [`Index`].
#[derive(Debug, Default)]
pub struct IndexBuilder {
    ids: Vec<String>,
    surfaces: Interner,
    /// Term of each surface form; `u32::MAX` for a stop word.
    term_of_surface: Vec<u32>,
    terms: Interner,
    forward: Vec<u32>,
    /// Ends of the fields of each document in `forward`.
    field_ends: Vec<[u32; N_FIELDS]>,
    stem_buffer: String,
}

const STOP: u32 = u32::MAX;

/// Documents ready to be searched. Never changes after it was built.
#[derive(Debug, Default)]
pub struct Index {
    pub(crate) ids: Vec<String>,
    pub(crate) surfaces: Interner,
    pub(crate) term_of_surface: Vec<u32>,
    pub(crate) terms: Interner,
    /// Terms of all documents in reading order, see [`SAME_POSITION`].
    pub(crate) forward: Vec<u32>,
    pub(crate) field_ends: Vec<[u32; N_FIELDS]>,
    /// Where the postings of each term start; one more than there are terms.
    pub(crate) posting_starts: Vec<u32>,
    pub(crate) posting_docs: Vec<u32>,
    /// How strongly the document speaks of the term, from 0 to 1, rarity not included.
    pub(crate) posting_impacts: Vec<f32>,
    pub(crate) idf: Vec<f32>,
    /// Terms with more postings than [`SHORT_LIST`], ascending, each with its shortened list.
    shortened: Vec<Shortened>,
    surface_order: Alphabet,
    term_order: Alphabet,
}

/// The strongest postings of a common term.
#[derive(Debug)]
struct Shortened {
    term: u32,
    /// The lowest impact that is in the list.
    least: f32,
    docs: Vec<u32>,
    impacts: Vec<f32>,
}

impl IndexBuilder {
    /// Adds one document. Linear in its length.
    pub fn add(&mut self, document: &Document<'_>) {
        self.ids.push(String::from(document.id));
        let mut ends = [0; N_FIELDS];
        self.scan(document.title);
        ends[Field::Title as usize] = self.end();
        self.scan(document.tags);
        ends[Field::Tags as usize] = self.end();
        let text = document.text;
        let headings = headings(text);
        for line in &headings {
            self.scan(&text[line.clone()]);
        }
        ends[Field::Heading as usize] = self.end();
        let mut from = 0;
        for line in headings {
            self.scan(&text[from..line.start]);
            from = line.end;
        }
        self.scan(&text[from..]);
        ends[Field::Body as usize] = self.end();
        self.field_ends.push(ends);
    }

    #[allow(clippy::cast_possible_truncation)] // bounded by 32-bit memory
    fn end(&self) -> u32 {
        self.forward.len() as u32
    }

    fn scan(&mut self, text: &str) {
        let mut last_position = u32::MAX;
        for_each_term(text, |term| {
            let (surface, new) = self.surfaces.intern(term.text);
            if new {
                let stop = is_stop_word(term.text) || (term.text.len() == 1 && term.kind == TermKind::Part);
                let id = if stop {
                    STOP
                } else {
                    self.stem_buffer.clear();
                    self.stem_buffer.push_str(term.text);
                    stem_in_place(&mut self.stem_buffer);
                    self.terms.intern(&self.stem_buffer).0
                };
                self.term_of_surface.push(id);
            }
            let id = self.term_of_surface[surface as usize];
            if id != STOP {
                let same = if term.position == last_position { SAME_POSITION } else { 0 };
                self.forward.push(id | same);
                last_position = term.position;
            }
        });
    }

    /// Sorts what was collected into postings. Linear in the number of words.
    pub fn build(self) -> Index {
        let n_terms = self.terms.len();
        let n_docs = self.ids.len();
        let averages = average_lengths(&self.field_ends);
        // First the number of documents of each term, then their places, then the postings themselves.
        let mut starts = alloc::vec![0_u32; n_terms + 1];
        let mut last_doc = alloc::vec![u32::MAX; n_terms];
        let mut from = 0;
        for (doc, ends) in (0_u32..).zip(&self.field_ends) {
            for entry in &self.forward[from..ends[N_FIELDS - 1] as usize] {
                let term = (entry & !SAME_POSITION) as usize;
                if last_doc[term] != doc {
                    last_doc[term] = doc;
                    starts[term + 1] += 1;
                }
            }
            from = ends[N_FIELDS - 1] as usize;
        }
        for term in 0..n_terms {
            starts[term + 1] += starts[term];
        }
        let n_postings = starts[n_terms] as usize;
        let mut docs = alloc::vec![0_u32; n_postings];
        let mut impacts = alloc::vec![0_f32; n_postings];
        let mut next = starts.clone();
        last_doc.fill(u32::MAX);
        let mut from = 0;
        for (doc, ends) in (0_u32..).zip(&self.field_ends) {
            for field in 0..N_FIELDS {
                let end = ends[field] as usize;
                let length = (end - from) as f32;
                let norm = 1.0 - FIELD_LENGTH[field] + FIELD_LENGTH[field] * length / averages[field];
                let unit = FIELD_WEIGHT[field] / norm;
                for entry in &self.forward[from..end] {
                    let term = (entry & !SAME_POSITION) as usize;
                    if last_doc[term] != doc {
                        last_doc[term] = doc;
                        docs[next[term] as usize] = doc;
                        next[term] += 1;
                    }
                    impacts[next[term] as usize - 1] += unit;
                }
                from = end;
            }
        }
        let mut idf = alloc::vec![0_f32; n_terms];
        let mut shortened = Vec::new();
        for term in 0..n_terms {
            let range = starts[term] as usize..starts[term + 1] as usize;
            #[allow(clippy::cast_possible_truncation)]
            {
                idf[term] = rarity(n_docs, range.len()) as f32;
            }
            for impact in &mut impacts[range.clone()] {
                *impact /= SATURATION + *impact;
            }
            if range.len() > SHORT_LIST {
                #[allow(clippy::cast_possible_truncation)]
                shortened.push(shorten(term as u32, &docs[range.clone()], &impacts[range]));
            }
        }
        Index {
            ids: self.ids,
            surfaces: self.surfaces,
            term_of_surface: self.term_of_surface,
            terms: self.terms,
            forward: self.forward,
            field_ends: self.field_ends,
            posting_starts: starts,
            posting_docs: docs,
            posting_impacts: impacts,
            idf,
            shortened,
            surface_order: Alphabet::default(),
            term_order: Alphabet::default(),
        }
    }
}

impl Index {
    /// Builds an index of documents.
    pub fn of<'a>(documents: impl IntoIterator<Item = Document<'a>>) -> Self {
        let mut builder = IndexBuilder::default();
        for document in documents {
            builder.add(&document);
        }
        builder.build()
    }

    /// The documents again, for more to be added to them.
    pub fn reopen(self) -> IndexBuilder {
        IndexBuilder {
            ids: self.ids,
            surfaces: self.surfaces,
            term_of_surface: self.term_of_surface,
            terms: self.terms,
            forward: self.forward,
            field_ends: self.field_ends,
            stem_buffer: String::new(),
        }
    }

    /// Number of documents.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there is no document.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// What a document is called.
    pub fn id(&self, doc: u32) -> &str {
        self.ids.get(doc as usize).map_or("", String::as_str)
    }

    /// The term that a folded word stands for, when any document holds it.
    pub(crate) fn term(&self, folded: &str) -> Option<u32> {
        match self.surfaces.get(folded) {
            Some(surface) => Some(self.term_of_surface[surface as usize]).filter(|&term| term != STOP),
            None => self.terms.get(&crate::text::stem(folded)),
        }
    }

    pub(crate) fn postings(&self, term: u32) -> (&[u32], &[f32]) {
        let term = term as usize;
        let range = self.posting_starts[term] as usize..self.posting_starts[term + 1] as usize;
        (&self.posting_docs[range.clone()], &self.posting_impacts[range])
    }

    /// The postings that a query walks through: all of a rare term, the strongest of a common one.
    pub(crate) fn strongest_postings(&self, term: u32) -> (&[u32], &[f32]) {
        if self.n_docs_with(term) <= SHORT_LIST {
            return self.postings(term);
        }
        match self.shortened.binary_search_by_key(&term, |list| list.term) {
            Ok(found) => (&self.shortened[found].docs, &self.shortened[found].impacts),
            Err(_) => self.postings(term),
        }
    }

    pub(crate) fn is_shortened(&self, term: u32) -> bool {
        self.n_docs_with(term) > SHORT_LIST
    }

    /// The lowest impact of a term that a query walks through.
    pub(crate) fn shortened_at(&self, term: u32) -> f32 {
        self.shortened.binary_search_by_key(&term, |list| list.term).map_or(0.0, |found| self.shortened[found].least)
    }

    /// How strongly a document speaks of a term; 0 when it does not.
    pub(crate) fn impact(&self, term: u32, doc: u32) -> f32 {
        let (docs, impacts) = self.postings(term);
        docs.binary_search(&doc).map_or(0.0, |at| impacts[at])
    }

    /// What the rarest possible term is worth.
    pub(crate) fn rarest_idf(&self) -> f32 {
        #[allow(clippy::cast_possible_truncation)]
        let idf = rarity(self.len(), 1) as f32;
        idf
    }

    /// Surface forms that begin with `prefix`, in alphabetical order, at most `most`.
    pub(crate) fn surfaces_from(&self, prefix: &str, most: usize) -> Vec<u32> {
        self.surface_order.with_prefix(&self.surfaces, prefix, most)
    }

    /// Terms that begin with `prefix`, in alphabetical order, at most `most`.
    pub(crate) fn terms_from(&self, prefix: &str, most: usize) -> Vec<u32> {
        self.term_order.with_prefix(&self.terms, prefix, most)
    }

    pub(crate) fn surface_term(&self, surface: u32) -> Option<u32> {
        self.term_of_surface.get(surface as usize).copied().filter(|&term| term != STOP)
    }

    pub(crate) fn surface_df(&self, surface: u32) -> usize {
        self.surface_term(surface).map_or(0, |term| self.n_docs_with(term))
    }

    pub(crate) fn n_docs_with(&self, term: u32) -> usize {
        (self.posting_starts[term as usize + 1] - self.posting_starts[term as usize]) as usize
    }

    /// Start and end of a document's terms in `forward`.
    pub(crate) fn span(&self, doc: u32) -> Range<usize> {
        let doc = doc as usize;
        let start = if doc == 0 { 0 } else { self.field_ends[doc - 1][N_FIELDS - 1] };
        start as usize..self.field_ends[doc][N_FIELDS - 1] as usize
    }
}

/// Keeps every posting at least as strong as the one at the list's end, in document order.
fn shorten(term: u32, docs: &[u32], impacts: &[f32]) -> Shortened {
    let mut by_strength: Vec<f32> = impacts.to_vec();
    let (_, least, _) = by_strength.select_nth_unstable_by(SHORT_LIST - 1, |a, b| b.total_cmp(a));
    let least = *least;
    let mut short = Shortened { term, least, docs: Vec::new(), impacts: Vec::new() };
    for (&doc, &impact) in docs.iter().zip(impacts).filter(|(_, impact)| **impact >= least) {
        short.docs.push(doc);
        short.impacts.push(impact);
    }
    short
}

/// Where the Markdown headings of a text stand: their lines, without the line break.
fn headings(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split('\n') {
        if line.starts_with('#') && is_heading(line) {
            let end = line.strip_suffix('\r').unwrap_or(line).len();
            found.push(at..at + end);
        }
        at += line.len() + 1;
    }
    found
}

fn is_heading(line: &str) -> bool {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    (1..=6).contains(&level) && text.starts_with(' ')
}

/// Rarity of a term: higher means fewer documents contain it. Never negative.
pub(crate) fn rarity(n_docs: usize, n_with_term: usize) -> f64 {
    let (n, df) = (n_docs as f64, n_with_term as f64);
    libm::log(1.0 + (n - df + 0.5) / (df + 0.5))
}

fn average_lengths(field_ends: &[[u32; N_FIELDS]]) -> [f32; N_FIELDS] {
    let mut sums = [0_f64; N_FIELDS];
    let mut from = 0;
    for ends in field_ends {
        for field in 0..N_FIELDS {
            sums[field] += f64::from(ends[field] - from);
            from = ends[field];
        }
    }
    #[allow(clippy::cast_possible_truncation)]
    sums.map(|sum| (sum / (field_ends.len().max(1) as f64)).max(1.0) as f32)
}
