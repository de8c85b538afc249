// The web as a source: one HTTP search endpoint of the user's choice, off unless configured.
import { withCore } from "../core.js";
import type { SanitizedQuery, SourceOutcome } from "../generated/types.js";

/** A search endpoint. */
export interface WebProvider {
  /** With `{query}` in it the question goes into the address (GET); otherwise it is posted as `{"query": …}`. */
  url: string;
  /** Sent as `Authorization: Bearer …`. */
  key?: string | undefined;
}

export interface WebRequest {
  /** Already without secrets. */
  query: SanitizedQuery;
  /** What the answer is judged by; never sent. */
  question: string;
  provider: WebProvider | undefined;
  limitMs: number;
  clock(): number;
}

/** More than a page of results is not an answer but an attack or a mistake. */
const MAX_BYTES = 1024 * 1024;
const MAX_RESULTS = 10;
const MAX_TEXT = 2_000;

interface WebResult {
  place: string;
  title: string;
  text: string;
}

/** Asks the provider. Never throws: what goes wrong is told in the outcome. */
export async function askWeb(request: WebRequest): Promise<SourceOutcome> {
  const started = request.clock();
  const base = {
    source: "web" as const,
    answer: null,
    tool: host(request.provider),
    cached: false,
    cacheAgeSeconds: 0,
    redactionCount: request.query.redactionCount,
  };
  const end = (status: SourceOutcome["status"], problem: string | null): SourceOutcome => ({
    ...base,
    status,
    problem,
    elapsedMs: Math.round(request.clock() - started),
  });
  if (!request.provider) {
    return end("unavailable", 'no search endpoint is configured ("ground.web"); going on in repo-only mode');
  }
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), request.limitMs);
  try {
    const response = await send(request.provider, request.query.text, abort.signal);
    if (!response.ok) return end("failed", `${base.tool} answered with status ${response.status}`);
    const results = readResults(await readText(response));
    if (results === null) return end("failed", `${base.tool} gave an answer that is not understood`);
    const outcome = judge(request.question, results, end("answered", null));
    return { ...outcome, elapsedMs: Math.round(request.clock() - started) };
  } catch (error) {
    if (abort.signal.aborted) return end("timed-out", `${base.tool} did not answer within ${request.limitMs} ms`);
    if (isOffline(error)) return end("unavailable", `${base.tool} cannot be reached; going on in repo-only mode`);
    return end("failed", `${base.tool}: ${reason(error)}`);
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

function host(provider: WebProvider | undefined): string {
  try {
    return provider ? new URL(provider.url.replaceAll("{query}", "")).host : "web";
  } catch {
    return "web";
  }
}

async function send({ url, key }: WebProvider, query: string, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json, text/plain" };
  if (key) headers["authorization"] = `Bearer ${key}`;
  // A redirect would carry the question to somebody the user did not name.
  const common = { headers, signal, redirect: "error" as const };
  if (url.includes("{query}")) return await fetch(url.replaceAll("{query}", encodeURIComponent(query)), common);
  headers["content-type"] = "application/json";
  return await fetch(url, { ...common, method: "POST", body: JSON.stringify({ query, limit: MAX_RESULTS }) });
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array;
    total += bytes.length;
    if (total > MAX_BYTES) throw new Error(`the answer is larger than ${MAX_BYTES} bytes`);
    chunks.push(bytes);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Reads the shapes that search services use; `null` when it is none of them. */
function readResults(text: string): WebResult[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const results: WebResult[] = [];
  const answer = field(value, ["answer", "summary", "text", "AbstractText"]);
  if (typeof answer === "string" && answer.trim()) results.push({ place: "answer", title: "", text: clean(answer) });
  const list = Array.isArray(value)
    ? value
    : (field(value, ["results", "items", "organic", "data", "hits"]) ?? field(field(value, ["web"]), ["results"]));
  if (!Array.isArray(list)) return results.length > 0 || typeof value === "object" ? results : null;
  for (const item of list.slice(0, MAX_RESULTS)) {
    if (typeof item === "string") results.push({ place: "web", title: "", text: clean(item) });
    if (typeof item !== "object" || item === null) continue;
    const body = field(item, ["snippet", "description", "content", "text", "body", "excerpt"]);
    const title = field(item, ["title", "name", "heading"]);
    const place = field(item, ["url", "link", "href"]);
    if (typeof body !== "string" && typeof title !== "string") continue;
    results.push({
      place: typeof place === "string" && /^https?:\/\//i.test(place) ? clean(place).slice(0, 500) : "web",
      title: typeof title === "string" ? clean(title) : "",
      text: typeof body === "string" ? clean(body) : "",
    });
  }
  return results;
}

function field(value: unknown, names: string[]): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const name = names.find((candidate) => (value as Record<string, unknown>)[candidate] != null);
  return name === undefined ? undefined : (value as Record<string, unknown>)[name];
}

/** Text without tags and control characters, cut to what an answer can be. */
function clean(text: string): string {
  return text
    .slice(0, 4 * MAX_TEXT)
    .replace(/<[^>]{0,500}>/g, " ")
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_TEXT);
}

/** How far the results speak about the question, by the same measure as for files. */
function judge(question: string, results: WebResult[], outcome: SourceOutcome): SourceOutcome {
  const scan = withCore((core) => new core.QuestionScan(question));
  for (const [at, { title, text }] of results.entries()) {
    withCore(() => scan.add(`result ${at}`, new TextEncoder().encode(`${title}. ${text}`)));
  }
  const { answer, hits } = withCore(() => scan.finish(results.length, MAX_RESULTS));
  if (!answer) return { ...outcome, status: "empty", problem: "nothing was found about the question" };
  const found = hits.flatMap(({ path }) => results[Number(path.slice("result ".length))] ?? []);
  const evidence = found
    .slice(0, 5)
    .map(({ place, title, text }) => ({ place, line: null, text: title ? `${title}: ${text}` : text }));
  // One page alone may be wrong, and about this repository the code itself is surer than what people publish.
  const sure = found.length > 1 && withCore((core) => core.routeQuestion(question)).primary === "web";
  const confidence = answer.confidence === "high" && !sure ? "medium" : answer.confidence;
  const text = evidence.slice(0, 3).map((item) => item.text);
  return { ...outcome, answer: { text: text.join("\n"), confidence, evidence } };
}

function isOffline(error: unknown): boolean {
  const cause = (error as { cause?: { code?: string; errors?: { code?: string }[] } }).cause;
  const codes = [cause?.code, ...(cause?.errors ?? []).map(({ code }) => code)];
  const offline = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH", "ENETDOWN"];
  return codes.some((code) => code !== undefined && offline.includes(code));
}

function reason(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } };
  return cause?.message || message || String(error);
}
