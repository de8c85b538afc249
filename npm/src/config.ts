// Where everything is: the configuration file, the presets and the options of the call, resolved to paths.
import { existsSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { PRESET_NAMES, type PresetName } from "./config/keys.js";
import { type Layout, PRESETS } from "./config/presets.js";
import { configFileIn, readConfigFile, type Values } from "./config/read.js";
import { RepoloreError } from "./errors.js";

export { configSchema, type PresetName } from "./config/keys.js";

/** What the caller says beside the file. */
export interface ConfigRequest {
  /** Where to start looking; the caller's working directory. */
  cwd: string;
  env?: Record<string, string | undefined>;
  /** Folder of the knowledge base instead of the configured one, relative to `cwd`. */
  knowledge?: string | undefined;
  /** Transcripts and folders instead of the configured ones, relative to `cwd`. */
  sessions?: string[] | undefined;
  /** Layout instead of the configured or found one. */
  preset?: string | undefined;
}

/** Everything resolved. Paths "in the store" are relative to `root`, with `/` between the parts. */
export interface Config {
  /** The file that was read, if any. */
  file: string | null;
  preset: PresetName;
  /** The project's name in entries and indexes. */
  project: string;
  /** Absolute; the folder of the project, which the knowledge base may lie outside of. */
  projectRoot: string;
  /** Absolute; the root of the store, and nothing is written outside of it. */
  root: string;
  /** Folder of the knowledge base, in the store; `""` when it is the root. */
  knowledge: string;
  /** Folder of what is remembered between runs, in the store. */
  state: string;
  /** Absolute paths of transcripts and of folders of transcripts; they need not exist. */
  sessions: string[];
  /** Absolute path of the folder with issue mappings. */
  issues: string | null;
  /** Absolute paths of other knowledge bases. */
  roots: string[];
  threshold: number;
  knowledgeDebug: boolean;
  budget: { tokens: number; executor: number; articles: number; preference: number };
  decay: { rate: number; floor: number; evergreen: string[] };
  reflect: { auto: boolean; frustration: boolean; keep: number; critical: number; notable: number; minor: number };
  ground: { web?: string; web_key?: string; tracks?: string };
  llm: {
    enabled: boolean;
    url?: string;
    model?: string;
    key?: string;
    timeout: number;
  };
}

/** State of a knowledge base that stands by itself, outside of any project. */
const OWN_STATE = ".repolore";

/** Finds and reads the configuration and resolves every path in it. */
export function loadConfig(request: ConfigRequest): Config {
  const places = new Places(request.env ?? process.env);
  const project = findProject(request.cwd, places);
  const file = configFileIn(project);
  const values = readConfigFile(file);
  const preset = choosePreset(request.preset ?? (values["preset"] as string | undefined), project, places);
  const layout = chooseLayout(preset, project, places);
  const sessions = request.sessions?.map((path) => places.resolve(request.cwd, path));
  return {
    file: file ?? null,
    preset,
    project: (values["project"] as string | undefined) ?? basename(project),
    projectRoot: project,
    ...storePlaces(request, project, values, layout, places),
    sessions: sessions ?? sessionPlaces(project, values, layout, places),
    issues: optional((values["issues"] as string | undefined) ?? layout.issues, (path) =>
      places.resolve(project, path),
    ),
    roots: otherRoots(project, values, preset, places),
    threshold: values["threshold"] as number,
    knowledgeDebug: (values["knowledge_debug"] as boolean) || planningDebug(project),
    budget: values["budget"] as Config["budget"],
    decay: values["decay"] as Config["decay"],
    reflect: values["reflect"] as Config["reflect"],
    ground: values["ground"] as Config["ground"],
    llm: values["llm"] as Config["llm"],
  };
}

/** Resolves `~`, environment variables and `{project}` in configured paths. */
class Places {
  readonly #env: Record<string, string | undefined>;

  constructor(env: Record<string, string | undefined>) {
    this.#env = env;
  }

  resolve(base: string, path: string): string {
    return this.find(base, path) ?? resolve(base, path);
  }

  /** `undefined` when the path names an environment variable that is not set. */
  find(base: string, path: string): string | undefined {
    let unset = false;
    const expanded = path
      .replace(/^~(?=$|[\\/])/, () => this.#env["HOME"] || homedir())
      .replace(/^\$([A-Z_][A-Z0-9_]*)/, (_, name: string) => {
        const value = this.#env[name];
        if (!value) unset = true;
        return value ?? "";
      })
      .replace("{project}", () => base.replace(/[^a-zA-Z0-9]/g, "-"));
    return unset ? undefined : resolve(base, expanded);
  }

  exists(base: string, path: string): boolean {
    const found = this.find(base, path);
    return found !== undefined && existsSync(found);
  }
}

/** The nearest folder upwards with a configuration file, a known layout or a git repository; else the start. */
function findProject(cwd: string, places: Places): string {
  const start = resolve(cwd);
  for (let folder = start; ; folder = dirname(folder)) {
    if (configFileIn(folder) || presetIn(folder, places) || existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return start;
  }
}

/** The preset whose folders stand in this folder itself; shared places in the home folder do not count. */
function presetIn(folder: string, places: Places): PresetName | undefined {
  return PRESET_NAMES.find((name) =>
    PRESETS[name].layouts.some(({ marker }) => !/^[~$]/.test(marker) && places.exists(folder, marker)),
  );
}

function choosePreset(wanted: string | undefined, project: string, places: Places): PresetName {
  if (wanted === undefined) return presetIn(project, places) ?? "gitclaw";
  const known = PRESET_NAMES.find((name) => name === wanted);
  if (known) return known;
  throw new RepoloreError("usage/preset", `unknown preset "${wanted}"; there are ${PRESET_NAMES.join(", ")}`);
}

function chooseLayout(preset: PresetName, project: string, places: Places): Layout {
  const { layouts } = PRESETS[preset];
  const found = layouts.find(({ marker }) => places.exists(project, marker)) ?? layouts[0];
  if (!found) throw new RepoloreError("internal/preset", `preset ${preset} has no layout`);
  return found;
}

/**
 * The store's root and the two folders in it. A knowledge base inside the project is written through the
 * project; one elsewhere is a store by itself and keeps its own state.
 */
function storePlaces(
  { cwd, knowledge: override }: ConfigRequest,
  project: string,
  values: Values,
  layout: Layout,
  places: Places,
): Pick<Config, "root" | "knowledge" | "state"> {
  const configured = places.resolve(project, (values["knowledge"] as string | undefined) ?? layout.knowledge);
  const knowledge = override === undefined ? configured : places.resolve(cwd, override);
  if (existsSync(knowledge) && !statSync(knowledge).isDirectory()) {
    const code = override === undefined ? "config/value" : "usage/knowledge";
    throw new RepoloreError(code, `the knowledge base ${knowledge} is not a folder`);
  }
  const inside = storePath(project, knowledge);
  if (inside === undefined) return { root: knowledge, knowledge: "", state: OWN_STATE };
  const state = storePath(project, places.resolve(project, (values["state"] as string | undefined) ?? layout.state));
  if (state === undefined) {
    throw new RepoloreError("config/value", `"state" must be a folder inside the project ${project}`);
  }
  // A knowledge base named for one call must not share what is remembered about the configured one.
  const own = knowledge !== configured && values["state"] === undefined;
  return { root: project, knowledge: inside, state: own ? joinStore(inside, OWN_STATE) : state };
}

/** `path` relative to `root` as a store path, or `undefined` when it lies outside. */
export function storePath(root: string, path: string): string | undefined {
  const inside = relative(root, path);
  if (isAbsolute(inside) || inside === ".." || inside.startsWith(`..${sep}`)) return undefined;
  return inside.split(sep).join("/");
}

/** Whether the knowledge base is part of the project, and the store's root the project itself. */
export function isInside(config: Config): boolean {
  return config.root === config.projectRoot;
}

/** Joins store paths; `""` is the root. */
export function joinStore(...parts: string[]): string {
  return parts.filter((part) => part !== "").join("/");
}

function sessionPlaces(project: string, values: Values, layout: Layout, places: Places): string[] {
  const written = values["sessions"] as string[];
  const named = written.length > 0 ? written : layout.sessions;
  return [...new Set(named.flatMap((path) => places.find(project, path) ?? []))];
}

function otherRoots(project: string, values: Values, preset: PresetName, places: Places): string[] {
  const written = (values["roots"] as string[]).map((path) => places.resolve(project, path));
  const shared = PRESETS[preset].shared.flatMap((path) => {
    const found = places.find(project, path);
    return found && existsSync(found) ? [found] : [];
  });
  return [...new Set([...written, ...shared])];
}

/** `knowledge_debug` of GSD's own configuration; a missing or broken file means no. */
function planningDebug(project: string): boolean {
  try {
    return JSON.parse(readFileSync(join(project, ".planning", "config.json"), "utf8")).knowledge_debug === true;
  } catch {
    return false;
  }
}

function optional<T, U>(value: T | undefined, then: (value: T) => U): U | null {
  return value === undefined ? null : then(value);
}
