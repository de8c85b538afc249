// Signals, spikes and reflection as a person calls them: real processes on a real folder.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../../npm/dist/bin.js", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "repolore-reflect-"));
after(() => rmSync(root, { recursive: true, force: true }));

function project(name) {
  const folder = join(root, name);
  mkdirSync(join(folder, ".planning", "knowledge"), { recursive: true });
  return folder;
}

function repolore(cwd, ...args) {
  return new Promise((done) => {
    execFile(process.execPath, [BIN, ...args, "--preset", "gsd"], { cwd }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

const files = (folder) => readdirSync(folder, { recursive: true }).map(String).sort();
const cold = (n) =>
  ["signal", "add", "--type", "struggle", "--severity", "notable", "--tag", "ci,cache"].concat([
    ...["--title", `Cold cache ${n}`],
    ...["--what", `Build ${n} downloaded every package again although nothing had changed.`],
    ...["--cause", "The cache key of the build contains the date, so every day begins with a cold cache."],
  ]);

test("signals are related, become one lesson, and a second reflection changes nothing", async () => {
  const cwd = project("lesson");
  for (let n = 1; n <= 4; n++) {
    const { code, stdout } = await repolore(cwd, ...cold(n));
    assert.equal(code, 0);
    if (n > 1) assert.match(stdout, new RegExp(`seen ${n} times`));
  }
  const kb = join(cwd, ".planning", "knowledge");
  assert.match(readFileSync(join(kb, "index.md"), "utf8"), /## Signals \(4\)/);
  const dry = await repolore(cwd, "reflect", "--dry-run");
  assert.match(dry.stdout, /1 new, 0 updated/);
  assert.equal(existsSync(join(kb, "lessons")), false, "a dry run writes nothing");
  assert.equal((await repolore(cwd, "reflect")).code, 0);
  const lesson = files(join(kb, "lessons")).find((path) => path.endsWith(".md"));
  const text = readFileSync(join(kb, "lessons", lesson), "utf8");
  assert.match(text, /## Lesson\n\nThe cache key of the build contains the date/);
  assert.match(text, /- Signal: signals\/lesson\/.*cold-cache-1\.md — Build 1 downloaded/);
  assert.match((await repolore(cwd, "reflect")).stdout, /wrote 0 files/);
});

test("a signal without words or of severity trace is refused and nothing is written", async () => {
  const cwd = project("refused");
  const empty = await repolore(cwd, "signal", "add", "--type", "struggle");
  assert.equal(empty.code, 1);
  assert.match(empty.stderr, /whatHappened: say in a sentence or two what happened/);
  const odd = await repolore(cwd, "signal", "frobnicate");
  assert.equal(odd.code, 2);
  assert.deepEqual(files(join(cwd, ".planning", "knowledge")), []);
});

test("a spike is begun, refused while empty, concluded once, and avoided the next time", async () => {
  const cwd = project("spike");
  const question = "Should SQLite serve the timetable to readers?";
  const begun = await repolore(cwd, "spike", "new", question);
  assert.match(begun.stdout, /workspace: .*001-should-sqlite-serve/);
  const folder = join(cwd, ".planning", "spikes", "001-should-sqlite-serve-the-timetable-to-readers");
  const refused = await repolore(cwd, "spike", "conclude", "001", "--outcome", "confirmed");
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /DECISION\.md: "Decision" is empty/);
  writeFileSync(
    join(folder, "HYPOTHESIS.md"),
    "## Hypothesis\n\nSQLite serves the timetable to 100 readers below 10 ms.\n",
  );
  writeFileSync(join(folder, "EXPERIMENT.md"), "## Method\n\nRun wrk.\n\n## Success Criteria\n\np95 below 10 ms\n");
  writeFileSync(
    join(folder, "DECISION.md"),
    "## Results\n\np95 was 4 ms\n\n## Decision\n\nUse SQLite for the timetable.\n",
  );
  writeFileSync(join(folder, "results", "run-1.csv"), "p95\n4\n");
  const others = () => files(cwd).filter((path) => !/^\.planning.(spikes|knowledge|repolore)/.test(path));
  const before = others();
  const conclude = () => repolore(cwd, "spike", "conclude", "001", "--outcome", "confirmed", "--project", "app");
  const done = await conclude();
  assert.equal(done.code, 0, done.stderr);
  assert.deepEqual(others(), before, "nothing outside of the workspace and the store is touched");
  const record = readFileSync(join(cwd, ".planning", "knowledge", done.stdout.trim().split("\n")[1]), "utf8");
  assert.match(record, /## Data\n\n- `\.planning\/spikes\/001-[\w-]+\/results\/run-1\.csv`/);
  const again = await repolore(cwd, "spike", "conclude", "001", "--outcome", "rejected", "--project", "app");
  assert.match(again.stderr, /a concluded spike is not changed/);
  const file = join(cwd, ".planning", "knowledge", done.stdout.trim().split("\n")[1]);
  const twin = join(dirname(file), basename(file).toUpperCase());
  renameSync(file, twin);
  const skipped = await conclude();
  assert.equal(skipped.code, 1, "what could not be written is told");
  assert.match(skipped.stderr, new RegExp(basename(file)));
  renameSync(twin, file);
  const avoided = await repolore(cwd, "spike", "new", question);
  assert.match(avoided.stdout, /Spikes avoided: 1 \(spk-/);
  assert.match(avoided.stdout, /Use SQLite for the timetable/);
});

test("candidates are found in the bundled example and printed, not stored", async () => {
  const cwd = join(root, "example");
  cpSync(fileURLToPath(new URL("../fixtures/example", import.meta.url)), cwd, { recursive: true });
  const before = files(cwd);
  const { code, stdout } = await new Promise((done) =>
    execFile(process.execPath, [BIN, "-C", cwd, "signal", "detect", "--json"], (error, stdout) =>
      done({ code: error?.code ?? 0, stdout }),
    ),
  );
  assert.equal(code, 0);
  assert.ok(Array.isArray(JSON.parse(stdout)));
  assert.deepEqual(files(cwd), before);
});
