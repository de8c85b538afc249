// Odd input and odd surroundings: named, skipped or refused with the reason, and nothing is lost.
import assert from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { loadConfig } from "../../npm/dist/config.js";
import { FsStore } from "../../npm/dist/index.js";
import { storeSignal } from "../../npm/dist/reflect/store.js";
import { KnowledgeFolder } from "../../npm/dist/store/knowledge-folder.js";
import { project, repolore, tree, write } from "./work.mjs";

const KB = ".planning/knowledge";
const gsd = (files = {}) => project({ [`${KB}/.gitkeep`]: "", ...files });
const call = (folder, ...args) => repolore(folder, ...args, "--preset", "gsd");
const signal = (id, more = "", tags = "[ci, cache]") =>
  `---\nid: sig-2026-03-01-${id}\ntype: signal\nproject: app\ntags: ${tags}\ncreated: 2026-03-01\nstatus: active\nseverity: notable\nsignal_type: struggle\nconfidence: medium\n${more}---\n\n## What Happened\n\nBuild ${id} downloaded every package again although nothing had changed.\n\n## Potential Cause\n\nThe cache key of the build contains the date, so every day begins with a cold cache.\n`;
const stored = (...ids) => Object.fromEntries(ids.map((id) => [`${KB}/signals/app/2026-03-01-${id}.md`, signal(id)]));

describe("signals", () => {
  test("one whose front matter is broken is named and left as it is; the others are learned from", async () => {
    const broken = signal("e").replace("tags:", "evidence:\n  - `x` y\ntags:");
    const folder = gsd({ ...stored("a", "b", "c", "d"), [`${KB}/signals/app/2026-03-01-e.md`]: broken });
    const { code, stdout, stderr } = await call(folder, "reflect");
    assert.equal(code, 0, stderr);
    assert.match(stdout, /1 new, 0 updated/);
    assert.match(stderr, /left alone: signals\/app\/2026-03-01-e\.md: line \d+/);
    assert.equal(tree(folder)[`${KB}/signals/app/2026-03-01-e.md`], broken);
    assert.match(tree(folder)[`${KB}/index.md`], /## Lessons \(1\)/, "the index knows the lesson");
  });

  test("one that is not UTF-8 is named and keeps its bytes", async () => {
    const folder = gsd(stored("a", "b", "c", "d"));
    const file = join(folder, `${KB}/signals/app/2026-03-01-a.md`);
    appendFileSync(file, Buffer.from([0x63, 0xe9, 0x0a]));
    const before = readFileSync(file);
    const { code, stderr } = await call(folder, "reflect");
    assert.equal(code, 0, stderr);
    assert.match(stderr, /left alone: signals\/app\/2026-03-01-a\.md: it is not UTF-8/);
    assert.deepEqual(readFileSync(file), before);
    assert.match((await call(folder, "reflect")).stdout, /wrote 0 files/);
  });

  test("unknown types are kept by their name, unknown severities are refused or read as minor", async () => {
    const folder = gsd({ ...stored("a") });
    const odd = await call(folder, "signal", "add", "--type", "sun-spots", "--what", "The sun had spots.");
    assert.equal(odd.code, 0, odd.stderr);
    const [path] = Object.keys(tree(folder)).filter((name) => name.endsWith("the-sun-had-spots.md"));
    assert.match(tree(folder)[path], /^signal_type: sun-spots$/m);
    write(folder, { "signal.json": { whatHappened: "The sun had spots.", severity: "huge" } });
    const before = tree(folder);
    const refused = await call(folder, "signal", "add", "--file", join(folder, "signal.json"));
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /severity|huge/);
    assert.deepEqual(tree(folder), before);
    write(folder, { [`${KB}/signals/app/2026-03-01-b.md`]: signal("b").replace("notable", "enormous") });
    assert.equal((await call(folder, "reflect", "--dry-run")).code, 0);
    const index = JSON.parse((await call(folder, "index", "--json")).stdout)[0].content;
    assert.match(index, /\| sig-2026-03-01-b \|/);
  });

  test("links to signals that are gone neither stop a reflection nor come into a lesson", async () => {
    const folder = gsd(stored("a", "b", "c", "d"));
    const path = `${KB}/signals/app/2026-03-01-a.md`;
    write(folder, { [path]: signal("a", "related_signals: [sig-gone]\nrecurrence_of: sig-gone-too\n") });
    const { code, stdout } = await call(folder, "reflect");
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, /sig-gone/);
    const lesson = Object.entries(tree(folder)).find(([name]) => name.includes("/lessons/"))[1];
    for (const [, cited] of lesson.matchAll(/- Signal: (\S+)/g)) assert.ok(tree(folder)[`${KB}/${cited}`], cited);
  });

  test("what was mended and comes back is opened again, and weighs more", async () => {
    const mended = signal("a", "lifecycle_state: remediated\n");
    const folder = gsd({ [`${KB}/signals/app/2026-03-01-a.md`]: mended });
    await call(folder, "index", "--write");
    const add = [
      "signal",
      "add",
      "--type",
      "struggle",
      "--tag",
      "ci,cache",
      "--project",
      "app",
      "--what",
      "The cache was cold again.",
    ];
    const { stdout } = await call(folder, ...add, "--json");
    const { recurrenceOf, content } = JSON.parse(stdout);
    assert.equal(recurrenceOf, "sig-2026-03-01-a");
    assert.match(content, /^severity: notable$/m, "one step above minor");
    const old = tree(folder)[`${KB}/signals/app/2026-03-01-a.md`];
    assert.match(old, /^lifecycle_state: detected$/m);
    assert.match(old, /lifecycle_log:\n {2}- .*it came back/);
    assert.ok(old.endsWith(mended.slice(mended.indexOf("## What Happened"))), "the rest stays as it was");
  });

  test("a file of a person where a copy would go stays as it is and is named", async () => {
    const copy = `.planning/signals/${new Date().toISOString().slice(0, 10)}-cold-cache.md`;
    const folder = gsd({ [copy]: "NOTES\n" });
    const add = ["signal", "add", "--tag", "ci", "--title", "Cold cache", "--what", "The cache was cold."];
    const { code, stderr } = await call(folder, ...add);
    assert.equal(code, 0);
    assert.match(stderr, /\.planning\/signals\/\S+-cold-cache\.md is there already/);
    assert.equal(tree(folder)[copy], "NOTES\n");
  });

  test("a project gets its copy from a knowledge base outside of it, and an index that is not UTF-8 stays", async () => {
    const odd = Buffer.from([0x63, 0xe9, 0x0a]);
    const shared = project();
    appendFileSync(join(shared, "index.md"), odd);
    const folder = project({ ".planning/signals/.gitkeep": "" });
    const add = ["signal", "add", "--tag", "ci", "--title", "Cold cache", "--what", "The cache was cold."];
    const { code, stderr } = await call(folder, ...add, "--knowledge", shared);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /index\.md is not UTF-8 and stays as it is/);
    assert.deepEqual(readFileSync(join(shared, "index.md")), odd);
    const copies = Object.keys(tree(folder)).filter((path) => path.startsWith(".planning/signals/"));
    assert.ok(
      copies.some((path) => path.endsWith("-cold-cache.md")),
      copies.join(),
    );
  });

  test("six collectors at once end in six signals and six rows", async () => {
    const folder = gsd();
    const add = (n) =>
      call(folder, "signal", "add", "--tag", "ci,cache", "--title", "Cold cache", "--what", `Try ${n} was cold.`);
    const results = await Promise.all([1, 2, 3, 4, 5, 6].map(add));
    for (const { code, stderr } of results) assert.equal(code, 0, stderr);
    const files = Object.entries(tree(folder)).filter(([path]) => path.includes("/signals/"));
    assert.equal(files.length, 6);
    const words = files.map(([, text]) => /Try (\d)/.exec(text)[1]).sort();
    assert.deepEqual(words, ["1", "2", "3", "4", "5", "6"], "nobody's words are lost");
    const index = tree(folder)[`${KB}/index.md`];
    assert.match(index, /## Signals \(6\)/);
    assert.equal(index.match(/^\| sig-/gm).length, 6);
  });

  test("a disk that cannot be written is named, and nothing is half done", async () => {
    const folder = gsd(stored("a"));
    const before = tree(folder);
    const config = loadConfig({ cwd: folder, env: { HOME: folder }, preset: "gsd" });
    const refuse = () => {
      throw Object.assign(new Error("EROFS: read-only file system"), { code: "EROFS" });
    };
    const store = new FsStore({ root: config.root, state: config.state, before: refuse });
    const base = new KnowledgeFolder(store, config.knowledge);
    const words = { title: "Cold", whatHappened: "The cache was cold.", context: "", cause: "", tags: ["ci", "cache"] };
    const rest = { positive: null, confidence: "medium", evidence: [], phase: null, plan: null, detected: false };
    const one = { signalType: "struggle", severity: "minor", project: "app", ...words, ...rest };
    await assert.rejects(storeSignal(base, config, one, new Date(0)), (error) => /read-only/.test(error.message));
    assert.deepEqual(tree(folder), before);
  });
});

describe("spikes", () => {
  const WORK = ".planning/spikes";
  const spike = (id, more) =>
    `---\nid: ${id}\ntype: spike\nproject: app\ntags: [sqlite, timetable]\ncreated: 2026-03-0${id.at(-1)}\nstatus: active\noutcome: confirmed\nhypothesis: SQLite serves the timetable to 100 readers\n${more}---\n\n## Decision\n\nUse SQLite for the timetable (${id}).\n`;
  const at = (id) => `${KB}/spikes/app/${id}.md`;
  const question = "Can SQLite serve the timetable to readers?";

  test("a folder that is half written says what is missing, is not concluded, and does not stop a new one", async () => {
    const folder = gsd({
      [`${WORK}/004-half/HYPOTHESIS.md`]: "## Hypothesis\n\nTBD\n",
      [`${WORK}/005-empty/results/.gitkeep`]: "",
    });
    const { stdout } = await call(folder, "spike", "status");
    assert.match(stdout, /004-half: HYPOTHESIS\.md: "Hypothesis" is empty; EXPERIMENT\.md is not there/);
    assert.match(stdout, /005-empty: HYPOTHESIS\.md is not there/);
    const refused = await call(folder, "spike", "conclude", "004", "--outcome", "confirmed");
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /not ready/);
    assert.match((await call(folder, "spike", "new", question)).stdout, /006-can-sqlite/);
  });

  test("a circle of replacements leaves the latest", async () => {
    const folder = gsd({
      [at("spk-1")]: spike("spk-1", "supersedes: [spk-2]\n"),
      [at("spk-2")]: spike("spk-2", "supersedes: [spk-1]\n"),
    });
    const { stdout } = await call(folder, "spike", "new", question);
    assert.match(stdout, /Spikes avoided: 1 \(spk-2\)/);
    assert.doesNotMatch(stdout, /\[spk-1\]/);
  });

  test("a spike that does not exist cannot be replaced", async () => {
    const folder = gsd({
      [`${WORK}/001-x/HYPOTHESIS.md`]: "## Hypothesis\n\nIt works.\n",
      [`${WORK}/001-x/EXPERIMENT.md`]: "## Method\n\nTry.\n\n## Success Criteria\n\nIt works.\n",
      [`${WORK}/001-x/DECISION.md`]: "## Results\n\nYes.\n\n## Decision\n\nUse it.\n",
    });
    const before = tree(folder);
    const { code, stderr } = await call(
      folder,
      "spike",
      "conclude",
      "001",
      "--outcome",
      "confirmed",
      "--supersedes",
      "spk-9",
    );
    assert.equal(code, 1);
    assert.match(stderr, /no such spike is stored/);
    assert.deepEqual(tree(folder), before);
  });

  test("scale, technology and what the code base became decide how far an answer holds", async () => {
    const folder = gsd({
      [at("spk-1")]: spike("spk-1", 'depends_on: ["better-sqlite3 >= 11", "src/timetable.ts exists"]\n'),
      "package.json": { dependencies: { "better-sqlite3": "11.5.0" } },
      "src/timetable.ts": "export {};\n",
    });
    const ask = async (text) => JSON.parse((await call(folder, "spike", "new", text, "--json")).stdout);
    const same = await ask(question);
    assert.deepEqual([same.avoided, same.known[0].prior, same.workspace], [true, "applicable", null]);
    const larger = await ask("Can SQLite serve the timetable to 50 000 readers?");
    assert.deepEqual([larger.avoided, larger.known[0].prior], [false, "partial"]);
    assert.deepEqual(larger.known[0].gap, ["50 000 readers (tested: 100 readers)"]);
    assert.match(larger.workspace, /001-can-sqlite/);
    write(folder, { "package.json": { dependencies: { "better-sqlite3": "9.0.0" } } });
    const stale = await ask(question);
    assert.deepEqual([stale.avoided, stale.known[0].prior], [false, "stale"]);
    assert.match(stale.known[0].caveat, /better-sqlite3/);
    assert.match(
      readFileSync(join(folder, at("spk-1")), "utf8"),
      /outcome: confirmed/,
      "the record itself never changes",
    );
  });
});
