// The file-system primitives that writing is made of. Every one passes the `before` hook, so that tests
// can stop the process or fail the call at each of them.
import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  fsync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { RepoloreError } from "../errors.js";
import { tempName } from "./path.js";

export type Step = "mkdir" | "open" | "write" | "chmod" | "fsync" | "link" | "rename" | "unlink" | "fsync-folder";

/** Called before each primitive with what it is about to do. */
export type Hook = (step: Step, path: string) => void;

const fsyncLater = promisify(fsync);
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
/** Nanoseconds of a wait that is shorter than handing it to another thread. */
const AT_ONCE = 20_000n;

export class Disk {
  readonly #before: Hook;
  /** Whether the last wait was none: the files are in memory, or the disk remembers what it was told in a power cut. */
  #answersAtOnce = false;

  constructor(before: Hook = () => {}) {
    this.#before = before;
  }

  /** Creates a file that was not there, or leaves none. Its bytes are safe after `sync`. */
  create(path: string, bytes: Uint8Array, mode?: number): void {
    this.#before("open", path);
    const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW, 0o666);
    try {
      try {
        for (let offset = 0; offset < bytes.byteLength; ) {
          this.#before("write", path);
          offset += writeSync(file, bytes, offset);
        }
        if (mode !== undefined) {
          this.#before("chmod", path);
          fchmodSync(file, mode & 0o777);
        }
      } finally {
        closeSync(file);
      }
    } catch (error) {
      this.unlink(path);
      throw error;
    }
  }

  /** Waits until the bytes of a file are on the disk. */
  sync(path: string): void {
    const file = this.#openToSync(path);
    try {
      const start = process.hrtime.bigint();
      fsyncSync(file);
      this.#answersAtOnce = process.hrtime.bigint() - start < AT_ONCE;
    } finally {
      closeSync(file);
    }
  }

  /**
   * The same without holding up others: of many files waited for together, one wait takes most of them along. Where
   * there was nothing to wait for the last time, nobody else is asked.
   */
  async syncBeside(path: string): Promise<void> {
    if (this.#answersAtOnce) {
      this.sync(path);
      return;
    }
    const file = this.#openToSync(path);
    try {
      await fsyncLater(file);
    } finally {
      closeSync(file);
    }
  }

  #openToSync(path: string): number {
    this.#before("fsync", path);
    return openSync(path, constants.O_RDWR | NO_FOLLOW);
  }

  /** Writes a file so that its old or its new content stands there at any moment, the new one once its folder is synced. */
  replace(path: string, bytes: Uint8Array): void {
    this.put(path, bytes, (draft) => this.sync(draft));
  }

  /** Writes a file in one step; whether it lasts is up to `beforeMove` and to a later sync of its folder. */
  put(path: string, bytes: Uint8Array, beforeMove: (draft: string) => void = () => {}): void {
    const draft = join(dirname(path), tempName(randomBytes(8).toString("hex")));
    this.create(draft, bytes);
    try {
      beforeMove(draft);
      this.rename(draft, path);
    } catch (error) {
      this.unlink(draft);
      throw error;
    }
  }

  rename(from: string, to: string): void {
    this.#before("rename", to);
    renameSync(from, to);
  }

  /** Gives a file a second name; fails with EEXIST when the name is taken. */
  link(from: string, to: string): void {
    this.#before("link", to);
    linkSync(from, to);
  }

  /** Removes a file; one that is gone already is fine. */
  unlink(path: string): void {
    this.#before("unlink", path);
    try {
      unlinkSync(path);
    } catch (error) {
      if (errno(error) !== "ENOENT") throw error;
    }
  }

  /** Creates one folder; one that is there already is fine. It lasts once the folder around it is synced. */
  mkdir(path: string): void {
    this.#before("mkdir", path);
    try {
      mkdirSync(path);
    } catch (error) {
      if (errno(error) !== "EEXIST") throw error;
    }
  }

  /** Makes the names in folders durable, where the platform can. One wait takes most of the others along. */
  async syncFolders(paths: string[]): Promise<void> {
    const waits = await Promise.allSettled(paths.map((path) => this.#syncFolder(path)));
    for (const wait of waits) if (wait.status === "rejected") throw wait.reason;
  }

  async #syncFolder(path: string): Promise<void> {
    this.#before("fsync-folder", path);
    let folder: number;
    try {
      folder = openSync(path, constants.O_RDONLY);
    } catch (error) {
      // Windows cannot open folders; it keeps names durable by itself.
      if (["EISDIR", "EPERM", "EACCES"].includes(errno(error) ?? "")) return;
      throw error;
    }
    try {
      if (this.#answersAtOnce) fsyncSync(folder);
      else await fsyncLater(folder);
    } catch (error) {
      if (!["EINVAL", "EPERM", "EBADF", "ENOTSUP"].includes(errno(error) ?? "")) throw error;
    } finally {
      closeSync(folder);
    }
  }
}

export type Kind = "file" | "folder" | "link" | "special";

/** What stands at a path, itself and not what it points to; `null` when nothing does. */
export function kindOf(path: string): { kind: Kind; mode: number } | null {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat) return null;
    const kind = stat.isFile() ? "file" : stat.isDirectory() ? "folder" : stat.isSymbolicLink() ? "link" : "special";
    return { kind, mode: stat.mode };
  } catch (error) {
    if (errno(error) === "ENOENT" || errno(error) === "ENOTDIR") return null;
    throw error;
  }
}

/** The bytes of a regular file without following a link, or `null` when there is none. */
export function readPlain(path: string): Uint8Array | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | NO_FOLLOW);
  } catch (error) {
    if (errno(error) === "ENOENT") return null;
    throw error;
  }
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errno(error) === "ENOENT") return [];
    throw error;
  }
}

export function errno(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** Whether a link failed because the file system has no hard links. */
export function hasNoLinks(error: unknown): boolean {
  return ["EPERM", "ENOTSUP", "ENOSYS", "EMLINK"].includes(errno(error) ?? "");
}

/** Says in one line what the operating system refused, where, and what to do about it. */
export function diskError(thrown: unknown, path: string): RepoloreError {
  if (thrown instanceof RepoloreError) return thrown;
  const options = { cause: thrown };
  switch (errno(thrown)) {
    case "ENOSPC":
    case "EDQUOT":
      return new RepoloreError("store/no-space", `no space left to write ${path}; free some and run again`, options);
    case "EROFS":
      return new RepoloreError(
        "store/read-only",
        `${path} is on a read-only file system; nothing was changed`,
        options,
      );
    case "EACCES":
    case "EPERM":
      return new RepoloreError(
        "store/denied",
        `no permission for ${path}; change its permissions or its owner`,
        options,
      );
    default: {
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      return new RepoloreError("store/io", `${path}: ${message}`, options);
    }
  }
}
