// Bundles the GitHub Action into github-action/dist, which is committed: GitHub runs it as it stands there.
//   node scripts/build-action.mjs            after `npm run build`
//
// The program is one file that comes out the same everywhere. The WASM core beside it differs from compiler to
// compiler, so its freshness is told by a stamp: a hash of the sources it was made from.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build as bundle } from "esbuild";
import { main, ROOT, run, say } from "./lib.mjs";

const ACTION = join(ROOT, "github-action");
const CORE = ["core.js", "core_bg.wasm"];

/** Checks the types and writes the bundle into a folder laid out like `github-action/dist`. */
export async function bundleAction(out) {
  await run(process.execPath, [join(ROOT, "node_modules", "typescript", "bin", "tsc"), "-p", ACTION]);
  mkdirSync(join(out, "action"), { recursive: true });
  await bundle({
    entryPoints: [join(ACTION, "src", "index.ts")],
    outfile: join(out, "action", "index.mjs"),
    absWorkingDir: ROOT,
    ...{ bundle: true, format: "esm", platform: "node", target: "node20", logLevel: "warning", charset: "utf8" },
    // Packages that are not modules look for `require`.
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
    plugins: [{ name: "core beside the program", setup: keepCoreOutside }],
  });
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
    .filter((file) => /\.(rs|toml)$/.test(file) && !file.includes("/tests/"));
}

function normal(file) {
  return readFileSync(join(ROOT, file), "utf8").replaceAll("\r\n", "\n");
}

export async function buildAction() {
  const dist = join(ACTION, "dist");
  rmSync(dist, { recursive: true, force: true });
  await bundleAction(dist);
  mkdirSync(join(dist, "generated"));
  for (const file of CORE) cpSync(join(ROOT, "npm", "dist", "generated", file), join(dist, "generated", file));
  writeFileSync(join(dist, "generated", "stamp.txt"), `${coreStamp()}\n`);
  say("build: github-action/dist");
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main(buildAction);
