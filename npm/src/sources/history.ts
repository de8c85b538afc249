// The project's past as a source: the knowledge base, the transcripts and `git log`.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { withCore } from "../core.js";
import type { SourceOutcome, Transcript } from "../generated/types.js";
import { findSessions, readSession } from "./sessions.js";
import { gitText } from "./tree.js";

export interface HistoryRequest {
  question: string;
  root: string;
  /** Absolute folders of knowledge bases. */
  knowledge: string[];
  /** Absolute places of transcripts. */
  sessions: string[];
  limitMs: number;
  clock(): number;
}

const COMMITS = 2_000;
const MAX_ARTICLES = 5_000;
const MAX_ARTICLE_BYTES = 256 * 1024;
/** The newest transcripts answer; older ones are in the knowledge base by then. */
const MAX_SESSIONS = 60;
const MAX_SESSION_BYTES = 20 * 1024 * 1024;

/** What the answer depends on, cheaply: the head of the log, the newest change of the knowledge base and of sessions. */
export async function historyFingerprint({
  root,
  knowledge,
  sessions,
}: Pick<HistoryRequest, "root" | "knowledge" | "sessions">): Promise<string> {
  const head = gitText(root, ["rev-parse", "HEAD"])?.trim() ?? "no-git";
  const changed = knowledge.flatMap((folder) => articles(folder).map(({ modified }) => modified));
  const told = await newestSessions(sessions);
  const newest = `${told.length}-${told[0]?.modified ?? 0}`;
  return `${head}-${changed.length}-${Math.max(0, ...changed.slice(0, MAX_ARTICLES))}-${newest}`;
}

/** Searches the past. */
export async function askHistory(request: HistoryRequest): Promise<SourceOutcome> {
  const started = request.clock();
  const scan = withCore((core) => new core.QuestionScan(request.question));
  const encoder = new TextEncoder();
  const isLate = () => request.clock() - started > request.limitMs;
  let n = 0;
  const add = (place: string, text: Uint8Array) => {
    n += 1;
    withCore(() => scan.add(place, text));
  };
  let late = false;
  for (const folder of request.knowledge) {
    for (const { path } of articles(folder)) {
      if (isLate()) late = true;
      if (late) break;
      try {
        add(relative(request.root, path).replaceAll("\\", "/") || path, readFileSync(path));
      } catch {
        // removed meanwhile
      }
    }
  }
  for (const [commit, message] of late ? [] : commits(request.root)) add(commit, encoder.encode(message));
  for (const file of late ? [] : await newestSessions(request.sessions)) {
    if (isLate()) late = true;
    if (late) break;
    const transcript = await read(file.path);
    for (const turn of transcript?.turns ?? []) {
      if (turn.speaker !== "human" && turn.speaker !== "agent") continue;
      add(`${relative(request.root, file.path).replaceAll("\\", "/")}:${turn.line}`, encoder.encode(turn.text));
    }
  }
  const { answer } = withCore(() => scan.finish(n, 10));
  // The line inside a commit message or a turn says nothing; the place names it already.
  const evidence = answer?.evidence.map((item) => (/\.md$/.test(item.place) ? item : { ...item, line: null })) ?? [];
  return {
    source: "history",
    status: late ? "timed-out" : answer ? "answered" : "empty",
    answer: answer && { ...answer, evidence },
    elapsedMs: Math.round(request.clock() - started),
    tool: "history-scan",
    problem: late
      ? `not everything was read within ${request.limitMs} ms`
      : answer
        ? null
        : `nothing about it in ${n} articles, turns and commits`,
    cached: false,
    cacheAgeSeconds: 0,
    redactionCount: 0,
  };
}

/** Transcripts, the last changed first; of those changed at once, as by a checkout, the last by name. */
async function newestSessions(places: string[]): Promise<{ path: string; modified: number }[]> {
  const found = (await findSessions(places))
    .filter(({ bytes }) => bytes <= MAX_SESSION_BYTES)
    .map(({ path }) => ({ path, modified: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }));
  return found.sort((a, b) => b.modified - a.modified || (a.path < b.path ? 1 : -1)).slice(0, MAX_SESSIONS);
}

async function read(path: string): Promise<Transcript | null> {
  try {
    const session = await readSession(path);
    try {
      return withCore(() => session.transcript());
    } finally {
      session.free();
    }
  } catch {
    return null; // a file that is no transcript tells nothing
  }
}

function commits(root: string): [place: string, message: string][] {
  const log = gitText(root, ["log", "--no-merges", "-n", String(COMMITS), "--format=%h%x02%B%x01"]) ?? "";
  return log.split("\u0001").flatMap((record) => {
    const [id, message] = record.trim().split("\u0002");
    return id && message ? [[`commit ${id}`, message] as [string, string]] : [];
  });
}

/** The Markdown files below a folder, newest first. */
function articles(folder: string): { path: string; modified: number }[] {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch {
    return []; // there is no knowledge base yet
  }
  const found = names
    .filter((name) => name.endsWith(".md") && !name.split(/[\\/]/).includes(".git"))
    .flatMap((name) => {
      const path = join(folder, name);
      const info = statSync(path, { throwIfNoEntry: false });
      return info?.isFile() && info.size <= MAX_ARTICLE_BYTES ? [{ path, modified: info.mtimeMs }] : [];
    });
  return found.sort((a, b) => b.modified - a.modified || (a.path < b.path ? -1 : 1)).slice(0, MAX_ARTICLES);
}
