// Transcripts of a repository that is not checked out: fetched from its store into a folder laid out the same.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Config, joinStore, storePath } from "../config.js";
import type { Store } from "../store/types.js";

export interface FetchedTranscripts {
  /** The configuration with its transcripts and issue mappings in the new folder. */
  config: Config;
  files: number;
  bytes: number;
  /** Files whose names not every system can handle, with what is wrong with them. */
  leftOut: { path: string; reason: string }[];
}

/**
 * Fetches the transcripts that a configuration names, one file at a time, and the mappings of issues beside them.
 * `root` is the folder that stands for the repository; places outside of it stay as they are.
 */
export async function fetchTranscripts(
  store: Store,
  config: Config,
  root: string,
  into: string,
): Promise<FetchedTranscripts> {
  const fetched: Omit<FetchedTranscripts, "config"> = { files: 0, bytes: 0, leftOut: [] };
  const done = new Set<string>();
  const fetch = async (path: string): Promise<void> => {
    if (done.has(path)) return;
    done.add(path);
    const bytes = await store.read(path);
    if (bytes === null) return;
    mkdirSync(dirname(join(into, path)), { recursive: true });
    writeFileSync(join(into, path), bytes);
    fetched.files++;
    fetched.bytes += bytes.byteLength;
  };
  const moved = async (place: string): Promise<string> => {
    const inside = storePath(root, place);
    if (inside === undefined || inside === "") return place;
    // A place is a folder, or a file of its own.
    const files = await store.list(inside, (path, reason) => fetched.leftOut.push({ path, reason }));
    for (const path of files) await fetch(path);
    if (files.length === 0 && (await store.list(dirname(inside) === "." ? "" : dirname(inside))).includes(inside)) {
      await fetch(inside);
    }
    return join(into, inside);
  };
  const sessions: string[] = [];
  for (const place of config.sessions) sessions.push(await moved(place));
  const issues = config.issues === null ? null : await moved(config.issues);
  for (const place of config.sessions) {
    const inside = storePath(root, place);
    const beside = inside ? joinStore(dirname(inside) === "." ? "" : dirname(inside), "issues") : "";
    if (beside !== "") for (const path of await store.list(beside)) await fetch(path);
  }
  return { config: { ...config, sessions, issues }, ...fetched };
}
