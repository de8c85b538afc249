// A folder as a store. Writing is plan-then-commit:
//
//   lock → journal → every new content as a temporary file, on the disk → for each file: is it still what the
//   plan was made from? then rename → folders on the disk → journal away → lock away
//
// Before the journal stands, nothing has happened; afterwards the next run finishes what was begun, so that folders
// need to last only when the journal does, and again before it goes.
import { accessSync, constants, mkdirSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { RepoloreError } from "../errors.js";
import { Disk, diskError, errno, type Hook, hasNoLinks, kindOf, namesIn, readPlain } from "./disk.js";
import {
  hashOf,
  journalPath,
  type Operation,
  operationsOf,
  readJournal,
  removeJournal,
  writeJournal,
} from "./journal.js";
import { takeLock } from "./lock.js";
import { checkFolder, checkPath, collisionKey, isReserved, safePaths, WORK_FOLDER } from "./path.js";
import { checkPlan, meanwhile, notePresent } from "./plan.js";
import type { Applied, Change, LeaveOut, Store } from "./types.js";

export interface FsStoreOptions {
  /** The folder that nothing is written outside of. */
  root: string;
  /** Store path of the folder in whose `.repolore` lock and journal are kept; the root when not given. */
  state?: string;
  /** Hears what a person should know: a lock taken over, an interrupted run finished. */
  notice?: (text: string) => void;
  /** Called before each file-system primitive of `apply`. */
  before?: Hook;
}

/** Files whose bytes are waited for at once; each keeps a file open. */
const SYNCED_TOGETHER = 64;

export class FsStore implements Store {
  readonly name: string;
  readonly #root: string;
  readonly #state: string;
  readonly #notice: (text: string) => void;
  readonly #disk: Disk;
  /** Folders with new names in them that may not be on the disk yet. */
  readonly #unsynced = new Set<string>();
  #queue: Promise<unknown> = Promise.resolve();

  constructor({ root, state = "", notice = () => {}, before }: FsStoreOptions) {
    this.name = root;
    this.#root = realRoot(root);
    this.#state = checkFolder(state);
    this.#notice = notice;
    this.#disk = new Disk(before);
  }

  async read(path: string): Promise<Uint8Array | null> {
    const file = this.#locate(checkPath(path));
    try {
      const problem = this.#parentProblem(path);
      const found = problem ? null : kindOf(file);
      if (problem || (found && found.kind !== "file")) {
        throw new RepoloreError("store/not-a-file", `${path}: ${problem ?? notAFile(found?.kind)}; it is not read`);
      }
      return found ? readPlain(file) : null;
    } catch (error) {
      throw diskError(error, path);
    }
  }

  async list(prefix: string, leaveOut?: LeaveOut): Promise<string[]> {
    const folder = checkFolder(prefix);
    const problem = folder === "" ? undefined : this.#parentProblem(`${folder}/x`);
    // Taken for empty, it would look as if everything in it were gone.
    if (problem) throw new RepoloreError("store/not-a-file", `${problem}; nothing below it is read`);
    const found: string[] = [];
    this.#walk(folder, found);
    return safePaths(found.sort(), leaveOut);
  }

  /** Whether an interrupted run waits to be finished. */
  hasUnfinished(): boolean {
    return kindOf(journalPath(this.#workFolder())) !== null;
  }

  /** Finishes what an interrupted run began; `null` when there was none. Callers do it before they read to plan. */
  async recover(): Promise<Applied | null> {
    if (!this.hasUnfinished()) return null;
    return await this.#exclusively(() => this.#recoverLocked());
  }

  async apply(changes: Change[], _message: string): Promise<Applied> {
    const plan = checkPlan(changes);
    await this.recover();
    if (plan.length === 0) return { written: [], skipped: [] };
    return await this.#exclusively(async () => {
      await this.#recoverLocked();
      const operations = operationsOf(plan);
      writeJournal(this.#disk, this.#workFolder(), operations);
      this.#unsynced.add(this.#workFolder());
      await this.#syncFolders();
      return await this.#carryOut(operations, "drop journal");
    });
  }

  async #recoverLocked(): Promise<Applied | null> {
    const work = this.#workFolder();
    const operations = readJournal(work);
    if (operations === null) return null;
    if (operations === "unreadable") {
      this.#notice("the journal of an interrupted run cannot be read; it is put aside and the run must be repeated");
      this.#disk.rename(journalPath(work), join(work, "journal.unreadable.json"));
      return null;
    }
    const applied = await this.#carryOut(operations, "keep journal");
    this.#notice(
      `finished an interrupted run: ${applied.written.length} written, ${applied.skipped.length} left alone`,
    );
    return applied;
  }

  /**
   * Stages and commits journalled operations. When staging fails, no file has changed and no temporary file
   * is left; the journal goes too, unless it is that of an earlier run which may have changed files already.
   */
  async #carryOut(operations: Operation[], onFailure: "drop journal" | "keep journal"): Promise<Applied> {
    const applied: Applied = { written: [], skipped: [] };
    const staged: Operation[] = [];
    const giveUp = async (operation: Operation, error: unknown) => {
      const failure = diskError(error, operation.path);
      this.#dropTemps(operations);
      if (onFailure === "drop journal") await removeJournal(this.#disk, this.#workFolder());
      return failure;
    };
    const folders = new Folders();
    for (const operation of operations) {
      try {
        const verdict = this.#judge(operation, folders);
        if (verdict === "do") {
          this.#stage(operation, folders);
          staged.push(operation);
        } else {
          this.#dropTemp(operation);
          if (verdict === "done") notePresent(applied, operation.path);
          else applied.skipped.push({ path: operation.path, reason: verdict.reason });
        }
      } catch (error) {
        throw await giveUp(operation, error);
      }
    }
    const written = staged.filter(({ content }) => content !== null);
    for (let at = 0; at < written.length; at += SYNCED_TOGETHER) {
      const together = written.slice(at, at + SYNCED_TOGETHER);
      const waits = await Promise.allSettled(
        together.map(async (operation) => this.#disk.syncBeside(this.#temp(operation))),
      );
      for (const [index, wait] of waits.entries()) {
        if (wait.status === "rejected") throw await giveUp(together[index] as Operation, wait.reason);
      }
    }
    for (const operation of staged) {
      const reason = this.#commit(operation);
      if (reason) {
        applied.skipped.push({ path: operation.path, reason });
      } else {
        applied.written.push(operation.path);
        this.#unsynced.add(dirname(this.#locate(operation.path)));
      }
    }
    await this.#syncFolders();
    await removeJournal(this.#disk, this.#workFolder());
    return applied;
  }

  async #syncFolders(): Promise<void> {
    const folders = [...this.#unsynced];
    await this.#disk.syncFolders(folders);
    for (const folder of folders) this.#unsynced.delete(folder);
  }

  /**
   * `do`, `done`, or why the file is left alone. With `folders`, what is known of the folder is not found out again, and
   * other spellings of a new name are looked for.
   */
  #judge(operation: Operation, folders?: Folders): "do" | "done" | { reason: string } {
    const isReached = folders?.made.has(dirname(operation.path));
    const problem = isReached ? undefined : this.#parentProblem(operation.path);
    if (problem) return { reason: problem };
    const file = this.#locate(operation.path);
    const found = kindOf(file);
    if (found && found.kind !== "file") return { reason: notAFile(found.kind) };
    const current = found ? hashOf(readPlain(file)) : null;
    if (current === operation.after) return "done";
    if (current !== operation.before) return { reason: meanwhile(operation.before === null, current === null) };
    const twin = current === null ? folders?.twinOf(file) : undefined;
    return twin === undefined ? "do" : { reason: `${twin} is the same name on some file systems` };
  }

  #stage(operation: Operation, folders: Folders): void {
    const file = this.#locate(operation.path);
    if (operation.content === null) {
      accessSync(dirname(file), constants.W_OK);
      return;
    }
    const folder = dirname(operation.path);
    if (!folders.made.has(folder)) this.#makeFolders(folder);
    folders.made.add(folder);
    const mode = operation.before === null ? undefined : kindOf(file)?.mode;
    try {
      this.#disk.create(this.#temp(operation), operation.content, mode);
    } catch (error) {
      if (errno(error) !== "EEXIST") throw error;
      // An interrupted run left it, perhaps half written.
      this.#dropTemp(operation);
      this.#disk.create(this.#temp(operation), operation.content, mode);
    }
  }

  /** Puts the staged bytes in place, or says why not: somebody wrote meanwhile, or the system refused. */
  #commit(operation: Operation): string | undefined {
    try {
      const verdict = this.#judge(operation);
      if (verdict === "do" && this.#putInPlace(operation)) return undefined;
      this.#dropTemp(operation);
      if (verdict === "done") return undefined;
      return verdict === "do" ? "it was created while the plan was made" : verdict.reason;
    } catch (error) {
      this.#dropTemp(operation);
      return diskError(error, operation.path).message;
    }
  }

  /** Stands directly after the last look at the file. `false` when a new file appeared in between. */
  #putInPlace(operation: Operation): boolean {
    const [file, temp] = [this.#locate(operation.path), this.#temp(operation)];
    if (operation.content === null) {
      this.#disk.unlink(file);
      return true;
    }
    if (operation.before !== null) {
      this.#disk.rename(temp, file);
      return true;
    }
    try {
      // Unlike a rename, a link never replaces what somebody else has just created.
      this.#disk.link(temp, file);
    } catch (error) {
      if (errno(error) === "EEXIST") return false;
      if (!hasNoLinks(error)) throw error;
      this.#disk.rename(temp, file);
      return true;
    }
    this.#disk.unlink(temp);
    return true;
  }

  #dropTemps(operations: Operation[]): void {
    for (const operation of operations) {
      try {
        this.#dropTemp(operation);
      } catch {
        // The failure that led here is the one to report.
      }
    }
  }

  #dropTemp(operation: Operation): void {
    const temp = this.#temp(operation);
    if (this.#parentProblem(operation.path) === undefined && kindOf(temp)) this.#disk.unlink(temp);
  }

  #makeFolders(folder: string): void {
    let path = this.#root;
    for (const part of folder === "." ? [] : folder.split("/")) {
      path = join(path, part);
      if (kindOf(path) !== null) continue;
      this.#disk.mkdir(path);
      this.#unsynced.add(dirname(path));
    }
  }

  /** Why a path cannot be reached without following a link, if so. */
  #parentProblem(path: string): string | undefined {
    let current = this.#root;
    const parts = path.split("/").slice(0, -1);
    for (const [index, part] of parts.entries()) {
      current = join(current, part);
      const kind = kindOf(current)?.kind;
      if (kind === undefined) return undefined;
      if (kind !== "folder")
        return `${parts.slice(0, index + 1).join("/")} is ${kind === "link" ? "a link" : "not a folder"}`;
    }
    return undefined;
  }

  #walk(folder: string, found: string[]): void {
    for (const name of namesIn(this.#locate(folder))) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (isReserved(name)) continue;
      const kind = kindOf(this.#locate(path))?.kind;
      if (kind === "file") found.push(path);
      else if (kind === "folder") this.#walk(path, found);
    }
  }

  #locate(path: string): string {
    return path === "" ? this.#root : join(this.#root, path);
  }

  #temp(operation: Operation): string {
    return join(this.#root, operation.path.slice(0, operation.path.lastIndexOf("/") + 1) + operation.temp);
  }

  #workFolder(): string {
    return join(this.#locate(this.#state), WORK_FOLDER);
  }

  /** Runs under the lock, one call of this process after the other. */
  #exclusively<T>(body: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(async () => {
      const release = this.#enter();
      try {
        return await body();
      } catch (error) {
        throw diskError(error, this.#root);
      } finally {
        release();
      }
    });
    this.#queue = turn.catch(() => {});
    return turn;
  }

  #enter(): () => void {
    const work = this.#state === "" ? WORK_FOLDER : `${this.#state}/${WORK_FOLDER}`;
    try {
      const problem = this.#parentProblem(`${work}/x`);
      if (problem) throw new RepoloreError("store/not-a-file", `cannot lock: ${problem}`);
      mkdirSync(this.#root, { recursive: true });
      this.#makeFolders(work);
      const folder = this.#workFolder();
      // Left-overs of a killed run must not end up in a commit. Should a power cut leave it empty, it is written again.
      const ignore = join(folder, ".gitignore");
      if (!readPlain(ignore)?.byteLength) {
        try {
          this.#disk.put(ignore, new TextEncoder().encode("*\n"));
        } catch (error) {
          // Another process was faster: it holds the lock by now and has swept our draft away.
          if (kindOf(ignore) === null) throw error;
        }
      }
      return takeLock(this.#disk, folder, this.#notice);
    } catch (error) {
      throw diskError(error, work);
    }
  }
}

/** What was found out about folders while files are staged in them, once for each. */
class Folders {
  /** Those that are there and reached without a link. */
  readonly made = new Set<string>();
  /** By folder, its names as they are the same on some file systems. */
  readonly #names = new Map<string, Map<string, string>>();

  /** The entry beside a new file that has its name in other letters. */
  twinOf(file: string): string | undefined {
    const folder = dirname(file);
    let names = this.#names.get(folder);
    if (!names) {
      names = new Map(namesIn(folder).map((name) => [collisionKey(name), name]));
      this.#names.set(folder, names);
    }
    return names.get(collisionKey(basename(file)));
  }
}

/** The root itself may be reached over links; it need not exist before something is written. */
function realRoot(root: string): string {
  try {
    return realpathSync(root);
  } catch (error) {
    if (errno(error) === "ENOENT") return resolve(root);
    throw diskError(error, root);
  }
}

function notAFile(kind: string | undefined): string {
  return kind === "link" ? "it is a link" : kind === "folder" ? "it is a folder" : "it is not a regular file";
}
