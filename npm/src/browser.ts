/** Public API for browsers: call `init()` once, then use the rest. */
export * from "./api.js";
export { init } from "./load/browser.js";
