// Where transcripts lie and how they are read: found in folders, streamed into the core, tied to issues.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { withCore } from "../core.js";
import { RepoloreError } from "../errors.js";
import type { SessionTranscript } from "../generated/core.js";
import type { Diagnostic, Dialect, IssueMapping } from "../generated/types.js";

/** A file that may be a transcript. */
export interface SessionFile {
  /** Absolute path. */
  path: string;
  /** What people call the session: its file name, or its folder's when all files are called the same. */
  name: string;
  bytes: number;
  /** The caller named this very file, so it is expected to be a transcript. */
  named: boolean;
}

const IGNORED_FOLDERS = new Set(["node_modules", ".git"]);
/** Files whose name says nothing; the session is called after the folder. */
const NAMELESS = new Set(["events.jsonl"]);
/** Small enough to keep memory flat, large enough that the calls into the core do not count. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Every transcript candidate in the places given (files or folders, searched recursively), sorted by path.
 *
 * A file named directly is taken whatever it is called. Places that do not exist are left out.
 */
export async function findSessions(places: string[]): Promise<SessionFile[]> {
  const found = new Map<string, SessionFile>();
  for (const place of places) {
    const path = resolve(place);
    const info = orElse(undefined, () => statSync(path));
    if (info?.isFile()) {
      found.set(path, { path, name: sessionName(path), bytes: info.size, named: true });
    } else if (info?.isDirectory()) {
      for (const file of candidatesBelow(path)) {
        if (!found.has(file.path)) found.set(file.path, file);
      }
    }
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function candidatesBelow(root: string): SessionFile[] {
  const files: SessionFile[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    // A folder that may not be read holds nothing for us; links are not followed, so there are no cycles.
    const here = folder;
    for (const entry of orElse([], () => readdirSync(here, { withFileTypes: true }))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !IGNORED_FOLDERS.has(entry.name)) folders.push(path);
      if (!entry.isFile() || !isCandidate(path)) continue;
      const bytes = orElse(undefined, () => statSync(path).size);
      if (bytes !== undefined) files.push({ path, name: sessionName(path), bytes, named: false });
    }
  }
  return files;
}

/** What a look at the file system gives, or something else when it is refused. */
function orElse<T, E>(otherwise: E, look: () => T): T | E {
  try {
    return look();
  } catch {
    return otherwise;
  }
}

/** `.jsonl` files, `memory.log`, and `.json` files that stand or are called like chats. */
function isCandidate(path: string): boolean {
  const name = basename(path);
  if (name.endsWith(".jsonl") || name === "memory.log") return true;
  const chatLike = /^(session|chat|conversation|transcript)s?([-_.].*)?\.json$/i.test(name);
  return name.endsWith(".json") && (chatLike || /^(chats|transcripts|conversations)$/i.test(basename(dirname(path))));
}

/** The name of a session as people see it, without its ending. */
export function sessionName(path: string): string {
  const name = basename(path);
  return NAMELESS.has(name) ? basename(dirname(path)) : name.replace(/\.jsonl?$/, "");
}

export interface ReadOptions {
  dialect?: Dialect;
  /** Called now and then with the bytes read so far. */
  onProgress?(bytes: number): void;
}

/** Streams one file into the core. The transcript stays there; `free()` it when done. */
export async function readSession(path: string, options: ReadOptions = {}): Promise<SessionTranscript> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path, "r");
  } catch (cause) {
    throw new RepoloreError("sessions/unreadable", `cannot read ${path}: ${(cause as Error).message}`, { cause });
  }
  const reader = withCore((core) => new core.SessionReader(options.dialect));
  try {
    const buffer = new Uint8Array(CHUNK_BYTES);
    let total = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) break;
      withCore(() => reader.push(buffer.subarray(0, bytesRead)));
      total += bytesRead;
      options.onProgress?.(total);
    }
  } catch (cause) {
    if (cause instanceof RepoloreError) throw cause; // a bug in the core; its instance is gone, and the reader with it
    reader.free();
    throw new RepoloreError("sessions/unreadable", `cannot read ${path}: ${(cause as Error).message}`, { cause });
  } finally {
    await file.close();
  }
  return withCore(() => reader.finish());
}

/** What to tell of a session that cannot be read, so that it does not hide the others; any other error is thrown on. */
export function unreadable(error: unknown): Diagnostic {
  if (!(error instanceof RepoloreError) || error.code !== "sessions/unreadable") throw error;
  return { severity: "error", code: error.code, message: error.message, line: null, column: null };
}

/** Which issues continue which session. */
export class IssueMap {
  /** The mappings of a folder by the file name of the session they name. */
  readonly #folders = new Map<string, Map<string, IssueMapping[]>>();
  readonly #configured: string | null;

  /** @param configured folder of mapping files; those beside the sessions are found without it. */
  constructor(configured: string | null = null) {
    this.#configured = configured;
  }

  /** Numbers of the issues that name this session, ascending; several issues may share one. */
  async issuesOf(sessionPath: string): Promise<number[]> {
    const beside = [join(dirname(dirname(sessionPath)), "issues"), join(dirname(sessionPath), "issues")];
    const folders = this.#configured ? [this.#configured, ...beside] : beside;
    const mappings = [...new Set(folders)].flatMap((folder) => this.#read(folder).get(basename(sessionPath)) ?? []);
    const issues = mappings.filter((mapping) => namesSession(mapping, sessionPath)).map((mapping) => mapping.issue);
    return [...new Set(issues)].sort((a, b) => a - b);
  }

  #read(folder: string): Map<string, IssueMapping[]> {
    let mappings = this.#folders.get(folder);
    if (!mappings) {
      mappings = readMappings(folder);
      this.#folders.set(folder, mappings);
    }
    return mappings;
  }
}

function readMappings(folder: string): Map<string, IssueMapping[]> {
  const byName = new Map<string, IssueMapping[]>();
  for (const name of orElse([], () => readdirSync(folder)).sort()) {
    const bytes = name.endsWith(".json") ? orElse(null, () => readFileSync(join(folder, name))) : null;
    const mapping = bytes && withCore((core) => core.readIssueMapping(bytes));
    if (!mapping) continue;
    const session = pathParts(mapping).at(-1) ?? "";
    byName.set(session, [...(byName.get(session) ?? []), mapping]);
  }
  return byName;
}

/** A mapping may have been written on another system. */
const pathParts = (mapping: IssueMapping) => mapping.sessionPath.split(/[\\/]/);

/**
 * Whether a mapping with the session's file name means this session. The repository may since have been moved or its
 * root folder renamed; files that are all called the same are told apart by their folder.
 */
function namesSession(mapping: IssueMapping, sessionPath: string): boolean {
  return !NAMELESS.has(basename(sessionPath)) || pathParts(mapping).at(-2) === basename(dirname(sessionPath));
}
