import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { GitHubStore } from "../../dist/store/github.js";
import { FakeGitHub } from "../github/fake.mjs";
import { bytes, contents, storeContract, text } from "./contract.mjs";

const servers = [];
after(() => Promise.all(servers.map((server) => server.stop())));

async function github(files = { "README.md": "hello\n" }) {
  const server = await new FakeGitHub().start();
  servers.push(server);
  server.commit(files);
  return server;
}

function open(server, more = {}) {
  return new GitHubStore({ repository: "o/r", token: "t", apiUrl: server.url, second: 1, ...more });
}

const create = (path, content = "x") => ({ path, expected: null, content: bytes(content) });

storeContract("GitHub store", async (files) => open(await github(files)));

describe("one plan is one commit", () => {
  test("on top of the head, by the given author, never by force", async () => {
    const server = await github({ "a.md": "old", "gone.md": "x", "run.sh": { mode: "100755", body: "old" } });
    const before = server.refs.get("main");
    const author = { name: "bot", email: "bot@example.com" };
    const { commit } = await open(server, { author }).apply(
      [
        { path: "a.md", expected: bytes("old"), content: bytes("new") },
        { path: "run.sh", expected: bytes("old"), content: bytes("new") },
        { path: "gone.md", expected: bytes("x"), content: null },
        create("deep/b.md"),
      ],
      "knowledge: one commit",
    );
    const [head, ...rest] = server.history();
    assert.equal(head.sha, commit);
    assert.equal(head.message, "knowledge: one commit");
    assert.deepEqual(head.author, author);
    assert.deepEqual(head.parents, [before]);
    assert.equal(rest.length, 1);
    assert.deepEqual(server.files(), { "a.md": "new", "run.sh": "new", "deep/b.md": "x" });
    const root = server.trees.get(head.tree);
    assert.equal(root.get("run.sh").mode, "100755");
  });

  test("two stores that race end in both results", async () => {
    const server = await github();
    const stores = [1, 2, 3].map(() => open(server));
    await Promise.all(stores.map((store) => store.list("")));
    const results = await Promise.all(
      stores.map((store, n) => store.apply([create(`own-${n}.md`), create("shared.md", `${n}`)], `run ${n}`)),
    );
    assert.equal(results.filter(({ skipped }) => skipped.length === 0).length, 1);
    assert.equal(server.history().length, 4);
    assert.deepEqual(Object.keys(server.files()).sort(), [
      "README.md",
      ...["own-0.md", "own-1.md", "own-2.md", "shared.md"],
    ]);
  });

  test("a branch that never stands still ends in an error, not in force", async () => {
    const server = await github();
    let n = 0;
    server.faults.push((request) => {
      if (request.method === "PATCH") server.commit({ "busy.md": String(n++) });
      return false;
    });
    await assert.rejects(
      open(server, { tries: 3 }).apply([create("a.md")], "m"),
      (error) => error.code === "github/race",
    );
    assert.equal(n, 3);
    assert.equal(server.files()["a.md"], undefined);
  });

  test("a protected branch says what to do instead", async () => {
    const server = await github();
    server.protectedBranches.add("main");
    await assert.rejects(
      open(server).apply([create("a.md")], "m"),
      (error) => error.code === "github/protected" && /pull request/.test(error.message),
    );
  });

  test("what was read comes from one commit, whatever is pushed meanwhile", async () => {
    const server = await github({ "a.md": "1", "b.md": "1" });
    const store = open(server);
    assert.equal(text(await store.read("a.md")), "1");
    server.commit({ "a.md": "2", "b.md": "2" });
    assert.equal(text(await store.read("b.md")), "1");
  });
});

describe("large repositories", () => {
  test("files over a megabyte are read and written whole", async () => {
    const big = "x".repeat(2_500_000);
    const server = await github({ "big.jsonl": big });
    const store = open(server);
    assert.equal((await store.read("big.jsonl")).byteLength, 2_500_000);
    await store.apply([create("copy.jsonl", `${big}y`)], "big");
    assert.equal(server.files()["copy.jsonl"].length, 2_500_001);
    assert.ok(server.log.includes("POST /repos/o/r/git/blobs"));
  });

  test("a truncated tree is walked folder by folder", async () => {
    const files = { "top.md": "top" };
    for (let folder = 0; folder < 4; folder++) {
      for (let n = 0; n < 6; n++) files[`f${folder}/deep/n${n}.md`] = `${folder} ${n}`;
    }
    const server = await github(files);
    server.treeLimit = 8;
    const store = open(server);
    assert.deepEqual(await store.list(""), Object.keys(files).sort());
    assert.deepEqual(
      await store.list("f2"),
      Object.keys(files)
        .filter((path) => path.startsWith("f2/"))
        .sort(),
    );
    assert.deepEqual(await store.list("f9"), []);
    assert.equal(text(await store.read("f3/deep/n5.md")), "3 5");
    assert.equal(await store.read("f3/nowhere/n5.md"), null);
    const { skipped } = await store.apply([create("f1/deep/N1.md")], "twin");
    assert.equal(skipped.length, 1);
    assert.deepEqual(await contents(store), Object.fromEntries(Object.entries(files).sort()));
  });

  test("links and submodules are left out and left alone", async () => {
    const server = await github({ "real.md": "x", "link.md": { mode: "120000", body: "real.md" } });
    const store = open(server);
    assert.deepEqual(await store.list(""), ["real.md"]);
    await assert.rejects(store.read("link.md"), (error) => error.code === "store/not-a-file");
    const { skipped } = await store.apply([create("link.md")], "m");
    assert.equal(skipped.length, 1);
  });
});

describe("issues", () => {
  test("come with labels, all comments, and how much each author's word counts", async () => {
    const server = await github();
    const comment = (n) => ({
      ...{ user: { login: `user${n}`, type: n === 3 ? "Bot" : "User" }, author_association: "NONE" },
      ...{ body: `comment ${n}`, created_at: "2026-01-01T00:00:00Z" },
    });
    server.issues.set(7, {
      ...{ number: 7, title: "Crash", state: "open", labels: [{ name: "bug" }, "old-style"], body: null },
      ...{ user: { login: "owner", type: "User" }, author_association: "OWNER", created_at: "2026-01-01T00:00:00Z" },
    });
    server.comments.set(7, [...Array.from({ length: 205 }, (_, n) => comment(n)), { ...comment(0), user: null }]);
    const issue = await open(server).issue(7);
    assert.deepEqual(
      [issue.title, issue.association, issue.labels, issue.body],
      ["Crash", "OWNER", ["bug", "old-style"], ""],
    );
    assert.equal(issue.comments.length, 206);
    assert.equal(issue.comments[3].isBot, true);
    assert.equal(issue.comments[205].author, "ghost");
    assert.equal(issue.isPullRequest, false);
    await assert.rejects(open(server).issue(8), (error) => error.code === "github/not-found");
  });
});

describe("GitHub misbehaves", () => {
  /** Answers the next requests in a given way, then lets them through. */
  function faulty(server, times, answer) {
    let left = times;
    server.faults.push((request, response) => {
      if (left === 0) return false;
      left -= 1;
      answer(response, request);
      return true;
    });
  }
  const reply = (status, headers, body) => (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body ?? JSON.stringify({ message: "no" }));
  };

  test("a short rate limit is waited for, with a notice", async () => {
    const server = await github();
    const notices = [];
    faulty(
      server,
      1,
      reply(403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": `${Math.ceil(Date.now() / 1000)}` }),
    );
    faulty(server, 1, reply(429, { "retry-after": "2" }, '{"message":"You have exceeded a secondary rate limit"}'));
    server.faults.reverse();
    const store = open(server, { notice: (line) => notices.push(line) });
    assert.deepEqual(await store.list(""), ["README.md"]);
    assert.match(notices.join("\n"), /wait/);
  });

  test("a long rate limit ends the run with what to do", async () => {
    const server = await github();
    faulty(server, 99, reply(429, { "retry-after": "3600" }, '{"message":"You have exceeded a secondary rate limit"}'));
    await assert.rejects(open(server).list(""), (error) => error.code === "github/rate-limited");
  });

  test("an error of the server is tried again, but not for ever", async () => {
    const server = await github();
    faulty(server, 2, reply(502, {}, "<html>bad gateway</html>"));
    assert.deepEqual(await open(server).list(""), ["README.md"]);
    const broken = await github();
    faulty(broken, 99, reply(500));
    await assert.rejects(open(broken).list(""), (error) => error.code === "github/unavailable");
    assert.ok(broken.log.length <= 6, `${broken.log.length} requests`);
  });

  test("a connection that breaks is tried again", async () => {
    const server = await github();
    faulty(server, 1, (response) => response.destroy());
    assert.deepEqual(await open(server).list(""), ["README.md"]);
  });

  test("a server that hangs is given up on", async () => {
    const server = await github();
    faulty(server, 99, () => {});
    await assert.rejects(open(server, { timeout: 50 }).list(""), (error) => error.code === "github/unavailable");
  });

  const lies = [
    ["HTML with status 200", { "content-type": "text/html" }, "<html>log in</html>"],
    ["JSON that is cut", {}, '{"object":{"sha"'],
    ["JSON of another shape", {}, '{"object":null}'],
    ["a list", {}, "[]"],
  ];
  for (const [name, headers, body] of lies) {
    test(`${name} is not taken for an answer`, async () => {
      const server = await github();
      faulty(server, 99, reply(200, headers, body));
      await assert.rejects(open(server, { branch: "main" }).list(""), (error) =>
        ["github/answer", "github/unavailable"].includes(error.code),
      );
    });
  }

  test("bytes that are not those of the commit are refused", async () => {
    const server = await github({ "a.md": "right" });
    const store = open(server);
    await store.list("");
    faulty(server, 99, reply(200, {}, JSON.stringify({ content: "d3Jvbmc=", encoding: "base64" })));
    await assert.rejects(store.read("a.md"), (error) => error.code === "github/answer");
  });

  test("a token without rights is named as such, and never shown", async () => {
    for (const [status, code] of [
      [401, "github/denied"],
      [403, "github/denied"],
      [404, "github/not-found"],
    ]) {
      const server = await github();
      faulty(server, 99, reply(status));
      await assert.rejects(
        open(server, { token: "ghs_secretsecret" }).list(""),
        (error) => error.code === code && !error.message.includes("ghs_secret"),
      );
    }
  });

  test("a repository name that is none is refused before any request", () => {
    assert.throws(
      () => new GitHubStore({ repository: "../../evil" }),
      (error) => error.code === "github/repository",
    );
  });
});
