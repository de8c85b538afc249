// Waiting for another process that writes into the same store: runs are short, so a moment of patience is enough.
import { RepoloreError } from "../errors.js";
import type { Applied } from "./types.js";

const TRIES = 100;
/** Fewer, because what is in the way may stay: a link, for one. */
const TIMES_DISTURBED = 30;
/** Pauses grow up to this, in milliseconds. */
const LONGEST = 200;

/** Does something that needs the lock of a store, again while somebody else holds it, but not for ever. */
export async function patiently<T>(body: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await body();
    } catch (error) {
      const locked = error instanceof RepoloreError && error.code === "store/locked";
      if (!locked || attempt >= TRIES) throw error;
    }
    await pause(attempt);
  }
}

/**
 * Reads, plans and writes, and all of it again while others write what the plan stands on, but not for ever. An attempt
 * names the files that came in between; when there are none, its value counts.
 */
export async function undisturbed<T>(attempt: () => Promise<{ value: T; between: Applied["skipped"] }>): Promise<T> {
  for (let n = 1; ; n++) {
    const { value, between } = await attempt();
    const [first] = between;
    if (!first) return value;
    if (n >= TIMES_DISTURBED) throw new RepoloreError("store/conflict", `${first.path}: ${first.reason}`);
    await pause(n);
  }
}

function pause(attempt: number): Promise<void> {
  return new Promise((done) => setTimeout(done, Math.random() * Math.min(LONGEST, 10 * attempt)));
}
