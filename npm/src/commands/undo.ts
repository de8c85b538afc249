// `repolore undo`: takes a run of curation back.

import { runs, undoRun } from "../curate/undo.js";
import { RepoloreError } from "../errors.js";
import { openStoreToWrite } from "../store/open.js";
import { configFor, PLACES } from "./places.js";
import type { Command } from "./types.js";

export const command: Command = {
  name: "undo",
  summary: "take back a run of curate",
  usage: "undo [RUN] [--list]",
  description:
    "Restores the bytes that the last run of curate (or the run named) found, later runs first. Files that somebody\n" +
    "changed since then are left alone and named; they can be taken back another time, when they are as the run left\n" +
    "them. The last five runs can be taken back.",
  options: { ...PLACES, list: { type: "boolean", help: "list the runs that can be taken back" } },
  examples: [
    ["repolore undo", "take back the last run"],
    ["repolore undo --list", "which runs there are"],
  ],
  async run(context, [run, ...more], options) {
    if (more.length > 0) throw new RepoloreError("usage/arguments", "undo takes at most one run");
    const config = configFor(context, options);
    if (options["list"]) {
      const known = runs(config);
      context.stdout(
        options["json"] ? `${JSON.stringify({ runs: known }, null, 2)}\n` : known.map((r) => `${r}\n`).join(""),
      );
      return 0;
    }
    const store = await openStoreToWrite(config, (text) => context.stderr(`${text}\n`));
    const undone = await undoRun(config, store, run);
    if (options["json"]) context.stdout(`${JSON.stringify(undone, null, 2)}\n`);
    else {
      context.stdout(`took back ${undone.run}: ${undone.written.length} files restored\n`);
      for (const { path, reason } of undone.skipped) context.stderr(`left alone: ${path}: ${reason}\n`);
    }
    return undone.skipped.length > 0 ? 1 : 0;
  },
};
