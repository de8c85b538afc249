// Values of options that several commands take, checked the same way everywhere.
import { RepoloreError } from "../errors.js";
import type { Kind } from "../generated/types.js";
import { nearest } from "../suggest.js";
import type { Options } from "./types.js";

export const KINDS: readonly Kind[] = [
  "decision",
  "fact",
  "preference",
  "architecture",
  "limitation",
  "event",
  "resolution",
  "pattern",
  "feedback",
  "lesson",
  "spike",
  "signal",
];

/** The option as text, or `undefined`. */
export function text(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

/** An option that may be given several times, each with commas: `--tags a,b --tags c`. */
export function list(options: Options, name: string): string[] {
  const value = options[name];
  const given = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return given
    .flatMap((part) => String(part).split(","))
    .map((part) => part.trim())
    .filter(Boolean);
}

export function count(options: Options, name: string, most: number): number | undefined {
  const value = text(options, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= 1 && number <= most) return number;
  throw new RepoloreError("usage/value", `--${name} ${value}: expected a whole number from 1 to ${most}`);
}

export function kind(options: Options, name = "type"): Kind | undefined {
  const value = text(options, name)?.toLowerCase();
  if (value === undefined) return undefined;
  const found = KINDS.find((word) => word === value || `${word}s` === value);
  if (found) return found;
  const guess = nearest(value, [...KINDS]);
  throw new RepoloreError(
    "usage/value",
    `--${name} ${value}: ${guess ? `did you mean "${guess}"?` : `expected one of ${KINDS.join(", ")}`}`,
  );
}

/** `2026-02-20`, an ISO time, or an age such as `30d`, as a time in milliseconds. */
export function since(options: Options, now: Date): number | undefined {
  const value = text(options, "since");
  if (value === undefined) return undefined;
  const age = /^(\d{1,5})([dwm])$/.exec(value);
  if (age) {
    const days = { d: 1, w: 7, m: 30 }[age[2] as "d" | "w" | "m"];
    return now.getTime() - Number(age[1]) * days * 86_400_000;
  }
  const time = /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new RepoloreError("usage/value", `--since ${value}: expected a date such as 2026-02-20, or an age such as 30d`);
}

/** `#42` or `42` as a number. */
export function issueNumber(value: string): number | undefined {
  const digits = /^#?(\d{1,9})$/.exec(value.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}
