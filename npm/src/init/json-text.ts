// Adds to JSON as text, so that everything else in the file stays byte for byte what its people wrote. The texts are
// valid JSON: callers parse them first.

/** A member of an object or an element of an array, by its offsets. */
interface Part {
  key: string | undefined;
  start: number;
  value: number;
  end: number;
}

const SPACE = /\s*/y;
const SCALAR = /"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/y;

/** Adds a member to the object at a path of keys below the top; it has none of that key. */
export function withMember(text: string, path: string[], key: string, value: unknown): string {
  return insert(text, find(text, path), value, key);
}

/** Adds an element to the array at a path of keys below the top. */
export function withElement(text: string, path: string[], value: unknown): string {
  return insert(text, find(text, path), value);
}

function find(text: string, path: string[]): number {
  let open = text.indexOf("{");
  // Of two members with the same key, the last one counts.
  for (const key of path) open = partsOf(text, open).parts.findLast((part) => part.key === key)?.value ?? open;
  return open;
}

/** The parts of the object or array that begins at an offset, and where it closes. */
function partsOf(text: string, open: number): { parts: Part[]; close: number } {
  const parts: Part[] = [];
  let at = past(SPACE, text, open + 1);
  while (text[at] !== "}" && text[at] !== "]") {
    const start = text[at] === "," ? past(SPACE, text, at + 1) : at;
    const name = text[open] === "{" ? past(SCALAR, text, start) : undefined;
    const value = name === undefined ? start : past(SPACE, text, past(SPACE, text, name) + 1);
    const isNested = text[value] === "{" || text[value] === "[";
    const end = isNested ? partsOf(text, value).close + 1 : past(SCALAR, text, value);
    const key = name === undefined ? undefined : (JSON.parse(text.slice(start, name)) as string);
    parts.push({ key, start, value, end });
    at = past(SPACE, text, end);
  }
  return { parts, close: at };
}

function past(what: RegExp, text: string, at: number): number {
  what.lastIndex = at;
  what.test(text);
  return what.lastIndex;
}

/** Adds behind the last part, spaced like it; in an empty container, spaced like the file. */
function insert(text: string, open: number, value: unknown, key?: string): string {
  const { parts, close } = partsOf(text, open);
  const last = parts.at(-1);
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const unit = /\n([ \t]+)"/.exec(text)?.[1] ?? "  ";
  const outer = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", open) + 1))?.[0] ?? "";
  const inFile = text.trim().includes("\n") ? newline + outer + unit : "";
  const space = last ? (/\s*$/.exec(text.slice(0, last.start))?.[0] ?? "") : inFile;
  const isSpread = space.includes("\n");
  const json = isSpread ? JSON.stringify(value, null, unit).replaceAll("\n", space) : JSON.stringify(value);
  const added = `${space}${key === undefined ? "" : `${JSON.stringify(key)}: `}${json}`;
  if (last) return `${text.slice(0, last.end)},${added}${text.slice(last.end)}`;
  return `${text.slice(0, open + 1)}${added}${isSpread ? newline + outer : ""}${text.slice(close)}`;
}
