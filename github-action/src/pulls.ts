// One pull request for the knowledge base: opened once, updated afterwards.
import type { GitHubClient } from "../../npm/dist/github/client.js";
import { shaped } from "../../npm/dist/github/shape.js";

/** Longest text that a pull request takes, with room to spare. */
const MOST_BODY = 60_000;

export interface PullRequest {
  number: number;
  url: string;
}

export class Pulls {
  readonly #client: GitHubClient;
  readonly #head: string;
  readonly #base: string;

  constructor(client: GitHubClient, head: string, base: string) {
    this.#client = client;
    this.#head = head;
    this.#base = base;
  }

  /** The open pull request from our branch, if there is one. */
  async find(): Promise<PullRequest | undefined> {
    const [owner] = this.#client.repository.split("/");
    const found = await this.#client.request("GET /repos/{repository}/pulls", {
      ...{ head: `${owner}:${this.#head}`, base: this.#base, state: "open" },
    });
    return Array.isArray(found) && found.length > 0 ? pull(found[0]) : undefined;
  }

  async open(title: string, body: string): Promise<PullRequest> {
    return pull(
      await this.#client.request("POST /repos/{repository}/pulls", {
        ...{ title, body: body.slice(0, MOST_BODY), head: this.#head, base: this.#base },
      }),
    );
  }

  async update({ number }: PullRequest, title: string, body: string): Promise<PullRequest> {
    return pull(
      await this.#client.request("PATCH /repos/{repository}/pulls/{pull_number}", {
        ...{ pull_number: number, title, body: body.slice(0, MOST_BODY) },
      }),
    );
  }
}

function pull(value: unknown): PullRequest {
  const { number, html_url: url } = shaped(value, { number: "number", html_url: "string" }, "pull request");
  return { number, url };
}
