// Candidates for signals: what transcripts, settings files and plans of a project suggest.
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.js";
import { withCore } from "../core.js";
import type { Candidate, Configured, NewSignal } from "../generated/types.js";
import { findSessions, readSession, sessionName, unreadable } from "../sources/sessions.js";

export interface FoundCandidate {
  /** Absolute path of the transcript or summary. */
  source: string;
  candidate: Candidate;
}

/** Reads everything there is and returns the candidates, transcripts first; `notice` hears what cannot be read. */
export async function findCandidates(config: Config, notice: (text: string) => void): Promise<FoundCandidate[]> {
  const configured = await configuredModels(config.projectRoot);
  const found: FoundCandidate[] = [];
  for (const { path } of await findSessions(config.sessions)) {
    const session = await readSession(path).catch((error: unknown) => {
      notice(unreadable(error).message);
    });
    if (!session) continue;
    try {
      const candidates = withCore((core) => core.detectSignals(session, sessionName(path), configured));
      for (const candidate of candidates) found.push({ source: path, candidate });
    } finally {
      session.free();
    }
  }
  for (const pair of await planPairs(config.projectRoot)) {
    const candidate = withCore((core) => core.detectDeviation(pair));
    if (candidate) found.push({ source: join(config.projectRoot, pair.summaryPath), candidate });
  }
  return found;
}

/** What a candidate is known by: the same event found again, in a longer transcript too, has the same key. */
export function keyOf({ signalType, evidence, context, title, tags }: Candidate): string {
  const first = evidence[0];
  const place = first ? `${first.session}:${first.line}` : context || title;
  return [typeof signalType === "string" ? signalType : "custom", tags[1] ?? "", place].join(" ");
}

/** The signal that a candidate becomes. */
export function signalOf(candidate: Candidate, project: string): NewSignal {
  return { ...candidate, project, positive: null, confidence: "medium", detected: true };
}

/** Models that the settings files of the project ask for. */
async function configuredModels(root: string): Promise<Configured[]> {
  const found: Configured[] = [];
  for (const file of withCore((core) => core.settingsFiles())) {
    const text = await readFile(join(root, file), "utf8").catch(() => null);
    const setting = text === null ? null : withCore((core) => core.configuredModel(file, text));
    if (setting) found.push(setting);
  }
  return found;
}

/** Plans that have a summary beside them; their paths are relative to the project. */
async function planPairs(root: string) {
  const pairs = [];
  for (const folder of [".planning/phases", ".planning/quick", ".planning/milestones"]) {
    if (!existsSync(join(root, folder))) continue;
    const names = (await readdir(join(root, folder), { recursive: true })).map((name) =>
      String(name).replaceAll("\\", "/"),
    );
    const there = new Set(names);
    for (const name of names.filter((name) => name.endsWith("PLAN.md")).sort()) {
      const summary = name.replace(/PLAN\.md$/, "SUMMARY.md");
      if (!there.has(summary)) continue;
      const [planPath, summaryPath] = [`${folder}/${name}`, `${folder}/${summary}`];
      const [plan, summaryText] = await Promise.all(
        [planPath, summaryPath].map((path) => readFile(join(root, path), "utf8").catch(() => "")),
      );
      pairs.push({ planPath, plan: plan ?? "", summaryPath, summary: summaryText ?? "" });
    }
  }
  return pairs;
}
