// The lifecycle script that `repolore init` writes, run by Bun and by Node on a copy of a GitClaw repository.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { transformSync } from "esbuild";
import { EXAMPLE, ROOT, temp } from "./world.mjs";

const isWindows = process.platform === "win32";
const SCRIPT = join(".GITCLAW", "lifecycle", "GITCLAW-KNOWLEDGE.ts");
const AGENT = `import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { findRelevantArticles, loadArticlesByTopic } from "./GITCLAW-KNOWLEDGE";

const knowledgeDir = resolve(import.meta.dirname, "..", "knowledge");
if (!existsSync(knowledgeDir)) throw new Error("no knowledge base");
const relevant = findRelevantArticles("Which database do we use for the timetables?", knowledgeDir, 5);
const context = relevant.map((a) => \`### \${a.frontmatter.title} (\${a.frontmatter.confidence} confidence, \${a.frontmatter.status})\\n\${a.body.slice(0, 500)}\`);
console.log(JSON.stringify({ n: context.length, preferences: loadArticlesByTopic("preferences", knowledgeDir).length }));
`;

/** A copy of the example after \`repolore init\`, with the package installed where the agent's packages are. */
function repository() {
  const folder = temp("gitclaw");
  cpSync(EXAMPLE, folder, { recursive: true });
  const bin = join(ROOT, "npm", "dist", "bin", "repolore.cjs");
  execFileSync(process.execPath, [bin, "-C", folder, "init", "--yes"], { encoding: "utf8" });
  mkdirSync(join(folder, ".GITCLAW", "node_modules"));
  symlinkSync(join(ROOT, "npm"), join(folder, ".GITCLAW", "node_modules", "repolore"), isWindows ? "junction" : "dir");
  return folder;
}

const bun = ["bun-linux-x64", "bun-linux-aarch64", "bun-darwin-aarch64", "bun-darwin-x64", "bun-windows-x64"]
  .map((name) => join(ROOT, "node_modules", "@oven", name, "bin", isWindows ? "bun.exe" : "bun"))
  .find((path) => existsSync(path));

test("Bun: --bootstrap makes the knowledge base, and the agent script finds articles in it", { skip: !bun }, () => {
  const folder = repository();
  const out = execFileSync(bun, [SCRIPT, "--bootstrap"], { cwd: folder, encoding: "utf8" });
  assert.match(out, /KB curation: \d+ created, 0 updated, \d+ contradictions detected/);
  assert.ok(existsSync(join(folder, ".GITCLAW", "knowledge", "_index.md")));
  const last = JSON.parse(readFileSync(join(folder, ".GITCLAW", "state", "kb-last-curated.json"), "utf8"));
  assert.ok(last.sessionCount > 5 && !Number.isNaN(Date.parse(last.curatedAt)));
  writeFileSync(join(folder, ".GITCLAW", "lifecycle", "agent.ts"), AGENT);
  const agent = join(".GITCLAW", "lifecycle", "agent.ts");
  const found = JSON.parse(execFileSync(bun, [agent], { cwd: folder, encoding: "utf8" }));
  assert.ok(found.n > 0 && found.preferences > 0, JSON.stringify(found));
  const again = execFileSync(bun, [SCRIPT], { cwd: folder, encoding: "utf8" });
  assert.equal(again, "", "nothing is due, nothing is said");
});

test("Node: the same script, types taken off", () => {
  const folder = repository();
  const script = join(folder, ".GITCLAW", "lifecycle", "knowledge.mjs");
  const { code } = transformSync(readFileSync(join(folder, SCRIPT), "utf8"), { loader: "ts", format: "esm" });
  writeFileSync(script, code);
  const out = execFileSync(process.execPath, [script, "--bootstrap"], { cwd: folder, encoding: "utf8" });
  assert.match(out, /KB curation: \d+ created/);
  assert.ok(existsSync(join(folder, ".GITCLAW", "knowledge", "index.yaml")));
});
