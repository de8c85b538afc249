// The files of a knowledge base: read for the core, written back as one plan.
import type { Config } from "../config.js";
import { openStoreToShow, openStoreToWrite } from "./open.js";
import { patiently } from "./patience.js";
import type { Applied, Change, LeaveOut, Store } from "./types.js";

const encoder = new TextEncoder();

/** A text to write, and the bytes that it takes the place of. */
export interface Replacement {
  path: string;
  content: string;
  /** `null` when there is no file yet. */
  expected: Uint8Array | null;
}

/** A knowledge base in a store, addressed by paths below its own root. */
export class KnowledgeFolder {
  readonly store: Store;
  readonly #prefix: string;

  constructor(store: Store, knowledge: string) {
    this.store = store;
    this.#prefix = knowledge ? `${knowledge}/` : "";
  }

  static async open(
    config: Config,
    notice?: (text: string) => void,
    { dryRun = false } = {},
  ): Promise<KnowledgeFolder> {
    const store = dryRun ? openStoreToShow(config, notice) : await openStoreToWrite(config, notice);
    return new KnowledgeFolder(store, config.knowledge);
  }

  /** Paths below a folder of the knowledge base; a missing folder holds nothing. */
  async list(folder = "", leaveOut: LeaveOut = () => {}): Promise<string[]> {
    const below = (path: string) => path.slice(this.#prefix.length);
    const place = `${this.#prefix}${folder}`.replace(/\/$/, "");
    const paths = await this.store.list(place, (path, reason) => leaveOut(below(path), reason));
    return paths.map(below);
  }

  read(path: string): Promise<Uint8Array | null> {
    return this.store.read(`${this.#prefix}${path}`);
  }

  /** Writes texts where the files still hold what the caller read, with changes elsewhere in the store as one plan. */
  replace(files: Replacement[], message: string, elsewhere: Change[] = []): Promise<Applied> {
    const changes: Change[] = files.map(({ path, content, expected }) => ({
      path: `${this.#prefix}${path}`,
      expected,
      content: encoder.encode(content),
    }));
    return patiently(() => this.store.apply([...changes, ...elsewhere], message));
  }
}

/** Where the table of signals and spikes stands: GSD keeps one index for all, the others one for the signals. */
export function signalIndexPath(config: Config): string {
  return config.preset === "gsd" ? "index.md" : "signals/index.md";
}
