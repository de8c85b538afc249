/** Public API for Node, Bun and Deno. */
export * from "./api.js";
export { type Config, type ConfigRequest, loadConfig } from "./config.js";
export {
  detectContradictions,
  type ExtractedKnowledge,
  extractKnowledge,
  generateArticle,
  generateIndex,
  updateArticle,
} from "./curate/functions.js";
export { curateKnowledgeBase, type KnowledgeBaseOptions, type KnowledgeBaseResult } from "./curate/knowledge-base.js";
export { applyCuration, type CurateRequest, type Planned, planCuration } from "./curate/run.js";
export type { Comment, Issue } from "./github/issues.js";
export { type ImpactRequest, impactTable, scanImpact } from "./ground/impact.js";
export {
  type Gate,
  type GateOptions,
  type Grounding,
  type GroundOptions,
  gate,
  ground,
  groundingPolicy,
  recordOverride,
  recordSkip,
  type SanitizationLog,
} from "./ground/run.js";
export {
  buildContext,
  type ContextOptions,
  findRelevantArticles,
  type KnowledgeArticle,
  loadAllArticles,
  loadArticlesByTopic,
  openKnowledge,
} from "./lifecycle.js";
export { init } from "./load/node.js";
export { type Collected, type CollectRequest, collectSignals } from "./reflect/collect.js";
export { type WorkReport, workReport } from "./reflect/report.js";
export { learnFromWork, type Reflected, type ReflectRequest, reflectOn, type WorkLessons } from "./reflect/run.js";
export { factsOf } from "./sources/facts.js";
export { askRepo, type RepoReply, type RepoRequest } from "./sources/repo.js";
export { findSessions, IssueMap, type ReadOptions, readSession, type SessionFile } from "./sources/sessions.js";
export type { WebProvider } from "./sources/web.js";
export { readKnowledge } from "./store/files.js";
export { FsStore, type FsStoreOptions } from "./store/fs.js";
export { GitHubStore, type GitHubStoreOptions } from "./store/github.js";
export { openStore, openStoreToWrite } from "./store/open.js";
