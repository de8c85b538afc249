// Mode check: what a pull request does to the knowledge base, as annotations. Nothing is written.
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkArticles, conditionPaths, isEntryPath, linksOutside, readArticle } from "../../npm/dist/articles.js";
import { type Config, joinStore, loadConfig, storePath } from "../../npm/dist/config.js";
import { withCore } from "../../npm/dist/core.js";
import { type LeftOutFile, readKnowledge, withLeftOut } from "../../npm/dist/store/files.js";
import type { Environment } from "./curate.js";
import { Git } from "./git.js";
import type { Inputs } from "./inputs.js";
import { type Annotation, escapeMarkdown, log } from "./runner.js";

export interface Check {
  findings: Annotation[];
  failed: boolean;
  summary: string;
}

interface Entry {
  path: string;
  bytes: Uint8Array;
}

/** Pairs of statements compared at most, so that a huge change costs no hours. */
const MOST_PAIRS = 50_000;

export async function check(inputs: Inputs, environment: Environment): Promise<Check> {
  const git = Git.withToken(environment.workspace, inputs.token, environment.serverUrl);
  const root = await git.run("rev-parse", "--show-toplevel");
  const config = configIn(root, inputs, environment);
  const { files, leftOut } = await readKnowledge(config);
  const inRepository = (folder: string) => storePath(realpathSync(root), realpathSync(folder)) ?? "";
  const prefix = joinStore(inRepository(config.root), config.knowledge);
  const base = await baseOf(git, environment);
  const changed = base ? await changedFiles(git, base) : null;
  const known = base ? await findingsAt(git, base, inputs, environment) : new Set<string>();
  const findings = lint(config, files, leftOut, prefix).filter((finding) => !known.has(keyOf(finding)));
  if (changed) {
    findings.push(...contradictions(files, prefix, changed));
    findings.push(...touched(files, prefix, inRepository(config.projectRoot), changed));
  }
  const errors = findings.filter(({ level }) => level === "error").length;
  const warnings = findings.filter(({ level }) => level === "warning").length;
  const failed = errors > 0 || (inputs.strict && warnings > 0);
  log(`${files.length} files of the knowledge base checked: ${errors} errors, ${warnings} warnings`);
  return { findings, failed, summary: summaryOf(findings, failed) };
}

function configIn(root: string, { directory, knowledge, sessions, preset }: Inputs, { env }: Environment): Config {
  return loadConfig({ cwd: join(root, directory), env, knowledge, sessions, preset });
}

function lint(config: Config, files: Entry[], leftOut: LeftOutFile[], prefix: string): Annotation[] {
  const root = join(config.root, config.knowledge);
  const missingOutside = linksOutside(files).filter((path) => !existsSync(join(root, path)));
  const report = withLeftOut(checkArticles(files, { missingOutside }), leftOut);
  return report.findings.map(({ path, line, column, severity, message, code }) => ({
    level: severity === "note" ? "notice" : severity,
    title: code,
    message,
    file: joinStore(prefix, path),
    ...(line ? { line } : {}),
    ...(column ? { column } : {}),
  }));
}

/** New or changed entries that contradict one that stands. */
function contradictions(files: Entry[], prefix: string, changed: Set<string>): Annotation[] {
  const entries = files
    .filter(({ path }) => isEntryPath(path))
    .map(({ path, bytes }) => ({ path, article: readArticle(bytes, path).value }))
    .filter(({ article }) => article.status !== "superseded" && article.status !== "archived")
    .map(({ path, article }) => ({ path, title: article.title, text: statementOf(article.body) }))
    .filter(({ text }) => text !== "");
  const found: Annotation[] = [];
  let pairs = 0;
  for (const mine of entries.filter(({ path }) => changed.has(joinStore(prefix, path)))) {
    for (const other of entries) {
      if (other.path === mine.path || ++pairs > MOST_PAIRS) continue;
      const { relation, reason } = withCore((core) => core.compareStatements({ a: other.text, b: mine.text }));
      if (relation !== "contradicts") continue;
      const message = `contradicts "${other.title}" (${joinStore(prefix, other.path)}): ${reason}`;
      found.push({ level: "warning", title: "article/contradiction", message, file: joinStore(prefix, mine.path) });
    }
  }
  return found;
}

/** The first paragraph of a body that is neither a heading nor a quotation. */
function statementOf(body: string): string {
  const paragraphs = body.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  return paragraphs.find((paragraph) => paragraph !== "" && !/^[#>|`<-]/.test(paragraph))?.slice(0, 2000) ?? "";
}

/** Changed files that entries depend on; entries name them from the folder of the project. */
function touched(files: Entry[], prefix: string, project: string, changed: Set<string>): Annotation[] {
  const found: Annotation[] = [];
  for (const file of files.filter(({ path }) => isEntryPath(path))) {
    for (const named of conditionPaths([file])) {
      const path = joinStore(project, named);
      if (!changed.has(path)) continue;
      const { title } = readArticle(file.bytes, file.path).value;
      const message = `"${title}" (${joinStore(prefix, file.path)}) depends on this file; check that it still holds`;
      found.push({ level: "warning", title: "article/depends-on", message, file: path });
    }
  }
  return found;
}

/** The commit that a pull request is compared with; `null` for other events. */
async function baseOf(git: Git, { env }: Environment): Promise<string | null> {
  const event = readEvent(env["GITHUB_EVENT_PATH"]);
  const base = (event["pull_request"] as { base?: { sha?: unknown } } | undefined)?.base?.sha;
  if (typeof base !== "string" || !/^[0-9a-f]{40,64}$/.test(base)) return null;
  if (!(await git.says("cat-file", "-e", `${base}^{commit}`))) {
    await git.says("fetch", "--no-tags", "--quiet", "--depth=1", "origin", base);
  }
  if (await git.says("cat-file", "-e", `${base}^{commit}`)) return base;
  log("the base of the pull request cannot be fetched; everything is checked, not only what is new");
  return null;
}

function readEvent(path: string | undefined): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(path ?? "", "utf8")) as Record<string, unknown>;
  } catch {
    return {};
  }
}

async function changedFiles(git: Git, base: string): Promise<Set<string>> {
  const names = await git.run("diff", "--name-only", "-z", base, "HEAD");
  return new Set(names.split("\0").filter((name) => name !== ""));
}

/** What was wrong before the change, so that nobody has to mend what others broke. */
async function findingsAt(git: Git, base: string, inputs: Inputs, environment: Environment): Promise<Set<string>> {
  const temp = realpathSync(mkdtempSync(join(environment.temp || tmpdir(), "repolore-")));
  const folder = join(temp, "base");
  await git.run("worktree", "add", "--quiet", "--detach", folder, base);
  try {
    const config = configIn(folder, inputs, environment);
    const { files, leftOut } = await readKnowledge(config);
    const prefix = joinStore(storePath(folder, config.root) ?? "", config.knowledge);
    return new Set(lint(config, files, leftOut, prefix).map(keyOf));
  } finally {
    await git.says("worktree", "remove", "--force", folder);
    rmSync(temp, { recursive: true, force: true });
  }
}

const keyOf = ({ title, file, message }: Annotation): string => JSON.stringify([title, file, message]);

function summaryOf(findings: Annotation[], failed: boolean): string {
  if (findings.length === 0) return "# Knowledge base\n\nThis change leaves the knowledge base in order. ✅\n";
  const rows = findings.slice(0, 200).map(({ level, title, message, file = "", line }) => {
    const place = escapeMarkdown(line ? `${file}:${line}` : file);
    return `| ${level} | ${place} | ${escapeMarkdown(message)} | ${escapeMarkdown(title)} |`;
  });
  const verdict = failed ? "This change breaks the knowledge base. ❌" : "Worth a look:";
  return `# Knowledge base\n\n${verdict}\n\n| | Where | What | Rule |\n|---|---|---|---|\n${rows.join("\n")}\n`;
}
