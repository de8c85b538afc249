// Calls about grounding that need nothing but the core.
import { withCore } from "../core.js";
import type { Agreement, GroundingPolicy, GroundingRoute, SanitizedQuery } from "../generated/types.js";

/** Where a question goes and why; with a policy, within its tier. */
export function routeQuestion(question: string, policy?: GroundingPolicy): GroundingRoute {
  return withCore((core) => core.routeQuestion(question, policy));
}

/** Whether two answers to a question say the same: values, versions, names and polarity, not wording. */
export function answersAgree(question: string, left: string, right: string): Agreement {
  return withCore((core) => core.answersAgree(question, left, right));
}

/** A question that may be sent outside: without secrets and personal paths. */
export function sanitizeQuery(question: string): SanitizedQuery {
  return withCore((core) => core.sanitizeQuery(question));
}
