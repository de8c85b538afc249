// The keys of the configuration file as data: validation, suggestions and the JSON schema are made from it.

/** One key. */
export type Key =
  | { type: "text"; doc: string; values?: readonly string[] }
  | { type: "texts"; doc: string; default: readonly string[] }
  | { type: "flag"; doc: string; default: boolean }
  | { type: "number"; doc: string; default: number; min: number; max: number; whole?: boolean }
  | { type: "group"; doc: string; keys: Keys /** Words that stand for values of the group. */; words?: Words };

export type Words = Record<string, Record<string, unknown>>;

export type Keys = Record<string, Key>;

export const PRESET_NAMES = ["gitclaw", "gsd", "claude"] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

const whole = (fallback: number, min: number, max: number, doc: string): Key => ({
  type: "number",
  default: fallback,
  min,
  max,
  whole: true,
  doc,
});

const real = (fallback: number, min: number, max: number, doc: string): Key => ({
  type: "number",
  default: fallback,
  min,
  max,
  doc,
});

/** Everything `repolore.json` may say. */
export const KEYS: Keys = {
  $schema: { type: "text", doc: "Where editors find the description of this file." },
  preset: {
    type: "text",
    values: PRESET_NAMES,
    doc: "Which layout to follow; found by looking at the folders when not given.",
  },
  project: { type: "text", doc: "Name of the project in entries and indexes; the folder's name when not given." },
  knowledge: { type: "text", doc: "Folder of the knowledge base, relative to this file." },
  state: { type: "text", doc: "Folder for what the tool remembers between runs, relative to this file." },
  sessions: {
    type: "texts",
    default: [],
    doc: "Transcripts and folders of transcripts, relative to this file; `~` is your home folder.",
  },
  issues: { type: "text", doc: "Folder of the files that map issues to sessions, relative to this file." },
  roots: { type: "texts", default: [], doc: "Other knowledge bases that queries across projects also read." },
  threshold: whole(5, 1, 10_000, "New sessions after which `repolore curate --if-due` runs."),
  knowledge_debug: {
    type: "flag",
    default: false,
    doc: "Log every entry that was considered, not only the ones applied. Also read from .planning/config.json.",
  },
  budget: {
    type: "group",
    doc: "How much may be handed to an agent.",
    keys: {
      tokens: whole(500, 1, 1_000_000, "Tokens of knowledge in a prompt; four characters count as one."),
      executor: whole(200, 1, 1_000_000, "The same for agents that carry out a plan."),
      articles: whole(5, 1, 1000, "Articles at most."),
      preference: whole(300, 1, 100_000, "Characters of each preference that always comes along."),
    },
  },
  decay: {
    type: "group",
    doc: "How entries lose rank with age. Nothing is ever dropped for age alone.",
    keys: {
      rate: real(0.01, 0, 1, "Lost per day."),
      floor: real(0.3, 0, 1, "Never below this."),
      evergreen: {
        type: "texts",
        default: ["architecture", "security", "core", "breaking"],
        doc: "Tags whose entries do not age.",
      },
    },
  },
  reflect: {
    type: "group",
    doc: 'What becomes of signals. "auto" is short for { "auto": true }.',
    words: { auto: { auto: true }, manual: { auto: false } },
    keys: {
      auto: {
        type: "flag",
        default: false,
        doc: "After every curation, find signals in transcripts and plans, and reflect.",
      },
      frustration: {
        type: "flag",
        default: false,
        doc: "Store suspected frustration of people too; otherwise it is only shown.",
      },
      keep: whole(0, 0, 1_000_000, "Processed signals that stay active; older ones are archived. 0 keeps all."),
      critical: real(3, 0, 1000, "Weight that a cluster with a critical signal needs to become a lesson."),
      notable: real(4, 0, 1000, "The same for a cluster with a notable signal."),
      minor: real(5, 0, 1000, "The same for all others."),
    },
  },
  ground: {
    type: "group",
    doc: "Checking claims before building on them.",
    keys: {
      web: {
        type: "text",
        doc: "Address of an HTTP search endpoint; with `{query}` in it the question goes there, otherwise it is posted. Off when not given.",
      },
      web_key: {
        type: "text",
        doc: "Name of the environment variable that holds the endpoint's key, never the key itself.",
      },
      tracks: { type: "text", doc: "Folder of the tracks, relative to this file; conductor/tracks when not given." },
    },
  },
  llm: {
    type: "group",
    doc: "Optional refinement by a language model. Off unless enabled here.",
    keys: {
      enabled: { type: "flag", default: false, doc: "Send redacted candidates to the model." },
      url: { type: "text", doc: "Base URL of an OpenAI-compatible service, such as http://localhost:11434/v1." },
      model: { type: "text", doc: "Name of the model." },
      key: { type: "text", doc: "Name of the environment variable that holds the API key, never the key itself." },
      timeout: whole(30, 1, 600, "Seconds that each try may take."),
    },
  },
};

/** The JSON schema of the configuration file, for editors. */
export function configSchema(): object {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "repolore.json",
    description: "Configuration of Repolore.",
    ...(schemaOf({ type: "group", doc: "", keys: KEYS }) as object),
  };
}

function schemaOf(key: Key): object {
  const description = key.doc ? { description: key.doc } : {};
  switch (key.type) {
    case "text":
      return { ...description, type: "string", ...(key.values ? { enum: key.values } : {}) };
    case "texts":
      return { ...description, type: "array", items: { type: "string" }, default: key.default };
    case "flag":
      return { ...description, type: "boolean", default: key.default };
    case "number": {
      const { default: fallback, min: minimum, max: maximum } = key;
      return { ...description, type: key.whole ? "integer" : "number", default: fallback, minimum, maximum };
    }
    case "group": {
      const properties = Object.fromEntries(Object.entries(key.keys).map(([name, inner]) => [name, schemaOf(inner)]));
      const group = { type: "object", additionalProperties: false, properties };
      return key.words
        ? { ...description, anyOf: [{ enum: Object.keys(key.words) }, group] }
        : { ...description, ...group };
    }
  }
}
