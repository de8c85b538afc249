// Builds everything that ships: the WASM core, its TypeScript types, the npm package.
//   node scripts/build.mjs           what ships (link-time optimised, wasm-opt)
//   node scripts/build.mjs --fast    the same code, quickly, for trying things out
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isWindows, main, ROOT, run, say, TARGET } from "./lib.mjs";
import { npmPackages, wasmBindgen, wasmToolchain } from "./toolchain.mjs";

const GENERATED = join(ROOT, "npm", "src", "generated");
// No feature flags: wasm-opt reads what the module declares. Naming more makes modules that engines refuse. A long
// function stays apart even if it has one caller only: engines run short of registers in what is put together.
const OPTIMIZE = ["-O3", "--one-caller-inline-max-function-size=100"];

export async function build({ fast = false } = {}) {
  await npmPackages();
  await buildWasm({ fast });
  await exportTypes();
  await buildPackage();
  if (!fast) {
    // Its bundler is there only after the packages are.
    const { buildAction } = await import("./build-action.mjs");
    await buildAction();
  }
}

/** cargo → wasm-bindgen → wasm-opt → a module that every engine loads. */
async function buildWasm({ fast }) {
  const toolchain = await wasmToolchain();
  const bindgen = await wasmBindgen();
  const profile = fast ? "wasm-fast" : "wasm";
  // Apart from the native target folder: the two compilers would rebuild each other's artefacts.
  const targetDir = join(TARGET, "wasm-build");
  say(`build: WASM core (${profile})`);
  await run(
    toolchain.CARGO ?? "cargo",
    [
      "build",
      "--locked",
      "--quiet",
      "-p",
      "repolore-wasm",
      "--lib",
      "--target",
      "wasm32-unknown-unknown",
      "--profile",
      profile,
    ],
    { env: { ...toolchain, CARGO_TARGET_DIR: targetDir, ...withoutPaths() } },
  );
  const out = join(TARGET, "wasm-bindgen");
  rmSync(out, { recursive: true, force: true });
  await run(
    join(bindgen, isWindows ? "wasm-bindgen.exe" : "wasm-bindgen"),
    [
      join(targetDir, "wasm32-unknown-unknown", profile, "repolore_wasm.wasm"),
      ...["--out-dir", out, "--out-name", "core", "--target", "web"],
      ...["--remove-name-section", "--remove-producers-section", "--experimental-reset-state-function"],
    ],
    { quiet: true },
  );
  const bound = join(out, "core_bg.wasm");
  const wasm = fast ? readFileSync(bound) : await optimized(bound);
  new WebAssembly.Module(wasm);
  mkdirSync(GENERATED, { recursive: true });
  writeIfChanged(join(GENERATED, "core.js"), readFileSync(join(out, "core.js")));
  writeIfChanged(join(GENERATED, "core_bg.wasm"), wasm);
  const base64 = wasm.toString("base64");
  writeIfChanged(join(GENERATED, "core-inline.js"), Buffer.from(`export const wasmBase64 = "${base64}";\n`));
  // Tests that measure the module need to know which build they look at.
  writeFileSync(join(TARGET, "wasm-profile"), profile);
  const types = readFileSync(join(out, "core.d.ts"), "utf8");
  writeIfChanged(join(GENERATED, "core.d.ts"), Buffer.from(tidyTypes(types)));
}

/**
 * The module after wasm-opt. That takes more than a minute, so the last result is kept, beside a stamp of what it was
 * made from: the module, the optimiser, its flags and the result itself.
 */
async function optimized(wasm) {
  const binaryen = join(ROOT, "node_modules", "binaryen");
  const result = join(TARGET, "wasm-opt", "core_bg.wasm");
  const stampFile = `${result}.stamp`;
  const files = [wasm, join(binaryen, "package.json"), result];
  const stamp = () => [...files.map((file) => sha256(readFileSync(file))), ...OPTIMIZE].join("\n");
  const isFresh = existsSync(result) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp();
  if (!isFresh) {
    mkdirSync(join(TARGET, "wasm-opt"), { recursive: true });
    await run(process.execPath, [join(binaryen, "bin", "wasm-opt"), ...OPTIMIZE, wasm, "-o", result], { quiet: true });
    writeFileSync(stampFile, stamp());
  }
  return readFileSync(result);
}

function sha256(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Panic messages would carry the path of this machine's crate sources into the module. */
function withoutPaths() {
  const cargoHome = process.env.CARGO_HOME || join(homedir(), ".cargo");
  const flags = process.env.RUSTFLAGS?.split(" ").filter(Boolean) ?? [];
  return { CARGO_ENCODED_RUSTFLAGS: [...flags, `--remap-path-prefix=${cargoHome}=cargo`].join("\x1f") };
}

/** Types that every reader of the package can compile, whatever library it is set to. */
function tidyTypes(types) {
  // The raw exports differ between compilers and profiles and are nobody's business; the typed functions stay.
  const hidden = "export interface InitOutput {\n    readonly memory: WebAssembly.Memory;\n}";
  const imports = /^\s*import type \{([^}]*)\} from "\.\/types\.js";\n/gm;
  // Each area names the types it uses; together they name some of them twice.
  const names = [...types.matchAll(imports)].flatMap(([, list]) => list.split(",").map((name) => name.trim()));
  const once = [...new Set(names.filter((name) => name !== ""))].sort();
  const body = types
    .replace(/export interface InitOutput \{[^}]*\}/, hidden)
    .replace(imports, "")
    .replace(/^\s*\[Symbol\.dispose\]\(\): void;\n/gm, "");
  return once.length > 0 ? `import type { ${once.join(", ")} } from "./types.js";\n${body}` : body;
}

/** Writes the TypeScript side of every core type that crosses the boundary. */
async function exportTypes() {
  await run("cargo", [
    "run",
    "--locked",
    "--quiet",
    "-p",
    "repolore-tests",
    "--bin",
    "export-types",
    "--",
    join(GENERATED, "types.d.ts"),
  ]);
}

export async function buildPackage() {
  say("build: npm package");
  rmSync(join(ROOT, "npm", "dist"), { recursive: true, force: true });
  await run(process.execPath, [join(ROOT, "node_modules", "typescript", "bin", "tsc"), "-p", join(ROOT, "npm")]);
  await bundleVendor();
  const dist = join(ROOT, "npm", "dist", "generated");
  mkdirSync(dist, { recursive: true });
  for (const file of ["core.js", "core.d.ts", "core_bg.wasm", "core-inline.js", "core-inline.d.ts", "types.d.ts"]) {
    writeFileSync(join(dist, file), readFileSync(join(GENERATED, file)));
  }
  await bundleProgram();
  // npm packs only what stands in the package's own folder.
  for (const file of ["README.md", "LICENSE", "LICENSE-MIT", "LICENSE-APACHE"]) {
    writeIfChanged(join(ROOT, "npm", file), readFileSync(join(ROOT, file)));
  }
}

/** Puts third-party code into the package itself, so that installing it installs nothing else. */
async function bundleVendor() {
  const { build: bundle } = await import("esbuild");
  const vendor = join("vendor", "octokit");
  await bundle({
    entryPoints: [join(ROOT, "npm", "src", `${vendor}.ts`)],
    outfile: join(ROOT, "npm", "dist", `${vendor}.js`),
    ...{ allowOverwrite: true, bundle: true, format: "esm", platform: "node", target: "node20", logLevel: "warning" },
  });
  // The types of the packages inside are nobody's business.
  rmSync(join(ROOT, "npm", "dist", `${vendor}.d.ts`));
}

/**
 * Makes the program one file that is loaded at once, and what it needs of Node only when a command needs it: loading
 * twenty modules costs a short command more than its work. What finds other files by its own place stands as deep in
 * `dist` as the bundle.
 */
async function bundleProgram() {
  const { build: bundle } = await import("esbuild");
  const dist = join(ROOT, "npm", "dist");
  await bundle({
    entryPoints: [join(dist, "bin.js")],
    outfile: join(dist, "bin", "repolore.cjs"),
    ...{ bundle: true, format: "cjs", platform: "node", target: "node20", logLevel: "warning", charset: "utf8" },
    ...{ minifyWhitespace: true, minifySyntax: true, define: { "import.meta.url": "importMetaUrl" } },
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
  });
}

function writeIfChanged(path, bytes) {
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  writeFileSync(path, bytes);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(() => build({ fast: process.argv.includes("--fast") }));
}
