// What the inputs of the action ask for beside a plain curation: reflection, sessions through the API, a model, checks.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, test } from "node:test";
import { failing } from "../reflect/work.mjs";
import { actionUnderTest, git, ROOT, session, sessionPath, World } from "./world.mjs";

const { api, run } = actionUnderTest();
const KNOWLEDGE = ".GITCLAW/knowledge/";
const SESSIONS = ".GITCLAW/state/sessions/";

test("the workflow in the README does what it says", async () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const [, given] = /uses: OWNER\/repolore\/github-action@v1\n\s+with:\n([\s\S]*?)```/.exec(readme);
  const inputs = Object.fromEntries(
    [...given.matchAll(/^\s+([\w-]+): "?([^"#\n]*?)"?(?: #.*)?$/gm)].map(([, k, v]) => [k, v]),
  );
  assert.deepEqual(Object.keys(inputs), ["if-due", "reflect"]);
  const world = new World();
  const { code, log, outputs } = await run(world.clone(), inputs);
  assert.equal(code, 0, log);
  assert.equal(outputs.changed, "true");
});

describe("reflect", () => {
  const retries = Object.fromEntries(
    [1, 2, 3, 4].map((id) => [sessionPath(`0000000${id}`, `2026-03-0${id}`), failing(id)]),
  );

  test("signals and lessons come with the same commit and their own summary, and only once", async () => {
    const world = new World();
    world.person(retries);
    const { code, log, outputs, summary } = await run(world.clone(), { reflect: "true" });
    assert.equal(code, 0, log);
    assert.deepEqual([outputs.signals, outputs.lessons], ["4", "1"]);
    assert.match(log, /::group::Reflecting/);
    assert.match(log, /Reflection: 4 signals, 1 new lessons, 0 updated/);
    assert.match(summary, /# What was learned[\s\S]*# How the work went[\s\S]*## Lessons\n\n- .*port 5432 refused/);
    assert.match(summary, /\]\(https:\/\/github\.com\/o\/r\/blob\/[0-9a-f]{40}\/\.GITCLAW\/knowledge\/lessons\//);
    assert.match(world.log()[0], /^repolore\[bot\]\|knowledge: .*, 1 lesson$/);
    const lessons = Object.keys(world.files("main", `${KNOWLEDGE}lessons/`));
    assert.equal(lessons.length, 1);
    const again = await run(world.clone(), { reflect: "true" });
    assert.equal(again.code, 0, again.log);
    assert.deepEqual([again.outputs.changed, again.outputs.signals], ["false", "0"], again.log);
  });

  test("is off by default, and on by the configuration", async () => {
    const world = new World();
    world.person(retries);
    const off = await run(world.clone(), { "dry-run": "true" });
    assert.doesNotMatch(off.summary, /How the work went/);
    world.person({ "repolore.json": '{ "preset": "gitclaw", "reflect": "auto" }\n' });
    const on = await run(world.clone(), { "dry-run": "true" });
    assert.match(on.summary, /How the work went/);
    assert.equal(on.outputs.signals, "4");
    const kept = await run(world.clone(), { "dry-run": "true", reflect: "false" });
    assert.doesNotMatch(kept.summary, /How the work went/);
  });
});

describe("sessions-from: api", () => {
  test("sessions that are not checked out are fetched from the branch, with their issues", async () => {
    const world = new World();
    const files = world.files();
    api.refs.clear();
    api.commit(files);
    const workspace = world.clone("--no-checkout");
    git(workspace, "sparse-checkout", "set", "--no-cone", "/*", `!/${SESSIONS}`);
    git(workspace, "checkout", "-q", "main");
    const without = await run(workspace, { "dry-run": "true" });
    assert.equal(without.outputs.created, "0", "the folder is not there");
    api.log.length = 0;
    const env = { GITHUB_API_URL: api.url };
    const { code, log, outputs } = await run(workspace, { "sessions-from": "api", token: "t" }, { env });
    assert.equal(code, 0, log);
    assert.match(log, /\d+ files of sessions fetched through the API/);
    assert.ok(Number(outputs.created) > 3, log);
    assert.ok(api.log.some((line) => /git\/blobs/.test(line)));
    const complete = new World();
    await run(complete.clone());
    const articles = (one) => Object.keys(one.files("main", KNOWLEDGE));
    assert.deepEqual(articles(world), articles(complete), "the same as from a full checkout");
    assert.deepEqual(
      Object.keys(files).filter((path) => !world.files()[path]),
      [],
      "what is not checked out is not removed",
    );
  });

  test("an API that fails ends the run with its words, and nothing is written", async () => {
    const world = new World();
    const head = world.head();
    api.refs.clear();
    const env = { GITHUB_API_URL: api.url };
    const { code, log } = await run(world.clone(), { "sessions-from": "api", token: "t" }, { env });
    assert.equal(code, 1);
    assert.match(log, /::error::.*\[github\//);
    assert.equal(world.head(), head);
    const wrong = await run(world.clone(), { "sessions-from": "git" });
    assert.match(wrong.log, /must be checkout or api/);
  });
});

describe("llm", () => {
  /** A service that answers every request with the same text, and remembers what it was asked. */
  async function service(text, body) {
    const asked = [];
    const server = createServer((request, response) => {
      let sent = "";
      request.on("data", (data) => {
        sent += data;
      });
      request.on("end", () => {
        asked.push({ url: request.url, key: request.headers.authorization, sent });
        response.setHeader("content-type", "application/json");
        response.end(
          JSON.stringify({ choices: [{ finish_reason: "stop", message: { role: "assistant", content: text } }] }),
        );
      });
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    try {
      return await body(`http://127.0.0.1:${server.address().port}/v1`, asked);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  test("a model is asked only when it is named, without secrets, and its nonsense changes nothing", async () => {
    const world = new World();
    const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;
    world.person({
      [sessionPath("34343434")]: session("34343434", `We decided to use PostgreSQL. The key is ${secret}.`),
    });
    const plain = await run(world.clone(), { "dry-run": "true" });
    await service("I would rather talk about the weather.", async (url, asked) => {
      const inputs = { "llm-url": url, "llm-model": "m", "llm-key": "sk-very-secret-key", "dry-run": "true" };
      const { code, log, outputs, summary } = await run(world.clone(), inputs);
      assert.equal(code, 0, log);
      assert.equal(outputs.created, plain.outputs.created);
      assert.ok(asked.length > 0);
      assert.equal(asked[0].url, "/v1/chat/completions");
      assert.equal(asked[0].key, "Bearer sk-very-secret-key");
      assert.ok(!asked.some(({ sent }) => sent.includes(secret)), "no secret leaves");
      assert.ok(!`${log.replace(/^::add-mask::.*$/gm, "")}${summary}`.includes("sk-very-secret-key"));
      assert.match(log, /model/);
    });
  });

  test("a service that is not there leaves the result as it is; half an input is named", async () => {
    const world = new World();
    const inputs = { "llm-url": "http://127.0.0.1:9/v1", "llm-model": "m", "dry-run": "true" };
    const { code, log, outputs } = await run(world.clone(), inputs);
    assert.equal(code, 0, log);
    assert.ok(Number(outputs.created) > 3);
    const half = await run(world.clone(), { "llm-url": "http://127.0.0.1:9/v1" });
    assert.match(half.log, /llm-model.*must name a model/);
  });
});

describe("check", () => {
  const pullRequest = (sha) => ({
    event: { pull_request: { base: { sha } } },
    env: { GITHUB_REF: "refs/pull/1/merge" },
  });
  const article = (title, text, more = "") =>
    `---\ntopic: decisions\ntitle: ${title}\ncreated: 2026-03-01\nsources:\n  - issue: 7\nconfidence: high\nstatus: current\n${more}---\n\n# ${title}\n\n${text}\n`;
  const at = (name) => `${KNOWLEDGE}decisions/${name}.md`;

  /** The findings of a change as annotations, with the exit code. */
  async function checked(before, change, inputs = {}) {
    const world = new World();
    world.person(before);
    const base = world.head();
    world.person(change);
    return await run(world.clone("--depth=1"), { mode: "check", ...inputs }, pullRequest(base));
  }

  const standing = { [at("queue")]: article("Job queue", "We use PostgreSQL for the job queue.") };

  test("a change that contradicts a current decision is annotated where it stands", async () => {
    const change = { [at("queue-again")]: article("Queue again", "We do not use PostgreSQL for the job queue.") };
    const { code, log, summary } = await checked(standing, change);
    assert.equal(code, 0, log);
    assert.match(log, /^::warning .*file=\.GITCLAW\/knowledge\/decisions\/queue-again\.md.*::contradicts "Job queue"/m);
    assert.match(summary, /article\/contradiction/);
    const strict = await checked(standing, change, { strict: "true" });
    assert.equal(strict.code, 1, "strict lets warnings fail");
  });

  test("what was superseded can be contradicted, and agreeing is no finding", async () => {
    const old = { [at("queue")]: standing[at("queue")].replace("status: current", "status: superseded") };
    const change = { [at("queue-again")]: article("Queue again", "We do not use PostgreSQL for the job queue.") };
    assert.doesNotMatch((await checked(old, change)).log, /contradicts/);
    const same = { [at("cache")]: article("Cache", "We keep the map tiles in Redis for one day.") };
    const { log, summary } = await checked(standing, same);
    assert.doesNotMatch(log, /contradicts/);
    assert.match(summary, /in order/);
  });

  test("an article that cannot be read fails with its line", async () => {
    const change = { [at("broken")]: "---\ntitle: [unclosed\n---\n\nText.\n" };
    const { code, log } = await checked(standing, change);
    assert.equal(code, 1, log);
    assert.match(log, /^::error .*file=\.GITCLAW\/knowledge\/decisions\/broken\.md,line=\d+/m);
  });

  test("a file that articles depend on is annotated when it is changed or removed", async () => {
    const depends = {
      [at("db")]: article(
        "Database access",
        "Every query goes through one module.",
        'depends_on: ["src/db.ts exists"]\n',
      ),
      "src/db.ts": "old\n",
      "src/other.ts": "old\n",
    };
    const removed = await checked(depends, { "src/db.ts": null });
    assert.match(removed.log, /::warning .*file=src\/db\.ts.*depends on this file/);
    const other = await checked(depends, { "src/other.ts": "new\n" });
    assert.doesNotMatch(other.log, /depends on this file/);
    const moved = Object.fromEntries(Object.entries(depends).map(([path, text]) => [`site/${path}`, text]));
    const below = await checked(moved, { "site/src/db.ts": null, "src/db.ts": "another\n" }, { directory: "site" });
    assert.match(below.log, /file=site\/src\/db\.ts.*\(site\/\.GITCLAW\/knowledge\/decisions\/db\.md\) depends/);
    assert.doesNotMatch(below.log, /file=src\/db\.ts/);
  });

  test("outside of a pull request everything is checked", async () => {
    const world = new World();
    world.person({ [at("broken")]: "---\ntitle: [unclosed\n---\n\nText.\n" });
    const { code, log } = await run(world.clone(), { mode: "check" });
    assert.equal(code, 1, log);
    assert.match(log, /broken\.md/);
  });
});
