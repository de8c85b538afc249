// One run of curation: read what is there, let the core plan, write the plan.
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { type Config, joinStore } from "../config.js";
import { withCore } from "../core.js";
import type { CuratePlan } from "../generated/types.js";
import { openStoreToWrite } from "../store/open.js";
import type { Applied, Change, Store } from "../store/types.js";
import { rememberRun } from "./due.js";

export interface CurateRequest {
  config: Config;
  /** Reads every session again. */
  bootstrap?: boolean;
  /** Goes on when many articles are gone or would be removed at once. */
  allowBulk?: boolean;
  /** Hears how far the run is. */
  progress?: (done: number, total: number, name: string) => void;
  notice?: (text: string) => void;
  /** When the run takes place; now unless given. */
  now?: Date;
}

export interface Planned {
  plan: CuratePlan;
  store: Store;
  changes: Change[];
}

/** Files of the state folder that the core reads and writes. */
const STATE_FILES = ["kb-manifest.json", "kb-deleted.json", "kb-items.jsonl"];

const CHUNK = 1 << 20;

/** Reads everything and returns what a run would do. */
export async function planCuration({
  config,
  bootstrap = false,
  allowBulk = false,
  progress = () => {},
  notice = () => {},
  now = new Date(),
}: CurateRequest): Promise<Planned> {
  const store = await openStoreToWrite(config, notice);
  const before = new Map<string, Uint8Array>();
  const read = async (path: string): Promise<Uint8Array | null> => {
    const bytes = await store.read(path);
    if (bytes) before.set(path, bytes);
    return bytes;
  };
  const curator = withCore((core) => new core.Curator({ preset: config.preset, bootstrap, allowBulk }));
  for (const path of await store.list(config.knowledge)) {
    if (isState(config, path) || !/\.(md|ya?ml|json)$/.test(path)) continue;
    const bytes = await read(path);
    const inside = config.knowledge === "" ? path : path.slice(config.knowledge.length + 1);
    if (bytes) withCore(() => curator.addFile(inside, bytes));
  }
  for (const name of STATE_FILES) {
    const bytes = await read(joinStore(config.state, name));
    if (bytes) withCore(() => curator.addState(name, new TextDecoder().decode(bytes)));
  }
  // What was held back before, so that a person's release counts.
  for (const path of await store.list(joinStore(config.state, "quarantine"))) {
    const bytes = path.endsWith(".json") ? await read(path) : null;
    if (bytes) withCore(() => curator.addState(`quarantine/${basename(path)}`, new TextDecoder().decode(bytes)));
  }
  const sessions = findSessions(config.sessions);
  for (const [index, path] of sessions.entries()) {
    progress(index, sessions.length, basename(path));
    withCore(() => curator.beginSession(basename(path)));
    for (const chunk of chunks(path)) withCore(() => curator.push(chunk));
    withCore(() => curator.endSession());
  }
  progress(sessions.length, sessions.length, "");
  const plan = withCore(() => curator.plan());
  const changes: Change[] = plan.changes.map(({ path, content }) =>
    change(joinStore(config.knowledge, path), content, before),
  );
  for (const { name, content } of plan.state) changes.push(change(joinStore(config.state, name), content, before));
  const remembered = await rememberRun(store, config, changes, plan.report.nSessions, now);
  if (remembered) changes.push(remembered);
  return { plan, store, changes };
}

/** Carries the plan out. */
export async function applyCuration({ store, changes, plan }: Planned): Promise<Applied> {
  const { created, updated, disputed } = plan.report;
  const message = `knowledge: ${created.length} created, ${updated.length} updated, ${disputed.length} disputed`;
  return await store.apply(changes, message);
}

function change(path: string, content: string | null, before: Map<string, Uint8Array>): Change {
  return {
    path,
    expected: before.get(path) ?? null,
    content: content === null ? null : new TextEncoder().encode(content),
  };
}

function isState(config: Config, path: string): boolean {
  return config.state !== "" && path.startsWith(`${config.state}/`);
}

/** Transcripts below the given files and folders, each once, sorted by path. */
function findSessions(places: string[]): string[] {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) if (!name.startsWith(".")) visit(join(path, name));
    } else if (/\.(jsonl|log|json)$/.test(path)) found.add(path);
  };
  for (const place of places) visit(place);
  return [...found].sort();
}

/** The bytes of a file, piece by piece, so that a huge transcript never stands in memory as a whole. */
function* chunks(path: string): Generator<Uint8Array> {
  const file = openSync(path, "r");
  try {
    const buffer = new Uint8Array(CHUNK);
    for (;;) {
      const n = readSync(file, buffer, 0, CHUNK, null);
      if (n === 0) return;
      yield buffer.subarray(0, n);
    }
  } finally {
    closeSync(file);
  }
}
