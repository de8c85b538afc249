// repolore index: the index files of a knowledge base, printed or written.
import { renderIndexes } from "../articles.js";

import type { RenderedIndex } from "../generated/types.js";
import { planIndexes, readKnowledge } from "../store/files.js";
import { openStoreToWrite } from "../store/open.js";
import { patiently } from "../store/patience.js";
import { oneLine } from "../terminal.js";
import { configToRead, PLACES } from "./places.js";
import type { Command } from "./types.js";

export const index: Command = {
  name: "index",
  summary: "print or write the index files",
  usage: "index [--write] [--preset gitclaw|gsd|claude] [--knowledge DIR]",
  maxArguments: 0,
  description:
    "Makes the index files of the knowledge base from its entries: _index.md and index.yaml (gitclaw), index.md (gsd)\n" +
    "or index.yaml (claude). Without --write they are printed and nothing changes. What others keep in index.yaml\n" +
    "(agent metrics) is carried over.",
  options: {
    ...PLACES,
    write: { type: "boolean", help: "write the files that are missing or stale" },
  },
  examples: [
    ["repolore index", "prints what the index files should hold"],
    ["repolore index --write", "brings them up to date"],
    ["repolore index --preset gsd --knowledge .planning/knowledge", "prints the index of a GSD store"],
  ],
  async run(context, _positionals, options) {
    const config = configToRead(context, options);
    if (options["write"]) await openStoreToWrite(config, (text) => context.stderr(`${text}\n`));
    const { store, files, leftOut } = await readKnowledge(config);
    for (const { path, reason } of leftOut) context.stderr(`left out: ${oneLine(`${path}: ${reason}`)}\n`);
    const indexes = renderIndexes(files, { preset: config.preset, now: context.now() });
    if (!options["write"]) {
      context.stdout(options["json"] ? `${JSON.stringify(indexes, null, 2)}\n` : printed(indexes));
      return 0;
    }
    const plan = planIndexes(config, files, indexes);
    const applied = await patiently(() => store.apply(plan.changes, "knowledge: refresh the index"));
    const { written } = applied;
    const skipped = [...plan.skipped, ...applied.skipped];
    if (options["json"]) {
      context.stdout(`${JSON.stringify({ written, skipped }, null, 2)}\n`);
    } else {
      for (const path of written) context.stdout(`wrote ${path}\n`);
      for (const { path, reason } of skipped) context.stderr(`left ${path} alone: ${reason}\n`);
      if (written.length + skipped.length === 0) context.stdout("the index is up to date\n");
    }
    return skipped.length > 0 ? 1 : 0;
  },
};

function printed(indexes: RenderedIndex[]): string {
  if (indexes.length === 1) return indexes[0]?.content ?? "";
  return indexes.map(({ path, content }) => `==> ${path} <==\n${content}`).join("\n");
}
