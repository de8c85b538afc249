// .gitignore files read the way git reads them, for work trees without git.

interface Rule {
  pattern: RegExp;
  negated: boolean;
  folderOnly: boolean;
}

/** Longer patterns are no patterns that people write, and would be slow. */
const MAX_PATTERN = 500;

/** The rules of one ignore file; `base` is its folder relative to the root, `""` or ending in `/`. */
export class IgnoreFile {
  readonly #rules: Rule[];
  readonly #base: string;

  constructor(text: string, base: string) {
    this.#base = base;
    this.#rules = text.split(/\r?\n/).flatMap((line) => readRule(line) ?? []);
  }

  /** Whether the last rule that matches ignores the path; `undefined` when none matches. */
  test(path: string, isFolder: boolean): boolean | undefined {
    if (!path.startsWith(this.#base)) return undefined;
    const inside = path.slice(this.#base.length);
    const rule = this.#rules.findLast(({ pattern, folderOnly }) => (isFolder || !folderOnly) && pattern.test(inside));
    return rule && !rule.negated;
  }
}

function readRule(line: string): Rule | undefined {
  // Spaces at the end do not count unless they are escaped.
  let text = line.replace(/(?<!\\)[ \t]+$/, "");
  if (text === "" || text.startsWith("#") || text.length > MAX_PATTERN) return undefined;
  const negated = text.startsWith("!");
  if (negated) text = text.slice(1);
  const folderOnly = text.endsWith("/");
  if (folderOnly) text = text.slice(0, -1);
  // A slash at the start or in the middle ties the pattern to the folder of the ignore file.
  const anchored = text.includes("/");
  if (text.startsWith("/")) text = text.slice(1);
  if (text === "") return undefined;
  try {
    return { pattern: new RegExp(`^${anchored ? "" : "(?:.*/)?"}${translate(text)}$`), negated, folderOnly };
  } catch {
    return undefined; // a character class that is no range; git ignores such patterns too
  }
}

function translate(glob: string): string {
  let out = "";
  for (let at = 0; at < glob.length; at++) {
    const rest = glob.slice(at);
    if (rest.startsWith("**/") && (at === 0 || glob[at - 1] === "/")) {
      out += "(?:.*/)?";
      at += 2;
    } else if (rest === "**" && at > 0 && glob[at - 1] === "/") {
      out += ".+";
      at += 1;
    } else if (glob[at] === "*") {
      out += "[^/]*";
      while (glob[at + 1] === "*") at++;
    } else if (glob[at] === "?") {
      out += "[^/]";
    } else if (glob[at] === "[") {
      const end = glob.indexOf("]", glob[at + 1] === "!" || glob[at + 1] === "^" ? at + 3 : at + 2);
      if (end < 0) return `${out}\\[${translate(glob.slice(at + 1))}`;
      const inner = glob
        .slice(at + 1, end)
        .replace(/^!/, "^")
        .replaceAll("\\", "\\\\")
        .replaceAll("[", "\\[");
      out += `(?!/)[${inner}]`;
      at = end;
    } else if (glob[at] === "\\" && at + 1 < glob.length) {
      at += 1;
      out += escapeRegExp(glob[at] ?? "");
    } else {
      out += escapeRegExp(glob[at] ?? "");
    }
  }
  return out;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}
