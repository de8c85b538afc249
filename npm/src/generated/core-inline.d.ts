/** The WASM core as base64; written by scripts/build.mjs. */
export const wasmBase64: string;
