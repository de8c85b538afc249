// A small project in a temporary folder, and the built CLI run in it as a real process.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../../npm/dist/bin.js", import.meta.url));

export const FILES = {
  "src/upload/client.ts":
    'import { RETRY_LIMIT } from "./limits";\n\nexport function sendChunk(chunk) {\n  return retry(() => post(chunk), RETRY_LIMIT);\n}\n',
  "src/upload/limits.ts": "// How often an upload is tried again.\nexport const RETRY_LIMIT = 3;\n",
  "src/upload/client.test.ts": 'import { sendChunk } from "./client";\n\ntest("sends", () => sendChunk(1));\n',
  "src/cache.ts": "// The cache keeps an answer this long.\nexport const CACHE_TTL_SECONDS = 300;\n",
  "src/app.ts": 'import { sendChunk } from "./upload/client";\n\nsendChunk(read());\n',
  "docs/upload.md": "# Uploads\n\nChunks are sent one by one.\n",
  ".gitignore": "ignored/\n*.log\n",
  "ignored/secret-retry.ts": "export const RETRY_LIMIT = 99;\n",
};

/** Makes the project; with `git` it has a history of two commits. */
export function makeProject({ git = true, files = FILES } = {}) {
  const root = mkdtempSync(join(tmpdir(), "repolore-ground-"));
  const write = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const run = (...args) =>
    spawnSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.org", ...args], { cwd: root, encoding: "utf8" });
  if (git) {
    run("init", "-q");
    run("add", "-A");
    run(
      "commit",
      "-q",
      "-m",
      "Uploads: send chunks and retry them\n\nWe chose chunks over streams because proxies cut streams.",
    );
  }
  return { root, write, git: run, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Runs the CLI in a project and resolves to its output. */
export function repolore(project, args, { env = {}, input } = {}) {
  return new Promise((done) => {
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: project.root,
      env: {
        ...process.env,
        HOME: join(project.root, ".home"),
        REPOLORE_CACHE_DIR: join(project.root, ".git", "test-cache"),
        ...env,
      },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (data) => (stdout += data));
    child.stderr.on("data", (data) => (stderr += data));
    child.on("close", (code) => {
      const json = () => JSON.parse(stdout);
      done({ code, stdout, stderr, json });
    });
    // A command that needs no input may be gone before it is written.
    child.stdin.on("error", (error) => {
      if (error.code !== "EPIPE") throw error;
    });
    child.stdin.end(input);
  });
}
