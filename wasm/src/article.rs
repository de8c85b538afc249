//! Entries of a knowledge base: reading, checking, indexes, freshness.

use std::collections::BTreeMap;

use js_sys::Error as JsError;
use repolore_core::article::{Article, read};
use repolore_core::check::{CheckRequest, File, check, links_outside};
use repolore_core::freshness::{DecaySettings, Facts, assess, manifest_names, paths_in_conditions};
use repolore_core::index::{IndexPreset, IndexRequest, is_entry_path, render_indexes};
use repolore_core::time::Timestamp;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::{from_js, to_js};
use crate::error::to_js_error;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"import type { Article, CheckReport, CheckRequest, DecaySettings, Diagnostic, Facts, Freshness, IndexPreset, RenderedIndex } from "./types.js";"#;

/// Reads one entry; never fails.
#[wasm_bindgen(js_name = readArticle, unchecked_return_type = "{ value: Article; diagnostics: Diagnostic[] }")]
pub fn read_article(bytes: &[u8], path: &str) -> Result<JsValue, JsError> {
    to_js(&read(path, bytes))
}

/// Whether a path below a knowledge base is an entry, and not an index, a readme or a configuration file.
#[wasm_bindgen(js_name = isEntryPath)]
pub fn entry_path(path: &str) -> bool {
    is_entry_path(path)
}

/// File names that tell which packages a project uses.
#[wasm_bindgen(js_name = manifestNames, unchecked_return_type = "string[]")]
pub fn names_of_manifests() -> Result<JsValue, JsError> {
    to_js(manifest_names())
}

/// All files of a knowledge base, held on this side.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct KnowledgeFiles(pub(crate) Vec<(String, Vec<u8>)>);

#[wasm_bindgen]
impl KnowledgeFiles {
    /// Begins with none.
    #[wasm_bindgen(constructor)]
    pub fn new() -> KnowledgeFiles {
        Self::default()
    }

    /// Adds a file, its path relative to the root of the knowledge base.
    pub fn add(&mut self, path: &str, bytes: &[u8]) {
        self.0.push((path.to_string(), bytes.to_vec()));
    }

    /// Links that lead out of the knowledge base, for the host to look after.
    #[wasm_bindgen(js_name = linksOutside, unchecked_return_type = "string[]")]
    pub fn links_outside(&self) -> Result<JsValue, JsError> {
        to_js(&links_outside(&self.files()))
    }

    /// Paths that entries depend on, for the host to look after.
    #[wasm_bindgen(js_name = conditionPaths, unchecked_return_type = "string[]")]
    pub fn condition_paths(&self) -> Result<JsValue, JsError> {
        let articles = self.entries();
        let conditions = articles.iter().flat_map(|article| &article.front.depends_on).map(String::as_str);
        to_js(&paths_in_conditions(conditions))
    }

    /// Lints all files together.
    #[wasm_bindgen(unchecked_return_type = "CheckReport")]
    pub fn check(
        &self,
        #[wasm_bindgen(unchecked_param_type = "CheckRequest")] request: JsValue,
    ) -> Result<JsValue, JsError> {
        let request: CheckRequest = from_js("request", request)?;
        to_js(&check(&self.files(), &request))
    }

    /// The index files as they should be; those that are there are read from the files added.
    #[wasm_bindgen(unchecked_return_type = "RenderedIndex[]")]
    pub fn indexes(
        &self,
        #[wasm_bindgen(unchecked_param_type = "IndexPreset")] preset: JsValue,
        now: Option<f64>,
        conversations: Option<u32>,
    ) -> Result<JsValue, JsError> {
        let preset: IndexPreset = from_js("preset", preset)?;
        let named = |name: &str| self.0.iter().find(|(path, _)| path == name);
        let previous = preset
            .files()
            .iter()
            .filter_map(|name| named(name))
            .map(|(name, bytes)| (name.clone(), String::from_utf8_lossy(bytes).into_owned()))
            .collect();
        let request = IndexRequest { previous, conversations, now: now.map(timestamp) };
        to_js(&render_indexes(preset, &self.entries(), &request).map_err(|error| to_js_error(&error))?)
    }

    fn files(&self) -> Vec<File<'_>> {
        self.0.iter().map(|(path, bytes)| File { path, bytes }).collect()
    }

    fn entries(&self) -> Vec<Article> {
        self.0.iter().filter(|(path, _)| is_entry_path(path)).map(|(path, bytes)| read(path, bytes).value).collect()
    }
}

/// Manifests and lock files of a project, read one by one.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct FactsReader(Vec<(String, Vec<u8>)>);

#[wasm_bindgen]
impl FactsReader {
    /// Begins with none.
    #[wasm_bindgen(constructor)]
    pub fn new() -> FactsReader {
        Self::default()
    }

    /// Adds a manifest or lock file.
    pub fn add(&mut self, path: &str, bytes: &[u8]) {
        self.0.push((path.to_string(), bytes.to_vec()));
    }

    /// Puts together what they say, with the paths that were looked for.
    #[wasm_bindgen(unchecked_return_type = "Facts")]
    pub fn facts(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Record<string, boolean>")] paths: JsValue,
    ) -> Result<JsValue, JsError> {
        let paths: BTreeMap<String, bool> = from_js("paths", paths)?;
        let files = self.0.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice()));
        to_js(&Facts::gather(files, paths))
    }
}

/// Judges how fresh an entry is at the time `now` (milliseconds since 1970).
#[wasm_bindgen(js_name = assessFreshness, unchecked_return_type = "Freshness")]
pub fn assess_freshness(
    bytes: &[u8],
    path: &str,
    now: f64,
    #[wasm_bindgen(unchecked_param_type = "Partial<DecaySettings>")] settings: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Facts | undefined")] facts: JsValue,
) -> Result<JsValue, JsError> {
    let settings: DecaySettings = from_js("decay", settings)?;
    let facts: Option<Facts> = from_js("facts", facts)?;
    to_js(&assess(&read(path, bytes).value, timestamp(now), &settings, facts.as_ref()))
}

#[allow(clippy::cast_possible_truncation)] // `as` saturates, and dates lie far below 2^53
fn timestamp(milliseconds: f64) -> Timestamp {
    Timestamp(milliseconds as i64)
}
