// What a session teaches, learned by one instance of the core. The same for every thread that does it.
import { closeSync, openSync, readSync } from "node:fs";
import { withCore } from "../core.js";
import { RepoloreError } from "../errors.js";
import type { Curator } from "../generated/core.js";
import type { CurateOptions, Oddity } from "../generated/types.js";
import { unreadable } from "../sources/sessions.js";

/** A transcript to learn from. */
export interface Session {
  /** What sources call it. */
  name: string;
  path: string;
  bytes: number;
  issue: number | undefined;
}

/** Everything besides a session itself that decides what it teaches. */
export interface Ground {
  options: CurateOptions;
  /** Files of the state folder: name and text. */
  state: [name: string, text: string][];
  /** Texts that are no news. */
  known: string[];
  /** Sessions that are no news either. */
  logs: Session[];
}

const CHUNK = 1 << 20;
let buffer: Uint8Array | undefined;

/** A curator that is ready to learn; `odd` gets what cannot be read. */
export function beginCuration({ options, state, known, logs }: Ground, odd: Oddity[] = []): Curator {
  const curator = withCore((core) => new core.Curator(options));
  for (const [name, text] of state) withCore(() => curator.addState(name, text));
  for (const text of known) withCore(() => curator.know(text));
  for (const log of logs) odd.push(...learn(curator, log));
  return curator;
}

/** Learns from one session. What keeps it from being read is odd, and ends nothing. */
export function learn(curator: Curator, { name, path, issue }: Session): Oddity[] {
  const pieces = chunks(path);
  try {
    // A session that cannot be opened is not one without words.
    let piece = pieces.next();
    withCore(() => curator.beginSession(name, issue));
    for (; !piece.done; piece = pieces.next()) {
      const chunk = piece.value;
      withCore(() => curator.push(chunk));
    }
    withCore(() => curator.endSession());
    return [];
  } catch (error) {
    return [{ file: name, diagnostic: unreadable(error) }];
  }
}

/** The bytes of a file, piece by piece in the same buffer, so that a huge transcript never stands in memory as a whole. */
function* chunks(path: string): Generator<Uint8Array> {
  buffer ??= new Uint8Array(CHUNK);
  const bytes = buffer;
  const tried = <T>(look: () => T): T => {
    try {
      return look();
    } catch (cause) {
      throw new RepoloreError("sessions/unreadable", `cannot read ${path}: ${(cause as Error).message}`, { cause });
    }
  };
  const file = tried(() => openSync(path, "r"));
  try {
    for (;;) {
      const n = tried(() => readSync(file, bytes, 0, bytes.length, null));
      if (n === 0) return;
      yield bytes.subarray(0, n);
    }
  } finally {
    closeSync(file);
  }
}
