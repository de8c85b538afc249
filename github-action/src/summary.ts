// The step summary: what was learned, from where, what is in conflict, what was left out.
import { readArticle } from "../../npm/dist/articles.js";
import { joinStore } from "../../npm/dist/config.js";
import type { CuratePlan, PlannedChange } from "../../npm/dist/generated/types.js";
import type { WorkReport } from "../../npm/dist/reflect/report.js";
import { escapeMarkdown } from "./runner.js";

/** Rows of a table at most; the rest is counted. */
const MOST_ROWS = 100;

const NAMES: Record<string, string> = {
  create: "new",
  update: "updated",
  dispute: "in conflict",
  supersede: "replaced by a later statement",
  "append-sources": "one more source",
  remove: "told by another article now",
};

export interface Outcome {
  plan: CuratePlan;
  /** Folder of the knowledge base in the repository. */
  knowledge: string;
  /** Address of a file at the commit; empty where there is none. */
  link: (path: string) => string;
  /** One line on where the result went. */
  where: string;
  skipped: { path: string; reason: string }[];
}

export function curationSummary({ plan, knowledge, link, where, skipped }: Outcome): string {
  const { report } = plan;
  const articles = plan.changes.filter(({ action }) => action !== "index");
  const parts = ["# What was learned", `${counts(plan)} ${where}`];
  if (articles.length > 0) parts.push(table(articles, knowledge, link));
  const disputed = articles.filter(({ path }) => report.disputed.includes(path));
  if (disputed.length > 0) {
    parts.push(
      "## In conflict",
      "Both sides are kept until a person settles it: edit the article, or `repolore resolve`.",
    );
    for (const change of disputed.slice(0, 20)) parts.push(conflict(change, knowledge, link));
  }
  if (report.leftOut.length > 0) {
    parts.push(
      "## Not written",
      list(report.leftOut.map(({ title, reason }) => `**${escapeMarkdown(title)}**: ${escapeMarkdown(reason)}`)),
    );
  }
  const kept = skipped.map(({ path, reason }) => `${escapeMarkdown(path)}: ${escapeMarkdown(reason)}`);
  if (kept.length > 0) parts.push("## Left alone", list(kept));
  const passed = Object.entries(report.passedOver).map(([reason, n]) => `${n} × ${escapeMarkdown(reason)}`);
  if (passed.length > 0)
    parts.push(`<details><summary>What is not knowledge</summary>\n\n${list(passed)}\n\n</details>`);
  const odd = report.oddities.map(
    ({ file, diagnostic }) => `${escapeMarkdown(file)}: ${escapeMarkdown(diagnostic.message)}`,
  );
  if (odd.length > 0) parts.push("## Odd in the input", list(odd));
  return `${parts.join("\n\n")}\n`;
}

/** The section on how the work went. */
export function reflectionSummary(work: WorkReport, knowledge: string, link: Outcome["link"]): string {
  const { signals, suggested, lessons, spikeCandidates, written, skipped } = work;
  const isNew = lessons.filter((lesson) => lesson.isNew);
  const counts = `**${signals.length}** signals, **${isNew.length}** new lessons, **${lessons.length - isNew.length}** that rest on more signals now.`;
  const parts = ["# How the work went", counts];
  const address = (id: string) => {
    const name = id.replace(/^les-\d{4}-\d{2}-\d{2}-/, "");
    const path = written.find(
      (file) => file.startsWith(joinStore(knowledge, "lessons/")) && file.endsWith(`/${name}.md`),
    );
    return path === undefined ? "" : link(path);
  };
  const shown = (id: string) => (address(id) ? `[${escapeMarkdown(id)}](${address(id)})` : escapeMarkdown(id));
  if (isNew.length > 0)
    parts.push("## Lessons", list(isNew.map(({ id, lesson }) => `${escapeMarkdown(lesson)} (${shown(id)})`)));
  const told = (one: { severity: string; type: string; title: string }) =>
    `${one.severity} ${escapeMarkdown(one.type)}: ${escapeMarkdown(one.title)}`;
  if (signals.length > 0) parts.push("## Signals", list(signals.map(told)));
  if (suggested.length > 0) {
    parts.push("## Perhaps", "Not stored; `repolore signal detect --create` does.", list(suggested.map(told)));
  }
  if (spikeCandidates.length > 0) {
    parts.push("## Worth an experiment", list(spikeCandidates.map((tags) => escapeMarkdown(tags.join(", ")))));
  }
  const kept = skipped.map(({ path, reason }) => `${escapeMarkdown(path)}: ${escapeMarkdown(reason)}`);
  if (kept.length > 0) parts.push("## Signals left alone", list(kept));
  return `${parts.join("\n\n")}\n`;
}

function counts({ report }: CuratePlan): string {
  const { created, updated, disputed, nNewSessions, nArticles } = report;
  const sessions = `${nNewSessions} new ${nNewSessions === 1 ? "conversation" : "conversations"}`;
  return `From ${sessions}: **${created.length}** created, **${updated.length}** updated, **${disputed.length}** in conflict; ${nArticles} articles in all.`;
}

function table(changes: PlannedChange[], knowledge: string, link: Outcome["link"]): string {
  const rows = changes.slice(0, MOST_ROWS).map(({ path, content, action, reason }) => {
    const { title, sources } = about(path, content);
    const address = link(joinStore(knowledge, path));
    const shown = address ? `[${escapeMarkdown(title)}](${address})` : escapeMarkdown(title);
    return `| ${shown} | ${NAMES[action] ?? action} | ${sources} | ${escapeMarkdown(reason)} |`;
  });
  const more = changes.length > MOST_ROWS ? `\n\n…and ${changes.length - MOST_ROWS} more.` : "";
  return `| Article | | From | Why |\n|---|---|---|---|\n${rows.join("\n")}${more}`;
}

function conflict({ path, content }: PlannedChange, knowledge: string, link: Outcome["link"]): string {
  const { title } = about(path, content);
  const address = link(joinStore(knowledge, path));
  const heading = `### ${address ? `[${escapeMarkdown(title)}](${address})` : escapeMarkdown(title)}`;
  const section = /^## ⚠️ Conflict\s*$([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(content ?? "")?.[1]?.trim() ?? "";
  const quoted = section.split("\n").map((line) => `> ${escapeMarkdown(line.replace(/^[-*>\s]+/, ""))}`);
  return section ? `${heading}\n\n${quoted.join("\n>\n")}` : heading;
}

/** Title and sources of an article, as the core reads them. */
function about(path: string, content: string | null): { title: string; sources: string } {
  const fallback = { title: path, sources: "" };
  if (content === null) return fallback;
  const { value } = readArticle(new TextEncoder().encode(content), path);
  const issues = [...new Set(value.front.sources.flatMap(({ issue }) => (issue ? [`#${issue}`] : [])))];
  return { title: value.title || path, sources: issues.join(", ") };
}

function list(items: string[]): string {
  const shown = items.slice(0, MOST_ROWS).map((item) => `- ${item}`);
  return [...shown, ...(items.length > MOST_ROWS ? [`- …and ${items.length - MOST_ROWS} more`] : [])].join("\n");
}
