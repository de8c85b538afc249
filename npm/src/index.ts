/** Public API for Node, Bun and Deno. */
import "./load/node.js";

export * from "./api.js";
export { type Config, type ConfigRequest, loadConfig } from "./config.js";
export { curateKnowledgeBase, type KnowledgeBaseOptions, type KnowledgeBaseResult } from "./curate/knowledge-base.js";
export type { Comment, Issue } from "./github/issues.js";
export {
  buildContext,
  type ContextOptions,
  findRelevantArticles,
  type KnowledgeArticle,
  loadAllArticles,
  loadArticlesByTopic,
  openKnowledge,
} from "./lifecycle.js";
export { factsOf } from "./sources/facts.js";
export { findSessions, IssueMap, type ReadOptions, readSession, type SessionFile } from "./sources/sessions.js";
export { readKnowledge } from "./store/files.js";
export { FsStore, type FsStoreOptions } from "./store/fs.js";
export { GitHubStore, type GitHubStoreOptions } from "./store/github.js";
export { openStore, openStoreToWrite } from "./store/open.js";
