// Generated from the Rust core by `npm run build`. Do not edit.

/**
 * Milliseconds since 1970-01-01T00:00:00Z.
 */
export type Timestamp = number;

/**
 * How much an oddity costs.
 */
export type Severity = "note" | "warning" | "error";

/**
 * One oddity, with its place and a stable code.
 */
export type Diagnostic = { 
/**
 * How much it costs.
 */
severity: Severity, 
/**
 * Stable, documented identifier such as `transcript/bad-line`.
 */
code: string, 
/**
 * One sentence in lower case without a full stop: what was found and what to do.
 */
message: string, 
/**
 * 1-based line in the file, when there is one.
 */
line: number | null, 
/**
 * 1-based column (in characters) in that line, when there is one.
 */
column: number | null, };

/**
 * Which program wrote a transcript.
 */
export type Dialect = "pi" | "claude-code" | "codex" | "copilot-cli" | "gemini" | "plain" | "memory-log";

/**
 * The part a turn plays in the protocol, as the file states it.
 */
export type Role = "user" | "assistant" | "tool" | "system";

/**
 * Who really speaks in a turn. A `user` turn is often not a person.
 */
export type Speaker = "human" | "agent" | "tool" | "template" | "injected-context" | "summary";

/**
 * One conversation, in the order it was spoken.
 */
export type Transcript = { 
/**
 * Which program wrote it.
 */
dialect: Dialect, 
/**
 * The format version the file states, when it states one.
 */
version: number | null, 
/**
 * The session's own identifier, when the file states one.
 */
sessionId: string | null, 
/**
 * Working directory of the session, as recorded.
 */
cwd: string | null, 
/**
 * The earliest time known for the session.
 */
started: Timestamp | null, 
/**
 * The latest time known for the session.
 */
ended: Timestamp | null, 
/**
 * Turns of the active branch, oldest first.
 */
turns: Array<Turn>, 
/**
 * Changes of model or thinking level, oldest first.
 */
modelChanges: Array<ModelChange>, 
/**
 * Where earlier turns were replaced by a summary for the agent, oldest first; the turns themselves stay listed.
 */
compactions: Array<Compaction>, };

/**
 * One message of a conversation.
 */
export type Turn = { 
/**
 * The entry's own identifier, when the file states one.
 */
id: string | null, 
/**
 * 1-based line of the file it stands on.
 */
line: number, 
/**
 * The part it plays in the protocol.
 */
role: Role, 
/**
 * Who really speaks.
 */
speaker: Speaker, 
/**
 * When it was said.
 */
time: Timestamp | null, 
/**
 * What was said, without tool traffic and without the agent's private thinking.
 */
text: string, 
/**
 * Tools the agent called in this turn.
 */
toolCalls: Array<ToolCall>, 
/**
 * What a tool answered; only on tool turns.
 */
toolResult: ToolResult | null, 
/**
 * The model that spoke, when recorded.
 */
model: string | null, 
/**
 * The error that ended the turn, when one did.
 */
error: string | null, };

/**
 * One call of a tool by the agent.
 */
export type ToolCall = { 
/**
 * Identifier that the result refers to.
 */
id: string, 
/**
 * The tool's name as recorded: `bash`, `Edit`, `write`, …
 */
name: string, 
/**
 * The arguments as compact JSON text, cut at the reader's limit.
 */
arguments: string, };

/**
 * What a tool answered.
 */
export type ToolResult = { 
/**
 * The call it answers.
 */
callId: string, 
/**
 * The tool's name, when recorded with the result.
 */
name: string | null, 
/**
 * The answer's text, cut at the reader's limit.
 */
text: string, 
/**
 * Whether the tool reported failure.
 */
isError: boolean, };

/**
 * A change of model in the course of a session.
 */
export type ModelChange = { 
/**
 * 1-based line of the file.
 */
line: number, 
/**
 * When it happened.
 */
time: Timestamp | null, 
/**
 * Provider, when recorded.
 */
provider: string | null, 
/**
 * The model from here on.
 */
model: string, };

/**
 * A point from which the agent saw a summary instead of the earlier turns.
 */
export type Compaction = { 
/**
 * 1-based line of the summary.
 */
line: number, 
/**
 * 1-based line of the first turn before the summary that the agent still saw in full, when known.
 */
keptFromLine: number | null, };

/**
 * What an entry of the knowledge base is.
 */
export type Kind = "decision" | "fact" | "preference" | "architecture" | "limitation" | "event" | "resolution" | "pattern" | "feedback" | "lesson" | "spike" | "signal";

/**
 * How sure we are.
 */
export type Confidence = "low" | "medium" | "high";

/**
 * Where an entry stands in its life.
 */
export type Status = "current" | "disputed" | "superseded" | "outdated" | "archived";

/**
 * Where a statement comes from, and so how far it can be believed. Ordered from least to most trusted.
 */
export type Origin = "web" | "outsider" | "tool" | "agent" | "owner";

/**
 * One thing learned from a conversation, before it meets the knowledge base.
 */
export type Item = { 
/**
 * What it is.
 */
kind: Kind, 
/**
 * Under ten words, naming the subject; what a person would write above it.
 */
title: string, 
/**
 * What is so, as Markdown that stands alone: sentences first, then the list or table that belongs to it.
 */
statement: string, 
/**
 * Why it is so, when the conversation tells.
 */
rationale: string | null, 
/**
 * What it is about, folded for comparison: the entity, such as `fork`, `agent name`, `deploy workflow`.
 */
subject: string, 
/**
 * Which property of the subject it states, folded for comparison, such as `size`; empty when it is the subject as a whole.
 */
attribute: string, 
/**
 * How sure we are.
 */
confidence: Confidence, 
/**
 * The lowest origin among its evidence.
 */
origin: Origin, 
/**
 * Words that tell this item from others, best first.
 */
keywords: Array<string>, 
/**
 * Names it mentions: people, repositories, products, identifiers.
 */
entities: Array<string>, 
/**
 * Topical tags, `/` between levels.
 */
tags: Array<string>, 
/**
 * Paths of the project it mentions.
 */
files: Array<string>, 
/**
 * The issue the conversation belongs to.
 */
issue: number | null, 
/**
 * The earlier statement that this one explicitly replaces, in its own words ("X is deprecated, use Y").
 */
replaces: string | null, 
/**
 * Where it was said, oldest first; never empty.
 */
evidence: Array<Evidence>, 
/**
 * The mechanism that found it, such as `accepted-proposal`; shown by `repolore why`.
 */
rule: string, 
/**
 * How strongly the mechanisms speak for it, from 0 to 1.
 */
score: number, };

/**
 * A quote with its place, kept so that it survives the transcript.
 */
export type Evidence = { 
/**
 * The transcript's file name.
 */
session: string, 
/**
 * 1-based line of the transcript.
 */
line: number, 
/**
 * Who said it.
 */
speaker: Speaker, 
/**
 * When it was said.
 */
time: Timestamp | null, 
/**
 * The words themselves, redacted, exactly as they stand in the transcript.
 */
quote: string, };

