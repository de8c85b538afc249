// One writer at a time: a lock file that names its holder, and is taken over when the holder is gone.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { RepoloreError } from "../errors.js";
import { type Disk, errno, hasNoLinks, namesIn } from "./disk.js";
import { isTempName } from "./path.js";

interface Holder {
  pid: number;
  host: string;
  /** When the process began, as the system counts it; tells a reused pid from the holder. */
  start: string;
}

/** When this process began. */
let ownStart: string | undefined;

/** Takes the lock in a folder, or throws `store/locked` with the holder's pid. Returns how to give it back. */
export function takeLock(disk: Disk, folder: string, notice: (text: string) => void): () => void {
  const lock = join(folder, "lock");
  ownStart ??= processStart("self");
  const mine: Holder = { pid: process.pid, host: hostname(), start: ownStart };
  const text = `${JSON.stringify(mine)}\n`;
  for (let attempt = 0; attempt < 3; attempt++) {
    if (claim(disk, folder, lock, text)) {
      sweep(disk, folder);
      return () => release(disk, lock, text);
    }
    const held = readText(lock);
    if (held === null) continue;
    const holder = parseHolder(held);
    if (holder && isAlive(holder)) throw lockedBy(holder, lock);
    if (!removeStale(disk, folder, lock, held)) continue;
    notice(`took over the lock of process ${holder?.pid ?? "unknown"}, which has ended`);
  }
  throw new RepoloreError("store/locked", `other processes keep taking ${lock}; run again when they are done`);
}

/** A link is made whole or not at all, so nobody ever reads a lock without its holder. */
function claim(disk: Disk, folder: string, lock: string, text: string): boolean {
  const draft = draftName(folder);
  disk.create(draft, new TextEncoder().encode(text));
  try {
    disk.link(draft, lock);
    return true;
  } catch (error) {
    if (errno(error) === "EEXIST") return false;
    if (!hasNoLinks(error)) throw error;
    // A file system without hard links: creating the lock exclusively is the next best.
    return createExclusively(disk, lock, text);
  } finally {
    disk.unlink(draft);
  }
}

function draftName(folder: string): string {
  return join(folder, `lock.${process.pid}.${randomBytes(6).toString("hex")}`);
}

/** Removes what processes killed while they took the lock, or while they wrote the journal, left behind. */
function sweep(disk: Disk, folder: string): void {
  for (const name of namesIn(folder)) {
    const pid = /^lock\.(\d+)\./.exec(name)?.[1];
    const orphan = pid !== undefined && !isAlive({ pid: Number(pid), host: hostname(), start: "" });
    if (orphan || isTempName(name)) disk.unlink(join(folder, name));
  }
}

function createExclusively(disk: Disk, lock: string, text: string): boolean {
  try {
    disk.create(lock, new TextEncoder().encode(text));
    return true;
  } catch (error) {
    if (errno(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Moves a stale lock aside. When another process was faster, what was moved is its live lock: it is
 * put back and the caller tries again.
 */
function removeStale(disk: Disk, folder: string, lock: string, judged: string): boolean {
  const aside = draftName(folder);
  try {
    disk.rename(lock, aside);
  } catch (error) {
    if (errno(error) === "ENOENT") return false;
    throw error;
  }
  const same = readText(aside) === judged;
  try {
    if (!same) disk.link(aside, lock);
  } catch (error) {
    if (errno(error) !== "EEXIST") throw error;
  } finally {
    disk.unlink(aside);
  }
  return same;
}

function release(disk: Disk, lock: string, text: string): void {
  if (readText(lock) === text) disk.unlink(lock);
}

function lockedBy({ pid, host }: Holder, lock: string): RepoloreError {
  const where = host === hostname() ? "" : ` on ${host}`;
  const advice = host === hostname() ? "wait until it is done" : `wait until it is done, or remove ${lock}`;
  return new RepoloreError("store/locked", `process ${pid}${where} is writing here; ${advice}`);
}

function isAlive({ pid, host, start }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errno(error) === "EPERM";
  }
  const now = processStart(pid);
  return start === "" || now === "" || start === now;
}

/** Field 22 of /proc/PID/stat; empty where there is no such file. */
function processStart(pid: number | "self"): string {
  const stat = readText(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function parseHolder(text: string): Holder | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return null;
    const { pid, host, start } = value as Partial<Holder>;
    if (!Number.isSafeInteger(pid) || typeof host !== "string") return null;
    return { pid: pid as number, host, start: typeof start === "string" ? start : "" };
  } catch {
    return null;
  }
}
