// Reflection over a knowledge base, and the steps that may follow a curation: collect signals, then reflect.
import { renderIndexes } from "../articles.js";
import { type Config, joinStore } from "../config.js";
import { withCore } from "../core.js";
import type { ReflectPlan } from "../generated/types.js";
import { planIndexes, readKnowledge } from "../store/files.js";
import { KnowledgeFolder, signalIndexPath } from "../store/knowledge-folder.js";
import { patiently } from "../store/patience.js";
import { exactText } from "../store/text.js";
import type { Applied, Change } from "../store/types.js";
import { type Collected, collectSignals } from "./collect.js";

export interface ReflectRequest {
  config: Config;
  now: Date;
  /** Only signals of this project. */
  project?: string | undefined;
  /** How many processed signals stay active; the configuration's unless given. */
  keep?: number | undefined;
  dryRun?: boolean;
  notice?: (text: string) => void;
}

export interface Reflected {
  plan: ReflectPlan;
  /** What was written; `null` in a dry run. */
  applied: Applied | null;
}

/** Plans a reflection and, unless it is a dry run, writes the lessons, the marks and the index. */
export async function reflectOn(request: ReflectRequest): Promise<Reflected> {
  const { config, now, dryRun = false, notice = () => {} } = request;
  const base = await KnowledgeFolder.open(config, notice, { dryRun });
  const oddNames: [path: string, reason: string][] = [];
  const listed = await base.list("", (path, reason) => oddNames.push([path, reason]));
  const isMarkdown = (path: string) => path.endsWith(".md");
  const paths = listed.filter(isMarkdown);
  const contents = await Promise.all(paths.map((path) => base.read(path)));
  const before = new Map(paths.map((path, at) => [path, contents[at] ?? null]));
  const isText = (path: string) => exactText(before.get(path) ?? new Uint8Array()) !== null;
  const plan = withCore((core) => {
    const files = new core.KnowledgeFiles();
    try {
      for (const [at, path] of paths.entries()) files.add(path, contents[at] ?? new Uint8Array());
      const { critical, notable, minor } = config.reflect;
      const planned = files.reflect({
        thresholds: { critical, notable, minor },
        project: request.project ?? null,
        keep: request.keep ?? (config.reflect.keep || null),
        now: now.getTime(),
      });
      const odd = planned.changes.filter(({ path }) => !isText(path));
      const notText = odd.map(({ path }): [string, string] => [path, "it is not UTF-8"]);
      return {
        ...planned,
        changes: planned.changes.filter(({ path }) => isText(path)),
        skipped: [...oddNames.filter(([path]) => isMarkdown(path)), ...notText, ...planned.skipped],
      };
    } finally {
      files.free();
    }
  });
  if (dryRun) return { plan, applied: null };
  if (plan.changes.length === 0) return { plan, applied: { written: [], skipped: [] } };
  const changes: Change[] = plan.changes.map(({ path, content }) => ({
    path: joinStore(config.knowledge, path),
    expected: before.get(path) ?? null,
    content: new TextEncoder().encode(content),
  }));
  const applied = await patiently(() => base.store.apply(changes, "reflect: lessons from signals"));
  const indexed = await refreshIndexes(config, now);
  return {
    plan,
    applied: { written: [...applied.written, ...indexed.written], skipped: [...applied.skipped, ...indexed.skipped] },
  };
}

/** Brings the indexes in step with what was written; the table of signals too, where it is one of its own. */
async function refreshIndexes(config: Config, now: Date): Promise<Applied> {
  const { store, files } = await readKnowledge(config);
  const conversations = curatedSessions(await store.read(joinStore(config.state, "kb-last-curated.json")));
  const options = { preset: config.preset, now, ...(conversations === undefined ? {} : { conversations }) };
  const indexes = renderIndexes(files, options);
  const table = signalIndexPath(config);
  if (config.preset !== "gsd" && files.some(({ path }) => path === table)) {
    const own = files.filter(({ path }) => /^(signals|spikes)\//.test(path) && path !== table);
    const [made] = renderIndexes(own, { preset: "gsd", now });
    if (made) indexes.push({ ...made, path: table, fresh: false });
  }
  const plan = planIndexes(config, files, indexes);
  const { written, skipped } = await patiently(() => store.apply(plan.changes, "reflect: the index"));
  return { written, skipped: [...plan.skipped, ...skipped] };
}

/** How many sessions the last curation knew; the index for people says so. */
function curatedSessions(bytes: Uint8Array | null): number | undefined {
  try {
    const { sessionCount } = JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array())) as Record<string, unknown>;
    return typeof sessionCount === "number" ? sessionCount : undefined;
  } catch {
    return undefined;
  }
}

/** What the work itself taught: the steps after a curation. */
export interface WorkLessons extends Reflected, Collected {}

/**
 * Finds new signals in the transcripts and plans, stores them, and reflects. Suspected frustration is stored only
 * when the configuration asks for it. Never called while a curation is under way.
 */
export async function learnFromWork(request: ReflectRequest): Promise<WorkLessons> {
  const { config, now, dryRun = false, notice = () => {} } = request;
  const collected = await collectSignals({ config, now, dryRun, notice, frustration: config.reflect.frustration });
  const reflected = await reflectOn({ ...request, notice });
  const written = new Set([...collected.written, ...(reflected.applied?.written ?? [])]);
  return { ...reflected, ...collected, written: [...written] };
}
