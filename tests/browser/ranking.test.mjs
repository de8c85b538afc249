// Two hosts, one ranking: Chromium gives the same order and the same scores as Node for the whole truth set.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { createIndex } from "../../npm/dist/index.js";

const DIST = fileURLToPath(new URL("../../npm/dist", import.meta.url));
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };

const articles = readFileSync(new URL("../ranking/paraphrases.psv", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line, id) => {
    const [domain, question, title, text] = line.split("|");
    return { id, title, text, tags: [domain], question };
  });

/** Queries that the truth set does not hold: other scripts, typing errors, identifiers, nothing at all. */
const MORE = [
  "psotgres",
  "getUserName",
  "#42",
  "データベース",
  "café",
  "the of and",
  "",
  "\ud83d\ude00",
  "a".repeat(5000),
];
const queries = [...articles.flatMap(({ question, title }) => [question, title]), ...MORE];

/** Serves the built package, and nothing else, on this machine only. */
const server = createServer((request, response) => {
  const path = normalize(new URL(request.url, "http://localhost").pathname);
  const file = join(DIST, path);
  const type = TYPES[extname(path)];
  if (path === "/" || !type || !file.startsWith(DIST) || !existsSync(file)) {
    response.writeHead(path === "/" ? 200 : 404, { "content-type": "text/html" });
    response.end("<!doctype html><title>repolore</title>");
    return;
  }
  response.writeHead(200, { "content-type": type });
  response.end(readFileSync(file));
});
let browser;

before(async () => {
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  // Without CHROME_PATH this is the place where Debian puts it; a missing browser fails the test and is told so.
  const executablePath = process.env.CHROME_PATH || "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});

after(async () => {
  await browser?.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

test("Chromium ranks as Node does, to the last bit of the score", { timeout: 60_000 }, async () => {
  const page = await browser.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const there = await page.evaluate(
    async ({ documents, queries }) => {
      const { createIndex, init } = await import("/browser.js");
      await init();
      const index = createIndex(documents);
      return queries.map((query) => index.search(query, { limit: 10, explain: true }));
    },
    { documents: articles, queries },
  );
  assert.deepEqual(problems, []);
  const index = createIndex(articles);
  const here = queries.map((query) => index.search(query, { limit: 10, explain: true }));
  assert.equal(there.length, here.length);
  for (const [at, query] of queries.entries()) assert.deepEqual(there[at], here[at], query.slice(0, 80));
  assert.ok(here.filter((hits) => hits.length > 0).length > 300, "the comparison compares something");
});
