// Bundles the GitHub Action into github-action/dist, which is committed: GitHub runs it as it stands there.
// `npm run build` does it too; it is here to be run alone after the package was built.
//
// Each program is one file that comes out the same everywhere. The WASM core beside it differs from compiler to
// compiler, so its freshness is told by a stamp: a hash of the sources it was made from.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build as bundle } from "esbuild";
import { main, ROOT, run, say, TARGET } from "./lib.mjs";

const ACTION = join(ROOT, "github-action");
const CORE = ["core.js", "core_bg.wasm"];

/** Checks the types and writes the bundle into a folder laid out like `github-action/dist`. */
export async function bundleAction(out) {
  await run(process.execPath, [join(ROOT, "node_modules", "typescript", "bin", "tsc"), "-p", ACTION]);
  // The threads beside the main one run a program of their own.
  for (const [program, file] of [
    [join(ACTION, "src", "index.ts"), join("action", "index.mjs")],
    [join(ROOT, "npm", "dist", "curate", "learn-thread.js"), join("curate", "learn-thread.js")],
  ]) {
    await bundle({
      entryPoints: [program],
      outfile: join(out, file),
      absWorkingDir: ROOT,
      ...{ bundle: true, format: "esm", platform: "node", target: "node20", logLevel: "warning", charset: "utf8" },
      // Packages that are not modules look for `require`.
      banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
      plugins: [{ name: "core beside the program", setup: keepCoreOutside }],
    });
  }
}

function keepCoreOutside({ onResolve }) {
  onResolve({ filter: /generated\/core\.js$/ }, () => ({ path: "../generated/core.js", external: true }));
}

/** A hash of everything that the WASM core is made from. */
export function coreStamp() {
  const hash = createHash("sha256");
  const files = ["Cargo.toml", "Cargo.lock", ...sources("core"), ...sources("wasm")].sort();
  for (const file of files) hash.update(file).update("\0").update(normal(file)).update("\0");
  return hash.digest("hex");
}

function sources(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true })
    .map((file) => `${folder}/${String(file).replaceAll("\\", "/")}`)
    .filter((file) => /\.(rs|toml|txt)$/.test(file) && !file.includes("/tests/"));
}

function normal(file) {
  return readFileSync(join(ROOT, file), "utf8").replaceAll("\r\n", "\n");
}

/** Brings github-action/dist up to date; what is fresh already is not touched. */
export async function buildAction() {
  const [dist, fresh] = [join(ACTION, "dist"), join(TARGET, "action")];
  rmSync(fresh, { recursive: true, force: true });
  await bundleAction(fresh);
  const generated = join(fresh, "generated");
  mkdirSync(generated);
  const stamp = join(dist, "generated", "stamp.txt");
  const isCurrent = existsSync(stamp) && readFileSync(stamp, "utf8").trim() === coreStamp();
  const core = isCurrent ? join(dist, "generated") : join(ROOT, "npm", "dist", "generated");
  for (const file of CORE) cpSync(join(core, file), join(generated, file));
  writeFileSync(join(generated, "stamp.txt"), `${coreStamp()}\n`);
  rmSync(dist, { recursive: true, force: true });
  cpSync(fresh, dist, { recursive: true });
  say("build: GitHub Action");
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main(buildAction);
