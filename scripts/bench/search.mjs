// Our search against minisearch and wink-bm25-text-search: quality, speed and memory, in one run on the same data.
//   node scripts/bench/search.mjs
//   REPOLORE_RETRIEVAL=DIR   a folder with collections (docs.jsonl, queries.jsonl), default target/corpus
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, TARGET } from "../lib.mjs";

const PEERS = { minisearch: "7.2.0", "wink-bm25-text-search": "3.1.2", "wink-nlp-utils": "2.1.0" };
const N_ARTICLES = 10_000;

/** Installs the peers once, beside the build output and outside of the package. */
function peers() {
  const folder = join(TARGET, "bench-peers", "search");
  if (!existsSync(join(folder, "node_modules", "minisearch"))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: PEERS }));
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"], {
      cwd: folder,
    });
  }
  return createRequire(join(folder, "package.json"));
}

/** Each engine: documents in, a function from query to the ids of the ten best out. */
async function engines() {
  const { createIndex } = await import(pathToFileURL(join(ROOT, "npm", "dist", "index.js")).href);
  const require = peers();
  const MiniSearch = require("minisearch");
  const wink = require("wink-bm25-text-search");
  const nlp = require("wink-nlp-utils");
  return {
    repolore(documents) {
      const index = createIndex(documents);
      return (query) => index.search(query, { limit: 10 }).map(({ id }) => id);
    },
    minisearch(documents) {
      const index = new MiniSearch({ fields: ["title", "text"], searchOptions: { boost: { title: 2 } } });
      index.addAll(documents);
      return (query) =>
        index
          .search(query)
          .slice(0, 10)
          .map(({ id }) => id);
    },
    "wink-bm25"(documents) {
      const engine = wink();
      engine.defineConfig({ fldWeights: { title: 2, text: 1 } });
      engine.definePrepTasks([
        nlp.string.lowerCase,
        nlp.string.removeExtraSpaces,
        nlp.string.tokenize0,
        nlp.tokens.removeWords,
        nlp.tokens.stem,
        nlp.tokens.propagateNegations,
      ]);
      for (const [at, { title = "", text }] of documents.entries()) engine.addDoc({ title, text }, at);
      engine.consolidate();
      return (query) => engine.search(query, 10).map(([at]) => documents[at].id);
    },
  };
}

const lines = (file) =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** The collections that are there; queries are searched among the documents of their group. */
function collections() {
  const folder = process.env.REPOLORE_RETRIEVAL ?? join(TARGET, "corpus");
  const found = [];
  for (const [name, docs, queries] of [
    ["stackfaq", "stackfaq/docs.jsonl", "stackfaq/queries.jsonl"],
    ["stackfaq answers", "stackfaq/docs.answers.jsonl", "stackfaq/queries.answers.jsonl"],
    ["cacm", "cacm/docs.jsonl", "cacm/queries.jsonl"],
  ]) {
    if (existsSync(join(folder, docs))) {
      found.push({ name, documents: lines(join(folder, docs)), queries: lines(join(folder, queries)) });
    }
  }
  return found;
}

/** Made-up articles of lengths and word frequencies like real ones; the same in every run. */
export function madeUpArticles(n) {
  let state = 42;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const syllables = [
    "ba",
    "co",
    "de",
    "fi",
    "gu",
    "ha",
    "in",
    "jo",
    "ka",
    "lo",
    "mi",
    "nu",
    "or",
    "pe",
    "qui",
    "ra",
    "so",
    "tu",
    "ve",
    "wo",
  ];
  const vocabulary = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, () => syllables[Math.floor(random() * 20)]).join(""),
  );
  // Frequencies fall with rank, as in any language.
  const word = () => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? vocabulary[0];
  const text = (n) => Array.from({ length: n }, word).join(" ");
  const documents = Array.from({ length: n }, (_, id) => ({
    id: `a${id}`,
    title: text(5),
    text: `${text(60 + Math.floor(random() * 120))}.`,
  }));
  const queries = Array.from({ length: 300 }, () => ({ text: text(3 + Math.floor(random() * 4)) }));
  return { documents, queries };
}

function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

function measure(make, { documents, queries }) {
  globalThis.gc?.();
  const before = process.memoryUsage();
  let started = performance.now();
  const search = make(documents);
  const indexMs = performance.now() - started;
  globalThis.gc?.();
  const after = process.memoryUsage();
  const times = [];
  let recall = 0;
  let reciprocal = 0;
  for (const { text } of queries.slice(0, 20)) search(text);
  for (const { text, rel } of queries) {
    started = performance.now();
    const ids = search(text);
    times.push(performance.now() - started);
    if (!rel) continue;
    recall += ids.slice(0, 5).filter((id) => rel.includes(id)).length / rel.length;
    const first = ids.findIndex((id) => rel.includes(id));
    reciprocal += first < 0 ? 0 : 1 / (first + 1);
  }
  times.sort((a, b) => a - b);
  const judged = queries.some(({ rel }) => rel);
  const bytes =
    after.heapUsed + after.arrayBuffers + after.external - before.heapUsed - before.arrayBuffers - before.external;
  return {
    ...(judged ? { recallAt5: recall / queries.length, mrrAt10: reciprocal / queries.length } : {}),
    indexMs,
    queryP50Ms: percentile(times, 0.5),
    queryP95Ms: percentile(times, 0.95),
    memoryMB: bytes / 2 ** 20,
  };
}

/** What a cold `repolore search` among 1 000 articles takes over `node -e 0`: medians of runs that take turns. */
function coldSearch(n = 15) {
  const project = join(TARGET, "bench-cold");
  const { documents, queries } = madeUpArticles(1000);
  for (const [at, { id, title, text }] of documents.entries()) {
    const folder = join(project, ".GITCLAW", "knowledge", ["decisions", "architecture", "project", "history"][at % 4]);
    mkdirSync(folder, { recursive: true });
    const front = `title: ${title}\nupdated: 2026-02-20\nconfidence: high\nstatus: current\ntags: [backend, auth/jwt]`;
    writeFileSync(
      join(folder, `${id}.md`),
      `---\n${front}\nsources:\n  - issue: ${at}\n---\n\n# ${title}\n\n${text}\n`,
    );
  }
  const run = (args) => {
    const started = performance.now();
    execFileSync(process.execPath, args, { cwd: project });
    return performance.now() - started;
  };
  const bare = [];
  const cold = [];
  const search = [join(ROOT, "npm", "dist", "bin", "repolore.cjs"), "search", queries[0].text];
  for (let at = 0; at < n; at++) {
    bare.push(run(["-e", "0"]));
    cold.push(run(search));
  }
  const median = (times) =>
    percentile(
      times.sort((a, b) => a - b),
      0.5,
    );
  return { bareNodeMs: median(bare), coldSearchMs: median(cold), overBareMs: median(cold) - median(bare) };
}

/** Every engine on every collection, and a cold call of the CLI, as tables. */
export async function bench() {
  const made = await engines();
  const data = [
    ...collections(),
    { name: "1 000 articles", ...madeUpArticles(1000) },
    { name: `${N_ARTICLES.toLocaleString("en").replace(",", " ")} articles`, ...madeUpArticles(N_ARTICLES) },
  ];
  const rows = [];
  for (const collection of data) {
    for (const [engine, make] of Object.entries(made)) {
      rows.push({ collection: collection.name, engine, ...measure(make, collection) });
    }
  }
  const rounded = (row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, typeof value === "number" ? Number(value.toFixed(3)) : value]),
    );
  console.table(rows.map(rounded));
  console.table([rounded(coldSearch())]);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await bench();
