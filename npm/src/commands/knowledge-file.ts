// Finds the article that a caller names: by its path in the knowledge base, or as a file.
import { resolve } from "node:path";
import { type Config, joinStore, storePath } from "../config.js";
import { RepoloreError } from "../errors.js";
import type { Store } from "../store/types.js";

export async function readKnowledgeFile(
  config: Config,
  store: Store,
  named: string,
  cwd: string,
): Promise<{ path: string; bytes: Uint8Array }> {
  const absolute = storePath(resolve(config.root, config.knowledge), resolve(cwd, named));
  const candidates = [named, `${named}.md`, ...(absolute ? [absolute] : [])];
  for (const path of candidates) {
    const bytes = await store.read(joinStore(config.knowledge, path)).catch(() => null);
    if (bytes) return { path, bytes };
  }
  throw new RepoloreError("not-found", `there is no article ${named} in ${resolve(config.root, config.knowledge)}`);
}
