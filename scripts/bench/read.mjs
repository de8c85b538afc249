// Reading transcripts: speed against a plain JSON.parse loop, memory on a huge session, cost of starting.
//   REPOLORE_CORPUS=DIR   transcripts to read (default target/corpus; made-up ones when there is none)
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ROOT, say, TARGET } from "../lib.mjs";

const DIST = join(ROOT, "npm", "dist");
const ROUNDS = 41;
const GIB = 1024 ** 3;

export async function bench() {
  const speed = await readingSpeed();
  const memory = ["tools", "chat"].map((shape) => ({ shape, ...inChild("memory", shape) }));
  const start = startUp();
  const row = (what, value) => say(`${what.padEnd(58)} ${value}`);
  row("corpus", `${speed.files} files, ${(speed.bytes / 1e6).toFixed(2)} MB (${speed.origin})`);
  row("JSON.parse over the lines, median", `${speed.json.toFixed(2)} ms`);
  row("repolore, bytes to finished transcripts, median", `${speed.reader.toFixed(2)} ms`);
  row("ratio (1 or less is the bar)", speed.ratio.toFixed(2));
  for (const { shape, peakMB, seconds, turns } of memory) {
    const what = shape === "tools" ? "1 GiB of long tool results" : "1 GiB of short messages";
    row(
      `${what}: peak memory (256 MB is the bar)`,
      `${peakMB.toFixed(0)} MB, ${seconds.toFixed(1)} s, ${turns} turns kept`,
    );
  }
  row("start-up over bare node, median", `${start.toFixed(0)} ms`);
  return { ratio: speed.ratio, memory, start };
}

async function readingSpeed() {
  const { files, origin } = await corpus();
  const core = await loadCore();
  const parse = () => {
    for (const bytes of files) for (const line of bytes.toString("utf8").split("\n")) if (line) JSON.parse(line);
  };
  const read = () => {
    for (const bytes of files) {
      const reader = new core.SessionReader();
      reader.push(bytes);
      reader.finish().free();
    }
  };
  const times = { json: [], reader: [] };
  for (let round = 0; round < ROUNDS; round++) {
    times.json.push(timed(parse));
    times.reader.push(timed(read));
  }
  const [json, reader] = [median(times.json), median(times.reader)];
  const bytes = files.reduce((total, file) => total + file.length, 0);
  return { files: files.length, bytes, origin, json, reader, ratio: reader / json };
}

async function corpus() {
  const folder = process.env.REPOLORE_CORPUS || join(TARGET, "corpus");
  if (existsSync(folder)) {
    const { findSessions } = await import(pathToFileURL(join(DIST, "sources", "sessions.js")).href);
    const files = (await findSessions([folder])).map(({ path }) => readFileSync(path));
    if (files.length > 0) return { files, origin: folder };
  }
  const files = Array.from({ length: 20 }, (_, seed) => Buffer.concat([...madeUpSession("mixed", 80_000, seed)]));
  return { files, origin: "made up" };
}

/** Chunks of a pi session that a program could have written; the same for the same seed. */
function* madeUpSession(shape, bytes, seed) {
  let id = seed * 1_000_000;
  let written = 0;
  const entry = (fields) => {
    const parentId = id === seed * 1_000_000 ? null : hex(id);
    id += 1;
    return `${JSON.stringify({ type: "message", id: hex(id), parentId, timestamp: "2026-01-02T03:04:05.006Z", ...fields })}\n`;
  };
  const words = 'the "build" step\twrites C:\\temp and then fails in src/main.rs:12 — see log\n'.repeat(200);
  const text = (length) => words.slice((id * 7) % 500, ((id * 7) % 500) + length);
  const usage = {
    input: 10,
    output: 20,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 30,
    cost: { input: 0.1, output: 0.2, total: 0.3 },
  };
  yield Buffer.from(
    `{"type":"session","version":3,"id":"${seed}","timestamp":"2026-01-02T03:04:05.006Z","cwd":"/work"}\n`,
  );
  while (written < bytes) {
    let chunk = "";
    while (chunk.length < 256 * 1024 && written + chunk.length < bytes) {
      chunk += entry({ message: { role: "user", content: [{ type: "text", text: text(60) }] } });
      const call = { type: "toolCall", id: `call_${id}`, name: "bash", arguments: { command: text(40) } };
      const thinking = {
        type: "thinking",
        thinking: text(300),
        thinkingSignature: "x".repeat(shape === "chat" ? 20 : 400),
      };
      chunk += entry({
        message: {
          role: "assistant",
          content: [thinking, { type: "text", text: text(200) }, call],
          model: "m",
          usage,
          stopReason: "toolUse",
        },
      });
      if (shape === "chat") continue;
      const output = text(shape === "tools" ? 14_000 : 3_000);
      chunk += entry({
        message: {
          role: "toolResult",
          toolCallId: `call_${id}`,
          toolName: "bash",
          content: [{ type: "text", text: output }],
          isError: false,
        },
      });
    }
    const buffer = Buffer.from(chunk);
    written += buffer.length;
    yield buffer;
  }
}

function hex(number) {
  return number.toString(16).padStart(8, "0");
}

async function loadCore() {
  const core = await import(pathToFileURL(join(DIST, "generated", "core.js")).href);
  core.initSync({ module: readFileSync(join(DIST, "generated", "core_bg.wasm")) });
  return core;
}

/** A whole Node process that reads one huge session, its generator included. */
async function memory(shape) {
  const core = await loadCore();
  const started = performance.now();
  const reader = new core.SessionReader();
  for (const chunk of madeUpSession(shape, GIB, 0)) reader.push(chunk);
  const session = reader.finish();
  const { turns } = session.summary();
  // maxRSS is in kilobytes.
  const peakMB = process.resourceUsage().maxRSS / 1024;
  say(JSON.stringify({ peakMB, seconds: (performance.now() - started) / 1000, turns }));
}

function inChild(...args) {
  return JSON.parse(execFileSync(process.execPath, [fileURLToPath(import.meta.url), ...args], { encoding: "utf8" }));
}

/** What a process that reads one transcript takes over one that does nothing. */
function startUp() {
  const index = JSON.stringify(pathToFileURL(join(DIST, "index.js")).href);
  const reading = `const { readTranscript } = await import(${index}); readTranscript(new Uint8Array());`;
  const bare = () => execFileSync(process.execPath, ["--input-type=module", "-e", ""]);
  const withCore = () => execFileSync(process.execPath, ["--input-type=module", "-e", reading]);
  const times = { bare: [], withCore: [] };
  for (let round = 0; round < 11; round++) {
    times.bare.push(timed(bare));
    times.withCore.push(timed(withCore));
  }
  return median(times.withCore) - median(times.bare);
}

function timed(body) {
  const started = performance.now();
  body();
  return performance.now() - started;
}

function median(values) {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === "memory") await memory(process.argv[3]);
  else await bench();
}
