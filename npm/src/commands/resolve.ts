// `repolore resolve`: a person settles a dispute.
import { readArticle } from "../articles.js";
import { joinStore } from "../config.js";
import { withCore } from "../core.js";
import { RepoloreError } from "../errors.js";
import type { Keep } from "../generated/types.js";
import { openStoreToWrite } from "../store/open.js";
import { exactText } from "../store/text.js";
import { readKnowledgeFile } from "./knowledge-file.js";
import { configFor, PLACES } from "./places.js";
import type { Command } from "./types.js";

const SIDES = ["a", "b", "both"] as const;

export const command: Command = {
  name: "resolve",
  summary: "settle a dispute",
  usage: "resolve ARTICLE --keep a|b|both [--note TEXT]",
  description:
    "Settles a disputed article: a keeps the earlier statement, b the later one, both says that both hold. What is not\n" +
    "kept goes into the article's history, and from then on the article is in your hands: curation only adds sources.",
  options: {
    ...PLACES,
    keep: { type: "string", value: "SIDE", values: SIDES, help: "a (earlier), b (later) or both" },
    note: { type: "string", value: "TEXT", help: "why, for the article's history" },
  },
  examples: [["repolore resolve decisions/queue.md --keep b --note 'agreed in #42'", "the later statement holds"]],
  async run(context, [article, ...more], options) {
    const keep = SIDES.find((side) => side === options["keep"]);
    if (article === undefined || more.length > 0)
      throw new RepoloreError("usage/arguments", "resolve takes one article");
    if (!keep) throw new RepoloreError("usage/keep", "resolve needs --keep a, --keep b or --keep both");
    const config = configFor(context, options);
    const store = await openStoreToWrite(config);
    const { path, bytes } = await readKnowledgeFile(config, store, article, context.cwd);
    const note = options["note"] as string | undefined;
    const text = exactText(bytes);
    if (text === null) throw new RepoloreError("input/invalid", `${path} is not UTF-8; save it as UTF-8 first`);
    const settled = withCore((core) => core.resolveDispute(path, text, keep as Keep, note, context.now().getTime()));
    const content = new TextEncoder().encode(settled);
    const { skipped } = await store.apply(
      [{ path: joinStore(config.knowledge, path), expected: bytes, content }],
      `knowledge: settle ${path}`,
    );
    for (const { reason } of skipped) throw new RepoloreError("store/conflict", `${path}: ${reason}`);
    const { status } = readArticle(content, path).value;
    if (options["json"]) context.stdout(`${JSON.stringify({ path, keep, status }, null, 2)}\n`);
    else if (status === "disputed")
      context.stdout(`${path}: one dispute is settled, another is left (resolve it again)\n`);
    else context.stdout(`${path} is settled\n`);
    return 0;
  },
};
