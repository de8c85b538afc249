// `repolore signal`: capture events of the work, or find candidates for them.
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import type { Config } from "../config.js";
import { withCore } from "../core.js";
import { RepoloreError } from "../errors.js";
import type { Candidate, Configured, NewSignal } from "../generated/types.js";
import { findSessions, readSession, sessionName } from "../sources/sessions.js";
import { KnowledgeFolder, signalIndexPath } from "../store/knowledge-folder.js";
import { oneLine } from "../terminal.js";
import { configFor, PLACES } from "./places.js";
import type { Command, Context, Options } from "./types.js";
import { list } from "./values.js";

const SEVERITIES = ["critical", "notable", "minor"];

export const command: Command = {
  name: "signal",
  summary: "capture how the work went",
  usage: "signal add|detect [options]",
  description:
    "add     stores one signal (flags, or JSON from --file or stdin with -)\n" +
    "detect  prints candidates found in transcripts and in plans with their summaries; --create stores them\n\n" +
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
    create: { type: "boolean", help: "detect: store what was found" },
    "dry-run": { type: "boolean", help: "show what would be stored" },
  },
  examples: [
    ['repolore signal add --type struggle --what "The cache was cold on every run" --tag ci,cache', "store one signal"],
    ["repolore signal detect", "print candidates from the project's transcripts"],
    ["repolore signal detect --sessions logs --json", "the same for a folder of transcripts, as JSON"],
  ],
  async run(context, [action, ...rest], options) {
    if (rest.length) throw new RepoloreError("usage/argument", `signal ${action}: unexpected argument "${rest[0]}"`);
    if (action === "add") return await add(context, options);
    if (action === "detect") return await detect(context, options);
    throw new RepoloreError("usage/argument", `signal: "${action ?? ""}" is not an action; use add or detect`);
  },
};

async function add(context: Context, options: Options): Promise<number> {
  const config = configFor(context, options);
  const signal = await signalFrom(context, options, config);
  const stored = await store(context, config, signal, options["dry-run"] === true);
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
    const json =
      file === "-" ? new TextDecoder().decode(await context.stdin()) : await readText(join(context.cwd, file));
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

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new RepoloreError("input/missing", `${path}: cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** Writes one signal and its row, and a copy where the project keeps its own. */
async function store(context: Context, config: Config, signal: NewSignal, dryRun: boolean) {
  const base = await KnowledgeFolder.open(config, (text) => context.stderr(`${text}\n`));
  const indexPath = signalIndexPath(config);
  const index = await base.readText(indexPath);
  const paths = await base.list("signals");
  const stem = (path: string) => basename(path, ".md");
  const wanted = new Set(withCore((core) => core.signalCandidates(signal, index ?? "")));
  const related = paths.filter((path) => wanted.has(stem(path)) || wanted.has(`sig-${stem(path)}`));
  const files: [string, string][] = [];
  for (const path of related) files.push([path, (await base.readText(path)) ?? ""]);
  const captured = withCore((core) =>
    core.captureSignal(signal, files, index ?? undefined, paths.map(stem), context.now().getTime()),
  );
  if (dryRun) return captured;
  const local = join(config.root, ".planning", "signals");
  await base.write(
    [
      { path: captured.path, content: captured.content },
      { path: indexPath, content: captured.index },
    ],
    `signal: ${captured.id}`,
  );
  if (existsSync(local) && !config.knowledge.startsWith(".planning/signals")) {
    const copy = new KnowledgeFolder(base.store, ".planning/signals");
    await copy.write([{ path: `${stem(captured.path)}.md`, content: captured.content }], `signal: ${captured.id}`);
  }
  return captured;
}

async function detect(context: Context, options: Options): Promise<number> {
  const config = configFor(context, options);
  const configured = await configuredModels(config.root);
  const found: { source: string; candidate: Candidate }[] = [];
  for (const { path } of await findSessions(config.sessions)) {
    const session = await readSession(path);
    try {
      const source = sessionName(path);
      const candidates = withCore((core) => core.detectSignals(session, source, configured));
      for (const candidate of candidates) found.push({ source: relative(context.cwd, path), candidate });
    } finally {
      session.free();
    }
  }
  for (const pair of await planPairs(join(config.root, ".planning", "phases"))) {
    const candidate = withCore((core) => core.detectDeviation(pair));
    if (candidate) found.push({ source: relative(context.cwd, pair.summaryPath), candidate });
  }
  if (options["create"] === true) {
    for (const { candidate } of found) {
      const signal: NewSignal = {
        ...candidate,
        project: config.project,
        positive: null,
        confidence: "medium",
        detected: true,
      };
      await store(context, config, signal, options["dry-run"] === true);
    }
  }
  if (options["json"]) {
    context.stdout(`${JSON.stringify(found, null, 2)}\n`);
    return 0;
  }
  for (const { source, candidate } of found) {
    const type = typeof candidate.signalType === "string" ? candidate.signalType : "custom";
    context.stdout(`${candidate.severity}  ${type}  ${oneLine(candidate.title)}\n`);
    context.stdout(`    ${oneLine(`${candidate.whatHappened} ${candidate.cause}`.trim())}\n`);
    for (const { line, quote } of candidate.evidence) context.stdout(`    ${source}:${line}: ${oneLine(quote)}\n`);
    context.stdout("\n");
  }
  const stored = options["create"] === true ? " and stored" : "";
  context.stdout(`${found.length} candidate${found.length === 1 ? "" : "s"} found${stored}\n`);
  return 0;
}

/** Models that the settings files of the project ask for. */
async function configuredModels(root: string): Promise<Configured[]> {
  const places = [".pi/settings.json", ".GITCLAW/.pi/settings.json", ".claude/settings.json", ".gemini/settings.json"];
  const found: Configured[] = [];
  for (const file of places) {
    try {
      const settings = JSON.parse(await readFile(join(root, file), "utf8")) as Record<string, unknown>;
      const model = settings["defaultModel"] ?? settings["model"];
      if (typeof model === "string") found.push({ file, model });
    } catch {
      // Not there or not readable: nothing is configured by this file.
    }
  }
  return found;
}

/** Plans that have a summary beside them. */
async function planPairs(folder: string) {
  if (!existsSync(folder)) return [];
  const pairs = [];
  const names = (await readdir(folder, { recursive: true })).map(String).sort();
  const there = new Set(names);
  for (const name of names.filter((name) => name.endsWith("PLAN.md"))) {
    const summary = name.replace(/PLAN\.md$/, "SUMMARY.md");
    if (!there.has(summary)) continue;
    const [planPath, summaryPath] = [join(folder, name), join(folder, summary)];
    pairs.push({
      planPath,
      plan: await readFile(planPath, "utf8"),
      summaryPath,
      summary: await readFile(summaryPath, "utf8"),
    });
  }
  return pairs;
}
