import assert from "node:assert/strict";
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
