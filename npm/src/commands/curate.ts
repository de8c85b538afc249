// `repolore curate`: conversations become articles.
import { mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { Config } from "../config.js";
import { unifiedDiff } from "../curate/diff.js";
import { applyCuration, isBegun, type Planned, planCuration, topicFolders } from "../curate/run.js";
import { RepoloreError } from "../errors.js";
import { type Endpoint, endpointProblem, MODEL_TOKENS } from "../llm/chat.js";
import { workReport, workSummary } from "../reflect/report.js";
import { learnFromWork } from "../reflect/run.js";
import { harmless, oneLine, progressOn } from "../terminal.js";
import { configFor, PLACES } from "./places.js";
import type { Command, Context, Options } from "./types.js";

export const command: Command = {
  name: "curate",
  summary: "turn conversations into articles",
  usage: "curate [options]",
  maxArguments: 0,
  description:
    "Reads the sessions, finds decisions, facts, preferences, limitations and events, and writes or updates one article\n" +
    "per subject, with sources and quotes. What people wrote, edited, moved or deleted stays as they left it.\n" +
    "Only what is new is learned; running twice changes nothing.",
  options: {
    ...PLACES,
    bootstrap: { type: "boolean", help: "learn from every session again, not only from what is new" },
    "dry-run": { type: "boolean", help: "show what would be done, with the differences, and change nothing" },
    "if-due": { type: "boolean", help: "do nothing until enough sessions have come since the last run" },
    "allow-bulk": { type: "boolean", help: "go on when many articles are gone or would be removed at once" },
    reflect: { type: "boolean", help: "afterwards, find signals in the transcripts and reflect" },
    llm: {
      type: "boolean",
      help: "let a model reword what was found, in a dry run too; see the README for its settings",
    },
  },
  examples: [
    ["repolore curate", "learn from what was said since the last run"],
    ["repolore curate --dry-run", "see what would change"],
    ["repolore curate --reflect", "also learn from how the work went"],
    [
      "repolore curate --bootstrap --sessions logs --knowledge kb",
      "make a knowledge base from a folder of transcripts",
    ],
  ],
  run,
};

async function run(context: Context, _positionals: string[], options: Options): Promise<number> {
  const config = configFor(context, options);
  const progress = progressOn(context);
  const dry = options["dry-run"] === true;
  const heard = new Set<string>();
  const notice = (text: string) => {
    if (!heard.has(text)) context.stderr(`${oneLine(text)}\n`);
    heard.add(text);
  };
  const planned = await planCuration({
    config,
    bootstrap: options["bootstrap"] === true,
    allowBulk: options["allow-bulk"] === true,
    llm: options["llm"] === true || config.llm.enabled ? endpoint(config, context, options["llm"] === true) : undefined,
    threshold: options["if-due"] === true ? config.threshold : 0,
    dryRun: dry,
    progress: (done, total, name) => progress.update(`reading ${done}/${total} ${name}`),
    notice,
    now: context.now(),
    once: true,
  }).finally(() => progress.done());
  const { report } = planned.plan;
  if (options["if-due"] === true) {
    const due = report.nNewSessions >= config.threshold;
    if (!due) {
      const answer = { due, newSessions: report.nNewSessions, threshold: config.threshold };
      const text = `not due: ${answer.newSessions} new sessions, runs from ${answer.threshold} on`;
      context.stdout(options["json"] ? `${JSON.stringify(answer)}\n` : `${text}\n`);
      return 0;
    }
    context.stderr(`${report.nNewSessions} sessions since last KB curation. Running curation...\n`);
  }
  const nothing = report.nSessions === 0;
  if (nothing) context.stderr(`no sessions found in ${placesOf(config, context)}; name them: --sessions PATH\n`);
  const writes = !dry && isBegun(planned);
  const applied = writes ? await applyCuration(planned) : { written: [], skipped: [] };
  if (writes) for (const folder of topicFolders(config)) mkdirSync(join(config.root, folder), { recursive: true });
  const work =
    options["reflect"] === true || config.reflect.auto
      ? await learnFromWork({ config, now: context.now(), dryRun: dry, notice })
      : null;
  if (options["json"]) {
    const changes = planned.plan.changes.map(({ path, action, reason }) => ({ path, action, reason }));
    const lessons = work ? { reflection: workReport(work) } : {};
    context.stdout(`${JSON.stringify({ dryRun: dry, ...report, changes, ...applied, ...lessons }, null, 2)}\n`);
  } else {
    if (dry && isBegun(planned)) context.stdout(dryRun(planned));
    context.stdout(summary(planned, applied.skipped));
    if (work) context.stdout(workSummary(work));
  }
  return applied.skipped.length > 0 ? 1 : 0;
}

/** The endpoint that the environment or the configuration names; `asked` by the call, or else by the configuration. */
function endpoint(config: Config, { env }: Context, asked: boolean): Endpoint {
  const refuse = (problem: string) =>
    asked
      ? new RepoloreError("usage/llm", `--llm: ${problem}`)
      : new RepoloreError("config/value", `"llm.enabled" is set in ${config.file}: ${problem}`);
  const url = env["REPOLORE_LLM_BASE_URL"] || config.llm.url;
  const model = env["REPOLORE_LLM_MODEL"] || config.llm.model;
  if (!url || !model) {
    const settings = 'REPOLORE_LLM_BASE_URL and REPOLORE_LLM_MODEL in the environment, or "llm.url" and "llm.model"';
    throw refuse(`a model needs ${settings} in the configuration`);
  }
  const key = env["REPOLORE_LLM_API_KEY"] || (config.llm.key ? env[config.llm.key] : undefined);
  const problem = endpointProblem({ url, key });
  if (problem) throw refuse(problem);
  return { url, model, key, timeout: config.llm.timeout * 1000, tokens: MODEL_TOKENS };
}

function placesOf({ sessions }: Config, { cwd }: Context): string {
  return sessions.map((place) => oneLine(relative(cwd, place) || ".")).join(", ");
}

function dryRun({ plan, changes, config }: Planned): string {
  const lines: string[] = [];
  for (const { path, action, reason } of plan.changes) lines.push(`${action}  ${path}  (${oneLine(reason)})`);
  if (lines.length > 0) lines.push("");
  const decode = (bytes: Uint8Array | null) => (bytes === null ? "" : new TextDecoder().decode(bytes));
  const inKnowledge = new Set(
    plan.changes.map(({ path }) => (config.knowledge ? `${config.knowledge}/${path}` : path)),
  );
  for (const { path, expected, content } of changes) {
    if (inKnowledge.has(path)) lines.push(harmless(unifiedDiff(path, decode(expected), decode(content))));
  }
  return lines.length > 0 ? `${lines.join("\n")}\n` : "";
}

function summary({ plan: { report } }: Planned, skipped: { path: string; reason: string }[]): string {
  const lines: string[] = [];
  const list = (title: string, paths: string[]) => {
    if (paths.length === 0) return;
    lines.push(`${title} (${paths.length}):`, ...paths.slice(0, 20).map((path) => `  ${oneLine(path)}`));
    if (paths.length > 20) lines.push(`  and ${paths.length - 20} more`);
  };
  list("Created", report.created);
  list("Updated", report.updated);
  list("Disputed, to be settled with repolore resolve", report.disputed);
  list("Removed, told elsewhere now", report.removed);
  list(
    "Left out",
    report.leftOut.map(({ title, reason }) => `${title}: ${reason}`),
  );
  list("Held back, see repolore quarantine", report.heldBack);
  list(
    "Changed by somebody meanwhile and left alone",
    skipped.map(({ path, reason }) => `${path}: ${reason}`),
  );
  const over = Object.entries(report.passedOver).sort(([, a], [, b]) => b - a);
  if (over.length > 0) lines.push(`Passed over: ${over.map(([reason, n]) => `${n} × ${reason}`).join("; ")}`);
  if (report.nSecrets > 0) lines.push(`Secrets taken out: ${report.nSecrets}`);
  const odd = report.oddities.filter(({ diagnostic }) => diagnostic.severity !== "note");
  list(
    "Odd input",
    odd.map(({ file, diagnostic: { line, message } }) => `${file}${line === null ? "" : `:${line}`}: ${message}`),
  );
  const { created, updated, disputed } = report;
  lines.push(
    `KB curation: ${created.length} created, ${updated.length} updated, ${disputed.length} contradictions detected`,
  );
  return `${lines.join("\n")}\n`;
}
