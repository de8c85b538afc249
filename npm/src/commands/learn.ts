// repolore learn: a decision, resolution, pattern or piece of feedback, written by hand.
import { type KnowledgeFile, renderIndexes } from "../articles.js";
import { type Config, joinStore } from "../config.js";
import { RepoloreError } from "../errors.js";
import type { Kind, Learned, LearnRequest } from "../generated/types.js";
import { KnowledgeBase } from "../knowledge.js";
import { planIndexes, readKnowledge } from "../store/files.js";
import { openStoreToShow, openStoreToWrite } from "../store/open.js";
import { patiently, undisturbed } from "../store/patience.js";
import { oneLine } from "../terminal.js";
import { readInput } from "./input.js";
import { configFor, PLACES } from "./places.js";
import type { Command, Context, OptionSpec, Options } from "./types.js";
import { issueNumber, list, text } from "./values.js";

/** The fields of each type; those with `true` must be there. */
const FIELDS: Partial<Record<Kind, Record<string, boolean>>> = {
  decision: { title: true, decision: true, rationale: true, context: false },
  resolution: {
    issue_ref: true,
    problem: true,
    root_cause: true,
    solution: true,
    issue_title: false,
    time_to_resolve: false,
  },
  pattern: { name: true, pattern_type: true, description: true, when_to_use: false, when_not_to_use: false },
  feedback: { finding: true, recommendation: true, severity: false, category: false },
};
const TYPES = Object.keys(FIELDS) as Kind[];
const FIELD_NAMES = [...new Set(Object.values(FIELDS).flatMap((fields) => Object.keys(fields)))];
const flag = (field: string): string => field.replaceAll("_", "-");

const fieldOptions: Record<string, OptionSpec> = Object.fromEntries(
  FIELD_NAMES.map((field) => {
    const types = TYPES.filter((type) => FIELDS[type]?.[field] !== undefined);
    const must = types.filter((type) => FIELDS[type]?.[field]);
    return [
      flag(field),
      { type: "string", value: "TEXT", help: `${types.join(", ")}${must.length > 0 ? " (required)" : ""}` },
    ];
  }),
);

export const learn: Command = {
  name: "learn",
  summary: "add a decision, resolution, pattern or feedback",
  usage: "learn TYPE [fields] | learn --from FILE",
  maxArguments: 1,
  description:
    "Checks the fields, takes secrets out, compares with what is known and writes one entry with the id\n" +
    "KE-{type}-{date}-{hash4}. What is already captured is skipped; what is nearly the same is linked. The third\n" +
    'piece of feedback that says the same makes a pattern. --from reads one entry as JSON: {"type", "content": {…},\n' +
    '"tags", "domains", "files", "issue", "dependsOn"}; - reads standard input. On a terminal, missing fields are asked for.',
  options: {
    from: { type: "string", value: "FILE", help: "read the entry from a JSON file" },
    ...fieldOptions,
    tags: { type: "string", multiple: true, value: "TAG…", help: "tags, / between levels" },
    domain: { type: "string", short: "d", multiple: true, value: "TAG…", help: "fields of work" },
    files: { type: "string", multiple: true, value: "PATH…", help: "files it speaks of" },
    issue: { type: "string", value: "N", help: "the issue it belongs to" },
    "depends-on": { type: "string", multiple: true, value: "CONDITION…", help: 'what it rests on: "prisma >= 4.0"' },
    "dry-run": { type: "boolean", help: "say what would be written, and write nothing" },
    ...PLACES,
  },
  examples: [
    [
      'repolore learn decision --title "Postgres for events" --decision "Events go to Postgres" --rationale "JSONB"',
      "a decision",
    ],
    ["repolore learn --from entry.json", "from a file"],
    ["repolore learn resolution", "asks for the fields"],
  ],
  run,
};

async function run(context: Context, positionals: string[], options: Options): Promise<number> {
  const config = configFor(context, options);
  const request = await readRequest(context, positionals, options, config);
  const notice = (text: string) => context.stderr(`${text}\n`);
  if (options["dry-run"]) openStoreToShow(config, notice);
  else await openStoreToWrite(config, notice);
  const { learned, leftOut } = options["dry-run"]
    ? await plan(config, request)
    : await undisturbed(() => planAndWrite(config, request, context.now()));
  for (const { path, reason } of leftOut) context.stderr(`left out: ${oneLine(`${path}: ${reason}`)}\n`);
  print(context, config, options, learned);
  return 0;
}

async function plan(config: Config, request: LearnRequest) {
  const base = await readKnowledge(config);
  return { ...base, learned: new KnowledgeBase(base.files).learn(request) };
}

/** Writes what is to be learned and the indexes; when others wrote only these meanwhile, they are made once more. */
async function planAndWrite(config: Config, request: LearnRequest, now: Date) {
  const planned = await plan(config, request);
  const { store, files, learned } = planned;
  if (learned.files.length === 0) return { value: planned, between: [] };
  const written = learned.files.map(({ path, content }) => ({ path, bytes: new TextEncoder().encode(content) }));
  const entries = written.map(({ path, bytes }) => {
    return { path: joinStore(config.knowledge, path), expected: null, content: bytes };
  });
  const indexes = (files: KnowledgeFile[]) =>
    planIndexes(config, files, renderIndexes(files, { preset: config.preset, now }));
  const message = `repolore: learn ${learned.files[0]?.id}`;
  const index = indexes([...files, ...written]);
  const { skipped } = await patiently(() => store.apply([...entries, ...index.changes], message));
  const between = skipped.filter(({ path }) => entries.some((entry) => entry.path === path));
  if (skipped.length > between.length) {
    await undisturbed(async () => {
      const { files } = await readKnowledge(config);
      const { skipped } = await patiently(() => store.apply(indexes(files).changes, message));
      return { value: undefined, between: skipped };
    });
  }
  return { value: { ...planned, leftOut: [...planned.leftOut, ...index.skipped] }, between };
}

function print(context: Context, config: Config, options: Options, learned: Learned): void {
  if (options["json"]) {
    context.stdout(`${JSON.stringify(learned, null, 2)}\n`);
    return;
  }
  context.stdout(`${learned.message}\n`);
  for (const { path, content } of learned.files) {
    context.stdout(`${options["dry-run"] ? `\n${path}\n${content}` : joinStore(config.knowledge, path)}\n`);
  }
}

async function readRequest(
  context: Context,
  positionals: string[],
  options: Options,
  config: Config,
): Promise<LearnRequest> {
  const from = text(options, "from");
  const given = from === undefined ? {} : await readJson(context, from);
  const [named, ...rest] = positionals;
  const type = named ?? (given["type"] as string | undefined) ?? (given["kind"] as string | undefined);
  if (rest.length > 0) throw new RepoloreError("usage/argument", `learn: unexpected "${rest.join(" ")}"`);
  if (type === undefined || !TYPES.includes(type as Kind)) {
    throw new RepoloreError(
      "usage/type",
      `learn: name a type: ${TYPES.join(", ")}${type ? ` ("${type}" is none)` : ""}`,
    );
  }
  const kind = type as Kind;
  const content: Record<string, unknown> = { ...(given["content"] as Record<string, unknown> | undefined) };
  for (const field of FIELD_NAMES) {
    const value = text(options, flag(field));
    if (value !== undefined) content[field] = value;
  }
  const issue = text(options, "issue") ?? given["issue"];
  const number = issue === undefined || issue === null ? undefined : issueNumber(String(issue));
  if (issue !== undefined && issue !== null && number === undefined) {
    throw new RepoloreError("usage/value", `--issue ${issue}: expected a number such as 42`);
  }
  if (kind === "resolution" && number !== undefined) content["issue_ref"] ??= `#${number}`;
  if (context.isInteractive && from === undefined) await askMissing(context, kind, content);
  return {
    kind,
    content,
    tags: [...list(options, "tags"), ...strings(given["tags"])],
    domains: [...list(options, "domain"), ...strings(given["domains"])],
    files: [...list(options, "files"), ...strings(given["files"])],
    dependsOn: [...((options["depends-on"] as string[] | undefined) ?? []), ...strings(given["dependsOn"])],
    ...(number === undefined ? {} : { issue: number }),
    now: context.now().getTime(),
    yaml: config.preset === "claude",
  };
}

async function readJson(context: Context, from: string): Promise<Record<string, unknown>> {
  const source = await readInput(context, from);
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (cause) {
    throw new RepoloreError("input/invalid", `${from}: not JSON (${(cause as Error).message})`, { cause });
  }
  const isObject = (part: unknown): boolean => typeof part === "object" && part !== null && !Array.isArray(part);
  if (!isObject(value) || !isObject((value as { content?: unknown }).content)) {
    throw new RepoloreError("input/invalid", `${from}: expected {"type": …, "content": {…}}`);
  }
  return value as Record<string, unknown>;
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((part): part is string => typeof part === "string") : [];
}

/** Asks for required fields that are not there; an empty answer leaves them out, and the check says so. */
async function askMissing(context: Context, kind: Kind, content: Record<string, unknown>): Promise<void> {
  for (const [field, must] of Object.entries(FIELDS[kind] ?? {})) {
    if (!must || content[field] !== undefined || !context.ask) continue;
    const answer = (await context.ask(`${field.replaceAll("_", " ")}: `)).trim();
    if (answer !== "") content[field] = answer;
  }
}
