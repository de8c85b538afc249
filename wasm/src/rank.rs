//! Search: the index stays on this side, documents cross once and as bytes, hits cross as numbers.

use js_sys::Error as JsError;
use repolore_core::rank::{
    Document, Explanation, Index, IndexBuilder, Scratch, SearchOptions, search, search_explained,
};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::to_js;
use crate::error::coded;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"import type { Explanation } from "./types.js";"#;

/// An index behind a handle.
#[wasm_bindgen]
#[derive(Debug)]
pub struct DocumentIndex {
    index: Index,
    scratch: Scratch,
}

#[wasm_bindgen]
impl DocumentIndex {
    /// Builds an index from UTF-8 text: for each document its id, title, tags and text, all parted by `separator`.
    #[wasm_bindgen(constructor)]
    pub fn new(documents: &[u8], separator: u8) -> Result<DocumentIndex, JsError> {
        let text =
            std::str::from_utf8(documents).map_err(|_| coded("input/invalid", "documents: the text is not UTF-8"))?;
        let mut builder = IndexBuilder::default();
        let mut parts = text.split(char::from(separator));
        while let (Some(id), Some(title), Some(tags), Some(text)) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        {
            builder.add(&Document { id, title, tags, text });
        }
        Ok(Self { index: builder.build(), scratch: Scratch::default() })
    }

    /// Pairs of a document's place and its score, best first.
    pub fn search(&mut self, query: &str, limit: u32) -> Vec<f64> {
        let hits = search(&self.index, &mut self.scratch, query, SearchOptions { limit: limit as usize });
        hits.iter().flat_map(|hit| [f64::from(hit.doc), f64::from(hit.score)]).collect()
    }

    /// For each hit of [`DocumentIndex::search`], in the same order, what answered the query.
    #[wasm_bindgen(unchecked_return_type = "Explanation[][]")]
    pub fn explain(&mut self, query: &str, limit: u32) -> Result<JsValue, JsError> {
        let hits = search_explained(&self.index, &mut self.scratch, query, SearchOptions { limit: limit as usize });
        let why: Vec<Vec<Explanation>> = hits.into_iter().map(|(_, why)| why).collect();
        to_js(&why)
    }
}
