// What a CLI command is. The parser, the help text and shell completion are made from this data.
import type { ParseArgsConfig } from "node:util";

/** One option of a command, for `node:util` parseArgs and for the help text. */
export interface OptionSpec {
  type: "string" | "boolean";
  short?: string;
  /** May be given several times; after all arguments of the command also with values in a row: `--sessions a b`. */
  multiple?: boolean;
  /** The values there are, for help and completion. */
  values?: readonly string[];
  /** Placeholder shown in the help, such as `DIR`. */
  value?: string;
  /** One line. */
  help: string;
}

/** Everything a command may use of the world. Tests pass their own. */
export interface Context {
  /** The directory that `-C` names, or the one the process was started in. */
  cwd: string;
  env: Record<string, string | undefined>;
  /** The only clock. */
  now(): Date;
  /** Data, and nothing else. */
  stdout(text: string): void;
  /** Progress, warnings and errors. */
  stderr(text: string): void;
  /** Reads standard input to its end. */
  stdin(): Promise<Uint8Array>;
  /** Whether people read stdout on a terminal. */
  isTTY: boolean;
  /** Whether people read stderr on a terminal. */
  stderrIsTTY?: boolean;
  /** Whether a person can be asked questions. */
  isInteractive: boolean;
  /** Asks a person and returns the line they type. */
  ask?(question: string): Promise<string>;
}

/** Values of the options, as parsed. */
export type Options = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** A command of the CLI. */
export interface Command {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** How it is called, after `repolore`: `search [QUERY] [options]`. */
  usage: string;
  /** Paragraphs for `--help`. */
  description: string;
  /** Arguments at most; more are refused. Any number when not given. */
  maxArguments?: number;
  /** Words that the first argument can be, for completion. */
  arguments?: readonly string[];
  options: Record<string, OptionSpec>;
  /** Calls that work as they stand, each with what it does. */
  examples: [call: string, does: string][];
  /** Does the job and returns the exit code. */
  run(context: Context, positionals: string[], options: Options): Promise<number>;
}

export type ParseOptions = NonNullable<ParseArgsConfig["options"]>;
