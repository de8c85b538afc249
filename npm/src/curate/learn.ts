// What a session teaches, learned by one instance of the core. The same for every thread that does it.
import { closeSync, openSync, readSync } from "node:fs";
import { withCore } from "../core.js";
import { RepoloreError } from "../errors.js";
import type { Curator } from "../generated/core.js";
import type { CurateOptions } from "../generated/types.js";

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

/** A curator that is ready to learn. */
export function beginCuration({ options, state, known, logs }: Ground): Curator {
  const curator = withCore((core) => new core.Curator(options));
  for (const [name, text] of state) withCore(() => curator.addState(name, text));
  for (const text of known) withCore(() => curator.know(text));
  for (const log of logs) learn(curator, log);
  return curator;
}

export function learn(curator: Curator, { name, path, issue }: Session): void {
  withCore(() => curator.beginSession(name, issue));
  for (const chunk of chunks(path)) withCore(() => curator.push(chunk));
  withCore(() => curator.endSession());
}

/** The bytes of a file, piece by piece in the same buffer, so that a huge transcript never stands in memory as a whole. */
function* chunks(path: string): Generator<Uint8Array> {
  buffer ??= new Uint8Array(CHUNK);
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (cause) {
    throw new RepoloreError("sessions/unreadable", `cannot read ${path}: ${(cause as Error).message}`, { cause });
  }
  try {
    for (;;) {
      const n = readSync(file, buffer, 0, buffer.length, null);
      if (n === 0) return;
      yield buffer.subarray(0, n);
    }
  } finally {
    closeSync(file);
  }
}
