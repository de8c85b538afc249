// The functions of the design document under their names, over the same core that curation uses.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { readArticle, renderIndexes } from "../articles.js";
import { withCore } from "../core.js";
import type { Confidence, Item, Kind, Status } from "../generated/types.js";

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
}

/** An article as the design document describes it. */
export interface KnowledgeArticle {
  /** Relative to the knowledge folder. */
  path: string;
  frontmatter: {
    topic: string;
    title: string;
    created: string;
    updated: string;
    sources: { issue?: number; session?: string }[];
    confidence: string;
    status: Status;
    keywords?: string[];
  };
  body: string;
}

/** Finds what one session teaches. */
export async function extractKnowledge(sessionPath: string, issueNumber?: number): Promise<ExtractedKnowledge[]> {
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
  }));
}

/** Makes the article of one piece of knowledge. */
export function generateArticle(knowledge: ExtractedKnowledge): KnowledgeArticle {
  const [path, text] = withCore((core) => core.generateArticleText(itemOf(knowledge)));
  return articleOf(path, text);
}

/** Takes new knowledge into an article: sources are added, a contradiction marks it as disputed. */
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
  const time = Date.parse(knowledge.sourceTimestamp);
  return {
    kind: knowledge.type,
    title: knowledge.title,
    statement: knowledge.content,
    rationale: null,
    subject: knowledge.title.toLowerCase(),
    attribute: "",
    confidence: knowledge.confidence,
    origin: "agent",
    keywords: knowledge.keywords,
    entities: [],
    tags: knowledge.relatedTopics,
    files: [],
    issue: knowledge.sourceIssue > 0 ? knowledge.sourceIssue : null,
    replaces: null,
    evidence: [
      {
        session: knowledge.sourceSession,
        line: 1,
        speaker: "agent",
        time: Number.isNaN(time) ? null : time,
        quote: knowledge.content,
      },
    ],
    rule: "given",
    score: 1,
  };
}

function articleOf(path: string, text: string): KnowledgeArticle {
  const { value } = readArticle(new TextEncoder().encode(text), path);
  const day = (time: number | null | undefined) => (time == null ? "" : new Date(time).toISOString().slice(0, 10));
  return {
    path,
    frontmatter: {
      topic: value.topic,
      title: value.title,
      created: day(value.front.created),
      updated: day(value.front.updated),
      sources: value.front.sources.map(({ issue, session }) => ({
        ...(issue === null ? {} : { issue }),
        ...(session === null ? {} : { session }),
      })),
      confidence: value.confidence,
      status: value.status,
      keywords: value.front.keywords,
    },
    body: value.body,
  };
}

function textOf({ frontmatter, body }: KnowledgeArticle): string {
  const lines = Object.entries(frontmatter)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(
      ([key, value]) =>
        `${key}: ${typeof value === "string" && /^[\w-]+$/.test(value) ? value : JSON.stringify(value)}`,
    );
  return `---\n${lines.join("\n")}\n---\n${body.startsWith("\n") ? "" : "\n"}${body}`;
}
