// What a signal costs as the store grows: adding one reads only what the index calls related, and reflection grows
// no faster than n log n.
//   node scripts/bench/reflect.mjs
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, say } from "../lib.mjs";

const SIZES = [100, 1_000, 10_000];
const TOPICS = 40;

const dist = (path) => import(pathToFileURL(join(ROOT, "npm", "dist", path)).href);

/** Made-up signals: a few hundred kinds of trouble, each seen again and again; the same in every run. */
function madeUpSignals(n) {
  const types = ["deviation", "struggle", "config-mismatch", "capability-gap"];
  return Array.from({ length: n }, (_, at) => {
    const kind = Math.floor(at / 12);
    const tags = [`area-${kind % TOPICS}`, `part-${kind}`, `detail-${at % 7}`, `team-${at % 5}`];
    const id = `sig-2026-03-${String(1 + (at % 28)).padStart(2, "0")}-trouble-${at}`;
    const type = types[kind % types.length];
    const text = `---
id: ${id}
type: signal
project: app
tags: [${tags.join(", ")}]
created: 2026-03-${String(1 + (at % 28)).padStart(2, "0")}
durability: convention
status: active
severity: notable
signal_type: ${type}
signal_category: negative
lifecycle_state: detected
confidence: medium
---

## What Happened

Step ${at} of part ${kind} took three tries because the store of area ${kind % TOPICS} was locked by another run.

## Potential Cause

Runs of part ${kind} share one lock although their files never overlap. Each part should take a lock of its own.
`;
    return { path: `signals/app/${id.slice(4)}.md`, text, id, type, tags };
  });
}

/** A GSD store with n signals and its index. */
async function storeOf(n) {
  const { renderIndexes } = await dist("index.js");
  const folder = mkdtempSync(join(tmpdir(), "repolore-bench-"));
  const base = join(folder, ".planning", "knowledge");
  mkdirSync(join(base, "signals", "app"), { recursive: true });
  const signals = madeUpSignals(n);
  for (const { path, text } of signals) writeFileSync(join(base, path), text);
  const files = signals.map(({ path, text }) => ({ path, bytes: new TextEncoder().encode(text) }));
  for (const { path, content } of renderIndexes(files, { preset: "gsd" })) writeFileSync(join(base, path), content);
  return folder;
}

/** A store that counts what is read. */
function counted(store) {
  const count = { reads: 0, bytes: 0 };
  const read = store.read.bind(store);
  store.read = async (path) => {
    const bytes = await read(path);
    count.reads++;
    count.bytes += bytes?.byteLength ?? 0;
    return bytes;
  };
  return count;
}

/** One row per size: milliseconds and files read for an `add`, milliseconds for a reflection. */
export async function measure(sizes = SIZES) {
  const [{ loadConfig }, { KnowledgeFolder }, { storeSignal }, { reflectOn }] = await Promise.all(
    ["config.js", "store/knowledge-folder.js", "reflect/store.js", "reflect/run.js"].map(dist),
  );
  await dist("index.js");
  const rows = [];
  for (const n of sizes) {
    const folder = await storeOf(n);
    try {
      const config = loadConfig({ cwd: folder, env: { HOME: folder }, preset: "gsd" });
      const base = await KnowledgeFolder.open(config);
      const count = counted(base.store);
      const signal = {
        ...{ signalType: "struggle", severity: "notable", positive: null, project: "app", title: "Locked" },
      };
      const words = {
        whatHappened: "The store was locked.",
        context: "",
        cause: "",
        confidence: "medium",
        evidence: [],
      };
      const rest = { tags: ["area-1", "part-1", "detail-1"], phase: null, plan: null, detected: false };
      const now = new Date("2026-04-01T10:00:00Z");
      let start = performance.now();
      for (let k = 0; k < 5; k++) await storeSignal(base, config, { ...signal, ...words, ...rest }, now);
      const addMs = (performance.now() - start) / 5;
      start = performance.now();
      const { plan } = await reflectOn({ config, now, dryRun: true });
      const reflectMs = performance.now() - start;
      rows.push({ n, addMs, reads: count.reads / 5, reflectMs, lessons: plan.reflection.lessons.length });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return rows;
}

export async function bench() {
  say("signals    add      files read   reflect     per signal   against n·log n   lessons");
  const rows = await measure();
  const cost = ({ n, reflectMs }) => reflectMs / (n * Math.log2(n));
  for (const row of rows) {
    const cells = [
      String(row.n).padStart(7),
      `${row.addMs.toFixed(1)} ms`.padStart(9),
      row.reads.toFixed(0).padStart(10),
      `${row.reflectMs.toFixed(0)} ms`.padStart(10),
      `${((row.reflectMs * 1000) / row.n).toFixed(0)} µs`.padStart(11),
      `× ${(cost(row) / cost(rows[0])).toFixed(2)}`.padStart(15),
      String(row.lessons).padStart(9),
    ];
    say(cells.join("  "));
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await bench();
