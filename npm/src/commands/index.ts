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
  listed("init", "set a repository up for its knowledge base", async () => (await import("./init.js")).init),
  listed("sessions", "list the transcripts that are there", async () => (await import("./sessions.js")).sessions),
  listed("curate", "turn conversations into articles", async () => (await import("./curate.js")).command),
  listed("search", "find entries by words, by issue or by entry", async () => (await import("./search.js")).search),
  listed("brief", "what to know before working on an issue", async () => (await import("./brief.js")).brief),
  listed("context", "a prompt with what is known about it", async () => (await import("./context.js")).context),
  listed("learn", "add a decision, resolution, pattern or feedback", async () => (await import("./learn.js")).learn),
  listed("metrics", "record or show how agents did", async () => (await import("./metrics.js")).metrics),
  listed("resolve", "settle a dispute", async () => (await import("./resolve.js")).command),
  listed("why", "show what an article stands on", async () => (await import("./why.js")).command),
  listed("undo", "take back a run of curate", async () => (await import("./undo.js")).command),
  listed("compare", "judge how two statements relate", async () => (await import("./compare.js")).command),
  listed("check", "lint the knowledge base", async () => (await import("./check.js")).check),
  listed("index", "print or write the index files", async () => (await import("./indexes.js")).index),
  listed("redact", "take secrets out of text", async () => (await import("./redact.js")).redact),
  listed("trust", "judge whether statements may be believed", async () => (await import("./trust.js")).trust),
  listed("quarantine", "list or release what was held back", async () => (await import("./quarantine.js")).quarantine),
  listed("ground", "check a claim before building on it", async () => (await import("./ground.js")).command),
  listed("route", "say which source knows the answer", async () => (await import("./route.js")).command),
  listed("impact", "list the files a design will change", async () => (await import("./impact.js")).command),
  listed("gate", "let a transition pass or block it", async () => (await import("./gate.js")).command),
  listed("signal", "capture how the work went", async () => (await import("./signal.js")).command),
  listed("spike", "run an experiment, or find it was run before", async () => (await import("./spike.js")).command),
  listed("reflect", "turn signals into lessons", async () => (await import("./reflect.js")).command),
  listed("completion", "print a completion script", async () => (await import("./completion.js")).completion),
];
