// `repolore spike`: questions that an experiment answers once.
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import type { Config } from "../config.js";
import { withCore } from "../core.js";
import { RepoloreError } from "../errors.js";
import type { SpikeAnswer } from "../generated/types.js";
import { factsOf } from "../sources/facts.js";
import { KnowledgeFolder, signalIndexPath } from "../store/knowledge-folder.js";
import { configFor, PLACES } from "./places.js";
import type { Command, Context, Options } from "./types.js";
import { list } from "./values.js";

const WORKSPACES = join(".planning", "spikes");

export const command: Command = {
  name: "spike",
  summary: "run an experiment, or find it was run before",
  usage: 'spike new "QUESTION" | status [NAME] | conclude NAME --outcome OUTCOME',
  maxArguments: 2,
  description:
    "new       offers what is known; otherwise makes a workspace in .planning/spikes\n" +
    "status    says what a workspace still lacks\n" +
    "conclude  stores the decision with its data in the knowledge base; refused while it is empty or TBD",
  options: {
    ...PLACES,
    outcome: { type: "string", value: "WORD", help: "confirmed, rejected, partial or inconclusive" },
    tag: { type: "string", multiple: true, value: "TAG", help: "topic of the spike" },
    "depends-on": {
      type: "string",
      multiple: true,
      value: "COND",
      help: 'what must stay true, such as "prisma >= 4.0"',
    },
    supersedes: { type: "string", value: "ID", help: "the spike that this one replaces" },
    project: { type: "string", value: "NAME", help: "project it belongs to" },
    force: { type: "boolean", help: "new: make a workspace although the answer is known" },
  },
  examples: [
    ['repolore spike new "Should we use SQLite or Postgres for the timetable?"', "look first, then begin"],
    ["repolore spike status", "what is missing in each workspace"],
    ["repolore spike conclude 001-sqlite --outcome confirmed --tag sqlite", "store the decision"],
  ],
  async run(context, [action, name], options) {
    const config = configFor(context, options);
    if (action === "new") return await begin(context, config, name, options);
    if (action === "status") return await status(context, config, name, options);
    if (action === "conclude") return await finish(context, config, name, options);
    throw new RepoloreError("usage/argument", `spike: "${action ?? ""}" is not an action; use new, status or conclude`);
  },
};

async function begin(
  context: Context,
  config: Config,
  question: string | undefined,
  options: Options,
): Promise<number> {
  if (!question?.trim()) throw new RepoloreError("usage/argument", "spike new: give the question, in quotes");
  const answer = await known(context, config, question);
  const folder = join(config.projectRoot, WORKSPACES);
  const names = await workspaces(folder);
  const files = answer.avoided && options["force"] !== true ? [] : withCore((core) => core.newSpike(question, names));
  for (const { path, content } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content, { flag: "wx" });
  }
  const workspace = files[0] ? relative(context.cwd, join(folder, dirname(files[0].path))) : null;
  if (options["json"]) context.stdout(`${JSON.stringify({ ...answer, workspace }, null, 2)}\n`);
  else context.stdout(describe(answer, workspace));
  return 0;
}

async function known(context: Context, config: Config, question: string): Promise<SpikeAnswer> {
  const base = await KnowledgeFolder.open(config, (text) => context.stderr(`${text}\n`));
  const paths = (await base.list("spikes")).filter((path) => path.endsWith(".md"));
  const contents = await Promise.all(paths.map((path) => base.read(path)));
  return withCore((core) => {
    const files = new core.KnowledgeFiles();
    try {
      for (const [at, path] of paths.entries()) files.add(path, contents[at] ?? new Uint8Array());
      // What a spike depends on is looked up in the project as it is now.
      const facts = factsOf(config.projectRoot, files.conditionPaths());
      return files.knownSpikes(question, context.now().getTime(), facts);
    } finally {
      files.free();
    }
  });
}

function describe(answer: SpikeAnswer, workspace: string | null): string {
  const lines = answer.known.map((spike) => {
    const gap = spike.prior !== "applicable" && spike.gap.length ? `; not covered: ${spike.gap.join(", ")}` : "";
    const caveat = spike.caveat ? `; ${spike.caveat}` : "";
    return `${spike.prior}  [${spike.id}] ${spike.outcome} (${spike.confidence} confidence): ${spike.decision}${gap}${caveat}`;
  });
  if (answer.composite) lines.push(answer.composite);
  if (answer.avoided) lines.push(`Spikes avoided: 1 (${answer.known[0]?.id})`);
  if (workspace)
    lines.push(`workspace: ${workspace}`, "Write HYPOTHESIS.md first; repolore spike status says what is missing.");
  return `${lines.join("\n")}\n`;
}

async function status(context: Context, config: Config, name: string | undefined, options: Options): Promise<number> {
  const folder = join(config.projectRoot, WORKSPACES);
  const wanted = name ? [await resolveName(folder, name)] : await workspaces(folder);
  const found = [];
  for (const workspace of wanted) {
    const files = await readWorkspace(join(folder, workspace));
    found.push({ workspace, ...withCore((core) => core.spikeStatus(files)) });
  }
  if (options["json"]) context.stdout(`${JSON.stringify(found, null, 2)}\n`);
  else if (found.length === 0) context.stdout(`no spikes in ${relative(context.cwd, folder) || "."}\n`);
  else {
    for (const { workspace, ready, missing } of found) {
      context.stdout(`${workspace}: ${ready ? "ready to conclude" : missing.join("; ")}\n`);
    }
  }
  return 0;
}

async function finish(context: Context, config: Config, name: string | undefined, options: Options): Promise<number> {
  if (!name) throw new RepoloreError("usage/argument", "spike conclude: name the workspace");
  const folder = join(config.projectRoot, WORKSPACES);
  const workspace = await resolveName(folder, name);
  const base = await KnowledgeFolder.open(config, (text) => context.stderr(`${text}\n`));
  const indexPath = signalIndexPath(config);
  const index = await base.read(indexPath);
  const files = await readWorkspace(join(folder, workspace));
  const supersedes = options["supersedes"] as string | undefined;
  const paths = (await base.list("spikes")).filter((path) => path.endsWith(".md"));
  if (supersedes !== undefined && !paths.some((path) => basename(path, ".md") === supersedes)) {
    throw new RepoloreError("spike/unknown", `--supersedes ${supersedes}: no such spike is stored`);
  }
  const read = async (path: string): Promise<[string, string]> => {
    return [path, new TextDecoder().decode((await base.read(path)) ?? new Uint8Array())];
  };
  const stored = await Promise.all(paths.map(read));
  const concluded = withCore((core) =>
    core.concludeSpike({
      workspace,
      files,
      outcome: String(options["outcome"] ?? ""),
      project: String(options["project"] ?? config.project),
      tags: list(options, "tag"),
      dependsOn: ([] as string[]).concat((options["depends-on"] as string[] | undefined) ?? []),
      supersedes: supersedes ?? null,
      stored,
      index: index && new TextDecoder().decode(index),
      now: context.now().getTime(),
    }),
  );
  if (await base.read(concluded.path)) {
    throw new RepoloreError(
      "spike/exists",
      `${concluded.path} is already there; a concluded spike is not changed, supersede it with --supersedes ${concluded.id}`,
    );
  }
  const { skipped } = await base.replace(
    [
      { path: concluded.path, content: concluded.content, expected: null },
      { path: indexPath, content: concluded.index, expected: index },
    ],
    `spike: ${concluded.id}`,
  );
  for (const { path, reason } of skipped) throw new RepoloreError("store/conflict", `${path}: ${reason}`);
  if (options["json"]) context.stdout(`${JSON.stringify({ id: concluded.id, path: concluded.path }, null, 2)}\n`);
  else context.stdout(`${concluded.id}\n${concluded.path}\n`);
  return 0;
}

/** Names of the workspaces, sorted. */
async function workspaces(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** The workspace that a person means: its whole name, or its number. */
async function resolveName(folder: string, name: string): Promise<string> {
  const all = await workspaces(folder);
  const wanted = basename(name);
  const found = all.find((one) => one === wanted) ?? all.find((one) => one.startsWith(`${wanted}-`));
  if (found) return found;
  throw new RepoloreError("spike/unknown", `there is no spike "${name}"; there are: ${all.join(", ") || "none"}`);
}

async function readWorkspace(folder: string): Promise<[string, string][]> {
  const files: [string, string][] = [];
  for (const name of ["HYPOTHESIS.md", "EXPERIMENT.md", "DECISION.md"]) {
    const path = join(folder, name);
    if (existsSync(path)) files.push([name, await readFile(path, "utf8")]);
  }
  // Of the data only the names matter to the record.
  const data = join(folder, "results");
  const found = existsSync(data) ? await readdir(data, { withFileTypes: true, recursive: true }) : [];
  for (const entry of found.filter((entry) => entry.isFile())) {
    const below = relative(folder, join(entry.parentPath ?? entry.path, entry.name))
      .split(sep)
      .join("/");
    files.push([below, ""]);
  }
  return files.sort(([a], [b]) => (a < b ? -1 : 1));
}
