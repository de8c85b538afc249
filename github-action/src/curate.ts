// Modes commit and pull-request. Every try works on a fresh checkout of what the remote holds right now, apart
// from the workspace: plan, commit, push without force; when somebody pushed meanwhile, all of it again.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { type Config, joinStore, loadConfig, storePath } from "../../npm/dist/config.js";
import { applyCuration, type Planned, planCuration } from "../../npm/dist/curate/run.js";
import { RepoloreError } from "../../npm/dist/errors.js";
import { GitHubClient } from "../../npm/dist/github/client.js";
import { MODEL_TOKENS } from "../../npm/dist/llm/chat.js";
import { workReport } from "../../npm/dist/reflect/report.js";
import { learnFromWork, type WorkLessons } from "../../npm/dist/reflect/run.js";
import { fetchTranscripts } from "../../npm/dist/sources/remote.js";
import { GitHubStore } from "../../npm/dist/store/github.js";
import { BOT, Git } from "./git.js";
import type { Inputs } from "./inputs.js";
import { type PullRequest, Pulls } from "./pulls.js";
import { group, log } from "./runner.js";
import { curationSummary, reflectionSummary } from "./summary.js";

const TRIES = 5;

export interface Environment {
  workspace: string;
  temp: string;
  repository: string | undefined;
  apiUrl: string | undefined;
  serverUrl: string;
  /** The branch that the workflow runs on. */
  branch: string | undefined;
  runId: string;
  env: Record<string, string | undefined>;
}

export interface Curation {
  planned: Planned;
  /** Folder of the knowledge base in the repository. */
  knowledge: string;
  summary: string;
  changed: boolean;
  /** Files of the repository that were left alone. */
  skipped: { path: string; reason: string }[];
  /** What the steps after the curation taught, when they ran. */
  work?: WorkLessons;
  commit?: string;
  pullRequest?: PullRequest;
  /** Sessions are fewer than `if-due` asks for. */
  notDue?: number;
}

/** The changes could not be pushed; they are in a patch. */
export class NotPushed extends RepoloreError {
  readonly patch: string;

  constructor(message: string, patch: string) {
    super("action/denied", message);
    this.patch = patch;
  }
}

export async function curate(inputs: Inputs, environment: Environment): Promise<Curation> {
  const workspace = Git.withToken(environment.workspace, inputs.token, environment.serverUrl);
  const target = inputs.branch ?? environment.branch ?? (await workspace.run("branch", "--show-current"));
  if (!target) throw new RepoloreError("usage/input", 'no branch is checked out; name one with the input "branch"');
  let viaPullRequest = inputs.mode === "pull-request";
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const pulls = viaPullRequest ? pullsOf(inputs, environment, target) : undefined;
    const open = await pulls?.find();
    const checkout = await Checkout.make(workspace, environment, target, pulls ? inputs.pullRequestBranch : null, open);
    try {
      const result = await planAndCommit(inputs, environment, checkout);
      if (!result.changed || inputs.dryRun || !result.commit) return result;
      const branch = pulls ? inputs.pullRequestBranch : target;
      const failure = await checkout.git.push(result.commit, branch);
      if (failure === null) {
        if (pulls) return await withPullRequest(result, pulls, open, inputs);
        await followWorkspace(workspace, result.commit);
        return result;
      }
      if (failure === "protected" && !viaPullRequest) {
        log(`${target} is protected: the result goes into a pull request`);
        viaPullRequest = true;
        continue;
      }
      if (failure !== "moved") throw await notPushed(checkout, result.commit, environment, branch);
      log(`somebody pushed at the same time; planning again on the new head (${attempt} of ${TRIES})`);
      await new Promise((done) => setTimeout(done, Math.random() * 500 * attempt));
    } finally {
      await checkout.remove();
    }
  }
  throw new RepoloreError("action/race", `${target} changes faster than it can be written; the next run tries again`);
}

/** A checkout of the remote's present state beside the workspace, which stays as it is. */
class Checkout {
  readonly git: Git;
  /** The branch whose sessions count. */
  readonly branch: string;
  readonly #workspace: Git;
  readonly #parents: string[];

  private constructor(workspace: Git, git: Git, branch: string, parents: string[]) {
    this.#workspace = workspace;
    this.git = git;
    this.branch = branch;
    this.#parents = parents;
  }

  static async make(
    workspace: Git,
    environment: Environment,
    target: string,
    pullBranch: string | null,
    open: PullRequest | undefined,
  ): Promise<Checkout> {
    const base = await workspace.fetch(target);
    if (base === null) throw new RepoloreError("action/branch", `the remote has no branch ${target}; push it first`);
    const head = pullBranch ? await workspace.fetch(pullBranch) : null;
    const folder = join(realpathSync(mkdtempSync(join(environment.temp || tmpdir(), "repolore-"))), "checkout");
    await workspace.run("worktree", "add", "--quiet", "--detach", folder, base);
    const git = workspace.at(folder);
    const isNew = head !== null && !(await git.says("merge-base", "--is-ancestor", head, base));
    if (!head || !isNew) return new Checkout(workspace, git, target, []);
    // What a closed pull request left on the branch is history; what is in an open one may hold people's edits.
    if (!open) return new Checkout(workspace, git, target, [head]);
    await git.run("checkout", "--quiet", "--detach", head);
    await mergeBase(git, base, target);
    return new Checkout(workspace, git, target, []);
  }

  /** Commits what is staged; returns the commit. */
  async commit(subject: string, trailers: string): Promise<string> {
    const tree = await this.git.run("write-tree");
    const parents = [await this.git.run("rev-parse", "HEAD"), ...this.#parents].flatMap((sha) => ["-p", sha]);
    const commit = await this.git.as(BOT).run("commit-tree", tree, ...parents, "-m", subject, "-m", trailers);
    await this.git.run("checkout", "--quiet", "--detach", commit);
    return commit;
  }

  async remove(): Promise<void> {
    await this.#workspace.says("worktree", "remove", "--force", this.git.folder);
    rmSync(join(this.git.folder, ".."), { recursive: true, force: true });
    await this.#workspace.says("worktree", "prune");
  }
}

/** Brings the base into the branch of an open pull request. Index files are made anew anyway; other conflicts are people's. */
async function mergeBase(git: Git, base: string, target: string): Promise<void> {
  const as = git.as(BOT);
  if (await as.says("merge", "--quiet", "--no-edit", "-m", `Merge ${target}`, base)) return;
  const conflicts = (await git.run("diff", "--name-only", "--diff-filter=U")).split("\n").filter(Boolean);
  const derived =
    conflicts.length > 0 && conflicts.every((path) => /(^|\/)(_index\.md|index\.md|index\.yaml)$/.test(path));
  if (derived) {
    await git.run("checkout", "--quiet", "--theirs", "--", ...conflicts);
    await git.run("add", "--", ...conflicts);
    if (await as.says("commit", "--quiet", "--no-edit", "--no-verify", "--no-gpg-sign")) return;
  }
  await git.says("merge", "--abort");
  log(`the open pull request conflicts with ${target}; it is updated without ${target}'s newest commits`);
}

async function planAndCommit(inputs: Inputs, environment: Environment, checkout: Checkout): Promise<Curation> {
  const { git } = checkout;
  const present = configOf(inputs, environment, git.folder);
  const config =
    inputs.sessionsFrom === "api"
      ? await fetchSessions(inputs, environment, present, { checkout: git.folder, branch: checkout.branch })
      : present;
  const { bootstrap, allowBulk, dryRun } = inputs;
  const llm = inputs.llm && { ...inputs.llm, timeout: config.llm.timeout * 1000, tokens: MODEL_TOKENS };
  const threshold = inputs.ifDue === true ? config.threshold : inputs.ifDue === false ? 0 : inputs.ifDue;
  const planned = await planCuration({ config, bootstrap, allowBulk, dryRun, llm, threshold, notice: log, once: true });
  const { report } = planned.plan;
  const prefix = storePath(git.folder, config.root) ?? "";
  const knowledge = joinStore(prefix, config.knowledge);
  const outcome = { planned, knowledge, skipped: [], summary: "", changed: false };
  if (report.nNewSessions < threshold) {
    return { ...outcome, notDue: threshold, summary: notDueSummary(report.nNewSessions, threshold) };
  }
  log(`${report.nNewSessions} sessions since last KB curation. Running curation...`);
  const applied = inputs.dryRun ? { written: [], skipped: [] } : await applyCuration(planned);
  const skipped = applied.skipped.map(({ path, reason }) => ({ path: joinStore(prefix, path), reason }));
  const work = await learn(inputs, config);
  const more = work ? { work } : {};
  const summaryOf = (where: string, commit?: string) => {
    const link = linkAt(environment, commit);
    const learned = curationSummary({ plan: planned.plan, knowledge, where, skipped, link });
    return work ? `${learned}\n${reflectionSummary(workReport(work), knowledge, link)}` : learned;
  };
  if (inputs.dryRun) {
    const changed = planned.changes.length > 0 || (work?.plan.changes.length ?? 0) > 0;
    return { ...outcome, ...more, changed, summary: summaryOf("Dry run: nothing was written.") };
  }
  if (!(await stage(git, prefix, [...applied.written, ...(work?.written ?? [])])))
    return { ...outcome, ...more, skipped, summary: summaryOf("Nothing changed.") };
  const subject = inputs.commitMessage ?? subjectOf(planned, work);
  const trailers = `KB-Run: ${environment.runId}\nKB-Sessions: ${report.nNewSessions}`;
  const commit = await checkout.commit(subject, trailers);
  return { ...outcome, ...more, changed: true, skipped, commit, summary: summaryOf("", commit) };
}

/** The steps after a curation, when they are asked for. */
async function learn(inputs: Inputs, config: Config): Promise<WorkLessons | undefined> {
  if (!(inputs.reflect ?? config.reflect.auto)) return undefined;
  return await group("Reflecting", () =>
    learnFromWork({ config, now: new Date(), dryRun: inputs.dryRun, notice: log }),
  );
}

function subjectOf({ plan }: Planned, work: WorkLessons | undefined): string {
  const { created, updated, disputed } = plan.report;
  const base = `knowledge: ${created.length} created, ${updated.length} updated, ${disputed.length} disputed`;
  const lessons = work?.plan.reflection.lessons.length ?? 0;
  return lessons > 0 ? `${base}, ${lessons} ${lessons === 1 ? "lesson" : "lessons"}` : base;
}

/** The configuration with its transcripts fetched through the API, beside the checkout. */
async function fetchSessions(
  { token }: Inputs,
  { repository, apiUrl }: Environment,
  config: Config,
  { checkout, branch }: { checkout: string; branch: string },
): Promise<Config> {
  if (!repository) throw new RepoloreError("usage/input", "GITHUB_REPOSITORY is not set; sessions-from: api needs it");
  const store = new GitHubStore({ repository, branch, token, apiUrl, notice: log });
  const fetched = await fetchTranscripts(store, config, checkout, join(checkout, "..", "sessions"));
  for (const { path, reason } of fetched.leftOut) log(`left out: ${path}: ${reason}`);
  log(`${fetched.files} files of sessions fetched through the API, ${Math.round(fetched.bytes / 1024)} KiB`);
  return fetched.config;
}

function configOf(inputs: Inputs, environment: Environment, folder: string): Config {
  const { knowledge, sessions, preset } = inputs;
  const config = loadConfig({ cwd: join(folder, inputs.directory), env: environment.env, knowledge, sessions, preset });
  if (storePath(folder, config.root) === undefined) {
    const message = `the knowledge base ${relative(folder, config.root)} is outside of the repository; name a folder inside`;
    throw new RepoloreError("usage/input", message);
  }
  return config;
}

/** Stages exactly the files that were written; `false` when git sees no difference. */
async function stage(git: Git, prefix: string, written: string[]): Promise<boolean> {
  if (written.length === 0) return false;
  const list = join(git.folder, "..", "paths");
  writeFileSync(list, written.map((path) => joinStore(prefix, path)).join("\0"));
  const literal = ["--literal-pathspecs"];
  await git.run(...literal, "add", "--all", "--sparse", `--pathspec-from-file=${list}`, "--pathspec-file-nul");
  return !(await git.says("diff", "--cached", "--quiet"));
}

async function withPullRequest(
  result: Curation,
  pulls: Pulls,
  open: PullRequest | undefined,
  { pullRequestBranch }: Inputs,
): Promise<Curation> {
  const { created, updated } = result.planned.plan.report;
  const title = `Knowledge base: ${created.length} created, ${updated.length} updated`;
  try {
    const pullRequest = open
      ? await pulls.update(open, title, result.summary)
      : await pulls.open(title, result.summary);
    return { ...result, pullRequest };
  } catch (error) {
    const hint = 'allow "GitHub Actions to create pull requests" in the repository settings, or open it by hand';
    const said = error instanceof Error ? error.message : String(error);
    const message = `${pullRequestBranch} is pushed, but the pull request cannot be opened: ${said}; ${hint}`;
    throw new RepoloreError("action/pull-request", message, { cause: error });
  }
}

function pullsOf({ token, pullRequestBranch }: Inputs, { repository, apiUrl }: Environment, base: string): Pulls {
  if (!repository) throw new RepoloreError("usage/input", "GITHUB_REPOSITORY is not set; pull requests need it");
  return new Pulls(new GitHubClient({ repository, token, apiUrl, notice: log }), pullRequestBranch, base);
}

async function notPushed(
  checkout: Checkout,
  commit: string,
  { temp }: Environment,
  branch: string,
): Promise<NotPushed> {
  const patch = join(temp || tmpdir(), "repolore.patch");
  // Not format-patch: it passes over merges, and ours is one where an earlier pull request left its branch behind.
  const mail = ["--format=email", "--stat", "--patch", "--binary", "--first-parent", "-m"];
  writeFileSync(patch, `${await checkout.git.run("show", ...mail, commit)}\n`);
  const hint = 'give the job "permissions: contents: write"; runs on forks cannot write at all';
  return new NotPushed(`no right to push to ${branch}: ${hint}. The changes are in the output "patch"`, patch);
}

/** Later steps of the job see the result when the workspace can follow without losing anything. */
async function followWorkspace(workspace: Git, commit: string): Promise<void> {
  if (!(await workspace.says("merge", "--ff-only", "--quiet", commit))) {
    log("the workspace has other changes and stays as it is; the result is on the remote");
  }
}

function linkAt({ serverUrl, repository }: Environment, commit?: string): (path: string) => string {
  if (!repository || !commit) return () => "";
  return (path) => `${serverUrl}/${repository}/blob/${commit}/${path.split("/").map(encodeURIComponent).join("/")}`;
}

function notDueSummary(found: number, threshold: number): string {
  return `# Nothing to do yet\n\n${found} new conversations; curation runs from ${threshold} on.\n`;
}
