/** Public API for Node, Bun and Deno. */
import "./load/node.js";

export * from "./api.js";
export { type Config, type ConfigRequest, loadConfig } from "./config.js";
export type { Comment, Issue } from "./github/issues.js";
export { findSessions, IssueMap, type ReadOptions, readSession, type SessionFile } from "./sources/sessions.js";
export { FsStore, type FsStoreOptions } from "./store/fs.js";
export { GitHubStore, type GitHubStoreOptions } from "./store/github.js";
export { openStore, openStoreToWrite } from "./store/open.js";
