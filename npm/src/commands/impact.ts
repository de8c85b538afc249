// `repolore impact`: from a design to the files that will change.
import { RepoloreError } from "../errors.js";
import { IMPACT_LIMIT_MS, impactTable, scanImpact } from "../ground/impact.js";
import { treeWithoutPast } from "../ground/run.js";
import { Track } from "../ground/track.js";
import { MOMENT, pastOf, trackOf } from "./ground-options.js";
import { readInput } from "./input.js";
import { configFor } from "./places.js";
import type { Command, Context, OptionSpec, Options } from "./types.js";

export const command: Command = {
  name: "impact",
  summary: "list the files a design will change",
  usage: "impact --design FILE|- [options]",
  maxArguments: 1,
  description:
    "Reads a design, plan or commit message and finds the files it touches: those it names, those that define or use\n" +
    "what it names, those whose text is about it, and their tests, headers, importers and companions in git history.\n" +
    "Files are named, likely or possible; waves tell in which order to change them.",
  options: {
    design: { type: "string", value: "FILE", help: "the design; - is stdin" },
    limit: { type: "string", value: "SECONDS", help: "end earlier, with what was found until then (30)" },
    track: MOMENT["track"] as OptionSpec,
  },
  examples: [
    ["repolore impact --design docs/plan.md", "as a table"],
    ["git log -1 --format=%B | repolore impact --design - --json", "for programs"],
  ],
  run,
};

async function run(context: Context, positionals: string[], options: Options): Promise<number> {
  const config = configFor(context, {});
  const place = trackOf(config, options);
  const track = place && new Track(place.tracks, place.name);
  const named = (options["design"] as string | undefined) ?? positionals[0];
  const design = named === undefined ? track?.design() : await readInput(context, named);
  if (!design?.trim())
    throw new RepoloreError("usage/design", "impact: name the design: --design FILE, or - for stdin");
  const seconds = options["limit"] === undefined ? IMPACT_LIMIT_MS / 1000 : Number(options["limit"]);
  if (!(seconds >= 0 && seconds <= 3600)) {
    throw new RepoloreError("usage/limit", `--limit ${String(options["limit"])}: say seconds from 0 to 3600`);
  }
  const root = config.projectRoot;
  const report = scanImpact({ design, root, limitMs: seconds * 1000, tree: treeWithoutPast(root, pastOf(config)) });
  if (track) context.stderr(`stored: ${track.writeImpact(impactTable(report))}\n`);
  context.stdout(options["json"] ? `${JSON.stringify(report, null, 2)}\n` : impactTable(report));
  return 0;
}
