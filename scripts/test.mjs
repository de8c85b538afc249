// The one test command: sets up what is missing, builds, runs every suite, says how many passed.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { capture, main, ROOT, run, say, TARGET } from "./lib.mjs";
import { chromium, npmPackages, wasmBindgen, wasmToolchain } from "./toolchain.mjs";

const totals = { passed: 0, failed: 0 };
const broken = [];

/** Runs one suite to its end, adds up what its runner counted, and remembers a failure. */
async function suite(name, program, args, { counted = count, ...options } = {}) {
  say(`\n── ${name}`);
  let output;
  let failed = false;
  try {
    output = await run(program, args, { ...options, quiet: true });
  } catch (error) {
    output = error.output ?? error.message;
    failed = true;
  }
  const found = counted(output, failed);
  totals.passed += found.passed;
  totals.failed += found.failed || Number(failed);
  if (failed) broken.push(name);
  say(failed ? output : `   ${found.passed} passed`);
}

/** A check without a runner of its own counts as one test. */
function check(name, program, args) {
  const counted = (_, failed) => ({ passed: Number(!failed), failed: Number(failed) });
  return suite(name, program, args, { counted });
}

function count(output) {
  const sum = (pattern) => [...output.matchAll(pattern)].reduce((total, match) => total + Number(match[1]), 0);
  const cargo = /^test result: \w+\. (\d+) passed; (\d+) failed/gm;
  return {
    passed: sum(cargo) + sum(/^# pass (\d+)$/gm),
    failed: sum(/^test result: \w+\. \d+ passed; (\d+) failed/gm) + sum(/^# fail (\d+)$/gm),
  };
}

function testFiles(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith(".test.mjs") && !file.includes("node_modules"))
    .sort()
    .map((file) => join(ROOT, folder, file));
}

await main(async () => {
  const started = Date.now();
  await npmPackages();
  await check("formatting (Rust)", "cargo", ["fmt", "--check"]);
  const biome = join(ROOT, "node_modules", "@biomejs", "biome", "bin", "biome");
  await check("lint and formatting (TypeScript)", process.execPath, [biome, "ci", "--colors=off"]);
  await check("lint (Rust)", "cargo", [
    "clippy",
    "--workspace",
    "--all-targets",
    "--locked",
    "--quiet",
    "--",
    "-D",
    "warnings",
  ]);
  await suite("Rust tests", "cargo", ["test", "--workspace", "--locked", "--quiet"]);
  await build();
  const generated = [join("npm", "src", "generated"), join("github-action", "dist")];
  if (capture("git", ["rev-parse", "--git-dir"])) {
    await check("generated files are fresh", "git", ["diff", "--exit-code", "--stat", "--", ...generated]);
  }
  const suites = ["--test", "--test-reporter=tap", ...testFiles("npm/test"), ...testFiles("tests")];
  await suite("JavaScript tests", process.execPath, suites, { env: { CHROME_PATH: await chromium() } });
  const toolchain = await wasmToolchain();
  const bindgen = await wasmBindgen();
  await suite(
    "WASM boundary tests",
    toolchain.CARGO ?? "cargo",
    ["test", "--locked", "-p", "repolore-wasm", "--target", "wasm32-unknown-unknown"],
    {
      env: {
        ...toolchain,
        CARGO_TARGET_DIR: join(TARGET, "wasm-build"),
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: join(bindgen, "wasm-bindgen-test-runner"),
      },
    },
  );
  say(`\ntook ${Math.round((Date.now() - started) / 1000)} s${broken.length ? `; failed: ${broken.join(", ")}` : ""}`);
  say(`${totals.passed} passed, ${totals.failed} failed`);
  if (totals.failed > 0 || totals.passed === 0) process.exitCode = 1;
});
