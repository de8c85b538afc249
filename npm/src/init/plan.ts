// What `repolore init` writes where. Files of people are never replaced.

import { type Config, isInside, joinStore, storePath } from "../config.js";
import { RepoloreError } from "../errors.js";
import { version } from "../load/version.js";
import { exactText } from "../store/text.js";
import type { Change, Store } from "../store/types.js";
import { withElement, withMember } from "./json-text.js";
import {
  appendSystemLine,
  configFile,
  docsPage,
  lifecycleScript,
  readmeLine,
  SCHEDULED_TASK,
  skill,
  workflow,
} from "./templates.js";

export const DEFAULT_ACTION = "repolore/repolore/github-action@v1";

/** One file, what happens to it, and the change when there is one. */
export interface InitFile {
  path: string;
  action: "create" | "extend" | "keep";
  reason: string;
  change?: Change;
}

/** What a template does with the text that stands there; `null` when there is none. Returns the same to keep it. */
type Template = (present: string | null) => string | null;

export async function planInit(
  store: Store,
  config: Config,
  options: { action?: string | undefined },
): Promise<InitFile[]> {
  const action = options.action ?? DEFAULT_ACTION;
  if (!/^[\w.-]+\/[\w./-]+@[\w./-]+$|^\.\//.test(action)) {
    throw new RepoloreError("usage/action", `--action ${action}: must be of the form OWNER/REPO/github-action@REF`);
  }
  const files: InitFile[] = [];
  for (const planned of await templates(store, config, action)) files.push(await plan(store, planned));
  return files;
}

/** A file, what it is made of, what it is for, and why it may be missing. */
type Planned = [path: string, template: Template, doc: string, needless?: string];

async function templates(store: Store, config: Config, action: string): Promise<Planned[]> {
  const once =
    (text: string): Template =>
    (present) =>
      present ?? text;
  const agents = await agentWorkflows(store, config);
  const common: Planned[] = [
    ["repolore.json", once(configFile(config)), "the configuration"],
    [
      ".github/workflows/knowledge.yml",
      reachesRunner(config) ? once(workflow(action, agents)) : (present) => present,
      "curates weekly and after agent runs",
      "none: transcripts outside the repository never reach GitHub; run repolore curate where they are",
    ],
  ];
  const home = config.state.slice(0, Math.max(0, config.state.lastIndexOf("/")));
  if (!(await usesGitclaw(store, config, home))) {
    const folder = config.preset === "gitclaw" ? ".agents" : ".claude";
    return [
      ...common,
      [`${folder}/skills/knowledge-base/SKILL.md`, once(skill(config)), "teaches the agent to use it"],
    ];
  }
  const at = (path: string) => joinStore(home, path);
  return [
    ...common,
    [at("lifecycle/GITCLAW-KNOWLEDGE.ts"), once(lifecycleScript(config)), "for the agent's lifecycle scripts"],
    [at("package.json"), withDependency, "the lifecycle script needs the package"],
    [at(".pi/skills/knowledge-base/SKILL.md"), once(skill(config)), "teaches the agent to use it"],
    [at(".pi/APPEND_SYSTEM.md"), withLine(appendSystemLine(config)), "tells the agent to look there"],
    [at("README.md"), (present) => present && withLine(readmeLine(config))(present), "names the capability"],
    [at("scheduled-tasks.json"), withTask, "the weekly task"],
    [at("docs/GITCLAW-Knowledge-Base.md"), once(docsPage(config)), "explains it to people"],
  ];
}

/** Whether a runner that checks the repository out has both transcripts and the knowledge base. */
function reachesRunner(config: Config): boolean {
  return isInside(config) && config.sessions.some((path) => storePath(config.projectRoot, path) !== undefined);
}

/** Whether an agent of this layout lives here. What Repolore itself keeps in its folder, and transcripts, show nothing. */
async function usesGitclaw(store: Store, config: Config, home: string): Promise<boolean> {
  if (config.preset !== "gitclaw" || !isInside(config)) return false;
  if (home === "") return true;
  const isBelow = (path: string, folder: string) => path.startsWith(`${folder}/`);
  const issues = joinStore(config.state, "issues");
  const files = await store.list(home);
  return files.some(
    (path) => isBelow(path, issues) || !(isBelow(path, config.state) || isBelow(path, config.knowledge)),
  );
}

async function plan(store: Store, [path, template, doc, needless]: Planned): Promise<InitFile> {
  const expected = await store.read(path);
  const present = expected === null ? null : exactText(expected);
  if (expected !== null && present === null) return { path, action: "keep", reason: "it is not UTF-8" };
  const text = template(present);
  if (text === null) return { path, action: "keep", reason: needless ?? "not there, and not needed" };
  if (text === present) return { path, action: "keep", reason: "already there" };
  const change = { path, expected, content: new TextEncoder().encode(text) };
  return { path, action: expected === null ? "create" : "extend", reason: doc, change };
}

/** Adds a line at the end unless the text says it already. */
function withLine(line: string): Template {
  return (present) => {
    if (present === null) return `${line}\n`;
    if (present.includes(line)) return present;
    const newline = present.includes("\r\n") ? "\r\n" : "\n";
    const gap = present.endsWith(newline) ? newline : newline + newline;
    return `${present}${gap}${line}${newline}`;
  };
}

/** Adds the package to the dependencies of the agent's own package.json, where there is one. */
function withDependency(present: string | null): string | null {
  const manifest = present === null ? null : parseObject(present);
  if (present === null || manifest === null) return present;
  const range = `^${version()}`;
  const dependencies = manifest["dependencies"];
  if (dependencies === undefined) return withMember(present, [], "dependencies", { repolore: range });
  if (!isObject(dependencies) || "repolore" in dependencies) return present;
  return withMember(present, ["dependencies"], "repolore", range);
}

/** Adds the weekly task to the scheduled ones. */
function withTask(present: string | null): string | null {
  if (present === null) return `${JSON.stringify({ schedule: "0 9 * * 1", tasks: [SCHEDULED_TASK] }, null, 2)}\n`;
  const tasks = parseObject(present)?.["tasks"];
  if (!Array.isArray(tasks)) return present;
  if (tasks.some((task) => (task as { id?: unknown } | null)?.id === SCHEDULED_TASK.id)) return present;
  return withElement(present, ["tasks"], SCHEDULED_TASK);
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Names of the workflows in which the agent works: those that speak of the layout's folder. */
async function agentWorkflows(store: Store, config: Config): Promise<string[]> {
  const home = config.state.split("/")[0] ?? "";
  if (!home.startsWith(".")) return [];
  const names: string[] = [];
  for (const path of await store.list(".github/workflows")) {
    if (!/\.ya?ml$/.test(path) || path.endsWith("/knowledge.yml")) continue;
    const text = new TextDecoder().decode((await store.read(path)) ?? new Uint8Array());
    const name = /^name:\s*["']?([^"'\n#]+?)["']?\s*$/m.exec(text)?.[1];
    if (name && text.includes(home)) names.push(name);
  }
  return names.sort();
}
