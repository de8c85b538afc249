// The judgment on two statements, for every host.
import { withCore } from "./core.js";
import type { Judgment, StatementPair } from "./generated/types.js";

/** Judges how a later statement relates to an earlier one. */
export function compareStatements(pair: StatementPair): Judgment {
  return withCore((core) => core.compareStatements(pair));
}
