// Transcripts for every host: bytes in, one model out.
import { withCore } from "./core.js";
import type { Diagnostic, Dialect, Transcript } from "./generated/types.js";

/** What could be read of a transcript, and what was odd about it. */
export interface ReadTranscript {
  transcript: Transcript;
  diagnostics: Diagnostic[];
}

/**
 * Reads a whole session log of any known dialect.
 *
 * Never throws for bad data: a damaged line costs that line and appears in `diagnostics`.
 */
export function readTranscript(bytes: Uint8Array, options: { dialect?: Dialect } = {}): ReadTranscript {
  return withCore((core) => {
    const reader = new core.SessionReader(options.dialect);
    reader.push(bytes);
    const session = reader.finish();
    try {
      return { transcript: session.transcript(), diagnostics: session.summary().diagnostics };
    } finally {
      session.free();
    }
  });
}
