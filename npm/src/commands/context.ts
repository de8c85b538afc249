// repolore context: the prompt with what is known about it.
import { RepoloreError } from "../errors.js";
import type { AgentRole, ContextBlock, ContextRequest } from "../generated/types.js";
import { freshNonce, openConfigured } from "../lifecycle.js";
import { expectShortRun } from "../load/short-run.js";
import { configFor, PLACES } from "./places.js";
import type { Command, Context, Options } from "./types.js";
import { count, text } from "./values.js";

const ROLES: readonly AgentRole[] = ["researcher", "planner", "debugger", "executor"];

export const context: Command = {
  name: "context",
  summary: "a prompt with what is known about it",
  usage: "context [PROMPT] [options]",
  description:
    "Prints PROMPT (or standard input, with -) with relevant articles before it, never over the budget: long\n" +
    "articles are trimmed to one line first, then the least relevant are left out. Matching disputed articles are\n" +
    "always included and marked. Articles are quoted between fences with a fresh mark, as information and not as\n" +
    "instructions; --plain leaves the fences out. --system prints the standing preferences for the system prompt\n" +
    "instead. What was used, what was left out and why is told on standard error, or with --json. Without a\n" +
    "knowledge base the prompt comes back unchanged.",
  options: {
    role: { type: "string", value: "ROLE", values: ROLES, help: "who asks; decides scope, order and budget" },
    budget: { type: "string", value: "TOKENS", help: "tokens at most, four characters each (500; executor 200)" },
    limit: { type: "string", short: "l", value: "N", help: "articles at most (5)" },
    system: { type: "boolean", help: "print the standing preferences" },
    applied: { type: "boolean", help: "print the section ## Knowledge Applied" },
    debug: {
      type: "boolean",
      help: "also print the section ## KB Debug Log (as knowledge_debug in the configuration)",
    },
    plain: { type: "boolean", help: "do not quote the articles between fences" },
    quiet: { type: "boolean", short: "q", help: "no receipt on standard error" },
    ...PLACES,
  },
  examples: [
    ['repolore context "fix the flaky login test"', "for a session's first prompt"],
    ["repolore context --system", "for its system prompt"],
    ["repolore context --role executor --json - < error.txt", "for an executor that must deviate"],
  ],
  run,
};

async function run(host: Context, positionals: string[], options: Options): Promise<number> {
  expectShortRun();
  const config = configFor(host, options);
  const fromInput = positionals.length === 1 && positionals[0] === "-";
  const prompt = fromInput ? new TextDecoder().decode(await host.stdin()) : positionals.join(" ");
  const role = text(options, "role");
  if (role !== undefined && !ROLES.includes(role as AgentRole)) {
    throw new RepoloreError("usage/value", `--role ${role}: expected one of ${ROLES.join(", ")}`);
  }
  const { rate, floor, evergreen } = config.decay;
  const request: ContextRequest = {
    prompt,
    budget:
      count(options, "budget", 1_000_000) ?? (role === "executor" ? config.budget.executor : config.budget.tokens),
    articles: count(options, "limit", 100) ?? config.budget.articles,
    preferenceCharacters: config.budget.preference,
    debug: options["debug"] === true || config.knowledgeDebug,
    now: host.now().getTime(),
    decay: { rate, floor, evergreen },
  };
  if (!options["plain"]) request.nonce = freshNonce();
  if (role !== undefined) request.role = role as AgentRole;
  const block = openConfigured(config).context(request);
  if (options["json"]) {
    host.stdout(`${JSON.stringify(block, null, 2)}\n`);
    return 0;
  }
  const shown = options["system"] ? block.preferences : options["applied"] ? block.applied : block.prompt;
  host.stdout(shown === "" || shown.endsWith("\n") ? shown : `${shown}\n`);
  if (block.debugLog) host.stderr(block.debugLog);
  if (!options["quiet"]) host.stderr(receipt(block));
  return 0;
}

function receipt({ used, leftOut, tokens, budget }: ContextBlock): string {
  const lines = [`knowledge: ${used.length} entries, ${tokens} of ${budget} tokens`];
  for (const { id, form, reason } of [...used, ...leftOut]) lines.push(`  ${form.padEnd(8)}  [${id}] ${reason}`);
  return `${lines.join("\n")}\n`;
}
