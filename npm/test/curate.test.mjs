import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import "../dist/index.js";
import { repolore } from "./helpers/cli.mjs";
import { fill, folderWith, tree } from "./helpers/folder.mjs";

const EXAMPLE = fileURLToPath(new URL("../../tests/fixtures/example", import.meta.url));
const KNOWLEDGE = ".GITCLAW/knowledge";
const STATE = ".GITCLAW/state";

/** A copy of the example project, with only the sessions named when some are. */
function project(sessions) {
  const folder = folderWith();
  cpSync(EXAMPLE, folder, { recursive: true });
  rmSync(join(folder, KNOWLEDGE), { recursive: true, force: true });
  if (sessions) {
    for (const file of allSessions()) {
      if (!sessions.includes(file)) rmSync(join(folder, STATE, "sessions", file), { recursive: true });
    }
  }
  return folder;
}

const allSessions = () =>
  readdirSync(join(EXAMPLE, STATE, "sessions"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath ?? entry.path, entry.name).slice(join(EXAMPLE, STATE, "sessions").length + 1),
    );

const curate = async (folder, ...args) => {
  const result = await repolore(folder, ["curate", ...args]);
  assert.equal(result.code, 0, result.err);
  return result;
};

const articles = (folder) =>
  Object.keys(tree(join(folder, KNOWLEDGE))).filter((path) => path.endsWith(".md") && path !== "_index.md");

/** Everything the run wrote, but for when it did. */
const knowledge = (folder) => {
  const { "kb-last-curated.json": _, ...state } = Object.fromEntries(
    Object.entries(tree(join(folder, STATE))).filter(([path]) => /^kb-[^/]*$/.test(path)),
  );
  return { ...tree(join(folder, KNOWLEDGE)), ...state };
};

test("a first run writes articles with sources, an index and state; a second changes nothing", async () => {
  const folder = project();
  const { out } = await curate(folder, "--bootstrap");
  assert.match(out, /^KB curation: \d+ created, 0 updated, \d+ contradictions detected$/m);
  const files = articles(folder);
  assert.ok(files.length >= 5, files.join("\n"));
  for (const file of files) {
    const text = readFileSync(join(folder, KNOWLEDGE, file), "utf8");
    assert.match(text, /^sources:\n {2}- /m, file);
    assert.match(text, /^status: (current|disputed|superseded|outdated)$/m, file);
    assert.match(text, /^> — /m, `${file} quotes its evidence`);
  }
  assert.match(readFileSync(join(folder, KNOWLEDGE, "_index.md"), "utf8"), /^# Knowledge Base\n/);
  const before = tree(folder);
  await curate(folder);
  assert.deepEqual(tree(folder), before);
});

test("the example gives byte for byte what the native core gives", async () => {
  const folder = project();
  await curate(folder, "--bootstrap");
  const expected = tree(fileURLToPath(new URL("../../tests/fixtures/example-knowledge", import.meta.url)));
  const withoutCr = Object.entries(expected).map(([path, text]) => [path, text.replaceAll("\r\n", "\n")]);
  assert.deepEqual(tree(join(folder, KNOWLEDGE)), Object.fromEntries(withoutCr));
});

/** A plain session in which a person says one thing after the other. */
const said = (day, ...texts) =>
  texts
    .flatMap((content, n) => [
      { role: "user", content, timestamp: `${day}T10:0${n}:00Z` },
      { role: "assistant", content: "Understood.", timestamp: `${day}T10:0${n}:30Z` },
    ])
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");

test("a decision is filed, its reversal disputed with both sides, and a person settles it for good", async () => {
  const sessions = `${STATE}/sessions`;
  const folder = folderWith({ [`${sessions}/a.jsonl`]: said("2026-03-01", "Let's use TypeScript for all new code.") });
  await curate(folder, "--bootstrap");
  const [path] = articles(folder);
  assert.match(path, /^decisions\//);
  const file = join(folder, KNOWLEDGE, path);
  assert.match(readFileSync(file, "utf8"), /^status: current$/m);

  writeFileSync(join(folder, sessions, "b.jsonl"), said("2026-04-01", "Let's use plain JavaScript for all new code."));
  const { out } = await curate(folder);
  assert.match(out, /0 created, 1 updated, 1 contradictions detected/);
  const disputed = readFileSync(file, "utf8");
  assert.match(disputed, /^status: disputed$/m);
  assert.match(disputed, /^## ⚠️ Conflict$/m);
  assert.match(disputed, /Earlier.*2026-03-01.*TypeScript.*Later.*2026-04-01.*plain JavaScript/s);
  const context = await repolore(folder, ["context", "language for new code"]);
  assert.match(context.out, /disputed/);

  const settled = await repolore(folder, ["resolve", path, "--keep", "b", "--note", "agreed with the team"]);
  assert.equal(settled.code, 0, settled.err);
  const after = readFileSync(file, "utf8");
  assert.doesNotMatch(after, /^status: disputed$/m);
  assert.match(after, /agreed with the team/);
  await curate(folder);
  await curate(folder, "--bootstrap");
  assert.equal(readFileSync(file, "utf8"), after, "what a person settled stays settled");
});

test("a disputed article that is not UTF-8 is refused, one with a byte order mark keeps it", async () => {
  const folder = folderWith({
    [`${STATE}/sessions/a.jsonl`]: said("2026-03-01", "Let's use TypeScript for all new code."),
    [`${STATE}/sessions/b.jsonl`]: said("2026-04-01", "Let's use plain JavaScript for all new code."),
  });
  await curate(folder);
  const [path] = articles(folder);
  const file = join(folder, KNOWLEDGE, path);
  const disputed = readFileSync(file);
  const latin = Buffer.concat([disputed, Buffer.from([0x63, 0xe9, 0x0a])]);
  writeFileSync(file, latin);
  const refused = await repolore(folder, ["resolve", path, "--keep", "b"]);
  assert.equal(refused.code, 1);
  assert.ok(refused.err.includes(`${path} is not UTF-8`), refused.err);
  assert.deepEqual(readFileSync(file), latin);
  writeFileSync(file, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), disputed]));
  assert.equal((await repolore(folder, ["resolve", path, "--keep", "b"])).code, 0);
  assert.match(readFileSync(file, "utf8"), /^\ufeff---\n.*^status: current$/ms);
});

test("of two disputes one is settled at a time", async () => {
  const dispute = (earlier, later) =>
    `Two statements contradict each other: they do.\n\n**Earlier** (x):\n\n> ${earlier}\n\n**Later** (y):\n\n> ${later}\n\n`;
  const path = "decisions/queue.md";
  const folder = folderWith({
    [`${KNOWLEDGE}/${path}`]: `---\ntopic: decisions\ntitle: Queue\nsources: []\nstatus: disputed\n---\n\n# Queue\n\n## Decision\n\nWe use Kafka. It has two hosts.\n\n## ⚠️ Conflict\n\n${dispute("We use Kafka.", "We use NATS.")}${dispute("It has two hosts.", "It has three hosts.")}`,
  });
  const first = await repolore(folder, ["resolve", path, "--keep", "b"]);
  assert.match(first.out, /one dispute is settled, another is left/);
  const second = await repolore(folder, ["resolve", path, "--keep", "b", "--json"]);
  assert.deepEqual(JSON.parse(second.out), { path, keep: "b", status: "current" });
  const after = readFileSync(join(folder, KNOWLEDGE, path), "utf8");
  assert.match(after, /## Decision\n\nWe use NATS\. It has three hosts\.\n/);
  assert.match(after, /> We use Kafka\./);
  assert.match(after, /> It has two hosts\./);
});

test("an explicit replacement supersedes: the current state leads, the former stands in the history", async () => {
  const sessions = `${STATE}/sessions`;
  const folder = folderWith({
    [`${sessions}/a.jsonl`]: said("2026-03-01", "We decided to host the docs on Netlify."),
    [`${sessions}/b.jsonl`]: said("2026-04-01", "We moved the docs from Netlify to Cloudflare Pages."),
  });
  await curate(folder, "--bootstrap");
  const [path, ...others] = articles(folder);
  assert.deepEqual(others, []);
  const text = readFileSync(join(folder, KNOWLEDGE, path), "utf8");
  assert.match(text, /^status: current$/m);
  assert.match(text, /## Decision.*Cloudflare.*## History.*2026-03-01.*Netlify/s);
});

test("sessions one by one, in any order, end in the same knowledge as all at once", async () => {
  const atOnce = project();
  await curate(atOnce, "--bootstrap");
  const expected = knowledge(atOnce);
  for (const order of [allSessions(), allSessions().reverse()]) {
    const folder = project([]);
    for (const file of order) {
      const target = join(folder, STATE, "sessions", file);
      mkdirSync(join(target, ".."), { recursive: true });
      cpSync(join(EXAMPLE, STATE, "sessions", file), target);
      await curate(folder, "--allow-bulk");
    }
    assert.deepEqual(knowledge(folder), expected);
  }
});

test("what was learned outlives the transcript", async () => {
  const folder = project();
  await curate(folder, "--bootstrap");
  const before = tree(join(folder, KNOWLEDGE));
  rmSync(join(folder, STATE, "sessions"), { recursive: true });
  await curate(folder);
  assert.deepEqual(tree(join(folder, KNOWLEDGE)), before);
});

test("a person's edit stays byte for byte, a deletion stays deleted, a move is followed", async () => {
  const sessions = allSessions();
  const folder = project(sessions.slice(0, -2));
  await curate(folder, "--bootstrap");
  const [edited, deleted, moved] = articles(folder);
  const editedPath = join(folder, KNOWLEDGE, edited);
  const mine = readFileSync(editedPath, "utf8").replace(/\n# .*\n/, "\n# My own title\n\nMy own words.\n");
  writeFileSync(editedPath, mine);
  rmSync(join(folder, KNOWLEDGE, deleted));
  renameSync(join(folder, KNOWLEDGE, moved), join(folder, KNOWLEDGE, "project-notes.md"));
  for (const file of sessions.slice(-2))
    cpSync(join(EXAMPLE, STATE, "sessions", file), join(folder, STATE, "sessions", file));
  for (const round of ["first", "second"]) {
    await curate(folder);
    const body = (text) => text.slice(text.indexOf("\n---\n", 4));
    assert.equal(body(readFileSync(editedPath, "utf8")), body(mine), round);
    assert.ok(!articles(folder).includes(deleted), round);
    assert.ok(!articles(folder).includes(moved) && articles(folder).includes("project-notes.md"), round);
  }
  assert.match(readFileSync(editedPath, "utf8"), /^curated_by: mixed$/m);
  assert.ok(readFileSync(join(folder, STATE, "kb-deleted.json"), "utf8").includes(deleted));
});

test("files that are not UTF-8 stay byte for byte, and are named", async () => {
  const folder = project();
  await curate(folder, "--bootstrap");
  const edited = [articles(folder)[0], "_index.md"].map((path) => join(folder, KNOWLEDGE, path));
  for (const file of edited) writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from([0x63, 0xe9, 0x0a])]));
  const before = edited.map((file) => readFileSync(file));
  const { out } = await curate(folder);
  assert.match(out, /Left out \(2\):\n.* is not UTF-8\n {2}_index\.md: it is not UTF-8\n/);
  assert.match(out, /0 created, 0 updated/);
  assert.deepEqual(
    edited.map((file) => readFileSync(file)),
    before,
  );
});

const isWindows = process.platform === "win32";

test("a file name that not every system can handle is left out and named, and stops nothing", {
  skip: isWindows,
}, async () => {
  const folder = project();
  const odd = ["decisions/2026-03-01 10:30 meeting.md", "aux.md", "a\\b.md", "dir /notes.md"];
  fill(join(folder, KNOWLEDGE), Object.fromEntries([...odd, "10:30.png"].map((path) => [path, "# Mine\n"])));
  const learn = ["learn", "decision", "--title", "T", "--decision", "D", "--rationale", "R"];
  const record = ["metrics", "record", "--agent", "a", "--domain", "d", "--outcome", "success"];
  for (const args of [["curate"], ["check"], ["index"], ["reflect"], learn, record]) {
    const { code, out, err } = await repolore(folder, args);
    assert.equal(code, 0, err);
    for (const path of odd) assert.equal(`${out}${err}`.split(`${path}: `).length, 2, `${args[0]} names ${path} once`);
    assert.ok(!`${out}${err}`.includes("10:30.png"), "nobody reads attachments");
  }
  for (const path of odd) assert.equal(readFileSync(join(folder, KNOWLEDGE, path), "utf8"), "# Mine\n");
});

/** A file that nobody can read, whoever runs the tests. */
const UNREADABLE = "/proc/self/mem";

test("a transcript that cannot be read is named, and the others are read", {
  skip: !existsSync(UNREADABLE),
}, async () => {
  const [folder, other] = [project(), project()];
  const sessions = ["--sessions", UNREADABLE, "--sessions", join(folder, STATE, "sessions")];
  const { out } = await curate(folder, ...sessions);
  assert.match(out, /Odd input \(1\):\n {2}mem: cannot read \/proc\/self\/mem: /);
  await curate(other, "--sessions", join(other, STATE, "sessions"));
  assert.deepEqual(knowledge(folder), knowledge(other));
  const found = await repolore(folder, ["signal", "detect", ...sessions]);
  assert.equal(found.code, 0, found.err);
  assert.match(found.err, /^cannot read \/proc\/self\/mem: /);
});

test("a lost or damaged record of deletions creates nothing", async () => {
  for (const damage of [(path) => rmSync(path), (path) => writeFileSync(path, "{")]) {
    const sessions = allSessions();
    const folder = project(sessions.slice(0, -3));
    await curate(folder, "--bootstrap");
    const before = articles(folder);
    damage(join(folder, STATE, "kb-deleted.json"));
    for (const file of sessions.slice(-3))
      cpSync(join(EXAMPLE, STATE, "sessions", file), join(folder, STATE, "sessions", file));
    const { out } = await curate(folder);
    assert.deepEqual(
      articles(folder).filter((path) => !before.includes(path)),
      [],
    );
    assert.match(out, /kb-deleted\.json/);
  }
});

test("a damaged manifest and a vanished knowledge base stop the run", async () => {
  const folder = project();
  await curate(folder, "--bootstrap");
  const n = articles(folder).length;
  for (const path of articles(folder)) rmSync(join(folder, KNOWLEDGE, path));
  const gone = await repolore(folder, ["curate"]);
  if (n > 5) {
    assert.equal(gone.code, 1);
    assert.match(gone.err, /looks like an accident/);
  }
  writeFileSync(join(folder, STATE, "kb-manifest.json"), "{");
  const damaged = await repolore(folder, ["curate"]);
  assert.equal(damaged.code, 1);
  assert.match(damaged.err, /kb-manifest\.json.*restore/);
});

test("a dry run shows the plan and changes nothing", async () => {
  const folder = project();
  const before = tree(folder);
  const { out } = await curate(folder, "--bootstrap", "--dry-run");
  assert.match(out, /^create {2}\S+\.md {2}\(told in /m);
  assert.match(out, /^\+# /m);
  const after = tree(folder);
  assert.deepEqual(after, before);
});

test("a dry run finishes no interrupted run, and says that one waits", async () => {
  const folder = project();
  const content = Buffer.from("made\n");
  const after = createHash("sha256").update(content).digest("hex");
  const operation = { path: `${KNOWLEDGE}/made.md`, before: null, after, temp: ".repolore-0a.tmp" };
  const journal = { version: 1, operations: [{ ...operation, content: content.toString("base64") }] };
  fill(folder, { [`${STATE}/.repolore-run/journal.json`]: JSON.stringify(journal) });
  const before = tree(folder);
  const learn = ["learn", "decision", "--title", "T", "--decision", "D", "--rationale", "R"];
  const signal = ["signal", "add", "--title", "T", "--what", "It broke.", "--tag", "ci"];
  for (const args of [["curate", "--reflect"], ["reflect"], ["signal", "detect", "--create"], signal, learn]) {
    const { code, err } = await repolore(folder, [...args, "--dry-run"]);
    assert.equal(code, 0, err);
    assert.equal(err.match(/an interrupted run waits/g)?.length, 1, args.join(" "));
    assert.deepEqual(tree(folder), before, args.join(" "));
  }
  await curate(folder);
  assert.equal(readFileSync(join(folder, KNOWLEDGE, "made.md"), "utf8"), "made\n");
});

test("undo takes back a run and leaves alone what a person changed since", async () => {
  const folder = project();
  await curate(folder, "--bootstrap");
  const [edited, ...others] = articles(folder);
  writeFileSync(join(folder, KNOWLEDGE, edited), "mine\n");
  const undone = await repolore(folder, ["undo"]);
  assert.equal(undone.code, 1);
  assert.match(undone.err, new RegExp(edited));
  assert.deepEqual(articles(folder), [edited]);
  assert.ok(others.length > 0);
  assert.equal((await repolore(folder, ["undo"])).code, 1);
});

test("undo takes the latest run back first, and what it left alone another time", async () => {
  const sessions = `${STATE}/sessions`;
  const folder = folderWith({ [`${sessions}/a.jsonl`]: said("2026-03-01", "Let's use TypeScript for all new code.") });
  const days = ["2026-06-01T12:00:00Z", "2026-06-02T12:00:00Z"];
  const curateOn = (day) => repolore(folder, ["curate"], { now: () => new Date(day) });
  await curateOn(days[0]);
  const first = tree(join(folder, KNOWLEDGE));
  writeFileSync(join(folder, sessions, "b.jsonl"), said("2026-04-01", "We decided to store the sessions in Postgres."));
  await curateOn(days[1]);
  const [older, later] = days.map((day) => new Date(day).toISOString().replace(/[:.]/g, "-"));
  const before = tree(folder);
  const refused = await repolore(folder, ["undo", older]);
  assert.equal(refused.code, 1);
  assert.ok(refused.err.includes(`take back ${later} first`), refused.err);
  assert.deepEqual(tree(folder), before);

  const index = join(folder, KNOWLEDGE, "_index.md");
  const written = readFileSync(index, "utf8");
  writeFileSync(index, `${written}x\n`);
  assert.equal((await repolore(folder, ["undo"])).code, 1);
  assert.match((await repolore(folder, ["undo", "--list"])).out, new RegExp(later));
  writeFileSync(index, written);
  const rest = await repolore(folder, ["undo"]);
  assert.equal(rest.code, 0, rest.err);
  assert.match(rest.out, /1 files restored/);
  assert.deepEqual(tree(join(folder, KNOWLEDGE)), first);
});

test("why shows the quote, its place, speaker and rule behind an article and behind a line", async () => {
  const folder = project();
  await curate(folder, "--bootstrap");
  const [path] = articles(folder);
  const whole = await repolore(folder, ["why", path, "--json"]);
  const { grounds } = JSON.parse(whole.out);
  assert.ok(grounds.length > 0 && grounds[0].evidence[0].quote.length > 0, path);
  assert.match((await repolore(folder, ["why", path])).out, /:\d+ · .* confidence\n {2}> /);
  assert.equal((await repolore(folder, ["why", "no/such.md"])).code, 1);
  assert.equal((await repolore(join(folder, ".."), ["-C", folder, "why", `${KNOWLEDGE}/${path}`])).code, 0);
});

test("compare judges pairs and names the line that is wrong", async () => {
  const folder = folderWith({
    "pairs.jsonl": '{"id":7,"a":"Logs are kept for 30 days.","b":"Logs are kept for 90 days."}\n',
  });
  const { out } = await repolore(folder, ["compare", "--jsonl", "pairs.jsonl"]);
  assert.equal(JSON.parse(out).relation, "contradicts");
  assert.equal(JSON.parse(out).id, 7);
  writeFileSync(join(folder, "pairs.jsonl"), '{"a":"x"}\n');
  const bad = await repolore(folder, ["compare", "--jsonl", "pairs.jsonl"]);
  assert.equal(bad.code, 1);
  assert.match(bad.err, /pairs\.jsonl:1: expected/);
  assert.equal((await repolore(folder, ["compare", "only one"])).code, 2);
});

test("recalled knowledge is not learned again, however often it is recalled", async () => {
  const folder = project();
  await curate(folder, "--bootstrap");
  const before = articles(folder);
  const [path] = before;
  const text = readFileSync(join(folder, KNOWLEDGE, path), "utf8");
  const body = text.slice(text.indexOf("\n---\n", 4) + 5).trim();
  for (let round = 1; round <= 5; round += 1) {
    const time = `2026-05-0${round}T10:00:00.000Z`;
    const prompt = `[Relevant knowledge from past conversations:]\n\n### X (high confidence, current)\n${body}\n\n---\n\nthanks`;
    const lines = [
      { type: "session", version: 3, id: `recall-${round}`, timestamp: time, cwd: "/w" },
      { type: "message", id: "1", parentId: null, timestamp: time, message: { role: "user", content: prompt } },
      {
        type: "message",
        id: "2",
        parentId: "1",
        timestamp: time,
        message: { role: "assistant", content: "You are welcome." },
      },
    ];
    writeFileSync(
      join(folder, STATE, "sessions", `recall-${round}.jsonl`),
      lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    );
    await curate(folder);
    assert.deepEqual(articles(folder), before, `round ${round}`);
  }
});

/** A server that answers each request with the next of the given handlers. */
async function serve(handlers, body) {
  const seen = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      seen.push({ url: request.url, body: JSON.parse(text), headers: request.headers });
      handlers[Math.min(seen.length, handlers.length) - 1](response);
    });
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  try {
    return await body(`http://127.0.0.1:${server.address().port}/v1`, seen);
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

const answer =
  (content, finish = "stop") =>
  (response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ choices: [{ finish_reason: finish, message: { content } }] }));
  };
const status = (code) => (response) => {
  response.statusCode = code;
  response.end("no");
};

test("a model that fails, lies or talks changes nothing; the request holds no secret", async () => {
  const plain = project();
  await curate(plain, "--bootstrap");
  const expected = tree(join(plain, KNOWLEDGE));
  const lie = JSON.stringify({
    items: [
      {
        n: 1,
        type: "fact",
        title: "Made up",
        content: "Made up.",
        confidence: "high",
        keywords: [],
        quote: "nobody ever said this",
      },
    ],
  });
  for (const [name, handlers] of Object.entries({
    refused: [status(401)],
    html: [(response) => response.end("<html>")],
    cut: [answer("{}", "length")],
    chatty: [answer("Sure! Here you go.")],
    empty: [answer("")],
    hangup: [
      (response) => response.destroy(),
      (response) => response.destroy(),
      (response) => response.destroy(),
      status(403),
    ],
    "no schema, then lies": [status(400), answer(lie)],
    redirect: [(response) => response.writeHead(302, { location: "/elsewhere" }).end()],
    "too long": [(response) => response.end(Buffer.alloc(11 << 20, " "))],
  })) {
    await serve(handlers, async (url, seen) => {
      const folder = project();
      const env = { REPOLORE_LLM_BASE_URL: url, REPOLORE_LLM_MODEL: "m", REPOLORE_LLM_API_KEY: "k" };
      const result = await repolore(folder, ["curate", "--bootstrap", "--llm"], { env });
      assert.equal(result.code, 0, name);
      assert.deepEqual(tree(join(folder, KNOWLEDGE)), expected, name);
      assert.match(result.err, /model/, name);
      assert.equal(seen[0].url, "/v1/chat/completions");
      assert.equal(seen[0].headers.authorization, "Bearer k");
      const final = { redirect: /sends elsewhere \(302\)/, "too long": /longer than 10 MiB/ }[name];
      if (final) {
        assert.match(result.err, final);
        assert.equal(seen.length, 1, "asking again would change nothing");
      }
      if (name.startsWith("no schema")) assert.equal(seen[1].body.response_format.type, "json_object");
    });
  }
});

test("a model's answer that the evidence bears is taken; one request, and no secret in it", async () => {
  const sessions = `${STATE}/sessions`;
  const secret = ["ghp", "R4nd0mR4nd0mR4nd0mR4nd0mR4nd0mR4nd0"].join("_");
  const folder = folderWith({
    [`${sessions}/a.jsonl`]: said(
      "2026-03-01",
      `We decided to store the sessions in Postgres. The deploy token is ${secret} for now.`,
    ),
  });
  const better = {
    n: 1,
    type: "decision",
    title: "Sessions live in Postgres",
    content: "Sessions are stored in Postgres.",
    confidence: "high",
    keywords: ["sessions", "postgres"],
    quote: "We decided to store the sessions in Postgres",
  };
  await serve([answer(JSON.stringify({ items: [better] }))], async (url, seen) => {
    const env = { REPOLORE_LLM_BASE_URL: url, REPOLORE_LLM_MODEL: "m", REPOLORE_LLM_API_KEY: "k" };
    const result = await repolore(folder, ["curate", "--bootstrap", "--llm"], { env });
    assert.equal(result.code, 0, result.err);
    assert.equal(seen.length, 1);
    assert.ok(!JSON.stringify(seen[0].body).includes(secret));
  });
  const text = Object.entries(tree(join(folder, KNOWLEDGE))).map(([path, content]) => `${path}\n${content}`);
  assert.ok(
    text.some((page) => page.includes("title: Sessions live in Postgres")),
    text.join("\n"),
  );
  assert.ok(!text.join("\n").includes(secret));
});

test("a model is asked only when the run is due", async () => {
  const folder = folderWith({
    [`${STATE}/sessions/a.jsonl`]: said("2026-03-01", "We decided to store the sessions in Postgres."),
  });
  await serve([answer('{"items":[]}')], async (url, seen) => {
    const env = { REPOLORE_LLM_BASE_URL: url, REPOLORE_LLM_MODEL: "m" };
    const args = ["curate", "--if-due", "--llm"];
    assert.match((await repolore(folder, args, { env })).out, /^not due: 1 new sessions, runs from 5 on\n/);
    assert.equal(seen.length, 0);
    fill(folder, { "repolore.json": '{"preset":"gitclaw","threshold":1}' });
    const due = await repolore(folder, args, { env });
    assert.match(due.out, /1 created/, due.err);
    assert.equal(seen.length, 1);
    assert.match((await repolore(folder, args, { env })).out, /^not due: 0 new sessions/);
    assert.equal(seen.length, 1);
  });
});

test("a model that cannot be asked is told before anything is done", async () => {
  const result = await repolore(project(), ["curate", "--llm"]);
  assert.equal(result.code, 2);
  assert.match(result.err, /--llm: .*REPOLORE_LLM_BASE_URL/);
  const endpoint = { REPOLORE_LLM_BASE_URL: "http://127.0.0.1:9/v1", REPOLORE_LLM_MODEL: "m" };
  for (const [wrong, message] of [
    [{ REPOLORE_LLM_BASE_URL: "localhost:11434" }, /not an http or https address/],
    [{ REPOLORE_LLM_API_KEY: "abc\ndef" }, /the key holds .* a line break/],
  ]) {
    const { code, err } = await repolore(project(), ["curate", "--llm"], { env: { ...endpoint, ...wrong } });
    assert.equal(code, 2);
    assert.match(err, message);
  }
  const folder = project();
  writeFileSync(join(folder, "repolore.json"), '{"llm":{"enabled":true}}');
  const { code, err } = await repolore(folder, ["curate"]);
  assert.equal(code, 1);
  assert.match(err, /"llm\.enabled" is set in .*repolore\.json: .*"llm\.url" and "llm\.model"/);
});

test("where nobody has talked no knowledge base is begun, and that is told", async () => {
  const folder = folderWith();
  const { code, out, err } = await repolore(folder, ["curate"]);
  assert.equal(code, 0);
  assert.match(out, /0 created, 0 updated/);
  assert.match(err, /no sessions found in \.GITCLAW\/state\/sessions, .*--sessions PATH/);
  assert.deepEqual(readdirSync(folder), []);
});
