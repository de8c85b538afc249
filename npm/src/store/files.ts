// The files of a knowledge base, read from its store.
import type { KnowledgeFile } from "../articles.js";
import type { Config } from "../config.js";
import { TEXT_FILE } from "../knowledge.js";
import { openStore } from "./open.js";
import type { Store } from "./types.js";

export interface KnowledgeFiles {
  store: Store;
  /** Paths relative to the knowledge base. */
  files: KnowledgeFile[];
}

/** Reads every file of the configured knowledge base, hidden folders left out; none when it does not exist. */
export async function readKnowledge(config: Config): Promise<KnowledgeFiles> {
  const store = openStore(config);
  const prefix = config.knowledge === "" ? "" : `${config.knowledge}/`;
  const files: KnowledgeFile[] = [];
  for (const stored of await store.list(config.knowledge)) {
    const path = stored.slice(prefix.length);
    if (path.split("/").some((part) => part.startsWith("."))) continue;
    // Pictures and other attachments are listed by name only.
    const bytes = TEXT_FILE.test(path) ? await store.read(stored) : new Uint8Array();
    if (bytes) files.push({ path, bytes });
  }
  return { store, files };
}
