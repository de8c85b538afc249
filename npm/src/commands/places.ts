// The options that say where things are, the same for every command that reads or writes knowledge.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { PRESET_NAMES } from "../config/keys.js";
import { type Config, loadConfig } from "../config.js";
import { RepoloreError } from "../errors.js";
import type { Context, OptionSpec, Options } from "./types.js";

export const PLACES: Record<string, OptionSpec> = {
  knowledge: { type: "string", value: "DIR", help: "use DIR as the knowledge base" },
  sessions: {
    type: "string",
    multiple: true,
    value: "PATH…",
    help: "read these transcripts or folders of transcripts",
  },
  preset: { type: "string", value: "NAME", values: PRESET_NAMES, help: "layout to follow" },
};

/** The configuration for a call with the options of {@link PLACES}; transcripts that the call names must be there. */
export function configFor({ cwd, env }: Context, options: Options): Config {
  const { knowledge, sessions, preset } = options as { knowledge?: string; sessions?: string[]; preset?: string };
  const config = loadConfig({ cwd, env, knowledge, sessions, preset });
  const missing = sessions?.find((_, at) => !existsSync(config.sessions[at] ?? ""));
  if (missing !== undefined) {
    throw new RepoloreError("usage/sessions", `--sessions ${missing}: there is no such file or folder`);
  }
  return config;
}

/** The same for a command that makes no knowledge base: one that the call names must be there. */
export function configToRead(context: Context, options: Options): Config {
  const config = configFor(context, options);
  if (options["knowledge"] !== undefined && !existsSync(join(config.root, config.knowledge))) {
    throw new RepoloreError("usage/knowledge", `--knowledge ${options["knowledge"]}: there is no such folder`);
  }
  return config;
}
