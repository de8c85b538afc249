// `repolore why`: where an article or a sentence comes from.
import { joinStore } from "../config.js";
import { withCore } from "../core.js";
import { RepoloreError } from "../errors.js";
import { openStore } from "../store/open.js";
import { harmless } from "../terminal.js";
import { readKnowledgeFile } from "./knowledge-file.js";
import { configToRead, PLACES } from "./places.js";
import type { Command } from "./types.js";

export const command: Command = {
  name: "why",
  summary: "show what an article stands on",
  usage: "why ARTICLE[:LINE]",
  description:
    "Shows the quotes behind an article, or behind one line of it: session, line, date, speaker, the rule that found it\n" +
    "and how strongly it spoke.",
  options: { ...PLACES },
  examples: [
    ["repolore why decisions/queue.md", "everything the article stands on"],
    ["repolore why decisions/queue.md:31", "only what line 31 of the file stands on"],
  ],
  async run(context, [target, ...more], options) {
    if (target === undefined || more.length > 0) throw new RepoloreError("usage/arguments", "why takes one article");
    const config = configToRead(context, options);
    const store = openStore(config);
    const [, named = target, number] = /^(.*?)(?::(\d+))?$/.exec(target) ?? [];
    const { path, bytes } = await readKnowledgeFile(config, store, named, context.cwd);
    const text = new TextDecoder().decode(bytes);
    const line = number === undefined ? undefined : text.split("\n")[Number(number) - 1];
    if (number !== undefined && !line?.trim())
      throw new RepoloreError("usage/line", `${path} has nothing on line ${number}`);
    const items = await store.read(joinStore(config.state, "kb-items.jsonl"));
    const records = items ? new TextDecoder().decode(items) : "";
    const grounds = withCore((core) => core.explainArticle(path, text, line, records));
    if (options["json"]) {
      context.stdout(
        `${JSON.stringify({ path, line: number === undefined ? null : Number(number), grounds }, null, 2)}\n`,
      );
    } else if (grounds.length === 0) {
      context.stderr(`nothing on record for ${target}; a person may have written it\n`);
    }
    if (!options["json"]) {
      for (const { evidence, rule, score, confidence } of grounds) {
        for (const { quote, session, line: at, speaker, time } of evidence) {
          const day = time === null ? "" : ` · ${new Date(time).toISOString().slice(0, 10)}`;
          const quoted = harmless(quote)
            .split("\n")
            .map((part) => `  > ${part}`);
          context.stdout(
            `${session}:${at}${day} · ${speaker} · ${rule} ${score.toFixed(2)} · ${confidence} confidence\n`,
          );
          context.stdout(`${quoted.join("\n")}\n\n`);
        }
      }
    }
    return grounds.length > 0 ? 0 : 1;
  },
};
