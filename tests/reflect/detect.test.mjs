// Each kind of signal is found in the records of the program that leaves it, from the command line.
import assert from "node:assert/strict";
import { test } from "node:test";
import { project, repolore } from "./work.mjs";

const lines = (...entries) => `${entries.map((entry) => JSON.stringify(entry)).join("\n")}\n`;
const at = (n) => `2026-03-01T10:00:0${n}.000Z`;

/** A Claude Code transcript: what the person says, each answered by a model. */
const claude = (model, ...said) =>
  lines(
    ...said.flatMap((text, n) => {
      const common = { sessionId: "s", cwd: "/r", version: "2.1.0", isSidechain: false };
      return [
        {
          ...common,
          type: "user",
          uuid: `u${n}`,
          parentUuid: n ? `a${n - 1}` : null,
          timestamp: at(n),
          message: { role: "user", content: text },
        },
        {
          ...{ ...common, type: "assistant", uuid: `a${n}`, parentUuid: `u${n}`, timestamp: at(n) },
          message: { id: `m${n}`, role: "assistant", model, content: [{ type: "text", text: "Done." }] },
        },
      ];
    }),
  );

/** A Codex rollout in which one command fails each time. */
const codex = (model, command, tries) =>
  lines(
    {
      timestamp: at(0),
      type: "session_meta",
      payload: { id: "c", timestamp: at(0), cwd: "/r", cli_version: "0.90.0" },
    },
    { timestamp: at(0), type: "turn_context", payload: { cwd: "/r", model } },
    ...Array.from({ length: tries }, (_, n) => {
      const call = {
        type: "function_call",
        name: "shell",
        call_id: `c${n}`,
        arguments: JSON.stringify({ command: ["bash", "-lc", command] }),
      };
      const output = {
        type: "function_call_output",
        call_id: `c${n}`,
        output: "Exit code: 1\nOutput:\nlinker not found",
      };
      return [call, output].map((payload) => ({ timestamp: at(1 + n), type: "response_item", payload }));
    }).flat(),
  );

async function found(files) {
  const folder = project({ ".GITCLAW/state/issues/.gitkeep": "", "logs/.gitkeep": "", ...files });
  const { stdout, stderr } = await repolore(folder, "signal", "detect", "--sessions", "logs", "--json");
  assert.equal(stderr, "");
  return JSON.parse(stdout).map(({ candidate }) => `${candidate.severity} ${candidate.signalType}: ${candidate.title}`);
}

test("a model against the settings of its own program", async () => {
  const logs = {
    "logs/claude.jsonl": claude("claude-haiku-5", "List the open tasks please."),
    "logs/codex.jsonl": codex("gpt-6-mini", "ls", 1),
  };
  const settings = { ".claude/settings.json": { model: "opus" }, ".codex/config.toml": 'model = "gpt-6"\n' };
  assert.deepEqual(await found({ ...logs, ...settings }), [
    "critical config-mismatch: claude-haiku-5 ran instead of opus",
    "critical config-mismatch: gpt-6-mini ran instead of gpt-6",
  ]);
  assert.deepEqual(await found(logs), [], "without settings there is nothing to compare with");
  assert.deepEqual(await found({ ...logs, ".gemini/settings.json": { model: { name: "gemini-4-pro" } } }), []);
  assert.deepEqual(await found({ ...logs, ".claude/settings.json": "{ not json" }), []);
});

test("frustration and struggle, whichever program wrote the transcript", async () => {
  const logs = {
    "logs/claude.jsonl": claude(
      "m",
      "Make the header blue.",
      "I said blue, not green.",
      "Still green. You keep ignoring me.",
    ),
    "logs/codex.jsonl": codex("m", "cargo build", 3),
    "logs/calm.jsonl": claude(
      "m",
      "The export does not work offline.",
      "Thanks! Printing is broken in landscape.",
      "Perfect.",
    ),
  };
  assert.deepEqual(await found(logs), [
    "notable frustration: Patience lost: Still green. You keep ignoring me.",
    "notable struggle: cargo build failed 3 times",
  ]);
});

test("a plan against its summary", async () => {
  const plan =
    "---\nphase: 05-map\nplan: 01\n---\n<task>\n<name>Task 1: Draw the boats</name>\n</task>\n<task>\n<name>Task 2: Write the tide table</name>\n</task>\n";
  const at = ".planning/phases/05-map";
  const files = {
    [`${at}/05-01-PLAN.md`]: plan,
    [`${at}/05-01-SUMMARY.md`]: "1. **Task 1: Draw the boats** - `abc1234`\n",
    [`${at}/05-02-PLAN.md`]: plan,
  };
  assert.deepEqual(await found(files), ["notable deviation: Planned task not done: Write the tide table"]);
  const failed = {
    ...files,
    [`${at}/05-01-SUMMARY.md`]:
      "**Task 1: Draw the boats**\n**Task 2: Write the tide table**\n\n## Self-Check: FAILED\n",
  };
  assert.deepEqual(await found(failed), ["critical deviation: Verification failed: Self-Check: FAILED"]);
});
