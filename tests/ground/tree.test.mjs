// The work tree as a source: the same files and the same answers, with git or without, with ripgrep or without.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { askRepo, scanImpact } from "../../npm/dist/index.js";
import { IgnoreFile } from "../../npm/dist/sources/ignore.js";
import { listTree } from "../../npm/dist/sources/tree.js";
import { makeProject } from "./project.mjs";

const clock = () => performance.now();

test("ignore files mean what git means by them", () => {
  const files = {
    ".gitignore":
      "*.log\n!keep.log\n/build\nnode_modules/\ndocs/**/draft.md\n**/tmp\nfoo/*\n!foo/bar\n\\#odd\n[ab].txt\nspace\\ \n# comment\n*.tm?\n",
    "a.log": "",
    "keep.log": "",
    "build/x": "",
    "sub/build/x": "",
    "sub/node_modules/y": "",
    node_modules: "a file called like the folder",
    "docs/draft.md": "",
    "docs/a/b/draft.md": "",
    "x/tmp/z": "",
    "foo/baz": "",
    "foo/bar": "",
    "#odd": "",
    "a.txt": "",
    "c.txt": "",
    "old.tmp": "",
    "sub/.gitignore": "!*.log\nlocal\n",
    "sub/z.log": "",
    "sub/local": "",
    local: "",
  };
  const project = makeProject({ files });
  try {
    const byGit = listTree(project.root);
    assert.equal(byGit.git, true);
    rmSync(join(project.root, ".git"), { recursive: true, force: true });
    const byHand = listTree(project.root);
    assert.equal(byHand.git, false);
    const names = ({ files: listed }) => listed.map(({ path }) => path);
    assert.deepEqual(names(byHand), names(byGit));
    assert.ok(names(byHand).includes("sub/z.log") && !names(byHand).includes("a.log"));
  } finally {
    project.remove();
  }
});

test("patterns that nobody can mean do no harm", () => {
  for (const pattern of ["[", "[z-a]", "/", "!", "**", `${"*a".repeat(200)}b`, "\\"]) {
    const file = new IgnoreFile(pattern, "");
    assert.equal(typeof (file.test("a".repeat(100), false) ?? false), "boolean", pattern);
  }
});

test("ripgrep changes nothing but the time", (t) => {
  if (spawnSync("rg", ["--version"]).status !== 0) return t.skip("ripgrep is not installed");
  const project = makeProject();
  try {
    for (let n = 0; n < 2_100; n++)
      project.write(`gen/f${n}.txt`, n % 7 === 0 ? `retries of upload ${n}\n` : `noise ${n}\n`);
    project.write("gen/big.bin", `upload\0retry`);
    for (const question of ["How are uploads retried?", "Where is `sendChunk`?", "noise", "???"]) {
      const ask = (ripgrep) => askRepo({ question, root: project.root, limitMs: 10_000, clock, ripgrep }).findings;
      assert.deepEqual(ask(true), ask(false), question);
    }
    const { outcome } = askRepo({ question: "uploads", root: project.root, limitMs: 10_000, clock });
    assert.equal(outcome.tool, "ripgrep+repo-scan");
  } finally {
    project.remove();
  }
});

test("a search that runs out of time gives what it has", () => {
  const project = makeProject();
  try {
    const late = askRepo({ question: "How are uploads retried?", root: project.root, limitMs: -1, clock }).outcome;
    assert.equal(late.status, "timed-out");
    assert.match(late.problem, /were not read within/);
    assert.ok(late.answer?.evidence.length > 0, "paths still count");
  } finally {
    project.remove();
  }
});

test("files that change together are found through git history", () => {
  const project = makeProject();
  try {
    for (let n = 0; n < 4; n++) {
      project.write("src/upload/limits.ts", `export const RETRY_LIMIT = ${n};\n`);
      project.write("settings/defaults.yml", `tries: ${n}\n`);
      project.git("commit", "-qam", `Limit of upload retries: ${n}`);
      project.git("add", "-A");
      project.git("commit", "-q", "--amend", "--no-edit");
    }
    const report = scanImpact({ design: "Raise the limit of upload retries", root: project.root });
    const companion = report.files.find(({ path }) => path === "settings/defaults.yml");
    assert.ok(companion, JSON.stringify(report.files.map(({ path }) => path)));
    assert.match(companion.reasons.join(" "), /changes together|similar message/);
  } finally {
    project.remove();
  }
});

test("unreadable and odd files are passed over", () => {
  const project = makeProject({ git: false });
  try {
    mkdirSync(join(project.root, "empty"));
    writeFileSync(join(project.root, "huge.txt"), Buffer.alloc(1024 * 1024 + 1, "upload "));
    const report = scanImpact({ design: "upload", root: project.root });
    assert.match(report.warnings.join("\n"), /too big or unreadable, looked at by path only: 1/);
    assert.match(report.warnings.join("\n"), /no git history/);
  } finally {
    project.remove();
  }
});
