/** Public API for Node, Bun and Deno. */
import "./load/node.js";

export * from "./api.js";
