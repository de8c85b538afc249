// `repolore reflect`: signals become lessons.
import { reflectOn } from "../reflect/run.js";
import { oneLine } from "../terminal.js";
import { configToRead, PLACES } from "./places.js";
import type { Command } from "./types.js";
import { count, text } from "./values.js";

export const command: Command = {
  name: "reflect",
  summary: "turn signals into lessons",
  usage: "reflect [options]",
  maxArguments: 0,
  description:
    "Groups signals by the tags they share, weighs them, looks for counter-evidence and writes lessons in the\n" +
    "signals' own words. Signals behind a lesson are marked, never deleted. Running it again changes nothing.",
  options: {
    ...PLACES,
    project: { type: "string", value: "NAME", help: "only signals of this project" },
    keep: { type: "string", value: "N", help: "archive processed signals beyond the newest N" },
    "dry-run": { type: "boolean", help: "show the report and change nothing" },
  },
  examples: [
    ["repolore reflect --dry-run", "show what would be learned"],
    ["repolore reflect --knowledge .planning/knowledge --keep 200", "learn, and keep the store small"],
  ],
  async run(context, _positionals, options) {
    const config = configToRead(context, options);
    const dry = options["dry-run"] === true;
    const { plan, applied } = await reflectOn({
      config,
      now: context.now(),
      project: text(options, "project"),
      keep: count(options, "keep", 1_000_000),
      dryRun: dry,
      notice: (text) => context.stderr(`${text}\n`),
    });
    if (options["json"]) {
      context.stdout(`${JSON.stringify({ ...plan, applied }, null, 2)}\n`);
      return 0;
    }
    context.stdout(plan.report);
    const skipped = [...plan.skipped, ...(applied?.skipped ?? []).map(({ path, reason }) => [path, reason])];
    for (const [path, reason] of skipped) context.stderr(`left alone: ${oneLine(`${path}: ${reason}`)}\n`);
    const nFiles = applied ? applied.written.length : plan.changes.length;
    context.stdout(`\n${applied ? "wrote" : "would write"} ${nFiles} files\n`);
    return 0;
  },
};
