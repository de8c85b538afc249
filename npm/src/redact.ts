// Secrets out of text, and who may be believed: calls that need nothing but the core.
import { withCore } from "./core.js";
import type { RedactedText, TrustRecord, TrustResult } from "./generated/types.js";

const encoder = new TextEncoder();

/**
 * Replaces every secret with `[REDACTED]`, or `[REDACTED:kind]` where the kind is known.
 *
 * Names stay (`API_KEY=abc123` becomes `API_KEY=[REDACTED]`), findings tell kind, line and column and never the
 * secret, and calling it on its own result changes nothing.
 */
export function redact(text: string): RedactedText {
  const bytes = encoder.encode(text);
  return withCore((core) => core.redactUtf8(bytes)) ?? { text, findings: [] };
}

/** {@link redact} for many texts. */
export function redactAll(texts: Iterable<string>): RedactedText[] {
  return Array.from(texts, redact);
}

/** Judges statements by who said them and whether they try to steer agents; see `repolore trust --help`. */
export function judgeTrust(records: TrustRecord[]): TrustResult[] {
  return withCore((core) => core.judgeTrust(records));
}
