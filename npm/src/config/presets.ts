// Where each neighbourhood keeps its files. Data only; config.ts looks which of the places exist.
import type { PresetName } from "./keys.js";

/** Places of one layout. `~` is the home folder, `$NAME` an environment variable, `{project}` see below. */
export interface Layout {
  /** Folder whose presence shows that this layout is in use. */
  marker: string;
  knowledge: string;
  state: string;
  sessions: string[];
  issues?: string;
}

export interface Preset {
  /** Tried in this order; the first whose marker exists is taken, the first of all when none does. */
  layouts: Layout[];
  /** Knowledge bases shared by all projects of a person; those that exist are read in queries across projects. */
  shared: string[];
}

/** Names that the folder of a GitClaw repository goes by. */
const GITCLAW_HOMES = [
  ".GITCLAW",
  ".GITOPENCLAW",
  ".github-minimum-intelligence",
  ".minimum-intelligence",
  ".issue-intelligence",
  ".github-intelligence",
];

function gitclaw(home: string, marker: string): Layout {
  return {
    marker,
    knowledge: `${home}knowledge`,
    state: `${home}state`,
    sessions: [`${home}state/sessions`, `${home}state/memory.log`, `${home}memory.log`],
    issues: `${home}state/issues`,
  };
}

/** Claude Code keeps a project's transcripts under its path with every other character as a hyphen. */
const CLAUDE_SESSIONS = ["$CLAUDE_CONFIG_DIR/projects/{project}", "~/.claude/projects/{project}"];

const gsd = (knowledge: string): Layout => ({
  marker: knowledge,
  knowledge,
  state: ".planning/repolore",
  sessions: CLAUDE_SESSIONS,
});

export const PRESETS: Record<PresetName, Preset> = {
  gitclaw: {
    layouts: [
      ...GITCLAW_HOMES.map((home) => gitclaw(`${home}/`, home)),
      gitclaw("", "state/sessions"),
      gitclaw("", "state/issues"),
    ],
    shared: [],
  },
  gsd: {
    layouts: [
      gsd(".planning/knowledge"),
      gsd("$GSD_HOME/knowledge"),
      gsd("~/.gsd/knowledge"),
      gsd("~/.claude/gsd-knowledge"),
    ],
    shared: ["$GSD_HOME/knowledge", "~/.gsd/knowledge", "~/.claude/gsd-knowledge"],
  },
  claude: {
    layouts: [
      {
        marker: ".claude/knowledge",
        knowledge: ".claude/knowledge",
        state: ".claude/knowledge-state",
        sessions: CLAUDE_SESSIONS,
      },
    ],
    shared: [],
  },
};
