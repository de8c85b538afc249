// What crosses between WASM and JavaScript, and how big it is.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const GENERATED = join(ROOT, "npm", "dist", "generated");
const wasm = readFileSync(join(GENERATED, "core_bg.wasm"));

/** The kinds of JavaScript values the glue may make or look at; none of them reaches the outside world. */
const VALUES = [
  "Array",
  "ArrayBuffer",
  "BigInt",
  "Error",
  "Map",
  "Number",
  "Object",
  "Set",
  "String",
  "Symbol",
  "Uint8Array",
];
const IMPORTS = [
  ...VALUES,
  ...["call", "done", "entries", "from", "get", "getwithrefkey", "instanceof", "isArray", "isSafeInteger", "iterator"],
  ...["keys", "length", "new", "next", "prototypesetcall", "push", "set", "unshift", "value"],
  // Views of its own memory, into which text is written.
  ...["buffer", "memory"],
  ...["bigint", "boolean", "debug", "in", "init", "is", "jsval", "number", "string", "throw", "generic", "cast"],
];

test("the core imports only what values are made of: no network, files, clock or randomness", () => {
  const names = WebAssembly.Module.imports(new WebAssembly.Module(wasm)).map(({ name }) => name);
  const word = (name) => /^(?:__wbg_)?(?:__wbindgen_)?([a-zA-Z0-9]+)/.exec(name)?.[1] ?? name;
  const unknown = names.filter((name) => !IMPORTS.includes(word(name)));
  assert.deepEqual(unknown, [], "a new import: allow it here only if it cannot reach the outside world");
});

test("the glue behind the imports touches no global but plain values", () => {
  const glue = readFileSync(join(GENERATED, "core.js"), "utf8");
  const start = glue.indexOf("function __wbg_get_imports()");
  const imports = glue.slice(start, glue.indexOf("\n}\n", start)).replace(/\/\/.*/g, "");
  assert.ok(start > 0 && imports.length > 100);
  const named = [...imports.matchAll(/(?<![.\w'"])([A-Z][A-Za-z0-9]*)\b/g)].map(([, name]) => name);
  const allowed = [...VALUES, "Reflect", "WASM", "TypeError"];
  assert.deepEqual(
    [...new Set(named)].filter((name) => !allowed.includes(name) && !/^[A-Z_]+$/.test(name)),
    [],
  );
  assert.doesNotMatch(imports, /\b(globalThis|window|self|process|require|fetch|crypto|performance|navigator|eval)\b/);
});

test("the WASM core stays below its size ceiling", (context) => {
  const profile = join(ROOT, "target", "wasm-profile");
  if (!existsSync(profile) || readFileSync(profile, "utf8") !== "wasm") return context.skip("not the build that ships");
  const budget = JSON.parse(readFileSync(join(ROOT, "npm", "size-budget.json"), "utf8"));
  const size = { raw: wasm.byteLength, gzip: gzipSync(wasm, { level: 9 }).byteLength };
  context.diagnostic(`core_bg.wasm: ${size.raw} bytes, ${size.gzip} with gzip`);
  for (const kind of ["raw", "gzip"]) {
    assert.ok(
      size[kind] <= budget[kind],
      `${kind}: ${size[kind]} bytes are more than ${budget[kind]} in size-budget.json`,
    );
  }
});

/** Codes are public: a caller may test for them. Taking one away or renaming it is a breaking change. */
test("error codes have one form and none has gone", () => {
  const found = new Set();
  for (const file of sources(join(ROOT, "npm", "src"), ".ts")) {
    const text = readFileSync(file, "utf8");
    for (const [, code] of text.matchAll(/RepoloreError\(\s*"([^"]+)"/g)) found.add(code);
    for (const [, code] of text.matchAll(/"((?:usage|config|store|core|internal|github)\/[a-z-]+)"/g)) found.add(code);
  }
  const core = readFileSync(join(ROOT, "core", "src", "error.rs"), "utf8");
  const codes = core.slice(core.indexOf("fn code("), core.indexOf("impl fmt::Display"));
  for (const [, code] of codes.matchAll(/=> "([^"]+)"/g)) found.add(code);
  for (const code of found) assert.match(code, /^[a-z]+(-[a-z]+)*(\/[a-z]+(-[a-z]+)*)?$/);
  const promised = JSON.parse(readFileSync(new URL("./error-codes.json", import.meta.url), "utf8"));
  assert.deepEqual(
    promised.filter((code) => !found.has(code)),
    [],
    "these codes are public and no longer given",
  );
});

function sources(folder, ending) {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith(ending) && !file.includes("generated"))
    .map((file) => join(folder, file));
}
