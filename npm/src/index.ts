/** Public API for Node, Bun and Deno. */
import "./load/node.js";

export * from "./api.js";
export { type Config, type ConfigRequest, loadConfig } from "./config.js";
export { FsStore, type FsStoreOptions } from "./store/fs.js";
export { openStore, openStoreToWrite } from "./store/open.js";
