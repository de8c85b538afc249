// What a command reads because it was named: a file, or standard input.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { RepoloreError } from "../errors.js";
import type { Context } from "./types.js";

/** Text whose every letter is followed by zeros: UTF-16 or UTF-32 read as something else. */
const MISREAD = /(?:[ -~]\0+){4}/;

/**
 * Text of `FILE`, or of standard input for `-`, without its byte order mark. What is no text in the encoding it seems
 * to have is replaced, or with `exact` refused.
 */
export async function readInput(
  context: Context,
  file: string,
  { exact = false }: { exact?: boolean } = {},
): Promise<string> {
  const bytes = await bytesOf(context, file);
  let text: string;
  try {
    text = new TextDecoder(encodingOf(bytes), { fatal: exact }).decode(bytes);
  } catch (cause) {
    throw new RepoloreError("input/encoding", `${file}: neither UTF-8 nor UTF-16; convert it first`, { cause });
  }
  // Nothing would be found in it, neither secrets nor anything else.
  if (!MISREAD.test(text)) return text;
  throw new RepoloreError("input/encoding", `${file}: looks like UTF-16 or UTF-32 unmarked; convert it to UTF-8 first`);
}

async function bytesOf(context: Context, file: string): Promise<Uint8Array> {
  if (file === "-") return await context.stdin();
  try {
    return await readFile(resolve(context.cwd, file));
  } catch (cause) {
    throw new RepoloreError("usage/file", `${file}: cannot be read: ${(cause as Error).message}`, { cause });
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
