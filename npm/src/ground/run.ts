// Carries out a grounding: asks the sources as the core says, keeps the answers, enforces, stores.
import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { withCore } from "../core.js";
import { RepoloreError } from "../errors.js";
import type {
  Cascade,
  DesignMode,
  EnforcementDecision,
  GroundingPolicy,
  GroundingResult,
  GroundingSource,
  ImpactReport,
  SkipOverride,
  SourceOutcome,
} from "../generated/types.js";
import { askHistory, historyFingerprint } from "../sources/history.js";
import { askRepo, treeFingerprint } from "../sources/repo.js";
import { listTree, type Tree } from "../sources/tree.js";
import { askWeb, type WebProvider } from "../sources/web.js";
import { DiskCache } from "./cache.js";
import { IMPACT_LIMIT_MS, impactTable, scanImpact } from "./impact.js";
import { Track } from "./track.js";

/** Where it is kept what people and agents said; absolute. It tells of the past, and not of what the project holds. */
export interface Past {
  /** Folders of knowledge bases. */
  knowledge?: string[];
  /** Transcripts and folders of transcripts. */
  sessions?: string[];
  /** The folder of what is remembered between runs. */
  state?: string;
}

export interface GroundOptions extends Past {
  question: string;
  /** `full` when not given. */
  mode?: DesignMode;
  /**
   * `discover-define`, `define-develop`, `develop-deliver`, `deliver-complete`; anything else is treated mildly.
   * Without one all sources may be asked and nothing blocks.
   */
  transition?: string | undefined;
  /** The folder that is asked about. */
  root: string;
  /** Folder of all tracks and the name of this one; without it nothing is stored. */
  track?: { tracks: string; name: string } | undefined;
  web?: WebProvider | undefined;
  /** Asks every source even after a sure answer. */
  crossCheck?: boolean;
  /** `false` asks anew and keeps nothing. */
  cache?: boolean;
  /** The design for the impact scan; the track's own design or the question when not given. */
  design?: string | undefined;
  env?: Record<string, string | undefined>;
  now?: () => Date;
  /** Hears of every redaction, without the secret. */
  onLog?: (entry: SanitizationLog) => void;
}

/** GR-005: tells that something was taken out, never what. */
export interface SanitizationLog {
  code: "GR-005";
  message: string;
  details: { redaction_count: number; source: GroundingSource; original_length: number; sanitized_length: number };
}

export interface Grounding {
  policy: GroundingPolicy;
  /** Where the question went and why. */
  route: Cascade["route"];
  result: GroundingResult;
  decision: EnforcementDecision;
  /** What each source gave, with evidence and the time it took. */
  outcomes: SourceOutcome[];
  warnings: string[];
  /** Conflicts as people read them. */
  conflicts: string[];
  impact: ImpactReport | null;
  /** Files that were written. */
  stored: string[];
}

/** What has to run at a transition; without one, for a question of its own. */
export function groundingPolicy(mode: DesignMode, transition?: string): GroundingPolicy {
  return withCore((core) => core.groundingPolicy(mode, transition));
}

/** Grounds a question, enforces the verdict and stores it in its track. */
export async function ground(options: GroundOptions): Promise<Grounding> {
  if (options.question.trim() === "") throw new RepoloreError("usage/question", "there is no question to ground");
  const now = options.now ?? (() => new Date());
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  const policy = groundingPolicy(options.mode ?? "full", options.transition);
  const track = options.track && new Track(options.track.tracks, options.track.name);
  const asker = new Asker(options, policy, now);
  let state = withCore((core) => core.cascadeBegin(options.question, policy, options.crossCheck ?? false));
  for (;;) {
    const step = withCore((core) => core.cascadeNext(state, elapsed()));
    if (step.kind === "done") break;
    state = await asker.ask(state, step.source, step.limitMs);
  }
  let result = withCore((core) => core.cascadeFinish(state, transitionOf(policy, options), now().getTime(), elapsed()));
  if (result.conflicts?.length) await asker.forget();
  const warnings = withCore((core) => core.cascadeWarnings(state, elapsed()));
  const impact = policy.impactScan ? await impactFor(options, track, asker.tree(), policy, elapsed(), warnings) : null;
  const verdict = impact && withCore((core) => core.impactVerdict(impact));
  if (verdict) result = withCore((core) => core.mergeImpact(result, verdict));
  const decision = withCore((core) => core.enforceGrounding(policy.enforcement, result, verdict));
  result = { ...result, duration_ms: elapsed(), blocking: !decision.allowed, enforcement_action: decision.action };
  if (decision.errorCode) result.error_code = decision.errorCode;
  const stored: string[] = [];
  if (track) {
    stored.push(track.write(recordName(policy, options), result));
    if (impact) stored.push(track.writeImpact(impactTable(impact)));
  }
  const conflicts = (result.conflicts ?? []).map((conflict) => withCore((core) => core.conflictBox(conflict)));
  return {
    policy,
    route: state.route,
    result,
    decision,
    outcomes: state.outcomes,
    warnings,
    conflicts,
    impact,
    stored,
  };
}

/** What a transition is called: as given when it is none of the known ones. */
export function transitionOf(policy: GroundingPolicy, { transition }: Pick<GroundOptions, "transition">): string {
  return policy.transition === "other" && transition ? transition : policy.transition;
}

/** The name of the file in which a transition is recorded; one that is not known has its own. */
function recordName(policy: GroundingPolicy, options: Pick<GroundOptions, "transition">): string {
  const name = wordsOf(transitionOf(policy, options));
  if (name !== "" && name.length <= 100) return name;
  throw new RepoloreError("usage/transition", "a transition is named by letters and digits, at most a hundred");
}

/** A name in small letters with hyphens between its words, as files are called. */
export function wordsOf(name: string): string {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join("-");
}

async function impactFor(
  options: GroundOptions,
  track: Track | undefined,
  tree: Tree,
  policy: GroundingPolicy,
  elapsedMs: number,
  warnings: string[],
): Promise<ImpactReport | null> {
  const left = Math.min(IMPACT_LIMIT_MS, policy.hardMs - elapsedMs);
  if (left <= 0) {
    warnings.push("GR-002: no time was left for the impact scan; the verdict rests on grounding alone");
    return null;
  }
  const design = options.design ?? track?.design() ?? options.question;
  if (!options.design && design === options.question) {
    warnings.push("no design was given; the impact scan goes by the question");
  }
  const report = scanImpact({ design, root: options.root, limitMs: left, tree });
  warnings.push(...report.warnings.map((warning) => `impact: ${warning}`));
  return report;
}

/** The work tree without what was said about it. */
export function treeWithoutPast(root: string, { knowledge = [], sessions = [], state }: Past): Tree {
  return listTree(root, [...knowledge, ...sessions, ...(state === undefined ? [] : [state])]);
}

/** Asks sources through the cache. */
class Asker {
  readonly #options: GroundOptions;
  readonly #policy: GroundingPolicy;
  readonly #cache: DiskCache | null;
  readonly #key: string;
  #tree: Tree | undefined;

  constructor(options: GroundOptions, policy: GroundingPolicy, now: () => Date) {
    this.#options = options;
    this.#policy = policy;
    this.#key = withCore((core) => core.cacheKey(options.question));
    const env = options.env ?? process.env;
    this.#cache =
      options.cache === false ? null : new DiskCache({ root: options.root, env, now: () => now().getTime() });
  }

  tree(): Tree {
    this.#tree ??= treeWithoutPast(this.#options.root, this.#options);
    return this.#tree;
  }

  /** Asks one source and takes its outcome into the cascade. */
  async ask(state: Cascade, source: GroundingSource, limitMs: number): Promise<Cascade> {
    const call = async () => {
      try {
        return await this.#call(source, limitMs);
      } catch (error) {
        return failed(source, error);
      }
    };
    const record = (outcome: SourceOutcome) => withCore((core) => core.cascadeRecord(state, outcome));
    const question = this.#cache && (await this.#question(source));
    if (!this.#cache || !question) return record(await call());
    try {
      const { outcome, fresh } = await this.#cache.once(question, limitMs, call);
      const next = record(outcome);
      // What is kept is what the core made of it: without secrets.
      const kept = next.outcomes.at(-1);
      const whole = outcome.status === "answered" || outcome.status === "empty";
      if (fresh && whole && kept) await this.#cache.put(question, kept);
      return next;
    } finally {
      this.#cache.done();
    }
  }

  /** After a conflict the answers must not be served again. */
  async forget(): Promise<void> {
    await this.#cache?.invalidate(this.#key);
  }

  async #question(source: GroundingSource) {
    const base = { key: this.#key, source, tier: this.#policy.tier };
    switch (source) {
      case "repo":
        return { ...base, fingerprint: treeFingerprint(this.tree()) };
      case "history":
        return { ...base, fingerprint: await historyFingerprint(this.#places()) };
      case "web":
        // The address may hold a key, and the cache is a file.
        return this.#options.web
          ? { ...base, fingerprint: createHash("sha256").update(this.#options.web.url).digest("hex") }
          : null;
    }
  }

  #places() {
    const { root, knowledge = [], sessions = [] } = this.#options;
    return { root: resolve(root), knowledge, sessions };
  }

  async #call(source: GroundingSource, limitMs: number): Promise<SourceOutcome> {
    const clock = () => performance.now();
    const { question, root, web } = this.#options;
    switch (source) {
      case "repo":
        return askRepo({ question, root, limitMs, clock, tree: this.tree() }).outcome;
      case "history":
        return await askHistory({ question, ...this.#places(), limitMs, clock });
      case "web": {
        const query = withCore((core) => core.sanitizeQuery(question));
        if (web && query.redactionCount > 0) {
          this.#options.onLog?.({
            code: "GR-005",
            message: "Query sanitized: sensitive content removed",
            details: {
              redaction_count: query.redactionCount,
              source,
              original_length: query.originalLength,
              sanitized_length: query.sanitizedLength,
            },
          });
        }
        return await askWeb({ query, question, provider: web, limitMs, clock });
      }
    }
  }
}

function failed(source: GroundingSource, error: unknown): SourceOutcome {
  return {
    source,
    status: "failed",
    answer: null,
    elapsedMs: 0,
    tool: source,
    problem: error instanceof Error ? error.message : String(error),
    cached: false,
    cacheAgeSeconds: 0,
    redactionCount: 0,
  };
}

export interface GateOptions {
  mode?: DesignMode;
  transition: string;
  track: { tracks: string; name: string };
}

export interface Gate {
  policy: GroundingPolicy;
  result: GroundingResult | null;
  decision: EnforcementDecision;
}

/** Judges a transition by what is stored for it. Asks nobody. */
export function gate(options: GateOptions): Gate {
  const policy = groundingPolicy(options.mode ?? "full", options.transition);
  const result = new Track(options.track.tracks, options.track.name).read(recordName(policy, options));
  const decision = withCore((core) => core.enforceGrounding(policy.enforcement, result, null));
  return { policy, result, decision };
}

/** Records that grounding is skipped, and why. Throws when the reason is not enough for the transition. */
export function recordSkip(options: GateOptions, skip: SkipOverride): Gate {
  const policy = groundingPolicy(options.mode ?? "full", options.transition);
  const refusal = withCore((core) => core.refuseSkip(policy.enforcement, skip));
  if (refusal) throw new RepoloreError("usage/skip", refusal);
  const result = withCore((core) => core.skippedResult(transitionOf(policy, options), policy, skip));
  new Track(options.track.tracks, options.track.name).write(recordName(policy, options), result);
  return gate(options);
}

/** Records that a person lets a stored result pass. */
export function recordOverride(options: GateOptions, reason: string): Gate {
  if (reason.trim().length < 3) throw new RepoloreError("usage/reason", "letting a result pass needs a reason");
  const track = new Track(options.track.tracks, options.track.name);
  const policy = groundingPolicy(options.mode ?? "full", options.transition);
  const name = recordName(policy, options);
  const result = track.read(name);
  if (!result) throw new RepoloreError("ground/not-run", "there is no result to let pass; run grounding first");
  const clean = withCore((core) => core.sanitizeQuery(reason)).text;
  track.write(name, { ...result, manual_override: true, override_reason: clean });
  return gate(options);
}
