// How big the WASM core is, and what the CLI costs over a bare start of Node.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { ROOT, say } from "../lib.mjs";

const ROUNDS = 15;

export async function bench() {
  const wasm = readFileSync(join(ROOT, "npm", "dist", "generated", "core_bg.wasm"));
  const kilobytes = (bytes) => `${(bytes.byteLength / 1000).toFixed(1)} kB`;
  const sizes = { raw: wasm, gzip: gzipSync(wasm, { level: 9 }), brotli: brotliCompressSync(wasm) };
  for (const [name, bytes] of Object.entries(sizes))
    say(`core_bg.wasm ${name.padEnd(7)} ${kilobytes(bytes).padStart(10)}`);

  const bin = join(ROOT, "npm", "dist", "bin", "repolore.cjs");
  const loadCore = `import { withCore } from ${JSON.stringify(join(ROOT, "npm", "dist", "core.js"))};
    import ${JSON.stringify(join(ROOT, "npm", "dist", "load", "node.js"))}; withCore((core) => core.lastPanic());`;
  const calls = {
    "node -e 0": ["-e", "0"],
    "repolore --version": [bin, "--version"],
    "start of the core": ["--input-type=module", "-e", loadCore],
  };
  // The calls take turns, so that a busy moment of the machine hits all of them.
  const times = Object.fromEntries(Object.keys(calls).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, args] of Object.entries(calls)) {
      const start = process.hrtime.bigint();
      const { status, stderr } = spawnSync(process.execPath, args);
      if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
      times[name].push(Number(process.hrtime.bigint() - start) / 1e6);
    }
  }
  const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
  const bare = median(times["node -e 0"]);
  for (const [name, list] of Object.entries(times)) {
    const over = name === "node -e 0" ? "" : `  (+${(median(list) - bare).toFixed(1)} ms over bare Node)`;
    say(`${name.padEnd(20)} ${median(list).toFixed(1).padStart(7)} ms${over}`);
  }
}
