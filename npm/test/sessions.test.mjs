import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { findSessions, IssueMap, readSession, readTranscript } from "../dist/index.js";
import { folderWith } from "./helpers/folder.mjs";

const FIXTURES = fileURLToPath(new URL("../../tests/fixtures/transcripts", import.meta.url));
const BIN = fileURLToPath(new URL("../dist/bin/repolore.cjs", import.meta.url));
const HEADER = '{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/w"}\n';
const HELLO = '{"type":"message","id":"1","parentId":null,"message":{"role":"user","content":"hello"}}\n';

test("WASM reads every fixture as the native core does", () => {
  const expected = readdirSync(FIXTURES, { recursive: true }).filter((file) => file.endsWith(".expected.json"));
  assert.ok(expected.length >= 10);
  for (const file of expected) {
    const { value, diagnostics } = JSON.parse(readFileSync(join(FIXTURES, file), "utf8"));
    const bytes = readFileSync(join(FIXTURES, file.replace(/\.expected\.json$/, "")));
    assert.deepEqual(readTranscript(bytes), { transcript: value, diagnostics }, file);
  }
});

test("a dialect can be named, and a wrong name is an error that says so", () => {
  const plain = new TextEncoder().encode('{"role":"user","content":"hi"}\n');
  assert.equal(readTranscript(plain, { dialect: "plain" }).transcript.turns.length, 1);
  assert.equal(readTranscript(plain, { dialect: "pi" }).transcript.turns.length, 0);
  assert.throws(
    () => readTranscript(plain, { dialect: "klingon" }),
    (error) => error.code === "input/invalid" && /dialect.*klingon/.test(error.message),
  );
});

test("transcripts are found in any folder, and only where they can be", async () => {
  const folder = folderWith({
    "a/b/one.jsonl": HELLO,
    "state/memory.log": "[2026-01-01 10:00] A fact.\n",
    "session-state/1234/events.jsonl": HELLO,
    "chats/today.json": "{}",
    "package.json": "{}",
    "notes.txt": "hello",
    "node_modules/x/two.jsonl": HELLO,
    ".git/three.jsonl": HELLO,
  });
  const files = await findSessions([folder, join(folder, "notes.txt")]);
  assert.deepEqual(files.map(({ name, named }) => [name, named]).sort(), [
    ["1234", false],
    ["memory.log", false],
    ["notes.txt", true],
    ["one", false],
    ["today", false],
  ]);
  assert.deepEqual(await findSessions([join(folder, "missing")]), []);
});

test("sessions are tied to their issues whatever the root folder is called", async () => {
  const folder = folderWith({
    ".agent/state/sessions/s1.jsonl": HEADER + HELLO,
    ".agent/state/issues/6.json": '{"issueNumber":6,"sessionPath":".OLDNAME/state/sessions/s1.jsonl"}',
    ".agent/state/issues/46.json": '{"issueNumber":46,"sessionPath":"state\\\\sessions\\\\s1.jsonl"}',
    ".agent/state/issues/broken.json": "{",
    ".agent/state/issues/7.json": '{"issueNumber":7,"sessionPath":"state/sessions/other.jsonl"}',
  });
  const issues = new IssueMap();
  assert.deepEqual(await issues.issuesOf(join(folder, ".agent/state/sessions/s1.jsonl")), [6, 46]);
});

test("a file is streamed, and what is missing is an error with a code", async () => {
  const folder = folderWith({ "s.jsonl": HEADER + HELLO });
  let seen = 0;
  const session = await readSession(join(folder, "s.jsonl"), { onProgress: (bytes) => (seen = bytes) });
  assert.equal(session.summary().humanTurns, 1);
  assert.equal(session.turns()[0].text, "hello");
  assert.equal(seen, HEADER.length + HELLO.length);
  session.free();
  await assert.rejects(readSession(join(folder, "gone.jsonl")), { code: "sessions/unreadable" });
});

test("the command lists sessions and problems, plain in a pipe and as JSON", () => {
  const folder = folderWith({
    "s.jsonl": `${HEADER}not json\n${HELLO}`,
    "table.jsonl": '{"a":1}\n',
  });
  const text = execFileSync(process.execPath, [BIN, "-C", folder, "sessions", "."], { encoding: "utf8" });
  assert.match(text, /^SESSION .*PROBLEMS\ns\.jsonl +pi +1 +1 +0 +0 +2026-01-01 +2026-01-01 +- +1\n/);
  assert.match(text, / {2}s\.jsonl:2: warning: .* \[transcript\/bad-line\]\n/);
  assert.match(text, /Not transcripts \(skipped\): table\.jsonl\n$/);
  assert.ok(!text.includes("\x1b"));
  const json = JSON.parse(execFileSync(process.execPath, [BIN, "-C", folder, "sessions", "--sessions", ".", "--json"]));
  assert.equal(json.sessions[0].dialect, "pi");
  assert.equal(json.sessions[0].started, "2026-01-01T00:00:00.000Z");
  assert.equal(json.totals.humanTurns, 1);
  assert.deepEqual(json.notTranscripts, ["table.jsonl"]);
});

test("a file's name cannot reach the terminal as a command", { skip: process.platform === "win32" }, () => {
  const folder = folderWith({ "a\u001b[2Jb.jsonl": `${HEADER}not json\n${HELLO}`, "c\u001b[2Jd.jsonl": '{"a":1}\n' });
  const text = execFileSync(process.execPath, [BIN, "-C", folder, "sessions", "."], { encoding: "utf8" });
  assert.ok(!text.includes("\u001b"));
  assert.equal(text.match(/\\u\{1b\}\[2J/g).length, 3, "in the list, with the problem, and among the skipped");
});

test("nothing to list, a place that is not there and a file that is no transcript", () => {
  const folder = folderWith({ "x.jsonl": "hello\n" });
  const call = (...args) => spawnSync(process.execPath, [BIN, "-C", folder, "sessions", ...args], { encoding: "utf8" });
  assert.equal(call().status, 1);
  assert.match(call("nowhere").stderr, /nowhere: there is no such file or folder/);
  assert.equal(call("nowhere").status, 2);
  for (const command of [["signal", "detect"], ["check"], ["ground", "claim"], ["curate"]]) {
    const args = [BIN, "-C", folder, ...command, "--sessions", "nowhere"];
    const refused = spawnSync(process.execPath, args, { encoding: "utf8" });
    assert.equal(refused.status, 2, `${command}: ${refused.stderr}`);
    assert.match(refused.stderr, /nowhere: there is no such file or folder/);
  }
  const refused = call("x.jsonl");
  assert.equal(refused.status, 1);
  assert.match(refused.stdout, /x\.jsonl: error: no record of a known transcript format/);
});
