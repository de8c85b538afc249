// `repolore redact`: a filter that takes secrets out of any text.
import type { Finding } from "../generated/types.js";
import { redact as redactText } from "../redact.js";
import { type Input, readInputs, records, textField } from "./lines.js";
import type { Command, Context, Options } from "./types.js";

export const redact: Command = {
  name: "redact",
  summary: "take secrets out of text",
  usage: "redact [FILE…|-] [options]",
  description:
    "Prints the text with every secret replaced by [REDACTED] or [REDACTED:kind]. Names stay: API_KEY=abc123 becomes\n" +
    "API_KEY=[REDACTED]. With --report only the findings are printed, kind and place, never the secret; the exit\n" +
    "code is then 1 when there are any. With --jsonl each line is a record {id, text} and comes back as\n" +
    "{id, text, findings}.",
  options: {
    report: { type: "boolean", help: "print what was found and where instead of the text" },
    jsonl: { type: "boolean", help: "read and write one record {id, text} per line" },
  },
  examples: [
    ["some-command 2>&1 | repolore redact", "a log without secrets"],
    ["repolore redact --report .env notes.md", "what is in these files, by kind and place"],
  ],
  run,
};

interface Located extends Finding {
  file: string;
}

async function run(context: Context, positionals: string[], options: Options): Promise<number> {
  // What is printed must be what was there; a report only has to find what is in it.
  const inputs = await readInputs(context, positionals, { exact: options["report"] !== true });
  if (options["jsonl"]) {
    for (const input of inputs) context.stdout(jsonl(input));
    return 0;
  }
  const findings: Located[] = [];
  const texts: { file: string; text: string; findings: Finding[] }[] = [];
  for (const { name, text } of inputs) {
    const redacted = redactText(text);
    texts.push({ file: name, ...redacted });
    for (const finding of redacted.findings) findings.push({ file: name, ...finding });
  }
  if (options["report"]) {
    if (options["json"]) context.stdout(`${JSON.stringify({ findings }, null, 2)}\n`);
    else for (const { file, line, column, kind } of findings) context.stdout(`${file}:${line}:${column}: ${kind}\n`);
    return findings.length > 0 ? 1 : 0;
  }
  if (options["json"]) context.stdout(`${JSON.stringify({ files: texts }, null, 2)}\n`);
  else for (const { text } of texts) context.stdout(text);
  return 0;
}

function jsonl(input: Input): string {
  let output = "";
  for (const { line, value } of records(input)) {
    const redacted = redactText(textField(value, "text", `${input.name}:${line}`));
    output += `${JSON.stringify({ id: value["id"] ?? null, ...redacted })}\n`;
  }
  return output;
}
