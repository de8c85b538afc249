// Secrets out of text, and who may be believed: calls that need nothing but the core.
import { type Core, coreInstance, withCore } from "./core.js";
import type { RedactedText, TrustRecord, TrustResult } from "./generated/types.js";

const encoder = new TextEncoder();
/** Node's own buffer writes text as V8 keeps it, several times as fast as text with but one rare character is encoded. */
const { Buffer } = globalThis as { Buffer?: typeof import("node:buffer").Buffer };
/** How many characters are handed over at once: few enough to be still at hand when they are read. */
const PIECE = 16_384;

/**
 * Replaces every secret with `[REDACTED]`, or `[REDACTED:kind]` where the kind is known.
 *
 * Names stay (`API_KEY=abc123` becomes `API_KEY=[REDACTED]`), findings tell kind, line and column and never the
 * secret, and calling it on its own result changes nothing.
 */
export function redact(text: string): RedactedText {
  return (
    withCore((core) => {
      addText(core, text);
      return core.redactAdded();
    }) ?? { text, findings: [] }
  );
}

/** Hands text to the core piece by piece. */
function addText(core: Core, text: string): void {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + PIECE, text.length);
    const inPair = to < text.length && (text.charCodeAt(to - 1) & 0xfc00) === 0xd800;
    if (inPair) to--;
    const piece = text.slice(from, to);
    const room = roomOf(core);
    if ("write" in room) core.redactAdd(room.write(piece, "utf16le"), true);
    else core.redactAdd(encoder.encodeInto(piece, room).written, false);
    from = to;
  }
}

/** A view on the memory of the core, and of which instance. */
let room: Uint8Array | Buffer | undefined;
let instance: number | undefined;

function roomOf(core: Core): Uint8Array | Buffer {
  // A view on memory that has grown since has no length any more.
  if (room === undefined || instance !== coreInstance() || room.length === 0) {
    // At most three bytes for each character.
    room = core.redactRoom(3 * PIECE);
    if (Buffer) room = Buffer.from(room.buffer, room.byteOffset, room.length);
    instance = coreInstance();
  }
  return room;
}

/** {@link redact} for many texts. */
export function redactAll(texts: Iterable<string>): RedactedText[] {
  return Array.from(texts, redact);
}

/** Judges statements by who said them and whether they try to steer agents; see `repolore trust --help`. */
export function judgeTrust(records: TrustRecord[]): TrustResult[] {
  return withCore((core) => core.judgeTrust(records));
}
