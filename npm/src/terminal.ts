// What makes output pleasant on a terminal and plain in a pipe: colours, columns, progress, harmless text.
import type { Context } from "./commands/types.js";

/** Colours that do nothing unless a person looks at a terminal that wants them. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

/** The style for standard output: colours on a terminal, unless NO_COLOR is set or the terminal is dumb. */
export function styleFor({ isTTY, env }: Pick<Context, "isTTY" | "env">): Style {
  const colours = isTTY && !env["NO_COLOR"] && env["TERM"] !== "dumb";
  const paint = (name: keyof typeof CODES) => (text: string) => {
    const [on, off] = CODES[name];
    return colours && text !== "" ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  };
  return {
    bold: paint("bold"),
    dim: paint("dim"),
    red: paint("red"),
    green: paint("green"),
    yellow: paint("yellow"),
    cyan: paint("cyan"),
  };
}

/** Control characters, line and direction marks, and the invisible letters that can hide text. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly the ones to find
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** Untrusted text on one line: control characters are shown as escapes and cannot reach the terminal. */
export function oneLine(text: string): string {
  return text.replace(/\r\n|[\t\r\n]/g, " ").replace(UNSAFE, visible);
}

/** Untrusted text that may have several lines; tabs and line ends stay. */
export function harmless(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(UNSAFE, (char) => (char === "\n" || char === "\t" ? char : visible(char)));
}

function visible(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the start of every colour code
const COLOUR = /\u001b\[[0-9;]*m/g;
const COMBINING = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]$/u;

/** Made when it is first needed: it takes longer than all other start-up code together. */
let segmenter: Intl.Segmenter | undefined;
function segments(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}

/** How many cells a text takes on a terminal; colours take none. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const { segment } of segments(text.replace(COLOUR, ""))) {
    if (/\p{Emoji_Presentation}|\ufe0f/u.test(segment)) {
      width += 2;
      continue;
    }
    const [first = ""] = segment;
    if (COMBINING.test(first)) continue;
    width += WIDE.test(first) ? 2 : 1;
  }
  return width;
}

/** The text cut to a width, with `…` where something is missing. */
export function fit(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let cut = "";
  let used = 0;
  for (const { segment } of segments(text)) {
    const next = displayWidth(segment);
    if (used + next > width - 1) break;
    cut += segment;
    used += next;
  }
  return `${cut}…`;
}

/** The same with the middle left out, so that beginning and end stay readable. */
export function shorten(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const parts = Array.from(segments(text), ({ segment }) => segment);
  let [head, tail] = ["", ""];
  while (parts.length > 0) {
    const next = head.length <= tail.length ? parts.shift() : parts.pop();
    if (next === undefined || displayWidth(head + next + tail) > width - 1) break;
    if (head.length <= tail.length) head += next;
    else tail = next + tail;
  }
  return `${head}…${tail}`;
}

/** Rows as aligned columns, two spaces apart. Columns named in `right` are aligned to the right. */
export function columns(rows: string[][], right: number[] = []): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, displayWidth(cell));
  }
  const line = (row: string[]) =>
    row
      .map((cell, index) => {
        const space = " ".repeat((widths[index] ?? 0) - displayWidth(cell));
        return right.includes(index) ? space + cell : cell + space;
      })
      .join("  ")
      .trimEnd();
  return rows.map((row) => `${line(row)}\n`).join("");
}

/** A line on the terminal that tells how far a long job is; nothing at all in a pipe or a log. */
export interface Progress {
  update(text: string): void;
  /** Removes the line. */
  done(): void;
}

export function progressOn(context: Pick<Context, "stderr" | "stderrIsTTY">): Progress {
  if (!context.stderrIsTTY) return { update() {}, done() {} };
  let shown = false;
  return {
    update(text) {
      shown = true;
      context.stderr(`\r\u001b[K${fit(oneLine(text), 79)}`);
    },
    done() {
      if (shown) context.stderr("\r\u001b[K");
      shown = false;
    },
  };
}
