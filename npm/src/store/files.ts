// The files of a knowledge base, read from its store.
import type { KnowledgeFile } from "../articles.js";
import { type Config, joinStore } from "../config.js";
import type { CheckFinding, CheckReport, RenderedIndex } from "../generated/types.js";
import { TEXT_FILE } from "../knowledge.js";
import { openStore } from "./open.js";
import { exactText } from "./text.js";
import type { Applied, Change, Store } from "./types.js";

export interface KnowledgeFiles {
  store: Store;
  /** Paths relative to the knowledge base. */
  files: KnowledgeFile[];
  /** Files that could not be read, with the reason. */
  leftOut: LeftOutFile[];
}

export interface LeftOutFile {
  path: string;
  reason: string;
}

/** Reads every file of the configured knowledge base, hidden folders left out; none when it does not exist. */
export async function readKnowledge(config: Config): Promise<KnowledgeFiles> {
  const store = openStore(config);
  const prefix = config.knowledge === "" ? "" : `${config.knowledge}/`;
  const isHidden = (path: string) => path.split("/").some((part) => part.startsWith("."));
  const files: KnowledgeFile[] = [];
  const leftOut: LeftOutFile[] = [];
  // Pictures and other attachments are listed by name only, whatever that is.
  const stored = await store.list(config.knowledge, (odd, reason) => {
    const path = odd.slice(prefix.length);
    if (isHidden(path)) return;
    if (TEXT_FILE.test(path)) leftOut.push({ path, reason });
    else files.push({ path, bytes: new Uint8Array() });
  });
  for (const path of stored.map((path) => path.slice(prefix.length))) {
    if (isHidden(path)) continue;
    const bytes = TEXT_FILE.test(path) ? await store.read(`${prefix}${path}`) : new Uint8Array();
    if (bytes) files.push({ path, bytes });
  }
  return { store, files, leftOut };
}

/** What brings the index files that are not fresh up to date, and those that are left alone because no text can hold them. */
export function planIndexes(
  config: Config,
  files: KnowledgeFile[],
  indexes: RenderedIndex[],
): { changes: Change[]; skipped: Applied["skipped"] } {
  const present = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const changes: Change[] = [];
  const skipped: Applied["skipped"] = [];
  for (const index of indexes.filter(({ fresh }) => !fresh)) {
    const path = joinStore(config.knowledge, index.path);
    const expected = present.get(index.path) ?? null;
    if (expected && exactText(expected) === null) skipped.push({ path, reason: "it is not UTF-8" });
    else changes.push({ path, expected, content: new TextEncoder().encode(index.content) });
  }
  return { changes, skipped };
}

/** A report of `check` that also warns of what could not be read. */
export function withLeftOut(report: CheckReport, leftOut: LeftOutFile[]): CheckReport {
  const findings = leftOut.map(({ path, reason }): CheckFinding => {
    return { path, severity: "warning", code: "check/file-name", message: reason, line: null, column: null };
  });
  return { ...report, warnings: report.warnings + findings.length, findings: [...findings, ...report.findings] };
}
