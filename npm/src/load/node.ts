// Node, Bun and Deno: the WASM bytes stand beside this file.
import { readFileSync } from "node:fs";
import { provideCore } from "../core.js";

provideCore(() => readFileSync(new URL("../generated/core_bg.wasm", import.meta.url)));

/** For programs that run in browsers too; here the core loads by itself. */
export async function init(_source?: URL | Response | BufferSource | WebAssembly.Module): Promise<void> {}
