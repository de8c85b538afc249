// Entries of a knowledge base: calls that need nothing but the core.
import { withCore } from "./core.js";
import type {
  Article,
  CheckReport,
  CheckRequest,
  DecaySettings,
  Diagnostic,
  Facts,
  Freshness,
  IndexPreset,
  RenderedIndex,
} from "./generated/types.js";

/** A file of a knowledge base, its path relative to the root, with `/` between the parts. */
export interface KnowledgeFile {
  path: string;
  bytes: Uint8Array;
}

/** Reads one entry. Never throws: what is odd about it is told, and what can be read is there. */
export function readArticle(bytes: Uint8Array, path: string): { value: Article; diagnostics: Diagnostic[] } {
  return withCore((core) => core.readArticle(bytes, path));
}

/** Whether a path below a knowledge base is an entry, and not an index, a readme or a configuration file. */
export function isEntryPath(path: string): boolean {
  return withCore((core) => core.isEntryPath(path));
}

/** Lints a knowledge base: all its files together. */
export function checkArticles(files: Iterable<KnowledgeFile>, request: CheckRequest = {}): CheckReport {
  return withFiles(files, (held) => held.check(request));
}

/** Links that lead out of the knowledge base, relative to its root; pass those that are gone as `missingOutside`. */
export function linksOutside(files: Iterable<KnowledgeFile>): string[] {
  return withFiles(files, (held) => held.linksOutside());
}

/** Paths that entries depend on (`"src/auth.ts exists"`), for {@link assessFreshness} to know about. */
export function conditionPaths(files: Iterable<KnowledgeFile>): string[] {
  return withFiles(files, (held) => held.conditionPaths());
}

export interface IndexOptions {
  preset: IndexPreset;
  /** For the "Generated" line of the GSD index. */
  now?: Date;
  /** How many conversations were curated; counted from the sources when not given. */
  conversations?: number;
}

/** The index files as they should be. Pass the present ones among the files: what others keep in them stays. */
export function renderIndexes(files: Iterable<KnowledgeFile>, options: IndexOptions): RenderedIndex[] {
  return withFiles(files, (held) => held.indexes(options.preset, options.now?.getTime(), options.conversations));
}

export interface FreshnessOptions {
  now: Date;
  decay?: Partial<DecaySettings>;
  facts?: Facts;
}

/** How far an entry can still be trusted: by what it depends on, else by its age. */
export function assessFreshness(bytes: Uint8Array, path: string, options: FreshnessOptions): Freshness {
  const { now, decay = {}, facts } = options;
  return withCore((core) => core.assessFreshness(bytes, path, now.getTime(), decay, facts));
}

/** Puts together what manifests and lock files say about a project, and which paths it has. */
export function gatherFacts(files: Iterable<KnowledgeFile>, paths: Record<string, boolean> = {}): Facts {
  return withCore((core) => {
    const reader = new core.FactsReader();
    try {
      for (const { path, bytes } of files) reader.add(path, bytes);
      return reader.facts(paths);
    } finally {
      reader.free();
    }
  });
}

/** File names that tell which packages a project uses. */
export function manifestNames(): string[] {
  return withCore((core) => core.manifestNames());
}

function withFiles<T>(
  files: Iterable<KnowledgeFile>,
  body: (held: InstanceType<typeof import("./generated/core.js").KnowledgeFiles>) => T,
): T {
  return withCore((core) => {
    const held = new core.KnowledgeFiles();
    try {
      for (const { path, bytes } of files) held.add(path, bytes);
      return body(held);
    } finally {
      held.free();
    }
  });
}
