// Grounding: time of each tier on 20,000 files with the share of each source, repo search beside ripgrep, and the
// impact scan beside plain BM25 over file contents on real histories.
//   REPOLORE_BENCH_REPOS=/path/a:/path/b   more git repositories whose commits are predicted
//   REPOLORE_BENCH_COMMITS=40              commits taken from each
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { ROOT, say } from "../lib.mjs";

const FILES = 20_000;

export async function bench() {
  const api = await import(join(ROOT, "npm", "dist", "index.js"));
  const { withCore } = await import(join(ROOT, "npm", "dist", "core.js"));
  await tiers(api);
  await impact(withCore);
}

/** A repository of small source files in folders, with one commit; the words follow a long-tailed choice. */
function generate(root) {
  let seed = 42;
  const random = () => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return seed / 2 ** 32;
  };
  const words = Array.from(
    { length: 4000 },
    (_, n) => `${"bcdfghklmnprstvz"[n % 16]}${"aeiou"[n % 5]}${(n * 7919).toString(36)}`,
  );
  const word = () => words[Math.floor(words.length * random() ** 3)];
  for (let n = 0; n < FILES; n++) {
    const folder = join(root, `pkg${n % 40}`, `mod${Math.floor(n / 40) % 25}`);
    if (n < 1000) mkdirSync(folder, { recursive: true });
    const lines = [`import { ${word()} } from "./file${(n + 7) % FILES}";`];
    for (let line = 0; line < 60; line++)
      lines.push(`  const ${word()}_${word()} = ${word()}(${word()}, "${word()} ${word()}");`);
    lines.push(`export function ${word()}File${n}() {}`);
    writeFileSync(join(folder, `file${n}.ts`), `${lines.join("\n")}\n`);
  }
  writeFileSync(join(root, "pkg3", "retry.ts"), "// upload retries\nexport const UPLOAD_RETRY_LIMIT = 3;\n");
  const git = (...args) =>
    spawnSync(
      "git",
      [
        "-c",
        "user.name=b",
        "-c",
        "user.email=b@example.org",
        "-c",
        "gc.auto=0",
        "-c",
        "maintenance.auto=false",
        ...args,
      ],
      { cwd: root },
    );
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "Retry uploads at most three times");
}

async function tiers({ ground, askRepo }) {
  const root = mkdtempSync(join(tmpdir(), "repolore-bench-"));
  try {
    generate(root);
    const question = "How often do we retry an upload before it fails?";
    const clock = () => performance.now();
    say(`${FILES} files, question: ${question}\n`);
    say("| tier | target s | took s | CPU s | repo ms | web ms | history ms | impact ms |");
    say("|---|---|---|---|---|---|---|---|");
    for (const [name, mode, transition, target] of [
      ["light", "speed", "discover-define", 5],
      ["standard", "full", "develop-deliver", 10],
      ["full + impact", "full", "deliver-complete", 45],
    ]) {
      const started = clock();
      const cpu = process.cpuUsage();
      const { outcomes } = await ground({ question, mode, transition, root, cache: false, crossCheck: true });
      const total = clock() - started;
      const { user, system } = process.cpuUsage(cpu);
      const busy = ((user + system) / 1e6).toFixed(2);
      const of = (source) => outcomes.find((outcome) => outcome.source === source)?.elapsedMs ?? "–";
      const asked = outcomes.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0);
      const rest = name.startsWith("full") ? Math.round(total - asked) : "–";
      say(
        `| ${name} | ≤ ${target} | ${(total / 1000).toFixed(2)} | ${busy} | ${of("repo")} | ${of("web")} | ${of("history")} | ${rest} |`,
      );
    }
    say("\nweb is off (not configured); its time is the provider's, at most its limit.\n");
    const time = (body) => {
      const started = clock();
      body();
      return Math.round(clock() - started);
    };
    const search = (ripgrep) => time(() => askRepo({ question, root, limitMs: 60_000, clock, ripgrep }));
    say(`repo search without ripgrep: ${search(false)} ms (list, read, rank)`);
    if (spawnSync("rg", ["--version"]).status === 0) {
      say(`repo search with ripgrep as filter: ${search(true)} ms`);
      const rg = time(() =>
        spawnSync("rg", ["-n", "-i", "-e", "retry", "-e", "upload", "-e", "fail", "."], { cwd: root }),
      );
      say(`ripgrep alone, three words, unranked: ${rg} ms`);
    } else say("ripgrep is not installed: no comparison");
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Predicts the files of past commits from their messages and the tree before. */
async function impact(withCore) {
  const repositories = [ROOT, ...(process.env.REPOLORE_BENCH_REPOS ?? "").split(":").filter(Boolean)];
  const wanted = Number(process.env.REPOLORE_BENCH_COMMITS ?? 40);
  say(
    "\n| history | commits | recall@20 ours | BM25 | recall@5 ours | BM25 | precision ours | BM25 | R-precision ours | BM25 |",
  );
  say("|---|---|---|---|---|---|---|---|---|---|");
  const all = [];
  for (const repository of repositories) {
    const rows = predictCommits(withCore, repository, wanted);
    all.push(...rows);
    row(basename(repository), rows);
  }
  if (repositories.length > 1) row("all", all);
  say(
    "\nPrecision: of the files called named or likely, and of as many best files of BM25. Only files that exist before the commit count.",
  );
}

function row(name, rows) {
  const mean = (pick) =>
    rows.length ? (rows.reduce((sum, item) => sum + pick(item), 0) / rows.length).toFixed(3) : "–";
  const cells = ["recall20", "recall5", "precision", "rPrecision"].flatMap((key) => [
    mean((item) => item.ours[key]),
    mean((item) => item.bm25[key]),
  ]);
  say(`| ${name} | ${rows.length} | ${cells.join(" | ")} |`);
}

function predictCommits(withCore, repository, wanted) {
  const git = (...args) =>
    spawnSync("git", ["-c", "core.quotepath=off", ...args], { cwd: repository, maxBuffer: 2 ** 30 }).stdout ??
    Buffer.alloc(0);
  const commits = git("log", "--no-merges", "--format=%H").toString().trim().split("\n");
  const step = Math.max(1, Math.floor(commits.length / wanted));
  const blobs = new Map();
  const rows = [];
  for (let at = 0; at < commits.length && rows.length < wanted; at += step) {
    const commit = commits[at];
    const message = git("log", "-1", "--format=%B", commit).toString();
    const files = git("ls-tree", "-r", "-l", `${commit}^`)
      .toString()
      .split("\n")
      .map((line) => /^\d+ blob (\w+) +(\d+)\t(.*)$/.exec(line))
      .flatMap((found) => (found && Number(found[2]) <= 1024 * 1024 ? [{ id: found[1], path: found[3] }] : []));
    const known = new Set(files.map(({ path }) => path));
    const changed = git("diff-tree", "-r", "--no-commit-id", "--name-only", commit).toString().split("\n");
    const truth = new Set(changed.filter((path) => known.has(path)));
    if (message.split(/\s+/).length < 5 || truth.size === 0 || truth.size > 20) continue;
    readBlobs(repository, files, blobs);
    const log = git("log", "--no-merges", "-n", "3000", "--name-only", "--format=%x01%B%x02", `${commit}^`);
    const scan = withCore((core) => new core.DesignScan(message));
    withCore(() => scan.setLog(log));
    for (const { path, id } of files) withCore(() => scan.add(path, blobs.get(id)));
    const report = withCore(() => scan.finish(undefined));
    const listed = report.files.filter(({ change }) => change !== "create");
    const likely = listed.filter(({ likelihood }) => likelihood !== "possible").length || 1;
    rows.push({
      ours: measure(
        listed.map(({ path }) => path),
        truth,
        likely,
      ),
      bm25: measure(bm25(message, files, blobs), truth, likely),
    });
  }
  return rows;
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

function readBlobs(repository, files, blobs) {
  const missing = files.filter(({ id }) => !blobs.has(id)).map(({ id }) => id);
  if (missing.length === 0) return;
  const { stdout } = spawnSync("git", ["cat-file", "--batch"], {
    cwd: repository,
    input: missing.join("\n"),
    maxBuffer: 2 ** 31 - 1,
  });
  let at = 0;
  for (const id of missing) {
    const end = stdout.indexOf(10, at);
    const size = Number(stdout.subarray(at, end).toString().split(" ")[2]);
    blobs.set(id, stdout.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
}

/** Plain BM25 (k1 1.2, b 0.75) over lower-case words of the contents. */
function bm25(message, files, blobs) {
  const split = (text) => text.toLowerCase().match(/[a-z0-9_]{2,}/g) ?? [];
  const query = [...new Set(split(message))];
  const wanted = new Set(query);
  const documents = files.map(({ path, id }) => {
    let known = blobs.get(`words ${id}`);
    if (!known) {
      known = split(blobs.get(id).toString("latin1"));
      blobs.set(`words ${id}`, known);
    }
    const counts = new Map();
    for (const word of known) if (wanted.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { path, length: known.length, counts };
  });
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const rarity = new Map(
    query.map((word) => {
      const n = documents.filter(({ counts }) => counts.has(word)).length;
      return [word, Math.log(1 + (documents.length - n + 0.5) / (n + 0.5))];
    }),
  );
  const score = ({ counts, length }) => {
    let sum = 0;
    for (const [word, n] of counts)
      sum += (rarity.get(word) * n * 2.2) / (n + 1.2 * (0.25 + (0.75 * length) / average));
    return sum;
  };
  return documents
    .map((document) => ({ path: document.path, score: score(document) }))
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}
