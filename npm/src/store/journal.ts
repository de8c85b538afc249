// What a run is about to do, written before it begins, so that the next run can finish it.
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { type Disk, readPlain } from "./disk.js";
import { asciiJson, jsonBytes, type Piece } from "./json-bytes.js";
import { isTempName, pathIsSafe, tempName } from "./path.js";
import type { Change } from "./types.js";

const VERSION = 1;
/** Random bytes in the name of a temporary file. */
const NAME_BYTES = 8;

/** One operation of a plan. */
export interface Operation {
  path: string;
  /** Hash of the bytes the plan was made from; `null` when there was no file. */
  before: string | null;
  /** Hash of the planned bytes; `null` when the file is to go. */
  after: string | null;
  /** Name of the temporary file, in the folder of `path`. */
  temp: string;
  content: Uint8Array | null;
}

export function hashOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : createHash("sha256").update(bytes).digest("hex");
}

export function operationsOf(changes: Change[]): Operation[] {
  const random = randomBytes(NAME_BYTES * changes.length);
  return changes.map(({ path, expected, content }, index) => ({
    path,
    before: hashOf(expected),
    after: hashOf(content),
    temp: tempName(random.toString("hex", NAME_BYTES * index, NAME_BYTES * (index + 1))),
    content,
  }));
}

export const journalPath = (folder: string): string => join(folder, "journal.json");

/** The journal appears whole or not at all; once it is there, and its folder synced, the plan will be carried out. */
export function writeJournal(disk: Disk, folder: string, operations: Operation[]): void {
  const records = operations.flatMap(({ content, ...rest }, index): Piece[] => [
    `${index > 0 ? "," : ""}${asciiJson(rest).slice(0, -1)},"content":`,
    content,
    "}",
  ]);
  disk.replace(journalPath(folder), jsonBytes([`{"version":${VERSION},"operations":[`, ...records, "]}\n"]));
}

export async function removeJournal(disk: Disk, folder: string): Promise<void> {
  disk.unlink(journalPath(folder));
  await disk.syncFolders([folder]);
}

/** The operations of an interrupted run, `null` when there was none, `"unreadable"` when the file is damaged. */
export function readJournal(folder: string): Operation[] | null | "unreadable" {
  const bytes = readPlain(journalPath(folder));
  if (bytes === null) return null;
  try {
    const record: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const { version, operations } = record as { version: unknown; operations: unknown };
    if (version !== VERSION || !Array.isArray(operations)) return "unreadable";
    return operations.map(parseOperation);
  } catch {
    return "unreadable";
  }
}

function parseOperation(value: unknown): Operation {
  const { path, before, after, temp, content } = value as Record<string, unknown>;
  const bytes = typeof content === "string" ? new Uint8Array(Buffer.from(content, "base64")) : null;
  const hash = hashOf(bytes);
  if (
    typeof path !== "string" ||
    !pathIsSafe(path) ||
    (before !== null && typeof before !== "string") ||
    typeof temp !== "string" ||
    !isTempName(temp) ||
    after !== hash
  ) {
    throw new Error("not an operation");
  }
  return { path, before, after: hash, temp, content: bytes };
}
