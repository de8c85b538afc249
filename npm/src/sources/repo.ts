// The work tree as a source: lists it, feeds it to the core, and quotes what was found.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { withCore } from "../core.js";
import type { RepoFindings, SourceOutcome } from "../generated/types.js";
import { git, listTree, type Tree, type TreeFile } from "./tree.js";

/** Bigger files are data, not text that people wrote; their paths still count. */
const MAX_FILE_BYTES = 1024 * 1024;
/** Below this many files a filter costs more than it saves. */
const WORTH_FILTERING = 2_000;
/** How many files are read between two looks at the clock. */
const CHUNK = 64;
const FINDINGS = 20;

export interface RepoRequest {
  question: string;
  root: string;
  /** Milliseconds until what was found so far has to do. */
  limitMs: number;
  /** A clock in milliseconds that only goes forward. */
  clock(): number;
  /** `false` never asks ripgrep; the results are the same. */
  ripgrep?: boolean;
  /** The tree, when the caller has listed it already. */
  tree?: Tree;
}

export interface RepoReply {
  outcome: SourceOutcome;
  findings: RepoFindings;
}

/** What the answer of a tree depends on. */
export function treeFingerprint(tree: Tree): string {
  const hash = createHash("sha256");
  for (const { path, bytes, modified } of tree.files) hash.update(`${path}\0${bytes}\0${modified}\n`);
  return hash.digest("hex").slice(0, 16);
}

/** Searches the work tree. */
export function askRepo(request: RepoRequest): RepoReply {
  const started = request.clock();
  const tree = request.tree ?? listTree(request.root);
  const scan = withCore((core) => new core.QuestionScan(request.question));
  const needles = withCore(() => scan.needles());
  const filter =
    request.ripgrep === false || tree.files.length < WORTH_FILTERING
      ? null
      : matching(tree, needles, request.limitMs / 4);
  const reader = new FileReader(tree.root);
  let unread = 0;
  let late = false;
  for (const [at, file] of tree.files.entries()) {
    if (at % CHUNK === 0 && request.clock() - started > request.limitMs) late = true;
    const skipped = needles.length === 0 || file.bytes > MAX_FILE_BYTES || (filter && !filter.has(file.path));
    const bytes = late || skipped ? null : reader.read(file);
    if (bytes) withCore(() => scan.add(file.path, bytes));
    else withCore(() => scan.addPath(file.path));
    if (late && !skipped) unread += 1;
  }
  const findings = withCore(() => scan.finish(tree.files.length, FINDINGS));
  const { answer } = findings;
  const outcome: SourceOutcome = {
    source: "repo",
    status: late ? "timed-out" : answer ? "answered" : "empty",
    answer,
    elapsedMs: Math.round(request.clock() - started),
    tool: filter ? "ripgrep+repo-scan" : "repo-scan",
    problem: late
      ? `${unread} of ${tree.files.length} files were not read within ${request.limitMs} ms`
      : answer
        ? null
        : `none of ${tree.files.length} files holds what was asked for`,
    cached: false,
    cacheAgeSeconds: 0,
    redactionCount: 0,
  };
  return { outcome, findings };
}

/** Reads files into one buffer that is used again and again. */
export class FileReader {
  readonly #root: string;
  readonly #buffer = Buffer.allocUnsafe(MAX_FILE_BYTES);

  constructor(root: string) {
    this.#root = root;
  }

  /** The bytes of a file, valid until the next call; `null` when it cannot be read or is too big. */
  read(file: TreeFile): Uint8Array | null {
    if (file.bytes > MAX_FILE_BYTES) return null;
    let handle: number | undefined;
    try {
      handle = openSync(join(this.#root, file.path), "r");
      let length = 0;
      for (;;) {
        const n = readSync(handle, this.#buffer, length, this.#buffer.length - length, null);
        length += n;
        if (n === 0 || length === this.#buffer.length) return this.#buffer.subarray(0, length);
        if (length >= file.bytes) return this.#buffer.subarray(0, length);
      }
    } catch {
      return null; // gone or forbidden since it was listed
    } finally {
      if (handle !== undefined) closeSync(handle);
    }
  }
}

/**
 * The files that hold any of the needles, found by ripgrep; `null` when it is not installed or too slow.
 *
 * Files that ripgrep would not visit (its ignore rules differ a little from git's) count as matching.
 */
function matching(tree: Tree, needles: string[], limitMs: number): Set<string> | null {
  if (needles.length === 0) return null;
  const common = ["--hidden", "--no-messages", "--no-config", "--null"];
  const run = (args: string[]) =>
    spawnSync("rg", [...common, ...args], {
      cwd: tree.root,
      maxBuffer: 256 * 1024 * 1024,
      encoding: "utf8",
      timeout: Math.max(1, limitMs),
    });
  const visited = run(["--files"]);
  if (visited.status !== 0) return null;
  const patterns = needles.flatMap((needle) => ["-e", needle]);
  const found = run(["-l", "-a", "-i", "-F", "--encoding", "none", ...patterns, "."]);
  if (found.status !== 0 && found.status !== 1) return null;
  const names = (output: string) => output.split("\0").map((name) => name.replace(/^\.\//, "").replaceAll("\\", "/"));
  const result = new Set(names(found.stdout));
  const seen = new Set(names(visited.stdout));
  for (const { path } of tree.files) if (!seen.has(path)) result.add(path);
  return result;
}

/** `git log` in the form that the core reads, or nothing without git. */
export function gitLog(root: string, commits: number): Uint8Array {
  const format = "--format=%x01%B%x02";
  return (
    git(root, ["log", "--no-merges", "-n", String(commits), "--name-only", "--relative", format]) ?? new Uint8Array()
  );
}
