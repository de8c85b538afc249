// The git commands that the action is made of. Arguments never pass a shell, and nothing is ever forced.
import { execFile } from "node:child_process";
import { RepoloreError } from "../../npm/dist/errors.js";

/** Why a push did not go through. */
export type PushFailure = "moved" | "protected" | "denied";

export const BOT = { name: "repolore[bot]", email: "repolore[bot]@users.noreply.github.com" };

export class Git {
  readonly folder: string;
  /** Settings for these calls only; nothing is written into any configuration file. */
  readonly #config: string[];
  readonly #env: Record<string, string>;

  private constructor(folder: string, config: string[], env: Record<string, string>) {
    this.folder = folder;
    this.#config = config;
    this.#env = env;
  }

  /** Git with the rights of a token. */
  static withToken(folder: string, token: string | undefined, server: string): Git {
    const basic = token ? Buffer.from(`x-access-token:${token}`).toString("base64") : "";
    const auth = token ? [`http.${server}/.extraheader=AUTHORIZATION: basic ${basic}`] : [];
    // In a container the workspace belongs to another user; the repository's hooks are none of our business.
    return new Git(folder, ["safe.directory=*", "core.hooksPath=/dev/null", ...auth], {});
  }

  /** The same git in another folder. */
  at(folder: string): Git {
    return new Git(folder, this.#config, this.#env);
  }

  /** The same git, committing as somebody. */
  as({ name, email }: { name: string; email: string }): Git {
    const who = {
      GIT_AUTHOR_NAME: name,
      GIT_AUTHOR_EMAIL: email,
      GIT_COMMITTER_NAME: name,
      GIT_COMMITTER_EMAIL: email,
    };
    return new Git(this.folder, this.#config, { ...this.#env, ...who });
  }

  /** Runs git and returns what it printed. */
  async run(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.#exec(args);
    if (code === 0) return stdout.trim();
    const said = stderr.trim().split("\n").at(-1) ?? "";
    throw new RepoloreError("action/git", `git ${args[0]} failed: ${said}`);
  }

  /** Whether git says yes (exit code 0). */
  async says(...args: string[]): Promise<boolean> {
    return (await this.#exec(args)).code === 0;
  }

  /** The commit at the tip of a remote branch after fetching it, or `null` when there is no such branch. */
  async fetch(branch: string): Promise<string | null> {
    const shallow = (await this.run("rev-parse", "--is-shallow-repository")) === "true";
    const depth = shallow ? ["--depth=50"] : [];
    const args = ["fetch", "--no-tags", "--quiet", ...depth, "origin", `refs/heads/${branch}`];
    const { code, stderr } = await this.#exec(args);
    if (code === 0) return await this.run("rev-parse", "FETCH_HEAD");
    if (/couldn't find remote ref/i.test(stderr)) return null;
    throw new RepoloreError("action/git", `git fetch failed: ${stderr.trim().split("\n").at(-1) ?? ""}`);
  }

  /** Pushes a commit to a branch; `null` when it went through. */
  async push(commit: string, branch: string): Promise<PushFailure | null> {
    const { code, stderr } = await this.#exec(["push", "--porcelain", "origin", `${commit}:refs/heads/${branch}`]);
    if (code === 0) return null;
    if (/GH006|GH013|protected branch|rule violations/i.test(stderr)) return "protected";
    if (/non-fast-forward|fetch first|cannot lock ref|stale info/i.test(stderr)) return "moved";
    // Status codes only where git reports them: commit ids hold any digits.
    if (
      /denied|returned error: 40[13]|authentication|could not read Username|not have permission|read-only/i.test(stderr)
    ) {
      return "denied";
    }
    if (/hook declined/i.test(stderr)) return "protected";
    if (/\[(remote )?rejected\]/i.test(stderr)) return "moved";
    throw new RepoloreError("action/git", `git push failed: ${stderr.trim().split("\n").at(-1) ?? ""}`);
  }

  #exec(args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      ...{ GIT_TERMINAL_PROMPT: "0", LC_ALL: "C", GIT_CONFIG_COUNT: String(this.#config.length) },
      ...this.#env,
    };
    for (const [index, entry] of this.#config.entries()) {
      const at = entry.indexOf("=");
      env[`GIT_CONFIG_KEY_${index}`] = entry.slice(0, at);
      env[`GIT_CONFIG_VALUE_${index}`] = entry.slice(at + 1);
    }
    return new Promise((done) => {
      const options = { cwd: this.folder, env, maxBuffer: 256 << 20 };
      execFile("git", args, options, (error, stdout, stderr) => {
        const code = error ? (typeof error.code === "number" ? error.code : 1) : 0;
        done({ code, stdout: String(stdout), stderr: `${stderr}${stdout}` });
      });
    });
  }
}
