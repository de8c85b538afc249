// The files of a knowledge base: read for the core, written back as one plan.
import type { Config } from "../config.js";
import { openStoreToWrite } from "./open.js";
import { patiently } from "./patience.js";
import type { Applied, Change, Store } from "./types.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A knowledge base in a store, addressed by paths below its own root. */
export class KnowledgeFolder {
  readonly store: Store;
  readonly #prefix: string;

  constructor(store: Store, knowledge: string) {
    this.store = store;
    this.#prefix = knowledge ? `${knowledge}/` : "";
  }

  static async open(config: Config, notice?: (text: string) => void): Promise<KnowledgeFolder> {
    return new KnowledgeFolder(await patiently(() => openStoreToWrite(config, notice)), config.knowledge);
  }

  /** Paths below a folder of the knowledge base; a missing folder holds nothing. */
  async list(folder = ""): Promise<string[]> {
    const paths = await this.store.list(`${this.#prefix}${folder}`.replace(/\/$/, ""));
    return paths.filter((path) => path.startsWith(this.#prefix)).map((path) => path.slice(this.#prefix.length));
  }

  read(path: string): Promise<Uint8Array | null> {
    return this.store.read(`${this.#prefix}${path}`);
  }

  async readText(path: string): Promise<string | null> {
    const bytes = await this.read(path);
    return bytes && decoder.decode(bytes);
  }

  /** Writes texts; each file must still hold what it held when this was called. */
  async write(files: { path: string; content: string }[], message: string): Promise<Applied> {
    const changes: Change[] = [];
    for (const { path, content } of files) {
      const full = `${this.#prefix}${path}`;
      changes.push({ path: full, expected: await this.store.read(full), content: encoder.encode(content) });
    }
    return await patiently(() => this.store.apply(changes, message));
  }

  /** Writes a text where the file still holds what the caller read; `null` expects no file. */
  replace(file: { path: string; content: string; expected: Uint8Array | null }, message: string): Promise<Applied> {
    const { path, content, expected } = file;
    const change = { path: `${this.#prefix}${path}`, expected, content: encoder.encode(content) };
    return patiently(() => this.store.apply([change], message));
  }
}

/** Where the table of signals and spikes stands: GSD keeps one index for all, the others one for the signals. */
export function signalIndexPath(config: Config): string {
  return config.preset === "gsd" ? "index.md" : "signals/index.md";
}
