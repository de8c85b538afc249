// What every host offers: calls that need nothing but the core.
export {
  assessFreshness,
  checkArticles,
  conditionPaths,
  type FreshnessOptions,
  gatherFacts,
  type IndexOptions,
  isEntryPath,
  type KnowledgeFile,
  linksOutside,
  manifestNames,
  readArticle,
  renderIndexes,
} from "./articles.js";
export { compareStatements } from "./compare.js";
export { RepoloreError } from "./errors.js";
export type * from "./generated/types.js";
export { answersAgree, routeQuestion, sanitizeQuery } from "./ground/api.js";
export { readIssueMapping } from "./issues.js";
export { KnowledgeBase } from "./knowledge.js";
export { judgeTrust, redact, redactAll } from "./redact.js";
export {
  createIndex,
  type IndexedDocument,
  type SearchHit,
  type SearchIndex,
  type SearchRequest,
} from "./search-index.js";
export { MemoryStore } from "./store/memory.js";
export type { Applied, Change, Store } from "./store/types.js";
export { type ReadTranscript, readTranscript } from "./transcripts.js";
