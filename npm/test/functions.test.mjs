// Curation step by step: the functions that scripts of a repository call one by one.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  curateKnowledgeBase,
  detectContradictions,
  extractKnowledge,
  findRelevantArticles,
  generateArticle,
  generateIndex,
  init,
  loadAllArticles,
  loadArticlesByTopic,
  updateArticle,
} from "../dist/index.js";
import { folderWith } from "./helpers/folder.mjs";

const SESSION = ".GITCLAW/state/sessions/2026-03-01T10-00-00-000Z_a1b2c3d4.jsonl";
const said = (content) =>
  `${JSON.stringify({ type: "session", version: 3, id: "a1b2c3d4", timestamp: "2026-03-01T10:00:00Z" })}\n${JSON.stringify(
    {
      type: "message",
      id: "m1",
      parentId: null,
      timestamp: "2026-03-01T10:00:01Z",
      message: { role: "user", content },
    },
  )}\n`;
const knowledge = (content, day) => ({
  type: "decision",
  title: "Job queue",
  content,
  confidence: "high",
  sourceIssue: 3,
  sourceSession: `${day}.jsonl`,
  sourceTimestamp: `${day}T10:00:00Z`,
  keywords: ["queue"],
  relatedTopics: [],
});

test("what a person said is extracted and told as theirs", async () => {
  const folder = folderWith({ [SESSION]: said("We decided to keep the job queue in PostgreSQL.") });
  const [found, ...more] = await extractKnowledge(join(folder, SESSION), 7);
  assert.equal(more.length, 0);
  assert.deepEqual([found.type, found.saidBy, found.sourceIssue, found.sourceLine], ["decision", "person", 7, 2]);
  const { path, frontmatter, body } = generateArticle(found);
  assert.match(path, /^decisions\/.*\.md$/);
  assert.equal(frontmatter.status, "current");
  assert.match(body, /Said by a person/);
  assert.match(body, /— a person, issue #7, 2026-03-01, `2026-03-01T10-00-00-000Z_a1b2c3d4\.jsonl` line 2/);
  assert.match(generateIndex([{ path, frontmatter, body }]), new RegExp(`\\(${path}\\) — high confidence`));
});

test("a contradiction is found and disputed, and a sentence with another name is never lost", () => {
  const article = generateArticle(knowledge("We use PostgreSQL for the job queue.", "2026-01-01"));
  const other = knowledge("We use MySQL for the job queue.", "2026-02-01");
  assert.deepEqual(
    detectContradictions(other, [article]).map(({ article: { path } }) => path),
    [article.path],
  );
  const disputed = updateArticle(article, other);
  assert.equal(disputed.frontmatter.status, "disputed");
  assert.match(disputed.body, /## ⚠️ Conflict/);
  const byAgent = updateArticle(article, { ...other, saidBy: "agent" });
  assert.match(byAgent.body, /MySQL/);
  assert.equal(byAgent.frontmatter.sources.length, 2);
  assert.deepEqual(detectContradictions(knowledge("The door of the harbour is green.", "2026-02-01"), [article]), []);
});

test("a knowledge base is curated and read article by article", async () => {
  const folder = folderWith({ [SESSION]: said("We decided to keep the job queue in PostgreSQL.") });
  const home = join(folder, ".GITCLAW");
  const log = () => {};
  const result = await curateKnowledgeBase(join(home, "state"), home, { bootstrap: true, log });
  assert.deepEqual(result, { articlesCreated: 1, articlesUpdated: 0, contradictions: 0 });
  const base = join(home, "knowledge");
  assert.equal(loadAllArticles(base).length, 1);
  assert.equal(loadArticlesByTopic("decisions", base).length, 1);
  assert.deepEqual(loadArticlesByTopic("history", base), []);
  assert.equal(findRelevantArticles("where is the job queue kept?", base, 5).length, 1);
});

test("where nobody has talked no knowledge base is begun", async () => {
  const home = join(folderWith({ "README.md": "# Empty\n" }), ".GITCLAW");
  const heard = [];
  const result = await curateKnowledgeBase(join(home, "state"), home, { log: (text) => heard.push(text) });
  assert.deepEqual(result, { articlesCreated: 0, articlesUpdated: 0, contradictions: 0 });
  assert.match(heard.join("\n"), /^no sessions found in /);
  assert.equal(existsSync(home), false);
});

test("bad input is named", async () => {
  await init();
  const invalid = (message) => ({ code: "input/invalid", message });
  const folder = folderWith({ [SESSION]: said("We bake rye.") });
  for (const issue of [-1, 1.5, Number.NaN]) {
    await assert.rejects(extractKnowledge(join(folder, SESSION), issue), invalid(/^issueNumber: /));
  }
  assert.throws(() => generateArticle({}), invalid(/^knowledge\.type: /));
  const article = generateArticle(knowledge("We bake rye.", "2026-01-01"));
  assert.throws(() => updateArticle(article, {}), invalid(/^knowledge\.type: /));
  assert.throws(() => generateIndex([{}]), invalid(/^article : /));
  assert.throws(
    () => detectContradictions(knowledge("We bake rye.", "2026-01-01"), [{ path: "a.md" }]),
    invalid(/^article a\.md: /),
  );
});
