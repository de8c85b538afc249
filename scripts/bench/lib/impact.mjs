// The impact scan beside plain BM25: the files of past commits are predicted from the message and the tree before.
//   REPOLORE_BENCH_REPOS=/path/a:/path/b   more git repositories
//   REPOLORE_BENCH_COMMITS=40              commits taken from each
//   REPOLORE_BENCH_SECONDS=90              after this a history ends with the commits it has
import { spawnSync } from "node:child_process";
import { basename } from "node:path";
import { ROOT, say } from "../../lib.mjs";

const MAX_BYTES = 1024 * 1024;
const MAX_CHANGED = 20;

export function impact(withCore) {
  const repositories = [ROOT, ...(process.env.REPOLORE_BENCH_REPOS ?? "").split(":").filter(Boolean)];
  say(
    "\n| history | commits | recall@20 | BM25 | recall@5 | BM25 | precision | BM25 | R-precision | BM25 | named | s |",
  );
  say("|---|---|---|---|---|---|---|---|---|---|---|---|");
  const all = [];
  for (const repository of repositories) {
    const started = performance.now();
    const rows = predictCommits(withCore, repository);
    all.push(...rows);
    row(basename(repository), rows, performance.now() - started);
  }
  if (repositories.length > 1) row("all", all, 0);
  say(
    "\nOnly files that exist before the commit count. Precision: of the files called named or likely, and of as many best",
  );
  say(
    "files of BM25. Named: recall of a design that has only the subject of the commit and, for each file, the functions",
  );
  say("that change in it (from the diff) or, where the diff names none, the file.");
}

function row(name, rows, ms) {
  const mean = (pick) =>
    rows.length ? (rows.reduce((sum, item) => sum + pick(item), 0) / rows.length).toFixed(3) : "–";
  const cells = ["recall20", "recall5", "precision", "rPrecision"].flatMap((key) => [
    mean((item) => item.ours[key]),
    mean((item) => item.bm25[key]),
  ]);
  say(`| ${name} | ${rows.length} | ${cells.join(" | ")} | ${mean((item) => item.named)} | ${Math.round(ms / 1000)} |`);
}

function predictCommits(withCore, repository) {
  const wanted = Number(process.env.REPOLORE_BENCH_COMMITS ?? 40);
  const limit = performance.now() + 1000 * Number(process.env.REPOLORE_BENCH_SECONDS ?? 90);
  const git = gitIn(repository);
  const commits = git("log", "--no-merges", "--format=%H").toString().trim().split("\n");
  const step = Math.max(1, Math.floor(commits.length / (wanted * 1.3)));
  const blobs = new Blobs(repository);
  const rows = [];
  for (let at = 0; at < commits.length && rows.length < wanted && performance.now() < limit; at += step) {
    const commit = commits[at];
    const message = git("log", "-1", "--format=%B", commit).toString();
    const files = treeBefore(git, commit);
    const known = new Set(files.map(({ path }) => path));
    const changed = git("diff-tree", "-r", "--no-commit-id", "--name-only", commit).toString().split("\n");
    const truth = new Set(changed.filter((path) => known.has(path)));
    if (message.split(/\s+/).length < 5 || truth.size === 0 || truth.size > MAX_CHANGED) continue;
    blobs.read(files);
    const log = git("log", "--no-merges", "-n", "3000", "--name-only", "--format=%x01%B%x02", `${commit}^`);
    const scan = (design) => {
      const scan = withCore((core) => new core.DesignScan(design));
      withCore(() => scan.setLog(log));
      for (const { path, id } of files) withCore(() => scan.add(path, blobs.bytes(id)));
      return withCore(() => scan.finish(undefined)).files.filter(({ change }) => change !== "create");
    };
    const listed = scan(message);
    const likely = listed.filter(({ likelihood }) => likelihood !== "possible").length || 1;
    const paths = listed.map(({ path }) => path);
    const named = new Set(scan(designOf(git, commit, message, truth)).map(({ path }) => path));
    rows.push({
      ours: measure(paths, truth, likely),
      bm25: measure(bm25(message, files, blobs), truth, likely),
      named: [...truth].filter((path) => named.has(path)).length / truth.size,
    });
  }
  return rows;
}

function gitIn(repository) {
  return (...args) =>
    spawnSync("git", ["-c", "core.quotepath=off", ...args], { cwd: repository, maxBuffer: 2 ** 30 }).stdout ??
    Buffer.alloc(0);
}

function treeBefore(git, commit) {
  const lines = git("ls-tree", "-r", "-l", `${commit}^`).toString().split("\n");
  const found = lines.map((line) => /^\d+ blob (\w+) +(\d+)\t(.*)$/.exec(line));
  return found.flatMap((entry) => (entry && Number(entry[2]) <= MAX_BYTES ? [{ id: entry[1], path: entry[3] }] : []));
}

/** What a design would name: for each file the functions that git says its hunks lie in, else the file. */
function designOf(git, commit, message, truth) {
  const functions = new Map([...truth].map((path) => [path, new Set()]));
  let inside;
  for (const line of git("show", "--format=", "-U3", commit).toString().split("\n")) {
    if (line.startsWith("diff --git")) inside = undefined;
    else if (line.startsWith("--- a/")) inside = functions.get(line.slice(6).trimEnd());
    const name = inside && /^@@ [^@]*@@ [^/*#].*?\b([A-Za-z_]\w{3,})\s*\(/.exec(line)?.[1];
    if (name && !/^(if|for|while|switch|return|sizeof|test|main|describe|catch)$/.test(name)) inside.add(name);
  }
  const named = [...functions].map(([path, names]) =>
    names.size
      ? `- change ${[...names]
          .slice(0, 2)
          .map((name) => `\`${name}\``)
          .join(" and ")}`
      : `- ${path}`,
  );
  return `${message.split("\n")[0]}\n\n${named.join("\n")}\n`;
}

function measure(ranked, truth, likely) {
  const hits = (count) => ranked.slice(0, count).filter((path) => truth.has(path)).length;
  return {
    recall20: hits(20) / truth.size,
    recall5: hits(5) / truth.size,
    precision: hits(likely) / likely,
    rPrecision: hits(truth.size) / truth.size,
  };
}

/** The files of a history, each version read and counted once. */
class Blobs {
  #repository;
  #bytes = new Map();
  #words = new Map();

  constructor(repository) {
    this.#repository = repository;
  }

  read(files) {
    const missing = [...new Set(files.map(({ id }) => id))].filter((id) => !this.#bytes.has(id));
    // In portions: the output of one call has to fit into a buffer.
    for (let from = 0; from < missing.length; from += 1000) this.#readSome(missing.slice(from, from + 1000));
  }

  #readSome(ids) {
    const { stdout } = spawnSync("git", ["cat-file", "--batch"], {
      cwd: this.#repository,
      input: ids.join("\n"),
      maxBuffer: 2 ** 31 - 1,
    });
    let at = 0;
    for (const id of ids) {
      const end = stdout.indexOf(10, at);
      const size = Number(stdout.subarray(at, end).toString().split(" ")[2]);
      this.#bytes.set(id, stdout.subarray(end + 1, end + 1 + size));
      at = end + 1 + size + 1;
    }
  }

  bytes(id) {
    return this.#bytes.get(id);
  }

  /** How many words a file has, and how often each. */
  words(id) {
    let known = this.#words.get(id);
    if (!known) {
      known = { length: 0, counts: new Map() };
      for (const word of split(this.bytes(id).toString("latin1"))) {
        known.length += 1;
        known.counts.set(word, (known.counts.get(word) ?? 0) + 1);
      }
      this.#words.set(id, known);
    }
    return known;
  }
}

function split(text) {
  return text.toLowerCase().match(/[a-z0-9_]{2,}/g) ?? [];
}

/** Plain BM25 (k1 1.2, b 0.75) over lower-case words of the contents. */
function bm25(message, files, blobs) {
  const query = [...new Set(split(message))];
  const documents = files.map(({ path, id }) => ({ path, ...blobs.words(id) }));
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const rarity = new Map(
    query.map((word) => {
      const n = documents.filter(({ counts }) => counts.has(word)).length;
      return [word, Math.log(1 + (documents.length - n + 0.5) / (n + 0.5))];
    }),
  );
  const score = ({ counts, length }) => {
    let sum = 0;
    for (const word of query) {
      const n = counts.get(word) ?? 0;
      sum += (rarity.get(word) * n * 2.2) / (n + 1.2 * (0.25 + (0.75 * length) / average));
    }
    return sum;
  };
  return documents
    .map((document) => ({ path: document.path, score: score(document) }))
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}
