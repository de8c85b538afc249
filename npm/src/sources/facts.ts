// What a work tree says about itself: its manifests and lock files, and which of the asked paths exist.
import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gatherFacts, type KnowledgeFile, manifestNames } from "../articles.js";
import type { Facts } from "../generated/types.js";

/** A lock file larger than this says nothing that a manifest does not say better. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Packages of a monorepo lie this deep; what lies deeper is fixtures. */
const MAX_DEPTH = 2;
const MAX_MANIFESTS = 200;
const IGNORED = new Set(["node_modules", "target", "dist", "build", "vendor", "venv", "fixtures"]);

/** Gathers the facts about the project in `root`; `paths` are relative to it. */
export function factsOf(root: string, paths: Iterable<string> = []): Facts {
  const found = Object.fromEntries([...paths].map((path) => [path, existsSync(join(root, path))]));
  return gatherFacts(manifestsIn(root), found);
}

/** Manifests and lock files, those nearer to the root first. Links and hidden folders are left out. */
function manifestsIn(root: string): KnowledgeFile[] {
  const names = new Set(manifestNames());
  const files: KnowledgeFile[] = [];
  let level = [""];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const below: string[] = [];
    for (const folder of level) {
      for (const entry of entriesOf(join(root, folder))) {
        const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory() && !entry.name.startsWith(".") && !IGNORED.has(entry.name)) below.push(path);
        if (!entry.isFile() || !names.has(entry.name) || files.length >= MAX_MANIFESTS) continue;
        const file = join(root, path);
        if (statSync(file).size <= MAX_BYTES) files.push({ path, bytes: readFileSync(file) });
      }
    }
    level = below;
  }
  return files;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // A folder that may not be read says nothing about the project.
    return [];
  }
}
