// One request to an OpenAI-compatible endpoint. Whatever goes wrong becomes a reason, never an exception.

export interface Endpoint {
  /** Base URL, such as `https://api.example.com/v1`. */
  url: string;
  model: string;
  key?: string | undefined;
  /** Milliseconds for one try. */
  timeout: number;
  /** Most tokens of request and answer together. */
  tokens: number;
}

export interface Ask {
  system: string;
  user: string;
  /** Rough size of both. */
  tokens: number;
}

export type Answer = { text: string } | { skipped: string };

/** Everything the request needs of the world; tests bring their own. */
export interface ChatHost {
  fetch: typeof fetch;
  wait(ms: number): Promise<void>;
}

/** Most tokens that a run spends on a model, request and answer together. */
export const MODEL_TOKENS = 60_000;

/** Why an endpoint can never be asked; `null` when it can. */
export function endpointProblem({ url, key }: Pick<Endpoint, "url" | "key">): string | null {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return `${JSON.stringify(url)} is not an http or https address`;
  if (/[^!-~]/.test(key ?? "")) return "the key holds a blank, a line break or a letter that no key has";
  return null;
}

const REAL: ChatHost = {
  fetch: (...args) => fetch(...args),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
};

const TRIES = 4;
const LONGEST_WAIT = 60_000;
/** A larger answer is not the one asked for. */
const LONGEST_ANSWER = 10 * 1024 * 1024;

const SCHEMA = {
  type: "json_schema",
  json_schema: {
    name: "knowledge",
    strict: true,
    schema: {
      type: "object",
      additionalProperties: false,
      required: ["items"],
      properties: {
        items: {
          type: "array",
          items: {
            type: "object",
            additionalProperties: false,
            required: ["n", "type", "title", "content", "confidence", "keywords", "quote"],
            properties: {
              n: { type: "integer" },
              type: { type: "string" },
              title: { type: "string" },
              content: { type: "string" },
              confidence: { type: "string" },
              keywords: { type: "array", items: { type: "string" } },
              quote: { type: "string" },
            },
          },
        },
      },
    },
  },
};

/** Asks once, with retries; a server that does not take a schema is asked for plain JSON instead. */
export async function chat(endpoint: Endpoint, ask: Ask, host: ChatHost = REAL): Promise<Answer> {
  const room = endpoint.tokens - ask.tokens;
  if (room < 256)
    return { skipped: `the request of about ${ask.tokens} tokens leaves no room below ${endpoint.tokens}` };
  let format: unknown = SCHEMA;
  let reason = "";
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const result = await once(endpoint, ask, format, room, host);
    if ("text" in result) return result;
    reason = result.skipped;
    if (result.status === 400 && format === SCHEMA) {
      format = { type: "json_object" };
      continue;
    }
    if (!result.again) break;
    if (attempt < TRIES - 1) await host.wait(result.after ?? Math.min(500 * 2 ** attempt, 8000));
  }
  return { skipped: reason };
}

interface Failure {
  skipped: string;
  status?: number;
  again?: boolean;
  after?: number;
}

async function once(
  { url, model, key, timeout }: Endpoint,
  { system, user }: Ask,
  format: unknown,
  room: number,
  host: ChatHost,
): Promise<{ text: string } | Failure> {
  let response: Response;
  let body: string;
  try {
    response = await host.fetch(`${url.replace(/\/+$/, "")}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify({
        model,
        temperature: 0,
        max_tokens: Math.min(room, 8192),
        response_format: format,
        messages: [
          { role: "system", content: system },
          { role: "user", content: user },
        ],
      }),
      // A key is not carried to another address.
      redirect: "manual",
      signal: AbortSignal.timeout(timeout),
    });
    body = await readCapped(response);
  } catch (error) {
    if (error instanceof TooLong) return { skipped: error.message };
    const late = error instanceof Error && error.name === "TimeoutError";
    return { skipped: late ? `no answer within ${timeout} ms` : `the endpoint cannot be reached`, again: true };
  }
  if (response.status >= 300 && response.status < 400) {
    return { skipped: `the endpoint sends elsewhere (${response.status}); name the address it means` };
  }
  if (!response.ok) {
    const again = [408, 409, 429].includes(response.status) || response.status >= 500;
    const seconds = Number(response.headers.get("retry-after"));
    const after = Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, LONGEST_WAIT) : undefined;
    const failure: Failure = { skipped: `the endpoint answered ${response.status}`, status: response.status, again };
    return after === undefined ? failure : { ...failure, after };
  }
  return readAnswer(body);
}

class TooLong extends Error {}

async function readCapped(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > LONGEST_ANSWER) throw new TooLong(`the answer is longer than ${LONGEST_ANSWER >> 20} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function readAnswer(body: string): { text: string } | Failure {
  let value: { choices?: { finish_reason?: string; message?: { content?: unknown } }[] };
  try {
    value = JSON.parse(body);
  } catch {
    return { skipped: "the endpoint did not answer with JSON" };
  }
  const choice = value?.choices?.[0];
  if (choice?.finish_reason && choice.finish_reason !== "stop") {
    return { skipped: `the answer is not complete (${choice.finish_reason})` };
  }
  const text = choice?.message?.content;
  return typeof text === "string" && text !== "" ? { text } : { skipped: "the answer holds no text" };
}
