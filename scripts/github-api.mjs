// Cuts the part of GitHub's own OpenAPI description that Repolore uses out of @octokit/openapi, for the tests.
//   npm pack @octokit/openapi && tar xzf octokit-openapi-*.tgz package/generated/api.github.com.deref.json
//   node scripts/github-api.mjs package/generated/api.github.com.deref.json
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { main, ROOT, say } from "./lib.mjs";

/** Every route that is called, with the fields of the answer that are read. */
const ROUTES = {
  "GET /repos/{owner}/{repo}": ["default_branch"],
  "GET /repos/{owner}/{repo}/git/ref/{ref}": ["object.sha"],
  "GET /repos/{owner}/{repo}/git/commits/{commit_sha}": ["tree.sha"],
  "GET /repos/{owner}/{repo}/git/trees/{tree_sha}": [
    "truncated",
    "tree[].path",
    "tree[].mode",
    "tree[].type",
    "tree[].sha",
  ],
  "GET /repos/{owner}/{repo}/git/blobs/{file_sha}": ["content", "encoding"],
  "POST /repos/{owner}/{repo}/git/blobs": ["sha"],
  "POST /repos/{owner}/{repo}/git/trees": ["sha"],
  "POST /repos/{owner}/{repo}/git/commits": ["sha"],
  "PATCH /repos/{owner}/{repo}/git/refs/{ref}": [],
  "GET /repos/{owner}/{repo}/issues/{issue_number}": ["title", "state", "created_at", "author_association"],
  "GET /repos/{owner}/{repo}/issues/{issue_number}/comments": ["[].created_at", "[].author_association"],
  "GET /repos/{owner}/{repo}/pulls": ["[].number", "[].html_url"],
  "POST /repos/{owner}/{repo}/pulls": ["number", "html_url"],
  "PATCH /repos/{owner}/{repo}/pulls/{pull_number}": ["number", "html_url"],
};

await main(async () => {
  const { info, paths } = JSON.parse(readFileSync(process.argv[2], "utf8"));
  const routes = Object.fromEntries(
    Object.entries(ROUTES).map(([route, fields]) => [route, describe(paths, route, fields)]),
  );
  const out = join(ROOT, "npm", "test", "github", "api.json");
  writeFileSync(
    out,
    `${JSON.stringify({ title: info.title, version: info.version, license: info.license?.name, routes }, null, 1)}\n`,
  );
  say(`wrote ${out}`);
});

function describe(paths, route, fields) {
  const [method, path] = route.split(" ");
  const operation = paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`GitHub has no ${route}`);
  const query = (operation.parameters ?? [])
    .filter((one) => one.in === "query")
    .map(({ name, schema }) => [name, plain(schema)]);
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  const [status, answer] = Object.entries(operation.responses).find(([code]) => code.startsWith("2"));
  const schema = answer.content?.["application/json"]?.schema;
  return {
    status: Number(status),
    query: Object.fromEntries(query),
    ...(body ? { body: plain(body) } : {}),
    answer: Object.fromEntries(fields.map((field) => [field, typeAt(schema, field)])),
  };
}

/** What checking needs of a schema: no descriptions, no examples. */
function plain(schema) {
  if (Array.isArray(schema)) return schema.map(plain);
  if (typeof schema !== "object" || schema === null) return schema;
  const skipped = ["description", "example", "examples", "title", "format", "nullable", "default"];
  const kept = Object.entries(schema).filter(([key, value]) => !(skipped.includes(key) && typeof value !== "object"));
  const copy = Object.fromEntries(
    kept.filter(([key]) => !["example", "examples"].includes(key)).map(([key, value]) => [key, plain(value)]),
  );
  return schema.nullable && typeof copy.type === "string" ? { ...copy, type: [copy.type, "null"] } : copy;
}

function typeAt(schema, field) {
  let at = schema;
  for (const part of field.split(/\.|(?=\[\])/)) {
    const name = part.replace("[]", "");
    if (part.startsWith("[]")) at = at.items;
    if (name) at = at.properties?.[name] ?? at.anyOf?.map((one) => one.properties?.[name]).find(Boolean);
    if (!at) throw new Error(`GitHub's answer has no ${field}`);
  }
  return at.type ?? "string";
}
