import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import "../dist/load/node.js";
import { configSchema, loadConfig } from "../dist/config.js";
import { repolore } from "./helpers/cli.mjs";
import { folderWith, tree } from "./helpers/folder.mjs";

const HOME = folderWith();

function load(cwd, more = {}) {
  return loadConfig({ cwd, env: { HOME }, ...more });
}

describe("places", () => {
  const homes = [
    ".GITCLAW",
    ".GITOPENCLAW",
    ".github-minimum-intelligence",
    ".minimum-intelligence",
    ".issue-intelligence",
    ".github-intelligence",
  ];
  for (const home of homes) {
    test(`${home} is found by looking`, () => {
      const project = folderWith({ [`${home}/state/issues/1.json`]: "{}" });
      const config = load(project);
      assert.equal(config.preset, "gitclaw");
      assert.equal(config.root, project);
      assert.equal(config.knowledge, `${home}/knowledge`);
      assert.equal(config.state, `${home}/state`);
      assert.equal(config.sessions[0], join(project, home, "state", "sessions"));
      assert.equal(config.issues, join(project, home, "state", "issues"));
    });
  }

  test("a bare state folder counts when it holds sessions or issues", () => {
    const bare = load(folderWith({ "state/sessions/a.jsonl": "" }));
    assert.deepEqual([bare.knowledge, bare.state], ["knowledge", "state"]);
    const other = load(folderWith({ "state/machine.json": "" }));
    assert.equal(other.knowledge, ".GITCLAW/knowledge");
  });

  test("the project is found from a folder inside it", () => {
    const project = folderWith({ ".GITCLAW/state/x": "", "src/deep/file.ts": "" });
    assert.equal(load(join(project, "src", "deep")).root, project);
  });

  test("a layout of another preset is recognised", () => {
    assert.equal(load(folderWith({ ".planning/knowledge/index.md": "" })).preset, "gsd");
    assert.equal(load(folderWith({ ".claude/knowledge/index.yaml": "" })).preset, "claude");
    assert.equal(load(folderWith({ "README.md": "" })).preset, "gitclaw");
  });

  test("gsd falls back to the person's own knowledge and reads the shared ones", () => {
    const home = folderWith({ ".gsd/knowledge/index.md": "", ".claude/gsd-knowledge/index.md": "" });
    const config = loadConfig({ cwd: folderWith({ "repolore.json": '{"preset":"gsd"}' }), env: { HOME: home } });
    assert.equal(config.root, join(home, ".gsd", "knowledge"));
    assert.deepEqual([config.knowledge, config.state], ["", ".repolore"]);
    const local = loadConfig({ cwd: folderWith({ ".planning/knowledge/index.md": "" }), env: { HOME: home } });
    assert.equal(local.knowledge, ".planning/knowledge");
    assert.deepEqual(local.roots, [join(home, ".gsd", "knowledge"), join(home, ".claude", "gsd-knowledge")]);
    const elsewhere = folderWith({ "knowledge/index.md": "" });
    const named = loadConfig({
      cwd: folderWith({ "repolore.json": '{"preset":"gsd"}' }),
      env: { HOME: home, GSD_HOME: elsewhere },
    });
    assert.equal(named.root, join(elsewhere, "knowledge"));
  });

  test("commands ask and set up the project when its knowledge base lies elsewhere", async () => {
    const home = folderWith({
      ".gsd/knowledge/lessons/tokens.md":
        '---\nkind: lesson\ntitle: Session tokens\ndepends_on:\n  - "src/auth.ts exists"\n---\n\nTokens are opaque.\n',
    });
    const project = folderWith({
      "repolore.json": '{"preset":"gsd"}',
      "src/auth.ts": "export function validateSessionToken() {}\n",
      "plan.md": "Change src/auth.ts.\n",
    });
    const before = tree(home);
    const run = async (...args) => {
      const { out, err, code } = await repolore(project, args, { env: { HOME: home } });
      assert.equal(code, 0, err);
      return out;
    };
    const grounded = await run("ground", "Where is validateSessionToken defined?", "--no-cache");
    assert.match(grounded, /src\/auth\.ts:1 /);
    assert.match(await run("impact", "--design", "plan.md"), /src\/auth\.ts.*modify/i);
    assert.doesNotMatch(await run("search", "session tokens"), /no longer exists/);
    await run(
      "gate",
      "--track",
      "login",
      "--transition",
      "develop-deliver",
      "--skip",
      "--reason",
      "typo fix",
      "--risk",
      "none",
    );
    await run("spike", "new", "Should we use SQLite?");
    await run("init", "--yes");
    const made = Object.keys(tree(project)).filter((path) => !path.includes(".repolore"));
    for (const path of [
      "conductor/tracks/login/grounding/develop-deliver.json",
      ".planning/spikes/001-should-we-use-sqlite/HYPOTHESIS.md",
      ".claude/skills/knowledge-base/SKILL.md",
    ])
      assert.ok(made.includes(path), `${path} in ${made}`);
    assert.deepEqual(tree(home), before);
  });

  test("claude finds the project's own transcripts", () => {
    const project = folderWith({ ".claude/knowledge/index.yaml": "" });
    assert.deepEqual(load(project).sessions, [
      join(HOME, ".claude", "projects", project.replace(/[^a-zA-Z0-9]/g, "-")),
    ]);
  });

  test("the call overrides the file", () => {
    const project = folderWith({ ".GITCLAW/state/x": "", "repolore.json": "{}" });
    const elsewhere = folderWith();
    const outside = load(project, { knowledge: elsewhere, sessions: ["a", "/b"] });
    assert.deepEqual([outside.root, outside.knowledge, outside.state], [elsewhere, "", ".repolore"]);
    assert.deepEqual(outside.sessions, [join(project, "a"), "/b"]);
    const inside = load(project, { knowledge: "docs/kb" });
    assert.deepEqual([inside.root, inside.knowledge, inside.state], [project, "docs/kb", "docs/kb/.repolore"]);
    const same = load(project, { knowledge: ".GITCLAW/knowledge" });
    assert.equal(same.state, ".GITCLAW/state");
  });

  test("paths of the file are relative to the file", () => {
    const project = folderWith({
      ".repolore.json": '{"knowledge":"kb","state":"kb-state","sessions":["logs","~/more"],"roots":["../other"]}',
      "sub/x": "",
    });
    const config = load(join(project, "sub"));
    assert.deepEqual([config.root, config.knowledge, config.state], [project, "kb", "kb-state"]);
    assert.deepEqual(config.sessions, [join(project, "logs"), join(HOME, "more")]);
    assert.deepEqual(config.roots, [join(project, "..", "other")]);
  });
});

describe("values", () => {
  test("defaults are the documented ones", () => {
    const config = load(folderWith());
    assert.equal(config.threshold, 5);
    assert.deepEqual(config.budget, { tokens: 500, executor: 200, articles: 5, preference: 300 });
    assert.deepEqual(config.decay, {
      rate: 0.01,
      floor: 0.3,
      evergreen: ["architecture", "security", "core", "breaking"],
    });
    assert.equal(config.llm.enabled, false);
    assert.equal(config.knowledgeDebug, false);
  });

  test("knowledge_debug is read from either file, and a broken one means no", () => {
    const debug = (files) => load(folderWith(files)).knowledgeDebug;
    assert.equal(debug({ "repolore.json": '{"knowledge_debug":true}' }), true);
    assert.equal(debug({ ".planning/config.json": '{"knowledge_debug" : true}' }), true);
    assert.equal(debug({ ".planning/config.json": '{"knowledge_debug":"true"}' }), false);
    assert.equal(debug({ ".planning/config.json": "{broken" }), false);
  });

  const complaints = [
    ['{"knowlege":"x"}', "config/key", /"knowlege"; did you mean "knowledge"\?/],
    ['{"budget":{"token":1}}', "config/key", /"budget\.token"; did you mean "budget\.tokens"\?/],
    ['{"evergreen":[]}', "config/key", /"evergreen"; did you mean "decay\.evergreen"\?/],
    ['{"zzz":1}', "config/key", /"zzz"; known here: preset, /],
    ['{"__proto__":1}', "config/key", /"__proto__"/],
    ['{"preset":"gitclow"}', "config/value", /"preset" must be one of gitclaw, gsd, claude.*did you mean "gitclaw"\?/],
    ['{"threshold":0}', "config/value", /"threshold" must be a whole number from 1 to/],
    ['{"threshold":1.5}', "config/value", /"threshold"/],
    ['{"decay":{"rate":"fast"}}', "config/value", /"decay\.rate" must be a number/],
    ['{"decay":[]}', "config/value", /"decay" must be an object/],
    ['{"sessions":"x"}', "config/value", /"sessions" must be a list of texts/],
    ['{"llm":{"enabled":"yes"}}', "config/value", /"llm\.enabled" must be true or false/],
    ['{"state":"../elsewhere"}', "config/value", /"state" must be a folder inside/],
    ["[]", "config/value", /the content must be an object/],
    ['{"a":', "config/syntax", /is not JSON/],
  ];
  for (const [text, code, message] of complaints) {
    test(`${text} is refused with what would be right`, () => {
      const project = folderWith({ "repolore.json": text });
      assert.throws(
        () => load(project),
        (error) => error.code === code && message.test(error.message) && !error.message.includes("\n"),
      );
    });
  }

  test("two files are one too many", () => {
    const project = folderWith({ "repolore.json": "{}", ".repolore.json": "{}" });
    assert.throws(
      () => load(project),
      (error) => error.code === "config/ambiguous",
    );
  });

  test("a preset named in the call must exist", () => {
    assert.throws(
      () => load(folderWith(), { preset: "nope" }),
      (error) => error.code === "usage/preset",
    );
  });
});

test("the shipped JSON schema is the one the code checks by", () => {
  const shipped = JSON.parse(readFileSync(new URL("../repolore.schema.json", import.meta.url), "utf8"));
  assert.deepEqual(shipped, JSON.parse(JSON.stringify(configSchema())));
});
