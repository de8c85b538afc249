// What the tests of the action stand on: a bare git remote on disk, fresh clones, and the built action run as the
// runner runs it, with its environment, inputs, event file, outputs and summary.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { FakeGitHub } from "../../npm/test/github/fake.mjs";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const EXAMPLE = join(ROOT, "tests", "fixtures", "example");

const base = mkdtempSync(join(tmpdir(), "repolore-action-"));
process.on("exit", () => rmSync(base, { recursive: true, force: true }));
let count = 0;

export function temp(name) {
  const folder = join(base, `${++count}-${name}`);
  mkdirSync(folder);
  return folder;
}

const WHO = { GIT_AUTHOR_NAME: "A Person", GIT_AUTHOR_EMAIL: "p@example.com" };
const QUIET = { GIT_CONFIG_GLOBAL: join(base, "none"), GIT_CONFIG_NOSYSTEM: "1" };
const ENV = { ...process.env, ...WHO, GIT_COMMITTER_NAME: "A Person", GIT_COMMITTER_EMAIL: "p@example.com", ...QUIET };

export function git(folder, ...args) {
  return execFileSync("git", args, {
    cwd: folder,
    env: ENV,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trim();
}

/** The action and a GitHub to talk to, there from the first test of a file to its last. */
export function actionUnderTest() {
  let action;
  const api = new FakeGitHub();
  before(async () => {
    action = await builtAction();
    await api.start();
  });
  after(() => api.stop());
  return { api, run: (workspace, inputs, more) => runAction(action, workspace, inputs, more) };
}

/** The action, bundled from the present sources once. */
export async function builtAction() {
  const dist = temp("dist");
  const { bundleAction } = await import("../../scripts/build-action.mjs");
  await bundleAction(dist);
  mkdirSync(join(dist, "generated"));
  for (const file of ["core.js", "core_bg.wasm"]) {
    cpSync(join(ROOT, "npm", "dist", "generated", file), join(dist, "generated", file));
  }
  return join(dist, "action", "index.mjs");
}

export class World {
  /** A remote whose branch main holds the files of a folder. */
  constructor(source = EXAMPLE) {
    this.remote = temp("remote.git");
    git(this.remote, "init", "-q", "--bare", "-b", "main");
    const seed = temp("seed");
    git(seed, "clone", "-q", this.remote, ".");
    git(seed, "checkout", "-q", "-B", "main");
    cpSync(source, seed, { recursive: true });
    git(seed, "add", "-A");
    git(seed, "commit", "-q", "-m", "start");
    git(seed, "push", "-q", "origin", "main");
  }

  clone(...options) {
    const folder = temp("clone");
    git(folder, "clone", "-q", ...options, `file://${this.remote}`, ".");
    return folder;
  }

  /** What a person does: changes files in a clone and pushes. `null` removes a file. */
  person(files, message = "a person was here", branch = "main") {
    const folder = this.clone();
    git(folder, "checkout", "-q", branch);
    for (const [path, content] of Object.entries(files)) {
      const file = join(folder, path);
      if (content === null) rmSync(file);
      else {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, typeof content === "function" ? content(readFileSync(file, "utf8")) : content);
      }
    }
    git(folder, "add", "-A");
    git(folder, "commit", "-q", "-m", message);
    git(folder, "push", "-q", "origin", branch);
    return git(folder, "rev-parse", "HEAD");
  }

  /** Files of a branch with their content. */
  files(branch = "main", below = "") {
    const names = git(this.remote, "ls-tree", "-r", "-z", "--name-only", branch).split("\0").filter(Boolean);
    const wanted = names.filter((name) => name.startsWith(below));
    return Object.fromEntries(wanted.map((name) => [name, git(this.remote, "show", `${branch}:${name}`)]));
  }

  log(branch = "main") {
    return git(this.remote, "log", "--format=%an|%s", branch).split("\n");
  }

  head(branch = "main") {
    return git(this.remote, "rev-parse", branch);
  }

  /** A server-side hook; it gets `old new ref` lines on standard input. */
  hook(name, script) {
    const file = join(this.remote, "hooks", name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }
}

/** Runs the action in a clone and returns all that the runner would see. */
export async function runAction(action, workspace, inputs = {}, { event = {}, env = {} } = {}) {
  const files = temp("runner");
  const paths = { output: join(files, "output"), summary: join(files, "summary"), event: join(files, "event.json") };
  writeFileSync(paths.output, "");
  writeFileSync(paths.summary, "");
  writeFileSync(paths.event, JSON.stringify(event));
  const variables = Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, String(value)]),
  );
  const child = spawn(process.execPath, [action], {
    cwd: workspace,
    env: {
      ...{ PATH: process.env.PATH, HOME: temp("home"), ...QUIET, RUNNER_TEMP: temp("runner-temp") },
      ...{ GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: workspace, GITHUB_REPOSITORY: "o/r", GITHUB_RUN_ID: "7" },
      ...{ GITHUB_OUTPUT: paths.output, GITHUB_STEP_SUMMARY: paths.summary, GITHUB_EVENT_PATH: paths.event },
      ...{ GITHUB_REF: "refs/heads/main", GITHUB_REF_NAME: "main", GITHUB_REF_TYPE: "branch" },
      ...variables,
      ...env,
    },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => {
      text += data;
    });
  }
  const code = await new Promise((done) => child.on("close", done));
  return { code, log: text, summary: readFileSync(paths.summary, "utf8"), outputs: outputsOf(paths.output) };
}

function outputsOf(file) {
  const outputs = {};
  const text = readFileSync(file, "utf8");
  for (const [, name, , value] of text.matchAll(/^([\w-]+)<<(\S+)\r?\n([\s\S]*?)\r?\n\2$/gm)) outputs[name] = value;
  return outputs;
}

/** A pi session in which a person says something and the agent agrees. */
export function session(id, said, date = "2026-03-01") {
  const line = (entry) => JSON.stringify(entry);
  const at = (n) => `${date}T10:00:0${n}.000Z`;
  const message = (n, parentId, role, text) => ({
    ...{ type: "message", id: `${id}000${n}`.slice(-8), parentId, timestamp: at(n) },
    message: { role, content: [{ type: "text", text }], timestamp: Date.parse(at(n)) },
  });
  const first = message(1, null, "user", said);
  return `${[
    line({ type: "session", version: 3, id: `${id}-0000-4000-8000-000000000000`, timestamp: at(0), cwd: "/repo" }),
    line(first),
    line(message(2, first.id, "assistant", "Understood, I will keep to that.")),
  ].join("\n")}\n`;
}

export const sessionPath = (id, date = "2026-03-01") =>
  `.GITCLAW/state/sessions/${date}T10-00-00-000Z_${id}-0000-4000-8000-000000000000.jsonl`;

/** The real sessions, where they are; `REPOLORE_GITCLAW` names the folder that holds `.GITCLAW`. */
export const corpus = process.env.REPOLORE_GITCLAW ?? join(ROOT, "..", "corpus", "gitclaw");
export const hasCorpus = existsSync(join(corpus, ".GITCLAW"));
