// Signals and lessons as steps after a curation: asked for, with their own summary, and never twice.
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadConfig } from "../../npm/dist/config.js";
import "../../npm/dist/index.js";
import { collectSignals } from "../../npm/dist/reflect/collect.js";
import { failing, piSession, project, repolore, sessionPath, tree, write } from "./work.mjs";

const sessions = (...ids) => Object.fromEntries(ids.map((id) => [sessionPath(id), failing(id)]));
const below = (files, folder) => Object.keys(files).filter((path) => path.startsWith(`.GITCLAW/knowledge/${folder}/`));
const entries = (files, folder) => below(files, folder).filter((path) => !path.endsWith("/index.md"));

test("without being asked, a curation neither collects nor reflects", async () => {
  const folder = project(sessions(1));
  const { code, stdout } = await repolore(folder, "curate");
  assert.equal(code, 0);
  assert.doesNotMatch(stdout, /Reflection:/);
  assert.deepEqual(below(tree(folder), "signals"), []);
});

test("reflect: auto stores signals, turns what recurs into a lesson, and a second run changes nothing", async () => {
  const folder = project({ "repolore.json": { preset: "gitclaw", reflect: "auto" }, ...sessions(1, 2, 3, 4) });
  const first = await repolore(folder, "curate");
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /KB curation: .*\n(.*\n)*Signals \(4\):\n {2}notable struggle: npm test failed 3 times/);
  assert.match(first.stdout, /Reflection: 4 signals, 1 new lessons, 0 updated\n$/);
  const files = tree(folder);
  assert.equal(entries(files, "signals").length, 4);
  const [lesson] = entries(files, "lessons");
  assert.match(files[lesson], /## Lesson\n\n.*port 5432 refused/);
  assert.match(files[lesson], /evidence_count: 4/);
  assert.match(files[".GITCLAW/knowledge/_index.md"], /lessons\//);
  const again = await repolore(folder, "curate");
  assert.match(again.stdout, /Reflection: 0 signals, 0 new lessons, 0 updated/);
  assert.deepEqual(tree(folder), files);
});

test("one more event joins the lesson, and a longer session is the same event", async () => {
  const folder = project({ "repolore.json": { preset: "gitclaw", reflect: { auto: true } }, ...sessions(1, 2, 3, 4) });
  await repolore(folder, "curate");
  write(folder, sessions(5));
  const more = JSON.parse((await repolore(folder, "curate", "--json")).stdout).reflection;
  assert.equal(more.signals.length, 1);
  assert.deepEqual(
    more.lessons.map(({ isNew, evidence }) => [isNew, evidence]),
    [[false, 5]],
  );
  const longer = failing(5) + failing(5).split("\n").slice(-3).join("\n").replaceAll("50000", "59999");
  write(folder, { [sessionPath(5)]: longer });
  const grown = JSON.parse((await repolore(folder, "curate", "--json")).stdout).reflection;
  assert.deepEqual(grown.signals, []);
});

test("a run that is cut short stores no signal that the next one stores again", async () => {
  const folder = project({ ...sessions(1, 2, 3), ".planning/signals/2026-06-01-npm-test-failed-3-times.md": "notes" });
  const request = { config: loadConfig({ cwd: folder, env: {} }), now: new Date("2026-06-01"), frustration: false };
  const notice = () => {
    throw new Error("cut short");
  };
  await assert.rejects(collectSignals({ ...request, notice }), /cut short/);
  assert.equal(entries(tree(folder), "signals").length, 1);
  assert.equal((await collectSignals(request)).stored.length, 2);
  assert.equal(entries(tree(folder), "signals").length, 3);
});

test("a dry run shows what would be collected and writes nothing", async () => {
  const folder = project({ ...sessions(1), ".GITCLAW/knowledge/decisions/.gitkeep": "" });
  const before = tree(folder);
  const { stdout } = await repolore(folder, "curate", "--reflect", "--dry-run");
  assert.match(stdout, /Reflection: 1 signals, 0 new lessons/);
  assert.deepEqual(tree(folder), before);
});

test("suspected frustration is shown once and stored only when somebody asks", async () => {
  const angry = piSession(1, [
    "Please mend the login page.",
    "It still doesn't work.",
    "No, that's not what I asked for. It still doesn't work!",
  ]);
  const folder = project({ [sessionPath(1)]: angry });
  const first = await repolore(folder, "curate", "--reflect");
  assert.match(first.stdout, /Perhaps signals, to be stored with repolore signal detect --create \(1\):/);
  assert.deepEqual(entries(tree(folder), "signals"), []);
  assert.doesNotMatch((await repolore(folder, "curate", "--reflect")).stdout, /Perhaps/);
  const asked = await repolore(folder, "signal", "detect", "--create");
  assert.match(asked.stdout, /1 candidate found, 1 stored/);
  assert.match((await repolore(folder, "signal", "detect", "--create")).stdout, /1 candidate found, 0 stored/);
  assert.equal(entries(tree(folder), "signals").length, 1);
});

test("a wrong word for reflect is refused with what would be right", async () => {
  const folder = project({ "repolore.json": { preset: "gitclaw", reflect: "always" } });
  const { code, stderr } = await repolore(folder, "curate");
  assert.equal(code, 1);
  assert.match(stderr, /"reflect" must be an object or one of auto, manual/);
});
