// repolore check: the linter of a knowledge base.
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { checkArticles, linksOutside } from "../articles.js";
import { type Config, joinStore } from "../config.js";
import type { CheckFinding, CheckReport } from "../generated/types.js";
import { findSessions } from "../sources/sessions.js";
import { readKnowledge, withLeftOut } from "../store/files.js";
import { oneLine, type Style, styleFor } from "../terminal.js";
import { configToRead, PLACES } from "./places.js";
import type { Command } from "./types.js";

export const check: Command = {
  name: "check",
  summary: "lint the knowledge base",
  usage: "check [--knowledge DIR] [--strict] [--json]",
  maxArguments: 0,
  description:
    "Reads every entry and reports what a person should mend, as file:line:column: front matter that cannot be\n" +
    "parsed, odd values, broken links, sources whose transcript is gone, references to entries that do not exist,\n" +
    "ids used twice, circles of replacement, unresolved merges, file names that not every system can handle and what\n" +
    "looks like a secret. Nothing is changed.\n\n" +
    "Exit code 1 when there are errors (with --strict also when there are warnings), else 0.",
  options: {
    ...PLACES,
    strict: { type: "boolean", help: "let warnings fail too" },
  },
  examples: [
    ["repolore check", "lints the configured knowledge base"],
    ["repolore check --knowledge docs/knowledge --strict", "lints another folder, in CI"],
  ],
  async run(context, _positionals, options) {
    const config = configToRead(context, options);
    const { files, leftOut } = await readKnowledge(config);
    const root = join(config.root, config.knowledge);
    const missingOutside = linksOutside(files).filter((path) => !existsSync(join(root, path)));
    const sessions = await sessionNames(config.sessions);
    const report = withLeftOut(checkArticles(files, { missingOutside, ...(sessions ? { sessions } : {}) }), leftOut);
    if (options["json"]) {
      context.stdout(`${JSON.stringify(report, null, 2)}\n`);
    } else {
      context.stdout(report.findings.map((finding) => line(config, finding, styleFor(context))).join(""));
      context.stdout(`${summary(report)}\n`);
    }
    return report.errors > 0 || (options["strict"] && report.warnings > 0) ? 1 : 0;
  },
};

/** Names of the transcripts that are there; `undefined` when no place for them is, so that nobody can know. */
async function sessionNames(places: string[]): Promise<string[] | undefined> {
  if (!places.some((place) => existsSync(place))) return undefined;
  return (await findSessions(places)).flatMap(({ path, name }) => [basename(path), name]);
}

function line(config: Config, finding: CheckFinding, style: Style): string {
  const place = [joinStore(config.knowledge, finding.path), finding.line, finding.column];
  const paint = { error: style.red, warning: style.yellow, note: style.dim }[finding.severity];
  const where = place.filter((part) => part !== null).join(":");
  return `${oneLine(where)}: ${paint(finding.severity)}: ${oneLine(finding.message)} ${style.dim(`[${finding.code}]`)}\n`;
}

function summary({ entries, errors, warnings, notes }: CheckReport): string {
  const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;
  const found = [count(errors, "error"), count(warnings, "warning"), count(notes, "note")].join(", ");
  return `${count(entries, "entry", "entries")} checked: ${found}`;
}
