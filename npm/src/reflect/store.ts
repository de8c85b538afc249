// Writes signals, several collectors at once if need be: the file first, then its row in the index.
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { type Config, isInside } from "../config.js";
import { withCore } from "../core.js";
import { RepoloreError } from "../errors.js";
import type { Captured, NewSignal } from "../generated/types.js";
import { KnowledgeFolder, signalIndexPath } from "../store/knowledge-folder.js";
import { openProject } from "../store/open.js";
import { exactText } from "../store/text.js";
import type { Change } from "../store/types.js";

/** Tries before a collector gives up on a store that others keep writing. */
const TRIES = 60;

export interface StoredSignal extends Captured {
  /** Store paths that were written. */
  written: string[];
}

export interface StoreOptions {
  dryRun?: boolean;
  /** Hears what is left alone. */
  notice?: (text: string) => void;
  /** What the store shall know as soon as the signal is there. */
  remember?: () => Promise<Change[]>;
}

const stem = (path: string) => basename(path, ".md");

/** Stores one signal, with a copy where the project keeps its own. */
export async function storeSignal(
  base: KnowledgeFolder,
  config: Config,
  signal: NewSignal,
  now: Date,
  { dryRun = false, notice = () => {}, remember = async () => [] }: StoreOptions = {},
): Promise<StoredSignal> {
  let mine: { path: string; content: string } | undefined;
  const written = new Set<string>();
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const { captured, index, isText, related } = await capture(base, config, signal, now, mine?.path);
    if (dryRun) return { ...captured, written: [] };
    const message = `signal: ${captured.id}`;
    if (!mine || mine.content !== captured.content) {
      const expected = mine ? new TextEncoder().encode(mine.content) : null;
      const file = { path: captured.path, content: captured.content, expected };
      const placed = await base.replace([file], message, await remember());
      // Somebody took the name: the next try counts on.
      if (placed.skipped.some(({ path }) => path.endsWith(captured.path))) continue;
      mine = file;
      for (const path of placed.written) written.add(path);
    }
    const row = { path: signalIndexPath(config), content: captured.index, expected: index };
    if (!isText) notice(`${row.path} is not UTF-8 and stays as it is; it gets no row`);
    const rowed = await base.replace(isText ? [row] : [], message);
    // Somebody else's row came in between.
    if (rowed.skipped.length > 0) continue;
    for (const path of rowed.written) written.add(path);
    for (const path of await writeCopies(base, config, captured, related, notice)) written.add(path);
    return { ...captured, written: [...written] };
  }
  const where = mine ? `${mine.path} is written, but its row in the index is not` : "nothing was written";
  throw new RepoloreError(
    "store/locked",
    `other processes keep writing here; ${where}. Run again, or: repolore index --write`,
  );
}

/** What the core makes of a signal; only files are read that the index calls related. */
async function capture(base: KnowledgeFolder, config: Config, signal: NewSignal, now: Date, own: string | undefined) {
  const index = await base.read(signalIndexPath(config));
  const table = (index && exactText(index)) ?? undefined;
  const paths = (await base.list("signals")).filter((path) => path !== own);
  const wanted = new Set(withCore((core) => core.signalCandidates(signal, table ?? "")));
  const related = new Map<string, Uint8Array>();
  const files: [string, string][] = [];
  for (const path of paths.filter((path) => wanted.has(stem(path)) || wanted.has(`sig-${stem(path)}`))) {
    const bytes = await base.read(path);
    const text = bytes && exactText(bytes);
    if (bytes === null || text === null) continue;
    related.set(path, bytes);
    files.push([path, text]);
  }
  const taken = paths.map(stem);
  const captured = withCore((core) => core.captureSignal(signal, files, table, taken, now.getTime()));
  return { captured, index, isText: index === null || table !== undefined, related };
}

/**
 * The signal that came back is opened again, and a project with its own folder of signals gets a copy. Files that others
 * wrote there are left alone and named.
 */
async function writeCopies(
  base: KnowledgeFolder,
  config: Config,
  captured: Captured,
  related: Map<string, Uint8Array>,
  notice: (text: string) => void,
): Promise<string[]> {
  const written: string[] = [];
  if (captured.reopened) {
    const [path, content] = captured.reopened;
    const file = { path, content, expected: related.get(path) ?? null };
    const reopened = await base.replace([file], `signal: ${captured.id} came back`);
    written.push(...reopened.written);
    for (const { path, reason } of reopened.skipped) notice(`${path} is not opened again: ${reason}`);
  }
  const local = ".planning/signals";
  if (!existsSync(join(config.projectRoot, local)) || config.knowledge.startsWith(local)) return written;
  const file = { path: `${stem(captured.path)}.md`, content: captured.content, expected: null };
  const project = isInside(config) ? base.store : openProject(config, notice);
  const copied = await new KnowledgeFolder(project, local).replace([file], `signal: ${captured.id}`);
  written.push(...copied.written);
  for (const { path } of copied.skipped) notice(`${path} is there already and stays as it is; no copy is made`);
  return written;
}
