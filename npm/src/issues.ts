// The files that say which session belongs to which issue.
import { withCore } from "./core.js";
import type { IssueMapping } from "./generated/types.js";

/** Reads a file that maps an issue to its session; `null` when it is none. */
export function readIssueMapping(bytes: Uint8Array): IssueMapping | null {
  return withCore((core) => core.readIssueMapping(bytes));
}
