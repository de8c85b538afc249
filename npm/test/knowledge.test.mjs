import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  buildContext,
  findRelevantArticles,
  KnowledgeBase,
  loadAllArticles,
  loadArticlesByTopic,
} from "../dist/index.js";
import { FakeGitHub } from "./github/fake.mjs";
import { repolore } from "./helpers/cli.mjs";
import { folderWith, tree } from "./helpers/folder.mjs";

const NOW = new Date("2026-03-01T12:00:00Z");

function article(front, body) {
  const lines = Object.entries(front).map(([key, value]) => `${key}: ${value}`);
  return `---\n${lines.join("\n")}\n---\n\n${body}\n`;
}

/** A small knowledge base with one entry of each sort that matters here. */
const FILES = {
  "decisions/database.md": article(
    {
      id: "KE-decision-20260220-aaaa",
      kind: "decision",
      title: "Postgres over MySQL",
      updated: "2026-02-20",
      confidence: "high",
      status: "current",
      tags: "[database/postgres]",
      domain: "[database]",
      sources: "[{issue: 42}]",
    },
    "# Postgres over MySQL\n\n## Decision\n\nWe chose Postgres because of JSONB.\n\n## Rationale\n\nPartial indexes and JSONB.",
  ),
  "decisions/cache.md": article(
    {
      kind: "decision",
      title: "Redis as cache",
      updated: "2026-02-21",
      confidence: "medium",
      status: "disputed",
      tags: "[cache]",
    },
    "# Redis as cache\n\nRedis keeps sessions.\n\n## ⚠️ Conflict\n\nMemcached was said to be enough.",
  ),
  "decisions/old.md": article(
    {
      kind: "decision",
      title: "MySQL for everything",
      updated: "2025-01-01",
      status: "superseded",
      superseded_by: "[KE-decision-20260220-aaaa]",
      tags: "[database]",
    },
    "# MySQL for everything\n\nThe database is MySQL.",
  ),
  "preferences/style.md": article(
    { kind: "preference", title: "Short answers", updated: "2026-02-01", confidence: "high", status: "current" },
    "# Short answers\n\nReplies should be brief.",
  ),
  "patterns/locks.md": article(
    {
      id: "KE-pattern-20260101-bbbb",
      kind: "pattern",
      title: "Lock before writing",
      pattern_type: "anti-pattern",
      occurrences: 4,
      updated: "2026-01-01",
      tags: "[database, concurrency]",
    },
    "# Lock before writing\n\n## Description\n\nTable locks stop the database for everybody.",
  ),
  "signals/sig-2026-02-01-noise.md": article({ type: "signal", created: "2026-02-01" }, "# Noise\n\ndatabase noise"),
  "_index.md": "# Knowledge Base\n",
};

const knowledge = () => folderWith(FILES);
const project = () =>
  folderWith(Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`.GITCLAW/knowledge/${path}`, text])));

const call = (argv, cwd, more) => repolore(cwd, argv, { now: () => NOW, ...more });

describe("search", () => {
  test("answers in the fixed form", async () => {
    const { out, code } = await call(["search", "which database did we choose?", "-t", "decision"], project());
    assert.equal(code, 0);
    assert.match(
      out,
      /^## Knowledge Search Results\n\n\*\*Query\*\*: "which database did we choose\?"\n\*\*Filters\*\*: decision\n\*\*Found\*\*: \d entries \(showing \d\)\n\n---\n\n### 1\. \[decision\] KE-decision-20260220-aaaa \(relevance: \d+\)\n\n\*\*Title\*\*: Postgres over MySQL\n\*\*Decision\*\*: /,
    );
  });

  test("explains the score, and its parts add up", async () => {
    const { out } = await call(["search", "database", "--explain", "--json"], project());
    const { hits } = JSON.parse(out);
    for (const { score, parts } of hits) {
      const sum = 0.6 * parts.similarity + 0.2 * parts.decay + 0.1 * parts.domain + 0.1 * parts.occurrence;
      assert.ok(Math.abs(score - sum) < 1e-9);
    }
    assert.ok(hits[0].why.length > 0);
    assert.ok(!hits.some(({ kind }) => kind === "signal"), "signals are not surfaced");
  });

  test("filters by tag level, date and limit", async () => {
    const cwd = project();
    const ids = async (...argv) =>
      JSON.parse((await call(["search", ...argv, "--json"], cwd)).out).hits.map(({ title }) => title);
    assert.deepEqual(await ids("-d", "postgres"), ["Postgres over MySQL"]);
    assert.ok((await ids("database", "--since", "2026-02-01")).every((title) => title !== "MySQL for everything"));
    assert.equal((await ids("database", "-l", "1")).length, 1);
  });

  test("has its own words for nothing found, an empty base and an unknown entry", async () => {
    const cwd = project();
    assert.equal((await call(["search", "zzzzqqqq"], cwd)).out, "No matching entries. Try broader search.\n");
    assert.equal(
      (await call(["search", "x"], folderWith())).out,
      "Knowledge base empty. Use /learn to capture knowledge.\n",
    );
    const unknown = await call(["search", "--related", "KE-none"], cwd);
    assert.equal(unknown.code, 1);
    assert.match(unknown.err, /Entry not found: KE-none/);
  });

  test("refuses wrong calls", async () => {
    const cwd = project();
    for (const argv of [
      ["search"],
      ["search", "x", "-t", "wisdom"],
      ["search", "x", "-l", "0"],
      ["search", "x", "--since", "soon"],
      ["search", "x", "--bogus"],
    ]) {
      assert.equal((await call(argv, cwd)).code, 2, argv.join(" "));
    }
  });

  test("shows what belongs to an issue and to an entry", async () => {
    const cwd = project();
    const issue = JSON.parse((await call(["search", "--related", "#42", "--json"], cwd)).out);
    assert.equal(issue.indexed, true);
    assert.equal(issue.direct[0].id, "KE-decision-20260220-aaaa");
    assert.match((await call(["search", "--related", "999"], cwd)).out, /No entry names #999|No matching entries/);
    const { out } = await call(["search", "--related", "decisions/old", "--mermaid"], cwd);
    assert.match(out, /^graph LR\n {2}n0\["MySQL for everything"\]\n/);
    assert.match(out, /superseded by/);
  });

  test("spans several roots", async () => {
    const other = folderWith({
      "lessons/les-1.md": article(
        { id: "les-1", type: "lesson", title: "Vacuum the database" },
        "# Vacuum the database\n\nDo it weekly.",
      ),
    });
    const { out } = await call(["search", "vacuum", "--root", other, "--json"], project());
    assert.equal(JSON.parse(out).hits[0].id, "les-1");
  });
});

describe("context", () => {
  test("puts what is known before the prompt, fenced, with a receipt", () => {
    const block = buildContext("which database do we use?", knowledge(), { now: NOW });
    assert.ok(block.prompt.startsWith("[Relevant knowledge from past conversations:]\n\n<<<repolore "));
    assert.ok(block.prompt.endsWith("\n\n---\n\nwhich database do we use?"));
    assert.match(block.prompt, /### Postgres over MySQL \(high confidence, current\)/);
    assert.equal(block.preferences, "Replies should be brief.");
    assert.ok(block.tokens <= block.budget);
    assert.ok(block.leftOut.some(({ reason }) => reason === "superseded"));
    assert.match(block.applied, /^## Knowledge Applied\n\n\*\*KB entries consulted:\*\* .*\n\*\*Applied:\*\*\n- \[/);
  });

  test("keeps the seed's form when asked to", () => {
    const { prompt } = buildContext("postgres jsonb", knowledge(), { now: NOW, fence: false });
    assert.ok(prompt.startsWith("[Relevant knowledge from past conversations:]\n\n### "));
  });

  test("never costs more than it may", () => {
    const folder = knowledge();
    for (const budget of [1, 20, 40, 60, 80, 100, 150, 300]) {
      const block = buildContext("database postgres mysql redis cache locks", folder, { now: NOW, budget });
      assert.ok(block.tokens <= budget, `${block.tokens} of ${budget}`);
      const cost =
        Math.ceil([...block.preferences].length / 4) +
        Math.ceil((block.prompt.length - "database postgres mysql redis cache locks".length) / 4);
      assert.ok(cost <= budget + 1, `${cost} really`);
    }
  });

  test("always shows matching disputed articles, marked", () => {
    const block = buildContext("redis sessions cache", knowledge(), { now: NOW, articles: 1 });
    assert.match(block.prompt, /Disputed: both sides/);
  });

  test("leaves the prompt alone when there is nothing", () => {
    assert.equal(buildContext("hello", join(knowledge(), "nowhere")).prompt, "hello");
    const block = buildContext("zzzzqqqq", folderWith({}), { now: NOW });
    assert.equal(block.applied, "## Knowledge Applied\n\nChecked knowledge base, no relevant entries found.\n");
  });

  test("roles decide scope and budget; debug logs everything", () => {
    const folder = knowledge();
    const executor = buildContext("database lock error", folder, { now: NOW, role: "executor", debug: true });
    assert.equal(executor.budget, 200);
    assert.ok(executor.used.every(({ kind }) => kind === "pattern"));
    assert.match(executor.debugLog, /^## KB Debug Log\n\n\| ID \| Tags \| Relevance \| Freshness \| Action \|\n/);
    assert.match(executor.debugLog, / -- /);
  });

  test("the command prints the prompt, and the receipt beside it", async () => {
    const { out, err, code } = await call(["context", "which", "database?", "--plain"], project());
    assert.equal(code, 0);
    assert.ok(out.endsWith("which database?\n"));
    assert.match(err, /knowledge: \d entries, \d+ of 500 tokens/);
    assert.equal((await call(["context", "--system"], project())).out, "Replies should be brief.\n");
    assert.equal((await call(["context", "x", "--role", "king"], project())).code, 2);
  });
});

describe("lessons and spikes", () => {
  const spike = (name, outcome, more = {}) => [
    `.GITCLAW/knowledge/spikes/spk-2026-02-20-${name}.md`,
    article(
      {
        id: `spk-2026-02-20-${name}`,
        type: "spike",
        title: `JWT refresh ${name}`,
        outcome,
        updated: "2026-02-20",
        ...more,
      },
      `# JWT refresh ${name}\n\n## Hypothesis\n\nRefresh tokens of JWT can be rotated (${name}).\n\n## Decision\n\nRotate ${name}.`,
    ),
  ];
  const lesson = (name, more) => [
    `.GITCLAW/knowledge/lessons/les-2026-02-15-${name}.md`,
    article(
      { id: `les-2026-02-15-${name}`, type: "lesson", updated: "2026-02-15", tags: "[auth/jwt]", ...more },
      `# Lesson ${name}\n\nJWT refresh tokens ${name}.`,
    ),
  ];
  const withSpikes = (...files) =>
    folderWith({
      "package.json": JSON.stringify({ name: "p", dependencies: { prisma: "5.1.0" } }),
      ...Object.fromEntries(files),
      ".GITCLAW/knowledge/signals/sig-2026-02-01-raw.md": article(
        { id: "sig-2026-02-01-raw", type: "signal", created: "2026-02-01" },
        "# JWT refresh trouble\n\nJWT refresh tokens failed.",
      ),
    });
  const PROMPT = "how do we rotate JWT refresh tokens?";
  const ask = async (cwd, ...argv) => JSON.parse((await call(["context", PROMPT, "--json", ...argv], cwd)).out);

  test("are applied with citations, and a settled spike counts as avoided", async () => {
    const cwd = withSpikes(spike("rotation", "confirmed"), lesson("expire"));
    const { used, applied, prompt } = await ask(cwd, "--role", "researcher");
    assert.deepEqual(
      used.map(({ id }) => id),
      ["spk-2026-02-20-rotation", "les-2026-02-15-expire"],
      "a researcher sees spikes first and raw signals never",
    );
    assert.match(prompt, /### JWT refresh rotation \(medium confidence, confirmed\)/);
    assert.match(prompt, /\[les-2026-02-15-expire\] lessons\/les-2026-02-15-expire\.md/);
    assert.match(
      applied,
      /^## Knowledge Applied\n\n\*\*KB entries consulted:\*\* 1 lesson, 1 spike\n\*\*Applied:\*\*\n- \[spk-/,
    );
    assert.match(applied, /\n\*\*Spikes avoided:\*\* 1 \(spk-2026-02-20-rotation\)\n$/);
  });

  test("a spike that settled nothing, or rests on what has changed, is not avoided", async () => {
    const cwd = withSpikes(
      spike("partly", "partial"),
      spike("unclear", "inconclusive"),
      spike("outdated", "confirmed", { depends_on: '["prisma < 5"]' }),
    );
    const { applied, prompt } = await ask(cwd, "--role", "researcher", "--budget", "2000");
    assert.match(applied, /\*\*Spikes avoided:\*\* 0\n/);
    assert.match(prompt, /Partly answered: adopt what it settled, the rest is open\./);
    assert.match(prompt, /Inconclusive: for reference only\./);
    assert.match(
      prompt,
      /Note: \[spk-2026-02-20-outdated\] depends on prisma < 5.*5\.1\.0.* -- may need re-evaluation/i,
    );
  });

  test("several settled spikes make a composite answer, and say so", async () => {
    const cwd = withSpikes(spike("rotation", "confirmed"), spike("reuse", "rejected"));
    const { applied } = await ask(cwd, "--role", "researcher", "--budget", "2000");
    assert.match(applied, /\*\*Spikes avoided:\*\* 2 \(spk-/);
    assert.match(applied, /Composite from \[spk-[^\]]+\] and \[spk-[^\]]+\] -- not directly tested as a unit\.\n$/);
  });

  test("each role reads what it should", async () => {
    const cwd = withSpikes(spike("rotation", "confirmed"), lesson("expire"));
    const kinds = async (role) => (await ask(cwd, "--role", role)).used.map(({ kind }) => kind).sort();
    assert.deepEqual(await kinds("planner"), ["lesson"]);
    assert.deepEqual(await kinds("debugger"), ["lesson", "spike"]);
    assert.deepEqual(await kinds("executor"), ["lesson"]);
  });

  test("search and brief show them, raw signals only on request", async () => {
    const cwd = withSpikes(spike("rotation", "confirmed"), lesson("expire", { depends_on: '["prisma >= 5"]' }));
    const found = async (...argv) =>
      JSON.parse((await call(["search", PROMPT, "--json", ...argv], cwd)).out)
        .hits.map(({ kind }) => kind)
        .sort();
    assert.deepEqual(await found(), ["lesson", "spike"]);
    assert.deepEqual(await found("--all"), ["lesson", "signal", "spike"]);
    assert.deepEqual(await found("-t", "signal"), ["signal"]);
    const { out } = await call(["brief", PROMPT], cwd);
    assert.match(out, /\[spk-2026-02-20-rotation\]/);
    assert.match(out, /\[les-2026-02-15-expire\]/);
    const [{ freshness }] = JSON.parse((await call(["search", PROMPT, "-t", "lesson", "--json"], cwd)).out).hits;
    assert.equal(freshness.label, "Fresh (depends_on holds)");
  });
});

describe("lifecycle calls", () => {
  test("find, list and load by topic", () => {
    const folder = knowledge();
    const found = findRelevantArticles("which database did we choose?", folder, 2, { now: NOW });
    assert.equal(found[0].frontmatter.title, "Postgres over MySQL");
    assert.equal(loadAllArticles(folder).length, 6);
    assert.deepEqual(
      loadArticlesByTopic("preferences", folder).map(({ path }) => path),
      ["preferences/style.md"],
    );
    assert.deepEqual(findRelevantArticles("x", join(folder, "nowhere")), []);
  });

  test("answers are kept for five minutes by the clock passed in", () => {
    const base = new KnowledgeBase([{ path: "a/b.md", bytes: Buffer.from("# Redis\n\nRedis is a cache.") }]);
    const first = base.search({ query: "redis", now: 1_000 });
    assert.deepEqual(base.search({ query: "redis", now: 2_000 }), first);
    base.add([{ path: "a/c.md", bytes: Buffer.from("# Redis too\n\nRedis again.") }]);
    assert.equal(base.search({ query: "redis", now: 3_000 }).total, 2, "new entries are seen at once");
  });
});

describe("brief", () => {
  test("has its five sections", async () => {
    const { out, code } = await call(["brief", "#42"], project());
    assert.equal(code, 0);
    const headings = out.match(/^##+ .*$/gm);
    assert.deepEqual(headings, [
      "## Context Brief for Issue #42",
      "### Summary",
      "### Must-Know",
      "### Related Past Issues",
      "### Anti-Patterns to Avoid",
      "### Recommended Agents",
    ]);
    assert.match(out, /Postgres over MySQL/);
  });

  test("recommends agents by what was recorded", async () => {
    const cwd = project();
    const record = ["metrics", "record", "--agent", "dba", "--domain", "database", "--outcome", "success"];
    assert.equal((await call(record, cwd)).code, 0);
    assert.match((await call(["brief", "database migration"], cwd)).out, /- dba: 100 % success in database \(1 runs\)/);
    assert.equal((await call(["metrics", "record", "--agent", "dba"], cwd)).code, 2);
  });
});

describe("brief with GitHub", () => {
  const github = {
    GITHUB_TOKEN: "t",
    GITHUB_REPOSITORY: "o/r",
  };
  const ISSUE = {
    number: 77,
    title: "Queries against the relational store are slow",
    state: "open",
    labels: [{ name: "performance" }],
    user: { login: "sam", type: "User" },
    author_association: "MEMBER",
    body: "The table in src/db/orders.ts is read as a whole.",
    created_at: "2026-02-28T10:00:00Z",
  };

  test("asks the server for the issue and uses its title, text, labels and files", async () => {
    const server = await new FakeGitHub().start();
    try {
      server.issues.set(77, ISSUE);
      const env = { ...github, GITHUB_TOKEN: "", GH_TOKEN: "t", GITHUB_API_URL: server.url };
      const { out, err, code } = await call(["brief", "#77"], project(), { env });
      assert.equal(code, 0, err);
      assert.equal(err, "");
      assert.deepEqual(server.log, ["GET /repos/o/r/issues/77"], "comments are not needed");
      assert.match(out, /Context Brief for Issue #77/);
      assert.match(out, /Issue #77 \(database, performance\): \d entries/, "its labels are read");
      assert.match(out, /Postgres over MySQL/);
    } finally {
      await server.stop();
    }
  });

  test("goes on with what is known here when the server does not answer as it should", async () => {
    const server = await new FakeGitHub().start();
    try {
      const env = { ...github, GITHUB_API_URL: server.url };
      const { out, err, code } = await call(["brief", "#42"], project(), { env });
      assert.equal(code, 0);
      assert.match(err, /^brief: GitHub did not tell about #42 \(.*\); using what is known here\n$/);
      assert.match(out, /Postgres over MySQL/);
      server.log.length = 0;
      assert.equal((await call(["brief", "#42", "--offline"], project(), { env })).err, "");
      assert.equal((await call(["brief", "#42", "--title", "Slow"], project(), { env })).err, "");
      assert.deepEqual(server.log, [], "nobody is asked when told not to");
    } finally {
      await server.stop();
    }
  });
});

describe("learn", () => {
  const decision = [
    "learn",
    "decision",
    "--title",
    "Tabs, not spaces",
    "--decision",
    "Indent with tabs",
    "--rationale",
    "Screen readers",
  ];

  test("writes one entry and the index, and knows it the second time", async () => {
    const cwd = project();
    const { out, code } = await call(decision, cwd);
    assert.equal(code, 0);
    assert.match(out, /^Captured KE-decision-20260301-[0-9a-f]{4}\n/);
    const files = tree(cwd);
    assert.match(files[".GITCLAW/knowledge/decisions/tabs-not-spaces.md"], /## Decision\n\nIndent with tabs/);
    assert.match(files[".GITCLAW/knowledge/index.yaml"], /Tabs, not spaces/);
    assert.match((await call(decision, cwd)).out, /^Already captured: KE-decision-20260301-/);
    assert.deepEqual(tree(cwd), files);
  });

  test("six at once all write their entry, and the index holds them; nobody's figures are lost", async () => {
    const cwd = project();
    const six = [1, 2, 3, 4, 5, 6];
    const entry = (n) => ["--title", `Title ${n}`, "--decision", `Thing${n} is used`, "--rationale", `reason${n}`];
    const record = ["metrics", "record", "--agent", "a", "--domain", "d", "--outcome", "success"];
    const calls = six.flatMap((n) => [["learn", "decision", ...entry(n)], record]);
    for (const { code, err } of await Promise.all(calls.map((args) => call(args, cwd)))) assert.equal(code, 0, err);
    const files = tree(cwd);
    for (const n of six) {
      assert.ok(files[`.GITCLAW/knowledge/decisions/title-${n}.md`]);
      assert.match(files[".GITCLAW/knowledge/_index.md"], new RegExp(`Title ${n}`));
    }
    assert.match((await call(["metrics"], cwd)).out, /^a: 6 runs\n/);
  });

  test("asks a person for what is missing, and only for that", async () => {
    const cwd = project();
    const answers = { "decision: ": " Indent with tabs ", "rationale: ": "Screen readers" };
    const asked = [];
    const ask = async (question) => {
      asked.push(question);
      return answers[question] ?? "";
    };
    const interactive = { isInteractive: true, ask };
    const { out, code, err } = await call(["learn", "decision", "--title", "Tabs, not spaces"], cwd, interactive);
    assert.equal(code, 0, err);
    assert.deepEqual(asked, ["decision: ", "rationale: "]);
    assert.match(out, /^Captured KE-decision-20260301-/);
    assert.match(tree(cwd)[".GITCLAW/knowledge/decisions/tabs-not-spaces.md"], /## Decision\n\nIndent with tabs\n/);
    const empty = await call(["learn", "feedback"], cwd, { isInteractive: true, ask: async () => "" });
    assert.equal(empty.code, 1);
    assert.match(empty.err, /feedback: missing finding, recommendation; nothing was stored/);
  });

  test("asks nobody when its input is a pipe", () => {
    const cwd = project();
    const bin = fileURLToPath(new URL("../dist/bin/repolore.cjs", import.meta.url));
    const options = { cwd, input: "Tabs\nIndent with tabs\nBecause\n", encoding: "utf8", timeout: 30_000 };
    const piped = spawnSync(process.execPath, [bin, "learn", "decision"], options);
    assert.equal(piped.status, 1);
    assert.match(piped.stderr, /decision: missing title, decision, rationale; nothing was stored/);
    const entry = { type: "feedback", content: { finding: "Slow start", recommendation: "Load less" } };
    const json = spawnSync(process.execPath, [bin, "learn", "--from", "-"], {
      ...options,
      input: JSON.stringify(entry),
    });
    assert.equal(json.status, 0, json.stderr);
    assert.match(json.stdout, /^Captured KE-feedback-/);
  });

  test("stores nothing that is not complete", async () => {
    const cwd = project();
    const before = tree(cwd);
    const { code, err } = await call(["learn", "feedback", "--finding", "x"], cwd);
    assert.equal(code, 1);
    assert.match(err, /feedback: missing recommendation; nothing was stored/);
    assert.equal((await call(["learn", "wisdom"], cwd)).code, 2);
    assert.deepEqual(tree(cwd), before);
  });

  test("takes secrets out", async () => {
    const cwd = project();
    await call([...decision, "--context", "API_KEY=abc123def456ghi789"], cwd);
    assert.doesNotMatch(JSON.stringify(tree(cwd)), /abc123def456ghi789/);
  });

  test("three pieces of feedback that say the same make a pattern", async () => {
    const cwd = project();
    const feedback = (more) => [
      "learn",
      "feedback",
      "--finding",
      `Input of the form is not validated before it is saved to the table${more}`,
      "--recommendation",
      "Validate with a schema at the edge before saving",
      "--category",
      "validation",
    ];
    await call(feedback(""), cwd);
    await call(feedback(" of customers in billing and invoices"), cwd);
    const third = await call(feedback(" of orders when shipping is pending"), cwd);
    assert.match(third.out, /made the pattern KE-pattern-20260301-/);
  });

  test("reads an entry from standard input", async () => {
    const cwd = project();
    const entry = {
      type: "pattern",
      content: { name: "Retry with jitter", pattern_type: "pattern", description: "Wait longer each time." },
      tags: ["resilience"],
    };
    const stdin = async () => Buffer.from(JSON.stringify(entry));
    assert.match((await call(["learn", "--from", "-"], cwd, { stdin })).out, /^Captured KE-pattern-/);
    assert.equal((await call(["learn", "--from", "-"], cwd, { stdin: async () => Buffer.from("{") })).code, 1);
    const other = folderWith({ "marked.json": `\ufeff${JSON.stringify(entry)}` });
    assert.match((await call(["learn", "--from", join(other, "marked.json")], project())).out, /^Captured KE-pattern-/);
  });
});

test("queries that are no questions are answered, or refused in one sentence", async () => {
  const cwd = project();
  const files = tree(cwd);
  for (const query of [
    `${"database ".repeat(120_000)}`,
    "the of and to",
    ".*+?^$()|[]{}\\",
    "--not-an-option-but-words".slice(2),
    "база данных",
    "データベース",
    "قاعدة البيانات",
    "\u{1f5c4}\ufe0f",
    "\u0000\u0007\u202e",
  ]) {
    for (const command of ["search", "brief", "context"]) {
      const { code, out, err } = await call([command, "--", query], cwd);
      assert.equal(code, 0, `${command} ${JSON.stringify(query.slice(0, 30))}: ${err.slice(0, 200)}`);
      assert.ok(out.length > 0);
    }
  }
  for (const command of ["search", "brief"]) {
    const { code, err } = await call([command, "  "], cwd);
    assert.equal(code, 2);
    assert.match(err, /^repolore: (search|brief): [^\n]+\n$/);
  }
  assert.deepEqual(tree(cwd), files, "asking writes nothing");
});

test("a hundred thousand tags and an index of a newer version do no harm", async () => {
  const tags = Array.from({ length: 100_000 }, (_, at) => `t${at}`).join(", ");
  const base = new KnowledgeBase([
    { path: "facts/many.md", bytes: Buffer.from(article({ title: "Many", tags: `[${tags}]` }, "# Many\n\nTags.")) },
  ]);
  assert.ok(base.search({ query: "many tags" }).hits.length <= 1);
  const cwd = folderWith({
    ".GITCLAW/knowledge/decisions/a.md": "# A\n\nText.",
    ".GITCLAW/knowledge/index.yaml": 'version: "99.0"\nentries: []\n',
  });
  const { code, err } = await call(["brief", "text"], cwd);
  assert.equal(code, 1);
  assert.match(err, /newer/);
});
