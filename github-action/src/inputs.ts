// The inputs of action.yml, read and checked. A wrong value ends the run with what would be right.
import { RepoloreError } from "../../npm/dist/errors.js";
import { endpointProblem } from "../../npm/dist/llm/chat.js";
import { nearest } from "../../npm/dist/suggest.js";

export const MODES = ["commit", "pull-request", "check"] as const;
export type Mode = (typeof MODES)[number];

export interface Inputs {
  mode: Mode;
  preset: string | undefined;
  directory: string;
  knowledge: string | undefined;
  sessions: string[] | undefined;
  /** `false` runs always, `true` by the configured threshold, a number by that. */
  ifDue: boolean | number;
  bootstrap: boolean;
  allowBulk: boolean;
  branch: string | undefined;
  pullRequestBranch: string;
  commitMessage: string | undefined;
  /** Collect signals and reflect after the curation; by the configuration when not given. */
  reflect: boolean | undefined;
  sessionsFrom: "checkout" | "api";
  strict: boolean;
  dryRun: boolean;
  /** The model that may reword what was found; none unless named. */
  llm: { url: string; model: string; key: string | undefined } | undefined;
  token: string | undefined;
}

/** `get` returns the text of an input, empty when it is not given. */
export function readInputs(get: (name: string) => string): Inputs {
  const text = (name: string) => get(name).trim() || undefined;
  const flag = (name: string) => {
    const value = text(name)?.toLowerCase() ?? "false";
    if (value !== "true" && value !== "false") throw wrong(name, value, "must be true or false");
    return value === "true";
  };
  const lines = text("sessions")
    ?.split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return {
    mode: readMode(text("mode") ?? "commit"),
    preset: text("preset"),
    directory: text("directory") ?? ".",
    knowledge: text("knowledge"),
    sessions: lines,
    ifDue: readIfDue(text("if-due") ?? "false"),
    bootstrap: flag("bootstrap"),
    allowBulk: flag("allow-bulk"),
    branch: readBranch("branch", text("branch")),
    pullRequestBranch: readBranch("pull-request-branch", text("pull-request-branch")) ?? "repolore/knowledge",
    commitMessage: text("commit-message")?.split("\n")[0],
    reflect: text("reflect") === undefined ? undefined : flag("reflect"),
    sessionsFrom: readSource(text("sessions-from") ?? "checkout"),
    strict: flag("strict"),
    dryRun: flag("dry-run"),
    llm: readModel(text("llm-url"), text("llm-model"), text("llm-key")),
    token: text("token"),
  };
}

function readModel(url: string | undefined, model: string | undefined, key: string | undefined): Inputs["llm"] {
  if (url === undefined && model === undefined) return undefined;
  if (url === undefined) throw wrong("llm-url", "", "must be the URL of a service, since llm-model is given");
  if (model === undefined) throw wrong("llm-model", "", "must name a model, since llm-url is given");
  const problem = endpointProblem({ url, key });
  if (problem) throw new RepoloreError("usage/input", `llm-url and llm-key: ${problem}`);
  return { url, model, key };
}

function readMode(value: string): Mode {
  const mode = MODES.find((known) => known === value);
  if (mode) return mode;
  const guess = nearest(value, MODES);
  throw wrong("mode", value, `must be one of ${MODES.join(", ")}${guess ? `; did you mean "${guess}"?` : ""}`);
}

function readSource(value: string): Inputs["sessionsFrom"] {
  if (value === "checkout" || value === "api") return value;
  throw wrong("sessions-from", value, "must be checkout or api");
}

function readIfDue(value: string): boolean | number {
  if (/^(true|false)$/i.test(value)) return value.toLowerCase() === "true";
  if (/^[1-9]\d{0,4}$/.test(value)) return Number(value);
  throw wrong("if-due", value, "must be true, false or a number of sessions");
}

/** A branch name as git allows it, and nothing that a command line could take for an option. */
function readBranch(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const sound = /^[A-Za-z0-9][\w./-]*$/.test(value) && !/\.\.|\/\/|@\{|\.lock$|[./]$/.test(value);
  if (!sound) throw wrong(name, value, "must be the name of a branch");
  return value;
}

function wrong(name: string, value: string, problem: string): RepoloreError {
  return new RepoloreError("usage/input", `input "${name}" is ${JSON.stringify(value)}: it ${problem}`);
}
