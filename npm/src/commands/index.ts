// The list of commands, one line each. A command is loaded only when it is called, so that a cold start stays short.
import type { Command } from "./types.js";

export interface Listed {
  name: string;
  summary: string;
  load(): Promise<Command>;
}

function listed(name: string, summary: string, load: () => Promise<Command>): Listed {
  return { name, summary, load };
}

export const commands: Listed[] = [
  {
    name: "sessions",
    summary: "list the transcripts that are there: dialect, turns, dates, issue, problems",
    load: async () => (await import("./sessions.js")).sessions,
  },
  {
    name: "curate",
    summary: "turn conversations into articles",
    load: async () => (await import("./curate.js")).command,
  },
  {
    name: "compare",
    summary: "judge how two statements relate",
    load: async () => (await import("./compare.js")).command,
    name: "check",
    summary: "lint the knowledge base: front matter, links, sources, ids, conflicts, secrets",
    load: async () => (await import("./check.js")).check,
  },
  {
    name: "index",
    summary: "print or write the index files of the knowledge base",
    load: async () => (await import("./indexes.js")).index,
  },
  {
    name: "completion",
    summary: "print a completion script for your shell",
    load: async () => (await import("./completion.js")).completion,
  },
  listed("sessions", "list the transcripts that are there", async () => (await import("./sessions.js")).sessions),
  listed("curate", "turn conversations into articles", async () => (await import("./curate.js")).command),
  listed("compare", "judge how two statements relate", async () => (await import("./compare.js")).command),
  listed("redact", "take secrets out of text", async () => (await import("./redact.js")).redact),
  listed("trust", "judge whether statements may be believed", async () => (await import("./trust.js")).trust),
  listed("quarantine", "list or release what was held back", async () => (await import("./quarantine.js")).quarantine),
  listed("completion", "print a completion script", async () => (await import("./completion.js")).completion),
];
