// What the steps after a curation found, as data and as a few lines for people.
import type { Candidate } from "../generated/types.js";
import { oneLine } from "../terminal.js";
import type { WorkLessons } from "./run.js";

export interface WorkReport {
  /** Signals that were stored, or would be in a dry run. */
  signals: { id: string; type: string; severity: string; title: string }[];
  /** Candidates that a person should look at before they are stored. */
  suggested: { type: string; severity: string; title: string }[];
  lessons: { id: string; lesson: string; isNew: boolean; evidence: number }[];
  /** Groups of signals that nearly make a lesson, by their tags. */
  spikeCandidates: string[][];
  archived: number;
  written: string[];
  skipped: { path: string; reason: string }[];
}

const typeOf = ({ signalType }: Candidate) => (typeof signalType === "string" ? signalType : "custom");

/** The result as data: no transcript text but titles. */
export function workReport({ stored, suggested, plan, applied, written }: WorkLessons): WorkReport {
  const { lessons, clusters, archived } = plan.reflection;
  const brief = (candidate: Candidate) => ({
    type: typeOf(candidate),
    severity: candidate.severity,
    title: candidate.title,
  });
  return {
    signals: stored.map(({ id, candidate }) => ({ id, ...brief(candidate) })),
    suggested: suggested.map(({ candidate }) => brief(candidate)),
    lessons: lessons.map(({ id, lesson, existing, evidenceCount }) => ({
      id,
      lesson,
      isNew: existing === null,
      evidence: evidenceCount,
    })),
    spikeCandidates: clusters.filter(({ verdict }) => verdict === "spike-candidate").map(({ cluster }) => cluster.tags),
    archived: archived.length,
    written,
    skipped: [...plan.skipped.map(([path, reason]) => ({ path, reason })), ...(applied?.skipped ?? [])],
  };
}

/** A section of its own, below that of the curation. */
export function workSummary(work: WorkLessons): string {
  const { signals, suggested, lessons, spikeCandidates, skipped } = workReport(work);
  const lines: string[] = [];
  const list = (title: string, items: string[]) => {
    if (items.length === 0) return;
    lines.push(`${title} (${items.length}):`, ...items.slice(0, 20).map((item) => `  ${oneLine(item)}`));
    if (items.length > 20) lines.push(`  and ${items.length - 20} more`);
  };
  const shown = ({ severity, type, title }: { severity: string; type: string; title: string }) =>
    `${severity} ${type}: ${title}`;
  list("Signals", signals.map(shown));
  list("Perhaps signals, to be stored with repolore signal detect --create", suggested.map(shown));
  list(
    "Lessons",
    lessons.map(({ id, lesson, isNew, evidence }) => (isNew ? lesson : `${id}: now rests on ${evidence} signals`)),
  );
  list(
    "Worth an experiment, see repolore spike",
    spikeCandidates.map((tags) => tags.join(", ")),
  );
  list(
    "Left alone",
    skipped.map(({ path, reason }) => `${path}: ${reason}`),
  );
  const isNew = lessons.filter((lesson) => lesson.isNew).length;
  lines.push(`Reflection: ${signals.length} signals, ${isNew} new lessons, ${lessons.length - isNew} updated`);
  return `${lines.join("\n")}\n`;
}
