// A knowledge base in memory: files in, answers out. Runs on every host.
import type { KnowledgeFile } from "./articles.js";
import { withCore } from "./core.js";
import type { KnowledgeBase as Handle } from "./generated/core.js";
import type {
  Article,
  Brief,
  BriefRequest,
  ContextBlock,
  ContextRequest,
  Diagnostic,
  EntryQuery,
  EntryResults,
  Facts,
  Graph,
  IssueRelated,
  Learned,
  LearnRequest,
} from "./generated/types.js";

/** Names of files that a knowledge base is made of; which of them are entries is for the core to say. */
export const TEXT_FILE = /\.(md|markdown|ya?ml|json)$/i;

/** Bytes of files that cross at once, about. */
const BATCH_BYTES = 4 * 1024 * 1024;

/** Entries of one or several roots with one index over all of them, held by the core. */
export class KnowledgeBase {
  readonly #handle: Handle;
  /** What was odd about the files, with their paths. */
  readonly problems: (Diagnostic & { path: string })[] = [];

  constructor(files: Iterable<KnowledgeFile> = []) {
    this.#handle = withCore((core) => new core.KnowledgeBase());
    this.add(files);
  }

  /** Adds files; `root` names the place they come from when there are several. Files that are no entries are skipped. */
  add(files: Iterable<KnowledgeFile>, root = ""): void {
    let batch: KnowledgeFile[] = [];
    let size = 0;
    for (const file of files) {
      batch.push(file);
      size += file.bytes.length;
      if (size < BATCH_BYTES) continue;
      this.#addBatch(batch, size, root);
      [batch, size] = [[], 0];
    }
    this.#addBatch(batch, size, root);
  }

  /** Files cross together: a thousand small crossings cost more than the reading. */
  #addBatch(files: KnowledgeFile[], size: number, root: string): void {
    if (files.length === 0) return;
    const bytes = new Uint8Array(size);
    const ends = new Uint32Array(files.length);
    let end = 0;
    for (const [at, file] of files.entries()) {
      bytes.set(file.bytes, end);
      end += file.bytes.length;
      ends[at] = end;
    }
    const paths = files.map(({ path }) => path.replaceAll("\0", "")).join("\0");
    for (const { at, diagnostics } of withCore(() => this.#handle.add(root, paths, bytes, ends))) {
      const path = files[at]?.path ?? "";
      for (const diagnostic of diagnostics)
        this.problems.push({ ...diagnostic, path: root ? `${root}/${path}` : path });
    }
  }

  /** Number of entries. */
  get size(): number {
    return this.#handle.size;
  }

  /** Every entry in full, in the order they were added. */
  articles(): Article[] {
    return withCore(() => this.#handle.articles());
  }

  /** The entry with this id or path, or `null`. */
  article(id: string): Article | null {
    return withCore(() => this.#handle.article(id));
  }

  /** Whether any entry says what it depends on; then {@link setFacts} makes the verdicts real. */
  get hasConditions(): boolean {
    return this.#handle.hasConditions();
  }

  /** Paths that entries depend on (`"src/auth.ts exists"`). */
  conditionPaths(): string[] {
    return withCore(() => this.#handle.conditionPaths());
  }

  setFacts(facts: Facts): void {
    withCore(() => this.#handle.setFacts(facts));
  }

  // Fields left out of a request take the core's defaults.

  /** Searches; the last ten answers are kept for five minutes of the clock passed in as `now`. */
  search(request: Partial<EntryQuery>): EntryResults {
    return withCore(() => this.#handle.search(request as EntryQuery));
  }

  /** The relationship graph around an entry, also as text and as Mermaid. */
  graph(id: string): Graph {
    return withCore(() => this.#handle.graph(id));
  }

  /** What belongs to an issue; `about` is its title and text when they are known. */
  issueRelated(issue: number, request: Partial<EntryQuery> = {}, about = ""): IssueRelated {
    return withCore(() => this.#handle.issueRelated(issue, about, request as EntryQuery));
  }

  /** What to know before working on an issue or a topic. */
  brief(request: Partial<BriefRequest>): Brief {
    return withCore(() => this.#handle.brief(request as BriefRequest));
  }

  /** Knowledge for a prompt, within its budget, with a receipt. */
  context(request: Partial<ContextRequest>): ContextBlock {
    return withCore(() => this.#handle.context(request as ContextRequest));
  }

  /** Checks what was learned by hand, looks for duplicates, and says what to write. */
  learn(request: LearnRequest): Learned {
    return withCore(() => this.#handle.learn(request));
  }

  /** Gives the memory back at once. */
  free(): void {
    this.#handle.free();
  }
}
