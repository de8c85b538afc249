/* tslint:disable */
/* eslint-disable */
import type { Dialect, IssueMapping, Transcript, TranscriptSummary, Turn } from "./types.js";

import type { Explanation } from "./types.js";


/**
 * An index behind a handle.
 */
export class DocumentIndex {
    free(): void;
    [Symbol.dispose](): void;
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
 * Reads one session from chunks of bytes.
 */
export class SessionReader {
    free(): void;
    [Symbol.dispose](): void;
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
    [Symbol.dispose](): void;
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
 * Installs the hook; called by the host once per instance.
 */
export function installPanicHook(): void;

/**
 * The text of the panic that ended this instance, or an empty string.
 */
export function lastPanic(): string;

/**
 * Panics on purpose, so that the recovery of the host can be tested for real.
 *
 * # Panics
 *
 * Always; that is its job.
 */
export function panicForTest(message: string): void;

/**
 * Reads a file that maps an issue to its session; `null` when it is none.
 */
export function readIssueMapping(bytes: Uint8Array | number[]): IssueMapping | null;

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
