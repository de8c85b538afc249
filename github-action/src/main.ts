// One run of the action, from the inputs to the outputs.
import { joinStore } from "../../npm/dist/config.js";
import { measureCore } from "../../npm/dist/core.js";
import { RepoloreError, toRepoloreError } from "../../npm/dist/errors.js";
import { workSummary } from "../../npm/dist/reflect/report.js";
import { check } from "./check.js";
import { type Curation, curate, type Environment, NotPushed } from "./curate.js";
import { type Inputs, readInputs } from "./inputs.js";
import { annotate, fail, group, input, keepSecret, log, output, writeSummary } from "./runner.js";

export async function main(env: Record<string, string | undefined>): Promise<void> {
  const timeInCore = measureCore();
  try {
    const inputs = readInputs(input);
    for (const secret of [inputs.token, inputs.llm?.key]) if (secret) keepSecret(secret);
    const environment = environmentOf(env);
    if (inputs.mode === "check") await runCheck(inputs, environment);
    else await runCuration(inputs, environment);
    log(`took ${Math.round(performance.now())} ms, of it in WASM: ${Math.round(timeInCore())} ms`);
  } catch (thrown) {
    const error = toRepoloreError(thrown);
    if (error instanceof NotPushed) output("patch", error.patch);
    if (error.code === "internal/unexpected" && thrown instanceof Error) log(thrown.stack ?? "");
    fail(`${error.message} [${error.code}]`);
  }
}

async function runCuration(inputs: Inputs, environment: Environment): Promise<void> {
  const result = await group("Curating", () => curate(inputs, environment));
  const { report } = result.planned.plan;
  annotateCuration(result);
  const count = (pattern: RegExp) =>
    Object.entries(report.passedOver).reduce((sum, [reason, n]) => (pattern.test(reason) ? sum + n : sum), 0);
  const isDue = result.notDue === undefined;
  output("created", isDue ? report.created.length : 0);
  output("updated", isDue ? report.updated.length : 0);
  output("disputed", report.disputed.length);
  output("quarantined", count(/quarantin|instruction|order/i));
  output("redacted", report.nSecrets);
  output("signals", result.work?.stored.length ?? 0);
  output("lessons", result.work?.plan.reflection.lessons.length ?? 0);
  output("changed", result.changed && !inputs.dryRun);
  output("commit", result.commit ?? "");
  output("pull-request", result.pullRequest?.url ?? "");
  await writeSummary(result.summary);
  const { created, updated, disputed } = report;
  if (result.notDue !== undefined) log(`not due: ${report.nNewSessions} new sessions, runs from ${result.notDue} on`);
  else
    log(
      `KB curation: ${created.length} created, ${updated.length} updated, ${disputed.length} contradictions detected`,
    );
  if (result.work) log(workSummary(result.work).trim().split("\n").at(-1) ?? "");
  if (result.pullRequest) log(`pull request: ${result.pullRequest.url}`);
}

function annotateCuration({ planned, knowledge, skipped }: Curation): void {
  const { disputed, oddities } = planned.plan.report;
  for (const path of disputed.slice(0, 10)) {
    const message = "two statements contradict each other; a person should settle it";
    annotate({ level: "warning", title: "Conflict in the knowledge base", message, file: joinStore(knowledge, path) });
  }
  for (const { file, diagnostic } of oddities.slice(0, 10)) {
    const { severity, line } = diagnostic;
    const level = severity === "error" ? "warning" : "notice";
    // A session's name is no path of the repository, so it stands in the message.
    const message = `${line ? `${file}:${line}` : file}: ${diagnostic.message}`;
    annotate({ level, title: diagnostic.code, message });
  }
  for (const { path, reason } of skipped.slice(0, 10)) {
    annotate({ level: "notice", title: "Left alone", message: reason, file: path });
  }
}

async function runCheck(inputs: Inputs, environment: Environment): Promise<void> {
  const { findings, failed, summary } = await group("Checking", () => check(inputs, environment));
  for (const finding of findings.slice(0, 50)) annotate(finding);
  output("changed", false);
  await writeSummary(summary);
  if (failed) fail("this change breaks the knowledge base; the annotations say where [action/check]");
}

function environmentOf(env: Record<string, string | undefined>): Environment {
  const workspace = env["GITHUB_WORKSPACE"];
  if (!workspace)
    throw new RepoloreError("usage/environment", "GITHUB_WORKSPACE is not set; this runs inside a workflow");
  const isBranch = env["GITHUB_REF_TYPE"] === "branch" && !env["GITHUB_REF"]?.startsWith("refs/pull/");
  const run = `${env["GITHUB_RUN_ID"] ?? "local"}.${env["GITHUB_RUN_ATTEMPT"] ?? "1"}`;
  return {
    workspace,
    temp: env["RUNNER_TEMP"] ?? "",
    repository: env["GITHUB_REPOSITORY"],
    apiUrl: env["GITHUB_API_URL"],
    serverUrl: env["GITHUB_SERVER_URL"] ?? "https://github.com",
    branch: isBranch ? env["GITHUB_REF_NAME"] : undefined,
    runId: run,
    env,
  };
}
