/** The public API for Node, Bun and Deno with the WASM core inside, for bundles and single-file programs. */
import { provideInlineCore } from "./load/inline.js";

export * from "./index.js";

provideInlineCore();
