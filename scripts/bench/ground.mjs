// Grounding: time of each tier on 20,000 files with the share of each source, repo search beside ripgrep, and the
// impact scan beside plain BM25 over file contents on real histories (lib/impact.mjs says how to name more of them).
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, say } from "../lib.mjs";
import { impact } from "./lib/impact.mjs";

const FILES = 20_000;
const QUESTION = "How often do we retry an upload before it fails?";
const TIERS = [
  ["light", "speed", "discover-define", 5],
  ["standard", "full", "develop-deliver", 10],
  ["full + impact", "full", "deliver-complete", 45],
];

export async function bench() {
  const api = await import(join(ROOT, "npm", "dist", "index.js"));
  const { withCore } = await import(join(ROOT, "npm", "dist", "core.js"));
  const root = mkdtempSync(join(tmpdir(), "repolore-bench-"));
  try {
    generate(root);
    await tiers(api, root);
    search(api, root);
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
  impact(withCore);
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
  // No tidying up in the background while the files are removed again.
  const quiet = ["user.name=b", "user.email=b@example.org", "gc.auto=0", "maintenance.auto=false"];
  const git = (...args) => spawnSync("git", [...quiet.flatMap((setting) => ["-c", setting]), ...args], { cwd: root });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "Retry uploads at most three times");
}

async function tiers({ ground }, root) {
  say(`${FILES} files, load of the machine ${loadavg()[0].toFixed(1)}, question: ${QUESTION}\n`);
  say("| tier | target s | command s | call s | CPU s | repo ms | web ms | history ms | impact and rest ms |");
  say("|---|---|---|---|---|---|---|---|---|");
  for (const [name, mode, transition, target] of TIERS) {
    const args = ["ground", "--no-cache", "--all-sources", "--mode", mode, "--transition", transition, QUESTION];
    const command = time(() =>
      spawnSync(process.execPath, [join(ROOT, "npm", "dist", "bin", "repolore.cjs"), ...args], { cwd: root }),
    );
    const cpu = process.cpuUsage();
    const started = performance.now();
    const { outcomes } = await ground({ question: QUESTION, mode, transition, root, cache: false, crossCheck: true });
    const total = performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    const of = (source) => outcomes.find((outcome) => outcome.source === source)?.elapsedMs ?? "–";
    const asked = outcomes.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0);
    const seconds = (ms) => (ms / 1000).toFixed(2);
    say(
      `| ${name} | ≤ ${target} | ${seconds(command)} | ${seconds(total)} | ${seconds((user + system) / 1000)} | ${of("repo")} | ` +
        `${of("web")} | ${of("history")} | ${Math.round(total - asked)} |`,
    );
  }
  say("\nThe command is a process of its own, from its start to its end. web is off (not configured); its time is the");
  say("provider's, at most its limit.\n");
}

/** The search of the repository beside ripgrep, which neither ranks nor knows forms of words. */
function search({ askRepo }, root) {
  const clock = () => performance.now();
  const ask = (ripgrep) => time(() => askRepo({ question: QUESTION, root, limitMs: 60_000, clock, ripgrep }));
  say(`repo search, ripgrep not used: ${Math.round(ask(false))} ms (list, read, rank)`);
  const version = spawnSync("rg", ["--version"], { encoding: "utf8" });
  if (version.status !== 0) return say("ripgrep is not installed: no comparison");
  say(`repo search, ripgrep as filter: ${Math.round(ask(true))} ms`);
  const words = ["retr", "upload", "fail"].flatMap((word) => ["-e", word]);
  const alone = time(() => spawnSync("rg", ["-n", "-i", ...words, "."], { cwd: root }));
  say(`${version.stdout.split("\n")[0]} alone, three words, unranked: ${Math.round(alone)} ms`);
}

function time(body) {
  const started = performance.now();
  body();
  return performance.now() - started;
}
