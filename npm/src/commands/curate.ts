// `repolore curate`: conversations become articles.
import { applyCuration, planCuration } from "../curate/run.js";
import { configFor, PLACES } from "./places.js";
import type { Command } from "./types.js";

export const command: Command = {
  name: "curate",
  summary: "turn conversations into articles",
  usage: "curate [options]",
  description:
    "Reads the sessions, finds decisions, facts, preferences and limitations, and writes or updates one article per subject.",
  options: {
    ...PLACES,
    bootstrap: { type: "boolean", help: "read every session, not only what is new" },
    "if-due": { type: "boolean", help: "do nothing before enough sessions are new (5 unless configured)" },
    "dry-run": { type: "boolean", help: "show what would be done and change nothing" },
    "allow-bulk": { type: "boolean", help: "go on when many articles are gone or would be removed at once" },
  },
  examples: [
    ["repolore curate", "learn from what was said since the last run"],
    [
      "repolore curate --bootstrap --sessions logs --knowledge kb",
      "make a knowledge base from a folder of transcripts",
    ],
  ],
  async run(context, _positionals, options) {
    const config = configFor(context, options);
    const planned = await planCuration({
      config,
      bootstrap: options["bootstrap"] === true,
      allowBulk: options["allow-bulk"] === true,
      notice: (text) => context.stderr(`${text}\n`),
      now: context.now(),
    });
    const { report } = planned.plan;
    if (options["if-due"] === true && report.nNewSessions < config.threshold) {
      const due = { due: false, newSessions: report.nNewSessions, threshold: config.threshold };
      const text = `not due: ${due.newSessions} new sessions, runs from ${due.threshold} on`;
      context.stdout(options["json"] ? `${JSON.stringify(due)}\n` : `${text}\n`);
      return 0;
    }
    if (options["dry-run"] !== true) await applyCuration(planned);
    if (options["json"]) context.stdout(`${JSON.stringify(report, null, 2)}\n`);
    else {
      context.stdout(
        `KB curation: ${report.created.length} created, ${report.updated.length} updated, ${report.disputed.length} contradictions detected\n`,
      );
    }
    return 0;
  },
};
