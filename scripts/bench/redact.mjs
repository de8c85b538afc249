// Redaction through WASM beside secretlint's recommended rules and an npm redaction library, on the same text.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, run, say, TARGET } from "../lib.mjs";

// Installed on demand beside the build output, so that `npm ci` stays small.
const PEERS = {
  "@secretlint/core": "10.2.2",
  "@secretlint/secretlint-rule-preset-recommend": "10.2.2",
  "redact-pii": "3.4.0",
};
const SIZE = 2_000_000;
const MESSAGE = 800;
// The time of some peers grows with the square of hostile text: they get a piece of it.
const PEER_HOSTILE_SIZE = 20_000;
// Everyone is measured in turns, so that a moment in which the machine is busy harms nobody alone.
const TURNS = 3;

export async function bench() {
  const { redact } = await import(pathToFileURL(join(ROOT, "npm", "dist", "index.js")).href);
  const peers = await loadPeers();
  const tools = { repolore: (text) => redact(text), ...peers };
  redact("warm up");
  say(
    `${"text".padEnd(28)}${Object.keys(tools)
      .map((name) => name.padStart(14))
      .join("")}   (MB per CPU second)`,
  );
  for (const [name, pieces] of Object.entries(texts((text) => redact(text).findings.length === 0))) {
    const rates = Object.keys(tools).map(() => 0);
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const [at, [tool, call]] of Object.entries(tools).entries()) {
        const whole = tool === "repolore" || name.startsWith("clean");
        const given = whole ? pieces : pieces.map((text) => text.slice(0, PEER_HOSTILE_SIZE));
        rates[at] = Math.max(rates[at], await measure(call, given));
      }
    }
    say(`${name.padEnd(28)}${rates.map((rate) => rate.toFixed(1).padStart(14)).join("")}`);
  }
}

/**
 * Megabytes per second of processor time: the best round of as many as fit into the same time for everyone, so that
 * every engine has compiled what it runs.
 */
async function measure(call, pieces) {
  const megabytes = pieces.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6;
  let best = 0;
  let spent = 0;
  while (spent < 0.6e6) {
    const before = process.cpuUsage();
    for (const text of pieces) await call(text);
    const { user, system } = process.cpuUsage(before);
    // Secretlint times itself with marks, which slow down what comes after.
    performance.clearMarks();
    performance.clearMeasures();
    best = Math.max(best, megabytes / ((user + system) / 1e6));
    spent += user + system;
  }
  return best;
}

function texts(isClean) {
  const places = ["CONTRIBUTING.md", "ARCHITECTURE.md", "node_modules/typescript/README.md", "node_modules"];
  const prose = sources(places, isClean);
  const fill = (piece) => [piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE)];
  return {
    // What is redacted is one message, one field, one file at a time.
    "clean: as messages": messages(prose),
    "clean: as one text": fill(prose),
    "hostile: prefixes": fill("ghp_sk-AKIAxoxb-eyJ.eyJ glpat-sk_live_ "),
    "hostile: telling words": fill("password= token: secret=key: auth "),
    "hostile: one long run": fill("aB3dE6gH9"),
    "hostile: near misses": fill("ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx AKIAXXXXXXXXXXXXXXXX https://user:pass@h "),
    "hostile: open keys": fill("-----BEGIN PRIVATE KEY-----\nMIIE"),
    "hostile: escapes": fill("%41%42\\u0041\u200b"),
    "hostile: quotes": fill('token="\\"'),
    "hostile: chained names": fill("=token"),
    "hostile: cookies": fill("Cookie: a=b;"),
    "hostile: short prefixes": fill("sk_"),
  };
}

/** Whole lines, together about as long as a message of a conversation. */
function messages(text) {
  const pieces = [""];
  for (const line of text.split(/(?<=\n)/)) {
    if (pieces.at(-1).length >= MESSAGE) pieces.push("");
    pieces[pieces.length - 1] += line;
  }
  return pieces;
}

/** Text of this repository and its tools, up to SIZE characters, without files that show tokens as examples. */
function sources(names, isClean) {
  let text = "";
  const visit = (path) => {
    if (text.length >= SIZE || !existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const entry of readdirSync(path).sort()) visit(join(path, entry));
    } else if (/\.(md|js|ts|mjs|json)$/.test(path) && statSync(path).size < 300_000) {
      const content = readFileSync(path, "utf8");
      if (isClean(content)) text += content;
    }
  };
  for (const name of names) visit(join(ROOT, name));
  return text;
}

async function loadPeers() {
  const folder = join(TARGET, "bench-peers", "redact");
  const marker = join(folder, "package.json");
  const wanted = JSON.stringify({ private: true, dependencies: PEERS });
  if (!existsSync(marker) || readFileSync(marker, "utf8") !== wanted || !existsSync(join(folder, "node_modules"))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(marker, wanted);
    try {
      await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"], {
        cwd: folder,
        quiet: true,
      });
    } catch (error) {
      say(`peers cannot be installed here (${error.message.split("\n")[0]}); measuring repolore alone`);
      return {};
    }
  }
  const require = createRequire(marker);
  const load = async (name) => await import(pathToFileURL(require.resolve(name)).href);
  const { lintSource } = await load("@secretlint/core");
  const { creator } = await load("@secretlint/secretlint-rule-preset-recommend");
  const { SyncRedactor } = require("redact-pii");
  const redactor = new SyncRedactor();
  return {
    secretlint: (content) =>
      lintSource({
        source: { filePath: "text.txt", content, ext: ".txt", contentType: "text" },
        options: {
          config: { rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: creator }] },
          noPhysicFilePath: true,
        },
      }),
    "redact-pii": (text) => redactor.redact(text),
  };
}
