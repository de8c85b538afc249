// One way to talk to GitHub: Octokit, throttled and retrying, with answers that are checked before they are used.
import { RepoloreError } from "../errors.js";
import { Bottleneck, Octokit, retry, throttling } from "../vendor/octokit.js";

export interface GitHubOptions {
  /** `owner/name`. */
  repository: string;
  /** A token with the rights for what is asked; public repositories can be read without. */
  token?: string | undefined;
  /** `https://api.github.com` unless it is another server. */
  apiUrl?: string | undefined;
  /** Hears about waiting and trying again. */
  notice?: (text: string) => void;
  /** Milliseconds that count as a second when waiting; tests make it short. */
  second?: number;
  /** Milliseconds after which an answer is given up on. */
  timeout?: number;
}

/** Most seconds to wait because GitHub says so, times to try again, and bytes of an answer. */
const MOST_WAIT = 60;
const TRIES = 3;
const TIMEOUT = 60_000;
const MOST_BYTES = 150_000_000;

export class GitHubClient {
  readonly repository: string;
  readonly #octokit: Octokit;

  constructor({ repository, token, apiUrl, notice = () => {}, second = 1000, timeout = TIMEOUT }: GitHubOptions) {
    if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
      throw new RepoloreError("github/repository", `"${repository}" is not of the form owner/name`);
    }
    this.repository = repository;
    const wait = (kind: string) => (seconds: number, options: object, _octokit: unknown, tried: number) => {
      if (seconds > MOST_WAIT || tried >= TRIES) return false;
      notice(`GitHub asks to wait ${seconds} s (${kind}), ${(options as { url?: string }).url ?? ""}`);
      return true;
    };
    this.#octokit = new (Octokit.plugin(throttling, retry))({
      ...(token ? { auth: token } : {}),
      baseUrl: (apiUrl ?? "https://api.github.com").replace(/\/+$/, ""),
      userAgent: "repolore",
      log: { debug() {}, info() {}, warn() {}, error() {} },
      request: { fetch: limitedFetch(timeout) },
      retry: { retries: TRIES, retryAfterBaseValue: second },
      throttle: {
        onRateLimit: wait("rate limit"),
        onSecondaryRateLimit: wait("secondary rate limit"),
        fallbackSecondaryRateRetryAfter: MOST_WAIT,
        retryAfterBaseValue: second,
        // One write a second, and one that notifies people every three, as GitHub asks for.
        write: new Bottleneck.Group({ maxConcurrent: 1, minTime: second }),
        notifications: new Bottleneck.Group({ maxConcurrent: 1, minTime: 3 * second }),
      },
    });
  }

  /** Sends a request such as `GET /repos/{repository}/git/ref/{ref}` and returns the JSON of the answer. */
  async request(route: string, parameters: Record<string, unknown> = {}): Promise<unknown> {
    const [owner, repo] = this.repository.split("/");
    try {
      const path = route.replace("{repository}", "{owner}/{repo}");
      const { data, headers } = await this.#octokit.request(path, { owner, repo, ...parameters });
      if (!/json/.test(String(headers["content-type"] ?? "")) || typeof data !== "object" || data === null) {
        throw new RepoloreError("github/answer", `${route}: the answer is not JSON; is there a proxy in between?`);
      }
      return data;
    } catch (error) {
      throw toGitHubError(error, route);
    }
  }

  /** Every element of a list that comes in pages. */
  async pages(route: string, parameters: Record<string, unknown> = {}, most = 100): Promise<unknown[]> {
    const all: unknown[] = [];
    for (let page = 1; page <= most; page++) {
      const part = await this.request(route, { ...parameters, per_page: 100, page });
      if (!Array.isArray(part)) throw new RepoloreError("github/answer", `${route}: the answer is not a list`);
      all.push(...part);
      if (part.length < 100) break;
    }
    return all;
  }
}

/** `fetch` that gives up on servers that hang and on answers without end. */
function limitedFetch(timeout: number): typeof fetch {
  return async (input, init) => {
    const signal = AbortSignal.timeout(timeout);
    const response = await fetch(input, { ...init, signal });
    if (!response.body) return response;
    let received = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          received += chunk.byteLength;
          if (received > MOST_BYTES) controller.error(new Error(`the answer is longer than ${MOST_BYTES} bytes`));
          else controller.enqueue(chunk);
        },
      }),
    );
    const { status, statusText, headers } = response;
    const limited = new Response(counted, { status, statusText, headers });
    Object.defineProperty(limited, "url", { value: response.url });
    return limited;
  };
}

function toGitHubError(thrown: unknown, route: string): RepoloreError {
  if (thrown instanceof RepoloreError) return thrown;
  const options = { cause: thrown };
  const status = statusOf(thrown);
  const said = thrown instanceof Error ? thrown.message.split(" - http")[0] : String(thrown);
  const headers = headersOf(thrown);
  if (status === 429 || (status === 403 && (headers["x-ratelimit-remaining"] === "0" || headers["retry-after"]))) {
    return new RepoloreError(
      "github/rate-limited",
      `GitHub's rate limit is used up; try again later (${route})`,
      options,
    );
  }
  if (status === 401) {
    return new RepoloreError(
      "github/denied",
      `GitHub does not accept the token; check that it is set and valid`,
      options,
    );
  }
  if (status === 403) {
    const hint = "give the token the rights it needs (in a workflow: permissions)";
    return new RepoloreError("github/denied", `GitHub refuses ${route}: ${said}; ${hint}`, options);
  }
  if (status === 404)
    return new RepoloreError("github/not-found", `${route}: not found, or the token cannot see it`, options);
  if (status === 409 || status === 422) return new RepoloreError("github/refused", `${route}: ${said}`, options);
  const unavailable = status === undefined || status >= 500 || status === 408;
  const code = unavailable ? "github/unavailable" : "github/refused";
  return new RepoloreError(code, `${route}: ${said}${unavailable ? "; try again later" : ""}`, options);
}

/** The HTTP status of a failed request; `undefined` when none came back. */
export function statusOf(error: unknown): number | undefined {
  const cause = error instanceof RepoloreError ? error.cause : error;
  if (typeof cause !== "object" || cause === null || !("status" in cause)) return undefined;
  // Octokit reports a connection that broke as status 500 without an answer.
  return "response" in cause && cause.response ? Number(cause.status) : undefined;
}

function headersOf(error: unknown): Record<string, string | undefined> {
  const response = (error as { response?: { headers?: Record<string, string> } }).response;
  return response?.headers ?? {};
}
