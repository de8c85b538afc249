// Issues as far as knowledge needs them: what was asked, by whom, and how much that person's word counts.
import type { GitHubClient } from "./client.js";
import { shaped } from "./shape.js";

export interface Comment {
  author: string;
  /** `OWNER`, `MEMBER`, `COLLABORATOR`, `CONTRIBUTOR`, `NONE`, …, as GitHub says it. */
  association: string;
  /** Whether a program wrote it. */
  isBot: boolean;
  body: string;
  createdAt: string;
}

export interface Issue extends Comment {
  number: number;
  title: string;
  state: string;
  isPullRequest: boolean;
  labels: string[];
  comments: Comment[];
}

/** An issue with all its comments. */
export async function fetchIssue(client: GitHubClient, number: number): Promise<Issue> {
  const issue = await fetchQuestion(client, number);
  const parameters = { issue_number: number };
  const comments = await client.pages("GET /repos/{repository}/issues/{issue_number}/comments", parameters);
  return { ...issue, comments: comments.map(comment) };
}

/** What an issue asks, without what was answered. */
export async function fetchQuestion(client: GitHubClient, number: number): Promise<Omit<Issue, "comments">> {
  const answer = await client.request("GET /repos/{repository}/issues/{issue_number}", { issue_number: number });
  const { title, state, labels, pull_request } = shaped(
    answer,
    { title: "string", state: "string", labels: "array", pull_request: "object?" },
    "issue",
  );
  return {
    number,
    title,
    state,
    isPullRequest: pull_request !== null,
    labels: labels.map((label) =>
      typeof label === "string" ? label : shaped(label, { name: "string" }, "label").name,
    ),
    ...comment(answer),
  };
}

function comment(value: unknown): Comment {
  const { user, author_association, body, created_at } = shaped(
    value,
    { user: "object?", author_association: "string?", body: "string?", created_at: "string" },
    "comment",
  );
  const { login, type } = shaped(user ?? { login: "ghost" }, { login: "string", type: "string?" }, "user");
  return {
    author: login,
    association: author_association ?? "NONE",
    isBot: type === "Bot" || login.endsWith("[bot]"),
    body: body ?? "",
    createdAt: created_at,
  };
}
