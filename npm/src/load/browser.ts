// Browsers: the WASM bytes are fetched from beside this file, or from wherever the page says.
import { coreStarted, provideCore } from "../core.js";
import startCore from "../generated/core.js";

/** Loads the core; resolves when every other call can be made. */
export async function init(source?: URL | Response | BufferSource | WebAssembly.Module): Promise<void> {
  if (source instanceof WebAssembly.Module || source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    provideCore(() => source as BufferSource | WebAssembly.Module);
    return;
  }
  await startCore({ module_or_path: source ?? new URL("../generated/core_bg.wasm", import.meta.url) });
  coreStarted();
}
