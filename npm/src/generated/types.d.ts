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
 * What a conversation went back on.
 */
export type Revision = "state" | "answer";

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
 * What of the conversation no longer held at its end, when there is something.
 */
revision?: Revision | null, 
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
 * The words themselves, redacted, exactly as they stand in the transcript; ` …` where they break off in a sentence.
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
 * An article that a new item speaks against.
 */
export type Contradiction = { 
/**
 * The article's path.
 */
path: string, 
/**
 * How they relate.
 */
relation: Relation, 
/**
 * What decided.
 */
conflict: string, };

/**
 * Which side of a dispute holds.
 */
export type Keep = "a" | "b" | "both";

/**
 * One thing that was learned and went into an article.
 */
export type Grounds = { 
/**
 * What was learned.
 */
statement: string, 
/**
 * The quotes behind it, with session, line, date and speaker.
 */
evidence: Array<Evidence>, 
/**
 * The mechanism that found it.
 */
rule: string, 
/**
 * How strongly the mechanisms speak for it, from 0 to 1.
 */
score: number, 
/**
 * How sure we are.
 */
confidence: Confidence, };

/**
 * What the shim sends.
 */
export type RefineRequest = { 
/**
 * What the model is told to be.
 */
system: string, 
/**
 * The candidates.
 */
user: string, 
/**
 * Roughly how many tokens both are.
 */
tokens: number, 
/**
 * How many candidates went in; those beyond the budget keep their heuristic form.
 */
candidates: number, };

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
content: Uint8Array, };

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
 * Identifiers of statements that are held back; `repolore quarantine` shows them.
 */
heldBack: Array<string>, 
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
 * What to search for.
 */
export type EntryQuery = { 
/**
 * Free text; empty lists everything that passes the filters.
 */
query: string, 
/**
 * Only entries of this kind.
 */
kind?: Kind, 
/**
 * Only entries with this tag, domain or topic, or one below it.
 */
domain?: string, 
/**
 * Only entries changed on or after this time.
 */
since?: Timestamp, 
/**
 * How many at most; 5 unless told.
 */
limit?: number, 
/**
 * Say which word was answered by what.
 */
explain: boolean, 
/**
 * Also search raw signals and archived entries.
 */
all: boolean, 
/**
 * The present, for ages.
 */
now?: Timestamp, 
/**
 * How age lowers the score.
 */
decay?: DecaySettings, };

/**
 * The parts of a score; it is 0.6, 0.2, 0.1 and 0.1 of them.
 */
export type ScoreParts = { 
/**
 * How well the words fit, from 0 to 1.
 */
similarity: number, 
/**
 * How fresh the entry is, from the floor to 1.
 */
decay: number, 
/**
 * 1 when the domain asked for fits, else 0.5.
 */
domain: number, 
/**
 * How often a pattern was seen, up to ten times; 0.5 for other kinds.
 */
occurrence: number, };

/**
 * A named line of an entry.
 */
export type NamedField = { 
/**
 * What it is.
 */
name: string, 
/**
 * One line.
 */
value: string, };

/**
 * One entry found.
 */
export type EntryHit = { 
/**
 * The entry's identifier.
 */
id: string, 
/**
 * Where it lies, below its root; the root's name stands before it when there are several.
 */
path: string, 
/**
 * What it is.
 */
kind: Kind, 
/**
 * Its title.
 */
title: string, 
/**
 * Where it stands in its life.
 */
status: Status, 
/**
 * How sure we are.
 */
confidence: Confidence, 
/**
 * Its tags.
 */
tags: Array<string>, 
/**
 * From 0 to 1.
 */
score: number, 
/**
 * The score as people read it, from 0 to 100.
 */
relevance: number, 
/**
 * What the score is made of.
 */
parts: ScoreParts, 
/**
 * The title field and up to two key fields.
 */
fields: Array<NamedField>, 
/**
 * How far it can be trusted today.
 */
freshness: Freshness, 
/**
 * Which word was answered by what; empty unless asked for.
 */
why: Array<Explanation>, };

/**
 * What a search found.
 */
export type EntryResults = { 
/**
 * The query as asked.
 */
query: string, 
/**
 * Entries that match, before the limit.
 */
total: number, 
/**
 * The best of them.
 */
hits: Array<EntryHit>, 
/**
 * The same as Markdown.
 */
markdown: string, };

/**
 * One end of an edge.
 */
export type Node = { 
/**
 * Id of an entry, or `#42`.
 */
id: string, 
/**
 * Its title; empty for an issue and for a link that leads nowhere.
 */
title: string, 
/**
 * What it is; absent for an issue.
 */
kind: Kind | null, 
/**
 * Where it lies; empty for an issue.
 */
path: string, };

/**
 * How one entry is connected with another.
 */
export type Edge = { 
/**
 * Id of the entry it starts from.
 */
from: string, 
/**
 * Id of the entry, or `#42`, that it leads to.
 */
to: string, 
/**
 * `related`, `supersedes`, `superseded by`, `issue`, `tags`, `files`, `domain`.
 */
relation: string, 
/**
 * What they share, when it is not a link.
 */
detail: string, 
/**
 * From 0 to 1.
 */
strength: number, };

/**
 * An entry and its neighbours.
 */
export type Graph = { 
/**
 * The entry in the middle first, then by strength.
 */
nodes: Array<Node>, 
/**
 * Strongest first.
 */
edges: Array<Edge>, 
/**
 * For people.
 */
text: string, 
/**
 * As a Mermaid flowchart.
 */
mermaid: string, };

/**
 * What belongs to an issue.
 */
export type IssueRelated = { 
/**
 * The issue.
 */
issue: number, 
/**
 * Whether any entry names the issue; otherwise everything is found by content.
 */
indexed: boolean, 
/**
 * Entries that name it.
 */
direct: Array<EntryHit>, 
/**
 * Entries that share tags, files or content with those.
 */
indirect: Array<EntryHit>, 
/**
 * The same as Markdown.
 */
markdown: string, };

/**
 * One finished piece of work.
 */
export type AgentRun = { 
/**
 * Who did it.
 */
agent: string, 
/**
 * In which field of work.
 */
domain: string, 
/**
 * Whether it went well.
 */
success: boolean, };

/**
 * An agent that did well in a domain.
 */
export type AgentAdvice = { 
/**
 * Who.
 */
agent: string, 
/**
 * Where.
 */
domain: string, 
/**
 * How often it worked there.
 */
count: number, 
/**
 * The share that went well.
 */
successRate: number, };

/**
 * What the brief is for.
 */
export type BriefRequest = { 
/**
 * The issue, when there is one.
 */
issue?: number, 
/**
 * Its title, or the question as typed.
 */
title: string, 
/**
 * Its text.
 */
description: string, 
/**
 * Its labels; those that name a domain count as such.
 */
labels: Array<string>, 
/**
 * Files it names.
 */
files: Array<string>, 
/**
 * The present, for ages.
 */
now?: Timestamp, 
/**
 * How age lowers the score.
 */
decay?: DecaySettings, 
/**
 * How agents did.
 */
metrics: { [key in string]: AgentMetrics }, };

/**
 * What to know before the work.
 */
export type Brief = { 
/**
 * The issue, when there is one.
 */
issue: number | null, 
/**
 * One sentence.
 */
summary: string, 
/**
 * Fields of work it belongs to.
 */
domains: Array<string>, 
/**
 * Patterns, decisions and lessons that matter most.
 */
mustKnow: Array<EntryHit>, 
/**
 * Resolutions of similar problems, feedback and past events.
 */
related: Array<EntryHit>, 
/**
 * What went wrong before.
 */
antiPatterns: Array<EntryHit>, 
/**
 * Files that similar work touched.
 */
files: Array<string>, 
/**
 * Agents that did well in these domains.
 */
agents: Array<AgentAdvice>, 
/**
 * The same as Markdown.
 */
markdown: string, };

/**
 * Who asks; decides what is looked at, what comes first and what it may cost.
 */
export type AgentRole = "researcher" | "planner" | "debugger" | "executor";

/**
 * What the block is for.
 */
export type ContextRequest = { 
/**
 * What the agent is asked to do.
 */
prompt: string, 
/**
 * Who asks.
 */
role?: AgentRole, 
/**
 * Tokens that preferences and block may cost together, estimated at four characters each; 500 unless told, 200 for an executor.
 */
budget?: number, 
/**
 * Articles at most; 5 unless told. Disputed matches come on top.
 */
articles?: number, 
/**
 * Characters of each article; 500 unless told.
 */
articleCharacters?: number, 
/**
 * Characters of each preference; 300 unless told.
 */
preferenceCharacters?: number, 
/**
 * Also log every entry considered.
 */
debug: boolean, 
/**
 * Quote the articles between fences with this nonce, 8 to 64 letters and digits, new for every prompt; without
 * one they stand in the prompt as they are.
 */
nonce?: string, 
/**
 * The present, for ages.
 */
now?: Timestamp, 
/**
 * How age lowers the score.
 */
decay?: DecaySettings, };

/**
 * One entry in or left out of the block.
 */
export type ReceiptLine = { 
/**
 * The entry's identifier; cite it as `[id]`.
 */
id: string, 
/**
 * Where it lies.
 */
path: string, 
/**
 * Its title.
 */
title: string, 
/**
 * What it is.
 */
kind: Kind, 
/**
 * `full`, `line`, or `left out`.
 */
form: string, 
/**
 * Why it is in or out.
 */
reason: string, 
/**
 * What it costs.
 */
tokens: number, };

/**
 * Knowledge for a prompt.
 */
export type ContextBlock = { 
/**
 * Standing preferences, for the system prompt; empty when there are none.
 */
preferences: string, 
/**
 * The articles, for the prompt; empty when nothing fits.
 */
knowledge: string, 
/**
 * The prompt with the articles before it; unchanged when nothing fits.
 */
prompt: string, 
/**
 * Estimated cost of preferences and articles together.
 */
tokens: number, 
/**
 * What it was allowed to cost.
 */
budget: number, 
/**
 * What is in, in order.
 */
used: Array<ReceiptLine>, 
/**
 * What matched and is not in, and why.
 */
leftOut: Array<ReceiptLine>, 
/**
 * The section an agent puts at the end of its output.
 */
applied: string, 
/**
 * Every entry considered; only when asked for.
 */
debugLog: string | null, };

/**
 * What was learned.
 */
export type LearnRequest = { 
/**
 * `decision`, `resolution`, `pattern` or `feedback`.
 */
kind: Kind, 
/**
 * The content: `title`, `decision`, `rationale`, `problem`, … as the kind asks.
 */
content: Record<string, unknown>, 
/**
 * Tags, `/` between levels.
 */
tags: Array<string>, 
/**
 * Fields of work.
 */
domains: Array<string>, 
/**
 * Paths it speaks of.
 */
files: Array<string>, 
/**
 * The issue it belongs to.
 */
issue?: number, 
/**
 * What it rests on, such as `prisma >= 4.0`.
 */
dependsOn: Array<string>, 
/**
 * The present.
 */
now: Timestamp, 
/**
 * Write `{type}/{id}.yaml` instead of Markdown.
 */
yaml: boolean, };

/**
 * One file to write.
 */
export type LearnedFile = { 
/**
 * The entry's identifier.
 */
id: string, 
/**
 * Path below the knowledge base.
 */
path: string, 
/**
 * What it shall hold.
 */
content: string, };

/**
 * What became of it.
 */
export type Learned = { 
/**
 * `captured`, `linked` to an entry about the same, or `skipped` as already known.
 */
outcome: string, 
/**
 * One sentence for people.
 */
message: string, 
/**
 * The entry it is the same as or linked to.
 */
similar: string | null, 
/**
 * Files to write; a pattern made of alike feedback comes second.
 */
files: Array<LearnedFile>, };

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
 * Whether there are manifests and all of them could be read, so that an absent package means something.
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

/**
 * How thoroughly a session designs.
 */
export type DesignMode = "speed" | "full";

/**
 * A step from one phase of the design to the next.
 */
export type PhaseTransition = "discover-define" | "define-develop" | "develop-deliver" | "deliver-complete" | "other";

/**
 * How much grounding runs.
 */
export type GroundingTier = "light" | "mini" | "standard" | "full";

/**
 * What happens when grounding was skipped, failed or is unsure.
 */
export type EnforcementLevel = "advisory" | "gatekeeper" | "mandatory";

/**
 * Where an answer comes from.
 */
export type GroundingSource = "repo" | "web" | "history";

/**
 * How sure an answer is. The order is the rank.
 */
export type GroundingConfidence = "none" | "low" | "medium" | "high";

/**
 * How long one source may take in a tier.
 */
export type SourceLimit = { 
/**
 * The source.
 */
source: GroundingSource, 
/**
 * After this the cascade goes on without it, with a warning.
 */
ms: number, };

/**
 * What has to run at a transition.
 */
export type GroundingPolicy = { 
/**
 * The mode it was made for.
 */
mode: DesignMode, 
/**
 * The transition it was made for.
 */
transition: PhaseTransition, 
/**
 * How much runs.
 */
tier: GroundingTier, 
/**
 * How strictly it is enforced.
 */
enforcement: EnforcementLevel, 
/**
 * Whether the impact scan belongs to it.
 */
impactScan: boolean, 
/**
 * The source this transition is about, when it names one.
 */
focus: GroundingSource | null, 
/**
 * Target for the whole grounding; passing it is a warning.
 */
softMs: number, 
/**
 * Nothing runs on beyond this.
 */
hardMs: number, 
/**
 * Limits of the sources the tier may ask, in the order of the cascade.
 */
limits: Array<SourceLimit>, 
/**
 * One sentence for people.
 */
reason: string, };

/**
 * What kind of question it is.
 */
export type QueryIntent = "pattern_check" | "api_verify" | "convention_lookup" | "decision_recall" | "dependency_check";

/**
 * Where a question goes, and why.
 */
export type GroundingRoute = { 
/**
 * What kind of question it is.
 */
intent: QueryIntent, 
/**
 * Who knows best.
 */
primary: GroundingSource, 
/**
 * Who is asked, in order; for a tier only those that the tier may ask.
 */
sources: Array<GroundingSource>, 
/**
 * Whether the question points at something made elsewhere.
 */
external: boolean, 
/**
 * The signs that counted, strongest first.
 */
reasons: Array<string>, };

/**
 * A grounding under way.
 */
export type Cascade = { 
/**
 * The question, without secrets.
 */
question: string, 
/**
 * What runs.
 */
policy: GroundingPolicy, 
/**
 * Where the question goes.
 */
route: GroundingRoute, 
/**
 * Whether every source is asked, even after a sure answer.
 */
crossCheck: boolean, 
/**
 * What happened so far.
 */
outcomes: Array<SourceOutcome>, };

/**
 * How asking a source ended.
 */
export type OutcomeStatus = "answered" | "empty" | "failed" | "timed-out" | "unavailable";

/**
 * What one source gave.
 */
export type SourceOutcome = { 
/**
 * Who was asked.
 */
source: GroundingSource, 
/**
 * How it ended.
 */
status: OutcomeStatus, 
/**
 * The answer, whole or in part.
 */
answer: SourceAnswer | null, 
/**
 * How long it took.
 */
elapsedMs: number, 
/**
 * What did the looking.
 */
tool: string, 
/**
 * Why there is no (whole) answer, in words for people.
 */
problem: string | null, 
/**
 * Whether the answer came from the cache.
 */
cached: boolean, 
/**
 * Age of the cached answer.
 */
cacheAgeSeconds: number, 
/**
 * Things taken out of the question before it was sent.
 */
redactionCount: number, };

/**
 * An answer with its evidence.
 */
export type SourceAnswer = { 
/**
 * What it says, without places; this is what answers are compared by.
 */
text: string, 
/**
 * How sure it is.
 */
confidence: GroundingConfidence, 
/**
 * Where it comes from.
 */
evidence: Array<AnswerEvidence>, };

/**
 * A place that supports an answer.
 */
export type AnswerEvidence = { 
/**
 * A path, an address, a commit.
 */
place: string, 
/**
 * 1-based line, when there is one.
 */
line: number | null, 
/**
 * What stands there.
 */
text: string, };

/**
 * What the shim has to do.
 */
export type NextStep = { "kind": "ask", 
/**
 * Which.
 */
source: GroundingSource, 
/**
 * When this has passed, take what is there and go on.
 */
limitMs: number, } | { "kind": "done", 
/**
 * Why.
 */
reason: string, 
/**
 * Sources that were not asked.
 */
notAsked: Array<GroundingSource>, };

/**
 * In what two answers differ.
 */
export type DifferenceKind = "value" | "version" | "name" | "polarity";

/**
 * One difference between two answers.
 */
export type Difference = { 
/**
 * In what.
 */
kind: DifferenceKind, 
/**
 * What the first answer says.
 */
left: string, 
/**
 * What the second answer says.
 */
right: string, };

/**
 * The comparison of two answers.
 */
export type Agreement = { 
/**
 * False when they contradict each other.
 */
agree: boolean, 
/**
 * False when they do not speak about the same thing.
 */
comparable: boolean, 
/**
 * Where they differ.
 */
differences: Array<Difference>, };

/**
 * What has to be done.
 */
export type EnforcementAction = "PROCEED" | "WARN" | "RUN_GROUNDING" | "MANUAL_VERIFY" | "RETRY_GROUNDING" | "SKIPPED" | "CANCEL_SESSION";

/**
 * The verdict on a transition.
 */
export type EnforcementDecision = { 
/**
 * What has to be done.
 */
action: EnforcementAction, 
/**
 * Whether the transition may pass.
 */
allowed: boolean, 
/**
 * How strictly it was judged.
 */
level: EnforcementLevel, 
/**
 * `GR-001`, …, when one applies.
 */
errorCode: string | null, 
/**
 * For people, one sentence each; the first says the verdict.
 */
messages: Array<string>, 
/**
 * For hooks and CI: 0 pass, 3 run grounding, 4 verify by hand, 5 ground again.
 */
exitCode: number, };

/**
 * What enforcement needs to know of an impact scan.
 */
export type ImpactVerdict = { 
/**
 * Files whose change is risky.
 */
highRiskFiles: Array<string>, 
/**
 * How sure the scan is.
 */
confidence: GroundingConfidence, };

/**
 * One grounding of one transition. The field names are those of the stored file.
 */
export type GroundingResult = { 
/**
 * `develop-deliver`, …; the name of an unknown transition as it was given.
 */
phase_transition: string, 
/**
 * How much ran.
 */
grounding_type: GroundingTier, 
/**
 * When, as ISO 8601 in UTC.
 */
timestamp: string, 
/**
 * Which sources were asked.
 */
routing: GroundingRouting, 
/**
 * What each source answered.
 */
queries: Array<GroundingQuery>, 
/**
 * How sure the whole is.
 */
overall_confidence: GroundingConfidence, 
/**
 * How long it took.
 */
duration_ms?: number, 
/**
 * Where sources disagree.
 */
conflicts?: Array<GroundingConflict>, 
/**
 * Whether no source gave an answer.
 */
all_sources_failed?: boolean, 
/**
 * Whether the transition is blocked.
 */
blocking?: boolean, 
/**
 * How strictly it is enforced.
 */
enforcement_level?: EnforcementLevel, 
/**
 * What is to be done.
 */
enforcement_action?: EnforcementAction, 
/**
 * Warnings and remarks, one a line.
 */
notes?: string, 
/**
 * The most serious of the codes that apply.
 */
error_code?: string, 
/**
 * Why grounding was skipped, when it was.
 */
skip_override?: SkipOverride, 
/**
 * Whether a person let it pass by hand.
 */
manual_override?: boolean, 
/**
 * Why a person let it pass.
 */
override_reason?: string, };

/**
 * Which sources were asked and which answered.
 */
export type GroundingRouting = { 
/**
 * In the order asked.
 */
sources_tried: Array<GroundingSource>, 
/**
 * Those that answered.
 */
sources_succeeded: Array<GroundingSource>, 
/**
 * Whether the answer comes from another source than the first one.
 */
fallback_used: boolean, };

/**
 * One question put to one source.
 */
export type GroundingQuery = { 
/**
 * What kind of question it is.
 */
intent: QueryIntent, 
/**
 * The question, without secrets.
 */
question: string, 
/**
 * Who was asked.
 */
source: GroundingSource, 
/**
 * How sure the answer is.
 */
confidence: GroundingConfidence, 
/**
 * What did the looking: `repo-scan`, `ripgrep+repo-scan`, the host of the web provider, …
 */
tool?: string, 
/**
 * The answer with its evidence, or what went wrong.
 */
result_summary?: string, 
/**
 * Whether the answer came from the cache.
 */
cached?: boolean, 
/**
 * How old the cached answer is.
 */
cache_age_seconds?: number, 
/**
 * Whether something sensitive was taken out of the question.
 */
sanitized?: boolean, 
/**
 * How many things were taken out.
 */
redaction_count?: number, };

/**
 * Two sources that disagree.
 */
export type GroundingConflict = { 
/**
 * The one that is used.
 */
source1: GroundingSource, 
/**
 * The other one.
 */
source2: GroundingSource, 
/**
 * What the used one says.
 */
answer1: string, 
/**
 * What the other one says.
 */
answer2: string, 
/**
 * What to do about it.
 */
recommendation: string, };

/**
 * How something skipped is known to be right all the same.
 */
export type VerificationMethod = "human_review" | "external_tool" | "prior_knowledge" | "time_constraint";

/**
 * The record of a grounding that was skipped.
 */
export type SkipOverride = { 
/**
 * Always true.
 */
skipped: boolean, 
/**
 * Why.
 */
reason: string, 
/**
 * How it is known to be right all the same.
 */
verification_method: VerificationMethod, 
/**
 * What can go wrong because of it.
 */
acknowledged_risks: Array<string>, 
/**
 * When, as ISO 8601 in UTC.
 */
timestamp: string, };

/**
 * Answers of the last minutes, most recently used last.
 */
export type AnswerCache = { 
/**
 * [`CACHE_VERSION`].
 */
version: number, 
/**
 * The answers.
 */
entries: Array<CachedAnswer>, 
/**
 * How well it works.
 */
metrics: CacheMetrics, };

/**
 * Counters since the cache was begun.
 */
export type CacheMetrics = { 
/**
 * Questions answered from the cache.
 */
hits: number, 
/**
 * Questions that had to be asked.
 */
misses: number, 
/**
 * Answers thrown away before they were replaced.
 */
invalidations: number, };

/**
 * One answer of one source.
 */
export type CachedAnswer = { 
/**
 * [`cache_key`] of the question.
 */
key: string, 
/**
 * Who answered.
 */
source: GroundingSource, 
/**
 * What the answer depends on (state of the work tree, address of the provider); another one makes it worthless.
 */
fingerprint: string, 
/**
 * When it was stored.
 */
stored: Timestamp, 
/**
 * How sure it is.
 */
confidence: GroundingConfidence, 
/**
 * The answer as the shim serialised it.
 */
value: string, };

/**
 * What a look into the cache gave.
 */
export type CacheLookup = { 
/**
 * The answer, when there is one to use.
 */
value: string | null, 
/**
 * Its age.
 */
ageSeconds: number, 
/**
 * Why there is none: `never asked`, `expired`, `changed`, `unsure`.
 */
why: string, 
/**
 * The cache afterwards.
 */
cache: AnswerCache, };

/**
 * A question that may be sent outside.
 */
export type SanitizedQuery = { 
/**
 * The question without secrets and without names of people in paths.
 */
text: string, 
/**
 * Things taken out.
 */
redactionCount: number, 
/**
 * Characters before.
 */
originalLength: number, 
/**
 * Characters after.
 */
sanitizedLength: number, };

/**
 * One file that was found.
 */
export type RepoHit = { 
/**
 * Where.
 */
path: string, 
/**
 * The best line.
 */
line: number | null, 
/**
 * What stands there.
 */
text: string, 
/**
 * Best first; comparable within one search only.
 */
score: number, 
/**
 * Whether something asked for is defined here.
 */
defines: boolean, };

/**
 * What a search over a work tree gave.
 */
export type RepoFindings = { 
/**
 * The answer, when anything was found.
 */
answer: SourceAnswer | null, 
/**
 * Files, best first.
 */
hits: Array<RepoHit>, 
/**
 * How many files hold any of the terms.
 */
nMatching: number, };

/**
 * What happens to a file.
 */
export type ChangeType = "create" | "modify" | "delete";

/**
 * How dangerous a change is.
 */
export type Risk = "low" | "medium" | "high";

/**
 * How sure it is that a file changes.
 */
export type Likelihood = "named" | "likely" | "possible";

/**
 * One file that a design touches.
 */
export type ImpactFile = { 
/**
 * Relative to the root, with `/`.
 */
path: string, 
/**
 * What happens to it.
 */
change: ChangeType, 
/**
 * How dangerous that is.
 */
risk: Risk, 
/**
 * Files of this list that it imports.
 */
dependencies: Array<string>, 
/**
 * Which wave it belongs to, from 1.
 */
order: number, 
/**
 * How sure it is.
 */
likelihood: Likelihood, 
/**
 * Best first; comparable within one scan only.
 */
score: number, 
/**
 * Why it is listed.
 */
reasons: Array<string>, };

/**
 * Numbers of an impact scan.
 */
export type ImpactTotals = { 
/**
 * Files in the report.
 */
files: number, 
/**
 * New ones.
 */
create: number, 
/**
 * Changed ones.
 */
modify: number, 
/**
 * Removed ones.
 */
delete: number, 
/**
 * Risky ones among the named and likely.
 */
high_risk: number, 
/**
 * Files of the tree that were looked at.
 */
scanned: number, 
/**
 * Files of the tree.
 */
listed: number, };

/**
 * What a design touches.
 */
export type ImpactReport = { 
/**
 * The files, most certain first.
 */
files: Array<ImpactFile>, 
/**
 * Numbers.
 */
totals: ImpactTotals, 
/**
 * Risky files among the named and likely.
 */
high_risk_files: Array<string>, 
/**
 * Files that can be done at the same time, wave by wave.
 */
implementation_order: Array<Array<string>>, 
/**
 * What was cut, not found or not looked at.
 */
warnings: Array<string>, 
/**
 * How sure the whole is.
 */
confidence: GroundingConfidence, };

/**
 * What sort of event a signal reports.
 */
export type SignalType = "deviation" | "frustration" | "struggle" | "config-mismatch" | "capability-gap" | "epistemic-gap" | "baseline" | "improvement" | "good-pattern" | string;

/**
 * How much a signal matters. `Trace` is never stored.
 */
export type SignalSeverity = "trace" | "minor" | "notable" | "critical";

/**
 * One stored signal, as far as clustering and relating need it.
 */
export type Signal = { 
/**
 * Its identifier, or the file's stem.
 */
id: string, 
/**
 * Path relative to the knowledge base.
 */
path: string, 
/**
 * The project it was seen in; `_global` for none.
 */
project: string, 
/**
 * What sort of event.
 */
signalType: SignalType, 
/**
 * Whether it reports something good.
 */
positive: boolean, 
/**
 * How much it matters.
 */
severity: SignalSeverity, 
/**
 * How sure its author was.
 */
confidence: Confidence, 
/**
 * Topics.
 */
tags: Array<string>, 
/**
 * When it was captured.
 */
created: Timestamp | null, 
/**
 * Phase of the plan, as written.
 */
phase: string | null, 
/**
 * How often this has been seen.
 */
occurrenceCount: number, 
/**
 * Where it stands: detected, triaged, blocked, remediated, verified, invalidated.
 */
lifecycle: string, 
/**
 * Whether it was put away.
 */
archived: boolean, 
/**
 * The lesson that already rests on it.
 */
processedBy: string | null, 
/**
 * What happened, in the signal's own words.
 */
whatHappened: string, 
/**
 * The state of things around it.
 */
context: string, 
/**
 * Why, as far as its author could tell.
 */
cause: string, 
/**
 * What its author says to do about it.
 */
remedy: string, };

/**
 * A signal as it is handed in.
 */
export type NewSignal = { 
/**
 * What sort of event.
 */
signalType: SignalType, 
/**
 * How much it matters.
 */
severity: SignalSeverity, 
/**
 * Whether it reports something good; `None` decides by type.
 */
positive: boolean | null, 
/**
 * The project it was seen in.
 */
project: string, 
/**
 * A short name; becomes the file name.
 */
title: string, 
/**
 * Topics.
 */
tags: Array<string>, 
/**
 * What happened.
 */
whatHappened: string, 
/**
 * The state of things around it.
 */
context: string, 
/**
 * Why, as far as known.
 */
cause: string, 
/**
 * How sure its author is.
 */
confidence: Confidence, 
/**
 * The words it rests on.
 */
evidence: Array<Evidence>, 
/**
 * Phase of the plan.
 */
phase: string | null, 
/**
 * The plan.
 */
plan: string | null, 
/**
 * Whether a person entered it or it was detected.
 */
detected: boolean, };

/**
 * What is known about a new signal from those already stored.
 */
export type SignalRelation = { 
/**
 * Every stored signal of the same type and project with enough tags in common.
 */
related: Array<string>, 
/**
 * One more than the highest count among them.
 */
occurrenceCount: number, 
/**
 * A matching signal that had been mended: this one says it came back.
 */
recurrenceOf: string | null, 
/**
 * The severity, raised by one step when it came back.
 */
severity: SignalSeverity, };

/**
 * A signal ready to be written.
 */
export type Captured = { 
/**
 * Its identifier.
 */
id: string, 
/**
 * Path below the knowledge base.
 */
path: string, 
/**
 * The file.
 */
content: string, 
/**
 * The index with its row.
 */
index: string, 
/**
 * Stored signals it belongs to.
 */
related: Array<string>, 
/**
 * How often it has been seen, this time included.
 */
occurrenceCount: number, 
/**
 * The mended signal that came back, if it did.
 */
recurrenceOf: string | null, 
/**
 * Path and text of that signal, open again; `None` when nothing came back or its file cannot be edited.
 */
reopened: [string, string] | null, };

/**
 * Something that looks like a signal, with what speaks for it.
 */
export type Candidate = { 
/**
 * What sort of event.
 */
signalType: SignalType, 
/**
 * How much it matters.
 */
severity: SignalSeverity, 
/**
 * A short name, from the words of the event.
 */
title: string, 
/**
 * Topics.
 */
tags: Array<string>, 
/**
 * What happened, in one or two sentences.
 */
whatHappened: string, 
/**
 * The state of things around it.
 */
context: string, 
/**
 * Why, as far as the record tells; empty when it does not.
 */
cause: string, 
/**
 * The words it rests on.
 */
evidence: Array<Evidence>, 
/**
 * Phase of the plan, where known.
 */
phase: string | null, 
/**
 * The plan, where known.
 */
plan: string | null, };

/**
 * A model that a settings file asks for.
 */
export type Configured = { 
/**
 * The file that says so.
 */
file: string, 
/**
 * The model it names.
 */
model: string, 
/**
 * The program whose sessions it speaks of; `None` for all.
 */
dialect: Dialect | null, };

/**
 * A plan and the summary written after it was carried out.
 */
export type PlanPair = { 
/**
 * Path of the plan.
 */
planPath: string, 
/**
 * The plan's text.
 */
plan: string, 
/**
 * Path of the summary.
 */
summaryPath: string, 
/**
 * The summary's text.
 */
summary: string, };

/**
 * What a reflection may be told.
 */
export type ReflectOptions = { 
/**
 * Weights at which a cluster counts as a pattern.
 */
thresholds: Thresholds, 
/**
 * Only this project; `None` for all.
 */
project: string | null, 
/**
 * How many processed signals stay active; older ones are archived. `None` keeps all.
 */
keep: number | null, 
/**
 * The time of the run.
 */
now: Timestamp, };

/**
 * Weight at which a cluster counts as a pattern, by its most severe member. Higher asks for more evidence.
 */
export type Thresholds = { 
/**
 * With a critical member.
 */
critical: number, 
/**
 * With a notable member.
 */
notable: number, 
/**
 * With minor members only.
 */
minor: number, };

/**
 * How the members of a cluster were brought together.
 */
export type Linkage = "primary" | "cross-type";

/**
 * Signals that speak of the same thing.
 */
export type Cluster = { 
/**
 * How it came together.
 */
linkage: Linkage, 
/**
 * Whether its members report something good.
 */
positive: boolean, 
/**
 * The type all members have, or the most frequent one for a cross-type cluster.
 */
signalType: string, 
/**
 * The tags that every member carries, most telling first.
 */
tags: Array<string>, 
/**
 * Identifiers of the members, sorted.
 */
members: Array<string>, };

/**
 * What a cluster amounts to.
 */
export type PatternVerdict = "pattern" | "spike-candidate" | "waiting";

/**
 * A cluster with its weight.
 */
export type Weighed = { 
/**
 * The cluster itself.
 */
cluster: Cluster, 
/**
 * Sum over members of confidence times severity.
 */
weight: number, 
/**
 * What it had to reach.
 */
threshold: number, 
/**
 * Its most severe member.
 */
severity: SignalSeverity, 
/**
 * What it amounts to.
 */
verdict: PatternVerdict, 
/**
 * Signals of the opposite sign about the same tags, at most three.
 */
counterEvidence: Array<string>, };

/**
 * A signal as a lesson cites it.
 */
export type Cited = { 
/**
 * The signal's identifier.
 */
id: string, 
/**
 * Its path relative to the knowledge base.
 */
path: string, 
/**
 * Its first sentence, so that the lesson can be judged without opening it.
 */
summary: string, };

/**
 * A lesson to be created or updated.
 */
export type LessonChange = { 
/**
 * The lesson's identifier.
 */
id: string, 
/**
 * Path of the stored lesson; `None` when it is new.
 */
existing: string | null, 
/**
 * What a person would write above it.
 */
title: string, 
/**
 * One sentence that stands alone, from a signal's own words.
 */
lesson: string, 
/**
 * When it applies.
 */
applies: string, 
/**
 * What to do, from the signals' own words.
 */
recommendation: string, 
/**
 * tooling, architecture, testing, workflow, external or environment.
 */
category: string, 
/**
 * The project it holds for; `_global` when several projects and an outside cause show it.
 */
project: string, 
/**
 * Topics that all its evidence shares.
 */
tags: Array<string>, 
/**
 * Type of the signals.
 */
signalType: string, 
/**
 * Whether it tells what to do again.
 */
positive: boolean, 
/**
 * How sure it is after this run.
 */
confidence: Confidence, 
/**
 * How many signals it rests on after this run.
 */
evidenceCount: number, 
/**
 * Signals added by this run.
 */
newEvidence: Array<Cited>, 
/**
 * Signals that speak against it.
 */
counterEvidence: Array<string>, };

/**
 * What a reflection found and would write.
 */
export type Reflection = { 
/**
 * How many signals were looked at: active and not yet behind a lesson.
 */
considered: number, 
/**
 * Every cluster with its weight, strongest first.
 */
clusters: Array<Weighed>, 
/**
 * Lessons to create or to update.
 */
lessons: Array<LessonChange>, 
/**
 * Signals that a lesson now rests on, with that lesson's id.
 */
processed: Array<[string, string]>, 
/**
 * Signals to be put away under `keep`, oldest first.
 */
archived: Array<string>, };

/**
 * One secret that was taken out: what it was and where it stood, never the secret itself.
 */
export type Finding = { 
/**
 * The kind, such as `github-token`; `secret` when only its name or place told.
 */
kind: string, 
/**
 * 1-based line of the text.
 */
line: number, 
/**
 * 1-based column (in characters) of that line.
 */
column: number, };

/**
 * The same as [`Redacted`] with text of its own, for callers across the boundary.
 */
export type RedactedText = { 
/**
 * The text.
 */
text: string, 
/**
 * What was taken out, in order.
 */
findings: Array<Finding>, };

/**
 * What may be done with a statement.
 */
export type TrustVerdict = "keep" | "attribute" | "quarantine";

/**
 * Why a statement is not simply kept.
 */
export type Reason = "override" | "exfiltration" | "concealment" | "memory-control" | "remote-action" | "addresses-agents" | "false-authority" | "hidden-text" | "fake-structure" | "not-an-owner" | "quoted" | "too-long";

/**
 * The judgement on one statement.
 */
export type Judgement = { 
/**
 * What may be done with it.
 */
verdict: TrustVerdict, 
/**
 * The lowest origin of what it consists of.
 */
origin: Origin, 
/**
 * Why it is not simply kept.
 */
reason: Reason | null, };

/**
 * One record for [`judge_record`], as `repolore trust --jsonl` reads it.
 */
export type TrustRecord = { 
/**
 * Handed back with the judgement.
 */
id: string, 
/**
 * What was said.
 */
text: string, 
/**
 * `user`, `assistant`, `tool` or `system`.
 */
role: string, 
/**
 * Where it comes from when more is known than the role: `owner`, `agent`, `tool`, `file`, `web`,
 * `outsider`, or GitHub's author association.
 */
origin: string | null, };

/**
 * The judgement on one record.
 */
export type TrustResult = { 
/**
 * The record's id.
 */
id: string, 
/**
 * What may be done with it.
 */
verdict: TrustVerdict, 
/**
 * The lowest origin of what it consists of.
 */
origin: Origin, 
/**
 * Why it is not simply kept.
 */
reason: Reason | null, 
/**
 * The reason as a sentence.
 */
detail: string | null, };

/**
 * One statement that was held back.
 */
export type QuarantineEntry = { 
/**
 * Stable identifier of the words.
 */
id: string, 
/**
 * Why it was held back.
 */
reason: Reason, 
/**
 * Where it came from.
 */
origin: Origin, 
/**
 * The words, without secrets and shortened.
 */
text: string, 
/**
 * The file it stands in, usually a session.
 */
source: string, 
/**
 * 1-based line of that file, when known.
 */
line: number | null, 
/**
 * When a person released it, as an ISO date.
 */
released: string | null, };

/**
 * A file to write.
 */
export type ReflectChange = { 
/**
 * Path below the knowledge base.
 */
path: string, 
/**
 * What it shall hold.
 */
content: string, 
/**
 * Why.
 */
reason: string, };

/**
 * Everything a reflection would do.
 */
export type ReflectPlan = { 
/**
 * What was found.
 */
reflection: Reflection, 
/**
 * The report for people.
 */
report: string, 
/**
 * Files to write; empty when there is nothing to learn.
 */
changes: Array<ReflectChange>, 
/**
 * Files that could not be marked or updated, with the reason.
 */
skipped: Array<[string, string]>, };

/**
 * How far a stored spike answers the question.
 */
export type Prior = "applicable" | "partial" | "incidental" | "stale";

/**
 * A stored spike that bears on the question.
 */
export type KnownSpike = { 
/**
 * Its identifier.
 */
id: string, 
/**
 * Path below the knowledge base.
 */
path: string, 
/**
 * What it asked.
 */
hypothesis: string, 
/**
 * What it decided, in its first sentence.
 */
decision: string, 
/**
 * What it showed.
 */
outcome: string, 
/**
 * high, medium or low, by outcome.
 */
confidence: string, 
/**
 * How far it answers.
 */
prior: Prior, 
/**
 * Words of the question it does not speak of.
 */
gap: Array<string>, 
/**
 * What changed since, when something it rests on did.
 */
caveat: string | null, };

/**
 * What is known before a spike is begun.
 */
export type SpikeAnswer = { 
/**
 * Spikes that bear on the question, best first.
 */
known: Array<KnownSpike>, 
/**
 * Whether one of them answers it: the spike is avoided.
 */
avoided: boolean, 
/**
 * Said when several together cover the question and none does alone.
 */
composite: string | null, };

/**
 * A file of a new workspace.
 */
export type NewFile = { 
/**
 * Path relative to the folder of spikes.
 */
path: string, 
/**
 * What it holds.
 */
content: string, };

/**
 * What a workspace still lacks.
 */
export type WorkspaceStatus = { 
/**
 * Whether it can be concluded.
 */
ready: boolean, 
/**
 * What is missing, each with its file.
 */
missing: Array<string>, };

/**
 * What is needed to conclude a spike.
 */
export type ConcludeRequest = { 
/**
 * Name of the workspace folder.
 */
workspace: string, 
/**
 * Its files, as name and text.
 */
files: Array<[string, string]>, 
/**
 * What the experiment showed.
 */
outcome: string, 
/**
 * The project; `_global` for none.
 */
project: string, 
/**
 * Topics; taken from the words of the hypothesis when empty.
 */
tags: Array<string>, 
/**
 * What must stay true for the answer to hold.
 */
dependsOn: Array<string>, 
/**
 * The spike that this one replaces.
 */
supersedes: string | null, 
/**
 * The spikes that are stored, as path and text.
 */
stored: Array<[string, string]>, 
/**
 * The index as it stands.
 */
index: string | null, 
/**
 * The time of the call.
 */
now: Timestamp, };

/**
 * A spike ready to be stored.
 */
export type Concluded = { 
/**
 * Its identifier.
 */
id: string, 
/**
 * Path below the knowledge base.
 */
path: string, 
/**
 * The file.
 */
content: string, 
/**
 * The index with its row, and without the row of the spike it replaces.
 */
index: string, };

