import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { coreModule, withCore } from "../dist/core.js";
import { beginCuration, learn } from "../dist/curate/learn.js";
import { take } from "../dist/curate/learn-all.js";
import { loadConfig, planCuration } from "../dist/index.js";
import { folderWith } from "./helpers/folder.mjs";

const PARTS = ["importer", "scheduler", "gateway", "renderer", "archive", "ledger"];

/** Sessions in which each part of a project gets a decision, made long by what tools print. */
function sessionsIn(folder, padding = 0) {
  mkdirSync(folder, { recursive: true });
  return PARTS.map((part, day) => {
    const time = `2026-03-0${day + 1}T10:00:00.000Z`;
    const entries = [
      { type: "session", version: 3, id: part, timestamp: time, cwd: "/w" },
      ["user", `We decided that the ${part} stores its queue in Redis ${day + 5} because it survives restarts.`],
      ["toolResult", `${part} ok\n`.repeat(padding)],
      ["assistant", `The ${part} now keeps its queue in Redis ${day + 5}; I changed \`src/${part}.ts\`.`],
    ].map((entry, at) => {
      if (!Array.isArray(entry)) return entry;
      const [role, text] = entry;
      const message = { role, content: [{ type: "text", text }] };
      return { type: "message", id: `${at}`, parentId: at > 1 ? `${at - 1}` : null, timestamp: time, message };
    });
    const path = join(folder, `${part}.jsonl`);
    const text = `${entries.map((entry) => JSON.stringify(entry)).join("\n")}\n`;
    writeFileSync(path, text);
    return { name: `${part}.jsonl`, path, bytes: text.length, issue: undefined };
  });
}

const ground = () => ({ options: { bootstrap: true }, state: [], known: [], logs: [] });

function planOf(sessions) {
  const curator = beginCuration(ground());
  for (const session of sessions) learn(curator, session);
  return withCore(() => curator.plan());
}

test("what another thread learned is taken in as if it had been learned here", async () => {
  const sessions = sessionsIn(folderWith());
  const next = new Int32Array(new SharedArrayBuffer(4));
  // The first session is taken by somebody else.
  assert.equal(take(next), 0);
  const helper = new Worker(new URL("../dist/curate/learn-thread.js", import.meta.url), { workerData: coreModule() });
  try {
    const answer = await new Promise((resolve, reject) => {
      helper.once("message", resolve).once("error", reject);
      helper.postMessage({ ground: ground(), sessions, next });
    });
    assert.deepEqual(answer.taken, [1, 2, 3, 4, 5]);
    const curator = beginCuration(ground());
    withCore(() => curator.takeIn(answer.learned));
    learn(curator, sessions[0]);
    assert.deepEqual(
      withCore(() => curator.plan()),
      planOf(sessions),
    );
  } finally {
    await helper.terminate();
  }
});

test("many megabytes give the same plan, whoever reads which session", async () => {
  const folder = folderWith();
  const sessions = sessionsIn(join(folder, "sessions"), 60_000);
  const expected = planOf([...sessions].reverse());
  assert.ok(expected.report.nSessions === PARTS.length && expected.report.created.length > 0);
  for (let run = 0; run < 3; run += 1) {
    const config = loadConfig({ cwd: folder, knowledge: join(folder, "kb"), sessions: [join(folder, "sessions")] });
    const { plan } = await planCuration({ config, bootstrap: true });
    assert.deepEqual(plan, expected);
  }
});

test("what was not handed over by a curator is refused", () => {
  const curator = beginCuration(ground());
  assert.throws(
    () => withCore(() => curator.takeIn('{"records":1}')),
    (error) => error.code === "input/invalid" && /not handed over/.test(error.message),
  );
});
