// What every host offers: calls that need nothing but the core.
export { RepoloreError } from "./errors.js";
export type * from "./generated/types.js";
export { readIssueMapping } from "./issues.js";
export { MemoryStore } from "./store/memory.js";
export type { Applied, Change, Store } from "./store/types.js";
export { type ReadTranscript, readTranscript } from "./transcripts.js";
