import type { AgentMetrics, AgentRun, Agreement, AnswerCache, Article, Brief, BriefRequest, CacheLookup, CachedAnswer, Candidate, Captured, Cascade, CheckReport, CheckRequest, ConcludeRequest, Concluded, Configured, ContextBlock, ContextRequest, Contradiction, CurateOptions, CuratePlan, DecaySettings, DesignMode, Diagnostic, Dialect, EnforcementDecision, EnforcementLevel, EntryQuery, EntryResults, Explanation, Facts, Freshness, Graph, GroundingConflict, GroundingPolicy, GroundingResult, GroundingRoute, GroundingSource, GroundingTier, Grounds, ImpactReport, ImpactVerdict, IndexPreset, IssueMapping, IssueRelated, Item, Judgment, Keep, LearnRequest, Learned, NewFile, NewSignal, NextStep, PlanPair, QuarantineEntry, RedactedText, RefineRequest, ReflectOptions, ReflectPlan, RenderedIndex, RepoFindings, SanitizedQuery, SkipOverride, SourceOutcome, SpikeAnswer, StatementPair, Transcript, TranscriptSummary, TrustRecord, TrustResult, Turn, WorkspaceStatus } from "./types.js";
/* tslint:disable */
/* eslint-disable */


/**
 * One run of curation.
 */
export class Curator {
    free(): void;
    /**
     * Adds a file of the knowledge base.
     */
    addFile(path: string, bytes: Uint8Array | number[]): void;
    /**
     * Adds a file of the state folder.
     */
    addState(name: string, text: string): void;
    /**
     * Begins a session.
     */
    beginSession(name: string, issue?: number | null): void;
    /**
     * Ends the session.
     */
    endSession(): void;
    /**
     * Hands over what was learned since the last call, for another curator.
     */
    handOver(): string;
    /**
     * Adds text that is no news.
     */
    know(text: string): void;
    /**
     * How many sessions taught something since the last run.
     */
    nNewSessions(): number;
    /**
     * Begins a run.
     */
    constructor(options: CurateOptions);
    /**
     * Ends the run. The object cannot be used afterwards.
     */
    plan(): CuratePlan;
    /**
     * Does what can be done of the plan before all sessions are read.
     */
    prepare(): void;
    /**
     * Takes the next bytes of the session.
     */
    push(chunk: Uint8Array | number[]): void;
    /**
     * What a model would be asked; nothing when there is nothing to ask.
     */
    refineRequest(max_tokens: number): RefineRequest | null;
    /**
     * Takes a model's answer in; returns what was refused.
     */
    refine(answer: string): string[];
    /**
     * Takes in what another curator handed over.
     */
    takeIn(handed_over: string): void;
}

/**
 * A scan for the files a design touches, fed file by file.
 */
export class DesignScan {
    free(): void;
    /**
     * Notes a file that could not be looked at.
     */
    addPath(path: string): void;
    /**
     * Looks at a file.
     */
    add(path: string, bytes: Uint8Array | number[]): void;
    /**
     * Ends the scan; `early` says why it ended before its time.
     */
    finish(early?: string | null): ImpactReport;
    /**
     * Begins a scan.
     */
    constructor(design: string);
    /**
     * Takes `git log --name-only --format=%x01%B%x02`.
     */
    setLog(log: Uint8Array | number[]): void;
}

/**
 * An index behind a handle.
 */
export class DocumentIndex {
    free(): void;
    /**
     * For each hit of [`DocumentIndex::search`], in the same order, what answered the query.
     */
    explain(query: string, limit: number): Explanation[][];
    /**
     * Builds an index from UTF-8 text: for each document its id, title, tags and text, all parted by `separator`.
     */
    constructor(documents: Uint8Array | number[], separator: number);
    /**
     * Pairs of a document's place and its score, best first.
     */
    search(query: string, limit: number): Float64Array;
}

/**
 * Manifests and lock files of a project, read one by one.
 */
export class FactsReader {
    free(): void;
    /**
     * Adds a manifest or lock file.
     */
    add(path: string, bytes: Uint8Array | number[]): void;
    /**
     * Puts together what they say, with the paths that were looked for.
     */
    facts(paths: Record<string, boolean>): Facts;
    /**
     * Begins with none.
     */
    constructor();
}

/**
 * Entries of one or several roots with one index over all of them.
 */
export class KnowledgeBase {
    free(): void;
    /**
     * Reads files that stand one after the other in `bytes` and end at `ends`, their paths parted by NUL; returns
     * what was odd, by the file's place. Files that are no entries are skipped.
     */
    add(root: string, paths: string, bytes: Uint8Array | number[], ends: Uint32Array | number[]): { at: number; diagnostics: Diagnostic[] }[];
    /**
     * The entry with this id or path.
     */
    article(id: string): Article | null;
    /**
     * Every entry in full, in the order they were added.
     */
    articles(): Article[];
    /**
     * What to know before working on an issue.
     */
    brief(request: BriefRequest): Brief;
    /**
     * Paths whose existence the entries depend on.
     */
    conditionPaths(): string[];
    /**
     * Knowledge for a prompt, within its budget.
     */
    context(request: ContextRequest): ContextBlock;
    /**
     * The relationship graph around an entry.
     */
    graph(id: string): Graph;
    /**
     * Whether any entry depends on something.
     */
    hasConditions(): boolean;
    /**
     * What belongs to an issue; `about` is its title and text when they are known.
     */
    issueRelated(issue: number, about: string, request: EntryQuery): IssueRelated;
    /**
     * Checks what was learned by hand and says what to write.
     */
    learn(request: LearnRequest): Learned;
    /**
     * An empty one.
     */
    constructor();
    /**
     * Searches.
     */
    search(request: EntryQuery): EntryResults;
    /**
     * Takes what is known about the project, for conditions.
     */
    setFacts(facts: Facts): void;
    /**
     * Number of entries.
     */
    readonly size: number;
}

/**
 * All files of a knowledge base, held on this side.
 */
export class KnowledgeFiles {
    free(): void;
    /**
     * Adds a file, its path relative to the root of the knowledge base.
     */
    add(path: string, bytes: Uint8Array | number[]): void;
    /**
     * Lints all files together.
     */
    check(request: CheckRequest): CheckReport;
    /**
     * Paths that entries depend on, for the host to look after.
     */
    conditionPaths(): string[];
    /**
     * The index files as they should be; those that are there are read from the files added.
     */
    indexes(preset: IndexPreset, now?: number | null, conversations?: number | null): RenderedIndex[];
    /**
     * Looks for spikes that answer a question.
     */
    knownSpikes(question: string, now: number, facts: Facts | null): SpikeAnswer;
    /**
     * Links that lead out of the knowledge base, for the host to look after.
     */
    linksOutside(): string[];
    /**
     * Begins with none.
     */
    constructor();
    /**
     * Plans a reflection over the signals and lessons.
     */
    reflect(options: ReflectOptions): ReflectPlan;
}

/**
 * A search for a question, fed file by file.
 */
export class QuestionScan {
    free(): void;
    /**
     * Looks at a path alone.
     */
    addPath(path: string): void;
    /**
     * Looks at a file.
     */
    add(path: string, bytes: Uint8Array | number[]): void;
    /**
     * Ends the search. It cannot be used afterwards.
     */
    finish(n_listed: number, limit: number): RepoFindings;
    /**
     * Texts of which every matching file holds one.
     */
    needles(): string[];
    /**
     * Begins a search.
     */
    constructor(question: string);
}

/**
 * Reads one session from chunks of bytes.
 */
export class SessionReader {
    free(): void;
    /**
     * Ends the session. The reader cannot be used afterwards.
     */
    finish(): SessionTranscript;
    /**
     * Starts a session; without a dialect the first telling record decides.
     */
    constructor(dialect?: Dialect);
    /**
     * Takes the next bytes of the file.
     */
    push(chunk: Uint8Array | number[]): void;
}

/**
 * A session that has been read.
 */
export class SessionTranscript {
    private constructor();
    free(): void;
    /**
     * Dialect, counts, dates, models and what was odd.
     */
    summary(): TranscriptSummary;
    /**
     * The whole transcript.
     */
    transcript(): Transcript;
    /**
     * Every turn of the conversation.
     */
    turns(): Turn[];
}

export function __wbg_reset_state(): void;

/**
 * Compares two answers to a question.
 */
export function answersAgree(question: string, left: string, right: string): Agreement;

/**
 * Judges how fresh an entry is at the time `now` (milliseconds since 1970).
 */
export function assessFreshness(bytes: Uint8Array | number[], path: string, now: number, settings: Partial<DecaySettings>, facts: Facts | undefined): Freshness;

/**
 * Throws away the answers to one question, or all.
 */
export function cacheInvalidate(cache: AnswerCache | null, key?: string | null): AnswerCache;

/**
 * The key of a question in the cache.
 */
export function cacheKey(query: string): string;

/**
 * Looks into the cache; `null` is an empty one.
 */
export function cacheLookUp(cache: AnswerCache | null, key: string, source: GroundingSource, fingerprint: string, tier: GroundingTier, now_ms: number): CacheLookup;

/**
 * Puts an answer into the cache.
 */
export function cachePut(cache: AnswerCache | null, answer: CachedAnswer): AnswerCache;

/**
 * The file and the index of a new signal. `files` are candidates as path and text, `taken` the stems in use.
 */
export function captureSignal(signal: NewSignal, files: [string, string][], index: string | null | undefined, taken: string[], now: number): Captured;

/**
 * Begins a grounding.
 */
export function cascadeBegin(question: string, policy: GroundingPolicy, cross_check: boolean): Cascade;

/**
 * Ends a grounding.
 */
export function cascadeFinish(state: Cascade, phase_transition: string, now_ms: number, elapsed_ms: number): GroundingResult;

/**
 * What to do next.
 */
export function cascadeNext(state: Cascade, elapsed_ms: number): NextStep;

/**
 * Takes an outcome in.
 */
export function cascadeRecord(state: Cascade, outcome: SourceOutcome): Cascade;

/**
 * What people have to be told about how it went.
 */
export function cascadeWarnings(state: Cascade, elapsed_ms: number): string[];

/**
 * Judges how a later statement relates to an earlier one.
 */
export function compareStatements(pair: StatementPair): Judgment;

/**
 * The record of a concluded spike.
 */
export function concludeSpike(request: ConcludeRequest): Concluded;

/**
 * The model that a settings file asks for, or `null`.
 */
export function configuredModel(file: string, text: string): Configured | null;

/**
 * The box that shows a conflict.
 */
export function conflictBox(conflict: GroundingConflict): string;

/**
 * What a plan and its summary suggest, or `null`.
 */
export function detectDeviation(pair: PlanPair): Candidate | null;

/**
 * What one transcript suggests.
 */
export function detectSignals(session: SessionTranscript, name: string, configured: Configured[]): Candidate[];

/**
 * Judges a transition.
 */
export function enforceGrounding(level: EnforcementLevel, result: GroundingResult | null, impact: ImpactVerdict | null): EnforcementDecision;

/**
 * What stands behind an article or a line of it.
 */
export function explainArticle(path: string, text: string, line: string | null | undefined, items: string): Grounds[];

/**
 * What a session teaches, without its secrets.
 */
export function extractItems(transcript: Uint8Array | number[], session: string, issue?: number | null): Item[];

/**
 * Articles (`[path, text]`) that an item speaks against.
 */
export function findContradictions(item: Item, articles: [path: string, text: string][]): Contradiction[];

/**
 * The article of one item: `[path, text]`.
 */
export function generateArticleText(item: Item): [path: string, text: string];

/**
 * What has to run at a transition; without one, for a question of its own.
 */
export function groundingPolicy(mode: DesignMode, transition?: string | null): GroundingPolicy;

/**
 * The impact scan as Markdown.
 */
export function impactMarkdown(report: ImpactReport): string;

/**
 * What enforcement needs to know of an impact scan.
 */
export function impactVerdict(report: ImpactReport): ImpactVerdict;

/**
 * Installs the hook; called by the host once per instance.
 */
export function installPanicHook(): void;

/**
 * Whether a path below a knowledge base is an entry, and not an index, a readme or a configuration file.
 */
export function isEntryPath(path: string): boolean;

/**
 * Judges records one by one.
 */
export function judgeTrust(records: TrustRecord[]): TrustResult[];

/**
 * The text of the panic that ended this instance, or an empty string.
 */
export function lastPanic(): string;

/**
 * File names that tell which packages a project uses.
 */
export function manifestNames(): string[];

/**
 * Takes an impact scan into a result.
 */
export function mergeImpact(result: GroundingResult, impact: ImpactVerdict): GroundingResult;

/**
 * The files of a new spike.
 */
export function newSpike(question: string, taken: string[]): NewFile[];

/**
 * A question as it is compared.
 */
export function normalizeQuery(query: string): string;

/**
 * Panics on purpose, so that the recovery of the host can be tested for real.
 *
 * # Panics
 *
 * Always; that is its job.
 */
export function panicForTest(message: string): void;

/**
 * The agent figures in an `index.yaml`.
 */
export function readAgentMetrics(index: string): Record<string, AgentMetrics>;

/**
 * Reads one entry; never fails.
 */
export function readArticle(bytes: Uint8Array | number[], path: string): { value: Article; diagnostics: Diagnostic[] };

/**
 * Reads a file that maps an issue to its session; `null` when it is none.
 */
export function readIssueMapping(bytes: Uint8Array | number[]): IssueMapping | null;

/**
 * Reads a quarantine file; `undefined` when it is none.
 */
export function readQuarantine(json: string): QuarantineEntry | undefined;

/**
 * Adds one run to the agent figures of an `index.yaml` and returns its new text.
 */
export function recordAgentRun(index: string, run: AgentRun): string;

/**
 * Adds the piece of `length` bytes that the room holds to the text: UTF-16, or UTF-8.
 */
export function redactAdd(length: number, utf16: boolean): void;

/**
 * Takes the secrets out of the text that was added, and forgets it; `undefined` when there is none and the text can be
 * used as it is.
 */
export function redactAdded(): RedactedText | undefined;

/**
 * A view on `length` bytes for pieces of text, good until memory grows.
 */
export function redactRoom(length: number): Uint8Array;

/**
 * What is missing from a skip, or nothing.
 */
export function refuseSkip(level: EnforcementLevel, skip: SkipOverride): string | undefined;

/**
 * The quarantine file with the mark that a person released it on `date`; `undefined` when it is none.
 */
export function releaseQuarantine(json: string, date: string): string | undefined;

/**
 * An article with its dispute settled.
 */
export function resolveDispute(path: string, text: string, keep: Keep, note: string | null | undefined, now: number): string;

/**
 * Where a question goes; with a policy, within its tier.
 */
export function routeQuestion(question: string, policy?: GroundingPolicy): GroundingRoute;

/**
 * A question that may be sent outside.
 */
export function sanitizeQuery(question: string): SanitizedQuery;

/**
 * Settings files that may name a model, relative to the project.
 */
export function settingsFiles(): string[];

/**
 * Identifiers of stored signals that a new one could be related to, by the index alone.
 */
export function signalCandidates(signal: NewSignal, index: string): string[];

/**
 * The stored form of a skipped grounding.
 */
export function skippedResult(phase_transition: string, policy: GroundingPolicy, skip: SkipOverride): GroundingResult;

/**
 * What a spike's workspace still lacks.
 */
export function spikeStatus(files: [string, string][]): WorkspaceStatus;

/**
 * An article with an item taken in.
 */
export function updateArticleText(path: string, text: string, item: Item): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path?: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
