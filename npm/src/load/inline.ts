// Single-file builds and bundlers that do not carry .wasm files: the bytes are part of the program.
import { provideCore } from "../core.js";
import { wasmBase64 } from "../generated/core-inline.js";

/** For programs that load the core elsewhere too; here it starts from the bytes in this module. */
export async function init(): Promise<void> {}

/** Makes the core start from the bytes in this module, on every host and without waiting. */
export function provideInlineCore(): void {
  provideCore(() => Uint8Array.from(atob(wasmBase64), (char) => char.charCodeAt(0)));
}
