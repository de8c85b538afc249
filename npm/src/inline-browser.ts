/** The public API for browsers with the WASM core inside: nothing to fetch, nothing to await. */
import { provideInlineCore } from "./load/inline.js";

export * from "./api.js";
export { init } from "./load/inline.js";

provideInlineCore();
