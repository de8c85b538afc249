// `repolore trust`: judges statements one by one.
import { RepoloreError } from "../errors.js";
import type { TrustRecord } from "../generated/types.js";
import { judgeTrust } from "../redact.js";
import { readInputs, records, textField } from "./lines.js";
import type { Command, Context, Options } from "./types.js";

export const trust: Command = {
  name: "trust",
  summary: "judge whether statements may be believed",
  usage: "trust --jsonl [FILE…|-] [options]",
  description:
    "Reads one record {id, text, role, origin?} per line and prints {id, verdict, origin, reason, detail} for each.\n" +
    "role is user, assistant, tool or system; origin, when more is known, is owner, agent, tool, web, outsider or\n" +
    "GitHub's author association. verdict is keep, attribute (store it only as reported speech) or quarantine.",
  options: { jsonl: { type: "boolean", help: "records, one per line (the only form there is)" } },
  examples: [["repolore trust --jsonl statements.jsonl", "a verdict for every line"]],
  run,
};

async function run(context: Context, positionals: string[], options: Options): Promise<number> {
  const inputs = await readInputs(context, positionals);
  const results = [];
  for (const input of inputs) {
    for (const { line, value } of records(input)) {
      const place = `${input.name}:${line}`;
      const record: TrustRecord = {
        id: String(value["id"] ?? ""),
        text: textField(value, "text", place),
        role: optionalText(value, "role", place) ?? "",
        origin: optionalText(value, "origin", place),
      };
      results.push(...judgeTrust([record]));
    }
  }
  if (options["json"]) context.stdout(`${JSON.stringify({ results }, null, 2)}\n`);
  else for (const result of results) context.stdout(`${JSON.stringify(result)}\n`);
  return 0;
}

function optionalText(value: Record<string, unknown>, field: string, place: string): string | null {
  const found = value[field] ?? null;
  if (found !== null && typeof found !== "string") {
    throw new RepoloreError("input/jsonl", `${place}: "${field}" must be a string`);
  }
  return found;
}
