// Made-up sessions in which the work goes wrong in known ways, and how the CLI is called on them.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../../npm/dist/bin.js", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "repolore-work-"));
process.on("exit", () => rmSync(root, { recursive: true, force: true }));
let count = 0;

/** A fresh project that holds the given files. */
export function project(files = {}) {
  const folder = join(root, `project-${++count}`);
  mkdirSync(folder);
  write(folder, files);
  return folder;
}

export function write(folder, files) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`);
  }
}

/** Every file below a folder with its content. */
export function tree(folder) {
  const names = readdirSync(folder, { recursive: true }).map(String).sort();
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

export function repolore(cwd, ...args) {
  return new Promise((done) => {
    execFile(process.execPath, [BIN, ...args], { cwd, env: { ...process.env, HOME: root } }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

export const sessionPath = (id) =>
  `.GITCLAW/state/sessions/2026-03-0${id}T10-00-00-000Z_0000000${id}-0000-4000-8000-000000000000.jsonl`;

/** A pi session: each entry is a text of the person, or `{ call, fails }` for a command that the agent runs. */
export function piSession(id, steps, model = "claude-opus-5") {
  let n = 0;
  let parentId = null;
  const entries = [
    { type: "session", version: 3, id: `0000000${id}-0000-4000-8000-000000000000`, timestamp: at(0), cwd: "/repo" },
  ];
  const push = (message) => {
    const entry = { type: "message", id: `${id}${String(++n).padStart(7, "0")}`, parentId, timestamp: at(n), message };
    parentId = entry.id;
    entries.push(entry);
  };
  function at(second) {
    return new Date(Date.UTC(2026, 2, id, 10, 0, second)).toISOString();
  }
  for (const step of steps) {
    if (typeof step === "string") {
      push({ role: "user", content: [{ type: "text", text: step }] });
      push({ role: "assistant", model, content: [{ type: "text", text: "I will look into it." }] });
      continue;
    }
    const call = { type: "toolCall", id: `call-${n}`, name: "bash", arguments: { command: step.call } };
    push({ role: "assistant", model, content: [call] });
    const text = step.fails ?? "fine";
    push({
      ...{ role: "toolResult", toolCallId: call.id, toolName: "bash", isError: step.fails !== undefined },
      content: [{ type: "text", text }],
    });
  }
  return `${entries.map((entry) => JSON.stringify(entry)).join("\n")}\n`;
}

/** A session in which the tests fail three times for the same reason. */
export const failing = (id) =>
  piSession(id, [
    "Please run the tests and mend what is broken.",
    ...Array.from({ length: 3 }, () => ({
      call: "npm test",
      fails: "The database on port 5432 refused the connection.",
    })),
  ]);
