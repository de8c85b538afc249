// One run of curation: read what is there, let the core plan, write the plan.
import { closeSync, openSync, readSync } from "node:fs";
import { basename, dirname } from "node:path";
import { type Config, joinStore } from "../config.js";
import { withCore } from "../core.js";
import { RepoloreError } from "../errors.js";
import type { CuratePlan } from "../generated/types.js";
import { chat, type Endpoint } from "../llm/chat.js";
import { findSessions, IssueMap, type SessionFile } from "../sources/sessions.js";
import { openStoreToWrite } from "../store/open.js";
import type { Applied, Change, Store } from "../store/types.js";
import { rememberRun } from "./due.js";
import { recordRun } from "./undo.js";

export interface CurateRequest {
  config: Config;
  /** Reads every session again. */
  bootstrap?: boolean;
  /** Goes on when many articles are gone or would be removed at once. */
  allowBulk?: boolean;
  /** Asks a model to reword what was found; without it, or when it fails, the result stands as it is. */
  llm?: Endpoint | undefined;
  /** Sessions named by the caller must exist. */
  mustExist?: boolean;
  /** Hears how far the run is. */
  progress?: (done: number, total: number, name: string) => void;
  notice?: (text: string) => void;
  /** When the run takes place; now unless given. */
  now?: Date;
}

export interface Planned {
  config: Config;
  plan: CuratePlan;
  store: Store;
  changes: Change[];
  now: Date;
}

/** Files of the state folder that the core reads and writes. */
const STATE_FILES = ["kb-manifest.json", "kb-deleted.json", "kb-items.jsonl"];
/** Files whose text an agent knows anyway. */
const KNOWN_FILES = ["memory.log", "user.md", "USER.md", "AGENTS.md", "CLAUDE.md"];
/** Folders that every knowledge base of the default layout has. */
const TOPICS = ["decisions", "architecture", "project", "preferences", "history"];

const CHUNK = 1 << 20;

/** Reads everything and returns what a run would do. */
export async function planCuration(request: CurateRequest): Promise<Planned> {
  const { config, bootstrap = false, allowBulk = false } = request;
  const { progress = () => {}, notice = () => {}, now = new Date() } = request;
  const store = await openStoreToWrite(config, notice);
  const before = new Map<string, Uint8Array>();
  const read = async (path: string): Promise<Uint8Array | null> => {
    const bytes = await store.read(path);
    if (bytes) before.set(path, bytes);
    return bytes;
  };
  const text = async (path: string): Promise<string | null> => {
    const bytes = await read(path);
    return bytes && new TextDecoder().decode(bytes);
  };
  const curator = withCore((core) => new core.Curator({ preset: config.preset, bootstrap, allowBulk }));
  for (const path of await store.list(config.knowledge)) {
    if (isState(config, path) || !/\.(md|markdown|ya?ml|json)$/i.test(path)) continue;
    const bytes = await read(path);
    const inside = config.knowledge === "" ? path : path.slice(config.knowledge.length + 1);
    if (bytes) withCore(() => curator.addFile(inside, bytes));
  }
  const held = (await store.list(joinStore(config.state, "quarantine"))).map((path) => `quarantine/${basename(path)}`);
  for (const name of [...STATE_FILES, ...held]) {
    const content = await text(joinStore(config.state, name));
    if (content !== null) withCore(() => curator.addState(name, content));
  }
  for (const folder of new Set(["", dirname(config.knowledge), config.state])) {
    for (const name of KNOWN_FILES) {
      const known = await store.read(joinStore(folder === "." ? "" : folder, name)).catch(() => null);
      if (known) withCore(() => curator.know(new TextDecoder().decode(known)));
    }
  }
  const sessions = await findSessions(config.sessions, { mustExist: request.mustExist ?? false });
  const issues = new IssueMap(config.issues);
  const names = sessionNames(sessions);
  const logsFirst = [...sessions].sort((a, b) => Number(isLog(b)) - Number(isLog(a)));
  const buffer = new Uint8Array(CHUNK);
  for (const [index, session] of logsFirst.entries()) {
    progress(index, sessions.length, session.name);
    const [issue] = await issues.issuesOf(session.path);
    withCore(() => curator.beginSession(names.get(session.path) ?? session.name, issue));
    for (const chunk of chunks(session.path, buffer)) withCore(() => curator.push(chunk));
    withCore(() => curator.endSession());
  }
  progress(sessions.length, sessions.length, "");
  if (request.llm) await refine(curator, request.llm, notice);
  const plan = withCore(() => curator.plan());
  const changes = plan.changes.map(({ path, content }) => change(joinStore(config.knowledge, path), content, before));
  for (const { name, content } of plan.state) changes.push(change(joinStore(config.state, name), content, before));
  const remembered = await rememberRun(store, config, changes, plan.report.nSessions, now);
  if (remembered) changes.push(remembered);
  return { config, plan, store, changes, now };
}

/** Carries the plan out and keeps what is needed to take it back. */
export async function applyCuration({ config, store, plan, changes, now }: Planned): Promise<Applied> {
  const { created, updated, disputed } = plan.report;
  const message = `knowledge: ${created.length} created, ${updated.length} updated, ${disputed.length} disputed`;
  const applied = await store.apply(changes, message);
  if (applied.written.length > 0) recordRun(config, now, changes, applied);
  return applied;
}

/** Folders that exist before there is anything in them. */
export function topicFolders(config: Config): string[] {
  return config.preset === "gitclaw" ? TOPICS.map((topic) => joinStore(config.knowledge, topic)) : [];
}

type CuratorHandle = {
  refineRequest(tokens: number): { system: string; user: string; tokens: number } | null;
  refine(answer: string): string[];
};

async function refine(curator: CuratorHandle, endpoint: Endpoint, notice: (text: string) => void): Promise<void> {
  const ask = withCore(() => curator.refineRequest(Math.floor(endpoint.tokens * 0.7)));
  if (!ask) return;
  const answer = await chat(endpoint, ask);
  if ("skipped" in answer) {
    notice(`the model was not used: ${answer.skipped}; the result without it stands`);
    return;
  }
  const refused = withCore(() => curator.refine(answer.text));
  for (const reason of refused.slice(0, 5)) notice(`part of the model's answer was refused: ${reason}`);
  if (refused.length > 5) notice(`and ${refused.length - 5} more parts were refused`);
}

const isLog = ({ path }: SessionFile) => basename(path) === "memory.log";

/** What sources call a session: its file name; with its folder where two files are called the same. */
function sessionNames(sessions: SessionFile[]): Map<string, string> {
  const short = ({ path, name }: SessionFile) => (basename(path) === "events.jsonl" ? name : basename(path));
  const counts = new Map<string, number>();
  for (const session of sessions) counts.set(short(session), (counts.get(short(session)) ?? 0) + 1);
  return new Map(
    sessions.map((session) => {
      const name = short(session);
      const unique = counts.get(name) === 1;
      return [session.path, unique ? name : `${basename(dirname(session.path))}/${name}`];
    }),
  );
}

function change(path: string, content: string | null, before: Map<string, Uint8Array>): Change {
  const bytes = content === null ? null : new TextEncoder().encode(content);
  return { path, expected: before.get(path) ?? null, content: bytes };
}

function isState(config: Config, path: string): boolean {
  return config.state !== "" && path.startsWith(`${config.state}/`);
}

/** The bytes of a file, piece by piece in the same buffer, so that a huge transcript never stands in memory as a whole. */
function* chunks(path: string, buffer: Uint8Array): Generator<Uint8Array> {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (cause) {
    throw new RepoloreError("sessions/unreadable", `cannot read ${path}: ${(cause as Error).message}`, { cause });
  }
  try {
    for (;;) {
      const n = readSync(file, buffer, 0, buffer.length, null);
      if (n === 0) return;
      yield buffer.subarray(0, n);
    }
  } finally {
    closeSync(file);
  }
}
