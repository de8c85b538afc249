//! A knowledge base behind a handle: files in, results, briefs and context blocks out.

use js_sys::Error as JsError;
use repolore_core::Error;
use repolore_core::diagnostic::{Diagnostic, Outcome};
use repolore_core::freshness::{Facts, paths_in_conditions};
use repolore_core::index::read_index_yaml;
use repolore_core::surface::brief::{BriefRequest, brief};
use repolore_core::surface::context::{ContextRequest, context};
use repolore_core::surface::learn::{LearnRequest, learn};
use repolore_core::surface::metrics::{AgentRun, record_in_index};
use repolore_core::surface::related::{entry_graph, issue_related};
use repolore_core::surface::search::{EntryQuery, search};
use repolore_core::surface::{Entry, KnowledgeBase as CoreBase};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::{from_js, to_js};
use crate::error::{coded, to_js_error};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"import type { AgentMetrics, AgentRun, Article, Brief, BriefRequest, ContextBlock, ContextRequest, Diagnostic, EntryQuery, EntryResults, Facts, Graph, IssueRelated, Learned, LearnRequest } from "./types.js";"#;

/// What was odd about a file of a batch.
#[derive(Serialize)]
struct Odd {
    at: u32,
    diagnostics: Vec<Diagnostic>,
}

/// Entries of one or several roots with one index over all of them.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct KnowledgeBase {
    base: CoreBase,
    facts: Option<Facts>,
}

#[wasm_bindgen]
impl KnowledgeBase {
    /// An empty one.
    #[wasm_bindgen(constructor)]
    pub fn new() -> KnowledgeBase {
        Self::default()
    }

    /// Reads files that stand one after the other in `bytes` and end at `ends`, their paths parted by NUL; returns
    /// what was odd, by the file's place. Files that are no entries are skipped.
    #[wasm_bindgen(unchecked_return_type = "{ at: number; diagnostics: Diagnostic[] }[]")]
    pub fn add(&mut self, root: &str, paths: &str, bytes: &[u8], ends: &[u32]) -> Result<JsValue, JsError> {
        let mut odd: Vec<Odd> = Vec::new();
        let mut start = 0;
        for ((at, path), &end) in (0..).zip(paths.split('\0')).zip(ends) {
            let content = bytes.get(start..end as usize).unwrap_or_default();
            start = end as usize;
            if let Some(Outcome { diagnostics, .. }) = self.base.add(root, path, content)
                && !diagnostics.is_empty()
            {
                odd.push(Odd { at, diagnostics });
            }
        }
        to_js(&odd)
    }

    /// Number of entries.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> u32 {
        u32::try_from(self.base.entries().len()).unwrap_or(u32::MAX)
    }

    /// Every entry in full, in the order they were added.
    #[wasm_bindgen(unchecked_return_type = "Article[]")]
    pub fn articles(&self) -> Result<JsValue, JsError> {
        let articles: Vec<_> = self.base.entries().iter().map(|entry| &entry.article).collect();
        to_js(&articles)
    }

    /// The entry with this id or path.
    #[wasm_bindgen(unchecked_return_type = "Article | null")]
    pub fn article(&self, id: &str) -> Result<JsValue, JsError> {
        to_js(&self.base.find(id).map(|at| &self.base.entries()[at].article))
    }

    /// Paths whose existence the entries depend on.
    #[wasm_bindgen(js_name = conditionPaths)]
    pub fn condition_paths(&self) -> Vec<String> {
        let conditions = |entry: &Entry| entry.article.front.depends_on.clone();
        let all: Vec<String> = self.base.entries().iter().flat_map(conditions).collect();
        paths_in_conditions(all.iter().map(String::as_str))
    }

    /// Whether any entry depends on something.
    #[wasm_bindgen(js_name = hasConditions)]
    pub fn has_conditions(&self) -> bool {
        self.base.entries().iter().any(|entry| !entry.article.front.depends_on.is_empty())
    }

    /// Takes what is known about the project, for conditions.
    #[wasm_bindgen(js_name = setFacts)]
    pub fn set_facts(&mut self, #[wasm_bindgen(unchecked_param_type = "Facts")] facts: JsValue) -> Result<(), JsError> {
        self.facts = Some(from_js("facts", facts)?);
        Ok(())
    }

    /// Searches.
    #[wasm_bindgen(unchecked_return_type = "EntryResults")]
    pub fn search(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "EntryQuery")] request: JsValue,
    ) -> Result<JsValue, JsError> {
        let request: EntryQuery = from_js("request", request)?;
        to_js(&search(&mut self.base, &request, self.facts.as_ref()).map_err(|error| to_js_error(&error))?)
    }

    /// The relationship graph around an entry.
    #[wasm_bindgen(unchecked_return_type = "Graph")]
    pub fn graph(&self, id: &str) -> Result<JsValue, JsError> {
        match entry_graph(&self.base, id) {
            Ok(graph) => to_js(&graph),
            // The text is part of the interface.
            Err(Error::NotFound { name, .. }) => Err(coded("entry/not-found", &format!("Entry not found: {name}"))),
            Err(error) => Err(to_js_error(&error)),
        }
    }

    /// What belongs to an issue; `about` is its title and text when they are known.
    #[wasm_bindgen(js_name = issueRelated, unchecked_return_type = "IssueRelated")]
    pub fn issue_related(
        &mut self,
        issue: u32,
        about: &str,
        #[wasm_bindgen(unchecked_param_type = "EntryQuery")] request: JsValue,
    ) -> Result<JsValue, JsError> {
        let request: EntryQuery = from_js("request", request)?;
        to_js(&issue_related(&mut self.base, issue, about, &request, self.facts.as_ref()))
    }

    /// What to know before working on an issue.
    #[wasm_bindgen(unchecked_return_type = "Brief")]
    pub fn brief(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "BriefRequest")] request: JsValue,
    ) -> Result<JsValue, JsError> {
        let request: BriefRequest = from_js("request", request)?;
        to_js(&brief(&mut self.base, &request, self.facts.as_ref()))
    }

    /// Knowledge for a prompt, within its budget.
    #[wasm_bindgen(unchecked_return_type = "ContextBlock")]
    pub fn context(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ContextRequest")] request: JsValue,
    ) -> Result<JsValue, JsError> {
        let request: ContextRequest = from_js("request", request)?;
        to_js(&context(&mut self.base, &request, self.facts.as_ref()).map_err(|error| to_js_error(&error))?)
    }

    /// Checks what was learned by hand and says what to write.
    #[wasm_bindgen(unchecked_return_type = "Learned")]
    pub fn learn(
        &self,
        #[wasm_bindgen(unchecked_param_type = "LearnRequest")] request: JsValue,
    ) -> Result<JsValue, JsError> {
        let request: LearnRequest = from_js("entry", request)?;
        to_js(&learn(&self.base, &request).map_err(|error| to_js_error(&error))?)
    }
}

/// The agent figures in an `index.yaml`.
#[wasm_bindgen(js_name = readAgentMetrics, unchecked_return_type = "Record<string, AgentMetrics>")]
pub fn read_agent_metrics(index: &str) -> Result<JsValue, JsError> {
    to_js(&read_index_yaml(index).map_err(|error| to_js_error(&error))?.agent_metrics)
}

/// Adds one run to the agent figures of an `index.yaml` and returns its new text.
#[wasm_bindgen(js_name = recordAgentRun)]
pub fn record_agent_run(
    index: &str,
    #[wasm_bindgen(unchecked_param_type = "AgentRun")] run: JsValue,
) -> Result<String, JsError> {
    let run: AgentRun = from_js("run", run)?;
    record_in_index(index, &run).map_err(|error| to_js_error(&error))
}
