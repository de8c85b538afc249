// Reads and checks a configuration file. Every complaint names the file, the key and what would be right.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RepoloreError } from "../errors.js";
import { nearest } from "../suggest.js";
import { KEYS, type Key, type Keys } from "./keys.js";

export const CONFIG_FILES = ["repolore.json", ".repolore.json"];

export type Values = Record<string, unknown>;

/** The configuration file in a folder, if there is one; two are an error. */
export function configFileIn(folder: string): string | undefined {
  const found = CONFIG_FILES.map((name) => join(folder, name)).filter((path) => existsSync(path));
  if (found.length > 1) {
    throw new RepoloreError("config/ambiguous", `${found.join(" and ")} are both there; remove one of them`);
  }
  return found[0];
}

/** The checked values of a configuration file with the defaults filled in; without a file, the defaults. */
export function readConfigFile(file: string | undefined): Values {
  const written = file === undefined ? {} : parse(file);
  return checkGroup(written, KEYS, file ?? "", "");
}

function parse(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new RepoloreError("config/unreadable", `${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new RepoloreError("config/syntax", `${file} is not JSON: ${(cause as Error).message}`, { cause });
  }
}

function checkGroup(value: unknown, keys: Keys, file: string, prefix: string): Values {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw badValue(file, prefix.slice(0, -1), "must be an object");
  }
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(keys, name)) throw unknownKey(file, prefix, name, keys);
  }
  const checked: Values = {};
  for (const [name, key] of Object.entries(keys)) {
    const given = (value as Values)[name];
    if (given !== undefined) checked[name] = checkValue(given, key, file, `${prefix}${name}`);
    else if (key.type === "group") checked[name] = checkGroup({}, key.keys, file, `${prefix}${name}.`);
    else if (key.type !== "text") checked[name] = key.default;
  }
  return checked;
}

function checkValue(value: unknown, key: Key, file: string, name: string): unknown {
  switch (key.type) {
    case "text": {
      if (typeof value !== "string" || value === "") throw badValue(file, name, "must be a text that is not empty");
      if (key.values && !key.values.includes(value)) {
        const guess = nearest(value, key.values);
        const hint = guess ? `; did you mean "${guess}"?` : "";
        throw badValue(file, name, `must be one of ${key.values.join(", ")}, not ${JSON.stringify(value)}${hint}`);
      }
      return value;
    }
    case "texts":
      if (!Array.isArray(value) || value.some((item) => typeof item !== "string" || item === "")) {
        throw badValue(file, name, "must be a list of texts");
      }
      return value;
    case "flag":
      if (typeof value !== "boolean") throw badValue(file, name, "must be true or false");
      return value;
    case "number":
      if (typeof value !== "number" || value < key.min || value > key.max || (key.whole && !Number.isInteger(value))) {
        const kind = key.whole ? "a whole number" : "a number";
        throw badValue(file, name, `must be ${kind} from ${key.min} to ${key.max}`);
      }
      return value;
    case "group":
      if (typeof value === "string" && key.words) {
        const meant = Object.hasOwn(key.words, value) ? key.words[value] : undefined;
        if (!meant) throw badValue(file, name, `must be an object or one of ${Object.keys(key.words).join(", ")}`);
        return checkGroup(meant, key.keys, file, `${name}.`);
      }
      return checkGroup(value, key.keys, file, `${name}.`);
  }
}

function badValue(file: string, name: string, problem: string): RepoloreError {
  return new RepoloreError("config/value", `${file}: ${name === "" ? "the content" : `"${name}"`} ${problem}`);
}

function unknownKey(file: string, prefix: string, name: string, keys: Keys): RepoloreError {
  const here = nearest(name, Object.keys(keys));
  const elsewhere = here ? undefined : pathOf(name, KEYS, "");
  const hint = here
    ? `did you mean "${prefix}${here}"?`
    : elsewhere
      ? `did you mean "${elsewhere}"?`
      : `known here: ${Object.keys(keys)
          .filter((known) => known !== "$schema")
          .join(", ")}`;
  return new RepoloreError("config/key", `${file}: unknown key "${prefix}${name}"; ${hint}`);
}

/** Full name of a key that stands in another group. */
function pathOf(name: string, keys: Keys, prefix: string): string | undefined {
  for (const [known, key] of Object.entries(keys)) {
    if (known === name) return `${prefix}${known}`;
    const inner = key.type === "group" ? pathOf(name, key.keys, `${prefix}${known}.`) : undefined;
    if (inner) return inner;
  }
  return undefined;
}
