// `repolore compare`: how two statements relate.
import { withCore } from "../core.js";
import { RepoloreError } from "../errors.js";
import type { StatementPair } from "../generated/types.js";
import { readInput } from "./input.js";
import type { Command } from "./types.js";

export const command: Command = {
  name: "compare",
  summary: "judge how two statements relate",
  usage: "compare [EARLIER LATER] [--jsonl FILE|-]",
  description:
    "Judges whether a later statement contradicts, supersedes, refines or repeats an earlier one, or has nothing to do\n" +
    "with it, and says what decided. It is the judgment that curation uses.\n\n" +
    "With --jsonl every line is {id?, a, b, date_a?, date_b?}; each answer is one JSON line, in the same order.",
  options: {
    jsonl: { type: "string", value: "FILE", help: "read pairs from FILE, or from standard input with -" },
  },
  examples: [
    ['repolore compare "Logs are kept for 30 days." "Logs are now kept for 90 days."', "compare two statements"],
    ["repolore compare --jsonl pairs.jsonl", "judge every pair of a file"],
  ],
  async run(context, positionals, options) {
    const file = options["jsonl"] as string | undefined;
    if (file === undefined) {
      const [a, b, ...more] = positionals;
      if (a === undefined || b === undefined || more.length > 0) {
        throw new RepoloreError("usage/arguments", "compare takes two statements, or --jsonl FILE");
      }
      const judgment = withCore((core) => core.compareStatements({ a, b }));
      context.stdout(options["json"] ? `${JSON.stringify(judgment)}\n` : `${judgment.relation}: ${judgment.reason}\n`);
      return 0;
    }
    if (positionals.length > 0) {
      throw new RepoloreError("usage/arguments", "compare takes statements or --jsonl, not both");
    }
    const lines = (await readInput(context, file)).split("\n");
    const answers: string[] = [];
    for (const [index, line] of lines.entries()) {
      if (line.trim() === "") continue;
      const { id, ...pair } = parsePair(line, `${file === "-" ? "standard input" : file}:${index + 1}`);
      const judgment = withCore((core) => core.compareStatements(pair));
      answers.push(JSON.stringify({ ...(id === undefined ? {} : { id }), ...judgment }));
    }
    context.stdout(answers.map((answer) => `${answer}\n`).join(""));
    return 0;
  },
};

function parsePair(line: string, place: string): StatementPair & { id?: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new RepoloreError("compare/line", `${place}: not JSON`, { cause });
  }
  const { id, a, b, date_a, date_b } = (value ?? {}) as Record<string, unknown>;
  if (typeof a !== "string" || typeof b !== "string") {
    throw new RepoloreError("compare/line", `${place}: expected {"a": "…", "b": "…"}`);
  }
  const dates = {
    ...(typeof date_a === "string" ? { date_a } : {}),
    ...(typeof date_b === "string" ? { date_b } : {}),
  };
  return { ...(id === undefined ? {} : { id }), a, b, ...dates };
}
