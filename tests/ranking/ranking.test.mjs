// The truth set: committed ranks of every query, so that a change of ranking shows in review.
//   UPDATE_RANKS=1 node --test tests/ranking/ranking.test.mjs    rewrites ranks.csv
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { createIndex } from "../../npm/dist/index.js";

const here = (name) => new URL(name, import.meta.url);

/** Lines `domain|question|title|text`: each question asks for its article without the article's own words. */
const articles = readFileSync(here("paraphrases.psv"), "utf8")
  .trim()
  .split("\n")
  .map((line, id) => {
    const [domain, question, title, text] = line.split("|");
    return { id, domain, question, title, text };
  });
const index = createIndex(articles);

/** 1 for the first hit; 0 when the article is not among the first ten. */
function rankOf(query, id) {
  return index.search(query, { limit: 10 }).findIndex((hit) => hit.id === id) + 1;
}

const ranks = articles.flatMap(({ id, domain, question, title }) => [
  { set: "paraphrase", domain, query: question, rank: rankOf(question, id) },
  { set: "exact", domain, query: title, rank: rankOf(title, id) },
]);

function share(set, most) {
  const rows = ranks.filter((row) => row.set === set);
  return rows.filter(({ rank }) => rank > 0 && rank <= most).length / rows.length;
}

test("ranks are those that were committed", () => {
  const lines = ranks.map(
    ({ set, domain, query, rank }) => `${set},${domain},"${query.replaceAll('"', '""')}",${rank}`,
  );
  const csv = `set,domain,query,rank\n${lines.join("\n")}\n`;
  if (process.env.UPDATE_RANKS || !existsSync(here("ranks.csv"))) writeFileSync(here("ranks.csv"), csv);
  assert.equal(csv, readFileSync(here("ranks.csv"), "utf8").replaceAll("\r\n", "\n"));
});

test("questions in other words find their article", () => {
  const hits = share("paraphrase", 5);
  assert.ok(hits >= 0.8, `${hits} of the articles among the first five`);
});

test("the article's own title finds it first", () => {
  assert.ok(share("exact", 1) >= 0.97);
  assert.equal(share("exact", 5), 1);
});

test("typing errors and beginnings find the word, and never outrank it", () => {
  const small = createIndex([
    { id: "typo", text: "Postgers is misspelled here, by somebody in a hurry." },
    { id: "exact", text: "Postgres is spelled right here, by somebody with time." },
    { id: "other", text: "Something else entirely, about gardens." },
  ]);
  assert.deepEqual(small.search("postgres")[0].id, "exact");
  assert.ok(small.search("psotgres").some(({ id }) => id === "exact"));
  assert.ok(small.search("postgr").some(({ id }) => id === "exact"));
});

test("identifiers, paths, issue numbers and other scripts are found as people write them", () => {
  const small = createIndex([
    { id: "camel", text: "The function getUserName in src/auth/session-store.ts is slow" },
    { id: "issue", text: "Settled in #42 after a long talk" },
    { id: "cjk", text: "データベースはPostgresを選択した" },
    { id: "accent", text: "Le café résumé est naïve" },
    { id: "none", text: "Nothing of interest" },
  ]);
  const first = (query) => small.search(query)[0]?.id;
  assert.equal(first("user name"), "camel");
  assert.equal(first("getusername"), "camel");
  assert.equal(first("session store"), "camel");
  assert.equal(first("#42"), "issue");
  assert.equal(first("issue 42"), "issue");
  assert.equal(first("データベース"), "cjk");
  assert.equal(first("cafe resume"), "accent");
});

test("any query is answered: huge, empty, stop words, signs, any script", () => {
  const words = "What about the rate limit of the api ".repeat(30_000);
  assert.ok(words.length > 1_000_000);
  assert.ok(index.search(words).length > 0);
  for (const query of [
    "",
    "   ",
    "the of and",
    ".*+?^$()|[]{}\\",
    "\u0000\uffff",
    "🖖🏽",
    "ا ب ت",
    "a".repeat(100_000),
  ]) {
    assert.ok(Array.isArray(index.search(query)), query.slice(0, 20));
  }
  assert.throws(() => index.search("x", { limit: 0 }), { code: "input/invalid" });
  assert.throws(() => createIndex([{ title: "no id" }]), { code: "input/invalid" });
  assert.deepEqual(createIndex([]).search("anything"), []);
});

test("the same documents give the same order and scores, every time", () => {
  const again = createIndex(articles);
  for (const { question } of articles) assert.deepEqual(again.search(question), index.search(question));
});

test("the kind that is asked for is answered by one of its kind, and a word that exists is no typing error", () => {
  const small = createIndex([
    { id: "broker", text: "Events go through RabbitMQ." },
    { id: "services", text: "Our services start in ten seconds." },
    { id: "handbook", text: "The playbook for incidents is printed." },
  ]);
  const first = (query) => small.search(query)[0]?.id;
  assert.equal(first("which broker is it?"), "broker");
  assert.equal(first("what kind of broker do we have?"), "broker");
  assert.ok(!small.search("playback").some(({ id }) => id === "handbook"));
});
