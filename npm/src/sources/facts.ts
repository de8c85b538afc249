// What a work tree says about itself: its manifests and lock files, and which of the asked paths exist.
import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gatherFacts, type KnowledgeFile, manifestNames } from "../articles.js";
import type { Facts } from "../generated/types.js";

/** A lock file larger than this says nothing that a manifest does not say better. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Gathers the facts about the project in `root`; `paths` are relative to it. */
export function factsOf(root: string, paths: Iterable<string> = []): Facts {
  const files: KnowledgeFile[] = [];
  for (const name of manifestNames()) {
    const file = join(root, name);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats?.isFile() && stats.size <= MAX_BYTES) files.push({ path: name, bytes: readFileSync(file) });
  }
  const found = Object.fromEntries([...paths].map((path) => [path, existsSync(join(root, path))]));
  return gatherFacts(files, found);
}
