// repolore metrics: how agents did, recorded in index.yaml and read by briefs.
import { renderIndexes } from "../articles.js";
import { type Config, joinStore } from "../config.js";
import { withCore } from "../core.js";
import { RepoloreError } from "../errors.js";
import { readKnowledge } from "../store/files.js";
import { openStoreToWrite } from "../store/open.js";
import { patiently, undisturbed } from "../store/patience.js";
import { oneLine } from "../terminal.js";
import { configFor, PLACES } from "./places.js";
import type { Command, Context, Options } from "./types.js";
import { text } from "./values.js";

const OUTCOMES = ["success", "failure"] as const;

export const metrics: Command = {
  name: "metrics",
  summary: "record or show how agents did",
  usage: "metrics [record --agent NAME --domain TAG --outcome success|failure]",
  description:
    "Without arguments, shows how agents did by domain. `metrics record` adds one finished piece of work to the\n" +
    "agent figures in index.yaml; `repolore brief` recommends agents by them.",
  options: {
    agent: { type: "string", value: "NAME", help: "who did it" },
    domain: { type: "string", short: "d", value: "TAG", help: "in which field of work" },
    outcome: { type: "string", value: "OUTCOME", values: OUTCOMES, help: "how it went" },
    ...PLACES,
  },
  examples: [
    ["repolore metrics record --agent security-analyst --domain security --outcome success", "after the work"],
    ["repolore metrics", "all figures"],
  ],
  run,
};

async function run(context: Context, positionals: string[], options: Options): Promise<number> {
  const config = configFor(context, options);
  const [action, ...rest] = positionals;
  if (rest.length > 0 || (action !== undefined && action !== "record")) {
    throw new RepoloreError("usage/argument", `metrics: unknown action "${positionals.join(" ")}"; there is record`);
  }
  const { index, leftOut } = action === "record" ? await record(context, config, options) : await read(config);
  for (const { path, reason } of leftOut) context.stderr(`left out: ${oneLine(`${path}: ${reason}`)}\n`);
  const figures = index === "" ? {} : withCore((core) => core.readAgentMetrics(index));
  if (options["json"]) {
    context.stdout(`${JSON.stringify(figures, null, 2)}\n`);
    return 0;
  }
  for (const [agent, { total_invocations, by_domain }] of Object.entries(figures)) {
    context.stdout(`${agent}: ${total_invocations} runs\n`);
    for (const [domain, { count, success_rate }] of Object.entries(by_domain)) {
      context.stdout(`  ${domain}: ${count} runs, ${Math.round(success_rate * 100)} % success\n`);
    }
  }
  return 0;
}

async function read(config: Config) {
  const base = await readKnowledge(config);
  const before = base.files.find(({ path }) => path === "index.yaml")?.bytes ?? null;
  return { ...base, before, index: before ? new TextDecoder().decode(before) : "" };
}

/** Adds one piece of work to the figures as they are when nobody else adds to them. */
async function record(context: Context, config: Config, options: Options) {
  if (config.preset === "gsd") {
    throw new RepoloreError("metrics/layout", "the gsd layout has no index.yaml to keep agent figures in");
  }
  const [agent, domain, outcome] = ["agent", "domain", "outcome"].map((name) => text(options, name));
  if (!agent || !domain || !OUTCOMES.some((known) => known === outcome)) {
    throw new RepoloreError(
      "usage/value",
      "metrics record needs --agent NAME, --domain TAG and --outcome success or failure",
    );
  }
  await openStoreToWrite(config, (notice) => context.stderr(`${notice}\n`));
  return await undisturbed(async () => {
    const { store, files, before, index: old, leftOut } = await read(config);
    const added = withCore((core) => core.recordAgentRun(old, { agent, domain, success: outcome === "success" }));
    const others = files.filter(({ path }) => path !== "index.yaml");
    const made = renderIndexes([...others, { path: "index.yaml", bytes: new TextEncoder().encode(added) }], {
      preset: config.preset,
      now: context.now(),
    });
    const index = made.find(({ path }) => path === "index.yaml")?.content ?? added;
    const path = joinStore(config.knowledge, "index.yaml");
    const change = { path, expected: before, content: new TextEncoder().encode(index) };
    const { skipped, already = [] } = await patiently(() => store.apply([change], "repolore: record how an agent did"));
    // The same figures from somebody else tell of their work, not of this.
    const same = already.map((path) => ({ path, reason: "others keep recording at the same time" }));
    return { value: { index, leftOut }, between: [...skipped, ...same] };
  });
}
