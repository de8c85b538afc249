// The action from start to pushed commit on real sessions, and how much of it is spent in WASM.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, say } from "../lib.mjs";

export async function bench() {
  const { builtAction, corpus, EXAMPLE, hasCorpus, runAction, World } = await import(
    pathToFileURL(join(ROOT, "tests", "action", "world.mjs")).href
  );
  const source = hasCorpus ? corpus : EXAMPLE;
  say(`sessions: ${hasCorpus ? "the gitclaw corpus" : "the bundled example (the corpus is not here)"}`);
  const action = await builtAction();
  const world = new World(source);
  const run = async (name) => {
    const start = performance.now();
    const { code, log, outputs } = await runAction(action, world.clone());
    if (code !== 0) throw new Error(log);
    const total = performance.now() - start;
    const wasm = Number(/WASM: (\d+) ms/.exec(log)?.[1] ?? Number.NaN);
    const share = Number.isNaN(wasm) ? "" : `, of it in WASM ${wasm} ms (${Math.round((100 * wasm) / total)} %)`;
    say(`${name.padEnd(28)} ${Math.round(total)} ms${share}; ${outputs.created} created`);
  };
  await run("cold run, pushed commit");
  await run("second run, nothing new");
}
