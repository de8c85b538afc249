// Reading what a filter command works on: files by name, `-` or nothing for standard input, JSONL records.
import { RepoloreError } from "../errors.js";
import { readInput } from "./input.js";
import type { Context } from "./types.js";

/** A named input, read to its end. */
export interface Input {
  name: string;
  text: string;
}

/** Reads the files named; `-`, or no name at all, is standard input. See {@link readInput} for `exact`. */
export async function readInputs(
  context: Context,
  names: string[],
  options: { exact?: boolean } = {},
): Promise<Input[]> {
  const inputs: Input[] = [];
  for (const name of names.length > 0 ? names : ["-"]) {
    inputs.push({ name, text: await readInput(context, name, options) });
  }
  return inputs;
}

/** The objects of a JSONL input, with 1-based lines; a line that is none stops with its place. */
export function* records({ name, text }: Input): Generator<{ line: number; value: Record<string, unknown> }> {
  let line = 0;
  for (const content of text.split("\n")) {
    line += 1;
    if (content.trim() === "") continue;
    let value: unknown;
    try {
      value = JSON.parse(content);
    } catch (cause) {
      throw new RepoloreError("input/jsonl", `${name}:${line}: not a JSON object`, { cause });
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new RepoloreError("input/jsonl", `${name}:${line}: not a JSON object`);
    }
    yield { line, value: value as Record<string, unknown> };
  }
}

/** A field that must be text. */
export function textField(value: Record<string, unknown>, field: string, place: string): string {
  const found = value[field];
  if (typeof found !== "string") throw new RepoloreError("input/jsonl", `${place}: "${field}" must be a string`);
  return found;
}
