// `repolore gate`: may this transition pass? For hooks and CI.
import { RepoloreError } from "../errors.js";
import type { EnforcementDecision, VerificationMethod } from "../generated/types.js";
import { type Gate, gate, recordOverride, recordSkip, transitionOf } from "../ground/run.js";
import { groundFor } from "./ground.js";
import { EXIT_CODES, MOMENT, modeOf, trackOf, transitionIn } from "./ground-options.js";
import { configFor, PLACES } from "./places.js";
import type { Command, Context, Options } from "./types.js";

const METHODS: readonly VerificationMethod[] = ["human_review", "external_tool", "prior_knowledge", "time_constraint"];

export const command: Command = {
  name: "gate",
  summary: "let a transition pass or block it",
  usage: "gate --track NAME --transition NAME [options]",
  maxArguments: 1,
  description:
    "Judges a transition of a track by its stored grounding. With --question, grounds first when nothing is stored.\n" +
    "A skip needs a reason and is recorded; at mandatory transitions also an acknowledged risk. A transition\n" +
    "that is none of the four is recorded under its own name and never blocks.\n" +
    EXIT_CODES,
  options: {
    ...MOMENT,
    question: { type: "string", value: "TEXT", help: "ground this when nothing is stored yet" },
    design: { type: "string", value: "FILE", help: "the design for the impact scan; - is stdin" },
    skip: { type: "boolean", help: "record that grounding is skipped; needs --reason" },
    approve: { type: "boolean", help: "record that a person lets the stored result pass; needs --reason" },
    reason: { type: "string", value: "TEXT", help: "why" },
    verification: {
      type: "string",
      value: "METHOD",
      values: METHODS,
      help: "how it is known to be right all the same",
    },
    risk: { type: "string", multiple: true, value: "TEXT…", help: "what can go wrong because of it" },
    ...PLACES,
  },
  examples: [
    ["repolore gate --track login --transition develop-deliver", "in a hook: exit code 3 blocks"],
    [
      "repolore gate --track login --transition develop-deliver --skip --reason 'typo fix' --verification human_review",
      "skip, on record",
    ],
  ],
  run,
};

async function run(context: Context, positionals: string[], options: Options): Promise<number> {
  const config = configFor(context, options);
  const track = trackOf(config, options);
  const transition = transitionIn(options, positionals[0]);
  if (!track) throw new RepoloreError("usage/track", "gate: name the track with --track");
  if (!transition) throw new RepoloreError("usage/transition", "gate: name the transition with --transition");
  const request = { mode: modeOf(options), transition, track };
  const reason = (options["reason"] as string | undefined) ?? "";
  let judged: Gate;
  if (options["skip"]) judged = recordSkip(request, skipOf(context, options, reason));
  else if (options["approve"]) judged = recordOverride(request, reason);
  else judged = gate(request);
  if (judged.result === null && options["question"] !== undefined) {
    const grounding = await groundFor(context, [], { ...options, transition });
    for (const warning of grounding.warnings) context.stderr(`warning: ${warning}\n`);
    judged = { policy: grounding.policy, result: grounding.result, decision: grounding.decision };
  }
  const { decision } = judged;
  const named = transitionOf(judged.policy, request);
  if (options["json"]) context.stdout(`${JSON.stringify(judged, null, 2)}\n`);
  else {
    const verdict = decision.allowed ? "pass" : "blocked";
    const code = decision.errorCode ? ` ${decision.errorCode}` : "";
    context.stdout(
      `${verdict}: ${decision.action}${code} (${named}, ${decision.level})\n${decision.messages
        .map((message) => `  ${message}\n`)
        .join("")}${next(decision.action, String(options["track"]), named)}`,
    );
  }
  return decision.exitCode;
}

/** The command that leads on from a block. */
function next(action: EnforcementDecision["action"], track: string, transition: string): string {
  const where = `--track ${track} --transition ${transition}`;
  if (action === "RUN_GROUNDING" || action === "RETRY_GROUNDING")
    return `  next: repolore ground ${where} --question 'What has to hold for this step?'\n`;
  if (action === "MANUAL_VERIFY") return `  next: check by hand, then repolore gate ${where} --approve --reason '…'\n`;
  return "";
}

function skipOf(context: Context, options: Options, reason: string) {
  const method = String(options["verification"] ?? "prior_knowledge").replaceAll("-", "_") as VerificationMethod;
  if (!METHODS.includes(method)) {
    throw new RepoloreError("usage/verification", `--verification ${method}: there are ${METHODS.join(", ")}`);
  }
  const risks = ((options["risk"] as string[] | undefined) ?? []).map(String);
  const timestamp = context.now().toISOString();
  return { skipped: true, reason, verification_method: method, acknowledged_risks: risks, timestamp };
}
