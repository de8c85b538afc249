// repolore search: entries by words, by issue or by entry; a brief with --brief.
import { resolve } from "node:path";
import { RepoloreError } from "../errors.js";
import type { EntryQuery } from "../generated/types.js";
import type { KnowledgeBase } from "../knowledge.js";
import { openConfigured } from "../lifecycle.js";
import { expectShortRun } from "../load/short-run.js";
import { redact } from "../redact.js";
import { configToRead, PLACES } from "./places.js";
import type { Command, Context, Options } from "./types.js";
import { count, issueNumber, KINDS, kind, list, since, text } from "./values.js";

const EMPTY = "Knowledge base empty. Use /learn to capture knowledge.";

export const search: Command = {
  name: "search",
  summary: "find entries by words, by issue or by entry",
  usage: "search [QUERY] [options]",
  description:
    "Ranks entries by 0.6·similarity + 0.2·freshness + 0.1·domain + 0.1·occurrence; --explain shows every part and\n" +
    "which word was answered by what. Words need not be the article's own: forms, synonyms, kinds, beginnings and\n" +
    "typing errors are found too, below exact hits. A tag finds what lies below it: auth finds auth/jwt.\n\n" +
    "With --related, what belongs to an issue (#42) or to an entry (by id or path), the latter as a graph.",
  options: {
    type: { type: "string", short: "t", value: "TYPE", values: KINDS, help: "only entries of this type" },
    domain: { type: "string", short: "d", value: "TAG", help: "only entries with this tag, domain or topic" },
    since: { type: "string", value: "DATE", help: "only entries changed since DATE (2026-02-20, or 30d)" },
    limit: { type: "string", short: "l", value: "N", help: "show N entries (5)" },
    related: { type: "string", short: "r", value: "ID", help: "what belongs to an issue (#42) or an entry" },
    brief: { type: "boolean", help: "write a context brief about QUERY instead" },
    explain: { type: "boolean", help: "show how each score came about" },
    mermaid: { type: "boolean", help: "with --related ENTRY: print the graph for Mermaid" },
    all: { type: "boolean", help: "also search signals and archived entries" },
    root: { type: "string", multiple: true, value: "DIR", help: "also search this knowledge base; may be repeated" },
    everywhere: { type: "boolean", help: "also search the other roots of the configuration" },
    ...PLACES,
  },
  examples: [
    ['repolore search "which database did we choose?"', "the entries that answer it"],
    ["repolore search cache -t decision --since 90d --explain", "filtered, with the reasons"],
    ["repolore search --related '#42'", "everything about an issue"],
  ],
  run,
};

async function run(context: Context, positionals: string[], options: Options): Promise<number> {
  expectShortRun();
  const config = configToRead(context, options);
  const named = list(options, "root").map((folder) => resolve(context.cwd, folder));
  const base = openConfigured(config, [...named, ...(options["everywhere"] ? config.roots : [])]);
  const now = context.now();
  // A secret in the question is not repeated in the answer.
  const query = redact(positionals.join(" ")).text;
  const { rate, floor, evergreen } = config.decay;
  const filters: EntryQuery = {
    query,
    explain: options["explain"] === true,
    all: options["all"] === true,
    now: now.getTime(),
    decay: { rate, floor, evergreen },
  };
  const [wanted, from, limit, domain] = [
    kind(options),
    since(options, now),
    count(options, "limit", 1000),
    text(options, "domain"),
  ];
  if (wanted) filters.kind = wanted;
  if (from !== undefined) filters.since = from;
  if (limit !== undefined) filters.limit = limit;
  if (domain !== undefined) filters.domain = domain;
  if (options["brief"]) {
    const { printBrief } = await import("./brief.js");
    return await printBrief(context, base, config, query, options);
  }
  const related = text(options, "related");
  if (related !== undefined) return printRelated(context, base, related, filters, options);
  if (query.trim() === "" && !wanted && !domain && from === undefined) {
    throw new RepoloreError(
      "usage/query",
      "search: say what to look for, or narrow it with --type, --domain or --since",
    );
  }
  const { markdown, ...results } = base.search(filters);
  print(context, options, results, markdown);
  return 0;
}

function printRelated(
  context: Context,
  base: KnowledgeBase,
  id: string,
  filters: EntryQuery,
  options: Options,
): number {
  if (base.size === 0) {
    print(context, options, { nodes: [], edges: [] }, `${EMPTY}\n`);
    return 0;
  }
  const issue = issueNumber(id);
  if (issue !== undefined) {
    const { markdown, ...related } = base.issueRelated(issue, filters, filters.query);
    print(context, options, related, markdown);
    return 0;
  }
  const { text: shown, mermaid, ...graph } = base.graph(id);
  print(context, options, graph, options["mermaid"] ? mermaid : shown);
  return 0;
}

function print(context: Context, options: Options, value: unknown, markdown: string): void {
  context.stdout(options["json"] ? `${JSON.stringify(value, null, 2)}\n` : markdown);
}
