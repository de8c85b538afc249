// The files of one commit, read from GitHub's git database, however large the repository is.
import { collisionKey } from "../store/path.js";
import type { GitHubClient } from "./client.js";
import { shaped } from "./shape.js";

export interface Entry {
  /** `100644`, `100755`, `120000` (link), `160000` (submodule), `040000` (folder). */
  mode: string;
  type: string;
  sha: string;
}

export class CommitTree {
  readonly commit: string;
  readonly tree: string;
  readonly #client: GitHubClient;
  /** Answers by tree and depth: they never change. */
  readonly #loaded = new Map<string, Promise<{ entries: Map<string, Entry>; truncated: boolean }>>();

  private constructor(client: GitHubClient, commit: string, tree: string) {
    this.#client = client;
    this.commit = commit;
    this.tree = tree;
  }

  static async ofCommit(client: GitHubClient, commit: string): Promise<CommitTree> {
    const answer = await client.request("GET /repos/{repository}/git/commits/{commit_sha}", { commit_sha: commit });
    const { tree } = shaped(answer, { tree: "object" }, "commit");
    return new CommitTree(client, commit, shaped(tree, { sha: "string" }, "commit").sha);
  }

  async entry(path: string): Promise<Entry | undefined> {
    const all = await this.#load(this.tree, true);
    if (!all.truncated) return all.entries.get(path);
    const found = await this.#folder(path.split("/").slice(0, -1));
    return found?.get(path.slice(path.lastIndexOf("/") + 1));
  }

  /** A name beside `path` that is the same file on some file system. */
  async twin(path: string): Promise<string | undefined> {
    const all = await this.#load(this.tree, true);
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const names = all.truncated
      ? [...((await this.#folder(path.split("/").slice(0, -1)))?.keys() ?? [])].map((name) => folder + name)
      : [...all.entries.keys()];
    return names.find((other) => other !== path && collisionKey(other) === collisionKey(path));
  }

  /** Every file below a folder, with links and submodules left out. */
  async files(folder: string): Promise<string[]> {
    const start = folder === "" ? "" : `${folder}/`;
    const all = await this.#load(this.tree, true);
    if (!all.truncated) {
      return [...all.entries].filter(([path, entry]) => path.startsWith(start) && isFile(entry)).map(([path]) => path);
    }
    const parts = folder === "" ? [] : folder.split("/");
    const parent = await this.#folder(parts.slice(0, -1));
    const sha = parts.length === 0 ? this.tree : parent?.get(parts.at(-1) ?? "")?.sha;
    const isFolder = parts.length === 0 || parent?.get(parts.at(-1) ?? "")?.type === "tree";
    return sha && isFolder ? await this.#walk(sha, start) : [];
  }

  /** Asks for a whole folder at once and, where that is cut off, for its folders one by one. */
  async #walk(sha: string, prefix: string): Promise<string[]> {
    const whole = await this.#load(sha, true);
    if (!whole.truncated) {
      return [...whole.entries].filter(([, entry]) => isFile(entry)).map(([path]) => prefix + path);
    }
    const found: string[] = [];
    for (const [name, entry] of (await this.#load(sha, false)).entries) {
      if (entry.type === "tree") found.push(...(await this.#walk(entry.sha, `${prefix}${name}/`)));
      else if (isFile(entry)) found.push(prefix + name);
    }
    return found;
  }

  async #folder(parts: string[]): Promise<Map<string, Entry> | undefined> {
    let { entries } = await this.#load(this.tree, false);
    for (const part of parts) {
      const next = entries.get(part);
      if (next?.type !== "tree") return undefined;
      ({ entries } = await this.#load(next.sha, false));
    }
    return entries;
  }

  #load(sha: string, recursive: boolean): Promise<{ entries: Map<string, Entry>; truncated: boolean }> {
    const key = `${sha} ${recursive}`;
    const known = this.#loaded.get(key);
    if (known) return known;
    const loading = this.#request(sha, recursive);
    this.#loaded.set(key, loading);
    loading.catch(() => this.#loaded.delete(key));
    return loading;
  }

  async #request(sha: string, recursive: boolean): Promise<{ entries: Map<string, Entry>; truncated: boolean }> {
    const parameters = { tree_sha: sha, ...(recursive ? { recursive: "1" } : {}) };
    const answer = await this.#client.request("GET /repos/{repository}/git/trees/{tree_sha}", parameters);
    const { tree, truncated } = shaped(answer, { tree: "array", truncated: "boolean" }, "tree");
    const entries = new Map<string, Entry>();
    for (const item of tree) {
      const {
        path,
        mode,
        type,
        sha: itemSha,
      } = shaped(item, { path: "string", mode: "string", type: "string", sha: "string" }, "tree");
      entries.set(path, { mode, type, sha: itemSha });
    }
    return { entries, truncated };
  }
}

export function isFile({ type, mode }: Entry): boolean {
  return type === "blob" && mode.startsWith("100");
}
