// The answers of the last minutes, in a file that all processes of the user share.
import { createHash } from "node:crypto";
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { withCore } from "../core.js";
import type { AnswerCache, CacheMetrics, GroundingSource, GroundingTier, SourceOutcome } from "../generated/types.js";

export interface CacheOptions {
  root: string;
  env: Record<string, string | undefined>;
  /** Milliseconds since 1970; decides how old an answer is. */
  now(): number;
}

export interface CacheQuestion {
  key: string;
  source: GroundingSource;
  /** What the answer depends on. */
  fingerprint: string;
  tier: GroundingTier;
}

/** Writing the file takes a moment; whoever holds the lock longer has died. */
const FILE_LOCK_MS = 2_000;
/** A source never takes longer than this; see the hard limits of the tiers. */
const CALL_LOCK_MS = 60_000;
const POLL_MS = 20;

/**
 * A cache on disk. It never makes a grounding fail: a cache that cannot be read is empty, one that cannot be
 * written is not kept.
 */
export class DiskCache {
  readonly #file: string;
  readonly #now: () => number;

  constructor({ root, env, now }: CacheOptions) {
    const base = env["REPOLORE_CACHE_DIR"] || join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "repolore");
    const id = createHash("sha256").update(resolve(root)).digest("hex").slice(0, 16);
    this.#file = join(base, "ground", `${id}.json`);
    this.#now = now;
  }

  /** Where the answers are kept. */
  get file(): string {
    return this.#file;
  }

  /** The answer that may be used again, with its age. */
  async get({ key, source, fingerprint, tier }: CacheQuestion): Promise<SourceOutcome | null> {
    const found = await this.#change((cache) => {
      const lookup = withCore((core) => core.cacheLookUp(cache, key, source, fingerprint, tier, this.#now()));
      return [lookup.cache, lookup] as const;
    });
    if (!found?.value) return null;
    try {
      return { ...(JSON.parse(found.value) as SourceOutcome), cached: true, cacheAgeSeconds: found.ageSeconds };
    } catch {
      return null;
    }
  }

  /** Keeps an answer. */
  async put({ key, source, fingerprint }: CacheQuestion, outcome: SourceOutcome): Promise<void> {
    const answer = {
      key,
      source,
      fingerprint,
      stored: this.#now(),
      confidence: outcome.answer?.confidence ?? ("none" as const),
      value: JSON.stringify(outcome),
    };
    await this.#change((cache) => [withCore((core) => core.cachePut(cache, answer)), undefined] as const);
  }

  /** Throws away the answers to one question, or all. */
  async invalidate(key?: string): Promise<void> {
    await this.#change((cache) => [withCore((core) => core.cacheInvalidate(cache, key)), undefined] as const);
  }

  metrics(): CacheMetrics {
    return this.#read()?.metrics ?? { hits: 0, misses: 0, invalidations: 0 };
  }

  /**
   * Runs `call` unless another process is asking the same at this moment; then waits for its answer, at most
   * `waitMs`, and calls only when it did not come.
   */
  async once(
    question: CacheQuestion,
    waitMs: number,
    call: () => Promise<SourceOutcome>,
  ): Promise<{ outcome: SourceOutcome; fresh: boolean }> {
    const known = await this.get(question);
    if (known) return { outcome: known, fresh: false };
    const lock = `${this.#file}.${question.key}-${question.source}.lock`;
    const deadline = performance.now() + waitMs;
    let mine = takeLock(lock, CALL_LOCK_MS);
    while (mine === "held" && performance.now() < deadline) {
      await pause();
      mine = takeLock(lock, CALL_LOCK_MS);
      if (mine === "held") continue;
      const answered = await this.get(question);
      if (answered) {
        release(lock, mine);
        return { outcome: answered, fresh: false };
      }
    }
    try {
      return { outcome: await call(), fresh: true };
    } finally {
      // The answer is stored by the caller right after; the lock goes when it is.
      this.#held.push([lock, mine]);
    }
  }

  readonly #held: [string, LockState][] = [];

  /** Gives back the locks of the calls made; the answers are stored by now. */
  done(): void {
    for (const [lock, state] of this.#held.splice(0)) release(lock, state);
  }

  #read(): AnswerCache | null {
    try {
      const value = JSON.parse(readFileSync(this.#file, "utf8")) as AnswerCache;
      return Array.isArray(value.entries) && typeof value.metrics === "object" ? value : null;
    } catch {
      return null; // none yet, or torn: an empty cache is always right
    }
  }

  async #change<T>(body: (cache: AnswerCache | null) => readonly [AnswerCache, T]): Promise<T | undefined> {
    const lock = `${this.#file}.lock`;
    try {
      mkdirSync(join(this.#file, ".."), { recursive: true, mode: 0o700 });
    } catch {
      return undefined;
    }
    const deadline = performance.now() + FILE_LOCK_MS;
    let mine = takeLock(lock, FILE_LOCK_MS);
    while (mine === "held" && performance.now() < deadline) {
      await pause();
      mine = takeLock(lock, FILE_LOCK_MS);
    }
    try {
      let changed: readonly [AnswerCache, T];
      try {
        changed = body(this.#read());
      } catch {
        changed = body(null); // a file that another program wrote
      }
      const draft = `${this.#file}.${process.pid}.tmp`;
      writeFileSync(draft, JSON.stringify(changed[0]), { mode: 0o600 });
      renameSync(draft, this.#file);
      return changed[1];
    } catch {
      return undefined;
    } finally {
      release(lock, mine);
    }
  }
}

type LockState = "mine" | "held" | "none";

/** Creates the lock file; one that is older than `staleMs` or whose holder is gone is taken over. */
function takeLock(path: string, staleMs: number): LockState {
  try {
    const handle = openSync(path, "wx", 0o600);
    writeFileSync(handle, String(process.pid));
    closeSync(handle);
    return "mine";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") return "none"; // no folder to lock in: go on without
  }
  try {
    const age = Date.now() - statSync(path).mtimeMs;
    const holder = Number(readFileSync(path, "utf8"));
    if (age > staleMs || (holder > 0 && age > 100 && !isAlive(holder))) unlinkSync(path);
  } catch {
    // released this very moment
  }
  return "held";
}

function release(path: string, state: LockState): void {
  if (state !== "mine") return;
  try {
    unlinkSync(path);
  } catch {
    // taken over because we were slow
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function pause(): Promise<void> {
  return new Promise((done) => setTimeout(done, POLL_MS));
}
