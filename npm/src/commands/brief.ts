// repolore brief: what to know before working on an issue.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.js";
import { withCore } from "../core.js";
import { RepoloreError, toRepoloreError } from "../errors.js";
import type { AgentMetrics, BriefRequest } from "../generated/types.js";
import type { KnowledgeBase } from "../knowledge.js";
import { openConfigured } from "../lifecycle.js";
import { expectShortRun } from "../load/short-run.js";
import { redact } from "../redact.js";
import { configToRead, PLACES } from "./places.js";
import type { Command, Context, Options } from "./types.js";
import { issueNumber, text } from "./values.js";

export const brief: Command = {
  name: "brief",
  summary: "what to know before working on an issue",
  usage: 'brief "#42" | brief TOPIC [options]',
  description:
    "Gathers what matters for a piece of work: patterns and decisions to know, how similar problems were solved,\n" +
    "anti-patterns, and agents that did well in its field. An issue's title, text and labels come from GitHub when\n" +
    "GITHUB_TOKEN and the repository are known (--repository, or GITHUB_REPOSITORY; GITHUB_API_URL names another\n" +
    "server); otherwise from the entries that name the issue, and --title helps.",
  options: {
    title: { type: "string", value: "TEXT", help: "the issue's title, when GitHub cannot be asked" },
    repository: { type: "string", value: "OWNER/NAME", help: "ask this repository for the issue" },
    offline: { type: "boolean", help: "do not ask GitHub" },
    ...PLACES,
  },
  examples: [
    ['repolore brief "#42"', "for an issue"],
    ['repolore brief "rate limiting of the public API"', "for a topic"],
  ],
  async run(context, positionals, options) {
    expectShortRun();
    const config = configToRead(context, options);
    return await printBrief(context, openConfigured(config), config, redact(positionals.join(" ")).text, options);
  },
};

export async function printBrief(
  context: Context,
  base: KnowledgeBase,
  config: Config,
  topic: string,
  options: Options,
): Promise<number> {
  if (topic.trim() === "") throw new RepoloreError("usage/query", 'brief: name an issue ("#42") or a topic');
  if (base.size === 0) {
    const empty = "Knowledge base empty. Use /learn to capture knowledge.";
    context.stdout(options["json"] ? `${JSON.stringify({ message: empty })}\n` : `${empty}\n`);
    return 0;
  }
  const { rate, floor, evergreen } = config.decay;
  const request: Partial<BriefRequest> = {
    title: topic,
    now: context.now().getTime(),
    decay: { rate, floor, evergreen },
    metrics: agentMetrics(config),
  };
  const issue = issueNumber(topic);
  if (issue !== undefined) Object.assign(request, { issue, ...(await aboutIssue(context, base, issue, options)) });
  const { markdown, ...made } = base.brief(request);
  context.stdout(options["json"] ? `${JSON.stringify(made, null, 2)}\n` : markdown);
  return 0;
}

/** Title, text and labels from GitHub; else the title given, else the titles of entries that name the issue. */
async function aboutIssue(
  context: Context,
  base: KnowledgeBase,
  issue: number,
  options: Options,
): Promise<Partial<BriefRequest>> {
  const given = text(options, "title");
  const repository = text(options, "repository") || context.env["GITHUB_REPOSITORY"];
  const token = context.env["GITHUB_TOKEN"] || context.env["GH_TOKEN"];
  if (!given && !options["offline"] && repository && token) {
    try {
      const [{ GitHubClient }, { fetchQuestion }] = await Promise.all([
        import("../github/client.js"),
        import("../github/issues.js"),
      ]);
      const apiUrl = context.env["GITHUB_API_URL"] || undefined;
      const { title, body, labels } = await fetchQuestion(new GitHubClient({ repository, token, apiUrl }), issue);
      return { title, description: body.slice(0, 4000), labels, files: mentionedFiles(body) };
    } catch (thrown) {
      context.stderr(
        `brief: GitHub did not tell about #${issue} (${toRepoloreError(thrown).message}); using what is known here\n`,
      );
    }
  }
  const known = base.issueRelated(issue).direct.map(({ title }) => title);
  if (!given && known.length === 0) {
    context.stderr(`brief: nothing is known about #${issue} here; --title TEXT says what it is about\n`);
  }
  return { title: given ?? known.join(". ") };
}

function mentionedFiles(body: string): string[] {
  const paths = body.match(/(?<![\w/:.])(?:[\w.-]+\/)+[\w.-]+\.\w{1,6}\b/g) ?? [];
  return [...new Set(paths)].slice(0, 20);
}

function agentMetrics(config: Config): Record<string, AgentMetrics> {
  try {
    const index = readFileSync(join(config.root, config.knowledge, "index.yaml"), "utf8");
    return withCore((core) => core.readAgentMetrics(index));
  } catch (thrown) {
    const error = toRepoloreError(thrown);
    if (error.code === "format/too-new") throw error;
    return {};
  }
}
