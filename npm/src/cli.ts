// Argument parsing, help, printing of errors, exit codes. No logic of its own.
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { commands } from "./commands/index.js";
import type { Command, Context, OptionSpec, Options, ParseOptions } from "./commands/types.js";
import { RepoloreError, toRepoloreError } from "./errors.js";
import { version } from "./load/version.js";
import { nearest } from "./suggest.js";
import { columns, oneLine } from "./terminal.js";

/** Documented in `repolore --help`; part of the public interface. */
export const ExitCode = {
  ok: 0,
  /** The command did its job and found problems, or could not do it. */
  failed: 1,
  /** The call itself was wrong: unknown command, option or value. */
  usage: 2,
} as const;

/** Options that every command takes. */
export const COMMON: Record<string, OptionSpec> = {
  directory: { type: "string", short: "C", value: "DIR", help: "run as if started in DIR" },
  json: { type: "boolean", help: "print the result as JSON" },
  help: { type: "boolean", short: "h", help: "show this help" },
};

/** Runs one call of the CLI and returns its exit code. */
export async function main(argv: string[], context: Context): Promise<number> {
  try {
    return await dispatch(argv, context);
  } catch (thrown) {
    const error = toRepoloreError(thrown);
    const message = await withoutSecrets(error.message);
    const report = argv.includes("--json")
      ? JSON.stringify({ error: { code: error.code, message } })
      : `repolore: ${oneLine(message)}`;
    context.stderr(`${report}\n`);
    if (error.code === "internal/unexpected" && thrown instanceof Error && thrown.stack) {
      context.stderr(`${await withoutSecrets(thrown.stack)}\n`);
    }
    return error.code.startsWith("usage/") ? ExitCode.usage : ExitCode.failed;
  }
}

/** Messages repeat what they complain about, and logs of CI are public. */
async function withoutSecrets(text: string): Promise<string> {
  try {
    return (await import("./redact.js")).redact(text).text;
  } catch {
    return text; // without the core nothing was read that could be secret, and the message says why it is missing
  }
}

async function dispatch(argv: string[], context: Context): Promise<number> {
  const [rest, directories] = takeDirectories(argv);
  const [name, ...args] = rest;
  if (name === "--version" || name === "-V") {
    context.stdout(`${version()}\n`);
    return ExitCode.ok;
  }
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    const topic = name === "help" ? args[0] : undefined;
    context.stdout(topic ? commandHelp(await find(topic)) : overview());
    return name === undefined ? ExitCode.usage : ExitCode.ok;
  }
  const command = await find(name);
  const { values, positionals } = parse(command, args);
  if (values["help"]) {
    context.stdout(commandHelp(command));
    return ExitCode.ok;
  }
  refuseMore(command, positionals);
  const cwd = workingDirectory(context.cwd, [...directories, values["directory"] as string | undefined]);
  return await command.run({ ...context, cwd }, positionals, values);
}

/** `-C DIR` may stand before the command, any number of times, as with git. */
function takeDirectories(argv: string[]): [rest: string[], directories: string[]] {
  const directories: string[] = [];
  let rest = argv;
  for (;;) {
    const [, option, joined] = /^(-C|--directory(?:=|$))(.*)$/s.exec(rest[0] ?? "") ?? [];
    if (option === undefined) return [rest, directories];
    const [directory, ...more] = joined ? [joined, ...rest.slice(1)] : rest.slice(1);
    if (directory === undefined) throw new RepoloreError("usage/directory", "-C needs a directory after it");
    directories.push(directory);
    rest = more;
  }
}

function workingDirectory(start: string, named: (string | undefined)[]): string {
  let cwd = start;
  for (const directory of named) {
    if (directory === undefined) continue;
    cwd = resolve(cwd, directory);
    if (!existsSync(cwd) || !statSync(cwd).isDirectory()) {
      throw new RepoloreError("usage/directory", `-C ${directory}: there is no such directory`);
    }
  }
  return cwd;
}

async function find(name: string): Promise<Command> {
  const listed = commands.find((command) => command.name === name);
  if (listed) return await listed.load();
  const guess = nearest(
    name,
    commands.map((command) => command.name),
  );
  const hint = guess ? `did you mean "${guess}"?` : "repolore --help lists the commands";
  throw new RepoloreError("usage/command", `unknown command "${name}"; ${hint}`);
}

function parse(command: Command, args: string[]): { values: Options; positionals: string[] } {
  const options: ParseOptions = {};
  const specs = { ...command.options, ...COMMON };
  for (const [name, { type, short, multiple }] of Object.entries(specs)) {
    options[name] = { type, ...(short ? { short } : {}), ...(multiple ? { multiple } : {}) };
  }
  try {
    return parseArgs({
      args: spreadRows(args, specs, command.maxArguments ?? Number.POSITIVE_INFINITY),
      options,
      allowPositionals: true,
      strict: true,
    }) as ReturnType<typeof parse>;
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const unknown = /Unknown option '(-[^']+)'/.exec(message)?.[1];
    if (!unknown) throw new RepoloreError("usage/option", `${command.name}: ${message}`, { cause: thrown });
    const guess = nearest(unknown.replace(/^-+/, ""), Object.keys(specs));
    const hint = guess ? `did you mean "--${guess}"?` : `repolore ${command.name} --help lists the options`;
    throw new RepoloreError("usage/option", `${command.name}: unknown option ${unknown}; ${hint}`, { cause: thrown });
  }
}

/** Arguments that a command would pass over in silence. */
function refuseMore({ name, maxArguments }: Command, positionals: string[]): void {
  if (maxArguments === undefined || positionals.length <= maxArguments) return;
  const problem =
    maxArguments === 0
      ? `${name} takes no arguments, only options; -C DIR names a folder`
      : `${name}: unexpected argument "${positionals[maxArguments]}"`;
  throw new RepoloreError("usage/arguments", problem);
}

/**
 * `--sessions a b` means `--sessions a --sessions b`, unless `b` can be an argument of the command: only when it has
 * all it takes are further words values of the option before them.
 */
function spreadRows(args: string[], specs: Record<string, OptionSpec>, maxArguments: number): string[] {
  const spread: string[] = [];
  let nArguments = 0;
  let row: string | undefined;
  let isValue = false;
  for (const [index, arg] of args.entries()) {
    if (arg === "--") return [...spread, ...args.slice(index)];
    if (!isValue && arg.startsWith("-") && arg !== "-") {
      const spec = specs[arg.replace(/^--/, "")] ?? Object.values(specs).find(({ short }) => arg === `-${short}`);
      row = spec?.multiple ? arg : undefined;
      isValue = spec?.type === "string";
    } else if (isValue) {
      isValue = false;
    } else if (row && nArguments >= maxArguments) {
      spread.push(row);
    } else {
      nArguments += 1;
      row = undefined;
    }
    spread.push(arg);
  }
  return spread;
}

function overview(): string {
  return `${[
    "repolore — the lore of your repo, curated",
    "",
    "Usage: repolore [-C DIR] COMMAND [options]",
    "",
    "Commands:",
    columns(commands.map(({ name, summary }) => [`  ${name}`, summary])),
    "Options:",
    columns([
      ["  -C, --directory DIR", "run as if started in DIR"],
      ["  -V, --version", "print the version"],
      ["  -h, --help", "show this help; repolore COMMAND --help shows a command's"],
    ]),
    "Exit codes: 0 done · 1 done and problems found, or it could not be done · 2 the call was wrong",
  ].join("\n")}\n`;
}

export function commandHelp(command: Command): string {
  const rows = Object.entries({ ...command.options, ...COMMON }).map(([name, spec]) => {
    const short = spec.short ? `-${spec.short}, ` : "";
    const values = spec.values ? `: ${spec.values.join(", ")}` : "";
    return [`  ${short}--${name}${spec.type === "string" ? ` ${spec.value ?? "VALUE"}` : ""}`, `${spec.help}${values}`];
  });
  const examples = command.examples.flatMap(([call, does]) => [`  ${call}`, `      ${does}`]);
  return `${[
    `Usage: repolore ${command.usage}`,
    "",
    command.description,
    "",
    "Options:",
    columns(rows).trimEnd(),
    ...(examples.length ? ["", "Examples:", ...examples] : []),
  ].join("\n")}\n`;
}
