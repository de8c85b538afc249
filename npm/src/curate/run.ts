// One run of curation: read what is there, let the core plan, write the plan.
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Config, joinStore } from "../config.js";
import { withCore } from "../core.js";
import type { Curator } from "../generated/core.js";
import type { CuratePlan, LeftOut, Oddity } from "../generated/types.js";
import { chat, type Endpoint } from "../llm/chat.js";
import { findSessions, IssueMap, type SessionFile } from "../sources/sessions.js";
import { openStoreToShow, openStoreToWrite } from "../store/open.js";
import { exactText } from "../store/text.js";
import type { Applied, Change, Store } from "../store/types.js";
import { rememberRun } from "./due.js";
import { beginCuration, type Ground, type Session } from "./learn.js";
import { learnAll } from "./learn-all.js";
import { recordRun } from "./undo.js";

export interface CurateRequest {
  config: Config;
  /** Reads every session again. */
  bootstrap?: boolean;
  /** Goes on when many articles are gone or would be removed at once. */
  allowBulk?: boolean;
  /** Asks a model to reword what was found; without it, or when it fails, the result stands as it is. */
  llm?: Endpoint | undefined;
  /** The model is not asked before this many sessions are new; the caller says that the run is not due. */
  threshold?: number;
  /** The plan is only shown: an interrupted run is not finished first. */
  dryRun?: boolean;
  /** Hears how far the run is. */
  progress?: (done: number, total: number, name: string) => void;
  notice?: (text: string) => void;
  /** When the run takes place; now unless given. */
  now?: Date;
  /** The process ends after this run, and has not used the core before it. */
  once?: boolean;
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
/** Bytes of transcripts below which reading them costs less than compiling the core well. */
const LONG_HISTORY = 50e6;
/** Folders that every knowledge base of the default layout has. */
const TOPICS = ["decisions", "architecture", "project", "preferences", "history"];

/** Reads everything and returns what a run would do. */
export async function planCuration(request: CurateRequest): Promise<Planned> {
  const { config, bootstrap = false, allowBulk = false } = request;
  const { progress = () => {}, notice = () => {}, now = new Date() } = request;
  const found = await findSessions(config.sessions);
  if (request.once && found.reduce((sum, { bytes }) => sum + bytes, 0) < LONG_HISTORY) {
    (await import("../load/short-run.js")).expectShortRun();
  }
  const store = request.dryRun ? openStoreToShow(config, notice) : await openStoreToWrite(config, notice);
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
  const ground: Ground = { options: { preset: config.preset, bootstrap, allowBulk }, state: [], known: [], logs: [] };
  const files: [path: string, bytes: Uint8Array][] = [];
  const below = (path: string) => (config.knowledge === "" ? path : path.slice(config.knowledge.length + 1));
  const isRead = (path: string) => !isState(config, path) && /\.(md|markdown|ya?ml|json)$/i.test(path);
  const leftOut: LeftOut[] = [];
  const listed = await store.list(config.knowledge, (path, reason) => {
    if (isRead(path)) leftOut.push({ title: below(path), reason });
  });
  for (const path of listed.filter(isRead)) {
    const bytes = await read(path);
    if (bytes) files.push([below(path), bytes]);
  }
  const held = (await store.list(joinStore(config.state, "quarantine"))).map((path) => `quarantine/${basename(path)}`);
  for (const name of [...STATE_FILES, ...held]) {
    const content = await text(joinStore(config.state, name));
    if (content !== null) ground.state.push([name, content]);
  }
  for (const folder of new Set(["", dirname(config.knowledge), config.state])) {
    for (const name of KNOWN_FILES) {
      const known = await store.read(joinStore(folder === "." ? "" : folder, name)).catch(() => null);
      if (known) ground.known.push(new TextDecoder().decode(known));
    }
  }
  const issues = new IssueMap(config.issues);
  const names = sessionNames(found);
  const sessions: Session[] = [];
  for (const file of found) {
    const [issue] = await issues.issuesOf(file.path);
    const session = { name: names.get(file.path) ?? file.name, path: file.path, bytes: file.bytes, issue };
    (isLog(file) ? ground.logs : sessions).push(session);
  }
  const odd: Oddity[] = [];
  const curator = beginCuration(ground, odd);
  for (const [path, bytes] of files) withCore(() => curator.addFile(path, bytes));
  odd.push(...(await learnAll(curator, ground, sessions, (taken, name) => progress(taken, sessions.length, name))));
  progress(sessions.length, sessions.length, "");
  const isDue = withCore(() => curator.nNewSessions()) >= (request.threshold ?? 0);
  if (request.llm && isDue) await refine(curator, request.llm, notice);
  const plan = withCore(() => curator.plan());
  plan.report.leftOut.unshift(...leftOut);
  plan.report.oddities.push(...odd.sort((a, b) => (a.file < b.file ? -1 : 1)));
  const change = (path: string, content: Uint8Array | null): Change => ({
    path,
    expected: before.get(path) ?? null,
    content,
  });
  // The core reads an index as text, whatever it holds, and leaves articles alone that are not.
  const isText = ({ path }: { path: string }) =>
    exactText(before.get(joinStore(config.knowledge, path)) ?? new Uint8Array()) !== null;
  const notText = plan.changes.filter((planned) => !isText(planned));
  plan.report.leftOut.push(...notText.map(({ path }) => ({ title: path, reason: "it is not UTF-8" })));
  plan.changes = plan.changes.filter(isText);
  const changes = plan.changes.map(({ path, content }) => {
    const bytes = content === null ? null : new TextEncoder().encode(content);
    return change(joinStore(config.knowledge, path), bytes);
  });
  for (const { name, content } of plan.state) changes.push(change(joinStore(config.state, name), content));
  const remembered = await rememberRun(store, config, changes, plan.report.nSessions, now);
  if (remembered) changes.push(remembered);
  return { config, plan, store, changes, now };
}

/** Whether there is anything to keep: where nobody has talked and nothing is kept, no knowledge base is begun. */
export function isBegun({ config, plan }: Planned): boolean {
  return plan.report.nSessions > 0 || existsSync(join(config.root, config.knowledge));
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

async function refine(curator: Curator, endpoint: Endpoint, notice: (text: string) => void): Promise<void> {
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

function isState(config: Config, path: string): boolean {
  return config.state !== "" && path.startsWith(`${config.state}/`);
}
