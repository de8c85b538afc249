// `repolore ground`: check a claim before building on it.
import { relative } from "node:path";
import { RepoloreError } from "../errors.js";
import { type Grounding, ground } from "../ground/run.js";
import { EXIT_CODES, logger, MOMENT, modeOf, pastOf, providerOf, trackOf, transitionIn } from "./ground-options.js";
import { readInput } from "./input.js";
import { configFor, PLACES } from "./places.js";
import type { Command, Context, Options } from "./types.js";

export const command: Command = {
  name: "ground",
  summary: "check a claim before building on it",
  usage: "ground QUESTION [options]",
  description:
    "Asks the sources that the transition calls for, in the order that fits the question, until one is sure: the work\n" +
    "tree, a search endpoint (off unless configured), and the knowledge base, transcripts and git log. Disagreement is\n" +
    "shown. With --track the result is stored in the track's folder and enforced.\n" +
    EXIT_CODES,
  options: {
    ...MOMENT,
    question: { type: "string", value: "TEXT", help: "the question, when not given as argument" },
    design: { type: "string", value: "FILE", help: "the design for the impact scan at deliver-complete; - is stdin" },
    "all-sources": { type: "boolean", help: "ask every source even after a sure answer" },
    "no-cache": { type: "boolean", help: "ask anew and keep nothing" },
    ...PLACES,
  },
  examples: [
    ["repolore ground 'Where is the session token validated?'", "a quick check while designing"],
    [
      "repolore ground --mode full --transition develop-deliver --track login --question 'How do we hash passwords?'",
      "ground a transition of a track",
    ],
  ],
  run,
};

async function run(context: Context, positionals: string[], options: Options): Promise<number> {
  const grounding = await groundFor(context, positionals, options);
  if (options["json"]) context.stdout(`${JSON.stringify(grounding, null, 2)}\n`);
  else context.stdout(report(grounding, context));
  for (const warning of grounding.warnings) context.stderr(`warning: ${warning}\n`);
  return grounding.decision.exitCode;
}

/** Runs a grounding with the options of the command line. */
export async function groundFor(context: Context, positionals: string[], options: Options): Promise<Grounding> {
  // The core takes secrets out of all that is told, and counts what it takes out of a query.
  const question = (options["question"] as string | undefined) ?? positionals.join(" ");
  if (question.trim() === "") {
    throw new RepoloreError("usage/question", "ground: say what to check: repolore ground 'How do we …?'");
  }
  const config = configFor(context, options);
  const design = options["design"] as string | undefined;
  return await ground({
    question,
    mode: modeOf(options),
    transition: transitionIn(options),
    root: config.projectRoot,
    track: trackOf(config, options),
    ...pastOf(config),
    web: providerOf(config, context),
    crossCheck: options["all-sources"] === true,
    cache: options["no-cache"] !== true,
    design: design === undefined ? undefined : await readInput(context, design),
    env: context.env,
    now: context.now,
    onLog: logger(context),
  });
}

function report({ result, decision, outcomes, conflicts, impact, route, stored }: Grounding, context: Context): string {
  const lines = [
    `${decision.action} · ${result.grounding_type} grounding, ${decision.level} · confidence ${result.overall_confidence}`,
    ...decision.messages.map((message) => `  ${message}`),
    `  ${route.intent}: ${route.sources.join(" → ")} (${route.reasons[0] ?? ""})`,
  ];
  for (const { source, status, answer, elapsedMs, cached, cacheAgeSeconds, problem } of outcomes) {
    const when = cached ? `cached ${cacheAgeSeconds} s ago` : `${elapsedMs} ms`;
    lines.push("", `${source}: ${answer ? `${answer.confidence} confidence` : status} (${when})`);
    if (!answer && problem) lines.push(`  ${problem}`);
    for (const { place, line, text } of answer?.evidence ?? []) {
      lines.push(`  ${place}${line === null ? "" : `:${line}`}  ${shown(text)}`);
    }
  }
  for (const box of conflicts) lines.push("", box.trimEnd());
  if (impact) {
    const { files, high_risk, create, modify } = impact.totals;
    lines.push("", `impact: ${files} files (${create} create, ${modify} modify), ${high_risk} high risk`);
    for (const file of impact.files.slice(0, 10)) lines.push(`  ${file.path} (${file.likelihood}, ${file.risk} risk)`);
  }
  for (const path of stored) lines.push("", `stored: ${relative(context.cwd, path)}`);
  return `${lines.join("\n")}\n`;
}

/** One line of evidence; what does not fit is marked as cut. */
function shown(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 160 ? `${line.slice(0, 160).trimEnd()}…` : line;
}
