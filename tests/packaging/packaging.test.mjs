// The package as its users get it: packed, installed from the tarball, run in each kind of project.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const MODULES = join(ROOT, "node_modules");
const isWindows = process.platform === "win32";
const work = mkdtempSync(join(tmpdir(), "repolore-packaging-"));
let tarball;

/** Proves that the module works: the core reads a mapping, the shim adds the store. */
const PROGRAM = `
const bytes = (text) => new TextEncoder().encode(text);
const mapping = readIssueMapping(bytes('{"issueNumber":7,"sessionPath":"s.jsonl"}'));
const store = new MemoryStore();
await store.apply([{ path: "a.md", expected: null, content: bytes("x") }], "m");
console.log(JSON.stringify([mapping.issue, await store.list("")]));
`;
const OUTPUT = '[7,["a.md"]]\n';

function npm(args, cwd) {
  const options = { cwd, encoding: "utf8", shell: isWindows, stdio: ["ignore", "pipe", "pipe"] };
  return execFileSync("npm", [...args, "--loglevel=error"], options);
}

function project(name, files, manifest = {}) {
  const folder = join(work, name);
  mkdirSync(folder);
  const text = JSON.stringify({ name, private: true, type: "module", ...manifest });
  for (const [file, content] of Object.entries({ "package.json": text, ...files })) {
    writeFileSync(join(folder, file), content);
  }
  npm(["install", "--offline", "--no-audit", "--no-fund", "--no-package-lock", tarball], folder);
  return folder;
}

const node = (args, cwd) => execFileSync(process.execPath, args, { cwd, encoding: "utf8" });
const tool = (...path) => join(MODULES, ...path);

before(() => {
  const [packed] = JSON.parse(npm(["pack", "--json", "--pack-destination", work], join(ROOT, "npm")));
  tarball = join(work, packed.filename);
});
after(() => rmSync(work, { recursive: true, force: true }));

test("the tarball holds the core and nothing that runs on install", () => {
  const folder = project("contents", {});
  const installed = join(folder, "node_modules", "repolore");
  const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  assert.equal(manifest.scripts, undefined);
  assert.equal(manifest.dependencies, undefined);
  assert.deepEqual(
    readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith(".")),
    ["repolore"],
  );
  const files = readdirSync(installed, { recursive: true }).map((file) => String(file).replaceAll("\\", "/"));
  for (const needed of [
    "dist/generated/core_bg.wasm",
    "dist/index.js",
    "dist/index.d.ts",
    "dist/inline.js",
    "repolore.schema.json",
    "README.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
  ]) {
    assert.ok(files.includes(needed), `${needed} is missing`);
  }
  assert.deepEqual(
    files.filter((file) => /(^|\/)(src|test|node_modules)\/|\.tsbuildinfo$|\.map$/.test(file)),
    [],
  );
});

test("publint finds nothing", () => {
  const result = spawnSync(process.execPath, [tool("publint", "src", "cli.js"), tarball, "--strict"], {
    encoding: "utf8",
  });
  assert.equal(result.status, 0, result.stdout + result.stderr);
});

test("types resolve for every kind of importer (arethetypeswrong)", () => {
  const cli = tool("@arethetypeswrong", "cli", "dist", "index.js");
  const entries = ["core.wasm", "schema.json"];
  const args = [cli, tarball, "--profile", "esm-only", "--no-color", "--no-emoji", "--exclude-entrypoints", ...entries];
  const result = spawnSync(process.execPath, args, { encoding: "utf8" });
  assert.equal(result.status, 0, result.stdout + result.stderr);
});

describe("an ESM project on Node", () => {
  test("imports the package and runs the CLI", () => {
    const folder = project("node-esm", {
      "index.mjs": `import { MemoryStore, readIssueMapping } from "repolore";${PROGRAM}`,
    });
    assert.equal(node(["index.mjs"], folder), OUTPUT);
    const { version } = JSON.parse(readFileSync(join(ROOT, "npm", "package.json"), "utf8"));
    const bin = join(folder, "node_modules", "repolore", "dist", "bin.js");
    assert.equal(node([bin, "--version"], folder), `${version}\n`);
    assert.ok(existsSync(join(folder, "node_modules", ".bin", isWindows ? "repolore.cmd" : "repolore")));
  });

  test("the core is not loaded before it is needed", () => {
    const folder = project("lazy", { "index.mjs": 'import "repolore"; console.log("quick");' });
    rmSync(join(folder, "node_modules", "repolore", "dist", "generated", "core_bg.wasm"));
    assert.equal(node(["index.mjs"], folder), "quick\n");
  });
});

describe("a TypeScript project", () => {
  for (const [module, moduleResolution] of [
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ]) {
    test(`compiles with ${moduleResolution} resolution and strict types`, () => {
      const compilerOptions = {
        ...{ module, moduleResolution, target: "es2022", lib: ["es2023", "dom"], types: [] },
        ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
      };
      const folder = project(`types-${moduleResolution}`, {
        "tsconfig.json": JSON.stringify({ compilerOptions, files: ["consumer.ts"] }),
      });
      copyFileSync(new URL("./consumer.ts", import.meta.url), join(folder, "consumer.ts"));
      const result = spawnSync(process.execPath, [tool("typescript", "bin", "tsc"), "-p", folder], {
        encoding: "utf8",
      });
      assert.equal(result.status, 0, result.stdout);
    });
  }
});

describe("a bundler", () => {
  /** Bundles a program and runs the single file in a folder that has nothing else. */
  async function bundled(name, source, options) {
    const folder = project(name, { "index.mjs": source });
    const alone = join(work, `${name}-alone`);
    mkdirSync(alone);
    await build({
      ...{ entryPoints: [join(folder, "index.mjs")], outfile: join(alone, "bundle.mjs") },
      ...{ bundle: true, format: "esm", target: "es2022", logLevel: "error", ...options },
    });
    return node(["bundle.mjs"], alone);
  }

  test("repolore/inline makes one file that needs nothing else, for Node", async () => {
    const source = `import { MemoryStore, readIssueMapping } from "repolore/inline";${PROGRAM}`;
    assert.equal(await bundled("bundle-node", source, { platform: "node" }), OUTPUT);
  });

  test("repolore/inline makes one file for browsers, without Node's modules", async () => {
    const source = `import { MemoryStore, readIssueMapping } from "repolore/inline";${PROGRAM}`;
    assert.equal(await bundled("bundle-browser", source, { platform: "browser" }), OUTPUT);
  });

  test("a browser bundle can carry the .wasm itself", async () => {
    const source = `import wasm from "repolore/core.wasm";
import { init, MemoryStore, readIssueMapping } from "repolore";
await init(wasm);${PROGRAM}`;
    assert.equal(await bundled("bundle-wasm", source, { platform: "browser", loader: { ".wasm": "binary" } }), OUTPUT);
  });
});

describe("Bun", () => {
  const bun = ["bun-linux-x64", "bun-linux-aarch64", "bun-darwin-aarch64", "bun-darwin-x64", "bun-windows-x64"]
    .map((name) => tool("@oven", name, "bin", isWindows ? "bun.exe" : "bun"))
    .find((path) => existsSync(path));
  const skip = bun ? false : "there is no Bun for this platform";
  const source = `import { MemoryStore, readIssueMapping } from "repolore";${PROGRAM}`;

  test("runs the package from TypeScript", { skip }, () => {
    const folder = project("bun", { "index.ts": source });
    assert.equal(execFileSync(bun, ["run", "index.ts"], { cwd: folder, encoding: "utf8" }), OUTPUT);
  });

  test("bundles repolore/inline into one file", { skip }, () => {
    const folder = project("bun-build", { "index.ts": source.replace('"repolore"', '"repolore/inline"') });
    execFileSync(bun, ["build", "index.ts", "--target=bun", "--outfile=out/bundle.js"], { cwd: folder, stdio: "pipe" });
    const alone = mkdtempSync(join(work, "bun-alone-"));
    copyFileSync(join(folder, "out", "bundle.js"), join(alone, "bundle.js"));
    assert.equal(execFileSync(bun, ["bundle.js"], { cwd: alone, encoding: "utf8" }), OUTPUT);
  });
});
