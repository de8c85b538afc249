import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { main } from "../dist/cli.js";
import {
  assessFreshness,
  checkArticles,
  conditionPaths,
  factsOf,
  gatherFacts,
  linksOutside,
  readArticle,
  renderIndexes,
} from "../dist/index.js";

const bytes = (text) => new TextEncoder().encode(text);
const file = (path, text) => ({ path, bytes: bytes(text) });
const folders = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A project folder with these files. */
function project(files) {
  const root = mkdtempSync(join(tmpdir(), "repolore-articles-"));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** Runs the CLI in `cwd` and returns its exit code and outputs. */
async function cli(cwd, ...args) {
  let stdout = "";
  let stderr = "";
  const code = await main(args, {
    cwd,
    env: { HOME: cwd },
    now: () => new Date("2026-04-22T02:47:06Z"),
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
    stdin: async () => new Uint8Array(),
    isTTY: false,
    isInteractive: false,
  });
  return { code, stdout, stderr };
}

const SOUND = {
  ".GITCLAW/knowledge/decisions/a.md":
    "---\ntopic: decisions\ntitle: Use Postgres\ncreated: 2026-02-01\nsources:\n  - issue: 7\n    session: s.jsonl\nconfidence: high\n---\n\nSee [b](../project/b.md) and [code](../../../src/db.ts).\n",
  ".GITCLAW/knowledge/project/b.md": "---\ntitle: B\ntags: [db]\n---\n",
  ".GITCLAW/state/sessions/s.jsonl": "",
  "src/db.ts": "",
};

test("an entry is read with its diagnostics, whatever the bytes", () => {
  const { value, diagnostics } = readArticle(
    bytes("---\ntitle: T\nconfidence: 0.9\nextra: [1]\n---\n# H\n"),
    "decisions/t.md",
  );
  assert.deepEqual(diagnostics, []);
  assert.equal(value.title, "T");
  assert.equal(value.kind, "decision");
  assert.equal(value.confidence, "high");
  assert.deepEqual(value.front.extra, { extra: [1] });
  const broken = readArticle(bytes("---\ntitle: `x`\n---\nbody"), "decisions/t.md");
  assert.equal(broken.value.state, "broken");
  assert.deepEqual([broken.diagnostics[0].line, broken.diagnostics[0].column], [2, 8]);
  assert.equal(readArticle(new Uint8Array([0xff, 0xfe, 0]), "x.md").value.title, "X");
});

test("the linter is a public call", () => {
  const files = [
    file("decisions/a.md", "---\nid: x\n---\n[gone](gone.md) [out](../../o.md)"),
    file("decisions/b.md", "---\nid: x\n---\n"),
  ];
  assert.deepEqual(linksOutside(files), ["../o.md"]);
  const report = checkArticles(files, { missingOutside: ["../o.md"] });
  assert.deepEqual(
    report.findings.map(({ path, line, column, code }) => [path, line, column, code]),
    [
      ["decisions/a.md", 4, 8, "check/broken-link"],
      ["decisions/a.md", 4, 23, "check/broken-link"],
      ["decisions/b.md", 2, 1, "check/duplicate-id"],
    ],
  );
  assert.equal(report.errors, 3);
});

test("repolore check: exit code 0 on a sound knowledge base, 1 on errors, strict on warnings", async () => {
  const sound = project(SOUND);
  assert.deepEqual(await cli(sound, "check"), {
    code: 0,
    stdout: "2 entries checked: 0 errors, 0 warnings, 0 notes\n",
    stderr: "",
  });
  const warned = project({ ...SOUND, ".GITCLAW/knowledge/project/b.md": "---\nstatus: maybe\n---\n" });
  assert.equal((await cli(warned, "check")).code, 0);
  assert.equal((await cli(warned, "check", "--strict")).code, 1);
  const broken = project({ ...SOUND, ".GITCLAW/knowledge/project/c.md": "---\na: `x`\n---\n" });
  const { code, stdout } = await cli(broken, "check");
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^\.GITCLAW\/knowledge\/project\/c\.md:2:4: error: .* \[article\/bad-front-matter\]\n3 entries checked: 1 error, 0 warnings, 0 notes\n$/,
  );
  const json = JSON.parse((await cli(broken, "check", "--json")).stdout);
  assert.equal(json.findings[0].path, "project/c.md");
});

test("repolore check: sources are checked against the transcripts that are there", async () => {
  const gone = project({ ...SOUND, ".GITCLAW/state/sessions/s.jsonl": "" });
  rmSync(join(gone, ".GITCLAW/state/sessions/s.jsonl"));
  assert.match((await cli(gone, "check")).stdout, /a\.md:7:1: warning: source `s\.jsonl` is not among the transcripts/);
  const unknown = project({
    "kb/decisions/a.md": SOUND[".GITCLAW/knowledge/decisions/a.md"],
    "kb/project/b.md": "---\n---\n",
  });
  const { stdout } = await cli(unknown, "check", "--knowledge", "kb");
  assert.doesNotMatch(stdout, /transcripts/, "without transcripts nothing is said about them");
});

test("repolore check: an empty or missing knowledge base is no error", async () => {
  const { code, stdout } = await cli(project({}), "check");
  assert.deepEqual([code, stdout], [0, "0 entries checked: 0 errors, 0 warnings, 0 notes\n"]);
  assert.equal((await cli(project({ kb: "a file" }), "check", "--knowledge", "kb")).code, 2);
});

test("repolore index prints, writes once and then finds nothing to do", async () => {
  const root = project(SOUND);
  const printed = await cli(root, "index");
  assert.match(
    printed.stdout,
    /==> _index\.md <==\n# Knowledge Base\n\n_Auto-curated from 1 conversation\. Last updated: 2026-02-01\._\n\n## Decisions \(1 article\)\n- \[Use Postgres\]\(decisions\/a\.md\) — high confidence\n/,
  );
  assert.deepEqual(readdirSync(join(root, ".GITCLAW/knowledge")).sort(), ["decisions", "project"]);
  assert.equal(
    (await cli(root, "index", "--write")).stdout,
    "wrote .GITCLAW/knowledge/_index.md\nwrote .GITCLAW/knowledge/index.yaml\n",
  );
  assert.match(
    readFileSync(join(root, ".GITCLAW/knowledge/index.yaml"), "utf8"),
    /issue_index:\n {2}"#7": \[decisions\/a\]\n/,
  );
  assert.equal((await cli(root, "index", "--write")).stdout, "the index is up to date\n");
});

test("an index of a newer version is refused and left alone", async () => {
  const root = project({ ...SOUND, ".GITCLAW/knowledge/index.yaml": 'version: "9.0"\n' });
  const { code, stderr } = await cli(root, "index", "--write");
  assert.equal(code, 1);
  assert.match(stderr, /index\.yaml has format version 9, newer than the supported 1/);
  assert.equal(readFileSync(join(root, ".GITCLAW/knowledge/index.yaml"), "utf8"), 'version: "9.0"\n');
});

test("an index that is not UTF-8 keeps its bytes, and is named", async () => {
  const mine = Buffer.from([0x63, 0xe9, 0x0a]);
  const paths = ["_index.md", "index.yaml"].map((name) => `.GITCLAW/knowledge/${name}`);
  const root = project({ ...SOUND, ...Object.fromEntries(paths.map((path) => [path, mine])) });
  const { code, stderr } = await cli(root, "index", "--write");
  assert.equal(code, 1);
  assert.equal(stderr, paths.map((path) => `left ${path} alone: it is not UTF-8\n`).join(""));
  const learn = ["learn", "decision", "--title", "Tabs", "--decision", "Tabs.", "--rationale", "Screen readers."];
  assert.match((await cli(root, ...learn)).stderr, /left out: \.GITCLAW\/knowledge\/_index\.md: it is not UTF-8/);
  for (const path of paths) assert.deepEqual(readFileSync(join(root, path)), mine);
});

test("index files keep what others store in them", () => {
  const previous = file("index.yaml", "version: '1.0'\nagent_metrics:\n  a: {total_invocations: 3}\n");
  const [yaml] = renderIndexes([previous, file("decision/KE-1.yaml", "id: KE-1\ntype: decision\n")], {
    preset: "claude",
  });
  assert.match(yaml.content, /total_invocations: 3/);
  assert.equal(yaml.fresh, false);
  const [again] = renderIndexes(
    [{ path: "index.yaml", bytes: bytes(yaml.content) }, file("decision/KE-1.yaml", "id: KE-1\ntype: decision\n")],
    { preset: "claude" },
  );
  assert.equal(again.fresh, true);
});

test("freshness is judged by what an entry depends on, against the facts of a work tree", () => {
  const root = project({
    "package.json": '{"dependencies":{"prisma":"^5.0.0"}}',
    "package-lock.json": '{"packages":{"node_modules/prisma":{"version":"5.2.0"}}}',
    "src/auth.ts": "",
  });
  const entry = bytes('---\nid: les-1\ncreated: 2020-01-01\ndepends_on: ["Prisma 4.x", "src/auth.ts exists"]\n---\n');
  const paths = conditionPaths([{ path: "lessons/x.md", bytes: entry }]);
  assert.deepEqual(paths, ["src/auth.ts"]);
  const facts = factsOf(root, paths);
  assert.deepEqual(facts.paths, { "src/auth.ts": true });
  const now = new Date("2026-01-01");
  const judged = assessFreshness(entry, "lessons/x.md", { now, facts });
  assert.equal(judged.verdict, "broken");
  assert.equal(
    judged.caveat,
    "Note: [les-1] depends on Prisma 4.x; current project uses Prisma 5.2.0 -- may need re-evaluation",
  );
  const unknown = assessFreshness(entry, "lessons/x.md", { now });
  assert.deepEqual([unknown.verdict, unknown.band, unknown.score], ["unverifiable", "old", 0.3]);
  assert.equal(gatherFacts([]).hasManifests, false);
});
