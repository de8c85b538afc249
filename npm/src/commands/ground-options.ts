// What the commands about grounding share: modes, transitions, tracks, the web provider.
import { resolve } from "node:path";
import type { Config } from "../config.js";
import { RepoloreError } from "../errors.js";
import type { DesignMode } from "../generated/types.js";
import { groundingPolicy, type Past, type SanitizationLog, wordsOf } from "../ground/run.js";
import { TRACKS } from "../ground/track.js";
import type { WebProvider } from "../sources/web.js";
import { nearest } from "../suggest.js";
import type { Context, OptionSpec, Options } from "./types.js";

export const TRANSITIONS = ["discover-define", "define-develop", "develop-deliver", "deliver-complete"] as const;

export const MOMENT: Record<string, OptionSpec> = {
  mode: { type: "string", value: "MODE", values: ["speed", "full"], help: "how thoroughly the session designs (full)" },
  transition: {
    type: "string",
    value: "NAME",
    values: TRANSITIONS,
    help: "the step from one phase to the next",
  },
  track: { type: "string", value: "NAME", help: "the track whose results are stored and judged" },
};

export const EXIT_CODES =
  "Exit codes: 0 pass (PROCEED, WARN, SKIPPED) · 3 RUN_GROUNDING · 4 MANUAL_VERIFY · 5 RETRY_GROUNDING ·\n" +
  "1 it could not be done · 2 the call was wrong.";

export function modeOf(options: Options): DesignMode {
  const mode = String(options["mode"] ?? "full").toLowerCase();
  if (mode === "speed" || mode === "full") return mode;
  throw new RepoloreError("usage/mode", `--mode ${mode}: there are speed and full`);
}

/** The transition as given. Any name will do, but what looks like a slip of the pen would open a gate. */
export function transitionIn(options: Options, argument?: string): string | undefined {
  const name = (options["transition"] as string | undefined) ?? argument;
  if (name === undefined || groundingPolicy(modeOf(options), name).transition !== "other") return name;
  const guess = nearest(wordsOf(name), TRANSITIONS);
  if (guess) throw new RepoloreError("usage/transition", `--transition ${name}: did you mean "${guess}"?`);
  return name;
}

export function trackOf(config: Config, options: Options): { tracks: string; name: string } | undefined {
  const name = options["track"] as string | undefined;
  return name === undefined ? undefined : { tracks: resolve(config.projectRoot, config.ground.tracks ?? TRACKS), name };
}

export function pastOf({ root, knowledge, roots, sessions, state }: Config): Past {
  return { knowledge: [resolve(root, knowledge), ...roots], sessions, state: resolve(root, state) };
}

/** The provider of the configuration; the environment overrides its address. Off when neither names one. */
export function providerOf(config: Config, { env }: Context): WebProvider | undefined {
  const url = env["REPOLORE_WEB_URL"] || config.ground.web;
  if (!url) return undefined;
  if (!URL.canParse(url.replaceAll("{query}", "")) || !/^https?:/i.test(url)) {
    throw new RepoloreError(
      "config/value",
      `"ground.web" must be an http or https address, not ${JSON.stringify(url)}`,
    );
  }
  return { url, key: config.ground.web_key ? env[config.ground.web_key] : undefined };
}

export function logger(context: Context): (entry: SanitizationLog) => void {
  return (entry) => context.stderr(`${JSON.stringify(entry)}\n`);
}
