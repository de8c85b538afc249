// Curation step by step, each step a function of its own, over the same core that curation uses.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { readArticle, renderIndexes } from "../articles.js";
import { withCore } from "../core.js";
import { RepoloreError } from "../errors.js";
import type { Confidence, FrontMatter, Item, Kind } from "../generated/types.js";
import type { KnowledgeArticle } from "../lifecycle.js";

/** One thing learned from a conversation. */
export interface ExtractedKnowledge {
  type: Kind;
  /** Under ten words, naming the subject. */
  title: string;
  content: string;
  confidence: Confidence;
  sourceIssue: number;
  sourceSession: string;
  sourceTimestamp: string;
  keywords: string[];
  relatedTopics: string[];
  /** Who said it; a person unless given, as whoever makes knowledge by hand vouches for it. */
  saidBy?: "person" | "agent";
  /** Where it stands in the session. */
  sourceLine?: number;
}

/** Finds what one session teaches. */
export async function extractKnowledge(sessionPath: string, issueNumber?: number): Promise<ExtractedKnowledge[]> {
  if (issueNumber !== undefined && !(Number.isInteger(issueNumber) && issueNumber >= 0)) {
    throw new RepoloreError("input/invalid", `issueNumber: ${issueNumber} is not the number of an issue`);
  }
  const bytes = readFileSync(sessionPath);
  const items = withCore((core) => core.extractItems(bytes, basename(sessionPath), issueNumber));
  return items.map((item) => ({
    type: item.kind,
    title: item.title,
    content: item.statement,
    confidence: item.confidence,
    sourceIssue: item.issue ?? 0,
    sourceSession: item.evidence[0]?.session ?? basename(sessionPath),
    sourceTimestamp: iso(item.evidence[0]?.time ?? null),
    keywords: item.keywords,
    relatedTopics: item.tags,
    saidBy: item.evidence[0]?.speaker === "human" ? "person" : "agent",
    ...(item.evidence[0] ? { sourceLine: item.evidence[0].line } : {}),
  }));
}

/** Makes the article of one piece of knowledge. */
export function generateArticle(knowledge: ExtractedKnowledge): KnowledgeArticle {
  const [path, text] = withCore((core) => core.generateArticleText(itemOf(knowledge)));
  return articleOf(path, text);
}

/** Takes new knowledge into an article: sources and what is new are added, a contradiction marks it as disputed. */
export function updateArticle(existing: KnowledgeArticle, newKnowledge: ExtractedKnowledge): KnowledgeArticle {
  const text = withCore((core) => core.updateArticleText(existing.path, textOf(existing), itemOf(newKnowledge)));
  return articleOf(existing.path, text);
}

/** The table of contents for people. */
export function generateIndex(articles: KnowledgeArticle[]): string {
  const files = articles.map((article) => ({ path: article.path, bytes: new TextEncoder().encode(textOf(article)) }));
  return renderIndexes(files, { preset: "gitclaw" }).find(({ path }) => path === "_index.md")?.content ?? "";
}

/** Articles that new knowledge contradicts or supersedes, each with what decided. */
export function detectContradictions(
  newKnowledge: ExtractedKnowledge,
  existingArticles: KnowledgeArticle[],
): { article: KnowledgeArticle; conflict: string }[] {
  const texts = existingArticles.map((article): [string, string] => [article.path, textOf(article)]);
  const found = withCore((core) => core.findContradictions(itemOf(newKnowledge), texts));
  return found.flatMap(({ path, conflict }) => {
    const article = existingArticles.find((candidate) => candidate.path === path);
    return article ? [{ article, conflict }] : [];
  });
}

function iso(time: number | null): string {
  return time === null ? "" : new Date(time).toISOString();
}

function itemOf(knowledge: ExtractedKnowledge): Item {
  for (const field of ["type", "title", "content", "sourceSession"] as const) {
    if (typeof knowledge[field] !== "string") {
      throw new RepoloreError("input/invalid", `knowledge.${field}: a text is needed`);
    }
  }
  const time = Date.parse(knowledge.sourceTimestamp);
  const isPersons = knowledge.saidBy !== "agent";
  return {
    kind: knowledge.type,
    title: knowledge.title,
    statement: knowledge.content,
    rationale: null,
    subject: knowledge.title.toLowerCase(),
    attribute: "",
    confidence: knowledge.confidence,
    origin: isPersons ? "owner" : "agent",
    keywords: knowledge.keywords ?? [],
    entities: [],
    tags: knowledge.relatedTopics ?? [],
    files: [],
    issue: knowledge.sourceIssue > 0 ? knowledge.sourceIssue : null,
    replaces: null,
    evidence: [
      {
        session: knowledge.sourceSession,
        line: knowledge.sourceLine ?? 1,
        speaker: isPersons ? "human" : "agent",
        time: Number.isNaN(time) ? null : time,
        quote: knowledge.content,
      },
    ],
    rule: "given",
    score: 1,
  };
}

function articleOf(path: string, text: string): KnowledgeArticle {
  const { front, topic, title, confidence, status, body } = readArticle(new TextEncoder().encode(text), path).value;
  return { path, frontmatter: { ...front, topic, title, confidence, status }, body };
}

/** The file of an article, as far as its front matter matters here. */
function textOf({ path, frontmatter, body }: KnowledgeArticle): string {
  if (!frontmatter || typeof body !== "string") {
    throw new RepoloreError("input/invalid", `article ${path ?? ""}: its frontmatter and body are needed`);
  }
  const day = (time: FrontMatter["created"]) => (time == null ? undefined : new Date(time).toISOString().slice(0, 10));
  const { topic, title, created, updated, sources, confidence, status, keywords, curatedBy } = frontmatter;
  const fields = {
    topic,
    title,
    created: day(created),
    updated: day(updated),
    sources: sources.map(({ issue, session, date }) => ({
      ...(issue === null ? {} : { issue }),
      ...(session === null ? {} : { session }),
      ...(date === null ? {} : { date: day(date) }),
    })),
    confidence,
    status,
    keywords,
    curated_by: curatedBy ?? undefined,
  };
  const lines = Object.entries(fields)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(([key, value]) => `${key}: ${/^[\w-]+$/.test(String(value)) ? value : JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n${body.startsWith("\n") ? "" : "\n"}${body}`;
}
