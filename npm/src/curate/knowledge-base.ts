// Curation as the lifecycle scripts of a GitClaw repository call it.
import { dirname, join, resolve } from "node:path";
import { loadConfig, storePath } from "../config.js";
import { workSummary } from "../reflect/report.js";
import { learnFromWork } from "../reflect/run.js";
import { applyCuration, isBegun, planCuration } from "./run.js";

export interface KnowledgeBaseOptions {
  /** Reads every session, not only what is new. */
  bootstrap?: boolean;
  /** Does nothing before enough sessions are new. */
  ifDue?: boolean;
  /** Hears what happens; the console unless given. */
  log?: (text: string) => void;
}

export interface KnowledgeBaseResult {
  articlesCreated: number;
  articlesUpdated: number;
  contradictions: number;
}

/** Brings `knowledge/` in the agent's folder up to date with the sessions in its state folder. */
export async function curateKnowledgeBase(
  stateDir: string,
  gitclawDir: string,
  { bootstrap = false, ifDue = false, log = console.log }: KnowledgeBaseOptions = {},
): Promise<KnowledgeBaseResult> {
  const [state, home] = [resolve(stateDir), resolve(gitclawDir)];
  const found = loadConfig({
    cwd: dirname(home),
    preset: "gitclaw",
    knowledge: join(home, "knowledge"),
    sessions: [join(state, "sessions"), join(state, "memory.log"), join(home, "memory.log")],
  });
  const config = { ...found, state: storePath(found.root, state) ?? found.state, issues: join(state, "issues") };
  const planned = await planCuration({ config, bootstrap, notice: log });
  const { created, updated, disputed, nNewSessions } = planned.plan.report;
  const nothing = { articlesCreated: 0, articlesUpdated: 0, contradictions: 0 };
  if (ifDue && nNewSessions < config.threshold) return nothing;
  if (!isBegun(planned)) {
    log(`no sessions found in ${config.sessions.join(", ")}`);
    return nothing;
  }
  if (!bootstrap) log(`${nNewSessions} sessions since last KB curation. Running curation...`);
  await applyCuration(planned);
  log(`KB curation: ${created.length} created, ${updated.length} updated, ${disputed.length} contradictions detected`);
  if (config.reflect.auto) log(workSummary(await learnFromWork({ config, now: planned.now, notice: log })).trimEnd());
  return { articlesCreated: created.length, articlesUpdated: updated.length, contradictions: disputed.length };
}
