//! From a design to the files that will change: which, how, at what risk and in which order.
//!
//! The shim lists the tree, passes in the bytes of the files and the log; everything else is decided here.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use super::enforce::ImpactVerdict;
use super::history::{History, read_log};
use super::impact_paths::{
    NamedPath, are_partners, area, is_documentation, is_in_area, is_record, is_sensitive, is_test, named_paths,
};
use super::imports::{PathIndex, file_stem};
use super::policy::GroundingConfidence;
use super::query::{Matcher, Query, read_query};
use super::sanitize::question_without_secrets;
use super::scan::{FileHits, ids, path_terms, scan_file};
use super::search::{score_files, term_weights};

/// Files reported at most.
pub const IMPACT_MAX_FILES: usize = 100;
/// Files reported when fewer are likely; the tail of the list is marked as possible.
pub const IMPACT_LISTED_FILES: usize = 20;
/// Files that seed the spreading to partners, importers and files that change together.
const SEEDS: usize = 8;
/// Importers from which on a change is risky.
const MANY_IMPORTERS: usize = 20;

/// What happens to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ChangeType {
    /// It is new.
    Create,
    /// It is there and changes.
    Modify,
    /// It goes.
    Delete,
}

/// How dangerous a change is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Risk {
    /// Tests, documentation, files nobody imports.
    Low,
    /// Others depend on it.
    Medium,
    /// Many depend on it, or it guards access, data or delivery.
    High,
}

/// How sure it is that a file changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Likelihood {
    /// The design names it or what it defines.
    Named,
    /// The evidence is strong.
    Likely,
    /// Worth a look.
    Possible,
}

/// One file that a design touches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ImpactFile {
    /// Relative to the root, with `/`.
    pub path: String,
    /// What happens to it.
    pub change: ChangeType,
    /// How dangerous that is.
    pub risk: Risk,
    /// Files of this list that it imports.
    pub dependencies: Vec<String>,
    /// Which wave it belongs to, from 1.
    pub order: u32,
    /// How sure it is.
    pub likelihood: Likelihood,
    /// Best first; comparable within one scan only.
    pub score: f64,
    /// Why it is listed.
    pub reasons: Vec<String>,
}

/// Numbers of an impact scan.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ImpactTotals {
    /// Files in the report.
    pub files: u32,
    /// New ones.
    pub create: u32,
    /// Changed ones.
    pub modify: u32,
    /// Removed ones.
    pub delete: u32,
    /// Risky ones among the named and likely.
    pub high_risk: u32,
    /// Files of the tree that were looked at.
    pub scanned: u32,
    /// Files of the tree.
    pub listed: u32,
}

/// What a design touches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ImpactReport {
    /// The files, most certain first.
    pub files: Vec<ImpactFile>,
    /// Numbers.
    pub totals: ImpactTotals,
    /// Risky files among the named and likely.
    pub high_risk_files: Vec<String>,
    /// Files that can be done at the same time, wave by wave.
    pub implementation_order: Vec<Vec<String>>,
    /// What was cut, not found or not looked at.
    pub warnings: Vec<String>,
    /// How sure the whole is.
    pub confidence: GroundingConfidence,
}

impl ImpactReport {
    /// What enforcement needs to know.
    pub fn verdict(&self) -> ImpactVerdict {
        ImpactVerdict { high_risk_files: self.high_risk_files.clone(), confidence: self.confidence }
    }
}

/// An impact scan under way: files are added one by one, in any order.
pub struct ImpactScan {
    design: String,
    query: Query,
    matcher: Matcher,
    files: Vec<FileHits>,
    unread: Vec<String>,
    log: Vec<u8>,
}

impl core::fmt::Debug for ImpactScan {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("ImpactScan").field("n_files", &self.files.len()).finish_non_exhaustive()
    }
}

impl ImpactScan {
    /// Begins a scan for a design, a plan or a commit message.
    pub fn new(design: &str) -> Self {
        // What is looked for is told as a reason; a secret must not be.
        let design = question_without_secrets(design);
        let query = read_query(&design);
        let matcher = Matcher::new(&query.terms);
        Self { design, query, matcher, files: Vec::new(), unread: Vec::new(), log: Vec::new() }
    }

    /// Looks at a file.
    pub fn add(&mut self, path: &str, bytes: &[u8]) {
        self.files.push(scan_file(&mut self.matcher, &self.query, path, bytes, true));
    }

    /// Notes a file that could not be looked at (too big, no time left): its path still counts.
    pub fn add_path(&mut self, path: &str) {
        let (path_terms, name_terms) = path_terms(&mut self.matcher, path);
        self.files.push(FileHits { path: path.to_string(), path_terms, name_terms, ..FileHits::default() });
        self.unread.push(path.to_string());
    }

    /// Takes the output of `git log --name-only --format=%x01%B%x02`, newest first.
    pub fn set_log(&mut self, log: &[u8]) {
        self.log = log.to_vec();
    }

    /// Ends the scan. `early` says why it ended before all files were looked at, when it did.
    pub fn finish(mut self, early: Option<&str>) -> ImpactReport {
        self.files.sort_by(|a, b| a.path.cmp(&b.path));
        self.files.dedup_by(|a, b| a.path == b.path);
        let paths: Vec<String> = self.files.iter().map(|file| file.path.clone()).collect();
        let history = History::new(read_log(&self.log), &self.query);
        let graph = Graph::new(&self.files, &paths);
        let named = named_paths(&self.design, &self.query.paths, &paths);
        let scores = self.score(&paths, &history, &graph, &named);
        self.report(&paths, &history, &graph, &named, scores, early)
    }

    /// What speaks for each file.
    fn score(&self, paths: &[String], history: &History, graph: &Graph, named: &[NamedPath]) -> Vec<Evidence> {
        let n_files = u32::try_from(paths.len()).unwrap_or(u32::MAX);
        let weights = term_weights(&self.query, &self.files, n_files);
        let text = score_files(&self.files, &weights);
        let about_documents = self.query.terms.iter().any(|term| DOCUMENT_WORDS.contains(&term.text.as_str()));
        let text: Vec<f64> = text
            .into_iter()
            .zip(paths)
            .map(|(score, path)| match () {
                () if is_record(path) => score * RECORD,
                () if !about_documents && is_documentation(path) => score * DOCUMENT,
                () => score,
            })
            .collect();
        let highest = text.iter().copied().fold(0.0, f64::max).max(1e-9);
        let area = area(&self.design);
        let in_area: Vec<bool> = paths.iter().map(|path| is_in_area(path, &area)).collect();
        let n_in_area = in_area.iter().filter(|inside| **inside).count();
        let names: Vec<f64> = self.files.iter().map(|file| name_share(file, &weights)).collect();
        let best_name = names.iter().copied().fold(0.0, f64::max).max(1e-9);
        let most_changes = history.n_changes.values().copied().max().unwrap_or(0).max(1);
        let mut all: Vec<Evidence> = Vec::with_capacity(paths.len());
        for (at, file) in self.files.iter().enumerate() {
            let mut evidence = Evidence::default();
            evidence.add(text[at] / highest, "its text is about the design");
            if let Some(similar) = history.similar.get(&file.path) {
                evidence.add(SIMILAR * similar, "changed in commits with a similar message");
            }
            if in_area[at] {
                // The fewer files an area has, the more its name says.
                evidence.add(AREA / libm::sqrt(libm::sqrt(n_in_area as f64)), "lies in the area that the design names");
            }
            evidence.add(OWN_NAME * names[at] / best_name, "has the name of what the design is about");
            if let Some(&n) = history.n_changes.get(&file.path) {
                let often = libm::log(1.0 + f64::from(n)) / libm::log(1.0 + f64::from(most_changes));
                evidence.add(OFTEN * often, "changes often");
            }
            all.push(evidence);
        }
        self.score_symbols(&mut all);
        let index_of = |path: &str| paths.binary_search_by(|known| known.as_str().cmp(path)).ok();
        for name in named {
            if let Some(at) = name.existing.as_deref().and_then(index_of) {
                all[at].named = true;
                all[at].add(NAMED, "the design names it");
            }
        }
        Self::spread(paths, history, graph, &mut all);
        all
    }

    /// Files that define or use an identifier of the design.
    fn score_symbols(&self, all: &mut [Evidence]) {
        for (id, term) in self.query.terms.iter().enumerate().filter(|(_, term)| term.identifier) {
            let has = |file: &FileHits| file.counts.iter().any(|(known, _)| usize::from(*known) == id);
            let n_defining = self.files.iter().filter(|file| file.defines >> id & 1 == 1).count();
            let n_using = self.files.iter().filter(|file| has(file)).count();
            for (file, evidence) in self.files.iter().zip(all.iter_mut()) {
                if n_defining == 0 && n_using <= 3 && has(file) {
                    // A key, a flag, a class of a style sheet: nothing defines it but the places that have it.
                    evidence.named = evidence.named || n_using == 1;
                    evidence.add(DEFINES / libm::sqrt(n_using as f64), &format!("holds {}", term.text));
                } else if file.defines >> id & 1 == 1 && n_defining <= 12 {
                    evidence.named = evidence.named || n_defining <= 2;
                    evidence.add(DEFINES / libm::sqrt(n_defining as f64), &format!("defines {}", term.text));
                } else if n_using <= 30 && has(file) {
                    evidence.add(USES / libm::sqrt(n_using as f64), &format!("uses {}", term.text));
                }
            }
        }
    }

    /// Carries evidence from the strongest files on to their partners, importers and companions in history.
    fn spread(paths: &[String], history: &History, graph: &Graph, all: &mut [Evidence]) {
        let mut seeds: Vec<usize> = (0..all.len()).filter(|&at| all[at].score > 0.0).collect();
        seeds.sort_by(|&a, &b| all[b].score.total_cmp(&all[a].score).then(a.cmp(&b)));
        seeds.truncate(SEEDS);
        let Some(&first) = seeds.first() else { return };
        let top = all[first].score;
        let mut gifts: Vec<(usize, f64, String)> = Vec::new();
        for &seed in &seeds {
            let share = (all[seed].score / top).min(1.0);
            for (other, together) in history.together(&paths[seed]) {
                if let Ok(at) = paths.binary_search(&other) {
                    gifts.push((at, TOGETHER * share * together, format!("changes together with {}", paths[seed])));
                }
            }
            for (at, other) in paths.iter().enumerate() {
                if at != seed && are_partners(&paths[seed], other) {
                    gifts.push((at, PARTNER * share, format!("belongs to {}", paths[seed])));
                }
            }
            for &at in graph.importers(seed).iter().chain(graph.imports(seed)).take(60) {
                gifts.push((at as usize, IMPORT * share, format!("imports or is imported by {}", paths[seed])));
            }
        }
        // Of each kind only the strongest gift counts, so that many weak seeds do not add up to a strong one.
        gifts.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)).then_with(|| a.2.cmp(&b.2)));
        let mut given: BTreeSet<(usize, char)> = BTreeSet::new();
        for (at, amount, why) in gifts {
            if given.insert((at, why.chars().next().unwrap_or(' '))) {
                all[at].add(amount, &why);
            }
        }
    }

    fn report(
        &self,
        paths: &[String],
        history: &History,
        graph: &Graph,
        named: &[NamedPath],
        mut scores: Vec<Evidence>,
        early: Option<&str>,
    ) -> ImpactReport {
        let mut order: Vec<usize> = (0..paths.len()).filter(|&at| scores[at].score > 0.0).collect();
        order.sort_by(|&a, &b| {
            let key = |at: usize| (scores[at].named, scores[at].score);
            let (a_key, b_key) = (key(a), key(b));
            b_key.0.cmp(&a_key.0).then(b_key.1.total_cmp(&a_key.1)).then(a.cmp(&b))
        });
        let n_named = order.iter().filter(|&&at| scores[at].named).count();
        let best_unnamed = order.iter().map(|&at| scores[at].plain()).fold(0.0, f64::max);
        let n_new = named.iter().filter(|name| name.existing.is_none()).count();
        let listed = IMPACT_LISTED_FILES.max(n_named + 5).min(IMPACT_MAX_FILES - n_new.min(IMPACT_MAX_FILES / 2));
        order.truncate(listed);
        // What is left out is told only where it is worth about as much as the last file that is listed.
        let last = order.last().map_or(0.0, |&at| scores[at].plain());
        let close = scores.iter().filter(|evidence| evidence.score > 0.0 && evidence.plain() >= 0.8 * last).count();
        let n_left_out = close.saturating_sub(order.len());
        let mut files: Vec<ImpactFile> = Vec::new();
        for name in named.iter().filter(|name| name.existing.is_none()).take(IMPACT_MAX_FILES / 2) {
            files.push(ImpactFile {
                path: name.path.clone(),
                change: ChangeType::Create,
                risk: if is_sensitive(&name.path) { Risk::Medium } else { Risk::Low },
                dependencies: Vec::new(),
                order: 0,
                likelihood: Likelihood::Named,
                score: NAMED,
                reasons: Vec::from(["the design names it and it does not exist yet".to_string()]),
            });
        }
        for &at in &order {
            let evidence = &mut scores[at];
            let likelihood = if evidence.named {
                Likelihood::Named
            } else if evidence.score >= LIKELY_SHARE * best_unnamed && n_named == 0
                || evidence.score >= 1.6 * best_unnamed
            {
                Likelihood::Likely
            } else {
                Likelihood::Possible
            };
            let deleted = named.iter().any(|name| name.deleted && name.existing.as_deref() == Some(&paths[at]));
            let change = if deleted { ChangeType::Delete } else { ChangeType::Modify };
            files.push(ImpactFile {
                path: paths[at].clone(),
                change,
                risk: risk(&paths[at], change, graph.importers(at).len()),
                dependencies: Vec::new(),
                order: 0,
                likelihood,
                score: libm::round(evidence.score * 1000.0) / 1000.0,
                reasons: core::mem::take(&mut evidence.reasons).into_iter().map(|(_, why)| why).collect(),
            });
        }
        let mut warnings = Vec::new();
        if let Some(early) = early {
            warnings.push(format!(
                "{early}: {} of {} files were looked at by path only",
                self.unread.len(),
                paths.len()
            ));
        } else if !self.unread.is_empty() {
            warnings.push(format!("files too big or unreadable, looked at by path only: {}", self.unread.len()));
        }
        if order.len() == listed && n_left_out > 0 {
            warnings
                .push(format!("{n_left_out} more files with nearly as much evidence as the last one are not listed"));
        }
        if history.is_empty() {
            warnings.push("no git history: common changes are not known".to_string());
        }
        order_files(&mut files, paths, graph, &mut warnings);
        let confidence = Self::confidence(&files, early.is_some());
        finish_report(files, paths.len(), paths.len() - self.unread.len(), warnings, confidence)
    }

    fn confidence(files: &[ImpactFile], early: bool) -> GroundingConfidence {
        let n_named = files.iter().filter(|file| file.likelihood == Likelihood::Named).count();
        let likely = files.iter().any(|file| file.likelihood == Likelihood::Likely && file.reasons.len() >= 2);
        let known = match (n_named, likely) {
            (0, false) if files.is_empty() => GroundingConfidence::None,
            (0, false) => GroundingConfidence::Low,
            (0, true) => GroundingConfidence::Medium,
            _ => GroundingConfidence::High,
        };
        if early { known.min(GroundingConfidence::Medium) } else { known }
    }
}

/// A file the design names counts more than all other evidence together.
const NAMED: f64 = 10.0;
/// A file that defines what the design names; less for names defined in several places.
const DEFINES: f64 = 3.0;
/// A file that uses what the design names.
const USES: f64 = 0.6;
/// What the text of a change log is worth beside that of code.
const RECORD: f64 = 0.3;
/// What the text of a document is worth beside that of code, unless the design speaks of documents.
const DOCUMENT: f64 = 0.6;
/// Stems of words by which a design speaks of documents.
const DOCUMENT_WORDS: [&str; 8] = ["doc", "docs", "document", "readm", "guid", "manual", "manpag", "changelog"];
/// A file of an area that the first line names.
const AREA: f64 = 0.3;
/// A file whose whole name the design says in words.
const OWN_NAME: f64 = 0.25;
/// A file that changes as often as any.
const OFTEN: f64 = 0.1;
/// A file that changed for similar reasons.
const SIMILAR: f64 = 0.8;
/// A file that always changes with a strong one.
const TOGETHER: f64 = 0.5;
/// The test, header or document of a strong one.
const PARTNER: f64 = 0.25;
/// A neighbour in the import graph.
const IMPORT: f64 = 0.06;
/// Without names, files with this share of the best score are likely.
const LIKELY_SHARE: f64 = 0.75;

#[derive(Debug, Clone, Default)]
struct Evidence {
    score: f64,
    named: bool,
    reasons: Vec<(f64, String)>,
}

impl Evidence {
    fn add(&mut self, amount: f64, why: &str) {
        if amount <= 0.0 {
            return;
        }
        self.score += amount;
        if amount >= 0.05 {
            self.reasons.push((amount, why.to_string()));
            self.reasons.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
            self.reasons.truncate(3);
        }
    }

    /// The score without what the design names outright.
    fn plain(&self) -> f64 {
        if self.named { 1.0 } else { self.score }
    }
}

/// What the terms are worth that a file's name is made of, when the design says all of them.
fn name_share(file: &FileHits, weights: &[f64]) -> f64 {
    let n_parts = crate::text::content_terms(file_stem(&file.path)).len();
    if n_parts == 0 || (file.name_terms.count_ones() as usize) < n_parts {
        return 0.0;
    }
    ids(file.name_terms).filter_map(|id| weights.get(id)).sum()
}

/// Who imports whom.
struct Graph {
    imports: Vec<Vec<u32>>,
    importers: Vec<Vec<u32>>,
}

impl Graph {
    fn new(files: &[FileHits], paths: &[String]) -> Self {
        let index = PathIndex::new(paths);
        let mut imports: Vec<Vec<u32>> = alloc::vec![Vec::new(); files.len()];
        let mut importers: Vec<Vec<u32>> = alloc::vec![Vec::new(); files.len()];
        let mut known: BTreeMap<(&str, &str), Option<u32>> = BTreeMap::new();
        for (at, file) in (0u32..).zip(files) {
            let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            for import in &file.imports {
                let found = *known.entry((folder, import)).or_insert_with(|| index.resolve(&file.path, import));
                if let Some(target) = found.filter(|&target| target != at)
                    && !imports[at as usize].contains(&target)
                {
                    imports[at as usize].push(target);
                    importers[target as usize].push(at);
                }
            }
        }
        Self { imports, importers }
    }

    fn imports(&self, at: usize) -> &[u32] {
        self.imports.get(at).map_or(&[], Vec::as_slice)
    }

    fn importers(&self, at: usize) -> &[u32] {
        self.importers.get(at).map_or(&[], Vec::as_slice)
    }
}

fn risk(path: &str, change: ChangeType, n_importers: usize) -> Risk {
    if is_test(path) || is_documentation(path) {
        return Risk::Low;
    }
    let guarded = is_sensitive(path);
    if n_importers >= MANY_IMPORTERS
        || (change == ChangeType::Delete && n_importers > 0)
        || (guarded && n_importers >= 3)
    {
        Risk::High
    } else if guarded || n_importers >= 3 {
        Risk::Medium
    } else {
        Risk::Low
    }
}

/// Fills in dependencies and waves: what is imported comes first, tests after the code, documents last.
fn order_files(files: &mut [ImpactFile], paths: &[String], graph: &Graph, warnings: &mut Vec<String>) {
    let at_of = |path: &str| paths.binary_search_by(|known| known.as_str().cmp(path)).ok();
    let places: BTreeMap<String, usize> = files.iter().enumerate().map(|(at, file)| (file.path.clone(), at)).collect();
    let mut needs: Vec<Vec<usize>> = Vec::with_capacity(files.len());
    for file in files.iter_mut() {
        let imported: Vec<&String> = at_of(&file.path)
            .map_or_else(Vec::new, |at| graph.imports(at).iter().map(|&to| &paths[to as usize]).collect());
        let mut own: Vec<usize> = imported.iter().filter_map(|path| places.get(*path).copied()).collect();
        own.sort_unstable();
        file.dependencies = imported.into_iter().filter(|path| places.contains_key(*path)).cloned().collect();
        file.dependencies.sort();
        needs.push(own);
    }
    let mut wave = 0;
    let mut circular = false;
    while files.iter().any(|file| file.order == 0) {
        wave += 1;
        let open: Vec<usize> = (0..files.len()).filter(|&at| files[at].order == 0).collect();
        let mut ready: Vec<usize> = open
            .iter()
            .copied()
            .filter(|&at| {
                needs[at].iter().all(|&need| need == at || (files[need].order != 0 && files[need].order < wave))
            })
            .collect();
        // Code before its tests, both before documents.
        let rank = |at: usize| u8::from(is_test(&files[at].path)) + 2 * u8::from(is_documentation(&files[at].path));
        let lowest = open.iter().map(|&at| rank(at)).min().unwrap_or(0);
        ready.retain(|&at| rank(at) == lowest);
        if ready.is_empty() {
            circular = true;
            ready = open.into_iter().filter(|&at| rank(at) == lowest).collect();
        }
        for at in ready {
            files[at].order = wave;
        }
    }
    if circular {
        warnings.push("some of these files import each other in a circle; they stand in one wave".to_string());
    }
}

fn finish_report(
    files: Vec<ImpactFile>,
    n_listed: usize,
    n_scanned: usize,
    warnings: Vec<String>,
    confidence: GroundingConfidence,
) -> ImpactReport {
    let count = |change: ChangeType| {
        u32::try_from(files.iter().filter(|file| file.change == change).count()).unwrap_or(u32::MAX)
    };
    let high_risk_files: Vec<String> = files
        .iter()
        .filter(|file| file.risk == Risk::High && file.likelihood != Likelihood::Possible)
        .map(|file| file.path.clone())
        .collect();
    let as_u32 = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let totals = ImpactTotals {
        files: as_u32(files.len()),
        create: count(ChangeType::Create),
        modify: count(ChangeType::Modify),
        delete: count(ChangeType::Delete),
        high_risk: as_u32(high_risk_files.len()),
        scanned: as_u32(n_scanned),
        listed: as_u32(n_listed),
    };
    let n_waves = files.iter().map(|file| file.order).max().unwrap_or(0);
    let implementation_order = (1..=n_waves)
        .map(|wave| files.iter().filter(|file| file.order == wave).map(|file| file.path.clone()).collect())
        .collect();
    ImpactReport { files, totals, high_risk_files, implementation_order, warnings, confidence }
}
