import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { withCore } from "../dist/core.js";
import "../dist/load/node.js";

test("a panic is reported as a bug and the next call works", () => {
  for (let round = 0; round < 3; round++) {
    assert.throws(
      () => withCore((core) => core.panicForTest("wires crossed")),
      (error) => error.code === "internal/panic" && /please report it.*wires crossed/s.test(error.message),
    );
    assert.equal(
      withCore((core) => core.lastPanic()),
      "",
    );
  }
});

test("the core imports nothing from the world: no network, files, clock or randomness", () => {
  const bytes = readFileSync(new URL("../dist/generated/core_bg.wasm", import.meta.url));
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes)).map(({ name }) => name);
  const forbidden = imports.filter((name) => /now|random|fetch|crypto|require|process|date|performance/i.test(name));
  assert.deepEqual(forbidden, []);
});
