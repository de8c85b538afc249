// The built action from start to pushed commit, against a real git remote.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { actionUnderTest, corpus, git, hasCorpus, session, sessionPath, temp, World } from "./world.mjs";

const { api, run } = actionUnderTest();
const KNOWLEDGE = ".GITCLAW/knowledge/";
const articlesOf = (world, branch) =>
  Object.keys(world.files(branch, KNOWLEDGE)).filter((path) => path.endsWith(".md") && !path.endsWith("_index.md"));

/** A world in which the action has run once. */
async function curatedWorld() {
  const world = new World();
  const first = await run(world.clone());
  assert.equal(first.code, 0, first.log);
  return { world, first };
}

describe("commit", () => {
  test("the first run makes one commit by the bot, with a summary, outputs and nothing else touched", async () => {
    const world = new World();
    const before = world.files();
    const workspace = world.clone("--depth=1");
    const { code, log, outputs, summary } = await run(workspace);
    assert.equal(code, 0, log);
    assert.match(log, /sessions since last KB curation\. Running curation\.\.\./);
    assert.match(log, /KB curation: \d+ created, \d+ updated, \d+ contradictions detected/);
    const lines = world.log();
    assert.equal(lines.length, 2);
    assert.match(lines[0], /^repolore\[bot\]\|knowledge: \d+ created/);
    assert.match(git(world.remote, "log", "-1", "--format=%B"), /^KB-Run: 7\.1$/m);
    assert.equal(outputs.changed, "true");
    assert.equal(outputs.commit, world.head());
    assert.equal(Number(outputs.created), articlesOf(world).length);
    assert.ok(Number(outputs.created) > 3);
    assert.match(summary, /# What was learned/);
    assert.match(summary, /\| Article \|/);
    const now = world.files();
    for (const [path, content] of Object.entries(before)) assert.equal(now[path], content, path);
    assert.ok(now[`${KNOWLEDGE}_index.md`]);
    assert.equal(git(workspace, "rev-parse", "HEAD"), world.head(), "later steps see the result");
    assert.equal(git(workspace, "status", "--porcelain"), "");
    assert.equal(git(workspace, "worktree", "list").split("\n").length, 1, "no worktree is left behind");
  });

  test("a conflict is annotated where it stands, in a project below the repository too", async () => {
    const world = new World();
    world.person({
      [`site/${sessionPath("eeeeeeee")}`]: session("eeeeeeee", "Let's use TypeScript for all new code."),
      [`site/${sessionPath("ffffffff", "2026-04-01")}`]: session(
        "ffffffff",
        "Let's use plain JavaScript for all new code.",
        "2026-04-01",
      ),
    });
    const { code, log } = await run(world.clone(), { directory: "site" });
    assert.equal(code, 0, log);
    assert.match(log, /^::warning .*file=site\/\.GITCLAW\/knowledge\/decisions\/.*contradict each other/m);
  });

  test("a second run with nothing new writes nothing", async () => {
    const { world } = await curatedWorld();
    const head = world.head();
    const { code, outputs } = await run(world.clone());
    assert.equal(code, 0);
    assert.equal(outputs.changed, "false");
    assert.equal(outputs.commit, "");
    assert.equal(world.head(), head);
  });

  test("a new session is learned from, a resumed one too", async () => {
    const { world } = await curatedWorld();
    const path = sessionPath("aaaaaaaa");
    world.person({ [path]: session("aaaaaaaa", "We decided to use PostgreSQL for the job queue.") });
    const fresh = await run(world.clone());
    assert.equal(fresh.outputs.changed, "true", fresh.log);
    const more = session("aaaaaaaa", "We decided that releases happen on Tuesdays only.", "2026-03-02")
      .split("\n")
      .slice(1)
      .join("\n")
      .replaceAll("aaa0001", "bbb0001")
      .replaceAll("aaa0002", "bbb0002");
    world.person({ [path]: (text) => text + more });
    const resumed = await run(world.clone());
    assert.equal(resumed.code, 0, resumed.log);
    assert.equal(resumed.outputs.changed, "true", resumed.log);
  });

  test("what a person wrote stays, what a person deleted stays away", async () => {
    const { world } = await curatedWorld();
    const [edited, deleted] = articlesOf(world);
    world.person({ [edited]: (text) => `${text}\nA sentence by a person.\n`, [deleted]: null });
    world.person({ [sessionPath("cccccccc")]: session("cccccccc", "We decided to use PostgreSQL for the job queue.") });
    const { code, log } = await run(world.clone());
    assert.equal(code, 0, log);
    const files = world.files();
    assert.match(files[edited], /A sentence by a person\./);
    assert.equal(files[deleted], undefined);
    const again = await run(world.clone(), { bootstrap: true });
    assert.equal(again.code, 0, again.log);
    assert.equal(world.files()[deleted], undefined, "not even by reading everything again");
  });

  test("if-due waits until there are enough sessions", async () => {
    const { world } = await curatedWorld();
    const head = world.head();
    world.person({ [sessionPath("dddddddd")]: session("dddddddd", "We decided to use PostgreSQL for the job queue.") });
    const waiting = await run(world.clone(), { "if-due": "true" });
    assert.equal(waiting.code, 0, waiting.log);
    assert.equal(waiting.outputs.changed, "false");
    assert.match(waiting.log, /not due: 1 new sessions, runs from 5 on/);
    const due = await run(world.clone(), { "if-due": "1" });
    assert.equal(due.outputs.changed, "true", due.log);
    assert.notEqual(world.head(), head);
  });

  test("a dry run says what it would do and writes nothing", async () => {
    const world = new World();
    const head = world.head();
    const { code, outputs, summary } = await run(world.clone(), { "dry-run": "true" });
    assert.equal(code, 0);
    assert.equal(outputs.changed, "false");
    assert.ok(Number(outputs.created) > 0);
    assert.match(summary, /Dry run/);
    assert.equal(world.head(), head);
  });

  test("changes in the workspace are neither lost nor committed", async () => {
    const world = new World();
    const { writeFileSync } = await import("node:fs");
    const workspace = world.clone();
    writeFileSync(join(workspace, "README.md"), "half-finished work\n");
    const { code } = await run(workspace);
    assert.equal(code, 0);
    assert.equal(readFileSync(join(workspace, "README.md"), "utf8"), "half-finished work\n");
    assert.notEqual(world.files()["README.md"], "half-finished work");
  });
});

describe("others push too", () => {
  test("two runs that race end in both results", async () => {
    const { world } = await curatedWorld();
    const workspaces = [world.clone(), world.clone()];
    world.person({ [sessionPath("eeeeeeee")]: session("eeeeeeee", "We decided to use PostgreSQL for the job queue.") });
    const results = await Promise.all(workspaces.map((workspace) => run(workspace)));
    for (const { code, log } of results) assert.equal(code, 0, log);
    const alone = await run(world.clone());
    assert.equal(alone.outputs.changed, "false", "everything is in");
    assert.ok(!world.log().some((line) => /merge|revert/i.test(line)));
  });

  test("a push in the last instant is kept, and the plan is made again on top of it", async () => {
    const world = new World();
    const racer = world.person({ "notes.md": "written meanwhile\n" }, "meanwhile");
    const parent = git(world.remote, "rev-parse", `${racer}^`);
    git(world.remote, "update-ref", "refs/heads/main", parent);
    // The first push finds that somebody else was faster; ids in what git says may look like status codes.
    const faster = [
      "[ -e raced ] && exit 0",
      "touch raced",
      "echo 'main is at 4034010000000000000000000000000000000000' >&2",
      "unset GIT_QUARANTINE_PATH",
      `git update-ref refs/heads/main ${racer}`,
    ];
    world.hook("pre-receive", faster.join("\n"));
    const { code, log } = await run(world.clone());
    assert.equal(code, 0, log);
    assert.match(log, /planning again on the new head/);
    assert.equal(world.files()["notes.md"], "written meanwhile");
    assert.ok(articlesOf(world).length > 3);
    assert.equal(git(world.remote, "merge-base", "main", racer), racer, "nothing was forced");
  });

  test("an index that people merged badly is made anew", async () => {
    const { world } = await curatedWorld();
    const index = `${KNOWLEDGE}_index.md`;
    const sound = world.files()[index];
    world.person({ [index]: (text) => `<<<<<<< ours\n${text}=======\nother\n>>>>>>> theirs\n` });
    world.person({ [sessionPath("ffffffff")]: session("ffffffff", "We decided to use PostgreSQL for the job queue.") });
    const { code, log } = await run(world.clone());
    assert.equal(code, 0, log);
    const now = world.files()[index];
    assert.doesNotMatch(now, /<<<<<<<|>>>>>>>/);
    assert.equal(now.split("\n")[0], sound.split("\n")[0]);
  });
});

describe("pull requests", () => {
  const PROTECT = `while read old new ref; do
  if [ "$ref" = refs/heads/main ]; then echo "GH006: Protected branch update failed for refs/heads/main." >&2; exit 1; fi
done`;
  const withApi = () => ({ env: { GITHUB_API_URL: api.url } });

  test("a protected branch ends in a pull request that is updated, not duplicated", async () => {
    const world = new World();
    api.pulls.length = 0;
    const main = world.head();
    world.hook("pre-receive", PROTECT);
    const first = await run(world.clone(), { token: "t" }, withApi());
    assert.equal(first.code, 0, first.log);
    assert.equal(world.head(), main);
    assert.equal(api.pulls.length, 1);
    assert.equal(first.outputs["pull-request"], api.pulls[0].html_url);
    assert.match(api.pulls[0].body, /What was learned/);
    // A person mends an article in the pull request, and main goes on.
    const [article] = articlesOf(world, "repolore/knowledge");
    world.person({ [article]: (text) => `${text}\nMended in review.\n` }, "review", "repolore/knowledge");
    world.hook("pre-receive", "exit 0");
    world.person({ [sessionPath("abababab")]: session("abababab", "We decided to use PostgreSQL for the job queue.") });
    world.hook("pre-receive", PROTECT);
    const second = await run(world.clone(), { token: "t" }, withApi());
    assert.equal(second.code, 0, second.log);
    assert.equal(api.pulls.length, 1);
    assert.match(world.files("repolore/knowledge")[article], /Mended in review\./);
    assert.ok(world.files("repolore/knowledge")[sessionPath("abababab")], "main is merged in");
  });

  test("mode pull-request never touches the branch itself", async () => {
    const world = new World();
    api.pulls.length = 0;
    const main = world.head();
    const inputs = { mode: "pull-request", token: "t", "pull-request-branch": "kb/next" };
    const { code, log } = await run(world.clone(), inputs, withApi());
    assert.equal(code, 0, log);
    assert.equal(world.head(), main);
    assert.equal(api.pulls[0].head.ref, "kb/next");
    // Merged and closed: the next run starts from main again.
    api.pulls[0].state = "closed";
    git(world.remote, "update-ref", "refs/heads/main", world.head("kb/next"));
    world.person({ [sessionPath("cdcdcdcd")]: session("cdcdcdcd", "We decided to use PostgreSQL for the job queue.") });
    const next = await run(world.clone(), inputs, withApi());
    assert.equal(next.code, 0, next.log);
    assert.equal(api.pulls.length, 2);
  });
});

describe("no rights", () => {
  const DENY = 'echo "remote: Permission to o/r.git denied to github-actions[bot]." >&2; exit 1';

  test("a push that is denied ends in a clear message and a patch", async () => {
    const world = new World();
    const head = world.head();
    world.hook("pre-receive", DENY);
    const { code, log, outputs } = await run(world.clone());
    assert.equal(code, 1);
    assert.match(log, /no right to push to main.*contents: write/);
    assert.ok(existsSync(outputs.patch));
    assert.equal(world.head(), head);
    const folder = world.clone();
    git(folder, "am", "-q", outputs.patch);
    assert.ok(existsSync(join(folder, KNOWLEDGE, "_index.md")));
  });

  test("the patch holds our change where an earlier pull request left its branch behind", async () => {
    const world = new World();
    api.pulls.length = 0;
    git(world.remote, "branch", "repolore/knowledge", "main");
    world.person({ "left.md": "left\n" }, "left behind", "repolore/knowledge");
    world.person({ "other.md": "other\n" }, "by somebody else");
    world.hook("pre-receive", DENY);
    const inputs = { mode: "pull-request", token: "t" };
    const { log, outputs } = await run(world.clone(), inputs, { env: { GITHUB_API_URL: api.url } });
    assert.match(log, /no right to push to repolore\/knowledge/);
    const folder = world.clone();
    git(folder, "am", "-q", outputs.patch);
    assert.ok(existsSync(join(folder, KNOWLEDGE, "_index.md")));
    assert.match(git(folder, "log", "-1", "--format=%an %s"), /^repolore\[bot\] knowledge: /);
  });
});

describe("untrusted text", () => {
  test("nothing in a transcript becomes a workflow command, markup or a secret in the open", async () => {
    const world = new World();
    const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;
    const said = `We decided to use PostgreSQL for the queue.\n::set-output name=x::pwned\n##[error]pwned\n<img src=x onerror=alert(1)> [x](javascript:1) The key is ${secret}.`;
    world.person({ [sessionPath("12121212")]: session("12121212", said) });
    const { code, log, summary } = await run(world.clone(), { token: "ghs_tokentokentoken" });
    assert.equal(code, 0, log);
    const commands = log.split("\n").filter((line) => line.trimStart().startsWith("::"));
    const known = /^::(group|endgroup|notice|warning|error|add-mask)\b/;
    assert.deepEqual(
      commands.filter((line) => !known.test(line.trimStart())),
      [],
    );
    assert.doesNotMatch(log, /##\[/);
    assert.doesNotMatch(summary, /<img|\]\(javascript/);
    const everything = [
      log.replace(/^::add-mask::.*$/gm, ""),
      summary,
      ...Object.values(world.files("main", KNOWLEDGE)),
    ].join("\n");
    assert.ok(!everything.includes(secret), "the secret is nowhere");
    assert.ok(!everything.includes("ghs_tokentokentoken"));
  });
});

describe("check", () => {
  const pullRequest = (sha) => ({
    event: { pull_request: { base: { sha } } },
    env: { GITHUB_REF: "refs/pull/1/merge" },
  });

  test("a sound change passes, a broken link and a secret fail with annotations", async () => {
    const { world } = await curatedWorld();
    const base = world.head();
    const [article] = articlesOf(world);
    const workspace = world.clone();
    const sound = await run(workspace, { mode: "check" }, pullRequest(base));
    assert.equal(sound.code, 0, sound.log);
    assert.match(sound.summary, /in order/);
    world.person({ [article]: (text) => `${text}\nSee [nowhere](../decisions/does-not-exist.md).\n` });
    const broken = await run(world.clone("--depth=1"), { mode: "check", strict: "true" }, pullRequest(base));
    assert.equal(broken.code, 1, broken.log);
    assert.match(broken.log, /^::(error|warning) .*file=\.GITCLAW\/knowledge\//m);
    assert.match(broken.summary, /does\\-not\\-exist/);
    assert.equal(broken.outputs.changed, "false");
    const now = world.head();
    const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;
    world.person({ [article]: (text) => `${text}\nThe deploy key is ${secret}.\n` });
    const leaked = await run(world.clone(), { mode: "check", strict: "true" }, pullRequest(now));
    assert.equal(leaked.code, 1, leaked.log);
    assert.match(leaked.log, /::(error|warning) .*secret/i);
    assert.ok(!`${leaked.log}${leaked.summary}`.includes(secret), "the secret is not repeated");
    assert.doesNotMatch(leaked.log, /does-not-exist/, "what was broken before is not reported again");
  });

  test("touching a file that an article depends on is a warning", async () => {
    const { world } = await curatedWorld();
    const [article] = articlesOf(world);
    world.person({
      "src/db.ts": "old\n",
      [article]: (text) => text.replace("---\n", '---\ndepends_on: ["src/db.ts exists"]\n'),
    });
    const base = world.head();
    world.person({ "src/db.ts": "new\n" });
    const { code, log } = await run(world.clone(), { mode: "check" }, pullRequest(base));
    assert.equal(code, 0, log);
    assert.match(log, /::warning .*file=src\/db\.ts.*depends on this file/);
  });
});

describe("wrong use", () => {
  test("a wrong input is named with what would be right", async () => {
    const world = new World();
    const cases = [
      [{ mode: "comit" }, /did you mean "commit"/],
      [{ "if-due": "often" }, /true, false or a number/],
      [{ branch: "--force" }, /must be the name of a branch/],
      [{ "dry-run": "yes" }, /must be true or false/],
      [{ preset: "nope" }, /unknown preset/],
      [{ knowledge: "../../outside" }, /outside of the repository/],
      [{ branch: "not-there" }, /no branch not-there/],
    ];
    const workspace = world.clone();
    for (const [inputs, message] of cases) {
      const { code, log } = await run(workspace, inputs);
      assert.equal(code, 1, JSON.stringify(inputs));
      assert.match(log, message);
    }
  });
});

test("the real corpus is bootstrapped", {
  skip: hasCorpus ? false : "the real sessions are not here; REPOLORE_GITCLAW names their folder",
}, async (context) => {
  const world = new World(corpus);
  const start = performance.now();
  const { code, log, outputs } = await run(world.clone(), { bootstrap: "true" });
  assert.equal(code, 0, log);
  assert.ok(Number(outputs.created) > 5);
  context.diagnostic(`${outputs.created} articles in ${Math.round(performance.now() - start)} ms`);
  assert.ok(temp("unused"));
});
