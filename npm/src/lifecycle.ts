// What a lifecycle script of an agent runtime calls: articles from a folder, and the context for a prompt.
import { closeSync, constants, openSync, readdirSync, readSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import type { KnowledgeFile } from "./articles.js";
import type { Config } from "./config.js";
import type { Article, ContextBlock, ContextRequest, FrontMatter } from "./generated/types.js";
import { KnowledgeBase, TEXT_FILE } from "./knowledge.js";
import { factsOf } from "./sources/facts.js";

/** An article as lifecycle scripts know it. */
export interface KnowledgeArticle {
  /** Relative to the knowledge base. */
  path: string;
  frontmatter: FrontMatter & Pick<Article, "topic" | "title" | "confidence" | "status">;
  body: string;
}

export interface ContextOptions extends Partial<Omit<ContextRequest, "prompt" | "now" | "nonce">> {
  /** The present, for ages; the clock's unless given. */
  now?: Date;
  /** Quote articles between fences that no article can forge; on unless `false`. */
  fence?: boolean;
  /** The project, for `depends_on`; its manifests and files are looked at when it is given. */
  project?: string;
}

/** Larger files are no articles. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Reads the files of a folder that can be entries, links and hidden files left out; none when it does not exist. */
function readEntries(folder: string): KnowledgeFile[] {
  const files: KnowledgeFile[] = [];
  const read = smallFileReader();
  const visit = (prefix: string): void => {
    for (const found of namesIn(join(folder, prefix))) {
      if (found.name.startsWith(".")) continue;
      const path = prefix ? `${prefix}/${found.name}` : found.name;
      if (found.isDirectory()) visit(path);
      else if (found.isFile() && TEXT_FILE.test(found.name)) {
        const bytes = read(`${folder}${sep}${path}`);
        if (bytes) files.push({ path, bytes });
      }
    }
  };
  visit("");
  return files;
}

function namesIn(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // A folder that is not there, or that nobody may read, holds nothing for us.
    return [];
  }
}

/**
 * Reads whole files one behind the other into large buffers: with a thousand small files, asking for sizes first costs
 * a third of the time, and a buffer for each a tenth.
 */
function smallFileReader(): (file: string) => Uint8Array | null {
  let buffer = new Uint8Array(256 * 1024);
  let start = 0;
  return (file) => {
    let handle: number | undefined;
    try {
      // A file that turned into a pipe or a link since it was listed must not hold us up.
      handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
      let end = start;
      for (;;) {
        const n = readSync(handle, buffer, end, buffer.length - end, null);
        end += n;
        if (n === 0) {
          const bytes = buffer.subarray(start, end);
          start = end;
          return bytes;
        }
        if (end - start > MAX_BYTES) return null;
        if (end < buffer.length) continue;
        const next = new Uint8Array(Math.max(256 * 1024, (end - start) * 4));
        next.set(buffer.subarray(start, end));
        [buffer, start, end] = [next, 0, end - start];
      }
    } catch {
      return null;
    } finally {
      if (handle !== undefined) closeSync(handle);
    }
  };
}

/** The knowledge base in a folder. */
export function openKnowledge(folder: string, others: string[] = []): KnowledgeBase {
  const base = new KnowledgeBase(readEntries(folder));
  for (const other of others) base.add(readEntries(other), other);
  return base;
}

/** The knowledge base of a configuration, with facts about the project when entries depend on them. */
export function openConfigured(config: Config, others: string[] = []): KnowledgeBase {
  const base = openKnowledge(join(config.root, config.knowledge), others);
  if (base.hasConditions) base.setFacts(factsOf(config.projectRoot, base.conditionPaths()));
  return base;
}

/** Every article in a folder. */
export function loadAllArticles(folder: string): KnowledgeArticle[] {
  return withBase(folder, (base) => base.articles().map(asLifecycleArticle));
}

/** The articles of one topic, such as `preferences` or `decisions`. */
export function loadArticlesByTopic(topic: string, folder: string): KnowledgeArticle[] {
  return loadAllArticles(folder).filter(
    ({ path, frontmatter }) => frontmatter.topic === topic || path.startsWith(`${topic}/`),
  );
}

/** The articles that fit a prompt best, at most `max`; disputed ones that fit come on top of it. */
export function findRelevantArticles(
  prompt: string,
  folder: string,
  max = 5,
  options: { now?: Date } = {},
): KnowledgeArticle[] {
  return withBase(folder, (base) => {
    const now = (options.now ?? new Date()).getTime();
    // Whatever the budget, the caller decides how much of each article it uses.
    const block = base.context({ prompt, articles: max, budget: 1_000_000, now });
    return block.used
      .filter(({ reason }) => reason !== "standing preference")
      .flatMap(({ path }) => base.article(path) ?? [])
      .map(asLifecycleArticle);
  });
}

/**
 * Knowledge for a prompt: standing preferences for the system prompt, relevant articles for the prompt itself,
 * never over the budget, and a receipt of what was used and what was left out. Without a knowledge base the
 * prompt comes back unchanged.
 */
export function buildContext(prompt: string, folder: string, options: ContextOptions = {}): ContextBlock {
  const { now = new Date(), project, fence = true, ...request } = options;
  return withBase(folder, (base) => {
    if (project && base.hasConditions) base.setFacts(factsOf(resolve(project), base.conditionPaths()));
    return base.context({ ...request, ...(fence ? { nonce: freshNonce() } : {}), prompt, now: now.getTime() });
  });
}

/** New for every prompt, so that no stored text can know it. */
export function freshNonce(): string {
  return globalThis.crypto.randomUUID().replaceAll("-", "").slice(0, 16);
}

function withBase<T>(folder: string, body: (base: KnowledgeBase) => T): T {
  const base = openKnowledge(folder);
  try {
    return body(base);
  } finally {
    base.free();
  }
}

function asLifecycleArticle({ path, front, topic, title, confidence, status, body }: Article): KnowledgeArticle {
  return { path, frontmatter: { ...front, topic, title, confidence, status }, body };
}
