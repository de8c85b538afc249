// `repolore signal`: capture events of the work, or find candidates for them.
import { relative } from "node:path";
import type { Config } from "../config.js";
import { RepoloreError } from "../errors.js";
import type { Candidate, NewSignal } from "../generated/types.js";
import { collectSignals } from "../reflect/collect.js";
import { findCandidates } from "../reflect/detect.js";
import { storeSignal } from "../reflect/store.js";
import { KnowledgeFolder } from "../store/knowledge-folder.js";
import { oneLine } from "../terminal.js";
import { readInput } from "./input.js";
import { configFor, PLACES } from "./places.js";
import type { Command, Context, Options } from "./types.js";
import { list } from "./values.js";

const SEVERITIES = ["critical", "notable", "minor"];

export const command: Command = {
  name: "signal",
  summary: "capture how the work went",
  usage: "signal add|detect [options]",
  maxArguments: 1,
  description:
    "add     stores one signal (flags, or JSON from --file or stdin with -)\n" +
    "detect  prints candidates found in transcripts and in plans with their summaries; --create stores the new ones\n\n" +
    "Capturing is cheap: only signals that share tags by the index are read. Nothing is analysed; see reflect.",
  options: {
    ...PLACES,
    type: { type: "string", value: "TYPE", help: "deviation, struggle, frustration, config-mismatch, good-pattern, …" },
    severity: { type: "string", value: "LEVEL", values: SEVERITIES, help: "critical, notable or minor (default)" },
    title: { type: "string", value: "TEXT", help: "short name; becomes the file name" },
    what: { type: "string", value: "TEXT", help: "what happened" },
    context: { type: "string", value: "TEXT", help: "the state of things around it" },
    cause: { type: "string", value: "TEXT", help: "why, as far as known" },
    tag: { type: "string", multiple: true, value: "TAG", help: "topic; repeat it or separate by commas" },
    project: { type: "string", value: "NAME", help: "project it was seen in" },
    phase: { type: "string", value: "PHASE", help: "phase of the plan" },
    plan: { type: "string", value: "PLAN", help: "the plan" },
    positive: { type: "boolean", help: "it reports something good" },
    file: { type: "string", value: "FILE", help: "read the signal as JSON from FILE, - for standard input" },
    create: { type: "boolean", help: "detect: store what no earlier run has stored" },
    "dry-run": { type: "boolean", help: "show what would be stored" },
  },
  examples: [
    ['repolore signal add --type struggle --what "The cache was cold on every run" --tag ci,cache', "store one signal"],
    ["repolore signal detect", "print candidates from the project's transcripts"],
    ["repolore signal detect --sessions logs --json", "the same for a folder of transcripts, as JSON"],
  ],
  async run(context, [action], options) {
    if (action === "add") return await add(context, options);
    if (action === "detect") return await detect(context, options);
    throw new RepoloreError("usage/argument", `signal: "${action ?? ""}" is not an action; use add or detect`);
  },
};

async function add(context: Context, options: Options): Promise<number> {
  const config = configFor(context, options);
  const signal = await signalFrom(context, options, config);
  const notice = (text: string) => context.stderr(`${oneLine(text)}\n`);
  const dryRun = options["dry-run"] === true;
  const base = await KnowledgeFolder.open(config, notice, { dryRun });
  const stored = await storeSignal(base, config, signal, context.now(), { dryRun, notice });
  if (options["json"]) context.stdout(`${JSON.stringify(stored, null, 2)}\n`);
  else {
    const again = stored.occurrenceCount > 1 ? `, seen ${stored.occurrenceCount} times` : "";
    context.stdout(`${stored.id}${again}\n${stored.path}\n`);
  }
  return 0;
}

async function signalFrom(context: Context, options: Options, config: Config): Promise<NewSignal> {
  const text = (name: string) => (options[name] as string | undefined) ?? "";
  const file = text("file");
  let given: Partial<NewSignal> = {};
  if (file) {
    const json = await readInput(context, file);
    try {
      given = JSON.parse(json) as Partial<NewSignal>;
    } catch (cause) {
      throw new RepoloreError("input/invalid", `${file}: not JSON: ${(cause as Error).message}`, { cause });
    }
  }
  return {
    signalType: (text("type") || "custom") as NewSignal["signalType"],
    severity: (text("severity") || "minor") as NewSignal["severity"],
    positive: options["positive"] === true ? true : null,
    project: text("project") || config.project,
    title: text("title"),
    tags: list(options, "tag"),
    whatHappened: text("what"),
    context: text("context"),
    cause: text("cause"),
    confidence: "medium",
    evidence: [],
    phase: text("phase") || null,
    plan: text("plan") || null,
    detected: false,
    ...given,
  };
}

async function detect(context: Context, options: Options): Promise<number> {
  const config = configFor(context, options);
  const dryRun = options["dry-run"] === true;
  const notice = (text: string) => context.stderr(`${text}\n`);
  const { found, stored } =
    options["create"] === true
      ? await collectSignals({ config, now: context.now(), frustration: true, dryRun, notice })
      : { found: await findCandidates(config, notice), stored: [] };
  const ids = new Map(stored.map(({ candidate, id }) => [candidate, id]));
  if (options["json"]) {
    const all = found.map(({ source, candidate }) => ({
      source: relative(context.cwd, source),
      ...(ids.has(candidate) ? { id: ids.get(candidate) } : {}),
      candidate,
    }));
    context.stdout(`${JSON.stringify(all, null, 2)}\n`);
    return 0;
  }
  for (const { source, candidate } of found) {
    context.stdout(describeCandidate(relative(context.cwd, source), candidate));
  }
  const kept = options["create"] === true ? `, ${stored.length} ${dryRun ? "would be stored" : "stored"}` : "";
  context.stdout(`${found.length} candidate${found.length === 1 ? "" : "s"} found${kept}\n`);
  return 0;
}

/** A candidate for people: what it is, why, and the words it rests on. */
function describeCandidate(source: string, candidate: Candidate): string {
  const type = typeof candidate.signalType === "string" ? candidate.signalType : "custom";
  const lines = [
    `${candidate.severity}  ${type}  ${oneLine(candidate.title)}`,
    `    ${oneLine(`${candidate.whatHappened} ${candidate.cause}`.trim())}`,
    ...candidate.evidence.map(({ line, quote }) => `    ${source}:${line}: ${oneLine(quote)}`),
  ];
  return `${lines.join("\n")}\n\n`;
}
