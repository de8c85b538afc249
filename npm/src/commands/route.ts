// `repolore route`: where a question goes, and why.
import { RepoloreError } from "../errors.js";
import { routeQuestion } from "../ground/api.js";
import { groundingPolicy } from "../ground/run.js";
import { redact } from "../redact.js";
import { MOMENT, modeOf, transitionIn } from "./ground-options.js";
import type { Command, Context, OptionSpec, Options } from "./types.js";

export const command: Command = {
  name: "route",
  summary: "say which source knows the answer",
  usage: "route QUESTION [options]",
  description:
    "Tells the kind of a question and the order in which the work tree, the web and the project's history are asked.\n" +
    "With --transition, the order within the grounding that runs there.",
  options: {
    mode: MOMENT["mode"] as OptionSpec,
    transition: MOMENT["transition"] as OptionSpec,
    question: { type: "string", value: "TEXT", help: "the question, when not given as argument" },
  },
  examples: [["repolore route 'Why did we choose Postgres?'", "decision_recall: history → repo → web"]],
  run,
};

async function run(context: Context, positionals: string[], options: Options): Promise<number> {
  // A secret in the question is not repeated in the answer.
  const question = redact((options["question"] as string | undefined) ?? positionals.join(" ")).text;
  if (question.trim() === "") throw new RepoloreError("usage/question", "route: say the question");
  const transition = transitionIn(options);
  const policy = transition === undefined ? undefined : groundingPolicy(modeOf(options), transition);
  const route = routeQuestion(question, policy);
  if (options["json"]) context.stdout(`${JSON.stringify(policy ? { ...route, policy } : route, null, 2)}\n`);
  else {
    const lines = [`${route.intent}: ${route.sources.join(" → ")}`, ...route.reasons.map((reason) => `  ${reason}`)];
    if (policy) lines.push(`  ${policy.reason}`);
    context.stdout(`${lines.join("\n")}\n`);
  }
  return 0;
}
