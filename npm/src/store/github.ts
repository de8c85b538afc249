// A branch on GitHub as a store: everything is read from one commit, and a plan becomes one commit.
import { createHash } from "node:crypto";
import { RepoloreError } from "../errors.js";
import { GitHubClient, type GitHubOptions, statusOf } from "../github/client.js";
import { fetchIssue, type Issue } from "../github/issues.js";
import { shaped } from "../github/shape.js";
import { CommitTree, isFile } from "../github/tree.js";
import { checkFolder, checkPath, isReserved, safePaths } from "./path.js";
import { checkPlan, meanwhile, notePresent } from "./plan.js";
import { exactText } from "./text.js";
import type { Applied, Change, LeaveOut, Store } from "./types.js";

export interface GitHubStoreOptions extends GitHubOptions {
  /** The default branch when not given. */
  branch?: string | undefined;
  /** Who the commits are by; the owner of the token when not given. */
  author?: { name: string; email: string } | undefined;
  /** How often to plan again when others push at the same time. */
  tries?: number;
}

/** Text up to this size travels inside the tree; the rest becomes a blob first. */
const INLINE = 1_000_000;

export class GitHubStore implements Store {
  readonly #client: GitHubClient;
  readonly #options: GitHubStoreOptions;
  #branch: Promise<string> | undefined;
  #snapshot: Promise<CommitTree> | undefined;

  constructor(options: GitHubStoreOptions) {
    this.#client = new GitHubClient(options);
    this.#options = options;
  }

  get name(): string {
    const { repository, branch } = this.#options;
    return branch ? `${repository}@${branch}` : repository;
  }

  async read(path: string): Promise<Uint8Array | null> {
    const entry = await (await this.#tree()).entry(checkPath(path));
    if (!entry) return null;
    if (!isFile(entry))
      throw new RepoloreError("store/not-a-file", `${path}: it is not a regular file; it is not read`);
    const answer = await this.#client.request("GET /repos/{repository}/git/blobs/{file_sha}", { file_sha: entry.sha });
    const { content, encoding } = shaped(answer, { content: "string", encoding: "string" }, "blob");
    const bytes = new Uint8Array(Buffer.from(content, encoding === "base64" ? "base64" : "utf8"));
    if (blobId(bytes) !== entry.sha) {
      throw new RepoloreError("github/answer", `${path}: GitHub sent other bytes than the commit names`);
    }
    return bytes;
  }

  async list(prefix: string, leaveOut?: LeaveOut): Promise<string[]> {
    const folder = checkFolder(prefix);
    const depth = folder === "" ? 0 : folder.split("/").length;
    const files = await (await this.#tree()).files(folder);
    const own = (path: string) => path.split("/").slice(depth).some(isReserved);
    return safePaths(files.filter((path) => !own(path)).sort(), leaveOut);
  }

  /** An issue with its labels and comments, and how much each author's word counts. */
  issue(number: number): Promise<Issue> {
    return fetchIssue(this.#client, number);
  }

  /**
   * Makes one commit of the plan and moves the branch to it, never by force. When somebody pushed meanwhile,
   * the plan is held against the new head and tried again.
   */
  async apply(changes: Change[], message: string): Promise<Applied> {
    const plan = checkPlan(changes);
    if (plan.length === 0) return { written: [], skipped: [] };
    const { tries = 5, second = 1000, notice = () => {} } = this.#options;
    for (let attempt = 1; attempt <= tries; attempt++) {
      const tree = await this.#refresh();
      const { applied, todo } = await this.#judge(tree, plan);
      if (todo.length === 0) return applied;
      const commit = await this.#commit(tree, todo, message);
      if (await this.#moveBranch(commit)) {
        this.#snapshot = CommitTree.ofCommit(this.#client, commit);
        return { ...applied, commit };
      }
      notice(`somebody pushed to ${this.name} at the same time; planning again (${attempt} of ${tries})`);
      await new Promise((done) => setTimeout(done, Math.random() * attempt * second));
    }
    throw new RepoloreError("github/race", `${this.name} changes faster than it can be written; run again later`);
  }

  async #judge(tree: CommitTree, plan: Change[]): Promise<{ applied: Applied; todo: Change[] }> {
    const applied: Applied = { written: [], skipped: [] };
    const todo: Change[] = [];
    for (const change of plan) {
      const entry = await tree.entry(change.path);
      const skip = (reason: string) => applied.skipped.push({ path: change.path, reason });
      if (entry && !isFile(entry)) {
        skip("it is not a regular file");
        continue;
      }
      const current = entry?.sha ?? null;
      const wanted = change.content === null ? null : blobId(change.content);
      const expected = change.expected === null ? null : blobId(change.expected);
      const twin = current === null ? await tree.twin(change.path) : undefined;
      if (current === wanted) notePresent(applied, change.path);
      else if (twin !== undefined) skip(`${twin} is the same name on some file systems`);
      else if (current !== expected) skip(meanwhile(expected === null, current === null));
      else {
        todo.push(change);
        applied.written.push(change.path);
      }
    }
    return { applied, todo };
  }

  async #commit(base: CommitTree, changes: Change[], message: string): Promise<string> {
    const entries = [];
    for (const { path, content } of changes) {
      const mode = (await base.entry(path))?.mode ?? "100644";
      entries.push({ path, mode, type: "blob", ...(await this.#content(content)) });
    }
    const tree = await this.#client.request("POST /repos/{repository}/git/trees", {
      base_tree: base.tree,
      tree: entries,
    });
    const { author } = this.#options;
    const commit = await this.#client.request("POST /repos/{repository}/git/commits", {
      message,
      tree: shaped(tree, { sha: "string" }, "tree").sha,
      parents: [base.commit],
      ...(author ? { author, committer: author } : {}),
    });
    return shaped(commit, { sha: "string" }, "commit").sha;
  }

  async #content(content: Uint8Array | null): Promise<{ sha: string | null } | { content: string }> {
    if (content === null) return { sha: null };
    const text = content.byteLength <= INLINE ? exactText(content) : null;
    if (text !== null) return { content: text };
    const blob = await this.#client.request("POST /repos/{repository}/git/blobs", {
      content: Buffer.from(content).toString("base64"),
      encoding: "base64",
    });
    return { sha: shaped(blob, { sha: "string" }, "blob").sha };
  }

  /** `false` when the branch has moved in the meantime. */
  async #moveBranch(sha: string): Promise<boolean> {
    const branch = await this.#branchName();
    try {
      await this.#client.request("PATCH /repos/{repository}/git/refs/{ref}", {
        ref: `heads/${branch}`,
        sha,
        force: false,
      });
      return true;
    } catch (error) {
      const said = error instanceof Error ? error.message : "";
      if (/protected|GH006|GH013|rule violations/i.test(said)) {
        const message = `${this.name} is protected; open a pull request instead`;
        throw new RepoloreError("github/protected", message, { cause: error });
      }
      if ([409, 422].includes(statusOf(error) ?? 0)) return false;
      throw error;
    }
  }

  #tree(): Promise<CommitTree> {
    if (!this.#snapshot) return this.#refresh();
    return this.#snapshot;
  }

  #refresh(): Promise<CommitTree> {
    const snapshot = this.#head().then((commit) => CommitTree.ofCommit(this.#client, commit));
    this.#snapshot = snapshot;
    snapshot.catch(() => {
      this.#snapshot = undefined;
    });
    return snapshot;
  }

  async #head(): Promise<string> {
    const branch = await this.#branchName();
    const answer = await this.#client.request("GET /repos/{repository}/git/ref/{ref}", { ref: `heads/${branch}` });
    const { object } = shaped(answer, { object: "object" }, "branch");
    return shaped(object, { sha: "string" }, "branch").sha;
  }

  #branchName(): Promise<string> {
    this.#branch ??= this.#options.branch
      ? Promise.resolve(this.#options.branch)
      : this.#client
          .request("GET /repos/{repository}")
          .then((answer) => shaped(answer, { default_branch: "string" }, "repository").default_branch);
    return this.#branch;
  }
}

/** The name git gives to these bytes. */
function blobId(bytes: Uint8Array): string {
  return createHash("sha1").update(`blob ${bytes.byteLength}\0`).update(bytes).digest("hex");
}
