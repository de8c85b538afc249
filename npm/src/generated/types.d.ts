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
 * A transcript at a glance, with everything that was odd about its file.
 */
export type TranscriptSummary = { 
/**
 * Which program wrote it; `None` when the file is no known transcript.
 */
dialect: Dialect | null, 
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
 * Turns of the conversation, of all speakers.
 */
turns: number, 
/**
 * Turns that a person spoke.
 */
humanTurns: number, 
/**
 * Turns that the agent spoke.
 */
agentTurns: number, 
/**
 * Turns made by a machine in a person's place: templates, injected context, summaries.
 */
machineTurns: number, 
/**
 * Calls of tools.
 */
toolCalls: number, 
/**
 * Turns that ended in an error, and tool results that report failure.
 */
errors: number, 
/**
 * Models that spoke, in order of first appearance.
 */
models: Array<string>, 
/**
 * What was odd, in file order.
 */
diagnostics: Array<Diagnostic>, };

/**
 * Which session an issue continues. Several issues may share one.
 */
export type IssueMapping = { 
/**
 * The issue's number.
 */
issue: number, 
/**
 * Path of the session, relative to the repository; the name of its root folder varies.
 */
sessionPath: string, 
/**
 * When the mapping was written.
 */
updated: Timestamp | null, 
/**
 * The scheduled task that opened the issue, when one did.
 */
scheduledTask: string | null, };

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

/**
 * How a later statement relates to an earlier one.
 */
export type Relation = "contradicts" | "supersedes" | "refines" | "duplicate" | "unrelated";

/**
 * A judgment with its reason, for people.
 */
export type Judgment = { 
/**
 * How they relate.
 */
relation: Relation, 
/**
 * One sentence in lower case that names what decided.
 */
reason: string, };

/**
 * Two statements to be judged; `b` is the later one unless the dates say otherwise.
 */
export type StatementPair = { 
/**
 * The earlier statement.
 */
a: string, 
/**
 * The later statement.
 */
b: string, 
/**
 * When `a` was said.
 */
date_a?: string, 
/**
 * When `b` was said.
 */
date_b?: string, };

/**
 * What happens to an article.
 */
export type Action = "create" | "update" | "dispute" | "supersede" | "append-sources" | "remove" | "index";

/**
 * One file to be written or removed.
 */
export type PlannedChange = { 
/**
 * Path below the root of the knowledge base.
 */
path: string, 
/**
 * What the file shall hold; `None` removes it.
 */
content: string | null, 
/**
 * What happens to the article.
 */
action: Action, 
/**
 * Why, for people.
 */
reason: string, };

/**
 * An article or item that is not written, with the reason.
 */
export type LeftOut = { 
/**
 * What it would have been called.
 */
title: string, 
/**
 * Why not.
 */
reason: string, };

/**
 * How a run works.
 */
export type CurateOptions = { 
/**
 * Which index files the knowledge base keeps; those of the default layout when not given.
 */
preset: IndexPreset | null, 
/**
 * Reads every session again instead of trusting what was learned from it before.
 */
bootstrap: boolean, 
/**
 * Goes on when many articles are gone or would be removed at once.
 */
allowBulk: boolean, };

/**
 * Something odd in one file.
 */
export type Oddity = { 
/**
 * The file.
 */
file: string, 
/**
 * What was odd.
 */
diagnostic: Diagnostic, };

/**
 * A file of the state folder.
 */
export type StateFile = { 
/**
 * File name inside the state folder.
 */
name: string, 
/**
 * What it shall hold.
 */
content: string, };

/**
 * What a run comes to, for people.
 */
export type CurateReport = { 
/**
 * Conversations that the knowledge base stands on after the run.
 */
nSessions: number, 
/**
 * Conversations read in this run that are new or have grown.
 */
nNewSessions: number, 
/**
 * Articles in the knowledge base after the run.
 */
nArticles: number, 
/**
 * Paths of new articles.
 */
created: Array<string>, 
/**
 * Paths of articles that changed.
 */
updated: Array<string>, 
/**
 * Paths of articles that are disputed after the run.
 */
disputed: Array<string>, 
/**
 * Paths of articles that were removed because another one tells it.
 */
removed: Array<string>, 
/**
 * Articles that were not written, with reasons.
 */
leftOut: Array<LeftOut>, 
/**
 * What extraction passed over, by reason.
 */
passedOver: { [key in string]: number }, 
/**
 * Secrets that were taken out of the conversations.
 */
nSecrets: number, 
/**
 * What was odd in the input.
 */
oddities: Array<Oddity>, };

/**
 * Everything a run wants to do, and what to tell about it.
 */
export type CuratePlan = { 
/**
 * Files of the knowledge base to be written or removed, sorted by path.
 */
changes: Array<PlannedChange>, 
/**
 * State files to be written when they differ: name and content.
 */
state: Array<StateFile>, 
/**
 * What it comes to.
 */
report: CurateReport, };

/**
 * How a term of the index came to stand for a word of the query, strongest first.
 */
export type Match = "exact" | "form" | "related" | "prefix" | "typo" | "feedback";

/**
 * Why a document was found: one word of the query and what answered it.
 */
export type Explanation = { 
/**
 * The word of the query, folded; empty for words lent by other hits.
 */
word: string, 
/**
 * The stem in the document that answered it.
 */
matched: string, 
/**
 * How the two belong together.
 */
how: Match, 
/**
 * What it adds to the score.
 */
score: number, };

/**
 * Where an entry was learned.
 */
export type Source = { 
/**
 * The issue whose conversation it was.
 */
issue: number | null, 
/**
 * The transcript's file name.
 */
session: string | null, 
/**
 * 1-based line of the transcript.
 */
line: number | null, 
/**
 * When it was said.
 */
date: Timestamp | null, 
/**
 * A source that is neither issue nor session, such as `PR #7` or a page, in its own words.
 */
reference: string | null, };

/**
 * Who wrote the words of an article.
 */
export type CuratedBy = "auto" | "human" | "mixed";

/**
 * What front matter states, in the vocabulary of all layouts at once. Absent and unreadable values are empty.
 */
export type FrontMatter = { 
/**
 * The entry's own identifier.
 */
id: string | null, 
/**
 * What the entry is.
 */
kind: Kind | null, 
/**
 * The folder it belongs to.
 */
topic: string | null, 
/**
 * Its title.
 */
title: string | null, 
/**
 * When it was first written.
 */
created: Timestamp | null, 
/**
 * The day it was first written as the file's own time zone counts it, where that is not the day in UTC.
 */
createdDay: string | null, 
/**
 * When it was last changed.
 */
updated: Timestamp | null, 
/**
 * Where it was learned, oldest first.
 */
sources: Array<Source>, 
/**
 * How sure we are.
 */
confidence: Confidence | null, 
/**
 * Where it stands in its life.
 */
status: Status | null, 
/**
 * Words that tell this entry from others, best first.
 */
keywords: Array<string>, 
/**
 * Topical tags, `/` between levels.
 */
tags: Array<string>, 
/**
 * The fields of work it belongs to: `security`, `frontend`, …
 */
domains: Array<string>, 
/**
 * Paths of the project it is about.
 */
files: Array<string>, 
/**
 * Who wrote its words.
 */
curatedBy: CuratedBy | null, 
/**
 * When Repolore last wrote it.
 */
lastAutoCurated: Timestamp | null, 
/**
 * What must hold for it to hold.
 */
dependsOn: Array<string>, 
/**
 * How often it was seen.
 */
occurrences: number | null, 
/**
 * Identifiers of entries it replaces.
 */
supersedes: Array<string>, 
/**
 * Identifiers of entries that replace it.
 */
supersededBy: Array<string>, 
/**
 * Identifiers of entries that belong to it.
 */
related: Array<string>, 
/**
 * Issues that belong to it, besides those of its sources.
 */
relatedIssues: Array<number>, 
/**
 * How lasting it is: `workaround`, `convention` or `principle`.
 */
durability: string | null, 
/**
 * Whether a pattern is one to follow (`pattern`) or to avoid (`anti-pattern`).
 */
patternType: string | null, 
/**
 * The project it was seen in.
 */
project: string | null, 
/**
 * How bad a signal or finding is, in the file's own word.
 */
severity: string | null, 
/**
 * What a signal is a signal of: `deviation`, `struggle`, …
 */
signalType: string | null, 
/**
 * Whether a signal is `positive`, `negative` or `neutral`.
 */
polarity: string | null, 
/**
 * Where a signal stands: `detected`, `triaged`, `remediated`, …
 */
lifecycle: string | null, 
/**
 * How a spike ended: `confirmed`, `rejected`, `partial` or `inconclusive`.
 */
outcome: string | null, 
/**
 * The category of a lesson or finding.
 */
category: string | null, 
/**
 * Every key that has no field of its own, as it stands.
 */
extra: Record<string, unknown>, };

/**
 * Whether front matter is there and could be parsed.
 */
export type FrontState = "missing" | "parsed" | "broken";

/**
 * One entry of the knowledge base, with every field that matters settled.
 */
export type Article = { 
/**
 * Path below the root of the knowledge base, `/` between the parts.
 */
path: string, 
/**
 * The stated id; without one the file's stem in the layout of signals, the path without extension elsewhere.
 */
id: string, 
/**
 * The stated kind, or the one its folder stands for.
 */
kind: Kind, 
/**
 * The stated topic, or the folder it lies in.
 */
topic: string, 
/**
 * The stated title, the body's heading, or the file's name in words.
 */
title: string, 
/**
 * How sure we are; medium when it does not say.
 */
confidence: Confidence, 
/**
 * Where it stands in its life; current when it does not say.
 */
status: Status, 
/**
 * What the front matter states.
 */
front: FrontMatter, 
/**
 * The Markdown below the front matter; for entries that are all YAML, their content as Markdown.
 */
body: string, 
/**
 * 1-based line of the file on which the body starts.
 */
bodyLine: number, 
/**
 * Whether front matter is there and could be parsed.
 */
state: FrontState, };

/**
 * What is known about the world around the knowledge base.
 */
export type CheckRequest = { 
/**
 * File names of all transcripts; without them sources are not checked.
 */
sessions?: Array<string>, 
/**
 * Those of [`links_outside`] that lead nowhere.
 */
missingOutside?: Array<string>, };

/**
 * One thing to mend.
 */
export type CheckFinding = { 
/**
 * The file, below the root of the knowledge base.
 */
path: string, 
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
 * What the linter found.
 */
export type CheckReport = { 
/**
 * How many entries were read.
 */
entries: number, 
/**
 * How many findings are errors.
 */
errors: number, 
/**
 * How many are warnings.
 */
warnings: number, 
/**
 * How many are notes.
 */
notes: number, 
/**
 * All of them, by file and line.
 */
findings: Array<CheckFinding>, };

/**
 * Whether a condition still holds.
 */
export type Verdict = "holds" | "unverifiable" | "broken";

/**
 * One condition with its verdict.
 */
export type CheckedCondition = { 
/**
 * The condition as written.
 */
condition: string, 
/**
 * Whether it holds.
 */
verdict: Verdict, 
/**
 * What was found instead, when it is broken: `current project uses prisma 5.1.0`.
 */
change: string | null, };

/**
 * How age lowers the score.
 */
export type DecaySettings = { 
/**
 * What each day costs.
 */
rate: number, 
/**
 * The score that nothing falls below.
 */
floor: number, 
/**
 * Tags and domains whose entries do not age.
 */
evergreen: Array<string>, };

/**
 * How old an entry is, in the words used for it.
 */
export type Band = "fresh" | "aging" | "old" | "undated";

/**
 * What the host found out about a project.
 */
export type Facts = { 
/**
 * Version of each package by name in lower case; a requirement such as `^4.2.0` when no lock file names one.
 */
packages: { [key in string]: string }, 
/**
 * Whether any manifest was read, so that an absent package means something.
 */
hasManifests: boolean, 
/**
 * Paths that were looked for, with the answer.
 */
paths: { [key in string]: boolean }, 
/**
 * Statements about the project's shape: `monorepo`, `workspaces`.
 */
predicates: { [key in string]: boolean }, };

/**
 * What is known about an entry's freshness.
 */
export type Freshness = { 
/**
 * From the floor to 1; what ranking uses.
 */
score: number, 
/**
 * Whole days since it was last changed.
 */
ageDays: number | null, 
/**
 * The band of its age.
 */
band: Band, 
/**
 * Whether it does not age: an evergreen tag, or a principle.
 */
evergreen: boolean, 
/**
 * Whether the score has reached the floor.
 */
stale: boolean, 
/**
 * The verdict over all conditions; absent when there are none.
 */
verdict: Verdict | null, 
/**
 * Each condition with its verdict.
 */
conditions: Array<CheckedCondition>, 
/**
 * One short word or two: `Fresh`, `Fresh (depends_on holds)`, `45 days old`, `Stale (depends_on broken)`.
 */
label: string, 
/**
 * The sentence to show beside the entry; absent when there is nothing to warn of.
 */
caveat: string | null, };

/**
 * Which index files a knowledge base keeps.
 */
export type IndexPreset = "gitclaw" | "gsd" | "claude";

/**
 * One index file as it should be.
 */
export type RenderedIndex = { 
/**
 * Its name in the root of the knowledge base.
 */
path: string, 
/**
 * What it should hold.
 */
content: string, 
/**
 * Whether the file that was there says the same.
 */
fresh: boolean, };

/**
 * How an agent did in one domain.
 */
export type DomainMetrics = { 
/**
 * How often it was called there.
 */
count: number, 
/**
 * The share of calls that went well, from 0 to 1.
 */
success_rate: number, };

/**
 * How agents did, by field of work.
 */
export type AgentMetrics = { 
/**
 * How often the agent was called.
 */
total_invocations: number, 
/**
 * How it did in each domain.
 */
by_domain: { [key in string]: DomainMetrics }, };

/**
 * One line of `entries`.
 */
export type IndexEntry = { 
/**
 * The entry's identifier.
 */
id: string, 
/**
 * What it is.
 */
kind: Kind, 
/**
 * Its title.
 */
title: string, 
/**
 * Its path; empty in indexes of other tools that do not name it.
 */
path: string, 
/**
 * When it was first written.
 */
created: Timestamp | null, 
/**
 * When it was last changed.
 */
updated: Timestamp | null, 
/**
 * How sure we are.
 */
confidence: Confidence, 
/**
 * Where it stands in its life.
 */
status: Status, 
/**
 * Its tags.
 */
tags: Array<string>, 
/**
 * Its fields of work.
 */
domains: Array<string>, 
/**
 * Issues it belongs to.
 */
issues: Array<number>, };

