// Engine settings for a process that answers once and ends.
import { setFlagsFromString } from "node:v8";

/** V8 versions that are known to have the settings (Node 20 to 25); others would complain on standard error. */
const [OLDEST, NEWEST] = [10, 14];
/** How much work a function of the core does before it is compiled again; a thousand times the usual. */
const BUDGET = 2_000_000_000;

/**
 * Says that the process ends after one command; to be called before the core is loaded.
 *
 * Left alone, the engine spends more time on compiling the core a second time, better than a short command needs, than
 * on the command. So it does that only for what has been at work for long.
 */
export function expectOneCommand(): void {
  set(`--wasm-tiering-budget=${BUDGET}`);
}

/**
 * Says that the process will be over soon; to be called before the core is loaded.
 *
 * Besides, checking functions of the core that nobody calls is a good part of a cold search. With ten thousand articles
 * or a few dozen megabytes of transcripts that still holds.
 */
export function expectShortRun(): void {
  expectOneCommand();
  // Node 20 and 22 know this one; later versions have only the budget.
  set("--liftoff-only");
  set("--wasm-lazy-validation");
}

function set(flag: string): void {
  const version = Number.parseInt(process.versions.v8 ?? "", 10);
  if (!(version >= OLDEST && version <= NEWEST)) return;
  try {
    setFlagsFromString(flag);
  } catch {
    // Other runtimes know the function and not the settings.
  }
}
