// repolore init: everything a repository needs to have its knowledge base kept.
import { DEFAULT_ACTION, type InitFile, planInit } from "../init/plan.js";
import { openProject } from "../store/open.js";
import { columns, oneLine, styleFor } from "../terminal.js";
import { configFor, PLACES } from "./places.js";
import type { Command, Context } from "./types.js";

export const init: Command = {
  name: "init",
  summary: "set a repository up for its knowledge base",
  usage: "init [--preset NAME] [--dry-run] [--yes]",
  maxArguments: 0,
  description:
    "Writes the configuration, the workflow that curates once a week and after the agent has worked (where transcripts\n" +
    "are part of the repository), the skill that teaches the agent to use the knowledge base, and what the layout needs\n" +
    "beside (for GitClaw: the lifecycle script, the lines for the agent's instructions, the scheduled task and a page of\n" +
    "documentation).\n\n" +
    "A file that is there already is yours: it is left alone, or gets the missing lines (a dependency, a task, a line\n" +
    "at its end) and stays as it is otherwise. Running it again changes nothing.",
  options: {
    preset: { ...(PLACES["preset"] ?? { type: "string", help: "layout to follow" }) },
    action: { type: "string", value: "REF", help: `the action that the workflow uses (${DEFAULT_ACTION})` },
    "dry-run": { type: "boolean", help: "show what would be written and write nothing" },
    yes: { type: "boolean", short: "y", help: "do not ask" },
  },
  examples: [
    ["repolore init", "shows what it would write, asks, and writes it"],
    ["repolore init --preset claude --yes", "sets up a project that uses Claude Code, without asking"],
  ],
  async run(context, _positionals, options) {
    const config = configFor(context, { preset: options["preset"] });
    const store = openProject(config, (text) => context.stderr(`${text}\n`));
    const files = await planInit(store, config, { action: options["action"] as string | undefined });
    const todo = files.filter(({ change }) => change !== undefined);
    const mayWrite =
      options["dry-run"] !== true && todo.length > 0 && (await confirmed(context, files, options["yes"] === true));
    const applied = mayWrite
      ? await store.apply(
          todo.flatMap(({ change }) => change ?? []),
          "repolore init",
        )
      : null;
    if (options["json"]) {
      const result = files.map(({ path, action, reason }) => ({ path, action, reason }));
      context.stdout(`${JSON.stringify({ written: applied?.written ?? [], files: result }, null, 2)}\n`);
    } else {
      context.stdout(listing(context, files));
      context.stdout(closing(applied?.written.length, todo.length, options["dry-run"] === true));
    }
    return 0;
  },
};

async function confirmed(context: Context, files: InitFile[], yes: boolean): Promise<boolean> {
  if (yes || !context.isInteractive || !context.ask) return true;
  context.stderr(listing({ ...context, isTTY: false }, files));
  return /^y(es)?$/i.test((await context.ask("Write these files? [y/N] ")).trim());
}

function listing(context: Context, files: InitFile[]): string {
  const style = styleFor(context);
  const paint = { create: style.green, extend: style.yellow, keep: style.dim } as const;
  return columns(files.map(({ path, action, reason }) => [paint[action](action), oneLine(path), style.dim(reason)]));
}

function closing(written: number | undefined, planned: number, dryRun: boolean): string {
  if (planned === 0) return "Everything is in place.\n";
  if (dryRun) return `${planned} files would be written.\n`;
  if (written === undefined) return "Nothing was written.\n";
  return `${written} files written. Commit them; then: repolore curate --bootstrap\n`;
}
