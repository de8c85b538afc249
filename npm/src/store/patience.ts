// Waiting for another process that writes into the same store: runs are short, so a moment of patience is enough.
import { RepoloreError } from "../errors.js";

const TRIES = 100;
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
    await new Promise((done) => setTimeout(done, Math.random() * Math.min(LONGEST, 10 * attempt)));
  }
}
