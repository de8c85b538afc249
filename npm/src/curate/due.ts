// When curation ran last: a small file that other scripts of the repository read too.
import type { Config } from "../config.js";
import { joinStore } from "../config.js";
import { sameBytes } from "../store/plan.js";
import type { Change, Store } from "../store/types.js";

/** The change that remembers a run; `undefined` when the run changes nothing, so that running twice does not either. */
export async function rememberRun(
  store: Store,
  config: Config,
  changes: Change[],
  sessionCount: number,
  now: Date,
): Promise<Change | undefined> {
  if (changes.every(({ expected, content }) => sameBytes(expected, content))) return undefined;
  const path = joinStore(config.state, "kb-last-curated.json");
  const text = `${JSON.stringify({ sessionCount, curatedAt: now.toISOString() }, null, 2)}\n`;
  return { path, expected: await store.read(path), content: new TextEncoder().encode(text) };
}
