// Holds requests, and the fake's own answers, against GitHub's OpenAPI description (api.json, see scripts/github-api.mjs).
import { readFileSync } from "node:fs";

const { routes } = JSON.parse(readFileSync(new URL("./api.json", import.meta.url), "utf8"));
const PATTERNS = Object.entries(routes).map(([route, rules]) => {
  const [method, path] = route.split(" ");
  const pattern = path.replace(/\{ref\}/g, ".+").replace(/\{\w+\}/g, "[^/]+");
  return { route, rules, method, pattern: new RegExp(`^${pattern}$`) };
});

function find(method, path) {
  const found = PATTERNS.find((one) => one.method === method && one.pattern.test(path));
  if (!found) throw new Error(`${method} ${path} is not among the described routes`);
  return found;
}

/** What is wrong with a request, or `undefined`. */
export function requestProblem(method, path, query, body) {
  const { rules } = find(method, path);
  for (const name of query.keys()) if (!(name in rules.query)) return `unknown query parameter ${name}`;
  return rules.body ? problem(body, rules.body, "body") : undefined;
}

/** What is missing in an answer that GitHub's would have, or `undefined`. */
export function answerProblem(method, path, status, answer) {
  const { rules } = find(method, path);
  if (status >= 300) return undefined;
  if (status !== rules.status) return `status ${status} instead of ${rules.status}`;
  for (const [field, type] of Object.entries(rules.answer)) {
    for (const value of valuesAt(answer, field)) {
      if (kindOf(value) !== type) return `${field} is ${kindOf(value)}, not ${type}`;
    }
  }
  return undefined;
}

function valuesAt(value, field) {
  return field.split(/\.|(?=\[\])/).reduce(
    (values, part) => {
      const all = part.startsWith("[]") ? values.flat() : values;
      const name = part.replace("[]", "");
      return name ? all.map((one) => one?.[name]) : all;
    },
    [value],
  );
}

function kindOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function problem(value, schema, at) {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.every((one) => problem(value, one, at)) ? `${at} fits no alternative` : undefined;
  const types = [schema.type ?? []].flat();
  const kind = kindOf(value);
  if (types.length > 0 && !types.includes(kind) && !(kind === "integer" && types.includes("number"))) {
    return `${at} is ${kind}, not ${types.join(" or ")}`;
  }
  if (schema.enum && !schema.enum.includes(value)) return `${at} is not one of ${schema.enum.join(", ")}`;
  if (kind === "array") {
    return value.map((item, index) => problem(item, schema.items ?? {}, `${at}.${index}`)).find(Boolean);
  }
  if (kind !== "object" || !schema.properties) return undefined;
  const missing = (schema.required ?? []).find((name) => !(name in value));
  if (missing) return `${at} must have ${missing}`;
  const unknown = Object.keys(value).find((name) => !(name in schema.properties));
  if (unknown) return `${at} has the unknown property ${unknown}`;
  return Object.entries(value)
    .map(([name, inner]) => problem(inner, schema.properties[name], `${at}.${name}`))
    .find(Boolean);
}
