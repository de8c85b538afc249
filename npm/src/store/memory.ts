// A store in memory: for tests, dry runs and the browser.
import { checkFolder, checkPath, collisionKey, isReserved } from "./path.js";
import { checkPlan, meanwhile, notePresent, sameBytes } from "./plan.js";
import type { Applied, Change, Store } from "./types.js";

export class MemoryStore implements Store {
  readonly name: string;
  readonly #files: Map<string, Uint8Array>;

  /** Takes files as text or bytes; text is stored as UTF-8. */
  constructor(files: Record<string, string | Uint8Array> = {}, name = "memory") {
    this.name = name;
    this.#files = new Map(
      Object.entries(files).map(([path, content]) => [
        checkPath(path),
        typeof content === "string" ? new TextEncoder().encode(content) : content.slice(),
      ]),
    );
  }

  async read(path: string): Promise<Uint8Array | null> {
    return this.#files.get(checkPath(path))?.slice() ?? null;
  }

  async list(prefix: string): Promise<string[]> {
    const folder = checkFolder(prefix);
    const start = folder === "" ? "" : `${folder}/`;
    return [...this.#files.keys()]
      .filter((path) => path.startsWith(start) && !path.slice(start.length).split("/").some(isReserved))
      .sort();
  }

  async apply(changes: Change[], _message: string): Promise<Applied> {
    const applied: Applied = { written: [], skipped: [] };
    for (const change of checkPlan(changes)) {
      const current = this.#files.get(change.path) ?? null;
      const twin = current === null ? this.#twin(change.path) : undefined;
      if (sameBytes(current, change.content)) {
        notePresent(applied, change.path);
      } else if (twin !== undefined) {
        applied.skipped.push({ path: change.path, reason: `${twin} is the same name on some file systems` });
      } else if (!sameBytes(current, change.expected)) {
        applied.skipped.push({ path: change.path, reason: meanwhile(change.expected === null, current === null) });
      } else {
        if (change.content === null) this.#files.delete(change.path);
        else this.#files.set(change.path, change.content.slice());
        applied.written.push(change.path);
      }
    }
    return applied;
  }

  #twin(path: string): string | undefined {
    const key = collisionKey(path);
    return [...this.#files.keys()].find((other) => collisionKey(other) === key);
  }
}
