// What is committed in github-action/dist is what the sources make.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { bundleAction, coreStamp } from "../../scripts/build-action.mjs";
import { ROOT, temp } from "./world.mjs";

const DIST = join(ROOT, "github-action", "dist");
const STALE = "github-action/dist is stale: run npm run build and commit it";

test("the committed action is built from these sources", async () => {
  const fresh = temp("fresh");
  await bundleAction(fresh);
  const program = join("action", "index.mjs");
  assert.ok(readFileSync(join(DIST, program)).equals(readFileSync(join(fresh, program))), STALE);
  assert.equal(readFileSync(join(DIST, "generated", "stamp.txt"), "utf8").trim(), coreStamp(), STALE);
});

test("the inputs and outputs of action.yml are those that the program knows", () => {
  const manifest = readFileSync(join(ROOT, "github-action", "action.yml"), "utf8");
  const section = (name) => manifest.slice(manifest.indexOf(`\n${name}:`)).split(/\n(?=\w)/)[1];
  const names = (text) => [...text.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name]) => name);
  const source = (file) => readFileSync(join(ROOT, "github-action", "src", file), "utf8");
  const inputs = [...source("inputs.ts").matchAll(/(?:text|flag|readBranch)\("([\w-]+)"/g)].map(([, name]) => name);
  assert.deepEqual(names(section("inputs")).sort(), [...new Set(inputs)].sort());
  const outputs = [...source("main.ts").matchAll(/output\("([\w-]+)"/g)].map(([, name]) => name);
  assert.deepEqual(names(section("outputs")).sort(), [...new Set(outputs)].sort());
  assert.match(manifest, /using: node24/);
  const readme = readFileSync(join(ROOT, "github-action", "README.md"), "utf8");
  const untold = [...new Set([...inputs, ...outputs])].filter((name) => !readme.includes(`\`${name}\``));
  assert.deepEqual(untold, [], "github-action/README.md names them all");
});
