// The ranking engine by itself: documents in, the best of them out.
import { withCore } from "./core.js";
import { RepoloreError } from "./errors.js";
import type { DocumentIndex } from "./generated/core.js";
import type { Explanation } from "./generated/types.js";

/** What {@link createIndex} takes; other properties are ignored. */
export interface IndexedDocument {
  id: string | number;
  title?: string | undefined;
  /** Tags, keywords and the like; `auth/jwt` is found by either part. */
  tags?: readonly string[] | undefined;
  /** Plain text or Markdown; headings weigh more. */
  text: string;
}

export interface SearchRequest {
  /** How many hits at most; 10 unless told. */
  limit?: number;
  /** Also say which word of the query was answered by what. */
  explain?: boolean;
}

export interface SearchHit<Id extends string | number = string> {
  id: Id;
  /** Share of a perfect answer: 0 is nothing, 1 every word of the query in full strength. */
  score: number;
  /** Strongest first; only with `explain`. */
  why?: Explanation[];
}

/** Documents ready to be searched; made by {@link createIndex}. */
export interface SearchIndex<Id extends string | number = string> {
  /** Number of documents. */
  readonly size: number;
  /** The documents that answer `query` best, best first; none when nothing in it is known. */
  search(query: string, request?: SearchRequest): SearchHit<Id>[];
  /** Gives the memory back at once instead of when the garbage collector finds time. */
  free(): void;
}

/** Parts fields of documents on their way to the core; replaced by a space where text holds it. */
const SEPARATOR = "\u001f";
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 10_000;

/**
 * Builds an in-memory index.
 *
 * ```js
 * const index = createIndex([{ id: "db", title: "Postgres over MySQL", text: "We chose it because of JSONB." }]);
 * index.search("which database did we choose?"); // [{ id: "db", score: … }]
 * ```
 */
export function createIndex<Document extends IndexedDocument>(
  documents: Iterable<Document>,
): SearchIndex<Document["id"]> {
  const ids: Document["id"][] = [];
  const parts: string[] = [];
  for (const document of documents) {
    const { id, title, tags, text } = document;
    if ((typeof id !== "string" && typeof id !== "number") || typeof text !== "string") {
      throw new RepoloreError(
        "input/invalid",
        `documents: number ${ids.length + 1} needs an "id" (text or number) and a "text"`,
      );
    }
    ids.push(id);
    parts.push("", clean(title ?? ""), tags ? clean(tags.join(" ")) : "", clean(text));
  }
  const bytes = new TextEncoder().encode(parts.join(SEPARATOR));
  let handle: DocumentIndex | undefined = withCore((core) => new core.DocumentIndex(bytes, SEPARATOR.charCodeAt(0)));
  return {
    get size() {
      return ids.length;
    },
    search(query, { limit = DEFAULT_LIMIT, explain = false } = {}) {
      if (!handle) throw new RepoloreError("index/freed", "this index was freed; make a new one");
      if (typeof query !== "string") throw new RepoloreError("input/invalid", "query: expected text");
      if (!Number.isInteger(limit) || limit < 1) {
        throw new RepoloreError("input/invalid", `limit: ${limit} is not a whole number of 1 or more`);
      }
      const most = Math.min(limit, MAX_LIMIT);
      const index = handle;
      const pairs = withCore(() => index.search(query, most));
      const why = explain ? withCore(() => index.explain(query, most)) : undefined;
      const hits: SearchHit<Document["id"]>[] = [];
      for (let at = 0; at < pairs.length; at += 2) {
        const hit: SearchHit<Document["id"]> = {
          id: ids[pairs[at] as number] as Document["id"],
          score: pairs[at + 1] as number,
        };
        if (why) hit.why = why[at / 2] ?? [];
        hits.push(hit);
      }
      return hits;
    },
    free() {
      handle?.free();
      handle = undefined;
    },
  };
}

function clean(text: string): string {
  return text.includes(SEPARATOR) ? text.replaceAll(SEPARATOR, " ") : text;
}
