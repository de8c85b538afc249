// Curation end to end against a plain loop that only parses the lines and runs the design document's patterns.
//   REPOLORE_CORPUS=DIR   transcripts to curate (default: those of the bundled example)
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ROOT, say } from "../lib.mjs";

const PATTERNS = [
  /(?:we |you |the team )(?:decided|chose|agreed|selected|picked|went with)/i,
  /(?:the decision|the conclusion|the recommendation) (?:is|was)/i,
  /(?:going with|settling on|opting for)/i,
  /(?:the .+ is|there are \d+|currently|as of)/i,
  /(?:this means|this implies|the result is)/i,
  /(?:the total|the count|the size|the number)/i,
  /(?:prefer|always|never|convention|standard|our style)/i,
  /(?:the admiral|the user) (?:wants|likes|prefers|values)/i,
  /(?:the architecture|the design|the pattern|the model|how .+ works)/i,
  /(?:the pipeline|the flow|the lifecycle|the sequence)/i,
  /(?:limitation|constraint|tradeoff|caveat|known issue|doesn't support)/i,
  /(?:can't|cannot|won't work|not possible|not supported)/i,
];

/** What a plain script does: parse every line, look at every paragraph the agent wrote. */
function plainLoop(files) {
  let found = 0;
  for (const file of files) {
    for (const line of readFileSync(file, "utf8").split("\n")) {
      if (!line.trim()) continue;
      let entry;
      try {
        entry = JSON.parse(line);
      } catch {
        continue;
      }
      const content = entry.message?.content;
      const text = Array.isArray(content) ? content.map((block) => block.text ?? "").join("\n") : (content ?? "");
      for (const paragraph of String(text).split("\n\n")) {
        if (PATTERNS.some((pattern) => pattern.test(paragraph))) found += 1;
      }
    }
  }
  return found;
}

/** Rounds before the first one that counts: the engine goes on compiling WebAssembly for that long. */
const WARM_UP = 50;
/** Rounds that count, of the two in turn: the machine is not equally fast all the time. */
const ROUNDS = 9;

const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];

async function timed(rounds, body) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await body(round);
    times.push(performance.now() - start);
  }
  return median(times);
}

const SESSIONS =
  process.env.REPOLORE_CORPUS ?? join(ROOT, "tests", "fixtures", "example", ".GITCLAW", "state", "sessions");

function transcripts() {
  const files = readdirSync(SESSIONS, { recursive: true })
    .map((name) => join(SESSIONS, String(name)))
    .filter((file) => file.endsWith(".jsonl") && !file.includes("node_modules"));
  if (files.length === 0) throw new Error(`no transcripts in ${SESSIONS}`);
  return files;
}

/** Runs a program to its end. */
function program(...args) {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")} failed: ${stderr}`);
}

/** Prints and returns rows of {name, value, unit}. */
export async function bench() {
  const sessions = SESSIONS;
  const rounds = 5;
  const { applyCuration, loadConfig, planCuration } = await import("../../npm/dist/index.js");
  const work = mkdtempSync(join(tmpdir(), "repolore-bench-"));
  const rows = [];
  const add = (name, value, unit) => rows.push({ name, value: Math.round(value * 100) / 100, unit });
  try {
    const files = transcripts();
    const megabytes = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
    const run = async (from, knowledge) => {
      const config = loadConfig({ cwd: work, knowledge, sessions: [from] });
      await applyCuration(await planCuration({ config, bootstrap: true }));
    };
    // Both sides are measured when the engine has compiled them, and WebAssembly is compiled well only after a while.
    for (let round = 0; round < WARM_UP; round += 1) {
      await run(sessions, join(work, `warm-up-${round}`));
      plainLoop(files);
    }
    const [ours, plain] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await timed(1, () => run(sessions, join(work, `kb-${round}`))));
      plain.push(await timed(1, () => plainLoop(files)));
    }
    add("bootstrap, end to end", median(ours) / megabytes, "ms/MB");
    add("plain JavaScript loop", median(plain) / megabytes, "ms/MB");
    const cli = join(ROOT, "npm", "dist", "bin", "repolore.cjs");
    const command = (round) =>
      program(
        cli,
        "-C",
        work,
        "curate",
        "--bootstrap",
        "--sessions",
        sessions,
        "--knowledge",
        join(work, `cold-${round}`),
      );
    add("the command, from its start", await timed(rounds, command), "ms");
    add(
      "plain loop, from its start",
      await timed(rounds, () => program(fileURLToPath(import.meta.url), "--plain")),
      "ms",
    );
    for (const times of [1, 4, 16]) {
      const folder = join(work, `sessions-${times}`);
      mkdirSync(folder);
      for (let copy = 0; copy < times; copy += 1) {
        for (const file of files) cpSync(file, join(folder, `${copy}-${basename(file)}`));
      }
      const time = await timed(1, () => run(folder, join(work, `scale-${times}`)));
      add(`${times}× the sessions`, time / (megabytes * times), "ms/MB");
    }
    for (const n of [100, 1_000, 10_000]) {
      const knowledge = join(work, `articles-${n}`);
      mkdirSync(join(knowledge, "project"), { recursive: true });
      for (let at = 0; at < n; at += 1) {
        const text = `---\ntopic: project\ntitle: Note ${at} on part ${at % 97}\nkeywords: [part${at % 97}, note${at}]\nsources: []\n---\n\n# Note ${at}\n\nPart ${at % 97} is fine.\n`;
        writeFileSync(join(knowledge, "project", `note-${at}.md`), text);
      }
      add(`${n} existing articles`, await timed(1, () => run(sessions, knowledge)), "ms");
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  for (const { name, value, unit } of rows) say(`${name.padEnd(28)} ${String(value).padStart(10)} ${unit}`);
  return rows;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes("--plain")) plainLoop(transcripts());
  else await bench();
}
