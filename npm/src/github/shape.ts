// Checks of what GitHub answers. A server in between, or a newer API, must not end in `undefined` somewhere deep.
import { RepoloreError } from "../errors.js";

type Shape = Record<string, "string" | "number" | "boolean" | "object" | "array" | "string?" | "object?">;

type Shaped<S extends Shape> = {
  [K in keyof S]: S[K] extends "string"
    ? string
    : S[K] extends "number"
      ? number
      : S[K] extends "boolean"
        ? boolean
        : S[K] extends "array"
          ? unknown[]
          : S[K] extends "string?"
            ? string | null
            : S[K] extends "object?"
              ? Record<string, unknown> | null
              : Record<string, unknown>;
};

/** The named fields of an answer, or an error that says which one is not as it should be. */
export function shaped<S extends Shape>(value: unknown, shape: S, what: string): Shaped<S> {
  const found = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  const result: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(shape)) {
    const field = found[name];
    const optional = kind.endsWith("?");
    const wanted = optional ? kind.slice(0, -1) : kind;
    if (optional && (field === null || field === undefined)) {
      result[name] = null;
      continue;
    }
    const fits = wanted === "array" ? Array.isArray(field) : typeof field === wanted && field !== null;
    if (!fits) throw new RepoloreError("github/answer", `${what}: GitHub's answer has no ${wanted} "${name}"`);
    result[name] = field;
  }
  return result as Shaped<S>;
}
