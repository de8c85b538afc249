// What is needed to take a run back: the bytes before and after, kept beside the state and out of git.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.js";
import { RepoloreError } from "../errors.js";
import { asciiJson, jsonBytes, type Piece } from "../store/json-bytes.js";
import type { Applied, Change, Store } from "../store/types.js";

/** How many runs can be taken back. */
const KEPT = 5;

interface Recorded {
  run: string;
  /** The run was taken back but for these changes. */
  isRest?: true;
  changes: { path: string; before: string | null; after: string | null }[];
}

const folderOf = (config: Config) => join(config.root, config.state, "kb-undo");
const recordPath = (config: Config, run: string) => join(folderOf(config), `${run}.json`);

/** Keeps what a run changed. In a repository, git does the same; this is for folders without one. */
export function recordRun(config: Config, at: Date, changes: Change[], applied: Applied): void {
  const folder = folderOf(config);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, ".gitignore"), "*\n");
  const written = new Set(applied.written);
  const run = at.toISOString().replace(/[:.]/g, "-");
  const recorded = changes
    .filter(({ path }) => written.has(path))
    .flatMap(({ path, expected, content }, index): Piece[] => [
      `${index > 0 ? "," : ""}{"path":${asciiJson(path)},"before":`,
      expected,
      ',"after":',
      content,
      "}",
    ]);
  writeFileSync(recordPath(config, run), jsonBytes([`{"run":"${run}","changes":[`, ...recorded, "]}"]));
  for (const old of runs(config).slice(0, -KEPT)) rmSync(recordPath(config, old), { force: true });
}

/** Runs that can be taken back, oldest first. */
export function runs(config: Config): string[] {
  try {
    const names = readdirSync(folderOf(config)).filter((name) => name.endsWith(".json"));
    return names.map((name) => name.slice(0, -5)).sort();
  } catch {
    return [];
  }
}

/**
 * Takes a run back, the latest first: what it wrote is what later runs stand on. Files that somebody changed since then
 * are left alone and named, and can be taken back another time.
 */
export async function undoRun(
  config: Config,
  store: Store,
  wanted: string | undefined,
): Promise<Applied & { run: string }> {
  const known = runs(config);
  const run = wanted ?? known.at(-1);
  if (run === undefined) throw new RepoloreError("undo/nothing", "there is no run to take back");
  if (!known.includes(run)) {
    throw new RepoloreError("undo/unknown", `there is no run ${run}; there are ${known.join(", ") || "none"}`);
  }
  const later = known.findLast((other) => other > run && !readRecord(config, other).isRest);
  if (later !== undefined) {
    throw new RepoloreError("undo/order", `${later} came after ${run} and stands on it; take back ${later} first`);
  }
  const { changes } = readRecord(config, run);
  const bytes = (text: string | null) => (text === null ? null : new Uint8Array(Buffer.from(text, "base64")));
  const plan = changes.map(({ path, before, after }) => ({ path, expected: bytes(after), content: bytes(before) }));
  const applied = await store.apply(plan, `knowledge: take back the run ${run}`);
  const left = new Set(applied.skipped.map(({ path }) => path));
  const rest: Recorded = { run, isRest: true, changes: changes.filter(({ path }) => left.has(path)) };
  if (rest.changes.length > 0) writeFileSync(recordPath(config, run), JSON.stringify(rest));
  else rmSync(recordPath(config, run), { force: true });
  const since = applied.skipped.map(({ path }) => ({ path, reason: "it was changed since that run" }));
  return { ...applied, skipped: since, run };
}

function readRecord(config: Config, run: string): Recorded {
  return JSON.parse(readFileSync(recordPath(config, run), "utf8"));
}
