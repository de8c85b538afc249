// Secrets out of text, and who may be believed: calls that need nothing but the core.
import { type Core, coreInstance, withCore } from "./core.js";
import type { RedactedText, TrustRecord, TrustResult } from "./generated/types.js";

const encoder = new TextEncoder();

/**
 * Replaces every secret with `[REDACTED]`, or `[REDACTED:kind]` where the kind is known.
 *
 * Names stay (`API_KEY=abc123` becomes `API_KEY=[REDACTED]`), findings tell kind, line and column and never the
 * secret, and calling it on its own result changes nothing.
 */
export function redact(text: string): RedactedText {
  return withCore((core) => core.redactUtf8(writeInto(core, text))) ?? { text, findings: [] };
}

/** A view on the memory of the core, and of which instance. */
let room: Uint8Array | undefined;
let roomOf: number | undefined;

function roomFor(core: Core, length: number): Uint8Array {
  // A view on memory that has grown since has no length any more.
  if (room === undefined || roomOf !== coreInstance() || room.length < length) {
    room = core.redactRoom(length);
    roomOf = coreInstance();
  }
  return room;
}

/** Writes text where the core reads it, without a copy between; returns its length in bytes. */
function writeInto(core: Core, text: string): number {
  // Mostly a byte each; when that is not enough, at most three for each that is left.
  const { read, written } = encoder.encodeInto(text, roomFor(core, text.length + (text.length >> 2) + 64));
  if (read === text.length) return written;
  return encoder.encodeInto(text, roomFor(core, text.length * 3)).written;
}

/** {@link redact} for many texts. */
export function redactAll(texts: Iterable<string>): RedactedText[] {
  return Array.from(texts, redact);
}

/** Judges statements by who said them and whether they try to steer agents; see `repolore trust --help`. */
export function judgeTrust(records: TrustRecord[]): TrustResult[] {
  return withCore((core) => core.judgeTrust(records));
}
