// `repolore quarantine`: what was held back, and a person's word to let it in.
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withCore } from "../core.js";
import { RepoloreError } from "../errors.js";
import type { QuarantineEntry } from "../generated/types.js";
import { namesIn } from "../store/disk.js";
import { fit, oneLine } from "../terminal.js";
import { configToRead, PLACES } from "./places.js";
import type { Command, Context, Options } from "./types.js";

export const quarantine: Command = {
  name: "quarantine",
  summary: "list or release what was held back",
  usage: "quarantine [list | release ID] [options]",
  description:
    "Statements that try to steer future agents are not stored; they are kept aside with the reason. release lets one\n" +
    "in at the next curation, and only a person does that.",
  arguments: ["list", "release"],
  options: { ...PLACES },
  examples: [
    ["repolore quarantine", "what was held back and why"],
    ["repolore quarantine release 3f2a91c07b44", "let it in after all"],
  ],
  run,
};

async function run(context: Context, positionals: string[], options: Options): Promise<number> {
  const [action = "list", id, ...rest] = positionals;
  const config = configToRead(context, options);
  const folder = join(config.root, config.state, "quarantine");
  if (action === "list" && id === undefined) return await list(context, folder, options);
  if (action === "release" && id !== undefined && rest.length === 0) return await release(context, folder, id, options);
  throw new RepoloreError("usage/argument", "quarantine takes list, or release and the ID of an entry");
}

async function list(context: Context, folder: string, options: Options): Promise<number> {
  const entries: QuarantineEntry[] = [];
  for (const name of entriesIn(folder).sort()) {
    const json = await readFile(join(folder, name), "utf8");
    const entry = withCore((core) => core.readQuarantine(json));
    if (entry) entries.push(entry);
    else context.stderr(`${oneLine(join(folder, name))}: not a quarantine entry; left alone\n`);
  }
  if (options["json"]) {
    context.stdout(`${JSON.stringify({ entries }, null, 2)}\n`);
    return 0;
  }
  if (entries.length === 0) context.stderr("nothing is held back\n");
  for (const { id, reason, origin, source, line, released, text } of entries) {
    const place = line === null ? source : `${source}:${line}`;
    const state = released === null ? "" : ` · released ${released}`;
    // What is held back is the very text that nobody should have to trust.
    context.stdout(`${oneLine(`${id}  ${reason} · ${origin} · ${place}${state}`)}\n`);
    context.stdout(`    ${fit(oneLine(text.replace(/\s+/g, " ")), 100)}\n`);
  }
  return 0;
}

async function release(context: Context, folder: string, id: string, options: Options): Promise<number> {
  const name = entriesIn(folder).find((file) => file === `${id}.json`);
  if (name === undefined) throw new RepoloreError("not-found", `nothing with the ID ${id} is held back`);
  const path = join(folder, name);
  const date = context.now().toISOString().slice(0, 10);
  const json = await readFile(path, "utf8");
  const released = withCore((core) => core.releaseQuarantine(json, date));
  if (released === undefined) throw new RepoloreError("quarantine/unreadable", `${path}: not a quarantine entry`);
  const temporary = `${path}.tmp`;
  await writeFile(temporary, released);
  await rename(temporary, path);
  if (options["json"]) context.stdout(`${JSON.stringify({ id, released: date }, null, 2)}\n`);
  else context.stderr(`${id} is released; the next curation stores it\n`);
  return 0;
}

function entriesIn(folder: string): string[] {
  return namesIn(folder).filter((name) => name.endsWith(".json"));
}
