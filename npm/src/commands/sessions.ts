// `repolore sessions`: what transcripts are there, and what is odd about them.
import { relative } from "node:path";
import type { Diagnostic, TranscriptSummary } from "../generated/types.js";
import { findSessions, IssueMap, readSession, type SessionFile, unreadable } from "../sources/sessions.js";
import { columns, oneLine, type Progress, progressOn, shorten, styleFor } from "../terminal.js";
import { configFor, PLACES } from "./places.js";
import type { Command, Context, Options } from "./types.js";

interface Session extends TranscriptSummary {
  path: string;
  name: string;
  bytes: number;
  issues: number[];
}

/** One line for a person: a file, perhaps a line in it, and what is wrong. */
interface Problem extends Diagnostic {
  path: string;
}

interface Report {
  sessions: Session[];
  /** Files that look like transcripts by name and are none. */
  others: string[];
  problems: Problem[];
}

export const sessions: Command = {
  name: "sessions",
  summary: "list the transcripts that are there",
  usage: "sessions [PATH…] [options]",
  description:
    "Finds and reads every transcript in the configured places, or in the files and folders named: pi, Claude Code,\n" +
    "Codex, Copilot CLI, Gemini CLI, plain role/content logs and memory.log, recognised by what is in them.\n" +
    "Damaged lines are listed with file and line; they never hide the rest.",
  options: { sessions: PLACES["sessions"] as Command["options"][string] },
  examples: [
    ["repolore sessions", "the transcripts of this project"],
    ["repolore sessions ~/.claude/projects ~/.codex/sessions", "any folders, searched recursively"],
    ["repolore sessions --json | jq '.sessions[] | select(.humanTurns > 0) | .path'", "for programs"],
  ],
  run,
};

async function run(context: Context, positionals: string[], options: Options): Promise<number> {
  const named = [...((options["sessions"] as string[] | undefined) ?? []), ...positionals];
  const config = configFor(context, named.length > 0 ? { sessions: named } : {});
  const files = await findSessions(config.sessions);
  const report = await readAll(files, new IssueMap(config.issues), context);
  if (options["json"]) {
    context.stdout(`${JSON.stringify(jsonReport(report), null, 2)}\n`);
  } else if (report.sessions.length === 0 && report.problems.length === 0) {
    const places = config.sessions.map((place) => relative(context.cwd, place) || ".").join(", ");
    context.stderr(`no transcripts found in ${places}; name files or folders: repolore sessions PATH…\n`);
  } else {
    context.stdout(`${textReport(report, context).join("\n")}\n`);
  }
  const failed = report.problems.some(({ severity }) => severity === "error");
  return failed || report.sessions.length === 0 ? 1 : 0;
}

async function readAll(files: SessionFile[], issues: IssueMap, context: Context): Promise<Report> {
  const report: Report = { sessions: [], others: [], problems: [] };
  const progress = progressOn(context);
  for (const [at, file] of files.entries()) {
    const path = relative(context.cwd, file.path) || file.path;
    const summary = await summarize(file, showing(progress, at + 1, files.length, file));
    if ("severity" in summary) {
      report.problems.push({ path, ...summary });
      continue;
    }
    if (summary.dialect === null && !file.named) {
      report.others.push(path);
      continue;
    }
    for (const diagnostic of summary.diagnostics) report.problems.push({ path, ...diagnostic });
    if (summary.dialect === null) continue;
    const { bytes, name } = file;
    report.sessions.push({ path, name, bytes, issues: await issues.issuesOf(file.path), ...summary });
  }
  progress.done();
  return report;
}

/** What a file holds; a file that cannot be read becomes a problem, so that it does not hide the others. */
async function summarize(
  file: SessionFile,
  onProgress: (bytes: number) => void,
): Promise<TranscriptSummary | Diagnostic> {
  try {
    const session = await readSession(file.path, { onProgress });
    try {
      return session.summary();
    } finally {
      session.free();
    }
  } catch (error) {
    return unreadable(error);
  }
}

/** Shows what takes long, and of a large file how much is read. */
function showing(progress: Progress, at: number, of: number, file: SessionFile): (bytes: number) => void {
  let shown = -1;
  return (bytes) => {
    const percent = file.bytes > 0 ? Math.floor((bytes / file.bytes) * 10) * 10 : 100;
    if (percent === shown) return;
    shown = percent;
    const share = file.bytes > 32 * 1024 * 1024 ? ` ${percent} %` : "";
    progress.update(`reading ${at}/${of} ${shorten(oneLine(file.name), 50)}${share}`);
  };
}

function jsonReport({ sessions, others, problems }: Report): unknown {
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    sessions: sessions.map((session) => ({ ...session, started: iso(session.started), ended: iso(session.ended) })),
    totals: totals(sessions),
    notTranscripts: others,
    problems,
  };
}

function totals(sessions: Session[]) {
  const sum = (key: "turns" | "humanTurns" | "agentTurns" | "machineTurns" | "toolCalls" | "errors" | "bytes") =>
    sessions.reduce((total, session) => total + session[key], 0);
  return {
    sessions: sessions.length,
    turns: sum("turns"),
    humanTurns: sum("humanTurns"),
    agentTurns: sum("agentTurns"),
    machineTurns: sum("machineTurns"),
    toolCalls: sum("toolCalls"),
    errors: sum("errors"),
    bytes: sum("bytes"),
  };
}

const TITLES = ["SESSION", "DIALECT", "TURNS", "HUMAN", "CALLS", "ERRORS", "FIRST", "LAST", "ISSUE", "PROBLEMS"];
/** Columns of numbers, aligned to the right. */
const NUMBERS = [2, 3, 4, 5];

function textReport(report: Report, context: Context): string[] {
  const { sessions, others } = report;
  const problems = report.problems.filter(({ code }) => code !== "transcript/cut-text");
  const day = (ms: number | null) => (ms === null ? "-" : new Date(ms).toISOString().slice(0, 10));
  const rows = sessions.map((session) => [
    context.isTTY ? shorten(oneLine(session.name), 40) : oneLine(session.path),
    session.dialect ?? "-",
    String(session.turns),
    String(session.humanTurns),
    String(session.toolCalls),
    String(session.errors),
    day(session.started),
    day(session.ended),
    session.issues.map((issue) => `#${issue}`).join(" ") || "-",
    String(problems.filter(({ path }) => path === session.path).length || "-"),
  ]);
  const [titles = "", ...lines] = columns([TITLES, ...rows], NUMBERS)
    .trimEnd()
    .split("\n");
  const head = [styleFor(context).bold(titles), ...lines, ""];
  const out = [...(sessions.length > 0 ? head : []), totalLine(sessions, problems.length)];
  if (problems.length > 0) out.push("", "Problems:", ...problems.map(problemLine));
  if (others.length > 0) {
    const shown = others.slice(0, 5).map(oneLine).join(", ");
    const more = others.length > 5 ? ` and ${others.length - 5} more` : "";
    out.push("", `Not transcripts (skipped): ${shown}${more}`);
  }
  return out;
}

function totalLine(sessions: Session[], problems: number): string {
  const { turns, humanTurns, machineTurns, toolCalls } = totals(sessions);
  const parts = [
    counted(sessions.length, "session"),
    `${counted(turns, "turn")} (${humanTurns} human, ${machineTurns} machine-made)`,
    counted(toolCalls, "tool call"),
    problems > 0 ? counted(problems, "problem") : "no problems",
  ];
  return parts.join(" · ");
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function problemLine({ path, line, severity, message, code }: Problem): string {
  return `  ${oneLine(`${path}${line === null ? "" : `:${line}`}: ${severity}: ${message} [${code}]`)}`;
}
