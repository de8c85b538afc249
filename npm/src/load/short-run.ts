// Engine settings for a process that answers once and ends.
import { setFlagsFromString } from "node:v8";

/** V8 versions that are known to have the settings (Node 20 to 25); others would complain on standard error. */
const [OLDEST, NEWEST] = [10, 14];
/** How much work a function of the core does before it is compiled again; a thousand times the usual. */
const BUDGET = 2_000_000_000;

/**
 * Says that the process will be over soon; to be called before the core is loaded.
 *
 * Left alone, the engine spends half of a cold search on compiling the core a second time, better than anybody needs,
 * and a good part of the rest on checking functions that nobody calls. With ten thousand articles that still holds.
 */
export function expectShortRun(): void {
  const version = Number.parseInt(process.versions.v8 ?? "", 10);
  if (!(version >= OLDEST && version <= NEWEST)) return;
  try {
    // The first stops the second compilation in Node 20 and 22, the second puts it off for good in later versions.
    setFlagsFromString("--liftoff-only");
    setFlagsFromString(`--wasm-tiering-budget=${BUDGET}`);
    // A function of the core is checked when it is first called, which most never are.
    setFlagsFromString("--wasm-lazy-validation");
  } catch {
    // Other runtimes know the function and not the settings.
  }
}
